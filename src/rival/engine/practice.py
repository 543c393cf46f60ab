"""Practice games as plain data: a person plays the player's side of a sample table, one choice at a time.

Nothing is stored here. The opponent, the seed, the options and the moves define the whole game, and each request
contains all of them. Going back means a request with fewer moves; the dice results stay the same.
"""

from __future__ import annotations

import json
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Lock

from rival.engine.practice_game import PracticeGame, compare_with_policy
from rival.engine.responses import (
    Curve,
    GameDetails,
    SampleComparison,
    State,
    build_curves,
    build_sample_comparison,
    build_state,
)
from rival.kernel import Json, Opponent, TapTarget
from rival.kernel.percentiles import read_score
from rival.kernel.question import OptionText, Question, build_presentation
from rival.kernel.rendered_views import render_tap_target, render_view

PRACTICE_PREFIX = "practice."
"""Prefix of the id of a practice game."""
MAX_CACHED_GAMES = 16
"""Practice games that stay in memory after their last move, so that the next move need not replay the game."""


@dataclass(frozen=True, slots=True)
class PracticeState:
    """The state of a practice game and the available moves.

    ``news`` is the index of the first entry after the last move. ``course`` and ``compared`` (the result of the
    opponent's own policy) exist when the game is over.
    """

    state: State
    news: int
    choice: Question | None
    choices: int
    points: int | None
    how_to_play: tuple[str, ...]
    par: SampleComparison | None
    course: tuple[Curve, ...]
    compared: str | None


@dataclass(frozen=True, slots=True)
class PracticePosition:
    """The moves that lead to a position, and the setup of the practice game."""

    opponent: Opponent
    seed: int | None
    options: Mapping[str, Json] | None
    moves: tuple[str, ...]


class PracticeSession:
    """A practice game in memory, with its moves and its score after each round."""

    def __init__(self, opponent: Opponent, seed: int, options: Mapping[str, Json]) -> None:
        self.game = PracticeGame(opponent, seed, options)
        self.moves: tuple[str, ...] = ()
        self.first_new_entry = 0
        self.rounds: list[tuple[int, int]] = []

    def play_move(self, move: str) -> None:
        """Make a move, and record the score if it ended a round."""
        session = self.game.session
        opponent, entry_count = session.opponent, len(session.transcript)
        round = opponent.get_round(session.table)
        self.game.play_move(move)
        self.moves = (*self.moves, move)
        self.first_new_entry = entry_count
        ended_round = opponent.get_round(session.table) - 1
        if opponent.measure_table is not None and ended_round >= round:
            self.rounds.append((ended_round, read_score(opponent, session.table) or 0))

    def build_move_question(self) -> Question | None:
        """Return the available moves as a question.

        If its options equal those of the open question, so does its key.
        """
        session, ask = self.game.session, self.game.open_ask
        open_question = session.ask
        if open_question is None or ask is None:
            return None
        offers = tuple(OptionText(move.id, session.render(move.label)) for move in self.game.moves)
        has_same_options = [str(item.id) for item in open_question.options] == [item.id for item in offers]
        view, catalogue = self.game.side.make_view(ask, session.table), session.opponent.load_catalogue(session.lang)
        is_extra_view = view is not None and all(
            item.id != view.id for item in session.opponent.make_views(session.table)
        )
        presentation = open_question.look
        if view is not None:
            presentation = build_presentation(
                on=(render_tap_target(TapTarget(view.id), catalogue),),
                picture=render_view(view, catalogue) if is_extra_view else None,
            )
        return Question(
            open_question.key if has_same_options else "move",
            "choice",
            "player",
            session.render(self.game.side.describe_choice(ask, session.table)),
            open_question.cites,
            open_question.because if has_same_options else (),
            options=offers,
            required=True,
            look=presentation,
            about=open_question.about,
        )

    def compare_with_policy(self) -> str:
        """Return a sentence with the result of a simple computer player with the same seed."""
        session = self.game.session
        return session.render(compare_with_policy(session.opponent, session.journal.header["seed"], session.options))


class PracticeCache:
    """Cache of the most recently used practice games. While a game is in use, it is removed from the cache."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle_sessions: OrderedDict[tuple[str, tuple[str, ...]], PracticeSession] = OrderedDict()

    def load_state(self, position: PracticePosition, lang: str, since: int) -> PracticeState:
        """Return the state of a practice game after the moves of a position."""
        opponent = position.opponent
        seed = secrets.randbelow(10_000) if position.seed is None else position.seed
        options = opponent.resolve_options(position.options)
        key = json.dumps([opponent.id, seed, options], sort_keys=True)
        practice = self._take_cached_game(key, position.moves) or PracticeSession(opponent, seed, options)
        practice.game.session.lang = lang
        for move in position.moves[len(practice.moves) :]:
            practice.play_move(move)
        result = build_practice_state(practice, since)
        self._return_cached_game(key, practice)
        return result

    def _take_cached_game(self, key: str, moves: tuple[str, ...]) -> PracticeSession | None:
        """Remove and return the cached game after these moves, or after all but the last one; None if there is none."""
        with self._lock:
            return self._idle_sessions.pop((key, moves), None) or self._idle_sessions.pop((key, moves[:-1]), None)

    def _return_cached_game(self, key: str, practice: PracticeSession) -> None:
        with self._lock:
            self._idle_sessions[key, practice.moves] = practice
            while len(self._idle_sessions) > MAX_CACHED_GAMES:
                self._idle_sessions.popitem(last=False)


def build_practice_state(practice: PracticeSession, since: int) -> PracticeState:
    """Return a practice game as plain data, with the entries from number ``since`` on."""
    game, session = practice.game, practice.game.session
    id = f"{PRACTICE_PREFIX}{session.opponent.id}.{session.journal.header['seed']}"
    over = session.open_ask is None
    return PracticeState(
        state=replace(build_state(id, session, GameDetails(), since, live=False), sample=True),
        news=practice.first_new_entry,
        choice=practice.build_move_question(),
        choices=len(practice.moves),
        points=game.observe_table().get("your_score"),
        how_to_play=tuple(session.render(text) for text in game.side.how_to_play),
        par=build_sample_comparison(session, practice.rounds),
        course=tuple(build_curves(session)) if over else (),
        compared=practice.compare_with_policy() if over else None,
    )
