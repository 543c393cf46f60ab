"""The procedure of the virtual player of Mombasa, from set-up to the level you reach, in the order of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from rival.games.mombasa.expanding import expansion
from rival.games.mombasa.levels import LEVEL_WORDS, level, next_level, to_next
from rival.games.mombasa.rolling import place_words, roll_space
from rival.games.mombasa.table import (
    ACTIVE,
    BONUS_SPACES,
    BOUGHT,
    COLUMNS,
    COMPANIES,
    KINDS,
    OPEN,
    PROBABLE_DECK,
    ROUNDS,
    ROWS,
    SPACES,
    TYPES,
    UNNAMED,
    Board,
    card_of,
    is_starting,
)
from rival.games.mombasa.views import BARE_POSTS, card_taken, cards_laid, marker_placed, markers, sign_of
from rival.kernel import (
    N_,
    Act,
    Ask,
    BadAnswer,
    Because,
    Choice,
    Do,
    Field,
    Form,
    Group,
    Item,
    Joined,
    Name,
    Number,
    Option,
    Order,
    Phrases,
    Result,
    Say,
    Script,
    Several,
    Text,
    Words,
    _,
    ask,
    checklist,
    granted,
    n_,
    option,
    roll,
)


def game(board: Board) -> Script[Result]:
    """Play a whole game: set-up, seven rounds (MO-37), final scoring."""
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
    """Set up a two-player game in which the virtual player has only its cards and markers (MO-05 to MO-08)."""
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
    """Return the items of the set-up checklist."""
    dice_item = (
        _("If you want to roll yourself, have a d12, a d8 and a d6 ready.")
        if board.options.dice_reading == "d12_d8"
        else _("If you want to roll yourself, have a d6 ready.")
    )
    return [
        Item(_("Set up a normal game for two players and choose your colour."), ("MO-01", "MO-05", "MO-08")),
        Item(_("The first-player marker is yours."), ("MO-06",)),
        Item(
            _(
                "The virtual player gets the 9 starting cards of another colour, the second player’s "
                "expansion card and 3 bonus markers. It gets no player board, money, track markers, "
                "books, diamonds or starting tile."
            ),
            ("MO-07",),
        ),
        Item(dice_item, ("MO-03", "MO-04")),
        Item(
            _(
                "Number the 7 bonus spaces on the board that have no MAX from 1 to 7; “first player” "
                "is number {n}. The spaces on the company tracks don’t count.",
                n=board.first_space + 1,
            ),
            ("MO-20", "MO-21", "MO-A1"),
        ),
    ]


def starting_deck(board: Board) -> Script[None]:
    """Ask for the ten starting cards, with the probable ones suggested (MO-07), unless the pack has them."""
    kinds = board.pack.get("deck")
    if kinds is None:
        answer = yield from ask(deck_question)
        kinds = [answer[f"card{n}"] for n in range(1, len(PROBABLE_DECK) + 1)]
    board.cards = {f"c{n}": card_of(kind) for n, kind in enumerate(kinds, start=1)}
    board.deck = list(board.cards)


OPEN_KIND = Option(OPEN, _("unknown"), OPEN, sign_of(UNNAMED))


def deck_question() -> Ask:
    """Build the question for the ten starting cards."""
    kinds = Choice([*STARTING_KINDS, OPEN_KIND])
    fields = [
        Field(f"card{n}", _("card {n}", n=n), kinds, probable) for n, probable in enumerate(PROBABLE_DECK, start=1)
    ]
    text = _("Are these the virtual player’s ten starting cards? Rival asks for an unknown card when it comes up.")
    return Ask("table", "deck", text, Form(fields), "MO-07", label=line_of_deck)


def line_of_deck(answer: Mapping[str, Any]) -> Text:
    """Return the answer to `deck_question` as text."""
    kinds = [answer.get(f"card{n}", probable) for n, probable in enumerate(PROBABLE_DECK, start=1)]
    return _("The virtual player’s cards: {answer}.", answer=Joined([card_of(kind).words for kind in kinds]))


def name_bonus_spaces(board: Board) -> Script[None]:
    """Ask for names of the bonus spaces (MO-A1); spaces without a name are shown by their number."""
    answer = yield from ask(lambda: bonus_names_question(board))
    for n, space in enumerate(board.bonus, start=1):
        space.name = answer.get(f"space{n}") or ""


def bonus_names_question(board: Board) -> Ask:
    """Build the question for the names of the bonus spaces."""
    spaces = [n for n in range(1, BONUS_SPACES + 1) if n - 1 != board.first_space]
    fields = [Field(f"space{n}", _("bonus space {n}", n=n), Words(60)) for n in spaces]
    text = _(
        "Bonus space {n} is “first player”. Name the others if you like; numbers alone are enough.",
        n=board.first_space + 1,
    )
    return Ask("table", "bonus-names", text, Form(fields), "MO-A1", label=line_of_bonus_names)


def line_of_bonus_names(answer: Mapping[str, Any]) -> Text:
    """Return the names entered for the bonus spaces as text."""
    names = [(name.removeprefix("space"), words) for name, words in answer.items() if words]
    if not names:
        return _("The bonus spaces have no names, only numbers.")
    named = [_("{n} ({name})", n=Name(n), name=Name(words)) for n, words in names]
    return _("Bonus spaces: {answer}.", answer=Joined(named))


# --- planning --------------------------------------------------------------------------------------------


def planning(board: Board) -> Script[None]:
    """Carry out the planning phase (MO-09 to MO-12): you plan first, then the four active cards are revealed."""
    yield Act(_("Round {n}: planning", n=board.round + 1), "MO-37", who="rules")
    board.round += 1
    yield Say(_("Round {n} of 7.", n=board.round), "MO-37")
    yield from checklist(
        "planned",
        PLAN[board.options.shuffle],
        lambda: dealing_list(board),
        "MO-09",
        "MO-11",
        label=N_("You have planned."),
        about={"yours": True},
    )
    shuffle_in(board)
    yield from (deal if board.options.shuffle == "program" else turn_up)(board)
    board.count_thresholds()
    if "share" in board.thresholds:
        yield Say(_("Share cards among the virtual player’s active cards have no effect."), "MO-36")


def shuffle_in(board: Board) -> None:
    """Use up a short deck and make the discard pile the new deck (MO-19, MO-A8).

    It runs again after a correction, so that it must not change a deck with enough cards.
    """
    if len(board.active) + len(board.deck) < ACTIVE:
        board.active = [*board.active, *board.deck]
        board.deck, board.discard = board.discard, []


PLAN = {
    "program": _("Plan your round as usual and confirm. Then Rival shows the virtual player’s four cards."),
    "you": _("Plan your round as usual, then turn the virtual player’s four cards face up together with yours."),
}


def dealing_list(board: Board) -> list[Item]:
    """Return the planning checklist: who deals the four cards, and what is shuffled first (MO-10, MO-19, MO-A8)."""
    left = len(board.deck)
    if board.options.shuffle == "program":
        dealt = [
            Item(
                _("Rival draws the virtual player’s four cards and shows them when you have planned."),
                ("MO-10", "MO-A9"),
            )
        ]
        return (
            dealt
            if left >= ACTIVE
            else [
                Item(
                    _("The virtual player’s deck has too few cards: Rival shuffles its discard pile into a new deck."),
                    SHORT,
                ),
                *dealt,
            ]
        )
    if left >= ACTIVE:
        first = _("Shuffle the virtual player’s deck and lay its top four cards face down.")
        later = _("Lay the top four cards of the virtual player’s deck face down.")
        return [Item(first if board.round == 1 else later, ("MO-10", "MO-A9"))]
    rest = n_(
        "The virtual player’s deck has only {n} card left: lay it face down.",
        "The virtual player’s deck has only {n} cards left: lay them face down.",
        left,
    )
    shuffled = n_(
        "Shuffle the virtual player’s discard pile, which becomes its new deck, and lay its top card face down.",
        "Shuffle the virtual player’s discard pile, which becomes its new deck, and lay its top {n} cards face down.",
        ACTIVE - left,
    )
    return [Item(rest if left else _("The virtual player’s deck is empty."), ("MO-A8",)), Item(shuffled, SHORT)]


SHORT = ("MO-19", "MO-A8")


# --- cards drawn by the program --------------------------------------------------------------------------


def deal(board: Board) -> Script[None]:
    """Draw the four active cards, first the rest of the deck, then from the shuffled discard pile (MO-10, MO-11)."""
    if board.active:
        left = Joined([board.cards[name].words for name in board.active])
        yield Because(
            _(
                "The last cards of the virtual player’s deck: {cards}. The others come from its shuffled discard pile.",
                cards=left,
            ),
            *SHORT,
        )
    elif not board.discard and board.round > 1:
        yield Because(
            _("The virtual player’s deck was empty: its discard pile was shuffled and is the new deck."), *SHORT
        )
    missing = ACTIVE - len(board.active)
    drawn = board.deck if len(board.deck) == missing else (yield from ask(lambda: draw_question(board)))
    board.active = [*board.active, *drawn]
    board.deck = [name for name in board.deck if name not in drawn]
    while (name := first_unnamed(board)) is not None:
        yield from name_card(board, name)
    cards = [(name, board.cards[name]) for name in board.active]
    shown = Joined([card.words for _name, card in cards])
    text = _("Find these four cards of the virtual player and lay them face up: {cards}.", cards=shown)
    yield Do(text, "MO-11", shows=partial(cards_laid, cards))


def first_unnamed(board: Board) -> str | None:
    """Return the first active card that has no name yet."""
    return next((name for name in board.active if not board.cards[name].type), None)


def draw_question(board: Board) -> Ask:
    """Build the draw from the deck, which chance answers; the player doesn't see the options."""
    shuffle_in(board)
    names = [option(name, board.cards[name].words) for name in board.deck]
    return Ask(
        "chance",
        "draw",
        _("Rival draws the virtual player’s cards."),
        Order(names, ACTIVE - len(board.active)),
        "MO-10",
        label=N_("Four cards are drawn for the virtual player."),
        dealt=True,
    )


