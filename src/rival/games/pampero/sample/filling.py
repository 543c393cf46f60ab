"""Completion of an owner's pack for the sample table: incomplete lists are replaced by made-up ones."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rival.games.pampero import pack as packs
from rival.games.pampero.cards import Card
from rival.games.pampero.contents import ENTRIES, SINGLES, UNKNOWN, Pack
from rival.games.pampero.parts import part, paths_of_section
from rival.kernel import Json

MAY_BE_UNKNOWN = {
    "sector": ("contract", "foreign_card", "link_token"),
    "words": ("bonus_tile",),
    "slot": ("bonus_tile",),
    "when": ("bonus_tile",),
    "either_sites": ("sector",),
}
"""Fields that a table does not need, with the entries where it does not need them."""
TOGETHER = (("grid_column", "link_place"), ("bonus_column", "bonus_tile"))
"""Entries that refer to each other: both come from the owner, or both are made up."""
FEWEST_CARDS = 3


def complete_pack(pack: Json, ours: Json) -> Json:
    """Return the owner's pack, with our lists in place of those that are incomplete."""
    theirs = packs.read_again(pack).pack
    told = {name: told_in_full(theirs, name) for name in ENTRIES}
    for pair in TOGETHER:
        whole = all(told[name] for name in pair)
        told |= dict.fromkeys(pair, whole)
    lists = {*ENTRIES, "card"}
    found: dict[str, Any] = {**ours, **{key: value for key, value in pack.items() if key not in lists}}
    found |= {name: pack[name] for name in ENTRIES if told[name]}
    for name in SINGLES:
        found[name] = {**ours[name], **pack.get(name, {})}
    if not told["market"]:
        found["grid"]["markets"] = ours["grid"]["markets"]
    cards = [card.id for card in theirs.cards if card_told_in_full(card)]
    if len(cards) >= FEWEST_CARDS:
        found["card"] = [card for card in pack["card"] if card["id"] in cards]
    return {**found, "sample": True, "to_check": []}


def told_in_full(pack: Pack, name: str) -> bool:
    """Return whether a pack has a list of entries, and every needed field of each."""
    entries = getattr(pack, f"{name}s")
    needed = [one.name for one in fields(ENTRIES[name]) if name not in MAY_BE_UNKNOWN.get(one.name, ())]
    return bool(entries) and all(in_full(getattr(entry, field)) for entry in entries for field in needed)


def in_full(value: Any) -> bool:
    """Return whether a value is known, with all of its items."""
    return value is not None and not (isinstance(value, tuple) and UNKNOWN in value)


def card_told_in_full(card: Card) -> bool:
    """Return whether every part of a card is known."""
    if card.majority is None or card.unplaced:
        return False
    paths = [
        path
        for position, section in enumerate(card.sections, 1)
        for path in paths_of_section(f"section {position}", section)
    ]
    return all(part(card, path) is not None for path in paths)
