"""Views: pictures of a table, made of a few kinds of parts, which drivers can draw without knowing the game.

An opponent builds its views in Python; the page draws each kind, and the terminal prints each kind as text. A view's id
is unique on its table, and a spot's id is unique in its view. Everything has a label, because screen readers and the
terminal need labels, and because colour alone must not carry meaning. Views with the same ``group`` are shown together
under the group's label.

>>> from rival.kernel.texts import _
>>> plot = Spot("b2", _("empty land"), sign=".", ground="land")
>>> [spot.id for spot in iterate_spots(Grid("district-3", _("District {n}", n=3), [[plot]]))]
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
    """A game piece on a spot: its symbol, its colour and its label.

    ``count`` is the number of such pieces, or the number printed on the piece. ``wanted_count`` is the number of pieces
    needed; with fewer, the piece is shown as unfinished. A ``sign`` is one or two letters on a piece without a number.
    """

    glyph: str
    label: Text
    colour: str = ""
    count: int | None = None
    wanted_count: int | None = None
    sign: Text | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a view: its label, its background, and the pieces on it.

    ``sign`` is a short mark for text output, ``note`` is written on the spot, and ``edit_path`` is the path of the
    editable value shown. If the first piece has a colour, it covers the spot, and the other pieces are drawn on it.
    """

    id: str
    label: Text
    sign: str = ""
    ground: str = ""
    pieces: Sequence[Piece] = ()
    note: Text | None = None
    edit_path: str = ""


@dataclass(frozen=True, slots=True)
class FactList:
    """A list of labelled values."""

    id: str
    title: Text
    spots: Sequence[Spot]
    group: Text | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """Squares in rows, with letters for columns and numbers for rows; ``sign`` is the token printed on the board.

    A grid that has not been described has no rows, and its ``note`` says so.
    """

    id: str
    title: Text
    rows: Sequence[Sequence[Spot]]
    sign: str = ""
    note: Text | None = None
    edit_path: str = ""
    group: Text | None = None


CardShape: TypeAlias = Literal["tile", "card", "slot"]
"""The shape in which a card is drawn: square, portrait, or round."""


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards, tiles or slots in one row, or in rows of ``cards_per_row``.

    A ``tile`` is square, a ``card`` is portrait, and a ``slot`` is round. With ``shows_notes``, each has its note below
    it and its sign on it.
    """

    id: str
    title: Text
    spots: Sequence[Spot]
    cards_per_row: int | None = None
    shape: CardShape = "tile"
    shows_notes: bool = False
    note: Text | None = None
    edit_path: str = ""
    group: Text | None = None


@dataclass(frozen=True, slots=True)
class Marker:
    """A piece on a scale, and the number it marks."""

    piece: Piece
    number: int
    edit_path: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """A numbered track with markers. The numbers serve as its spots, and ``note`` describes its state."""

    id: str
    title: Text
    minimum: int
    maximum: int
    markers: Sequence[Marker]
    note: Text | None = None
    group: Text | None = None


@dataclass(frozen=True, slots=True)
class Border:
    """A border between two places of a network, with the cost of crossing it."""

    start: str
    end: str
    price: int = 1


@dataclass(frozen=True, slots=True)
class Network:
    """Places and the borders between them, such as a map; ``coordinates`` contains the known coordinates.

    Drivers choose positions for places without coordinates. ``entrance_ids`` are the ids of entrances, which are drawn
    as plates next to their neighbours. ``corners`` maps an entrance to its corner of the map: 0 (left) or 1 (right),
    and 0 (top) or 1 (bottom). ``note`` says how to read the map.
    """

    id: str
    title: Text
    spots: Sequence[Spot]
    borders: Sequence[Border]
    coordinates: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    note: Text | None = None
    edit_path: str = ""
    entrance_ids: Sequence[str] = ()
    group: Text | None = None
    corners: Mapping[str, tuple[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Column:
    """Slots from top to bottom, with ``sign`` above and ``note`` below them."""

    label: Text
    spots: Sequence[Spot]
    note: Text | None = None
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Columns:
    """A view with columns of slots side by side. The view is empty until the owner has described the columns."""

    id: str
    title: Text
    columns: Sequence[Column]
    note: Text | None = None
    edit_path: str = ""
    group: Text | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Cells side by side after a label and a piece; with ``is_sequence``, the cells form a sequence."""

    label: Text
    spots: Sequence[Spot]
    piece: Piece | None = None
    is_sequence: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a sheet, which can be highlighted as a whole; ``note`` describes its state."""

    id: str
    label: Text
    rows: Sequence[Row]
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A printed card or table: sections with rows of cells, a token's ``sign``, and a ``note`` below the title.

    A sheet with ``column_headings`` is a table: every row has a cell under each heading, and the value of a cell is its
    note. A face-down card has no sections, and its note says so.
    """

    id: str
    title: Text
    sections: Sequence[Section]
    sign: str = ""
    note: Text | None = None
    edit_path: str = ""
    column_headings: Sequence[Text] = ()
    group: Text | None = None


View: TypeAlias = FactList | Grid | Cards | Scale | Network | Columns | Sheet


@dataclass(frozen=True, slots=True)
class Motion:
    """A piece that moves from one spot to another; without a start it enters the view, without an end it leaves."""

    piece: Piece
    start: str = ""
    end: str = ""


