"""Contracts: which one VJ fulfils, how he pays, what follows; the eye between cards."""

from __future__ import annotations

from typing import Any

from rival.games.pampero.table import Tile, Token
from tests.pampero.at_the_table import ABC, CONTRACT_ROW, NEVER, Game, cards, contract, farm, pack, sale, tower

IDLE = [farm(NEVER), tower(NEVER), contract(NEVER)]


def only(section: dict[str, Any], second: Any = None, third: Any = None, **options: Any) -> Game:
    game = Game(cards(section, farm(NEVER), tower(NEVER), second=second or IDLE, third=third or IDLE), **options)
    return game.has(energy=10).marker(tourism=3)


def rows(**given: list[str]) -> dict[str, list[str]]:
    return dict.fromkeys(ABC, CONTRACT_ROW) | given


def fulfilled(game: Game) -> list[str]:
    game.done().never()
    if game.key == "place":
        game.say(game.options[0])
    return [tile.name for tile in game.table.vj.contracts]


# --- which -------------------------------------------------------------------------------------------------


def test_pa_78_pa_g8_available_means_unclaimed_at_a_tower_unblocked_and_payable() -> None:
    assert fulfilled(only(contract()).contracts(k1=("A1", 3, 0, "tourism"))) == []
    assert fulfilled(only(contract()).towers("A1").contracts(k1=("A1", 3, 0, "tourism"))) == ["k1"]
    assert (
        fulfilled(only(contract()).towers("A1").has(energy=2, batteries=0).contracts(k1=("A1", 3, 0, "remote"))) == []
    )
    blocked = only(contract()).contracts(k1=("A1", 3, 0, "tourism")).vjs("A1", towers=1)
    assert fulfilled(blocked) == []


def test_pa_g8_with_any_a_contract_that_is_too_dear_makes_the_section_fail() -> None:
    game = only(contract(), available_contract="any").towers("A1").has(energy=2, batteries=0)
    game.contracts(k1=("A1", 3, 0, "tourism"), k2=("A1", 9, 0, "tourism"))
    assert fulfilled(game) == []
    assert "VJ can’t pay for it" in game.why("PA-G8")


def test_pa_79_the_cheapest_of_zone_a_then_b_then_c() -> None:
    game = (
        only(contract())
        .towers("A1", "A2", "B1")
        .contracts(k1=("A1", 5, 0, "remote"), k2=("A2", 4, 0, "remote"), k3=("B1", 1, 0, "tourism"))
    )
    assert fulfilled(game) == ["k2"]
    game = only(contract()).towers("B1").contracts(k1=("A1", 2, 0, "remote"), k3=("B1", 6, 0, "remote"))
    assert fulfilled(game) == ["k3"]
    assert "zone A: no contract that VJ can fulfil" in game.why("PA-79")


def test_pa_84_pa_g20_the_symbol_behind_narrows_what_the_cards_own_condition_finds() -> None:
    stacked = contract("a contract with two market symbols, behind it a contract with the residential symbol")
    two = {"k1": ("A1", 2, 0, "remote", "tourism"), "k2": ("A1", 5, 0, "remote", "residential")}
    assert fulfilled(only(stacked).towers("A1").contracts(**two)) == ["k2"]
    none = {"k1": ("A1", 2, 0, "remote", "tourism"), "k3": ("A1", 3, 0, "remote", "tourism")}
    assert fulfilled(only(stacked).towers("A1").contracts(**none)) == ["k1"]
    behind = {"k1": ("A1", 2, 0, "remote"), "k2": ("A1", 5, 0, "residential")}
    assert fulfilled(only(stacked).towers("A1").contracts(**behind)) == ["k2"]
    gate = only(stacked, contract_condition="gate").towers("A1").contracts(**two)
    assert fulfilled(gate) == ["k1"]


