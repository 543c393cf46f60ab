"""The views of the table, and the highlights and motions of a step.

The views show the majority scale, VJ's cards, his grid board, the sectors and the tower-bonus board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from rival.games.pampero import card_views
from rival.games.pampero.card_paths import GAIN
from rival.games.pampero.cards import ZONES, Zone
from rival.games.pampero.icon_grammar import describe_majority, read_icon
from rival.games.pampero.pack_model import ParkingCell
from rival.games.pampero.symbols import Majority
from rival.games.pampero.table import BonusColumn, GridColumn, MapToken, Sector, Table, Tile, VjState
from rival.games.pampero.vj import ENERGY_CAP
from rival.kernel import (
    Cards,
    Column,
    Columns,
    FactList,
    Highlight,
    JoinedText,
    Marker,
    Motion,
    Name,
    Piece,
    Row,
    Scale,
    Section,
    Sheet,
    Spot,
    Text,
    View,
    _,
    cache_view,
    make_fact,
    n_,
)
from rival.kernel.views import HighlightFactory

SCALE_GROUP = _("Majority scale")
GRID_GROUP = _("VJ’s grid board")
SECTORS_GROUP = _("Sectors")
BONUS_GROUP = _("Tower-bonus board")
VJ_NAME, PLAYER_NAME = Name("VJ"), _("you")
NOT_TRACKED = _("not tracked")
VJ_MARKER = Piece("farm", VJ_NAME, "vj")
PLAYER_MARKER = Piece("farm", PLAYER_NAME, "you")
"""The markers of both sides on every track."""


def build_views(table: Table) -> Sequence[View]:
    """Return all views of the boards and cards that the game tracks."""
    scale_end = max([10, *(n for slot in table.slots.values() for n in (slot.yours, slot.vjs))])
    lanes = [
        build_majority_view(
            n, table.get_card(n).majority, slot_state.face_up, slot_state.yours, slot_state.vjs, scale_end
        )
        for n, slot_state in table.slots.items()
    ]
    return [
        *lanes,
        *(card_views.build_card_sheet(n, table.get_card(n), slot.face_up) for n, slot in table.slots.items()),
        *build_vj_board(table),
        build_sectors(table.sectors, has_bulldozers_on_dual_sites(table.sectors), table.contracts is not None),
        *build_placed_tiles(table),
        *build_bonus_board(table.bonus),
    ]


def describe_status(table: Table, key: str) -> list[Text]:
    """Return the turn number, whose turn it is, and VJ's batteries if he has any."""
    if not table.turn:
        return [_("set-up")]
    batteries = [n_("VJ: {n} battery", "VJ: {n} batteries", table.vj.batteries)] if table.vj.batteries else []
    return [_("Turn {n}", n=table.turn), PHASES[table.phase], *batteries]


PHASES = {"yours": _("your turn"), "income": _("income"), "vj": _("VJ’s turn"), "scoring": _("scoring")}


def build_headline_score(table: Table) -> Spot:
    """Return VJ's energy for display at the top of the screen."""
    return make_fact("energy", _("Energy"), Name(str(table.vj.energy)), "vj.energy")


# --- the majority scale -----------------------------------------------------------------------------------


@cache_view
def build_majority_view(
    n: int, majority: Majority | None, face_up: bool, yours: int, vjs: int, scale_end: int
) -> Scale:
    """Return the view of a majority with both markers and the leader (PA-16, PA-23)."""
    majority_label = card_views.NOT_KNOWN_YET if majority is None else describe_majority(majority)
    title = _("{n}. {what}", n=n, what=majority_label)
    if not face_up:
        return Scale(get_majority_view_id(n), title, 0, scale_end, (), _("face down: not in use"), SCALE_GROUP)
    if yours == vjs:
        note = _("a tie: counts as VJ’s")
    else:
        note = _("you lead by {n}", n=yours - vjs) if yours > vjs else _("VJ leads by {n}", n=vjs - yours)
    markers = [Marker(VJ_MARKER, vjs, f"slots.{n}.vjs"), Marker(PLAYER_MARKER, yours, f"slots.{n}.yours")]
    return Scale(get_majority_view_id(n), title, 0, scale_end, markers, note, SCALE_GROUP)


