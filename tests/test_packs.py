"""Packs from outside: an invalid pack gives one message, and unreadable data never replaces a readable pack."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rival
from rival.engine import boxes, packs
from rival.engine.packs import PacksInMemory
from rival.home import PackFolder, keep_pack, own_pack, pack_file, read_pack
from rival.kernel import BadPack, Opponent, RivalError, Session, opponent, toml
from rival.kernel.journal import LARGEST
from tests.support.example_counts import times
from tests.support.own_opponents import OURS

GAMES = sorted(rival.opponents())

ODD: list[Any] = [
    None, True, 1.5, -1, 10**17, 10**5000, float("inf"), "", "x" * 5000, "a\x7fb", "\x1b[31m", "\ud800", [], [[]], {},
    {"a": {"b": {"c": []}}}, [1, "a", {}], {"": ""}, {"a\x7f.b": 1}, [{}], [None], "🦉", "1" * 5000, "1e5",
]  # fmt: skip


# --- the file ----------------------------------------------------------------------------------------------

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(["\x7f", '"', "'", "a.b", "\\"])
numbers = st.integers(-LARGEST, LARGEST) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.booleans() | numbers | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(words, values, max_size=5))
def test_what_is_written_is_read_as_it_was(pack: dict[str, Any]) -> None:
    assert packs.parsed(toml.dumps(pack)) == pack
    assert packs.written(pack) == toml.dumps(pack)


@pytest.mark.parametrize("pack", [{"a": None}, {"a": 10**5000}, {"a": "x" * packs.LONGEST}, {"a": {1: 2}}])
def test_what_could_not_be_read_again_is_not_written(pack: Any) -> None:
    with pytest.raises(BadPack, match="This description can't be saved"):
        packs.written(pack)


@pytest.mark.parametrize(
    "text",
    [
        "a." * 40_000 + "b = 1",
        "x = { " + "a." * 40_000 + "b = 1 }",
        "[" + '"a" . ' * 30_000 + "b]",
        "x = '''a''''\n" + "a." * 40_000 + "b = 1",
        'x = """a\\""""\n' + "a." * 40_000 + "b = 1",
        "x = [" * 30_000,
        "x = 1\n" * 30_000,
        "a = " + "1" * 5000,
        "a = 0x" + "f" * 100_000,
        "a = " + "{ a = " * 20_000,
        "a = [" + "[]," * 60_000 + "]",
        "'" * 200_000,
        '"\\' * 90_000,
    ],
)
def test_no_file_takes_long_to_refuse(text: str) -> None:
    begun = time.process_time()
    for game in OURS:
        with pytest.raises(BadPack):
            packs.read(text, opponent(game))
    assert time.process_time() - begun < 3


def test_dots_in_words_and_remarks_are_no_parts_of_a_name() -> None:
    dots = "." * 500
    assert packs.parsed(f"# {dots}\na = \"{dots}\"\n\"{dots}\" = '{dots}'\nb = '''\n{dots}'''\n")["a"] == dots


def test_a_file_is_read_only_as_far_as_a_pack_can_be(tmp_path: Path) -> None:
    file = tmp_path / "pack.toml"
    file.write_bytes(b"#" * 10_000_000)
    with pytest.raises(BadPack, match="the maximum is 200000"):
        read_pack(file)


# --- what is in it -----------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from places(inner, (*path, key))


def with_odd(pack: Any, path: tuple[Any, ...], odd: Any) -> Any:
    changed = copy.deepcopy(pack)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = copy.deepcopy(odd)
    return changed


def hostile(game: str, many: int) -> Iterator[Any]:
    """Yield copies of the sample pack with one odd value each, and values that are no packs at all."""
    dice = random.Random(game)
    pack = opponent(game).sample_pack()
    known = list(places(pack))
    yield from ODD
    yield from ({key: odd} for key in pack for odd in ODD)
    for _number in range(many):
        yield with_odd(pack, dice.choice(known), dice.choice(ODD))


@pytest.mark.fuzz
@pytest.mark.parametrize("game", GAMES)
def test_whatever_stands_in_a_pack_is_taken_or_refused_with_a_sentence(game: str) -> None:
    against = opponent(game)
    sentences = []
    for pack in hostile(game, 400):
        try:
            session = Session.new(game, seed=1, pack=against.checked_pack(pack))
        except RivalError as bad:
            sentences.append(str(bad))
        else:
            assert session.ask is not None
    assert sentences
    assert all(0 < len(one) < 10_000 for one in sentences)


@pytest.mark.parametrize("game", GAMES)
def test_a_pack_that_is_taken_can_be_kept_and_read_again(game: str) -> None:
    against = opponent(game)
    for pack in hostile(game, times(60)):
        try:
            checked = against.checked_pack(pack)
            keep_pack(against, checked)
        except BadPack:
            continue
        assert own_pack(against) == checked


# --- the owner's -------------------------------------------------------------------------------------------


def told_region(name: str) -> dict[str, Any]:
    return {"game": "mombasa", "learned": True, "map": {"known": [name, "Kano"], "borders": {name: {"Kano": 1}}}}


def test_a_guest_can_not_make_the_owners_pack_unreadable() -> None:
    """A region name may contain characters that TOML must escape: it is stored if printable, otherwise rejected."""
    against = opponent("mombasa")
    session = Session.new(against, seed=3)
    odd = "G\"a'\\o"
    keep_pack(against, told_region(odd))
    for unseen in ("Ga\x7fo", "Ga\no"):
        with pytest.raises(BadPack, match="can’t be the name of a region"):
            keep_pack(against, told_region(unseen))
        assert own_pack(against)["map"]["known"][0] == odd
    boxes.learn(PackFolder(), session, "2026-11-17")
    assert own_pack(against)["map"]["known"][0] == odd
    assert Session.new(against, pack=own_pack(against)).ask is not None


@pytest.mark.parametrize("own", [PackFolder(), PacksInMemory()])
def test_what_can_not_be_read_again_replaces_nothing(own: Any) -> None:
    against: Opponent = opponent("rolling-heights")
    good = against.checked_pack({**against.sample_pack(), "sample": False})
    own.keep(against, good)
    for bad in ({"nonsense": 1}, {**good, "note": None}, {**good, "x": 10**5000}):
        with pytest.raises(BadPack):
            own.keep(against, bad)
        assert own.own(against) == good
    if isinstance(own, PackFolder):
        assert [one.name for one in pack_file("rolling-heights").parent.iterdir()] == ["rolling-heights.toml"]


def test_an_owners_pack_that_was_damaged_is_named() -> None:
    file = pack_file("mombasa")
    file.parent.mkdir(parents=True)
    for text in ("map = [", 'game = "mombasa"\nmap = 5\n'):
        file.write_text(text)
        with pytest.raises(BadPack, match=r"mombasa\.toml"):
            own_pack(opponent("mombasa"))
