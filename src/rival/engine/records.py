"""Records: how each finished game ended. They are read off the journals, so none is lost and none outlives an undo."""

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
"""The person among the sides of a game."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """How a game ended; ``answers`` is its length, ``difficulty`` those options that make the opponent harder.

    Of a game that can't be read only ``problem`` is known: why.
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
    """A game on the curve over time."""

    ended: int
    game: str
    scores: Mapping[str, int]
    winner: str | None
    level: str | None
    sample: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """All games against one opponent at one difficulty.

    ``decided`` are those that had a winner, or might have had one; the others end in a level.
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
    """A game that can't be read, so nobody knows whether and how it ended."""

    game: str
    name: str
    problem: str


@dataclass(frozen=True, slots=True)
class Records:
    """The standings, and the games that are in none of them because they can't be read."""

    standings: Sequence[Standing]
    unread: Sequence[Unread]


# --- from journals to records ------------------------------------------------------------------------------


def all_records(shelf: Shelf, samples: bool = False, lang: str = "en") -> list[FinishedGame]:
    """Every finished game on the shelf, the first one first; those on a made-up table only if asked for.

    Those that can't be read come last, with the sentence why.
    """
    rows, problems = shelf.endings()
    unread_ones = {id: (name, why(problem, id)) for id, (name, problem) in problems.items()}
    found = []
    for row in rows:
        if row["sample"] and not samples:
            continue
        try:
            found.append(finished(row))
        except ValueError as problem:  # written before numbers had an end
            unread_ones.setdefault(row["game"], (row["name"], why(problem, row["game"])))
    words = catalogue(lang)
    return found + [unread(id, name, text.render(words)) for id, (name, text) in unread_ones.items()]


def finished(row: Mapping[str, Any]) -> FinishedGame:
    options, scores = json.loads(row["options"]), json.loads(row["scores"])
    if not (writable(options) and writable(scores)):
        raise ValueError("no number of a game")
    return FinishedGame(
        **{**row, "options": options, "scores": scores, "ended": bound_time(row["ended"])},
        difficulty=difficulty(row["opponent"], options),
    )


def unread(id: str, name: str, problem: str) -> FinishedGame:
    return FinishedGame(id, name, "", 0, {}, {}, {}, None, None, 0, False, 0, problem)


def difficulty(game: str, options: Mapping[str, Json]) -> dict[str, Json]:
    try:
        settings = opponent(game).settings
    except RivalError:
        return {}
    return {one.name: options.get(one.name, one.default) for one in settings if one.difficulty}


# --- from records to standings -----------------------------------------------------------------------------


def summed_up(found: Sequence[FinishedGame]) -> Records:
    left = [Unread(one.game, one.name, one.problem) for one in found if one.problem is not None]
    return Records(standings(found), left)


def standings(found: Iterable[FinishedGame]) -> list[Standing]:
    """The games that can be read, by opponent and difficulty."""
    groups: dict[tuple[str, str], list[FinishedGame]] = {}
    for one in found:
        if one.problem is not None:
            continue
        groups.setdefault((one.opponent, json.dumps(one.difficulty, sort_keys=True)), []).append(one)
    return [standing(groups[key]) for key in sorted(groups)]


def standing(group: Sequence[FinishedGame]) -> Standing:
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
    """The average score of each side, over the games in which it has one."""
    sides = sorted({side for one in group for side in one.scores}, key=lambda side: (side != YOU, side))
    scores = {side: [one.scores[side] for one in group if side in one.scores] for side in sides}
    return {side: round(sum(some) / len(some), 1) for side, some in scores.items()}


# --- files -------------------------------------------------------------------------------------------------


def as_json(found: Sequence[FinishedGame]) -> str:
    return json.dumps([{**asdict(one), "ended": when(one)} for one in found], ensure_ascii=False, indent=1)


def as_csv(found: Sequence[FinishedGame]) -> str:
    """One row for each game: a column for every option and every score that occurs; those that can't be read, too."""
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
    """A cell that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless(-3), harmless(True), harmless(None)
    ("'=1+1", '-3', 'true', '')
    """
    if cell is None or isinstance(cell, bool):
        return "" if cell is None else str(cell).lower()
    text = str(cell)
    return f"'{text}" if isinstance(cell, str) and text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def when(one: FinishedGame) -> str:
    return moment(one.ended) if one.problem is None else ""


def moment(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