def name_card(board: Board, name: str) -> Script[None]:
    """Ask for the kind of an unnamed card that has come up (MO-07): an open starting card, or a card taken."""
    kind = yield from ask(lambda: name_question(board, name) if first_unnamed(board) == name else None)
    if kind is not None:
        board.cards[name] = card_of(kind)


def name_question(board: Board, name: str) -> Ask:
    """Build the question for the kind of this card."""
    return Ask(
        "table",
        "card",
        open_card(board)
        if is_starting(name)
        else _("A card came up that the virtual player took earlier. Which card is it?"),
        Choice(STARTING_KINDS if is_starting(name) else EVERY_KIND),
        "MO-07",
        label=N_("The unknown card: {answer}."),
        about={"card": name},
    )


def open_card(board: Board) -> Text:
    """Return the question for the open starting card, listing the others so that it can be found in the pile."""
    others = [card.words for one, card in board.cards.items() if is_starting(one) and card.type]
    return _(
        "The virtual player’s unknown starting card came up. Its other starting cards are {cards}. Which card is it?",
        cards=Joined(others),
    )


EVERY_KIND = [option(id, card.words, piece=sign_of(card, counted=True)) for id, card in KINDS.items()]
STARTING_KINDS = [one for one in EVERY_KIND if one.id != BOUGHT]


