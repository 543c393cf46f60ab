"""The report of a run as a single HTML page with tables and SVG plots. The page loads nothing from other servers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from rival.kernel import Text, _
from rival.kernel.texts import Catalogue
from rival.lab.report import BarPlot, CurvePlot, Report, ReportTable, Section
from rival.lab.stats import Point

ARM_COLOURS = {
    "light": ("#1f6f8b", "#c8553d", "#4d7a4c", "#8a5a9e", "#94690a", "#4a4a4a"),
    "dark": ("#6cc3e0", "#ff9c85", "#9bcf99", "#cf9fe3", "#e8bb52", "#c8c8c8"),
}
"""A colour for each arm, for light and dark backgrounds. Arms also differ in their dash patterns."""
DASHES = ("", "7 4", "2 3", "9 3 2 3", "4 4", "1 2")
WIDTH, HEIGHT, LEFT, BOTTOM = 720, 340, 48, 36


def format_colour_variables(scheme: str) -> str:
    """Return the CSS variables of the chart colours: ``--c0: #1f6f8b; …``."""
    return " ".join(f"--c{number}: {colour};" for number, colour in enumerate(ARM_COLOURS[scheme]))


def get_colour(number: int) -> str:
    """Return the CSS colour for the set of game options with this number."""
    return f"var(--c{number % len(ARM_COLOURS['light'])})"


STYLE = (
    f"""
:root {{ color-scheme: light dark; {format_colour_variables("light")} }}
@media (prefers-color-scheme: dark) {{ :root {{ {format_colour_variables("dark")} }} }}
"""
    + """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem } h2 { font-size: 1.2rem; margin-top: 2.2rem }
.sample { border-left: .3rem solid #c8553d; padding: .2rem .8rem }
.note { opacity: .75 }
.wide { overflow-x: auto }
table { border-collapse: collapse } th, td { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top }
td:first-child { min-width: 8rem } td.long { min-width: 14rem }
th { border-bottom: 1px solid; vertical-align: bottom } .n { text-align: right; font-variant-numeric: tabular-nums }
@media (min-width: 40rem) { td.n { white-space: nowrap } }
svg { max-width: 100%; height: auto } svg text { fill: currentColor; font-size: 12px }
@media (max-width: 40rem) { svg text { font-size: 15px } .wide svg text { font-size: 21px } }
.axis { stroke: currentColor; stroke-opacity: .35 }
"""
)


def render_page(report: Report, catalogue: Catalogue) -> str:
    """Return the whole HTML report in one language."""

    def translate(text: Text) -> str:
        return escape(text.render(catalogue))

    intro = "".join(f'<p class="sample">{translate(line)}</p>' for line in report.intro)
    body = "\n".join(render_section(section, catalogue) for section in report.sections)
    return (
        f'<!doctype html>\n<html lang="{catalogue.lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{translate(report.title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{translate(report.title)}</h1>\n{intro}\n{body}\n</body>\n</html>\n"
    )


def render_section(section: Section, catalogue: Catalogue) -> str:
    """Return a section of the report with its title and note as HTML."""
    head = f"<h2>{escape(section.title.render(catalogue))}</h2>"
    if section.note is not None:
        head += f'<p class="note">{escape(section.note.render(catalogue))}</p>'
    match section:
        case ReportTable():
            return head + render_table(section, catalogue)
        case CurvePlot():
            return head + render_curves(section, catalogue)
        case BarPlot():
            return head + render_bars(section, catalogue)


def render_table(table: ReportTable, catalogue: Catalogue) -> str:
    """Return an HTML table that scrolls horizontally if it is too wide."""
    rows = [[cell_text.render(catalogue) for cell_text in row] for row in table.rows]
    classes = [choose_column_class([row[column] for row in rows], column) for column in range(len(table.head))]
    titles = "".join(
        f'<th scope="col"{css_class}>{add_line_breaks(cell_text.render(catalogue))}</th>'
        for css_class, cell_text in zip(classes, table.head, strict=True)
    )
    body = ""
    for row in rows:
        body += (
            "<tr>"
            + "".join(f"<td{css_class}>{escape(cell)}</td>" for css_class, cell in zip(classes, row, strict=True))
            + "</tr>"
        )
    return f'<div class="wide"><table><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table></div>'


LONG_CELL = 40


def choose_column_class(cells: Sequence[str], column: int) -> str:
    """Return a table column's class attribute, which right-aligns numbers and gives long texts more room."""
    filled = [cell for cell in cells if cell]
    if column and filled and all(cell[0].isdigit() or cell[0] in "+-–*" for cell in filled):
        return ' class="n"'
    return ' class="long"' if any(len(cell) > LONG_CELL for cell in filled) else ""


def add_line_breaks(name: str) -> str:
    """Return the name of a set of options with optional line breaks after its equals signs."""
    return escape(name).replace("=", "=<wbr>")


# --- plots ----------------------------------------------------------------------------------------------


