"""Contracts: which one VJ fulfils, how he pays, what follows; the eye between cards."""

from __future__ import annotations

from typing import Any

from rival.games.pampero.table import MapToken, Tile
from tests.pampero.game_driver import (
    CONTRACT_ROW,
    NEVER_MET,
    ZONE_ORDER,
    Game,
    make_cards,
    make_contract_section,
    make_farm_section,
    make_pack,
    make_sale_section,
    make_tower_section,
)

IDLE_SECTIONS = [make_farm_section(NEVER_MET), make_tower_section(NEVER_MET), make_contract_section(NEVER_MET)]


def make_single_section_game(section: dict[str, Any], second: Any = None, third: Any = None, **options: Any) -> Game:
    game = Game(
        make_cards(
            section,
            make_farm_section(NEVER_MET),
            make_tower_section(NEVER_MET),
            second=second or IDLE_SECTIONS,
            third=third or IDLE_SECTIONS,
        ),
        **options,
    )
    return game.set_vj_values(energy=10).set_income_markers(tourism=3)


def make_rows(**given: list[str]) -> dict[str, list[str]]:
    return dict.fromkeys(ZONE_ORDER, CONTRACT_ROW) | given


def list_contracts(game: Game) -> list[str]:
    game.finish_turn().deny_conditions()
    if game.key == "place":
        game.say(game.options[0])
    return [tile.name for tile in game.table.vj.contracts]


# --- which -------------------------------------------------------------------------------------------------


def test_pa_78_pa_g8_available_means_unclaimed_at_a_tower_unblocked_and_payable() -> None:
    assert (
        list_contracts(make_single_section_game(make_contract_section()).place_contracts(k1=("A1", 3, 0, "tourism")))
        == []
    )
    assert list_contracts(
        make_single_section_game(make_contract_section())
        .place_vj_towers("A1")
        .place_contracts(k1=("A1", 3, 0, "tourism"))
    ) == ["k1"]
    assert (
        list_contracts(
            make_single_section_game(make_contract_section())
            .place_vj_towers("A1")
            .set_vj_values(energy=2, batteries=0)
            .place_contracts(k1=("A1", 3, 0, "remote"))
        )
        == []
    )
    blocked = (
        make_single_section_game(make_contract_section())
        .place_contracts(k1=("A1", 3, 0, "tourism"))
        .set_vj_pieces("A1", towers=1)
    )
    assert list_contracts(blocked) == []


def test_pa_g8_with_any_a_contract_that_is_too_dear_makes_the_section_fail() -> None:
    game = (
        make_single_section_game(make_contract_section(), available_contract="any")
        .place_vj_towers("A1")
        .set_vj_values(energy=2, batteries=0)
    )
    game.place_contracts(k1=("A1", 3, 0, "tourism"), k2=("A1", 9, 0, "tourism"))
    assert list_contracts(game) == []
    assert "VJ can’t pay for it" in game.get_reasons("PA-G8")


def test_pa_79_the_cheapest_of_zone_a_then_b_then_c() -> None:
    game = (
        make_single_section_game(make_contract_section())
        .place_vj_towers("A1", "A2", "B1")
        .place_contracts(k1=("A1", 5, 0, "remote"), k2=("A2", 4, 0, "remote"), k3=("B1", 1, 0, "tourism"))
    )
    assert list_contracts(game) == ["k2"]
    game = (
        make_single_section_game(make_contract_section())
        .place_vj_towers("B1")
        .place_contracts(k1=("A1", 2, 0, "remote"), k3=("B1", 6, 0, "remote"))
    )
    assert list_contracts(game) == ["k3"]
    assert "zone A: VJ has no tower there." in game.get_reasons("PA-79")


