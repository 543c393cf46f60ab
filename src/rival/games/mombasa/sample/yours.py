"""The player's side of the sample table: a simplified game with few rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rival.games.mombasa.bases import visible_coins
from rival.games.mombasa.expanding import priced
from rival.games.mombasa.maximum import needed
from rival.games.mombasa.rolling import display_words
from rival.games.mombasa.sample.pieces import Pieces
from rival.games.mombasa.table import COLUMNS, COMPANIES, GOODS, OPEN, ROWS, TYPES, Board, Card, card_of
from rival.games.mombasa.views import markers, now_on_map, occupied, sign_of
from rival.kernel import Cards, Chance, Joined, Json, Name, Piece, Spot, Text, View, _, n_

BELIEVED_IN = 2
"""The number of companies on whose tracks the sensible player moves."""


def how_to_play(table: Mapping[str, Any]) -> Sequence[Text]:
    """Return the rules of the player's side, with the numbers of the pack."""
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
"""The question for the next choice, by the action under way."""

STAGES = (None, "", *PROMPTS)

SIGNS = {
    "bananas": "B",
    "coffee": "C",
    "cotton": "T",
    "expansion": "E",
    "bookkeeper": "b",
    "diamonds": "d",
    "share": "s",
}
"""The letters that stand for card types in a small picture."""

ACTIONS = {
    "take": _("take a card from the display"),
    "track": _("move on a track"),
    "expand": _("expand a company"),
    "marker": _("place a marker"),
    "bookkeeper": _("use your bookkeepers"),
    "diamonds": _("use your diamond merchants"),
    "share": _("use your share cards"),
    "pass": _("pass: your round is over"),
}


