"""Corrections: their effect on the end of the game, the open roll and the final scoring."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy

import pytest

import rival
from rival.games.rolling_heights.corrections import describe_undo
from rival.kernel import BadAnswerError, EditableValue, Json, Session, take_snapshot
from rival.kernel.question import describe_answer_type
from rival.kernel.texts import ENGLISH
from rival.kernel.undo_instructions import find_differences
from rival.testing import make_random_answer
from tests.rolling_heights.game_driver import Table


def list_texts(table: Table) -> list[str]:
    return [entry.text for entry in table.session.transcript]


# --- a colour that ran out (RH-A32) --------------------------------------------------------------------------


def test_rh_a32_a_colour_added_in_your_turn_triggers_the_end_and_asks_in_whose_turn() -> None:
    table = Table().report_turn().play_step_a(1, steel=9)
    table.session.correct("supply.out", ["wood"])
    assert (table.key, table.options) == ("whose-turn", ["yours", "his"])
    assert "RH-A32" in table.session.ask.cites  # type: ignore[union-attr]
    table.say("yours")
    assert (table.key, table.town.round, table.town.last_round) == ("your-turn", 2, 3)
    assert "The supply has no more cubes of: wood" in list_texts(table)[-1]
    table.report_turn().roll(1).report_turn().roll(2)
    assert table.key == "plan"
    assert table.enter_plan(steel=1).key == "final"


def test_rh_a32_it_may_have_run_out_in_the_mayors_turn_before() -> None:
    table = Table().report_turn().play_step_a(1, steel=9)
    table.session.correct("supply.out", ["wood"])
    table.say("his")
    assert (table.town.round, table.town.last_round) == (2, 2)
    assert "this round is the last" in list_texts(table)[-1]
    assert table.report_turn().roll(1).key == "final"


def test_rh_a32_in_round_1_there_is_no_turn_before_so_nothing_is_asked() -> None:
    table = Table()
    table.session.correct("supply.out", ["glass"])
    assert (table.key, table.town.last_round, table.town.end_in_doubt) == ("your-turn", 2, False)
    assert "The supply has no more cubes of: glass" in list_texts(table)[-2]


def test_rh_a32_before_round_1_it_counts_as_round_1() -> None:
    session = Session.new("rolling-heights", seed=1)
    session.correct("supply.out", ["glass"])
    assert session.table.last_round == 2
    session.answer(True)
    assert (session.open_ask.key, session.table.round, session.table.last_round) == ("your-turn", 1, 2)  # type: ignore[union-attr]
    assert not session.table.end_in_doubt


@pytest.mark.parametrize(("turn", "last"), [("yours", 3), ("now", 3), ("his", 2)])
def test_rh_a32_in_the_mayors_turn_all_three_turns_are_offered(turn: str, last: int) -> None:
    table = Table().report_turn().play_step_a(1, steel=9).report_turn().roll(2)
    assert table.key == "plan"
    table.session.correct("supply.out", ["wood"])
    assert (table.key, table.town.last_round) == ("plan", 3)
    table.enter_plan(steel=9, wood=3)
    assert table.get_last_building(2).cubes == {"steel": 3, "wood": 0}
    assert (table.key, table.options) == ("whose-turn", ["yours", "now", "his"])
    table.say(turn)
    assert (table.town.last_round, table.town.out) == (last, {"wood"})
    assert table.key == ("final" if last == 2 else "your-turn")


def test_rh_a32_an_added_colour_that_does_not_end_the_game_asks_nothing() -> None:
    table = Table().report_turn().play_step_a(1, steel=9)
    table.session.correct("supply.out", ["orange"])
    assert (table.key, table.town.last_round, table.town.end_in_doubt) == ("your-turn", None, False)


def test_rh_a32_the_end_is_triggered_once() -> None:
    table = Table().report_turn(out=["wood"]).play_step_a(1, steel=9)
    table.session.correct("supply.out", ["wood", "glass"])
    assert (table.key, table.town.last_round, table.town.end_in_doubt) == ("your-turn", 2, False)


def test_rh_a32_a_colour_added_by_mistake_is_taken_back_while_it_is_asked_for() -> None:
    table = Table().report_turn().play_step_a(1, steel=9)
    table.session.correct("supply.out", ["wood"])
    table.session.correct("supply.out", [])
    assert (table.key, table.town.last_round, table.town.end_in_doubt) == ("your-turn", None, False)


def test_rh_a32_undo_takes_the_end_back() -> None:
    table = Table().report_turn().play_step_a(1, steel=9)
    table.session.correct("supply.out", ["wood"])
    told = {one.text for one in table.session.undo()}
    assert {"The end of the game has not been triggered.", "Colours that ran out: none."} <= told
    assert (table.key, table.town.last_round) == ("your-turn", None)


def test_rh_41_an_exhausted_colour_requires_a_last_round() -> None:
    table = Table().report_turn(out=["wood"]).play_step_a(1, steel=9)
    with pytest.raises(
        BadAnswerError, match="The end of the game has been triggered because a colour has run out: wood"
    ):
        table.session.correct("last_round", 0)
    table.session.correct("supply.out", [])
    assert table.town.last_round == 2  # cubes that come back change nothing (RH-A17)
    table.session.correct("last_round", 0)
    assert table.town.last_round is None


def test_the_last_round_that_is_corrected_settles_whose_turn_it_was() -> None:
    table = Table().report_turn().play_step_a(1, steel=9)
    table.session.correct("supply.out", ["wood"])
    table.session.correct("last_round", 5)
    assert (table.key, table.town.last_round, table.town.end_in_doubt) == ("your-turn", 5, False)


def test_the_last_round_can_not_be_before_the_current_one() -> None:
    table = Table().set_round(4)
    with pytest.raises(BadAnswerError, match="The last round can’t be before the current round"):
        table.session.correct("last_round", 3)
    table.session.correct("last_round", 4)
    assert table.town.last_round == 4


# --- values that are read before a question ----------------------------------------------------------------------


def test_rh_42_wild_tokens_corrected_at_the_final_question_are_scored() -> None:
    table = Table().report_turn(out=["wood"]).play_step_a(1, steel=9).report_turn().roll(1)
    assert (table.key, table.vp) == ("final", 9)
    made = table.session.correct("mayor.wild", 3)
    assert (table.key, table.vp) == ("final", 12)
    assert "Move the Mayor’s VP marker from 9 to 12." in [one.text for one in made.instructions]
    table.say({"ads": 0, "yours": 11})
    result = table.session.result
    assert result is not None
    assert (result.winner, result.scores["mayor"]) == ("mayor", 12)


def test_rh_a11_the_row_corrected_at_the_plan_leaves_him_its_last_plan() -> None:
    table = Table().report_turn().roll(5)
    table.session.correct("rows.1.plans", 1)
    assert table.key == "plan"
    assert table.session.ask is not None
    assert table.session.ask.about["position"] == 1
    table.enter_plan(wood=1)
    assert table.town.rows[1] == [0] * 9
    assert table.town.plans[1] == 0


def test_rh_a11_the_row_corrected_after_an_objection_leaves_him_its_last_plan() -> None:
    """The step has changed the length itself, so the correction applies from the open question on."""
    table = Table().report_turn().roll(5).object_to("row", {"plans": 2})
    table.session.correct("rows.1.plans", 1)
    assert table.session.ask is not None
    assert (table.key, table.session.ask.about["position"]) == ("plan", 1)
    assert "Take plan 1 of the level 1 row" in list_texts(table)[-1]
    assert table.enter_plan(wood=1).town.plans[1] == 0


def test_rh_a12_the_row_corrected_to_none_spends_the_roll() -> None:
    table = Table().report_turn().roll(5)
    table.session.correct("rows.1.plans", 0)
    assert table.key == "your-turn"
    assert table.entries("RH-A12")
    again = Table().report_turn().roll(5).object_to("row", {"plans": 2})
    again.session.correct("rows.1.plans", 0)
    assert again.key == "your-turn"


def test_a_shorter_row_has_no_tokens_behind_its_last_plan() -> None:
    table = Table().report_turn().play_step_a(5, wood=1)
    assert table.town.rows[1][:2] == [1, 1]
    table.session.correct("rows.1.plans", 1)
    assert table.town.rows[1] == [1] + [0] * 8
    tracked = table.session.collect_editable_values()
    assert "rows.1.1" in tracked
    assert "rows.1.2" not in tracked


def test_rh_19_a_district_that_a_correction_fills_while_the_plan_is_placed_is_rolled_again() -> None:
    table = Table({1: ["r2 c1"]}).report_turn().roll(1).enter_plan("commercial", wood=3)
    table.session.correct("districts.1.yours", ["a1", "b1"])
    assert table.key == "mayor-die"
    assert not table.get_district(1).buildings
    assert table.entries("RH-19")


def test_rh_a28_a_plan_without_an_allowed_plot_is_put_aside() -> None:
    table = Table({1: ["- -"]}).report_turn().roll(1).enter_plan("commercial", wood=3)
    assert table.key == "place"
    table.say("nowhere")
    assert table.key == "your-turn"
    assert "There is no plot left for this plan" in table.entries("RH-A28")[-1].text
    assert not table.get_district(1).buildings


def test_rh_a28_the_last_plot_is_forbidden_after_the_others() -> None:
    table = Table({1: ["- - -"]}).report_turn().roll(1).enter_plan(wood=3).object_to("barred", "barred")
    assert table.options == ["a1", "c1"]
    table.session.correct("districts.1.yours", ["c1"])
    assert [str(plot) for plot in table.get_district(1).buildings] == ["a1"]  # the one that is left
    table.session.undo()
    assert table.options == ["a1", "c1"]
    table.say("nowhere")
    assert not table.get_district(1).buildings
    assert "put it aside" in table.entries("RH-A28")[-1].text


# --- a value corrected to itself ---------------------------------------------------------------------------------


def iterate_sample_positions() -> Iterator[Session]:
    """Yield positions of sample games, with the program's dice, a short row and exhausted colours."""
    for seed, options in ((1, {}), (2, {"hard": True}), (3, {"orange": "material"})):
        session = rival.play_demo("rolling-heights", seed=seed, options=options)
        for n in range(session.position - 1, 3, -11):
            session.seek(n)
            yield session


