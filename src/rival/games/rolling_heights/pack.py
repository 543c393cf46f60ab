"""The owner's pack of Rolling Heights: the district boards as drawings."""

from __future__ import annotations

from rival.games.rolling_heights.table import read_district
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
    return pack
