"""Choosing and reading cards: conditions, impossible actions, unknown parts, wind farms."""

from __future__ import annotations

from typing import Any

import pytest

from rival.games.pampero.sample import blank_pack
from rival.kernel import BadAnswer, Session, opponent
from tests.pampero.at_the_table import CHOOSE, NEVER, Game, card, cards, contract, farm, pack, sale, tower


def only(*sections: dict[str, Any], **options: Any) -> Game:
    """Return a game where VJ reads these sections of card 1; the other cards never do anything."""
    idle = [farm(NEVER), tower(NEVER), contract(NEVER)]
    filled = [*sections, *idle][:3]
    return Game(cards(*filled, second=idle, third=idle), **options)


# --- the card ----------------------------------------------------------------------------------------------


def test_pa_40_pa_41_pa_42_the_choice_is_explained() -> None:
    game = only(farm(row=["sector A2"])).majority(1, 2, 1).done()
    assert "you have 2, VJ has 1: you have more" in game.why("PA-40")
    game = only(farm(row=["sector A2"])).majority(1, 1, 1).majority(2, 0, 3).majority(3, 0, 2).done()
    assert "his lead is smallest" in game.why("PA-42")


def test_pa_45e_energy_1_builds_a_farm_energy_10_goes_on_to_the_transformers() -> None:
    assert only(farm(row=["sector A2"]), tower()).has(energy=1).done().standing("farms") == {"A2": 1}
    game = only(farm(row=["sector A2"]), tower()).has(energy=10).done()
    assert "section 1, condition: energy below 10: ✗" in game.why("PA-46")
    assert "section 2, condition: all transformers blocked: ✓" in game.why("PA-53")
    assert game.key == "tower-sector"


def test_pa_47_pa_48_the_next_card_is_read_and_after_the_bottom_one_the_top_one() -> None:
    idle = [farm(NEVER), tower(NEVER), contract(NEVER)]
    game = Game(cards(farm(row=["sector A3"]), second=idle, third=idle)).majority(1, 0, 1).majority(3, 9, 0)
    game.done().never()
    assert game.standing("farms") == {"A3": 1}
    assert "VJ reads the card in slot 1 next" in game.why("PA-47")


def test_pa_g3_pa_g14_nothing_can_be_done() -> None:
    game = only().done().never()
    assert game.key == "your-turn"
    assert "does nothing" in game.told("PA-G3")
    assert game.table.vj.skip_token


def test_pa_g4_an_action_that_can_not_be_done_counts_as_failed() -> None:
    game = only(farm(), tower(order=["C"])).has(farms_left=0).done()
    assert "can’t do this action now (build a wind farm)" in game.why("PA-G4")
    assert game.standing("towers") == {"C": 1}


# --- conditions --------------------------------------------------------------------------------------------


def test_pa_53_pa_66_pa_71_all_transformers_blocked() -> None:
    game = only(tower(order=["C"]), farm(row=["sector A2"])).done()
    assert game.standing("towers") == {"C": 1}
    game.done()
    assert (game.standing("towers"), game.standing("farms")) == ({"C": 1}, {"A2": 1})
    assert "✗" in game.why("PA-71")


def test_pa_66_no_transformer_left_counts_as_blocked() -> None:
    game = only(tower(order=["C"])).towers("A1")
    assert game.table.grid is not None
    game.table.grid["1"].transformers = 0
    game.done()
    assert game.standing("towers") == {"A1": 1, "C": 1}


def test_pa_54_not_enough_energy_for_a_contract() -> None:
    game = only(farm("not enough energy for a contract", ["sector A2"])).towers("A1").has(energy=2, batteries=0)
    game.contracts(k1=("A1", 3, 0, "tourism"))
    assert game.done().standing("farms") == {"A2": 1}
    game = only(farm("not enough energy for a contract", ["sector A2"])).has(energy=0)
    game.contracts(k1=("A1", 3, 0, "tourism")).done().never()
    assert game.standing("farms") == {}


def test_pa_g18_none_payable_or_one_unpayable() -> None:
    for options, farms in ({}, {}), ({"not_enough_energy": "some_unpayable"}, {"A2": 1}):
        game = only(farm("not enough energy for a contract", ["sector A2"]), **options).towers("A1")
        game.has(energy=3, batteries=0).contracts(k1=("A1", 3, 0, "tourism"), k2=("A1", 9, 0, "remote"))
        assert game.done().never().standing("farms") == farms


