"""The virtual player's procedure in Mombasa, from set-up to the level reached, in the order of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from rival.games.mombasa.expansion_phase import play_expansion
from rival.games.mombasa.levels import (
    LEVEL_LABELS,
    LEVEL_THRESHOLDS,
    count_points_to_next_level,
    find_level,
    find_next_level,
)
from rival.games.mombasa.random_spaces import RolledSpace, choose_random_space, describe_place
from rival.games.mombasa.table import (
    ACTIVE_CARD_COUNT,
    BONUS_SPACE_COUNT,
    BOUGHT_KIND,
    CARD_TYPES,
    CARDS_BY_KIND,
    COMPANIES,
    DISPLAY_COLUMNS,
    DISPLAY_ROWS,
    DISPLAY_SPACE_COUNT,
    OPEN_CARD,
    PROBABLE_DECK,
    ROUND_COUNT,
    UNNAMED_CARD,
    Board,
    get_card,
    is_starting_card,
)
from rival.games.mombasa.views import (
    POST_PIECES,
    list_bonus_markers,
    make_card_piece,
    show_active_cards,
    show_placed_marker,
    show_taken_card,
)
from rival.kernel import (
    N_,
    Act,
    Ask,
    BadAnswerError,
    Because,
    Cause,
    ChecklistItem,
    Choice,
    DieValue,
    Do,
    Field,
    FieldGroup,
    Form,
    FreeText,
    Highlight,
    JoinedText,
    MultiChoice,
    Name,
    Number,
    Option,
    Order,
    Result,
    Say,
    ScoreSource,
    Script,
    Text,
    TextList,
    _,
    ask,
    ask_checklist,
    assume,
    make_option,
    n_,
    roll,
)


def play_game(board: Board) -> Script[Result]:
    """Play a whole game: set-up, seven rounds (MO-37) and final scoring."""
    yield from run_setup(board)
    while board.round < ROUND_COUNT:  # MO-37
        yield from play_planning_phase(board)
        yield from play_action_phase(board)
        yield from play_expansion(board)
        if board.round < ROUND_COUNT:
            yield from play_preparation_phase(board)
    return (yield from score_game(board))


# --- set-up --------------------------------------------------------------------------------------------


def run_setup(board: Board) -> Script[None]:
    """Set up a two-player game in which the virtual player has only its cards and markers (MO-05 to MO-08)."""
    yield from ask_checklist(
        "set-up",
        _("Set up the game for you and the virtual player."),
        lambda: list_setup_items(board),
        "MO-05",
        label=N_("Set-up done."),
    )
    yield from ask_starting_deck(board)
    if "bonus" not in board.pack:
        yield from ask_bonus_names(board)


def list_setup_items(board: Board) -> list[ChecklistItem]:
    """Return the items on the set-up checklist."""
    dice_item = (
        _("If you want to roll yourself, have a d12, a d8 and a d6 ready.")
        if board.options.dice_reading == "d12_d8"
        else _("If you want to roll yourself, have a d6 ready.")
    )
    return [
        ChecklistItem(_("Set up a normal game for two players and choose your colour."), ("MO-01", "MO-05", "MO-08")),
        ChecklistItem(_("The first-player marker is yours."), ("MO-06",)),
        ChecklistItem(
            _(
                "The virtual player gets the 9 starting cards of another colour, the second player’s "
                "expansion card and 3 bonus markers. It gets no player board, money, track markers, "
                "books, diamonds or starting tile."
            ),
            ("MO-07",),
        ),
        ChecklistItem(dice_item, ("MO-03", "MO-04")),
        ChecklistItem(
            _(
                "Number the 7 bonus spaces on the board that have no MAX from 1 to 7; “first player” "
                "is number {n}. The spaces on the company tracks don’t count.",
                n=board.first_space + 1,
            ),
            ("MO-20", "MO-21", "MO-A1"),
        ),
    ]


def ask_starting_deck(board: Board) -> Script[None]:
    """Ask for the ten starting cards, unless the pack has them (MO-07). The probable cards are suggested."""
    kinds = board.pack.get("deck")
    if kinds is None:
        answer = yield from ask(make_deck_question)
        kinds = [answer[f"card{n}"] for n in range(1, len(PROBABLE_DECK) + 1)]
    board.cards = {f"c{n}": get_card(kind) for n, kind in enumerate(kinds, start=1)}
    board.deck = list(board.cards)


OPEN_CARD_OPTION = Option(OPEN_CARD, _("unknown"), OPEN_CARD, make_card_piece(UNNAMED_CARD))


def make_deck_question() -> Ask:
    """Return the question about the ten starting cards."""
    kinds = Choice([*STARTING_CARD_OPTIONS, OPEN_CARD_OPTION])
    fields = [
        Field(f"card{n}", _("card {n}", n=n), kinds, probable) for n, probable in enumerate(PROBABLE_DECK, start=1)
    ]
    text = _("Are these the virtual player’s ten starting cards? Rival asks for an unknown card when it comes up.")
    return Ask("table", "deck", text, Form(fields), "MO-07", label=describe_deck)


def describe_deck(answer: Mapping[str, Any]) -> Text:
    """Return the answer to `make_deck_question` as text."""
    kinds = [answer.get(f"card{n}", probable) for n, probable in enumerate(PROBABLE_DECK, start=1)]
    return _("The virtual player’s cards: {answer}.", answer=JoinedText([get_card(kind).label for kind in kinds]))


def ask_bonus_names(board: Board) -> Script[None]:
    """Ask for names for the bonus spaces (MO-A1); spaces without a name are identified by their number."""
    answer = yield from ask(lambda: make_bonus_names_question(board))
    for n, space in enumerate(board.bonus, start=1):
        space.name = answer.get(f"space{n}") or ""


def make_bonus_names_question(board: Board) -> Ask:
    """Return the question about the names of the bonus spaces."""
    spaces = [n for n in range(1, BONUS_SPACE_COUNT + 1) if n - 1 != board.first_space]
    fields = [Field(f"space{n}", _("bonus space {n}", n=n), FreeText(60)) for n in spaces]
    text = _(
        "Bonus space {n} is “first player”. Name the others if you like; numbers alone are enough.",
        n=board.first_space + 1,
    )
    return Ask("table", "bonus-names", text, Form(fields), "MO-A1", label=describe_bonus_names)


def describe_bonus_names(answer: Mapping[str, Any]) -> Text:
    """Return the names entered for the bonus spaces as text."""
    names = [(name.removeprefix("space"), label) for name, label in answer.items() if label]
    if not names:
        return _("The bonus spaces have no names, only numbers.")
    named_spaces = [_("{n} ({name})", n=Name(n), name=Name(label)) for n, label in names]
    return _("Bonus spaces: {answer}.", answer=JoinedText(named_spaces))


# --- planning --------------------------------------------------------------------------------------------


def play_planning_phase(board: Board) -> Script[None]:
    """Carry out the planning phase (MO-09 to MO-12).

    The player plans first. Then the virtual player's four active cards are revealed.
    """
    board.round += 1
    board.phase = "planning"
    yield from announce_round(board)
    yield from ask_checklist(
        "planned",
        PLANNING_PROMPTS[board.options.shuffle],
        lambda: list_planning_items(board),
        "MO-09",
        "MO-11",
        label=N_("You have planned."),
        metadata={"yours": True},
    )
    yield Act(_("The virtual player shows its four cards"), "MO-11", cause=Cause(_("You have planned")))
    yield from (deal_cards if board.options.shuffle == "program" else ask_drawn_cards)(board)
    board.calculate_max_totals()
    if "share" in board.thresholds:
        yield Say(_("Share cards among the virtual player’s active cards have no effect."), "MO-36")
    yield Say(MAX_TEXTS[board.options.max_at_zero], "MO-12", "MO-A24", "MO-A30")
    yield Act.conclude(describe_max_requirements(board))


def announce_round(board: Board) -> Script[None]:
    """Announce a round and its first player, and whether it is the last round (MO-24, MO-37)."""
    cause = Cause(_("Round {n} is over", n=board.round - 1) if board.round > 1 else _("The game begins"))
    if board.round < ROUND_COUNT:
        yield Act(_("Round {n} of 7", n=board.round), "MO-37", who="rules", cause=cause, is_banner=True)
    else:
        yield Act(_("Round 7 of 7: the last round"), "MO-37", who="rules", cause=cause, is_banner=True)
        yield Say(_("After this round you score. There is no further preparation."), "MO-37")
    yield Say(ROUND_TEXTS[board.first_player](board.round), "MO-24", "MO-37")


ROUND_TEXTS: dict[str, Callable[[int], Text]] = {
    "you": lambda n: _("Round {n} of 7 begins. You are first player.", n=n),
    "ivp": lambda n: _("Round {n} of 7 begins. The virtual player is first player.", n=n),
}


def split_deck(board: Board) -> tuple[list[str], list[str]]:
    """Return the cards certain to be active, and the cards from which the others are drawn (MO-19, MO-A8).

    If the deck has too few cards, all of them become active. The others come from the discard pile, which becomes the
    new deck.
    """
    if len(board.deck) >= ACTIVE_CARD_COUNT:
        certain_cards, drawable_cards = [], list(board.deck)
    else:
        certain_cards, drawable_cards = list(board.deck), list(board.discard)
    if len(certain_cards) + len(drawable_cards) == ACTIVE_CARD_COUNT:
        return [*certain_cards, *drawable_cards], []
    return certain_cards, drawable_cards


def activate_cards(board: Board, card_ids: Sequence[str]) -> None:
    """Make these four cards active, taking them from the deck, or from the discard pile that became the deck."""
    if len(board.deck) < ACTIVE_CARD_COUNT:
        board.deck, board.discard = board.discard, []
    board.active = list(card_ids)
    board.deck = [name for name in board.deck if name not in card_ids]


PLANNING_PROMPTS = {
    "program": _("Plan your round as usual and confirm. Then Rival shows the virtual player’s four cards."),
    "you": _("Plan your round as usual, then turn the virtual player’s four cards face up together with yours."),
}


def list_planning_items(board: Board) -> list[ChecklistItem]:
    """Return the items on the planning checklist (MO-10, MO-19, MO-A8)."""
    deck_size = len(board.deck)
    if board.options.shuffle == "program":
        dealing_items = [
            ChecklistItem(
                _("Rival draws the virtual player’s four cards and shows them when you have planned your round."),
                ("MO-10", "MO-A9"),
            )
        ]
        return (
            dealing_items
            if deck_size >= ACTIVE_CARD_COUNT
            else [
                ChecklistItem(
                    _(
                        "The virtual player’s deck has too few cards: Rival shuffles its discard pile, which becomes "
                        "the new deck."
                    ),
                    SHORT_DECK_RULES,
                ),
                *dealing_items,
            ]
        )
    if deck_size >= ACTIVE_CARD_COUNT:
        shuffle_first = _("Shuffle the virtual player’s deck and lay its top four cards face down.")
        deal_only = _("Lay the top four cards of the virtual player’s deck face down.")
        return [ChecklistItem(shuffle_first if board.round == 1 else deal_only, ("MO-10", "MO-A9"))]
    rest_text = n_(
        "The virtual player’s deck has only {n} card left: lay it face down.",
        "The virtual player’s deck has only {n} cards left: lay them face down.",
        deck_size,
    )
    shuffle_text = n_(
        "Shuffle the virtual player’s discard pile, which becomes its new deck, and lay its top card face down.",
        "Shuffle the virtual player’s discard pile, which becomes its new deck, and lay its top {n} cards face down.",
        ACTIVE_CARD_COUNT - deck_size,
    )
    return [
        ChecklistItem(rest_text if deck_size else _("The virtual player’s deck is empty."), ("MO-A8",)),
        ChecklistItem(shuffle_text, SHORT_DECK_RULES),
    ]


SHORT_DECK_RULES = ("MO-19", "MO-A8")


# --- cards drawn by the program --------------------------------------------------------------------------


def deal_cards(board: Board) -> Script[None]:
    """Draw the four active cards (MO-10, MO-11).

    If the deck runs out, the remaining cards are drawn from the shuffled discard pile.
    """
    if 0 < len(board.deck) < ACTIVE_CARD_COUNT:
        left_cards = JoinedText([board.cards[name].label for name in board.deck])
        yield Because(
            _(
                "The last cards of the virtual player’s deck: {cards}. The others come from its shuffled discard pile.",
                cards=left_cards,
            ),
            *SHORT_DECK_RULES,
        )
    elif not board.deck:
        yield Because(
            _("The virtual player’s deck was empty: its discard pile was shuffled and is the new deck."),
            *SHORT_DECK_RULES,
        )
    drawn = (yield from ask(lambda: make_draw_question(board) if split_deck(board)[1] else None)) or ()
    activate_cards(board, [*split_deck(board)[0], *drawn])
    while (name := find_unnamed_active_card(board)) is not None:
        yield from ask_card_kind(board, name)
    cards = [(name, board.cards[name]) for name in board.active]
    card_list = JoinedText([card.label for _name, card in cards])
    text = _("Find these four cards of the virtual player and lay them face up: {cards}.", cards=card_list)
    yield Do(text, "MO-11", highlight=partial(show_active_cards, cards))


def find_unnamed_active_card(board: Board) -> str | None:
    """Return the first active card that has no name yet."""
    return next((name for name in board.active if not board.cards[name].type), None)


def make_draw_question(board: Board) -> Ask:
    """Return the question about the cards drawn from the deck."""
    certain_cards, drawable_cards = split_deck(board)
    names = [make_option(name, board.cards[name].label) for name in drawable_cards]
    return Ask(
        "chance",
        "draw",
        _("Rival draws the virtual player’s cards."),
        Order(names, ACTIVE_CARD_COUNT - len(certain_cards)),
        "MO-10",
        label=N_("Four cards are drawn for the virtual player."),
        is_drawn_by_program=True,
    )


def ask_card_kind(board: Board, card_id: str) -> Script[None]:
    """Ask for the kind of a virtual player's unnamed card (MO-07)."""
    kind = yield from ask(
        lambda: make_card_question(board, card_id) if find_unnamed_active_card(board) == card_id else None
    )
    if kind is not None:
        board.cards[card_id] = get_card(kind)


