"""Words as people type them: what the program shows is understood when it comes back.

Words are compared by a key in which case, ё, quotation marks, kinds of dashes and Cyrillic letters that look like
Latin ones make no difference. A vocabulary finds a thing by all its words, in every language that the program
speaks; what is only near to them is proposed, never taken.

>>> folded("Сектор  А1") == folded("сектор A1"), folded("самый дешёвый") == folded("Самый дешевый")
(True, True)
>>> cubes = Vocabulary([("wood", ["wood", "дерево"]), ("steel", ["steel", "сталь"])])
>>> cubes.called("СТАЛЬ"), cubes.begun("de"), cubes.begun("дер"), cubes.near("stel")
(['steel'], [], ['wood'], ['steel'])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property, lru_cache
from typing import Generic, TypeVar
from unicodedata import normalize

T = TypeVar("T")

LONGEST = 300
"""Characters of a phrase; what is longer is no word of ours."""
COMPARED = 60
"""Characters that are compared when something near is looked for."""
MANY = 400
"""Words among which something near is looked for."""

LOOK_ALIKE = str.maketrans("авсеёкмнортху", "abceekmhoptxy")
"""Cyrillic small letters as the Latin ones that they look like, themselves or their capitals."""
LETTERS = LOOK_ALIKE | {ord(chr(one).upper()): ord(chr(other).upper()) for one, other in LOOK_ALIKE.items()}
"""The same for both cases, where letters are drawn rather than read."""
DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
SPACES = str.maketrans(dict.fromkeys(',;:=!?()[]{}<>“”„«»"', " ") | dict.fromkeys("'’‘`", None))


@lru_cache(maxsize=8192)  # the labels of a game come again with every question
def tidy(words: str) -> str:
    """Words without their case and punctuation; words beyond any length of ours are cut.

    >>> tidy('Eye:  look at “the next”   VJ’s card … ')
    'eye look at the next vjs card'
    """
    plain = normalize("NFKC", words[:LONGEST].translate(DASHES)).casefold().translate(SPACES)
    return " ".join(word for one in plain.split() if (word := one.strip(".") if one.strip(".-") else ""))


def folded(words: str) -> str:
    """The key of words: tidy, and with one letter for those that look alike."""
    return tidy(words).translate(LOOK_ALIKE)


class Vocabulary(Generic[T]):
    """Things by all the words they have; of two things with the same words the first to have them comes first.

    The earlier words of a thing count for more: its id, its words in the language of the game, then the others.
    """

    def __init__(self, things: Iterable[tuple[T, Sequence[str]]]) -> None:
        self._spelt: list[tuple[T, list[str]]] = []
        self._looks: list[tuple[T, list[str]]] = []
        self._ranked: dict[str, tuple[int, list[T]]] = {}
        self.starts: set[str] = set()
        """The beginnings of all keys, word by word: where a line is read, this says how far to look."""
        for thing, words in things:
            self._add(thing, [tidy(one) for one in words])

    def _add(self, thing: T, spelt: list[str]) -> None:
        keys = [one.translate(LOOK_ALIKE) for one in spelt]
        self._spelt.append((thing, spelt))
        self._looks.append((thing, keys))
        for rank, key in enumerate(keys):
            known, found = self._ranked.get(key, (rank, []))
            if rank < known or not found:
                self._ranked[key] = (rank, [thing])
            elif rank == known:
                found.append(thing)
            for end in range(len(key)):
                if key[end] == " ":
                    self.starts.add(key[:end])
            self.starts.add(key)

    def called(self, words: str) -> list[T]:
        """The things that have these very words, whatever their case, spelling or language."""
        return self.keyed(folded(words))

    def keyed(self, key: str) -> list[T]:
        found = self._ranked.get(key) if key else None
        return [] if found is None else found[1]

    def begun(self, words: str) -> list[T]:
        """The things whose words begin like this; as they are spelt rather than by look, their own words first."""
        start = tidy(words)
        look = start.translate(LOOK_ALIKE)
        if not start or f"\n{look}" not in self._lines:
            return []
        for begins, things in ((start, self._spelt), (look, self._looks)):
            for rank in (2, None):
                found = [thing for thing, keys in things if any(key.startswith(begins) for key in keys[:rank])]
                if found:
                    return found
        return []

    @cached_property
    def _lines(self) -> str:
        """All keys, each in a line: most words begin none of them, and that is found at once."""
        return "".join(f"\n{key}" for _thing, keys in self._looks for key in keys)

    def near(self, words: str, most: int = 3) -> list[T]:
        """The things whose words were probably meant: to be proposed."""
        keys: dict[str, T] = {}
        for thing, known in self._looks[:MANY]:
            for one in known:
                keys.setdefault(one[:COMPARED], thing)
        meant = folded(words)[:COMPARED]
        close = get_close_matches(meant, list(keys)[:MANY], n=most, cutoff=0.6)
        alike = {one: SequenceMatcher(None, one, meant).ratio() for one in close}
        best = max(alike.values(), default=0)
        return list(dict.fromkeys(keys[one] for one in close if alike[one] > best - MUCH_LESS))


MUCH_LESS = 0.2
"""How much less alike than the best a word may be to be proposed beside it."""


def near(words: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Which of the known words were probably meant.

    >>> near("mayor.vq", ["mayor.vp", "round"])
    ['mayor.vp']
    """
    return Vocabulary([(one, [one]) for one in known]).near(words, most)