def test_pa_84_a_condition_behind_another_counts_if_the_first_is_not_met() -> None:
    stacked = "not enough energy for a contract, behind it energy below 5"
    assert only(farm(stacked, ["sector A2"])).done().standing("farms") == {"A2": 1}
    assert only(farm(stacked, ["sector A2"])).has(energy=5).done().never().standing("farms") == {}


def test_an_unforeseen_condition_becomes_a_question() -> None:
    game = only(farm('other("a wavy line")', ["sector A2"])).done()
    assert game.session.ask is not None
    assert (game.key, "a wavy line" in game.session.ask.text) == ("fact", True)
    assert game.say("yes").standing("farms") == {"A2": 1}


def test_pa_49_an_unforeseen_action_becomes_a_question_too() -> None:
    odd = {"condition": "energy below 10", "action": 'other("turn a wheel")'}
    game = only(odd).done()
    assert game.key == "fact"
    assert "turn a wheel" in game.say("yes").told("PA-49")


def test_pa_55_pa_g11_a_foreign_sale_is_condition_and_action_in_one() -> None:
    game = only(sale()).towers("B1").has(energy=4)
    game.table.foreign["f1"] = "B1"
    game.done()
    assert (game.table.vj.energy, game.table.vj.money, game.table.foreign) == (1, 9, {})
    assert "PA-56" not in {cite for entry in game.session.transcript for cite in entry.cites}


def test_pa_g11_several_cards_the_cheapest_then_you_and_he_must_have_the_means() -> None:
    game = only(sale(["cheapest contract"])).towers("B1", "B2").has(energy=5)
    game.table.foreign |= {"f1": "B1", "f2": "B2"}
    assert game.done().table.vj.sales == ["f1"]
    poor = only(sale()).towers("B1").has(energy=1, batteries=0)
    poor.table.foreign["f1"] = "B1"
    assert poor.done().never().table.vj.sales == []


@pytest.mark.parametrize(
    ("row", "key"),
    [(["you choose"], "foreign-card"), (["sector A1", "then you choose"], "foreign-card"), ([], "your-turn")],
)
def test_pa_g11_a_row_that_ends_in_you_choose_leaves_the_card_to_you(row: list[str], key: str) -> None:
    game = only(sale(row)).towers("B1", "B2").has(energy=9)
    game.table.foreign |= {"f1": "B1", "f2": "B2"}
    assert game.done().key == key
    if key == "foreign-card":
        assert game.say("f2").table.vj.sales == ["f2"]
    else:
        assert game.table.vj.sales == ["f1"]
        assert "you choose" not in game.why("PA-G23")


def test_pa_g11_inside_a_row_a_sale_is_tried_in_its_turn() -> None:
    row = ["foreign-market sale", "then most of your structures"]
    game = only(tower(rows={"A": row, "B": row, "C": row})).towers("B1").has(energy=4)
    assert game.table.grid is not None
    game.table.grid["1"].transformers = 0
    game.table.foreign["f1"] = "B1"
    game.done()
    assert (game.table.vj.sales, game.standing("towers")) == (["f1"], {"B1": 1})


# --- farm --------------------------------------------------------------------------------------------------


def test_pa_62_the_condition_of_the_section_decides() -> None:
    assert only(farm("energy below 1", ["sector A2"])).done().never().standing("farms") == {}
    assert only(farm("energy below 2", ["sector A2"])).done().standing("farms") == {"A2": 1}


def test_pa_57_pa_58_pa_63_most_of_your_structures() -> None:
    game = only(farm()).yours("B1", farms=1, towers=1, transformers=1).yours("A1", farms=2)
    game.done()
    assert game.standing("farms") == {"B1": 1}
    assert "section 1, row of icons: most of your structures: sector B1 (3)" in game.why("PA-58")


def test_pa_57_pa_59_then_most_of_your_bulldozers() -> None:
    game = only(farm()).yours("B1", farms=2).yours("A1", farms=2, on_farm_sites=1)
    assert game.done().standing("farms") == {"A1": 1}
    assert "most of your bulldozers: sector A1 (1)" in game.why("PA-59")


