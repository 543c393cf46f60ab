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
from rival.engine.records import all_records, as_csv, summed_up
from rival.kernel import BadJournal, Opponent, Session, opponent
from rival.server.app import make_app
from rival.storage import Database, SqlShelf
from rival.storage.schema import games, lines
from tests.support.command_line import run

MAYOR = "rolling-heights"
FINISHED = rival.demo(MAYOR, seed=3).journal.dumps()


def says(shelf: SqlShelf, id: str, line: int, content: dict[str, Any]) -> None:
    """Replace a line of a game, as an earlier version or another program might have written it."""
    with shelf.database.writing() as connection:
        where = (lines.c.game == id) & (lines.c.position == line)
        connection.execute(update(lines).where(where).values(text=json.dumps(content)))
        connection.execute(update(games).where(games.c.id == id).values(gist=None, reckoned=0))


def absurd_number(shelf: SqlShelf, id: str) -> None:
    says(shelf, id, 1, {"n": 1, "correct": "mayor.vp", "value": 0})
    with shelf.database.writing() as connection:
        where = (lines.c.game == id) & (lines.c.position == 1)
        huge = '{"n":1,"correct":"mayor.vp","value":' + "9" * 5000 + "}"
        connection.execute(update(lines).where(where).values(text=huge))


def no_journal(shelf: SqlShelf, id: str) -> None:
    says(shelf, id, 0, {"rival": 1})


def unknown_game(shelf: SqlShelf, id: str) -> None:
    says(shelf, id, 0, {**Session.new(MAYOR, seed=1).journal.header, "game": "chess"})


def odd_pack(shelf: SqlShelf, id: str) -> None:
    says(shelf, id, 0, {**Session.new(MAYOR, seed=1).journal.header, "pack": [1, 2]})


@pytest.mark.parametrize("spoil", [absurd_number, no_journal, unknown_game, odd_pack])
def test_a_bad_game_is_a_row_that_says_so(shelf: SqlShelf, spoil: Any) -> None:
    engine = Engine(shelf)
    bad = engine.begin(MAYOR, seed=1, name="Spoilt").id
    engine.answer(bad, 0, True)
    good = engine.load(FINISHED).id
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


@pytest.mark.interpreted
def test_a_replay_that_raises_is_a_sentence(shelf: SqlShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """The script fails because of an entry in the journal."""
    engine = Engine(shelf)
    bad, good = engine.begin(MAYOR, seed=1).id, engine.begin("mombasa", seed=1).id
    with shelf.database.writing() as connection:
        connection.execute(update(games).values(gist=None, reckoned=0))

    def stumbles(table: Any) -> Any:
        raise KeyError("nowhere")
        yield

    real = opponent(MAYOR)
    module = sys.modules["rival.kernel.opponent"]
    others = module._loaded

    def loaded(where: str) -> Opponent:
        return replace(real, script=stumbles) if "rolling_heights" in where else others(where)

    monkeypatch.setattr(module, "_loaded", loaded)
    opponent.cache_clear()
    try:
        with pytest.raises(BadJournal, match="can't be replayed"):
            Session.load(engine.journal(bad))
        rows = {one.id: one.problem for one in Engine(shelf).games()}
        assert "can't be replayed" in str(rows[bad])
        assert rows[good] is None
        assert [one.game for one in summed_up(all_records(shelf)).unread] == [bad]
    finally:
        opponent.cache_clear()


def test_an_absurd_score_that_an_earlier_version_kept_hides_no_record(shelf: SqlShelf) -> None:
    engine = Engine(shelf)
    bad, good = engine.load(FINISHED).id, engine.load(FINISHED).id
    assert len(all_records(shelf, samples=True)) == 2
    with shelf.database.writing() as connection:
        huge = '{"you": ' + "9" * 6000 + "}"
        connection.execute(text("UPDATE records SET scores = :huge WHERE game = :bad"), {"huge": huge, "bad": bad})
    records = summed_up(all_records(shelf, samples=True))
    assert [one.games for one in records.standings] == [1]
    assert [one.game for one in records.unread] == [bad]
    assert records.standings[0].curve[0].game == good
    assert as_csv(all_records(shelf, samples=True)).count("\r\n") == 3


def test_no_number_without_an_end_gets_into_a_game(shelf: SqlShelf) -> None:
    engine = Engine(shelf)
    id = engine.begin(MAYOR, seed=1).id
    for huge in (10**19, -(10**400), "9" * 199, "1e5", [10**30], {"a": 10**5000}):
        with pytest.raises(rival.RivalError):
            engine.correct(id, 0, "mayor.vp", huge)
    assert engine.state(id).at == 0
    page = TestClient(make_app(engine), base_url="http://127.0.0.1")
    body = f'{{"at": 0, "path": "mayor.vp", "value": {"9" * 5000}}}'
    told = page.post(f"/api/games/{id}/correct", content=body, headers={"content-type": "application/json"})
    assert told.status_code == 422


def test_at_the_terminal(tmp_path: Path) -> None:
    shelf = SqlShelf(Database(f"sqlite:///{tmp_path}/rival.db"))
    engine = Engine(shelf)
    engine.load(FINISHED)
    no_journal(shelf, engine.begin(MAYOR, seed=1, name="Spoilt").id)
    shelf.database.close()
    shown = run("records", "--samples", home=tmp_path)
    assert shown.returncode == 0
    assert "1 game finished" in shown.stdout
    assert "“Spoilt” is not counted: " in shown.stdout
    assert "Spoilt" in run("terminal", home=tmp_path).stdout
