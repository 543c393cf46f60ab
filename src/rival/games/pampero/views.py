"""The views of the table, and the highlights and motions of a step.

They show the majority scale, VJ's cards, his grid board, the sectors and the tower-bonus board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from rival.games.pampero import sheets
from rival.games.pampero.cards import ZONES, Zone
from rival.games.pampero.contents import ParkingCell
from rival.games.pampero.parts import GAIN
from rival.games.pampero.symbols import Majority
from rival.games.pampero.table import BonusColumn, GridColumn, Sector, Table, Tile, Token, Vj
from rival.games.pampero.vj import ENERGY_CAP
from rival.games.pampero.words import majority_words, read_icon
from rival.kernel import (
    Cards,
    Column,
    Columns,
    Facts,
    Joined,
    Marker,
    Motion,
    Name,
    Piece,
    Row,
    Scale,
    Section,
    Sheet,
    Shows,
    Spot,
    Text,
    View,
    _,
    drawn_once,
    fact,
)
from rival.kernel.views import Showing

SCALE = _("Majority scale")
GRID = _("VJ’s grid board")
SECTORS = _("Sectors")
BONUS = _("Tower-bonus board")
VJ, YOU = Name("VJ"), _("you")
NOT_COUNTED = _("not tracked")
HIS = Piece("farm", VJ, "vj")
YOURS = Piece("farm", YOU, "you")
"""The markers of both sides on every track."""


def views(table: Table) -> Sequence[View]:
    """Return all views: the majority scale and the cards when chosen, then each board that the game tracks."""
    most = max([10, *(n for slot in table.slots.values() for n in (slot.yours, slot.vjs))])
    lanes = [lane(n, table.card(n).majority, one.face_up, one.yours, one.vjs, most) for n, one in table.slots.items()]
    return [
        *lanes,
        *(sheets.card(n, table.card(n), slot.face_up) for n, slot in table.slots.items()),
        *his_board(table),
        sectors(table.sectors, with_sites_for_either(table.sectors), table.contracts is not None),
        *lying(table),
        *bonus_board(table.bonus),
    ]


def heading(table: Table, key: str) -> list[Text]:
    """Return the turn's number and whose turn it is."""
    if not table.turn:
        return [_("set-up")]
    phases = {"final": _("scoring"), "scoring": _("scoring"), "": _("scoring"), "your-turn": _("your turn")}
    return [_("Turn {n}", n=table.turn), phases.get(key, _("VJ’s turn"))]


def figure(table: Table) -> Spot:
    """Return VJ's energy, the figure at the top of the screen."""
    return fact("energy", _("Energy"), Name(str(table.vj.energy)), "vj.energy")


# --- the majority scale -----------------------------------------------------------------------------------


@drawn_once
def lane(n: int, majority: Majority | None, face_up: bool, yours: int, vjs: int, most: int) -> Scale:
    """Return the pair of markers of one majority and a note about the leader (PA-16; PA-23: VJ wins a tie)."""
    what = sheets.UNKNOWN if majority is None else majority_words(majority)
    title = _("{n}. {what}", n=n, what=what)
    if not face_up:
        return Scale(lane_id(n), title, 0, most, (), _("face down: not in use"), SCALE)
    if yours == vjs:
        note = _("a tie: counts as VJ’s")
    else:
        note = _("you lead by {n}", n=yours - vjs) if yours > vjs else _("VJ leads by {n}", n=vjs - yours)
    markers = [Marker(HIS, vjs, f"slots.{n}.vjs"), Marker(YOURS, yours, f"slots.{n}.yours")]
    return Scale(lane_id(n), title, 0, most, markers, note, SCALE)


def lane_id(n: int) -> str:
    """Return the id of a majority's view."""
    return f"majority-{n}"


# --- VJ's grid board --------------------------------------------------------------------------------------


def his_board(table: Table) -> Iterator[View]:
    """Yield the views of VJ's board: energy, possessions, income, grid, bonus tiles, parking."""
    vj = table.vj
    yield energy(vj.energy)
    yield possessions(vj, table.batteries, table.scoring, table.grid is None)
    yours = table.your_markers or {}
    for market, n in vj.markers.items():
        yield income(market, n, yours.get(market), table.entry("market", market).spaces)
    if table.grid is not None:
        yield grid(table.grid, {tile.name: tile for tile in vj.contracts})
    yield tiles(vj.tiles)
    if table.parking:
        yield parking(table.pack.parking_cells, table.parking)


