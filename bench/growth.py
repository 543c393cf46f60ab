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
from rival.engine.responses import GameDetails
from rival.engine.statistics import load_finished_games
from rival.kernel import Session
from rival.storage import Database, SqlGameRepository

GAME = "rolling-heights"


def time_call(call: Callable[[], object], times: int = 1) -> float:
    """Return the median time of a call in milliseconds."""
    durations = []
    for _time in range(times):
        start = time.perf_counter()
        call()
        durations.append(1000 * (time.perf_counter() - start))
    return median(durations)


def measure_length(folder: str, entries: int) -> None:
    """Measure a game with this number of entries: corrections, and one answer."""
    repository = SqlGameRepository(Database(f"sqlite:///{folder}/long-{entries}.db"))
    session = Session.new(GAME, seed=3)
    for n in range(entries):
        session.correct("mayor.vp", n % 90)
    engine = Engine(repository)
    id = engine.load_journal(session.journal.format_text()).id
    state = engine.load_state(id, since=entries)

    def answer() -> None:
        nonlocal state
        state = engine.correct_value(id, state.at, "mayor.wild", state.at % 9, since=state.length).state

    def undo() -> None:
        nonlocal state
        state = engine.undo(id, state.at, since=state.length).state

    row = [
        time_call(answer, 41),
        time_call(undo, 3),
        time_call(lambda: engine.list_curves(id), 3),
        time_call(lambda: Engine(repository).load_state(id)),
    ]
    print(f"{entries:>8,} entries" + "".join(f"{cell:>12.1f}" for cell in row))
    repository.database.close()


def measure_number(folder: str, games: int) -> None:
    """Measure a database with this number of games, a seventh of them finished."""
    repository = SqlGameRepository(Database(f"sqlite:///{folder}/many-{games}.db"))
    finished, started = rival.play_demo(GAME, seed=3), Session.new(GAME, seed=3)
    for n in range(games):
        repository._store_journal(
            list_lines(finished if n % 7 == 0 else started),
            GAME,
            GameDetails(),
            f"g{n}",
            session=finished if n % 7 == 0 else started,
        )
    id = Engine(repository).begin_game(GAME, seed=1).id
    row = [time_call(partial(Engine(repository).list_games, lang)) for lang in ("en", "ru")]
    row += [
        time_call(lambda: load_finished_games(repository, samples=True)),
        time_call(lambda: Engine(repository).answer(id, 0, True)),
    ]
    print(f"{games:>8,} games  " + "".join(f"{cell:>12.1f}" for cell in row))
    repository.database.close()


def measure_steps_back(lines: int) -> None:
    """Measure a journal with this number of lines, every third of which goes back."""
    journal = Session.new(GAME, seed=3).journal
    for n in range(lines // 3):
        journal.append(("correct", "mayor.vp", n % 90))
        journal.append(("correct", "mayor.wild", n % 9))
        journal.seek(max(0, journal.position - 1 - n % 2))
    text = journal.format_text()
    row = [time_call(lambda: Session.load(text)), time_call(lambda: Engine().load_journal(text))]
    print(f"{lines:>8,} lines  " + "".join(f"{cell:>12.1f}" for cell in row))


def list_lines(session: Session) -> list[str]:
    """Return the lines of a game's journal."""
    return session.journal.format_text().splitlines()


def main() -> None:
    """Print three tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--entries", type=int, default=20_000)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--lines", type=int, default=60_000, help="of a journal with steps back")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'ms':>16}{'answer':>12}{'undo':>12}{'course':>12}{'opened anew':>12}")
        for entries in (0, arguments.entries // 100, arguments.entries // 10, arguments.entries):
            measure_length(folder, max(1, entries))
        print(f"{'ms':>16}{'list, en':>12}{'list, ru':>12}{'records':>12}{'answer':>12}")
        for games in (arguments.games // 100, arguments.games // 10, arguments.games):
            measure_number(folder, games)
    print(f"{'ms':>16}{'read':>12}{'taken in':>12}")
    for lines in (arguments.lines // 100, arguments.lines // 10, arguments.lines):
        measure_steps_back(lines)


if __name__ == "__main__":
    main()