def make_card_question(board: Board, card_id: str) -> Ask:
    """Return the question about this card's kind."""
    return Ask(
        "table",
        "card",
        make_open_card_text(board)
        if is_starting_card(card_id)
        else _("A card came up that the virtual player took earlier. Which card is it?"),
        Choice(STARTING_CARD_OPTIONS if is_starting_card(card_id) else CARD_OPTIONS),
        "MO-07",
        label=N_("The unknown card: {answer}."),
        metadata={"card": card_id},
    )


def make_open_card_text(board: Board) -> Text:
    """Return the text of the question that asks for the unknown starting card."""
    other_cards = [card.label for card_id, card in board.cards.items() if is_starting_card(card_id) and card.type]
    return _(
        "The virtual player’s unknown starting card came up. Its other starting cards are {cards}. Which card is it?",
        cards=JoinedText(other_cards),
    )


CARD_OPTIONS = [
    make_option(id, card.label, piece=make_card_piece(card, show_value=True)) for id, card in CARDS_BY_KIND.items()
]
STARTING_CARD_OPTIONS = [one for one in CARD_OPTIONS if one.id != BOUGHT_KIND]


# --- cards drawn by the player ----------------------------------------------------------------------------------


def ask_drawn_cards(board: Board) -> Script[None]:
    """Ask which cards were drawn from the virtual player's deck (MO-10, MO-11)."""
    answer = yield from ask(
        lambda: make_turned_up_question(board) if len(split_certain_cards(board)[0]) < ACTIVE_CARD_COUNT else None
    )
    card_ids = split_certain_cards(board)[0]
    if answer is not None:
        identified_kinds = identify_cards(board, answer)
        board.cards.update((name, get_card(kind)) for name, kind in identified_kinds.items())
        card_ids += identified_kinds
    activate_cards(board, card_ids)
    if answer is None:
        cards = [(name, board.cards[name]) for name in card_ids]
        card_list = JoinedText([card.label for _name, card in cards])
        text = _("Turn the virtual player’s four cards face up: {cards}.", cards=card_list)
        yield Do(text, "MO-11", highlight=partial(show_active_cards, cards))


