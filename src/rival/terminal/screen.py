"""Terminal output: entries, questions, boards and lists, in colour or as plain text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rich.console import Console
from rich.text import Text as Styled

from rival.kernel import AnswerType, Entry, Form, Question, ReasonLine, Session, Text, UndoInstruction, _, n_
from rival.kernel.answer_types import Catalogues
from rival.kernel.question import OptionText
from rival.kernel.rendered_views import (
    CardsView,
    ColumnsView,
    FactsView,
    GridView,
    NetworkView,
    RenderedView,
    ScaleView,
    SectionView,
    SheetView,
    SpotView,
)
from rival.kernel.texts import load_catalogue
from rival.kernel.transcript import ActEntry
from rival.kernel.views import format_column
from rival.terminal.examples import find_example, is_valid_line
from rival.terminal.input_parser import SHORT_LABEL, get_typed_name, is_numbered

ENTRY_STYLES = {"do": "bold", "say": "bold", "answer": "cyan", "correct": "yellow", "dice": "yellow"}
ENTRY_SIGNS = {"do": "→", "say": "·", "answer": "»", "correct": "!", "dice": "!"}
ENTRY_LABELS = {"do": _("Do"), "say": _("Note"), "answer": _("Answer"), "correct": _("Correction"), "dice": _("Dice")}


MAX_INLINE_CHOICES = 8
"""The number of choices that fit on a field's line."""
MAX_SHORT_ROWS, MAX_ROWS = 12, 30
"""Longer lists are printed side by side: above the first limit if all labels are short, above the second always."""


