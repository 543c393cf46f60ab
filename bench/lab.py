"""Speed of the lab: games per second of every opponent, and two workers compared with one.

All is measured in one run, on one core except for the second worker. Runs with one worker and with two alternate,
because the speed of a shared machine varies by a fifth within a minute. Two independent processes of python-chess show
how much the second core of the machine adds.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import ceil
from multiprocessing import get_context
from pathlib import Path

import rival
from rival.engine.simulation import derive_game_seed, simulate_game
from rival.kernel import load_opponent
from rival.lab import run as lab
from rival.lab.run import CHUNK_SIZE, make_experiment, make_process_player, play_locally

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench.speed import make_chess_player

ROUNDS = 5
SECONDS = 0.8
RUN_SECONDS = 20
"""Seconds of work that two workers share; real runs are longer."""
RUNS = 3


def make_contender(game: str) -> Callable[[int], int]:
    """Return a function that plays a game of the lab and returns its number of answers, chance included."""
    opponent = load_opponent(game)

    def play_game(seed: int) -> int:
        row = simulate_game(opponent, derive_game_seed(1, seed), {}, opponent.policies[0]).game
        return int(row["asked_chance"] + row["asked_table"] + row["asked_player"])

    return play_game


def measure_rates(contenders: dict[str, Callable[[int], int]]) -> dict[str, tuple[float, float]]:
    """Return games and answers per second of each contender: medians of several rounds, in which they take turns."""
    games: dict[str, list[float]] = {name: [] for name in contenders}
    answers: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(ROUNDS):
        for name, contender in contenders.items():
            contender(0)
            played = answered = 0
            start = time.process_time()
            while time.process_time() - start < SECONDS:
                answered += contender(turn * 10_000 + played)
                played += 1
            spent = time.process_time() - start
            games[name].append(played / spent)
            answers[name].append(answered / spent)
    return {name: (sorted(games[name])[ROUNDS // 2], sorted(answers[name])[ROUNDS // 2]) for name in contenders}


def time_run(game: str, player: lab.ChunkPlayer, chunks: int) -> float:
    """Return the seconds that a run takes, including the start of its workers."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        lab.run_experiment(make_experiment(game, chunks * CHUNK_SIZE), Path(folder) / "parts", player)
        return time.monotonic() - start


def play_chess(seeds: range) -> int:
    """Play random games of chess; return the number of moves."""
    play = make_chess_player()
    return sum(play(seed) for seed in seeds)


def time_chess(workers: int) -> float:
    """Return the seconds that five hundred random games of chess take with this number of processes."""
    start = time.monotonic()
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        list(pool.map(play_chess, [range(first, first + 25) for first in range(0, 500, 25)]))
    return time.monotonic() - start


def compare_workers(name: str, run_one: Callable[[], float], run_two: Callable[[], float]) -> None:
    """Print how much faster two workers are; the median of several runs counts."""
    runs = [(run_one(), run_two()) for _run in range(RUNS)]
    times = sorted(single / both for single, both in runs)
    seconds = ", ".join(f"{single:.1f} and {both:.1f}" for single, both in runs)
    print(f"{name:<36} two workers {times[RUNS // 2]:.2f} times one   (seconds: {seconds})", flush=True)


def main() -> None:
    """Measure all opponents, and the machine itself."""
    games = sorted(rival.load_opponents())
    rates_by_game = measure_rates({game: make_contender(game) for game in games})
    for name, (games_per_second, answers) in rates_by_game.items():
        print(
            f"{name + ', in the lab':<36} {games_per_second:>8,.0f} games a second {answers:>10,.0f} answers a second"
        )
    for game, (games_per_second, _answers) in rates_by_game.items():
        chunks = ceil(RUN_SECONDS * games_per_second / CHUNK_SIZE)
        compare_workers(
            game, partial(time_run, game, play_locally, chunks), partial(time_run, game, make_process_player(2), chunks)
        )
    compare_workers("the machine itself (python-chess)", partial(time_chess, 1), partial(time_chess, 2))


if __name__ == "__main__":
    main()
