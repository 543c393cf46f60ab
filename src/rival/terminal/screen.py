"""Output of the terminal: entries, questions, boards and lists, in colour or as plain text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rich.console import Console
from rich.text import Text as Styled

from rival.kernel import Entry, Form, Line, Question, Repair, Session, Shape, Text, _, n_
from rival.kernel.pictures import (
    CardsView,
    ColumnsView,
    FactsView,
    GridView,
    NetworkView,
    Picture,
    ScaleView,
    SectionView,
    SheetView,
    SpotView,
)
from rival.kernel.question import Offer
from rival.kernel.shapes import Spoken
from rival.kernel.texts import catalogue_for
from rival.kernel.views import column_letter
from rival.terminal.examples import example, fits
from rival.terminal.typed import SHORT_LABEL, numbered, typed_name

STYLES = {"do": "bold", "say": "bold", "answer": "cyan", "correct": "yellow", "dice": "yellow"}
SIGNS = {"do": "→", "say": "·", "answer": "»", "correct": "!", "dice": "!"}
WORDS = {"do": _("Do"), "say": _("Note"), "answer": _("Answer"), "correct": _("Correction"), "dice": _("Dice")}


FEW = 8
"""Number of choices that fit on the line of a field."""
SOME, MANY = 12, 30
"""Longer lists of choices are printed side by side: above SOME if all labels are short, above MANY always."""


class Screen:
    """Prints in one language. Plain text has words instead of signs and colours."""

    def __init__(self, lang: str, plain: bool = False) -> None:
        self.lang = lang
        self.plain = plain
        self.console = Console(no_color=plain or None, highlight=False, soft_wrap=plain, markup=False, emoji=False)

    def words(self, text: Text) -> str:
        """Return a text in the language of the screen."""
        return text.render(catalogue_for(self.lang))

    def say(self, text: Text | str = "", style: str = "") -> None:
        """Print a text on a line of its own."""
        line = harmless(text if isinstance(text, str) else self.words(text))
        self.console.print(Styled(line, style="" if self.plain else style))

    def line(self, indent: str, text: str, cites: Iterable[str], style: str = "") -> None:
        """Print a text with the ids of the rules that it cites."""
        styled = Styled(harmless(f"{indent}{text}"), style="" if self.plain else style)
        ids = " ".join(cites)
        if ids:
            styled.append(f"  [{ids}]", style="" if self.plain else "dim")
        self.console.print(styled)

    def heading(self, title: str) -> None:
        """Print the title of an act."""
        self.say()
        self.say(title, "bold underline")

    def entry(self, entry: Entry, why: bool) -> None:
        """Print an entry of the history, with its reasons if ``why``."""
        head = f"{self.words(WORDS[entry.kind])}: " if self.plain else f"{SIGNS[entry.kind]} "
        self.line(head, entry.text, entry.cites, STYLES[entry.kind])
        if why:
            self.why(entry.because)

    def why(self, lines: Iterable[Line]) -> None:
        """Print reasons."""
        because = self.words(_("because"))
        head = f"    {because}: " if self.plain else "    "
        for line in lines:
            self.line(head, line.text, line.cites, "dim")

    def sample_notice(self, session: Session) -> None:
        """Print a notice if the table is made up, so that nobody mistakes it for the real components."""
        pack = session.journal.header.get("pack")
        if pack and pack.get("sample"):
            self.say(
                _("This is a sample table: its boards, plans and cards are made up and do not exist in the real game."),
                "yellow",
            )

    # --- questions -------------------------------------------------------------------------------------

    def question(self, question: Question, session: Session) -> None:
        """Print a question with its reasons, views, options, fields and a hint."""
        ask, spoken = session.open, session.spoken
        assert ask is not None
        self.say()
        self.why(question.because)
        self.where(question, session)
        for note in question.notes:
            self.line("  ", note.text, note.cites)
        self.line("? ", question.text, question.cites, "bold green")
        for item in question.items:
            self.line("  [ ] ", item.text, item.cites)
        self.options(question, numbered(ask.shape))
        self.fields(question.fields, ask.shape, spoken)
        for sign, meaning in question.legend:
            self.say(f"  {sign:<3} {meaning}")
        for offer in question.instead:
            self.say(_("  or “{label}”", label=offer.label))
        self.say(_("  ({hint})", hint=self.hint(question, ask.shape, example(ask.shape, spoken, ask.check))), "dim")

    def objection(self, offer: Offer) -> None:
        """Print the command for a step that can't be carried out as it says."""
        self.say(_("    if this is wrong, enter “{but}”: {words}", but=_("but"), words=offer.label), "dim")

    def objection_in_full(self, question: Question, session: Session) -> None:
        """Print the possible objections to a step, with an example."""
        tracked = session.tracked()
        shape = tracked[question.key].shape
        shown = example(shape, session.spoken, shape.check)
        self.line("? ", question.text, (), "bold green")
        self.options(question, numbered(shape))
        self.fields(question.fields, shape, session.spoken)
        later = [tracked[one.key].shape for one in session.objections()]
        later = later[later.index(shape) + 1 :]
        if any(fits(one, shown, session.spoken, one.check) for one in later):  # ambiguous without the name
            shown = f"{question.key} {shown}"
        self.say(_("  (for instance “{but} {example}”)", but=_("but"), example=shown), "dim")

    def inquiry(self, question: Question, session: Session) -> None:
        """Print a question that the player may ask in between, with an example."""
        found = next(one for one in session.opponent.inquiries if one.name == question.key)
        shape = found.shape(session.table)
        shown = example(shape, session.spoken, shape.check)
        self.line("? ", question.text, (), "bold green")
        self.fields(question.fields, shape, session.spoken)
        self.say(_("  (for instance “{ask} {name} {example}”)", ask=_("ask"), name=question.key, example=shown), "dim")

    def options(self, question: Question, numbers: bool) -> None:
        """Print the options of a question."""
        if question.kind == "phrases":
            self.palette(question, numbers)
        if question.kind not in ("choice", "several", "order"):
            return
        if too_many_for_lines(question.options):
            self.palette(question, numbers)
            return
        for number, offer in enumerate(question.options, start=1):
            self.say(f"  {number}. {offer.label}" if numbers else f"  {offer.label}")
        if question.kind == "several" and question.default:
            self.say(_("  press Enter for: {default}", default=in_words(question)))

    def palette(self, question: Question, numbers: bool) -> None:
        """Print many short options side by side, each with its number."""
        offers = [f"{number}. {offer.label}" for number, offer in enumerate(question.options, start=1)]
        if len(offers) > MANY and (groups := together(question.options)):
            for group in groups:
                self.say(f"  {group}")
        elif offers:
            self.say("  " + "   ".join(offers if numbers else [offer.label for offer in question.options]))
        if question.default:
            self.say(_("  press Enter for: {default}", default=in_words(question)))

    def fields(self, fields: Sequence[Question], shape: Shape, spoken: Spoken) -> None:
        """Print the fields of a form. Long lists of choices follow below, each list once."""
        for field, entry in zip(fields, shape.fields if isinstance(shape, Form) else (), strict=True):
            if field.kind not in ("choice", "several") or field.options or field.required:  # it can be answered
                self.field(field, typed_name(entry, spoken), entry.text.render(spoken[0]))
        long_lists = {field.options for field in fields if field.kind == "choice" and len(field.options) > FEW}
        for options in sorted(long_lists, key=str):
            self.say(_("  possible values: {choices}", choices=", ".join(offer.label for offer in options)))

    def field(self, field: Question, name: str, text: str) -> None:
        """Print one field with its name, choices and default."""
        shown = "" if field.default in (None, [], {}) else self.words(_(" (now: {value})", value=in_words(field)))
        needed = self.words(_(" (required)")) if field.required else ""
        choices = ""
        if field.kind in ("choice", "several", "phrases") and 0 < len(field.options) <= FEW:
            labels = [offer.label for offer in field.options]
            choices = ": " + ("; " if any("," in label for label in labels) else ", ").join(labels)
        head = text if name == text else f"{name} — {text}"
        self.say(f"  {head}{choices}{shown}{needed}")

    def hint(self, question: Question, shape: Shape, example: str) -> Text:
        """Return how a question can be answered."""
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
            case "several" if question.default and numbered(shape):
                return _("enter numbers or words, separated by commas; - for none")
            case "several" if question.default:
                return _("enter words, separated by commas; - for none")
            case "several" if numbered(shape):
                return _("enter numbers or words, separated by commas; press Enter for none")
            case "several":
                return _("enter words, separated by commas; press Enter for none")
            case "phrases" if question.least and example:
                return _("for instance “{example}”; ? for help", example=example)
            case "phrases" if question.least:
                return n_("enter {n} of them", "enter {n} of them, separated by commas", question.least)
            case "phrases" if question.most == 1:
                return _("enter a number or your own text; ? for help")
            case "phrases" if numbered(shape) and question.options:
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
            case _ if numbered(shape):
                return _("enter a number or the beginning of a word; ? for help")
            case _:
                return _("enter one of them; ? for help")

    # --- pictures and lists ----------------------------------------------------------------------------

    def where(self, question: Question, session: Session) -> None:
        """Print the view that contains the options of a question, with the options in brackets.

        For a form this concerns its required choices.
        """
        for field in (question, *question.fields):
            on = field.look.on if field.look else ()
            chosen = field.kind in ("choice", "several")
            if len(on) == 1 and chosen and (field.required or field is question):
                ids = {str(one.id).removeprefix(on[0].prefix).removesuffix(on[0].suffix) for one in field.options}
                for view in session.views:
                    if view.id == on[0].view:
                        self.picture(view, ids)

    def picture(self, picture: Picture, choices: Collection[str] = ()) -> None:
        """Print a view as text. Spots that can be chosen are in brackets."""
        match picture:
            case FactsView():
                self.say(picture.title, "bold")
                for spot in picture.spots:
                    self.say(f"  {spot.words}: {spot.note}")
            case ScaleView():
                markers = ", ".join(f"{one.piece.words} {one.at}" for one in picture.markers)
                self.say(f"{picture.title}: {markers}")
            case CardsView():
                self.say(f"  {picture.title}")
                across = picture.across or len(picture.spots)
                rows = [picture.spots[i : i + across] for i in range(0, len(picture.spots), across)]
                self.squares(rows, choices)
            case GridView():
                self.say(f"  {picture.title}")
                if picture.note:
                    self.say(f"     {picture.note}", "dim")
                self.squares(picture.rows, choices, lettered=True)
            case NetworkView():
                self.network(picture, choices)
            case ColumnsView():
                self.columns(picture, choices)
            case SheetView():
                self.sheet(picture, choices)

    def network(self, network: NetworkView, choices: Collection[str]) -> None:
        """Print each place with its neighbours and the prices of the borders; with choices, print only those places."""
        self.say(f"  {network.title}")
        if network.note:
            self.say(f"     {network.note}", "dim")
        signs = {spot.id: spot.sign or spot.note for spot in network.spots}
        beside: dict[str, list[str]] = {spot.id: [] for spot in network.spots}
        for border in network.borders:
            beside[border.one].append(f"{signs[border.other]} {border.price}")
            beside[border.other].append(f"{signs[border.one]} {border.price}")
        chosen = [one for one in network.spots if one.id in choices]
        for spot in chosen or network.spots:
            around = f" – {', '.join(beside[spot.id])}" if beside[spot.id] else ""
            self.say(f"     {pointed(spot, choices)}{around}")

    def columns(self, columns: ColumnsView, choices: Collection[str]) -> None:
        """Print each column on a line, from top to bottom."""
        self.say(f"  {columns.title}")
        if columns.note:
            self.say(f"     {columns.note}", "dim")
        for column in columns.columns:
            below = f" ({column.note})" if column.note else ""
            self.say(f"     {column.words}: {', '.join(pointed(spot, choices) for spot in column.spots)}{below}")

    def sheet(self, sheet: SheetView, choices: Collection[str]) -> None:
        """Print each section with its rows; for a table, the values under each heading."""
        self.say(f"  {f'{sheet.sign}. ' if sheet.sign else ''}{sheet.title}")
        if sheet.note:
            self.say(f"     {sheet.note}", "dim")
        for section in sheet.sections:
            name = f"[{section.words}]" if section.id in choices else section.words
            under = "; ".join(under_head(section, n, head) for n, head in enumerate(sheet.heads))
            self.say(f"     {name}{f': {under}' if under else ''}{f' ({section.note})' if section.note else ''}")
            for row in () if sheet.heads else section.rows:
                self.say(f"       {row.words}: {', '.join(pointed(spot, choices) for spot in row.spots)}")

    def squares(self, rows: Sequence[Sequence[SpotView]], choices: Collection[str], lettered: bool = False) -> None:
        """Print the signs of spots in rows, and the meaning of each sign."""
        spots = [spot for row in rows for spot in row]
        if not spots:
            return
        width = max(len(spot.sign) for spot in spots) + 3
        if lettered:
            head = "".join(f" {column_letter(x)}".ljust(width) for x in range(len(rows[0])))
            self.say(f"     {head}")
        for y, row in enumerate(rows, start=1):
            signs = (f"[{one.sign}]" if one.id in choices else f" {one.sign}" for one in row)
            cells = "".join(sign.ljust(width) for sign in signs)
            self.say((f"  {y:>2} {cells}" if lettered else f"     {cells}").rstrip())
        for meaning in legend(spots):
            self.say(f"     {meaning}", "dim")
        if any(one.id in choices for one in spots):
            self.say(_("     [ ] marks what you can choose"), "dim")

    def repairs(self, repairs: Sequence[Repair]) -> None:
        """Print how to correct the table after a change."""
        moves = [repair.text for repair in repairs if repair.text and not repair.reported]
        reported = [repair.text for repair in repairs if repair.text and repair.reported]
        if moves:
            self.say(_("Change this on the table:"), "bold yellow")
            for number, move in enumerate(moves, start=1):
                self.say(f"  {number}. {move}")
        else:
            self.say(_("You don't have to change anything on the table."))
        if reported:
            self.say(_("This was only a report about your own pieces; leave them where they are:"))
            for move in reported:
                self.say(f"  – {move}", "dim")