class Screen:
    """The terminal output in one language. Plain mode prints words instead of symbols and colours."""

    def __init__(self, lang: str, plain: bool = False) -> None:
        self.lang = lang
        self.plain = plain
        self.console = Console(no_color=plain or None, highlight=False, soft_wrap=plain, markup=False, emoji=False)

    def render(self, text: Text) -> str:
        """Translate a text into the language of the terminal."""
        return text.render(load_catalogue(self.lang))

    def print_text(self, text: Text | str = "", style: str = "") -> None:
        """Print a text on a line of its own."""
        line = escape_control_characters(text if isinstance(text, str) else self.render(text))
        self.console.print(Styled(line, style="" if self.plain else style))

    def print_with_citations(self, indent: str, text: str, cites: Iterable[str], style: str = "") -> None:
        """Print a text followed by the ids of the rules behind it."""
        styled = Styled(escape_control_characters(f"{indent}{text}"), style="" if self.plain else style)
        ids = " ".join(cites)
        if ids:
            styled.append(f"  [{ids}]", style="" if self.plain else "dim")
        self.console.print(styled)

    def print_heading(self, title: str) -> None:
        """Print the heading of a phase of the game."""
        self.print_text()
        self.print_text(title, "bold underline")

    def print_act(self, act: ActEntry) -> None:
        """Print the heading of an act with its cause."""
        self.print_heading(act.title)
        if act.cause is not None:
            self.print_text(act.cause.text, "dim")

    def print_act_end(self, act: ActEntry) -> None:
        """Print the changes that an act made, or the reason why nothing moved."""
        for text in (act.result, act.idle):
            if text is not None:
                self.print_text(f"= {text}", "dim")

    def print_entry(self, entry: Entry, why: bool) -> None:
        """Print a step of the game, with the reasons for it if ``why`` is set."""
        head = f"{self.render(ENTRY_LABELS[entry.kind])}: " if self.plain else f"{ENTRY_SIGNS[entry.kind]} "
        self.print_with_citations(head, entry.text, entry.cites, ENTRY_STYLES[entry.kind])
        if why:
            self.print_reasons(entry.because)

    def print_reasons(self, lines: Iterable[ReasonLine]) -> None:
        """Print the reasons for a step."""
        because = self.render(_("because"))
        head = f"    {because}: " if self.plain else "    "
        for line in lines:
            self.print_with_citations(head, line.text, line.cites, "dim")

    def print_sample_notice(self, session: Session) -> None:
        """Print a notice if the game uses invented cards and boards, so that nobody mistakes them for real ones."""
        pack = session.journal.header.get("pack")
        if pack and pack.get("sample"):
            self.print_text(
                _("This is a sample table: its boards, plans and cards are made up and do not exist in the real game."),
                "yellow",
            )

    # --- questions -------------------------------------------------------------------------------------

    def print_question(self, question: Question, session: Session) -> None:
        """Print a question with its reasons, board views, options, fields and a hint."""
        ask, spoken = session.open_ask, session.catalogues
        assert ask is not None
        self.print_text()
        self.print_reasons(question.because)
        self.print_view_of_options(question, session)
        for note in question.notes:
            self.print_with_citations("  ", note.text, note.cites)
        self.print_with_citations("? ", question.text, question.cites, "bold green")
        for item in question.items:
            self.print_with_citations("  [ ] ", item.text, item.cites)
        self.print_options(question, is_numbered(ask.answer_type))
        self.print_fields(question.fields, ask.answer_type, spoken)
        for sign, meaning in question.legend:
            self.print_text(f"  {sign:<3} {meaning}")
        for offer in question.instead:
            self.print_text(_("  or “{label}”", label=offer.label))
        self.print_text(
            _(
                "  ({hint})",
                hint=self.describe_input(
                    question, ask.answer_type, find_example(ask.answer_type, spoken, ask.validate)
                ),
            ),
            "dim",
        )

    def print_objection(self, offer: OptionText) -> None:
        """Print the command with which the player can correct the assumption of the last step."""
        self.print_text(_("    if this is wrong, enter “{but}”: {words}", but=_("but"), words=offer.label), "dim")

    def print_full_objection(self, question: Question, session: Session) -> None:
        """Explain, with an example, how the player can correct the assumption of a step."""
        tracked = session.collect_editable_values()
        shape = tracked[question.key].answer_type
        sample_line = find_example(shape, session.catalogues, shape.validate)
        self.print_with_citations("? ", question.text, (), "bold green")
        self.print_options(question, is_numbered(shape))
        self.print_fields(question.fields, shape, session.catalogues)
        later_types = [tracked[answer_type.key].answer_type for answer_type in session.list_open_assumptions()]
        later_types = later_types[later_types.index(shape) + 1 :]
        if any(
            is_valid_line(answer_type, sample_line, session.catalogues, answer_type.validate)
            for answer_type in later_types
        ):  # ambiguous without the field's name
            sample_line = f"{question.key} {sample_line}"
        self.print_text(_("  (for instance “{but} {example}”)", but=_("but"), example=sample_line), "dim")

    def print_inquiry(self, question: Question, session: Session) -> None:
        """Print a question that the player may ask the program at any time, with an example."""
        own_inquiry = next(candidate for candidate in session.opponent.inquiries if candidate.name == question.key)
        shape = own_inquiry.make_answer_type(session.table)
        sample_line = find_example(shape, session.catalogues, shape.validate)
        self.print_with_citations("? ", question.text, (), "bold green")
        self.print_fields(question.fields, shape, session.catalogues)
        self.print_text(
            _("  (for instance “{ask} {name} {example}”)", ask=_("ask"), name=question.key, example=sample_line), "dim"
        )

    def print_options(self, question: Question, numbers: bool) -> None:
        """Print the options of a question."""
        if question.kind == "phrases":
            self.print_columns_of_options(question, numbers)
        if question.kind not in ("choice", "several", "order"):
            return
        if has_too_many_rows(question.options):
            self.print_columns_of_options(question, numbers)
            return
        for number, offer in enumerate(question.options, start=1):
            self.print_text(f"  {number}. {offer.label}" if numbers else f"  {offer.label}")
        if question.kind == "several" and question.default:
            self.print_text(_("  press Enter for: {default}", default=format_default(question)))

    def print_columns_of_options(self, question: Question, numbers: bool) -> None:
        """Print many short options side by side, each with its number."""
        offers = [f"{number}. {offer.label}" for number, offer in enumerate(question.options, start=1)]
        if len(offers) > MAX_ROWS and (groups := group_labels(question.options)):
            for group in groups:
                self.print_text(f"  {group}")
        elif offers:
            self.print_text("  " + "   ".join(offers if numbers else [offer.label for offer in question.options]))
        if question.default:
            self.print_text(_("  press Enter for: {default}", default=format_default(question)))

    def print_fields(self, fields: Sequence[Question], shape: AnswerType, spoken: Catalogues) -> None:
        """Print the fields of a form, followed by any long lists of choices, each printed only once."""
        for field, entry in zip(fields, shape.fields if isinstance(shape, Form) else (), strict=True):
            if field.kind not in ("choice", "several") or field.options or field.required:  # the field can be answered
                self.print_field(field, get_typed_name(entry, spoken), entry.question_text.render(spoken[0]))
        long_lists = {
            field.options for field in fields if field.kind == "choice" and len(field.options) > MAX_INLINE_CHOICES
        }
        for options in sorted(long_lists, key=str):
            self.print_text(_("  possible values: {choices}", choices=", ".join(offer.label for offer in options)))

    def print_field(self, field: Question, name: str, text: str) -> None:
        """Print one form field with its name, choices and default."""
        default_text = (
            "" if field.default in (None, [], {}) else self.render(_(" (now: {value})", value=format_default(field)))
        )
        required_text = self.render(_(" (required)")) if field.required else ""
        choices = ""
        if field.kind in ("choice", "several", "phrases") and 0 < len(field.options) <= MAX_INLINE_CHOICES:
            labels = [offer.label for offer in field.options]
            choices = ": " + ("; " if any("," in label for label in labels) else ", ").join(labels)
        head = text if name == text else f"{name} — {text}"
        self.print_text(f"  {head}{choices}{default_text}{required_text}")

    def describe_input(self, question: Question, shape: AnswerType, example: str) -> Text:
        """Explain in one sentence how to answer a question."""
        match question.kind:
            case "checklist":
                return _("press Enter when everything is done; ? for help")
            case "form" if any(field.required for field in question.fields):
                return _("for instance “{example}”; ? for help", example=example) if example else _("? for help")
            case "form" if example:
                return _("for instance “{example}”; press Enter to keep the values shown; ? for help", example=example)
            case "form":
                return _("press Enter to keep the values shown; ? for help")
            case "drawing":
                return _("enter one row per line, then an empty line")
            case "die":
                return _("enter the number on your die, {least} to {most}", least=question.least, most=question.most)
            case "number":
                return _("enter a number, or a sum like 12+3-1")
            case "several" if question.default and is_numbered(shape):
                return _("enter numbers or words, separated by commas; - for none")
            case "several" if question.default:
                return _("enter words, separated by commas; - for none")
            case "several" if is_numbered(shape):
                return _("enter numbers or words, separated by commas; press Enter for none")
            case "several":
                return _("enter words, separated by commas; press Enter for none")
            case "phrases" if question.least and example:
                return _("for instance “{example}”; ? for help", example=example)
            case "phrases" if question.least:
                return n_("enter {n} of them", "enter {n} of them, separated by commas", question.least)
            case "phrases" if question.most == 1:
                return _("enter a number or your own text; ? for help")
            case "phrases" if is_numbered(shape) and question.options:
                return _("enter numbers or words in order, separated by commas; press Enter to keep what is shown")
            case "phrases":
                return _("enter words in order, separated by commas; press Enter to keep what is shown")
            case "order" if question.least is not None and question.least < len(question.options):
                return n_("enter {n} of them", "enter {n} of them, separated by commas", question.least)
            case "order":
                return _("enter all of them in order, separated by commas")
            case "pairs" if example:
                return _("for instance “{example}”; press Enter for none", example=example)
            case "pairs":
                return _("press Enter for none")
            case "words":
                return _("enter a few words of your own; ? for help")
            case _ if is_numbered(shape):
                return _("enter a number or the beginning of a word; ? for help")
            case _:
                return _("enter one of them; ? for help")

    # --- pictures and lists ----------------------------------------------------------------------------

    def print_view_of_options(self, question: Question, session: Session) -> None:
        """Print the board or other view that contains a question's options, with the options in brackets.

        For a form, the options are those of its required choices.
        """
        for field in (question, *question.fields):
            placements = field.look.on if field.look else ()
            is_choice = field.kind in ("choice", "several")
            if len(placements) == 1 and is_choice and (field.required or field is question):
                ids = {
                    str(offer.id).removeprefix(placements[0].prefix).removesuffix(placements[0].suffix)
                    for offer in field.options
                }
                for view in session.views:
                    if view.id == placements[0].view:
                        self.print_view(view, ids)

    def print_view(self, picture: RenderedView, choices: Collection[str] = ()) -> None:
        """Print a board or other view as text, with the available spaces in brackets."""
        match picture:
            case FactsView():
                self.print_text(picture.title, "bold")
                for spot in picture.spots:
                    self.print_text(f"  {spot.words}: {spot.note}")
            case ScaleView():
                markers = ", ".join(f"{marker.piece.words} {marker.at}" for marker in picture.markers)
                self.print_text(f"{picture.title}: {markers}")
            case CardsView():
                self.print_text(f"  {picture.title}")
                across = picture.across or len(picture.spots)
                rows = [picture.spots[i : i + across] for i in range(0, len(picture.spots), across)]
                self.print_grid(rows, choices)
            case GridView():
                self.print_text(f"  {picture.title}")
                if picture.note:
                    self.print_text(f"     {picture.note}", "dim")
                self.print_grid(picture.rows, choices, lettered=True)
            case NetworkView():
                self.print_network(picture, choices)
            case ColumnsView():
                self.print_columns(picture, choices)
            case SheetView():
                self.print_sheet(picture, choices)

    def print_network(self, network: NetworkView, choices: Collection[str]) -> None:
        """Print each place of a map, or only the given choices, with its neighbours and the costs of the borders."""
        self.print_text(f"  {network.title}")
        if network.note:
            self.print_text(f"     {network.note}", "dim")
        signs = {spot.id: spot.sign or spot.note for spot in network.spots}
        neighbors: dict[str, list[str]] = {spot.id: [] for spot in network.spots}
        for border in network.borders:
            neighbors[border.one].append(f"{signs[border.other]} {border.price}")
            neighbors[border.other].append(f"{signs[border.one]} {border.price}")
        selectable = [candidate for candidate in network.spots if candidate.id in choices]
        for spot in selectable or network.spots:
            neighbor_text = f" – {', '.join(neighbors[spot.id])}" if neighbors[spot.id] else ""
            self.print_text(f"     {format_spot(spot, choices)}{neighbor_text}")

    def print_columns(self, columns: ColumnsView, choices: Collection[str]) -> None:
        """Print each column of a board on a line of its own, from top to bottom."""
        self.print_text(f"  {columns.title}")
        if columns.note:
            self.print_text(f"     {columns.note}", "dim")
        for column in columns.columns:
            below = f" ({column.note})" if column.note else ""
            self.print_text(
                f"     {column.words}: {', '.join(format_spot(spot, choices) for spot in column.spots)}{below}"
            )

    def print_sheet(self, sheet: SheetView, choices: Collection[str]) -> None:
        """Print the sections of a printed card with their rows; print a table column by column."""
        self.print_text(f"  {f'{sheet.sign}. ' if sheet.sign else ''}{sheet.title}")
        if sheet.note:
            self.print_text(f"     {sheet.note}", "dim")
        for section in sheet.sections:
            name = f"[{section.words}]" if section.id in choices else section.words
            under = "; ".join(format_table_column(section, n, head) for n, head in enumerate(sheet.heads))
            self.print_text(f"     {name}{f': {under}' if under else ''}{f' ({section.note})' if section.note else ''}")
            for row in () if sheet.heads else section.rows:
                self.print_text(f"       {row.words}: {', '.join(format_spot(spot, choices) for spot in row.spots)}")

    def print_grid(self, rows: Sequence[Sequence[SpotView]], choices: Collection[str], lettered: bool = False) -> None:
        """Print the signs of a board's squares in rows, followed by the meaning of each sign."""
        spots = [spot for row in rows for spot in row]
        if not spots:
            return
        width = max(len(spot.sign) for spot in spots) + 3
        if lettered:
            head = "".join(f" {format_column(x)}".ljust(width) for x in range(len(rows[0])))
            self.print_text(f"     {head}")
        for y, row in enumerate(rows, start=1):
            signs = (f"[{candidate.sign}]" if candidate.id in choices else f" {candidate.sign}" for candidate in row)
            cells = "".join(sign.ljust(width) for sign in signs)
            self.print_text((f"  {y:>2} {cells}" if lettered else f"     {cells}").rstrip())
        for meaning in list_meanings(spots):
            self.print_text(f"     {meaning}", "dim")
        if any(candidate.id in choices for candidate in spots):
            self.print_text(_("     [ ] marks what you can choose"), "dim")

    def print_corrections(self, repairs: Sequence[UndoInstruction]) -> None:
        """Print instructions for moving pieces on the physical table after an undo."""
        moves = [repair.text for repair in repairs if repair.text and not repair.is_reported]
        reported = [repair.text for repair in repairs if repair.text and repair.is_reported]
        if moves:
            self.print_text(_("Change this on the table:"), "bold yellow")
            for number, move in enumerate(moves, start=1):
                self.print_text(f"  {number}. {move}")
        else:
            self.print_text(_("You don't have to change anything on the table."))
        if reported:
            self.print_text(_("You only reported these pieces of yours; leave them where they are:"))
            for move in reported:
                self.print_text(f"  – {move}", "dim")