@drawn_once
def energy(n: int) -> Scale:
    """Return VJ's energy track; it ends at 10 (PA-27)."""
    return Scale("energy", _("Energy"), 0, ENERGY_CAP, [Marker(HIS, n, "vj.energy")], group=GRID)


@drawn_once
def possessions(vj: Vj, batteries: int, scoring: str, loose: bool) -> Facts:
    """Return the list of VJ's possessions; with ``loose``, also his contracts, which then have no place on a grid."""
    supply = _("{n} ({left} in the supply)", n=vj.batteries, left=batteries)
    rows = [
        fact("money", _("Money"), _("${amount}", amount=vj.money), "vj.money"),
        fact("batteries", _("Batteries"), supply, "vj.batteries"),
        fact("chain", _("Chain tokens"), Name(str(vj.chain)), "vj.chain"),
        fact("links", _("Link tokens"), Name(str(vj.links)), "vj.links"),
        left("towers_left", _("Towers left"), vj.towers_left, "vj.towers_left"),
        left("farms_left", _("Wind farms left"), vj.farms_left, "vj.farms_left"),
        left("bulldozers_left", _("Bulldozers left"), vj.bulldozers_left),
        fact("specialists", _("Specialist scoring cards"), Name(str(len(vj.specialists)))),
        fact("skip", _("Skip-turn token"), _("unused") if vj.skip_token else _("used"), "vj.skip_token"),
        fact("scoring", _("Next scoring"), _("final scoring") if scoring == "final" else Name(scoring), "scoring"),
    ]
    if loose:
        tiles = Joined([tile_told(tile) for tile in vj.contracts], "; ") if vj.contracts else _("none")
        rows.append(fact("contracts", _("Contracts"), tiles))
    return Facts("vj", VJ, rows, GRID)


UNTOLD_TRACK = 9
"""The length of an income track in the drawing while its real length is unknown."""


def left(id: str, words: Text, n: int | None, corrects: str = "") -> Spot:
    """Return the number of pieces left, or that it is not tracked."""
    return fact(id, words, NOT_COUNTED) if n is None else fact(id, words, Name(str(n)), corrects)


@drawn_once
def income(market: str, vjs: int, yours: int | None, spaces: int | None) -> Scale:
    """Return an income track, with a note if its length is unknown; its first space is 1 (PA-24)."""
    markers = [Marker(HIS, vjs + 1, f"vj.markers.{market}")]
    if yours is not None:
        markers.append(Marker(YOURS, yours + 1, f"your_markers.{market}"))
    most = max(spaces or UNTOLD_TRACK, *(one.at for one in markers))
    note = None if spaces else _("length unknown")
    return Scale(income_id(market), _("Income: {market}", market=Text(market)), 1, most, markers, note, GRID)


def income_id(market: str) -> str:
    """Return the id of an income track's view."""
    return f"income-{market}"


TOWER, TRANSFORMER = Piece("tower", _("towers"), "vj"), Piece("transformer", _("transformers"), "vj")
BLOCKED = Piece("blocked", _("blocked"), "you")


@drawn_once
def grid(columns: Mapping[str, GridColumn], tiles: Mapping[str, Tile]) -> Columns:
    """Return VJ's grid board: per column towers, transformers and contract places (PA-66, PA-82)."""
    return Columns("grid", _("Columns"), [grid_column(name, one, tiles) for name, one in columns.items()], group=GRID)


def grid_column(name: str, column: GridColumn, tiles: Mapping[str, Tile]) -> Column:
    """Return a column of VJ's grid board; its transformers are blocked while it has a tower."""
    n, column_name = column.transformers, Name(name)
    towers = _("column {name}, towers: {n}", name=column_name, n=column.towers)
    words = _("column {name}, transformers: {n}", name=column_name, n=n)
    if n:
        words = _("{what}, not blocked", what=words) if column.open else _("{what}, blocked", what=words)
    lying = [TRANSFORMER] * min(n, 3) if column.open or not n else [BLOCKED, *[TRANSFORMER] * min(n, 3)]
    slots = [
        Spot(f"{name}.towers", towers, "0", pieces=[TOWER] * min(column.towers, 4), corrects=f"grid.{name}.towers"),
        Spot(f"{name}.transformers", words, "0", pieces=lying, corrects=f"grid.{name}.transformers"),
        *(contract_place(place, tiles.get(tile), tile) for place, tile in column.places.items()),
    ]
    return Column(_("column {name}", name=column_name), slots, sign=name)


