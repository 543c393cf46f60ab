"""Text from outside the program: check it for control characters and shorten it for messages."""

from pathlib import Path
from typing import Final
from unicodedata import category

from rival.kernel import Name
from rival.kernel.texts import Catalogue, every_catalogue

LONGEST_SHOWN = 60
UNREADABLE: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of invisible characters: terminal controls, direction marks, invalid code points."""
JOINING = "\t\n\u200c\u200d"
"""Invisible characters that are allowed all the same: white space and joiners."""


def legible(words: str) -> bool:
    """Return whether the text has no control characters and no direction marks."""
    return words.isprintable() or all(one in JOINING or category(one) not in UNREADABLE for one in words)


def shown(words: str) -> Name:
    """Return text that is safe in a message: shortened, and without control characters."""
    cut = words if len(words) <= LONGEST_SHOWN else f"{words[: LONGEST_SHOWN - 1]}…"
    return Name(cut if legible(cut) else "".join(one if legible(one) else "\N{REPLACEMENT CHARACTER}" for one in cut))


def is_number(words: str, digits: int) -> bool:
    """Return whether the text is a whole number with at most this many digits."""
    return len(words) <= digits and words.isascii() and words.isdecimal()


def spoken() -> tuple[Catalogue, ...]:
    """Return the game's catalogues in all languages."""
    return every_catalogue("en", Path(__file__).parent / "locale")
