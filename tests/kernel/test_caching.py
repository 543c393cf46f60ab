"""The cache by identity: a result is reused for the very same object."""

from __future__ import annotations

from rival.kernel import cache_by_identity


def test_the_same_object_is_computed_once() -> None:
    made: list[list[int]] = []

    @cache_by_identity(8)
    def add_one(one: list[int]) -> int:
        made.append(one)
        return sum(one)

    first, equal = [1, 2], [1, 2]
    assert (add_one(first), add_one(first), add_one(equal)) == (3, 3, 3)
    assert [id(one) for one in made] == [id(first), id(equal)]


def test_a_new_object_never_gets_the_result_of_an_old_one() -> None:
    @cache_by_identity(8)
    def first(one: list[int]) -> int:
        return one[0]

    assert [first([n]) for n in range(100)] == list(range(100))


def test_the_oldest_results_are_dropped() -> None:
    made: list[int] = []

    @cache_by_identity(8)
    def noted(one: list[int]) -> int:
        made.append(one[0])
        return one[0]

    things = [[n] for n in range(9)]
    for one in (*things, things[-1], things[0]):
        noted(one)
    assert made == [*range(9), 0]


def test_keyword_arguments_are_not_cached() -> None:
    @cache_by_identity(8)
    def times(one: int, by: int = 1) -> int:
        return one * by

    assert (times(2), times(2, by=2), times(2, by=3), times(2)) == (2, 4, 6, 2)
