"""Choosing and reading cards: conditions, impossible actions, unknown parts, wind farms."""

from __future__ import annotations

from typing import Any

import pytest

from rival.games.pampero.sample import make_blank_pack
from rival.kernel import BadAnswerError, Session, load_opponent
from tests.pampero.game_driver import (
    CHOOSE_ROW,
    NEVER_MET,
    Game,
    make_card,
    make_cards,
    make_contract_section,
    make_farm_section,
    make_pack,
    make_sale_section,
    make_tower_section,
)


def make_sections_game(*sections: dict[str, Any], **options: Any) -> Game:
    """Return a game where VJ reads these sections of card 1; the other cards never do anything."""
    idle = [make_farm_section(NEVER_MET), make_tower_section(NEVER_MET), make_contract_section(NEVER_MET)]
    filled = [*sections, *idle][:3]
    return Game(make_cards(*filled, second=idle, third=idle), **options)


# --- the card ----------------------------------------------------------------------------------------------


def test_pa_40_pa_41_pa_42_the_choice_is_explained() -> None:
    game = make_sections_game(make_farm_section(row=["sector A2"])).set_markers(1, 2, 1).finish_turn()
    assert "you have 2 and VJ has 1, so you have more" in game.get_reasons("PA-40")
    game = (
        make_sections_game(make_farm_section(row=["sector A2"]))
        .set_markers(1, 1, 1)
        .set_markers(2, 0, 3)
        .set_markers(3, 0, 2)
        .finish_turn()
    )
    assert "where you are tied: 1 to your 1" in game.get_reasons("PA-42")


def test_pa_45e_energy_1_builds_a_farm_energy_10_goes_on_to_the_transformers() -> None:
    assert make_sections_game(make_farm_section(row=["sector A2"]), make_tower_section()).set_vj_values(
        energy=1
    ).finish_turn().count_vj_pieces("farms") == {"A2": 1}
    game = (
        make_sections_game(make_farm_section(row=["sector A2"]), make_tower_section())
        .set_vj_values(energy=10)
        .finish_turn()
    )
    assert "Card 1, section 1 (build a wind farm): ✗ VJ has 10 energy" in game.get_reasons("PA-46")
    assert "Card 1, section 2 (build a tower): ✓ All transformers" in game.get_reasons("PA-53")
    assert game.key == "tower-sector"


def test_pa_47_pa_48_the_next_card_is_read_and_after_the_bottom_one_the_top_one() -> None:
    idle = [make_farm_section(NEVER_MET), make_tower_section(NEVER_MET), make_contract_section(NEVER_MET)]
    game = (
        Game(make_cards(make_farm_section(row=["sector A3"]), second=idle, third=idle))
        .set_markers(1, 0, 1)
        .set_markers(3, 9, 0)
    )
    game.finish_turn().deny_conditions()
    assert game.count_vj_pieces("farms") == {"A3": 1}
    assert "Next he reads card 1" in game.get_reasons("PA-47")


def test_pa_g3_pa_g14_nothing_can_be_done() -> None:
    game = make_sections_game().finish_turn().deny_conditions()
    assert game.key == "your-turn"
    assert "does nothing" in game.get_instructions("PA-G3")
    assert game.table.vj.skip_token


def test_pa_g4_an_action_that_can_not_be_done_counts_as_failed() -> None:
    game = (
        make_sections_game(make_farm_section(), make_tower_section(order=["C"]))
        .set_vj_values(farms_left=0)
        .finish_turn()
    )
    assert "(build a wind farm): ✗ VJ has no wind farm left" in game.get_reasons("PA-G4")
    assert game.count_vj_pieces("towers") == {"C": 1}


# --- conditions --------------------------------------------------------------------------------------------


