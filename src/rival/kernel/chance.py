"""Chance: draw k of a named stream depends on the seed, the stream and k alone.

So undo never re-rolls, and every Python version, hash seed and worker gives the same game. The standard
library promises the same hash for ever but not the same shuffle, hence the few lines by hand.

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
    """The seeded draws of one game; ``redraws`` says how dice are drawn of which some faces do not count."""

    __slots__ = ("_roots", "redraws", "seed")

    def __init__(self, seed: int, redraws: bool = True) -> None:
        self.seed = seed
        self.redraws = redraws
        self._roots: dict[str, blake2b] = {}

    def bits(self, stream: str, k: int) -> int:
        """64 bits of draw k of a stream."""
        root = self._roots.get(stream)
        if root is None:
            root = self._roots[stream] = blake2b(f"{self.seed}/{stream}/".encode(), digest_size=8)
        draw = root.copy()
        draw.update(b"%d" % k)
        return from_bytes(draw.digest())

    def below(self, n: int, stream: str, k: int) -> int:
        """A whole number from 0 to n - 1, all equally likely (to within n in 2**64)."""
        bits: Any = self.bits(stream, k)  # as an int, a compiled product that Ctrl-C interrupts ends the program
        found: int = (bits * n) >> 64
        return found

    def face(self, sides: int, fair: Sequence[int], stream: str, k: int) -> int:
        """Return a face of a die, equally likely among the ``fair`` ones.

        All faces are drawn from until one counts, so that a face which does not count any more changes no other roll.
        Games of format 1 spread a single draw over the fair faces.
        """
        if self.redraws:
            found = self.below(sides, stream, k) + 1
            for attempt in range(MOST_REDRAWS):
                if found in fair:
                    return found
                found = self.below(sides, f"{stream}/{k}", attempt) + 1
        return fair[self.below(len(fair), stream, k)]

    def shuffled(self, items: Sequence[T], stream: str, k: int) -> list[T]:
        """All the items in a random order (Fisher and Yates)."""
        order = list(items)
        inner = f"{stream}/{k}"
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1, inner, i)
            order[i], order[j] = order[j], order[i]
        return order
