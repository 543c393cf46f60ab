"""VJ cards as data: what is printed on a card, any part of which may still be unknown.

A card is a majority and three sections (PA-45); a section is a condition and an action, with the action's
rows of icons and its bonus (PA-46, PA-49, PA-50). One class per kind of icon. `None` means "not known yet";
`Other` holds the words of an icon that the vocabulary lacks, and is asked about when it is reached.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Generic, Literal, TypeAlias, TypeVar, cast

from rival.games.pampero.outside import shown
from rival.kernel import BadPack, Joined, Name, _

Zone: TypeAlias = Literal["A", "B", "C"]
ZONES: tuple[Zone, ...] = ("A", "B", "C")
SECTORS = ("A1", "A2", "A3", "B1", "B2", "C")
MARKETS = ("commercial", "industrial", "remote", "residential", "tourism")
MAP = "map"
"""The place of a row that looks at the whole map: a farm's (PA-63) or a foreign sale's (PA-G11)."""


@lru_cache(maxsize=64)
def zone_of(place: str) -> Zone:
    """The zone of a sector (a zone is its own)."""
    if place[:1] in ZONES and (len(place) == 1 or (len(place) == 2 and place[1] in "0123456789")):
        return cast(Zone, place[0])
    raise BadPack(_("“{place}” is neither a zone (A, B, C) nor a sector such as B1.", place=shown(place)))


# Icons. Those that say no more than their name are classes without fields.


@dataclass(frozen=True)
class Other:
    """Anything the vocabulary lacks, in the words of whoever holds the card."""

    words: str


@dataclass(frozen=True)
class WindFarms:
    """Majority: wind farms on the map."""


@dataclass(frozen=True)
class Towers:
    """Majority: towers on the map."""


@dataclass(frozen=True)
class Transformers:
    """Majority: transformers on the map."""


@dataclass(frozen=True)
class Contracts:
    """Majority: contracts on the grid board."""


@dataclass(frozen=True)
class ChainTokens:
    """Majority: chain tokens on the grid board."""


@dataclass(frozen=True)
class BonusTiles:
    """Majority: tower-bonus tiles."""


@dataclass(frozen=True)
class Batteries:
    """Majority: batteries."""


@dataclass(frozen=True)
class Bulldozers:
    """Majority: bulldozers; virtual ones never count (PA-G38)."""


@dataclass(frozen=True)
class FarmsInZone:
    """Majority: wind farms in one zone."""

    zone: str


@dataclass(frozen=True)
class TowersInZone:
    """Majority: towers in one zone."""

    zone: str


@dataclass(frozen=True)
class TransformersInZone:
    """Majority: transformers in one zone."""

    zone: str


@dataclass(frozen=True)
class ContractsInZone:
    """Majority: contracts of one zone."""

    zone: str


@dataclass(frozen=True)
class BulldozersInZone:
    """Majority: bulldozers in one zone."""

    zone: str


@dataclass(frozen=True)
class MarketContracts:
    """Majority: contracts with the symbol of a market."""

    symbol: str


@dataclass(frozen=True)
class MarketTiles:
    """Majority: bonus tiles with the symbol of a market."""

    symbol: str


@dataclass(frozen=True)
class EnergyBelow:
    """Condition: VJ has less energy than this (PA-45e)."""

    limit: int


@dataclass(frozen=True)
class TransformersBlocked:
    """Condition: all transformers on VJ's grid board are blocked (PA-53, PA-66)."""


@dataclass(frozen=True)
class NotEnoughEnergy:
    """Condition: VJ lacks the energy for a contract in a sector with his tower (PA-54)."""


@dataclass(frozen=True)
class ContractAvailable:
    """Condition: a contract is available in a sector with a VJ tower (PA-78)."""


@dataclass(frozen=True)
class TwoSymbolContract:
    """Condition: a contract with two market symbols is available (PA-86e)."""


@dataclass(frozen=True)
class SymbolContract:
    """Condition: a contract with this symbol is available; the secondary symbol of PA-86e."""

    symbol: str


@dataclass(frozen=True)
class TowerInForeignMarket:
    """Condition: VJ has a tower in a sector with a foreign-market card (PA-55)."""


@dataclass(frozen=True)
class MostStructures:
    """The sector with most of your farms, towers and transformers (PA-58)."""


