"""Completion of an owner's pack for the sample table: incomplete lists are replaced by made-up ones."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rival.games.pampero import pack as packs
from rival.games.pampero.card_paths import get_part, list_section_paths
from rival.games.pampero.cards import Card
from rival.games.pampero.pack_model import ENTRY_TYPES, SINGLE_TABLES, UNKNOWN, Pack
from rival.kernel import Json

DISPENSABLE_FIELDS = {
    "sector": ("contract", "foreign_card", "link_token"),
    "words": ("bonus_tile",),
    "slot": ("bonus_tile",),
    "when": ("bonus_tile",),
    "either_sites": ("sector",),
}
"""Fields that a table does not need, with the entries where it does not need them."""
LINKED_ENTRIES = (("grid_column", "link_place"), ("bonus_column", "bonus_tile"))
"""Entries that refer to each other: both come from the owner, or both are made up."""
MIN_CARDS = 3


def complete_pack(pack: Json, sample_pack: Json) -> Json:
    """Return the owner's pack with incomplete lists replaced by those of the sample pack."""
    owner_pack = packs.read_cached_document(pack).pack
    is_complete = {name: is_entry_list_complete(owner_pack, name) for name in ENTRY_TYPES}
    for pair in LINKED_ENTRIES:
        both_complete = all(is_complete[name] for name in pair)
        is_complete |= dict.fromkeys(pair, both_complete)
    lists = {*ENTRY_TYPES, "card"}
    completed: dict[str, Any] = {**sample_pack, **{key: value for key, value in pack.items() if key not in lists}}
    completed |= {name: pack[name] for name in ENTRY_TYPES if is_complete[name]}
    for name in SINGLE_TABLES:
        completed[name] = {**sample_pack[name], **pack.get(name, {})}
    if not is_complete["market"]:
        completed["grid"]["markets"] = sample_pack["grid"]["markets"]
    cards = [card.id for card in owner_pack.cards if is_card_complete(card)]
    if len(cards) >= MIN_CARDS:
        completed["card"] = [card for card in pack["card"] if card["id"] in cards]
    return {**completed, "sample": True, "to_check": []}


def is_entry_list_complete(pack: Pack, name: str) -> bool:
    """Return whether a pack has all the values needed for one kind of entry."""
    entries = getattr(pack, f"{name}s")
    needed = [
        entry_field.name
        for entry_field in fields(ENTRY_TYPES[name])
        if name not in DISPENSABLE_FIELDS.get(entry_field.name, ())
    ]
    return bool(entries) and all(is_fully_known(getattr(entry, field)) for entry in entries for field in needed)


def is_fully_known(value: Any) -> bool:
    """Return whether a value has no unknown parts."""
    return value is not None and not (isinstance(value, tuple) and UNKNOWN in value)


def is_card_complete(card: Card) -> bool:
    """Return whether every part of a card is known."""
    if card.majority is None or card.unplaced:
        return False
    paths = [
        path
        for position, section in enumerate(card.sections, 1)
        for path in list_section_paths(f"section {position}", section)
    ]
    return all(get_part(card, path) is not None for path in paths)
