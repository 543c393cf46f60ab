"""Your turn, VJ's income, scorings, the skipped turn and the end."""

from __future__ import annotations

from typing import Any

import pytest

from rival.games.pampero.cards import MARKETS
from rival.kernel import BadAnswerError, Scale, Session, load_opponent
from tests.pampero.game_driver import (
    NEVER_MET,
    Game,
    make_cards,
    make_contract_section,
    make_farm_section,
    make_tower_section,
)

QUIET_SECTIONS = [make_farm_section(row=["sector A2"]), make_tower_section(NEVER_MET), make_contract_section(NEVER_MET)]
QUIET_CARDS = make_cards(*QUIET_SECTIONS, second=QUIET_SECTIONS, third=QUIET_SECTIONS)


def make_farm_game(**options: Any) -> Game:
    """Return a game in which VJ builds a farm in A2 every turn."""
    return Game(QUIET_CARDS, **options)


def answer_scoring(game: Game, **sums: int) -> Game:
    assert game.key == "scoring", game.key
    return game.say(sums or {"sum": 0})


def finish_game(yours: int, money: int, **options: Any) -> Game:
    game = make_farm_game(**options).set_vj_values(money=money, skip_token=False)
    answer_scoring(game.finish_turn(scoring="yes"))
    answer_scoring(game.finish_turn(scoring="yes"))
    game.finish_turn(scoring="yes").say({})
    return game.say({"yours": yours, "tile": 0})


# --- your turn ---------------------------------------------------------------------------------------------


def test_pa_18_you_begin_and_you_alternate() -> None:
    game = make_farm_game()
    assert (game.key, game.table.turn) == ("your-turn", 1)
    game.finish_turn()
    assert (game.key, game.table.turn) == ("your-turn", 2)
    assert game.count_vj_pieces("farms") == {"A2": 1}


def test_pa_19_your_turn_needs_nothing_but_that_it_is_done() -> None:
    assert make_farm_game().finish_turn().key == "your-turn"


def test_pa_22_markers_follow_what_is_counted_and_can_be_stepped_by_hand() -> None:
    game = make_farm_game().set_markers(1, 0, 0)
    game.finish_turn(built=["farm-B1", "farm-B1"], you2=3, you3=2, vj3=1)
    slots = game.table.slots
    assert (slots[1].yours, slots[1].vjs) == (2, 1)
    assert (slots[2].yours, slots[3].yours, slots[3].vjs) == (3, 2, 1)
    game.session.correct("slots.1.yours", 7)
    assert game.table.slots[1].yours == 7


def test_pa_g39_the_program_counts_beyond_the_end_of_the_scale() -> None:
    game = make_farm_game().set_markers(1, 50, 40)
    assert "marker 1 to space 41" in game.finish_turn().get_instructions("PA-G39")


def test_pa_28_pa_29_pa_30_the_prices_are_shown_with_your_turn() -> None:
    game = make_farm_game()
    for rule in ("PA-28", "PA-29", "PA-30"):
        assert "$8 in zone A, $10 in B, $17 in C" in game.get_reasons(rule)


def test_pa_31_pa_33_the_fee_goes_to_vj_and_he_pays_you_nothing() -> None:
    game = make_farm_game().set_vj_values(money=5)
    game.finish_turn(used=["A", "C"])
    assert game.table.vj.money == 5 + 8 + 17


def test_pa_32_virtual_bulldozers_do_not_hinder_yours() -> None:
    assert "don’t block yours" in make_farm_game().get_reasons("PA-32")
    game = make_farm_game().finish_turn(placed=["B1-farm", "B1-farm"])
    yours = game.table.sectors["B1"].yours
    assert yours is not None
    assert yours.bulldozers == 2


def test_pa_32e_a_farm_in_b1_without_a_bulldozer_costs_10_to_vj() -> None:
    game = make_farm_game().finish_turn(built=["farm-B1"], used=["B"])
    yours = game.table.sectors["B1"].yours
    assert yours is not None
    assert (yours.farms, game.table.vj.money) == (1, 10)


