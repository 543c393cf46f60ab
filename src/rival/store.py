"""What is kept on the disk: journals, one game one file, flushed before the next question shows; the owner's packs."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

from platformdirs import user_data_path

from rival.kernel import BadJournal, BadPack, Journal, Json, Name, Opponent, Session, _, toml


def home() -> Path:
    """Where games are kept: the user's data folder, or RIVAL_HOME."""
    chosen = os.environ.get("RIVAL_HOME")
    return Path(chosen) if chosen else user_data_path("rival", appauthor=False)


def new_file(game: str) -> Path:
    """A name for a new game that no other has."""
    folder = home() / "games"
    folder.mkdir(parents=True, exist_ok=True)
    return unused(folder, f"{game}-{datetime.now():%Y-%m-%d-%H%M}")


def unused(folder: Path, stem: str) -> Path:
    """An empty file of this name or the next free one, made so that nobody else gets it."""
    for number in count(1):
        path = folder / f"{stem}{'' if number == 1 else f'-{number}'}.jsonl"
        with suppress(FileExistsError):
            path.touch(exist_ok=False)
            break
    return path


def saved_games() -> list[Path]:
    """The games that are kept, the last played first."""
    return [path for _when, _size, path in stamped_games()]


def stamped_games() -> list[tuple[int, int, Path]]:
    """When each kept game was played, how long its file is, and the file; the last played first."""
    found = []
    for path in (home() / "games").glob("*.jsonl"):
        with suppress(FileNotFoundError):  # it was deleted just now
            stat = path.stat()
            if stat.st_size:
                found.append((stat.st_mtime_ns, stat.st_size, path))
    return sorted(found, reverse=True)


def read(path: Path) -> str:
    """The text of a journal file."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as problem:
        raise BadJournal(
            _("{file} can't be read: {problem}.", file=Name(str(path)), problem=Name(problem.strerror or str(problem)))
        ) from None
    except UnicodeDecodeError:
        raise BadJournal(_("{file} is not a text file, so it is no journal.", file=Name(str(path)))) from None


def pack_file(game: str) -> Path:
    """Where the owner's pack of a game is kept: what was told at the table, for the next time."""
    return home() / "packs" / f"{game}.toml"


def read_pack(file: Path) -> Json:
    """An owner's pack from a TOML file."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise BadPack(_("{file} can't be read: {problem}.", file=Name(str(file)), problem=Name(str(problem)))) from None


def own_pack(against: Opponent) -> Json:
    """The owner's pack as far as it was told in earlier games; None if nothing was."""
    file = pack_file(against.id)
    return against.check_pack(read_pack(file)) if file.exists() else None


def learn(session: Session) -> None:
    """Keep what this game has told for the next one, unless it began with a pack that somebody else made."""
    begun_with = session.journal.header.get("pack")
    if begun_with is not None and not begun_with.get("learned"):
        return
    file = pack_file(session.opponent.id)
    known = own_pack(session.opponent)
    pack = session.opponent.learned(known, session.table)
    if pack is not None and pack != known:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(".new")
        fresh.write_text(toml.dumps(pack), encoding="utf-8")
        fresh.replace(file)


class JournalFile:
    """The file of a game in play. What is in it was said; what was said is in it before anything else happens."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines = 0
        self.size = 0

    def resume(self) -> tuple[str, bool]:
        """The whole lines of the file, and whether a torn last line was left out (it was never shown as taken)."""
        text = read(self.path)
        whole = text[: text.rfind("\n") + 1]
        self.lines = whole.count("\n")
        self.size = len(whole.encode())
        if whole != text:
            os.truncate(self.path, self.size)
        return whole, whole != text

    def changed(self) -> bool:
        """Whether somebody else wrote to the file, or took it away."""
        try:
            return self.path.stat().st_size != self.size
        except FileNotFoundError:
            return True

    def remove(self) -> None:
        """Take the game off the shelf; the file is put aside, in case it was a slip."""
        folder = home() / "deleted"
        folder.mkdir(parents=True, exist_ok=True)
        self.path.replace(unused(folder, self.path.stem))

    def keep(self, journal: Journal) -> None:
        """Append what is new and wait until the disk has it."""
        new = "".join(journal.lines(self.lines))
        if not new:
            return
        with self.path.open("ab") as file:
            if file.tell() != self.size:
                raise BadJournal(
                    _(
                        "{file} was changed by another program; this game goes no further here.",
                        file=Name(str(self.path)),
                    )
                )
            file.write(new.encode())
            file.flush()
            os.fsync(file.fileno())
            self.size = file.tell()
        self.lines += new.count("\n")


class Folder:
    """The kept games as an engine sees them: by id, which is the name of the file."""

    def games(self) -> Sequence[tuple[str, int, Json]]:
        return [(path.stem, when // 10**9, (when, size)) for when, size, path in stamped_games()]

    def find(self, id: str) -> JournalFile | None:
        if not id or len(id.encode(errors="replace")) > 200 or any(sign in id for sign in "/\\\0"):
            return None
        path = home() / "games" / f"{id}.jsonl"
        return JournalFile(path) if path.is_file() else None

    def new(self, game: str) -> tuple[str, JournalFile]:
        path = new_file(game)
        return path.stem, JournalFile(path)
