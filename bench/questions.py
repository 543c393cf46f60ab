"""Questions per turn of an opponent over 200 sample games: with a described box, and without a description.

Only questions that a person has to answer are counted. The program rolls and draws; set-up, the person's own turns and
the final scoring do not belong to the opponent's turn. ``questions.py mombasa`` plays one game only.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.support.first_games import (
    BOX_QUESTIONS,
    CARD_QUESTIONS,
    Asked,
    StartCondition,
    make_described_pack,
    play_counted_game,
)

from rival.games.pampero.sample import SampleTable as Pampa
from rival.games.pampero.sample import load_full_pack, make_blank_pack
from rival.games.pampero.table import DEFAULT_TOPICS, TOPICS
from rival.kernel import Json, Opponent, SamplePlayer, Session, load_opponent

GAMES = 200


@dataclass(frozen=True)
class Benchmark:
    """How the turns of an opponent are counted, and the starting conditions to compare."""

    turn: str
    count_turns: Callable[[Session, Asked], int]
    ways: Mapping[str, StartCondition] = field(default_factory=dict)
    list_single_games: Callable[[], Mapping[str, tuple[StartCondition, Sequence[int]]]] = dict
    """Single games by their seeds: all the answers that each of them takes, your own turns included."""


def count_rounds(session: Session, _asked: Asked) -> int:
    """Return the number of rounds."""
    return session.opponent.get_round(session.table)


def count_own_turns(session: Session, _asked: Asked) -> int:
    """Return the number of turns that the opponent counts itself."""
    assert session.opponent.measure_table is not None
    return session.opponent.measure_table(session.table)["turns"]


def make_pampero_sample(topics: tuple[str, ...]) -> Callable[[int, Mapping[str, Json]], SamplePlayer]:
    """Return a function that makes a sample table of Pampero which asks about these topics only."""
    return lambda seed, options: Pampa(seed, options, topics)


def list_first_games() -> Mapping[str, tuple[StartCondition, Sequence[int]]]:
    """Return single games of Pampero with their seeds."""
    pampero, seeds = load_opponent("pampero"), (3, 5, 8)
    return {
        "a first game, with what is counted by default": (
            StartCondition(make_blank_pack(), make_pampero_sample(DEFAULT_TOPICS)),
            seeds,
        ),
        "the same, with its cards told beforehand": (
            StartCondition(make_described_pack(pampero, "card "), make_pampero_sample(DEFAULT_TOPICS)),
            seeds,
        ),
        "the same, with the whole box told beforehand": (
            StartCondition(make_described_pack(pampero), make_pampero_sample(DEFAULT_TOPICS)),
            seeds,
        ),
    }


BENCHMARKS = {
    "rolling-heights": Benchmark("roll", lambda _session, asked: asked["chance", "mayor-die"]),
    "mombasa": Benchmark("turn", count_own_turns),
    "pampero": Benchmark(
        "turn",
        count_rounds,
        {
            "everything known": StartCondition(load_full_pack(), make_pampero_sample(tuple(TOPICS))),
            "nothing known, all counted": StartCondition(make_blank_pack(), make_pampero_sample(tuple(TOPICS))),
            "nothing known, nothing counted": StartCondition(make_blank_pack(), make_pampero_sample(())),
        },
        list_first_games,
    ),
}


def list_default_starts(opponent: Opponent) -> Mapping[str, StartCondition]:
    """Return the usual starting conditions: everything described, and nothing described."""
    return {
        "everything known": StartCondition(opponent.make_sample_pack(), opponent.make_sample_player),
        "nothing known": StartCondition(opponent.make_empty_pack(), opponent.make_sample_player),
    }


def print_report(opponent: Opponent, benchmark: Benchmark) -> None:
    """Print the questions of an opponent."""
    print(f"{opponent.id}: questions per {benchmark.turn} of {opponent.name}, {GAMES} sample games")
    for name, start in (benchmark.ways or list_default_starts(opponent)).items():
        asked: Counter[str] = Counter()
        turns = answers = 0
        for seed in range(GAMES):
            session, table, all_asked = play_counted_game(opponent, seed, start)
            asked.update(table.asked)
            turns += benchmark.count_turns(session, all_asked)
            answers += table.every.total()
        parts = ", ".join(f"{key} {n / turns:.2f}" for key, n in asked.most_common())
        print(f"  {name}: {asked.total() / turns:.2f} a {benchmark.turn} ({parts})")
        print(f"    {turns / GAMES:.1f} {benchmark.turn}s and {answers / GAMES:.1f} answers a game in all")
    for name, (start, seeds) in benchmark.list_single_games().items():
        counts = {seed: play_counted_game(opponent, seed, start)[1].every for seed in seeds}
        print(
            f"  {name}: "
            + ", ".join(f"seed {seed} {describe_answers(opponent, every)}" for seed, every in counts.items())
        )


def describe_answers(opponent: Opponent, answers: Counter[str]) -> str:
    """Describe the number of answers of one game."""
    box = sum(answers[key] for key in BOX_QUESTIONS.get(opponent.id, ()))
    return (
        f"{answers.total()} answers ({box} of the box, {sum(answers[key] for key in CARD_QUESTIONS)} of them of cards)"
    )


def main() -> None:
    """Report the games named on the command line, or all."""
    for id in sys.argv[1:] or BENCHMARKS:
        print_report(load_opponent(id), BENCHMARKS.get(id, Benchmark("round", count_rounds)))


if __name__ == "__main__":
    main()
