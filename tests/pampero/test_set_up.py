"""Set-up and the course of a game, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from rival.games.pampero.sample import make_blank_pack
from rival.kernel import BadAnswerError, BadPackError, DidYouMeanError, Session, load_opponent
from tests.pampero.game_driver import (
    SITE_NUMBERS,
    Game,
    make_card,
    make_cards,
    make_contract_section,
    make_farm_section,
    make_pack,
    make_sector,
    make_tower_section,
)


def get_checklist(**options: Any) -> dict[str, str]:
    session = Session.new("pampero", seed=1, options=options)
    assert session.ask is not None
    return {cite: item.text for item in session.ask.items for cite in item.cites}


def play_until_topics(three: list[dict[str, Any]] | None = None, **options: Any) -> Session:
    session = Session.new("pampero", seed=1, options=options, pack=make_pack(three))
    session.answer(True)
    return session


# --- the check list ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("PA-01", "VJ needs"),
        ("PA-02", "18 VJ cards"),
        ("PA-03", "normal game"),
        ("PA-04", "two-player side up"),
        ("PA-05", "pieces of a colour"),
        ("PA-06", "red scale"),
        ("PA-07", "base game only"),
        ("PA-08", "majorities of scoring 2"),
        ("PA-10", "first space of the time track"),
        ("PA-11", "A2"),
        ("PA-12", "no starting tower"),
        ("PA-13", "starting pieces"),
        ("PA-14", "start on 1"),
        ("PA-15", "12 batteries"),
        ("PA-16", "red scale"),
        ("PA-17", "head side up"),
    ],
)
def test_the_check_list_has_every_step(rule: str, words: str) -> None:
    assert words in get_checklist()[rule]


def test_pa_01_pa_02_pa_03_pa_04_pa_05_pa_06_pa_07_the_material_is_on_the_list() -> None:
    assert {"PA-01", "PA-02", "PA-03", "PA-04", "PA-05", "PA-06", "PA-07"} <= get_checklist().keys()


def test_pa_10_pa_17_disc_and_skip_token_are_on_the_list() -> None:
    assert "VJ has no disc" in get_checklist()["PA-10"]
    assert Session.new("pampero", seed=1).table.vj.skip_token


def test_pa_08_pa_09_the_three_majorities_are_asked_slot_by_slot() -> None:
    session = play_until_topics()
    assert session.ask is not None
    assert [field.key for field in session.ask.fields] == ["slot1", "slot2", "slot3"]
    assert "scoring 2" in session.ask.fields[0].text
    game = Game()
    assert [slot.card for slot in game.table.slots.values()] == ["wind-farms", "chain-tokens", "towers"]


def test_pa_g17_final_a_goes_to_slot_2_or_as_you_place_them() -> None:
    by_default, by_you = play_until_topics(), play_until_topics(final_slots="you_place")
    assert by_default.ask is not None
    assert by_you.ask is not None
    assert by_default.ask.fields[1].text == "slot 2, majority of final scoring A"  # those that are offered say the rest
    assert by_you.ask.fields[1].text == "slot 2, a final majority"
    assert "slots 1, 2 and 3" in get_checklist()["PA-G17"]


def test_pa_g43_the_same_majority_twice_is_asked_about_first() -> None:
    session = play_until_topics()
    same = {"slot1": ["wind farms"], "slot2": ["wind farms"], "slot3": ["chain tokens"]}
    session.answer(same)
    assert session.open_ask is not None
    assert session.open_ask.key == "same-majority"
    session.answer("no")
    assert session.open_ask.key == "cards"
    session.answer(same)
    session.answer("yes")
    assert session.open_ask.key == "topics"
    assert session.table.slots[1].card == session.table.slots[2].card == "wind-farms"


def test_a_card_nobody_has_seen_gets_a_place_in_the_pack() -> None:
    session = play_until_topics([])
    with pytest.raises(DidYouMeanError, match="To save it as your own description") as doubt:
        session.answer({"slot1": ["stars on my board"], "slot2": ["wind farms"], "slot3": ["chain tokens"]})
    session.answer(doubt.value.answer)
    assert session.table.slots[1].card == "stars-on-my-board"
    assert session.table.get_card(1).majority.words == "stars on my board"


def test_pa_11_pa_12_vj_starts_with_a_farm_in_a2_and_nothing_else_on_the_map() -> None:
    table = Game().table
    assert table.sectors["A2"].vjs.farms == 1
    assert sum(one.vjs.towers + one.vjs.bulldozers for one in table.sectors.values()) == 0


def test_pa_13_your_starting_pieces_are_asked_for() -> None:
    session = play_until_topics()
    session.answer({"slot1": ["wind farms"], "slot2": ["chain tokens"], "slot3": ['other("towers on the map")']})
    session.answer(["pieces"])
    assert session.ask is not None
    needed = [field.key for field in session.ask.fields if field.required]
    assert needed == ["farm", "tower", "bulldozer", "money"]
    session.answer({"money": 0, "farm": "B1", "tower": "A3", "bulldozer": "C-tower"})
    sectors = session.table.sectors
    assert (sectors["B1"].yours.farms, sectors["A3"].yours.towers, sectors["C"].yours.on_tower_sites) == (1, 1, 1)


def test_pa_14_pa_15_energy_and_batteries_at_the_start() -> None:
    table = Game().table
    assert (table.vj.energy, table.vj.batteries, table.batteries) == (1, 1, 10)


def test_pa_16_the_two_markers_n_belong_to_the_card_in_slot_n() -> None:
    assert "Put the majority markers 2 on the red scale: yours on space 0, VJ’s on space 0." in Game().get_instructions(
        "PA-16", "PA-21"
    )
    session = play_until_topics()
    session.answer({"slot1": ["wind farms"], "slot2": ["chain tokens"], "slot3": ['other("towers on the map")']})
    session.answer([])
    session.answer({"money": 0, "you3": 2, "vj3": 1})
    assert (session.table.slots[3].yours, session.table.slots[3].vjs) == (2, 1)


def test_pa_16e_wind_farm_card_in_slot_2_both_markers_2_on_1() -> None:
    session = play_until_topics()
    session.answer({"slot1": ["chain tokens"], "slot2": ["wind farms"], "slot3": ['other("towers on the map")']})
    session.answer([])
    session.answer({"money": 0})
    assert (session.table.slots[2].yours, session.table.slots[2].vjs) == (1, 1)
    assert (session.table.slots[1].yours, session.table.slots[1].vjs) == (0, 0)


def test_pa_g34_starting_money_is_asked_for_or_none() -> None:
    session = play_until_topics()
    session.answer({"slot1": ["wind farms"], "slot2": ["chain tokens"], "slot3": ['other("towers on the map")']})
    session.answer([])
    session.answer({"money": 25})
    assert session.table.vj.money == 25
    none = play_until_topics(vj_start_money="none")
    none.answer({"slot1": ["wind farms"], "slot2": ["chain tokens"], "slot3": ['other("towers on the map")']})
    none.answer([])
    assert none.ask is not None
    assert "money" not in [field.key for field in none.ask.fields]
    assert none.table.vj.money == 0


def test_pa_g44_income_markers_start_on_the_first_space_unless_your_board_says_otherwise() -> None:
    assert "all income markers on the first space" in get_checklist()["PA-G44"]
    game = Game()
    assert set(game.table.vj.markers.values()) == {0}
    objection = next(path for path in game.session.collect_editable_values() if path.endswith(".income-start"))
    game.session.correct(objection, {"track-tourism": 3})
    assert (game.table.vj.markers["tourism"], game.table.vj.markers["remote"]) == (2, 0)


def test_pa_g34_starting_money_is_known_in_the_next_game() -> None:
    session = start_unknown_game(["bonus"])
    session.answer({"money": 12})
    learned = load_opponent("pampero").learn_pack(None, session.table)
    assert learned["pieces"]["starting_money"] == 12
    again = start_unknown_game(["bonus"], pack=learned)
    assert again.ask is not None
    assert "money" not in [one.key for one in again.ask.fields]
    assert again.table.vj.money == 0
    again.answer({})
    assert again.table.vj.money == 12
    none = start_unknown_game([], pack=learned, vj_start_money="none")
    none.answer({})
    assert none.table.vj.money == 0


def test_pa_55_foreign_market_cards_are_asked_for_only_where_one_can_lie() -> None:
    known = {**make_blank_pack(), "sector": [make_sector(name, 3, 2) for name in SITE_NUMBERS]}
    session = start_unknown_game(["contracts"], pack=known)
    session.answer({"money": 0})
    session.answer([])
    session.answer([])
    assert session.ask is not None
    assert session.ask.key == "map-foreign"
    assert session.open_ask is not None
    assert [one.id for one in session.open_ask.answer_type.parts[0].options] == ["B1", "B2"]  # type: ignore[attr-defined]
    nowhere = {**known, "sector": [{**make_sector(name, 3, 2), "foreign_market": False} for name in SITE_NUMBERS]}
    session = start_unknown_game(["contracts"], pack=nowhere)
    session.answer({"money": 0})
    session.answer([])
    session.answer([])
    assert session.ask is not None
    assert session.ask.key == "your-turn"
    assert "foreign" not in [one.key for one in session.ask.fields]


def test_pa_g38_a_majority_of_bulldozers_leaves_virtual_ones_out() -> None:
    three = make_cards(make_farm_section())
    three[1] = make_card(
        "dozers", 'other("bulldozers on the map")', make_farm_section(), make_tower_section(), make_contract_section()
    )
    assert "virtual bulldozers never count" in Game(three).get_instructions("PA-G38")


# --- set-up with nothing known -----------------------------------------------------------------------------


def start_unknown_game(topics: list[str], pack: Any = None, **options: Any) -> Session:
    session = Session.new("pampero", seed=1, pack=pack or make_blank_pack(), options=options)
    session.answer(True)
    session.answer({"slot1": ["wind farms"], "slot2": ["chain tokens"], "slot3": ['other("towers")']})
    session.answer(topics)
    return session


def test_the_grid_board_is_described_once() -> None:
    session = start_unknown_game(["pieces", "grid"])
    session.answer({"money": 0, "farm": "A1", "tower": "A1", "bulldozer": "A1-farm"})
    with pytest.raises(BadAnswerError, match="Column 2"):
        session.answer(["T o o", "T x"])
    session.answer(["T o o", "T o"])
    assert session.table.grid["1"].places == {"1a": "", "1b": ""}
    learned = load_opponent("pampero").learn_pack(None, session.table)
    assert [column["id"] for column in learned["grid_column"]] == ["1", "2"]


def test_pa_70_vj_has_the_towers_of_the_drawn_board_and_the_farms_are_asked_for_once() -> None:
    session = start_unknown_game(["pieces", "grid"], pack={"schema": 1, "game": "pampero"})
    session.answer({"money": 0, "farm": "A1", "tower": "A1", "bulldozer": "A1-farm"})
    session.answer(["T T o o", "T o"])
    assert (session.table.vj.towers_left, session.table.vj.farms_left) == (3, None)
    session.answer({})
    while session.open_ask is not None and session.open_ask.key in ("card-section", "card-part"):
        session.answer({"condition": ["energy below 10"], "action": ["farm"]})
    assert session.ask is not None
    assert (session.ask.key, [(one.key, one.default) for one in session.ask.fields]) == ("pieces", [("farms", 11)])
    assert "These numbers are an assumption" in session.ask.text
    session.answer({"farms": 9})
    assert session.table.vj.farms_left == 8
    learned = load_opponent("pampero").learn_pack(None, session.table)
    assert learned["pieces"]["farms"] == 9
    again = Session.new("pampero", seed=1, pack=learned)
    assert again.table.vj.farms_left == 8


def test_the_map_and_the_bonus_board_are_described_in_words() -> None:
    session = start_unknown_game(["contracts", "bonus", "specialists", "income"])
    session.answer({"money": 0})
    with pytest.raises(BadAnswerError, match="sector, energy, symbols"):
        session.answer(["4 tourism"])
    session.answer(["A1 4 tourism", "k9 B2 6+1 remote residential"])
    assert session.table.contracts["#1"].symbols == ("tourism",)
    assert session.table.contracts["k9"].batteries == 1
    session.answer(["B1 tourism"])
    session.answer(["B1 3"])
    session.answer({"A": ["7 12 $5", "3 energy 2"], "B": ["1"], "C": ["$8"]})
    assert session.table.bonus["A-1"].tiles == ["7", "12"]
    assert session.table.bonus["A-2"].printed == ["energy 2"]
    session.answer(["next tourism remote", "s2 residential"])
    assert session.table.specialists["#1"].tile == "@1"
    assert session.open_ask is not None
    assert session.open_ask.key == "your-turn"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("lighthouse keeper", ([], ['other("lighthouse keeper")'])),
        ("7 маяк 5 $", (["7"], ['other("маяк")', "$5"])),
        ("7 12 5 $ энергия 2", (["7", "12"], ["$5", "energy 2"])),
        ("second wind farm", ([], ["second wind farm"])),
        ('7 other("two words") $5', (["7"], ['other("two words")', "$5"])),
        ("3 энрегия 2", (["3"], ["energy 2"])),
    ],
)
def test_a_bonus_column_in_own_words_is_proposed_for_confirmation(
    typed: str, meant: tuple[list[str], list[str]]
) -> None:
    """If only unknown words are typed, the proposed answer can be confirmed."""
    session = start_unknown_game(["bonus"])
    session.answer({"money": 0})
    answer: Any = {"A": [typed], "B": ["1"], "C": ["$8"]}
    try:
        session.answer(answer)
    except DidYouMeanError as doubt:
        session.answer(doubt.answer)
    assert (session.table.bonus["A-1"].tiles, session.table.bonus["A-1"].printed) == meant


def test_pa_72_printed_bonus_columns_are_told_once_for_all_games() -> None:
    session = start_unknown_game(["bonus"])
    session.answer({"money": 0})
    session.answer({"A": ["7 12 $5", "3 energy 2"], "B": ["1"], "C": ["$8"]})
    learned = load_opponent("pampero").learn_pack(None, session.table)
    again = start_unknown_game(["bonus"], pack=learned)
    again.answer({})
    assert again.open_ask is not None
    assert again.open_ask.key == "bonus-tiles"
    again.answer({"A-1": ["9", "2"], "A-2": ["4"], "B-1": ["5"]})
    assert [column.printed for column in again.table.bonus.values()] == [["$5"], ["energy 2"], [], ["$8"]]


def test_pa_72_a_tile_that_is_named_twice_is_taken_and_both_columns_are_said() -> None:
    session = start_unknown_game(["bonus"])
    session.answer({"money": 0})
    session.answer({"A": ["7 12 $5"], "B": ["7"], "C": ["$8"]})
    said = [entry.text for entry in session.transcript if "Tile 7" in entry.text]
    assert said == ["Tile 7 was entered in the columns A-1, B-1. If it is in only one of them, correct the others."]


def test_words_of_markets_may_be_russian() -> None:
    session = start_unknown_game(["contracts"])
    session.answer({"money": 0})
    session.answer(["A1 4 туристический жилищ"])
    assert session.table.contracts["#1"].symbols == ("tourism", "residential")
    assert session.transcript[-1].text == "Contracts on the map: A1 4 tourism residential."
    session.lang = "ru"
    assert session.transcript[-1].text == "Контракты на поле: A1 4 туристический жилищный."


# --- bad input ---------------------------------------------------------------------------------------------


def test_a_pack_with_a_typo_is_refused_with_card_section_and_row() -> None:
    three = make_cards(make_farm_section(row=["most of your strutures"]))
    with pytest.raises(BadPackError, match="card “wind farms”, section 1, row of icons: “most of your strutures”"):
        Session.new("pampero", pack=make_pack(three))
    with pytest.raises(BadPackError, match='game = "pampero"'):
        Session.new("pampero", pack={"nonsense": 1})


def test_an_impossible_board_is_refused() -> None:
    whole = make_pack()
    whole["sector"] = [{**one, "farm_sites": 0} if one["id"] == "A2" else one for one in whole["sector"]]
    with pytest.raises(BadPackError, match="VJ’s first wind farm"):
        Session.new("pampero", pack=whole)
    game = Game()
    before = game.session.journal.format_text()
    with pytest.raises(BadAnswerError, match=r"the sites of sector A1\. Sites for wind farms: 4"):
        game.session.correct("sectors.A1.yours.farms", 9)
    with pytest.raises(BadAnswerError, match="12 batteries"):
        game.session.correct("batteries", 12)
    assert game.session.journal.format_text() == before
    game.finish_turn()
    assert game.key != "over"
