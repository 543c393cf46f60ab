"""The owner's box: describe, check, forget, undo and share its parts, for every opponent that has one."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rival.engine import Engine
from rival.engine.boxes import BoxState, PartState
from rival.engine.packs import PacksInMemory
from rival.games.pampero import card_parts
from rival.home import PackFolder
from rival.kernel import BadAnswer, BadPack, RivalError, Session, opponent, opponents
from rival.kernel.pictures import drawn
from rival.kernel.texts import ENGLISH
from tests.support.first_games import OF_A_CARD, OF_THE_BOX, Way, play, told

HEIGHTS = "rolling-heights"
BOARD = ["- - ~", "r2 ? -"]
WHOLE = ["- - ~", "r2 c1 -"]


@pytest.fixture
def engine() -> Engine:
    return Engine(own=PacksInMemory())


def part(box: BoxState, id: str) -> PartState:
    return next(one for one in box.parts if one.id == id)


def test_an_empty_box_lists_its_parts_says_what_it_will_cost_and_names_the_first(engine: Engine) -> None:
    box = engine.box(HEIGHTS)
    assert [one.known for one in box.parts] == ["unknown"] * 15
    assert (box.progress[0].told, box.progress[0].of) == (0, 12)
    assert box.next == "board 1 A"
    assert box.lacking


def test_a_part_can_be_kept_unfinished_and_is_the_next_to_tell(engine: Engine) -> None:
    box = engine.tell_part(HEIGHTS, "board 2 B", BOARD)
    told = part(box, "board 2 B")
    assert (told.known, told.told, told.of, box.next) == ("told", 5, 6, "board 2 B")
    assert told.origin.startswith("entered by hand, 20")
    assert told.picture is not None
    assert engine.box_part(HEIGHTS, "board 2 B").value == BOARD


def test_a_draft_is_checked_and_kept_nowhere(engine: Engine) -> None:
    wrong = engine.box_part(HEIGHTS, "board 1 A", ["- q"])
    assert "“q” at b1" in wrong.problem
    assert wrong.value == ["- q"]
    assert engine.box_part(HEIGHTS, "board 1 A", WHOLE).problem == ""
    assert engine.box(HEIGHTS).parts[0].known == "unknown"


def test_what_was_checked_is_to_be_checked_again_when_it_is_told_anew(engine: Engine) -> None:
    engine.tell_part(HEIGHTS, "board 1 A", WHOLE)
    assert part(engine.check_part(HEIGHTS, "board 1 A"), "board 1 A").known == "checked"
    assert part(engine.tell_part(HEIGHTS, "board 1 A", ["-"]), "board 1 A").known == "told"


def test_every_change_can_be_taken_back_up_to_the_empty_box(engine: Engine) -> None:
    engine.tell_part(HEIGHTS, "board 1 A", WHOLE)
    engine.check_part(HEIGHTS, "board 1 A")
    engine.forget_part(HEIGHTS, "board 1 A")
    states = []
    while engine.box(HEIGHTS).history:
        states.append(part(engine.undo_box(HEIGHTS), "board 1 A").known)
    assert states == ["checked", "told", "unknown"]
    with pytest.raises(RivalError, match="nothing to undo"):
        engine.undo_box(HEIGHTS)


def test_the_box_lasts_with_where_each_part_comes_from(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVAL_HOME", str(tmp_path))
    Engine(own=PackFolder()).tell_part(HEIGHTS, "board 1 A", WHOLE)
    box = Engine(own=PackFolder()).check_part(HEIGHTS, "board 1 A")
    assert (part(box, "board 1 A").known, [one.did for one in box.history]) == ("checked", ["checked", "told"])
    (tmp_path / "packs" / f"{HEIGHTS}.past.json").write_text("[1]")
    assert Engine(own=PackFolder()).box(HEIGHTS).history == ()


def test_what_a_game_learns_is_a_part_like_any_other(engine: Engine) -> None:
    state = engine.begin(HEIGHTS, seed=3, dice="mine")
    state = engine.answer(state.id, state.at, True)
    while state.question is not None and state.question.key != "district":
        key = state.question.key
        given: Any = {"mayor-die": 1, "district-numbers": [1, 2, 3, 4, 5, 6]}.get(key, True)
        if key == "your-turn" or (key not in ("mayor-die", "district-numbers") and state.question.kind == "form"):
            given = {}
        if key == "boards":
            given = {"boards": ["?"] * 6}
        if key == "starting-plan":
            given = state.question.options[0].id
        state = engine.answer(state.id, state.at, given)
    engine.answer(state.id, state.at, ["- -", "- ~"])
    box = engine.box(HEIGHTS)
    assert part(box, "board A").origin.startswith("entered during a game")
    assert box.history[0].did == "learned"


def test_a_board_that_is_told_beforehand_is_not_drawn_in_a_game(engine: Engine) -> None:
    for n in range(1, 7):
        engine.tell_part(HEIGHTS, f"board {n} A", WHOLE)
    state = engine.begin(HEIGHTS, seed=3)
    assert set(engine.session(state.id).table.boards) == {f"{n} A" for n in range(1, 7)}
    assert "told" not in engine.session(state.id).journal.header["pack"]


def test_a_game_under_way_takes_over_what_was_told_since_and_replays(engine: Engine) -> None:
    state = engine.begin(HEIGHTS, seed=3)
    engine.tell_part(HEIGHTS, "board 1 A", WHOLE)
    assert engine.session(state.id).table.boards == {}
    state = engine.take_over(state.id, state.at)
    assert engine.session(state.id).table.boards == {"1 A": WHOLE}
    assert "Corrected: your box" in state.entries[-1].text
    again = Session.load(engine.journal(state.id))
    assert again.table.boards == {"1 A": WHOLE}
    assert engine.undo(state.id, state.at).state.position == 0
    assert engine.session(state.id).table.boards == {}


def test_a_part_given_away_is_the_same_by_file_and_by_code(engine: Engine) -> None:
    engine.tell_part(HEIGHTS, "board 1 A", WHOLE)
    engine.tell_part(HEIGHTS, "board 2 A", BOARD)
    engine.describe_pack(HEIGHTS, {"name": "Our box", "licence": "CC0"})
    shared = engine.share_parts(HEIGHTS, ["board 1 A"])
    for text in (shared.text, shared.code):
        other = Engine(own=PacksInMemory())
        offer = other.offered_pack(text)
        assert [(one.id, one.agreement) for one in offer.parts] == [("board 1 A", "new")]
        assert (offer.head.name, offer.head.licence) == ("Our box", "CC0")
        assert other.box(HEIGHTS).history == ()
        box = other.take_parts(text, "box.toml")
        assert part(box, "board 1 A").known == "told"
        assert other.box_part(HEIGHTS, "board 1 A").value == WHOLE


def test_where_two_differ_both_are_shown_and_one_is_chosen(engine: Engine) -> None:
    other = Engine(own=PacksInMemory())
    engine.tell_part(HEIGHTS, "board 1 A", WHOLE)
    other.tell_part(HEIGHTS, "board 1 A", ["-"])
    code = engine.share_parts(HEIGHTS).code
    offer = other.offered_pack(code).parts[0]
    assert offer.agreement == "differs"
    assert offer.mine is not None
    assert offer.mine.picture != offer.theirs.picture
    assert offer.differences
    other.take_parts(code)
    assert other.box_part(HEIGHTS, "board 1 A").value == ["-"]
    other.take_parts(code, chosen=["board 1 A"])
    assert other.box_part(HEIGHTS, "board 1 A").value == WHOLE


@pytest.mark.parametrize("text", ["1abc", "1" + "A" * 200_000, "", "1eJwDAAAAAAE", 'game = "chess"', "[[[[", "1!"])
def test_a_link_or_file_that_holds_no_pack_gets_a_sentence(engine: Engine, text: str) -> None:
    with pytest.raises(BadPack) as bad:
        engine.offered_pack(text)
    assert len(str(bad.value)) < 300


@pytest.mark.parametrize("head", [{"name": 5}, {"licence": "a\nb"}, {"told": {"x": {"how": "guessed"}}}, {"told": []}])
def test_what_a_pack_says_of_itself_is_checked(head: dict[str, Any]) -> None:
    with pytest.raises(BadPack):
        opponent(HEIGHTS).checked_pack({"game": HEIGHTS, **head})


def test_nothing_can_be_done_with_a_part_that_is_none(engine: Engine) -> None:
    for call in (engine.check_part, engine.forget_part):
        with pytest.raises(BadPack):
            call(HEIGHTS, "board 1 A")
    with pytest.raises(BadPack, match="This box has no part"):
        engine.tell_part(HEIGHTS, "moon", WHOLE)


@cache
def told_by_hand(game: str, *kinds: str) -> Any:
    """Return a box that was described part by part; cached, since it takes seconds."""
    return told(opponent(game), *kinds)


@pytest.mark.parametrize("game", [id for id, one in opponents().items() if one.box is not None])
def test_every_part_of_a_sample_box_told_by_hand_makes_the_same_box(game: str) -> None:
    """The editors can express everything: a pack entered part by part gives the same pack."""
    against = opponent(game)
    assert against.box is not None
    whole = against.checked_pack({key: value for key, value in against.sample_pack().items() if key != "sample"})
    built = told_by_hand(game)
    values = {one.id: one.value for one in against.box.parts(whole)}
    assert {one.id: one.value for one in against.box.parts(against.checked_pack(built))} == values


@pytest.mark.parametrize("game", [id for id, one in opponents().items() if one.box is not None])
def test_every_part_that_is_told_is_drawn(game: str) -> None:
    against = opponent(game)
    assert against.box is not None
    for one in against.box.parts(against.sample_pack()):
        if one.value is not None:
            assert one.view is not None, one.id
            assert drawn(one.view(), ENGLISH).kind != "facts", one.id


# --- plans and cards: as many as there are -------------------------------------------------------------------------

PARK = {"type": "park", "wood": 2, "steel": 1}
SHOP = {"type": "commercial", "glass": 4}


def test_a_plan_is_a_part_like_any_other_and_one_more_can_always_be_added(engine: Engine) -> None:
    box = engine.tell_part(HEIGHTS, "plan 1-1", PARK)
    told = part(box, "plan 1-1")
    assert (told.known, told.words, told.needed) == ("told", "level 1, park: 2 wood, 1 steel", False)
    assert told.origin.startswith("entered by hand")
    assert told.picture is not None
    assert [one.id for one in box.parts if one.adds] == ["board 7 A", "plan 1-2", "plan 2-1"]
    assert part(engine.check_part(HEIGHTS, "plan 1-1"), "plan 1-1").known == "checked"
    box = engine.tell_part(HEIGHTS, "plan 1-1", SHOP)
    assert part(box, "plan 1-1").words == "level 1, commercial: 4 glass"
    engine.tell_part(HEIGHTS, "plan 1-2", PARK)
    box = engine.forget_part(HEIGHTS, "plan 1-1")
    assert engine.box_part(HEIGHTS, "plan 1-2").value == PARK, "what is left keeps its number"
    assert [one.did for one in box.history] == ["forgot", "told", "told", "checked", "told"]
    assert part(engine.undo_box(HEIGHTS), "plan 1-1").known == "told"
    with pytest.raises(BadAnswer, match="at least one cube"):
        engine.tell_part(HEIGHTS, "plan 2-1", {"type": "park"})


def test_a_plan_of_a_game_is_a_part_from_that_game_and_one_of_the_box_is_offered_in_a_game(engine: Engine) -> None:
    engine.tell_part(HEIGHTS, "plan 1-1", PARK)
    state = engine.begin(HEIGHTS, seed=3)
    town = engine.session(state.id).table
    assert town.met == {1: [PARK], 2: []}
    town.meet(1, SHOP)
    again = opponent(HEIGHTS).learned(engine.packs.own(opponent(HEIGHTS)), town)
    assert [one.value for one in opponent(HEIGHTS).box.parts(again) if one.value] == [PARK, SHOP]  # type: ignore[union-attr]


def test_two_owners_who_number_their_plans_differently_share_them(engine: Engine) -> None:
    other = Engine(own=PacksInMemory())
    engine.tell_part(HEIGHTS, "plan 1-1", PARK)
    other.tell_part(HEIGHTS, "plan 1-1", SHOP)
    other.tell_part(HEIGHTS, "plan 1-2", PARK)
    shared = other.share_parts(HEIGHTS)
    for text in (shared.text, shared.code):
        assert [(one.id, one.agreement) for one in engine.offered_pack(text).parts] == [
            ("plan 1-1", "same"),
            ("plan 1-2", "new"),
        ]
    box = engine.take_parts(shared.code)
    assert [part(box, f"plan 1-{n}").words for n in (1, 2)] == [
        "level 1, park: 2 wood, 1 steel",
        "level 1, commercial: 4 glass",
    ]
    assert part(box, "plan 1-1").origin.startswith("entered by hand")
    assert part(box, "plan 1-2").origin.startswith("imported from a link")


@pytest.mark.parametrize(
    "plans",
    [
        {"level1": [{"type": "park", "wood": 2, "n": 0}], "level2": []},
        {"level1": [{"type": "park", "wood": 2, "n": 3}, {"type": "park", "wood": 2, "n": 3}], "level2": []},
        {"level1": [{"type": "park", "wood": 2, "n": "1"}], "level2": []},
    ],
)
def test_numbers_of_plans_are_checked(plans: Any) -> None:
    with pytest.raises(BadPack):
        opponent(HEIGHTS).checked_pack({"game": HEIGHTS, "plans": plans})


def test_cards_of_the_display_are_counted_learned_and_merged() -> None:
    mine, theirs = Engine(own=PacksInMemory()), Engine(own=PacksInMemory())
    box = mine.tell_part("mombasa", "display", {"coffee-3": 2, "share": 1})
    told = part(box, "display")
    assert (told.known, told.told, told.of, told.note, told.needed) == ("told", 3, 44, "3 of 44 cards", False)
    assert told.picture is not None
    assert mine.box_part("mombasa", "display", {"coffee-3": 45}).problem
    assert "44" in mine.box_part("mombasa", "display", {"coffee-3": 40, "share": 5}).problem
    theirs.tell_part("mombasa", "display", {"coffee-3": 1, "diamonds": 4})
    code = theirs.share_parts("mombasa").code
    assert [one.agreement for one in mine.offered_pack(code).parts] == ["more"]
    mine.take_parts(code)
    assert mine.box_part("mombasa", "display").value == {"coffee-3": 2, "diamonds": 4, "share": 1}
    theirs.tell_part("mombasa", "display", {"cotton-1": 44})
    offer = mine.offered_pack(theirs.share_parts("mombasa").code).parts[0]
    assert (offer.agreement, len(offer.differences)) == ("differs", 1)


def test_cards_that_the_virtual_player_took_are_cards_of_the_display() -> None:
    against = opponent("mombasa")
    session = Session.new("mombasa", seed=3)
    session.play(against.sample(3, session.options))
    pack = against.checked_pack(against.learned(None, session.table))
    taken = [card for name, card in session.table.cards.items() if int(name[1:]) > 10 and card.type]
    assert taken
    assert sum(pack["display"].values()) == len(taken)


def test_a_base_may_be_told_as_it_lies_and_every_game_begins_with_its_posts() -> None:
    engine = Engine(own=PacksInMemory())
    engine.tell_part("mombasa", "base cairo", ["0. 0. 1 2", "0 1 1 2", "0. 0 1 2", "0 0 2"])
    assert engine.box_part("mombasa", "base cairo").value == ["0 0 1 2", "0 1 1 2", "0 0 1 2", "0 0 2"]
    board = engine.session(engine.begin("mombasa", seed=1).id).table
    assert sum(sum(column.posts) for column in board.bases["cairo"]) == 15


# --- whatever an editor can make ----------------------------------------------------------------------------------

SIGNS = st.sampled_from(["?", "-", "~", "r2", "p1", "c12", "i3v1"])
SQUARES = st.integers(1, 5).flatmap(
    lambda wide: st.lists(st.lists(SIGNS, min_size=wide, max_size=wide).map(" ".join), min_size=1, max_size=5)
)
NAMES = st.sampled_from([*map(str, range(1, 9)), "Gao", "Новый порт", 'a "b"'])
PRICE = st.integers(1, 2)
CHARTS = st.fixed_dictionaries(
    {
        "places": st.dictionaries(NAMES, st.lists(st.integers(0, 1000), min_size=2, max_size=2)),
        "borders": st.dictionaries(NAMES, st.dictionaries(NAMES, PRICE, max_size=3), max_size=5),
        "gates": st.dictionaries(
            st.sampled_from(["mombasa", "cairo"]), st.dictionaries(NAMES, PRICE, min_size=1, max_size=3)
        ),
        "whole": st.booleans(),
    }
)
COLUMNS = st.lists(st.lists(st.sampled_from("0123"), min_size=1, max_size=5).map(" ".join), min_size=1, max_size=3)
MADE = st.one_of(
    st.tuples(st.just(HEIGHTS), st.just("board 1 A"), SQUARES),
    st.tuples(st.just("mombasa"), st.just("map"), CHARTS),
    st.tuples(st.just("mombasa"), st.just("base cairo"), COLUMNS),
)


def survives(engine: Engine, game: str, id: str) -> None:
    """Check that the box is the same by file, by link and in another box, and that a game starts with it."""
    told, shared = engine.box_part(game, id).value, engine.share_parts(game, [id])
    for text in (shared.text, shared.code):
        other = Engine(own=PacksInMemory())
        other.take_parts(text)
        assert other.box_part(game, id).value == told
    assert engine.begin(game, seed=1).question is not None


@settings(max_examples=60)
@given(MADE)
def test_what_an_editor_makes_passes_the_checker_survives_and_plays_or_is_refused_in_words(made: Any) -> None:
    game, id, value = made
    engine = Engine(own=PacksInMemory())
    draft = engine.box_part(game, id, value)
    if draft.problem:
        assert len(draft.problem) < 300
        with pytest.raises(RivalError):
            engine.tell_part(game, id, value)
        return
    engine.tell_part(game, id, value)
    if engine.box_part(game, id).value is not None:  # an empty sheet tells nothing
        survives(engine, game, id)


@settings(max_examples=12)
@given(st.data())
def test_a_card_filled_from_its_palettes_passes_the_checker_survives_and_plays(data: st.DataObject) -> None:
    engine = Engine(own=PacksInMemory())
    value: dict[str, Any] = {}
    for _tap in range(8):
        places = [
            one for one in engine.box_part("pampero", "card card-1", value).question.fields if one.key not in value
        ]
        place = data.draw(st.sampled_from(places))
        if place.kind == "number":
            value[place.key] = data.draw(st.integers(place.least or 0, place.most or 9))
        else:
            ids = st.sampled_from([str(one.id) for one in place.options])
            value[place.key] = data.draw(st.lists(ids, min_size=1, max_size=1 if place.most == 1 else 3))
    assert engine.box_part("pampero", "card card-1", value).problem == ""
    engine.tell_part("pampero", "card card-1", value)
    survives(engine, "pampero", "card card-1")


def asked_with(game: str, *kinds: str) -> set[str]:
    """Return the questions of a game whose owner described these kinds of parts before; without kinds, all parts."""
    against = opponent(game)
    way = Way(told_by_hand(game, *kinds), against.sample)
    return {key for seed in (3, 5, 8) for key in play(against, seed, way)[1].every}


@pytest.mark.parametrize("game", OF_THE_BOX)
def test_with_everything_told_beforehand_a_game_asks_nothing_of_the_box(game: str) -> None:
    assert not asked_with(game) & OF_THE_BOX[game]


def test_a_first_game_of_pampero_with_its_cards_told_asks_no_part_of_a_card() -> None:
    assert not asked_with("pampero", "card ") & OF_A_CARD


def test_maps_that_agree_are_merged_and_those_that_contradict_are_shown_side_by_side() -> None:
    def chart(**borders: dict[str, int]) -> dict[str, Any]:
        return {"places": {}, "borders": borders, "gates": {}, "whole": False}

    mine, theirs = Engine(own=PacksInMemory()), Engine(own=PacksInMemory())
    mine.tell_part("mombasa", "map", chart(Gao={"Kano": 1}))
    theirs.tell_part("mombasa", "map", chart(Gao={"Oyo": 2}))
    mine.take_parts(theirs.share_parts("mombasa").code)
    assert mine.box_part("mombasa", "map").value["borders"] == {"Gao": {"Kano": 1, "Oyo": 2}}
    theirs.tell_part("mombasa", "map", chart(Gao={"Kano": 2}))
    offer = mine.offered_pack(theirs.share_parts("mombasa").code).parts[0]
    assert (offer.agreement, [words for words, _mine, _theirs in offer.differences]) == (
        "differs",
        ["border between Gao and Kano"],
    )


DIFFER: dict[str, tuple[str, Any, Any]] = {
    HEIGHTS: ("board 1 A", WHOLE, ["- ~ ~", "r2 c1 -"]),
    "mombasa": ("base cairo", ["0 1", "0 2"], ["0 1", "1 2"]),
    "pampero": (
        "card card-1",
        {"majority": ["towers"], "section 1, action": ["tower"]},
        {"majority": ["towers"], "section 1, action": ["farm"]},
    ),
}


@pytest.mark.parametrize("game", DIFFER)
def test_where_two_boxes_differ_both_are_drawn_and_the_chosen_one_is_taken(game: str) -> None:
    id, ours, others = DIFFER[game]
    mine, theirs = Engine(own=PacksInMemory()), Engine(own=PacksInMemory())
    mine.tell_part(game, id, ours)
    theirs.tell_part(game, id, others)
    code = theirs.share_parts(game).code
    [offer] = [one for one in mine.offered_pack(code).parts if one.id == id]
    assert offer.agreement == "differs"
    assert offer.differences
    assert offer.mine is not None
    assert offer.mine.picture is not None
    assert offer.theirs.picture is not None
    assert offer.mine.picture.kind == offer.theirs.picture.kind != "facts"
    assert offer.mine.picture != offer.theirs.picture
    mine.take_parts(code)
    assert mine.box_part(game, id).value == ours
    mine.take_parts(code, chosen=[id])
    assert mine.box_part(game, id).value == others


def test_two_owners_may_call_different_cards_by_the_same_name() -> None:
    mine, theirs = Engine(own=PacksInMemory()), Engine(own=PacksInMemory())
    mine.tell_part("pampero", "card card-1", {"majority": ["towers"]})
    theirs.tell_part("pampero", "card card-1", {"majority": ["bulldozers"]})
    theirs.tell_part("pampero", "card card-2", {"majority": ["towers"]})
    code = theirs.share_parts("pampero").code
    offer = [one.agreement for one in mine.offered_pack(code).parts]
    assert sorted(offer) == ["new", "same"], "what everybody knows of the box is no part of an offer"
    box = mine.take_parts(code, chosen=["card card-1"])
    told_now = [mine.box_part("pampero", one.id).value for one in box.parts if one.origin]
    assert sorted(one["majority"] for one in told_now) == [["bulldozers"], ["towers"]]


def test_a_map_says_what_is_odd_and_what_a_company_needs_to_get_anywhere() -> None:
    engine = Engine(own=PacksInMemory())
    value = {
        "places": {"1": [10, 10], "2": [300, 10], "3": [12, 12]},
        "borders": {"1": {"2": 2}},
        "gates": {"cairo": {"1": 1}},
        "whole": True,
    }
    draft = engine.box_part("mombasa", "map", value)
    assert draft.costs == {"cairo": {"1": 1, "2": 3}}
    assert [(one.spot, one.text) for one in draft.remarks] == [
        ("3", "3 can’t be reached from any base."),
        ("3", "1 and 3 are drawn in the same place."),
    ]


def test_what_the_published_rules_show_of_a_card_is_assumed_until_somebody_has_looked() -> None:
    engine = Engine(own=PacksInMemory())
    card = part(engine.box("pampero"), "card wind-farms")
    assert card.known == "assumed"
    box = engine.check_part("pampero", "card wind-farms")
    assert part(box, "card wind-farms").known == "checked"


def test_a_tap_on_a_card_goes_through_the_other_cards_of_the_box_a_few_times_and_not_for_each_of_its_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine, seen = Engine(own=PacksInMemory()), list[Any]()
    engine.packs.keep(opponent("pampero"), told(opponent("pampero")))
    id = next(one.id for one in engine.box("pampero").parts if one.id.startswith("card "))
    value = engine.box_part("pampero", id).value
    count = card_parts.icons_seen

    def counting(pack: Any) -> Any:
        seen.append(pack)
        return count(pack)

    monkeypatch.setattr(card_parts, "icons_seen", counting)
    assert engine.box_part("pampero", id, value).problem == ""
    assert len(seen) <= 2
