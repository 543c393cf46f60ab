"""The storage interface for games, and an implementation in memory."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from rival.engine.errors import ConflictError, make_deleted_game_error
from rival.engine.responses import GameDetails, build_summary_json
from rival.engine.results import build_result_row
from rival.engine.times import read_clock
from rival.kernel import Session


class StoredGame(Protocol):
    """A stored game and its journal."""

    def read_journal(self) -> str:
        """Return the stored journal as text."""

    def save_session(self, session: Session) -> None:
        """Append the session's new lines; raise ConflictError if another process has saved first."""

    def has_changed(self) -> bool:
        """Return whether another process has changed the game since this object read the game."""

    def get_time_span(self) -> tuple[int, int]:
        """Return the times at which the game was begun and last played, in seconds."""

    def get_details(self) -> GameDetails:
        """Return the details of the game: name, note, colours and archive mark."""

    def update_details(self, details: GameDetails) -> None:
        """Replace the details of the game."""

    def mark_deleted(self) -> None:
        """Mark the game as deleted."""


class GameRow(NamedTuple):
    """A game's row in the list.

    ``summary_json`` is the summary at this length (see ``responses.build_summary_json``), or None.
    """

    id: str
    played_at: int
    length: int
    details: GameDetails
    summary_json: str | None


class GameResults(NamedTuple):
    """Results of the finished games, oldest first, and the problems of games that can't be read.

    Each of the ``rows`` has options and scores as JSON. ``problems`` has the name and the error of each game, by id.
    """

    rows: Sequence[Mapping[str, Any]]
    problems: Mapping[str, tuple[str, Exception]]


class GameRepository(Protocol):
    """All stored games by id. Deleted games can be restored until they are purged."""

    @property
    def location(self) -> str:
        """The readable location of the games."""

    def list_games(self, deleted: bool = False) -> Sequence[GameRow]:
        """Return the rows of all games, or of all deleted games, most recently played first."""

    def find_row(self, id: str) -> GameRow | None:
        """Return the row of a game; None if there is no such game."""

    def save_summary(self, id: str, length: int, summary_json: str | None) -> None:
        """Store the summary of a game, unless the game has changed since."""

    def find_game(self, id: str, deleted: bool = False) -> StoredGame | None:
        """Return a stored game or, with ``deleted``, a deleted game; None if there is no such game."""

    def add_game(
        self, session: Session, details: GameDetails, similar_count: int | None = None
    ) -> tuple[str, StoredGame]:
        """Store a new game and return its id.

        Raise ConflictError if ``similar_count`` is set and differs from the number of games with the same first line.
        """

    def load_results(self) -> GameResults:
        """Return the results of all finished games."""

    def find_by_first_line(self, first_line: str) -> Sequence[str]:
        """Return the ids of the games whose journal begins with this line, including checksum and line feed."""

    def restore_game(self, id: str) -> None:
        """Restore a deleted game."""

    def purge_game(self, id: str) -> None:
        """Permanently delete a game that is already marked as deleted."""


class InMemoryStoredGame:
    """A stored game in memory."""

    def __init__(self, repository: InMemoryRepository, id: str, details: GameDetails) -> None:
        self.repository, self.id, self.details = repository, id, details
        self.lines: list[str] = []
        self.summary_json: str | None = None
        self.result_row: dict[str, Any] | None = None
        self.begun_at = self.played_at = read_clock()

    def read_journal(self) -> str:
        """Return the stored journal as text."""
        return "".join(self.lines)

    def save_session(self, session: Session) -> None:
        """Append the session's new lines."""
        self.lines += session.journal.format_lines(len(self.lines))
        self.summary_json = build_summary_json(session)
        self.played_at = read_clock()
        self.result_row = None if session.stop_reason else build_result_row(session, self.id, self.played_at)
        self.repository.stored_games[self.id] = self.repository.stored_games.pop(
            self.id
        )  # keep the last played at the end

    def has_changed(self) -> bool:
        """Return whether the game was deleted."""
        return self.id in self.repository.deleted_ids

    def get_time_span(self) -> tuple[int, int]:
        """Return the times at which the game was begun and last played, in seconds."""
        return self.begun_at, self.played_at

    def get_details(self) -> GameDetails:
        """Return the details of the game."""
        return self.details

    def update_details(self, details: GameDetails) -> None:
        """Replace the details of the game."""
        self.details = details

    def mark_deleted(self) -> None:
        """Mark the game as deleted."""
        self.repository.deleted_ids.add(self.id)


