"""The rules of the Mayor: each one is tested in a game."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

import rival
from rival.engine.responses import apply_entry
from rival.games.rolling_heights.mayor import choose_plan_position, count_rolls, find_candidate_plots, measure_distance
from rival.games.rolling_heights.table import iterate_buildings
from rival.kernel import Json, Session
from tests.rolling_heights.game_driver import PLAIN_ROWS, UNKNOWN_BONUS_ROWS, Table


def list_set_up_items() -> dict[str, str]:
    session = Session.new("rolling-heights", seed=1)
    assert session.ask is not None
    return {cite: item.text for item in session.ask.items for cite in item.cites}


def play_to_result(yours: object, ads: object, wild: int = 0, vp: int = 0) -> Table:
    """Return a game that ended after two rounds with these scores."""
    table = Table()
    table.session.correct("mayor.vp", vp)
    table.session.correct("mayor.wild", wild)
    table.report_turn(out=["wood"]).play_step_a(1, steel=9).report_turn().roll(1)
    return table.say({"ads": ads, "yours": yours})


# --- general and set-up ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("yours", "winner"), [(41, "you"), (39, "mayor")])
def test_rh_01_more_vp_than_the_mayor_win(yours: int, winner: str) -> None:
    result = play_to_result(yours, 0, vp=31).session.result
    assert result is not None
    assert (result.scores, result.winner) == ({"you": yours, "mayor": 40}, winner)


def test_rh_02_die_and_numbered_tokens_are_on_the_list() -> None:
    assert "1 to 6" in list_set_up_items()["RH-02"]


def test_rh_03_a_two_player_game_is_set_up() -> None:
    assert "two players" in list_set_up_items()["RH-03"]


def test_rh_04_25_cubes_of_each_material_are_taken_out() -> None:
    assert "25 cubes of each" in list_set_up_items()["RH-04"]


def test_rh_05_rh_06_the_mayor_has_no_starting_plan_and_no_targets() -> None:
    items = list_set_up_items()
    assert "no starting plan" in items["RH-05"]
    assert "no target tiles" in items["RH-06"]
    assert list(iterate_buildings(Table().town)) == []


def test_rh_07_each_district_gets_one_number() -> None:
    session = Session.new("rolling-heights", seed=3)
    session.answer(True)
    assert sorted(session.table.numbers) == [1, 2, 3, 4, 5, 6]
    assert "on the districts" in list_set_up_items()["RH-07"]


def test_rh_08_both_vp_tokens_go_on_the_track() -> None:
    assert "VP track" in list_set_up_items()["RH-08"]
    assert Table().vp == 0


def test_rh_09_a_third_token_counts_the_rounds_from_0() -> None:
    assert "space 0" in list_set_up_items()["RH-09"]
    assert Session.new("rolling-heights", seed=1).table.round == 0


def test_rh_10_the_counter_moves_at_the_start_of_your_turn() -> None:
    table = Table()
    assert (table.key, table.town.round) == ("your-turn", 1)
    table.report_turn()
    assert table.town.round == 1
    table.play_step_a(1, wood=3)
    assert (table.key, table.town.round) == ("your-turn", 2)


def test_rh_11_you_begin_and_the_mayor_follows() -> None:
    table = Table()
    assert table.key == "your-turn"
    table.report_turn()
    assert table.key == "mayor-die"
    assert table.play_step_a(2, wood=1).key == "your-turn"


def test_rh_12_your_turn_can_be_reported_without_details() -> None:
    table = Table().report_turn()
    assert table.key == "mayor-die"
    table = Table().report_turn(built=["3b2"], plans1=[2], out=[])
    assert str(next(iter(table.get_district(3).yours))) == "b2"


# --- number of rolls ---------------------------------------------------------------------------------------


def count_rolls_in_round(round: int, hard: bool = False) -> int:
    """Return the number of rolls that the Mayor makes in a round of a game."""
    table = Table(hard=hard).set_round(round).report_turn()
    count = 0
    while table.key == "mayor-die":
        table.play_step_a(count + 1, wood=1)
        count += 1
    return count


def test_rh_13_one_roll_up_to_round_5() -> None:
    assert [count_rolls(n, False) for n in range(1, 6)] == [1] * 5
    assert count_rolls_in_round(5) == 1


def test_rh_14_two_rolls_from_round_6() -> None:
    assert [count_rolls(n, False) for n in range(6, 12)] == [2] * 6
    assert (count_rolls_in_round(6), count_rolls_in_round(11)) == (2, 2)


def test_rh_15_three_rolls_from_round_12() -> None:
    assert {count_rolls(n, False) for n in range(12, 40)} == {3}
    assert count_rolls_in_round(12) == 3


def test_rh_16_hard_has_three_rolls_from_round_10() -> None:
    assert [count_rolls(n, True) for n in (5, 6, 9, 10, 15)] == [1, 2, 2, 3, 3]
    assert (count_rolls_in_round(9, hard=True), count_rolls_in_round(10, hard=True)) == (2, 3)


def test_rh_17_each_roll_is_resolved_and_the_market_refilled_before_the_next() -> None:
    table = Table().set_round(6).report_turn().play_step_a(1, wood=2)
    assert table.key == "mayor-die"
    assert table.vp == 2
    refills = [entry.text for entry in table.entries("RH-17") if entry.kind == "do"]
    assert refills == ["Move the level 1 row up and refill it."]


# --- one roll ----------------------------------------------------------------------------------------------


def test_rh_18_the_die_names_district_and_plan() -> None:
    table = Table().report_turn().roll(3)
    assert table.session.ask is not None
    assert table.session.ask.about == {"level": 1, "position": 2, "district": 3}
    table.enter_plan(wood=1).choose_first_plot()
    assert len(table.get_district(3).buildings) == 1


def test_rh_19_a_full_district_is_rolled_again_and_uses_up_no_roll() -> None:
    """In round 6 a 3 hits a full district; the 5 after it still belongs to the first of two rolls."""
    table = Table({3: ["x x"], 5: PLAIN_ROWS}).set_round(6).report_turn().roll(3)
    assert table.key == "mayor-die"
    table.roll(5).enter_plan(wood=2).choose_first_plot()
    assert table.town.rows[1][:2] == [1, 1]
    assert table.key == "mayor-die"
    assert table.play_step_a(1, wood=1).key == "your-turn"


def test_rh_20_an_unfinished_building_means_step_b() -> None:
    table = Table().report_turn().play_step_a(2, wood=9).report_turn().roll(2)
    assert table.get_last_building(2).complete
    assert len(table.entries("RH-22", "RH-A9")) == 1
    assert table.reasons("RH-20")


def test_rh_21_without_an_unfinished_building_it_is_step_a() -> None:
    table = Table().report_turn().roll(2)
    assert table.key == "plan"
    assert table.reasons("RH-21")


# --- step A ------------------------------------------------------------------------------------------------


def test_rh_22_the_plan_is_free_and_goes_to_the_rolled_district() -> None:
    table = Table().report_turn().play_step_a(4, wood=5)
    assert [n for n, _plot, _building in iterate_buildings(table.town)] == [4]
    assert table.entries("RH-22", "RH-A9")
    assert table.vp == 0


def test_rh_23_level_1_until_he_has_completed_a_building_there() -> None:
    table = Table().report_turn().play_step_a(2, wood=3).report_turn().roll(2)
    assert "level 2 row" in table.entries("RH-22", "RH-A9")[-1].text
    table.enter_plan(wood=9).enter_placement("b1")
    assert table.get_last_building(2).level == 2
    assert (
        Table().report_turn().play_step_a(2, wood=3).report_turn().play_step_a(1, wood=1).get_last_building(1).level
        == 1
    )


@pytest.mark.parametrize(("die", "position"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_rh_24_rh_25_rh_26_which_plan_he_takes(die: int, position: int) -> None:
    assert choose_plan_position(die) == position
    table = Table().report_turn().play_step_a(die, wood=1)
    assert f"plan {position} of" in table.entries("RH-22", "RH-A9")[0].text


def test_rh_24_a_one_or_two_places_no_wild_token() -> None:
    assert Table().report_turn().play_step_a(2, wood=1).town.rows[1] == [0] * 9


def test_rh_25_a_three_or_four_places_no_wild_token() -> None:
    assert Table().report_turn().play_step_a(4, wood=1).town.rows[1] == [0] * 9


def test_rh_26_a_five_or_six_puts_wild_tokens_on_the_first_two_plans() -> None:
    """A 6 takes plan c, plans a and b get a token; a later 2 takes plan a with its token."""
    table = Table().report_turn().play_step_a(6, wood=1)
    assert table.town.rows[1][:3] == [1, 1, 0]
    table.report_turn().play_step_a(2, wood=1)
    assert table.town.mayor.wild == 1
    assert table.town.rows[1][:2] == [1, 0]


def test_rh_26_step_b_places_no_wild_token() -> None:
    table = Table().report_turn().play_step_a(6, wood=9).report_turn(plans1=[1, 2]).roll(6)
    assert table.town.rows[1] == [0] * 9


def test_rh_27_the_first_plan_goes_as_near_to_the_centre_as_possible() -> None:
    table = Table().report_turn().play_step_a(1, wood=3)
    assert [str(plot) for plot in table.get_district(1).buildings] == ["b2"]


def test_rh_27_water_in_the_centre_leaves_the_four_middles_of_the_edges() -> None:
    """The centre of the district is water."""
    table = Table({1: ["- - -", "- ~ -", "- - -"]}).report_turn().roll(1).enter_plan(wood=1)
    assert sorted(table.options) == ["a2", "b1", "b3", "c2"]


def test_rh_28_later_plans_go_next_to_his_own() -> None:
    table = Table().report_turn().play_step_a(1, wood=3).report_turn().roll(1).enter_plan(wood=1)
    assert sorted(table.options) == ["a2", "b1", "b3", "c2"]
    assert find_candidate_plots({(0, 0), (1, 0), (1, 1)}, {(0, 0)}, {(0, 0)}, 2, 2) == {(1, 0)}


def test_rh_29_you_choose_among_several_plots_only() -> None:
    table = Table({1: ["- -"]}).report_turn().roll(1).enter_plan(wood=1)
    assert table.key == "place"
    table.enter_placement("b1").report_turn().roll(1).enter_plan(wood=1)
    assert table.key == "your-turn"


def test_rh_30_where_nothing_is_adjacent_the_centre_counts_again() -> None:
    """His building is in the corner, and both neighbours are water."""
    table = Table({1: ["- ~ -", "~ - -", "- - -"]}).report_turn().play_step_a(1, wood=3)
    table.session.correct("districts.1.b2.plot", "a1")
    table.report_turn().roll(1).enter_plan(wood=1)
    assert table.key == "your-turn"
    assert [str(plot) for plot in table.get_district(1).buildings] == ["a1", "b2"]
    assert table.get_last_building(1).level == 2
    assert table.reasons("RH-30")


def test_rh_31_he_pays_nothing_for_the_plot() -> None:
    table = Table().report_turn().play_step_a(1, wood=5)
    assert "pays nothing" in table.entries("RH-31")[0].text


def test_rh_32_the_plot_scores_for_the_matching_type() -> None:
    table = Table({1: ["r2"], 2: ["r2"]}).report_turn().play_step_a(1, "residential", wood=5)
    assert table.vp == 2
    assert table.report_turn().play_step_a(2, "park", wood=5).vp == 2


def test_rh_32_an_unknown_bonus_is_asked_with_the_plot() -> None:
    table = Table({1: ["."]}).report_turn().roll(1).enter_plan("civic", wood=5).enter_placement(bonus=3)
    assert table.vp == 3
    both = Table({1: [". c2"]}).report_turn().roll(1).enter_plan("commercial", wood=5)
    assert [field.key for field in both.session.ask.fields] == ["plot", "bonus"]  # type: ignore[union-attr]
    assert both.session.ask.fields[1].text == "VP that plot a1 shows for a commercial building, if you choose it"  # type: ignore[union-attr]
    assert both.enter_placement("b1", bonus=1).vp == 2  # a bonus in the drawing takes precedence
    assert "VP" not in both.entries("RH-29")[-1].text


def test_rh_32_only_unknown_bonuses_are_asked() -> None:
    told = Table({1: ["- c2"]}).report_turn().roll(1).enter_plan("commercial", wood=5)
    assert [field.key for field in told.session.ask.fields] == ["plot"]  # type: ignore[union-attr]
    some = Table({1: [". .", "- c2"]}).report_turn().roll(1).enter_plan("commercial", wood=5)
    words = some.session.ask.fields[1].text  # type: ignore[union-attr]
    assert words == "VP that the plot shows for a commercial building, if you choose one of these: a1, b1"
    assert some.enter_placement("b1", bonus=1).vp == 1


def test_rh_33_up_to_three_cubes_go_on_a_new_plan() -> None:
    """A plan of 10 cubes gets 3 and scores nothing for them."""
    table = Table().report_turn().play_step_a(1, wood=10)
    assert table.get_last_building(1).cubes == {"wood": 3}
    assert table.vp == 0
    assert table.entries("RH-33")


def test_rh_34_with_several_materials_the_mix_is_yours() -> None:
    table = Table().report_turn().roll(1).enter_plan(wood=2, glass=2, steel=2)
    assert table.session.ask is not None
    assert (table.key, table.session.ask.who) == ("place", "player")
    table.enter_placement(wood=1, glass=0, steel=2)
    assert table.get_last_building(1).cubes == {"wood": 1, "glass": 0, "steel": 2}


def test_rh_35_three_cubes_that_complete_it_score_one_each() -> None:
    """Plan 1 of level 1 costs 3 wood: nearest to the centre, 3 cubes, complete, +3 and the plot's bonus."""
    table = Table({1: ["- - -", "- p1 -", "- - -"]}).report_turn().play_step_a(1, "park", wood=3)
    assert table.vp == 3 + 1
    assert table.get_last_building(1).complete


