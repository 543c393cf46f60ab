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
from rival.engine import ConflictError, Engine, NotFoundError, StaleStateError
from rival.engine.responses import GameDetails
from rival.kernel import Session
from rival.storage import Database, SqlGameRepository, open_repository
from rival.storage.database import MIGRATIONS
from rival.storage.migrations import SCHEMA_VERSIONS
from rival.storage.schema import lines, metadata

MAYOR = "rolling-heights"


@pytest.fixture
def engine(shelf: SqlGameRepository) -> Engine:
    return Engine(shelf)


def test_the_migrations_produce_the_current_schema(shelf: SqlGameRepository) -> None:
    with shelf.database.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    known = [one.revision for one in ScriptDirectory(str(MIGRATIONS)).walk_revisions()]
    assert tuple(reversed(known)) == SCHEMA_VERSIONS


def test_a_game_is_stored_as_the_lines_of_its_journal(engine: Engine, shelf: SqlGameRepository) -> None:
    state = engine.begin_game(MAYOR, seed=7)
    state = engine.answer(state.id, 0, True)
    state = engine.undo(state.id, 1).state
    kept = shelf.find_game(state.id)
    assert kept is not None
    assert kept.read_journal() == engine.export_journal(state.id)
    assert Engine(shelf).load_state(state.id) == state


def test_the_database_itself_refuses_a_second_line_at_one_position(engine: Engine, shelf: SqlGameRepository) -> None:
    id = engine.begin_game(MAYOR, seed=7).id
    with pytest.raises(IntegrityError), shelf.database.open_writer() as connection:
        connection.execute(insert(lines).values(game=id, position=0, text="{}"))


def test_the_second_of_two_changes_to_the_same_state_conflicts(engine: Engine, shelf: SqlGameRepository) -> None:
    id = engine.begin_game(MAYOR, seed=7).id
    places = [shelf.find_game(id), shelf.find_game(id)]
    sessions = []
    for place in places:
        assert place is not None
        sessions.append(Session.load(place.read_journal()))
        sessions[-1].answer(True)
    assert places[0] is not None
    assert places[1] is not None
    places[0].save_session(sessions[0])
    with pytest.raises(ConflictError):
        places[1].save_session(sessions[1])
    assert len(engine.export_journal(id).splitlines()) == 2


def test_concurrent_processes_lose_and_duplicate_nothing(address: str) -> None:
    """Each engine stands for a process: they share only the database."""
    engines = [Engine(SqlGameRepository(Database(address))) for _number in range(4)]
    id = engines[0].begin_game(MAYOR, seed=7).id
    together = threading.Barrier(len(engines))

    def race(engine: Engine) -> list[int]:
        taken = []
        together.wait()
        at = 0
        while at < 40:
            try:
                engine.use_dice(id, at, "mine" if at % 2 else "program")
                taken.append(at)
                at += 1
            except StaleStateError as stale:
                at = stale.state.at
        return taken

    with ThreadPoolExecutor(len(engines)) as pool:
        taken = sorted(one for found in pool.map(race, engines) for one in found)
    assert taken == list(range(40))
    for engine in engines:
        assert engine.load_state(id).at == 40
        engine.repository.database.close()  # type: ignore[attr-defined]


def test_names_notes_colours_and_the_archive(engine: Engine, shelf: SqlGameRepository) -> None:
    id = engine.begin_game(MAYOR, name=" Sunday \x1b[1m\n game ").id
    assert engine.load_state(id).name == "Sunday [1m  game"
    changes = {"name": "Sunday", "note": "Rain.\nTea.", "own_colour": "red", "their_colour": "#00cc11"}
    listed = engine.update_details(id, {**changes, "archived": True})
    assert (listed.name, listed.note, listed.archived) == ("Sunday", "Rain.\nTea.", True)
    state = Engine(shelf).load_state(id)
    assert (state.own_colour, state.their_colour) == ("red", "#00cc11")
    for bad in ({"name": "x" * 81}, {"note": "x" * 4001}, {"own_colour": "url(evil)"}, {"their_colour": "Red"}):
        with pytest.raises(rival.BadOptionError):
            engine.update_details(id, bad)
    assert Engine(shelf).load_state(id) == state


def test_a_deleted_game_can_be_restored_until_it_is_purged(engine: Engine) -> None:
    first, second = engine.begin_game(MAYOR, seed=1).id, engine.begin_game(MAYOR, seed=2).id
    engine.delete_game(first)
    assert [one.id for one in engine.list_games()] == [second]
    assert [one.id for one in engine.list_games(deleted=True)] == [first]
    with pytest.raises(NotFoundError):
        engine.load_state(first)
    with pytest.raises(NotFoundError):
        engine.purge_game(second)
    engine.restore_game(first)
    assert engine.load_state(first).at == 0
    engine.delete_game(first)
    engine.purge_game(first)
    with pytest.raises(NotFoundError):
        engine.restore_game(first)
    assert engine.list_games(deleted=True) == []