def test_pa_53_pa_66_pa_71_all_transformers_blocked() -> None:
    game = make_sections_game(make_tower_section(order=["C"]), make_farm_section(row=["sector A2"])).finish_turn()
    assert game.count_vj_pieces("towers") == {"C": 1}
    game.finish_turn()
    assert (game.count_vj_pieces("towers"), game.count_vj_pieces("farms")) == ({"C": 1}, {"A2": 1})
    assert "✗" in game.get_reasons("PA-71")


def test_pa_66_no_transformer_left_counts_as_blocked() -> None:
    game = make_sections_game(make_tower_section(order=["C"])).place_vj_towers("A1")
    assert game.table.grid is not None
    game.table.grid["1"].transformers = 0
    game.finish_turn()
    assert game.count_vj_pieces("towers") == {"A1": 1, "C": 1}


def test_pa_54_not_enough_energy_for_a_contract() -> None:
    game = (
        make_sections_game(make_farm_section("not enough energy for a contract", ["sector A2"]))
        .place_vj_towers("A1")
        .set_vj_values(energy=2, batteries=0)
    )
    game.place_contracts(k1=("A1", 3, 0, "tourism"))
    assert game.finish_turn().count_vj_pieces("farms") == {"A2": 1}
    game = make_sections_game(make_farm_section("not enough energy for a contract", ["sector A2"])).set_vj_values(
        energy=0
    )
    game.place_contracts(k1=("A1", 3, 0, "tourism")).finish_turn().deny_conditions()
    assert game.count_vj_pieces("farms") == {}


def test_pa_g18_none_payable_or_one_unpayable() -> None:
    for options, farms in ({}, {}), ({"not_enough_energy": "some_unpayable"}, {"A2": 1}):
        game = make_sections_game(
            make_farm_section("not enough energy for a contract", ["sector A2"]), **options
        ).place_vj_towers("A1")
        game.set_vj_values(energy=3, batteries=0).place_contracts(k1=("A1", 3, 0, "tourism"), k2=("A1", 9, 0, "remote"))
        assert game.finish_turn().deny_conditions().count_vj_pieces("farms") == farms


def test_pa_84_a_condition_behind_another_counts_if_the_first_is_not_met() -> None:
    stacked = "not enough energy for a contract, behind it energy below 5"
    assert make_sections_game(make_farm_section(stacked, ["sector A2"])).finish_turn().count_vj_pieces("farms") == {
        "A2": 1
    }
    assert (
        make_sections_game(make_farm_section(stacked, ["sector A2"]))
        .set_vj_values(energy=5)
        .finish_turn()
        .deny_conditions()
        .count_vj_pieces("farms")
        == {}
    )


def test_an_unforeseen_condition_becomes_a_question() -> None:
    game = make_sections_game(make_farm_section('other("a wavy line")', ["sector A2"])).finish_turn()
    assert game.session.ask is not None
    assert (game.key, "a wavy line" in game.session.ask.text) == ("fact", True)
    assert game.say("yes").count_vj_pieces("farms") == {"A2": 1}


def test_pa_49_an_unforeseen_action_becomes_a_question_too() -> None:
    odd = {"condition": "energy below 10", "action": 'other("turn a wheel")'}
    game = make_sections_game(odd).finish_turn()
    assert game.key == "fact"
    assert "turn a wheel" in game.say("yes").get_instructions("PA-49")


def test_pa_55_pa_g11_a_foreign_sale_is_condition_and_action_in_one() -> None:
    game = make_sections_game(make_sale_section()).place_vj_towers("B1").set_vj_values(energy=4)
    game.table.foreign["f1"] = "B1"
    game.finish_turn()
    assert (game.table.vj.energy, game.table.vj.money, game.table.foreign) == (1, 9, {})
    assert "PA-56" not in {cite for entry in game.session.transcript for cite in entry.cites}