def test_pa_79_a_place_without_a_contract_for_vj_is_explained_by_its_true_reason() -> None:
    section = make_contract_section("a contract with the tourism symbol", order=["A", "B1", "B2", "C"])
    game = (
        make_single_section_game(section)
        .place_vj_towers("A1", "B2", "C")
        .set_vj_values(energy=5, batteries=0)
        .place_contracts(
            k1=("A1", 9, 0, "tourism"), k2=("A1", 2, 0, "remote"), k3=("B1", 2, 0, "tourism"), k4=("C", 5, 0, "tourism")
        )
    )
    assert list_contracts(game) == ["k4"]
    reasons = game.get_reasons("PA-79")
    assert "zone A: VJ can’t pay for k1 (A1, 9 energy, tourism)." in reasons
    assert "zone A: the condition excludes k2 (A1, 2 energy, remote)." in reasons
    assert "sector B1: VJ has no tower there." in reasons
    assert "sector B2: there is no unclaimed contract in a sector with a VJ tower." in reasons


def test_pa_84_pa_g20_the_symbol_behind_narrows_what_the_cards_own_condition_finds() -> None:
    stacked = make_contract_section(
        "a contract with two market symbols, behind it a contract with the residential symbol"
    )
    two = {"k1": ("A1", 2, 0, "remote", "tourism"), "k2": ("A1", 5, 0, "remote", "residential")}
    assert list_contracts(make_single_section_game(stacked).place_vj_towers("A1").place_contracts(**two)) == ["k2"]
    none = {"k1": ("A1", 2, 0, "remote", "tourism"), "k3": ("A1", 3, 0, "remote", "tourism")}
    assert list_contracts(make_single_section_game(stacked).place_vj_towers("A1").place_contracts(**none)) == ["k1"]
    behind = {"k1": ("A1", 2, 0, "remote"), "k2": ("A1", 5, 0, "residential")}
    assert list_contracts(make_single_section_game(stacked).place_vj_towers("A1").place_contracts(**behind)) == ["k2"]
    gate = make_single_section_game(stacked, contract_condition="gate").place_vj_towers("A1").place_contracts(**two)
    assert list_contracts(gate) == ["k1"]


def test_pa_84_pa_g20_one_contract_with_the_main_symbol_and_the_one_behind_it_is_not_looked_at() -> None:
    stacked = make_contract_section("a contract with the remote symbol, behind it a contract with the tourism symbol")
    game = make_single_section_game(stacked).place_vj_towers("A1", "C")
    game.place_contracts(k1=("C", 4, 0, "remote"), k2=("A1", 2, 0, "tourism"), k3=("A1", 3, 0, "industrial"))
    assert list_contracts(game) == ["k1"]


def test_pa_g25_cheapest_is_least_energy_then_fewest_batteries() -> None:
    game = make_single_section_game(make_contract_section()).place_vj_towers("A1").set_vj_values(batteries=2)
    game.place_contracts(k1=("A1", 4, 1, "tourism"), k2=("A1", 4, 0, "remote"), k3=("A1", 5, 0, "tourism"))
    assert list_contracts(game) == ["k2"]


def test_pa_80_a_tie_goes_to_the_symbol_of_his_rightmost_marker_either_symbol_counts() -> None:
    game = (
        make_single_section_game(make_contract_section())
        .place_vj_towers("A1")
        .place_contracts(k1=("A1", 4, 0, "remote"), k2=("A1", 4, 0, "industrial", "tourism"))
    )
    assert list_contracts(game) == ["k2"]


TIED_CONTRACTS: dict[str, Any] = {"k1": ("A1", 4, 0, "tourism"), "k2": ("A1", 4, 0, "tourism", "remote")}


