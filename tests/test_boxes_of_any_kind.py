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
from rival.kernel import Form, Json, RivalError, load_opponent, load_opponents

BOXED = sorted(name for name, one in load_opponents().items() if one.box is not None)
ODD_VALUES: list[Json] = [
    True,
    False,
    0,
    1,
    -1,
    1.5,
    "",
    "x",
    [],
    {},
    [True],
    [1],
    [[]],
    [{}],
    {"x": 1},
    ["x", 1],
    [None],
]
WORDS = ["", "x", "a b", "A1", "wood", "0 1", "north", "places", "borders", "gates", "whole", 'other("x")']


def any_json(keys: list[str]) -> st.SearchStrategy[Json]:
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
def replaced_values(draw: st.DrawFn, value: Json, keys: list[str]) -> Json:
    """Return the value with one place replaced."""
    if isinstance(value, list) and value and draw(st.booleans()):
        position = draw(st.integers(0, len(value) - 1))
        return [*value[:position], draw(replaced_values(value[position], keys)), *value[position + 1 :]]
    if isinstance(value, dict) and value and draw(st.booleans()):
        name = draw(st.sampled_from(sorted(value)))
        return {**value, name: draw(replaced_values(value[name], keys))}
    return draw(st.sampled_from(ODD_VALUES) | any_json(keys))


def call_or_reject(call: Callable[[], object]) -> None:
    """Call the function; only an error with a message for users may be raised."""
    with suppress(RivalError):
        call()


@cache
def load_sample_pack(game: str) -> dict[str, Any]:
    pack = dict(rival.play_demo(game, seed=3).journal.header["pack"])
    pack.pop("sample", None)
    return pack


def make_described_engine(game: str, entered: bool) -> Engine:
    engine = Engine()
    if entered:
        engine.pack_store.save_pack(load_opponent(game), {**load_sample_pack(game), "learned": True})
    return engine


def send_part(engine: Engine, game: str, part: str, value: Json) -> None:
    call_or_reject(lambda: engine.preview_part(game, part, value))
    call_or_reject(lambda: (engine.describe_part(game, part, value), engine.undo_box_change(game)))


@pytest.mark.parametrize("told", [False, True], ids=["unknown box", "known box"])
@pytest.mark.parametrize("game", BOXED)
def test_an_odd_value_for_any_part_is_accepted_or_gives_a_message(game: str, told: bool) -> None:
    engine = make_described_engine(game, told)
    parts = {part.id.split()[0]: part.id for part in engine.load_box(game).parts}  # one of each kind
    for part in parts.values():
        for value in ODD_VALUES:
            send_part(engine, game, part, value)


@pytest.mark.parametrize("told", [False, True], ids=["unknown box", "known box"])
@pytest.mark.parametrize("game", BOXED)
def test_any_json_for_any_part_is_accepted_or_gives_a_message(game: str, told: bool) -> None:
    engine, tested_opponent = make_described_engine(game, told), load_opponent(game)
    assert tested_opponent.box is not None
    parts = list(tested_opponent.box.list_parts(engine.pack_store.load_pack(tested_opponent)))

    @settings(max_examples=50, deadline=None)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        part = data.draw(st.sampled_from(parts))
        shape = part.build_ask(None).answer_type
        keys = [entry.name for entry in shape.fields] if isinstance(shape, Form) else []
        send_part(engine, game, part.id, data.draw(replaced_values(part.value, keys)))

    check()


@pytest.mark.parametrize("game", BOXED)
def test_any_json_in_a_pack_or_new_game_is_accepted_or_gives_a_message(game: str) -> None:
    whole = json.loads(json.dumps(load_sample_pack(game)))
    fields = [entry.name for entry in load_opponent(game).settings]

    @settings(max_examples=25, deadline=None)
    @given(replaced_values(whole, sorted(whole)), any_json(fields))
    def check(pack: Json, options: Json) -> None:
        call_or_reject(lambda: load_opponent(game).validate_pack(pack))
        call_or_reject(lambda: Engine().begin_game(game, seed=1, pack=pack))
        if isinstance(pack, dict):
            call_or_reject(lambda: Engine().preview_pack_import(boxes.encode_pack({**pack, "game": game})))
        if isinstance(options, dict):
            call_or_reject(lambda: Engine().begin_game(game, seed=1, options=options))

    check()
