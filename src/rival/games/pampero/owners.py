"""The owner's pack as drivers handle it: checked, learned from a game, merged with another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rival.games.pampero import pack as packs
from rival.games.pampero.contents import Pack
from rival.games.pampero.merging import Conflict, merge
from rival.games.pampero.parts import describe_path
from rival.games.pampero.table import Table
from rival.games.pampero.words import describe_part, read_part
from rival.kernel import BadPack, Disagreement, Joined, Json, Name, Text, _


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
        return Disagreement(Name(conflict.path), as_told(conflict.mine), as_told(conflict.theirs))

    def words(plain: Json) -> Text:
        return describe_part(None if plain is None else read_part(card, path, plain, pack.names))

    where = packs.part_of(packs.card_words(card), describe_path(path))
    return Disagreement(where, words(conflict.mine), words(conflict.theirs))


def as_told(plain: Json) -> Text:
    return Joined(plain if isinstance(plain, list) else [plain], " > ")
