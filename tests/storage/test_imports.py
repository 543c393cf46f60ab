"""Import journals while the same games are played: every game stays readable, nothing is lost or duplicated."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from rival.engine import Busy, Engine, Stale
from rival.engine.files import taken_in
from rival.kernel import BadJournal, Session
from rival.storage import Database, SqlShelf
from rival.storage.schema import games, lines
from rival.storage.shelf import KeptGame

MAYOR = "rolling-heights"
ROUNDS = 60
CHANGES = 6


@contextmanager
def homes(address: str, many: int) -> Iterator[list[Engine]]:
    """Create independent engines on one database, as in several processes."""
    databases = [Database(address) for _number in range(many)]
    yield [Engine(SqlShelf(one)) for one in databases]
    for one in databases:
        one.close()


def longer_copy(text: str, seed: int) -> str:
    """Return the journal as it was continued in another installation."""
    session = Session.load(text)
    for step in range(3):
        session.correct("mayor.vp", 20 + (seed + step) % 20)
    return session.journal.dumps()


def without_sums(text: str) -> str:
    rows = [json.loads(line) for line in text.splitlines()]
    return "".join(json.dumps({key: row[key] for key in row if key != "sum"}) + "\n" for row in rows)


def play(home: Engine, id: str, seed: int) -> list[str]:
    """Change a game several times; return the acknowledged lines."""
    dice, acknowledged = random.Random(seed), []
    at = home.state(id).at
    for step in range(CHANGES):
        time.sleep(dice.random() * 0.002)
        dice_of = ("mine", "program")[step % 2]
        try:
            at = home.dice(id, at, dice_of).at
        except Stale as stale:
            at = stale.state.at
        else:
            acknowledged.append(f'"n":{at},"dice":"{dice_of}"')
    return acknowledged


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Return the results of calls that start at the same time."""
    ready = threading.Barrier(len(calls))

    def call(made: Callable[[], Any]) -> Any:
        ready.wait()
        return made()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(call, calls))


def check_games(home: Engine) -> None:
    """Check that every game can be read from storage and that the list agrees."""
    for one in home.games():
        Session.load(home.journal(one.id))
        assert one.problem is None


@pytest.mark.parametrize("many", [1, 2], ids=["one process", "two processes"])
def test_a_longer_copy_imported_while_the_game_changes_destroys_nothing(address: str, many: int) -> None:
    with homes(address, many) as engines:
        mine, theirs = engines[0], engines[-1]
        for seed in range(ROUNDS):
            id = mine.begin(MAYOR, seed=seed).id
            longer = longer_copy(mine.journal(id), seed)
            acknowledged, taken = together(partial(play, mine, id, seed), partial(imported, theirs, longer, seed))
            text = mine.journal(id)
            assert [one for one in acknowledged if one not in text] == []
            assert taken.how in ("longer", "forked")
            assert mine.journal(taken.state.id).startswith(longer)
            assert (taken.how == "longer") == (taken.state.id == id)
        check_games(Engine(mine.shelf))


def imported(home: Engine, text: str, seed: int = 0) -> Any:
    time.sleep(random.Random(seed).random() * 0.006)
    while True:
        try:
            return home.take(text)
        except Busy:
            time.sleep(0.001)


IMPORTING = """
import sys, pathlib
from rival.engine import Busy, Engine
from rival.storage import Database, SqlShelf
engine = Engine(SqlShelf(Database(sys.argv[1])))
for path in sorted(pathlib.Path(sys.argv[2]).glob("*.jsonl")):
    print(path.stem, engine.take(path.read_text(encoding="utf-8")).state.id, flush=True)
"""