def test_pa_81_the_next_card_then_the_third_then_you() -> None:
    second = [
        make_farm_section(NEVER_MET),
        make_tower_section(NEVER_MET),
        make_contract_section(NEVER_MET, rows=make_rows(A=["remote symbol"])),
    ]
    game = (
        make_single_section_game(make_contract_section(), second=second)
        .place_vj_towers("A1")
        .place_contracts(**TIED_CONTRACTS)
    )
    game.finish_turn()
    assert list_contracts_fulfilled_this_turn(game) == ["k2"]
    assert "The eye symbol leads to card 2" in game.get_reasons("PA-81")
    third = (
        make_single_section_game(make_contract_section(), third=second)
        .place_vj_towers("A1")
        .place_contracts(**TIED_CONTRACTS)
        .finish_turn()
    )
    assert list_contracts_fulfilled_this_turn(third) == ["k2"]
    yours = (
        make_single_section_game(make_contract_section())
        .place_vj_towers("A1")
        .place_contracts(**TIED_CONTRACTS)
        .finish_turn()
    )
    assert (yours.key, yours.options) == ("compare", ["k1", "k2"])  # the condition in the owner's words


def list_contracts_fulfilled_this_turn(game: Game) -> list[str]:
    while game.key in ("compare", "place"):
        game.say(list(game.options) if game.key == "compare" else game.options[0])
    return [tile.name for tile in game.table.vj.contracts]


PLAIN_CARD = [make_farm_section(NEVER_MET), make_tower_section(NEVER_MET), make_contract_section()]


def test_pa_81_then_you_choose_and_after_scoring_2_there_is_no_third_card() -> None:
    game = (
        make_single_section_game(make_contract_section(), second=PLAIN_CARD, third=PLAIN_CARD)
        .place_vj_towers("A1")
        .place_contracts(**TIED_CONTRACTS)
        .finish_turn()
    )
    assert (game.key, game.options) == ("contract", ["k1", "k2"])
    late = (
        make_single_section_game(
            make_farm_section(NEVER_MET),
            second=[make_contract_section(), make_farm_section(NEVER_MET), make_tower_section(NEVER_MET)],
            third=PLAIN_CARD,
        )
        .place_vj_towers("A1")
        .place_contracts(**TIED_CONTRACTS)
    )
    late.table.slots[1].face_up = False
    late.set_markers(2, 9, 0).finish_turn()
    assert late.key == "contract"
    assert "card 3" in late.get_reasons("PA-81")
    assert "card 1" not in late.get_reasons("PA-81")


def test_pa_g23_a_contract_row_without_an_eye_goes_on_as_if_there_were_one() -> None:
    second = [
        make_farm_section(NEVER_MET),
        make_tower_section(NEVER_MET),
        make_contract_section(rows=make_rows(A=["remote symbol"])),
    ]
    game = (
        make_single_section_game(make_contract_section(rows=make_rows(A=["cheapest contract"])), second=second)
        .place_vj_towers("A1")
        .place_contracts(**TIED_CONTRACTS)
        .finish_turn()
    )
    assert list_contracts_fulfilled_this_turn(game) == ["k2"]
    assert "shows no eye" in game.get_reasons("PA-G23")


TWO_SYMBOLS_CONDITION = "a contract with two market symbols, behind it a contract with the residential symbol"
CONTRACTS_IN_B: dict[str, Any] = {"k1": ("B1", 4, 0, "tourism"), "k2": ("B1", 4, 0, "tourism", "remote")}


def make_eye_icon_game(**tiles: Any) -> Game:
    """Return the game of PA-86e: an eye in zone B of card 1; card 2 asks for two symbols, behind it residential."""
    second = [make_farm_section(NEVER_MET), make_tower_section(NEVER_MET), make_contract_section(TWO_SYMBOLS_CONDITION)]
    game = make_single_section_game(
        make_contract_section(rows=make_rows(B=["cheapest contract", "then eye"])), second=second, third=PLAIN_CARD
    )
    return game.place_vj_towers("B1").place_contracts(**tiles).finish_turn()


def test_pa_85_pa_86e_the_top_condition_of_the_next_card_breaks_the_tie() -> None:
    game = make_eye_icon_game(**CONTRACTS_IN_B)
    assert list_contracts_fulfilled_this_turn(game) == ["k2"]
    assert "card 2, section 3, condition: two market symbols" in game.get_reasons("PA-86e")


