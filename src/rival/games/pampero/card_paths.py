"""The parts of a VJ card: their paths, their types, and functions that read and replace them.

A question names a part by its path, and the answer is stored under that path:

    majority, number
    section 2, condition    section 2, action
    section 2, order        the places of a tower's or contract's rows, as printed
    section 2, row B        the icons of one place; a farm and a foreign sale have the one row "map"
    section 1, bonus B      a farm's energy in zone B
    section 2, bonus B upper, section 2, bonus B lower      a tower's tile symbol, printed bonus
    unplaced 1, ...         a section whose place on the card is unknown; "unplaced 1, position" places it

>>> from rival.games.pampero.symbols import MostBulldozers, MostStructures, WindFarms, PlayerChoice
>>> card = Card("wind-farms", WindFarms())
>>> card = replace_part(card, "section 1, action", BuildFarm())
>>> card = replace_part(card, "section 1, row map", (MostStructures(), MostBulldozers(), PlayerChoice()))
>>> get_part(card, "section 1, row map")[0]
MostStructures()
>>> print(get_part(card, "section 1, condition"))
None
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, get_args

from rival.games.pampero.cards import (
    MAP_PLACE,
    ZONES,
    Action,
    BuildFarm,
    BuildTower,
    Card,
    CardSection,
    ForeignSale,
    FulfilContract,
    get_zone,
)
from rival.games.pampero.safe_text import is_number, sanitize_text
from rival.games.pampero.symbols import (
    Condition,
    ConditionIcon,
    ContractIcon,
    CustomIcon,
    Gain,
    Majority,
    PrintedIcon,
    PrintedSymbol,
    RowCriteria,
    SectorIcon,
    StackedSymbol,
    TileIcon,
    TileSymbol,
)
from rival.kernel import BadPackError, JoinedText, Name, Text, _


@dataclass(frozen=True)
class SingleIcon:
    """The type of a card part that holds one icon of these kinds; messages refer to the icon as `name`."""

    name: Text
    kinds: tuple[type, ...]
    can_stack: bool = True


@dataclass(frozen=True)
class IconRow:
    """The type of a card part that holds a row of icons of these kinds; messages refer to the row as `name`."""

    name: Text
    kinds: tuple[type, ...]


@dataclass(frozen=True)
class PlaceOrder:
    """The type of a card part that holds zones and sectors in order."""


@dataclass(frozen=True)
class WholeNumber:
    """The type of a card part that holds a whole number."""

    low: int
    high: int


PartType: TypeAlias = SingleIcon | IconRow | PlaceOrder | WholeNumber
PartValue: TypeAlias = (
    Majority | Condition | Action | TileSymbol | PrintedSymbol | RowCriteria | tuple[str, ...] | int | None
)

MAJORITY = SingleIcon(_("a majority"), get_args(Majority), can_stack=False)
CONDITION = SingleIcon(_("a condition"), get_args(ConditionIcon))
ACTION = SingleIcon(_("an action"), get_args(Action), can_stack=False)
TILE_SYMBOL = SingleIcon(_("a tile symbol"), get_args(TileIcon))
PRINTED_BONUS = SingleIcon(_("a printed bonus"), get_args(PrintedIcon))
GAIN = SingleIcon(_("a bonus"), get_args(Gain), can_stack=False)
ANY_CRITERION = IconRow(_("a criterion"), get_args(SectorIcon | ContractIcon))

_SECTOR_CRITERIA = IconRow(_("a criterion"), get_args(SectorIcon))
_CONTRACT_CRITERIA = IconRow(_("a criterion"), get_args(ContractIcon))
_CRITERIA_BY_ACTION: dict[type, IconRow] = {
    BuildFarm: _SECTOR_CRITERIA,
    BuildTower: _SECTOR_CRITERIA,
    FulfilContract: _CONTRACT_CRITERIA,
    ForeignSale: ANY_CRITERION,
}
_PARTS_HINT_BY_ACTION: dict[type, Text] = {
    BuildFarm: _("a wind farm has a single row for the whole map, and the bonuses “bonus A” to “bonus C”"),
    BuildTower: _(
        "a tower has the part “order”, a “row” for each place, and the bonuses “A upper”, “A lower” to “C lower”"
    ),
    FulfilContract: _("a contract has the part “order” and a “row” for each place, but no bonus"),
    ForeignSale: _("a foreign-market sale has a single row for the whole map and no bonus"),
    CustomIcon: _("an action in your own words has neither rows nor a bonus"),
    type(None): _("its action is not known yet"),
}


@dataclass(frozen=True)
class _PartAccess:
    """A card part found by its path, with the function that replaces it."""

    part_type: PartType
    value: PartValue
    replace_value: Callable[[Any], Card]


def _find_part(card: Card, path: str) -> _PartAccess:
    if path == "majority":
        return _PartAccess(MAJORITY, card.majority, lambda new_value: replace(card, majority=new_value))
    if path == "number":
        return _PartAccess(WholeNumber(1, 99), card.number, lambda new_value: replace(card, number=new_value))
    section_name, _comma, part_name = path.partition(", ")
    section = dict(list_sections(card)).get(section_name)
    if section is None:
        raise BadPackError(
            _(
                "this card has no part “{path}”; the name of a part looks like “section 2, row B”.",
                path=sanitize_text(path),
            )
        )
    if section_name.startswith("unplaced") and part_name == "position":
        return _PartAccess(
            WholeNumber(1, 3),
            None,
            lambda new_value: card if new_value is None else _place_section(card, section_name, new_value),
        )
    return _find_section_part(card, section_name, section, part_name)


def _find_section_part(card: Card, section_name: str, section: CardSection, part_name: str) -> _PartAccess:
    def replace_section_fields(**changes: Any) -> Card:
        return _replace_section(card, section_name, replace(section, **changes))

    def replace_action_fields(action: Any, **changes: Any) -> Card:
        return replace_section_fields(action=replace(action, **changes))

    match part_name.split(), section.action:
        case ["condition"], _:
            return _PartAccess(
                CONDITION, section.condition, lambda new_value: replace_section_fields(condition=new_value)
            )
        case ["action"], former_action:
            kind = _remove_rows_and_bonus(former_action)
            return _PartAccess(
                ACTION,
                kind,
                lambda new_value: (
                    card if new_value == kind else _replace_action(card, section_name, section, new_value)
                ),
            )
        case ["order"], BuildTower(rows=rows) | FulfilContract(rows=rows) as action:
            return _PartAccess(
                PlaceOrder(),
                rows.order,
                lambda new_value: replace_action_fields(action, rows=rows.replace_order(new_value)),
            )
        case ["row", place], BuildFarm() | BuildTower() | FulfilContract() | ForeignSale() as action:
            rows = action.rows
            rows.check_place(place)
            row = _CRITERIA_BY_ACTION[type(action)]
            return _PartAccess(
                row,
                rows.find_icons(place),
                lambda new_value: replace_action_fields(action, rows=rows.replace_row(place, new_value)),
            )
        case ["bonus", "A" | "B" | "C" as zone], BuildFarm(energy=line) as action:
            return _PartAccess(
                WholeNumber(0, 10),
                line.get(zone),
                lambda new_value: replace_action_fields(action, energy=line.replace_zone_value(zone, new_value)),
            )
        case ["bonus", "A" | "B" | "C" as zone, "upper"], BuildTower(upper=upper) as action:
            return _PartAccess(
                TILE_SYMBOL,
                upper.get(zone),
                lambda new_value: replace_action_fields(action, upper=upper.replace_zone_value(zone, new_value)),
            )
        case ["bonus", "A" | "B" | "C" as zone, "lower"], BuildTower(lower=lower) as action:
            return _PartAccess(
                PRINTED_BONUS,
                lower.get(zone),
                lambda new_value: replace_action_fields(action, lower=lower.replace_zone_value(zone, new_value)),
            )
    hint = _PARTS_HINT_BY_ACTION[type(section.action)]
    raise BadPackError(
        _("this section has no part “{what}”: {there_are}.", what=sanitize_text(part_name), there_are=hint)
    )


def _replace_action(card: Card, section_name: str, section: CardSection, action: Action | None) -> Card:
    """Return the card with the action of one section replaced."""
    rows_and_bonus = (f"{section_name}, order", f"{section_name}, row ", f"{section_name}, bonus ")
    assumed_paths = tuple(path for path in card.to_check if path.startswith(rows_and_bonus))
    former_actions = section.former_actions
    if section.action is not None:
        former_actions = (*former_actions, (section.action, assumed_paths))
    restored = next((entry for entry in former_actions if _remove_rows_and_bonus(entry[0]) == action), (action, ()))
    remaining = tuple(entry for entry in former_actions if entry is not restored)
    changed_section = replace(section, action=restored[0], former_actions=remaining)
    return replace(_replace_section(card, section_name, changed_section), to_check=(*card.to_check, *restored[1]))


def _replace_section(card: Card, section_name: str, section: CardSection) -> Card:
    kind, number = section_name.split()
    changed_sections = list(card.sections if kind == "section" else card.unplaced)
    changed_sections[int(number) - 1] = section
    if kind == "unplaced":
        return replace(card, unplaced=tuple(changed_sections))
    first, second, third = changed_sections
    return replace(card, sections=(first, second, third))


def _remove_rows_and_bonus(action: Action | None) -> Action | None:
    return action if action is None or isinstance(action, CustomIcon) else type(action)()


def get_part_type(card: Card, path: str) -> PartType:
    """Return the type of a part of a card; raise BadPackError if the card has no such part."""
    return _find_part(card, path).part_type


def get_part(card: Card, path: str) -> PartValue:
    """Return the value of a part of a card; None if it is unknown."""
    if path not in card.part_cache:
        card.part_cache[path] = _find_part(card, path).value
    return card.part_cache[path]  # type: ignore[no-any-return]


def has_part(card: Card, path: str) -> bool:
    """Return whether the card has this part, even if its value is unknown."""
    try:
        _find_part(card, path)
    except BadPackError:
        return False
    return True


def replace_part(card: Card, path: str, value: PartValue) -> Card:
    """Return the card with this part replaced and no longer marked as assumed; None makes the part unknown."""
    former_part = _find_part(card, path)
    if value is not None:
        _check_value(former_part.part_type, value)
    changed_card = former_part.replace_value(value)
    return replace(
        changed_card,
        to_check=tuple(
            checked_path
            for checked_path in changed_card.to_check
            if checked_path != path and has_part(changed_card, checked_path)
        ),
    )


def _check_value(part_type: PartType, value: object) -> None:
    match part_type:
        case WholeNumber(low, high):
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise BadPackError(
                    _(
                        "{value} is not allowed here: enter a whole number from {low} to {high}.",
                        value=quote_value(value),
                        low=low,
                        high=high,
                    )
                )
        case PlaceOrder():
            if not isinstance(value, tuple) or not value or not all(isinstance(entry, str) for entry in value):
                raise BadPackError(_("an order is a list of zones and sectors, such as A, B1, C."))
            for place in value:
                get_zone(place)
            if len(set(value)) < len(value):
                raise BadPackError(_("the order {places} contains a place twice.", places=JoinedText(map(Name, value))))
        case IconRow(kinds=kinds):
            if not isinstance(value, tuple) or not all(_is_allowed_icon(icon, kinds, can_stack=True) for icon in value):
                raise BadPackError(
                    _(
                        "{value} is not allowed here: each entry of the row must be a criterion of this action.",
                        value=quote_value(value),
                    )
                )
        case SingleIcon(name, kinds, can_stack):
            if not _is_allowed_icon(value, kinds, can_stack):
                raise BadPackError(_("{value} is not {what}.", value=quote_value(value), what=name))
            if isinstance(value, get_args(Action)) and value != _remove_rows_and_bonus(value):
                raise BadPackError(_("enter only the kind of action; its rows and bonus are separate parts."))


def quote_value(value: object) -> Name:
    """Return a value quoted and shortened for an error message."""
    try:
        return sanitize_text(json.dumps(value, ensure_ascii=False, default=repr))
    except (ValueError, RecursionError):  # a number with thousands of digits, or endlessly nested lists
        return Name("…")


def _is_allowed_icon(value: object, kinds: tuple[type, ...], can_stack: bool) -> bool:
    if isinstance(value, StackedSymbol):
        return can_stack and isinstance(value.front, kinds) and isinstance(value.behind, kinds)
    return isinstance(value, kinds)


def _place_section(card: Card, section_name: str, position: int) -> Card:
    """Return the card with a section moved to its position and merged with the known parts there."""
    target = f"section {position}"
    changed_card = card
    for path in list_section_paths(section_name, dict(list_sections(card))[section_name]):
        value, new_path = get_part(card, path), target + path.removeprefix(section_name)
        known_value = get_part(changed_card, new_path) if has_part(changed_card, new_path) else None
        if value is not None and known_value not in (None, value):
            raise BadPackError(
                _("the section can’t be there: {part} already has another value.", part=describe_path(new_path))
            )
        if value is not None and known_value is None:
            changed_card = replace_part(changed_card, new_path, value)
    number = int(section_name.split()[1])
    other_sections = card.unplaced[: number - 1] + card.unplaced[number:]
    return replace(
        changed_card,
        unplaced=other_sections,
        to_check=tuple(_rename_path(checked_path, number, target) for checked_path in card.to_check),
    )


def _rename_path(path: str, placed_number: int, target: str) -> str:
    """Return the new path of a card part after its section was moved to its position."""
    section_name, _comma, part_name = path.partition(", ")
    number = section_name.removeprefix("unplaced ")
    if number == section_name or not is_number(number, 2) or int(number) < placed_number:
        return path
    return f"{target}, {part_name}" if int(number) == placed_number else f"unplaced {int(number) - 1}, {part_name}"


def list_sections(card: Card) -> Iterator[tuple[str, CardSection]]:
    """Yield the names and contents of a card's sections, with those at unknown positions last."""
    yield from ((f"section {n}", section) for n, section in enumerate(card.sections, 1))
    yield from ((f"unplaced {n}", section) for n, section in enumerate(card.unplaced, 1))


