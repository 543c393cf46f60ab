"""Income markers: which one is rightmost or lowest (PA-65), and how they move (PA-94)."""

from __future__ import annotations

from collections.abc import Mapping

from rival.games.pampero.table import Table
from rival.kernel import Ask, BadAnswer, Choice, Decision, Phrases, Script, Text, _, option


def vj_marker(table: Table, mind: Decision) -> Script[str]:
    """The market of VJ's rightmost-or-lowest income marker."""
    found: str = yield from edge(table, mind, table.vj.markers)
    mind.because(_("VJ’s rightmost-or-lowest income marker: {market}.", market=Text(found)), "PA-65")
    return found


def your_marker(table: Table, mind: Decision) -> Script[str]:
    """The market of your rightmost-or-lowest income marker."""
    if table.your_markers is not None:
        found: str = yield from edge(table, mind, table.your_markers)
    else:
        found = yield from mind.ask(
            "your marker",
            lambda: Ask(
                "table",
                "your-marker",
                _("Which of your income markers is furthest right (the lowest of several)?"),
                Choice([option(name, Text(name)) for name in table.vj.markers]),
                "PA-65",
                "PA-35",
            ),
        )
    mind.because(_("Your rightmost-or-lowest income marker: {market}.", market=Text(found)), "PA-65", "PA-35")
    return found


def edge(table: Table, mind: Decision, markers: Mapping[str, int]) -> Script[str]:
    """PA-65: the rightmost one, the lowest of several."""
    furthest = [name for name, column in markers.items() if column == max(markers.values())]
    if len(furthest) == 1:
        return furthest[0]
    order = yield from market_order(table, mind, furthest)
    return max(furthest, key=order.index)


def market_order(table: Table, mind: Decision, needed: list[str]) -> Script[list[str]]:
    """The income tracks from top to bottom; asked once, and only if it matters."""
    known = list(table.pack.grid.markets or ())
    if ("order of markets" not in mind.told) and all(name in known for name in needed):
        return known
    fresh = "order of markets" not in mind.told
    names = list(table.vj.markers)
    told: list[str] = yield from mind.ask(
        "order of markets",
        lambda: Ask(
            "table",
            "board-part",
            _("In which order do the income tracks lie on the grid board, from top to bottom?"),
            Phrases([option(name, Text(name)) for name in names], least=len(names), most=len(names)),
            "PA-65",
            test=all_different,
            about={"path": "grid, markets"},
        ),
    )
    if fresh:
        table.tell("grid, markets", told)
    return list(table.pack.grid.markets or told)


def all_different(told: list[str]) -> None:
    if len(set(told)) < len(told):
        raise BadAnswer(_("Each choice can be named only once."))
