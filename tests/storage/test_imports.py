"""Import journals while the same games are played: every game stays readable, nothing is lost or duplicated."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
import time
import zipfile
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, update

from rival.engine import BusyError, Engine, StaleStateError
from rival.engine.zip_files import import_zip
from rival.kernel import BadJournalError, Session
from rival.storage import SqlGameRepository
from rival.storage.repository import SqlStoredGame
from rival.storage.schema import games, lines
from tests.support.races import make_engines, make_longer_copy, run_together

MAYOR = "rolling-heights"
ROUNDS = 60
CHANGES = 6


def remove_checksums(text: str) -> str:
    rows = [json.loads(line) for line in text.splitlines()]
    return "".join(json.dumps({key: row[key] for key in row if key != "sum"}) + "\n" for row in rows)


def change_game(home: Engine, id: str, seed: int) -> list[str]:
    """Change a game several times; return the acknowledged lines."""
    dice, acknowledged = random.Random(seed), []
    at = home.load_state(id).at
    for step in range(CHANGES):
        time.sleep(dice.random() * 0.002)
        dice_of = ("mine", "program")[step % 2]
        try:
            at = home.use_dice(id, at, dice_of).at
        except StaleStateError as stale:
            at = stale.state.at
        else:
            acknowledged.append(f'"n":{at},"dice":"{dice_of}"')
    return acknowledged


def check_games(home: Engine) -> None:
    """Check that every game can be read from storage and that the list agrees."""
    for one in home.list_games():
        Session.load(home.export_journal(one.id))
        assert one.problem is None


@pytest.mark.parametrize("many", [1, 2], ids=["one process", "two processes"])
def test_importing_a_longer_copy_during_changes_loses_nothing(address: str, many: int) -> None:
    with make_engines(address, many) as engines:
        mine, theirs = engines[0], engines[-1]
        for seed in range(ROUNDS):
            id = mine.begin_game(MAYOR, seed=seed).id
            longer = make_longer_copy(mine.export_journal(id), seed)
            acknowledged, taken = run_together(
                partial(change_game, mine, id, seed), partial(import_longer_copies, theirs, longer, seed)
            )
            text = mine.export_journal(id)
            assert [one for one in acknowledged if one not in text] == []
            assert taken.how in ("longer", "forked")
            assert mine.export_journal(taken.state.id).startswith(longer)
            assert (taken.how == "longer") == (taken.state.id == id)
        check_games(Engine(mine.repository))


def import_longer_copies(home: Engine, text: str, seed: int = 0) -> Any:
    time.sleep(random.Random(seed).random() * 0.006)
    while True:
        try:
            return home.import_journal(text)
        except BusyError:
            time.sleep(0.001)


IMPORT_PROGRAM = """
import sys, pathlib
from rival.engine import Engine
from rival.storage import Database, SqlGameRepository
engine = Engine(SqlGameRepository(Database(sys.argv[1])))
for path in sorted(pathlib.Path(sys.argv[2]).glob("*.jsonl")):
    print(path.stem, engine.import_journal(path.read_text(encoding="utf-8")).state.id, flush=True)
