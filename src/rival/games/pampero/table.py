"""The state of the table: VJ's three cards, the sectors, contracts, the bonus board, VJ himself.

VJ's own pieces are always counted, because the program moves them. Everything else is counted only if the player
chooses it (`topics`). A value that is not counted is None, and a comparison that needs it asks a question.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, Literal

from rival.games.pampero import pack as packs
from rival.games.pampero.cards import Card, Zone, get_zone
from rival.games.pampero.icon_grammar import card_to_table
from rival.games.pampero.options import Options
from rival.games.pampero.pack_merging import combine_packs, place_section
from rival.games.pampero.pack_model import ENTRY_TYPES, NOTHING, UNKNOWN, Pack
from rival.kernel import Json, Text, _

TOTAL_BATTERIES = 12
MAX_MONEY = 100_000
TOPICS: dict[str, Text] = {
    "pieces": _("your farms, towers, transformers and bulldozers, sector by sector"),
    "grid": _("VJ’s grid board (towers, transformers, contract places)"),
    "contracts": _("the contracts and link tokens on the map"),
    "bonus": _("the tiles on the tower-bonus board"),
    "specialists": _("the face-up specialist scoring cards"),
    "income": _("your income markers"),
}
"""The kinds of pieces that can be tracked besides VJ's own; the game asks about others when they matter."""
TOPIC_SAVINGS: dict[str, Text] = {
    "pieces": _("VJ finds his sector without questions"),
    "grid": _("Rival knows when his transformers are blocked and where contracts go"),
    "contracts": _("VJ’s contract turns need no question"),
    "bonus": _("Rival finds VJ’s column itself"),
    "specialists": _("Rival chooses VJ’s card itself"),
    "income": _("ties between scoring cards need no question"),
}
"""The benefit of reporting these kinds of pieces."""
DEFAULT_TOPICS = ("pieces", "grid")
"""The topics that are tracked by default."""


@dataclass(slots=True)
class Slot:
    """A slot for an opponent's card, with its two majority markers (PA-16)."""

    card: str
    face_up: bool = True
    yours: int = 0
    vjs: int = 0
    seen: dict[str, int | None] = field(default_factory=dict)
    """Each side's count when the markers were last updated; None if it is not tracked."""
    told: dict[str, int] = field(default_factory=dict)
    """The space of a marker at the last instruction to move it, if it has moved since."""


@dataclass(slots=True)
class PieceCounts:
    """The numbers of one side's pieces in a sector."""

    farms: int = 0
    towers: int = 0
    transformers: int = 0
    farms_on_either: int = 0
    towers_on_either: int = 0
    on_farm_sites: int = 0
    on_tower_sites: int = 0
    on_either_sites: int = 0

    def copy(self) -> PieceCounts:
        """Return a copy that can be changed independently."""
        return PieceCounts(
            self.farms,
            self.towers,
            self.transformers,
            self.farms_on_either,
            self.towers_on_either,
            self.on_farm_sites,
            self.on_tower_sites,
            self.on_either_sites,
        )

    @property
    def structures(self) -> int:
        """The number of farms, towers and transformers (PA-58)."""
        return self.farms + self.towers + self.transformers

    @property
    def bulldozers(self) -> int:
        """The number of bulldozers on sites of any kind."""
        return self.on_farm_sites + self.on_tower_sites + self.on_either_sites


@dataclass(slots=True)
class Sector:
    """The pieces of both sides in a sector of the map."""

    vjs: PieceCounts = field(default_factory=PieceCounts)
    yours: PieceCounts | None = None

    def copy(self) -> Sector:
        """Return a copy that can be changed independently."""
        return Sector(self.vjs.copy(), None if self.yours is None else self.yours.copy())