def test_pa_84_pa_g20_one_contract_with_the_main_symbol_and_the_one_behind_it_is_not_looked_at() -> None:
    stacked = contract("a contract with the remote symbol, behind it a contract with the tourism symbol")
    game = only(stacked).towers("A1", "C")
    game.contracts(k1=("C", 4, 0, "remote"), k2=("A1", 2, 0, "tourism"), k3=("A1", 3, 0, "industrial"))
    assert fulfilled(game) == ["k1"]


def test_pa_g25_cheapest_is_least_energy_then_fewest_batteries() -> None:
    game = only(contract()).towers("A1").has(batteries=2)
    game.contracts(k1=("A1", 4, 1, "tourism"), k2=("A1", 4, 0, "remote"), k3=("A1", 5, 0, "tourism"))
    assert fulfilled(game) == ["k2"]


def test_pa_80_a_tie_goes_to_the_symbol_of_his_rightmost_marker_either_symbol_counts() -> None:
    game = only(contract()).towers("A1").contracts(k1=("A1", 4, 0, "remote"), k2=("A1", 4, 0, "industrial", "tourism"))
    assert fulfilled(game) == ["k2"]


TIED: dict[str, Any] = {"k1": ("A1", 4, 0, "tourism"), "k2": ("A1", 4, 0, "tourism", "remote")}


def test_pa_81_the_next_card_then_the_third_then_you() -> None:
    second = [farm(NEVER), tower(NEVER), contract(NEVER, rows=rows(A=["remote symbol"]))]
    game = only(contract(), second=second).towers("A1").contracts(**TIED)
    game.done()
    assert fulfilled_now(game) == ["k2"]
    assert "The eye leads to card 2" in game.why("PA-81")
    third = only(contract(), third=second).towers("A1").contracts(**TIED).done()
    assert fulfilled_now(third) == ["k2"]
    yours = only(contract()).towers("A1").contracts(**TIED).done()
    assert (yours.key, yours.options) == ("compare", ["k1", "k2"])  # the condition in the owner's words


def fulfilled_now(game: Game) -> list[str]:
    while game.key in ("compare", "place"):
        game.say(list(game.options) if game.key == "compare" else game.options[0])
    return [tile.name for tile in game.table.vj.contracts]


PLAIN = [farm(NEVER), tower(NEVER), contract()]


def test_pa_81_then_you_choose_and_after_scoring_2_there_is_no_third_card() -> None:
    game = only(contract(), second=PLAIN, third=PLAIN).towers("A1").contracts(**TIED).done()
    assert (game.key, game.options) == ("contract", ["k1", "k2"])
    late = only(farm(NEVER), second=[contract(), farm(NEVER), tower(NEVER)], third=PLAIN).towers("A1").contracts(**TIED)
    late.table.slots[1].face_up = False
    late.majority(2, 9, 0).done()
    assert late.key == "contract"
    assert "card 3" in late.why("PA-81")
    assert "card 1" not in late.why("PA-81")


def test_pa_g23_a_contract_row_without_an_eye_goes_on_as_if_there_were_one() -> None:
    second = [farm(NEVER), tower(NEVER), contract(rows=rows(A=["remote symbol"]))]
    game = only(contract(rows=rows(A=["cheapest contract"])), second=second).towers("A1").contracts(**TIED).done()
    assert fulfilled_now(game) == ["k2"]
    assert "shows no eye" in game.why("PA-G23")


TWO = "a contract with two market symbols, behind it a contract with the residential symbol"
IN_B: dict[str, Any] = {"k1": ("B1", 4, 0, "tourism"), "k2": ("B1", 4, 0, "tourism", "remote")}


def eye_in_b(**tiles: Any) -> Game:
    """Return the game of PA-86e: an eye in zone B of card 1; card 2 asks for two symbols, behind it residential."""
    second = [farm(NEVER), tower(NEVER), contract(TWO)]
    game = only(contract(rows=rows(B=["cheapest contract", "then eye"])), second=second, third=PLAIN)
    return game.towers("B1").contracts(**tiles).done()


