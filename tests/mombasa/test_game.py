"""Whole games of Mombasa: chance, three ways to enter the map, edge cases, corrections and packs."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rival
from rival.games.mombasa.box import check_pack, learn_pack
from rival.games.mombasa.corrections import check_invariants, describe_bonus_change
from rival.games.mombasa.posts import make_columns_question, read_columns_answer, store_base_posts
from rival.games.mombasa.rules import list_possible_actions
from rival.games.mombasa.sample import SAMPLE_SPACE_NAMES, load_full_pack
from rival.games.mombasa.table import COMPANIES, Board
from rival.kernel import BadPackError, Session, load_opponent, toml
from rival.kernel.game_log import LoggedAnswer
from tests.mombasa.game_driver import BASE_LAYOUT, PLAIN_CARDS, STARTING_DECK, MombasaTable, make_expanding_table
from tests.support.example_counts import limit_examples

# --- chance ------------------------------------------------------------------------------------------------

DEMOS = range(1000, 1160)
CHI_SQUARED_LIMITS = {1: 10.8, 3: 16.3, 6: 22.5, 9: 27.9, 11: 31.3}
"""Limits of chi-squared that chance exceeds once in a thousand times, by degrees of freedom."""


@cache
def play_demos(reading: str) -> tuple[LoggedAnswer, ...]:
    """Return all answers of many demos, those of chance included."""
    demos = (rival.play_demo("mombasa", seed=seed, options={"dice_reading": reading}) for seed in DEMOS)
    return tuple(item for demo in demos for item in demo.log if isinstance(item, LoggedAnswer))


def compute_chi_squared(drawn: list[tuple[Any, list[Any]]]) -> tuple[float, int]:
    """Return chi-squared and the degrees of freedom of draws, each with its equally likely possibilities."""
    observed = Counter(value for value, _among in drawn)
    expected: Counter[Any] = Counter()
    for _value, among in drawn:
        for outcome in among:
            expected[outcome] += 1 / len(among)  # type: ignore[assignment]
    return sum((observed[outcome] - n) ** 2 / n for outcome, n in expected.items()), len(expected) - 1


def list_rolls(key: str, reading: str = "d12_d8") -> list[tuple[Any, list[Any]]]:
    return [(item.value, list(item.ask.answer_type.valid_faces)) for item in play_demos(reading) if item.ask.key == key]  # type: ignore[attr-defined]


@pytest.mark.games
def test_a_card_or_a_marker_one_to_one() -> None:
    faces = [value for value, _fair in list_rolls("card-or-marker")]
    halves = [("card" if face <= 3 else "marker", ["card", "marker"]) for face in faces]
    assert len(halves) > 1500
    value, freedom = compute_chi_squared(halves)
    assert value < CHI_SQUARED_LIMITS[freedom]


@pytest.mark.games
@pytest.mark.parametrize(("key", "freedom"), [("display-die", 11), ("bonus-die", 6)])
def test_cards_and_spaces_present_have_the_same_chance(key: str, freedom: int) -> None:
    drawn = list_rolls(key)
    assert len(drawn) > 1000
    value, found = compute_chi_squared(drawn)
    assert found == freedom
    assert value < CHI_SQUARED_LIMITS[freedom]


@pytest.mark.games
@pytest.mark.parametrize(
    ("where", "freedom", "width"), [("display", 11, 12), ("bonus", 6, 7)], ids=["display", "bonus"]
)
def test_two_rolls_of_a_d6_give_the_same_chances(where: str, freedom: int, width: int) -> None:
    """The space given by two rolls is compared with all spaces that were open at that moment."""
    from rival.games.mombasa import dice

    read: Callable[[int, int], int | None] = dice.find_display_space if where == "display" else dice.find_bonus_space
    firsts, seconds = list_rolls(f"{where}-first", "d6"), list_rolls(f"{where}-second", "d6")
    assert len(firsts) == len(seconds) > 1000  # rolls of the program are never repeated
    drawn = []
    for (first, faces), (second, _faces) in zip(firsts, seconds, strict=True):
        per_space = 1 if where == "display" else 3
        assert len(faces) % per_space == 0
        drawn.append((read(first, second), len(faces) // per_space))
    full = [(space, list(range(1, width + 1))) for space, present in drawn if present == width]
    value, found = compute_chi_squared(full)
    assert found == freedom
    assert value < CHI_SQUARED_LIMITS[freedom]


@pytest.mark.games
def test_the_first_four_cards_are_any_of_the_ten() -> None:
    draws = [
        item.value
        for item in play_demos("d12_d8")
        if item.ask.key == "draw" and len(item.ask.answer_type.options) == 10  # type: ignore[attr-defined]
    ]
    names = [f"c{n}" for n in range(1, 11)]
    value, freedom = compute_chi_squared([(name, names) for draw in draws for name in draw])
    assert value < CHI_SQUARED_LIMITS[freedom]


@pytest.mark.games
def test_ties_are_broken_evenly() -> None:
    """Company, regions and columns are compared by their position in the list of options."""
    for key in ("company", "spread", "departure"):
        offered = [
            ([one.id for one in item.ask.answer_type.options], item.value)  # type: ignore[attr-defined]
            for item in play_demos("d12_d8")
            if item.ask.key == key
        ]
        of_few = [(ids.index(value), list(range(len(ids)))) for ids, value in offered if len(ids) <= 4]
        assert len(of_few) > 100
        value, freedom = compute_chi_squared(of_few)
        assert value < CHI_SQUARED_LIMITS[freedom]


# --- three ways of the map -----------------------------------------------------------------------------------


def play_sample_game(seed: int, pack: Any, options: dict[str, Any]) -> Session:
    session = Session.new("mombasa", seed=seed, pack=pack, options=options)
    sample = session.opponent.make_sample_player(seed, session.options)
    while session.open_ask is not None:
        session.answer(sample.answer(session.open_ask, session.table))
    return session


def list_moves(session: Session) -> list[str]:
    """Return all instructions and the choices of chance."""
    return [
        entry.text
        for entry in session.transcript
        if entry.kind == "do" or (entry.who == "chance" and entry.kind != "say")
    ]


def make_pack_without(*parts: str) -> dict[str, Any]:
    """Return the sample pack as an owner's pack, without these parts."""
    pack = {name: part for name, part in load_full_pack().items() if name not in (*parts, "table", "sample")}
    return {**pack, "learned": True}


