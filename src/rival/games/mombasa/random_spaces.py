"""Random choices of the virtual player: a display card or a bonus space (MO-15 to MO-22)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rival.games.mombasa import dice
from rival.games.mombasa.table import (
    DISPLAY_COLUMNS,
    DISPLAY_ROWS,
    DISPLAY_SPACE_COUNT,
    Board,
)
from rival.kernel import (
    N_,
    DieValue,
    Say,
    Script,
    Text,
    _,
    roll,
)


@dataclass(frozen=True, slots=True, eq=False)
class RolledSpace:
    """A space chosen by dice: its number, the dice and their interpretation. There is one instance per roll."""

    number: int
    dice: tuple[DieValue, ...]
    reading: Text


def choose_random_space(board: Board, area: str) -> Script[RolledSpace | None]:
    """Choose an open space at random; None if no space is open (MO-A2, MO-A4, MO-A28).

    ``area`` is "display" or "bonus". If a roll doesn't give an open space, it is repeated.
    """
    ruling = REROLL_RULINGS[area]
    while list_open_spaces(board, area):
        rolled = yield from (roll_one_die if board.options.dice_reading == "d12_d8" else roll_two_dice)(board, area)
        if rolled is not None and rolled.number in list_open_spaces(board, area):
            return rolled
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


def roll_one_die(board: Board, area: str) -> Script[RolledSpace]:
    """Choose a display space with a d12, or a bonus space with a d8."""
    sides, text, label = ONE_DIE_TEXTS[area]
    cites = ("MO-16", "MO-A4", "MO-A28") if area == "display" else ("MO-22", "MO-A2", "MO-A28")
    face = yield from roll(
        f"{area}-die", text, sides, *cites, valid_faces=lambda: list_open_spaces(board, area) or [1], label=label
    )
    return read_one_die(area, face)


ONE_DIE_TEXTS = {
    "display": (
        DISPLAY_SPACE_COUNT,
        _("The virtual player takes a card. Roll a d12 for the display space, counted row by row from the top left."),
        N_("Display space: the d12 shows {answer}."),
    ),
    "bonus": (
        8,
        _("The virtual player places a marker. Roll a d8 for bonus space 1 to 7; on an 8, roll again."),
        N_("Bonus space: the d8 shows {answer}."),
    ),
}


@lru_cache
def read_one_die(area: str, face: int) -> RolledSpace:
    """Return the space that a d12 or a d8 shows."""
    if area == "display":
        die, reading = DieValue(DISPLAY_SPACE_COUNT, face, DISPLAY_LABEL), _("d12 shows {n}: display space {n}", n=face)
    else:
        die, reading = DieValue(8, face, BONUS_LABEL), _("d8 shows {n}: bonus space {n}", n=face)
    return RolledSpace(face, (die,), reading)


DISPLAY_LABEL, BONUS_LABEL = _("display space"), _("bonus space")
ROW_LABEL, COLUMN_LABEL, GROUP_LABEL = _("row"), _("column"), _("group")


def roll_two_dice(board: Board, area: str) -> Script[RolledSpace | None]:
    """Choose a space with two rolls of a d6; None if the player must roll again (MO-03, MO-A28)."""
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
    return read_two_dice(area, first, second)


@lru_cache
def read_two_dice(area: str, first: int, second: int) -> RolledSpace | None:
    """Return the space that two rolls of a d6 give; None if they don't give one."""
    if area == "display":
        space = dice.find_display_space(first, second)
        labels, place = (ROW_LABEL, COLUMN_LABEL), _("display space {n}", n=space or 0)
    else:
        space = dice.find_bonus_space(first, second)
        labels, place = (GROUP_LABEL, BONUS_LABEL), _("bonus space {n}", n=space or 0)
    if space is None:
        return None
    reading = _("two d6 show {first} and {second}: {place}", first=first, second=second, place=place)
    return RolledSpace(space, (DieValue(6, first, labels[0]), DieValue(6, second, labels[1])), reading)


VALID_FACES = {
    "display": (dice.list_row_faces, dice.list_column_faces),
    "bonus": (dice.list_group_faces, dice.list_place_faces),
}
TWO_DICE_TEXTS = {
    "display": (
        (
            _("The virtual player takes a card. Roll a d6 for the row, counted from the top; on a 5 or 6, roll again."),
            N_("Row of the display: the d6 shows {answer}."),
        ),
        (
            _("Roll a d6 for the column: 1–2 left, 3–4 middle, 5–6 right."),
            N_("Column of the display: the d6 shows {answer}."),
        ),
    ),
    "bonus": (
        (
            _(
                "The virtual player places a marker. Roll a d6: 1–3 is one of the bonus spaces 1 to "
                "4, 4–6 one of 5 to 7."
            ),
            N_("Group of bonus spaces: the d6 shows {answer} (1–3: spaces 1 to 4; 4–6: spaces 5 to 7)."),
        ),
        (
            _("Roll a d6 to choose a space in that group."),
            N_("Space in the group: the d6 shows {answer}."),
        ),
    ),
}

COLUMN_LABELS = (_("left"), _("middle"), _("right"))


def describe_place(space: int) -> Text:
    """Return the row and column of a display space as text."""
    row, column = divmod(space - 1, DISPLAY_COLUMNS)
    return _("row {row}, {column}", row=row + 1, column=COLUMN_LABELS[column])


def describe_display_space(space: int) -> Text:
    """Return the number and position of a display space as text."""
    return _("display space {n} ({place})", n=space, place=describe_place(space))