def test_pa_85_pa_86e_the_top_condition_of_the_next_card_breaks_the_tie() -> None:
    game = eye_in_b(**IN_B)
    assert fulfilled_now(game) == ["k2"]
    assert "card 2, section 3, condition: two market symbols" in game.why("PA-86e")


def test_pa_86e_several_with_two_symbols_the_secondary_symbol() -> None:
    game = eye_in_b(k1=("B1", 4, 0, "tourism", "remote"), k2=("B1", 4, 0, "remote", "residential"))
    assert fulfilled_now(game) == ["k2"]


def test_pa_86_pa_86e_pa_g42_then_the_part_of_zone_b_cheapest_marker_next_card_you() -> None:
    game = eye_in_b(k1=("B1", 4, 0, "remote"), k2=("B1", 4, 0, "tourism"))
    assert fulfilled_now(game) == ["k2"]
    assert "card 2, section 3, row B: rightmost-or-lowest marker" in game.why("PA-80")
    tie = eye_in_b(k1=("B1", 4, 0, "remote"), k2=("B1", 4, 0, "industrial"))
    assert tie.key == "contract"


def test_pa_85_a_condition_that_says_nothing_about_a_contract_leaves_the_tie() -> None:
    game = only(contract(), second=PLAIN, third=PLAIN).towers("A1").contracts(**TIED).done()
    assert "says nothing about a contract" in game.why("PA-85")


def test_pa_g21_first_zone_skips_the_condition_and_begins_with_the_first_row() -> None:
    named = contract(TWO, order=["B2", "B1", "A", "C"])
    second = [farm(NEVER), tower(NEVER), named]
    tiles: dict[str, Any] = {"k1": ("B2", 4, 0, "tourism"), "k2": ("B1", 4, 0, "tourism", "remote")}
    for options, name in ({}, "k2"), ({"contract_tie": "first_zone"}, "k1"):
        game = only(contract(rows=rows(B=["cheapest contract", "then eye"])), second=second, third=PLAIN, **options)
        game.towers("B1", "B2").contracts(**tiles).done()
        assert fulfilled_now(game) == [name]


def test_pa_g20_a_condition_filters_or_only_opens_the_section() -> None:
    section = contract("a contract with two market symbols")
    tiles: dict[str, Any] = {"k1": ("A1", 2, 0, "tourism"), "k2": ("A1", 5, 0, "remote", "tourism")}
    for options, name in ({}, "k2"), ({"contract_condition": "gate"}, "k1"):
        assert fulfilled(only(section, **options).towers("A1").contracts(**tiles)) == [name]
    stacked = only(contract(TWO)).towers("A1").contracts(k1=("A1", 2, 0, "tourism"), k2=("A1", 5, 0, "residential"))
    assert fulfilled(stacked) == ["k2"]


def test_pa_84_the_symbol_of_a_row_then_the_one_behind_it() -> None:
    row = ["remote symbol, behind it residential symbol", "then cheapest contract"]
    game = only(contract(rows=rows(A=row))).towers("A1")
    game.contracts(k1=("A1", 2, 0, "tourism"), k2=("A1", 5, 0, "residential"))
    assert fulfilled(game) == ["k2"]


# --- paying, and what follows ------------------------------------------------------------------------------


def test_pa_g9_energy_first_batteries_for_the_rest() -> None:
    game = only(contract()).towers("A1").has(energy=3, batteries=2).contracts(k1=("A1", 5, 0, "tourism"))
    assert fulfilled(game) == ["k1"]
    assert (game.table.vj.energy, game.table.vj.batteries, game.table.batteries) == (0, 1, 11)