def split_certain_cards(board: Board) -> tuple[list[str], list[str]]:
    """Return two lists of the cards that will certainly be active: those with a name, and those without one."""
    names = split_deck(board)[0]
    return [name for name in names if board.cards[name].type], [name for name in names if not board.cards[name].type]


def make_turned_up_question(board: Board) -> Ask:
    """Return the question about the drawn cards that can't be predicted."""
    certain_cards, unnamed = split_certain_cards(board)
    candidates = [*split_deck(board)[1], *unnamed]
    kinds = {board.cards[name].id for name in candidates}
    if OPEN_CARD in kinds:
        kinds.update(str(kind.id) for kind in STARTING_CARD_OPTIONS)
    if any(not board.cards[name].type and not is_starting_card(name) for name in candidates):
        kinds.add(BOUGHT_KIND)
    options = [kind for kind in CARD_OPTIONS if kind.id in kinds]
    missing = ACTIVE_CARD_COUNT - len(certain_cards)
    text = n_("Which card of the virtual player came up?", "Which {n} cards of the virtual player came up?", missing)
    cards = JoinedText([board.cards[name].label for name in certain_cards])
    return Ask(
        "table",
        "draw",
        text,
        TextList(options, missing, missing),
        "MO-10",
        "MO-11",
        because=[
            Because(
                _("These last cards of the virtual player’s deck are active in any case: {cards}.", cards=cards),
                *SHORT_DECK_RULES,
            )
        ]
        if certain_cards
        else (),
        extra_check=lambda answer: check_deck_answer(board, answer),
        label=N_("The virtual player’s cards: {answer}."),
    )


