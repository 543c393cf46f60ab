"""Text that an owner typed and examples in questions: which of it is translated."""

from __future__ import annotations

from rival.kernel import Field, Form, Name, PackWords, Phrases, Text, _, opponent
from rival.kernel.question import entry
from rival.kernel.texts import ENGLISH, catalogue_for

RUSSIAN = catalogue_for("ru")


def test_an_owners_words_stand_as_they_are_and_nobody_misses_a_translation() -> None:
    words = _("Note: {note}", note=PackWords("three {wavy} lines"))
    before = set(RUSSIAN.missing)
    assert words.render(RUSSIAN).endswith("three {wavy} lines")
    assert before == RUSSIAN.missing
    assert PackWords("").render(RUSSIAN) == ""


def test_words_that_a_sample_brings_along_are_translated() -> None:
    assert str(PackWords("a small wave")) == "a small wave"
    assert PackWords("a small wave").render(opponent("pampero").catalogue("ru")) == "маленькая волна"


def test_an_example_stands_in_the_question_and_not_in_the_history() -> None:
    field = Field("built", Name("plots"), Phrases([], read=str), [], example=Name("3b2"))
    assert entry(field, ENGLISH).text == "plots, for example 3b2"
    assert entry(field, RUSSIAN).text == "plots, например 3b2"
    assert str(Form([field]).show({"built": ["4a2"]})) == "plots: 4a2"


def test_an_owners_phrase_goes_into_the_history_in_words_of_the_game() -> None:
    def say(phrase: str) -> Text:
        return _("because") if phrase == "why" else Name(phrase)

    shape = Phrases([], read=str, say=say)
    assert shape.show(["why", "c3"]).render(RUSSIAN) == f"{_('because').render(RUSSIAN)}, c3"
