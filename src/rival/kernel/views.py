"""Views: what a driver can draw without knowing the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rival.kernel.texts import Text


@dataclass(frozen=True, slots=True)
class Facts:
    """A titled list of what is known: words and values."""

    title: Text
    rows: Sequence[tuple[Text, Text]]


@dataclass(frozen=True, slots=True)
class Cell:
    """One square of a grid: a short sign, words for it, and whether it is a candidate now."""

    sign: str
    words: Text
    mark: Literal["", "candidate"] = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """Squares in rows, with letters for columns and numbers for rows."""

    title: Text
    rows: Sequence[Sequence[Cell]]


View: TypeAlias = Facts | Grid


def column_letter(x: int) -> str:
    return chr(ord("a") + x)
