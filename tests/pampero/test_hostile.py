"""Hostile text from outside: every reader answers quickly with a value or an error message."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rival.games.pampero import opponent
from rival.games.pampero import pack as packs
from rival.games.pampero.card_paths import ANY_CRITERION, CONDITION, GAIN, MAJORITY
from rival.games.pampero.cards import get_zone
from rival.games.pampero.game_setup import parse_bonus_column, parse_grid_board
from rival.games.pampero.icon_grammar import read_icon
from rival.games.pampero.icon_text import read_stored_phrase
from rival.games.pampero.pack_model import ENTRY_TYPES
from rival.games.pampero.sample import SampleTable, load_full_pack, make_blank_pack
from rival.games.pampero.table import TOPICS, new_table
from rival.games.pampero.tile_text import read_scoring_card, read_tile, read_token
from rival.games.pampero.tower_bonus import make_tile_list, parse_tile_or_bonus
from rival.kernel import BadAnswerError, BadPackError, Session

TIME_LIMIT = 2.0


class TooSlowError(AssertionError):
    pass


@contextmanager
def limit_execution_time() -> Iterator[None]:
    """Stop code that takes too long, even inside a regular expression."""

    def raise_timeout(_signal: int, _frame: FrameType | None) -> None:
        raise TooSlowError(f"this took more than {TIME_LIMIT} s of the processor")

    before = signal.signal(signal.SIGVTALRM, raise_timeout)
    signal.setitimer(signal.ITIMER_VIRTUAL, TIME_LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


TABLE = new_table(opponent.resolve_options({}), load_full_pack())
SECTORS = list(TABLE.sectors)
READERS: dict[str, Callable[[str], object]] = {
    "column": lambda words: parse_bonus_column(TABLE, words),
    "grid": lambda words: parse_grid_board(words.split("\n")),
    "tile number": lambda words: make_tile_list().validate([words]),
    "tile or bonus": lambda words: parse_tile_or_bonus(TABLE, words),
    "contract": lambda words: read_tile(TABLE, words, SECTORS),
    "link token": lambda words: read_token(TABLE, words),
    "scoring card": lambda words: read_scoring_card(TABLE, words),
    "bonus": lambda words: read_stored_phrase(words, GAIN, TABLE),
    "criterion": lambda words: read_stored_phrase(words, ANY_CRITERION, TABLE),
    "condition": lambda words: read_icon(words, CONDITION),
    "majority": lambda words: read_stored_phrase(words, MAJORITY, TABLE),
    "place": get_zone,
    "pack": packs.parse_pack,
    "part": lambda words: packs.replace_pack_part(TABLE.pack, words, words),
    "card part": lambda words: packs.replace_pack_part(TABLE.pack, f"card c, {words}", words),
}
LONG_LINES = [
    "1" * 60 + "x\n",
    "1 " * 140 + "x\n",
    '"' * 299,
    '"\\' * 149,
    ", behind it " * 24,
    ',"' * 149,
    "other(" * 49,
    'other("' + "\\" * 290,
    "other(" + "[" * 290,
    "then " * 59,
    "most " + "a-" * 140,
    " " * 299 + "x",
    "$" * 299,
    "9" * 299,
    "٣" * 299,
    "+".join("9" * 99),
    ".".join("9" * 99),
    "#" * 299,
    "\x1b[2J" * 70,
    "\u202e" + "a" * 290,
]
TEXT_PIECES = [
    "1",
    "9" * 20,
    "x",
    " ",
    "\n",
    "\t",
    '"',
    "\\",
    ",",
    "$",
    "+",
    ".",
    "#",
    "(",
    ")",
    "[",
    "behind it",
    "then",
]
TEXT_PIECES += [
    "other(",
    "energy",
    "most",
    "symbols",
    "sector",
    "A1",
    "tourism",
    "\x00",
    "\x1b",
    "\u202e",
    "٣",
    "é",
    "😀",
]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("words", LONG_LINES, ids=lambda words: repr(words[:12]))
def test_a_long_line_is_read_in_a_moment(reader: str, words: str) -> None:
    check_unsafe_text_is_rejected(READERS[reader], words)


@pytest.mark.parametrize("reader", READERS)
@given(words=st.lists(st.sampled_from(TEXT_PIECES), max_size=40).map("".join) | st.text(max_size=80))
def test_any_typed_text_becomes_a_value_or_an_error_message(reader: str, words: str) -> None:
    check_unsafe_text_is_rejected(READERS[reader], words[:300])


def check_unsafe_text_is_rejected(read: Callable[[str], object], text: str) -> None:
    message = get_refusal_message(lambda: read(text))
    assert message is None or ("\x1b" not in message and 0 < len(message) < 1500)


def get_refusal_message(read: Callable[[], object]) -> str | None:
    """Return the message of a refusal, or None if there was none."""
    with limit_execution_time():
        try:
            read()
        except (BadAnswerError, BadPackError) as bad:
            return str(bad)
    return None


def test_sixty_digits_a_letter_and_a_line_break_for_the_bonus_board() -> None:
    session = Session.new(opponent, seed=1, pack=make_blank_pack())
    table = SampleTable(1, session.options, tuple(TOPICS))
    while session.open_ask is not None and session.open_ask.key != "bonus-board":
        session.answer(table.answer(session.open_ask, session.table))
    with limit_execution_time(), pytest.raises(BadAnswerError):
        session.answer({"A": ["1" * 60 + "x\n"], "B": ["1"], "C": ["1"]})


def test_every_text_question_of_a_first_game_survives_hostile_text() -> None:
    session = Session.new(opponent, seed=5, pack=make_blank_pack())
    table = SampleTable(5, session.options, tuple(TOPICS))
    tried = set()
    while session.open_ask is not None:
        right = table.answer(session.open_ask, session.table)
        at = session.position
        for words in LONG_LINES if session.open_ask.key not in tried else LONG_LINES[:1]:
            with limit_execution_time():
                try:
                    session.answer(replace_texts_in_answer(right, words))
                except BadAnswerError:
                    continue
            session.seek(at)
            assert session.position == at
        tried.add(session.open_ask.key)
        session.answer(right)
    assert {"bonus-board", "map-contracts", "card-section", "tile-effects", "income-tracks"} <= tried


def replace_texts_in_answer(right: Any, text: str) -> Any:
    """Return the right answer with this text in every place for text."""
    if isinstance(right, dict):
        return {key: replace_texts_in_answer(one, text) for key, one in right.items()} or text
    if isinstance(right, list):
        return [*right[1:], text]
    return text


# --- packs ---------------------------------------------------------------------------------------------------

BIG_NUMBER = int("9" * 4000)
HUGE_NUMBER = 16**9000
ODD_VALUES: list[Any] = [
    1.5,
    float("nan"),
    True,
    -1,
    BIG_NUMBER,
    HUGE_NUMBER,
    "",
    "\x7f",
    "\x1b[2J",
    "x" * 5000,
    [],
    {},
    [[]],
    [{}],
]
ODD_VALUES += [{"a": {"b": {"c": 1}}}, ["x"] * 3000, None]


@pytest.mark.parametrize(
    "value", ODD_VALUES, ids=lambda value: repr(value)[:12] if value is not HUGE_NUMBER else "16**9000"
)
def test_a_pack_with_something_odd_anywhere_is_refused_with_a_sentence(value: Any) -> None:
    for changed in make_corrupted_packs(value):
        said = get_refusal_message(lambda: (opponent.parse_pack(changed), opponent.find_pack_oddities(changed)))  # noqa: B023
        assert said is None or (said and "\x1b" not in said)


def make_corrupted_packs(value: Any) -> Iterator[Any]:
    """Yield the sample pack with a value in the place of each kind of thing in it."""
    yield value
    whole = {key: one[:1] if isinstance(one, list) else one for key, one in load_full_pack().items()}
    for key in [*whole, "learned", "to_check"]:
        yield {**whole, key: value}
    for name in ENTRY_TYPES:
        first, *rest = whole[name]
        yield {**whole, name: [value, *rest]}
        yield from ({**whole, name: [{**first, key: value}, *rest]} for key in first)
    card, *cards = whole["card"]
    section, *sections = card["section"]
    yield {**whole, "card": [value, *cards]}
    for key in (*card, "number", "owner", "to_check"):
        yield {**whole, "card": [{**card, key: value}, *cards]}
    for key in (*section, "position", "order", "rows", "bonus"):
        yield {**whole, "card": [{**card, "section": [{**section, key: value}, *sections]}, *cards]}
    for inner in ("rows", "bonus"):
        changed = {**section, inner: {"A": value, "map": value, "x y": value}}
        yield {**whole, "card": [{**card, "section": [changed, *sections]}, *cards]}


@pytest.mark.parametrize("position", [1.0, True, "1", [1], BIG_NUMBER])
def test_a_position_is_a_whole_number(position: Any) -> None:
    document = {"schema": 1, "game": "pampero", "card": [{"id": "c", "section": [{"position": position}]}]}
    assert "position" in str(packs.read_pack_document(document).errors[0])


def test_numbers_of_a_pack_have_a_limit() -> None:
    for text in (f"[pieces]\nfarms = {'9' * 5000}", f"[pieces]\nfarms = 0x{'f' * 9000}", "[pieces]\nfarms = 10001"):
        with limit_execution_time(), pytest.raises(BadPackError):
            packs.parse_pack(f'schema = 1\ngame = "pampero"\n{text}\n')


def test_a_pack_of_thousands_of_entries_is_refused_in_a_moment() -> None:
    markets = [{"id": f"m{'a' * n}"} for n in range(38)] * 60
    contracts = [{"id": f"k{n}", "symbols": ["mbb"]} for n in range(3000)]
    document = {"schema": 1, "game": "pampero", "market": markets, "contract": contracts}
    with limit_execution_time(), pytest.raises(BadPackError, match="at most 200 are allowed"):
        opponent.parse_pack(json.loads(json.dumps(document)))


def test_a_pack_nested_without_end_is_refused() -> None:
    deep: Any = []
    for _n in range(100_000):
        deep = [deep]
    with limit_execution_time(), pytest.raises(BadPackError):
        opponent.parse_pack({"schema": 1, "game": "pampero", "note": deep})


@pytest.mark.parametrize("name", ["k#1", "##", "k\u0663", "#1#"])
def test_a_name_that_no_pack_could_hold_is_refused_at_the_table(name: str) -> None:
    with pytest.raises(BadAnswerError):
        read_tile(TABLE, f"{name} A1 4", SECTORS)
