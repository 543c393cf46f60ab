"""Play one game: run the script, save every entry in the journal and explain each step."""

from __future__ import annotations

import gc
import secrets
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal, Protocol, overload

from rival.kernel import journal as journals
from rival.kernel import vocabulary
from rival.kernel.box import IN_THE_BOX, from_the_box
from rival.kernel.chance import Chance
from rival.kernel.course import Course
from rival.kernel.errors import BadAnswer, BadJournal, BadOption, BadPack, DropsAnswersError, RivalError
from rival.kernel.journal import FORMAT, Dice, FormerCourse, Journal, Place, Since, writable
from rival.kernel.opponent import Objector, Opponent, Result, Sample, objections_of, opponent
from rival.kernel.pictures import Picture, ShowsView, drawn, shown
from rival.kernel.question import Line, Offer, Question, details, question
from rival.kernel.repairs import Repair, snapshot
from rival.kernel.replay import Change, Moves, MoveWatcher, ValueWatcher, Watcher, describe_repairs, read_value
from rival.kernel.shapes import Checklist, Die, Json, Shape, short
from rival.kernel.steps import Act, ActUpdate, Ask, Because, Corrected, Happening, Script, Side, Step, Telling
from rival.kernel.texts import LANGUAGES, Catalogue, Joined, Name, Text, _, n_, plain
from rival.kernel.tracking import Tracked

STEP = "step."
"""The prefix of the paths that name assumptions of steps."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the transcript: a step, an answer or a correction, as text and as data.

    ``because`` explains it, ``about`` is the same for programs, ``shows`` are the spots that it touches. ``at`` is the
    position in the game when it happened. ``unless`` is the correction that can still be made at this step: its path
    and its label. ``told`` is true if the question answered just before already described the step. ``act`` is the
    index of its act in ``Session.acts``; None before the first act.
    """

    kind: Telling
    text: str
    cites: tuple[str, ...]
    because: tuple[Line, ...]
    who: str
    at: int
    about: Mapping[str, Json] = field(default_factory=dict)
    unless: Offer | None = None
    shows: ShowsView | None = None
    round: int = 0
    told: bool = False
    act: int | None = None


@dataclass(frozen=True, slots=True)
class ActEntry:
    """One act of the transcript: its title, result and side, and the range of entries that belong to it."""

    number: int
    title: str
    who: Side
    cites: tuple[str, ...]
    result: str | None
    first: int
    count: int


class StartedAct:
    """An act of the log: the index of the log where it begins, and the checkpoint of the game."""

    __slots__ = ("act", "line", "place", "result", "title")

    def __init__(self, act: Act, line: int, place: Place) -> None:
        self.act = act
        self.line = line
        self.place = place
        self.title = act.title
        self.result: Text | None = None


class Answered:
    """A question and its answer in the log; ``said`` is false for rolls and draws of the program."""

    __slots__ = ("ask", "said", "value")

    def __init__(self, ask: Ask, value: Json, said: bool) -> None:
        self.ask = ask
        self.value = value
        self.said = said


class Granted:
    """An assumption in the log: the question that was not asked, and the path that corrects it."""

    __slots__ = ("ask", "path")

    def __init__(self, ask: Ask, path: str) -> None:
        self.ask = ask
        self.path = path


@dataclass(frozen=True, slots=True)
class Noted:
    """A correction or a change of the dice mode in the log."""

    kind: Literal["correct", "dice"]
    text: Text
    at: int


class Mark:
    """The range of the log that makes up one entry of the transcript, and the position in the game when it happened."""

    __slots__ = ("at", "first", "last")

    def __init__(self, first: int, last: int, at: int) -> None:
        self.first, self.last, self.at = first, last, at


