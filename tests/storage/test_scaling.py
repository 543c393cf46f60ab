"""The cost of a list, a record or an answer does not grow with the length of games: the work is counted, not timed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import current_thread
from typing import Any

import pytest
from sqlalchemy import event, insert, inspect, literal, select, update

import rival
from rival.engine import Engine
from rival.engine.responses import GameDetails, State
from rival.engine.statistics import load_finished_games
from rival.kernel import BadAnswerError, Session, load_opponents
from rival.kernel.texts import LANGUAGES, deserialize_text, serialize_text
from rival.storage import Database, SqlGameRepository
from rival.storage.database import AUTOCHECKPOINT_PAGES
from rival.storage.schema import games, lines, records

MAYOR = "rolling-heights"
GAMES = sorted(rival.load_opponents())


@contextmanager
def count_statements(shelf: SqlGameRepository) -> Iterator[list[str]]:
    """Record the database statements of a block."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        asked.append(statement)

    def carry_out(self: Database, cursor: Any, statement: Any, given: Any, real: Any = Database._run_statement) -> Any:
        asked.append(str(statement))
        return real(self, cursor, statement, given)

    event.listen(shelf.database.engine, "before_cursor_execute", note)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Database, "_run_statement", carry_out)
        try:
            yield asked
        finally:
            event.remove(shelf.database.engine, "before_cursor_execute", note)


@contextmanager
def forbid_replays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def refuse(*_args: Any, **_kwargs: Any) -> None:
        raise AssertionError("a journal was played again")

    with monkeypatch.context() as patched:
        patched.setattr(Session, "load", refuse)
        yield


def play_finished_game(game: str, seed: int) -> Session:
    played = rival.play_demo(game, seed=seed)
    played.journal.header["pack"]["sample"] = False
    return Session.load(played.journal.format_text())


def apply_entry(engine: Engine, state: State, entry: Any) -> State:
    """Apply an entry of a journal again."""
    kind, key, value = entry
    if kind == "answer":
        return engine.answer(state.id, state.at, value)
    return engine.correct_value(state.id, state.at, key, value).state


