"""Checks of a game's views, and of the steps and questions that refer to these views."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rival.engine.art import Art, find_art
from rival.kernel import (
    Ask,
    Because,
    FactList,
    Field,
    Form,
    Highlight,
    Opponent,
    Piece,
    Scale,
    Session,
    TapTarget,
    View,
)
from rival.kernel.answer_types import ChoiceBase, NamedValues
from rival.kernel.opponent import find_assumption_policy
from rival.kernel.samples import make_sample_pack
from rival.kernel.steps import Event
from rival.kernel.texts import LANGUAGES
from rival.kernel.views import has_spot, iterate_spots

MAX_ANSWERS = 60


def check_views(game: str, seed: int = 5, answers: int = MAX_ANSWERS) -> ViewChecker:
    """Play a sample game, checking its views before every answer, at every step and at every question."""
    session = Session.new(game, seed=seed, pack=make_sample_pack(game))
    checker = session.listener = ViewChecker(session)
    for step in session.log:  # steps before the first question
        if isinstance(step, Event):
            checker.on_step(step)
    sample = session.opponent.make_sample_player(seed, session.options)
    session.assumption_policy = find_assumption_policy(sample)
    for _answer in range(answers):
        if session.open_ask is None:
            break
        checker.collect_views()
        session.answer(sample.answer(session.open_ask, session.table))
    return checker


class ViewChecker:
    """A listener that checks every view at the time of its step, and counts the steps and questions with views."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.steps = 0
        self.questions = 0

    def reset(self) -> None:
        """Do nothing, because views are checked when they are shown."""

    def on_step(self, step: Because) -> None:
        """Check the view that a step shows."""
        if isinstance(step, Event) and step.highlight is not None:
            self.check_highlighted_spots(step.highlight())
            self.steps += 1

    def on_answer(self, ask: Ask) -> None:
        """Check that a question's options are spots of its view."""
        views = self.collect_views()
        if ask.highlight is not None:
            self.check_highlighted_spots(ask.highlight())
        parts: list[Ask | Field] = [ask, *(ask.answer_type.fields if isinstance(ask.answer_type, Form) else ())]
        for part in parts:
            if part.tap_targets:
                assert isinstance(part.answer_type, ChoiceBase | NamedValues), (
                    f"{ask.key} has no options that could be spots"
                )
                if isinstance(part.answer_type, ChoiceBase):
                    assert_options_are_spots(
                        views, part.tap_targets, [str(option.id) for option in part.answer_type.options]
                    )
                else:
                    assert_options_are_spots(
                        views, part.tap_targets, list(part.answer_type.names), new=not part.answer_type.is_closed
                    )
                self.questions += 1

    def collect_views(self) -> dict[str, View]:
        """Check each view of the table, and return the views by id."""
        opponent, table = self.session.opponent, self.session.table
        all_views = list(opponent.make_views(table))
        by_id = {view.id: view for view in all_views}
        assert len(by_id) == len(all_views), "two views with the same id"
        for view in all_views:
            assert_view_complete(view, opponent)
        return by_id

    def check_highlighted_spots(self, shows: Highlight) -> None:
        """Check that the spots that a step touches exist."""
        views = self.collect_views()
        assert shows.view_id in views, f"there is no view {shows.view_id}"
        missing = [id for id in shows.touched_ids if not has_spot(views[shows.view_id], id)]
        assert not missing, (shows.view_id, missing)
        assert shows.touched_ids, "a step that shows nothing"
        if shows.other_view is not None:
            self.check_highlighted_spots(shows.other_view)


def assert_options_are_spots(
    views: dict[str, View], on: tuple[TapTarget, ...], offered: list[str], new: bool = False
) -> None:
    """Check that every option is a spot of a view; with ``new``, some options may have no spot yet."""
    for target in on:
        assert target.view_id in views, f"there is no view {target.view_id}"
        # if tapping a spot can mean several things, an option may belong to another target
        if target.label is None and not new:
            for id in offered:
                if (spot := target.find_spot(id)) is not None:
                    assert has_spot(views[target.view_id], spot), (target, id)
        spots = [id for id in offered if (spot := target.find_spot(id)) and has_spot(views[target.view_id], spot)]
        assert spots or not offered, f"nothing can be tapped: {target}"


def assert_view_complete(view: View, opponent: Opponent) -> None:
    """Check that a view has unique ids, texts in every language, and existing glyphs and colours."""
    ids = [spot.id for spot in iterate_spots(view)]
    assert len(set(ids)) == len(ids), f"{view.id}: two spots with the same id"
    for lang in LANGUAGES:
        catalogue = opponent.load_catalogue(lang)
        assert view.title.render(catalogue), f"{view.id} has no title"
        for spot in iterate_spots(view):
            assert spot.label.render(catalogue), f"{view.id}: {spot.id} has no words"
        for piece in list_pieces(view):
            assert piece.label.render(catalogue), f"{view.id}: a {piece.glyph} has no words"
        if isinstance(view, FactList):
            assert all(spot.note is not None and spot.note.render(catalogue) for spot in view.spots), (
                f"{view.id}: a value"
            )
    art = find_art(opponent)
    if art is not None:
        assert_glyphs_exist(view, art)


def assert_glyphs_exist(view: View, art: Art) -> None:
    """Check that the opponent's art contains all symbols and colours used in a view."""
    pieces = list(list_pieces(view))
    missing = {piece.glyph for piece in pieces} - find_glyphs(art)
    assert not missing, f"{view.id}: art has no {missing}"
    missing = {piece.colour for piece in pieces} | {spot.ground for spot in iterate_spots(view)}
    assert missing <= {"", *find_colours(art)}, f"{view.id}: art has not all of the colours {missing}"


def list_pieces(view: View) -> Iterator[Piece]:
    """Yield all pieces of a view."""
    if isinstance(view, Scale):
        yield from (marker.piece for marker in view.markers)
    for spot in iterate_spots(view):
        yield from spot.pieces


def find_glyphs(art: Art) -> set[str]:
    """Return the names of all glyphs in the art."""
    return set(re.findall(r'<symbol id="[^".]*\.([^"]*)"', art.svg))


def find_colours(art: Art) -> set[str]:
    """Return the names of all colours in the art."""
    return set(re.findall(r"&quot;([a-z-]+)&quot;:", art.svg))
