"""Pampero and its opponent VJ."""

from __future__ import annotations

from pathlib import Path

from rival.games.pampero import corrections
from rival.games.pampero.box import BOX, check_pack, collect_learned_pack, list_pack_warnings, merge_packs
from rival.games.pampero.measures import MEASURE_LABELS, collect_measures
from rival.games.pampero.options import Options
from rival.games.pampero.rules import play_game
from rival.games.pampero.sample import POLICIES, SampleTable, load_full_pack, make_blank_pack
from rival.games.pampero.sample import make_sample_pack as sample_pack
from rival.games.pampero.sample.pack_completion import complete_pack
from rival.games.pampero.table import new_table
from rival.games.pampero.views import build_headline_score, build_views, describe_status
from rival.kernel import Name, Opponent, _

opponent = Opponent(
    id="pampero",
    name=Name("VJ"),
    game=_("Pampero"),
    bgg_id=304510,
    folder=Path(__file__).parent,
    rules_version=4,
    rule_changes={
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
            "PA-43",
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
            "PA-G35",
            "PA-G37",
            "PA-G44",
            "PA-G45",
            "PA-G46",
            "PA-G47",
            "PA-G48",
        ),
        4: ("PA-52", "PA-57", "PA-63", "PA-64", "PA-67", "PA-74", "PA-G6"),
    },
    options_type=Options,
    make_table=new_table,
    script=play_game,
    list_editable_values=corrections.list_editable_values,
    check_invariants=corrections.check_invariants,
    describe_change=corrections.describe_change,
    make_views=build_views,
    make_status_line=describe_status,
    make_headline_score=build_headline_score,
    make_sample_player=SampleTable,
    make_sample_pack=sample_pack,
    parse_pack=check_pack,
    policies=POLICIES,
    complete_pack=lambda pack: complete_pack(pack, load_full_pack()),
    make_empty_pack=make_blank_pack,
    get_round=lambda table: table.turn,
    measure_table=collect_measures,
    measure_labels=MEASURE_LABELS,
    charted_values=("vj.money", "vj.energy"),
    charted_measures=("score", "actions", "majorities"),
    is_round_one_turn=True,
    uses_chance=False,
    box=BOX,
    learn_pack=collect_learned_pack,
    merge_packs=merge_packs,
    find_pack_oddities=list_pack_warnings,
)
