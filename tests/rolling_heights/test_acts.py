"""The acts of a game: cause, title and result of each roll, rolls without effect, and announcements."""

from __future__ import annotations

from dataclasses import replace

import pytest

import rival
from rival.kernel import Session
from rival.kernel.transcript import ActEntry, CauseView, DieView, StepNumber
from tests.rolling_heights.game_driver import Table

TITLE_LENGTH = 45


def get_roll(table: Table, n: int = -1) -> ActEntry:
    """Return a roll of the Mayor, by default the last one."""
    return [act for act in table.session.acts if act.step is not None][n]


def list_act_texts(session: Session, act: ActEntry) -> list[str]:
    return [entry.text for entry in session.transcript[act.first : act.first + act.count]]


# --- a roll ------------------------------------------------------------------------------------------------------


def test_rh_18_a_roll_names_its_number_its_die_its_district_and_what_he_does() -> None:
    table = Table().set_round(12).report_turn()
    before = get_roll(table)
    assert (before.title, before.cause, before.step, before.result) == ("Roll 1 of 3", None, StepNumber(1, 3), None)
    table.play_step_a(1, wood=9).roll(1)
    first, second, third = (get_roll(table, n) for n in range(3))
    assert (first.title, first.result) == (
        "Roll 1 of 3, a 1: new plan in district 1",
        "not complete: 6 wood missing, so no VP yet",
    )
    assert (second.title, second.result) == (
        "Roll 2 of 3, a 1: more cubes in district 1",
        "complete: +9 VP, 1 for each of its 9 cubes; the Mayor has 9 VP",
    )
    assert second.cause == CauseView("The die shows 1", (DieView(6, 1, "district 1"),))
    assert third.title == "Roll 3 of 3"


def test_rh_13_a_single_roll_has_no_number() -> None:
    table = Table().report_turn()
    assert get_roll(table).title == "The Mayor’s roll"
    table.play_step_a(3, wood=1)
    assert get_roll(table).title == "The Mayor rolls a 3: new plan in district 3"


def test_the_result_names_each_gain_with_its_source() -> None:
    table = Table({2: ["p2 -"]}).report_turn().roll(6).enter_plan(wood=1).choose_first_plot()
    assert get_roll(table).result == "complete: +1 VP for its cube; the Mayor has 1 VP"
    table.report_turn().roll(2).enter_plan(wood=4, wild=2).enter_placement("a1")
    assert get_roll(table).result == (
        "+2 wild tokens; bonus of the plot: +2 VP; not complete: 1 wood missing; the Mayor has 3 VP"
    )
    table.report_turn().roll(2)
    assert get_roll(table).result == "complete: +4 VP, 1 for each of its 4 cubes; the Mayor has 7 VP"


def test_the_moves_of_a_roll_are_one_piece_each_in_the_order_of_the_hands() -> None:
    table = Table({6: ["p2"]}).report_turn().roll(6).enter_plan(wood=3, wild=1)
    assert list_act_texts(table.session, get_roll(table)) == [
        "The Mayor rolls a 6.",
        "Take plan 3 of the level 1 row for the Mayor, for free.",
        "The plan shows a park: 3 wood. There is 1 wild token on the plan.",
        "Give the Mayor the wild token from the plan: he has 1 now.",
        "Put a wild token from the supply on each of the first 2 plans of the level 1 row.",
        "Move the level 1 row up and refill it.",
        "Place the plan on plot a1 of district 6, with the Mayor’s ownership marker. He pays nothing.",
        "Move the Mayor’s VP marker from 0 to 2: plot a1 shows 2 VP for a park.",
        "Put cubes on the building on plot a1 of district 6: 3 wood.",
        "Put the Mayor’s ownership marker on top: the building on plot a1 of district 6 is complete.",
        "Move the Mayor’s VP marker from 2 to 5: he scores 3 VP, 1 for each of the building’s 3 cubes.",
    ]


def test_two_rolls_in_the_same_district_are_two_acts() -> None:
    """RH-A30."""
    table = Table().set_round(6).report_turn().play_step_a(3, steel=5).roll(3)
    first, second = get_roll(table, 0), get_roll(table, 1)
    assert (first.title, second.title) == (
        "Roll 1 of 2, a 3: new plan in district 3",
        "Roll 2 of 2, a 3: more cubes in district 3",
    )
    assert "3 steel" in list_act_texts(table.session, first)[-2]
    assert list_act_texts(table.session, second)[1].endswith("2 steel.")


