"""Views in the words of one language, as a driver gets them: plain strings and numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rival.kernel.texts import Catalogue, Text
from rival.kernel.views import Brush, Cards, Facts, Grid, Marker, Motion, Piece, Scale, Shows, Spot, View


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece: the name of its glyph and of its colour in the opponent's art, how many there are, and of how many."""

    glyph: str
    words: str
    colour: str
    count: int | None
    of: int | None


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
    kind: Literal["grid"] = "grid"


@dataclass(frozen=True, slots=True)
class CardsView:
    """Cards in a row, or in rows of so many across."""

    id: str
    title: str
    spots: tuple[SpotView, ...]
    across: int | None
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
    kind: Literal["scale"] = "scale"


Picture: TypeAlias = FactsView | GridView | CardsView | ScaleView


@dataclass(frozen=True, slots=True)
class MotionView:
    """A piece that goes from one spot to another, comes from elsewhere, or leaves."""

    piece: PieceView
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class ShowsView:
    """What a step touches: spots of a view as they were then, what moved, and which of the spots matter."""

    view: str
    spots: tuple[SpotView, ...]
    motions: tuple[MotionView, ...]
    lit: tuple[str, ...]


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
    lying = None if one.piece is None else piece(one.piece, catalogue)
    group, note = words(one.group, catalogue), words(one.note, catalogue)
    return BrushView(one.sign, one.words.render(catalogue), one.ground, lying, note, group, one.most, one.fixed)


def drawn(view: View, catalogue: Catalogue) -> Picture:
    """A view in a language."""
    title = view.title.render(catalogue)
    match view:
        case Facts():
            return FactsView(view.id, title, spots(view.spots, catalogue))
        case Grid():
            rows = tuple(spots(row, catalogue) for row in view.rows)
            return GridView(view.id, title, rows, view.sign, words(view.note, catalogue), view.corrects)
        case Cards():
            return CardsView(view.id, title, spots(view.spots, catalogue), view.across)
        case Scale():
            markers = tuple(marker(one, catalogue) for one in view.markers)
            return ScaleView(view.id, title, view.least, view.most, markers)


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
    return PieceView(one.glyph, one.words.render(catalogue), one.colour, one.count, one.of)


def marker(one: Marker, catalogue: Catalogue) -> MarkerView:
    return MarkerView(piece(one.piece, catalogue), one.at, one.corrects)


def motion(one: Motion, catalogue: Catalogue) -> MotionView:
    return MotionView(piece(one.piece, catalogue), one.start, one.end)


def shown(one: Shows, catalogue: Catalogue) -> ShowsView:
    """What a step shows, in a language."""
    ids = tuple(spot.id for spot in one.spots)
    motions = tuple(motion(each, catalogue) for each in one.motions)
    return ShowsView(one.view, spots(one.spots, catalogue), motions, ids if one.lit is None else tuple(one.lit))


def words(text: Text | None, catalogue: Catalogue) -> str:
    return "" if text is None else text.render(catalogue)


def spots_in(picture: Picture) -> tuple[SpotView, ...]:
    """Every spot that is drawn for itself."""
    match picture:
        case FactsView() | CardsView():
            return picture.spots
        case GridView():
            return tuple(spot for row in picture.rows for spot in row)
        case ScaleView():
            return ()