def get_majority_view_id(n: int) -> str:
    """Return the id of the view of a majority."""
    return f"majority-{n}"


# --- VJ's grid board --------------------------------------------------------------------------------------


def build_vj_board(table: Table) -> Iterator[View]:
    """Yield the views of VJ's board: energy, income, grid, bonus tiles and parking."""
    vj = table.vj
    yield build_energy_track(vj.energy)
    yield build_possessions(vj, table.batteries, table.scoring, table.grid is None)
    player_markers = table.your_markers or {}
    for market, n in vj.markers.items():
        yield build_income_track(market, n, player_markers.get(market), table.find_entry("market", market).spaces)
    if table.grid is not None:
        yield build_grid(table.grid, {tile.name: tile for tile in vj.contracts})
    yield build_bonus_tiles(vj.tiles)
    if table.parking:
        yield build_parking(table.pack.parking_cells, table.parking)


@cache_view
def build_energy_track(n: int) -> Scale:
    """Return the view of VJ's energy track, which ends at 10 (PA-27)."""
    return Scale("energy", _("Energy"), 0, ENERGY_CAP, [Marker(VJ_MARKER, n, "vj.energy")], group=GRID_GROUP)


@cache_view
def build_possessions(vj: VjState, batteries: int, scoring: str, loose: bool) -> FactList:
    """Return the view of VJ's possessions."""
    supply = _("{n} ({left} in the supply)", n=vj.batteries, left=batteries)
    rows = [
        make_fact("money", _("Money"), _("${amount}", amount=vj.money), "vj.money"),
        make_fact("batteries", _("Batteries"), supply, "vj.batteries"),
        make_fact("chain", _("Chain tokens"), Name(str(vj.chain)), "vj.chain"),
        make_fact("links", _("Link tokens"), Name(str(vj.links)), "vj.links"),
        make_pieces_left_fact("towers_left", _("Towers left"), vj.towers_left, "vj.towers_left"),
        make_pieces_left_fact("farms_left", _("Wind farms left"), vj.farms_left, "vj.farms_left"),
        make_pieces_left_fact("bulldozers_left", _("Bulldozers left"), vj.bulldozers_left),
        make_fact("specialists", _("Specialist scoring cards"), Name(str(len(vj.specialists)))),
        make_fact("skip", _("Skip-turn token"), _("unused") if vj.skip_token else _("used"), "vj.skip_token"),
        make_fact("scoring", _("Next scoring"), _("final scoring") if scoring == "final" else Name(scoring), "scoring"),
    ]
    if loose:
        tiles = JoinedText([describe_tile_details(tile) for tile in vj.contracts], "; ") if vj.contracts else _("none")
        rows.append(make_fact("contracts", _("Contracts"), tiles))
    return FactList("vj", VJ_NAME, rows, GRID_GROUP)


DEFAULT_TRACK_LENGTH = 9
"""The length of an income track in the drawing while its real length is unknown."""


def make_pieces_left_fact(id: str, label: Text, n: int | None, corrected_path: str = "") -> Spot:
    """Return the number of pieces left as a labelled value."""
    return make_fact(id, label, NOT_TRACKED) if n is None else make_fact(id, label, Name(str(n)), corrected_path)


@cache_view
def build_income_track(market: str, vjs: int, yours: int | None, spaces: int | None) -> Scale:
    """Return the view of an income track (PA-24)."""
    markers = [Marker(VJ_MARKER, vjs + 1, f"vj.markers.{market}")]
    if yours is not None:
        markers.append(Marker(PLAYER_MARKER, yours + 1, f"your_markers.{market}"))
    track_end = max(spaces or DEFAULT_TRACK_LENGTH, *(marker.number for marker in markers))
    note = None if spaces else _("length unknown")
    return Scale(
        get_income_track_id(market), _("Income: {market}", market=Text(market)), 1, track_end, markers, note, GRID_GROUP
    )