def test_pa_86e_several_with_two_symbols_the_secondary_symbol() -> None:
    game = make_eye_icon_game(k1=("B1", 4, 0, "tourism", "remote"), k2=("B1", 4, 0, "remote", "residential"))
    assert list_contracts_fulfilled_this_turn(game) == ["k2"]


def test_pa_86_pa_86e_pa_g42_then_the_part_of_zone_b_cheapest_marker_next_card_you() -> None:
    game = make_eye_icon_game(k1=("B1", 4, 0, "remote"), k2=("B1", 4, 0, "tourism"))
    assert list_contracts_fulfilled_this_turn(game) == ["k2"]
    assert "card 2, section 3, row B: rightmost-or-lowest marker" in game.get_reasons("PA-80")
    tie = make_eye_icon_game(k1=("B1", 4, 0, "remote"), k2=("B1", 4, 0, "industrial"))
    assert tie.key == "contract"


def test_pa_85_a_condition_that_says_nothing_about_a_contract_leaves_the_tie() -> None:
    game = (
        make_single_section_game(make_contract_section(), second=PLAIN_CARD, third=PLAIN_CARD)
        .place_vj_towers("A1")
        .place_contracts(**TIED_CONTRACTS)
        .finish_turn()
    )
    assert "says nothing about a contract" in game.get_reasons("PA-85")


def test_pa_g21_first_zone_skips_the_condition_and_begins_with_the_first_row() -> None:
    named = make_contract_section(TWO_SYMBOLS_CONDITION, order=["B2", "B1", "A", "C"])
    second = [make_farm_section(NEVER_MET), make_tower_section(NEVER_MET), named]
    tiles: dict[str, Any] = {"k1": ("B2", 4, 0, "tourism"), "k2": ("B1", 4, 0, "tourism", "remote")}
    for options, name in ({}, "k2"), ({"contract_tie": "first_zone"}, "k1"):
        game = make_single_section_game(
            make_contract_section(rows=make_rows(B=["cheapest contract", "then eye"])),
            second=second,
            third=PLAIN_CARD,
            **options,
        )
        game.place_vj_towers("B1", "B2").place_contracts(**tiles).finish_turn()
        assert list_contracts_fulfilled_this_turn(game) == [name]


def test_pa_g20_a_condition_filters_or_only_opens_the_section() -> None:
    section = make_contract_section("a contract with two market symbols")
    tiles: dict[str, Any] = {"k1": ("A1", 2, 0, "tourism"), "k2": ("A1", 5, 0, "remote", "tourism")}
    for options, name in ({}, "k2"), ({"contract_condition": "gate"}, "k1"):
        assert list_contracts(
            make_single_section_game(section, **options).place_vj_towers("A1").place_contracts(**tiles)
        ) == [name]
    stacked = (
        make_single_section_game(make_contract_section(TWO_SYMBOLS_CONDITION))
        .place_vj_towers("A1")
        .place_contracts(k1=("A1", 2, 0, "tourism"), k2=("A1", 5, 0, "residential"))
    )
    assert list_contracts(stacked) == ["k2"]


def test_pa_84_the_symbol_of_a_row_then_the_one_behind_it() -> None:
    row = ["remote symbol, behind it residential symbol", "then cheapest contract"]
    game = make_single_section_game(make_contract_section(rows=make_rows(A=row))).place_vj_towers("A1")
    game.place_contracts(k1=("A1", 2, 0, "tourism"), k2=("A1", 5, 0, "residential"))
    assert list_contracts(game) == ["k2"]


# --- paying, and what follows ------------------------------------------------------------------------------


def test_pa_g9_energy_first_batteries_for_the_rest() -> None:
    game = (
        make_single_section_game(make_contract_section())
        .place_vj_towers("A1")
        .set_vj_values(energy=3, batteries=2)
        .place_contracts(k1=("A1", 5, 0, "tourism"))
    )
    assert list_contracts(game) == ["k1"]
    assert (game.table.vj.energy, game.table.vj.batteries, game.table.batteries) == (0, 1, 11)