def test_pa_g11_several_cards_the_cheapest_then_you_and_he_must_have_the_means() -> None:
    game = (
        make_sections_game(make_sale_section(["cheapest contract"])).place_vj_towers("B1", "B2").set_vj_values(energy=5)
    )
    game.table.foreign |= {"f1": "B1", "f2": "B2"}
    assert game.finish_turn().table.vj.sales == ["f1"]
    poor = make_sections_game(make_sale_section()).place_vj_towers("B1").set_vj_values(energy=1, batteries=0)
    poor.table.foreign["f1"] = "B1"
    assert poor.finish_turn().deny_conditions().table.vj.sales == []


@pytest.mark.parametrize(
    ("row", "key"),
    [(["you choose"], "foreign-card"), (["sector A1", "then you choose"], "foreign-card"), ([], "your-turn")],
)
def test_pa_g11_a_row_that_ends_in_you_choose_leaves_the_card_to_you(row: list[str], key: str) -> None:
    game = make_sections_game(make_sale_section(row)).place_vj_towers("B1", "B2").set_vj_values(energy=9)
    game.table.foreign |= {"f1": "B1", "f2": "B2"}
    assert game.finish_turn().key == key
    if key == "foreign-card":
        assert game.say("f2").table.vj.sales == ["f2"]
    else:
        assert game.table.vj.sales == ["f1"]
        assert "you choose" not in game.get_reasons("PA-G23")


def test_pa_g11_inside_a_row_a_sale_is_tried_in_its_turn() -> None:
    row = ["foreign-market sale", "then most of your structures"]
    game = (
        make_sections_game(make_tower_section(rows={"A": row, "B": row, "C": row}))
        .place_vj_towers("B1")
        .set_vj_values(energy=4)
    )
    assert game.table.grid is not None
    game.table.grid["1"].transformers = 0
    game.table.foreign["f1"] = "B1"
    game.finish_turn()
    assert (game.table.vj.sales, game.count_vj_pieces("towers")) == (["f1"], {"B1": 1})


# --- farm --------------------------------------------------------------------------------------------------


def test_pa_62_the_condition_of_the_section_decides() -> None:
    assert (
        make_sections_game(make_farm_section("energy below 1", ["sector A2"]))
        .finish_turn()
        .deny_conditions()
        .count_vj_pieces("farms")
        == {}
    )
    assert make_sections_game(make_farm_section("energy below 2", ["sector A2"])).finish_turn().count_vj_pieces(
        "farms"
    ) == {"A2": 1}


def test_pa_57_pa_58_pa_63_most_of_your_structures() -> None:
    game = (
        make_sections_game(make_farm_section())
        .set_your_pieces("B1", farms=1, towers=1, transformers=1)
        .set_your_pieces("A1", farms=2)
    )
    game.finish_turn()
    assert game.count_vj_pieces("farms") == {"B1": 1}
    assert "section 1, row of icons: most of your structures: sector B1 (3)" in game.get_reasons("PA-58")


def test_pa_57_pa_59_then_most_of_your_bulldozers() -> None:
    game = (
        make_sections_game(make_farm_section())
        .set_your_pieces("B1", farms=2)
        .set_your_pieces("A1", farms=2, on_farm_sites=1)
    )
    assert game.finish_turn().count_vj_pieces("farms") == {"A1": 1}
    assert "most of your bulldozers: sector A1 (1)" in game.get_reasons("PA-59")


def test_pa_60_pa_63_then_you_choose_among_the_candidates() -> None:
    game = (
        make_sections_game(make_farm_section())
        .set_your_pieces("B1", farms=2)
        .set_your_pieces("A1", farms=2)
        .finish_turn()
    )
    assert (game.key, game.options) == ("farm-sector", ["A1", "B1"])
    assert game.say("B1").count_vj_pieces("farms") == {"B1": 1}


def test_pa_g19_the_last_tie_may_also_be_anywhere() -> None:
    game = (
        make_sections_game(make_farm_section(), farm_choice="anywhere")
        .set_your_pieces("B1", farms=2)
        .set_your_pieces("A1", farms=2)
        .finish_turn()
    )
    assert game.options == ["A1", "A2", "A3", "B1", "B2", "C"]
    assert "any free site" in game.say("C").get_instructions("PA-G19")


