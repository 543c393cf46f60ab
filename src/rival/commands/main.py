"""The program ``rival``: open the page, or run the given command."""

from __future__ import annotations

import os
import re
import sys
import traceback
from typing import Annotated

import typer

import rival
from rival.commands import (  # importing a module adds its commands to the app
    authors,
    box,
    doctor,
    games,
    lab,
    pack,
    play,
)
from rival.commands.app import Lang, app, check_language, find_default_language
from rival.kernel import BadOptionError, Name, RivalError, _, find_faulty_opponent, load_opponents
from rival.kernel.texts import LANGUAGES, load_catalogue
from rival.terminal.screen import Screen, escape_control_characters

app.add_typer(pack.app, name="pack")
COMMAND_MODULES = (play, games, box, lab, authors, doctor)


@app.callback(invoke_without_command=True)
def start_program(
    context: typer.Context,
    lang: Lang,
    lan: Annotated[bool, typer.Option("--lan", help="Let other devices in your network connect, with a key.")] = False,
    host: Annotated[str | None, typer.Option(help="Address to listen at. Default: this machine only.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to use. Default: 8181 or the next free one.")] = None,
    address: Annotated[
        str | None, typer.Option(help="Public address behind a proxy, for instance https://rival.club.example.")
    ] = None,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="Make a new key. All devices have to log in again.")
    ] = False,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    reload: Annotated[
        bool, typer.Option("--reload", help="For authors: restart when the sources of an opponent change.")
    ] = False,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Play solo board games against their automated opponents. Without a command: open Rival in your browser."""
    if version:
        typer.echo(f"Rival {rival.__version__}")
        raise typer.Exit
    source = context.get_parameter_source("lang")
    if source is not None and source.name == "COMMANDLINE":
        os.environ["RIVAL_LANG"] = check_language(lang)  # --lang before a command sets the language of that command
    if context.invoked_subcommand is None and reload:
        from rival.commands.reload import run_with_reload

        run_with_reload([argument for argument in sys.argv[1:] if argument != "--reload"])
    elif context.invoked_subcommand is None:
        from rival.server.run import ServerOptions, serve  # imported here: the other commands start without the server

        opening = ServerOptions(host or ("0.0.0.0" if lan else "127.0.0.1"), port, check_address(address), new_key)
        serve(opening, browser, Screen(check_language(lang), plain=True).print_text)


def check_address(address: str | None) -> str | None:
    """Return the network address; raise BadOptionError if it is malformed."""
    if address is not None and not re.fullmatch(r"https?://[\w.-]+(:\d+)?/?", address, re.ASCII):
        raise BadOptionError(
            _(
                "The address {address} is not valid. It must look like https://rival.club.example.",
                address=Name(address),
            )
        )
    return address


def main() -> None:
    """Run the command line; print a user's error as one sentence and exit with code 2."""
    try:
        app(complete_ray_option(sys.argv[1:]))
    except RivalError as error:
        folders = [installed.folder / "locale" for installed in load_opponents().values()]
        typer.echo(
            escape_control_characters(str(error.translate(load_catalogue(find_error_language(), *folders)))), err=True
        )
        sys.exit(2)
    except BrokenPipeError:  # the program that reads the output has exited
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:
        opponent = find_faulty_opponent(error)
        if opponent is None:
            raise
        traceback.print_exception(error)
        text = _("An error occurred in the opponent “{id}”.", id=Name(opponent.id))
        typer.echo(text.render(load_catalogue(find_error_language())), err=True)
        sys.exit(1)


def complete_ray_option(arguments: list[str]) -> list[str]:
    """Return the command-line arguments, adding ``local`` after a ``--ray`` that has no value."""
    following = [*arguments[1:], "--"]
    pairs = zip(arguments, following, strict=False)
    return [
        part
        for argument, next_argument in pairs
        for part in ([argument, "local"] if argument == "--ray" and next_argument[:1] == "-" else [argument])
    ]


def find_error_language() -> str:
    """Return the language for an error message: the one on the command line if it is supported, else the default."""
    arguments = sys.argv
    for flag, value in zip(arguments, [*arguments[1:], ""], strict=True):
        lang = flag.removeprefix("--lang=") if flag.startswith("--lang=") else value if flag == "--lang" else ""
        if lang in LANGUAGES:
            return lang
    return find_default_language()