def get_income_track_id(market: str) -> str:
    """Return the id of an income track's view."""
    return f"income-{market}"


TOWER_PIECE, TRANSFORMER_PIECE = Piece("tower", _("towers"), "vj"), Piece("transformer", _("transformers"), "vj")
BLOCKED_PIECE = Piece("blocked", _("blocked"), "you")


@cache_view
def build_grid(columns: Mapping[str, GridColumn], tiles: Mapping[str, Tile]) -> Columns:
    """Return the view of VJ's grid board (PA-66, PA-82)."""
    return Columns(
        "grid",
        _("Columns"),
        [build_grid_column(name, column, tiles) for name, column in columns.items()],
        group=GRID_GROUP,
    )


def build_grid_column(name: str, column: GridColumn, tiles: Mapping[str, Tile]) -> Column:
    """Return the view of a column of VJ's grid board."""
    n, column_name = column.transformers, Name(name)
    towers_label = _("column {name}, towers: {n}", name=column_name, n=column.towers)
    transformers_label = _("column {name}, transformers: {n}", name=column_name, n=n)
    if n:
        transformers_label = (
            _("{what}, not blocked", what=transformers_label)
            if column.is_open
            else _("{what}, blocked", what=transformers_label)
        )
    pieces = (
        [TRANSFORMER_PIECE] * min(n, 3)
        if column.is_open or not n
        else [BLOCKED_PIECE, *[TRANSFORMER_PIECE] * min(n, 3)]
    )
    slots = [
        Spot(
            f"{name}.towers",
            towers_label,
            "0",
            pieces=[TOWER_PIECE] * min(column.towers, 4),
            edit_path=f"grid.{name}.towers",
        ),
        Spot(f"{name}.transformers", transformers_label, "0", pieces=pieces, edit_path=f"grid.{name}.transformers"),
        *(build_contract_place(place, tiles.get(tile), tile) for place, tile in column.places.items()),
    ]
    return Column(_("column {name}", name=column_name), slots, sign=name)


def build_contract_place(place: str, tile: Tile | None, name: str) -> Spot:
    """Return the view of a contract place with its contract, if any."""
    if not name:
        return Spot(place, _("place {name}: free", name=Name(place)), place)
    tile_label = Name(name) if tile is None else describe_tile_details(tile)
    return Spot(place, _("place {name}: {tile}", name=Name(place), tile=tile_label), place, pieces=[CONTRACT_PIECE])


@cache_view
def build_bonus_tiles(names: Sequence[str]) -> Cards:
    """Return the view of the bonus tiles on VJ's board (PA-77)."""
    tile_spots, note = [build_bonus_tile(name) for name in dict.fromkeys(names)], None if names else _("none")
    return Cards(
        "tiles", _("Bonus tiles"), tile_spots, TILES_PER_ROW, note=note, edit_path="vj.tiles", group=GRID_GROUP
    )


TILES_PER_ROW = 8
"""The number of tiles in one row."""


def build_bonus_tile(name: str) -> Spot:
    """Return the view of a bonus tile with its number."""
    return Spot(name, _("tile {n}", n=Name(name)), name, "tile")


@cache_view
def build_parking(cells: Sequence[ParkingCell], bulldozers: Mapping[str, str]) -> Columns:
    """Return the view of the parking cells and the bulldozers on them (PA-95)."""
    cells_by_column: dict[int, list[ParkingCell]] = {}
    for cell in sorted(cells, key=lambda parking_cell: (parking_cell.column or 0, -(parking_cell.row or 0))):
        cells_by_column.setdefault(cell.column or 0, []).append(cell)
    columns = [
        Column(
            _("column {name}", name=n),
            [build_parking_cell(parking_cell.id, bulldozers.get(parking_cell.id, "")) for parking_cell in column_cells],
        )
        for n, column_cells in cells_by_column.items()
    ]
    return Columns("parking", _("Parking"), columns, group=GRID_GROUP)


