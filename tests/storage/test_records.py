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
from rival.engine.responses import GameDetails
from rival.engine.statistics import FinishedGame, compute_standings, export_csv, export_json, load_finished_games
from rival.kernel import Session
from rival.storage import SqlGameRepository
from rival.storage.schema import games, records

MAYOR = "rolling-heights"


def play_finished_game(seed: int, hard: bool = False) -> Session:
    """Play a game to its end with a pack that is not a sample."""
    played = rival.play_demo(MAYOR, seed=seed, options={"hard": hard})
    played.journal.header["pack"]["sample"] = False
    return Session.load(played.journal.format_text())


def test_undoing_the_last_answer_deletes_the_result(shelf: SqlGameRepository) -> None:
    engine = Engine(shelf)
    session = play_finished_game(3)
    state = engine.load_journal(session.journal.format_text())
    engine.begin_game(MAYOR, seed=1)
    (record,) = load_finished_games(shelf)
    assert session.result is not None
    assert (record.game, record.opponent, record.answers) == (state.id, MAYOR, session.position)
    assert record.scores == session.result.scores
    assert record.difficulty == {"hard": False}
    engine.undo(state.id, state.at)
    assert load_finished_games(shelf) == []
    engine.redo(state.id, state.at + 1)
    assert [one.scores for one in load_finished_games(shelf)] == [record.scores]


def test_deleting_and_restoring_a_game_affects_its_result(shelf: SqlGameRepository) -> None:
    engine = Engine(shelf)
    id = engine.load_journal(play_finished_game(3).journal.format_text()).id
    assert len(load_finished_games(shelf)) == 1
    engine.update_details(id, {"archived": True})
    assert len(load_finished_games(shelf)) == 1
    engine.delete_game(id)
    assert load_finished_games(shelf) == []
    engine.restore_game(id)
    assert len(load_finished_games(shelf)) == 1


def test_games_on_a_made_up_table_count_only_when_asked_for(shelf: SqlGameRepository) -> None:
    Engine(shelf).load_journal(rival.play_demo(MAYOR, seed=3).journal.format_text())
    assert load_finished_games(shelf) == []
    assert len(load_finished_games(shelf, samples=True)) == 1


def test_standings_by_opponent_and_difficulty(shelf: SqlGameRepository) -> None:
    sessions = [play_finished_game(seed, hard) for seed, hard in ((1, False), (2, False), (3, True))]
    for one in sessions:
        shelf.add_game(one, GameDetails())
    easy, hard = compute_standings(load_finished_games(shelf))
    assert (easy.games, hard.games) == (2, 1)
    assert (easy.difficulty, hard.difficulty) == ({"hard": False}, {"hard": True})
    results = [one.result for one in sessions if one.result is not None]
    yours = [one.scores["you"] for one in results]
    assert easy.averages["you"] == sum(yours[:2]) / 2
    assert next(iter(easy.averages)) == "you"
    assert easy.best == max(yours[:2])
    assert easy.wins == sum(one.winner == "you" for one in results[:2])
    assert [point.scores["you"] for point in easy.curve] == yours[:2]


def make_result(score: int, level: str | None) -> FinishedGame:
    return FinishedGame("g", "=evil()", "mombasa", 1, {"x": True}, {}, {"you": score}, None, level, 9, False, 0)


def test_levels_are_sorted_from_the_best() -> None:
    (one,) = compute_standings(
        [make_result(130, "fair"), make_result(180, "amazing"), make_result(90, None), make_result(135, "fair")]
    )
    assert one.best_level == "amazing"
    assert dict(one.levels) == {"amazing": 1, "fair": 2}
    assert list(one.levels) == ["amazing", "fair"]
    assert (one.decided, one.wins, one.best) == (0, 0, 180)


def test_exported_results_contain_every_game_and_no_formula() -> None:
    found = [make_result(130, "fair"), make_result(90, None)]
    rows = list(csv.DictReader(io.StringIO(export_csv(found))))
    assert [row["score you"] for row in rows] == ["130", "90"]
    assert rows[0]["name"] == "'=evil()"
    assert rows[0]["option x"] == "true"
    assert rows[0]["ended"] == "1970-01-01T00:00:00Z"
    assert [one["level"] for one in json.loads(export_json(found))] == ["fair", None]


@pytest.mark.parametrize("found", [[], [make_result(1, None)]])
def test_statistics_without_games_are_empty(found: list[FinishedGame]) -> None:
    assert export_csv(found).startswith("ended,")
    assert len(compute_standings(found)) == len(found)


FAR = 10**12
"""In seconds: some thirty thousand years from now."""


@pytest.mark.parametrize("how", ["a clock far ahead", "an earlier version"])
def test_a_game_that_ended_in_the_far_future_is_listed(
    shelf: SqlGameRepository, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    engine = Engine(shelf)
    with monkeypatch.context() as patched:
        if how == "a clock far ahead":
            patched.setattr("time.time", lambda: float(FAR))
        id = engine.load_journal(play_finished_game(3).journal.format_text()).id
    if how == "an earlier version":
        with shelf.database.open_writer() as connection:
            connection.execute(update(games).values(created=FAR, played=FAR, turn=1))
            connection.execute(update(records).values(ended=FAR))
    (record,) = load_finished_games(shelf)
    assert json.loads(export_json([record]))[0]["ended"] == "9998-12-31T23:59:59Z"
    assert "9998-12-31T23:59:59Z" in export_csv([record])
    (listed,) = engine.list_games()
    assert listed.played == record.ended
    play = Engine(shelf).export_play(id)
    assert play is not None
    assert "9998-12-31" in play.text or "9999-01-01" in play.text


def test_a_journal_file_from_the_far_future_is_imported(shelf: SqlGameRepository, tmp_path: Path) -> None:
    path = tmp_path / "far.jsonl"
    path.write_text(play_finished_game(3).journal.format_text(), encoding="utf-8")
    os.utime(path, (FAR // 4, FAR // 4))
    assert shelf.import_folder(tmp_path) == 1
    assert len(json.loads(export_json(load_finished_games(shelf)))) == 1
