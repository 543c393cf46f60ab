"""VJ's gains: income, bulldozers, specialists, link tokens."""

from __future__ import annotations

from typing import Any

from rival.games.pampero.gains import guess_track_length
from rival.games.pampero.income_markers import learn_track_order
from rival.games.pampero.specialists import count_fitting_tiles
from rival.kernel import load_opponent
from tests.pampero.game_driver import (
    NEVER_MET,
    Game,
    make_cards,
    make_contract_section,
    make_farm_section,
    make_tower_section,
)

IDLE_SECTIONS = [make_farm_section(NEVER_MET), make_tower_section(NEVER_MET), make_contract_section(NEVER_MET)]


def make_bonus_game(*printed: str, **options: Any) -> Game:
    """Return a game in which VJ builds in B2 and gets these printed bonuses."""
    game = Game(
        make_cards(
            make_tower_section(order=["B2"]),
            make_farm_section(NEVER_MET),
            make_contract_section(NEVER_MET),
            second=IDLE_SECTIONS,
            third=IDLE_SECTIONS,
        ),
        **options,
    )
    return game.set_bonus_columns("B", ([], list(printed)))


# --- income ------------------------------------------------------------------------------------------------


def test_pa_94_pa_24_the_rightmost_or_lowest_marker_moves_past_unbuilt_towers_too() -> None:
    game = make_bonus_game("income 2").set_income_markers(tourism=2, residential=2).finish_turn()
    assert game.table.vj.markers["residential"] == 4
    assert "PA-24" in game.entries("PA-94")[0].cites


def test_pa_g12_a_marker_on_its_last_space_passes_the_step_on_or_loses_it() -> None:
    for options, remote in ({}, 1), ({"income_full": "lost"}, 0):
        game = make_bonus_game("income", **options).set_income_markers(residential=8).finish_turn()
        assert (game.table.vj.markers["residential"], game.table.vj.markers["remote"]) == (8, remote)


def test_pa_g12_one_space_left_for_two_steps() -> None:
    game = make_bonus_game("income 2").set_income_markers(residential=7).set_scoring_cards()
    game.finish_turn()
    assert (game.table.vj.markers["residential"], game.table.vj.markers["remote"]) == (8, 1)


def make_unknown_tracks_game() -> Game:
    """Return a game where VJ gets an income step and the order of the income tracks is unknown."""
    three = make_cards(
        make_tower_section(order=["B2"]),
        make_farm_section(NEVER_MET),
        make_contract_section(NEVER_MET),
        second=IDLE_SECTIONS,
        third=IDLE_SECTIONS,
    )
    return Game(three, without=("grid",)).set_bonus_columns("B", ([], ["income"]))


def test_pa_65_of_markers_that_are_equally_far_only_the_lowest_is_asked_for() -> None:
    game = make_unknown_tracks_game().finish_turn()
    assert game.key == "lowest-track"
    game.say("remote")
    assert game.table.vj.markers["remote"] == 1
    assert ("remote", "tourism") in game.table.lower_tracks


def test_pa_65_what_follows_from_earlier_answers_is_not_asked_and_the_whole_order_is_learned() -> None:
    game = make_unknown_tracks_game()
    game.table.lower_tracks |= {("remote", "tourism"), ("tourism", "industrial"), ("commercial", "industrial")}
    game.table.lower_tracks |= {("residential", "remote")}
    game.finish_turn()
    assert game.options == ["commercial", "residential"]
    game.say("residential")
    assert game.table.vj.markers["residential"] == 1
    assert game.table.pack.grid.markets is None
    game.table.lower_tracks |= {("tourism", "commercial")}
    learn_track_order(game.table)
    assert game.table.pack.grid.markets == ("industrial", "commercial", "tourism", "remote", "residential")


