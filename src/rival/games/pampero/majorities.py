"""The majority markers of both sides, which follow every count that the game tracks (PA-22).

A marker moves by the change since the last update, so that a corrected marker stays correct.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any, Literal, TypeAlias

from rival.games.pampero.cards import get_zone
from rival.games.pampero.icon_grammar import get_card_name
from rival.games.pampero.symbols import (
    Batteries,
    BonusTiles,
    Bulldozers,
    BulldozersInZone,
    ChainTokens,
    Contracts,
    ContractsInZone,
    FarmsInZone,
    LinkTokens,
    Majority,
    MarketContracts,
    MarketTiles,
    SpecialistCards,
    Towers,
    TowersInZone,
    Transformers,
    TransformersInZone,
    WindFarms,
)
from rival.games.pampero.table import TOTAL_BATTERIES, Slot, Table, Tile, complete_tile
from rival.games.pampero.views import show_marker_move
from rival.kernel import Do, Script, _
from rival.kernel.caching import cache_by_identity

Side = Literal["yours", "vjs"]
SIDES: tuple[Side, Side] = ("yours", "vjs")


Counter: TypeAlias = Callable[[Table, Side], int | None]
"""A function that counts what a side has; None if the game does not track it."""


def count_majority_items(table: Table, n: int, side: Side) -> int | None:
    """Return a side's count for the majority of a card; None if the game does not track it."""
    return get_counter(table, n)(table, side)


def get_counter(table: Table, n: int) -> Counter:
    """Return the function that counts the majority of the card in a slot."""
    return make_counter(table.get_card(n).majority)


@cache_by_identity(256)
def make_counter(majority: Majority | None) -> Counter:
    """Return the function that counts a majority."""
    match majority:
        case WindFarms():
            return partial(count_pieces, kind="farms")
        case FarmsInZone(zone):
            return partial(count_pieces, kind="farms", zone=zone)
        case Towers():
            return partial(count_pieces, kind="towers")
        case TowersInZone(zone):
            return partial(count_pieces, kind="towers", zone=zone)
        case Transformers():
            return partial(count_pieces, kind="transformers")
        case TransformersInZone(zone):
            return partial(count_pieces, kind="transformers", zone=zone)
        case Bulldozers():
            return count_bulldozers
        case BulldozersInZone(zone):
            return partial(count_pieces, kind="bulldozers", zone=zone)
        case Contracts():
            return partial(count_contracts, fits=lambda tile: True)
        case ContractsInZone(zone):
            return partial(count_contracts, fits=lambda tile: tile.zone == zone)
        case MarketContracts(symbol):
            return partial(count_contracts, fits=lambda tile: tile.symbols and symbol in tile.symbols)
        case BonusTiles():
            return partial(count_tiles, symbol=None)
        case MarketTiles(symbol):
            return partial(count_tiles, symbol=symbol)
        case Batteries():
            return count_batteries
        case LinkTokens():
            return lambda table, side: table.vj.links if side == "vjs" else table.your_links
        case SpecialistCards():
            return lambda table, side: len(table.vj.specialists) if side == "vjs" else table.your_specialists
        case ChainTokens():
            return lambda table, side: table.vj.chain if side == "vjs" else None
        case _:
            return lambda table, side: None


def count_pieces(table: Table, side: Side, kind: str, zone: str = "") -> int | None:
    """Return how many pieces of a kind a side has, in a zone or on the whole map; None if not tracked."""
    total = 0
    for name, sector in table.sectors.items():
        if not zone or get_zone(name) == zone:
            pieces = sector.vjs if side == "vjs" else sector.yours
            if pieces is None:
                return None
            total += getattr(pieces, kind)
    return total


def count_batteries(table: Table, side: Side) -> int:
    """Return how many batteries a side has."""
    return table.vj.batteries if side == "vjs" else TOTAL_BATTERIES - table.batteries - table.vj.batteries


def count_bulldozers(table: Table, side: Side) -> int | None:
    """Return how many wooden bulldozers a side has (PA-G38).

    Bulldozers on parking and in storage are included if the base rules count them.
    """
    on_map = count_pieces(table, side, "bulldozers")
    if on_map is None or not table.pack.pieces.parked_count:
        return on_map
    if side == "vjs":
        return on_map + table.vj.parked
    return on_map + sum(owner == "you" for owner in table.parking.values()) if table.parking else None


