"""What people type, and what it means."""

from __future__ import annotations

import pytest

import rival
from rival.kernel import Question
from rival.kernel.question import Offer
from rival.terminal.typed import parse

PLOTS = (Offer("b2", "b2"), Offer("c2", "c2"), Offer("c3", "c3"))
COLOURS = (Offer("wood", "wood"), Offer("glass", "glass"), Offer("steel", "steel"))
TYPES = (Offer("park", "park"), Offer("residential", "residential"))


def choice(line: str, options: tuple[Offer, ...] = PLOTS) -> object:
    return parse(Question("plot", "choice", "player", "?", options=options), line)


def test_a_choice_by_number_word_or_prefix() -> None:
    assert choice("2") == "c2"
    assert choice("B2") == "b2"
    assert choice("b") == "b2"
    with pytest.raises(rival.BadAnswer, match="several: c2, c3"):
        choice("c")
    with pytest.raises(rival.BadAnswer, match="not one of the choices"):
        choice("7")


def test_numbers_that_are_ids_are_ids() -> None:
    positions = tuple(Offer(n, str(n)) for n in (3, 5, 9))
    assert choice("5", positions) == 5


def test_several_with_commas_or_spaces() -> None:
    several = Question("out", "several", "", "", options=COLOURS)
    assert parse(several, "wood, st") == ["wood", "steel"]
    assert parse(several, "1 3") == ["wood", "steel"]
    assert parse(several, "") == []
    assert parse(several, "none") == []


def test_numbers_and_sums() -> None:
    number = Question("vp", "number", "", "")
    assert parse(number, "12") == 12
    assert parse(number, "12+3-1") == "12+3-1"


FORM = Question(
    "plan",
    "form",
    "table",
    "?",
    fields=(
        Question("type", "choice", "", "type of the building", options=TYPES, required=True),
        Question("wood", "number", "", "wood", default=0),
        Question("steel", "number", "", "steel", default=0),
        Question("out", "several", "", "colours that ran out", options=COLOURS, default=[]),
    ),
    instead=(Offer("empty", "the row is empty"),),
)


def test_a_form_in_one_line() -> None:
    assert parse(FORM, "res wood 2 steel 1") == {"type": "residential", "wood": 2, "steel": 1}
    assert parse(FORM, "type park, wood=3") == {"type": "park", "wood": 3}
    assert parse(FORM, "park out: glass steel") == {"type": "park", "out": ["glass", "steel"]}
    assert parse(FORM, "park out glass steel 2") == {"type": "park", "out": ["glass"], "steel": 2}
    assert parse(FORM, "") == {}
    assert parse(FORM, "empty") == "empty"
    assert parse(FORM, "the row is empty") == "empty"
    with pytest.raises(rival.BadAnswer, match="none of the entries"):
        parse(FORM, "quux 3")


def test_a_drawing_with_slashes() -> None:
    assert parse(Question("district", "drawing", "table", "?"), ". . ~ / x . .") == [". . ~", "x . ."]


def test_a_check_list_wants_a_yes() -> None:
    items = Question("set-up", "checklist", "table", "?")
    assert parse(items, "") is True
    assert parse(items, "да") is True
    with pytest.raises(rival.BadAnswer):
        parse(items, "no")


PRICES = (Offer(1, "1"), Offer(2, "2"))
HOLDERS = (Offer("cape-town", "Cape Town"), Offer("cairo", "Cairo"), Offer("none", "none"))


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
    assert parse(Question("neighbours", "pairs", "", "", options=PRICES), line) == meant


def test_a_pair_without_its_value_is_refused() -> None:
    for line in ("Gao", "Gao 1, Kano", "Gao 3"):
        with pytest.raises(rival.BadAnswer):
            parse(Question("neighbours", "pairs", "", "", options=PRICES), line)


def test_pairs_in_a_form_whose_other_fields_have_the_same_names() -> None:
    form = Question(
        "report",
        "form",
        "table",
        "?",
        fields=(
            Question("cape-town", "number", "", "Cape Town", default=0),
            Question("cairo", "number", "", "Cairo", default=0),
            Question("posts", "pairs", "", "posts", options=HOLDERS),
        ),
    )
    assert parse(form, "posts - cairo 3") == {"posts": {}, "cairo": 3}
    told = parse(form, "cairo 3 posts Gao cairo, New Land Cape Town, Kano none cape-town 2")
    assert told == {"cairo": 3, "posts": {"Gao": "cairo", "New Land": "cape-town", "Kano": "none"}, "cape-town": 2}
