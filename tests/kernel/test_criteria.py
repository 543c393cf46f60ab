"""Select the best candidate, break ties, and ask only what decides."""

from __future__ import annotations

import pytest

import rival
from tests.support.toy_opponent import start_toy_game


def test_the_best_candidate_is_selected_without_a_question() -> None:
    session = start_toy_game({"a": 1, "b": 3, "c": 2})
    assert session.table.chosen == ["b", "c", "a"]
    assert session.ask is not None
    assert session.ask.key == "total"


def test_each_criterion_adds_a_line_with_rule_and_value() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 2}, {"a": 2, "b": 1, "c": 1})
    first = session.transcript[0]
    assert [line.text for line in first.because] == ["tallest: a, b (3)", "fewest doors: b (1)"]
    assert [line.cites for line in first.because] == [("RH-27",), ("RH-28",)]


def test_the_player_breaks_a_remaining_tie() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 2})
    assert session.ask is not None
    assert (session.ask.who, [one.id for one in session.ask.options]) == ("player", ["a", "b"])
    assert [line.text for line in session.ask.because] == ["tallest: a, b (3)", "fewest doors: tie between a, b (1)"]


def test_an_unknown_value_is_asked_only_for_possible_winners() -> None:
    session = start_toy_game({"a": 1, "b": 3, "c": None})
    assert session.ask is not None
    assert (session.ask.who, session.ask.kind) == ("table", "several")
    assert [one.id for one in session.ask.options] == ["b", "c"]
    session.answer(["c"])
    assert session.table.chosen[0] == "c"


def test_nothing_is_asked_when_one_candidate_remains() -> None:
    session = start_toy_game({"a": None})
    assert session.table.chosen == ["a"]


def test_tied_candidates_go_to_the_next_criterion() -> None:
    session = start_toy_game({"a": None, "b": None, "c": None}, {"a": 5, "b": 1, "c": 9})
    session.answer(["a", "b"])
    assert session.table.chosen == ["b"]


def test_known_answers_are_not_asked_again_after_a_correction() -> None:
    session = start_toy_game({"a": None, "b": None, "c": 0})
    session.answer(["a", "b"])
    assert session.ask is not None
    assert session.ask.key == "tower"
    session.correct("heights.c", 1)
    assert session.ask.key == "tower"
    assert [one.id for one in session.ask.options] == ["a", "b"]


def test_a_correction_can_settle_the_open_question() -> None:
    session = start_toy_game({"a": None, "b": 3, "c": 2})
    assert session.ask is not None
    assert [one.id for one in session.ask.options] == ["a", "b"]
    session.correct("heights.a", 1)
    assert session.table.chosen == ["b", "c", "a"]
    assert session.ask.key == "total"


def test_an_impossible_correction_changes_nothing() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 2})
    before = (session.ask, session.journal.format_text(), dict(session.table.heights))
    for path, value in [("heights.a", 7), ("heights.a", 12), ("heights.a", "x"), ("heights.q", 1), ("nothing", 1)]:
        with pytest.raises(rival.BadAnswerError) as problem:
            session.correct(path, value)
        assert str(problem.value)
        assert (session.ask, session.journal.format_text(), dict(session.table.heights)) == before


def test_a_correction_is_undone_like_an_answer() -> None:
    session = start_toy_game({"a": 3, "b": 3, "c": 2})
    session.correct("heights.a", 5)
    assert session.table.chosen[0] == "a"
    session.undo()
    assert session.table.chosen == []
    session.redo()
    assert session.table.chosen[0] == "a"
    assert session.transcript[0].text == "Corrected: height of a: 5"
