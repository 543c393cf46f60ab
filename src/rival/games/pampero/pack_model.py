"""The data model of a pack: the boards, tiles, contracts and VJ cards of one copy of the game.

Every value but an id may be None, which means unknown. A part of a pack has a path, such as "sector A1, farm_sites".
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal, TypeAlias

from rival.games.pampero.cards import MARKETS, SECTORS, Card
from rival.games.pampero.icon_grammar import KnownNames, write_part_value
from rival.games.pampero.symbols import Gain

GAME = "pampero"
SCHEMA = 1
CARDS_IN_THE_BOX = 18

MaybeText: TypeAlias = str | None
MaybeCount: TypeAlias = int | None
MaybeFlag: TypeAlias = bool | None
MaybeTexts: TypeAlias = tuple[str, ...] | None
MaybeCounts: TypeAlias = tuple[int, ...] | None
MaybeGains: TypeAlias = tuple[Gain, ...] | None
MaybeEffect: TypeAlias = Literal["nothing now", "once now", "lasting"] | None
EFFECTS = ("nothing now", "once now", "lasting")
MaybeTrigger: TypeAlias = Literal["farm", "tower", "contract", "sale", "battery"] | None
EVENTS = ("farm", "tower", "contract", "sale", "battery")
NOTHING, UNKNOWN = "nothing", "unknown"
MaybeCovered: TypeAlias = tuple[Gain | Literal["nothing", "unknown"], ...] | None
"""The bonuses under the tiles of a column, one per tile from the top; a tile beyond the list covers nothing."""

NAME_FIELDS = {
    "markets": "market",
    "symbols": "market",
    "income": "market",
    "sector": "sector",
    "zone": "zone",
    "between": "place",
}
"""The fields that hold names, each with the kind of entry that it names."""

# The contents of a pack, except cards. Every value but an id may be unknown.


@dataclass(frozen=True)
class GridBoard:
    """The opponent's grid board, with the known order of its markets (PA-65)."""

    energy_cap: MaybeCount = None
    markets: MaybeTexts = None


@dataclass(frozen=True)
class Pieces:
    """The numbers of wooden pieces in the game box (PA-15)."""

    farms: MaybeCount = None
    towers: MaybeCount = None
    bulldozers: MaybeCount = None
    batteries: MaybeCount = None
    battery_energy: MaybeCount = None
    """The amount of energy that one battery replaces (PA-G9)."""
    parked_count: MaybeFlag = None
    """Whether bulldozers on parking and in storage count in a majority (PA-G38)."""
    starting_money: MaybeCount = None
    """VJ's money at the start (PA-G34)."""


@dataclass(frozen=True)
class SimulationSettings:
    """Settings for simulated games: their length and the money of the simulated player."""

    turns: MaybeCounts = None
    """The turns in which scoring 1, scoring 2 and the final scoring take place."""
    money: MaybeCount = None
    rest: MaybeCount = None
    scoring_card: MaybeCount = None
    """The price that the player pays for a specialist scoring card."""
    contract: MaybeCount = None
    """Money that a contract gives the player at once, in addition to its printed bonuses."""
    per_contract: MaybeCount = None
    per_card: MaybeCount = None
    per_tile: MaybeCount = None
    majority: MaybeCount = None


@dataclass(frozen=True)
class SectorEntry:
    """A sector of the map with its numbers of building sites."""

    id: str
    farm_sites: MaybeCount = None
    tower_sites: MaybeCount = None
    either_sites: MaybeCount = None
    """Sites for a farm or a tower (PA-G6)."""
    foreign_market: MaybeFlag = None
    """Whether a foreign-market card lies there (PA-55)."""


@dataclass(frozen=True)
class Market:
    """A market and its income track: the number of spaces, and the money that each space brings."""

    id: str
    spaces: MaybeCount = None
    money: MaybeCounts = None


@dataclass(frozen=True)
class GridColumnEntry:
    """A column of the grid board: its towers, its transformers and its contract places."""

    id: str
    towers: MaybeCount = None
    transformers: MaybeCount = None
    places: MaybeTexts = None


