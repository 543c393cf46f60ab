"""Replace an old answer: later answers are repeated if they still fit; a refused change leaves the game unchanged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rival.kernel import BadAnswer, Name, Session, snapshot
from rival.kernel.journal import loads
from tests.support.shop_opponent import shop
from tests.support.toy_opponent import toy

ALL = "Changed. All later answers still fit."


def towers() -> Session:
    """Start a game with three towers of the same height: it asks twice which comes first, then for the total."""
    session = toy({"a": 3, "b": 3, "c": 3})
    session.answer("a")
    session.answer("b")
    session.answer(30)
    return session


def test_what_followed_is_said_again_and_nothing_is_rolled_anew() -> None:
    session = towers()
    rolled = list(session.table.rolled)
    made = session.amend(0, "c")
    assert str(made.text) == ALL
    assert session.table.chosen[:2] == ["c", "b"]
    assert session.table.rolled == rolled
    assert session.result is not None
    assert session.journal.line == [("answer", "tower", "c"), ("answer", "tower", "b"), ("answer", "total", 30)]
    assert Session(loads(session.journal.dumps()), session.opponent).journal.line == session.journal.line


def test_it_stops_at_the_first_answer_that_does_not_fit_and_says_so() -> None:
    session = towers()
    made = session.amend(0, "b")
    assert str(made.text).startswith("Changed. The next answer no longer fits: Which tower? b: ")
    assert "a, c" in str(made.text)
    assert session.table.chosen == ["b"]
    assert (session.at, session.journal.future) == (1, [])
    assert session.ask is not None
    assert session.ask.key == "tower"


def test_it_stops_where_something_else_is_asked() -> None:
    session = toy({"a": 3, "b": 3, "c": 3})
    session.correct("heights.a", 5)  # the tallest: only then is there something to choose
    session.answer("b")
    session.answer(30)
    made = session.amend(0, 3)
    assert str(made.text).startswith(
        "Changed. 1 later answer still fits, but the next one does not: the game now asks a different question"
    )
    assert str(made.text).endswith("Which tower?")
    assert session.at == 2


def test_it_stops_where_the_table_would_be_impossible() -> None:
    session = towers()
    rule = lambda table: [Name("b is never second.")] if table.chosen[:2] == ["c", "b"] else []  # noqa: E731
    strict = Session(session.journal, replace(session.opponent, problems=rule))
    made = strict.amend(0, "c")
    assert str(made.text).endswith("Which tower? b: b is never second.")
    assert (strict.table.chosen, strict.at, strict.journal.future) == (["c"], 1, [])
    assert Session(loads(strict.journal.dumps()), strict.opponent).table == strict.table


def test_it_stops_where_the_game_is_over() -> None:
    session = toy({"a": 3, "b": 3, "c": 3})
    session.use_dice("mine")
    for value in ("a", 1, "b", 2, 3, 30):
        session.answer(value)
    made = session.amend(0, "program")
    assert session.result is None
    assert "the game now asks a different question there: Which tower?" in str(made.text)
    made = session.amend(1, "c")
    assert session.table.chosen == ["c"]


def test_what_went_without_saying_is_objected_to_again() -> None:
    session = shop()
    session.answer(1)
    session.correct("step.1.fee", {"coins": 1})
    session.answer(2)
    assert str(session.amend(0, 5).text) == ALL
    assert session.journal.line == [("answer", "on", 5), ("correct", "step.1.fee", {"coins": 1}), ("answer", "on", 2)]
    assert str(session.amend(1, {"coins": 0}).text) == ALL
    assert session.table.paid == [3, 3, 0, 3]


def test_the_last_answer_is_changed_alone_and_the_table_is_put_right() -> None:
    session = toy({"a": 3, "b": 3, "c": 3})
    session.answer("a")
    made = session.amend(0, "b")
    assert str(made.text) == "Changed."
    assert [one.text for one in made.repairs]


@pytest.mark.parametrize("wrong", ["nothing", None, 7, ["a"]])
def test_a_new_answer_that_does_not_fit_changes_nothing(wrong: object) -> None:
    session = towers()
    session.undo()
    before, table, seen = session.journal.dumps(), snapshot(session.table), list(session.transcript)
    for n in (0, 1):
        with pytest.raises(BadAnswer):
            session.amend(n, wrong)
        assert session.journal.dumps() == before
        assert (snapshot(session.table), list(session.transcript)) == (table, seen)
        assert session.journal.future == [("answer", "total", 30)]


def test_only_what_was_said_can_be_changed() -> None:
    session = toy({"a": 3, "b": 3, "c": 3})
    with pytest.raises(BadAnswer, match="There is no answer to change"):
        session.amend(0, "a")
    session.answer("a")
    for n in (-1, 1, "0", None):
        with pytest.raises(BadAnswer, match="from 0 to 0"):
            session.amend(n, "b")


def test_dice_and_corrections_are_said_again_too() -> None:
    session = toy({"a": 3, "b": 3, "c": 3})
    session.answer("a")
    session.use_dice("mine")
    session.correct("heights.c", 9)
    session.answer(4)
    said = session.journal.line[1:]
    assert str(session.amend(0, "b").text) == ALL
    assert session.journal.line[1:] == said
    assert session.table.heights["c"] == 9


def test_what_was_answered_is_known_after_it_was_taken_back() -> None:
    session = towers()
    assert session.before is None
    session.undo()
    assert session.before == 30
    session.rewind(0)
    assert session.before == "a"
    session.redo()
    assert session.before == "b"
    session.answer("c")
    assert session.before == 30  # the same question returns: its former answer is offered
    assert (session.past(0).before, session.at) == ("a", 2)