def test_pa_g9_the_worth_of_a_battery_is_asked_once_if_it_matters() -> None:
    game = Game(
        make_cards(
            make_contract_section(),
            make_farm_section(NEVER_MET),
            make_tower_section(NEVER_MET),
            second=IDLE_SECTIONS,
            third=IDLE_SECTIONS,
        ),
        without=("pieces",),
    )
    game.place_vj_towers("A1").set_vj_values(energy=3, batteries=1).place_contracts(
        k1=("A1", 5, 0, "tourism")
    ).finish_turn()
    assert game.key == "board-part"
    game.say(2).say(game.options[0])
    assert [tile.name for tile in game.table.vj.contracts] == ["k1"]
    assert game.table.told["pieces, battery_energy"] == 2


def test_pa_25_pa_33_any_kind_from_the_start_and_only_the_bank_is_paid() -> None:
    game = (
        make_single_section_game(make_contract_section())
        .place_vj_towers("A1")
        .place_contracts(k1=("A1", 4, 0, "remote", "tourism"))
    )
    money = game.table.vj.money
    list_contracts(game)
    assert "Pay 4 energy from VJ’s supply to the bank for contract k1" in game.get_instructions("PA-25")
    assert (game.table.vj.energy, game.table.vj.money >= money) == (6, True)


def test_pa_82_pa_g26_leftmost_open_column_place_transformer_bonus_and_income() -> None:
    game = (
        make_single_section_game(make_contract_section())
        .place_vj_towers("A1", "A2")
        .place_contracts(k02=("A2", 3, 0, "residential"))
    )
    game.finish_turn()
    assert (game.key, game.options) == ("place", ["1a", "1b"])
    game.say("1b")
    assert game.table.grid is not None
    assert game.table.grid["1"].places == {"1a": "", "1b": "k02"}
    assert game.table.grid["1"].transformers == 1
    assert game.table.sectors["A2"].vjs.transformers == 1
    assert game.table.vj.money == 8
    assert game.table.vj.markers["residential"] == 1
    assert game.table.contracts == {}


def test_pa_g46_a_step_past_the_end_of_its_track_goes_to_the_next_marker_or_is_lost() -> None:
    for options, moved in ({}, {"tourism": 4}), ({"income_full": "lost"}, {"tourism": 3}):
        game = (
            make_single_section_game(make_contract_section(), **options)
            .place_vj_towers("A2")
            .place_contracts(k02=("A2", 3, 0, "residential"))
        )
        game.set_income_markers(residential=8).finish_turn().say("1a")
        markers = game.table.vj.markers
        assert (markers["residential"], {"tourism": markers["tourism"]}) == (8, moved)
        assert ("the step is lost" in game.get_instructions("PA-G46")) == bool(options)
    assert "residential marker is on its last space" in game.get_instructions("PA-G46")


def test_pa_83a_pa_g26_what_the_tile_gives_is_asked_until_it_is_known() -> None:
    game = (
        make_single_section_game(make_contract_section())
        .place_vj_towers("A1")
        .place_contracts(k99=("A1", 3, 0, "tourism"))
        .finish_turn()
        .say("1a")
    )
    assert game.key == "contract-gives"
    game.say({"gains": ["$4", "battery"], "income": ["tourism"]})
    assert (game.table.vj.money, game.table.vj.batteries, game.table.vj.markers["tourism"]) == (4, 2, 4)
    assert game.table.told["contract k99, income"] == ["tourism"]
    assert "PA-83a" in game.entries("PA-83a")[0].cites


