"""Par: where an opponent stands beside many games of the lab, all on the sample table.

The curves are small data (``par.json`` in the folder of a game), made once by ``rival lab GAME --par``. For each
round there are ten scores: a score of at least the k-th is higher than k of 10 sample games had there.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rival.kernel.opponent import Opponent
from rival.kernel.shapes import Json
from rival.kernel.texts import Text, _

FILE = "par.json"
FIRST = 3
"""The round after which a standing says something."""


@dataclass(frozen=True, slots=True)
class Par:
    """A standing: the round (None: the game is over), the score, and of how many of 10 sample games it is ahead."""

    round: int | None
    score: int
    ahead: int
    own_options: bool
    """Whether the sample games had the options of this game; otherwise they had the usual ones."""


def thresholds(scores: Sequence[int]) -> list[int]:
    """The ten scores of a curve: the k-th is the least that is higher than k of 10 of these scores.

    >>> thresholds([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    """
    ordered = sorted(scores)
    return [ordered[-(-k * len(ordered) // 10) - 1] + 1 for k in range(1, 11)]


def ahead_of(score: int, curve: Sequence[int]) -> int:
    """Of how many of 10 games a score is ahead."""
    return bisect_right(curve, score)


@cache
def load(folder: Path) -> Mapping[str, Any] | None:
    file = folder / FILE
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


@dataclass(frozen=True, slots=True)
class Curves:
    """The sample games beside which a game stands: their scores after each round and at the end, and how many."""

    rounds: Mapping[int, Sequence[int]]
    final: Sequence[int]
    games: int
    own_options: bool


def curves(against: Opponent, options: Mapping[str, Json]) -> Curves | None:
    """The curves for these options, or for the usual ones; None where there are none at all."""
    data = load(against.folder)
    if data is None:
        return None
    usual = against.resolve(None)
    changed = {name: value for name, value in options.items() if value != usual[name]}
    own = next((one for one in data["curves"] if one["options"] == changed), None)
    found = own or data["curves"][0]
    rounds = {int(round): scores for round, scores in found["rounds"].items()}
    return Curves(rounds, found["final"], data["games"], own is not None)


def par(against: Opponent, options: Mapping[str, Json], round: int | None, score: int) -> Par | None:
    """Where a score stands after a round, or at the end of the game; None where there is no curve."""
    beside = curves(against, options)
    if beside is None:
        return None
    scores = beside.final if round is None else beside.rounds.get(round) if round >= FIRST else None
    return None if scores is None else Par(round, score, ahead_of(score, scores), beside.own_options)


def score_on(against: Opponent, table: Any) -> int | None:
    """The measure of par, as the table stands; None where there is none."""
    return against.measures(table).get(against.curves[0]) if against.measures is not None else None


def par_after(against: Opponent, options: Mapping[str, Json], table: Any, over: bool) -> Par | None:
    """Where the opponent stands when a round has just ended: the table shows the next round, or the end."""
    score = score_on(against, table)
    return None if score is None else par(against, options, None if over else against.round_of(table) - 1, score)


def words(against: Opponent, standing: Par) -> Text:
    """``the Mayor is at 31 after round 8: higher than 7 of 10 sample games``"""
    measure = against.curves[0]
    if not standing.ahead:
        return lowest(against, standing)
    figures = {"name": against.name, "score": standing.score, "ahead": standing.ahead, "round": standing.round}
    if measure != "score":
        text = measure_words(against.measured[measure], standing)
    elif standing.round is None:
        text = _("Sample table: {name} ended with {score}, higher than {ahead} of 10 sample games.", **figures)
    elif against.by_turns:
        text = _(
            "Sample table: {name} is at {score} after turn {round}, higher than {ahead} of 10 sample games.", **figures
        )
    else:
        text = _(
            "Sample table: {name} is at {score} after round {round}, higher than {ahead} of 10 sample games.", **figures
        )
    return text if standing.own_options else _("{text} (Those had the usual options.)", text=text)


def lowest(against: Opponent, standing: Par) -> Text:
    """The same for a score that is higher than hardly any: nobody says “higher than 0 of 10”."""
    measure = against.curves[0]
    figures = {"name": against.name, "score": standing.score, "round": standing.round}
    if measure != "score":
        what = against.measured[measure]
        text = _("Sample table: {what}: {score}, as few as in the lowest of the sample games.", what=what, **figures)
    elif standing.round is None:
        text = _("Sample table: {name} ended with {score}, among the lowest of the sample games.", **figures)
    else:
        text = _("Sample table: {name} is at {score}, among the lowest of the sample games.", **figures)
    return text if standing.own_options else _("{text} (Those had the usual options.)", text=text)


def measure_words(what: Text, standing: Par) -> Text:
    """``after round 3, cards it took: 12, more than in 7 of 10 sample games``, for an opponent without a score."""
    figures = {"what": what, "score": standing.score, "ahead": standing.ahead, "round": standing.round}
    if standing.round is None:
        return _("Sample table: {what}: {score} in all, more than in {ahead} of 10 sample games.", **figures)
    return _("Sample table, after round {round}: {what}: {score}, more than in {ahead} of 10 sample games.", **figures)