def escape_control_characters(text: str) -> str:
    """Return a text with control characters replaced, so that the text can't control the terminal.

    >>> escape_control_characters("Ga\\x1b[2Jo\\n"), escape_control_characters("12\\xa0VP") == "12\\xa0VP"
    ('Ga�[2Jo\\n', True)
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in ALLOWED_SPACES else "\N{REPLACEMENT CHARACTER}" for sign in text
    )


ALLOWED_SPACES = "\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


def has_too_many_rows(options: Sequence[OptionText]) -> bool:
    """Return whether there are too many options to print each on its own line."""
    return len(options) > MAX_ROWS or (
        len(options) > MAX_SHORT_ROWS and all(len(offer.label) <= SHORT_LABEL for offer in options)
    )


def group_labels(options: Sequence[OptionText]) -> list[str]:
    """Group options by the beginning of their labels, one group per line; return an empty list if that saves little.

    >>> labels = ["district 1, a1", "district 1, a2", "district 1, b1", "no"]
    >>> group_labels([OptionText(n, label) for n, label in enumerate(labels)])
    ['district 1: a1, a2, b1', 'no']
    """
    groups: dict[str, list[str]] = {}
    for offer in options:
        head, comma, endings = offer.label.partition(", ")
        groups.setdefault(head if comma else offer.label, []).append(endings)
    lines = [f"{head}: {', '.join(endings)}" if any(endings) else head for head, endings in groups.items()]
    return lines if len(lines) * 2 <= len(options) else []


def format_table_column(section: SectionView, n: int, head: str) -> str:
    """Format the values in one column of a table, omitting zeros."""
    values = [f"{row.words} {row.spots[n].note}" for row in section.rows if row.spots[n].note not in ("", "0")]
    return f"{head}: {', '.join(values) or '–'}"


def format_spot(spot: SpotView, choices: Collection[str]) -> str:
    """Format the label of a space on a board, in brackets if the space can be chosen."""
    return f"[{spot.words}]" if spot.id in choices else spot.words


def list_meanings(spots: Sequence[SpotView]) -> list[str]:
    """Return the meaning of each sign on a board. An ambiguous sign is replaced with the ids of its spaces."""
    meanings: dict[str, dict[str, str]] = {}
    for spot in spots:
        meanings.setdefault(spot.sign, {}).setdefault(spot.words, spot.id)
    return [
        f"{sign if len(meanings_of_sign) == 1 else id} {meaning}"
        for sign, meanings_of_sign in sorted(meanings.items())
        for meaning, id in meanings_of_sign.items()
    ]


def format_default(field: Question) -> str:
    """Format the default value of a form field, with the labels of its options."""
    labels = {str(offer.id): offer.label for offer in field.options}
    values = field.default if isinstance(field.default, list) else [field.default]
    return ", ".join(labels.get(str(value), str(value)) for value in values)
