"""Views: a table as pictures, made of a few kinds of parts, that any driver can draw without knowing the game.

An opponent draws itself with them in Python; the page draws each kind once, the terminal prints each kind as text.
Views have ids of their own on a table, and spots within their view; so a spot is named by both. Everything has words:
for a screen reader, for the terminal, and because colour is never the only carrier. Views of a ``group`` stand together
under its words.

>>> from rival.kernel.texts import _
>>> plot = Spot("b2", _("empty land"), sign=".", ground="land")
>>> [spot.id for spot in spots_of(Grid("district-3", _("District {n}", n=3), [[plot]]))]
['b2']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from pickle import HIGHEST_PROTOCOL, dumps
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar

from rival.kernel.texts import Text


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that lies on a spot: a glyph from the opponent's art in one of its colours, and words for it.

    ``count`` is how many there are, or the figure on it. With ``of``, as many are wanted: as long as there are fewer,
    it is not finished. A ``sign`` is a letter or two on a piece without a figure.
    """

    glyph: str
    words: Text
    colour: str = ""
    count: int | None = None
    of: int | None = None
    sign: Text | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that can be pointed at: words that say all of it, its ground, and the pieces on it.

    ``sign`` stands for it where there is no room for a drawing, ``note`` is written on it, and ``corrects`` is the path
    of the tracked value that sets it right. A first piece with a colour covers the spot; those after it lie on it.
    """

    id: str
    words: Text
    sign: str = ""
    ground: str = ""
    pieces: Sequence[Piece] = ()
    note: Text | None = None
    corrects: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known in words: each spot has its value as its note."""

    id: str
    title: Text
    spots: Sequence[Spot]
    group: Text | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """Squares in rows, with letters for columns and numbers for rows; ``sign`` is the token that lies on the board.

    One that nobody has told yet has no rows, and a ``note`` that says so.
    """

    id: str
    title: Text
    rows: Sequence[Sequence[Spot]]
    sign: str = ""
    note: Text | None = None
    corrects: str = ""
    group: Text | None = None