def test_a_reason_belongs_to_the_move_that_it_explains() -> None:
    table = Table().report_turn().roll(6).enter_plan(wood=3)
    take = next(entry for entry in table.session.transcript if entry.text.startswith("Take plan"))
    assert [line.text for line in take.because] == [
        "The Mayor has no unfinished building in district 6: he takes a new plan.",
        "The Mayor has no completed building in this district: he takes a plan of level 1.",
        "On a 5 or 6 the Mayor takes the third plan of the row.",
    ]
    wild = next(entry for entry in table.session.transcript if entry.text.startswith("Put a wild token"))
    assert [line.text for line in wild.because] == ["On a 5 or 6 each plan before the Mayor’s plan gets a wild token."]


# --- why this plot: the table of candidates -----------------------------------------------------------------------


def get_table_of_plots(table: Table) -> tuple[list[str], dict[str, str], dict[str, tuple[str | None, ...]], set[str]]:
    """Return the criteria, the excluded plots, the values of the others, and the chosen plot."""
    entry = next(e for e in reversed(table.session.transcript[:]) if e.text.startswith("Place the plan"))
    view = [line.table for line in entry.because if line.table is not None][-1]
    return (
        [criterion.text for criterion in view.criteria],
        {row.label: row.excluded for row in view.candidates if row.excluded is not None},
        {row.label: row.values for row in view.candidates if row.excluded is None},
        {row.label for row in view.candidates if row.winner},
    )


def test_rh_27_the_plots_are_compared_by_their_distance_from_the_centre() -> None:
    table = Table({1: ["x - -", "- ~ -"]}).report_turn().roll(1).enter_plan(wood=1)
    criteria, excluded, values, chosen = get_table_of_plots(table)
    assert criteria == ["distance from the centre, in plots"]
    assert excluded == {"a1": "your building is there"}
    assert (values["b1"], values["c1"], values["a2"]) == (("0.5",), ("1.1",), ("1.1",))
    assert chosen == {"b1"}


def test_rh_28_the_plots_next_to_his_building_come_first() -> None:
    table = Table({1: ["- - - -"]}).report_turn().play_step_a(1, wood=1).report_turn().roll(1).enter_plan(wood=1)
    table.enter_placement("a1")
    criteria, excluded, values, chosen = get_table_of_plots(table)
    assert criteria == ["next to a building of the Mayor"]
    assert excluded == {"b1": "the Mayor’s building is there"}
    assert values == {"a1": ("yes",), "c1": ("yes",), "d1": ("no",)}
    assert chosen == {"a1"}


def test_rh_30_without_a_plot_next_to_it_the_distance_decides() -> None:
    table = Table({1: ["- ~ - -"]}, centre_distance="steps")
    table.report_turn().play_step_a(1, wood=1).report_turn(built=["1d1"]).roll(1).enter_plan(wood=1)
    criteria, excluded, values, chosen = get_table_of_plots(table)
    assert criteria == ["next to a building of the Mayor", "distance from the centre, in plots"]
    assert set(excluded) == {"c1", "d1"}
    assert values == {"a1": ("no", "1.5")}
    assert chosen == {"a1"}


def test_rh_a28_a_forbidden_plot_is_excluded_with_its_reason() -> None:
    table = Table({1: ["- - -"]}).report_turn().roll(1).enter_plan(wood=2, glass=4).say("nowhere")
    table.enter_placement("c1", wood=2, glass=1)
    assert get_table_of_plots(table)[1] == {"b1": "the rules forbid the plan there"}


def test_the_table_of_plots_stays_as_it_was_when_the_plan_was_placed() -> None:
    table = Table({1: ["- - - -"]}).report_turn().roll(1).enter_plan(wood=1).enter_placement("b1")
    before = get_table_of_plots(table)
    table.report_turn(built=["1a1", "1c1", "1d1"])
    assert get_table_of_plots(table) == before


# --- rolls without effect -----------------------------------------------------------------------------------------


def test_rh_a14_a_roll_that_finds_no_cubes_says_what_is_missing() -> None:
    table = Table().report_turn().play_step_a(1, wood=9).report_turn(out=["wood"]).roll(1)
    act = get_roll(table)
    assert act.title == "The Mayor rolls a 1: nothing in district 1"
    assert (act.result, act.idle) == (None, "his building on b2 lacks 6 wood; the supply has none left")
    assert list_act_texts(table.session, act) == [
        "The Mayor rolls a 1.",
        "The supply has no cubes that the building requires: place nothing.",
    ]


