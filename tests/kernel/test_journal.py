"""Journals that were truncated, edited, or written by something else: a message, and no other effect."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rival

GOOD = rival.demo("rolling-heights", seed=2).journal.dumps()
LINES = GOOD.splitlines(keepends=True)


def edited(number: int, **changes: object) -> str:
    """Return the journal with one line changed and its checksums corrected, as a clever editor would do."""
    rows = [json.loads(line) for line in LINES]
    rows[number - 1].update(changes)
    return "".join(json.dumps({k: v for k, v in row.items() if k != "sum"}, ensure_ascii=False) + "\n" for row in rows)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "empty"),
        ("hello\n", "Line 1 of the journal is not valid: it is not JSON"),
        ("[1]\n", "not a JSON object"),
        ('{"a": 1}\n', "not a Rival journal"),
        (GOOD[:-9], "is incomplete; the lines before it are intact"),
        (GOOD.replace('"seed":2', '"seed":3'), "this line or an earlier one was edited"),
        ("".join([LINES[0], *LINES[2:]]), "this line or an earlier one was edited"),
        (edited(1, game="chess"), "no opponent “chess”"),
        (edited(1, rival=99), "newer version of Rival"),
        (edited(1, rules=99), "newer version of the rules"),
        (edited(1, seed="2"), "“seed” is missing or has the wrong type"),
        (edited(1, dice="loaded"), "“dice”"),
        (edited(1, options={"hard": 3}), "hard can't be 3"),
        (edited(1, options={"soft": True}), "no option “soft”"),
        (edited(1, pack={"game": "mombasa"}), "not a pack of Rolling Heights"),
        (edited(1, pack={"game": "rolling-heights", "districts": {"7": ["."]}}), "no district 7"),
        (edited(6, key="cubes"), "it answers “cubes”, but the game asks “plan” at this point"),
        (edited(6, answer={"type": "castle", "wood": 1}), "“castle” is not one of the options"),
        (edited(3, n=7), "entry 2 is expected here"),
        (edited(3, more=1), "it is not an answer, a correction"),
        (GOOD + '{"goto":5000}\n', "refers to an entry that does not exist"),
        (GOOD + '{"n":9999,"key":"x","answer":1}\n', "is expected here"),
    ],
)
def test_a_bad_journal_gets_a_clear_sentence(text: str, sentence: str) -> None:
    with pytest.raises(rival.BadJournal) as problem:
        rival.Session.load(text)
    assert sentence in str(problem.value)


def test_answers_after_the_end_are_refused() -> None:
    journal = rival.demo("rolling-heights", seed=2).journal
    journal.say(("answer", "final", {"ads": 0, "yours": 0}))
    with pytest.raises(rival.BadJournal, match="the game is already over at that point"):
        rival.Session.load(journal.dumps())


def test_a_journal_without_sums_is_read_too() -> None:
    assert rival.Session.load(edited(1)).result == rival.Session.load(GOOD).result


@given(st.data())
def test_no_damage_ever_gets_past_with_anything_but_a_sentence(data: st.DataObject) -> None:
    position = data.draw(st.integers(0, len(GOOD) - 1))
    text = GOOD[:position] + data.draw(st.text(max_size=4)) + GOOD[position + data.draw(st.integers(0, 3)) :]
    try:
        session = rival.Session.load(text)
    except rival.BadJournal:
        return
    assert session.journal.dumps() in (GOOD, text)
