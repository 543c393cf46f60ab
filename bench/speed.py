"""Answers per second of whole demos beside random playouts of python-chess, turn about in one run on one core.

Demos run with their explanations written down and without, and the same again in the compiled build if
``make compiled`` has made one. All take turns, and each is compared with the chess of its own round, so that
whatever else the machine is doing slows all of them alike.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import chess

import rival

ROUNDS = 9
SECONDS = 0.4
COMPILED = Path(__file__).parent.parent / ".venv-compiled" / "bin" / "python"
CHESS = "python-chess, random playouts"

Play = Callable[[int], int]


def chess_moves(seed: int) -> int:
    """One random game of chess; how many moves it had."""
    choose = random.Random(seed).choice
    board = chess.Board()
    while not board.is_game_over():
        board.push(choose(list(board.legal_moves)))
    return len(board.move_stack)


def demos(game: str, explain: bool) -> Play:
    """One demo; how many answers it had (of chance, table and player)."""

    def play(seed: int) -> int:
        session = rival.demo(game, seed=seed, explain=explain)
        return session.at + sum(session._draws.values())

    return play


def rate(play: Play, seed: int) -> float:
    """Moves or answers per second of processor time, over as many games as fit into one turn."""
    play(seed)
    count = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        seed += 1
        count += play(seed)
    return count / spent


def here() -> dict[str, Callable[[int], float]]:
    """The demos of every game in this build."""
    found = {}
    for game in sorted(rival.opponents()):
        for explain in (True, False):
            name = f"{game}, {'explained' if explain else 'not explained'}"
            found[name] = partial(rate, demos(game, explain))
    return found


def elsewhere(python: Path) -> dict[str, Callable[[int], float]]:
    """The same in another build: a process that waits for its turns."""
    worker = subprocess.Popen(
        [python, __file__, "--worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    ask, answer = worker.stdin, worker.stdout

    def turn(name: str, seed: int) -> float:
        ask.write(f"{seed} {name}\n")
        return float(answer.readline())

    return {f"{name}, compiled": partial(turn, name) for name in here()}


def work() -> None:
    """The other side of ``elsewhere``: a line with a seed and a name is one turn."""
    contenders = here()
    for line in sys.stdin:
        seed, name = line.rstrip("\n").split(" ", 1)
        print(contenders[name](int(seed)), flush=True)


def middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def main() -> None:
    contenders = {CHESS: partial(rate, chess_moves), **here()}
    if COMPILED.exists():
        contenders |= elsewhere(COMPILED)
    measured: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(ROUNDS):
        for name, play in contenders.items():
            measured[name].append(play(turn * 10_000))
    base = measured.pop(CHESS)
    print(f"{CHESS:<44} {middle(base):>10,.0f} moves a second")
    for name, rates in measured.items():
        times = middle([mine / chess for mine, chess in zip(rates, base, strict=True)])
        print(f"{name:<44} {middle(rates):>10,.0f} answers a second   {times:5.1f} times python-chess")


if __name__ == "__main__":
    work() if "--worker" in sys.argv else main()
