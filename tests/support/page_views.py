"""Apply changes to views as the page does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rival.kernel.rendered_views import (
    CardsView,
    ColumnsView,
    FactsView,
    GridView,
    NetworkView,
    RenderedView,
    ScaleView,
    SheetView,
    SpotView,
)


def change_spots(picture: RenderedView, change: Callable[[SpotView], SpotView]) -> RenderedView:
    """Return a view with each of its spots changed."""

    def all_of(some: tuple[SpotView, ...]) -> tuple[SpotView, ...]:
        return tuple(change(spot) for spot in some)

    match picture:
        case FactsView() | CardsView() | NetworkView():
            return replace(picture, spots=all_of(picture.spots))
        case GridView():
            return replace(picture, rows=tuple(all_of(row) for row in picture.rows))
        case ColumnsView():
            columns = tuple(replace(one, spots=all_of(one.spots)) for one in picture.columns)
            return replace(picture, columns=columns)
        case SheetView():
            sections = tuple(
                replace(one, rows=tuple(replace(row, spots=all_of(row.spots)) for row in one.rows))
                for one in picture.sections
            )
            return replace(picture, sections=sections)
        case ScaleView():
            return picture
