"""The user's data folder with the owner's packs, and access to files that the user names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import NamedTemporaryFile

from platformdirs import user_data_path

from rival.engine import packs
from rival.kernel import BadJournalError, BadPackError, Json, Name, Opponent, Text, _


def get_home() -> Path:
    """Return the folder where games are stored: RIVAL_HOME, or else the user's data folder."""
    chosen = os.environ.get("RIVAL_HOME")
    return Path(chosen) if chosen else user_data_path("rival", appauthor=False)


def is_comparison_enabled() -> bool:
    """Return whether the terminal also compares real games with sample games, as the player can request."""
    return (get_home() / "par").exists()


def enable_comparison(is_enabled: bool) -> None:
    """Switch the comparison with sample games on or off for all games."""
    get_home().mkdir(parents=True, exist_ok=True)
    if is_enabled:
        (get_home() / "par").touch()
    else:
        (get_home() / "par").unlink(missing_ok=True)


def read_journal(path: Path) -> str:
    """Return the text of a journal file; raise BadJournalError if it can't be read."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as problem:
        raise BadJournalError(
            _("{file} can't be read: {problem}.", file=Name(str(path)), problem=describe_os_error(problem))
        ) from None
    except UnicodeDecodeError:
        raise BadJournalError(_("{file} is not a journal: it is not a text file.", file=Name(str(path)))) from None


def describe_os_error(problem: OSError) -> Text:
    """Return the reason why a file can't be read or written, with rare causes in the operating system's words."""
    match problem:
        case FileNotFoundError():
            return _("there is no such file or folder")
        case IsADirectoryError():
            return _("it is a folder")
        case PermissionError():
            return _("you don't have permission")
        case _:
            return Name(problem.strerror or str(problem))


def get_pack_file(game: str) -> Path:
    """Return the path of the owner's pack of a game."""
    return get_home() / "packs" / f"{game}.toml"


def read_pack(file: Path | None) -> Json:
    """Read a pack from a TOML file; return None if there is no file. Raise BadPackError if the file can't be read."""
    if file is None:
        return None
    name = Name(str(file))
    try:
        with file.open("rb") as source:
            return packs.parse_pack_toml(
                source.read(4 * packs.MAX_PACK_LENGTH + 4).decode("utf-8")
            )  # a longer file is rejected anyway
    except OSError as problem:
        raise BadPackError(
            _("{file} can't be read: {problem}.", file=name, problem=describe_os_error(problem))
        ) from None
    except UnicodeDecodeError:
        raise BadPackError(_("{file} is not a pack: it is not a text file.", file=name)) from None
    except BadPackError as bad:
        raise BadPackError(_("{file}: {problem}", file=name, problem=bad.text)) from None


def load_own_pack(opponent: Opponent) -> Json:
    """Load the owner's pack of a game; None if there is none."""
    file = get_pack_file(opponent.id)
    if not file.exists():
        return None
    try:
        return opponent.validate_pack(read_pack(file))
    except BadPackError as bad:
        if str(file) in str(bad):
            raise
        raise BadPackError(_("{file}: {problem}", file=Name(str(file)), problem=bad.text)) from None


def save_own_pack(opponent: Opponent, pack: Json) -> Json:
    """Replace the owner's pack of a game, and return the new pack as it will be read.

    Raise an error and change nothing if the new pack can't be read back.
    """
    text = packs.serialize_pack(pack)
    saved_pack = packs.parse_pack(text, opponent)
    write_atomically(get_pack_file(opponent.id), text)
    return saved_pack


def write_atomically(file: Path, text: str) -> None:
    """Replace the content of a file either completely or not at all."""
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

    load_pack = staticmethod(load_own_pack)
    save_pack = staticmethod(save_own_pack)

    @staticmethod
    def delete_pack(opponent: Opponent) -> None:
        """Delete the owner's pack of a game and its earlier versions."""
        get_pack_file(opponent.id).unlink(missing_ok=True)
        get_changes_file(opponent.id).unlink(missing_ok=True)

    @staticmethod
    def load_changes(opponent: Opponent) -> list[Json]:
        """Return the undoable changes of the owner's pack; an empty result if their file can't be read."""
        try:
            return packs.parse_changes(get_changes_file(opponent.id).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError):
            return []

    @staticmethod
    def save_changes(opponent: Opponent, past: Sequence[Json]) -> None:
        """Store the undoable changes of the owner's pack."""
        write_atomically(get_changes_file(opponent.id), packs.serialize_changes(past))


def get_changes_file(game: str) -> Path:
    """Return the path of the file with the last changes of the owner's pack."""
    return get_home() / "packs" / f"{game}.past.json"
