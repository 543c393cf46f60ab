"""The acts of Mombasa: cause, title, moves in order, result; and the tables that explain where a post goes."""

from __future__ import annotations

from typing import Any

import pytest

from rival import play_demo
from rival.games.mombasa.region_comparison import RegionComparison
from rival.games.mombasa.table import COMPANIES
from rival.games.mombasa.views import list_turn_views
from rival.kernel.session import Session
from rival.kernel.transcript import ActEntry, Entry
from tests.mombasa.game_driver import PLAIN_CARDS, MombasaTable, make_expanding_table

MAX_TITLE_LENGTH = 45


def find_act(session: Session, title: str) -> ActEntry:
    """Return the last act with this title."""
    return next(act for act in reversed(session.acts) if act.title == title)


def list_entries(session: Session, act: ActEntry) -> list[Entry]:
    return session.transcript[act.first : act.first + act.count]


@pytest.mark.parametrize("seed", [1, 2, 7])
@pytest.mark.parametrize("options", [{}, {"dice_reading": "d6", "coins": "together", "target_reach": "path"}])
def test_every_act_is_told_from_cause_to_result(seed: int, options: dict[str, Any]) -> None:
    session = play_demo("mombasa", seed=seed, options=options)
    for act in session.acts:
        assert len(act.title) <= MAX_TITLE_LENGTH, act.title
        assert act.who == "player" or act.cause is not None, act.title
        assert act.who == "player" or act.banner or act.result or act.idle, act.title
        assert act.heading[0].startswith("Round "), act.heading
        moves = [entry for entry in list_entries(session, act) if entry.kind == "do"]
        assert not (moves and act.idle), act.title
    banners = [act.title for act in session.acts if act.banner]
    assert banners == [*(f"Round {n} of 7" for n in range(1, 7)), "Round 7 of 7: the last round", "Final scoring"]


@pytest.mark.parametrize("seed", [1, 3])
def test_the_header_is_that_of_its_act(seed: int) -> None:
    session = play_demo("mombasa", seed=seed)
    for act in session.acts:
        if act.title.startswith("Round "):
            assert act.heading == (f"Round {act.title.split()[1]}/7", "planning")
        elif act.title.startswith("Expansion"):
            assert act.heading[1] == "expansion"
        elif act.title.startswith(("The virtual player takes", "The virtual player blocks")):
            assert act.heading[1] == "the virtual player’s turn"


def test_mo_13_a_turn_is_one_act_with_its_dice() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_card_turn(12)
    act = find_act(table.session, "The virtual player takes a card: space 12")
    assert act.cause is not None
    assert [(die.sides, die.value, die.label) for die in act.cause.dice] == [
        (6, 1, "card"),
        (12, 12, "display space"),
    ]
    assert act.cause.text == "d6 shows 1: a card; d12 shows 12: display space 12"
    assert (
        act.result == "The virtual player’s discard pile grew by one, to 1 card; you name the new card when it comes up"
    )
    assert act.highlight is not None
    assert (act.highlight.view, act.highlight.lit) == ("display", ("12",))


def find_card_result(table: MombasaTable) -> str:
    """Return the result of the virtual player's card turn at space 3."""
    table.take_your_turn().play_card_turn(3)
    return find_act(table.session, "The virtual player takes a card: space 3").result or ""


def test_mo_18_the_result_of_a_card_turn_names_the_card_or_says_when_you_name_it() -> None:
    table = MombasaTable(shuffle="program").confirm_plan()
    growth = "The virtual player’s discard pile grew by one, to 1 card"
    assert find_card_result(table) == f"{growth}; you name the new card in the preparation"
    table.session.correct(table.session.list_open_assumptions()[0].key, "coffee-2")
    act = find_act(table.session, "The virtual player takes a card: space 3")
    assert act.result == f"{growth}; the new card is coffee 2"


def test_mo_18_the_result_says_that_a_card_does_not_come_up_again() -> None:
    table = MombasaTable(shuffle="program")
    table.session.correct("round", 6)
    table.session.correct("deck", table.board.deck)
    assert find_card_result(table.confirm_plan()).endswith("; the new card does not come up again")


