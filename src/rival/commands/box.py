"""``rival box``: show or change the description of the owner's copy of a game, part by part."""

from __future__ import annotations

from typing import Annotated

import typer

from rival.commands.app import Game, Lang, Plain, app, check_language
from rival.engine import Engine
from rival.engine.boxes import BoxState, PartState, require_box
from rival.home import PackFolder
from rival.kernel import BadAnswerError, BadPackError, Name, Opponent, _, load_opponent
from rival.kernel.question import build_question
from rival.terminal.examples import find_example
from rival.terminal.input_parser import is_none_answer, is_numbered, parse_answer
from rival.terminal.screen import Screen
from rival.terminal.terminal_game import make_line_reader

KNOWLEDGE_SIGNS = {"unknown": "?", "assumed": "~", "told": "+", "checked": "*"}
"""Signs that show how well a part is known."""

Part = Annotated[str | None, typer.Argument(help="The name of a part, as in the list.")]


@app.command("box")
def edit_box(
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
    engine, opponent, screen = (
        Engine(pack_store=PackFolder()),
        load_opponent(game),
        Screen(check_language(lang), plain=plain),
    )
    if part is not None and not (undo or check or forget):
        ask_part(screen, engine, opponent, part)
        return
    if undo:
        engine.undo_box_change(game, lang)
    elif part is not None and check:
        engine.mark_part_checked(game, part, lang=lang)
    elif part is not None:
        engine.clear_part(game, part, lang=lang)
    show_parts(screen, engine.load_box(game, lang))


def show_parts(screen: Screen, state: BoxState) -> None:
    """Print every component of a game with a sign that shows how well the owner has described it."""
    group = ""
    for part in state.parts:
        if part.group != group:
            group = part.group
            progress = next((entry for entry in state.progress if entry.words == group), None)
            count = f" ({progress.told}/{progress.of})" if progress else ""
            screen.print_text(f"{group}{count}", "bold")
        screen.print_text(format_part(part))
    screen.print_text()
    screen.print_text(_("? unknown, ~ assumed, + described, * checked against the real game"), "dim")
    for problem in state.lacking:
        screen.print_text(problem)
    if state.next:
        screen.print_text(
            _("Describe the next part with: rival box {game} “{part}”", game=Name(state.game), part=Name(state.next))
        )


def format_part(part: PartState) -> str:
    """Format the line for one component of a game."""
    details = ", ".join(filter(None, (part.note, part.origin)))
    return f"  {KNOWLEDGE_SIGNS[part.known]} {part.id}: {part.words}" + (f" ({details})" if details else "")


def ask_part(screen: Screen, engine: Engine, opponent: Opponent, id: str) -> None:
    """Show a component of the game and ask for its description; an empty line leaves it unchanged."""
    draft = engine.preview_part(opponent.id, id, lang=screen.lang)
    part = require_box(opponent).get_part(engine.pack_store.load_pack(opponent), id)
    ask, catalogues = part.build_ask(part.value), opponent.load_catalogues(screen.lang)
    shown_question = build_question(ask, catalogues[0], ())
    screen.print_text(format_part(draft.part))
    if draft.part.picture is not None:
        screen.print_view(draft.part.picture)
    for remark in draft.remarks:
        screen.print_text(_("Note: {note}", note=Name(remark.text)))
    if shown_question.kind == "chart":
        screen.print_text(
            _("A map can't be entered here. Draw it on the page, or import it from a pack: rival pack import.")
        )
        return
    screen.print_with_citations("? ", shown_question.text, shown_question.cites, "bold green")
    screen.print_options(shown_question, is_numbered(ask.answer_type))
    screen.print_fields(shown_question.fields, ask.answer_type, catalogues)
    for sign, meaning in shown_question.legend:
        screen.print_text(f"  {sign:<3} {meaning}")
    screen.print_text(
        _(
            "  ({hint})",
            hint=screen.describe_input(
                shown_question, ask.answer_type, find_example(ask.answer_type, catalogues, ask.answer_type.validate)
            ),
        ),
        "dim",
    )
    answer = read_answer(make_line_reader(plain=screen.plain), shown_question.kind == "drawing")
    if not answer.strip() or is_none_answer(answer, catalogues):
        screen.print_text(_("Nothing was changed."))
        return
    try:
        value = parse_answer(ask.answer_type, answer, catalogues)
        if isinstance(value, dict) and isinstance(part.value, dict):
            value = {**part.value, **value}  # fields that were not typed stay unchanged
        engine.describe_part(opponent.id, id, value, screen.lang)
    except BadAnswerError as bad:
        raise BadPackError(bad.text) from None
    show_part(screen, engine.load_box(opponent.id, screen.lang), id)


def show_part(screen: Screen, state: BoxState, id: str) -> None:
    """Show one component of the game after a change."""
    part = next(entry for entry in state.parts if entry.id == id)
    screen.print_text(format_part(part))
    if part.picture is not None:
        screen.print_view(part.picture)


def read_answer(read: object, is_drawing: bool) -> str:
    """Read a line of input; for a drawing, read several lines up to an empty one."""
    assert callable(read)
    try:
        rows = [str(read("> "))]
        while is_drawing and rows[-1].strip() and "/" not in rows[0]:
            rows.append(str(read("  ")))
    except EOFError:
        return ""
    return "/".join(row for row in rows if row.strip())