def identify_cards(board: Board, answer: Sequence[str]) -> dict[str, str]:
    """Return the deck's drawn cards, each with its kind.

    Cards known to be of a kind are used first, then unnamed cards. Raise BadAnswerError if the deck can't contain these
    kinds.
    """
    unnamed, candidates = split_certain_cards(board)[1], split_deck(board)[1]
    matched: dict[str, str] = {}
    other_kinds: list[str] = []
    for kind in answer:
        name = next(
            (card_id for card_id in candidates if card_id not in matched and board.cards[card_id].id == kind), None
        )
        if name is None:
            other_kinds.append(kind)
        else:
            matched[name] = kind
    unnamed_candidates = [*unnamed, *(name for name in candidates if not board.cards[name].type)]
    assigned = assign_card_kinds(unnamed_candidates, other_kinds)
    while (
        assigned is not None and matched and not assigned.keys() >= {*unnamed}
    ):  # the unnamed cards that are certain to be active must be among them
        other_kinds.append(matched.popitem()[1])
        assigned = assign_card_kinds(unnamed_candidates, other_kinds)
    if assigned is None or not assigned.keys() >= {*unnamed}:
        raise BadAnswerError(
            _(
                "The virtual player’s deck doesn’t have that many “{card}” cards. It has: {cards}.",
                card=get_card(other_kinds[-1]).label,
                cards=JoinedText([board.cards[name].label for name in candidates]),
            )
        )
    return matched | assigned


def assign_card_kinds(card_ids: Sequence[str], kinds: Sequence[str]) -> dict[str, str] | None:
    """Assign these kinds to unnamed cards in order; return None if that is impossible (MO-07)."""
    assigned: dict[str, str] = {}
    for kind in sorted(kinds, key=lambda candidate: candidate != BOUGHT_KIND):
        name = next(
            (
                candidate
                for candidate in card_ids
                if candidate not in assigned and (kind != BOUGHT_KIND or not is_starting_card(candidate))
            ),
            None,
        )
        if name is None:
            return None
        assigned[name] = kind
    return assigned


def check_deck_answer(board: Board, answer: Sequence[str]) -> None:
    """Raise BadAnswerError if the deck can't contain the entered cards."""
    identify_cards(board, answer)


# --- requirements of the MAX spaces -------------------------------------------------------------------------------

MAX_TEXTS = {
    "one_card": _(
        "You may place a marker on a MAX space if your face-up cards of its type total at least as much as the virtual "
        "player’s four cards. If it has no card of the type, you need at least one card."
    ),
    "free": _(
        "You may place a marker on a MAX space if your face-up cards of its type total at least as much as the virtual "
        "player’s four cards. If it has no card of the type, you need nothing."
    ),
}
"""The meaning of the totals for MAX, by the option ``max_at_zero``."""


def describe_max_requirements(board: Board) -> Text:
    """Return the totals that the player needs for the MAX spaces as text, by type (MO-12, MO-A24, MO-A30)."""
    totals = JoinedText(
        [
            _("{type} {n}", type=CARD_TYPES[type], n=board.thresholds[type])
            for type in board.max_types
            if type in board.thresholds
        ]
    )
    other_types = JoinedText([CARD_TYPES[type] for type in board.max_types if type not in board.thresholds])
    if not other_types.parts:
        return _("Needed for MAX: {totals}.", totals=totals)
    if board.options.max_at_zero == "free":
        other_text = _("nothing for {types}, as the virtual player has none active", types=other_types)
    else:
        other_text = n_(
            "at least one card of type {types}, as the virtual player has none active",
            "at least one card of each type: {types}, as the virtual player has none active",
            len(other_types.parts),
        )
        other_text.args["types"] = other_types
    return _(
        "Needed for MAX: {totals}.", totals=JoinedText([totals, other_text] if totals.parts else [other_text], "; ")
    )


# --- the action phase ------------------------------------------------------------------------------------


def play_action_phase(board: Board) -> Script[None]:
    """Alternate turns, starting with the first player, until the player passes (MO-25, MO-A11, MO-A12)."""
    is_opening, side = True, board.first_player
    while True:
        next_step = yield from (play_player_turn if side == "you" else play_opponent_turn)(board, is_opening)
        if next_step == "pass":
            return
        is_opening, side = is_opening and next_step is None, "ivp" if side == "you" else "you"


def play_player_turn(board: Board, is_opening: bool) -> Script[str | None]:
    """Ask for the player's turn and store it; return "go-on" or "pass" (MO-09, MO-A35).

    ``is_opening`` means that this is the first turn of the round. Return None if a correction makes the virtual player
    the first player.
    """
    board.phase = "yours"
    yield Act(_("Your turn"), "MO-09", who="player")
    answer = yield from ask(
        lambda: None if is_opening and board.first_player == "ivp" else make_player_turn_question(board)
    )
    if answer is None:
        return None
    for n in answer["took"]:
        board.display[n - 1] = False
    for n in answer["placed"]:
        board.bonus[n - 1].holder = "you"
    next_step: str = answer["then"]
    if next_step == "pass" and (answer["took"] or answer["placed"]):
        yield Say(_("Passing is a separate turn: the virtual player takes its turn before you pass."), "MO-A35")
        yield from play_opponent_turn(board, is_opening=False)
        board.phase = "yours"
        yield Act(_("You pass"), "MO-A35", who="player")
        yield Say(_("Now you pass."), "MO-A35")
        yield Act.conclude(NO_MORE_TURNS)
    elif next_step == "pass":
        yield Act.retitle(_("You pass"))
        yield Act.conclude(NO_MORE_TURNS)
    return next_step


