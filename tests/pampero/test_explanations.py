"""The explanations of VJ's decisions: each reason is a line under the rule that gives it."""

from __future__ import annotations

from typing import Any

import pytest

from rival.games.pampero.sample import full_pack
from rival.kernel import Session, opponent
from tests.pampero.at_the_table import NEVER, SITES, Game, cards, contract, farm, sale, tower

IDLE = [farm(NEVER), tower(NEVER), contract(NEVER)]


def only(section: dict[str, Any], **options: Any) -> Game:
    return Game(cards(section, farm(NEVER), tower(NEVER), second=IDLE, third=IDLE), **options)


def lines(game: Game) -> list[str]:
    """Return all explanations so far, with those of the open question."""
    asked = [] if game.session.ask is None else [line.text for line in game.session.ask.because]
    return [line.text for entry in game.session.transcript for line in entry.because] + asked


def cites_of(game: Game, words: str) -> set[str]:
    told = [one for entry in game.session.transcript for one in entry.because if words in one.text]
    assert told, words
    return set(told[-1].cites)


def test_pa_78_pa_g8_each_reason_why_no_contract_is_available_is_told_apart() -> None:
    tile = {"k1": ("A1", 4, 0, "tourism")}
    reasons = {
        "VJ has no tower on the map.": only(contract()).has(energy=9).contracts(**tile),
        "All transformers on VJ’s board are blocked.": only(contract()).vjs("A1", towers=1).contracts(**tile),
        "There is no unclaimed contract in a sector with a VJ tower.": only(contract()).towers("A1").has(energy=9),
        "VJ can’t pay for any of these contracts: k1": only(contract()).towers("A1").contracts(**tile),
        "VJ has neither energy nor batteries to pay for a contract.": only(contract())
        .towers("A1")
        .has(energy=0, batteries=0)
        .contracts(**tile),
    }
    for reason, game in reasons.items():
        told = lines(game.has(batteries=0).done().never())
        assert [one for one in reasons if any(one in line for line in told)] == [reason]
        assert told.index(next(line for line in told if reason in line)) < told.index(
            next(line for line in told if "a contract is available: ✗" in line)
        )


def test_pa_78_pa_g20_contracts_of_another_kind_are_named() -> None:
    stacked = "a contract with two market symbols, behind it a contract with the remote symbol"
    game = only(contract(stacked)).towers("A1").has(energy=9)
    game.contracts(k1=("A1", 4, 0, "tourism")).done().never()
    assert sum("No contract here meets the condition: k1" in line for line in lines(game)) == 1


def test_nothing_is_ever_rolled_against_vj() -> None:
    against = opponent("pampero")
    assert not against.rolls
    session = Session.new("pampero", seed=1, dice="mine", pack=full_pack())
    sample = against.sample(1, session.options)
    while session.open is not None:
        assert session.open.who != "chance"
        session.answer(sample.answer(session.open, session.table))


def test_pa_54_pa_g18_why_there_is_enough_energy_is_told_apart() -> None:
    section = farm("not enough energy for a contract", ["sector A2"])
    tile = {"k1": ("A1", 4, 0, "tourism")}
    assert "VJ has no tower on the map." in lines(only(section).done().never())
    assert any("There is no unclaimed contract" in line for line in lines(only(section).towers("A1").done().never()))
    rich = only(section).towers("A1").contracts(**tile).has(energy=9).done().never()
    assert any("VJ can pay for: k1" in line for line in lines(rich))


def test_pa_55_pa_g11_why_there_is_no_sale_is_told_apart() -> None:
    assert any("no tower in a sector with a foreign market" in line for line in lines(only(sale()).done().never()))
    assert any("There is no foreign-market card" in line for line in lines(only(sale()).towers("B1").done().never()))
    poor = only(sale()).towers("B1").has(energy=0, batteries=0)
    poor.table.foreign["f1"] = "B1"
    assert any("VJ can’t pay for any foreign-market card" in line for line in lines(poor.done().never()))


