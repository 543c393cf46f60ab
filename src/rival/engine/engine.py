"""The engine: every game of one person, behind the calls that a page makes.

It returns plain data only (see ``snapshot`` for JSON), so a page works the same with an engine in a server or in the
browser. Every change names ``at``, the number of log lines it was made for: a page that has not seen the latest
change gets the current state instead, so no change is applied twice.

>>> engine = Engine()
>>> state = engine.begin("rolling-heights", seed=7)
>>> state.at, state.question.kind
(0, 'checklist')
>>> engine.answer(state.id, at=0, value=True).at
1
"""

from __future__ import annotations

import json
import logging
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from threading import Lock
from typing import Any, NamedTuple, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from rival.engine import boxes, packs
from rival.engine.art import Art, art_of
from rival.engine.boxes import BoxState, OfferedPack, PartDraft, SharedPack
from rival.engine.importing import Importer
from rival.engine.packs import Packs, PacksInMemory
from rival.engine.plays import LoggedPlay, logged
from rival.engine.practice import PracticeState, Seats, Wanted
from rival.engine.refusals import Busy, NotThere, Overtaken, Stale, no_game
from rival.engine.shelves import JournalInMemory, KeptJournal, Listed, Shelf, ShelfInMemory
from rival.engine.states import (
    LONGEST_NAME,
    LONGEST_NOTE,
    SAMPLE,
    About,
    AmendedGame,
    Chapter,
    Curve,
    Difference,
    Moved,
    OpponentOffer,
    OwnPack,
    ParView,
    RuleBook,
    State,
    Summary,
    Taken,
    TrackedValue,
    chapters,
    curves,
    described_now,
    gist,
    known_opponent,
    named,
    offer,
    own_lang,
    par_view,
    printable,
    rule_book,
    state,
    summary,
    to_repair,
    tracked_values,
)
from rival.engine.times import local_time
from rival.kernel import (
    Amended,
    BadAnswer,
    BadOption,
    Json,
    Name,
    Opponent,
    RivalError,
    Session,
    Text,
    _,
    opponent,
    opponents,
)
from rival.kernel.box import IN_THE_BOX
from rival.kernel.errors import DropsAnswersError
from rival.kernel.journal import UNSUMMED, writable
from rival.kernel.pictures import Picture
from rival.kernel.question import Line, Question
from rival.kernel.samples import demo
from rival.kernel.session import checked_lang
from rival.kernel.texts import Catalogue, catalogue_for

log = logging.getLogger("rival.engine")

PATIENCE = 10.0
"""Seconds to wait for another call that uses the same game."""

IN_MEMORY = 32
"""Games that stay replayed in memory; any other game is replayed when it is requested."""

SAMPLES_IN_MEMORY = 4
"""Sample games that stay replayed in memory, in addition to ``IN_MEMORY``."""


# --- the engine --------------------------------------------------------------------------------------------

Lang: TypeAlias = str | None
"""The requested language; None for the language of the game."""

Made = TypeVar("Made")


class Ahead(NamedTuple):
    """The previewed result of an answer: the answer as JSON, the session, the state, and the call's parameters."""

    said: str
    session: Session
    state: State
    wanted: tuple[Lang, int | None]


