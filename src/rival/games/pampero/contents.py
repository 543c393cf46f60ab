"""What a pack holds: the boards, tiles and contracts of one copy of the game, and its VJ cards.

Everything but an id may be unknown. A part of a pack has a path, such as "sector A1, farm_sites".
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
"""What lies under the tiles of a column, one for each from the top; a place that is not listed covers nothing."""

NAMES_IN = {
    "markets": "market",
    "symbols": "market",
    "income": "market",
    "sector": "sector",
    "zone": "zone",
    "between": "place",
}
"""The fields that hold names, and of what."""

# What a pack holds besides cards. Everything but an id may be unknown.


@dataclass(frozen=True)
class Grid:
    """VJ's grid board. `markets`: top to bottom, those whose order is known (PA-65)."""

    energy_cap: Count = None
    markets: Lines = None


@dataclass(frozen=True)
class Pieces:
    """Numbers of pieces: of each colour, and of batteries in the solo game (PA-15)."""

    farms: Count = None
    towers: Count = None
    bulldozers: Count = None
    batteries: Count = None
    battery_energy: Count = None
    """What a battery is worth in energy (PA-G9)."""
    parked_count: Flag = None
    """Whether bulldozers on parking and in storage count in a majority (PA-G38)."""
    starting_money: Count = None
    """The money with which VJ starts (PA-G34)."""


@dataclass(frozen=True)
class Lab:
    """What only a sample table needs: the length of its games, and the money of the player's side there."""

    turns: Counts = None
    """The turns with which scoring 1, scoring 2 and the final scoring come."""
    money: Count = None
    rest: Count = None
    scoring_card: Count = None
    """What you pay for a specialist scoring card."""
    contract: Count = None
    """What a contract brings you at once, besides what it shows."""
    per_contract: Count = None
    per_card: Count = None
    per_tile: Count = None
    majority: Count = None


@dataclass(frozen=True)
class Sector:
    id: str
    farm_sites: Count = None
    tower_sites: Count = None
    either_sites: Count = None
    """Sites that take a farm or a tower (PA-G6)."""
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
    """A column of VJ's grid board, left to right: what stands in it at the start, and its contract places."""

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
    """A column of the tower-bonus board, left to right; `under_tiles`: printed bonuses that tiles cover (PA-G27)."""

    id: str
    zone: Line = None
    tiles: Count = None
    printed: Gains = None
    under_tiles: Covered = None


@dataclass(frozen=True)
class BonusTile:
    """A tower-bonus tile by its number; its effect for VJ (PA-G28); whether it has a slot of its own (PA-77)."""

    id: str
    symbols: Lines = None
    effect: Effect = None
    when: When = None
    """What a lasting tile waits for: VJ builds a farm or a tower, fulfils a contract, sells, gets a battery."""
    gains: Gains = None
    words: Line = None
    slot: Flag = None


@dataclass(frozen=True)
class Contract:
    """A contract tile; `income`: the markets whose marker it moves, one step for each time it is named."""

    id: str
    energy: Count = None
    batteries: Count = None
    symbols: Lines = None
    sector: Line = None
    gains: Gains = None
    income: Lines = None


@dataclass(frozen=True)
class LinkToken:
    id: str
    symbols: Lines = None
    sector: Line = None


@dataclass(frozen=True)
class ForeignCard:
    """A foreign-market card: what a sale asks for and gives (PA-G11)."""

    id: str
    energy: Count = None
    batteries: Count = None
    sector: Line = None
    gains: Gains = None


@dataclass(frozen=True)
class Specialist:
    """A specialist scoring card: the scoring tile it belongs to, and its symbols (PA-35)."""

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
    """All that is told of one copy of the game. `to_check` lists the paths of what was only assumed."""

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
        """The names that the words of this pack may contain."""
        return Names(with_ids(MARKETS, self.markets), with_ids(SECTORS, self.sectors))

    @cached_property
    def card_by_id(self) -> dict[str, Card]:
        return {card.id: card for card in self.cards}

    @cached_property
    def by_id(self) -> dict[str, dict[str, Any]]:
        """What is told of sectors, markets, contracts and so on, by their ids."""
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
"""The tables of a pack file; a Pack has them under the plural of the name."""

ABOUT = ("edition", "source", "note")


def with_ids(known: tuple[str, ...], entries: Sequence[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *(entry.id for entry in entries))))


def plain_value(value: Any) -> Any:
    """A value of an entry as it stands in the file; a list of bonuses is not a row, so it has no "then"."""
    return [write_part(one) for one in value] if isinstance(value, tuple) else value


def board_parts(pack: Pack) -> dict[str, Any]:
    """All that is told besides cards, by path; "sector A1" says that there is such a sector."""
    found: dict[str, Any] = {}
    entries = [(name, getattr(pack, name)) for name in SINGLES]
    for name in ENTRIES:
        entries += [(f"{name} {entry.id}", entry) for entry in getattr(pack, f"{name}s")]
        found |= {f"{name} {entry.id}": True for entry in getattr(pack, f"{name}s")}
    for path, entry in entries:
        found |= {f"{path}, {one.name}": getattr(entry, one.name) for one in fields(entry) if one.name != "id"}
    return {path: value for path, value in found.items() if value is not None}
