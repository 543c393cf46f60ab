"""Known plans: they are suggested, saved in the owner's pack, merged, and completed for a table in the lab."""

from __future__ import annotations

from typing import Any

from rival.engine.boxes import save_learned_parts
from rival.engine.packs import InMemoryPackStore
from rival.games.rolling_heights import opponent as mayor
from rival.games.rolling_heights.box import learn_pack, merge_packs
from rival.games.rolling_heights.building import suggest_plans
from rival.games.rolling_heights.sample import SampleTable, complete_pack
from rival.games.rolling_heights.table import Building, District, Plot, Town, make_town
from rival.kernel import Json, Session
from tests.rolling_heights.game_driver import PLAIN_ROWS

SIX_BOARDS = dict.fromkeys(("Harbour", "Docks", "Mill", "Hill", "Park", "Gate"), PLAIN_ROWS)
PARK_PLAN = {"type": "park", "wood": 2}
HOUSE_PLAN = {"type": "residential", "glass": 1, "steel": 3}


def make_pack(**more: Json) -> dict[str, Json]:
    return {"game": "rolling-heights", "boards": SIX_BOARDS, "learned": True, **more}


OPTIONS = Session.new("rolling-heights", seed=1).options


def make_town_with_plans(*plans: Json) -> Town:
    return make_town(OPTIONS, make_pack(plans={"level1": list(plans), "level2": []}))


def play_to_plan_question(given: dict[str, Json]) -> Session:
    """Play up to the question for the plan: district 1, the first plan of level 1."""
    session = Session.new("rolling-heights", seed=1, dice="mine", pack=given)
    for answer in (True, [1, 2, 3, 4, 5, 6], {"boards": list(SIX_BOARDS)}, "6a1", {}, 1):
        session.answer(answer)
    return session


def list_suggestions(session: Session) -> list[Any]:
    assert session.ask is not None
    assert session.ask.key == "plan"
    return [(one.words, one.entries) for one in session.ask.met]


def test_plans_of_the_pack_are_suggested() -> None:
    session = play_to_plan_question(
        make_pack(plans={"level1": [HOUSE_PLAN, PARK_PLAN], "level2": [{"type": "civic", "steel": 9}]})
    )
    none = {"wood": 0, "glass": 0, "concrete": 0, "steel": 0, "orange": 0}
    assert list_suggestions(session) == [
        ("park: 2 wood", {**none, **PARK_PLAN}),
        ("residential: 1 glass, 3 steel", {**none, **HOUSE_PLAN}),
    ]
    session.answer(list_suggestions(session)[1][1])  # a suggestion is a complete answer
    assert session.open_ask is not None
    assert session.open_ask.key != "plan"


def test_an_entered_plan_is_suggested_and_saved() -> None:
    session = play_to_plan_question(make_pack())
    assert list_suggestions(session) == []
    session.answer(PARK_PLAN)
    assert session.table.met == {1: [PARK_PLAN], 2: []}
    packs = InMemoryPackStore()
    save_learned_parts(packs, session, "2026-11-17")
    assert packs.load_pack(mayor)["plans"] == {"level1": [PARK_PLAN], "level2": []}
    assert [words for words, _entries in list_suggestions(play_to_plan_question(packs.load_pack(mayor)))] == [
        "park: 2 wood"
    ]
    session.undo()
    assert session.table.met[1] == []


def test_built_plans_are_suggested_last() -> None:
    here = make_town_with_plans(PARK_PLAN, HOUSE_PLAN)
    standing = Building(1, "park", {"wood": 2}, {"wood": 0})
    here.districts[1] = District(1, 1, frozenset({Plot(0, 0)}), buildings={Plot(0, 0): standing})
    assert [str(one.label) for one in suggest_plans(here, 1)] == ["residential: 1 glass, 3 steel", "park: 2 wood"]


def test_a_pack_keeps_duplicate_plans_and_learns_new_ones_once() -> None:
    deck = {"level1": [PARK_PLAN, PARK_PLAN], "level2": []}
    assert learn_pack(make_pack(plans=deck), make_town_with_plans(PARK_PLAN, HOUSE_PLAN))["plans"] == {
        "level1": [PARK_PLAN, PARK_PLAN, HOUSE_PLAN],
        "level2": [],
    }
    assert learn_pack(None, make_town(OPTIONS, None)) is None


def test_two_packs_have_the_plans_of_both() -> None:
    both, differ = merge_packs(
        make_pack(plans={"level1": [PARK_PLAN], "level2": []}),
        make_pack(plans={"level1": [PARK_PLAN, HOUSE_PLAN], "level2": [HOUSE_PLAN]}),
    )
    assert (both["plans"], differ) == ({"level1": [PARK_PLAN, HOUSE_PLAN], "level2": [HOUSE_PLAN]}, [])
    assert merge_packs(make_pack(), make_pack(plans=both["plans"]))[0]["plans"] == both["plans"]


def test_the_lab_completes_known_plans_with_made_up_ones() -> None:
    orange = {"type": "civic", "orange": 2}
    met = make_pack(plans={"level1": [orange, PARK_PLAN], "level2": []})
    assert mayor.parse_pack(met) == met
    plans = complete_pack(met)["plans"]
    assert plans["level1"][0] == PARK_PLAN
    assert orange not in plans["level1"]
    assert min(map(len, plans.values())) > 30
    assert SampleTable(1, OPTIONS, pack=met).rows[2]
    made = {key: value for key, value in met.items() if key != "learned"}
    assert complete_pack(made)["plans"]["level1"] == [PARK_PLAN]  # a complete deck is not changed
