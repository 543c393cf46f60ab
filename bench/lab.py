"""The lab's speed: games a second of every opponent, everything counted, and two workers beside one.

Everything in one run; one core but for the second worker. One worker and two take turns, several times over, because
the speed of a machine that others use too moves by a fifth within a minute; two independent processes of something else
show what its second core is worth.
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
"""Seconds of work for one worker that two workers share: a short run by the measure of a hundred thousand games."""
RUNS = 3


def ours(game: str) -> Callable[[int], int]:
    """A game of the lab, everything counted; how many answers it had, chance included."""
    against = opponent(game)

    def played(seed: int) -> int:
        row = play(against, game_seed(1, seed), {}, against.policies[0]).game
        return int(row["asked_chance"] + row["asked_table"] + row["asked_player"])

    return played


def rates(contenders: dict[str, Callable[[int], int]]) -> dict[str, tuple[float, float]]:
    """Each contender in turn, several times over: games and answers a second, the middle one of each."""
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
    """Seconds by the clock that a run takes, start of its workers included."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.monotonic()
        lab.run(experiment(game, chunks * CHUNK), Path(folder) / "parts", player)
        return time.monotonic() - start


def playouts_of_chess(seeds: range) -> int:
    play = chess_playouts()
    return sum(play(seed) for seed in seeds)


def chess(workers: int) -> float:
    """Seconds by the clock that five hundred random games take so many processes: what the machine itself gives."""
    start = time.monotonic()
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        list(pool.map(playouts_of_chess, [range(first, first + 25) for first in range(0, 500, 25)]))
    return time.monotonic() - start


def two_beside_one(name: str, one: Callable[[], float], two: Callable[[], float]) -> None:
    """How many times as fast two workers are, in each run; the middle one counts."""
    runs = [(one(), two()) for _run in range(RUNS)]
    times = sorted(alone / together for alone, together in runs)
    seconds = ", ".join(f"{alone:.1f} and {together:.1f}" for alone, together in runs)
    print(f"{name:<36} two workers {times[RUNS // 2]:.2f} times one   (seconds: {seconds})", flush=True)


def main() -> None:
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
