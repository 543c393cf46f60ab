"""Pure functions for a company's expansion on the map (MO-29 to MO-32).

A position is an `Atlas`, the posts on it (region -> company), the expanding company, the points left and the
supply, which is the number of posts left on the company's base. Each function looks one post ahead and returns the
regions that the rules allow for it; the script picks one at random, places the post and calls again.

>>> atlas = Atlas(borders={("Gao", "Kano"): 1, ("Kano", "Bornu"): 2}, gates={"cairo": {"Gao": 2}})
>>> find_price(atlas, {"Gao": "mombasa"}, "cairo", "Gao")
3
>>> sorted(find_opening_regions(atlas, {"Kano": "cairo"}, "cairo", points=3))
['Bornu', 'Gao']
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from rival.kernel import BadAnswerError, _

Posts: TypeAlias = dict[str, str]
"""The company that holds each region with a post; regions without a post are left out."""

SearchGoal: TypeAlias = Literal["adjacent", "path", "spread"]
"""The goal of a search: an adjacent target, a path to a target (MO-A18), or the most regions (MO-32)."""

POSTS_PER_COMPANY = 15
PRICES = (1, 2)
MAX_SEARCH_STEPS = 1_000_000
"""Limit on the search steps for one post, which take a few seconds; a real map needs a few thousand."""


class MapTooComplexError(BadAnswerError):
    """The error raised when the map is within all limits, but the search would take too long.

    The answer that made the map so complex is refused.
    """

    def __init__(self) -> None:
        super().__init__(
            _(
                "This map is so tangled that Rival can’t find the largest number of regions in "
                "reasonable time. Your last answer was not accepted. Look for a border that doesn’t "
                "exist and correct it."
            )
        )


class SearchBudget:
    """A limit on search steps, shared by all searches for one post."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MAX_SEARCH_STEPS

    def spend(self) -> None:
        """Use one step; raise MapTooComplexError if no steps are left."""
        self.left -= 1
        if self.left < 0:
            raise MapTooComplexError


# --- The map ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Atlas:
    """A map: borders between regions, and gates from the companies' bases, each with a price of 1 or 2.

    `known` contains the regions whose neighbours have all been entered. If `known` is None, the whole map is known,
    including the gates. Otherwise a company's gates are known if `gates` has an entry for the company, even an empty
    one.
    """

    borders: Mapping[tuple[str, str], int]
    gates: Mapping[str, Mapping[str, int]]
    known: Collection[str] | None = None
    regions: frozenset[str] = field(init=False, repr=False, compare=False)
    """All regions named so far."""
    _neighbours: dict[str, dict[str, int]] = field(init=False, repr=False, compare=False)
    _bit: dict[str, int] = field(init=False, repr=False, compare=False)
    _behind: dict[int, tuple[int, int]] = field(init=False, repr=False, compare=False)

    def __deepcopy__(self, _memo: object) -> Atlas:
        """Return the atlas itself, since an atlas never changes."""
        return self

    def __post_init__(self) -> None:
        borders: dict[tuple[str, str], int] = {}
        for (start, end), points in self.borders.items():
            _add_border(borders, start, end, points)
        for company, gates in self.gates.items():
            for region, points in gates.items():
                if points not in PRICES:
                    raise _make_price_error(f"The gate from {company} to {region}", points)
        object.__setattr__(self, "borders", borders)
        object.__setattr__(self, "gates", {company: dict(gates) for company, gates in self.gates.items()})
        object.__setattr__(self, "known", None if self.known is None else frozenset(self.known))
        neighbours: dict[str, dict[str, int]] = {}
        for (start, end), points in borders.items():
            neighbours.setdefault(start, {})[end] = points
            neighbours.setdefault(end, {})[start] = points
        object.__setattr__(self, "_neighbours", neighbours)
        object.__setattr__(self, "regions", frozenset(neighbours).union(self.known or (), *self.gates.values()))
        object.__setattr__(self, "_bit", {region: 1 << place for place, region in enumerate(sorted(self.regions))})
        object.__setattr__(
            self, "_behind", {bit: self._find_regions_behind(region) for region, bit in self._bit.items()}
        )

    def get_neighbours(self, region: str) -> dict[str, int]:
        """Return the region's neighbours, each with the price of the border."""
        return self._neighbours.get(region, {})

    def to_bits(self, regions: Iterable[str]) -> int:
        """Convert a set of this map's regions to a bit mask, ordered by name."""
        mask = 0
        for region in regions:
            mask |= self._bit.get(region, 0)
        return mask

    def regions_behind(self, region: int) -> tuple[int, int]:
        """Return two bit masks: the regions behind this region's borders of 1, and those behind its borders of 2."""
        return self._behind[region]

    def _find_regions_behind(self, region: str) -> tuple[int, int]:
        neighbours = self.get_neighbours(region)
        cheap = self.to_bits(neighbour for neighbour, points in neighbours.items() if points == 1)
        return cheap, self.to_bits(neighbours) & ~cheap

    def get_gates(self, company: str) -> Mapping[str, int]:
        """Return the regions that have a gate to this company's base, each with the price of the gate."""
        return self.gates.get(company, {})

    def knows_neighbours(self, region: str) -> bool:
        """Return whether all neighbours of the region have been entered."""
        return self.known is None or region in self.known

    def knows_gates(self, company: str) -> bool:
        """Return whether all of the company's gates have been entered."""
        return self.known is None or company in self.gates