def test_pa_83_pa_g16_a_chain_token_between_two_contract_tiles() -> None:
    game = (
        make_single_section_game(make_contract_section())
        .place_vj_towers("A1", "A2")
        .place_contracts(k02=("A2", 3, 0, "residential"))
    )
    assert game.table.grid is not None
    game.table.grid["1"].places.update({"1a": "x1", "1b": "x2"})
    game.table.grid["2"].places["2a"] = "x3"
    game.finish_turn()
    assert game.table.grid["2"].places["2b"] == "k02"
    assert game.table.vj.chain == 1
    assert "chain token" in game.get_instructions("PA-83")
    assert game.table.slots[2].vjs == 1


def test_pa_26b_links_are_asked_once_and_tokens_can_be_set_by_hand() -> None:
    section = [make_contract_section(), make_farm_section(NEVER_MET), make_tower_section(NEVER_MET)]
    game = Game(make_cards(*section, second=IDLE_SECTIONS, third=IDLE_SECTIONS), without=("link_place",)).set_vj_values(
        energy=10
    )
    game.place_vj_towers("A1", "A2").place_contracts(
        k02=("A2", 2, 0, "residential"), k08=("A2", 3, 0, "tourism")
    ).finish_turn().say("1a")
    game.finish_turn()
    assert game.key == "links"
    assert game.session.ask is not None
    assert [option.id for option in game.session.ask.fields[0].options][:3] == ["1a-1b", "1a-2a", "1b-2b"]
    across, around = (suggestion.entries["links"] for suggestion in game.session.ask.met)
    assert ("1a-1b" in across, "1a-2a" in across, "1a-1b" in around) == (False, True, True)
    game.say({"links": ["1a-1b"]})
    assert game.table.vj.chain == 1
    game.session.correct("vj.chain", 3)
    assert game.table.vj.chain == 3


def test_an_uncounted_map_is_read_off_once_a_turn() -> None:
    game = Game(
        make_cards(
            make_contract_section(),
            make_farm_section(NEVER_MET),
            make_tower_section(NEVER_MET),
            second=IDLE_SECTIONS,
            third=IDLE_SECTIONS,
        ),
        topics=(),
    )
    game.set_vj_pieces("B1", towers=1).set_vj_values(energy=5).finish_turn()
    assert game.key == "contracts-there"
    game.say(["4 tourism", "x7 B1 3 remote"])
    game.say("no")
    assert game.key == "contract-gives"
    game.say({})
    assert [tile.name for tile in game.table.vj.contracts] == ["x7"]
    assert game.table.told["contract x7, energy"] == 3


def test_pa_g26_what_a_contract_gives_is_recognised_by_price_and_symbols_named_or_not() -> None:
    game = make_single_section_game(make_contract_section()).place_vj_towers("A1").set_vj_values(energy=10)
    game.table.contracts = {"#1": Tile("#1", "A1", 7, 1, ("tourism", "remote"))}
    game.set_vj_values(batteries=1).finish_turn()
    while game.key == "place":
        game.say(game.options[0])
    assert game.key == "contract-gives"
    game.say({"gains": ["$6"], "income": ["tourism"]})
    assert game.table.find_entry("contract", "7-1-remote-tourism").symbols == ("tourism", "remote")
    money = game.table.vj.money
    game.table.contracts = {"new": Tile("new", "A1", 7, 1, ("remote", "tourism"))}
    game.set_vj_values(energy=10, batteries=1).set_markers(1, 60, 0).finish_turn()
    while game.key == "place":
        game.say(game.options[0])
    assert (game.key, game.table.vj.money) == ("your-turn", money + 6)


def test_pa_81_two_equal_contracts_are_not_asked_about() -> None:
    game = (
        make_single_section_game(make_contract_section(rows={key: ["you choose"] for key in "ABC"}))
        .place_vj_towers("A1")
        .set_vj_values(energy=10)
    )
    game.place_contracts(k1=("A1", 4, 0, "tourism"), k2=("A1", 4, 0, "tourism")).finish_turn()
    assert game.key != "contract"
    other = (
        make_single_section_game(make_contract_section(rows={key: ["you choose"] for key in "ABC"}))
        .place_vj_towers("A1")
        .set_vj_values(energy=10)
    )
    other.place_contracts(
        k1=("A1", 4, 0, "tourism"), k2=("A1", 4, 0, "remote"), k3=("A1", 4, 0, "remote")
    ).finish_turn()
    assert (other.key, other.options) == ("contract", ["k1", "k2"])


