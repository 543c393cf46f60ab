"""Statistics of finished games by opponent and difficulty, and their export."""

from __future__ import annotations

import csv
import io
import json
import os
from pathlib import Path

import pytest
from sqlalchemy import update

import rival
from rival.engine import Engine
from rival.engine.records import FinishedGame, all_records, as_csv, as_json, standings
from rival.engine.states import About
from rival.kernel import Session
from rival.storage import SqlShelf
from rival.storage.schema import games, records

MAYOR = "rolling-heights"


def finished(seed: int, hard: bool = False) -> Session:
    """Play a game to its end with a pack that is not a sample."""
    played = rival.demo(MAYOR, seed=seed, options={"hard": hard})
    played.journal.header["pack"]["sample"] = False
    return Session.load(played.journal.dumps())


def test_a_finished_game_has_a_record_as_long_as_it_stays_finished(shelf: SqlShelf) -> None:
    engine = Engine(shelf)
    session = finished(3)
    state = engine.load(session.journal.dumps())
    engine.begin(MAYOR, seed=1)
    (record,) = all_records(shelf)
    assert session.result is not None
    assert (record.game, record.opponent, record.answers) == (state.id, MAYOR, session.at)
    assert record.scores == session.result.scores
    assert record.difficulty == {"hard": False}
    engine.undo(state.id, state.at)
    assert all_records(shelf) == []
    engine.redo(state.id, state.at + 1)
    assert [one.scores for one in all_records(shelf)] == [record.scores]


def test_deleting_takes_the_record_along_and_restoring_brings_it_back(shelf: SqlShelf) -> None:
    engine = Engine(shelf)
    id = engine.load(finished(3).journal.dumps()).id
    assert len(all_records(shelf)) == 1
    engine.describe(id, {"archived": True})
    assert len(all_records(shelf)) == 1
    engine.delete(id)
    assert all_records(shelf) == []
    engine.restore(id)
    assert len(all_records(shelf)) == 1


def test_games_on_a_made_up_table_count_only_when_asked_for(shelf: SqlShelf) -> None:
    Engine(shelf).load(rival.demo(MAYOR, seed=3).journal.dumps())
    assert all_records(shelf) == []
    assert len(all_records(shelf, samples=True)) == 1


def test_standings_by_opponent_and_difficulty(shelf: SqlShelf) -> None:
    sessions = [finished(seed, hard) for seed, hard in ((1, False), (2, False), (3, True))]
    for one in sessions:
        shelf.add(one, About())
    easy, hard = standings(all_records(shelf))
    assert (easy.games, hard.games) == (2, 1)
    assert (easy.difficulty, hard.difficulty) == ({"hard": False}, {"hard": True})
    results = [one.result for one in sessions if one.result is not None]
    yours = [one.scores["you"] for one in results]
    assert easy.averages["you"] == sum(yours[:2]) / 2
    assert next(iter(easy.averages)) == "you"
    assert easy.best == max(yours[:2])
    assert easy.wins == sum(one.winner == "you" for one in results[:2])
    assert [point.scores["you"] for point in easy.curve] == yours[:2]


def a_record(score: int, level: str | None) -> FinishedGame:
    return FinishedGame("g", "=evil()", "mombasa", 1, {"x": True}, {}, {"you": score}, None, level, 9, False, 0)


def test_levels_stand_with_the_best_first() -> None:
    (one,) = standings([a_record(130, "fair"), a_record(180, "amazing"), a_record(90, None), a_record(135, "fair")])
    assert one.best_level == "amazing"
    assert dict(one.levels) == {"amazing": 1, "fair": 2}
    assert list(one.levels) == ["amazing", "fair"]
    assert (one.decided, one.wins, one.best) == (0, 0, 180)


def test_files_hold_every_game_and_no_formula() -> None:
    found = [a_record(130, "fair"), a_record(90, None)]
    rows = list(csv.DictReader(io.StringIO(as_csv(found))))
    assert [row["score you"] for row in rows] == ["130", "90"]
    assert rows[0]["name"] == "'=evil()"
    assert rows[0]["option x"] == "true"
    assert rows[0]["ended"] == "1970-01-01T00:00:00Z"
    assert [one["level"] for one in json.loads(as_json(found))] == ["fair", None]


@pytest.mark.parametrize("found", [[], [a_record(1, None)]])
def test_nothing_to_tell_is_no_mistake(found: list[FinishedGame]) -> None:
    assert as_csv(found).startswith("ended,")
    assert len(standings(found)) == len(found)


FAR = 10**12
"""In seconds: some thirty thousand years from now."""


@pytest.mark.parametrize("how", ["a clock far ahead", "an earlier version"])
def test_a_game_that_ended_beyond_all_calendars_breaks_no_record(
    shelf: SqlShelf, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    engine = Engine(shelf)
    with monkeypatch.context() as patched:
        if how == "a clock far ahead":
            patched.setattr("time.time", lambda: float(FAR))
        id = engine.load(finished(3).journal.dumps()).id
    if how == "an earlier version":
        with shelf.database.writing() as connection:
            connection.execute(update(games).values(created=FAR, played=FAR, turn=1))
            connection.execute(update(records).values(ended=FAR))
    (record,) = all_records(shelf)
    assert json.loads(as_json([record]))[0]["ended"] == "9998-12-31T23:59:59Z"
    assert "9998-12-31T23:59:59Z" in as_csv([record])
    (listed,) = engine.games()
    assert listed.played == record.ended
    play = Engine(shelf).play(id)
    assert play is not None
    assert "9998-12-31" in play.text or "9999-01-01" in play.text


def test_a_journal_file_from_beyond_all_calendars_is_brought_in(shelf: SqlShelf, tmp_path: Path) -> None:
    path = tmp_path / "far.jsonl"
    path.write_text(finished(3).journal.dumps(), encoding="utf-8")
    os.utime(path, (FAR // 4, FAR // 4))
    assert shelf.bring_in(tmp_path) == 1
    assert len(json.loads(as_json(all_records(shelf)))) == 1
