"""Posts that leave a company's base and posts that come back (MO-33, MO-34), as pure functions.

A base is a row of columns. Each space of a column shows its coins while no post stands on it; the coins in
sight are the value of one share. The last space of a column, at the bottom, is its end space (MO-A23).

>>> base = full_base([(0, 1, 2), (1, 1, 2)])
>>> departures(base)
{Space(column=0, row=0): 0, Space(column=1, row=0): 1}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias


@dataclass(frozen=True)
class Column:
    """The coins of each space from the top to the end space, and whether a post stands on it."""

    coins: tuple[int, ...]
    posts: tuple[bool, ...]

    def __post_init__(self) -> None:
        if not self.coins:
            raise ValueError("A column of a base has no space: it needs at least its end space.")
        if any(coins < 0 for coins in self.coins):
            raise ValueError(f"A column of a base shows {self.coins} coins: a space shows 0 or more.")
        if len(self.posts) != len(self.coins):
            raise ValueError(
                f"A column of a base has {len(self.coins)} spaces, but {len(self.posts)} are told "
                "to hold a post or none: tell it for each space."
            )


Base: TypeAlias = tuple[Column, ...]


class Space(NamedTuple):
    """A space of a base: its column from the left and its row from the top, both counted from 0."""

    column: int
    row: int


def full_base(coins: Iterable[Sequence[int]]) -> Base:
    """The base at the start of the game, a post on every space; the coins column by column, from the top."""
    return tuple(Column(tuple(column), (True,) * len(column)) for column in coins)


def posts_left(base: Base) -> int:
    """The posts that can still be placed from this base."""
    return sum(column.posts.count(True) for column in base)


def visible_coins(base: Base) -> int:
    """The coins in sight: the value of one share."""
    return sum(column.coins[row] for column in base for row, post in enumerate(column.posts) if not post)


def departures(base: Base, posts: int = 1) -> dict[Space, int]:
    """MO-A23, MO-A33: the topmost post of any column may leave; each with the coins in sight after it has left.

    If so many ``posts`` leave in all, with the fewest coins that can be in sight after the last of them.
    """
    topmost = [Space(n, column.posts.index(True)) for n, column in enumerate(base) if True in column.posts]
    if posts == 1:
        seen = visible_coins(base)
        return {space: seen + base[space.column].coins[space.row] for space in topmost}
    return {space: fewest_after(without_post(base, space), posts - 1) for space in topmost}


def fewest_after(base: Base, posts: int) -> int:
    """MO-A33: the fewest coins that can be in sight when so many posts have left, whatever columns they are from."""
    fewest = {0: visible_coins(base)}
    for column in base:
        shown = [0]
        for coins, post in zip(column.coins, column.posts, strict=True):
            if post:
                shown.append(shown[-1] + coins)
        longer: dict[int, int] = {}
        for before, seen in fewest.items():
            for taken, more in enumerate(shown[: posts - before + 1]):
                longer[before + taken] = min(longer.get(before + taken, seen + more), seen + more)
        fewest = longer
    return fewest[min(posts, posts_left(base))]


def arrivals(base: Base) -> dict[Space, int]:
    """MO-A23: a post may come back to the lowest empty space of any column; each with the coins then seen.

    The end space is excepted: once empty it stays so. Without any such space the post is set aside (MO-A31).
    """
    seen = visible_coins(base)
    lowest = [
        (number, max(row for row, post in enumerate(column.posts[:-1]) if not post))
        for number, column in enumerate(base)
        if not all(column.posts[:-1])
    ]
    return {Space(number, row): seen - base[number].coins[row] for number, row in lowest}


def with_so_many(base: Base, posts: int) -> Base:
    """The base with so many posts, as somebody would have it who wants many coins in sight; as far as it goes."""
    while posts_left(base) > posts:
        leaving = departures(base)
        base = without_post(base, max(leaving, key=leaving.__getitem__))
    while posts_left(base) < posts and (home := arrivals(base)):
        base = with_post(base, max(home, key=home.__getitem__))
    return base


def without_post(base: Base, space: Space) -> Base:
    """The base after the post on this space has left it."""
    return _changed(base, space, post=False)


def with_post(base: Base, space: Space) -> Base:
    """The base after a post has been put on this space."""
    return _changed(base, space, post=True)


def _changed(base: Base, space: Space, post: bool) -> Base:
    number, row = space
    if not (0 <= number < len(base) and 0 <= row < len(base[number].coins)):
        raise ValueError(f"The base has no space in column {number + 1}, row {row + 1}.")
    column = base[number]
    if column.posts[row] == post:
        state = "has a post already" if post else "has no post"
        raise ValueError(f"The space in column {number + 1}, row {row + 1} of the base {state}.")
    posts = (*column.posts[:row], post, *column.posts[row + 1 :])
    return (*base[:number], Column(column.coins, posts), *base[number + 1 :])