@pytest.mark.parametrize(("option", "fee"), [("per_action", 10), ("per_use", 20)])
def test_pa_g41_the_fee_is_once_for_each_action_or_for_each_use(option: str, fee: int) -> None:
    assert make_farm_game(vj_fee=option).finish_turn(built=["farm-B1", "farm-B2"]).table.vj.money == fee


def test_pa_28_pa_29_pa_31_the_fee_is_known_from_the_pieces_and_counted_unless_you_say_otherwise() -> None:
    game = make_farm_game().set_your_pieces("B1", on_farm_sites=1)
    game.finish_turn(built=["farm-B1", "farm-B1"])
    assert game.table.vj.money == 10
    assert game.table.sectors["B1"].yours.bulldozers == 0  # type: ignore[union-attr]
    assert "Pay VJ $10 for his bulldozer under your wind farm (zone B)" in game.get_instructions("PA-31")
    objection = next(path for path in game.session.collect_editable_values() if path.endswith(".fee"))
    game.session.correct(objection, [])
    assert game.table.vj.money == 0


def test_pa_29_your_own_bulldozer_leaves_when_you_build_on_it_named_or_not_and_stays_if_you_paid() -> None:
    for report in ({}, {"removed": ["B1-farm"]}):
        game = make_farm_game().set_your_pieces("B1", on_farm_sites=2).finish_turn(built=["farm-B1"], **report)
        assert (game.table.sectors["B1"].yours.on_farm_sites, game.table.vj.money) == (1, 0)  # type: ignore[union-attr]
    game = make_farm_game().set_your_pieces("B1", on_farm_sites=2).finish_turn(built=["farm-B1"], used=["B"])
    assert (game.table.sectors["B1"].yours.on_farm_sites, game.table.vj.money) == (2, 10)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("built", "used", "option", "left", "money"),
    [
        (["farm-B1", "farm-B1"], ["B"], "per_action", 0, 10),
        (["farm-B1", "farm-B1"], ["B", "B"], "per_use", 1, 20),
        (["farm-B1"], ["A"], "per_action", 0, 8),
        (["farm-B1", "tower-B2"], ["B"], "per_action", 0, 10),
        (["farm-B1", "tower-B2"], ["B", "B"], "per_action", 1, 20),
    ],
)
def test_pa_29_your_bulldozer_stays_only_if_you_paid_for_more_than_the_rest_explains(
    built: list[str], used: list[str], option: str, left: int, money: int
) -> None:
    game = make_farm_game(vj_fee=option).set_your_pieces("B1", on_farm_sites=1).finish_turn(built=built, used=used)
    assert (game.table.sectors["B1"].yours.bulldozers, game.table.vj.money) == (left, money)  # type: ignore[union-attr]


def test_pa_31_fees_that_the_pieces_show_and_fees_you_enter_are_both_paid() -> None:
    game = make_farm_game().finish_turn(built=["farm-C"], used=["A"])
    assert game.table.vj.money == 17 + 8
    objection = next(path for path in game.session.collect_editable_values() if path.endswith(".fee"))
    game.session.correct(objection, ["A"])
    assert game.table.vj.money == 8
    assert make_farm_game().finish_turn(built=["farm-C"], used=["A", "C"]).table.vj.money == 17 + 8
    assert make_farm_game().finish_turn(built=["farm-C"], used=["C", "C"]).table.vj.money == 17 + 17


def test_pa_30_a_contract_with_vjs_tower_explains_the_fee_and_your_bulldozer_leaves() -> None:
    game = (
        make_farm_game()
        .place_vj_towers("B2")
        .set_your_pieces("B1", on_farm_sites=1)
        .place_contracts(k1=("B2", 4, 0, "tourism"))
    )
    game.finish_turn(built=["farm-B1"], fulfilled=["k1"], used=["B"])
    assert (game.table.sectors["B1"].yours.bulldozers, game.table.vj.money) == (0, 10)  # type: ignore[union-attr]


