"""The owner's pack of Rolling Heights: the district boards as drawings; for the lab the supply and the plans too."""

from __future__ import annotations

from typing import Any

from rival.games.rolling_heights.table import MATERIALS, TYPES, read_district
from rival.kernel import BadAnswer, BadPack, Json, Name, _


def check_pack(pack: Json) -> Json:
    """The pack itself if it can be used; BadPack names the district that can't."""
    if not isinstance(pack, dict) or pack.get("game") != "rolling-heights":
        raise BadPack(_('This is not a pack of Rolling Heights: it must say game = "rolling-heights".'))
    districts = pack.get("districts", {})
    if not isinstance(districts, dict):
        raise BadPack(_("“districts” must be a table of drawings, one for each number from 1 to 6."))
    for number, rows in districts.items():
        if number not in ("1", "2", "3", "4", "5", "6"):
            raise BadPack(_("There is no district {n}: the numbers are 1 to 6.", n=Name(str(number))))
        if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
            raise BadPack(_('District {n} must be a list of rows, for instance [". . ~", ". . ."].', n=number))
        try:
            read_district(rows)
        except BadAnswer as bad:
            raise BadPack(_("District {n}: {problem}", n=number, problem=bad.text)) from None
    check_supply(pack.get("supply", FOUR))
    plans = pack.get("plans", {"level1": [], "level2": []})
    if not isinstance(plans, dict) or plans.keys() != {"level1", "level2"}:
        raise BadPack(_("“plans” must have two lists, level1 and level2."))
    for level, tiles in plans.items():
        for k, tile in enumerate(tiles if isinstance(tiles, list) else [tiles], start=1):
            check_plan(level, k, tile)
    return pack


FOUR = dict.fromkeys([*tuple(MATERIALS)[:4], "wild"], 0)
"""What a supply must name: the four materials and the wild tokens."""


def check_supply(supply: Any) -> None:
    """The cubes and wild tokens at the start, as the lab's sample table needs them."""
    if not isinstance(supply, dict) or supply.keys() != FOUR.keys() or not all(map(whole_number, supply.values())):
        raise BadPack(_("“supply” must give a number for each of: {names}.", names=Name(", ".join(FOUR))))


def check_plan(level: str, k: int, tile: Any) -> None:
    """A plan: its type, and how many cubes of which material it requires."""
    cubes = {name: n for name, n in tile.items() if name != "type"} if isinstance(tile, dict) else {}
    known = cubes.keys() <= FOUR.keys() - {"wild"} and all(whole_number(n) and n for n in cubes.values())
    if not cubes or not known or tile.get("type") not in TYPES:
        example = Name('{ type = "park", wood = 2, steel = 1 }')
        raise BadPack(
            _("Plan {k} of {level} can't be read; write for instance {example}.", k=k, level=level, example=example)
        )


def whole_number(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 999
