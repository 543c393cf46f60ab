"""The dice of the virtual player: a random card of the display, a random bonus space (MO-15 to MO-22)."""

from __future__ import annotations

from rival.games.mombasa import dice
from rival.games.mombasa.table import (
    DISPLAY_COLUMNS,
    DISPLAY_ROWS,
    DISPLAY_SPACE_COUNT,
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


def choose_random_space(board: Board, area: str) -> Script[int | None]:
    """Choose an open space at random; None if no space is open (MO-A2, MO-A4, MO-A28).

    ``area`` is "display" or "bonus". A roll that gives no open space is repeated.
    """
    ruling = REROLL_RULINGS[area]
    while list_open_spaces(board, area):
        space = yield from (roll_one_die if board.options.dice_reading == "d12_d8" else roll_two_dice)(board, area)
        if space in list_open_spaces(board, area):
            return space
        yield Say(REROLL_NOTES[area], ruling)
    return None


REROLL_RULINGS = {"display": "MO-A4", "bonus": "MO-A2"}
REROLL_NOTES = {
    "display": _("That display space has no card: roll again."),
    "bonus": _("That bonus space is occupied or doesn’t exist: roll again."),
}


def list_open_spaces(board: Board, area: str) -> list[int]:
    """Return the display spaces with a card, or the free bonus spaces."""
    if area == "display":
        return board.filled_display_spaces
    return board.free_bonus_spaces if board.markers_left > 0 else []  # a correction may have placed its last marker


def roll_one_die(board: Board, area: str) -> Script[int | None]:
    """Choose a display space by a d12 or a bonus space by a d8."""
    sides, text, label = ONE_DIE_TEXTS[area]
    cites = ("MO-16", "MO-A4", "MO-A28") if area == "display" else ("MO-22", "MO-A2", "MO-A28")
    return (
        yield from roll(
            f"{area}-die", text, sides, *cites, valid_faces=lambda: list_open_spaces(board, area) or [1], label=label
        )
    )


ONE_DIE_TEXTS = {
    "display": (
        DISPLAY_SPACE_COUNT,
        _("The virtual player takes a card. Roll a d12 for the display space, counted row by row from the top left."),
        N_("The virtual player takes a card: the d12 shows {answer}."),
    ),
    "bonus": (
        8,
        _("The virtual player places a marker. Roll a d8 for bonus space 1 to 7; on an 8, roll again."),
        N_("The virtual player places a marker: the d8 shows {answer}."),
    ),
}


def roll_two_dice(board: Board, area: str) -> Script[int | None]:
    """Choose a space by two rolls of a d6; None if the roll has to be repeated (MO-03, MO-A28)."""
    (first_text, first_label), (second_text, second_label) = TWO_DICE_TEXTS[area]
    list_first_faces, list_second_faces = VALID_FACES[area]

    def get_open_spaces() -> list[int]:
        """Return the spaces that can be chosen."""
        return list_open_spaces(board, area)

    cites = ("MO-03", "MO-A28", REROLL_RULINGS[area])
    first = yield from roll(
        f"{area}-first",
        first_text,
        6,
        *cites,
        valid_faces=lambda: list_first_faces(get_open_spaces()) or [1],
        label=first_label,
    )
    if area == "display" and first > DISPLAY_ROWS:
        return None
    second = yield from roll(
        f"{area}-second",
        second_text,
        6,
        *cites,
        valid_faces=lambda: list_second_faces(get_open_spaces(), first) or [1],
        label=second_label,
    )
    return dice.find_display_space(first, second) if area == "display" else dice.find_bonus_space(first, second)


VALID_FACES = {
    "display": (dice.list_row_faces, dice.list_column_faces),
    "bonus": (dice.list_group_faces, dice.list_place_faces),
}
TWO_DICE_TEXTS = {
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

COLUMN_LABELS = (_("left"), _("middle"), _("right"))


def describe_place(space: int) -> Text:
    """Return the row and the column of a display space as text."""
    row, column = divmod(space - 1, DISPLAY_COLUMNS)
    return _("row {row}, {column}", row=row + 1, column=COLUMN_LABELS[column])


def describe_display_space(space: int) -> Text:
    """Return the number and the place of a display space as text."""
    return _("display space {n} ({place})", n=space, place=describe_place(space))