def test_pa_52_pa_g6_no_site_with_your_bulldozer_and_none_that_is_taken() -> None:
    game = (
        make_sections_game(make_farm_section())
        .set_your_pieces("B1", farms=3, on_farm_sites=1)
        .set_your_pieces("A1", farms=1)
    )
    assert game.finish_turn().count_vj_pieces("farms") == {"A1": 1}


def test_pa_g5_all_sectors_may_be_compared_first() -> None:
    game = (
        make_sections_game(make_farm_section(), farm_sector="all")
        .set_your_pieces("B1", farms=4)
        .set_your_pieces("A1", farms=1)
        .finish_turn()
    )
    assert (game.key, "B1" in game.options) == ("farm-sector", False)
    assert "among the other sectors" in game.get_reasons("PA-G5")


def test_pa_64_energy_by_zone_as_printed_never_above_10() -> None:
    game = make_sections_game(make_farm_section(row=["sector B1"])).set_vj_values(energy=9).finish_turn()
    assert game.table.vj.energy == 10
    assert "the rest (2) is ignored" in game.get_instructions("PA-64")
    assert make_sections_game(make_farm_section(row=["sector C"], C=4)).finish_turn().table.vj.energy == 5


def test_pa_g1_rather_than_pass_10_he_may_try_a_contract() -> None:
    for options, farms in ({}, {"A2": 1}), ({"surplus_energy": "contract"}, {}):
        game = (
            make_sections_game(make_farm_section(row=["sector A2"]), make_contract_section(), **options)
            .place_vj_towers("A1")
            .set_vj_values(energy=9)
        )
        game.place_contracts(k1=("A1", 3, 0, "tourism")).finish_turn()
        if game.key == "place":
            game.say(game.options[0])
        assert game.count_vj_pieces("farms") == farms
        assert len(game.table.vj.contracts) == (0 if farms else 1)


def test_pa_50_the_bonus_is_at_the_bottom_of_the_same_section() -> None:
    assert "2 energy" in make_sections_game(make_farm_section(row=["sector A2"])).finish_turn().get_instructions(
        "PA-50"
    )


def test_pa_g23_a_farm_row_that_ends_with_a_tie_is_yours() -> None:
    game = make_sections_game(make_farm_section(row=["most of your structures"])).finish_turn()
    assert (game.key, len(game.options)) == ("farm-sector", 6)
    assert "ends with a tie" in game.get_reasons("PA-G23")


def test_pa_g24_an_icon_that_nobody_meets_leaves_all_candidates() -> None:
    game = make_sections_game(
        make_farm_section(row=["most tourism symbols", "then most of your bulldozers"])
    ).set_your_pieces("A3", on_farm_sites=1)
    assert game.finish_turn().count_vj_pieces("farms") == {"A3": 1}
    full = (
        make_sections_game(make_farm_section(row=["sector B1", "then most of your structures"]))
        .set_your_pieces("B1", farms=4)
        .set_your_pieces("A3", farms=1)
    )
    assert full.finish_turn().count_vj_pieces("farms") == {"A3": 1}


def test_pa_61_pa_g22_an_eye_in_a_farm_row_looks_at_the_next_farm_row() -> None:
    second = [make_tower_section(), make_farm_section(NEVER_MET, ["sector B2"]), make_contract_section()]
    game = Game(make_cards(make_farm_section(row=["eye"]), make_tower_section(), second=second)).finish_turn()
    assert game.count_vj_pieces("farms") == {"B2": 1}
    assert "The eye symbol leads to card 2" in game.get_reasons("PA-61")


EDGE_MARKER_ROW = ["rightmost-or-lowest marker", "then most of your structures", "then you choose"]