@dataclass(frozen=True, slots=True)
class Tile:
    """A contract tile or foreign-market card; unknown values are None."""

    name: str
    sector: str
    energy: int | None = None
    batteries: int | None = None
    symbols: tuple[str, ...] | None = None

    @property
    def zone(self) -> Zone:
        """The map zone that the tile belongs to."""
        return get_zone(self.sector)

    @property
    def price(self) -> int | None:
        """The price as a number for comparisons: energy first, then batteries (PA-G25); None if unknown."""
        return None if self.energy is None or self.batteries is None else self.energy * 100 + self.batteries


@dataclass(frozen=True, slots=True)
class MapToken:
    """A link token on the map."""

    name: str
    sector: str
    symbols: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ScoringCard:
    """A face-up specialist card, with its scoring tile.

    "@2" means the tile of scoring 2, regardless of the tile's number. "@not 2" means any other tile.
    """

    name: str
    tile: str | None = None
    symbols: tuple[str, ...] | None = None


@dataclass(slots=True)
class GridColumn:
    """A column of the opponent's grid board, with its towers, transformers and contracts."""

    towers: int
    transformers: int
    places: dict[str, str]

    @property
    def free_places(self) -> list[str]:
        """The contract places that are still empty."""
        return [place for place, tile in self.places.items() if not tile]

    @property
    def is_open(self) -> bool:
        """Whether the transformers are free because no tower is left in the column (PA-66)."""
        return self.towers == 0


@dataclass(slots=True)
class BonusColumn:
    """A column of the tower-bonus board, with its tiles and its visible printed bonuses.

    ``under`` maps tiles to the bonuses that they cover, or covered before they were removed. If a tile is missing from
    ``under``, the covered bonus is unknown. ``uncovered`` lists removed tiles whose covered bonuses are unknown.
    ``laid`` lists all tiles at the start, from the top.
    """

    zone: Zone
    tiles: list[str]
    printed: list[str]
    under: dict[str, list[str]] = field(default_factory=dict)
    uncovered: list[str] = field(default_factory=list)
    laid: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.laid = self.laid or list(self.tiles)

    @property
    def is_untouched(self) -> bool:
        """Whether no tile has been removed yet."""
        return self.tiles == self.laid

    def copy(self) -> BonusColumn:
        """Return a copy of the column for a view to be drawn later."""
        return replace(self, tiles=[*self.tiles], printed=[*self.printed], under={**self.under})

    def remove_tiles(self, tiles: Collection[str]) -> None:
        """Remove these tiles and uncover the bonuses under them (PA-G27)."""
        if not tiles:
            return
        removed_tiles = [tile for tile in dict.fromkeys(self.tiles) if tile in tiles]
        self.tiles = [tile for tile in self.tiles if tile not in tiles]
        for tile in removed_tiles:
            if tile in self.under:
                self.printed += self.under[tile]
            else:
                self.uncovered.append(tile)

    def cover_bonus_again(self, tile: str) -> None:
        """Cover the bonus again under a tile that is put back."""
        if tile in self.uncovered:
            self.uncovered.remove(tile)
        for bonus in self.under.get(tile, ()):
            if bonus in self.printed:
                last = len(self.printed) - 1 - self.printed[::-1].index(bonus)
                del self.printed[last]

    def correct_tiles(self, tiles: Sequence[str]) -> None:
        """Replace the tiles and update the visible bonuses."""
        returned_tiles = [
            tile for tile in tiles if tile not in self.tiles and (tile in self.under or tile in self.uncovered)
        ]
        if len(tiles) == len(self.tiles) and not returned_tiles:
            new_numbers = dict(zip(self.tiles, tiles, strict=True))
            self.laid = [new_numbers.get(tile, tile) for tile in self.laid]
            self.under = {new_numbers.get(tile, tile): bonuses for tile, bonuses in self.under.items()}
        else:
            self.laid = list(tiles) if self.is_untouched and set(tiles) > set(self.tiles) else self.laid
            added_tiles = [tile for tile in self.tiles if tile not in tiles and tile not in self.laid]
            self.remove_tiles([tile for tile in self.tiles if tile not in tiles])
            self.uncovered = [tile for tile in self.uncovered if tile not in added_tiles]
            for tile in returned_tiles:
                self.cover_bonus_again(tile)
        self.tiles = list(tiles)