def test_rh_36_workers_and_printed_vp_are_not_his() -> None:
    table = Table().report_turn().play_step_a(1, wood=2)
    assert table.vp == 2
    assert table.reasons("RH-36")


# --- step B ------------------------------------------------------------------------------------------------


def test_rh_37_step_b_adds_up_to_twelve_cubes() -> None:
    """A plan of 20 cubes: 3, then 12, then 5, and 20 VP at the end."""
    table = Table().report_turn().play_step_a(1, wood=20).report_turn().roll(1)
    assert (sum(table.get_last_building(1).cubes.values()), table.vp) == (15, 0)
    table.report_turn().roll(1)
    assert table.vp == 20


def test_rh_37_the_mix_of_step_b_is_yours() -> None:
    table = Table().report_turn().play_step_a(1, wood=10, steel=10).report_turn().roll(1).enter_cubes(wood=2, steel=10)
    assert table.get_last_building(1).cubes == {"wood": 5, "steel": 10}


def test_rh_38_completion_scores_every_cube_of_the_building() -> None:
    """A building of 3 and 7 cubes scores 10 VP."""
    table = Table().report_turn().play_step_a(1, wood=10).report_turn().roll(1)
    assert table.vp == 10
    assert table.entries("RH-38")


def test_rh_39_step_b_gives_no_printed_benefits_either() -> None:
    table = Table().report_turn().play_step_a(1, wood=6).report_turn().roll(1)
    assert table.vp == 6
    assert table.reasons("RH-39")