# --- cards drawn by you ----------------------------------------------------------------------------------


def turn_up(board: Board) -> Script[None]:
    """Ask for the cards that you have drawn from the real deck (MO-10, MO-11), unless all four are certain."""
    answer = yield from ask(lambda: turned_up_question(board) if len(certain(board)[0]) < ACTIVE else None)
    known = certain(board)[0]
    if answer is not None:
        found = identified(board, answer)
        board.cards.update((name, card_of(kind)) for name, kind in found.items())
        known += found
    board.active = known
    board.deck = [name for name in board.deck if name not in known]
    if answer is None:
        cards = [(name, board.cards[name]) for name in known]
        shown = Joined([card.words for _name, card in cards])
        text = _("Turn the virtual player’s four cards face up: {cards}.", cards=shown)
        yield Do(text, "MO-11", shows=partial(cards_laid, cards))


def certain(board: Board) -> tuple[list[str], list[str]]:
    """Return the cards that are active in any case, first those with a name, then those without."""
    names = [*board.active, *board.deck] if len(board.active) + len(board.deck) == ACTIVE else board.active
    return [name for name in names if board.cards[name].type], [name for name in names if not board.cards[name].type]


def turned_up_question(board: Board) -> Ask:
    """Build the question for the cards that came up and are not certain."""
    shuffle_in(board)
    known, unnamed = certain(board)
    there = [*board.deck, *unnamed]
    kinds = {board.cards[name].id for name in there}
    if OPEN in kinds:
        kinds.update(str(one.id) for one in STARTING_KINDS)
    if any(not board.cards[name].type and not is_starting(name) for name in there):
        kinds.add(BOUGHT)
    shown = [one for one in EVERY_KIND if one.id in kinds]
    missing = ACTIVE - len(known)
    text = n_("Which card of the virtual player came up?", "Which {n} cards of the virtual player came up?", missing)
    cards = Joined([board.cards[name].words for name in known])
    return Ask(
        "table",
        "draw",
        text,
        Phrases(shown, missing, missing),
        "MO-10",
        "MO-11",
        because=[
            Because(
                _("These last cards of the virtual player’s deck are active in any case: {cards}.", cards=cards), *SHORT
            )
        ]
        if known
        else (),
        test=lambda answer: fits_deck(board, answer),
        label=N_("The virtual player’s cards: {answer}."),
    )


