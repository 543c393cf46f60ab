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
from rival.engine.zip_files import export_first_zip, unpack_journals
from rival.server.app import make_app
from rival.storage import Database, SqlGameRepository, StorageError
from rival.storage.repository import LINE_COUNTS, SELECT_ROWS
from rival.storage.schema import lines

MAYOR = "rolling-heights"


def delete_lines(shelf: SqlGameRepository, which: int) -> str:
    engine = Engine(shelf)
    id = engine.begin_game(MAYOR, seed=7).id
    for at in range(4):
        engine.use_dice(id, at, "mine" if at % 2 else "program")
    with shelf.database.open_writer() as connection:
        wanted = lines.c.game == id
        connection.execute(delete(lines).where(wanted if which < 0 else wanted & (lines.c.position == which)))
    return id


@pytest.mark.parametrize("which", [0, 2, 4, -1])
def test_missing_lines_are_noticed(shelf: SqlGameRepository, which: int) -> None:
    id = delete_lines(shelf, which)
    left = 0 if which < 0 else 4
    for look in (lambda: Engine(shelf).load_state(id), lambda: Engine(shelf).export_journal(id)):
        with pytest.raises(StorageError, match=rf"is missing in .*: only {left} of the 5 lines of its record are left"):
            look()


@pytest.mark.parametrize("which", [0, 2, 4, -1])
def test_the_list_shows_an_error_for_a_game_with_missing_lines(shelf: SqlGameRepository, which: int) -> None:
    bad = delete_lines(shelf, which)
    good = Engine(shelf).begin_game(MAYOR, seed=1).id
    page = TestClient(make_app(Engine(shelf)), base_url="http://127.0.0.1")
    rows = {one["id"]: one for one in page.get("/api/games").json()}
    assert set(rows) == {bad, good}
    assert rows[good]["problem"] is None
    assert "is missing in" in rows[bad]["problem"]
    told = page.get(f"/api/games/{bad}")
    assert (told.status_code, "is missing in" in told.json()["message"]) == (503, True)
    assert page.get(f"/api/games/{good}").status_code == 200
    out = page.get("/api/export")
    assert [name for name, _text, _about in unpack_journals(out.content)] == [f"{good}.jsonl"]


def test_the_list_finds_missing_lines_in_old_long_games(
    shelf: SqlGameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For very many lines, the list checks only the last line of a game; a server counts all of them later."""
    bad = delete_lines(shelf, 2)
    good = Engine(shelf).begin_game(MAYOR, seed=1).id
    columns = [one for one in SELECT_ROWS.selected_columns if one.name != "left"]
    monkeypatch.setattr("rival.storage.repository.SELECT_ROWS", select(*columns, LINE_COUNTS[1].label("left")))
    assert [one.problem for one in Engine(shelf).list_games()] == [None, None]
    with TestClient(make_app(Engine(shelf)), base_url="http://127.0.0.1") as page:
        until = time.monotonic() + 30
        while not shelf.broken_ids and time.monotonic() < until:
            time.sleep(0.01)
        rows = {one["id"]: one["problem"] for one in page.get("/api/games").json()}
    assert "is missing in" in rows[bad]
    assert rows[good] is None


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "shelf" / "rival.db"


@pytest.fixture
def device(file: Path) -> TestClient:
    return TestClient(make_app(Engine(SqlGameRepository(Database(f"sqlite:///{file}")))), base_url="http://127.0.0.1")


@pytest.mark.parametrize("replaced", [False, True])
def test_a_deleted_or_replaced_database_file_is_refused(device: TestClient, file: Path, replaced: bool) -> None:
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
        open_shelf = SqlGameRepository(Database(f"sqlite:///{file.parent / 'other' / 'rival.db'}"))
        Engine(open_shelf).begin_game(MAYOR, seed=1)
    finally:
        os.umask(mask)
    made = [*(file.parent / "other").iterdir(), *file.parent.glob("rival.db*")]
    assert len(made) >= 4
    assert {stat.S_IMODE(one.stat().st_mode) for one in made} == {0o600}
    assert stat.S_IMODE((file.parent / "other").stat().st_mode) == 0o700


def test_a_damaged_game_does_not_stop_the_export(shelf: SqlGameRepository) -> None:
    delete_lines(shelf, 1)
    Engine(shelf).begin_game(MAYOR, seed=1)
    assert len(unpack_journals(export_first_zip(Engine(shelf)))) == 1
