"""VJ's decisions that need only numbers and names."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rival.games.pampero.vj import (
    FARM_ENERGY,
    calculate_energy_after_gain,
    choose_bonus_column,
    choose_slot,
    find_column_with_printed,
    find_column_with_tile,
    find_edge_marker,
    find_fullest_column,
    find_majority_holder,
    find_parking_cell,
    get_reading_order,
    sort_markers_from_edge,
)

Columns = list[dict[str, list[str]]]
COUNTS = st.integers(0, 12)
PAIRS = st.tuples(COUNTS, COUNTS)
SYMBOLS = st.sampled_from(["residential", "commercial", "tourism", "$5", "$3"])
COLUMNS = st.lists(
    st.fixed_dictionaries({"tiles": st.lists(SYMBOLS, max_size=3), "printed": st.lists(SYMBOLS, max_size=2)}),
    min_size=1,
    max_size=4,
)


# Choosing the card


def test_pa_40_top_card_if_you_have_strictly_more() -> None:
    assert choose_slot([(3, 2), (9, 0), (9, 0)]) == 1


def test_pa_41_then_the_middle_card_then_the_bottom_one() -> None:
    assert choose_slot([(2, 3), (3, 2), (9, 0)]) == 2
    assert choose_slot([(2, 2), (2, 3), (3, 2)]) == 3


def test_pa_23_a_tie_is_his_majority_when_the_card_is_chosen() -> None:
    assert choose_slot([(4, 4), (1, 0), (0, 0)]) == 2
    assert find_majority_holder(4, 4) == "vj"
    assert find_majority_holder(5, 4) == "you"


def test_pa_42_tie_beats_a_lead_of_one() -> None:
    assert choose_slot([(2, 3), (1, 4), (5, 5)]) == 3


def test_pa_42_smallest_lead_if_there_is_no_tie() -> None:
    assert choose_slot([(0, 3), (1, 3), (0, 9)]) == 2


def test_pa_42_equal_leads_give_the_uppermost_card() -> None:
    assert choose_slot([(0, 5), (1, 3), (4, 6)]) == 2
    assert choose_slot([(3, 3), (2, 2), (1, 1)]) == 1


def test_pa_44_after_scoring_2_only_middle_and_bottom_count() -> None:
    assert choose_slot([None, (1, 4), (2, 2)]) == 3
    assert choose_slot([None, (3, 1), (9, 0)]) == 2


@given(st.lists(st.none() | PAIRS, min_size=3, max_size=3).filter(any))
def test_pa_42_the_chosen_card_is_face_up_and_never_led_while_another_is_behind(scores: Any) -> None:
    slot = choose_slot(scores)
    assert scores[slot - 1] is not None
    behind = [n for n, score in enumerate(scores, 1) if score and score[0] > score[1]]
    leads = {n: score[1] - score[0] for n, score in enumerate(scores, 1) if score}
    assert slot == (behind[0] if behind else min(n for n in leads if leads[n] == min(leads.values())))


@pytest.mark.parametrize(
    ("scores", "sentence"),
    [
        ([(1, 2), (1, 2)], "three slots"),
        ({1: (1, 2), 2: (1, 2), 3: (1, 2)}, "three slots"),
        ([None, None, None], "face down"),
        ([(1, 2), (1,), (1, 2)], "Slot 2"),
        ([(1, 2), (1, 2), (1, -2)], "Slot 3"),
        ([("1", 2), (1, 2), (1, 2)], "Slot 1"),
        ([(True, 2), (1, 2), (1, 2)], "Slot 1"),
        ([5, (1, 2), (1, 2)], "Slot 1"),
    ],
)
def test_bad_scores_get_a_sentence(scores: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        choose_slot(scores)


# The next card


def test_pa_48_the_card_after_the_bottom_one_is_the_top_one() -> None:
    assert get_reading_order(1, {1, 2, 3}) == (1, 2, 3)
    assert get_reading_order(2, {1, 2, 3}) == (2, 3, 1)
    assert get_reading_order(3, {1, 2, 3}) == (3, 1, 2)


def test_pa_44_and_pa_48_after_scoring_2_the_bottom_cards_next_is_the_middle_one() -> None:
    assert get_reading_order(3, {2, 3}) == (3, 2)
    assert get_reading_order(2, {2, 3}) == (2, 3)


@given(st.sets(st.sampled_from([1, 2, 3]), min_size=1), st.data())
def test_pa_g14_every_face_up_card_is_read_once_beginning_with_the_chosen_one(
    face_up: Any, data: st.DataObject
) -> None:
    first = data.draw(st.sampled_from(sorted(face_up)))
    order = get_reading_order(first, face_up)
    assert order[0] == first
    assert sorted(order) == sorted(face_up)


def test_pa_d1_a_card_face_down_is_not_read() -> None:
    with pytest.raises(ValueError, match="face-up slots"):
        get_reading_order(1, {2, 3})
    assert get_reading_order(2, {2}) == (2,)


# Income markers


def test_pa_65e_residential_is_lower_than_commercial() -> None:
    assert find_edge_marker([("industrial", 3), ("commercial", 6), ("tourism", 2), ("residential", 6)]) == "residential"


def test_pa_65_the_rightmost_marker_wins_however_high_it_lies() -> None:
    assert find_edge_marker([("industrial", 7), ("commercial", 6), ("residential", 6)]) == "industrial"


def test_pa_65_on_an_empty_board_the_lowest_marker() -> None:
    assert find_edge_marker([("industrial", 0), ("commercial", 0)]) == "commercial"


def test_pa_g12_the_next_rightmost_or_lowest_marker_follows() -> None:
    markers = [("industrial", 2), ("commercial", 5), ("tourism", 2), ("residential", 5)]
    assert sort_markers_from_edge(markers) == ["residential", "commercial", "tourism", "industrial"]


@given(st.lists(st.tuples(SYMBOLS, COUNTS), min_size=1, unique_by=lambda marker: marker[0]))
def test_pa_65_nothing_lies_further_right_and_nothing_below_as_far_right(markers: Any) -> None:
    edge = find_edge_marker(markers)
    column = dict(markers)[edge]
    below = markers[[market for market, _ in markers].index(edge) + 1 :]
    assert all(other <= column for _, other in markers)
    assert all(other < column for _, other in below)


@pytest.mark.parametrize(
    ("markers", "sentence"),
    [
        ([], "No income markers"),
        ([("residential", 1), ("residential", 2)], "twice"),
        ([("residential", "1")], "not an income marker"),
        ([("residential", -1)], "not an income marker"),
        ([("residential",)], "not an income marker"),
        (["no"], "not an income marker"),
        (3, "No income markers"),
    ],
)
def test_bad_markers_get_a_sentence(markers: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        find_edge_marker(markers)


# Tower bonus


def test_pa_74e_no_residential_tile_in_b_but_a_printed_5_in_the_rightmost_column() -> None:
    zone_b = [
        {"tiles": ["tourism", "commercial"], "printed": ["$3"]},
        {"tiles": ["industrial", "remote"], "printed": ["$5"]},
    ]
    marker = find_edge_marker([("commercial", 4), ("residential", 4)])
    taken = zone_b[choose_bonus_column(zone_b, marker, "$5")]
    assert taken is zone_b[1]
    assert len(taken["tiles"]) + len(taken["printed"]) == 3


def test_pa_74_the_search_goes_from_right_to_left() -> None:
    columns: Columns = [
        {"tiles": ["tourism"], "printed": []},
        {"tiles": ["tourism"], "printed": []},
        {"tiles": [], "printed": []},
    ]
    assert choose_bonus_column(columns, "tourism", "$5") == 1


def test_pa_75_a_tile_anywhere_in_the_zone_goes_before_a_printed_bonus() -> None:
    columns = [{"tiles": ["tourism"], "printed": []}, {"tiles": [], "printed": ["$5"]}]
    assert choose_bonus_column(columns, "tourism", "$5") == 0
    assert find_column_with_tile(columns, "tourism") == 0
    assert find_column_with_printed(columns, "$5") == 1


def test_pa_75_tiles_are_matched_with_the_upper_symbol_and_printed_bonuses_with_the_lower_one() -> None:
    columns: Columns = [{"tiles": ["$5"], "printed": ["tourism"]}, {"tiles": [], "printed": []}]
    assert find_column_with_tile(columns, "tourism") is None
    assert find_column_with_printed(columns, "$5") is None
    assert choose_bonus_column(columns, "tourism", "$5") == 0


def test_pa_76_most_tiles_and_the_rightmost_of_equals() -> None:
    columns = [
        {"tiles": ["remote", "remote"], "printed": []},
        {"tiles": ["remote", "tourism"], "printed": []},
        {"tiles": ["remote"], "printed": []},
    ]
    assert choose_bonus_column(columns, "residential", "$5") == 1
    assert find_fullest_column([{"tiles": [], "printed": []}, {"tiles": [], "printed": []}]) == 1


def test_a_card_without_a_bonus_symbol_still_takes_a_column() -> None:
    assert choose_bonus_column([{"tiles": [], "printed": []}], None, None) == 0


@given(COLUMNS, SYMBOLS, SYMBOLS)
def test_pa_d3_exactly_one_column_of_the_zone(columns: Any, tile: str, printed: str) -> None:
    index = choose_bonus_column(columns, tile, printed)
    assert 0 <= index < len(columns)
    right = columns[index + 1 :]
    if any(tile in column["tiles"] for column in columns):
        assert tile in columns[index]["tiles"]
        assert not any(tile in column["tiles"] for column in right)
    elif any(printed in column["printed"] for column in columns):
        assert printed in columns[index]["printed"]
        assert not any(printed in column["printed"] for column in right)
    else:
        assert len(columns[index]["tiles"]) == max(len(column["tiles"]) for column in columns)
        assert all(len(column["tiles"]) < len(columns[index]["tiles"]) for column in right)


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ([], "No bonus columns"),
        ([{"tiles": []}], "Bonus column 1"),
        ([{"tiles": [], "printed": []}, {"tiles": "tourism", "printed": []}], "Bonus column 2"),
        ([["tourism"]], "Bonus column 1"),
    ],
)
def test_bad_columns_get_a_sentence(columns: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        choose_bonus_column(columns, "tourism", "$5")


# Energy, parking


def test_pa_64_energy_by_zone_never_above_10() -> None:
    assert FARM_ENERGY == {"A": 2, "B": 3, "C": 5}
    assert calculate_energy_after_gain(9, FARM_ENERGY["B"]) == 10
    assert calculate_energy_after_gain(1, FARM_ENERGY["C"]) == 6


@given(st.integers(0, 10), st.integers(0, 30))
def test_pa_27_and_pa_d2_energy_stays_between_0_and_10(energy: int, gain: int) -> None:
    assert energy <= calculate_energy_after_gain(energy, gain) <= 10


def test_bad_energy_gets_a_sentence() -> None:
    with pytest.raises(ValueError, match="amount of energy"):
        calculate_energy_after_gain(9, -3)


def test_pa_95_and_pa_g15_leftmost_parking_cell_then_lowest() -> None:
    assert find_parking_cell([(2, 1), (1, 2), (1, 1)]) == (1, 1)
    assert find_parking_cell([(2, 1), (1, 2)]) == (1, 2)


def test_pa_95_parking_full() -> None:
    assert find_parking_cell([]) is None
