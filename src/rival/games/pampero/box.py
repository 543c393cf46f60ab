"""The owner's box: list its parts, check and merge packs, and add a game's answers to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from rival.games.pampero import pack as packs
from rival.games.pampero.board_parts import KINDS, board_parts, entry_part, with_entry, without_entry
from rival.games.pampero.card_parts import CARD, card_part, told_card
from rival.games.pampero.cards import Card
from rival.games.pampero.contents import CARDS_IN_THE_BOX, ENTRIES, Pack
from rival.games.pampero.merging import Conflict, as_mine_call_them, merge
from rival.games.pampero.parts import describe_path
from rival.games.pampero.table import Table, owners_pack
from rival.games.pampero.words import describe_part, read_part
from rival.kernel import BadPack, Box, BoxPart, Disagreement, Joined, Json, Name, Text, _, n_
from rival.kernel.box import HEAD
from rival.kernel.shapes import short


def check_pack(pack: Json) -> Json:
    """Return the pack if all of it can be read; raise BadPack that names the card, section and row of each error."""
    if not isinstance(pack, dict):
        raise BadPack(packs.NO_PACK)
    reading = packs.read_again(pack)
    errors = [*reading.errors, *impossible(reading.pack)]
    if errors:
        raise BadPack(_("This pack can’t be used: {problems}", problems=Joined(errors, "\n")))
    return pack


def impossible(pack: Pack) -> Iterator[Text]:
    """Yield problems with values that no board can have: VJ's first wind farm needs a site (PA-11)."""
    for sector in pack.sectors:
        if sector.id == "A2" and sector.farm_sites == 0 and not sector.either_sites:
            problem = _("0 can’t be right: VJ’s first wind farm is built there (PA-11).")
            yield packs.problem_at(Name("sector A2, farm_sites"), problem)


def pack_notes(pack: Json) -> Sequence[Text]:
    """Return warnings about unlikely values of a valid pack (PA-51, PA-G43)."""
    return packs.read_again(pack).warnings


def learned(known: Json, table: Table) -> Json:
    """Return the owner's pack with everything that was entered at this table, unchanged if that is nothing."""
    if not table.told:
        return known
    mine = table.pack
    if known is not None:
        mine = merge(mine, packs.read_again(known).pack)[0]
    return {**packs.document(mine), "learned": True}


def merge_packs(mine: Json, theirs: Json) -> tuple[Json, Sequence[Disagreement]]:
    """Return my pack with the parts that only theirs knows, and the disagreements; in those my value stays."""
    merged, conflicts = merge(packs.read_again(check_pack(mine)).pack, packs.read_again(check_pack(theirs)).pack)
    return packs.document(merged), [disagreement(merged, one) for one in conflicts]


def disagreement(pack: Pack, conflict: Conflict) -> Disagreement:
    """Return a conflict for the owner to read: cards as text, boards as the file has them."""
    name, _comma, path = conflict.path.partition(", ")
    card = next((card for card in pack.cards if name == f"card {card.id}"), None)
    if card is None:
        return Disagreement(Name(conflict.path), as_told(conflict.mine), as_told(conflict.theirs), name)

    def words(plain: Json) -> Text:
        return describe_part(None if plain is None else read_part(card, path, plain, pack.names))

    where = packs.part_of(packs.card_words(card), describe_path(path))
    return Disagreement(where, words(conflict.mine), words(conflict.theirs), name)


def as_told(plain: Json) -> Text:
    """Return a plain value as text."""
    return Joined(plain if isinstance(plain, list) else [plain], " > ")


# --- the parts of the box -------------------------------------------------------------------------------------


def parts(pack: Json) -> list[BoxPart]:
    """Return the parts of the box: the 18 cards, boards, tiles, contracts and tokens, with assumed values filled in."""
    known = owners_pack(pack)
    cards = [*known.cards, *(Card(id) for id in unread(known))]
    found = [card_part(known, card, n) for n, card in enumerate(cards, start=1)]
    return [*found, *board_parts(known, known.to_check)]