def test_pa_30_a_tower_built_this_turn_is_yours_already() -> None:
    game = (
        make_farm_game()
        .place_vj_towers("C")
        .set_your_pieces("C", on_tower_sites=1)
        .place_contracts(k1=("C", 4, 0, "tourism"))
    )
    assert game.finish_turn(built=["tower-C"], fulfilled=["k1"]).table.vj.money == 0


def test_pa_28_pa_31_a_farm_a_tower_and_a_contract_are_three_actions_with_a_fee_each() -> None:
    game = make_farm_game().place_vj_towers("C").place_contracts(k1=("C", 4, 0, "tourism"))
    game.finish_turn(built=["farm-C", "tower-B1"], fulfilled=["k1"])
    assert game.table.vj.money == 17 + 10 + 17


def test_a_bulldozer_that_is_not_there_can_not_be_taken_away() -> None:
    game = make_farm_game().set_your_pieces("B1", on_farm_sites=1)
    with pytest.raises(BadAnswerError, match=r"You have no bulldozer on this site: B1 \(tower site\)"):
        game.finish_turn(removed=["B1-tower"])
    with pytest.raises(BadAnswerError, match="You have no bulldozer on this site"):
        game.say({"removed": ["B1-farm", "B1-farm"]})


def test_pa_30_vjs_tower_is_used_where_you_have_none_and_a_contract_brings_its_transformer_once() -> None:
    game = make_farm_game().place_vj_towers("C").place_contracts(k1=("C", 4, 0, "tourism"))
    game.finish_turn(fulfilled=["k1"], built=["transformer-C"])
    assert game.table.vj.money == 17
    assert game.table.sectors["C"].yours.transformers == 1  # type: ignore[union-attr]
    own = (
        make_farm_game()
        .place_vj_towers("C")
        .set_your_pieces("C", towers=1)
        .place_contracts(k1=("C", 4, 0, "tourism"))
        .finish_turn(fulfilled=["k1"])
    )
    assert own.table.vj.money == 0


def test_pa_g40_no_contract_where_nobody_has_a_tower() -> None:
    game = make_farm_game().place_contracts(k1=("B1", 3, 0, "tourism"))
    with pytest.raises(BadAnswerError, match="neither you nor VJ has a tower there"):
        game.finish_turn(fulfilled=["k1"])
    game.place_vj_towers("B1").finish_turn(fulfilled=["k1"])
    yours = game.table.sectors["B1"].yours
    assert yours is not None
    assert yours.transformers == 1
    assert game.table.contracts == {}


def test_more_than_a_sector_has_room_for_is_refused() -> None:
    game = make_farm_game()
    before = game.session.journal.format_text()
    with pytest.raises(BadAnswerError, match=r"for towers: 2, dual-purpose: 0\. Pieces: wind farms 0, towers 3"):
        game.say({"built": ["tower-B2"] * 3})
    with pytest.raises(BadAnswerError, match="only 12 batteries"):
        game.say({"batteries": 12})
    assert game.session.journal.format_text() == before


def test_what_you_moved_and_took_is_counted() -> None:
    game = (
        make_farm_game()
        .place_contracts(k1=("A1", 3, 0, "tourism"))
        .place_link_tokens(l1=("A1", "tourism"))
        .set_bonus_columns("A", (["7", "8"], []))
    )
    game.set_scoring_cards(s01=(None, ("tourism",))).set_your_pieces("A1", towers=1, on_farm_sites=1)
    game.finish_turn(
        removed=["A1-farm"],
        fulfilled=["k1"],
        new=["k02"],
        links=["l1"],
        tiles=["7"],
        income=["tourism", "tourism"],
        taken=["s01"],
        came=["s02"],
        foreign=["f1"],
        parked=["p11"],
        batteries=9,
    )
    table = game.table
    yours = table.sectors["A1"].yours
    assert yours is not None
    assert (yours.bulldozers, yours.transformers) == (0, 1)
    assert table.contracts is not None
    assert (list(table.contracts), table.links) == (["k02"], {})
    assert table.bonus["A-1"].tiles == ["8"]
    assert table.your_markers is not None
    assert (table.your_markers["tourism"], list(table.specialists or {})) == (2, ["s02"])
    assert (table.foreign, table.parking["p11"], table.batteries) == ({"f1": "B1"}, "you", 9)


