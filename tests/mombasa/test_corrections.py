"""Corrections and undo: values that a question used are read again, and undo describes what to put back."""

from __future__ import annotations

from typing import Any

import pytest

import rival
from rival.games.mombasa.corrections import describe_change, get_card_number, list_editable_values
from rival.games.mombasa.table import COMPANIES, Board, RegionMap
from rival.kernel import MISSING, Session, take_snapshot
from rival.terminal.input_parser import parse_answer
from tests.mombasa.game_driver import (
    BASE_LAYOUT,
    PLAIN_CARDS,
    ROW_MAP,
    STARTING_DECK,
    MombasaTable,
    make_expanding_table,
)

TRACKS = {"mombasa": 3, "cape-town": 2, "saint-louis": 2, "cairo": 0}
FORK = {"borders": {"A": {"C": 1}, "B": {"C": 1}}, "gates": {"cairo": {"A": 1, "B": 1}}}
"""A map on which Cairo can enter two regions first."""
DEEP = [*STARTING_DECK[:6], "expansion-4", "bookkeeper", "bookkeeper", "expansion-1"]


def list_undo_instructions(table: MombasaTable) -> list[str]:
    return [instruction.text for instruction in table.session.undo() if instruction.text]


def describe(path: tuple[str, ...], now: Any, was: Any) -> str | None:
    text = describe_change(path, now, was)
    return None if text is None else str(text)


# --- values that were read before a question -------------------------------------------------------------------


def find_active_path(table: MombasaTable, kind: str) -> str:
    return next(f"cards.{name}" for name in table.board.active if table.board.cards[name].id == kind)


def test_mo_26_the_points_are_those_of_the_cards_when_the_expansion_begins() -> None:
    table = MombasaTable(deck=DEEP).confirm_plan("expansion-4", *PLAIN_CARDS[:3]).pass_turn()
    table.session.correct(find_active_path(table, "expansion-4"), "expansion-1")
    assert table.key == "report"
    assert table.reasons("MO-26")[-1] == "One expansion card, expansion 1: 1 point"
    table.report_and_expand()
    assert "with 1 point." in table.entries("MO-26", "MO-A11")[-1].text
    assert list(table.board.posts_with_entered.values()).count("cairo") == 1


def test_mo_26_a_card_that_is_no_expansion_leaves_no_expansion() -> None:
    table = MombasaTable(deck=DEEP).confirm_plan("expansion-4", *PLAIN_CARDS[:3]).pass_turn()
    table.session.correct(find_active_path(table, "expansion-4"), "bookkeeper")
    assert table.key == "preparation"
    assert "no expansion" in table.entries("MO-26")[-1].text
    assert table.session.acts[-2].title == "No expansion"


def test_mo_26_other_active_cards_change_the_points_while_the_report_is_open() -> None:
    table = MombasaTable(deck=DEEP).confirm_plan("expansion-4", *PLAIN_CARDS[:3]).pass_turn()
    names = [name for name, card in table.board.cards.items() if card.id in ("expansion-1", *PLAIN_CARDS[:3])]
    table.session.correct("active", names)
    assert table.reasons("MO-26")[-1] == "One expansion card, expansion 1: 1 point"


@pytest.mark.parametrize(("kind", "posts"), [("expansion-1", 1), ("bookkeeper", 0)])
def test_mo_26_a_card_corrected_while_a_post_is_placed_changes_the_points(kind: str, posts: int) -> None:
    table = MombasaTable(deck=DEEP).confirm_plan("expansion-4", *PLAIN_CARDS[:3]).pass_turn().report_and_expand()
    assert table.key == "departure"
    table.session.correct(find_active_path(table, "expansion-4"), kind)
    table.choose_first_options()
    assert table.key == "preparation"
    assert table.board.count_posts_on_map("cairo") == posts


def test_mo_26_points_corrected_there_and_back_after_a_post_are_the_same() -> None:
    table = MombasaTable(deck=DEEP).confirm_plan("expansion-4", *PLAIN_CARDS[:3]).pass_turn().report_and_expand()
    table.choose_first_options()
    table.session.seek(table.session.position - 2)
    assert table.key == "departure"
    path, before = find_active_path(table, "expansion-4"), rival.take_snapshot(table.board)
    table.session.correct(path, "expansion-3")
    assert table.board.expansion is not None
    assert table.board.expansion.points == 1
    table.session.correct(path, "expansion-4")
    assert rival.take_snapshot(table.board) == before