def contract_place(place: str, tile: Tile | None, name: str) -> Spot:
    """Return a contract place with its contract, if any."""
    if not name:
        return Spot(place, _("place {name}: free", name=Name(place)), place)
    told = Name(name) if tile is None else tile_told(tile)
    return Spot(place, _("place {name}: {tile}", name=Name(place), tile=told), place, pieces=[CONTRACT])


@drawn_once
def tiles(names: Sequence[str]) -> Cards:
    """Return the bonus tiles on VJ's board (PA-77)."""
    lying, note = [bonus_tile(one) for one in dict.fromkeys(names)], None if names else _("none")
    return Cards("tiles", _("Bonus tiles"), lying, ACROSS, note=note, corrects="vj.tiles", group=GRID)


ACROSS = 8
"""Tiles in one row."""


def bonus_tile(name: str) -> Spot:
    """Return a bonus tile with its number."""
    return Spot(name, _("tile {n}", n=Name(name)), name, "tile")


@drawn_once
def parking(cells: Sequence[ParkingCell], stands: Mapping[str, str]) -> Columns:
    """Return the parking cells and the bulldozers on them (PA-95)."""
    found: dict[int, list[ParkingCell]] = {}
    for cell in sorted(cells, key=lambda one: (one.column or 0, -(one.row or 0))):
        found.setdefault(cell.column or 0, []).append(cell)
    columns = [
        Column(_("column {name}", name=n), [parked(one.id, stands.get(one.id, "")) for one in here])
        for n, here in found.items()
    ]
    return Columns("parking", _("Parking"), columns, group=GRID)


def parked(cell: str, who: str) -> Spot:
    """Return a parking cell; its owner is "vj", "you", or empty."""
    if not who:
        return Spot(cell, _("{cell}: free", cell=Name(cell)), note=Name(cell), corrects=f"parking.{cell}")
    side = VJ if who == "vj" else YOU
    words = _("{cell}: {who}", cell=Name(cell), who=side)
    return Spot(cell, words, pieces=[Piece("bulldozer", side, who)], note=Name(cell), corrects=f"parking.{cell}")


# --- the map ----------------------------------------------------------------------------------------------

KINDS: Mapping[str, Piece] = {
    "farms": Piece("farm", _("farms")),
    "towers": Piece("tower", _("towers")),
    "transformers": Piece("transformer", _("transformers")),
    "on_farm_sites": Piece("bulldozer", _("bulldozers on farm sites")),
    "on_tower_sites": Piece("bulldozer", _("bulldozers on tower sites")),
    "on_either_sites": Piece("bulldozer", _("bulldozers on dual-purpose sites")),
}
CONTRACT = Piece("contract", _("contract"), "vj")


def with_sites_for_either(all: Mapping[str, Sector]) -> bool:
    """Return whether a sector has bulldozers on sites for either building."""
    return any(one.yours is not None and one.yours.on_either_sites for one in all.values())


def sectors(all: Mapping[str, Sector], either: bool, contracts: bool) -> Sheet:
    """Return the pieces of both sides by sector; VJ has no bulldozers there."""
    kinds = [kind for kind in KINDS if either or kind != "on_either_sites"]
    told = [sector(name, one, kinds) for name, one in all.items()]
    notes = [] if all and next(iter(all.values())).yours else [_("your pieces: not tracked")]
    notes += [] if contracts else [_("contracts and link tokens: not tracked")]
    return Sheet("sectors", SECTORS, told, note=Joined(notes, "; ") if notes else None, heads=(VJ, YOU), group=SECTORS)


def with_notes(table: Table, notes: Mapping[str, Text | None]) -> Sheet:
    """Return the sectors with a note on each, for a choice of a sector."""
    plain = sectors(table.sectors, with_sites_for_either(table.sectors), table.contracts is not None)
    told = [replace(one, note=notes.get(one.id)) for one in plain.sections]
    return replace(plain, id="your-sectors", sections=told)


