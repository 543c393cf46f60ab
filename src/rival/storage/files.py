"""Games as files: one journal is one text file, all of them a zip with what is said of each beside it.

What comes in is data from outside: limited in size and number, read strictly, and no name in it is ever used as one
on this machine.
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
from rival.kernel import BadJournal, Json, RivalError, _
from rival.kernel.journal import writable
from rival.states import About, State

INDEX = "games.json"
MOST_FILES = 2_000
LARGEST_FILE = 4 * 1024 * 1024
LARGEST_WHOLE = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that could not be taken in, and why."""

    file: str
    message: RivalError


def packed(engine: Engine) -> bytes:
    """Every game on the shelf in one zip."""
    out = io.BytesIO()
    index: dict[str, Json] = {}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as whole:
        for id, played, *_more in engine.shelf.games():
            try:
                text, about = engine.text(id)
            except RivalError as problem:  # it can't be read: the others go out all the same
                index[f"{id}.jsonl"] = {"problem": str(problem)}
                continue
            whole.writestr(f"{id}.jsonl", text)
            index[f"{id}.jsonl"] = {**asdict(about), "played": played}
        whole.writestr(INDEX, json.dumps(index, ensure_ascii=False, indent=1))
    return out.getvalue()


def unpacked(data: bytes) -> list[tuple[str, str, About | None]]:
    """The journals of a zip: the name of the file, its text and what is said of it, the last played first."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as whole:
            texts = dict(read_all(whole))
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as bad:
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
    """Keep every journal of a zip as a new game; the first of the list ends as the last played, as it was."""
    states, refused = [], []
    for name, text, about in reversed(unpacked(data)):
        try:
            states.append(engine.load(text, about=about))
        except RivalError as problem:
            refused.append(Refused(name[-80:], problem))
    return states, refused
