"""The commands of the terminal."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import rival
from rival.kernel import BadOption, Json, Name, Opponent, Session, _, n_, opponent, opponents
from rival.kernel.journal import UNSUMMED
from rival.kernel.texts import LANGUAGES
from rival.states import named
from rival.store import own_pack, read, read_pack
from rival.terminal import packs
from rival.terminal.companion import Companion, reader
from rival.terminal.screen import Screen

if TYPE_CHECKING:
    from rival.storage import KeptGame, SqlShelf

app = typer.Typer(help="Runs the automated opponents of solo board games.", add_completion=False, no_args_is_help=False)

app.add_typer(packs.app, name="pack")


def default_lang() -> str:
    """The language of the terminal, if Rival speaks it."""
    for name in ("RIVAL_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        lang = os.environ.get(name, "")[:2].lower()
        if lang in LANGUAGES:
            return lang
    return "en"


Game = Annotated[str, typer.Argument(help="The opponent, for instance rolling-heights.")]
Lang = Annotated[str, typer.Option(help="Language: en or ru.", default_factory=default_lang)]
Seed = Annotated[int | None, typer.Option(help="Seed of the dice; the same seed gives the same rolls.")]
Plain = Annotated[bool, typer.Option("--plain", help="Plain text without colours and signs, for screen readers.")]
Set = Annotated[list[str] | None, typer.Option("--set", help="An option of the game, for instance hard=true.")]
Why = Annotated[bool, typer.Option("--why", help="Show the rules behind every step.")]


def chosen_options(pairs: list[str] | None) -> dict[str, Json]:
    """``hard=true`` and the like."""
    options: dict[str, Json] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(_("Write an option as name=value, not “{pair}”.", pair=Name(pair)))
        options[name.strip()] = {"true": True, "false": False}.get(value.strip().lower(), value.strip())
    return options


@app.command("terminal")
def choose(lang: Lang, plain: Plain = False) -> None:
    """The companion at the terminal: choose an opponent or go on with a game."""
    chooser(Screen(checked(lang), plain))


def checked(lang: str) -> str:
    if lang not in LANGUAGES:
        raise BadOption(
            _("The language is one of {langs}, not {lang}.", langs=Name(", ".join(LANGUAGES)), lang=Name(repr(lang)))
        )
    return lang


def the_shelf() -> SqlShelf:
    """The kept games; looked for only now, so that the other commands start without a database."""
    from rival.storage import open_shelf

    return open_shelf()


@dataclass(frozen=True)
class Saved:
    """A kept game among the choices."""

    id: str


def spoken_of(shelf: SqlShelf, id: str) -> str:
    """The id of a game, with its name if it has one."""
    kept = shelf.find(id)
    name = kept.about().name if kept else ""
    return f"{id} ({name})" if name else id


def chooser(screen: Screen) -> None:
    """The terminal's start: the opponents, the games in progress, and a sample of each."""
    games = list(opponents().values())
    shelf = the_shelf()
    saved = [one.id for one in shelf.games()][:9]
    screen.say("Rival", "bold")
    screen.say(_("Unofficial. You need the real game on your table; a sample game can be watched without it."), "dim")
    choices: list[tuple[str, Any]] = []
    for one in games:
        line = _("Play against {name} ({game})", name=one.name, game=one.game).render(one.catalogue(screen.lang))
        choices.append((line, one))
    for one in games:
        line = _("Watch a sample game of {name}", name=one.name).render(one.catalogue(screen.lang))
        choices.append((line, one.id))
    choices += [(screen.words(_("Go on with {file}", file=Name(spoken_of(shelf, id)))), Saved(id)) for id in saved]
    for number, (line, _choice) in enumerate(choices, start=1):
        screen.say(f"  {number}. {line}")
    ask_until_chosen(screen, choices)


def ask_until_chosen(screen: Screen, choices: list[tuple[str, Any]]) -> None:
    read_line = reader(screen.plain)
    while True:
        try:
            line = read_line("> ").strip()
        except (EOFError, KeyboardInterrupt):
            return
        if line in ("", "quit", "q", "exit", "выход"):
            return
        if line.isdecimal() and 1 <= int(line) <= len(choices):
            begin(choices[int(line) - 1][1], screen)
            return
        screen.say(_("A number from 1 to {n}, or Enter to leave.", n=len(choices)), "red")


def begin(choice: Any, screen: Screen) -> None:
    if isinstance(choice, Opponent):
        options = ask_options(choice, screen)
        companion(Session.new(choice, lang=screen.lang, options=options, pack=own_pack(choice)), screen)
    elif isinstance(choice, Saved):
        resume(choice.id, screen)
    else:
        print_session(rival.demo(choice, seed=1, lang=screen.lang), screen, why=True)


def ask_options(against: Opponent, screen: Screen) -> dict[str, Json]:
    """The options with their defaults, each changed by its number."""
    catalogue = against.catalogue(screen.lang)
    chosen = against.resolve(None)
    read_line = reader(screen.plain)
    while True:
        screen.say(_("Options: a number changes one, Enter begins the game."), "bold")
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


