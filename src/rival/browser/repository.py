"""Games and packs that the browser stores: a copy in memory, and an outbox of changes to store."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from rival.engine import (
    ConflictError,
    GameResults,
    GameRow,
    StorageError,
    make_deleted_game_error,
    make_missing_game_error,
    packs,
)
from rival.engine.repository import serialize_result_row
from rival.engine.responses import GameDetails, build_summary_json, find_summary_opponent
from rival.engine.results import build_result_row
from rival.engine.times import clamp_time, read_clock, read_local_time
from rival.kernel import Json, Name, Opponent, Session, _
from rival.kernel.journal import update_checksum


class MissingLinesError(BaseException):
    """Raised when a call needs journal lines that are not loaded; the worker loads them and repeats the call.

    The class derives from BaseException, so that handlers of ordinary errors don't catch it.
    """

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__(ids)
        self.ids = list(ids)


@dataclass(frozen=True, slots=True)
class BrowserGameRow:
    """A game in the form that the browser stores, without its lines.

    ``length`` counts the lines, ``edition`` all other changes.
    """

    id: str
    length: int
    edition: int
    turn: int
    created: int
    played: int
    about: Mapping[str, Json]
    deleted: int | None = None
    gist: str | None = None
    record: Mapping[str, Json] | None = None
    first: str = ""
    """Checksum of the first line of the journal."""

    def get_details(self) -> GameDetails:
        """Return the details of the game."""
        return GameDetails(**self.about)

    def to_game_row(self) -> GameRow:
        """Return the game as a row of the list."""
        return GameRow(self.id, clamp_time(self.played), self.length, self.get_details(), self.gist)


ROW_FIELDS = frozenset(one.name for one in fields(BrowserGameRow))


class BrowserRepository:
    """All stored games: their rows, and the journal lines that the worker has loaded.

    ``outbox`` contains the changes of a call, which take effect once the browser has stored them.
    """

    location = "this browser"

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        self.rows: dict[str, BrowserGameRow] = {}
        self.lines_by_id: dict[str, Sequence[str]] = {}
        self.outbox: list[dict[str, Json]] = []
        self.replaced_rows: dict[str, BrowserGameRow | None] = {}
        """The rows that changes in the outbox replaced."""
        for row in rows:
            self.update_row(row)

    def update_row(self, row: Mapping[str, Any]) -> None:
        """Add or replace a row from the browser; ignore fields that a later version has added."""
        self.rows[row["id"]] = BrowserGameRow(**{name: value for name, value in row.items() if name in ROW_FIELDS})

    def queue_change(self, row: BrowserGameRow, lines: Sequence[str] = (), is_optional: bool = False) -> None:
        """Add a changed row to the outbox, with the version it replaces; an optional change may be lost."""
        replaced_row = self.rows.get(row.id)
        before = None if replaced_row is None else {"length": replaced_row.length, "edition": replaced_row.edition}
        self.replaced_rows.setdefault(row.id, replaced_row)
        self.rows[row.id] = row
        self.outbox.append({"row": asdict(row), "before": before, "lines": list(lines), "note": is_optional})

    def drain_outbox(self) -> list[dict[str, Json]]:
        """Empty the outbox and return its content for storage."""
        changes = self.outbox.copy()
        self.outbox.clear()
        self.replaced_rows.clear()
        self.lines_by_id.clear()
        return changes

    def discard_outbox(self) -> None:
        """Undo the changes to games in the outbox, but keep the changes to packs."""
        for id, row in self.replaced_rows.items():
            if row is None:
                del self.rows[id]
            else:
                self.rows[id] = row
        self.outbox[:] = [entry for entry in self.outbox if "pack" in entry]
        self.replaced_rows.clear()

    def get_next_play_order(self) -> int:
        """Return the next number in the order of play."""
        return max((row.turn for row in self.rows.values()), default=0) + 1

    # --- methods for the engine ------------------------------------------------------------------------

    def list_games(self, deleted: bool = False) -> Sequence[GameRow]:
        """Return the rows of all games, or of all deleted games, most recently played first."""
        rows = [row for row in self.rows.values() if (row.deleted is not None) == deleted]
        self.require_lines(row.id for row in rows if row.gist is None or find_summary_opponent(row.gist) is None)
        return [row.to_game_row() for row in sorted(rows, key=lambda row: -row.turn)]

    def require_lines(self, ids: Iterable[str]) -> None:
        """Raise MissingLinesError if the lines of any of these games are not loaded."""
        if missing_ids := [id for id in ids if id not in self.lines_by_id]:
            raise MissingLinesError(missing_ids)

    def find_row(self, id: str) -> GameRow | None:
        """Return the row of a game; None if there is no such game."""
        row = self.rows.get(id)
        return None if row is None or row.deleted is not None else row.to_game_row()

    def save_summary(self, id: str, length: int, summary_json: str | None) -> None:
        """Store the summary of a game, unless the game has changed since."""
        row = self.rows[id]
        if row.length == length:
            self.queue_change(replace(row, gist=summary_json), is_optional=True)

    def find_game(self, id: str, deleted: bool = False) -> BrowserStoredGame | None:
        """Return a stored game or, with ``deleted``, a deleted game; None if there is no such game."""
        row = self.rows.get(id)
        return None if row is None or (row.deleted is not None) != deleted else BrowserStoredGame(self, id)

    def add_game(
        self, session: Session, details: GameDetails, similar_count: int | None = None
    ) -> tuple[str, BrowserStoredGame]:
        """Store a new game and return its id."""
        if similar_count is not None and similar_count != len(self._find_similar(next(session.journal.format_lines()))):
            raise ConflictError
        stem = f"{session.opponent.id}-{read_local_time():%Y-%m-%d-%H%M}"
        id = f"{re.sub(r'[^a-z0-9.-]', '-', stem)}-{secrets.token_hex(4)}"
        lines = [line.rstrip("\n") for line in session.journal.format_lines()]
        now = read_clock()
        row = BrowserGameRow(id, 0, 0, 0, now, now, asdict(details), first=update_checksum("", lines[0]))
        self.queue_change(self.build_updated_row(row, session, len(lines)), lines)
        self.lines_by_id[id] = lines
        stored_game = BrowserStoredGame(self, id)
        stored_game.line_count = len(lines)
        return id, stored_game

    def build_updated_row(self, row: BrowserGameRow, session: Session, length: int) -> BrowserGameRow:
        """Return the row of a game at its new length, with its summary and result."""
        now = read_clock()
        result_row = None if session.stop_reason else build_result_row(session, row.id, now)
        return replace(
            row,
            length=length,
            turn=self.get_next_play_order(),
            played=now,
            gist=build_summary_json(session),
            record=result_row,
        )

    def find_by_first_line(self, first_line: str) -> Sequence[str]:
        """Return the ids of the games whose journal begins with this line."""
        ids = self._find_similar(first_line)
        self.require_lines(ids)
        return ids

    def _find_similar(self, first_line: str) -> list[str]:
        checksum = update_checksum("", first_line.rstrip("\n"))
        return [row.id for row in self.rows.values() if row.deleted is None and row.first == checksum]

    def load_results(self) -> GameResults:
        """Return the results of all finished games."""
        rows = [row for row in self.rows.values() if row.deleted is None and row.record is not None]
        results = [
            serialize_result_row(row.record, row.get_details().name)
            for row in sorted(rows, key=lambda row: row.turn)
            if row.record
        ]
        return GameResults(sorted(results, key=lambda result: result["ended"]), {})

    def restore_game(self, id: str) -> None:
        """Restore a deleted game."""
        self.change_row(self._require_deleted(id), deleted=None)

    def purge_game(self, id: str) -> None:
        """Permanently delete a game that is already marked as deleted."""
        row = self._require_deleted(id)
        self.replaced_rows.setdefault(id, row)
        del self.rows[id]
        self.outbox.append({"purge": id, "before": {"length": row.length, "edition": row.edition}})

    def change_row(self, row: BrowserGameRow, **changes: Any) -> None:
        """Change fields of a row and increase its version number."""
        self.queue_change(replace(row, edition=row.edition + 1, **changes))

    def _require_deleted(self, id: str) -> BrowserGameRow:
        row = self.rows.get(id)
        if row is None or row.deleted is None:
            raise make_deleted_game_error(id)
        return row


class BrowserStoredGame:
    """A stored game that tracks the number of journal lines read by this tab."""

    def __init__(self, repository: BrowserRepository, id: str) -> None:
        self.repository, self.id, self.line_count = repository, id, 0

    @property
    def game_row(self) -> BrowserGameRow:
        """The current row of the game."""
        stored_row = self.repository.rows.get(self.id)
        if stored_row is None:
            raise make_missing_game_error(self.id)
        return stored_row

    def read_journal(self) -> str:
        """Return the stored journal; raise StorageError if lines of it are missing."""
        length = self.game_row.length
        self.repository.require_lines([self.id])
        line_texts = self.repository.lines_by_id[self.id]
        if len(line_texts) != length:
            raise StorageError(
                _(
                    "Part of the game “{name}” is missing in this browser: only {n} of the {length} "
                    "lines of its record are left. Nothing was changed. Import a copy of the game from a "
                    "file.",
                    name=Name(self.id),
                    length=length,
                    n=len(line_texts),
                )
            )
        self.line_count = length
        return "".join(f"{line}\n" for line in line_texts)

    def save_session(self, session: Session) -> None:
        """Append the session's new lines; raise ConflictError if another tab has saved first."""
        new_lines = [line.rstrip("\n") for line in session.journal.format_lines(self.line_count)]
        if not new_lines:
            return
        row = self.game_row
        if row.length != self.line_count or row.deleted is not None:
            raise ConflictError
        self.line_count += len(new_lines)
        if self.id in self.repository.lines_by_id:
            self.repository.lines_by_id[self.id] = [*self.repository.lines_by_id[self.id], *new_lines]
        self.repository.queue_change(self.repository.build_updated_row(row, session, self.line_count), new_lines)

    def has_changed(self) -> bool:
        """Return whether another tab has continued or deleted the game."""
        row = self.repository.rows.get(self.id)
        return row is None or row.deleted is not None or row.length != self.line_count

    def get_time_span(self) -> tuple[int, int]:
        """Return the times at which the game was begun and last played, in seconds."""
        return self.game_row.created, self.game_row.played

    def get_details(self) -> GameDetails:
        """Return the details of the game."""
        return self.game_row.get_details()

    def update_details(self, details: GameDetails) -> None:
        """Replace the details of the game."""
        self.repository.change_row(self.game_row, about=asdict(details))

    def mark_deleted(self) -> None:
        """Mark the game as deleted; a deleted game can be restored."""
        self.repository.change_row(self.game_row, deleted=read_clock())