def count_contracts(table: Table, side: Side, fits: Callable[[Tile], Any]) -> int | None:
    """Return how many of a side's contracts pass a test; None if unknown."""
    owned = table.vj.contracts if side == "vjs" else table.your_contracts
    if not owned:
        return None if owned is None else 0
    results = [fits(complete_tile(table, tile)) for tile in owned]
    return None if None in results else sum(map(bool, results))


def count_tiles(table: Table, side: Side, symbol: str | None) -> int | None:
    """Return how many of a side's bonus tiles show a symbol; None if unknown."""
    taken: Sequence[str] | None = table.vj.tiles if side == "vjs" else table.your_tiles
    if taken is None or symbol is None:
        return None if taken is None else len(taken)
    symbols = [table.find_entry("bonus_tile", tile).symbols for tile in taken]
    return None if None in symbols else sum(symbol in tile_symbols for tile_symbols in symbols)


# --- moving them ------------------------------------------------------------------------------------------


def store_current_counts(table: Table) -> None:
    """Store the current counts, so that later changes move the majority markers."""
    for n, slot in table.slots.items():
        count = get_counter(table, n)
        slot.seen = {side: count(table, side) for side in SIDES}


def update_markers(table: Table) -> None:
    """Update the majority markers of all face-up cards."""
    for n in sorted(table.face_up_slots):
        update_slot_markers(table, n)


def update_slot_markers(table: Table, n: int) -> None:
    """Move both markers of a card by the change since the last update."""
    slot, count = table.slots[n], get_counter(table, n)
    for side in SIDES:
        previous, current = slot.seen.get(side), count(table, side)
        if previous != current:
            slot.seen[side] = current
            shift_marker(slot, side, previous, current)


def shift_marker(slot: Slot, side: Side, previous: int | None, current: int | None) -> None:
    """Move a majority marker by the difference between two counts, if both counts are known."""
    if previous is not None and current is not None and previous != current:
        slot.told.setdefault(side, getattr(slot, side))
        setattr(slot, side, max(getattr(slot, side) + current - previous, 0))
        if slot.told[side] == getattr(slot, side):
            del slot.told[side]


Counts = dict[tuple[int, Side], int | None]


def count_all_majorities(table: Table) -> Counts:
    """Return both sides' counts for the majority of each face-up card."""
    return {(n, side): count_majority_items(table, n, side) for n in sorted(table.face_up_slots) for side in SIDES}


def move_corrected_markers(table: Table, before: Counts) -> None:
    """Move the majority markers by the change that a correction made."""
    for (n, side), previous in before.items():
        slot, current = table.slots[n], count_majority_items(table, n, side)
        if not slot.face_up or previous == current:
            continue
        shift_marker(slot, side, previous, current)
        seen = slot.seen.get(side)
        slot.seen[side] = (
            current if None in (seen, previous, current) else (seen or 0) + (current or 0) - (previous or 0)
        )


def forget_pending_move(slot: Slot, side: Side) -> None:
    """Cancel the instruction to move a majority marker that the player has corrected."""
    slot.told.pop(side, None)


def instruct_marker_moves(table: Table) -> Script[None]:
    """Update the majority markers and add instructions to move them (PA-22, PA-G39).

    Markers moved by a correction are included.
    """
    update_markers(table)
    moved = [n for n in sorted(table.face_up_slots) if table.slots[n].told]
    for n, side in product(moved, SIDES):
        slot = table.slots[n]
        previous = slot.told.pop(side, None)
        if previous is None or previous == getattr(slot, side):
            continue
        card_label = get_card_name(table.get_card(n))
        if side == "yours":
            text = _("Move your majority marker {n} to space {value} ({what}).", n=n, value=slot.yours, what=card_label)
        else:
            text = _("Move VJ’s majority marker {n} to space {value} ({what}).", n=n, value=slot.vjs, what=card_label)
        cites = ("PA-G48",) if isinstance(table.get_card(n).majority, LinkTokens | SpecialistCards) else ()
        yield Do(
            text,
            "PA-22",
            "PA-G39",
            *cites,
            highlight=partial(show_marker_move, n, side, previous, slot.yours, slot.vjs),
        )
