"""Assumptions: nobody is asked, and a player can correct them at the next step."""

from __future__ import annotations

from typing import Any

import pytest

from rival.kernel import (
    Ask,
    BadAnswerError,
    BadJournalError,
    Json,
    Session,
)
from rival.kernel.game_log import StepCounter
from tests.support.shop_opponent import start_shop_game


def reload_session(session: Session) -> Session:
    from rival.kernel.journal import parse_journal

    return Session(parse_journal(session.journal.format_text()), session.opponent)


def list_objections(session: Session) -> list[tuple[str, str]]:
    found = [entry.objection for entry in session.transcript if session.can_object(entry)]
    return [(str(one.id), one.label) for one in found if one is not None]


def test_an_assumption_asks_nobody_and_is_not_stored() -> None:
    session = start_shop_game(tally := StepCounter())
    assert session.table.paid == [3, 3]
    assert session.open_ask is not None
    assert session.open_ask.key == "on"
    assert session.position == 0
    assert ("table", "fee") not in tally.question_counts
    assert list_objections(session) == [("step.1.fee", "too poor"), ("step.2.fee", "too poor")]
    assert [one.key for one in session.list_open_assumptions()] == ["step.1.fee", "step.2.fee"]


@pytest.mark.parametrize(("path", "paid"), [("step.1.fee", [1, 3]), ("step.2.fee", [3, 1])])
def test_an_objection_replays_the_game_from_its_step(path: str, paid: list[int]) -> None:
    session = start_shop_game()
    rolled = list(session.table.rolled)
    session.correct(path, {"coins": 1})
    assert session.table.paid == paid
    assert session.table.rolled == rolled  # nothing is rolled again
    assert session.position == 1
    assert "Paid: coins: 1" in [entry.text for entry in session.transcript]
    assert reload_session(session).table == session.table
    assert reload_session(session).journal.format_text() == session.journal.format_text()
    assert list(reload_session(session).transcript) == list(session.transcript)
    session.undo()
    assert session.table.paid == [3, 3]
    session.redo()
    assert session.table.paid == paid


def test_assumptions_after_an_objection_can_be_corrected() -> None:
    session = start_shop_game()
    session.correct("step.1.fee", {"coins": 1})
    assert list_objections(session) == [("step.2.fee", "too poor")]
    session.correct("step.2.fee", {"coins": 0})
    assert session.table.paid == [1, 0]
    assert reload_session(session).table.paid == [1, 0]


def test_objections_can_be_made_in_any_order() -> None:
    session = start_shop_game()
    session.correct("step.2.fee", {"coins": 0})
    assert list_objections(session) == [("step.1.fee", "too poor")]
    session.correct("step.1.fee", {"coins": 1})
    assert session.table.paid == [1, 0]
    assert session.transcript == reload_session(session).transcript
    assert reload_session(session).table.paid == [1, 0]
    session.undo()
    assert session.table.paid == [1, 3]


def test_a_journal_of_format_1_has_its_objections_in_order() -> None:
    session = start_shop_game()
    session.correct("step.1.fee", {"coins": 1})
    session.correct("step.2.fee", {"coins": 2})
    text = session.journal.format_text().replace('"rival":2', '"rival":1').replace("step.2.fee", "step.1.fee")
    text = "\n".join(line.split(',"sum"')[0] + "}" for line in text.splitlines()) + "\n"
    from rival.kernel.journal import parse_journal

    assert Session(parse_journal(text), session.opponent).table.paid == [1, 2]


def test_an_assumption_is_closed_by_the_next_entry() -> None:
    session = start_shop_game()
    session.answer(1)
    assert session.table.paid == [3, 3, 3, 3]
    session.correct("step.2.fee", {"coins": 2})
    assert session.table.paid == [3, 3, 3, 2]
    session.answer(1)
    assert not list_objections(session)
    assert not session.list_open_assumptions()


def test_an_objection_that_does_not_fit_changes_nothing() -> None:
    session = start_shop_game()
    values: list[Json] = [{"coins": 9}, {"coins": 1.5}, [], None, {"gold": 1}]
    for value in values:
        with pytest.raises(BadAnswerError):
            session.correct("step.1.fee", value)
    with pytest.raises(BadAnswerError):
        session.correct("step.9.fee", {"coins": 1})
    assert session.position == 0
    assert session.table.paid == [3, 3]


def test_a_journal_with_an_objection_that_does_not_fit_says_which_entry() -> None:
    session = start_shop_game()
    session.correct("step.1.fee", {"coins": 1})
    session.journal.log[0] = session.journal.active_entries[0] = ("correct", "step.1.fee", {"coins": 9})
    with pytest.raises(BadJournalError, match="Entry 1 "):
        reload_session(session)


def test_a_sample_player_corrects_assumptions() -> None:
    class PoorPlayer:
        left = 8

        def objection(self, ask: Ask, table: Any) -> Json:
            pays = min(3, self.left)
            self.left -= pays
            return None if pays == 3 else {"coins": pays}

        def answer(self, ask: Ask, table: Any) -> Json:
            return 1

    session = start_shop_game()
    poor = PoorPlayer()
    poor.left -= 6  # the first two fees were paid before it took over
    session.play_to_end(poor)
    assert session.table.paid == [3, 3, 2, 0]
    assert reload_session(session).table.paid == [3, 3, 2, 0]
    assert session.result is not None
    session.seek(session.position - 2)
    assert session.table.paid == [3, 3, 2, 3]  # after undo the sample player corrects nothing


def test_the_transcript_changes_after_objections_undo_and_redo() -> None:
    session = start_shop_game()
    session.answer(4)
    session.transcript[:]
    session.correct("step.1.fee", {"coins": 1})
    assert session.transcript == reload_session(session).transcript
    session.correct("step.2.fee", {"coins": 2})
    assert session.transcript == reload_session(session).transcript
    for n in (1, 3, 0, 2, 1, 2, 3, 0, 3):
        session.seek(n)
        assert session.transcript[:] == reload_session(session).transcript[:]
        assert session.table == reload_session(session).table
