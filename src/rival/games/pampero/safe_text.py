"""Text from outside the program: check it for control characters and shorten it for messages."""

from functools import cache
from pathlib import Path
from typing import Final
from unicodedata import category

from rival.kernel import Name
from rival.kernel.texts import Catalogue, load_all_catalogues

MAX_SHOWN_LENGTH = 60
UNREADABLE_CATEGORIES: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of invisible characters: terminal controls, direction marks, invalid code points."""
ALLOWED_INVISIBLE = "\t\n\u200c\u200d"
"""Invisible characters that are nevertheless allowed: white space and joiners."""


def is_legible(text: str) -> bool:
    """Return whether the text contains only visible characters."""
    return text.isprintable() or all(
        character in ALLOWED_INVISIBLE or category(character) not in UNREADABLE_CATEGORIES for character in text
    )


def sanitize_text(text: str) -> Name:
    """Return text that is safe in a message: shortened, and without control characters."""
    shortened = text if len(text) <= MAX_SHOWN_LENGTH else f"{text[: MAX_SHOWN_LENGTH - 1]}…"
    return Name(
        shortened
        if is_legible(shortened)
        else "".join(character if is_legible(character) else "\N{REPLACEMENT CHARACTER}" for character in shortened)
    )


def is_number(text: str, max_digits: int) -> bool:
    """Return whether the text is a whole number with at most this many digits."""
    return len(text) <= max_digits and text.isascii() and text.isdecimal()


@cache
def load_catalogues() -> tuple[Catalogue, ...]:
    """Load the game's translations in all languages."""
    return load_all_catalogues("en", Path(__file__).parent / "locale")
