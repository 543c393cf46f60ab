"""``rival pack``: check, merge, compare, export and import packs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from rival.commands.app import SPOKEN
from rival.engine import boxes, packs
from rival.engine.packs import merged
from rival.home import PackFolder, own_pack, read_pack, why
from rival.kernel import BadPack, Disagreement, Json, Name, Opponent, _, n_, opponent
from rival.terminal.screen import Screen

app = typer.Typer(
    help="Check, compare, merge, export and import packs: descriptions of your copy of a game.", no_args_is_help=True
)

Lang = Annotated[str, typer.Option(help=f"Language: {SPOKEN}.", envvar="RIVAL_LANG")]
File = Annotated[Path, typer.Argument(help="A pack file (TOML).")]


def owner_of(pack: Json, file: Path) -> Opponent:
    """Return the opponent that a pack belongs to."""
    game = pack.get("game")
    if not isinstance(game, str):
        raise BadPack(
            _('The file {file} doesn\'t name its game: the line game = "…" is missing.', file=Name(str(file)))
        )
    return opponent(game)


@app.command()
def check(file: File, lang: Lang = "en") -> None:
    """Check whether a pack can be used. Errors name the card, section and row."""
    screen = Screen(lang, plain=True)
    pack = read_pack(file)
    against = owner_of(pack, file)
    against.checked_pack(pack)
    for note in against.pack_notes(pack):
        screen.say(_("Note: {note}", note=Name(note.render(against.catalogue(lang)))))
    screen.say(_("{file} is a valid pack.", file=Name(str(file))))


@app.command()
def merge(
    mine: File,
    theirs: File,
    out: Annotated[Path | None, typer.Option(help="New file for the merged pack.")] = None,
    lang: Lang = "en",
) -> None:
    """Merge two packs. Differences are shown, and the first pack's values stay."""
    screen = Screen(lang, plain=True)
    first, second = read_pack(mine), read_pack(theirs)
    against = owner_of(first, mine)
    both, disagreements = merged(against, first, second)
    show(screen, against, disagreements)
    if out is None:
        screen.say(_("Nothing was saved. To save the merged pack, add --out FILE."))
    else:
        write_new(out, both)
        screen.say(_("The merged pack was saved to {file}.", file=Name(str(out))))


@app.command()
def diff(mine: File, theirs: File, lang: Lang = "en") -> None:
    """Show where two packs differ; nothing is written."""
    first, second = read_pack(mine), read_pack(theirs)
    against = owner_of(first, mine)
    show(Screen(lang, plain=True), against, merged(against, first, second)[1])


def show(screen: Screen, against: Opponent, disagreements: Sequence[Disagreement]) -> None:
    """Show where two packs differ."""
    if not disagreements:
        screen.say(_("The two packs do not contradict each other."))
        return
    n = len(disagreements)
    screen.say(
        n_(
            "The packs differ in {n} place; the first pack’s value stays:",
            "The packs differ in {n} places; the first pack’s values stay:",
            n,
        )
    )
    catalogue = against.catalogue(screen.lang)
    for one in disagreements:
        screen.say(f"  {one.where.render(catalogue)}")
        screen.say(_("    first pack: {words}", words=Name(one.mine.render(catalogue))))
        screen.say(_("    second pack: {words}", words=Name(one.theirs.render(catalogue))))


def write_new(file: Path, pack: Json) -> None:
    """Write a pack to a new file; raise BadPack if the file exists."""
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(packs.written(pack))
    except FileExistsError:
        raise BadPack(_("The file {file} exists already. Choose another name.", file=Name(str(file)))) from None
    except OSError as problem:
        raise BadPack(
            _("The file {file} can't be written: {problem}.", file=Name(str(file)), problem=why(problem))
        ) from None


@app.command()
def export(
    game: Annotated[str, typer.Argument(help="The opponent, for instance pampero.")],
    file: Annotated[Path | None, typer.Argument(help="New file for the pack. Default: print the pack.")] = None,
    lang: Lang = "en",
) -> None:
    """Export the description of your copy of a game as a pack, to save, edit or share it."""
    against = opponent(game)
    pack = own_pack(against)
    if pack is None:
        raise BadPack(_("You have not described anything in your copy of {game} yet.", game=against.game))
    if file is None:
        typer.echo(packs.written(pack), nl=False)
    else:
        write_new(file, pack)
        Screen(lang, plain=True).say(_("The pack was saved to {file}.", file=Name(str(file))))


@app.command("import")
def bring_in(
    game: Annotated[str, typer.Argument(help="The opponent, for instance pampero.")],
    file: File,
    lang: Lang = "en",
) -> None:
    """Add a pack to the description of your copy of a game. Where they differ, your own values stay."""
    screen = Screen(lang, plain=True)
    against = opponent(game)
    pack = against.checked_pack(read_pack(file))
    known = own_pack(against)
    differ = boxes.take(PackFolder(), against, pack, "file", file.name, date.today().isoformat())
    if known is not None:
        show(screen, against, differ)
    screen.say(_("Your next game of {game} will use it.", game=Name(against.game.render(against.catalogue(lang)))))
