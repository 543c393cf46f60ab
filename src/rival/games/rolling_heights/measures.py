"""The numbers that the lab reads from the town at the end of each round."""

from __future__ import annotations

from rival.games.rolling_heights.table import Town, buildings
from rival.kernel import _

MEASURED = {
    "score": _("the Mayor’s VP"),
    "vp_plots": _("VP from plots that match"),
    "vp_buildings": _("VP from completed buildings"),
    "vp_end": _("VP from wild tokens and ads at the end"),
    "wild": _("the Mayor’s wild tokens"),
    "begun": _("buildings begun"),
    "complete": _("buildings completed"),
    "cubes": _("cubes on the Mayor’s buildings"),
}


def measures(town: Town) -> dict[str, int]:
    """Count the Mayor's VP by source, his buildings and his cubes (RH-D6)."""
    begun = complete = cubes = plots = built = 0
    for _number, _plot, building in buildings(town):
        begun += 1
        cubes += sum(building.cubes.values())
        plots += building.bonus
        if building.complete:
            complete += 1
            built += building.size
    vp = town.mayor.vp
    return {
        "score": vp,
        "vp_plots": plots,
        "vp_buildings": built,
        "vp_end": vp - plots - built,
        "wild": town.mayor.wild,
        "begun": begun,
        "complete": complete,
        "cubes": cubes,
    }
