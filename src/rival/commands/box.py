"""``rival box``: show or change the description of your copy of a game, part by part."""

from __future__ import annotations

from typing import Annotated

import typer

from rival.commands.app import Game, Lang, Plain, app, checked
from rival.engine import Engine
from rival.engine.boxes import BoxState, PartState, box_of
from rival.home import PackFolder
from rival.kernel import BadAnswer, BadPack, Name, Opponent, _, opponent
from rival.kernel.question import question
from rival.terminal.companion import reader
from rival.terminal.examples import example
from rival.terminal.screen import Screen
from rival.terminal.typed import numbered, parse, says_none

SIGNS = {"unknown": "?", "assumed": "~", "told": "+", "checked": "*"}
"""Signs for how well a part is known."""

Part = Annotated[str | None, typer.Argument(help="The name of a part, as in the list.")]


@app.command("box")
def box(
    game: Game,
    lang: Lang,
    part: Part = None,
    check: Annotated[bool, typer.Option("--check", help="Mark the part as compared with the real component.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Delete the description of the part.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Undo the last change of the description.")] = False,
    plain: Plain = False,
) -> None:
    """Show or edit what Rival knows about your copy of a game.

    Without a part all parts are listed. With a part you see it and can describe it again.
    """
    engine, against, screen = Engine(own=PackFolder()), opponent(game), Screen(checked(lang), plain=plain)
    if undo:
        show(screen, engine.undo_box(game, lang))
    elif part is None:
        show(screen, engine.box(game, lang))
    elif check:
        show(screen, engine.check_part(game, part, lang=lang))
    elif forget:
        show(screen, engine.forget_part(game, part, lang=lang))
    else:
        tell(screen, engine, against, part)


def show(screen: Screen, state: BoxState) -> None:
    """List every part with the sign of how well it is known."""
    group = ""
    for one in state.parts:
        if one.group != group:
            group = one.group
            found = next((each for each in state.progress if each.words == group), None)
            count = f" ({found.told}/{found.of})" if found else ""
            screen.say(f"{group}{count}", "bold")
        screen.say(line(one))
    screen.say()
    screen.say(_("? unknown, ~ assumed, + described, * compared with the real component"), "dim")
    for said in state.lacking:
        screen.say(said)
    if state.next:
        screen.say(
            _("Describe the next part with: rival box {game} “{part}”", game=Name(state.game), part=Name(state.next))
        )


def line(one: PartState) -> str:
    """Return the line of a part in the list."""
    more = ", ".join(filter(None, (one.note, one.origin)))
    return f"  {SIGNS[one.known]} {one.id}: {one.words}" + (f" ({more})" if more else "")


def tell(screen: Screen, engine: Engine, against: Opponent, id: str) -> None:
    """Show a part and ask for it; an empty line leaves it unchanged."""
    draft = engine.box_part(against.id, id, lang=screen.lang)
    part = box_of(against).part(engine.packs.own(against), id)
    ask, spoken = part.ask(part.value), against.spoken(screen.lang)
    asked = question(ask, spoken[0], ())
    screen.say(line(draft.part))
    if draft.part.picture is not None:
        screen.picture(draft.part.picture)
    for remark in draft.remarks:
        screen.say(_("Note: {note}", note=Name(remark.text)))
    if asked.kind == "chart":
        screen.say(_("A map can't be entered here. Draw it on the page, or import it from a pack: rival pack import."))
        return
    screen.line("? ", asked.text, asked.cites, "bold green")
    screen.options(asked, numbered(ask.shape))
    screen.fields(asked.fields, ask.shape, spoken)
    for sign, meaning in asked.legend:
        screen.say(f"  {sign:<3} {meaning}")
    screen.say(_("  ({hint})", hint=screen.hint(asked, ask.shape, example(ask.shape, spoken, ask.shape.check))), "dim")
    said = typed(reader(plain=screen.plain), asked.kind == "drawing")
    if not said.strip() or says_none(said, spoken):
        screen.say(_("Nothing was changed."))
        return
    try:
        value = parse(ask.shape, said, spoken)
        if isinstance(value, dict) and isinstance(part.value, dict):
            value = {**part.value, **value}  # fields that were not typed stay as they are
        told = engine.tell_part(against.id, id, value, screen.lang)
    except BadAnswer as bad:
        raise BadPack(bad.text) from None
    show_one(screen, told, id)


def show_one(screen: Screen, state: BoxState, id: str) -> None:
    """Show one part after a change."""
    one = next(each for each in state.parts if each.id == id)
    screen.say(line(one))
    if one.picture is not None:
        screen.picture(one.picture)


def typed(read: object, drawing: bool) -> str:
    """Read a line; for a drawing read several, up to an empty one."""
    assert callable(read)
    try:
        rows = [str(read("> "))]
        while drawing and rows[-1].strip() and "/" not in rows[0]:
            rows.append(str(read("  ")))
    except EOFError:
        return ""
    return "/".join(row for row in rows if row.strip())
