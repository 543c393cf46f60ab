"""Definitions shared by the commands: the app that they belong to, their options and their language."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from rival.engine import Engine
from rival.home import PackFolder
from rival.kernel import BadOptionError, Json, Name, _
from rival.kernel.texts import LANGUAGES

if TYPE_CHECKING:
    from rival.storage import SqlGameRepository

app = typer.Typer(help="Run the automated opponents of solo board games.", add_completion=False, no_args_is_help=False)


LANGUAGE_CHOICES = " or ".join(LANGUAGES)


def find_default_language() -> str:
    """Return the language of the terminal if the program supports it, else English."""
    for name in ("RIVAL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        lang = os.environ.get(name, "")[:2].lower()
        if lang in LANGUAGES:
            return lang
    return "en"


Game = Annotated[str, typer.Argument(help="The opponent, for instance rolling-heights.")]
Lang = Annotated[str, typer.Option(help=f"Language: {LANGUAGE_CHOICES}.", default_factory=find_default_language)]
Seed = Annotated[int | None, typer.Option(help="Seed of the dice. The same seed gives the same rolls.")]
Plain = Annotated[
    bool, typer.Option("--plain", help="Print plain text without colours and symbols, for screen readers.")
]
OptionPairs = Annotated[
    list[str] | None, typer.Option("--set", help="Set an option of the game, for instance hard=true.")
]
ShowReasons = Annotated[bool, typer.Option("--why", help="Show the rules and reasons behind every step.")]


def parse_options(pairs: list[str] | None) -> dict[str, Json]:
    """Parse the command-line options ``--set``, such as ``hard=true``, into a dict."""
    options: dict[str, Json] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOptionError(_("Enter an option as name=value, not “{pair}”.", pair=Name(pair)))
        options[name.strip()] = {"true": True, "false": False}.get(value.strip().lower(), value.strip())
    return options


def check_language(lang: str) -> str:
    """Return the language code; raise BadOptionError if the program does not support the language."""
    if lang not in LANGUAGES:
        raise BadOptionError(
            _(
                "There is no language {lang}. Choose one of: {langs}.",
                langs=Name(", ".join(LANGUAGES)),
                lang=Name(repr(lang)),
            )
        )
    return lang


def open_games() -> SqlGameRepository:
    """Open the saved games. The import is local, so that other commands start without the database."""
    from rival.storage import open_repository

    return open_repository()


def open_engine() -> Engine:
    """Create the game engine with the saved games and the owner's data about cards and boards."""
    return Engine(open_games(), PackFolder())