def unread(known: Pack) -> Iterator[str]:
    """Yield ids for the cards that are not described yet."""
    taken = known.card_by_id
    free = (f"card-{n}" for n in range(1, 2 * CARDS_IN_THE_BOX) if f"card-{n}" not in taken)
    return islice(free, max(0, CARDS_IN_THE_BOX - len(taken)))


def tell(pack: Json, id: str, value: Any) -> Json:
    """Return the pack with one part of the box replaced; None removes it."""
    own = Pack() if pack is None else packs.read_again(pack).pack
    kind, _space, name = id.partition(" ")
    if kind == "card":
        return packed(with_card(own, owners_pack(pack), name, value), pack)
    if kind not in KINDS:
        raise BadPack(_("This box has no part “{id}”.", id=short(id)))
    return packed(without_entry(own, kind, name) if value is None else with_entry(own, kind, name, value), pack)


def with_card(own: Pack, known: Pack, id: str, value: Any) -> Pack:
    """Return the owner's pack with one card replaced; None removes it."""
    if value is None:
        return replace(own, cards=tuple(card for card in own.cards if card.id != id))
    card = told_card(known, known.card_by_id.get(id) or Card(id), value)
    here = id in own.card_by_id
    others = tuple(card if one.id == id else one for one in own.cards)
    return replace(own, cards=others if here else (*own.cards, card))


def packed(own: Pack, before: Json) -> Json:
    """Return the owner's pack as it is stored, with the header of the former one."""
    head = {key: value for key, value in (before or {}).items() if key in HEAD}
    return {**packs.document(own), **head, "learned": True}


def lacking(pack: Json) -> list[Text]:
    """Return the notes about parts that a game would have to ask for."""
    found = parts(pack)
    cards = sum(part.whole for part in found if part.id.startswith(CARD))
    said: list[Text] = []
    if cards < CARDS_IN_THE_BOX:
        text = n_(
            "{n} of the {all} VJ cards is described. A game uses three; Rival asks about missing "
            "details when VJ reads them.",
            "{n} of the {all} VJ cards are described. A game uses three; Rival asks about "
            "missing details when VJ reads them.",
            cards,
            all=CARDS_IN_THE_BOX,
        )
        none = _(
            "No VJ card is fully described yet. A game uses three; Rival asks about their details when VJ reads them."
        )
        said.append(text if cards else none)
    sectors = [part.words for part in found if part.id.startswith("sector ") and not part.whole]
    if sectors:
        said.append(
            _(
                "Not fully described: {parts}. Rival asks for their building sites at the start of a game.",
                parts=Joined(sectors),
            )
        )
    return said


def aligned(mine: Json, theirs: Json) -> Json:
    """Return their pack with the card ids of mine: two owners may use "card-1" for different cards."""
    if mine is None:
        return theirs
    other = packs.read_again(check_pack(theirs)).pack
    cards = as_mine_call_them(packs.read_again(mine).pack.cards, other.cards)
    head = {key: value for key, value in theirs.items() if key in HEAD}
    return {**packs.document(replace(other, cards=tuple(cards))), **head}


def take(table: Table, pack: Json) -> None:
    """Add a pack to a running game; values that were entered in the game stay."""
    table.pack = merge(table.pack, packs.read_again(pack).pack)[0]


def named(pack: Json, id: str) -> BoxPart | None:
    """Return a new part with the name that its owner chose, None if the name is invalid."""
    kind, _space, name = id.partition(" ")
    if not packs.is_id(kind, name):
        return None
    known = owners_pack(pack)
    if kind == "card":
        return card_part(known, Card(name), len(known.cards) + 1)
    return entry_part(known, kind, name, ENTRIES[kind](name), ()) if kind in ENTRIES else None


BOX = Box(parts, tell, lacking, take, named, aligned)
