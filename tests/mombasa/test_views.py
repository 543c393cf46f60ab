"""Views of the table of Mombasa (cards, display, bonus spaces, map, bases), and what the steps highlight on them."""

from __future__ import annotations

from functools import partial

import pytest

from rival import Session, opponents, sample_pack
from rival.games.mombasa.bases import Column as BaseColumn
from rival.games.mombasa.expanding import report_question
from rival.games.mombasa.rules import your_report
from rival.games.mombasa.table import COMPANIES, Board, Expansion
from rival.games.mombasa.views import MAP, base, base_id, gate_id, heading, land, occupied, views
from rival.kernel import Cards, Columns, Facts, Form, Network, View
from rival.kernel.opponent import objections_of

ENGLISH, RUSSIAN = (opponents()["mombasa"].catalogue(lang) for lang in ("en", "ru"))


def played(answers: int, drawn: bool = True, seed: int = 7) -> Session:
    session = Session.new("mombasa", seed=seed, pack=sample_pack("mombasa") if drawn else None)
    sample = session.opponent.sample(seed, session.options)
    session.objector = objections_of(sample)
    while session.open is not None and session.at < answers:
        session.answer(sample.answer(session.open, session.table))
    return session


def view(board: Board, id: str) -> View:
    return next(one for one in views(board) if one.id == id)


@pytest.fixture(scope="module")
def session() -> Session:
    return played(60)


def test_the_display_counts_its_spaces_row_by_row(session: Session) -> None:
    board = session.table
    shown = view(board, "display")
    assert isinstance(shown, Cards)
    assert (shown.across, len(shown.spots), shown.corrects) == (3, 12, "display")
    assert [spot.ground == "back" for spot in shown.spots] == board.display


def test_its_cards_are_hidden_until_you_have_planned() -> None:
    """The cards are turned up together with yours (MO-11)."""
    board = played(1).table
    shown = view(board, "active")
    assert isinstance(shown, Cards)
    assert not shown.spots
    assert shown.note is not None
    assert "needed" not in [one.id for one in views(board)]


def test_mo_12_what_max_demands_stands_with_the_signs_of_the_types() -> None:
    board = played(4).table
    shown = view(board, "needed")
    assert isinstance(shown, Facts)
    assert [spot.id for spot in shown.spots] == board.max_types
    for spot in shown.spots:
        assert spot.note is not None
        said = spot.note.render(ENGLISH)
        assert said == (str(board.thresholds[spot.id]) if spot.id in board.thresholds else "1 card")


def test_mo_20_a_bonus_space_says_whose_marker_blocks_it() -> None:
    free, its, yours = occupied(["", "Gate", ""], ["", "ivp", "you"], 0)
    assert free.words.render(ENGLISH) == "1: First player, free"
    assert its.words.render(RUSSIAN) == "2: Gate, заблокировано МВИ"
    assert yours.words.render(ENGLISH) == "3: yours"
    assert [len(one.pieces) for one in (free, its, yours)] == [0, 1, 1]


def test_the_bases_lie_beside_the_regions_they_lead_to() -> None:
    drawn = partial(land, ["Axum", "Gao"], {"Axum": {"Gao": 2}, "Gao": {"Axum": 2}}, {"cairo": {"Gao": 1}}, {})
    map = drawn({"Axum": "cairo"}, ("cairo", 3))
    assert [(one.one, one.other, one.price) for one in map.borders] == [
        ("Axum", "Gao", 2),
        (gate_id("cairo"), "Gao", 1),
    ]
    assert list(map.beside) == [gate_id("cairo")]
    assert map.title.render(ENGLISH) == "Map: Cairo expands, 3 points left"
    assert map.spots[0].words.render(ENGLISH) == "Axum, post of Cairo"
    assert drawn({}, None).spots[0].words.render(ENGLISH) == "Axum, no post"


def test_a_map_that_nobody_has_told_says_so() -> None:
    map = view(played(0, drawn=False).table, MAP)
    assert isinstance(map, Network)
    assert (map.spots, map.corrects) == ([], "")
    assert map.note is not None


def test_mo_a23_where_no_post_stands_the_coins_are_in_sight() -> None:
    told = (BaseColumn((0, 1, 2), (False, False, True)), BaseColumn((1, 2), (True, True)))
    shown = base("cairo", told, True)
    spots = [[spot.words.render(ENGLISH) for spot in column.spots] for column in shown.columns]
    assert spots == [["empty", "1 coin", "post"], ["post", "post"]]
    assert [column.spots[-1].ground for column in shown.columns] == ["end", "end"]
    assert shown.note is not None
    assert shown.note.render(ENGLISH) == "1 coin · 3 posts · as last entered"


def test_while_it_expands_the_map_comes_first() -> None:
    board = played(10).table
    for board.expansion in (None, Expansion("cairo", [], 2)):
        ids = [one.id for one in views(board)]
        assert (ids.index(MAP) < ids.index("active")) == (board.expansion is not None)


def test_every_kind_of_step_shows_where_it_happens() -> None:
    """The views are cards, display, bonus spaces, map and a base (MO-11, MO-16, MO-20, MO-29, MO-33)."""
    session = played(10_000)
    shown = {entry.shows.view for entry in session.transcript if entry.shows is not None}
    assert {"active", "display", "bonus", MAP} <= shown
    assert any(base_id(company) in shown for company in COMPANIES)
    taken = next(one.shows for one in session.transcript if one.shows is not None and one.shows.view == "display")
    [motion] = taken.motions
    assert (motion.start, motion.end) == (taken.lit[0], "")
    assert next(spot for spot in taken.spots if spot.id == motion.start).ground == "back", "as it was before"
    assert isinstance(view(session.table, base_id("cairo")), Columns)


def test_what_you_did_is_told_where_it_lies(session: Session) -> None:
    board = session.table
    turn, report = your_report(board).shape, report_question(board).shape
    assert isinstance(turn, Form)
    assert isinstance(report, Form)
    on = {field.name: [one.view for one in field.on] for field in (*turn.fields, *report.fields) if field.on}
    assert on == {"took": ["display"], "placed": ["bonus"], "posts": [MAP]}


@pytest.mark.parametrize(
    ("key", "phase"),
    [("your-turn", "your turn"), ("taken", "preparation"), ("display-die", "the virtual player’s turn")],
)
def test_the_heading_says_the_round_and_what_goes_on(session: Session, key: str, phase: str) -> None:
    board = Board(session.table.options, round=3)
    assert [one.render(ENGLISH) for one in heading(board, key)] == ["Round 3/7", phase]
    assert [one.render(ENGLISH) for one in heading(Board(session.table.options), key)] == ["set-up"]