RULINGS = st.fixed_dictionaries(
    {
        "priority_one": st.sampled_from(["once", "repeat"]),
        "target_reach": st.sampled_from(["adjacent", "path"]),
        "furthest_tie": st.sampled_from(["all", "one"]),
    }
)


@limit_examples(8)
@given(st.integers(1, 10**6), RULINGS)
def test_a_whole_a_growing_and_an_empty_map_give_the_same_moves(seed: int, rulings: dict[str, Any]) -> None:
    whole = play_sample_game(seed, make_pack_without(), rulings)
    nothing = play_sample_game(seed, make_pack_without("map", "bases"), rulings)
    grown = learn_pack(None, nothing.table)
    growing = play_sample_game(seed + 1, grown, rulings)
    again = play_sample_game(seed + 1, make_pack_without(), rulings)
    assert list_moves(nothing) == list_moves(whole)
    assert list_moves(growing) == list_moves(again)
    assert nothing.result == whole.result
    assert growing.result == again.result


def test_known_parts_are_not_asked_for_again() -> None:
    first = play_sample_game(3, make_pack_without("map", "bases"), {})
    asked = Counter(key for _kind, key, _value in first.journal.active_entries)
    told = [(item.ask.key, str(item.ask.metadata)) for item in first.log if isinstance(item, LoggedAnswer)]
    for key in ("neighbours", "gates", "base"):
        of_key = [about for one, about in told if one == key]
        assert len(of_key) == len(set(of_key))
    second = play_sample_game(3, learn_pack(None, first.table), {})
    assert asked["gates"]
    assert not {"neighbours", "gates", "base"} & {key for _kind, key, _value in second.journal.active_entries}


def test_knowledge_only_grows() -> None:
    known = None
    for seed in (3, 4, 5):
        session = play_sample_game(seed, make_pack_without("map", "bases"), {})
        pack = learn_pack(known, session.table)
        check_pack(pack)
        assert set(pack["map"]["known"]) >= set(known["map"]["known"] if known else ())
        assert pack == learn_pack(pack, session.table)
        assert tomllib.loads(toml.format_pack(pack)) == pack
        known = pack
    assert known is not None
    borders = {(one, two): n for one, near in known["map"]["borders"].items() for two, n in near.items()}
    real = load_full_pack()["map"]["borders"]
    assert all(real.get(one, {}).get(two, real.get(two, {}).get(one)) == n for (one, two), n in borders.items())


