"""The engine: every game of one person, behind the calls that a page makes.

It speaks in plain data only (see ``snapshot`` for JSON), so the page need not know whether the engine runs in a
server or beside it in the browser. Every change names ``at``, the number of lines in the log it was made for: a
page that has not seen the latest change gets the present state instead, and nothing is said twice.

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
"""Seconds to wait for whoever has the same game."""

IN_MEMORY = 32
"""Games that are kept replayed; any other is read again when somebody asks for it."""

SAMPLES_IN_MEMORY = 4
"""Sample games that are kept replayed, beside the games."""


# --- the engine --------------------------------------------------------------------------------------------

Lang: TypeAlias = str | None
"""The language asked for; None for that of the game."""

Made = TypeVar("Made")


class Ahead(NamedTuple):
    """Where an answer would lead, made before it was given: by which words, and the state for whom."""

    said: str
    session: Session
    state: State
    wanted: tuple[Lang, int | None]


@dataclass(slots=True)
class Game:
    """A game in memory and the place where it is kept.

    ``ahead`` is what was foreseen last, ``spare`` a session that stands where the game stood before.
    """

    id: str
    session: Session
    kept: KeptJournal
    ahead: Ahead | None = None
    spare: Session | None = None

    def state(self, since: int | None = None, known: Sequence[Picture] = ()) -> State:
        return state(self.id, self.session, self.kept.about(), since or 0, known=known)

    def seen(self, since: int | None) -> Sequence[Picture]:
        """The pictures of the table that a page has that knows the entries so far, be it none."""
        return () if since is None else self.session.views

    def check(self, at: int) -> None:
        """Stale, with the present state, if a change was meant for another."""
        if at != len(self.session.journal.log):
            raise Stale(self.state())

    def rewind(self, position: int, since: int | None, start: int | None = None) -> Moved:
        """Go to a position; tell again what a correction on the way had changed.

        With ``start`` the repairs are those of a table that still stands as it stood at that position.
        """
        first = None if since is None else min(since, self.session.first_changed(position))
        repairs = self.session.rewind(position, start)
        return Moved(self.state(first), to_repair(repairs))

    def amend(self, change: Callable[[], Amended], since: int | None, known: Sequence[Picture]) -> AmendedGame:
        """Change an answer or a value; where answers would be dropped that must not be, nothing is changed."""
        try:
            made = change()
        except DropsAnswersError as refused:
            text = self.session.words(refused.text)
            return AmendedGame(self.state(since), (), text, refused.dropped, done=False)
        first = None if since is None else min(since, made.since)
        text = self.session.words(made.text)
        return AmendedGame(self.state(first, known), to_repair(made.repairs), text, made.dropped)

    def foresee(self, value: Json, lang: Lang, since: int | None) -> State:
        """The state that an answer would lead to, remembered in case it is given."""
        spare, self.spare = self.spare, None
        then = spare if spare is not None and spare.catches_up(self.session) else self.session.twin()
        then.answer(value)
        state = replace(self, session=then).state(since, self.seen(since))
        self.ahead = Ahead(json.dumps(value), then, state, (lang, since))
        return state

    def answer(self, value: Json, lang: Lang, since: int | None) -> State:
        """Answer the open question; what was foreseen is not made again."""
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
    """Games by id. Safe to call from several threads: each game does one thing at a time."""

    def __init__(self, shelf: Shelf | None = None, own: Packs | None = None) -> None:
        self.shelf: Shelf = ShelfInMemory() if shelf is None else shelf
        self.packs: Packs = PacksInMemory() if own is None else own
        self._locks: WeakValueDictionary[str, Lock] = WeakValueDictionary()
        self._recent = Lock()
        self._learning = Lock()
        self._untaught: dict[str, int] = {}
        """The round in which each game was played on without what it told being kept yet."""
        self._open: OrderedDict[str, Game] = OrderedDict()
        self._samples: OrderedDict[str, Game] = OrderedDict()
        self._seats = Seats()

    # --- opponents and rules ---------------------------------------------------------------------------

    def opponents(self, lang: Lang = None) -> list[OpponentOffer]:
        return [offer(one, spoken(lang, "en")) for one in opponents().values()]

    def rules(self, game: str) -> RuleBook:
        return rule_book(self._against(game).rules)

    def art(self, game: str) -> Art:
        """The opponent's own drawings."""
        found = art_of(self._against(game))
        if found is None:
            raise NotThere(_("{game} has no drawings of its own.", game=self._against(game).game))
        return found

    # --- packs of one's own ----------------------------------------------------------------------------

    def pack(self, game: str, lang: Lang = None) -> OwnPack:
        against = self._against(game)
        own = self._own(against)
        notes = () if own is None else against.pack_notes(own)
        words = against.catalogue(spoken(lang, "en"))
        return OwnPack(own is not None, tuple(note.render(words) for note in notes))

    def pack_text(self, game: str) -> str:
        """The owner's pack as a file to keep, edit or give away."""
        against = self._against(game)
        own = self._own(against)
        if own is None:
            raise NotThere(_("Nothing has been learned of {game} yet.", game=against.game))
        return packs.written(own)

    def take_pack(self, game: str, text: str, lang: Lang = None) -> OwnPack:
        """Add the pack of a file to the owner's; where they disagree, what the owner has stays."""
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
        against = self._against(game)
        self.learn(against)  # what was told until now goes with it, and does not come back by the next look
        self.packs.forget(against)

    def _against(self, game: str) -> Opponent:
        try:
            return opponent(sound(game))
        except BadOption as bad:
            raise NotThere(bad.text) from None

    def _taught(self, game: Game) -> None:
        """What was told is kept for the next game when a round or the game ends, or when somebody wants to know."""
        session = game.session
        round = session.opponent.round_of(session.table)
        if self._untaught.setdefault(game.id, round) != round or session.open is None:
            self._learn(game)

    def _learn(self, game: Game, did: boxes.Did = "learned") -> None:
        """The answer itself is kept already, whatever becomes of this."""
        self._untaught.pop(game.id, None)
        try:
            with self._learning:
                boxes.learn(self.packs, game.session, today(), did)
        except (OSError, RivalError) as problem:
            log.warning("What was told could not be kept for the next game: %s", problem)

    def learn(self, against: Opponent | None = None) -> None:
        """Keep everything for the next games that was told until now, in those of one opponent or in all."""
        for id in sorted(self._untaught):
            game = self._open.get(id)
            if game is not None and against in (None, game.session.opponent):
                with suppress(Busy), self._lock(id, patience=0.1):  # a game that is busy tells its own later
                    self._learn(game)

    def _own(self, against: Opponent) -> Json:
        """The owner's pack, with everything told until now."""
        self.learn(against)
        return self.packs.own(against)

    # --- the owner's box -------------------------------------------------------------------------------

    def box(self, game: str, lang: Lang = None) -> BoxState:
        """What an owner can tell of a game: every part, how well it is known, and what is missing."""
        against = self._against(game)
        self.learn(against)
        return boxes.box_state(self.packs, against, against.catalogue(spoken(lang, "en")))

    def box_part(self, game: str, part: str, value: Json = None, lang: Lang = None) -> PartDraft:
        """One part with the question that tells it; with an answer, as it would be, and nothing is kept."""
        against = self._against(game)
        self.learn(against)
        return boxes.draft(self.packs, against, sound(part), against.catalogue(spoken(lang, "en")), sound(value))

    def tell_part(self, game: str, part: str, value: Json, lang: Lang = None) -> BoxState:
        def tell(against: Opponent) -> None:
            words = against.catalogue(spoken(lang, "en"))
            boxes.tell(self.packs, against, sound(part), sound(value), today(), words)

        return self._boxed(game, lang, tell)

    def check_part(self, game: str, part: str, checked: bool = True, lang: Lang = None) -> BoxState:
        """Say whether a part was compared with the cardboard."""
        return self._boxed(game, lang, lambda one: boxes.check_off(self.packs, one, sound(part), checked, today()))

    def forget_part(self, game: str, part: str, lang: Lang = None) -> BoxState:
        return self._boxed(game, lang, lambda one: boxes.forget(self.packs, one, sound(part), today()))

    def describe_pack(self, game: str, said: Mapping[str, str], lang: Lang = None) -> BoxState:
        """Say what the pack is called, its edition, who made it from what, and under which licence."""
        return self._boxed(game, lang, lambda one: boxes.describe(self.packs, one, sound(dict(said)), today()))

    def undo_box(self, game: str, lang: Lang = None) -> BoxState:
        """Take back the last change of a box."""
        return self._boxed(game, lang, lambda one: boxes.undo(self.packs, one))

    def share_parts(self, game: str, parts: Sequence[str] = ()) -> SharedPack:
        """The whole pack, or some parts of it, as a file and as a code that fits an address."""
        against = self._against(game)
        self.learn(against)
        return boxes.share(self.packs, against, sound(list(parts)))

    def offered_pack(self, text: str, lang: Lang = None) -> OfferedPack:
        """Somebody else's pack, from a file or a link, beside one's own; nothing is taken in by this."""
        self.learn()
        return boxes.offered(self.packs, sound(text), lambda one: one.catalogue(spoken(lang, "en")))

    def take_parts(self, text: str, name: str = "", chosen: Sequence[str] = (), lang: Lang = None) -> BoxState:
        """Take such a pack in; where the two differ mine stays, but for the parts that are chosen."""
        against, theirs = boxes.received(sound(text))
        how = boxes.how_received(text)
        return self._boxed(
            against.id,
            lang,
            lambda one: void(boxes.take(self.packs, one, theirs, how, sound(name), today(), sound(list(chosen)))),
        )

    def _boxed(self, game: str, lang: Lang, change: Callable[[Opponent], None]) -> BoxState:
        """The box after a change; one at a time, on top of everything that was told until now."""
        against = self._against(game)
        self.learn(against)
        with self._learning:
            change(against)
        return boxes.box_state(self.packs, against, against.catalogue(spoken(lang, "en")))

    # --- games -----------------------------------------------------------------------------------------

    def games(self, lang: Lang = None, deleted: bool = False) -> list[Summary]:
        """Every kept game, or every one that was deleted; the last played first."""
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
        """A new game, kept from the first moment; with the owner's pack if there is one and no other is given."""
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
        """A finished game on a made-up table, to be watched. It is kept nowhere: its id says all of it."""
        number = secrets.randbelow(10_000) if seed is None else seed
        return self.state(f"{SAMPLE}{opponent(sound(game)).id}.{number}", lang)

    def load(self, text: str, lang: Lang = None, about: About | None = None, beside: int | None = None) -> State:
        """A game from its journal, kept as a new one; ``beside`` as in ``Shelf.add``."""
        session = Session.load(sound(text), partly=True, follow=True)
        session.lang = spoken(lang, own_lang(session))
        said = named(session.journal) if about is None else described(about)
        if session.journal.unsummed:
            warned = session.words(UNSUMMED)
            said = replace(
                said, note=said.note if warned in said.note else f"{warned}\n{said.note}"[:LONGEST_NOTE].strip()
            )
            session.journal.unsummed = False  # it is kept with checksums
        return self._added(session, said, beside)

    def take(self, text: str, lang: Lang = None, about: About | None = None) -> Taken:
        """A game from another home, by its journal. Nothing is doubled: where it is the same game, the longer line
        wins, and where both went on differently, both are kept."""
        return Importer(self).take(sound(text), lang, about)

    def lock_import(self, first: str) -> AbstractContextManager[None]:
        """One at a time imports a journal that begins with this line."""
        return self._lock(f"import {first}")

    def lengthen(self, id: str, text: str, theirs: Sequence[str], lang: Lang) -> Taken:
        """Continue a kept game with the lines that a longer copy of its journal has.

        Raise Overtaken if the copy does not continue the game as it stands now. The comparison holds until the lines
        are kept: this process changes the game under its lock only, and the shelf refuses if another process was first.
        """
        longer = Session.load(text, partly=True, follow=True)
        longer.journal.unsummed = False  # the game is kept with checksums
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
        """The same game once more, with everything that was said in it."""
        with self._at_rest(id, lang) as game:
            text, about = game.session.journal.dumps(), game.kept.about()
        return self.load(text, lang, about)

    def branch(self, id: str, position: int, lang: Lang = None) -> State:
        """A game of its own that begins with the first entries of this one."""
        with self._at_rest(id, lang) as game:
            session, about = game.session.branch(position), game.kept.about()
        return self._added(session, about)

    def journal(self, id: str) -> str:
        """The journal of a game, as it is kept; of a sample, as it would be."""
        if not id.startswith(SAMPLE):
            return self.text(id)[0]
        with self._at_rest(id, None) as game:
            return game.session.journal.dumps()

    def text(self, id: str) -> tuple[str, About]:
        """The journal of a game as it is kept, whether it can be replayed or not, and what is said of it."""
        kept = self.shelf.find(id)
        if kept is None:
            raise no_game(id)
        return kept.resume(), kept.about()

    def describe(self, id: str, changes: Mapping[str, Json], lang: Lang = None) -> Summary:
        """Change the name, the note, the colours of the two sides, or whether the game is in the archive."""
        with self._lock(id):
            kept = self.shelf.find(id)
            if kept is None:
                raise no_game(id)
            kept.describe(described(replace(kept.about(), **sound(changes))))
            self._forget(id)
        return self.listed(id, lang)

    def listed(self, id: str, lang: Lang = None) -> Summary:
        """One game as it stands in the list."""
        found = self.shelf.listed(id)
        if found is None:
            raise no_game(id)
        return self._summary(found, lang)

    def delete(self, id: str) -> None:
        """Take a game off the shelf; it can be restored."""
        with self._lock(id):
            kept = self.shelf.find(id)
            if kept is None:
                raise no_game(id)
            self._forget(id)
            kept.remove()

    def restore(self, id: str, lang: Lang = None) -> Summary:
        with self._lock(id):
            self.shelf.restore(id)
        return self.listed(id, lang)

    def purge(self, id: str) -> None:
        """Forget a deleted game for good."""
        with self._lock(id):
            self.shelf.purge(id)

    # --- looking ---------------------------------------------------------------------------------------

    def session(self, id: str, lang: Lang = None) -> Session:
        """The game itself, for a program that wants more of it than a state tells; only ``change`` changes it."""
        with self._at_rest(id, lang) as game:
            return game.session

    def state(self, id: str, lang: Lang = None, since: int = 0) -> State:
        with self._at_rest(id, lang) as game:
            return game.state(since)

    def past(self, id: str, position: int, lang: Lang = None, since: int = 0) -> State:
        """The game as it stood after so many answers; nothing can be said there."""
        with self._at_rest(id, lang) as game:
            session = game.session
            try:
                then = session.past(position)
            except BadAnswer as bad:
                raise NotThere(bad.text) from None
            return state(id, then, game.kept.about(), since, live=False, at=len(session.journal.log))

    def foresee(self, id: str, at: int, value: Json, lang: Lang = None, since: int | None = None) -> State:
        """The state that an answer would lead to. Nothing is said by it, and nothing kept."""
        with self._at_rest(id, lang) as game:
            game.check(at)
            return game.foresee(sound(value), lang, since)

    def tracked(self, id: str, lang: Lang = None) -> list[TrackedValue]:
        """Every value that can be corrected, with what may be entered for it."""
        with self._at_rest(id, lang) as game:
            return list(tracked_values(game.session))

    def inquiries(self, id: str, lang: Lang = None) -> list[Question]:
        """What may be asked in between; it changes nothing."""
        with self._at_rest(id, lang) as game:
            return list(game.session.inquiries())

    def inquire(self, id: str, name: str, value: Json, lang: Lang = None) -> Line:
        with self._at_rest(id, lang) as game:
            return game.session.inquire(sound(name), sound(value))

    def course(self, id: str, lang: Lang = None) -> list[Curve]:
        """Every followed number that changed, through the whole game."""
        with self._at_rest(id, lang) as game:
            return curves(game.session)

    def chapters(self, id: str, lang: Lang = None) -> list[Chapter]:
        """The history in parts: its rounds, and what each is called."""
        with self._at_rest(id, lang) as game:
            return chapters(game.session)

    def par(self, id: str, lang: Lang = None) -> ParView | None:
        """Where the opponent stands beside many sample games; None where nobody played those."""
        with self._at_rest(id, lang) as game:
            if game.session.opponent.measures is None:
                return None
            return par_view(game.session, game.session.course.rounds)

    def play(self, id: str, lang: Lang = None) -> LoggedPlay | None:
        """A finished game for a play log; None while it goes on, and for a made-up table."""
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
        """The player's side of a sample table after these choices. It is kept nowhere: the choices say all of it."""
        wanted = Wanted(opponent(sound(game)), seed, sound(options), tuple(sound(list(moves))))
        return self._seats.state(wanted, spoken(lang, "en"), since)

    # --- changing --------------------------------------------------------------------------------------

    def answer(self, id: str, at: int, value: Json, lang: Lang = None, since: int | None = None) -> State:
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
        """Correct a tracked value; the act under way is told again from the place since which the value counts."""

        def correct(game: Game) -> AmendedGame:
            known = game.seen(since)
            self._learn(game)  # what was told before is a change of the box of its own
            return game.amend(lambda: game.session.correct(sound(path), sound(value), drop), since or 0, known)

        made = self._change(id, at, lang, correct)
        return replace(made, saved=self.save_correction(id, lang)) if made.done else made

    def save_correction(self, id: str, lang: Lang = None) -> tuple[str, ...]:
        """Save what a correction changed of the owner's box; return the names of these parts."""
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
        """Bring what was told of the box since the game began to its table; what was told in the game itself stays."""

        def take(game: Game) -> State:
            own = boxes.without_origins(self.packs.own(game.session.opponent))
            if own is None:
                raise BadAnswer(_("Nothing has been learned of {game} yet.", game=game.session.opponent.game))
            known = game.seen(since)
            game.session.correct(IN_THE_BOX, own)
            return game.state(since, known)

        return self._change(id, at, lang, take)

    def dice(self, id: str, at: int, dice: str, lang: Lang = None, since: int | None = None) -> State:
        def use(game: Game) -> State:
            known = game.seen(since)
            game.session.use_dice(dice)
            return game.state(since, known)

        return self._change(id, at, lang, use)

    def undo(self, id: str, at: int, lang: Lang = None, since: int | None = None) -> Moved:
        def undo(game: Game) -> Moved:
            if not game.session.at:
                raise BadAnswer(_("There is nothing to take back."))
            return game.rewind(game.session.at - 1, since)

        return self._change(id, at, lang, undo)

    def redo(self, id: str, at: int, lang: Lang = None, since: int | None = None) -> Moved:
        def redo(game: Game) -> Moved:
            if not game.session.journal.future:
                raise BadAnswer(_("There is nothing to bring back."))
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
        """Go to a position; ``start`` is the position at which the table still stands, where it is another one."""
        return self._change(id, at, lang, lambda game: game.rewind(position, since, start))

    def amend(self, id: str, at: int, position: int, value: Json, lang: Lang = None, drop: bool = True) -> AmendedGame:
        """Change what was said at a position; what followed is said again as far as it still fits."""
        return self._change(
            id,
            at,
            lang,
            lambda game: game.amend(lambda: game.session.amend(position, sound(value), drop), None, ()),
        )

    def restore_former(self, id: str, at: int, lang: Lang = None) -> AmendedGame:
        """Go back to the course of the game that was left last."""
        return self._change(id, at, lang, lambda game: game.amend(game.session.restore_former, None, ()))

    def change(self, id: str, at: int, do: Callable[[Session], Made], lang: Lang = None) -> Made:
        """Whatever a program does with the game itself: kept like any answer, or it was never done."""
        return self._change(id, at, lang, lambda game: do(game.session))

    def _change(self, id: str, at: int, lang: Lang, change: Callable[[Game], Made]) -> Made:
        """What a change made at line ``at`` leads to; kept before anybody hears of it, or undone."""
        with self._lock(id):
            game = self._spoken(id, lang, at)
            if id.startswith(SAMPLE):
                raise BadAnswer(_("A sample game can only be watched; begin a game of your own to play."))
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
                    self._forget(id)  # it was said but not kept: what is kept counts
                elif isinstance(problem, BadAnswer | BadOption) and game.kept.changed():
                    raise Stale(self._spoken(id, lang).state()) from None
                raise

    # --- the games in memory ---------------------------------------------------------------------------

    @contextmanager
    def _lock(self, id: str, patience: float | None = None) -> Iterator[None]:
        """One at a time in each game; Busy for whoever would wait too long. No game waits for another."""
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
        """A game, for reading, in a language."""
        with self._lock(id):
            yield self._spoken(id, lang)

    def _spoken(self, id: str, lang: Lang, at: int | None = None) -> Game:
        """A game in play, in a language; remembered until others push it out."""
        game = self._current(id, at)
        game.session.lang = spoken(lang, own_lang(game.session))
        self._remember(game)
        return game

    def _current(self, id: str, at: int | None = None) -> Game:
        """A game from memory, or replayed if it isn't there or somebody else went on with it.

        Whoever changes it at the line where it stands in memory is told by ``keep`` if somebody else was first.
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
                self.shelf.note(id, text.count("\n"), None)  # the list said that it is sound
            raise
        return Game(id, session, kept)

    def _added(self, session: Session, about: About, beside: int | None = None) -> State:
        """Keep a new session; its id is settled by where it is kept."""
        id, kept = self.shelf.add(session, about, beside)
        game = Game(id, session, kept)
        with self._lock(id):
            self._remember(game)
            return game.state()

    def _summary(self, one: Listed, lang: Lang, deleted: bool = False) -> Summary:
        """A game in a few words: as it was kept with it or, where that is missing or of other rules, made anew."""
        wanted = None if lang is None else checked_lang(lang)
        against = known_opponent(one.gist) if one.gist else None
        if against is None or one.gist is None:
            return self._summed_up(one, wanted, deleted)
        return summary(one.id, one.gist, against, one.about, one.played, wanted)

    def _summed_up(self, one: Listed, lang: Lang, deleted: bool) -> Summary:
        """Read beside the games in memory, which a long list would push out.

        One that can't be read, whatever is wrong with it, is a row that says so.
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


