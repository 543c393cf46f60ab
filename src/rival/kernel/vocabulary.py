"""Find things by the words that players type. Every name that the program shows can also be typed.

Comparison ignores case, quotation marks, kinds of dashes, the difference between ё and е, and the difference between
Cyrillic letters and Latin letters that look alike. A vocabulary finds a thing by any of its names in any language of
the program. Names that only resemble the text are suggested but not accepted.

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
"""The maximum length of a phrase in characters. Longer text is never a name."""
MAX_COMPARED_LENGTH = 60
"""The number of characters compared in the search for similar names."""
MAX_COMPARED_PHRASES = 400
"""The maximum number of names compared in the search for similar names."""

LOOKALIKES = str.maketrans("авсеёкмнортху", "abceekmhoptxy")
"""Lowercase Cyrillic letters, each with the Latin letter that looks like it or like its capital."""
LOOKALIKE_LETTERS = LOOKALIKES | {ord(chr(one).upper()): ord(chr(other).upper()) for one, other in LOOKALIKES.items()}
"""Lookalikes for lowercase and capital letters, used when text is parsed as a drawing."""
DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
SPACES = str.maketrans(dict.fromkeys(',;:=!?()[]{}<>“”„«»"', " ") | dict.fromkeys("'’‘`", None))


@lru_cache(maxsize=8192)  # the labels of a game recur in every question
def strip_punctuation(text: str) -> str:
    """Return a text in lower case without punctuation, cut to the maximum phrase length.

    >>> strip_punctuation('Eye:  look at “the next”   VJ’s card … ')
    'eye look at the next vjs card'
    """
    plain = normalize("NFKC", text[:MAX_PHRASE_LENGTH].translate(DASHES)).casefold().translate(SPACES)
    return " ".join(word for part in plain.split() if (word := part.strip(".") if part.strip(".-") else ""))


def normalize_text(text: str) -> str:
    """Return the lookup key of a text: in lower case, without punctuation, and with lookalike letters unified."""
    return strip_punctuation(text).translate(LOOKALIKES)


class Vocabulary(Generic[T]):
    """An index of things by all their names. Things with the same name are found in the order in which they were added.

    A thing's earlier names rank higher: the id, then the label in the game's language, then labels in other languages.
    """

    def __init__(self, things: Iterable[tuple[T, Sequence[str]]]) -> None:
        self._spelled_names: list[tuple[T, list[str]]] = []
        self._normalized_names: list[tuple[T, list[str]]] = []
        self._things_by_key: dict[str, tuple[int, list[T]]] = {}
        self.prefixes: set[str] = set()
        """All word-by-word prefixes of the keys. A parser stops when no key begins with the words so far."""
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
        """Return the things with this name, regardless of case, spelling or language."""
        return self.find_key(normalize_text(text))

    def find_key(self, key: str) -> list[T]:
        """Return the things whose name has this key."""
        ranked = self._things_by_key.get(key) if key else None
        return [] if ranked is None else ranked[1]

    def find_prefix(self, text: str) -> list[T]:
        """Return the things with a name that begins with this text, exact spellings and higher ranks first."""
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
        """Return the things with a similar name as suggestions."""
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
"""The largest difference in similarity between the best name and any other suggestion."""


def suggest_words(text: str, known_words: Iterable[str], maximum: int = 3) -> list[str]:
    """Return the known words that are similar to the given text.

    >>> suggest_words("mayor.vq", ["mayor.vp", "round"])
    ['mayor.vp']
    """
    return Vocabulary([(word, [word]) for word in known_words]).find_similar(text, maximum)
