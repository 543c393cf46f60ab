"""The lab's speed: games a second of every opponent, everything counted, and two workers beside one.

Everything in one run; one core but for the second worker.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from math import ceil
from pathlib import Path

import rival
from rival.kernel import opponent
from rival.lab import run as lab
from rival.lab.play import game_seed, play
from rival.lab.run import CHUNK, experiment, here, processes

ROUNDS = 5
SECONDS = 0.8
A_RUN = 20
"""Seconds of work for one worker that two workers share: a short run by the measure of a hundred thousand games."""


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


def spent(game: str, player: lab.Play, chunks: int) -> tuple[float, float]:
    """Seconds by the clock and seconds of the processors that a run takes, start of its workers included."""
    with tempfile.TemporaryDirectory() as folder:
        start, busy = time.monotonic(), processors()
        lab.run(experiment(game, chunks * CHUNK), Path(folder) / "parts", player)
        return time.monotonic() - start, processors() - busy


def processors() -> float:
    """Seconds that this process and those it started have been busy."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> None:
    games = sorted(rival.opponents())
    found = rates({game: ours(game) for game in games})
    for name, (a_second, answers) in found.items():
        print(f"{name + ', in the lab':<36} {a_second:>8,.0f} games a second {answers:>10,.0f} answers a second")
    for game, (a_second, _answers) in found.items():
        chunks = ceil(A_RUN * a_second / CHUNK)
        (one, busy_one), (two, busy_two) = spent(game, here, chunks), spent(game, processes(2), chunks)
        print(f"{game}: {chunks * CHUNK} games, one worker {one:.1f} s, two workers {two:.1f} s: {one / two:.2f} times")
        print(f"    (processors were busy for {busy_one:.1f} s and {busy_two:.1f} s: what a loaded machine hides)")


if __name__ == "__main__":
    main()