def test_rh_40_a_roll_ends_with_an_incomplete_building() -> None:
    table = Table().set_round(6).report_turn().play_step_a(1, wood=20).roll(1)
    assert table.key == "your-turn"
    assert table.entries("RH-40")


# --- the end -----------------------------------------------------------------------------------------------


def test_rh_41_a_colour_that_runs_out_ends_the_game_after_one_more_round() -> None:
    """The supply has 2 steel, the plan needs 5: 2 are placed, and the end is triggered."""
    table = Table().report_turn().roll(1).enter_plan(steel=5).object_to("cubes", {"steel": 2, "out": ["steel"]})
    assert table.get_last_building(1).cubes == {"steel": 2}
    assert table.town.last_round == 2
    table.report_turn().play_step_a(2, wood=1)
    assert table.key == "final"


def test_rh_42_wild_tokens_are_worth_one_each() -> None:
    """Two tokens score 2 VP."""
    assert play_to_result(60, 0, wild=2, vp=49).vp == 60


def test_rh_43_the_ads_add_and_subtract() -> None:
    assert play_to_result(10, "12+3-1", vp=1).vp == 10 + 14
    assert play_to_result(10, -4, vp=1).vp == 10 - 4


def test_rh_44_an_unfinished_building_is_worth_nothing() -> None:
    table = (
        Table()
        .report_turn(out=["wood"])
        .play_step_a(1, steel=9)
        .report_turn()
        .play_step_a(2, steel=8)
        .say({"ads": 0, "yours": 1})
    )
    assert table.vp == 0
    assert table.session.ask is None


def test_rh_45_a_tie_is_yours() -> None:
    """Both sides have 60 VP."""
    table = play_to_result(60, 0, wild=2, vp=49)
    result = table.session.result
    assert result is not None
    assert (result.winner, result.cites) == ("you", ("RH-45",))
    assert table.session.acts[-1].result == "60 to 60: you win, because equal scores count as your win."


def test_rh_46_your_score_is_entered_as_a_number_or_a_sum() -> None:
    result = play_to_result("40+12-2", 0).session.result
    assert result is not None
    assert result.scores["you"] == 50


# --- derived facts -----------------------------------------------------------------------------------------


def replay_prefixes(seed: int, **options: object) -> itertools.chain[Session]:
    """Yield a sample game after each of its answers."""
    journal = rival.play_demo("rolling-heights", seed=seed, options=options).journal
    session = Session.new("rolling-heights", seed=seed, options=options, pack=journal.header["pack"])

    def replay() -> Iterator[Session]:
        for entry in journal.active_entries:
            apply_entry(session, entry)
            yield session

    return itertools.chain(replay())


@pytest.mark.parametrize("seed", range(6))
def test_rh_d1_never_two_unfinished_buildings_in_a_district(seed: int) -> None:
    for session in replay_prefixes(seed):
        for district in filter(None, session.table.districts.values()):
            assert sum(not one.complete for one in district.buildings.values()) <= 1


@pytest.mark.parametrize("seed", range(6))
def test_rh_d2_the_first_plan_of_a_district_is_level_1_every_later_one_level_2(seed: int) -> None:
    for district in rival.play_demo("rolling-heights", seed=seed).table.districts.values():
        levels = [one.level for one in district.buildings.values()]
        assert levels == [1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2][: len(levels)]


@pytest.mark.parametrize("seed", range(6))
def test_rh_d3_the_district_fixes_the_position_of_the_plan(seed: int) -> None:
    for session in replay_prefixes(seed):
        if session.open_ask and session.open_ask.key == "plan":
            about = session.open_ask.metadata
            assert about["position"] == (about["district"] + 1) // 2


@pytest.mark.parametrize(("cubes", "rolls"), [(1, 1), (3, 1), (4, 2), (15, 2), (16, 3), (27, 3)])
def test_rh_d4_how_many_rolls_a_plan_takes(cubes: int, rolls: int) -> None:
    table = Table().report_turn().play_step_a(1, wood=cubes)
    count = 1
    while not table.get_last_building(1).complete:
        table.report_turn().roll(1)
        count += 1
    assert count == rolls


def test_rh_d5_rolls_add_up() -> None:
    normal = list(itertools.accumulate(count_rolls(n, False) for n in range(1, 16)))
    hard = list(itertools.accumulate(count_rolls(n, True) for n in range(1, 16)))
    assert [normal[n - 1] for n in (5, 6, 11, 12, 15)] == [5, 7, 17, 20, 29]
    assert [hard[n - 1] for n in (9, 10, 12, 15)] == [13, 16, 22, 31]


@pytest.mark.parametrize("seed", range(6))
def test_rh_d6_the_mayor_scores_plots_cubes_wild_tokens_and_ads_only(seed: int) -> None:
    session = rival.play_demo("rolling-heights", seed=seed)
    town = session.table
    cubes = sum(one.size for _n, _plot, one in iterate_buildings(town) if one.complete)
    plots = sum(
        district.bonuses[plot].get(one.type, 0)
        for district in town.districts.values()
        for plot, one in district.buildings.items()
    )
    ads = session.journal.active_entries[-1][2]["ads"]
    assert town.mayor.vp == cubes + plots + town.mayor.wild + ads


@pytest.mark.parametrize("seed", range(6))
def test_rh_d7_in_his_turn_you_decide_only_ties_of_plots_and_the_mix_of_cubes(seed: int) -> None:
    asked = {
        session.open_ask.key
        for session in replay_prefixes(seed)
        if session.open_ask and session.open_ask.who == "player"
    }
    assert asked <= {"your-turn", "place", "cubes"}


# --- rulings -----------------------------------------------------------------------------------------------


def test_rh_a1_full_means_no_empty_land_whatever_the_water() -> None:
    table = Table({3: ["x ~", "~ ~"]}).report_turn().roll(3)
    assert table.key == "mayor-die"
    assert table.entries("RH-19", "RH-A1")


def make_full_district(**options: Any) -> Table:
    """Return a game with a full district in which the Mayor has an unfinished building."""
    table = Table({1: ["- -"]}, **options).report_turn().roll(1).enter_plan(wood=9).enter_placement("a1")
    return table.report_turn(built=["1b1"]).roll(1)