def _add_border(borders: dict[tuple[str, str], int], start: str, end: str, points: int) -> None:
    if start == end:
        raise ValueError(f"{start} can't border itself: a border joins two different regions.")
    if points not in PRICES:
        raise _make_price_error(f"The border between {start} and {end}", points)
    pair = (start, end) if start < end else (end, start)
    if borders.setdefault(pair, points) != points:
        raise ValueError(
            f"The border between {start} and {end} was entered with the prices {borders[pair]} and {points}: "
            "it has one price, the cheaper one where the two regions meet along both kinds."
        )


def _make_price_error(subject: str, points: int) -> ValueError:
    return ValueError(f"{subject} has the price {points}: it must be 1 or 2 points.")


# --- Prices -------------------------------------------------------------------------------------------------


def find_price(atlas: Atlas, posts: Posts, company: str, region: str) -> int | None:
    """Return the points that the company must pay to enter the region now; None if it can't enter it (MO-29)."""
    return list_prices(atlas, posts, company).get(region)


def list_prices(atlas: Atlas, posts: Posts, company: str) -> dict[str, int]:
    """Return the price of each region that the company can enter now, even if it can't afford it (MO-29).

    The regions are sorted by name.
    """
    approaches = dict(atlas.get_gates(company))
    for region, holder in posts.items():
        if holder == company:
            for neighbour, points in atlas.get_neighbours(region).items():
                if points < approaches.get(neighbour, points + 1):
                    approaches[neighbour] = points
    return {
        region: approaches[region] + (region in posts) for region in sorted(approaches) if posts.get(region) != company
    }


# --- Priority 1 ---------------------------------------------------------------------------------------------


def find_cheapest_targets(
    atlas: Atlas,
    posts: Posts,
    company: str,
    targets: Collection[str],
    points: int,
) -> frozenset[str]:
    """Return the cheapest regions with a target's post that the company can enter and afford (MO-30, MO-31)."""
    return find_cheapest_ways(atlas, posts, company, targets, points, supply=1).steps


class BestSteps(NamedTuple):
    """The best regions for the next post, and the value that makes them best: a cost, or a number of regions."""

    value: int
    steps: frozenset[str]


_NO_STEPS = BestSteps(0, frozenset())


