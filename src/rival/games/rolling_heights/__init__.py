"""The Mayor of Rolling Heights."""

from __future__ import annotations

from pathlib import Path

from rival.games.rolling_heights import upkeep
from rival.games.rolling_heights.measures import MEASURED, measures
from rival.games.rolling_heights.pack import check_pack, learned, merge_packs, pack_notes
from rival.games.rolling_heights.rules import game
from rival.games.rolling_heights.sample import POLICIES, SampleTable, completed, pack
from rival.games.rolling_heights.table import new_town
from rival.games.rolling_heights.views import figure, heading, views
from rival.kernel import Opponent, Setting, _

SETTINGS = (
    Setting(
        "hard",
        _("Harder variant"),
        ((False, _("no: three rolls from round 12")), (True, _("yes: three rolls already from round 10"))),
        ("RH-16",),
        difficulty=True,
    ),
    Setting(
        "full_district",
        _("A full district with an unfinished building of the Mayor"),
        (
            ("act_if_possible", _("he continues the building; the die is rolled again only if he has none there")),
            ("strict_reroll", _("the die is rolled again in any case")),
        ),
        ("RH-A2", "RH-A24"),
    ),
    Setting(
        "centre_distance",
        _("Distance to the centre of a district"),
        (("straight", _("in a straight line")), ("steps", _("in steps across and down"))),
        ("RH-A4",),
    ),
    Setting(
        "empty_row",
        _("The market row he must take from is empty"),
        (("nothing", _("the roll is spent")), ("reroll", _("the die is rolled again"))),
        ("RH-A12",),
    ),
    Setting(
        "district_numbers",
        _("Which number goes on which district"),
        (("random", _("at random")), ("chosen", _("as you choose"))),
        ("RH-A19",),
    ),
    Setting(
        "orange",
        _("The orange cubes"),
        (
            ("apart", _("are no building material: none is taken out, and their running out does not end the game")),
            ("ends", _("are no building material: none is taken out, but their running out ends the game")),
            (
                "material",
                _("are a building material like the others: 25 are taken out, and their running out ends the game"),
            ),
        ),
        ("RH-A18",),
    ),
)

opponent = Opponent(
    id="rolling-heights",
    name=_("the Mayor"),
    game=_("Rolling Heights"),
    folder=Path(__file__).parent,
    rules_version=2,
    settings=SETTINGS,
    new_table=new_town,
    script=game,
    tracked=upkeep.tracked,
    problems=upkeep.problems,
    repair=upkeep.repair,
    views=views,
    heading=heading,
    figure=figure,
    sample=SampleTable,
    sample_pack=pack,
    check_pack=check_pack,
    policies=POLICIES,
    measures=measures,
    measured=MEASURED,
    complete_pack=completed,
    learned=learned,
    merge_packs=merge_packs,
    pack_notes=pack_notes,
    changes={
        2: ("RH-05", "RH-07", "RH-26", "RH-33", "RH-40", "RH-A11", "RH-A12", "RH-A13", "RH-A14", "RH-A18", "RH-A28")
    },
    followed=("mayor.vp", "mayor.wild"),
)
