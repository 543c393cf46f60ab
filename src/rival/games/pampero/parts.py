"""The parts of a VJ card: their paths, their types, and functions that read and replace them.

A question names a part by its path, and the answer is stored under that path:

    majority, number
    section 2, condition    section 2, action
    section 2, order        the places of a tower's or contract's rows, as printed
    section 2, row B        the icons of one place; a farm and a foreign sale have the one row "map"
    section 1, bonus B      a farm's energy in zone B
    section 2, bonus B upper, section 2, bonus B lower      a tower's tile symbol, printed bonus
    unplaced 1, ...         a section whose place on the card is unknown; "unplaced 1, position" places it

>>> from rival.games.pampero.symbols import MostBulldozers, MostStructures, WindFarms, YouChoose
>>> card = Card("wind-farms", WindFarms())
>>> card = with_part(card, "section 1, action", BuildFarm())
>>> card = with_part(card, "section 1, row map", (MostStructures(), MostBulldozers(), YouChoose()))
>>> part(card, "section 1, row map")[0]
MostStructures()
>>> print(part(card, "section 1, condition"))
None
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, get_args

from rival.games.pampero.cards import (
    MAP,
    ZONES,
    Action,
    BuildFarm,
    BuildTower,
    Card,
    ForeignSale,
    FulfilContract,
    Section,
    zone_of,
)
from rival.games.pampero.outside import is_number, shown
from rival.games.pampero.symbols import (
    Condition,
    ConditionIcon,
    ContractIcon,
    Criteria,
    Gain,
    Majority,
    Other,
    PrintedIcon,
    PrintedSymbol,
    SectorIcon,
    Stacked,
    TileIcon,
    TileSymbol,
)
from rival.kernel import BadPack, Joined, Name, Text, _


@dataclass(frozen=True)
class OneOf:
    """A part that holds one icon of these kinds; messages call it `name`."""

    name: Text
    kinds: tuple[type, ...]
    may_stack: bool = True


@dataclass(frozen=True)
class Several:
    """A part that holds a row of icons of these kinds; messages call it `name`."""

    name: Text
    kinds: tuple[type, ...]


@dataclass(frozen=True)
class Places:
    """A part that holds a list of zones and sectors in order."""


@dataclass(frozen=True)
class Number:
    """A part that holds a whole number."""

    low: int
    high: int


Slot: TypeAlias = OneOf | Several | Places | Number
PartValue: TypeAlias = (
    Majority | Condition | Action | TileSymbol | PrintedSymbol | Criteria | tuple[str, ...] | int | None
)

MAJORITY = OneOf(_("a majority"), get_args(Majority), may_stack=False)
CONDITION = OneOf(_("a condition"), get_args(ConditionIcon))
ACTION = OneOf(_("an action"), get_args(Action), may_stack=False)
TILE_SYMBOL = OneOf(_("a tile symbol"), get_args(TileIcon))
PRINTED_BONUS = OneOf(_("a printed bonus"), get_args(PrintedIcon))
GAIN = OneOf(_("a bonus"), get_args(Gain), may_stack=False)
ANY_CRITERION = Several(_("a criterion"), get_args(SectorIcon | ContractIcon))

_SECTORS_COMPARED = Several(_("a criterion"), get_args(SectorIcon))
_CONTRACTS_COMPARED = Several(_("a criterion"), get_args(ContractIcon))
_ROWS_OF: dict[type, Several] = {
    BuildFarm: _SECTORS_COMPARED,
    BuildTower: _SECTORS_COMPARED,
    FulfilContract: _CONTRACTS_COMPARED,
    ForeignSale: ANY_CRITERION,
}
_PARTS_OF: dict[type, Text] = {
    BuildFarm: _("a wind farm has the parts “row map” and “bonus A” to “bonus C”"),
    BuildTower: _(
        "a tower has the part “order”, a “row” for each place, and the bonuses “A upper”, “A lower” to “C lower”"
    ),
    FulfilContract: _("a contract has the part “order” and a “row” for each place, but no bonus"),
    ForeignSale: _("a foreign sale has the part “row map”, but no bonus"),
    Other: _("an action in your own words has neither rows nor a bonus"),
    type(None): _("its action is not known yet"),
}


@dataclass(frozen=True)
class _Part:
    slot: Slot
    value: PartValue
    put: Callable[[Any], Card]


def _part(card: Card, path: str) -> _Part:
    if path == "majority":
        return _Part(MAJORITY, card.majority, lambda v: replace(card, majority=v))
    if path == "number":
        return _Part(Number(1, 99), card.number, lambda v: replace(card, number=v))
    where, _comma, what = path.partition(", ")
    section = dict(sections(card)).get(where)
    if section is None:
        raise BadPack(
            _("this card has no part “{path}”; the name of a part looks like “section 2, row B”.", path=shown(path))
        )
    if where.startswith("unplaced") and what == "position":
        return _Part(Number(1, 3), None, lambda v: card if v is None else _placed(card, where, v))
    return _part_of_section(card, where, section, what)


def _part_of_section(card: Card, where: str, section: Section, what: str) -> _Part:
    def put(**changes: Any) -> Card:
        return _with_section(card, where, replace(section, **changes))

    def put_in(action: Any, **changes: Any) -> Card:
        return put(action=replace(action, **changes))

    match what.split(), section.action:
        case ["condition"], _:
            return _Part(CONDITION, section.condition, lambda v: put(condition=v))
        case ["action"], old:
            kind = _kind_alone(old)
            return _Part(ACTION, kind, lambda v: card if v == kind else put(action=v))
        case ["order"], BuildTower(rows=rows) | FulfilContract(rows=rows) as action:
            return _Part(Places(), rows.order, lambda v: put_in(action, rows=rows.in_order(v)))
        case ["row", place], BuildFarm() | BuildTower() | FulfilContract() | ForeignSale() as action:
            rows = action.rows
            rows.check_place(place)
            row = _ROWS_OF[type(action)]
            return _Part(row, rows.at(place), lambda v: put_in(action, rows=rows.put(place, v)))
        case ["bonus", "A" | "B" | "C" as zone], BuildFarm(energy=line) as action:
            return _Part(Number(0, 10), line.at(zone), lambda v: put_in(action, energy=line.put(zone, v)))
        case ["bonus", "A" | "B" | "C" as zone, "upper"], BuildTower(upper=upper) as action:
            return _Part(TILE_SYMBOL, upper.at(zone), lambda v: put_in(action, upper=upper.put(zone, v)))
        case ["bonus", "A" | "B" | "C" as zone, "lower"], BuildTower(lower=lower) as action:
            return _Part(PRINTED_BONUS, lower.at(zone), lambda v: put_in(action, lower=lower.put(zone, v)))
    there_are = _PARTS_OF[type(section.action)]
    raise BadPack(_("this section has no part “{what}”: {there_are}.", what=shown(what), there_are=there_are))


def _with_section(card: Card, where: str, section: Section) -> Card:
    kind, number = where.split()
    changed = list(card.sections if kind == "section" else card.unplaced)
    changed[int(number) - 1] = section
    if kind == "unplaced":
        return replace(card, unplaced=tuple(changed))
    first, second, third = changed
    return replace(card, sections=(first, second, third))


def _kind_alone(action: Action | None) -> Action | None:
    return action if action is None or isinstance(action, Other) else type(action)()


def slot(card: Card, path: str) -> Slot:
    """Return the type of a part of a card; raise BadPack if the card has no such part."""
    return _part(card, path).slot


def part(card: Card, path: str) -> PartValue:
    """Return the value at a path, None if unknown; an action comes without its rows and bonus, e.g. `BuildTower()`."""
    if path not in card.known:
        card.known[path] = _part(card, path).value
    return card.known[path]  # type: ignore[no-any-return]


def has_part(card: Card, path: str) -> bool:
    """Return whether the card has such a part, known or not."""
    try:
        _part(card, path)
    except BadPack:
        return False
    return True


def with_part(card: Card, path: str, value: PartValue) -> Card:
    """Return the card with this part replaced (None: unknown); the part no longer counts as assumed."""
    old = _part(card, path)
    if value is not None:
        _check_value(old.slot, value)
    told = old.put(value)
    return replace(told, to_check=tuple(p for p in told.to_check if p != path and has_part(told, p)))


def _check_value(slot: Slot, value: object) -> None:
    match slot:
        case Number(low, high):
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise BadPack(
                    _(
                        "{value} is not allowed here: enter a whole number from {low} to {high}.",
                        value=as_written(value),
                        low=low,
                        high=high,
                    )
                )
        case Places():
            if not isinstance(value, tuple) or not value or not all(isinstance(one, str) for one in value):
                raise BadPack(_("an order is a list of zones and sectors, such as A, B1, C."))
            for place in value:
                zone_of(place)
            if len(set(value)) < len(value):
                raise BadPack(_("the order {places} contains a place twice.", places=Joined(map(Name, value))))
        case Several(kinds=kinds):
            if not isinstance(value, tuple) or not all(_fits(icon, kinds, may_stack=True) for icon in value):
                raise BadPack(
                    _(
                        "{value} is not allowed here: each entry of the row must be a criterion of this action.",
                        value=as_written(value),
                    )
                )
        case OneOf(name, kinds, may_stack):
            if not _fits(value, kinds, may_stack):
                raise BadPack(_("{value} is not {what}.", value=as_written(value), what=name))
            if isinstance(value, get_args(Action)) and value != _kind_alone(value):
                raise BadPack(_("enter only the kind of action; its rows and bonus are separate parts."))


def as_written(value: object) -> Name:
    """Return a value as messages quote it: in the notation of the file, shortened."""
    try:
        return shown(json.dumps(value, ensure_ascii=False, default=repr))
    except (ValueError, RecursionError):  # a number of thousands of digits, lists without end
        return Name("…")


def _fits(value: object, kinds: tuple[type, ...], may_stack: bool) -> bool:
    if isinstance(value, Stacked):
        return may_stack and isinstance(value.front, kinds) and isinstance(value.behind, kinds)
    return isinstance(value, kinds)


def _placed(card: Card, where: str, position: int) -> Card:
    """Return the card with an unplaced section moved to its position and merged with the known parts there."""
    target = f"section {position}"
    moved = card
    for path in paths_of_section(where, dict(sections(card))[where]):
        value, there = part(card, path), target + path.removeprefix(where)
        known = part(moved, there) if has_part(moved, there) else None
        if value is not None and known not in (None, value):
            raise BadPack(_("the section can’t be there: {part} already has another value.", part=describe_path(there)))
        if value is not None and known is None:
            moved = with_part(moved, there, value)
    number = int(where.split()[1])
    rest = card.unplaced[: number - 1] + card.unplaced[number:]
    return replace(moved, unplaced=rest, to_check=tuple(_renamed(p, number, target) for p in card.to_check))


def _renamed(path: str, placed: int, target: str) -> str:
    """Return the new path of a part after an unplaced section got its position; later numbers decrease."""
    where, _comma, what = path.partition(", ")
    number = where.removeprefix("unplaced ")
    if number == where or not is_number(number, 2) or int(number) < placed:
        return path
    return f"{target}, {what}" if int(number) == placed else f"unplaced {int(number) - 1}, {what}"


def sections(card: Card) -> Iterator[tuple[str, Section]]:
    """Yield all sections by name: the three with a position, then those with an unknown position."""
    yield from ((f"section {n}", section) for n, section in enumerate(card.sections, 1))
    yield from ((f"unplaced {n}", section) for n, section in enumerate(card.unplaced, 1))


def sections_of_kind(card: Card, kind: type) -> tuple[str, ...]:
    """Return the sections with this kind of action, e.g. BuildTower; an eye refers to them (PA-85, PA-87)."""
    return tuple(where for where, section in sections(card) if isinstance(section.action, kind))


def paths_of_section(where: str, section: Section) -> Iterator[str]:
    """Yield the paths of a section in reading order; an unknown action has no rows yet."""
    yield from (f"{where}, condition", f"{where}, action")
    action = section.action
    if action is None or isinstance(action, Other):
        return
    if isinstance(action, BuildTower | FulfilContract):
        yield f"{where}, order"
    yield from (f"{where}, row {place}" for place in action.rows.places())
    for zone in ZONES:
        if isinstance(action, BuildFarm):
            yield f"{where}, bonus {zone}"
        elif isinstance(action, BuildTower):
            yield from (f"{where}, bonus {zone} upper", f"{where}, bonus {zone} lower")


def parts(card: Card) -> Iterator[tuple[str, PartValue]]:
    """Yield the path and value (None: unknown) of every part that the card has so far."""
    yield "majority", card.majority
    yield "number", card.number
    for where, section in sections(card):
        if where.startswith("unplaced"):
            yield f"{where}, position", None
        yield from ((path, part(card, path)) for path in paths_of_section(where, section))


def describe_path(path: str) -> Text:
    """Return a readable name of a card's part; an unknown path is returned unchanged.

    >>> str(describe_path("section 2, bonus B upper"))
    'section 2, upper bonus symbol of zone B'
    """
    where, _comma, what = path.partition(", ")
    if not what:
        return _("majority") if path == "majority" else _("number")
    return _("{section}, {part}", section=describe_section(where), part=describe_within(what))


def describe_section(where: str) -> Text:
    """Return a readable name of a section."""
    kind, number = where.split()
    return _("section {n}", n=Name(number)) if kind == "section" else _("a section whose place is unknown")


def describe_within(what: str) -> Text:
    """Return a readable name of a part within its section."""
    match what.split():
        case ["row", place] if place == MAP:
            return _("row of icons")
        case ["row", place]:
            return _("row {place}", place=shown(place))
        case ["order"]:
            return _("order of the zones")
        case ["bonus", "A" | "B" | "C" as zone]:
            return _("energy in zone {zone}", zone=Name(zone))
        case ["bonus", "A" | "B" | "C" as zone, "upper"]:
            return _("upper bonus symbol of zone {zone}", zone=Name(zone))
        case ["bonus", "A" | "B" | "C" as zone, "lower"]:
            return _("lower bonus symbol of zone {zone}", zone=Name(zone))
        case ["condition"]:
            return _("condition")
        case ["action"]:
            return _("action")
        case ["position"]:
            return _("position")
        case _:
            return shown(what)
