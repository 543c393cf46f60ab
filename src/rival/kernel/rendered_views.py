"""Views of the table in one language, as strings and numbers for user interfaces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rival.kernel.caching import cache_by_identity
from rival.kernel.texts import Catalogue, Text
from rival.kernel.views import (
    MAX_RENDERED_VIEWS,
    Brush,
    Cards,
    CardShape,
    Column,
    Columns,
    FactList,
    Grid,
    Highlight,
    Marker,
    Motion,
    Network,
    Piece,
    Row,
    Scale,
    Section,
    Sheet,
    Spot,
    TapTarget,
    View,
)


@dataclass(frozen=True, slots=True)
class PieceView:
    """A game piece: its symbol, colour, label, count and letter."""

    glyph: str
    words: str
    colour: str
    count: int | None
    of: int | None
    sign: str


@dataclass(frozen=True, slots=True)
class SpotView:
    """A place in a view: ``words`` is its label, ``note`` the text on it, and ``corrects`` the path to correct it."""

    id: str
    words: str
    sign: str
    ground: str
    pieces: tuple[PieceView, ...]
    note: str
    corrects: str


@dataclass(frozen=True, slots=True)
class FactsView:
    """A list of facts. Each fact is a spot whose note is the value."""

    id: str
    title: str
    spots: tuple[SpotView, ...]
    group: str
    kind: Literal["facts"] = "facts"


@dataclass(frozen=True, slots=True)
class GridView:
    """A grid of squares in rows. The grid is empty until the owner has described it."""

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
    """Cards in one row, or in rows of ``across`` cards; if the cards are named, their notes are shown below them."""

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
    """A piece on a scale and the number that it marks."""

    piece: PieceView
    at: int
    corrects: str


@dataclass(frozen=True, slots=True)
class ScaleView:
    """A numbered track with markers. The numbers serve as its spots."""

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
    """A border between two places, with the cost of crossing it."""

    one: str
    other: str
    price: int


@dataclass(frozen=True, slots=True)
class NetworkView:
    """Places and the borders between them; ``at`` contains the known coordinates.

    Places in ``beside`` are drawn next to their neighbours rather than among them, or in a corner of the map: 0 (left)
    or 1 (right), and 0 (top) or 1 (bottom).
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
    corners: dict[str, tuple[int, int]]
    kind: Literal["network"] = "network"


@dataclass(frozen=True, slots=True)
class ColumnView:
    """Slots from top to bottom, with a sign above and a note below them."""

    words: str
    spots: tuple[SpotView, ...]
    note: str
    sign: str


@dataclass(frozen=True, slots=True)
class ColumnsView:
    """A view with columns of slots side by side. The view is empty until the owner has described the columns."""

    id: str
    title: str
    columns: tuple[ColumnView, ...]
    note: str
    corrects: str
    group: str
    kind: Literal["columns"] = "columns"


@dataclass(frozen=True, slots=True)
class RowView:
    """Cells side by side after a label and a piece; with ``steps``, the cells form a sequence."""

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
    """A printed card or table. A face-down card has a note instead of sections."""

    id: str
    title: str
    sections: tuple[SectionView, ...]
    sign: str
    note: str
    corrects: str
    heads: tuple[str, ...]
    group: str
    kind: Literal["sheet"] = "sheet"


RenderedView: TypeAlias = FactsView | GridView | CardsView | ScaleView | NetworkView | ColumnsView | SheetView


@dataclass(frozen=True, slots=True)
class MotionView:
    """A piece that moves from one spot to another, enters the view, or leaves it."""

    piece: PieceView
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class HighlightView:
    """The part of a view that a step is about: its spots at that time, the moving pieces, and the important spots.

    The ``passed`` spots were checked without a result. A ``quiet`` highlight is only marked on the table. ``also`` is
    the highlight of another view.
    """

    view: str
    spots: tuple[SpotView, ...]
    motions: tuple[MotionView, ...]
    lit: tuple[str, ...]
    passed: tuple[str, ...]
    quiet: bool
    also: HighlightView | None


@dataclass(frozen=True, slots=True)
class TapTargetView:
    """A view on which the player can answer a question by tapping a spot; a spot's id contains its option's id."""

    view: str
    prefix: str
    suffix: str
    words: str
    piece: PieceView | None