def test_pa_65_the_edge_marker_may_stand_in_a_row_of_a_farm() -> None:
    game = (
        make_sections_game(make_farm_section(row=EDGE_MARKER_ROW))
        .set_income_markers(tourism=4)
        .set_your_pieces("C", farms=3)
    )
    game.place_contracts(k1=("B1", 9, 0, "tourism", "tourism"), k2=("A1", 9, 0, "tourism")).place_link_tokens(
        l1=("A3", "remote")
    )
    assert game.finish_turn().count_vj_pieces("farms") == {"B1": 1}
    assert "sector B1 (2)" in game.get_reasons("PA-65")


def test_pa_65_pa_g24_where_nobody_has_the_markers_symbol_the_next_icon_follows() -> None:
    game = (
        make_sections_game(make_farm_section(row=EDGE_MARKER_ROW))
        .set_income_markers(tourism=4)
        .set_your_pieces("C", farms=3)
        .place_contracts(k1=("B1", 9, 0, "remote"))
    )
    assert game.finish_turn().count_vj_pieces("farms") == {"C": 1}


def test_pa_65_of_a_map_that_nobody_counts_the_sectors_with_the_markers_symbol_are_asked() -> None:
    game = (
        make_sections_game(make_farm_section(row=EDGE_MARKER_ROW), topics=("pieces", "grid"))
        .set_income_markers(tourism=4)
        .finish_turn()
    )
    assert (game.key, game.options) == ("compare", ["A1", "A2", "A3", "B1", "B2", "C"])
    assert "tourism" in str(game.session.ask and game.session.ask.text)
    assert game.say(["A3"]).count_vj_pieces("farms") == {"A3": 1}


def test_pa_84_a_secondary_symbol_in_a_farm_row_narrows_the_tie_and_else_is_looked_for_among_all() -> None:
    row = ["most tourism symbols, behind it most of your bulldozers", "then you choose"]
    game = (
        make_sections_game(make_farm_section(row=row))
        .set_your_pieces("C", on_farm_sites=2)
        .set_your_pieces("A1", on_farm_sites=1)
    )
    game.place_contracts(k1=("A1", 9, 0, "tourism"), k2=("A3", 9, 0, "tourism"))
    assert game.finish_turn().count_vj_pieces("farms") == {"A1": 1}
    none = (
        make_sections_game(make_farm_section(row=row))
        .set_your_pieces("C", on_farm_sites=2)
        .set_your_pieces("A1", on_farm_sites=1)
    )
    assert none.finish_turn().count_vj_pieces("farms") == {"C": 1}


# --- parts nobody has told ---------------------------------------------------------------------------------


def make_unknown_card_game(**told: Any) -> Game:
    """Return a game where only the majority of card 1 is known."""
    three = make_cards(make_farm_section())
    three[0] = make_card("wind-farms", "wind farms")
    return Game(three)


def answer_section(condition: str, action: str) -> dict[str, list[str]]:
    """Return the condition and the action of a section, as an answer."""
    return {"condition": [condition], "action": [action]}


def test_pa_63_pa_64_the_published_row_and_energy_of_a_wind_farm_are_filled_in() -> None:
    game = make_unknown_card_game().finish_turn().say(answer_section("energy below 10", "farm"))
    assert game.session.ask is not None
    assert game.session.ask.text.endswith("The published rules are filled in. Compare them with the card.")
    published = [["most of your structures", "most of your bulldozers", "you choose"], 2, 3, 5]
    assert [field.default for field in game.session.ask.fields] == published
    game.say({"row": ["sector A2", "you choose"], "A": 4})
    assert game.table.vj.energy == 5
    assert game.count_vj_pieces("farms") == {"A2": 1}
    told = game.table.told
    assert [told[f"card wind-farms, section 1, bonus {zone}"] for zone in "ABC"] == [4, 3, 5]


