"""Hostile answers: every answer type and the parser of the terminal accept or refuse them quickly, with a message."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rival.kernel import (
    BadAnswer,
    Checklist,
    Choice,
    Die,
    Drawing,
    Field,
    Form,
    Json,
    Name,
    Number,
    Order,
    Pairs,
    Phrases,
    Session,
    Several,
    Shape,
    Words,
    option,
)
from rival.kernel.texts import every_catalogue
from rival.terminal.typed import parse

COLOURS = [option("wood"), option("glass"), option("steel")]
MANY = [option(f"k{n}", Name(f"contract k{n} (A{n}, energy {n})")) for n in range(400)]
SPOKEN = every_catalogue("ru")
LIMIT = 2.0
"""Seconds; an operation in linear time takes milliseconds, even on a busy machine."""

LIST = [Choice(MANY), Several(MANY), Order(MANY), Phrases(MANY), Phrases(MANY, read=str), Number(), Die(6), Words(20)]
SHAPES: list[Shape] = [
    *LIST,
    Pairs(COLOURS, [f"region {n}" for n in range(300)]),
    Pairs(COLOURS, [f"region {n}" for n in range(300)], closed=True),
    Checklist([]),
    Drawing(list, []),
    Form([Field(f"f{n}", Name(f"field {n}"), shape) for n, shape in enumerate(LIST)], [option("empty")]),
]

PIECES = [
    "a",
    "wood",
    "contract k7",
    "А",
    "ё",
    "9",
    "$",
    "+",
    "-",
    " ",
    "\n",
    "\x00",
    "\x1b[31m",
    "\u0301",
    "\u202e",
    '"',
]
PIECES += ["(", ")", "[", "{", ",", ";", ">", "=", "k", "f1", "other(", "\\", "🂡", "ﷺ", "\ud800", "٣", "１"]
hostile = st.one_of(
    st.builds(lambda piece, n: piece * n, st.sampled_from(PIECES), st.sampled_from([1, 60, 299, 3000, 100_000])),
    st.lists(st.sampled_from(PIECES), max_size=400).map("".join),
    st.text(max_size=300),
)


def quickly(read: Callable[[], object]) -> None:
    began = time.process_time()
    said = "yes"
    try:
        read()
    except BadAnswer as bad:
        said = str(bad)
    assert 0 < len(said) < 2000
    assert time.process_time() - began < LIMIT


def answered(shape: Shape, value: Json) -> object:
    return shape.check(shape.understood(value, SPOKEN))


@given(hostile)
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.kind)
def test_hostile_words_are_read_in_a_moment(shape: Shape, words: str) -> None:
    quickly(lambda: answered(shape, words))
    quickly(lambda: answered(shape, [words] * 3))
    quickly(lambda: answered(shape, {words: words, "f1": [words]}))
    quickly(lambda: answered(shape, parse(shape, words, SPOKEN)))


HUGE: list[Json] = [
    ["x"] * 50_000,
    ["k7"] * 50_000,
    [f"k{n}" for n in range(50_000)],
    [f"contract k{n}" for n in range(900)],
    [f"{n} something else altogether" for n in range(900)],
    {f"region {n}": "something else" for n in range(900)},
    {f"name {n}": "wood" for n in range(30_000)},
    {f"region {n}": "wodo" for n in range(900)},
    {f"f{n}": n for n in range(30_000)},
    [["."] * 1000] * 1000,
    ["." * 1_000_000],
    10**5000,
    -(10**400),
    "1+" * 100_000 + "1",
    "9" * 150,
]


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.kind)
@pytest.mark.parametrize("value", HUGE, ids=range(len(HUGE)))
def test_huge_answers_cost_what_there_is_to_read(shape: Shape, value: Json) -> None:
    quickly(lambda: answered(shape, value))


def test_thirty_thousand_names_get_a_sentence() -> None:
    with pytest.raises(BadAnswer, match="at most 1000"):
        Pairs(COLOURS).check({f"name {n}": "wood" for n in range(30_000)})


@pytest.mark.parametrize("opened", [list, dict])
def test_an_answer_nested_five_thousand_deep_gets_a_sentence(opened: type) -> None:
    value: Json = []
    for _n in range(5000):
        value = [value] if opened is list else {"a": value}
    session = Session.new("rolling-heights", seed=1)
    with pytest.raises(BadAnswer, match="nested"):
        session.answer(value)
    with pytest.raises(BadAnswer, match="nested"):
        session.correct("mayor.vp", value)
    for shape in SHAPES:
        with pytest.raises(BadAnswer):
            shape.check(value)
