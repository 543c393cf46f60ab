"""What the terminal shows: entries, questions, grids and lists, with colours or as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text as Styled

from rival.kernel import Entry, Facts, Line, Question, Repair, Session, Text, _
from rival.kernel.question import Offer, Picture, drawn
from rival.kernel.texts import catalogue_for
from rival.kernel.views import View, column_letter

STYLES = {"do": "bold", "say": "bold", "answer": "cyan", "correct": "yellow", "dice": "yellow"}
SIGNS = {"do": "→", "say": "·", "answer": "»", "correct": "!", "dice": "!"}
WORDS = {"do": _("Do"), "say": _("Note"), "answer": _("Answer"), "correct": _("Correction"), "dice": _("Dice")}


FEW = 9
"""Choices that fit on the line of a field."""


class Screen:
    """Prints in one language; plain text has words where the other has signs and colours."""

    def __init__(self, lang: str, plain: bool = False) -> None:
        self.lang = lang
        self.plain = plain
        self.console = Console(no_color=plain or None, highlight=False, soft_wrap=plain, markup=False, emoji=False)

    def words(self, text: Text) -> str:
        return text.render(catalogue_for(self.lang))

    def say(self, text: Text | str = "", style: str = "") -> None:
        line = text if isinstance(text, str) else self.words(text)
        self.console.print(Styled(line, style="" if self.plain else style))

    def line(self, indent: str, text: str, cites: Iterable[str], style: str = "") -> None:
        styled = Styled(f"{indent}{text}", style="" if self.plain else style)
        ids = " ".join(cites)
        if ids:
            styled.append(f"  [{ids}]", style="" if self.plain else "dim")
        self.console.print(styled)

    def entry(self, entry: Entry, why: bool) -> None:
        head = f"{self.words(WORDS[entry.kind])}: " if self.plain else f"{SIGNS[entry.kind]} "
        self.line(head, entry.text, entry.cites, STYLES[entry.kind])
        if why:
            self.why(entry.because)

    def why(self, lines: Iterable[Line]) -> None:
        because = self.words(_("because"))
        head = f"    {because}: " if self.plain else "    "
        for line in lines:
            self.line(head, line.text, line.cites, "dim")

    def sample_notice(self, session: Session) -> None:
        """Nothing invented is ever taken for official."""
        pack = session.journal.header.get("pack")
        if pack and pack.get("sample"):
            self.say(_("A sample table: its boards, plans and cards are made up and stand in no box."), "yellow")

    # --- questions -------------------------------------------------------------------------------------

    def question(self, question: Question) -> None:
        self.say()
        self.why(question.because)
        if question.picture:
            self.picture(question.picture)
        self.line("? ", question.text, question.cites, "bold green")
        for item in question.items:
            self.line("  [ ] ", item.text, item.cites)
        self.options(question)
        self.fields(question.fields)
        for sign, meaning in question.legend:
            self.say(f"  {sign:<3} {meaning}")
        for offer in question.instead:
            self.say(_("  or “{id}”: {label}", id=str(offer.id), label=offer.label))
        self.say(_("  ({hint})", hint=self.hint(question)), "dim")

    def objection(self, offer: Offer) -> None:
        """What to type if a step can't be carried out as it says."""
        self.say(_("    if not so, “but”: {words}", words=offer.label), "dim")

    def objection_in_full(self, question: Question) -> None:
        """What can be said against a step, and how."""
        self.line("? ", question.text, (), "bold green")
        self.fields(question.fields)
        self.say(_("  (for instance “but {name} {example}”)", name=question.key, example=example(question)), "dim")

    def inquiry(self, question: Question) -> None:
        """What may be asked in between, and how."""
        self.line("? ", question.text, (), "bold green")
        self.fields(question.fields)
        self.say(_("  (for instance “ask {name} {example}”)", name=question.key, example=example(question)), "dim")

    def options(self, question: Question) -> None:
        if question.kind == "phrases":
            self.palette(question)
        if question.kind not in ("choice", "several", "order"):
            return
        for number, offer in enumerate(question.options, start=1):
            self.say(f"  {number}. {offer.label}" if not isinstance(offer.id, int) else f"  {offer.label}")
        if question.kind == "several" and question.default:
            self.say(_("  Enter: {default}", default=in_words(question)))

    def palette(self, question: Question) -> None:
        """Many short phrases: side by side, each with its number."""
        offers = [f"{number}. {offer.label}" for number, offer in enumerate(question.options, start=1)]
        if offers:
            self.say("  " + "   ".join(offers))
        if question.default:
            self.say(_("  Enter: {default}", default=in_words(question)))

    def fields(self, fields: Sequence[Question]) -> None:
        """The entries of a form; long lists of choices stand below, once."""
        for field in fields:
            self.field(field)
        long_lists = {field.options for field in fields if field.kind == "choice" and len(field.options) > FEW}
        for options in sorted(long_lists, key=str):
            self.say(_("  choices: {choices}", choices=", ".join(offer.label for offer in options)))

    def field(self, field: Question) -> None:
        shown = "" if field.default in (None, [], {}) else self.words(_(" (now: {value})", value=in_words(field)))
        needed = self.words(_(" (needed)")) if field.required else ""
        choices = ""
        if field.kind in ("choice", "several", "phrases") and 0 < len(field.options) <= FEW:
            choices = ": " + ", ".join(offer.label for offer in field.options)
        self.say(f"  {field.key} — {field.text}{choices}{shown}{needed}")

    def hint(self, question: Question) -> Text:
        match question.kind:
            case "checklist":
                return _("Enter when it is done; ? for help")
            case "form":
                return _("for instance “{example}”; Enter for what is shown; ? for help", example=example(question))
            case "drawing":
                return _("one row a line, then an empty line")
            case "die":
                return _("what your die shows, {least} to {most}", least=question.least, most=question.most)
            case "number":
                return _("a number, or a sum like 12+3-1")
            case "several" if question.default:
                return _("numbers or words, with commas between; - for none")
            case "several":
                return _("numbers or words, with commas between; Enter for none")
            case "phrases" if question.most == 1:
                return _("a number, or your own words; ? for help")
            case "phrases":
                return _("numbers or words in their order, with commas between; Enter for what is shown or none")
            case "order" if question.least is not None and question.least < len(question.options):
                return _("{n} of them, with spaces between", n=question.least)
            case "order":
                return _("all in order, with spaces between")
            case "pairs":
                return _("for instance “{example}”; Enter for none", example=pair_example(question))
            case _:
                return _("a number or the beginning of a word; ? for help")

    # --- pictures and lists ----------------------------------------------------------------------------

    def picture(self, picture: Picture) -> None:
        self.say(f"  {picture.title}")
        width = max(len(square.sign) for row in picture.rows for square in row) + 3
        head = "".join(f" {column_letter(x)}".ljust(width) for x in range(len(picture.rows[0])))
        self.say(f"     {head}")
        for y, row in enumerate(picture.rows, start=1):
            cells = "".join(f"[{one.sign}]".ljust(width) if one.mark else f" {one.sign}".ljust(width) for one in row)
            self.say(f"  {y:>2} {cells}".rstrip())
        for meaning in legend(picture):
            self.say(f"     {meaning}", "dim")
        if any(square.mark for row in picture.rows for square in row):
            self.say(_("     [ ] can be chosen"), "dim")

    def view(self, view: View, session: Session) -> None:
        if isinstance(view, Facts):
            self.say(session.words(view.title), "bold")
            for label, value in view.rows:
                self.say(f"  {session.words(label)}: {session.words(value)}")
        else:
            self.picture(drawn(view, session.opponent.catalogue(session.lang)))

    def repairs(self, repairs: Sequence[Repair]) -> None:
        moves = [repair.text for repair in repairs if repair.text]
        if moves:
            self.say(_("On the table, put this right:"), "bold yellow")
            for number, move in enumerate(moves, start=1):
                self.say(f"  {number}. {move}")
        else:
            self.say(_("Nothing to change on the table."))


