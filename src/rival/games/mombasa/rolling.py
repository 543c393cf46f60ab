"""The dice of the virtual player: a random card of the display, a random bonus space (MO-15 to MO-22)."""

from __future__ import annotations

from rival.games.mombasa import dice
from rival.games.mombasa.table import (
    COLUMNS,
    ROWS,
    SPACES,
    Board,
)
from rival.kernel import (
    N_,
    Say,
    Script,
    Text,
    _,
    roll,
)


def roll_space(board: Board, where: str) -> Script[int | None]:
    """Choose a random space and return it, or None if no space is open (MO-A2, MO-A4, MO-A28).

    ``where`` is "display" or "bonus". A roll that gives no open space is repeated.
    """
    ruling = AGAIN[where]
    while open_spaces(board, where):
        space = yield from (one_die if board.options.dice_reading == "d12_d8" else two_dice)(board, where)
        if space in open_spaces(board, where):
            return space
        yield Say(NOT_THERE[where], ruling)
    return None


AGAIN = {"display": "MO-A4", "bonus": "MO-A2"}
NOT_THERE = {
    "display": _("That display space has no card: roll again."),
    "bonus": _("That bonus space is occupied or doesn’t exist: roll again."),
}


def open_spaces(board: Board, where: str) -> list[int]:
    """Return the display spaces with a card, or the free bonus spaces if the opponent has a marker left; from 1."""
    if where == "display":
        return board.cards_shown
    return board.free_bonus if board.markers > 0 else []  # a correction may have placed its last marker


def one_die(board: Board, where: str) -> Script[int | None]:
    """Roll a d12 for a display space or a d8 for a bonus space."""
    sides, text, label = ONE_DIE[where]
    cites = ("MO-16", "MO-A4", "MO-A28") if where == "display" else ("MO-22", "MO-A2", "MO-A28")
    return (
        yield from roll(f"{where}-die", text, sides, *cites, fair=lambda: open_spaces(board, where) or [1], label=label)
    )


ONE_DIE = {
    "display": (
        SPACES,
        _("The virtual player takes a card. Roll a d12 for the display space, counted row by row from the top left."),
        N_("The virtual player takes a card: the d12 shows {answer}."),
    ),
    "bonus": (
        8,
        _("The virtual player places a marker. Roll a d8 for bonus space 1 to 7; on an 8, roll again."),
        N_("The virtual player places a marker: the d8 shows {answer}."),
    ),
}


def two_dice(board: Board, where: str) -> Script[int | None]:
    """Roll a d6 twice for a space (MO-03, MO-A28); return None if the first roll already has to be repeated."""
    (first_text, first_label), (second_text, second_label) = TWO_DICE[where]
    firsts, seconds = FACES[where]

    def spaces() -> list[int]:
        return open_spaces(board, where)

    cites = ("MO-03", "MO-A28", AGAIN[where])
    first = yield from roll(
        f"{where}-first", first_text, 6, *cites, fair=lambda: firsts(spaces()) or [1], label=first_label
    )
    if where == "display" and first > ROWS:
        return None
    second = yield from roll(
        f"{where}-second", second_text, 6, *cites, fair=lambda: seconds(spaces(), first) or [1], label=second_label
    )
    return dice.display_space(first, second) if where == "display" else dice.bonus_space(first, second)


FACES = {"display": (dice.row_faces, dice.column_faces), "bonus": (dice.group_faces, dice.place_faces)}
TWO_DICE = {
    "display": (
        (
            _("The virtual player takes a card. Roll a d6 for the row, counted from the top; on a 5 or 6, roll again."),
            N_("The virtual player takes a card: the d6 for the row shows {answer}."),
        ),
        (_("Roll a d6 for the column: 1–2 left, 3–4 middle, 5–6 right."), N_("The d6 for the column shows {answer}.")),
    ),
    "bonus": (
        (
            _(
                "The virtual player places a marker. Roll a d6: 1–3 is one of the bonus spaces 1 to "
                "4, 4–6 one of 5 to 7."
            ),
            N_(
                "The virtual player places a marker: bonus spaces 1 to 4 (roll of 1–3) or 5 to 7 "
                "(4–6)? The d6 shows {answer}."
            ),
        ),
        (
            _("Roll a d6 for the place in that group of spaces."),
            N_("The d6 for the place in the group shows {answer}."),
        ),
    ),
}

COLUMN_WORDS = (_("left"), _("middle"), _("right"))


def place_words(space: int) -> Text:
    """Return the row and the column of a display space as text."""
    row, column = divmod(space - 1, COLUMNS)
    return _("row {row}, {column}", row=row + 1, column=COLUMN_WORDS[column])


def display_words(space: int) -> Text:
    """Return the number and the place of a display space as text."""
    return _("display space {n} ({place})", n=space, place=place_words(space))
