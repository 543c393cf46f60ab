"""The sample table of Rolling Heights: every piece is accounted for, and the player's side can be played."""

from __future__ import annotations

import pytest

from rival.games.rolling_heights import opponent as mayor
from rival.games.rolling_heights.sample import HOW_TO_PLAY, SampleTable
from rival.kernel import BadPack, Session


def game(seed: int, policy: str = "sensible") -> tuple[Session, SampleTable]:
    session = Session.new(mayor, seed=seed, pack=mayor.sample_pack())
    return session, SampleTable(seed, session.options, policy)


def test_a_lost_piece_is_noticed() -> None:
    session, sample = game(1)
    session.objector = sample.objection
    for _answer in range(14):
        assert session.open is not None
        session.answer(sample.answer(session.open, session.table))
    assert list(sample.problems(session.table)) == []
    sample.supply["wood"] -= 1
    sample.wild -= 1
    sample.stacks[2].pop()
    told = " ".join(sample.problems(session.table))
    assert "wood" in told
    assert "wild" in told
    assert "level 2" in told


def test_the_rules_of_the_players_side_are_few() -> None:
    assert 3 <= len(HOW_TO_PLAY) <= 10


def test_an_owners_plans_and_supply_are_used() -> None:
    supply = {"glass": 9, "wood": 9, "concrete": 9, "steel": 9, "wild": 3}
    plans = {"level1": [{"type": "park", "wood": 2}], "level2": [{"type": "civic", "steel": 5}]}
    pack = mayor.check_pack({"game": "rolling-heights", "districts": {"1": [". ."]}, "supply": supply, "plans": plans})
    sample = mayor.sample(1, mayor.resolve(None), pack=pack)
    assert isinstance(sample, SampleTable)
    assert sample.supply["glass"] == 9
    assert [plan.tile.type for plan in sample.rows[1]] == ["park"]


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ({"supply": {"glass": 3}}, "“supply” must have a number from 0 to 999 for each of these: wood"),
        ({"supply": 3}, "“supply”"),
        ({"plans": []}, "level1 and level2"),
        ({"plans": {"level1": [{"type": "park"}], "level2": []}}, "Plan 1 of level1"),
        ({"plans": {"level1": [], "level2": [{"type": "castle", "wood": 1}]}}, "Plan 1 of level2"),
        ({"plans": {"level1": [{"type": "park", "straw": 1}], "level2": []}}, "Plan 1 of level1"),
        ({"plans": {"level1": 7, "level2": []}}, "Plan 1 of level1"),
    ],
)
def test_a_pack_that_the_lab_can_not_use_is_refused(part: dict[str, object], told: str) -> None:
    with pytest.raises(BadPack, match=told):
        mayor.check_pack({"game": "rolling-heights", **part})