def find_cheapest_ways(
    atlas: Atlas,
    posts: Posts,
    company: str,
    targets: Collection[str],
    points: int,
    supply: int = POSTS_PER_COMPANY,
) -> BestSteps:
    """Return the cost of the cheapest way to a target's post, and the regions where it can begin (MO-A18).

    This function is called again after each post. The results then stay on the cheapest ways, because no other way can
    become as cheap as the remainder of a cheapest one. The way is complete when a post displaces a target's post. With
    a supply of 1, only adjacent targets count. If there is no way, the cost is 0.
    """
    reached = _find_ways(atlas, posts, company, points, supply)
    ways = [way for region, way in reached.items() if posts.get(region) in targets]
    if not ways:
        return _NO_STEPS
    cheapest = min(way.value for way in ways)
    return BestSteps(cheapest, frozenset().union(*(way.steps for way in ways if way.value == cheapest)))


def _find_ways(atlas: Atlas, posts: Posts, company: str, points: int, supply: int) -> dict[str, BestSteps]:
    """Return the cost of the cheapest way into each region within reach, and the regions where it can begin.

    A cheapest way is a path, since a post off the path would only add to the cost. So each way is extended only at its
    end.
    """
    if supply < 1:
        return {}
    ways = {
        region: BestSteps(cost, frozenset((region,)))
        for region, cost in list_prices(atlas, posts, company).items()
        if cost <= points
    }
    for _post in range(supply - 1):
        longer = dict(ways)
        for region, way in ways.items():
            for neighbour, border in atlas.get_neighbours(region).items():
                cost = way.value + border + (neighbour in posts)
                if posts.get(neighbour) == company or cost > points:
                    continue
                rival = longer.get(neighbour)
                if rival is None or cost < rival.value:
                    longer[neighbour] = BestSteps(cost, way.steps)
                elif cost == rival.value:
                    longer[neighbour] = BestSteps(cost, way.steps | rival.steps)
        if longer == ways:
            break
        ways = longer
    return ways


# --- Priority 2 ---------------------------------------------------------------------------------------------


def count_max_regions(
    atlas: Atlas,
    posts: Posts,
    company: str,
    points: int,
    supply: int = POSTS_PER_COMPANY,
) -> int:
    """Return the largest number of posts that any sequence of placements can still add (MO-32).

    The sequence may displace posts of other companies (MO-A19). If the result is 0, the expansion is over (MO-A27).
    """
    return _SpreadSearch(atlas, posts, company).find_max_regions(points, supply)


def find_opening_regions(
    atlas: Atlas,
    posts: Posts,
    company: str,
    points: int,
    supply: int = POSTS_PER_COMPANY,
) -> frozenset[str]:
    """Return the regions that can be entered first to reach the result of `count_max_regions` (MO-32, MO-A26)."""
    return find_largest_spread(atlas, posts, company, points, supply).steps


def find_largest_spread(
    atlas: Atlas, posts: Posts, company: str, points: int, supply: int, budget: SearchBudget | None = None
) -> BestSteps:
    """Return the results of `count_max_regions` and `find_opening_regions` from a single search (MO-32, MO-A26)."""
    spread = _SpreadSearch(atlas, posts, company, budget)
    region_count = spread.find_max_regions(points, supply)
    return BestSteps(region_count, spread.find_opening_regions(points, region_count)) if region_count else _NO_STEPS


class _Frontier:
    """The regions held, and the regions behind their borders of 1 and of 2, as three bit masks."""

    __slots__ = ("held", "one", "two")

    def __init__(self, held: int, one: int, two: int) -> None:
        self.held = held
        self.one = one
        self.two = two

    def merge(self, other: _Frontier) -> _Frontier:
        """Return the union of two frontiers."""
        return _Frontier(self.held | other.held, self.one | other.one, self.two | other.two)