NO_MORE_TURNS = _("Nobody takes another turn in this round")


def make_player_turn_question(board: Board) -> Ask:
    """Return the question about the player's turn."""
    filled_spaces, free_spaces = (
        board.filled_display_spaces,
        [(n, board.describe_bonus_space(n)) for n in board.free_bonus_spaces],
    )
    display_choice, bonus_choice = (
        MultiChoice(lambda: map(make_option, filled_spaces)),
        MultiChoice(lambda: [make_option(n, label) for n, label in free_spaces]),
    )
    fields = [
        Field(
            "took",
            _("display spaces you took a card from"),
            display_choice,
            [],
            keyword=_("took"),
            tap_targets="display",
        ),
        Field("placed", _("bonus spaces you occupied"), bonus_choice, [], keyword=_("placed"), tap_targets="bonus"),
        Field("then", _("then"), NEXT_STEP_CHOICE, "go-on"),
    ]
    return Ask(
        "player",
        "your-turn",
        _("Your turn. Which cards did you take, and which bonus spaces did you occupy?"),
        Form(fields),
        "MO-09",
        "MO-25",
        label=partial(describe_player_turn, dict(free_spaces)),
        reminders=[Because(describe_max_requirements(board), "MO-12", "MO-A24", "MO-A30")],
    )


def describe_player_turn(spaces: Mapping[int, Text], answer: Mapping[str, Any]) -> Text:
    """Return the player's turn as text."""
    took, placed = sorted(answer.get("took", ())), sorted(answer.get("placed", ()))
    sentences: list[Text] = []
    if took:
        sentences.append(
            n_(
                "You took the card from display space {spaces}.",
                "You took the cards from display spaces {spaces}.",
                len(took),
            )
        )
        sentences[-1].args["spaces"] = JoinedText(took)
    if placed:
        sentences.append(n_("You occupied bonus space {spaces}.", "You occupied bonus spaces {spaces}.", len(placed)))
        sentences[-1].args["spaces"] = JoinedText([spaces[n] for n in placed])
    if answer.get("then") == "pass":
        sentences.append(_("You passed."))
    return JoinedText(sentences or [_("You took no card and occupied no space.")], " ")


NEXT_STEP_CHOICE = Choice([make_option("go-on", _("the virtual player’s turn")), make_option("pass", _("pass"))])


# --- the virtual player's turn --------------------------------------------------------------------------


def play_opponent_turn(board: Board, is_opening: bool) -> Script[str | None]:
    """Carry out a turn of the virtual player: take a card or place a marker (MO-13 to MO-15, MO-A3, MO-A5).

    ``is_opening`` means that this is the first turn of the round. Return None if a correction makes the player the
    first player.
    """
    board.phase = "ivp"
    yield Act(_("The virtual player’s turn"), "MO-13")
    if is_opening and board.first_player == "you":
        return None
    if is_opening:
        yield Say(_("The virtual player is first player and begins."), "MO-24", "MO-A12")
    board.done.turns += 1
    action = yield from choose_action(board)
    if action.kind == "card":
        yield from take_card(board, action)
    elif action.kind == "marker":
        yield from place_marker(board, action)
    else:
        yield from skip_turn(_("There is no card to take and no marker to place: the virtual player skips its turn."))
    return "go-on"


@dataclass(frozen=True, slots=True, eq=False)
class TurnAction:
    """The virtual player's action in a turn: "card", "marker" or "nothing", with the die or the reason.

    There is one instance per die face and per reason.
    """

    kind: str
    reading: Text
    dice: tuple[DieValue, ...] = ()


@lru_cache
def read_action_die(face: int) -> TurnAction:
    """Return the action selected by a roll of a d6 (MO-14)."""
    if face <= 3:
        return TurnAction("card", _("d6 shows {n}: a card", n=face), (DieValue(6, face, _("card")),))
    return TurnAction("marker", _("d6 shows {n}: a marker", n=face), (DieValue(6, face, _("marker")),))


def choose_action(board: Board) -> Script[TurnAction]:
    """Choose between taking a card and placing a marker (MO-13 to MO-15)."""
    if len(list_possible_actions(board)) == 2:
        face = yield from roll(
            "card-or-marker",
            _("The virtual player’s turn. Roll a d6: 1–3 it takes a card, 4–6 it places a marker."),
            6,
            "MO-13",
            "MO-14",
            "MO-A14",
            label=N_("Card (1–3) or marker (4–6): the d6 shows {answer}."),
        )
        action = read_action_die(face)
        if action.kind in list_possible_actions(board):
            return action
    if list_possible_actions(board) == ["card"]:
        yield explain_taking_card(board)
        return TAKING_CARD_ALWAYS[board.markers_left > 0]
    if list_possible_actions(board) == ["marker"]:
        yield Because(_("The display is empty: the virtual player places a marker."), "MO-A5")
        return PLACING_MARKER_ALWAYS
    return DOING_NOTHING


TAKING_CARD_ALWAYS = {
    False: TurnAction("card", _("no marker left, so a card")),
    True: TurnAction("card", _("no free bonus space, so a card")),
}
PLACING_MARKER_ALWAYS = TurnAction("marker", _("empty display, so a marker"))
DOING_NOTHING = TurnAction("nothing", _("no card and no marker"))


@lru_cache(maxsize=512)
def make_turn_cause(action: TurnAction, rolled: RolledSpace) -> Cause:
    """Return the cause of the virtual player's move: the dice and their meaning."""
    return Cause(JoinedText([action.reading, rolled.reading], "; "), *action.dice, *rolled.dice)