def test_pa_81_two_equal_contracts_ask_for_nothing_on_the_next_cards() -> None:
    """An eye would lead to unread cards, but they could not tell the two contracts apart."""
    unread: list[dict[str, Any]] = [{}, {}, {}]
    game = (
        make_single_section_game(make_contract_section(), second=unread, third=unread)
        .place_vj_towers("A1")
        .set_vj_values(energy=10)
    )
    game.place_contracts(k1=("A1", 4, 0, "tourism"), k2=("A1", 4, 0, "tourism")).finish_turn()
    assert game.key in ("place", "contract-gives")
    assert game.table.vj.contracts[0].name == "k1"


def test_pa_81_contracts_that_give_other_things_are_not_equal() -> None:
    same = {"sector": "A1", "energy": 4, "batteries": 0, "symbols": ["tourism"], "income": []}
    two = [same | {"id": "k1", "gains": ["$1"]}, same | {"id": "k2", "gains": ["$9"]}]
    three = make_cards(
        make_contract_section(rows={key: ["you choose"] for key in "ABC"}),
        make_farm_section(NEVER_MET),
        make_tower_section(NEVER_MET),
    )
    known = make_pack(three, ("contract",)) | {"contract": two}
    game = Game(known["card"], ready_pack=known).place_vj_towers("A1").set_vj_values(energy=10)
    game.place_contracts(k1=("A1", 4, 0, "tourism"), k2=("A1", 4, 0, "tourism")).finish_turn()
    assert (game.key, game.options) == ("contract", ["k1", "k2"])


def test_pa_84_pa_86e_through_an_eye_the_symbol_behind_is_looked_for_among_several_or_among_all() -> None:
    several = {"k1": ("B1", 4, 0, "tourism", "remote"), "k2": ("B1", 4, 0, "tourism", "residential")}
    assert list_contracts_fulfilled_this_turn(make_eye_icon_game(**several)) == ["k2"]
    none = {"k1": ("B1", 4, 0, "tourism"), "k2": ("B1", 4, 0, "residential")}
    assert list_contracts_fulfilled_this_turn(make_eye_icon_game(**none)) == ["k2"]


def test_pa_84_pa_87_through_an_eye_in_a_tower_section_the_symbol_behind_narrows_what_the_main_one_leaves() -> None:
    first = make_tower_section(order=["B"], rows={"B": ["eye"]})
    behind = ["most tourism symbols, behind it most of your structures", "then you choose"]
    second = [
        make_farm_section(NEVER_MET),
        make_tower_section(NEVER_MET, order=["B"], rows={"B": behind}),
        make_contract_section(NEVER_MET),
    ]
    game = Game(
        make_cards(
            first, make_farm_section(NEVER_MET), make_contract_section(NEVER_MET), second=second, third=IDLE_SECTIONS
        )
    ).set_your_pieces("B2", farms=1)
    game.place_contracts(k1=("B1", 4, 0, "tourism"), k2=("B2", 4, 0, "tourism")).set_bonus_columns("B", ([], ["$5"]))
    assert game.finish_turn().count_vj_pieces("towers") == {"B2": 1}


# --- what was left out is asked once ------------------------------------------------------------------------


def get_map_contracts(game: Game) -> dict[str, Tile]:
    assert game.table.contracts is not None
    return game.table.contracts


def get_map_tokens(game: Game) -> dict[str, MapToken]:
    assert game.table.links is not None
    return game.table.links


