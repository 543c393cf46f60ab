"""Games as files: one journal is a text file; an export is a zip of journals and the details of each game.

An imported file is untrusted: its size and number of members are limited, it is parsed strictly, and its member names
are never used as file names.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any

from rival.engine import Engine
from rival.engine.engine import sound
from rival.engine.importing import Importer
from rival.engine.states import About, State
from rival.kernel import BadJournal, Json, RivalError, _
from rival.kernel.journal import DEEPEST, writable
from rival.kernel.nesting import nested_deeper

INDEX = "games.json"
MOST_FILES = 2_000
LARGEST_FILE = 32 * 1024 * 1024
LARGEST_PART = 2 * 1024 * 1024
"""An export starts a new zip when the current one is larger, so that each zip can be sent quickly."""
LARGEST_WHOLE = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that could not be imported, and the reason."""

    file: str
    message: RivalError


class Part:
    """A zip of some games, small enough to be imported again."""

    def __init__(self) -> None:
        self.out, self.room, self.index = io.BytesIO(), LARGEST_WHOLE // 2, dict[str, Json]()
        self.whole = zipfile.ZipFile(self.out, "w", zipfile.ZIP_DEFLATED)

    def is_full(self, more: int) -> bool:
        """Return whether the next game, with ``more`` characters, needs a new zip."""
        full = self.out.tell() > LARGEST_PART or more > self.room or len(self.index) >= MOST_FILES - 1
        return full and bool(self.index)

    def add(self, name: str, text: str, said: Json) -> None:
        """Add a journal and its entry in the index."""
        self.whole.writestr(name, text)
        self.room -= len(text)
        self.index[name] = said

    def done(self) -> bytes:
        """Write the index, close the zip and return its bytes."""
        self.whole.writestr(INDEX, json.dumps(self.index, ensure_ascii=False, indent=1))
        self.whole.close()
        return self.out.getvalue()


def parts(engine: Engine) -> Iterator[bytes]:
    """Yield every game in one or more zips, each small enough to be imported again."""
    part = Part()
    for id, played, *_more in engine.shelf.games():
        name = f"{id}.jsonl"
        try:
            text, about = engine.text(id)
        except RivalError as problem:  # a game that can't be read does not stop the export
            part.index[name] = {"problem": str(problem)}
            continue
        if part.is_full(len(text)):
            yield part.done()
            part = Part()
        part.add(name, text, {**asdict(about), "played": played})
    yield part.done()


def packed(engine: Engine) -> bytes:
    """Return the first zip of an export: every game, unless there are very many."""
    return next(parts(engine))


def unpacked(data: bytes) -> list[tuple[str, str, About | None]]:
    """Return the journals of a zip, the last played first: file name, text, and details of the game."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as whole:
            texts = dict(read_all(whole))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as bad:
        if isinstance(bad, RivalError):
            raise
        raise BadJournal(_("This is not a zip file, or it is damaged or protected by a password.")) from None
    index = read_index(texts.pop(INDEX, "{}"))
    found = [(name, text, said_of(index.get(name))) for name, text in texts.items()]
    if not found:
        raise BadJournal(_("This zip file contains no saved games: they are files with names ending in .jsonl."))
    return found


def read_all(whole: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Yield the index and the journals of a zip; raise BadJournal if they are too many or too large when unpacked."""
    wanted = [one for one in whole.infolist() if one.filename == INDEX or one.filename.endswith(".jsonl")]
    room = LARGEST_WHOLE
    if len(wanted) > MOST_FILES:
        raise BadJournal(_("This zip file contains too many files; the maximum is {most}.", most=MOST_FILES))
    for one in wanted:
        with whole.open(one) as file:
            data = file.read(LARGEST_FILE + 1)
        room -= len(data)
        if len(data) > LARGEST_FILE or room < 0:
            raise BadJournal(_("The contents of this zip file are too large."))
        yield one.filename, data.decode("utf-8", errors="replace")


def read_index(text: str) -> dict[str, Any]:
    """Parse the index; return an empty one if it is invalid."""
    if nested_deeper(text, DEEPEST):
        return {}
    try:
        index = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return index if isinstance(index, dict) and writable(index) else {}


def said_of(entry: Any) -> About | None:
    """Return the details of a game from the index, using only values of the expected types."""
    if not isinstance(entry, dict):
        return None
    kinds = {one.name: type(one.default) for one in fields(About)}
    return About(**{name: entry[name] for name, kind in kinds.items() if type(entry.get(name)) is kind})


def taken_in(engine: Engine, data: bytes) -> tuple[list[State], list[Refused]]:
    """Import every journal of a zip, the last played at the end; return the states and the rejected files."""
    states, refused = [], []
    importer = Importer(engine)
    for name, text, about in reversed(unpacked(data)):
        try:
            states.append(importer.take(sound(text), about=about).state)
        except RivalError as problem:
            refused.append(Refused(name[-80:], problem))
    return states, refused
