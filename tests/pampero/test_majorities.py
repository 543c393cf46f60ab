"""Majority markers: both follow everything that is tracked, and the player is told to move theirs (PA-22)."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from rival.games.pampero.icon_grammar import list_phrases
from rival.games.pampero.majorities import count_majority_items, store_current_counts
from rival.games.pampero.sample import make_blank_pack
from rival.games.pampero.symbols import Majority
from rival.games.pampero.table import TOPICS
from rival.kernel import BadAnswerError, Session
from tests.pampero.game_driver import (
    NEVER_MET,
    Game,
    make_card,
    make_contract_section,
    make_farm_section,
    make_tower_section,
)

IDLE_SECTIONS = [make_farm_section(NEVER_MET), make_tower_section(NEVER_MET), make_contract_section(NEVER_MET)]
TOPICS_WITHOUT_CONTRACTS = tuple(one for one in TOPICS if one != "contracts")


def make_majority_game(majority: str, *sections: Any, topics: tuple[str, ...] = tuple(TOPICS)) -> Game:
    """Return a game with this majority in slot 1; the other sections of card 1 are never met."""
    first = [*sections, *IDLE_SECTIONS[len(sections) :]]
    three = [
        make_card("first", majority, *first),
        make_card("two", 'other("two")', *IDLE_SECTIONS),
        make_card("three", 'other("three")', *IDLE_SECTIONS),
    ]
    return Game(three, topics=topics)


def play_turn_and_compare(game: Game, **report: Any) -> tuple[int, int]:
    """Return how far both markers of card 1 moved with your turn and VJ's."""
    game.set_markers(1, 50, 10).finish_turn(**report).deny_conditions()
    return game.table.slots[1].yours - 50, game.table.slots[1].vjs - 10


@pytest.mark.parametrize("words", list(list_phrases(get_args(Majority))))
def test_pa_22_every_majority_of_the_vocabulary_is_counted_for_both_sides(words: str) -> None:
    table = make_majority_game(words).table
    assert count_majority_items(table, 1, "vjs") is not None
    assert (count_majority_items(table, 1, "yours") is None) == (words == "chain tokens")


@pytest.mark.parametrize(
    ("majority", "moved"),
    [
        ("wind farms", (1, 1)),
        ("wind farms in zone B", (1, 0)),
        ("wind farms in zone A", (0, 1)),
        ("towers", (0, 0)),
        ("bulldozers", (0, 0)),
    ],
)
def test_pa_22_farms_of_both_sides_move_both_markers_and_you_are_told(majority: str, moved: tuple[int, int]) -> None:
    game = make_majority_game(majority, make_farm_section(row=["sector A2"]))
    assert play_turn_and_compare(game, built=["farm-B1"]) == moved
    assert ("Move your majority marker 1 to space 51" in game.get_instructions("PA-22")) == bool(moved[0])
    assert ("Move VJ’s majority marker 1 to space 11" in game.get_instructions("PA-22")) == bool(moved[1])


@pytest.mark.parametrize(
    ("majority", "moved"),
    [
        ("contracts", (1, 1)),
        ("transformers", (1, 1)),
        ("contracts in zone A", (1, 1)),
        ("contracts in zone B", (0, 0)),
        ("transformers in zone A", (1, 1)),
        ("contracts with the remote symbol", (1, 0)),
        ("contracts with the tourism symbol", (0, 1)),
    ],
)
def test_pa_22_contracts_count_by_zone_and_by_market(majority: str, moved: tuple[int, int]) -> None:
    game = make_majority_game(majority, make_contract_section()).place_vj_towers("A1").set_vj_values(energy=10)
    game.place_contracts(k1=("A1", 4, 0, "tourism"), k2=("A1", 4, 0, "remote")).set_markers(1, 50, 10)
    game.finish_turn(fulfilled=["k2"])
    while game.key in ("place", "contract-gives"):
        game.say("1a" if game.key == "place" else {})
    assert (game.table.slots[1].yours - 50, game.table.slots[1].vjs - 10) == moved


