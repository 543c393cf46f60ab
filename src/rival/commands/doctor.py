"""``rival doctor``: check the installation, and suggest how to repair it.

It changes nothing that starting Rival would not change.
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
from rival.commands.app import Lang, Plain, app, checked
from rival.home import home, why
from rival.kernel import Joined, Name, RivalError, Text, _, n_, opponent
from rival.kernel.texts import KERNEL_LOCALE, LANGUAGES, catalogue_for, translations
from rival.terminal.screen import SIGNS as SHOWN_AT_THE_TABLE
from rival.terminal.screen import Screen

State = Literal["good", "absent", "bad"]
SIGNS: dict[State, str] = {"good": "+", "absent": "-", "bad": "!"}
STYLES: dict[State, str] = {"good": "green", "absent": "dim", "bad": "bold red"}
WORDS: dict[State, Text] = {"good": _("OK"), "absent": _("Not installed"), "bad": _("Problem")}

EXTRAS: dict[str, tuple[Text, tuple[str, ...]]] = {
    "lab": (_("simulations and their reports"), ("polars",)),
    "ray": (_("simulations on a cluster"), ("polars", "ray")),
    "gym": (_("the environment for machine learning"), ("gymnasium", "numpy")),
    "postgresql": (_("games in a PostgreSQL database"), ("psycopg",)),
}
"""Purpose and modules of each extra of the package."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A result of a check, with a way to repair it."""

    state: State
    text: Text
    remedy: Text | None = None
    translations: Path | None = None  # folder with the opponent's translations


@app.command()
def doctor(lang: Lang, plain: Plain = False) -> None:
    """Check the installation: program, opponents, data folder, database, page, port, terminal and extras."""
    screen = Screen(checked(lang), plain)
    healthy = True
    for look in LOOKS:
        for finding in look():
            show(finding, screen)
            healthy = healthy and finding.state != "bad"
    if not healthy:
        raise typer.Exit(1)


def show(finding: Finding, screen: Screen) -> None:
    """Print a finding on one line."""
    words = catalogue_for(screen.lang, *([finding.translations] if finding.translations else []))
    head = f"{WORDS[finding.state].render(words)}:" if screen.plain else SIGNS[finding.state]
    said = [head, finding.text.render(words), *([finding.remedy.render(words)] if finding.remedy else [])]
    line = Styled(" ".join(said), style="" if screen.plain else STYLES[finding.state])
    screen.console.print(line, soft_wrap=True)  # one line each, easy to search and to send


# --- checks ------------------------------------------------------------------------------------------------


def program() -> Iterator[Finding]:
    """Report version, system and folder."""
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


def the_opponents() -> Iterator[Finding]:
    """Report the installed opponents, also those that can't be loaded."""
    entries = {entry.name: entry for entry in entry_points(group="rival.opponents")}
    for entry in sorted(entries.values(), key=lambda entry: entry.name):
        try:
            found = opponent(entry.name)
        except Exception as problem:  # opponents may be packages of other authors and raise anything
            yield Finding(
                "bad",
                _("Opponent {id} can't be loaded: {problem}.", id=Name(entry.name), problem=Name(repr(problem))),
                _("Reinstall its package or remove it: {package}.", package=Name(entry.value.partition(":")[0])),
            )
        else:
            said = _("Opponent {id}: {name} ({game}).", id=found.id, name=found.name, game=found.game)
            yield Finding("good", said, translations=found.folder / "locale")


def languages() -> Iterator[Finding]:
    """Report translations that are not compiled."""
    for lang in LANGUAGES:
        if lang != "en" and translations(KERNEL_LOCALE, lang) is None:
            yield Finding("bad", _("The translations ({lang}) have not been compiled.", lang=Name(lang)), set_up())


def data() -> Iterator[Finding]:
    """Report the folder of packs and games. It is created when the first game is saved."""
    folder = home()
    chosen = _("set by RIVAL_HOME") if os.environ.get("RIVAL_HOME") else _("the default of this system")
    where = {"folder": Name(str(folder)), "chosen": chosen}
    nearest = next(one for one in (folder, *folder.absolute().parents) if one.exists())
    if not (nearest.is_dir() and os.access(nearest, os.W_OK)):
        problem = why(PermissionError() if nearest.is_dir() else NotADirectoryError(20, os.strerror(20)))
        text = _("Data folder ({chosen}): Rival can't write to {folder}: {problem}.", problem=problem, **where)
        yield Finding("bad", text, _("Allow writing to this folder, or set another one in RIVAL_HOME."))
    elif folder.exists():
        yield Finding("good", _("Data folder ({chosen}): {folder}.", **where))
    else:
        yield Finding(
            "good", _("Data folder ({chosen}): {folder}. It will be created when Rival first saves something.", **where)
        )


