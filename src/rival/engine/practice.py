"""Practice as plain data: a person plays the player's side of a sample table, one choice at a time.

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

from rival.engine.seat import Seat, compared
from rival.engine.states import About, Curve, ParView, State, curves, par_view, state
from rival.kernel import Json, On, Opponent
from rival.kernel.par import score_on
from rival.kernel.pictures import drawn, on
from rival.kernel.question import Offer, Question, look

PRACTICE = "practice."
"""Prefix of the id of a practice game."""
SEATS = 16
"""Practice games that stay in memory after their last move, so that the next move need not replay the game."""


@dataclass(frozen=True, slots=True)
class PracticeState:
    """The player's side of a sample table: the state of the game and the available moves.

    ``news`` is the number of the first entry since the last move. ``course`` and ``compared`` (the result of the
    opponent's own policy) exist when the game is over.
    """

    state: State
    news: int
    choice: Question | None
    choices: int
    points: int | None
    how_to_play: tuple[str, ...]
    par: ParView | None
    course: tuple[Curve, ...]
    compared: str | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A practice game and the moves made in it."""

    against: Opponent
    seed: int | None
    options: Mapping[str, Json] | None
    moves: tuple[str, ...]


class Sitting:
    """A practice game in memory, with its moves and its score after each round."""

    def __init__(self, against: Opponent, seed: int, options: Mapping[str, Json]) -> None:
        self.seat = Seat(against, seed, options)
        self.moves: tuple[str, ...] = ()
        self.news = 0
        self.rounds: list[tuple[int, int]] = []

    def choose(self, move: str) -> None:
        """Make a move, and record the score if it ended a round."""
        session = self.seat.session
        against, before = session.opponent, len(session.transcript)
        round = against.round_of(session.table)
        self.seat.play(move)
        self.moves = (*self.moves, move)
        self.news = before
        ended = against.round_of(session.table) - 1
        if against.measures is not None and ended >= round:
            self.rounds.append((ended, score_on(against, session.table) or 0))

    def choice(self) -> Question | None:
        """Return the available moves as a question; it keeps the open question's key if the options are the same."""
        session, ask = self.seat.session, self.seat.ask
        asked = session.ask
        if asked is None or ask is None:
            return None
        offers = tuple(Offer(move.id, session.words(move.label)) for move in self.seat.moves)
        same = [str(one.id) for one in asked.options] == [one.id for one in offers]
        view, words = self.seat.side.picture(ask, session.table), session.opponent.catalogue(session.lang)
        own = view is not None and all(one.id != view.id for one in session.opponent.views(session.table))
        seen = asked.look
        if view is not None:
            seen = look(on=(on(On(view.id), words),), picture=drawn(view, words) if own else None)
        return Question(
            asked.key if same else "move",
            "choice",
            "player",
            session.words(self.seat.side.prompt(ask, session.table)),
            asked.cites,
            asked.because if same else (),
            options=offers,
            required=True,
            look=seen,
            about=asked.about,
        )

    def compared(self) -> str:
        """Return a sentence with the result of the simple policy for the same seed."""
        session = self.seat.session
        return session.words(compared(session.opponent, session.journal.header["seed"], session.options))


class Seats:
    """Cache of the practice games that were used last. A game is removed from it while it is in use."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._free: OrderedDict[tuple[str, tuple[str, ...]], Sitting] = OrderedDict()

    def state(self, wanted: Wanted, lang: str, since: int) -> PracticeState:
        """Return the state of a practice game after its moves."""
        against = wanted.against
        seed = secrets.randbelow(10_000) if wanted.seed is None else wanted.seed
        options = against.resolve(wanted.options)
        name = json.dumps([against.id, seed, options], sort_keys=True)
        sitting = self._taken(name, wanted.moves) or Sitting(against, seed, options)
        sitting.seat.session.lang = lang
        for move in wanted.moves[len(sitting.moves) :]:
            sitting.choose(move)
        found = practice_state(sitting, since)
        self._put_back(name, sitting)
        return found

    def _taken(self, name: str, moves: tuple[str, ...]) -> Sitting | None:
        """Return a cached game after these moves, or one move before; None if there is none."""
        with self._lock:
            return self._free.pop((name, moves), None) or self._free.pop((name, moves[:-1]), None)

    def _put_back(self, name: str, sitting: Sitting) -> None:
        with self._lock:
            self._free[name, sitting.moves] = sitting
            while len(self._free) > SEATS:
                self._free.popitem(last=False)


def practice_state(sitting: Sitting, since: int) -> PracticeState:
    """Return a practice game as plain data, with the entries from number ``since`` on."""
    seat, session = sitting.seat, sitting.seat.session
    id = f"{PRACTICE}{session.opponent.id}.{session.journal.header['seed']}"
    over = session.open is None
    return PracticeState(
        state=replace(state(id, session, About(), since, live=False), sample=True),
        news=sitting.news,
        choice=sitting.choice(),
        choices=len(sitting.moves),
        points=seat.observe().get("your_score"),
        how_to_play=tuple(session.words(one) for one in seat.side.how_to_play),
        par=par_view(session, sitting.rounds),
        course=tuple(curves(session)) if over else (),
        compared=sitting.compared() if over else None,
    )
