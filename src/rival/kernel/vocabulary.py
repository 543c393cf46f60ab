"""Find things by the words that people type: everything that the program shows can be entered again.

Text is compared without regard to case, ё, quotation marks, kinds of dashes, and Cyrillic letters that look like Latin
ones. A vocabulary finds a thing by any of its names, in every language of the program. Names that only resemble the
text are suggested, never accepted.

>>> normalize_text("Сектор  А1") == normalize_text("сектор A1")
True
>>> normalize_text("самый дешёвый") == normalize_text("Самый дешевый")
True
>>> cubes = Vocabulary([("wood", ["wood", "дерево"]), ("steel", ["steel", "сталь"])])
>>> cubes.find("СТАЛЬ"), cubes.find_prefix("de"), cubes.find_prefix("дер"), cubes.find_similar("stel")
(['steel'], [], ['wood'], ['steel'])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property, lru_cache
from typing import Generic, TypeVar
from unicodedata import normalize

T = TypeVar("T")

MAX_PHRASE_LENGTH = 300
"""The longest phrase in characters; longer text is never a name."""
MAX_COMPARED_LENGTH = 60
"""How many characters are compared in the search for similar names."""
MAX_COMPARED_PHRASES = 400
"""How many names are compared in the search for similar ones."""

LOOKALIKES = str.maketrans("авсеёкмнортху", "abceekmhoptxy")
"""Small Cyrillic letters and the Latin letters that look like them or like their capitals."""
LOOKALIKE_LETTERS = LOOKALIKES | {ord(chr(one).upper()): ord(chr(other).upper()) for one, other in LOOKALIKES.items()}
"""The same for small and capital letters, for text that is read as a drawing."""
DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
SPACES = str.maketrans(dict.fromkeys(',;:=!?()[]{}<>“”„«»"', " ") | dict.fromkeys("'’‘`", None))


@lru_cache(maxsize=8192)  # the labels of a game recur in every question
def strip_punctuation(text: str) -> str:
    """Return a text without case and punctuation, cut to the longest phrase.

    >>> strip_punctuation('Eye:  look at “the next”   VJ’s card … ')
    'eye look at the next vjs card'
    """
    plain = normalize("NFKC", text[:MAX_PHRASE_LENGTH].translate(DASHES)).casefold().translate(SPACES)
    return " ".join(word for part in plain.split() if (word := part.strip(".") if part.strip(".-") else ""))


def normalize_text(text: str) -> str:
    """Return the key of a text: without case and punctuation, and with one letter for those that look alike."""
    return strip_punctuation(text).translate(LOOKALIKES)


class Vocabulary(Generic[T]):
    """An index of things by all their names; of two things with the same name, the first added comes first.

    The earlier names of a thing rank higher: its id, its label in the game's language, then the other languages.
    """

    def __init__(self, things: Iterable[tuple[T, Sequence[str]]]) -> None:
        self._spelled_names: list[tuple[T, list[str]]] = []
        self._normalized_names: list[tuple[T, list[str]]] = []
        self._things_by_key: dict[str, tuple[int, list[T]]] = {}
        self.prefixes: set[str] = set()
        """The beginnings of all keys, word by word: a parser stops where no key begins with the words so far."""
        for thing, names in things:
            self._add_name(thing, [strip_punctuation(name) for name in names])

    def _add_name(self, item: T, spelling: list[str]) -> None:
        keys = [name.translate(LOOKALIKES) for name in spelling]
        self._spelled_names.append((item, spelling))
        self._normalized_names.append((item, keys))
        for rank, key in enumerate(keys):
            best_rank, matches = self._things_by_key.get(key, (rank, []))
            if rank < best_rank or not matches:
                self._things_by_key[key] = (rank, [item])
            elif rank == best_rank:
                matches.append(item)
            for end in range(len(key)):
                if key[end] == " ":
                    self.prefixes.add(key[:end])
            self.prefixes.add(key)

    def find(self, text: str) -> list[T]:
        """Return the things with this name, in any case, spelling or language."""
        return self.find_key(normalize_text(text))

    def find_key(self, key: str) -> list[T]:
        """Return the things whose name has this key."""
        ranked = self._things_by_key.get(key) if key else None
        return [] if ranked is None else ranked[1]

    def find_prefix(self, text: str) -> list[T]:
        """Return the things with a name that begins with this text; exact spelling and higher ranks first."""
        start = strip_punctuation(text)
        key_start = start.translate(LOOKALIKES)
        if not start or f"\n{key_start}" not in self._joined_keys:
            return []
        for prefix, things in ((start, self._spelled_names), (key_start, self._normalized_names)):
            for rank in (2, None):
                matches = [thing for thing, keys in things if any(key.startswith(prefix) for key in keys[:rank])]
                if matches:
                    return matches
        return []

    @cached_property
    def _joined_keys(self) -> str:
        """All lookup keys in one string, to check quickly whether any key begins with a text."""
        return "".join(f"\n{key}" for _thing, keys in self._normalized_names for key in keys)

    def find_similar(self, text: str, maximum: int = 3) -> list[T]:
        """Return the things with a similar name, to be suggested."""
        keys: dict[str, T] = {}
        for thing, thing_keys in self._normalized_names[:MAX_COMPARED_PHRASES]:
            for candidate in thing_keys:
                keys.setdefault(candidate[:MAX_COMPARED_LENGTH], thing)
        wanted_key = normalize_text(text)[:MAX_COMPARED_LENGTH]
        close = get_close_matches(wanted_key, list(keys)[:MAX_COMPARED_PHRASES], n=maximum, cutoff=0.6)
        similarity = {candidate: SequenceMatcher(None, candidate, wanted_key).ratio() for candidate in close}
        best = max(similarity.values(), default=0)
        return list(
            dict.fromkeys(keys[candidate] for candidate in close if similarity[candidate] > best - MAX_SIMILARITY_GAP)
        )


MAX_SIMILARITY_GAP = 0.2
"""How much less similar than the best name a suggestion may be."""


def suggest_words(text: str, known_words: Iterable[str], maximum: int = 3) -> list[str]:
    """Return the known words that are similar to the given one.

    >>> suggest_words("mayor.vq", ["mayor.vp", "round"])
    ['mayor.vp']
    """
    return Vocabulary([(word, [word]) for word in known_words]).find_similar(text, maximum)
