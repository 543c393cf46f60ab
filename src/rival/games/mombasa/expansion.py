"""The expansion of a company over the map (MO-29 to MO-32), as pure functions.

A position is an `Atlas`, the posts on it (region -> company), the expanding company, the points left and the
supply, which is the number of posts left on the company's base. Each function looks one post ahead and returns the
regions that the rules allow for it; the script picks one at random, places the post and calls again.

>>> atlas = Atlas(borders={("Gao", "Kano"): 1, ("Kano", "Bornu"): 2}, gates={"cairo": {"Gao": 2}})
>>> price(atlas, {"Gao": "mombasa"}, "cairo", "Gao")
3
>>> sorted(opening_steps(atlas, {"Kano": "cairo"}, "cairo", points=3))
['Bornu', 'Gao']
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias

from rival.kernel import BadAnswer, _

Posts: TypeAlias = dict[str, str]
"""The company whose post is in each region; regions without a post are left out."""

Seek: TypeAlias = Literal["adjacent", "path", "spread"]
"""The goal of a search: an adjacent target, a path to a target (MO-A18), or the most regions (MO-32)."""

POSTS_OF_A_COMPANY = 15
PRICES = (1, 2)
MOST_STEPS = 1_000_000
"""Limit on search steps for one post, about a few seconds; a real map needs some thousands."""


class TooTangled(BadAnswer):
    """The map is within all limits, but the search would take too long; the answer that led to it is refused."""

    def __init__(self) -> None:
        super().__init__(
            _(
                "This map is so tangled that Rival can’t find the largest number of regions in "
                "reasonable time. Your last answer was not accepted. Look for a border that doesn’t "
                "exist and correct it."
            )
        )


class Steps:
    """The steps that a search may still use until the next post is certain."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MOST_STEPS

    def go(self) -> None:
        """Use one step; raise TooTangled if none is left."""
        self.left -= 1
        if self.left < 0:
            raise TooTangled


# --- The map ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Atlas:
    """Borders between two regions and gates from a company's base, each with its price, 1 or 2.

    `known` has the regions whose neighbours have all been entered; None says that of the whole map, gates too.
    Otherwise the gates of a company are known when it has an entry in `gates`, even an empty one.
    """

    borders: Mapping[tuple[str, str], int]
    gates: Mapping[str, Mapping[str, int]]
    known: Collection[str] | None = None
    regions: frozenset[str] = field(init=False, repr=False, compare=False)
    """All regions that were named so far."""
    _neighbours: dict[str, dict[str, int]] = field(init=False, repr=False, compare=False)
    _bit: dict[str, int] = field(init=False, repr=False, compare=False)
    _behind: dict[int, tuple[int, int]] = field(init=False, repr=False, compare=False)

    def __deepcopy__(self, _memo: object) -> Atlas:
        """Return the atlas itself, as it never changes."""
        return self

    def __post_init__(self) -> None:
        borders: dict[tuple[str, str], int] = {}
        for (one, other), points in self.borders.items():
            _add_border(borders, one, other, points)
        for company, gates in self.gates.items():
            for region, points in gates.items():
                if points not in PRICES:
                    raise _wrong_price(f"The gate from {company} to {region}", points)
        object.__setattr__(self, "borders", borders)
        object.__setattr__(self, "gates", {company: dict(gates) for company, gates in self.gates.items()})
        object.__setattr__(self, "known", None if self.known is None else frozenset(self.known))
        neighbours: dict[str, dict[str, int]] = {}
        for (one, other), points in borders.items():
            neighbours.setdefault(one, {})[other] = points
            neighbours.setdefault(other, {})[one] = points
        object.__setattr__(self, "_neighbours", neighbours)
        object.__setattr__(self, "regions", frozenset(neighbours).union(self.known or (), *self.gates.values()))
        object.__setattr__(self, "_bit", {region: 1 << place for place, region in enumerate(sorted(self.regions))})
        object.__setattr__(self, "_behind", {bit: self._beyond(region) for region, bit in self._bit.items()})

    def neighbours(self, region: str) -> dict[str, int]:
        """Return the regions with a border to this one, each with the price of the border."""
        return self._neighbours.get(region, {})

    def bits(self, regions: Iterable[str]) -> int:
        """Return a set of regions of this map as the bits of an integer, in the order of their names."""
        found = 0
        for region in regions:
            found |= self._bit.get(region, 0)
        return found

    def behind(self, region: int) -> tuple[int, int]:
        """Return the regions behind the borders of 1 and those behind the borders of 2 of this one, as bits."""
        return self._behind[region]

    def _beyond(self, region: str) -> tuple[int, int]:
        near = self.neighbours(region)
        one = self.bits(other for other, points in near.items() if points == 1)
        return one, self.bits(near) & ~one

    def gates_of(self, company: str) -> Mapping[str, int]:
        """Return the regions with a gate to the base of this company, each with the price of the gate."""
        return self.gates.get(company, {})

    def knows(self, region: str) -> bool:
        """Return whether all neighbours of the region have been entered."""
        return self.known is None or region in self.known

    def knows_gates(self, company: str) -> bool:
        """Return whether all gates of the company have been entered."""
        return self.known is None or company in self.gates


