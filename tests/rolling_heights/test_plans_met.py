"""Known plans: they are suggested, saved in the owner's pack, merged, and completed for a table in the lab."""

from __future__ import annotations

from typing import Any

from rival.engine.boxes import learn
from rival.engine.packs import PacksInMemory
from rival.games.rolling_heights import opponent as mayor
from rival.games.rolling_heights.box import learned, merge_packs
from rival.games.rolling_heights.building import plans_met
from rival.games.rolling_heights.sample import SampleTable, completed
from rival.games.rolling_heights.table import Building, District, Plot, Town, new_town
from rival.kernel import Json, Session
from tests.rolling_heights.at_the_table import PLAIN

SIX = dict.fromkeys(("Harbour", "Docks", "Mill", "Hill", "Park", "Gate"), PLAIN)
PARK = {"type": "park", "wood": 2}
HOUSE = {"type": "residential", "glass": 1, "steel": 3}


def pack(**more: Json) -> dict[str, Json]:
    return {"game": "rolling-heights", "boards": SIX, "learned": True, **more}


OPTIONS = Session.new("rolling-heights", seed=1).options


def town(*plans: Json) -> Town:
    return new_town(OPTIONS, pack(plans={"level1": list(plans), "level2": []}))


def at_the_plan(given: dict[str, Json]) -> Session:
    """Play up to the question for the plan: district 1, the first plan of level 1."""
    session = Session.new("rolling-heights", seed=1, dice="mine", pack=given)
    for answer in (True, [1, 2, 3, 4, 5, 6], {"boards": list(SIX)}, "6a1", {}, 1):
        session.answer(answer)
    return session


def offered(session: Session) -> list[Any]:
    assert session.ask is not None
    assert session.ask.key == "plan"
    return [(one.words, one.entries) for one in session.ask.met]


def test_what_the_pack_has_is_offered_in_words_and_whole() -> None:
    session = at_the_plan(pack(plans={"level1": [HOUSE, PARK], "level2": [{"type": "civic", "steel": 9}]}))
    none = {"wood": 0, "glass": 0, "concrete": 0, "steel": 0, "orange": 0}
    assert offered(session) == [
        ("park: 2 wood", {**none, **PARK}),
        ("residential: 1 glass, 3 steel", {**none, **HOUSE}),
    ]
    session.answer(offered(session)[1][1])  # a suggestion is a complete answer
    assert session.open is not None
    assert session.open.key != "plan"


def test_a_plan_that_was_told_is_offered_from_then_on_and_kept() -> None:
    session = at_the_plan(pack())
    assert offered(session) == []
    session.answer(PARK)
    assert session.table.met == {1: [PARK], 2: []}
    packs = PacksInMemory()
    learn(packs, session, "2026-11-17")
    assert packs.own(mayor)["plans"] == {"level1": [PARK], "level2": []}
    assert [words for words, _entries in offered(at_the_plan(packs.own(mayor)))] == ["park: 2 wood"]
    session.undo()
    assert session.table.met[1] == []


def test_those_that_stand_on_a_board_already_come_last() -> None:
    here = town(PARK, HOUSE)
    standing = Building(1, "park", {"wood": 2}, {"wood": 0})
    here.districts[1] = District(1, 1, frozenset({Plot(0, 0)}), buildings={Plot(0, 0): standing})
    assert [str(one.words) for one in plans_met(here, 1)] == ["residential: 1 glass, 3 steel", "park: 2 wood"]


def test_a_deck_keeps_its_doubles_and_learns_each_plan_once() -> None:
    deck = {"level1": [PARK, PARK], "level2": []}
    assert learned(pack(plans=deck), town(PARK, HOUSE))["plans"] == {"level1": [PARK, PARK, HOUSE], "level2": []}
    assert learned(None, new_town(OPTIONS, None)) is None


def test_two_packs_have_the_plans_of_both() -> None:
    both, differ = merge_packs(
        pack(plans={"level1": [PARK], "level2": []}), pack(plans={"level1": [PARK, HOUSE], "level2": [HOUSE]})
    )
    assert (both["plans"], differ) == ({"level1": [PARK, HOUSE], "level2": [HOUSE]}, [])
    assert merge_packs(pack(), pack(plans=both["plans"]))[0]["plans"] == both["plans"]


def test_a_lab_fills_up_what_was_met_with_made_up_plans_it_has_the_cubes_for() -> None:
    orange = {"type": "civic", "orange": 2}
    met = pack(plans={"level1": [orange, PARK], "level2": []})
    assert mayor.check_pack(met) == met
    plans = completed(met)["plans"]
    assert plans["level1"][0] == PARK
    assert orange not in plans["level1"]
    assert min(map(len, plans.values())) > 30
    assert SampleTable(1, OPTIONS, pack=met).rows[2]
    made = {key: value for key, value in met.items() if key != "learned"}
    assert completed(made)["plans"]["level1"] == [PARK]  # a complete deck is not changed