def test_pa_22_contracts_that_nobody_counts_are_told_by_hand() -> None:
    game = make_majority_game("contracts", topics=TOPICS_WITHOUT_CONTRACTS)
    assert "you1" in [field.key for field in game.session.ask.fields]  # type: ignore[union-attr]
    assert "vj1" not in [field.key for field in game.session.ask.fields]  # type: ignore[union-attr]


def test_pa_22_bonus_tiles_and_their_symbols() -> None:
    for majority, moved in (("bonus tiles", (1, 2)), ("bonus tiles with the residential symbol", (0, 1))):
        game = make_majority_game(majority, make_tower_section(order=["B2"])).set_income_markers(residential=5)
        game.set_bonus_columns("B", (["19", "6"], [])).set_bonus_columns("A", (["5"], []))
        assert play_turn_and_compare(game, tiles=["5"]) == moved


def test_pa_22_batteries_are_known_from_the_supply() -> None:
    game = make_majority_game("batteries")
    assert (game.table.slots[1].seen["yours"], game.table.slots[1].seen["vjs"]) == (1, 1)
    assert play_turn_and_compare(game, batteries=8) == (2, 0)


def test_pa_g48_link_tokens_and_specialist_cards_are_counted_for_both_sides() -> None:
    built = make_tower_section(order=["B2"])
    game = (
        make_majority_game("link tokens", built)
        .place_link_tokens(l1=("A1",), l2=("A2",))
        .set_bonus_columns("B", ([], ["link"]))
    )
    assert play_turn_and_compare(game, links=["l1"]) == (1, 1)
    nobody = make_majority_game("link tokens", built, topics=("pieces", "grid", "bonus")).set_bonus_columns(
        "B", ([], ["link"])
    )
    assert "links_taken" in nobody.fields
    assert play_turn_and_compare(nobody, links_taken=2) == (2, 1)
    game = (
        make_majority_game("specialist cards", built).set_scoring_cards().set_bonus_columns("B", ([], ["specialist"]))
    )
    assert play_turn_and_compare(game, cards_taken=2) == (2, 1)
    assert "cards_taken" not in make_majority_game("towers").fields
    game.correct("your_specialists", 5)
    assert game.table.slots[1].yours == 50 + 5


@pytest.mark.parametrize(("parked", "vjs"), [(True, 1), (False, 0)])
def test_pa_g38_parked_bulldozers_count_if_the_base_rules_say_so(parked: bool, vjs: int) -> None:
    game = make_majority_game("bulldozers", make_tower_section(order=["B2"])).set_bonus_columns(
        "B", ([], ["bulldozer"])
    )
    game.table.learn("pieces, parked_count", parked)
    assert play_turn_and_compare(game, placed=["A1-farm"]) == (1, vjs)


def test_pa_g38_whether_parked_bulldozers_count_is_asked_once() -> None:
    game = make_majority_game("bulldozers")
    known = game.table.pack.pieces.parked_count
    assert known is False
    assert "virtual bulldozers never count" in game.get_instructions("PA-G38")


def test_pa_22_correcting_a_piece_moves_its_marker_and_a_corrected_marker_stays() -> None:
    game = make_majority_game("wind farms in zone B").set_markers(1, 50, 10)
    game.correct("sectors.B1.yours.farms", 3)
    assert game.table.slots[1].yours == 53
    game.correct("slots.1.yours", 7)
    game.correct("sectors.A1.yours.farms", 2)
    assert game.table.slots[1].yours == 7
    game.correct("sectors.B2.vjs.farms", 1)
    assert (game.table.slots[1].yours, game.table.slots[1].vjs) == (7, 11)


def test_pa_16_the_start_of_what_is_tracked_is_not_asked() -> None:
    session = Session.new("pampero", pack=make_blank_pack())
    session.answer(True)
    session.answer({"slot1": ["towers"], "slot2": ["bulldozers"], "slot3": ['other("lighthouses")']})
    session.answer(["pieces"])
    fields = [field.key for field in session.ask.fields]  # type: ignore[union-attr]
    assert fields == ["farm", "tower", "bulldozer", "money", "you3", "vj3", "parked"]
    assert "yours on space 1, VJ’s on space 0" in make_majority_game("towers").get_instructions("PA-16")


def set_markers_to_counts(game: Game) -> Game:
    """Set the markers to what is on the table now."""
    store_current_counts(game.table)
    return game