def test_rh_a12_a_roll_for_an_empty_row_is_idle() -> None:
    table = Table().report_turn().roll(1).object_to("row", {"plans": 0})
    act = get_roll(table)
    assert (act.title, act.idle) == (
        "The Mayor rolls a 1: nothing in district 1",
        "the level 1 row has no plan left",
    )


def test_rh_a12_a_reroll_for_an_empty_row_is_not_idle() -> None:
    table = Table(empty_row="reroll").report_turn().play_step_a(1, wood=1).report_turn().roll(2)
    table.object_to("row", {"plans": 0})
    assert (table.key, get_roll(table).title, get_roll(table).idle) == ("mayor-die", "The Mayor’s roll", None)
    table.roll(1).enter_plan(wood=1).choose_first_plot()
    assert get_roll(table).title == "The Mayor rolls a 1: new plan in district 1"


def test_rh_a3_a_skipped_roll_is_an_act_too() -> None:
    full = {n: ["x"] for n in range(1, 7)}
    table = Table(full).report_turn()
    act = get_roll(table)
    assert (act.title, act.idle) == ("The Mayor’s roll is skipped", "he can’t act in any district")
    assert (act.cause, act.count) == (None, 1)
    later = Table(full).set_round(6).report_turn()
    assert [get_roll(later, n).title for n in (0, 1)] == ["Roll 1 of 2 is skipped", "Roll 2 of 2 is skipped"]


def test_rh_a28_a_plan_put_aside_is_a_result() -> None:
    table = Table({1: ["- -"]}).report_turn().roll(1).enter_plan("commercial", wood=3, wild=1).say("nowhere")
    assert get_roll(table).result == "+1 wild token; the plan is put aside"


# --- announcements ------------------------------------------------------------------------------------------------


def list_banners(table: Table) -> list[tuple[str, str]]:
    return [(act.title, act.cause.text) for act in table.session.acts if act.banner and act.cause is not None]


@pytest.mark.parametrize(("hard", "round"), [(False, 12), (True, 10)])
def test_rh_14_rh_15_rh_16_a_new_number_of_rolls_is_announced_once(hard: bool, round: int) -> None:
    table = Table(hard=hard).set_round(5).report_turn().play_step_a(1, wood=1)
    assert not list_banners(table)
    table.report_turn()
    assert list_banners(table) == [("The Mayor’s turn: 2 rolls from now on", "Round 6")]
    table.play_step_a(2, wood=1).play_step_a(3, wood=1).report_turn()
    assert len(list_banners(table)) == 1
    table.play_step_a(4, wood=1).play_step_a(5, wood=1).set_round(round).report_turn()
    assert list_banners(table)[1:] == [("The Mayor’s turn: 3 rolls from now on", f"Round {round}")]


def test_rh_41_a_colour_that_runs_out_in_a_roll_is_announced_after_its_result() -> None:
    table = Table().set_round(6).report_turn().roll(1).enter_plan(wood=4).choose_first_plot()
    table.object_to("cubes", {"wood": 3, "out": ["wood"]})
    acts = table.session.acts[-3:]
    assert [act.title for act in acts] == [
        "Roll 1 of 2, a 1: new plan in district 1",
        "One more round after this one",
        "Roll 2 of 2",
    ]
    assert (acts[1].banner, acts[1].cause, acts[1].who) == (True, CauseView("No cubes left: wood", ()), "rules")
    assert acts[0].result == "not complete: 1 wood missing, so no VP yet"
    assert "play one more" in list_act_texts(table.session, acts[1])[0]


def test_rh_41_a_colour_that_you_report_is_announced_before_his_turn() -> None:
    table = Table().report_turn(out=["wood", "steel"])
    assert [act.title for act in table.session.acts[-2:]] == ["One more round after this one", "The Mayor’s roll"]
    assert list_banners(table) == [("One more round after this one", "No cubes left: wood, steel")]


def test_rh_a16_the_last_round_is_announced_with_what_follows() -> None:
    table = Table().set_round(11).report_turn(out=["glass"])
    for die in (1, 2, 3)[: len([act for act in table.session.acts if act.step])] or (1,):
        table.play_step_a(die, wood=1)
    while table.key != "your-turn":
        table.play_step_a(4, wood=1)
    act = table.session.acts[-2]
    assert (act.title, act.banner, act.cause) == (
        f"Round {table.town.round}: the last round",
        True,
        CauseView("No cubes left: glass", ()),
    )
    assert list_act_texts(table.session, act) == [
        f"Move the round counter to {table.town.round}. Your turn.",
        "This round is the last: you play once more, then the Mayor rolls 3 times, then comes the final scoring.",
    ]