def test_mo_26_and_mo_a33_points_added_while_posts_move_at_the_end_are_spent() -> None:
    table = MombasaTable(deck=DEEP, coins="together")
    table.confirm_plan("expansion-1", *PLAIN_CARDS[:3]).pass_turn().report_and_expand()
    assert table.key == "departure"
    table.session.correct(find_active_path(table, "expansion-1"), "expansion-3")
    table.choose_first_options()
    assert table.board.count_posts_on_map("cairo") == 3


def make_table_with_short_stack(stack: int) -> MombasaTable:
    """Return a table that asks which display spaces stay empty: five are, and there are fewer cards left."""
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    for space in (1, 2, 3, 4, 5):
        table.take_your_turn().play_card_turn(space)
    table.pass_turn()
    table.session.correct("stack", stack)
    return table.start_next_round()


def test_mo_35_a_stack_corrected_during_the_empty_spaces_question_is_used() -> None:
    table = make_table_with_short_stack(2)
    assert table.key == "empty-spaces"
    table.session.correct("stack", 4)
    assert table.session.open_ask is not None
    assert table.session.open_ask.answer_type.default == [4]  # type: ignore[attr-defined]
    table.say([4])
    assert (table.board.stack, table.board.display.count(False)) == (0, 1)


def test_mo_35_a_stack_corrected_to_suffice_ends_the_question() -> None:
    table = make_table_with_short_stack(2)
    table.session.correct("stack", 9)
    assert table.key == "planned"
    assert (table.board.stack, table.board.display.count(False)) == (4, 0)


def test_mo_35_an_empty_stack_refills_nothing() -> None:
    table = make_table_with_short_stack(2)
    table.session.correct("stack", 0)
    assert table.key == "planned"
    assert (table.board.stack, table.board.display.count(False)) == (0, 5)


def test_mo_19_an_unchanged_correction_of_the_deck_deals_the_same_cards() -> None:
    drawn = []
    for correct in (False, True):
        session = rival.play_demo("mombasa", seed=3)
        place = next(n for n in range(session.position) if session.replay_to(n).open_ask.key == "planned" and n > 40)  # type: ignore[union-attr]
        session = session.replay_to(place)
        if correct:
            session.correct("deck", session.collect_editable_values()["deck"].value)
        session.answer(True)
        drawn.append(list(session.table.active))
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_mo_19_piles_typed_as_they_are_shown_stay_the_same(lang: str) -> None:
    kinds = ["coffee-1", "coffee-1", "coffee-1", "cotton-1", "coffee-1", "coffee-1", "cotton-1", "bookkeeper"]
    table = MombasaTable(deck=[*kinds, "bookkeeper", "bookkeeper"], dice="program", shuffle="program")
    table.session.lang = lang
    while table.key != "your-turn":
        table.say(True)
    for path in ("deck", "active"):
        value = table.session.collect_editable_values()[path]
        typed = parse_answer(value.answer_type, table.session.render(value.value_text), table.session.catalogues)
        assert typed == value.value, path
    assert table.board.active != sorted(table.board.cards, key=get_card_number)[:4]


def test_mo_19_cards_that_stay_in_their_pile_keep_their_order() -> None:
    board = Board(rival.play_demo("mombasa", seed=1).table.options)
    board.deck, board.discard = ["c7", "c2", "c9"], ["c4", "c1", "c3"]
    find(board, "deck").assign_value(["c1", "c2", "c9"])
    assert (board.deck, board.discard) == (["c2", "c9", "c1"], ["c4", "c3", "c7"])


def test_mo_10_a_deck_corrected_there_and_back_keeps_its_order() -> None:
    board = Board(rival.play_demo("mombasa", seed=1).table.options)
    board.deck, board.discard = ["c7", "c2", "c9"], ["c4", "c1", "c3"]
    for names in (["c1", "c2", "c9"], ["c1", "c3", "c4"], ["c2", "c7", "c9"]):
        find(board, "deck").assign_value(names)
    assert (board.deck, board.discard) == (["c7", "c2", "c9"], ["c4", "c1", "c3"])


def find(board: Board, path: str) -> Any:
    for name in (*board.deck, *board.discard, *board.active):
        board.cards.setdefault(name, rival.play_demo("mombasa", seed=1).table.cards["c1"])
    return next(one for one in list_editable_values(board) if one.path == path)


