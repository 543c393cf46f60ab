"""Reproducible random draws: each depends only on the seed, a stream name and a number.

Therefore undo never changes a roll, and a game is the same in every Python version and worker and with every hash seed.
The standard library guarantees a stable hash but not a stable shuffle, so this module has its own shuffle.

>>> Chance(7).draw_below(6, "die", 0) == Chance(7).draw_below(6, "die", 0)
True
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


MAX_REDRAWS = 1000


class Chance:
    """A game's random number generator; with ``has_redraws``, a die is rolled again if its face is not valid."""

    __slots__ = ("_roots", "has_redraws", "seed")

    def __init__(self, seed: int, has_redraws: bool = True) -> None:
        self.seed = seed
        self.has_redraws = has_redraws
        self._roots: dict[str, blake2b] = {}

    def draw_bits(self, stream: str, draw_number: int) -> int:
        """Return 64 random bits for draw ``draw_number`` of the named stream."""
        root = self._roots.get(stream)
        if root is None:
            root = self._roots[stream] = blake2b(f"{self.seed}/{stream}/".encode(), digest_size=8)
        draw = root.copy()
        draw.update(b"%d" % draw_number)
        return int.from_bytes(draw.digest())

    def draw_below(self, limit: int, stream: str, draw_number: int) -> int:
        """Return a whole number from 0 to ``limit`` - 1, all equally likely (to within ``limit`` in 2**64)."""
        return (self.draw_bits(stream, draw_number) * limit) >> 64

    def draw_face(self, sides: int, valid_faces: Sequence[int], stream: str, draw_number: int) -> int:
        """Return a face of a die, equally likely among the ``valid_faces``.

        The die is rolled until it shows a valid face, so that removing a face from the valid ones does not change other
        rolls. Games of format 1 make a single draw among the valid faces.
        """
        if self.has_redraws:
            face = self.draw_below(sides, stream, draw_number) + 1
            for attempt in range(MAX_REDRAWS):
                if face in valid_faces:
                    return face
                face = self.draw_below(sides, f"{stream}/{draw_number}", attempt) + 1
        return valid_faces[self.draw_below(len(valid_faces), stream, draw_number)]

    def shuffle(self, items: Sequence[T], stream: str, draw_number: int) -> list[T]:
        """Return the items in random order (Fisher-Yates shuffle)."""
        order = list(items)
        inner = f"{stream}/{draw_number}"
        for i in range(len(order) - 1, 0, -1):
            j = self.draw_below(i + 1, inner, i)
            order[i], order[j] = order[j], order[i]
        return order
