"""Decisions that take several questions, and phrases as answers."""

from __future__ import annotations

from typing import Any

import pytest

from rival.kernel import (
    Ask,
    BadAnswer,
    Corrected,
    Criterion,
    Decision,
    Name,
    Number,
    Phrases,
    Script,
    _,
    decide,
    option,
)


def script(known: dict[str, int]) -> Script[str]:
    def make(mind: Decision) -> Script[str]:
        mind.because(_("It begins."), "T-1")
        n = yield from mind.ask("how many", lambda: Ask("table", "n", _("How many?"), Number(), "T-1"))
        mind.because(_("There are {n}.", n=n), "T-1")
        criterion: Criterion[str] = Criterion(_("most"), known.get, ("T-2",))
        left = yield from mind.best(["a", "b", "c"], criterion)
        return (yield from mind.choose("player", "pick", _("Which?"), left, "T-3"))

    return (yield from decide(make))


def test_lines_lead_up_to_the_question_they_explain() -> None:
    running = script({"a": 1, "b": 2, "c": 2})
    first: Any = next(running)
    assert [str(line.text) for line in first.because] == ["It begins."]
    second: Any = running.send(3)
    assert [str(line.text) for line in second.because] == ["There are 3.", "most: b, c (2)"]
    assert [one.id for one in second.shape.options] == ["b", "c"]


def test_a_correction_makes_the_decision_again_without_asking_twice() -> None:
    known = {"a": 1, "b": 2, "c": 2}
    running = script(known)
    next(running)
    before: Any = running.send(3)
    again: Any = running.throw(Corrected())
    assert [str(line.text) for line in again.because] == [str(line.text) for line in before.because]
    known["a"] = 2
    wider: Any = running.throw(Corrected())
    assert [one.id for one in wider.shape.options] == ["a", "b", "c"]


def test_unknown_values_are_asked_about_the_survivors_only() -> None:
    running = script({"a": 1, "b": 2})
    next(running)
    question: Any = running.send(3)
    assert (question.key, [one.id for one in question.shape.options]) == ("compare", ["b", "c"])


def test_phrases_are_options_or_words_in_any_order_and_number() -> None:
    shape = Phrases([option("a", Name("first")), option("b", value=7)], least=1, most=3, read=str.upper)
    assert shape.check(["b", "a", "other words"]) == [7, "a", "OTHER WORDS"]
    assert str(shape.show(["a", "x"])) == "first, x"
    wrong_ones = {"at least 1": [], "at most 3": ["a"] * 4, "Enter a list": "a", "not one of": [""]}
    for sentence, wrong in wrong_ones.items():
        with pytest.raises(BadAnswer, match=sentence):
            shape.check(wrong)


def test_phrases_without_a_reader_are_the_offered_ones() -> None:
    with pytest.raises(BadAnswer, match="“c” is not one of the options: a, b"):
        Phrases([option("a"), option("b")]).check(["c"])
