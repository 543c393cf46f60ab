"""Views: properties of every view of an opponent, of steps that show a motion, and of questions answered on a view."""

from __future__ import annotations

from dataclasses import replace

import pytest

import rival
from rival import Session, make_sample_pack
from rival.engine.responses import diff_view
from rival.engine.simulation import create_sample_player
from rival.kernel import (
    Ask,
    Cards,
    Decision,
    Form,
    Grid,
    Highlight,
    Name,
    Piece,
    Script,
    Spot,
    TapTarget,
    TextList,
    View,
    cache_view,
    decide,
    load_opponents,
    make_option,
)
from rival.kernel.answer_types import Field, FieldGroup, PhrasePart
from rival.kernel.opponent import find_assumption_policy
from rival.kernel.question import build_question
from rival.kernel.rendered_views import NetworkView, list_spots, render_view
from rival.kernel.steps import Do, Event
from rival.kernel.views import (
    Border,
    Column,
    Columns,
    FactList,
    Network,
    Row,
    Section,
    Sheet,
    has_spot,
    parse_tap_targets,
)
from rival.lab.coverage import list_settings
from rival.terminal.screen import Screen
from rival.testing import ViewChecker, check_views
from tests.support.own_opponents import OURS
from tests.support.page_views import change_spots

GAMES = sorted(load_opponents())


@pytest.mark.parametrize(
    ("game", "steps", "questions"), [("rolling-heights", 20, 20), ("mombasa", 20, 20), ("pampero", 40, 20)]
)
def test_the_view_checker_counts_steps_and_questions_of_a_sample_game(game: str, steps: int, questions: int) -> None:
    """The contract of opponents checks the details."""
    looking = check_views(game)
    assert looking.steps > steps
    assert looking.questions > questions


MESSAGES_WITHOUT_VIEW = {
    "Carry out for VJ: {words}.": "what a card or a tile says in words of its owner: only the owner knows where",
    "Carry out for VJ what {card} says: {words}.": "the same of a whole section",
    "Clear column {column} of zone {zone} on the bonus board for VJ. "
    "Tiles: {tiles}; printed bonuses: {printed}.": "if nobody counts the bonus board and no tile of it comes to VJ: "
    "printed bonuses follow, each with its picture",
}
"""Things to do that no picture shows, and why."""