def test_a_sample_game_does_not_change_the_own_pack() -> None:
    assert learn_pack(None, rival.play_demo("mombasa", seed=1).table) is None


# --- edges -----------------------------------------------------------------------------------------------------


def iterate_states() -> Iterator[Board]:
    board: Board = MombasaTable().board
    for display in ([True] * 12, [False] * 12, [False] * 11 + [True]):
        for mine in range(8):
            for its in range(min(3, 7 - mine) + 1):
                board.display = display
                for n, space in enumerate(board.bonus):
                    space.holder = "you" if n < mine else "ivp" if n < mine + its else ""
                yield board


def test_possible_actions_depend_on_cards_markers_and_spaces() -> None:
    for board in iterate_states():
        expected = ["card"] * any(board.display) + ["marker"] * bool(board.markers_left and board.free_bonus_spaces)
        assert list_possible_actions(board) == expected


def test_a_full_board_still_gives_an_exact_expansion() -> None:
    """Every region holds a foreign post, so every price is 1 higher."""
    table = make_expanding_table(3).report_and_expand(
        posts={"A": "mombasa", "B": "cape-town", "C": "mombasa", "D": "cape-town", "E": "mombasa"}
    )
    table.choose_first_options()
    assert table.board.posts["A"] == "cairo"
    assert table.board.count_posts_on_map("cairo") == 1
    assert "1 point is lost" in table.entries("MO-A21")[-1].text


def test_an_expansion_with_everything_held_by_the_company_itself() -> None:
    table = make_expanding_table(3).report_and_expand(posts=dict.fromkeys("ABCDE", "cairo")).choose_first_options()
    assert "no post was placed" in table.entries("MO-A27")[-1].text


def test_a_base_without_posts_places_none_and_takes_them_back() -> None:
    table = MombasaTable()
    table.session.correct("aside.cairo", 15)
    assert table.board.count_supply("cairo") == 0
    table.confirm_plan("expansion-2", *PLAIN_CARDS[:3]).pass_turn().report_and_expand().choose_first_options()
    assert table.board.posts == {}


def test_the_last_posts_of_a_base_limit_the_expansion() -> None:
    table = MombasaTable()
    table.session.correct("aside.cairo", 14)
    table.session.correct("bases.cairo", ["0. 1. 0. 2", "0. 1. 0. 2.", "0. 1. 0. 2.", "0. 1. 2."])
    table.confirm_plan("expansion-2", *PLAIN_CARDS[:3]).pass_turn().report_and_expand().choose_first_options()
    assert table.board.count_posts_on_map("cairo") == 1
    assert "no posts left" in table.reasons("MO-A27")[-1]


# --- reports and corrections -------------------------------------------------------------------------------------


LEVEL = dict.fromkeys(COMPANIES, 0)
"""Your markers, all at the start."""


def test_a_region_that_is_not_on_a_whole_map_is_refused() -> None:
    table = make_expanding_table()
    with pytest.raises(rival.BadAnswerError, match="There is no “Nowhere” here"):
        table.say({**LEVEL, "posts": {"Nowhere": "cairo"}})
    assert table.say({**LEVEL, "posts": {"a": "mombasa"}}).board.posts == {"A": "mombasa"}


def test_more_posts_than_a_company_has_are_refused() -> None:
    table = MombasaTable({"borders": {}, "gates": {"cairo": {f"R{n}": 1 for n in range(20)}}})
    table.confirm_plan("expansion-2", *PLAIN_CARDS[:3]).pass_turn()
    with pytest.raises(rival.BadAnswerError, match="only 15 posts"):
        table.say({**LEVEL, "posts": {f"R{n}": "mombasa" for n in range(16)}})


@pytest.mark.parametrize("column1", [4, 2])
def test_posts_on_a_base_that_do_not_add_up_are_refused(column1: int) -> None:
    table = make_expanding_table()
    table.say({"mombasa": 3, "cape-town": 2, "saint-louis": 1, "cairo": 0, "posts": {"E": "cairo"}}).say("D")
    assert table.key == "columns"
    told = {"column1": column1, "column2": 4, "column3": 4, "column4": 3}
    with pytest.raises(rival.BadAnswerError, match="1 on the map, so its base must have 14"):
        table.say(told)
    table.say({**told, "column1": 3})
    assert "cairo" in table.board.bases