# --- income and scorings -----------------------------------------------------------------------------------


def test_pa_g10_vj_takes_income_with_you() -> None:
    game = make_farm_game().set_income_markers(tourism=5, remote=2)
    game.finish_turn(consolidation="yes")
    assert game.table.vj.money == 6 + 2
    assert make_farm_game(vj_income="no").finish_turn(consolidation="yes").table.vj.money == 0


TRACK_ANSWER = {f"track-{market}": "0 1 $2, 4" for market in MARKETS}


def test_pa_g10_the_tracks_are_read_off_once_and_the_sum_is_known_from_then_on() -> None:
    game = Game(QUIET_CARDS, without=("market",)).finish_turn(consolidation="yes")
    assert game.key == "income-tracks"
    game.say(TRACK_ANSWER)
    assert (game.key, game.table.vj.money) == ("your-turn", 0)
    assert game.table.find_entry("market", "remote").money == (0, 1, 2, 4)
    assert game.table.find_entry("market", "remote").spaces == 4
    game.set_income_markers(remote=3, tourism=1).finish_turn(consolidation="yes")
    assert (game.key, game.table.vj.money) == ("your-turn", 5)
    learned = load_opponent("pampero").learn_pack(None, game.table)
    assert Session.new("pampero", pack=learned).table.find_entry("market", "tourism").money == (0, 1, 2, 4)


def test_pa_g10_whoever_leaves_a_track_out_is_asked_for_the_sum_only() -> None:
    game = Game(QUIET_CARDS, without=("market",)).finish_turn(consolidation="yes")
    game.say({"track-remote": "0 1 2"})
    assert game.key == "vj-income"
    assert game.say("3+4").table.vj.money == 7
    assert game.finish_turn(consolidation="yes").key == "vj-income"


def test_pa_g10_a_track_of_other_things_than_numbers_is_refused() -> None:
    game = Game(QUIET_CARDS, without=("market",)).finish_turn(consolidation="yes")
    for words in ("0 one 2", "7", "0 1 2345", " ".join(["1"] * 40)):
        with pytest.raises(BadAnswerError, match="is not an income track"):
            game.say({"track-remote": words})


def test_pa_21_pa_43_scoring_1_has_no_majority() -> None:
    game = make_farm_game().finish_turn(scoring="yes")
    assert "no majority" in game.get_reasons("PA-21")
    answer_scoring(game, tile=9)
    assert (game.table.vj.money, game.table.scoring) == (9, "2")
    assert game.table.slots[1].face_up


def test_pa_g36_vjs_score_is_entered_as_one_sum_or_part_by_part() -> None:
    assert make_farm_game().finish_turn(scoring="yes").say({"sum": "14+9"}).table.vj.money == 23
    assert answer_scoring(make_farm_game().finish_turn(scoring="yes"), tile=14, cards=9).table.vj.money == 23


def test_pa_23_a_tie_at_scoring_2_goes_to_vj() -> None:
    game = make_farm_game(scoring_moment="at_once").set_markers(1, 4, 4)
    answer_scoring(game.finish_turn(scoring="yes"))
    game.set_markers(1, 4, 4).finish_turn(scoring="yes")
    assert "so it goes to VJ" in game.get_instructions("PA-23")
    other = make_farm_game(scoring_moment="at_once")
    answer_scoring(other.finish_turn(scoring="yes"))
    other.set_markers(1, 5, 4).finish_turn(scoring="yes")
    assert "so it goes to you" in other.get_instructions("PA-23")