@dataclass(slots=True)
class Game:
    """A game in memory and its stored journal.

    ``ahead`` is the latest preview. ``spare`` is a session one answer behind, which the next preview reuses.
    """

    id: str
    session: Session
    kept: KeptJournal
    ahead: Ahead | None = None
    spare: Session | None = None

    def state(self, since: int | None = None, known: Sequence[Picture] = ()) -> State:
        """Return the state of the game, with the entries from number ``since`` on."""
        return state(self.id, self.session, self.kept.about(), since or 0, known=known)

    def seen(self, since: int | None) -> Sequence[Picture]:
        """Return the views that a page has which knows the entries up to ``since``; empty for None."""
        return () if since is None else self.session.views

    def check(self, at: int) -> None:
        """Raise Stale with the current state if a change was made for another one."""
        if at != len(self.session.journal.log):
            raise Stale(self.state())

    def rewind(self, position: int, since: int | None, start: int | None = None) -> Moved:
        """Go to a position; the state repeats entries that a correction on the way had changed.

        With ``start`` the repairs start from a table that still shows that position.
        """
        first = None if since is None else min(since, self.session.first_changed(position))
        repairs = self.session.rewind(position, start)
        return Moved(self.state(first), to_repair(repairs))

    def amend(self, change: Callable[[], Amended], since: int | None, known: Sequence[Picture]) -> AmendedGame:
        """Change an answer or a value; return an unchanged game if this would drop answers that must stay."""
        try:
            made = change()
        except DropsAnswersError as refused:
            text = self.session.words(refused.text)
            return AmendedGame(self.state(since), (), text, refused.dropped, done=False)
        first = None if since is None else min(since, made.since)
        text = self.session.words(made.text)
        return AmendedGame(self.state(first, known), to_repair(made.repairs), text, made.dropped)

    def foresee(self, value: Json, lang: Lang, since: int | None) -> State:
        """Return the state after an answer, and cache it in case the answer is given."""
        spare, self.spare = self.spare, None
        then = spare if spare is not None and spare.catches_up(self.session) else self.session.twin()
        then.answer(value)
        state = replace(self, session=then).state(since, self.seen(since))
        self.ahead = Ahead(json.dumps(value), then, state, (lang, since))
        return state

    def answer(self, value: Json, lang: Lang, since: int | None) -> State:
        """Answer the open question; reuse the preview of this answer, if there is one."""
        ahead = self.ahead if self.ahead is not None and self.ahead.said == json.dumps(value) else None
        same = ahead is not None and ahead.wanted == (lang, since)
        known = () if same else self.seen(since)
        if ahead is None:
            self.session.answer(value)
            return self.state(since, known)
        ahead.session.lang = self.session.lang
        self.session, self.spare = ahead.session, self.session
        return ahead.state if same else self.state(since, known)


