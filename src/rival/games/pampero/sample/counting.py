"""The counts of the made-up majorities on the sample table, for you and VJ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rival.games.pampero.cards import MARKETS, ZONES, zone_of
from rival.games.pampero.symbols import Other
from rival.games.pampero.table import BATTERIES, Table, Tile
from rival.games.pampero.words import write_icon

if TYPE_CHECKING:
    from rival.games.pampero.sample import SampleTable

Count = tuple[int, int]


def counted(sample: SampleTable, majority: Any, table: Table) -> Count:
    """Return your number and VJ's of what a majority counts."""
    words = majority.words if isinstance(majority, Other) else write_icon(majority)
    return COUNTED[words](sample, table)


def pieces(sample: SampleTable, field: str, zones: str) -> Count:
    """Return both sides' number of pieces in these zones."""
    here = [one for name, one in sample.world.sectors.items() if zone_of(name) in zones]
    return sum(getattr(one.yours, field) for one in here), sum(getattr(one.vjs, field) for one in here)


def contracts(fits: Callable[[Tile], bool]) -> Callable[[SampleTable, Table], Count]:
    """Return a counter of the contracts that pass a test."""

    def count(tiles: Sequence[Tile]) -> int:
        return sum(fits(tile) for tile in tiles)

    return lambda sample, table: (count(sample.yours.contracts), count(table.vj.contracts))


def shows(market: str) -> Callable[[Tile], bool]:
    """Return a test of whether a contract shows a market's symbol."""
    return lambda tile: market in (tile.symbols or ())


def bulldozers(sample: SampleTable, table: Table) -> Count:
    """Return both sides' number of bulldozers, VJ's parked ones included if the base rules count them."""
    yours, vjs = pieces(sample, "bulldozers", "ABC")
    return yours, vjs + (table.vj.parked if sample.world.pack.pieces.parked_count else 0)


def tiles(market: str) -> Callable[[SampleTable, Table], Count]:
    """Return a counter of the bonus tiles that show a market's symbol."""

    def count(sample: SampleTable, ids: Sequence[str]) -> int:
        return sum(market in (sample.world.entry("bonus_tile", id).symbols or ()) for id in ids)

    return lambda sample, table: (count(sample, sample.yours.tiles), count(sample, table.vj.tiles))


IN_ZONES = {"wind farms": "farms", "towers": "towers", "transformers": "transformers", "bulldozers": "bulldozers"}


def on_map(field: str, zones: str) -> Callable[[SampleTable, Table], Count]:
    """Return a counter of the pieces of a kind in these zones."""
    return lambda sample, _table: pieces(sample, field, zones)


def in_zone(zone: str) -> Callable[[Tile], bool]:
    """Return a test of whether a contract is in a zone."""
    return lambda tile: tile.zone == zone


COUNTED: dict[str, Callable[[SampleTable, Table], Count]] = {
    **{words: on_map(field, "ABC") for words, field in IN_ZONES.items()},
    **{f"{words} in zone {zone}": on_map(field, zone) for words, field in IN_ZONES.items() for zone in ZONES},
    "wind farms in zones B and C": on_map("farms", "BC"),
    "contracts": contracts(lambda tile: True),
    **{f"contracts in zone {zone}": contracts(in_zone(zone)) for zone in ZONES},
    "contracts with two symbols": contracts(lambda tile: len(tile.symbols or ()) == 2),
    **{f"contracts with the {market} symbol": contracts(shows(market)) for market in MARKETS},
    "chain tokens": lambda sample, table: (len(sample.yours.contracts) // 2, table.vj.chain),
    "bonus tiles": lambda sample, table: (len(sample.yours.tiles), len(table.vj.tiles)),
    **{f"bonus tiles with the {market} symbol": tiles(market) for market in MARKETS},
    "batteries": lambda sample, table: (BATTERIES - table.batteries - table.vj.batteries, table.vj.batteries),
    **dict.fromkeys(
        ("specialist cards", "specialist scoring cards"),
        lambda sample, table: (len(sample.yours.cards), len(table.vj.specialists)),
    ),
    "link tokens": lambda _sample, table: (0, table.vj.links),
    "bulldozers": bulldozers,
}
