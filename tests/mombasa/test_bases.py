"""Company bases: which posts leave, which spaces a returning post covers, and the visible coins afterwards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rival.games.mombasa.bases import (
    Base,
    BaseColumn,
    BaseSpace,
    add_post,
    count_base_posts,
    count_visible_coins,
    list_removable_posts,
    list_return_spaces,
    make_full_base,
    remove_post,
)
from rival.games.mombasa.posts import make_columns_question
from rival.games.mombasa.table import make_board
from rival.kernel import load_opponent


def make_base(*columns: str) -> Base:
    """Make a base from its columns, each from the top: `1` is an empty space with 1 coin, `1*` holds a post."""
    return tuple(
        BaseColumn(
            tuple(int(space.rstrip("*")) for space in column.split()),
            tuple(space.endswith("*") for space in column.split()),
        )
        for column in columns
    )


layouts = st.lists(
    st.builds(lambda coins: (*coins, 2), st.lists(st.integers(0, 2), max_size=4)), min_size=1, max_size=4
)


@st.composite
def draw_base_in_play(draw: st.DrawFn) -> Base:
    """Draw a base after some posts have left it and some have returned, by any choice that the rules allow."""
    base = make_full_base(draw(layouts))
    for leaves in draw(st.lists(st.booleans(), max_size=25)):
        if leaves and list_removable_posts(base):
            base = remove_post(base, draw(st.sampled_from(list(list_removable_posts(base)))))
        elif not leaves and list_return_spaces(base):
            base = add_post(base, draw(st.sampled_from(list(list_return_spaces(base)))))
    return base


def test_a_full_base_shows_no_coin() -> None:
    base = make_full_base([(0, 1, 2), (0, 0, 1, 2)])
    assert (count_base_posts(base), count_visible_coins(base)) == (7, 0)


def test_the_coins_of_empty_spaces_are_visible() -> None:
    base = make_base("0 1 2*", "1 1* 2*")
    assert (count_base_posts(base), count_visible_coins(base)) == (3, 2)


def test_mo_34_the_post_that_leaves_the_fewest_visible_coins_is_taken() -> None:
    base = make_base("1* 2*", "0 0* 2*", "2 2*")
    assert list_removable_posts(base) == {BaseSpace(0, 0): 3, BaseSpace(1, 1): 2, BaseSpace(2, 1): 4}


def test_mo_a22_equal_posts_to_take_stay_equal() -> None:
    assert list_removable_posts(make_base("1* 2*", "0 1* 2*", "2*")) == {
        BaseSpace(0, 0): 1,
        BaseSpace(1, 1): 1,
        BaseSpace(2, 0): 2,
    }


def test_mo_a23_the_topmost_post_of_any_column_leaves() -> None:
    assert list(list_removable_posts(make_base("0 1* 2*", "0* 2*", "0 2"))) == [BaseSpace(0, 1), BaseSpace(1, 0)]


def test_mo_a23_the_topmost_post_stands_above_an_emptied_end_space() -> None:
    assert list(list_removable_posts(make_base("0 1* 2"))) == [BaseSpace(0, 1)]


def test_mo_a27_an_empty_base_has_no_post_to_take() -> None:
    base = make_base("0 2", "1 2")
    assert count_base_posts(base) == 0
    assert list_removable_posts(base) == {}


def test_mo_a33_coins_are_counted_post_by_post() -> None:
    base = make_full_base([(2, 0, 0), (1, 1, 1)])
    for _ in range(3):
        coins = list_removable_posts(base)
        base = remove_post(base, min(coins, key=coins.__getitem__))
    assert base == make_base("2* 0* 0*", "1 1 1")
    assert count_visible_coins(base) == 3


def test_mo_33_a_post_comes_back_onto_a_coin() -> None:
    base = make_base("1 0 2*", "0 1 2*")
    assert list_return_spaces(base) == {BaseSpace(0, 1): 2, BaseSpace(1, 1): 1}


def test_mo_a22_the_coin_space_that_leaves_fewer_visible_coins_is_covered() -> None:
    assert list_return_spaces(make_base("1 2*", "2 2*", "0 2*")) == {
        BaseSpace(0, 0): 2,
        BaseSpace(1, 0): 1,
        BaseSpace(2, 0): 3,
    }


def test_mo_a22_equal_coin_spaces_stay_equal() -> None:
    assert list_return_spaces(make_base("1 2*", "0 1 2*", "0 2*")) == {
        BaseSpace(0, 0): 1,
        BaseSpace(1, 1): 1,
        BaseSpace(2, 0): 2,
    }


def test_mo_a22_without_a_coin_space_any_allowed_space_is_covered() -> None:
    assert list_return_spaces(make_base("1 0 2*", "0 2*", "1* 2*")) == {BaseSpace(0, 1): 1, BaseSpace(1, 0): 1}


def test_mo_a23_a_column_can_have_more_posts_than_suggested() -> None:
    """The proposal may suppose that an end space was emptied; only one entered as empty stays empty."""
    board = make_board(load_opponent("mombasa").resolve_options(None), None)
    board.outdated["cairo"] = make_base("0* 2*", "1* 2*")
    board.posts = {f"r{n}": "cairo" for n in range(2)}  # of the four that stood on it
    question = make_columns_question(board, "cairo")
    assert question is not None
    for told in ({"column1": 2, "column2": 0}, {"column1": 0, "column2": 2}, {"column1": 1, "column2": 1}):
        assert question.validate({**told, "aside": 0})["column1"] == told["column1"]


def test_mo_a23_the_lowest_empty_space_is_covered() -> None:
    assert list(list_return_spaces(make_base("0 1 1* 2*", "1* 2*"))) == [BaseSpace(0, 1)]


def test_mo_a23_an_emptied_end_space_stays_in_sight_but_its_column_fills_up_again() -> None:
    base = make_base("0 1 2")
    for row in (1, 0):
        assert list(list_return_spaces(base)) == [BaseSpace(0, row)]
        base = add_post(base, BaseSpace(0, row))
    assert list_return_spaces(base) == {}
    assert count_visible_coins(base) == 2


def test_mo_a31_only_empty_end_spaces_means_no_space_to_cover() -> None:
    assert list_return_spaces(make_base("0* 1* 2", "0* 2*", "2")) == {}


@given(draw_base_in_play())
def test_mo_d4_a_post_that_leaves_uncovers_and_one_that_comes_back_covers(base: Base) -> None:
    now = count_visible_coins(base)
    assert all(after >= now for after in list_removable_posts(base).values())
    assert all(after <= now for after in list_return_spaces(base).values())
    for space in list_removable_posts(base):
        assert count_base_posts(remove_post(base, space)) == count_base_posts(base) - 1


@given(draw_base_in_play())
def test_mo_33_a_space_without_a_coin_only_where_no_coin_can_be_covered(base: Base) -> None:
    def has_visible_coin(space: BaseSpace) -> bool:
        return base[space.column].coins[space.row] > 0

    coins = list_return_spaces(base)
    if any(map(has_visible_coin, coins)):
        assert all(has_visible_coin(space) for space in coins if coins[space] == min(coins.values()))


@given(draw_base_in_play())
def test_mo_a23_a_post_may_return_unless_it_left_the_end_space(base: Base) -> None:
    for space in list_removable_posts(base):
        after = remove_post(base, space)
        at_the_end = space.row == len(base[space.column].coins) - 1
        assert (space in list_return_spaces(after)) == (not at_the_end)


@pytest.mark.parametrize(
    ("change", "space", "sentence"),
    [
        (remove_post, BaseSpace(0, 0), "The space in column 1, row 1 of the base has no post."),
        (add_post, BaseSpace(0, 1), "The space in column 1, row 2 of the base has a post already."),
        (add_post, BaseSpace(0, 2), "The base has no space in column 1, row 3."),
        (remove_post, BaseSpace(-1, 1), "The base has no space in column 0, row 2."),
    ],
)
def test_an_impossible_change_is_refused_with_a_sentence(
    change: Callable[[Base, BaseSpace], Base], space: BaseSpace, sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        change(make_base("0 2*"), space)


def test_a_bad_column_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="has no space"):
        make_full_base([()])
    with pytest.raises(ValueError, match="a space shows 0 or more"):
        make_full_base([(-1, 2)])
    with pytest.raises(ValueError, match="has 2 spaces, but posts are given for 1"):
        BaseColumn((0, 2), (True,))