def test_pa_60_pa_63_then_you_choose_among_the_candidates() -> None:
    game = only(farm()).yours("B1", farms=2).yours("A1", farms=2).done()
    assert (game.key, game.options) == ("farm-sector", ["A1", "B1"])
    assert game.say("B1").standing("farms") == {"B1": 1}


def test_pa_g19_the_last_tie_may_also_be_anywhere() -> None:
    game = only(farm(), farm_choice="anywhere").yours("B1", farms=2).yours("A1", farms=2).done()
    assert game.options == ["A1", "A2", "A3", "B1", "B2", "C"]
    assert "any free site" in game.say("C").told("PA-G19")


def test_pa_52_pa_g6_no_site_with_your_bulldozer_and_none_that_is_taken() -> None:
    game = only(farm()).yours("B1", farms=3, on_farm_sites=1).yours("A1", farms=1)
    assert game.done().standing("farms") == {"A1": 1}


def test_pa_g5_all_sectors_may_be_compared_first() -> None:
    game = only(farm(), farm_sector="all").yours("B1", farms=4).yours("A1", farms=1).done()
    assert (game.key, "B1" in game.options) == ("farm-sector", False)
    assert "among the other sectors" in game.why("PA-G5")


def test_pa_64_energy_by_zone_as_printed_never_above_10() -> None:
    game = only(farm(row=["sector B1"])).has(energy=9).done()
    assert game.table.vj.energy == 10
    assert "the rest (2) is ignored" in game.told("PA-64")
    assert only(farm(row=["sector C"], C=4)).done().table.vj.energy == 5


def test_pa_g1_rather_than_pass_10_he_may_try_a_contract() -> None:
    for options, farms in ({}, {"A2": 1}), ({"surplus_energy": "contract"}, {}):
        game = only(farm(row=["sector A2"]), contract(), **options).towers("A1").has(energy=9)
        game.contracts(k1=("A1", 3, 0, "tourism")).done()
        if game.key == "place":
            game.say(game.options[0])
        assert game.standing("farms") == farms
        assert len(game.table.vj.contracts) == (0 if farms else 1)


def test_pa_50_the_bonus_is_at_the_bottom_of_the_same_section() -> None:
    assert "2 energy" in only(farm(row=["sector A2"])).done().told("PA-50")


def test_pa_g23_a_farm_row_that_ends_with_a_tie_is_yours() -> None:
    game = only(farm(row=["most of your structures"])).done()
    assert (game.key, len(game.options)) == ("farm-sector", 6)
    assert "ends with a tie" in game.why("PA-G23")


def test_pa_g24_an_icon_that_nobody_meets_leaves_all_candidates() -> None:
    game = only(farm(row=["most tourism symbols", "then most of your bulldozers"])).yours("A3", on_farm_sites=1)
    assert game.done().standing("farms") == {"A3": 1}
    full = only(farm(row=["sector B1", "then most of your structures"])).yours("B1", farms=4).yours("A3", farms=1)
    assert full.done().standing("farms") == {"A3": 1}


def test_pa_61_pa_g22_an_eye_in_a_farm_row_looks_at_the_next_farm_row() -> None:
    second = [tower(), farm(NEVER, ["sector B2"]), contract()]
    game = Game(cards(farm(row=["eye"]), tower(), second=second)).done()
    assert game.standing("farms") == {"B2": 1}
    assert "The eye leads to card 2" in game.why("PA-61")


EDGE = ["rightmost-or-lowest marker", "then most of your structures", "then you choose"]


def test_pa_65_the_edge_marker_may_stand_in_a_row_of_a_farm() -> None:
    game = only(farm(row=EDGE)).marker(tourism=4).yours("C", farms=3)
    game.contracts(k1=("B1", 9, 0, "tourism", "tourism"), k2=("A1", 9, 0, "tourism")).links(l1=("A3", "remote"))
    assert game.done().standing("farms") == {"B1": 1}
    assert "sector B1 (2)" in game.why("PA-65")


def test_pa_65_pa_g24_where_nobody_has_the_markers_symbol_the_next_icon_follows() -> None:
    game = only(farm(row=EDGE)).marker(tourism=4).yours("C", farms=3).contracts(k1=("B1", 9, 0, "remote"))
    assert game.done().standing("farms") == {"C": 1}


