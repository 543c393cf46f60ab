"""The cache by identity: a result is reused for the very same object."""

from __future__ import annotations

from rival.kernel import once_each


def test_the_same_thing_is_made_into_something_once() -> None:
    made: list[list[int]] = []

    @once_each(8)
    def added(one: list[int]) -> int:
        made.append(one)
        return sum(one)

    first, equal = [1, 2], [1, 2]
    assert (added(first), added(first), added(equal)) == (3, 3, 3)
    assert [id(one) for one in made] == [id(first), id(equal)]


def test_another_thing_never_stands_in_the_place_of_one_that_is_remembered() -> None:
    @once_each(8)
    def first(one: list[int]) -> int:
        return one[0]

    assert [first([n]) for n in range(100)] == list(range(100))


def test_the_oldest_are_forgotten() -> None:
    made: list[int] = []

    @once_each(8)
    def noted(one: list[int]) -> int:
        made.append(one[0])
        return one[0]

    things = [[n] for n in range(9)]
    for one in (*things, things[-1], things[0]):
        noted(one)
    assert made == [*range(9), 0]


def test_what_is_given_by_name_is_made_each_time() -> None:
    @once_each(8)
    def times(one: int, by: int = 1) -> int:
        return one * by

    assert (times(2), times(2, by=2), times(2, by=3), times(2)) == (2, 4, 6, 2)
