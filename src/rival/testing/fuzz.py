"""A random player for tests: gives random valid answers, corrects values and goes back."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

from rival.kernel import BadAnswer, Question, Session, opponent, snapshot
from rival.kernel.question import details
from rival.kernel.samples import sample_pack
from rival.kernel.texts import ENGLISH, LANGUAGES

ANSWERS = 250
TRIES = 200


def stranger(game: str, seed: int) -> None:
    """Play at random for a while; check that the table stays valid and that the journal can be loaded."""
    dice = random.Random(seed)
    pack = sample_pack(game) if seed % 2 else None
    session = Session.new(
        game,
        seed=seed,
        options={one.name: dice.choice(one.values)[0] for one in opponent(game).settings},
        dice=dice.choice(["program", "mine"]),
        pack=pack,
        lang=dice.choice(LANGUAGES),
    )
    for _step in range(ANSWERS):
        if session.ask is None:
            break
        act_at_random(session, dice)
        assert list(opponent(game).problems(session.table)) == [], f"seed {seed}, entry {session.at}"
    again = Session.load(session.journal.dumps())
    assert snapshot(again.table) == snapshot(session.table), f"seed {seed}"
    assert again.ask == session.ask, f"seed {seed}"
    assert [entry.text for entry in again.transcript] == [entry.text for entry in session.transcript], f"seed {seed}"


def act_at_random(session: Session, dice: random.Random) -> None:
    """Mostly give an answer; sometimes correct a value, go back or switch the dice."""
    whim = dice.random()
    if whim < 0.04:
        correct_at_random(session, dice)
    elif whim < 0.07:
        session.rewind(dice.randint(0, session.at))
    elif whim < 0.09:
        session.use_dice(dice.choice(["program", "mine"]))
    else:
        answer_at_random(session, dice)


def random_answer(question: Question, dice: random.Random) -> Any:
    """Return a random answer of the right type. It may still violate a rule."""
    ids = [offer.id for offer in question.options]
    match question.kind:
        case "choice":
            return dice.choice(ids) if ids else None
        case "several":
            most = len(ids) if question.most is None else min(question.most, len(ids))
            least = min(question.least or 0, most)
            return dice.sample(ids, dice.randint(least, min(most, least + 2)))
        case "phrases":
            least = question.least or 0
            most = least + 2 if question.most is None else question.most
            told = [
                dice.choice([*map(str, ids), "something", "7"]) for _n in range(dice.randint(least, max(least, most)))
            ]
            return told if dice.random() < 0.9 else told[:least]
        case "order":
            return dice.sample(ids, question.least or 0)
        case "number" | "die":
            least = -5 if question.least is None else question.least
            most = least + 6 if question.most is None else question.most
            return dice.randint(least, min(most, least + 12))
        case "checklist":
            return True
        case "words":
            return "something"
        case "drawing":
            return random_drawing(question, dice)
        case "pairs":
            return random_pairs(question, dice)
        case "chart":
            return random_chart(question, dice)
        case "form":
            return random_form(question, dice)
        case unknown:
            raise AssertionError(f"{question.key}: no random answer for the shape “{unknown}”")


def random_drawing(question: Question, dice: random.Random) -> list[str]:
    """Return random rows of a drawing."""
    signs = [sign for sign, _words in question.legend]
    if question.look is not None and question.look.upright and question.most is not None:
        return random_columns(signs, question.most, dice)
    width = dice.randint(1, 4)
    return [" ".join(dice.choice(signs) for _x in range(width)) for _y in range(dice.randint(1, 4))]


def random_columns(signs: list[str], total: int, dice: random.Random) -> list[str]:
    """Return rows with a fixed number of spaces. Many are of one kind, so that sums come out right sometimes."""
    share = dice.random()
    spaces = [signs[0] if dice.random() < share else dice.choice(signs) for _n in range(total)]
    width = dice.randint(2, 5)
    return [" ".join(spaces[n : n + width]) for n in range(0, total, width)]


NEW_NAMES = ("Alder", "Birch", "Cedar", "Elm", "Fir")


def random_pairs(question: Question, dice: random.Random) -> dict[str, Any]:
    """Return some of the known names, and sometimes a new one where that is allowed, each with a value."""
    known = [] if question.closed else [name for name in NEW_NAMES if dice.random() < 0.2]
    names = dict.fromkeys([*dice.sample(question.names, min(len(question.names), dice.randint(0, 3))), *known])
    return {name: dice.choice(question.options).id for name in names}


def random_chart(question: Question, dice: random.Random) -> dict[str, Any]:
    """Return a small map: places, borders between some of them, and gates from some of the entrances."""

    def neighbours() -> dict[str, int]:
        return {name: dice.randint(question.least or 0, question.most or 2) for name in places if dice.random() < 0.4}

    places = {name: [dice.randint(0, 999), dice.randint(0, 999)] for name in NEW_NAMES if dice.random() < 0.8}
    return {
        "places": places,
        "borders": {name: {near: n for near, n in neighbours().items() if near != name} for name in places},
        "gates": {offer.id: neighbours() for offer in question.options if dice.random() < 0.7},
        "whole": dice.random() < 0.5,
    }


def random_form(question: Question, dice: random.Random) -> Any:
    """Return a form with random values, or sometimes a shortcut."""
    if question.instead and dice.random() < 0.05:
        return dice.choice(question.instead).id
    return {field.key: random_answer(field, dice) for field in question.fields if field.required or dice.random() < 0.4}


def as_shown(question: Question) -> Any:
    """Return the default answer of a question."""
    needed = [field for field in question.fields if field.required]
    return {field.key: field.default for field in needed} if question.kind == "form" else question.default


def answer_at_random(session: Session, dice: random.Random) -> None:
    """Answer the open question; raise AssertionError if no random answer is accepted."""
    assert session.ask is not None
    question = session.ask
    for attempt in range(TRIES):
        try:
            session.answer(as_shown(question) if attempt == TRIES // 2 else random_answer(question, dice))
        except BadAnswer:
            continue
        return
    raise AssertionError(f"no answer found for {question.key}: {question.text}")


def amend_at_random(session: Session, dice: random.Random) -> bool:
    """Change an old answer; return whether the random one was accepted."""
    n = dice.randrange(session.at)
    question, before = session.past(n).ask, session.journal.dumps()
    assert question is not None
    try:
        session.amend(n, random_answer(question, dice))
    except BadAnswer:
        assert session.journal.dumps() == before
        return False
    return True


def correct_at_random(session: Session, dice: random.Random) -> None:
    """Correct a random value if the table allows it."""
    one = dice.choice(list(session.tracked().values()))
    question = Question(one.path, one.shape.kind, "", "", **details(one.shape, ENGLISH))
    with suppress(BadAnswer):
        session.correct(one.path, random_answer(question, dice))