class Transcript:
    """The entries of a game in one language, in order. An entry is rendered when it is read for the first time."""

    __slots__ = ("_session", "_words")

    def __init__(self, session: Session, words: dict[int, Entry]) -> None:
        self._session = session
        self._words = words

    def __len__(self) -> int:
        return len(self._session._marked())

    @overload
    def __getitem__(self, i: int) -> Entry: ...
    @overload
    def __getitem__(self, i: slice) -> list[Entry]: ...
    def __getitem__(self, i: int | slice) -> Entry | list[Entry]:
        marks = self._session._marked()
        if isinstance(i, slice):
            return [self._entry(marks[one], one) for one in range(len(marks))[i]]
        return self._entry(marks[i], range(len(marks))[i])

    def _entry(self, mark: Mark, i: int) -> Entry:
        found = self._words.get(i)
        if found is None:
            found = self._words[i] = self._session._worded(mark)
        return found

    def __iter__(self) -> Iterator[Entry]:
        return iter(self[:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Transcript) and self[:] == other[:]

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Amended:
    """The outcome of changing an old answer or a value, after the game was replayed.

    ``repairs`` are the pieces to move on the table, ``dropped`` is the number of answers that no longer fit, and
    ``since`` is the index of the first entry of the transcript that may have changed.
    """

    repairs: list[Repair]
    text: Text
    dropped: int = 0
    since: int = 0


class Witness(Protocol):
    """A listener that receives every step and every answer of a game."""

    def clear(self) -> None:
        """Forget everything: the game is replayed from the start."""

    def happened(self, step: Because) -> None:
        """Receive a step that is not a question."""

    def answered(self, ask: Ask) -> None:
        """Receive a question that was answered, by a person or by the program."""


class Tally:
    """A listener that counts questions and cited rules while a game is played."""

    __slots__ = ("asked", "together")

    def __init__(self) -> None:
        self.asked: dict[tuple[str, str], int] = {}
        self.together: dict[tuple[str, ...], int] = {}  # a game has few different lists of rules

    def clear(self) -> None:
        """Set all counts to zero."""
        self.asked.clear()
        self.together.clear()

    def happened(self, step: Because) -> None:
        """Count the rules that a step cites."""
        self._cited(step.cites)

    def _cited(self, rules: tuple[str, ...]) -> None:
        self.together[rules] = self.together.get(rules, 0) + 1

    def answered(self, ask: Ask) -> None:
        """Count a question and the rules it cites, with those of its explanation, reminders and check list."""
        question = (ask.who, ask.key)
        self.asked[question] = self.asked.get(question, 0) + 1
        self._cited(ask.cites)
        for line in (*ask.because, *ask.notes):
            self._cited(line.cites)
        if isinstance(ask.shape, Checklist):
            for item in ask.shape.items:
                self._cited(item.cites)

    @property
    def rules(self) -> Counter[str]:
        """How often each rule was cited."""
        found: dict[str, int] = {}
        for cites, times in self.together.items():
            for rule in cites:
                found[rule] = found.get(rule, 0) + times
        return Counter(found)


@contextmanager
def uncollected() -> Iterator[None]:
    """Suspend the cyclic garbage collector in a ``with`` block.

    A game makes thousands of small objects and hardly any cycles, so the collector would only cost time.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class Session:
    """A game in progress: the open question, the answers so far, undo and redo.

    >>> s = Session.new("rolling-heights", seed=7)
    >>> s.ask.kind
    'checklist'
    >>> s.answer(True)
    >>> len(s.undo()) >= 0, s.ask.kind
    (True, 'checklist')
    """

    def __init__(
        self,
        journal: Journal,
        against: Opponent | None = None,
        lang: str | None = None,
        explain: bool = True,
        partly: bool = False,
        tally: Witness | None = None,
        follow: bool = False,
        watcher: Watcher | None = None,
    ) -> None:
        self.journal = journal
        self.explain = explain
        self.follow = follow
        self.tally = tally
        self.watcher = watcher
        self.opponent = against or opponent(journal.header["game"])
        self.options = self.opponent.resolve(journal.header["options"])
        begun = journal.header["lang"]  # a file may contain any value
        self.lang = lang or (begun if begun in LANGUAGES else LANGUAGES[0])
        self._catalogue: Catalogue | None = None
        self._words: dict[str, dict[int, Entry]] = {}
        self._pictures: tuple[tuple[int, str], tuple[Picture, ...]] | None = None
        self._course: Course | None = None
        self.objector: Objector | None = None
        self.stopped: Text | None = None
        try:
            self._play()
        except BadJournal as bad:
            if not partly:
                raise
            self._stop(bad.text)

    # --- starting a game -------------------------------------------------------------------------------------

    @classmethod
    def new(
        cls,
        game: str | Opponent,
        *,
        seed: Json = None,
        options: Mapping[str, Json] | None = None,
        lang: str = "en",
        dice: str = "program",
        pack: Json = None,
        explain: bool = True,
        tally: Witness | None = None,
        follow: bool = False,
    ) -> Session:
        """Start a game. Without a seed a random one is chosen and stored in the journal.

        With ``explain=False`` (for simulations) no log is written; reading the transcript then replays the game.
        ``tally`` is a listener for all steps. With ``follow`` the score history is recorded during the game, otherwise
        by a replay.
        """
        against = game if isinstance(game, Opponent) else opponent(game)
        header = {
            "rival": FORMAT,
            "game": against.id,
            "rules": against.rules_version,
            "seed": secrets.randbelow(10**9) if seed is None else checked_seed(seed),
            "options": against.resolve(options),
            "dice": checked_dice(dice),
            "lang": checked_lang(lang),
            "pack": None if pack is None else against.checked_pack(pack),
        }
        return cls(Journal(header), against, explain=explain, tally=tally, follow=follow)

    @classmethod
    def load(cls, text: str, lang: str | None = None, partly: bool = False, follow: bool = False) -> Session:
        """Load a session from the text of a journal; raise BadJournal if it can't be replayed.

        With ``partly``, a journal that today's rules can't replay to its end stops at the last entry that fits;
        ``stopped`` then says why. The text of the journal is not changed.
        """
        journal = journals.loads(text)
        header = journal.header
        try:
            against = opponent(header["game"])
            against.resolve(header["options"])
            if header.get("pack") is not None:
                against.checked_pack(header["pack"])
        except (BadOption, BadPack) as bad:
            raise BadJournal(bad.text) from None
        if header["rules"] > against.rules_version:
            raise BadJournal(
                _(
                    "This journal uses a newer version of the rules of {game} ({theirs}). This Rival "
                    "supports version {ours}.",
                    game=against.game,
                    theirs=header["rules"],
                    ours=against.rules_version,
                )
            )
        try:
            return cls(journal, against, lang and checked_lang(lang), partly=partly, follow=follow)
        except RivalError:
            raise
        except Exception as odd:  # a broken file can fail anywhere in the script
            raise BadJournal(
                _("This journal can't be replayed: it contains an entry that this game doesn't know.")
            ) from odd

    def branch(self, n: int) -> Session:
        """Return a new game that begins with the first n entries of this one, including entries that undo removed."""
        self._checked_place(n, len(self.journal.whole))
        header = {**self.journal.header, "rules": self.opponent.rules_version}
        line = self.journal.whole[:n]
        return Session(Journal(header, line, line), self.opponent, self.lang, follow=self.follow)

    # --- reading the game ---------------------------------------------------------------------------------

    @property
    def ask(self) -> Question | None:
        """The open question in the session's language; None when the game is over."""
        if self.open is None:
            return None
        return question(self.open, self.catalogue, self._pending())

    @property
    def at(self) -> int:
        """How many entries of the journal are active: the position in the game."""
        return self.journal.at

    @property
    def drawn(self) -> int:
        """How many dice were rolled and cards drawn, by the program or by the player."""
        return sum(self._draws.values())

    @property
    def transcript(self) -> Transcript:
        """All entries of the game so far, in the session's language."""
        return Transcript(self, self._words.setdefault(self.lang, {}))

    @property
    def course(self) -> Course:
        """The scores and charted values of the whole game, round by round."""
        if self._course is None:
            self._course = Session(self.journal, self.opponent, self.lang, partly=True, follow=True)._course
            assert self._course is not None
        return self._course

    @property
    def acts(self) -> tuple[ActEntry, ...]:
        """The acts of the game so far, each with its range of entries in the transcript."""
        return tuple(self.acts_since(0))[::-1]

    def acts_since(self, entry: int) -> Iterator[ActEntry]:
        """Yield the acts, the last first, back to the one that contains entry number ``entry`` of the transcript."""
        marks = self._marked()
        end = len(marks)
        for n in range(len(self._acts) - 1, -1, -1):
            one = self._acts[n]
            first = bisect_left(marks, one.line, key=lambda mark: mark.last)
            result = None if one.result is None else self.words(one.result)
            yield ActEntry(n, self.words(one.title), one.act.who, one.act.cites, result, first, end - first)
            if first <= entry:
                return
            end = first

    def why(self, i: int) -> Sequence[Line]:
        """Return the explanation of transcript entry i: lines with the ids of their rules."""
        return self.transcript[i].because

    def words(self, text: Text) -> str:
        """Render a text in the session's language."""
        return text.render(self.catalogue)

    @property
    def catalogue(self) -> Catalogue:
        """The translations for the session's language."""
        if self._catalogue is None or self._catalogue.lang != self.lang:
            self._catalogue = self.opponent.catalogue(self.lang)
        return self._catalogue

    @property
    def views(self) -> tuple[Picture, ...]:
        """The table as rendered views in the session's language; cached until the game changes."""
        now = (len(self.journal.log), self.lang)
        if self._pictures is None or self._pictures[0] != now:
            self._pictures = now, tuple(drawn(view, self.catalogue) for view in self.opponent.views(self.table))
        return self._pictures[1]

    @property
    def spoken(self) -> tuple[Catalogue, ...]:
        """The translations in which typed answers are understood, the session's language first."""
        return self.opponent.spoken(self.lang)

    def tracked(self) -> dict[str, Tracked]:
        """Return every value that can be corrected, by its path; assumptions of the last steps come first."""
        taken = [
            Tracked(path, not_so(ask), ask.preset, ask.shape, as_it_is, ask.about)
            for path, ask in self._granted.items()
        ]
        return {one.path: one for one in (*taken, *self.opponent.tracked(self.table))}

    def objections(self) -> tuple[Question, ...]:
        """Return a question for each assumption that can be corrected; its key is the path of the correction."""
        catalogue = self.catalogue
        return tuple(
            Question(
                path, ask.kind, ask.who, not_so(ask).render(catalogue), about=ask.about, **details(ask.shape, catalogue)
            )
            for path, ask in self._granted.items()
        )

    @property
    def objected(self) -> bool:
        """Whether the last entry corrects an assumption.

        Such an entry is an answer like any other: to change it, undo it.
        """
        return any(name.startswith(STEP) for kind, name, _value in self.journal.line[-1:] if kind == "correct")

    def granted(self, path: str) -> bool:
        """Return whether the path names an assumption that can still be corrected."""
        return path in self._granted

    def can_object(self, entry: Entry) -> bool:
        """Return whether the assumption of an entry can still be corrected."""
        return entry.unless is not None and entry.at >= self._assumed_since and entry.unless.id in self._granted

    def inquiries(self) -> tuple[Question, ...]:
        """Return the questions that the player may ask at any time; they leave no trace in the journal."""
        catalogue = self.catalogue
        return tuple(
            Question(one.name, shape.kind, "player", one.text.render(catalogue), **details(shape, catalogue))
            for one in self.opponent.inquiries
            for shape in [one.shape(self.table)]
        )

    def inquire(self, name: str, value: Json) -> Line:
        """Answer a question of the player, with the rules behind the answer; raise BadAnswer if it can't be asked."""
        try:
            found = next((one for one in self.opponent.inquiries if one.name == name), None)
            if found is None:
                names = Joined([Name(one.name) for one in self.opponent.inquiries])
                raise BadAnswer(_("There is no question “{name}”. You can ask: {names}.", name=Name(name), names=names))
            shape = found.shape(self.table)
            return self._line(found.reply(self.table, shape.check(understood(shape, value, self.spoken))))
        except BadAnswer as bad:
            raise bad.spoken(self.catalogue) from None

    # --- answering and correcting ------------------------------------------------------------------------------

    def answer(self, value: Json) -> None:
        """Answer the open question; raise BadAnswer and change nothing if the answer does not fit.

        Where ids are expected, the labels of the options are accepted, too, in every language; the journal stores the
        ids. Proposal is raised for a label with a typing error: it holds the probable answer.
        """
        try:
            meant = value if self.open is None else understood(self.open.shape, value, self.spoken)
        except BadAnswer as bad:
            raise bad.spoken(self.catalogue) from None
        self.take(meant)

    def take(self, value: Json) -> None:
        """Answer the open question with ids only, as programs do; raise BadAnswer if the answer does not fit."""
        ask = self.open
        try:
            self._changeable()
            if ask is None:
                raise BadAnswer(_("The game is over. To change an answer, undo it."))
            checked = ask.check(value)
        except BadAnswer as bad:
            raise bad.spoken(self.catalogue) from None
        kept, future, former = as_said(value), self.journal.future, self.journal.former
        self.journal.say(("answer", ask.key, kept))
        try:
            self._answered(ask, kept, checked)
        except BadAnswer as bad:  # the script can't continue with this answer
            self.journal.unsay(future, former)
            self._play()
            raise bad.spoken(self.catalogue) from None

    def foreseen(self, value: Json) -> Session:
        """Return a copy of this session with one more answer; this session does not change."""
        then = self.twin()
        then.answer(value)
        return then

    def twin(self) -> Session:
        """Return a copy of this session at the same position; the two can be played independently."""
        twin = Session(self.journal.copy(), self.opponent, self.lang, partly=True, follow=self.follow)
        twin._words = {
            lang: dict(words) for lang, words in self._words.items()
        }  # avoids rendering the same entries again
        return twin

    def catches_up(self, other: Session) -> bool:
        """Repeat the answers that the other session received since both were at the same position.

        Return false, and change nothing, if the other session has entries other than answers: use ``twin`` then.
        """
        missed = other.journal.log[len(self.journal.log) :]
        answers = [one[2] for one in missed if not isinstance(one, int) and one[0] == "answer"]
        if len(answers) < len(missed):
            return False
        for value in answers:
            self.take(value)
        self.lang = other.lang
        return True

    def play(self, sample: Sample) -> None:
        """Let a sample player answer all questions until the game is over."""
        self.objector = objections_of(sample)
        with uncollected():
            while self.open is not None:
                self.take(sample.answer(self.open, self.table))
        self.objector = None

    def correct(self, path: str, value: Json, drop: bool = True) -> Amended:
        """Correct a value of the table and replay the current act with it.

        The value applies from the earliest point of the act since which it has not changed, so the script reads it
        again. The later answers of the act are repeated if they still fit. With ``drop=False``, raise DropsAnswersError
        and change nothing if an answer would no longer fit. If the path names an assumption of a step, the game is
        replayed from that step with the given answer.
        """
        try:
            self._changeable()
            if path in self._granted:
                first = self.entries_before(self._assumed_since)
                self._object(path, understood(self._granted[path].shape, value, self.spoken))
                return Amended([], _("Corrected."), since=first)
            found = self._correctable(path)
            meant = understood(found.shape, value, self.spoken)
            found.shape.check(meant)
            if snapshot(found.value) == meant:
                return self._correct_here(found, meant)
            return self._correct_since(path, meant, drop)
        except BadAnswer as bad:
            raise bad.spoken(self.catalogue) from None

    def _correct_since(self, path: str, value: Json, drop: bool) -> Amended:
        """Correct a value at the earliest checkpoint where that is possible, otherwise at the open question."""
        watcher = ValueWatcher(path)
        trial = Session(self.journal.copy(), self.opponent, self.lang, explain=False, partly=True, watcher=watcher)
        places = watcher.places()
        trial._correct(trial._correctable(path), value)  # raises before anything has changed
        corrected, expected = snapshot(trial.table), read_value(trial, path)
        before, asked = self.journal.copy(), self.open
        for place in places:
            try:
                dropped, problem = self._replay_since(path, Since(value, place), drop)
            except BadJournal:  # the table of that checkpoint does not allow it
                self.journal = before.copy()
                continue
            except DropsAnswersError:
                self.journal = before
                self._play_again(place[0])
                raise
            if self._has_value(path, expected, asked):
                repairs = self._repairs_since(corrected, before, place[0])
                first = self.entries_before(place[0])
                return Amended(repairs, how_corrected(dropped, problem), dropped, first)
            self.journal = before.copy()
        if places:
            self._play_again(places[0][0])
        return self._correct_here(self._correctable(path), value)

    def _correct_here(self, found: Tracked, value: Json) -> Amended:
        """Correct a value at the open question."""
        first = len(self.transcript)
        try:
            self._correct(found, value)
        except BadAnswer:
            self._play()  # restores the table
            raise
        self.journal.say(("correct", found.path, value))
        return Amended([], _("Corrected."), since=first)

    def _has_value(self, path: str, expected: Json, asked: Ask | None) -> bool:
        """Return whether the correction took effect: if the same question is open, the value must be as entered."""
        assert asked is not None
        return not same_question(asked, self.open) or read_value(self, path) == expected

    def _replay_since(self, path: str, value: Since, drop: bool) -> tuple[int, Text | None]:
        """Replay with a correction from a checkpoint on; return how many answers were dropped, and why.

        If all later answers fit, the correction is appended to the journal. Otherwise it replaces the entries after the
        checkpoint, and the answers are repeated if they still fit.
        """
        entry: journals.Entry = ("correct", path, value)
        asked, line = self._asked(), self.journal.line
        whole = self.journal.copy()
        self.journal.say(entry)
        try:
            self._play_again(value.place[0])
            return 0, None
        except BadJournal:
            self.journal = whole
        at = value.place[0]
        self.journal.goto(at)
        self.journal.say(entry)
        self._play_again(at)
        rest = line[at:]
        fitting, problem = self._say_again(rest, asked[at:])
        dropped = sum(kind == "answer" for kind, _name, _value in rest[fitting:])
        if dropped and not drop:
            raise DropsAnswersError(why_dropped(dropped, problem), dropped)
        return dropped, problem

    def _repairs(self, now: Json, moved: Sequence[Change]) -> list[Repair]:
        """Return how to change a table in the state ``now`` into the table of this session."""
        describe = self.opponent.repairing(self.table)
        return describe_repairs(now, snapshot(self.table), Moves(moved), describe, self.words)

    def _repairs_since(self, now: Json, left: Journal, first: int) -> list[Repair]:
        """Return how to change the table after a replay that went a different way from entry ``first`` on."""
        if now == snapshot(self.table):
            return []
        return self._repairs(now, [*self._moves_of(left, first), *self._moves_of(self.journal, first)])

    def _moves_of(self, journal: Journal, first: int) -> list[Change]:
        """Return the changes that the opponent and the rules made in a game from entry ``first`` on."""
        watcher = MoveWatcher(first)
        Session(journal.copy(), self.opponent, self.lang, explain=False, partly=True, watcher=watcher)
        return watcher.moved

    def use_dice(self, dice: str) -> None:
        """Let the program roll and draw ("program"), or the player with real dice and cards ("mine")."""
        mode = checked_dice(dice)
        self._changeable()
        self.journal.say(("dice", "", mode))
        self._use_dice(mode)

    def undo(self) -> list[Repair]:
        """Undo the last entry; return what to put back on the table."""
        return self.rewind(self.at - 1) if self.at else []

    def redo(self) -> list[Repair]:
        """Redo the entry that was undone last; return what to move on the table."""
        return self.rewind(self.at + 1) if self.at < len(self.journal.whole) else []

    def first_changed(self, n: int) -> int:
        """Return the first entry of the transcript that changes if the game goes to position n."""
        low, high = min(n, self.at), max(n, self.at)
        return self.entries_before(earliest(self.journal.whole[low:high], low))

    def rewind(self, n: Json, start: Json = None) -> list[Repair]:
        """Go to the position after n entries, back or forward; return what to move on the table.

        ``start`` is the position that the real table shows, if it differs from the current one: after several steps
        back, one list then covers all of them.
        """
        self._checked_place(n, len(self.journal.whole))
        if start is not None:
            self._checked_place(start, len(self.journal.whole))
        if n == self.at:
            return []
        self._changeable()
        now = snapshot(self.table)
        if n < self.at:
            moved = self._moves_of(self.journal, earliest(self.journal.whole[n : self.at], n))
            self.journal.goto(n)
            self._play_again(n)
        else:
            moved = self._go_on(n, now)
        return self._repairs(now, moved) if start is None else self._repairs_from(start)

    def _repairs_from(self, n: int) -> list[Repair]:
        """Return how to change a table that shows the position after n entries into this one."""
        then = self.past(n)
        low, high = min(n, self.at), max(n, self.at)
        longer = then.journal if n > self.at else self.journal
        first = earliest(self.journal.whole[low:high], low)
        return self._repairs(snapshot(then.table), self._moves_of(longer, first))

    def _go_on(self, n: int, now: Json) -> list[Change]:
        """Replay the undone entries up to n; return what the opponent moves meanwhile."""
        at = self.at
        first = earliest(self.journal.whole[at:n], at)
        self.journal.goto(n)
        if first < at or self._objected():
            self._play_again(first)
            return self._moves_of(self.journal, first)
        self.watcher = watcher = MoveWatcher(first, now)
        self._replay_line()
        self.watcher = None
        return watcher.moved

    def past(self, n: int) -> Session:
        """Return a new session that shows the game after n entries, including entries that undo removed."""
        self._checked_place(n, len(self.journal.whole))
        then = Journal(self.journal.header, line=self.journal.whole)
        then.at = n
        return Session(then, self.opponent, self.lang)

    @property
    def before(self) -> Json:
        """The earlier answer to the open question that was undone or replaced; None if there is none."""
        for kind, key, value in self.journal.future[:1]:
            if kind == "answer" and self.open is not None and self.open.key == key:
                return value
        return self._former_answer()

    def _former_answer(self) -> Json:
        """Return the replaced answer to the open question, if it still fits."""
        former, ask = self.journal.former, self.open
        if former is None or ask is None or ask.who == "chance" or former.at > self.at:
            return None
        said = sum(one[:2] == ("answer", ask.key) for one in self.journal.line[former.at :])
        values = [value for kind, key, value in former.entries if (kind, key) == ("answer", ask.key)]
        for value in values[said : said + 1]:
            with suppress(RivalError):
                ask.check(value)
                return value
        return None

    @property
    def former(self) -> FormerCourse | None:
        """The entries that an answer or a correction replaced last; None if there are none."""
        former = self.journal.former
        return former if former is not None and former.at <= self.at and self.stopped is None else None

    def restore_former(self) -> Amended:
        """Restore the entries that were replaced last; the present ones become the replaced ones."""
        former = self.former
        if former is None:
            raise BadAnswer(_("There is no earlier version of this game to restore.")).spoken(self.catalogue)
        now, before = snapshot(self.table), self.journal.copy()
        present = tuple(self.journal.line[former.at :])
        first = earliest((*former.entries, *present), former.at)
        self.journal.goto(former.at)
        for entry in former.entries:
            self.journal.say(entry)
        if present:
            self.journal.former = FormerCourse(former.at, present)
        try:
            self._play_again(first)
        except BadJournal as bad:
            self.journal = before
            self._play_again(first)
            raise BadAnswer(bad.text).spoken(self.catalogue) from None
        repairs = self._repairs_since(now, before, first)
        return Amended(repairs, _("The earlier version of the game is restored."), since=self.entries_before(first))

    def amend(self, n: Json, value: Json, drop: bool = True) -> Amended:
        """Replace the answer in entry n + 1, and repeat the later answers if they still fit.

        A later answer fits if the same question is asked and accepts it. Raise BadAnswer and change nothing if the new
        answer does not fit; with ``drop=False`` raise DropsAnswersError and change nothing if later answers would be
        dropped.
        """
        if not self.at:
            raise BadAnswer(_("There is no answer to change yet.")).spoken(self.catalogue)
        self._checked_place(n, self.at - 1)
        asked, entries = self._asked(), self.journal.line
        now, whole = snapshot(self.table), self.journal.copy()
        rest = entries[n + 1 :]
        try:
            self._changeable()
            self.rewind(n)
            kind, name, _old = entries[n]
            self._say((kind, name, value))
            fitting, problem = self._say_again(rest, asked[n + 1 :])
            dropped = sum(one[0] == "answer" for one in rest[fitting:])
            if dropped and not drop:
                raise DropsAnswersError(why_dropped(dropped, problem), dropped).spoken(self.catalogue)
        except RivalError:
            self.journal = whole
            self._play_again(n)
            raise
        self.journal.former = FormerCourse(n, tuple(entries[n:]))
        first = earliest((*entries[n:], *self.journal.whole[n:]), n)
        repairs = self._repairs_since(now, whole, first)
        return Amended(repairs, how_far(fitting, problem), dropped, self.entries_before(first))

    def _say_again(self, entries: Sequence[journals.Entry], asked: Sequence[Ask | None]) -> tuple[int, Text | None]:
        """Repeat entries until one does not fit; return how many fitted, and the problem with the next one."""
        for fitting, (entry, then) in enumerate(zip(entries, asked, strict=True)):
            kind, name, value = entry
            now = self.open if kind == "answer" else self._granted.get(name)
            if then is not None and not same_question(then, now):
                if self.open is None:
                    return fitting, _("the game is already over at that point.")
                return fitting, _("the game now asks a different question there: {question}", question=self.open.text)
            try:
                self._say(entry)
                self._possible()
            except RivalError as bad:
                said = _("{answer}: {problem}", answer=then.line(value), problem=bad.text) if then else bad.text
                return fitting, said
        return len(entries), None

    def _possible(self) -> None:
        """Undo the last entry and raise BadAnswer if the table now violates an invariant."""
        for problem in self.opponent.problems(self.table):
            self.journal.unsay([], self.journal.former)
            self._play_again(self.at)
            raise BadAnswer(problem)

    def _say(self, entry: journals.Entry) -> None:
        """Apply one entry of a journal as if it had just been entered."""
        kind, name, value = entry
        if kind == "dice":
            self.use_dice(value)
        elif kind == "correct":
            self.correct(name, value.value if isinstance(value, Since) else value, drop=False)
        else:
            self.answer(value)

    def _asked(self) -> list[Ask | None]:
        """Return the question that each active entry answers; None for corrections and changes of the dice mode."""
        return [
            item.ask if isinstance(item, Answered) else None
            for item in self.log
            if isinstance(item, Noted) or (isinstance(item, Answered) and item.said)
        ]

    def _checked_place(self, n: Json, most: int) -> None:
        """Raise BadAnswer if n is not a position from 0 to ``most``."""
        if type(n) is not int or not 0 <= n <= most:
            text = _("There is no entry {n}: choose one from 0 to {most}.", n=Name(str(n)), most=most)
            raise BadAnswer(text).spoken(self.catalogue)

    # --- running the script ------------------------------------------------------------------------------------

    def _play(self) -> None:
        """Set up the table and replay all active entries."""
        header = self.journal.header
        self.chance = Chance(header["seed"], redraws=header["rival"] > 1)
        self.dice: Dice = header["dice"]
        self.table: Any = self.opponent.new_table(self.options, header.get("pack"))
        self.result: Result | None = None
        self.open: Ask | None = None
        self._draws: dict[str, int] = {}
        self._log: list[Because | Answered | Granted | Noted] | None = [] if self.explain else None
        self._marks: list[Mark] = []
        self._rounds: list[tuple[int, int]] = []
        self._at = 0
        self._granted: dict[str, Ask] = {}
        self._assumed = 0
        self._assumed_since = 0
        self._acts: list[StartedAct] = []
        self._side: Side = "rules"
        self._act_number = 0
        self._scheduled = schedule(self.journal)
        self._applied: set[int] = set()
        if self.tally is not None:
            self.tally.clear()
        self._script: Script[Result] = self.opponent.script(self.table)
        self._forward(self._script.send, None)
        self._course = Course(self.opponent, self.table, self._key) if self.follow else None
        if self._at < self.journal.at:
            with uncollected():
                self._replay_line()

    def _replay_line(self) -> None:
        """Replay the remaining active entries. Corrections of assumptions are applied within the answer before them."""
        while self._at < self.journal.at:
            self._replay(self.journal.whole[self._at])

    def _stop(self, problem: Text) -> None:
        """Stop before the entry that does not fit, and explain why; the journal's log keeps all entries."""
        whole, reached = self.journal, self._at
        self.journal = Journal(whole.header, whole.log, whole.line[:reached])
        self._play()
        self.stopped = _("{problem} The game is shown up to this point. Its journal has not changed.", problem=problem)
        begun = whole.header["rules"]
        changed = [id for version, ids in self.opponent.changes.items() if version > begun for id in ids]
        if changed:
            self.stopped = _(
                "{stopped} The game was started with version {version} of the rules. These rules "
                "have changed since then: {rules}.",
                stopped=self.stopped,
                version=begun,
                rules=Joined(map(Name, dict.fromkeys(changed))),
            )
        elif self.open is not None and self.open.cites:
            rules = Joined(map(Name, self.open.cites))
            self.stopped = _("{stopped} The rules at this point: {rules}.", stopped=self.stopped, rules=rules)

    def _changeable(self) -> None:
        """Raise BadAnswer if the game stopped at an entry that does not fit."""
        if self.stopped is not None:
            raise BadAnswer(_("{stopped} To continue from here, start a new game at this point.", stopped=self.stopped))

    def _replay(self, entry: journals.Entry) -> None:
        kind, name, value = entry
        try:
            if kind == "dice":
                self._use_dice(value)
            elif kind == "correct":
                self._replay_correction(name, value)
            else:
                self._replay_answer(name, value)
        except BadAnswer as bad:
            raise self._unfit(bad) from None

    def _unfit(self, bad: BadAnswer, at: int | None = None) -> BadJournal:
        """Return the error for an entry of the journal that can't be replayed."""
        n = (self._at if at is None else at) + 1
        return BadJournal(_("Entry {n} of the journal can't be replayed: {problem}", n=n, problem=bad.text))

    def _replay_correction(self, path: str, value: Json) -> None:
        """Correct a value at the open question; if the correction was applied at its checkpoint, only log it."""
        found = self._correctable(path)
        if not isinstance(value, Since):
            self._correct(found, value)
        elif self._at not in self._applied:
            self._correct(found, value.value)
        else:
            self._log_note("correct", corrected_words(found, value.value))
            self._said()
            if self._course is not None:
                self._course.note(self.table, self._at, self._key)

    def _reach(self, place: Place, by: Side) -> bool:
        """Apply the corrections scheduled for this checkpoint; return whether there were any."""
        if self.watcher is not None:
            self.watcher.reach(self, place, by)
        scheduled = self._scheduled.pop(place, ()) if self._scheduled else ()
        for n in scheduled:
            _kind, path, value = self.journal.whole[n]
            try:
                self._assign(self._correctable(path), value.value)
            except BadAnswer as bad:
                raise self._unfit(bad, n) from None
            self._applied.add(n)
            if self.watcher is not None:
                self.watcher.reach(self, place, "player")
        return bool(scheduled)

    def _begin_act(self, act: Act) -> None:
        self._act_number += 1
        self._reach((self._at, self._act_number), self._side)
        self._side = act.who
        if self._log is not None:
            self._acts.append(StartedAct(act, len(self._log), (self._at, self._act_number)))

    def _update_act(self, update: ActUpdate) -> None:
        for one in self._acts[-1:]:
            one.title = update.title or one.title
            one.result = update.result or one.result

    def _replay_answer(self, key: str, value: Json) -> None:
        ask = self.open
        if ask is None:
            raise BadAnswer(_("the game is already over at that point."))
        if ask.key != key:
            raise BadAnswer(
                _(
                    "it answers “{key}”, but the game asks “{expected}” at this point.",
                    key=Name(key),
                    expected=Name(ask.key),
                )
            )
        self._answered(ask, value, ask.check(value))

    def _answered(self, ask: Ask, value: Json, checked: Any) -> None:
        """Log an answer that fits and send it to the script."""
        if self._log is not None:
            self._log.append(Answered(ask, value, said=True))
        if self.tally is not None:
            self.tally.answered(ask)
        self._said()
        if ask.who == "chance":
            self._draws[ask.key] = self._draws.get(ask.key, 0) + 1
        self._forward(self._script.send, checked)
        if self._course is not None:
            self._course.note(self.table, self._at, self._key)

    def _correctable(self, path: str) -> Tracked:
        """Return the editable value at a path; raise BadAnswer if there is none."""
        if self.open is None and self._at == self.journal.at:
            raise BadAnswer(_("The game is over. To correct something, first undo the last answer."))
        found = next((one for one in self.opponent.tracked(self.table) if one.path == path), None)
        if found is None and path == IN_THE_BOX and self.opponent.box is not None:
            found = from_the_box(self.opponent.box, self.opponent.checked_pack, self.table)
        if found is None:
            tracked = self.tracked()
            near = vocabulary.near(str(path), tracked) or sorted(tracked)[:3]
            raise BadAnswer(
                _(
                    "There is no value “{path}” to correct. Some values that you can correct: {near}.",
                    path=short(path),
                    near=Joined(map(Name, near)),
                )
            )
        return found

    def _assign(self, found: Tracked, value: Json) -> None:
        """Set an editable value; raise BadAnswer if the table then violates an invariant."""
        found.assign(found.shape.check(value))
        problem = next(iter(self.opponent.problems(self.table)), None)
        if problem is not None:
            raise BadAnswer(problem)

    def _correct(self, found: Tracked, value: Json) -> None:
        self._assign(found, value)
        if self.watcher is not None:
            self.watcher.reach(self, (self._at, 0), "player")
        self._note("correct", corrected_words(found, value))

    def _use_dice(self, dice: Dice) -> None:
        self.dice = dice
        yours, ours = _("From now on you roll and draw yourself."), _("From now on Rival rolls and draws.")
        self._note("dice", yours if dice == "mine" else ours)

    def _note(self, kind: Literal["correct", "dice"], text: Text) -> None:
        """Log a change and let the script build the open question again."""
        self._log_note(kind, text)
        self._said()
        if self.open is not None:
            self._forward(self._script.throw, Corrected())
        if self._course is not None:
            self._course.note(self.table, self._at, self._key)

    def _log_note(self, kind: Literal["correct", "dice"], text: Text) -> None:
        """Log a change before the lines that explain the open question and after the last act heading."""
        if self._log is not None:
            line = len(self._log) - len(self._pending())
            self._log.insert(max([line, *(one.line for one in self._acts[-1:])]), Noted(kind, text, self._at))

    def _forward(self, resume: Callable[[Any], Step], value: Any) -> None:
        """Run the script to the next question for the player: log its steps and answer for chance."""
        log, tally = self._log, self.tally
        send = self._script.send
        try:
            step = resume(value)
            while True:
                if isinstance(step, Because):
                    if log is not None:
                        self._note_round(len(log))
                        log.append(step)
                    if tally is not None:
                        tally.happened(step)
                    step = send(None)
                elif isinstance(step, Act):
                    self._begin_act(step)
                    step = send(None)
                elif isinstance(step, ActUpdate):
                    self._update_act(step)
                    step = send(None)
                elif step.who == "chance" and (self.dice == "program" or step.dealt):
                    step = send(self._drawn(step))
                elif step.unless is not None:
                    step = send(self._taken(step))
                else:
                    self.open = step
                    if self._reach((self._at, 0), self._side):
                        step = self._script.throw(Corrected())
                        continue
                    if log is not None:
                        self._note_round(len(log))  # an answer belongs to the round of its question
                    return
        except StopIteration as over:
            self.open = None
            self.result = over.value
            self._reach((self._at, 0), self._side)

    def _note_round(self, place: int) -> None:
        """Record that a new round begins at this index of the log, if it does."""
        round = self.opponent.round_of(self.table)
        if not self._rounds or self._rounds[-1][1] != round:
            self._rounds.append((place, round))

    def _round_at(self, place: int) -> int:
        n = bisect_right(self._rounds, place, key=lambda one: one[0])
        return self._rounds[n - 1][1] if n else 0

    def _drawn(self, ask: Ask) -> Any:
        """Roll or draw for the program: draw number k of the question's stream."""
        stream = ask.key
        k = self._draws.get(stream, 0)
        self._draws[stream] = k + 1
        value = ask.shape.draw(self.chance, stream, k)
        if self._log is not None:
            self._log.append(Answered(ask, value, said=False))
        if self.tally is not None:
            self.tally.answered(ask)
        return ask.shape.check(value)

    @property
    def _key(self) -> str:
        """The key of the open question; empty when the game is over."""
        return "" if self.open is None else self.open.key

    def _said(self) -> None:
        """Count one more replayed entry; assumptions made before it can't be corrected any more."""
        self._at += 1
        self._act_number = 0
        self._forget_assumptions()

    def _forget_assumptions(self) -> None:
        """Close all open assumptions: they can't be corrected any more."""
        self._assumed, self._assumed_since = 0, self._at
        if self._granted:
            self._granted = {}

    def _taken(self, ask: Ask) -> Any:
        """Return the default answer, unless the next journal entry or the sample player corrects the assumption."""
        self._assumed += 1
        path = f"{STEP}{self._assumed}.{ask.key}"
        if self._at == self.journal.at and self.objector is not None:
            objection = self.objector(ask, self.table)
            if objection is not None:
                self.journal.say(("correct", path, objection))
        if self._at < self.journal.at and self.journal.whole[self._at][:2] == ("correct", path):
            value = self.journal.whole[self._at][2]
            try:
                checked = ask.check(value)
            except BadAnswer as bad:
                raise self._unfit(bad) from None
            if self._log is not None:
                self._log.append(Answered(ask, value, said=True))
            if self.tally is not None:
                self.tally.answered(ask)
            self._at += 1
            self._act_number = 0
            if self.journal.header["rival"] == 1:  # format 1 allowed corrections in step order only
                self._forget_assumptions()
            return checked
        self._granted[path] = ask
        if self._log is not None:
            self._log.append(Granted(ask, path))
        return ask.check(ask.preset)

    def _object(self, path: str, value: Json) -> None:
        """Replay the game with this answer in place of an assumption."""
        self._granted[path].check(value)
        objections = self.journal.line[self._assumed_since :]
        earlier = sum(step_number(name) < step_number(path) for _kind, name, _value in objections)
        place = self._assumed_since + earlier
        if place < self.at:
            self.journal.goto(place)
        self.journal.say(("correct", path, as_said(value)))
        self._play_again(place)
        with suppress(BadAnswer):  # later corrections that no longer fit are dropped
            for _kind, name, said in objections[earlier:]:
                if name in self._granted:
                    self._object(name, said)

    def _objected(self) -> bool:
        """Return whether the next entry to replay corrects an open assumption."""
        kind, path, _value = self.journal.whole[self._at]
        return kind == "correct" and path in self._granted

    def _play_again(self, same: int) -> None:
        """Replay all active entries; rendered transcript entries before position ``same`` stay cached."""
        same = earliest(self.journal.whole, same)
        for words in self._words.values():
            for i in [i for i, entry in words.items() if entry.at >= same]:
                del words[i]
        self._play()

    # --- log and transcript -----------------------------------------------------------------------------------------

    @property
    def log(self) -> list[Because | Answered | Granted | Noted]:
        """All steps of the script; for a game played without a log they come from a replay."""
        if self._log is None:
            told = Session(self.journal, self.opponent, self.lang)
            self._log, self._rounds, self._acts = told._log or [], told._rounds, told._acts
        return self._log

    def _pending(self) -> list[Because]:
        """Return the explanation lines after the last entry: they belong to the open question."""
        lines: list[Because] = []
        for item in reversed(self.log):
            if item.__class__ is not Because:
                break
            lines.append(item)
        return lines[::-1]

    def _marked(self) -> list[Mark]:
        """Index the log by transcript entries; an explanation line belongs to the entry after it."""
        marks = self._marks
        first, at = (marks[-1].last + 1, self._place_after(marks[-1])) if marks else (0, 0)
        if first == len(self.log):
            return marks
        for number, item in enumerate(islice(self.log, first, None), start=first):
            if item.__class__ not in (Because, Granted):
                mark = Mark(first, number, at)
                marks.append(mark)
                first, at = number + 1, self._place_after(mark)
        return marks

    def entries_before(self, at: int) -> int:
        """Return how many entries of the transcript were made before the position ``at``."""
        return bisect_left(self._marked(), at, key=lambda mark: mark.at)

    def _place_after(self, mark: Mark) -> int:
        item = self.log[mark.last]
        if isinstance(item, Answered):
            return mark.at + item.said
        return item.at + 1 if isinstance(item, Noted) else mark.at

    def _worded(self, mark: Mark) -> Entry:
        before, item = self.log[mark.first : mark.last], self.log[mark.last]
        round, act = self._round_at(mark.last), self._act_at(mark.last)
        because = tuple(self._line(one) for one in before if isinstance(one, Because))
        if isinstance(item, Answered):
            ask = item.ask
            lines = (*because, *(self._line(one) for one in ask.because))
            about = {"key": ask.key, "kind": ask.kind, "answer": item.value, **ask.about}
            if isinstance(ask.shape, Die):
                about["sides"] = ask.shape.sides
            text = self.words(ask.line(item.value))
            return Entry("answer", text, ask.cites, lines, ask.who, mark.at, about, round=round, act=act)
        if isinstance(item, Noted):
            return Entry(item.kind, self.words(item.text), (), because, "player", item.at, round=round, act=act)
        assert isinstance(item, Because)
        granted = next((one for one in reversed(before) if isinstance(one, Granted)), None)
        unless = None if granted is None else Offer(granted.path, self.words(not_so(granted.ask)))
        about = plain(item.text.args)
        step = item if isinstance(item, Happening) else None
        shows = shown(step.shows(), self.catalogue) if step and step.shows else None
        text, told = self.words(item.text), step is not None and step.told
        return Entry(item.kind, text, item.cites, because, "", mark.at, about, unless, shows, round, told, act)

    def _act_at(self, line: int) -> int | None:
        n = bisect_right(self._acts, line, key=lambda one: one.line)
        return n - 1 if n else None

    def _line(self, step: Because) -> Line:
        return Line(self.words(step.text), step.cites)


def schedule(journal: Journal) -> dict[Place, list[int]]:
    """Return the active entries with backdated corrections, by the checkpoint they apply from."""
    found: dict[Place, list[int]] = {}
    for n, (_kind, _name, value) in enumerate(islice(journal.whole, journal.at)):
        if isinstance(value, Since):
            found.setdefault(value.place, []).append(n)
    return found


def step_number(path: str) -> int:
    """Return the step number in the path of an assumption."""
    return int(path.split(".", 2)[1])


def earliest(entries: Sequence[journals.Entry], at: int) -> int:
    """Return the first position affected by entries from ``at`` on; backdated corrections reach further back."""
    return min([at, *(value.place[0] for _kind, _name, value in entries if isinstance(value, Since))])


def corrected_words(found: Tracked, value: Json) -> Text:
    """Return the line of the history for a correction."""
    return _("Corrected: {what}: {value}", what=found.label, value=found.shape.show(value))


def how_far(fitting: int, problem: Text | None) -> Text:
    """Describe what happened to the answers after a changed one."""
    if problem is None:
        return _("Changed. All later answers still fit.") if fitting else _("Changed.")
    if not fitting:
        return _("Changed. The next answer no longer fits: {problem}", problem=problem)
    return n_(
        "Changed. {n} later answer still fits, but the next one does not: {problem}",
        "Changed. {n} later answers still fit, but the next one does not: {problem}",
        fitting,
        problem=problem,
    )


def how_corrected(dropped: int, problem: Text | None) -> Text:
    """Describe what happened to the answers of the current act after a correction."""
    if not dropped or problem is None:
        return _("Corrected.")
    return n_(
        "Corrected. {n} answer in this part of the turn no longer fits: {problem}",
        "Corrected. {n} answers in this part of the turn no longer fit: {problem}",
        dropped,
        problem=problem,
    )


def why_dropped(dropped: int, problem: Text | None) -> Text:
    """Describe the answers that a change would drop, before it is made."""
    return n_(
        "With this change {n} later answer would no longer fit: {problem}",
        "With this change {n} later answers would no longer fit: {problem}",
        dropped,
        problem=problem or Name(""),
    )


def same_question(one: Ask, other: Ask | None) -> bool:
    """Return whether two questions are the same: same answerer, same key, same text."""
    return other is not None and (one.who, one.key, str(one.text)) == (other.who, other.key, str(other.text))


def not_so(ask: Ask) -> Text:
    """Return the text of the correction that is offered for an assumption."""
    return ask.unless or ask.text


def as_it_is(_value: Any) -> None:
    """Do nothing: assumptions are corrected by answering them, not by setting a value."""


def understood(shape: Shape, value: Json, spoken: tuple[Catalogue, ...]) -> Json:
    """Parse an answer into ids; raise BadAnswer if it can't be stored in a journal."""
    if not writable(value):
        raise BadAnswer(
            _("This value can't be saved: it is nested too deeply, has invalid characters, or a number is too large.")
        )
    return shape.understood(value, spoken)


def as_said(value: Json) -> Json:
    """Copy a list or dict, so that the journal does not change when the caller's object does."""
    if isinstance(value, dict):
        return dict(value)
    return list(value) if isinstance(value, list) else value


def checked_seed(seed: Any) -> int:
    """Return the seed; raise BadOption if it is not a whole number that a journal can store."""
    if type(seed) is not int or not writable(seed):
        raise BadOption(_("The seed must be a whole number, not {seed}.", seed=short(seed)))
    return seed


def checked_dice(dice: Any) -> Dice:
    """Return the dice mode; raise BadOption if it is neither “program” nor “mine”."""
    if dice not in ("program", "mine"):
        raise BadOption(
            _("The dice mode must be “program” (Rival rolls) or “mine” (you roll), not {dice}.", dice=Name(repr(dice)))
        )
    return "mine" if dice == "mine" else "program"


def checked_lang(lang: Any) -> str:
    """Return the language; raise BadOption if there is no translation for it."""
    if isinstance(lang, str) and lang in LANGUAGES:
        return lang
    raise BadOption(
        _(
            "There is no language {lang}. Choose one of: {langs}.",
            langs=Name(", ".join(LANGUAGES)),
            lang=Name(repr(lang)),
        )
    )
