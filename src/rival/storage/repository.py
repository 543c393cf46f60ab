"""Games stored in a database."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, bindparam, case, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from rival.engine import (
    Access,
    ConflictError,
    GameResults,
    GameRow,
    StorageError,
    make_deleted_game_error,
    make_missing_game_error,
)
from rival.engine.responses import GameDetails, build_summary_json, read_journal_details
from rival.engine.results import build_result_row
from rival.engine.times import clamp_time, read_clock, read_local_time
from rival.home import get_home, read_journal
from rival.kernel import BadJournalError, Name, Session, _
from rival.kernel import journal as journals
from rival.kernel.texts import LANGUAGES, load_catalogue
from rival.storage.database import Database, RunStatement
from rival.storage.results import load_results
from rival.storage.schema import games, imports, lines, records
from rival.storage.schema import settings as kept_settings

CHANNEL = "rival"
"""The PostgreSQL notification channel that tells other processes which game has changed."""

MAX_STEM_LENGTH = 150
MAX_COUNTED_LINES = 300_000
"""Number of journal lines that the list counts, beginning with the games last played.

For the other games it checks only whether the last line exists; a server counts those once, in the background.
"""

DUMMY_KEY = "-" * 22
"""Compared instead of the key of a game that does not exist, so that both checks take the same time."""

NEXT_PLAY_ORDER = select(func.coalesce(func.max(games.c.turn), 0) + 1).scalar_subquery()

# Statements that every answer needs, built once.
SELECT_GAME = select(games).where(games.c.id == bindparam("wanted"))
UPDATE_LENGTH = (
    update(games)
    .where(games.c.id == bindparam("wanted"), games.c.length == bindparam("before"), games.c.deleted.is_(None))
    .values(
        length=bindparam("after"),
        played=bindparam("now"),
        turn=NEXT_PLAY_ORDER,
        gist=bindparam("said"),
        gist_at=bindparam("after"),
        reckoned=bindparam("after"),
    )
    .returning(games.c.edition)
)
UPDATE_SUMMARY = (
    update(games)
    .where(games.c.id == bindparam("wanted"), games.c.length == bindparam("after"))
    .values(gist=bindparam("said"), gist_at=bindparam("after"))
)
DELETE_RESULT = delete(records).where(records.c.game == bindparam("wanted"))
INSERT_RESULT = insert(records)
INSERT_LINE = insert(lines)
SELECT_JOURNAL = (  # one statement, so that length and lines are read at the same time
    select(games.c.length, lines.c.position, lines.c.text)
    .select_from(games.outerjoin(lines, lines.c.game == games.c.id))
    .where(games.c.id == bindparam("wanted"))
    .order_by(lines.c.position)
)
SELECT_BY_FIRST_LINE = (
    select(games.c.id)
    .where(games.c.deleted.is_(None), games.c.first == bindparam("wanted"))
    .order_by(games.c.turn.desc())
)
COUNT_BY_FIRST_LINE = select(func.count()).where(games.c.deleted.is_(None), games.c.first == bindparam("wanted"))
SELECT_FIRST_LINES = (
    select(games.c.id, lines.c.text)
    .join(lines, (lines.c.game == games.c.id) & (lines.c.position == 0))
    .where(games.c.first.is_(None))
)
UPDATE_FIRST_CHECKSUM = update(games).where(games.c.id == bindparam("wanted")).values(first=bindparam("sum"))
NOTIFY = text("SELECT pg_notify(:channel, :game)")
ADVISORY_LOCK = text("SELECT pg_advisory_xact_lock(:lock)")


class SqlStoredGame:
    """A stored game that tracks the number of journal lines read by this process."""

    def __init__(self, repository: SqlGameRepository, id: str, row: Row[Any] | None = None) -> None:
        self.repository, self.id = repository, id
        self.line_count = 0
        self.game_row = row
        self.has_result_row = True  # it may have a result row

    def read_journal(self) -> str:
        """Return the stored journal; raise StorageError if lines of it are missing."""
        with self.repository.database.open_reader() as connection:
            self.game_row = self.repository.select_row(connection, self.id)
            line_rows = connection.execute(SELECT_JOURNAL, {"wanted": self.id}).all()
        if self.game_row is None or not line_rows:
            raise make_missing_game_error(self.id)
        length = line_rows[0].length
        if length != len(line_rows) or line_rows[-1].position != length - 1:
            raise StorageError(
                _(
                    "Part of the game “{name}” is missing in {place}: only {n} of the {length} lines of "
                    "its record are left. Nothing was changed. Restore a backup of the database.",
                    name=Name(self.id),
                    place=Name(self.repository.database.location),
                    length=length,
                    n=sum(line_row.text is not None for line_row in line_rows),
                )
            )
        self.line_count = length
        return "".join(f"{line_row.text}\n" for line_row in line_rows)

    def save_session(self, session: Session) -> None:
        """Append the new lines and the summary in one transaction; raise ConflictError if another process won."""
        new_lines = [line.rstrip("\n") for line in session.journal.format_lines(self.line_count)]
        if not new_lines:
            return
        values: dict[str, Any] = {
            "wanted": self.id,
            "before": self.line_count,
            "after": self.line_count + len(new_lines),
            "now": read_clock(),
            "said": build_summary_json(session),
        }
        result_row = build_result_row(session, self.id, values["now"])
        try:
            edition = self.repository.database.run_write(
                lambda run: self._append_lines(run, new_lines, values, result_row)
            )
        except IntegrityError:
            raise ConflictError from None
        self.line_count, self.has_result_row = values["after"], result_row is not None
        if self.game_row is None or edition != self.game_row.edition:
            self.has_changed()
        self.repository.on_change(self.id)

    def _append_lines(
        self, run: RunStatement, new_lines: Sequence[str], values: dict[str, Any], result_row: dict[str, Any] | None
    ) -> int:
        """Write the lines, the summary and the result; return the version number of the game's details."""
        updated_row = run(UPDATE_LENGTH, values)
        if updated_row is None:
            raise ConflictError
        for row in build_line_rows(self.id, self.line_count, new_lines):
            run(INSERT_LINE, row)
        if self.has_result_row or result_row is not None:
            run(DELETE_RESULT, {"wanted": self.id})
        if result_row is not None:
            run(INSERT_RESULT, result_row)
        if not self.repository.database.is_sqlite:
            run(NOTIFY, {"channel": CHANNEL, "game": self.id})
        return int(updated_row[0])

    def has_changed(self) -> bool:
        """Return whether another process has continued or deleted the game; also refresh the game's details."""
        with self.repository.database.open_reader() as connection:
            self.game_row = self.repository.select_row(connection, self.id)
        return self.game_row is None or self.game_row.deleted is not None or self.game_row.length != self.line_count

    def get_time_span(self) -> tuple[int, int]:
        """Return the times at which the game was begun and last played, in seconds."""
        return (0, 0) if self.game_row is None else (self.game_row.created, self.game_row.played)

    def get_details(self) -> GameDetails:
        """Return the details of the game."""
        return GameDetails() if self.game_row is None else parse_details(self.game_row)

    def update_details(self, details: GameDetails) -> None:
        """Replace the details of the game."""
        self._update_row(**asdict(details), edition=games.c.edition + 1)

    def mark_deleted(self) -> None:
        """Mark the game as deleted; a deleted game can be restored."""
        self._update_row(deleted=read_clock(), edition=games.c.edition + 1)

    def _update_row(self, **values: Any) -> None:
        with self.repository.change_game(self.id) as connection:
            connection.execute(update(games).where(games.c.id == self.id).values(**values))
            self.game_row = self.repository.select_row(connection, self.id)