def test_rh_a2_a_full_district_with_his_unfinished_building() -> None:
    """Step B by default, a re-roll with strict_reroll; without an unfinished building a re-roll with either."""
    table = make_full_district()
    assert table.get_last_building(1).complete
    assert table.reasons("RH-A2")
    strict = make_full_district(full_district="strict_reroll")
    assert strict.key == "mayor-die"
    assert strict.entries("RH-19", "RH-A2")[0].text == "District 1 is full: roll again."
    for ruling in ("act_if_possible", "strict_reroll"):
        assert Table({1: ["x"]}, full_district=ruling).report_turn().roll(1).key == "mayor-die"


def test_rh_a3_when_every_district_is_full_the_roll_is_skipped() -> None:
    table = Table({n: ["x"] for n in range(1, 7)}).report_turn()
    assert table.key == "your-turn"
    assert table.entries("RH-A3")


def test_rh_a3_the_programs_die_only_shows_districts_that_count() -> None:
    rows = {n: ["x"] if n != 4 else PLAIN_ROWS for n in range(1, 7)}
    for _seed in range(5):
        table = Table(rows, dice="program").report_turn()
        assert table.session.ask is not None
        assert table.session.ask.about["district"] == 4


def test_rh_a4_straight_and_steps_measure_differently() -> None:
    assert measure_distance((0, 0), 3, 3) == 8
    assert measure_distance((0, 0), 3, 3, "steps") == 4
    land = {(0, 1), (1, 3)}  # on a 4 x 4 board: 3 across and 1 down against 1 across and 3 down
    assert find_candidate_plots(land, set(), set(), 4, 4) == land
    corner = {(0, 0), (2, 4)}
    assert find_candidate_plots(corner, set(), set(), 5, 5) == {(2, 4)}
    assert find_candidate_plots(corner, set(), set(), 5, 5, "steps") == {(2, 4)}
    tied = {(1, 1), (2, 4)}
    assert find_candidate_plots(tied, set(), set(), 5, 5) == {(1, 1)}
    assert find_candidate_plots(tied, set(), set(), 5, 5, "steps") == tied


def test_rh_a4_the_option_is_used_at_the_table() -> None:
    board = ["~ ~ ~ ~ ~", "~ - ~ ~ ~", "~ ~ ~ ~ ~", "~ ~ ~ ~ ~", "~ ~ - ~ ~"]
    assert Table({1: board}).report_turn().roll(1).enter_plan(wood=1).key == "your-turn"
    assert Table({1: board}, centre_distance="steps").report_turn().roll(1).enter_plan(wood=1).key == "place"


def test_rh_a5_the_centre_does_not_break_ties_of_adjacent_plots() -> None:
    table = Table().report_turn().play_step_a(1, wood=3)
    table.session.correct("districts.1.b2.plot", "a2")
    table.report_turn().roll(1).enter_plan(wood=1)
    assert sorted(table.options) == ["a1", "a3", "b2"]


def test_rh_a6_buildings_in_other_districts_do_not_count() -> None:
    table = Table().report_turn().play_step_a(1, wood=3).report_turn().roll(2).enter_plan(wood=1)
    assert [str(plot) for plot in table.get_district(2).buildings] == ["b2"]


def test_rh_a7_step_a_never_finds_an_unfinished_building() -> None:
    table = Table().report_turn().play_step_a(1, wood=9, steel=9)
    for _turn in range(2):
        if not table.get_last_building(1).complete:
            assert table.report_turn().roll(1).key == ("cubes" if _turn == 0 else "your-turn")
            if table.key == "cubes":
                table.enter_cubes()
    assert table.get_last_building(1).complete


def test_rh_a8_a_plan_beyond_water_or_your_buildings_is_level_2() -> None:
    table = Table({1: ["- - - -"]}).report_turn().play_step_a(1, wood=3)
    table.session.correct("districts.1.b1.plot", "a1")
    table.report_turn(built=["1b1"]).roll(1).enter_plan(wood=1)
    assert table.get_last_building(1).level == 2
    assert table.reasons("RH-30")


def test_rh_a9_plan_1_is_the_cheapest_position() -> None:
    assert "first" in Table().report_turn().play_step_a(1, wood=1).reasons("RH-24")[0]
    assert Table().report_turn().play_step_a(1, wood=1).entries("RH-A9")


def test_rh_a10_wild_tokens_on_his_plan_are_his() -> None:
    table = Table().report_turn().roll(1).enter_plan(wood=1, wild=2).choose_first_plot()
    assert table.town.mayor.wild == 2


def test_rh_a11_a_short_row_gives_its_last_plan() -> None:
    """With two plans, a 5 takes plan b and puts a token on plan a; with one plan, it takes that plan and puts none."""
    two = Table().report_turn().roll(5).object_to("row", {"plans": 2}).enter_plan(wood=1)
    assert "plan 2 of" in two.entries("RH-22", "RH-A9")[-1].text
    assert two.town.rows[1][:2] == [1, 0]
    one = Table().report_turn().roll(5).object_to("row", {"plans": 1}).enter_plan(wood=1)
    assert one.town.rows[1] == [0] * 9
    assert one.reasons("RH-A11")


def test_rh_a11_the_plan_he_really_takes_is_asked_for_with_its_own_tokens() -> None:
    table = Table()
    table.session.correct("rows.1.1", 2)
    table.session.correct("rows.1.2", 1)
    table.report_turn().roll(5).object_to("row", {"plans": 2})
    assert table.session.ask is not None
    assert table.session.ask.about["position"] == 2
    assert next(field.default for field in table.session.ask.fields if field.key == "wild") == 1
    table.enter_plan(wood=1)
    assert table.town.mayor.wild == 1
    assert table.town.rows[1][:2] == [3, 0]  # no token has vanished, and plan 1 got one more


def test_rh_a11_a_row_that_can_not_be_refilled_stays_known_as_short() -> None:
    table = Table().report_turn().roll(5).object_to("row", {"plans": 2}).enter_plan(wood=1)
    assert table.town.plans == {1: 1, 2: 9}
    table.report_turn().roll(3)
    assert "plan 1 of" in table.entries("RH-22", "RH-A9")[-1].text
    assert table.enter_plan(wood=1).town.plans[1] == 0
    assert table.report_turn().roll(1).key == "your-turn"  # RH-A12, without a question
    assert table.entries("RH-A12")
    table = Table().report_turn().roll(5).object_to("row", {"plans": 2}).enter_plan(wood=1).report_turn(plans1=[1])
    assert table.town.plans[1] == 0


def test_rh_a11_a_row_reported_as_short_may_be_longer() -> None:
    table = Table().report_turn().roll(5).object_to("row", {"plans": 2}).enter_plan(wood=1).report_turn().roll(6)
    assert "plan 1 of" in table.entries("RH-22", "RH-A9")[-1].text
    table.object_to("row", {"plans": 3})
    assert "plan 3 of" in table.entries("RH-22", "RH-A9")[-1].text
    assert table.enter_plan(wood=1).town.plans[1] == 9


def make_empty_row(**options: Any) -> Table:
    """Return a game after a 4: district 4 has a completed building and empty land, but the level 2 row is empty."""
    return Table(**options).report_turn().play_step_a(4, wood=3).report_turn().roll(4).object_to("row", {"plans": 0})


