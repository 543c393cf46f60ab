"""``rival doctor``: check the installation and suggest repairs.

The command changes nothing that starting Rival would not change.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Literal

import typer
from rich.text import Text as Styled

import rival
from rival.commands.app import Lang, Plain, app, check_language
from rival.home import describe_os_error, get_home
from rival.kernel import BrokenOpponentError, JoinedText, Name, RivalError, Text, _, load_opponent, n_
from rival.kernel.texts import KERNEL_LOCALE, LANGUAGES, load_catalogue, load_translations
from rival.terminal.screen import ENTRY_SIGNS as SHOWN_AT_THE_TABLE
from rival.terminal.screen import Screen

FindingState = Literal["good", "absent", "bad"]
SIGNS: dict[FindingState, str] = {"good": "+", "absent": "-", "bad": "!"}
STYLES: dict[FindingState, str] = {"good": "green", "absent": "dim", "bad": "bold red"}
STATE_LABELS: dict[FindingState, Text] = {"good": _("OK"), "absent": _("Not installed"), "bad": _("Problem")}

EXTRAS: dict[str, tuple[Text, tuple[str, ...]]] = {
    "lab": (_("simulations and their reports"), ("polars",)),
    "ray": (_("simulations on a cluster"), ("polars", "ray")),
    "gym": (_("the environment for machine learning"), ("gymnasium", "numpy")),
    "authors": (_("the tools for authors of opponents"), ("babel",)),
    "postgresql": (_("games in a PostgreSQL database"), ("psycopg",)),
}
"""The purpose and modules of each of the package's extras."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of an installation check, with a suggested repair for any problem."""

    severity: FindingState
    text: Text
    remedy: Text | None = None
    translations: Path | None = None  # folder with the opponent's translations


@app.command("doctor")
def check_installation(lang: Lang, plain: Plain = False) -> None:
    """Check the installation: program, opponents, data folder, database, page, port, terminal and extras."""
    screen = Screen(check_language(lang), plain)
    healthy = True
    for run_check in CHECKS:
        for finding in run_check():
            show_finding(finding, screen)
            healthy = healthy and finding.severity != "bad"
    if not healthy:
        raise typer.Exit(1)


def show_finding(finding: Finding, screen: Screen) -> None:
    """Print the result of an installation check on one line."""
    catalogue = load_catalogue(screen.lang, *([finding.translations] if finding.translations else []))
    head = f"{STATE_LABELS[finding.severity].render(catalogue)}:" if screen.plain else SIGNS[finding.severity]
    parts = [head, finding.text.render(catalogue), *([finding.remedy.render(catalogue)] if finding.remedy else [])]
    line = Styled(" ".join(parts), style="" if screen.plain else STYLES[finding.severity])
    screen.console.print(line, soft_wrap=True)  # one line each, easy to search and to send


# --- checks ------------------------------------------------------------------------------------------------


def check_program() -> Iterator[Finding]:
    """Report the version of the program, the operating system and the program's folder."""
    folder = Path(rival.__file__).parent
    yield Finding(
        "good",
        _(
            "Rival {version} on Python {python}, {system}; installed in {folder}.",
            version=Name(rival.__version__),
            python=Name(platform.python_version()),
            system=Name(f"{platform.system()} {platform.machine()}"),
            folder=Name(str(folder)),
        ),
    )


def check_opponents() -> Iterator[Finding]:
    """Report the installed automated opponents, including those that can't be loaded."""
    entries = {entry.name: entry for entry in entry_points(group="rival.opponents")}
    for entry in sorted(entries.values(), key=lambda entry: entry.name):
        try:
            loaded = load_opponent(entry.name)
        except BrokenOpponentError as error:
            package = Name(error.location.partition(":")[0])
            yield Finding("bad", error.text, _("Reinstall its package or remove it: {package}.", package=package))
        else:
            text = _("Opponent {id}: {name} ({game}).", id=loaded.id, name=loaded.name, game=loaded.game)
            yield Finding("good", text, translations=loaded.folder / "locale")


def check_translations() -> Iterator[Finding]:
    """Report translations that are not compiled."""
    for lang in LANGUAGES:
        if lang != "en" and load_translations(KERNEL_LOCALE, lang) is None:
            yield Finding(
                "bad", _("The translations ({lang}) have not been compiled.", lang=Name(lang)), describe_setup()
            )