def capture_state(session: Session) -> tuple[object, ...]:
    """Return the table with the order of its entries, the question, and the paths of editable values."""
    tracked = [one.path for one in session.opponent.list_editable_values(session.table)]
    return (json.dumps(take_snapshot(session.table)), session.ask, tracked, session.draw_count)


def test_a_value_corrected_to_itself_changes_nothing() -> None:
    checked = 0
    for session in iterate_sample_positions():
        before = capture_state(session)
        for one in session.opponent.list_editable_values(session.table):
            one.assign_value(one.answer_type.validate(one.value))
            assert capture_state(session) == before, one.path
            checked += 1
        session.correct(one.path, one.value)
        assert capture_state(session) == before, one.path
        session.undo()
    assert checked > 500


def test_rh_31_a_step_shows_the_type_that_the_building_had_then() -> None:
    finished = rival.play_demo("rolling-heights", seed=1000)
    path = next(
        path for path in finished.replay_to(finished.position - 1).collect_editable_values() if path.endswith(".type")
    )
    session = finished.replay_to(finished.position - 1)
    steps = list(session.transcript)
    session = finished.replay_to(finished.position - 1)
    old_type = session.collect_editable_values()[path].value
    session.correct(path, "civic" if old_type == "park" else "park")
    assert len(list(session.transcript)) == len(steps) + 1  # renders the steps
    session.undo()
    assert list(session.transcript) == steps