@pytest.mark.games
@pytest.mark.parametrize("game", OURS)
def test_every_instruction_of_a_game_shows_its_motion(game: str) -> None:
    """Play whole games with different options, on described and undescribed boards, and check every view."""
    every = list(list_settings(rival.load_opponents()[game]))
    for seed, (options, policy, pack, unread) in enumerate(every[:: len(every) // 6]):
        tested_opponent = rival.load_opponents()[game]
        whole = tested_opponent.make_sample_pack() if pack is None else tested_opponent.complete_pack(pack)
        session = Session.new(
            tested_opponent, seed=seed, options=options, pack=tested_opponent.make_empty_pack() if unread else whole
        )
        sample = create_sample_player(tested_opponent, seed, session.options, policy, None if pack is None else whole)
        session.listener = ViewChecker(session)
        session.assumption_policy = find_assumption_policy(sample)
        session.play_to_end(sample)
        for step in session.log:
            if isinstance(step, Do) and step.highlight is None:
                assert step.text.msgid in MESSAGES_WITHOUT_VIEW, step.text.msgid


def test_a_post_is_shown_at_its_origin_and_its_destination() -> None:
    session = Session.new("mombasa", seed=5, pack=make_sample_pack("mombasa"))
    session.play_to_end(session.opponent.make_sample_player(5, session.options))
    placed = [entry.highlight for entry in session.transcript if "MO-34" in entry.cites and entry.kind == "do"]
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


WRONG_VIEWS = [
    ([FactList("a", Name("A"), []), FactList("a", Name("B"), [])], "same id"),
    ([FactList("a", Name("A"), [Spot("1", Name("x"), note=Name("1"))] * 2)], "same id"),
    ([FactList("a", Name(""), [])], "no title"),
    ([Cards("a", Name("A"), [Spot("1", Name(""))])], "no words"),
    ([Cards("a", Name("A"), [Spot("1", Name("x"), pieces=[Piece("unheard-of", Name("x"))])])], "art has no"),
    ([Cards("a", Name("A"), [Spot("1", Name("x"), ground="unheard-of")])], "colours"),
    ([FactList("a", Name("A"), [Spot("1", Name("x"))])], "a value"),
]


@pytest.mark.parametrize(("views", "problem"), WRONG_VIEWS)
def test_the_view_checker_finds_wrong_views(views: list[View], problem: str) -> None:
    tested_opponent = replace(load_opponents()["rolling-heights"], make_views=lambda table: views)
    with pytest.raises(AssertionError, match=problem):
        ViewChecker(Session.new(tested_opponent, seed=1)).collect_views()


@pytest.mark.parametrize(
    "shows",
    [
        Highlight("nothing", highlighted_ids=["a1"]),
        Highlight("track", highlighted_ids=["999"]),
        Highlight("row-1", highlighted_ids=["99"]),
        Highlight("track"),
    ],
)
def test_the_view_checker_finds_steps_that_show_missing_spots(shows: Highlight) -> None:
    with pytest.raises(AssertionError):
        ViewChecker(Session.new("rolling-heights", seed=1)).check_highlighted_spots(shows)


def test_the_view_of_a_step_is_built_only_when_the_transcript_is_read() -> None:
    session = Session.new("rolling-heights", seed=5, pack=make_sample_pack("rolling-heights"))
    session.play_to_end(session.opponent.make_sample_player(5, session.options))
    made: list[Event] = []
    for step in session.log:
        if isinstance(step, Event) and step.highlight is not None:
            shows = step.highlight
            step.highlight = lambda shows=shows, step=step: made.append(step) or shows()  # type: ignore[misc, func-returns-value]
    assert not made
    placed = next(
        entry
        for entry in session.transcript
        if entry.highlight is not None and entry.highlight.view.startswith("district")
    )
    assert made
    assert placed.highlight is not None
    assert [motion.end for motion in placed.highlight.motions] == list(placed.highlight.lit)


def test_a_step_shows_the_table_as_it_was_then() -> None:
    """The cubes of a building come in two steps: it has none when its plan is placed, and some after each step."""
    session = Session.new("rolling-heights", seed=5, pack=make_sample_pack("rolling-heights"))
    session.play_to_end(session.opponent.make_sample_player(5, session.options))
    counts: dict[tuple[str, str], list[int]] = {}
    for entry in session.transcript:
        if entry.highlight is not None and entry.highlight.view.startswith("district"):
            [spot] = entry.highlight.spots
            counts.setdefault((entry.highlight.view, spot.id), []).append(spot.pieces[0].count or 0)
    assert max(map(len, counts.values())) > 2
    assert all(some == sorted(some) and some[0] == 0 for some in counts.values())


def test_a_step_highlights_one_place_or_several() -> None:
    assert parse_tap_targets("row-1") == (TapTarget("row-1"),)
    assert parse_tap_targets("") == ()
    assert parse_tap_targets([TapTarget("district-3", "3")]) == (TapTarget("district-3", "3"),)


def test_a_rendered_view_contains_only_text_and_numbers() -> None:
    spot = Spot("a1", Name("land"), pieces=[Piece("house", Name("yours"), count=2)], note=Name("2"))
    picture = render_view(Grid("g", Name("Town"), [[spot]]), load_opponents()["rolling-heights"].load_catalogue("en"))
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
    column_headings=[Name("he"), Name("you")],
)
ENGLISH = load_opponents()["rolling-heights"].load_catalogue("en")


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
    Screen("en", plain=True).print_view(render_view(view, ENGLISH), {"gao", "A1"})
    assert capsys.readouterr().out.splitlines() == lines


@pytest.mark.parametrize(("view", "id"), [(MAP, "gao"), (BASE, "1.1"), (CARD, "1.if")])
def test_only_the_changed_spot_of_a_view_is_sent(view: View, id: str) -> None:
    before = render_view(view, ENGLISH)
    after = change_spots(before, lambda spot: replace(spot, note="new") if spot.id == id else spot)
    change = diff_view(before, after)
    assert change is not None
    assert [(spot.id, spot.note) for spot in change.spots] == [(id, "new")]
    assert list_spots(before) != list_spots(after)


def test_a_changed_title_does_not_resend_the_spots() -> None:
    before = render_view(MAP, ENGLISH)
    assert isinstance(before, NetworkView)
    change = diff_view(before, replace(before, title="Map: 2 points left", note="other"))
    assert change is not None
    assert (change.title, change.note, change.spots) == ("Map: 2 points left", "other", ())


def test_an_option_belongs_to_the_spot_between_prefix_and_suffix() -> None:
    place = TapTarget("sectors", "farm-", "-either")
    assert place.find_spot("farm-B1-either") == "B1"
    assert [place.find_spot(entry) for entry in ("farm-B1", "tower-B1-either", "farm--either", "farm-either")] == [
        None
    ] * 4
    assert TapTarget("sectors").find_spot("B1") == "B1"


def test_the_presentation_of_a_question_names_tap_targets_and_phrase_parts() -> None:
    built = Field(
        "built",
        Name("built"),
        TextList([make_option("farm-B1")]),
        [],
        tap_targets=[TapTarget("s", "farm-", label=Name("A farm"))],
    )
    parts = [
        PhrasePart(Name("sector"), [make_option("B1")]),
        PhrasePart(Name("batteries"), [make_option("+1", Name("1"))], 0, has_no_space_before=True),
    ]
    tiles = Field(
        "tiles", Name("tiles"), TextList([], parts=parts), [], group=FieldGroup(Name("Tiles"), is_exclusive=True)
    )
    ask = Ask(
        "player",
        "turn",
        Name("?"),
        Form([built, tiles]),
        highlight=lambda: Highlight("s", highlighted_ids=["B1"], is_quiet=True),
    )
    entered = build_question(ask, ENGLISH, ())
    assert entered.look is not None
    assert entered.look.shows is not None
    assert entered.look.shows.quiet
    first, second = (entry.look for entry in entered.fields)
    assert first is not None
    assert [(entry.view, entry.prefix, entry.words) for entry in first.on] == [("s", "farm-", "A farm")]
    assert second is not None
    assert second.group is not None
    assert second.group.once
    assert [(entry.words, entry.least, entry.tight) for entry in second.parts] == [
        ("sector", 1, False),
        ("batteries", 0, True),
    ]


def test_the_questions_of_a_decision_highlight_its_subject() -> None:
    def make_decision(mind: Decision) -> Script[str]:
        mind.highlight = lambda: Highlight("card-1", highlighted_ids=["2"])
        return (yield from mind.choose_candidate("player", "which", Name("?"), ["a", "b"]))

    ask = next(decide(make_decision))
    assert isinstance(ask, Ask)
    assert ask.highlight is not None
    assert ask.highlight().highlighted_ids == ["2"]


def test_a_section_of_a_sheet_can_be_highlighted() -> None:
    assert has_spot(CARD, "1")
    assert not has_spot(CARD, "2")


def test_an_unchanged_view_is_cached_with_its_rendering() -> None:
    made: list[int] = []

    @cache_view
    def shelf(books: list[str], *, title: str = "Shelf") -> Cards:
        made.append(len(books))
        return Cards("shelf", Name(title), [Spot(entry, Name(entry)) for entry in books])

    books = ["a", "b"]
    first = shelf(books)
    assert shelf(list(books)) is first
    assert render_view(shelf(books), ENGLISH) is render_view(first, ENGLISH)
    books.append("c")
    assert [spot.id for spot in shelf(books).spots] == ["a", "b", "c"]
    assert shelf(["a", "b"]) is first
    assert shelf(["a", "b"], title="Rack").title == Name("Rack")
    assert made == [2, 3, 2]


def test_a_session_renders_its_table_once_until_something_changes() -> None:
    session = Session.new("rolling-heights", seed=5, pack=make_sample_pack("rolling-heights"))
    sample = session.opponent.make_sample_player(5, session.options)
    before = session.views
    assert session.views is before
    while session.views == before and session.open_ask is not None:
        session.answer(sample.answer(session.open_ask, session.table))
    assert session.views != before
    session.seek(0)
    assert session.views == before
    session.lang = "ru"
    assert session.views[0].title != before[0].title