def test_pa_g9_the_worth_of_a_battery_is_asked_once_if_it_matters() -> None:
    game = Game(cards(contract(), farm(NEVER), tower(NEVER), second=IDLE, third=IDLE), without=("pieces",))
    game.towers("A1").has(energy=3, batteries=1).contracts(k1=("A1", 5, 0, "tourism")).done()
    assert game.key == "board-part"
    game.say(2).say(game.options[0])
    assert [tile.name for tile in game.table.vj.contracts] == ["k1"]
    assert game.table.told["pieces, battery_energy"] == 2


def test_pa_25_pa_33_any_kind_from_the_start_and_only_the_bank_is_paid() -> None:
    game = only(contract()).towers("A1").contracts(k1=("A1", 4, 0, "remote", "tourism"))
    money = game.table.vj.money
    fulfilled(game)
    assert "He pays 4 energy to the bank and has " in game.told("PA-25")
    assert (game.table.vj.energy, game.table.vj.money >= money) == (6, True)


def test_pa_82_pa_g26_leftmost_open_column_place_transformer_bonus_and_income() -> None:
    game = only(contract()).towers("A1", "A2").contracts(k02=("A2", 3, 0, "residential"))
    game.done()
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
        game = only(contract(), **options).towers("A2").contracts(k02=("A2", 3, 0, "residential"))
        game.marker(residential=8).done().say("1a")
        markers = game.table.vj.markers
        assert (markers["residential"], {"tourism": markers["tourism"]}) == (8, moved)
        assert ("the step is lost" in game.told("PA-G46")) == bool(options)
    assert "residential marker is on its last space" in game.told("PA-G46")


def test_pa_83a_pa_g26_what_the_tile_gives_is_asked_until_it_is_known() -> None:
    game = only(contract()).towers("A1").contracts(k99=("A1", 3, 0, "tourism")).done().say("1a")
    assert game.key == "contract-gives"
    game.say({"gains": ["$4", "battery"], "income": ["tourism"]})
    assert (game.table.vj.money, game.table.vj.batteries, game.table.vj.markers["tourism"]) == (4, 2, 4)
    assert game.table.told["contract k99, income"] == ["tourism"]
    assert "PA-83a" in game.entries("PA-83a")[0].cites


def test_pa_83_pa_g16_a_chain_token_between_two_contract_tiles() -> None:
    game = only(contract()).towers("A1", "A2").contracts(k02=("A2", 3, 0, "residential"))
    assert game.table.grid is not None
    game.table.grid["1"].places.update({"1a": "x1", "1b": "x2"})
    game.table.grid["2"].places["2a"] = "x3"
    game.done()
    assert game.table.grid["2"].places["2b"] == "k02"
    assert game.table.vj.chain == 1
    assert "chain token" in game.told("PA-83")
    assert game.table.slots[2].vjs == 1


def test_pa_26b_links_are_asked_once_and_tokens_can_be_set_by_hand() -> None:
    section = [contract(), farm(NEVER), tower(NEVER)]
    game = Game(cards(*section, second=IDLE, third=IDLE), without=("link_place",)).has(energy=10)
    game.towers("A1", "A2").contracts(k02=("A2", 2, 0, "residential"), k08=("A2", 3, 0, "tourism")).done().say("1a")
    game.done()
    assert (game.key, game.options[:3]) == ("links", ["1a-1b", "1a-2a", "1b-2b"])
    game.say(["1a-1b"])
    assert game.table.vj.chain == 1
    game.session.correct("vj.chain", 3)
    assert game.table.vj.chain == 3


def test_an_uncounted_map_is_read_off_once_a_turn() -> None:
    game = Game(cards(contract(), farm(NEVER), tower(NEVER), second=IDLE, third=IDLE), topics=())
    game.vjs("B1", towers=1).has(energy=5).done()
    assert game.key == "contracts-there"
    game.say(["4 tourism", "x7 B1 3 remote"])
    game.say("no")
    assert game.key == "contract-gives"
    game.say({})
    assert [tile.name for tile in game.table.vj.contracts] == ["x7"]
    assert game.table.told["contract x7, energy"] == 3


