"""``rival pack``: check, merge, compare, export and import packs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from rival.commands.app import LANGUAGE_CHOICES
from rival.engine import boxes, packs
from rival.engine.packs import merge_packs
from rival.home import PackFolder, describe_os_error, load_own_pack, read_pack
from rival.kernel import BadPackError, Json, Name, Opponent, PartDifference, _, load_opponent, n_
from rival.terminal.screen import Screen

app = typer.Typer(
    help="Check, compare, merge, export and import packs: descriptions of your copy of a game.", no_args_is_help=True
)

Lang = Annotated[str, typer.Option(help=f"Language: {LANGUAGE_CHOICES}.", envvar="RIVAL_LANG")]
File = Annotated[Path, typer.Argument(help="A pack file (TOML).")]


def load_pack_opponent(pack: Json, file: Path) -> Opponent:
    """Return the opponent that a pack file belongs to."""
    game = pack.get("game")
    if not isinstance(game, str):
        raise BadPackError(
            _('The file {file} doesn\'t name its game: the line game = "…" is missing.', file=Name(str(file)))
        )
    return load_opponent(game)


@app.command("check")
def check_pack(file: File, lang: Lang = "en") -> None:
    """Check whether a pack can be used. Errors name the card, section and row."""
    screen = Screen(lang, plain=True)
    pack = read_pack(file)
    opponent = load_pack_opponent(pack, file)
    opponent.validate_pack(pack)
    for note in opponent.find_pack_oddities(pack):
        screen.print_text(_("Note: {note}", note=Name(note.render(opponent.load_catalogue(lang)))))
    screen.print_text(_("{file} is a valid pack.", file=Name(str(file))))


@app.command("merge")
def merge_pack_files(
    mine: File,
    theirs: File,
    out: Annotated[Path | None, typer.Option(help="New file for the merged pack.")] = None,
    lang: Lang = "en",
) -> None:
    """Merge two packs. Differences are shown, and the first pack's values stay."""
    screen = Screen(lang, plain=True)
    first, second = read_pack(mine), read_pack(theirs)
    opponent = load_pack_opponent(first, mine)
    merged_pack, disagreements = merge_packs(opponent, first, second)
    show_differences(screen, opponent, disagreements)
    if out is None:
        screen.print_text(_("Nothing was saved. To save the merged pack, add --out FILE."))
    else:
        write_new_pack(out, merged_pack)
        screen.print_text(_("The merged pack was saved to {file}.", file=Name(str(out))))


@app.command("diff")
def compare_pack_files(mine: File, theirs: File, lang: Lang = "en") -> None:
    """Show where two packs differ; nothing is written."""
    first, second = read_pack(mine), read_pack(theirs)
    opponent = load_pack_opponent(first, mine)
    show_differences(Screen(lang, plain=True), opponent, merge_packs(opponent, first, second)[1])


def show_differences(screen: Screen, opponent: Opponent, disagreements: Sequence[PartDifference]) -> None:
    """Print where two packs of the same game differ."""
    if not disagreements:
        screen.print_text(_("The two packs do not contradict each other."))
        return
    n = len(disagreements)
    screen.print_text(
        n_(
            "The packs differ in {n} place; the first pack’s value stays:",
            "The packs differ in {n} places; the first pack’s values stay:",
            n,
        )
    )
    catalogue = opponent.load_catalogue(screen.lang)
    for difference in disagreements:
        screen.print_text(f"  {difference.place.render(catalogue)}")
        screen.print_text(_("    first pack: {words}", words=Name(difference.mine.render(catalogue))))
        screen.print_text(_("    second pack: {words}", words=Name(difference.theirs.render(catalogue))))


def write_new_pack(file: Path, pack: Json) -> None:
    """Write a pack to a new file; raise BadPackError if the file exists."""
    try:
        with file.open("x", encoding="utf-8") as stream:
            stream.write(packs.serialize_pack(pack))
    except FileExistsError:
        raise BadPackError(_("The file {file} exists already. Choose another name.", file=Name(str(file)))) from None
    except OSError as error:
        raise BadPackError(
            _("The file {file} can't be written: {problem}.", file=Name(str(file)), problem=describe_os_error(error))
        ) from None


@app.command("export")
def export_pack(
    game: Annotated[str, typer.Argument(help="The opponent, for instance pampero.")],
    file: Annotated[Path | None, typer.Argument(help="New file for the pack. Default: print the pack.")] = None,
    lang: Lang = "en",
) -> None:
    """Export the description of your copy of a game as a pack, to save, edit or share it."""
    opponent = load_opponent(game)
    pack = load_own_pack(opponent)
    if pack is None:
        raise BadPackError(_("You have not described anything in your copy of {game} yet.", game=opponent.game))
    if file is None:
        typer.echo(packs.serialize_pack(pack), nl=False)
    else:
        write_new_pack(file, pack)
        Screen(lang, plain=True).print_text(_("The pack was saved to {file}.", file=Name(str(file))))


@app.command("import")
def import_pack(
    game: Annotated[str, typer.Argument(help="The opponent, for instance pampero.")],
    file: File,
    lang: Lang = "en",
) -> None:
    """Add a pack to the description of your copy of a game. Where they differ, your own values stay."""
    screen = Screen(lang, plain=True)
    opponent = load_opponent(game)
    pack = opponent.validate_pack(read_pack(file))
    previous = load_own_pack(opponent)
    differences = boxes.import_pack(PackFolder(), opponent, pack, "file", file.name, date.today().isoformat())
    if previous is not None:
        show_differences(screen, opponent, differences)
    screen.print_text(
        _("Your next game of {game} will use it.", game=Name(opponent.game.render(opponent.load_catalogue(lang))))
    )
