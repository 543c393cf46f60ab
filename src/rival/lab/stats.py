"""Statistics of a run: curves, differences and counts. All are computed for each arm (option set)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import polars as pl

from rival.engine.simulation import QUESTION_SOURCES
from rival.kernel import Name, Opponent, Text, TranslatedText, _
from rival.kernel.rule_catalogue import Rule
from rival.lab.run import Experiment, Results, format_arm, format_value

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


@dataclass(frozen=True, slots=True)
class Point:
    """Quantiles of a statistic at the end of a round, among games still in progress. The last point is the end."""

    round: int
    games: int
    quantiles: tuple[float, ...]
    is_end: bool = False
    """True for the last point, which covers the end of all games in one column after the last round."""


@dataclass(frozen=True, slots=True)
class ArmSummary:
    """Summary of the games with one set of game options."""

    arm: str
    games: int
    means: dict[str, float]
    final: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """Effect of an option value compared with the base value: mean of paired differences, and its margin of error."""

    option: str
    value: str
    base: str
    column: str
    difference: float
    margin: float

    @property
    def is_significant(self) -> bool:
        """True if 0 is outside the 95% confidence interval."""
        return abs(self.difference) > self.margin


@dataclass(frozen=True, slots=True)
class RuleFrequency:
    """The number of times a game rule was cited per game, and the share of games in which it was cited."""

    rule: Rule
    per_game: float
    share: float


def list_measures(opponent: Opponent) -> list[str]:
    """Return the statistics that an opponent records, in the opponent's order."""
    return list(opponent.measure_labels)


def list_compared_columns(results: Results) -> list[str]:
    """Return the columns by which game options are compared. Some opponents have no score, or can't lose."""
    extra = [name for name in list_measures(results.plan.opponent) if name not in ("score", "turns")]
    has_values = results.games.select(
        pl.col("opponents", "yours").is_not_null().any(), (pl.col("winner") != "").any().alias("won")
    ).collect()
    return [*(name for name in ("opponents", "yours", "won") if has_values[name].item()), "rounds", *extra]


def add_won_column(games: pl.LazyFrame) -> pl.LazyFrame:
    """Return the table of games with a column ``won``: 1 if the player won."""
    return games.with_columns((pl.col("winner") == "you").cast(pl.Int64).alias("won"))


def compute_curves(results: Results, measure: str = "score") -> dict[str, list[Point]]:
    """Return a statistic by round for each set of game options; empty if the opponent does not record it."""
    if measure not in results.rounds.collect_schema().names():
        return {}
    aggregates = [pl.col(measure).quantile(q, "linear").alias(f"q{q}") for q in QUANTILES]
    end = pl.when("over").then(results.rounds.select(pl.col("round").max()).collect().item() + 1)
    rounds = results.rounds.with_columns(end.otherwise(pl.col("round")).alias("round"))
    table = rounds.group_by("arm", "over", "round").agg(pl.len().alias("games"), *aggregates).sort("arm", "round")
    points_by_arm: dict[str, list[Point]] = {format_arm(arm): [] for arm in results.plan.arms}
    for row in table.collect().iter_rows(named=True):
        quantiles = tuple(row[f"q{q}"] for q in QUANTILES)
        points_by_arm[row["arm"]].append(Point(row["round"], row["games"], quantiles, row["over"]))
    return {arm: place_end(points) for arm, points in points_by_arm.items()}


def place_end(points: list[Point]) -> list[Point]:
    """Return the points, placing the end point directly after the last round."""
    *rounds, end = points
    return [*rounds, replace(end, round=rounds[-1].round + 1 if rounds else 1)]


def summarize_arms(results: Results) -> list[ArmSummary]:
    """Summarize the results at the end of the games for each set of game options."""
    columns = list_compared_columns(results)
    aggregates = [pl.col("opponents").quantile(q, "linear").alias(f"q{q}") for q in QUANTILES]
    means = [pl.col(name).mean() for name in columns]
    table = add_won_column(results.games).group_by("arm").agg(pl.len().alias("n"), *means, *aggregates)
    rows = {row["arm"]: row for row in table.collect().iter_rows(named=True)}
    arm_summaries = []
    for arm in map(format_arm, results.plan.arms):
        row = rows[arm]
        quantiles = tuple(row[f"q{q}"] for q in QUANTILES if row[f"q{q}"] is not None)
        arm_summaries.append(ArmSummary(arm, row["n"], {name: row[name] for name in columns}, quantiles))
    return arm_summaries