def companion(session: Session, screen: Screen, shelf: SqlShelf | None = None, kept: KeptGame | None = None) -> None:
    """Play at the terminal until it is closed; every answer is on the disk by then."""
    shelf = shelf or the_shelf()
    kept = kept or shelf.add(session, named(session.journal))[1]
    place = shelf.database.place
    with suppress(EOFError, KeyboardInterrupt):
        Companion(session, kept, place, screen, reader(screen.plain)).play()
    screen.say()
    screen.say(
        _("Kept in {file}. Go on with: rival play --resume {name}", file=Name(place), name=Name(kept.id)),
    )


def resume(name: str, screen: Screen) -> None:
    """Go on with a kept game, or with a journal file: of that, a copy is kept, and the file is left as it is."""
    shelf = the_shelf()
    kept = shelf.find(name) or shelf.find(name.removesuffix(".jsonl"))
    if kept is None and Path(name).is_file():
        session = Session.load(whole_lines(read(Path(name)), screen), lang=screen.lang, partly=True)
    elif kept is None:
        raise BadOption(_("There is no kept game “{name}”.", name=Name(name)))
    else:
        session = Session.load(kept.resume(), lang=screen.lang, partly=True)
    if session.stopped is not None:
        screen.say(session.words(session.stopped), "yellow")
        screen.say(_("What follows is a game of its own that begins with these entries."), "yellow")
        session, kept = session.branch(session.at), None
    companion(session, screen, shelf, kept)


def whole_lines(text: str, screen: Screen) -> str:
    """The text of a journal without a last line that was torn when it was written (it was never shown as taken)."""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        screen.say(_("The last line was cut off while it was written; the game stands before it."), "yellow")
    return whole


@app.command()
def play(
    lang: Lang,
    game: Annotated[str | None, typer.Argument(help="The opponent, for instance rolling-heights.")] = None,
    seed: Seed = None,
    options: Set = None,
    dice: Annotated[str, typer.Option(help="Who rolls and draws: program, or mine for your own dice.")] = "program",
    pack: Annotated[Path | None, typer.Option(help="Your own pack (TOML): boards, maps, cards.")] = None,
    plain: Plain = False,
    continued: Annotated[str | None, typer.Option("--resume", help="A kept game: its name or file.")] = None,
) -> None:
    """Play at the table: Rival asks, tells what to move, and keeps every answer."""
    screen = Screen(checked(lang), plain)
    if continued is not None:
        resume(continued, screen)
    elif game is None:
        chooser(screen)
    else:
        session = Session.new(
            game,
            seed=seed,
            options=chosen_options(options),
            lang=lang,
            dice=dice,
            pack=own_pack(opponent(game)) if pack is None else read_pack(pack),
        )
        companion(session, screen)


@app.command()
def demo(
    game: Game,
    lang: Lang,
    seed: Annotated[int, typer.Option(help="Seed of the sample game.")] = 1,
    options: Set = None,
    why: Why = False,
    plain: Plain = False,
) -> None:
    """Print a whole sample game: made-up table, simple player."""
    session = rival.demo(game, seed=seed, options=chosen_options(options), lang=checked(lang))
    print_session(session, Screen(lang, plain), why)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A journal file.")],
    check: Annotated[bool, typer.Option("--check", help="Only check that it can be replayed.")] = False,
    why: Why = False,
    lang: Annotated[str | None, typer.Option(help="Language: en or ru; else that of the journal.")] = None,
    plain: Plain = False,
) -> None:
    """Replay a journal, or check it."""
    session = Session.load(read(file), lang=lang)
    screen = Screen(session.lang, plain)
    if session.journal.unsummed:
        screen.say(UNSUMMED, "yellow")
    if check:
        screen.say(n_("The journal is sound: {n} entry.", "The journal is sound: {n} entries.", session.at))
        if session.result:
            screen.say(session.words(session.result.text))
    else:
        print_session(session, screen, why)


def print_session(session: Session, screen: Screen, why: bool) -> None:
    screen.sample_notice(session)
    for entry in session.transcript:
        screen.entry(entry, why)
    if session.ask is not None:
        screen.question(session.ask, session)


@app.command()
def rules(
    game: Game,
    lang: Lang,
    id: Annotated[str | None, typer.Argument(help="A rule, for instance RH-19.")] = None,
    plain: Plain = False,
) -> None:
    """Show the rules of an opponent, or one of them."""
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
    """What is installed."""
    rows = [
        {"id": one.id, "name": one.name.render(one.catalogue(lang)), "game": one.game.render(one.catalogue(lang))}
        for one in opponents().values()
    ]
    if as_json:
        typer.echo(json.dumps(rows, ensure_ascii=False))
    else:
        for row in rows:
            typer.echo(f"{row['id']}: {row['name']} ({row['game']})")