@pytest.mark.processes
def test_another_process_that_imports_destroys_nothing(address: str, tmp_path: Path) -> None:
    """The other process imports a longer copy of many games while this one continues them."""
    folder = tmp_path / "journals"
    folder.mkdir()
    with homes(address, 1) as (home,):
        ids = [home.begin(MAYOR, seed=seed).id for seed in range(ROUNDS)]
        for seed, id in enumerate(ids):
            (folder / f"{seed:04}.jsonl").write_text(longer_copy(home.journal(id), seed), encoding="utf-8")
        command = [sys.executable, "-c", IMPORTING, address, str(folder)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            first = process.stdout.readline()  # it has begun
            acknowledged = {id: play(home, id, seed) for seed, id in enumerate(ids)}
            said = first + process.communicate(timeout=120)[0]
        assert process.returncode == 0
        for id, some in acknowledged.items():
            text = home.journal(id)
            assert [one for one in some if one not in text] == []
        taken = dict(line.split() for line in said.splitlines())
        assert len(taken) == ROUNDS
        for stem, id in taken.items():
            assert home.journal(id).startswith((folder / f"{stem}.jsonl").read_text(encoding="utf-8"))
        check_games(Engine(home.shelf))


@pytest.mark.parametrize("sums", [True, False], ids=["with checksums", "without"])
def test_a_new_journal_that_many_devices_import_at_once_is_kept_once(address: str, sums: bool) -> None:
    with homes(address, 2) as engines:
        for seed in range(10):
            text = longer_copy(Session.new(MAYOR, seed=seed).journal.dumps(), seed)
            given = text if sums else without_sums(text)
            shorter = "".join(given.splitlines(keepends=True)[:-1])
            calls = [partial(imported, engines[n % 2], (given, shorter)[n // 4]) for n in range(6)]
            found = together(*calls)
            assert len({one.state.id for one in found}) == 1
            assert [one.how for one in found].count("new") == 1
            assert engines[0].journal(found[0].state.id) == text
        assert len(engines[0].games()) == 10
        check_games(engines[1])


def test_a_journal_without_checksums_is_the_same_as_with_them(address: str) -> None:
    with homes(address, 1) as (home,):
        text = longer_copy(Session.new(MAYOR, seed=1).journal.dumps(), 1)
        short = "".join(text.splitlines(keepends=True)[:2])
        assert [home.take(without_sums(short)).how for _time in range(3)] == ["new", "same", "same"]
        assert home.take(short).how == "same"
        assert [home.take(without_sums(text)).how for _time in range(2)] == ["longer", "same"]
        assert home.take(text).how == "same"
        (one,) = home.games()
        assert home.journal(one.id) == text
        assert "has no checksums" in one.note


def alike(many: int) -> bytes:
    """Return a zip of different journals that begin with the same lines."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as whole:
        for number in range(many):
            session = Session.new(MAYOR, seed=1)
            session.correct("mayor.vp", 3)
            session.correct("mayor.vp", number)
            whole.writestr(f"{number}.jsonl", session.journal.dumps())
    return out.getvalue()


def test_of_a_zip_of_journals_that_begin_alike_each_kept_game_is_read_once(
    shelf: SqlShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading all of them for each journal took quadratic time."""
    Engine(shelf).take(longer_copy(Session.new(MAYOR, seed=1).journal.dumps(), 1))
    read: list[str] = []
    real = KeptGame.resume

    def counted(kept: KeptGame) -> str:
        read.append(kept.id)
        return real(kept)

    monkeypatch.setattr(KeptGame, "resume", counted)
    states, refused = taken_in(Engine(shelf), alike(40))
    assert (len({one.id for one in states}), refused) == (40, [])
    assert len(read) == 1
    states, refused = taken_in(Engine(shelf), alike(40))
    assert (len(states), len(shelf.games())) == (40, 41)


def test_a_game_that_was_deleted_can_be_imported_again(shelf: SqlShelf) -> None:
    home = Engine(shelf)
    text = longer_copy(Session.new(MAYOR, seed=1).journal.dumps(), 1)
    home.delete(home.take(text).state.id)
    assert home.take(text).how == "new"


def test_games_of_an_earlier_version_are_found_by_their_first_line(shelf: SqlShelf) -> None:
    home = Engine(shelf)
    text = longer_copy(Session.new(MAYOR, seed=1).journal.dumps(), 1)
    home.take(text)
    with shelf.database.writing() as connection:
        connection.execute(update(games).values(first=None))
    assert home.take(without_sums(text)).how == "same"


# --- games that can't be read --------------------------------------------------------------------------------


def spoil(shelf: SqlShelf, id: str) -> None:
    """Add a line to a game whose checksum does not continue the line before, as an earlier import did."""
    with shelf.database.writing() as connection:
        other = Session.new(MAYOR, seed=99)
        other.correct("mayor.vp", 7)
        text = list(other.journal.lines())[1].rstrip("\n")
        connection.execute(update(lines).where(lines.c.game == id, lines.c.position == 1).values(text=text))


@pytest.mark.parametrize("how", ["opened", "looked over"])
def test_the_list_says_which_game_can_not_be_read(shelf: SqlShelf, how: str) -> None:
    home = Engine(shelf)
    id, sound = (home.take(longer_copy(Session.new(MAYOR, seed=n).journal.dumps(), n)).state.id for n in (1, 2))
    spoil(shelf, id)
    fresh = Engine(shelf)
    if how == "opened":
        with pytest.raises(BadJournal):
            fresh.state(id)
    else:
        shelf.look_over()
    found = {one.id: one.problem for one in fresh.games()}
    assert "Line 2 of the journal is not valid" in (found[id] or "")
    assert found[sound] is None


def test_a_journal_file_without_checksums_can_be_played_on(shelf: SqlShelf, tmp_path: Path) -> None:
    text = without_sums(longer_copy(Session.new(MAYOR, seed=1).journal.dumps(), 1))
    (tmp_path / "old.jsonl").write_text(text, encoding="utf-8")
    assert shelf.bring_in(tmp_path) == 1
    home = Engine(shelf)
    home.correct("old", home.state("old").at, "mayor.vp", 9)
    check_games(Engine(shelf))
    assert "has no checksums" in home.games()[0].note


def test_a_game_that_an_earlier_version_kept_without_checksums_can_be_played_on(shelf: SqlShelf) -> None:
    home = Engine(shelf)
    id = home.take(longer_copy(Session.new(MAYOR, seed=1).journal.dumps(), 1)).state.id
    with shelf.database.writing() as connection:
        for n, text in enumerate(without_sums(home.journal(id)).splitlines()):
            connection.execute(update(lines).where(lines.c.game == id, lines.c.position == n).values(text=text))
    home = Engine(shelf)
    for value in (8, 9):
        home.correct(id, home.state(id).at, "mayor.vp", value)
    check_games(Engine(shelf))
    assert Engine(shelf).take(longer_copy(home.journal(id), 3)).how == "forked"
    check_games(Engine(shelf))
