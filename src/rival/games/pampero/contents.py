"""The data model of a pack: the boards, tiles, contracts and VJ cards of one copy of the game.

Every value but an id may be None, which means unknown. A part of a pack has a path, such as "sector A1, farm_sites".
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal, TypeAlias

from rival.games.pampero.cards import MARKETS, SECTORS, Card
from rival.games.pampero.symbols import Gain
from rival.games.pampero.words import Names, write_part

GAME = "pampero"
SCHEMA = 1
CARDS_IN_THE_BOX = 18

Line: TypeAlias = str | None
Count: TypeAlias = int | None
Flag: TypeAlias = bool | None
Lines: TypeAlias = tuple[str, ...] | None
Counts: TypeAlias = tuple[int, ...] | None
Gains: TypeAlias = tuple[Gain, ...] | None
Effect: TypeAlias = Literal["nothing now", "once now", "lasting"] | None
EFFECTS = ("nothing now", "once now", "lasting")
When: TypeAlias = Literal["farm", "tower", "contract", "sale", "battery"] | None
EVENTS = ("farm", "tower", "contract", "sale", "battery")
NOTHING, UNKNOWN = "nothing", "unknown"
Covered: TypeAlias = tuple[Gain | Literal["nothing", "unknown"], ...] | None
"""The bonuses under the tiles of a column, one per tile from the top; a tile beyond the list covers nothing."""

NAMES_IN = {
    "markets": "market",
    "symbols": "market",
    "income": "market",
    "sector": "sector",
    "zone": "zone",
    "between": "place",
}
"""The fields that hold names, and the kind of thing that each names."""

# The contents of a pack, except cards. Every value but an id may be unknown.


@dataclass(frozen=True)
class Grid:
    """VJ's grid board. `markets` lists the markets with a known order, from top to bottom (PA-65)."""

    energy_cap: Count = None
    markets: Lines = None


@dataclass(frozen=True)
class Pieces:
    """Numbers of pieces: per colour, and batteries in the solo game (PA-15)."""

    farms: Count = None
    towers: Count = None
    bulldozers: Count = None
    batteries: Count = None
    battery_energy: Count = None
    """The energy that one battery replaces (PA-G9)."""
    parked_count: Flag = None
    """Whether bulldozers on parking and in storage count in a majority (PA-G38)."""
    starting_money: Count = None
    """VJ's money at the start (PA-G34)."""


@dataclass(frozen=True)
class Lab:
    """Settings that only simulated games need: their length, and the money of the player's side."""

    turns: Counts = None
    """The turns in which scoring 1, scoring 2 and the final scoring take place."""
    money: Count = None
    rest: Count = None
    scoring_card: Count = None
    """The price that the player pays for a specialist scoring card."""
    contract: Count = None
    """Money that a contract gives the player at once, in addition to its printed bonuses."""
    per_contract: Count = None
    per_card: Count = None
    per_tile: Count = None
    majority: Count = None


@dataclass(frozen=True)
class Sector:
    """A sector of the map with its numbers of building sites."""

    id: str
    farm_sites: Count = None
    tower_sites: Count = None
    either_sites: Count = None
    """Sites for a farm or a tower (PA-G6)."""
    foreign_market: Flag = None
    """Whether a foreign-market card lies there (PA-55)."""


@dataclass(frozen=True)
class Market:
    """A market and its income track: how many spaces it has, and the money each space brings."""

    id: str
    spaces: Count = None
    money: Counts = None


@dataclass(frozen=True)
class GridColumn:
    """A column of VJ's grid board, from the left: its towers and transformers at the start, and its contract places."""

    id: str
    towers: Count = None
    transformers: Count = None
    places: Lines = None


@dataclass(frozen=True)
class LinkPlace:
    """A place for a chain token, between two contract places (PA-83)."""

    id: str
    between: Lines = None


@dataclass(frozen=True)
class BonusColumn:
    """A column of the tower-bonus board, from the left; `under_tiles`: printed bonuses that tiles cover (PA-G27)."""

    id: str
    zone: Line = None
    tiles: Count = None
    printed: Gains = None
    under_tiles: Covered = None


@dataclass(frozen=True)
class BonusTile:
    """A numbered tower-bonus tile: its effect for VJ (PA-G28), and whether VJ's board has a slot for it (PA-77)."""

    id: str
    symbols: Lines = None
    effect: Effect = None
    when: When = None
    """The event that triggers a lasting tile: VJ builds, fulfils a contract, sells or gets a battery."""
    gains: Gains = None
    words: Line = None
    slot: Flag = None