class YourSide:
    """The player of the sample table: cards, markers, tracks, points, and the choice being made."""

    def __init__(self, chance: Chance, pack: Mapping[str, Any], pieces: Pieces) -> None:
        table = pack["table"]
        self.chance = chance
        self.pieces = pieces
        self.prices: Mapping[str, int] = table["prices"]
        self.worth: Mapping[str, Any] = table["worth"]
        self.markers_a_round: int = table["markers"]
        self.active_a_round: int = table["active"]
        self.head_start: int = table["expansion"]
        self.steps: int = table["steps"]
        self.deck: list[str] = [table["open"] if card == OPEN else card for card in pack["deck"]]
        self.discard: list[str] = []
        self.active: list[str] = []
        self.used: list[str] = []
        self.totals: dict[str, int] = {}
        self.own = len(self.deck)
        self.taken = 0
        self.rounds = 0
        self.markers = self.on_spaces = 0
        self.on_max: list[str] = []
        self.tracks = dict.fromkeys(COMPANIES, 0)
        self.taste = chance.shuffled(list(COMPANIES), "sample/taste", 0)
        self.money = self.books = self.diamonds = self.share_cards = 0
        self.doing = ""
        self.paying = self.company = ""
        self.points = 0
        self.regions: dict[str, int] = {}

    def begin_round(self) -> None:
        """Discard the used cards, take the markers back and draw the cards of the round."""
        self.rounds += 1
        self.discard += self.active + self.used
        self.active, self.used, self.on_max = [], [], []
        self.markers, self.on_spaces = self.markers_a_round, 0
        self.draw()
        self.count()

    def draw(self) -> None:
        """Draw the cards of the round; when the deck runs out, shuffle the discard pile and continue from it."""
        for part in range(2):
            drawn = self.chance.shuffled(self.deck, f"sample/hand{part}", self.rounds)
            missing = self.active_a_round - len(self.active)
            self.active += drawn[:missing]
            self.deck = drawn[missing:]
            if len(self.active) == self.active_a_round:
                return
            self.deck, self.discard = self.discard, []

    # --- what you have ---------------------------------------------------------------------------------

    def count(self) -> None:
        """Compute the totals of the face-up cards by type; a card without a number counts 1."""
        self.totals = {}
        for card in map(card_of, self.active):
            self.totals[card.type] = self.totals.get(card.type, 0) + (card.value or 1)

    def goods(self) -> dict[str, int]:
        """Return the totals of the goods among the face-up cards."""
        return {type: self.totals[type] for type in GOODS if type in self.totals}

    def shares(self, company: str) -> int:
        """Return the player's number of shares of a company."""
        return self.tracks[company] // self.steps

    @property
    def score(self) -> int:
        """The player's score, with the shares at their value now."""
        shares = sum(self.shares(one) * visible_coins(base) for one, base in self.pieces.bases.items())
        return self.money + self.books + self.diamonds + self.share_cards + shares

    def use(self, type: str) -> int:
        """Turn the face-up cards of a type face down and return their number."""
        mine = [card for card in self.active if card_of(card).type == type]
        self.active = [card for card in self.active if card not in mine]
        self.used += mine
        self.count()
        return len(mine)

    # --- choices ---------------------------------------------------------------------------------------

    def choices(self, board: Board) -> list[str]:
        """Return the ids of the choices now."""
        match self.doing:
            case "take":
                return [f"space-{n}" for n in self.payable()]
            case "goods":
                return list(self.goods())
            case "track":
                return list(COMPANIES)
            case "marker":
                return [*(f"bonus-{n}" for n in board.free_bonus), *(f"max-{type}" for type in self.max_spaces(board))]
            case "company":
                return list(self.expandable(board))
            case "region":
                return [*self.regions, "stop"]
        return self.actions(board)

    def actions(self, board: Board) -> list[str]:
        """Return the actions that the player can begin."""
        goods, types = self.goods(), self.totals
        possible = {
            "take": bool(goods) and bool(self.payable()),
            "track": bool(goods),
            "expand": "expansion" in types and next(self.expandable(board), None) is not None,
            "marker": self.markers > 0 and bool(board.free_bonus or self.max_spaces(board)),
            **{type: type in types for type in ("bookkeeper", "diamonds", "share")},
            "pass": True,
        }
        return [action for action, can in possible.items() if can]

    def payable(self) -> list[int]:
        """Return the display spaces with a card that the goods of one type can pay for."""
        most, display = max([0, *self.goods().values()]), self.pieces.display
        return [n for n in sorted(display) if self.prices[display[n]] <= most]

    def max_spaces(self, board: Board) -> list[str]:
        """Return the types of the free MAX spaces that the player may occupy (MO-12), one for each type."""
        zero = board.options.max_at_zero
        return [
            type
            for type, total in self.totals.items()
            if type in board.max_types and type not in self.on_max and total >= needed(board.thresholds, type, zero)
        ]

    def expansion_points(self) -> int:
        """Return the player's points for an expansion."""
        return self.totals.get("expansion", 0) + self.head_start

    def expandable(self, board: Board) -> Iterator[str]:
        """Yield the companies that the player can expand with these points."""
        points = self.expansion_points()
        for company in COMPANIES:
            if self.pieces.regions(company, points, board):
                yield company

    def choose(self, chosen: str, board: Board) -> Json | None:
        """Apply a choice; return the report of the turn once it is complete, else None."""
        match self.doing:
            case "take":
                return self.take(int(chosen.removeprefix("space-")))
            case "goods":
                self.doing, self.paying = "track", chosen
                return None
            case "track":
                self.tracks[chosen] += self.totals[self.paying]
                self.use(self.paying)
                return self.done({})
            case "marker":
                return self.place_marker(chosen)
            case "company":
                self.doing, self.company, self.points = "region", chosen, self.expansion_points()
                self.regions = self.pieces.regions(chosen, self.points, board)
                self.use("expansion")
                return None
            case "region":
                return self.place_post(chosen, board)
        return self.begin(chosen)

    def begin(self, action: str) -> Json | None:
        """Begin an action; one without further choices is complete at once."""
        match action:
            case "pass":
                return self.done({"then": "pass"})
            case "bookkeeper":
                self.books += self.worth["bookkeeper"] * self.use(action)
            case "diamonds":
                self.diamonds += self.worth["diamonds"] * self.use(action)
            case "share":
                self.share_cards += self.worth["share"] * self.use(action)
            case _:
                self.doing = {"track": "goods", "expand": "company"}.get(action, action)
                return None
        return self.done({})

    def done(self, report: Json) -> Json:
        """End the turn and return its report."""
        self.doing = self.paying = self.company = ""
        self.points = 0
        return report

    def take(self, space: int) -> Json:
        """Take a card and pay with the type of goods whose total is the smallest sufficient one."""
        card = self.pieces.display.pop(space)
        enough = {type: n for type, n in self.goods().items() if n >= self.prices[card]}
        self.use(min(enough, key=enough.__getitem__))
        self.discard.append(card)
        self.taken += 1
        return self.done({"took": [space]})

    def place_marker(self, chosen: str) -> Json:
        """Place a marker on a bonus space or a MAX space."""
        where, _dash, what = chosen.partition("-")
        self.markers -= 1
        if where == "max":
            self.on_max.append(what)
            self.money += self.worth["max"]
            return self.done({})
        self.on_spaces += 1
        self.money += self.worth["bonus"][int(what) - 1]
        return self.done({"placed": [int(what)]})

    def place_post(self, chosen: str, board: Board) -> Json | None:
        """Place a post, or stop; the turn ends when no other region can be paid for."""
        if chosen != "stop":
            self.points -= self.regions[chosen]
            self.pieces.place(self.company, chosen, board)
            self.money += self.worth["post"]
            self.regions = self.pieces.regions(self.company, self.points, board)
            if self.regions:
                return None
        return self.done({})

    # --- the sensible player ---------------------------------------------------------------------------

    def sensible(self, choices: Sequence[str]) -> str:
        """Return the choice of the sensible player: markers, then points, early cards, later posts and tracks."""
        match self.doing:
            case "":
                return self.sensible_action(choices)
            case "take":
                return max(choices, key=lambda id: self.liking(self.pieces.display[int(id.removeprefix("space-"))]))
            case "goods":
                goods = self.goods()
                return max(choices, key=goods.__getitem__)
            case "track" | "company":
                return max(choices, key=self.promise)
            case "marker":
                return max(choices, key=self.marker_worth)
        return min((one for one in choices if one != "stop"), key=lambda region: (self.regions[region], region))

    def sensible_action(self, choices: Sequence[str]) -> str:
        """Return the action with which the sensible player begins a turn."""
        for action in ("marker", "share", "diamonds", "bookkeeper"):
            if action in choices:
                return action
        if "take" in choices and self.rounds <= 4 and max(map(self.liking, self.offered())) >= 3:
            return "take"
        return next(action for action in ("expand", "track", "pass") if action in choices)

    def offered(self) -> list[str]:
        """Return the display cards that the player can pay for."""
        return [self.pieces.display[n] for n in self.payable()]

    def liking(self, card: str) -> int:
        """Return how much the sensible player wants a card."""
        found = card_of(card)
        return found.value + (found.type == "expansion") if found.value else 3

    def promise(self, company: str) -> tuple[bool, int, int]:
        """Return how much the sensible player prefers a company.

        It has two favourites: it moves on the track with fewer steps and places posts of the company with more.
        """
        steps = self.tracks[company]
        believed = self.taste.index(company) < BELIEVED_IN
        return believed, steps if self.doing == "company" else -steps, -self.taste.index(company)

    def marker_worth(self, chosen: str) -> int:
        """Return the points for a marker on this space."""
        where, _dash, what = chosen.partition("-")
        return int(self.worth["max"] if where == "max" else self.worth["bonus"][int(what) - 1])

    # --- texts, views, numbers --------------------------------------------------------------------------

    @property
    def prompt(self) -> Text:
        """The question for the next choice."""
        if self.doing:
            return PROMPTS[self.doing]
        cards = Joined([card_of(card).words for card in self.active]) if self.active else _("none")
        return _(
            "Your turn: what do you do? Your face-up cards: {cards}. Markers left: {n}.", cards=cards, n=self.markers
        )

    def words(self, id: str, board: Board) -> Text:
        """Return a choice as text."""
        match self.doing:
            case "take":
                n = int(id.removeprefix("space-"))
                card = self.pieces.display[n]
                return _(
                    "{card} for {price}, {space}",
                    card=card_of(card).words,
                    price=self.prices[card],
                    space=display_words(n),
                )
            case "goods":
                return _("{type} {n}", type=TYPES[id], n=self.totals[id])
            case "track":
                return _("{company}: your marker is at {n}", company=COMPANIES[id], n=self.tracks[id])
            case "marker":
                return self.marker_words(id, board)
            case "company":
                return COMPANIES[id]
            case "region" if id != "stop":
                return self.region_words(id, board)
        return ACTIONS[id] if id != "stop" else _("stop placing posts")

    def marker_words(self, id: str, board: Board) -> Text:
        """Return a space for a marker as text."""
        where, _dash, what = id.partition("-")
        if where == "max":
            return _("MAX {type}, {points}", type=TYPES[what], points=points(self.worth["max"]))
        n = int(what)
        return _("bonus space {space}, {points}", space=board.bonus_words(n), points=points(self.worth["bonus"][n - 1]))

    def region_words(self, region: str, board: Board) -> Text:
        """Return a region for a post as text."""
        cost = self.regions[region]
        holder = self.pieces.posts(board).get(region)
        if holder is None:
            return priced(region, cost)
        return _(
            "{region}, a post of {company} returns to its base", region=priced(region, cost), company=COMPANIES[holder]
        )

    def picture(self, board: Board) -> View | None:
        """Return the view on which the choice is made: display, spaces for markers or map."""
        match self.doing:
            case "take":
                return self.display()
            case "marker":
                return self.marker_spaces(board)
            case "region":
                return now_on_map(board, self.pieces.posts(board))
        return None

    def display(self) -> Cards:
        """Build the view of the display with the player's prices."""
        spots = [self.card(n) for n in range(1, ROWS * COLUMNS + 1)]
        return Cards("cards", _("Display: spaces 1 to 12, row by row"), spots, COLUMNS, "card")

    def card(self, n: int) -> Spot:
        """Build the spot of one display space."""
        if n not in self.pieces.display:
            return Spot(f"space-{n}", _("no card"), "·")
        kind = self.pieces.display[n]
        card, cost = card_of(kind), _("price {n}", n=self.prices[kind])
        words = _("{n}: {words}", n=n, words=Joined([card.words, cost]))
        pieces = [sign_of(card), Piece("coin", cost, "coin", self.prices[kind])]
        value = Name(str(card.value)) if card.value else None
        return Spot(f"space-{n}", words, f"{SIGNS[card.type]}{card.value or ''}", "card", pieces, value)

    def marker_spaces(self, board: Board) -> Cards:
        """Build the view of the bonus spaces and of the MAX spaces that the player may occupy."""
        spots = [
            replace(spot, id=f"bonus-{spot.id}", corrects="", note=worth(spot.note, self.worth["bonus"][n]))
            for n, spot in enumerate(occupied(*markers(board), board.first_space))
        ]
        spots += [max_space(type, self.worth["max"]) for type in self.max_spaces(board)]
        return Cards("spaces", _("Bonus spaces"), spots, shape="slot", named=True)

    def observe(self, board: Board, asked: bool) -> dict[str, int]:
        """Return the player's side, the MAX requirements and the display as numbers."""
        zero = board.options.max_at_zero
        return {
            "choosing": STAGES.index(self.doing) if asked else 0,
            "your_score": self.score,
            "your_money": self.money,
            "your_cards": self.own + self.taken,
            "your_markers": self.markers,
            "points": self.points,
            **{f"your_{type}": self.totals.get(type, 0) for type in TYPES},
            **{f"needed_{type}": needed(board.thresholds, type, zero) for type in TYPES},
            **{f"track_{company}": n for company, n in self.tracks.items()},
            **{f"value_{company}": visible_coins(base) for company, base in self.pieces.bases.items()},
            **{
                f"price_{n}": self.prices[self.pieces.display[n]] if n in self.pieces.display else 0
                for n in range(1, ROWS * COLUMNS + 1)
            },
        }

    def problems(self, board: Board) -> Iterator[str]:
        """Yield what doesn't add up in the player's cards and markers between two turns."""
        cards = len(self.deck) + len(self.discard) + len(self.active) + len(self.used)
        if cards != self.own + self.taken:
            yield f"you have {cards} cards, not {self.own} and {self.taken} taken"
        placed = sum(space.holder == "you" for space in board.bonus)
        if placed != self.on_spaces or self.markers < 0:
            yield f"{placed} markers of yours on the bonus spaces, not {self.on_spaces}"
        mine, on_max = self.markers, len(self.on_max)
        if self.rounds and mine + self.on_spaces + on_max != self.markers_a_round:
            yield f"{self.markers_a_round} markers of yours: {mine} left, {self.on_spaces} on spaces, {on_max} on MAX"


def max_space(type: str, points: int) -> Spot:
    """Build the spot of a MAX space."""
    words = _("MAX {type}", type=TYPES[type])
    return Spot(f"max-{type}", words, "MAX", "space", [sign_of(Card(type))], worth(TYPES[type], points))


def worth(name: Text | None, n: int) -> Text:
    """Return the name of a space with the points for a marker there."""
    return Joined([points(n)] if name is None else [name, points(n)])


def points(n: int) -> Text:
    """Return a number of points as text."""
    return n_("{n} point", "{n} points", n)