def _add_border(borders: dict[tuple[str, str], int], one: str, other: str, points: int) -> None:
    if one == other:
        raise ValueError(f"{one} can't border itself: a border joins two different regions.")
    if points not in PRICES:
        raise _wrong_price(f"The border between {one} and {other}", points)
    pair = (one, other) if one < other else (other, one)
    if borders.setdefault(pair, points) != points:
        raise ValueError(
            f"The border between {one} and {other} was entered with the prices {borders[pair]} and {points}: "
            "it has one price, the cheaper one where the two regions meet along both kinds."
        )


def _wrong_price(what: str, points: int) -> ValueError:
    return ValueError(f"{what} has the price {points}: it must be 1 or 2 points.")


# --- Prices -------------------------------------------------------------------------------------------------


def price(atlas: Atlas, posts: Posts, company: str, region: str) -> int | None:
    """Return the points that the company pays to enter the region now (MO-29), or None if it can't enter it."""
    return prices(atlas, posts, company).get(region)


def prices(atlas: Atlas, posts: Posts, company: str) -> dict[str, int]:
    """Return all regions that the company can enter now, each with its price, whatever its points (MO-29); by name."""
    approaches = dict(atlas.gates_of(company))
    for region, holder in posts.items():
        if holder == company:
            for near, points in atlas.neighbours(region).items():
                if points < approaches.get(near, points + 1):
                    approaches[near] = points
    return {
        region: approaches[region] + (region in posts) for region in sorted(approaches) if posts.get(region) != company
    }


# --- Priority 1 ---------------------------------------------------------------------------------------------


def target_steps(
    atlas: Atlas,
    posts: Posts,
    company: str,
    targets: Collection[str],
    points: int,
) -> frozenset[str]:
    """Return the cheapest regions with a target's post among those it can enter and pay now (MO-30, MO-31)."""
    return way_choice(atlas, posts, company, targets, points, supply=1).steps


class Choice(NamedTuple):
    """The regions where the next post may go, and the number that makes them best: a cost, or a count of regions."""

    value: int
    steps: frozenset[str]


_NO_CHOICE = Choice(0, frozenset())


def way_choice(
    atlas: Atlas,
    posts: Posts,
    company: str,
    targets: Collection[str],
    points: int,
    supply: int = POSTS_OF_A_COMPANY,
) -> Choice:
    """Return the cost of a cheapest way to a target's post and the regions where it can begin (MO-A18).

    Called again after each post of the way, it stays on the cheapest ways: another way can't become as cheap as the
    rest of one of them. The way is complete with the post that displaces a target's. With a supply of 1 it is an
    adjacent target; without any way the cost is 0.
    """
    reached = _ways(atlas, posts, company, points, supply)
    ways = [way for region, way in reached.items() if posts.get(region) in targets]
    if not ways:
        return _NO_CHOICE
    cheapest = min(way.value for way in ways)
    return Choice(cheapest, frozenset().union(*(way.steps for way in ways if way.value == cheapest)))