def test_rh_a16_a_colour_reported_late_makes_this_round_the_last() -> None:
    table = Table().report_turn().play_step_a(1, wood=9).report_turn(out=["wood"]).object_to("whose-turn", "his")
    assert list_banners(table) == [("This round is the last", "No cubes left: wood")]


def test_the_final_scoring_is_a_banner_with_the_result() -> None:
    table = Table().report_turn(out=["wood"]).play_step_a(1, steel=9).report_turn().roll(1)
    act = table.session.acts[-1]
    assert (act.title, act.banner, act.cause, act.result) == (
        "Final scoring",
        True,
        CauseView("The last round is over", ()),
        None,
    )
    table.say({"ads": 2, "yours": 30})
    assert table.session.acts[-1].result == "30 to 11: you win."


def test_rh_d6_the_result_names_the_parts_of_his_score() -> None:
    table = Table({1: ["p2"]}).report_turn(out=["wood"]).play_step_a(1, steel=3).set_wild(2).report_turn().roll(2)
    table.enter_plan(glass=1).say({"ads": -1, "yours": 30})
    assert list_sources(table) == [
        ("buildings: 1 VP for each cube", 4),
        ("plots that match the type", 2),
        ("wild tokens: 1 VP for each", 2),
        ("ads, as you counted them", -1),
    ]
    corrected = Table().report_turn(out=["wood"]).roll(1).enter_plan(steel=1)
    corrected.session.correct("mayor.vp", 5)
    corrected.report_turn().roll(2).enter_plan(steel=1).say({"ads": 0, "yours": 1})
    assert list_sources(corrected)[-1] == ("corrected by hand", 4)
    assert sum(vp for _label, vp in list_sources(corrected)) == corrected.vp


def list_sources(table: Table) -> list[tuple[str, int]]:
    result = table.session.result
    assert result is not None
    return [(str(source.label), source.scores["mayor"]) for source in result.sources]


def test_your_turn_shows_the_scores_and_the_market() -> None:
    table = Table()
    assert list(table.session.pinned_views) == ["mayor", "row-1", "row-2"]
    assert table.report_turn().session.pinned_views == ()


# --- whole games --------------------------------------------------------------------------------------------------


def test_the_header_of_an_act_is_that_of_its_beginning() -> None:
    """Round, side and score never run ahead of the act on the screen."""
    table = Table().set_round(5).report_turn().play_step_a(1, wood=2).report_turn()
    headings = [(act.title, act.heading, act.figure.note) for act in table.session.acts[2:] if act.figure is not None]
    assert headings == [
        ("The Mayor rolls a 1: new plan in district 1", ("Round 5", "the Mayor’s turn"), "0"),
        ("Round 6", ("Round 5", "the Mayor’s turn"), "2"),
        ("Your turn", ("Round 6", "your turn"), "2"),
        ("The Mayor’s turn: 2 rolls from now on", ("Round 6", "the Mayor’s turn"), "2"),
        ("Roll 1 of 2", ("Round 6", "the Mayor’s turn"), "2"),
    ]


@pytest.mark.parametrize("options", [{}, {"hard": True, "full_district": "strict_reroll", "empty_row": "reroll"}])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_each_roll_of_whole_games_has_cause_title_and_result(options: dict[str, object], lang: str) -> None:
    idle = 0
    for seed in range(8):
        session = rival.play_demo("rolling-heights", seed=seed, options=options, lang=lang)
        for act in session.acts:
            assert lang == "ru" or len(act.title) <= TITLE_LENGTH, act.title
            assert act.who != "opponent" or act.step is not None, act.title
            if act.step is not None:
                assert (act.result is None) != (act.idle is None), act
                assert act.cause is not None or "skipped" in act.title, act
            assert not act.banner or act.cause is not None, act
            idle += act.idle is not None
        assert session.acts[-1].result
    assert idle


def test_a_correction_at_the_placement_changes_the_title_of_the_roll() -> None:
    table = Table().set_round(5).report_turn().roll(1).enter_plan(wood=2, glass=4)
    assert get_roll(table).title == "The Mayor rolls a 1: new plan in district 1"
    table.session.correct("round", 12)
    act = get_roll(table)
    assert (table.key, act.title, act.step) == ("place", "Roll 1 of 3, a 1: new plan in district 1", StepNumber(1, 3))
    before = replace(act, figure=None)
    table.session.undo()
    table.session.redo()
    assert replace(get_roll(table), figure=None) == before