class LinearScale:
    """A linear function from values to positions in a plot."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self.low, self.start = low, start
        self.factor = (end - start) / ((high - low) or 1)

    def __call__(self, value: float) -> float:
        """Return the position of a value."""
        return round(self.start + (value - self.low) * self.factor, 1)


def choose_ticks(top: float) -> list[int]:
    """Return about six round numbers from 0 up to ``top``, as labels for an axis."""
    step = next((step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 500) if top / step <= 7), 1000)
    return list(range(0, int(top) + 1, step))


def render_svg(width: int, height: int, label: str, body: str) -> str:
    """Return an SVG image with an accessible label."""
    return f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{escape(label)}">{body}</svg>'


def render_curves(curves: CurvePlot, catalogue: Catalogue) -> str:
    """Return a plot of curves with its legend and a table of the same numbers."""
    points = [point for curve in curves.arms.values() for point in curve]
    last = max((point.round for point in points), default=1)
    top = max((point.quantiles[-1] for point in points), default=1)
    x, y = LinearScale(1, max(last, 2), LEFT, WIDTH - 12), LinearScale(0, max(top, 1), HEIGHT - BOTTOM, 18)
    round_label = curves.round.render(catalogue)
    body = render_axes(x, y, last, top, round_label)
    for number, curve in enumerate(curves.arms.values()):
        body += render_arm(curve, x, y, number)
    plot = render_svg(WIDTH, HEIGHT, curves.title.render(catalogue), body)
    table = render_curve_table(curves.arms, round_label, catalogue)
    return f'<div class="wide">{plot}</div>{render_legend(list(curves.arms))}{table}'


def render_axes(x: LinearScale, y: LinearScale, last: int, top: float, label: str) -> str:
    """Return the grid lines and labels of a plot as SVG."""
    body = ""
    for value in choose_ticks(top):
        body += f'<line class="axis" x1="{LEFT}" x2="{WIDTH - 12}" y1="{y(value)}" y2="{y(value)}"/>'
        body += f'<text x="{LEFT - 8}" y="{y(value) + 4}" text-anchor="end">{value}</text>'
    for value in range(1, last + 1, 1 if last <= 20 else 5):
        body += f'<text x="{x(value)}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{value}</text>'
    return body + f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 4}" text-anchor="middle">{escape(label)}</text>'


def render_arm(points: Sequence[Point], x: LinearScale, y: LinearScale, number: int) -> str:
    """Return the two bands and the median curve for one set of game options as SVG."""
    dash = DASHES[number % len(DASHES)]
    body = ""
    for low, high in ((0, 4), (1, 3)):
        edge = [(x(point.round), y(point.quantiles[high])) for point in points]
        edge += [(x(point.round), y(point.quantiles[low])) for point in reversed(points)]
        body += f'<polygon points="{format_path(edge)}" fill="{get_colour(number)}" fill-opacity=".16"/>'
    median = format_path([(x(point.round), y(point.quantiles[2])) for point in points])
    return (
        body
        + f'<polyline points="{median}" fill="none" stroke="{get_colour(number)}" stroke-width="2.5" '
        + f'stroke-dasharray="{dash}"/>'
    )


def format_path(points: Sequence[tuple[float, float]]) -> str:
    """Format points as the path of an SVG drawing."""
    return " ".join(f"{x},{y}" for x, y in points)


def render_legend(names: Sequence[str]) -> str:
    """Return the legend of a plot: the colour and dash of each set of game options."""
    body = ""
    for number, name in enumerate(names):
        stroke = f'stroke="{get_colour(number)}" stroke-width="3" stroke-dasharray="{DASHES[number % len(DASHES)]}"'
        line = f'<line x1="0" x2="36" y1="8" y2="8" {stroke}/>'
        body += (
            f'<svg viewBox="0 0 36 16" width="36" height="16" aria-hidden="true">{line}</svg> {escape(name)} &ensp; '
        )
    return f"<p>{body}</p>"


def render_curve_table(arms: Mapping[str, Sequence[Point]], round_label: str, catalogue: Catalogue) -> str:
    """Return the numbers of a plot as a table, for people who can't see the plot."""
    head = "".join(f"<th>{escape(item)}</th>" for item in ("", round_label, _("games").render(catalogue)))
    head += "".join(f"<th>{item}</th>" for item in ("10%", "25%", "50%", "75%", "90%"))
    rows = ""
    for arm, points in arms.items():
        for item in points:
            name = _("end").render(catalogue) if item.is_end else str(item.round)
            cells = [name, str(item.games), *(f"{value:.0f}" for value in item.quantiles)]
            rows += f"<tr><td>{escape(arm)}</td>" + "".join(f'<td class="n">{cell}</td>' for cell in cells) + "</tr>"
    summary = escape(_("Show as a table").render(catalogue))
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<details><summary>{summary}</summary><div class="wide">{table}</div></details>'


def render_bars(bars: BarPlot, catalogue: Catalogue) -> str:
    """Return one bar for each set of game options, with the bar's parts side by side and labelled with numbers."""
    top = max((sum(max(value, 0) for _label, value in parts) for parts in bars.arms.values()), default=1)
    scale = LinearScale(0, top or 1, 0, WIDTH - 10)
    body = ""
    for row, (arm, parts) in enumerate(bars.arms.items()):
        body += f'<text x="0" y="{row * 62 + 14}">{escape(arm)}</text>'
        start, number_x = 0.0, 0.0
        for number, (_label, value) in enumerate(parts):
            width = scale(max(value, 0))
            body += (
                f'<rect x="{start:.1f}" y="{row * 62 + 20}" width="{width}" height="22" fill="{get_colour(number)}"/>'
            )
            number_x = max(start + 3, number_x)  # keeps the numbers of thin parts from overlapping
            body += f'<text x="{number_x:.1f}" y="{row * 62 + 56}">{value:.1f}</text>'
            number_x += 32
            start += width
    labels = [label.render(catalogue) for label, _value in next(iter(bars.arms.values()))]
    squares = "".join(
        f'<span style="color:{get_colour(number)}">■</span> {escape(label)} &ensp; '
        for number, label in enumerate(labels)
    )
    return render_svg(WIDTH, 62 * len(bars.arms) + 4, bars.title.render(catalogue), body) + f"<p>{squares}</p>"
