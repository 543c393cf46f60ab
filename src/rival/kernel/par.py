"""Par: compare an opponent's score with many sample games from the lab.

The curves are stored in ``par.json`` in the folder of a game, which ``rival lab GAME --par`` writes. They have ten
scores for each round: a score of at least the k-th is higher than k of 10 sample games had then.
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
"""The first round after which a comparison means something."""


@dataclass(frozen=True, slots=True)
class Par:
    """A score compared with sample games: after a round (None: at the end), higher than ``ahead`` of 10 of them."""

    round: int | None
    score: int
    ahead: int
    own_options: bool
    """Whether the sample games had the options of this game; otherwise they had the default ones."""


def thresholds(scores: Sequence[int]) -> list[int]:
    """Return the ten scores of a curve: the k-th is the lowest that is higher than k of 10 of these scores.

    >>> thresholds([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    """
    ordered = sorted(scores)
    return [ordered[-(-k * len(ordered) // 10) - 1] + 1 for k in range(1, 11)]


def ahead_of(score: int, curve: Sequence[int]) -> int:
    """Return how many of 10 games had a lower score."""
    return bisect_right(curve, score)


@cache
def load(folder: Path) -> Mapping[str, Any] | None:
    """Load the curves of a game; None if it has none."""
    file = folder / FILE
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


@dataclass(frozen=True, slots=True)
class Curves:
    """The scores of the sample games after each round and at the end, and how many games there were."""

    rounds: Mapping[int, Sequence[int]]
    final: Sequence[int]
    games: int
    own_options: bool


def curves(against: Opponent, options: Mapping[str, Json]) -> Curves | None:
    """Return the curves for these options, or for the default ones; None if the game has none."""
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
    """Compare a score after a round, or at the end, with sample games; None if there is no curve."""
    beside = curves(against, options)
    if beside is None:
        return None
    scores = beside.final if round is None else beside.rounds.get(round) if round >= FIRST else None
    return None if scores is None else Par(round, score, ahead_of(score, scores), beside.own_options)


def score_on(against: Opponent, table: Any) -> int | None:
    """Return the charted measure of a table; None if the opponent has none."""
    return against.measures(table).get(against.curves[0]) if against.measures is not None else None


def par_after(against: Opponent, options: Mapping[str, Json], table: Any, over: bool) -> Par | None:
    """Compare the score of a round that has just ended; the table already shows the next round, or the end."""
    score = score_on(against, table)
    return None if score is None else par(against, options, None if over else against.round_of(table) - 1, score)


def words(against: Opponent, standing: Par) -> Text:
    """Return the comparison as a sentence.

    ``the Mayor is at 31 after round 8: higher than 7 of 10 sample games``
    """
    measure = against.curves[0]
    if not standing.ahead:
        return lowest(against, standing)
    figures = {"name": against.name, "score": standing.score, "ahead": standing.ahead, "round": standing.round}
    if measure != "score":
        text = measure_words(against.measured[measure], standing)
    elif standing.round is None:
        text = _("Compared with sample games: {name} ended with {score}, more than in {ahead} of 10.", **figures)
    elif against.by_turns:
        text = _(
            "Compared with sample games: {name} has {score} after turn {round}, more than in {ahead} of 10.", **figures
        )
    else:
        text = _(
            "Compared with sample games: {name} has {score} after round {round}, more than in {ahead} of 10.", **figures
        )
    return text if standing.own_options else _("{text} (The sample games had the default options.)", text=text)


def lowest(against: Opponent, standing: Par) -> Text:
    """Return the sentence for a score that is higher than hardly any sample game had."""
    measure = against.curves[0]
    figures = {"name": against.name, "score": standing.score, "round": standing.round}
    if measure != "score":
        what = against.measured[measure]
        text = _("Compared with sample games, {what}: {score}, one of the lowest values.", what=what, **figures)
    elif standing.round is None:
        text = _("Compared with sample games: {name} ended with {score}, one of the lowest results.", **figures)
    else:
        text = _("Compared with sample games: {name} has {score}, one of the lowest results.", **figures)
    return text if standing.own_options else _("{text} (The sample games had the default options.)", text=text)


def measure_words(what: Text, standing: Par) -> Text:
    """Return the sentence for an opponent without a score: ``cards it took: 12 in all, more than in 7 of 10 games``."""
    figures = {"what": what, "score": standing.score, "ahead": standing.ahead, "round": standing.round}
    if standing.round is None:
        return _("Compared with sample games, {what}: {score} in all, more than in {ahead} of 10.", **figures)
    return _("Compared with sample games after round {round}, {what}: {score}, more than in {ahead} of 10.", **figures)
