"""The commands of the lab. Large libraries are imported only when they are used."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rival.commands.app import Game, Lang, Plain, Seed, Set, app, checked, chosen_options
from rival.engine.sampling import Broken
from rival.home import read_pack
from rival.kernel import BadOption, Json, Name, Opponent, _, opponent

if TYPE_CHECKING:
    from rival.lab.run import Experiment, Parts, Play

STOPPED = 130
"""The exit code of a program that was ended by Ctrl-C."""


def varied(against: Opponent, pairs: list[str] | None) -> dict[str, list[Json]]:
    """Return the values of each option to compare: ``hard=false,true``, or ``hard=all`` for every value."""
    found: dict[str, list[Json]] = {}
    for pair in pairs or []:
        name, equals, values = pair.partition("=")
        if not equals or not values:
            raise BadOption(_("Enter an option as name=value,value, not “{pair}”.", pair=Name(pair)))
        setting = next((one for one in against.settings if one.name == name.strip()), None)
        known = (
            {str(word): value for word, (value, _label) in zip(setting.ids, setting.values, strict=True)}
            if setting
            else {}
        )
        wanted = known if values == "all" else [one.strip() for one in values.split(",")]
        found[name.strip()] = [known.get(one, one) for one in wanted]
    return found


@app.command()
def lab(
    game: Game,
    lang: Lang,
    games: Annotated[int, typer.Option(help="Number of games for each set of options.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the run. The same seed gives the same results.")] = 1,
    vary: Annotated[
        list[str] | None,
        typer.Option("--set", help="Option values to compare, for instance hard=false,true or hard=all."),
    ] = None,
    policy: Annotated[str | None, typer.Option(help="Strategy of the player's side: sensible or random.")] = None,
    pack: Annotated[
        Path | None,
        typer.Option(help="A pack (TOML file) instead of the sample, or the name of a sample pack of the opponent."),
    ] = None,
    unread: Annotated[
        bool,
        typer.Option(
            "--unread", help="Start without a description of the box, to see how much is asked in a first game."
        ),
    ] = False,
    workers: Annotated[int, typer.Option(help="Number of processes; 0 means one for each core.")] = 1,
    ray: Annotated[str | None, typer.Option(help="Play on a Ray cluster: its address, or “local”.")] = None,
    out: Annotated[Path | None, typer.Option(help="File for the results, for instance results.parquet.")] = None,
    html: Annotated[Path | None, typer.Option(help="Also write the report to this HTML file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue a run that was stopped.")] = False,
    par: Annotated[bool, typer.Option("--par", help="Make the curves that games are compared with.")] = False,
) -> None:
    """Play an opponent many times on a sample table and report the results."""
    from rival.lab.run import cluster, experiment, here, needed, processes

    needed("polars", "lab")
    table = named_pack(opponent(game), pack)
    plan = experiment(game, games, seed, varied(opponent(game), vary), policy, table, unread)
    player: Play = here
    if ray is not None:
        player = cluster(None if ray == "local" else ray, workers if workers > 1 else None)
    elif workers != 1:
        player = processes(workers or cores())
    if par:
        make_par(plan, player, out, checked(lang))
    elif out is None:
        if resume:
            raise BadOption(_("--resume needs --out with the results file of the stopped run."))
        with tempfile.TemporaryDirectory() as folder:
            look(played(plan, Path(folder) / "parts", player, False, checked(lang)), None, html, lang)
    else:
        parts = played(plan, out.with_name(out.name + ".parts"), player, resume, checked(lang))
        look(parts, out, html, lang)
        parts.remove()


def make_par(plan: Experiment, player: Play, out: Path | None, lang: str) -> None:
    """Write the curves that the companion compares games with, by default into the folder of the game."""
    from rival.kernel.par import FILE
    from rival.lab import par_file

    if plan.against.curves[0] not in plan.against.measured:
        raise BadOption(_("{name} has no score, so its games can't be compared.", name=plan.against.name))
    curves: list[dict[str, Json]] = []
    with tempfile.TemporaryDirectory() as folder:
        for change, one in par_file.experiments(plan.against, plan.games, plan.seed, plan.policy):
            curves.append(par_file.curve(change, played(one, Path(folder) / str(len(curves)), player, False, lang)))
    file = out or plan.against.folder / FILE
    par_file.write(file, plan, curves)
    typer.echo(_("Saved to {file}", file=Name(str(file))).render(plan.against.catalogue(lang)))


def named_pack(against: Opponent, pack: Path | None) -> Json:
    """Return a pack from its file, or a sample pack of the opponent by its name, such as ``cramped``."""
    if pack is None:
        return None
    ours = against.folder / "sample" / f"{pack}.toml"
    return against.checked_pack(read_pack(ours if ours.exists() and not pack.exists() else pack))


def cores() -> int:
    """Return the number of cores available to this process."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def played(plan: Experiment, folder: Path, player: Play, resume: bool, lang: str) -> Parts:
    """Play the experiment with a progress bar. After Ctrl-C the finished games stay in the folder."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from rival.lab.run import run

    catalogue = plan.against.catalogue(lang)
    a_second = _("games per second").render(catalogue)
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]} " + a_second),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=Console(stderr=True))
    task = bar.add_task("", total=plan.total, rate="…")

    begun = time.monotonic()

    def heard(n: int, fresh: bool) -> None:
        fresh_games.append(n if fresh else 0)
        rate = sum(fresh_games) / max(time.monotonic() - begun, 0.001)
        bar.update(task, advance=n, rate=f"{rate:,.0f}" if fresh else "…")

    fresh_games: list[int] = []

    try:
        with bar:
            return run(plan, folder, player, resume, heard)
    except KeyboardInterrupt:
        done = int(bar.tasks[0].completed)
        text = _(
            "Stopped after {done} of {total} games. If you used --out, the games are saved, and "
            "--resume continues the run.",
            done=done,
            total=plan.total,
        )
        typer.echo(text.render(catalogue), err=True)
        sys.exit(STOPPED)
    except Broken as broken:
        file = Path("broken-game.jsonl")
        file.write_text(broken.journal, encoding="utf-8")
        raise BadOption(
            _("{problem} The journal of that game is in {file}.", problem=broken.text, file=Name(str(file)))
        ) from None


def look(parts: Parts, out: Path | None, html: Path | None, lang: str) -> None:
    """Write the requested files and show the report."""
    from rich.console import Console

    from rival.lab import page, terminal
    from rival.lab.report import report
    from rival.lab.run import file_of, gathered, write

    results = gathered(parts)
    if out is not None:
        results = write(results, out)
    found = report(results)
    catalogue = parts.plan.against.catalogue(lang)
    terminal.show(found, catalogue, Console(markup=False, emoji=False, highlight=False))
    if html is not None:
        html.write_text(page.page(found, catalogue), encoding="utf-8")
    written = [str(file_of(out, name)) for name in ("games", "rounds", "rules", "asked")] if out else []
    for file in [*written, *([str(html)] if html else [])]:
        typer.echo(_("Saved to {file}", file=Name(file)).render(catalogue))


@app.command()
def new(
    name: Annotated[str, typer.Argument(help="Name of the opponent, for instance my-opponent.")],
    lang: Lang,
    folder: Annotated[
        Path | None, typer.Argument(help="Folder to create. Default: a folder of this name in the current one.")
    ] = None,
) -> None:
    """Write a small working opponent of your own: script, table, rules, texts, sample and tests."""
    from rival.kernel.texts import catalogue_for
    from rival.lab.new import new_opponent

    where = folder or Path(name)
    catalogue = catalogue_for(checked(lang))
    for path in new_opponent(name, where):
        typer.echo(f"  {path}")
    text = _(
        "Install it with “pip install -e {folder}”, then watch a game with “rival demo {name} --why”.",
        folder=Name(str(where)),
        name=Name(name),
    )
    typer.echo(text.render(catalogue))


@app.command()
def practice(
    game: Game,
    lang: Lang,
    seed: Seed = None,
    options: Set = None,
    pack: Annotated[
        Path | None, typer.Option(help="A pack (TOML file) instead of the sample, or the name of a sample pack.")
    ] = None,
    plain: Plain = False,
) -> None:
    """Play the player's side of a sample table, to learn without the box how the opponent works."""
    import secrets
    from contextlib import suppress

    from rival.terminal.companion import reader
    from rival.terminal.practising import Practice
    from rival.terminal.screen import Screen

    against = opponent(game)
    chosen = against.resolve(chosen_options(options))
    table = named_pack(against, pack)
    screen = Screen(checked(lang), plain)
    number = secrets.randbelow(10**9) if seed is None else seed
    with suppress(EOFError, KeyboardInterrupt):
        Practice(against, number, chosen, screen, reader(plain), table).play()
    screen.say(_("Seed of this game: {seed}", seed=Name(str(number))), "dim")