class _SpreadSearch:
    """An exact and fast search for the largest number of regions.

    *Extra points.* The posts can always be ordered so that each region is entered over a border of the cheapest tree.
    So only the set of regions matters. A set of n regions costs n points plus extra points: 1 for each border of 2 in
    the tree, and 1 for each foreign post. P points are enough if there are at most P - n extra points.

    *Patches.* Free regions joined by borders of 1 form a patch: from any of its regions, the others cost no extra
    points. Each region with a foreign post is a patch by itself, and gives access to the free patches behind its
    borders of 1. The search goes from patch to patch, and computes a patch when it first gets there. A patch is
    identified by the bit of its first region. Entering a patch is

    - cheap (1 extra point) for a foreign post behind a border of 1, or free regions behind a border of 2;
    - dear (2 extra points) for a foreign post behind a border of 2.

    *Rich patches.* A patch that adds more than one region is rich. All others add one region each. They only serve to
    reach a rich patch, or to use up extra points at the end. At the end, all cheap patches are equally good: a cheap
    patch missing from a best set can replace the patch that the set enters last. So the search first goes from one rich
    patch to the next (`_can_reach_by_rich_patches`), and then fills up with other patches (`_can_reach_by_filling`).
    """

    def __init__(self, atlas: Atlas, posts: Posts, company: str, budget: SearchBudget | None = None) -> None:
        self.atlas = atlas
        self.budget = budget or SearchBudget()
        self.prices = list_prices(atlas, posts, company)
        self.own = atlas.to_bits(region for region, holder in posts.items() if holder == company)
        self.occupied = atlas.to_bits(posts) & ~self.own
        self.patch_by_region: dict[int, int] = {}
        self.patches: dict[int, _Frontier] = {}
        self.rings_by_patch: dict[int, list[int]] = {}
        one = atlas.to_bits(region for region, cost in self.prices.items() if cost - (region in posts) == 1)
        two = atlas.to_bits(region for region, cost in self.prices.items() if cost - (region in posts) == 2)
        self.start = _Frontier(0, self.list_patch_keys(one), self.list_patch_keys(two))
        for free in _iterate_bits(self.start.one & ~self.occupied):
            self.start = self._enter_patch(self.start, free)
        self.set_goal(0)

    def find_patch(self, region: int) -> int:
        """Return all regions of the patch that contains this region."""
        if region not in self.patch_by_region:
            patch, last = region, 0 if region & self.occupied else region
            while last:
                last = self.find_regions_behind(last)[0] & ~(patch | self.occupied)
                patch |= last
            for member in _iterate_bits(patch):
                self.patch_by_region[member] = patch
        return self.patch_by_region[region]

    def list_patch_keys(self, regions: int) -> int:
        """Return the patches that contain these regions, each as the bit of its first region."""
        keys = 0
        while regions:
            patch = self.find_patch(regions & -regions)
            keys |= patch & -patch
            regions &= ~patch
        return keys

    def get_patch(self, key: int) -> _Frontier:
        """Return the regions that entering a patch adds, and the patches behind them."""
        if key not in self.patches:
            held = self.find_patch(key)
            one, two = self.find_regions_behind(held)
            front = _Frontier(held, self.list_patch_keys(one), self.list_patch_keys(two))
            for free in _iterate_bits(front.one & ~self.occupied) if key & self.occupied else ():
                front = front.merge(self.get_patch(free))
            self.patches[key] = front
        return self.patches[key]

    def find_regions_behind(self, regions: int) -> tuple[int, int]:
        """Return the regions behind borders of 1 and those behind borders of 2.

        The company's own regions are left out.
        """
        one = two = 0
        for region in _iterate_bits(regions):
            near, far = self.atlas.regions_behind(region)
            one |= near
            two |= far
        return one & ~self.own, two & ~self.own

    def set_goal(self, goal: int) -> None:
        """Set the number of regions to reach."""
        self.goal = goal
        self.failed: dict[int, int] = {}

    def find_max_regions(self, points: int, supply: int) -> int:
        """Return the largest number of regions that can be entered."""
        for number in range(min(points, supply), 0, -1):
            self.set_goal(number)
            if self.can_reach_goal(self.start, points - number):
                return number
        return 0

    def find_opening_regions(self, points: int, number: int) -> frozenset[str]:
        """Return the regions that can be entered first so that this number of regions can still be reached."""
        self.set_goal(number)

        def is_opening(region: str, cost: int) -> bool:
            if cost == 1:  # as with cheap patches: it can replace another region in a best set
                return True
            after = self._enter_patch(self.start, self.list_patch_keys(self.atlas.to_bits([region])))
            return self.can_reach_goal(after, points - number - (cost - 1))

        return frozenset(region for region, cost in self.prices.items() if is_opening(region, cost))

    def can_reach_goal(self, front: _Frontier, extra: int) -> bool:
        """Return whether the goal can be reached from this frontier with this many extra points."""
        if extra < 0:
            return False
        if front.held.bit_count() >= self.goal:
            return True
        if extra <= self.failed.get(front.held, 0):
            return False
        if self._can_reach_by_filling(front, extra) or self._can_reach_by_rich_patches(front, extra):
            return True
        self.failed[front.held] = extra
        return False

    def _can_reach_by_filling(self, front: _Frontier, extra: int) -> bool:
        """Return whether the goal can be reached without rich patches, entering cheap patches first."""
        if self.goal - front.held.bit_count() > extra:
            return False
        while extra and (cheap := self._list_cheap_patches(front)):
            front = self._enter_patch(front, cheap & -cheap)
            extra -= 1
        if front.held.bit_count() >= self.goal:
            return True
        return any(
            self.can_reach_goal(self._enter_patch(front, key), extra - 2)
            for key in _iterate_bits(self._list_dear_patches(front))
        )

    def _can_reach_by_rich_patches(self, front: _Frontier, extra: int) -> bool:
        """Return whether the goal can be reached by entering another rich patch.

        Return False without a search if all rich patches together add too few regions.
        """
        rich, surplus = self._find_rich_patches(front, extra)
        if front.held.bit_count() + extra + surplus < self.goal:
            return False
        return self._can_reach_by_walking(
            front, self._list_cheap_patches(front), self._list_dear_patches(front), extra, rich
        )

    def _can_reach_by_walking(self, front: _Frontier, cheap: int, dear: int, extra: int, rich: int) -> bool:
        """Return whether the goal can be reached through these patches, continuing to a rich patch.

        Each further step enters a patch that the last step made cheaper. For any other patch, the last step would have
        been unnecessary.
        """
        for cost, keys in ((1, cheap), (2, dear)):
            extra_left = extra - cost
            for key in _iterate_bits(keys) if extra_left >= 0 else ():
                after = self._enter_patch(front, key)
                if key & rich:
                    is_reached = self.can_reach_goal(after, extra_left)
                elif self._find_near_regions(key, extra_left) & rich:
                    newly_cheap = self._list_cheap_patches(after) & ~self._list_cheap_patches(front)
                    newly_dear = self._list_dear_patches(after) & ~self._list_dear_patches(front)
                    is_reached = self._can_reach_by_walking(after, newly_cheap, newly_dear, extra_left, rich)
                else:
                    is_reached = False
                if is_reached:
                    return True
        return False

    def _find_rich_patches(self, front: _Frontier, extra: int) -> tuple[int, int]:
        """Return the rich patches within reach, and an upper bound on the regions that they add beyond one each.

        A patch at a distance of n extra points can be entered with the n-th extra point at the earliest. Each extra
        point enters only one patch.
        """
        rich = surplus = 0
        waiting: list[int] = []
        seen = front.held
        for within in self._iterate_rings(front, extra):
            for key in _iterate_bits(self.list_patch_keys(within & ~seen)):
                if more := (self.get_patch(key).held & ~front.held).bit_count() - 1:
                    rich |= key
                    heappush(waiting, -more)
            seen = within
            if waiting:
                surplus -= heappop(waiting)
        return rich, surplus

    def _find_near_regions(self, key: int, extra: int) -> int:
        """Return the regions that can be reached from this patch with this many extra points."""
        if len(self.rings_by_patch.get(key, ())) < extra:
            self.rings_by_patch[key] = list(self._iterate_rings(self.get_patch(key), extra))
        return self.rings_by_patch[key][extra - 1] if extra else 0

    def _iterate_rings(self, front: _Frontier, extra: int) -> Iterator[int]:
        """Yield the regions within reach of 1 extra point, of 2, and so on, each considered alone."""
        later = 0
        for _more in range(extra):
            now, later = self._list_cheap_patches(front) | later, self._list_dear_patches(front)
            for key in _iterate_bits(now & ~front.held):
                front = self._enter_patch(front, key)
            yield front.held

    def _enter_patch(self, front: _Frontier, key: int) -> _Frontier:
        self.budget.spend()
        return front.merge(self.get_patch(key))

    def _list_cheap_patches(self, front: _Frontier) -> int:
        return (front.one & self.occupied | front.two & ~self.occupied) & ~front.held

    def _list_dear_patches(self, front: _Frontier) -> int:
        return front.two & self.occupied & ~front.one & ~front.held