def test_undo_describes_every_corrected_value() -> None:
    """Undo describes every corrected value: what to put back, or what is no longer known."""
    dice, changed, silent = random.Random(1), set(), []
    for session in iterate_sample_positions():
        now = take_snapshot(session.table)
        for path, one in session.collect_editable_values().items():
            if session.is_open_assumption(path):
                continue
            town, value = deepcopy(session.table), draw_different_value(one, dice)
            try:
                found = next(two for two in session.opponent.list_editable_values(town) if two.path == path)
                found.assign_value(found.answer_type.validate(value))
            except BadAnswerError:
                continue
            words = [
                describe_undo(difference.path, difference.now, difference.was)
                for difference in find_differences(take_snapshot(town), now)
            ]
            if words:
                changed.add(path.split(".")[-1])
                silent += [(path, value)] * (not any(words))
    assert silent == []
    assert {
        "vp",
        "wild",
        "round",
        "last_round",
        "out",
        "plans",
        "1",
        "yours",
        "drawing",
        "board",
        "type",
        "plot",
    } < changed


def draw_different_value(one: EditableValue, dice: random.Random) -> Json:
    return make_random_answer(
        rival.Question(one.path, one.answer_type.kind, "player", "", **describe_answer_type(one.answer_type, ENGLISH)),
        dice,
    )


# --- names, drawings, buildings ------------------------------------------------------------------------------------


def test_a_board_can_not_get_the_name_of_another() -> None:
    table = Table()
    with pytest.raises(BadAnswerError, match=r"There is already a board “no\. 2”"):
        table.session.correct("districts.1.board", "no. 2")
    table.session.correct("districts.1.board", "  Harbour   A ")
    assert table.get_district(1).board == "Harbour A"
    assert (table.town.places[0], "Harbour A" in table.town.boards, "No. 1" in table.town.boards) == (
        "Harbour A",
        True,
        False,
    )
    assert table.town.places[1] == "No. 2"


