"""The Mayor, the opponent in Rolling Heights."""

from __future__ import annotations

from pathlib import Path

from rival.games.rolling_heights import corrections
from rival.games.rolling_heights.box import BOX, check_pack, find_pack_oddities, learn_pack, merge_packs
from rival.games.rolling_heights.measures import MEASURE_LABELS, measure_town
from rival.games.rolling_heights.options import Options
from rival.games.rolling_heights.rules import play_game
from rival.games.rolling_heights.sample import POLICIES, SampleTable, complete_pack, make_sample_pack
from rival.games.rolling_heights.table import make_town
from rival.games.rolling_heights.views import list_turn_views, make_headline_score, make_status_line, make_views
from rival.kernel import Opponent, _

opponent = Opponent(
    id="rolling-heights",
    name=_("the Mayor"),
    game=_("Rolling Heights"),
    folder=Path(__file__).parent,
    rules_version=3,
    options_type=Options,
    make_table=make_town,
    script=play_game,
    list_editable_values=corrections.list_editable_values,
    check_invariants=corrections.find_violations,
    describe_change=corrections.describe_undo,
    make_views=make_views,
    make_status_line=make_status_line,
    make_headline_score=make_headline_score,
    list_turn_views=list_turn_views,
    make_sample_player=SampleTable,
    make_sample_pack=make_sample_pack,
    parse_pack=check_pack,
    policies=POLICIES,
    measure_table=measure_town,
    measure_labels=MEASURE_LABELS,
    complete_pack=complete_pack,
    box=BOX,
    learn_pack=learn_pack,
    merge_packs=merge_packs,
    find_pack_oddities=find_pack_oddities,
    rule_changes={
        2: ("RH-05", "RH-07", "RH-26", "RH-33", "RH-40", "RH-A11", "RH-A12", "RH-A13", "RH-A14", "RH-A18", "RH-A28"),
        3: ("RH-12", "RH-29", "RH-32", "RH-34", "RH-41", "RH-A11", "RH-A14", "RH-A18", "RH-A31", "RH-A32"),
    },
    charted_values=("mayor.vp", "mayor.wild"),
)
