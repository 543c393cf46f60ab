"""Acts, and corrections that replay the current act."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rival.kernel import (
    Act,
    BadAnswerError,
    BadJournalError,
    Cause,
    DieValue,
    Do,
    Name,
    Result,
    Script,
    Session,
    take_snapshot,
)
from rival.kernel.errors import DropsAnswersError
from rival.kernel.journal import BackdatedValue, parse_journal
from rival.kernel.transcript import CauseView, DieView, StepNumber
from tests.support.act_opponent import OPPONENT, Shop, reload_session, start_shop_game
from tests.support.toy_opponent import start_toy_game


def assert_same_game(one: Session, other: Session) -> None:
    assert take_snapshot(one.table) == take_snapshot(other.table)
    assert (one.ask, tuple(one.transcript), one.acts) == (other.ask, tuple(other.transcript), other.acts)


def test_entries_belong_to_the_act_that_started_last() -> None:
    session = start_shop_game(0, 2, 1, 3)
    assert [entry.act for entry in session.transcript] == [None, 0, 1, 1, 1, 1, 1]
    first, second, third = session.acts
    assert (first.title, first.who, first.cites, first.first, first.count) == (
        "Your turn 1",
        "player",
        ("RH-12",),
        1,
        1,
    )
    assert (second.title, second.result, second.first, second.count) == ("His turn", "score 7", 2, 5)
    assert (third.title, third.result, third.count) == ("Your turn 2", None, 0)


def test_an_act_has_a_cause_a_number_a_result_and_the_status_at_its_beginning() -> None:
    def script(shop: Shop) -> Script[Result]:
        yield Act(Name("His roll"), "RH-13", step=(1, 2))
        yield Act.retitle(Name("Shelf 3"), cause=Cause(Name("a three"), DieValue(6, 3, Name("shelf"))))
        shop.score += 9
        yield Do(Name("he scores"), "RH-13")
        yield Act.conclude(Name("+9"))
        yield Act(Name("Last round"), "RH-13", who="rules", is_banner=True)
        yield Act.stay_idle(Name("nothing to do"))
        return Result(Name("over"), {})

    opponent = replace(OPPONENT, script=script, make_status_line=lambda shop, _key: [Name(f"score {shop.score}")])
    roll, banner = Session.new(opponent, seed=1).acts
    assert (roll.title, roll.cause) == ("Shelf 3", CauseView("a three", (DieView(6, 3, "shelf"),)))
    assert (roll.step, roll.result, roll.idle, roll.heading) == (StepNumber(1, 2), "+9", None, ("score 0",))
    assert (banner.banner, banner.idle, banner.cause, banner.heading) == (True, "nothing to do", None, ("score 9",))


def test_a_value_read_before_the_question_is_read_again_after_its_correction() -> None:
    session = start_shop_game(0, 2, 1)
    assert session.open_ask is not None
    assert session.open_ask.key == "report"
    made = session.correct("points", 1)
    assert session.journal.active_entries[-1] == ("correct", "points", BackdatedValue(1, (2, 1)))
    assert (made.dropped_count, str(made.text)) == (0, "Corrected.")
    assert session.open_ask.key == "report"
    session.answer(0)
    assert session.table.score == 1
    assert_same_game(reload_session(session), session)


def test_one_undo_removes_one_correction() -> None:
    session = start_shop_game(0, 2, 1)
    before = (session.ask, tuple(session.transcript), take_snapshot(session.table), session.position)
    session.correct("points", 1)
    corrected = (tuple(session.transcript), take_snapshot(session.table))
    session.undo()
    assert (session.ask, tuple(session.transcript), take_snapshot(session.table), session.position) == before
    session.redo()
    assert (tuple(session.transcript), take_snapshot(session.table)) == corrected
    assert_same_game(reload_session(session), session)


def test_a_second_correction_of_an_act_is_applied_after_the_first() -> None:
    session = start_shop_game(0, 2, 1)
    session.correct("points", 1)
    session.correct("points", 3)
    session.answer(0)
    assert session.table.score == 3
    session.undo()
    session.undo()
    session.answer(0)
    assert session.table.score == 1


def test_a_value_that_the_act_changed_is_corrected_at_the_open_question() -> None:
    session = start_shop_game(0, 2, 1)
    session.correct("row.1", 5)  # the row moved up in this act: the former plan 1 is gone
    assert session.table.row == [5, 3, 0]
    assert session.journal.active_entries[-1] == ("correct", "row.1", 5)
    session.correct("row.3", 4)
    assert session.table.row == [5, 3, 4]


def test_answers_that_no_longer_fit_are_dropped_only_if_allowed() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 3})
    for answer in ("a", "b", 30):
        session.answer(answer)
    before = (session.journal.format_text(), session.ask, tuple(session.transcript))
    with pytest.raises(DropsAnswersError) as refused:
        session.replace_answer(0, "b", allow_drop=False)
    assert refused.value.dropped_count == 2
    assert str(refused.value).startswith("With this change 2 later answers would no longer fit: ")
    assert (session.journal.format_text(), session.ask, tuple(session.transcript)) == before
    assert session.replace_answer(0, "b").dropped_count == 2
    session.restore_replaced_entries()
    assert (session.ask, tuple(session.transcript)) == before[1:]


def test_a_correction_warns_before_it_drops_answers() -> None:
    session = start_shop_game(0, 2, 1, 3, 0)
    session.answer(2)  # plan 2 of his second turn; his report is open
    before = (session.journal.format_text(), session.ask, tuple(session.transcript))
    with pytest.raises(DropsAnswersError) as refused:
        session.correct("level", 2, allow_drop=False)
    assert refused.value.dropped_count == 1
    assert (session.journal.format_text(), session.ask, tuple(session.transcript)) == before
    made = session.correct("level", 2)
    assert (made.dropped_count, session.open_ask and session.open_ask.key) == (1, "plan")
    assert str(made.text).startswith("Corrected. 1 answer in this part of the turn no longer fits: ")
    assert session.previous_answer is None
    session.restore_replaced_entries()
    assert (session.ask, tuple(session.transcript)) == before[1:]


def test_restored_entries_do_not_include_what_was_undone_before() -> None:
    session = start_shop_game(0, 2, 1, 3, 0)
    session.answer(2)
    before = (session.ask, tuple(session.transcript))
    session.correct("points", 3)
    session.undo()
    assert session.correct("level", 2).dropped_count == 1
    session.restore_replaced_entries()
    assert (session.ask, tuple(session.transcript)) == before


def test_a_new_correction_supersedes_earlier_ones_of_the_same_value() -> None:
    """The earlier ones were repeated after it: the act went its former course, and the value was set at its end."""
    session = start_shop_game(0, 2, 1, 3, 0)
    session.correct("level", 2)
    session.correct("level", 1)
    session.answer(2)  # a plan that only level 1 allows
    made = session.correct("level", 2)
    assert (made.dropped_count, session.table.level) == (1, 2)
    assert session.open_ask is not None
    assert session.open_ask.key == "plan"


def test_all_replaced_entries_can_be_restored() -> None:
    session = start_shop_game(0, 2, 1, 3, 5)
    table, line = take_snapshot(session.table), session.journal.active_entries
    made = session.replace_answer(2, 3)
    assert made.dropped_count == 0
    assert session.replaced_entries is not None
    session.restore_replaced_entries()
    assert (take_snapshot(session.table), session.journal.active_entries) == (table, line)
    assert_same_game(reload_session(session), session)
    session.restore_replaced_entries()  # restoring again swaps the two versions
    assert session.journal.active_entries[2] == ("answer", "plan", 3)


def test_a_replaced_answer_is_suggested_when_its_question_returns() -> None:
    session = start_shop_game(0, 2, 1, 3, 5)
    session.seek(2)
    session.answer(2)
    assert session.previous_answer == 3
    session.answer(4)
    assert session.previous_answer == 5


def test_an_impossible_correction_changes_nothing() -> None:
    session = start_shop_game(0, 2, 1)
    before = (session.journal.format_text(), session.ask, tuple(session.transcript))
    with pytest.raises(BadAnswerError, match="7 can't be"):
        session.correct("points", 7)
    assert (session.journal.format_text(), session.ask, tuple(session.transcript)) == before


def test_a_correction_returns_undo_instructions() -> None:
    """The opponent scored within the act, so its marker must move after the correction."""
    session = start_shop_game(0, 2, 1, 3)  # the player's second turn is open
    assert session.table.score == 7
    session.undo()
    made = session.correct("points", 2)
    assert [one.text for one in made.instructions if one.text] == []
    session.answer(3)
    assert session.table.score == 5


def test_undo_separates_opponent_moves_from_player_reports() -> None:
    session = start_shop_game(0, 2, 1, 3)
    made = session.seek(1)
    told = {".".join(one.path): one.is_reported for one in made}
    assert told == {"yours": True, "score": False, "row": False}
    made = session.seek(4)
    assert {".".join(one.path): one.is_reported for one in made} == told


def test_several_undo_steps_return_one_list() -> None:
    at_once = start_shop_game(0, 2, 1, 3)
    expected = at_once.seek(1)
    session = start_shop_game(0, 2, 1, 3)
    start = session.position
    session.undo()
    session.seek(session.position - 1, start)
    assert session.seek(1, start) == expected
    assert session.seek(3, 1) == start_shop_game(0, 2, 1, 3).replay_to(1).seek(3)  # forward, too
    assert session.seek(start, start) == []
    with pytest.raises(BadAnswerError, match="There is no entry 9"):
        session.seek(0, 9)
    assert session.position == start


def test_a_list_changed_by_both_sides_gives_two_instructions() -> None:
    from rival.kernel.replay import OpponentChanges
    from rival.kernel.undo_instructions import UndoInstruction

    moves = OpponentChanges([(("row",), [0, 1, 0], [1, 1, 0])])
    assert list(moves.split_by_side(UndoInstruction(("row",), [0, 0, 0], [1, 1, 0]))) == [
        (UndoInstruction(("row",), [0, 0, 0], [1, 0, 0]), False),
        (UndoInstruction(("row",), [1, 0, 0], [1, 1, 0]), True),
    ]


def test_a_correction_before_the_first_act_applies_at_the_open_question() -> None:
    session = start_shop_game()
    session.correct("points", 2)
    assert session.journal.active_entries == [("correct", "points", 2)]


def test_the_checkpoint_of_a_correction_is_validated_on_load() -> None:
    session = start_shop_game(0, 2, 1)
    session.correct("points", 1)
    lines = session.journal.format_text().splitlines()
    for since in ("[9,1]", "[-1,0]", '["2",1]', "[2]", "2", "[2,-1]", "[true,1]"):
        crafted = lines[-1].split(',"sum"')[0].replace("[2,1]", since) + "}"
        text = "\n".join([*(line.split(',"sum"')[0] + "}" for line in lines[:-1]), crafted]) + "\n"
        with pytest.raises(BadJournalError, match="it applies from an entry that does not exist"):
            parse_journal(text)


def test_an_unreachable_checkpoint_means_the_open_question() -> None:
    session = start_shop_game(0, 2, 1)
    session.correct("points", 1)
    text = session.journal.format_text().replace('"since":[2,1]', '"since":[2,7]')
    text = "\n".join(line.split(',"sum"')[0] + "}" for line in text.splitlines()) + "\n"
    assert Session(parse_journal(text), OPPONENT).table.points == 1


def test_a_journal_of_format_1_keeps_its_rolls() -> None:
    journal = start_shop_game(0).journal
    old = journal.format_text().replace('"rival":2', '"rival":1')
    old = "\n".join(line.split(',"sum"')[0] + "}" for line in old.splitlines()) + "\n"
    assert not Session(parse_journal(old), OPPONENT).chance.has_redraws
    assert Session(journal, OPPONENT).chance.has_redraws


def test_a_face_that_does_not_count_changes_no_other_roll() -> None:
    from rival.kernel import Chance

    chance = Chance(5)
    for k in range(200):
        face = chance.draw_face(6, range(1, 7), "die", k)
        without = [n for n in range(1, 7) if n != face % 6 + 1]
        assert chance.draw_face(6, without, "die", k) == face
        assert chance.draw_face(6, [one for one in range(1, 7) if one != face], "die", k) != face
