"""The icons printed on VJ cards: one class for each kind.

`CustomIcon` holds the owner's description of an icon without a class; the program asks about it when VJ reaches it.
Icons without a detail are classes without fields.
"""

from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar


@dataclass(frozen=True)
class CustomIcon:
    """An icon without a class here, in the owner's own words."""

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
class LinkTokens:
    """Majority: link tokens that were gained (PA-G48)."""


@dataclass(frozen=True)
class SpecialistCards:
    """Majority: specialist cards that were gained (PA-G48)."""


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
class BlockedTransformers:
    """Condition: all transformers on VJ's grid board are blocked (PA-53, PA-66)."""


@dataclass(frozen=True)
class NotEnoughEnergy:
    """Condition: VJ lacks the energy for a contract in a sector with his tower (PA-54)."""


@dataclass(frozen=True)
class ContractAvailable:
    """Condition: a contract is available in a sector with a VJ tower (PA-78)."""


@dataclass(frozen=True)
class TwoSymbolContractAvailable:
    """Condition: a contract with two market symbols is available (PA-86e)."""


@dataclass(frozen=True)
class SymbolContractAvailable:
    """Condition: a contract with this symbol is available; the secondary symbol of PA-86e."""

    symbol: str


@dataclass(frozen=True)
class TowerInForeignMarket:
    """Condition: VJ has a tower in a sector with a foreign-market card (PA-55)."""


@dataclass(frozen=True)
class MostStructures:
    """The sector with the most farms, towers and transformers of yours (PA-58)."""


@dataclass(frozen=True)
class MostBulldozers:
    """The sector with the most bulldozers of yours (PA-59)."""


@dataclass(frozen=True)
class MostSymbols:
    """The sector with the most of this symbol on available contracts and link tokens (PA-89)."""

    symbol: str


@dataclass(frozen=True)
class CheapestContract:
    """The cheapest contract, or the sector that has it (PA-79, PA-90, PA-G25)."""


@dataclass(frozen=True)
class NamedSector:
    """The sector that the icon names (PA-90)."""

    sector: str


@dataclass(frozen=True)
class ForeignMarket:
    """A foreign-market sale as an entry of a row (PA-55, PA-G11)."""


@dataclass(frozen=True)
class EdgeMarkerSymbol:
    """The symbol of VJ's rightmost-or-lowest income marker (PA-65)."""


@dataclass(frozen=True)
class TileWithSymbol:
    """A contract, or a bonus tile, with this symbol."""

    symbol: str


@dataclass(frozen=True)
class ContractWithTwoSymbols:
    """A contract with two market symbols."""


@dataclass(frozen=True)
class EyeIcon:
    """Look at the next VJ card (PA-61)."""


@dataclass(frozen=True)
class PlayerChoice:
    """The player chooses (PA-60)."""


@dataclass(frozen=True)
class Dollars:
    """An amount of money."""

    amount: int


@dataclass(frozen=True)
class Amount:
    """An amount of something. On a bonus, None means one; on a card, None matches any amount (PA-75)."""

    amount: int | None = None

    @property
    def count(self) -> int:
        """The number to gain: one if no amount is printed."""
        return 1 if self.amount is None else self.amount


class Energy(Amount):
    """Steps of the energy marker."""


class Battery(Amount):
    """Batteries."""


class IncomeSteps(Amount):
    """Steps of an income marker (PA-94)."""


class Bulldozer(Amount):
    """Bulldozers."""


class Specialist(Amount):
    """Specialist cards."""


class LinkSymbol(Amount):
    """Link tokens."""


@dataclass(frozen=True)
class SecondFarm:
    """A lasting tile: another wind farm in the sector where VJ builds one (PA-77)."""


IconT = TypeVar("IconT", covariant=True)


@dataclass(frozen=True)
class StackedSymbol(Generic[IconT]):
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
    | LinkTokens
    | SpecialistCards
    | FarmsInZone
    | TowersInZone
    | TransformersInZone
    | ContractsInZone
    | BulldozersInZone
    | MarketContracts
    | MarketTiles
    | CustomIcon
)
ConditionIcon: TypeAlias = (
    EnergyBelow
    | BlockedTransformers
    | NotEnoughEnergy
    | ContractAvailable
    | TwoSymbolContractAvailable
    | SymbolContractAvailable
    | TowerInForeignMarket
    | CustomIcon
)
SectorIcon: TypeAlias = (
    MostStructures
    | MostBulldozers
    | EdgeMarkerSymbol
    | MostSymbols
    | CheapestContract
    | NamedSector
    | ForeignMarket
    | EyeIcon
    | PlayerChoice
    | CustomIcon
)
ContractIcon: TypeAlias = (
    CheapestContract
    | EdgeMarkerSymbol
    | TileWithSymbol
    | ContractWithTwoSymbols
    | NamedSector
    | ForeignMarket
    | EyeIcon
    | PlayerChoice
    | CustomIcon
)
TileIcon: TypeAlias = EdgeMarkerSymbol | TileWithSymbol | EyeIcon | CustomIcon
PrintedBonus: TypeAlias = Dollars | Energy | Battery | IncomeSteps | Bulldozer | Specialist | LinkSymbol | CustomIcon
"""A bonus printed on the bonus board or on a contract."""
Gain: TypeAlias = PrintedBonus | SecondFarm
"""Everything that VJ can gain, including the effects of lasting tiles."""
PrintedIcon: TypeAlias = PrintedBonus | EyeIcon
Icon: TypeAlias = Majority | ConditionIcon | SectorIcon | ContractIcon | TileIcon | PrintedIcon | SecondFarm


Condition: TypeAlias = ConditionIcon | StackedSymbol[ConditionIcon]
RowCriterion: TypeAlias = SectorIcon | ContractIcon | StackedSymbol[SectorIcon | ContractIcon]
TileSymbol: TypeAlias = TileIcon | StackedSymbol[TileIcon]
PrintedSymbol: TypeAlias = PrintedIcon | StackedSymbol[PrintedIcon]
RowCriteria: TypeAlias = tuple[RowCriterion, ...]


def to_contract_criterion(condition: ConditionIcon) -> ContractWithTwoSymbols | TileWithSymbol | None:
    """Return the criterion that a condition sets for contracts; None if it sets none (PA-85, PA-G20)."""
    match condition:
        case TwoSymbolContractAvailable():
            return ContractWithTwoSymbols()
        case SymbolContractAvailable(symbol):
            return TileWithSymbol(symbol)
        case _:
            return None
