"""The sample table of every opponent: each piece has a place, and the player's side can be played."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from rival.engine.sampling import game_seed, play
from rival.kernel import Session, has_players_side, opponent
from rival.kernel.opponent import objections_of


class Played(NamedTuple):
    """Number of games, by how much the sensible policy beats the random one, and where the table stores the score."""

    games: int
    ahead: int
    score: Callable[[Any], int] | None


GAMES = {
    "mombasa": Played(12, 50, lambda sample: sample.yours.score),
    "pampero": Played(6, 50, lambda sample: sample.yours.money),
    "rolling-heights": Played(30, 10, None),
}
BETWEEN_TURNS = ("your-turn", "mayor-die", "final")
SET_UP = "topics"
"""A choice of the player's that belongs to the set-up, not to the small game."""


def tables(game: str, policy: str = "sensible") -> Iterator[tuple[Session, Any]]:
    """Play sample games and yield each session with its sample table."""
    against = opponent(game)
    for seed in range(GAMES[game].games):
        session = Session.new(against, seed=seed, pack=against.sample_pack())
        sample = against.sample(seed, session.options, policy=policy)
        session.objector = objections_of(sample)
        yield session, sample


def lost(session: Session, sample: Any) -> list[str]:
    """Return the pieces that got lost."""
    return list(sample.problems(session.table))


@pytest.mark.parametrize(("game", "policy"), [(game, policy) for game in GAMES for policy in opponent(game).policies])
def test_every_piece_is_accounted_for_between_turns(game: str, policy: str) -> None:
    for session, sample in tables(game, policy):
        while session.open is not None:
            if session.open.key in BETWEEN_TURNS:
                assert lost(session, sample) == []
            session.answer(sample.answer(session.open, session.table))
        assert lost(session, sample) == []


@pytest.mark.parametrize("game", GAMES)
def test_any_move_that_is_offered_can_be_played(game: str) -> None:
    dice = random.Random(1)
    for session, sample in tables(game):
        assert has_players_side(sample)
        while session.open is not None:
            moves = sample.moves(session.open, session.table)
            assert bool(moves) == (session.open.who == "player" and session.open.key != SET_UP)
            assert len({move.id for move in moves}) == len(moves) <= 64
            names = set(sample.observe(session.open, session.table))
            if moves:
                answer = sample.play(dice.choice(moves).id, session.open, session.table)
            else:
                answer = sample.answer(session.open, session.table)
            assert set(sample.observe(session.open, session.table)) == names
            if answer is not None:
                session.answer(answer)
        assert session.result is not None
        score = GAMES[game].score
        assert score is None or session.result.scores["you"] == score(sample)
        assert lost(session, sample) == []


@pytest.mark.games
@pytest.mark.parametrize("game", GAMES)
def test_sense_beats_chance(game: str) -> None:
    against = opponent(game)
    means = {
        policy: sum(play(against, game_seed(2, n), {}, policy).game["yours"] for n in range(20)) / 20
        for policy in against.policies
    }
    assert means["sensible"] > means["random"] + GAMES[game].ahead