def identified(board: Board, answer: Sequence[str]) -> dict[str, str]:
    """Return the cards of the deck that came up, each with its kind.

    Cards known to be of that kind come first, then unnamed ones. Raise BadAnswer if the deck can't have those kinds.
    """
    known, unnamed = certain(board)
    there = [name for name in board.deck if name not in known and name not in unnamed]
    found: dict[str, str] = {}
    others: list[str] = []
    for kind in answer:
        name = next((one for one in there if one not in found and board.cards[one].id == kind), None)
        if name is None:
            others.append(kind)
        else:
            found[name] = kind
    waiting = [*unnamed, *(name for name in there if not board.cards[name].type)]
    named = given(waiting, others)
    while (
        named is not None and found and not named.keys() >= {*unnamed}
    ):  # the unnamed cards that are active in any case must be among them
        others.append(found.popitem()[1])
        named = given(waiting, others)
    if named is None or not named.keys() >= {*unnamed}:
        raise BadAnswer(
            _(
                "The virtual player’s deck doesn’t have that many “{card}” cards. It has: {cards}.",
                card=card_of(others[-1]).words,
                cards=Joined([board.cards[name].words for name in there]),
            )
        )
    return found | named


def given(waiting: Sequence[str], kinds: Sequence[str]) -> dict[str, str] | None:
    """Assign these kinds to unnamed cards in order; return None if the cards can't have them (MO-07)."""
    named: dict[str, str] = {}
    for kind in sorted(kinds, key=lambda one: one != BOUGHT):
        name = next((one for one in waiting if one not in named and (kind != BOUGHT or not is_starting(one))), None)
        if name is None:
            return None
        named[name] = kind
    return named


def fits_deck(board: Board, answer: Sequence[str]) -> None:
    """Raise BadAnswer if the deck can't have the cards entered."""
    identified(board, answer)


# --- what you need for MAX -------------------------------------------------------------------------------


def threshold_words(board: Board) -> Text:
    """Return the totals that you need on the MAX spaces as text, by card type (MO-12, MO-A24, MO-A30)."""
    totals = Joined(
        [
            _("{type} {n}", type=TYPES[type], n=board.thresholds[type])
            for type in board.max_types
            if type in board.thresholds
        ]
    )
    others = Joined([TYPES[type] for type in board.max_types if type not in board.thresholds])
    if not others.parts:
        return _("Needed for MAX: {totals}.", totals=totals)
    if board.options.max_at_zero == "free":
        rest = _("nothing for {types}", types=others)
    else:
        rest = n_("one card of {types}", "one card each of {types}", len(others.parts))
        rest.args["types"] = others
    return _("Needed for MAX: {totals}.", totals=Joined([totals, rest] if totals.parts else [rest], "; "))


# --- the action phase ------------------------------------------------------------------------------------


def action_phase(board: Board) -> Script[None]:
    """Alternate turns, beginning with the first player, until you pass (MO-25, MO-A11, MO-A12)."""
    opens, side = True, board.first_player
    while True:
        then = yield from (your_turn if side == "you" else its_turn)(board, opens)
        if then == "pass":
            return
        opens, side = opens and then is None, "ivp" if side == "you" else "you"


