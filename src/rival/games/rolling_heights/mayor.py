"""Pure functions for the Mayor's decisions, without access to the table or questions to the player.

>>> count_rolls(6, hard=False)
2
>>> choose_plan_position(5)
3
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Literal, TypeVar

Coordinates = tuple[int, int]
P = TypeVar("P", bound=Coordinates)
CentreDistance = Literal["straight", "steps"]


def count_rolls(round: int, hard: bool) -> int:
    """Return the Mayor's number of rolls (RH-13 to RH-16).

    This is 1 at first, 2 from round 6 on, and 3 from round 12 on (from round 10 on if hard).
    """
    if round >= (10 if hard else 12):
        return 3
    return 2 if round >= 6 else 1


def choose_plan_position(die: int) -> int:
    """Return the position in the market row of the plan that the Mayor takes for this die (RH-24 to RH-26)."""
    if not 1 <= die <= 6:
        raise ValueError(f"a die shows 1 to 6, not {die}")
    return (die + 1) // 2


def list_neighbours(plot: Coordinates) -> tuple[Coordinates, ...]:
    """Return a plot's four orthogonal neighbours."""
    x, y = plot
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)


def measure_distance(plot: Coordinates, width: int, height: int, measure: CentreDistance = "straight") -> int:
    """Return a plot's distance from the centre as an integer that can be compared (RH-A4)."""
    across, down = abs(2 * plot[0] - (width - 1)), abs(2 * plot[1] - (height - 1))
    return across + down if measure == "steps" else across * across + down * down


@lru_cache
def measure_distances(
    land: frozenset[Coordinates], width: int, height: int, measure: CentreDistance
) -> Mapping[Coordinates, int]:
    """Return each land plot's distance from the centre of the district (RH-A4)."""
    return {plot: measure_distance(plot, width, height, measure) for plot in land}


def find_adjacent_plots(empty: Iterable[P], mayors: Collection[P]) -> frozenset[P]:
    """Return the empty plots next to the Mayor's buildings in the district (RH-28, RH-A6)."""
    neighbours = {spot for plot in mayors for spot in list_neighbours(plot)}
    return frozenset(plot for plot in empty if plot in neighbours)


def find_candidate_plots(
    land: Collection[P],
    taken: Collection[P],
    mayors: Collection[P],
    width: int,
    height: int,
    measure: CentreDistance = "straight",
) -> frozenset[P]:
    """Return the plots that the rules allow for the next plan (RH-27, RH-28, RH-30).

    ``taken`` contains the plots with either side's plan or building, ``mayors`` only the Mayor's plots.

    >>> sorted(find_candidate_plots({(0, 0), (1, 0), (2, 0)}, {(0, 0)}, {(0, 0)}, 3, 1))
    [(1, 0)]
    """
    empty = frozenset(land).difference(taken, mayors)
    adjacent = find_adjacent_plots(empty, mayors) if mayors else frozenset()
    if adjacent or not empty:
        return adjacent
    distance = measure_distances(frozenset(land), width, height, measure)
    nearest = min(distance[plot] for plot in empty)
    return frozenset(plot for plot in empty if distance[plot] == nearest)