def test_pa_26_pa_26a_the_scoring_shows_reminders_of_vjs_exceptions() -> None:
    game = make_farm_game().finish_turn(scoring="yes")
    assert "ends where his board marks the end" in game.get_reasons("PA-26")
    assert "$3 for every filled cell" in game.get_reasons("PA-26a")


def test_pa_44_the_top_card_is_turned_face_down_after_scoring_2() -> None:
    game = make_farm_game()
    answer_scoring(game.finish_turn(scoring="yes"))
    answer_scoring(game.finish_turn(scoring="yes"))
    assert not game.table.slots[1].face_up
    assert game.table.face_up_slots == {2, 3}


def make_hand_counted_game() -> Game:
    """Return a game in which card 1 counts something that is not tracked."""
    three = make_cards(*QUIET_SECTIONS, second=QUIET_SECTIONS, third=QUIET_SECTIONS)
    three[0]["majority"], three[2]["majority"] = three[2]["majority"], three[0]["majority"]
    return Game(three)


def test_pa_22_pa_23_markers_moved_by_hand_are_asked_for_before_the_majority_is_told() -> None:
    game = make_hand_counted_game().set_markers(1, 2, 2)
    answer_scoring(game.finish_turn(scoring="yes"))
    game.finish_turn(scoring="yes")
    assert (game.key, game.fields) == ("markers-now", ["you1", "vj1"])
    assert "report it with your turn" not in game.session.transcript[-1].text
    game.say({"you1": 3})
    assert "you have 3 and VJ has 2, so it goes to you" in game.get_instructions("PA-23")
    answer_scoring(game)
    game.set_vj_values(skip_token=False).finish_turn(scoring="yes")
    assert (game.key, game.fields) == ("markers-now", ["you2"])
    assert game.say({"you2": 4}).key == "final"
    assert "you have 4 and VJ has 0, so it goes to you" in game.get_instructions("PA-23")


def test_pa_22_a_reminder_of_the_markers_comes_only_where_a_turn_of_yours_follows() -> None:
    game = make_hand_counted_game().finish_turn()
    assert "report it with your turn" in game.session.transcript[-1].text
    at_once = Game(QUIET_CARDS, scoring_moment="at_once")
    answer_scoring(at_once.finish_turn(scoring="yes")).finish_turn(scoring="yes")
    assert at_once.key == "scoring"


def test_pa_g35_vj_moves_before_the_scoring_or_after_it() -> None:
    before = make_farm_game().finish_turn(scoring="yes")
    assert (before.key, before.count_vj_pieces("farms")) == ("scoring", {"A2": 1})
    after = make_farm_game(scoring_moment="at_once").finish_turn(scoring="yes")
    assert (after.key, after.count_vj_pieces("farms")) == ("scoring", {})
    assert answer_scoring(after).count_vj_pieces("farms") == {"A2": 1}


def test_pa_g36_the_sheet_asks_for_each_sum() -> None:
    game = make_farm_game().set_vj_values(money=10).finish_turn(scoring="yes")
    answer_scoring(game, tile=8, cards=4, symbols=2, other=1)
    assert game.table.vj.money == 25
    assert "Give VJ $15" in game.get_instructions("PA-G36")


def test_pa_18_your_report_belongs_to_that_turn_in_the_history() -> None:
    game = make_farm_game().finish_turn()
    told = [one.round for one in game.session.transcript if one.metadata.get("key") == "your-turn"]
    assert told == [1]
    assert game.session.transcript[0].round == 0


def test_pa_24_an_income_track_is_drawn_as_long_as_it_was_told_to_be() -> None:
    game = make_farm_game()
    game.table.learn("market tourism, spaces", 6)
    drawn = {view.id: view.maximum for view in game.session.opponent.make_views(game.table) if isinstance(view, Scale)}
    assert drawn["income-tourism"] == 6


