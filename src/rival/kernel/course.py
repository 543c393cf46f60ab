"""The score history of a game, recorded while it is played."""

from __future__ import annotations

from typing import Any

from rival.kernel.opponent import Opponent
from rival.kernel.par import score_on
from rival.kernel.texts import Text


class Course:
    """The charted values wherever they changed, the score at the end of each round, and the names of the rounds.

    Recording an entry takes the same time in a long game as in a short one, and no replay is needed.
    """

    __slots__ = ("_against", "_round", "_wanted", "headings", "labels", "points", "rounds")

    def __init__(self, against: Opponent, table: Any, key: str) -> None:
        self._against = against
        self._wanted = frozenset(against.followed)
        self._round = against.round_of(table)
        self.points: dict[str, list[tuple[int, int]]] = {path: [] for path in against.followed}
        self.labels: dict[str, Text] = {}
        self.rounds: list[tuple[int, int]] = []
        self.headings: dict[int, Text] = {}
        self._note_numbers(table, 0)
        self._note_heading(table, key)

    def note(self, table: Any, at: int, key: str) -> None:
        """Record the table after ``at`` entries; ``key`` is that of the open question."""
        self._note_heading(table, key)
        round = self._against.round_of(table)
        if round > self._round and self._against.measures is not None:
            self.rounds.append((round - 1, score_on(self._against, table) or 0))
        self._round = round
        self._note_numbers(table, at)

    def _note_heading(self, table: Any, key: str) -> None:
        """Record the name of a round when its first question is asked."""
        round = self._against.round_of(table)
        if round not in self.headings:
            for heading in self._against.heading(table, key)[:1]:
                self.headings[round] = heading

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