def test_pa_38_the_length_of_a_track_is_suggested_from_the_last_one() -> None:
    three = make_cards(
        make_tower_section(order=["B2"]),
        make_farm_section(NEVER_MET),
        make_contract_section(NEVER_MET),
        second=IDLE_SECTIONS,
        third=IDLE_SECTIONS,
    )
    game = (
        Game(three, without=("market",))
        .set_bonus_columns("B", ([], ["income"]))
        .set_income_markers(residential=2)
        .finish_turn()
    )
    if game.key == "income-tracks":
        game.say({})
    assert game.key == "board-part"
    assert get_suggested_answer(game) is None
    game.say(9)
    game.set_bonus_columns("B", ([], ["income"])).set_income_markers(residential=0, tourism=5)
    assert guess_track_length(game.table) == 9
    game.set_vj_pieces("B2", towers=0)
    for column in (game.table.grid or {}).values():
        column.transformers = 0 if not column.towers else column.transformers
    game.set_markers(1, 50, 0).finish_turn()
    assert game.key == "board-part"
    assert get_suggested_answer(game) == 9


def get_suggested_answer(game: Game) -> Any:
    assert game.session.ask is not None
    return game.session.ask.default


# --- bulldozers, batteries, links --------------------------------------------------------------------------


def test_pa_95_pa_g15_leftmost_then_lowest_cell_and_storage_when_full() -> None:
    game = make_bonus_game("bulldozer 2")
    game.table.parking["p11"] = "you"
    game.finish_turn()
    assert [cell for cell, who in game.table.parking.items() if who == "vj"] == ["p12", "p21"]
    full = make_bonus_game("bulldozer")
    full.table.parking = dict.fromkeys(full.table.parking, "you")
    assert "storage" in full.finish_turn().get_instructions("PA-95")


def test_pa_g33_a_supply_that_is_empty_gives_nothing() -> None:
    game = make_bonus_game("battery 2", "bulldozer", "link").set_vj_values(bulldozers_left=0)
    game.table.batteries = 1
    game.finish_turn()
    assert (game.table.vj.batteries, game.table.vj.links) == (2, 0)
    told = game.get_instructions("PA-G33")
    assert "no more batteries" in told
    assert "no bulldozer left" in told
    assert "no link token" in told


def test_pa_97_pa_g29_a_link_token_of_your_choice_or_of_the_sector() -> None:
    game = make_bonus_game("link").place_link_tokens(l1=("A1", "tourism"), l2=("B2", "remote")).finish_turn()
    assert (game.key, game.options) == ("link-token", ["l1", "l2"])
    game.say("l1")
    assert (game.table.vj.links, list(game.table.links or {})) == (1, ["l2"])
    there = (
        make_bonus_game("link", link_token="built_sector")
        .place_link_tokens(l1=("A1", "tourism"), l2=("B2", "remote"))
        .finish_turn()
    )
    assert list(there.table.links or {}) == ["l1"]


def test_pa_27_energy_from_tiles_is_only_capped() -> None:
    game = make_bonus_game("energy 5").set_vj_values(energy=8).finish_turn()
    assert (game.table.vj.energy, "the rest (3) is ignored" in game.get_instructions("PA-27")) == (10, True)


# --- specialists -------------------------------------------------------------------------------------------


def make_specialist_game(**options: Any) -> Game:
    game = make_bonus_game("specialist", **options).set_income_markers(tourism=3)
    assert game.table.your_markers is not None
    game.table.your_markers["remote"] = 5
    game.table.scoring_tiles = {"1": "1.1", "2": "2.1", "A": "3.1", "B": "3.2"}
    return game


def list_taken_cards(game: Game) -> list[str]:
    return game.finish_turn().table.vj.specialists


def test_pa_34_pa_35_pa_96_the_card_of_the_next_scoring_tile_first() -> None:
    game = make_specialist_game().set_scoring_cards(a=("2.1", ("remote", "remote")), b=("1.1", ()))
    assert list_taken_cards(game) == ["b"]
    assert "scoring card" in game.get_instructions("PA-34")


def test_pa_35_pa_g13_then_most_symbols_of_your_marker() -> None:
    game = make_specialist_game().set_scoring_cards(
        a=("2.1", ("remote",)), b=("2.1", ("remote", "remote")), c=("3.1", ("tourism",))
    )
    assert list_taken_cards(game) == ["b"]