@dataclass(frozen=True)
class LinkPlace:
    """A place for a chain token between two contracts (PA-83)."""

    id: str
    between: MaybeTexts = None


@dataclass(frozen=True)
class BonusColumnEntry:
    """A column of the tower-bonus board: its visible printed bonuses and those under its tiles (PA-G27)."""

    id: str
    zone: MaybeText = None
    tiles: MaybeCount = None
    printed: MaybeGains = None
    under_tiles: MaybeCovered = None


@dataclass(frozen=True)
class BonusTile:
    """A tower-bonus tile with its effect for the opponent (PA-G28, PA-77)."""

    id: str
    symbols: MaybeTexts = None
    effect: MaybeEffect = None
    when: MaybeTrigger = None
    """The event that triggers a lasting tile: VJ builds, fulfils a contract, sells or gets a battery."""
    gains: MaybeGains = None
    words: MaybeText = None
    slot: MaybeFlag = None


@dataclass(frozen=True)
class Contract:
    """A contract tile with its price, gains and income steps."""

    id: str
    energy: MaybeCount = None
    batteries: MaybeCount = None
    symbols: MaybeTexts = None
    sector: MaybeText = None
    gains: MaybeGains = None
    income: MaybeTexts = None


@dataclass(frozen=True)
class LinkToken:
    """A link token with its sector and market symbols."""

    id: str
    symbols: MaybeTexts = None
    sector: MaybeText = None


@dataclass(frozen=True)
class ForeignCard:
    """A foreign-market card: the price and the gains of a sale (PA-G11)."""

    id: str
    energy: MaybeCount = None
    batteries: MaybeCount = None
    sector: MaybeText = None
    gains: MaybeGains = None


@dataclass(frozen=True)
class SpecialistCard:
    """A specialist scoring card: its scoring tile and its symbols (PA-35)."""

    id: str
    scoring_tile: MaybeText = None
    symbols: MaybeTexts = None


@dataclass(frozen=True)
class ParkingCell:
    """A parking cell; columns count from the left, rows from the bottom (PA-95)."""

    id: str
    column: MaybeCount = None
    row: MaybeCount = None


@dataclass(frozen=True)
class TileNames:
    """The names that a typed line about a tile may contain: markets, sectors, and the known tiles."""

    markets: tuple[str, ...]
    sectors: tuple[str, ...]
    tiles: frozenset[str]

    @cached_property
    def tiles_by_folded_name(self) -> Mapping[str, str]:
        """The known tiles by lower-case name, except tiles whose names differ only in case."""
        spellings = Counter(name.casefold() for name in self.tiles)
        return {name.casefold(): name for name in self.tiles if spellings[name.casefold()] == 1}


SiteCounts: TypeAlias = tuple[int, int, int]
"""The numbers of sites of a sector for farms, for towers, and for either."""


