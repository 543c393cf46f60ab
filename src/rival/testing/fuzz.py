"""A random player for tests, which gives random valid answers, corrects values and undoes entries."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

from rival.kernel import BadAnswerError, Question, Session, load_opponent, take_snapshot
from rival.kernel.question import describe_answer_type
from rival.kernel.samples import make_sample_pack
from rival.kernel.texts import ENGLISH, LANGUAGES

MAX_ANSWERS = 250
MAX_TRIES = 200


def play_at_random(game: str, seed: int) -> None:
    """Make a series of random actions, checking that the table stays valid and that the journal can be loaded."""
    dice = random.Random(seed)
    pack = make_sample_pack(game) if seed % 2 else None
    session = Session.new(
        game,
        seed=seed,
        options={setting.name: dice.choice(setting.values)[0] for setting in load_opponent(game).settings},
        dice=dice.choice(["program", "mine"]),
        pack=pack,
        lang=dice.choice(LANGUAGES),
    )
    for _step in range(MAX_ANSWERS):
        if session.ask is None:
            break
        act_at_random(session, dice)
        assert list(load_opponent(game).check_invariants(session.table)) == [], f"seed {seed}, entry {session.position}"
    again = Session.load(session.journal.format_text())
    assert take_snapshot(again.table) == take_snapshot(session.table), f"seed {seed}"
    assert again.ask == session.ask, f"seed {seed}"
    assert [entry.text for entry in again.transcript] == [entry.text for entry in session.transcript], f"seed {seed}"


def act_at_random(session: Session, dice: random.Random) -> None:
    """Take a random action: usually an answer, sometimes a correction, an undo or a change of the dice mode."""
    choice = dice.random()
    if choice < 0.04:
        correct_at_random(session, dice)
    elif choice < 0.07:
        session.seek(dice.randint(0, session.position))
    elif choice < 0.09:
        session.use_dice(dice.choice(["program", "mine"]))
    else:
        answer_at_random(session, dice)


def make_random_answer(question: Question, dice: random.Random) -> Any:
    """Return a random answer of the right type, which may still violate a rule of the game."""
    ids = [offer.id for offer in question.options]
    match question.kind:
        case "choice":
            return dice.choice(ids) if ids else None
        case "several":
            maximum = len(ids) if question.most is None else min(question.most, len(ids))
            minimum = min(question.least or 0, maximum)
            return dice.sample(ids, dice.randint(minimum, min(maximum, minimum + 2)))
        case "phrases":
            minimum = question.least or 0
            maximum = minimum + 2 if question.most is None else question.most
            phrases = [
                dice.choice([*map(str, ids), "something", "7"])
                for _n in range(dice.randint(minimum, max(minimum, maximum)))
            ]
            return phrases if dice.random() < 0.9 else phrases[:minimum]
        case "order":
            return dice.sample(ids, question.least or 0)
        case "number" | "die":
            minimum = -5 if question.least is None else question.least
            maximum = minimum + 6 if question.most is None else question.most
            return dice.randint(minimum, min(maximum, minimum + 12))
        case "checklist":
            return True
        case "words":
            return "something"
        case "drawing":
            return make_random_drawing(question, dice)
        case "pairs":
            return make_random_pairs(question, dice)
        case "chart":
            return make_random_map(question, dice)
        case "form":
            return make_random_form(question, dice)
        case unknown:
            raise AssertionError(f"{question.key}: no random answer for the shape “{unknown}”")


def make_random_drawing(question: Question, dice: random.Random) -> list[str]:
    """Return random rows for a drawing."""
    signs = [sign for sign, _words in question.legend]
    if question.look is not None and question.look.upright and question.most is not None:
        return make_random_columns(signs, question.most, dice)
    width = dice.randint(1, 4)
    return [" ".join(dice.choice(signs) for _x in range(width)) for _y in range(dice.randint(1, 4))]


def make_random_columns(signs: list[str], total: int, dice: random.Random) -> list[str]:
    """Return rows with a fixed number of squares. Most have the same sign, so that some drawings have valid totals."""
    share = dice.random()
    spaces = [signs[0] if dice.random() < share else dice.choice(signs) for _n in range(total)]
    width = dice.randint(2, 5)
    return [" ".join(spaces[n : n + width]) for n in range(0, total, width)]


NEW_NAMES = ("Alder", "Birch", "Cedar", "Elm", "Fir")


def make_random_pairs(question: Question, dice: random.Random) -> dict[str, Any]:
    """Return some known names, and sometimes a new name if new names are allowed, each with a value."""
    new_names = [] if question.closed else [name for name in NEW_NAMES if dice.random() < 0.2]
    names = dict.fromkeys([*dice.sample(question.names, min(len(question.names), dice.randint(0, 3))), *new_names])
    return {name: dice.choice(question.options).id for name in names}


def make_random_map(question: Question, dice: random.Random) -> dict[str, Any]:
    """Return a small map: places, borders between some of the places, and gates from some of the entrances."""

    def pick_neighbours() -> dict[str, int]:
        return {name: dice.randint(question.least or 0, question.most or 2) for name in places if dice.random() < 0.4}

    places = {name: [dice.randint(0, 999), dice.randint(0, 999)] for name in NEW_NAMES if dice.random() < 0.8}
    return {
        "places": places,
        "borders": {name: {near: n for near, n in pick_neighbours().items() if near != name} for name in places},
        "gates": {offer.id: pick_neighbours() for offer in question.options if dice.random() < 0.7},
        "whole": dice.random() < 0.5,
    }


def make_random_form(question: Question, dice: random.Random) -> Any:
    """Return a form filled in with random values, or sometimes a shortcut."""
    if question.instead and dice.random() < 0.05:
        return dice.choice(question.instead).id
    return {
        field.key: make_random_answer(field, dice) for field in question.fields if field.required or dice.random() < 0.4
    }


def get_default_answer(question: Question) -> Any:
    """Return the default answer of a question."""
    needed = [field for field in question.fields if field.required]
    return {field.key: field.default for field in needed} if question.kind == "form" else question.default


def answer_at_random(session: Session, dice: random.Random) -> None:
    """Answer the open question at random; raise AssertionError if no random answer is accepted."""
    assert session.ask is not None
    question = session.ask
    for attempt in range(MAX_TRIES):
        try:
            session.answer(
                get_default_answer(question) if attempt == MAX_TRIES // 2 else make_random_answer(question, dice)
            )
        except BadAnswerError:
            continue
        return
    raise AssertionError(f"no answer found for {question.key}: {question.text}")


def change_at_random(session: Session, dice: random.Random) -> bool:
    """Replace an earlier answer with a random one; return whether the new answer was accepted."""
    n = dice.randrange(session.position)
    question, before = session.replay_to(n).ask, session.journal.format_text()
    assert question is not None
    try:
        session.replace_answer(n, make_random_answer(question, dice))
    except BadAnswerError:
        assert session.journal.format_text() == before
        return False
    return True


def correct_at_random(session: Session, dice: random.Random) -> None:
    """Correct a random value if the table allows the correction."""
    tracked_value = dice.choice(list(session.collect_editable_values().values()))
    question = Question(
        tracked_value.path,
        tracked_value.answer_type.kind,
        "",
        "",
        **describe_answer_type(tracked_value.answer_type, ENGLISH),
    )
    with suppress(BadAnswerError):
        session.correct(tracked_value.path, make_random_answer(question, dice))
