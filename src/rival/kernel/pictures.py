"""Views in one language, as drivers get them: strings and numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rival.kernel.remembering import once_each
from rival.kernel.texts import Catalogue, Text
from rival.kernel.views import (
    MOST_WORDED,
    Brush,
    Cards,
    CardShape,
    Column,
    Columns,
    Facts,
    Grid,
    Marker,
    Motion,
    Network,
    On,
    Piece,
    Row,
    Scale,
    Section,
    Sheet,
    Shows,
    Spot,
    View,
)


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece: the names of its glyph and colour in the opponent's art, its label, how many there are, and its sign."""

    glyph: str
    words: str
    colour: str
    count: int | None
    of: int | None
    sign: str


@dataclass(frozen=True, slots=True)
class SpotView:
    """A place in a view: ``words`` is its label, ``note`` is written on it, ``corrects`` is the path to correct it."""

    id: str
    words: str
    sign: str
    ground: str
    pieces: tuple[PieceView, ...]
    note: str
    corrects: str


@dataclass(frozen=True, slots=True)
class FactsView:
    """A list of facts; the value of each is the note of its spot."""

    id: str
    title: str
    spots: tuple[SpotView, ...]
    group: str
    kind: Literal["facts"] = "facts"


@dataclass(frozen=True, slots=True)
class GridView:
    """Squares in rows; without rows it is not described yet, and the note says so."""

    id: str
    title: str
    rows: tuple[tuple[SpotView, ...], ...]
    sign: str
    note: str
    corrects: str
    group: str
    kind: Literal["grid"] = "grid"


@dataclass(frozen=True, slots=True)
class CardsView:
    """Cards in a row, or in rows of ``across``; if they are named, their notes are shown below them."""

    id: str
    title: str
    spots: tuple[SpotView, ...]
    across: int | None
    shape: CardShape
    named: bool
    note: str
    corrects: str
    group: str
    kind: Literal["cards"] = "cards"


@dataclass(frozen=True, slots=True)
class MarkerView:
    """A piece on a scale, and the number it marks."""

    piece: PieceView
    at: int
    corrects: str


@dataclass(frozen=True, slots=True)
class ScaleView:
    """A numbered track with markers; its spots are its numbers."""

    id: str
    title: str
    least: int
    most: int
    markers: tuple[MarkerView, ...]
    note: str
    group: str
    kind: Literal["scale"] = "scale"


@dataclass(frozen=True, slots=True)
class BorderView:
    """A border between two places, and the cost of crossing it."""

    one: str
    other: str
    price: int


@dataclass(frozen=True, slots=True)
class NetworkView:
    """Places and the borders between them; ``at`` has the known coordinates.

    Places ``beside`` are drawn next to their neighbours, not among them.
    """

    id: str
    title: str
    spots: tuple[SpotView, ...]
    borders: tuple[BorderView, ...]
    at: dict[str, tuple[float, float]]
    beside: tuple[str, ...]
    note: str
    corrects: str
    group: str
    kind: Literal["network"] = "network"


@dataclass(frozen=True, slots=True)
class ColumnView:
    """Slots from top to bottom, and the sign above and the note below them."""

    words: str
    spots: tuple[SpotView, ...]
    note: str
    sign: str


@dataclass(frozen=True, slots=True)
class ColumnsView:
    """Columns of slots side by side; without columns it is not described yet, and the note says so."""

    id: str
    title: str
    columns: tuple[ColumnView, ...]
    note: str
    corrects: str
    group: str
    kind: Literal["columns"] = "columns"


