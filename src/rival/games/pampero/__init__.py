"""VJ of Pampero."""

from __future__ import annotations

from pathlib import Path

from rival.games.pampero import upkeep
from rival.games.pampero.measures import MEASURED, measures
from rival.games.pampero.owners import check_pack, learned, merge_packs, pack_notes
from rival.games.pampero.rules import game
from rival.games.pampero.sample import POLICIES, SampleTable, blank_pack, full_pack
from rival.games.pampero.sample import pack as sample_pack
from rival.games.pampero.sample.filling import complete_pack
from rival.games.pampero.table import new_table
from rival.games.pampero.views import figure, heading, views
from rival.kernel import Name, Opponent, Setting, _

SETTINGS = (
    Setting(
        "surplus_energy",
        _("Energy above 10"),
        (("ignore", _("the rest is lost")), ("contract", _("he tries a contract before such a wind farm"))),
        ("PA-G1", "PA-27"),
    ),
    Setting(
        "skip_turn",
        _("VJ’s skipped turn"),
        (("must", _("must be used: his last turn if no other")), ("may", _("may stay unused"))),
        ("PA-G2", "PA-27a"),
    ),
    Setting(
        "farm_sector",
        _("Sectors compared for a wind farm"),
        (("usable", _("those with a site for VJ")), ("all", _("all; you choose if the first has no site"))),
        ("PA-G5",),
    ),
    Setting(
        "second_tower",
        _("A second tower in a sector"),
        (("any_fewest", _("where he has the fewest, you choose")), ("card_order", _("by the card’s order of zones"))),
        ("PA-G7", "PA-69"),
    ),
    Setting(
        "available_contract",
        _("An available contract"),
        (("payable", _("is one he can pay for")), ("any", _("may be too dear; then the section fails"))),
        ("PA-G8",),
    ),
    Setting(
        "vj_income",
        _("VJ takes income when you do"),
        (("yes", _("yes")), ("no", _("no"))),
        ("PA-G10",),
    ),
    Setting(
        "income_full",
        _("Income step of a marker on its last space"),
        (("next_marker", _("goes to the next marker")), ("lost", _("is lost"))),
        ("PA-G12",),
    ),
    Setting(
        "final_slots",
        _("Cards of the final scoring"),
        (("a_then_b", _("A in slot 2, B in slot 3")), ("you_place", _("as you place them"))),
        ("PA-G17",),
    ),
    Setting(
        "not_enough_energy",
        _("“Not enough energy” means"),
        (("none_payable", _("he can pay for no contract")), ("some_unpayable", _("there is one he can’t pay for"))),
        ("PA-G18", "PA-54"),
    ),
    Setting(
        "farm_choice",
        _("The last tie of a wind farm"),
        (("candidates", _("you choose among the tied sectors")), ("anywhere", _("you choose any sector"))),
        ("PA-G19",),
    ),
    Setting(
        "contract_condition",
        _("A condition that names a kind of contract"),
        (("filter", _("only that kind may be fulfilled")), ("gate", _("only opens the section"))),
        ("PA-G20",),
    ),
    Setting(
        "contract_tie",
        _("A tie of contracts on the next card"),
        (("condition_then_zone", _("top condition, then the same zone")), ("first_zone", _("from its first zone on"))),
        ("PA-G21",),
    ),
    Setting(
        "link_token",
        _("Which link token VJ takes"),
        (("you_choose", _("you choose")), ("built_sector", _("one of the sector he built in, if there is any"))),
        ("PA-G29",),
    ),
    Setting(
        "specialist_tie",
        _("Two specialists fit the next scoring tile"),
        (("your_marker", _("your income marker decides, then VJ’s")), ("vj_marker", _("VJ’s marker decides at once"))),
        ("PA-G30",),
    ),
    Setting(
        "second_specialist",
        _("A second specialist at the end of a track"),
        (("after_face_up", _("only if the first lay face up")), ("always", _("always"))),
        ("PA-G32",),
    ),
    Setting(
        "vj_start_money",
        _("VJ’s starting money"),
        (("base", _("as in the base game")), ("none", _("none"))),
        ("PA-G34",),
    ),
    Setting(
        "scoring_moment",
        _("A scoring comes"),
        (("after_vj", _("after VJ’s turn")), ("at_once", _("right after your turn"))),
        ("PA-G35",),
    ),
    Setting(
        "money_tie",
        _("Equal money at the end"),
        (("base", _("the base game’s tie-break")), ("vj", _("VJ wins"))),
        ("PA-G37",),
    ),
    Setting(
        "vj_fee",
        _("VJ’s fee for two uses in one action"),
        (("per_action", _("once")), ("per_use", _("for each use"))),
        ("PA-G41",),
    ),
)

opponent = Opponent(
    id="pampero",
    name=Name("VJ"),
    game=_("Pampero"),
    bgg=304510,
    folder=Path(__file__).parent,
    rules_version=2,
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
    },
    settings=SETTINGS,
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
    learned=learned,
    merge_packs=merge_packs,
    pack_notes=pack_notes,
)
