"""Construction sites: each takes a wind farm, a tower, or either of them (PA-28, PA-52, PA-G6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rival.games.pampero.table import Pieces, Table
from rival.kernel import BadAnswer, Name, Text, _

Building = Literal["farm", "tower"]
Site = Literal["farm", "tower", "either"]


@dataclass(frozen=True, slots=True)
class Room:
    """The free sites of a sector by kind; negative if it holds more than it can."""

    farm: int
    tower: int
    either: int

    def of(self, kind: Site) -> int:
        """Return the number of free sites of a kind."""
        return {"farm": self.farm, "tower": self.tower, "either": self.either}[kind]

    def site_for(self, what: Building) -> Site:
        """Return the site that a building takes by default: one of its own kind if free, else one for either."""
        return what if self.of(what) > 0 else "either"


Sites = tuple[int, int, int]
"""The numbers of sites of a sector for farms, for towers, and for either."""


def sites_of(table: Table, name: str) -> Sites | None:
    """Return the numbers of sites of a sector; None if the pack does not have them.

    A pack with only two numbers has no sites for either building.
    """
    entry = table.entry("sector", name)
    if entry.farm_sites is None or entry.tower_sites is None:
        return None
    return entry.farm_sites, entry.tower_sites, entry.either_sites or 0


def room(table: Table, name: str) -> Room | None:
    """Return the sites without a building and without your bulldozer; None if not counted (PA-52, PA-G6)."""
    sector, sites = table.sectors[name], sites_of(table, name)
    return None if sector.yours is None or sites is None else room_left(sites, sector.vjs, sector.yours)


def room_left(sites: Sites, *sides: Pieces) -> Room:
    """Return the sites that these pieces leave free.

    Pieces that have no room on sites of their own kind are placed on sites for either.
    """
    farm = sites[0] - sum(one.farms - one.farms_on_either + one.on_farm_sites for one in sides)
    tower = sites[1] - sum(one.towers - one.towers_on_either + one.on_tower_sites for one in sides)
    either = sites[2] - sum(one.farms_on_either + one.towers_on_either + one.on_either_sites for one in sides)
    return Room(max(farm, 0), max(tower, 0), either + min(farm, 0) + min(tower, 0))


def free_sites(table: Table, what: Building, name: str) -> int | None:
    """Return how many sites of a sector VJ can use for a building; None if unknown.

    If your pieces are not counted, the result is known only when VJ's own pieces fill all sites.
    """
    sites, sector = sites_of(table, name), table.sectors[name]
    if sites is None:
        return None
    here = room_left(sites, sector.vjs, sector.yours or Pieces())
    free = here.of(what) + max(here.either, 0)
    return free if sector.yours is not None or not free else None


def put_up(table: Table, name: str, pieces: Pieces, what: Building, site: Site | None = None) -> None:
    """Add a building to a side's pieces; without ``site`` it goes on a site of its own kind if one is free."""
    here = room(table, name)
    if site is None and here is not None:
        site = here.site_for(what)
    if what == "farm":
        pieces.farms += 1
        pieces.farms_on_either += site == "either"
    else:
        pieces.towers += 1
        pieces.towers_on_either += site == "either"


def standing(pieces: Pieces, site: str) -> int:
    """Return how many bulldozers are on sites of a kind."""
    return int(getattr(pieces, f"on_{site}_sites"))


def move_bulldozer(pieces: Pieces, site: Site, by: int) -> None:
    """Change the number of bulldozers on sites of a kind, never below 0."""
    name = f"on_{site}_sites"
    setattr(pieces, name, max(getattr(pieces, name) + by, 0))


def too_much(table: Table) -> Iterator[Text]:
    """Yield a message for each sector with more pieces than sites."""
    for name, sector in table.sectors.items():
        sites, yours = sites_of(table, name), sector.yours or Pieces()
        if sites is not None and room_left(sites, sector.vjs, yours).either < 0:
            yield no_room(name, sites, sector.vjs, yours)


def check_moved(table: Table, move: Callable[[Table], None]) -> None:
    """Raise BadAnswer if a move leaves more pieces than sites; it is tried on a copy (PA-G6)."""
    after = replace(table, sectors={name: sector.copy() for name, sector in table.sectors.items()})
    move(after)
    for problem in too_much(after):
        raise BadAnswer(problem)


def no_room(name: str, sites: Sites, *sides: Pieces) -> Text:
    """Return the message about a sector with more pieces than sites."""
    return _(
        "The pieces don’t fit on the sites of sector {name}. Sites for wind farms: {f}, for "
        "towers: {t}, dual-purpose: {e}. Pieces: wind farms {farms}, towers {towers}, "
        "bulldozers {bulldozers}; of these on dual-purpose sites: {on_either}.",
        name=Name(name),
        f=sites[0],
        t=sites[1],
        e=sites[2],
        farms=sum(one.farms for one in sides),
        towers=sum(one.towers for one in sides),
        bulldozers=sum(one.bulldozers for one in sides),
        on_either=sum(one.farms_on_either + one.towers_on_either + one.on_either_sites for one in sides),
    )


def check_fit(name: str, sites: Sites, *sides: Pieces) -> None:
    """Raise BadAnswer if these pieces don't fit on these sites."""
    if room_left(sites, *sides).either < 0:
        raise BadAnswer(no_room(name, sites, *sides))