def _iterate_bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


# --- A partly known map ----------------------------------------------------------------------------


class MapGap(NamedTuple):
    """A gap in the map: a region or a company whose neighbours or gates are not all known."""

    kind: Literal["neighbours", "gates"]
    name: str


def find_map_gap(
    atlas: Atlas,
    posts: Posts,
    company: str,
    points: int,
    goal: SearchGoal,
    targets: Collection[str] = (),
    supply: int = POSTS_PER_COMPANY,
) -> MapGap | None:
    """Return the nearest map gap that must be filled before the next post is certain; None if there is none.

    Every map that fits the answers so far lies between the known map and the most generous one. If these two give the
    same result, so does the real map. Otherwise the nearest gap that makes a difference is returned.
    """

    budget = SearchBudget()

    def find_answer(map_: Atlas) -> BestSteps:
        if goal == "adjacent":
            return find_cheapest_ways(map_, posts, company, targets, points, min(supply, 1))
        if goal == "path":
            return find_cheapest_ways(map_, posts, company, targets, points, supply)
        return find_largest_spread(map_, posts, company, points, supply, budget)

    def is_settled(further: Iterable[MapGap]) -> bool:
        closed = {gap.name for gap in further}
        return find_answer(_complete_generously(atlas, posts, company, points, closed)) == known_answer

    gaps = _list_gaps(atlas, posts, company, points, supply)
    known_answer = find_answer(atlas)
    if not gaps or is_settled(further=()):
        return None
    return next(gap for number, gap in enumerate(gaps, start=1) if not is_settled(gaps[number:]))