def test_mo_11_active_cards_change_places_with_the_others() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    deck, before = list(table.board.deck), list(table.board.active)
    new = deck[0]
    table.session.correct("active", [new, *before[1:]])
    assert table.board.active == [new, *before[1:]]
    assert table.board.deck == [before[0], *deck[1:]]
    assert "bananas" in table.board.thresholds


def test_mo_07_a_card_corrected_while_the_open_one_is_asked_for() -> None:
    """Without all four cards named, there are no MAX requirements."""
    session = make_table_with_open_card()
    assert session.open_ask is not None
    named = next(name for name in session.table.active if session.table.cards[name].type)
    session.correct(f"cards.{named}", "cotton-2")
    assert session.open_ask.key == "card"
    assert session.table.thresholds == {}
    session.answer("coffee-2")
    assert session.table.thresholds["coffee"] >= 2


def make_table_with_open_card() -> Session:
    """Return a table in round 1 on which the open card has come up."""
    deck = ["open", *STARTING_DECK[1:7], "bookkeeper", "bookkeeper", "expansion-1"]
    pack = {"game": "mombasa", "deck": deck, "bonus": [""] * 7}
    for seed in range(100):
        session = Session.new("mombasa", seed=seed, pack=pack)
        session.answer(True)
        session.answer(True)
        if session.open_ask is not None and session.open_ask.key == "card":
            return session
    raise AssertionError("the open card never came up")


BASE_DRAWN = [" ".join(map(str, column)) for column in BASE_LAYOUT]


# --- first player and passing ----------------------------------------------------------------------------------


def test_mo_a12_a_corrected_first_player_begins() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    table.session.correct("first_player", "ivp")
    assert table.key == "card-or-marker"
    assert "begins" in table.entries("MO-A12")[-1].text
    table.session.correct("first_player", "you")
    assert table.key == "your-turn"


def play_to_second_round(**options: Any) -> MombasaTable:
    """Return a table in round 2, after the virtual player took the first-player space in round 1."""
    table = (
        MombasaTable(**options)
        .confirm_plan(*PLAIN_CARDS)
        .take_your_turn()
        .play_marker_turn(1)
        .pass_turn()
        .start_next_round()
    )
    return table.confirm_plan("cotton-1", "cotton-2", "bookkeeper", "diamonds")


def test_mo_a34_it_stays_first_until_you_take_the_space() -> None:
    table = play_to_second_round()
    assert table.play_card_turn(1).pass_turn().start_next_round().board.first_player == "ivp"


def test_mo_a34_it_is_first_for_one_round() -> None:
    table = play_to_second_round(first_player="one_round")
    assert table.board.first_player == "ivp"
    table.play_card_turn(1).pass_turn()
    assert table.session.ask is not None
    assert "You take the first-player marker." in [item.text for item in table.session.ask.items]
    assert table.start_next_round().board.first_player == "you"


def test_mo_a34_it_takes_the_space_again_for_one_more_round() -> None:
    table = play_to_second_round(first_player="one_round").play_marker_turn(1).pass_turn().start_next_round()
    assert table.board.first_player == "ivp"


@pytest.mark.parametrize("did", [{"took": [3]}, {"placed": [2]}])
def test_mo_a35_passing_is_a_separate_turn(did: dict[str, Any]) -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn(**did, then="pass")
    assert table.key == "card-or-marker"
    assert "Passing is a separate turn" in table.entries("MO-A35")[-1].text
    assert table.play_card_turn(12).key == "preparation"
    assert table.board.done.turns == 1
    assert table.entries("MO-A35")[-1].text == "Now you pass."
    titles = [act.title for act in table.session.acts]
    assert titles[2:] == [
        "Your turn",
        "The virtual player takes a card: space 12",
        "You pass",
        "No expansion",
        "Preparation for round 2",
    ]


def test_mo_a35_a_pass_without_an_action_ends_the_round_at_once() -> None:
    assert MombasaTable().confirm_plan(*PLAIN_CARDS).pass_turn().key == "preparation"


# --- reasons -----------------------------------------------------------------------------------------------------


MANY_REGIONS = "So it looks for as many regions as it can enter."
"""The outcome told after the reason why no post of a target is displaced."""


