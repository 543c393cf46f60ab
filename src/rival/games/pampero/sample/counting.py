"""What the made-up majorities count on the sample table, yours and VJ's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rival.games.pampero.cards import MARKETS, ChainTokens, WindFarms, zone_of
from rival.games.pampero.table import Table, Tile

Count = tuple[int, int]


def counted(sample: Any, majority: Any, table: Table) -> Count:
    """Yours and VJ's number of what a majority counts."""
    match majority:
        case WindFarms():
            return pieces(sample, "farms", "ABC")
        case ChainTokens():
            return len(sample.yours.contracts) // 2, table.vj.chain
    return COUNTED[majority.words](sample, table)


def pieces(sample: Any, field: str, zones: str) -> Count:
    here = [one for name, one in sample.world.sectors.items() if zone_of(name) in zones]
    return sum(getattr(one.yours, field) for one in here), sum(getattr(one.vjs, field) for one in here)


def contracts(fits: Callable[[Tile], bool]) -> Callable[[Any, Table], Count]:
    def count(tiles: Sequence[Tile]) -> int:
        return sum(fits(tile) for tile in tiles)

    return lambda sample, table: (count(sample.yours.contracts), count(table.vj.contracts))


def shows(market: str) -> Callable[[Tile], bool]:
    return lambda tile: market in (tile.symbols or ())


COUNTED: dict[str, Callable[[Any, Table], Count]] = {
    "towers on the map": lambda sample, _table: pieces(sample, "towers", "ABC"),
    "transformers on the map": lambda sample, _table: pieces(sample, "transformers", "ABC"),
    "wind farms in zone A": lambda sample, _table: pieces(sample, "farms", "A"),
    "wind farms in zones B and C": lambda sample, _table: pieces(sample, "farms", "BC"),
    "towers in zone A": lambda sample, _table: pieces(sample, "towers", "A"),
    "contracts on the grid board": contracts(lambda tile: True),
    "contracts with two symbols": contracts(lambda tile: len(tile.symbols or ()) == 2),
    **{f"{market} contracts": contracts(shows(market)) for market in MARKETS},
    "tower-bonus tiles": lambda sample, table: (len(sample.yours.tiles), len(table.vj.tiles)),
    "specialist scoring cards": lambda sample, table: (len(sample.yours.cards), len(table.vj.specialists)),
    "link tokens": lambda _sample, table: (0, table.vj.links),
    "bulldozers on the map": lambda sample, _table: pieces(sample, "bulldozers", "ABC"),
}