def your_turn(board: Board, opens: bool) -> Script[str | None]:
    """Ask for your turn and record it; return "go-on" or "pass" (MO-09, MO-A35).

    ``opens`` says that it is the first turn of the round. Return None if a correction makes the virtual player first.
    """
    yield Act(_("Your turn"), "MO-09", who="player")
    answer = yield from ask(lambda: None if opens and board.first_player == "ivp" else your_report(board))
    if answer is None:
        return None
    for n in answer["took"]:
        board.display[n - 1] = False
    for n in answer["placed"]:
        board.bonus[n - 1].holder = "you"
    then: str = answer["then"]
    if then == "pass" and (answer["took"] or answer["placed"]):
        yield Say(_("Passing is a separate turn: the virtual player takes its turn before you pass."), "MO-A35")
        yield from its_turn(board, opens=False)
        yield Act(_("You pass"), "MO-A35", who="player")
        yield Say(_("Now you pass."), "MO-A35")
    elif then == "pass":
        yield Act.retitle(_("You pass"))
    return then


def your_report(board: Board) -> Ask:
    """Build the question for your turn: cards taken, spaces occupied, pass or not."""
    cards, free = board.cards_shown, [(n, board.bonus_words(n)) for n in board.free_bonus]
    shown, spaces = Several(lambda: map(option, cards)), Several(lambda: [option(n, words) for n, words in free])
    fields = [
        Field("took", _("display spaces you took a card from"), shown, [], word=_("took"), on="display"),
        Field("placed", _("bonus spaces you occupied"), spaces, [], word=_("placed"), on="bonus"),
        Field("then", _("then"), THEN, "go-on"),
    ]
    return Ask(
        "player",
        "your-turn",
        _("Your turn. Which cards did you take, which bonus spaces did you occupy?"),
        Form(fields),
        "MO-09",
        "MO-25",
        label=partial(line_of_your_turn, dict(free)),
        notes=[Because(threshold_words(board), "MO-12", "MO-A24", "MO-A30")],
    )


def line_of_your_turn(spaces: Mapping[int, Text], answer: Mapping[str, Any]) -> Text:
    """Return the answer about your turn as text."""
    took, placed = sorted(answer.get("took", ())), sorted(answer.get("placed", ()))
    said: list[Text] = []
    if took:
        said.append(
            n_(
                "You took the card from display space {spaces}.",
                "You took the cards from display spaces {spaces}.",
                len(took),
            )
        )
        said[-1].args["spaces"] = Joined(took)
    if placed:
        said.append(n_("You occupied bonus space {spaces}.", "You occupied bonus spaces {spaces}.", len(placed)))
        said[-1].args["spaces"] = Joined([spaces[n] for n in placed])
    if answer.get("then") == "pass":
        said.append(_("You passed."))
    return Joined(said or [_("You took no card and occupied no space.")], " ")


THEN = Choice([option("go-on", _("the virtual player’s turn")), option("pass", _("pass"))])


# --- turn of the virtual player --------------------------------------------------------------------------


def its_turn(board: Board, opens: bool) -> Script[str | None]:
    """Carry out a turn of the virtual player: a card or a marker (MO-13 to MO-15, MO-A3, MO-A5).

    ``opens`` says that it is the first turn of the round. Return None if a correction makes you first player.
    """
    yield Act(_("The virtual player’s turn"), "MO-13")
    if opens and board.first_player == "you":
        return None
    if opens:
        yield Say(_("The virtual player is first player and begins."), "MO-24", "MO-A12")
    board.done.turns += 1
    action = yield from card_or_marker(board)
    if action == "card":
        yield from take_card(board)
    elif action == "marker":
        yield from place_marker(board)
    else:
        yield Act.retitle(_("The virtual player skips its turn"))
        yield Say(_("There is no card to take and no marker to place: the virtual player skips its turn."), "MO-A5")
    return "go-on"


def card_or_marker(board: Board) -> Script[str | None]:
    """Choose "card" or "marker", at random where both are possible; return None if neither is."""
    if len(possible(board)) == 2:
        face = yield from roll(
            "card-or-marker",
            _("The virtual player’s turn. Roll a d6: 1–3 it takes a card, 4–6 it places a marker."),
            6,
            "MO-13",
            "MO-14",
            "MO-A14",
            label=N_(
                "Does the virtual player take a card (roll of 1–3) or place a marker (4–6)? The d6 shows {answer}."
            ),
        )
        action = "card" if face <= 3 else "marker"
        if action in possible(board):
            return action
    if possible(board) == ["card"]:
        yield explain_card(board)
        return "card"
    if possible(board) == ["marker"]:
        yield Because(_("The display is empty: the virtual player places a marker."), "MO-A5")
        return "marker"
    return None


