"""The owner's box: describe, check, forget, undo and share its parts, for every opponent that has one."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rival.browser.bridge import encode_json
from rival.engine import Engine
from rival.engine.boxes import BoxState, BoxUpdate, PartState
from rival.engine.packs import InMemoryPackStore
from rival.games.pampero import box_cards
from rival.home import PackFolder
from rival.kernel import BadAnswerError, BadPackError, Opponent, RivalError, Session, load_opponent, load_opponents
from rival.kernel.rendered_views import render_view
from rival.kernel.texts import ENGLISH
from tests.support.first_games import (
    BOX_QUESTIONS,
    CARD_QUESTIONS,
    StartCondition,
    make_described_pack,
    play_counted_game,
)

HEIGHTS = "rolling-heights"
BOARD = ["- - ~", "r2 ? -"]
COMPLETE_BOARD = ["- - ~", "r2 c1 -"]


@pytest.fixture
def engine() -> Engine:
    return Engine(pack_store=InMemoryPackStore())


def find_part(box: BoxState | BoxUpdate, id: str) -> PartState:
    return next(box_part for box_part in box.parts if box_part.id == id)


def test_an_empty_box_lists_its_parts_and_the_next_one(engine: Engine) -> None:
    box = engine.load_box(HEIGHTS)
    assert [entry.known for entry in box.parts] == ["unknown"] * 15
    assert (box.progress[0].told, box.progress[0].of) == (0, 12)
    assert box.next == "board 1 A"
    assert box.lacking


def test_an_unfinished_part_is_saved_and_comes_next(engine: Engine) -> None:
    box = engine.describe_part(HEIGHTS, "board 2 B", BOARD)
    entered = find_part(box, "board 2 B")
    assert (entered.known, entered.told, entered.of, box.next) == ("told", 5, 6, "board 2 B")
    assert entered.origin.startswith("entered by hand, 20")
    assert entered.picture is None, "the page has drawn it"
    assert find_part(engine.load_box(HEIGHTS), "board 2 B").picture is not None
    assert engine.preview_part(HEIGHTS, "board 2 B").value == BOARD


def test_a_draft_is_validated_but_not_saved(engine: Engine) -> None:
    wrong = engine.preview_part(HEIGHTS, "board 1 A", ["- q"])
    assert "“q” at b1" in wrong.problem
    assert wrong.value == ["- q"]
    assert engine.preview_part(HEIGHTS, "board 1 A", COMPLETE_BOARD).problem == ""
    assert engine.load_box(HEIGHTS).parts[0].known == "unknown"


def test_describing_a_part_again_removes_its_check_mark(engine: Engine) -> None:
    engine.describe_part(HEIGHTS, "board 1 A", COMPLETE_BOARD)
    assert find_part(engine.mark_part_checked(HEIGHTS, "board 1 A"), "board 1 A").known == "checked"
    assert find_part(engine.describe_part(HEIGHTS, "board 1 A", ["-"]), "board 1 A").known == "told"


@pytest.mark.parametrize("game", sorted(name for name, one in load_opponents().items() if one.box is not None))
def test_a_change_of_a_full_box_answers_with_what_changed(engine: Engine, game: str) -> None:
    opponent = load_opponent(game)
    assert opponent.box is not None
    pack = {**opponent.make_sample_pack(), "learned": True}
    pack.pop("sample", None)
    engine.pack_store.save_pack(opponent, pack)
    before = engine.load_box(game)
    for part in [part for part in opponent.box.list_parts(pack) if part.value is not None][:12]:
        for update in (engine.describe_part(game, part.id, part.value), engine.mark_part_checked(game, part.id)):
            assert [entry.id for entry in update.parts] == [part.id]
            assert not update.is_relisted
        assert len(encode_json(engine.describe_part(game, part.id, part.value))) < 5000
    after = engine.load_box(game)
    changed = [new.id for new, old in zip(after.parts, before.parts, strict=True) if new != old]
    assert len(changed) == 12 or len(changed) == len([entry for entry in before.parts if entry.known != "unknown"])
    assert (update.progress, update.next) == (after.progress, after.next)


def test_a_part_that_appears_or_disappears_lists_the_box_again(engine: Engine) -> None:
    assert engine.describe_part(HEIGHTS, "plan 1-1", PARK).is_relisted
    assert not engine.mark_part_checked(HEIGHTS, "plan 1-1").is_relisted
    assert engine.clear_part(HEIGHTS, "plan 1-1").is_relisted
    assert engine.undo_box_change(HEIGHTS).is_relisted


class CountingStore(InMemoryPackStore):
    def __init__(self) -> None:
        super().__init__()
        self.loaded = self.saved = 0

    def load_pack(self, opponent: Opponent) -> Any:
        self.loaded += 1
        return super().load_pack(opponent)

    def save_pack(self, opponent: Opponent, pack: Any) -> Any:
        self.saved += 1
        return super().save_pack(opponent, pack)


def test_saving_a_part_reads_and_saves_the_pack_once() -> None:
    store = CountingStore()
    Engine(pack_store=store).describe_part(HEIGHTS, "board 1 A", COMPLETE_BOARD)
    assert (store.loaded, store.saved) == (1, 1)


def test_every_change_can_be_undone_to_the_empty_box(engine: Engine) -> None:
    engine.describe_part(HEIGHTS, "board 1 A", COMPLETE_BOARD)
    engine.mark_part_checked(HEIGHTS, "board 1 A")
    engine.clear_part(HEIGHTS, "board 1 A")
    states = []
    while engine.load_box(HEIGHTS).history:
        states.append(find_part(engine.undo_box_change(HEIGHTS), "board 1 A").known)
    assert states == ["checked", "told", "unknown"]
    with pytest.raises(RivalError, match="nothing to undo"):
        engine.undo_box_change(HEIGHTS)


def test_the_box_is_stored_with_the_origin_of_each_part(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVAL_HOME", str(tmp_path))
    Engine(pack_store=PackFolder()).describe_part(HEIGHTS, "board 1 A", COMPLETE_BOARD)
    box = Engine(pack_store=PackFolder()).mark_part_checked(HEIGHTS, "board 1 A")
    assert (find_part(box, "board 1 A").known, [entry.did for entry in box.history]) == ("checked", ["checked", "told"])
    (tmp_path / "packs" / f"{HEIGHTS}.past.json").write_text("[1]")
    assert Engine(pack_store=PackFolder()).load_box(HEIGHTS).history == ()


def test_a_learned_part_is_like_any_other(engine: Engine) -> None:
    state = engine.begin_game(HEIGHTS, seed=3, dice="mine")
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
    box = engine.load_box(HEIGHTS)
    assert find_part(box, "board A").origin.startswith("entered during a game")
    assert box.history[0].did == "learned"


def test_a_described_board_is_not_asked_for_in_a_game(engine: Engine) -> None:
    for n in range(1, 7):
        engine.describe_part(HEIGHTS, f"board {n} A", COMPLETE_BOARD)
    state = engine.begin_game(HEIGHTS, seed=3)
    assert set(engine.load_session(state.id).table.boards) == {f"{n} A" for n in range(1, 7)}
    assert "told" not in engine.load_session(state.id).journal.header["pack"]


def test_the_box_can_be_applied_to_an_open_game(engine: Engine) -> None:
    state = engine.begin_game(HEIGHTS, seed=3)
    engine.describe_part(HEIGHTS, "board 1 A", COMPLETE_BOARD)
    assert engine.load_session(state.id).table.boards == {}
    state = engine.apply_box(state.id, state.at)
    assert engine.load_session(state.id).table.boards == {"1 A": COMPLETE_BOARD}
    assert "Corrected: your box" in state.entries[-1].text
    again = Session.load(engine.export_journal(state.id))
    assert again.table.boards == {"1 A": COMPLETE_BOARD}
    assert engine.undo(state.id, state.at).state.position == 0
    assert engine.load_session(state.id).table.boards == {}


def test_a_shared_part_is_the_same_by_file_and_by_code(engine: Engine) -> None:
    engine.describe_part(HEIGHTS, "board 1 A", COMPLETE_BOARD)
    engine.describe_part(HEIGHTS, "board 2 A", BOARD)
    engine.update_pack_details(HEIGHTS, {"name": "Our box", "licence": "CC0"})
    shared = engine.share_parts(HEIGHTS, ["board 1 A"])
    for text in (shared.text, shared.code):
        other = Engine(pack_store=InMemoryPackStore())
        offer = other.preview_pack_import(text)
        assert [(entry.id, entry.agreement) for entry in offer.parts] == [("board 1 A", "new")]
        assert (offer.head.name, offer.head.licence) == ("Our box", "CC0")
        assert other.load_box(HEIGHTS).history == ()
        box = other.import_parts(text, "box.toml")
        assert find_part(box, "board 1 A").known == "told"
        assert other.preview_part(HEIGHTS, "board 1 A").value == COMPLETE_BOARD


def test_contradicting_packs_are_compared_and_merged_by_choice(engine: Engine) -> None:
    other = Engine(pack_store=InMemoryPackStore())
    engine.describe_part(HEIGHTS, "board 1 A", COMPLETE_BOARD)
    other.describe_part(HEIGHTS, "board 1 A", ["-"])
    code = engine.share_parts(HEIGHTS).code
    offer = other.preview_pack_import(code).parts[0]
    assert offer.agreement == "differs"
    assert offer.mine is not None
    assert offer.mine.picture != offer.theirs.picture
    assert offer.differences
    other.import_parts(code)
    assert other.preview_part(HEIGHTS, "board 1 A").value == ["-"]
    other.import_parts(code, chosen=["board 1 A"])
    assert other.preview_part(HEIGHTS, "board 1 A").value == COMPLETE_BOARD


@pytest.mark.parametrize("text", ["1abc", "1" + "A" * 200_000, "", "1eJwDAAAAAAE", 'game = "chess"', "[[[[", "1!"])
def test_an_invalid_link_or_file_gets_an_error_message(engine: Engine, text: str) -> None:
    with pytest.raises(BadPackError) as error:
        engine.preview_pack_import(text)
    assert len(str(error.value)) < 300


@pytest.mark.parametrize("head", [{"name": 5}, {"licence": "a\nb"}, {"told": {"x": {"how": "guessed"}}}, {"told": []}])
def test_general_data_of_a_pack_is_validated(head: dict[str, Any]) -> None:
    with pytest.raises(BadPackError):
        load_opponent(HEIGHTS).validate_pack({"game": HEIGHTS, **head})


def test_unknown_parts_are_refused(engine: Engine) -> None:
    for call in (engine.mark_part_checked, engine.clear_part):
        with pytest.raises(BadPackError):
            call(HEIGHTS, "board 1 A")
    with pytest.raises(BadPackError, match="This box has no part"):
        engine.describe_part(HEIGHTS, "moon", COMPLETE_BOARD)


@cache
def describe_box(game: str, *kinds: str) -> Any:
    """Return a box that was described part by part; cached, since it takes seconds."""
    return make_described_pack(load_opponent(game), *kinds)


@pytest.mark.parametrize("game", [id for id, one in load_opponents().items() if one.box is not None])
def test_a_sample_box_entered_by_hand_is_the_same_box(game: str) -> None:
    """The editors can express everything: a pack entered part by part gives the same pack."""
    tested_opponent = load_opponent(game)
    assert tested_opponent.box is not None
    whole = tested_opponent.validate_pack(
        {key: value for key, value in tested_opponent.make_sample_pack().items() if key != "sample"}
    )
    built = describe_box(game)
    values = {entry.id: entry.value for entry in tested_opponent.box.list_parts(whole)}
    assert {
        entry.id: entry.value for entry in tested_opponent.box.list_parts(tested_opponent.validate_pack(built))
    } == values


@pytest.mark.parametrize("game", [id for id, one in load_opponents().items() if one.box is not None])
def test_every_described_part_has_a_picture(game: str) -> None:
    tested_opponent = load_opponent(game)
    assert tested_opponent.box is not None
    for entry in tested_opponent.box.list_parts(tested_opponent.make_sample_pack()):
        if entry.value is not None:
            assert entry.make_view is not None, entry.id
            assert render_view(entry.make_view(), ENGLISH).kind != "facts", entry.id


# --- plans and cards: as many as there are -------------------------------------------------------------------------

PARK = {"type": "park", "wood": 2, "steel": 1}
SHOP = {"type": "commercial", "glass": 4}


def test_a_plan_is_a_part_and_another_can_always_be_added(engine: Engine) -> None:
    engine.describe_part(HEIGHTS, "plan 1-1", PARK)
    box = engine.load_box(HEIGHTS)
    entered = find_part(box, "plan 1-1")
    assert (entered.known, entered.words, entered.needed) == ("told", "level 1, park: 2 wood, 1 steel", False)
    assert entered.origin.startswith("entered by hand")
    assert entered.picture is not None
    assert [entry.id for entry in box.parts if entry.adds] == ["board 7 A", "plan 1-2", "plan 2-1"]
    assert find_part(engine.mark_part_checked(HEIGHTS, "plan 1-1"), "plan 1-1").known == "checked"
    told = engine.describe_part(HEIGHTS, "plan 1-1", SHOP)
    assert find_part(told, "plan 1-1").words == "level 1, commercial: 4 glass"
    engine.describe_part(HEIGHTS, "plan 1-2", PARK)
    cleared = engine.clear_part(HEIGHTS, "plan 1-1")
    assert engine.preview_part(HEIGHTS, "plan 1-2").value == PARK, "what is left keeps its number"
    assert [entry.did for entry in cleared.history] == ["forgot", "told", "told", "checked", "told"]
    assert find_part(engine.undo_box_change(HEIGHTS), "plan 1-1").known == "told"
    with pytest.raises(BadAnswerError, match="at least one cube"):
        engine.describe_part(HEIGHTS, "plan 2-1", {"type": "park"})


def test_plans_are_learned_from_games_and_suggested_in_games(engine: Engine) -> None:
    engine.describe_part(HEIGHTS, "plan 1-1", PARK)
    state = engine.begin_game(HEIGHTS, seed=3)
    town = engine.load_session(state.id).table
    assert town.met == {1: [PARK], 2: []}
    town.add_known_plan(1, SHOP)
    again = load_opponent(HEIGHTS).learn_pack(engine.pack_store.load_pack(load_opponent(HEIGHTS)), town)
    assert [entry.value for entry in load_opponent(HEIGHTS).box.list_parts(again) if entry.value] == [PARK, SHOP]  # type: ignore[union-attr]


def test_two_owners_who_number_their_plans_differently_share_them(engine: Engine) -> None:
    other = Engine(pack_store=InMemoryPackStore())
    engine.describe_part(HEIGHTS, "plan 1-1", PARK)
    other.describe_part(HEIGHTS, "plan 1-1", SHOP)
    other.describe_part(HEIGHTS, "plan 1-2", PARK)
    shared = other.share_parts(HEIGHTS)
    for text in (shared.text, shared.code):
        assert [(entry.id, entry.agreement) for entry in engine.preview_pack_import(text).parts] == [
            ("plan 1-1", "same"),
            ("plan 1-2", "new"),
        ]
    engine.import_parts(shared.code)
    box = engine.load_box(HEIGHTS)
    assert [find_part(box, f"plan 1-{n}").words for n in (1, 2)] == [
        "level 1, park: 2 wood, 1 steel",
        "level 1, commercial: 4 glass",
    ]
    assert find_part(box, "plan 1-1").origin.startswith("entered by hand")
    assert find_part(box, "plan 1-2").origin.startswith("imported from a link")


@pytest.mark.parametrize(
    "plans",
    [
        {"level1": [{"type": "park", "wood": 2, "n": 0}], "level2": []},
        {"level1": [{"type": "park", "wood": 2, "n": 3}, {"type": "park", "wood": 2, "n": 3}], "level2": []},
        {"level1": [{"type": "park", "wood": 2, "n": "1"}], "level2": []},
    ],
)
def test_plan_numbers_are_validated(plans: Any) -> None:
    with pytest.raises(BadPackError):
        load_opponent(HEIGHTS).validate_pack({"game": HEIGHTS, "plans": plans})


def test_display_cards_are_counted_learned_and_merged() -> None:
    mine, theirs = Engine(pack_store=InMemoryPackStore()), Engine(pack_store=InMemoryPackStore())
    mine.describe_part("mombasa", "display", {"coffee-3": 2, "share": 1})
    entered = find_part(mine.load_box("mombasa"), "display")
    assert (entered.known, entered.told, entered.of, entered.note, entered.needed) == (
        "told",
        3,
        44,
        "3 of 44 cards",
        False,
    )
    assert entered.picture is not None
    assert mine.preview_part("mombasa", "display", {"coffee-3": 45}).problem
    assert "44" in mine.preview_part("mombasa", "display", {"coffee-3": 40, "share": 5}).problem
    theirs.describe_part("mombasa", "display", {"coffee-3": 1, "diamonds": 4})
    code = theirs.share_parts("mombasa").code
    assert [entry.agreement for entry in mine.preview_pack_import(code).parts] == ["more"]
    mine.import_parts(code)
    assert mine.preview_part("mombasa", "display").value == {"coffee-3": 2, "diamonds": 4, "share": 1}
    theirs.describe_part("mombasa", "display", {"cotton-1": 44})
    offer = mine.preview_pack_import(theirs.share_parts("mombasa").code).parts[0]
    assert (offer.agreement, len(offer.differences)) == ("differs", 1)


def test_cards_taken_by_the_virtual_player_count_as_display_cards() -> None:
    tested_opponent = load_opponent("mombasa")
    session = Session.new("mombasa", seed=3)
    session.play_to_end(tested_opponent.make_sample_player(3, session.options))
    pack = tested_opponent.validate_pack(tested_opponent.learn_pack(None, session.table))
    accepted = [card for name, card in session.table.cards.items() if int(name[1:]) > 10 and card.type]
    assert accepted
    assert sum(pack["display"].values()) == len(accepted)


def test_a_base_entered_during_a_game_is_stored_with_all_posts() -> None:
    engine = Engine(pack_store=InMemoryPackStore())
    engine.describe_part("mombasa", "base cairo", ["0. 0. 1 2", "0 1 1 2", "0. 0 1 2", "0 0 2"])
    assert engine.preview_part("mombasa", "base cairo").value == ["0 0 1 2", "0 1 1 2", "0 0 1 2", "0 0 2"]
    board = engine.load_session(engine.begin_game("mombasa", seed=1).id).table
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
EDITOR_VALUES = st.one_of(
    st.tuples(st.just(HEIGHTS), st.just("board 1 A"), SQUARES),
    st.tuples(st.just("mombasa"), st.just("map"), CHARTS),
    st.tuples(st.just("mombasa"), st.just("base cairo"), COLUMNS),
)


def check_box_survives(engine: Engine, game: str, id: str) -> None:
    """Check that the box is the same by file, by link and in another box, and that a game starts with it."""
    entered, shared = engine.preview_part(game, id).value, engine.share_parts(game, [id])
    for text in (shared.text, shared.code):
        other = Engine(pack_store=InMemoryPackStore())
        other.import_parts(text)
        assert other.preview_part(game, id).value == entered
    assert engine.begin_game(game, seed=1).question is not None


@settings(max_examples=60)
@given(EDITOR_VALUES)
def test_edited_parts_are_valid_and_playable_or_refused(made: Any) -> None:
    game, id, value = made
    engine = Engine(pack_store=InMemoryPackStore())
    draft = engine.preview_part(game, id, value)
    if draft.problem:
        assert len(draft.problem) < 300
        with pytest.raises(RivalError):
            engine.describe_part(game, id, value)
        return
    engine.describe_part(game, id, value)
    if engine.preview_part(game, id).value is not None:  # an empty sheet tells nothing
        check_box_survives(engine, game, id)


@settings(max_examples=12)
@given(st.data())
def test_a_card_filled_from_its_palettes_is_valid_and_playable(data: st.DataObject) -> None:
    engine = Engine(pack_store=InMemoryPackStore())
    value: dict[str, Any] = {}
    for _tap in range(8):
        places = [
            entry
            for entry in engine.preview_part("pampero", "card card-1", value).question.fields
            if entry.key not in value
        ]
        place = data.draw(st.sampled_from(places))
        if place.kind == "number":
            value[place.key] = data.draw(st.integers(place.least or 0, place.most or 9))
        else:
            ids = st.sampled_from([str(entry.id) for entry in place.options])
            value[place.key] = data.draw(st.lists(ids, min_size=1, max_size=1 if place.most == 1 else 3))
    assert engine.preview_part("pampero", "card card-1", value).problem == ""
    engine.describe_part("pampero", "card card-1", value)
    check_box_survives(engine, "pampero", "card card-1")


def list_questions_asked(game: str, *kinds: str) -> set[str]:
    """Return the questions of a game whose owner described these kinds of parts before; without kinds, all parts."""
    tested_opponent = load_opponent(game)
    way = StartCondition(describe_box(game, *kinds), tested_opponent.make_sample_player)
    return {key for seed in (3, 5, 8) for key in play_counted_game(tested_opponent, seed, way)[1].every}


@pytest.mark.parametrize("game", BOX_QUESTIONS)
def test_a_complete_box_leaves_no_questions_about_components(game: str) -> None:
    assert not list_questions_asked(game) & BOX_QUESTIONS[game]


def test_pampero_with_described_cards_asks_nothing_about_cards() -> None:
    assert not list_questions_asked("pampero", "card ") & CARD_QUESTIONS


def test_agreeing_maps_are_merged_and_contradicting_ones_compared() -> None:
    def chart(**borders: dict[str, int]) -> dict[str, Any]:
        return {"places": {}, "borders": borders, "gates": {}, "whole": False}

    mine, theirs = Engine(pack_store=InMemoryPackStore()), Engine(pack_store=InMemoryPackStore())
    mine.describe_part("mombasa", "map", chart(Gao={"Kano": 1}))
    theirs.describe_part("mombasa", "map", chart(Gao={"Oyo": 2}))
    mine.import_parts(theirs.share_parts("mombasa").code)
    assert mine.preview_part("mombasa", "map").value["borders"] == {"Gao": {"Kano": 1, "Oyo": 2}}
    theirs.describe_part("mombasa", "map", chart(Gao={"Kano": 2}))
    offer = mine.preview_pack_import(theirs.share_parts("mombasa").code).parts[0]
    assert (offer.agreement, [texts for texts, _mine, _theirs in offer.differences]) == (
        "differs",
        ["border between Gao and Kano"],
    )


DIFFERING_VALUES: dict[str, tuple[str, Any, Any]] = {
    HEIGHTS: ("board 1 A", COMPLETE_BOARD, ["- ~ ~", "r2 c1 -"]),
    "mombasa": ("base cairo", ["0 1", "0 2"], ["0 1", "1 2"]),
    "pampero": (
        "card card-1",
        {"majority": ["towers"], "section 1, action": ["tower"]},
        {"majority": ["towers"], "section 1, action": ["farm"]},
    ),
}


@pytest.mark.parametrize("game", DIFFERING_VALUES)
def test_differing_parts_are_drawn_and_the_chosen_one_imported(game: str) -> None:
    id, ours, others = DIFFERING_VALUES[game]
    mine, theirs = Engine(pack_store=InMemoryPackStore()), Engine(pack_store=InMemoryPackStore())
    mine.describe_part(game, id, ours)
    theirs.describe_part(game, id, others)
    code = theirs.share_parts(game).code
    [offer] = [entry for entry in mine.preview_pack_import(code).parts if entry.id == id]
    assert offer.agreement == "differs"
    assert offer.differences
    assert offer.mine is not None
    assert offer.mine.picture is not None
    assert offer.theirs.picture is not None
    assert offer.mine.picture.kind == offer.theirs.picture.kind != "facts"
    assert offer.mine.picture != offer.theirs.picture
    mine.import_parts(code)
    assert mine.preview_part(game, id).value == ours
    mine.import_parts(code, chosen=[id])
    assert mine.preview_part(game, id).value == others


def test_two_owners_may_call_different_cards_by_the_same_name() -> None:
    mine, theirs = Engine(pack_store=InMemoryPackStore()), Engine(pack_store=InMemoryPackStore())
    mine.describe_part("pampero", "card card-1", {"majority": ["towers"]})
    theirs.describe_part("pampero", "card card-1", {"majority": ["bulldozers"]})
    theirs.describe_part("pampero", "card card-2", {"majority": ["towers"]})
    code = theirs.share_parts("pampero").code
    offer = [entry.agreement for entry in mine.preview_pack_import(code).parts]
    assert sorted(offer) == ["new", "same"], "what everybody knows of the box is no part of an offer"
    mine.import_parts(code, chosen=["card card-1"])
    parts = mine.load_box("pampero").parts
    told_now = [mine.preview_part("pampero", entry.id).value for entry in parts if entry.origin]
    assert sorted(entry["majority"] for entry in told_now) == [["bulldozers"], ["towers"]]


def test_a_map_reports_oddities_and_travel_costs() -> None:
    engine = Engine(pack_store=InMemoryPackStore())
    value = {
        "places": {"1": [10, 10], "2": [300, 10], "3": [12, 12]},
        "borders": {"1": {"2": 2}},
        "gates": {"cairo": {"1": 1}},
        "whole": True,
    }
    draft = engine.preview_part("mombasa", "map", value)
    assert draft.costs == {"cairo": {"1": 1, "2": 3}}
    assert [(entry.spot, entry.text) for entry in draft.remarks] == [
        ("3", "3 can’t be reached from any base."),
        ("3", "1 and 3 are drawn in the same place."),
    ]


def test_card_contents_from_the_rules_are_assumed_until_checked() -> None:
    engine = Engine(pack_store=InMemoryPackStore())
    card = find_part(engine.load_box("pampero"), "card wind-farms")
    assert card.known == "assumed"
    box = engine.mark_part_checked("pampero", "card wind-farms")
    assert find_part(box, "card wind-farms").known == "checked"


def test_suggestions_for_a_card_scan_the_box_only_a_few_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine, seen = Engine(pack_store=InMemoryPackStore()), list[Any]()
    engine.pack_store.save_pack(load_opponent("pampero"), make_described_pack(load_opponent("pampero")))
    id = next(entry.id for entry in engine.load_box("pampero").parts if entry.id.startswith("card "))
    value = engine.preview_part("pampero", id).value
    count = box_cards.count_icons

    def counting(pack: Any) -> Any:
        seen.append(pack)
        return count(pack)

    monkeypatch.setattr(box_cards, "count_icons", counting)
    assert engine.preview_part("pampero", id, value).problem == ""
    assert len(seen) <= 2
