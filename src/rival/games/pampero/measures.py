"""The numbers that the lab records at the end of each turn."""

from __future__ import annotations

from rival.games.pampero.table import Table
from rival.games.pampero.vj import find_majority_holder
from rival.kernel import _

MEASURE_LABELS = {
    "score": _("money VJ has"),
    "actions": _("actions VJ carried out"),
    "farms": _("wind farms VJ built"),
    "towers": _("towers VJ built"),
    "contracts": _("contracts VJ fulfilled"),
    "sales": _("foreign-market sales VJ made"),
    "majorities": _("majorities VJ holds"),
    "lead": _("VJ’s total lead in all majorities"),
    "tiles": _("bonus tiles VJ took"),
    "cards": _("specialist scoring cards VJ took"),
    "energy": _("energy VJ has"),
}


def collect_measures(table: Table) -> dict[str, int]:
    """Return the opponent's actions, majorities and possessions as numbers for statistics (PA-49, PA-21)."""
    vj, slots = table.vj, table.slots.values()
    farms = sum(sector.vjs.farms for sector in table.sectors.values()) - 1  # PA-11: without his starting farm
    towers = sum(sector.vjs.towers for sector in table.sectors.values())
    return {
        "score": vj.money,
        "actions": farms + towers + len(vj.contracts) + len(vj.sales),
        "farms": farms,
        "towers": towers,
        "contracts": len(vj.contracts),
        "sales": len(vj.sales),
        "majorities": sum(find_majority_holder(slot.yours, slot.vjs) == "vj" for slot in slots),
        "lead": sum(slot.vjs - slot.yours for slot in slots),
        "tiles": len(vj.tiles),
        "cards": len(vj.specialists),
        "energy": vj.energy,
    }