@drawn_once
def sector(name: str, here: Sector, kinds: Sequence[str]) -> Section:
    """Return the pieces of both sides in one sector."""
    rows = [
        Row(
            KINDS[kind].words,
            [
                Spot(f"{name}.vjs.{kind}", VJ, note=Name("–"), ground="vj")
                if kind.startswith("on_")
                else counted(name, "vjs", kind, getattr(here.vjs, kind)),
                counted(name, "yours", kind, None if here.yours is None else getattr(here.yours, kind)),
            ],
            KINDS[kind],
        )
        for kind in kinds
    ]
    return Section(name, Name(name), rows)


def counted(name: str, side: str, kind: str, n: int | None) -> Spot:
    """Return the number of one side's pieces in a sector; a dash if it is not tracked."""
    words, colour = (VJ, "vj") if side == "vjs" else (YOU, "you")
    if n is None:
        return Spot(f"{name}.{side}.{kind}", words, note=Name("–"), ground=colour)
    path = f"sectors.{name}.{side}.{kind}"
    return Spot(f"{name}.{side}.{kind}", words, note=Name(str(n)), ground=colour, corrects=path)


def lying(table: Table) -> Iterator[Sheet]:
    """Yield the view of contracts, link tokens and foreign-market cards by sector, if the game tracks them."""
    if table.contracts is None:
        return
    told = [lying_in(name, *lies_in(table, name)) for name in table.sectors]
    yield Sheet("contracts", _("Contracts and link tokens"), told, group=SECTORS)


def lies_in(table: Table, name: str) -> tuple[tuple[Tile, ...], tuple[Token, ...], tuple[str, ...]]:
    """Return the contracts, link tokens and foreign-market cards of a sector."""
    return (
        tuple(one for one in (table.contracts or {}).values() if one.sector == name),
        tuple(one for one in (table.links or {}).values() if one.sector == name),
        tuple(card for card, sector in table.foreign.items() if sector == name),
    )


@lru_cache(1024)
def lying_in(name: str, contracts: tuple[Tile, ...], links: tuple[Token, ...], foreign: tuple[str, ...]) -> Section:
    """Return the tiles of a sector, all in one cell because their number changes."""
    found = [
        *(Piece("contract", _("{name}: {tile}", name=Name(one.name), tile=tile_told(one)), "vj") for one in contracts),
        *(Piece("link", _("{name}: {tile}", name=Name(one.name), tile=symbols(one.symbols)), "vj") for one in links),
        *(Piece("abroad", _("foreign market {card}", card=Name(one)), "vj") for one in foreign),
    ]
    words = Joined([one.words for one in found], "; ") if found else _("none")
    return Section(name, Name(name), [Row(Name(""), [Spot(lying_id(name), words, pieces=found)])])


def lying_id(sector: str) -> str:
    """Return the id of the cell with a sector's tiles."""
    return f"{sector}.lying"


def tile_told(tile: Tile) -> Text:
    """Return the price and symbols of a contract."""
    if tile.energy is None:
        cost = _("price unknown")
    elif tile.batteries:
        cost = _("energy {energy} + {n} bat.", energy=tile.energy, n=tile.batteries)
    else:
        cost = _("energy {amount}", amount=tile.energy)
    return Joined([cost, *(Text(one) for one in tile.symbols or ())])


def symbols(told: Sequence[str] | None) -> Text:
    """Return market symbols as text, or that they are unknown."""
    return Joined([Text(one) for one in told]) if told else sheets.UNKNOWN


# --- the tower-bonus board --------------------------------------------------------------------------------


def bonus_board(columns: Mapping[str, BonusColumn]) -> Iterator[Sheet]:
    """Yield the tower-bonus board by zones, if the game tracks it (PA-72, PA-74)."""
    if columns:
        zones = [(zone, {name: one for name, one in columns.items() if one.zone == zone}) for zone in ZONES]
        yield Sheet("bonus", BONUS, [bonus_zone(zone, some) for zone, some in zones], group=BONUS)


@drawn_once
def bonus_zone(zone: Zone, columns: Mapping[str, BonusColumn]) -> Section:
    """Return the columns of one zone."""
    rows = [Row(Name(name), [bonus_column(name, one)]) for name, one in columns.items()]
    return Section(zone, _("Zone {zone}", zone=zone), rows)


