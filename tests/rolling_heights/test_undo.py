"""Undo: where plans, cubes and markers go back to, and which values are no longer known."""

from __future__ import annotations

import pytest

import rival
from rival.games.rolling_heights.corrections import describe_undo
from rival.kernel import MISSING, Json, Session
from tests.rolling_heights.game_driver import PLAIN_ROWS, Table


def undo_steps(table: Table, steps: int = 1) -> list[str]:
    """Undo some steps and return the instructions for the table, without values that were only reported."""
    back = table.session.seek(table.session.position - steps)
    return [one.text for one in back if one.text is not None and not one.is_reported]


def list_undone_reports(table: Table) -> list[str]:
    return [one.text for one in table.session.undo() if one.text is not None and one.is_reported]


def test_rh_26_a_plan_returns_to_its_place_in_the_row_and_the_refill_to_the_stack() -> None:
    table = Table().report_turn().roll(6).enter_plan(wood=5, steel=5)
    assert table.key == "place"
    assert undo_steps(table) == [
        "Wild tokens on the level 1 row, plan by plan: 0, 0.",
        "Put the Mayor’s last plan back into the level 1 row as plan 3; the plan that "
        "refilled the row goes back on its stack.",
    ]


def test_several_plans_return_the_last_one_first() -> None:
    table = Table().report_turn().play_step_a(2, wood=1).report_turn().play_step_a(4, wood=1)
    back = undo_steps(table, 6)
    assert (
        "Put the Mayor’s last 2 plans back into the level 1 row, the last one first, as plans 2, 1; "
        "the plans that refilled the row go back on their stack."
    ) in back
    again = [one.text for one in table.session.seek(table.session.position + 6)]
    assert (
        "Take plans 1, 2 of the level 1 row for the Mayor again, one after the other; move the row up and refill it "
        "after each."
    ) in again


def test_another_plan_than_before_is_put_back_and_taken() -> None:
    assert str(describe_undo(("taken", "2"), [1, 3], [1, 2])) == (
        "Put the Mayor’s last plan back into the level 2 row as plan 3; the plan that refilled the row goes "
        "back on its stack. Take plan 2 of the level 2 row for the Mayor again, then move the row up and refill it."
    )


def test_a_plan_its_cubes_and_the_markers_go_back() -> None:
    table = Table({1: ["p2"]}).report_turn().play_step_a(1, wood=5).report_turn().roll(1)
    assert undo_steps(table) == [
        "Cubes on the building on plot a1 of district 1, wood: change 5 back to 3.",
        "The building on plot a1 of district 1 is not complete: put the ownership marker on the plan.",
        "Move the Mayor’s VP marker from 7 to 2.",
        "Move the round counter from 3 to 2.",
    ]
    back = undo_steps(table, 2)
    assert back[:1] == ["Remove the Mayor’s plan from plot a1 of district 1 and put its cubes back in the supply."]
    assert "Move the Mayor’s VP marker from 2 to 0." in back


def test_redo_repeats_the_placement() -> None:
    table = Table({1: ["p2"]}).report_turn().play_step_a(1, wood=5).report_turn().roll(1)
    table.session.seek(table.session.position - 3)
    forward = [one.text for one in table.session.seek(table.session.position + 1)]
    assert "Put the Mayor’s plan back on plot a1 of district 1; cubes on it: 3 wood." in forward
    again = [one.text for one in table.session.seek(table.session.position + 2)]
    assert "The building on plot a1 of district 1 is complete: put the ownership marker on top." in again


def test_your_own_buildings_and_plans_are_only_reported() -> None:
    table = Table().report_turn(built=["3b2"], plans1=[1])
    assert list_undone_reports(table) == ["District 3: your plots are none."]
    table = Table().report_turn().play_step_a(6, wood=1).report_turn(plans1=[1])
    assert list_undone_reports(table) == ["Wild tokens on the level 1 row, plan by plan: 1, 1."]


def test_a_colour_that_ran_out_and_the_last_round_are_named() -> None:
    table = Table().report_turn(out=["wood"])
    assert list_undone_reports(table) == ["Colours that ran out: none.", "The end of the game has not been triggered."]
    table = Table().report_turn(out=["wood"]).play_step_a(1, steel=1).report_turn(out=["wood", "glass"])
    assert list_undone_reports(table) == ["Colours that ran out: wood."]


