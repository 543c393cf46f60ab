"""Text that an owner typed and examples in questions: which of it is translated."""

from __future__ import annotations

from rival.kernel import Field, Form, Name, PackPhrase, Text, TextList, _, load_opponent
from rival.kernel.question import render_field
from rival.kernel.texts import ENGLISH, load_catalogue

RUSSIAN = load_catalogue("ru")


def test_text_of_an_owner_needs_no_translation() -> None:
    words = _("Note: {note}", note=PackPhrase("three {wavy} lines"))
    before = set(RUSSIAN.missing)
    assert words.render(RUSSIAN).endswith("three {wavy} lines")
    assert before == RUSSIAN.missing
    assert PackPhrase("").render(RUSSIAN) == ""


def test_text_of_a_sample_pack_is_translated() -> None:
    assert str(PackPhrase("a small wave")) == "a small wave"
    assert PackPhrase("a small wave").render(load_opponent("pampero").load_catalogue("ru")) == "маленькая волна"


def test_an_example_is_shown_in_the_question_but_not_in_the_history() -> None:
    field = Field("built", Name("plots"), TextList([], parse_entry=str), [], example=Name("3b2"))
    assert render_field(field, ENGLISH).text == "plots, for example 3b2"
    assert render_field(field, RUSSIAN).text == "plots, например 3b2"
    assert str(Form([field]).format_answer({"built": ["4a2"]})) == "plots: 4a2"


def test_an_owners_phrase_is_shown_in_the_games_own_terms() -> None:
    def say(phrase: str) -> Text:
        return _("because") if phrase == "why" else Name(phrase)

    shape = TextList([], parse_entry=str, format_entry=say)
    assert shape.format_answer(["why", "c3"]).render(RUSSIAN) == f"{_('because').render(RUSSIAN)}, c3"
