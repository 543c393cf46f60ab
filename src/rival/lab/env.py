"""The player's side of an opponent as a Gymnasium environment (extra ``rival-solo[gym]``).

    env = gymnasium.make("rival/PlayersSide-v0", game="rolling-heights")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

Action i is the i-th possible move (``info["moves"]``); ``info["action_mask"]`` marks the actions that correspond to a
move. Any other action changes nothing and costs a point. All games are played on a made-up sample table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from rival.engine.player_policies import MAX_ACTIONS
from rival.engine.practice_game import PracticeGame
from rival.kernel import Json, load_opponent
from rival.lab.extras import describe_missing_package

try:
    import gymnasium
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise ImportError(str(describe_missing_package(error.name or "gymnasium", "gym"))) from None

MAX_VALUE = 1_000_000
Observation = NDArray[np.int64]


class PlayerSideEnv(gymnasium.Env[Observation, np.int64]):
    """A reinforcement-learning environment with one game per episode.

    The reward comes at the end of the game: 1 or -1 (``win``), or the lead in points (``lead``).

    If the opponent has no score, reaching a level counts as a win, and the lead is the player's score.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  (Gymnasium wants it so)

    def __init__(
        self,
        game: str = "rolling-heights",
        options: Mapping[str, Json] | None = None,
        pack: Json = None,
        reward: Literal["win", "lead"] = "win",
        render_mode: str | None = None,
    ) -> None:
        self.opponent = load_opponent(game)
        self.options = self.opponent.resolve_options(options)
        self.pack = pack
        self.reward = reward
        self.render_mode = render_mode
        self.game = PracticeGame(self.opponent, 0, self.options, pack)
        self.names = tuple(self.game.observe_table())
        self.action_space = gymnasium.spaces.Discrete(MAX_ACTIONS)
        self.observation_space = gymnasium.spaces.Box(-MAX_VALUE, MAX_VALUE, (len(self.names),), np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game; return the observation and the info."""
        super().reset(seed=seed)
        self.game = PracticeGame(self.opponent, int(self.np_random.integers(2**62)), self.options, self.pack)
        return self.make_observation(), self.make_info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move; return observation, reward, terminated, truncated and info."""
        moves = self.game.moves
        if not 0 <= int(action) < len(moves):
            return self.make_observation(), -1.0, not moves, False, self.make_info()
        self.game.play_move(moves[int(action)].id)
        over = self.game.session.result is not None
        return self.make_observation(), self.compute_reward() if over else 0.0, over, False, self.make_info()

    def compute_reward(self) -> float:
        """Return the reward of a finished game."""
        result = self.game.session.result
        assert result is not None
        if self.reward == "lead":
            own_score = result.scores.get("you", 0)
            return float(own_score - max((n for side, n in result.scores.items() if side != "you"), default=0))
        return 1.0 if result.winner == "you" or result.level else -1.0

    def make_observation(self) -> Observation:
        """Return the game state as an array of numbers, in the order of ``names``."""
        values = self.game.observe_table()
        return np.array([values[name] for name in self.names], dtype=np.int64)

    def action_masks(self) -> NDArray[np.int8]:
        """Return an array with 1 for every possible action and 0 for the others."""
        return (np.arange(MAX_ACTIONS) < len(self.game.moves)).astype(np.int8)

    def make_info(self) -> dict[str, Any]:
        """Return the action mask and the moves, and after the game also the scores, winner and level."""
        result = self.game.session.result
        ending = {"scores": dict(result.scores), "winner": result.winner, "level": result.level} if result else {}
        return {"action_mask": self.action_masks(), "moves": [move.id for move in self.game.moves], **ending}

    def render(self) -> str | None:
        """Return the possible moves as text."""
        if self.render_mode != "ansi":
            return None
        return "\n".join(f"{place}: {move.label}" for place, move in enumerate(self.game.moves[:MAX_ACTIONS]))


gymnasium.register("rival/PlayersSide-v0", "rival.lab.env:PlayerSideEnv")