def test_rh_a11_a_plan_that_is_not_there_has_no_token() -> None:
    """A row is reported as short: plans behind its end never had tokens, so none move up."""
    table = Table()
    table.session.correct("rows.1.3", 2)
    table.report_turn().roll(5).object_to("row", {"plans": 2})
    assert table.town.rows[1][2:] == [0] * 7
    table.enter_plan(wood=1).choose_first_plot().report_turn().roll(1)
    assert table.key == "plan"
    assert table.session.open_ask is not None
    assert table.session.ask is not None
    assert [one.default for one in table.session.ask.fields if one.key == "wild"] == [1]


def test_rh_a12_an_empty_row_loses_the_roll_or_repeats_it() -> None:
    table = make_empty_row()
    assert table.key == "your-turn"
    assert table.report_turn().roll(4).key == "your-turn"  # not asked again
    again = make_empty_row(empty_row="reroll")
    assert again.key == "mayor-die"
    assert again.roll(4).key == "mayor-die"
    assert "row is empty" in again.entries("RH-A12")[-1].text
    assert "the Mayor would take a plan from an empty row" in again.reasons("RH-A12")[-1]
    assert again.roll(1).key == "plan"


def test_rh_a13_few_wild_tokens_go_to_the_first_plan_first() -> None:
    table = Table().report_turn().roll(6).enter_plan(wood=1).object_to("wild-supply", {"tokens": 1})
    assert table.town.rows[1][:2] == [1, 0]
    assert table.reasons("RH-A13")
    none = Table().report_turn().roll(6).enter_plan(wood=1).object_to("wild-supply", {"tokens": 0})
    assert none.town.rows[1] == [0] * 9
    assert none.entries("RH-A13")[-1].text == "The supply has no wild tokens left: place no tokens."


def test_rh_a13_is_reported_for_every_row_length() -> None:
    short = (
        Table()
        .report_turn()
        .roll(6)
        .object_to("row", {"plans": 2})
        .enter_plan(wood=1)
        .object_to("wild-supply", {"tokens": 0})
    )
    assert short.town.rows[1] == [0] * 9
    assert short.entries("RH-A13")


def test_rh_a14_he_gets_what_the_supply_has() -> None:
    """2 wood and 4 glass required, 1 glass in the supply: exactly 2 wood and 1 glass."""
    table = Table().report_turn().roll(1).enter_plan(wood=2, glass=4).enter_placement(wood=2, glass=1, out=["glass"])
    assert table.get_last_building(1).cubes == {"wood": 2, "glass": 1}


def test_rh_a14_shortcuts_report_one_short_colour_after_another() -> None:
    table = Table().report_turn().play_step_a(1, wood=4, glass=5).report_turn().roll(1)
    assert table.get_last_building(1).complete
    table.object_to("cubes", "wood-0")  # 3 wood are on it, and there is no more
    assert (table.get_last_building(1).cubes, table.town.out) == ({"wood": 3, "glass": 5}, {"wood"})
    table.object_to("cubes", "glass-2")
    assert (table.get_last_building(1).cubes, table.town.out) == ({"wood": 3, "glass": 2}, {"wood", "glass"})
    assert Session.load(table.session.journal.format_text()).table == table.town


def make_wood_shortage() -> Table:
    """Return a game in which a plan requires 2 wood, 4 glass and 5 steel, and the supply has 1 wood."""
    table = Table({1: ["-"]}).report_turn().roll(1).enter_plan(wood=2, glass=4, steel=5)
    assert table.key == "place"
    return table.say("wood-1")


def test_rh_34_rh_a14_the_mix_of_the_others_is_yours_if_one_colour_is_short() -> None:
    table = make_wood_shortage()
    assert table.session.ask is not None
    assert (table.key, table.session.ask.who) == ("cubes", "player")
    assert [one.key for one in table.session.ask.fields] == ["glass", "steel", "out"]
    assert "Choose 2 more" in table.session.ask.text
    assert table.entries("RH-A28")[-1].text == ("The building needs 2 wood; the supply has only 1.")
    with pytest.raises(rival.BadAnswerError, match="2 cubes must go on the building, not 1"):
        table.enter_cubes(glass=1, steel=0)
    table.enter_cubes(glass=1, steel=1)
    assert (table.get_last_building(1).cubes, table.town.out) == ({"wood": 1, "glass": 1, "steel": 1}, {"wood"})


def list_history(table: Table, lang: str = "en") -> list[str]:
    """Return the texts of the history in a language."""
    session = Session.load(table.session.journal.format_text(), lang=lang)
    return [entry.text for entry in session.transcript]


def get_reasons(table: Table, start: str) -> list[str]:
    """Return the reasons of the last step whose text begins like this."""
    entry = next(e for e in reversed(table.session.transcript[:]) if e.text.startswith(start))
    return [line.text for line in entry.because]


def test_rh_a14_a_shortage_is_told_before_the_move_and_the_last_cubes_after_it() -> None:
    table = Table().report_turn().play_step_a(1, wood=9, glass=2).report_turn().roll(1).object_to("cubes", "wood-5")
    texts = list_history(table)
    put = next(k for k, text in enumerate(texts) if text.startswith("Put cubes") and "5 wood" in text)
    assert texts[put - 1] == "The building needs 6 wood; the supply has only 5."
    assert texts[put + 1] == "These were the last cubes of the supply: wood."
    russian = list_history(table, "ru")
    assert russian[put - 1] == "Зданию нужно: дерево — 6, а в запасе только 5."
    assert russian[put + 1] == "Это были последние такие кубики запаса: дерево."
    none = Table().report_turn().play_step_a(1, wood=9, glass=2).report_turn().roll(1).object_to("cubes", "wood-0")
    assert "The building needs 6 wood; the supply has none." in list_history(none)
    assert not [text for text in list_history(none) if text.startswith("These were")]


def test_rh_a14_the_colours_that_are_gone_are_the_reason_of_the_other_cubes() -> None:
    table = Table({1: ["-"]}).report_turn(out=["concrete"]).roll(1).enter_plan(wood=1, glass=2, concrete=4)
    assert get_reasons(table, "Put cubes")[-1] == "The building also needs 4 concrete; the supply has none left."
    assert not [reason for reason in get_reasons(table, "Place the plan") if "concrete" in reason]


def test_rh_34_the_chosen_cubes_have_their_own_reason() -> None:
    table = Table({1: ["-"]}).report_turn().roll(1).enter_plan(wood=2, glass=4).enter_placement(wood=2, glass=1)
    reason = "A new plan gets 3 of its cubes; several mixes are possible, so you choose."
    chosen = "The plan goes on plot a1; you choose these cubes: 2 wood, 1 glass."
    assert get_reasons(table, chosen) == ["Only plot a1 is empty.", reason]
    assert get_reasons(table, "Put cubes") == [reason]
    later = Table({1: ["- -"]}).report_turn().roll(1).enter_plan(wood=9, glass=9)
    later.enter_placement("a1", wood=3, glass=0).report_turn().roll(1).enter_cubes(wood=6, glass=6)
    assert get_reasons(later, "Put cubes") == [
        "The Mayor has an unfinished building on plot a1 of district 1: it gets more cubes, and he takes no new plan.",
        "An unfinished building gets 12 of its missing cubes; several mixes are possible, so you choose.",
    ]


