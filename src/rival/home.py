"""The user's data folder: the owner's packs, and files that a person names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

from platformdirs import user_data_path

from rival.engine import packs
from rival.kernel import BadJournal, BadPack, Json, Name, Opponent, Text, _


def home() -> Path:
    """Where games are kept: the user's data folder, or RIVAL_HOME."""
    chosen = os.environ.get("RIVAL_HOME")
    return Path(chosen) if chosen else user_data_path("rival", appauthor=False)


def beside_samples() -> bool:
    """Whether the terminal compares real games with sample games too; the person switched it on once."""
    return (home() / "par").exists()


def compare_with_samples(on: bool) -> None:
    """Remember that for the games to come."""
    home().mkdir(parents=True, exist_ok=True)
    if on:
        (home() / "par").touch()
    else:
        (home() / "par").unlink(missing_ok=True)


def read(path: Path) -> str:
    """The text of a journal file."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as problem:
        raise BadJournal(_("{file} can't be read: {problem}.", file=Name(str(path)), problem=why(problem))) from None
    except UnicodeDecodeError:
        raise BadJournal(_("{file} is not a text file, so it is no journal.", file=Name(str(path)))) from None


def why(problem: OSError) -> Text:
    """Why a file can't be read or written; what happens seldom in the words of the system."""
    match problem:
        case FileNotFoundError():
            return _("there is no such file or folder")
        case IsADirectoryError():
            return _("it is a folder")
        case PermissionError():
            return _("you may not do that there")
        case _:
            return Name(problem.strerror or str(problem))


def pack_file(game: str) -> Path:
    """Where the owner's pack of a game is kept: what was told at the table, for the next time."""
    return home() / "packs" / f"{game}.toml"


def read_pack(file: Path | None) -> Json:
    """An owner's pack from a TOML file, if there is one."""
    if file is None:
        return None
    name = Name(str(file))
    try:
        with file.open("rb") as source:
            return packs.parsed(source.read(4 * packs.LONGEST + 4).decode("utf-8"))  # more than that is too long anyway
    except OSError as problem:
        raise BadPack(_("{file} can't be read: {problem}.", file=name, problem=why(problem))) from None
    except UnicodeDecodeError:
        raise BadPack(_("{file} is not a text file, so it is no pack.", file=name)) from None
    except BadPack as bad:
        raise BadPack(_("{file}: {problem}", file=name, problem=bad.text)) from None


def own_pack(against: Opponent) -> Json:
    """The owner's pack as far as it was told in earlier games; None if nothing was."""
    file = pack_file(against.id)
    if not file.exists():
        return None
    try:
        return against.checked_pack(read_pack(file))
    except BadPack as bad:
        if str(file) in str(bad):
            raise
        raise BadPack(_("{file}: {problem}", file=Name(str(file)), problem=bad.text)) from None


def keep_pack(against: Opponent, pack: Json) -> None:
    """Put a pack in the place of the owner's, all of it or nothing; what can't be read again replaces nothing."""
    text = packs.written(pack)
    packs.read(text, against)
    write_whole(pack_file(against.id), text)


def write_whole(file: Path, text: str) -> None:
    """Put a text in the place of a file's, all of it or nothing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, suffix=".new", delete=False) as fresh:
        try:
            fresh.write(text)
            fresh.flush()
            os.fsync(fresh.fileno())
            fresh.close()
            Path(fresh.name).replace(file)
        except BaseException:
            Path(fresh.name).unlink(missing_ok=True)
            raise


class PackFolder:
    """The owner's packs as files in the data folder."""

    own = staticmethod(own_pack)
    keep = staticmethod(keep_pack)

    @staticmethod
    def forget(against: Opponent) -> None:
        pack_file(against.id).unlink(missing_ok=True)
        past_file(against.id).unlink(missing_ok=True)

    @staticmethod
    def past(against: Opponent) -> list[Json]:
        """What can't be read any more can't be taken back; the pack itself is not touched by that."""
        try:
            return packs.changes_read(past_file(against.id).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            return []

    @staticmethod
    def remember(against: Opponent, past: Sequence[Json]) -> None:
        write_whole(past_file(against.id), packs.changes_written(past))


def past_file(game: str) -> Path:
    """Where the last changes of the owner's pack are kept."""
    return home() / "packs" / f"{game}.past.json"