def _list_gaps(atlas: Atlas, posts: Posts, company: str, points: int, supply: int) -> list[MapGap]:
    """Return the gaps within reach of the points, the nearest first."""
    own_regions = sorted(region for region, holder in posts.items() if holder == company)
    ways = _find_ways(atlas, posts, company, points - 1, supply - 1)
    in_reach = own_regions + sorted(ways, key=lambda region: (ways[region].value, region))
    gates = [] if atlas.knows_gates(company) else [MapGap("gates", company)]
    return gates + [MapGap("neighbours", region) for region in in_reach if not atlas.knows_neighbours(region)]


def _complete_generously(atlas: Atlas, posts: Posts, company: str, points: int, closed: Collection[str]) -> Atlas:
    """Return the atlas with all unknown parts filled in the company's favour, except around closed regions.

    Any two regions that are not fully known might share a border of 1. Beyond them, there might be as many free regions
    as the points can pay for.
    """
    beyond = [f"\0{number}" for number in range(points)]  # names that no region uses
    open_regions = [r for r in sorted({*atlas.regions, *posts}) if not atlas.knows_neighbours(r) and r not in closed]
    borders = dict.fromkeys(combinations(beyond + open_regions, 2), 1)
    gates = atlas.gates
    if not atlas.knows_gates(company):
        gates = {**gates, company: dict.fromkeys([*atlas.regions, *posts, *beyond], 1)}
    return Atlas({**borders, **atlas.borders}, gates)
