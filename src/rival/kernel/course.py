"""The course of a game: what an opponent wants to be followed, noted as it happens."""

from __future__ import annotations

from typing import Any

from rival.kernel.opponent import Opponent
from rival.kernel.par import score_on
from rival.kernel.texts import Text


class Course:
    """The followed numbers wherever they changed, and the score when each round had just ended.

    It costs the same after every entry, however long the game is; so nobody has to play it again to see it.
    """

    __slots__ = ("_against", "_round", "_wanted", "labels", "points", "rounds")

    def __init__(self, against: Opponent, table: Any) -> None:
        self._against = against
        self._wanted = frozenset(against.followed)
        self._round = against.round_of(table)
        self.points: dict[str, list[tuple[int, int]]] = {path: [] for path in against.followed}
        self.labels: dict[str, Text] = {}
        self.rounds: list[tuple[int, int]] = []
        self._note_numbers(table, 0)

    def note(self, table: Any, at: int) -> None:
        """How the table stands after so many entries."""
        round = self._against.round_of(table)
        if round > self._round and self._against.measures is not None:
            self.rounds.append((round - 1, score_on(self._against, table) or 0))
        self._round = round
        self._note_numbers(table, at)

    def _note_numbers(self, table: Any, at: int) -> None:
        missing = len(self._wanted)
        if not missing:
            return
        for one in self._against.tracked(table):
            if one.path in self._wanted:
                points, value = self.points[one.path], one.value
                if type(value) is int and (not points or points[-1][1] != value):
                    points.append((at, value))
                    self.labels[one.path] = one.label
                missing -= 1
                if not missing:
                    return
