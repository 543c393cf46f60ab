"""Boxes filled at random through the editors' own questions: each is valid, can be shared, and can be played."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from rival.engine import Engine
from rival.engine.packs import InMemoryPackStore
from rival.kernel import BadPackError, Opponent, RivalError, Session, load_opponent, load_opponents, take_snapshot
from rival.kernel.box import TEXT_KEYS
from rival.testing import answer_at_random, make_random_answer
from tests.support.example_counts import scale_examples

BOXED = [id for id, one in load_opponents().items() if one.box is not None]
SEEDS = [seed if seed < 2 else pytest.param(seed, marks=pytest.mark.fuzz) for seed in range(6)]
ANSWERS = 25


def draw_map(dice: random.Random) -> dict[str, Any]:
    """Return a random map: a chart has no options, so this chooses dots with borders and gates."""
    names = dice.sample(["1", "2", "3", "Gao", "Новый порт", 'a "b"', "7"], dice.randint(2, 7))
    pairs = {tuple(sorted(dice.sample(names, 2))) for _n in range(dice.randint(1, 9))}
    borders: dict[str, dict[str, int]] = {}
    for entry, other in pairs:
        borders.setdefault(entry, {})[other] = dice.randint(1, 2)
    base = dice.choice(["cairo", "mombasa"])
    return {
        "places": {name: [dice.randint(0, 1000), dice.randint(0, 1000)] for name in names},
        "borders": borders,
        "gates": {base: {dice.choice(names): dice.randint(1, 2)}},
        "whole": dice.random() < 0.5,
    }


def fill_box(game: str, seed: int) -> tuple[Engine, list[str]]:
    """Return a box with random parts, and the messages for rejected values."""
    dice, engine, refused = random.Random(seed), Engine(pack_store=InMemoryPackStore()), []
    parts = engine.load_box(game).parts
    for part in dice.sample(parts, min(len(parts), 12)):
        question = engine.preview_part(game, part.id).question
        value = draw_map(dice) if question.kind == "chart" else make_random_answer(question, dice)
        draft = engine.preview_part(game, part.id, value)
        if draft.problem:
            refused.append(draft.problem)
            with pytest.raises(RivalError):
                engine.describe_part(game, part.id, value)
        else:
            engine.describe_part(game, part.id, value)
    return engine, refused


def collect_values(engine: Engine, game: str) -> dict[str, Any]:
    return {
        entry.id: engine.preview_part(game, entry.id).value for entry in engine.load_box(game).parts if not entry.adds
    }


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", BOXED)
def test_any_box_is_valid_and_the_same_by_file_and_by_link(game: str, seed: int) -> None:
    engine, refused = fill_box(game, seed)
    assert all(0 < len(entry) < 400 for entry in refused)
    own = engine.pack_store.load_pack(load_opponent(game))
    if own is None:
        return
    engine.update_pack_details(game, {name: f"{name} «ё»" for name in TEXT_KEYS})
    shared = engine.share_parts(game)
    for text in (shared.text, shared.code):
        other = Engine(pack_store=InMemoryPackStore())
        other.import_parts(text)
        assert collect_values(other, game) == collect_values(engine, game)
        assert other.share_parts(game).code == shared.code


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", BOXED)
def test_any_box_is_playable_and_its_game_ignores_later_changes_of_the_box(game: str, seed: int) -> None:
    """A game keeps the pack with which it started."""
    engine, _refused = fill_box(game, seed)
    state = engine.begin_game(game, seed=seed)
    session, dice = engine.load_session(state.id), random.Random(seed)
    for _n in range(ANSWERS):
        if session.ask is not None:
            answer_at_random(session, dice)
    for part in engine.load_box(game).parts:
        if part.origin:
            engine.clear_part(game, part.id)
    again = Session.load(session.journal.format_text())
    assert take_snapshot(again.table) == take_snapshot(session.table)
    assert again.ask == session.ask


# --- what is refused names the part ------------------------------------------------------------------------------

ODD_VALUES: tuple[Any, ...] = (None, -1, 10**6, "nonsense?!", [], {}, ["nonsense?!"], [[7]], {"nonsense?!": 1}, True)
HEAD = {"game", "sample", "learned", "schema", "edition", "source", *TEXT_KEYS}


def list_places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if not isinstance(value, dict | list):
        return []
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    return [paths for key, entry in inner for paths in ((*path, key), *list_places(entry, (*path, key)))]


def replace_place(pack: Any, path: tuple[Any, ...], odd: Any) -> Any:
    changed = copy.deepcopy(pack)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = odd
    return changed


def list_place_names(tested_opponent: Opponent, pack: Any, path: tuple[Any, ...]) -> set[str]:
    """Return the names that a message may use for this place: keys on the path, neighbouring ids, or its label."""
    current = {str(key).lower() for key in path if isinstance(key, str)}
    inner = pack
    for key in path:
        inner = inner[key]
        if isinstance(inner, dict) and isinstance(inner.get("id"), str):
            current.add(inner["id"].lower())
    assert tested_opponent.box is not None
    first = str(path[0]).rstrip("s").replace("_", " ")
    return current | {first} | {name.replace("-", " ") for name in current}


@pytest.mark.parametrize("game", BOXED)
def test_the_message_for_a_rejected_pack_names_the_part_and_the_expected_value(game: str) -> None:
    tested_opponent, dice = load_opponent(game), random.Random(game)
    pack = tested_opponent.make_sample_pack()
    known_value = [path for path in list_places(pack) if path[0] not in HEAD]
    refused = 0
    tried = scale_examples(120)
    for _n in range(tried):
        path = dice.choice(known_value)
        try:
            tested_opponent.validate_pack(replace_place(pack, path, dice.choice(ODD_VALUES)))
        except BadPackError as error:
            refused += 1
            message = str(error).lower()
            assert any(name in message for name in list_place_names(tested_opponent, pack, path)), (path, message)
            assert len(message) > 25, message
    assert refused > tried // 6