@dataclass(frozen=True)
class Pack:
    """All known data of the owner's copy of the game."""

    edition: MaybeText = None
    source: MaybeText = None
    note: MaybeText = None
    sample: bool = False
    to_check: tuple[str, ...] = ()
    grid: GridBoard = GridBoard()
    pieces: Pieces = Pieces()
    lab: SimulationSettings = SimulationSettings()
    sectors: tuple[SectorEntry, ...] = ()
    markets: tuple[Market, ...] = ()
    grid_columns: tuple[GridColumnEntry, ...] = ()
    link_places: tuple[LinkPlace, ...] = ()
    bonus_columns: tuple[BonusColumnEntry, ...] = ()
    bonus_tiles: tuple[BonusTile, ...] = ()
    contracts: tuple[Contract, ...] = ()
    link_tokens: tuple[LinkToken, ...] = ()
    foreign_cards: tuple[ForeignCard, ...] = ()
    specialists: tuple[SpecialistCard, ...] = ()
    parking_cells: tuple[ParkingCell, ...] = ()
    cards: tuple[Card, ...] = ()

    @cached_property
    def names(self) -> KnownNames:
        """The market and sector names that texts in this pack may contain."""
        return KnownNames(add_entry_ids(MARKETS, self.markets), add_entry_ids(SECTORS, self.sectors))

    @cached_property
    def tile_names(self) -> TileNames:
        """The names that typed lines about contracts, cards and tokens may contain."""
        kinds = ("contract", "foreign_card", "link_token", "specialist")
        tiles = frozenset().union(*(self.entries_by_id[kind] for kind in kinds))
        return TileNames(self.names.markets, self.names.sectors, tiles)

    @cached_property
    def site_counts(self) -> dict[str, SiteCounts]:
        """The numbers of sites in each sector for which they are known.

        If a pack gives only two numbers for a sector, the sector has no sites for either kind of building.
        """
        return {
            sector.id: (sector.farm_sites, sector.tower_sites, sector.either_sites or 0)
            for sector in self.sectors
            if sector.farm_sites is not None and sector.tower_sites is not None
        }

    @cached_property
    def contract_yields(self) -> dict[tuple[int, int, tuple[str, ...]], tuple[Sequence[Gain], Sequence[str]]]:
        """The contracts' gains and income markers, by energy, batteries and sorted symbols."""
        yields: dict[tuple[int, int, tuple[str, ...]], tuple[Sequence[Gain], Sequence[str]]] = {}
        for entry in self.contracts:
            if entry.energy is not None and entry.batteries is not None and entry.symbols is not None:
                details = (entry.energy, entry.batteries, tuple(sorted(entry.symbols)))
                if entry.gains is not None and entry.income is not None:
                    yields.setdefault(details, (entry.gains, entry.income))
        return yields

    @cached_property
    def foreign_sectors(self) -> tuple[str, ...]:
        """The sectors that can hold a foreign-market card."""
        closed = {sector.id for sector in self.sectors if sector.foreign_market is False}
        return tuple(name for name in self.names.sectors if name not in closed)

    @cached_property
    def cards_by_id(self) -> dict[str, Card]:
        """The cards by id."""
        return {card.id: card for card in self.cards}

    @cached_property
    def entries_by_id(self) -> dict[str, dict[str, Any]]:
        """The sectors, markets, contracts and other entries by kind and id."""
        return {kind: {entry.id: entry for entry in getattr(self, f"{kind}s")} for kind in ENTRY_TYPES}


SINGLE_TABLES: dict[str, type] = {"grid": GridBoard, "pieces": Pieces, "lab": SimulationSettings}
ENTRY_TYPES: dict[str, type] = {
    "sector": SectorEntry,
    "market": Market,
    "grid_column": GridColumnEntry,
    "link_place": LinkPlace,
    "bonus_column": BonusColumnEntry,
    "bonus_tile": BonusTile,
    "contract": Contract,
    "link_token": LinkToken,
    "foreign_card": ForeignCard,
    "specialist": SpecialistCard,
    "parking_cell": ParkingCell,
}
"""The tables of a pack file; the attribute of Pack has the plural of the name."""

HEADER_KEYS = ("edition", "source", "note")


def add_entry_ids(known_ids: tuple[str, ...], entries: Sequence[Any]) -> tuple[str, ...]:
    """Return the known ids together with the ids of these entries."""
    return tuple(dict.fromkeys((*known_ids, *(entry.id for entry in entries))))


def to_plain_value(value: Any) -> Any:
    """Convert an entry's value to the JSON stored in the file."""
    return [write_part_value(entry) for entry in value] if isinstance(value, tuple) else value


def list_board_values(pack: Pack) -> dict[str, Any]:
    """Return every known value of the boards by its path."""
    values: dict[str, Any] = {}
    entries = [(name, getattr(pack, name)) for name in SINGLE_TABLES]
    for name in ENTRY_TYPES:
        entries += [(f"{name} {entry.id}", entry) for entry in getattr(pack, f"{name}s")]
        values |= {f"{name} {entry.id}": True for entry in getattr(pack, f"{name}s")}
    for path, entry in entries:
        values |= {f"{path}, {field.name}": getattr(entry, field.name) for field in fields(entry) if field.name != "id"}
    return {path: value for path, value in values.items() if value is not None}
