"""Merge two packs: add what only one of them knows, and list the differences; no value is overwritten."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import zip_longest
from typing import Any, TypeAlias

from rival.games.pampero.card_paths import get_part, has_part, list_parts, list_sections, replace_part
from rival.games.pampero.cards import Card, CardSection
from rival.games.pampero.icon_grammar import write_part_value
from rival.games.pampero.pack_model import (
    ENTRY_TYPES,
    HEADER_KEYS,
    NOTHING,
    SINGLE_TABLES,
    UNKNOWN,
    Pack,
    list_board_values,
    to_plain_value,
)
from rival.games.pampero.symbols import CustomIcon
from rival.kernel import BadPackError, _

# Merging


@dataclass(frozen=True)
class PartConflict:
    """A value that differs between two packs."""

    path: str
    mine: Any
    theirs: Any


def combine_packs(mine: Pack, theirs: Pack) -> tuple[Pack, list[PartConflict]]:
    """Merge two packs and list the conflicts; in a conflict, the value of ``mine`` is kept."""
    if mine.sample != theirs.sample:
        raise BadPackError(
            _("A sample pack can’t be merged with a real one: invented values would look like printed ones.")
        )
    conflicts: list[PartConflict] = []
    merged_values: dict[str, Any] = {key: getattr(mine, key) or getattr(theirs, key) for key in HEADER_KEYS}
    if theirs.edition not in (None, merged_values["edition"]):
        conflicts.append(PartConflict("edition", mine.edition, theirs.edition))
    for name in SINGLE_TABLES:
        merged_values[name] = _merge_fields(name, getattr(mine, name), getattr(theirs, name), conflicts)
    for name in ENTRY_TYPES:
        both_entries = getattr(mine, f"{name}s"), getattr(theirs, f"{name}s")
        merged_values[f"{name}s"] = _merge_entries(name, *both_entries, conflicts)
    merged_values["cards"] = _merge_cards(mine.cards, theirs.cards, conflicts)
    merged = replace(mine, **merged_values)
    sides: list[_PackSide] = [(list_board_values(pack), pack.to_check) for pack in (mine, theirs)]
    return replace(merged, to_check=_list_unchecked_paths(list_board_values(merged), sides)), conflicts


def _merge_fields(path: str, mine: Any, theirs: Any, conflicts: list[PartConflict]) -> Any:
    changes = {}
    for field in fields(mine):
        my_value, their_value = getattr(mine, field.name), getattr(theirs, field.name)
        merge_function = _FIELD_MERGERS.get(field.name) if None not in (my_value, their_value) else None
        merged_value = merge_function(my_value, their_value) if merge_function else None
        if my_value is None or merged_value is not None:
            changes[field.name] = their_value if merged_value is None else merged_value
        elif their_value not in (None, my_value):
            conflicts.append(
                PartConflict(f"{path}, {field.name}", to_plain_value(my_value), to_plain_value(their_value))
            )
    return replace(mine, **changes)


def _pick_longer_order(mine: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, ...] | None:
    return theirs if _is_suborder(mine, theirs) else mine if _is_suborder(theirs, mine) else None


def _is_suborder(short_order: tuple[str, ...], long_order: tuple[str, ...]) -> bool:
    """Return whether the short list equals the long one with some entries left out."""
    return short_order == tuple(place for place in long_order if place in short_order)


def _fill_unknown_places(mine: tuple[Any, ...], theirs: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Merge two lists with unknown entries; return None if they contradict each other."""
    pairs = list(zip_longest(mine, theirs, fillvalue=NOTHING))
    if any(UNKNOWN not in pair and pair[0] != pair[1] for pair in pairs):
        return None
    return tuple(their_value if my_value == UNKNOWN else my_value for my_value, their_value in pairs)


_FIELD_MERGERS = {"markets": _pick_longer_order, "under_tiles": _fill_unknown_places}
"""Merge functions for lists that each side may know in part."""


def _merge_entries(
    name: str, mine: tuple[Any, ...], theirs: tuple[Any, ...], conflicts: list[PartConflict]
) -> tuple[Any, ...]:
    """Merge two lists of entries; a new entry from ``theirs`` follows the same predecessor as in that list."""
    merged_entries, last_position = list(mine), -1
    for entry in theirs:
        ids = [merged_entry.id for merged_entry in merged_entries]
        if entry.id in ids:
            last_position = ids.index(entry.id)
            merged_entries[last_position] = _merge_fields(
                f"{name} {entry.id}", merged_entries[last_position], entry, conflicts
            )
        else:
            last_position += 1
            merged_entries.insert(last_position, entry)
    return tuple(merged_entries)


_PackSide: TypeAlias = tuple[Mapping[str, Any], tuple[str, ...]]
"""The values of one pack by path, and the paths to be checked."""


def _list_unchecked_paths(merged: Mapping[str, Any], sides: Sequence[_PackSide]) -> tuple[str, ...]:
    """Return the paths of values that neither pack has confirmed."""
    marked_paths = dict.fromkeys(
        path for _values, marked_in_side in sides for path in marked_in_side if merged.get(path) is not None
    )
    return tuple(
        path
        for path in marked_paths
        if all(path in marked_in_side for values, marked_in_side in sides if values.get(path) == merged[path])
    )


def _merge_cards(mine: tuple[Card, ...], theirs: tuple[Card, ...], conflicts: list[PartConflict]) -> tuple[Card, ...]:
    merged_cards = {card.id: card for card in mine}
    for card in adopt_card_ids(mine, theirs):
        my_card = merged_cards.get(card.id)
        merged_cards[card.id] = card if my_card is None else _merge_card(my_card, card, conflicts)
    return tuple(merged_cards.values())