def find_reason(points: int, posts: dict[str, str], land: dict[str, Any] = ROW_MAP, **options: Any) -> str:
    """Return the reason why no post goes to a target; Mombasa is furthest ahead, Cairo expands."""
    table = make_expanding_table(points, land=land, **options).report_and_expand(posts=posts)
    announced, reason = [entry.text for entry in table.entries("MO-30") if entry.kind == "say"]
    assert announced == "It first looks for a post of Mombasa: your marker is furthest ahead on its track."
    return reason


def test_mo_30_no_target_because_none_is_on_the_map() -> None:
    assert find_reason(2, {}) == f"That company has no post on the map. {MANY_REGIONS}"
    table = make_expanding_table(2).report_and_expand({"cape-town": 3})
    assert table.entries("MO-30")[-1].text == f"Those companies have no post on the map. {MANY_REGIONS}"


def test_mo_30_no_target_because_one_point_is_never_enough() -> None:
    assert find_reason(1, {"A": "mombasa"}) == (
        "A region with another company’s post costs at least 2 points, and the virtual player has only 1. "
        "So it looks for a region without a post."
    )


def test_mo_30_no_target_because_none_is_next_to_it() -> None:
    assert (
        find_reason(3, {"C": "mombasa"})
        == f"No region with such a post is next to the base or a post of Cairo. {MANY_REGIONS}"
    )


def test_mo_30_no_target_because_it_is_too_dear() -> None:
    land = {"borders": {}, "gates": {"cairo": {"A": 2, "B": 2}}}
    assert find_reason(2, {"A": "mombasa"}, land).startswith(
        "The cheapest region with such a post costs more than 2 points"
    )
    assert "A for 3 points" in find_reason(2, {"A": "mombasa"}, land)


def test_mo_a18_no_target_because_every_way_is_too_dear() -> None:
    reason = find_reason(2, {"C": "mombasa"}, target_reach="path")
    assert reason == f"Every way to such a post costs more than 2 points. {MANY_REGIONS}"


def test_mo_a18_no_target_because_no_way_leads_to_it() -> None:
    land = {"borders": {"A": {"B": 1}, "D": {"E": 1}}, "gates": {"cairo": {"A": 1}}}
    assert (
        find_reason(3, {"E": "mombasa"}, land, target_reach="path")
        == f"No way leads from Cairo to such a post. {MANY_REGIONS}"
    )


def test_mo_a18_no_target_because_the_base_has_too_few_posts_for_the_way() -> None:
    table = make_expanding_table(3, target_reach="path")
    table.session.correct("aside.cairo", 14)
    table.report_and_expand(posts={"B": "mombasa"})
    assert (
        table.entries("MO-A18")[-1].text
        == f"For every way to such a post the base of Cairo has too few posts. {MANY_REGIONS}"
    )


def test_mo_a17_one_target_company_is_named_alone() -> None:
    table = make_expanding_table(2, furthest_tie="one")
    table.say(dict.fromkeys(COMPANIES, 1) | {"posts": {}}).say("cairo").say("mombasa")
    assert table.entries("MO-30", "MO-A17")[-1].text.endswith("a post of one other company, chosen at random: Mombasa.")


def test_mo_15_and_mo_a3_each_cite_their_own_rule() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    for space in (1, 2, 3):
        table.take_your_turn().play_marker_turn(space)
    table.take_your_turn()
    assert table.reasons("MO-15") == ["The virtual player has no marker left: it takes a card."]
    assert not table.reasons("MO-A3")
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn(placed=[1, 2, 3, 4, 5, 6, 7])
    assert table.reasons("MO-A3") == ["All 7 bonus spaces are occupied: the virtual player takes a card."]
    assert not table.reasons("MO-15")


def test_mo_30_the_targets_are_explained_after_a_correction_too() -> None:
    table = MombasaTable(deck=DEEP, land=FORK).confirm_plan("expansion-4", *PLAIN_CARDS[:3]).pass_turn()
    table.report_and_expand()
    before = table.session.ask
    assert before is not None
    targets = [entry.text for entry in table.entries("MO-30")]
    assert targets[-2].startswith("It first looks for a post of Mombasa")
    kind = table.board.cards["c1"].id
    table.session.correct("cards.c1", "bananas-4")
    table.session.correct("cards.c1", kind)
    assert table.session.ask == before
    assert [entry.text for entry in table.entries("MO-30")] == targets
    assert table.session.load(table.session.journal.format_text()).ask == before
    assert table.session.transcript[-1].because == ()


