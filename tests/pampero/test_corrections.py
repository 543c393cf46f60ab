"""Corrections in the middle of a game, and the instructions after an undo."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy

import pytest

import rival
from rival.engine import Engine
from rival.games.pampero.corrections import check_invariants, describe_change
from rival.games.pampero.majorities import store_current_counts
from rival.games.pampero.sample import load_full_pack, make_blank_pack
from rival.kernel import MISSING, BadAnswerError, EditableValue, Json, RivalError, Session, load_opponent, take_snapshot
from rival.kernel.question import describe_answer_type
from rival.kernel.texts import ENGLISH
from rival.kernel.undo_instructions import find_differences
from rival.testing import make_random_answer
from tests.pampero.game_driver import Game, make_cards, make_contract_section, make_farm_section, make_tower_section


def make_battery_game() -> Game:
    """Return a game in which card 1 counts batteries."""
    three = make_cards(make_farm_section(row=["sector A2"]), make_tower_section(), make_contract_section())
    three[0]["majority"] = "batteries"
    return Game(three)


def test_pa_15_pa_22_a_battery_that_vj_has_more_comes_from_the_supply_not_from_you() -> None:
    game = make_battery_game().set_markers(1, 1, 1)
    game.session.correct("vj.batteries", 3)
    slot = game.table.slots[1]
    assert (game.table.vj.batteries, game.table.batteries, slot.yours, slot.vjs) == (3, 8, 1, 3)
    game.session.correct("vj.batteries", 0)
    slot = game.table.slots[1]
    assert (game.table.vj.batteries, game.table.batteries, slot.yours, slot.vjs) == (0, 11, 1, 0)


def test_pa_15_vj_cant_have_more_batteries_than_he_and_the_supply_have_together() -> None:
    game = make_battery_game().set_markers(1, 1, 1)
    game.session.correct("batteries", 9)
    with pytest.raises(BadAnswerError, match=r"10 batteries together.* correct “batteries in the supply” first"):
        game.session.correct("vj.batteries", 11)
    slot = game.table.slots[1]
    assert (game.table.vj.batteries, game.table.batteries, slot.yours, slot.vjs) == (1, 9, 2, 1)
    game.session.correct("vj.batteries", 10)
    assert (game.table.vj.batteries, game.table.batteries) == (10, 0)
    with pytest.raises(BadAnswerError, match="only 12 batteries"):
        game.session.correct("batteries", 3)
    game.session.correct("vj.batteries", 0)
    game.session.correct("batteries", 1)
    with pytest.raises(BadAnswerError, match="1 battery together"):
        game.session.correct("vj.batteries", 2)


def test_pa_44_correcting_a_forgotten_scoring_turns_the_top_card_too() -> None:
    game = Game()
    assert game.session.collect_editable_values()["scoring"].value == "1"
    game.session.correct("scoring", "final")
    assert (game.table.scoring, game.table.face_up_slots) == ("final", {2, 3})
    game.session.correct("scoring", "final")
    assert game.table.face_up_slots == {2, 3}
    assert [field.text for field in game.session.ask.fields if field.key == "scoring"] == [  # type: ignore[union-attr]
        "the end of the game is reached"
    ]
    game.session.correct("scoring", "2")
    assert (game.table.scoring, game.table.face_up_slots) == ("2", {1, 2, 3})


def test_pa_44_a_card_that_lies_face_down_means_that_scoring_2_is_over() -> None:
    game = Game()
    game.session.correct("slots.1.face_up", "no")
    assert (game.table.scoring, game.table.face_up_slots) == ("final", {2, 3})
    game.session.correct("slots.1.face_up", "yes")
    assert (game.table.scoring, game.table.face_up_slots) == ("1", {1, 2, 3})
    game.session.correct("scoring", "final")
    game.session.correct("slots.1.face_up", "yes")
    assert (game.table.scoring, game.table.face_up_slots) == ("2", {1, 2, 3})
    game.session.correct("slots.1.face_up", "no")
    game.session.correct("slots.1.face_up", "yes")
    assert (game.table.scoring, game.table.face_up_slots) == ("2", {1, 2, 3})
    game.session.correct("scoring", "1")
    game.session.correct("slots.1.face_up", "yes")
    assert (game.table.scoring, game.table.face_up_slots) == ("1", {1, 2, 3})


@pytest.mark.parametrize(("path", "value"), [("scoring", "final"), ("slots.1.face_up", "no")])
def test_pa_44_pa_d1_vj_reads_again_without_a_card_that_a_correction_turns_face_down(path: str, value: str) -> None:
    session = rival.play_demo("pampero", seed=31).replay_to(12)
    assert (session.ask.key, session.table.reading.slot) == ("columns", 1)  # type: ignore[union-attr]
    made = session.correct(path, value)
    assert (session.table.scoring, session.table.face_up_slots) == ("final", {2, 3})
    assert session.table.reading.slot == 2
    assert "tower" in " ".join(instruction.text or "" for instruction in made.instructions)


def test_pa_g27_a_bonus_tile_that_is_put_back_covers_its_bonus_again() -> None:
    game = Game().set_bonus_columns("B", (["16", "22"], ["$5"]))
    column = game.table.bonus["B-1"]
    column.under = {"16": ["battery"]}
    for tiles, printed, uncovered in (
        (["6"], ["$5", "battery"], ["22"]),
        (["16", "22"], ["$5"], []),
        (["22"], ["$5", "battery"], []),
        (["16"], ["$5"], ["22"]),
        (["16", "22"], ["$5"], []),
    ):
        game.correct("bonus.B-1.tiles", tiles)
        column = game.table.bonus["B-1"]
        assert (column.tiles, column.printed, column.uncovered) == (tiles, printed, uncovered)
    assert column.under["16"] == ["battery"]
    assert game.table.told["bonus_column B-1, printed"] == ["$5"]


def test_pa_49_a_former_action_returns_with_its_rows_and_bonus() -> None:
    tower = make_tower_section(order=["B", "A"])
    game = Game(make_cards(make_farm_section(row=["sector A2"]), tower, make_contract_section()))
    before = take_snapshot(game.table)["cards"]["1"]
    for action in ("farm", "contract", "farm"):
        game.correct("cards.1.section-2.action", [action])
        assert "bonus" not in take_snapshot(game.table)["cards"]["1"]["section"][1]
    game.correct("cards.1.section-2.action", ["tower"])
    assert take_snapshot(game.table)["cards"]["1"] == before
    assert "order" in before["section"][1]


def test_pa_22_pa_44_a_card_turned_up_again_counts_on_from_where_its_markers_stood() -> None:
    game = Game().set_markers(1, 1, 1)
    store_current_counts(game.table)
    game.session.correct("slots.1.face_up", "no")
    game.session.correct("sectors.B1.yours.farms", 2)
    assert game.table.slots[1].yours == 1
    game.session.correct("slots.1.face_up", "yes")
    assert game.table.slots[1].yours == 3


# --- a value corrected to itself, and what undo says -------------------------------------------------------


def list_sample_games() -> Iterator[Session]:
    """Yield sample games at some of their questions, with everything known and with nothing known."""
    for pack in (load_full_pack(), make_blank_pack()):
        for seed in (1, 2):
            finished = Session.new("pampero", seed=seed, pack=pack)
            finished.play_to_end(finished.opponent.make_sample_player(seed, finished.options))
            for n in range(3, finished.position, 12):
                yield finished.replay_to(n)


def test_a_value_corrected_to_itself_changes_nothing() -> None:
    checked = 0
    for session in list_sample_games():
        table = session.table
        before = take_snapshot(table)
        for one in tuple(session.opponent.list_editable_values(table)):
            one.assign_value(one.answer_type.validate(one.value))
            assert take_snapshot(table) == before, (session.position, one.path)
            checked += 1
    assert checked > 2000


def test_every_change_of_a_value_has_a_sentence() -> None:
    """Undo of any correction says what to put back, or what is no longer known."""
    dice, changed, silent = random.Random(1), set(), set()
    for session in list_sample_games():
        now = take_snapshot(session.table)
        for one in session.opponent.list_editable_values(session.table):
            if one.path in changed:
                continue
            table, value = deepcopy(session.table), draw_different_value(one, dice)
            try:
                found = next(two for two in session.opponent.list_editable_values(table) if two.path == one.path)
                found.assign_value(found.answer_type.validate(value))
            except RivalError:
                continue
            told = [
                describe_change(change.path, change.now, change.was)
                for change in find_differences(take_snapshot(table), now)
            ]
            if told:
                changed.add(one.path)
                silent |= set() if any(told) else {one.path}
    assert silent == set()
    assert {"vj.money", "batteries", "scoring", "slots.1.face_up", "vj.tiles", "your_links", "grid.1.towers"} < changed


def draw_different_value(editable: EditableValue, dice: random.Random) -> Json:
    return make_random_answer(
        rival.Question(
            editable.path,
            editable.answer_type.kind,
            "player",
            "",
            **describe_answer_type(editable.answer_type, ENGLISH),
        ),
        dice,
    )


@pytest.mark.parametrize(
    ("path", "now", "was", "words"),
    [
        ("vj.energy", 4, 1, "VJ’s energy marker: from space 4 to 1."),
        ("vj.money", 7, 4, "VJ’s money: change $7 back to $4."),
        ("vj.batteries", 2, 1, "VJ’s batteries: change 2 back to 1."),
        ("vj.chain", 2, 1, "Chain tokens on VJ’s board: change 2 back to 1."),
        ("vj.links", 1, 0, "VJ’s link tokens: change 1 back to 0."),
        ("vj.farms_left", 8, 9, "Wind farms in VJ’s supply: change 8 back to 9."),
        ("vj.farms_left", 8, None, "Wind farms in VJ’s supply: no longer known."),
        ("vj.farms_left", None, 8, "Wind farms in VJ’s supply: 8 again."),
        ("vj.towers_left", 5, 6, "Towers on VJ’s board: change 5 back to 6."),
        ("vj.bulldozers_left", 5, 6, "Bulldozers in VJ’s supply: change 5 back to 6."),
        ("vj.parked", 1, 0, "VJ’s bulldozers in the parking and storage areas: change 1 back to 0."),
        ("vj.markers.tourism", 3, 1, "VJ’s income marker “tourism”: back to space 2."),
        ("vj.skip_token", False, True, "The skip-turn token: head up again."),
        ("vj.skip_token", True, False, "The skip-turn token: turned over."),
        (
            "vj.tiles",
            ["7", "3"],
            ["3", "9"],
            "back on the bonus board: 7. Put these bonus tiles back on VJ’s board: 9.",
        ),
        ("vj.specialists", ["s1", ""], [], "row, face up: s1. Put 1 scoring card of VJ’s back on top of the deck."),
        ("vj.specialists", ["s1"], ["s1", "s2"], "VJ has 2 specialist scoring cards again."),
        ("vj.sales", ["f1"], [], "Undo VJ’s foreign-market sale: f1."),
        ("vj.sales", [], ["f1"], "VJ’s foreign-market sale counts again: f1."),
        ("vj.fresh_batteries", 1, 0, None),
        ("slots.1.face_up", False, True, "VJ card 1: face up."),
        ("slots.1.face_up", True, False, "VJ card 1: face down."),
        ("slots.2.yours", 3, 2, "Your majority marker 2: back to space 2."),
        ("slots.2.vjs", 3, 2, "VJ’s majority marker 2: back to space 2."),
        ("slots.2", {}, MISSING, "VJ card 2: no longer known."),
        ("slots.2", MISSING, {}, None),
        ("slots.2.seen", {}, {"yours": 1}, None),
        ("sectors.B1.vjs.farms", 2, 1, "Sector B1, VJ’s wind farms: change 2 back to 1."),
        ("sectors.B1.yours.on_tower_sites", 2, 1, "Sector B1, your bulldozers on tower sites: change 2 back to 1."),
        ("grid", {}, None, "VJ’s grid board: no longer known."),
        ("grid", None, {}, None),
        ("grid.2.towers", 0, 1, "Towers in column 2 of VJ’s board: change 0 back to 1."),
        ("grid.2.transformers", 1, 2, "Transformers in column 2 of VJ’s board: change 1 back to 2."),
        ("grid.2.places.2a", "k1", "", "Place 2a of VJ’s board: free again."),
        ("grid.2.places.2a", "", "k1", "Place 2a of VJ’s board: contract k1 again."),
        ("bonus.A-1", {}, MISSING, "Column A-1 of the bonus board: no longer known."),
        ("bonus.A-1", MISSING, {}, None),
        ("bonus.A-1.tiles", [], ["3", "7"], "Column A-1 of the bonus board, tiles from the top: 3, 7."),
        ("bonus.A-1.tiles", ["3"], [], "Column A-1 of the bonus board, tiles from the top: none."),
        ("bonus.A-1.printed", [], ["$5"], "Column A-1 of the bonus board, visible printed bonuses: $5."),
        ("bonus.A-1.printed", ["$5"], [], "Column A-1 of the bonus board, visible printed bonuses: none."),
        ("bonus.A-1.under", {}, {"3": []}, None),
        ("foreign.f1", MISSING, "B1", "Foreign-market card f1: put it back in sector B1."),
        ("foreign.f1", "B1", MISSING, "Foreign-market card f1: remove it from sector B1."),
        ("specialists.s1", MISSING, {"name": "s1"}, "Specialist scoring card s1: put it back in the row, face up."),
        ("specialists.s1", {"name": "s1"}, MISSING, "Specialist scoring card s1: put it back on the deck."),
        ("links.l1", MISSING, {"sector": "A1"}, "Link token l1: put it back in sector A1."),
        ("links.#1", MISSING, {"sector": "A1", "symbols": ["remote"]}, "Link token remote: put it back in sector A1."),
        ("your_tiles", ["7"], [], "Put these bonus tiles of yours back on the bonus board: 7."),
        ("your_tiles", [], ["7"], "Take these bonus tiles again: 7."),
        ("your_tiles", [], None, None),
        ("your_markers.remote", 2, 1, "Your income marker “remote”: back to space 2."),
        ("your_links", 2, 1, "Your link tokens: change 2 back to 1."),
        ("your_specialists", 2, 1, "Your specialist cards: change 2 back to 1."),
        ("batteries", 9, 10, "Batteries in the supply: change 9 back to 10."),
        ("parking.p11", "vj", "", "Parking cell p11: free."),
        ("parking.p11", "vj", "you", "Parking cell p11: you."),
        ("scoring", "final", "2", "The next scoring: scoring 2."),
        ("topics", ["grid"], [], "You have not chosen yet which values Rival counts."),
        ("topics", [], ["grid"], None),
        ("cards.1.section", [1, 2], [1], "VJ card 1: the part entered last is no longer known."),
        ("cards.1.section", [1], [1, 2], "VJ card 1: its previous description is restored."),
        ("cards.1", MISSING, {}, None),
        ("told.market tourism, spaces", 9, MISSING, "Length of the income track “tourism”: no longer known."),
        ("told.market tourism, spaces", MISSING, 9, None),
        ("told.market tourism, money", [1], MISSING, None),
        ("reading.slot", 1, None, "VJ is not reading a card now."),
        ("reading.slot", None, 1, None),
        ("reading.part", "", "section 1, condition", "VJ reads his card again from here: section 1, condition."),
        ("reading.part", "section 1, condition", "", None),
        ("turn", 3, 2, None),
    ],
)
def test_undo_says_where_things_return_to(path: str, now: Json, was: Json, words: str | None) -> None:
    told = describe_change(tuple(path.split(".")), now, was)
    assert (told is None) == (words is None)
    assert words is None or words in str(told)


def test_undo_names_contracts_with_their_sector_and_transformers() -> None:
    tile = {"name": "k1", "sector": "B1", "energy": 4, "batteries": 0, "symbols": ["remote"]}
    plain = {**tile, "name": "#1", "symbols": None}
    assert str(describe_change(("vj", "contracts"), [tile], [])) == (
        "Put these contracts back on the map, and their transformers on VJ’s board: k1 (B1, 4 energy, remote)."
    )
    assert (
        str(describe_change(("vj", "contracts"), [], [plain]))
        == "Put these contracts back on VJ’s board: B1, 4 energy."
    )
    assert str(describe_change(("contracts", "k1"), MISSING, tile)) == "Contract k1: put it back in sector B1."
    assert (
        str(describe_change(("contracts", "#1"), plain, MISSING)) == "Contract B1, 4 energy: remove it from sector B1."
    )
    assert describe_change(("contracts", "k1"), tile, plain) is None


def test_undo_of_vjs_turn_puts_his_pieces_back_and_leaves_yours_where_they_are() -> None:
    session = rival.play_demo("pampero", seed=1)
    n = next(n for n, entry in enumerate(session.journal.active_entries, 1) if entry[1] == "your-turn")
    session.seek(n + 1)
    back = session.undo()
    told = [one.text for one in back if one.text and not one.is_reported]
    assert "Link token l01: put it back in sector A1." in told
    assert "VJ’s link tokens: change 1 back to 0." in told
    back = session.undo()
    told = [one.text for one in back if one.text and not one.is_reported]
    assert "Towers in column 1 of VJ’s board: change 0 back to 1." in told
    assert "Column C-2 of the bonus board, tiles from the top: 28, 19." in told
    assert [one.text for one in back if one.text and one.is_reported] == [
        "Sector A1, your wind farms: change 1 back to 0.",
        "Sector A1, your bulldozers on wind-farm sites: change 0 back to 1.",
    ]


# --- setters -----------------------------------------------------------------------------------------------


def test_pa_22_a_correction_in_vjs_turn_keeps_the_marker_moves_for_its_end() -> None:
    three = make_cards(make_tower_section(order=["B2"]), make_farm_section(), make_contract_section())
    three[0]["majority"] = "towers"
    game = Game(three).set_bonus_columns("B", (["77"], [])).set_markers(1, 50, 0).finish_turn()
    assert (game.key, game.table.slots[1].vjs) == ("tile-symbols", 0)
    game.correct("vj.money", 12)
    assert (game.table.slots[1].vjs, game.table.slots[1].told) == (0, {})
    game.correct("sectors.C.vjs.towers", 1)
    assert game.table.slots[1].vjs == 1
    game.correct("slots.1.vjs", 1)
    assert game.table.slots[1].told == {"vjs": 0}
    game.say({"t77": []}).say({"effect77": "nothing now"})
    assert "Move VJ’s majority marker 1 to space 2" in game.get_instructions("PA-22")


def test_pa_95_a_bulldozer_set_on_the_parking_leaves_vjs_supply_and_returns() -> None:
    game = Game()
    left = game.table.vj.bulldozers_left
    assert left is not None
    game.correct("parking.p11", "vj")
    assert (game.table.parking["p11"], game.table.vj.parked, game.table.vj.bulldozers_left) == ("vj", 1, left - 1)
    game.correct("parking.p11", "free")
    assert (game.table.parking["p11"], game.table.vj.parked, game.table.vj.bulldozers_left) == ("", 0, left)


def test_pa_70_towers_corrected_on_vjs_board_count_for_his_supply() -> None:
    game = Game()
    left = game.table.vj.towers_left
    assert left is not None
    game.correct("grid.1.towers", 0)
    assert game.table.vj.towers_left == left - 1
    game.correct("grid.1.towers", 2)
    assert game.table.vj.towers_left == left + 1


def test_a_contract_or_a_link_token_that_is_gone_is_taken_off_the_map() -> None:
    game = (
        Game()
        .place_contracts(k1=("A1", 3, 0, "remote"), k2=("A1", 3, 0, "remote"))
        .place_link_tokens(l1=("A1", "remote"))
    )
    game.correct("contracts.k1", "there").correct("contracts.k1", "gone").correct("links.l1", "gone")
    assert (list(game.table.contracts or {}), game.table.links) == (["k2"], {})


def test_the_skip_turn_token_can_be_corrected() -> None:
    game = Game()
    game.correct("vj.skip_token", "no")
    assert game.table.vj.skip_token is False
    game.correct("vj.skip_token", "yes")
    assert game.table.vj.skip_token is True


def test_pa_g27_a_corrected_column_is_learned_and_an_unchanged_one_is_not() -> None:
    game = Game().set_bonus_columns("B", (["7"], ["$5"]))
    game.correct("bonus.B-1.tiles", ["7"]).correct("bonus.B-1.printed", ["$5"])
    assert "bonus_column B-1, printed" not in game.table.told
    game.correct("bonus.B-1.printed", ["$3"])
    assert game.table.told["bonus_column B-1, printed"] == ["$3"]
    game.correct("bonus.B-1.tiles", ["8"])
    assert game.table.bonus["B-1"].tiles == ["8"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"vj": {"energy": 11}}, "VJ’s energy is always from 0 to 10."),
        ({"vj": {"energy": -1}}, "VJ’s energy is always from 0 to 10."),
        ({"vj": {"batteries": 3}}, "There are only 12 batteries"),
        ({"vj": {"farms_left": -1}}, "VJ has too few pieces for this: wind farms."),
        ({"vj": {"towers_left": -1}}, "VJ has too few pieces for this: towers."),
        (
            {"yours": {"farms_on_either": 1}},
            "Sector B1: it can’t have more buildings on dual-purpose sites than in total.",
        ),
        (
            {"vjs": {"towers_on_either": 1}},
            "Sector B1: it can’t have more buildings on dual-purpose sites than in total.",
        ),
        ({"vjs": {"farms": 9}}, "Pieces: wind farms 9"),
    ],
)
def test_impossible_tables_are_reported(change: dict[str, dict[str, int]], problem: str) -> None:
    game = Game()
    assert list(check_invariants(game.table)) == []
    here = game.table.sectors["B1"]
    for owner, values in change.items():
        for name, value in values.items():
            setattr({"vj": game.table.vj, "yours": here.yours, "vjs": here.vjs}[owner], name, value)
    told = [str(one) for one in check_invariants(game.table)]
    assert any(problem in one for one in told)


def test_a_full_but_possible_table_is_accepted() -> None:
    game = Game().set_vj_values(energy=10, batteries=2, farms_left=0, towers_left=0)
    assert list(check_invariants(game.table)) == []
    assert list(check_invariants(game.set_vj_values(energy=0).table)) == []


def test_dual_purpose_sites_can_be_corrected_only_where_there_are_any() -> None:
    game = Game()
    assert "sectors.B1.yours.on_either_sites" not in game.session.collect_editable_values()
    game.table.learn("sector B1, either_sites", 1)
    assert {
        "sectors.B1.yours.on_either_sites",
        "sectors.B1.vjs.farms_on_either",
    } <= game.session.collect_editable_values().keys()


def test_numbers_have_their_bounds() -> None:
    game = Game()
    for path, most in (("vj.energy", 10), ("vj.batteries", 12), ("vj.markers.remote", 30), ("grid.1.towers", 8)):
        with pytest.raises(BadAnswerError, match="out of range"):
            game.session.correct(path, most + 1)
    for path in ("vj.chain", "vj.links", "slots.1.yours", "your_links", "your_specialists", "vj.farms_left"):
        with pytest.raises(BadAnswerError, match="out of range"):
            game.session.correct(path, -1)
    game.session.correct("vj.money", -5)
    assert game.table.vj.money == -5


# --- acts --------------------------------------------------------------------------------------------------


def test_each_part_of_a_turn_is_an_act_with_its_target() -> None:
    session = rival.play_demo("pampero", seed=1)
    acts = session.acts
    titles = [(act.title, act.who) for act in acts[:8]]
    assert titles == [
        ("Your turn 1", "player"),
        ("VJ builds a tower in C", "opponent"),
        ("Your turn 2", "player"),
        ("VJ builds a wind farm in A3", "opponent"),
        ("Your turn 3", "player"),
        ("VJ’s income", "rules"),
        ("VJ builds a wind farm in A3", "opponent"),
        ("Your turn 4", "player"),
    ]
    found = {act.title for act in acts}
    assert {"VJ skips his turn", "VJ fulfils a contract in C", "VJ does nothing"} <= found
    assert max(map(len, found)) <= 45


def test_an_act_has_its_cause_and_a_result_or_a_reason_for_nothing() -> None:
    acts = rival.play_demo("pampero", seed=1).acts
    own = [act for act in acts if act.who != "player"]
    assert all(act.cause is not None for act in own), [act.title for act in own if act.cause is None]
    plain = [act for act in own if not act.banner]
    assert all((act.result is None) != (act.idle is None) for act in plain)
    assert all(act.heading[1] == "VJ’s turn" for act in plain if act.who == "opponent")
    tower = next(act for act in acts if act.title == "VJ builds a tower in C")
    assert tower.cause is not None
    assert (tower.cause.text, tower.result) == (
        "Card 2, section 3 (you lead by 1)",
        "VJ has 1 tower, 2 bonus tiles, 1 link token; +$11: $31; +1 energy: 2; residential marker 1 → 3",
    )
    assert tower.highlight is not None
    assert tower.highlight.lit == ("C",)
    other = next(act for act in acts if act.title == "VJ builds a wind farm in B2")
    assert other.cause is not None
    assert other.cause.text == "Card 3, section 1 (card 2 fails)"


def test_an_idle_turn_says_why_each_section_fails() -> None:
    idle = next(act for act in rival.play_demo("pampero", seed=1).acts if act.title == "VJ does nothing")
    assert idle.idle is not None
    assert idle.idle.startswith("Card 2: section 1: too expensive; section 2: no wind farm left; section 3: ")
    assert "Card 3: section 1: no wind farm left; " in idle.idle


def test_banners_announce_scorings_a_skipped_turn_and_the_last_turn() -> None:
    finished = rival.play_demo("pampero", seed=1)
    banners = [act.title for act in finished.acts if act.banner]
    assert banners == ["Scoring 1", "VJ skips his turn", "Scoring 2", "The last turn", "Final scoring"]
    final = finished.acts[-1]
    assert (final.title, final.result) == ("Final scoring", "$210 to $159: you win.")
    assert final.cause is not None
    assert final.cause.text == "You reached the end of the game (tiles 3.2, 2.2)"


def test_pa_20_the_sources_of_vjs_money_add_up_to_his_score() -> None:
    result = rival.play_demo("pampero", seed=1).result
    assert result is not None
    amounts = {str(source.label): source.scores["vj"] for source in result.sources}
    assert sum(amounts.values()) == result.scores["vj"] == 159
    assert (amounts["scoring 1"], amounts["scoring 2"], amounts["starting money and corrections"]) == (4, 23, 20)


def test_a_line_that_is_read_twice_after_a_correction_is_said_once() -> None:
    game = Game(topics=()).set_markers(1, 0, 0)
    game.finish_turn()
    before = [entry.text for entry in game.session.transcript if entry.kind == "say"]
    game.correct("vj.money", 7)
    assert [entry.text for entry in game.session.transcript if entry.kind == "say"] == before


def test_pa_42_a_marker_corrected_at_vjs_question_chooses_his_card_again() -> None:
    """VJ's turn is read again from the start with the corrected table."""
    finished = rival.play_demo("pampero", seed=1)
    line = finished.journal.active_entries
    n = next(n for n, entry in enumerate(line) if entry[1] == "place")
    session = finished.replay_to(n)
    assert session.acts[-1].title == "VJ fulfils a contract in C"
    session.correct("slots.2.yours", 5)
    assert "card 2 (towers): you have 5 and VJ has 1, so you have more." in {
        line.text for entry in session.transcript for line in entry.because
    }


