"""The owner's pack as drivers handle it: checked, learned from a game, merged with another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rival.games.pampero import pack as packs
from rival.games.pampero.contents import Pack
from rival.games.pampero.merging import merge
from rival.games.pampero.table import Table
from rival.kernel import BadPack, Disagreement, Json, Name, _


def check_pack(pack: Json) -> Json:
    """The pack itself if all of it can be understood; BadPack names card, section and row of what can't."""
    if not isinstance(pack, dict):
        raise BadPack(_('This is not a pack of Pampero: it must say game = "pampero".'))
    reading = packs.read_again(pack)
    errors = [*reading.errors, *impossible(reading.pack)]
    if errors:
        raise BadPack(_("This pack can’t be used: {problems}", problems=Name("\n".join(errors))))
    return pack


def impossible(pack: Pack) -> Iterator[str]:
    """What no board can be like: VJ's first wind farm must find a site (PA-11)."""
    for sector in pack.sectors:
        if sector.id == "A2" and sector.farm_sites == 0:
            yield "sector 'A2', farm_sites: 0 can't be right, VJ's first wind farm stands there (PA-11)."


def pack_notes(pack: Json) -> Sequence[str]:
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
    try:
        merged, conflicts = merge(packs.read_again(check_pack(mine)).pack, packs.read_again(check_pack(theirs)).pack)
    except ValueError as problem:
        if isinstance(problem, BadPack):
            raise
        raise BadPack(Name(str(problem))) from None
    return packs.document(merged), [Disagreement(one.path, one.mine, one.theirs) for one in conflicts]
