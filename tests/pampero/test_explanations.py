"""The explanations of VJ's decisions: each reason is a line under the rule that gives it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import rival
from rival.games.pampero.sample import load_full_pack
from rival.kernel import Entry, ReasonLine, Session, load_opponent
from tests.pampero.game_driver import (
    NEVER_MET,
    SITE_NUMBERS,
    Game,
    make_cards,
    make_contract_section,
    make_farm_section,
    make_sale_section,
    make_tower_section,
)

IDLE_SECTIONS = [make_farm_section(NEVER_MET), make_tower_section(NEVER_MET), make_contract_section(NEVER_MET)]


def make_single_section_game(section: dict[str, Any], **options: Any) -> Game:
    return Game(
        make_cards(
            section,
            make_farm_section(NEVER_MET),
            make_tower_section(NEVER_MET),
            second=IDLE_SECTIONS,
            third=IDLE_SECTIONS,
        ),
        **options,
    )


def list_lines(game: Game) -> list[Entry | ReasonLine]:
    """Return all entries and the lines that explain them, in order."""
    lines: list[Entry | ReasonLine] = []
    for entry in game.session.transcript:
        lines += [*entry.because, entry]
    return lines


def list_explanations(game: Game) -> list[str]:
    """Return all explanations and lines of VJ's reading so far, with those of the open question.

    The label of a section is left out.
    """
    asked = [] if game.session.ask is None else [line.text for line in game.session.ask.because]
    lines = [line.text for line in list_lines(game)] + asked
    return [line.partition("✗ ")[2] or line for line in lines]


def get_cited_rules(game: Game, text: str) -> set[str]:
    told = [line for line in list_lines(game) if text in line.text]
    assert told, text
    return set(told[-1].cites)


def test_pa_78_pa_g8_each_reason_why_no_contract_is_available_is_told_apart() -> None:
    tile = {"k1": ("A1", 4, 0, "tourism")}
    reasons = {
        "VJ has no tower on the map.": make_single_section_game(make_contract_section())
        .set_vj_values(energy=9)
        .place_contracts(**tile),
        "All transformers on VJ’s board are blocked.": make_single_section_game(make_contract_section())
        .set_vj_pieces("A1", towers=1)
        .place_contracts(**tile),
        "There is no unclaimed contract in a sector with a VJ tower.": make_single_section_game(make_contract_section())
        .place_vj_towers("A1")
        .set_vj_values(energy=9),
        "VJ can’t pay for any of these contracts: k1": make_single_section_game(make_contract_section())
        .place_vj_towers("A1")
        .place_contracts(**tile),
        "VJ has neither energy nor batteries to pay for a contract.": make_single_section_game(make_contract_section())
        .place_vj_towers("A1")
        .set_vj_values(energy=0, batteries=0)
        .place_contracts(**tile),
    }
    for reason, game in reasons.items():
        told = list_explanations(game.set_vj_values(batteries=0).finish_turn().deny_conditions())
        assert [one for one in reasons if any(one in line for line in told)] == [reason]


def test_pa_78_pa_g20_contracts_of_another_kind_are_named() -> None:
    stacked = "a contract with two market symbols, behind it a contract with the remote symbol"
    game = make_single_section_game(make_contract_section(stacked)).place_vj_towers("A1").set_vj_values(energy=9)
    game.place_contracts(k1=("A1", 4, 0, "tourism")).finish_turn().deny_conditions()
    assert sum("No contract at VJ’s towers is “a contract with" in line for line in list_explanations(game)) == 1


def test_nothing_is_ever_rolled_against_vj() -> None:
    against = load_opponent("pampero")
    assert not against.uses_chance
    session = Session.new("pampero", seed=1, dice="mine", pack=load_full_pack())
    sample = against.make_sample_player(1, session.options)
    while session.open_ask is not None:
        assert session.open_ask.who != "chance"
        session.answer(sample.answer(session.open_ask, session.table))


def test_pa_54_pa_g18_why_there_is_enough_energy_is_told_apart() -> None:
    section = make_farm_section("not enough energy for a contract", ["sector A2"])
    tile = {"k1": ("A1", 4, 0, "tourism")}
    assert "VJ has no tower on the map." in list_explanations(
        make_single_section_game(section).finish_turn().deny_conditions()
    )
    assert any(
        "There is no unclaimed contract" in line
        for line in list_explanations(
            make_single_section_game(section).place_vj_towers("A1").finish_turn().deny_conditions()
        )
    )
    rich = (
        make_single_section_game(section)
        .place_vj_towers("A1")
        .place_contracts(**tile)
        .set_vj_values(energy=9)
        .finish_turn()
        .deny_conditions()
    )
    purse = "VJ has 9 energy and 1 battery"
    assert any(purse in line and "so he can pay for: k1" in line for line in list_explanations(rich))


def test_pa_55_pa_g11_why_there_is_no_sale_is_told_apart() -> None:
    assert any(
        "no tower in a sector with a foreign market" in line
        for line in list_explanations(make_single_section_game(make_sale_section()).finish_turn().deny_conditions())
    )
    assert any(
        "There is no foreign-market card" in line
        for line in list_explanations(
            make_single_section_game(make_sale_section()).place_vj_towers("B1").finish_turn().deny_conditions()
        )
    )
    poor = make_single_section_game(make_sale_section()).place_vj_towers("B1").set_vj_values(energy=0, batteries=0)
    poor.table.foreign["f1"] = "B1"
    assert any(
        "VJ can’t pay for any foreign-market card" in line
        for line in list_explanations(poor.finish_turn().deny_conditions())
    )


def test_pa_g4_no_piece_and_no_site_are_told_apart() -> None:
    farms = (
        make_single_section_game(make_farm_section(row=["sector A2"]))
        .set_vj_values(farms_left=0)
        .finish_turn()
        .deny_conditions()
    )
    assert "VJ has no wind farm left in his supply." in list_explanations(farms)
    filled = make_single_section_game(make_farm_section(row=["sector A2"]))
    for name, (sites, _towers) in SITE_NUMBERS.items():
        filled.set_your_pieces(name, farms=sites - (name == "A2"))
    assert "No sector has a free site for a wind farm." in list_explanations(filled.finish_turn().deny_conditions())
    towers = make_single_section_game(make_tower_section()).set_vj_values(towers_left=0).finish_turn().deny_conditions()
    assert "VJ has no tower left on his board." in list_explanations(towers)


def test_pa_46_pa_g4_a_section_without_a_piece_is_one_line_with_its_real_reason() -> None:
    game = make_single_section_game(make_tower_section()).set_vj_values(towers_left=0).finish_turn().deny_conditions()
    lines = [entry.text for entry in game.session.transcript if "section 1" in entry.text and entry.kind == "say"]
    assert [line for line in lines if "tower" in line] == [
        "Card 1, section 1 (build a tower): ✗ VJ has no tower left on his board."
    ]


def test_pa_g9_the_purse_names_batteries_and_what_they_replace() -> None:
    texts = {entry.text for entry in rival.play_demo("pampero", seed=7).transcript if entry.kind == "say"}
    assert any(
        "VJ has 4 energy and 1 battery (a battery replaces 2 energy), so he can pay for" in text for text in texts
    )
    assert any("VJ has no energy and no batteries, so he can’t pay for" in text for text in texts)


def test_pa_55_pa_57_a_sale_and_a_contract_say_why_the_other_did_not_happen() -> None:
    finished = rival.play_demo("pampero", seed=7)
    reasons = {because.text for entry in finished.transcript for because in entry.because}
    assert "card 3, section 3, row B: the foreign-market icon is next, and VJ can sell, so he sells." in reasons
    assert any(
        "a single contract needs no icon, so the row’s foreign-market icon is not read" in text for text in reasons
    )
    assert "Order of the card’s rows: zone B, zone C, zone A." in reasons
    assert "The cheapest contract of these sectors: k09 (A3, 2 energy, residential)." in reasons
    filled = make_single_section_game(make_tower_section())
    for name, (_farms, sites) in SITE_NUMBERS.items():
        filled.set_your_pieces(name, towers=sites)
    assert "No sector has a free site for a tower." in list_explanations(filled.finish_turn().deny_conditions())


def test_pa_52_pa_67a_sectors_that_are_full_are_named() -> None:
    game = (
        make_single_section_game(make_farm_section(row=["sector A2"]))
        .set_your_pieces("A1", farms=4)
        .set_your_pieces("C", on_farm_sites=5)
        .finish_turn()
    )
    assert "No free site for a wind farm in A1, C." in list_explanations(game)
    game = (
        make_single_section_game(make_tower_section(order=["B"])).set_your_pieces("B1", on_tower_sites=3).finish_turn()
    )
    assert "No free site for a tower in B1." in list_explanations(game)
    assert game.count_vj_pieces("towers") == {"B2": 1}


def test_pa_40_pa_41_pa_44_each_card_cites_the_rule_that_looks_at_it() -> None:
    game = (
        make_single_section_game(make_farm_section(row=["sector A2"]))
        .set_markers(1, 0, 3)
        .set_markers(2, 5, 0)
        .finish_turn()
    )
    assert get_cited_rules(game.deny_conditions(), "card 1 (wind farms): you have 0") == {"PA-23", "PA-40"}
    assert get_cited_rules(game, "card 2 (chain tokens): you have 5") == {"PA-41"}
    top = make_single_section_game(make_farm_section(row=["sector A2"])).finish_turn()
    assert get_cited_rules(top, "you have more") == {"PA-40"}
    down = make_single_section_game(make_farm_section(row=["sector A2"]))
    down.table.slots[1].face_up = False
    down.finish_turn().deny_conditions()
    assert get_cited_rules(down, "card 1 (wind farms): face down") == {"PA-44"}


def test_pa_66_pa_71_blocked_transformers_cite_their_rule_and_free_ones_another() -> None:
    blocked = make_single_section_game(make_tower_section(order=["B2"])).finish_turn()
    assert "PA-71" not in get_cited_rules(blocked, "✓ All transformers on VJ’s board are blocked.")
    free = make_single_section_game(make_tower_section()).place_vj_towers("A1").finish_turn().deny_conditions()
    assert {"PA-66", "PA-71"} <= get_cited_rules(free, "✗ Not all transformers on VJ’s board are blocked.")


def test_pa_97_all_that_a_tile_with_a_link_token_brings_cites_it() -> None:
    game = (
        make_single_section_game(make_tower_section(order=["B2"]))
        .set_bonus_columns("B", (["10"], ["$3"]))
        .place_link_tokens(l1=("A1", "remote"))
        .finish_turn()
    )
    told = [entry for entry in game.session.transcript if entry.kind == "do" and "PA-97" in entry.cites]
    assert [entry.text.partition(":")[0].partition(";")[0] for entry in told[:2]] == [
        "Move VJ’s energy marker to space 2",
        "Give VJ $3",
    ]
    assert not any({"PA-92", "PA-93"} & set(entry.cites) for entry in told)
    plain = (
        make_single_section_game(make_tower_section(order=["B2"])).set_bonus_columns("B", (["8"], ["$3"])).finish_turn()
    )
    assert not plain.entries("PA-97")


def test_pa_67a_pa_69_a_tie_of_the_first_search_and_one_of_the_second_cite_their_own_rule() -> None:
    first = make_single_section_game(make_tower_section(order=["B"])).finish_turn()
    assert first.session.ask is not None
    assert {"PA-67a", "PA-60"} <= set(first.session.ask.cites)
    assert "PA-69" not in first.session.ask.cites
    second = (
        make_single_section_game(make_tower_section('other("now")'))
        .place_vj_towers("A1", "A2", "A3", "B1", "B2", "C")
        .finish_turn()
        .say("yes")
    )
    assert second.session.ask is not None
    assert {"PA-69", "PA-G7"} <= set(second.session.ask.cites)
    assert "PA-89" not in second.session.ask.cites


# --- what is asked, and what is not ------------------------------------------------------------------------


def make_uncounted_game(section: dict[str, Any]) -> Game:
    """Return a game in which contracts are not counted."""
    return Game(
        make_cards(
            section,
            make_farm_section(NEVER_MET),
            make_tower_section(NEVER_MET),
            second=IDLE_SECTIONS,
            third=IDLE_SECTIONS,
        ),
        topics=("pieces", "grid"),
    )


def test_pa_78_the_contracts_that_were_told_last_are_filled_in_less_the_one_that_vj_took() -> None:
    game = (
        make_uncounted_game(make_contract_section())
        .place_vj_towers("B1")
        .set_vj_values(energy=3, batteries=0)
        .finish_turn()
    )
    assert (game.key, game.session.ask and game.session.ask.default) == ("contracts-there", [])
    game.say(["4 tourism", "x7 B1 3 remote", "x8 B1 9 remote"]).say("1a").say({})
    assert [tile.name for tile in game.table.vj.contracts] == ["x7"]
    game.set_vj_values(energy=3).finish_turn()
    assert game.session.ask is not None
    assert (game.key, game.session.ask.default) == ("contracts-there", ["B1 4 tourism", "x8 B1 9 remote"])
    assert "Is it still correct?" in game.session.ask.text
    game.say(["B1 4 tourism", "x8 B1 9 remote"]).deny_conditions()
    assert len(game.table.vj.contracts) == 1
    game.set_vj_pieces("C", towers=1).set_vj_values(energy=4).finish_turn()
    assert game.session.ask is not None
    assert game.session.ask.default == ["B1 4 tourism", "x8 B1 9 remote"]


def test_pa_78_pa_54_nobody_is_asked_for_contracts_while_vj_can_pay_for_nothing() -> None:
    game = (
        make_uncounted_game(make_contract_section())
        .place_vj_towers("B1")
        .set_vj_values(energy=0, batteries=0)
        .finish_turn()
        .deny_conditions()
    )
    assert game.key == "your-turn"
    section = make_farm_section("not enough energy for a contract", ["sector A2"])
    asked = make_uncounted_game(section).place_vj_towers("B1").set_vj_values(energy=0, batteries=0).finish_turn()
    assert asked.key == "fact"
    assert asked.say("yes").count_vj_pieces("farms") == {"A2": 1}
    assert (
        make_uncounted_game(section)
        .place_vj_towers("B1")
        .set_vj_values(energy=0, batteries=0)
        .finish_turn()
        .say("no")
        .deny_conditions()
        .key
        == "your-turn"
    )


def test_pa_79_the_order_of_the_zones_is_not_asked_for_a_contract_that_is_alone() -> None:
    section = {"condition": "a contract is available", "action": "contract"}
    game = (
        make_single_section_game(section)
        .place_vj_towers("A1")
        .set_vj_values(energy=9)
        .place_contracts(k02=("A1", 3, 0, "residential"))
    )
    assert game.finish_turn().key == "place"
    two = make_single_section_game(section).place_vj_towers("A1").set_vj_values(energy=9)
    two.place_contracts(k02=("A1", 3, 0, "residential"), k03=("A1", 4, 0, "remote"))
    assert two.finish_turn().key == "card-section"


@pytest.mark.parametrize(
    ("upper", "lower", "asked"),
    [("residential symbol", "$5", ["B-2"]), ("remote symbol", "$5", ["B-1", "B-2"]), ("tourism symbol", "$5", [])],
)
def test_pa_g27_what_came_to_light_is_asked_for_where_it_counts_after_the_tiles(
    upper: str, lower: str, asked: list[str]
) -> None:
    section = make_tower_section(order=["B2"], bonus={"B": {"upper": upper, "lower": lower}})
    game = make_single_section_game(section).set_bonus_columns("B", (["7"], ["$3"]), (["9"], ["$5"]), (["17"], ["$3"]))
    game.table.bonus["B-1"].uncovered = ["1"]
    game.table.bonus["B-2"].uncovered = ["3"]
    for tile, symbol in (("7", "commercial"), ("9", "residential"), ("17", "tourism")):
        game.table.learn(f"bonus_tile {tile}, symbols", [symbol])
    game.finish_turn()
    assert (game.fields if game.key == "uncovered" else []) == asked


def test_pa_g33_a_supply_with_too_few_batteries_gives_what_it_has() -> None:
    game = make_single_section_game(make_tower_section(order=["B2"])).set_bonus_columns("B", ([], ["battery 2"]))
    game.table.batteries = 1
    assert "VJ gets fewer than the bonus says" in game.finish_turn().get_instructions("PA-G33")
    none = make_single_section_game(make_tower_section(order=["B2"])).set_bonus_columns("B", ([], ["battery 2"]))
    none.table.batteries = 0
    told = none.finish_turn().get_instructions("PA-G33")
    assert "The supply has no batteries: VJ gets none." in told


def test_pa_g28_a_lasting_tile_says_when_it_works() -> None:
    game = (
        make_single_section_game(make_tower_section(order=["B2"]))
        .set_bonus_columns("B", (["77"], ["$5"]))
        .finish_turn()
    )
    game.say({"t77": []}).say({"effect77": "lasting", "when77": "battery", "gains77": ["$2"]})
    assert "Whenever VJ gets a battery from now on: $2." in game.get_instructions("PA-92")
    plain = make_single_section_game(make_tower_section(order=["B2"])).set_bonus_columns("B", (["77"], ["$5"]))
    plain.table.learn("bonus_tile 77, symbols", [])
    plain.table.learn("bonus_tile 77, effect", "lasting")
    plain.finish_turn()
    assert "Tile 77 works from now on." in plain.get_instructions("PA-92")


# --- each turn gives its reasons in words ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("section", "prepare", "lines"),
    [
        (
            make_farm_section(row=["most of your structures"]),
            lambda game: game.set_your_pieces("B1", farms=2),
            ["VJ chooses sector B1: most of your structures (2).", "he gets 3 energy for zone B."],
        ),
        (
            make_tower_section("energy below 10", ["C"]),
            lambda game: game.set_bonus_columns("C", (["5", "11"], []), (["27"], ["$5"])),
            [
                "VJ chooses sector C: it is next on the card, with a free site and no VJ tower.",
                "VJ takes the rightmost of them: column C-",
                "It gives now: ",
            ],
        ),
        (
            make_contract_section(),
            lambda game: (
                game.place_vj_towers("A1")
                .set_vj_values(energy=9)
                .place_contracts(k1=("A1", 4, 0, "tourism"), k2=("A1", 3, 0, "remote"))
            ),
            ["VJ fulfils contract k2 (A1, 3 energy, remote): cheapest contract."],
        ),
        (
            make_contract_section(),
            lambda game: game.place_vj_towers("A1").set_vj_values(energy=9).place_contracts(k1=("A1", 4, 0, "tourism")),
            ["VJ fulfils contract k1 (A1, 4 energy, tourism): in zone A no other contract is possible for him."],
        ),
    ],
)
def test_the_target_of_an_action_is_given_with_its_reason_before_the_moves(
    section: dict[str, Any], prepare: Callable[[Game], Game], lines: list[str]
) -> None:
    game = prepare(make_single_section_game(section)).finish_turn()
    act = next(act for act in reversed(game.session.acts) if act.who == "opponent")
    texts = [entry.text for entry in game.session.transcript[act.first : act.first + act.count]]
    positions = [next(n for n, text in enumerate(texts) if line in text) for line in lines]
    assert positions == sorted(positions)
    assert positions[0] < next(n for n, text in enumerate(texts) if text.startswith(("Put", "Pay")))


def test_a_line_names_the_three_cheapest_contracts_and_counts_the_others() -> None:
    tiles = {f"k{n}": ("A1", n, 0, "tourism") for n in range(5, 0, -1)}
    game = make_single_section_game(make_contract_section()).place_vj_towers("A1").set_vj_values(energy=9)
    game.place_contracts(**tiles).finish_turn()
    [line] = [text for text in list_explanations(game) if "VJ can fulfil" in text]
    assert "k1 (A1, 1 energy, tourism); k2 (A1, 2 energy, tourism); k3 (A1, 3 energy, tourism); and 2 more." in line


def test_pa_g10_pa_g36_no_money_is_said_and_nothing_is_to_be_given() -> None:
    game = Game().correct("vj.money", 7).say({"consolidation": "yes", "scoring": "yes"})
    while game.key != "scoring":
        game.say(game.options[0])
    game.say({"sum": 0})
    income, scoring = [act for act in game.session.acts if act.who == "rules"]
    assert income.idle == "VJ’s income markers bring him no money."
    assert scoring.idle == "no money for VJ: he has $7"


def test_pa_g1_a_section_that_is_tried_twice_in_a_turn_is_told_once() -> None:
    cards = make_cards(make_contract_section(), make_farm_section(row=["sector C"]), make_tower_section(NEVER_MET))
    game = Game(cards, surplus_energy="contract").place_vj_towers("A1").set_vj_values(energy=9, batteries=0)
    game.place_contracts(k1=("A1", 10, 0, "tourism")).finish_turn()
    texts = [entry.text for entry in game.session.transcript if "section 1" in entry.text]
    assert len(texts) == len(set(texts)) == 1
