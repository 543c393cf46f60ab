"""Commands for authors of opponents: create one, check it, translate its texts."""

from __future__ import annotations

import tomllib
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rival.commands.app import Game, Lang, Plain, app, check_language
from rival.kernel import BadOptionError, BrokenOpponentError, Name, Opponent, Text, _, load_opponent, n_
from rival.kernel.texts import load_catalogue
from rival.lab.extras import import_extra
from rival.lab.new_opponent import create_opponent
from rival.terminal.screen import Screen

if TYPE_CHECKING:
    from rival.testing import Check


@app.command("new")
def create_opponent_files(
    name: Annotated[str, typer.Argument(help="Name of the opponent, for instance my-opponent.")],
    lang: Lang,
    folder: Annotated[
        Path | None, typer.Argument(help="Folder to create. Default: a folder of this name in the current one.")
    ] = None,
) -> None:
    """Write a small working opponent of your own: script, state, rules, texts, simulated table and tests."""
    where = folder or Path(name)
    catalogue = load_catalogue(check_language(lang))
    for path in create_opponent(name, where):
        typer.echo(f"  {path}")
    text = _(
        "Install it with “pip install -e {folder}”, then watch a game with “rival demo {name} --why”.",
        folder=Name(str(where)),
        name=Name(name),
    )
    typer.echo(text.render(catalogue))


# --- check -------------------------------------------------------------------------------------------------


@app.command("check")
def check_opponent(game: Game, lang: Lang, plain: Plain = False) -> None:
    """Check an opponent of your own: run the contract of all opponents, and name what is missing."""
    from rival.testing import CONTRACT

    screen = Screen(check_language(lang), plain)
    try:
        opponent = load_opponent(game)
    except BrokenOpponentError as error:
        screen.print_text(error.format_traceback().rstrip(), "red")
        screen.print_text(_("The opponent “{id}” can't be loaded.", id=Name(game)), "bold red")
        raise typer.Exit(1) from None
    failed = [check for check in CONTRACT if not run_check(check, opponent, screen)]
    for text in list_missing_parts(opponent):
        screen.print_text(Name(f"- {screen.render(text)}"), "dim")
    if failed:
        screen.print_text(
            n_("{n} check of {all} failed.", "{n} checks of {all} failed.", len(failed), all=len(CONTRACT)), "bold red"
        )
        raise typer.Exit(1)
    screen.print_text(_("All {n} checks passed.", n=len(CONTRACT)), "green")


def run_check(check: Check, opponent: Opponent, screen: Screen) -> bool:
    """Run one check of the contract, print its result, and return whether it passed."""
    purpose = (check.__doc__ or check.__name__).splitlines()[0].removeprefix("Check that ").rstrip(".")
    try:
        check(opponent.id)
    except AssertionError as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        screen.print_text(Name(f"! {purpose}: {str(error) or place.line}"), "bold red")
    except Exception as error:  # a third-party opponent may raise any exception
        screen.print_text(Name("".join(traceback.format_exception(error)).rstrip()), "red")
        screen.print_text(Name(f"! {purpose}"), "bold red")
    else:
        screen.print_text(Name(f"+ {purpose}"), "green")
        return True
    return False


OPTIONAL_PARTS: dict[str, Text] = {
    "make_headline_score": _("no score is shown during the game (make_headline_score)"),
    "make_status_line": _("no status line is shown (make_status_line)"),
    "check_invariants": _("impossible corrections are not refused (check_invariants)"),
    "measure_table": _("the lab records no measures (measure_table)"),
}
"""Fields of an opponent that are often left out by mistake, with the consequences."""


def list_missing_parts(opponent: Opponent) -> list[Text]:
    """Return descriptions of the missing parts that players or the lab would notice."""
    defaults = {name: field.default for name, field in Opponent.__dataclass_fields__.items()}
    missing = [text for name, text in OPTIONAL_PARTS.items() if getattr(opponent, name) is defaults[name]]
    if not (opponent.folder / "art" / "glyphs.svg").exists():
        missing.append(_("its pieces are drawn with signs and words: there is no art/glyphs.svg"))
    if not opponent.languages:
        missing.append(_("it is not translated; to begin, run “rival texts {id} --lang ru”", id=Name(opponent.id)))
    return missing


# --- texts -------------------------------------------------------------------------------------------------


@app.command("texts")
def update_translations(
    game: Game,
    lang: Annotated[str, typer.Option(help="Language of the translation, for instance ru or de.")],
    plain: Plain = False,
) -> None:
    """Extract the texts of an opponent of your own, update its translation (.po file) and compile it."""
    import_extra("babel", "authors")
    from babel import UnknownLocaleError

    from rival.commands.message_files import (
        extract_messages,
        find_errors,
        get_catalogue_file,
        merge_catalogue,
        read_catalogue,
        write_catalogue,
    )

    screen = Screen(check_language("en"), plain)
    opponent = load_opponent(game)
    folder = require_source_folder(opponent)
    file = get_catalogue_file(folder, lang)
    messages = extract_messages([folder])
    try:
        catalogue = merge_catalogue(messages, read_catalogue(file, lang), lang)
    except (UnknownLocaleError, ValueError):
        raise BadOptionError(_("There is no language “{lang}”.", lang=Name(lang))) from None
    write_catalogue(catalogue, file)
    for problem in find_errors(catalogue, catalogue, Path(file.name)):
        screen.print_text(Name(problem))
    for rule in tomllib.loads((folder / "rules.toml").read_text(encoding="utf-8"))["rule"]:
        if lang not in rule:
            screen.print_text(Name(f"rules.toml: not translated: {rule['id']}"))
    screen.print_text(_("Saved to {file}", file=Name(str(file))))


def require_source_folder(opponent: Opponent) -> Path:
    """Return an opponent's source folder; raise BadOptionError if it is an installed copy."""
    if any(part in ("site-packages", "dist-packages") for part in opponent.folder.parts):
        raise BadOptionError(
            _(
                "“{id}” is installed as a copy. Install it with “pip install -e” and its folder, so that its "
                "translations are written next to its sources.",
                id=Name(opponent.id),
            )
        )
    return opponent.folder