class Engine:
    """Games by id. Safe to call from several threads: each game runs one call at a time."""

    def __init__(self, shelf: Shelf | None = None, own: Packs | None = None) -> None:
        self.shelf: Shelf = ShelfInMemory() if shelf is None else shelf
        self.packs: Packs = PacksInMemory() if own is None else own
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._recent = Lock()
        self._learning = Lock()
        self._untaught: dict[str, int] = {}
        """By game: the round in which it was continued while what it taught is not saved yet."""
        self._open: OrderedDict[str, Game] = OrderedDict()
        self._samples: OrderedDict[str, Game] = OrderedDict()
        self._seats = Seats()

    # --- opponents and rules ---------------------------------------------------------------------------

    def opponents(self, lang: Lang = None) -> list[OpponentOffer]:
        """Return every opponent that can be played, with its options."""
        return [offer(one, spoken(lang, "en")) for one in opponents().values()]

    def rules(self, game: str) -> RuleBook:
        """Return the rules catalogue of an opponent."""
        return rule_book(self._against(game).rules)

    def art(self, game: str) -> Art:
        """Return the opponent's own drawings; raise NotThere if it has no drawings."""
        found = art_of(self._against(game))
        if found is None:
            raise NotThere(_("There are no drawings for {game}.", game=self._against(game).game))
        return found

    # --- packs of one's own ----------------------------------------------------------------------------

    def pack(self, game: str, lang: Lang = None) -> OwnPack:
        """Return whether the owner has a pack for this game, and the remarks about it."""
        against = self._against(game)
        own = self._own(against)
        notes = () if own is None else against.pack_notes(own)
        words = against.catalogue(spoken(lang, "en"))
        return OwnPack(own is not None, tuple(note.render(words) for note in notes))

    def pack_text(self, game: str) -> str:
        """Return the owner's pack as the text of a file; raise NotThere if there is no pack."""
        against = self._against(game)
        own = self._own(against)
        if own is None:
            raise NotThere(_("You have not described anything in your copy of {game} yet.", game=against.game))
        return packs.written(own)

    def take_pack(self, game: str, text: str, lang: Lang = None) -> OwnPack:
        """Merge the pack of a file into the owner's pack; the owner's values win where the two differ."""
        against = self._against(game)
        self.learn(against)
        with self._learning:
            differ = boxes.take(self.packs, against, packs.read(sound(text), against), "file", "", today())
        words = against.catalogue(spoken(lang, "en"))
        differences = tuple(
            Difference(one.where.render(words), one.mine.render(words), one.theirs.render(words)) for one in differ
        )
        return replace(self.pack(game, lang), differs=differences)

    def forget_pack(self, game: str) -> None:
        """Delete the owner's pack of a game."""
        against = self._against(game)
        self.learn(against)  # so that open games don't restore the deleted pack later
        self.packs.forget(against)

    def _against(self, game: str) -> Opponent:
        try:
            return opponent(sound(game))
        except BadOption as bad:
            raise NotThere(bad.text) from None

    def _taught(self, game: Game) -> None:
        """Save what the game has taught about the box, if a round or the game has ended."""
        session = game.session
        round = session.opponent.round_of(session.table)
        if self._untaught.setdefault(game.id, round) != round or session.open is None:
            self._learn(game)

    def _learn(self, game: Game, did: boxes.Did = "learned") -> None:
        """Save what the game has taught about the box; log a failure, because the answer itself is already saved."""
        self._untaught.pop(game.id, None)
        try:
            with self._learning:
                boxes.learn(self.packs, game.session, today(), did)
        except (OSError, RivalError) as problem:
            log.warning("What was told could not be kept for the next game: %s", problem)

    def learn(self, against: Opponent | None = None) -> None:
        """Save everything that open games have taught about the box, for one opponent or for all."""
        for id in sorted(self._untaught):
            game = self._open.get(id)
            if game is not None and against in (None, game.session.opponent):
                with suppress(Busy), self._lock(id, patience=0.1):  # a busy game is saved later
                    self._learn(game)

    def _own(self, against: Opponent) -> Json:
        """Return the owner's pack, including everything that open games have taught."""
        self.learn(against)
        return self.packs.own(against)

    # --- the owner's box -------------------------------------------------------------------------------

    def box(self, game: str, lang: Lang = None) -> BoxState:
        """Return the owner's box: its parts, how well each one is described, and which are missing."""
        against = self._against(game)
        self.learn(against)
        return boxes.box_state(self.packs, against, against.catalogue(spoken(lang, "en")))

    def box_part(self, game: str, part: str, value: Json = None, lang: Lang = None) -> PartDraft:
        """Return a part with the question that describes it; with an answer, as it would be; nothing is saved."""
        against = self._against(game)
        self.learn(against)
        return boxes.draft(self.packs, against, sound(part), against.catalogue(spoken(lang, "en")), sound(value))

    def tell_part(self, game: str, part: str, value: Json, lang: Lang = None) -> BoxState:
        """Save the description of a part and return the box."""

        def tell(against: Opponent) -> None:
            words = against.catalogue(spoken(lang, "en"))
            boxes.tell(self.packs, against, sound(part), sound(value), today(), words)

        return self._boxed(game, lang, tell)

    def check_part(self, game: str, part: str, checked: bool = True, lang: Lang = None) -> BoxState:
        """Mark whether the owner has compared a part with the printed original."""
        return self._boxed(game, lang, lambda one: boxes.check_off(self.packs, one, sound(part), checked, today()))

    def forget_part(self, game: str, part: str, lang: Lang = None) -> BoxState:
        """Remove the description of a part and return the box."""
        return self._boxed(game, lang, lambda one: boxes.forget(self.packs, one, sound(part), today()))

    def describe_pack(self, game: str, said: Mapping[str, str], lang: Lang = None) -> BoxState:
        """Change the name, edition, author, source and licence of the owner's pack."""
        return self._boxed(game, lang, lambda one: boxes.describe(self.packs, one, sound(dict(said)), today()))

    def undo_box(self, game: str, lang: Lang = None) -> BoxState:
        """Undo the last change of a box."""
        return self._boxed(game, lang, lambda one: boxes.undo(self.packs, one))

    def share_parts(self, game: str, parts: Sequence[str] = ()) -> SharedPack:
        """Return the pack, or some of its parts, as a file and as a code for a link."""
        against = self._against(game)
        self.learn(against)
        return boxes.share(self.packs, against, sound(list(parts)))

    def offered_pack(self, text: str, lang: Lang = None) -> OfferedPack:
        """Compare another person's pack with the owner's, without importing it."""
        self.learn()
        return boxes.offered(self.packs, sound(text), lambda one: one.catalogue(spoken(lang, "en")))

    def take_parts(self, text: str, name: str = "", chosen: Sequence[str] = (), lang: Lang = None) -> BoxState:
        """Import a pack; the owner's values win where the two differ, except for the ``chosen`` parts."""
        against, theirs = boxes.received(sound(text))
        how = boxes.how_received(text)
        return self._boxed(
            against.id,
            lang,
            lambda one: void(boxes.take(self.packs, one, theirs, how, sound(name), today(), sound(list(chosen)))),
        )

    def _boxed(self, game: str, lang: Lang, change: Callable[[Opponent], None]) -> BoxState:
        """Change a box and return it; changes run one at a time, after everything that games taught is saved."""
        against = self._against(game)
        self.learn(against)
        with self._learning:
            change(against)
        return boxes.box_state(self.packs, against, against.catalogue(spoken(lang, "en")))

    # --- games -----------------------------------------------------------------------------------------

    def games(self, lang: Lang = None, deleted: bool = False) -> list[Summary]:
        """Return every game, or every deleted game, the last played first."""
        return [self._summary(one, lang, deleted) for one in self.shelf.games(deleted)]

    def begin(
        self,
        game: str,
        *,
        seed: int | None = None,
        options: Mapping[str, Json] | None = None,
        lang: Lang = None,
        dice: str = "program",
        pack: Json = None,
        own_pack: bool = True,
        name: str = "",
    ) -> State:
        """Create and store a new game, with the owner's pack unless another one is given."""
        about = described(About(name=sound(name)))
        if pack is None and own_pack:
            pack = boxes.without_origins(self._own(opponent(sound(game))))
        session = Session.new(
            sound(game),
            seed=seed,
            options=sound(options),
            lang=spoken(lang, "en"),
            dice=dice,
            pack=pack,
            follow=True,
        )
        if about.name:
            session.journal.header["name"] = about.name
        return self._added(session, about)

    def sample(self, game: str, seed: int | None = None, lang: Lang = None) -> State:
        """Return a finished game on a made-up table, to watch. It is not stored: its id contains everything."""
        number = secrets.randbelow(10_000) if seed is None else seed
        return self.state(f"{SAMPLE}{opponent(sound(game)).id}.{number}", lang)

    def load(self, text: str, lang: Lang = None, about: About | None = None, beside: int | None = None) -> State:
        """Store the game of a journal as a new one; ``beside`` as in ``Shelf.add``."""
        session = Session.load(sound(text), partly=True, follow=True)
        session.lang = spoken(lang, own_lang(session))
        said = named(session.journal) if about is None else described(about)
        if session.journal.unsummed:
            warned = session.words(UNSUMMED)
            said = replace(
                said, note=said.note if warned in said.note else f"{warned}\n{said.note}"[:LONGEST_NOTE].strip()
            )
            session.journal.unsummed = False  # it is stored with checksums
        return self._added(session, said, beside)

    def take(self, text: str, lang: Lang = None, about: About | None = None) -> Taken:
        """Import the journal of a game from another installation.

        A game that is already here is not duplicated: the longer copy wins. If both copies were continued
        differently, both stay.
        """
        return Importer(self).take(sound(text), lang, about)

    def lock_import(self, first: str) -> AbstractContextManager[None]:
        """Return a lock that lets one call at a time import journals with this first line."""
        return self._lock(f"import {first}")

    def lengthen(self, id: str, text: str, theirs: Sequence[str], lang: Lang) -> Taken:
        """Continue a stored game with the lines that a longer copy of its journal has.

        Raise Overtaken if the copy does not continue the game as it is stored now. The comparison stays valid until
        the lines are saved: this process changes the game under its lock only, and the shelf refuses if another
        process was first.
        """
        longer = Session.load(text, partly=True, follow=True)
        longer.journal.unsummed = False  # the game is stored with checksums
        with self._lock(id):
            kept = self.shelf.find(id)
            if kept is None:
                raise Overtaken
            mine = kept.resume()
            if not "".join(theirs).startswith(mine):
                raise Overtaken
            try:
                kept.keep(longer)
            finally:
                self._forget(id)
        return Taken(self.state(id, lang), "longer")

    def duplicate(self, id: str, lang: Lang = None) -> State:
        """Store a copy of the game, with all its answers."""
        with self._at_rest(id, lang) as game:
            text, about = game.session.journal.dumps(), game.kept.about()
        return self.load(text, lang, about)

    def branch(self, id: str, position: int, lang: Lang = None) -> State:
        """Store a new game that begins with the first entries of this one."""
        with self._at_rest(id, lang) as game:
            session, about = game.session.branch(position), game.kept.about()
        return self._added(session, about)

    def journal(self, id: str) -> str:
        """Return the journal of a game, also of a sample game, as text."""
        if not id.startswith(SAMPLE):
            return self.text(id)[0]
        with self._at_rest(id, None) as game:
            return game.session.journal.dumps()

    def text(self, id: str) -> tuple[str, About]:
        """Return the stored journal of a game, even if it can't be replayed, and the details of the game."""
        kept = self.shelf.find(id)
        if kept is None:
            raise no_game(id)
        return kept.resume(), kept.about()

    def describe(self, id: str, changes: Mapping[str, Json], lang: Lang = None) -> Summary:
        """Change the name, the note, the colours of the two sides, or whether the game is archived."""
        with self._lock(id):
            kept = self.shelf.find(id)
            if kept is None:
                raise no_game(id)
            kept.describe(described(replace(kept.about(), **sound(changes))))
            self._forget(id)
        return self.listed(id, lang)

    def listed(self, id: str, lang: Lang = None) -> Summary:
        """Return the row of one game in the list."""
        found = self.shelf.listed(id)
        if found is None:
            raise no_game(id)
        return self._summary(found, lang)

    def delete(self, id: str) -> None:
        """Mark a game as deleted; it can be restored."""
        with self._lock(id):
            kept = self.shelf.find(id)
            if kept is None:
                raise no_game(id)
            self._forget(id)
            kept.remove()

    def restore(self, id: str, lang: Lang = None) -> Summary:
        """Restore a deleted game."""
        with self._lock(id):
            self.shelf.restore(id)
        return self.listed(id, lang)

    def purge(self, id: str) -> None:
        """Delete a game permanently that is marked as deleted."""
        with self._lock(id):
            self.shelf.purge(id)

    # --- looking ---------------------------------------------------------------------------------------

    def session(self, id: str, lang: Lang = None) -> Session:
        """Return the session of a game, for programs that need more than its state; change it by ``change`` only."""
        with self._at_rest(id, lang) as game:
            return game.session

    def state(self, id: str, lang: Lang = None, since: int = 0) -> State:
        """Return the current state of a game, with the entries from number ``since`` on."""
        with self._at_rest(id, lang) as game:
            return game.state(since)

    def past(self, id: str, position: int, lang: Lang = None, since: int = 0) -> State:
        """Return the state after ``position`` answers; it can't be changed."""
        with self._at_rest(id, lang) as game:
            session = game.session
            try:
                then = session.past(position)
            except BadAnswer as bad:
                raise NotThere(bad.text) from None
            return state(id, then, game.kept.about(), since, live=False, at=len(session.journal.log))

    def foresee(self, id: str, at: int, value: Json, lang: Lang = None, since: int | None = None) -> State:
        """Return the state after an answer, without applying the answer."""
        with self._at_rest(id, lang) as game:
            game.check(at)
            return game.foresee(sound(value), lang, since)

    def tracked(self, id: str, lang: Lang = None) -> list[TrackedValue]:
        """Return every value that can be corrected, with the question that asks for it."""
        with self._at_rest(id, lang) as game:
            return list(tracked_values(game.session))

    def inquiries(self, id: str, lang: Lang = None) -> list[Question]:
        """Return the inquiries: questions that a player may ask at any time without changing the game."""
        with self._at_rest(id, lang) as game:
            return list(game.session.inquiries())

    def inquire(self, id: str, name: str, value: Json, lang: Lang = None) -> Line:
        """Return the reply to an inquiry."""
        with self._at_rest(id, lang) as game:
            return game.session.inquire(sound(name), sound(value))

    def course(self, id: str, lang: Lang = None) -> list[Curve]:
        """Return every charted number that changed during the game."""
        with self._at_rest(id, lang) as game:
            return curves(game.session)

    def chapters(self, id: str, lang: Lang = None) -> list[Chapter]:
        """Return the rounds of the game with their headings."""
        with self._at_rest(id, lang) as game:
            return chapters(game.session)

    def par(self, id: str, lang: Lang = None) -> ParView | None:
        """Compare the opponent's score with many sample games; None if this opponent has no sample games."""
        with self._at_rest(id, lang) as game:
            if game.session.opponent.measures is None:
                return None
            return par_view(game.session, game.session.course.rounds)

    def play(self, id: str, lang: Lang = None) -> LoggedPlay | None:
        """Return a finished game for a play log; None for a game in progress and for sample games."""
        with self._at_rest(id, lang) as game:
            return logged(game.session, id, *game.kept.span())

    # --- practice --------------------------------------------------------------------------------------

    def practice(
        self,
        game: str,
        moves: Sequence[str] = (),
        *,
        seed: int | None = None,
        options: Mapping[str, Json] | None = None,
        lang: Lang = None,
        since: int = 0,
    ) -> PracticeState:
        """Return the player's side of a sample table after these moves; the moves are the whole game."""
        wanted = Wanted(opponent(sound(game)), seed, sound(options), tuple(sound(list(moves))))
        return self._seats.state(wanted, spoken(lang, "en"), since)

    # --- changing --------------------------------------------------------------------------------------

    def answer(self, id: str, at: int, value: Json, lang: Lang = None, since: int | None = None) -> State:
        """Answer the open question."""
        return self._change(id, at, lang, lambda game: game.answer(sound(value), lang, since))

    def correct(
        self,
        id: str,
        at: int,
        path: str,
        value: Json,
        lang: Lang = None,
        since: int | None = None,
        drop: bool = True,
    ) -> AmendedGame:
        """Correct a tracked value; the current act is replayed from the point at which the value takes effect."""

        def correct(game: Game) -> AmendedGame:
            known = game.seen(since)
            self._learn(game)  # earlier facts are a separate change of the box
            return game.amend(lambda: game.session.correct(sound(path), sound(value), drop), since or 0, known)

        made = self._change(id, at, lang, correct)
        return replace(made, saved=self.save_correction(id, lang)) if made.done else made

    def save_correction(self, id: str, lang: Lang = None) -> tuple[str, ...]:
        """Save a correction to the owner's box; return the names of the changed parts."""
        with self._lock(id):
            game = self._spoken(id, lang)
            box, session = game.session.opponent.box, game.session
            before = self.packs.own(session.opponent)
            self._learn(game, "corrected")
            after = self.packs.own(session.opponent)
            if box is None or before is None or after == before:
                return ()
            known = {one.id for one in box.parts(before) if one.value is not None}
            changed = [one for one in boxes.changed_parts(box, before, after) if one in known]
            return tuple(session.words(one.words) for one in box.parts(after) if one.id in changed)

    def take_over(self, id: str, at: int, lang: Lang = None, since: int | None = None) -> State:
        """Apply the owner's current box to a game; facts that were entered in the game itself stay."""

        def take(game: Game) -> State:
            own = boxes.without_origins(self.packs.own(game.session.opponent))
            if own is None:
                raise BadAnswer(
                    _("You have not described anything in your copy of {game} yet.", game=game.session.opponent.game)
                )
            known = game.seen(since)
            game.session.correct(IN_THE_BOX, own)
            return game.state(since, known)

        return self._change(id, at, lang, take)

    def dice(self, id: str, at: int, dice: str, lang: Lang = None, since: int | None = None) -> State:
        """Change who rolls dice and draws cards from now on."""

        def use(game: Game) -> State:
            known = game.seen(since)
            game.session.use_dice(dice)
            return game.state(since, known)

        return self._change(id, at, lang, use)

    def undo(self, id: str, at: int, lang: Lang = None, since: int | None = None) -> Moved:
        """Undo the last answer."""

        def undo(game: Game) -> Moved:
            if not game.session.at:
                raise BadAnswer(_("There is nothing to undo."))
            return game.rewind(game.session.at - 1, since)

        return self._change(id, at, lang, undo)

    def redo(self, id: str, at: int, lang: Lang = None, since: int | None = None) -> Moved:
        """Redo the answer that was undone last."""

        def redo(game: Game) -> Moved:
            if not game.session.journal.future:
                raise BadAnswer(_("There is nothing to redo."))
            return game.rewind(game.session.at + 1, since)

        return self._change(id, at, lang, redo)

    def rewind(
        self,
        id: str,
        at: int,
        position: int,
        lang: Lang = None,
        since: int | None = None,
        start: int | None = None,
    ) -> Moved:
        """Go to a position; ``start`` is the position that the table still shows, if it is another one."""
        return self._change(id, at, lang, lambda game: game.rewind(position, since, start))

    def amend(self, id: str, at: int, position: int, value: Json, lang: Lang = None, drop: bool = True) -> AmendedGame:
        """Replace the answer at a position; later answers that still fit are replayed."""
        return self._change(
            id,
            at,
            lang,
            lambda game: game.amend(lambda: game.session.amend(position, sound(value), drop), None, ()),
        )

    def restore_former(self, id: str, at: int, lang: Lang = None) -> AmendedGame:
        """Return to the course of the game that was left last."""
        return self._change(id, at, lang, lambda game: game.amend(game.session.restore_former, None, ()))

    def change(self, id: str, at: int, do: Callable[[Session], Made], lang: Lang = None) -> Made:
        """Let a program change the session of a game; the change is saved like an answer, or undone."""
        return self._change(id, at, lang, lambda game: do(game.session))

    def _change(self, id: str, at: int, lang: Lang, change: Callable[[Game], Made]) -> Made:
        """Apply a change that was made at line ``at`` and return its result; save it first, or undo it."""
        with self._lock(id):
            game = self._spoken(id, lang, at)
            if id.startswith(SAMPLE):
                raise BadAnswer(_("You can only watch a sample game. To play, begin a game of your own."))
            game.check(at)
            try:
                said = change(game)
                game.kept.keep(game.session)
                game.ahead = None
                self._taught(game)
                return described_now(said, game.kept.about())
            except Overtaken:
                self._forget(id)
                raise Stale(self._spoken(id, lang).state()) from None
            except BaseException as problem:
                if at != len(game.session.journal.log):
                    self._forget(id)  # the change was not saved, so memory must be read again from storage
                elif isinstance(problem, BadAnswer | BadOption) and game.kept.changed():
                    raise Stale(self._spoken(id, lang).state()) from None
                raise

    # --- the games in memory ---------------------------------------------------------------------------

    @contextmanager
    def _lock(self, id: str, patience: float | None = None) -> Iterator[None]:
        """Lock a game for one call at a time; raise Busy after the timeout."""
        with self._recent:
            lock = self._locks.get(id)
            if lock is None:
                lock = self._locks[id] = Lock()
        if not lock.acquire(timeout=PATIENCE if patience is None else patience):
            raise Busy
        try:
            yield
        finally:
            lock.release()

    @contextmanager
    def _at_rest(self, id: str, lang: Lang) -> Iterator[Game]:
        """Open a game in a language, for reading."""
        with self._lock(id):
            yield self._spoken(id, lang)

    def _spoken(self, id: str, lang: Lang, at: int | None = None) -> Game:
        """Return a game in a language, and cache it."""
        game = self._current(id, at)
        game.session.lang = spoken(lang, own_lang(game.session))
        self._remember(game)
        return game

    def _current(self, id: str, at: int | None = None) -> Game:
        """Return a game from memory, or replay it if it isn't there or another process has continued it.

        The check of storage is skipped for a change at the line that the game has in memory: ``keep`` detects a
        conflict.
        """
        found = self._open.get(id) or self._samples.get(id)
        if found is not None and (at == len(found.session.journal.log) or not found.kept.changed()):
            return found
        return self._replayed(id)

    def _remember(self, game: Game) -> None:
        is_sample = game.id.startswith(SAMPLE)
        games, most = (self._samples, SAMPLES_IN_MEMORY) if is_sample else (self._open, IN_MEMORY)
        with self._recent:
            games[game.id] = game
            games.move_to_end(game.id)
            while len(games) > most:
                games.popitem(last=False)

    def _forget(self, id: str) -> None:
        with self._recent:
            self._open.pop(id, None)

    def _replayed(self, id: str, deleted: bool = False) -> Game:
        if id.startswith(SAMPLE):
            return Game(id, sample_session(id), JournalInMemory(ShelfInMemory(), id, About()))
        kept = self.shelf.find(id, deleted)
        if kept is None:
            raise no_game(id)
        text = kept.resume()
        try:
            session = Session.load(text, partly=True, follow=True)
        except Exception:
            with suppress(RivalError):
                self.shelf.note(id, text.count("\n"), None)  # its stored summary is wrong
            raise
        return Game(id, session, kept)

    def _added(self, session: Session, about: About, beside: int | None = None) -> State:
        """Store a new session; the shelf chooses its id."""
        id, kept = self.shelf.add(session, about, beside)
        game = Game(id, session, kept)
        with self._lock(id):
            self._remember(game)
            return game.state()

    def _summary(self, one: Listed, lang: Lang, deleted: bool = False) -> Summary:
        """Return the row of a game from its stored summary; replay the game if that is missing or of other rules."""
        wanted = None if lang is None else checked_lang(lang)
        against = known_opponent(one.gist) if one.gist else None
        if against is None or one.gist is None:
            return self._summed_up(one, wanted, deleted)
        return summary(one.id, one.gist, against, one.about, one.played, wanted)

    def _summed_up(self, one: Listed, lang: Lang, deleted: bool) -> Summary:
        """Return the row of a game by replaying it, without caching it, because a long list would evict the open games.

        The row of a game that can't be read contains the problem.
        """
        try:
            with self._lock(one.id):
                game = self._replayed(one.id, deleted) if deleted else self._current(one.id)
                said, length = gist(game.session), len(game.session.journal.log) + 1
            found = summary(one.id, said, game.session.opponent, one.about, one.played, lang)
            if length == one.length:
                self.shelf.note(one.id, length, said)
            return found
        except Exception as problem:
            sentence = why(problem, one.id).render(catalogue(lang or "en"))
            return Summary(one.id, one.played, **asdict(one.about), problem=sentence)