def test_pa_65_of_a_map_that_nobody_counts_the_sectors_with_the_markers_symbol_are_asked() -> None:
    game = only(farm(row=EDGE), topics=("pieces", "grid")).marker(tourism=4).done()
    assert (game.key, game.options) == ("compare", ["A1", "A2", "A3", "B1", "B2", "C"])
    assert "tourism" in str(game.session.ask and game.session.ask.text)
    assert game.say(["A3"]).standing("farms") == {"A3": 1}


def test_pa_84_a_secondary_symbol_in_a_farm_row_narrows_the_tie_and_else_is_looked_for_among_all() -> None:
    row = ["most tourism symbols, behind it most of your bulldozers", "then you choose"]
    game = only(farm(row=row)).yours("C", on_farm_sites=2).yours("A1", on_farm_sites=1)
    game.contracts(k1=("A1", 9, 0, "tourism"), k2=("A3", 9, 0, "tourism"))
    assert game.done().standing("farms") == {"A1": 1}
    none = only(farm(row=row)).yours("C", on_farm_sites=2).yours("A1", on_farm_sites=1)
    assert none.done().standing("farms") == {"C": 1}


# --- parts nobody has told ---------------------------------------------------------------------------------


def unknown(**told: Any) -> Game:
    """Return a game where only the majority of card 1 is known."""
    three = cards(farm())
    three[0] = card("wind-farms", "wind farms")
    return Game(three)


def top(condition: str, action: str) -> dict[str, list[str]]:
    """Return the condition and the action of a section, as an answer."""
    return {"condition": [condition], "action": [action]}


def test_pa_46_parts_that_are_read_together_are_asked_together_and_those_left_out_when_they_matter() -> None:
    game = unknown().done().say(top("energy below 10", "farm"))
    game.say({"row": ["sector A2", "you choose"]})
    assert game.session.ask is not None
    assert (game.key, game.session.ask.text) == (
        "card-part",
        "What does card 1 (wind farms) show: section 1, energy in zone A?",
    )
    game.say(2)
    assert game.standing("farms") == {"A2": 1}
    game.majority(1, 90, 0).has(energy=10).done().say(top("energy below 20", "tower"))
    order = {"order": ["B"], "rowB": ["sector B1"], "upperB": ["eye"], "lowerB": ["$5"]}
    with pytest.raises(BadAnswer, match="row A: there is no row “A”; the rows here are: B"):
        game.say({**order, "rowA": ["sector A1"]})
    game.say(order)
    assert (game.key, game.standing("towers")) == ("your-turn", {"B1": 1})


def test_an_unknown_part_is_asked_when_reached_used_at_once_and_never_again() -> None:
    game = unknown().done()
    assert game.session.ask is not None
    assert (game.key, game.session.ask.text) == (
        "card-section",
        "What does card 1 (wind farms) show in section 1: condition, action?",
    )
    game.say(top("energy below 10", "farm"))
    assert game.session.ask is not None
    assert [field.key for field in game.session.ask.fields] == ["row", "A", "B", "C"]
    game.say({"row": ["sector A2", "you choose"], "A": 2})
    assert game.standing("farms") == {"A2": 1}
    assert game.table.told["card wind-farms, section 1, row map"] == ["sector A2", "you choose"]
    game.majority(1, 9, 0).done()
    assert (game.key, game.standing("farms")) == ("your-turn", {"A2": 2})


def test_what_was_told_makes_the_pack_of_the_next_game() -> None:
    game = unknown().done().say(top("energy below 10", "farm")).say({"row": ["sector A2"], "A": 2})
    learned = opponent("pampero").learned(None, game.table)
    again = Session.new("pampero", pack=learned)
    assert again.table.card_called("wind-farms").sections[0].condition.limit == 10


def test_an_icon_that_was_typed_stands_in_the_history_in_both_languages() -> None:
    game = unknown().done().say(top("energy below 7, behind it all transformers blocked", "farm"))
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


