"""Typed answers: every label and every example of every question can be typed, in every language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain

import pytest

import rival
from rival.kernel import (
    AnswerType,
    Ask,
    Choice,
    Drawing,
    Field,
    Form,
    FreeText,
    Json,
    MultiChoice,
    NamedValues,
    Order,
    Session,
    TextList,
    load_opponent,
)
from rival.kernel.answer_types import ChoiceBase
from rival.kernel.texts import render_in_all_languages
from rival.kernel.vocabulary import LOOKALIKE_LETTERS
from rival.terminal.examples import find_example
from rival.terminal.input_parser import get_typed_name, list_field_names, parse_answer

GAMES = sorted(rival.load_opponents())
SEEDS = range(2)
CYRILLIC = {latin: cyrillic for cyrillic, latin in LOOKALIKE_LETTERS.items() if chr(cyrillic) not in "ёЁ"}


def list_spellings(label: str) -> Iterator[str]:
    """Yield ways to type a label: in any case, with letters that look alike, with е for ё."""
    yield label
    yield label.upper()
    yield label.lower().replace("ё", "е")
    yield label.translate(LOOKALIKE_LETTERS)
    yield label.translate(CYRILLIC)


def parse_line(session: Session, shape: AnswerType, line: str) -> Json:
    """Return the answer that the terminal and the session understand from a line."""
    return shape.parse(parse_answer(shape, line, session.catalogues), session.catalogues)


def check_labels(session: Session, shape: ChoiceBase, before: str = "") -> None:
    for labelled_option in shape.options:
        for label in render_in_all_languages(labelled_option.label, session.catalogues):
            for typed in list_spellings(label):
                check_label(session, shape, labelled_option.id, before + typed)


def check_label(session: Session, shape: ChoiceBase, id: Json, typed: str) -> None:
    answer = parse_line(session, shape, typed)
    answer_ids = answer if isinstance(answer, list) else [answer]
    answer_labels = [session.render(shape.get_option(answer_id).label) for answer_id in answer_ids]
    assert answer_labels == [session.render(shape.get_option(id).label)], (
        f"{typed!r} is understood as {answer!r}, not {id!r}"
    )


def check_shape(session: Session, shape: AnswerType, seen: set[object]) -> None:
    """Check everything about an answer type; equal lists of options are checked once."""
    match shape:
        case Choice() | MultiChoice() | Order() | TextList():
            if is_new(session, shape, seen):
                check_labels(session, shape)
                check_many(session, shape)
        case Form():
            check_form(session, shape, seen)
        case NamedValues():
            check_pairs(session, shape)


def is_new(session: Session, shape: AnswerType, seen: set[object], name: str = "") -> bool:
    key = (
        name,
        shape.kind,
        isinstance(shape, ChoiceBase)
        and tuple(session.render(labelled_option.label) for labelled_option in shape.options),
    )
    is_unseen = key not in seen
    seen.add(key)
    return is_unseen


def check_many(session: Session, shape: ChoiceBase) -> None:
    """Check several labels in one line, as a list of defaults is shown."""
    if isinstance(shape, Choice) or len(shape.options) < 2:
        return
    labels = [session.render(labelled_option.label) for labelled_option in shape.options[:5]]
    answer = parse_line(session, shape, ", ".join(labels))
    assert [session.render(shape.get_option(labelled_option).label) for labelled_option in answer] == labels


def check_form(session: Session, form: Form, seen: set[object]) -> None:
    for shortcut in form.shortcuts:
        for label in render_in_all_languages(shortcut.label, session.catalogues):
            assert parse_line(session, form, label) == shortcut.id
    for field in form.fields:
        if not is_new(session, field.answer_type, seen, field.name):
            continue
        for name in list_field_names(field, session.catalogues):
            for label, value in list_typed_values(session, field):
                parsed = parse_answer(form, f"{name}: {label}", session.catalogues)
                assert list(parsed) == [field.name], f"{name}: {label} is understood as {parsed}"
                assert (
                    format_answer(
                        session, field.answer_type, field.answer_type.parse(parsed[field.name], session.catalogues)
                    )
                    == value
                )


def list_typed_values(session: Session, field: Field) -> Iterator[tuple[str, str]]:
    """Yield texts that can be typed for a field, and the text that is shown for each."""
    shape = field.answer_type
    if isinstance(shape, ChoiceBase):
        for labelled_option in shape.options[:12]:
            for label in render_in_all_languages(labelled_option.label, session.catalogues):
                yield label, session.render(labelled_option.label)
    if field.example is not None:
        typed = field.example.render(session.catalogues[0])
        yield typed, format_answer(session, shape, parse_line(session, shape, typed))


def format_answer(session: Session, shape: AnswerType, value: Json) -> str:
    """Return an answer as text, with the labels of its options."""
    if not isinstance(shape, ChoiceBase):
        return session.render(shape.format_answer(value))
    labels = [shape.find_option(labelled_option) for labelled_option in (value if isinstance(value, list) else [value])]
    return ", ".join(
        session.render(labelled_option.label) for labelled_option in labels if labelled_option
    ) or session.render(shape.format_answer(value))


def check_pairs(session: Session, shape: NamedValues) -> None:
    for name in shape.names[:10]:
        for labelled_option in shape.values.options:
            for label in render_in_all_languages(labelled_option.label, session.catalogues):
                assert parse_line(session, shape, f"{name.upper()} {label}") == {name: labelled_option.id}


def play_sample(game: str, seed: int, lang: str, unread: bool) -> Iterator[Session]:
    """Yield a sample game at each question; with ``unread``, the pack is that of a first game."""
    tested_opponent = load_opponent(game)
    pack = tested_opponent.make_empty_pack() if unread else tested_opponent.make_sample_pack()
    session = Session.new(tested_opponent, seed=seed, lang=lang, pack=pack, dice="mine" if seed % 2 else "program")
    sample = tested_opponent.make_sample_player(seed, session.options)
    while session.open_ask is not None:
        yield session
        ask = session.open_ask
        if ask.who == "chance":
            session.answer_by_id(ask.answer_type.draw_random(session.chance, ask.key, session.draw_count))
        else:
            session.answer(sample.answer(ask, session.table))


@pytest.mark.games
@pytest.mark.parametrize("unread", [False, True])
@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_every_label_can_be_typed_back(game: str, lang: str, unread: bool) -> None:
    seen: set[object] = set()
    for seed in SEEDS:
        for session in play_sample(game, seed, lang, unread):
            ask = session.open_ask
            assert ask is not None
            check_shape(session, ask.answer_type, seen)
    assert seen


@pytest.mark.parametrize("unread", [False, True])
@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_a_question_is_an_answer_there(game: str, lang: str, unread: bool) -> None:
    without: dict[str, int] = {}
    asked = 0
    for session in play_sample(game, 5, lang, unread):
        ask = session.open_ask
        assert ask is not None
        if isinstance(ask.answer_type, Form | NamedValues):
            line = find_example(ask.answer_type, session.catalogues, ask.validate)
            asked += 1
            if not line:
                without[ask.key] = without.get(ask.key, 0) + 1
                continue
            session.preview_answer(parse_line(session, ask.answer_type, line))
    assert asked
    assert sum(without.values()) <= asked // 10, without


@pytest.mark.parametrize("unread", [False, True])
@pytest.mark.parametrize("game", ["mombasa", "rolling-heights"])
def test_the_typed_name_of_a_field_is_in_the_players_language(game: str, unread: bool) -> None:
    for session in play_sample(game, 4, "ru", unread):
        assert session.open_ask is not None
        shape = session.open_ask.answer_type
        for field in shape.fields if isinstance(shape, Form) else ():
            name = get_typed_name(field, session.catalogues)
            assert not re.search("[A-Za-z]", name), f"{field.name}: {name}"
            assert name in list_field_names(field, session.catalogues)


EXAMPLE = re.compile(r"(?:for instance|for example|например|[:,—]|\band|\bи) [“«]([^“”«»]+)[”»]")
"""An example in a sentence; names of cards and companies are in quotation marks, too."""


def fill_free_text_fields(ask: Ask, make_answer: Callable[[AnswerType], Json]) -> Json:
    """Return an answer with this text in every free-text field; None if there is no such field."""

    def is_free(shape: AnswerType) -> bool:
        return isinstance(shape, FreeText | Drawing) or (isinstance(shape, TextList) and shape.parse_entry is not None)

    if isinstance(ask.answer_type, Form):
        return {
            field.name: make_answer(field.answer_type) for field in ask.answer_type.fields if is_free(field.answer_type)
        } or None
    return make_answer(ask.answer_type) if is_free(ask.answer_type) else None


def parse_free_text(session: Session, ask: Ask, line: str) -> Json:
    return fill_free_text_fields(ask, lambda shape: parse_line(session, shape, line))


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("game", ["pampero"])
def test_an_example_in_a_question_is_a_valid_answer(game: str, lang: str) -> None:
    """Each quoted example is accepted, and both alphabets give the same stored answer."""
    question_keys: set[str] = set()
    for session in chain(play_sample(game, 5, lang, unread=True), play_sample(game, 5, lang, unread=False)):
        ask = session.open_ask
        assert ask is not None
        legend = [meaning for _sign, meaning in getattr(ask.answer_type, "legend", ())]
        for quoted in EXAMPLE.findall(" ".join(map(session.render, [ask.text, *legend]))):
            stored_answer = parse_free_text(session, ask, quoted)
            if stored_answer is None:
                continue
            question_keys.add(ask.key)
            checked_answer = ask.validate(stored_answer)
            for typed in list_spellings(quoted):
                typed_answer = parse_free_text(session, ask, typed)
                assert ask.validate(typed_answer) == checked_answer, typed
                assert typed_answer == stored_answer or isinstance(ask.answer_type, Drawing), typed
    assert {"map-contracts", "map-links", "face-up-now", "bonus-board", "contracts-there", "grid"} <= question_keys