def skip_turn(text: Text) -> Script[None]:
    """Skip the virtual player's turn, because no move is possible (MO-A5)."""
    yield Act.retitle(_("The virtual player does nothing"), cause=Cause(DOING_NOTHING.reading))
    yield Act.stay_idle(_("no card on the display, and no marker that it could place"))
    yield Say(text, "MO-A5")


def list_possible_actions(board: Board) -> list[str]:
    """Return the actions that the virtual player can take now, "card" or "marker" or both."""
    can_take_card, can_place_marker = any(board.display), board.markers_left > 0 and bool(board.free_bonus_spaces)
    return [action for action, is_possible in (("card", can_take_card), ("marker", can_place_marker)) if is_possible]


def explain_taking_card(board: Board) -> Because:
    """Explain why the virtual player must take a card: no marker left, or no free space (MO-15, MO-A3)."""
    if board.markers_left:
        return Because(_("All 7 bonus spaces are occupied: the virtual player takes a card."), "MO-A3")
    return Because(_("The virtual player has no marker left: it takes a card."), "MO-15")


def take_card(board: Board, action: TurnAction) -> Script[None]:
    """Take a random display card for the virtual player, free of charge (MO-16 to MO-18).

    The program asks for the card's kind only if the card can be drawn later.
    """
    rolled = yield from choose_random_space(board, "display")
    if rolled is None:
        yield from skip_turn(_("The display is empty: the virtual player skips its turn."))
        return
    space = rolled.number
    yield Act.retitle(
        _("The virtual player takes a card: space {n}", n=space),
        cause=make_turn_cause(action, rolled),
        highlight=partial(Highlight, "display", highlighted_ids=[str(space)]),
    )
    name = f"c{len(board.cards) + 1}"
    before = tuple(board.display)
    board.display[space - 1] = False
    board.cards[name] = UNNAMED_CARD
    board.discard.append(name)
    if can_discards_return(board):
        board.cards[name] = get_card((yield from assume(lambda: make_taken_card_question(name))))
    yield Do(
        _(
            "Put the card from display space {n} ({place}) on the virtual player’s discard pile. "
            "The virtual player pays nothing.",
            n=space,
            place=describe_place(space),
        ),
        "MO-16",
        "MO-17",
        "MO-18",
        "MO-A6",
        highlight=partial(show_taken_card, before, space),
    )
    yield Act.conclude(describe_taken_card(board, name))


def describe_taken_card(board: Board, name: str) -> Text:
    """Return how the discard pile grew, and by which card; for an unnamed card, when Rival asks for it (MO-18)."""
    growth = n_(
        "The virtual player’s discard pile grew by one, to {n} card",
        "The virtual player’s discard pile grew by one, to {n} cards",
        len(board.discard),
    )
    if board.cards[name].type:
        card_text = _("the new card is {card}", card=board.cards[name].label)
    elif not can_cards_return(board):
        card_text = _("the new card does not come up again")
    elif board.options.shuffle == "program":
        card_text = _("you name the new card in the preparation")
    else:
        card_text = _("you name the new card when it comes up")
    return JoinedText([growth, card_text], "; ")


def make_taken_card_question(card_id: str) -> Ask:
    """Return the question about the card just taken (MO-18).

    The player may leave it unanswered, because the program asks for unnamed cards at the end of the round.
    """
    return Ask(
        "table",
        "took",
        _("Which card did the virtual player take?"),
        Choice([*CARD_OPTIONS, OPEN_CARD_OPTION], OPEN_CARD),
        "MO-18",
        label=N_("The virtual player took: {answer}."),
        metadata={"card": card_id, "along": True},
        objection=_("Enter which card it is"),
    )


def place_marker(board: Board, action: TurnAction) -> Script[None]:
    """Place one of the virtual player's markers on a random free bonus space (MO-20 to MO-24)."""
    rolled = yield from choose_random_space(board, "bonus")
    if rolled is None:
        yield from skip_turn(_("No bonus space is free: the virtual player skips its turn."))
        return
    space = rolled.number
    yield Act.retitle(
        _("The virtual player blocks bonus space {n}", n=space),
        cause=make_turn_cause(action, rolled),
        highlight=partial(Highlight, "bonus", highlighted_ids=[str(space)]),
    )
    board.bonus[space - 1].holder = "ivp"
    board.done.blocked += 1
    text, cites = describe_placed_marker(board, space)
    text.args["space"] = board.describe_bonus_space(space)
    shows = partial(show_placed_marker, list_bonus_markers(board), board.first_space, space)
    yield Do(text, "MO-20", "MO-22", *cites, "MO-A32", highlight=shows)
    yield Act.conclude(describe_markers_left(board, takes_first=cites[0] == "MO-24"))


def describe_markers_left(board: Board, takes_first: bool) -> Text:
    """Return how many markers the virtual player has left, and whether it becomes the first player."""
    markers_left = board.markers_left
    text: Text = _("The virtual player has no marker left")
    if markers_left:
        text = n_("The virtual player has {n} marker left", "The virtual player has {n} markers left", markers_left)
    if not takes_first:
        return text
    return JoinedText([_("The virtual player is first player in round {n}", n=board.round + 1), text], "; ")


def describe_placed_marker(board: Board, space: int) -> tuple[Text, tuple[str, ...]]:
    """Return the instruction to place a marker on this bonus space (MO-23, MO-24, MO-A13).

    In round 7, the first-player space has no effect, because there is no next round.
    """
    if space - 1 != board.first_space or board.round == ROUND_COUNT:
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


def play_preparation_phase(board: Board) -> Script[None]:
    """Prepare the next round (MO-38).

    Cards and markers are returned, the first player is determined, and the display is refilled.
    """
    board.phase = "preparation"
    cause = Cause(_("Round {n} is over", n=board.round))
    yield Act(_("Preparation for round {n}", n=board.round + 1), "MO-38", who="rules", cause=cause)
    yield from ask_taken_cards(board)
    yield from ask_checklist(
        "preparation",
        _("Prepare round {n}.", n=board.round + 1),
        lambda: list_preparation_items(board),
        "MO-37",
        "MO-38",
        label=N_("Preparation done."),
    )
    board.first_player = find_next_first_player(board)
    board.discard += board.active
    board.active, board.thresholds = [], {}
    for space in board.bonus:
        space.holder = ""
    yield from refill_display(board)