def bonus_column(name: str, column: BonusColumn) -> Spot:
    """Return the tiles of a column from the top, the known bonuses under them, and the visible printed bonuses."""
    found = []
    for tile in column.tiles:
        found.append(tile_piece(tile))
        for covered in column.under.get(tile, ()):
            icon = read_icon(covered, GAIN)
            found += [
                Piece(one.glyph, _("under the tile: {what}", what=one.words), "vj") for one in sheets.pieces(icon)
            ]
    for gain in column.printed:
        found += sheets.pieces(read_icon(gain, GAIN))
    words = Joined([one.words for one in found]) if found else _("none")
    return Spot(name, words, pieces=found, corrects=f"bonus.{name}.tiles")


def names(values: Sequence[str]) -> Text:
    """Return names in a row, or “none”."""
    return Joined(map(Name, values)) if values else _("none")


def tile_piece(name: str) -> Piece:
    """Return a bonus tile as a piece on a board."""
    return Piece("tile", _("tile {n}", n=Name(name)), "vj")


# --- highlights and motions --------------------------------------------------------------------------------


def markers_laid(n: int, yours: int, vjs: int) -> Shows:
    """Show both markers of a card at their start."""
    return Shows(lane_id(n), motions=[Motion(HIS, end=str(vjs)), Motion(YOURS, end=str(yours))])


def marker_moved(n: int, side: str, before: int, yours: int, vjs: int) -> Shows:
    """Show one side's marker move, next to the other side's marker."""
    his, own = (str(before), "") if side == "vjs" else ("", str(before))
    return Shows(lane_id(n), motions=[Motion(HIS, his, str(vjs)), Motion(YOURS, own, str(yours))])


def energy_moved(before: int, after: int) -> Shows:
    """Show the energy marker move."""
    return Shows("energy", motions=[Motion(HIS, str(before), str(after))])


def income_moved(market: str, after: int) -> Shows:
    """Show an income marker advance by one space."""
    return Shows(income_id(market), motions=[Motion(HIS, str(after), str(after + 1))])


def built_in(name: str, kind: str, n: int) -> Shows:
    """Show the new number of VJ's pieces of a kind in a sector."""
    return Shows("sectors", [counted(name, "vjs", kind, n)], lit=[name])


def contract_fulfilled(place: str, tile: Tile, transformers: int) -> Shows:
    """Show a contract on VJ's board and the new transformer in its sector."""
    return replace(built_in(tile.sector, "transformers", transformers), also=tile_laid(place, tile))


def tile_laid(place: str, tile: Tile) -> Shows:
    """Show a contract in its place on VJ's board."""
    return Shows("grid", [contract_place(place, tile, tile.name)])


def chained(places: Sequence[str]) -> Shows:
    """Show the two contracts that a chain token joins."""
    return Shows("grid", lit=places)


@lru_cache
def of_his(id: str) -> Showing:
    """Return a function that highlights one of VJ's possessions in the list."""
    return partial(Shows, "vj", lit=[id], quiet=True)


def markers_away(n: int, yours: int, vjs: int) -> Shows:
    """Show the markers of a majority that no longer counts (PA-44)."""
    return Shows(lane_id(n), motions=[Motion(HIS, str(vjs)), Motion(YOURS, str(yours))])


def column_taken(name: str, before: BonusColumn) -> Shows:
    """Show the tiles leave a bonus column."""
    return Shows("bonus", [bonus_column(name, before)], [Motion(tile_piece(one), start=name) for one in before.tiles])


def tile_put(name: str) -> Shows:
    """Show a bonus tile arrive on VJ's board."""
    return Shows("tiles", [bonus_tile(name)], [Motion(tile_piece(name), end=name)])


def tiles_come(names: Sequence[str]) -> Shows:
    """Highlight new bonus tiles when the bonus board is not tracked."""
    return Shows("tiles", lit=names, quiet=True)


def parked_on(cell: str) -> Shows:
    """Show VJ's bulldozer arrive on a parking cell."""
    spot = parked(cell, "vj")
    return Shows("parking", [spot], [Motion(spot.pieces[0], end=cell)])


def link_taken(sector: str, contracts: tuple[Tile, ...], links: tuple[Token, ...], foreign: tuple[str, ...]) -> Shows:
    """Show a link token leave a sector."""
    [row] = lying_in(sector, contracts, links, foreign).rows
    return Shows("contracts", row.spots, [Motion(Piece("link", _("link token"), "vj"), start=lying_id(sector))])