def test_rh_a14_a_shortcut_reports_a_second_short_colour() -> None:
    table = make_wood_shortage().say("glass-0")
    assert (table.get_last_building(1).cubes, table.town.out) == (
        {"wood": 1, "glass": 0, "steel": 2},
        {"wood", "glass"},
    )
    table.object_to("cubes", "steel-1")
    assert (table.get_last_building(1).cubes, table.town.out) == (
        {"wood": 1, "glass": 0, "steel": 1},
        {"wood", "glass", "steel"},
    )


def test_rh_a14_rh_a15_a_number_reports_a_second_short_colour() -> None:
    table = make_wood_shortage().enter_cubes(glass=1, steel=1, out=["wood", "glass"])
    assert (table.get_last_building(1).cubes, table.town.out) == (
        {"wood": 1, "glass": 1, "steel": 1},
        {"wood", "glass"},
    )
    later = Table().report_turn().play_step_a(1, wood=9, glass=6).report_turn().roll(1)
    later.object_to("cubes", "wood-2")
    assert later.get_last_building(1).complete is False
    later.object_to("cubes", {"glass": 1})  # he gets all that the supply has
    assert (later.get_last_building(1).cubes, later.town.out) == ({"wood": 5, "glass": 1}, {"wood", "glass"})


def test_rh_41_the_second_short_colour_triggers_the_end() -> None:
    table = Table({1: ["-"]}).report_turn().roll(1).enter_plan(orange=2, wood=1)
    table.object_to("cubes", "orange-1")
    assert table.town.last_round is None
    table.object_to("cubes", {"wood": 0})
    assert (table.get_last_building(1).cubes, table.town.out) == ({"wood": 0, "orange": 1}, {"wood", "orange"})
    assert table.town.last_round == 2


def test_rh_31_rh_33_only_instructions_of_the_question_count_as_covered() -> None:
    table = Table({1: ["p2 p2 p2"]}).report_turn().roll(1).enter_plan(wood=2, glass=4)
    assert "ownership marker" in table.session.ask.text  # type: ignore[union-attr]
    table.choose_first_plot()
    lines = [entry for entry in table.session.transcript if entry.kind in ("do", "say")]
    told = {" ".join(entry.text.split()[:2]): entry.is_covered_by_question for entry in lines}
    assert (told["Place the"], told["Put cubes"], told["The building"]) == (True, True, True)
    assert (told["Move the"], told["Take plan"]) == (False, False)
    alone = Table({1: ["-"]}).report_turn().roll(1).enter_plan(wood=2)
    assert not any(entry.is_covered_by_question for entry in alone.session.transcript)


def test_rh_a14_a_building_that_can_get_no_cube_is_still_step_b() -> None:
    table = Table().report_turn().play_step_a(1, wood=9).report_turn(out=["wood"]).roll(1)
    assert table.key == "your-turn"
    assert table.get_last_building(1).cubes == {"wood": 3}
    assert table.entries("RH-A14")


def test_rh_a15_you_can_not_place_fewer_than_possible() -> None:
    table = Table().report_turn().roll(1).enter_plan(wood=2, glass=4)
    with pytest.raises(rival.BadAnswerError, match="3 cubes must go on the building, not 2"):
        table.enter_placement(wood=2, glass=0)
    with pytest.raises(rival.BadAnswerError, match="3 cubes must go on the building, not 4"):
        table.enter_placement(wood=2, glass=2)
    table.enter_placement(wood=0, glass=3)
    assert table.get_last_building(1).cubes == {"wood": 0, "glass": 3}


def test_rh_a16_a_colour_that_runs_out_in_his_turn_leaves_one_more_round() -> None:
    """Wood runs out in the second of three rolls of round 12."""
    table = Table().set_round(12).report_turn().play_step_a(1, steel=1)
    table.roll(2).enter_plan(wood=2).object_to("cubes", {"out": ["wood"]})
    assert table.play_step_a(3, steel=1).key == "your-turn"
    assert (table.town.round, table.town.last_round) == (13, 13)
    table.report_turn().play_step_a(4, steel=1).play_step_a(5, steel=1).play_step_a(6, steel=1)
    assert table.key == "final"


def test_rh_a14_an_objection_undoes_the_score_of_the_round() -> None:
    table = Table().report_turn().play_step_a(1, wood=3)
    assert table.session.history.round_scores[-1] == (1, 3)
    table.object_to("cubes", {"wood": 2})
    assert table.session.history.round_scores[-1] == (1, 0)
    assert Session.load(table.session.journal.format_text()).history.round_scores[-1] == (1, 0)


def test_rh_a17_a_colour_that_runs_out_in_your_turn_triggers_the_end_once() -> None:
    table = Table().report_turn(out=["steel"]).play_step_a(1, wood=1)
    table.report_turn(out=["steel", "glass"]).play_step_a(2, wood=1)
    assert table.key == "final"
    back = Table().report_turn(out=["steel"]).play_step_a(1, wood=1).report_turn(out=[]).play_step_a(2, wood=1)
    assert back.key == "final"


def test_rh_a16_a_colour_that_ran_out_in_his_turn_can_be_reported_late() -> None:
    told_late = Table().report_turn().play_step_a(1, wood=1).report_turn(out=["wood"])
    assert told_late.town.last_round == 3  # in your turn, unless you say otherwise (RH-A17)
    told_late.object_to("whose-turn", "his")
    assert (told_late.town.round, told_late.town.last_round, told_late.town.out) == (2, 2, {"wood"})
    assert told_late.play_step_a(2, steel=1).key == "final"


def test_rh_a17_a_colour_that_he_did_not_use_ran_out_in_your_turn() -> None:
    table = Table().report_turn().play_step_a(1, wood=1).report_turn(out=["steel"])
    assert table.town.last_round == 3
    assert not table.session.list_open_assumptions()


def find_cubes_item(orange: str) -> str:
    """Return the item of the set-up checklist about the cubes."""
    session = Session.new("rolling-heights", seed=1, options={"orange": orange})
    assert session.ask is not None
    return next(one.text for one in session.ask.items if "RH-A18" in one.cites)


@pytest.mark.parametrize(("orange", "ends"), [("apart", False), ("ends", True)])
def test_rh_a18_the_orange_cubes_may_stay_and_end_the_game_or_not(orange: str, ends: bool) -> None:
    assert "All orange cubes stay" in find_cubes_item(orange)
    table = Table(orange=orange).report_turn(out=["orange"])
    assert table.town.last_round == (2 if ends else None)
    table = Table(orange=orange).report_turn().roll(1).enter_plan(orange=5)
    assert table.get_last_building(1).cubes == {"orange": 3}
    table = Table(orange=orange).report_turn(out=["orange"]).roll(1).enter_plan(orange=5)
    assert table.get_last_building(1).cubes == {"orange": 0}  # RH-A14 applies to them as well


