"""The open question as drivers get it: strings and JSON, in one language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from rival.kernel.pictures import (
    BrushView,
    OnView,
    Picture,
    PieceView,
    ShowsView,
    brush,
    on,
    piece,
    piece_if_any,
    shown,
    words,
)
from rival.kernel.remembering import once_each
from rival.kernel.shapes import (
    Checklist,
    Drawing,
    Field,
    Form,
    Group,
    Json,
    Kind,
    Number,
    Option,
    Optioned,
    Order,
    Pairs,
    Part,
    Phrases,
    Shape,
)
from rival.kernel.steps import Ask, Because
from rival.kernel.texts import Catalogue


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an explanation with the ids of its rules."""

    text: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """An option with its label."""

    id: str | int
    label: str


@dataclass(frozen=True, slots=True)
class MetView:
    """An earlier answer that may come again: its label, and the entries of the form."""

    words: str
    entries: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class GroupView:
    """What fields of a form have in common: a label, whether they are collapsed, and the expected sum of their numbers.

    With ``once`` an option that is chosen for one of the fields can't be chosen for another.
    """

    words: str
    folded: bool
    adds: bool
    total: int | None
    note: str
    once: bool


@dataclass(frozen=True, slots=True)
class PartView:
    """A part of a phrase that is composed by taps; a ``tight`` part has no space before it."""

    words: str
    options: tuple[Offer, ...]
    least: int
    most: int
    tight: bool


@dataclass(frozen=True, slots=True)
class Depends:
    """The condition under which a field matters: the key and the values of another field."""

    field: str
    values: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """How a question is shown, apart from its text.

    ``on`` are the views where its options are spots, ``slots`` is the view whose spots are filled, and ``pictures`` is
    the prefix of the ids of views that show the options. A ``piece`` is shown next to the label of a field, ``pieces``
    next to those of options. ``shows`` is the subject of the question, ``picture`` a view that the table does not have.
    A phrase is composed of ``parts``. With ``upright`` a drawing has columns of different lengths. ``spot`` is the
    place of a field on the picture of its form. ``links`` are words with which a phrase can continue, ``ends`` are
    phrases that end the list. ``cell`` is the row and column of a field in a table, ``depends`` the condition under
    which it is shown. ``read_off`` marks an order that is read off the table, ``summed`` a number that may be entered
    as several amounts.
    """

    on: tuple[OnView, ...] = ()
    shows: ShowsView | None = None
    group: GroupView | None = None
    piece: PieceView | None = None
    pieces: Mapping[str, PieceView] = field(default_factory=dict)
    slots: str = ""
    pictures: str = ""
    picture: Picture | None = None
    brushes: tuple[BrushView, ...] = ()
    parts: tuple[PartView, ...] = ()
    upright: bool = False
    spot: str = ""
    links: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    cell: tuple[str, str] | None = None
    depends: Depends | None = None
    read_off: bool = False
    summed: bool = False


def look(**found: Any) -> Look | None:
    """Return how a question is shown; None if nothing is special, as with most questions."""
    return Look(**found) if any(found.values()) else None