def find_next_first_player(board: Board) -> str:
    """Return the side that begins the next round (MO-24, MO-A12, MO-A34).

    This is the side that occupies the first-player space. If the space is free, the option ``first_player`` determines
    whether the marker stays with its side or goes to the player.
    """
    holder = board.bonus[board.first_space].holder
    if not holder and board.options.first_player == "one_round":
        return "you"
    return holder or board.first_player


def ask_taken_cards(board: Board) -> Script[None]:
    """Ask which cards the virtual player took this round, if they have not been named (MO-18, MO-19)."""
    if can_discards_return(board) and list_unnamed_discards(board):
        answer = yield from ask(lambda: make_taken_cards_question(board))
        board.cards.update(
            (name, get_card(kind)) for name, kind in zip(list_unnamed_discards(board), answer, strict=True)
        )


def can_discards_return(board: Board) -> bool:
    """Return whether Rival may draw cards of the discard pile again, and so has to know them (MO-18)."""
    return board.options.shuffle == "program" and can_cards_return(board)


def can_cards_return(board: Board) -> bool:
    """Return whether the deck is too small for the remaining rounds, so that the discard pile is shuffled (MO-19)."""
    return ACTIVE_CARD_COUNT * (ROUND_COUNT - board.round) > len(board.deck)


def list_unnamed_discards(board: Board) -> list[str]:
    """Return the unnamed cards in the discard pile."""
    return [name for name in board.discard if not board.cards[name].type]


def make_taken_cards_question(board: Board) -> Ask:
    """Return the question about the unnamed cards taken this round."""
    cards = len(list_unnamed_discards(board))
    text = n_(
        "The virtual player took {n} card this round: the top card of its discard pile. Which card is it?",
        "The virtual player took {n} cards this round: the top {n} of its discard pile. Which cards are they?",
        cards,
    )
    if has_named_cards_between(board):
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
        TextList(CARD_OPTIONS, cards, cards),
        "MO-18",
        "MO-19",
        label=N_("The virtual player took: {answer}."),
    )


def has_named_cards_between(board: Board) -> bool:
    """Return whether the discard pile may have named cards between the unnamed ones."""
    cards = len(list_unnamed_discards(board))
    below = board.discard[:-cards][-1:]
    return list_unnamed_discards(board) != board.discard[-cards:] or not all(map(is_starting_card, below))


def list_preparation_items(board: Board) -> list[ChecklistItem]:
    """Return the items on the preparation checklist."""
    first_player = find_next_first_player(board)
    has_changed = first_player != board.first_player
    items = [
        ChecklistItem(_("The virtual player’s four active cards go to its discard pile."), ("MO-38", "MO-A7")),
        ChecklistItem(_("Take back all bonus markers, yours and the virtual player’s three."), ("MO-38", "MO-A10")),
        ChecklistItem(FIRST_PLAYER_TEXTS[first_player, has_changed], ("MO-24", "MO-38", "MO-A12", "MO-A34")),
    ]
    empty = board.display.count(False)
    if empty:
        refill_text = n_("Refill the display: {n} card.", "Refill the display: {n} cards.", min(empty, board.stack))
        items.append(
            ChecklistItem(refill_text if board.stack else _("No cards are left for the display."), ("MO-38", "MO-A6"))
        )
    if empty > board.stack:
        items.append(ChecklistItem(_("There are too few cards left to fill the display. That is allowed."), ("MO-35",)))
    return items


FIRST_PLAYER_TEXTS = {
    ("you", True): _("You take the first-player marker."),
    ("you", False): _("The first-player marker stays with you."),
    ("ivp", True): _("The virtual player gets the first-player marker."),
    ("ivp", False): _("The first-player marker stays with the virtual player."),
}
REFILL_ORDER = [
    row * DISPLAY_COLUMNS + column for column in reversed(range(DISPLAY_COLUMNS)) for row in range(DISPLAY_ROWS)
]
"""The order in which the display is refilled: column by column from the right, each from the top."""


def refill_display(board: Board) -> Script[None]:
    """Refill the display, and ask which spaces stay empty if the cards run out (MO-35)."""
    answer = yield from ask(
        lambda: make_empty_spaces_question(board) if board.stack and list_unfilled_spaces(board) else None
    )
    empty_spaces = list_unfilled_spaces(board) if answer is None else answer
    board.stack = max(0, board.stack - board.display.count(False))
    board.display = [n not in empty_spaces for n in range(1, DISPLAY_SPACE_COUNT + 1)]
    filled = n_("{n} card on the display", "{n} cards on the display", sum(board.display))
    left = n_("{n} card left to refill it", "{n} cards left to refill it", board.stack)
    yield Act.conclude(JoinedText([filled, left], "; "))


def list_unfilled_spaces(board: Board) -> list[int]:
    """Return the display spaces that the remaining cards don't fill, counted from 1."""
    empty = [place for place in REFILL_ORDER if not board.display[place]]
    return [place + 1 for place in sorted(empty[board.stack :])]


def make_empty_spaces_question(board: Board) -> Ask:
    """Return the question about the display spaces that stay empty."""
    empty_spaces = list_unfilled_spaces(board)
    shape = MultiChoice([make_option(n) for n in range(1, DISPLAY_SPACE_COUNT + 1)], default=empty_spaces)
    text = _("Which display spaces stay empty?")
    label = N_("Empty display spaces: {answer}.")
    return Ask("table", "empty-spaces", text, shape, "MO-35", label=label, tap_targets="display")


# --- the end ---------------------------------------------------------------------------------------------


