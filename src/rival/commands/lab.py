"""The commands of the lab. Large libraries are imported only when they are used."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rival.commands.app import Game, Lang, OptionPairs, Plain, Seed, app, check_language, parse_options
from rival.engine.simulation import InvariantError
from rival.home import read_pack
from rival.kernel import BadOptionError, Json, Name, Opponent, _, load_opponent
from rival.lab.extras import import_extra

if TYPE_CHECKING:
    from rival.lab.run import ChunkRunner, Experiment, RunFolder

RATE_SECONDS = 600
"""The period in seconds from which the remaining time is estimated; a chunk of a long run takes up to half a minute."""
INTERRUPTED_CODE = 130
"""The exit code of a program that was stopped with Ctrl-C."""


def parse_varied_options(opponent: Opponent, pairs: list[str] | None) -> dict[str, list[Json]]:
    """Parse the option values to compare: ``hard=false,true``, or ``hard=all`` for every value."""
    values_by_option: dict[str, list[Json]] = {}
    for pair in pairs or []:
        name, equals, values = pair.partition("=")
        if not equals or not values:
            raise BadOptionError(_("Enter an option as name=value,value, not “{pair}”.", pair=Name(pair)))
        setting = next((item for item in opponent.settings if item.name == name.strip()), None)
        values_by_id = (
            {str(word): value for word, (value, _label) in zip(setting.value_names, setting.values, strict=True)}
            if setting
            else {}
        )
        texts = values_by_id if values == "all" else [item.strip() for item in values.split(",")]
        values_by_option[name.strip()] = [values_by_id.get(item, item) for item in texts]
    return values_by_option


@app.command("lab")
def run_lab(
    game: Game,
    lang: Lang,
    games: Annotated[int, typer.Option(help="Number of games for each set of options.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the run. The same seed gives the same results.")] = 1,
    vary: Annotated[
        list[str] | None,
        typer.Option("--set", help="Option values to compare, for instance hard=false,true or hard=all."),
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(help="Strategy of the player's side: sensible, random, or your own as module:Class."),
    ] = None,
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
    """Play an opponent many times in simulated games and report the results."""
    import_extra("polars", "lab")
    from rival.lab.run import make_experiment, make_process_runner, make_ray_runner, play_locally

    sys.path.insert(0, "")  # a custom strategy may be a file in the current folder
    table = load_pack(load_opponent(game), pack)
    plan = make_experiment(game, games, seed, parse_varied_options(load_opponent(game), vary), policy, table, unread)
    runner: ChunkRunner = play_locally
    if ray is not None:
        runner = make_ray_runner(None if ray == "local" else ray, workers if workers > 1 else None)
    elif workers != 1:
        runner = make_process_runner(workers or count_cores())
    if par:
        write_score_curves(plan, runner, out, check_language(lang))
    elif out is None:
        if resume:
            raise BadOptionError(_("--resume needs --out with the results file of the stopped run."))
        with tempfile.TemporaryDirectory() as folder:
            show_results(
                play_with_progress(plan, Path(folder) / "parts", runner, False, check_language(lang)), None, html, lang
            )
    else:
        parts = play_with_progress(plan, out.with_name(out.name + ".parts"), runner, resume, check_language(lang))
        show_results(parts, out, html, lang)
        parts.delete()


def write_score_curves(plan: Experiment, runner: ChunkRunner, target: Path | None, lang: str) -> None:
    """Write the score curves with which later games are compared, by default to the game's folder."""
    from rival.kernel.percentiles import CURVES_FILE
    from rival.lab import score_curves

    if plan.opponent.charted_measures[0] not in plan.opponent.measure_labels:
        raise BadOptionError(_("{name} has no score, so its games can't be compared.", name=plan.opponent.name))
    curves: list[dict[str, Json]] = []
    with tempfile.TemporaryDirectory() as folder:
        for change, variant in score_curves.list_experiments(plan.opponent, plan.games, plan.seed, plan.policy):
            curves.append(
                score_curves.make_curve(
                    change, play_with_progress(variant, Path(folder) / str(len(curves)), runner, False, lang)
                )
            )
    file = target or plan.opponent.folder / CURVES_FILE
    score_curves.write_curves(file, plan, curves)
    typer.echo(_("Saved to {file}", file=Name(str(file))).render(plan.opponent.load_catalogue(lang)))


