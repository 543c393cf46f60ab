"""The score history of a game, recorded while it is played."""

from __future__ import annotations

from typing import Any

from rival.kernel.opponent import Opponent
from rival.kernel.percentiles import read_score
from rival.kernel.texts import Text


class ScoreHistory:
    """A game's history for a chart: every change of a charted value, the score after each round, and the round names.

    Recording an entry takes constant time and needs no replay.
    """

    __slots__ = ("_charted_paths", "_opponent", "_round", "labels", "points", "round_names", "round_scores")

    def __init__(self, opponent: Opponent, table: Any, key: str) -> None:
        self._opponent = opponent
        self._charted_paths = frozenset(opponent.charted_values)
        self._round = opponent.get_round(table)
        self.points: dict[str, list[tuple[int, int]]] = {path: [] for path in opponent.charted_values}
        self.labels: dict[str, Text] = {}
        self.round_scores: list[tuple[int, int]] = []
        self.round_names: dict[int, Text] = {}
        self._record_values(table, 0)
        self._record_round_name(table, key)

    def record_state(self, table: Any, position: int, key: str) -> None:
        """Record the charted values after ``position`` entries; ``key`` identifies the open question."""
        self._record_round_name(table, key)
        round = self._opponent.get_round(table)
        if round > self._round and self._opponent.measure_table is not None:
            self.round_scores.append((round - 1, read_score(self._opponent, table) or 0))
        self._round = round
        self._record_values(table, position)

    def _record_round_name(self, table: Any, key: str) -> None:
        """Record the name of a round when its first question is asked."""
        round = self._opponent.get_round(table)
        if round not in self.round_names:
            for heading in self._opponent.make_status_line(table, key)[:1]:
                self.round_names[round] = heading

    def _record_values(self, table: Any, position: int) -> None:
        """Record the charted values that have changed."""
        missing_count = len(self._charted_paths)
        if not missing_count:
            return
        for editable in self._opponent.list_editable_values(table):
            if editable.path in self._charted_paths:
                points, value = self.points[editable.path], editable.value
                if type(value) is int and (not points or points[-1][1] != value):
                    points.append((position, value))
                    self.labels[editable.path] = editable.label
                missing_count -= 1
                if not missing_count:
                    return
