"""The majority markers: they follow everything that is counted, for both sides (PA-22).

A marker moves by the change since the last update, so that a corrected marker stays correct.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import Any, Literal

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
    MarketContracts,
    MarketTiles,
    SpecialistCards,
    Towers,
    TowersInZone,
    Transformers,
    TransformersInZone,
    WindFarms,
)
from rival.games.pampero.table import BATTERIES, Pieces, Slot, Table, Tile, known_tile
from rival.games.pampero.views import marker_moved
from rival.games.pampero.words import card_name
from rival.kernel import Do, Script, _

Side = Literal["yours", "vjs"]
SIDES: tuple[Side, Side] = ("yours", "vjs")


def counted(table: Table, n: int, side: Side) -> int | None:
    """Return how much a side has of what the card in a slot counts; None if it is not counted."""
    match table.card(n).majority:
        case WindFarms():
            return pieces(table, side, "farms")
        case FarmsInZone(zone):
            return pieces(table, side, "farms", zone)
        case Towers():
            return pieces(table, side, "towers")
        case TowersInZone(zone):
            return pieces(table, side, "towers", zone)
        case Transformers():
            return pieces(table, side, "transformers")
        case TransformersInZone(zone):
            return pieces(table, side, "transformers", zone)
        case Bulldozers():
            return bulldozers(table, side)
        case BulldozersInZone(zone):
            return pieces(table, side, "bulldozers", zone)
        case Contracts():
            return contracts(table, side, lambda tile: True)
        case ContractsInZone(zone):
            return contracts(table, side, lambda tile: tile.zone == zone)
        case MarketContracts(symbol):
            return contracts(table, side, lambda tile: tile.symbols and symbol in tile.symbols)
        case BonusTiles():
            return tiles(table, side, None)
        case MarketTiles(symbol):
            return tiles(table, side, symbol)
        case Batteries():
            his = table.vj.batteries
            return his if side == "vjs" else BATTERIES - table.batteries - his
        case LinkTokens():
            return table.vj.links if side == "vjs" else table.your_links
        case SpecialistCards():
            return len(table.vj.specialists) if side == "vjs" else table.your_specialists
        case ChainTokens() if side == "vjs":
            return table.vj.chain
        case _:
            return None


def pieces(table: Table, side: Side, kind: str, zone: str = "") -> int | None:
    """Return the number of a side's pieces on the map or in a zone; None if they are not counted."""
    here = [table.sectors[name] for name in (table.in_zone(zone) if zone else table.sectors)]
    found: list[Pieces | None] = [getattr(sector, side) for sector in here]
    return None if None in found else sum(getattr(one, kind) for one in found)


def bulldozers(table: Table, side: Side) -> int | None:
    """Return a side's number of wooden bulldozers (PA-G38).

    Those on parking and in storage are included if the base rules count them.
    """
    on_map = pieces(table, side, "bulldozers")
    if on_map is None or not table.pack.pieces.parked_count:
        return on_map
    if side == "vjs":
        return on_map + table.vj.parked
    return on_map + sum(who == "you" for who in table.parking.values()) if table.parking else None


def contracts(table: Table, side: Side, fits: Callable[[Tile], Any]) -> int | None:
    """Return how many contracts of a side fit; None if that is unknown."""
    lying = table.vj.contracts if side == "vjs" else table.your_contracts
    if lying is None:
        return None
    found = [fits(known_tile(table, tile)) for tile in lying]
    return None if None in found else sum(map(bool, found))


def tiles(table: Table, side: Side, symbol: str | None) -> int | None:
    """Return how many bonus tiles of a side show a symbol, or all of them; None if that is unknown."""
    taken: Sequence[str] | None = table.vj.tiles if side == "vjs" else table.your_tiles
    if taken is None or symbol is None:
        return None if taken is None else len(taken)
    shown = [table.entry("bonus_tile", tile).symbols for tile in taken]
    return None if None in shown else sum(symbol in one for one in shown)


# --- moving them ------------------------------------------------------------------------------------------


def look(table: Table) -> None:
    """Remember the present counts: from here on the markers follow their changes."""
    for n, slot in table.slots.items():
        slot.seen = {side: counted(table, n, side) for side in SIDES}


def follow(table: Table) -> None:
    """Update the markers of all face-up cards."""
    for n in sorted(table.face_up):
        catch_up(table, n)


def catch_up(table: Table, n: int) -> None:
    """Move both markers of a slot by the change since the last update."""
    for side in SIDES:
        was, now = table.slots[n].seen.get(side), counted(table, n, side)
        table.slots[n].seen[side] = now
        move_by(table.slots[n], side, was, now)


def move_by(slot: Slot, side: Side, was: int | None, now: int | None) -> None:
    """Move a marker by the difference of two counts; nothing happens if one of them is unknown."""
    if was is not None and now is not None and was != now:
        slot.told.setdefault(side, getattr(slot, side))
        setattr(slot, side, max(getattr(slot, side) + now - was, 0))


Counts = dict[tuple[int, Side], int | None]


def count_all(table: Table) -> Counts:
    """Return what both sides have of each face-up card's majority."""
    return {(n, side): counted(table, n, side) for n in sorted(table.face_up) for side in SIDES}


def follow_correction(table: Table, before: Counts) -> None:
    """Move the markers by what a correction changed; changes of the turn itself wait for its end."""
    for (n, side), was in before.items():
        slot, now = table.slots[n], counted(table, n, side)
        if not slot.face_up or was == now:
            continue
        move_by(slot, side, was, now)
        seen = slot.seen.get(side)
        slot.seen[side] = now if None in (seen, was, now) else (seen or 0) + (now or 0) - (was or 0)


def known_to_you(slot: Slot, side: Side) -> None:
    """Cancel the instruction to move a marker whose place the player entered."""
    slot.told.pop(side, None)


def move_markers(table: Table) -> Script[None]:
    """Update the markers and instruct the player to move them (PA-22, PA-G39).

    Markers moved by a correction are included.
    """
    follow(table)
    for n, side in product(sorted(table.face_up), SIDES):
        slot = table.slots[n]
        stood = slot.told.pop(side, None)
        if stood is None or stood == getattr(slot, side):
            continue
        what = card_name(table.card(n))
        if side == "yours":
            text = _("Move your majority marker {n} to space {value} ({what}).", n=n, value=slot.yours, what=what)
        else:
            text = _("Move VJ’s majority marker {n} to space {value} ({what}).", n=n, value=slot.vjs, what=what)
        cites = ("PA-G48",) if isinstance(table.card(n).majority, LinkTokens | SpecialistCards) else ()
        yield Do(text, "PA-22", "PA-G39", *cites, shows=partial(marker_moved, n, side, stood, slot.yours, slot.vjs))
