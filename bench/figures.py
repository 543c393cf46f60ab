"""Figures beside their targets: every benchmark prints them in the same form."""

from __future__ import annotations

from typing import Literal

Relation = Literal["at least", "at most"]


def print_figure(
    name: str, value: float, unit: str, target: float | None = None, relation: Relation = "at least", note: str = ""
) -> None:
    """Print a measured figure, its target and whether the target is reached."""
    row = f"{name:<52}{format_number(value):>10} {unit:<14}"
    if target is not None:
        is_reached = value >= target if relation == "at least" else value <= target
        verdict = "reached" if is_reached else "MISSED"
        row += f"target: {relation} {format_number(target):<8} {verdict}"
    print(f"{row}   {note}".rstrip(), flush=True)


def format_number(value: float) -> str:
    """Return a number with about three significant digits."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