def check_data_folder() -> Iterator[Finding]:
    """Report the folder for saved data. It is created when the first game is saved."""
    folder = get_home()
    origin = _("set by RIVAL_HOME") if os.environ.get("RIVAL_HOME") else _("the default of this system")
    where = {"folder": Name(str(folder)), "chosen": origin}
    nearest = next(ancestor for ancestor in (folder, *folder.absolute().parents) if ancestor.exists())
    if not (nearest.is_dir() and os.access(nearest, os.W_OK)):
        problem = describe_os_error(PermissionError() if nearest.is_dir() else NotADirectoryError(20, os.strerror(20)))
        text = _("Data folder ({chosen}): Rival can't write to {folder}: {problem}.", problem=problem, **where)
        yield Finding("bad", text, _("Allow writing to this folder, or set another one in RIVAL_HOME."))
    elif folder.exists():
        yield Finding("good", _("Data folder ({chosen}): {folder}.", **where))
    else:
        yield Finding(
            "good", _("Data folder ({chosen}): {folder}. It will be created when Rival first saves something.", **where)
        )


def check_database() -> Iterator[Finding]:
    """Report the type and location of the database and the number of games in it."""
    from rival.storage import Database, SqlGameRepository
    from rival.storage.database import resolve_database_url

    try:
        url = resolve_database_url(None)
        if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
            yield Finding("good", _("Database: SQLite. It will be created with the first saved game."))
            return
        connection = Database(url)
    except RivalError as error:
        yield Finding("bad", _("Database: {problem}", problem=error.text))
        return
    try:
        games = n_("{n} game", "{n} games", len(SqlGameRepository(connection).list_games()))
        kind = Name("SQLite" if connection.is_sqlite else "PostgreSQL")
        where = {"kind": kind, "place": Name(connection.location)}
        yield Finding("good", _("Database: {kind}, {place}, {games}.", games=games, **where))
    except RivalError as error:
        yield Finding("bad", _("Database: {problem}", problem=error.text))
    finally:
        connection.close()


def check_page() -> Iterator[Finding]:
    """Report whether the web page is built."""
    from rival.server.pages import PAGE

    if (PAGE / "index.html").exists():
        yield Finding("good", _("The web page is built."))
    else:
        yield Finding(
            "bad", _("The web page has not been built, so Rival can't be used in a browser."), describe_setup()
        )


def check_port() -> Iterator[Finding]:
    """Report the port that the server will use."""
    from rival.server.run import DEFAULT_PORT, open_socket

    try:
        with open_socket("127.0.0.1", None) as listener:
            number = listener.getsockname()[1]
    except RivalError as error:
        yield Finding(
            "bad", error.text, _("Stop the programs that use these ports, or choose another one: rival --port N")
        )
        return
    if number == DEFAULT_PORT:
        yield Finding("good", _("Port {port} is free.", port=Name(str(DEFAULT_PORT))))
    else:
        text = _("Port {port} is in use, perhaps by a running Rival.", port=Name(str(DEFAULT_PORT)))
        yield Finding("good", text, _("The next start will use port {port}.", port=Name(str(number))))


def check_terminal() -> Iterator[Finding]:
    """Report the encoding of the terminal."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        "".join([*SHOWN_AT_THE_TABLE.values(), "…“”", "Ж"]).encode(encoding)
    except UnicodeEncodeError:
        text = _(
            "The terminal’s encoding is {encoding}. It can't show some letters and symbols.",
            encoding=Name(encoding),
        )
        yield Finding("bad", text, _("Set PYTHONUTF8=1, and choose a font that has these characters."))
    else:
        yield Finding("good", _("The terminal’s encoding is {encoding}.", encoding=Name(encoding)))


def check_extras() -> Iterator[Finding]:
    """Report which optional dependencies of the package are installed."""
    for extra, (purpose, modules) in EXTRAS.items():
        values = {"extra": Name(extra), "purpose": purpose}
        try:
            for module in modules:
                import_module(module)
        except ModuleNotFoundError:
            install = _("To install it: pip install 'rival-solo[{extra}]'", extra=Name(extra))
            yield Finding("absent", _("The optional package {extra} ({purpose}) is not installed.", **values), install)
        except Exception as error:  # the package is installed but broken
            text = _(
                "The optional package {extra} ({purpose}) does not work: {problem}.",
                problem=Name(repr(error)),
                **values,
            )
            remedy = _("Reinstall it: pip install --force-reinstall {modules}", modules=JoinedText(modules, " "))
            yield Finding("bad", text, remedy)
        else:
            yield Finding("good", _("The optional package {extra} ({purpose}) works.", **values))


def describe_setup() -> Text:
    """Explain how to build missing files, in a source folder or with a new installation."""
    root = Path(rival.__file__).parents[2]
    if (root / "Makefile").exists():
        return _("Run “make setup” in {folder}.", folder=Name(str(root)))
    return _("Reinstall Rival: pip install --force-reinstall rival-solo")


CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    check_program,
    check_opponents,
    check_translations,
    check_data_folder,
    check_database,
    check_page,
    check_port,
    check_terminal,
    check_extras,
)
