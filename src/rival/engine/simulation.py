"""Simulate a game on a sample table. Return rows for the game and its rounds, and counts of rules and questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rival.engine.player_policies import is_outside_policy, make_outside_player
from rival.kernel import Chance, Json, Opponent, RivalError, SamplePlayer, Session, Text, _
from rival.kernel.game_log import StepCounter
from rival.kernel.opponent import find_assumption_policy
from rival.kernel.script_run import pause_garbage_collection

QUESTION_SOURCES = ("chance", "table", "player")
MAX_ROUNDS = 1000
"""A game with more rounds is treated as endless."""

MeasureRow = dict[str, Any]


class InvariantError(RivalError):
    """Raised for a violated invariant; contains the game's journal for a bug report."""

    def __init__(self, text: Text, journal: str) -> None:
        super().__init__(text)
        self.journal = journal


@dataclass(slots=True)
class SimulatedGame:
    """The rows and counts of one simulated game."""

    game: MeasureRow
    rounds: list[MeasureRow]
    rules: Counter[str] = field(default_factory=Counter)
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)


def derive_game_seed(seed: int, number: int) -> int:
    """Return a game's seed, derived from the run's seed and the game's number."""
    return Chance(seed).draw_bits("lab/game", number) >> 1


def create_sample_player(
    opponent: Opponent, seed: int, options: Mapping[str, Json], policy: str, pack: Json
) -> SamplePlayer:
    """Create the player at a sample table; pass the policy and the pack only if they differ from the defaults."""
    arguments: dict[str, Any] = {} if pack is None else {"pack": pack}
    if is_outside_policy(policy):
        return make_outside_player(opponent, seed, opponent.make_sample_player(seed, options, **arguments), policy)
    if policy != opponent.policies[0]:
        arguments["policy"] = policy
    return opponent.make_sample_player(seed, options, **arguments)


YOUR_TURN_KEY = "your-turn"
"""Key of the question that asks for the player's turn, the same in every game."""


def simulate_game(
    opponent: Opponent,
    seed: int,
    options: Mapping[str, Json],
    policy: str,
    pack: Json = None,
    has_empty_pack: bool = False,
    explain: bool = False,
) -> SimulatedGame:
    """Play a game to its end; raise InvariantError if the table or the sample violates an invariant.

    With ``has_empty_pack`` the box is not described, as in an owner's first game, so the game asks for everything.
    """
    full_pack = opponent.make_sample_pack() if pack is None else opponent.complete_pack(pack)
    known_pack = opponent.make_empty_pack() if has_empty_pack else full_pack
    step_counter = StepCounter()
    session = Session.new(opponent, seed=seed, options=options, pack=known_pack, explain=explain, listener=step_counter)
    sample = create_sample_player(opponent, seed, session.options, policy, None if pack is None else full_pack)
    with pause_garbage_collection():
        rounds = simulate_rounds(session, sample)
    return summarize_game(session, step_counter, seed, rounds)


def simulate_rounds(session: Session, sample: SamplePlayer) -> list[MeasureRow]:
    """Play a game to its end and return the rows of its rounds.

    The table's invariants are checked each round, and the pieces on the sample table each turn.
    """
    opponent = session.opponent
    session.assumption_policy = find_assumption_policy(sample)
    rounds: list[MeasureRow] = []
    current = opponent.get_round(session.table)
    while session.open_ask is not None:
        table_round = opponent.get_round(session.table)
        if table_round != current:
            require_no_problem(session, session.opponent.check_invariants(session.table))
            if current > 0:
                rounds.append(measure_round(session, current, over=False))
            current = table_round
            if len(rounds) > MAX_ROUNDS:
                raise InvariantError(_("The simulated game does not end."), session.journal.format_text())
        if session.open_ask.key == YOUR_TURN_KEY:
            require_no_problem(session, find_missing_pieces(session, sample))
        session.answer_by_id(sample.answer(session.open_ask, session.table))
    require_no_problem(session, session.opponent.check_invariants(session.table))
    require_no_problem(session, find_missing_pieces(session, sample))
    rounds.append(measure_round(session, current, over=True))
    return rounds


def measure_round(session: Session, number: int, over: bool) -> MeasureRow:
    """Return the measures of a round; the last round includes the measures of the finished game."""
    measures = session.opponent.measure_table
    return {"round": number, "over": over, **(measures(session.table) if measures else {})}


def find_missing_pieces(session: Session, sample: SamplePlayer) -> Iterable[str]:
    """Return the pieces that are missing from the sample table."""
    find_problems: Callable[[Any], Iterable[str]] | None = getattr(sample, "find_lost_pieces", None)
    return find_problems(session.table) if find_problems is not None else ()


def require_no_problem(session: Session, problems: Iterable[object]) -> None:
    """Raise InvariantError with the journal if there is a problem."""
    for problem in problems:
        raise InvariantError(
            _("The state of the table is impossible: {problem}", problem=str(problem)), session.journal.format_text()
        )


def summarize_game(session: Session, step_counter: StepCounter, seed: int, rounds: list[MeasureRow]) -> SimulatedGame:
    """Return the rows and counts of a finished game."""
    asked = Counter(step_counter.question_counts)
    assert session.result is not None
    scores = session.result.scores
    final_measures = {name: value for name, value in rounds[-1].items() if name not in ("round", "over")}
    row = {
        "seed": seed,
        "rounds": len(rounds),
        "turns": final_measures.get("turns", len(rounds)),
        "winner": session.result.winner or "",
        "level": session.result.level or "",
        "yours": scores.get("you"),
        "opponents": next((n for side, n in scores.items() if side != "you"), None),
        **{
            f"asked_{source}": sum(n for (asked_by, _key), n in asked.items() if asked_by == source)
            for source in QUESTION_SOURCES
        },
        **final_measures,
    }
    return SimulatedGame(row, rounds, step_counter.rule_counts, asked)
