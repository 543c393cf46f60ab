"""The same game played in three ways makes the same moves: all known, learned in play, nothing counted."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rival.games.pampero import opponent
from rival.games.pampero.icon_grammar import write_icon
from rival.games.pampero.pack import parse_sample_pack
from rival.games.pampero.sample import SampleTable, load_full_pack, make_blank_pack
from rival.games.pampero.symbols import CustomIcon
from rival.games.pampero.table import TOPICS, Table
from rival.kernel import Session
from tests.support.example_counts import limit_examples

SHUFFLED_PARTS = ("condition", "rows", "bonus", "order")


def play_and_trace(session: Session, table: SampleTable) -> list[Any]:
    """Return what VJ had and where his pieces were after every turn."""
    trace = []
    session.assumption_policy = table.objection
    while session.open_ask is not None:
        if session.open_ask.key == "your-turn":
            trace.append(summarize_table(session.table))
        session.answer(table.answer(session.open_ask, session.table))
    return [*trace, summarize_table(session.table), session.result]


def summarize_table(table: Table) -> Any:
    vj = table.vj
    return (
        (vj.energy, vj.batteries, vj.money, vj.chain, vj.links, vj.skip_token),
        sorted(vj.markers.items()),
        [tile.name for tile in vj.contracts],
        (vj.tiles[:], vj.specialists[:], vj.sales[:]),
        {name: (one.vjs.farms, one.vjs.towers, one.vjs.transformers) for name, one in table.sectors.items()},
        [(slot.yours, slot.vjs, slot.face_up) for slot in table.slots.values()],
    )


def play_game(seed: int, pack: Any, topics: Any, cards: Any, options: Any) -> list[Any]:
    session = Session.new(opponent, seed=seed, pack=pack, options=options)
    return play_and_trace(session, SampleTable(seed, session.options, topics, cards))


def check_three_ways(seed: int, cards: Any, options: Any = None) -> None:
    known = play_game(seed, cards, tuple(TOPICS), cards, options)
    learned = play_game(seed, make_blank_pack(), tuple(TOPICS), cards, options)
    asked = play_game(seed, make_blank_pack(), (), cards, options)
    assert learned == known
    assert asked == known


@pytest.mark.parametrize("seed", range(1, 13))
def test_with_the_sample_cards(seed: int) -> None:
    check_three_ways(seed, load_full_pack())


OTHER_VALUES = [{one.name: value} for one in opponent.settings for value, _words in one.values[1:]]


@pytest.mark.parametrize("options", OTHER_VALUES, ids=lambda one: next(iter(one)))
def test_under_every_option(options: dict[str, Any]) -> None:
    check_three_ways(5, load_full_pack(), options)


def shuffle_sample_pack(seed: int) -> Any:
    """Return the sample pack with its conditions, rows and bonus tables shuffled among sections of the same kind."""
    whole = copy.deepcopy(load_full_pack())
    deal = random.Random(seed).sample
    for kind in ("farm", "tower", "contract"):
        sections = [one for card in whole["card"] for one in card["section"] if one["action"] == kind]
        conditions = deal([one["condition"] for one in sections], len(sections))
        bodies = deal([{key: one[key] for key in SHUFFLED_PARTS[1:] if key in one} for one in sections], len(sections))
        for section, condition, body in zip(sections, conditions, bodies, strict=True):
            section |= {"condition": condition, **body}
    for card in whole["card"]:
        card["section"] = [
            {**one, "position": n} for n, one in enumerate(deal(card["section"], len(card["section"])), 1)
        ]
    return whole


@limit_examples(12)
@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_with_made_up_cards(seed: int, cards: int) -> None:
    check_three_ways(seed, shuffle_sample_pack(cards))


ASKED_ONCE = ("card-part", "card-section", "tile-effects", "contract-gives", "income-tracks", "pieces", "board-part")


def test_a_pack_learned_in_one_game_is_not_asked_about_in_the_next() -> None:
    """Parts of cards are asked in the first game only, and there are fewer questions with each turn."""
    pack: Any = make_blank_pack()
    asked = []
    for _game in range(2):
        session = Session.new(opponent, seed=3, pack=pack)
        table = SampleTable(3, session.options, tuple(TOPICS))
        keys = []
        while session.open_ask is not None:
            keys.append(session.open_ask.key)
            session.answer(table.answer(session.open_ask, session.table))
        asked.append(sum(keys.count(key) for key in ASKED_ONCE))
        pack = opponent.learn_pack(None, session.table)
    assert asked[0] > 20
    assert asked[1] == 0


def test_the_sample_has_words_of_its_own_that_become_questions() -> None:
    words = [
        icon
        for card in parse_sample_pack().cards
        for section in card.sections
        if section.action is not None and not isinstance(section.action, CustomIcon)
        for row in section.action.rows.known
        for icon in row.criteria
        if isinstance(icon, CustomIcon)
    ]
    assert words
    assert all(write_icon(icon).startswith("other(") for icon in words)
