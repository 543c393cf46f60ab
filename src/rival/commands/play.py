"""Commands of a game: play at the terminal, watch a sample, replay a journal, look up a rule."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

import rival
from rival.commands.app import (
    LANGUAGE_CHOICES,
    Game,
    Lang,
    OptionPairs,
    Plain,
    Seed,
    ShowReasons,
    app,
    check_language,
    open_engine,
    parse_options,
)
from rival.engine import Engine, GameRow
from rival.home import read_journal, read_pack
from rival.kernel import (
    BadOptionError,
    Json,
    Name,
    Opponent,
    Session,
    _,
    list_broken_opponents,
    load_opponent,
    load_opponents,
    n_,
)
from rival.kernel.journal import NO_CHECKSUMS_WARNING
from rival.kernel.texts import load_catalogue
from rival.terminal.screen import Screen
from rival.terminal.terminal_game import TerminalGame, make_line_reader


@app.command("terminal")
def start_terminal(lang: Lang, plain: Plain = False) -> None:
    """Play at the terminal: choose an opponent or continue a saved game."""
    show_menu(Screen(check_language(lang), plain))


@dataclass(frozen=True)
class SavedGame:
    """A saved game in the list of games to continue."""

    id: str


def format_game_name(game: GameRow) -> str:
    """Return the id of a saved game, with its name if it has one."""
    return f"{game.id} ({game.details.name})" if game.details.name else game.id


def show_menu(screen: Screen) -> None:
    """Show the start menu of the terminal: opponents, saved games and sample games."""
    games = list(load_opponents().values())
    engine = open_engine()
    saved_games = engine.repository.list_games()[:9]
    screen.print_text("Rival", "bold")
    screen.print_text(
        _(
            "Rival is unofficial. To play, you need the real game on your table; you can watch a "
            "sample game without it."
        ),
        "dim",
    )
    for error in list_broken_opponents():
        screen.print_text(error.text, "red")
    choices: list[tuple[str, Any]] = []
    for entry in games:
        line = _("Play against {name} ({game})", name=entry.name, game=entry.game).render(
            entry.load_catalogue(screen.lang)
        )
        choices.append((line, entry))
    for entry in games:
        line = _("Watch a sample game of {name}", name=entry.name).render(entry.load_catalogue(screen.lang))
        choices.append((line, entry.id))
    choices += [
        (screen.render(_("Continue {file}", file=Name(format_game_name(entry)))), SavedGame(entry.id))
        for entry in saved_games
    ]
    for number, (line, _choice) in enumerate(choices, start=1):
        screen.print_text(f"  {number}. {line}")
    read_choice(engine, screen, choices)


def read_choice(engine: Engine, screen: Screen, choices: list[tuple[str, Any]]) -> None:
    """Read lines until one is a valid choice of the menu, and start the chosen game."""
    read_line = make_line_reader(screen.plain)
    while True:
        try:
            line = read_line("> ").strip()
        except (EOFError, KeyboardInterrupt):
            return
        if line in ("", "quit", "q", "exit", "выход"):
            return
        if line.isdecimal() and 1 <= int(line) <= len(choices):
            start_choice(choices[int(line) - 1][1], engine, screen)
            return
        screen.print_text(_("Enter a number from 1 to {n}, or press Enter to leave.", n=len(choices)), "red")


def start_choice(choice: Any, engine: Engine, screen: Screen) -> None:
    """Start the chosen menu entry: a new game, a saved one or a sample game."""
    if isinstance(choice, Opponent):
        options = ask_options(choice, screen)
        play_game(engine.begin_game(choice.id, lang=screen.lang, options=options).id, engine, screen)
    elif isinstance(choice, SavedGame):
        resume_game(choice.id, engine, screen)
    else:
        print_session(rival.play_demo(choice, seed=1, lang=screen.lang), screen, why=True)


def ask_options(opponent: Opponent, screen: Screen) -> dict[str, Json]:
    """Show a game's options with their defaults, and let the player change an option by entering its number."""
    catalogue = opponent.load_catalogue(screen.lang)
    chosen = opponent.resolve_options(None)
    read_line = make_line_reader(screen.plain)
    while True:
        screen.print_text(_("Options: enter a number to change an option, or press Enter to begin the game."), "bold")
        for number, option in enumerate(opponent.settings, start=1):
            value_text = next(text for value, text in option.values if value == chosen[option.name])
            screen.print_with_citations(
                f"  {number}. ", f"{option.label.render(catalogue)}: {value_text.render(catalogue)}", option.cites
            )
        line = read_line("> ").strip()
        if not line:
            return chosen
        if line.isdecimal() and 1 <= int(line) <= len(opponent.settings):
            setting = opponent.settings[int(line) - 1]
            values = [value for value, _words in setting.values]
            chosen[setting.name] = values[(values.index(chosen[setting.name]) + 1) % len(values)]


def play_game(id: str, engine: Engine, screen: Screen) -> None:
    """Play at the terminal until the player leaves, then save the descriptions given during the game.

    Every answer has already been saved by then.
    """
    try:
        with suppress(EOFError, KeyboardInterrupt):
            TerminalGame(engine, id, screen, make_line_reader(screen.plain)).play()
    finally:
        engine.save_learned_parts()
    screen.print_text()
    screen.print_text(
        _(
            "The game is saved in {file}. To continue: rival play --resume {name}",
            file=Name(engine.repository.location),
            name=Name(id),
        ),
    )