def make_incomplete_contracts_game(**tiles: Tile) -> Game:
    """Return a game with contracts that were entered without their price or symbols."""
    game = make_single_section_game(
        make_contract_section(rows=make_rows(A=["rightmost-or-lowest marker", "you choose"]))
    ).place_vj_towers("A1")
    assert game.table.contracts is not None
    game.table.contracts.update(tiles)
    return game


def test_pa_g9_a_price_that_was_left_out_is_asked_once() -> None:
    game = (
        make_incomplete_contracts_game(k1=Tile("k1", "A1", None, None, ("tourism",)))
        .set_vj_values(energy=2, batteries=0)
        .finish_turn()
    )
    assert game.key == "price"
    game.say({"energy": 5}).deny_conditions()
    assert get_map_contracts(game)["k1"] == Tile("k1", "A1", 5, 0, ("tourism",))
    assert (game.table.find_entry("contract", "k1").energy, game.table.find_entry("contract", "k1").batteries) == (5, 0)
    game.finish_turn().deny_conditions()
    assert game.key == "your-turn"
    game.table.contracts = {"#1": Tile("#1", "A1", None, None, ("tourism",))}
    game.finish_turn().say({"energy": 5}).deny_conditions()
    game.finish_turn().deny_conditions()
    assert game.key == "your-turn"


def test_pa_80_symbols_that_were_left_out_are_asked_once_and_together() -> None:
    tiles = {"k1": Tile("k1", "A1", 3, 0), "#1": Tile("#1", "A1", 3, 0), "k3": Tile("k3", "A1", 3, 0, ("remote",))}
    game = make_incomplete_contracts_game(**tiles).finish_turn()
    assert game.key == "symbols-there"
    game.say({"s0": ["remote"], "s1": ["residential", "tourism"]})
    while game.key not in ("your-turn", "symbols-there"):
        game.say(game.options[0] if game.options else {})
    assert [tile.name for tile in game.table.vj.contracts] == ["#1"]
    assert game.table.find_entry("contract", "k1").symbols == ("remote",)
    assert get_map_contracts(game)["k1"].symbols == ("remote",)
    game.set_vj_values(energy=10).finish_turn().deny_conditions()
    assert game.key != "symbols-there"


def test_pa_89_symbols_of_a_sector_that_were_left_out_are_asked_once() -> None:
    section = make_tower_section(order=["A"], rows={"A": ["most residential symbols", "you choose"]})
    game = make_single_section_game(section).place_contracts(k1=("A1", 3, 0, "tourism"))
    get_map_contracts(game)["k2"] = Tile("k2", "A2", 3, 0)
    game.place_link_tokens(l9=("A3",))
    get_map_tokens(game)["l9"] = MapToken("l9", "A3")
    game.finish_turn()
    assert game.key == "symbols-there"
    game.say({"s0": ["residential"], "s1": []})
    assert game.count_vj_pieces("towers") == {"A2": 1}
    assert (get_map_contracts(game)["k2"].symbols, get_map_tokens(game)["l9"].symbols) == (("residential",), ())


def test_pa_55_the_price_of_a_foreign_market_card_without_a_name_is_asked_once() -> None:
    game = (
        make_single_section_game(make_sale_section())
        .place_vj_towers("B1")
        .set_vj_values(energy=1, batteries=0)
        .finish_turn(foreign=["B1"])
    )
    assert game.key == "price"
    game.say({"energy": 6}).deny_conditions()
    game.finish_turn().deny_conditions()
    assert game.key == "your-turn"


def test_contracts_that_vj_holds_are_not_offered() -> None:
    game = make_single_section_game(make_contract_section(), topics=("pieces", "grid")).place_vj_towers("A1")
    known = [one.id for one in game.table.pack.contracts if one.sector == "A1"]
    game.table.vj.contracts.append(Tile(known[0], "A1", 3, 0, ("tourism",)))
    game.finish_turn()
    assert game.key == "contracts-there"
    assert (known[0] in game.options, known[1] in game.options) == (False, True)
