"""The comparison of regions that explains where an expansion's next post goes (MO-30 to MO-32)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from rival.games.mombasa.expansion import Atlas, Posts, SearchGoal, find_cheapest_ways, find_largest_spread
from rival.games.mombasa.table import COMPANIES
from rival.kernel import (
    ComparedCandidate,
    ComparedCriterion,
    ComparisonTable,
    Exclusion,
    JoinedText,
    Name,
    Text,
    _,
    n_,
)


@dataclass(slots=True)
class RegionComparison:
    """The position in which a region was chosen; ``chosen`` is set once the choice has been made.

    ``prices`` contains each region that the company could enter, even if it couldn't afford it.
    """

    goal: SearchGoal
    atlas: Atlas
    posts: Posts
    company: str
    points: int
    supply: int
    targets: Collection[str]
    prices: Mapping[str, int]
    chosen: str | None = None

    def make_table(self) -> ComparisonTable:
        """Return a table that compares all regions that the company could enter, by this goal's rule."""
        get_value = self.get_value_getter()
        rated: dict[str, int] = {}
        exclusions = []
        for region, price in self.prices.items():
            reason, cites = self.find_exclusion(region, price)
            value = get_value(region, price) if reason is None else 0
            if reason is None and not value:
                reason, cites = _("no way that can be paid begins here"), ("MO-A18",)
            if reason is None:
                rated[region] = value
            else:
                exclusions.append(Exclusion(Name(region), reason, cites))
        best_value = (max if self.goal == "spread" else min)(rated.values(), default=0)
        best_count = list(rated.values()).count(best_value)
        rows = [
            ComparedCandidate(Name(region), self.format_values(self.prices[region], value), region == self.chosen)
            for region, value in rated.items()
        ]
        criteria = [ComparedCriterion(text, cites) for text, cites in CRITERIA[self.goal]]
        deciding = len(criteria) - 1 if best_count == 1 and len(rated) > 1 else None
        return ComparisonTable(criteria, rows, exclusions, deciding, "chance" if best_count > 1 else None)

    def format_values(self, price: int, value: int) -> tuple[Text, ...]:
        """Return the cells of a region's row: its price, and its value unless that is the price."""
        if self.goal == "adjacent":
            return (format_price(price),)
        return format_price(price), (
            n_("{n} region", "{n} regions", value) if self.goal == "spread" else format_price(value)
        )

    def find_exclusion(self, region: str, price: int) -> tuple[Text | None, tuple[str, ...]]:
        """Return the reason that a region can't be chosen, with the rules that apply; None if it can be chosen."""
        if self.goal == "adjacent" and self.posts.get(region) not in self.targets:
            names = JoinedText([COMPANIES[target] for target in self.targets])
            return _("no post of these companies there: {names}", names=names), ("MO-30",)
        if price > self.points:
            text = n_("costs {price} points, only {n} is left", "costs {price} points, only {n} are left", self.points)
            text.args["price"] = price
            return text, ("MO-29",)
        return None, ()

    def get_value_getter(self) -> Callable[[str, int], int]:
        """Return the function that computes a region's value from its name and price."""
        if self.goal == "adjacent":
            return lambda _region, price: price
        return self.count_regions if self.goal == "spread" else self.find_way_cost

    def count_regions(self, region: str, price: int) -> int:
        """Return how many regions can be entered in total if this region comes first (MO-32)."""
        posts = {**self.posts, region: self.company}
        return 1 + find_largest_spread(self.atlas, posts, self.company, self.points - price, self.supply - 1).value

    def find_way_cost(self, region: str, price: int) -> int:
        """Return the cost of the cheapest way to a target through this region first; 0 if there is none (MO-A18)."""
        if self.posts.get(region) in self.targets:
            return price
        posts = {**self.posts, region: self.company}
        rest = find_cheapest_ways(
            self.atlas, posts, self.company, self.targets, self.points - price, self.supply - 1
        ).value
        return price + rest if rest else 0


PRICE_LABEL = _("Price")
CRITERIA: dict[SearchGoal, list[tuple[Text, tuple[str, ...]]]] = {
    "adjacent": [(PRICE_LABEL, ("MO-31",))],
    "path": [(PRICE_LABEL, ("MO-29",)), (_("Cheapest way to such a post"), ("MO-A18",))],
    "spread": [(PRICE_LABEL, ("MO-29",)), (_("Regions in all, if this one is first"), ("MO-32",))],
}
"""The table columns for each goal."""


def format_price(points: int) -> Text:
    """Return a price as text."""
    return n_("{n} point", "{n} points", points)