def possible(board: Board) -> list[str]:
    """Return the actions that the virtual player can do now, of "card" and "marker"."""
    card, marker = any(board.display), board.markers > 0 and bool(board.free_bonus)
    return [action for action, can in (("card", card), ("marker", marker)) if can]


def explain_card(board: Board) -> Because:
    """Explain why the virtual player takes a card: no marker left, or no free space (MO-15, MO-A3)."""
    if board.markers:
        return Because(_("All 7 bonus spaces are occupied: the virtual player takes a card."), "MO-A3")
    return Because(_("The virtual player has no marker left: it takes a card."), "MO-15")


def take_card(board: Board) -> Script[None]:
    """Move a random card of the display to the discard pile, free of charge (MO-16 to MO-18).

    Its kind is asked for only if the card can come up again.
    """
    space = yield from roll_space(board, "display")
    if space is None:
        yield Say(_("The display is empty: the virtual player skips its turn."), "MO-A5")
        return
    yield Act.retitle(_("The virtual player takes a card: display space {n}", n=space))
    name = f"c{len(board.cards) + 1}"
    before = tuple(board.display)
    board.display[space - 1] = False
    board.cards[name] = UNNAMED
    board.discard.append(name)
    if named_cards_matter(board):
        board.cards[name] = card_of((yield from granted(lambda: took_question(name))))
    yield Do(
        _(
            "Put the card from display space {n} ({place}) on the virtual player’s discard pile. "
            "The virtual player pays nothing.",
            n=space,
            place=place_words(space),
        ),
        "MO-16",
        "MO-17",
        "MO-18",
        "MO-A6",
        shows=partial(card_taken, before, space),
    )


def took_question(name: str) -> Ask:
    """Build the question for the card just taken (MO-18).

    It may stay unanswered: cards without a name are asked for at the end of the round.
    """
    return Ask(
        "table",
        "took",
        _("Which card did the virtual player take?"),
        Choice([*EVERY_KIND, OPEN_KIND], OPEN),
        "MO-18",
        label=N_("The virtual player took: {answer}."),
        about={"card": name, "along": True},
        unless=_("Enter which card it is"),
    )


def place_marker(board: Board) -> Script[None]:
    """Place a marker on a random free bonus space (MO-20 to MO-24); it only blocks, but for the first-player space."""
    space = yield from roll_space(board, "bonus")
    if space is None:
        yield Say(_("No bonus space is free: the virtual player skips its turn."), "MO-A5")
        return
    yield Act.retitle(_("The virtual player places a marker: bonus space {n}", n=space))
    board.bonus[space - 1].holder = "ivp"
    board.done.blocked += 1
    text, cites = marker_words(board, space)
    text.args["space"] = board.bonus_words(space)
    shows = partial(marker_placed, markers(board), board.first_space, space)
    yield Do(text, "MO-20", "MO-22", *cites, "MO-A32", shows=shows)


def marker_words(board: Board, space: int) -> tuple[Text, tuple[str, ...]]:
    """Return the instruction for the marker and its rules (MO-23, MO-24, MO-A13).

    In round 7 the first-player space has no effect: there is no next round.
    """
    if space - 1 != board.first_space or board.round == ROUNDS:
        return _("Put a marker of the virtual player on bonus space {space}. It only blocks the space."), ("MO-23",)
    if board.first_player == "ivp":
        return _("Put a marker of the virtual player on bonus space {space}. The virtual player stays first player."), (
            "MO-24",
            "MO-A13",
        )
    text = _(
        "Put a marker of the virtual player on bonus space {space}. The virtual player will "
        "be first player in the next round."
    )
    return text, ("MO-24",)


# --- preparation -----------------------------------------------------------------------------------------


def preparation(board: Board) -> Script[None]:
    """Prepare the next round (MO-38): cards and markers go back, the first player is set, the display is refilled."""
    yield Act(_("Preparation for round {n}", n=board.round + 1), "MO-38", who="rules")
    yield from name_taken_cards(board)
    yield from checklist(
        "preparation",
        _("Prepare round {n}.", n=board.round + 1),
        lambda: preparation_list(board),
        "MO-37",
        "MO-38",
        label=N_("Preparation done."),
    )
    board.first_player = next_first_player(board)
    board.discard += board.active
    board.active, board.thresholds = [], {}
    for space in board.bonus:
        space.holder = ""
    yield from refill(board)