def test_pa_67_pa_74_a_tower_section_asks_for_the_order_and_then_for_the_place_that_matters() -> None:
    game = make_unknown_card_game().set_vj_values(energy=10).finish_turn()
    game.say(answer_section("energy below 20", "tower"))
    assert game.session.ask is not None
    assert [field.key for field in game.session.ask.fields] == ["order"]
    game.say({"order": ["B", "A"]})
    assert game.session.ask is not None
    assert game.session.ask.fields[0].text == "row B"
    game.say({"row": ["sector B1"], "upper": ["eye"], "lower": ["$5"]})
    assert (game.key, game.count_vj_pieces("towers")) == ("your-turn", {"B1": 1})


def test_pa_53_pa_62_pa_78_published_sections_and_orders_are_entered_by_one_tap() -> None:
    game = make_unknown_card_game().finish_turn()
    assert game.session.ask is not None
    entries = [suggestion.entries for suggestion in game.session.ask.met]
    assert entries[:3] == [
        answer_section("energy below 10", "farm"),
        answer_section("all transformers blocked", "tower"),
        answer_section("a contract is available", "contract"),
    ]
    game.set_vj_values(energy=10).say(answer_section("energy below 20", "tower"))
    assert game.session.ask is not None
    assert [suggestion.words for suggestion in game.session.ask.met][:2] == ["A > B > C", "A > C > B"]


def test_an_unknown_part_is_asked_when_reached_used_at_once_and_never_again() -> None:
    game = make_unknown_card_game().finish_turn()
    assert game.session.ask is not None
    assert (game.key, game.session.ask.text) == (
        "card-section",
        "What does card 1 (wind farms) show in section 1 (condition, action)?",
    )
    game.say(answer_section("energy below 10", "farm"))
    assert game.session.ask is not None
    assert [field.key for field in game.session.ask.fields] == ["row", "A", "B", "C"]
    game.say({"row": ["sector A2", "you choose"], "A": 2})
    assert game.count_vj_pieces("farms") == {"A2": 1}
    assert game.table.told["card wind-farms, section 1, row map"] == ["sector A2", "you choose"]
    game.set_markers(1, 9, 0).finish_turn()
    assert (game.key, game.count_vj_pieces("farms")) == ("your-turn", {"A2": 2})


def test_what_was_told_makes_the_pack_of_the_next_game() -> None:
    game = (
        make_unknown_card_game()
        .finish_turn()
        .say(answer_section("energy below 10", "farm"))
        .say({"row": ["sector A2"], "A": 2})
    )
    learned = load_opponent("pampero").learn_pack(None, game.table)
    again = Session.new("pampero", pack=learned)
    assert again.table.find_card("wind-farms").sections[0].condition.limit == 10


def test_an_icon_that_was_typed_stands_in_the_history_in_both_languages() -> None:
    game = (
        make_unknown_card_game()
        .finish_turn()
        .say(answer_section("energy below 7, behind it all transformers blocked", "farm"))
    )
    told = [entry for entry in game.session.transcript if entry.kind == "answer"][-1]
    assert (
        told.text == "Your card shows: condition: energy below 7, behind it all transformers blocked; "
        "action: build a wind farm."
    )
    game.session.lang = "ru"
    told = [entry for entry in game.session.transcript if entry.kind == "answer"][-1]
    assert (
        told.text == "На вашей карте: условие — энергии меньше 7, позади: все трансформаторы "
        "заблокированы; действие — построить ветряную электростанцию."
    )


def test_near_words_are_corrected_and_far_words_become_a_custom_icon_if_confirmed() -> None:
    game = make_unknown_card_game().finish_turn()
    before = game.session.journal.format_text()
    with pytest.raises(BadAnswerError, match="Did you mean “energy below 10”"):
        game.say(answer_section("energy belo 10", "farm"))
    assert game.session.journal.format_text() == before
    with pytest.raises(BadAnswerError, match="To save it as your own description"):
        game.say(answer_section("three purple stars", "farm"))
    assert game.session.journal.format_text() == before
    game.say(answer_section('other("three purple stars")', "farm"))
    assert game.key == "fact"
    assert game.session.transcript[-1].text.startswith("Your card shows: condition: three purple stars;")
    game.say("no")
    assert game.key == "card-section"