def test_mo_34_the_result_says_why_the_share_value_changed() -> None:
    bases = {"cairo": [[1, 1, 1, 2], [1, 1, 1, 2], [1, 1, 1, 2], [1, 1, 2]]}
    table = make_expanding_table(2, bases=bases).report_and_expand().choose_first_options()
    act = find_act(table.session, "Expansion: Cairo, 2 points")
    assert act.result == (
        "2 posts placed; one share of Cairo is now worth 2 coins, as 2 coins were uncovered on its base"
    )
    puts = [entry.text for entry in list_entries(table.session, act) if entry.kind == "do"]
    assert all("It uncovers 1 coin." in text for text in puts), puts


def test_mo_40_the_final_act_shows_the_whole_sum_and_the_limits_of_the_levels() -> None:
    session = play_demo("mombasa", seed=7)
    result = session.acts[-1].result or ""
    assert session.result is not None
    total = sum(source.scores["you"] for source in session.result.sources)
    sum_text = " + ".join(f"{source.scores['you']} ({source.label})" for source in session.result.sources)
    assert result.startswith(f"{sum_text} = {total} points: good (from 135).")
    assert result.endswith("You were 1 point short of “very good” (from 150).")


@pytest.mark.parametrize(("option", "need"), [("one_card", "at least one card."), ("free", "nothing.")])
def test_mo_12_the_cards_come_with_the_meaning_of_max(option: str, need: str) -> None:
    table = MombasaTable(max_at_zero=option).confirm_plan(*PLAIN_CARDS)
    [entry] = [entry for entry in table.session.transcript if entry.kind == "say" and "MO-12" in entry.cites]
    assert entry.text.startswith("You may place a marker on a MAX space if your face-up cards of its type")
    assert entry.text.endswith(f"you need {need}")


def test_mo_26_no_expansion_says_that_no_card_has_points() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).pass_turn()
    act = find_act(table.session, "No expansion")
    assert act.idle == "the virtual player’s four cards include no expansion card"


def test_mo_24_the_result_names_the_next_first_player() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_marker_turn(1)
    act = find_act(table.session, "The virtual player blocks bonus space 1")
    assert act.result == "The virtual player is first player in round 2; The virtual player has 2 markers left"


def test_mo_03_two_dice_are_the_cause_of_a_space() -> None:
    table = MombasaTable(dice_reading="d6").confirm_plan(*PLAIN_CARDS).take_your_turn().roll(2, 4, 5)
    act = find_act(table.session, "The virtual player takes a card: space 12")
    assert act.cause is not None
    assert act.cause.text == "d6 shows 2: a card; two d6 show 4 and 5: display space 12"
    assert [die.label for die in act.cause.dice] == ["card", "row", "column"]


def test_mo_a5_nothing_to_do_is_an_idle_act() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    table.take_your_turn(took=list(range(1, 13)), placed=list(range(1, 8)))
    act = find_act(table.session, "The virtual player does nothing")
    assert act.idle == "no card on the display, and no marker that it could place"
    assert act.cause is not None
    assert act.cause.text == "no card and no marker"


def test_mo_26_an_expansion_is_one_act_and_a_post_is_pushed_out_before_the_other_arrives() -> None:
    table = MombasaTable().confirm_plan("expansion-1", "expansion-2", *PLAIN_CARDS[:2]).pass_turn()
    table.report_and_expand(posts={"A": "mombasa"}).choose_first_options()
    act = find_act(table.session, "Expansion: Cairo, 3 points")
    assert act.cause is not None
    assert act.cause.text == "Expansion cards: expansion 1 + expansion 2 = 3 points"
    moves = [entry.text for entry in list_entries(table.session, act) if entry.kind == "do"]
    assert [text.split(",")[0].split(" and ")[0] for text in moves] == [
        "Take the post of Mombasa out of A",
        "Put a post of Cairo into A",
        "Put a post of Cairo into B",
    ]
    assert act.result == (
        "2 posts placed; 1 post sent home; one share of Cairo is still worth 0 coins, "
        "as no coin was uncovered on its base"
    )


