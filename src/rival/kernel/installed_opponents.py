"""The installed opponents, which packages register with an entry point.

An opponent that can't be loaded does not affect the others.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import TracebackType

from rival.kernel.errors import BadOptionError
from rival.kernel.opponent import Opponent
from rival.kernel.texts import JoinedText, Name, _

ENTRY_POINT_GROUP = "rival.opponents"
OPPONENT_LIST = Path(__file__).parent.parent / "opponents.json"
"""A list of the opponents for environments without Python package metadata, such as a browser."""


class BrokenOpponentError(BadOptionError):
    """Raised for an opponent that can't be loaded: its id, its location (“module:name”) and the author's error."""

    def __init__(self, id: str, location: str, cause: BaseException) -> None:
        super().__init__(
            _(
                "The opponent “{id}” can't be loaded: {problem}. “rival check {id}” shows its author the details.",
                id=Name(id),
                problem=Name(describe_error(cause)),
            )
        )
        self.id, self.location, self.cause = id, location, cause

    def format_traceback(self) -> str:
        """Return the traceback of the author's error as text."""
        return "".join(traceback.format_exception(self.cause))


def describe_error(error: BaseException) -> str:
    """Return an error as text with the place where it was raised: ``NameError: … (rules.py, line 7)``."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    if isinstance(error, SyntaxError) and error.filename:
        place = f" ({Path(error.filename).name}, line {error.lineno})"
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {message}{place}".replace("\n", " ")


@cache
def find_installed() -> Mapping[str, str]:
    """Return the location of each opponent as “module:name”."""
    if OPPONENT_LIST.exists():
        listed: dict[str, str] = json.loads(OPPONENT_LIST.read_text(encoding="utf-8"))
        return listed
    from importlib.metadata import entry_points

    return {
        entry.name: entry.value for entry in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda entry: entry.name)
    }


def import_opponent(location: str) -> Opponent:
    """Import an opponent from “module:name”."""
    module, _colon, name = location.partition(":")
    loaded = getattr(import_module(module), name)
    if not isinstance(loaded, Opponent):
        raise TypeError(f"{location} is not an Opponent but {type(loaded).__name__}")
    return loaded


@cache
def try_loading(game: str) -> Opponent | BrokenOpponentError:
    """Return an installed opponent, or an error that describes the problem with its package."""
    location = find_installed()[game]
    try:
        opponent = import_opponent(location)
        if opponent.id != game:
            raise ValueError(f"its id is “{opponent.id}”, but its entry point is named “{game}”")
        opponent.settings  # noqa: B018  (raises an error if the texts of an option are missing)
    except (Exception, SystemExit) as cause:  # a third-party package may raise any exception
        return BrokenOpponentError(game, location, cause)
    return opponent


@cache
def load_opponents() -> Mapping[str, Opponent]:
    """Load all installed opponents by id, skipping any that can't be loaded (see `list_broken_opponents`).

    Other packages register opponents in the entry point group ``rival.opponents``.
    """
    loaded = {game: try_loading(game) for game in find_installed()}
    return {game: opponent for game, opponent in loaded.items() if isinstance(opponent, Opponent)}


def list_broken_opponents() -> list[BrokenOpponentError]:
    """Return an error for each installed opponent that can't be loaded."""
    return [error for game in find_installed() if isinstance(error := try_loading(game), BrokenOpponentError)]


def load_opponent(game: str) -> Opponent:
    """Load the opponent of a game; raise BadOptionError, which lists the installed opponents, if there is none."""
    entries = find_installed()
    if game not in entries:
        raise BadOptionError(
            _(
                "There is no opponent “{game}”. Installed opponents: {names}.",
                game=Name(game),
                names=JoinedText(map(Name, entries)),
            )
        )
    opponent = try_loading(game)
    if isinstance(opponent, BrokenOpponentError):
        raise BrokenOpponentError(game, opponent.location, opponent.cause)
    return opponent


def forget_loaded_opponents() -> None:
    """Clear the cache of loaded opponents, for instance after another package was installed."""
    for function in (find_installed, try_loading, load_opponents):
        function.cache_clear()


def find_faulty_opponent(error: BaseException) -> Opponent | None:
    """Return the opponent in whose code an error was raised; None if it was raised elsewhere."""
    files = [Path(file) for file in list_files(error.__traceback__)]
    opponents = load_opponents().values()
    return next(
        (opponent for file in reversed(files) for opponent in opponents if file.is_relative_to(opponent.folder)), None
    )


def list_files(place: TracebackType | None) -> list[str]:
    """Return the source files of a traceback, outermost first."""
    return [] if place is None else [place.tb_frame.f_code.co_filename, *list_files(place.tb_next)]