class BrowserPackStore:
    """The owner's packs as file texts. Changes go into the outbox that games use."""

    def __init__(self, texts: Mapping[str, str], queue_change: Callable[[dict[str, Json]], None]) -> None:
        self.texts, self.queue_change = dict(texts), queue_change
        self.parsed_packs: dict[str, Json] = {}

    def load_pack(self, opponent: Opponent) -> Json:
        """Return the owner's pack, validated; None if there is none."""
        if opponent.id not in self.texts:
            return None
        if opponent.id not in self.parsed_packs:
            self.parsed_packs[opponent.id] = packs.parse_pack(self.texts[opponent.id], opponent)
        return self.parsed_packs[opponent.id]

    def save_pack(self, opponent: Opponent, pack: Json) -> Json:
        """Replace the owner's pack, and return the pack as it will be loaded."""
        text = packs.serialize_pack(pack)
        saved_pack = self.parsed_packs[opponent.id] = packs.parse_pack(text, opponent)
        self._save_text(opponent.id, text)
        return saved_pack

    def delete_pack(self, opponent: Opponent) -> None:
        """Delete the pack and its change history."""
        self.parsed_packs.pop(opponent.id, None)
        self._save_text(opponent.id, None)
        self._save_text(get_history_name(opponent), None)

    def load_changes(self, opponent: Opponent) -> list[Json]:
        """Return the changes that can be undone, newest last."""
        return packs.parse_changes(self.texts.get(get_history_name(opponent), "[]"))

    def save_changes(self, opponent: Opponent, changes: Sequence[Json]) -> None:
        """Replace the changes that can be undone."""
        self._save_text(get_history_name(opponent), packs.serialize_changes(changes))

    def _save_text(self, name: str, text: str | None) -> None:
        """Store a text under a name; None deletes it."""
        before = self.texts.get(name)
        if before == text:
            return
        self.queue_change({"pack": name, "before": before, "text": text})
        if text is None:
            del self.texts[name]
        else:
            self.texts[name] = text

    def replace_packs(self, texts: Mapping[str, str]) -> None:
        """Replace the packs with those that the browser currently stores."""
        self.texts = dict(texts)
        self.parsed_packs.clear()


def get_history_name(opponent: Opponent) -> str:
    """Return the name under which the change history of a pack is stored."""
    return f"{opponent.id}/past"