"""


@pytest.mark.processes
def test_importing_in_another_process_loses_nothing(address: str, tmp_path: Path) -> None:
    """The other process imports a longer copy of many games while this one continues them."""
    folder = tmp_path / "journals"
    folder.mkdir()
    with make_engines(address, 1) as (home,):
        ids = [home.begin_game(MAYOR, seed=seed).id for seed in range(ROUNDS)]
        for seed, id in enumerate(ids):
            (folder / f"{seed:04}.jsonl").write_text(make_longer_copy(home.export_journal(id), seed), encoding="utf-8")
        command = [sys.executable, "-c", IMPORT_PROGRAM, address, str(folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            first = process.stdout.readline()  # it has begun
            acknowledged = {id: change_game(home, id, seed) for seed, id in enumerate(ids)}
            said = first + process.communicate(timeout=120)[0]
        assert process.returncode == 0
        for id, some in acknowledged.items():
            text = home.export_journal(id)
            assert [one for one in some if one not in text] == []
        taken = dict(line.split() for line in said.splitlines())
        assert len(taken) == ROUNDS
        for stem, id in taken.items():
            assert home.export_journal(id).startswith((folder / f"{stem}.jsonl").read_text(encoding="utf-8"))
        check_games(Engine(home.repository))


@pytest.mark.parametrize("sums", [True, False], ids=["with checksums", "without"])
def test_a_journal_imported_by_many_devices_at_once_is_stored_once(address: str, sums: bool) -> None:
    with make_engines(address, 2) as engines:
        for seed in range(10):
            text = make_longer_copy(Session.new(MAYOR, seed=seed).journal.format_text(), seed)
            given = text if sums else remove_checksums(text)
            shorter = "".join(given.splitlines(keepends=True)[:-1])
            calls = [partial(import_longer_copies, engines[n % 2], (given, shorter)[n // 4]) for n in range(6)]
            found = run_together(*calls)
            assert len({one.state.id for one in found}) == 1
            assert [one.how for one in found].count("new") == 1
            assert engines[0].export_journal(found[0].state.id) == text
        assert len(engines[0].list_games()) == 10
        check_games(engines[1])


def test_a_journal_without_checksums_is_the_same_as_with_them(address: str) -> None:
    with make_engines(address, 1) as (home,):
        text = make_longer_copy(Session.new(MAYOR, seed=1).journal.format_text(), 1)
        short = "".join(text.splitlines(keepends=True)[:2])
        assert [home.import_journal(remove_checksums(short)).how for _time in range(3)] == ["new", "same", "same"]
        assert home.import_journal(short).how == "same"
        assert [home.import_journal(remove_checksums(text)).how for _time in range(2)] == ["longer", "same"]
        assert home.import_journal(text).how == "same"
        (one,) = home.list_games()
        assert home.export_journal(one.id) == text
        assert "has no checksums" in one.note


def make_similar_zip(many: int) -> bytes:
    """Return a zip of different journals that begin with the same lines."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as whole:
        for number in range(many):
            session = Session.new(MAYOR, seed=1)
            session.correct("mayor.vp", 3)
            session.correct("mayor.vp", number)
            whole.writestr(f"{number}.jsonl", session.journal.format_text())
    return out.getvalue()


