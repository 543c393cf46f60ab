"""Construction sites: each takes a wind farm, a tower, or either (PA-28, PA-52, PA-G6)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rival.games.pampero.pack_model import SiteCounts
from rival.games.pampero.table import PieceCounts, Table
from rival.kernel import BadAnswerError, Name, Text, _

Building = Literal["farm", "tower"]
Site = Literal["farm", "tower", "either"]


@dataclass(slots=True)
class FreeSites:
    """The number of free building sites of each kind in a sector."""

    farm: int
    tower: int
    either: int

    def count(self, kind: Site) -> int:
        """Return the number of free sites of a kind."""
        count: int = getattr(self, kind)
        return count

    def choose_site_kind(self, building: Building) -> Site:
        """Return the kind of site that a building takes by default."""
        return building if self.count(building) > 0 else "either"


def get_site_counts(table: Table, name: str) -> SiteCounts | None:
    """Return the number of sites of each kind in a sector; None if unknown."""
    return table.pack.site_counts.get(name)


def find_free_sites(table: Table, name: str) -> FreeSites | None:
    """Return a sector's sites without a building or a bulldozer; None if not tracked (PA-52, PA-G6)."""
    sector, sites = table.sectors[name], get_site_counts(table, name)
    return None if sector.yours is None or sites is None else calculate_free_sites(sites, sector.vjs, sector.yours)


def calculate_free_sites(sites: SiteCounts, *sides: PieceCounts) -> FreeSites:
    """Return the sites that the pieces of both sides leave free.

    Pieces that don't fit on sites of their own kind are placed on sites for either kind.
    """
    farm, tower, either = sites
    for pieces in sides:
        farm -= pieces.farms - pieces.farms_on_either + pieces.on_farm_sites
        tower -= pieces.towers - pieces.towers_on_either + pieces.on_tower_sites
        either -= pieces.farms_on_either + pieces.towers_on_either + pieces.on_either_sites
    if farm < 0:
        farm, either = 0, either + farm
    if tower < 0:
        tower, either = 0, either + tower
    return FreeSites(farm, tower, either)


def count_usable_sites(table: Table, building: Building, name: str) -> int | None:
    """Return the number of sites in a sector on which VJ can build; None if unknown.

    If the player's pieces are not tracked, the number is known only when VJ's own pieces fill all sites.
    """
    sites, sector = table.pack.site_counts.get(name), table.sectors[name]
    if sites is None:
        return None
    available = calculate_free_sites(sites, sector.vjs, sector.yours or PieceCounts())
    free = (available.farm if building == "farm" else available.tower) + max(available.either, 0)
    return free if sector.yours is not None or not free else None


def add_building(table: Table, name: str, pieces: PieceCounts, building: Building, site: Site | None = None) -> None:
    """Add a building to a player's pieces in a sector."""
    available = find_free_sites(table, name)
    if site is None and available is not None:
        site = available.choose_site_kind(building)
    if building == "farm":
        pieces.farms += 1
        pieces.farms_on_either += site == "either"
    else:
        pieces.towers += 1
        pieces.towers_on_either += site == "either"


def count_bulldozers_on(pieces: PieceCounts, site: str) -> int:
    """Return how many bulldozers are on sites of this kind."""
    return int(getattr(pieces, f"on_{site}_sites"))


def move_bulldozer(pieces: PieceCounts, site: Site, by: int) -> None:
    """Change the number of bulldozers on sites of a kind, but never below 0."""
    name = f"on_{site}_sites"
    setattr(pieces, name, max(getattr(pieces, name) + by, 0))


def find_overfull_sectors(table: Table, names: Iterable[str]) -> Iterator[Text]:
    """Yield a message for each of these sectors that holds more pieces than it has sites."""
    for name in names:
        sector, sites = table.sectors[name], get_site_counts(table, name)
        yours = sector.yours or PieceCounts()
        if sites is not None and calculate_free_sites(sites, sector.vjs, yours).either < 0:
            yield describe_overfull_sector(name, sites, sector.vjs, yours)


def check_piece_moves(table: Table, names: Collection[str], move: Callable[[Table], None]) -> None:
    """Raise BadAnswerError if a move would leave one of these sectors with more pieces than sites (PA-G6)."""
    after = replace(table, sectors={**table.sectors, **{name: table.sectors[name].copy() for name in names}})
    move(after)
    for problem in find_overfull_sectors(after, sorted(names)):
        raise BadAnswerError(problem)


def describe_overfull_sector(name: str, sites: SiteCounts, *sides: PieceCounts) -> Text:
    """Return the error message for a sector with more pieces than sites."""
    return _(
        "The pieces don’t fit on the sites of sector {name}. Sites for wind farms: {f}, for "
        "towers: {t}, dual-purpose: {e}. Pieces: wind farms {farms}, towers {towers}, "
        "bulldozers {bulldozers}; of these on dual-purpose sites: {on_either}.",
        name=Name(name),
        f=sites[0],
        t=sites[1],
        e=sites[2],
        farms=sum(pieces.farms for pieces in sides),
        towers=sum(pieces.towers for pieces in sides),
        bulldozers=sum(pieces.bulldozers for pieces in sides),
        on_either=sum(pieces.farms_on_either + pieces.towers_on_either + pieces.on_either_sites for pieces in sides),
    )


def check_pieces_fit(name: str, sites: SiteCounts, *sides: PieceCounts) -> None:
    """Raise BadAnswerError if the pieces don't fit on the sites of a sector."""
    if calculate_free_sites(sites, *sides).either < 0:
        raise BadAnswerError(describe_overfull_sector(name, sites, *sides))
