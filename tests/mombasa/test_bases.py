"""Company bases: which posts leave, which spaces a returning post covers, and the visible coins afterwards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rival.games.mombasa.bases import (
    Base,
    Column,
    Space,
    arrivals,
    departures,
    full_base,
    posts_left,
    visible_coins,
    with_post,
    without_post,
)
from rival.games.mombasa.posts import columns_question
from rival.games.mombasa.table import new_board
from rival.kernel import opponent


def base_of(*columns: str) -> Base:
    """Make a base from its columns, each from the top: `1` is an empty space with 1 coin, `1*` holds a post."""
    return tuple(
        Column(
            tuple(int(space.rstrip("*")) for space in column.split()),
            tuple(space.endswith("*") for space in column.split()),
        )
        for column in columns
    )


layouts = st.lists(
    st.builds(lambda coins: (*coins, 2), st.lists(st.integers(0, 2), max_size=4)), min_size=1, max_size=4
)


@st.composite
def bases_in_play(draw: st.DrawFn) -> Base:
    """Draw a base after some posts have left it and some have returned, by any choice that the rules allow."""
    base = full_base(draw(layouts))
    for leaves in draw(st.lists(st.booleans(), max_size=25)):
        if leaves and departures(base):
            base = without_post(base, draw(st.sampled_from(list(departures(base)))))
        elif not leaves and arrivals(base):
            base = with_post(base, draw(st.sampled_from(list(arrivals(base)))))
    return base


def test_a_full_base_shows_no_coin() -> None:
    base = full_base([(0, 1, 2), (0, 0, 1, 2)])
    assert (posts_left(base), visible_coins(base)) == (7, 0)


def test_the_coins_of_empty_spaces_are_in_sight() -> None:
    base = base_of("0 1 2*", "1 1* 2*")
    assert (posts_left(base), visible_coins(base)) == (3, 2)


def test_mo_34_the_post_that_leaves_the_fewest_coins_in_sight() -> None:
    base = base_of("1* 2*", "0 0* 2*", "2 2*")
    assert departures(base) == {Space(0, 0): 3, Space(1, 1): 2, Space(2, 1): 4}


def test_mo_a22_equal_posts_to_take_stay_equal() -> None:
    assert departures(base_of("1* 2*", "0 1* 2*", "2*")) == {Space(0, 0): 1, Space(1, 1): 1, Space(2, 0): 2}


def test_mo_a23_the_topmost_post_of_any_column_leaves() -> None:
    assert list(departures(base_of("0 1* 2*", "0* 2*", "0 2"))) == [Space(0, 1), Space(1, 0)]


def test_mo_a23_the_topmost_post_stands_above_an_emptied_end_space() -> None:
    assert list(departures(base_of("0 1* 2"))) == [Space(0, 1)]


def test_mo_a27_an_empty_base_has_no_post_to_take() -> None:
    base = base_of("0 2", "1 2")
    assert posts_left(base) == 0
    assert departures(base) == {}


def test_mo_a33_coins_are_counted_post_by_post() -> None:
    base = full_base([(2, 0, 0), (1, 1, 1)])
    for _ in range(3):
        coins = departures(base)
        base = without_post(base, min(coins, key=coins.__getitem__))
    assert base == base_of("2* 0* 0*", "1 1 1")
    assert visible_coins(base) == 3


def test_mo_33_a_post_comes_back_onto_a_coin() -> None:
    base = base_of("1 0 2*", "0 1 2*")
    assert arrivals(base) == {Space(0, 1): 2, Space(1, 1): 1}


def test_mo_a22_the_coin_space_that_leaves_fewer_coins_in_sight() -> None:
    assert arrivals(base_of("1 2*", "2 2*", "0 2*")) == {Space(0, 0): 2, Space(1, 0): 1, Space(2, 0): 3}


def test_mo_a22_equal_coin_spaces_stay_equal() -> None:
    assert arrivals(base_of("1 2*", "0 1 2*", "0 2*")) == {Space(0, 0): 1, Space(1, 1): 1, Space(2, 0): 2}


def test_mo_a22_without_a_coin_space_any_space_that_may_be_covered() -> None:
    assert arrivals(base_of("1 0 2*", "0 2*", "1* 2*")) == {Space(0, 1): 1, Space(1, 0): 1}


def test_mo_a23_a_column_can_be_told_fuller_than_it_was_proposed() -> None:
    """The proposal may suppose that an end space was emptied; only one entered as empty stays empty."""
    board = new_board(opponent("mombasa").resolve(None), None)
    board.outdated["cairo"] = base_of("0* 2*", "1* 2*")
    board.posts = {f"r{n}": "cairo" for n in range(2)}  # of the four that stood on it
    question = columns_question(board, "cairo")
    assert question is not None
    for told in ({"column1": 2, "column2": 0}, {"column1": 0, "column2": 2}, {"column1": 1, "column2": 1}):
        assert question.check({**told, "aside": 0})["column1"] == told["column1"]


def test_mo_a23_the_lowest_empty_space_is_covered() -> None:
    assert list(arrivals(base_of("0 1 1* 2*", "1* 2*"))) == [Space(0, 1)]


def test_mo_a23_an_emptied_end_space_stays_in_sight_but_its_column_fills_up_again() -> None:
    base = base_of("0 1 2")
    for row in (1, 0):
        assert list(arrivals(base)) == [Space(0, row)]
        base = with_post(base, Space(0, row))
    assert arrivals(base) == {}
    assert visible_coins(base) == 2


def test_mo_a31_no_space_may_be_covered() -> None:
    assert arrivals(base_of("0* 1* 2", "0* 2*", "2")) == {}


@given(bases_in_play())
def test_mo_d4_a_post_that_leaves_uncovers_and_one_that_comes_back_covers(base: Base) -> None:
    now = visible_coins(base)
    assert all(after >= now for after in departures(base).values())
    assert all(after <= now for after in arrivals(base).values())
    for space in departures(base):
        assert posts_left(without_post(base, space)) == posts_left(base) - 1


@given(bases_in_play())
def test_mo_33_a_space_without_a_coin_only_where_no_coin_can_be_covered(base: Base) -> None:
    def shows_a_coin(space: Space) -> bool:
        return base[space.column].coins[space.row] > 0

    coins = arrivals(base)
    if any(map(shows_a_coin, coins)):
        assert all(shows_a_coin(space) for space in coins if coins[space] == min(coins.values()))


@given(bases_in_play())
def test_mo_a23_what_leaves_may_come_back_unless_it_was_the_end_space(base: Base) -> None:
    for space in departures(base):
        after = without_post(base, space)
        at_the_end = space.row == len(base[space.column].coins) - 1
        assert (space in arrivals(after)) == (not at_the_end)


@pytest.mark.parametrize(
    ("change", "space", "sentence"),
    [
        (without_post, Space(0, 0), "The space in column 1, row 1 of the base has no post."),
        (with_post, Space(0, 1), "The space in column 1, row 2 of the base has a post already."),
        (with_post, Space(0, 2), "The base has no space in column 1, row 3."),
        (without_post, Space(-1, 1), "The base has no space in column 0, row 2."),
    ],
)
def test_an_impossible_change_is_refused_with_a_sentence(
    change: Callable[[Base, Space], Base], space: Space, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        change(base_of("0 2*"), space)


def test_a_bad_column_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="has no space"):
        full_base([()])
    with pytest.raises(ValueError, match="a space shows 0 or more"):
        full_base([(-1, 2)])
    with pytest.raises(ValueError, match="has 2 spaces, but posts are given for 1"):
        Column((0, 2), (True,))
