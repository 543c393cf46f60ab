"""Hostile answers: every answer type and the parser of the terminal accept or refuse them quickly, with a message."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rival.kernel import (
    AnswerType,
    BadAnswerError,
    Checklist,
    Choice,
    Die,
    Drawing,
    Field,
    Form,
    FreeText,
    Json,
    MultiChoice,
    Name,
    NamedValues,
    Number,
    Order,
    Session,
    TextList,
    make_option,
)
from rival.kernel.texts import load_all_catalogues
from rival.terminal.input_parser import parse_answer

COLOURS = [make_option("wood"), make_option("glass"), make_option("steel")]
MANY = [make_option(f"k{n}", Name(f"contract k{n} (A{n}, energy {n})")) for n in range(400)]
SPOKEN = load_all_catalogues("ru")
LIMIT = 2.0
"""Seconds; an operation in linear time takes milliseconds, even on a busy machine."""

LIST = [
    Choice(MANY),
    MultiChoice(MANY),
    Order(MANY),
    TextList(MANY),
    TextList(MANY, parse_entry=str),
    Number(),
    Die(6),
    FreeText(20),
]
SHAPES: list[AnswerType] = [
    *LIST,
    NamedValues(COLOURS, [f"region {n}" for n in range(300)]),
    NamedValues(COLOURS, [f"region {n}" for n in range(300)], is_closed=True),
    Checklist([]),
    Drawing(list, []),
    Form([Field(f"f{n}", Name(f"field {n}"), shape) for n, shape in enumerate(LIST)], [make_option("empty")]),
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


def limit_time(read: Callable[[], object]) -> None:
    began = time.process_time()
    said = "yes"
    try:
        read()
    except BadAnswerError as bad:
        said = str(bad)
    assert 0 < len(said) < 2000
    assert time.process_time() - began < LIMIT


def try_answer(shape: AnswerType, value: Json) -> object:
    return shape.validate(shape.parse(value, SPOKEN))


@given(hostile)
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.kind)
def test_hostile_text_is_parsed_quickly(shape: AnswerType, words: str) -> None:
    limit_time(lambda: try_answer(shape, words))
    limit_time(lambda: try_answer(shape, [words] * 3))
    limit_time(lambda: try_answer(shape, {words: words, "f1": [words]}))
    limit_time(lambda: try_answer(shape, parse_answer(shape, words, SPOKEN)))


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
def test_huge_answers_take_linear_time(shape: AnswerType, value: Json) -> None:
    limit_time(lambda: try_answer(shape, value))


def test_thirty_thousand_names_get_an_error_message() -> None:
    with pytest.raises(BadAnswerError, match="at most 1000"):
        NamedValues(COLOURS).validate({f"name {n}": "wood" for n in range(30_000)})


@pytest.mark.parametrize("opened", [list, dict])
def test_an_answer_nested_five_thousand_deep_gets_an_error_message(opened: type) -> None:
    value: Json = []
    for _n in range(5000):
        value = [value] if opened is list else {"a": value}
    session = Session.new("rolling-heights", seed=1)
    with pytest.raises(BadAnswerError, match="nested"):
        session.answer(value)
    with pytest.raises(BadAnswerError, match="nested"):
        session.correct("mayor.vp", value)
    for shape in SHAPES:
        with pytest.raises(BadAnswerError):
            shape.validate(value)
