"""VJ cards as data: the printed content of a card, any part of which may still be unknown.

A card is a majority and three sections (PA-45); a section is a condition and an action, with the action's rows of
icons and its bonus (PA-46, PA-49, PA-50). `None` means "not known yet".
"""

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Generic, Literal, TypeAlias, TypeVar, cast

from rival.games.pampero.safe_text import sanitize_text
from rival.games.pampero.symbols import Condition, CustomIcon, Majority, PrintedSymbol, RowCriteria, TileSymbol
from rival.kernel import BadPackError, JoinedText, Name, _

Zone: TypeAlias = Literal["A", "B", "C"]
ZONES: tuple[Zone, ...] = ("A", "B", "C")
SECTORS = ("A1", "A2", "A3", "B1", "B2", "C")
MARKETS = ("commercial", "industrial", "remote", "residential", "tourism")
MAP_PLACE = "map"
"""The place of a row for the whole map, used by wind farms (PA-63) and foreign sales (PA-G11)."""


@lru_cache(maxsize=64)
def get_zone(place: str) -> Zone:
    """Return the zone of a sector or zone; raise BadPackError if the text names neither."""
    if place[:1] in ZONES and (len(place) == 1 or (len(place) == 2 and place[1] in "0123456789")):
        return cast(Zone, place[0])
    raise BadPackError(_("“{place}” is neither a zone (A, B, C) nor a sector such as B1.", place=sanitize_text(place)))


T = TypeVar("T")


@dataclass(frozen=True)
class ZoneValues(Generic[T]):
    """One value for each zone of the map."""

    A: T | None = None
    B: T | None = None
    C: T | None = None

    def get(self, zone: Zone) -> T | None:
        """Return the value for a zone."""
        return cast("T | None", getattr(self, zone))

    def replace_zone_value(self, zone: Zone, value: T | None) -> "ZoneValues[T]":
        """Return a copy with the value for one zone replaced."""
        return replace(self, **{zone: value})


@dataclass(frozen=True)
class CardRow:
    """The icons that a card shows for one zone or sector."""

    place: str
    criteria: RowCriteria


@dataclass(frozen=True)
class ActionRows:
    """The icon rows of a card action, and the order of the rows.

    The rows and their order become known independently. For example, an eye icon on another card may ask for one row
    long before this card is read.
    """

    order: tuple[str, ...] | None = None
    known: tuple[CardRow, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "known", tuple(sorted(self.known, key=lambda row: row.place)))

    def find_icons(self, place: str) -> RowCriteria | None:
        """Return the icons for a zone or sector; None if they are unknown."""
        return next((row.criteria for row in self.known if row.place == place), None)

    def check_place(self, place: str) -> None:
        """Raise BadPackError if this action can't have a row for this zone or sector."""
        if self.order is None:
            get_zone(place)
        elif place not in self.order:
            places = JoinedText(map(Name, self.order))
            raise BadPackError(
                _("there is no row “{place}”; the rows here are: {known}.", place=sanitize_text(place), known=places)
            )

    def replace_row(self, place: str, criteria: RowCriteria | None) -> "ActionRows":
        """Return a copy with the row for one zone or sector replaced; None removes it."""
        rest = tuple(row for row in self.known if row.place != place)
        return replace(self, known=rest if criteria is None else (*rest, CardRow(place, criteria)))

    def replace_order(self, order: tuple[str, ...] | None) -> "ActionRows":
        """Return a copy with the rows in this order; raise BadPackError if a known row is missing."""
        left_out = [row.place for row in self.known if order is not None and row.place not in order]
        if left_out:
            places = JoinedText(map(Name, left_out))
            raise BadPackError(_("the card has a row for {places}, which this order leaves out.", places=places))
        return replace(self, order=order)

    def list_places(self) -> tuple[str, ...]:
        """Return the zones and sectors of the rows, in printed order if it is known."""
        return tuple(row.place for row in self.known) if self.order is None else self.order

    def list_places_in_zone(self, zone: Zone) -> tuple[str, ...]:
        """Return the rows of a zone from top to bottom (PA-86, PA-87)."""
        return tuple(place for place in self.list_places() if place == MAP_PLACE or get_zone(place) == zone)


_MAP_ROW_ONLY = ActionRows(order=(MAP_PLACE,))


@dataclass(frozen=True)
class BuildFarm:
    """The card action to build a wind farm, with the energy that it gives in each zone."""

    rows: ActionRows = _MAP_ROW_ONLY
    energy: ZoneValues[int] = field(default_factory=ZoneValues)


@dataclass(frozen=True)
class BuildTower:
    """The card action to build a tower, with the card's bonus table.

    `upper` is the tile symbol in the table, and `lower` is the printed bonus (PA-74, PA-75).
    """

    rows: ActionRows = field(default_factory=ActionRows)
    upper: ZoneValues[TileSymbol] = field(default_factory=ZoneValues)
    lower: ZoneValues[PrintedSymbol] = field(default_factory=ZoneValues)


@dataclass(frozen=True)
class FulfilContract:
    """The card action to fulfil a contract."""

    rows: ActionRows = field(default_factory=ActionRows)


@dataclass(frozen=True)
class ForeignSale:
    """The card action to sell on the foreign market."""

    rows: ActionRows = _MAP_ROW_ONLY


Action: TypeAlias = BuildFarm | BuildTower | FulfilContract | ForeignSale | CustomIcon


@dataclass(frozen=True)
class CardSection:
    """A section of a card: its condition and its action.

    `former_actions` are the actions that a correction replaced, each with its rows, its bonus and the paths of its
    assumed parts.
    """

    condition: Condition | None = None
    action: Action | None = None
    former_actions: tuple[tuple[Action, tuple[str, ...]], ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Card:
    """A card of the opponent, with the parts known so far.

    `to_check` lists the paths of assumed parts. When the player enters a part, its path is removed from the list.
    """

    id: str
    majority: Majority | None = None
    number: int | None = None
    sections: tuple[CardSection, CardSection, CardSection] = (CardSection(), CardSection(), CardSection())
    unplaced: tuple[CardSection, ...] = ()
    owner: str | None = None
    edition: str | None = None
    checked: bool = False
    to_check: tuple[str, ...] = ()

    @cached_property
    def part_cache(self) -> dict[str, Any]:
        """The cache of parts that have already been looked up, by path."""
        return {}
