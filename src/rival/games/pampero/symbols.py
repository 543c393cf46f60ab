"""The icons printed on VJ cards: one class for each kind.

`CustomIcon` holds the owner's description of an icon without a class; the program asks about it when VJ reaches it.
An icon that has no variable detail is a class without fields.
"""

from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar


@dataclass(frozen=True)
class CustomIcon:
    """An icon described in the owner's own words."""

    words: str


@dataclass(frozen=True)
class WindFarms:
    """The majority in wind farms on the map."""


@dataclass(frozen=True)
class Towers:
    """The majority in towers on the map."""


@dataclass(frozen=True)
class Transformers:
    """The majority in transformers on the map."""


@dataclass(frozen=True)
class Contracts:
    """The majority in contracts on the grid board."""


@dataclass(frozen=True)
class ChainTokens:
    """The majority in chain tokens on the grid board."""


@dataclass(frozen=True)
class BonusTiles:
    """The majority in tower-bonus tiles."""


@dataclass(frozen=True)
class Batteries:
    """The majority in batteries."""


@dataclass(frozen=True)
class Bulldozers:
    """The majority in bulldozers; virtual ones never count (PA-G38)."""


@dataclass(frozen=True)
class LinkTokens:
    """The majority in link tokens (PA-G48)."""


@dataclass(frozen=True)
class SpecialistCards:
    """The majority in specialist cards (PA-G48)."""


@dataclass(frozen=True)
class FarmsInZone:
    """The majority in wind farms in one zone."""

    zone: str


@dataclass(frozen=True)
class TowersInZone:
    """The majority in towers in one zone."""

    zone: str


@dataclass(frozen=True)
class TransformersInZone:
    """The majority in transformers in one zone."""

    zone: str


@dataclass(frozen=True)
class ContractsInZone:
    """The majority in contracts of one zone."""

    zone: str


@dataclass(frozen=True)
class BulldozersInZone:
    """The majority in bulldozers in one zone."""

    zone: str


@dataclass(frozen=True)
class MarketContracts:
    """The majority in contracts with the symbol of a market."""

    symbol: str


@dataclass(frozen=True)
class MarketTiles:
    """The majority in bonus tiles with the symbol of a market."""

    symbol: str


@dataclass(frozen=True)
class EnergyBelow:
    """The condition that VJ has less energy than a limit (PA-45e)."""

    limit: int


@dataclass(frozen=True)
class BlockedTransformers:
    """The condition that all transformers on VJ's grid board are blocked (PA-53, PA-66)."""


@dataclass(frozen=True)
class NotEnoughEnergy:
    """The condition that VJ lacks the energy for a contract in a sector with one of his towers (PA-54)."""


@dataclass(frozen=True)
class ContractAvailable:
    """The condition that a contract is available in a sector with one of VJ's towers (PA-78)."""


@dataclass(frozen=True)
class TwoSymbolContractAvailable:
    """The condition that a contract with two market symbols is available (PA-86e)."""


@dataclass(frozen=True)
class SymbolContractAvailable:
    """The condition that a contract with this symbol is available (PA-86e)."""

    symbol: str


@dataclass(frozen=True)
class TowerInForeignMarket:
    """The condition that VJ has a tower in a sector with a foreign-market card (PA-55)."""


@dataclass(frozen=True)
class MostStructures:
    """An icon for the sector with the most of the player's farms, towers and transformers (PA-58)."""


@dataclass(frozen=True)
class MostBulldozers:
    """An icon for the sector with the most of the player's bulldozers (PA-59)."""


@dataclass(frozen=True)
class MostSymbols:
    """An icon for the sector with the most of this symbol on contracts and link tokens (PA-89)."""

    symbol: str


@dataclass(frozen=True)
class CheapestContract:
    """An icon for the cheapest contract or for the sector that has it (PA-79, PA-90, PA-G25)."""


@dataclass(frozen=True)
class NamedSector:
    """An icon for a specific sector (PA-90)."""

    sector: str


@dataclass(frozen=True)
class ForeignMarket:
    """An icon for a foreign-market sale (PA-55, PA-G11)."""


@dataclass(frozen=True)
class EdgeMarkerSymbol:
    """An icon for the symbol of VJ's rightmost or lowest income marker (PA-65)."""


@dataclass(frozen=True)
class TileWithSymbol:
    """An icon for a contract or bonus tile with this symbol."""

    symbol: str


@dataclass(frozen=True)
class ContractWithTwoSymbols:
    """An icon for a contract with two market symbols."""


@dataclass(frozen=True)
class EyeIcon:
    """An eye icon, which refers to the next card (PA-61)."""


@dataclass(frozen=True)
class PlayerChoice:
    """An icon that lets the player choose (PA-60)."""


@dataclass(frozen=True)
class Dollars:
    """A gain of money."""

    amount: int


@dataclass(frozen=True)
class Amount:
    """A number of things to gain.

    None means one on a bonus and any number on a card (PA-75).
    """

    amount: int | None = None

    @property
    def count(self) -> int:
        """The number to gain: one if no amount is printed."""
        return 1 if self.amount is None else self.amount


class Energy(Amount):
    """A gain of energy."""


class Battery(Amount):
    """A gain of batteries."""


class IncomeSteps(Amount):
    """A gain of income-marker steps (PA-94)."""


class Bulldozer(Amount):
    """A gain of bulldozers."""


class Specialist(Amount):
    """A gain of specialist cards."""


class LinkSymbol(Amount):
    """A gain of link tokens."""


@dataclass(frozen=True)
class SecondFarm:
    """A tile effect that lets VJ build a second wind farm in the same sector (PA-77)."""


IconT = TypeVar("IconT", covariant=True)


@dataclass(frozen=True)
class StackedSymbol(Generic[IconT]):
    """A symbol with a secondary symbol drawn behind it (PA-84)."""

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
    """Return the part of a condition that a single contract can meet; None if there is none (PA-85, PA-G20)."""
    match condition:
        case TwoSymbolContractAvailable():
            return ContractWithTwoSymbols()
        case SymbolContractAvailable(symbol):
            return TileWithSymbol(symbol)
        case _:
            return None