def test_a_corrected_card_and_a_corrected_column_reach_the_box() -> None:
    engine, journal = Engine(), rival.play_demo("pampero", seed=3).journal
    against = load_opponent("pampero")
    engine.pack_store.save_pack(against, {**journal.header["pack"], "sample": False, "learned": True})
    state = engine.begin_game("pampero", seed=3, options=journal.header["options"])
    for kind, name, value in journal.active_entries[:14]:
        if kind == "answer":
            state = engine.answer(state.id, state.at, value)
        else:
            state = engine.correct_value(state.id, state.at, name, value).state
    made = engine.correct_value(state.id, state.at, "cards.1.section-1.condition", ["energy below 6"])
    assert made.saved == ("card 7 (towers in zone A)",)
    made = engine.correct_value(state.id, made.state.at, "bonus.A-1.printed", ["$4", "battery"])
    assert made.saved == ("column A-1 of the tower-bonus board",)
    own = engine.pack_store.load_pack(against)
    column = next(one for one in own["bonus_column"] if one["id"] == "A-1")
    assert (column["printed"], column["under_tiles"]) == (["$4"], ["battery"])
    assert "energy below 6" in [section["condition"] for card in own["card"] for section in card["section"]]


def test_pa_95_a_bulldozer_that_vj_does_not_have_cant_be_parked() -> None:
    game = Game()
    cell = next(iter(game.table.parking))
    game.table.vj.bulldozers_left = 0
    with pytest.raises(BadAnswerError, match="too few pieces for this: bulldozers"):
        game.correct(f"parking.{cell}", "vj")


