"""Adversarial scenarios: values corrected at an open question and back again, odd spellings, cards that lie face down.

Every change is journaled, so each game is replayed by the corrections, as it is for a player.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import rival
from rival.games.pampero.game_setup import make_contract_list, make_token_list
from rival.games.pampero.sample import load_full_pack
from rival.games.pampero.specialists import make_scoring_card_list
from rival.games.pampero.table import Table, Tile
from rival.kernel import BadAnswerError, Session, take_snapshot
from rival.kernel.answer_types import Choice, Number
from tests.pampero.game_driver import (
    NEVER_MET,
    JournaledGame,
    make_cards,
    make_contract_section,
    make_farm_section,
    make_tower_section,
)

IDLE = [make_farm_section(NEVER_MET), make_tower_section(NEVER_MET), make_contract_section(NEVER_MET)]
CHOOSE = ["you choose"]


def make_tower_game(**options: Any) -> JournaledGame:
    """Return a game in which VJ has 10 energy, so he builds a tower in A1, A2 or A3; you choose where."""
    cards = make_cards(make_farm_section(row=CHOOSE), make_tower_section(), make_contract_section())
    game = JournaledGame(cards, ("k1 A1 4 tourism", "k2 C 3 remote"), ("l1 A1 remote", "l2 C tourism"), **options)
    for name in game.table.grid:
        if name != "1":
            game.session.correct(f"grid.{name}.transformers", 0)  # a tower that leaves the board frees none
    game.correct(grid__1__towers=3, grid__2__towers=0)
    return game.correct(vj__energy=10, slots__1__yours=9).say({})


def make_contract_game(*contracts: str, **options: Any) -> JournaledGame:
    """Return a game in which VJ has a tower in A1 and fulfils one of these contracts."""
    cards = make_cards(
        make_contract_section(rows={"A": CHOOSE, "B": CHOOSE, "C": CHOOSE}), *IDLE[:2], second=IDLE, third=IDLE
    )
    game = JournaledGame(cards, contracts or ("k1 A1 4 tourism", "k2 A1 3 remote", "k3 A1 2 industrial"), **options)
    game.correct(sectors__A1__vjs__towers=1, grid__1__towers=0, vj__energy=8, slots__1__yours=9)
    return game.say({})


def list_numbers(session: Session) -> Iterator[tuple[str, int]]:
    """Yield the path and the value of every number that can be corrected."""
    for path, editable in session.collect_editable_values().items():
        if isinstance(editable.answer_type, Number) and isinstance(editable.value, int):
            yield path, editable.value


# --- a value corrected at VJ's question --------------------------------------------------------------------


@pytest.mark.parametrize(("energy", "key"), [(0, "farm-sector"), (9, "farm-sector"), (10, "tower-sector")])
def test_pa_45e_energy_corrected_at_the_question_chooses_the_section_again(energy: int, key: str) -> None:
    assert make_tower_game().correct(vj__energy=energy).key == key


@pytest.mark.parametrize(
    ("scores", "slot"),
    [
        ({1: (3, 2), 2: (9, 0), 3: (9, 0)}, 1),
        ({1: (2, 2), 2: (1, 0), 3: (9, 0)}, 2),
        ({1: (2, 3), 2: (0, 0), 3: (1, 0)}, 3),
        ({1: (2, 3), 2: (0, 1), 3: (4, 4)}, 3),
        ({1: (2, 4), 2: (0, 1), 3: (3, 4)}, 2),
        ({1: (0, 1), 2: (0, 1), 3: (0, 1)}, 1),
        ({1: (0, 0), 2: (0, 0), 3: (0, 0)}, 1),
        ({1: (0, 9), 2: (5, 9), 3: (6, 9)}, 3),
    ],
)
def test_pa_40_pa_41_pa_42_markers_corrected_at_the_question_choose_the_card_again(
    scores: dict[int, tuple[int, int]], slot: int
) -> None:
    game = make_tower_game()
    for n, (yours, vjs) in scores.items():
        game.correct(**{f"slots__{n}__yours": yours, f"slots__{n}__vjs": vjs})
    assert game.table.reading.slot == slot
    assert game.session.acts[-1].cause is not None
    assert f"reads card {slot} " in game.get_act()


@pytest.mark.parametrize(
    ("path", "value", "missing"),
    [
        ("sectors.A1.yours.on_tower_sites", 1, {"A1"}),
        ("sectors.A2.yours.on_tower_sites", 2, {"A2"}),
        ("sectors.A3.vjs.towers", 1, {"A3"}),
        ("sectors.A2.yours.towers", 2, {"A2"}),
    ],
)
def test_pa_52_pa_67a_a_sector_that_a_correction_fills_is_no_candidate(
    path: str, value: int, missing: set[str]
) -> None:
    game = make_tower_game()
    assert set(game.options) == {"A1", "A2", "A3"}
    game.session.correct(path, value)
    assert set(game.options) == {"A1", "A2", "A3"} - missing
    game.session.correct(path, 0)
    assert set(game.options) >= {"A2", "A3"}


def test_pa_67a_one_sector_that_corrections_leave_is_built_in_without_a_question() -> None:
    game = make_tower_game().correct(sectors__A1__vjs__towers=1)
    assert set(game.options) == {"A2", "A3"}
    game.correct(sectors__A3__yours__on_tower_sites=2)
    assert game.table.sectors["A2"].vjs.towers == 1
    text = "VJ chooses sector A2: in zone A no other sector has a free site and no VJ tower."
    assert text in [entry.text for entry in game.entries("PA-67a")]


@pytest.mark.parametrize(
    ("towers", "options"),
    [
        (("A1", "A2", "A3"), {"B1", "B2"}),
        (("A1", "A2", "A3", "B1", "B2", "C"), {"A2", "A3", "B1", "B2", "C"}),  # A1 is full
        (("A1", "A2", "A3", "B1", "B1", "B2", "C"), {"A2", "A3", "B2", "C"}),
    ],
)
def test_pa_67_pa_68_pa_69_zones_that_are_full_of_towers(towers: tuple[str, ...], options: set[str]) -> None:
    cards = make_cards(make_tower_section(), *IDLE[1:], second=IDLE, third=IDLE)
    game = JournaledGame(cards).correct(slots__1__yours=9)
    for name in game.table.grid:
        game.session.correct(f"grid.{name}.transformers", 0)
        game.session.correct(f"grid.{name}.towers", 3)
    for name in set(towers):
        game.session.correct(f"sectors.{name}.vjs.towers", towers.count(name))
    game.say({})
    assert game.key == "tower-sector"
    assert set(game.options) == options
    assert game.table.vj.towers_left == sum(column.towers for column in game.table.grid.values())


def test_pa_70_pa_g4_without_a_tower_the_section_fails() -> None:
    game = make_tower_game().correct(grid__1__transformers=0, vj__towers_left=0)
    act = next(act for act in reversed(game.session.acts) if act.who == "opponent")
    assert (act.title, "section 2: no tower left" in (act.idle or "")) == ("VJ does nothing", True)


def test_pa_63_pa_g4_farms_do_not_matter_for_a_tower() -> None:
    assert make_tower_game().correct(vj__farms_left=0).key == "tower-sector"


def test_pa_66_pa_71_a_transformer_that_is_freed_at_the_question_makes_the_condition_fail() -> None:
    game = make_tower_game().correct(grid__1__towers=0)
    act = next(act for act in reversed(game.session.acts) if act.who == "opponent")
    assert "transformers not all blocked" in (act.idle or "")


def test_pa_59_your_bulldozers_corrected_at_the_question_decide_the_tie() -> None:
    row = ["most of your bulldozers", "then you choose"]
    cards = make_cards(make_tower_section(rows=dict.fromkeys("ABC", row)), *IDLE[1:], second=IDLE, third=IDLE)
    game = JournaledGame(cards).correct(slots__1__yours=9, sectors__A1__yours__on_farm_sites=0).say({})
    assert set(game.options) == {"A1", "A2", "A3"}
    game.correct(sectors__A3__yours__on_farm_sites=2)
    assert game.table.sectors["A3"].vjs.towers == 1


@pytest.mark.parametrize(
    ("corrections", "left"),
    [
        ({"contracts.k1": "gone"}, {"k2", "k3"}),
        ({"vj.energy": 3, "vj.batteries": 0}, {"k2", "k3"}),
        ({"contracts.k1": "gone", "vj.energy": 9}, {"k2", "k3"}),
    ],
)
def test_pa_78_pa_g8_contracts_are_available_as_the_corrected_table_says(
    corrections: dict[str, Any], left: set[str]
) -> None:
    game = make_contract_game()
    assert set(game.options) == {"k1", "k2", "k3"}
    for path, value in corrections.items():
        game.session.correct(path, value)
    assert set(game.options) == left


def test_pa_78_one_contract_that_is_left_after_a_correction_is_fulfilled() -> None:
    game = make_contract_game().correct(contracts__k1="gone", contracts__k3="gone")
    assert [tile.name for tile in game.table.vj.contracts] == ["k2"]


def test_pa_g3_a_correction_that_leaves_no_action_says_why_each_section_fails() -> None:
    game = make_contract_game("k1 A1 4 tourism", "k2 A1 5 remote").correct(vj__energy=1, vj__batteries=0)
    while game.key == "fact":
        game.say("no")
    act = next(act for act in reversed(game.session.acts) if act.who == "opponent")
    assert act.title == "VJ does nothing"
    assert act.idle is not None
    assert "Card 1: section 1: too expensive" in act.idle


def test_pa_82_a_tower_corrected_at_the_place_question_moves_the_contract_to_its_column() -> None:
    game = make_contract_game("k1 A1 4 tourism")
    assert game.key == "place"
    assert set(game.options) == {"1a", "1b"}
    game.correct(grid__1__towers=1, grid__2__towers=0)
    assert set(game.options) == {"2a", "2b"}


@pytest.mark.parametrize("path", ["scoring", "slots.1.face_up"])
def test_pa_44_pa_d1_a_card_turned_down_at_a_question_is_never_read(path: str) -> None:
    game = make_tower_game()
    game.session.correct(path, "final" if path == "scoring" else "no")
    assert game.table.reading.slot != 1
    assert "Card 1, section" not in game.get_act()


def test_pa_g22_pa_44_an_eye_never_leads_to_a_card_that_lies_face_down() -> None:
    row = ["eye", "you choose"]
    towers = [make_tower_section(rows=dict.fromkeys("ABC", row)), IDLE[0], IDLE[2]]
    named = [make_tower_section(rows={"A": ["sector A3"], "B": CHOOSE, "C": CHOOSE}), IDLE[0], IDLE[2]]
    cards = make_cards(*named, second=towers, third=[IDLE[0], IDLE[2], make_farm_section(NEVER_MET)])
    up = JournaledGame(cards).correct(slots__1__vjs=9, slots__2__yours=9).say({})
    assert up.table.sectors["A3"].vjs.towers == 1  # the eye of card 2 leads to card 3, then to card 1
    down = JournaledGame(cards).correct(slots__1__vjs=9, slots__2__yours=9, scoring="final").say({})
    assert down.key == "tower-sector"
    assert set(down.options) == {"A1", "A2", "A3"}


# --- there and back ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [make_tower_game, make_contract_game])
def test_every_number_corrected_there_and_back_leads_to_the_same_question(make: Any) -> None:
    game = make()
    session: Session = game.session
    table, question = take_snapshot(session.table), session.ask
    for path, value in list(list_numbers(session))[::2]:
        try:
            changed = session.correct(path, value + 1)
        except BadAnswerError:
            continue
        assert changed.dropped_count == 0, path
        if path in session.collect_editable_values():
            session.undo()
        assert take_snapshot(session.table) == table, path
        assert session.ask == question, path


@pytest.mark.parametrize("path", ["vj.energy", "vj.money", "vj.batteries", "slots.2.yours", "sectors.C.yours.farms"])
def test_a_value_set_there_and_back_by_hand_leaves_the_table_as_it_was(path: str) -> None:
    game = make_tower_game()
    session = game.session
    table, options = take_snapshot(session.table), game.options
    value = session.collect_editable_values()[path].value
    assert isinstance(value, int)
    session.correct(path, value - 1 if value else 1)
    session.correct(path, value)
    assert take_snapshot(session.table) == table
    assert (game.key, game.options) == ("tower-sector", options)


@pytest.mark.parametrize("path", ["vj.skip_token", "slots.1.face_up", "contracts.k1", "scoring"])
def test_a_choice_set_there_and_back_by_hand_leaves_the_table_as_it_was(path: str) -> None:
    game = make_tower_game()
    session = game.session
    table, options = take_snapshot(session.table), game.options
    editable = session.collect_editable_values()[path]
    assert isinstance(editable.answer_type, Choice)
    other = next(option.id for option in editable.answer_type.options if option.id != editable.value)
    session.correct(path, other)
    session.correct(path, editable.value)
    assert take_snapshot(session.table) == table
    assert (game.key, game.options) == ("tower-sector", options)


# --- scorings ----------------------------------------------------------------------------------------------


def reach_question(key: str, number: int = 1, **options: Any) -> Session:
    """Return a sample game at the given question of this key."""
    session = rival.play_demo("pampero", seed=1, options=options)
    positions = [n for n, entry in enumerate(session.journal.active_entries) if entry[1] == key]
    return session.replay_to(positions[number - 1])


def describe_last_act(session: Session) -> str:
    """Return the title and the lines of the last act."""
    act = session.acts[-1]
    return "\n".join([act.title, *(entry.text for entry in session.transcript[act.first :])])


@pytest.mark.parametrize("moment", ["after_vj", "at_once"])
@pytest.mark.parametrize(
    ("key", "number", "scoring", "title"),
    [
        ("scoring", 1, "2", "Scoring 2"),
        ("scoring", 1, "final", "Final scoring"),
        ("scoring", 2, "1", "Scoring 1"),
        ("scoring", 2, "final", "Final scoring"),
        ("final", 1, "1", "Scoring 1"),
        ("final", 1, "2", "Scoring 2"),
    ],
)
def test_pa_43_pa_g35_the_next_scoring_corrected_during_a_scoring_is_the_one_that_is_carried_out(
    key: str, number: int, scoring: str, title: str, moment: str
) -> None:
    session = reach_question(key, number, scoring_moment=moment)
    session.correct("scoring", scoring)
    if session.ask is not None and session.ask.key == "skip-last":
        session.answer("before")
    act = describe_last_act(session)
    assert act.startswith(title)
    assert ("Majority" in act) is (scoring != "1")
    assert ("You and VJ both use the upper half" in act) is (scoring == "1")
    assert session.ask is not None
    assert session.ask.key == ("final" if scoring == "final" else "scoring")
    if scoring != "final":
        session.answer({"sum": 5})
        assert any(act.title == title and (act.result or "").startswith("+$5") for act in session.acts)
        assert session.table.scoring == {"1": "2", "2": "final"}[scoring]
        assert session.table.slots[1].face_up is (scoring == "1")
    else:
        session.answer({"tile": 5, "cards": 0, "yours": 1})
        assert session.result is not None


@pytest.mark.parametrize(
    ("yours", "vjs", "holder"), [(3, 3, "goes to VJ"), (4, 3, "goes to you"), (0, 0, "goes to VJ"), (2, 3, "to VJ")]
)
def test_pa_23_a_majority_corrected_at_scoring_2_is_told_again(yours: int, vjs: int, holder: str) -> None:
    session = reach_question("scoring", 2)
    session.correct("slots.1.yours", yours)
    session.correct("slots.1.vjs", vjs)
    act = describe_last_act(session)
    assert f"you have {yours} and VJ has {vjs}, so it {holder.removeprefix('goes ')}" in act.replace("goes ", "")
    assert act.count("Majority") == 1


def test_pa_20_pa_g37_money_corrected_at_the_tie_question_decides_the_game() -> None:
    session = reach_question("final")
    session.answer({"tile": 3, "yours": session.table.vj.money + 3})
    assert session.ask is not None
    assert session.ask.key == "tie"
    session.correct("vj.money", session.table.vj.money + 1)
    assert session.result is not None
    assert session.result.winner == "vj"
    assert session.result.scores["vj"] == session.table.vj.money


def test_pa_33_money_corrected_at_a_scoring_question_is_added_to() -> None:
    session = reach_question("scoring")
    session.correct("vj.money", 100)
    session.answer({"sum": "12+3-1"})
    assert session.table.vj.money == 114


def test_pa_g2_the_skip_token_corrected_at_the_last_question_needs_no_answer_any_more() -> None:
    game = JournaledGame().correct(scoring="final").say({"scoring": "yes"})
    assert game.key == "skip-last"
    game.correct(vj__skip_token="no")
    assert game.key != "skip-last"
    assert game.table.vj.skip_token is False


@pytest.mark.parametrize("scoring", ["1", "2"])
def test_pa_g2_the_end_that_was_reported_by_mistake_asks_for_no_skipped_turn(scoring: str) -> None:
    game = JournaledGame().correct(scoring="final").say({"scoring": "yes"}).correct(scoring=scoring)
    assert game.key != "skip-last"
    assert game.table.vj.skip_token is True


# --- what is typed -----------------------------------------------------------------------------------------


def make_typing_table(lang: str = "en") -> tuple[Table, Any]:
    """Return a table with the boards of the sample and nothing on its map, and the words of a language."""
    session = Session.new("pampero", seed=1, pack=load_full_pack(), lang=lang)
    session.table.contracts, session.table.links, session.table.specialists = {}, {}, {}
    return session.table, session.catalogues


@pytest.mark.parametrize(
    "typed",
    [
        "K33 A1 3 commercial",
        "К33 А1 3 коммерческий",
        "к33, А1, 3 энергии, коммерческий",
        "k33 A1 energy 3 commercial",
        "commercial A1 3 K33",
        "k33: A1; 3; commercial",
        "k33 a1 3 ком",
    ],
)
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_a_contract_of_the_box_is_known_in_capitals_and_in_both_alphabets(typed: str, lang: str) -> None:
    table, catalogues = make_typing_table(lang)
    [stored] = make_contract_list(table).parse([typed], catalogues)
    assert make_contract_list(table).validate([stored]) == [Tile("k33", "A1", 3, 0, ("commercial",))]


@pytest.mark.parametrize("typed", ["L01 A1 industrial", "l01 А1 промышленный", "L01, sector A1: industrial"])
def test_a_link_token_of_the_box_is_known_in_capitals(typed: str) -> None:
    table, catalogues = make_typing_table("ru")
    [stored] = make_token_list(table).parse([typed], catalogues)
    assert stored == "l01 A1 industrial"


@pytest.mark.parametrize("typed", ["S06 next", "s06 следующий", "NEXT s06"])
def test_pa_35_a_scoring_card_of_the_box_is_known_in_capitals(typed: str) -> None:
    table, catalogues = make_typing_table("ru")
    [card] = make_scoring_card_list(table).validate(make_scoring_card_list(table).parse([typed], catalogues))
    assert (card.name, card.tile) == ("s06", "@1")


@pytest.mark.parametrize(
    "typed", ["A1 4-1 remote", "A1 4/1 remote", "A1 4.5 remote", "A1 −4 remote", "A1 4,5+1 remote"]
)
def test_a_price_that_is_typed_in_another_way_never_becomes_a_name(typed: str) -> None:
    table, catalogues = make_typing_table()
    with pytest.raises(BadAnswerError) as refused:
        make_contract_list(table).parse([typed], catalogues)
    assert "4+1" in str(refused.value) or "Did you mean “k" in str(refused.value)


@pytest.mark.parametrize(
    "typed", ["A2 3 residential + commercial", "А2 3 жилищный+коммерческий", "A2 3 residential, commercial"]
)
def test_two_symbols_joined_by_a_plus_are_both_kept(typed: str) -> None:
    table, catalogues = make_typing_table()
    assert make_contract_list(table).parse([typed], catalogues) == ["A2 3 residential commercial"]


def test_a_tile_that_lies_elsewhere_is_refused_with_its_place() -> None:
    table, catalogues = make_typing_table()
    tile = Tile("k33", "A1", 3, 0, ("commercial",))
    shape = make_contract_list(table)
    for place, reason in (("map", "already on the map"), ("vj", "VJ already has"), ("you", "You already have")):
        table.contracts = {"k33": tile} if place == "map" else {}
        table.vj.contracts = [tile] if place == "vj" else []
        table.your_contracts = [tile] if place == "you" else []
        with pytest.raises(BadAnswerError, match=reason):
            shape.parse(["K33 A1 3 commercial"], catalogues)
    table.your_contracts = []
    assert shape.parse(["k33 A1 3 commercial"], catalogues) == ["k33 A1 3 commercial"]
    table.links = {"l01": None}  # type: ignore[dict-item]
    with pytest.raises(BadAnswerError, match="already on the map"):
        make_token_list(table).parse(["l01 A1 industrial"], catalogues)
    table.vj.specialists = ["s06"]
    with pytest.raises(BadAnswerError, match="VJ already has"):
        make_scoring_card_list(table).parse(["s06 tourism"], catalogues)


def test_a_contract_reported_twice_is_refused_in_the_report() -> None:
    game = JournaledGame(contracts=("k1 A1 4 tourism",))
    assert game.session.ask is not None
    with pytest.raises(BadAnswerError, match="already on the map"):
        game.say({"new": ["k1 A1 4 tourism"]})
    assert [*game.table.contracts] == ["k1"]