@dataclass(frozen=True, slots=True)
class Question:
    """A question, or one field of a form; with ``closed`` only the offered answers are valid."""

    key: str
    kind: Kind
    who: str
    text: str
    cites: tuple[str, ...] = ()
    because: tuple[Line, ...] = ()
    notes: tuple[Line, ...] = ()
    options: tuple[Offer, ...] = ()
    fields: tuple[Question, ...] = ()
    items: tuple[Line, ...] = ()
    instead: tuple[Offer, ...] = ()
    met: tuple[MetView, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    names: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    default: Json = None
    required: bool = False
    closed: bool = False
    look: Look | None = None
    about: Mapping[str, Json] = field(default_factory=dict)


def question(ask: Ask, catalogue: Catalogue, pending: Sequence[Because]) -> Question:
    """Return a question in one language, with the explanation lines that lead up to it."""
    because = tuple(Line(line.text.render(catalogue), line.cites) for line in (*pending, *ask.because))
    return Question(
        ask.key,
        ask.kind,
        ask.who,
        ask.text.render(catalogue),
        ask.cites,
        because,
        tuple(Line(line.text.render(catalogue), line.cites) for line in ask.notes),
        about=ask.about,
        **details(
            ask.shape,
            catalogue,
            on=tuple(on(one, catalogue) for one in ask.on),
            shows=None if ask.shows is None else shown(ask.shows(), catalogue),
        ),
    )


def details(shape: Shape, catalogue: Catalogue, **seen: Any) -> dict[str, Any]:
    """Return the fields of a Question that describe an answer type; ``seen`` are further fields of its look."""
    if shape.worded is None:
        shape.worded = {}
    if catalogue not in shape.worded:
        shape.worded[catalogue] = controls(shape, catalogue)
    found, looks = shape.worded[catalogue]
    return {**found, "look": look(**looks, **seen)}


def controls(shape: Shape, catalogue: Catalogue) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return how an answer type is entered, and how it is shown."""
    found: dict[str, Any] = {"default": getattr(shape, "default", None)}
    looks: dict[str, Any] = {}
    if isinstance(shape, Optioned):
        found["options"], looks["pieces"] = choices(shape.options, catalogue)
    if isinstance(shape, Order):
        found["least"] = found["most"] = shape.drawn if shape.drawn is not None else len(shape.options)
        looks["read_off"] = shape.read_off
    elif hasattr(shape, "least"):
        found["least"], found["most"] = shape.least, getattr(shape, "most", None)
    match shape:
        case Form():
            found["fields"] = tuple(entry(field, catalogue) for field in shape.fields)
            found["instead"], looks["pieces"] = choices(shape.instead, catalogue)
            looks["group"] = None if shape.rare is None else group(shape.rare, catalogue)
            found["met"] = tuple(MetView(one.words.render(catalogue), one.entries) for one in shape.met())
        case Number():
            looks["summed"] = shape.summed
        case Checklist():
            found["items"] = tuple(Line(item.text.render(catalogue), item.cites) for item in shape.items)
        case Drawing():
            found["legend"] = tuple((sign, meaning.render(catalogue)) for sign, meaning in shape.legend)
            looks["brushes"] = tuple(brush(one, catalogue) for one in shape.brushes)
            looks["upright"], found["most"] = shape.upright, shape.total
        case Phrases():
            found["closed"] = shape.read is None
            looks["parts"] = tuple(part(one, catalogue) for one in shape.parts)
            looks["ends"] = shape.ends
            looks["links"] = tuple(one.render(catalogue) for one in shape.links)
        case Pairs():
            found["options"], looks["pieces"] = choices(shape.values.options, catalogue)
            found["names"], found["closed"] = shape.names, shape.closed
    return found, looks


@lru_cache(1024)
def choices(options: tuple[Option, ...], catalogue: Catalogue) -> tuple[tuple[Offer, ...], dict[str, PieceView]]:
    """Return the options with their labels, and the pieces next to them; cached, because options recur."""
    pieces = {str(one.id): piece(one.piece, catalogue) for one in options if one.piece}
    return tuple(offered(one, catalogue) for one in options), pieces


@once_each(2048)
def offered(one: Option, catalogue: Catalogue) -> Offer:
    """Return an option with its label; cached, because options recur."""
    return Offer(one.id, one.label.render(catalogue))


def entry(field: Field, catalogue: Catalogue) -> Question:
    """Return a field of a form as a question; cached, because fields recur."""
    if catalogue not in field.worded:
        field.worded[catalogue] = made_entry(field, catalogue)
    found: Question = field.worded[catalogue]
    return found


def made_entry(field: Field, catalogue: Catalogue) -> Question:
    """Build the question for a field of a form."""
    known = details(
        field.shape,
        catalogue,
        on=tuple(on(one, catalogue) for one in field.on),
        group=None if field.group is None else group(field.group, catalogue),
        piece=piece_if_any(field.piece, catalogue),
        slots=field.slots,
        pictures=field.pictures,
        spot=field.spot,
        cell=None if field.cell is None else tuple(one.render(catalogue) for one in field.cell),
        depends=None if field.depends is None else Depends(*field.depends),
    )
    known["default"] = field.default
    text = field.label if offers(known) else field.text  # options need no example
    return Question(
        field.name, field.shape.kind, "", text.render(catalogue), required=field.required or field.wanted, **known
    )


def offers(known: Mapping[str, Any]) -> bool:
    """Return whether a field has options or parts to choose from."""
    return bool(known.get("options") or (known["look"] and known["look"].parts))


@once_each(256)
def group(one: Group, catalogue: Catalogue) -> GroupView:
    """Return a group of fields in one language."""
    note = words(one.note, catalogue)
    return GroupView(one.words.render(catalogue), one.folded, one.adds, one.total, note, one.once)


@once_each(256)
def part(one: Part, catalogue: Catalogue) -> PartView:
    """Return a part of a phrase in one language."""
    offers = tuple(offered(each, catalogue) for each in one.options)
    return PartView(one.words.render(catalogue), offers, one.least, one.most, one.tight)