@dataclass(frozen=True, slots=True)
class FillView:
    """A character that a brush replaces everywhere at once, and the label of the button for it."""

    sign: str
    words: str


@dataclass(frozen=True, slots=True)
class BrushView:
    """The appearance of one character in a drawing; with ``most``, a number follows the character."""

    sign: str
    words: str
    ground: str
    piece: PieceView | None
    note: str
    group: str
    most: int | None
    fixed: bool
    fills: tuple[FillView, ...]


def render_brush(brush: Brush, catalogue: Catalogue) -> BrushView:
    """Render a brush."""
    piece = render_optional_piece(brush.piece, catalogue)
    group, note = render_optional_text(brush.group, catalogue), render_optional_text(brush.note, catalogue)
    fills = tuple(FillView(sign, label.render(catalogue)) for sign, label in brush.fills)
    label, number = brush.label.render(catalogue), brush.max_number
    return BrushView(brush.sign, label, brush.ground, piece, note, group, number, brush.is_fixed, fills)


@cache_by_identity(MAX_RENDERED_VIEWS)
def render_view(view: View, catalogue: Catalogue) -> RenderedView:
    """Render a view; cached by the identity of the view."""
    title, group = view.title.render(catalogue), render_optional_text(view.group, catalogue)
    note = render_optional_text(getattr(view, "note", None), catalogue)
    match view:
        case FactList():
            return FactsView(view.id, title, render_spots(view.spots, catalogue), group)
        case Grid():
            rows = tuple(render_spots(row, catalogue) for row in view.rows)
            return GridView(view.id, title, rows, view.sign, note, view.edit_path, group)
        case Cards():
            cards, shape = render_spots(view.spots, catalogue), view.shape
            return CardsView(
                view.id, title, cards, view.cards_per_row, shape, view.shows_notes, note, view.edit_path, group
            )
        case Scale():
            markers = tuple(render_marker(part, catalogue) for part in view.markers)
            return ScaleView(view.id, title, view.minimum, view.maximum, markers, note, group)
        case Network():
            borders = tuple(BorderView(part.start, part.end, part.price) for part in view.borders)
            spot_views, entrances = render_spots(view.spots, catalogue), tuple(view.entrance_ids)
            places, corners = dict(view.coordinates), dict(view.corners)
            return NetworkView(
                view.id, title, spot_views, borders, places, entrances, note, view.edit_path, group, corners
            )
        case Columns():
            columns = tuple(render_column(part, catalogue) for part in view.columns)
            return ColumnsView(view.id, title, columns, note, view.edit_path, group)
        case Sheet():
            sections = tuple([render_section(part, catalogue) for part in view.sections])
            heads = tuple(part.render(catalogue) for part in view.column_headings)
            return SheetView(view.id, title, sections, view.sign, note, view.edit_path, heads, group)


def render_column(column: Column, catalogue: Catalogue) -> ColumnView:
    """Render a column of slots."""
    return ColumnView(
        column.label.render(catalogue),
        render_spots(column.spots, catalogue),
        render_optional_text(column.note, catalogue),
        column.sign,
    )


@cache_by_identity(MAX_RENDERED_VIEWS)
def render_section(section: Section, catalogue: Catalogue) -> SectionView:
    """Render a section of a sheet; cached by the identity of the section."""
    rows = tuple(render_row(row, catalogue) for row in section.rows)
    return SectionView(section.id, section.label.render(catalogue), rows, render_optional_text(section.note, catalogue))


def render_row(row: Row, catalogue: Catalogue) -> RowView:
    """Render a row of cells."""
    piece = render_optional_piece(row.piece, catalogue)
    return RowView(row.label.render(catalogue), render_spots(row.spots, catalogue), piece, row.is_sequence)


def render_spots(spots: Iterable[Spot], catalogue: Catalogue) -> tuple[SpotView, ...]:
    """Render spots."""
    return tuple(
        SpotView(
            spot.id,
            spot.label.render(catalogue),
            spot.sign,
            spot.ground,
            tuple(render_piece(piece, catalogue) for piece in spot.pieces),
            render_optional_text(spot.note, catalogue),
            spot.edit_path,
        )
        for spot in spots
    )


def render_piece(piece: Piece, catalogue: Catalogue) -> PieceView:
    """Render a piece."""
    sign = render_optional_text(piece.sign, catalogue)
    return PieceView(piece.glyph, piece.label.render(catalogue), piece.colour, piece.count, piece.wanted_count, sign)


