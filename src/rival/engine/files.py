"""Games as files: one journal is one text file, all of them a zip with what is said of each beside it.

What comes in is data from outside: limited in size and number, read strictly, and no name in it is ever used as one
on this machine.
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
from rival.engine.engine import sound
from rival.engine.importing import Importer
from rival.engine.states import About, State
from rival.kernel import BadJournal, Json, RivalError, _
from rival.kernel.journal import DEEPEST, writable
from rival.kernel.nesting import nested_deeper

INDEX = "games.json"
MOST_FILES = 2_000
UNREADABLE = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, NotImplementedError, RuntimeError, EOFError, OSError),
    *(OverflowError, ValueError),
)
"""Exceptions that the standard library raises for damaged zips."""
LARGEST_FILE = 32 * 1024 * 1024
LARGEST_PART = 2 * 1024 * 1024
"""A part of an export takes no more games when its zip is larger, so that each is sent soon."""
LARGEST_WHOLE = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that could not be taken in, and why."""

    file: str
    message: RivalError


class Part:
    """A zip of some games, small enough to be taken in again."""

    def __init__(self) -> None:
        self.out, self.room, self.index = io.BytesIO(), LARGEST_WHOLE // 2, dict[str, Json]()
        self.whole = zipfile.ZipFile(self.out, "w", zipfile.ZIP_DEFLATED)

    def is_full(self, more: int) -> bool:
        full = self.out.tell() > LARGEST_PART or more > self.room or len(self.index) >= MOST_FILES - 1
        return full and bool(self.index)

    def add(self, name: str, text: str, said: Json) -> None:
        self.whole.writestr(name, text)
        self.room -= len(text)
        self.index[name] = said

    def done(self) -> bytes:
        self.whole.writestr(INDEX, json.dumps(self.index, ensure_ascii=False, indent=1))
        self.whole.close()
        return self.out.getvalue()


def parts(engine: Engine) -> Iterator[bytes]:
    """Every game on the shelf, in as many zips as it takes so that each can be taken in again."""
    part = Part()
    for id, played, *_more in engine.shelf.games():
        name = f"{id}.jsonl"
        try:
            text, about = engine.text(id)
        except RivalError as problem:  # it can't be read: the others go out all the same
            part.index[name] = {"problem": str(problem)}
            continue
        if part.is_full(len(text)):
            yield part.done()
            part = Part()
        part.add(name, text, {**asdict(about), "played": played})
    yield part.done()


def packed(engine: Engine) -> bytes:
    """The first part: every game, unless there are very many."""
    return next(parts(engine))


def unpacked(data: bytes) -> list[tuple[str, str, About | None]]:
    """The journals of a zip: the name of the file, its text and what is said of it, the last played first."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as whole:
            texts = dict(read_all(whole))
    except UNREADABLE as bad:
        if isinstance(bad, RivalError):
            raise
        raise BadJournal(_("This is no zip file, or one that is damaged or locked by a password.")) from None
    index = read_index(texts.pop(INDEX, "{}"))
    found = [(name, text, said_of(index.get(name))) for name, text in texts.items()]
    if not found:
        raise BadJournal(_("There is no journal in this zip file; a journal is a file that ends in .jsonl."))
    return found


def read_all(whole: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """The files that matter, by the sizes they really have."""
    wanted = [one for one in whole.infolist() if one.filename == INDEX or one.filename.endswith(".jsonl")]
    room = LARGEST_WHOLE
    if len(wanted) > MOST_FILES:
        raise BadJournal(_("There are too many files in this zip: at most {most}.", most=MOST_FILES))
    for one in wanted:
        with whole.open(one) as file:
            data = file.read(LARGEST_FILE + 1)
        room -= len(data)
        if len(data) > LARGEST_FILE or room < 0:
            raise BadJournal(_("What is in this zip file is too large."))
        yield one.filename, data.decode("utf-8", errors="replace")


def read_index(text: str) -> dict[str, Any]:
    if nested_deeper(text, DEEPEST):
        return {}
    try:
        index = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return index if isinstance(index, dict) and writable(index) else {}


def said_of(entry: Any) -> About | None:
    """What the index says of a game, where it has the right kinds."""
    if not isinstance(entry, dict):
        return None
    kinds = {one.name: type(one.default) for one in fields(About)}
    return About(**{name: entry[name] for name, kind in kinds.items() if type(entry.get(name)) is kind})


def taken_in(engine: Engine, data: bytes) -> tuple[list[State], list[Refused]]:
    """Keep every journal of a zip that is not here yet, or went on; the first of the list ends as the last played."""
    states, refused = [], []
    importer = Importer(engine)
    for name, text, about in reversed(unpacked(data)):
        try:
            states.append(importer.take(sound(text), about=about).state)
        except RivalError as problem:
            refused.append(Refused(name[-80:], problem))
    return states, refused
