"""The owner's box: its parts, checking and merging packs, and adding the answers from a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from rival.games.pampero import pack as packs
from rival.games.pampero.box_boards import BOARD_KINDS, build_entry_part, list_board_parts, remove_entry, replace_entry
from rival.games.pampero.box_cards import CARD_PREFIX, build_card, build_card_part
from rival.games.pampero.card_paths import describe_path
from rival.games.pampero.cards import Card
from rival.games.pampero.icon_grammar import describe_part_value, read_part_value
from rival.games.pampero.pack_merging import PartConflict, adopt_card_ids, combine_packs
from rival.games.pampero.pack_model import CARDS_IN_THE_BOX, ENTRY_TYPES, Pack
from rival.games.pampero.table import Table, load_owner_pack
from rival.kernel import BadPackError, Box, BoxPart, JoinedText, Json, Name, PartDifference, Text, _, n_
from rival.kernel.answer_types import shorten_for_message
from rival.kernel.box import HEAD_KEYS


def check_pack(pack: Json) -> Json:
    """Return the pack; if it has errors, raise BadPackError with the card, section and row of each one."""
    if not isinstance(pack, dict):
        raise BadPackError(packs.NOT_A_PACK)
    reading = packs.read_cached_document(pack)
    errors = [*reading.errors, *find_impossible_values(reading.pack)]
    if errors:
        raise BadPackError(_("This pack can’t be used: {problems}", problems=JoinedText(errors, "\n")))
    return pack


def find_impossible_values(pack: Pack) -> Iterator[Text]:
    """Yield a problem for each value that no real board can have, such as too few sites (PA-11)."""
    for sector in pack.sectors:
        if sector.id == "A2" and sector.farm_sites == 0 and not sector.either_sites:
            problem = _("0 can’t be right: VJ’s first wind farm is built there (PA-11).")
            yield packs.format_problem(Name("sector A2, farm_sites"), problem)


def list_pack_warnings(pack: Json) -> Sequence[Text]:
    """Return warnings about unlikely values in a valid pack (PA-51, PA-G43)."""
    return packs.read_cached_document(pack).warnings


def collect_learned_pack(stored_pack: Json, table: Table) -> Json:
    """Return the owner's pack, completed with everything that the player entered during this game."""
    if not table.told:
        return stored_pack
    mine = table.pack
    if stored_pack is not None:
        mine = combine_packs(mine, packs.read_cached_document(stored_pack).pack)[0]
    return {**packs.pack_to_document(mine), "learned": True}


def merge_packs(mine: Json, theirs: Json) -> tuple[Json, Sequence[PartDifference]]:
    """Merge two packs and list the conflicts; in a conflict, the value of ``mine`` is kept."""
    merged, conflicts = combine_packs(
        packs.read_cached_document(check_pack(mine)).pack, packs.read_cached_document(check_pack(theirs)).pack
    )
    return packs.pack_to_document(merged), [build_disagreement(merged, conflict) for conflict in conflicts]


def build_disagreement(pack: Pack, conflict: PartConflict) -> PartDifference:
    """Convert a conflict between two packs to a form that the owner can read."""
    name, _comma, path = conflict.path.partition(", ")
    card = next((card for card in pack.cards if name == f"card {card.id}"), None)
    if card is None:
        return PartDifference(
            Name(conflict.path), format_plain_value(conflict.mine), format_plain_value(conflict.theirs), name
        )

    def describe_value(plain: Json) -> Text:
        """Return one side's value as text."""
        return describe_part_value(None if plain is None else read_part_value(card, path, plain, pack.names))

    location = packs.join_location(packs.describe_card(card), describe_path(path))
    return PartDifference(location, describe_value(conflict.mine), describe_value(conflict.theirs), name)


def format_plain_value(plain: Json) -> Text:
    """Return a JSON value as text."""
    return JoinedText(plain if isinstance(plain, list) else [plain], " > ")


# --- the parts of the box -------------------------------------------------------------------------------------


def list_box_parts(pack: Json) -> list[BoxPart]:
    """Return all components that the owner can describe: cards, boards, tiles, contracts and tokens."""
    owner_pack = load_owner_pack(pack)
    cards = [*owner_pack.cards, *(Card(id) for id in list_undescribed_ids(owner_pack))]
    card_parts = [build_card_part(owner_pack, card, n) for n, card in enumerate(cards, start=1)]
    return [*card_parts, *list_board_parts(owner_pack, owner_pack.to_check)]


