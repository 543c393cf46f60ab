"""Statistics of finished games. Results come from the journals, so they follow every undo."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from rival.engine.engine import catalogue, why
from rival.engine.shelves import Shelf
from rival.engine.times import bound_time
from rival.kernel import Json, RivalError, opponent
from rival.kernel.journal import writable

YOU = "you"
"""The id of the player among the sides of a game."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """The result of a game; ``answers`` is its length, ``difficulty`` has the options that make the opponent harder.

    For a game that can't be read, only ``problem`` is set: the reason.
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
class Point:
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

    ``decided`` counts the games that had a winner, or could have had one; the others end in a level.
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
    curve: Sequence[Point]


@dataclass(frozen=True, slots=True)
class Unread:
    """A game that can't be read, so its result is unknown."""

    game: str
    name: str
    problem: str


@dataclass(frozen=True, slots=True)
class Records:
    """The standings, and the games that are missing from them because they can't be read."""

    standings: Sequence[Standing]
    unread: Sequence[Unread]


# --- from journals to records ------------------------------------------------------------------------------


def all_records(shelf: Shelf, samples: bool = False, lang: str = "en") -> list[FinishedGame]:
    """Return every finished game, the first one first; games on a made-up table only if ``samples`` is set.

    Games that can't be read come last, with the reason.
    """
    rows, problems = shelf.endings()
    unread_ones = {id: (name, why(problem, id)) for id, (name, problem) in problems.items()}
    found = []
    for row in rows:
        if row["sample"] and not samples:
            continue
        try:
            found.append(finished(row))
        except ValueError as problem:  # stored before numbers were limited
            unread_ones.setdefault(row["game"], (row["name"], why(problem, row["game"])))
    words = catalogue(lang)
    return found + [unread(id, name, text.render(words)) for id, (name, text) in unread_ones.items()]


def finished(row: Mapping[str, Any]) -> FinishedGame:
    """Return a finished game from its row; raise ValueError for numbers out of range."""
    options, scores = json.loads(row["options"]), json.loads(row["scores"])
    if not (writable(options) and writable(scores)):
        raise ValueError("a number is out of range")
    return FinishedGame(
        **{**row, "options": options, "scores": scores, "ended": bound_time(row["ended"])},
        difficulty=difficulty(row["opponent"], options),
    )


def unread(id: str, name: str, problem: str) -> FinishedGame:
    """Return the entry of a game that can't be read."""
    return FinishedGame(id, name, "", 0, {}, {}, {}, None, None, 0, False, 0, problem)


def difficulty(game: str, options: Mapping[str, Json]) -> dict[str, Json]:
    """Return the options that make the opponent harder; empty if the opponent is not installed."""
    try:
        settings = opponent(game).settings
    except RivalError:
        return {}
    return {one.name: options.get(one.name, one.default) for one in settings if one.difficulty}


# --- from records to standings -----------------------------------------------------------------------------


def summed_up(found: Sequence[FinishedGame]) -> Records:
    """Group finished games into standings, and list the games that can't be read."""
    left = [Unread(one.game, one.name, one.problem) for one in found if one.problem is not None]
    return Records(standings(found), left)


def standings(found: Iterable[FinishedGame]) -> list[Standing]:
    """Return a standing for each opponent and difficulty."""
    groups: dict[tuple[str, str], list[FinishedGame]] = {}
    for one in found:
        if one.problem is not None:
            continue
        groups.setdefault((one.opponent, json.dumps(one.difficulty, sort_keys=True)), []).append(one)
    return [standing(groups[key]) for key in sorted(groups)]


def standing(group: Sequence[FinishedGame]) -> Standing:
    """Return the statistics of games against one opponent at one difficulty."""
    best = max((one for one in group if YOU in one.scores), key=lambda one: one.scores[YOU], default=None)
    levels: dict[str, int] = {}
    for one in sorted(group, key=lambda one: -one.scores.get(YOU, 0)):
        if one.level is not None:
            levels[one.level] = levels.get(one.level, 0) + 1
    return Standing(
        opponent=group[0].opponent,
        difficulty=group[0].difficulty,
        games=len(group),
        decided=sum(one.winner is not None or len(one.scores) > 1 for one in group),
        wins=sum(one.winner == YOU for one in group),
        averages=averages(group),
        best=best.scores[YOU] if best else None,
        best_level=next(iter(levels), None),
        levels=levels,
        average_answers=round(sum(one.answers for one in group) / len(group), 1),
        curve=[Point(one.ended, one.game, one.scores, one.winner, one.level, one.sample) for one in group],
    )


def averages(group: Sequence[FinishedGame]) -> dict[str, float]:
    """Return the average score of each side, over the games in which it has a score."""
    sides = sorted({side for one in group for side in one.scores}, key=lambda side: (side != YOU, side))
    scores = {side: [one.scores[side] for one in group if side in one.scores] for side in sides}
    return {side: round(sum(some) / len(some), 1) for side, some in scores.items()}


# --- files -------------------------------------------------------------------------------------------------


def as_json(found: Sequence[FinishedGame]) -> str:
    """Return finished games as JSON, with readable times."""
    return json.dumps([{**asdict(one), "ended": when(one)} for one in found], ensure_ascii=False, indent=1)


def as_csv(found: Sequence[FinishedGame]) -> str:
    """Return finished games as CSV: one row for each game, one column for each option and each side's score."""
    options = sorted({name for one in found for name in one.options})
    sides = sorted({side for one in found for side in one.scores}, key=lambda side: (side != YOU, side))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    plain = ("ended", "opponent", "game", "name", "winner", "level", "answers", "rules", "sample", "problem")
    writer.writerow([*plain, *(f"score {side}" for side in sides), *(f"option {name}" for name in options)])
    for one in found:
        row = {**asdict(one), "ended": when(one)}
        cells = [row[name] for name in plain] + [one.scores.get(side, "") for side in sides]
        writer.writerow([harmless(cell) for cell in [*cells, *(one.options.get(name, "") for name in options)]])
    return out.getvalue()


def harmless(cell: Any) -> str:
    """Return a cell that no spreadsheet evaluates as a formula.

    >>> harmless("=1+1"), harmless(-3), harmless(True), harmless(None)
    ("'=1+1", '-3', 'true', '')
    """
    if cell is None or isinstance(cell, bool):
        return "" if cell is None else str(cell).lower()
    text = str(cell)
    return f"'{text}" if isinstance(cell, str) and text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def when(one: FinishedGame) -> str:
    """Return the end of a game as text; empty for a game that can't be read."""
    return moment(one.ended) if one.problem is None else ""


def moment(seconds: int) -> str:
    """Return a time in ISO format, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
