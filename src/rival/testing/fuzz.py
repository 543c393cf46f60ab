"""A player who answers anything that fits, and corrects and takes back at whim: for tests that must survive it."""

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
    """A stranger plays for a while, by any rulings: the table stays possible, the journal tells the same game again."""
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
    """Mostly an answer; now and then a correction, a jump, other dice."""
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
    """Something of the right shape; whether it fits altogether only the question knows."""
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
    signs = [sign for sign, _words in question.legend]
    if question.look is not None and question.look.upright and question.most is not None:
        return random_columns(signs, question.most, dice)
    width = dice.randint(1, 4)
    return [" ".join(dice.choice(signs) for _x in range(width)) for _y in range(dice.randint(1, 4))]


def random_columns(signs: list[str], total: int, dice: random.Random) -> list[str]:
    """So many spaces in all, and any number of them of one kind: else what must add up is never met."""
    share = dice.random()
    spaces = [signs[0] if dice.random() < share else dice.choice(signs) for _n in range(total)]
    width = dice.randint(2, 5)
    return [" ".join(spaces[n : n + width]) for n in range(0, total, width)]


NEW_NAMES = ("Alder", "Birch", "Cedar", "Elm", "Fir")


def random_pairs(question: Question, dice: random.Random) -> dict[str, Any]:
    """Some of the known names, and now and then a new one where that is allowed, each with a value."""
    known = [] if question.closed else [name for name in NEW_NAMES if dice.random() < 0.2]
    names = dict.fromkeys([*dice.sample(question.names, min(len(question.names), dice.randint(0, 3))), *known])
    return {name: dice.choice(question.options).id for name in names}


def random_chart(question: Question, dice: random.Random) -> dict[str, Any]:
    """A small map: places, borders between some of them, and gates from some of the entrances."""

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
    if question.instead and dice.random() < 0.05:
        return dice.choice(question.instead).id
    return {field.key: random_answer(field, dice) for field in question.fields if field.required or dice.random() < 0.4}


def as_shown(question: Question) -> Any:
    """A form as it is preset, anything else as it may be."""
    needed = [field for field in question.fields if field.required]
    return {field.key: field.default for field in needed} if question.kind == "form" else question.default


def answer_at_random(session: Session, dice: random.Random) -> None:
    """Answer the open question somehow; every question must have an answer that a stranger can find."""
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
    """Change an old answer; says whether another was found that fits there."""
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
    """Set something right, if the table allows it."""
    one = dice.choice(list(session.tracked().values()))
    question = Question(one.path, one.shape.kind, "", "", **details(one.shape, ENGLISH))
    with suppress(BadAnswer):
        session.correct(one.path, random_answer(question, dice))
