"""Typed answers, and how they are understood."""

from __future__ import annotations

import pytest

import rival
from rival.kernel import (
    Checklist,
    Choice,
    Drawing,
    Field,
    Form,
    Json,
    Name,
    Number,
    Option,
    Pairs,
    Phrases,
    Proposal,
    Several,
    Shape,
    option,
)
from rival.kernel.texts import ENGLISH
from rival.terminal import typed

PLOTS = [option("b2"), option("c2"), option("c3")]
COLOURS = [option("wood"), option("glass"), option("steel")]
TYPES = [option("park"), option("residential")]


def parse(shape: Shape, line: str) -> Json:
    """Return the answer in a line, checked as a session would do it."""
    meant = shape.understood(typed.parse(shape, line, (ENGLISH,)), (ENGLISH,))
    shape.check(meant)
    return meant


def choice(line: str, options: list[Option] = PLOTS) -> object:
    return parse(Choice(options), line)


def test_a_choice_by_number_word_or_prefix() -> None:
    assert choice("2") == "c2"
    assert choice("B2") == "b2"
    assert choice("b") == "b2"
    with pytest.raises(rival.BadAnswer, match="several meanings. Choose one of these: c2"):
        choice("c")
    with pytest.raises(rival.BadAnswer, match="not one of the options"):
        choice("7")


def test_numbers_that_are_ids_are_ids() -> None:
    assert choice("5", [option(n) for n in (3, 5, 9)]) == 5
    assert choice("5", [option(n) for n in ("3", "5", "9")]) == "5"


def test_several_with_commas_or_spaces() -> None:
    several = Several(COLOURS)
    assert parse(several, "wood, st") == ["wood", "steel"]
    assert parse(several, "1 3") == ["wood", "steel"]
    assert parse(several, "") == []
    assert parse(several, "none") == []


def test_numbers_and_sums() -> None:
    assert parse(Number(), "12") == 12
    assert parse(Number(), "12+3-1") == "12+3-1"
    assert Number().check("12 + 3 − 1") == 14


FORM = Form(
    [
        Field("type", Name("type of the building"), Choice(TYPES), required=True),
        Field("wood", Name("wood"), Number(), 0),
        Field("steel", Name("steel"), Number(), 0),
        Field("out", Name("colours that ran out"), Several(COLOURS), []),
    ],
    instead=[option("empty", Name("the row is empty"))],
)


def test_a_form_in_one_line() -> None:
    assert parse(FORM, "res wood 2 steel 1") == {"type": "residential", "wood": 2, "steel": 1}
    assert parse(FORM, "type park, wood=3") == {"type": "park", "wood": 3}
    assert parse(FORM, "park out: glass steel") == {"type": "park", "out": ["glass", "steel"]}
    assert parse(FORM, "park out glass steel 2") == {"type": "park", "out": ["glass"], "steel": 2}
    assert typed.parse(FORM, "", (ENGLISH,)) == {}
    assert parse(FORM, "empty") == "empty"
    assert parse(FORM, "the row is empty") == "empty"
    assert parse(FORM, "type of the building: park; colours that ran out: wood, steel") == {
        "type": "park",
        "out": ["wood", "steel"],
    }
    with pytest.raises(rival.BadAnswer, match="There is no field"):
        parse(FORM, "quux 3")
    with pytest.raises(rival.BadAnswer, match="Did you mean “steel”"):
        parse(FORM, "park stel 3")


def test_a_drawing_with_slashes() -> None:
    assert parse(Drawing(list, []), ". . ~ / x . .") == [". . ~", "x . ."]


def test_a_check_list_wants_a_yes() -> None:
    items = Checklist([])
    assert parse(items, "") is True
    assert parse(items, "y") is True
    with pytest.raises(rival.BadAnswer):
        parse(items, "no")


PRICES = [option(1), option(2)]
HOLDERS = [option("cape-town", Name("Cape Town")), option("cairo", Name("Cairo")), option("none")]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Gao 1, New Land 2", {"Gao": 1, "New Land": 2}),
        ("Gao 1 New Land 2", {"Gao": 1, "New Land": 2}),
        ("Gao=1, Kano: 2", {"Gao": 1, "Kano": 2}),
        ("Sector 1 2, Kano 1", {"Sector 1": 2, "Kano": 1}),
        ("", {}),
        ("-", {}),
    ],
)
def test_pairs_of_a_name_and_a_value(line: str, meant: object) -> None:
    assert parse(Pairs(PRICES), line) == meant


def test_a_pair_without_its_value_is_refused() -> None:
    for line in ("Gao", "Gao 1, Kano", "Gao 3"):
        with pytest.raises(rival.BadAnswer):
            parse(Pairs(PRICES), line)


def test_pairs_in_a_form_whose_other_fields_have_the_same_names() -> None:
    form = Form(
        [
            Field("cape-town", Name("Cape Town"), Number(), 0),
            Field("cairo", Name("Cairo"), Number(), 0),
            Field("posts", Name("posts"), Pairs(HOLDERS)),
        ]
    )
    assert parse(form, "posts - cairo 3") == {"posts": {}, "cairo": 3}
    told = parse(form, "cairo 3 posts Gao cairo, New Land Cape Town, Kano none cape-town 2")
    assert told == {"cairo": 3, "posts": {"Gao": "cairo", "New Land": "cape-town", "Kano": "none"}, "cape-town": 2}


TILES = [option("k7", Name("k7 (A1, energy 4, tourism)")), option("k8", Name("k8 (A1, energy 4)")), option("eye")]


def test_labels_with_commas_in_them() -> None:
    assert parse(Several(TILES), "k7 (A1, energy 4, tourism), k8 (A1, energy 4)") == ["k7", "k8"]
    assert parse(Phrases(TILES), "k8 (a1, energy 4), eye, k7 (A1, energy 4, tourism)") == ["k8", "eye", "k7"]


def test_options_with_the_same_words_are_named_one_after_the_other() -> None:
    cards = [option("c1", Name("book 2")), option("c2", Name("book 2")), option("c3", Name("coin 1"))]
    assert parse(Several(cards), "book 2, coin 1, book 2") == ["c1", "c3", "c2"]
    assert parse(Choice(cards), "book 2") == "c1"


def test_what_is_near_is_proposed_and_not_taken() -> None:
    with pytest.raises(Proposal, match="Did you mean “steel”") as doubt:
        parse(Several(COLOURS), "wood, steal")
    assert doubt.value.answer == ["wood", "steel"]
    with pytest.raises(Proposal, match=r"ran out: .* Did you mean “glass”") as doubt:
        parse(FORM, "park, out glsas")
    assert doubt.value.answer == {"type": "park", "out": ["glass"]}
    with pytest.raises(rival.BadAnswer, match="not one of the options"):
        parse(Several(COLOURS), "wood, quux")


def test_a_number_that_says_something_by_itself_is_no_number_of_the_list() -> None:
    def tile(words: str) -> str:
        if words.isdecimal():
            return words
        raise rival.BadAnswer(Name("no tile"))

    assert parse(Phrases(COLOURS, read=tile), "2, wood") == ["2", "wood"]
    assert parse(Phrases(COLOURS), "2, wood") == ["glass", "wood"]
