"""Store games as files: a text file for one journal, or a zip of journals with the details of each game.

An imported file is untrusted: its size and number of members are limited, it is parsed strictly, and its member names
are never used as file names.
"""

from __future__ import annotations

import io
import json
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any

from rival.engine import Engine
from rival.engine.engine import require_storable_value
from rival.engine.importer import JournalImporter
from rival.engine.responses import GameDetails, State
from rival.kernel import BadJournalError, Json, RivalError, _
from rival.kernel.journal import MAX_DEPTH, is_storable
from rival.kernel.json_limits import exceeds_depth

INDEX_FILE = "games.json"
MAX_FILES = 2_000
MAX_FILE_BYTES = 32 * 1024 * 1024
FULL_ZIP_BYTES = 2 * 1024 * 1024
"""An export starts a new zip when the current one is larger, so that each zip can be sent quickly."""
MAX_UNPACKED_BYTES = 64 * 1024 * 1024
UNREADABLE_ZIP = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, RuntimeError, EOFError, OSError),
    *(OverflowError, ValueError),
)
"""Exceptions that the standard library raises for damaged zips."""


@dataclass(frozen=True, slots=True)
class RejectedJournal:
    """A file that could not be imported, and the reason."""

    file: str
    message: RivalError


class ExportZip:
    """A zip of games that is small enough to be imported again."""

    def __init__(self) -> None:
        self.buffer, self.remaining_bytes, self.index = io.BytesIO(), MAX_UNPACKED_BYTES // 2, dict[str, Json]()
        self.zip_file = zipfile.ZipFile(self.buffer, "w", zipfile.ZIP_DEFLATED)

    def is_full(self, next_length: int) -> bool:
        """Return whether the next game, which has ``next_length`` characters, needs a new zip."""
        exceeds_limit = (
            self.buffer.tell() > FULL_ZIP_BYTES
            or next_length > self.remaining_bytes
            or len(self.index) >= MAX_FILES - 1
        )
        return exceeds_limit and bool(self.index)

    def add_journal(self, name: str, text: str, entry: Json) -> None:
        """Add a journal and its entry in the index."""
        self.zip_file.writestr(name, text)
        self.remaining_bytes -= len(text)
        self.index[name] = entry

    def finish_zip(self) -> bytes:
        """Write the index, close the zip and return its bytes."""
        self.zip_file.writestr(INDEX_FILE, json.dumps(self.index, ensure_ascii=False, indent=1))
        self.zip_file.close()
        return self.buffer.getvalue()


def export_zips(engine: Engine) -> Iterator[bytes]:
    """Yield every game in one or more zips, each small enough to be imported again."""
    zip_part = ExportZip()
    for id, played, *_more in engine.repository.list_games():
        name = f"{id}.jsonl"
        try:
            text, details = engine.read_stored_journal(id)
        except RivalError as problem:  # a game that can't be read does not stop the export
            zip_part.index[name] = {"problem": str(problem)}
            continue
        if zip_part.is_full(len(text)):
            yield zip_part.finish_zip()
            zip_part = ExportZip()
        zip_part.add_journal(name, text, {**asdict(details), "played": played})
    yield zip_part.finish_zip()


def export_first_zip(engine: Engine) -> bytes:
    """Return the first zip of an export. Unless there are very many games, this zip contains them all."""
    return next(export_zips(engine))


def unpack_journals(data: bytes) -> list[tuple[str, str, GameDetails | None]]:
    """Return the file name, text and game details of each journal in a zip, most recently played first."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as zip_file:
            texts = dict(read_members(zip_file))
    except UNREADABLE_ZIP as error:
        if isinstance(error, RivalError):
            raise
        raise BadJournalError(_("This is not a zip file, or it is damaged or protected by a password.")) from None
    index = read_index(texts.pop(INDEX_FILE, "{}"))
    journals = [(name, text, parse_details(index.get(name))) for name, text in texts.items()]
    if not journals:
        raise BadJournalError(_("This zip file contains no saved games: they are files with names ending in .jsonl."))
    return journals


def read_members(zip_file: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Yield the index and the journals in a zip.

    Raise BadJournalError if there are too many, or if they are too large when unpacked.
    """
    members = [
        member for member in zip_file.infolist() if member.filename == INDEX_FILE or member.filename.endswith(".jsonl")
    ]
    remaining_bytes = MAX_UNPACKED_BYTES
    if len(members) > MAX_FILES:
        raise BadJournalError(_("This zip file contains too many files; the maximum is {most}.", most=MAX_FILES))
    for member in members:
        with zip_file.open(member) as file:
            data = file.read(MAX_FILE_BYTES + 1)
        remaining_bytes -= len(data)
        if len(data) > MAX_FILE_BYTES or remaining_bytes < 0:
            raise BadJournalError(_("The contents of this zip file are too large."))
        yield member.filename, data.decode("utf-8", errors="replace")


def read_index(text: str) -> dict[str, Any]:
    """Parse the index; return an empty one if it is invalid."""
    if exceeds_depth(text, MAX_DEPTH):
        return {}
    try:
        index = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return index if isinstance(index, dict) and is_storable(index) else {}


def parse_details(entry: Any) -> GameDetails | None:
    """Return the details of a game from the index, using only values of the expected types."""
    if not isinstance(entry, dict):
        return None
    kinds = {field.name: type(field.default) for field in fields(GameDetails)}
    return GameDetails(**{name: entry[name] for name, kind in kinds.items() if type(entry.get(name)) is kind})


def import_zip(engine: Engine, data: bytes) -> tuple[list[State], list[RejectedJournal]]:
    """Import every journal in a zip, most recently played last; return the states and the rejected files."""
    states, rejected = [], []
    importer = JournalImporter(engine)
    for name, text, details in reversed(unpack_journals(data)):
        try:
            states.append(importer.import_journal(require_storable_value(text), details=details).state)
        except RivalError as problem:
            rejected.append(RejectedJournal(name[-80:], problem))
    return states, rejected
