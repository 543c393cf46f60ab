"""Taps and questions of a first evening: the whole game of an owner who has described nothing, set-up included.

The answers are those of a sample table; a tap counts as in ``stage.py``, and each act with something to do or to read
adds one tap on its button. The numbers after "at most" are our limits. ``first_evenings.py pampero --keys`` lists the
questions that took the taps, ``--turns`` the questions of each turn.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.tap_counts import count_taps
from rival.games.pampero.sample import SampleTable as PamperoSample
from rival.games.pampero.table import DEFAULT_TOPICS
from rival.kernel import Json, Opponent, SamplePlayer, Session, load_opponent, load_opponents

SEEDS = range(10)
SET_UP = 0
PLAYED_ROUNDS = 12
"""The rounds of the evening that was played by hand, with 454 taps of Pampero; sample games are longer."""
OWN_QUESTIONS = ("your-turn", "scoring", "final", "tie")
"""Keys of questions that are about the player's own turn or the result."""


@dataclass(frozen=True)
class Limits:
    """The maximum number of taps and questions of the parts of a first evening."""

    set_up_taps: int = 25
    turn_taps: int | None = None
    turn_questions: int | None = None
    game_taps: int | None = None


LIMITS = {"pampero": Limits(25, 20, 5, 200)}


@dataclass
class TurnCount:
    """The taps and questions of one turn, or of the set-up."""

    taps: int = 0
    own_taps: int = 0
    questions: list[str] = field(default_factory=list)
    is_special: bool = False
    """Whether it is the kind of turn that has a limit of its own."""


@dataclass
class Evening:
    """The taps and questions of one first game."""

    turns: dict[int, TurnCount] = field(default_factory=dict)
    taps: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """The number of taps in the whole game."""
        return sum(self.taps.values())

    def count_taps(self, rounds: int) -> int:
        """Return the number of taps of the set-up and these rounds."""
        return sum(turn.taps + turn.own_taps for n, turn in self.turns.items() if n <= rounds)


def count_pampero_towers(table: Any) -> int:
    """Return the number of VJ's towers on the map."""
    return sum(sector.vjs.towers for sector in table.sectors.values())


def make_first_player(opponent: Opponent, seed: int, options: Mapping[str, Json]) -> SamplePlayer:
    """Return a sample table whose player leaves everything as it is proposed."""
    if opponent.id == "pampero":
        return PamperoSample(seed, options, DEFAULT_TOPICS)
    return opponent.make_sample_player(seed, options)


SPECIAL_EVENTS: dict[str, Callable[[Any], int]] = {"pampero": count_pampero_towers}
"""Numbers that grow in the kind of turn that has a limit of its own."""


def play_first_evening(opponent: Opponent, seed: int) -> Evening:
    """Play a game of an owner who has described nothing, and count."""
    session = Session.new(opponent, seed=seed, pack=None)
    player, evening = make_first_player(opponent, seed, session.options), Evening()
    count_events = SPECIAL_EVENTS.get(opponent.id, lambda _table: 0)
    while session.open_ask is not None:
        turn = evening.turns.setdefault(opponent.get_round(session.table), TurnCount())
        events, acts = count_events(session.table), len(session.acts)
        give_answer(session, player, turn, evening)
        turn.is_special |= count_events(session.table) > events
        buttons = sum(act.who == "opponent" and act.idle is None for act in session.acts[acts:])
        turn.taps += buttons
        evening.taps["(done)"] += buttons
    return evening


def give_answer(session: Session, player: SamplePlayer, turn: TurnCount, evening: Evening) -> None:
    """Give the answer of the sample table to the open question, and count its taps."""
    ask, question = session.open_ask, session.ask
    assert ask is not None
    assert question is not None
    value = player.answer(ask, session.table)
    taps = count_taps(question, value)
    evening.taps[ask.key] += taps
    evening.answers[ask.key] += 1
    if ask.key in OWN_QUESTIONS:
        turn.own_taps += taps
    else:
        turn.taps += taps
        turn.questions.append(f"{ask.key} {taps}")
    session.answer(value)


def print_evenings(opponent: Opponent, seeds: Sequence[int], arguments: argparse.Namespace) -> bool:
    """Print what first games took; return whether all are within the limits."""
    evenings, limits = [play_first_evening(opponent, seed) for seed in seeds], LIMITS.get(opponent.id, Limits())
    set_ups = [evening.turns[SET_UP] for evening in evenings]
    turns = [turn for evening in evenings for n, turn in evening.turns.items() if n != SET_UP]
    firsts = [next((turn for turn in evening.turns.values() if turn.is_special), TurnCount()) for evening in evenings]
    rows = [
        ("taps of the set-up", [turn.taps for turn in set_ups], limits.set_up_taps),
        ("taps of the first tower turn", [turn.taps for turn in firsts], limits.turn_taps),
        ("questions of the first tower turn", [len(turn.questions) for turn in firsts], limits.turn_questions),
        ("taps of a turn", [turn.taps for turn in turns], None),
        ("taps of your own turn", [turn.own_taps for turn in turns], None),
        (
            f"taps up to round {PLAYED_ROUNDS}",
            [evening.count_taps(PLAYED_ROUNDS) for evening in evenings],
            limits.game_taps,
        ),
        ("taps of the whole game", [evening.total for evening in evenings], None),
        ("answers of the whole game", [evening.answers.total() for evening in evenings], None),
    ]
    print(f"{opponent.id}: a first evening, {len(evenings)} games")
    for name, numbers, limit in rows:
        if any(numbers):
            bar = "" if limit is None else f", at most {limit}: {sum(n <= limit for n in numbers)} of {len(numbers)}"
            print(f"  {name}: mean {mean(numbers):.1f}, {min(numbers)} to {max(numbers)}{bar}")
    if arguments.keys:
        taps = sum((evening.taps for evening in evenings), Counter[str]())
        answers = sum((evening.answers for evening in evenings), Counter[str]())
        for key, n in taps.most_common():
            print(f"    {key}: {n / len(evenings):.1f} taps in {answers[key] / len(evenings):.1f} answers a game")
    for evening in evenings if arguments.turns else ():
        for n, turn in evening.turns.items():
            print(f"    turn {n}: {turn.taps} taps ({', '.join(turn.questions)}), your own {turn.own_taps}")
    return all(limit is None or max(numbers) <= limit for _name, numbers, limit in rows)


def main() -> None:
    """Measure the chosen games; exit with code 1 if one exceeds its limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(load_opponents()))
    parser.add_argument("--keys", action="store_true")
    parser.add_argument("--turns", action="store_true")
    parser.add_argument("--seeds", type=int, nargs="+", default=list(SEEDS))
    arguments = parser.parse_args()
    within = [print_evenings(load_opponent(id), arguments.seeds, arguments) for id in arguments.games]
    if not all(within):
        sys.exit(1)


if __name__ == "__main__":
    main()
