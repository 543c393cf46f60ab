"""Pure functions that interpret dice rolls (MO-A28).

Display spaces are counted from 1 to 12, bonus spaces from 1 to 7.

>>> [find_display_space(row, column) for row, column in [(1, 1), (1, 6), (4, 3), (5, 1)]]
[1, 3, 11, None]
>>> [find_bonus_space(group, place) for group, place in [(3, 4), (4, 1), (6, 3), (6, 4)]]
[4, 5, 7, None]
"""

from __future__ import annotations

from collections.abc import Collection

from rival.games.mombasa.table import DISPLAY_COLUMNS, DISPLAY_ROWS

FIRST_GROUP_SIZE = 4
"""For rolls of a d6, the bonus spaces are divided into two groups: 1 to 4, and 5 to 7."""


def find_display_space(row: int, column: int) -> int | None:
    """Return the display space for two rolls of a d6; None if the player must roll again.

    The first roll selects the row. On the second die, two faces stand for each column.
    """
    return (row - 1) * DISPLAY_COLUMNS + (column + 1) // 2 if row <= DISPLAY_ROWS else None


def find_bonus_space(group: int, place: int) -> int | None:
    """Return the bonus space for two rolls of a d6; None if the player must roll again."""
    if group <= 3:
        return place if place <= FIRST_GROUP_SIZE else None
    return FIRST_GROUP_SIZE + place if place <= 3 else None


def list_row_faces(spaces: Collection[int]) -> list[int]:
    """Return faces of the first die that give each of these display spaces the same probability."""
    return [(space - 1) // DISPLAY_COLUMNS + 1 for space in spaces]


def list_column_faces(spaces: Collection[int], row: int) -> list[int]:
    """Return faces of the second die that give each of these display spaces the same probability."""
    return [face for face in range(1, 7) if find_display_space(row, face) in spaces]


def list_group_faces(spaces: Collection[int]) -> list[int]:
    """Return faces of the first die that give each of these bonus spaces the same probability."""
    return [face for space in spaces for face in ((1, 2, 3) if space <= FIRST_GROUP_SIZE else (4, 5, 6))]


def list_place_faces(spaces: Collection[int], group: int) -> list[int]:
    """Return faces of the second die that give each of these bonus spaces the same probability."""
    return [face for face in range(1, 7) if find_bonus_space(group, face) in spaces]