def test_pa_g36_an_empty_scoring_answer_is_refused() -> None:
    game = make_farm_game(skip_turn="may").set_vj_values(money=10).finish_turn(scoring="yes")
    assert game.session.ask is not None
    assert game.session.ask.fields[0].default is None
    with pytest.raises(BadAnswerError, match="Enter 0 where there is nothing"):
        game.say({})
    answer_scoring(answer_scoring(game, sum=0).finish_turn(scoring="yes"), tile=3).finish_turn(scoring="yes").say({})
    with pytest.raises(BadAnswerError, match="Enter 0 where there is nothing"):
        game.say({"yours": 30})
    assert game.table.vj.money == 13
    journal = game.session.journal
    journal.log[:] = [
        ("answer", "scoring", {}) if entry == ("answer", "scoring", {"sum": 0}) else entry for entry in journal.log
    ]
    assert Session.load(journal.format_text()).table.vj.money == 13  # it was an answer once


@pytest.mark.parametrize(("yours", "winner"), [(41, "you"), (39, "vj")])
def test_pa_20_most_money_wins(yours: int, winner: str) -> None:
    result = finish_game(yours, 40).session.result
    assert result is not None
    assert (result.winner, result.scores["you"], result.scores["vj"]) == (winner, yours, 40)


def test_pa_g37_equal_money_by_the_base_game_or_vjs() -> None:
    game = finish_game(40, 40)
    assert game.key == "tie"
    game.say("you")
    assert game.session.result is not None
    assert game.session.result.winner == "you"
    other = finish_game(40, 40, money_tie="vj").session.result
    assert other is not None
    assert other.winner == "vj"


# --- the skipped turn --------------------------------------------------------------------------------------


def test_pa_27a_once_per_game_you_let_vj_skip_a_turn() -> None:
    game = make_farm_game().finish_turn(skip="yes")
    assert (game.count_vj_pieces("farms"), game.table.vj.skip_token) == ({}, False)
    ask = game.session.ask
    assert ask is not None
    assert "skip" not in [field.key for field in ask.fields]


def make_ending_game(**options: Any) -> Game:
    """Return a game whose end was just reported, while VJ has not skipped a turn."""
    game = make_farm_game(**options)
    for _scoring in range(2):
        answer_scoring(game.finish_turn(scoring="yes"))
    return game.finish_turn(scoring="yes")


def test_pa_g2_must_asks_when_the_end_is_reported_and_the_last_turn_is_skipped() -> None:
    game = make_ending_game()
    assert game.key == "skip-last"
    before = game.count_vj_pieces("farms")
    game.say("now")
    assert (game.table.vj.skip_token, game.count_vj_pieces("farms")) == (False, before)
    played = make_ending_game().say("before")
    assert (played.table.vj.skip_token, played.count_vj_pieces("farms") != before) == (False, True)


def test_pa_g2_must_asks_at_once_too_and_may_never_asks() -> None:
    game = make_ending_game(scoring_moment="at_once")
    assert (game.key, game.options) == ("skip-last", ["now", "before"])
    assert game.say("now").key == "final"
    assert make_ending_game(skip_turn="may").say({}).key == "final"
    assert make_ending_game(skip_turn="may", scoring_moment="at_once").key == "final"


def test_pa_38_a_gap_in_the_row_stays_known_until_the_refill_is_told() -> None:
    game = make_farm_game().set_scoring_cards(s01=(None, ("tourism",)), s02=(None, ("remote",)))
    game.finish_turn(taken=["s01"])
    assert game.table.gaps == 1
    game.finish_turn()
    assert game.table.gaps == 1
    game.finish_turn(came=["s03"])
    assert game.table.gaps == 0


def test_pa_39_pa_d1_one_section_of_a_face_up_card_is_carried_out() -> None:
    game = make_farm_game()
    game.finish_turn()
    assert len(game.entries("PA-45")) == 1
    assert "Card 1, section 1" in game.get_instructions("PA-45")
