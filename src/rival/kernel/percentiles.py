"""Compare an opponent's score with the scores of many sample games.

The curves are stored in a game's folder in the file ``par.json``, which ``rival lab GAME --par`` writes. A curve has
ten thresholds for each round: a score that reaches the k-th threshold beats k of 10 sample games at that point.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rival.kernel.answer_types import Json
from rival.kernel.opponent import Opponent
from rival.kernel.texts import Text, _

CURVES_FILE = "par.json"
FIRST_RANKED_ROUND = 3
"""The first round after which a comparison is meaningful."""


@dataclass(frozen=True, slots=True)
class ScoreComparison:
    """A comparison of a score with sample games after a round, or at the end if the round is None.

    The score is higher than in ``games_below`` of 10 sample games.
    """

    round: int | None
    score: int
    games_below: int
    has_same_options: bool
    """Whether the sample games had the same options as this game; otherwise they had the default options."""


def compute_score_thresholds(scores: Sequence[int]) -> list[int]:
    """Return ten thresholds: the k-th is the lowest score that is higher than k of 10 of the given scores.

    >>> compute_score_thresholds([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    """
    ordered = sorted(scores)
    return [ordered[-(-k * len(ordered) // 10) - 1] + 1 for k in range(1, 11)]


def count_games_below(score: int, curve: Sequence[int]) -> int:
    """Return how many of 10 games had a lower score."""
    return bisect_right(curve, score)


@cache
def load_curves(folder: Path) -> Mapping[str, Any] | None:
    """Load the score distributions of sample games from a folder; return None if there is no file."""
    file = folder / CURVES_FILE
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


@dataclass(frozen=True, slots=True)
class SampleCurves:
    """The score thresholds of the sample games after each round and at the end, and the number of games."""

    rounds: Mapping[int, Sequence[int]]
    final: Sequence[int]
    games: int
    has_same_options: bool


def find_sample_curves(opponent: Opponent, options: Mapping[str, Json]) -> SampleCurves | None:
    """Return the sample scores for these options, or else for the default options; None if there are none."""
    data = load_curves(opponent.folder)
    if data is None:
        return None
    default_options = opponent.resolve_options(None)
    changed = {name: value for name, value in options.items() if value != default_options[name]}
    own_curves = next((entry for entry in data["curves"] if entry["options"] == changed), None)
    chosen = own_curves or data["curves"][0]
    rounds = {int(round): scores for round, scores in chosen["rounds"].items()}
    return SampleCurves(rounds, chosen["final"], data["games"], own_curves is not None)


def compare_score(
    opponent: Opponent, options: Mapping[str, Json], round: int | None, score: int
) -> ScoreComparison | None:
    """Compare a score after a round or at the end with sample games; return None if there is no curve."""
    sample_curves = find_sample_curves(opponent, options)
    if sample_curves is None:
        return None
    scores = (
        sample_curves.final
        if round is None
        else sample_curves.rounds.get(round)
        if round >= FIRST_RANKED_ROUND
        else None
    )
    return (
        None
        if scores is None
        else ScoreComparison(round, score, count_games_below(score, scores), sample_curves.has_same_options)
    )


def read_score(opponent: Opponent, table: Any) -> int | None:
    """Return the first charted measure of a table; None if the opponent has no charted measure."""
    return (
        opponent.measure_table(table).get(opponent.charted_measures[0]) if opponent.measure_table is not None else None
    )


def compare_round_score(
    opponent: Opponent, options: Mapping[str, Json], table: Any, is_over: bool
) -> ScoreComparison | None:
    """Compare the score after the round that has just ended; the table already shows the next round or the end."""
    score = read_score(opponent, table)
    return (
        None
        if score is None
        else compare_score(opponent, options, None if is_over else opponent.get_round(table) - 1, score)
    )


def describe_comparison(opponent: Opponent, comparison: ScoreComparison) -> Text:
    """Return the comparison as a sentence.

    ``the Mayor is at 31 after round 8: more than in 7 of 10 sample games``
    """
    measure = opponent.charted_measures[0]
    if not comparison.games_below:
        return describe_lowest_score(opponent, comparison)
    arguments = {
        "name": opponent.name,
        "score": comparison.score,
        "ahead": comparison.games_below,
        "round": comparison.round,
    }
    if measure != "score":
        text = describe_measure(opponent.measure_labels[measure], comparison)
    elif comparison.round is None:
        text = _("At the end {name} has {score}. That is more than in {ahead} of 10 sample games.", **arguments)
    elif opponent.is_round_one_turn:
        text = _(
            "After turn {round} {name} has {score}. That is more than in {ahead} of 10 sample games.",
            **arguments,
        )
    else:
        text = _(
            "After round {round} {name} has {score}. That is more than in {ahead} of 10 sample games.",
            **arguments,
        )
    return text if comparison.has_same_options else _("{text} (The sample games had the default options.)", text=text)


def describe_lowest_score(opponent: Opponent, comparison: ScoreComparison) -> Text:
    """Return the sentence for a score that is as low as the lowest scores of the sample games."""
    measure = opponent.charted_measures[0]
    arguments = {"name": opponent.name, "score": comparison.score, "round": comparison.round}
    if measure != "score":
        label = opponent.measure_labels[measure]
        text = _(
            "So far, {what}: {score}. That is one of the lowest values among the sample games.", what=label, **arguments
        )
    elif comparison.round is None:
        text = _(
            "At the end {name} has {score}. That is one of the lowest results among the sample games.", **arguments
        )
    else:
        text = _("So far {name} has {score}. That is one of the lowest results among the sample games.", **arguments)
    return text if comparison.has_same_options else _("{text} (The sample games had the default options.)", text=text)


def describe_measure(label: Text, comparison: ScoreComparison) -> Text:
    """Return the sentence for an opponent without a score: ``cards it took: 12 in all, more than in 7 of 10 games``."""
    arguments = {"what": label, "score": comparison.score, "ahead": comparison.games_below, "round": comparison.round}
    if comparison.round is None:
        return _("In the whole game, {what}: {score}. That is more than in {ahead} of 10 sample games.", **arguments)
    return _("After round {round}, {what}: {score}. That is more than in {ahead} of 10 sample games.", **arguments)
