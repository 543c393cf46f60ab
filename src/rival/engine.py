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

import re
import secrets
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any, Protocol, TypeAlias

from rival import demo
from rival.kernel import BadAnswer, BadOption, Journal, Json, Name, RivalError, Session, _, opponent, opponents
from rival.kernel.journal import writable
from rival.kernel.session import checked_lang
from rival.kernel.texts import Catalogue, Language, catalogue_for
from rival.states import (
    LONGEST_NAME,
    SAMPLE,
    Curve,
    Moved,
    OpponentOffer,
    RuleBook,
    State,
    Summary,
    curves,
    moved,
    offer,
    own_lang,
    rule_book,
    state,
    summary,
)

IN_MEMORY = 32
"""Games that are kept replayed; any other is read again when somebody asks for it."""


# --- where games are kept ----------------------------------------------------------------------------------


class Kept(Protocol):
    """The place of one journal."""

    def resume(self) -> tuple[str, bool]: ...
    def keep(self, journal: Journal) -> None: ...
    def changed(self) -> bool: ...
    def remove(self) -> None: ...


class Shelf(Protocol):
    """All the kept games by id; ``games`` gives (id, when played, stamp), the last played first."""

    def games(self) -> Sequence[tuple[str, int, Json]]: ...
    def find(self, id: str) -> Kept | None: ...
    def new(self, game: str) -> tuple[str, Kept]: ...


class Page:
    """A journal in memory."""

    def __init__(self, shelf: dict[str, Page], id: str) -> None:
        self.shelf, self.id, self.text = shelf, id, ""

    def resume(self) -> tuple[str, bool]:
        return self.text, False

    def keep(self, journal: Journal) -> None:
        self.text = journal.dumps()
        self.shelf[self.id] = self.shelf.pop(self.id)  # the last played stands last

    def changed(self) -> bool:
        return False

    def remove(self) -> None:
        del self.shelf[self.id]


