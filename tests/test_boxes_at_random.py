"""Boxes filled at random through the editors' own questions: each is valid, can be shared, and can be played."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from rival.engine import Engine
from rival.engine.packs import PacksInMemory
from rival.kernel import BadPack, Opponent, RivalError, Session, opponent, opponents, snapshot
from rival.kernel.box import LINES
from rival.testing import answer_at_random, random_answer
from tests.support.example_counts import times

BOXED = [id for id, one in opponents().items() if one.box is not None]
SEEDS = [seed if seed < 2 else pytest.param(seed, marks=pytest.mark.fuzz) for seed in range(6)]
ANSWERS = 25


def drawn_map(dice: random.Random) -> dict[str, Any]:
    """Return a random map: a chart has no options, so this chooses dots with borders and gates."""
    names = dice.sample(["1", "2", "3", "Gao", "Новый порт", 'a "b"', "7"], dice.randint(2, 7))
    pairs = {tuple(sorted(dice.sample(names, 2))) for _n in range(dice.randint(1, 9))}
    borders: dict[str, dict[str, int]] = {}
    for one, other in pairs:
        borders.setdefault(one, {})[other] = dice.randint(1, 2)
    base = dice.choice(["cairo", "mombasa"])
    return {
        "places": {name: [dice.randint(0, 1000), dice.randint(0, 1000)] for name in names},
        "borders": borders,
        "gates": {base: {dice.choice(names): dice.randint(1, 2)}},
        "whole": dice.random() < 0.5,
    }


def filled(game: str, seed: int) -> tuple[Engine, list[str]]:
    """Return a box with random parts, and the messages for rejected values."""
    dice, engine, refused = random.Random(seed), Engine(own=PacksInMemory()), []
    parts = engine.box(game).parts
    for part in dice.sample(parts, min(len(parts), 12)):
        question = engine.box_part(game, part.id).question
        value = drawn_map(dice) if question.kind == "chart" else random_answer(question, dice)
        draft = engine.box_part(game, part.id, value)
        if draft.problem:
            refused.append(draft.problem)
            with pytest.raises(RivalError):
                engine.tell_part(game, part.id, value)
        else:
            engine.tell_part(game, part.id, value)
    return engine, refused


def values(engine: Engine, game: str) -> dict[str, Any]:
    return {one.id: engine.box_part(game, one.id).value for one in engine.box(game).parts if not one.adds}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", BOXED)
def test_any_box_passes_its_checker_and_is_the_same_by_file_and_by_link(game: str, seed: int) -> None:
    engine, refused = filled(game, seed)
    assert all(0 < len(one) < 400 for one in refused)
    own = engine.packs.own(opponent(game))
    if own is None:
        return
    engine.describe_pack(game, {name: f"{name} «ё»" for name in LINES})
    shared = engine.share_parts(game)
    for text in (shared.text, shared.code):
        other = Engine(own=PacksInMemory())
        other.take_parts(text)
        assert values(other, game) == values(engine, game)
        assert other.share_parts(game).code == shared.code


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", BOXED)
def test_any_box_plays_and_its_game_is_the_same_when_the_box_is_another(game: str, seed: int) -> None:
    """A game keeps the pack with which it started."""
    engine, _refused = filled(game, seed)
    state = engine.begin(game, seed=seed)
    session, dice = engine.session(state.id), random.Random(seed)
    for _n in range(ANSWERS):
        if session.ask is not None:
            answer_at_random(session, dice)
    for part in engine.box(game).parts:
        if part.origin:
            engine.forget_part(game, part.id)
    again = Session.load(session.journal.dumps())
    assert snapshot(again.table) == snapshot(session.table)
    assert again.ask == session.ask


# --- what is refused names the part ------------------------------------------------------------------------------

ODD: tuple[Any, ...] = (None, -1, 10**6, "nonsense?!", [], {}, ["nonsense?!"], [[7]], {"nonsense?!": 1}, True)
HEAD = {"game", "sample", "learned", "schema", "edition", "source", *LINES}


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if not isinstance(value, dict | list):
        return []
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    return [found for key, one in inner for found in ((*path, key), *places(one, (*path, key)))]


def with_odd(pack: Any, path: tuple[Any, ...], odd: Any) -> Any:
    changed = copy.deepcopy(pack)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = odd
    return changed


def names_in(against: Opponent, pack: Any, path: tuple[Any, ...]) -> set[str]:
    """Return the names that a message may use for this place: keys on the path, neighbouring ids, or its label."""
    found = {str(key).lower() for key in path if isinstance(key, str)}
    inner = pack
    for key in path:
        inner = inner[key]
        if isinstance(inner, dict) and isinstance(inner.get("id"), str):
            found.add(inner["id"].lower())
    assert against.box is not None
    first = str(path[0]).rstrip("s").replace("_", " ")
    return found | {first} | {name.replace("-", " ") for name in found}


@pytest.mark.parametrize("game", BOXED)
def test_a_pack_that_is_refused_names_the_part_and_says_what_is_expected(game: str) -> None:
    against, dice = opponent(game), random.Random(game)
    pack = against.sample_pack()
    known = [path for path in places(pack) if path[0] not in HEAD]
    refused = 0
    tried = times(120)
    for _n in range(tried):
        path = dice.choice(known)
        try:
            against.checked_pack(with_odd(pack, path, dice.choice(ODD)))
        except BadPack as bad:
            refused += 1
            said = str(bad).lower()
            assert any(name in said for name in names_in(against, pack, path)), (path, said)
            assert len(said) > 25, said
    assert refused > tried // 6