def build_parking_cell(cell: str, owner: str) -> Spot:
    """Return the view of a parking cell and its bulldozer."""
    if not owner:
        return Spot(cell, _("{cell}: free", cell=Name(cell)), note=Name(cell), edit_path=f"parking.{cell}")
    side = VJ_NAME if owner == "vj" else PLAYER_NAME
    label = _("{cell}: {who}", cell=Name(cell), who=side)
    return Spot(cell, label, pieces=[Piece("bulldozer", side, owner)], note=Name(cell), edit_path=f"parking.{cell}")


# --- the map ----------------------------------------------------------------------------------------------

PIECE_KINDS: Mapping[str, Piece] = {
    "farms": Piece("farm", _("farms")),
    "towers": Piece("tower", _("towers")),
    "transformers": Piece("transformer", _("transformers")),
    "on_farm_sites": Piece("bulldozer", _("bulldozers on sites for wind farms")),
    "on_tower_sites": Piece("bulldozer", _("bulldozers on tower sites")),
    "on_either_sites": Piece("bulldozer", _("bulldozers on dual-purpose sites")),
}
CONTRACT_PIECE = Piece("contract", _("contract"), "vj")


def has_bulldozers_on_dual_sites(sector_states: Mapping[str, Sector]) -> bool:
    """Return whether any sector has bulldozers on sites that take either kind of building."""
    return any(state.yours is not None and state.yours.on_either_sites for state in sector_states.values())


def build_sectors(sector_states: Mapping[str, Sector], has_either: bool, has_contracts: bool) -> Sheet:
    """Return the view of both sides' pieces in each sector."""
    kinds = [kind for kind in PIECE_KINDS if has_either or kind != "on_either_sites"]
    section_views = [build_sector(name, state, kinds) for name, state in sector_states.items()]
    notes = [] if sector_states and next(iter(sector_states.values())).yours else [_("your pieces: not tracked")]
    notes += [] if has_contracts else [_("contracts and link tokens: not tracked")]
    return Sheet(
        "sectors",
        SECTORS_GROUP,
        section_views,
        note=JoinedText(notes, "; ") if notes else None,
        column_headings=(VJ_NAME, PLAYER_NAME),
        group=SECTORS_GROUP,
    )


def build_annotated_sectors(table: Table, notes: Mapping[str, Text | None]) -> Sheet:
    """Return the view of the sectors, with a note on each one."""
    sheet = build_sectors(table.sectors, has_bulldozers_on_dual_sites(table.sectors), table.contracts is not None)
    annotated_sections = [replace(sector_view, note=notes.get(sector_view.id)) for sector_view in sheet.sections]
    return replace(sheet, id="your-sectors", sections=annotated_sections)


@cache_view
def build_sector(name: str, state: Sector, kinds: Sequence[str]) -> Section:
    """Return the view of both sides' pieces in one sector."""
    rows = [
        Row(
            PIECE_KINDS[kind].label,
            [
                Spot(f"{name}.vjs.{kind}", VJ_NAME, note=Name("–"), ground="vj")
                if kind.startswith("on_")
                else build_piece_count(name, "vjs", kind, getattr(state.vjs, kind)),
                build_piece_count(name, "yours", kind, None if state.yours is None else getattr(state.yours, kind)),
            ],
            PIECE_KINDS[kind],
        )
        for kind in kinds
    ]
    return Section(name, Name(name), rows)


def build_piece_count(name: str, side: str, kind: str, n: int | None) -> Spot:
    """Return the view of the number of one side's pieces in a sector; a dash if unknown."""
    label, colour = (VJ_NAME, "vj") if side == "vjs" else (PLAYER_NAME, "you")
    if n is None:
        return Spot(f"{name}.{side}.{kind}", label, note=Name("–"), ground=colour)
    path = f"sectors.{name}.{side}.{kind}"
    return Spot(f"{name}.{side}.{kind}", label, note=Name(str(n)), ground=colour, edit_path=path)


def build_placed_tiles(table: Table) -> Iterator[Sheet]:
    """Yield the view of the contracts, link tokens and foreign-market cards on the map."""
    if table.contracts is None:
        return
    section_views = [build_tiles_in_sector(name, *list_tiles_in_sector(table, name)) for name in table.sectors]
    yield Sheet("contracts", _("Contracts and link tokens"), section_views, group=SECTORS_GROUP)