def render_optional_piece(piece: Piece | None, catalogue: Catalogue) -> PieceView | None:
    """Render a piece; return None if there is none."""
    return None if piece is None else render_piece(piece, catalogue)


def render_marker(marker: Marker, catalogue: Catalogue) -> MarkerView:
    """Render a marker of a scale."""
    return MarkerView(render_piece(marker.piece, catalogue), marker.number, marker.edit_path)


def render_motion(motion: Motion, catalogue: Catalogue) -> MotionView:
    """Render the move of a piece."""
    return MotionView(render_piece(motion.piece, catalogue), motion.start, motion.end)


def render_highlight(highlight: Highlight, catalogue: Catalogue) -> HighlightView:
    """Render the part of a view that a step or question is about."""
    ids = tuple(spot.id for spot in highlight.spots)
    motions = tuple(render_motion(motion, catalogue) for motion in highlight.motions)
    highlighted = ids if highlight.highlighted_ids is None else tuple(highlight.highlighted_ids)
    other_view = None if highlight.other_view is None else render_highlight(highlight.other_view, catalogue)
    return HighlightView(
        highlight.view_id,
        render_spots(highlight.spots, catalogue),
        motions,
        highlighted,
        tuple(highlight.skipped_ids),
        highlight.is_quiet,
        other_view,
    )


def render_tap_target(target: TapTarget, catalogue: Catalogue) -> TapTargetView:
    """Render a view on which the player can answer a question."""
    return (
        TapTargetView(target.view_id, target.prefix, target.suffix, "", None)
        if target.label is None
        else render_labelled_target(target, catalogue)
    )


@cache_by_identity(256)
def render_labelled_target(target: TapTarget, catalogue: Catalogue) -> TapTargetView:
    """Render a view whose spots stand for several options; cached by identity."""
    return TapTargetView(
        target.view_id,
        target.prefix,
        target.suffix,
        render_optional_text(target.label, catalogue),
        render_optional_piece(target.piece, catalogue),
    )


def render_optional_text(text: Text | None, catalogue: Catalogue) -> str:
    """Render a text; return an empty string if there is none."""
    return "" if text is None else text.render(catalogue)


def list_spots(picture: RenderedView) -> tuple[SpotView, ...]:
    """Return every spot of a rendered view; a scale has none."""
    match picture:
        case FactsView() | CardsView() | NetworkView():
            return picture.spots
        case GridView():
            return tuple(spot for row in picture.rows for spot in row)
        case ColumnsView():
            return tuple(spot for part in picture.columns for spot in part.spots)
        case SheetView():
            return tuple(spot for part in picture.sections for row in part.rows for spot in row.spots)
        case ScaleView():
            return ()


CHANGING_FIELDS = {"spots", "rows", "columns", "sections", "title", "note"}
"""The fields of a view that hold its spots, and other fields that can change while the layout stays the same."""


@cache_by_identity(MAX_RENDERED_VIEWS)
def get_view_layout(picture: RenderedView) -> tuple[object, ...]:
    """Return a view without its title, its note or the content of its spots, for comparing two layouts."""
    contents: tuple[object, ...] = ()
    match picture:
        case FactsView() | CardsView() | NetworkView():
            contents = list_ids(picture.spots)
        case GridView():
            contents = tuple(map(list_ids, picture.rows))
        case ColumnsView():
            contents = tuple(
                (column.words, column.note, column.sign, list_ids(column.spots)) for column in picture.columns
            )
        case SheetView():
            contents = tuple(map(get_section_layout, picture.sections))
    return (contents, *(getattr(picture, name) for name in picture.__slots__ if name not in CHANGING_FIELDS))


@cache_by_identity(MAX_RENDERED_VIEWS)
def get_section_layout(section: SectionView) -> tuple[object, ...]:
    """Return a section without the content of its spots; cached, because most sections don't change."""
    return (
        section.id,
        section.words,
        section.note,
        tuple((row.words, row.piece, row.steps, list_ids(row.spots)) for row in section.rows),
    )


def list_ids(spots: Iterable[SpotView]) -> tuple[str, ...]:
    """Return the ids of the spots."""
    return tuple([spot.id for spot in spots])