@dataclass(frozen=True)
class Contract:
    """A contract tile; `income`: the markets whose marker it moves, repeated for each step."""

    id: str
    energy: Count = None
    batteries: Count = None
    symbols: Lines = None
    sector: Line = None
    gains: Gains = None
    income: Lines = None


@dataclass(frozen=True)
class LinkToken:
    """A link token with its sector and market symbols."""

    id: str
    symbols: Lines = None
    sector: Line = None


@dataclass(frozen=True)
class ForeignCard:
    """A foreign-market card: the price and the gains of a sale (PA-G11)."""

    id: str
    energy: Count = None
    batteries: Count = None
    sector: Line = None
    gains: Gains = None


@dataclass(frozen=True)
class Specialist:
    """A specialist scoring card: its scoring tile and its symbols (PA-35)."""

    id: str
    scoring_tile: Line = None
    symbols: Lines = None


@dataclass(frozen=True)
class ParkingCell:
    """A parking cell; columns count from the left, rows from the bottom (PA-95)."""

    id: str
    column: Count = None
    row: Count = None


@dataclass(frozen=True)
class Pack:
    """All known data of one copy of the game. `to_check` lists the paths of values that are only assumed."""

    edition: Line = None
    source: Line = None
    note: Line = None
    sample: bool = False
    to_check: tuple[str, ...] = ()
    grid: Grid = Grid()
    pieces: Pieces = Pieces()
    lab: Lab = Lab()
    sectors: tuple[Sector, ...] = ()
    markets: tuple[Market, ...] = ()
    grid_columns: tuple[GridColumn, ...] = ()
    link_places: tuple[LinkPlace, ...] = ()
    bonus_columns: tuple[BonusColumn, ...] = ()
    bonus_tiles: tuple[BonusTile, ...] = ()
    contracts: tuple[Contract, ...] = ()
    link_tokens: tuple[LinkToken, ...] = ()
    foreign_cards: tuple[ForeignCard, ...] = ()
    specialists: tuple[Specialist, ...] = ()
    parking_cells: tuple[ParkingCell, ...] = ()
    cards: tuple[Card, ...] = ()

    @cached_property
    def names(self) -> Names:
        """The market and sector names that texts in this pack may contain."""
        return Names(with_ids(MARKETS, self.markets), with_ids(SECTORS, self.sectors))

    @cached_property
    def card_by_id(self) -> dict[str, Card]:
        """The cards by id."""
        return {card.id: card for card in self.cards}

    @cached_property
    def by_id(self) -> dict[str, dict[str, Any]]:
        """The entries by kind and id: sectors, markets, contracts and so on."""
        return {kind: {one.id: one for one in getattr(self, f"{kind}s")} for kind in ENTRIES}


SINGLES: dict[str, type] = {"grid": Grid, "pieces": Pieces, "lab": Lab}
ENTRIES: dict[str, type] = {
    "sector": Sector,
    "market": Market,
    "grid_column": GridColumn,
    "link_place": LinkPlace,
    "bonus_column": BonusColumn,
    "bonus_tile": BonusTile,
    "contract": Contract,
    "link_token": LinkToken,
    "foreign_card": ForeignCard,
    "specialist": Specialist,
    "parking_cell": ParkingCell,
}
"""The tables of a pack file; the attribute of Pack has the plural of the name."""

ABOUT = ("edition", "source", "note")


def with_ids(known: tuple[str, ...], entries: Sequence[Any]) -> tuple[str, ...]:
    """Return the known ids with the ids of these entries added."""
    return tuple(dict.fromkeys((*known, *(entry.id for entry in entries))))


def plain_value(value: Any) -> Any:
    """Return a value of an entry in the form that the file holds; a list of bonuses has no "then"."""
    return [write_part(one) for one in value] if isinstance(value, tuple) else value


def board_parts(pack: Pack) -> dict[str, Any]:
    """Return every known value except those of cards, by path; the path "sector A1" itself has the value True."""
    found: dict[str, Any] = {}
    entries = [(name, getattr(pack, name)) for name in SINGLES]
    for name in ENTRIES:
        entries += [(f"{name} {entry.id}", entry) for entry in getattr(pack, f"{name}s")]
        found |= {f"{name} {entry.id}": True for entry in getattr(pack, f"{name}s")}
    for path, entry in entries:
        found |= {f"{path}, {one.name}": getattr(entry, one.name) for one in fields(entry) if one.name != "id"}
    return {path: value for path, value in found.items() if value is not None}
