"""Every rule of the virtual player, demonstrated in a game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

import rival
from rival.games.mombasa import dice
from rival.games.mombasa.bases import BaseSpace, count_visible_coins, list_removable_posts, make_full_base, remove_post
from rival.games.mombasa.box import find_pack_oddities
from rival.games.mombasa.levels import LEVEL_THRESHOLDS, count_points_to_next_level, find_level
from rival.games.mombasa.max_spaces import sum_cards_by_type
from rival.games.mombasa.rules import REFILL_ORDER, split_deck
from rival.games.mombasa.table import COMPANIES, PROBABLE_DECK, Board
from rival.kernel import Session
from rival.terminal.input_parser import parse_answer
from tests.mombasa.game_driver import BASE_LAYOUT, PLAIN_CARDS, STARTING_DECK, MombasaTable, make_expanding_table


def get_setup_items() -> dict[str, str]:
    session = Session.new("mombasa", seed=1)
    assert session.ask is not None
    return {cite: item.text for item in session.ask.items for cite in item.cites}


def get_planning_items(table: MombasaTable) -> dict[str, str]:
    """Return the texts of the planning checklist that cite each rule."""
    assert table.session.ask is not None
    assert table.key == "planned"
    return {cite: item.text for item in table.session.ask.items for cite in item.cites}


def get_preparation_items(table: MombasaTable) -> dict[str, str]:
    assert table.session.ask is not None
    assert table.key == "preparation"
    return {cite: item.text for item in table.session.ask.items for cite in item.cites}


def play_to_the_end(**score: object) -> MombasaTable:
    """Return a game in which you only pass, with this final score."""
    table = MombasaTable()
    for _round in range(7):
        if table.key == "preparation":
            table.start_next_round()
        table.say(True)
        if table.key == "draw":
            assert table.session.ask is not None
            drawable_cards = split_deck(table.board)[1]
            table.say([table.board.cards[name].id for name in drawable_cards[: table.session.ask.least]])
        table.pass_turn()
        if table.key == "report":
            table.report_and_expand().choose_first_options()
    return table.say({"money": 0, **score})


def iterate_boards() -> Iterator[Board]:
    """Return the boards of three sample games after every answer."""
    for seed in (1, 2, 3):
        journal = rival.play_demo("mombasa", seed=seed).journal
        session = Session.new("mombasa", seed=seed, pack=journal.header["pack"])
        for _kind, _key, value in journal.active_entries:
            session.answer(value)
            yield session.table


# --- frame and set-up --------------------------------------------------------------------------------------


def test_mo_01_the_virtual_player_stands_in_for_the_second_player() -> None:
    assert "two players" in get_setup_items()["MO-01"]
    result = rival.play_demo("mombasa", seed=1).result
    assert result is not None
    assert list(result.scores) == ["you"]


def test_mo_02_your_score_is_compared_with_the_levels() -> None:
    table = play_to_the_end(money=119)
    assert table.session.result is not None
    assert table.session.result.level is None
    assert "1 point short of “a fair win”" in str(table.session.result.text)


def test_mo_03_two_rolls_of_a_d6_are_a_row_and_a_column() -> None:
    table = MombasaTable(dice_reading="d6").confirm_plan(*PLAIN_CARDS).take_your_turn().roll(1, 2, 5)
    assert "display space 6 (row 2, right)" in table.entries("MO-16")[-1].text


@pytest.mark.parametrize("region", ["A", "B"])
def test_mo_04_you_may_choose_at_random_by_any_method(region: str) -> None:
    table = make_expanding_table(1, land={"borders": {}, "gates": {"cairo": {"A": 1, "B": 1}}}).report_and_expand()
    assert table.choose_region(region).choose_first_options().board.posts == {region: "cairo"}


def test_mo_05_a_two_player_game_is_set_up() -> None:
    assert "normal game for two players" in get_setup_items()["MO-05"]


def test_mo_06_you_are_first_player_of_round_1() -> None:
    assert "yours" in get_setup_items()["MO-06"]
    assert MombasaTable().confirm_plan(*PLAIN_CARDS).key == "your-turn"


def test_mo_07_ten_cards_three_markers_and_nothing_else() -> None:
    assert "3 bonus markers" in get_setup_items()["MO-07"]
    session = Session.new("mombasa", seed=1)
    session.answer(True)
    assert session.ask is not None
    assert [field.default for field in session.ask.fields] == list(PROBABLE_DECK)
    session.answer({"card1": "cotton-2"})
    session.answer({})
    assert [card.id for card in session.table.cards.values()] == ["cotton-2", *PROBABLE_DECK[1:]]
    assert session.table.markers_left == 3


def test_mo_07_the_card_left_open_is_asked_for_when_it_first_comes_up() -> None:
    table = MombasaTable(deck=["open"] * 10, shuffle="program").say(True)
    assert table.key == "card"
    with pytest.raises(rival.BadAnswerError, match="Did you mean"):
        table.say("coffee")
    for _card in range(4):
        table.say("cotton-3")
    assert table.board.thresholds == {"cotton": 12}


@pytest.mark.parametrize(("shuffle", "key"), [("program", "card"), ("you", "draw")])
def test_mo_07_the_card_left_open_is_no_diamond_merchant(shuffle: str, key: str) -> None:
    """Diamond merchants are only bought."""
    table = MombasaTable(deck=["open"] * 10, shuffle=shuffle).say(True)
    assert table.key == key
    assert "diamonds" not in table.options
    assert "bookkeeper" in table.options
    with pytest.raises(rival.BadAnswerError):
        table.say("diamonds" if shuffle == "program" else ["diamonds", *STARTING_DECK[:3]])
    with pytest.raises(rival.BadAnswerError):
        table.session.correct("cards.c1", "diamonds")


def test_mo_07_the_ten_cards_have_no_diamond_merchant() -> None:
    table = MombasaTable(pack=None)
    with pytest.raises(rival.BadAnswerError):
        table.say({"card9": "diamonds"})
    assert [len(find_pack_oddities({"deck": deck})) for deck in ([*STARTING_DECK], list(PROBABLE_DECK))] == [1, 0]


def test_mo_07_a_diamond_merchant_that_comes_up_is_a_card_it_took() -> None:
    deck = ["bananas-1", "bananas-2", "coffee-1", "coffee-2", "cotton-1", "cotton-2", "bookkeeper", "bananas-3"]
    table = MombasaTable(deck=[*deck, "open", "coffee-3"]).confirm_plan(*deck[:4]).take_your_turn().play_card_turn(1)
    table.pass_turn().start_next_round().confirm_plan(*deck[4:]).pass_turn().start_next_round().say(True)
    with pytest.raises(rival.BadAnswerError, match="diamond merchant"):
        table.enter_drawn_cards("diamonds", "diamonds", "bananas-1")
    table.enter_drawn_cards("diamonds", "bananas-4", "bananas-1")
    assert [table.board.cards[name].id for name in ("c9", "c11")] == ["bananas-4", "diamonds"]


def test_mo_07_turned_up_by_you_the_card_left_open_is_told_with_the_others() -> None:
    table = MombasaTable(deck=[*PROBABLE_DECK]).confirm_plan("cotton-3", *PLAIN_CARDS[:3])
    assert table.key == "your-turn"
    assert table.board.thresholds["cotton"] == 3
    assert table.board.cards["c9"].id == "cotton-3"


def test_mo_08_otherwise_the_normal_rules_hold() -> None:
    assert "normal" in get_setup_items()["MO-08"]


# --- planning ----------------------------------------------------------------------------------------------


def test_mo_09_an_empty_report_ends_your_turn() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn()
    assert table.key == "card-or-marker"
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn(took=[3, 4], placed=[2])
    assert (table.board.display.count(False), table.board.bonus[1].holder) == (2, "you")


def test_mo_10_four_cards_of_the_shuffled_deck() -> None:
    table = MombasaTable().say(True)
    assert table.key == "draw"
    assert len(table.options) == 10
    table.enter_drawn_cards(*PLAIN_CARDS)
    assert (len(table.board.active), len(table.board.deck)) == (4, 6)


@pytest.mark.parametrize("dice", ["program", "mine"])
def test_mo_10_with_the_real_cards_you_deal_and_enter_what_came_up(dice: str) -> None:
    table = MombasaTable(dice=dice, shuffle="you")
    assert "Shuffle the virtual player’s deck" in get_planning_items(table)["MO-10"]
    table.say(True)
    assert table.key == "draw"
    assert table.session.ask is not None
    assert table.session.ask.who == "table"


@pytest.mark.parametrize("dice", ["program", "mine"])
def test_mo_10_with_the_programs_cards_it_deals_whoever_rolls(dice: str) -> None:
    table = MombasaTable(dice=dice, shuffle="program")
    assert "Rival draws" in get_planning_items(table)["MO-10"]
    table.say(True)
    assert table.key == "your-turn"
    assert len(table.board.active) == 4
    assert table.entries("MO-11")[-1].text.startswith(
        "Find these four cards of the virtual player and lay them face up"
    )


def test_mo_10_two_equal_cards_can_be_typed_by_name() -> None:
    table = MombasaTable(deck=["coffee-2", "coffee-2", *STARTING_DECK[2:]]).say(True)
    question = table.session.ask
    assert question is not None
    assert [one.label for one in question.options].count("coffee 2") == 1
    table.type_line("coffee 2, кофе 2, cotton 1, expansion 1")
    assert table.board.thresholds == {"coffee": 4, "cotton": 1, "expansion": 1}


def test_mo_10_two_equal_cards_can_be_corrected_by_name() -> None:
    table = MombasaTable(deck=["coffee-2", "coffee-2", *STARTING_DECK[:7], "expansion-1"]).confirm_plan(
        *STARTING_DECK[:4]
    )
    shape = table.session.collect_editable_values()["active"].answer_type
    table.session.correct("active", parse_answer(shape, "кофе 2, кофе 2, бананы 1, cotton 1", table.session.catalogues))
    cards = [table.board.cards[name].id for name in table.board.active]
    assert sorted(cards) == ["bananas-1", "coffee-2", "coffee-2", "cotton-1"]


def test_mo_07_mo_a1_unchanged_suggestions_appear_in_the_history() -> None:
    table = MombasaTable(pack=None).say({}).say({"space2": "Crane"})
    said = [entry.text for entry in table.session.transcript if entry.kind == "answer"]
    assert said[-2].startswith("The virtual player’s cards: bananas 1, bananas 2, coffee 1")
    assert said[-1] == "Bonus spaces: 2 (Crane)."


def test_mo_10_more_of_a_kind_than_its_deck_has_are_refused() -> None:
    table = MombasaTable().say(True)
    with pytest.raises(rival.BadAnswerError, match="deck doesn’t have that many “coffee 1” cards"):
        table.enter_drawn_cards("coffee-1", "coffee-1", "cotton-1", "cotton-2")
    with pytest.raises(rival.BadAnswerError):
        table.enter_drawn_cards("coffee-1", "cotton-1", "cotton-2")
    assert table.enter_drawn_cards(*PLAIN_CARDS).key == "your-turn"


def test_mo_11_its_cards_show_only_when_you_have_planned() -> None:
    table = MombasaTable(dice="program", shuffle="program")
    assert table.key == "planned"
    assert table.board.active == []
    assert not table.entries("MO-11")
    table.say(True)
    assert len(table.board.active) == 4
    assert table.entries("MO-11")


def test_mo_11_cards_that_you_turned_up_are_not_repeated() -> None:
    assert not [entry for entry in MombasaTable().confirm_plan(*PLAIN_CARDS).entries("MO-11") if entry.kind == "do"]


def test_mo_12_an_equal_total_is_enough_for_max() -> None:
    table = MombasaTable().confirm_plan("bananas-1", "bananas-2", "cotton-2", "bookkeeper")
    for total, verdict in ((2, "No."), (3, "Yes."), (4, "Yes.")):
        line = table.session.answer_inquiry("max", {"type": "bananas", "total": total})
        assert line.text.startswith(verdict)
        assert "MO-12" in line.cites


def test_mo_12_every_turn_of_yours_reminds_of_the_max_requirements() -> None:
    table = MombasaTable().confirm_plan("bananas-1", "bananas-2", "cotton-2", "bookkeeper")
    for _turn in range(2):
        assert table.session.ask is not None
        assert [line.text for line in table.session.ask.notes] == [
            "Needed for MAX: bananas 3, cotton 2; at least one card of each type: coffee, expansion, "
            "as the virtual player has none active."
        ]
        assert not table.session.ask.because
        table.take_your_turn().play_marker_turn(1 + _turn)
    assert all("MAX" not in line.text for entry in table.session.transcript for line in entry.because)


def test_mo_12_asking_in_between_leaves_no_trace() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    before = (table.session.journal.format_text(), table.session.ask)
    table.session.answer_inquiry("max", {"type": "coffee", "total": 9})
    assert (table.session.journal.format_text(), table.session.ask) == before
    for name, value in (("max", {"type": "gold", "total": 1}), ("min", {}), ("max", {"type": "coffee"})):
        with pytest.raises(rival.BadAnswerError):
            table.session.answer_inquiry(name, value)


# --- its turn ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", range(1, 7))
def test_mo_13_mo_14_one_to_three_a_card_four_to_six_a_marker(face: int) -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().roll(face)
    assert table.key == ("display-die" if face <= 3 else "bonus-die")


def test_mo_15_without_a_marker_it_takes_a_card() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    for space in (2, 3, 4):
        table.take_your_turn().play_marker_turn(space)
    table.take_your_turn()
    assert table.key == "display-die"
    assert "no marker left" in table.reasons("MO-15")[-1]


def test_mo_16_the_card_is_chosen_by_a_d12() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().roll(1, 12)
    assert table.board.filled_display_spaces == list(range(1, 12))
    assert "row 4, right" in table.entries("MO-16", "MO-18")[-1].text


def test_mo_17_the_card_costs_nothing() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_card_turn(3)
    assert "The virtual player pays nothing" in table.entries("MO-17")[-1].text


def test_mo_18_the_card_goes_to_its_discard_pile_and_no_question_interrupts_the_round() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_card_turn(3)
    assert [table.board.cards[name].id for name in table.board.discard] == ["open"]
    assert table.key == "your-turn"


def play_until_cards_are_taken(*spaces: int) -> MombasaTable:
    table = MombasaTable(shuffle="program").confirm_plan()
    for space in spaces:
        table.take_your_turn().play_card_turn(space)
    return (
        table.pass_turn()
        if table.board.thresholds.get("expansion", 0) == 0
        else table.pass_turn().report_and_expand().choose_first_options()
    )


def test_mo_18_with_the_programs_cards_those_it_took_are_told_together_when_the_round_is_over() -> None:
    table = play_until_cards_are_taken(3, 7, 12)
    assert table.key == "taken"
    question = table.session.ask
    assert question is not None
    assert "took 3 cards this round" in question.text
    assert "top 3 of its discard pile" in question.text
    with pytest.raises(rival.BadAnswerError):
        table.say(["coffee-2", "share"])
    table.type_line("coffee 2, share, кофе 2")
    assert [table.board.cards[f"c{n}"].id for n in (11, 12, 13)] == ["coffee-2", "share", "coffee-2"]
    assert table.key == "preparation"


def test_mo_18_one_card_is_asked_for_as_one() -> None:
    question = play_until_cards_are_taken(3).session.ask
    assert question is not None
    assert "took 1 card this round: the top card" in question.text


def test_mo_18_a_taken_card_can_be_entered_at_once() -> None:
    table = MombasaTable(shuffle="program").confirm_plan().take_your_turn().play_card_turn(3)
    assert table.key == "your-turn", "nobody must"
    [offered] = table.session.list_open_assumptions()
    assert offered.about == {"card": "c11", "along": True}
    assert table.entries("MO-18")[-1].objection is not None
    table.session.correct(offered.key, "coffee-2")
    assert table.board.cards["c11"].id == "coffee-2"
    assert table.key == "your-turn"
    table.take_your_turn().play_card_turn(7)
    table.pass_turn()
    if table.key == "report":
        table.report_and_expand().choose_first_options()
    question = table.session.ask
    assert question is not None
    assert (question.key, question.most) == ("taken", 1), "only what is missing is asked for"
    assert "1 card that the virtual player took this round is still unknown" in question.text
    table.say(["share"])
    assert table.board.cards["c12"].id == "share"


def test_mo_18_a_card_entered_at_once_is_not_asked_for_again() -> None:
    table = MombasaTable(shuffle="program").confirm_plan().take_your_turn().play_card_turn(3)
    table.session.correct("step.1.took", "share")
    table.pass_turn()
    if table.key == "report":
        table.report_and_expand().choose_first_options()
    assert table.key == "preparation"


def test_mo_18_a_card_that_can_no_longer_come_up_is_never_asked_for() -> None:
    table = MombasaTable(shuffle="program")
    table.session.correct("round", 6)
    table.session.correct("deck", table.board.deck)
    table.confirm_plan().take_your_turn().play_card_turn(3)
    assert not table.session.list_open_assumptions()
    table.pass_turn()
    if table.key == "report":
        table.report_and_expand().choose_first_options()
    assert len(table.board.deck) == 6  # enough for the four of round 7
    assert table.key == "preparation"


def test_mo_18_with_your_own_cards_a_card_it_took_is_told_when_it_comes_up() -> None:
    table = play_to_third_round().confirm_plan("expansion-4", "bananas-1")
    assert table.board.cards["c11"].id == "expansion-4"
    assert table.board.thresholds == {"bananas": 1, "expansion": 7}


def play_to_third_round() -> MombasaTable:
    """Two rounds without expansions; in the first it took a card. Two cards are left in the deck."""
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_card_turn(1).pass_turn().start_next_round()
    return table.confirm_plan("cotton-1", "cotton-2", "bookkeeper", "diamonds").pass_turn().start_next_round()


def test_mo_19_the_discard_pile_becomes_the_deck_when_it_is_needed() -> None:
    table = play_to_third_round()
    assert len(table.board.deck) == 2
    table.confirm_plan("expansion-4", "bananas-1")
    active = [table.board.cards[name].id for name in table.board.active]
    assert sorted(active) == ["bananas-1", "expansion-1", "expansion-2", "expansion-4"]
    assert table.board.discard == []


def test_mo_19_that_the_discard_pile_is_shuffled_in_is_said_before_you_plan() -> None:
    table = play_to_third_round()
    assert table.session.ask is not None
    assert [item.text for item in table.session.ask.items] == [
        "The virtual player’s deck has only 2 cards left: lay them face down.",
        "Shuffle the virtual player’s discard pile, which becomes its new deck, and lay its top 2 cards face down.",
    ]


def test_mo_19_with_the_programs_cards_the_program_shuffles() -> None:
    table = MombasaTable(shuffle="program")
    table.session.correct("deck", ["c1", "c2"])
    assert "Rival shuffles its discard pile, which becomes the new deck" in get_planning_items(table)["MO-19"]
    table.say(True)
    assert "The last cards of the virtual player’s deck: bananas 1, bananas 2." in table.reasons("MO-19")[0]
    assert table.board.active[:2] == ["c1", "c2"]


def test_mo_20_its_markers_go_only_on_the_seven_spaces_of_the_board() -> None:
    assert "tracks don’t count" in get_setup_items()["MO-20"]
    assert {
        space for group, place in product(range(1, 7), repeat=2) if (space := dice.find_bonus_space(group, place))
    } == {*range(1, 8)}


def test_mo_21_never_on_a_space_with_max() -> None:
    assert "have no MAX" in get_setup_items()["MO-21"]
    assert len(MombasaTable().board.bonus) == 7


def test_mo_22_a_free_space_is_chosen_by_a_d8() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn(placed=[5]).roll(4)
    assert table.session.open_ask is not None
    assert table.session.open_ask.answer_type.valid_faces == (1, 2, 3, 4, 6, 7)  # type: ignore[attr-defined]
    assert table.roll(6).board.bonus[5].holder == "ivp"


def test_mo_23_it_merely_blocks_the_space() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_marker_turn(6)
    assert "It only blocks the space" in table.entries("MO-23")[-1].text
    with pytest.raises(rival.BadAnswerError):
        table.take_your_turn(placed=[6])


def test_mo_24_the_first_player_space_makes_it_first_in_the_next_round() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_marker_turn(1)
    told = table.entries("MO-20", "MO-24")[-1]
    assert "The virtual player will be first player in the next round" in told.text
    assert "blocks" not in told.text
    assert "MO-23" not in told.cites
    assert table.board.first_player == "you"
    table.pass_turn().start_next_round()
    assert table.board.first_player == "ivp"
    assert table.confirm_plan("cotton-1", "cotton-2", "bookkeeper", "diamonds").key == "card-or-marker"


def test_mo_24_in_round_7_no_text_mentions_a_next_round() -> None:
    table = MombasaTable()
    table.session.correct("round", 7)
    table.confirm_plan(*PLAIN_CARDS).take_your_turn().play_marker_turn(1)
    assert "It only blocks the space" in table.entries("MO-20", "MO-23")[-1].text
    table.pass_turn()
    assert not [entry for entry in table.session.transcript if "next round" in entry.text]


# --- the end of the action phase -----------------------------------------------------------------------------


def test_mo_25_it_takes_turns_until_you_pass() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    for space in range(1, 13):
        table.take_your_turn().play_card_turn(space)
    assert table.pass_turn().key == "preparation"


def test_mo_26_one_expansion_with_the_sum_of_its_expansion_points() -> None:
    table = make_expanding_table(3)
    assert table.key == "report"
    assert "expansion 1 + expansion 2 = 3 points" in table.reasons("MO-26")[-1]
    table.report_and_expand()
    assert "3 points" in table.entries("MO-26")[-1].text
    assert "expansion 1 + expansion 2 = 3 points" in table.reasons("MO-26")[-1]
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).pass_turn()
    assert table.key == "preparation"
    assert table.entries("MO-26")[-1].text == (
        "The virtual player’s four cards (bananas 1, bananas 2, coffee 1, coffee 2) include no expansion card, "
        "so there is no expansion."
    )


def test_mo_26_the_seventh_round_has_one_too() -> None:
    table = MombasaTable()
    table.session.correct("round", 7)
    table.confirm_plan("expansion-2", *PLAIN_CARDS[:3]).pass_turn()
    assert table.key == "report"
    assert table.report_and_expand().choose_first_options().key == "final"
    assert table.board.count_posts_on_map("cairo") == 2


def test_mo_27_the_company_closest_to_the_start_of_its_track_expands() -> None:
    table = make_expanding_table().report_and_expand({"mombasa": 1, "cape-town": 4, "saint-louis": 2, "cairo": 3})
    assert table.entries("MO-27")[-1].text == (
        "The virtual player expands Mombasa: your marker is closest to the start on its track (1 space)."
    )


def test_mo_28_several_such_companies_are_chosen_from_at_random() -> None:
    table = make_expanding_table().report_and_expand({"mombasa": 2, "cape-town": 1, "saint-louis": 1, "cairo": 5})
    assert table.key == "company"
    assert table.options == ["cape-town", "saint-louis"]
    assert table.say("saint-louis").entries("MO-27")[-1].text == (
        "Your markers on these tracks are equally close to the start (1 space): Cape Town, Saint-Louis. "
        "Chance chose Saint-Louis: the virtual player expands it."
    )


def test_mo_29_the_points_pay_for_posts_of_that_company() -> None:
    table = make_expanding_table(3).report_and_expand().choose_first_options()
    assert table.board.posts == {"A": "cairo", "B": "cairo", "C": "cairo"}
    assert "No points are left." in table.entries("MO-29", "MO-34")[-1].text


STAR = {"borders": {}, "gates": {"cairo": {"A": 1, "B": 1, "C": 2}}}


def test_mo_30_first_a_region_with_a_post_of_the_company_you_are_furthest_with() -> None:
    table = make_expanding_table(land=STAR).report_and_expand(posts={"B": "mombasa"}).choose_first_options()
    assert table.board.posts == {"B": "cairo"}


def test_mo_31_the_cheapest_of_them_then_chance() -> None:
    land = {"borders": {}, "gates": {"cairo": {"A": 1, "B": 2, "C": 1}}}
    table = make_expanding_table(3, land=land).report_and_expand(posts={"A": "mombasa", "B": "mombasa", "C": "mombasa"})
    assert table.key == "target"
    assert table.options == ["A", "C"]
    assert "A for 2 points, C for 2 points" in table.reasons("MO-31")[-1]


def test_mo_32_then_as_many_regions_as_possible() -> None:
    land = {
        "borders": {"X": {"Y": 1, "Z": 1}},
        "gates": {"cairo": {"A": 2, "X": 1}},
    }
    table = make_expanding_table(3, land=land).report_and_expand().choose_first_options()
    assert sorted(table.board.posts) == ["X", "Y", "Z"]


def test_mo_33_a_displaced_post_covers_a_coin_of_its_base() -> None:
    table = make_expanding_table().report_and_expand(posts={"A": "mombasa", "E": "mombasa"}).choose_first_options()
    home = table.entries("MO-33")[-1].text
    assert "Take the post of Mombasa out of A and put it back on its base: column 1, space 2. It covers 1 coin." in home
    assert count_visible_coins(table.board.bases["mombasa"]) == 0


def test_mo_34_the_post_that_leaves_shows_as_few_coins_as_possible() -> None:
    bases = {"cairo": [[1, 1, 2], [0, 0, 1, 2], [1, 0, 0, 2], [1, 0, 1, 2]]}
    table = make_expanding_table(2, bases=bases).report_and_expand().choose_first_options()
    assert [sum(column.posts) for column in table.board.bases["cairo"]] == [3, 2, 4, 4]


# --- remarks, frame of the round, levels ---------------------------------------------------------------------


def test_mo_35_a_display_that_can_no_longer_be_filled() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    table.session.correct("stack", 1)
    table.take_your_turn(took=[1, 3]).play_card_turn(2).pass_turn()
    assert "allowed" in get_preparation_items(table)["MO-35"]
    table.start_next_round()
    assert table.key == "empty-spaces"
    assert table.session.ask is not None
    assert table.session.ask.default == [1, 2]
    table.say([1, 2])
    assert (table.board.display.count(False), table.board.stack) == (2, 0)


def test_mo_35_with_an_empty_stack_nobody_is_asked_which_spaces_stay_empty() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    table.session.correct("stack", 0)
    table.take_your_turn(took=[1, 3]).play_card_turn(2).pass_turn()
    assert "No cards are left" in get_preparation_items(table)["MO-A6"]
    assert table.start_next_round().key == "planned"
    assert table.board.filled_display_spaces == list(range(4, 13))


def test_mo_36_share_cards_do_nothing() -> None:
    deck = [*STARTING_DECK[:8], "share", "expansion-1"]
    table = MombasaTable(deck=deck).confirm_plan("share", *PLAIN_CARDS[:3])
    assert "have no effect" in table.entries("MO-36")[0].text
    assert table.pass_turn().key == "preparation"


def test_mo_37_seven_rounds_and_no_preparation_after_the_last() -> None:
    table = play_to_the_end()
    assert table.board.round == 7
    assert len(table.entries("MO-37", "MO-38")) == 6


def test_mo_38_preparation() -> None:
    table = (
        MombasaTable()
        .confirm_plan(*PLAIN_CARDS)
        .take_your_turn(took=[1], placed=[1, 2])
        .play_marker_turn(3)
        .pass_turn()
    )
    items = get_preparation_items(table)
    assert "Refill the display: 1 card." in items["MO-A6"]
    table.start_next_round()
    assert (len(table.board.discard), table.board.active, table.board.thresholds) == (4, [], {})
    assert table.board.markers_left == 3
    assert table.board.free_bonus_spaces == [1, 2, 3, 4, 5, 6, 7]
    assert all(table.board.display)
    assert table.board.stack == 31


def test_mo_39_only_you_score_money_diamonds_books_and_shares() -> None:
    table = play_to_the_end(money="20+3", diamonds=10, books=5, share_cards=4, shares_cairo=3, value_cairo=7)
    assert table.session.result is not None
    assert dict(table.session.result.scores) == {"you": 23 + 10 + 5 + 4 + 21}
    assert table.session.result.winner is None


def get_share_values(table: MombasaTable) -> dict[str, int | None]:
    """Return the share values that the final form suggests."""
    assert table.key == "final"
    assert table.session.ask is not None
    return {field.key: field.default for field in table.session.ask.fields if field.key.startswith("value")}


def play_last_round(*kinds: str) -> MombasaTable:
    table = MombasaTable()
    table.session.correct("round", 7)
    return table.confirm_plan(*kinds).pass_turn()


def test_mo_39_the_value_of_a_share_is_proposed_right_after_the_expansion_of_round_7() -> None:
    table = (
        play_last_round("expansion-2", *PLAIN_CARDS[:3])
        .report_and_expand(posts={"E": "mombasa"})
        .choose_first_options()
    )
    assert get_share_values(table)["value_cairo"] == count_visible_coins(table.board.bases["cairo"])
    assert (
        get_share_values(table)["value_mombasa"] is None
    )  # you moved a post of it, and its base was not entered since


def test_mo_39_without_an_expansion_in_round_7_no_value_is_proposed() -> None:
    table = play_last_round(*PLAIN_CARDS)
    assert set(get_share_values(table).values()) == {None}
    with pytest.raises(rival.BadAnswerError, match="Cairo: enter the value of one share"):
        table.say({"money": 3, "shares_cairo": 2})
    table.say({"money": 3, "shares_cairo": 2, "value_cairo": 4})
    assert table.session.result is not None
    assert dict(table.session.result.scores) == {"you": 11}


def test_mo_39_the_share_value_of_an_outdated_base_is_not_suggested() -> None:
    table = make_expanding_table().report_and_expand(posts={"E": "mombasa"}).choose_first_options().start_next_round()
    table.session.correct("round", 7)
    table.say(True).enter_drawn_cards("cotton-1", "cotton-2", "bookkeeper", "diamonds").pass_turn()
    assert set(get_share_values(table).values()) == {None}


def test_mo_39_an_unchanged_form_is_refused() -> None:
    table = play_last_round(*PLAIN_CARDS)
    with pytest.raises(rival.BadAnswerError, match="Still missing: money"):
        table.say({})


@pytest.mark.parametrize(
    ("score", "reached", "missing"),
    [
        (0, None, 120),
        (119, None, 1),
        (120, "fair", 15),
        (134, "fair", 1),
        (135, "good", 15),
        (150, "very_good", 15),
        (165, "excellent", 25),
        (190, "outstanding", 10),
        (199, "outstanding", 1),
        (200, "amazing", 0),
    ],
)
def test_mo_40_levels(score: int, reached: str | None, missing: int) -> None:
    assert (find_level(score), count_points_to_next_level(score)) == (reached, missing)
    assert list(LEVEL_THRESHOLDS.values()) == [120, 135, 150, 165, 190, 200]


# --- derived -------------------------------------------------------------------------------------------------


def test_mo_d1_the_virtual_player_never_loses_a_card() -> None:
    for board in iterate_boards():
        piles = [*board.deck, *board.discard, *board.active]
        assert sorted(piles) == sorted(board.cards)
        assert len(board.active) in (0, 4)


def test_mo_d2_at_most_three_markers_on_different_spaces() -> None:
    for board in iterate_boards():
        assert 0 <= board.markers_left <= 3
        assert len(board.bonus) == 7


def test_mo_d3_cards_it_took_are_active_from_round_3_at_the_earliest() -> None:
    for board in iterate_boards():
        if board.round <= 2:
            assert {int(name[1:]) <= 10 for name in board.active} <= {True}


def test_mo_d4_an_expansion_has_at_most_16_points_and_coins_move_one_way() -> None:
    assert sum_cards_by_type([("expansion", 4)] * 4) == {"expansion": 16}
    table = make_expanding_table(3).report_and_expand(posts={"A": "mombasa", "B": "cape-town"})
    assert set(table.board.bases) == {*COMPANIES} - {"cape-town"}  # asked for only where it matters
    before = {company: count_visible_coins(base) for company, base in table.board.bases.items()}
    table.choose_first_options()
    after = {company: count_visible_coins(base) for company, base in table.board.bases.items()}
    assert after["cairo"] >= before["cairo"]
    assert all(after[company] <= before[company] for company in before if company != "cairo")
    assert 15 - table.board.count_supply("cairo") == table.board.count_posts_on_map("cairo")


# --- rulings -------------------------------------------------------------------------------------------------


def test_mo_a1_the_seven_are_those_without_max_named_in_the_pack() -> None:
    names = ["Book", "First", "Gem", "Coin", "Ship", "Map", "Crown"]
    pack = {"game": "mombasa", "deck": STARTING_DECK, "bonus": names, "first_player_space": 2}
    table = MombasaTable(pack=pack).confirm_plan(*PLAIN_CARDS).take_your_turn().play_marker_turn(2)
    assert "bonus space 2 (First)" in table.entries("MO-22")[-1].text
    assert table.pass_turn().start_next_round().board.first_player == "ivp"


@pytest.mark.parametrize("face", [8, 5])
def test_mo_a2_an_eight_or_a_taken_space_is_rolled_again(face: int) -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn(placed=[5]).roll(4, face)
    assert table.key == "bonus-die"
    assert table.entries("MO-A2")
    assert table.roll(6).board.bonus[5].holder == "ivp"


def test_mo_a3_all_seven_spaces_taken_means_a_card() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn(placed=[1, 2, 3, 4, 5, 6, 7])
    assert table.key == "display-die"
    assert "All 7 bonus spaces" in table.reasons("MO-A3")[-1]


def test_mo_a4_an_empty_display_space_is_rolled_again() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn(took=[7]).roll(1, 7)
    assert table.key == "display-die"
    assert "roll again" in table.entries("MO-A4")[-1].text
    assert table.roll(8).key == "your-turn"


def test_mo_a5_an_empty_display_means_a_marker_and_after_that_nothing() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn(took=list(range(1, 13)))
    assert table.key == "bonus-die"
    table.roll(2).take_your_turn(placed=[1, 3, 4, 5, 6, 7])
    assert table.key == "your-turn"
    assert "skips its turn" in table.entries("MO-A5")[-1].text


def test_mo_a6_the_display_is_refilled_in_the_preparation_only() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_card_turn(3)
    assert not table.board.display[2]
    assert table.pass_turn().start_next_round().board.display[2]


def test_mo_a7_the_active_cards_go_to_the_discard_pile_every_round() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).pass_turn().start_next_round()
    assert sorted(table.board.cards[name].id for name in table.board.discard) == sorted(PLAIN_CARDS)


def test_mo_a8_a_short_deck_is_drawn_first_then_the_shuffled_discard_pile() -> None:
    table = play_to_third_round().say(True)
    assert table.key == "draw"
    assert table.session.ask is not None
    assert table.session.ask.least == 2
    assert len(table.options) == 19  # they include a card it took, which can be of any kind
    assert table.reasons("MO-A8") == [
        "These last cards of the virtual player’s deck are active in any case: expansion 2, expansion 1."
    ]


def test_mo_a8_an_empty_deck_is_replaced_by_the_shuffled_discard_pile() -> None:
    table = play_to_third_round()
    table.session.correct("deck", [])
    assert table.session.ask is not None
    assert [item.text for item in table.session.ask.items] == [
        "The virtual player’s deck is empty.",
        "Shuffle the virtual player’s discard pile, which becomes its new deck, and lay its top 4 cards face down.",
    ]
    table.confirm_plan(*PLAIN_CARDS)
    assert len(table.board.deck) == 7


def test_mo_a8_a_deck_corrected_to_be_short_while_its_cards_are_turned_up() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).pass_turn().start_next_round().say(True)
    assert (table.key, len(table.board.deck)) == ("draw", 6)
    last, before = table.board.deck[0], list(table.board.deck)
    table.session.correct("deck", [last])
    assert table.session.ask is not None
    assert (split_deck(table.board)[0], table.session.ask.least) == ([last], 3)
    drawn = [table.board.cards[name].id for name in split_deck(table.board)[1][:3]]
    assert table.say(drawn).key == "your-turn"
    assert (len(table.board.active), table.board.discard) == (4, [])
    assert last in table.board.active
    table.session.undo()
    table.session.correct("deck", before)
    assert (table.board.deck, table.board.active, table.session.ask.least) == (before, [], 4), "there and back"


def test_mo_a8_a_deck_of_exactly_four_needs_no_draw() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).pass_turn().start_next_round()
    table.session.correct("deck", table.board.deck[:4])
    rest = list(table.board.deck)
    assert table.say(True).key == "your-turn"
    assert table.board.active == rest
    assert "Turn the virtual player’s four cards face up: cotton 1" in table.entries("MO-11")[-1].text


def test_mo_a8_unnamed_last_cards_of_the_deck_are_asked_for() -> None:
    table = play_to_third_round()
    table.session.correct("deck", ["c11", "c7"])
    table.say(True)
    assert table.session.ask is not None
    assert table.session.ask.least == 3
    table.enter_drawn_cards("bananas-1", "bananas-1", "coffee-1")
    assert table.board.cards["c11"].id == "bananas-1"
    assert sorted(table.board.active) == ["c1", "c11", "c3", "c7"]


def test_mo_a9_the_rest_of_the_deck_is_not_shuffled_with_the_discard_pile() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).pass_turn().start_next_round().say(True)
    assert table.key == "draw"
    assert len(table.options) == 6


def test_mo_a10_its_three_markers_come_back_every_round() -> None:
    table = (
        MombasaTable()
        .confirm_plan(*PLAIN_CARDS)
        .take_your_turn()
        .play_marker_turn(2)
        .take_your_turn()
        .play_marker_turn(3)
        .pass_turn()
    )
    assert table.board.markers_left == 1
    assert "the virtual player’s three" in get_preparation_items(table)["MO-A10"]
    assert table.start_next_round().board.markers_left == 3


def test_mo_a11_the_virtual_player_has_no_turn_after_you_pass() -> None:
    assert (
        MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_marker_turn(2).pass_turn().key == "preparation"
    )


def test_mo_a12_it_stays_first_until_you_take_the_space() -> None:
    table = (
        MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_marker_turn(1).pass_turn().start_next_round()
    )
    table.confirm_plan("cotton-1", "cotton-2", "bookkeeper", "diamonds").play_marker_turn(
        2
    ).pass_turn().start_next_round()
    assert table.board.first_player == "ivp"
    table.confirm_plan("bananas-1", "bananas-2").play_marker_turn(2).take_your_turn(placed=[1]).play_marker_turn(3)
    table.pass_turn().report_and_expand().choose_first_options().start_next_round()
    assert table.board.first_player == "you"


def test_mo_a13_first_already_and_on_the_space_again_it_stays_first() -> None:
    table = (
        MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_marker_turn(1).pass_turn().start_next_round()
    )
    table.confirm_plan("cotton-1", "cotton-2", "bookkeeper", "diamonds").play_marker_turn(1)
    assert "stays first" in table.entries("MO-A13")[-1].text
    assert table.pass_turn().start_next_round().board.first_player == "ivp"


def test_mo_a14_the_chances_do_not_depend_on_its_markers() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    for space in (2, 3, 4):
        table.take_your_turn()
        assert table.session.open_ask is not None
        assert table.session.open_ask.answer_type.valid_faces == (1, 2, 3, 4, 5, 6)  # type: ignore[attr-defined]
        table.play_marker_turn(space)


@pytest.mark.parametrize(("option", "targets"), [("once", 1), ("repeat", 2)])
def test_mo_a15_priority_1_once_or_as_long_as_possible(option: str, targets: int) -> None:
    land = {"borders": {"C": {"D": 1}}, "gates": {"cairo": {"A": 1, "B": 1, "C": 1}}}
    deck = [*STARTING_DECK[:6], "expansion-2", "expansion-2", "diamonds", "expansion-1"]
    table = (
        MombasaTable(land=land, deck=deck, priority_one=option)
        .confirm_plan("expansion-2", "expansion-2", *PLAIN_CARDS[:2])
        .pass_turn()
    )
    table.report_and_expand(posts={"A": "mombasa", "B": "mombasa"}).choose_first_options()
    taken = [region for region in ("A", "B") if table.board.posts[region] == "cairo"]
    assert len(taken) == targets


def test_mo_a16_a_tie_for_the_furthest() -> None:
    tracks = {"mombasa": 3, "cape-town": 3, "saint-louis": 1, "cairo": 0}
    posts = {"A": "cape-town"}
    table = make_expanding_table().report_and_expand(tracks, posts).choose_first_options()
    assert table.board.posts["A"] == "cairo"
    assert table.entries("MO-A16")[-1].text.endswith("furthest ahead on their tracks: Mombasa, Cape Town.")
    table = make_expanding_table(furthest_tie="one").report_and_expand(tracks, posts)
    assert table.key == "target-company"
    assert table.options == ["mombasa", "cape-town"]


@pytest.mark.parametrize("tie", ["all", "one"])
def test_mo_a17_all_tracks_level_make_the_three_others_the_targets(tie: str) -> None:
    level_tracks = dict.fromkeys(COMPANIES, 2)
    table = make_expanding_table(furthest_tie=tie).report_and_expand(level_tracks, {"A": "saint-louis"})
    assert table.key == "company"
    assert len(table.options) == 4
    table.say("cairo").answer_base_questions()
    if tie == "one":
        assert table.options == ["mombasa", "cape-town", "saint-louis"]
    else:
        assert "All your markers are equally far" in table.entries("MO-30", "MO-A17")[-1].text


@pytest.mark.parametrize(("reach", "taken"), [("adjacent", False), ("path", True)])
def test_mo_a18_a_target_behind_another_region(reach: str, taken: bool) -> None:
    land = {"borders": {"A": {"T": 1}}, "gates": {"cairo": {"A": 1, "B": 1, "C": 1}}}
    table = (
        make_expanding_table(3, land=land, target_reach=reach)
        .report_and_expand(posts={"T": "mombasa"})
        .choose_first_options()
    )
    assert (table.board.posts["T"] == "cairo") is taken
    assert table.board.count_posts_on_map("cairo") == (2 if taken else 3)


def test_mo_a19_priority_2_may_displace_posts() -> None:
    land = {"borders": {"A": {"B": 1}}, "gates": {"cairo": {"A": 1}}}
    table = make_expanding_table(3, land=land).report_and_expand(posts={"A": "saint-louis"}).choose_first_options()
    assert table.board.posts == {"A": "cairo", "B": "cairo"}
    assert table.entries("MO-33")


def test_mo_a20_regions_give_the_virtual_player_no_rewards() -> None:
    table = make_expanding_table().report_and_expand().choose_first_options()
    assert table.entries("MO-A20")
    assert table.board.thresholds["expansion"] == 2


def test_mo_a21_points_left_over_are_lost() -> None:
    land = {"borders": {}, "gates": {"cairo": {"A": 1}}}
    table = make_expanding_table(3, land=land).report_and_expand().choose_first_options()
    assert "2 points are lost" in table.entries("MO-A21")[-1].text
    assert table.key == "preparation"


def test_mo_a22_equal_posts_are_chosen_from_at_random() -> None:
    table = make_expanding_table().report_and_expand()
    assert table.key == "departure"
    assert table.options == ["1", "2", "3", "4"]


def test_mo_a23_the_base_of_the_pack_the_topmost_post_leaves() -> None:
    table = make_expanding_table().report_and_expand().say("2")
    assert table.board.bases["cairo"][1].posts == (False, True, True, True)


def test_mo_a23_an_empty_end_space_is_not_covered_again() -> None:
    table = make_expanding_table()
    table.session.correct("posts", dict.fromkeys("ACDE", "mombasa"))
    table.session.correct("bases.mombasa", ["0. 1. 0. 2.", "0 1 0 2", "0 1 0 2", "0 1 2"])
    table.report_and_expand().choose_first_options()
    assert table.board.bases["mombasa"][0].posts == (False, False, True, False)


def test_mo_a24_cards_without_a_number_count_one_each() -> None:
    assert sum_cards_by_type([("bookkeeper", 0), ("bookkeeper", 0), ("coffee", 3)]) == {"bookkeeper": 2, "coffee": 3}
    table = MombasaTable().confirm_plan("bookkeeper", *PLAIN_CARDS[:3]).take_your_turn().play_marker_turn(3)
    assert table.board.thresholds["bookkeeper"] == 1


def get_max_types(table: MombasaTable) -> list[str]:
    assert table.session.ask is not None
    (inquiry,) = table.session.list_inquiries()
    return [str(one.id) for one in inquiry.fields[0].options]


def test_mo_a24_max_requirements_cover_the_goods_and_expansion() -> None:
    table = MombasaTable().confirm_plan("bookkeeper", "diamonds", "bananas-2", "expansion-1")
    assert get_max_types(table) == ["bananas", "coffee", "cotton", "expansion"]
    assert table.session.ask is not None
    assert table.session.ask.notes[0].text == (
        "Needed for MAX: bananas 2, expansion 1; at least one card of each type: coffee, cotton, "
        "as the virtual player has none active."
    )


def test_mo_a24_a_pack_may_name_other_types_with_a_max_space() -> None:
    pack = {"game": "mombasa", "deck": STARTING_DECK, "bonus": [""] * 7, "max": ["coffee", "bookkeeper"]}
    table = MombasaTable(pack=pack).confirm_plan("bookkeeper", "diamonds", "bananas-2", "expansion-1")
    assert get_max_types(table) == ["coffee", "bookkeeper"]
    assert table.session.ask is not None
    assert table.session.ask.notes[0].text == (
        "Needed for MAX: bookkeeper 1; at least one card of type coffee, as the virtual player has none active."
    )


def test_mo_a25_between_two_levels_the_lower_one_counts() -> None:
    table = play_to_the_end(money=149)
    assert table.session.result is not None
    assert table.session.result.level == "good"
    assert "1 point short of “very good”" in str(table.session.result.text)


def test_mo_a26_region_by_region_each_with_the_same_chance() -> None:
    table = make_expanding_table(2, land=STAR).report_and_expand()
    assert table.key == "spread"
    assert table.options == ["A", "B"]
    assert table.choose_region("A").choose_first_options().board.posts == {"A": "cairo", "B": "cairo"}


def test_mo_a27_an_empty_base_or_nothing_to_enter_ends_the_expansion() -> None:
    table = make_expanding_table(land={"borders": {}, "gates": {}}).report_and_expand()
    assert "no post was placed" in table.entries("MO-A27")[-1].text
    assert table.key == "preparation"
    empty = [" ".join(f"{coins}." for coins in column) for column in BASE_LAYOUT]
    table = MombasaTable()
    table.session.correct("aside.cairo", 15)
    table.session.correct("bases.cairo", empty)
    table.confirm_plan("expansion-2", *PLAIN_CARDS[:3]).pass_turn().report_and_expand()
    assert "no posts left" in table.reasons("MO-A27")[-1]
    assert table.board.posts == {}


def test_mo_a28_how_a_roll_is_read() -> None:
    rolls = list(product(range(1, 7), repeat=2))
    display = [dice.find_display_space(*roll) for roll in rolls]
    bonus = [dice.find_bonus_space(*roll) for roll in rolls]
    assert {space: display.count(space) for space in range(1, 13)} == dict.fromkeys(range(1, 13), 2)
    assert {space: bonus.count(space) for space in range(1, 8)} == dict.fromkeys(range(1, 8), 3)


def test_mo_a28_with_a_d6_five_and_six_for_the_row_are_rolled_again() -> None:
    table = MombasaTable(dice_reading="d6").confirm_plan(*PLAIN_CARDS).take_your_turn().roll(1, 5)
    assert table.key == "display-first"
    assert table.roll(2, 1).key == "your-turn"
    table.take_your_turn().roll(4, 6, 4)
    assert table.key == "bonus-first"
    assert table.roll(1, 4).board.bonus[3].holder == "ivp"


def test_mo_a29_spaces_from_the_start_after_you_passed() -> None:
    table = make_expanding_table()
    assert table.session.ask is not None
    assert "from the start" in table.session.ask.text
    assert "MO-A29" in table.session.ask.cites


def test_mo_a29_an_untouched_report_does_not_mean_all_at_the_start() -> None:
    table = make_expanding_table()
    with pytest.raises(rival.BadAnswerError, match="Still missing: Mombasa, Cape Town, Saint-Louis, Cairo"):
        table.say({})
    table.report_and_expand(dict.fromkeys(COMPANIES, 0))
    assert table.key == "company"


def test_mo_a29_reported_tracks_are_suggested_in_the_next_report() -> None:
    table = make_expanding_table(1).report_and_expand().choose_first_options().start_next_round()
    table.confirm_plan("expansion-2", "cotton-1", "cotton-2", "bookkeeper").pass_turn()
    assert table.session.ask is not None
    assert [field.default for field in table.session.ask.fields[:4]] == [3, 2, 2, 0]


@pytest.mark.parametrize(("option", "at_nothing", "at_one"), [("one_card", "No.", "Yes."), ("free", "Yes.", "Yes.")])
def test_mo_a30_no_active_card_of_the_type(option: str, at_nothing: str, at_one: str) -> None:
    table = MombasaTable(max_at_zero=option).confirm_plan(*PLAIN_CARDS)
    told = [table.session.answer_inquiry("max", {"type": "cotton", "total": n}) for n in (0, 1)]
    assert [line.text.split()[0] for line in told] == [at_nothing, at_one]
    assert {line.cites for line in told} == {("MO-A30",)}


ENDS_EMPTY = ["0 1 0 2.", "0 1 0 2.", "0 1 0 2.", "0 1 2."]


def test_mo_a31_a_displaced_post_without_a_space_is_set_aside() -> None:
    table = make_expanding_table()
    table.session.correct("posts", dict.fromkeys("ACDE", "mombasa"))
    table.session.correct("bases.mombasa", ENDS_EMPTY)
    table.report_and_expand().choose_first_options()
    assert "set it aside for the rest of the game" in table.entries("MO-A31")[-1].text
    assert table.board.aside["mombasa"] == 1


@pytest.mark.parametrize("key", ["departure", "arrival"])
def test_mo_a22_the_choice_among_equal_columns_shows_the_base(key: str) -> None:
    table = make_expanding_table()
    table.session.correct("posts", dict.fromkeys("ACDE", "mombasa"))
    table.session.correct("bases.mombasa", ["0. 1 0 2", "0. 1 0 2", "0. 1 0 2", "0. 1 2"])
    table.report_and_expand()
    while table.key != key:
        table.say(table.session.open_ask.answer_type.options[0].id)  # type: ignore[union-attr]
    ask = table.session.ask
    assert ask is not None
    assert ask.look is not None
    assert ask.look.shows is not None
    assert [id.partition(".")[0] for id in ask.look.shows.lit] == [one.id for one in ask.options]


def test_mo_a31_only_posts_without_a_space_may_be_missing_from_a_base() -> None:
    table = make_expanding_table()
    sentence = "Cairo has 15 posts: 0 on the map, so its base must have 15, but you entered 14"
    with pytest.raises(rival.BadAnswerError, match=sentence):
        table.session.correct("bases.cairo", ["0. 1 0 2", "0 1 0 2", "0 1 0 2", "0 1 2"])
    table.session.correct("bases.cairo", ENDS_EMPTY)
    assert table.board.aside["cairo"] == 4


def test_mo_a32_a_tile_stays_where_it_is() -> None:
    assert MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_marker_turn(6).entries("MO-A32")


UNEVEN = {"cairo": [[2, 0, 0, 0, 0], [1, 1, 1, 1, 1], [2, 2, 2, 2, 2]]}


@pytest.mark.parametrize(("option", "coins"), [("post_by_post", 3), ("together", 2)])
def test_mo_a33_coins_are_kept_low_post_by_post_or_together(option: str, coins: int) -> None:
    table = make_expanding_table(3, bases=UNEVEN, coins=option).report_and_expand().choose_first_options()
    assert count_visible_coins(table.board.bases["cairo"]) == coins
    columns = [entry.metadata["column"] for entry in table.entries("MO-29", "MO-34")]
    assert columns == ([2, 2, 2] if option == "post_by_post" else [1, 1, 1])


def test_mo_a33_together_the_posts_leave_when_all_regions_are_chosen() -> None:
    land = {"borders": {}, "gates": {"cairo": dict.fromkeys("ABCD", 1)}}
    table = make_expanding_table(3, land=land, bases=UNEVEN, coins="together").report_and_expand()
    assert table.choose_region("B").choose_region("C").key == "spread"
    assert not table.entries("MO-34")
    assert table.board.count_supply("cairo") == 13
    table.session.correct("tracks.cairo", 0)  # posts that are being moved still add up
    table.choose_region("D")
    assert [entry.metadata["region"] for entry in table.entries("MO-29", "MO-34")] == ["B", "C", "D"]
    assert table.board.bases["cairo"][0].posts == (False, False, False, True, True)


def count_fewest_coins(coins: dict[BaseSpace, int]) -> BaseSpace:
    return min(coins, key=coins.__getitem__)


def test_mo_a33_together_is_never_more_than_post_by_post() -> None:
    for columns in product([(2, 0, 0), (1, 1, 1), (0, 2, 1), (0, 0, 2)], repeat=3):
        for posts in range(1, 7):
            base = alone = make_full_base(columns)
            for left in range(posts, 0, -1):
                base = remove_post(base, count_fewest_coins(list_removable_posts(base, left)))
                alone = remove_post(alone, count_fewest_coins(list_removable_posts(alone)))
            every = [
                sum(sum(column[:n]) for column, n in zip(columns, taken, strict=True))
                for taken in product(range(4), repeat=3)
                if sum(taken) == posts
            ]
            assert count_visible_coins(base) == min(every) <= count_visible_coins(alone)


def test_the_display_is_filled_from_the_right_column_each_from_the_top() -> None:
    assert [place + 1 for place in REFILL_ORDER[:5]] == [3, 6, 9, 12, 2]
