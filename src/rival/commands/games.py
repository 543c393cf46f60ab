"""Commands for saved games: records, export and import."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rival.commands.app import Lang, Plain, app, checked, the_engine, the_shelf
from rival.home import why
from rival.kernel import BadOption, Joined, Name, Opponent, RivalError, Text, _, n_, opponent
from rival.terminal.screen import Screen

if TYPE_CHECKING:
    from rival.engine.records import Standing

SHOWN = 20
"""Number of the latest scores that are shown."""

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
    from rival.engine.records import all_records, as_csv, as_json, summed_up

    screen = Screen(checked(lang), plain)
    found = all_records(the_shelf(), samples, screen.lang)
    for file, text in ((csv, as_csv), (json, as_json)):
        if file is not None:
            write(file, text(found).encode(), screen)
    if csv is None and json is None:
        records = summed_up(found)
        for one in records.standings:
            show(one, screen)
        for bad in records.unread:
            screen.say(
                _("“{name}” is not counted: {problem}", name=Name(bad.name or bad.game), problem=Name(bad.problem))
            )
        if not found:
            screen.say(_("You haven't finished a game yet."))


def show(one: Standing, screen: Screen) -> None:
    """Show the results against one opponent at one difficulty."""
    try:
        against = opponent(one.opponent)
    except RivalError:  # its package is no longer installed
        screen.say(one.opponent, "bold")
        lines = list(in_lines(one, None))
    else:
        words = against.catalogue(screen.lang)
        title = _("{name} ({game})", name=against.name, game=against.game).render(words)
        chosen = [
            f"{setting.label.render(words)}: {label.render(words)}"
            for setting in against.settings
            for value, label in setting.values
            if setting.difficulty and one.difficulty.get(setting.name) == value
        ]
        screen.say(" · ".join([title[:1].upper() + title[1:], *chosen]), "bold")
        lines = [Name(line.render(words)) for line in in_lines(one, against)]
    for line in lines:
        screen.say("  " + screen.words(line))


def in_lines(one: Standing, against: Opponent | None) -> Iterator[Text]:
    """Yield the lines about the results against one opponent."""
    yield n_("{n} game finished.", "{n} games finished.", one.games)
    if one.decided:
        yield _("You won {wins} of {n}.", wins=one.wins, n=one.decided)
    scores = [
        _("{side} {score}", side=side(name, against), score=Name(f"{score:g}")) for name, score in one.averages.items()
    ]
    if scores:
        yield _(
            "On average: {scores}; {answers} answers.", scores=Joined(scores), answers=Name(f"{one.average_answers:g}")
        )
    if one.best is not None:
        yield _("Your best score: {score}.", score=one.best)
    if one.levels:
        levels = [Name(f"{level} × {n}") for level, n in one.levels.items()]
        yield _("Levels reached, the best first: {levels}.", levels=Joined(levels))
    course = [str(point.scores["you"]) for point in one.curve if "you" in point.scores]
    if len(course) > 1:
        yield _("Your scores, oldest first: {scores}.", scores=Name(" ".join(course[-SHOWN:])))


def side(name: str, against: Opponent | None) -> Text:
    """Return the name of a side: the player or the opponent."""
    if name == "you":
        return _("you")
    return against.name if against is not None else Name(name)


# --- games as files ----------------------------------------------------------------------------------------


@app.command("export")
def export_games(
    file: Annotated[Path, typer.Argument(help="The file to write: a journal, or a zip file of all games.")],
    lang: Lang,
    game: Annotated[str | None, typer.Option(help="The name of a game. Default: all games.")] = None,
) -> None:
    """Write one game, or all games, to a file."""
    from rival.engine.files import parts

    engine, screen = the_engine(), Screen(checked(lang), plain=True)
    if game is not None:
        write(file, engine.text(game)[0].encode(), screen)
        return
    for number, data in enumerate(parts(engine), start=1):
        write(file if number == 1 else file.with_stem(f"{file.stem}-{number}"), data, screen)


@app.command("import")
def import_games(
    file: Annotated[Path, typer.Argument(help="A journal, or a zip file of journals.")],
    lang: Lang,
) -> None:
    """Import the games of a file. Games that you already have stay as they are."""
    from rival.engine.files import LARGEST_WHOLE, taken_in

    screen = Screen(checked(lang), plain=True)
    engine = the_engine()
    try:
        with file.open("rb") as source:
            data = source.read(LARGEST_WHOLE + 1)
    except OSError as problem:
        raise cant(file, problem) from None
    if len(data) > LARGEST_WHOLE:
        raise BadOption(_("The file {file} is too large.", file=Name(str(file))))
    if data[:2] == b"PK":
        states, refused = taken_in(engine, data)
    else:
        states, refused = [engine.take(data.decode(errors="replace")).state], []
    for one in refused:
        screen.say(_("{file}: {problem}", file=Name(one.file), problem=one.message.text))
    screen.say(n_("{n} game imported.", "{n} games imported.", len(states)))


def write(file: Path, data: bytes, screen: Screen) -> None:
    """Write a file, and say so."""
    try:
        file.write_bytes(data)
    except OSError as problem:
        raise cant(file, problem) from None
    screen.say(_("Saved to {file}.", file=Name(str(file))))


def cant(file: Path, problem: OSError) -> BadOption:
    """Return the error for a file that can't be read or written."""
    return BadOption(_("The file {file} can't be opened: {problem}.", file=Name(str(file)), problem=why(problem)))