def load_pack(opponent: Opponent, pack: Path | None) -> Json:
    """Load a pack from a file, or a sample pack of the opponent by its name, such as ``cramped``."""
    if pack is None:
        return None
    sample_file = opponent.folder / "sample" / f"{pack}.toml"
    return opponent.validate_pack(read_pack(sample_file if sample_file.exists() and not pack.exists() else pack))


def count_cores() -> int:
    """Return the number of cores available to this process."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_with_progress(plan: Experiment, folder: Path, runner: ChunkRunner, resume: bool, lang: str) -> RunFolder:
    """Play the games of an experiment with a progress bar. After Ctrl-C the finished games stay in the folder."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from rival.lab.run import run_experiment

    catalogue = plan.opponent.load_catalogue(lang)
    unit = _("games per second").render(catalogue)
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]} " + unit),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=Console(stderr=True), speed_estimate_period=RATE_SECONDS)
    task = bar.add_task("", total=plan.total_games, rate="…")
    start, new_games, saved_games = time.monotonic(), 0, 0

    def report_chunk(n: int, is_new: bool) -> None:
        nonlocal new_games, saved_games
        if is_new:
            new_games += n
            bar.update(task, advance=n, rate=f"{new_games / max(time.monotonic() - start, 0.001):,.0f}")
        else:  # the speed of an earlier run does not predict the remaining time
            saved_games += n
            bar.reset(task, completed=saved_games, rate="…")

    try:
        with bar:
            return run_experiment(plan, folder, runner, resume, report_chunk)
    except KeyboardInterrupt:
        done = int(bar.tasks[0].completed)
        text = _(
            "Stopped after {done} of {total} games. If you used --out, the games are saved, and "
            "--resume continues the run.",
            done=done,
            total=plan.total_games,
        )
        typer.echo(text.render(catalogue), err=True)
        sys.exit(INTERRUPTED_CODE)
    except InvariantError as broken:
        file = Path("broken-game.jsonl")
        file.write_text(broken.journal, encoding="utf-8")
        raise BadOptionError(
            _("{problem} The journal of that game is in {file}.", problem=broken.text, file=Name(str(file)))
        ) from None


def show_results(parts: RunFolder, target: Path | None, html: Path | None, lang: str) -> None:
    """Write the requested result files and show the report."""
    from rich.console import Console

    from rival.lab import html_report, terminal_report
    from rival.lab.report import make_report
    from rival.lab.run import collect_results, get_table_file, write_results

    results = collect_results(parts)
    if target is not None:
        results = write_results(results, target)
    summary = make_report(results)
    catalogue = parts.plan.opponent.load_catalogue(lang)
    terminal_report.print_report(summary, catalogue, Console(markup=False, emoji=False, highlight=False))
    if html is not None:
        html.write_text(html_report.render_page(summary, catalogue), encoding="utf-8")
    written = [str(get_table_file(target, name)) for name in ("games", "rounds", "rules", "asked")] if target else []
    for file in [*written, *([str(html)] if html else [])]:
        typer.echo(_("Saved to {file}", file=Name(file)).render(catalogue))


@app.command("practice")
def play_practice_game(
    game: Game,
    lang: Lang,
    seed: Seed = None,
    options: OptionPairs = None,
    pack: Annotated[
        Path | None, typer.Option(help="A pack (TOML file) instead of the sample, or the name of a sample pack.")
    ] = None,
    plain: Plain = False,
) -> None:
    """Play a practice game without the box, to learn how the opponent works."""
    import secrets
    from contextlib import suppress

    from rival.terminal.screen import Screen
    from rival.terminal.terminal_game import make_line_reader
    from rival.terminal.terminal_practice import TerminalPractice

    opponent = load_opponent(game)
    resolved_options = opponent.resolve_options(parse_options(options))
    table = load_pack(opponent, pack)
    screen = Screen(check_language(lang), plain)
    number = secrets.randbelow(10**9) if seed is None else seed
    with suppress(EOFError, KeyboardInterrupt):
        TerminalPractice(opponent, number, resolved_options, screen, make_line_reader(plain), table).play()
    screen.print_text(_("Random seed of this game: {seed}", seed=Name(str(number))), "dim")
