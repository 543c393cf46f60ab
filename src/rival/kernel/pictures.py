"""Views in the words of one language, as a driver gets them: plain strings and numbers."""

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
    """A piece: the names of its glyph and colour in the opponent's art, how many there are, and its sign."""

    glyph: str
    words: str
    colour: str
    count: int | None
    of: int | None
    sign: str


@dataclass(frozen=True, slots=True)
class SpotView:
    """A place in a view; ``words`` say all of it, ``note`` is written on it, ``corrects`` is what sets it right."""

    id: str
    words: str
    sign: str
    ground: str
    pieces: tuple[PieceView, ...]
    note: str
    corrects: str


@dataclass(frozen=True, slots=True)
class FactsView:
    """What is known in words; the value of a fact is its note."""

    id: str
    title: str
    spots: tuple[SpotView, ...]
    group: str
    kind: Literal["facts"] = "facts"


@dataclass(frozen=True, slots=True)
class GridView:
    """Squares in rows; one that nobody has told has none, and a note."""

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
    """Cards in a row, or in rows of so many across; where they are named, their notes stand below them."""

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
    """A piece on a scale."""

    piece: PieceView
    at: int
    corrects: str


@dataclass(frozen=True, slots=True)
class ScaleView:
    """A numbered track; its spots are its numbers."""

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
    """What lies between two places, and what it costs to cross it."""

    one: str
    other: str
    price: int


@dataclass(frozen=True, slots=True)
class NetworkView:
    """Places and what lies between them; ``at`` says where those lie that somebody has placed.

    Those ``beside`` lie next to their neighbours, not among them.
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
    """Slots from top to bottom, and what stands above and below them."""

    words: str
    spots: tuple[SpotView, ...]
    note: str
    sign: str


@dataclass(frozen=True, slots=True)
class ColumnsView:
    """Columns of slots side by side; one that nobody has told has none, and a note."""

    id: str
    title: str
    columns: tuple[ColumnView, ...]
    note: str
    corrects: str
    group: str
    kind: Literal["columns"] = "columns"


@dataclass(frozen=True, slots=True)
class RowView:
    """Cells side by side, after words and a piece that say what they are; in ``steps`` one is read after the other."""

    words: str
    spots: tuple[SpotView, ...]
    piece: PieceView | None
    steps: bool


@dataclass(frozen=True, slots=True)
class SectionView:
    """A part of a sheet."""

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
    """A piece that goes from one spot to another, comes from elsewhere, or leaves."""

    piece: PieceView
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class ShowsView:
    """What a step touches: spots of a view as they were then, what moved, and which of the spots matter.

    Those ``passed`` came to nothing; what is ``quiet`` is only marked on the table. ``also``: the same of another view.
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
    """Where a question can be answered: an option is the spot whose id stands between prefix and suffix."""

    view: str
    prefix: str
    suffix: str
    words: str
    piece: PieceView | None


@dataclass(frozen=True, slots=True)
class BrushView:
    """What a sign of a drawing looks like; with ``most`` a number follows it."""

    sign: str
    words: str
    ground: str
    piece: PieceView | None
    note: str
    group: str
    most: int | None
    fixed: bool


def brush(one: Brush, catalogue: Catalogue) -> BrushView:
    lying = piece_if_any(one.piece, catalogue)
    group, note = words(one.group, catalogue), words(one.note, catalogue)
    return BrushView(one.sign, one.words.render(catalogue), one.ground, lying, note, group, one.most, one.fixed)


@once_each(MOST_WORDED)
def drawn(view: View, catalogue: Catalogue) -> Picture:
    """A view in a language; one that was drawn once is put into words once."""
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
    return ColumnView(one.words.render(catalogue), spots(one.spots, catalogue), words(one.note, catalogue), one.sign)


@once_each(MOST_WORDED)
def section(one: Section, catalogue: Catalogue) -> SectionView:
    rows = tuple(row(each, catalogue) for each in one.rows)
    return SectionView(one.id, one.words.render(catalogue), rows, words(one.note, catalogue))


def row(one: Row, catalogue: Catalogue) -> RowView:
    lying = piece_if_any(one.piece, catalogue)
    return RowView(one.words.render(catalogue), spots(one.spots, catalogue), lying, one.steps)


def spots(found: Iterable[Spot], catalogue: Catalogue) -> tuple[SpotView, ...]:
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
    sign = words(one.sign, catalogue)
    return PieceView(one.glyph, one.words.render(catalogue), one.colour, one.count, one.of, sign)


def piece_if_any(one: Piece | None, catalogue: Catalogue) -> PieceView | None:
    return None if one is None else piece(one, catalogue)


def marker(one: Marker, catalogue: Catalogue) -> MarkerView:
    return MarkerView(piece(one.piece, catalogue), one.at, one.corrects)


def motion(one: Motion, catalogue: Catalogue) -> MotionView:
    return MotionView(piece(one.piece, catalogue), one.start, one.end)


def shown(one: Shows, catalogue: Catalogue) -> ShowsView:
    """What a step shows, in a language."""
    ids = tuple(spot.id for spot in one.spots)
    motions = tuple(motion(each, catalogue) for each in one.motions)
    lit = ids if one.lit is None else tuple(one.lit)
    also = None if one.also is None else shown(one.also, catalogue)
    return ShowsView(one.view, spots(one.spots, catalogue), motions, lit, tuple(one.passed), one.quiet, also)


def on(one: On, catalogue: Catalogue) -> OnView:
    return OnView(one.view, one.prefix, one.suffix, "", None) if one.words is None else tapped(one, catalogue)


@once_each(256)
def tapped(one: On, catalogue: Catalogue) -> OnView:
    """A place that can be tapped for several things says which."""
    return OnView(one.view, one.prefix, one.suffix, words(one.words, catalogue), piece_if_any(one.piece, catalogue))


def words(text: Text | None, catalogue: Catalogue) -> str:
    return "" if text is None else text.render(catalogue)


def spots_in(picture: Picture) -> tuple[SpotView, ...]:
    """Every spot that is drawn for itself."""
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
"""What of a picture holds its spots, and what it says of itself."""


@once_each(MOST_WORDED)
def frame(picture: Picture) -> tuple[object, ...]:
    """All of a picture but its title, its note and what its spots say: of those it has the ids."""
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
    """Of a large sheet most sections are the very same, and so are their frames."""
    return one.id, one.words, one.note, tuple((row.words, row.piece, row.steps, ids(row.spots)) for row in one.rows)


def ids(some: Iterable[SpotView]) -> tuple[str, ...]:
    return tuple([spot.id for spot in some])
