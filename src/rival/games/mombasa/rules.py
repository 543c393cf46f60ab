"""The virtual player of Mombasa, from set-up to the level you reached. Reads like the rulebook, top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rival.games.mombasa.bases import visible_coins
from rival.games.mombasa.expanding import expansion
from rival.games.mombasa.levels import LEVEL_WORDS, level, next_level, to_next
from rival.games.mombasa.rolling import display_words, roll_space
from rival.games.mombasa.table import (
    ACTIVE,
    BONUS_SPACES,
    COLUMNS,
    COMPANIES,
    HIGHEST,
    KINDS,
    NUMBERED,
    OPEN,
    PROBABLE_DECK,
    ROUNDS,
    ROWS,
    SPACES,
    TYPES,
    UNNAMED,
    Board,
    Card,
    card_of,
)
from rival.kernel import (
    N_,
    Ask,
    BadAnswer,
    Because,
    Choice,
    Do,
    Field,
    Form,
    Item,
    Joined,
    Name,
    Number,
    Option,
    Order,
    Result,
    Say,
    Script,
    Several,
    Text,
    Words,
    _,
    ask,
    checklist,
    n_,
    option,
    roll,
)


def game(board: Board) -> Script[Result]:
    yield from set_up(board)
    while board.round < ROUNDS:  # MO-37
        yield from planning(board)
        yield from action_phase(board)
        yield from expansion(board)
        if board.round < ROUNDS:
            yield from preparation(board)
    return (yield from final_scoring(board))


# --- set-up --------------------------------------------------------------------------------------------


def set_up(board: Board) -> Script[None]:
    """MO-05 to MO-08: a two-player game, and of the virtual player only its cards and markers."""
    yield from checklist(
        "set-up",
        _("Set up the game for you and the virtual player."),
        lambda: set_up_list(board),
        "MO-05",
        label=N_("Set-up done."),
    )
    yield from starting_deck(board)
    if "bonus" not in board.pack:
        yield from name_bonus_spaces(board)


def set_up_list(board: Board) -> list[Item]:
    dice_item = (
        _("Have a d12, a d8 and a d6 at hand, if you like to roll yourself.")
        if board.options.dice_reading == "d12_d8"
        else _("Have a d6 at hand, if you like to roll yourself.")
    )
    return [
        Item(_("Set up a normal game for two players; you take a colour."), ("MO-01", "MO-05", "MO-08")),
        Item(_("The first-player marker is yours."), ("MO-06",)),
        Item(
            _(
                "The virtual player gets the 9 starting cards of another colour, the second player’s expansion card, "
                "and 3 bonus markers. No board, money, tracks, books, diamonds or starting tile."
            ),
            ("MO-07",),
        ),
        Item(dice_item, ("MO-03", "MO-04")),
        Item(
            _("Count the 7 bonus spaces of the board that do not say MAX, 1 to 7; the tracks do not count."),
            ("MO-20", "MO-21", "MO-A1"),
        ),
    ]


def starting_deck(board: Board) -> Script[None]:
    """MO-07: the probable ten cards, each to be corrected; a pack that has them is not asked again."""
    kinds = board.pack.get("deck")
    if kinds is None:
        told = yield from ask(deck_question)
        kinds = [told[f"card{n}"] for n in range(1, len(PROBABLE_DECK) + 1)]
    board.cards = {f"c{n}": card_of(kind) for n, kind in enumerate(kinds, start=1)}
    board.deck = list(board.cards)


OPEN_KIND = Option(OPEN, _("left open"), OPEN)


def deck_question() -> Ask:
    kinds = Choice([*(Option(id, card.words, id) for id, card in KINDS.items()), OPEN_KIND])
    fields = [
        Field(f"card{n}", _("card {n}", n=n), kinds, probable) for n, probable in enumerate(PROBABLE_DECK, start=1)
    ]
    text = _("Are these the virtual player’s ten cards? A card left open is asked for when it comes up.")
    return Ask("table", "deck", text, Form(fields), "MO-07", label=N_("The virtual player’s cards: {answer}."))


def name_bonus_spaces(board: Board) -> Script[None]:
    """MO-A1: names are easier than numbers; the numbers are enough."""
    told = yield from ask(lambda: bonus_names_question(board))
    for n, space in enumerate(board.bonus, start=1):
        space.name = told.get(f"space{n}") or ""


def bonus_names_question(board: Board) -> Ask:
    spaces = [n for n in range(1, BONUS_SPACES + 1) if n - 1 != board.first_space]
    fields = [Field(f"space{n}", _("bonus space {n}", n=n), Words(60)) for n in spaces]
    text = _(
        "Bonus space {n} is “first player”. Name the others, if you like; their numbers will do.",
        n=board.first_space + 1,
    )
    return Ask("table", "bonus-names", text, Form(fields), "MO-A1", label=N_("Bonus spaces: {answer}."))


# --- planning ------------------------------------------------------------------------------------------


def planning(board: Board) -> Script[None]:
    """MO-09 to MO-12: you plan first; its four cards are shown together with yours."""
    board.round += 1
    yield Say(_("Round {n} of 7.", n=board.round), "MO-37")
    yield from checklist(
        "planned",
        _("Plan your round as usual. Say when you have planned: then its cards are turned up with yours."),
        lambda: [Item(deal_words(board), ("MO-10", "MO-A9"))],
        "MO-09",
        "MO-11",
        label=N_("You have planned."),
    )
    yield from activate(board)


def deal_words(board: Board) -> Text:
    if board.options.shuffle == "program":
        return _("The virtual player has four cards face down; which, you learn when you have planned.")
    if board.round == 1:
        return _("Shuffle the virtual player’s deck and lay its top four cards face down.")
    return _("Lay the top four cards of the virtual player’s deck face down.")


def activate(board: Board) -> Script[None]:
    """MO-10, MO-11, MO-19: four cards from the deck; if it runs short, the shuffled discard pile goes on."""
    if len(board.deck) < ACTIVE:
        board.active, board.deck, board.discard = board.deck, board.discard, []
        yield Because(reshuffle_words(len(board.active)), "MO-19", "MO-A8")
    if len(board.active) + len(board.deck) > ACTIVE:
        drawn = yield from ask(lambda: draw_question(board))
    else:
        drawn = board.deck
    board.active = [*board.active, *drawn]
    board.deck = [name for name in board.deck if name not in drawn]
    for name in board.active:
        if not board.cards[name].type:
            yield from name_card(board, name, _("A card that is still open came up. What is it?"), "MO-07")
    board.count_thresholds()
    shown = Joined([board.cards[name].words for name in board.active])
    if "share" in board.thresholds:
        yield Because(_("Share cards among them do nothing."), "MO-36")
    yield Do(_("Turn up the virtual player’s active cards: {cards}.", cards=shown), "MO-11")


def reshuffle_words(left: int) -> Text:
    if not left:
        return _("The deck is used up: the discard pile is shuffled and becomes the deck.")
    return n_(
        "The deck has only {n} card left: it is active, and the discard pile is shuffled for the rest.",
        "The deck has only {n} cards left: they are active, and the discard pile is shuffled for the rest.",
        left,
    )


def draw_question(board: Board) -> Ask:
    names = [option(name, board.cards[name].words) for name in board.deck]
    drawn = min(ACTIVE - len(board.active), len(names))
    text = n_(
        "Which card of the virtual player came up from the shuffled deck?",
        "Which {n} cards of the virtual player came up from the shuffled deck?",
        drawn,
    )
    return Ask(
        "chance" if board.options.shuffle == "program" else "table",
        "draw",
        text,
        Order(names, drawn),
        "MO-10",
        label=N_("Four cards are drawn for it."),
    )


def name_card(board: Board, name: str, text: Text, *cites: str, space: int | None = None) -> Script[None]:
    """What a card is: told once, remembered for whenever it comes up; one just taken may also be told then."""
    told = yield from ask(
        lambda: Ask(
            "table",
            "card",
            text,
            CARD if space is None else CARD_OR_LATER,
            *cites,
            test=has_value,
            label=N_("The card: {answer}."),
            about={"card": name, "space": space},
        )
    )
    if told != "later":
        numbered = told["type"] in NUMBERED
        board.cards[name] = Card(told["type"], told["value"] if numbered else 0)


CARD_FIELDS = (
    Field("type", _("type"), Choice([option(type, words) for type, words in TYPES.items()]), required=True),
    Field("value", _("value"), Choice([option(n) for n in range(1, HIGHEST + 1)])),
)
CARD = Form(CARD_FIELDS)
CARD_OR_LATER = Form(CARD_FIELDS, [Option("later", _("you will tell when it comes up"), "later")])


def has_value(told: Any) -> None:
    if told != "later" and told["type"] in NUMBERED and told["value"] is None:
        raise BadAnswer(_("{type}: its value is missing, 1 to 4.", type=TYPES[told["type"]]))


def threshold_words(board: Board) -> Text:
    """MO-12, MO-A24, MO-A30: what you need for a MAX space, by card type."""
    totals = Joined([_("{type} {n}", type=TYPES[type], n=n) for type, n in board.thresholds.items()])
    if board.options.max_at_zero == "free":
        return _("Needed for MAX: {totals}; nothing of any other type.", totals=totals)
    return _("Needed for MAX: {totals}; of any other type one card.", totals=totals)


# --- the action phase ------------------------------------------------------------------------------------


def action_phase(board: Board) -> Script[None]:
    """MO-25, MO-A11, MO-A12: turns alternate from the first player until you pass."""
    if board.first_player == "ivp":
        yield Say(_("The virtual player is first player and begins."), "MO-24", "MO-A12")
        yield from its_turn(board)
    while not (yield from your_turn(board)):
        yield from its_turn(board)


def your_turn(board: Board) -> Script[bool]:
    """MO-09: what you took or occupied, in one step; True when you pass."""
    told = yield from ask(lambda: your_report(board))
    for n in told["took"]:
        board.display[n - 1] = False
    for n in told["placed"]:
        board.bonus[n - 1].holder = "you"
    return bool(told["then"] == "pass")


def your_report(board: Board) -> Ask:
    shown, free = board.cards_shown, [(n, board.bonus_words(n)) for n in board.free_bonus]
    fields = [
        Field("took", _("display spaces you emptied"), Several(lambda: map(option, shown)), []),
        Field("placed", _("bonus spaces you occupied"), Several(lambda: [option(n, words) for n, words in free]), []),
        Field("then", _("then"), THEN, "go-on"),
    ]
    return Ask(
        "player",
        "your-turn",
        _("Your turn. What did you take or occupy?"),
        Form(fields),
        "MO-09",
        "MO-25",
        label=N_("Your turn: {answer}."),
        because=[Because(threshold_words(board), "MO-12", "MO-A24", "MO-A30")],
    )


THEN = Choice([option("go-on", _("its turn")), option("pass", _("pass"))])


# --- its turn --------------------------------------------------------------------------------------------


def its_turn(board: Board) -> Script[None]:
    """MO-13 to MO-15, MO-A3, MO-A5: a card or a marker, at random where both are possible."""
    board.done.turns += 1
    action = yield from card_or_marker(board)
    if action == "card":
        yield from take_card(board)
    elif action == "marker":
        yield from place_marker(board)
    else:
        yield Say(_("No card to take and no marker to place: its turn does nothing."), "MO-A5")


def card_or_marker(board: Board) -> Script[str | None]:
    if len(possible(board)) == 2:
        face = yield from roll(
            "card-or-marker",
            _("The virtual player’s turn. Roll a d6: 1-3 it takes a card, 4-6 it places a marker."),
            6,
            "MO-13",
            "MO-14",
            "MO-A14",
            label=N_("Card (1-3) or marker (4-6)? {answer}."),
        )
        action = "card" if face <= 3 else "marker"
        if action in possible(board):
            return action
    for action, text, cites in ONLY:
        if possible(board) == [action]:
            yield Because(text(board), *cites)
            return action
    return None


def possible(board: Board) -> list[str]:
    """What it can do at all."""
    card, marker = any(board.display), board.markers > 0 and bool(board.free_bonus)
    return [action for action, can in (("card", card), ("marker", marker)) if can]


def no_marker(board: Board) -> Text:
    if board.markers:
        return _("All 7 bonus spaces are taken: it takes a card.")
    return _("It has no marker left: it takes a card.")


ONLY: tuple[tuple[str, Callable[[Board], Text], tuple[str, ...]], ...] = (
    ("card", no_marker, ("MO-15", "MO-A3")),
    ("marker", lambda board: _("The display is empty: it places a marker."), ("MO-A5",)),
)


def take_card(board: Board) -> Script[None]:
    """MO-16 to MO-18: a card at random, whatever it costs, on its discard pile; you tell what it is."""
    space = yield from roll_space(board, "display")
    if space is None:
        yield Say(_("The display is empty: its turn does nothing."), "MO-A5")
        return
    name = f"c{len(board.cards) + 1}"
    board.display[space - 1] = False
    board.cards[name] = UNNAMED
    board.discard.append(name)
    yield Do(
        _("Put the card from {space} on the virtual player’s discard pile, for free.", space=display_words(space)),
        "MO-16",
        "MO-17",
        "MO-18",
        "MO-A6",
    )
    yield from name_card(board, name, _("Which card was it?"), "MO-18", space=space)


def place_marker(board: Board) -> Script[None]:
    """MO-20 to MO-24: on a free one of the seven spaces, at random; it only blocks, except for the first player."""
    space = yield from roll_space(board, "bonus")
    if space is None:
        yield Say(_("No bonus space is free: its turn does nothing."), "MO-A5")
        return
    board.bonus[space - 1].holder = "ivp"
    board.done.blocked += 1
    yield Do(
        _(
            "Put a marker of the virtual player on bonus space {space}: it only blocks it.",
            space=board.bonus_words(space),
        ),
        "MO-20",
        "MO-22",
        "MO-23",
        "MO-A32",
    )
    if space - 1 == board.first_space:
        if board.first_player == "ivp":
            yield Say(_("It blocks the space and stays first player."), "MO-24", "MO-A13")
        else:
            yield Say(_("It will be first player in the next round."), "MO-24")


# --- preparation -----------------------------------------------------------------------------------------


def preparation(board: Board) -> Script[None]:
    """MO-38: cards and markers go back, the first player is settled, the display is refilled."""
    yield from checklist(
        "preparation",
        _("Prepare round {n}.", n=board.round + 1),
        lambda: preparation_list(board),
        "MO-37",
        "MO-38",
        label=N_("Preparation done."),
    )
    board.first_player = board.bonus[board.first_space].holder or board.first_player
    board.discard += board.active
    board.active, board.thresholds = [], {}
    for space in board.bonus:
        space.holder = ""
    yield from refill(board)


def preparation_list(board: Board) -> list[Item]:
    first = board.bonus[board.first_space].holder or board.first_player
    moves = board.bonus[board.first_space].holder not in ("", board.first_player)
    items = [
        Item(_("The virtual player’s four active cards go to its discard pile."), ("MO-38", "MO-A7")),
        Item(_("All bonus markers go back, yours and its three."), ("MO-38", "MO-A10")),
        Item(FIRST_PLAYER[first, moves], ("MO-24", "MO-38", "MO-A12")),
    ]
    empty = board.display.count(False)
    if empty:
        words = n_("Refill the display: {n} card.", "Refill the display: {n} cards.", min(empty, board.stack))
        items.append(Item(words if board.stack else _("No cards are left for the display."), ("MO-38", "MO-A6")))
    if empty > board.stack:
        items.append(Item(_("The cards no longer fill the display: that is allowed."), ("MO-35",)))
    return items


FIRST_PLAYER = {
    ("you", True): _("You take the first-player marker."),
    ("you", False): _("The first-player marker stays with you."),
    ("ivp", True): _("The virtual player gets the first-player marker."),
    ("ivp", False): _("The first-player marker stays with the virtual player."),
}
FILLING_ORDER = [row * COLUMNS + column for column in reversed(range(COLUMNS)) for row in range(ROWS)]
"""The right column first, each from the top."""


def refill(board: Board) -> Script[None]:
    """MO-35: while the cards last; after that you tell which spaces stay empty."""
    empty = [place for place in FILLING_ORDER if not board.display[place]]
    cards = min(len(empty), board.stack)
    left = [place + 1 for place in sorted(empty[cards:])]
    if left:
        left = yield from ask(lambda: empty_spaces_question(left))
    board.stack -= cards
    board.display = [n not in left for n in range(1, SPACES + 1)]


def empty_spaces_question(left: Sequence[int]) -> Ask:
    shape = Several([option(n) for n in range(1, SPACES + 1)], default=left)
    text = _("Which display spaces stay empty?")
    return Ask("table", "empty-spaces", text, shape, "MO-35", label=N_("Empty display spaces: {answer}."))


# --- the end ---------------------------------------------------------------------------------------------


def final_scoring(board: Board) -> Script[Result]:
    """MO-39, MO-40: only you score; the level tells how well."""
    yield Say(_("Round 7 is over: final scoring. Only you score."), "MO-37", "MO-39")
    told = yield from ask(lambda: final_question(board))
    total: int = told["money"] + told["diamonds"] + told["books"] + told["share_cards"]
    for company, words in COMPANIES.items():
        shares, value = told[f"shares_{key(company)}"], told[f"value_{key(company)}"] or 0
        if shares:
            total += shares * value
            yield Because(
                _("{company}: {shares} × {value} = {vp}", company=words, shares=shares, value=value, vp=shares * value),
                "MO-39",
            )
    return (yield from reached(total))


def final_question(board: Board) -> Ask:
    fields = [Field(name, text, Number(0), 0) for name, text in SCORED.items()]
    for company, words in COMPANIES.items():
        text = _("your shares of {company}", company=words)
        fields.append(Field(f"shares_{key(company)}", text, Number(0, 99), 0))
    for company, words in COMPANIES.items():
        text = _("value of one share of {company}", company=words)
        fields.append(Field(f"value_{key(company)}", text, Number(0, 99), share_value(board, company)))
    text = _("Count your score. The coins in sight on a base are the value of a share. Sums like 12+3 will do.")
    return Ask("table", "final", text, Form(fields), "MO-39", test=all_valued, label=N_("Final scoring: {answer}."))


SCORED = {
    "money": _("money"),
    "diamonds": _("VP for diamonds"),
    "books": _("VP for books"),
    "share_cards": _("VP for share cards"),
}


def key(company: str) -> str:
    return company.replace("-", "_")


def share_value(board: Board, company: str) -> int | None:
    """The coins in sight, where the base is tracked."""
    base = board.bases.get(company)
    return None if base is None or company in board.stale else visible_coins(base)


def all_valued(told: dict[str, Any]) -> None:
    for company, words in COMPANIES.items():
        if told[f"shares_{key(company)}"] and told[f"value_{key(company)}"] is None:
            raise BadAnswer(_("{company}: the value of one share is missing.", company=words))


def reached(total: int) -> Script[Result]:
    """MO-02, MO-40, MO-A25: the highest level reached, and how far the next one is."""
    score = Name(str(total))
    mine, above = level(total), next_level(total)
    text = (
        _("{score} points: {level}.", score=score, level=LEVEL_WORDS[mine])
        if mine
        else _("{score} points: no level yet.", score=score)
    )
    if above:
        missing = n_("{n} more point would be: {level}.", "{n} more points would be: {level}.", to_next(total))
        missing.args["level"] = LEVEL_WORDS[above]
        text = Joined([text, missing], " ")
    cites = ("MO-40", "MO-A25") if mine else ("MO-02", "MO-40", "MO-A25")
    yield Say(text, *cites)
    return Result(text, {"you": total}, level=mine, cites=cites)
