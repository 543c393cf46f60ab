"""The course of a game: what an opponent wants to be followed, noted as it happens."""

from __future__ import annotations

from typing import Any

from rival.kernel.opponent import Opponent
from rival.kernel.par import score_on
from rival.kernel.texts import Text


class Course:
    """The followed numbers wherever they changed, the score when each round had just ended, and what rounds are called.

    It costs the same after every entry, however long the game is; so nobody has to play it again to see it.
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
        """How the table stands after so many entries, where this is asked."""
        self._note_heading(table, key)
        round = self._against.round_of(table)
        if round > self._round and self._against.measures is not None:
            self.rounds.append((round - 1, score_on(self._against, table) or 0))
        self._round = round
        self._note_numbers(table, at)

    def _note_heading(self, table: Any, key: str) -> None:
        """What a round is called, the first time that something is asked in it."""
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
