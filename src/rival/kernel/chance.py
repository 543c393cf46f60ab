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


class Chance:
    """The seeded draws of one game."""

    __slots__ = ("_roots", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
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

    def shuffled(self, items: Sequence[T], stream: str, k: int) -> list[T]:
        """All the items in a random order (Fisher and Yates)."""
        order = list(items)
        inner = f"{stream}/{k}"
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1, inner, i)
            order[i], order[j] = order[j], order[i]
        return order
