"""Whatever a person answers, corrects or takes back: the game goes on, and the journal tells it again."""

from __future__ import annotations

import random

import pytest

import rival
from rival.kernel import Session, opponent, snapshot
from tests.fuzz import answer_at_random, correct_at_random

GAMES = sorted(rival.opponents())
ANSWERS = 250


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", GAMES)
def test_a_stranger_at_the_table_breaks_nothing(game: str, seed: int) -> None:
    dice = random.Random(seed)
    pack = opponent(game).sample_pack() if seed % 2 else None
    session = Session.new(
        game, seed=seed, dice=dice.choice(["program", "mine"]), pack=pack, lang=dice.choice(["en", "ru"])
    )
    for _step in range(ANSWERS):
        if session.ask is None:
            break
        whim = dice.random()
        if whim < 0.04:
            correct_at_random(session, dice)
        elif whim < 0.07:
            session.rewind(dice.randint(0, session.at))
        elif whim < 0.09:
            session.use_dice(dice.choice(["program", "mine"]))
        else:
            answer_at_random(session, dice)
        assert list(opponent(game).problems(session.table)) == []
    again = Session.load(session.journal.dumps())
    assert snapshot(again.table) == snapshot(session.table)
    assert again.ask == session.ask
    assert [entry.text for entry in again.transcript] == [entry.text for entry in session.transcript]