def legend(picture: Picture) -> list[str]:
    """Each sign of a grid once, with its words."""
    seen: dict[str, str] = {}
    for row in picture.rows:
        for square in row:
            seen.setdefault(square.sign, square.words)
    return [f"{sign} {words}" for sign, words in sorted(seen.items())]


def in_words(field: Question) -> str:
    """The default of a field, with the words of its options."""
    labels = {str(offer.id): offer.label for offer in field.options}
    values = field.default if isinstance(field.default, list) else [field.default]
    return ", ".join(labels.get(str(value), str(value)) for value in values)


def example(question: Question) -> str:
    """A line that could be typed for this form."""
    parts = []
    lists = [field.options for field in question.fields]
    for field in question.fields:
        if field.kind == "choice" and field.options:
            bare = field.required or lists.count(field.options) == 1
            one = next(offer.id for offer in field.options if offer.id != field.default)
            parts.append(str(one) if bare else f"{field.key} {one}")
        elif field.kind in ("number", "die") and len(parts) < 3:
            parts.append(f"{field.key} {field.default if field.default else 2}")
        elif field.kind in ("several", "phrases") and not parts and field.options:
            parts.append(f"{field.key} {field.options[0].id}")
        elif field.kind == "words":
            parts.append(f"{field.key} …")
        elif field.kind == "pairs":
            parts = [*parts[:1], f"{field.key} {pair_example(field)}"]
    return " ".join(parts[:3])


def pair_example(question: Question) -> str:
    """Two pairs that could be typed."""
    first, second = [*question.names[:2], "Abc", "Def"][:2]
    return f"{first} {question.options[0].id}, {second} {question.options[-1].id}"
