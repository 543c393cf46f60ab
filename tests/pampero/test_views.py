"""The views of VJ's table: his cards with the part in use, the scale, the sectors, and forms on a view."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rival import Session, make_sample_pack
from rival.engine.art import find_art
from rival.games.pampero import card_views
from rival.games.pampero.cards import ActionRows, BuildTower, Card, CardSection
from rival.games.pampero.cards import CardRow as IconRow
from rival.games.pampero.icon_grammar import ICONS, PHRASES_BY_ICON, get_icon_glyph
from rival.games.pampero.symbols import (
    CustomIcon,
    EyeIcon,
    NotEnoughEnergy,
    PlayerChoice,
    StackedSymbol,
    TileWithSymbol,
    Towers,
)
from rival.games.pampero.views import build_majority_view, build_views
from rival.kernel import Form, Scale, Sheet, TextList, load_opponent
from rival.kernel.opponent import find_assumption_policy
from rival.testing import ViewChecker

VJ = load_opponent("pampero")


def list_glyphs() -> set[str]:
    art = find_art(VJ)
    assert art is not None
    return set(re.findall(r'<symbol id="[^".]*\.([^"]*)"', art.svg))


def test_every_icon_is_one_entry_with_a_glyph_and_words() -> None:
    assert {glyph for glyph, _words in ICONS.values()} <= list_glyphs()
    assert {kind: words for kind, (_glyph, words) in ICONS.items()} == PHRASES_BY_ICON
    assert get_icon_glyph(CustomIcon("three waves")) in list_glyphs()


TOWER = BuildTower(ActionRows(("B", "A"), (IconRow("B", (TileWithSymbol("remote"), PlayerChoice())), IconRow("A", ()))))
CARD = Card(
    "towers",
    Towers(),
    sections=(CardSection(), CardSection(StackedSymbol(NotEnoughEnergy(), CustomIcon("a wave")), TOWER), CardSection()),
    to_check=("section 2, condition",),
)


def test_a_card_has_its_icons_with_words_and_question_marks_where_nobody_told() -> None:
    first, second, third = card_views.build_card_sheet(1, CARD, True).sections
    assert [[spot.sign for spot in row.spots] for row in first.rows] == [["?"], ["?"]]
    assert str(second.note) == "still to be checked"
    assert third.note is None
    told = {str(row.label): [str(spot.label) for spot in row.spots] for row in second.rows}
    assert told["if"] == ["not enough energy for a contract, behind it “a wave”"]
    assert told["then"] == ["build a tower"]
    assert told["B"] == ["remote symbol", "you choose"]
    assert told["A"] == ["none"]
    assert told["bonus C"] == ["not known yet", "not known yet"]
    condition = second.rows[0].spots[0]
    assert [(one.glyph, str(one.label)) for one in condition.pieces] == [
        ("energy", "not enough energy for a contract"),
        ("own", "behind it: “a wave”"),
    ]


def test_a_card_face_down_shows_only_its_back() -> None:
    down = card_views.build_card_sheet(1, CARD, False)
    assert not down.sections
    assert str(down.note) == "face down"


def test_a_section_without_a_known_place_stands_behind_the_three_of_the_card() -> None:
    shown = card_views.build_card_sheet(1, Card("x", unplaced=(CardSection(EyeIcon()),)), True)  # type: ignore[arg-type]
    assert [section.id for section in shown.sections] == ["1", "2", "3", "unplaced-1"]
    assert str(shown.sections[-1].label) == "unknown place on the card"


@pytest.mark.parametrize(
    ("yours", "vjs", "note"), [(3, 1, "you lead by 2"), (1, 3, "VJ leads by 2"), (2, 2, "a tie: counts as VJ’s")]
)
def test_the_scale_says_who_leads(yours: int, vjs: int, note: str) -> None:
    shown = build_majority_view(1, Towers(), True, yours, vjs, 10)
    assert str(shown.note) == note
    stand = [(marker.number, marker.edit_path) for marker in shown.markers]
    assert stand == [(vjs, "slots.1.vjs"), (yours, "slots.1.yours")]


def play_until(until: str) -> Session:
    session = Session.new("pampero", seed=7, pack=make_sample_pack("pampero"), lang="en")
    sample = session.opponent.make_sample_player(7, session.options)
    session.assumption_policy = find_assumption_policy(sample)
    while session.open_ask is not None and session.open_ask.key != until:
        session.answer(sample.answer(session.open_ask, session.table))
    return session


def test_what_vj_reads_is_marked_while_he_asks_for_something_else() -> None:
    session = play_until("tower-sector")
    assert session.open_ask is not None
    assert session.open_ask.highlight is not None
    shows = session.open_ask.highlight()
    assert shows.is_quiet
    reading = session.table.reading
    assert shows.view_id == f"card-{reading.slot}"
    section, row = reading.part.removeprefix("section ").split(", ")
    assert list(shows.highlighted_ids or ())[:2] == [section, f"{section}.{row.replace(' ', '-')}.1"]


def test_the_section_he_chose_is_shown_and_those_above_it_came_to_nothing() -> None:
    entry = next(
        one for one in play_until("never").transcript if one.kind == "say" and one.highlight and one.highlight.passed
    )
    assert entry.highlight is not None
    [lit] = entry.highlight.lit
    assert list(entry.highlight.passed) == [str(n) for n in range(1, int(lit))]


def test_every_corrected_figure_of_a_view_is_tracked() -> None:
    session = play_until("place")
    tracked = session.collect_editable_values()
    found: list[str] = []
    for view in build_views(session.table):
        if isinstance(view, Scale):
            found += [marker.edit_path for marker in view.markers]
        elif isinstance(view, Sheet):
            found += [spot.edit_path for one in view.sections for row in one.rows for spot in row.spots]
    found = [path for path in found if path]
    assert len(found) > 60
    assert set(found) <= set(tracked)


def test_a_turn_is_told_on_the_sectors_and_a_contract_is_tapped_together() -> None:
    session = play_until("your-turn")
    assert session.open_ask is not None
    fields: dict[str, Any] = {one.name: one for one in get_form(session).fields}
    assert [str(place.label) for place in fields["built"].tap_targets][:2] == ["Built a wind farm", "Built a tower"]
    assert {one.group for one in (fields["built"], fields["placed"], fields["removed"])} == {fields["built"].group}
    phrases: TextList = fields["new"].answer_type
    sector, energy, batteries, symbols = phrases.parts
    said = f"{sector.options[3].id} {energy.options[3].id}{batteries.options[0].id} {symbols.options[0].id}"
    [tile] = phrases.validate([said])
    assert (tile.sector, tile.energy, tile.batteries, len(tile.symbols)) == ("B1", 4, 1, 1)


def get_form(session: Session) -> Form:
    assert session.open_ask is not None
    assert isinstance(session.open_ask.answer_type, Form)
    return session.open_ask.answer_type


def test_cards_that_nobody_has_read_yet_show_what_is_asked_of_them() -> None:
    """With an empty box every part is asked over its card, even a part whose place on the card is unknown."""
    session = Session.new("pampero", seed=4, lang="en")
    looking = session.listener = ViewChecker(session)
    sample = session.opponent.make_sample_player(4, session.options)
    session.assumption_policy = find_assumption_policy(sample)
    over_a_card = 0
    for _answer in range(40):
        assert session.open_ask is not None
        if session.open_ask.key in ("card-section", "card-part"):
            assert session.open_ask.highlight is not None
            looking.check_highlighted_spots(session.open_ask.highlight())
            over_a_card += 1
        session.answer(sample.answer(session.open_ask, session.table))
    assert over_a_card > 5
