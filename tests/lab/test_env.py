"""The player's side as a Gymnasium environment."""

from __future__ import annotations

import warnings
from dataclasses import replace

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import rival
from rival.engine.player_policies import MAX_ACTIONS
from rival.engine.practice_game import PracticeGame
from rival.games.rolling_heights import opponent as mayor
from rival.games.rolling_heights.sample import SampleTable
from rival.games.rolling_heights.table import Town
from rival.kernel import Ask, BadAnswerError, BadOptionError, Json, can_practice, load_opponent
from rival.lab.env import PlayerSideEnv

GAMES = [
    game
    for game in sorted(rival.load_opponents())
    if can_practice(load_opponent(game).make_sample_player(1, load_opponent(game).resolve_options(None)))
]


@pytest.mark.parametrize("game", GAMES)
def test_gymnasiums_own_check_passes_without_a_warning(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("rival/PlayersSide-v0", game=game).unwrapped)


def play_at_random(env: PlayerSideEnv, seed: int) -> tuple[list[tuple[int, ...]], float, dict[str, object]]:
    """Play a game of random moves; return the observations, the total reward and the last info."""
    observation, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    seen, total, over = [tuple(observation)], 0.0, False
    while not over:
        mask = info["action_mask"]
        assert 2 <= mask.sum() == len(info["moves"]) <= MAX_ACTIONS
        observation, reward, over, _truncated, info = env.step(env.action_space.sample(mask))
        seen.append(tuple(observation))
        total += float(reward)
    return seen, total, info


@pytest.mark.parametrize("game", GAMES)
def test_masked_actions_play_whole_games_and_a_seed_is_a_game(game: str) -> None:
    env = PlayerSideEnv(game)
    assert play_at_random(env, 4)[:2] == play_at_random(env, 4)[:2]
    for seed in range(5):
        _seen, total, info = play_at_random(env, seed)
        assert total == (1.0 if info["winner"] == "you" or info["level"] else -1.0)
        assert info["moves"] == []


def test_the_lead_can_be_the_reward() -> None:
    _seen, total, info = play_at_random(PlayerSideEnv("rolling-heights", reward="lead"), 2)
    scores = info["scores"]
    assert isinstance(scores, dict)
    assert total == scores["you"] - scores["mayor"]


def test_an_action_without_a_move_changes_nothing_and_costs() -> None:
    env = PlayerSideEnv("rolling-heights")
    before, info = env.reset(seed=1)
    after, reward, over, _truncated, again = env.step(np.int64(MAX_ACTIONS - 1))
    assert (after == before).all()
    assert (reward, over) == (-1.0, False)
    assert again["moves"] == info["moves"]


def test_a_sample_without_a_players_side_is_refused() -> None:
    class BarePlayer:
        def __init__(self, seed: int, options: dict[str, object]) -> None:
            self.table = SampleTable(seed, options)

        def answer(self, ask: Ask, town: Town) -> Json:
            return self.table.answer(ask, town)

    with pytest.raises(BadOptionError, match="has no sample table for a human player"):
        PracticeGame(replace(mayor, make_sample_player=BarePlayer), 3)


def test_only_a_move_on_offer_can_be_played() -> None:
    seat = PracticeGame(mayor, 3)
    with pytest.raises(BadAnswerError):
        seat.play_move("nowhere")
