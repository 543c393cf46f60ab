"""Damage to the database from outside is noticed: missing lines, a missing file, a replaced file."""

from __future__ import annotations

import os
import shutil
import stat
import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import delete, select

from rival.engine import Engine
from rival.engine.files import packed, unpacked
from rival.server.app import make_app
from rival.storage import Database, NotKept, SqlShelf
from rival.storage.schema import lines
from rival.storage.shelf import LIST, OF_GAME

MAYOR = "rolling-heights"


def with_lost_lines(shelf: SqlShelf, which: int) -> str:
    engine = Engine(shelf)
    id = engine.begin(MAYOR, seed=7).id
    for at in range(4):
        engine.dice(id, at, "mine" if at % 2 else "program")
    with shelf.database.writing() as connection:
        wanted = lines.c.game == id
        connection.execute(delete(lines).where(wanted if which < 0 else wanted & (lines.c.position == which)))
    return id


@pytest.mark.parametrize("which", [0, 2, 4, -1])
def test_lines_that_are_gone_are_noticed(shelf: SqlShelf, which: int) -> None:
    id = with_lost_lines(shelf, which)
    left = 0 if which < 0 else 4
    for look in (lambda: Engine(shelf).state(id), lambda: Engine(shelf).journal(id)):
        with pytest.raises(NotKept, match=rf"is missing in .*: only {left} of the 5 lines of its record are left"):
            look()


@pytest.mark.parametrize("which", [0, 2, 4, -1])
def test_a_game_with_lost_lines_is_a_row_that_says_so_and_hides_no_other(shelf: SqlShelf, which: int) -> None:
    bad = with_lost_lines(shelf, which)
    good = Engine(shelf).begin(MAYOR, seed=1).id
    page = TestClient(make_app(Engine(shelf)), base_url="http://127.0.0.1")
    rows = {one["id"]: one for one in page.get("/api/games").json()}
    assert set(rows) == {bad, good}
    assert rows[good]["problem"] is None
    assert "is missing in" in rows[bad]["problem"]
    told = page.get(f"/api/games/{bad}")
    assert (told.status_code, "is missing in" in told.json()["message"]) == (503, True)
    assert page.get(f"/api/games/{good}").status_code == 200
    out = page.get("/api/export")
    assert [name for name, _text, _about in unpacked(out.content)] == [f"{good}.jsonl"]


def test_lines_lost_in_an_old_long_game_stand_in_the_list_after_a_start(
    shelf: SqlShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For very many lines, the list checks only the last line of a game; a server counts all of them later."""
    bad = with_lost_lines(shelf, 2)
    good = Engine(shelf).begin(MAYOR, seed=1).id
    columns = [one for one in LIST.selected_columns if one.name != "left"]
    monkeypatch.setattr("rival.storage.shelf.LIST", select(*columns, OF_GAME[1].label("left")))
    assert [one.problem for one in Engine(shelf).games()] == [None, None]
    with TestClient(make_app(Engine(shelf)), base_url="http://127.0.0.1") as page:
        until = time.monotonic() + 30
        while not shelf.short and time.monotonic() < until:
            time.sleep(0.01)
        rows = {one["id"]: one["problem"] for one in page.get("/api/games").json()}
    assert "is missing in" in rows[bad]
    assert rows[good] is None


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "shelf" / "rival.db"


@pytest.fixture
def device(file: Path) -> TestClient:
    return TestClient(make_app(Engine(SqlShelf(Database(f"sqlite:///{file}")))), base_url="http://127.0.0.1")


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_vanished_or_was_replaced_is_no_place_to_keep_anything(
    device: TestClient, file: Path, replaced: bool
) -> None:
    game = device.post("/api/games", json={"game": MAYOR, "seed": 7}).json()
    answer = {"at": 0, "value": True}
    moved = file.with_suffix(".away")
    file.rename(moved)
    if replaced:
        shutil.copy(moved, file)
    for told in (
        device.post(f"/api/games/{game['id']}/answer", json=answer),
        device.get("/api/games"),
        device.get(f"/api/games/{game['id']}"),
    ):
        assert told.status_code == 503
        assert "was deleted, moved or replaced while Rival was running" in told.json()["message"]
    moved.replace(file)
    assert device.post(f"/api/games/{game['id']}/answer", json=answer).status_code == 200


def test_a_new_database_is_readable_by_its_owner_only(device: TestClient, file: Path) -> None:
    mask = os.umask(0)
    try:
        open_shelf = SqlShelf(Database(f"sqlite:///{file.parent / 'other' / 'rival.db'}"))
        Engine(open_shelf).begin(MAYOR, seed=1)
    finally:
        os.umask(mask)
    made = [*(file.parent / "other").iterdir(), *file.parent.glob("rival.db*")]
    assert len(made) >= 4
    assert {stat.S_IMODE(one.stat().st_mode) for one in made} == {0o600}
    assert stat.S_IMODE((file.parent / "other").stat().st_mode) == 0o700


def test_one_damaged_game_does_not_spoil_the_file_of_all(shelf: SqlShelf) -> None:
    with_lost_lines(shelf, 1)
    Engine(shelf).begin(MAYOR, seed=1)
    assert len(unpacked(packed(Engine(shelf)))) == 1