def test_near_words_are_a_slip_and_far_words_an_icon_of_its_own_if_that_is_said() -> None:
    game = unknown().done()
    before = game.session.journal.dumps()
    with pytest.raises(BadAnswer, match="Did you mean “energy below 10”"):
        game.say(top("energy belo 10", "farm"))
    assert game.session.journal.dumps() == before
    with pytest.raises(BadAnswer, match="To save it as your own description"):
        game.say(top("three purple stars", "farm"))
    assert game.session.journal.dumps() == before
    game.say(top('other("three purple stars")', "farm"))
    assert game.key == "fact"
    assert game.session.transcript[-1].text.startswith("Your card shows: condition: three purple stars;")
    game.say("no")
    assert game.key == "card-section"


def test_a_part_that_contradicts_the_card_is_refused_and_nothing_is_lost() -> None:
    three = cards(farm())
    three[0] = card(
        "wind-farms", "wind farms", {"condition": "energy below 10", "action": "tower", "rows": {"B": CHOOSE}}
    )
    game = Game(three).done()
    with pytest.raises(BadAnswer, match="leaves out"):
        game.say({"order": ["A", "C"]})
    with pytest.raises(BadAnswer, match="contains a place twice"):
        game.say({"order": ["A", "A", "B"]})
    game.session.lang = "ru"
    with pytest.raises(BadAnswer) as refused:
        game.say({"order": ["A", "C"]})
    assert str(refused.value) == "«порядок зон»: на карте уже есть ряд для B, а в этом порядке его нет."
    game.say({"order": ["B", "A", "C"]})
    assert game.key == "tower-sector"


def test_an_assumed_part_is_shown_to_be_confirmed() -> None:
    three = cards(farm(row=["sector A2"]))
    three[0]["to_check"] = ["section 1, condition"]
    game = Game(three).done()
    assert game.session.ask is not None
    assert game.session.ask.text.startswith("Is this correct for card 1")
    assert game.session.ask.text.endswith("The values filled in are assumed. Compare them with the card.")
    assert game.session.ask.default == ["energy below 10"]
    game.say(["energy below 10"])
    assert game.standing("farms") == {"A2": 1}
    assert game.done().key == "your-turn"


def test_a_correction_while_a_card_is_read_changes_the_reading() -> None:
    game = unknown().done()
    game.session.correct("slots.1.yours", 60)
    assert game.session.ask is not None
    assert "card 1" in game.session.ask.text
    game.say(top("energy below 5", "farm"))
    game.session.correct("vj.energy", 9)
    assert game.session.ask.text == "What does card 1 (wind farms) show in section 2: condition, action?"


def test_a_part_told_by_mistake_can_be_told_again() -> None:
    game = unknown().done().say(top("energy below 5", "farm"))
    game.session.correct("cards.1.section-1.action", ["tower"])
    assert game.session.ask is not None
    assert [field.key for field in game.session.ask.fields][:2] == ["order", "rowA"]
    with pytest.raises(BadAnswer, match="Did you mean “energy below 10”"):
        game.session.correct("cards.1.section-1.condition", ["energy belo 10"])


def test_nothing_known_at_all_still_plays() -> None:
    session = Session.new("pampero", seed=1, pack=blank_pack())
    session.answer(True)
    session.answer({f"slot{n}": [f'other("{n}")'] for n in (1, 2, 3)})
    session.answer([])
    session.answer({"money": 0})
    session.answer({"you1": 1})
    session.answer(top("energy below 10", "farm"))
    session.answer({"farms": 11, "towers": 7})
    assert session.open is not None
    assert session.open.key == "free-sites"
    session.answer(["A1", "B1"])
    session.answer({"row": ["most of your structures", "you choose"], "B": 3})
    assert session.ask is not None
    assert [one.id for one in session.ask.options] == ["A1", "B1"]
    session.answer(["B1"])
    assert session.table.sectors["B1"].vjs.farms == 1


def test_shipped_knowledge_stands_behind_the_owners_pack() -> None:
    session = Session.new("pampero", seed=1)
    assert session.table.card_called("wind-farms").sections[0].condition.limit == 10
    mine = {"schema": 1, "game": "pampero", "card": [card("wind-farms", "wind farms", farm("energy below 7"))]}
    session = Session.new("pampero", seed=1, pack=mine)
    assert session.table.card_called("wind-farms").sections[0].condition.limit == 7
    assert session.table.card_called("chain-tokens").unplaced
    assert pack()["sample"]