def score_game(board: Board) -> Script[Result]:
    """Ask for the player's score and return the level reached (MO-39, MO-40)."""
    board.phase = "scoring"
    cause = Cause(_("Round 7 is over"))
    yield Act(_("Final scoring"), "MO-39", who="rules", cause=cause, is_banner=True)
    yield Say(_("Round 7 is over: final scoring. Only you score."), "MO-37", "MO-39")
    answer = yield from ask(lambda: make_final_question(board))
    labels = {"money": _("money"), **SCORE_LABELS}
    sources = [ScoreSource(label, {"you": answer[name]}) for name, label in labels.items()]
    for company, company_name in COMPANIES.items():
        shares, value = answer[f"shares_{make_field_key(company)}"], answer[f"value_{make_field_key(company)}"] or 0
        if shares:
            label = _("your shares of {company}", company=company_name)
            sources.append(ScoreSource(label, {"you": shares * value}))
            yield Because(describe_share_points(company_name, shares, value), "MO-39")
    return (yield from announce_level([source for source in sources if source.scores["you"]]))


def describe_share_points(company: Text, shares: int, value: int) -> Text:
    """Return the points for a company's shares as text."""
    return _(
        "{company}: {shares} × {coins} = {points}.",
        company=company,
        shares=n_("{n} share", "{n} shares", shares),
        coins=n_("{n} coin", "{n} coins", value),
        points=n_("{n} VP", "{n} VP", shares * value),
    )


def make_final_question(board: Board) -> Ask:
    """Return the question about the player's final score."""
    fields = [Field("money", _("money"), Number(0, 999), is_required=True)]
    fields += [
        Field(name, text, Number(0, 999), 0, keyword=SCORE_KEYWORDS[name]) for name, text in SCORE_LABELS.items()
    ]
    for company, company_name in COMPANIES.items():
        text, keyword = (
            _("your shares of {company}", company=company_name),
            _("shares of {company}", company=company_name),
        )
        fields.append(
            Field(
                f"shares_{make_field_key(company)}",
                text,
                Number(0, 99),
                0,
                keyword=keyword,
                piece=POST_PIECES[company],
                group=SHARES_GROUP,
                table_cell=(company_name, SHARE_COUNT_LABEL),
            )
        )
    for company, company_name in COMPANIES.items():
        text, keyword = (
            _("value of one share of {company}", company=company_name),
            _("share value of {company}", company=company_name),
        )
        value, piece = board.find_share_value(company), POST_PIECES[company]
        fields.append(
            Field(
                f"value_{make_field_key(company)}",
                text,
                Number(0, 99),
                value,
                keyword=keyword,
                piece=piece,
                group=SHARES_GROUP,
                table_cell=(company_name, SHARE_VALUE_LABEL),
            )
        )
    text = _(
        "Count your score. The value of a share is the number of visible coins on the "
        "company’s base. You can enter sums such as 12+3."
    )
    return Ask(
        "table",
        "final",
        text,
        Form(fields),
        "MO-39",
        extra_check=check_share_values,
        label=N_("Final scoring: {answer}."),
    )


SHARES_GROUP = FieldGroup(_("Shares"))
SHARE_COUNT_LABEL, SHARE_VALUE_LABEL = _("your shares"), _("value of one share")
SCORE_LABELS = {
    "diamonds": _("VP for diamonds"),
    "books": _("VP for books"),
    "share_cards": _("VP for share cards"),
}
SCORE_KEYWORDS = {"diamonds": _("diamonds"), "books": _("books"), "share_cards": _("share cards")}


def make_field_key(company: str) -> str:
    """Convert a company id to the form used in field keys."""
    return company.replace("-", "_")


def check_share_values(answer: dict[str, Any]) -> None:
    """Raise BadAnswerError if the player has a company's shares, but did not enter their value."""
    for company, company_name in COMPANIES.items():
        if answer[f"shares_{make_field_key(company)}"] and answer[f"value_{make_field_key(company)}"] is None:
            raise BadAnswerError(_("{company}: enter the value of one share.", company=company_name))


def announce_level(sources: Sequence[ScoreSource]) -> Script[Result]:
    """Announce the level reached, and the points missing to the next level (MO-02, MO-40, MO-A25)."""
    total = sum(source.scores["you"] for source in sources)
    level_reached = find_level(total)
    cites = ("MO-40", "MO-A25") if level_reached else ("MO-02", "MO-40", "MO-A25")
    text = describe_level(total, describe_score_sum(sources, total) if sources else Name(str(total)))
    yield Act.conclude(text)
    yield Say(text, *cites)
    result_text = describe_level(total, Name(str(total)))
    return Result(result_text, {"you": total}, level=level_reached, cites=cites, sources=sources)


def describe_level(total: int, score: Text) -> Text:
    """Return the level that this total reaches, with its limit, and the points missing to the next (MO-40, MO-A25).

    ``score`` is how the total is shown.
    """
    level_reached, next_name = find_level(total), find_next_level(total)
    text: Text = _("{score} points: no level reached.", score=score)
    if level_reached:
        text = _(
            "{score} points: {level} (from {limit}).",
            score=score,
            level=LEVEL_LABELS[level_reached],
            limit=LEVEL_THRESHOLDS[level_reached],
        )
    if not next_name:
        return text
    missing_text = n_(
        "You were {n} point short of “{level}” (from {limit}).",
        "You were {n} points short of “{level}” (from {limit}).",
        count_points_to_next_level(total),
        level=LEVEL_LABELS[next_name],
        limit=LEVEL_THRESHOLDS[next_name],
    )
    return JoinedText([text, missing_text], " ")


def describe_score_sum(sources: Sequence[ScoreSource], total: int) -> Text:
    """Return the player's score as a sum, source by source (MO-39)."""
    parts = [_("{n} ({source})", n=source.scores["you"], source=source.label) for source in sources]
    return _("{sum} = {total}", sum=JoinedText(parts, " + "), total=total)