def test_pa_36_a_tie_by_vjs_marker_then_you() -> None:
    game = make_specialist_game().set_scoring_cards(
        a=("2.1", ("remote", "tourism")), b=("2.1", ("remote", "residential"))
    )
    assert list_taken_cards(game) == ["a"]
    tie = make_specialist_game().set_scoring_cards(a=("2.1", ("remote",)), b=("2.1", ("remote",))).finish_turn()
    assert (tie.key, tie.options) == ("specialist", ["a", "b"])


def test_pa_37_no_card_fits_so_the_top_of_the_deck() -> None:
    game = make_specialist_game().set_scoring_cards(a=("2.1", ("tourism",)))
    assert list_taken_cards(game) == [""]
    assert "top card of the deck" in game.get_instructions("PA-37")


def test_pa_g30_two_fit_the_next_tile_your_marker_first_or_vjs() -> None:
    for options, name in ({}, "a"), ({"specialist_tie": "vj_marker"}, "b"):
        game = make_specialist_game(**options).set_scoring_cards(a=("1.1", ("remote",)), b=("1.1", ("tourism",)))
        assert list_taken_cards(game) == [name]


def test_pa_g31_the_final_scoring_has_two_tiles() -> None:
    game = make_specialist_game()
    game.table.scoring = "final"
    assert list_taken_cards(game.set_scoring_cards(a=("3.2", ()), b=("2.1", ("remote",)))) == ["a"]
    both = make_specialist_game()
    both.table.scoring = "final"
    both.table.scoring_tiles |= {"A": "3.1", "B": "3.1"}
    assert list_taken_cards(both.set_scoring_cards(a=("3.2", ("remote",)), b=("3.1", ()))) == ["b"]


def make_end_of_track_game(**options: Any) -> Game:
    game = make_bonus_game("income", **options).set_income_markers(residential=7)
    game.table.scoring_tiles = {"1": "1.1"}
    return game


def test_pa_38_the_end_of_a_track_brings_a_second_card_after_a_refill() -> None:
    game = make_end_of_track_game().set_scoring_cards(a=("1.1", ()), b=("2.1", ())).finish_turn()
    assert game.key == "turned-up"
    game.say(["s07"])
    assert game.table.vj.specialists == ["a", "s07"]


def test_pa_38_of_a_row_that_nobody_counts_the_second_card_asks_for_the_new_one_only() -> None:
    game = make_bonus_game("income", topics=("pieces", "grid", "bonus")).set_income_markers(residential=7).finish_turn()
    game.say(["next tourism", "remote", "residential"])
    assert game.key == "turned-up"
    game.say(["remote remote"])
    assert game.key == "your-marker"
    assert game.say("remote").table.vj.specialists == ["#1", "#1"]
    none = make_bonus_game("income", topics=("pieces", "grid", "bonus")).set_income_markers(residential=7).finish_turn()
    none.say(["next tourism", "next remote remote"]).say("remote").say([])
    assert none.table.vj.specialists == ["#2", "#1"]


def test_pa_38_cards_that_still_lie_there_are_not_offered_as_the_one_that_came_up() -> None:
    game = make_bonus_game("income", topics=("pieces", "grid", "bonus")).set_income_markers(residential=7).finish_turn()
    game.say(["s02 commercial", "s09 remote", "s07 next tourism"])
    assert game.key == "turned-up"
    assert "s03" in game.options
    assert not {"s02", "s07", "s09"} & set(game.options)


def test_pa_g32_after_a_card_from_the_deck_neither_the_row_nor_your_marker_is_asked_for_again() -> None:
    topics = ("pieces", "grid", "bonus")
    game = (
        make_bonus_game("income", topics=topics, second_specialist="always")
        .set_income_markers(residential=7)
        .finish_turn()
    )
    game.say(["tourism"]).say("remote")
    assert (game.key, game.table.vj.specialists) == ("your-turn", ["", ""])


