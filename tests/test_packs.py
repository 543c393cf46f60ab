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
from rival.engine.packs import InMemoryPackStore
from rival.home import PackFolder, get_pack_file, load_own_pack, read_pack, save_own_pack
from rival.kernel import BadPackError, Opponent, RivalError, Session, load_opponent, toml
from rival.kernel.journal import MAX_INTEGER
from tests.support.example_counts import scale_examples
from tests.support.own_opponents import OURS

GAMES = sorted(rival.load_opponents())

ODD_VALUES: list[Any] = [
    None, True, 1.5, -1, 10**17, 10**5000, float("inf"), "", "x" * 5000, "a\x7fb", "\x1b[31m", "\ud800", [], [[]], {},
    {"a": {"b": {"c": []}}}, [1, "a", {}], {"": ""}, {"a\x7f.b": 1}, [{}], [None], "🦉", "1" * 5000, "1e5",
]  # fmt: skip


# --- the file ----------------------------------------------------------------------------------------------

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(["\x7f", '"', "'", "a.b", "\\"])
numbers = st.integers(-MAX_INTEGER, MAX_INTEGER) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.booleans() | numbers | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=12,
)


@given(st.dictionaries(words, values, max_size=5))
def test_a_written_pack_reads_back_unchanged(pack: dict[str, Any]) -> None:
    assert packs.parse_pack_toml(toml.format_pack(pack)) == pack
    assert packs.serialize_pack(pack) == toml.format_pack(pack)


@pytest.mark.parametrize("pack", [{"a": None}, {"a": 10**5000}, {"a": "x" * packs.MAX_PACK_LENGTH}, {"a": {1: 2}}])
def test_unreadable_values_are_not_written(pack: Any) -> None:
    with pytest.raises(BadPackError, match="This description can't be saved"):
        packs.serialize_pack(pack)


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
def test_every_invalid_file_is_rejected_quickly(text: str) -> None:
    begun = time.process_time()
    for game in OURS:
        with pytest.raises(BadPackError):
            packs.parse_pack(text, load_opponent(game))
    assert time.process_time() - begun < 3


def test_dots_in_text_and_comments_do_not_split_names() -> None:
    dots = "." * 500
    assert packs.parse_pack_toml(f"# {dots}\na = \"{dots}\"\n\"{dots}\" = '{dots}'\nb = '''\n{dots}'''\n")["a"] == dots


def test_a_file_larger_than_any_pack_is_not_read_completely(tmp_path: Path) -> None:
    file = tmp_path / "pack.toml"
    file.write_bytes(b"#" * 10_000_000)
    with pytest.raises(BadPackError, match="the maximum is 200000"):
        read_pack(file)


# --- what is in it -----------------------------------------------------------------------------------------


def list_places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from list_places(inner, (*path, key))


def replace_place(pack: Any, path: tuple[Any, ...], odd: Any) -> Any:
    changed = copy.deepcopy(pack)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = copy.deepcopy(odd)
    return changed


def generate_hostile_packs(game: str, many: int) -> Iterator[Any]:
    """Yield copies of the sample pack with one odd value each, and values that are no packs at all."""
    dice = random.Random(game)
    pack = load_opponent(game).make_sample_pack()
    known_value = list(list_places(pack))
    yield from ODD_VALUES
    yield from ({key: odd} for key in pack for odd in ODD_VALUES)
    for _number in range(many):
        yield replace_place(pack, dice.choice(known_value), dice.choice(ODD_VALUES))


@pytest.mark.fuzz
@pytest.mark.parametrize("game", GAMES)
def test_any_pack_is_accepted_or_rejected_with_a_message(game: str) -> None:
    tested_opponent = load_opponent(game)
    sentences = []
    for pack in generate_hostile_packs(game, 400):
        try:
            session = Session.new(game, seed=1, pack=tested_opponent.validate_pack(pack))
        except RivalError as error:
            sentences.append(str(error))
        else:
            assert session.ask is not None
    assert sentences
    assert all(0 < len(entry) < 10_000 for entry in sentences)


@pytest.mark.parametrize("game", GAMES)
def test_an_accepted_pack_can_be_stored_and_read_again(game: str) -> None:
    tested_opponent = load_opponent(game)
    for pack in generate_hostile_packs(game, scale_examples(60)):
        try:
            checked = tested_opponent.validate_pack(pack)
            save_own_pack(tested_opponent, checked)
        except BadPackError:
            continue
        assert load_own_pack(tested_opponent) == checked


# --- the owner's -------------------------------------------------------------------------------------------


def enter_region(name: str) -> dict[str, Any]:
    return {"game": "mombasa", "learned": True, "map": {"known": [name, "Kano"], "borders": {name: {"Kano": 1}}}}


def test_a_guest_can_not_make_the_owners_pack_unreadable() -> None:
    """A region name may contain characters that TOML must escape: it is stored if printable, otherwise rejected."""
    tested_opponent = load_opponent("mombasa")
    session = Session.new(tested_opponent, seed=3)
    odd = "G\"a'\\o"
    save_own_pack(tested_opponent, enter_region(odd))
    for unseen in ("Ga\x7fo", "Ga\no"):
        with pytest.raises(BadPackError, match="can’t be the name of a region"):
            save_own_pack(tested_opponent, enter_region(unseen))
        assert load_own_pack(tested_opponent)["map"]["known"][0] == odd
    boxes.save_learned_parts(PackFolder(), session, "2026-11-17")
    assert load_own_pack(tested_opponent)["map"]["known"][0] == odd
    assert Session.new(tested_opponent, pack=load_own_pack(tested_opponent)).ask is not None


@pytest.mark.parametrize("own", [PackFolder(), InMemoryPackStore()])
def test_an_unreadable_pack_replaces_nothing(own: Any) -> None:
    tested_opponent: Opponent = load_opponent("rolling-heights")
    good = tested_opponent.validate_pack({**tested_opponent.make_sample_pack(), "sample": False})
    own.save_pack(tested_opponent, good)
    for error in ({"nonsense": 1}, {**good, "note": None}, {**good, "x": 10**5000}):
        with pytest.raises(BadPackError):
            own.save_pack(tested_opponent, error)
        assert own.load_pack(tested_opponent) == good
    if isinstance(own, PackFolder):
        assert [entry.name for entry in get_pack_file("rolling-heights").parent.iterdir()] == ["rolling-heights.toml"]


def test_the_message_names_a_damaged_pack_file() -> None:
    file = get_pack_file("mombasa")
    file.parent.mkdir(parents=True)
    for text in ("map = [", 'game = "mombasa"\nmap = 5\n'):
        file.write_text(text)
        with pytest.raises(BadPackError, match=r"mombasa\.toml"):
            load_own_pack(load_opponent("mombasa"))