class SqlGameRepository:
    """All games in a database.

    ``on_change`` is called with the id of every game that is changed through this object.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.on_change: Callable[[str], None] = lambda id: None
        self.broken_ids: frozenset[str] = frozenset()
        """Games that ``check_all_journals`` found to be incomplete or broken."""

    # --- methods for the engine ------------------------------------------------------------------------

    @property
    def location(self) -> str:
        """The location of the database, in readable form."""
        return self.database.location

    def list_games(self, deleted: bool = False) -> Sequence[GameRow]:
        """Return the rows of all games, or of all deleted games, most recently played first."""
        condition = games.c.deleted.is_not(None) if deleted else games.c.deleted.is_(None)
        with self.database.open_reader() as connection:
            game_rows = connection.execute(SELECT_ROWS.where(condition).order_by(games.c.turn.desc(), games.c.id)).all()
        return [parse_list_row(row, self.broken_ids) for row in game_rows]

    def check_all_journals(self) -> None:
        """Read every journal and record the incomplete or broken ones for the list; slow if there are many games."""
        with self.database.open_reader() as connection:
            broken_ids = set(connection.execute(SELECT_INCOMPLETE).scalars())
            all_ids = connection.execute(select(games.c.id)).scalars().all()
        for id in all_ids:
            with self.database.open_reader() as connection:
                texts = connection.execute(SELECT_LINES, {"wanted": id}).scalars().all()
            if id not in broken_ids and not has_valid_checksums(texts):
                broken_ids.add(id)
        self.broken_ids = frozenset(broken_ids)

    def find_row(self, id: str) -> GameRow | None:
        """Return the row of a game; None if there is no such game."""
        if not is_storable_id(id):
            return None
        with self.database.open_reader() as connection:
            row = connection.execute(SELECT_ROWS.where(games.c.id == id, games.c.deleted.is_(None))).one_or_none()
        return None if row is None else parse_list_row(row, self.broken_ids)

    def save_summary(self, id: str, length: int, summary_json: str | None) -> None:
        """Store the summary of a game, unless the game has changed since."""
        with self.database.open_writer() as connection:
            connection.execute(UPDATE_SUMMARY, {"wanted": id, "after": length, "said": summary_json})

    def find_game(self, id: str, deleted: bool = False) -> SqlStoredGame | None:
        """Return a stored game or, with ``deleted``, a deleted game; None if there is no such game."""
        if not is_storable_id(id):
            return None
        with self.database.open_reader() as connection:
            row = self.select_row(connection, id)
        return None if row is None or (row.deleted is not None) != deleted else SqlStoredGame(self, id, row)

    def add_game(
        self, session: Session, details: GameDetails, similar_count: int | None = None
    ) -> tuple[str, SqlStoredGame]:
        """Store a new game with all its lines in one transaction, and return its id and the stored game."""
        texts = [line.rstrip("\n") for line in session.journal.format_lines()]
        return self._store_journal(
            texts, session.journal.header["game"], details, session=session, similar_count=similar_count
        )

    def load_results(self) -> GameResults:
        """Return the results of all finished games."""
        return load_results(self)

    def find_by_first_line(self, first_line: str) -> Sequence[str]:
        """Return the ids of the games whose journal begins with this line."""
        with self.database.open_reader() as connection:
            unindexed_rows = connection.execute(SELECT_FIRST_LINES).all()
            ids = list(
                connection.execute(SELECT_BY_FIRST_LINE, {"wanted": compute_first_checksum(first_line)}).scalars()
            )
        if not unindexed_rows:
            return ids
        with self.database.open_writer() as connection:  # games of an earlier version, once
            connection.execute(
                UPDATE_FIRST_CHECKSUM,
                [{"wanted": line_row.id, "sum": compute_first_checksum(line_row.text)} for line_row in unindexed_rows],
            )
        return self.find_by_first_line(first_line)

    def restore_game(self, id: str) -> None:
        """Restore a deleted game."""
        self._require_deleted(id)._update_row(deleted=None, edition=games.c.edition + 1)

    def purge_game(self, id: str) -> None:
        """Permanently delete a game that is already marked as deleted."""
        self._require_deleted(id)
        with self.change_game(id) as connection:
            connection.execute(delete(games).where(games.c.id == id, games.c.deleted.is_not(None)))

    def _require_deleted(self, id: str) -> SqlStoredGame:
        stored_game = self.find_game(id, deleted=True)
        if stored_game is None:
            raise make_deleted_game_error(id)
        return stored_game

    # --- access, and data for the server ---------------------------------------------------------------

    def check_access(self, id: str, key: str) -> Access | None:
        """Return the access level that a link's key grants for a game; None if the key is wrong."""
        if not is_storable_id(id):
            return None
        with self.database.open_reader() as connection:
            row = self.select_row(connection, id)
        key_bytes = key.encode(errors="replace")
        is_play_key = secrets.compare_digest((row.owner_key if row else DUMMY_KEY).encode(), key_bytes)
        is_watch_key = secrets.compare_digest((row.watch_key if row else DUMMY_KEY).encode(), key_bytes)
        if row is None or row.deleted is not None or not (is_play_key or is_watch_key):
            return None
        return "watch" if not is_play_key else "name" if row.guests_name else "play"

    def renew_links(self, id: str | None = None) -> None:
        """Replace the link keys of a game, or of all games, so that old links stop working."""
        with self.database.open_reader() as connection:
            ids = [id] if id is not None else connection.execute(select(games.c.id)).scalars().all()
        for game_id in ids:
            with self.change_game(game_id) as connection:
                new_keys = {"owner_key": secrets.token_urlsafe(16), "watch_key": secrets.token_urlsafe(16)}
                connection.execute(update(games).where(games.c.id == game_id).values(**new_keys))

    def allow_guest_rename(self, id: str, is_allowed: bool) -> None:
        """Set whether guests with a play link may rename the game."""
        with self.change_game(id) as connection:
            connection.execute(update(games).where(games.c.id == id).values(guests_name=is_allowed))

    def get_link_keys(self, id: str) -> tuple[str, str, bool]:
        """Return the keys of a game's play link and watch link, and whether guests may rename the game."""
        with self.database.open_reader() as connection:
            row = self.select_row(connection, id) if is_storable_id(id) else None
        if row is None or row.deleted is not None:
            raise make_missing_game_error(id)
        return row.owner_key, row.watch_key, row.guests_name

    def get_version(self, id: str) -> tuple[int, int] | None:
        """Return the length of a game's log and the version number of its details; None if there is no such game."""
        if not is_storable_id(id):
            return None
        query = select(games.c.length, games.c.edition).where(games.c.id == id, games.c.deleted.is_(None))
        with self.database.open_reader() as connection:
            version_row = connection.execute(query).one_or_none()
        return None if version_row is None else (version_row.length - 1, version_row.edition)

    def load_setting(self, name: str, create: Callable[[], str], renew: bool = False) -> str:
        """Return a setting that all processes share; the first call creates the setting with ``create``."""
        with self.database.open_writer() as connection:
            if renew:
                connection.execute(delete(kept_settings).where(kept_settings.c.name == name))
            stored_value = connection.execute(
                select(kept_settings.c.value).where(kept_settings.c.name == name)
            ).scalar()
            if stored_value is not None:
                return str(stored_value)
            value = create()
            connection.execute(insert(kept_settings).values(name=name, value=value))
            return value

    # --- journal files of earlier versions -------------------------------------------------------------

    def import_folder(self, folder: Path) -> int:
        """Import the journal files in a folder that have not been imported yet; return their number.

        The files stay unchanged.
        """
        files = sorted(folder.glob("*.jsonl"))
        if not files:
            return 0
        with self.database.open_reader() as connection:
            imported_names = set(connection.execute(select(imports.c.file)).scalars())
        new_paths = [path for path in files if path.name not in imported_names]
        return sum(self._import_file(path) for path in sorted(new_paths, key=lambda path: path.stat().st_mtime))

    def _import_file(self, path: Path) -> bool:
        with suppress(
            BadJournalError, IntegrityError
        ):  # skip invalid files, and those that another process has imported
            file_text = read_journal(path)
            file_text = file_text[: file_text.rfind("\n") + 1]  # an incomplete last line was never acknowledged
            journal = journals.parse_journal(file_text)
            self._store_journal(
                [line.rstrip("\n") for line in journal.format_lines()],
                journal.header["game"],
                build_imported_details(journal),
                stem=path.stem,
                played_at=clamp_time(path.stat().st_mtime),
                file=path.name,
            )
            return True
        return False

    # --- rows ------------------------------------------------------------------------------------------

    def select_row(self, connection: Connection, id: str) -> Row[Any] | None:
        """Return the database row of a game, even of a deleted game; None if there is no such game."""
        return connection.execute(SELECT_GAME, {"wanted": id}).one_or_none()

    @contextmanager
    def change_game(self, id: str) -> Iterator[Connection]:
        """Open a transaction that changes one game; listeners are notified after the commit."""
        with self.database.open_writer() as connection:
            yield connection
            self._notify_processes(connection, id)
        self.on_change(id)

    def _notify_processes(self, connection: Connection, id: str) -> None:
        if not self.database.is_sqlite:
            connection.execute(NOTIFY, {"channel": CHANNEL, "game": id})

    def _store_journal(
        self,
        line_texts: Sequence[str],
        game: str,
        details: GameDetails,
        stem: str = "",
        played_at: int | None = None,
        file: str | None = None,
        session: Session | None = None,
        similar_count: int | None = None,
    ) -> tuple[str, SqlStoredGame]:
        stem = re.sub(r"[^\w.-]", "-", stem or f"{game}-{read_local_time():%Y-%m-%d-%H%M}", flags=re.ASCII)[
            :MAX_STEM_LENGTH
        ]
        now = read_clock() if played_at is None else played_at
        with self.database.open_writer() as connection:
            if file is not None and is_imported_file(connection, file):
                raise BadJournalError(_("{file} was already imported.", file=Name(file)))
            first_checksum = compute_first_checksum(line_texts[0])
            if similar_count is not None and similar_count != self._count_similar(connection, first_checksum):
                raise ConflictError
            row = self._insert_game(
                connection,
                stem,
                lambda id: build_game_row(id, game, len(line_texts), first_checksum, details, now, session),
            )
            id = row.id
            connection.execute(INSERT_LINE, build_line_rows(id, 0, line_texts))
            result_row = session and not session.stop_reason and build_result_row(session, id, now)
            if result_row:
                connection.execute(INSERT_RESULT, result_row)
            if file is not None:
                connection.execute(insert(imports).values(file=file, game=id))
            self._notify_processes(connection, id)
        self.on_change(id)
        stored_game = SqlStoredGame(self, id, row)
        stored_game.line_count = len(line_texts)
        return id, stored_game

    def _count_similar(self, connection: Connection, first_checksum: str) -> int:
        """Count the games with the same first line; no other process can add one until this transaction ends."""
        if not self.database.is_sqlite:  # SQLite has one writer anyway
            connection.execute(ADVISORY_LOCK, {"lock": int(first_checksum, 16)})
        return int(connection.execute(COUNT_BY_FIRST_LINE, {"wanted": first_checksum}).scalar_one())

    def _insert_game(self, connection: Connection, stem: str, make_values: Callable[[str], dict[str, Any]]) -> Row[Any]:
        """Insert a game and return its row. The id is the stem, with a random suffix if the stem is already in use."""
        id = stem
        while True:
            if self.select_row(connection, id) is None:
                with suppress(IntegrityError), connection.begin_nested():
                    return connection.execute(insert(games).values(**make_values(id)).returning(games)).one()
            id = f"{stem}-{secrets.token_hex(4)}"