def test_rh_a18_rh_a31_as_a_material_all_orange_cubes_are_taken_out_and_none_is_placed() -> None:
    assert "no orange cubes remain" in find_cubes_item("material")
    table = Table(orange="material")
    assert (table.town.out, table.town.last_round) == ({"orange"}, None)
    table.report_turn().roll(1).enter_plan(orange=5, wood=1)
    assert table.get_last_building(1).cubes == {"wood": 1, "orange": 0}
    assert (table.town.out, table.town.last_round) == ({"orange"}, None)


def test_rh_a31_a_box_with_more_orange_cubes_is_corrected_and_they_end_the_game_then() -> None:
    table = Table(orange="material")
    table.session.correct("supply.out", [])
    table.report_turn().roll(1).enter_plan(orange=5)
    assert table.get_last_building(1).cubes == {"orange": 3}
    table.report_turn(out=["orange"])
    assert table.town.last_round == 3


def test_rh_a19_numbers_are_random_or_chosen() -> None:
    chosen = Table(district_numbers="chosen")
    assert chosen.town.numbers == [1, 2, 3, 4, 5, 6]
    unknown = Session.new("rolling-heights", seed=1, options={"district_numbers": "chosen"})
    unknown.answer(True)
    assert unknown.open_ask is not None
    assert unknown.open_ask.key == "your-turn"  # no board is known yet, so their layout is not asked
    orders = {tuple(rival.play_demo("rolling-heights", seed=seed).table.numbers) for seed in range(8)}
    assert len(orders) > 4


def test_rh_a20_the_counter_is_only_a_number() -> None:
    assert Table().set_round(150).report_turn().key == "mayor-die"


def test_rh_a21_his_markers_never_run_out() -> None:
    table = Table({1: ["- - - - - - - - - - - -"] * 2})
    for _building in range(20):
        table.set_round(1).report_turn().roll(1).enter_plan(wood=1).choose_first_plot()
    assert len(table.get_district(1).buildings) == 20


def test_rh_a22_the_ads_are_counted_between_two() -> None:
    table = Table().report_turn(out=["wood"]).play_step_a(1, steel=1).report_turn().play_step_a(2, steel=1)
    assert table.session.ask is not None
    assert "RH-A22" in table.session.ask.cites


def test_rh_a23_only_vp_for_his_type_count() -> None:
    table = Table({1: ["r2c1"]}).report_turn().play_step_a(1, "commercial", wood=5)
    assert table.vp == 1


def test_rh_a24_the_flowchart_may_settle_a_full_district_so_it_is_an_option() -> None:
    setting = next(one for one in rival.load_opponents()["rolling-heights"].settings if one.name == "full_district")
    assert "RH-A24" in setting.cites


def test_rh_a25_the_row_is_refilled_after_every_plan() -> None:
    table = Table().report_turn().play_step_a(1, wood=1).report_turn().play_step_a(2, wood=1)
    assert len(table.entries("RH-A25")) == 2


def test_rh_a26_tokens_stay_on_their_plans_when_the_row_moves_up() -> None:
    table = Table().report_turn().play_step_a(5, wood=1).report_turn(plans1=[1])
    assert table.town.rows[1][:2] == [1, 0]
    table.roll(1)
    assert table.session.ask is not None
    assert next(field for field in table.session.ask.fields if field.key == "wild").default == 1


def test_rh_a27_his_own_wild_tokens_are_never_spent() -> None:
    table = Table()
    table.session.correct("mayor.wild", 4)
    table.report_turn().play_step_a(6, wood=1)
    assert table.town.mayor.wild == 4


def test_rh_a28_another_type_is_allowed_and_a_forbidden_plot_left_out() -> None:
    assert Table({1: ["r2"]}).report_turn().play_step_a(1, "park", wood=5).vp == 0
    table = Table().report_turn().roll(1).enter_plan(wood=1).object_to("barred", "barred")
    assert sorted(table.options) == ["a2", "b1", "b3", "c2"]
    table.say("nowhere")  # these are forbidden, too: the corners are next
    assert sorted(table.options) == ["a1", "a3", "c1", "c3"]
    nowhere = Table({1: ["-"]}).report_turn().roll(1).enter_plan(wood=1).object_to("barred", "barred")
    assert nowhere.key == "your-turn"
    assert nowhere.entries("RH-A28")


def test_rh_a29_benefits_printed_on_his_plans_are_not_asked() -> None:
    table = Table().report_turn().roll(1)
    assert table.session.ask is not None
    names = {field.key for field in table.session.ask.fields}
    assert names == {"type", "wood", "glass", "concrete", "steel", "orange", "wild"}


def test_rh_a30_two_rolls_of_a_turn_may_hit_the_same_district() -> None:
    table = Table().set_round(6).report_turn().play_step_a(3, wood=5).roll(3)
    assert (table.key, table.vp) == ("your-turn", 5)


# --- corrections while a question is open ------------------------------------------------------------------


def test_a_plot_corrected_while_the_plan_is_placed_changes_what_is_offered() -> None:
    table = Table({1: ["r2 c1"]}).report_turn().roll(1).enter_plan("commercial", wood=3)
    assert table.options == ["a1", "b1"]
    table.session.correct("districts.1.yours", ["a1"])
    assert table.key == "your-turn"  # no choice is left: the plan goes on the only plot
    assert [str(plot) for plot in table.get_district(1).buildings] == ["b1"]
    assert table.vp == 3 + 1


def test_the_round_corrected_in_his_turn_changes_his_rolls() -> None:
    table = Table().set_round(6).report_turn().play_step_a(1, wood=1)
    table.session.correct("round", 5)
    assert table.key == "mayor-die"
    assert table.play_step_a(2, wood=1).key == "your-turn"
    table = Table().set_round(5).report_turn()
    table.session.correct("round", 6)
    assert table.play_step_a(1, wood=1).key == "mayor-die"


# --- districts that nobody has drawn yet -------------------------------------------------------------------


def test_an_unknown_district_is_drawn_once_when_the_die_points_there() -> None:
    session = Session.new("rolling-heights", seed=1, dice="mine")
    session.answer(True)
    session.answer([1, 2, 3, 4, 5, 6])
    session.answer({})
    session.answer(4)
    assert session.open_ask is not None
    assert session.open_ask.key == "district"
    for wrong in ([], ["~"], ["..", "."], ["?"], "..", [""], ["q2"]):
        with pytest.raises(rival.BadAnswerError):
            session.answer(wrong)
    session.answer(UNKNOWN_BONUS_ROWS)
    assert session.table.districts[4].board == "A"
    session.answer({"type": "park", "wood": 9})
    session.answer({"bonus": 0})
    session.answer({})
    session.answer(4)
    assert session.table.districts[4].unfinished_building is None  # step B needed no question


def test_an_unknown_district_that_turns_out_full_is_rolled_again() -> None:
    session = Session.new("rolling-heights", seed=1, dice="mine")
    answers: list[Json] = [True, [1, 2, 3, 4, 5, 6], {}, 4, ["x x"]]
    for answer in answers:
        session.answer(answer)
    assert session.open_ask is not None
    assert session.open_ask.key == "mayor-die"


# --- rows that are known to be short -----------------------------------------------------------------------


def make_short_row(plans: int) -> Table:
    """Return a game in the player's turn, with this many plans in the level 1 row."""
    table = Table()
    table.session.correct("rows.1.plans", plans)
    return table