def resume_game(name: str, engine: Engine, screen: Screen) -> None:
    """Continue a saved game or a journal file. The file is imported as a copy and stays unchanged."""
    id = next(
        (
            candidate
            for candidate in (name, name.removesuffix(".jsonl"))
            if engine.repository.find_game(candidate) is not None
        ),
        None,
    )
    from_file = id is None and Path(name).is_file()
    if from_file:
        id = engine.load_journal(drop_torn_line(read_journal(Path(name)), screen), screen.lang).id
    if id is None:
        raise BadOptionError(_("There is no saved game “{name}”.", name=Name(name)))
    session = engine.load_session(id, screen.lang)
    if session.stop_reason is not None:
        screen.print_text(session.render(session.stop_reason), "yellow")
        screen.print_text(_("From here on, you play a copy of the game; it begins with the same entries."), "yellow")
        imported, id = id, engine.branch_game(id, session.position, screen.lang).id
        if from_file:
            engine.delete_game(imported)  # the file itself still exists
    play_game(id, engine, screen)


def drop_torn_line(text: str, screen: Screen) -> str:
    """Return a saved game's text without an incomplete last line, whose entry was never shown as accepted."""
    complete = text[: text.rfind("\n") + 1]
    if complete != text:
        screen.print_text(
            _("The last line of the file is incomplete. The game continues from the entry before it."), "yellow"
        )
    return complete


@app.command("play")
def play_new_game(
    lang: Lang,
    game: Annotated[str | None, typer.Argument(help="The opponent, for instance rolling-heights.")] = None,
    seed: Seed = None,
    options: OptionPairs = None,
    dice: Annotated[str, typer.Option(help="Who rolls the dice and draws: program, or mine for your own.")] = "program",
    pack: Annotated[Path | None, typer.Option(help="Your own pack (TOML file): boards, maps, cards.")] = None,
    plain: Plain = False,
    continued: Annotated[
        str | None, typer.Option("--resume", help="Continue a saved game: its name or a journal file.")
    ] = None,
) -> None:
    """Play at the table: Rival asks, tells you what to move, and saves every answer."""
    screen = Screen(check_language(lang), plain)
    if continued is not None:
        resume_game(continued, open_engine(), screen)
    elif game is None:
        show_menu(screen)
    else:
        engine = open_engine()
        state = engine.begin_game(
            game, seed=seed, options=parse_options(options), lang=lang, dice=dice, pack=read_pack(pack)
        )
        play_game(state.id, engine, screen)


@app.command("demo")
def print_demo(
    game: Game,
    lang: Lang,
    seed: Annotated[int, typer.Option(help="Seed of the sample game.")] = 1,
    options: OptionPairs = None,
    why: ShowReasons = False,
    plain: Plain = False,
) -> None:
    """Print a whole sample game with a made-up table and a simple player."""
    session = rival.play_demo(game, seed=seed, options=parse_options(options), lang=check_language(lang))
    print_session(session, Screen(lang, plain), why)


@app.command("replay")
def print_replay(
    file: Annotated[Path, typer.Argument(help="A journal file.")],
    check: Annotated[bool, typer.Option("--check", help="Only check that the journal can be replayed.")] = False,
    why: ShowReasons = False,
    lang: Annotated[
        str | None, typer.Option(help=f"Language: {LANGUAGE_CHOICES}; default: the language of the journal.")
    ] = None,
    plain: Plain = False,
) -> None:
    """Replay a saved game from its file, or check the file."""
    session = Session.load(read_journal(file), lang=lang)
    screen = Screen(session.lang, plain)
    if session.journal.lacks_checksums:
        screen.print_text(NO_CHECKSUMS_WARNING, "yellow")
    if check:
        screen.print_text(
            n_("The journal is valid: {n} entry.", "The journal is valid: {n} entries.", session.position)
        )
        if session.result:
            screen.print_text(session.render(session.result.text))
    else:
        print_session(session, screen, why)


def print_session(session: Session, screen: Screen, why: bool) -> None:
    """Print all acts of a game with their entries, and its open question."""
    screen.print_sample_notice(session)
    acts, current = session.acts, None
    for entry in session.transcript:
        if entry.act != current:
            if current is not None:
                screen.print_act_end(acts[current])
            if entry.act is not None:
                screen.print_act(acts[entry.act])
            current = entry.act
        screen.print_entry(entry, why)
    if current is not None and session.ask is None:
        screen.print_act_end(acts[current])
    if session.ask is not None:
        screen.print_question(session.ask, session)


@app.command("rules")
def print_rules(
    game: Game,
    lang: Lang,
    id: Annotated[str | None, typer.Argument(help="Number of a rule, for instance RH-19.")] = None,
    plain: Plain = False,
) -> None:
    """Show the rules of an opponent, or one rule."""
    opponent = load_opponent(game)
    screen = Screen(check_language(lang), plain)
    if id is not None:
        rule = opponent.rules[id]
        screen.print_with_citations("", rule.text[lang], (rule.id,))
        return
    section = ""
    for rule in opponent.rules:
        if rule.section != section:
            section = rule.section
            screen.print_text()
            screen.print_text(opponent.rules.sections[section][lang], "bold")
        screen.print_text(f"{rule.id}  {rule.text[lang]}")


@app.command("opponents")
def list_opponents(lang: Lang, as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
    """List the installed opponents."""
    rows = [
        {
            "id": installed.id,
            "name": installed.name.render(installed.load_catalogue(lang)),
            "game": installed.game.render(installed.load_catalogue(lang)),
        }
        for installed in load_opponents().values()
    ]
    if as_json:
        typer.echo(json.dumps(rows, ensure_ascii=False))
    else:
        for row in rows:
            typer.echo(f"{row['id']}: {row['name']} ({row['game']})")
    for error in list_broken_opponents():
        typer.echo(error.text.render(load_catalogue(lang)), err=True)
