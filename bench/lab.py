"""Long runs of the lab: two workers compared with one, and files, memory and report of a million games.

    python bench/lab.py [--seconds 60] [GAME ...]

Runs with one worker and with two alternate, because the speed of a shared machine varies by a fifth within a minute.
Two independent processes of python-chess show how much the second core of the machine adds. The million games are a
chunk that was really played, stored a thousand times with other numbers; writing and reading do not know that.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path

import polars as pl

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import rival
from bench.figures import print_figure
from bench.speed import compute_median, make_chess_player
from rival.engine.simulation import derive_game_seed, simulate_game
from rival.kernel import load_opponent
from rival.kernel.texts import ENGLISH
from rival.lab import run as lab
from rival.lab.html_report import render_page
from rival.lab.report import make_report
from rival.lab.run import Chunk, Experiment, make_experiment, make_process_runner, play_locally

RUNS = 3
WORKERS_TARGET = 1.8
REPORT_GAME = "rolling-heights"
REPORT_SECONDS = 2
MAX_FILES = 5000
MEMORY_GROWTH = 1.1
"""A run of a million games needs at most this many times the memory of a run of a hundred thousand."""
CHESS_GAMES = 500


# --- workers ----------------------------------------------------------------------------------------------


def measure_rate(game: str, seconds: float = 2) -> float:
    """Return the games per second of one worker."""
    opponent = load_opponent(game)
    start, games = time.monotonic(), 0
    while (spent := time.monotonic() - start) < seconds:
        simulate_game(opponent, derive_game_seed(1, games), {}, opponent.policies[0])
        games += 1
    return games / spent


def time_run(game: str, runner: lab.ChunkRunner, games: int) -> float:
    """Return the seconds that a run takes, including the start of its workers."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        lab.run_experiment(make_experiment(game, games), Path(folder) / "parts", runner)
        return time.monotonic() - start


def play_chess(seeds: range) -> int:
    """Play random games of chess; return the number of moves."""
    play = make_chess_player()
    return sum(play(seed) for seed in seeds)


def time_chess(workers: int) -> float:
    """Return the seconds that random games of chess take with this number of processes."""
    start = time.monotonic()
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        list(pool.map(play_chess, [range(first, first + 25) for first in range(0, CHESS_GAMES, 25)]))
    return time.monotonic() - start


def compare_workers(
    name: str, run_one: Callable[[], float], run_two: Callable[[], float], target: float | None = None
) -> None:
    """Print how much faster two workers are; the median of several runs counts."""
    runs = [(run_one(), run_two()) for _run in range(RUNS)]
    seconds = ", ".join(f"{one:.0f} s and {two:.0f} s" for one, two in runs)
    print_figure(name, compute_median([one / two for one, two in runs]), "times one", target, note=seconds)


def measure_workers(games: list[str], seconds: float) -> None:
    """Compare two workers with one for each opponent, and two processes of python-chess with one."""
    for game in games:
        count = max(int(seconds * measure_rate(game)), lab.MIN_CHUNK_GAMES * 4)
        one, two = partial(time_run, game, play_locally, count), partial(time_run, game, make_process_runner(2), count)
        compare_workers(f"two workers, {game}", one, two, WORKERS_TARGET)
    compare_workers("two processes, python-chess", partial(time_chess, 1), partial(time_chess, 2))


# --- a million games --------------------------------------------------------------------------------------


def repeat_chunk(played: Chunk, plan: Experiment, chunks: Iterable[int]) -> Iterator[tuple[int, Chunk]]:
    """Yield a played chunk again and again, each time with the numbers of other games."""
    tables = {name: pl.read_parquet(content) for name, content in played.items()}
    for chunk in chunks:
        first = plan.list_games(chunk).start
        yield chunk, {name: number_games(table, first) for name, table in tables.items()}


def number_games(table: pl.DataFrame, first: int) -> bytes:
    """Return a table as a Parquet file, with the numbers of its games from ``first`` on."""
    file = BytesIO()
    numbered = table.with_columns(pl.col("game") + first) if "game" in table.columns else table
    numbered.write_parquet(file)
    return file.getvalue()


def store_games(games: int, with_report: bool) -> tuple[float, int, float]:
    """Store a run of this many games; return its peak memory in MB, its number of files, and the report's seconds."""
    plan = make_experiment(REPORT_GAME, games)
    played = lab.play_chunk(plan, 0)
    with tempfile.TemporaryDirectory() as folder:
        parts = lab.run_experiment(
            plan, Path(folder) / "parts", lambda plan, chunks: repeat_chunk(played, plan, chunks)
        )
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        files = sum(1 for file in parts.folder.rglob("*") if file.is_file())
        if not with_report:
            return memory, files, 0.0
        results = lab.write_results(lab.collect_results(parts), Path(folder) / "results.parquet")
        start = time.monotonic()
        render_page(make_report(results), ENGLISH)
        return memory, files, time.monotonic() - start


def measure_million() -> None:
    """Print files, memory and report time of long runs, each stored in a new process."""
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        small_memory, _files, report_seconds = pool.submit(store_games, 100_000, True).result()
        memory, files, _seconds = pool.submit(store_games, 1_000_000, False).result()
    print_figure("report of 100,000 games", report_seconds, "s", REPORT_SECONDS, "at most")
    print_figure("files of a million games", files, "files", MAX_FILES, "at most")
    note = f"{memory:.0f} MB and {small_memory:.0f} MB"
    name = "memory of a million games, compared with 100,000"
    print_figure(name, memory / small_memory, "times", MEMORY_GROWTH, "at most", note)


def main() -> None:
    """Measure long runs of the chosen opponents."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=sorted(rival.load_opponents()))
    parser.add_argument("--seconds", type=float, default=60, help="work of one worker in each run; 0 skips these runs")
    arguments = parser.parse_args()
    measure_million()
    if arguments.seconds:
        measure_workers(arguments.games, arguments.seconds)
        print(f"Other programs on this machine count: load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")


if __name__ == "__main__":
    main()
