"""Journals that were truncated, edited, or written by something else: a message, and no other effect."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rival

GOOD = rival.play_demo("rolling-heights", seed=2).journal.format_text()
LINES = GOOD.splitlines(keepends=True)


def edit_journal(number: int, **changes: object) -> str:
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
        (edit_journal(1, game="chess"), "no opponent “chess”"),
        (edit_journal(1, rival=99), "newer version of Rival"),
        (edit_journal(1, rules=99), "newer version of the rules"),
        (edit_journal(1, seed="2"), "“seed” is missing or has the wrong type"),
        (edit_journal(1, dice="loaded"), "“dice”"),
        (edit_journal(1, options={"hard": 3}), "hard can't be 3"),
        (edit_journal(1, options={"soft": True}), "no option “soft”"),
        (edit_journal(1, pack={"game": "mombasa"}), "not a pack of Rolling Heights"),
        (edit_journal(1, pack={"game": "rolling-heights", "districts": {"7": ["."]}}), "no district 7"),
        (edit_journal(6, key="cubes"), "it answers “cubes”, but the game asks “plan” at this point"),
        (edit_journal(6, answer={"type": "castle", "wood": 1}), "“castle” is not one of the options"),
        (edit_journal(3, n=7), "entry 2 is expected here"),
        (edit_journal(3, more=1), "it is not an answer, a correction"),
        (GOOD + '{"goto":5000}\n', "refers to an entry that does not exist"),
        (GOOD + '{"n":9999,"key":"x","answer":1}\n', "is expected here"),
    ],
)
def test_a_bad_journal_gets_a_clear_error_message(text: str, sentence: str) -> None:
    with pytest.raises(rival.BadJournalError) as problem:
        rival.Session.load(text)
    assert sentence in str(problem.value)


def test_answers_after_the_end_are_refused() -> None:
    journal = rival.play_demo("rolling-heights", seed=2).journal
    journal.append(("answer", "final", {"ads": 0, "yours": 0}))
    with pytest.raises(rival.BadJournalError, match="the game is already over at that point"):
        rival.Session.load(journal.format_text())


def test_a_journal_without_checksums_can_be_read() -> None:
    assert rival.Session.load(edit_journal(1)).result == rival.Session.load(GOOD).result


@given(st.data())
def test_any_damage_gets_an_error_message(data: st.DataObject) -> None:
    position = data.draw(st.integers(0, len(GOOD) - 1))
    text = GOOD[:position] + data.draw(st.text(max_size=4)) + GOOD[position + data.draw(st.integers(0, 3)) :]
    try:
        session = rival.Session.load(text)
    except rival.BadJournalError:
        return
    assert session.journal.format_text() in (GOOD, text)