def _ways(atlas: Atlas, posts: Posts, company: str, points: int, supply: int) -> dict[str, Choice]:
    """Return for each region in reach the cost of a cheapest way into it and the regions where that can begin.

    A cheapest way is a path: a post off the path would only add to the cost. So ways grow at their end.
    """
    if supply < 1:
        return {}
    ways = {
        region: Choice(cost, frozenset((region,)))
        for region, cost in prices(atlas, posts, company).items()
        if cost <= points
    }
    for _post in range(supply - 1):
        longer = dict(ways)
        for region, way in ways.items():
            for near, border in atlas.neighbours(region).items():
                cost = way.value + border + (near in posts)
                if posts.get(near) == company or cost > points:
                    continue
                rival = longer.get(near)
                if rival is None or cost < rival.value:
                    longer[near] = Choice(cost, way.steps)
                elif cost == rival.value:
                    longer[near] = Choice(cost, way.steps | rival.steps)
        if longer == ways:
            break
        ways = longer
    return ways


# --- Priority 2 ---------------------------------------------------------------------------------------------


def most_regions(
    atlas: Atlas,
    posts: Posts,
    company: str,
    points: int,
    supply: int = POSTS_OF_A_COMPANY,
) -> int:
    """Return the largest number of posts that any sequence of placements can still make (MO-32).

    Posts of others may be displaced for it (MO-A19). 0: the expansion is over (MO-A27).
    """
    return _Spread(atlas, posts, company).most(points, supply)


def opening_steps(
    atlas: Atlas,
    posts: Posts,
    company: str,
    points: int,
    supply: int = POSTS_OF_A_COMPANY,
) -> frozenset[str]:
    """Return the regions after which that largest number can still be made (MO-32, MO-A26)."""
    return spread_choice(atlas, posts, company, points, supply).steps


def spread_choice(
    atlas: Atlas, posts: Posts, company: str, points: int, supply: int, steps: Steps | None = None
) -> Choice:
    """Return the results of `most_regions` and `opening_steps` from a single search (MO-32, MO-A26)."""
    spread = _Spread(atlas, posts, company, steps)
    number = spread.most(points, supply)
    return Choice(number, spread.openings(points, number)) if number else _NO_CHOICE


class _Front:
    """The regions held, and those beyond their borders of 1 and of 2; three sets, each the bits of an integer."""

    __slots__ = ("held", "one", "two")

    def __init__(self, held: int, one: int, two: int) -> None:
        self.held = held
        self.one = one
        self.two = two

    def joined(self, other: _Front) -> _Front:
        """Return the union of two fronts."""
        return _Front(self.held | other.held, self.one | other.one, self.two | other.two)


