"""The options of a game: difficulty and rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rival.kernel import _, define_setting


@dataclass(frozen=True, slots=True)
class Options:
    """The difficulty and rulings of a game. The first value of each option is the default."""

    hard: bool = define_setting(
        _("Harder variant"),
        _("no: three rolls from round 12"),
        _("yes: three rolls already from round 10"),
        cites=("RH-16",),
        difficulty=True,
    )
    full_district: Literal["act_if_possible", "strict_reroll"] = define_setting(
        _("If a full district has an unfinished building of the Mayor"),
        _("the Mayor continues the building; the die is rolled again only if he has none there"),
        _("the die is rolled again in any case"),
        cites=("RH-A2", "RH-A24"),
    )
    centre_distance: Literal["straight", "steps"] = define_setting(
        _("How the distance to the centre of a district is measured"),
        _("in a straight line"),
        _("in steps across and down"),
        cites=("RH-A4",),
    )
    empty_row: Literal["nothing", "reroll"] = define_setting(
        _("If the Mayor must take a plan from an empty market row"),
        _("the roll is lost"),
        _("the die is rolled again"),
        cites=("RH-A12",),
    )
    district_numbers: Literal["random", "chosen"] = define_setting(
        _("Numbers of the districts"),
        _("at random"),
        _("as you choose"),
        cites=("RH-A19",),
    )
    orange: Literal["apart", "ends", "material"] = define_setting(
        _("The orange cubes"),
        _("are not a building material: they stay in the supply, and the game does not end when they run out"),
        _("are not a building material: they stay in the supply, but the game ends when they run out"),
        _("are a building material like the others: all 25 are removed, so no orange cube can be placed"),
        cites=("RH-A18", "RH-A31"),
    )
