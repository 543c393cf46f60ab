"""Games per second of every opponent on one core, compared with random playouts of python-chess in the same run.

The contenders take turns, and each is compared with chess in the same round, so that other load on the machine affects
all of them alike. The figures are converted to a machine on which python-chess plays 68 random games a second. For
comparison, OpenSpiel plays backgammon (written in C++) if it is installed.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import rival
from bench.figures import print_figure

ROUNDS = 9
SECONDS = 0.4
CHESS = "python-chess, random games"
BACKGAMMON = "OpenSpiel's backgammon, random games"
CHESS_RATE = 68
"""Random games of python-chess a second on the machine of the targets."""

TARGETS = {"rolling-heights": 500, "mombasa": 170, "pampero": 110}
"""Games a second that are not explained, at `CHESS_RATE`."""
EXPLAINED_SHARE = 0.8
"""The share of the target that explained games reach."""

Play = Callable[[int], int]
"""Plays one game from a seed and returns its number of moves, actions or answers."""
Rate = tuple[float, float]
"""Games and answers per second."""


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


def make_backgammon_player() -> Play:
    """Return a function that plays random games of OpenSpiel's backgammon, chance included."""
    import pyspiel

    game = pyspiel.load_game("backgammon")

    def play_backgammon(seed: int) -> int:
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

    return play_backgammon


def measure_rate(play: Play, seed: int) -> Rate:
    """Return games and answers per second of processor time."""
    play(seed)
    answers = games = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        games += 1
        answers += play(seed + games)
    return games / spent, answers / spent


def list_contenders() -> dict[str, Play]:
    """Return the functions that play one game of each contender, by name."""
    contenders = {CHESS: make_chess_player()}
    if find_spec("pyspiel"):
        contenders[BACKGAMMON] = make_backgammon_player()
    for game in sorted(rival.load_opponents()):
        contenders[game] = make_demo_player(game, explain=False)
        contenders[f"{game}, explained"] = make_demo_player(game, explain=True)
    return contenders


def compute_median(values: list[float]) -> float:
    """Return the median."""
    return sorted(values)[len(values) // 2]


def find_target(contender: str) -> float | None:
    """Return the games a second that a contender should reach; None for the games of other libraries."""
    game, _comma, is_explained = contender.partition(", ")
    return TARGETS[game] * (EXPLAINED_SHARE if is_explained else 1) if game in TARGETS else None


def main() -> None:
    """Print the games a second of all contenders beside their targets."""
    contenders = list_contenders()
    rates: dict[str, list[Rate]] = {name: [] for name in contenders}
    for turn in range(ROUNDS):
        for name, play in contenders.items():
            rates[name].append(measure_rate(play, turn * 10_000))
    measured = compute_median([games for games, _answers in rates[CHESS]])
    print(f"One core. python-chess: {measured:.0f} games a second here; all figures are for {CHESS_RATE}.")
    for name, own_rates in rates.items():
        pairs = list(zip(own_rates, rates[CHESS], strict=True))
        games = CHESS_RATE * compute_median([own[0] / chess[0] for own, chess in pairs])
        answers = compute_median([own[1] / chess[1] for own, chess in pairs])
        note = "" if name == CHESS else f"{answers:.1f} times as many answers as chess has moves"
        print_figure(name, games, "games/s", find_target(name), note=note)


if __name__ == "__main__":
    main()