def test_pa_g4_no_piece_and_no_site_are_told_apart() -> None:
    farms = only(farm(row=["sector A2"])).has(farms_left=0).done().never()
    assert "VJ has no wind farm left in his supply." in lines(farms)
    filled = only(farm(row=["sector A2"]))
    for name, (sites, _towers) in SITES.items():
        filled.yours(name, farms=sites - (name == "A2"))
    assert "No sector has a free site for a wind farm." in lines(filled.done().never())
    towers = only(tower()).has(towers_left=0).done().never()
    assert "VJ has no tower left on his board." in lines(towers)
    filled = only(tower())
    for name, (_farms, sites) in SITES.items():
        filled.yours(name, towers=sites)
    assert "No sector has a free site for a tower." in lines(filled.done().never())


def test_pa_52_pa_67a_sectors_that_are_full_are_named() -> None:
    game = only(farm(row=["sector A2"])).yours("A1", farms=4).yours("C", on_farm_sites=5).done()
    assert "No free site for a wind farm in A1, C." in lines(game)
    game = only(tower(order=["B"])).yours("B1", on_tower_sites=3).done()
    assert "No free site for a tower in B1." in lines(game)
    assert game.standing("towers") == {"B2": 1}


def test_pa_40_pa_41_pa_44_each_card_cites_the_rule_that_looks_at_it() -> None:
    game = only(farm(row=["sector A2"])).majority(1, 0, 3).majority(2, 5, 0).done()
    assert cites_of(game.never(), "card 1 (wind farms): you have 0") == {"PA-23", "PA-40"}
    assert cites_of(game, "card 2 (chain tokens): you have 5") == {"PA-41"}
    top = only(farm(row=["sector A2"])).done()
    assert cites_of(top, "you have more") == {"PA-40"}
    down = only(farm(row=["sector A2"]))
    down.table.slots[1].face_up = False
    down.done().never()
    assert cites_of(down, "card 1 (wind farms): face down") == {"PA-44"}


def test_pa_66_pa_71_blocked_transformers_cite_their_rule_and_free_ones_another() -> None:
    blocked = only(tower(order=["B2"])).done()
    assert "PA-71" not in cites_of(blocked, "all transformers blocked: ✓")
    free = only(tower()).towers("A1").done().never()
    assert {"PA-66", "PA-71"} <= cites_of(free, "all transformers blocked: ✗")


def test_pa_97_all_that_a_tile_with_a_link_token_brings_cites_it() -> None:
    game = only(tower(order=["B2"])).bonus("B", (["10"], ["$3"])).links(l1=("A1", "remote")).done()
    told = [entry for entry in game.session.transcript if entry.kind == "do" and "PA-97" in entry.cites]
    assert [entry.text.partition(":")[0].partition(";")[0] for entry in told[:2]] == ["VJ gets 1 energy", "VJ gets $3"]
    assert not any({"PA-92", "PA-93"} & set(entry.cites) for entry in told)
    plain = only(tower(order=["B2"])).bonus("B", (["8"], ["$3"])).done()
    assert not plain.entries("PA-97")


def test_pa_67a_pa_69_a_tie_of_the_first_search_and_one_of_the_second_cite_their_own_rule() -> None:
    first = only(tower(order=["B"])).done()
    assert first.session.ask is not None
    assert {"PA-67a", "PA-60"} <= set(first.session.ask.cites)
    assert "PA-69" not in first.session.ask.cites
    second = only(tower('other("now")')).towers("A1", "A2", "A3", "B1", "B2", "C").done().say("yes")
    assert second.session.ask is not None
    assert {"PA-69", "PA-G7"} <= set(second.session.ask.cites)
    assert "PA-89" not in second.session.ask.cites


# --- what is asked, and what is not ------------------------------------------------------------------------


def uncounted(section: dict[str, Any]) -> Game:
    """Return a game in which contracts are not counted."""
    return Game(cards(section, farm(NEVER), tower(NEVER), second=IDLE, third=IDLE), topics=("pieces", "grid"))