def adopt_card_ids(mine: Sequence[Card], theirs: Sequence[Card]) -> list[Card]:
    """Return the cards of ``theirs``; a card that is also in ``mine`` gets the id it has there."""
    renamed_cards: list[Card] = []
    unmatched_cards = list(mine)
    for card in theirs:
        same_cards = [my_card for my_card in unmatched_cards if _is_same_card(my_card, card)]
        if same_cards:
            same_card = min(same_cards, key=lambda my_card: my_card.id != card.id)
            unmatched_cards.remove(same_card)
            renamed_cards.append(replace(card, id=same_card.id))
        else:
            renamed_cards.append(
                replace(card, id=_make_unused_id(card.id, [my_card.id for my_card in (*mine, *renamed_cards)]))
            )
    return renamed_cards


def _is_same_card(mine: Card, theirs: Card) -> bool:
    """Return whether two cards are the same, judging by majority or id (PA-G43)."""
    if mine.majority is None or theirs.majority is None:
        return mine.id == theirs.id
    return mine.majority == theirs.majority


def _make_unused_id(id: str, used_ids: Sequence[str]) -> str:
    return next(
        candidate_id
        for candidate_id in (id, *(f"{id}-{n}" for n in range(2, len(used_ids) + 3)))
        if candidate_id not in used_ids
    )


def _merge_card(mine: Card, theirs: Card, conflicts: list[PartConflict]) -> Card:
    mine, theirs = _place_known_sections(mine, theirs), _place_known_sections(theirs, mine)
    merged, new_names = _add_missing_sections(mine, theirs)
    their_values = {
        _rename_section_in_path(path, new_names): value for path, value in list_parts(theirs) if value is not None
    }
    their_marks = tuple(_rename_section_in_path(path, new_names) for path in theirs.to_check)
    sides: list[_PackSide] = [(dict(list_parts(mine)), mine.to_check), (their_values, their_marks)]
    for path, value in their_values.items():
        if _is_part_of_other_action(path, merged, their_values) or not has_part(merged, path):
            continue  # it depends on a part with a conflict
        my_value = get_part(merged, path)
        if my_value is None and _can_replace_part(merged, path, value):
            merged = replace_part(merged, path, value)
        elif my_value != value:
            my_plain_value = None if my_value is None else write_part_value(my_value)
            conflicts.append(PartConflict(f"card {mine.id}, {path}", my_plain_value, write_part_value(value)))
    return replace(
        merged,
        owner=mine.owner or theirs.owner,
        edition=mine.edition or theirs.edition,
        checked=mine.checked and (theirs.checked or merged == mine),
        to_check=_list_unchecked_paths(dict(list_parts(merged)), sides),
    )


def _is_part_of_other_action(path: str, card: Card, their_values: Mapping[str, Any]) -> bool:
    """Return whether the path belongs to an action that this card doesn't have."""
    section_name, _comma, part_name = path.partition(", ")
    action = f"{section_name}, action"
    return part_name not in ("", "condition", "action") and get_part(card, action) != their_values[action]


def _can_replace_part(card: Card, path: str, value: Any) -> bool:
    try:
        replace_part(card, path, value)
    except BadPackError:  # an order without a row that is known
        return False
    return True


def _place_known_sections(card: Card, other: Card) -> Card:
    """Return the card with its sections moved to the positions known from the other card."""
    for number in range(len(card.unplaced), 0, -1):
        section, path = card.unplaced[number - 1], f"unplaced {number}, position"
        positions = [
            n for n, placed_section in enumerate(other.sections, 1) if _has_same_action_kind(section, placed_section)
        ]
        is_free = not any(_has_same_action_kind(section, placed_section) for placed_section in card.sections)
        if len(positions) == 1 and is_free and _can_replace_part(card, path, positions[0]):
            card = replace_part(card, path, positions[0])
    return card


def _has_same_action_kind(first: CardSection, second: CardSection) -> bool:
    kinds = type(first.action), type(second.action)
    return first.action is not None and kinds[0] is kinds[1] and not isinstance(first.action, CustomIcon)


def _add_missing_sections(mine: Card, theirs: Card) -> tuple[Card, dict[str, str]]:
    """Add a new section to ``mine`` for each one that only ``theirs`` has.

    Return the card and a map of the section names.
    """
    new_names: dict[str, str] = {}
    for number, section in enumerate(theirs.unplaced, 1):
        same_sections = [
            f"unplaced {n}"
            for n, my_section in enumerate(mine.unplaced, 1)
            if (my_section == section or _has_same_action_kind(my_section, section))
            and f"unplaced {n}" not in new_names.values()
        ]
        if not same_sections:
            mine = replace(mine, unplaced=(*mine.unplaced, CardSection()))
        new_names[f"unplaced {number}"] = same_sections[0] if same_sections else f"unplaced {len(mine.unplaced)}"
    return mine, new_names


def _rename_section_in_path(path: str, new_names: Mapping[str, str]) -> str:
    section_name, comma, part_name = path.partition(", ")
    return new_names.get(section_name, section_name) + comma + part_name


def place_section(pack: Pack, id: str, path: str) -> Pack:
    """Return the pack with a card section moved to the position where its action was just entered."""
    section_name = path.partition(", ")[0]
    return replace(
        pack, cards=tuple(_place_card_section(card, section_name) if card.id == id else card for card in pack.cards)
    )


def _place_card_section(card: Card, section_name: str) -> Card:
    entered_section = dict(list_sections(card)).get(section_name)
    if entered_section is None or not section_name.startswith("section "):
        return card
    for number, section in enumerate(card.unplaced, 1):
        position = f"unplaced {number}, position"
        if _has_same_action_kind(section, entered_section) and _can_replace_part(card, position, int(section_name[-1])):
            return replace_part(card, position, int(section_name[-1]))
    return card
