"""Typed answers: every label and every example of every question can be typed, in every language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import chain

import pytest

import rival
from rival.kernel import (
    Ask,
    Choice,
    Drawing,
    Field,
    Form,
    Json,
    Order,
    Pairs,
    Phrases,
    Session,
    Several,
    Shape,
    Words,
    opponent,
)
from rival.kernel.shapes import Optioned
from rival.kernel.texts import in_every_language
from rival.kernel.vocabulary import LETTERS
from rival.terminal.examples import example
from rival.terminal.typed import names_of, parse, typed_name

GAMES = sorted(rival.opponents())
SEEDS = range(2)
CYRILLIC = {latin: cyrillic for cyrillic, latin in LETTERS.items() if chr(cyrillic) not in "ёЁ"}


def spellings(label: str) -> Iterator[str]:
    """Yield ways to type a label: in any case, with letters that look alike, with е for ё."""
    yield label
    yield label.upper()
    yield label.lower().replace("ё", "е")
    yield label.translate(LETTERS)
    yield label.translate(CYRILLIC)


def meant(session: Session, shape: Shape, line: str) -> Json:
    """Return the answer that the terminal and the session understand from a line."""
    return shape.understood(parse(shape, line, session.spoken), session.spoken)


def check_labels(session: Session, shape: Optioned, before: str = "") -> None:
    for one in shape.options:
        for label in in_every_language(one.label, session.spoken):
            for typed in spellings(label):
                check_label(session, shape, one.id, before + typed)


def check_label(session: Session, shape: Optioned, id: Json, typed: str) -> None:
    found = meant(session, shape, typed)
    said = found if isinstance(found, list) else [found]
    words = [session.words(shape.find(one).label) for one in said]
    assert words == [session.words(shape.find(id).label)], f"{typed!r} is understood as {found!r}, not {id!r}"


def check_shape(session: Session, shape: Shape, seen: set[object]) -> None:
    """Check everything about an answer type; equal lists of options are checked once."""
    match shape:
        case Choice() | Several() | Order() | Phrases():
            if fresh(session, shape, seen):
                check_labels(session, shape)
                check_many(session, shape)
        case Form():
            check_form(session, shape, seen)
        case Pairs():
            check_pairs(session, shape)


def fresh(session: Session, shape: Shape, seen: set[object], name: str = "") -> bool:
    about = (name, shape.kind, isinstance(shape, Optioned) and tuple(session.words(one.label) for one in shape.options))
    new = about not in seen
    seen.add(about)
    return new


def check_many(session: Session, shape: Optioned) -> None:
    """Check several labels in one line, as a list of defaults is shown."""
    if isinstance(shape, Choice) or len(shape.options) < 2:
        return
    labels = [session.words(one.label) for one in shape.options[:5]]
    found = meant(session, shape, ", ".join(labels))
    assert [session.words(shape.find(one).label) for one in found] == labels


def check_form(session: Session, form: Form, seen: set[object]) -> None:
    for one in form.instead:
        for label in in_every_language(one.label, session.spoken):
            assert meant(session, form, label) == one.id
    for field in form.fields:
        if not fresh(session, field.shape, seen, field.name):
            continue
        for name in names_of(field, session.spoken):
            for label, value in values(session, field):
                told = parse(form, f"{name}: {label}", session.spoken)
                assert list(told) == [field.name], f"{name}: {label} is understood as {told}"
                assert shown(session, field.shape, field.shape.understood(told[field.name], session.spoken)) == value


def values(session: Session, field: Field) -> Iterator[tuple[str, str]]:
    """Yield texts that can be typed for a field, and the text that is shown for each."""
    shape = field.shape
    if isinstance(shape, Optioned):
        for one in shape.options[:12]:
            for label in in_every_language(one.label, session.spoken):
                yield label, session.words(one.label)
    if field.example is not None:
        typed = field.example.render(session.spoken[0])
        yield typed, shown(session, shape, meant(session, shape, typed))


def shown(session: Session, shape: Shape, value: Json) -> str:
    """Return an answer as text, with the labels of its options."""
    if not isinstance(shape, Optioned):
        return session.words(shape.show(value))
    labels = [shape.known(one) for one in (value if isinstance(value, list) else [value])]
    return ", ".join(session.words(one.label) for one in labels if one) or session.words(shape.show(value))


def check_pairs(session: Session, shape: Pairs) -> None:
    for name in shape.names[:10]:
        for one in shape.values.options:
            for label in in_every_language(one.label, session.spoken):
                assert meant(session, shape, f"{name.upper()} {label}") == {name: one.id}


def questions(game: str, seed: int, lang: str, unread: bool) -> Iterator[Session]:
    """Yield a sample game at each question; with ``unread``, the pack is that of a first game."""
    against = opponent(game)
    pack = against.unread_pack() if unread else against.sample_pack()
    session = Session.new(against, seed=seed, lang=lang, pack=pack, dice="mine" if seed % 2 else "program")
    sample = against.sample(seed, session.options)
    while session.open is not None:
        yield session
        ask = session.open
        if ask.who == "chance":
            session.take(ask.shape.draw(session.chance, ask.key, session.drawn))
        else:
            session.answer(sample.answer(ask, session.table))


@pytest.mark.games
@pytest.mark.parametrize("unread", [False, True])
@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_every_label_can_be_typed_back(game: str, lang: str, unread: bool) -> None:
    seen: set[object] = set()
    for seed in SEEDS:
        for session in questions(game, seed, lang, unread):
            ask = session.open
            assert ask is not None
            check_shape(session, ask.shape, seen)
    assert seen


@pytest.mark.parametrize("unread", [False, True])
@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_the_example_of_a_question_is_an_answer_there(game: str, lang: str, unread: bool) -> None:
    without: dict[str, int] = {}
    asked = 0
    for session in questions(game, 5, lang, unread):
        ask = session.open
        assert ask is not None
        if isinstance(ask.shape, Form | Pairs):
            line = example(ask.shape, session.spoken, ask.check)
            asked += 1
            if not line:
                without[ask.key] = without.get(ask.key, 0) + 1
                continue
            session.foreseen(meant(session, ask.shape, line))
    assert asked
    assert sum(without.values()) <= asked // 10, without


@pytest.mark.parametrize("unread", [False, True])
@pytest.mark.parametrize("game", ["mombasa", "rolling-heights"])
def test_what_is_typed_for_an_entry_is_a_word_of_the_language(game: str, unread: bool) -> None:
    for session in questions(game, 4, "ru", unread):
        assert session.open is not None
        shape = session.open.shape
        for field in shape.fields if isinstance(shape, Form) else ():
            name = typed_name(field, session.spoken)
            assert not re.search("[A-Za-z]", name), f"{field.name}: {name}"
            assert name in names_of(field, session.spoken)


EXAMPLE = re.compile("(?:for instance|например|[:,—]|and|и) [“«]([^“”«»]+)[”»]")
"""An example in a sentence; names of cards and companies are in quotation marks, too."""


def with_own_words(ask: Ask, told: Callable[[Shape], Json]) -> Json:
    """Return an answer with this text in every free-text field; None if there is no such field."""

    def is_free(shape: Shape) -> bool:
        return isinstance(shape, Words | Drawing) or (isinstance(shape, Phrases) and shape.read is not None)

    if isinstance(ask.shape, Form):
        return {field.name: told(field.shape) for field in ask.shape.fields if is_free(field.shape)} or None
    return told(ask.shape) if is_free(ask.shape) else None


def typed_at(session: Session, ask: Ask, line: str) -> Json:
    return with_own_words(ask, lambda shape: meant(session, shape, line))


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("game", ["pampero"])
def test_an_example_inside_a_sentence_is_an_answer_too(game: str, lang: str) -> None:
    """Each quoted example is accepted, and both alphabets give the same stored answer."""
    found: set[str] = set()
    for session in chain(questions(game, 5, lang, unread=True), questions(game, 5, lang, unread=False)):
        ask = session.open
        assert ask is not None
        legend = [meaning for _sign, meaning in getattr(ask.shape, "legend", ())]
        for quoted in EXAMPLE.findall(" ".join(map(session.words, [ask.text, *legend]))):
            kept = typed_at(session, ask, quoted)
            if kept is None:
                continue
            found.add(ask.key)
            taken = ask.check(kept)
            for typed in spellings(quoted):
                said = typed_at(session, ask, typed)
                assert ask.check(said) == taken, typed
                assert said == kept or isinstance(ask.shape, Drawing), typed
    assert {"map-contracts", "map-links", "face-up-now", "bonus-board", "contracts-there", "grid"} <= found
