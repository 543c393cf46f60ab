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
from rival.engine.records import all_records
from rival.engine.states import About, State
from rival.kernel import BadAnswer, Session, opponents
from rival.kernel.texts import LANGUAGES, packed, unpacked
from rival.storage import Database, SqlShelf
from rival.storage.database import PAGES
from rival.storage.schema import games, lines, records

MAYOR = "rolling-heights"
GAMES = sorted(rival.opponents())


@contextmanager
def statements(shelf: SqlShelf) -> Iterator[list[str]]:
    """Record the database statements of a block."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        asked.append(statement)

    def carry_out(self: Database, cursor: Any, statement: Any, given: Any, real: Any = Database._run) -> Any:
        asked.append(str(statement))
        return real(self, cursor, statement, given)

    event.listen(shelf.database.engine, "before_cursor_execute", note)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Database, "_run", carry_out)
        try:
            yield asked
        finally:
            event.remove(shelf.database.engine, "before_cursor_execute", note)


@contextmanager
def no_replays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def refuse(*_args: Any, **_kwargs: Any) -> None:
        raise AssertionError("a journal was played again")

    with monkeypatch.context() as patched:
        patched.setattr(Session, "load", refuse)
        yield


def finished(game: str, seed: int) -> Session:
    played = rival.demo(game, seed=seed)
    played.journal.header["pack"]["sample"] = False
    return Session.load(played.journal.dumps())


def say(engine: Engine, state: State, entry: Any) -> State:
    """Apply an entry of a journal again."""
    kind, key, value = entry
    if kind == "answer":
        return engine.answer(state.id, state.at, value)
    return engine.correct(state.id, state.at, key, value).state


def test_after_a_restart_the_list_plays_nothing_again(shelf: SqlShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(shelf)
    ids = [engine.load(finished(game, 3).journal.dumps()).id for game in GAMES]
    begun = engine.begin(MAYOR, seed=1, name="Sunday")
    engine.answer(begun.id, 0, True)
    with no_replays(monkeypatch), statements(shelf) as asked:
        for lang in LANGUAGES:
            rows = {one.id: one for one in Engine(shelf).games(lang)}
            assert all(rows[id].over and rows[id].result for id in ids)
            assert (rows[begun.id].name, rows[begun.id].position) == ("Sunday", 1)
        assert len(all_records(shelf)) == len(GAMES)
    assert sum("FROM games" in one for one in asked) <= 2 * len(LANGUAGES) + 2


@pytest.mark.parametrize("game", GAMES)
def test_the_kept_words_are_those_of_the_game_in_every_language(shelf: SqlShelf, game: str) -> None:
    engine = Engine(shelf)
    played = rival.demo(game, seed=5).journal
    state = engine.begin(game, seed=5, pack=played.header["pack"])
    for entry in played.line[:40]:
        state = say(engine, state, entry)
        for lang in LANGUAGES:
            now, row = engine.state(state.id, lang), engine.listed(state.id, lang)
            assert row.next == (now.question and now.question.text)
            assert (row.position, row.over, row.opponent) == (now.position, now.over, now.opponent)


def test_a_record_is_kept_with_the_answer_that_ends_the_game(shelf: SqlShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    session = finished(MAYOR, 3)
    engine = Engine(shelf)
    state = engine.begin(MAYOR, seed=3, pack=session.journal.header["pack"])
    with no_replays(monkeypatch):
        for entry in session.journal.line:
            assert all_records(shelf) == []
            state = say(engine, state, entry)
        (record,) = all_records(shelf)
        assert session.result is not None
        assert record.scores == session.result.scores
        engine.undo(state.id, state.at)
        assert all_records(shelf) == []


@pytest.mark.parametrize("others", [0, 40])
def test_an_answer_asks_the_database_the_same_whatever_else_is_kept(shelf: SqlShelf, others: int) -> None:
    engine = Engine(shelf)
    for seed in range(others):
        shelf.add(Session.new(MAYOR, seed=seed), About())
    state = engine.begin(MAYOR, seed=3)
    for n in range(others):
        state = engine.correct(state.id, state.at, "mayor.vp", n).state
    engine.answer(state.id, state.at, True)
    state = engine.undo(state.id, state.at + 1).state
    with statements(shelf) as asked:
        engine.answer(state.id, state.at, True)
    assert [one.split()[0] for one in asked if one.split()[0] in ("UPDATE", "INSERT", "DELETE")] == ["UPDATE", "INSERT"]
    assert len(asked) <= 3  # with the bell of PostgreSQL: nothing is read before an answer is taken


def test_what_was_foreseen_is_not_made_again_when_it_is_said(shelf: SqlShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(shelf)
    begun = engine.begin(MAYOR, seed=3)
    then = engine.foresee(begun.id, 0, True, "ru")
    with monkeypatch.context() as patched:
        patched.setattr(Session, "_forward", None)  # the script does not move
        patched.setattr("rival.engine.engine.state", None)  # and no state is made
        assert engine.answer(begun.id, 0, True, "ru") == then
    assert Engine(shelf).state(begun.id, "ru") == then
    then = engine.correct(begun.id, 1, "mayor.vp", 3).state
    assert then.figure is not None
    assert (then.at, then.figure.note) == (2, "3")


def test_looking_ahead_again_and_again_plays_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in GAMES:
        engine, journal = Engine(), rival.demo(game, seed=3).journal
        state = engine.begin(game, seed=3, pack=journal.header["pack"])
        twins = 0

        def twin(self: Session, real: Any = Session.twin) -> Session:
            nonlocal twins
            twins += 1
            return real(self)  # type: ignore[no-any-return]

        with monkeypatch.context() as patched:
            patched.setattr(Session, "twin", twin)
            for kind, name, value in journal.line[:30]:
                if kind == "answer":
                    then = engine.foresee(state.id, state.at, value, "ru", since=state.length)
                    state = engine.answer(state.id, state.at, value, "ru", since=state.length)
                    assert then == state
                else:
                    state = engine.correct(state.id, state.at, name, value, "ru", since=state.length).state
        objections = sum(kind == "correct" for kind, _name, _value in journal.line[:30])
        assert twins == 1 + objections
        fresh = Engine()
        assert fresh.load(engine.journal(state.id), "ru").entries == engine.state(state.id, "ru").entries


def test_what_was_foreseen_counts_for_the_same_words_at_the_same_place_only(shelf: SqlShelf) -> None:
    engine = Engine(shelf)
    begun = engine.begin(MAYOR, seed=3)
    engine.foresee(begun.id, 0, True)
    with pytest.raises(BadAnswer):
        engine.answer(begun.id, 0, 1)  # Python takes it for the same as True
    engine.correct(begun.id, 0, "mayor.vp", 5)
    state = engine.answer(begun.id, 1, True, "ru")
    assert state.figure is not None
    assert state.figure.note == "5"
    assert state == Engine(shelf).state(begun.id, "ru")


def test_what_was_written_is_carried_over_beside_the_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise SQLite does it during an answer, which then takes a hundred times as long."""
    monkeypatch.setattr("rival.storage.database.TIDY", 20)
    database = Database(f"sqlite:///{tmp_path}/rival.db")
    engine, carried = Engine(SqlShelf(database)), []

    def tidy(self: Database, real: Any = Database._tidy) -> None:
        carried.append(current_thread().name)
        real(self)

    monkeypatch.setattr(Database, "_tidy", tidy)
    id = engine.begin(MAYOR, seed=3).id
    before = (tmp_path / "rival.db").stat().st_size
    for at in range(20):
        engine.correct(id, at, "mayor.vp", at)
    with database._tidying:
        assert (tmp_path / "rival.db").stat().st_size > before
    with database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA wal_autocheckpoint").scalar_one() == PAGES
    assert carried == ["rival-tidy"]
    database.close()


