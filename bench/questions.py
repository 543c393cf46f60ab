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
from tests.support.first_games import OF_A_CARD, OF_THE_BOX, Asked, Way, play, told

from rival.games.pampero.sample import SampleTable as Pampa
from rival.games.pampero.sample import blank_pack, full_pack
from rival.games.pampero.table import COUNTED, TOPICS
from rival.kernel import Json, Opponent, Sample, Session, opponent

GAMES = 200


@dataclass(frozen=True)
class Bench:
    """How the turns of an opponent are counted, and the starting conditions to compare."""

    turn: str
    turns: Callable[[Session, Asked], int]
    ways: Mapping[str, Way] = field(default_factory=dict)
    watched: Callable[[], Mapping[str, tuple[Way, Sequence[int]]]] = dict
    """Single games by their seeds: all the answers that each of them takes, your own turns included."""


def rounds(session: Session, _asked: Asked) -> int:
    """Return the number of rounds."""
    return session.opponent.round_of(session.table)


def its_turns(session: Session, _asked: Asked) -> int:
    """Return the number of turns that the opponent counts itself."""
    assert session.opponent.measures is not None
    return session.opponent.measures(session.table)["turns"]


def pampa(topics: tuple[str, ...]) -> Callable[[int, Mapping[str, Json]], Sample]:
    """Return a function that makes a sample table of Pampero which asks about these topics only."""
    return lambda seed, options: Pampa(seed, options, topics)


def first_games() -> Mapping[str, tuple[Way, Sequence[int]]]:
    """Return single games of Pampero with their seeds."""
    pampero, seeds = opponent("pampero"), (3, 5, 8)
    return {
        "a first game, with what is counted by default": (Way(blank_pack(), pampa(COUNTED)), seeds),
        "the same, with its cards told beforehand": (Way(told(pampero, "card "), pampa(COUNTED)), seeds),
        "the same, with the whole box told beforehand": (Way(told(pampero), pampa(COUNTED)), seeds),
    }


BENCHES = {
    "rolling-heights": Bench("roll", lambda _session, asked: asked["chance", "mayor-die"]),
    "mombasa": Bench("turn", its_turns),
    "pampero": Bench(
        "turn",
        rounds,
        {
            "everything known": Way(full_pack(), pampa(tuple(TOPICS))),
            "nothing known, all counted": Way(blank_pack(), pampa(tuple(TOPICS))),
            "nothing known, nothing counted": Way(blank_pack(), pampa(())),
        },
        first_games,
    ),
}


def by_default(against: Opponent) -> Mapping[str, Way]:
    """Return the usual starting conditions: everything described, and nothing described."""
    return {
        "everything known": Way(against.sample_pack(), against.sample),
        "nothing known": Way(against.unread_pack(), against.sample),
    }


def report(against: Opponent, bench: Bench) -> None:
    """Print the questions of an opponent."""
    print(f"{against.id}: questions per {bench.turn} of {against.name}, {GAMES} sample games")
    for name, way in (bench.ways or by_default(against)).items():
        asked: Counter[str] = Counter()
        turns = answers = 0
        for seed in range(GAMES):
            session, table, all_asked = play(against, seed, way)
            asked.update(table.asked)
            turns += bench.turns(session, all_asked)
            answers += table.every.total()
        parts = ", ".join(f"{key} {n / turns:.2f}" for key, n in asked.most_common())
        print(f"  {name}: {asked.total() / turns:.2f} a {bench.turn} ({parts})")
        print(f"    {turns / GAMES:.1f} {bench.turn}s and {answers / GAMES:.1f} answers a game in all")
    for name, (way, seeds) in bench.watched().items():
        counts = {seed: play(against, seed, way)[1].every for seed in seeds}
        print(f"  {name}: " + ", ".join(f"seed {seed} {said(against, every)}" for seed, every in counts.items()))


def said(against: Opponent, every: Counter[str]) -> str:
    """Describe the number of answers of one game."""
    box = sum(every[key] for key in OF_THE_BOX.get(against.id, ()))
    return f"{every.total()} answers ({box} of the box, {sum(every[key] for key in OF_A_CARD)} of them of cards)"


def main() -> None:
    """Report the games named on the command line, or all."""
    for id in sys.argv[1:] or BENCHES:
        report(opponent(id), BENCHES.get(id, Bench("round", rounds)))


if __name__ == "__main__":
    main()