# --- values of a request -----------------------------------------------------------------------------------


def sound(value: Any) -> Any:
    """Return a value from outside if it can be stored as JSON; else raise BadAnswer."""
    if not writable(value):
        raise BadAnswer(
            _("This value can't be saved: it is nested too deeply, has invalid characters, or a number is too large.")
        )
    return value


def today() -> str:
    """Return the local date in ISO format."""
    return local_time().date().isoformat()


def void(_made: object) -> None:
    """Ignore the result of a change."""


def why(problem: Exception, id: str) -> Text:
    """Return the message that says why a game can't be read."""
    if isinstance(problem, RivalError):
        return problem.text
    log.error("The game %s can't be read", id, exc_info=problem)
    return _(
        "This game can't be opened: its file contains something that this game doesn't know. The file was not changed."
    )


def spoken(lang: Lang, default: str) -> str:
    """Return the requested language if it is supported, else the default; raise for an unknown one."""
    return default if lang is None else checked_lang(lang)


def catalogue(lang: str) -> Catalogue:
    """Return the translations of every opponent in a language."""
    return catalogue_for(lang, *(one.folder / "locale" for one in opponents().values()))


def sample_session(id: str) -> Session:
    """Return the session of a sample game; raise NotThere if the id is not valid."""
    found = re.fullmatch(rf"{re.escape(SAMPLE)}(.+)\.(-?\d{{1,18}})", id, re.ASCII)
    if found is None or found[1] not in opponents():
        raise no_game(id)
    return demo(found[1], seed=int(found[2]))


COLOUR = re.compile(r"|[a-z]{1,20}|#[0-9a-f]{6}", re.ASCII)


def described(about: About) -> About:
    """Return the details of a game, cleaned; raise BadOption for a long name or note, or for an invalid colour."""
    short = replace(about, name=printable(about.name), note=about.note.replace("\0", "").strip())
    if len(short.name) > LONGEST_NAME:
        raise BadOption(_("The name is too long: use at most {most} characters.", most=LONGEST_NAME))
    if len(short.note) > LONGEST_NOTE:
        raise BadOption(_("The note is too long: use at most {most} characters.", most=LONGEST_NOTE))
    for colour in (short.own_colour, short.their_colour):
        if not COLOUR.fullmatch(colour):
            raise BadOption(
                _(
                    "{colour} is not a colour. Use a name like “red” or a code like “#cc2200”.",
                    colour=Name(repr(colour)),
                )
            )
    return short
