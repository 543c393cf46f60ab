"""Games never share an id: begun in the same minute, by several programs at once, or imported from files."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from sqlalchemy import func, select

from rival.engine import Engine
from rival.engine.responses import GameDetails
from rival.kernel import Session
from rival.storage import Database, SqlGameRepository
from rival.storage.schema import lines

MAYOR = "rolling-heights"
EACH = 20


def begin_games(address: str) -> list[str]:
    database = Database(address)
    shelf = SqlGameRepository(database)
    ids = [
        shelf._store_journal(["{}", str(os.getpid())], MAYOR, GameDetails(), stem="same")[0] for _time in range(EACH)
    ]
    database.close()
    return ids


def test_two_programs_beginning_games_at_once_get_different_ids(address: str) -> None:
    Database(address).close()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as both:
        ids = [id for some in both.map(begin_games, [address, address]) for id in some]
    assert "same" in ids
    assert len(set(ids)) == 2 * EACH
    shelf = SqlGameRepository(Database(address))
    with shelf.database.open_reader() as connection:
        found = connection.execute(select(lines.c.game, func.count()).group_by(lines.c.game)).all()
    assert {one[0]: one[1] for one in found} == dict.fromkeys(ids, 2)
    shelf.database.close()


def test_an_id_used_by_another_process_at_the_last_moment(
    shelf: SqlGameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The id was free when it was checked, and is used when the row is inserted."""
    first, _kept = shelf.add_game(Session.new(MAYOR, seed=1), GameDetails())
    real = SqlGameRepository.select_row
    blind = iter([None])
    monkeypatch.setattr(
        SqlGameRepository, "select_row", lambda self, *given: None if next(blind, 1) is None else real(self, *given)
    )
    texts = [line.rstrip("\n") for line in Session.new(MAYOR, seed=2).journal.format_lines()]
    second, _kept = shelf._store_journal(texts, MAYOR, GameDetails(), stem=first)
    assert second.startswith(f"{first}-")
    assert [Engine(shelf).load_state(id).at for id in (first, second)] == [0, 0]
    assert len({one.id for one in shelf.list_games()}) == 2


def test_imported_files_named_like_an_existing_game(shelf: SqlGameRepository, tmp_path: Path) -> None:
    taken, _kept = shelf.add_game(Session.new(MAYOR, seed=1), GameDetails())
    (tmp_path / f"{taken}.jsonl").write_text(Session.new(MAYOR, seed=2).journal.format_text(), encoding="utf-8")
    assert (shelf.import_folder(tmp_path), shelf.import_folder(tmp_path)) == (1, 0)
    (other,) = {one.id for one in shelf.list_games()} - {taken}
    assert other.startswith(f"{taken}-")