def test_pa_g26_what_a_contract_gives_is_recognised_by_price_and_symbols_named_or_not() -> None:
    game = only(contract()).towers("A1").has(energy=10)
    game.table.contracts = {"#1": Tile("#1", "A1", 7, 1, ("tourism", "remote"))}
    game.has(batteries=1).done()
    while game.key == "place":
        game.say(game.options[0])
    assert game.key == "contract-gives"
    game.say({"gains": ["$6"], "income": ["tourism"]})
    assert game.table.entry("contract", "7-1-remote-tourism").symbols == ("tourism", "remote")
    money = game.table.vj.money
    game.table.contracts = {"new": Tile("new", "A1", 7, 1, ("remote", "tourism"))}
    game.has(energy=10, batteries=1).majority(1, 60, 0).done()
    while game.key == "place":
        game.say(game.options[0])
    assert (game.key, game.table.vj.money) == ("your-turn", money + 6)


def test_pa_81_two_equal_contracts_are_no_question() -> None:
    game = only(contract(rows={key: ["you choose"] for key in "ABC"})).towers("A1").has(energy=10)
    game.contracts(k1=("A1", 4, 0, "tourism"), k2=("A1", 4, 0, "tourism")).done()
    assert game.key != "contract"
    other = only(contract(rows={key: ["you choose"] for key in "ABC"})).towers("A1").has(energy=10)
    other.contracts(k1=("A1", 4, 0, "tourism"), k2=("A1", 4, 0, "remote"), k3=("A1", 4, 0, "remote")).done()
    assert (other.key, other.options) == ("contract", ["k1", "k2"])


def test_pa_81_two_equal_contracts_ask_for_nothing_on_the_next_cards() -> None:
    """An eye would lead to unread cards, but they could not tell the two contracts apart."""
    unread: list[dict[str, Any]] = [{}, {}, {}]
    game = only(contract(), second=unread, third=unread).towers("A1").has(energy=10)
    game.contracts(k1=("A1", 4, 0, "tourism"), k2=("A1", 4, 0, "tourism")).done()
    assert game.key in ("place", "contract-gives")
    assert game.table.vj.contracts[0].name == "k1"


def test_pa_81_contracts_that_give_other_things_are_not_equal() -> None:
    same = {"sector": "A1", "energy": 4, "batteries": 0, "symbols": ["tourism"], "income": []}
    two = [same | {"id": "k1", "gains": ["$1"]}, same | {"id": "k2", "gains": ["$9"]}]
    three = cards(contract(rows={key: ["you choose"] for key in "ABC"}), farm(NEVER), tower(NEVER))
    known = pack(three, ("contract",)) | {"contract": two}
    game = Game(known["card"], known=known).towers("A1").has(energy=10)
    game.contracts(k1=("A1", 4, 0, "tourism"), k2=("A1", 4, 0, "tourism")).done()
    assert (game.key, game.options) == ("contract", ["k1", "k2"])


def test_pa_84_pa_86e_through_an_eye_the_symbol_behind_is_looked_for_among_several_or_among_all() -> None:
    several = {"k1": ("B1", 4, 0, "tourism", "remote"), "k2": ("B1", 4, 0, "tourism", "residential")}
    assert fulfilled_now(eye_in_b(**several)) == ["k2"]
    none = {"k1": ("B1", 4, 0, "tourism"), "k2": ("B1", 4, 0, "residential")}
    assert fulfilled_now(eye_in_b(**none)) == ["k2"]


def test_pa_84_pa_87_through_an_eye_in_a_tower_section_the_symbol_behind_narrows_what_the_main_one_leaves() -> None:
    first = tower(order=["B"], rows={"B": ["eye"]})
    behind = ["most tourism symbols, behind it most of your structures", "then you choose"]
    second = [farm(NEVER), tower(NEVER, order=["B"], rows={"B": behind}), contract(NEVER)]
    game = Game(cards(first, farm(NEVER), contract(NEVER), second=second, third=IDLE)).yours("B2", farms=1)
    game.contracts(k1=("B1", 4, 0, "tourism"), k2=("B2", 4, 0, "tourism")).bonus("B", ([], ["$5"]))
    assert game.done().standing("towers") == {"B2": 1}