# --- what was asked for ------------------------------------------------------------------------------------


def sound(value: Any) -> Any:
    """What a page sent, if it can be kept at all."""
    if not writable(value):
        raise BadAnswer(_("This is nested without end, or holds characters that are none or numbers too large."))
    return value


def today() -> str:
    return local_time().date().isoformat()


def void(_made: object) -> None:
    """For changes that give something back that nobody wants."""


def why(problem: Exception, id: str) -> Text:
    """Why a game can't be read."""
    if isinstance(problem, RivalError):
        return problem.text
    log.error("The game %s can't be read", id, exc_info=problem)
    return _("This game can't be read: something in it is none of the game's. Its journal is kept as it is.")


def spoken(lang: Lang, default: str) -> str:
    return default if lang is None else checked_lang(lang)


def catalogue(lang: str) -> Catalogue:
    """The words of every opponent in a language."""
    return catalogue_for(lang, *(one.folder / "locale" for one in opponents().values()))


def sample_session(id: str) -> Session:
    found = re.fullmatch(rf"{re.escape(SAMPLE)}(.+)\.(-?\d{{1,18}})", id, re.ASCII)
    if found is None or found[1] not in opponents():
        raise no_game(id)
    return demo(found[1], seed=int(found[2]))


COLOUR = re.compile(r"|[a-z]{1,20}|#[0-9a-f]{6}", re.ASCII)


def described(about: About) -> About:
    """What a person says of a game, if it can be kept: a name on one line, a note, colours."""
    short = replace(about, name=printable(about.name), note=about.note.replace("\0", "").strip())
    if len(short.name) > LONGEST_NAME:
        raise BadOption(_("A name has at most {most} characters.", most=LONGEST_NAME))
    if len(short.note) > LONGEST_NOTE:
        raise BadOption(_("A note has at most {most} characters.", most=LONGEST_NOTE))
    for colour in (short.own_colour, short.their_colour):
        if not COLOUR.fullmatch(colour):
            raise BadOption(
                _("A colour is a word like “red” or a number like “#cc2200”, not {colour}.", colour=Name(repr(colour)))
            )
    return short