CardShape: TypeAlias = Literal["tile", "card", "slot"]


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards, tiles or slots in a row or, with ``across``, in rows of that many.

    A ``tile`` is square, a ``card`` is higher than wide, a ``slot`` is round. ``named``: what is noted of each stands
    below it, and its sign is written on it.
    """

    id: str
    title: Text
    spots: Sequence[Spot]
    across: int | None = None
    shape: CardShape = "tile"
    named: bool = False
    note: Text | None = None
    corrects: str = ""
    group: Text | None = None


@dataclass(frozen=True, slots=True)
class Marker:
    """A piece on a scale, and the number where it stands."""

    piece: Piece
    at: int
    corrects: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """A numbered track with markers; its spots are its numbers. ``note`` says how it stands."""

    id: str
    title: Text
    least: int
    most: int
    markers: Sequence[Marker]
    note: Text | None = None
    group: Text | None = None


@dataclass(frozen=True, slots=True)
class Border:
    """What lies between two places of a network, and what it costs to cross it."""

    one: str
    other: str
    price: int = 1


@dataclass(frozen=True, slots=True)
class Network:
    """Places and what lies between them, such as a map; ``at`` says where they lie, as far as somebody has told.

    Those that nobody has placed are laid out by whoever draws them. ``beside`` are the ids of places that do not lie
    among the others but next to their neighbours, such as entrances; they are drawn as plates. ``note`` says how to
    read it.
    """

    id: str
    title: Text
    spots: Sequence[Spot]
    borders: Sequence[Border]
    at: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    note: Text | None = None
    corrects: str = ""
    beside: Sequence[str] = ()
    group: Text | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """Slots from top to bottom; ``sign`` stands above them, ``note`` below."""

    words: Text
    spots: Sequence[Spot]
    note: Text | None = None
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns of slots, side by side, and a ``note`` on all of them. One that nobody has told has none."""

    id: str
    title: Text
    columns: Sequence[Column]
    note: Text | None = None
    corrects: str = ""
    group: Text | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Cells side by side, after words and a piece that say what they are; ``steps``: one is read after the other."""

    words: Text
    spots: Sequence[Spot]
    piece: Piece | None = None
    steps: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a sheet, which can be pointed at as a whole; ``note`` says how it stands with it."""

    id: str
    words: Text
    rows: Sequence[Row]
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A printed card or table: sections with rows of cells; ``sign`` is the token on it, ``note`` is below its title.

    With ``heads`` it is a table: every row has a cell under each of these words, and the note of a cell is its figure.
    One that lies face down has no sections, and a note that says so.
    """

    id: str
    title: Text
    sections: Sequence[Section]
    sign: str = ""
    note: Text | None = None
    corrects: str = ""
    heads: Sequence[Text] = ()
    group: Text | None = None


View: TypeAlias = Facts | Grid | Cards | Scale | Network | Columns | Sheet


@dataclass(frozen=True, slots=True)
class Motion:
    """A piece that goes from one spot to another; without a start it comes from elsewhere, without an end it leaves."""

    piece: Piece
    start: str = ""
    end: str = ""


@dataclass(frozen=True, slots=True)
class Shows:
    """What a step touches, or what a question is about: spots of one view as they are then, and what moves there.

    ``lit`` names those that matter, if not all of the spots do, ``passed`` those that came to nothing before; on a
    scale the motions name them. What is ``quiet`` is only marked on the table, where it is seen anyway. ``also`` is
    what the same move touches in another view, such as the place that a piece comes from.
    """

    view: str
    spots: Sequence[Spot] = ()
    motions: Sequence[Motion] = ()
    lit: Sequence[str] | None = None
    passed: Sequence[str] = ()
    quiet: bool = False
    also: Shows | None = None

    @property
    def touched(self) -> set[str]:
        """The ids of every spot that it names."""
        ends = {end for one in self.motions for end in (one.start, one.end) if end}
        return ends | {spot.id for spot in self.spots} | {*(self.lit or ()), *self.passed}


@dataclass(frozen=True, slots=True)
class Brush:
    """What one sign of a drawing looks like, for who paints it: a ground with a piece on it.

    With ``most`` a number follows the sign, up to that, and stands on the piece; brushes of a ``group`` are offered
    together. A ``fixed`` one is shown and can't be painted, or painted over.
    """

    sign: str
    words: Text
    ground: str = ""
    piece: Piece | None = None
    note: Text | None = None
    group: Text | None = None
    most: int | None = None
    fixed: bool = False


Showing: TypeAlias = Callable[[], Shows]
"""Says what a step shows, and only if somebody looks, which may be much later: what it needs of the table as it is then
is given to it (``partial``)."""


@dataclass(frozen=True, slots=True)
class On:
    """A view on which a question can be answered: an option is the spot whose id stands between prefix and suffix.

    Where a spot can be tapped for several things, each has ``words`` and a ``piece``: first what, then where.
    """

    view: str
    prefix: str = ""
    suffix: str = ""
    words: Text | None = None
    piece: Piece | None = None

    def spot(self, option: str) -> str | None:
        """The id of the spot that an option means; None if it means none here."""
        inside = option.removeprefix(self.prefix).removesuffix(self.suffix)
        return inside if option == f"{self.prefix}{inside}{self.suffix}" and inside else None


Place: TypeAlias = str | Sequence[On]
"""Where a question can be answered: the id of a view whose spots are the options, or several views."""


Drawn = TypeVar("Drawn")
Given = ParamSpec("Given")

MOST_DRAWN = 256
"""Views that each way of drawing remembers: those of some dozens of games in play."""

MOST_WORDED = 1024
"""Views that are remembered in the words of a language, whoever drew them."""


class Values:
    """What a view is drawn from, known by its bytes: a table changes under the hand, its bytes then are others."""

    __slots__ = ("bytes", "now")

    def __init__(self, now: tuple[Any, ...]) -> None:
        self.now = now
        self.bytes = dumps(now, HIGHEST_PROTOCOL)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Values) and self.bytes == other.bytes

    def __hash__(self) -> int:
        return hash(self.bytes)


def drawn_once(draw: Callable[Given, Drawn]) -> Callable[Given, Drawn]:
    """A view, or a part of one, that is drawn from its arguments alone: for the same ones it is the same view.

    An answer changes a few things on a table. What stands as it stood is neither drawn nor put into words again.
    """

    @lru_cache(MOST_DRAWN)
    def made(values: Values) -> Drawn:
        some, named = values.now
        return draw(*some, **named)

    @wraps(draw)
    def known(*some: Given.args, **named: Given.kwargs) -> Drawn:
        key = Values((some, named))
        try:
            return made(key)
        finally:
            key.now = ()  # only its bytes are remembered

    return known


def places(on: Place) -> tuple[On, ...]:
    if isinstance(on, str):
        return (On(on),) if on else ()
    return tuple(on)


def spots_of(view: View) -> Iterator[Spot]:
    """Every spot of a view that is drawn for itself; those of a scale are numbers."""
    match view:
        case Facts() | Cards() | Network():
            yield from view.spots
        case Grid():
            for row in view.rows:
                yield from row
        case Columns():
            for column in view.columns:
                yield from column.spots
        case Sheet():
            for section in view.sections:
                for line in section.rows:
                    yield from line.spots


def has_spot(view: View, id: str) -> bool:
    if isinstance(view, Scale):
        return id.removeprefix("-").isdecimal() and view.least <= int(id) <= view.most
    if isinstance(view, Sheet) and any(section.id == id for section in view.sections):
        return True
    return any(spot.id == id for spot in spots_of(view))


def column_letter(x: int) -> str:
    return chr(ord("a") + x)


def square(x: int, y: int) -> str:
    """The name of a square, a1 at the top left."""
    return f"{column_letter(x)}{y + 1}"


def facts(id: str, title: Text, rows: Iterable[tuple[Text, Text]]) -> Facts:
    """Words with their values, in rows."""
    return Facts(id, title, [fact(str(n), words, value) for n, (words, value) in enumerate(rows, start=1)])


def fact(id: str, words: Text, value: Text, corrects: str = "") -> Spot:
    """A row of facts."""
    return Spot(id, words, note=value, corrects=corrects)
