"""Boards: they have names, get other number tokens in each game, and are drawn once; invalid drawings are rejected."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import rival
from rival.engine.boxes import save_learned_parts
from rival.engine.packs import InMemoryPackStore, parse_pack_toml
from rival.games.rolling_heights import opponent as mayor
from rival.games.rolling_heights.box import find_pack_oddities, learn_pack, merge_packs
from rival.games.rolling_heights.rules import make_final_question
from rival.games.rolling_heights.table import decode_boards, encode_boards, parse_district
from rival.games.rolling_heights.views import DISTRICT_BRUSHES
from rival.kernel import BadAnswerError, BadPackError, Form, Json, Session, toml
from tests.rolling_heights.game_driver import PLAIN_ROWS, Table

SIX_BOARDS = dict.fromkeys(("Harbour", "Docks", "Mill", "Hill", "Park", "Gate"), PLAIN_ROWS)


def make_pack(boards: dict[str, Any], **more: Json) -> dict[str, Json]:
    return {"game": "rolling-heights", "boards": boards, **more}


def start_game(boards: dict[str, Any], lying: list[Any], numbers: list[int], **told: Json) -> Session:
    """Start a game with this layout of six boards and number tokens."""
    session = Session.new("rolling-heights", seed=1, dice="mine", pack=make_pack(boards))
    session.answer(True)
    session.answer(numbers)
    session.answer({"boards": lying, **told})
    return session


def test_rh_07_one_question_says_which_board_lies_under_which_number() -> None:
    boards = {**SIX_BOARDS, "Docks": ["r1 -"]}
    session = start_game(boards, list(boards), [6, 5, 4, 3, 2, 1])
    assert session.table.districts[5].board == "Docks"
    assert session.table.districts[5].width == 2
    assert session.table.districts[6].board == "Harbour"
    assert session.open_ask is not None
    assert session.open_ask.key == "start"
    again = start_game(boards, list(boards), [1, 2, 3, 4, 5, 6], across=2)
    assert again.table.districts[2].board == "Docks"  # the same board, another token
    assert again.table.across == 2


def test_rh_07_boards_are_shown_until_their_layout_is_known() -> None:
    session = start_game(SIX_BOARDS, list(SIX_BOARDS), [1, 2, 3, 4, 5, 6])

    def count_board_views() -> int:
        return sum(view.id.startswith("board-") for view in session.views)

    assert count_board_views() == 0
    session.undo()
    assert count_board_views() == len(SIX_BOARDS)


def test_rh_07_only_one_side_of_a_board_is_in_play() -> None:
    boards = {**SIX_BOARDS, "Docks": {"A": ["r1 -"], "B": ["- c1"]}}
    lying = ["Harbour", "Docks A", "Mill", "Hill", "Park", "Gate"]
    assert start_game(boards, lying, [1, 2, 3, 4, 5, 6]).table.districts[2].bonuses
    for wrong in (
        ["Docks A", "Docks B", "Mill", "Hill", "Park", "Gate"],
        ["Mill", "Docks B", "Mill", "Hill", "Park", "Gate"],
        ["mill", "Docks B", "Mill", "Hill", "Park", "Gate"],
        lying[:5],
        [*lying, "x"],
        [*lying[:5], ""],
        [*lying[:5], "a" * 41],
        [*lying[:5], "a, b"],
        [*lying[:5], 6],
    ):
        with pytest.raises(BadAnswerError):
            start_game(boards, wrong, [1, 2, 3, 4, 5, 6])


def test_rh_07_a_new_board_is_drawn_when_the_die_points_there_and_known_in_the_next_game() -> None:
    session = start_game(SIX_BOARDS, ["Harbour", "Quarry", "Mill", "Hill", "Park", "?"], [1, 2, 3, 4, 5, 6])
    assert session.table.districts[2] is None
    session.answer("none")
    session.answer({})
    session.answer(2)
    assert session.ask is not None
    assert "Quarry" in session.ask.text
    session.answer(["r2 x", "~ ."])
    found = learn_pack(make_pack(SIX_BOARDS, learned=True), session.table)
    assert found["boards"]["Quarry"] == ["r2 .", "~ ."]  # the board without its buildings
    assert found["boards"].keys() == {*SIX_BOARDS, "Quarry"}
    assert mayor.parse_pack(found) == found


def test_nobody_draws_a_district_twice() -> None:
    """Play a first game with nothing known, then a second one with the pack that the first one learned."""
    packs = InMemoryPackStore()
    first = Session.new("rolling-heights", seed=4, pack=None)
    sample = mayor.make_sample_player(4, first.options)
    first.play_to_end(sample)
    drawn = [key for _kind, key, _value in first.journal.active_entries if key == "district"]
    assert drawn
    save_learned_parts(packs, first, "2026-11-17")
    own = packs.load_pack(mayor)
    assert len(own["boards"]) == len(drawn)
    assert all(len(name) == 1 for name in own["boards"])  # letters, because the boards got no names
    assert parse_pack_toml(toml.format_pack(own)) == own
    second = Session.new("rolling-heights", seed=5, pack=own)
    second.answer(True)
    assert second.open_ask is not None
    assert second.open_ask.key == "boards"


def test_rh_32_unknown_squares_are_not_land() -> None:
    session = Session.new("rolling-heights", seed=1, dice="mine")
    answers: list[Json] = [True, [1, 2, 3, 4, 5, 6], {}, 4]
    for answer in answers:
        session.answer(answer)
    assert session.ask is not None
    assert session.ask.legend[0][0] == "?"  # a page starts with unknown squares
    with pytest.raises(BadAnswerError, match="not described yet"):
        session.answer(["- ?", "~ -"])
    session.answer(["- .", "~ -"])
    assert session.table.districts[4].land


def test_a_board_gets_its_owners_name_by_an_objection_or_a_correction() -> None:
    session = Session.new("rolling-heights", seed=1, dice="mine")
    answers: list[Json] = [True, [1, 2, 3, 4, 5, 6], {}, 4, ["- -"]]
    for answer in answers:
        session.answer(answer)
    assert session.table.districts[4].board == "A"
    session.correct("step.1.board-name", "Harbour B")
    assert session.table.districts[4].board == "Harbour B"
    assert learn_pack(None, session.table)["boards"] == {"Harbour": {"B": ["- -"]}}
    session.correct("districts.4.board", "Quay")
    assert learn_pack(None, session.table)["boards"] == {"Quay": ["- -"]}
    assert Session.load(session.journal.format_text()).table == session.table


def test_rh_05_your_starting_plan_stands_before_round_1() -> None:
    session = start_game(SIX_BOARDS, list(SIX_BOARDS), [1, 2, 3, 4, 5, 6])
    assert session.ask is not None
    assert "RH-05" in session.ask.cites
    session.answer("1b2")
    assert session.table.round == 1
    session.answer({})
    session.answer(1)
    session.answer({"type": "park", "wood": 1})
    assert session.ask is not None
    plots = next(field for field in session.ask.fields if field.key == "plot")
    assert "b2" not in [one.id for one in plots.options]  # it would have been the centre


def test_rh_05_a_starting_plan_on_a_board_that_is_not_drawn_yet() -> None:
    session = start_game(SIX_BOARDS, ["?", "Docks", "Mill", "Hill", "Park", "Gate"], [1, 2, 3, 4, 5, 6])
    session.answer("1?")
    assert session.open_ask is not None
    assert session.open_ask.key == "your-turn"


def test_an_earlier_pack_with_drawings_by_number_becomes_boards_with_names() -> None:
    old = {"game": "rolling-heights", "districts": {"1": ["- -"], "4": ["~ -"]}}
    assert mayor.parse_pack(old) == old
    assert decode_boards(old) == {"No. 1": ["- -"], "No. 4": ["~ -"]}
    assert "“No. 1”, “No. 4”" in str(find_pack_oddities(old)[0])
    session = Session.new("rolling-heights", seed=1, dice="mine", pack=old)
    session.answer(True)
    session.answer([4, 1, 2, 3, 5, 6])
    session.answer({"boards": ["No. 4", "No. 1", "?", "?", "?", "?"]})
    assert session.table.districts[4].board == "No. 4"
    assert learn_pack(old, session.table)["boards"] == {"No. 1": ["- -"], "No. 4": ["~ -"]}


def test_merged_packs_prefer_the_first_pack() -> None:
    mine, theirs = (
        make_pack({"Docks": ["- -"], "Mill": {"A": ["-"]}}),
        make_pack({"Docks": ["~ -"], "Mill": {"B": ["~ -"]}}),
    )
    both, differ = merge_packs(mine, theirs)
    assert both["boards"] == {"Docks": ["- -"], "Mill": {"B": ["~ -"], "A": ["-"]}}
    assert [(str(one.place), str(one.mine), str(one.theirs)) for one in differ] == [("board Docks", "- -", "~ -")]


board_names = st.text(st.characters(categories=("L", "Nd", "Zs")), min_size=1, max_size=12).map(
    lambda one: " ".join(one.split())
)


@example({"a A": ["-"], "a": ["~ -"]})
@example({"a": ["-"], "a A": ["~ -"], "a B": ["-"]})
@given(st.dictionaries(board_names.filter(bool), st.just(["- ~"]), max_size=6))
def test_boards_survive_being_written_and_read(boards: dict[str, list[str]]) -> None:
    written = make_pack(encode_boards(boards))
    assert decode_boards(mayor.parse_pack(written)) == boards
    assert parse_pack_toml(toml.format_pack(written)) == written


# --- told once ----------------------------------------------------------------------------------------------


def test_rh_34_rh_37_cubes_without_a_choice_are_assumed_and_can_be_objected_to() -> None:
    table = Table().report_turn().play_step_a(1, wood=10)
    assert table.key == "your-turn"
    assert table.entries("RH-33")[-2].text == "Put cubes on the building on plot b2 of district 1: 3 wood."
    offered = [
        entry.objection.label
        for entry in table.session.transcript
        if entry.objection and "cubes" in str(entry.objection.id)
    ]
    assert offered == ["the supply has fewer of these cubes, or these were the last of a colour"]
    table.object_to("cubes", {"wood": 1})  # fewer than the plan asks for, so there was no more
    assert table.get_last_building(1).cubes == {"wood": 1}
    assert table.town.out == {"wood"}
    assert table.town.last_round == 2
    with pytest.raises(BadAnswerError):
        Table().report_turn().play_step_a(1, wood=10).object_to("cubes", {"wood": 4})


def test_an_instruction_is_given_once() -> None:
    for seed in range(4):
        session = rival.play_demo("rolling-heights", seed=seed)
        asked = {entry.metadata["key"] for entry in session.transcript if entry.kind == "answer"}
        assert asked <= {
            *(
                "set-up",
                "district-numbers",
                "boards",
                "start",
                "your-turn",
                "mayor-die",
                "plan",
                "place",
                "cubes",
                "final",
            ),
            *("wild-supply", "row"),
        }
        texts = [entry.text for entry in session.transcript]
        assert not any("Tell if" in text for text in texts)


def test_rh_33_rh_37_rh_40_cubes_cite_the_rule_of_their_step() -> None:
    first = Table().report_turn().play_step_a(1, wood=20)
    assert not first.entries("RH-40")
    assert not first.entries("RH-37")
    later = first.report_turn().roll(1)
    assert later.entries("RH-40")[0].text == "The building is not complete yet; it still needs 5 wood."
    assert [entry.cites for entry in later.entries("RH-37")] == [("RH-37",)]


# --- drawings and packs from outside -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "rows",
    [
        ["." * 13],
        ["."] * 13,
        ["r0"],
        ["r21"],
        ["r2r3"],
        ["r123"],
        ["r"],
        ["2"],
        ["r٣"],
        ["z1"],
        ["r1" * 100_000],
        ["1" * 100_000],
        [". " * 100_000],
        ["."] * 100_000,
    ],
)
def test_a_drawing_that_can_not_be_read_is_refused_at_once(rows: list[str]) -> None:
    began = time.perf_counter()
    with pytest.raises(BadAnswerError):
        parse_district(rows)
    assert time.perf_counter() - began < 0.5


@given(st.lists(st.text("rpvci0123456789.~x-Mm ٣\t", max_size=60), max_size=14))
def test_any_rows_are_read_or_refused(rows: list[str]) -> None:
    try:
        district = parse_district(rows)
    except BadAnswerError:
        return
    assert 1 <= len(district.land) <= 144


@pytest.mark.parametrize("one", ["r2c1", ". r2c1 ~", ".r2c1~", "p12"])
def test_a_drawing_reads_with_and_without_spaces(one: str) -> None:
    assert parse_district([one]).bonuses


@pytest.mark.parametrize(
    "part",
    [
        {"boards": 1.5},
        {"boards": []},
        {"boards": {"A": 1}},
        {"boards": {"A": []}},
        {"boards": {"A": ["!"]}},
        {"boards": {"A": {"A": 5}}},
        {"boards": {"A": {"top": ["-"]}}},
        {"boards": {"A": {"A": {"A": ["-"]}}}},
        {"boards": {"A": [["-"]]}},
        {"boards": {"": ["-"]}},
        {"boards": {"a\x7fb": ["-"]}},
        {"boards": {"a,b": ["-"]}},
        {"boards": {"a" * 41: ["-"]}},
        {"boards": {f"b{n}": ["-"] for n in range(61)}},
        {"districts": {"7": ["-"]}},
        {"districts": {"1": 10**5000}},
        {"supply": {"glass": 1.5, "wood": 1, "concrete": 1, "steel": 1, "wild": 1}},
        {"supply": {"glass": 10**5000, "wood": 1, "concrete": 1, "steel": 1, "wild": 1}},
        {"supply": {"glass": True, "wood": 1, "concrete": 1, "steel": 1, "wild": 1}},
        {"plans": {"level1": [{"type": ["park"], "wood": 1}], "level2": []}},
        {"plans": {"level1": [{"type": {"a": 1}, "wood": 1}], "level2": []}},
        {"plans": {"level1": [{"type": "park", "wood": 1}] * 400, "level2": []}},
        {"plans": {"level1": [{"type": "park", "wood": 1.0}], "level2": []}},
    ],
)
def test_a_pack_with_a_value_of_the_wrong_type_gets_a_message(part: dict[str, Any]) -> None:
    with pytest.raises(BadPackError) as bad:
        mayor.parse_pack({"game": "rolling-heights", **part})
    assert len(str(bad.value)) < 300


@pytest.mark.parametrize("name", ["No. 2", "no. 2", "?", "a, b", " "])
def test_a_board_rejects_invalid_and_duplicate_names(name: str) -> None:
    table = Table()
    before = dict(table.town.boards)
    with pytest.raises(BadAnswerError):
        table.session.correct("districts.1.board", name)
    assert table.town.boards == before


def test_where_no_district_is_drawn_nothing_can_be_built_on() -> None:
    session = Session.new("rolling-heights", seed=1)
    session.answer(True)
    with pytest.raises(BadAnswerError, match="there are no options yet"):
        session.answer({"built": ["1a1"]})


def test_rh_29_rh_34_the_history_says_what_was_chosen() -> None:
    table = (
        Table({1: ["- -"]})
        .report_turn()
        .roll(1)
        .enter_plan("park", wood=2, steel=4, wild=1)
        .enter_placement("b1", out=["wood"])
    )
    said = [entry.text for entry in table.session.transcript if entry.kind == "answer"]
    assert said[-3:] == [
        "The Mayor rolls a 1.",
        "The plan shows a park: 2 wood, 4 steel. There is 1 wild token on the plan.",
        "You choose plot b1 and these cubes: 2 wood, 1 steel. The building gets the last cubes of: wood.",
    ]


def test_your_building_and_your_score_have_different_labels() -> None:
    """In Russian your building on a plot once had the same label as your final score."""
    words = rival.load_opponents()["rolling-heights"].load_catalogue("ru")
    [yours] = [one for one in DISTRICT_BRUSHES if one.sign == "x"]
    score = make_final_question().answer_type
    assert isinstance(score, Form)
    called = [one.keyword.render(words) for one in score.fields if one.keyword is not None]
    assert (yours.label.render(words), called) == ("ваше", ["объявления", "итог"])


# --- a bonus that was asked for is known from then on -----------------------------------------------------------


def test_rh_32_an_entered_bonus_is_learned_with_the_board() -> None:
    table = Table({1: [". ~ -"]}).report_turn().roll(1).enter_plan("civic", wood=5)
    table.enter_placement("a1", bonus=2)
    assert table.vp == 2
    kept = learn_pack(table.session.journal.header["pack"], table.town)
    assert decode_boards(kept)["No. 1"] == ["v2+ ~ -"]
    mayor.validate_pack(kept)
    again = Table({1: decode_boards(kept)["No. 1"]}).report_turn().roll(1).enter_plan("civic", wood=5)
    assert [one.key for one in again.session.ask.fields] == ["plot"]  # type: ignore[union-attr]
    assert again.enter_placement("a1").vp == 2


def test_rh_32_the_bonus_for_another_type_is_still_asked() -> None:
    table = Table({1: ["v0+"]}).report_turn().roll(1).enter_plan("park", wood=5)
    assert table.key == "place"
    table.enter_placement(bonus=1)
    assert table.vp == 1
    assert decode_boards(learn_pack(None, table.town))["No. 1"] == ["v0p1+"]
    assert Table({1: ["v0+"]}).report_turn().roll(1).enter_plan("civic", wood=5).key == "your-turn"


def test_rh_32_a_plot_known_for_every_type_is_not_asked_again() -> None:
    table = Table({1: ["v0p1r0c0+"]}).report_turn().roll(1).enter_plan("industrial", wood=5).enter_placement(bonus=0)
    assert decode_boards(learn_pack(None, table.town))["No. 1"] == ["p1"]
    assert table.get_district(1).bonuses == {(0, 0): {"park": 1}}
    none = Table({1: ["v0p0r0c0+"]}).report_turn().roll(1).enter_plan("industrial", wood=5).enter_placement(bonus=0)
    assert decode_boards(learn_pack(None, none.town))["No. 1"] == ["-"]


def test_rh_32_a_plot_known_in_part_reads_and_looks_like_one() -> None:
    district = parse_district(["v0+r2c1+~"])
    assert {str(plot) for plot in district.partly} == {"a1", "b1"}
    assert district.width == 3
    for wrong in ("+", "-+", "r0", "r2+1", "q0+"):
        with pytest.raises(BadAnswerError):
            parse_district([wrong])
    table = Table({1: ["v0+ r2+ ~"]})
    words = [spot.words for view in table.session.views if view.id == "district-1" for row in view.rows for spot in row]  # type: ignore[union-attr]
    assert words == ["empty land", "empty land: 2 VP for a residential building", "water"]
    assert mayor.box is not None
    parts = mayor.box.list_parts(make_pack({"Docks": ["v0+ -"]}))
    assert not any(part.is_complete for part in parts if part.id == "board Docks")


def test_rh_32_an_entered_bonus_does_not_change_other_games() -> None:
    """Parsed drawings are cached for all games: a bonus that one game learns stays in that game."""
    table = Table({1: ["v1+"]}).report_turn().roll(1).enter_plan("park", wood=5).enter_placement(bonus=3)
    assert table.vp == 3
    assert parse_district(["v1+"]).bonuses == {(0, 0): {"civic": 1}}


def test_rh_32_a_new_drawing_keeps_what_is_known_in_part_under_his_building() -> None:
    table = Table({1: ["v1+ -"]}).report_turn().roll(1).enter_plan("park", wood=5).enter_placement("a1", bonus=0)
    table.session.correct("districts.1.drawing", ["m r2+"])
    assert {str(plot) for plot in table.get_district(1).partly} == {"a1", "b1"}
    table.session.correct("districts.1.drawing", ["m r2"])
    assert {str(plot) for plot in table.get_district(1).partly} == {"a1"}


@pytest.mark.parametrize(
    ("mine", "theirs", "both"),
    [
        ("?", "v0+", "v0+"),
        (".", "v0+", "v0+"),
        ("v0+", ".", "v0+"),
        ("v0+", "p1+", "p1v0+"),
        ("p1+", "p1c2", "p1c2"),
        ("p1c2", "p1c2r0+", "p1c2"),
        ("v0+", "-", "-"),
        ("p1v0r0c0+", "i2+", "p1i2"),
        ("v0+", "v1+", None),
        ("v0+", "v1", None),
        ("-", "r2", None),
        ("r2", "r3", None),
        (".", "~", None),
        ("v0+", "~", None),
    ],
)
def test_rh_32_two_boxes_complete_each_other(mine: str, theirs: str, both: str | None) -> None:
    merged, differ = merge_packs(make_pack({"Docks": [f"{mine} -"]}), make_pack({"Docks": [f"{theirs} -"]}))
    assert bool(differ) == (both is None)
    assert decode_boards(merged)["Docks"] == [f"{both or mine} -"]
