"""Answers per second of whole demos beside random playouts of python-chess, turn about in one run on one core."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import chess

import rival
from rival.kernel.session import Answered

ROUNDS = 6
SECONDS = 0.8


def chess_moves(seed: int) -> int:
    """One random game of chess; how many moves it had."""
    choose = random.Random(seed).choice
    board = chess.Board()
    while not board.is_game_over():
        board.push(choose(list(board.legal_moves)))
    return len(board.move_stack)


def answers(game: str) -> Callable[[int], int]:
    """One demo, explanation on; how many answers it had (of chance, table and player)."""
    return lambda seed: sum(isinstance(item, Answered) for item in rival.demo(game, seed=seed).log)


def rates(contenders: dict[str, Callable[[int], int]]) -> dict[str, float]:
    """Each contender in turn, several times over; the middle one of its rates."""
    measured: dict[str, list[float]] = {name: [] for name in contenders}
    for turn in range(ROUNDS):
        for name, play in contenders.items():
            play(0)
            count, seed = 0, turn * 10_000
            start = time.process_time()
            while time.process_time() - start < SECONDS:
                count += play(seed)
                seed += 1
            measured[name].append(count / (time.process_time() - start))
    return {name: sorted(values)[len(values) // 2] for name, values in measured.items()}


def main() -> None:
    games = {game: answers(game) for game in sorted(rival.opponents())}
    found = rates({"python-chess": chess_moves, **games})
    base = found.pop("python-chess")
    print(f"python-chess, random playouts    {base:>10,.0f} moves a second")
    for game, rate in found.items():
        print(
            f"{game + ', demos explained':<32} {rate:>10,.0f} answers a second   {rate / base:5.1f} times python-chess"
        )


if __name__ == "__main__":
    main()
