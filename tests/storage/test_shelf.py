"""Stored games, in both kinds of database."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

import rival
from rival.engine import Engine, NotThere, Overtaken, Stale
from rival.engine.states import About
from rival.kernel import Session
from rival.storage import Database, SqlShelf, open_shelf
from rival.storage.database import MIGRATIONS
from rival.storage.migrations import KNOWN
from rival.storage.schema import lines, metadata

MAYOR = "rolling-heights"


@pytest.fixture
def engine(shelf: SqlShelf) -> Engine:
    return Engine(shelf)


def test_the_steps_of_the_schema_lead_to_the_tables_in_use(shelf: SqlShelf) -> None:
    with shelf.database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    known = [one.revision for one in ScriptDirectory(str(MIGRATIONS)).walk_revisions()]
    assert tuple(reversed(known)) == KNOWN


def test_a_game_is_kept_line_by_line_as_its_journal_says(engine: Engine, shelf: SqlShelf) -> None:
    state = engine.begin(MAYOR, seed=7)
    state = engine.answer(state.id, 0, True)
    state = engine.undo(state.id, 1).state
    kept = shelf.find(state.id)
    assert kept is not None
    assert kept.resume() == engine.journal(state.id)
    assert Engine(shelf).state(state.id) == state


def test_the_database_itself_refuses_a_second_line_at_one_position(engine: Engine, shelf: SqlShelf) -> None:
    id = engine.begin(MAYOR, seed=7).id
    with pytest.raises(IntegrityError), shelf.database.writing() as connection:
        connection.execute(insert(lines).values(game=id, position=0, text="{}"))


def test_of_two_who_saw_the_same_state_one_is_overtaken(engine: Engine, shelf: SqlShelf) -> None:
    id = engine.begin(MAYOR, seed=7).id
    places = [shelf.find(id), shelf.find(id)]
    sessions = []
    for place in places:
        assert place is not None
        sessions.append(Session.load(place.resume()))
        sessions[-1].answer(True)
    assert places[0] is not None
    assert places[1] is not None
    places[0].keep(sessions[0])
    with pytest.raises(Overtaken):
        places[1].keep(sessions[1])
    assert len(engine.journal(id).splitlines()) == 2


def test_processes_that_race_lose_nothing_and_double_nothing(address: str) -> None:
    """Each engine stands for a process: they share only the database."""
    engines = [Engine(SqlShelf(Database(address))) for _number in range(4)]
    id = engines[0].begin(MAYOR, seed=7).id
    together = threading.Barrier(len(engines))

    def race(engine: Engine) -> list[int]:
        taken = []
        together.wait()
        at = 0
        while at < 40:
            try:
                engine.dice(id, at, "mine" if at % 2 else "program")
                taken.append(at)
                at += 1
            except Stale as stale:
                at = stale.state.at
        return taken

    with ThreadPoolExecutor(len(engines)) as pool:
        taken = sorted(one for found in pool.map(race, engines) for one in found)
    assert taken == list(range(40))
    for engine in engines:
        assert engine.state(id).at == 40
        engine.shelf.database.close()  # type: ignore[attr-defined]


def test_names_notes_colours_and_the_archive(engine: Engine, shelf: SqlShelf) -> None:
    id = engine.begin(MAYOR, name=" Sunday \x1b[1m\n game ").id
    assert engine.state(id).name == "Sunday [1m  game"
    changes = {"name": "Sunday", "note": "Rain.\nTea.", "own_colour": "red", "their_colour": "#00cc11"}
    listed = engine.describe(id, {**changes, "archived": True})
    assert (listed.name, listed.note, listed.archived) == ("Sunday", "Rain.\nTea.", True)
    state = Engine(shelf).state(id)
    assert (state.own_colour, state.their_colour) == ("red", "#00cc11")
    for bad in ({"name": "x" * 81}, {"note": "x" * 4001}, {"own_colour": "url(evil)"}, {"their_colour": "Red"}):
        with pytest.raises(rival.BadOption):
            engine.describe(id, bad)
    assert Engine(shelf).state(id) == state


def test_what_was_deleted_can_be_put_back_until_it_is_forgotten(engine: Engine) -> None:
    first, second = engine.begin(MAYOR, seed=1).id, engine.begin(MAYOR, seed=2).id
    engine.delete(first)
    assert [one.id for one in engine.games()] == [second]
    assert [one.id for one in engine.games(deleted=True)] == [first]
    with pytest.raises(NotThere):
        engine.state(first)
    with pytest.raises(NotThere):
        engine.purge(second)
    engine.restore(first)
    assert engine.state(first).at == 0
    engine.delete(first)
    engine.purge(first)
    with pytest.raises(NotThere):
        engine.restore(first)
    assert engine.games(deleted=True) == []


def test_an_answer_to_a_game_deleted_elsewhere_is_refused(shelf: SqlShelf) -> None:
    here, there = Engine(shelf), Engine(shelf)
    id = here.begin(MAYOR, seed=1).id
    there.delete(id)
    with pytest.raises(NotThere):
        here.answer(id, 0, True)


def test_who_was_overtaken_elsewhere_gets_the_state_there_is_whatever_was_said(address: str) -> None:
    here, there = (Engine(SqlShelf(Database(address))) for _process in range(2))
    id = here.begin(MAYOR, seed=7).id
    assert there.state(id).at == 0
    here.correct(id, 0, "mayor.vp", 4)
    with pytest.raises(Stale) as moved_on:
        there.answer(id, 0, True)
    assert moved_on.value.state.at == 1
    here.undo(id, 1)
    here.redo(id, 2)
    with pytest.raises(Stale) as moved_on:
        there.answer(id, 1, "no answer at all")
    assert moved_on.value.state.at == 3
    assert there.answer(id, 3, True).at == 4
    assert here.dice(id, 4, "mine").at == 5, "one who was behind and means the present state is no latecomer"


def test_an_answer_comes_back_under_the_name_that_was_given_elsewhere(address: str) -> None:
    here, there = (Engine(SqlShelf(Database(address))) for _process in range(2))
    id = here.begin(MAYOR, seed=7).id
    assert there.answer(id, 0, True).name == ""
    assert here.describe(id, {"name": "Sunday"}).name == "Sunday"
    assert there.correct(id, 1, "mayor.vp", 3).state.name == "Sunday"
    here.describe(id, {"name": "Monday"})
    assert there.undo(id, 2).state.name == "Monday"


def test_duplicates_and_branches_go_their_own_ways(engine: Engine) -> None:
    pack = rival.demo(MAYOR, seed=3).journal
    whole = engine.load(pack.dumps())
    twin = engine.duplicate(whole.id)
    assert engine.journal(twin.id) == engine.journal(whole.id)
    early = engine.branch(whole.id, 5)
    assert (early.position, early.at) == (5, 5)
    assert early.question == engine.past(whole.id, 5).question
    engine.undo(early.id, 5)
    assert engine.state(whole.id) == whole
    with pytest.raises(rival.BadAnswer, match="from 0 to"):
        engine.branch(whole.id, 9999)


def test_a_clock_that_jumps_changes_neither_the_order_nor_the_games(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = []
    for now in (4_000_000_000, 1, 1_700_000_000):
        monkeypatch.setattr("time.time", lambda now=now: now)
        ids.append(engine.begin(MAYOR, seed=1).id)
    assert [one.id for one in engine.games()] == ids[::-1]
    monkeypatch.setattr("time.time", lambda: 5)
    engine.answer(ids[0], 0, True)
    assert [one.id for one in engine.games()] == [ids[0], ids[2], ids[1]]


def test_ids_that_no_game_has_are_simply_not_there(engine: Engine) -> None:
    for id in ("", "nothing", "../../etc/passwd", "a\0b", "\ud800", "x" * 100_000, "'; drop table games; --"):
        with pytest.raises(NotThere):
            engine.state(id)


def test_journal_files_of_earlier_days_are_brought_in_once_and_left_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RIVAL_HOME", str(tmp_path))
    folder = tmp_path / "games"
    folder.mkdir()
    played = rival.demo(MAYOR, seed=3).journal.dumps()
    files = {"old.jsonl": played, "torn.jsonl": played + '{"n":', "näme !.jsonl": played, "bad.jsonl": "no journal\n"}
    for name, text in files.items():
        (folder / name).write_text(text)
    engine = Engine(open_shelf())
    assert sorted(one.id for one in engine.games()) == ["n-me--", "old", "torn"]
    assert engine.journal("torn") == played
    engine.delete("old")
    again = Engine(open_shelf())
    assert sorted(one.id for one in again.games()) == ["n-me--", "torn"]
    assert {path.name: path.read_text() for path in folder.iterdir()} == files


def test_no_line_stands_alone(engine: Engine, shelf: SqlShelf) -> None:
    """Purging a game deletes its lines."""
    id = engine.begin(MAYOR, seed=1).id
    engine.delete(id)
    engine.purge(id)
    with shelf.database.reading() as connection:
        assert connection.execute(select(lines)).all() == []


def test_a_name_of_the_journal_becomes_that_of_the_game(shelf: SqlShelf) -> None:
    session = Session.new(MAYOR, seed=1)
    _id, kept = shelf.add(session, About(name="By the fire"))
    assert kept.about().name == "By the fire"