def database() -> Iterator[Finding]:
    """Report the kind and place of the database, and the number of games in it."""
    from rival.storage import Database, SqlShelf
    from rival.storage.database import database_url

    try:
        url = database_url(None)
        if url.get_backend_name() == "sqlite" and not Path(url.database or "").exists():
            yield Finding("good", _("Database: SQLite. It will be created with the first saved game."))
            return
        opened = Database(url)
    except RivalError as problem:
        yield Finding("bad", _("Database: {problem}", problem=problem.text))
        return
    try:
        games = n_("{n} game", "{n} games", len(SqlShelf(opened).games()))
        kind = Name("SQLite" if opened.is_sqlite else "PostgreSQL")
        where = {"kind": kind, "place": Name(opened.place)}
        yield Finding("good", _("Database: {kind}, {place}, {games}.", games=games, **where))
    except RivalError as problem:
        yield Finding("bad", _("Database: {problem}", problem=problem.text))
    finally:
        opened.close()


def page() -> Iterator[Finding]:
    """Report whether the page is built."""
    from rival.server.pages import PAGE

    if (PAGE / "index.html").exists():
        yield Finding("good", _("The web page is built."))
    else:
        yield Finding("bad", _("The web page has not been built, so Rival can't be used in a browser."), set_up())


def port() -> Iterator[Finding]:
    """Report which port the next start uses."""
    from rival.server.run import PORT, listening

    try:
        with listening("127.0.0.1", None) as place:
            number = place.getsockname()[1]
    except RivalError as problem:
        yield Finding(
            "bad", problem.text, _("Stop the programs that use these ports, or choose another one: rival --port N")
        )
        return
    if number == PORT:
        yield Finding("good", _("Port {port} is free.", port=Name(str(PORT))))
    else:
        taken = _("Port {port} is in use, perhaps by a running Rival.", port=Name(str(PORT)))
        yield Finding("good", taken, _("The next start will use port {port}.", port=Name(str(number))))


def terminal() -> Iterator[Finding]:
    """Report the encoding of the terminal."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        "".join([*SHOWN_AT_THE_TABLE.values(), "…“”", "Ж"]).encode(encoding)
    except UnicodeEncodeError:
        text = _(
            "The terminal’s encoding is {encoding}. Some letters and symbols can't be shown in it.",
            encoding=Name(encoding),
        )
        yield Finding("bad", text, _("Set PYTHONUTF8=1, and choose a font that has these characters."))
    else:
        yield Finding("good", _("The terminal’s encoding is {encoding}.", encoding=Name(encoding)))


def extras() -> Iterator[Finding]:
    """Report the extras of the package, whether installed or not."""
    for extra, (purpose, modules) in EXTRAS.items():
        said = {"extra": Name(extra), "purpose": purpose}
        try:
            for module in modules:
                import_module(module)
        except ModuleNotFoundError:
            install = _("To install it: pip install 'rival-solo[{extra}]'", extra=Name(extra))
            yield Finding("absent", _("Extra {extra} ({purpose}) is not installed.", **said), install)
        except Exception as problem:  # the package is installed but broken
            text = _("Extra {extra} ({purpose}) does not work: {problem}.", problem=Name(repr(problem)), **said)
            again = _("Reinstall it: pip install --force-reinstall {modules}", modules=Joined(modules, " "))
            yield Finding("bad", text, again)
        else:
            yield Finding("good", _("Extra {extra} ({purpose}) works.", **said))


def set_up() -> Text:
    """Return how to build the missing files: in a source folder or by a new installation."""
    root = Path(rival.__file__).parents[2]
    if (root / "Makefile").exists():
        return _("Run “make setup” in {folder}.", folder=Name(str(root)))
    return _("Reinstall Rival: pip install --force-reinstall rival-solo")


LOOKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    program,
    the_opponents,
    languages,
    data,
    database,
    page,
    port,
    terminal,
    extras,
)
