"""Decisions that take several questions, and phrases as answers."""

from __future__ import annotations

from typing import Any

import pytest

from rival.kernel import (
    Ask,
    BadAnswerError,
    Criterion,
    Decision,
    Name,
    Number,
    Say,
    Script,
    TableChangedError,
    TextList,
    _,
    collect_reasons,
    decide,
    make_option,
)


def play_script(known: dict[str, int]) -> Script[str]:
    def make(mind: Decision) -> Script[str]:
        mind.add_reason(_("It begins."), "T-1")
        n = yield from mind.ask("how many", lambda: Ask("table", "n", _("How many?"), Number(), "T-1"))
        mind.add_reason(_("There are {n}.", n=n), "T-1")
        criterion: Criterion[str] = Criterion(_("most"), known.get, ("T-2",))
        left = yield from mind.keep_best(["a", "b", "c"], criterion)
        return (yield from mind.choose_candidate("player", "pick", _("Which?"), left, "T-3"))

    return (yield from decide(make))


def test_reasons_belong_to_the_next_question() -> None:
    running = play_script({"a": 1, "b": 2, "c": 2})
    first: Any = next(running)
    assert [str(line.text) for line in first.because] == ["It begins."]
    second: Any = running.send(3)
    assert [str(line.text) for line in second.because] == ["There are 3.", "most: b, c (2)"]
    assert [one.id for one in second.answer_type.options] == ["b", "c"]


def test_a_correction_makes_the_decision_again_without_asking_twice() -> None:
    known = {"a": 1, "b": 2, "c": 2}
    running = play_script(known)
    next(running)
    before: Any = running.send(3)
    again: Any = running.throw(TableChangedError())
    assert [str(line.text) for line in again.because] == [str(line.text) for line in before.because]
    known["a"] = 2
    wider: Any = running.throw(TableChangedError())
    assert [one.id for one in wider.answer_type.options] == ["a", "b", "c"]


def test_unknown_values_are_asked_only_for_remaining_candidates() -> None:
    running = play_script({"a": 1, "b": 2})
    next(running)
    question: Any = running.send(3)
    assert (question.key, [one.id for one in question.answer_type.options]) == ("compare", ["b", "c"])


def test_phrases_can_be_options_or_own_text_in_any_order() -> None:
    shape = TextList(
        [make_option("a", Name("first")), make_option("b", value=7)], minimum=1, maximum=3, parse_entry=str.upper
    )
    assert shape.validate(["b", "a", "other words"]) == [7, "a", "OTHER WORDS"]
    assert str(shape.format_answer(["a", "x"])) == "first, x"
    wrong_ones = {"at least 1": [], "at most 3": ["a"] * 4, "Enter a list": "a", "not one of": [""]}
    for sentence, wrong in wrong_ones.items():
        with pytest.raises(BadAnswerError, match=sentence):
            shape.validate(wrong)


def test_phrases_without_a_parser_must_be_options() -> None:
    with pytest.raises(BadAnswerError, match="“c” is not one of the options: a, b"):
        TextList([make_option("a"), make_option("b")]).validate(["c"])


def test_reasons_are_collected_for_a_later_step() -> None:
    """An open question shows them; the caller yields them where they belong."""

    def run() -> Script[str]:
        chosen, reasons = yield from collect_reasons(play_script({"a": 1, "b": 2, "c": 2}))
        yield Say(_("Other step."), "T-4")
        yield from reasons
        return chosen

    running: Any = run()
    first = next(running)
    assert [str(line.text) for line in first.because] == ["It begins."]
    second = running.send(3)
    assert (first.because, [str(line.text) for line in second.because]) == ((), ["There are 3.", "most: b, c (2)"])
    again = running.throw(TableChangedError())
    assert [str(line.text) for line in again.because] == ["There are 3.", "most: b, c (2)"]
    assert str(running.send("b").text) == "Other step."
    assert [str(next(running).text) for _step in range(2)] == ["There are 3.", "most: b, c (2)"]
    with pytest.raises(StopIteration) as finished:
        next(running)
    assert finished.value.value == "b"