def map_covered_bonuses(tiles: Sequence[str], bonuses: Sequence[str] | None) -> dict[str, list[str]]:
    """Return a map from each tile to the bonuses that it covers (PA-G27).

    Tiles with unknown covered bonuses are left out.
    """
    if bonuses is None:
        return {}
    covered: dict[str, list[str]] = {tile: [] for tile in tiles}
    for n, bonus in enumerate(bonuses if tiles else ()):
        if bonus not in (NOTHING, UNKNOWN):
            covered[tiles[min(n, len(tiles) - 1)]].append(bonus)
    unknown = {tile for tile, bonus in zip(tiles, bonuses, strict=False) if bonus == UNKNOWN}
    return {tile: tile_bonuses for tile, tile_bonuses in covered.items() if tile not in unknown}


@dataclass(slots=True)
class VjState:
    """The opponent's money, energy, tiles and other possessions off the map."""

    energy: int = 1
    batteries: int = 1
    fresh_batteries: int = 0
    """The batteries gained since his lasting tiles were last checked (PA-77)."""
    money: int = 0
    chain: int = 0
    farms_left: int | None = None
    towers_left: int | None = None
    bulldozers_left: int | None = None
    parked: int = 0
    """His bulldozers on parking and in storage (PA-95)."""
    markers: dict[str, int] = field(default_factory=dict)
    contracts: list[Tile] = field(default_factory=list)
    tiles: list[str] = field(default_factory=list)
    specialists: list[str] = field(default_factory=list)
    links: int = 0
    sales: list[str] = field(default_factory=list)
    skip_token: bool = True


@dataclass(slots=True)
class ReadingPosition:
    """The part of a card that the opponent is carrying out."""

    slot: int | None = None
    part: str = ""