def test_a_new_drawing_keeps_what_is_known_under_buildings() -> None:
    table = Table({1: ["r2 c1 ."]}).report_turn().roll(1).enter_plan("park", wood=9)
    assert table.get_district(1).buildings.keys() == {(1, 0)}
    table.session.correct("districts.1.drawing", ["v1 m -"])
    shown = {str(plot): bonus for plot, bonus in table.get_district(1).bonuses.items()}
    assert shown == {"a1": {"civic": 1}, "b1": {"commercial": 1}, "c1": {}}
    table.session.correct("districts.1.drawing", ["x m ~ ."])
    assert (table.get_district(1).width, {str(plot) for plot in table.get_district(1).yours}) == (4, {"a1"})
    assert {str(plot) for plot in table.get_district(1).land} == {"a1", "b1", "d1"}


def test_a_drawing_must_have_land_under_his_building() -> None:
    table = Table({1: ["- - -"]}).report_turn().play_step_a(1, wood=9)
    with pytest.raises(BadAnswerError, match="District 1 must have land on b1"):
        table.session.correct("districts.1.drawing", ["- ~ -"])
    with pytest.raises(BadAnswerError, match="Plot b1 of district 1 can’t be yours"):
        table.session.correct("districts.1.drawing", ["- x -"])


def test_his_building_is_moved_to_a_free_plot_and_keeps_its_place_in_the_list() -> None:
    table = (
        Table({1: ["- - - -"]})
        .report_turn()
        .play_step_a(1, wood=1)
        .report_turn(built=["1a1"])
        .roll(1)
        .enter_plan(wood=9)
    )
    assert [str(plot) for plot in table.get_district(1).buildings] == ["b1", "c1"]
    shape = table.session.collect_editable_values()["districts.1.b1.plot"].answer_type
    assert [one.id for one in shape.options] == ["b1", "d1"]  # type: ignore[attr-defined]
    table.session.correct("districts.1.b1.plot", "d1")
    assert [str(plot) for plot in table.get_district(1).buildings] == ["d1", "c1"]


def test_cubes_of_an_unfinished_building_are_corrected_up_to_completion() -> None:
    table = Table().report_turn().play_step_a(1, wood=5)
    with pytest.raises(BadAnswerError, match="This would complete the building"):
        table.session.correct("districts.1.b2.wood", 5)
    with pytest.raises(BadAnswerError, match="out of range"):
        table.session.correct("districts.1.b2.wood", 6)
    table.session.correct("districts.1.b2.wood", 4)
    assert table.get_last_building(1).missing_cubes == {"wood": 1}
    done = Table().report_turn().play_step_a(1, wood=3)
    assert "districts.1.b2.wood" not in done.session.collect_editable_values()
    assert "districts.1.b2.type" in done.session.collect_editable_values()


def test_the_plots_that_can_be_yours_are_land_without_his_buildings() -> None:
    table = Table({1: ["- ~ - -"]}).report_turn().play_step_a(1, wood=9)
    shape = table.session.collect_editable_values()["districts.1.yours"].answer_type
    assert [one.id for one in shape.options] == ["a1", "d1"]  # type: ignore[attr-defined]


def test_his_vp_may_be_negative_and_other_numbers_not() -> None:
    table = Table()
    table.session.correct("mayor.vp", -3)
    assert table.vp == -3
    for path in ("mayor.wild", "round", "last_round", "rows.1.1", "rows.2.plans"):
        with pytest.raises(BadAnswerError):
            table.session.correct(path, -1)
    with pytest.raises(BadAnswerError):
        table.session.correct("rows.1.plans", 10)


# --- a value corrected and then corrected back ----------------------------------------------------------------


def test_rh_a31_orange_corrected_there_and_back_does_not_end_the_game() -> None:
    table = Table(orange="material").report_turn().play_step_a(1, steel=9)
    before = take_snapshot(table.town)
    table.session.correct("supply.out", [])
    table.session.correct("supply.out", ["orange"])
    assert take_snapshot(table.town) == before
    assert table.key == "your-turn"


def test_rh_a32_a_colour_corrected_in_steps_counts_from_the_state_before_them() -> None:
    table = Table().report_turn().play_step_a(1, steel=9)
    before = take_snapshot(table.town)
    for colours in (["wood"], ["wood", "glass"], ["orange"], []):
        table.session.correct("supply.out", colours)
    assert take_snapshot(table.town) == before