class _Spread:
    """The search for the largest number of regions, exact and quick.

    *Extra.* The order of the posts can always be such that each region is entered over a border of the
    cheapest tree, so only the set of regions matters. n regions cost n points and their extra: 1 for each
    border of 2 in the tree, 1 for each foreign post. P points pay for them if their extra is at most P - n.

    *Patches.* Free regions joined by borders of 1 form a patch: from any of them the others cost no
    extra. Each region with a foreign post is a patch of its own, and brings with it the free patches behind its
    borders of 1. The search goes from patch to patch, and looks at one when it gets there. A patch
    is identified by the bit of its first region. To enter it is

    - cheap, 1 extra: a foreign post behind a border of 1, or free regions behind a border of 2;
    - dear, 2 extra: a foreign post behind a border of 2.

    *Riches.* A patch that brings more than one region is rich. All others bring one region each, and serve
    only to get to a rich patch, or to use up the extra in the end. There a cheap one is as good as any: if a
    best set lacks it, it can take the place of whatever is entered last. So the search goes to rich patches
    one after the other (`_by_riches`), and fills up when it wants no more of them (`_by_filling`).
    """

    def __init__(self, atlas: Atlas, posts: Posts, company: str, steps: Steps | None = None) -> None:
        self.atlas = atlas
        self.steps = steps or Steps()
        self.prices = prices(atlas, posts, company)
        self.own = atlas.bits(region for region, holder in posts.items() if holder == company)
        self.occupied = atlas.bits(posts) & ~self.own
        self.together: dict[int, int] = {}
        self.patches: dict[int, _Front] = {}
        self.around: dict[int, list[int]] = {}
        one = atlas.bits(region for region, cost in self.prices.items() if cost - (region in posts) == 1)
        two = atlas.bits(region for region, cost in self.prices.items() if cost - (region in posts) == 2)
        self.start = _Front(0, self.keys(one), self.keys(two))
        for free in _bits(self.start.one & ~self.occupied):
            self.start = self._after(self.start, free)
        self.aim(0)

    def patch_of(self, region: int) -> int:
        """Return all regions of the patch that has this one."""
        if region not in self.together:
            patch, last = region, 0 if region & self.occupied else region
            while last:
                last = self.behind(last)[0] & ~(patch | self.occupied)
                patch |= last
            for one in _bits(patch):
                self.together[one] = patch
        return self.together[region]

    def keys(self, regions: int) -> int:
        """Return the patches of these regions, each as the bit of its first region."""
        keys = 0
        while regions:
            patch = self.patch_of(regions & -regions)
            keys |= patch & -patch
            regions &= ~patch
        return keys

    def patch(self, key: int) -> _Front:
        """Return the regions that a patch brings, and those beyond it."""
        if key not in self.patches:
            held = self.patch_of(key)
            one, two = self.behind(held)
            front = _Front(held, self.keys(one), self.keys(two))
            for free in _bits(front.one & ~self.occupied) if key & self.occupied else ():
                front = front.joined(self.patch(free))
            self.patches[key] = front
        return self.patches[key]

    def behind(self, regions: int) -> tuple[int, int]:
        """Return the regions behind the borders of 1 and those behind the borders of 2, except those of the company."""
        one = two = 0
        for region in _bits(regions):
            near, far = self.atlas.behind(region)
            one |= near
            two |= far
        return one & ~self.own, two & ~self.own

    def aim(self, goal: int) -> None:
        """Set the number of regions to look for."""
        self.goal = goal
        self.failed: dict[int, int] = {}

    def most(self, points: int, supply: int) -> int:
        """Return the largest number of regions that can be entered."""
        for number in range(min(points, supply), 0, -1):
            self.aim(number)
            if self.reaches(self.start, points - number):
                return number
        return 0

    def openings(self, points: int, number: int) -> frozenset[str]:
        """Return the regions that can be entered first if the number is still to be reached."""
        self.aim(number)

        def keeps_it(region: str, cost: int) -> bool:
            if cost == 1:  # as with the cheap ones: it can take the place of another in a best set
                return True
            after = self._after(self.start, self.keys(self.atlas.bits([region])))
            return self.reaches(after, points - number - (cost - 1))

        return frozenset(region for region, cost in self.prices.items() if keeps_it(region, cost))

    def reaches(self, front: _Front, extra: int) -> bool:
        """Return whether the goal can be reached from here with this much extra."""
        if extra < 0:
            return False
        if front.held.bit_count() >= self.goal:
            return True
        if extra <= self.failed.get(front.held, 0):
            return False
        if self._by_filling(front, extra) or self._by_riches(front, extra):
            return True
        self.failed[front.held] = extra
        return False

    def _by_filling(self, front: _Front, extra: int) -> bool:
        """Return whether the goal can be reached without rich patches, the cheap ones first, in any order."""
        if self.goal - front.held.bit_count() > extra:
            return False
        while extra and (cheap := self._cheap(front)):
            front = self._after(front, cheap & -cheap)
            extra -= 1
        if front.held.bit_count() >= self.goal:
            return True
        return any(self.reaches(self._after(front, key), extra - 2) for key in _bits(self._dear(front)))

    def _by_riches(self, front: _Front, extra: int) -> bool:
        """Return whether one more rich patch can lead to the goal; False at once if all together are too few."""
        rich, surplus = self._riches(front, extra)
        if front.held.bit_count() + extra + surplus < self.goal:
            return False
        return self._walk(front, self._cheap(front), self._dear(front), extra, rich)

    def _walk(self, front: _Front, cheap: int, dear: int, extra: int, rich: int) -> bool:
        """Enter one of these patches and go on until a rich one; return whether that leads to the goal.

        To go on means to enter a patch that the last one made cheaper: for any other it was not needed.
        """
        for cost, keys in ((1, cheap), (2, dear)):
            left = extra - cost
            for key in _bits(keys) if left >= 0 else ():
                after = self._after(front, key)
                if key & rich:
                    found = self.reaches(after, left)
                elif self._near(key, left) & rich:
                    newly_cheap = self._cheap(after) & ~self._cheap(front)
                    newly_dear = self._dear(after) & ~self._dear(front)
                    found = self._walk(after, newly_cheap, newly_dear, left, rich)
                else:
                    found = False
                if found:
                    return True
        return False

    def _riches(self, front: _Front, extra: int) -> tuple[int, int]:
        """Return the rich patches within this extra, and a bound on the regions they can bring beyond one each.

        A patch n extra away can be entered with the n-th extra at the earliest, and with each extra only one.
        """
        rich = surplus = 0
        waiting: list[int] = []
        seen = front.held
        for within in self._rings(front, extra):
            for key in _bits(self.keys(within & ~seen)):
                if more := (self.patch(key).held & ~front.held).bit_count() - 1:
                    rich |= key
                    heappush(waiting, -more)
            seen = within
            if waiting:
                surplus -= heappop(waiting)
        return rich, surplus

    def _near(self, key: int, extra: int) -> int:
        """Return the regions that can be reached from this patch with this much extra."""
        if len(self.around.get(key, ())) < extra:
            self.around[key] = list(self._rings(self.patch(key), extra))
        return self.around[key][extra - 1] if extra else 0

    def _rings(self, front: _Front, extra: int) -> Iterator[int]:
        """Yield the regions that can be reached with 1 extra, with 2, and so on, each taken alone."""
        later = 0
        for _more in range(extra):
            now, later = self._cheap(front) | later, self._dear(front)
            for key in _bits(now & ~front.held):
                front = self._after(front, key)
            yield front.held

    def _after(self, front: _Front, key: int) -> _Front:
        self.steps.go()
        return front.joined(self.patch(key))

    def _cheap(self, front: _Front) -> int:
        return (front.one & self.occupied | front.two & ~self.occupied) & ~front.held

    def _dear(self, front: _Front) -> int:
        return front.two & self.occupied & ~front.one & ~front.held


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