def test_the_list_replays_no_game_after_a_restart(shelf: SqlGameRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(shelf)
    ids = [engine.load_journal(play_finished_game(game, 3).journal.format_text()).id for game in GAMES]
    begun = engine.begin_game(MAYOR, seed=1, name="Sunday")
    engine.answer(begun.id, 0, True)
    with forbid_replays(monkeypatch), count_statements(shelf) as asked:
        for lang in LANGUAGES:
            rows = {one.id: one for one in Engine(shelf).list_games(lang)}
            assert all(rows[id].over and rows[id].result for id in ids)
            assert (rows[begun.id].name, rows[begun.id].position) == ("Sunday", 1)
        assert len(load_finished_games(shelf)) == len(GAMES)
    assert sum("FROM games" in one for one in asked) <= 2 * len(LANGUAGES) + 2


@pytest.mark.parametrize("game", GAMES)
def test_stored_summaries_match_the_game_in_every_language(shelf: SqlGameRepository, game: str) -> None:
    engine = Engine(shelf)
    played = rival.play_demo(game, seed=5).journal
    state = engine.begin_game(game, seed=5, pack=played.header["pack"])
    for entry in played.active_entries[:40]:
        state = apply_entry(engine, state, entry)
        for lang in LANGUAGES:
            now, row = engine.load_state(state.id, lang), engine.load_summary(state.id, lang)
            assert row.next == (now.question and now.question.text)
            assert (row.position, row.over, row.opponent) == (now.position, now.over, now.opponent)


def test_the_result_is_stored_with_the_last_answer(shelf: SqlGameRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    session = play_finished_game(MAYOR, 3)
    engine = Engine(shelf)
    state = engine.begin_game(MAYOR, seed=3, pack=session.journal.header["pack"])
    with forbid_replays(monkeypatch):
        for entry in session.journal.active_entries:
            assert load_finished_games(shelf) == []
            state = apply_entry(engine, state, entry)
        (record,) = load_finished_games(shelf)
        assert session.result is not None
        assert record.scores == session.result.scores
        engine.undo(state.id, state.at)
        assert load_finished_games(shelf) == []


@pytest.mark.parametrize("others", [0, 40])
def test_an_answer_needs_the_same_statements_in_a_large_database(shelf: SqlGameRepository, others: int) -> None:
    engine = Engine(shelf)
    for seed in range(others):
        shelf.add_game(Session.new(MAYOR, seed=seed), GameDetails())
    state = engine.begin_game(MAYOR, seed=3)
    for n in range(others):
        state = engine.correct_value(state.id, state.at, "mayor.vp", n).state
    engine.answer(state.id, state.at, True)
    state = engine.undo(state.id, state.at + 1).state
    with count_statements(shelf) as asked:
        engine.answer(state.id, state.at, True)
    assert [one.split()[0] for one in asked if one.split()[0] in ("UPDATE", "INSERT", "DELETE")] == ["UPDATE", "INSERT"]
    assert len(asked) <= 3  # with the bell of PostgreSQL: nothing is read before an answer is taken


def test_an_answer_reuses_its_preview(shelf: SqlGameRepository, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(shelf)
    begun = engine.begin_game(MAYOR, seed=3)
    then = engine.preview_answer(begun.id, 0, True, "ru")
    with monkeypatch.context() as patched:
        patched.setattr(Session, "_run_script", None)  # the script does not move
        assert engine.answer(begun.id, 0, True, "ru") == then
    assert Engine(shelf).load_state(begun.id, "ru") == then
    then = engine.correct_value(begun.id, 1, "mayor.vp", 3).state
    assert then.figure is not None
    assert (then.at, then.figure.note) == (2, "3")


def test_repeated_previews_replay_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in GAMES:
        engine, journal = Engine(), rival.play_demo(game, seed=3).journal
        state = engine.begin_game(game, seed=3, pack=journal.header["pack"])
        copies = 0

        def copy(self: Session, real: Any = Session.copy) -> Session:
            nonlocal copies
            copies += 1
            return real(self)  # type: ignore[no-any-return]

        with monkeypatch.context() as patched:
            patched.setattr(Session, "copy", copy)
            for kind, name, value in journal.active_entries[:30]:
                if kind == "answer":
                    then = engine.preview_answer(state.id, state.at, value, "ru", since=state.length)
                    state = engine.answer(state.id, state.at, value, "ru", since=state.length)
                    assert then == state
                else:
                    state = engine.correct_value(state.id, state.at, name, value, "ru", since=state.length).state
        objections = sum(kind == "correct" for kind, _name, _value in journal.active_entries[:30])
        assert copies == 1 + objections
        fresh = Engine()
        assert (
            fresh.load_journal(engine.export_journal(state.id), "ru").entries
            == engine.load_state(state.id, "ru").entries
        )


def test_a_preview_is_used_only_for_the_same_answer_and_position(shelf: SqlGameRepository) -> None:
    engine = Engine(shelf)
    begun = engine.begin_game(MAYOR, seed=3)
    engine.preview_answer(begun.id, 0, True)
    with pytest.raises(BadAnswerError):
        engine.answer(begun.id, 0, 1)  # Python takes it for the same as True
    engine.correct_value(begun.id, 0, "mayor.vp", 5)
    state = engine.answer(begun.id, 1, True, "ru")
    assert state.figure is not None
    assert state.figure.note == "5"
    assert state == Engine(shelf).load_state(begun.id, "ru")


def test_checkpoints_run_outside_of_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise SQLite does it during an answer, which then takes a hundred times as long."""
    monkeypatch.setattr("rival.storage.database.CHECKPOINT_INTERVAL", 20)
    database = Database(f"sqlite:///{tmp_path}/rival.db")
    engine, carried = Engine(SqlGameRepository(database)), []

    def tidy(self: Database, real: Any = Database._run_checkpoint) -> None:
        carried.append(current_thread().name)
        real(self)

    monkeypatch.setattr(Database, "_run_checkpoint", tidy)
    id = engine.begin_game(MAYOR, seed=3).id
    before = (tmp_path / "rival.db").stat().st_size
    for at in range(20):
        engine.correct_value(id, at, "mayor.vp", at)
    with database._checkpoint_lock:
        assert (tmp_path / "rival.db").stat().st_size > before
    with database.open_reader() as connection:
        assert connection.exec_driver_sql("PRAGMA wal_autocheckpoint").scalar_one() == AUTOCHECKPOINT_PAGES
    assert carried == ["rival-tidy"]
    database.close()


def test_a_stopped_game_is_replayed_only_once_for_the_results(
    shelf: SqlGameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session.new(MAYOR, seed=3)
    session.journal.append(("answer", "nothing that is asked", True))
    state = Engine(shelf).load_journal(session.journal.format_text())
    assert state.stopped
    with shelf.database.open_writer() as connection:
        connection.execute(update(games).values(gist=None))  # as an earlier version kept it
    assert load_finished_games(shelf) == []
    with forbid_replays(monkeypatch):
        assert load_finished_games(shelf) == []
        assert [one.problem for one in Engine(shelf).list_games()] == [state.stopped]
    monkeypatch.setattr(
        "rival.engine.responses.find_summary_opponent", lambda gist: None
    )  # other rules: it may go on by now
    with forbid_replays(monkeypatch):
        assert [one.problem is None for one in load_finished_games(shelf)] == [False]


# --- games of an earlier version ---------------------------------------------------------------------------


@pytest.fixture
def old_database(address: str) -> Iterator[SqlGameRepository]:
    """Create a database of version 0001 with a finished game, an open game and a deleted game."""
    from alembic import command

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(command, "upgrade", lambda config, _head, real=command.upgrade: real(config, "0001"))
        patched.setattr("rival.storage.database.SCHEMA_VERSIONS", ("0001",))
        database = Database(address)
    with database.open_writer() as connection:
        known = {column["name"] for column in inspect(connection).get_columns("games")}
        assert not {"gist", "gist_at"} & known
        kept = {
            "finished": play_finished_game(MAYOR, 3),
            "begun": Session.new(MAYOR, seed=7),
            "aside": Session.new(MAYOR, seed=8),
        }
        for turn, (id, session) in enumerate(kept.items()):
            texts = session.journal.format_text().splitlines()
            row = {
                "id": id, "game": MAYOR, "length": len(texts), "edition": 0, "turn": turn, "name": id, "note": "",
                "own_colour": "", "their_colour": "", "archived": False, "deleted": 1 if id == "aside" else None,
                "created": 1, "played": 1, "owner_key": f"o{turn}", "watch_key": f"w{turn}", "reckoned": 0,
            }  # fmt: skip
            columns = [games.c[name] for name in row]
            connection.execute(insert(games).from_select(columns, select(*make_literals(row))))
            connection.execute(
                insert(lines), [{"game": id, "position": n, "text": text} for n, text in enumerate(texts)]
            )
    database.close()
    database = Database(address)
    yield SqlGameRepository(database)
    database.close()


def make_literals(row: dict[str, Any]) -> list[Any]:
    return [literal(value, games.c[name].type) for name, value in row.items()]


def test_games_of_the_first_schema_are_replayed_once_for_the_list(
    old_database: SqlGameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Engine(old_database).list_games("en")
    assert [one.id for one in first] == ["begun", "finished"]
    assert first[1].over
    assert [one.id for one in Engine(old_database).list_games("en", deleted=True)] == ["aside"]
    assert [one.game for one in load_finished_games(old_database)] == ["finished"]
    with forbid_replays(monkeypatch):
        assert Engine(old_database).list_games("en") == first
        assert [one.next for one in Engine(old_database).list_games("ru")] != [one.next for one in first]
        assert len(Engine(old_database).list_games("en", deleted=True)) == 1
        assert [one.game for one in load_finished_games(old_database)] == ["finished"]


def test_summaries_of_other_rules_are_rebuilt(shelf: SqlGameRepository) -> None:
    engine = Engine(shelf)
    id = engine.begin_game(MAYOR, seed=7).id
    now = engine.load_summary(id)
    with shelf.database.open_writer() as connection:
        old_database = connection.execute(select(games.c.gist)).scalar_one()
        assert old_database is not None
        changed = old_database.replace(f'"rules":{load_opponents()[MAYOR].rules_version}', '"rules":0').replace(
            '"next":{', '"next":{"x":1,'
        )
        connection.execute(update(games).values(gist=changed))
    assert Engine(shelf).load_summary(id) == now
    with shelf.database.open_reader() as connection:
        assert connection.execute(select(games.c.gist)).scalar_one() == old_database


def test_a_purged_game_has_no_result(shelf: SqlGameRepository) -> None:
    engine = Engine(shelf)
    id = engine.load_journal(play_finished_game(MAYOR, 3).journal.format_text()).id
    engine.delete_game(id)
    engine.purge_game(id)
    with shelf.database.open_reader() as connection:
        assert connection.execute(select(records)).all() == []


# --- texts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_serialized_text_renders_the_same_in_every_language(game: str) -> None:
    session = rival.play_demo(game, seed=3)
    catalogues = [session.opponent.load_catalogue(lang) for lang in LANGUAGES]
    texts = [item.text for item in session.log if hasattr(item, "text")]
    texts += [item.ask.text for item in session.log if hasattr(item, "ask")]
    assert len(texts) > 100
    for text in texts:
        again = deserialize_text(serialize_text(text, catalogues))
        for words in catalogues:
            assert again.render(words) == text.render(words)