# --- what was left out is asked once ------------------------------------------------------------------------


def lying(game: Game) -> dict[str, Tile]:
    assert game.table.contracts is not None
    return game.table.contracts


def tokens(game: Game) -> dict[str, Token]:
    assert game.table.links is not None
    return game.table.links


def left_out(**tiles: Tile) -> Game:
    """Return a game with contracts that were entered without their price or symbols."""
    game = only(contract(rows=rows(A=["rightmost-or-lowest marker", "you choose"]))).towers("A1")
    assert game.table.contracts is not None
    game.table.contracts.update(tiles)
    return game


def test_pa_g9_a_price_that_was_left_out_is_asked_once() -> None:
    game = left_out(k1=Tile("k1", "A1", None, None, ("tourism",))).has(energy=2, batteries=0).done()
    assert game.key == "price"
    game.say({"energy": 5}).never()
    assert lying(game)["k1"] == Tile("k1", "A1", 5, 0, ("tourism",))
    assert (game.table.entry("contract", "k1").energy, game.table.entry("contract", "k1").batteries) == (5, 0)
    game.done().never()
    assert game.key == "your-turn"
    game.table.contracts = {"#1": Tile("#1", "A1", None, None, ("tourism",))}
    game.done().say({"energy": 5}).never()
    game.done().never()
    assert game.key == "your-turn"


def test_pa_80_symbols_that_were_left_out_are_asked_once_and_together() -> None:
    tiles = {"k1": Tile("k1", "A1", 3, 0), "#1": Tile("#1", "A1", 3, 0), "k3": Tile("k3", "A1", 3, 0, ("remote",))}
    game = left_out(**tiles).done()
    assert game.key == "symbols-there"
    game.say({"s0": ["remote"], "s1": ["residential", "tourism"]})
    while game.key not in ("your-turn", "symbols-there"):
        game.say(game.options[0] if game.options else {})
    assert [tile.name for tile in game.table.vj.contracts] == ["#1"]
    assert game.table.entry("contract", "k1").symbols == ("remote",)
    assert lying(game)["k1"].symbols == ("remote",)
    game.has(energy=10).done().never()
    assert game.key != "symbols-there"


def test_pa_89_symbols_of_a_sector_that_were_left_out_are_asked_once() -> None:
    section = tower(order=["A"], rows={"A": ["most residential symbols", "you choose"]})
    game = only(section).contracts(k1=("A1", 3, 0, "tourism"))
    lying(game)["k2"] = Tile("k2", "A2", 3, 0)
    game.links(l9=("A3",))
    tokens(game)["l9"] = Token("l9", "A3")
    game.done()
    assert game.key == "symbols-there"
    game.say({"s0": ["residential"], "s1": []})
    assert game.standing("towers") == {"A2": 1}
    assert (lying(game)["k2"].symbols, tokens(game)["l9"].symbols) == (("residential",), ())


def test_pa_55_the_price_of_a_foreign_market_card_without_a_name_is_asked_once() -> None:
    game = only(sale()).towers("B1").has(energy=1, batteries=0).done(foreign=["B1"])
    assert game.key == "price"
    game.say({"energy": 6}).never()
    game.done().never()
    assert game.key == "your-turn"


def test_contracts_that_vj_holds_are_not_offered() -> None:
    game = only(contract(), topics=("pieces", "grid")).towers("A1")
    known = [one.id for one in game.table.pack.contracts if one.sector == "A1"]
    game.table.vj.contracts.append(Tile(known[0], "A1", 3, 0, ("tourism",)))
    game.done()
    assert game.key == "contracts-there"
    assert (known[0] in game.options, known[1] in game.options) == (False, True)