@dataclass(slots=True)
class Table:
    """The state of a game, as far as the program tracks it."""

    options: Options
    pack: Pack
    topics: set[str] = field(default_factory=set)
    slots: dict[int, Slot] = field(default_factory=dict)
    sectors: dict[str, Sector] = field(default_factory=dict)
    vj: VjState = field(default_factory=VjState)
    grid: dict[str, GridColumn] | None = None
    bonus: dict[str, BonusColumn] = field(default_factory=dict)
    contracts: dict[str, Tile] | None = None
    links: dict[str, MapToken] | None = None
    taken_off: dict[str, Tile | MapToken] = field(default_factory=dict)
    """Contracts and link tokens that a correction removed from the map, such as “contracts.k7”."""
    foreign: dict[str, str] = field(default_factory=dict)
    seen: dict[str, list[Tile]] = field(default_factory=dict)
    """Contracts and foreign-market cards as the player last reported them, except those VJ has taken since."""
    foreign_prices: dict[str, tuple[int | None, int | None]] = field(default_factory=dict)
    """The energy and batteries that foreign-market cards cost, as entered in this game."""
    specialists: dict[str, ScoringCard] | None = None
    gaps: int = 0
    """The number of scoring cards taken whose replacements have not been entered yet."""
    your_markers: dict[str, int] | None = None
    your_contracts: list[Tile] | None = None
    your_tiles: list[str] | None = None
    your_links: int = 0
    your_specialists: int = 0
    """The number of specialist cards (and above, of link tokens) that the player reported taking (PA-G48)."""
    parking: dict[str, str] = field(default_factory=dict)
    batteries: int = TOTAL_BATTERIES - 2
    scoring: Literal["1", "2", "final"] = "1"
    scoring_of_turned_card: Literal["1", "2"] = "2"
    """The next scoring if the top card is turned face up again; "1" if a correction turned it down before scoring 1."""
    scoring_tiles: dict[str, str] = field(default_factory=dict)
    fitting: dict[str, str] = field(default_factory=dict)
    """Scoring cards that were reported to fit the next scoring tile ("@2") or not to fit it ("@not 2")."""
    turn: int = 0
    phase: Literal["yours", "income", "vj", "scoring"] = "yours"
    """The part of the round that is played now."""
    earned: dict[str, int] = field(default_factory=dict)
    """VJ's money by source, for the result of the game."""
    taken_columns: set[str] = field(default_factory=set)
    """Columns that VJ has taken from a bonus board that is not tracked."""
    printed_seen: dict[str, list[str]] = field(default_factory=dict)
    """Printed bonuses reported for a column, such as “B-3”, of a bonus board that is not tracked."""
    reading: ReadingPosition = field(default_factory=ReadingPosition)
    told: dict[str, Json] = field(default_factory=dict)
    lacking: set[str] = field(default_factory=set)
    lower_tracks: set[tuple[str, str]] = field(default_factory=set)
    """Pairs of markets; the player reported that the first has the lower income track."""
    full_sectors: set[str] = field(default_factory=set)
    """Sectors without tracked sites that the player reported as full for a building, such as “farm A1”."""

    @property
    def face_up_slots(self) -> set[int]:
        """The slots whose cards are face up."""
        return {n for n, slot in self.slots.items() if slot.face_up}

    def get_card(self, slot: int) -> Card:
        """Return the card in a slot; parts of it may be unknown."""
        return self.find_card(self.slots[slot].card)

    def find_card(self, name: str) -> Card:
        """Return the card with this id."""
        return self.pack.cards_by_id[name]

    def learn(self, path: str, value: Json) -> None:
        """Save a value from the owner's cards or boards in the pack; raise ValueError if it is impossible."""
        self.pack = packs.replace_pack_part(self.pack, path, value)
        self.told[path] = value
        name, _comma, field = path.partition(", ")
        if name.startswith("card ") and field.endswith("action"):
            self.pack = place_section(self.pack, name.removeprefix("card "), field)

    def to_json(self) -> dict[str, Json]:
        """Return the state of the game as JSON data."""
        values = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "pack"}
        return values | {"cards": {n: format_card(self.get_card(n)) for n in self.slots}}

    def find_entry(self, kind: str, name: str) -> Any:
        """Return the pack's entry for a sector, market or contract; an empty one if there is none."""
        return self.pack.entries_by_id[kind].get(name) or ENTRY_TYPES[kind](name)

    def list_sectors_in_zone(self, zone: str) -> list[str]:
        """Return the sectors of a zone."""
        return [name for name in self.sectors if get_zone(name) == zone]

    def list_sectors_at(self, place: str) -> list[str]:
        """Return the sectors of a zone; for a sector, return that sector alone."""
        return [place] if place in self.sectors and len(place) > 1 else self.list_sectors_in_zone(get_zone(place))

    @property
    def vj_tower_sectors(self) -> list[str]:
        """The sectors where the opponent has a tower."""
        return [name for name, sector in self.sectors.items() if sector.vjs.towers]


@lru_cache(maxsize=64)
def format_card(card: Card) -> Mapping[str, Json]:
    """Return a card as readable text, from a cache if possible."""
    return card_to_table(card)


def new_table(options: Mapping[str, Json], pack: Json) -> Table:
    """Return the state of a new game (PA-11 to PA-15)."""
    owner_pack = load_owner_pack(pack)
    sectors = {name: Sector() for name in owner_pack.names.sectors}
    sectors["A2"].vjs.farms = 1
    table = Table(Options(**options), owner_pack, sectors=sectors)
    table.vj.markers = dict.fromkeys(list_markets(owner_pack), 0)
    table.vj.farms_left = subtract(None if is_assumed(owner_pack, "farms") else owner_pack.pieces.farms, 1)
    table.vj.towers_left = None if is_assumed(owner_pack, "towers") else owner_pack.pieces.towers
    table.vj.bulldozers_left = owner_pack.pieces.bulldozers
    table.parking = {cell.id: "" for cell in owner_pack.parking_cells}
    return table