def compute_effects(results: Results) -> list[Effect]:
    """Return the effect of each option value compared with the first value, in games with the same seeds."""
    return [
        effect
        for option, values in results.plan.varied
        for value in values[1:]
        for effect in compare_values(results, option, format_value(values[0]), format_value(value))
    ]


def compare_values(results: Results, option: str, base: str, value: str) -> Iterator[Effect]:
    """Yield the effects of one option value compared with the base value.

    Differences are averaged over the other options of the same game, then over the games.
    """
    names = list_compared_columns(results)
    columns = [pl.col(name).mean() for name in names]
    sides = [
        add_won_column(results.games).filter(pl.col(f"set_{option}") == item).group_by("game").agg(*columns)
        for item in (value, base)
    ]
    joined = sides[0].join(sides[1], on="game", suffix="_base").sort("game")
    differences = [(pl.col(name) - pl.col(f"{name}_base")).alias(name) for name in names]
    table = joined.select(*differences).collect()
    for name in table.columns:
        item = table[name]
        mean, spread = item.mean(), item.std()
        if isinstance(mean, float):
            margin = 1.96 * (spread if isinstance(spread, float) else 0.0) / math.sqrt(len(item))
            yield Effect(option, value, base, name, mean, margin)


def compute_level_shares(results: Results) -> dict[str, dict[str, float]]:
    """Return the share of games that reached each level, by set of game options; empty for games without levels."""
    reached = results.games.filter(pl.col("level") != "").group_by("arm", "level").agg(pl.len().alias("n"))
    games = results.games.group_by("arm").agg(pl.len().alias("all"))
    shares: dict[str, dict[str, float]] = {}
    for row in reached.join(games, on="arm").sort("level", "arm").collect().iter_rows(named=True):
        shares.setdefault(row["level"], {})[row["arm"]] = row["n"] / row["all"]
    level_names = results.plan.opponent.levels
    return {level: shares.get(level, {}) for level in level_names} if level_names else shares


def count_fired_rules(results: Results) -> list[RuleFrequency]:
    """Count how often each game rule was used, over all sets of game options."""
    table = results.rules.group_by("rule").agg(pl.col("times", "games").sum()).collect()
    rows = {row["rule"]: row for row in table.iter_rows(named=True)}
    games = count_games(results)
    nothing = {"times": 0, "games": 0}
    return [
        RuleFrequency(rule, rows.get(rule.id, nothing)["times"] / games, rows.get(rule.id, nothing)["games"] / games)
        for rule in results.plan.opponent.rules
    ]


def count_games(results: Results) -> int:
    """Return the number of simulated games."""
    return int(results.games.select(pl.len()).collect().item())


@cache
def find_citable_ids(folder: str) -> frozenset[str]:
    """Return the rule ids in the source code of a game, which its steps can cite."""
    sources = [file.read_text(encoding="utf-8") for file in sorted(Path(folder).rglob("*.py"))]
    return frozenset(quoted.upper() for source in sources for quoted in re.findall(r'"(\w+-\w+)"', source))


def explain_unfired(plan: Experiment, rule: Rule) -> Text:
    """Explain why a rule was never used in these games."""
    if rule.rare_reasons:
        return TranslatedText(rule.rare_reasons)
    if rule.id.upper() not in find_citable_ids(str(plan.opponent.folder)):
        return _("no step refers to it: it only explains other rules")
    if rule.option and rule.option not in dict(plan.varied):
        return _(
            "its option had the same value in all these games; to vary it, use --set {option}=…",
            option=Name(rule.option),
        )
    return _("the situation did not occur in these games; play more games, or use another table")


def count_questions(results: Results) -> list[tuple[str, str, float]]:
    """Count how often each question is asked per turn, and who answers it, most frequent first.

    If an opponent has no measure ``turns``, questions are counted per round.
    """
    turns = int(results.games.select(pl.col("turns").sum()).collect().item())
    table = results.asked.group_by("who", "key").agg(pl.col("times").sum()).collect()
    rows = [(row["who"], row["key"], row["times"] / max(turns, 1)) for row in table.iter_rows(named=True)]
    return sorted(rows, key=lambda row: (QUESTION_SOURCES.index(row[0]), -row[2], row[1]))