def find_sections_of_kind(card: Card, kind: type) -> tuple[str, ...]:
    """Return the card's sections with this kind of action, such as BuildTower (PA-85, PA-87)."""
    return tuple(section_name for section_name, section in list_sections(card) if isinstance(section.action, kind))


def list_section_paths(section_name: str, section: CardSection) -> Iterator[str]:
    """Yield the paths of a section's parts in reading order."""
    yield from (f"{section_name}, condition", f"{section_name}, action")
    action = section.action
    if action is None or isinstance(action, CustomIcon):
        return
    if isinstance(action, BuildTower | FulfilContract):
        yield f"{section_name}, order"
    yield from (f"{section_name}, row {place}" for place in action.rows.list_places())
    for zone in ZONES:
        if isinstance(action, BuildFarm):
            yield f"{section_name}, bonus {zone}"
        elif isinstance(action, BuildTower):
            yield from (f"{section_name}, bonus {zone} upper", f"{section_name}, bonus {zone} lower")


def list_parts(card: Card) -> Iterator[tuple[str, PartValue]]:
    """Yield the path and value of every part that the card has so far; unknown values are None."""
    yield "majority", card.majority
    yield "number", card.number
    for section_name, section in list_sections(card):
        if section_name.startswith("unplaced"):
            yield f"{section_name}, position", None
        yield from ((path, get_part(card, path)) for path in list_section_paths(section_name, section))


def describe_path(path: str) -> Text:
    """Return a readable name for a part of a card.

    >>> str(describe_path("section 2, bonus B upper"))
    'section 2, upper bonus symbol of zone B'
    """
    section_name, _comma, part_name = path.partition(", ")
    if not part_name:
        return _("majority") if path == "majority" else _("number")
    return _("{section}, {part}", section=describe_section(section_name), part=describe_section_part(part_name))


def describe_section(section_name: str) -> Text:
    """Return a readable name for a section of a card."""
    kind, number = section_name.split()
    return _("section {n}", n=Name(number)) if kind == "section" else _("a section whose place is unknown")


def describe_section_part(part_name: str) -> Text:
    """Return a readable name for a part within a card section."""
    match part_name.split():
        case ["row", place] if place == MAP_PLACE:
            return _("row of icons")
        case ["row", place]:
            return _("row {place}", place=sanitize_text(place))
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
            return sanitize_text(part_name)
