"""The virtual player, the solo opponent of Mombasa."""

from __future__ import annotations

from pathlib import Path

from rival.games.mombasa import corrections
from rival.games.mombasa.box import BOX, check_pack, find_pack_oddities, learn_pack, merge_packs
from rival.games.mombasa.levels import LEVEL_LABELS
from rival.games.mombasa.measures import MEASURE_LABELS, measure_board
from rival.games.mombasa.options import Options
from rival.games.mombasa.rules import play_game
from rival.games.mombasa.sample import POLICIES, SampleTable, complete_pack, make_sample_pack
from rival.games.mombasa.table import COMPANIES, make_board
from rival.games.mombasa.views import list_turn_views, make_status_line, make_views
from rival.kernel import Opponent, _

opponent = Opponent(
    id="mombasa",
    name=_("the virtual player"),
    game=_("Mombasa"),
    bgg_id=172386,
    folder=Path(__file__).parent,
    rules_version=3,
    rule_changes={
        2: ("MO-07", "MO-10", "MO-18", "MO-24", "MO-39", "MO-A24", "MO-A29", "MO-A31", "MO-A33"),
        3: ("MO-10", "MO-26", "MO-A23", "MO-A34", "MO-A35"),
    },
    options_type=Options,
    make_table=make_board,
    script=play_game,
    list_editable_values=corrections.list_editable_values,
    check_invariants=corrections.check_invariants,
    describe_change=corrections.describe_change,
    make_views=make_views,
    make_status_line=make_status_line,
    list_turn_views=list_turn_views,
    make_sample_player=SampleTable,
    make_sample_pack=make_sample_pack,
    parse_pack=check_pack,
    complete_pack=complete_pack,
    policies=POLICIES,
    inquiries=corrections.INQUIRIES,
    box=BOX,
    learn_pack=learn_pack,
    merge_packs=merge_packs,
    find_pack_oddities=find_pack_oddities,
    measure_table=measure_board,
    measure_labels=MEASURE_LABELS,
    charted_values=tuple(f"tracks.{company}" for company in COMPANIES),
    charted_measures=("cards", "blocked", "lost"),
    levels=LEVEL_LABELS,
)
