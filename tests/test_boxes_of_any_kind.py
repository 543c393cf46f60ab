"""Any JSON for a part of a box, a pack, a link or options is accepted, or rejected with a message."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rival
from rival.engine import Engine, boxes
from rival.kernel import Form, Json, RivalError, opponent, opponents

BOXED = sorted(name for name, one in opponents().items() if one.box is not None)
ODD: list[Json] = [True, False, 0, 1, -1, 1.5, "", "x", [], {}, [True], [1], [[]], [{}], {"x": 1}, ["x", 1], [None]]
WORDS = ["", "x", "a b", "A1", "wood", "0 1", "north", "places", "borders", "gates", "whole", 'other("x")']


def values(keys: list[str]) -> st.SearchStrategy[Json]:
    """Any JSON value, with text and names that occur in answers."""
    numbers = st.integers(-(2**63) + 1, 2**63 - 1) | st.floats(allow_nan=False)
    leaves: st.SearchStrategy[Json] = st.one_of(
        st.none(), st.booleans(), numbers, st.sampled_from(WORDS), st.text(max_size=6)
    )
    names = st.sampled_from([*keys, *WORDS])
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4), max_leaves=8
    )


@st.composite
def spoilt(draw: st.DrawFn, value: Json, keys: list[str]) -> Json:
    """Return the value with one place replaced."""
    if isinstance(value, list) and value and draw(st.booleans()):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], draw(spoilt(value[at], keys)), *value[at + 1 :]]
    if isinstance(value, dict) and value and draw(st.booleans()):
        name = draw(st.sampled_from(sorted(value)))
        return {**value, name: draw(spoilt(value[name], keys))}
    return draw(st.sampled_from(ODD) | values(keys))


def refused(call: Callable[[], object]) -> None:
    """Call the function; only an error with a message for users may be raised."""
    with suppress(RivalError):
        call()


@cache
def sample_pack(game: str) -> dict[str, Any]:
    pack = dict(rival.demo(game, seed=3).journal.header["pack"])
    pack.pop("sample", None)
    return pack


def told_engine(game: str, told: bool) -> Engine:
    engine = Engine()
    if told:
        engine.packs.keep(opponent(game), {**sample_pack(game), "learned": True})
    return engine


def sent(engine: Engine, game: str, part: str, value: Json) -> None:
    refused(lambda: engine.box_part(game, part, value))
    refused(lambda: (engine.tell_part(game, part, value), engine.undo_box(game)))


@pytest.mark.parametrize("told", [False, True], ids=["unknown box", "known box"])
@pytest.mark.parametrize("game", BOXED)
def test_an_odd_value_for_any_part_is_a_sentence(game: str, told: bool) -> None:
    engine = told_engine(game, told)
    parts = {part.id.split()[0]: part.id for part in engine.box(game).parts}  # one of each kind
    for part in parts.values():
        for value in ODD:
            sent(engine, game, part, value)


@pytest.mark.parametrize("told", [False, True], ids=["unknown box", "known box"])
@pytest.mark.parametrize("game", BOXED)
def test_any_json_for_any_part_is_a_sentence(game: str, told: bool) -> None:
    engine, against = told_engine(game, told), opponent(game)
    assert against.box is not None
    parts = list(against.box.parts(engine.packs.own(against)))

    @settings(max_examples=50, deadline=None)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        part = data.draw(st.sampled_from(parts))
        shape = part.ask(None).shape
        keys = [one.name for one in shape.fields] if isinstance(shape, Form) else []
        sent(engine, game, part.id, data.draw(spoilt(part.value, keys)))

    check()


@pytest.mark.parametrize("game", BOXED)
def test_any_json_in_a_pack_by_link_or_with_a_new_game_is_a_sentence(game: str) -> None:
    whole = json.loads(json.dumps(sample_pack(game)))
    fields = [one.name for one in opponent(game).settings]

    @settings(max_examples=25, deadline=None)
    @given(spoilt(whole, sorted(whole)), values(fields))
    def check(pack: Json, options: Json) -> None:
        refused(lambda: opponent(game).checked_pack(pack))
        refused(lambda: Engine().begin(game, seed=1, pack=pack))
        if isinstance(pack, dict):
            refused(lambda: Engine().offered_pack(boxes.coded({**pack, "game": game})))
        if isinstance(options, dict):
            refused(lambda: Engine().begin(game, seed=1, options=options))

    check()
