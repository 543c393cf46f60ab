"""One game on a sample table, counted: a row for the game, a row for each round, and what fired how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rival.kernel import Chance, Json, Opponent, RivalError, Sample, Session, Text, _
from rival.kernel.opponent import objections_of
from rival.kernel.session import Tally, uncollected

WHO = ("chance", "table", "player")
MOST_ROUNDS = 1000
"""A game that goes on longer never ends."""

Row = dict[str, Any]


class Broken(RivalError):
    """A game that broke an invariant, with its journal: the bug report."""

    def __init__(self, text: Text, journal: str) -> None:
        super().__init__(text)
        self.journal = journal


@dataclass(slots=True)
class Played:
    """What the lab keeps of one game."""

    game: Row
    rounds: list[Row]
    rules: Counter[str] = field(default_factory=Counter)
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)


def game_seed(seed: int, number: int) -> int:
    """The seed of a game depends on the lab's seed and its number alone: the same for every option and worker."""
    return Chance(seed).bits("lab/game", number) >> 1


def sample_for(against: Opponent, seed: int, options: Mapping[str, Json], policy: str, pack: Json) -> Sample:
    """The sample table of a game; an opponent that knows one policy and no pack need not take them."""
    wanted: dict[str, Any] = {} if policy == against.policies[0] else {"policy": policy}
    if pack is not None:
        wanted["pack"] = pack
    return against.sample(seed, options, **wanted)


YOUR_TURN = "your-turn"
"""The question with which a turn of the player is told, in every game that has one."""


def play(
    against: Opponent,
    seed: int,
    options: Mapping[str, Json],
    policy: str,
    pack: Json = None,
    unread: bool = False,
    explain: bool = False,
) -> Played:
    """Play a game to its end; Broken if the table or the sample is ever impossible between two turns.

    With ``unread`` the game is told nothing beforehand, as with an owner's first game: all of it is asked.
    """
    whole = against.sample_pack() if pack is None else against.complete_pack(pack)
    known = against.unread_pack() if unread else whole
    tally = Tally()
    session = Session.new(against, seed=seed, options=options, pack=known, explain=explain, tally=tally)
    sample = sample_for(against, seed, session.options, policy, None if pack is None else whole)
    with uncollected():
        rounds = played(session, sample)
    return counted(session, tally, seed, rounds)


def played(session: Session, sample: Sample) -> list[Row]:
    """The rows of the rounds of a game that is played to its end.

    What can't be so on any table is looked for every round, pieces of the sample that are nowhere every turn.
    """
    against = session.opponent
    session.objector = objections_of(sample)
    rounds: list[Row] = []
    current = against.round_of(session.table)
    while session.open is not None:
        now = against.round_of(session.table)
        if now != current:
            check(session, session.opponent.problems(session.table))
            if current > 0:
                rounds.append(round_row(session, current, over=False))
            current = now
            if len(rounds) > MOST_ROUNDS:
                raise Broken(_("The game goes on for ever."), session.journal.dumps())
        if session.open.key == YOUR_TURN:
            check(session, unaccounted(session, sample))
        session.take(sample.answer(session.open, session.table))
    check(session, session.opponent.problems(session.table))
    check(session, unaccounted(session, sample))
    rounds.append(round_row(session, current, over=True))
    return rounds


def round_row(session: Session, number: int, over: bool) -> Row:
    """What an opponent measures when a round is over; that of the last round, when the game is."""
    measures = session.opponent.measures
    return {"round": number, "over": over, **(measures(session.table) if measures else {})}


def unaccounted(session: Session, sample: Sample) -> Iterable[str]:
    """The pieces of the sample table that are nowhere."""
    accounts: Callable[[Any], Iterable[str]] | None = getattr(sample, "problems", None)
    return accounts(session.table) if accounts is not None else ()


def check(session: Session, problems: Iterable[object]) -> None:
    """Broken, with the journal, if there is a problem."""
    for problem in problems:
        raise Broken(_("The table can't be so: {problem}", problem=str(problem)), session.journal.dumps())


def counted(session: Session, tally: Tally, seed: int, rounds: list[Row]) -> Played:
    asked = Counter(tally.asked)
    assert session.result is not None
    scores = session.result.scores
    measured = {name: value for name, value in rounds[-1].items() if name not in ("round", "over")}
    row = {
        "seed": seed,
        "rounds": len(rounds),
        "turns": measured.get("turns", len(rounds)),
        "winner": session.result.winner or "",
        "level": session.result.level or "",
        "yours": scores.get("you"),
        "opponents": next((n for side, n in scores.items() if side != "you"), None),
        **{f"asked_{who}": sum(n for (by, _key), n in asked.items() if by == who) for who in WHO},
        **measured,
    }
    return Played(row, rounds, tally.rules, asked)
