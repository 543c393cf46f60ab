"""Commands for saved games: records, export and import."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rival.commands.app import Lang, Plain, app, check_language, open_engine, open_games
from rival.home import describe_os_error
from rival.kernel import BadOptionError, JoinedText, Name, Opponent, RivalError, Text, _, load_opponent, n_
from rival.terminal.screen import Screen

if TYPE_CHECKING:
    from rival.engine.statistics import Standing

MAX_SCORES = 20
"""The number of recent scores that are shown."""

Samples = Annotated[bool, typer.Option("--samples", help="Include sample games.")]


@app.command("records")
def show_records(
    lang: Lang,
    csv: Annotated[Path | None, typer.Option(help="Write every finished game into this CSV file.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write every finished game into this JSON file.")] = None,
    samples: Samples = False,
    plain: Plain = False,
) -> None:
    """Show how your games ended: wins, averages and best levels, for each opponent and difficulty."""
    from rival.engine.statistics import build_statistics, export_csv, export_json, load_finished_games

    screen = Screen(check_language(lang), plain)
    finished = load_finished_games(open_games(), samples, screen.lang)
    for file, text in ((csv, export_csv), (json, export_json)):
        if file is not None:
            write_file(file, text(finished).encode(), screen)
    if csv is None and json is None:
        records = build_statistics(finished)
        for standing in records.standings:
            show_standing(standing, screen)
        for unread_game in records.unread:
            screen.print_text(
                _(
                    "“{name}” is not counted: {problem}",
                    name=Name(unread_game.name or unread_game.game),
                    problem=Name(unread_game.problem),
                )
            )
        if not finished:
            screen.print_text(_("You haven't finished a game yet."))


def show_standing(standing: Standing, screen: Screen) -> None:
    """Print the wins and scores against one opponent at one difficulty."""
    try:
        opponent = load_opponent(standing.opponent)
    except RivalError:  # the opponent's package is no longer installed
        screen.print_text(standing.opponent, "bold")
        lines = list(format_standing(standing, None))
    else:
        translations = opponent.load_catalogue(screen.lang)
        title = _("{name} ({game})", name=opponent.name, game=opponent.game).render(translations)
        difficulty_labels = [
            f"{setting.label.render(translations)}: {label.render(translations)}"
            for setting in opponent.settings
            for value, label in setting.values
            if setting.difficulty and standing.difficulty.get(setting.name) == value
        ]
        screen.print_text(" · ".join([title[:1].upper() + title[1:], *difficulty_labels]), "bold")
        lines = [Name(line.render(translations)) for line in format_standing(standing, opponent)]
    for line in lines:
        screen.print_text("  " + screen.render(line))


def format_standing(standing: Standing, opponent: Opponent | None) -> Iterator[Text]:
    """Yield lines of text about the wins and scores against one opponent."""
    yield n_("{n} game finished.", "{n} games finished.", standing.games)
    if standing.decided:
        yield _("You won {wins} of {n}.", wins=standing.wins, n=standing.decided)
    scores = [
        _("{side} {score}", side=get_side_name(name, opponent), score=Name(f"{score:g}"))
        for name, score in standing.averages.items()
    ]
    if scores:
        yield _(
            "On average: {scores}; {answers} answers.",
            scores=JoinedText(scores),
            answers=Name(f"{standing.average_answers:g}"),
        )
    if standing.best is not None:
        yield _("Your best score: {score}.", score=standing.best)
    if standing.levels:
        levels = [Name(f"{level} × {n}") for level, n in standing.levels.items()]
        yield _("Levels reached, the best first: {levels}.", levels=JoinedText(levels))
    own_scores = [str(point.scores["you"]) for point in standing.curve if "you" in point.scores]
    if len(own_scores) > 1:
        yield _("Your scores, oldest first: {scores}.", scores=Name(" ".join(own_scores[-MAX_SCORES:])))


def get_side_name(name: str, opponent: Opponent | None) -> Text:
    """Return the displayed name of a side: the player or the opponent."""
    if name == "you":
        return _("you")
    return opponent.name if opponent is not None else Name(name)


# --- games as files ----------------------------------------------------------------------------------------


@app.command("export")
def export_games(
    file: Annotated[Path, typer.Argument(help="The file to write: a journal, or a zip file of all games.")],
    lang: Lang,
    game: Annotated[str | None, typer.Option(help="The name of a game. Default: all games.")] = None,
) -> None:
    """Write one game, or all games, to a file."""
    from rival.engine.zip_files import export_zips

    engine, screen = open_engine(), Screen(check_language(lang), plain=True)
    if game is not None:
        write_file(file, engine.read_stored_journal(game)[0].encode(), screen)
        return
    for number, data in enumerate(export_zips(engine), start=1):
        write_file(file if number == 1 else file.with_stem(f"{file.stem}-{number}"), data, screen)


@app.command("import")
def import_games(
    file: Annotated[Path, typer.Argument(help="A journal, or a zip file of journals.")],
    lang: Lang,
) -> None:
    """Import the games of a file. Games that you already have stay as they are."""
    from rival.engine.zip_files import MAX_UNPACKED_BYTES, import_zip

    screen = Screen(check_language(lang), plain=True)
    engine = open_engine()
    try:
        with file.open("rb") as source:
            data = source.read(MAX_UNPACKED_BYTES + 1)
    except OSError as error:
        raise make_file_error(file, error) from None
    if len(data) > MAX_UNPACKED_BYTES:
        raise BadOptionError(_("The file {file} is too large.", file=Name(str(file))))
    if data[:2] == b"PK":
        states, refused = import_zip(engine, data)
    else:
        states, refused = [engine.import_journal(data.decode(errors="replace")).state], []
    for refusal in refused:
        screen.print_text(_("{file}: {problem}", file=Name(refusal.file), problem=refusal.message.text))
    screen.print_text(n_("{n} game imported.", "{n} games imported.", len(states)))


def write_file(file: Path, data: bytes, screen: Screen) -> None:
    """Write data to a file, and print the file's name."""
    try:
        file.write_bytes(data)
    except OSError as error:
        raise make_file_error(file, error) from None
    screen.print_text(_("Saved to {file}.", file=Name(str(file))))


def make_file_error(file: Path, error: OSError) -> BadOptionError:
    """Return the error for a file that can't be read or written."""
    return BadOptionError(
        _("The file {file} can't be opened: {problem}.", file=Name(str(file)), problem=describe_os_error(error))
    )
