"""Time of requests in long games and with many games: answers, undo, score history and the list of games.

    python bench/growth.py [--entries 20000] [--games 10000] [--lines 60000]

Each number is a median in milliseconds, through the engine on an SQLite file.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent))

import rival
from rival.engine import Engine
from rival.engine.records import all_records
from rival.engine.states import About
from rival.kernel import Session
from rival.storage import Database, SqlShelf

GAME = "rolling-heights"


def took(call: Callable[[], object], times: int = 1) -> float:
    """Return the median time of a call in milliseconds."""
    found = []
    for _time in range(times):
        began = time.perf_counter()
        call()
        found.append(1000 * (time.perf_counter() - began))
    return median(found)


def of_length(folder: str, entries: int) -> None:
    """Measure a game with this number of entries: corrections, and one answer."""
    shelf = SqlShelf(Database(f"sqlite:///{folder}/long-{entries}.db"))
    session = Session.new(GAME, seed=3)
    for n in range(entries):
        session.correct("mayor.vp", n % 90)
    engine = Engine(shelf)
    id = engine.load(session.journal.dumps()).id
    state = engine.state(id, since=entries)

    def answer() -> None:
        nonlocal state
        state = engine.correct(id, state.at, "mayor.wild", state.at % 9, since=state.length).state

    def undo() -> None:
        nonlocal state
        state = engine.undo(id, state.at, since=state.length).state

    row = [took(answer, 41), took(undo, 3), took(lambda: engine.course(id), 3), took(lambda: Engine(shelf).state(id))]
    print(f"{entries:>8,} entries" + "".join(f"{one:>12.1f}" for one in row))
    shelf.database.close()


def of_number(folder: str, games: int) -> None:
    """Measure a database with this number of games, a seventh of them finished."""
    shelf = SqlShelf(Database(f"sqlite:///{folder}/many-{games}.db"))
    done, begun = rival.demo(GAME, seed=3), Session.new(GAME, seed=3)
    for n in range(games):
        shelf._add(
            lines_of(done if n % 7 == 0 else begun), GAME, About(), f"g{n}", session=done if n % 7 == 0 else begun
        )
    id = Engine(shelf).begin(GAME, seed=1).id
    row = [took(partial(Engine(shelf).games, lang)) for lang in ("en", "ru")]
    row += [took(lambda: all_records(shelf, samples=True)), took(lambda: Engine(shelf).answer(id, 0, True))]
    print(f"{games:>8,} games  " + "".join(f"{one:>12.1f}" for one in row))
    shelf.database.close()


def of_steps_back(lines: int) -> None:
    """Measure a journal with this number of lines, every third of which goes back."""
    journal = Session.new(GAME, seed=3).journal
    for n in range(lines // 3):
        journal.say(("correct", "mayor.vp", n % 90))
        journal.say(("correct", "mayor.wild", n % 9))
        journal.goto(max(0, journal.at - 1 - n % 2))
    text = journal.dumps()
    row = [took(lambda: Session.load(text)), took(lambda: Engine().load(text))]
    print(f"{lines:>8,} lines  " + "".join(f"{one:>12.1f}" for one in row))


def lines_of(session: Session) -> list[str]:
    """Return the lines of a game's journal."""
    return session.journal.dumps().splitlines()


def main() -> None:
    """Print three tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--entries", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--lines", type=int, default=60_000, help="of a journal with steps back")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'ms':>16}{'answer':>12}{'undo':>12}{'course':>12}{'opened anew':>12}")
        for entries in (0, chosen.entries // 100, chosen.entries // 10, chosen.entries):
            of_length(folder, max(1, entries))
        print(f"{'ms':>16}{'list, en':>12}{'list, ru':>12}{'records':>12}{'answer':>12}")
        for games in (chosen.games // 100, chosen.games // 10, chosen.games):
            of_number(folder, games)
    print(f"{'ms':>16}{'read':>12}{'taken in':>12}")
    for lines in (chosen.lines // 100, chosen.lines // 10, chosen.lines):
        of_steps_back(lines)


if __name__ == "__main__":
    main()
