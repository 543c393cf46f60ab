"""Time of the search for the largest number of regions (MO-32): ``python bench/expansion.py``.

Each line covers 200 random maps with 40 regions, half of them with posts of the four companies, and 16 points. The
hardest maps are those where nearly all borders cost 2.
"""

from __future__ import annotations

from collections.abc import Callable
from math import dist
from random import Random
from statistics import median
from time import perf_counter

from rival.games.mombasa.expansion import Atlas, count_max_regions, find_opening_regions

COMPANIES = ("cairo", "cape town", "mombasa", "saint-louis")
REGIONS = 40
POINTS = 16
MAPS = 200

Pair = tuple[int, int]
Shape = Callable[[Random], set[Pair]]


def make_planar_map(random: Random) -> set[Pair]:
    """Return borders on a plane: each region borders its four nearest."""
    places = [(random.random(), random.random()) for _ in range(REGIONS)]

    def find_nearest(region_number: int) -> list[int]:
        return sorted(range(REGIONS), key=lambda candidate: dist(places[region_number], places[candidate]))[1:5]

    return {
        (min(region, neighbour), max(region, neighbour))
        for region in range(REGIONS)
        for neighbour in find_nearest(region)
    }


def make_random_borders(random: Random) -> set[Pair]:
    """Return 90 borders between random pairs of regions."""
    pairs = {(random.randrange(number), number) for number in range(1, REGIONS)}
    while len(pairs) < 90:
        first, second = sorted(random.sample(range(REGIONS), 2))
        pairs.add((first, second))
    return pairs


def make_position(seed: int, shape: Shape, share_of_ones: float) -> tuple[Atlas, dict[str, str]]:
    """Return a random map and its posts."""
    random = Random(seed)
    borders = {}
    for first, second in sorted(shape(random)):
        borders[f"r{first}", f"r{second}"] = 1 if random.random() < share_of_ones else 2
    posts = {f"r{number}": random.choice(COMPANIES) for number in random.sample(range(REGIONS), REGIONS // 2)}
    gates = {
        company: {f"r{number}": random.choice((1, 2)) for number in random.sample(range(REGIONS), 2)}
        for company in COMPANIES
    }
    return Atlas(borders, gates), posts


def time_search(search: Callable[..., object], atlas: Atlas, posts: dict[str, str]) -> float:
    """Return the milliseconds that a search takes."""
    begin = perf_counter()
    search(atlas, posts, "cairo", POINTS)
    return 1000 * (perf_counter() - begin)


def main() -> None:
    """Measure both searches on both kinds of maps."""
    for shape in (make_planar_map, make_random_borders):
        for share in (0.5, 0.3, 0.1):
            maps = [make_position(seed, shape, share) for seed in range(MAPS)]
            for search in (count_max_regions, find_opening_regions):
                times = [time_search(search, *position_pair) for position_pair in maps]
                label = f"{search.__name__}, {shape.__name__}, {share:.0%} of the borders for 1"
                print(f"{label:<58} median {median(times):6.2f} ms   worst {max(times):6.2f} ms")


if __name__ == "__main__":
    main()
