"""Simulation of one game on a sample table: rows for the game and its rounds, and counts of rules and questions."""

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
"""A game with more rounds is treated as endless."""

Row = dict[str, Any]


class Broken(RivalError):
    """A violated invariant, with the journal of the game for a bug report."""

    def __init__(self, text: Text, journal: str) -> None:
        super().__init__(text)
        self.journal = journal


@dataclass(slots=True)
class Played:
    """The rows and counts of one simulated game."""

    game: Row
    rounds: list[Row]
    rules: Counter[str] = field(default_factory=Counter)
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)


def game_seed(seed: int, number: int) -> int:
    """Return the seed of a game; it depends only on the seed of the run and the game's number."""
    return Chance(seed).bits("lab/game", number) >> 1


def sample_for(against: Opponent, seed: int, options: Mapping[str, Json], policy: str, pack: Json) -> Sample:
    """Create the sample table of a game; the policy and the pack are passed only if they differ from the default."""
    wanted: dict[str, Any] = {} if policy == against.policies[0] else {"policy": policy}
    if pack is not None:
        wanted["pack"] = pack
    return against.sample(seed, options, **wanted)


YOUR_TURN = "your-turn"
"""Key of the question that asks for the player's turn, the same in every game."""


def play(
    against: Opponent,
    seed: int,
    options: Mapping[str, Json],
    policy: str,
    pack: Json = None,
    unread: bool = False,
    explain: bool = False,
) -> Played:
    """Play a game to its end; raise Broken if the table or the sample violates an invariant.

    With ``unread`` the game begins without a description of the box, like an owner's first game: it asks for
    everything.
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
    """Play a game to its end and return the rows of its rounds.

    The table's invariants are checked every round, the pieces of the sample every turn.
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
                raise Broken(_("The simulated game does not end."), session.journal.dumps())
        if session.open.key == YOUR_TURN:
            check(session, unaccounted(session, sample))
        session.take(sample.answer(session.open, session.table))
    check(session, session.opponent.problems(session.table))
    check(session, unaccounted(session, sample))
    rounds.append(round_row(session, current, over=True))
    return rounds


def round_row(session: Session, number: int, over: bool) -> Row:
    """Return the measures of a round; the last round also has those of the finished game."""
    measures = session.opponent.measures
    return {"round": number, "over": over, **(measures(session.table) if measures else {})}


def unaccounted(session: Session, sample: Sample) -> Iterable[str]:
    """Return the pieces of the sample table that are missing everywhere."""
    accounts: Callable[[Any], Iterable[str]] | None = getattr(sample, "problems", None)
    return accounts(session.table) if accounts is not None else ()


def check(session: Session, problems: Iterable[object]) -> None:
    """Raise Broken with the journal if there is a problem."""
    for problem in problems:
        raise Broken(
            _("The state of the table is impossible: {problem}", problem=str(problem)), session.journal.dumps()
        )


def counted(session: Session, tally: Tally, seed: int, rounds: list[Row]) -> Played:
    """Return the rows and counts of a finished game."""
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