def list_tiles_in_sector(table: Table, name: str) -> tuple[tuple[Tile, ...], tuple[MapToken, ...], tuple[str, ...]]:
    """Return the contracts, link tokens and foreign-market cards of a sector."""
    return (
        tuple(tile for tile in (table.contracts or {}).values() if tile.sector == name),
        tuple(tile for tile in (table.links or {}).values() if tile.sector == name),
        tuple(card for card, sector in table.foreign.items() if sector == name),
    )


@lru_cache(1024)
def build_tiles_in_sector(
    name: str, contracts: tuple[Tile, ...], links: tuple[MapToken, ...], foreign: tuple[str, ...]
) -> Section:
    """Return the view of a sector's contracts, link tokens and foreign-market cards."""
    pieces = [
        *(
            Piece("contract", _("{name}: {tile}", name=Name(tile.name), tile=describe_tile_details(tile)), "vj")
            for tile in contracts
        ),
        *(
            Piece("link", _("{name}: {tile}", name=Name(tile.name), tile=describe_symbols(tile.symbols)), "vj")
            for tile in links
        ),
        *(Piece("abroad", _("foreign market {card}", card=Name(tile)), "vj") for tile in foreign),
    ]
    label = JoinedText([tile.label for tile in pieces], "; ") if pieces else _("none")
    return Section(name, Name(name), [Row(Name(""), [Spot(get_sector_tiles_id(name), label, pieces=pieces)])])


def get_sector_tiles_id(sector: str) -> str:
    """Return the id of the view of a sector's tiles."""
    return f"{sector}.lying"


def describe_tile_details(tile: Tile) -> Text:
    """Return the price and symbols of a contract as text."""
    if tile.energy is None:
        cost = _("price unknown")
    elif tile.batteries:
        cost = _("energy {energy} + {n} bat.", energy=tile.energy, n=tile.batteries)
    else:
        cost = _("energy {amount}", amount=tile.energy)
    return JoinedText([cost, *(Text(symbol) for symbol in tile.symbols or ())])


def describe_symbols(symbol_names: Sequence[str] | None) -> Text:
    """Return market symbols as text."""
    return JoinedText([Text(symbol) for symbol in symbol_names]) if symbol_names else card_views.NOT_KNOWN_YET


# --- the tower-bonus board --------------------------------------------------------------------------------


def build_bonus_board(columns: Mapping[str, BonusColumn]) -> Iterator[Sheet]:
    """Yield the views of the tower-bonus board, zone by zone (PA-72, PA-74)."""
    if columns:
        zones = [(zone, {name: column for name, column in columns.items() if column.zone == zone}) for zone in ZONES]
        yield Sheet(
            "bonus",
            BONUS_GROUP,
            [build_bonus_zone(zone, zone_columns) for zone, zone_columns in zones],
            group=BONUS_GROUP,
        )


@cache_view
def build_bonus_zone(zone: Zone, columns: Mapping[str, BonusColumn]) -> Section:
    """Return the view of the bonus columns of one zone."""
    rows = [Row(Name(name), [build_bonus_column(name, column)]) for name, column in columns.items()]
    return Section(zone, _("Zone {zone}", zone=zone), rows)


def build_bonus_column(name: str, column: BonusColumn) -> Spot:
    """Return the view of a bonus column: tiles from the top, then the printed bonuses."""
    pieces = []
    for tile in column.tiles:
        pieces.append(make_tile_piece(tile))
        for covered in column.under.get(tile, ()):
            icon = read_icon(covered, GAIN)
            pieces += [
                Piece(piece.glyph, _("under the tile: {what}", what=piece.label), "vj")
                for piece in card_views.make_icon_pieces(icon)
            ]
    for gain in column.printed:
        pieces += card_views.make_icon_pieces(read_icon(gain, GAIN))
    label = JoinedText([piece.label for piece in pieces]) if pieces else _("none")
    return Spot(name, label, pieces=pieces, edit_path=f"bonus.{name}.tiles")


