"""The opponent of Rolling Heights: the Mayor."""

from __future__ import annotations

from pathlib import Path

from rival.games.rolling_heights import upkeep
from rival.games.rolling_heights.box import BOX, check_pack, learned, merge_packs, pack_notes
from rival.games.rolling_heights.measures import MEASURED, measures
from rival.games.rolling_heights.options import Options
from rival.games.rolling_heights.rules import game
from rival.games.rolling_heights.sample import POLICIES, SampleTable, completed, pack
from rival.games.rolling_heights.table import new_town
from rival.games.rolling_heights.views import figure, heading, views
from rival.kernel import Opponent, _

opponent = Opponent(
    id="rolling-heights",
    name=_("the Mayor"),
    game=_("Rolling Heights"),
    folder=Path(__file__).parent,
    rules_version=3,
    options=Options,
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
    box=BOX,
    learned=learned,
    merge_packs=merge_packs,
    pack_notes=pack_notes,
    changes={
        2: ("RH-05", "RH-07", "RH-26", "RH-33", "RH-40", "RH-A11", "RH-A12", "RH-A13", "RH-A14", "RH-A18", "RH-A28"),
        3: ("RH-12", "RH-29", "RH-32", "RH-34", "RH-41", "RH-A11", "RH-A14", "RH-A18", "RH-A31", "RH-A32"),
    },
    followed=("mayor.vp", "mayor.wild"),
)