def test_rh_a11_you_can_not_take_plans_that_a_short_row_does_not_have() -> None:
    table = make_short_row(2)
    assert table.session.ask is not None
    field = next(one for one in table.session.ask.fields if one.key == "plans1")
    assert field.text == "plans that you took from the level 1 row, which has 2 plans"
    assert [one.id for one in field.options] == [1, 2]
    with pytest.raises(rival.BadAnswerError, match="which has 2 plans: “3” is not one of the options"):
        table.report_turn(plans1=[3])
    table.report_turn(plans1=[2])
    assert table.town.plans[1] == 1
    with pytest.raises(rival.BadAnswerError, match="which has 0 plans"):
        make_short_row(0).report_turn(plans1=[1])


def test_rh_17_a_row_that_can_not_be_refilled_is_only_moved_up() -> None:
    table = Table().report_turn().roll(3).object_to("row", {"plans": 1}).enter_plan(wood=1)
    assert table.entries("RH-17")[-1].text == "The level 1 row is empty now."
    assert table.town.plans[1] == 0
    table = make_short_row(4).report_turn().roll(1).enter_plan(wood=1)
    assert table.entries("RH-17")[-1].text == "Move the level 1 row up; there is no plan left to refill it with."
    assert table.town.plans[1] == 3
    full = Table().report_turn().roll(1).enter_plan(wood=1)
    assert full.entries("RH-17")[-1].text == "Move the level 1 row up and refill it."
    assert full.town.plans[1] == 9


# --- what is told, and its reasons -------------------------------------------------------------------------


def list_reasons(table: Table) -> list[str]:
    assert table.session.ask is not None
    return [line.text for line in table.session.ask.because]


def test_rh_30_the_line_says_that_nothing_is_next_to_his_buildings() -> None:
    table = (
        Table({1: ["- ~ -", "~ ~ ~", "- ~ -"]})
        .report_turn()
        .roll(1)
        .enter_plan(wood=1)
        .enter_placement("a1")
        .report_turn()
        .roll(1)
        .enter_plan(wood=1)
    )
    assert list_reasons(table)[-1] == (
        "No empty land is next to a building of the Mayor. Empty land nearest to the centre: a3, c1, c3. "
        "All of them fit equally well, so you choose."
    )
    first = Table({1: ["- ~ -"]}).report_turn().roll(1).enter_plan(wood=1)
    assert list_reasons(first)[-1] == (
        "Empty land nearest to the centre of the district: a1, c1. All of them fit equally well, so you choose."
    )


def test_rh_a28_a_forbidden_plot_is_named_and_the_last_one_is_not_called_the_only_free_one() -> None:
    table = Table({1: ["- -", "~ ~"]}).report_turn().roll(1).enter_plan(wood=2, glass=4)
    table.session.correct("districts.1.yours", ["a1"])
    assert list_reasons(table)[-2] == "Only plot b1 is empty."
    table = Table({1: ["- - -"]}).report_turn().roll(1).enter_plan(wood=2, glass=4).say("nowhere")
    assert list_reasons(table)[-3:] == [
        "The rules forbid this plan on these plots: b1.",
        "Empty land nearest to the centre of the district: a1, c1. All of them fit equally well, so you choose.",
        "A new plan gets 3 of its cubes; several mixes are possible, so you choose.",
    ]
    assert "RH-A28" in table.session.ask.because[-3].cites  # type: ignore[union-attr]


def test_rh_32_rh_35_rh_42_points_come_with_their_reason() -> None:
    table = Table({1: ["p2"]}).report_turn().play_step_a(1, wood=3)
    assert table.entries("RH-32")[-1].text == ("Move the Mayor’s VP marker from 0 to 2: plot a1 shows 2 VP for a park.")
    assert [entry.text for entry in table.entries("RH-35")[-2:]] == [
        "Put the Mayor’s ownership marker on top: the building on plot a1 of district 1 is complete.",
        "Move the Mayor’s VP marker from 2 to 5: he scores 3 VP, 1 for each of the building’s 3 cubes.",
    ]
    assert play_to_result(60, 0, wild=1, vp=5).entries("RH-42")[-1].text == (
        "Move the Mayor’s VP marker from 14 to 15: he has 1 wild token, worth 1 VP."
    )
    assert play_to_result(60, 0, wild=2, vp=5).entries("RH-42")[-1].text == (
        "Move the Mayor’s VP marker from 14 to 16: he has 2 wild tokens, worth 1 VP each."
    )
    assert not play_to_result(60, 0, vp=5).entries("RH-42")


@pytest.mark.parametrize(
    ("ads", "kind", "text"),
    [
        (3, "do", "Move the Mayor’s VP marker from 14 to 17, his final score: the ads bring him 3 VP."),
        (-2, "do", "Move the Mayor’s VP marker from 14 to 12, his final score: the ads cost him 2 VP."),
        (0, "say", "The ads bring the Mayor nothing; his VP marker stays at 14, his final score."),
    ],
)
def test_rh_43_the_ads_bring_or_cost_vp_or_change_nothing(ads: int, kind: str, text: str) -> None:
    entry = play_to_result(60, ads, vp=5).entries("RH-43")[-1]
    assert (entry.kind, entry.text) == (kind, text)


def test_rh_43_rh_d6_the_ads_have_their_own_reason_and_the_score_is_added_up() -> None:
    table = play_to_result(60, 3, wild=2, vp=5)
    entry = next(e for e in table.session.transcript if e.metadata.get("key") == "final")
    assert [line.text for line in entry.because] == [
        "The ads bring the Mayor VP or cost him VP as they would a player; only you and he are compared."
    ]
    assert table.entries("RH-D6")[-1].text == (
        "The Mayor’s score of 19 is the sum of: buildings: 1 VP for each cube (9 VP); wild tokens: 1 VP for each "
        "(2 VP); ads, as you counted them (3 VP); corrected by hand (5 VP)."
    )


def test_rh_07_your_own_shuffle_is_entered_once_and_the_tokens_are_placed() -> None:
    session = Session.new("rolling-heights", seed=1, dice="mine")
    session.answer(True)
    assert session.ask is not None
    assert "In which order do they come up?" in session.ask.text
    assert "districts" not in session.ask.text
    session.answer([2, 1, 3, 4, 5, 6])
    assert [entry.text for entry in session.transcript][1:3] == [
        "The numbered tokens come up in this order: 2, 1, 3, 4, 5, 6.",
        "Place the numbered tokens on the districts, row by row from the top left: 2, 1, 3, 4, 5, 6.",
    ]


# --- acts --------------------------------------------------------------------------------------------------


def test_a_placement_belongs_to_the_act_of_its_answer_and_the_next_plan_does_not() -> None:
    """The history shows a placement in the act of its answer, so that the answer is easy to find and change."""
    table = Table({3: ["- -"]}).set_round(6).report_turn().roll(3).enter_plan(wood=2).enter_placement("a1").roll(1)
    entries = list(table.session.transcript)
    placed = next(one for one in entries if one.text.startswith("Place the plan on plot a1"))
    chosen = next(one for one in entries if one.metadata.get("key") == "place")
    assert placed.act == chosen.act
    assert (chosen.position, placed.position) == (chosen.position, chosen.position + 1)
    assert entries[-1].act == placed.act + 1  # type: ignore[operator]
