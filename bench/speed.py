"""Answers and games per second, compared with random playouts of python-chess and OpenSpiel, on one core.

Sample games run with and without their explanations, and once more in the compiled build if ``make compiled`` has made
one. All contenders take turns, and each is compared with chess in the same round, so that other load on the machine
affects all of them alike.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import rival

ROUNDS = 9
SECONDS = 0.4
COMPILED = Path(__file__).parent.parent / ".venv-compiled" / "bin" / "python"
CHESS = "python-chess, random playouts"

Play = Callable[[int], int]
"""Plays one game from a seed and returns its number of moves, actions or answers."""
Rate = tuple[float, float]
"""Answers per second and games per second."""
TimedTurn = Callable[[int], Rate]


def make_demo_player(game: str, explain: bool) -> Play:
    """Return a function that plays sample games. All answers count: of chance, table and player."""

    def play_demo(seed: int) -> int:
        session = rival.play_demo(game, seed=seed, explain=explain)
        return session.position + session.draw_count

    return play_demo


def make_chess_player() -> Play:
    """Return a function that plays random games of chess."""
    import chess

    def play_chess(seed: int) -> int:
        choose = random.Random(seed).choice
        board = chess.Board()
        while not board.is_game_over():
            board.push(choose(list(board.legal_moves)))
        return len(board.move_stack)

    return play_chess


def make_openspiel_player(name: str) -> Play:
    """Return a function that plays random games of OpenSpiel, chance included."""
    import pyspiel

    game = pyspiel.store_game(name)

    def play_openspiel(seed: int) -> int:
        dice = random.Random(seed)
        state = game.new_initial_state()
        actions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, chances)[0])
            else:
                state.apply_action(dice.choice(state.legal_actions()))
            actions += 1
        return actions

    return play_openspiel


def measure_rate(play: Play, seed: int) -> Rate:
    """Return answers and games per second of processor time."""
    play(seed)
    answers = games = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        games += 1
        answers += play(seed + games)
    return answers / spent, games / spent


def list_contenders() -> dict[str, TimedTurn]:
    """Return the sample games of every opponent in this build."""
    return {
        f"{game}, {'explained' if explain else 'not explained'}": partial(measure_rate, make_demo_player(game, explain))
        for game in sorted(rival.load_opponents())
        for explain in (True, False)
    }


def start_other_build(python: Path) -> dict[str, TimedTurn]:
    """Start a process with another build of Rival; return functions that play games in it."""
    worker = subprocess.Popen(
        [python, __file__, "--worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    ask, answer = worker.stdin, worker.stdout

    def play_timed_turn(name: str, seed: int) -> Rate:
        ask.write(f"{seed} {name}\n")
        answers, games = map(float, answer.readline().split())
        return answers, games

    return {f"{name}, compiled": partial(play_timed_turn, name) for name in list_contenders()}


def serve_turns() -> None:
    """Play a sample game for each line of input with a seed and a name."""
    contenders = list_contenders()
    for line in sys.stdin:
        seed, name = line.rstrip("\n").split(" ", 1)
        print(*contenders[name](int(seed)), flush=True)


def compute_median(values: list[float]) -> float:
    """Return the median."""
    return sorted(values)[len(values) // 2]


def main() -> None:
    """Print the table."""
    contenders: dict[str, Callable[[int], Rate]] = {
        CHESS: partial(measure_rate, make_chess_player()),
        "open_spiel hanabi, random playouts": partial(measure_rate, make_openspiel_player("hanabi")),
        "open_spiel backgammon, random playouts": partial(measure_rate, make_openspiel_player("backgammon")),
        **list_contenders(),
    }
    if COMPILED.exists():
        contenders |= start_other_build(COMPILED)
    measured: dict[str, list[Rate]] = {name: [] for name in contenders}
    for turn in range(ROUNDS):
        for name, play in contenders.items():
            measured[name].append(play(turn * 10_000))
    print(f"{'one core':<44}{'answers/s':>12}{'games/s':>10}{'times python-chess':>21}")
    for name, rates in measured.items():
        times = compute_median([mine[0] / chess[0] for mine, chess in zip(rates, measured[CHESS], strict=True)])
        answers, games = (compute_median(list(column)) for column in zip(*rates, strict=True))
        print(f"{name:<44}{answers:>12,.0f}{games:>10,.0f}{times:>21.1f}")


if __name__ == "__main__":
    serve_turns() if "--worker" in sys.argv else main()
