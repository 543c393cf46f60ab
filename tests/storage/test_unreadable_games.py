"""A game that can't be read is a row with an error message; all other games are listed and played as before."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text, update

import rival
from rival.engine import Engine
from rival.engine.statistics import build_statistics, export_csv, load_finished_games
from rival.kernel import BadJournalError, Opponent, Session, load_opponent
from rival.kernel.installed_opponents import forget_loaded_opponents
from rival.server.app import make_app
from rival.storage import Database, SqlGameRepository
from rival.storage.schema import games, lines
from tests.support.command_line import run_rival

MAYOR = "rolling-heights"
FINISHED = rival.play_demo(MAYOR, seed=3).journal.format_text()


def replace_line(shelf: SqlGameRepository, id: str, line: int, content: dict[str, Any]) -> None:
    """Replace a line of a game, as an earlier version or another program might have written it."""
    with shelf.database.open_writer() as connection:
        where = (lines.c.game == id) & (lines.c.position == line)
        connection.execute(update(lines).where(where).values(text=json.dumps(content)))
        connection.execute(update(games).where(games.c.id == id).values(gist=None, reckoned=0))


def store_absurd_number(shelf: SqlGameRepository, id: str) -> None:
    replace_line(shelf, id, 1, {"n": 1, "correct": "mayor.vp", "value": 0})
    with shelf.database.open_writer() as connection:
        where = (lines.c.game == id) & (lines.c.position == 1)
        huge = '{"n":1,"correct":"mayor.vp","value":' + "9" * 5000 + "}"
        connection.execute(update(lines).where(where).values(text=huge))


def store_invalid_header(shelf: SqlGameRepository, id: str) -> None:
    replace_line(shelf, id, 0, {"rival": 1})


def store_unknown_game(shelf: SqlGameRepository, id: str) -> None:
    replace_line(shelf, id, 0, {**Session.new(MAYOR, seed=1).journal.header, "game": "chess"})


def store_invalid_pack(shelf: SqlGameRepository, id: str) -> None:
    replace_line(shelf, id, 0, {**Session.new(MAYOR, seed=1).journal.header, "pack": [1, 2]})


@pytest.mark.parametrize("spoil", [store_absurd_number, store_invalid_header, store_unknown_game, store_invalid_pack])
def test_the_list_shows_an_error_for_an_unreadable_game(shelf: SqlGameRepository, spoil: Any) -> None:
    engine = Engine(shelf)
    bad = engine.begin_game(MAYOR, seed=1, name="Spoilt").id
    engine.answer(bad, 0, True)
    good = engine.load_journal(FINISHED).id
    spoil(shelf, bad)
    page = TestClient(make_app(Engine(shelf)), base_url="http://127.0.0.1")
    rows = {one["id"]: one for one in page.get("/api/games?lang=ru").json()}
    assert rows[good]["problem"] is None
    assert rows[bad]["name"] == "Spoilt"
    assert rows[bad]["problem"]
    records = page.get("/api/records?samples=true").json()
    assert [one["games"] for one in records["standings"]] == [1]
    assert [(one["game"], one["name"]) for one in records["unread"]] == [(bad, "Spoilt")]
    assert records["unread"][0]["problem"]
    assert "Spoilt" in page.get("/api/records.csv?samples=true").text
    assert [one["problem"] is None for one in page.get("/api/records.json?samples=true").json()] == [True, False]
    assert page.get(f"/api/games/{bad}").status_code in (422, 503)
    assert page.delete(f"/api/games/{bad}").status_code == 204
    assert [one["id"] for one in page.get("/api/deleted").json()] == [bad]
    assert page.get("/api/records").json()["unread"] == []


def test_a_failing_replay_becomes_an_error_message(shelf: SqlGameRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    """The script fails because of an entry in the journal."""
    engine = Engine(shelf)
    bad, good = engine.begin_game(MAYOR, seed=1).id, engine.begin_game("mombasa", seed=1).id
    with shelf.database.open_writer() as connection:
        connection.execute(update(games).values(gist=None, reckoned=0))

    def raise_error(table: Any) -> Any:
        raise KeyError("nowhere")
        yield

    real = load_opponent(MAYOR)
    module = sys.modules["rival.kernel.installed_opponents"]
    others = module.import_opponent

    def loaded(where: str) -> Opponent:
        return replace(real, script=raise_error) if "rolling_heights" in where else others(where)

    monkeypatch.setattr(module, "import_opponent", loaded)
    forget_loaded_opponents()
    try:
        with pytest.raises(BadJournalError, match="can't be replayed"):
            Session.load(engine.export_journal(bad))
        rows = {one.id: one.problem for one in Engine(shelf).list_games()}
        assert "can't be replayed" in str(rows[bad])
        assert rows[good] is None
        assert [one.game for one in build_statistics(load_finished_games(shelf)).unread] == [bad]
    finally:
        forget_loaded_opponents()


def test_an_absurd_stored_score_hides_no_other_result(shelf: SqlGameRepository) -> None:
    engine = Engine(shelf)
    bad, good = engine.load_journal(FINISHED).id, engine.load_journal(FINISHED).id
    assert len(load_finished_games(shelf, samples=True)) == 2
    with shelf.database.open_writer() as connection:
        huge = '{"you": ' + "9" * 6000 + "}"
        connection.execute(text("UPDATE records SET scores = :huge WHERE game = :bad"), {"huge": huge, "bad": bad})
    records = build_statistics(load_finished_games(shelf, samples=True))
    assert [one.games for one in records.standings] == [1]
    assert [one.game for one in records.unread] == [bad]
    assert records.standings[0].curve[0].game == good
    assert export_csv(load_finished_games(shelf, samples=True)).count("\r\n") == 3


def test_numbers_that_are_too_large_are_refused(shelf: SqlGameRepository) -> None:
    engine = Engine(shelf)
    id = engine.begin_game(MAYOR, seed=1).id
    for huge in (10**19, -(10**400), "9" * 199, "1e5", [10**30], {"a": 10**5000}):
        with pytest.raises(rival.RivalError):
            engine.correct_value(id, 0, "mayor.vp", huge)
    assert engine.load_state(id).at == 0
    page = TestClient(make_app(engine), base_url="http://127.0.0.1")
    body = f'{{"at": 0, "path": "mayor.vp", "value": {"9" * 5000}}}'
    told = page.post(f"/api/games/{id}/correct", content=body, headers={"content-type": "application/json"})
    assert told.status_code == 422


def test_the_terminal_lists_unreadable_games(tmp_path: Path) -> None:
    shelf = SqlGameRepository(Database(f"sqlite:///{tmp_path}/rival.db"))
    engine = Engine(shelf)
    engine.load_journal(FINISHED)
    store_invalid_header(shelf, engine.begin_game(MAYOR, seed=1, name="Spoilt").id)
    shelf.database.close()
    shown = run_rival("records", "--samples", home=tmp_path)
    assert shown.returncode == 0
    assert "1 game finished" in shown.stdout
    assert "“Spoilt” is not counted: " in shown.stdout
    assert "Spoilt" in run_rival("terminal", home=tmp_path).stdout