def test_an_answer_to_a_game_deleted_elsewhere_is_refused(shelf: SqlGameRepository) -> None:
    here, there = Engine(shelf), Engine(shelf)
    id = here.begin_game(MAYOR, seed=1).id
    there.delete_game(id)
    with pytest.raises(NotFoundError):
        here.answer(id, 0, True)


def test_a_conflicting_change_gets_the_current_state(address: str) -> None:
    here, there = (Engine(SqlGameRepository(Database(address))) for _process in range(2))
    id = here.begin_game(MAYOR, seed=7).id
    assert there.load_state(id).at == 0
    here.correct_value(id, 0, "mayor.vp", 4)
    with pytest.raises(StaleStateError) as moved_on:
        there.answer(id, 0, True)
    assert moved_on.value.state.at == 1
    here.undo(id, 1)
    here.redo(id, 2)
    with pytest.raises(StaleStateError) as moved_on:
        there.answer(id, 1, "no answer at all")
    assert moved_on.value.state.at == 3
    assert there.answer(id, 3, True).at == 4
    assert here.use_dice(id, 4, "mine").at == 5, "one who was behind and means the present state is no latecomer"


def test_an_answer_returns_the_current_name_of_the_game(address: str) -> None:
    here, there = (Engine(SqlGameRepository(Database(address))) for _process in range(2))
    id = here.begin_game(MAYOR, seed=7).id
    assert there.answer(id, 0, True).name == ""
    assert here.update_details(id, {"name": "Sunday"}).name == "Sunday"
    assert there.correct_value(id, 1, "mayor.vp", 3).state.name == "Sunday"
    here.update_details(id, {"name": "Monday"})
    assert there.undo(id, 2).state.name == "Monday"


def test_duplicates_and_branches_are_independent(engine: Engine) -> None:
    pack = rival.play_demo(MAYOR, seed=3).journal
    whole = engine.load_journal(pack.format_text())
    twin = engine.duplicate_game(whole.id)
    assert engine.export_journal(twin.id) == engine.export_journal(whole.id)
    early = engine.branch_game(whole.id, 5)
    assert (early.position, early.at) == (5, 5)
    assert early.question == engine.load_past_state(whole.id, 5).question
    engine.undo(early.id, 5)
    assert engine.load_state(whole.id) == whole
    with pytest.raises(rival.BadAnswerError, match="from 0 to"):
        engine.branch_game(whole.id, 9999)


def test_clock_changes_affect_neither_order_nor_games(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    ids = []
    for now in (4_000_000_000, 1, 1_700_000_000):
        monkeypatch.setattr("time.time", lambda now=now: now)
        ids.append(engine.begin_game(MAYOR, seed=1).id)
    assert [one.id for one in engine.list_games()] == ids[::-1]
    monkeypatch.setattr("time.time", lambda: 5)
    engine.answer(ids[0], 0, True)
    assert [one.id for one in engine.list_games()] == [ids[0], ids[2], ids[1]]


def test_unknown_ids_are_not_found(engine: Engine) -> None:
    for id in ("", "nothing", "../../etc/passwd", "a\0b", "\ud800", "x" * 100_000, "'; drop table games; --"):
        with pytest.raises(NotFoundError):
            engine.load_state(id)


def test_old_journal_files_are_imported_once_and_unchanged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVAL_HOME", str(tmp_path))
    folder = tmp_path / "games"
    folder.mkdir()
    played = rival.play_demo(MAYOR, seed=3).journal.format_text()
    files = {"old.jsonl": played, "torn.jsonl": played + '{"n":', "näme !.jsonl": played, "bad.jsonl": "no journal\n"}
    for name, text in files.items():
        (folder / name).write_text(text)
    engine = Engine(open_repository())
    assert sorted(one.id for one in engine.list_games()) == ["n-me--", "old", "torn"]
    assert engine.export_journal("torn") == played
    engine.delete_game("old")
    again = Engine(open_repository())
    assert sorted(one.id for one in again.list_games()) == ["n-me--", "torn"]
    assert {path.name: path.read_text() for path in folder.iterdir()} == files


def test_purging_a_game_deletes_its_lines(engine: Engine, shelf: SqlGameRepository) -> None:
    """Purging a game deletes its lines."""
    id = engine.begin_game(MAYOR, seed=1).id
    engine.delete_game(id)
    engine.purge_game(id)
    with shelf.database.open_reader() as connection:
        assert connection.execute(select(lines)).all() == []


def test_the_name_in_a_journal_becomes_the_name_of_the_game(shelf: SqlGameRepository) -> None:
    session = Session.new(MAYOR, seed=1)
    _id, kept = shelf.add_game(session, GameDetails(name="By the fire"))
    assert kept.get_details().name == "By the fire"