class Memory:
    """A shelf that lasts as long as the program."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self.count = 0

    def games(self) -> Sequence[tuple[str, int, Json]]:
        return [(id, 0, len(page.text)) for id, page in reversed(self.pages.items())]

    def find(self, id: str) -> Kept | None:
        return self.pages.get(id)

    def new(self, game: str) -> tuple[str, Kept]:
        self.count += 1
        id = f"{game}-{self.count}"
        page = self.pages[id] = Page(self.pages, id)
        return id, page


# --- what can go wrong -------------------------------------------------------------------------------------


class NotThere(BadOption):
    """A game, an opponent or a position that does not exist."""


class Stale(RivalError):
    """The change was meant for an earlier state; ``state`` is the present one."""

    def __init__(self, state: State) -> None:
        super().__init__(_("The game has moved on meanwhile; here is how it stands."))
        self.state = state


# --- the engine --------------------------------------------------------------------------------------------

Lang: TypeAlias = str | None
"""The language asked for; None for that of the game."""


class Engine:
    """Games by id. Safe to call from several threads: each game does one thing at a time."""

    def __init__(self, shelf: Shelf | None = None) -> None:
        self.shelf: Shelf = Memory() if shelf is None else shelf
        self._locks = [Lock() for _number in range(64)]
        self._recent = Lock()
        self._open: OrderedDict[str, tuple[Session, Kept]] = OrderedDict()
        self._summaries: dict[tuple[str, Lang], tuple[Json, Summary]] = {}

    # --- opponents and rules ---------------------------------------------------------------------------

    def opponents(self, lang: Lang = None) -> list[OpponentOffer]:
        return [offer(one, spoken(lang, "en")) for one in opponents().values()]

    def rules(self, game: str) -> RuleBook:
        try:
            return rule_book(opponent(game).rules)
        except BadOption as bad:
            raise NotThere(bad.text) from None

    # --- games -----------------------------------------------------------------------------------------

    def games(self, lang: Lang = None) -> list[Summary]:
        """Every kept game, the last played first."""
        return [self._summary(id, played, stamp, lang) for id, played, stamp in self.shelf.games()]

    def begin(
        self,
        game: str,
        *,
        seed: int | None = None,
        options: Mapping[str, Json] | None = None,
        lang: Lang = None,
        dice: str = "program",
        pack: Json = None,
        name: str = "",
    ) -> State:
        """A new game, kept from the first moment."""
        if len(sound(name)) > LONGEST_NAME:
            raise BadOption(_("A name has at most {most} characters.", most=LONGEST_NAME))
        session = Session.new(
            sound(game), seed=seed, options=sound(options), lang=spoken(lang, "en"), dice=dice, pack=sound(pack)
        )
        if name.strip():
            session.journal.header["name"] = name.strip()
        return self._added(session)

    def sample(self, game: str, seed: int | None = None, lang: Lang = None) -> State:
        """A finished game on a made-up table, to be watched. It is kept nowhere: its id says all of it."""
        number = secrets.randbelow(10_000) if seed is None else seed
        return self.state(f"{SAMPLE}{opponent(sound(game)).id}.{number}", lang)

    def load(self, text: str, lang: Lang = None) -> State:
        """A game from its journal, kept as a new one."""
        session = Session.load(sound(text))
        session.lang = spoken(lang, own_lang(session))
        return self._added(session)

    def journal(self, id: str) -> str:
        with self._at_rest(id, None) as session:
            return session.journal.dumps()

    def delete(self, id: str) -> None:
        with self._lock(id):
            kept = self.shelf.find(id)
            if kept is None:
                raise no_game(id)
            self._forget(id)
            kept.remove()

    # --- looking ---------------------------------------------------------------------------------------

    def state(self, id: str, lang: Lang = None, since: int = 0) -> State:
        with self._at_rest(id, lang) as session:
            return state(id, session, since)

    def past(self, id: str, position: int, lang: Lang = None, since: int = 0) -> State:
        """The game as it stood after so many answers; nothing can be said there."""
        with self._at_rest(id, lang) as session:
            journal = session.journal
            whole = journal.line + journal.future
            if not 0 <= position <= len(whole):
                raise NotThere(_("There is no entry {n}: choose one from 0 to {most}.", n=position, most=len(whole)))
            then = Session(Journal(journal.header, line=whole[:position]), session.opponent, session.lang)
            return state(id, then, since, live=False, at=len(journal.log))

    def course(self, id: str, lang: Lang = None) -> list[Curve]:
        """Every tracked number that changed, through the whole game."""
        with self._at_rest(id, lang) as session:
            return curves(session)

    # --- changing --------------------------------------------------------------------------------------

    def answer(self, id: str, at: int, value: Json, lang: Lang = None, since: int = 0) -> State:
        with self._changing(id, at, lang) as session:
            session.answer(sound(value))
            return state(id, session, since)

    def correct(self, id: str, at: int, path: str, value: Json, lang: Lang = None, since: int = 0) -> State:
        with self._changing(id, at, lang) as session:
            session.correct(sound(path), sound(value))
            return state(id, session, since)

    def dice(self, id: str, at: int, dice: str, lang: Lang = None, since: int = 0) -> State:
        with self._changing(id, at, lang) as session:
            session.use_dice(dice)
            return state(id, session, since)

    def undo(self, id: str, at: int, lang: Lang = None, since: int = 0) -> Moved:
        with self._changing(id, at, lang) as session:
            if not session.at:
                raise BadAnswer(_("There is nothing to take back."))
            return moved(id, session, session.undo(), since)

    def redo(self, id: str, at: int, lang: Lang = None, since: int = 0) -> Moved:
        with self._changing(id, at, lang) as session:
            if not session.journal.future:
                raise BadAnswer(_("There is nothing to bring back."))
            return moved(id, session, session.redo(), since)

    def rewind(self, id: str, at: int, position: int, lang: Lang = None, since: int = 0) -> Moved:
        with self._changing(id, at, lang) as session:
            return moved(id, session, session.rewind(position), since)

    # --- the games in memory ---------------------------------------------------------------------------

    def _lock(self, id: str) -> Lock:
        """The lock of a game; a few games share one, and nobody ever holds two."""
        return self._locks[hash(id) % len(self._locks)]

    @contextmanager
    def _at_rest(self, id: str, lang: Lang) -> Iterator[Session]:
        """The session of a game, for reading, in a language."""
        with self._lock(id):
            session, _kept = self._session(id)
            session.lang = spoken(lang, own_lang(session))
            yield session

    @contextmanager
    def _changing(self, id: str, at: int, lang: Lang) -> Iterator[Session]:
        """The session of a game, for a change made at line ``at``; on the disk when this ends, or undone."""
        with self._lock(id):
            session, kept = self._session(id)
            session.lang = spoken(lang, own_lang(session))
            if id.startswith(SAMPLE):
                raise BadAnswer(_("A sample game can only be watched; begin a game of your own to play."))
            if at != len(session.journal.log):
                raise Stale(state(id, session))
            try:
                yield session
                kept.keep(session.journal)
            except BaseException:
                if at != len(session.journal.log):
                    self._forget(id)  # it was said but not kept: what is kept counts
                raise

    def _session(self, id: str) -> tuple[Session, Kept]:
        """A game in play, remembered until others push it out."""
        found = self._current(id)
        self._remember(id, *found)
        return found

    def _current(self, id: str) -> tuple[Session, Kept]:
        """A game from memory, or replayed if it isn't there or somebody else went on with it."""
        found = self._open.get(id)
        return self._replayed(id) if found is None or found[1].changed() else found

    def _remember(self, id: str, session: Session, kept: Kept) -> None:
        with self._recent:
            self._open[id] = (session, kept)
            self._open.move_to_end(id)
            while len(self._open) > IN_MEMORY:
                self._open.popitem(last=False)

    def _forget(self, id: str) -> None:
        with self._recent:
            self._open.pop(id, None)

    def _replayed(self, id: str) -> tuple[Session, Kept]:
        if id.startswith(SAMPLE):
            return sample_session(id), Page({}, id)
        kept = self.shelf.find(id)
        if kept is None:
            raise no_game(id)
        text, _torn = kept.resume()
        return Session.load(text), kept

    def _added(self, session: Session) -> State:
        """Keep a new session; its id is settled by where it is kept."""
        id, kept = self.shelf.new(session.opponent.id)
        with self._lock(id):
            kept.keep(session.journal)
            self._remember(id, session, kept)
            return state(id, session)

    def _summary(self, id: str, played: int, stamp: Json, lang: Lang) -> Summary:
        known = self._summaries.get((id, lang))
        if known is None or known[0] != stamp:
            known = self._summaries[id, lang] = (stamp, self._summed_up(id, played, lang))
        return known[1]

    def _summed_up(self, id: str, played: int, lang: Lang) -> Summary:
        """A game in a few words; read beside those in memory, which a long list would push out."""
        try:
            with self._lock(id):
                session, _kept = self._current(id)
                session.lang = spoken(lang, own_lang(session))
                return summary(id, session, played)
        except RivalError as problem:
            return Summary(id, played, problem=problem.text.render(catalogue(spoken(lang, "en"))))


# --- what was asked for ------------------------------------------------------------------------------------


def sound(value: Any) -> Any:
    """What a page sent, if it can be kept at all."""
    if not writable(value):
        raise BadAnswer(_("This is nested without end, or holds characters or numbers that are none."))
    return value


def spoken(lang: Lang, default: Language) -> Language:
    return default if lang is None else checked_lang(lang)


def catalogue(lang: str) -> Catalogue:
    """The words of every opponent in a language."""
    return catalogue_for(lang, *(one.folder / "locale" for one in opponents().values()))


def sample_session(id: str) -> Session:
    found = re.fullmatch(rf"{re.escape(SAMPLE)}(.+)\.(-?\d{{1,18}})", id, re.ASCII)
    if found is None or found[1] not in opponents():
        raise no_game(id)
    return demo(found[1], seed=int(found[2]))


def no_game(id: str) -> NotThere:
    return NotThere(_("There is no kept game “{name}”.", name=Name(id)))
