"""The player's side of the sample table: a simplified game with only a few rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rival.games.mombasa.bases import count_visible_coins
from rival.games.mombasa.expansion_phase import format_priced_region
from rival.games.mombasa.max_spaces import find_required_total
from rival.games.mombasa.random_spaces import describe_display_space
from rival.games.mombasa.sample.pieces import SamplePieces
from rival.games.mombasa.table import (
    CARD_TYPES,
    COMPANIES,
    DISPLAY_COLUMNS,
    DISPLAY_ROWS,
    GOODS,
    OPEN_CARD,
    Board,
    Card,
    get_card,
)
from rival.games.mombasa.views import list_bonus_markers, make_bonus_spots, make_card_piece, make_current_map
from rival.kernel import Cards, Chance, JoinedText, Json, Name, Piece, Spot, Text, View, _, n_

FAVOURITE_COUNT = 2
"""The number of companies on whose tracks the sensible player advances."""


def explain_rules(table: Mapping[str, Any]) -> Sequence[Text]:
    """Return an explanation of the simulated player's rules."""
    return (
        _(
            "You have ten cards like the virtual player’s. In each round you draw {n} of them face up.",
            n=table["active"],
        ),
        _(
            "In a turn you use all your face-up cards of one type, place a marker or pass. Then "
            "the virtual player takes its turn."
        ),
        _(
            "With goods you buy a card from the display for your discard pile, or move on a "
            "track, one step for each point."
        ),
        _(
            "Every {n} steps on a track give you a share. A share is worth the visible coins on the company’s base.",
            n=table["steps"],
        ),
        _(
            "With expansion cards you place posts of one company at the prices of the map; you "
            "get {n} extra points for that.",
            n=table["expansion"],
        ),
        _("Bookkeepers, diamond merchants and share cards give you points at once."),
        _("You have {n} markers in each round. A marker on a free bonus space gives you points.", n=table["markers"]),
        _(
            "A marker on a MAX space gives you {n} points, if the total of your face-up cards of "
            "its type is at least that of the virtual player’s active cards.",
            n=table["worth"]["max"],
        ),
        _("When you have passed, the virtual player expands. After seven rounds your points are counted."),
    )


PROMPTS = {
    "take": _("Which card do you take?"),
    "goods": _("Which goods do you use?"),
    "track": _("On which track do you move?"),
    "marker": _("Where do you place your marker?"),
    "company": _("Which company’s posts do you place?"),
    "region": _("Where do you place the next post?"),
}
"""The question that asks for the next choice, by the action in progress."""

OBSERVED_STAGES = (None, "", *PROMPTS)

CARD_LETTERS = {
    "bananas": "B",
    "coffee": "C",
    "cotton": "T",
    "expansion": "E",
    "bookkeeper": "b",
    "diamonds": "d",
    "share": "s",
}
"""The letters that represent card types in a small picture."""

ACTION_LABELS = {
    "take": _("take a card from the display"),
    "track": _("move on a track"),
    "expand": _("expand a company"),
    "marker": _("place a marker"),
    "bookkeeper": _("use your bookkeepers"),
    "diamonds": _("use your diamond merchants"),
    "share": _("use your share cards"),
    "pass": _("pass: your round is over"),
}


