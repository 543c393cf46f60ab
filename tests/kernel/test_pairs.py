"""Names with values: known spellings, refused names, and their text."""

from __future__ import annotations

import pytest

from rival.kernel import BadAnswer, Pairs, option

PRICES = [option(1), option(2)]


def test_known_names_keep_their_spelling_and_new_ones_their_own() -> None:
    assert Pairs(PRICES, ["Gao"]).check({" gao ": 1, "New  Land": 2}) == {"Gao": 1, "New Land": 2}


@pytest.mark.parametrize(
    "wrong", [None, "Gao 1", ["Gao"], {"Gao": 3}, {"Gao": None}, {"": 1}, {"x" * 61: 1}, {"a": 1, "A": 2}, {3: 1}]
)
def test_what_does_not_fit_is_refused(wrong: object) -> None:
    with pytest.raises(BadAnswer):
        Pairs(PRICES, ["Gao"]).check(wrong)


def test_a_closed_list_offers_what_is_near() -> None:
    with pytest.raises(BadAnswer, match="Did you mean “Gao”"):
        Pairs(PRICES, ["Gao", "Kano"], closed=True).check({"Goa": 1})


def test_pairs_in_words() -> None:
    pairs = Pairs(PRICES)
    assert str(pairs.show({"Gao": 1, "Kano": 2})) == "Gao 1, Kano 2"
    assert str(pairs.show({})) == "none"