def test_a_part_that_contradicts_the_card_is_refused_and_nothing_is_lost() -> None:
    three = make_cards(make_farm_section())
    three[0] = make_card(
        "wind-farms", "wind farms", {"condition": "energy below 10", "action": "tower", "rows": {"B": CHOOSE_ROW}}
    )
    game = Game(three).finish_turn()
    with pytest.raises(BadAnswerError, match="leaves out"):
        game.say({"order": ["A", "C"]})
    with pytest.raises(BadAnswerError, match="contains a place twice"):
        game.say({"order": ["A", "A", "B"]})
    game.session.lang = "ru"
    with pytest.raises(BadAnswerError) as refused:
        game.say({"order": ["A", "C"]})
    assert str(refused.value) == "«порядок зон»: на карте уже есть ряд для B, а в этом порядке его нет."
    game.say({"order": ["B", "A", "C"]})
    assert game.table.told["card wind-farms, section 1, order"] == ["B", "A", "C"]


def test_an_assumed_part_is_shown_to_be_confirmed() -> None:
    three = make_cards(make_farm_section(row=["sector A2"]))
    three[0]["to_check"] = ["section 1, condition"]
    game = Game(three).finish_turn()
    assert game.session.ask is not None
    assert game.session.ask.text.startswith("Is this correct for card 1")
    assert game.session.ask.text.endswith("These values are an assumption. Compare them with the card.")
    assert game.session.ask.default == ["energy below 10"]
    game.say(["energy below 10"])
    assert game.count_vj_pieces("farms") == {"A2": 1}
    assert game.finish_turn().key == "your-turn"


def test_a_correction_while_a_card_is_read_changes_the_reading() -> None:
    game = make_unknown_card_game().finish_turn()
    game.session.correct("slots.1.yours", 60)
    assert game.session.ask is not None
    assert "card 1" in game.session.ask.text
    game.say(answer_section("energy below 5", "farm"))
    game.session.correct("vj.energy", 9)
    assert game.session.ask.text == "What does card 1 (wind farms) show in section 2 (condition, action)?"


def test_a_part_told_by_mistake_can_be_told_again() -> None:
    game = make_unknown_card_game().finish_turn().say(answer_section("energy below 5", "farm"))
    game.session.correct("cards.1.section-1.action", ["tower"])
    assert game.session.ask is not None
    assert [field.key for field in game.session.ask.fields] == ["order"]
    with pytest.raises(BadAnswerError, match="Did you mean “energy below 10”"):
        game.session.correct("cards.1.section-1.condition", ["energy belo 10"])


def test_nothing_known_at_all_still_plays() -> None:
    session = Session.new("pampero", seed=1, pack=make_blank_pack())
    session.answer(True)
    session.answer({f"slot{n}": [f'other("{n}")'] for n in (1, 2, 3)})
    session.answer([])
    session.answer({"money": 0})
    session.answer({"you1": 1})
    session.answer(answer_section("energy below 10", "farm"))
    session.answer({"farms": 11, "towers": 7})
    session.answer({"row": ["most of your structures", "you choose"], "B": 3})
    session.answer(["B1"])
    assert session.table.sectors["B1"].vjs.farms == 1


def test_shipped_knowledge_stands_behind_the_owners_pack() -> None:
    session = Session.new("pampero", seed=1)
    assert session.table.find_card("wind-farms").sections[0].condition.limit == 10
    mine = {
        "schema": 1,
        "game": "pampero",
        "card": [make_card("wind-farms", "wind farms", make_farm_section("energy below 7"))],
    }
    session = Session.new("pampero", seed=1, pack=mine)
    assert session.table.find_card("wind-farms").sections[0].condition.limit == 7
    assert session.table.find_card("chain-tokens").unplaced
    assert make_pack()["sample"]