@dataclass(frozen=True)
class MostBulldozers:
    """The sector with most of your bulldozers (PA-59)."""


@dataclass(frozen=True)
class MostSymbols:
    """The sector with most of this symbol on available contracts and link tokens (PA-89)."""

    symbol: str


@dataclass(frozen=True)
class Cheapest:
    """The cheapest contract, or the sector that has it (PA-79, PA-90, PA-G25)."""


@dataclass(frozen=True)
class NamedSector:
    """This very sector (PA-90)."""

    sector: str


@dataclass(frozen=True)
class ForeignMarket:
    """A foreign-market sale as one more entry of a row (PA-55, PA-G11)."""


@dataclass(frozen=True)
class EdgeMarker:
    """The symbol of VJ's rightmost-or-lowest income marker (PA-65)."""


@dataclass(frozen=True)
class HasSymbol:
    """A contract, or a bonus tile, with this symbol."""

    symbol: str


@dataclass(frozen=True)
class TwoSymbols:
    """A contract with two market symbols."""


@dataclass(frozen=True)
class Eye:
    """Look at the next VJ card (PA-61)."""


@dataclass(frozen=True)
class YouChoose:
    """The player chooses (PA-60)."""


@dataclass(frozen=True)
class Dollars:
    amount: int


@dataclass(frozen=True)
class Amount:
    """So much of something. Without an amount it is one; as the symbol of a card, any amount (PA-75)."""

    amount: int | None = None

    @property
    def n(self) -> int:
        return 1 if self.amount is None else self.amount


class Energy(Amount):
    pass


class Battery(Amount):
    pass


class Income(Amount):
    """Steps of an income marker (PA-94)."""


class Bulldozer(Amount):
    pass


class Specialist(Amount):
    pass


class Link(Amount):
    pass


@dataclass(frozen=True)
class SecondFarm:
    """Another wind farm in the sector where VJ builds one: a lasting tile (PA-77)."""


IconT = TypeVar("IconT", covariant=True)


@dataclass(frozen=True)
class Stacked(Generic[IconT]):
    """A symbol with a secondary one drawn behind it (PA-84)."""

    front: IconT
    behind: IconT


Majority: TypeAlias = (
    WindFarms
    | Towers
    | Transformers
    | Contracts
    | ChainTokens
    | BonusTiles
    | Batteries
    | Bulldozers
    | FarmsInZone
    | TowersInZone
    | TransformersInZone
    | ContractsInZone
    | BulldozersInZone
    | MarketContracts
    | MarketTiles
    | Other
)
ConditionIcon: TypeAlias = (
    EnergyBelow
    | TransformersBlocked
    | NotEnoughEnergy
    | ContractAvailable
    | TwoSymbolContract
    | SymbolContract
    | TowerInForeignMarket
    | Other
)
SectorIcon: TypeAlias = (
    MostStructures
    | MostBulldozers
    | EdgeMarker
    | MostSymbols
    | Cheapest
    | NamedSector
    | ForeignMarket
    | Eye
    | YouChoose
    | Other
)
ContractIcon: TypeAlias = (
    Cheapest | EdgeMarker | HasSymbol | TwoSymbols | NamedSector | ForeignMarket | Eye | YouChoose | Other
)
TileIcon: TypeAlias = EdgeMarker | HasSymbol | Eye | Other
PrintedBonus: TypeAlias = Dollars | Energy | Battery | Income | Bulldozer | Specialist | Link | Other
"""A bonus printed on the bonus board or on a contract."""
Gain: TypeAlias = PrintedBonus | SecondFarm
"""What VJ can get, a lasting tile's included."""
PrintedIcon: TypeAlias = PrintedBonus | Eye
Icon: TypeAlias = Majority | ConditionIcon | SectorIcon | ContractIcon | TileIcon | PrintedIcon | SecondFarm

Condition: TypeAlias = ConditionIcon | Stacked[ConditionIcon]
Criterion: TypeAlias = SectorIcon | ContractIcon | Stacked[SectorIcon | ContractIcon]
TileSymbol: TypeAlias = TileIcon | Stacked[TileIcon]
PrintedSymbol: TypeAlias = PrintedIcon | Stacked[PrintedIcon]
Criteria: TypeAlias = tuple[Criterion, ...]


