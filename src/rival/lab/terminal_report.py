"""The report of a run at the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table as Grid

from rival.kernel import Text, _
from rival.kernel.texts import Catalogue
from rival.lab.report import BarPlot, CurvePlot, Report, ReportTable, Section
from rival.lab.stats import Point

WIDTH = 28


def print_report(report: Report, catalogue: Catalogue, console: Console) -> None:
    """Print all sections of a report in one language."""
    console.print(report.title.render(catalogue), style="bold")
    for line in report.intro:
        console.print(line.render(catalogue), style="yellow")
    for section in report.sections:
        console.print()
        console.print(section.title.render(catalogue), style="bold")
        if section.note is not None:
            console.print(section.note.render(catalogue), style="dim")
        for grid in make_tables(section, catalogue):
            console.print(grid)


def make_tables(section: Section, catalogue: Catalogue) -> list[Grid]:
    """Return the tables of a section of the report."""

    def translate(text: Text) -> str:
        return text.render(catalogue)

    match section:
        case ReportTable():
            rows = [[translate(cell) for cell in row] for row in section.rows]
            return [make_table([translate(title) for title in section.head], rows)]
        case CurvePlot():
            top = max((point.quantiles[-1] for points in section.arms.values() for point in points), default=1)
            return [
                make_curve_table(arm, points, top, translate(section.round), catalogue)
                for arm, points in section.arms.items()
            ]
        case BarPlot():
            head = ["", *section.arms]
            labels = [label for label, _value in next(iter(section.arms.values()))]
            rows = [
                [translate(label), *(f"{parts[number][1]:.1f}" for parts in section.arms.values())]
                for number, label in enumerate(labels)
            ]
            return [make_table(head, rows)]


def make_table(head: list[str], rows: list[list[str]]) -> Grid:
    """Return a table for the terminal, with columns of numbers aligned right."""
    table = Grid(box=box.SIMPLE_HEAD, pad_edge=False)
    for column, title in enumerate(head):
        numbers = column > 0 and any(
            row[column][:1].isdigit() or row[column][:1] in "+-" for row in rows if row[column]
        )
        table.add_column(title, justify="right" if numbers else "left")
    for row in rows:
        table.add_row(*row)
    return table


def make_curve_table(arm: str, points: Sequence[Point], top: float, round: str, catalogue: Catalogue) -> Grid:
    """Return a table of a curve's values, with a plot in its last column."""
    head = [round, _("games").render(catalogue), "10%", "25%", "50%", "75%", "90%", arm]
    rows = [
        [
            _("end").render(catalogue) if point.is_end else str(point.round),
            str(point.games),
            *(f"{value:.0f}" for value in point.quantiles),
            draw_quantiles(point.quantiles, top),
        ]
        for point in points
    ]
    return make_table(head, rows)


def draw_quantiles(quantiles: tuple[float, ...], top: float) -> str:
    """Draw quantiles as a line of characters that shows the bands and the median."""
    low, inner_low, median, inner_high, high = (round(value / max(top, 1) * (WIDTH - 1)) for value in quantiles)
    characters = [" "] * WIDTH
    for x in range(max(low, 0), high + 1):
        characters[x] = "─"
    for x in range(max(inner_low, 0), inner_high + 1):
        characters[x] = "━"
    characters[max(median, 0)] = "●"
    return "".join(characters).rstrip()