class HumanPlayer:
    """The simulated player's cards, markers, tracks and points, and the choice in progress."""

    def __init__(self, chance: Chance, pack: Mapping[str, Any], pieces: SamplePieces) -> None:
        table = pack["table"]
        self.chance = chance
        self.pieces = pieces
        self.prices: Mapping[str, int] = table["prices"]
        self.point_values: Mapping[str, Any] = table["worth"]
        self.markers_a_round: int = table["markers"]
        self.active_a_round: int = table["active"]
        self.head_start: int = table["expansion"]
        self.steps_per_share: int = table["steps"]
        self.deck: list[str] = [table["open"] if card == OPEN_CARD else card for card in pack["deck"]]
        self.discard: list[str] = []
        self.active: list[str] = []
        self.used_cards: list[str] = []
        self.totals: dict[str, int] = {}
        self.own_card_count = len(self.deck)
        self.taken_card_count = 0
        self.rounds = 0
        self.markers = self.on_spaces = 0
        self.on_max: list[str] = []
        self.tracks = dict.fromkeys(COMPANIES, 0)
        self.company_preference = chance.shuffle(list(COMPANIES), "sample/taste", 0)
        self.money = self.books = self.diamonds = self.share_cards = 0
        self.action = ""
        self.paying = self.company = ""
        self.points = 0
        self.regions: dict[str, int] = {}

    def begin_round(self) -> None:
        """Discard the used cards, take back the markers and draw new cards."""
        self.rounds += 1
        self.discard += self.active + self.used_cards
        self.active, self.used_cards, self.on_max = [], [], []
        self.markers, self.on_spaces = self.markers_a_round, 0
        self.draw_cards()
        self.update_totals()

    def draw_cards(self) -> None:
        """Draw the cards for the round.

        If the deck runs out, shuffle the discard pile and continue from there.
        """
        for part in range(2):
            shuffled = self.chance.shuffle(self.deck, f"sample/hand{part}", self.rounds)
            missing_count = self.active_a_round - len(self.active)
            self.active += shuffled[:missing_count]
            self.deck = shuffled[missing_count:]
            if len(self.active) == self.active_a_round:
                return
            self.deck, self.discard = self.discard, []

    # --- the player's possessions ---------------------------------------------------------------------------------

    def update_totals(self) -> None:
        """Update the totals of the face-up cards, by type."""
        self.totals = {}
        for card in map(get_card, self.active):
            self.totals[card.type] = self.totals.get(card.type, 0) + (card.value or 1)

    def get_goods_totals(self) -> dict[str, int]:
        """Return the totals of the face-up goods cards."""
        return {type: self.totals[type] for type in GOODS if type in self.totals}

    def count_shares(self, company: str) -> int:
        """Return the number of the player's shares in a company."""
        return self.tracks[company] // self.steps_per_share

    @property
    def score(self) -> int:
        """The player's score, with the shares at their current value."""
        shares = sum(
            self.count_shares(company) * count_visible_coins(base) for company, base in self.pieces.bases.items()
        )
        return self.money + self.books + self.diamonds + self.share_cards + shares

    def turn_cards_face_down(self, type: str) -> int:
        """Turn the face-up cards of one type face down and return their total."""
        cards = [card for card in self.active if get_card(card).type == type]
        self.active = [card for card in self.active if card not in cards]
        self.used_cards += cards
        self.update_totals()
        return len(cards)

    # --- choices ---------------------------------------------------------------------------------------

    def list_choices(self, board: Board) -> list[str]:
        """Return the ids of the player's current choices."""
        match self.action:
            case "take":
                return [f"space-{n}" for n in self.list_payable_spaces()]
            case "goods":
                return list(self.get_goods_totals())
            case "track":
                return list(COMPANIES)
            case "marker":
                return [
                    *(f"bonus-{n}" for n in board.free_bonus_spaces),
                    *(f"max-{type}" for type in self.list_max_spaces(board)),
                ]
            case "company":
                return list(self.iterate_expandable_companies(board))
            case "region":
                return [*self.regions, "stop"]
        return self.list_actions(board)

    def list_actions(self, board: Board) -> list[str]:
        """Return the actions that the player can begin."""
        goods, types = self.get_goods_totals(), self.totals
        action_states = {
            "take": bool(goods) and bool(self.list_payable_spaces()),
            "track": bool(goods),
            "expand": "expansion" in types and next(self.iterate_expandable_companies(board), None) is not None,
            "marker": self.markers > 0 and bool(board.free_bonus_spaces or self.list_max_spaces(board)),
            **{type: type in types for type in ("bookkeeper", "diamonds", "share")},
            "pass": True,
        }
        return [action for action, is_possible in action_states.items() if is_possible]

    def list_payable_spaces(self) -> list[int]:
        """Return the display spaces whose card the player can afford."""
        max_price, display = max([0, *self.get_goods_totals().values()]), self.pieces.display
        return [n for n in sorted(display) if self.prices[display[n]] <= max_price]

    def list_max_spaces(self, board: Board) -> list[str]:
        """Return the types of the free MAX spaces that the player may occupy (MO-12)."""
        max_at_zero = board.options.max_at_zero
        return [
            type
            for type, total in self.totals.items()
            if type in board.max_types
            and type not in self.on_max
            and total >= find_required_total(board.thresholds, type, max_at_zero)
        ]

    def count_expansion_points(self) -> int:
        """Return the player's points for an expansion."""
        return self.totals.get("expansion", 0) + self.head_start

    def iterate_expandable_companies(self, board: Board) -> Iterator[str]:
        """Yield the companies that the player can expand with the available points."""
        points = self.count_expansion_points()
        for company in COMPANIES:
            if self.pieces.list_affordable_regions(company, points, board):
                yield company

    def apply_choice(self, choice: str, board: Board) -> Json | None:
        """Apply a choice; return the report once the turn is complete, else None."""
        match self.action:
            case "take":
                return self.take_card(int(choice.removeprefix("space-")))
            case "goods":
                self.action, self.paying = "track", choice
                return None
            case "track":
                self.tracks[choice] += self.totals[self.paying]
                self.turn_cards_face_down(self.paying)
                return self.finish_turn({})
            case "marker":
                return self.place_marker(choice)
            case "company":
                self.action, self.company, self.points = "region", choice, self.count_expansion_points()
                self.regions = self.pieces.list_affordable_regions(choice, self.points, board)
                self.turn_cards_face_down("expansion")
                return None
            case "region":
                return self.place_post(choice, board)
        return self.begin_action(choice)

    def begin_action(self, new_action: str) -> Json | None:
        """Begin an action; return its report if it needs no further choices."""
        match new_action:
            case "pass":
                return self.finish_turn({"then": "pass"})
            case "bookkeeper":
                self.books += self.point_values["bookkeeper"] * self.turn_cards_face_down(new_action)
            case "diamonds":
                self.diamonds += self.point_values["diamonds"] * self.turn_cards_face_down(new_action)
            case "share":
                self.share_cards += self.point_values["share"] * self.turn_cards_face_down(new_action)
            case _:
                self.action = {"track": "goods", "expand": "company"}.get(new_action, new_action)
                return None
        return self.finish_turn({})

    def finish_turn(self, report: Json) -> Json:
        """End the turn and return its report."""
        self.action = self.paying = self.company = ""
        self.points = 0
        return report

    def take_card(self, space: int) -> Json:
        """Take a card, and pay with the type of goods that has the smallest sufficient total."""
        card = self.pieces.display.pop(space)
        sufficient_goods = {type: n for type, n in self.get_goods_totals().items() if n >= self.prices[card]}
        self.turn_cards_face_down(min(sufficient_goods, key=sufficient_goods.__getitem__))
        self.discard.append(card)
        self.taken_card_count += 1
        return self.finish_turn({"took": [space]})

    def place_marker(self, choice: str) -> Json:
        """Place a marker on a bonus space or a MAX space."""
        area, _dash, space = choice.partition("-")
        self.markers -= 1
        if area == "max":
            self.on_max.append(space)
            self.money += self.point_values["max"]
            return self.finish_turn({})
        self.on_spaces += 1
        self.money += self.point_values["bonus"][int(space) - 1]
        return self.finish_turn({"placed": [int(space)]})

    def place_post(self, choice: str, board: Board) -> Json | None:
        """Place a post or stop; return the report if the expansion is over."""
        if choice != "stop":
            self.points -= self.regions[choice]
            self.pieces.place_post(self.company, choice, board)
            self.money += self.point_values["post"]
            self.regions = self.pieces.list_affordable_regions(self.company, self.points, board)
            if self.regions:
                return None
        return self.finish_turn({})

    # --- the sensible player ---------------------------------------------------------------------------

    def choose_sensibly(self, choices: Sequence[str]) -> str:
        """Return the choice that a sensible player makes."""
        match self.action:
            case "":
                return self.choose_sensible_action(choices)
            case "take":
                return max(choices, key=lambda id: self.rate_card(self.pieces.display[int(id.removeprefix("space-"))]))
            case "goods":
                goods = self.get_goods_totals()
                return max(choices, key=goods.__getitem__)
            case "track" | "company":
                return max(choices, key=self.rate_company)
            case "marker":
                return max(choices, key=self.rate_marker)
        return min(
            (choice for choice in choices if choice != "stop"), key=lambda region: (self.regions[region], region)
        )

    def choose_sensible_action(self, choices: Sequence[str]) -> str:
        """Return the action with which the sensible player begins a turn."""
        for action in ("marker", "share", "diamonds", "bookkeeper"):
            if action in choices:
                return action
        if "take" in choices and self.rounds <= 4 and max(map(self.rate_card, self.list_payable_cards())) >= 3:
            return "take"
        return next(action for action in ("expand", "track", "pass") if action in choices)

    def list_payable_cards(self) -> list[str]:
        """Return the display cards that the player can afford."""
        return [self.pieces.display[n] for n in self.list_payable_spaces()]

    def rate_card(self, card: str) -> int:
        """Rate how much the sensible player wants a card."""
        details = get_card(card)
        return details.value + (details.type == "expansion") if details.value else 3

    def rate_company(self, company: str) -> tuple[bool, int, int]:
        """Rate how much the sensible player prefers a company.

        The two favourite companies rate highest. Among equal companies, the player advances on the track with fewer
        steps, but places posts of the company with more steps.
        """
        steps = self.tracks[company]
        is_favourite = self.company_preference.index(company) < FAVOURITE_COUNT
        return is_favourite, steps if self.action == "company" else -steps, -self.company_preference.index(company)

    def rate_marker(self, choice: str) -> int:
        """Return the points for placing a marker on this space."""
        area, _dash, space = choice.partition("-")
        return int(self.point_values["max"] if area == "max" else self.point_values["bonus"][int(space) - 1])

    # --- texts, views, numbers --------------------------------------------------------------------------

    @property
    def prompt(self) -> Text:
        """The question that asks for the next choice."""
        if self.action:
            return PROMPTS[self.action]
        cards = JoinedText([get_card(card).label for card in self.active]) if self.active else _("none")
        return _(
            "Your turn: what do you do? Your face-up cards: {cards}. Markers left: {n}.", cards=cards, n=self.markers
        )

    def describe_choice(self, id: str, board: Board) -> Text:
        """Return a choice as text."""
        match self.action:
            case "take":
                n = int(id.removeprefix("space-"))
                card = self.pieces.display[n]
                return _(
                    "{card} for {price}, {space}",
                    card=get_card(card).label,
                    price=self.prices[card],
                    space=describe_display_space(n),
                )
            case "goods":
                return _("{type} {n}", type=CARD_TYPES[id], n=self.totals[id])
            case "track":
                return _("{company}: your marker is at {n}", company=COMPANIES[id], n=self.tracks[id])
            case "marker":
                return self.describe_marker_choice(id, board)
            case "company":
                return COMPANIES[id]
            case "region" if id != "stop":
                return self.describe_region_choice(id, board)
        return ACTION_LABELS[id] if id != "stop" else _("stop placing posts")

    def describe_marker_choice(self, id: str, board: Board) -> Text:
        """Return the choice of a space for a marker as text."""
        area, _dash, space = id.partition("-")
        if area == "max":
            return _("MAX {type}, {points}", type=CARD_TYPES[space], points=format_points(self.point_values["max"]))
        n = int(space)
        return _(
            "bonus space {space}, {points}",
            space=board.describe_bonus_space(n),
            points=format_points(self.point_values["bonus"][n - 1]),
        )

    def describe_region_choice(self, region: str, board: Board) -> Text:
        """Return the choice of a region for a post as text."""
        cost = self.regions[region]
        holder = self.pieces.get_posts(board).get(region)
        if holder is None:
            return format_priced_region(region, cost)
        return _(
            "{region}, a post of {company} returns to its base",
            region=format_priced_region(region, cost),
            company=COMPANIES[holder],
        )

    def make_view(self, board: Board) -> View | None:
        """Return the view in which the player chooses: the display, the marker spaces or the map."""
        match self.action:
            case "take":
                return self.make_display()
            case "marker":
                return self.make_marker_spaces(board)
            case "region":
                return make_current_map(board, self.pieces.get_posts(board))
        return None

    def make_display(self) -> Cards:
        """Build the view of the display with the player's prices."""
        spots = [self.make_card_spot(n) for n in range(1, DISPLAY_ROWS * DISPLAY_COLUMNS + 1)]
        return Cards("cards", _("Display: spaces 1 to 12, row by row"), spots, DISPLAY_COLUMNS, "card")

    def make_card_spot(self, n: int) -> Spot:
        """Build the spot for one display space."""
        if n not in self.pieces.display:
            return Spot(f"space-{n}", _("no card"), "·")
        kind = self.pieces.display[n]
        card, cost = get_card(kind), _("price {n}", n=self.prices[kind])
        label = _("{n}: {words}", n=n, words=JoinedText([card.label, cost]))
        pieces = [make_card_piece(card), Piece("coin", cost, "coin", self.prices[kind])]
        value = Name(str(card.value)) if card.value else None
        return Spot(f"space-{n}", label, f"{CARD_LETTERS[card.type]}{card.value or ''}", "card", pieces, value)

    def make_marker_spaces(self, board: Board) -> Cards:
        """Build the view of the bonus spaces, with the MAX spaces that the player may occupy."""
        spots = [
            replace(
                spot,
                id=f"bonus-{spot.id}",
                edit_path="",
                note=format_point_value(spot.note, self.point_values["bonus"][n]),
            )
            for n, spot in enumerate(make_bonus_spots(*list_bonus_markers(board), board.first_space))
        ]
        spots += [make_max_spot(type, self.point_values["max"]) for type in self.list_max_spaces(board)]
        return Cards("spaces", _("Bonus spaces"), spots, shape="slot", shows_notes=True)

    def observe(self, board: Board, is_asked: bool) -> dict[str, int]:
        """Return the player's situation, the MAX requirements and the display as numbers."""
        max_at_zero = board.options.max_at_zero
        return {
            "choosing": OBSERVED_STAGES.index(self.action) if is_asked else 0,
            "your_score": self.score,
            "your_money": self.money,
            "your_cards": self.own_card_count + self.taken_card_count,
            "your_markers": self.markers,
            "points": self.points,
            **{f"your_{type}": self.totals.get(type, 0) for type in CARD_TYPES},
            **{f"needed_{type}": find_required_total(board.thresholds, type, max_at_zero) for type in CARD_TYPES},
            **{f"track_{company}": n for company, n in self.tracks.items()},
            **{f"value_{company}": count_visible_coins(base) for company, base in self.pieces.bases.items()},
            **{
                f"price_{n}": self.prices[self.pieces.display[n]] if n in self.pieces.display else 0
                for n in range(1, DISPLAY_ROWS * DISPLAY_COLUMNS + 1)
            },
        }

    def find_lost_pieces(self, board: Board) -> Iterator[str]:
        """Yield a message for each of the player's cards and markers that is missing or duplicated."""
        cards = len(self.deck) + len(self.discard) + len(self.active) + len(self.used_cards)
        if cards != self.own_card_count + self.taken_card_count:
            yield f"you have {cards} cards, not {self.own_card_count} and {self.taken_card_count} taken"
        placed = sum(space.holder == "you" for space in board.bonus)
        if placed != self.on_spaces or self.markers < 0:
            yield f"{placed} markers of yours on the bonus spaces, not {self.on_spaces}"
        markers_left, on_max = self.markers, len(self.on_max)
        if self.rounds and markers_left + self.on_spaces + on_max != self.markers_a_round:
            places = f"{markers_left} left, {self.on_spaces} on spaces, {on_max} on MAX"
            yield f"{self.markers_a_round} markers of yours: {places}"


def make_max_spot(type: str, points: int) -> Spot:
    """Build the spot for a MAX space."""
    label = _("MAX {type}", type=CARD_TYPES[type])
    return Spot(
        f"max-{type}",
        label,
        "MAX",
        "space",
        [make_card_piece(Card(type))],
        format_point_value(CARD_TYPES[type], points),
    )


def format_point_value(name: Text | None, n: int) -> Text:
    """Return the name of a space, with the points for placing a marker there."""
    return JoinedText([format_points(n)] if name is None else [name, format_points(n)])


def format_points(n: int) -> Text:
    """Return a number of points as text."""
    return n_("{n} point", "{n} points", n)
