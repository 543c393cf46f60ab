"""Pure functions for trading posts that leave a company's base and return to it (MO-33, MO-34).

A base is a row of columns. A space without a post shows its coins; the visible coins of a base are the value of
one share. The last space of a column, at the bottom, is its end space (MO-A23).

>>> base = make_full_base([(0, 1, 2), (1, 1, 2)])
>>> list_removable_posts(base)
{BaseSpace(column=0, row=0): 0, BaseSpace(column=1, row=0): 1}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias


@dataclass(frozen=True)
class BaseColumn:
    """A column of a company's base, with the coins of its spaces and the spaces that hold a post."""

    coins: tuple[int, ...]
    posts: tuple[bool, ...]

    def __post_init__(self) -> None:
        if not self.coins:
            raise ValueError("A column of a base has no space: it needs at least its end space.")
        if any(coins < 0 for coins in self.coins):
            raise ValueError(f"A column of a base shows {self.coins} coins: a space shows 0 or more.")
        if len(self.posts) != len(self.coins):
            raise ValueError(
                f"A column of a base has {len(self.coins)} spaces, but posts are given for {len(self.posts)}: "
                "give True or False for each space."
            )


Base: TypeAlias = tuple[BaseColumn, ...]


class BaseSpace(NamedTuple):
    """A space of a company's base, identified by its column and row, both counted from 0."""

    column: int
    row: int


def make_full_base(coins: Iterable[Sequence[int]]) -> Base:
    """Return the base at the start of a game, with a post on every space.

    ``coins`` lists the coins column by column, each from the top.
    """
    return tuple(BaseColumn(tuple(column), (True,) * len(column)) for column in coins)


def count_base_posts(base: Base) -> int:
    """Return the number of trading posts on the base."""
    return sum(column.posts.count(True) for column in base)


def count_visible_coins(base: Base) -> int:
    """Return the number of visible coins, which is the value of one share."""
    return sum(column.coins[row] for column in base for row, post in enumerate(column.posts) if not post)


def list_removable_posts(base: Base, posts: int = 1) -> dict[BaseSpace, int]:
    """Return the spaces that a post may leave, each with the coins visible afterwards (MO-A23, MO-A33).

    Only the topmost post of a column may leave. If ``posts`` is greater than 1, this many posts leave, the post on the
    given space first. The value is then the smallest possible number of visible coins after the last one has left.
    """
    topmost = [
        BaseSpace(number, column.posts.index(True)) for number, column in enumerate(base) if True in column.posts
    ]
    if posts == 1:
        visible = count_visible_coins(base)
        return {space: visible + base[space.column].coins[space.row] for space in topmost}
    return {space: find_min_visible_coins(remove_post(base, space), posts - 1) for space in topmost}


def find_min_visible_coins(base: Base, posts: int) -> int:
    """Return the smallest possible number of visible coins after this many posts have left (MO-A33)."""
    min_coins = {0: count_visible_coins(base)}
    for column in base:
        running_totals = [0]
        for coins, post in zip(column.coins, column.posts, strict=True):
            if post:
                running_totals.append(running_totals[-1] + coins)
        extended: dict[int, int] = {}
        for removed_before, visible in min_coins.items():
            for removed, revealed in enumerate(running_totals[: posts - removed_before + 1]):
                extended[removed_before + removed] = min(
                    extended.get(removed_before + removed, visible + revealed), visible + revealed
                )
        min_coins = extended
    return min_coins[min(posts, count_base_posts(base))]


def list_return_spaces(base: Base) -> dict[BaseSpace, int]:
    """Return the spaces to which a post may return, each with the coins visible afterwards (MO-A23).

    These are the lowest empty spaces of the columns. An empty end space stays empty. If the result is empty, the post
    is set aside (MO-A31).
    """
    visible = count_visible_coins(base)
    lowest = [
        (number, max(row for row, post in enumerate(column.posts[:-1]) if not post))
        for number, column in enumerate(base)
        if not all(column.posts[:-1])
    ]
    return {BaseSpace(number, row): visible - base[number].coins[row] for number, row in lowest}


def adjust_post_count(base: Base, posts: int) -> Base:
    """Return the base with this number of posts, arranged so that as many coins as possible are visible.

    The result can have fewer posts, because no post may return to an empty end space.
    """
    while count_base_posts(base) > posts:
        departure_coins = list_removable_posts(base)
        base = remove_post(base, max(departure_coins, key=departure_coins.__getitem__))
    while count_base_posts(base) < posts and (arrival_coins := list_return_spaces(base)):
        base = add_post(base, max(arrival_coins, key=arrival_coins.__getitem__))
    return base


def remove_post(base: Base, space: BaseSpace) -> Base:
    """Return a copy of the base with the post on this space removed."""
    return _set_post(base, space, post=False)


def add_post(base: Base, space: BaseSpace) -> Base:
    """Return a copy of the base with a post added on this space."""
    return _set_post(base, space, post=True)


def _set_post(base: Base, space: BaseSpace, post: bool) -> Base:
    number, row = space
    if not (0 <= number < len(base) and 0 <= row < len(base[number].coins)):
        raise ValueError(f"The base has no space in column {number + 1}, row {row + 1}.")
    column = base[number]
    if column.posts[row] == post:
        state = "has a post already" if post else "has no post"
        raise ValueError(f"The space in column {number + 1}, row {row + 1} of the base {state}.")
    posts = (*column.posts[:row], post, *column.posts[row + 1 :])
    return (*base[:number], BaseColumn(column.coins, posts), *base[number + 1 :])
