"""The sample table of every opponent: each piece has a place, and the player's side can be played."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from rival.engine.simulation import derive_game_seed, simulate_game
from rival.kernel import Session, can_practice, load_opponent
from rival.kernel.opponent import find_assumption_policy


class SampleExpectation(NamedTuple):
    """Number of games, by how much the sensible policy beats the random one, and where the table stores the score."""

    games: int
    ahead: int
    score: Callable[[Any], int] | None


GAMES = {
    "mombasa": SampleExpectation(12, 50, lambda sample: sample.human.score),
    "pampero": SampleExpectation(6, 50, lambda sample: sample.human.money),
    "rolling-heights": SampleExpectation(30, 10, None),
}
BETWEEN_TURNS = ("your-turn", "mayor-die", "final")
SET_UP = "topics"
"""A choice of the player's that belongs to the set-up, not to the small game."""


def play_tables(game: str, policy: str = "sensible") -> Iterator[tuple[Session, Any]]:
    """Play sample games and yield each session with its sample table."""
    against = load_opponent(game)
    for seed in range(GAMES[game].games):
        session = Session.new(against, seed=seed, pack=against.make_sample_pack())
        sample = against.make_sample_player(seed, session.options, policy=policy)
        session.assumption_policy = find_assumption_policy(sample)
        yield session, sample


def list_lost(session: Session, sample: Any) -> list[str]:
    """Return the pieces that got lost."""
    return list(sample.find_lost_pieces(session.table))


@pytest.mark.parametrize(
    ("game", "policy"), [(game, policy) for game in GAMES for policy in load_opponent(game).policies]
)
def test_every_piece_is_accounted_for_between_turns(game: str, policy: str) -> None:
    for session, sample in play_tables(game, policy):
        while session.open_ask is not None:
            if session.open_ask.key in BETWEEN_TURNS:
                assert list_lost(session, sample) == []
            session.answer(sample.answer(session.open_ask, session.table))
        assert list_lost(session, sample) == []


@pytest.mark.parametrize("game", GAMES)
def test_any_move_that_is_offered_can_be_played(game: str) -> None:
    dice = random.Random(1)
    for session, sample in play_tables(game):
        assert can_practice(sample)
        while session.open_ask is not None:
            moves = sample.list_moves(session.open_ask, session.table)
            assert bool(moves) == (session.open_ask.who == "player" and session.open_ask.key != SET_UP)
            assert len({move.id for move in moves}) == len(moves) <= 64
            names = set(sample.observe(session.open_ask, session.table))
            if moves:
                answer = sample.play_move(dice.choice(moves).id, session.open_ask, session.table)
            else:
                answer = sample.answer(session.open_ask, session.table)
            assert set(sample.observe(session.open_ask, session.table)) == names
            if answer is not None:
                session.answer(answer)
        assert session.result is not None
        score = GAMES[game].score
        assert score is None or session.result.scores["you"] == score(sample)
        assert list_lost(session, sample) == []


@pytest.mark.games
@pytest.mark.parametrize("game", GAMES)
def test_the_sensible_policy_beats_the_random_one(game: str) -> None:
    against = load_opponent(game)
    means = {
        policy: sum(simulate_game(against, derive_game_seed(2, n), {}, policy).game["yours"] for n in range(20)) / 20
        for policy in against.policies
    }
    assert means["sensible"] > means["random"] + GAMES[game].ahead
