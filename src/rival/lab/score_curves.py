"""Create the file of score curves with which games are compared.

Many games are played with the default options, and with each change of a single option.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl

from rival.kernel import Json, Opponent
from rival.kernel.percentiles import compute_score_thresholds
from rival.lab.run import Experiment, RunFolder, make_experiment

MIN_GAMES = 200
"""A round has a curve only if at least this many games reached it."""


def list_experiments(
    opponent: Opponent, games: int, seed: int, policy: str | None
) -> list[tuple[dict[str, Json], Experiment]]:
    """Return the experiments to run: the default game options first, then every change of one option."""
    changes: list[dict[str, Json]] = [{}]
    changes += [{setting.name: value} for setting in opponent.settings for value, _words in setting.values[1:]]
    return [
        (change, make_experiment(opponent.id, games, seed, {name: [value] for name, value in change.items()}, policy))
        for change in changes
    ]


def make_curve(change: dict[str, Json], parts: RunFolder) -> dict[str, Any]:
    """Compute the score thresholds by round and at the end of the game."""
    rounds = parts.scan_table("rounds").with_columns(pl.col(parts.plan.opponent.charted_measures[0]).alias("score"))
    unfinished = rounds.filter(~pl.col("over")).group_by("round").agg(pl.col("score")).sort("round").collect()
    return {
        "options": change,
        "rounds": {
            str(row["round"]): compute_score_thresholds(row["score"])
            for row in unfinished.iter_rows(named=True)
            if len(row["score"]) >= MIN_GAMES
        },
        "final": compute_score_thresholds(rounds.filter(pl.col("over")).select("score").collect()["score"].to_list()),
    }


def write_curves(file: Path, plan: Experiment, curves: list[dict[str, Any]]) -> None:
    """Write the score curves as JSON, one on each line."""
    head = {"sample": True, "games": plan.games, "seed": plan.seed, "policy": plan.policy}
    lines = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in curves)
    file.write_text(json.dumps(head)[:-1] + f', "curves": [\n{lines}\n]}}\n', encoding="utf-8")