@given(st.data())
def test_the_suggested_posts_of_a_base_are_a_valid_answer(data: st.DataObject) -> None:
    """With any posts, the form as it is shown is a valid answer, and the posts add up after it."""
    regions = [f"R{n}" for n in range(20)]
    table = MombasaTable({"borders": {}, "gates": {"cairo": dict.fromkeys(regions, 1)}})
    for _report in range(data.draw(st.integers(1, 3))):
        holders = st.sampled_from([*COMPANIES, "none"])
        moved = data.draw(st.dictionaries(st.sampled_from(regions), holders, max_size=10))
        table.session.correct("posts", moved)
        for company in sorted(table.board.outdated):
            if table.board.count_expected_posts(company):
                question = make_columns_question(table.board, company)
                assert question is not None
                told = question.validate({})
                base, table.board.aside[company] = read_columns_answer(table.board, company, told)
                store_base_posts(table.board, company, base)
    assert not list(check_invariants(table.board))


def test_neighbours_that_contradict_the_map_are_refused() -> None:
    pack = {"game": "mombasa", "deck": STARTING_DECK, "bonus": [""] * 7, "bases": dict.fromkeys(COMPANIES, BASE_LAYOUT)}
    table = MombasaTable(pack=pack).confirm_plan("expansion-2", *PLAIN_CARDS[:3]).pass_turn()
    table.say({"mombasa": 3, "cape-town": 2, "saint-louis": 1, "cairo": 0, "posts": {"Gao": "cairo"}})
    assert table.key == "gates"
    table.say({"Gao": 1, "Air": 1})
    assert table.key == "neighbours"
    for wrong in ({"Gao": 1}, {"Kano": 3}, {"": 1}, {"Kano": 1, "kano": 2}):
        with pytest.raises(rival.BadAnswerError):
            table.say(wrong)
    table.say({"kano": 2})
    assert table.board.land.borders["Gao"] == {"kano": 2}


def test_a_correction_of_the_map_is_read_when_the_next_post_is_chosen() -> None:
    table = make_expanding_table(
        2, land={"borders": {"A": {"C": 1}}, "gates": {"cairo": {"A": 1, "B": 1}}}
    ).report_and_expand()
    assert table.options == ["A", "B"]
    table.session.correct("gates.cairo", {"A": 1, "B": 2})
    table.choose_first_options()
    assert sorted(table.board.posts) == ["A", "C"]


def test_every_editable_value_accepts_itself() -> None:
    """The table, the order of its piles, the question and the draws made from it stay the same."""
    finished = rival.play_demo("mombasa", seed=2)
    for place in range(finished.position - 1, 0, -4):
        session = finished.replay_to(place)
        before = rival.take_snapshot(session.table)
        for one in tuple(session.opponent.list_editable_values(session.table)):
            if one.value is not None:
                one.assign_value(one.answer_type.validate(one.value))
                assert rival.take_snapshot(session.table) == before, one.path


def test_impossible_corrections_are_refused() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    refused = [
        ("bases.cairo", ["0 1"]),
        ("bases.cairo", ["0 9 0 2", "0 1 0 2", "0 1 0 2", "0 1 2"]),
        ("aside.cairo", 16),
        ("bases.cairo", ["0. 1 0 2", "0 1 0 2", "0 1 0 2", "0 1 2"]),
        ("cards.c1", "gold-1"),
        ("land.A", {"A": 1}),
        ("active", ["c1"]),
        ("round", 8),
    ]
    for path, value in refused:
        before = rival.take_snapshot(table.board)
        with pytest.raises(rival.BadAnswerError):
            table.session.correct(path, value)
        assert rival.take_snapshot(table.board) == before
    for n in (1, 2, 3):
        table.session.correct(f"bonus.{n}", "ivp")
    with pytest.raises(rival.BadAnswerError, match="only 3 markers"):
        table.session.correct("bonus.4", "ivp")


def test_other_active_cards_change_the_thresholds() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS)
    table.session.correct("active", ["c1", "c2", "c3", "c7"])
    assert table.board.thresholds == {"bananas": 3, "coffee": 1, "expansion": 2}
    assert sorted([*table.board.deck, *table.board.active, *table.board.discard]) == sorted(table.board.cards)
    table.session.correct("cards.c7", "share")
    assert table.board.thresholds == {"bananas": 3, "coffee": 1, "share": 1}


