"""External policies: functions, classes or trained agents that play the player's side of a sample table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol

from rival.kernel import (
    Ask,
    BadAnswerError,
    BadOptionError,
    Json,
    Name,
    Opponent,
    PlayerMove,
    PracticePlayer,
    SamplePlayer,
    _,
    can_practice,
)

ChooseMove = Callable[[Sequence[PlayerMove], Mapping[str, int]], "str | int | PlayerMove"]
"""A policy: gets the possible moves and the table in numbers; returns a move, its id, or its index."""

MAX_ACTIONS = 64
"""Number of moves that a learning program can choose from; further moves are not available to it."""
LOCAL_PREFIX = "local:"
LOCAL_POLICIES: dict[str, Any] = {}
"""Policies of this process that can't be imported by their name, for instance functions inside functions."""


class Agent(Protocol):
    """A trained agent with the interface of Stable-Baselines3 (``MaskablePPO`` and others)."""

    def predict(self, observation: Any, *, action_masks: Any) -> tuple[Any, Any]:
        """Return the index of the chosen move, and a state that Rival ignores."""


def is_outside_policy(policy: str) -> bool:
    """Return whether a policy is external, named “module:name”, rather than one of the opponent's own."""
    return ":" in policy


def name_policy(policy: object) -> str:
    """Return the name by which a policy can be loaded: “module:name”, or a local name if it can't be imported."""
    place = f"{getattr(policy, '__module__', '')}:{getattr(policy, '__qualname__', '')}"
    try:
        if not place.startswith("__main__") and find_policy(place) is policy:
            return place
    except (ImportError, AttributeError, ValueError):
        pass
    name = f"{LOCAL_PREFIX}{getattr(policy, '__qualname__', type(policy).__qualname__)}-{len(LOCAL_POLICIES)}"
    LOCAL_POLICIES[name] = policy
    return name


def find_policy(name: str) -> Any:
    """Return the function, class or agent with this name."""
    if name.startswith(LOCAL_PREFIX):
        return LOCAL_POLICIES[name]
    module, _colon, attribute = name.partition(":")
    found: Any = import_module(module)
    for part in attribute.split("."):
        found = getattr(found, part)
    return found


def load_policy(name: str) -> Any:
    """Return the function, class or agent with this name; raise BadOptionError if there is none."""
    try:
        return find_policy(name)
    except (ImportError, AttributeError, KeyError, ValueError) as error:
        raise BadOptionError(
            _(
                "The strategy {policy} can't be loaded: {problem}. Name it as module:Class or module:function.",
                policy=Name(name),
                problem=Name(str(error)),
            )
        ) from None


def make_chooser(policy: Any, seed: int) -> ChooseMove:
    """Return the function that chooses moves in one game; a class is instantiated with the game's seed."""
    if isinstance(policy, type):
        policy = policy(seed)
    if hasattr(policy, "predict"):
        return make_agent_chooser(policy)
    chooser: ChooseMove = policy.choose_move if hasattr(policy, "choose_move") else policy
    return chooser


def make_agent_chooser(agent: Agent) -> ChooseMove:
    """Return a function that lets a trained agent choose, based on the observation and mask of ``rival.lab.env``."""

    def choose(moves: Sequence[PlayerMove], observation: Mapping[str, int]) -> int:
        numpy: Any = import_module("numpy")  # agents need numpy; the engine itself does not
        mask = numpy.arange(MAX_ACTIONS) < len(moves)
        action, _state = agent.predict(numpy.array(list(observation.values()), dtype=numpy.int64), action_masks=mask)
        return int(action)

    return choose


class OutsidePlayer:
    """A sample player whose moves an external policy chooses. The sample table answers all other questions."""

    def __init__(self, opponent: Opponent, side: PracticePlayer, choose: ChooseMove) -> None:
        self.opponent, self.side, self.choose = opponent, side, choose
        objection = getattr(side, "objection", None)
        if objection is not None:
            self.objection = objection

    def answer(self, ask: Ask, table: Any) -> Json:
        """Return the answer to a question; the policy chooses if there is more than one move."""
        moves = list(self.side.list_moves(ask, table))
        while moves:
            answer = self.side.play_move(self._choose_move(moves, ask, table), ask, table)
            if answer is not None:
                return answer
            moves = list(self.side.list_moves(ask, table))
        return self.side.answer(ask, table)

    def _choose_move(self, moves: Sequence[PlayerMove], ask: Ask, table: Any) -> str:
        if len(moves) == 1:
            return moves[0].id
        choice = self.choose(moves, observe_table(self.opponent, self.side, ask, table))
        if isinstance(choice, str) and any(move.id == choice for move in moves):
            return choice
        if isinstance(choice, PlayerMove) and choice in moves:
            return choice.id
        if isinstance(choice, int) and 0 <= choice < len(moves):
            return moves[choice].id
        raise BadAnswerError(
            _(
                "The strategy chose “{choice}”, which is not a possible move. Possible: {moves}.",
                choice=Name(str(choice)),
                moves=Name(", ".join(move.id for move in moves[:12])),
            )
        )

    def find_lost_pieces(self, table: Any) -> Any:
        """Return the pieces that are not accounted for."""
        return self.side.find_lost_pieces(table)


def observe_table(opponent: Opponent, side: PracticePlayer, ask: Ask | None, table: Any) -> dict[str, int]:
    """Return the table as numbers: the round, the opponent's measures, and the player's side."""
    measures = opponent.measure_table(table) if opponent.measure_table else {}
    return {"round": opponent.get_round(table), **measures, **side.observe(ask, table)}


def make_outside_player(opponent: Opponent, seed: int, side: SamplePlayer, policy: str) -> OutsidePlayer:
    """Return a player that follows a policy on a sample table; raise BadOptionError if the table offers no moves."""
    if not can_practice(side):
        raise BadOptionError(_("{game} has no sample table whose moves a strategy could choose.", game=opponent.game))
    return OutsidePlayer(opponent, side, make_chooser(load_policy(policy), seed))