def test_mo_29_the_reasons_name_the_prices_after_a_correction() -> None:
    land = {"borders": {}, "gates": {"cairo": {"A": 1, "B": 1, "C": 2}}}
    table = make_expanding_table(1, land=land).report_and_expand()
    table.session.correct("gates.cairo", {"A": 2, "B": 1, "C": 1})
    reasons = table.reasons("MO-32")
    assert not any("A for 1 point" in text for text in reasons)
    assert any("B for 1 point, C for 1 point" in text for text in reasons)


def test_mo_29_a_new_region_can_be_chosen_by_a_suggested_name() -> None:
    pack = {"game": "mombasa", "deck": STARTING_DECK, "bonus": [""] * 7, "bases": dict.fromkeys(COMPANIES, BASE_LAYOUT)}
    table = MombasaTable(pack=pack).confirm_plan("expansion-2", *PLAIN_CARDS[:3]).pass_turn().say(TRACKS)
    assert table.key == "gates"
    assert table.session.ask is not None
    assert list(table.session.ask.names) == ["A1", "A2", "A3", "A4", "A5", "A6"]
    table.say({"A1": 1, "A3": 2})
    assert table.key == "neighbours"
    assert table.session.ask is not None
    assert list(table.session.ask.names) == ["A1", "A3", "A2", "A4", "A5", "A6", "A7", "A8"]
    assert "A2" in table.session.ask.notes[0].text


# --- what can be corrected ---------------------------------------------------------------------------------------


def test_card_labels_have_number_and_pile() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_card_turn(1)
    labels = {path: str(one.label) for path, one in table.session.collect_editable_values().items()}
    assert labels["cards.c1"] == "starting card 1 of the virtual player (active)"
    assert labels["cards.c10"] == "starting card 10 of the virtual player (in the virtual player’s deck)"
    assert labels["cards.c11"] == "card 1 taken by the virtual player (in the virtual player’s discard pile)"


def test_correcting_one_post_shows_only_that_post() -> None:
    table = make_expanding_table().report_and_expand(posts={"D": "mombasa", "E": "mombasa"})
    posts = dict(table.board.posts)
    table.session.correct("posts", {**posts, "E": "cape-town"})
    assert table.session.transcript[-1].text.endswith("E Cape Town")
    table.session.correct("posts.D", "none")
    assert table.session.transcript[-1].text == "Corrected: post in D: none"
    assert "D" not in table.board.posts
    assert table.session.collect_editable_values()["posts"].value_text is not None
    assert "E Cape Town" in str(table.session.collect_editable_values()["posts"].value_text)


def test_mo_a23_a_base_entered_as_a_correction_is_not_asked_for() -> None:
    table = make_expanding_table()
    table.say({**TRACKS, "posts": {"E": "cairo"}}).say("D")
    assert table.key == "columns"
    table.session.correct("bases.cairo", ["0. 1 0 2", *BASE_DRAWN[1:]])
    assert table.key != "columns"


def test_mo_a23_an_end_space_entered_as_empty_stays_empty() -> None:
    table = make_expanding_table()
    table.say({**TRACKS, "posts": {"E": "cairo"}}).say("D")
    told = {"column1": 3, "column2": 4, "column3": 4, "column4": 3}
    with pytest.raises(
        rival.BadAnswerError, match="its bottom space is empty, so it can have at most 2 posts, but you entered 3"
    ):
        table.say({**told, "open": [4]})
    table.say({**told, "open": [1]})
    assert table.board.bases["cairo"][0].posts[-1] is False
    assert table.board.bases["cairo"][0].posts.count(True) >= 2
    assert "The bottom space is empty in: column 1." in table.entries("MO-A31")[-1].text


def test_mo_a23_an_empty_end_space_can_not_be_entered_as_covered() -> None:
    table = make_expanding_table()
    table.say({**TRACKS, "posts": {"D": "cairo", "E": "cairo"}}).say("C")
    assert table.key == "columns"
    table.say({"column1": 3, "column2": 4, "column3": 4, "column4": 2, "open": [4]})
    while table.key != "report":
        table.say(table.options[0] if table.session.open_ask.who == "chance" else ANSWERS[table.key])  # type: ignore[union-attr]
    table.say({"posts": {"E": "none"}})
    while table.key != "columns":
        table.say(table.options[0])
    with pytest.raises(rival.BadAnswerError, match="Column 4: its bottom space was already empty"):
        table.say({"open": []})


