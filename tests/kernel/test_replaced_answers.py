"""Replace an old answer: later answers are repeated if they still fit; a refused change leaves the game unchanged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rival.kernel import BadAnswerError, Name, Session, take_snapshot
from rival.kernel.journal import parse_journal
from tests.support.shop_opponent import start_shop_game
from tests.support.toy_opponent import start_toy_game

ALL = "Changed. All later answers still fit."


def start_tower_game() -> Session:
    """Start a game with three towers of the same height: it asks twice which comes first, then for the total."""
    session = start_toy_game({"a": 3, "b": 3, "c": 3})
    session.answer("a")
    session.answer("b")
    session.answer(30)
    return session


def test_later_answers_are_repeated_without_new_rolls() -> None:
    session = start_tower_game()
    rolled = list(session.table.rolled)
    made = session.replace_answer(0, "c")
    assert str(made.text) == ALL
    assert session.table.chosen[:2] == ["c", "b"]
    assert session.table.rolled == rolled
    assert session.result is not None
    assert session.journal.active_entries == [
        ("answer", "tower", "c"),
        ("answer", "tower", "b"),
        ("answer", "total", 30),
    ]
    assert (
        Session(parse_journal(session.journal.format_text()), session.opponent).journal.active_entries
        == session.journal.active_entries
    )


def test_it_stops_at_the_first_answer_that_no_longer_fits() -> None:
    session = start_tower_game()
    made = session.replace_answer(0, "b")
    assert str(made.text).startswith("Changed. The next answer no longer fits: Which tower? b: ")
    assert "a, c" in str(made.text)
    assert session.table.chosen == ["b"]
    assert (session.position, session.journal.undone_entries) == (1, [])
    assert session.ask is not None
    assert session.ask.key == "tower"


def test_it_stops_at_a_different_question() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 3})
    session.correct("heights.a", 5)  # the tallest: only then is there something to choose
    session.answer("b")
    session.answer(30)
    made = session.replace_answer(0, 3)
    assert str(made.text).startswith(
        "Changed. 1 later answer still fits, but the next one does not: the game now asks a different question"
    )
    assert str(made.text).endswith("Which tower?")
    assert session.position == 2


def test_it_stops_if_the_table_violates_an_invariant() -> None:
    session = start_tower_game()
    rule = lambda table: [Name("b is never second.")] if table.chosen[:2] == ["c", "b"] else []  # noqa: E731
    strict = Session(session.journal, replace(session.opponent, check_invariants=rule))
    made = strict.replace_answer(0, "c")
    assert str(made.text).endswith("Which tower? b: b is never second.")
    assert (strict.table.chosen, strict.position, strict.journal.undone_entries) == (["c"], 1, [])
    assert Session(parse_journal(strict.journal.format_text()), strict.opponent).table == strict.table


def test_it_stops_where_the_game_is_over() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 3})
    session.use_dice("mine")
    for value in ("a", 1, "b", 2, 3, 30):
        session.answer(value)
    made = session.replace_answer(0, "program")
    assert session.result is None
    assert "the game now asks a different question there: Which tower?" in str(made.text)
    made = session.replace_answer(1, "c")
    assert session.table.chosen == ["c"]


def test_corrected_assumptions_are_corrected_again() -> None:
    session = start_shop_game()
    session.answer(1)
    session.correct("step.1.fee", {"coins": 1})
    session.answer(2)
    assert str(session.replace_answer(0, 5).text) == ALL
    assert session.journal.active_entries == [
        ("answer", "on", 5),
        ("correct", "step.1.fee", {"coins": 1}),
        ("answer", "on", 2),
    ]
    assert str(session.replace_answer(1, {"coins": 0}).text) == ALL
    assert session.table.paid == [3, 3, 0, 3]


def test_replacing_the_last_answer_returns_undo_instructions() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 3})
    session.answer("a")
    made = session.replace_answer(0, "b")
    assert str(made.text) == "Changed."
    assert [one.text for one in made.instructions]


@pytest.mark.parametrize("wrong", ["nothing", None, 7, ["a"]])
def test_a_new_answer_that_does_not_fit_changes_nothing(wrong: object) -> None:
    session = start_tower_game()
    session.undo()
    before, table, seen = session.journal.format_text(), take_snapshot(session.table), list(session.transcript)
    for n in (0, 1):
        with pytest.raises(BadAnswerError):
            session.replace_answer(n, wrong)
        assert session.journal.format_text() == before
        assert (take_snapshot(session.table), list(session.transcript)) == (table, seen)
        assert session.journal.undone_entries == [("answer", "total", 30)]


def test_only_existing_entries_can_be_replaced() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 3})
    with pytest.raises(BadAnswerError, match="There is no answer to change"):
        session.replace_answer(0, "a")
    session.answer("a")
    for n in (-1, 1, "0", None):
        with pytest.raises(BadAnswerError, match="from 0 to 0"):
            session.replace_answer(n, "b")


def test_dice_modes_and_corrections_are_repeated() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 3})
    session.answer("a")
    session.use_dice("mine")
    session.correct("heights.c", 9)
    session.answer(4)
    said = session.journal.active_entries[1:]
    assert str(session.replace_answer(0, "b").text) == ALL
    assert session.journal.active_entries[1:] == said
    assert session.table.heights["c"] == 9


def test_an_undone_answer_is_suggested_again() -> None:
    session = start_tower_game()
    assert session.previous_answer is None
    session.undo()
    assert session.previous_answer == 30
    session.seek(0)
    assert session.previous_answer == "a"
    session.redo()
    assert session.previous_answer == "b"
    session.answer("c")
    assert session.previous_answer == 30  # the same question returns: its former answer is offered
    assert (session.replay_to(0).previous_answer, session.position) == ("a", 2)