def test_pa_70_towers_left_and_the_columns_of_vjs_board_agree() -> None:
    game = Game()
    start = game.session.table.vj.towers_left
    assert start is not None
    game.session.correct("vj.towers_left", start - 2)
    assert sum(column.towers for column in (game.table.grid or {}).values()) == start - 2
    game.session.correct("vj.towers_left", start)
    assert sum(column.towers for column in (game.table.grid or {}).values()) == start
    with pytest.raises(BadAnswerError, match="no room for"):
        game.session.correct("vj.towers_left", start + 1)


@pytest.mark.parametrize("path", ["vj.tiles", "your_tiles", "bonus.B-2.tiles"])
def test_pa_77_a_corrected_bonus_tile_lies_in_one_place(path: str) -> None:
    game = Game().set_bonus_columns("B", (["16", "22"], ["$5"]), (["5"], []))
    with pytest.raises(BadAnswerError, match="16 can’t be in two places"):
        game.correct(path, ["16"])
    game.correct("bonus.B-1.tiles", ["22"])
    game.correct(path, ["16"])


def test_pa_78_a_contract_and_a_link_token_return_to_the_map() -> None:
    finished = Session.new("pampero", seed=1, pack=load_full_pack())
    finished.play_to_end(finished.opponent.make_sample_player(1, finished.options))
    session = finished.replay_to(9)
    before = take_snapshot(session.table)
    for kind in ("contracts", "links"):
        path = f"{kind}.{next(iter(before[kind]))}"
        session.correct(path, "gone")
        assert path not in [f"{kind}.{name}" for name in take_snapshot(session.table)[kind]]
        session.correct(path, "there")
    assert take_snapshot(session.table) == before


