"""The virtual player, the solo opponent of Mombasa."""

from __future__ import annotations

from pathlib import Path

from rival.games.mombasa import upkeep
from rival.games.mombasa.box import BOX, check_pack, learned, merge_packs, pack_notes
from rival.games.mombasa.levels import LEVEL_WORDS
from rival.games.mombasa.measures import MEASURED, measures
from rival.games.mombasa.options import Options
from rival.games.mombasa.rules import game
from rival.games.mombasa.sample import POLICIES, SampleTable, complete_pack, pack
from rival.games.mombasa.table import COMPANIES, new_board
from rival.games.mombasa.views import heading, views
from rival.kernel import Opponent, _

opponent = Opponent(
    id="mombasa",
    name=_("the virtual player"),
    game=_("Mombasa"),
    bgg=172386,
    folder=Path(__file__).parent,
    rules_version=3,
    changes={
        2: ("MO-07", "MO-10", "MO-18", "MO-24", "MO-39", "MO-A24", "MO-A29", "MO-A31", "MO-A33"),
        3: ("MO-10", "MO-26", "MO-A23", "MO-A34", "MO-A35"),
    },
    options=Options,
    new_table=new_board,
    script=game,
    tracked=upkeep.tracked,
    problems=upkeep.problems,
    repair=upkeep.repair,
    views=views,
    heading=heading,
    sample=SampleTable,
    sample_pack=pack,
    check_pack=check_pack,
    complete_pack=complete_pack,
    policies=POLICIES,
    inquiries=upkeep.INQUIRIES,
    box=BOX,
    learned=learned,
    merge_packs=merge_packs,
    pack_notes=pack_notes,
    measures=measures,
    measured=MEASURED,
    followed=tuple(f"tracks.{company}" for company in COMPANIES),
    curves=("cards", "blocked", "lost"),
    levels=LEVEL_WORDS,
)
