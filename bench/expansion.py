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

from rival.games.mombasa.expansion import Atlas, most_regions, opening_steps

COMPANIES = ("cairo", "cape town", "mombasa", "saint-louis")
REGIONS = 40
POINTS = 16
MAPS = 200

Pair = tuple[int, int]
Shape = Callable[[Random], set[Pair]]


def on_a_plane(random: Random) -> set[Pair]:
    """Return borders on a plane: each region borders its four nearest."""
    places = [(random.random(), random.random()) for _ in range(REGIONS)]

    def nearest(here: int) -> list[int]:
        return sorted(range(REGIONS), key=lambda there: dist(places[here], places[there]))[1:5]

    return {(min(here, there), max(here, there)) for here in range(REGIONS) for there in nearest(here)}


def tangled(random: Random) -> set[Pair]:
    """Return 90 borders between random pairs of regions."""
    pairs = {(random.randrange(number), number) for number in range(1, REGIONS)}
    while len(pairs) < 90:
        one, other = sorted(random.sample(range(REGIONS), 2))
        pairs.add((one, other))
    return pairs


def position(seed: int, shape: Shape, share_of_ones: float) -> tuple[Atlas, dict[str, str]]:
    """Return a random map and its posts."""
    random = Random(seed)
    borders = {}
    for one, other in sorted(shape(random)):
        borders[f"r{one}", f"r{other}"] = 1 if random.random() < share_of_ones else 2
    posts = {f"r{number}": random.choice(COMPANIES) for number in random.sample(range(REGIONS), REGIONS // 2)}
    gates = {
        company: {f"r{number}": random.choice((1, 2)) for number in random.sample(range(REGIONS), 2)}
        for company in COMPANIES
    }
    return Atlas(borders, gates), posts


def milliseconds(search: Callable[..., object], atlas: Atlas, posts: dict[str, str]) -> float:
    """Return the milliseconds that a search takes."""
    begin = perf_counter()
    search(atlas, posts, "cairo", POINTS)
    return 1000 * (perf_counter() - begin)


def main() -> None:
    """Measure both searches on both kinds of maps."""
    for shape in (on_a_plane, tangled):
        for share in (0.5, 0.3, 0.1):
            maps = [position(seed, shape, share) for seed in range(MAPS)]
            for search in (most_regions, opening_steps):
                times = [milliseconds(search, *each) for each in maps]
                what = f"{search.__name__}, {shape.__name__}, {share:.0%} of the borders for 1"
                print(f"{what:<58} median {median(times):6.2f} ms   worst {max(times):6.2f} ms")


if __name__ == "__main__":
    main()