def test_pa_78_the_contracts_that_were_told_last_are_filled_in_less_the_one_that_vj_took() -> None:
    game = uncounted(contract()).towers("B1").has(energy=3, batteries=0).done()
    assert (game.key, game.session.ask and game.session.ask.default) == ("contracts-there", [])
    game.say(["4 tourism", "x7 B1 3 remote", "x8 B1 9 remote"]).say("1a").say({})
    assert [tile.name for tile in game.table.vj.contracts] == ["x7"]
    game.has(energy=3).done()
    assert game.session.ask is not None
    assert (game.key, game.session.ask.default) == ("contracts-there", ["B1 4 tourism", "x8 B1 9 remote"])
    assert "Is it still correct?" in game.session.ask.text
    game.say(["B1 4 tourism", "x8 B1 9 remote"]).never()
    assert len(game.table.vj.contracts) == 1
    game.vjs("C", towers=1).has(energy=4).done()
    assert game.session.ask is not None
    assert game.session.ask.default == ["B1 4 tourism", "x8 B1 9 remote"]


def test_pa_78_pa_54_nobody_is_asked_for_contracts_while_vj_can_pay_for_nothing() -> None:
    game = uncounted(contract()).towers("B1").has(energy=0, batteries=0).done().never()
    assert game.key == "your-turn"
    section = farm("not enough energy for a contract", ["sector A2"])
    asked = uncounted(section).towers("B1").has(energy=0, batteries=0).done()
    assert asked.key == "fact"
    assert asked.say("yes").standing("farms") == {"A2": 1}
    assert uncounted(section).towers("B1").has(energy=0, batteries=0).done().say("no").never().key == "your-turn"


def test_pa_79_the_order_of_the_zones_is_not_asked_for_a_contract_that_is_alone() -> None:
    section = {"condition": "a contract is available", "action": "contract"}
    game = only(section).towers("A1").has(energy=9).contracts(k02=("A1", 3, 0, "residential"))
    assert game.done().key == "place"
    two = only(section).towers("A1").has(energy=9)
    two.contracts(k02=("A1", 3, 0, "residential"), k03=("A1", 4, 0, "remote"))
    assert two.done().key == "card-section"


@pytest.mark.parametrize(
    ("upper", "lower", "asked"),
    [("residential symbol", "$5", ["B-2"]), ("remote symbol", "$5", ["B-1", "B-2"]), ("tourism symbol", "$5", [])],
)
def test_pa_g27_what_came_to_light_is_asked_for_where_it_counts_after_the_tiles(
    upper: str, lower: str, asked: list[str]
) -> None:
    section = tower(order=["B2"], bonus={"B": {"upper": upper, "lower": lower}})
    game = only(section).bonus("B", (["7"], ["$3"]), (["9"], ["$5"]), (["17"], ["$3"]))
    game.table.bonus["B-1"].uncovered = ["1"]
    game.table.bonus["B-2"].uncovered = ["3"]
    for tile, symbol in (("7", "commercial"), ("9", "residential"), ("17", "tourism")):
        game.table.tell(f"bonus_tile {tile}, symbols", [symbol])
    game.done()
    assert (game.fields if game.key == "uncovered" else []) == asked


def test_pa_g33_a_supply_with_too_few_batteries_gives_what_it_has() -> None:
    game = only(tower(order=["B2"])).bonus("B", ([], ["battery 2"]))
    game.table.batteries = 1
    assert "VJ gets fewer than the bonus says" in game.done().told("PA-G33")
    none = only(tower(order=["B2"])).bonus("B", ([], ["battery 2"]))
    none.table.batteries = 0
    told = none.done().told("PA-G33")
    assert "The supply has no batteries: VJ gets none." in told


def test_pa_g28_a_lasting_tile_says_when_it_works() -> None:
    game = only(tower(order=["B2"])).bonus("B", (["77"], ["$5"])).done()
    game.say({"t77": []}).say({"effect77": "lasting", "when77": "battery", "gains77": ["$2"]})
    assert "Whenever VJ gets a battery from now on: $2." in game.told("PA-92")
    plain = only(tower(order=["B2"])).bonus("B", (["77"], ["$5"]))
    plain.table.tell("bonus_tile 77, symbols", [])
    plain.table.tell("bonus_tile 77, effect", "lasting")
    plain.done()
    assert "Tile 77 works from now on." in plain.told("PA-92")
