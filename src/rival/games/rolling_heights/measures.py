"""The statistics that the lab collects from the town at the end of each round."""

from __future__ import annotations

from rival.games.rolling_heights.table import Town, iterate_buildings
from rival.kernel import _

MEASURE_LABELS = {
    "score": _("the Mayor’s VP"),
    "vp_plots": _("VP from matching plots"),
    "vp_buildings": _("VP from completed buildings"),
    "vp_end": _("VP from wild tokens and ads at the end"),
    "wild": _("the Mayor’s wild tokens"),
    "begun": _("buildings begun"),
    "complete": _("buildings completed"),
    "cubes": _("cubes on the Mayor’s buildings"),
}


def measure_town(town: Town) -> dict[str, int]:
    """Count the Mayor's VP by source, his buildings and his cubes (RH-D6)."""
    begun_count = completed_count = cube_count = plot_vp = building_vp = 0
    for _number, _plot, building in iterate_buildings(town):
        begun_count += 1
        cube_count += sum(building.cubes.values())
        plot_vp += building.bonus
        if building.complete:
            completed_count += 1
            building_vp += building.size
    vp = town.mayor.vp
    return {
        "score": vp,
        "vp_plots": plot_vp,
        "vp_buildings": building_vp,
        "vp_end": vp - plot_vp - building_vp,
        "wild": town.mayor.wild,
        "begun": begun_count,
        "complete": completed_count,
        "cubes": cube_count,
    }