def test_importing_similar_journals_reads_each_stored_game_once(
    shelf: SqlGameRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading all of them for each journal took quadratic time."""
    Engine(shelf).import_journal(make_longer_copy(Session.new(MAYOR, seed=1).journal.format_text(), 1))
    read: list[str] = []
    real = SqlStoredGame.read_journal

    def counted(kept: SqlStoredGame) -> str:
        read.append(kept.id)
        return real(kept)

    monkeypatch.setattr(SqlStoredGame, "read_journal", counted)
    states, refused = import_zip(Engine(shelf), make_similar_zip(40))
    assert (len({one.id for one in states}), refused) == (40, [])
    assert len(read) == 1
    states, refused = import_zip(Engine(shelf), make_similar_zip(40))
    assert (len(states), len(shelf.list_games())) == (40, 41)


def test_a_game_that_was_deleted_can_be_imported_again(shelf: SqlGameRepository) -> None:
    home = Engine(shelf)
    text = make_longer_copy(Session.new(MAYOR, seed=1).journal.format_text(), 1)
    home.delete_game(home.import_journal(text).state.id)
    assert home.import_journal(text).how == "new"


@pytest.mark.parametrize("many", [1, 2], ids=["one process", "two processes"])
@pytest.mark.parametrize("is_longer", [True, False], ids=["longer", "the same"])
def test_an_import_that_races_a_deletion_comes_before_or_after_it(address: str, many: int, is_longer: bool) -> None:
    """Before it, the import continues the game, which is then deleted. After it, the journal becomes a new game."""
    with make_engines(address, many) as engines:
        mine, theirs = engines[0], engines[-1]
        for seed in range(ROUNDS):
            id = mine.begin_game(MAYOR, seed=seed).id
            stored = mine.export_journal(id)
            text = make_longer_copy(stored, seed) if is_longer else stored
            _none, imported = run_together(
                partial(delete_game_later, mine, id, seed), partial(import_longer_copies, theirs, text)
            )
            assert imported.state.at == text.count("\n") - 1
            if imported.how == "new":
                assert mine.export_journal(imported.state.id) == text
                continue
            assert (imported.how, imported.state.id) == ("longer" if is_longer else "same", id)
            if not is_purged(seed):
                mine.restore_game(id)
                assert mine.export_journal(id) == text
        check_games(Engine(mine.repository))


def delete_game_later(home: Engine, id: str, seed: int) -> None:
    """Delete a game within a few milliseconds, every third one permanently."""
    time.sleep(random.Random(seed).random() * 0.006)
    home.delete_game(id)
    if is_purged(seed):
        home.purge_game(id)


def is_purged(seed: int) -> bool:
    return seed % 3 == 0


@pytest.mark.parametrize(
    ("method", "is_longer"),
    [
        ("find_game", True),
        ("find_game", False),
        ("read_journal", True),
        ("read_journal", False),
        ("save_session", True),
    ],
)
def test_a_game_that_is_deleted_during_an_import_is_stored_as_a_new_one(
    shelf: SqlGameRepository, monkeypatch: pytest.MonkeyPatch, method: str, is_longer: bool
) -> None:
    """Another process deletes the game permanently right before this step of the import."""
    home = Engine(shelf)
    id = home.begin_game(MAYOR, seed=1).id
    stored = home.export_journal(id)
    text = make_longer_copy(stored, 1) if is_longer else stored
    holder: Any = SqlGameRepository if method == "find_game" else SqlStoredGame
    real = getattr(holder, method)
    calls = []

    def delete_first(*arguments: Any) -> Any:
        calls.append(arguments)
        is_similar_read = method == "read_journal" and len(calls) == 1  # the import looks for similar games
        if shelf.find_row(id) is not None and not is_similar_read:
            with shelf.database.open_writer() as connection:
                connection.execute(delete(games).where(games.c.id == id))
        return real(*arguments)

    home = Engine(shelf)
    monkeypatch.setattr(holder, method, delete_first)
    imported = home.import_journal(text)
    monkeypatch.undo()
    assert calls
    assert imported.how == "new"
    assert home.export_journal(imported.state.id) == text
    check_games(Engine(shelf))


def test_games_of_an_earlier_version_are_found_by_their_first_line(shelf: SqlGameRepository) -> None:
    home = Engine(shelf)
    text = make_longer_copy(Session.new(MAYOR, seed=1).journal.format_text(), 1)
    home.import_journal(text)
    with shelf.database.open_writer() as connection:
        connection.execute(update(games).values(first=None))
    assert home.import_journal(remove_checksums(text)).how == "same"


# --- games that can't be read --------------------------------------------------------------------------------


def break_checksum(shelf: SqlGameRepository, id: str) -> None:
    """Add a line to a game whose checksum does not continue the line before, as an earlier import did."""
    with shelf.database.open_writer() as connection:
        other = Session.new(MAYOR, seed=99)
        other.correct("mayor.vp", 7)
        text = list(other.journal.format_lines())[1].rstrip("\n")
        connection.execute(update(lines).where(lines.c.game == id, lines.c.position == 1).values(text=text))


@pytest.mark.parametrize("how", ["opened", "looked over"])
def test_the_list_marks_unreadable_games(shelf: SqlGameRepository, how: str) -> None:
    home = Engine(shelf)
    id, sound = (
        home.import_journal(make_longer_copy(Session.new(MAYOR, seed=n).journal.format_text(), n)).state.id
        for n in (1, 2)
    )
    break_checksum(shelf, id)
    fresh = Engine(shelf)
    if how == "opened":
        with pytest.raises(BadJournalError):
            fresh.load_state(id)
    else:
        shelf.check_all_journals()
    found = {one.id: one.problem for one in fresh.list_games()}
    assert "Line 2 of the journal is not valid" in (found[id] or "")
    assert found[sound] is None


def test_a_journal_file_without_checksums_can_be_continued(shelf: SqlGameRepository, tmp_path: Path) -> None:
    text = remove_checksums(make_longer_copy(Session.new(MAYOR, seed=1).journal.format_text(), 1))
    (tmp_path / "old.jsonl").write_text(text, encoding="utf-8")
    assert shelf.import_folder(tmp_path) == 1
    home = Engine(shelf)
    home.correct_value("old", home.load_state("old").at, "mayor.vp", 9)
    check_games(Engine(shelf))
    assert "has no checksums" in home.list_games()[0].note


def test_a_stored_game_without_checksums_can_be_continued(shelf: SqlGameRepository) -> None:
    home = Engine(shelf)
    id = home.import_journal(make_longer_copy(Session.new(MAYOR, seed=1).journal.format_text(), 1)).state.id
    with shelf.database.open_writer() as connection:
        for n, text in enumerate(remove_checksums(home.export_journal(id)).splitlines()):
            connection.execute(update(lines).where(lines.c.game == id, lines.c.position == n).values(text=text))
    home = Engine(shelf)
    for value in (8, 9):
        home.correct_value(id, home.load_state(id).at, "mayor.vp", value)
    check_games(Engine(shelf))
    assert Engine(shelf).import_journal(make_longer_copy(home.export_journal(id), 3)).how == "forked"
    check_games(Engine(shelf))