def next_first_player(board: Board) -> str:
    """Return the side that begins the next round (MO-24, MO-A12, MO-A34).

    This is the side on the first-player space. If it is free, the marker stays or returns to you, by the option.
    """
    holder = board.bonus[board.first_space].holder
    if not holder and board.options.first_player == "one_round":
        return "you"
    return holder or board.first_player


def name_taken_cards(board: Board) -> Script[None]:
    """Ask for the cards taken this round that have no name yet (MO-18, MO-19)."""
    if named_cards_matter(board) and unnamed(board):
        answer = yield from ask(lambda: taken_question(board))
        board.cards.update((name, card_of(kind)) for name, kind in zip(unnamed(board), answer, strict=True))


def named_cards_matter(board: Board) -> bool:
    """Return whether Rival draws the cards and may still reach those of the discard pile (MO-18)."""
    return board.options.shuffle == "program" and ACTIVE * (ROUNDS - board.round) > len(board.deck)


def unnamed(board: Board) -> list[str]:
    """Return the cards of the discard pile that have no name yet."""
    return [name for name in board.discard if not board.cards[name].type]


def taken_question(board: Board) -> Ask:
    """Build the question for the cards taken this round that have no name yet."""
    cards = len(unnamed(board))
    text = n_(
        "The virtual player took {n} card this round: the top card of its discard pile. Which card is it?",
        "The virtual player took {n} cards this round: the top {n} of its discard pile. Which cards are they?",
        cards,
    )
    if some_told(board):
        text = n_(
            "{n} card that the virtual player took this round is still unknown. Which card is it?",
            "{n} cards that the virtual player took this round are still unknown. Which cards "
            "are they, in the order in which it took them?",
            cards,
        )
    return Ask(
        "table",
        "taken",
        text,
        Phrases(EVERY_KIND, cards, cards),
        "MO-18",
        "MO-19",
        label=N_("The virtual player took: {answer}."),
    )


def some_told(board: Board) -> bool:
    """Return whether cards that were named when they were taken may be between or below the unnamed ones."""
    cards = len(unnamed(board))
    below = board.discard[:-cards][-1:]
    return unnamed(board) != board.discard[-cards:] or not all(map(is_starting, below))


def preparation_list(board: Board) -> list[Item]:
    """Return the items of the preparation checklist."""
    first = next_first_player(board)
    moves = first != board.first_player
    items = [
        Item(_("The virtual player’s four active cards go to its discard pile."), ("MO-38", "MO-A7")),
        Item(_("Take back all bonus markers, yours and the virtual player’s three."), ("MO-38", "MO-A10")),
        Item(FIRST_PLAYER[first, moves], ("MO-24", "MO-38", "MO-A12", "MO-A34")),
    ]
    empty = board.display.count(False)
    if empty:
        words = n_("Refill the display: {n} card.", "Refill the display: {n} cards.", min(empty, board.stack))
        items.append(Item(words if board.stack else _("No cards are left for the display."), ("MO-38", "MO-A6")))
    if empty > board.stack:
        items.append(Item(_("There are too few cards left to fill the display. That is allowed."), ("MO-35",)))
    return items


FIRST_PLAYER = {
    ("you", True): _("You take the first-player marker."),
    ("you", False): _("The first-player marker stays with you."),
    ("ivp", True): _("The virtual player gets the first-player marker."),
    ("ivp", False): _("The first-player marker stays with the virtual player."),
}
FILLING_ORDER = [row * COLUMNS + column for column in reversed(range(COLUMNS)) for row in range(ROWS)]
"""The display is refilled column by column from the right, each from the top."""


def refill(board: Board) -> Script[None]:
    """Refill the display (MO-35); in the round in which the cards run out, ask which spaces stay empty."""
    answer = yield from ask(lambda: empty_spaces_question(board) if board.stack and unfilled(board) else None)
    left = unfilled(board) if answer is None else answer
    board.stack = max(0, board.stack - board.display.count(False))
    board.display = [n not in left for n in range(1, SPACES + 1)]


def unfilled(board: Board) -> list[int]:
    """Return the display spaces that the remaining cards don't fill, from 1."""
    empty = [place for place in FILLING_ORDER if not board.display[place]]
    return [place + 1 for place in sorted(empty[board.stack :])]


def empty_spaces_question(board: Board) -> Ask:
    """Build the question for the display spaces that stay empty."""
    left = unfilled(board)
    shape = Several([option(n) for n in range(1, SPACES + 1)], default=left)
    text = _("Which display spaces stay empty?")
    label = N_("Empty display spaces: {answer}.")
    return Ask("table", "empty-spaces", text, shape, "MO-35", label=label, on="display")


