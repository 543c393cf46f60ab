"""Towers: where VJ builds them, the eye, and the bonus column he takes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rival.games.pampero.pack import replace_pack_part
from rival.games.pampero.symbols import Dollars, Energy
from rival.games.pampero.table import BonusColumn, map_covered_bonuses
from rival.kernel import BadAnswerError, Session, load_opponent
from tests.pampero.game_driver import (
    CHOOSE_ROW,
    NEVER_MET,
    SITE_NUMBERS,
    ZONE_ORDER,
    Game,
    make_cards,
    make_contract_section,
    make_farm_section,
    make_pack,
    make_sale_section,
    make_tower_section,
)

BONUS_SYMBOLS = {"lower": "$5", "upper": "rightmost-or-lowest marker"}


def make_single_section_game(section: dict[str, Any], second: Any = None, third: Any = None, **options: Any) -> Game:
    return Game(
        make_cards(section, make_farm_section(NEVER_MET), make_contract_section(NEVER_MET), second=second, third=third),
        **options,
    )


def block_transformers(game: Game) -> Game:
    """Use up all free transformers, so that the condition of a tower is met again."""
    assert game.table.grid is not None
    for column in game.table.grid.values():
        if not column.towers:
            column.transformers = 0
    return game


def make_rows(**given: list[str]) -> dict[str, list[str]]:
    return dict.fromkeys(ZONE_ORDER, CHOOSE_ROW) | given


# --- where -------------------------------------------------------------------------------------------------


def test_pa_67_zones_in_the_order_of_the_card() -> None:
    game = make_single_section_game(make_tower_section(order=["C", "A", "B"])).finish_turn()
    assert game.count_vj_pieces("towers") == {"C": 1}


def test_pa_67a_one_candidate_and_no_icon_is_read() -> None:
    game = make_single_section_game(
        make_tower_section(order=["B"], rows={"B": ['other("never asked")']})
    ).place_vj_towers("B1")
    block_transformers(game).finish_turn()
    assert game.count_vj_pieces("towers") == {"B1": 1, "B2": 1}
    text = "VJ chooses sector B2: in zone B no other sector has a free site and no VJ tower."
    assert text in game.get_reasons("PA-67a")


def test_pa_67a_a_sector_that_the_card_names_is_told_as_such() -> None:
    for place in ("B2", "C"):
        game = make_single_section_game(make_tower_section(order=[place], rows={place: CHOOSE_ROW}))
        block_transformers(game).finish_turn()
        text = f"VJ chooses sector {place}: it is next on the card, with a free site and no VJ tower."
        assert text in game.get_reasons("PA-67a")


def test_pa_67a_a_zone_without_candidates_is_passed_over() -> None:
    game = (
        make_single_section_game(make_tower_section(order=["A", "C"]))
        .set_your_pieces("A1", towers=2)
        .set_your_pieces("A2", towers=1, on_tower_sites=1)
        .place_vj_towers("A3")
    )
    block_transformers(game).finish_turn()
    assert game.count_vj_pieces("towers") == {"A3": 1, "C": 1}
    assert "zone A: no free site in a sector without a VJ tower" in game.get_reasons("PA-67a")


def test_pa_67a_a_place_where_vj_has_his_towers_is_explained() -> None:
    game = make_single_section_game(make_tower_section(order=["B", "A1", "C"])).place_vj_towers("B1", "B2", "A1")
    block_transformers(game).finish_turn()
    assert game.count_vj_pieces("towers")["C"] == 1
    reasons = game.get_reasons("PA-67a")
    assert "zone B: VJ already has a tower in every sector." in reasons
    assert "sector A1: VJ already has a tower there." in reasons


def test_pa_68_pa_69_the_seventh_tower_is_a_second_one() -> None:
    game = make_single_section_game(make_tower_section()).place_vj_towers("A1", "A2", "A3", "B1", "B2", "C")
    block_transformers(game).finish_turn()
    assert (game.key, game.options) == ("tower-sector", ["A1", "A2", "A3", "B1", "B2", "C"])
    game.say("B1")
    assert game.count_vj_pieces("towers")["B1"] == 2


def test_pa_g7_pa_d4_one_tower_everywhere_all_with_a_free_site_are_offered() -> None:
    game = (
        make_single_section_game(make_tower_section())
        .place_vj_towers("A1", "A2", "A3", "B1", "B2", "C")
        .set_your_pieces("A1", towers=1)
        .set_your_pieces("C", towers=2)
    )
    block_transformers(game).finish_turn()
    assert game.options == ["A2", "A3", "B1", "B2"]


def test_pa_g7_a_full_sector_never_holds_him_up() -> None:
    game = (
        make_single_section_game(make_tower_section())
        .place_vj_towers("A1", "A2", "A3", "B1", "B2")
        .set_your_pieces("C", towers=3)
    )
    block_transformers(game).finish_turn()
    assert game.options == ["A1", "A2", "A3", "B1", "B2"]


def test_pa_g7_card_order_first_zone_then_its_icons() -> None:
    section = make_tower_section(order=["B", "A"], rows={"B": ["sector B2"], "A": CHOOSE_ROW})
    game = make_single_section_game(section, second_tower="card_order").place_vj_towers(
        "A1", "A2", "A3", "B1", "B2", "C"
    )
    block_transformers(game).finish_turn()
    assert game.count_vj_pieces("towers")["B2"] == 2
    assert "The card’s order starts with zone B" in game.get_reasons("PA-G7")


def test_pa_g7_a_card_that_names_a_sector_only_leaves_the_rest_of_its_zone_for_later() -> None:
    section = make_tower_section(order=["A1", "B1"], rows={"A1": CHOOSE_ROW, "B1": CHOOSE_ROW})
    game = make_single_section_game(section, second_tower="card_order").place_vj_towers(
        "A1", "A2", "A3", "B1", "B2", "C"
    )
    for name in ("A1", "B1"):
        game.table.sectors[name].vjs.towers = 2
    assert block_transformers(game).finish_turn().options == ["A2", "A3"]
    assert "The card’s order starts with zone A" in game.get_reasons("PA-G7")


def test_pa_70_the_leftmost_tower_of_his_board() -> None:
    game = make_single_section_game(make_tower_section(order=["C"])).finish_turn()
    assert game.table.grid is not None
    assert [column.towers for column in game.table.grid.values()] == [0, 1, 1, 1, 1, 1, 1]
    assert game.table.vj.towers_left == 6


def test_pa_g4_without_a_tower_left_the_section_fails() -> None:
    game = (
        make_single_section_game(make_tower_section(order=["C"]))
        .set_vj_values(towers_left=0)
        .finish_turn()
        .deny_conditions()
    )
    assert game.count_vj_pieces("towers") == {}


def test_pa_89_residential_symbols_then_bulldozers_then_you() -> None:
    row = ["most residential symbols", "then most of your bulldozers", "then you choose"]
    game = make_single_section_game(make_tower_section(rows=make_rows(A=row))).place_contracts(
        k1=("A1", 9, 0, "residential"), k2=("A2", 9, 0, "residential")
    )
    game.place_link_tokens(l1=("A2", "residential", "residential"))
    assert game.finish_turn().count_vj_pieces("towers") == {"A2": 1}
    tie = make_single_section_game(make_tower_section(rows=make_rows(A=row))).place_contracts(
        k1=("A1", 9, 0, "residential"), k2=("A2", 9, 0, "residential")
    )
    assert tie.set_your_pieces("A1", on_farm_sites=1).finish_turn().count_vj_pieces("towers") == {"A1": 1}
    open_tie = make_single_section_game(make_tower_section(rows=make_rows(A=row))).finish_turn()
    assert (open_tie.key, open_tie.options) == ("tower-sector", ["A1", "A2", "A3"])


def test_pa_g8_a_tower_section_counts_contracts_he_could_not_fulfil() -> None:
    game = make_single_section_game(make_tower_section(rows=make_rows(A=["cheapest contract"]))).set_vj_values(
        energy=0, batteries=0
    )
    game.place_contracts(k1=("A2", 10, 3, "remote"), k2=("A3", 11, 0, "remote"))
    assert game.finish_turn().count_vj_pieces("towers") == {"A2": 1}


CHAIN_SECTION = make_tower_section(
    rows=make_rows(B=["cheapest contract", "then eye"]), bonus={"B": {"upper": "tourism symbol", "lower": "$5"}}
)
NEXT_CARD = [
    make_farm_section(),
    make_tower_section(NEVER_MET, rows=make_rows(B=["sector B1", "then you choose"])),
    make_contract_section(),
]


def make_zone_b_game() -> Game:
    """Return the game of PA-90: VJ has towers in all of A and none in B."""
    return block_transformers(
        make_single_section_game(CHAIN_SECTION, second=NEXT_CARD).place_vj_towers("A1", "A2", "A3")
    )


def test_pa_90_no_sector_of_a_qualifies_one_of_b_does() -> None:
    game = block_transformers(make_zone_b_game().place_vj_towers("B2")).finish_turn()
    assert game.count_vj_pieces("towers") == {"A1": 1, "A2": 1, "A3": 1, "B1": 1, "B2": 1}


def test_pa_90_the_cheapest_contract_of_any_type_decides() -> None:
    game = make_zone_b_game().place_contracts(k1=("B1", 5, 0, "remote"), k2=("B2", 4, 0, "tourism"))
    assert game.finish_turn().count_vj_pieces("towers")["B2"] == 1


def test_pa_87_pa_88_pa_90_equally_cheap_the_eye_the_next_card_names_b1_bonus_from_the_first_card() -> None:
    game = make_zone_b_game().place_contracts(k1=("B1", 4, 0, "remote"), k2=("B2", 4, 0, "tourism"))
    game.set_bonus_columns("B", (["20"], []), (["6"], ["$5"])).finish_turn()
    assert game.count_vj_pieces("towers")["B1"] == 1
    assert "The eye symbol leads to card 2" in game.get_reasons("PA-87")
    assert "a tile shows the tourism symbol: B-1" in game.get_reasons("PA-88")
    assert game.table.vj.tiles == ["20"]


def test_pa_g22_the_eye_goes_on_to_the_third_card_then_you_choose() -> None:
    eye = make_tower_section(rows=make_rows(A=["eye"]))
    third = [
        make_contract_section(),
        make_farm_section(),
        make_tower_section(NEVER_MET, rows=make_rows(A=["sector A3"])),
    ]
    assert make_single_section_game(
        eye, second=[make_farm_section(), eye, make_contract_section()], third=third
    ).finish_turn().count_vj_pieces("towers") == {"A3": 1}
    none = make_single_section_game(
        eye,
        second=[make_farm_section(), make_farm_section(), make_contract_section()],
        third=[make_farm_section(), make_farm_section(), make_contract_section()],
    ).finish_turn()
    assert (none.key, none.options) == ("tower-sector", ["A1", "A2", "A3"])
    assert "is skipped" in none.get_reasons("PA-G22")


def test_pa_g22_a_card_face_down_is_never_looked_at() -> None:
    eye = make_tower_section(rows=make_rows(A=["eye"]))
    game = make_single_section_game(
        make_farm_section(),
        second=[eye, make_farm_section(NEVER_MET), make_contract_section(NEVER_MET)],
        third=[eye, make_farm_section(), make_contract_section()],
    )
    game.table.slots[1].face_up = False
    game.set_markers(2, 9, 0).finish_turn()
    assert game.key == "tower-sector"
    assert "card 1" not in game.get_reasons("PA-G22")


def test_pa_g23_a_tower_row_that_ends_with_a_tie_is_yours() -> None:
    game = make_single_section_game(make_tower_section(rows=make_rows(A=["most of your structures"]))).finish_turn()
    assert (game.key, "ends with a tie" in game.get_reasons("PA-G23")) == ("tower-sector", True)


def test_pa_84_a_secondary_symbol_breaks_the_tie_of_the_main_one() -> None:
    row = ["cheapest contract, behind it most tourism symbols", "then you choose"]
    game = make_single_section_game(make_tower_section(rows=make_rows(A=row))).place_contracts(
        k1=("A1", 4, 0, "remote"), k2=("A2", 4, 0, "tourism")
    )
    assert game.finish_turn().count_vj_pieces("towers") == {"A2": 1}


def test_an_unforeseen_icon_becomes_one_small_question_with_the_surviving_candidates() -> None:
    row = ["most of your structures", 'other("nearest to the sea")']
    game = (
        make_single_section_game(make_tower_section(rows=make_rows(A=row)))
        .set_your_pieces("A1", farms=2)
        .set_your_pieces("A3", farms=2)
        .finish_turn()
    )
    assert (game.key, game.options) == ("compare", ["A1", "A3"])
    assert game.say(["A3"]).count_vj_pieces("towers") == {"A3": 1}


# --- the bonus ---------------------------------------------------------------------------------------------


def make_bonus_game(upper: str = "rightmost-or-lowest marker", lower: str = "$5", **options: Any) -> Game:
    """Return a game where VJ builds in B2 only."""
    section = make_tower_section(order=["B2"], bonus={"B": {"upper": upper, "lower": lower}})
    return make_single_section_game(section, **options)


def test_pa_74e_no_residential_tile_in_b_a_printed_5_in_the_rightmost_column() -> None:
    game = make_bonus_game().set_income_markers(residential=4, commercial=4)
    game.set_bonus_columns("B", (["20"], []), (["6"], ["income"]), (["24", "18"], ["$5"])).finish_turn()
    assert game.table.vj.tiles == ["24", "18"]
    assert game.table.vj.money == 5
    assert "VJ’s rightmost or lowest income marker: residential" in game.get_reasons("PA-65")
    assert "No tile in zone B shows the residential symbol." in game.get_reasons("PA-74")
    assert "so a printed bonus does: $5 in B-3" in game.get_reasons("PA-75")


def test_pa_56_pa_72_pa_73_pa_d3_one_whole_column_of_the_zone_built_in() -> None:
    game = (
        make_bonus_game()
        .set_bonus_columns("A", (["9"], ["$5"]))
        .set_bonus_columns("B", (["6", "24"], ["$5", "energy"]))
    )
    game.finish_turn()
    assert (game.table.vj.tiles, game.table.vj.money, game.table.vj.energy) == (["6", "24"], 5, 2)
    assert game.table.bonus["B-1"].tiles == []
    assert game.table.bonus["A-1"].tiles == ["9"]


def test_pa_74_pa_75_pa_76_tile_then_printed_then_most_tiles() -> None:
    assert make_bonus_game("tourism symbol").set_bonus_columns(
        "B", (["17"], []), (["6"], ["$5"])
    ).finish_turn().table.vj.tiles == ["17"]
    assert make_bonus_game("tourism symbol").set_bonus_columns(
        "B", (["24"], ["$5"]), (["6"], [])
    ).finish_turn().table.vj.tiles == ["24"]
    assert (
        make_bonus_game("tourism symbol")
        .set_bonus_columns("B", (["6", "24"], []), (["18", "12"], ["$3"]))
        .finish_turn()
        .key
        == "your-turn"
    )


def test_pa_76_equal_numbers_of_tiles_the_rightmost() -> None:
    game = (
        make_bonus_game("tourism symbol")
        .set_bonus_columns("B", (["6"], []), (["24"], []), (["18"], ["$3"]))
        .finish_turn()
    )
    assert game.table.vj.tiles == ["18"]
    assert "most tiles: B-1, B-2, B-3" in game.get_reasons("PA-76")


def test_pa_75_sums_of_money_must_be_equal_other_bonuses_of_the_same_kind() -> None:
    assert (
        make_bonus_game("remote symbol", "energy")
        .set_bonus_columns("B", (["6"], ["energy 2"]), (["24"], []))
        .finish_turn()
        .table.vj.energy
        == 3
    )
    assert make_bonus_game("remote symbol", "$5").set_bonus_columns(
        "B", (["6"], ["$3"]), (["24"], [])
    ).finish_turn().table.vj.tiles == ["24"]


def test_pa_84_a_secondary_bonus_symbol_is_looked_for_before_the_printed_bonus() -> None:
    stacked = make_bonus_game("remote symbol, behind it tourism symbol").set_bonus_columns(
        "B", (["17"], []), (["6"], ["$5"])
    )
    assert stacked.finish_turn().table.vj.tiles == ["17"]


def test_pa_g22_an_eye_in_the_bonus_table_looks_at_the_same_cell_of_the_next_card() -> None:
    section = make_tower_section(order=["B2"], bonus={"B": {"upper": "eye", "lower": "$5"}})
    second = [
        make_farm_section(),
        make_tower_section(NEVER_MET, bonus={"B": {"upper": "tourism symbol", "lower": "$5"}}),
        make_contract_section(),
    ]
    game = (
        make_single_section_game(section, second=second)
        .set_bonus_columns("B", (["17"], []), (["6"], ["$5"]))
        .finish_turn()
    )
    assert game.table.vj.tiles == ["17"]


def test_pa_75_a_symbol_with_an_amount_matches_that_amount_only() -> None:
    columns = ((["6"], ["energy 2"]), (["24"], ["energy"]))
    assert make_bonus_game("remote symbol", "energy 2").set_bonus_columns(
        "B", *columns
    ).finish_turn().table.vj.tiles == ["6"]
    assert make_bonus_game("remote symbol", "energy 1").set_bonus_columns(
        "B", *columns
    ).finish_turn().table.vj.tiles == ["24"]
    assert make_bonus_game("remote symbol", "energy").set_bonus_columns(
        "B", *columns[:1], ([], [])
    ).finish_turn().table.vj.tiles == ["6"]
    assert make_bonus_game("remote symbol", "energy 3").set_bonus_columns(
        "B", *columns
    ).finish_turn().table.vj.tiles == ["24"]


def test_pa_g27_what_tiles_cover_is_neither_found_nor_gained() -> None:
    game = make_bonus_game("tourism symbol")
    columns = {
        "B-1": BonusColumn("B", ["6"], [], {"6": ["$5"]}),
        "B-2": BonusColumn("B", ["24"], ["$3"], {"24": ["$5"]}),
    }
    game.table.bonus = columns
    game.finish_turn()
    assert (game.table.vj.tiles, game.table.vj.money) == (["24"], 3)
    assert (columns["B-1"].printed, game.table.bonus["B-2"].printed) == ([], ["$3", "$5"])


def test_pa_g27_what_lay_under_a_tile_is_visible_when_that_tile_goes() -> None:
    game = make_bonus_game("tourism symbol")
    game.table.bonus = {
        "B-1": BonusColumn("B", ["6", "24"], [], {"6": ["$5"], "24": ["energy"]}),
        "B-2": BonusColumn("B", ["18"], ["$3"], {"18": []}),
    }
    game.finish_turn(tiles=["6"])
    assert (game.table.vj.tiles, game.table.vj.money) == (["24"], 5)
    assert "so a printed bonus does: $5 in B-1" in game.get_reasons("PA-75")
    assert game.table.bonus["B-1"].printed == ["$5", "energy"]


def test_pa_g27_what_nobody_told_is_asked_when_it_can_matter() -> None:
    game = make_bonus_game("tourism symbol")
    game.table.bonus = {"B-1": BonusColumn("B", ["6", "24"], []), "B-2": BonusColumn("B", ["18"], [])}
    game.finish_turn(tiles=["6"])
    assert game.key == "uncovered"
    game.say({"B-1": ["$5"]})
    assert (game.table.vj.tiles, game.table.vj.money) == (["24"], 5)


def test_pa_g27_what_lay_under_a_tile_is_learned_for_good_with_its_place() -> None:
    game = make_bonus_game("tourism symbol")
    game.table.bonus = {"B-8": BonusColumn("B", ["6", "24", "9"], []), "B-9": BonusColumn("B", ["18"], [])}
    game.finish_turn(tiles=["24"]).say({"B-8": ["$5"]})
    assert game.table.find_entry("bonus_column", "B-8").under_tiles == ("unknown", Dollars(5), "unknown")
    assert map_covered_bonuses(["1", "2", "3"], ["unknown", "$5", "nothing"]) == {"2": ["$5"], "3": []}


def test_pa_g27_nobody_says_which_of_several_tiles_covered_nothing() -> None:
    game = make_bonus_game("tourism symbol")
    game.table.bonus = {"B-8": BonusColumn("B", ["6", "24", "9"], []), "B-9": BonusColumn("B", ["18"], [])}
    game.finish_turn(tiles=["24", "9"]).say({"B-8": ["$5"]})
    assert game.table.bonus["B-8"].printed == ["$5"]
    assert game.table.find_entry("bonus_column", "B-8").under_tiles is None


def test_pa_g27_another_number_of_a_tile_uncovers_nothing() -> None:
    game = make_bonus_game("tourism symbol").set_bonus_columns("B", (["6", "24"], []), (["18"], ["$3"]))
    game.table.bonus["B-1"].under["6"] = ["$5"]
    game.correct("bonus.B-1.tiles", ["7", "24"])
    column = game.table.bonus["B-1"]
    assert (column.printed, column.under["7"], column.laid) == ([], ["$5"], ["7", "24"])
    game.correct("bonus.B-1.printed", ["energy 2"])
    assert game.table.find_entry("bonus_column", "B-1").printed == (Energy(2),)


def test_pa_g27_the_bonus_board_can_be_corrected() -> None:
    game = make_bonus_game("tourism symbol").set_bonus_columns("B", (["6", "24"], []), (["18"], ["$3"]))
    game.table.bonus["B-1"].under["6"] = ["$5"]
    game.correct("bonus.B-2.printed", [])
    game.correct("bonus.B-1.tiles", ["24"])
    assert game.table.bonus["B-1"].printed == ["$5"]
    assert game.finish_turn().table.vj.tiles == ["24"]
    other = make_bonus_game().set_bonus_columns("B", (["6", "24"], []), (["18"], ["$3"]))
    with pytest.raises(BadAnswerError, match="Bonus tile 24 can’t be in two places"):
        other.correct("bonus.B-2.tiles", ["24"])


def test_pa_72_tiles_entered_twice_are_corrected_one_by_one() -> None:
    game = make_bonus_game().set_bonus_columns("B", (["6"], []), (["6"], ["$3"]), (["6"], []))
    game.correct("vj.money", 12)
    game.correct("bonus.B-1.tiles", ["7"])
    game.correct("bonus.B-2.tiles", ["8"])
    assert [game.table.bonus[f"B-{n}"].tiles for n in (1, 2, 3)] == [["7"], ["8"], ["6"]]
    with pytest.raises(BadAnswerError, match="Bonus tile 9 can’t be in two places"):
        game.correct("bonus.B-1.tiles", ["9", "9"])


def test_pa_65_the_edge_marker_may_stand_in_a_row_of_a_tower() -> None:
    row = ["rightmost-or-lowest marker", "then you choose"]
    game = make_single_section_game(make_tower_section(rows=make_rows(A=row))).set_income_markers(tourism=4)
    game.place_contracts(k1=("A1", 9, 0, "remote"), k2=("A3", 9, 0, "tourism")).place_link_tokens(
        l1=("A1", "tourism"), l2=("A3", "tourism")
    )
    assert game.finish_turn().count_vj_pieces("towers") == {"A3": 1}
    assert "sector A3 (2)" in game.get_reasons("PA-65")
    uncounted = Game(
        make_cards(
            make_tower_section(rows=make_rows(A=row)), make_farm_section(NEVER_MET), make_contract_section(NEVER_MET)
        ),
        topics=("pieces", "grid"),
    )
    uncounted.set_income_markers(tourism=4).finish_turn()
    assert "most tourism symbols" in str(uncounted.session.ask and uncounted.session.ask.text)


def test_pa_77_tiles_with_a_slot_of_their_own_go_there() -> None:
    game = make_bonus_game().set_bonus_columns("B", (["2", "6"], ["$5"])).finish_turn()
    assert "tile 2 in the matching slot" in game.get_instructions("PA-77")
    assert "tile 6 on a free spot" in game.get_instructions("PA-77")


def test_pa_91_pa_92_a_tile_that_gives_nothing_now_may_count_later() -> None:
    game = make_bonus_game().set_bonus_columns("B", (["6"], ["$5"])).finish_turn()
    assert "may count in scorings" in game.get_instructions("PA-91")
    lasting = make_bonus_game().set_bonus_columns("B", (["2"], ["$5"])).finish_turn()
    assert "From now on: $2 whenever" in lasting.get_instructions("PA-92")


def test_pa_93_a_tile_is_gained_once_when_it_is_taken() -> None:
    game = (
        make_bonus_game().set_bonus_columns("B", (["10"], ["$3"])).place_link_tokens(l1=("A1", "remote")).finish_turn()
    )
    assert (game.table.vj.energy, game.table.vj.money, game.table.vj.links) == (2, 6, 1)


def test_pa_g28_an_unknown_tile_is_asked_about_once_and_lasting_ones_are_recalled() -> None:
    game = make_bonus_game().set_bonus_columns("B", (["77"], ["$5"]), (["78"], []))
    game.finish_turn()
    assert game.key == "tile-symbols"
    game.say({"t77": ["residential"]})
    assert game.key == "tile-effects"
    game.say({"effect77": "lasting", "words77": "a coin for each farm"})
    assert game.get_instructions("PA-G28") == "From now on: a coin for each farm"
    assert game.table.told["bonus_tile 77, effect"] == "lasting"


def test_pa_77_pa_g28_a_second_wind_farm_is_built_when_he_builds_one() -> None:
    game = make_single_section_game(make_farm_section(row=["sector B1"])).set_vj_values(tiles=["30"]).finish_turn()
    assert game.count_vj_pieces("farms") == {"B1": 2}
    assert game.table.vj.energy == 1 + 3 + 3
    assert "VJ’s tile 30 takes effect now" in game.get_instructions("PA-77")
    last = (
        make_single_section_game(make_farm_section(row=["sector B1"]))
        .set_vj_values(tiles=["30"], farms_left=1)
        .finish_turn()
    )
    assert (last.count_vj_pieces("farms"), "no site or no wind farm" in last.get_instructions("PA-G33")) == (
        {"B1": 1},
        True,
    )


def test_pa_g45_the_second_wind_farm_stands_in_the_same_sector_or_where_the_card_chooses_again() -> None:
    row = ["sector B1", "then sector C", "then you choose"]
    same = (
        make_single_section_game(make_farm_section(row=row))
        .set_vj_values(tiles=["30"])
        .set_your_pieces("C", farms=1)
        .finish_turn()
    )
    assert (same.count_vj_pieces("farms"), "same sector" in same.get_reasons("PA-G45")) == ({"B1": 2}, True)
    full = (
        make_single_section_game(make_farm_section(row=row))
        .set_vj_values(tiles=["30"])
        .set_your_pieces("B1", farms=3)
        .finish_turn()
    )
    assert (full.count_vj_pieces("farms"), full.table.vj.energy) == ({"B1": 1, "C": 1}, 1 + 3 + 5)
    assert "the card chooses a sector again" in full.get_reasons("PA-G45")
    nowhere = (
        make_single_section_game(make_farm_section(row=row))
        .set_vj_values(tiles=["30"])
        .set_your_pieces("B1", farms=3)
        .set_your_pieces("C", farms=5)
    )
    for name in ("A1", "A2", "A3", "B2"):
        nowhere.set_your_pieces(name, farms=SITE_NUMBERS[name][0] - nowhere.table.sectors[name].vjs.farms)
    nowhere.finish_turn()
    assert nowhere.count_vj_pieces("farms") == {"B1": 1}
    assert "VJ can’t build a second wind farm" in nowhere.get_reasons("PA-G45")
    row = ["most of your bulldozers", "then you choose"]
    again = (
        make_single_section_game(make_farm_section(row=row), second_farm="chosen_again")
        .set_vj_values(tiles=["30"])
        .set_your_pieces("A1", on_tower_sites=1)
        .finish_turn()
    )
    assert again.count_vj_pieces("farms") == {"A1": 2}
    assert "same sector" not in again.get_reasons("PA-G45")


def test_pa_g28_a_second_wind_farm_that_stands_elsewhere_is_yours_to_carry_out() -> None:
    game = make_bonus_game().set_bonus_columns("B", (["6"], ["$5", "second wind farm"])).finish_turn()
    assert "Carry out for VJ: second wind farm" in game.get_instructions("PA-72")


def test_pa_77_pa_g28_two_dollars_a_battery_when_he_gets_one() -> None:
    game = (
        make_bonus_game().set_vj_values(tiles=["2"]).set_bonus_columns("B", (["6"], ["$5", "battery 2"])).finish_turn()
    )
    assert (game.table.vj.batteries, game.table.vj.money) == (3, 5 + 2 + 2)
    assert (
        make_single_section_game(make_farm_section(row=["sector B1"]))
        .set_vj_values(tiles=["2"])
        .finish_turn()
        .table.vj.money
        == 0
    )


def test_pa_g28_a_lasting_tile_in_words_is_shown_only_when_vj_does_what_it_speaks_of() -> None:
    tiles = [{"id": "77", "effect": "lasting", "when": "tower", "words": "a wave", "gains": []}]
    known = make_pack(
        make_cards(
            make_farm_section(row=["sector B1"]), make_farm_section(NEVER_MET), make_contract_section(NEVER_MET)
        ),
        ("bonus_tile",),
    ) | {"bonus_tile": tiles}
    game = Game(known["card"], ready_pack=known).set_vj_values(tiles=["77"]).finish_turn()
    assert "a wave" not in game.get_instructions("PA-G28")
    other = make_pack(
        make_cards(make_tower_section(order=["B2"]), make_farm_section(NEVER_MET), make_contract_section(NEVER_MET)),
        ("bonus_tile",),
    ) | {"bonus_tile": tiles}
    game = (
        Game(other["card"], ready_pack=other)
        .set_vj_values(tiles=["77"])
        .set_bonus_columns("B", ([], ["$5"]))
        .finish_turn()
    )
    assert "VJ’s tile 77: a wave" in game.get_instructions("PA-G28")


LASTING_TILE = {"id": "77", "symbols": [], "effect": "lasting", "words": "a wave", "gains": []}


def make_tile_game(section: dict[str, Any], **about: Any) -> Game:
    """Return a game where VJ carries out this section and has tile 77 with this effect."""
    three = make_cards(section, make_farm_section(NEVER_MET), make_contract_section(NEVER_MET))
    known = make_pack(three, ("bonus_tile",)) | {
        "bonus_tile": [LASTING_TILE | about, {"id": "6", "effect": "nothing now"}]
    }
    return Game(known["card"], ready_pack=known)


def test_pa_g28_a_lasting_tile_waits_for_the_next_tower_if_it_came_with_this_one() -> None:
    game = (
        make_tile_game(make_tower_section(order=["B2"]), when="tower", gains=["$2"])
        .set_bonus_columns("B", (["77"], ["$5"]))
        .finish_turn()
    )
    assert (game.table.vj.tiles, game.table.vj.money) == (["77"], 5)
    had = (
        make_tile_game(make_tower_section(order=["B2"]), when="tower", gains=["$2"])
        .set_vj_values(tiles=["77"])
        .set_bonus_columns("B", ([], ["$5"]))
        .finish_turn()
    )
    assert had.table.vj.money == 5 + 2


def test_pa_77_pa_g28_a_battery_of_the_same_column_counts_for_a_tile_of_two_dollars_a_battery() -> None:
    game = (
        make_tile_game(make_tower_section(order=["B2"]), when="battery", gains=["$2"])
        .set_bonus_columns("B", (["77"], ["$5", "battery"]))
        .finish_turn()
    )
    assert (game.table.vj.batteries, game.table.vj.money) == (2, 5 + 2)


@pytest.mark.parametrize(
    ("section", "event"),
    [
        (make_farm_section(row=["sector B1"]), "farm"),
        (make_tower_section(order=["B2"]), "tower"),
        (make_contract_section(), "contract"),
        (make_sale_section(), "sale"),
    ],
)
@pytest.mark.parametrize("when", ["farm", "tower", "contract", "sale", "battery"])
def test_pa_g28_a_lasting_tile_works_when_he_does_what_it_speaks_of_and_never_else(
    section: dict[str, Any], event: str, when: str
) -> None:
    game = make_tile_game(section, when=when, gains=["$2"]).set_vj_values(tiles=["77"], energy=9)
    if event in ("contract", "sale"):
        game.place_vj_towers("B1").place_contracts(k1=("B1", 4, 0, "tourism"))
        game.table.foreign["f1"] = "B1"
    game.set_bonus_columns("B", ([], [])).finish_turn()
    while game.key in ("place", "contract-gives", "sale-gives"):
        game.say({"place": "1a", "contract-gives": {}, "sale-gives": []}[game.key])
    assert ("VJ’s tile 77 takes effect now" in game.get_instructions("PA-77", "PA-G28")) == (when == event)


@pytest.mark.parametrize(("option", "money", "nothing"), [("letter", 0, True), ("skip", 3, False)])
def test_pa_g47_an_empty_column_counts_by_the_letter_or_is_passed_over(option: str, money: int, nothing: bool) -> None:
    game = make_bonus_game(empty_column=option).set_bonus_columns("B", ([], ["$3"]), ([], [])).finish_turn()
    assert (game.table.vj.money, "is empty: VJ gets nothing" in game.get_instructions("PA-G47")) == (
        money,
        nothing,
    )


def test_pa_g47_of_a_board_that_nobody_counts_an_empty_column_can_be_told() -> None:
    def build_tower(**options: Any) -> Game:
        three = make_cards(
            make_tower_section(order=["B2"]), make_farm_section(NEVER_MET), make_contract_section(NEVER_MET)
        )
        return Game(three, topics=("pieces", "grid"), **options).finish_turn()

    game = build_tower().say({"most": ["1", "2"]})
    assert game.key == "bonus-column"
    game.say("empty")
    assert (game.table.vj.tiles, game.table.vj.money) == ([], 0)
    assert "Column 1 of zone B is empty" in game.get_instructions("PA-G47")
    for other in (
        build_tower(empty_column="skip").say({"most": ["1"]}),
        build_tower().say({"printed1": ["1"]}),
    ):
        with pytest.raises(BadAnswerError):
            other.say("empty")


def test_an_empty_zone_of_the_bonus_board_gives_nothing() -> None:
    game = make_bonus_game().set_bonus_columns("B", ([], [])).finish_turn()
    assert "there is no bonus" in game.get_instructions("PA-72")


def test_pa_g28_all_unknown_tiles_of_a_column_are_asked_about_together() -> None:
    game = (
        make_bonus_game()
        .set_bonus_columns("B", (["77", "78", "6"], ["$5"]))
        .finish_turn()
        .say({"t77": ["residential"]})
    )
    assert game.session.ask is not None
    assert [field.key for field in game.session.ask.fields if field.required] == ["effect77", "effect78"]
    game.say({"effect77": "once now", "gains77": ["$4"], "effect78": "nothing now"})
    assert (game.table.vj.tiles, game.table.vj.money) == (["77", "78", "6"], 4 + 5)


@pytest.mark.parametrize("topics", [(), ("pieces", "grid")])
def test_pa_74_pa_75_pa_76_a_zone_that_nobody_counts_is_read_off_in_one_look(topics: tuple[str, ...]) -> None:
    def build_tower() -> Game:
        game = Game(
            make_cards(
                make_tower_section(order=["B2"]), make_farm_section(NEVER_MET), make_contract_section(NEVER_MET)
            ),
            topics=topics,
        ).finish_turn()
        return game.say("yes") if game.key == "fact" else game

    game = build_tower()
    assert game.key == "bonus-zone"
    with pytest.raises(BadAnswerError, match="Select the columns that fit"):
        game.say({"tiles": ["6"]})
    game.say({"printed1": ["3", "1"], "tiles": ["6", "24"], "printed": ["$5"]})
    assert (game.table.vj.tiles, game.table.vj.money) == (["6", "24"], 5)
    assert "column 1 of zone B" in game.get_instructions("PA-72")
    game = build_tower().say({"tiles0": ["2"], "printed1": ["3"], "tiles": ["6"]})
    assert "column 2 of zone B" in game.get_instructions("PA-72")
    game = build_tower().say({"printed1": ["3"], "tiles": ["6"]})
    assert game.table.vj.money == 5  # the symbol that chose the column is printed there
    game = build_tower().say({"most": ["2", "1"], "tiles": ["6", "24"]})
    assert "most tiles: 2, 1" in game.get_reasons("PA-76")
    assert "VJ takes the rightmost of them: column 1" in game.get_reasons("PA-76")
    assert "there is no bonus" in build_tower().say("empty").get_instructions("PA-72")


def make_uncounted_game(**options: Any) -> Game:
    """Return a game where VJ builds in B2 and the bonus board is neither counted nor in the box."""
    three = make_cards(make_tower_section(order=["B2"]), make_farm_section(NEVER_MET), make_contract_section(NEVER_MET))
    return Game(three, topics=("pieces", "grid"), without=("bonus_column",), **options).finish_turn()


def get_printed_field(game: Game) -> Any:
    assert game.session.ask is not None
    assert game.key == "bonus-column", game.key
    return game.session.ask.fields[1]


def test_pa_72_a_printed_bonus_that_was_just_named_is_filled_in_on_the_next_screen() -> None:
    game = make_uncounted_game().say({"printed1": ["3"]})
    assert get_printed_field(game).default == ["$5"]
    game.say({})
    assert (game.table.vj.tiles, game.table.vj.money) == ([], 5)


def test_pa_72_printed_bonuses_of_a_column_are_filled_in_at_the_next_tower_and_in_the_next_game() -> None:
    game = make_uncounted_game().say({"tiles0": ["2"]}).say({"tiles": ["6"], "printed": ["$3", "energy"]})
    assert game.key == "your-turn"
    learned = load_opponent("pampero").learn_pack(None, game.table)
    assert {"id": "B-right-2", "printed": ["$3", "energy"]} in learned["bonus_column"]
    block_transformers(game).set_vj_pieces("B2", towers=0).set_markers(1, 50, 0).finish_turn().say({"tiles0": ["2"]})
    assert get_printed_field(game).default == ["$3", "energy"]
    three = make_cards(make_tower_section(order=["B2"]), make_farm_section(NEVER_MET), make_contract_section(NEVER_MET))
    known = {**make_pack(three, ("bonus_column",)), "bonus_column": learned["bonus_column"]}
    again = Game(three, topics=("pieces", "grid"), ready_pack=known).finish_turn().say({"tiles0": ["2"]})
    assert get_printed_field(again).default == ["$3", "energy"]
    assert again.say({"tiles": ["24"]}).table.vj.money == 3


def test_pa_74_columns_are_counted_from_the_right_on_a_board_that_the_box_knows() -> None:
    three = make_cards(make_tower_section(order=["B2"]), make_farm_section(NEVER_MET), make_contract_section(NEVER_MET))
    game = Game(three, topics=("pieces", "grid")).finish_turn()
    assert game.session.ask is not None
    assert [option.id for option in game.session.ask.fields[0].options] == ["8", "7", "6", "5", "4", "3", "2", "1"]
    assert get_printed_field(game.say({"tiles0": ["1"]})).default == ["$5"]  # B-3 is the last of three


def test_pa_72_one_column_that_the_box_knows_is_not_the_whole_bonus_board() -> None:
    three = make_cards(make_tower_section(order=["B2"]), make_farm_section(NEVER_MET), make_contract_section(NEVER_MET))
    known = {**make_pack(three, ("bonus_column",)), "bonus_column": [{"id": "B-2", "zone": "B", "printed": ["$3"]}]}
    session = Session.new("pampero", seed=1, pack=known)
    session.answer(True)
    session.answer({f"slot{n}": [one["majority"]] for n, one in enumerate(three, 1)})
    session.answer(["bonus"])
    while session.ask is not None and session.ask.key == "start":
        session.answer({"money": 0})
    assert session.ask is not None
    assert session.ask.key == "bonus-board"


def test_pa_72_tiles_that_vj_holds_are_not_offered() -> None:
    game = make_uncounted_game().say({"tiles0": ["2"]})
    assert "6" in [one.id for one in game.session.ask.fields[0].options]  # type: ignore[union-attr]
    game = Game(
        make_cards(make_tower_section(order=["B2"]), make_farm_section(NEVER_MET), make_contract_section(NEVER_MET)),
        topics=("pieces", "grid"),
    )
    game.set_vj_values(tiles=["6"]).finish_turn().say({"tiles0": ["2"]})
    offered = [one.id for one in game.session.ask.fields[0].options]  # type: ignore[union-attr]
    assert ("6" in offered, "7" in offered) == (False, True)
    assert game.say({"tiles": ["6"]}).table.vj.tiles == ["6", "6"]


def test_pa_g27_what_came_to_light_is_not_asked_where_a_tile_decides() -> None:
    """The upper symbol is searched on the tiles first; then only the chosen column matters."""
    game = make_bonus_game()
    game.table.bonus = {"B-1": BonusColumn("B", ["6", "24"], []), "B-2": BonusColumn("B", ["7"], ["$3"], {"7": []})}
    game.table.pack = replace_pack_part(
        replace_pack_part(game.table.pack, "bonus_tile 7, symbols", ["residential"]), "bonus_tile 24, symbols", []
    )
    game.set_income_markers(residential=3).finish_turn(tiles=["6"])
    assert game.key == "your-turn"
    assert (game.table.vj.tiles, game.table.bonus["B-1"].uncovered) == (["7"], ["6"])


@pytest.mark.parametrize("gains", [{}, {"gains77": []}])
def test_pa_g28_a_single_effect_needs_what_vj_gets(gains: dict[str, Any]) -> None:
    game = (
        make_bonus_game()
        .set_bonus_columns("B", (["77"], ["$5"]), (["78"], []))
        .finish_turn()
        .say({"t77": ["residential"]})
    )
    with pytest.raises(BadAnswerError, match="Tile 77: enter what VJ gets once"):
        game.say({"effect77": "once now", **gains})
    with pytest.raises(BadAnswerError, match="Tile 77: describe what it does from now on"):
        game.say({"effect77": "lasting", **gains})
    before = game.table.vj.money
    assert game.say({"effect77": "once now", "gains77": ["$9"]}).table.vj.money == before + 9 + 5


def test_pa_g28_a_tile_of_the_box_that_gives_something_unknown_is_asked_about() -> None:
    game = make_bonus_game().set_bonus_columns("B", (["10"], ["$3"]))
    game.table.pack = replace_pack_part(game.table.pack, "bonus_tile 10, gains", [])
    game.finish_turn()
    assert game.key == "tile-effects"
    assert game.session.ask.fields[0].default == "once now"  # type: ignore[union-attr]
    assert game.say({"effect10": "once now", "gains10": ["$2"]}).table.vj.money == 5


@pytest.mark.parametrize(("tile", "hint"), [("2", True), ("3", True), ("30", True), ("77", False)])
def test_pa_77_the_three_tiles_that_the_rules_name_are_asked_for_with_a_hint(tile: str, hint: bool) -> None:
    game = make_bonus_game().set_bonus_columns("B", ([tile], ["$5"]))
    kept = tuple(one for one in game.table.pack.bonus_tiles if one.id != tile)
    game.table.pack = replace(game.table.pack, bonus_tiles=kept)
    game.finish_turn()
    game.say({f"t{tile}": []})
    assert game.key == "tile-effects"
    assert game.session.ask is not None
    assert ("“$2 / battery” or “second wind farm”" in game.session.ask.text) is hint
    assert ("PA-77" in game.session.ask.cites) is hint


def test_pa_72_first_it_is_said_which_column_he_takes_then_asked_what_is_in_it() -> None:
    game = make_uncounted_game()
    game.say({"tiles0": ["3", "2"], "printed1": ["1"]})
    assert game.session.ask is not None
    assert game.session.ask.text == "VJ takes column 2 of zone B of the tower-bonus board. What is in it?"
    assert [one.id for one in game.session.ask.fields[0].options][:2] == ["1", "2"]
    with pytest.raises(BadAnswerError, match="Fill in more fields to continue"):
        game.say({})
    with pytest.raises(BadAnswerError, match="enter its tiles or its printed bonuses"):
        game.say({"tiles": []})
    game.say({"tiles": ["6", "24"], "printed": ["$5"]})
    assert (game.table.vj.tiles, game.table.vj.money) == (["6", "24"], 5)