ANSWERS: dict[str, Any] = {
    "preparation": True,
    "planned": True,
    "draw": ["expansion-1", "cotton-1", "cotton-2", "bookkeeper"],
    "your-turn": {"then": "pass"},
}


# --- undo ----------------------------------------------------------------------------------------------------------


def test_mo_a23_undo_does_not_mention_posts_on_an_unknown_base() -> None:
    table = make_expanding_table()
    table.say({**TRACKS, "posts": {"E": "cairo"}}).say("D")
    assert table.key == "columns"
    table.answer_base_questions()
    sentences = list_undo_instructions(table)
    while table.key != "columns":
        sentences = list_undo_instructions(table)
    assert "The posts on the base of Cairo are unknown again." in sentences
    assert not [one for one in sentences if "posts in each column" in one]


def test_mo_34_undo_says_which_space_of_the_base_a_post_returns_to() -> None:
    table = make_expanding_table(1).report_and_expand()
    assert table.key == "departure"
    table.say("1")
    sentences = list_undo_instructions(table)
    assert "Put posts back on the base of Cairo: column 1, space 1." in sentences
    assert "A had no post: remove the post of Cairo." in sentences


def test_mo_34_undo_while_a_post_waits_on_its_base_names_no_post_on_the_map() -> None:
    table = make_expanding_table(1).report_and_expand()
    assert table.key == "departure"
    assert table.board.posts == {}
    assert not [sentence for sentence in list_undo_instructions(table) if sentence.startswith("A ")]


def test_mo_33_a_displaced_post_stays_on_the_map_until_the_other_one_arrives() -> None:
    table = make_expanding_table(2).report_and_expand(posts={"A": "mombasa"})
    assert table.key == "departure"
    assert table.board.posts == {"A": "mombasa"}
    table.say("1")
    assert table.board.posts == {"A": "cairo"}
    assert "A: replace the post of Cairo with a post of Mombasa again." in list_undo_instructions(table)


def test_mo_a23_a_post_corrected_there_and_back_leaves_the_base_known() -> None:
    table = make_expanding_table(1)
    before = take_snapshot(table.board)
    for holder in ("cairo", "mombasa", "none"):
        table.session.correct("posts.A", holder)
    assert take_snapshot(table.board) == before
    table.session.correct("aside.cairo", 3)
    table.session.correct("aside.cairo", 0)
    assert take_snapshot(table.board) == before


def test_mo_a23_a_post_that_you_moved_there_and_back_leaves_the_base_unknown() -> None:
    table = make_expanding_table(1)
    table.session.correct("posts.E", "mombasa")
    table.report_and_expand(posts={"E": "none"})
    assert "mombasa" not in table.board.bases


def test_mo_29_a_region_named_by_mistake_goes_with_its_border() -> None:
    region_map = RegionMap({"A": {"B": 1}, "B": {"A": 1}}, known={"A"})
    region_map.set_neighbours("A", {"C": 2})
    assert region_map.regions == ["A", "C"]
    region_map.set_neighbours("A", {"B": 1})
    assert region_map == RegionMap({"A": {"B": 1}, "B": {"A": 1}}, known={"A"})


BEFORE = [{"coins": [0, 1, 2], "posts": [True, True, True]}, {"coins": [0, 2], "posts": [False, True]}]
AFTER = [{"coins": [0, 1, 2], "posts": [False, True, True]}, {"coins": [0, 2], "posts": [True, True]}]
OTHER = [{"coins": [1, 1, 2], "posts": [True, True, True]}, {"coins": [0, 2], "posts": [False, True]}]
FOUR = ["c1", "c2", "c3", "c4"]
EXPANSION = {"company": "cairo", "targets": [], "points": 1, "placed": 0, "due": []}