def list_undescribed_ids(owner_pack: Pack) -> Iterator[str]:
    """Yield an id for each card that the owner has not described yet."""
    known_cards = owner_pack.cards_by_id
    free_ids = (f"card-{n}" for n in range(1, 2 * CARDS_IN_THE_BOX) if f"card-{n}" not in known_cards)
    return islice(free_ids, max(0, CARDS_IN_THE_BOX - len(known_cards)))


def replace_box_part(pack: Json, id: str, value: Any) -> Json:
    """Return the pack with one component replaced; None removes it."""
    own_pack = Pack() if pack is None else packs.read_cached_document(pack).pack
    kind, _space, name = id.partition(" ")
    if kind == "card":
        return to_stored_pack(replace_card_in_pack(own_pack, load_owner_pack(pack), name, value), pack)
    if kind not in BOARD_KINDS:
        raise BadPackError(_("This box has no part “{id}”.", id=shorten_for_message(id)))
    return to_stored_pack(
        remove_entry(own_pack, kind, name) if value is None else replace_entry(own_pack, kind, name, value), pack
    )


def replace_card_in_pack(own_pack: Pack, owner_pack: Pack, id: str, value: Any) -> Pack:
    """Return the pack with one card replaced; None removes it."""
    if value is None:
        return replace(own_pack, cards=tuple(card for card in own_pack.cards if card.id != id))
    card = build_card(owner_pack, owner_pack.cards_by_id.get(id) or Card(id), value)
    is_own_card = id in own_pack.cards_by_id
    cards = tuple(card if other.id == id else other for other in own_pack.cards)
    return replace(own_pack, cards=cards if is_own_card else (*own_pack.cards, card))


def to_stored_pack(own_pack: Pack, former_pack: Json) -> Json:
    """Return the owner's pack in its saved form, with the header of the former pack."""
    header = {key: value for key, value in (former_pack or {}).items() if key in HEAD_KEYS}
    return {**packs.pack_to_document(own_pack), **header, "learned": True}


def describe_missing_parts(pack: Json) -> list[Text]:
    """Return notes about the components that the player will have to describe during a game."""
    box_parts = list_box_parts(pack)
    described_count = sum(part.is_complete for part in box_parts if part.id.startswith(CARD_PREFIX))
    notes: list[Text] = []
    if described_count < CARDS_IN_THE_BOX:
        text = n_(
            "{n} of the {all} VJ cards is described. A game uses three; Rival asks about missing "
            "details when VJ reads them.",
            "{n} of the {all} VJ cards are described. A game uses three; Rival asks about "
            "missing details when VJ reads them.",
            described_count,
            all=CARDS_IN_THE_BOX,
        )
        none = _(
            "No VJ card is fully described yet. A game uses three; Rival asks about their details when VJ reads them."
        )
        notes.append(text if described_count else none)
    sectors = [part.label for part in box_parts if part.id.startswith("sector ") and not part.is_complete]
    if sectors:
        notes.append(
            _(
                "Not fully described: {parts}. If the number of sites is unknown, Rival assumes that one is "
                "free; correct it if VJ finds none.",
                parts=JoinedText(sectors),
            )
        )
    return notes


def align_card_ids(mine: Json, theirs: Json) -> Json:
    """Return the pack ``theirs`` with its card ids changed to match ``mine``.

    Both packs may use an id such as "card-1" for different cards.
    """
    if mine is None:
        return theirs
    their_pack = packs.read_cached_document(check_pack(theirs)).pack
    cards = adopt_card_ids(packs.read_cached_document(mine).pack.cards, their_pack.cards)
    header = {key: value for key, value in theirs.items() if key in HEAD_KEYS}
    return {**packs.pack_to_document(replace(their_pack, cards=tuple(cards))), **header}


def apply_pack_to_game(table: Table, pack: Json) -> None:
    """Apply a pack to a running game; values entered during the game stay unchanged."""
    table.pack = combine_packs(table.pack, packs.read_cached_document(pack).pack)[0]


def build_named_part(pack: Json, id: str) -> BoxPart | None:
    """Return a new component with the name that the owner chose; None if the name is invalid."""
    kind, _space, name = id.partition(" ")
    if not packs.is_valid_id(kind, name):
        return None
    owner_pack = load_owner_pack(pack)
    if kind == "card":
        return build_card_part(owner_pack, Card(name), len(owner_pack.cards) + 1)
    return build_entry_part(owner_pack, kind, name, ENTRY_TYPES[kind](name), ()) if kind in ENTRY_TYPES else None


BOX = Box(
    list_box_parts, replace_box_part, describe_missing_parts, apply_pack_to_game, build_named_part, align_card_ids
)