class InMemoryRepository:
    """Storage that keeps games only while the program runs."""

    location = "memory"

    def __init__(self) -> None:
        self.stored_games: dict[str, InMemoryStoredGame] = {}
        self.deleted_ids: set[str] = set()
        self.count = 0

    def list_games(self, deleted: bool = False) -> Sequence[GameRow]:
        """Return the rows of all games, or of all deleted games, most recently played first."""
        selected = [
            stored_game
            for stored_game in reversed(self.stored_games.values())
            if (stored_game.id in self.deleted_ids) == deleted
        ]
        return [
            GameRow(stored_game.id, 0, len(stored_game.lines), stored_game.details, stored_game.summary_json)
            for stored_game in selected
        ]

    def find_row(self, id: str) -> GameRow | None:
        """Return the row of a game; None if there is no such game."""
        return next((row for row in self.list_games() if row.id == id), None)

    def save_summary(self, id: str, length: int, summary_json: str | None) -> None:
        """Store the summary of a game, unless the game has changed since."""
        stored_game = self.stored_games[id]
        if len(stored_game.lines) == length:
            stored_game.summary_json = summary_json

    def find_game(self, id: str, deleted: bool = False) -> StoredGame | None:
        """Return a stored game or, with ``deleted``, a deleted game; None if there is no such game."""
        return self.stored_games.get(id) if (id in self.deleted_ids) == deleted else None

    def add_game(
        self, session: Session, details: GameDetails, similar_count: int | None = None
    ) -> tuple[str, StoredGame]:
        """Store a new game and return its id."""
        if similar_count is not None and similar_count != len(
            self.find_by_first_line(next(session.journal.format_lines()))
        ):
            raise ConflictError
        self.count += 1
        id = f"{session.opponent.id}-{self.count}"
        stored_game = self.stored_games[id] = InMemoryStoredGame(self, id, details)
        stored_game.save_session(session)
        return id, stored_game

    def find_by_first_line(self, first_line: str) -> Sequence[str]:
        """Return the ids of the games whose journal begins with this line."""
        return [
            stored_game.id
            for stored_game in self.stored_games.values()
            if stored_game.id not in self.deleted_ids and stored_game.lines[0] == first_line
        ]

    def load_results(self) -> GameResults:
        """Return the results of all finished games."""
        finished_games = [
            stored_game
            for stored_game in self.stored_games.values()
            if stored_game.id not in self.deleted_ids and stored_game.result_row is not None
        ]
        rows = [
            serialize_result_row(stored_game.result_row, stored_game.details.name)
            for stored_game in finished_games
            if stored_game.result_row is not None
        ]
        return GameResults(sorted(rows, key=lambda row: row["ended"]), {})

    def restore_game(self, id: str) -> None:
        """Restore a deleted game."""
        self._require_deleted(id)
        self.deleted_ids.remove(id)

    def purge_game(self, id: str) -> None:
        """Permanently delete a game that is already marked as deleted."""
        self._require_deleted(id)
        self.deleted_ids.remove(id)
        del self.stored_games[id]

    def _require_deleted(self, id: str) -> None:
        if id not in self.deleted_ids:
            raise make_deleted_game_error(id)


def serialize_result_row(result_row: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a result with its name, and with options and scores as JSON."""
    return {**result_row, "name": name, **{key: json.dumps(result_row[key]) for key in ("options", "scores")}}
