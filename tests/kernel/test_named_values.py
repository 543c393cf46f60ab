"""Names with values: known spellings, refused names, and their text."""

from __future__ import annotations

import pytest

from rival.kernel import BadAnswerError, NamedValues, make_option

PRICES = [make_option(1), make_option(2)]


def test_known_names_keep_their_spelling_and_new_ones_their_own() -> None:
    assert NamedValues(PRICES, ["Gao"]).validate({" gao ": 1, "New  Land": 2}) == {"Gao": 1, "New Land": 2}


@pytest.mark.parametrize(
    "wrong", [None, "Gao 1", ["Gao"], {"Gao": 3}, {"Gao": None}, {"": 1}, {"x" * 61: 1}, {"a": 1, "A": 2}, {3: 1}]
)
def test_invalid_names_and_values_are_refused(wrong: object) -> None:
    with pytest.raises(BadAnswerError):
        NamedValues(PRICES, ["Gao"]).validate(wrong)


def test_a_closed_list_suggests_similar_names() -> None:
    with pytest.raises(BadAnswerError, match="Did you mean “Gao”"):
        NamedValues(PRICES, ["Gao", "Kano"], is_closed=True).validate({"Goa": 1})


def test_named_values_as_text() -> None:
    pairs = NamedValues(PRICES)
    assert str(pairs.format_answer({"Gao": 1, "Kano": 2})) == "Gao 1, Kano 2"
    assert str(pairs.format_answer({})) == "none"