def test_pa_22_a_piece_corrected_there_and_back_leaves_no_marker_to_move() -> None:
    game = Game().set_markers(1, 1, 1)
    store_current_counts(game.table)
    game.correct("sectors.B1.yours.farms", 2)
    game.correct("sectors.B1.yours.farms", 0)
    assert game.table.slots[1].told == {}


def test_pa_66_a_column_of_vjs_board_corrected_before_it_changes_reaches_the_box() -> None:
    game = Game()
    assert game.table.grid is not None
    name, column = list(game.table.grid.items())[-1]
    game.correct(f"grid.{name}.towers", column.towers + 1)
    game.correct(f"grid.{name}.transformers", column.transformers + 1)
    learned = load_opponent("pampero").learn_pack(None, game.table)
    entry = next(entry for entry in learned["grid_column"] if entry["id"] == name)
    assert (entry["towers"], entry["transformers"]) == (column.towers, column.transformers)
    told = dict(game.table.told)
    game.place_vj_towers("A1").correct(f"grid.{name}.towers", column.towers - 1)
    assert game.table.told == told


def test_pa_63_a_colour_has_at_least_the_pieces_that_vj_has_placed() -> None:
    game = Game(topics=("pieces",), without=("pieces",))
    game.table.sectors["A1"].vjs.farms = 4
    game.finish_turn()
    assert game.key == "pieces"
    placed = sum(sector.vjs.farms for sector in game.table.sectors.values())
    with pytest.raises(BadAnswerError):
        game.say({"farms": placed - 1, "towers": 7})
    game.say({"farms": placed + 1, "towers": 7})
    assert game.table.vj.farms_left is not None