# --- the end ---------------------------------------------------------------------------------------------


def final_scoring(board: Board) -> Script[Result]:
    """Ask for your score and return the level that it reaches (MO-39, MO-40)."""
    yield Act(_("Final scoring"), "MO-39", who="rules")
    yield Say(_("Round 7 is over: final scoring. Only you score."), "MO-37", "MO-39")
    answer = yield from ask(lambda: final_question(board))
    total: int = answer["money"] + answer["diamonds"] + answer["books"] + answer["share_cards"]
    for company, words in COMPANIES.items():
        shares, value = answer[f"shares_{key(company)}"], answer[f"value_{key(company)}"] or 0
        if shares:
            total += shares * value
            yield Because(share_words(words, shares, value), "MO-39")
    return (yield from reached(total))


def share_words(company: Text, shares: int, value: int) -> Text:
    """Return the points for the shares of a company as text."""
    return _(
        "{company}: {shares} × {coins} = {points}.",
        company=company,
        shares=n_("{n} share", "{n} shares", shares),
        coins=n_("{n} coin", "{n} coins", value),
        points=n_("{n} VP", "{n} VP", shares * value),
    )


def final_question(board: Board) -> Ask:
    """Build the question for your final score; values of shares are filled in where the base is known."""
    fields = [Field("money", _("money"), Number(0, 999), required=True)]
    fields += [Field(name, text, Number(0, 999), 0, word=SCORED_FOR[name]) for name, text in SCORED.items()]
    for company, words in COMPANIES.items():
        text, short = _("your shares of {company}", company=words), _("shares {company}", company=words)
        fields.append(
            Field(
                f"shares_{key(company)}",
                text,
                Number(0, 99),
                0,
                word=short,
                piece=BARE_POSTS[company],
                group=SHARES,
                cell=(words, YOUR_SHARES),
            )
        )
    for company, words in COMPANIES.items():
        text, short = _("value of one share of {company}", company=words), _("value {company}", company=words)
        value, piece = board.share_value(company), BARE_POSTS[company]
        fields.append(
            Field(
                f"value_{key(company)}",
                text,
                Number(0, 99),
                value,
                word=short,
                piece=piece,
                group=SHARES,
                cell=(words, VALUE_OF_ONE),
            )
        )
    text = _(
        "Count your score. The value of a share is the number of visible coins on the "
        "company’s base. You can enter sums such as 12+3."
    )
    return Ask("table", "final", text, Form(fields), "MO-39", test=all_valued, label=N_("Final scoring: {answer}."))


SHARES = Group(_("Shares"))
YOUR_SHARES, VALUE_OF_ONE = _("your shares"), _("value of one share")
SCORED = {
    "diamonds": _("VP for diamonds"),
    "books": _("VP for books"),
    "share_cards": _("VP for share cards"),
}
SCORED_FOR = {"diamonds": _("diamonds"), "books": _("books"), "share_cards": _("share cards")}


def key(company: str) -> str:
    """Return the company id as it is written in field keys."""
    return company.replace("-", "_")


def all_valued(answer: dict[str, Any]) -> None:
    """Raise BadAnswer if you have shares of a company but no value for them."""
    for company, words in COMPANIES.items():
        if answer[f"shares_{key(company)}"] and answer[f"value_{key(company)}"] is None:
            raise BadAnswer(_("{company}: enter the value of one share.", company=words))


def reached(total: int) -> Script[Result]:
    """Announce the level reached and the points missing to the next one (MO-02, MO-40, MO-A25)."""
    score = Name(str(total))
    mine, above = level(total), next_level(total)
    text = (
        _("{score} points: {level}.", score=score, level=LEVEL_WORDS[mine])
        if mine
        else _("{score} points: no level reached.", score=score)
    )
    if above:
        missing = n_(
            "You were {n} point short of “{level}”.", "You were {n} points short of “{level}”.", to_next(total)
        )
        missing.args["level"] = LEVEL_WORDS[above]
        text = Joined([text, missing], " ")
    cites = ("MO-40", "MO-A25") if mine else ("MO-02", "MO-40", "MO-A25")
    yield Act.conclude(text)
    yield Say(text, *cites)
    return Result(text, {"you": total}, level=mine, cites=cites)