@pytest.mark.parametrize(
    ("path", "now", "was", "sentence"),
    [
        ("round", 2, 1, "It is round 1 again."),
        ("round", 1, 0, "Round 1 has not started yet."),
        ("first_player", "ivp", "you", "The first-player marker belongs to you."),
        ("cards.c2", "coffee-1", "open", "Unknown again: starting card 2 of the virtual player."),
        ("cards.c2", "open", "coffee-1", "This card is “coffee 1” again: starting card 2 of the virtual player."),
        ("cards.c12", "open", "share", "This card is “share” again: card 2 taken by the virtual player."),
        ("cards.c11", "open", MISSING, None),
        ("cards.c11", MISSING, "open", None),
        ("active", FOUR, [], "Put the virtual player’s active cards back on its deck, face down."),
        (
            "active",
            [],
            FOUR,
            "Take the top four cards of the virtual player’s discard pile and lay them face up "
            "again: they are its active cards.",
        ),
        (
            "active",
            FOUR,
            ["c1", "c2", "c3", "c9"],
            "1 of the virtual player’s active cards was replaced: put the previous card back.",
        ),
        (
            "active",
            FOUR,
            ["c1", "c2", "c8", "c9"],
            "2 of the virtual player’s active cards were replaced: put the previous cards back.",
        ),
        ("deck", [], ["c1"], "The virtual player’s deck has 1 card."),
        ("deck", ["c1"], ["c1", "c2"], "The virtual player’s deck has 2 cards."),
        ("discard", ["c1", "c2"], ["c1"], "Take the top card off the virtual player’s discard pile."),
        ("discard", ["c1", "c2", "c3"], ["c1"], "Take the top 2 cards off the virtual player’s discard pile."),
        ("discard", ["c1"], ["c1", "c2"], "The virtual player’s discard pile has 2 cards."),
        ("discard", ["c1", "c2"], ["c3"], "The virtual player’s discard pile has 1 card."),
        ("display", [True, False], [True, True], "Put a card back on display space 2."),
        ("display", [True, True, True], [False, True, False], "Take the cards off display spaces 1, 3."),
        ("stack", 28, 32, "Put 4 cards back on the stack that refills the display."),
        ("stack", 31, 32, "Put 1 card back on the stack that refills the display."),
        ("stack", 32, 28, "The stack that refills the display has 28 cards."),
        ("tracks.cairo", 3, MISSING, "The position of your marker on the track of Cairo is unknown again."),
        ("tracks.cairo", 3, 1, "Your marker on the track of Cairo: 1 space from the start."),
        ("tracks.cairo", 3, 2, "Your marker on the track of Cairo: 2 spaces from the start."),
        ("posts.E", "cairo", MISSING, "E had no post: remove the post of Cairo."),
        ("posts.E", MISSING, "cairo", "E: put the post of Cairo back."),
        ("posts.E", "cairo", "mombasa", "E: replace the post of Cairo with a post of Mombasa again."),
        ("bases.cairo", BEFORE, MISSING, "The posts on the base of Cairo are unknown again."),
        ("bases.cairo", MISSING, BEFORE, "Base of Cairo, posts in each column: 3, 1."),
        ("bases.cairo", OTHER, BEFORE, "Base of Cairo, posts in each column: 3, 1."),
        (
            "bases.cairo",
            AFTER,
            BEFORE,
            "Remove posts from the base of Cairo: column 2, space 1. "
            "Put posts back on the base of Cairo: column 1, space 1.",
        ),
        ("outdated.cairo", BEFORE, MISSING, None),
        ("aside.cairo", 1, 0, "Posts of Cairo set aside: 0."),
        ("land.borders.A", {}, MISSING, "The neighbours of A are unknown again."),
        ("land.borders.A", MISSING, {}, "The list of the neighbours of A is restored."),
        ("land.borders.A.B", 1, 2, "The border between A and B: 2 points."),
        ("land.borders.A.B", 1, MISSING, "The border between A and B: unknown."),
        ("land.borders.B.A", 1, 2, None),
        ("land.gates.cairo", {}, MISSING, "The regions next to the base of Cairo are unknown again."),
        ("land.gates.cairo", MISSING, {}, "The list of the regions next to the base of Cairo is restored."),
        ("land.gates.cairo.A", 2, 1, "The gate from the base of Cairo to A: 1 point."),
        ("land.known", ["A"], [], None),
        ("expansion", EXPANSION, None, "The expansion has not started yet."),
        ("expansion", None, EXPANSION, "The expansion of Cairo goes on: 1 point is left."),
        ("expansion.company", "cairo", "mombasa", "The virtual player expands Mombasa."),
        ("expansion.points", 1, 2, "2 points are left."),
        ("expansion.placed", 1, 0, None),
        ("done.turns", 1, 0, None),
    ],
)
def test_undo_says_what_to_put_back_and_where(path: str, now: Any, was: Any, sentence: str | None) -> None:
    assert describe(tuple(path.split(".")), now, was) == sentence


