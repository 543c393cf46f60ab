"""Pampero and its opponent VJ."""

from __future__ import annotations

from pathlib import Path

from rival.games.pampero import upkeep
from rival.games.pampero.box import BOX, check_pack, learned, merge_packs, pack_notes
from rival.games.pampero.measures import MEASURED, measures
from rival.games.pampero.options import Options
from rival.games.pampero.rules import game
from rival.games.pampero.sample import POLICIES, SampleTable, blank_pack, full_pack
from rival.games.pampero.sample import pack as sample_pack
from rival.games.pampero.sample.filling import complete_pack
from rival.games.pampero.table import new_table
from rival.games.pampero.views import figure, heading, views
from rival.kernel import Name, Opponent, _

opponent = Opponent(
    id="pampero",
    name=Name("VJ"),
    game=_("Pampero"),
    bgg=304510,
    folder=Path(__file__).parent,
    rules_version=3,
    changes={
        2: (
            "PA-16",
            "PA-22",
            "PA-27a",
            "PA-28",
            "PA-29",
            "PA-30",
            "PA-31",
            "PA-38",
            "PA-46",
            "PA-50",
            "PA-52",
            "PA-65",
            "PA-74",
            "PA-75",
            "PA-76",
            "PA-77",
            "PA-81",
            "PA-84",
            "PA-G2",
            "PA-G6",
            "PA-G10",
            "PA-G19",
            "PA-G20",
            "PA-G27",
            "PA-G28",
            "PA-G38",
            "PA-G41",
        ),
        3: (
            "PA-15",
            "PA-22",
            "PA-23",
            "PA-31",
            "PA-35",
            "PA-44",
            "PA-54",
            "PA-63",
            "PA-70",
            "PA-72",
            "PA-77",
            "PA-78",
            "PA-79",
            "PA-80",
            "PA-G11",
            "PA-G27",
            "PA-G28",
            "PA-G44",
            "PA-G45",
            "PA-G46",
            "PA-G47",
            "PA-G48",
        ),
    },
    options=Options,
    new_table=new_table,
    script=game,
    tracked=upkeep.tracked,
    problems=upkeep.problems,
    repair=upkeep.repair,
    views=views,
    heading=heading,
    figure=figure,
    sample=SampleTable,
    sample_pack=sample_pack,
    check_pack=check_pack,
    policies=POLICIES,
    complete_pack=lambda pack: complete_pack(pack, full_pack()),
    unread_pack=blank_pack,
    round_of=lambda table: table.turn,
    measures=measures,
    measured=MEASURED,
    followed=("vj.money", "vj.energy"),
    curves=("score", "actions", "majorities"),
    by_turns=True,
    rolls=False,
    box=BOX,
    learned=learned,
    merge_packs=merge_packs,
    pack_notes=pack_notes,
)