def test_pa_g32_after_a_card_from_the_deck_there_is_no_second_one_unless_always() -> None:
    for options, n in ({}, 1), ({"second_specialist": "always"}, 2):
        game = make_end_of_track_game(**options).set_scoring_cards().finish_turn()
        assert game.table.vj.specialists == [""] * n


def test_uncounted_specialists_are_read_off_and_compared_in_words() -> None:
    game = make_bonus_game("specialist", topics=("pieces", "grid", "bonus")).finish_turn()
    assert game.key == "face-up"
    game.say(["tourism", "remote remote"])
    assert game.key == "your-marker"
    game.say("remote")
    assert game.table.vj.specialists == ["#2"]


def test_pa_35_which_card_fits_the_next_scoring_tile_is_asked_once() -> None:
    """VJ takes two cards: the second needs no new question, and the box learns the tile of a card that fits."""
    game = make_bonus_game("specialist", "specialist")
    game.set_scoring_cards(x1=(None, ("remote",)), x2=(None, ("tourism",)), x3=(None, ("tourism",)))
    game.table.scoring_tiles["1"] = "1,1"
    game.finish_turn()
    assert game.key == "which-cards"
    game.say(["x2", "x3"])
    asked = []
    while game.key != "your-turn":
        asked.append(game.key)
        game.say([] if game.key == "turned-up" else game.options[0])
    assert asked == ["specialist", "turned-up"]
    assert game.table.vj.specialists == ["x2", "x3"]
    learned = {one["id"]: one for one in load_opponent("pampero").learn_pack(None, game.table)["specialist"]}
    assert learned["x3"]["scoring_tile"] == "1.1"
    assert "x1" not in learned


def test_pa_35_a_card_described_without_next_does_not_fit_the_next_scoring_tile() -> None:
    game = make_bonus_game("specialist")
    game.table.specialists = {}
    game.finish_turn(came=["x1 remote", "x2 next tourism"])
    assert game.table.vj.specialists == ["x2"]
    game.table.scoring = "2"
    assert count_fitting_tiles(game.table, game.table.specialists["x1"]) is None


def test_pa_35_a_scoring_tile_typed_with_a_comma_is_the_cards() -> None:
    game = make_bonus_game("specialist").set_scoring_cards(a=("2.1", ("remote",)), b=("1.1", ()))
    game.table.scoring_tiles["1"] = "1,1"
    assert game.finish_turn().table.vj.specialists == ["b"]


# --- what follows from the rules ---------------------------------------------------------------------------


def test_pa_d2_vj_never_pays_money_and_his_energy_stays_in_bounds() -> None:
    import rival

    for seed in range(4):
        session = rival.play_demo("pampero", seed=seed)
        for n in range(session.position, 0, -9):
            session.seek(n)
            assert 0 <= session.table.vj.energy <= 10


def test_pa_d4_no_second_tower_while_a_usable_sector_has_none() -> None:
    import rival

    for seed in range(6):
        session = rival.play_demo("pampero", seed=seed)
        towers = {name: one.vjs.towers for name, one in session.table.sectors.items()}
        if max(towers.values()) > 1:
            empty = [name for name, n in towers.items() if not n]
            table = session.table
            assert all(
                table.find_entry("sector", name).tower_sites <= table.sectors[name].yours.towers for name in empty
            )


PLAYER_QUESTIONS = {"your-turn", "topics", "farm-sector", "tower-sector", "site", "contract", "foreign-card", "place"}
PLAYER_QUESTIONS |= {"link-token", "skip-last", "fee"}


def test_pa_d5_your_choices_in_vjs_turn_are_only_those_the_rules_leave() -> None:
    import rival

    asked = set()
    for seed in range(8):
        session = rival.play_demo("pampero", seed=seed)
        asked |= {item.ask.key for item in session.log if hasattr(item, "ask") and item.ask.who == "player"}
    assert asked <= PLAYER_QUESTIONS | {"specialist"}