# --- packs -----------------------------------------------------------------------------------------------------

BAD_PACKS = [
    ([], "not a pack"),
    ({"game": "chess"}, "not a pack"),
    ({"bonus": ["a"]}, "list of 7 names"),
    ({"first_player_space": 8}, "from 1 to 7"),
    ({"deck": ["bananas-1"]}, "10 cards"),
    ({"deck": ["gold-7", *STARTING_DECK[1:]]}, "no card “gold-7”"),
    ({"bases": {"london": BASE_LAYOUT}}, "no company “london”"),
    ({"bases": {"cairo": [[0, "x"]]}}, "list of columns"),
    ({"bases": {"cairo": [[0] * 16]}}, "15 spaces"),
    ({"bases": 3}, "table of keys and values"),
    ({"map": {"borders": {"A": {"B": 3}}}}, "must be 1 or 2"),
    ({"map": {"borders": {"A": {"B": 1}, "B": {"A": 2}}}}, "one price"),
    ({"map": {"borders": {"A": {"A": 1}}}}, "two different regions"),
    ({"map": {"borders": {"A": 1}}}, "table of keys and values"),
    ({"map": {"gates": {"cairo": {"A": 0}}}}, "must be 1 or 2"),
    ({"map": {"gates": {"oslo": {"A": 1}}}}, "no company"),
    ({"map": {"known": "A"}}, "list of the regions"),
    ({"map": {"places": {"A": [1]}}}, "two whole numbers"),
    ({"map": {"places": {"A": [1.5, 2]}}}, "two whole numbers"),
    ({"map": {"places": {"A": [10**5000, 2]}}}, "two whole numbers"),
    ({"x": 1.5}, "“x” is not a valid key here"),
    ({"map": {"seas": {}}}, "“map.seas” is not a valid key here"),
    ({"map": {"whole": 1}}, "must be true or false"),
    ({"sample": "yes"}, "must be true or false"),
    ({"edition": {"a": {"b": 1}}}, "one line"),
    ({"source": "x" * 1001}, "one line"),
    ({"bonus": ["a\x7f", *"bcdefg"]}, "list of 7 names"),
    ({"first_player_space": True}, "from 1 to 7"),
    ({"first_player_space": 10**5000}, "from 1 to 7"),
    ({"deck": [["coffee-1"], *STARTING_DECK[1:]]}, "no card"),
    ({"deck": [10**5000, *STARTING_DECK[1:]]}, "no card"),
    ({"max": ["coffee", "gold"]}, "list of the card types"),
    ({"max": [["coffee"]]}, "list of the card types"),
    ({"max": ["coffee", "coffee"]}, "twice"),
    ({"map": {"borders": {"A\x7f": {"B": 1}}}}, "can’t be the name of a region"),
    ({"map": {"borders": {"A": {"B" * 61: 1}}}}, "can’t be the name of a region"),
    ({"map": {"borders": {"A": {"B": 10**5000}}}}, "must be 1 or 2"),
    ({"map": {"borders": {"A": {"B": {"C": 1}}}}}, "must be 1 or 2"),
    ({"map": {"gates": {"cairo": {" ": 1}}}}, "can’t be the name of a region"),
    ({"map": {"known": [["A"]]}}, "list of the regions"),
    ({"map": {"known": [f"R{n}" for n in range(81)]}}, "at most 80 regions"),
    (
        {"map": {"borders": {f"R{n}": {f"R{m}": 1 for m in range(n)} for n in range(1, 20)}}},
        "A map with 20 regions can’t have 190 borders",
    ),
    ({"table": {"open": ["share"]}}, "no card"),
    ({"table": {"cards": {"A": [["coffee-1"]]}}}, "list of cards"),
    ({"table": {"steps": 10**5000}}, "whole number"),
]


@pytest.mark.parametrize(("pack", "sentence"), BAD_PACKS)
def test_a_bad_pack_is_refused_with_a_sentence(pack: Any, sentence: str) -> None:
    with pytest.raises(BadPackError, match=sentence):
        check_pack({"game": "mombasa", **pack} if isinstance(pack, dict) else pack)


