"""Journals of games that once went wrong: how they end now, or where and why they stop."""

from __future__ import annotations

from pathlib import Path

import pytest

from rival.kernel import Session

JOURNALS = Path(__file__).parent.parent / "journals"


def open_journal(name: str) -> Session:
    return Session.load((JOURNALS / f"rolling-heights-{name}.jsonl").read_text(encoding="utf-8"), allow_partial=True)


def test_rh_a32_rh_a11_rh_42_corrections_count() -> None:
    """The journal corrects a row, the exhausted colours and, at the final question, the wild tokens."""
    session = open_journal("rules3-1")
    assert session.result is not None
    assert (session.table.last_round, session.table.out) == (3, {"wood"})
    assert session.result.scores == {"you": 9, "mayor": 2 + 2 + 2 + 3}


def test_rh_34_rh_a14_two_colours_are_short_one_after_the_other() -> None:
    session = open_journal("rules3-2")
    assert (session.table.out, session.table.last_round) == ({"wood", "glass"}, 2)
    [building] = session.table.districts[1].buildings.values()
    assert building.cubes == {"wood": 1, "glass": 1, "steel": 1}


def test_rh_a31_rh_32_no_orange_cube_is_placed_and_a_bonus_is_learned() -> None:
    session = open_journal("rules3-3")
    [building] = session.table.districts[2].buildings.values()
    assert building.cubes == {"wood": 1, "orange": 0}
    assert session.opponent.learn_pack is not None
    assert session.opponent.learn_pack(None, session.table)["boards"]["No. 2"] == ["v2+ ."]


def test_rh_a31_orange_corrected_there_and_back_does_not_end_the_game() -> None:
    session = open_journal("rules3-4")
    assert session.result is not None
    assert session.table.round == 17


def test_rh_32_a_wrong_drawing_that_was_taken_back_leaves_no_bonus() -> None:
    district = open_journal("drawing-taken-back").table.districts[1]
    assert {str(plot) for plot in district.bonuses} <= {str(plot) for plot in district.land}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("rules2-3", "the game asks “whose-turn” at this point"),
        ("rules2-4", "There is no value “step.1.cubes” to correct"),
        ("rules2-5", "which has 1 plan: “3” is not one of the options"),
    ],
)
def test_a_game_that_went_wrong_under_version_2_stops_there(name: str, why: str) -> None:
    session = open_journal(name)
    assert why in str(session.stop_reason)
    assert "started with version 2 of the rules" in str(session.stop_reason)
