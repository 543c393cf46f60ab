"""Assumptions: nobody is asked, and a player can correct them at the next step."""

from __future__ import annotations

from typing import Any

import pytest

from rival.kernel import (
    Ask,
    BadAnswer,
    BadJournal,
    Json,
    Session,
)
from rival.kernel.session import Tally
from tests.support.shop_opponent import shop


def again(session: Session) -> Session:
    from rival.kernel.journal import loads

    return Session(loads(session.journal.dumps()), session.opponent)


def offers(session: Session) -> list[tuple[str, str]]:
    found = [entry.unless for entry in session.transcript if session.can_object(entry)]
    return [(str(one.id), one.label) for one in found if one is not None]


def test_nobody_is_asked_and_nothing_is_written() -> None:
    session = shop(tally := Tally())
    assert session.table.paid == [3, 3]
    assert session.open is not None
    assert session.open.key == "on"
    assert session.at == 0
    assert ("table", "fee") not in tally.asked
    assert offers(session) == [("step.1.fee", "too poor"), ("step.2.fee", "too poor")]
    assert [one.key for one in session.objections()] == ["step.1.fee", "step.2.fee"]


@pytest.mark.parametrize(("path", "paid"), [("step.1.fee", [1, 3]), ("step.2.fee", [3, 1])])
def test_an_objection_is_a_correction_that_is_answered_at_its_step(path: str, paid: list[int]) -> None:
    session = shop()
    rolled = list(session.table.rolled)
    session.correct(path, {"coins": 1})
    assert session.table.paid == paid
    assert session.table.rolled == rolled  # nothing is rolled again
    assert session.at == 1
    assert "Paid: coins: 1" in [entry.text for entry in session.transcript]
    assert again(session).table == session.table
    assert again(session).journal.dumps() == session.journal.dumps()
    assert list(again(session).transcript) == list(session.transcript)
    session.undo()
    assert session.table.paid == [3, 3]
    session.redo()
    assert session.table.paid == paid


def test_what_follows_an_objection_can_be_objected_to_as_well() -> None:
    session = shop()
    session.correct("step.1.fee", {"coins": 1})
    assert offers(session) == [("step.2.fee", "too poor")]
    session.correct("step.2.fee", {"coins": 0})
    assert session.table.paid == [1, 0]
    assert again(session).table.paid == [1, 0]


def test_objections_can_be_made_in_any_order() -> None:
    session = shop()
    session.correct("step.2.fee", {"coins": 0})
    assert offers(session) == [("step.1.fee", "too poor")]
    session.correct("step.1.fee", {"coins": 1})
    assert session.table.paid == [1, 0]
    assert session.transcript == again(session).transcript
    assert again(session).table.paid == [1, 0]
    session.undo()
    assert session.table.paid == [1, 3]


def test_a_journal_of_format_1_has_its_objections_in_order() -> None:
    session = shop()
    session.correct("step.1.fee", {"coins": 1})
    session.correct("step.2.fee", {"coins": 2})
    text = session.journal.dumps().replace('"rival":2', '"rival":1').replace("step.2.fee", "step.1.fee")
    text = "\n".join(line.split(',"sum"')[0] + "}" for line in text.splitlines()) + "\n"
    from rival.kernel.journal import loads

    assert Session(loads(text), session.opponent).table.paid == [1, 2]


def test_once_something_else_was_said_it_stands() -> None:
    session = shop()
    session.answer(1)
    assert session.table.paid == [3, 3, 3, 3]
    session.correct("step.2.fee", {"coins": 2})
    assert session.table.paid == [3, 3, 3, 2]
    session.answer(1)
    assert not offers(session)
    assert not session.objections()


def test_an_objection_that_does_not_fit_changes_nothing() -> None:
    session = shop()
    values: list[Json] = [{"coins": 9}, {"coins": 1.5}, [], None, {"gold": 1}]
    for value in values:
        with pytest.raises(BadAnswer):
            session.correct("step.1.fee", value)
    with pytest.raises(BadAnswer):
        session.correct("step.9.fee", {"coins": 1})
    assert session.at == 0
    assert session.table.paid == [3, 3]


def test_a_journal_with_an_objection_that_does_not_fit_says_which_entry() -> None:
    session = shop()
    session.correct("step.1.fee", {"coins": 1})
    session.journal.log[0] = session.journal.line[0] = ("correct", "step.1.fee", {"coins": 9})
    with pytest.raises(BadJournal, match="Entry 1 "):
        again(session)


def test_a_sample_table_objects_by_itself() -> None:
    class Poor:
        left = 8

        def objection(self, ask: Ask, table: Any) -> Json:
            pays = min(3, self.left)
            self.left -= pays
            return None if pays == 3 else {"coins": pays}

        def answer(self, ask: Ask, table: Any) -> Json:
            return 1

    session = shop()
    poor = Poor()
    poor.left -= 6  # the first two fees were paid before it took over
    session.play(poor)
    assert session.table.paid == [3, 3, 2, 0]
    assert again(session).table.paid == [3, 3, 2, 0]
    assert session.result is not None
    session.rewind(session.at - 2)
    assert session.table.paid == [3, 3, 2, 3]  # after undo the sample player corrects nothing


def test_words_that_were_read_change_with_an_objection_and_with_every_step_back_and_forth() -> None:
    session = shop()
    session.answer(4)
    session.transcript[:]
    session.correct("step.1.fee", {"coins": 1})
    assert session.transcript == again(session).transcript
    session.correct("step.2.fee", {"coins": 2})
    assert session.transcript == again(session).transcript
    for n in (1, 3, 0, 2, 1, 2, 3, 0, 3):
        session.rewind(n)
        assert session.transcript[:] == again(session).transcript[:]
        assert session.table == again(session).table
