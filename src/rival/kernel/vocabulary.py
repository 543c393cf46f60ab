"""Find things by the words that people type: everything that the program shows can be entered again.

Text is compared without regard to case, ё, quotation marks, kinds of dashes, and Cyrillic letters that look like Latin
ones. A vocabulary finds a thing by any of its names, in every language of the program. Names that only resemble the
text are suggested, never accepted.

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
"""The longest phrase in characters; longer text is never a name."""
COMPARED = 60
"""How many characters are compared in the search for similar names."""
MANY = 400
"""How many names are compared in the search for similar ones."""

LOOK_ALIKE = str.maketrans("авсеёкмнортху", "abceekmhoptxy")
"""Small Cyrillic letters and the Latin letters that look like them or like their capitals."""
LETTERS = LOOK_ALIKE | {ord(chr(one).upper()): ord(chr(other).upper()) for one, other in LOOK_ALIKE.items()}
"""The same for small and capital letters, for text that is read as a drawing."""
DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
SPACES = str.maketrans(dict.fromkeys(',;:=!?()[]{}<>“”„«»"', " ") | dict.fromkeys("'’‘`", None))


@lru_cache(maxsize=8192)  # the labels of a game recur in every question
def tidy(words: str) -> str:
    """Return a text without case and punctuation, cut to the longest phrase.

    >>> tidy('Eye:  look at “the next”   VJ’s card … ')
    'eye look at the next vjs card'
    """
    plain = normalize("NFKC", words[:LONGEST].translate(DASHES)).casefold().translate(SPACES)
    return " ".join(word for one in plain.split() if (word := one.strip(".") if one.strip(".-") else ""))


def folded(words: str) -> str:
    """Return the key of a text: without case and punctuation, and with one letter for those that look alike."""
    return tidy(words).translate(LOOK_ALIKE)


class Vocabulary(Generic[T]):
    """Things by all their names; of two things with the same name, the first added comes first.

    The earlier names of a thing rank higher: its id, its label in the game's language, then the other languages.
    """

    def __init__(self, things: Iterable[tuple[T, Sequence[str]]]) -> None:
        self._spelt: list[tuple[T, list[str]]] = []
        self._looks: list[tuple[T, list[str]]] = []
        self._ranked: dict[str, tuple[int, list[T]]] = {}
        self.starts: set[str] = set()
        """The beginnings of all keys, word by word: a parser stops where no key begins with the words so far."""
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
        """Return the things with this name, in any case, spelling or language."""
        return self.keyed(folded(words))

    def keyed(self, key: str) -> list[T]:
        """Return the things whose name has this key."""
        found = self._ranked.get(key) if key else None
        return [] if found is None else found[1]

    def begun(self, words: str) -> list[T]:
        """Return the things with a name that begins with this text; exact spelling and higher ranks first."""
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
        """All keys, one in each line: a quick check whether any key begins with a text."""
        return "".join(f"\n{key}" for _thing, keys in self._looks for key in keys)

    def near(self, words: str, most: int = 3) -> list[T]:
        """Return the things with a similar name, to be suggested."""
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
"""How much less similar than the best name a suggestion may be."""


def near(words: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Return the known words that are similar to the given one.

    >>> near("mayor.vq", ["mayor.vp", "round"])
    ['mayor.vp']
    """
    return Vocabulary([(one, [one]) for one in known]).near(words, most)
