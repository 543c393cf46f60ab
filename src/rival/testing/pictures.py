"""Checks of the views of a game, and of the steps and questions that refer to them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rival.engine.art import Art, art_of
from rival.kernel import Ask, Because, Facts, Field, Form, On, Opponent, Piece, Scale, Session, Shows, View
from rival.kernel.opponent import objections_of
from rival.kernel.samples import sample_pack
from rival.kernel.shapes import Optioned, Pairs
from rival.kernel.steps import Happening
from rival.kernel.texts import LANGUAGES
from rival.kernel.views import has_spot, spots_of

ANSWERS = 60


def looked_at(game: str, seed: int = 5, answers: int = ANSWERS) -> Looking:
    """Play a sample game and check its views before every answer, at every step and at every question."""
    session = Session.new(game, seed=seed, pack=sample_pack(game))
    looking = session.tally = Looking(session)
    for step in session.log:  # steps before the first question
        if isinstance(step, Happening):
            looking.happened(step)
    sample = session.opponent.sample(seed, session.options)
    session.objector = objections_of(sample)
    for _answer in range(answers):
        if session.open is None:
            break
        looking.views()
        session.answer(sample.answer(session.open, session.table))
    return looking


class Looking:
    """A listener that checks every view at the moment of its step, and counts steps and questions with views."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.steps = 0
        self.questions = 0

    def clear(self) -> None:
        """Do nothing: views were checked when they were shown."""

    def happened(self, step: Because) -> None:
        """Check the view that a step shows."""
        if isinstance(step, Happening) and step.shows is not None:
            self.look_at(step.shows())
            self.steps += 1

    def answered(self, ask: Ask) -> None:
        """Check that the options of a question are spots of its view."""
        views = self.views()
        if ask.shows is not None:
            self.look_at(ask.shows())
        asked: list[Ask | Field] = [ask, *(ask.shape.fields if isinstance(ask.shape, Form) else ())]
        for one in asked:
            if one.on:
                assert isinstance(one.shape, Optioned | Pairs), f"{ask.key} has no options that could be spots"
                if isinstance(one.shape, Optioned):
                    assert_spots(views, one.on, [str(option.id) for option in one.shape.options])
                else:
                    assert_spots(views, one.on, list(one.shape.names), new=not one.shape.closed)
                self.questions += 1

    def views(self) -> dict[str, View]:
        """Return the views of the table by id, after checking each."""
        against, table = self.session.opponent, self.session.table
        found = list(against.views(table))
        by_id = {view.id: view for view in found}
        assert len(by_id) == len(found), "two views with the same id"
        for view in found:
            assert_whole(view, against)
        return by_id

    def look_at(self, shows: Shows) -> None:
        """Check that the spots that a step touches exist."""
        views = self.views()
        assert shows.view in views, f"there is no view {shows.view}"
        missing = [id for id in shows.touched if not has_spot(views[shows.view], id)]
        assert not missing, (shows.view, missing)
        assert shows.touched, "a step that shows nothing"
        if shows.also is not None:
            self.look_at(shows.also)


def assert_spots(views: dict[str, View], on: tuple[On, ...], offered: list[str], new: bool = False) -> None:
    """Check that options are spots of a view; with ``new`` some options may have no spot yet."""
    for place in on:
        assert place.view in views, f"there is no view {place.view}"
        # where tapping a spot can mean several things, an option may belong to another one
        if place.words is None and not new:
            for id in offered:
                if (spot := place.spot(id)) is not None:
                    assert has_spot(views[place.view], spot), (place, id)
        found = [id for id in offered if (spot := place.spot(id)) and has_spot(views[place.view], spot)]
        assert found or not offered, f"nothing can be tapped: {place}"


def assert_whole(view: View, against: Opponent) -> None:
    """Check that a view has unique ids, texts in every language, and existing glyphs and colours."""
    ids = [spot.id for spot in spots_of(view)]
    assert len(set(ids)) == len(ids), f"{view.id}: two spots with the same id"
    for lang in LANGUAGES:
        words = against.catalogue(lang)
        assert view.title.render(words), f"{view.id} has no title"
        for spot in spots_of(view):
            assert spot.words.render(words), f"{view.id}: {spot.id} has no words"
        for piece in pieces_of(view):
            assert piece.words.render(words), f"{view.id}: a {piece.glyph} has no words"
        if isinstance(view, Facts):
            assert all(spot.note is not None and spot.note.render(words) for spot in view.spots), f"{view.id}: a value"
    art = art_of(against)
    if art is not None:
        assert_drawn(view, art)


def assert_drawn(view: View, art: Art) -> None:
    """Check that the opponent's art has all glyphs and colours of a view."""
    pieces = list(pieces_of(view))
    missing = {piece.glyph for piece in pieces} - glyphs(art)
    assert not missing, f"{view.id}: art has no {missing}"
    missing = {piece.colour for piece in pieces} | {spot.ground for spot in spots_of(view)}
    assert missing <= {"", *colours(art)}, f"{view.id}: art has not all of the colours {missing}"


def pieces_of(view: View) -> Iterator[Piece]:
    """Yield all pieces of a view."""
    if isinstance(view, Scale):
        yield from (marker.piece for marker in view.markers)
    for spot in spots_of(view):
        yield from spot.pieces


def glyphs(art: Art) -> set[str]:
    """Return the names of all glyphs."""
    return set(re.findall(r'<symbol id="[^".]*\.([^"]*)"', art.svg))


def colours(art: Art) -> set[str]:
    """Return the names of all colours."""
    return set(re.findall(r"&quot;([a-z-]+)&quot;:", art.svg))
