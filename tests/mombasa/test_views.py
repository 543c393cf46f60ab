"""Views of the table of Mombasa (cards, display, bonus spaces, map, bases), and what the steps highlight on them."""

from __future__ import annotations

from functools import partial

import pytest

from rival import Session, load_opponents, make_sample_pack
from rival.games.mombasa.bases import BaseColumn as BaseColumn
from rival.games.mombasa.expansion_phase import make_report_question
from rival.games.mombasa.rules import make_player_turn_question
from rival.games.mombasa.table import COMPANIES, Board, Expansion
from rival.games.mombasa.views import (
    MAP_VIEW_ID,
    get_base_id,
    get_gate_id,
    make_base,
    make_bonus_spots,
    make_map,
    make_status_line,
    make_views,
)
from rival.kernel import Cards, Columns, FactList, Form, Network, View
from rival.kernel.opponent import find_assumption_policy

ENGLISH, RUSSIAN = (load_opponents()["mombasa"].load_catalogue(lang) for lang in ("en", "ru"))


def play_demo(answers: int, drawn: bool = True, seed: int = 7) -> Session:
    session = Session.new("mombasa", seed=seed, pack=make_sample_pack("mombasa") if drawn else None)
    sample = session.opponent.make_sample_player(seed, session.options)
    session.assumption_policy = find_assumption_policy(sample)
    while session.open_ask is not None and session.position < answers:
        session.answer(sample.answer(session.open_ask, session.table))
    return session


def find_view(board: Board, id: str) -> View:
    return next(one for one in make_views(board) if one.id == id)


@pytest.fixture(scope="module")
def session() -> Session:
    return play_demo(60)


def test_the_display_counts_its_spaces_row_by_row(session: Session) -> None:
    board = session.table
    shown = find_view(board, "display")
    assert isinstance(shown, Cards)
    assert (shown.cards_per_row, len(shown.spots), shown.edit_path) == (3, 12, "display")
    assert [spot.ground == "back" for spot in shown.spots] == board.display


def test_its_cards_are_hidden_until_you_have_planned() -> None:
    """The cards are turned up together with yours (MO-11)."""
    board = play_demo(1).table
    shown = find_view(board, "active")
    assert isinstance(shown, Cards)
    assert not shown.spots
    assert shown.note is not None
    assert "needed" not in [one.id for one in make_views(board)]


def test_mo_12_max_requirements_are_shown_with_the_pieces_of_the_types() -> None:
    board = play_demo(4).table
    shown = find_view(board, "needed")
    assert isinstance(shown, FactList)
    assert [spot.id for spot in shown.spots] == board.max_types
    for spot in shown.spots:
        assert spot.note is not None
        said = spot.note.render(ENGLISH)
        assert said == (str(board.thresholds[spot.id]) if spot.id in board.thresholds else "1 card")


def test_mo_20_a_bonus_space_says_whose_marker_blocks_it() -> None:
    free, its, yours = make_bonus_spots(["", "Gate", ""], ["", "ivp", "you"], 0)
    assert free.label.render(ENGLISH) == "1: First player, free"
    assert its.label.render(RUSSIAN) == "2: Gate, заблокировано МВИ"
    assert yours.label.render(ENGLISH) == "3: yours"
    assert [len(one.pieces) for one in (free, its, yours)] == [0, 1, 1]


def test_the_bases_are_drawn_next_to_the_regions_of_their_gates() -> None:
    drawn = partial(make_map, ["Axum", "Gao"], {"Axum": {"Gao": 2}, "Gao": {"Axum": 2}}, {"cairo": {"Gao": 1}}, {})
    map = drawn({"Axum": "cairo"}, ("cairo", 3))
    assert [(one.start, one.end, one.price) for one in map.borders] == [
        ("Axum", "Gao", 2),
        (get_gate_id("cairo"), "Gao", 1),
    ]
    assert list(map.entrance_ids) == [get_gate_id(company) for company in COMPANIES]
    assert map.corners[get_gate_id("cairo")] == (1, 0)  # top right
    assert map.corners[get_gate_id("cape-town")] == (0, 1)  # bottom left
    assert map.title.render(ENGLISH) == "Map: Cairo expands, 3 points left"
    assert map.spots[0].label.render(ENGLISH) == "Axum, post of Cairo"
    assert drawn({}, None).spots[0].label.render(ENGLISH) == "Axum, no post"


def test_an_empty_map_has_a_note() -> None:
    map = find_view(play_demo(0, drawn=False).table, MAP_VIEW_ID)
    assert isinstance(map, Network)
    assert (map.spots, map.edit_path) == ([], "")
    assert map.note is not None


def test_mo_a23_empty_spaces_show_their_coins() -> None:
    told = (BaseColumn((0, 1, 2), (False, False, True)), BaseColumn((1, 2), (True, True)))
    shown = make_base("cairo", told, True)
    spots = [[spot.label.render(ENGLISH) for spot in column.spots] for column in shown.columns]
    assert spots == [["empty", "1 coin", "post"], ["post", "post"]]
    assert [column.spots[-1].ground for column in shown.columns] == ["end", "end"]
    assert shown.note is not None
    assert shown.note.render(ENGLISH) == "1 coin · 3 posts · as last entered"


def test_while_it_expands_the_map_comes_first() -> None:
    board = play_demo(10).table
    for board.expansion in (None, Expansion("cairo", [], 2)):
        ids = [one.id for one in make_views(board)]
        assert (ids.index(MAP_VIEW_ID) < ids.index("active")) == (board.expansion is not None)


def test_every_kind_of_step_highlights_its_place() -> None:
    """The views are cards, display, bonus spaces, map and a base (MO-11, MO-16, MO-20, MO-29, MO-33)."""
    session = play_demo(10_000)
    shown = {entry.highlight.view for entry in session.transcript if entry.highlight is not None}
    assert {"active", "display", "bonus", MAP_VIEW_ID} <= shown
    posts = [entry.highlight for entry in session.transcript if entry.highlight and entry.highlight.view == MAP_VIEW_ID]
    assert all(shown.also is not None and shown.also.view.startswith("base-") for shown in posts)
    assert {bool(motion.start) for shown in posts for motion in shown.motions} == {True, False}, "they leave and arrive"
    taken = next(
        one.highlight for one in session.transcript if one.highlight is not None and one.highlight.view == "display"
    )
    [motion] = taken.motions
    assert (motion.start, motion.end) == (taken.lit[0], "")
    assert next(spot for spot in taken.spots if spot.id == motion.start).ground == "back", "as it was before"
    assert isinstance(find_view(session.table, get_base_id("cairo")), Columns)


def test_your_turn_can_be_entered_on_the_board(session: Session) -> None:
    board = session.table
    turn, report = make_player_turn_question(board).answer_type, make_report_question(board).answer_type
    assert isinstance(turn, Form)
    assert isinstance(report, Form)
    on = {
        field.name: [one.view_id for one in field.tap_targets]
        for field in (*turn.fields, *report.fields)
        if field.tap_targets
    }
    assert on == {"took": ["display"], "placed": ["bonus"], "posts": [MAP_VIEW_ID]}


def test_the_status_line_has_round_and_phase(session: Session) -> None:
    assert [one.render(ENGLISH) for one in make_status_line(Board(session.table.options), "")] == ["set-up"]
    headings = {act.title: act.heading for act in session.acts}
    assert headings["Your turn"][1] == "your turn"
    assert headings["Round 1 of 7"] == ("Round 1/7", "planning")
    assert headings["Preparation for round 2"] == ("Round 1/7", "preparation")