def test_rh_32_a_drawing_corrected_there_and_back_keeps_what_is_known_below_your_buildings() -> None:
    table = Table({1: ["r2 v1", "- ."]})
    table.session.correct("districts.1.yours", ["a1"])
    before = take_snapshot(table.town)
    table.session.correct("districts.1.drawing", ["~ v1"])
    table.session.correct("districts.1.drawing", ["x v1", "- ."])
    assert take_snapshot(table.town) == before


def test_rh_26_a_row_corrected_there_and_back_keeps_its_tokens() -> None:
    table = Table().report_turn().play_step_a(6, steel=9)
    before = take_snapshot(table.town)
    assert table.town.rows[1][:2] == [1, 1]
    for plans in (1, 0, 9):
        table.session.correct("rows.1.plans", plans)
    assert take_snapshot(table.town) == before


def test_rh_32_a_wrong_drawing_that_is_taken_back_leaves_no_bonus_behind() -> None:
    table = Table({1: ["~ . ~ ~", "- i3 . p3"]}).report_turn(built=["1a2"]).roll(6).enter_plan(wood=2, glass=4)
    before = take_snapshot(table.town)
    table.session.correct("districts.1.drawing", ["x", "x", "v0+", "-"])
    table.session.correct("districts.1.drawing", ["~ . ~ ~", "x i3 . p3"])
    assert take_snapshot(table.town) == before


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"hard": True, "full_district": "strict_reroll", "centre_distance": "steps"},
        {"empty_row": "reroll", "orange": "ends"},
        {"orange": "material", "district_numbers": "chosen"},
    ],
    ids=["default", "hard", "reroll", "orange"],
)
@pytest.mark.parametrize("kind", ["your-turn", "mayor-die", "plan", "place", "cubes", "final"])
def test_any_value_corrected_there_and_back_at_any_question_leaves_no_trace(
    kind: str, options: dict[str, object]
) -> None:
    """Both corrections are undone too. The titles, results and idle reasons of the acts return with the table."""
    dice, checked = random.Random(kind), 0
    for session in find_questions(kind, options):
        before = capture_course(session)
        values = [v for v in session.opponent.list_editable_values(session.table) if not v.path.endswith(".plot")]
        for one in dice.sample(values, min(5, len(values))):
            position, old = session.position, take_snapshot(one.value)
            try:
                changed = session.correct(one.path, draw_different_value(one, dice))
            except BadAnswerError:
                assert capture_course(session) == before, one.path
                continue
            if changed.dropped_count:
                session.restore_replaced_entries()
            elif one.path in {v.path for v in session.opponent.list_editable_values(session.table)}:
                with suppress(BadAnswerError):
                    if not session.correct(one.path, old).dropped_count and session.position == position + 2:
                        assert capture_course(session)[:2] == before[:2], one.path
                        checked += 1
            while session.position > position:
                session.undo()
            assert capture_course(session) == before, one.path
    assert checked


def find_questions(kind: str, options: dict[str, object]) -> Iterator[Session]:
    """Yield a few positions of games with own dice where this question is open."""
    for seed in (1, 2):
        played = rival.play_demo("rolling-heights", seed=seed, options=options)
        session = Session.new(
            "rolling-heights", seed=seed, options=options, dice="mine", pack=played.journal.header["pack"]
        )
        sample = session.opponent.make_sample_player(seed, session.options)
        session.assumption_policy = sample.objection  # type: ignore[attr-defined]
        rolls, found = random.Random(seed), 0
        while session.open_ask is not None and found < 3:
            if session.open_ask.key == kind and rolls.random() < (1 if kind == "final" else 0.3):
                found += 1
                session.assumption_policy = None
                yield Session.load(session.journal.format_text())
                session.assumption_policy = sample.objection  # type: ignore[attr-defined]
            ask = session.open_ask
            if ask.key == "district-numbers":
                session.answer([1, 2, 3, 4, 5, 6])
            else:
                session.answer(rolls.randint(1, 6) if ask.key == "mayor-die" else sample.answer(ask, session.table))


def capture_course(session: Session) -> tuple[object, ...]:
    acts = [(act.title, act.result, act.idle, act.banner) for act in session.acts]
    return take_snapshot(session.table), session.ask, acts, session.draw_count


def test_rh_32_a_corrected_drawing_keeps_only_bonuses_that_it_hides() -> None:
    """An empty plot without a bonus in the new drawing has an unknown one, and a plot that is water has none."""
    table = Table({1: ["r2 v1 c1"]})
    table.session.correct("districts.1.drawing", [". x ~"])
    assert {str(plot): vp for plot, vp in table.get_district(1).bonuses.items()} == {"b1": {"civic": 1}}
