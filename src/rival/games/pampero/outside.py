"""Words from outside: whether they can be shown, and how they stand in a sentence."""

from pathlib import Path
from typing import Final
from unicodedata import category

from rival.kernel import Name
from rival.kernel.texts import Catalogue, every_catalogue

LONGEST_SHOWN = 60
UNREADABLE: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Kinds of characters that show nothing: they steer a terminal, turn a line round or are none."""
JOINING = "\t\n\u200c\u200d"
"""Those that may stand between words and inside signs all the same."""


def legible(words: str) -> bool:
    """Whether words are letters, signs and spaces only: no control characters, none that turn a line round."""
    return words.isprintable() or all(one in JOINING or category(one) not in UNREADABLE for one in words)


def shown(words: str) -> Name:
    """Words in a sentence: a long one cut short, and nothing in it that could steer a terminal."""
    cut = words if len(words) <= LONGEST_SHOWN else f"{words[: LONGEST_SHOWN - 1]}…"
    return Name(cut if legible(cut) else "".join(one if legible(one) else "\N{REPLACEMENT CHARACTER}" for one in cut))


def is_number(words: str, digits: int) -> bool:
    """Whether words are a whole number of so many digits at most."""
    return len(words) <= digits and words.isascii() and words.isdecimal()


def spoken() -> tuple[Catalogue, ...]:
    """The game's words in every language that it speaks."""
    return every_catalogue("en", Path(__file__).parent / "locale")