@dataclass(frozen=True, slots=True)
class Highlight:
    """The part of a view that a step or question is about: its spots at that time, and the pieces that move.

    ``highlighted_ids`` are the ids of the important spots, unless all are important. ``skipped_ids`` are the ids of
    spots that were checked without a result. On a scale, the motions name the important spots. With ``is_quiet``, the
    spots are only marked on the table. ``other_view`` is the highlight of another view, such as the view that a piece
    comes from.
    """

    view_id: str
    spots: Sequence[Spot] = ()
    motions: Sequence[Motion] = ()
    highlighted_ids: Sequence[str] | None = None
    skipped_ids: Sequence[str] = ()
    is_quiet: bool = False
    other_view: Highlight | None = None

    @property
    def touched_ids(self) -> set[str]:
        """The ids of all spots that the highlight contains."""
        ends = {end for motion in self.motions for end in (motion.start, motion.end) if end}
        return ends | {spot.id for spot in self.spots} | {*(self.highlighted_ids or ()), *self.skipped_ids}


@dataclass(frozen=True, slots=True)
class Brush:
    """The appearance of one character in a drawing: a background with a piece on it.

    With ``max_number``, a number up to this limit follows the character and is shown on the piece. Brushes with the
    same ``group`` are offered together. With ``is_fixed``, the character is shown but can't be painted or painted over.
    ``fills`` are the characters that the brush can replace everywhere at once, each with a button label.
    """

    sign: str
    label: Text
    ground: str = ""
    piece: Piece | None = None
    note: Text | None = None
    group: Text | None = None
    max_number: int | None = None
    is_fixed: bool = False
    fills: Sequence[tuple[str, Text]] = ()


HighlightFactory: TypeAlias = Callable[[], Highlight]
"""A function that returns the highlight of a step.

The call may happen much later, so the function must hold the required table state (``partial``).
"""


@dataclass(frozen=True, slots=True)
class TapTarget:
    """A view on which the player can answer a question by tapping a spot.

    An option's spot is found by a prefix and a suffix. If a spot stands for several options, there is a target for
    each, with a ``label`` and a ``piece``: the player chooses one of these first, then the spot.
    """

    view_id: str
    prefix: str = ""
    suffix: str = ""
    label: Text | None = None
    piece: Piece | None = None

    def find_spot(self, option: str) -> str | None:
        """Return the id of the spot for an option; None if there is none in this view."""
        inside = option.removeprefix(self.prefix).removesuffix(self.suffix)
        return inside if option == f"{self.prefix}{inside}{self.suffix}" and inside else None


TapTargets: TypeAlias = str | Sequence[TapTarget]
"""The views on which a question can be answered: the id of a view whose spots are the options, or several targets."""


DrawnView = TypeVar("DrawnView")
Parameters = ParamSpec("Parameters")

MAX_CACHED_VIEWS = 256
"""The number of views that each cached function keeps, enough for a few dozen games in play."""

MAX_RENDERED_VIEWS = 1024
"""The number of rendered views that are cached."""


class PickledArguments:
    """A cache key made from pickled arguments, because a table is changed in place."""

    __slots__ = ("arguments", "pickled")

    def __init__(self, arguments: tuple[Any, ...]) -> None:
        self.arguments = arguments
        self.pickled = dumps(arguments, HIGHEST_PROTOCOL)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PickledArguments) and self.pickled == other.pickled

    def __hash__(self) -> int:
        return hash(self.pickled)


def cache_view(build: Callable[Parameters, DrawnView]) -> Callable[Parameters, DrawnView]:
    """Cache a function that builds a view or part of a view from its arguments alone.

    An answer changes only a few things on a table, so most views need not be built or rendered again.
    """

    @lru_cache(MAX_CACHED_VIEWS)
    def build_from_key(values: PickledArguments) -> DrawnView:
        args, kwargs = values.arguments
        return build(*args, **kwargs)

    @wraps(build)
    def cached_build(*args: Parameters.args, **kwargs: Parameters.kwargs) -> DrawnView:
        key = PickledArguments((args, kwargs))
        try:
            return build_from_key(key)
        finally:
            key.arguments = ()  # only the pickled bytes are cached

    return cached_build


def parse_tap_targets(targets: TapTargets) -> tuple[TapTarget, ...]:
    """Return the views on which a question can be answered as a tuple."""
    if isinstance(targets, str):
        return (TapTarget(targets),) if targets else ()
    return tuple(targets)


def iterate_spots(view: View) -> Iterator[Spot]:
    """Yield every spot of a view; a scale has no spot objects, because its spots are numbers."""
    match view:
        case FactList() | Cards() | Network():
            yield from view.spots
        case Grid():
            for row in view.rows:
                yield from row
        case Columns():
            for column in view.columns:
                yield from column.spots
        case Sheet():
            for section in view.sections:
                for table_row in section.rows:
                    yield from table_row.spots


def has_spot(view: View, id: str) -> bool:
    """Return whether a view has a spot or a section with this id."""
    if isinstance(view, Scale):
        return id.removeprefix("-").isdecimal() and view.minimum <= int(id) <= view.maximum
    if isinstance(view, Sheet) and any(section.id == id for section in view.sections):
        return True
    return any(spot.id == id for spot in iterate_spots(view))


def format_column(column: int) -> str:
    """Return the letter of a column: “a” for column 0."""
    return chr(ord("a") + column)


def format_square(x: int, y: int) -> str:
    """Return the name of a square; a1 is at the top left."""
    return f"{format_column(x)}{y + 1}"


def make_fact_list(id: str, title: Text, rows: Iterable[tuple[Text, Text]]) -> FactList:
    """Return a list of facts with these labels and values."""
    return FactList(id, title, [make_fact(str(n), label, text) for n, (label, text) in enumerate(rows, start=1)])


def make_fact(id: str, label: Text, text: Text, edit_path: str = "") -> Spot:
    """Return a fact: a spot whose note is its value."""
    return Spot(id, label, note=text, edit_path=edit_path)