def build_imported_details(journal: journals.Journal) -> GameDetails:
    """Return the details of an imported journal, with a note if the journal had no checksums."""
    details, lang = read_journal_details(journal), journal.header["lang"]
    if not journal.lacks_checksums:
        return details
    return replace(
        details, note=journals.NO_CHECKSUMS_WARNING.render(load_catalogue(lang if lang in LANGUAGES else "en"))
    )


def is_storable_id(id: str) -> bool:
    """Return whether the database can store this text; any other text can't be an id."""
    return "\0" not in id and not any("\ud800" <= character <= "\udfff" for character in id)


def compute_first_checksum(line: str) -> str:
    """Return the checksum of the first line of a journal, given with or without its own checksum."""
    try:
        _content, checksum, _has_sum = journals.parse_line(1, line, "")
    except BadJournalError:
        return journals.update_checksum("", line)
    return checksum


def is_imported_file(connection: Connection, file: str) -> bool:
    """Return whether a journal file has already been imported."""
    return connection.execute(select(imports.c.file).where(imports.c.file == file)).first() is not None


def build_line_rows(id: str, start: int, line_texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return the database rows of journal lines, numbered from ``start``."""
    return [{"game": id, "position": start + number, "text": line_text} for number, line_text in enumerate(line_texts)]


def build_game_row(
    id: str, game: str, length: int, first_checksum: str, details: GameDetails, now: int, session: Session | None
) -> dict[str, Any]:
    """Return the database row of a new game."""
    return {
        "id": id,
        "game": game,
        "length": length,
        "first": first_checksum,
        "edition": 0,
        "turn": NEXT_PLAY_ORDER,
        **asdict(details),
        "deleted": None,
        "created": now,
        "played": now,
        "owner_key": secrets.token_urlsafe(16),
        "watch_key": secrets.token_urlsafe(16),
        "reckoned": 0 if session is None or session.stop_reason else length,
        "gist": None if session is None else build_summary_json(session),
        "gist_at": 0 if session is None else length,
    }


LINE_COUNTS = [
    select(one).where(lines.c.game == games.c.id).correlate(games).scalar_subquery()
    for one in (func.count(), func.max(lines.c.position) + 1)
]
SELECT_ROWS = select(
    games.c.id,
    games.c.played,
    games.c.length,
    games.c.name,
    games.c.note,
    games.c.own_colour,
    games.c.their_colour,
    games.c.archived,
    games.c.gist,
    games.c.gist_at,
    case(
        (
            func.sum(games.c.length).over(order_by=(games.c.turn.desc(), games.c.id)) <= MAX_COUNTED_LINES,
            LINE_COUNTS[0],
        ),
        else_=LINE_COUNTS[1],
    ).label("left"),
)


SELECT_INCOMPLETE = select(games.c.id).where(games.c.length != LINE_COUNTS[0])


SELECT_LINES = select(lines.c.text).where(lines.c.game == bindparam("wanted")).order_by(lines.c.position)


def has_valid_checksums(texts: Sequence[str]) -> bool:
    """Return whether each line's checksum continues the checksum of the previous line."""
    checksum = ""
    for line in texts:
        plain, mark, last = line.rpartition(',"sum":"')
        checksum = journals.update_checksum(checksum, plain + "}")
        if not mark or last != f'{checksum}"}}':
            return is_readable_journal(texts)  # written by another program, or broken
    return True


def is_readable_journal(texts: Sequence[str]) -> bool:
    """Return whether these lines are a valid journal."""
    try:
        journals.parse_journal("".join(f"{line}\n" for line in texts))
    except BadJournalError:
        return False
    return True


def parse_list_row(row: Any, broken_ids: Collection[str] = ()) -> GameRow:
    """Return a row of the list, without the stored summary if lines of the game are missing or were changed."""
    is_current = row.gist is not None and row.gist_at == row.length == row.left and row.id not in broken_ids
    return GameRow(row.id, clamp_time(row.played), row.length, parse_details(row), row.gist if is_current else None)


def parse_details(row: Row[Any]) -> GameDetails:
    """Return the details of a game from its database row."""
    return GameDetails(row.name, row.note, row.own_colour, row.their_colour, row.archived)


def open_repository(address: str | None = None) -> SqlGameRepository:
    """Open the games at a database address, or in the user's data folder, where old journal files are also imported."""
    database = Database(address)
    repository = SqlGameRepository(database)
    if database.is_sqlite and Path(str(database.url.database)).parent == get_home():
        repository.import_folder(get_home() / "games")
    return repository
