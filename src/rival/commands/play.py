"""Commands of a game: play at the terminal, watch a sample, replay a journal, look up a rule."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

import rival
from rival.commands.app import SPOKEN, Game, Lang, Plain, Seed, Set, Why, app, checked, chosen_options, the_engine
from rival.engine import Engine, Listed
from rival.home import read, read_pack
from rival.kernel import BadOption, Json, Name, Opponent, Session, _, n_, opponent, opponents
from rival.kernel.journal import UNSUMMED
from rival.terminal.companion import Companion, reader
from rival.terminal.screen import Screen


@app.command("terminal")
def choose(lang: Lang, plain: Plain = False) -> None:
    """Play at the terminal: choose an opponent or continue a saved game."""
    chooser(Screen(checked(lang), plain))


@dataclass(frozen=True)
class Saved:
    """A saved game in the list of choices."""

    id: str


def spoken_of(one: Listed) -> str:
    """Return the id of a game, with its name if it has one."""
    return f"{one.id} ({one.about.name})" if one.about.name else one.id


def chooser(screen: Screen) -> None:
    """Show the start menu of the terminal: opponents, saved games and samples."""
    games = list(opponents().values())
    engine = the_engine()
    saved = engine.shelf.games()[:9]
    screen.say("Rival", "bold")
    screen.say(
        _(
            "Rival is unofficial. To play, you need the real game on your table; you can watch a "
            "sample game without it."
        ),
        "dim",
    )
    choices: list[tuple[str, Any]] = []
    for one in games:
        line = _("Play against {name} ({game})", name=one.name, game=one.game).render(one.catalogue(screen.lang))
        choices.append((line, one))
    for one in games:
        line = _("Watch a sample game of {name}", name=one.name).render(one.catalogue(screen.lang))
        choices.append((line, one.id))
    choices += [(screen.words(_("Continue {file}", file=Name(spoken_of(one)))), Saved(one.id)) for one in saved]
    for number, (line, _choice) in enumerate(choices, start=1):
        screen.say(f"  {number}. {line}")
    ask_until_chosen(engine, screen, choices)


def ask_until_chosen(engine: Engine, screen: Screen, choices: list[tuple[str, Any]]) -> None:
    """Read lines until one is a valid choice, and start it."""
    read_line = reader(screen.plain)
    while True:
        try:
            line = read_line("> ").strip()
        except (EOFError, KeyboardInterrupt):
            return
        if line in ("", "quit", "q", "exit", "выход"):
            return
        if line.isdecimal() and 1 <= int(line) <= len(choices):
            begin(choices[int(line) - 1][1], engine, screen)
            return
        screen.say(_("Enter a number from 1 to {n}, or press Enter to leave.", n=len(choices)), "red")


def begin(choice: Any, engine: Engine, screen: Screen) -> None:
    """Start the choice: a new game, a saved one or a sample."""
    if isinstance(choice, Opponent):
        options = ask_options(choice, screen)
        companion(engine.begin(choice.id, lang=screen.lang, options=options).id, engine, screen)
    elif isinstance(choice, Saved):
        resume(choice.id, engine, screen)
    else:
        print_session(rival.demo(choice, seed=1, lang=screen.lang), screen, why=True)


def ask_options(against: Opponent, screen: Screen) -> dict[str, Json]:
    """Show the options with their defaults, and change one whenever its number is entered."""
    catalogue = against.catalogue(screen.lang)
    chosen = against.resolve(None)
    read_line = reader(screen.plain)
    while True:
        screen.say(_("Options: enter a number to change an option, or press Enter to begin the game."), "bold")
        for number, one in enumerate(against.settings, start=1):
            words = next(text for value, text in one.values if value == chosen[one.name])
            screen.line(f"  {number}. ", f"{one.label.render(catalogue)}: {words.render(catalogue)}", one.cites)
        line = read_line("> ").strip()
        if not line:
            return chosen
        if line.isdecimal() and 1 <= int(line) <= len(against.settings):
            setting = against.settings[int(line) - 1]
            values = [value for value, _words in setting.values]
            chosen[setting.name] = values[(values.index(chosen[setting.name]) + 1) % len(values)]


def companion(id: str, engine: Engine, screen: Screen) -> None:
    """Play at the terminal until the user leaves; then save what was learned about the box.

    Every answer is already saved by then.
    """
    try:
        with suppress(EOFError, KeyboardInterrupt):
            Companion(engine, id, screen, reader(screen.plain)).play()
    finally:
        engine.learn()
    screen.say()
    screen.say(
        _(
            "The game is saved in {file}. To continue: rival play --resume {name}",
            file=Name(engine.shelf.place),
            name=Name(id),
        ),
    )


def resume(name: str, engine: Engine, screen: Screen) -> None:
    """Continue a saved game or a journal file. The file is imported as a copy and stays unchanged."""
    id = next((one for one in (name, name.removesuffix(".jsonl")) if engine.shelf.find(one) is not None), None)
    from_file = id is None and Path(name).is_file()
    if from_file:
        id = engine.load(whole_lines(read(Path(name)), screen), screen.lang).id
    if id is None:
        raise BadOption(_("There is no saved game “{name}”.", name=Name(name)))
    session = engine.session(id, screen.lang)
    if session.stopped is not None:
        screen.say(session.words(session.stopped), "yellow")
        screen.say(_("From here you play a copy of the game that begins with the same entries."), "yellow")
        begun, id = id, engine.branch(id, session.at, screen.lang).id
        if from_file:
            engine.delete(begun)  # the file itself is still there
    companion(id, engine, screen)


def whole_lines(text: str, screen: Screen) -> str:
    """Return the text of a journal without an incomplete last line. Such an entry was never shown as accepted."""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        screen.say(_("The last line of the file is incomplete. The game continues from the entry before it."), "yellow")
    return whole


@app.command()
def play(
    lang: Lang,
    game: Annotated[str | None, typer.Argument(help="The opponent, for instance rolling-heights.")] = None,
    seed: Seed = None,
    options: Set = None,
    dice: Annotated[str, typer.Option(help="Who rolls the dice and draws: program, or mine for your own.")] = "program",
    pack: Annotated[Path | None, typer.Option(help="Your own pack (TOML file): boards, maps, cards.")] = None,
    plain: Plain = False,
    continued: Annotated[
        str | None, typer.Option("--resume", help="Continue a saved game: its name or a journal file.")
    ] = None,
) -> None:
    """Play at the table: Rival asks, tells you what to move, and saves every answer."""
    screen = Screen(checked(lang), plain)
    if continued is not None:
        resume(continued, the_engine(), screen)
    elif game is None:
        chooser(screen)
    else:
        engine = the_engine()
        begun = engine.begin(
            game, seed=seed, options=chosen_options(options), lang=lang, dice=dice, pack=read_pack(pack)
        )
        companion(begun.id, engine, screen)


@app.command()
def demo(
    game: Game,
    lang: Lang,
    seed: Annotated[int, typer.Option(help="Seed of the sample game.")] = 1,
    options: Set = None,
    why: Why = False,
    plain: Plain = False,
) -> None:
    """Print a whole sample game with a made-up table and a simple player."""
    session = rival.demo(game, seed=seed, options=chosen_options(options), lang=checked(lang))
    print_session(session, Screen(lang, plain), why)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A journal file.")],
    check: Annotated[bool, typer.Option("--check", help="Only check that the journal can be replayed.")] = False,
    why: Why = False,
    lang: Annotated[str | None, typer.Option(help=f"Language: {SPOKEN}; default: the language of the journal.")] = None,
    plain: Plain = False,
) -> None:
    """Replay a journal, or check it."""
    session = Session.load(read(file), lang=lang)
    screen = Screen(session.lang, plain)
    if session.journal.unsummed:
        screen.say(UNSUMMED, "yellow")
    if check:
        screen.say(n_("The journal is valid: {n} entry.", "The journal is valid: {n} entries.", session.at))
        if session.result:
            screen.say(session.words(session.result.text))
    else:
        print_session(session, screen, why)


def print_session(session: Session, screen: Screen, why: bool) -> None:
    """Print all entries of a game, and its open question."""
    screen.sample_notice(session)
    for entry in session.transcript:
        screen.entry(entry, why)
    if session.ask is not None:
        screen.question(session.ask, session)


@app.command()
def rules(
    game: Game,
    lang: Lang,
    id: Annotated[str | None, typer.Argument(help="Number of a rule, for instance RH-19.")] = None,
    plain: Plain = False,
) -> None:
    """Show the rules of an opponent, or one rule."""
    against = opponent(game)
    screen = Screen(checked(lang), plain)
    if id is not None:
        rule = against.rules[id]
        screen.line("", rule.text[lang], (rule.id,))
        return
    section = ""
    for rule in against.rules:
        if rule.section != section:
            section = rule.section
            screen.say()
            screen.say(against.rules.sections[section][lang], "bold")
        screen.say(f"{rule.id}  {rule.text[lang]}")


@app.command("opponents")
def list_opponents(lang: Lang, as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
    """List the installed opponents."""
    rows = [
        {"id": one.id, "name": one.name.render(one.catalogue(lang)), "game": one.game.render(one.catalogue(lang))}
        for one in opponents().values()
    ]
    if as_json:
        typer.echo(json.dumps(rows, ensure_ascii=False))
    else:
        for row in rows:
            typer.echo(f"{row['id']}: {row['name']} ({row['game']})")