def join_names(values: Sequence[str]) -> Text:
    """Return names separated by commas, or “none”."""
    return JoinedText(map(Name, values)) if values else _("none")


def make_tile_piece(name: str) -> Piece:
    """Return the drawing of a bonus tile."""
    return Piece("tile", _("tile {n}", n=Name(name)), "vj")


# --- highlights and motions --------------------------------------------------------------------------------


def show_markers_placed(n: int, yours: int, vjs: int) -> Highlight:
    """Show the majority markers of a card at their starting positions."""
    return Highlight(
        get_majority_view_id(n), motions=[Motion(VJ_MARKER, end=str(vjs)), Motion(PLAYER_MARKER, end=str(yours))]
    )


def show_marker_move(n: int, side: str, before: int, yours: int, vjs: int) -> Highlight:
    """Show a majority marker moving."""
    vj_start, player_start = (str(before), "") if side == "vjs" else ("", str(before))
    return Highlight(
        get_majority_view_id(n),
        motions=[Motion(VJ_MARKER, vj_start, str(vjs)), Motion(PLAYER_MARKER, player_start, str(yours))],
    )


def show_energy_move(before: int, after: int) -> Highlight:
    """Show the energy marker moving."""
    return Highlight("energy", motions=[Motion(VJ_MARKER, str(before), str(after))])


def show_income_move(market: str, after: int) -> Highlight:
    """Show an income marker advancing by one space."""
    return Highlight(get_income_track_id(market), motions=[Motion(VJ_MARKER, str(after), str(after + 1))])


def show_building(name: str, kind: str, n: int) -> Highlight:
    """Show the new number of VJ's pieces of a kind in a sector."""
    return Highlight("sectors", [build_piece_count(name, "vjs", kind, n)], highlighted_ids=[name])


def show_placed_contract(place: str, tile: Tile) -> Highlight:
    """Show a contract in its place on VJ's board."""
    return Highlight("grid", [build_contract_place(place, tile, tile.name)])


def show_chain_token(places: Sequence[str]) -> Highlight:
    """Show the two contracts that a chain token connects."""
    return Highlight("grid", highlighted_ids=places)


@lru_cache
def show_possession(id: str) -> HighlightFactory:
    """Return a function that highlights one of VJ's possessions."""
    return partial(Highlight, "vj", highlighted_ids=[id], is_quiet=True)


def show_markers_removed(n: int, yours: int, vjs: int) -> Highlight:
    """Show the majority markers leaving a card that is no longer in use (PA-44)."""
    return Highlight(get_majority_view_id(n), motions=[Motion(VJ_MARKER, str(vjs)), Motion(PLAYER_MARKER, str(yours))])


def show_taken_column(name: str, before: BonusColumn) -> Highlight:
    """Show the tiles leaving a bonus column."""
    return Highlight(
        "bonus",
        [build_bonus_column(name, before)],
        [Motion(make_tile_piece(tile), start=name) for tile in before.tiles],
    )


def show_placed_bonus_tile(name: str) -> Highlight:
    """Show a bonus tile arriving on VJ's board."""
    return Highlight("tiles", [build_bonus_tile(name)], [Motion(make_tile_piece(name), end=name)])


def show_gained_tiles(names: Sequence[str]) -> Highlight:
    """Highlight the bonus tiles that VJ has just gained."""
    return Highlight("tiles", highlighted_ids=names, is_quiet=True)


def show_parked_bulldozer(cell: str) -> Highlight:
    """Show VJ's bulldozer arriving on a parking cell."""
    spot = build_parking_cell(cell, "vj")
    return Highlight("parking", [spot], [Motion(spot.pieces[0], end=cell)])


def show_taken_link(
    sector: str, contracts: tuple[Tile, ...], links: tuple[MapToken, ...], foreign: tuple[str, ...]
) -> Highlight:
    """Show a link token leaving a sector."""
    [row] = build_tiles_in_sector(sector, contracts, links, foreign).rows
    return Highlight(
        "contracts", row.spots, [Motion(Piece("link", _("link token"), "vj"), start=get_sector_tiles_id(sector))]
    )
