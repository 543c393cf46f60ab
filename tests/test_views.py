"""Views: properties of every view of an opponent, of steps that show a motion, and of questions answered on a view."""

from __future__ import annotations

from dataclasses import replace

import pytest

import rival
from rival import Session, sample_pack
from rival.engine.sampling import sample_for
from rival.engine.states import changed
from rival.kernel import (
    Ask,
    Cards,
    Decision,
    Form,
    Grid,
    Name,
    On,
    Phrases,
    Piece,
    Script,
    Shows,
    Spot,
    View,
    decide,
    drawn_once,
    opponents,
    option,
)
from rival.kernel.opponent import objections_of
from rival.kernel.pictures import NetworkView, drawn, spots_in
from rival.kernel.question import question
from rival.kernel.shapes import Field, Group, Part
from rival.kernel.steps import Do, Happening
from rival.kernel.views import (
    Border,
    Column,
    Columns,
    Facts,
    Network,
    Row,
    Section,
    Sheet,
    has_spot,
    places,
)
from rival.lab.coverage import settings
from rival.terminal.screen import Screen
from rival.testing import Looking, looked_at
from tests.support.own_opponents import OURS
from tests.support.page_views import with_spots

GAMES = sorted(opponents())


@pytest.mark.parametrize(
    ("game", "steps", "questions"), [("rolling-heights", 20, 20), ("mombasa", 20, 20), ("pampero", 40, 20)]
)
def test_a_look_at_a_sample_game_sees_what_its_steps_and_questions_show(game: str, steps: int, questions: int) -> None:
    """The contract of opponents checks the details."""
    looking = looked_at(game)
    assert looking.steps > steps
    assert looking.questions > questions


UNSEEN = {
    "Carry out for VJ: {words}.": "what a card or a tile says in words of its owner: only the owner knows where",
    "Carry out for VJ what {card} says: {words}.": "the same of a whole section",
    "VJ takes column {column} of zone {zone}. Tiles: {tiles}; printed bonuses: {printed}.": "if nobody counts the "
    "bonus board and no tile of it comes to VJ: printed bonuses follow, each with its picture",
}
"""Things to do that no picture shows, and why."""


