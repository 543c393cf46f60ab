"""Games never share an id: begun in the same minute, by several programs at once, or imported from files."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from sqlalchemy import func, select

from rival.engine import Engine
from rival.engine.states import About
from rival.kernel import Session
from rival.storage import Database, SqlShelf
from rival.storage.schema import lines

MAYOR = "rolling-heights"
EACH = 20


def begin_some(address: str) -> list[str]:
    database = Database(address)
    shelf = SqlShelf(database)
    ids = [shelf._add(["{}", str(os.getpid())], MAYOR, About(), stem="same")[0] for _time in range(EACH)]
    database.close()
    return ids


def test_two_programs_that_begin_games_at_once(address: str) -> None:
    Database(address).close()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as both:
        ids = [id for some in both.map(begin_some, [address, address]) for id in some]
    assert "same" in ids
    assert len(set(ids)) == 2 * EACH
    shelf = SqlShelf(Database(address))
    with shelf.database.reading() as connection:
        found = connection.execute(select(lines.c.game, func.count()).group_by(lines.c.game)).all()
    assert {one[0]: one[1] for one in found} == dict.fromkeys(ids, 2)
    shelf.database.close()


def test_an_id_that_somebody_takes_at_the_last_moment(shelf: SqlShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """The id was free when it was checked, and is used when the row is inserted."""
    first, _kept = shelf.add(Session.new(MAYOR, seed=1), About())
    real = SqlShelf.row
    blind = iter([None])
    monkeypatch.setattr(SqlShelf, "row", lambda self, *given: None if next(blind, 1) is None else real(self, *given))
    texts = [line.rstrip("\n") for line in Session.new(MAYOR, seed=2).journal.lines()]
    second, _kept = shelf._add(texts, MAYOR, About(), stem=first)
    assert second.startswith(f"{first}-")
    assert [Engine(shelf).state(id).at for id in (first, second)] == [0, 0]
    assert len({one.id for one in shelf.games()}) == 2


def test_files_named_like_a_game_that_is_there(shelf: SqlShelf, tmp_path: Path) -> None:
    taken, _kept = shelf.add(Session.new(MAYOR, seed=1), About())
    (tmp_path / f"{taken}.jsonl").write_text(Session.new(MAYOR, seed=2).journal.dumps(), encoding="utf-8")
    assert (shelf.bring_in(tmp_path), shelf.bring_in(tmp_path)) == (1, 0)
    (other,) = {one.id for one in shelf.games()} - {taken}
    assert other.startswith(f"{taken}-")
