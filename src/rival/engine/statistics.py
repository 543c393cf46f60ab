"""Statistics of finished games. Results are computed from the journals, so they take undone answers into account."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from rival.engine.engine import explain_unreadable, load_combined_catalogue
from rival.engine.repository import GameRepository
from rival.engine.times import clamp_time
from rival.kernel import Json, RivalError, load_opponent
from rival.kernel.journal import is_storable

PLAYER_SIDE = "you"
"""The id of the player among the sides of a game."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """The result of a game.

    ``answers`` counts the answers; ``difficulty`` has the options that make the opponent harder. For a game that can't
    be read, only ``problem`` is set: the reason.
    """

    game: str
    name: str
    opponent: str
    rules: int
    options: Mapping[str, Json]
    difficulty: Mapping[str, Json]
    scores: Mapping[str, int]
    winner: str | None
    level: str | None
    answers: int
    sample: bool
    ended: int
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """One game on the chart of scores over time."""

    ended: int
    game: str
    scores: Mapping[str, int]
    winner: str | None
    level: str | None
    sample: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """Statistics of all games against one opponent at one difficulty.

    ``decided`` counts the games that had or could have had a winner; other games end with a level instead.
    """

    opponent: str
    difficulty: Mapping[str, Json]
    games: int
    decided: int
    wins: int
    averages: Mapping[str, float]
    best: int | None
    best_level: str | None
    levels: Mapping[str, int]
    average_answers: float
    curve: Sequence[ChartPoint]


@dataclass(frozen=True, slots=True)
class UnreadableGame:
    """A game that can't be read, so its result is unknown."""

    game: str
    name: str
    problem: str


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The standings, and the games that are missing from them because they can't be read."""

    standings: Sequence[Standing]
    unread: Sequence[UnreadableGame]


# --- from journals to records ------------------------------------------------------------------------------


def load_finished_games(repository: GameRepository, samples: bool = False, lang: str = "en") -> list[FinishedGame]:
    """Return every finished game, oldest first; include games on a made-up table only if ``samples`` is set.

    Games that can't be read come last, with the reason.
    """
    rows, problems = repository.load_results()
    unreadable_games = {id: (name, explain_unreadable(problem, id)) for id, (name, problem) in problems.items()}
    games = []
    for row in rows:
        if row["sample"] and not samples:
            continue
        try:
            games.append(parse_finished_game(row))
        except ValueError as problem:  # stored before numbers were limited
            unreadable_games.setdefault(row["game"], (row["name"], explain_unreadable(problem, row["game"])))
    texts = load_combined_catalogue(lang)
    return games + [
        make_unreadable_entry(id, name, text.render(texts)) for id, (name, text) in unreadable_games.items()
    ]


def parse_finished_game(row: Mapping[str, Any]) -> FinishedGame:
    """Return a finished game from its row; raise ValueError for numbers out of range."""
    options, scores = json.loads(row["options"]), json.loads(row["scores"])
    if not (is_storable(options) and is_storable(scores)):
        raise ValueError("a number is out of range")
    return FinishedGame(
        **{**row, "options": options, "scores": scores, "ended": clamp_time(row["ended"])},
        difficulty=select_difficulty(row["opponent"], options),
    )


def make_unreadable_entry(id: str, name: str, problem: str) -> FinishedGame:
    """Return the entry of a game that can't be read."""
    return FinishedGame(id, name, "", 0, {}, {}, {}, None, None, 0, False, 0, problem)


def select_difficulty(game: str, options: Mapping[str, Json]) -> dict[str, Json]:
    """Return the options that make the opponent harder; empty if the opponent is not installed."""
    try:
        settings = load_opponent(game).settings
    except RivalError:
        return {}
    return {setting.name: options.get(setting.name, setting.default) for setting in settings if setting.difficulty}


# --- from records to standings -----------------------------------------------------------------------------


def build_statistics(games: Sequence[FinishedGame]) -> GameStatistics:
    """Group finished games into standings, and list the games that can't be read."""
    unreadable_games = [
        UnreadableGame(game.game, game.name, game.problem) for game in games if game.problem is not None
    ]
    return GameStatistics(compute_standings(games), unreadable_games)