def test_a_game_that_stops_under_the_rules_of_today_is_played_once_for_the_records(
    shelf: SqlShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session.new(MAYOR, seed=3)
    session.journal.say(("answer", "nothing that is asked", True))
    state = Engine(shelf).load(session.journal.dumps())
    assert state.stopped
    with shelf.database.writing() as connection:
        connection.execute(update(games).values(gist=None))  # as an earlier version kept it
    assert all_records(shelf) == []
    with no_replays(monkeypatch):
        assert all_records(shelf) == []
        assert [one.problem for one in Engine(shelf).games()] == [state.stopped]
    monkeypatch.setattr("rival.engine.states.known_opponent", lambda gist: None)  # other rules: it may go on by now
    with no_replays(monkeypatch):
        assert [one.problem is None for one in all_records(shelf)] == [False]


# --- games of an earlier version ---------------------------------------------------------------------------


@pytest.fixture
def old(address: str) -> Iterator[SqlShelf]:
    """Create a database of version 0001 with a finished game, an open game and a deleted game."""
    from alembic import command

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(command, "upgrade", lambda config, _head, real=command.upgrade: real(config, "0001"))
        patched.setattr("rival.storage.database.KNOWN", ("0001",))
        database = Database(address)
    with database.writing() as connection:
        known = {column["name"] for column in inspect(connection).get_columns("games")}
        assert not {"gist", "gist_at"} & known
        kept = {
            "finished": finished(MAYOR, 3),
            "begun": Session.new(MAYOR, seed=7),
            "aside": Session.new(MAYOR, seed=8),
        }
        for turn, (id, session) in enumerate(kept.items()):
            texts = session.journal.dumps().splitlines()
            row = {
                "id": id, "game": MAYOR, "length": len(texts), "edition": 0, "turn": turn, "name": id, "note": "",
                "own_colour": "", "their_colour": "", "archived": False, "deleted": 1 if id == "aside" else None,
                "created": 1, "played": 1, "owner_key": f"o{turn}", "watch_key": f"w{turn}", "reckoned": 0,
            }  # fmt: skip
            columns = [games.c[name] for name in row]
            connection.execute(insert(games).from_select(columns, select(*literals(row))))
            connection.execute(
                insert(lines), [{"game": id, "position": n, "text": text} for n, text in enumerate(texts)]
            )
    database.close()
    database = Database(address)
    yield SqlShelf(database)
    database.close()


def literals(row: dict[str, Any]) -> list[Any]:
    return [literal(value, games.c[name].type) for name, value in row.items()]


def test_games_of_the_first_schema_are_listed_once_with_a_replay_and_then_without(
    old: SqlShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Engine(old).games("en")
    assert [one.id for one in first] == ["begun", "finished"]
    assert first[1].over
    assert [one.id for one in Engine(old).games("en", deleted=True)] == ["aside"]
    assert [one.game for one in all_records(old)] == ["finished"]
    with no_replays(monkeypatch):
        assert Engine(old).games("en") == first
        assert [one.next for one in Engine(old).games("ru")] != [one.next for one in first]
        assert len(Engine(old).games("en", deleted=True)) == 1
        assert [one.game for one in all_records(old)] == ["finished"]


def test_what_was_kept_under_other_rules_is_made_anew(shelf: SqlShelf) -> None:
    engine = Engine(shelf)
    id = engine.begin(MAYOR, seed=7).id
    now = engine.listed(id)
    with shelf.database.writing() as connection:
        old = connection.execute(select(games.c.gist)).scalar_one()
        assert old is not None
        changed = old.replace(f'"rules":{opponents()[MAYOR].rules_version}', '"rules":0').replace(
            '"next":{', '"next":{"x":1,'
        )
        connection.execute(update(games).values(gist=changed))
    assert Engine(shelf).listed(id) == now
    with shelf.database.reading() as connection:
        assert connection.execute(select(games.c.gist)).scalar_one() == old


def test_no_record_stands_for_a_game_that_is_gone(shelf: SqlShelf) -> None:
    engine = Engine(shelf)
    id = engine.load(finished(MAYOR, 3).journal.dumps()).id
    engine.delete(id)
    engine.purge(id)
    with shelf.database.reading() as connection:
        assert connection.execute(select(records)).all() == []


# --- texts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_packed_text_says_the_same_in_every_language(game: str) -> None:
    session = rival.demo(game, seed=3)
    catalogues = [session.opponent.catalogue(lang) for lang in LANGUAGES]
    texts = [item.text for item in session.log if hasattr(item, "text")]
    texts += [item.ask.text for item in session.log if hasattr(item, "ask")]
    assert len(texts) > 100
    for text in texts:
        again = unpacked(packed(text, catalogues))
        for words in catalogues:
            assert again.render(words) == text.render(words)
