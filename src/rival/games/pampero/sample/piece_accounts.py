"""The accounts of the sample table: a check that no contract, tile, card, token, building or battery is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rival.games.pampero.construction_sites import find_overfull_sectors, get_site_counts
from rival.games.pampero.sample.majority_counts import count_both_sides
from rival.games.pampero.table import TOTAL_BATTERIES, Table

if TYPE_CHECKING:
    from rival.games.pampero.sample import SampleTable


def find_unaccounted_pieces(sample: SampleTable, table: Table) -> Iterator[str]:
    """Yield a message for each kind of piece whose total is wrong."""
    for piece_name, total, places in list_accounts(sample, table):
        if sum(places) != total or min(places) < 0:
            yield f"{total} {piece_name}: {' + '.join(map(str, places))}"
    yield from find_misplaced_pieces(sample, table)
    if table.slots:
        yield from find_miscounts(sample, table)


def list_accounts(sample: SampleTable, table: Table) -> Iterator[tuple[str, int, list[int]]]:
    """Yield each kind of piece with its total number and its number in each place."""
    world, vj, box, human = sample.world, table.vj, sample.world.pack, sample.human
    stock = sum(map(len, sample.stock.values()))
    yield (
        "contracts",
        len(box.contracts),
        [stock, len(world.contracts or {}), len(human.contracts), len(vj.contracts)],
    )
    tiles_on_board = sum(len(column.tiles) for column in world.bonus.values())
    yield "bonus tiles", sample.total_bonus_tiles, [tiles_on_board, len(human.tiles), len(vj.tiles)]
    face_up_cards = len(world.specialists or {})
    yield (
        "scoring cards",
        len(box.specialists),
        [len(sample.deck), face_up_cards, len(human.cards), sample.vj_card_count],
    )
    yield "link tokens", sample.total_link_tokens, [len(world.links or {}), sample.vj_link_count]
    yield (
        "foreign-market cards",
        len(box.foreign_cards),
        [len(sample.foreign_deck), len(world.foreign), len(vj.sales)],
    )
    yield "batteries", TOTAL_BATTERIES, [table.batteries, vj.batteries, human.batteries]
    farms = sum(sector.vjs.farms for sector in world.sectors.values())
    towers = sum(sector.vjs.towers for sector in world.sectors.values())
    transformers = sum(sector.vjs.transformers for sector in world.sectors.values())
    if vj.farms_left is not None:
        yield "wind farms of VJ’s", box.pieces.farms or 0, [farms, vj.farms_left]
    on_grid = (world.grid or {}).values()
    yield "towers of VJ’s", box.pieces.towers or 0, [towers, sum(grid_column.towers for grid_column in on_grid)]
    total_transformers = sum(grid_column.transformers or 0 for grid_column in box.grid_columns)
    yield (
        "transformers of VJ’s",
        total_transformers,
        [transformers - sample.unplaced_contracts, sum(grid_column.transformers for grid_column in on_grid)],
    )


def find_misplaced_pieces(sample: SampleTable, table: Table) -> Iterator[str]:
    """Yield a message for each sector with more pieces than sites."""
    yield from map(str, find_overfull_sectors(sample.world, sample.world.sectors))


def find_miscounts(sample: SampleTable, table: Table) -> Iterator[str]:
    """Yield a message for each count that differs between the program and the simulated table.

    Cards and tiles revealed since the player's last turn are ignored, because they have not been reported yet.
    """
    if table.contracts is not None and table.turn:
        unreported = {phrase.split()[0] for phrase in sample.news.get("new", [])}
        if table.contracts.keys() != (sample.world.contracts or {}).keys() - unreported:
            yield f"contracts {sorted(table.contracts)} are counted, {sorted(sample.world.contracts or {})} lie there"
    for name, column in table.bonus.items():
        if name in sample.world.bonus and column.tiles != sample.world.bonus[name].tiles:
            yield f"column {name}: tiles {column.tiles} are counted, {sample.world.bonus[name].tiles} lie there"
    for n in table.face_up_slots if table.turn else ():
        slot, correct_counts = table.slots[n], count_both_sides(sample, sample.majority_of[n - 1], table)
        for marker, number, tracked_count in zip(
            (slot.yours, slot.vjs), correct_counts, slot.seen.values(), strict=True
        ):
            if tracked_count is not None and marker != number:
                yield f"marker {n} stands on {marker}, there are {number}"
    for name, sector in table.sectors.items():
        counted, standing = sector.yours, sample.world.sectors[name].yours
        if counted is not None and standing is not None and get_site_counts(table, name) is None:
            # without the numbers of sites, the buildings' sites are unknown
            counted, standing = (
                replace(pieces, farms_on_either=0, towers_on_either=0) for pieces in (counted, standing)
            )
        if counted is not None and counted != standing and table.turn:
            yield f"{name}: {counted} is counted, {standing} stands there"