def harmless(text: str) -> str:
    """Return a text with control characters replaced, so that it can't control the terminal.

    >>> harmless("Ga\\x1b[2Jo\\n"), harmless("12\\xa0VP") == "12\\xa0VP"
    ('Ga�[2Jo\\n', True)
    """
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in SPACES else "\N{REPLACEMENT CHARACTER}" for sign in text)


SPACES = "\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


def too_many_for_lines(options: Sequence[Offer]) -> bool:
    """Return whether these options are printed side by side."""
    return len(options) > MANY or (len(options) > SOME and all(len(offer.label) <= SHORT_LABEL for offer in options))


def together(options: Sequence[Offer]) -> list[str]:
    """Group many options by the beginning of their labels, one line each; return an empty list if that saves little.

    >>> together([Offer(1, "district 1, a1"), Offer(2, "district 1, a2"), Offer(3, "district 1, b1"), Offer(4, "no")])
    ['district 1: a1, a2, b1', 'no']
    """
    groups: dict[str, list[str]] = {}
    for offer in options:
        head, comma, rest = offer.label.partition(", ")
        groups.setdefault(head if comma else offer.label, []).append(rest)
    lines = [f"{head}: {', '.join(rest)}" if any(rest) else head for head, rest in groups.items()]
    return lines if len(lines) * 2 <= len(options) else []


def under_head(section: SectionView, n: int, head: str) -> str:
    """Return the values in a column of a table, without those that are 0."""
    some = [f"{row.words} {row.spots[n].note}" for row in section.rows if row.spots[n].note not in ("", "0")]
    return f"{head}: {', '.join(some) or '–'}"


def pointed(spot: SpotView, choices: Collection[str]) -> str:
    """Return the label of a spot, in brackets if it can be chosen."""
    return f"[{spot.words}]" if spot.id in choices else spot.words


def legend(spots: Sequence[SpotView]) -> list[str]:
    """Return each sign with its meaning. A sign with several meanings is replaced by the ids of its spots."""
    meanings: dict[str, dict[str, str]] = {}
    for spot in spots:
        meanings.setdefault(spot.sign, {}).setdefault(spot.words, spot.id)
    return [
        f"{sign if len(found) == 1 else id} {words}"
        for sign, found in sorted(meanings.items())
        for words, id in found.items()
    ]


def in_words(field: Question) -> str:
    """Return the default of a field, with the labels of its options."""
    labels = {str(offer.id): offer.label for offer in field.options}
    values = field.default if isinstance(field.default, list) else [field.default]
    return ", ".join(labels.get(str(value), str(value)) for value in values)
