"""VJ cards as data: what is printed on a card, any part of which may still be unknown.

A card is a majority and three sections (PA-45); a section is a condition and an action, with the action's
rows of icons and its bonus (PA-46, PA-49, PA-50). `None` means "not known yet".
"""

from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Generic, Literal, TypeAlias, TypeVar, cast

from rival.games.pampero.outside import shown
from rival.games.pampero.symbols import Condition, Criteria, Majority, Other, PrintedSymbol, TileSymbol
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
