"""Comparisons: the table of a decision, excluded candidates, and reasons that belong to the move."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rival.kernel import (
    Ask,
    Comparison,
    ComparisonTable,
    Criterion,
    Do,
    Exclusion,
    Name,
    Number,
    Result,
    ScoreSource,
    Script,
    Session,
    ask,
    roll,
    select,
)
from rival.kernel.comparison import CandidateView, ComparedCandidate, ComparisonView, CriterionView
from rival.kernel.steps import Act, Because
from tests.support.act_opponent import OPPONENT, Shop
from tests.support.toy_opponent import start_toy_game


def find_table(session: Session, entry: int) -> ComparisonView:
    tables = [line.table for line in session.transcript[entry].because if line.table]
    assert len(tables) == 1
    return tables[0]


def test_a_decision_is_a_table_of_candidates_and_criteria() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 2}, {"a": 2, "b": 1, "c": 1})
    assert find_table(session, 0) == ComparisonView(
        (CriterionView("tallest", ("RH-27",), False), CriterionView("fewest doors", ("RH-28",), True)),
        (
            CandidateView("a", ("3", "2"), None, (), False),
            CandidateView("b", ("3", "1"), None, (), True),
            CandidateView("c", ("2", None), None, (), False),
        ),
        None,
    )
    assert [line.in_table for line in session.transcript[0].because] == [True, True]


def test_the_table_says_who_broke_a_tie() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 2})
    assert session.ask is not None
    asked = session.ask.because[-1].table
    assert asked is not None
    assert [candidate.winner for candidate in asked.candidates] == [False, False, False]
    session.answer("b")
    done = find_table(session, 1)
    assert [candidate.winner for candidate in done.candidates] == [False, True, False]
    assert (done.tie, [criterion.decides for criterion in done.criteria]) == ("player", [False, False])


def test_a_value_that_the_player_knows_is_best_or_not() -> None:
    session = start_toy_game({"a": 1, "b": 3, "c": None})
    session.answer(["c"])
    assert [candidate.values[0] for candidate in find_table(session, 1).candidates] == ["1", "3", "best"]


def test_the_reasons_of_a_question_belong_to_the_move_after_it() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 2})
    session.answer("b")
    answer, move = session.transcript[0], session.transcript[1]
    assert (answer.kind, move.text) == ("answer", "take b")
    assert move.because == answer.because


def play_with_roll(shop: Shop) -> Script[Result]:
    yield Because(Name("why a roll"), "RH-18")
    yield from roll("die", Name("Roll."), 6, "RH-18", label="die {answer}")
    yield Act(Name("One"), "RH-18")
    shop.points = yield from ask(
        lambda: Ask("table", "n", Name("How many?"), Number(0, 9), "RH-18", because=[Because(Name("why"), "RH-18")])
    )
    yield Act(Name("Two"), "RH-18")
    yield Do(Name("move"), "RH-18")
    return Result(Name("over"), {"you": 3}, sources=[ScoreSource(Name("cubes"), {"you": 3})])


def test_reasons_of_a_roll_or_of_another_act_do_not_belong_to_the_move() -> None:
    session = Session.new(replace(OPPONENT, script=play_with_roll), seed=1)
    session.answer(1)
    roll_entry, answer, move = session.transcript
    assert [line.text for line in roll_entry.because] == ["why a roll"]
    assert [line.text for line in answer.because] == ["why"]
    assert move.because == ()


def play_with_exclusions(shop: Shop) -> Script[Result]:
    for candidates in (["b", "c"], ["b"]):
        yield from select(
            "player",
            "sector",
            Name("Which?"),
            lambda candidates=candidates: candidates,  # type: ignore[misc]  # mypy can't infer the default
            lambda: [Criterion(Name("open"), lambda one: one == "b", ("RH-27",), shows_value=False)],
            "RH-29",
            exclusions=lambda: [Exclusion(Name("a"), Name("full"), ("RH-19",))],
        )
        yield Do(Name("build"), "RH-22")
    return Result(Name("over"), {})


def test_excluded_candidates_come_first_with_their_reason() -> None:
    session = Session.new(replace(OPPONENT, script=play_with_exclusions), seed=1)
    excluded = CandidateView("a", (None,), "full", ("RH-19",), False)
    assert find_table(session, 0).candidates == (
        excluded,
        CandidateView("b", ("yes",), None, (), True),
        CandidateView("c", ("no",), None, (), False),
    )
    assert find_table(session, 1).candidates == (
        replace(excluded, values=()),
        CandidateView("b", (), None, (), True),
    )


def test_a_script_can_write_its_own_table_which_is_made_when_read() -> None:
    made: list[Any] = []

    def make_table() -> ComparisonTable:
        made.append(1)
        return ComparisonTable((), [ComparedCandidate(Name("a"), ())])

    def script(shop: Shop) -> Script[Result]:
        yield Comparison(Name("only a"), "RH-27", make_table=make_table)
        yield Do(Name("build"), "RH-22")
        return Result(Name("over"), {})

    session = Session.new(replace(OPPONENT, script=script), seed=1)
    assert not made
    assert find_table(session, 0).candidates == (CandidateView("a", (), None, (), False),)
    assert [line.in_table for line in session.transcript[0].because] == [False]


def test_views_are_pinned_in_the_players_turn_only() -> None:
    opponent = replace(OPPONENT, list_turn_views=lambda shop: ["scale"])
    session = Session.new(opponent, seed=1)
    assert not session.pinned_views
    session.answer(0)
    assert session.pinned_views == ["scale"]
    session.answer(1)
    assert not session.pinned_views
