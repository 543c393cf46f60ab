"""The Mayor's decisions as pure functions: no table, no questions.

>>> count_rolls(6, hard=False)
2
>>> choose_plan_position(5)
3
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Literal

Coordinates = tuple[int, int]
CentreDistance = Literal["straight", "steps"]


def count_rolls(round: int, hard: bool) -> int:
    """RH-13 to RH-16: one roll a turn, two from round 6, three from round 12 (10 in the harder variant)."""
    if round >= (10 if hard else 12):
        return 3
    return 2 if round >= 6 else 1


def choose_plan_position(die: int) -> int:
    """RH-24 to RH-26: which plan of the market row he takes."""
    if not 1 <= die <= 6:
        raise ValueError(f"a die shows 1 to 6, not {die}")
    return (die + 1) // 2


def list_neighbours(plot: Coordinates) -> tuple[Coordinates, ...]:
    """Return the four orthogonal neighbours of a plot."""
    x, y = plot
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)


def measure_distance(plot: Coordinates, width: int, height: int, measure: CentreDistance = "straight") -> int:
    """RH-A4: how far a plot is from the centre of its district, as a whole number for comparisons only."""
    across, down = abs(2 * plot[0] - (width - 1)), abs(2 * plot[1] - (height - 1))
    return across + down if measure == "steps" else across * across + down * down


@lru_cache
def measure_distances(
    land: frozenset[Coordinates], width: int, height: int, measure: CentreDistance
) -> Mapping[Coordinates, int]:
    """RH-A4: the distance of every land plot."""
    return {plot: measure_distance(plot, width, height, measure) for plot in land}


def find_adjacent_plots(empty: Iterable[Coordinates], mayors: Collection[Coordinates]) -> frozenset[Coordinates]:
    """RH-28, RH-A6: the empty plots next to a building or plan of the Mayor in the same district."""
    adjacent = {spot for plot in mayors for spot in list_neighbours(plot)}
    return frozenset(adjacent.intersection(empty))


def find_candidate_plots(
    land: Collection[Coordinates],
    taken: Collection[Coordinates],
    mayors: Collection[Coordinates],
    width: int,
    height: int,
    measure: CentreDistance = "straight",
) -> frozenset[Coordinates]:
    """RH-27, RH-28, RH-30: the plots that are left to choose from, coordinates (x, y) from 0.

    ``taken`` are plots with anybody's plan or building, ``mayors`` those of the Mayor.

    >>> sorted(find_candidate_plots({(0, 0), (1, 0), (2, 0)}, {(0, 0)}, {(0, 0)}, 3, 1))
    [(1, 0)]
    """
    empty = frozenset(land).difference(taken, mayors)
    adjacent = find_adjacent_plots(empty, mayors)
    if adjacent or not empty:
        return adjacent
    distance = measure_distances(frozenset(land), width, height, measure)
    nearest = min(distance[plot] for plot in empty)
    return frozenset(plot for plot in empty if distance[plot] == nearest)
