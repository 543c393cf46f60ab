"""The owner's box: its parts, their checker, what a game adds to it, how two of them merge."""

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
    """The pack itself if all of it can be understood; BadPack names card, section and row of what can't."""
    if not isinstance(pack, dict):
        raise BadPack(packs.NO_PACK)
    reading = packs.read_again(pack)
    errors = [*reading.errors, *impossible(reading.pack)]
    if errors:
        raise BadPack(_("This pack can’t be used: {problems}", problems=Joined(errors, "\n")))
    return pack


def impossible(pack: Pack) -> Iterator[Text]:
    """What no board can be like: VJ's first wind farm must find a site (PA-11)."""
    for sector in pack.sectors:
        if sector.id == "A2" and sector.farm_sites == 0 and not sector.either_sites:
            problem = _("0 can’t be right, VJ’s first wind farm stands there (PA-11).")
            yield packs.problem_at(Name("sector A2, farm_sites"), problem)


def pack_notes(pack: Json) -> Sequence[Text]:
    """What looks odd in a pack that can be used (PA-51, PA-G43)."""
    return packs.read_again(pack).warnings


def learned(known: Json, table: Table) -> Json:
    """The owner's pack with everything this table was told of cards and boards; None if it was told nothing."""
    if not table.told:
        return known
    mine = table.pack
    if known is not None:
        mine = merge(mine, packs.read_again(known).pack)[0]
    return {**packs.document(mine), "learned": True}


def merge_packs(mine: Json, theirs: Json) -> tuple[Json, Sequence[Disagreement]]:
    """My pack with what only theirs knows; what they disagree about stays mine and is listed."""
    merged, conflicts = merge(packs.read_again(check_pack(mine)).pack, packs.read_again(check_pack(theirs)).pack)
    return packs.document(merged), [disagreement(merged, one) for one in conflicts]


def disagreement(pack: Pack, conflict: Conflict) -> Disagreement:
    """What is told differently: of a card in words, of the boards as the file has it."""
    name, _comma, path = conflict.path.partition(", ")
    card = next((card for card in pack.cards if name == f"card {card.id}"), None)
    if card is None:
        return Disagreement(Name(conflict.path), as_told(conflict.mine), as_told(conflict.theirs), name)

    def words(plain: Json) -> Text:
        return describe_part(None if plain is None else read_part(card, path, plain, pack.names))

    where = packs.part_of(packs.card_words(card), describe_path(path))
    return Disagreement(where, words(conflict.mine), words(conflict.theirs), name)


def as_told(plain: Json) -> Text:
    return Joined(plain if isinstance(plain, list) else [plain], " > ")


# --- the parts of the box -------------------------------------------------------------------------------------


def parts(pack: Json) -> list[BoxPart]:
    """The eighteen cards, the boards, tiles, contracts and tokens; what is generally known is assumed."""
    known = owners_pack(pack)
    cards = [*known.cards, *(Card(id) for id in unread(known))]
    found = [card_part(known, card, n) for n, card in enumerate(cards, start=1)]
    return [*found, *board_parts(known, known.to_check)]


def unread(known: Pack) -> Iterator[str]:
    """Names for the cards that nobody has read yet."""
    taken = known.card_by_id
    free = (f"card-{n}" for n in range(1, 2 * CARDS_IN_THE_BOX) if f"card-{n}" not in taken)
    return islice(free, max(0, CARDS_IN_THE_BOX - len(taken)))


def tell(pack: Json, id: str, value: Any) -> Json:
    """The pack with a part told, or without it."""
    own = Pack() if pack is None else packs.read_again(pack).pack
    kind, _space, name = id.partition(" ")
    if kind == "card":
        return packed(with_card(own, owners_pack(pack), name, value), pack)
    if kind not in KINDS:
        raise BadPack(_("“{id}” is no part of this box.", id=short(id)))
    return packed(without_entry(own, kind, name) if value is None else with_entry(own, kind, name, value), pack)


def with_card(own: Pack, known: Pack, id: str, value: Any) -> Pack:
    if value is None:
        return replace(own, cards=tuple(card for card in own.cards if card.id != id))
    card = told_card(known, known.card_by_id.get(id) or Card(id), value)
    here = id in own.card_by_id
    others = tuple(card if one.id == id else one for one in own.cards)
    return replace(own, cards=others if here else (*own.cards, card))


def packed(own: Pack, before: Json) -> Json:
    head = {key: value for key, value in (before or {}).items() if key in HEAD}
    return {**packs.document(own), **head, "learned": True}


def lacking(pack: Json) -> list[Text]:
    """What a game will have to ask for."""
    found = parts(pack)
    cards = sum(part.whole for part in found if part.id.startswith(CARD))
    said: list[Text] = []
    if cards < CARDS_IN_THE_BOX:
        text = n_(
            "{n} of the {all} VJ cards is described. A game has three; "
            "Rival asks for what is missing when VJ reads it.",
            "{n} of the {all} VJ cards are described. A game has three; "
            "Rival asks for what is missing when VJ reads it.",
            cards,
            all=CARDS_IN_THE_BOX,
        )
        none = _(
            "No VJ card is described in full yet. A game has three; Rival asks for what they show when VJ reads it."
        )
        said.append(text if cards else none)
    sectors = [part.words for part in found if part.id.startswith("sector ") and not part.whole]
    if sectors:
        said.append(
            _("Not described in full: {parts}. Rival asks for their sites at the start.", parts=Joined(sectors))
        )
    return said


def aligned(mine: Json, theirs: Json) -> Json:
    """Two owners may have called different cards "card-1": theirs are called as the same cards are among mine."""
    if mine is None:
        return theirs
    other = packs.read_again(check_pack(theirs)).pack
    cards = as_mine_call_them(packs.read_again(mine).pack.cards, other.cards)
    head = {key: value for key, value in theirs.items() if key in HEAD}
    return {**packs.document(replace(other, cards=tuple(cards))), **head}


def take(table: Table, pack: Json) -> None:
    """What a pack tells, in a game under way: what was told in the game itself stays."""
    table.pack = merge(table.pack, packs.read_again(pack).pack)[0]


def named(pack: Json, id: str) -> BoxPart | None:
    """A card, tile or contract may be called as its owner likes."""
    kind, _space, name = id.partition(" ")
    if not packs.is_id(kind, name):
        return None
    known = owners_pack(pack)
    if kind == "card":
        return card_part(known, Card(name), len(known.cards) + 1)
    return entry_part(known, kind, name, ENTRIES[kind](name), ()) if kind in ENTRIES else None


BOX = Box(parts, tell, lacking, take, named, aligned)