def test_the_sample_is_marked_and_complete() -> None:
    pack = load_opponent("mombasa").make_sample_pack()
    assert pack["sample"] is True
    assert check_pack(pack) == pack
    regions = {*pack["map"]["places"]}
    assert len(regions) == 40
    assert {other for near in pack["map"]["borders"].values() for other in near} | set(
        pack["map"]["borders"]
    ) == regions
    assert sum(map(len, load_full_pack()["table"]["cards"].values())) == 44
    assert check_pack(load_full_pack()) == load_full_pack()


def test_the_names_of_the_samples_bonus_spaces_are_translated() -> None:
    assert tuple(load_full_pack()["bonus"]) == SAMPLE_SPACE_NAMES


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=70),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=8,
)
PARTS = (
    "edition",
    "source",
    "sample",
    "learned",
    "bonus",
    "first_player_space",
    "deck",
    "max",
    "bases",
    "map",
    "table",
)


@given(st.sampled_from(PARTS), VALUES)
def test_any_pack_is_accepted_or_refused_with_a_sentence(part: str, value: Any) -> None:
    for pack in ({part: value}, {"map": {part: value}}, {"table": {part: value}}, {"bases": {"cairo": value}}):
        refused = ""
        whole = {"game": "mombasa", **pack}
        try:
            assert check_pack(whole) is whole
        except BadPackError as bad:
            refused = str(bad)
        assert not refused or refused.endswith(".")


@settings(deadline=2000)
@given(st.lists(st.sampled_from(["0", "1", "2", ".", "0.", " ", "\n", "9" * 60, "x", "\x7f", "/"]), max_size=400))
def test_any_drawing_of_a_base_is_parsed_quickly(signs: list[str]) -> None:
    table = MombasaTable()
    with pytest.raises(rival.BadAnswerError):
        table.session.correct("bases.cairo", ["".join(signs)] * 20)


def test_a_map_that_is_too_large_is_refused_when_it_is_entered() -> None:
    pack = {"game": "mombasa", "deck": STARTING_DECK, "bonus": [""] * 7, "bases": dict.fromkeys(COMPANIES, BASE_LAYOUT)}
    table = MombasaTable(pack=pack).confirm_plan("expansion-2", *PLAIN_CARDS[:3]).pass_turn()
    many = {f"R{n}": 1 for n in range(81)}
    report = {"mombasa": 3, "cape-town": 2, "saint-louis": 1, "cairo": 0}
    with pytest.raises(rival.BadAnswerError, match="at most 80 regions"):
        table.say({**report, "posts": dict.fromkeys(many, "none")})
    table.say(report)
    assert table.key == "gates"
    for wrong in (many, {"A\x7f": 1}, {"A" * 61: 1}):
        with pytest.raises(rival.BadAnswerError):
            table.say(wrong)
    table.say({"R0": 1})
    assert table.key == "neighbours"
    with pytest.raises(rival.BadAnswerError, match="at most 80 regions"):
        table.say({f"S{n}": 1 for n in range(80)})
    with pytest.raises(rival.BadAnswerError, match="at most 80 regions"):
        table.session.correct("gates.cairo", many)


def test_a_bonus_space_name_with_control_characters_is_refused() -> None:
    table = MombasaTable()
    for name in ("a\x7f", "\x1b[31m", "x" * 61, ""):
        with pytest.raises(rival.BadAnswerError):
            table.session.correct("bonus.2.name", name)


# --- what to put back ---------------------------------------------------------------------------------------------


def test_undo_instructions_describe_the_change_only() -> None:
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_card_turn(5)
    assert "Put a card back on display space 5." in [one.text for one in table.session.undo()]
    table = MombasaTable().confirm_plan(*PLAIN_CARDS).take_your_turn().play_marker_turn(3)
    undone = [one.text for one in table.session.undo() if one.text]
    assert undone == ["Take the virtual player’s marker off bonus space 3."]
    now, was = (
        [{"name": "", "holder": holder} for holder in held] for held in (["you", "", "ivp"], ["", "ivp", "you"])
    )
    assert str(describe_bonus_change(now, was)) == (
        "Take your marker off bonus space 1. Put your marker back on bonus space 3. "
        "Take the virtual player’s marker off bonus space 3. Put the virtual player’s marker back on bonus space 2."
    )
    called = [{"name": "books", "holder": ""}]
    assert str(describe_bonus_change(called, [{"name": "", "holder": ""}])) == "Bonus space 1 has no name again."
    assert str(describe_bonus_change([{"name": "", "holder": ""}], called)) == "Bonus space 1 is called books."
    assert describe_bonus_change(called, called) is None