def test_pa_22_you_are_told_to_move_what_a_correction_moved() -> None:
    game = set_markers_to_counts(make_majority_game("wind farms")).set_markers(1, 2, 2)
    game.correct("sectors.B1.yours.farms", 3)
    assert game.table.slots[1].yours == 5
    game.correct("sectors.B1.yours.farms", 0)
    game.correct("sectors.B1.vjs.farms", 1)
    game.say({}).deny_conditions()
    assert (game.table.slots[1].yours, game.table.slots[1].vjs) == (2, 3)
    assert game.get_instructions("PA-22") == "Move VJ’s majority marker 1 to space 3 (wind farms)."


def test_pa_22_a_marker_that_you_correct_yourself_needs_no_instruction() -> None:
    game = set_markers_to_counts(make_majority_game("wind farms")).set_markers(1, 2, 2)
    game.correct("sectors.B1.yours.farms", 3)
    game.correct("slots.1.yours", 4)
    game.say({}).deny_conditions()
    assert (game.table.slots[1].yours, game.get_instructions("PA-22")) == (4, "")


@pytest.mark.parametrize(
    ("majority", "path", "value", "moved"),
    [
        ("towers in zone B", "sectors.B1.vjs.towers", 2, (0, 2)),
        ("transformers", "sectors.C.yours.transformers", 1, (1, 0)),
        ("transformers in zone C", "sectors.C.vjs.transformers", 2, (0, 2)),
        ("bulldozers", "sectors.C.yours.on_farm_sites", 2, (2, 0)),
        ("bulldozers in zone C", "sectors.C.yours.on_tower_sites", 1, (1, 0)),
        ("chain tokens", "vj.chain", 3, (0, 3)),
        ("batteries", "batteries", 7, (3, 0)),
        ("bonus tiles", "vj.tiles", ["6", "19"], (0, 2)),
        ("bonus tiles", "your_tiles", ["6"], (1, 0)),
        ("bonus tiles with the residential symbol", "vj.tiles", ["6", "19"], (0, 1)),
    ],
)
def test_pa_22_every_correction_moves_its_markers(majority: str, path: str, value: Any, moved: tuple[int, int]) -> None:
    game = set_markers_to_counts(make_majority_game(majority)).set_markers(1, 50, 10)
    game.correct(path, value)
    assert (game.table.slots[1].yours - 50, game.table.slots[1].vjs - 10) == moved


def test_pa_g38_a_corrected_bulldozer_on_the_parking_counts() -> None:
    game = set_markers_to_counts(make_majority_game("bulldozers")).set_markers(1, 50, 10)
    game.table.learn("pieces, parked_count", True)
    game.correct("parking.p11", "vj")
    assert (game.table.vj.parked, game.table.slots[1].vjs) == (1, 11)
    game.correct("parking.p11", "you")
    assert (game.table.vj.parked, game.table.slots[1].vjs, game.table.slots[1].yours) == (0, 10, 51)


def test_pa_63_pa_70_a_corrected_building_of_vjs_comes_from_his_supply_and_goes_back() -> None:
    game = set_markers_to_counts(make_majority_game("wind farms"))
    vj = game.table.vj
    farms, towers = vj.farms_left or 0, vj.towers_left or 0
    game.correct("sectors.B1.vjs.farms", 2)
    game.correct("sectors.B1.vjs.towers", 2)
    assert (vj.farms_left, vj.towers_left) == (farms - 2, towers - 2)
    assert [column.towers for column in (game.table.grid or {}).values()][:3] == [0, 0, 1]
    game.correct("sectors.B1.vjs.towers", 1)
    assert [column.towers for column in (game.table.grid or {}).values()][:3] == [0, 1, 1]
    game.correct("grid.2.towers", 0)
    assert vj.towers_left == towers - 2


def test_pa_63_more_farms_than_vj_has_are_refused() -> None:
    game = set_markers_to_counts(make_majority_game("wind farms")).set_vj_values(farms_left=1)
    with pytest.raises(BadAnswerError, match="VJ has too few pieces for this: wind farms"):
        game.correct("sectors.B1.vjs.farms", 2)
