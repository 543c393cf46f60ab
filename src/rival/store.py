"""The user's data folder, and files that a person names."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

from rival.kernel import BadJournal, Name, _


def home() -> Path:
    """Where games are kept: the user's data folder, or RIVAL_HOME."""
    chosen = os.environ.get("RIVAL_HOME")
    return Path(chosen) if chosen else user_data_path("rival", appauthor=False)


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
