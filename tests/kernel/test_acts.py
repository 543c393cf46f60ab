"""Acts, and corrections that replay the current act."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from rival.games.rolling_heights import opponent as mayor
from rival.kernel import (
    Act,
    Ask,
    BadAnswer,
    BadJournal,
    Choice,
    Do,
    Name,
    Number,
    Opponent,
    Result,
    Say,
    Script,
    Session,
    Text,
    Tracked,
    ask,
    option,
    snapshot,
    tracked_number,
)
from rival.kernel.errors import DropsAnswersError
from rival.kernel.journal import Since, loads
from tests.support.toy_opponent import toy


@dataclass
class Shop:
    """The table of a small shop: points, score, a row of plans, and colours that the player reports."""

    points: int = 4
    score: int = 0
    row: list[int] = field(default_factory=lambda: [1, 2, 3])
    yours: int = 0
    level: int = 1


def shop_script(shop: Shop) -> Script[Result]:
    """Read the points before a question and use them after it; then the row moves up and the player reports colours."""
    yield from ask(lambda: Ask("table", "set-up", Name("Ready?"), Number(0, 9), "RH-03"))
    for turn in range(2):
        yield Act(Name(f"Your turn {turn + 1}"), "RH-12", who="player")
        shop.yours += yield from ask(lambda: Ask("player", "yours", Name("Yours?"), Number(0, 9), "RH-12"))
        yield Act(Name("His turn"), "RH-13")
        yield from his_turn(shop)
        yield Act.conclude(Name(f"score {shop.score}"))
    return Result(Name("over"), {"you": shop.yours})


def his_turn(shop: Shop) -> Script[None]:
    points = shop.points  # read before the questions, used after them
    yield Say(Name(f"he has {points} points"), "RH-13")
    plan = yield from ask(lambda: plan_question(shop))
    if plan is not None:
        tokens = shop.row.pop(plan - 1)
        shop.row.append(0)
        yield Do(Name(f"take plan {plan} with {tokens}"), "RH-22")
    report = yield from ask(lambda: Ask("table", "report", Name("Report?"), Number(0, 9), "RH-12"))
    shop.score += points + report
    yield Do(Name(f"he scores {points}"), "RH-42")


def plan_question(shop: Shop) -> Ask | None:
    there = [n for n, tokens in enumerate(shop.row, start=1) if (tokens and n % 2 == 1) or shop.level == 1]
    return Ask("table", "plan", Name("Which plan?"), Choice([option(n) for n in there]), "RH-22") if there else None


def shop_tracked(shop: Shop) -> Iterator[Tracked]:
    yield tracked_number("points", Name("points"), shop, "points", most=9)
    yield tracked_number("score", Name("score"), shop, "score", most=99)
    yield tracked_number("level", Name("level"), shop, "level", least=1, most=2)
    for n in range(len(shop.row)):
        yield tracked_number(f"row.{n + 1}", Name(f"tokens on plan {n + 1}"), shop.row, n, most=9)


def shop_problems(shop: Shop) -> Iterator[Text]:
    if shop.points == 7:
        yield Name("7 can't be.")


OPPONENT = Opponent(
    id="shop",
    name=Name("shop"),
    game=Name("Shop"),
    folder=Path(mayor.folder),
    rules_version=1,
    new_table=lambda options, pack: Shop(),
    script=shop_script,
    tracked=shop_tracked,
    problems=shop_problems,
    repair=lambda path, now, was: Name(f"{'.'.join(path)}: from {now} to {was}"),
    views=lambda table: [],
    sample=mayor.sample,
    sample_pack=lambda: None,
)


def shop(*answers: int) -> Session:
    session = Session.new(OPPONENT, seed=1)
    for answer in answers:
        session.answer(answer)
    return session


def again(session: Session) -> Session:
    return Session(loads(session.journal.dumps()), OPPONENT)


def assert_same(one: Session, other: Session) -> None:
    assert snapshot(one.table) == snapshot(other.table)
    assert (one.ask, tuple(one.transcript), one.acts) == (other.ask, tuple(other.transcript), other.acts)


def test_entries_belong_to_the_act_that_was_begun_last() -> None:
    session = shop(0, 2, 1, 3)
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


def test_a_value_read_before_the_question_is_read_again_after_its_correction() -> None:
    session = shop(0, 2, 1)
    assert session.open is not None
    assert session.open.key == "report"
    made = session.correct("points", 1)
    assert session.journal.line[-1] == ("correct", "points", Since(1, (2, 1)))
    assert (made.dropped, str(made.text)) == (0, "Corrected.")
    assert session.open.key == "report"
    session.answer(0)
    assert session.table.score == 1
    assert_same(again(session), session)


def test_one_undo_takes_back_one_correction() -> None:
    session = shop(0, 2, 1)
    before = (session.ask, tuple(session.transcript), snapshot(session.table), session.at)
    session.correct("points", 1)
    corrected = (tuple(session.transcript), snapshot(session.table))
    session.undo()
    assert (session.ask, tuple(session.transcript), snapshot(session.table), session.at) == before
    session.redo()
    assert (tuple(session.transcript), snapshot(session.table)) == corrected
    assert_same(again(session), session)


def test_a_second_correction_of_the_act_goes_behind_the_first() -> None:
    session = shop(0, 2, 1)
    session.correct("points", 1)
    session.correct("points", 3)
    session.answer(0)
    assert session.table.score == 3
    session.undo()
    session.undo()
    session.answer(0)
    assert session.table.score == 1


def test_what_the_act_itself_changed_is_corrected_where_it_is() -> None:
    session = shop(0, 2, 1)
    session.correct("row.1", 5)  # the row moved up in this act: the former plan 1 is gone
    assert session.table.row == [5, 3, 0]
    assert session.journal.line[-1] == ("correct", "row.1", 5)
    session.correct("row.3", 4)
    assert session.table.row == [5, 3, 4]


def test_answers_that_do_not_fit_any_more_are_dropped_only_when_that_is_wanted() -> None:
    session = toy({"a": 3, "b": 3, "c": 3})
    for answer in ("a", "b", 30):
        session.answer(answer)
    before = (session.journal.dumps(), session.ask, tuple(session.transcript))
    with pytest.raises(DropsAnswersError) as refused:
        session.amend(0, "b", drop=False)
    assert refused.value.dropped == 2
    assert str(refused.value).startswith("With this change 2 later answers would no longer fit: ")
    assert (session.journal.dumps(), session.ask, tuple(session.transcript)) == before
    assert session.amend(0, "b").dropped == 2
    session.restore_former()
    assert (session.ask, tuple(session.transcript)) == before[1:]


def test_a_correction_that_drops_answers_of_the_act_says_so_first() -> None:
    session = shop(0, 2, 1, 3, 0)
    session.answer(2)  # plan 2 of his second turn; his report is open
    before = (session.journal.dumps(), session.ask, tuple(session.transcript))
    with pytest.raises(DropsAnswersError) as refused:
        session.correct("level", 2, drop=False)
    assert refused.value.dropped == 1
    assert (session.journal.dumps(), session.ask, tuple(session.transcript)) == before
    made = session.correct("level", 2)
    assert (made.dropped, session.open and session.open.key) == (1, "plan")
    assert str(made.text).startswith("Corrected. 1 answer in this part of the turn no longer fits: ")
    assert session.before is None
    session.restore_former()
    assert (session.ask, tuple(session.transcript)) == before[1:]


def test_the_former_course_comes_back_whole() -> None:
    session = shop(0, 2, 1, 3, 5)
    table, line = snapshot(session.table), session.journal.line
    made = session.amend(2, 3)
    assert made.dropped == 0
    assert session.former is not None
    session.restore_former()
    assert (snapshot(session.table), session.journal.line) == (table, line)
    assert_same(again(session), session)
    session.restore_former()  # restoring again swaps the two versions
    assert session.journal.line[2] == ("answer", "plan", 3)


def test_former_answers_are_offered_where_the_same_question_returns() -> None:
    session = shop(0, 2, 1, 3, 5)
    session.rewind(2)
    session.answer(2)
    assert session.before == 3
    session.answer(4)
    assert session.before == 5


def test_a_correction_that_cannot_be_so_changes_nothing() -> None:
    session = shop(0, 2, 1)
    before = (session.journal.dumps(), session.ask, tuple(session.transcript))
    with pytest.raises(BadAnswer, match="7 can't be"):
        session.correct("points", 7)
    assert (session.journal.dumps(), session.ask, tuple(session.transcript)) == before


def test_repairs_are_told_after_a_correction() -> None:
    """The opponent scored within the act, so its marker must move after the correction."""
    session = shop(0, 2, 1, 3)  # the player's second turn is open
    assert session.table.score == 7
    session.undo()
    made = session.correct("points", 2)
    assert [one.text for one in made.repairs if one.text] == []
    session.answer(3)
    assert session.table.score == 5


def test_undo_separates_moves_from_what_was_reported() -> None:
    session = shop(0, 2, 1, 3)
    made = session.rewind(1)
    told = {".".join(one.path): one.reported for one in made}
    assert told == {"yours": True, "score": False, "row": False}
    made = session.rewind(4)
    assert {".".join(one.path): one.reported for one in made} == told


def test_several_steps_back_give_one_list() -> None:
    at_once = shop(0, 2, 1, 3)
    expected = at_once.rewind(1)
    session = shop(0, 2, 1, 3)
    start = session.at
    session.undo()
    session.rewind(session.at - 1, start)
    assert session.rewind(1, start) == expected
    assert session.rewind(3, 1) == shop(0, 2, 1, 3).past(1).rewind(3)  # forward, too
    assert session.rewind(start, start) == []
    with pytest.raises(BadAnswer, match="There is no entry 9"):
        session.rewind(0, 9)
    assert session.at == start


def test_a_list_that_both_changed_is_told_in_two_parts() -> None:
    from rival.kernel.repairs import Repair
    from rival.kernel.replay import Moves

    moves = Moves([(("row",), [0, 1, 0], [1, 1, 0])])
    assert list(moves.split(Repair(("row",), [0, 0, 0], [1, 1, 0]))) == [
        (Repair(("row",), [0, 0, 0], [1, 0, 0]), False),
        (Repair(("row",), [1, 0, 0], [1, 1, 0]), True),
    ]


def test_a_correction_before_the_first_act_is_made_where_it_is() -> None:
    session = shop()
    session.correct("points", 2)
    assert session.journal.line == [("correct", "points", 2)]


def test_the_place_of_a_correction_is_checked_when_it_is_read() -> None:
    session = shop(0, 2, 1)
    session.correct("points", 1)
    lines = session.journal.dumps().splitlines()
    for since in ("[9,1]", "[-1,0]", '["2",1]', "[2]", "2", "[2,-1]", "[true,1]"):
        crafted = lines[-1].split(',"sum"')[0].replace("[2,1]", since) + "}"
        text = "\n".join([*(line.split(',"sum"')[0] + "}" for line in lines[:-1]), crafted]) + "\n"
        with pytest.raises(BadJournal, match="it applies from an entry that does not exist"):
            loads(text)


def test_a_place_that_is_never_reached_is_the_open_question() -> None:
    session = shop(0, 2, 1)
    session.correct("points", 1)
    text = session.journal.dumps().replace('"since":[2,1]', '"since":[2,7]')
    text = "\n".join(line.split(',"sum"')[0] + "}" for line in text.splitlines()) + "\n"
    assert Session(loads(text), OPPONENT).table.points == 1


def test_a_journal_of_format_1_rolls_as_it_did() -> None:
    journal = shop(0).journal
    old = journal.dumps().replace('"rival":2', '"rival":1')
    old = "\n".join(line.split(',"sum"')[0] + "}" for line in old.splitlines()) + "\n"
    assert not Session(loads(old), OPPONENT).chance.redraws
    assert Session(journal, OPPONENT).chance.redraws


def test_a_face_that_does_not_count_changes_no_other_roll() -> None:
    from rival.kernel import Chance

    chance = Chance(5)
    for k in range(200):
        face = chance.face(6, range(1, 7), "die", k)
        without = [n for n in range(1, 7) if n != face % 6 + 1]
        assert chance.face(6, without, "die", k) == face
        assert chance.face(6, [one for one in range(1, 7) if one != face], "die", k) != face