def is_assumed(pack: Pack, pieces: str) -> bool:
    """Return whether a number of pieces still has to be confirmed by the owner."""
    return f"pieces, {pieces}" in pack.to_check


def load_owner_pack(pack: Json) -> Pack:
    """Return the owner's pack, completed with published facts unless it is a sample pack."""
    if pack is None:
        return packs.load_shipped_pack()
    owner_pack = packs.read_cached_document(pack).pack
    return owner_pack if owner_pack.sample else combine_packs(owner_pack, packs.load_shipped_pack())[0]


def list_markets(pack: Pack) -> list[str]:
    """Return the markets; those with a known order on the boards come first."""
    ordered = pack.grid.markets or ()
    return [*ordered, *(name for name in pack.names.markets if name not in ordered)]


def subtract(number: int | None, taken: int) -> int | None:
    """Return a number reduced by another, but not below 0; None stays None."""
    return None if number is None else max(number - taken, 0)


def start_counting(table: Table, topics: Iterable[str]) -> None:
    """Start tracking these kinds of pieces."""
    table.topics = set(topics)
    if "pieces" in table.topics:
        for sector in table.sectors.values():
            sector.yours = PieceCounts()
    if "contracts" in table.topics:
        table.contracts, table.links, table.your_contracts = {}, {}, []
        table.foreign = {card.id: card.sector for card in table.pack.foreign_cards if card.sector}
    if "bonus" in table.topics:
        table.your_tiles = []
    if "specialists" in table.topics:
        table.specialists = {}
    if "income" in table.topics:
        table.your_markers = dict.fromkeys(list_markets(table.pack), 0)
    if "grid" in table.topics:
        set_up_grid_board(table)


def set_up_grid_board(table: Table) -> None:
    """Set up the opponent's grid board if the pack describes it completely."""
    columns = table.pack.grid_columns
    if columns and all(None not in (entry.towers, entry.transformers, entry.places) for entry in columns):
        table.grid = {
            entry.id: GridColumn(entry.towers or 0, entry.transformers or 0, dict.fromkeys(entry.places or (), ""))
            for entry in columns
        }
        table.vj.towers_left = sum(column.towers for column in table.grid.values())


def remove_leftmost_tower(table: Table) -> None:
    """Remove the leftmost tower from VJ's board (PA-70)."""
    table.vj.towers_left = None if table.vj.towers_left is None else table.vj.towers_left - 1
    column = next((candidate for candidate in (table.grid or {}).values() if candidate.towers), None)
    if column is not None:
        column.towers -= 1


def put_back_tower(table: Table) -> None:
    """Put the most recently removed tower back on VJ's board."""
    table.vj.towers_left = None if table.vj.towers_left is None else table.vj.towers_left + 1
    starting_towers = {entry.id: entry.towers or 0 for entry in table.pack.grid_columns}
    columns = reversed((table.grid or {}).items())
    column = next((entry for name, entry in columns if entry.towers < starting_towers.get(name, 0)), None)
    if column is not None:
        column.towers += 1


def forget_seen_tile(table: Table, kind: str, tile: Tile) -> None:
    """Remove a tile that VJ took from the player's list of tiles on the map."""
    if kind in table.seen:
        identity = (tile.name, tile.sector)
        table.seen[kind] = [other for other in table.seen[kind] if (other.name, other.sector) != identity]


def complete_tile(table: Table, tile: Tile) -> Tile:
    """Return a contract with unknown values filled in from the pack."""
    if tile.energy is not None and tile.batteries is not None and tile.symbols is not None:
        return tile
    entry = table.find_entry("contract", tile.name)
    return replace(
        tile,
        energy=entry.energy if tile.energy is None else tile.energy,
        batteries=entry.batteries if tile.batteries is None else tile.batteries,
        symbols=entry.symbols if tile.symbols is None else tile.symbols,
    )