def compute_standings(games: Iterable[FinishedGame]) -> list[Standing]:
    """Return a standing for each opponent and difficulty."""
    groups: dict[tuple[str, str], list[FinishedGame]] = {}
    for game in games:
        if game.problem is not None:
            continue
        groups.setdefault((game.opponent, json.dumps(game.difficulty, sort_keys=True)), []).append(game)
    return [compute_standing(groups[key]) for key in sorted(groups)]


def compute_standing(group: Sequence[FinishedGame]) -> Standing:
    """Return the statistics of games against one opponent at one difficulty."""
    best = max(
        (game for game in group if PLAYER_SIDE in game.scores), key=lambda game: game.scores[PLAYER_SIDE], default=None
    )
    levels: dict[str, int] = {}
    for game in sorted(group, key=lambda game: -game.scores.get(PLAYER_SIDE, 0)):
        if game.level is not None:
            levels[game.level] = levels.get(game.level, 0) + 1
    return Standing(
        opponent=group[0].opponent,
        difficulty=group[0].difficulty,
        games=len(group),
        decided=sum(game.winner is not None or len(game.scores) > 1 for game in group),
        wins=sum(game.winner == PLAYER_SIDE for game in group),
        averages=average_scores(group),
        best=best.scores[PLAYER_SIDE] if best else None,
        best_level=next(iter(levels), None),
        levels=levels,
        average_answers=round(sum(game.answers for game in group) / len(group), 1),
        curve=[ChartPoint(game.ended, game.game, game.scores, game.winner, game.level, game.sample) for game in group],
    )


def average_scores(group: Sequence[FinishedGame]) -> dict[str, float]:
    """Return each side's average score, over the games in which the side has a score."""
    sides = sorted({side for game in group for side in game.scores}, key=lambda side: (side != PLAYER_SIDE, side))
    scores = {side: [game.scores[side] for game in group if side in game.scores] for side in sides}
    return {side: round(sum(side_scores) / len(side_scores), 1) for side, side_scores in scores.items()}


# --- files -------------------------------------------------------------------------------------------------


def export_json(games: Sequence[FinishedGame]) -> str:
    """Return finished games as JSON, with readable times."""
    return json.dumps(
        [{**asdict(game), "ended": format_end_time(game)} for game in games], ensure_ascii=False, indent=1
    )


def export_csv(games: Sequence[FinishedGame]) -> str:
    """Return finished games as CSV, with a row for each game and a column for each option and each side's score."""
    options = sorted({name for game in games for name in game.options})
    sides = sorted({side for game in games for side in game.scores}, key=lambda side: (side != PLAYER_SIDE, side))
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    plain = ("ended", "opponent", "game", "name", "winner", "level", "answers", "rules", "sample", "problem")
    writer.writerow([*plain, *(f"score {side}" for side in sides), *(f"option {name}" for name in options)])
    for game in games:
        row = {**asdict(game), "ended": format_end_time(game)}
        cells = [row[name] for name in plain] + [game.scores.get(side, "") for side in sides]
        writer.writerow([escape_cell(cell) for cell in [*cells, *(game.options.get(name, "") for name in options)]])
    return buffer.getvalue()


def escape_cell(cell: Any) -> str:
    """Escape a cell so that spreadsheets don't evaluate it as a formula.

    >>> escape_cell("=1+1"), escape_cell(-3), escape_cell(True), escape_cell(None)
    ("'=1+1", '-3', 'true', '')
    """
    if cell is None or isinstance(cell, bool):
        return "" if cell is None else str(cell).lower()
    text = str(cell)
    return f"'{text}" if isinstance(cell, str) and text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def format_end_time(game: FinishedGame) -> str:
    """Return the end of a game as text; empty for a game that can't be read."""
    return format_time(game.ended) if game.problem is None else ""


def format_time(seconds: int) -> str:
    """Return a time in ISO format, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
