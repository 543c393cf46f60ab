"""Typed answers, and how they are understood."""

from __future__ import annotations

import pytest

import rival
from rival.kernel import (
    AnswerType,
    Checklist,
    Choice,
    DidYouMeanError,
    Drawing,
    Field,
    Form,
    Json,
    MultiChoice,
    Name,
    NamedValues,
    Number,
    Option,
    TextList,
    make_option,
)
from rival.kernel.texts import ENGLISH
from rival.terminal import input_parser

PLOTS = [make_option("b2"), make_option("c2"), make_option("c3")]
COLOURS = [make_option("wood"), make_option("glass"), make_option("steel")]
TYPES = [make_option("park"), make_option("residential")]


def parse(shape: AnswerType, line: str) -> Json:
    """Return the answer in a line, checked as a session would do it."""
    meant = shape.parse(input_parser.parse_answer(shape, line, (ENGLISH,)), (ENGLISH,))
    shape.validate(meant)
    return meant


def parse_choice(line: str, options: list[Option] = PLOTS) -> object:
    return parse(Choice(options), line)


def test_a_choice_by_number_word_or_prefix() -> None:
    assert parse_choice("2") == "c2"
    assert parse_choice("B2") == "b2"
    assert parse_choice("b") == "b2"
    with pytest.raises(rival.BadAnswerError, match=r"several meanings\. Choose one of these: c2"):
        parse_choice("c")
    with pytest.raises(rival.BadAnswerError, match="not one of the options"):
        parse_choice("7")


def test_numbers_that_are_ids_are_ids() -> None:
    assert parse_choice("5", [make_option(n) for n in (3, 5, 9)]) == 5
    assert parse_choice("5", [make_option(n) for n in ("3", "5", "9")]) == "5"


def test_several_with_commas_or_spaces() -> None:
    several = MultiChoice(COLOURS)
    assert parse(several, "wood, st") == ["wood", "steel"]
    assert parse(several, "1 3") == ["wood", "steel"]
    assert parse(several, "") == []
    assert parse(several, "none") == []


def test_numbers_and_sums() -> None:
    assert parse(Number(), "12") == 12
    assert parse(Number(), "12+3-1") == "12+3-1"
    assert Number().validate("12 + 3 − 1") == 14


FORM = Form(
    [
        Field("type", Name("type of the building"), Choice(TYPES), is_required=True),
        Field("wood", Name("wood"), Number(), 0),
        Field("steel", Name("steel"), Number(), 0),
        Field("out", Name("colours that ran out"), MultiChoice(COLOURS), []),
    ],
    shortcuts=[make_option("empty", Name("the row is empty"))],
)


def test_a_form_in_one_line() -> None:
    assert parse(FORM, "res wood 2 steel 1") == {"type": "residential", "wood": 2, "steel": 1}
    assert parse(FORM, "type park, wood=3") == {"type": "park", "wood": 3}
    assert parse(FORM, "park out: glass steel") == {"type": "park", "out": ["glass", "steel"]}
    assert parse(FORM, "park out glass steel 2") == {"type": "park", "out": ["glass"], "steel": 2}
    assert input_parser.parse_answer(FORM, "", (ENGLISH,)) == {}
    assert parse(FORM, "empty") == "empty"
    assert parse(FORM, "the row is empty") == "empty"
    assert parse(FORM, "type of the building: park; colours that ran out: wood, steel") == {
        "type": "park",
        "out": ["wood", "steel"],
    }
    with pytest.raises(rival.BadAnswerError, match="There is no field"):
        parse(FORM, "quux 3")
    with pytest.raises(rival.BadAnswerError, match="Did you mean “steel”"):
        parse(FORM, "park stel 3")


def test_a_drawing_with_slashes() -> None:
    assert parse(Drawing(list, []), ". . ~ / x . .") == [". . ~", "x . ."]


def test_a_check_list_wants_a_yes() -> None:
    items = Checklist([])
    assert parse(items, "") is True
    assert parse(items, "y") is True
    with pytest.raises(rival.BadAnswerError):
        parse(items, "no")


PRICES = [make_option(1), make_option(2)]
HOLDERS = [make_option("cape-town", Name("Cape Town")), make_option("cairo", Name("Cairo")), make_option("none")]


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
    assert parse(NamedValues(PRICES), line) == meant


def test_a_pair_without_its_value_is_refused() -> None:
    for line in ("Gao", "Gao 1, Kano", "Gao 3"):
        with pytest.raises(rival.BadAnswerError):
            parse(NamedValues(PRICES), line)


def test_pairs_in_a_form_whose_other_fields_have_the_same_names() -> None:
    form = Form(
        [
            Field("cape-town", Name("Cape Town"), Number(), 0),
            Field("cairo", Name("Cairo"), Number(), 0),
            Field("posts", Name("posts"), NamedValues(HOLDERS)),
        ]
    )
    assert parse(form, "posts - cairo 3") == {"posts": {}, "cairo": 3}
    told = parse(form, "cairo 3 posts Gao cairo, New Land Cape Town, Kano none cape-town 2")
    assert told == {"cairo": 3, "posts": {"Gao": "cairo", "New Land": "cape-town", "Kano": "none"}, "cape-town": 2}


TILES = [
    make_option("k7", Name("k7 (A1, energy 4, tourism)")),
    make_option("k8", Name("k8 (A1, energy 4)")),
    make_option("eye"),
]


def test_labels_with_commas_in_them() -> None:
    assert parse(MultiChoice(TILES), "k7 (A1, energy 4, tourism), k8 (A1, energy 4)") == ["k7", "k8"]
    assert parse(TextList(TILES), "k8 (a1, energy 4), eye, k7 (A1, energy 4, tourism)") == ["k8", "eye", "k7"]


def test_options_with_the_same_words_are_named_one_after_the_other() -> None:
    cards = [make_option("c1", Name("book 2")), make_option("c2", Name("book 2")), make_option("c3", Name("coin 1"))]
    assert parse(MultiChoice(cards), "book 2, coin 1, book 2") == ["c1", "c3", "c2"]
    assert parse(Choice(cards), "book 2") == "c1"


def test_similar_text_is_proposed_and_not_accepted() -> None:
    with pytest.raises(DidYouMeanError, match="Did you mean “steel”") as doubt:
        parse(MultiChoice(COLOURS), "wood, steal")
    assert doubt.value.answer == ["wood", "steel"]
    with pytest.raises(DidYouMeanError, match=r"ran out: .* Did you mean “glass”") as doubt:
        parse(FORM, "park, out glsas")
    assert doubt.value.answer == {"type": "park", "out": ["glass"]}
    with pytest.raises(rival.BadAnswerError, match="not one of the options"):
        parse(MultiChoice(COLOURS), "wood, quux")


def test_a_number_with_a_meaning_is_not_a_list_number() -> None:
    def parse_tile(words: str) -> str:
        if words.isdecimal():
            return words
        raise rival.BadAnswerError(Name("no tile"))

    assert parse(TextList(COLOURS, parse_entry=parse_tile), "2, wood") == ["2", "wood"]
    assert parse(TextList(COLOURS), "2, wood") == ["glass", "wood"]
