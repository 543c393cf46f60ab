"""The report of a run at the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table as Grid

from rival.kernel import Text, _
from rival.kernel.texts import Catalogue
from rival.lab.report import Bars, Curves, Report, Section, Table
from rival.lab.stats import Point

WIDTH = 28


def show(report: Report, catalogue: Catalogue, console: Console) -> None:
    """Print all sections in one language."""
    console.print(report.title.render(catalogue), style="bold")
    for line in report.intro:
        console.print(line.render(catalogue), style="yellow")
    for section in report.sections:
        console.print()
        console.print(section.title.render(catalogue), style="bold")
        if section.note is not None:
            console.print(section.note.render(catalogue), style="dim")
        for grid in grids(section, catalogue):
            console.print(grid)


def grids(section: Section, catalogue: Catalogue) -> list[Grid]:
    """Return the tables of a section."""

    def words(text: Text) -> str:
        return text.render(catalogue)

    match section:
        case Table():
            rows = [[words(cell) for cell in row] for row in section.rows]
            return [grid([words(one) for one in section.head], rows)]
        case Curves():
            top = max((point.quantiles[-1] for points in section.arms.values() for point in points), default=1)
            return [curve(arm, points, top, words(section.round), catalogue) for arm, points in section.arms.items()]
        case Bars():
            head = ["", *section.arms]
            labels = [label for label, _value in next(iter(section.arms.values()))]
            rows = [
                [words(label), *(f"{parts[place][1]:.1f}" for parts in section.arms.values())]
                for place, label in enumerate(labels)
            ]
            return [grid(head, rows)]


def grid(head: list[str], rows: list[list[str]]) -> Grid:
    """Return a table; columns of numbers are aligned right."""
    found = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, title in enumerate(head):
        numbers = place > 0 and any(row[place][:1].isdigit() or row[place][:1] in "+-" for row in rows if row[place])
        found.add_column(title, justify="right" if numbers else "left")
    for row in rows:
        found.add_row(*row)
    return found


def curve(arm: str, points: Sequence[Point], top: float, round: str, catalogue: Catalogue) -> Grid:
    """Return the table of a curve, with a plot in its last column."""
    head = [round, _("games").render(catalogue), "10%", "25%", "50%", "75%", "90%", arm]
    rows = [
        [str(one.round), str(one.games), *(f"{value:.0f}" for value in one.quantiles), band(one.quantiles, top)]
        for one in points
    ]
    return grid(head, rows)


def band(quantiles: tuple[float, ...], top: float) -> str:
    """Return the quantiles as a line of characters: bands and median."""
    low, inner_low, middle, inner_high, high = (round(value / max(top, 1) * (WIDTH - 1)) for value in quantiles)
    signs = [" "] * WIDTH
    for place in range(max(low, 0), high + 1):
        signs[place] = "─"
    for place in range(max(inner_low, 0), inner_high + 1):
        signs[place] = "━"
    signs[max(middle, 0)] = "●"
    return "".join(signs).rstrip()
