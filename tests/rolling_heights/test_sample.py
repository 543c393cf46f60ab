"""The sample table of Rolling Heights: every piece is accounted for, and the player's side can be played."""

from __future__ import annotations

import pytest

from rival.games.rolling_heights import opponent as mayor
from rival.games.rolling_heights.sample import HOW_TO_PLAY, SampleTable
from rival.kernel import BadPackError, Session


def start_game(seed: int, policy: str = "sensible") -> tuple[Session, SampleTable]:
    session = Session.new(mayor, seed=seed, pack=mayor.make_sample_pack())
    return session, SampleTable(seed, session.options, policy)


def test_a_lost_piece_is_noticed() -> None:
    session, sample = start_game(1)
    session.assumption_policy = sample.objection
    for _answer in range(14):
        assert session.open_ask is not None
        session.answer(sample.answer(session.open_ask, session.table))
    assert list(sample.find_lost_pieces(session.table)) == []
    sample.supply["wood"] -= 1
    sample.wild -= 1
    sample.stacks[2].pop()
    told = " ".join(sample.find_lost_pieces(session.table))
    assert "wood" in told
    assert "wild" in told
    assert "level 2" in told


def test_the_players_side_has_a_short_list_of_rules() -> None:
    assert 3 <= len(HOW_TO_PLAY) <= 10


def test_an_owners_plans_and_supply_are_used() -> None:
    supply = {"glass": 9, "wood": 9, "concrete": 9, "steel": 9, "wild": 3}
    plans = {"level1": [{"type": "park", "wood": 2}], "level2": [{"type": "civic", "steel": 5}]}
    pack = mayor.parse_pack({"game": "rolling-heights", "districts": {"1": [". ."]}, "supply": supply, "plans": plans})
    sample = mayor.make_sample_player(1, mayor.resolve_options(None), pack=pack)
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
    with pytest.raises(BadPackError, match=told):
        mayor.parse_pack({"game": "rolling-heights", **part})
