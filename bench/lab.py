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
from rival.engine.sampling import game_seed, play
from rival.kernel import opponent
from rival.lab import run as lab
from rival.lab.run import CHUNK, experiment, here, processes

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench.speed import chess_playouts

ROUNDS = 5
SECONDS = 0.8
A_RUN = 20
"""Seconds of work that two workers share; real runs are longer."""
RUNS = 3


def ours(game: str) -> Callable[[int], int]:
    """Return a function that plays a game of the lab and returns its number of answers, chance included."""
    against = opponent(game)

    def played(seed: int) -> int:
        row = play(against, game_seed(1, seed), {}, against.policies[0]).game
        return int(row["asked_chance"] + row["asked_table"] + row["asked_player"])

    return played


def rates(contenders: dict[str, Callable[[int], int]]) -> dict[str, tuple[float, float]]:
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


def spent(game: str, player: lab.Play, chunks: int) -> float:
    """Return the seconds that a run takes, including the start of its workers."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        lab.run(experiment(game, chunks * CHUNK), Path(folder) / "parts", player)
        return time.monotonic() - start


def playouts_of_chess(seeds: range) -> int:
    """Play random games of chess; return the number of moves."""
    play = chess_playouts()
    return sum(play(seed) for seed in seeds)


def chess(workers: int) -> float:
    """Return the seconds that five hundred random games of chess take with this number of processes."""
    start = time.monotonic()
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        list(pool.map(playouts_of_chess, [range(first, first + 25) for first in range(0, 500, 25)]))
    return time.monotonic() - start


def two_beside_one(name: str, one: Callable[[], float], two: Callable[[], float]) -> None:
    """Print how much faster two workers are; the median of several runs counts."""
    runs = [(one(), two()) for _run in range(RUNS)]
    times = sorted(alone / together for alone, together in runs)
    seconds = ", ".join(f"{alone:.1f} and {together:.1f}" for alone, together in runs)
    print(f"{name:<36} two workers {times[RUNS // 2]:.2f} times one   (seconds: {seconds})", flush=True)


def main() -> None:
    """Measure all opponents, and the machine itself."""
    games = sorted(rival.opponents())
    found = rates({game: ours(game) for game in games})
    for name, (a_second, answers) in found.items():
        print(f"{name + ', in the lab':<36} {a_second:>8,.0f} games a second {answers:>10,.0f} answers a second")
    for game, (a_second, _answers) in found.items():
        chunks = ceil(A_RUN * a_second / CHUNK)
        two_beside_one(game, partial(spent, game, here, chunks), partial(spent, game, processes(2), chunks))
    two_beside_one("the machine itself (python-chess)", partial(chess, 1), partial(chess, 2))


if __name__ == "__main__":
    main()