def test_mo_33_each_reason_belongs_to_the_move_that_it_explains() -> None:
    table = make_expanding_table(2).report_and_expand(posts={"A": "mombasa"}).choose_first_options()
    push, put = (entry for entry in table.session.transcript if entry.kind == "do" and "MO-11" not in entry.cites)
    assert {rule for line in push.because for rule in line.cites} == {"MO-33", "MO-A22"}
    assert {"MO-29", "MO-31", "MO-34"} <= {rule for line in put.because for rule in line.cites}
    assert not any("MO-33" in line.cites for line in put.because)


def test_mo_33_nothing_has_moved_while_its_base_is_asked_about() -> None:
    """A space is chosen by chance for the leaving post and for the returning one: until then both stay."""
    table = make_expanding_table(2).report_and_expand(posts={"A": "mombasa"})
    assert table.key == "departure"
    assert table.board.posts == {"A": "mombasa"}
    texts = [one.text for one in table.session.replay_to(table.session.position).undo() if one.text]
    assert not any("A: " in text for text in texts), texts


def test_a_value_corrected_to_itself_leaves_the_question_as_it_was() -> None:
    table = make_expanding_table(2, land={"borders": {}, "gates": {"cairo": {"A": 1, "B": 1, "C": 1}}})
    table.report_and_expand()
    assert table.key == "spread"
    before = table.session.ask
    assert before is not None
    assert before.because
    table.session.correct("first_player", table.board.first_player)
    assert table.session.ask == before


def make_comparison(goal: Any, points: int, posts: dict[str, str]) -> RegionComparison:
    table = make_expanding_table(3)
    atlas = table.board.land.atlas
    prices = {"A": 1 + ("A" in posts)}
    return RegionComparison(goal, atlas, posts, "cairo", points, 15, ["mombasa"], prices)


def test_mo_31_the_table_of_targets_names_what_is_wrong_with_the_others() -> None:
    [row] = make_comparison("adjacent", 3, {"A": "cape-town"}).make_table().exclusions
    assert str(row.reason) == "no post of these companies there: Mombasa"
    [row] = make_comparison("adjacent", 1, {"A": "mombasa"}).make_table().exclusions
    assert str(row.reason) == "costs 2 points, only 1 is left"


def test_mo_32_the_table_of_regions_counts_what_each_leads_to() -> None:
    comparison = make_comparison("spread", 3, {})
    comparison.chosen = "A"
    table = comparison.make_table()
    [row] = table.candidates
    assert ([str(value) for value in row.values], row.is_winner) == (["1 point", "3 regions"], True)
    assert [str(one.text) for one in table.criteria] == ["Price", "Regions in all, if this one is first"]


def test_mo_a18_the_table_of_ways_counts_the_whole_way() -> None:
    [row] = make_comparison("path", 4, {"C": "mombasa"}).make_table().candidates
    assert [str(value) for value in row.values] == ["1 point", "4 points"]
    [excluded] = make_comparison("path", 3, {"C": "mombasa"}).make_table().exclusions
    assert str(excluded.reason) == "no way that can be paid begins here"


def test_mo_12_your_turn_shows_the_totals_for_max() -> None:
    table = MombasaTable()
    assert list_turn_views(table.board) == []
    table.confirm_plan(*PLAIN_CARDS)
    assert list(table.session.pinned_views) == ["needed"]
    act = find_act(table.session, "The virtual player shows its four cards")
    assert act.result == (
        "Needed for MAX: bananas 3, coffee 3; at least one card of each type: cotton, expansion, "
        "as the virtual player has none active."
    )


def test_every_company_of_a_title_is_named_in_words() -> None:
    titles = {act.title for seed in (1, 2, 3) for act in play_demo("mombasa", seed=seed).acts}
    companies = {str(name) for name in COMPANIES.values()}
    assert {title.split(": ")[1].split(",")[0] for title in titles if title.startswith("Expansion: ")} <= companies