def contract_kind(condition: ConditionIcon) -> TwoSymbols | HasSymbol | None:
    """What a contract section's condition asks of a contract, if anything (PA-85, PA-G20)."""
    match condition:
        case TwoSymbolContract():
            return TwoSymbols()
        case SymbolContract(symbol):
            return HasSymbol(symbol)
        case _:
            return None


# Rows, bonus tables, actions.

T = TypeVar("T")


@dataclass(frozen=True)
class ByZone(Generic[T]):
    """A line of a bonus table: one cell a zone."""

    A: T | None = None
    B: T | None = None
    C: T | None = None

    def at(self, zone: Zone) -> T | None:
        return cast("T | None", getattr(self, zone))

    def put(self, zone: Zone, value: T | None) -> "ByZone[T]":
        return replace(self, **{zone: value})


@dataclass(frozen=True)
class Row:
    """The icons of one place; no icon at all means that nothing is printed there."""

    place: str
    criteria: Criteria


@dataclass(frozen=True)
class Rows:
    """The rows of an action: the order of their places, and the rows told so far.

    The two are known apart: an eye on another card may ask for one row long before the card itself is read.
    """

    order: tuple[str, ...] | None = None
    known: tuple[Row, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", tuple(sorted(self.known, key=lambda row: row.place)))

    def at(self, place: str) -> Criteria | None:
        return next((row.criteria for row in self.known if row.place == place), None)

    def check_place(self, place: str) -> None:
        """Whether there can be a row for this place, by the order as far as it is known."""
        if self.order is None:
            zone_of(place)
        elif place not in self.order:
            known = Joined(map(Name, self.order))
            raise BadPack(_("there is no row “{place}”; the rows here are: {known}.", place=shown(place), known=known))

    def put(self, place: str, criteria: Criteria | None) -> "Rows":
        rest = tuple(row for row in self.known if row.place != place)
        return replace(self, known=rest if criteria is None else (*rest, Row(place, criteria)))

    def in_order(self, order: tuple[str, ...] | None) -> "Rows":
        left_out = [row.place for row in self.known if order is not None and row.place not in order]
        if left_out:
            places = Joined(map(Name, left_out))
            raise BadPack(_("the card has a row for {places}, which this order leaves out.", places=places))
        return replace(self, order=order)

    def places(self) -> tuple[str, ...]:
        """The places in printed order; while that is unknown, those whose row is known."""
        return tuple(row.place for row in self.known) if self.order is None else self.order

    def in_zone(self, zone: Zone) -> tuple[str, ...]:
        """The places of a zone, top one first: what an eye looks at (PA-86, PA-87); a row for the map is for all."""
        return tuple(place for place in self.places() if place == MAP or zone_of(place) == zone)


_ONE_ROW = Rows(order=(MAP,))


@dataclass(frozen=True)
class BuildFarm:
    rows: Rows = _ONE_ROW
    energy: ByZone[int] = field(default_factory=ByZone)


@dataclass(frozen=True)
class BuildTower:
    """`upper` is the tile symbol and `lower` the printed bonus of the card's bonus table (PA-74, PA-75)."""

    rows: Rows = field(default_factory=Rows)
    upper: ByZone[TileSymbol] = field(default_factory=ByZone)
    lower: ByZone[PrintedSymbol] = field(default_factory=ByZone)


@dataclass(frozen=True)
class FulfilContract:
    rows: Rows = field(default_factory=Rows)


@dataclass(frozen=True)
class ForeignSale:
    rows: Rows = _ONE_ROW


Action: TypeAlias = BuildFarm | BuildTower | FulfilContract | ForeignSale | Other


@dataclass(frozen=True)
class Section:
    condition: Condition | None = None
    action: Action | None = None


@dataclass(frozen=True)
class Card:
    """One VJ card, as far as it is known, and where the knowledge comes from.

    `to_check` lists the paths of parts that somebody assumed; telling a part takes it off the list.
    """

    id: str
    majority: Majority | None = None
    number: int | None = None
    sections: tuple[Section, Section, Section] = (Section(), Section(), Section())
    unplaced: tuple[Section, ...] = ()
    owner: str | None = None
    edition: str | None = None
    checked: bool = False
    to_check: tuple[str, ...] = ()

    @cached_property
    def known(self) -> dict[str, Any]:
        """The parts that were looked at so far, by path: a card that is known better is another card."""
        return {}
