"""The counts of the made-up majorities on the sample table, for the player and VJ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rival.games.pampero.cards import MARKETS, ZONES, get_zone
from rival.games.pampero.icon_grammar import write_icon
from rival.games.pampero.symbols import CustomIcon
from rival.games.pampero.table import TOTAL_BATTERIES, Table, Tile

if TYPE_CHECKING:
    from rival.games.pampero.sample import SampleTable

SideCounts = tuple[int, int]


def count_both_sides(sample: SampleTable, majority: Any, table: Table) -> SideCounts:
    """Return each side's count for a card's majority."""
    majority_text = majority.words if isinstance(majority, CustomIcon) else write_icon(majority)
    return COUNTERS[majority_text](sample, table)


def count_pieces(sample: SampleTable, field: str, zones: str) -> SideCounts:
    """Return how many pieces each side has in these zones."""
    sectors = [sector for name, sector in sample.world.sectors.items() if get_zone(name) in zones]
    return sum(getattr(sector.yours, field) for sector in sectors), sum(
        getattr(sector.vjs, field) for sector in sectors
    )


def make_contract_counter(fits: Callable[[Tile], bool]) -> Callable[[SampleTable, Table], SideCounts]:
    """Return a function that counts each side's contracts that pass a test."""

    def count(tiles: Sequence[Tile]) -> int:
        """Count the contracts that pass the test."""
        return sum(fits(tile) for tile in tiles)

    return lambda sample, table: (count(sample.human.contracts), count(table.vj.contracts))


def make_symbol_test(market: str) -> Callable[[Tile], bool]:
    """Return a function that tests whether a contract shows a market's symbol."""
    return lambda tile: market in (tile.symbols or ())


def count_bulldozers(sample: SampleTable, table: Table) -> SideCounts:
    """Return how many bulldozers each side has."""
    yours, vjs = count_pieces(sample, "bulldozers", "ABC")
    return yours, vjs + (table.vj.parked if sample.world.pack.pieces.parked_count else 0)


def make_tile_counter(market: str) -> Callable[[SampleTable, Table], SideCounts]:
    """Return a function that counts each side's bonus tiles with a market's symbol."""

    def count(sample: SampleTable, ids: Sequence[str]) -> int:
        """Count the bonus tiles with the symbol."""
        return sum(market in (sample.world.find_entry("bonus_tile", id).symbols or ()) for id in ids)

    return lambda sample, table: (count(sample, sample.human.tiles), count(sample, table.vj.tiles))


PIECE_FIELDS = {"wind farms": "farms", "towers": "towers", "transformers": "transformers", "bulldozers": "bulldozers"}


def make_piece_counter(field: str, zones: str) -> Callable[[SampleTable, Table], SideCounts]:
    """Return a function that counts each side's pieces of a kind in these zones."""
    return lambda sample, _table: count_pieces(sample, field, zones)


def make_zone_test(zone: str) -> Callable[[Tile], bool]:
    """Return a function that tests whether a contract is in a zone."""
    return lambda tile: tile.zone == zone


COUNTERS: dict[str, Callable[[SampleTable, Table], SideCounts]] = {
    **{words: make_piece_counter(field, "ABC") for words, field in PIECE_FIELDS.items()},
    **{
        f"{words} in zone {zone}": make_piece_counter(field, zone)
        for words, field in PIECE_FIELDS.items()
        for zone in ZONES
    },
    "wind farms in zones B and C": make_piece_counter("farms", "BC"),
    "contracts": make_contract_counter(lambda tile: True),
    **{f"contracts in zone {zone}": make_contract_counter(make_zone_test(zone)) for zone in ZONES},
    "contracts with two symbols": make_contract_counter(lambda tile: len(tile.symbols or ()) == 2),
    **{f"contracts with the {market} symbol": make_contract_counter(make_symbol_test(market)) for market in MARKETS},
    "chain tokens": lambda sample, table: (len(sample.human.contracts) // 2, table.vj.chain),
    "bonus tiles": lambda sample, table: (len(sample.human.tiles), len(table.vj.tiles)),
    **{f"bonus tiles with the {market} symbol": make_tile_counter(market) for market in MARKETS},
    "batteries": lambda sample, table: (TOTAL_BATTERIES - table.batteries - table.vj.batteries, table.vj.batteries),
    **dict.fromkeys(
        ("specialist cards", "specialist scoring cards"),
        lambda sample, table: (len(sample.human.cards), len(table.vj.specialists)),
    ),
    "link tokens": lambda _sample, table: (0, table.vj.links),
    "bulldozers": count_bulldozers,
}