@dataclass(frozen=True, slots=True)
class RowView:
    """Cells side by side after a label and a piece; with ``steps`` they are a sequence."""

    words: str
    spots: tuple[SpotView, ...]
    piece: PieceView | None
    steps: bool


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section of a sheet."""

    id: str
    words: str
    rows: tuple[RowView, ...]
    note: str


@dataclass(frozen=True, slots=True)
class SheetView:
    """A printed card or table; one that lies face down has no sections, and a note."""

    id: str
    title: str
    sections: tuple[SectionView, ...]
    sign: str
    note: str
    corrects: str
    heads: tuple[str, ...]
    group: str
    kind: Literal["sheet"] = "sheet"


Picture: TypeAlias = FactsView | GridView | CardsView | ScaleView | NetworkView | ColumnsView | SheetView


@dataclass(frozen=True, slots=True)
class MotionView:
    """A piece that moves from one spot to another, comes from outside, or leaves."""

    piece: PieceView
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class ShowsView:
    """The subject of a step: spots of a view in their state at that time, the pieces that move, the important spots.

    The ``passed`` spots were checked without a result; a ``quiet`` one is only marked on the table. ``also`` is the
    same for another view.
    """

    view: str
    spots: tuple[SpotView, ...]
    motions: tuple[MotionView, ...]
    lit: tuple[str, ...]
    passed: tuple[str, ...]
    quiet: bool
    also: ShowsView | None


@dataclass(frozen=True, slots=True)
class OnView:
    """A view on which a question can be answered: an option is the spot whose id is between prefix and suffix."""

    view: str
    prefix: str
    suffix: str
    words: str
    piece: PieceView | None


@dataclass(frozen=True, slots=True)
class BrushView:
    """The look of one sign of a drawing; with ``most`` a number follows the sign."""

    sign: str
    words: str
    ground: str
    piece: PieceView | None
    note: str
    group: str
    most: int | None
    fixed: bool


def brush(one: Brush, catalogue: Catalogue) -> BrushView:
    """Render a brush."""
    lying = piece_if_any(one.piece, catalogue)
    group, note = words(one.group, catalogue), words(one.note, catalogue)
    return BrushView(one.sign, one.words.render(catalogue), one.ground, lying, note, group, one.most, one.fixed)


@once_each(MOST_WORDED)
def drawn(view: View, catalogue: Catalogue) -> Picture:
    """Render a view; cached by the identity of the view."""
    title, group = view.title.render(catalogue), words(view.group, catalogue)
    note = words(getattr(view, "note", None), catalogue)
    match view:
        case Facts():
            return FactsView(view.id, title, spots(view.spots, catalogue), group)
        case Grid():
            rows = tuple(spots(row, catalogue) for row in view.rows)
            return GridView(view.id, title, rows, view.sign, note, view.corrects, group)
        case Cards():
            cards, shape = spots(view.spots, catalogue), view.shape
            return CardsView(view.id, title, cards, view.across, shape, view.named, note, view.corrects, group)
        case Scale():
            markers = tuple(marker(one, catalogue) for one in view.markers)
            return ScaleView(view.id, title, view.least, view.most, markers, note, group)
        case Network():
            borders = tuple(BorderView(one.one, one.other, one.price) for one in view.borders)
            places, beside = spots(view.spots, catalogue), tuple(view.beside)
            return NetworkView(view.id, title, places, borders, dict(view.at), beside, note, view.corrects, group)
        case Columns():
            columns = tuple(column(one, catalogue) for one in view.columns)
            return ColumnsView(view.id, title, columns, note, view.corrects, group)
        case Sheet():
            sections = tuple([section(one, catalogue) for one in view.sections])
            heads = tuple(one.render(catalogue) for one in view.heads)
            return SheetView(view.id, title, sections, view.sign, note, view.corrects, heads, group)


def column(one: Column, catalogue: Catalogue) -> ColumnView:
    """Render a column of slots."""
    return ColumnView(one.words.render(catalogue), spots(one.spots, catalogue), words(one.note, catalogue), one.sign)


@once_each(MOST_WORDED)
def section(one: Section, catalogue: Catalogue) -> SectionView:
    """Render a section of a sheet; cached by the identity of the section."""
    rows = tuple(row(each, catalogue) for each in one.rows)
    return SectionView(one.id, one.words.render(catalogue), rows, words(one.note, catalogue))


def row(one: Row, catalogue: Catalogue) -> RowView:
    """Render a row of cells."""
    lying = piece_if_any(one.piece, catalogue)
    return RowView(one.words.render(catalogue), spots(one.spots, catalogue), lying, one.steps)


def spots(found: Iterable[Spot], catalogue: Catalogue) -> tuple[SpotView, ...]:
    """Render spots."""
    return tuple(
        SpotView(
            one.id,
            one.words.render(catalogue),
            one.sign,
            one.ground,
            tuple(piece(each, catalogue) for each in one.pieces),
            words(one.note, catalogue),
            one.corrects,
        )
        for one in found
    )


def piece(one: Piece, catalogue: Catalogue) -> PieceView:
    """Render a piece."""
    sign = words(one.sign, catalogue)
    return PieceView(one.glyph, one.words.render(catalogue), one.colour, one.count, one.of, sign)


def piece_if_any(one: Piece | None, catalogue: Catalogue) -> PieceView | None:
    """Render a piece; None if there is none."""
    return None if one is None else piece(one, catalogue)


def marker(one: Marker, catalogue: Catalogue) -> MarkerView:
    """Render a marker of a scale."""
    return MarkerView(piece(one.piece, catalogue), one.at, one.corrects)


def motion(one: Motion, catalogue: Catalogue) -> MotionView:
    """Render the move of a piece."""
    return MotionView(piece(one.piece, catalogue), one.start, one.end)


def shown(one: Shows, catalogue: Catalogue) -> ShowsView:
    """Render the subject of a step or a question."""
    ids = tuple(spot.id for spot in one.spots)
    motions = tuple(motion(each, catalogue) for each in one.motions)
    lit = ids if one.lit is None else tuple(one.lit)
    also = None if one.also is None else shown(one.also, catalogue)
    return ShowsView(one.view, spots(one.spots, catalogue), motions, lit, tuple(one.passed), one.quiet, also)


def on(one: On, catalogue: Catalogue) -> OnView:
    """Render a view on which a question can be answered."""
    return OnView(one.view, one.prefix, one.suffix, "", None) if one.words is None else tapped(one, catalogue)


@once_each(256)
def tapped(one: On, catalogue: Catalogue) -> OnView:
    """Render a view whose spots stand for several options; cached by identity."""
    return OnView(one.view, one.prefix, one.suffix, words(one.words, catalogue), piece_if_any(one.piece, catalogue))


def words(text: Text | None, catalogue: Catalogue) -> str:
    """Render a text; an empty string if there is none."""
    return "" if text is None else text.render(catalogue)


def spots_in(picture: Picture) -> tuple[SpotView, ...]:
    """Return every spot of a rendered view; a scale has none."""
    match picture:
        case FactsView() | CardsView() | NetworkView():
            return picture.spots
        case GridView():
            return tuple(spot for row in picture.rows for spot in row)
        case ColumnsView():
            return tuple(spot for one in picture.columns for spot in one.spots)
        case SheetView():
            return tuple(spot for one in picture.sections for row in one.rows for spot in row.spots)
        case ScaleView():
            return ()


APART = {"spots", "rows", "columns", "sections", "title", "note"}
"""The fields of a view that hold its spots, and those that may change without a new layout."""


@once_each(MOST_WORDED)
def frame(picture: Picture) -> tuple[object, ...]:
    """Return everything in a view except its title, its note and the content of its spots, to compare two layouts."""
    inside: tuple[object, ...] = ()
    match picture:
        case FactsView() | CardsView() | NetworkView():
            inside = ids(picture.spots)
        case GridView():
            inside = tuple(map(ids, picture.rows))
        case ColumnsView():
            inside = tuple((one.words, one.note, one.sign, ids(one.spots)) for one in picture.columns)
        case SheetView():
            inside = tuple(map(section_frame, picture.sections))
    return (inside, *(getattr(picture, name) for name in picture.__slots__ if name not in APART))


@once_each(MOST_WORDED)
def section_frame(one: SectionView) -> tuple[object, ...]:
    """Return the same for a section; cached, because most sections of a large sheet don't change."""
    return one.id, one.words, one.note, tuple((row.words, row.piece, row.steps, ids(row.spots)) for row in one.rows)


def ids(some: Iterable[SpotView]) -> tuple[str, ...]:
    """Return the ids of spots."""
    return tuple([spot.id for spot in some])