# --- what can't be so ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("bases.cairo", ["0. 1 0 2", *BASE_DRAWN[1:]], "0 on the map, so its base must have 15, but you entered 14"),
        ("cards.c1", "open", "An active card can’t be unknown"),
        ("land.A", {"A": 1}, "A can’t border on itself"),
        ("posts", {"A": "nobody"}, "A: "),
    ],
)
def test_a_correction_to_an_impossible_table_is_refused(path: str, value: Any, sentence: str) -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    before = rival.take_snapshot(table.board)
    with pytest.raises(rival.BadAnswerError, match=sentence):
        table.session.correct(path, value)
    assert rival.take_snapshot(table.board) == before


def test_mo_d2_a_fourth_marker_is_refused() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    for n in (1, 2, 3):
        table.session.correct(f"bonus.{n}", "ivp")
    with pytest.raises(rival.BadAnswerError, match="only 3 markers"):
        table.session.correct("bonus.4", "ivp")
    table.session.correct("bonus.1", "nobody")
    table.session.correct("bonus.4", "ivp")
    assert [space.holder for space in table.board.bonus] == ["", "ivp", "ivp", "ivp", "", "", ""]


def test_mo_a31_posts_set_aside_outdate_the_base() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    table.session.correct("aside.cairo", 0)
    assert "cairo" in table.board.bases
    table.session.correct("aside.cairo", 2)
    assert (table.board.aside["cairo"], "cairo" in table.board.bases) == (2, False)
    assert table.board.count_supply("cairo") == 13
    with pytest.raises(
        rival.BadAnswerError, match="0 on the map, 2 set aside, so its base must have 13, but you entered 15"
    ):
        table.session.correct("bases.cairo", [*BASE_DRAWN[:-1], "1 1 2"])


def test_a_marker_and_a_name_of_a_bonus_space_are_set() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    table.session.correct("bonus.2.name", "Lantern")
    table.session.correct("bonus.3", "you")
    table.session.correct("display", [1, 5])
    table.session.correct("tracks.cairo", 4)
    table.session.correct("round", 3)
    board = table.board
    assert (board.bonus[1].name, board.bonus[2].holder, board.filled_display_spaces) == ("Lantern", "you", [1, 5])
    assert (board.tracks, board.round) == ({"cairo": 4}, 3)


def test_the_map_and_the_gates_are_set() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    table.session.correct("land.A", {"C": 2})
    assert table.board.land.borders["A"] == {"C": 2}
    assert table.board.land.borders["C"]["A"] == 2
    assert "A" not in table.board.land.borders["B"]
    table.session.correct("gates.cairo", {"E": 2})
    assert table.board.land.gates["cairo"] == {"E": 2}
    assert "gates.mombasa" not in table.session.collect_editable_values()


def test_mo_07_starting_cards_are_no_diamond_merchants() -> None:
    table = (
        MombasaTable(deck=[*STARTING_DECK[:8], "bookkeeper", "expansion-1"])
        .confirm_plan(*PLAIN_CARDS)
        .take_your_turn()
        .play_card_turn(1)
    )
    with pytest.raises(rival.BadAnswerError):
        table.session.correct("cards.c1", "diamonds")
    table.session.correct("cards.c11", "diamonds")
    assert table.board.cards["c11"].id == "diamonds"
    table.session.correct("cards.c1", "coffee-4")
    assert table.board.thresholds["coffee"] == 4 + 1 + 2


# --- what you may ask in between -------------------------------------------------------------------------------------


def test_mo_12_and_mo_a30_max_is_answered_with_its_total_or_without_a_card() -> None:
    table = MombasaTable()
    assert "plan your round first" in table.session.answer_inquiry("max", {"type": "coffee", "total": 3}).text
    table.confirm_plan("bananas-1", "bananas-2", "coffee-1", "bookkeeper")
    reply = table.session.answer_inquiry("max", {"type": "bananas", "total": 2})
    assert (
        reply.text == "No. The total of the virtual player’s active cards is 3 (bananas). You need at "
        "least that much; you have 2."
    )
    reply = table.session.answer_inquiry("max", {"type": "cotton", "total": 1})
    assert reply.text == "Yes. The virtual player has no active card of this type (cotton). You need 1; you have 1."