# --- A map that is known in part ----------------------------------------------------------------------------


class Untold(NamedTuple):
    """A gap in the map: the neighbours of a region or the gates of a company are not all known."""

    what: Literal["neighbours", "gates"]
    name: str


def untold(
    atlas: Atlas,
    posts: Posts,
    company: str,
    points: int,
    seek: Seek,
    targets: Collection[str] = (),
    supply: int = POSTS_OF_A_COMPANY,
) -> Untold | None:
    """Return the nearest gap that must be filled before the next post is certain, or None.

    All maps that fit the answers so far are between the known map and the most generous one. While these two give the
    same result, so does the real map. Otherwise the nearest gap that makes a difference is returned.
    """

    steps = Steps()

    def answer(map_: Atlas) -> Choice:
        if seek == "adjacent":
            return way_choice(map_, posts, company, targets, points, min(supply, 1))
        if seek == "path":
            return way_choice(map_, posts, company, targets, points, supply)
        return spread_choice(map_, posts, company, points, supply, steps)

    def settled(further: Iterable[Untold]) -> bool:
        closed = {gap.name for gap in further}
        return answer(_generous(atlas, posts, company, points, closed)) == told

    gaps = _gaps(atlas, posts, company, points, supply)
    told = answer(atlas)
    if not gaps or settled(further=()):
        return None
    return next(gap for number, gap in enumerate(gaps, start=1) if not settled(gaps[number:]))


def _gaps(atlas: Atlas, posts: Posts, company: str, points: int, supply: int) -> list[Untold]:
    """Return the gaps within reach of the points, nearest first."""
    own = sorted(region for region, holder in posts.items() if holder == company)
    ways = _ways(atlas, posts, company, points - 1, supply - 1)
    in_reach = own + sorted(ways, key=lambda region: (ways[region].value, region))
    gates = [] if atlas.knows_gates(company) else [Untold("gates", company)]
    return gates + [Untold("neighbours", region) for region in in_reach if not atlas.knows(region)]


def _generous(atlas: Atlas, posts: Posts, company: str, points: int, closed: Collection[str]) -> Atlas:
    """Return the atlas with everything unknown in the company's favour, except around the closed regions.

    Any two regions not fully known might share a border of 1, and beyond them there might be as many free regions as
    the points can pay for.
    """
    beyond = [f"\0{number}" for number in range(points)]  # names that no region has
    open_regions = [r for r in sorted({*atlas.regions, *posts}) if not atlas.knows(r) and r not in closed]
    borders = dict.fromkeys(combinations(beyond + open_regions, 2), 1)
    gates = atlas.gates
    if not atlas.knows_gates(company):
        gates = {**gates, company: dict.fromkeys([*atlas.regions, *posts, *beyond], 1)}
    return Atlas({**borders, **atlas.borders}, gates)