def test_the_length_of_a_row_is_named() -> None:
    table = Table().report_turn().roll(5).object_to("row", {"plans": 2}).enter_plan(wood=1)
    assert "The level 1 row has 2 plans." in undo_steps(table)
    assert "The level 1 row is full." in [one.text for one in table.session.undo()]


def test_undo_names_values_that_become_unknown() -> None:
    session = Session.new("rolling-heights", seed=1, dice="mine")
    answers: list[Json] = [True, [1, 2, 3, 4, 5, 6], {}, 4, PLAIN_ROWS]
    for answer in answers:
        session.answer(answer)
    session.answer({"type": "park", "wood": 9})
    session.undo()
    assert [one.text for one in session.undo()] == [
        "Board A: its drawing is no longer known.",
        "District 4: its drawing is no longer known.",
    ]
    assert "District 4: its drawing is restored." in [one.text for one in session.redo()]


def test_undo_of_set_up_describes_the_boards() -> None:
    session = rival.play_demo("rolling-heights", seed=1)
    session.seek(2)
    back = [one.text for one in session.undo()]
    assert "The layout of the boards is no longer known." in back
    assert "District 1: its drawing is no longer known." in back
    assert [one.text for one in session.redo() if one.path == ("places",)] == [
        "The boards, row by row from the top left: Old Town, Docks, Hillside, Market, Mill Row, Park Side."
    ]
    session.seek(0)
    assert "Take the numbered tokens off the districts." in [
        one.text for one in session.seek(1) + session.seek(0) if one.text
    ]


def test_undo_describes_corrections() -> None:
    table = Table({1: ["r2 . c1"]})
    for path, value, words in (
        ("districts.1.board", "Harbour", "The board in district 1 is called “No. 1”."),
        ("districts.1.drawing", ["r2 - c1"], "Plot b1 in district 1 has its previous bonus again."),
        ("districts.1.drawing", ["r2 ."], "District 1: its previous drawing is restored."),
        ("last_round", 7, "The end of the game has not been triggered."),
    ):
        table.session.correct(path, value)
        assert words in [one.text for one in table.session.undo()], path
    table.session.correct("last_round", 7)
    table.session.correct("last_round", 8)
    assert [one.text for one in table.session.undo()] == ["The last round is 7."]
    table.report_turn().play_step_a(1, "park", wood=9).session.correct("districts.1.b1.type", "civic")
    assert [one.text for one in table.session.undo()] == ["The building on plot b1 of district 1 is a park."]
    table.session.correct("districts.1.b1.wood", 2)
    assert [one.text for one in table.session.undo()] == [
        "Cubes on the building on plot b1 of district 1, wood: change 2 back to 3."
    ]


def test_districts_in_a_row_are_named() -> None:
    assert str(describe_undo(("across",), 2, 3)) == "Districts in each row of the town: 3."
    assert str(describe_undo(("numbers",), [], [6, 5, 4, 3, 2, 1])) == (
        "The numbered tokens on the districts, row by row from the top left: 6, 5, 4, 3, 2, 1."
    )


@pytest.mark.parametrize(
    "path",
    [
        ("met", "1"),
        ("placed",),
        ("end_in_doubt",),
        ("districts", "1", "buildings", "b2", "bonus"),
        ("districts", "1", "odd"),
    ],
)
def test_undo_is_silent_about_internal_values(path: tuple[str, ...]) -> None:
    assert describe_undo(path, 1, 2) is None
    assert describe_undo(path, MISSING, 2) is None


def test_rh_33_undo_of_an_objection_moves_the_mayors_cubes() -> None:
    table = Table().report_turn().play_step_a(1, steel=2)
    session = table.session
    path = next(one.key for one in session.list_open_assumptions() if one.key.endswith(".cubes"))
    session.correct(path, {"steel": 1, "out": ["steel"]})
    for step in (session.undo, session.redo, session.undo):
        moved = [one for one in step() if one.text and one.path[0] == "districts"]
        assert moved
        assert not any(one.is_reported for one in moved)