@pytest.mark.games
@pytest.mark.parametrize("game", OURS)
def test_whatever_is_moved_on_the_table_is_shown_there(game: str) -> None:
    """Play whole games with different options, on described and undescribed boards, and check every view."""
    every = list(settings(rival.opponents()[game]))
    for seed, (options, policy, pack, unread) in enumerate(every[:: len(every) // 6]):
        against = rival.opponents()[game]
        whole = against.sample_pack() if pack is None else against.complete_pack(pack)
        session = Session.new(against, seed=seed, options=options, pack=against.unread_pack() if unread else whole)
        sample = sample_for(against, seed, session.options, policy, None if pack is None else whole)
        session.tally = Looking(session)
        session.objector = objections_of(sample)
        session.play(sample)
        for step in session.log:
            if isinstance(step, Do) and step.shows is None:
                assert step.text.msgid in UNSEEN, step.text.msgid


def test_a_post_is_seen_where_it_comes_from_and_where_it_goes() -> None:
    session = Session.new("mombasa", seed=5, pack=sample_pack("mombasa"))
    session.play(session.opponent.sample(5, session.options))
    placed = [one.shows for one in session.transcript if "MO-34" in one.cites and one.kind == "do"]
    assert placed
    for shows in placed:
        assert shows is not None
        assert shows.also is not None
        [came], [left] = shows.motions, shows.also.motions
        assert (shows.view, came.start, left.end) == ("map", "", "")
        assert (came.end in shows.lit, left.start in shows.also.lit) == (True, True)
        [space] = shows.also.spots
        assert shows.also.view == f"base-{came.piece.glyph}"
        assert not any(piece.glyph == came.piece.glyph for piece in space.pieces)  # its coins are in sight now


WRONG = [
    ([Facts("a", Name("A"), []), Facts("a", Name("B"), [])], "same id"),
    ([Facts("a", Name("A"), [Spot("1", Name("x"), note=Name("1"))] * 2)], "same id"),
    ([Facts("a", Name(""), [])], "no title"),
    ([Cards("a", Name("A"), [Spot("1", Name(""))])], "no words"),
    ([Cards("a", Name("A"), [Spot("1", Name("x"), pieces=[Piece("unheard-of", Name("x"))])])], "art has no"),
    ([Cards("a", Name("A"), [Spot("1", Name("x"), ground="unheard-of")])], "colours"),
    ([Facts("a", Name("A"), [Spot("1", Name("x"))])], "a value"),
]


@pytest.mark.parametrize(("views", "problem"), WRONG)
def test_a_look_finds_what_is_wrong_with_a_picture(views: list[View], problem: str) -> None:
    against = replace(opponents()["rolling-heights"], views=lambda table: views)
    with pytest.raises(AssertionError, match=problem):
        Looking(Session.new(against, seed=1)).views()


@pytest.mark.parametrize(
    "shows", [Shows("nothing", lit=["a1"]), Shows("track", lit=["999"]), Shows("row-1", lit=["99"]), Shows("track")]
)
def test_a_look_finds_a_step_that_shows_what_is_not_there(shows: Shows) -> None:
    with pytest.raises(AssertionError):
        Looking(Session.new("rolling-heights", seed=1)).look_at(shows)


def test_what_a_step_shows_is_made_only_if_somebody_reads_the_transcript() -> None:
    session = Session.new("rolling-heights", seed=5, pack=sample_pack("rolling-heights"))
    session.play(session.opponent.sample(5, session.options))
    made: list[Happening] = []
    for step in session.log:
        if isinstance(step, Happening) and step.shows is not None:
            shows = step.shows
            step.shows = lambda shows=shows, step=step: made.append(step) or shows()  # type: ignore[misc, func-returns-value]
    assert not made
    placed = next(one for one in session.transcript if one.shows is not None and one.shows.view.startswith("district"))
    assert made
    assert placed.shows is not None
    assert [motion.end for motion in placed.shows.motions] == list(placed.shows.lit)


def test_a_step_shows_the_table_as_it_was_then() -> None:
    """The cubes of a building come in two steps: it has none when its plan is placed, and some after each step."""
    session = Session.new("rolling-heights", seed=5, pack=sample_pack("rolling-heights"))
    session.play(session.opponent.sample(5, session.options))
    counts: dict[tuple[str, str], list[int]] = {}
    for entry in session.transcript:
        if entry.shows is not None and entry.shows.view.startswith("district"):
            [spot] = entry.shows.spots
            counts.setdefault((entry.shows.view, spot.id), []).append(spot.pieces[0].count or 0)
    assert max(map(len, counts.values())) > 2
    assert all(some == sorted(some) and some[0] == 0 for some in counts.values())


def test_one_place_or_several() -> None:
    assert places("row-1") == (On("row-1"),)
    assert places("") == ()
    assert places([On("district-3", "3")]) == (On("district-3", "3"),)


def test_a_view_in_a_language_has_nothing_but_words_and_numbers() -> None:
    spot = Spot("a1", Name("land"), pieces=[Piece("house", Name("yours"), count=2)], note=Name("2"))
    picture = drawn(Grid("g", Name("Town"), [[spot]]), opponents()["rolling-heights"].catalogue("en"))
    assert picture.kind == "grid"
    [[seen]] = picture.rows
    assert (seen.words, seen.note, seen.pieces[0].count, seen.pieces[0].of) == ("land", "2", 2, None)


MAP = Network(
    "map",
    Name("Map"),
    [Spot("gao", Name("Gao"), "Gao"), Spot("axum", Name("Axum, a post"), "Axum")],
    [Border("gao", "axum", 2)],
    {"gao": (1.0, 2.0)},
    Name("thick: 2"),
)
BASE = Columns("base", Name("Base"), [Column(Name("column 1"), [Spot("1.1", Name("2 coins"))], Name("share 2"))])
CARD = Sheet(
    "card-1",
    Name("Card 1"),
    [Section("1", Name("Section 1"), [Row(Name("if"), [Spot("1.if", Name("energy below 3"))])], Name("in use"))],
)
TABLE = Sheet(
    "sectors",
    Name("Sectors"),
    [
        Section(
            "A1",
            Name("A1"),
            [
                Row(Name("farms"), [Spot("A1.his", Name("he: 1"), note=Name("1")), Spot("A1.yours", Name("you: 0"))]),
            ],
        )
    ],
    heads=[Name("he"), Name("you")],
)
ENGLISH = opponents()["rolling-heights"].catalogue("en")


@pytest.mark.parametrize(
    ("view", "lines"),
    [
        (MAP, ["  Map", "     thick: 2", "     [Gao] – Axum 2"]),
        (replace(MAP, spots=MAP.spots[1:], borders=()), ["  Map", "     thick: 2", "     Axum, a post"]),
        (BASE, ["  Base", "     column 1: 2 coins (share 2)"]),
        (CARD, ["  Card 1", "     Section 1 (in use)", "       if: energy below 3"]),
        (TABLE, ["  Sectors", "     [A1]: he: farms 1; you: –"]),
    ],
)
def test_a_terminal_prints_every_kind_of_view(view: View, lines: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Screen("en", plain=True).picture(drawn(view, ENGLISH), {"gao", "A1"})
    assert capsys.readouterr().out.splitlines() == lines


@pytest.mark.parametrize(("view", "id"), [(MAP, "gao"), (BASE, "1.1"), (CARD, "1.if")])
def test_of_a_view_with_one_other_spot_only_the_spot_is_said(view: View, id: str) -> None:
    before = drawn(view, ENGLISH)
    after = with_spots(before, lambda spot: replace(spot, note="new") if spot.id == id else spot)
    change = changed(before, after)
    assert change is not None
    assert [(spot.id, spot.note) for spot in change.spots] == [(id, "new")]
    assert spots_in(before) != spots_in(after)


def test_of_a_view_with_another_title_or_note_its_spots_are_not_said_again() -> None:
    before = drawn(MAP, ENGLISH)
    assert isinstance(before, NetworkView)
    change = changed(before, replace(before, title="Map: 2 points left", note="other"))
    assert change is not None
    assert (change.title, change.note, change.spots) == ("Map: 2 points left", "other", ())


def test_an_option_is_the_spot_between_prefix_and_suffix() -> None:
    place = On("sectors", "farm-", "-either")
    assert place.spot("farm-B1-either") == "B1"
    assert [place.spot(one) for one in ("farm-B1", "tower-B1-either", "farm--either", "farm-either")] == [None] * 4
    assert On("sectors").spot("B1") == "B1"


def test_what_a_question_looks_like_says_what_a_spot_is_tapped_for_and_what_a_phrase_is_made_of() -> None:
    built = Field("built", Name("built"), Phrases([option("farm-B1")]), [], on=[On("s", "farm-", words=Name("A farm"))])
    parts = [Part(Name("sector"), [option("B1")]), Part(Name("batteries"), [option("+1", Name("1"))], 0, tight=True)]
    tiles = Field("tiles", Name("tiles"), Phrases([], parts=parts), [], group=Group(Name("Tiles"), once=True))
    ask = Ask("player", "turn", Name("?"), Form([built, tiles]), shows=lambda: Shows("s", lit=["B1"], quiet=True))
    told = question(ask, ENGLISH, ())
    assert told.look is not None
    assert told.look.shows is not None
    assert told.look.shows.quiet
    first, second = (one.look for one in told.fields)
    assert first is not None
    assert [(one.view, one.prefix, one.words) for one in first.on] == [("s", "farm-", "A farm")]
    assert second is not None
    assert second.group is not None
    assert second.group.once
    assert [(one.words, one.least, one.tight) for one in second.parts] == [("sector", 1, False), ("batteries", 0, True)]


def test_the_questions_of_a_decision_show_what_it_is_about() -> None:
    def thinking(mind: Decision) -> Script[str]:
        mind.shows = lambda: Shows("card-1", lit=["2"])
        return (yield from mind.choose("player", "which", Name("?"), ["a", "b"]))

    ask = next(decide(thinking))
    assert isinstance(ask, Ask)
    assert ask.shows is not None
    assert ask.shows().lit == ["2"]


def test_a_section_of_a_sheet_can_be_pointed_at() -> None:
    assert has_spot(CARD, "1")
    assert not has_spot(CARD, "2")


def test_what_stands_as_it_stood_is_the_same_view_and_the_same_picture() -> None:
    made: list[int] = []

    @drawn_once
    def shelf(books: list[str], *, title: str = "Shelf") -> Cards:
        made.append(len(books))
        return Cards("shelf", Name(title), [Spot(one, Name(one)) for one in books])

    books = ["a", "b"]
    first = shelf(books)
    assert shelf(list(books)) is first
    assert drawn(shelf(books), ENGLISH) is drawn(first, ENGLISH)
    books.append("c")
    assert [spot.id for spot in shelf(books).spots] == ["a", "b", "c"]
    assert shelf(["a", "b"]) is first
    assert shelf(["a", "b"], title="Rack").title == Name("Rack")
    assert made == [2, 3, 2]


def test_a_session_draws_its_table_once_for_as_long_as_nothing_happens() -> None:
    session = Session.new("rolling-heights", seed=5, pack=sample_pack("rolling-heights"))
    sample = session.opponent.sample(5, session.options)
    before = session.views
    assert session.views is before
    while session.views == before and session.open is not None:
        session.answer(sample.answer(session.open, session.table))
    assert session.views != before
    session.rewind(0)
    assert session.views == before
    session.lang = "ru"
    assert session.views[0].title != before[0].title
