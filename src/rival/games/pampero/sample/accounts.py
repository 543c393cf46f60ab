"""The accounts of the sample table: every contract, tile, card, token, building and battery is somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rival.games.pampero.sample.counting import counted
from rival.games.pampero.sites import too_much
from rival.games.pampero.table import BATTERIES, Table

if TYPE_CHECKING:
    from rival.games.pampero.sample import SampleTable


def lost_pieces(sample: SampleTable, table: Table) -> Iterator[str]:
    """Yield a sentence for each kind of piece that is not fully accounted for between two turns."""
    for what, whole, places in accounts(sample, table):
        if sum(places) != whole or min(places) < 0:
            yield f"{whole} {what}: {' + '.join(map(str, places))}"
    yield from misplaced(sample, table)
    if table.slots:
        yield from misread(sample, table)


def accounts(sample: SampleTable, table: Table) -> Iterator[tuple[str, int, list[int]]]:
    """Yield each kind of piece with its total and the number in each place."""
    world, vj, known, yours = sample.world, table.vj, sample.world.pack, sample.yours
    stock = sum(map(len, sample.stock.values()))
    yield (
        "contracts",
        len(known.contracts),
        [stock, len(world.contracts or {}), len(yours.contracts), len(vj.contracts)],
    )
    lying = sum(len(column.tiles) for column in world.bonus.values())
    yield "bonus tiles", sample.laid_out, [lying, len(yours.tiles), len(vj.tiles)]
    shown = len(world.specialists or {})
    yield "scoring cards", len(known.specialists), [len(sample.deck), shown, len(yours.cards), sample.vjs_cards]
    yield "link tokens", sample.link_tokens, [len(world.links or {}), sample.vjs_links]
    yield (
        "foreign-market cards",
        len(known.foreign_cards),
        [len(sample.foreign_deck), len(world.foreign), len(vj.sales)],
    )
    yield "batteries", BATTERIES, [table.batteries, vj.batteries, yours.batteries]
    farms = sum(sector.vjs.farms for sector in world.sectors.values())
    towers = sum(sector.vjs.towers for sector in world.sectors.values())
    transformers = sum(sector.vjs.transformers for sector in world.sectors.values())
    if vj.farms_left is not None:
        yield "wind farms of VJ’s", known.pieces.farms or 0, [farms, vj.farms_left]
    on_grid = (world.grid or {}).values()
    yield "towers of VJ’s", known.pieces.towers or 0, [towers, sum(one.towers for one in on_grid)]
    whole = sum(one.transformers or 0 for one in known.grid_columns)
    yield "transformers of VJ’s", whole, [transformers - sample.beside, sum(one.transformers for one in on_grid)]


def misplaced(sample: SampleTable, table: Table) -> Iterator[str]:
    """Yield the sectors with more pieces than sites."""
    yield from map(str, too_much(sample.world))


def misread(sample: SampleTable, table: Table) -> Iterator[str]:
    """Yield what the game counts differently from the sample table.

    What came up since your last turn is ignored, because it is not reported yet.
    """
    if table.contracts is not None and table.turn:
        fresh = {words.split()[0] for words in sample.news.get("new", [])}
        if table.contracts.keys() != (sample.world.contracts or {}).keys() - fresh:
            yield f"contracts {sorted(table.contracts)} are counted, {sorted(sample.world.contracts or {})} lie there"
    for name, column in table.bonus.items():
        if name in sample.world.bonus and column.tiles != sample.world.bonus[name].tiles:
            yield f"column {name}: tiles {column.tiles} are counted, {sample.world.bonus[name].tiles} lie there"
    for n in table.face_up if table.turn else ():
        slot, right = table.slots[n], counted(sample, sample.majority_of[n - 1], table)
        for marker, number, seen in zip((slot.yours, slot.vjs), right, slot.seen.values(), strict=True):
            if seen is not None and marker != number:
                yield f"marker {n} stands on {marker}, there are {number}"
    for name, sector in table.sectors.items():
        if sector.yours is not None and sector.yours != sample.world.sectors[name].yours and table.turn:
            yield f"{name}: {sector.yours} is counted, {sample.world.sectors[name].yours} stands there"
