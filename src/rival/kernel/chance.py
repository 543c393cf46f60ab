"""Chance: draw k of a named stream depends only on the seed, the stream and k.

So undo never changes a roll, and every Python version, hash seed and worker plays the same game. The standard library
guarantees a stable hash but not a stable shuffle, so the shuffle is written here.

>>> Chance(7).below(6, "die", 0) == Chance(7).below(6, "die", 0)
True
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final, TypeVar

T = TypeVar("T")

from_bytes: Final = int.from_bytes

MOST_REDRAWS = 1000


class Chance:
    """The random draws of one game; with ``redraws`` a die is rolled again if its face does not count."""

    __slots__ = ("_roots", "redraws", "seed")

    def __init__(self, seed: int, redraws: bool = True) -> None:
        self.seed = seed
        self.redraws = redraws
        self._roots: dict[str, blake2b] = {}

    def bits(self, stream: str, k: int) -> int:
        """Return 64 random bits for draw k of a stream."""
        root = self._roots.get(stream)
        if root is None:
            root = self._roots[stream] = blake2b(f"{self.seed}/{stream}/".encode(), digest_size=8)
        draw = root.copy()
        draw.update(b"%d" % k)
        return from_bytes(draw.digest())

    def below(self, n: int, stream: str, k: int) -> int:
        """Return a whole number from 0 to n - 1, all equally likely (to within n in 2**64)."""
        bits: Any = self.bits(stream, k)  # Any: compiled with int, Ctrl-C here would end the program
        found: int = (bits * n) >> 64
        return found

    def face(self, sides: int, fair: Sequence[int], stream: str, k: int) -> int:
        """Return a face of a die, equally likely among the ``fair`` ones.

        All faces are rolled until one counts, so that a face which no longer counts does not change other rolls. Games
        of format 1 make a single draw among the fair faces.
        """
        if self.redraws:
            found = self.below(sides, stream, k) + 1
            for attempt in range(MOST_REDRAWS):
                if found in fair:
                    return found
                found = self.below(sides, f"{stream}/{k}", attempt) + 1
        return fair[self.below(len(fair), stream, k)]

    def shuffled(self, items: Sequence[T], stream: str, k: int) -> list[T]:
        """Return the items in random order (Fisher-Yates shuffle)."""
        order = list(items)
        inner = f"{stream}/{k}"
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1, inner, i)
            order[i], order[j] = order[j], order[i]
        return order
