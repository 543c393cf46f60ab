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
from rival.kernel.answer_types import AnswerType, Checklist, Die, Json, shorten_for_message
from rival.kernel.box import BOX_PATH, make_box_value
from rival.kernel.chance import Chance
from rival.kernel.editable_values import EditableValue
from rival.kernel.errors import (
    BadAnswerError,
    BadJournalError,
    BadOptionError,
    BadPackError,
    DropsAnswersError,
    RivalError,
)
from rival.kernel.history import ScoreHistory
from rival.kernel.installed_opponents import load_opponent
from rival.kernel.journal import (
    FORMAT_VERSION,
    BackdatedValue,
    Checkpoint,
    DiceMode,
    Journal,
    ReplacedEntries,
    is_storable,
)
from rival.kernel.opponent import (
    AssumptionPolicy,
    Opponent,
    Result,
    SamplePlayer,
    find_assumption_policy,
)
from rival.kernel.question import (
    OptionText,
    Question,
    ReasonLine,
    build_question,
    describe_answer_type,
    render_reasons,
)
from rival.kernel.rendered_views import (
    HighlightView,
    RenderedView,
    SpotView,
    render_highlight,
    render_spots,
    render_view,
)
from rival.kernel.replay import (
    MoveWatcher,
    OpponentChanges,
    ReplayWatcher,
    ValueChange,
    ValueWatcher,
    describe_differences,
    read_value,
)
from rival.kernel.steps import (
    Act,
    ActUpdate,
    Ask,
    Because,
    Cause,
    EntryKind,
    Event,
    Script,
    Side,
    Step,
    TableChangedError,
)
from rival.kernel.texts import LANGUAGES, Catalogue, JoinedText, Name, Text, _, n_, to_json
from rival.kernel.undo_instructions import UndoInstruction, take_snapshot
from rival.kernel.views import Spot

OBJECTION_PREFIX = "step."
"""The prefix of the paths that name assumptions of steps."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the transcript: a step, an answer or a correction, as text and as data.

    ``because`` explains it, ``metadata`` is the same for programs, ``highlight`` are the spots that it touches.
    ``position`` is the position in the game when it happened. ``objection`` is the correction that can still be made at
    this step: its path and its label. ``is_covered_by_question`` is true if the question answered just before already
    described the step. ``act`` is the index of its act in ``Session.acts``; None before the first act.
    """

    kind: EntryKind
    text: str
    cites: tuple[str, ...]
    because: tuple[ReasonLine, ...]
    who: str
    position: int
    metadata: Mapping[str, Json] = field(default_factory=dict)
    objection: OptionText | None = None
    highlight: HighlightView | None = None
    round: int = 0
    is_covered_by_question: bool = False
    act: int | None = None


@dataclass(frozen=True, slots=True)
class DieView:
    """A die of a cause: its number of sides, its face, and what it decides."""

    sides: int
    value: int
    label: str


@dataclass(frozen=True, slots=True)
class CauseView:
    """The cause of an act: a text, and the dice that were rolled."""

    text: str
    dice: tuple[DieView, ...]


@dataclass(frozen=True, slots=True)
class StepNumber:
    """The number of an act among those of its kind in the turn: the second of three rolls."""

    n: int
    of: int


@dataclass(frozen=True, slots=True)
class ActEntry:
    """A part of a turn in the transcript.

    ``title`` names the target and ``cause`` what led to it, ``result`` is what changed, ``idle`` the reason why nothing
    moved. ``banner``: it announces something. ``heading`` and ``figure`` are the status line and the headline score at
    its beginning, ``highlight`` its places. ``count`` entries from number ``first`` on belong to it.
    """

    number: int
    title: str
    who: Side
    cites: tuple[str, ...]
    cause: CauseView | None
    step: StepNumber | None
    banner: bool
    result: str | None
    idle: str | None
    heading: tuple[str, ...]
    figure: SpotView | None
    highlight: HighlightView | None
    first: int
    count: int


class StartedAct:
    """The start of an act: its index in the log, its checkpoint, and the status of the game then."""

    __slots__ = (*ActUpdate.__slots__, "act", "checkpoint", "figure", "heading", "log_index")

    def __init__(
        self, act: Act, log_index: int, checkpoint: Checkpoint, heading: Sequence[Text], figure: Spot | None
    ) -> None:
        self.act = act
        self.log_index = log_index
        self.checkpoint = checkpoint
        self.heading = heading
        self.figure = figure
        self.title = act.title
        self.cause = act.cause
        self.step = act.step
        self.is_banner = act.is_banner
        self.highlight = act.highlight
        self.result: Text | None = None
        self.idle: Text | None = None

    def apply_update(self, update: ActUpdate) -> None:
        """Copy the values of an update that are not None."""
        for name in ActUpdate.__slots__:
            value = getattr(update, name)
            if value is not None:
                setattr(self, name, value)


class LoggedAnswer:
    """A question and its answer in the log; ``is_entered`` is false for rolls and draws of the program."""

    __slots__ = ("ask", "is_entered", "value")

    def __init__(self, ask: Ask, value: Json, is_entered: bool) -> None:
        self.ask = ask
        self.value = value
        self.is_entered = is_entered


class LoggedAssumption:
    """An assumption in the log: the skipped question, and the path with which the player can correct it."""

    __slots__ = ("ask", "path")

    def __init__(self, ask: Ask, path: str) -> None:
        self.ask = ask
        self.path = path


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """A correction or a change of the dice mode in the log."""

    kind: Literal["correct", "dice"]
    text: Text
    position: int


class TranscriptIndex:
    """The range of the log that makes up one entry of the transcript, and the position in the game when it happened."""

    __slots__ = ("first", "last", "position")

    def __init__(self, first: int, last: int, position: int) -> None:
        self.first, self.last, self.position = first, last, position


class Transcript:
    """The entries of a game in one language, in order. An entry is rendered when it is read for the first time."""

    __slots__ = ("_entries", "_session")

    def __init__(self, session: Session, entries: dict[int, Entry]) -> None:
        self._session = session
        self._entries = entries

    def __len__(self) -> int:
        return len(self._session._index_transcript())

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> list[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | list[Entry]:
        marks = self._session._index_transcript()
        if isinstance(index, slice):
            return [self._load_entry(marks[number], number) for number in range(len(marks))[index]]
        return self._load_entry(marks[index], range(len(marks))[index])

    def _load_entry(self, mark: TranscriptIndex, number: int) -> Entry:
        entry = self._entries.get(number)
        if entry is None:
            entry = self._entries[number] = self._session._render_entry(mark, number)
        return entry

    def __iter__(self) -> Iterator[Entry]:
        return iter(self[:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Transcript) and self[:] == other[:]

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The outcome of changing an old answer or a value, after the game was replayed.

    ``instructions`` are the pieces to move on the table, ``dropped_count`` is the number of answers that no longer fit,
    and ``first_changed_entry`` is the index of the first entry of the transcript that may have changed.
    """

    instructions: list[UndoInstruction]
    text: Text
    dropped_count: int = 0
    first_changed_entry: int = 0


class StepListener(Protocol):
    """A listener that receives every step and every answer of a game."""

    def reset(self) -> None:
        """Forget everything, because the game is replayed from the start."""

    def on_step(self, step: Because) -> None:
        """Receive a step that is not a question."""

    def on_answer(self, ask: Ask) -> None:
        """Receive a question that was answered, by a person or by the program."""


class StepCounter:
    """A listener that counts questions and cited rules while a game is played."""

    __slots__ = ("citation_counts", "question_counts")

    def __init__(self) -> None:
        self.question_counts: dict[tuple[str, str], int] = {}
        self.citation_counts: dict[tuple[str, ...], int] = {}  # a game has few different lists of rules

    def reset(self) -> None:
        """Set all counts to zero."""
        self.question_counts.clear()
        self.citation_counts.clear()

    def on_step(self, step: Because) -> None:
        """Count the rules that a step cites."""
        self._count_citation(step.cites)

    def _count_citation(self, rules: tuple[str, ...]) -> None:
        self.citation_counts[rules] = self.citation_counts.get(rules, 0) + 1

    def on_answer(self, ask: Ask) -> None:
        """Count a question and all rules that it cites."""
        question = (ask.who, ask.key)
        self.question_counts[question] = self.question_counts.get(question, 0) + 1
        self._count_citation(ask.cites)
        for reason in (*ask.because, *ask.reminders):
            self._count_citation(reason.cites)
        if isinstance(ask.answer_type, Checklist):
            for item in ask.answer_type.items:
                self._count_citation(item.cites)

    @property
    def rule_counts(self) -> Counter[str]:
        """How often each rule was cited."""
        counts: dict[str, int] = {}
        for cites, times in self.citation_counts.items():
            for rule in cites:
                counts[rule] = counts.get(rule, 0) + times
        return Counter(counts)


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
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
        opponent: Opponent | None = None,
        lang: str | None = None,
        explain: bool = True,
        allow_partial: bool = False,
        listener: StepListener | None = None,
        record_history: bool = False,
        watcher: ReplayWatcher | None = None,
    ) -> None:
        self.journal = journal
        self.explain = explain
        self.records_history = record_history
        self.listener = listener
        self.watcher = watcher
        self.opponent = opponent or load_opponent(journal.header["game"])
        self.options = self.opponent.resolve_options(journal.header["options"])
        journal_lang = journal.header["lang"]  # a file may contain any value
        self.lang = lang or (journal_lang if journal_lang in LANGUAGES else LANGUAGES[0])
        self._catalogue: Catalogue | None = None
        self._rendered_entries: dict[str, dict[int, Entry]] = {}
        self._cached_views: tuple[tuple[int, str], tuple[RenderedView, ...]] | None = None
        self._history: ScoreHistory | None = None
        self.assumption_policy: AssumptionPolicy | None = None
        self.stop_reason: Text | None = None
        try:
            self._replay_all()
        except BadJournalError as error:
            if not allow_partial:
                raise
            self._stop_at_invalid_entry(error.text)

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
        is_pack_valid: bool = False,
        explain: bool = True,
        listener: StepListener | None = None,
        record_history: bool = False,
    ) -> Session:
        """Start a game. Without a seed a random one is chosen and stored in the journal.

        With ``is_pack_valid`` the caller has validated the pack, for instance once for many games. With
        ``explain=False`` (for simulations) no log is written; reading the transcript then replays the game.
        ``listener`` is a listener for all steps. With ``record_history`` the score history is recorded during the game,
        otherwise by a replay.
        """
        opponent = game if isinstance(game, Opponent) else load_opponent(game)
        header = {
            "rival": FORMAT_VERSION,
            "game": opponent.id,
            "rules": opponent.rules_version,
            "seed": secrets.randbelow(10**9) if seed is None else validate_seed(seed),
            "options": opponent.resolve_options(options),
            "dice": validate_dice_mode(dice),
            "lang": validate_language(lang),
            "pack": pack if pack is None or is_pack_valid else opponent.validate_pack(pack),
        }
        return cls(Journal(header), opponent, explain=explain, listener=listener, record_history=record_history)

    @classmethod
    def load(
        cls, text: str, lang: str | None = None, allow_partial: bool = False, record_history: bool = False
    ) -> Session:
        """Load a session from the text of a journal; raise BadJournalError if it can't be replayed.

        With ``allow_partial``, a journal that today's rules can't replay to its end stops at the last entry that fits;
        ``stop_reason`` then says why. The text of the journal is not changed.
        """
        journal = journals.parse_journal(text)
        header = journal.header
        try:
            opponent = load_opponent(header["game"])
            opponent.resolve_options(header["options"])
            if header.get("pack") is not None:
                opponent.validate_pack(header["pack"])
        except (BadOptionError, BadPackError) as error:
            raise BadJournalError(error.text) from None
        if header["rules"] > opponent.rules_version:
            raise BadJournalError(
                _(
                    "This journal uses a newer version of the rules of {game} ({theirs}). This Rival "
                    "supports version {ours}.",
                    game=opponent.game,
                    theirs=header["rules"],
                    ours=opponent.rules_version,
                )
            )
        try:
            return cls(
                journal,
                opponent,
                lang and validate_language(lang),
                allow_partial=allow_partial,
                record_history=record_history,
            )
        except RivalError:
            raise
        except Exception as cause:  # a broken file can fail anywhere in the script
            raise BadJournalError(
                _("This journal can't be replayed: it contains an entry that this game doesn't know.")
            ) from cause

    def branch(self, position: int) -> Session:
        """Return a new game that begins with the first ``position`` entries of this one; undone entries also count."""
        self._check_position(position, len(self.journal.entries))
        header = {**self.journal.header, "rules": self.opponent.rules_version}
        entries = self.journal.entries[:position]
        return Session(Journal(header, entries, entries), self.opponent, self.lang, record_history=self.records_history)

    # --- reading the game ---------------------------------------------------------------------------------

    @property
    def ask(self) -> Question | None:
        """The open question in the session's language; None when the game is over."""
        if self.open_ask is None:
            return None
        return build_question(self.open_ask, self.catalogue, self._list_pending_reasons())

    @property
    def position(self) -> int:
        """The position in the game: the number of entries that are not undone."""
        return self.journal.position

    @property
    def draw_count(self) -> int:
        """How many dice were rolled and cards drawn, by the program or by the player."""
        return sum(self._draw_counts.values())

    @property
    def transcript(self) -> Transcript:
        """All entries of the game so far, in the session's language."""
        return Transcript(self, self._rendered_entries.setdefault(self.lang, {}))

    @property
    def history(self) -> ScoreHistory:
        """The scores and charted values of the whole game, round by round."""
        if self._history is None:
            self._history = Session(
                self.journal, self.opponent, self.lang, allow_partial=True, record_history=True
            )._history
            assert self._history is not None
        return self._history

    @property
    def acts(self) -> tuple[ActEntry, ...]:
        """The acts of the game so far, each with its range of entries in the transcript."""
        return tuple(self.iterate_acts_since(0))[::-1]

    def iterate_acts_since(self, entry: int) -> Iterator[ActEntry]:
        """Yield the acts, the last first, back to the one that contains entry number ``entry`` of the transcript."""
        index = self._index_transcript()
        end = len(index)
        for n in range(len(self._acts) - 1, -1, -1):
            act = self._acts[n]
            first = bisect_left(index, act.log_index, key=lambda mark: mark.last)
            yield self._render_act(n, act, first, end - first)
            if first <= entry:
                return
            end = first

    def _render_act(self, number: int, act: StartedAct, first: int, count: int) -> ActEntry:
        return ActEntry(
            number=number,
            title=self.render(act.title),
            who=act.act.who,
            cites=act.act.cites,
            cause=None if act.cause is None else self._render_cause(act.cause),
            step=None if act.step is None else StepNumber(*act.step),
            banner=act.is_banner,
            result=None if act.result is None else self.render(act.result),
            idle=None if act.idle is None else self.render(act.idle),
            heading=tuple(self.render(text) for text in act.heading),
            figure=None if act.figure is None else render_spots([act.figure], self.catalogue)[0],
            highlight=None if act.highlight is None else render_highlight(act.highlight(), self.catalogue),
            first=first,
            count=count,
        )

    def _render_cause(self, cause: Cause) -> CauseView:
        dice = (DieView(die.sides, die.value, self.render(die.label) if die.label else "") for die in cause.dice)
        return CauseView(self.render(cause.text), tuple(dice))

    def explain_entry(self, entry_number: int) -> Sequence[ReasonLine]:
        """Return the explanation of transcript entry i: lines with the ids of their rules."""
        return self.transcript[entry_number].because

    def render(self, text: Text) -> str:
        """Render a text in the session's language."""
        return text.render(self.catalogue)

    @property
    def catalogue(self) -> Catalogue:
        """The translations for the session's language."""
        if self._catalogue is None or self._catalogue.lang != self.lang:
            self._catalogue = self.opponent.load_catalogue(self.lang)
        return self._catalogue

    @property
    def views(self) -> tuple[RenderedView, ...]:
        """The table as rendered views in the session's language; cached until the game changes."""
        cache_key = (len(self.journal.log), self.lang)
        if self._cached_views is None or self._cached_views[0] != cache_key:
            self._cached_views = (
                cache_key,
                tuple(render_view(view, self.catalogue) for view in self.opponent.make_views(self.table)),
            )
        return self._cached_views[1]

    @property
    def pinned_views(self) -> Sequence[str]:
        """The ids of the views that the player needs to see now; empty unless it is the player's turn."""
        is_players_turn = self.open_ask is not None and self._acting_side == "player"
        return self.opponent.list_turn_views(self.table) if is_players_turn else ()

    @property
    def catalogues(self) -> tuple[Catalogue, ...]:
        """The translations in which typed answers are understood, the session's language first."""
        return self.opponent.load_catalogues(self.lang)

    def collect_editable_values(self) -> dict[str, EditableValue]:
        """Return every value that the player can correct, by its path; assumptions of the last steps come first."""
        assumptions = [
            EditableValue(
                path, get_objection_text(ask), ask.default_answer, ask.answer_type, ignore_assigned_value, ask.metadata
            )
            for path, ask in self._open_assumptions.items()
        ]
        return {editable.path: editable for editable in (*assumptions, *self.opponent.list_editable_values(self.table))}

    def list_open_assumptions(self) -> tuple[Question, ...]:
        """Return a question for each assumption that can be corrected; its key is the path of the correction."""
        catalogue = self.catalogue
        return tuple(
            Question(
                path,
                ask.kind,
                ask.who,
                get_objection_text(ask).render(catalogue),
                about=ask.metadata,
                **describe_answer_type(ask.answer_type, catalogue),
            )
            for path, ask in self._open_assumptions.items()
        )

    @property
    def is_last_entry_objection(self) -> bool:
        """Whether the last entry corrects an assumption.

        Such an entry is an answer like any other: to change it, undo it.
        """
        return any(
            name.startswith(OBJECTION_PREFIX)
            for kind, name, _value in self.journal.active_entries[-1:]
            if kind == "correct"
        )

    def is_open_assumption(self, path: str) -> bool:
        """Return whether the path names an assumption that can still be corrected."""
        return path in self._open_assumptions

    def can_object(self, entry: Entry) -> bool:
        """Return whether the assumption of an entry can still be corrected."""
        return (
            entry.objection is not None
            and entry.position >= self._assumptions_start
            and entry.objection.id in self._open_assumptions
        )

    def list_inquiries(self) -> tuple[Question, ...]:
        """Return the questions that the player may ask at any time; they leave no trace in the journal."""
        catalogue = self.catalogue
        return tuple(
            Question(
                inquiry.name,
                shape.kind,
                "player",
                inquiry.text.render(catalogue),
                **describe_answer_type(shape, catalogue),
            )
            for inquiry in self.opponent.inquiries
            for shape in [inquiry.make_answer_type(self.table)]
        )

    def answer_inquiry(self, name: str, value: Json) -> ReasonLine:
        """Answer a question of the player, with the rules behind it; raise BadAnswerError if it can't be asked."""
        try:
            inquiry = next((other for other in self.opponent.inquiries if other.name == name), None)
            if inquiry is None:
                names = JoinedText([Name(other.name) for other in self.opponent.inquiries])
                raise BadAnswerError(
                    _("There is no question “{name}”. You can ask: {names}.", name=Name(name), names=names)
                )
            shape = inquiry.make_answer_type(self.table)
            return self._render_line(
                inquiry.make_reply(self.table, shape.validate(parse_answer(shape, value, self.catalogues)))
            )
        except BadAnswerError as error:
            raise error.translate(self.catalogue) from None

    # --- answering and correcting ------------------------------------------------------------------------------

    def answer(self, value: Json) -> None:
        """Answer the open question; raise BadAnswerError and change nothing if the answer does not fit.

        Where ids are expected, the labels of the options are accepted, too, in every language; the journal stores the
        ids. DidYouMeanError is raised for a label with a typing error: it holds the probable answer.
        """
        try:
            ids = value if self.open_ask is None else parse_answer(self.open_ask.answer_type, value, self.catalogues)
        except BadAnswerError as error:
            raise error.translate(self.catalogue) from None
        self.answer_by_id(ids)

    def answer_by_id(self, value: Json) -> None:
        """Answer the open question with ids only, as programs do; raise BadAnswerError if the answer does not fit."""
        ask = self.open_ask
        try:
            self._check_not_stopped()
            if ask is None:
                raise BadAnswerError(_("The game is over. To change an answer, undo it."))
            checked = ask.validate(value)
        except BadAnswerError as error:
            raise error.translate(self.catalogue) from None
        stored, undone, replaced = copy_answer(value), self.journal.undone_entries, self.journal.replaced_entries
        self.journal.append(("answer", ask.key, stored))
        try:
            self._send_answer(ask, stored, checked)
        except BadAnswerError as error:  # the script can't continue with this answer
            self.journal.pop(undone, replaced)
            self._replay_all()
            raise error.translate(self.catalogue) from None

    def preview_answer(self, value: Json) -> Session:
        """Return a copy of this session with one more answer; this session does not change."""
        preview = self.copy()
        preview.answer(value)
        return preview

    def copy(self) -> Session:
        """Return a copy of this session at the same position; the two can be played independently."""
        copied = Session(
            self.journal.copy(), self.opponent, self.lang, allow_partial=True, record_history=self.records_history
        )
        copied._rendered_entries = {
            lang: dict(entries) for lang, entries in self._rendered_entries.items()
        }  # avoids rendering the same entries again
        return copied

    def fast_forward(self, other: Session) -> bool:
        """Repeat the answers that the other session received since both were at the same position.

        Return false, and change nothing, if the other session has entries other than answers: use ``copy`` then.
        """
        missed_entries = other.journal.log[len(self.journal.log) :]
        answers = [entry[2] for entry in missed_entries if not isinstance(entry, int) and entry[0] == "answer"]
        if len(answers) < len(missed_entries):
            return False
        for value in answers:
            self.answer_by_id(value)
        self.lang = other.lang
        return True

    def play_to_end(self, sample_player: SamplePlayer) -> None:
        """Let a sample player answer all questions until the game is over."""
        self.assumption_policy = find_assumption_policy(sample_player)
        with pause_garbage_collection():
            while self.open_ask is not None:
                self.answer_by_id(sample_player.answer(self.open_ask, self.table))
        self.assumption_policy = None

    def correct(self, path: str, value: Json, allow_drop: bool = True) -> ReplayResult:
        """Correct a value of the table and replay the current act with it.

        The value applies from the earliest point of the act since which it has not changed, so the script reads it
        again. The later answers of the act are repeated if they still fit. With ``allow_drop=False``, raise
        DropsAnswersError and change nothing if an answer would no longer fit. If the path names an assumption of a
        step, the game is replayed from that step with the given answer.
        """
        try:
            self._check_not_stopped()
            if path in self._open_assumptions:
                first = self.count_entries_before(self._assumptions_start)
                self._correct_assumption(
                    path, parse_answer(self._open_assumptions[path].answer_type, value, self.catalogues)
                )
                return ReplayResult([], _("Corrected."), first_changed_entry=first)
            editable = self._get_editable_value(path)
            new_value = parse_answer(editable.answer_type, value, self.catalogues)
            editable.answer_type.validate(new_value)
            if take_snapshot(editable.value) == new_value:
                return self._correct_now(editable, new_value)
            return self._correct_since(path, new_value, allow_drop)
        except BadAnswerError as error:
            raise error.translate(self.catalogue) from None

    def _correct_since(self, path: str, value: Json, allow_drop: bool) -> ReplayResult:
        """Correct a value at the earliest checkpoint where that is possible, otherwise at the open question."""
        watcher = ValueWatcher(path)
        trial = Session(
            self.journal.copy(), self.opponent, self.lang, explain=False, allow_partial=True, watcher=watcher
        )
        checkpoints = watcher.find_checkpoints()
        trial._correct_value(trial._get_editable_value(path), value)  # raises before anything has changed
        corrected, expected = take_snapshot(trial.table), read_value(trial, path)
        before, open_ask = self.journal.copy(), self.open_ask
        for checkpoint in checkpoints:
            try:
                dropped, problem = self._replay_since(path, BackdatedValue(value, checkpoint), allow_drop)
            except BadJournalError:  # the table of that checkpoint does not allow it
                self.journal = before.copy()
                continue
            except DropsAnswersError:
                self.journal = before
                self._replay_from(checkpoint[0])
                raise
            if self._is_corrected(path, expected, open_ask):
                instructions = self._find_undo_instructions_since(corrected, before, checkpoint[0])
                first = self.count_entries_before(checkpoint[0])
                return ReplayResult(instructions, describe_correction_result(dropped, problem), dropped, first)
            self.journal = before.copy()
        if checkpoints:
            self._replay_from(checkpoints[0][0])
        return self._correct_now(self._get_editable_value(path), value)

    def _correct_now(self, editable: EditableValue, value: Json) -> ReplayResult:
        """Correct a value at the open question."""
        first = len(self.transcript)
        try:
            self._correct_value(editable, value)
        except BadAnswerError:
            self._replay_all()  # restores the table
            raise
        self.journal.append(("correct", editable.path, value))
        return ReplayResult([], _("Corrected."), first_changed_entry=first)

    def _is_corrected(self, path: str, expected: Json, earlier_ask: Ask | None) -> bool:
        """Return whether the correction took effect: if the same question is open, the value must be as entered."""
        assert earlier_ask is not None
        return not is_same_question(earlier_ask, self.open_ask) or read_value(self, path) == expected

    def _replay_since(self, path: str, value: BackdatedValue, allow_drop: bool) -> tuple[int, Text | None]:
        """Replay with a correction from a checkpoint on; return how many answers were dropped, and why.

        If all later answers fit, the correction is appended to the journal. Otherwise it replaces the entries after the
        checkpoint, and the answers are repeated if they still fit.
        """
        entry: journals.JournalEntry = ("correct", path, value)
        asks, entries = self._list_answered_asks(), self.journal.active_entries
        journal_before = self.journal.copy()
        self.journal.append(entry)
        try:
            self._replay_from(value.checkpoint[0])
            return 0, None
        except BadJournalError:
            self.journal = journal_before
        position = value.checkpoint[0]
        self.journal.seek(position)
        self.journal.append(entry)
        self._replay_from(position)
        rest = entries[position:]
        fitting, problem = self._repeat_entries(rest, asks[position:])
        dropped = sum(kind == "answer" for kind, _name, _value in rest[fitting:])
        if dropped and not allow_drop:
            raise DropsAnswersError(describe_dropped_answers(dropped, problem), dropped)
        return dropped, problem

    def _find_undo_instructions(self, current_table: Json, changes: Sequence[ValueChange]) -> list[UndoInstruction]:
        """Return how to change a table in the state ``current_table`` into the table of this session."""
        describe = self.opponent.get_change_describer(self.table)
        return describe_differences(
            current_table, take_snapshot(self.table), OpponentChanges(changes), describe, self.render
        )

    def _find_undo_instructions_since(
        self, current_table: Json, earlier_journal: Journal, first: int
    ) -> list[UndoInstruction]:
        """Return how to change the table after a replay that went a different way from entry ``first`` on."""
        if current_table == take_snapshot(self.table):
            return []
        return self._find_undo_instructions(
            current_table,
            [*self._list_opponent_changes(earlier_journal, first), *self._list_opponent_changes(self.journal, first)],
        )

    def _list_opponent_changes(self, journal: Journal, first: int) -> list[ValueChange]:
        """Return the changes that the opponent and the rules made in a game from entry ``first`` on."""
        watcher = MoveWatcher(first)
        Session(journal.copy(), self.opponent, self.lang, explain=False, allow_partial=True, watcher=watcher)
        return watcher.changes

    def use_dice(self, dice: str) -> None:
        """Let the program roll and draw ("program"), or the player with real dice and cards ("mine")."""
        mode = validate_dice_mode(dice)
        self._check_not_stopped()
        self.journal.append(("dice", "", mode))
        self._set_dice_mode(mode)

    def undo(self) -> list[UndoInstruction]:
        """Undo the last entry; return instructions for putting the pieces on the table back."""
        return self.seek(self.position - 1) if self.position else []

    def redo(self) -> list[UndoInstruction]:
        """Redo the last undone entry; return instructions for moving the pieces on the table."""
        return self.seek(self.position + 1) if self.position < len(self.journal.entries) else []

    def find_first_changed_entry(self, position: int) -> int:
        """Return the first entry of the transcript that changes if the game goes to this position."""
        low, high = min(position, self.position), max(position, self.position)
        return self.count_entries_before(find_earliest_position(self.journal.entries[low:high], low))

    def seek(self, position: Json, table_position: Json = None) -> list[UndoInstruction]:
        """Go back or forward to the position after this many entries; return how to move the pieces.

        ``table_position`` is the position that the real table shows, if it differs from the current one: after several
        steps back, one list then covers all of them.
        """
        self._check_position(position, len(self.journal.entries))
        if table_position is not None:
            self._check_position(table_position, len(self.journal.entries))
        if position == self.position:
            return []
        self._check_not_stopped()
        now = take_snapshot(self.table)
        if position < self.position:
            first = self._find_first_affected(position, self.position)
            changes = self._list_opponent_changes(self.journal, first)
            self.journal.seek(position)
            self._replay_from(position)
            if first < position:  # the opponent's moves before this position differ
                changes += self._list_opponent_changes(self.journal, first)
        else:
            changes = self._redo_to(position, now)
        return (
            self._find_undo_instructions(now, changes)
            if table_position is None
            else self._find_undo_instructions_from(table_position)
        )

    def _find_undo_instructions_from(self, position: int) -> list[UndoInstruction]:
        """Return how to change a table that shows another position into the table of this session."""
        earlier = self.replay_to(position)
        low, high = min(position, self.position), max(position, self.position)
        longer_journal = earlier.journal if position > self.position else self.journal
        first = self._find_first_affected(low, high)
        changes = self._list_opponent_changes(longer_journal, first)
        if first < low:  # the opponent's moves before it differ
            shorter_journal = self.journal if position > self.position else earlier.journal
            changes += self._list_opponent_changes(shorter_journal, first)
        return self._find_undo_instructions(take_snapshot(earlier.table), changes)

    def _find_first_affected(self, low: int, high: int) -> int:
        """Return the first position whose moves depend on the entries from ``low`` to ``high``.

        A correction of an assumption affects the moves after the answer before it, a backdated one those since its
        checkpoint.
        """
        entries = self.journal.entries
        first = find_earliest_position(entries[low:high], low)
        while 0 < first < high and entries[first][0] == "correct" and entries[first][1].startswith(OBJECTION_PREFIX):
            first -= 1
        return first

    def _redo_to(self, target_position: int, current_table: Json) -> list[ValueChange]:
        """Replay the undone entries up to a position; return the moves of the opponent on the way."""
        position = self.position
        first = self._find_first_affected(position, target_position)
        changes = self._list_opponent_changes(self.journal, first) if first < position else []
        self.journal.seek(target_position)
        if first < position or self._is_next_entry_objection():
            self._replay_from(first)
            return [*changes, *self._list_opponent_changes(self.journal, first)]
        self.watcher = watcher = MoveWatcher(first, current_table)
        self._replay_remaining()
        self.watcher = None
        return watcher.changes

    def replay_to(self, position: int) -> Session:
        """Return a new session that shows the game after ``position`` entries; undone entries also count."""
        self._check_position(position, len(self.journal.entries))
        journal = Journal(self.journal.header, self.journal.entries, self.journal.entries)
        if position < journal.position:
            journal.seek(position)
        return Session(journal, self.opponent, self.lang)

    @property
    def previous_answer(self) -> Json:
        """The earlier answer to the open question that was undone or replaced; None if there is none."""
        for kind, key, value in self.journal.undone_entries[:1]:
            if kind == "answer" and self.open_ask is not None and self.open_ask.key == key:
                return value
        return self._find_replaced_answer()

    def _find_replaced_answer(self) -> Json:
        """Return the earlier answer to the open question that was replaced, if it is still valid."""
        replaced, ask = self.journal.replaced_entries, self.open_ask
        if replaced is None or ask is None or ask.who == "chance" or replaced.position > self.position:
            return None
        repeated = sum(entry[:2] == ("answer", ask.key) for entry in self.journal.active_entries[replaced.position :])
        values = [value for kind, key, value in replaced.entries if (kind, key) == ("answer", ask.key)]
        for value in values[repeated : repeated + 1]:
            with suppress(RivalError):
                ask.validate(value)
                return value
        return None

    @property
    def replaced_entries(self) -> ReplacedEntries | None:
        """The entries that an answer or a correction replaced last; None if there are none."""
        former = self.journal.replaced_entries
        return former if former is not None and former.position <= self.position and self.stop_reason is None else None

    def restore_replaced_entries(self) -> ReplayResult:
        """Swap the last replaced entries with the current ones."""
        replaced = self.replaced_entries
        if replaced is None:
            raise BadAnswerError(_("There is no earlier version of this game to restore.")).translate(self.catalogue)
        now, journal_before = take_snapshot(self.table), self.journal.copy()
        present = tuple(self.journal.active_entries[replaced.position :])
        first = find_earliest_position((*replaced.entries, *present), replaced.position)
        self.journal.seek(replaced.position)
        for entry in replaced.entries:
            self.journal.append(entry)
        if present:
            self.journal.replaced_entries = ReplacedEntries(replaced.position, present)
        try:
            self._replay_from(first)
        except BadJournalError as error:
            self.journal = journal_before
            self._replay_from(first)
            raise BadAnswerError(error.text).translate(self.catalogue) from None
        instructions = self._find_undo_instructions_since(now, journal_before, first)
        return ReplayResult(
            instructions,
            _("The earlier version of the game is restored."),
            first_changed_entry=self.count_entries_before(first),
        )

    def replace_answer(self, position: Json, value: Json, allow_drop: bool = True) -> ReplayResult:
        """Replace the answer in entry number ``position`` + 1, and repeat the later answers if they still fit.

        A later answer fits if the same question is asked and accepts it. Raise BadAnswerError and change nothing if the
        new answer does not fit; with ``allow_drop=False`` raise DropsAnswersError and change nothing if later answers
        would be dropped.
        """
        if not self.position:
            raise BadAnswerError(_("There is no answer to change yet.")).translate(self.catalogue)
        self._check_position(position, self.position - 1)
        asks, entries = self._list_answered_asks(), self.journal.active_entries
        now, journal_before = take_snapshot(self.table), self.journal.copy()
        rest = entries[position + 1 :]
        try:
            self._check_not_stopped()
            self.seek(position)
            kind, name, _old = entries[position]
            self._apply_entry((kind, name, value))
            fitting, problem = self._repeat_entries(rest, asks[position + 1 :])
            dropped = sum(entry[0] == "answer" for entry in rest[fitting:])
            if dropped and not allow_drop:
                raise DropsAnswersError(describe_dropped_answers(dropped, problem), dropped).translate(self.catalogue)
        except RivalError:
            self.journal = journal_before
            self._replay_from(position)
            raise
        self.journal.replaced_entries = ReplacedEntries(position, tuple(entries[position:]))
        first = find_earliest_position((*entries[position:], *self.journal.entries[position:]), position)
        instructions = self._find_undo_instructions_since(now, journal_before, first)
        return ReplayResult(instructions, describe_replay(fitting, problem), dropped, self.count_entries_before(first))

    def _repeat_entries(
        self, entries: Sequence[journals.JournalEntry], asks: Sequence[Ask | None]
    ) -> tuple[int, Text | None]:
        """Repeat entries until one is no longer valid; return how many were valid, and the problem with the next."""
        for fitting, (entry, earlier_ask) in enumerate(zip(entries, asks, strict=True)):
            kind, name, value = entry
            open_ask = self.open_ask if kind == "answer" else self._open_assumptions.get(name)
            if earlier_ask is not None and not is_same_question(earlier_ask, open_ask):
                if self.open_ask is None:
                    return fitting, _("the game is already over at that point.")
                return fitting, _(
                    "the game now asks a different question there: {question}", question=self.open_ask.text
                )
            try:
                self._apply_entry(entry)
                self._check_invariants()
            except RivalError as error:
                problem = (
                    _("{answer}: {problem}", answer=earlier_ask.format_line(value), problem=error.text)
                    if earlier_ask
                    else error.text
                )
                return fitting, problem
        return len(entries), None

    def _check_invariants(self) -> None:
        """Undo the last entry and raise BadAnswerError if the table now violates an invariant."""
        for problem in self.opponent.check_invariants(self.table):
            self.journal.pop([], self.journal.replaced_entries)
            self._replay_from(self.position)
            raise BadAnswerError(problem)

    def _apply_entry(self, entry: journals.JournalEntry) -> None:
        """Apply one entry of a journal as if it had just been entered."""
        kind, name, value = entry
        if kind == "dice":
            self.use_dice(value)
        elif kind == "correct":
            self.correct(name, value.value if isinstance(value, BackdatedValue) else value, allow_drop=False)
        else:
            self.answer(value)

    def _list_answered_asks(self) -> list[Ask | None]:
        """Return the question that each active entry answers; None for corrections and changes of the dice mode."""
        return [
            item.ask if isinstance(item, LoggedAnswer) else None
            for item in self.log
            if isinstance(item, LoggedChange) or (isinstance(item, LoggedAnswer) and item.is_entered)
        ]

    def _check_position(self, position: Json, maximum: int) -> None:
        """Raise BadAnswerError if ``position`` is not a whole number from 0 to ``maximum``."""
        if type(position) is not int or not 0 <= position <= maximum:
            text = _("There is no entry {n}: choose one from 0 to {most}.", n=Name(str(position)), most=maximum)
            raise BadAnswerError(text).translate(self.catalogue)

    # --- running the script ------------------------------------------------------------------------------------

    def _replay_all(self) -> None:
        """Set up the table and replay all active entries."""
        header = self.journal.header
        self.chance = Chance(header["seed"], has_redraws=header["rival"] > 1)
        self.dice: DiceMode = header["dice"]
        self.table: Any = self.opponent.make_table(self.options, header.get("pack"))
        self.result: Result | None = None
        self.open_ask: Ask | None = None
        self._draw_counts: dict[str, int] = {}
        self._log: list[Because | LoggedAnswer | LoggedAssumption | LoggedChange] | None = [] if self.explain else None
        self._transcript_index: list[TranscriptIndex] = []
        self._round_starts: list[tuple[int, int]] = []
        self._replayed_count = 0
        self._open_assumptions: dict[str, Ask] = {}
        self._assumption_count = 0
        self._assumptions_start = 0
        self._acts: list[StartedAct] = []
        self._acting_side: Side = "rules"
        self._act_number = 0
        self._scheduled_corrections = schedule_corrections(self.journal)
        self._applied_corrections: set[int] = set()
        if self.listener is not None:
            self.listener.reset()
        self._script: Script[Result] = self.opponent.script(self.table)
        self._run_script(self._script.send, None)
        self._history = (
            ScoreHistory(self.opponent, self.table, self._open_question_key) if self.records_history else None
        )
        if self._replayed_count < self.journal.position:
            with pause_garbage_collection():
                self._replay_remaining()

    def _replay_remaining(self) -> None:
        """Replay the remaining active entries. Corrections of assumptions are applied within the answer before them."""
        while self._replayed_count < self.journal.position:
            self._replay_entry(self.journal.entries[self._replayed_count])

    def _stop_at_invalid_entry(self, problem: Text) -> None:
        """Stop before the entry that does not fit, and explain why; the journal's log keeps all entries."""
        full_journal, reached = self.journal, self._replayed_count
        self.journal = Journal(full_journal.header, full_journal.log, full_journal.active_entries[:reached])
        self._replay_all()
        self.stop_reason = _(
            "{problem} The game is shown up to this point. Its journal has not changed.", problem=problem
        )
        rules_version = full_journal.header["rules"]
        changed_rules = [
            id for version, ids in self.opponent.rule_changes.items() if version > rules_version for id in ids
        ]
        if changed_rules:
            self.stop_reason = _(
                "{stopped} The game was started with version {version} of the rules. These rules "
                "have changed since then: {rules}.",
                stopped=self.stop_reason,
                version=rules_version,
                rules=JoinedText(map(Name, dict.fromkeys(changed_rules))),
            )
        elif self.open_ask is not None and self.open_ask.cites:
            rules = JoinedText(map(Name, self.open_ask.cites))
            self.stop_reason = _("{stopped} The rules at this point: {rules}.", stopped=self.stop_reason, rules=rules)

    def _check_not_stopped(self) -> None:
        """Raise BadAnswerError if the game stopped at an entry that does not fit."""
        if self.stop_reason is not None:
            raise BadAnswerError(
                _("{stopped} To continue from here, start a new game at this point.", stopped=self.stop_reason)
            )

    def _replay_entry(self, entry: journals.JournalEntry) -> None:
        kind, name, value = entry
        try:
            if kind == "dice":
                self._set_dice_mode(value)
            elif kind == "correct":
                self._replay_correction(name, value)
            else:
                self._replay_answer(name, value)
        except BadAnswerError as error:
            raise self._make_replay_error(error) from None

    def _make_replay_error(self, error: BadAnswerError, position: int | None = None) -> BadJournalError:
        """Return the error for an entry of the journal that can't be replayed."""
        n = (self._replayed_count if position is None else position) + 1
        return BadJournalError(_("Entry {n} of the journal can't be replayed: {problem}", n=n, problem=error.text))

    def _replay_correction(self, path: str, value: Json) -> None:
        """Correct a value at the open question; if the correction was applied at its checkpoint, only log it."""
        editable = self._get_editable_value(path)
        if not isinstance(value, BackdatedValue):
            self._correct_value(editable, value)
        elif self._replayed_count not in self._applied_corrections:
            self._correct_value(editable, value.value)
        else:
            self._log_change("correct", describe_correction(editable, value.value))
            self._count_entry()
            if self._history is not None:
                self._history.record_state(self.table, self._replayed_count, self._open_question_key)

    def _apply_scheduled(self, checkpoint: Checkpoint, side: Side) -> bool:
        """Apply the corrections scheduled for this checkpoint; return whether there were any."""
        if self.watcher is not None:
            self.watcher.on_checkpoint(self, checkpoint, side)
        scheduled = self._scheduled_corrections.pop(checkpoint, ()) if self._scheduled_corrections else ()
        for n in scheduled:
            _kind, path, value = self.journal.entries[n]
            try:
                self._assign_value(self._get_editable_value(path), value.value)
            except BadAnswerError as error:
                raise self._make_replay_error(error, n) from None
            self._applied_corrections.add(n)
            if self.watcher is not None:
                self.watcher.on_checkpoint(self, checkpoint, "player")
        return bool(scheduled)

    def _begin_act(self, act: Act) -> None:
        self._act_number += 1
        self._apply_scheduled((self._replayed_count, self._act_number), self._acting_side)
        self._acting_side = act.who
        if self._log is not None:
            heading = tuple(self.opponent.make_status_line(self.table, ""))
            figure = self.opponent.make_headline_score(self.table)
            checkpoint = self._replayed_count, self._act_number
            self._acts.append(StartedAct(act, len(self._log), checkpoint, heading, figure))

    def _update_act(self, update: ActUpdate) -> None:
        for act in self._acts[-1:]:
            act.apply_update(update)

    def _replay_answer(self, key: str, value: Json) -> None:
        ask = self.open_ask
        if ask is None:
            raise BadAnswerError(_("the game is already over at that point."))
        if ask.key != key:
            raise BadAnswerError(
                _(
                    "it answers “{key}”, but the game asks “{expected}” at this point.",
                    key=Name(key),
                    expected=Name(ask.key),
                )
            )
        self._send_answer(ask, value, ask.validate(value))

    def _send_answer(self, ask: Ask, value: Json, checked: Any) -> None:
        """Log an answer that fits and send it to the script."""
        if self._log is not None:
            self._log.append(LoggedAnswer(ask, value, is_entered=True))
        if self.listener is not None:
            self.listener.on_answer(ask)
        self._count_entry()
        if ask.who == "chance":
            self._draw_counts[ask.key] = self._draw_counts.get(ask.key, 0) + 1
        self._run_script(self._script.send, checked)
        if self._history is not None:
            self._history.record_state(self.table, self._replayed_count, self._open_question_key)

    def _get_editable_value(self, path: str) -> EditableValue:
        """Return the editable value at a path; raise BadAnswerError if there is none."""
        if self.open_ask is None and self._replayed_count == self.journal.position:
            raise BadAnswerError(_("The game is over. To correct something, first undo the last answer."))
        editable = next(
            (candidate for candidate in self.opponent.list_editable_values(self.table) if candidate.path == path), None
        )
        if editable is None and path == BOX_PATH and self.opponent.box is not None:
            editable = make_box_value(self.opponent.box, self.opponent.validate_pack, self.table)
        if editable is None:
            editable_values = self.collect_editable_values()
            suggestions = vocabulary.suggest_words(str(path), editable_values) or sorted(editable_values)[:3]
            raise BadAnswerError(
                _(
                    "There is no value “{path}” to correct. Some values that you can correct: {near}.",
                    path=shorten_for_message(path),
                    near=JoinedText(map(Name, suggestions)),
                )
            )
        return editable

    def _assign_value(self, editable: EditableValue, value: Json) -> None:
        """Set an editable value; raise BadAnswerError if the table then violates an invariant."""
        editable.assign_value(editable.answer_type.validate(value))
        problem = next(iter(self.opponent.check_invariants(self.table)), None)
        if problem is not None:
            raise BadAnswerError(problem)

    def _correct_value(self, editable: EditableValue, value: Json) -> None:
        self._assign_value(editable, value)
        if self.watcher is not None:
            self.watcher.on_checkpoint(self, (self._replayed_count, 0), "player")
        self._record_change("correct", describe_correction(editable, value))

    def _set_dice_mode(self, dice: DiceMode) -> None:
        self.dice = dice
        player_text, program_text = (
            _("From now on you roll the dice and draw yourself."),
            _("From now on Rival rolls the dice and draws."),
        )
        self._record_change("dice", player_text if dice == "mine" else program_text)

    def _record_change(self, kind: Literal["correct", "dice"], text: Text) -> None:
        """Log a change and let the script build the open question again."""
        self._log_change(kind, text)
        self._count_entry()
        if self.open_ask is not None:
            self._run_script(self._script.throw, TableChangedError())
        if self._history is not None:
            self._history.record_state(self.table, self._replayed_count, self._open_question_key)

    def _log_change(self, kind: Literal["correct", "dice"], text: Text) -> None:
        """Log a change in the current act, before the lines that explain the open question."""
        if self._log is not None:
            index = len(self._log) - len(self._list_pending_reasons())
            for act in self._acts:
                act.log_index = min(act.log_index, index)  # lines before a heading may explain the question after it
            self._log.insert(index, LoggedChange(kind, text, self._replayed_count))

    def _run_script(self, resume: Callable[[Any], Step], value: Any) -> None:
        """Run the script to the next question for the player: log its steps and answer for chance."""
        log, listener = self._log, self.listener
        send = self._script.send
        try:
            step = resume(value)
            while True:
                if isinstance(step, Because):
                    if log is not None:
                        self._record_round(len(log))
                        log.append(step)
                    if listener is not None:
                        listener.on_step(step)
                    step = send(None)
                elif isinstance(step, Act):
                    self._begin_act(step)
                    step = send(None)
                elif isinstance(step, ActUpdate):
                    self._update_act(step)
                    step = send(None)
                elif step.who == "chance" and (self.dice == "program" or step.is_drawn_by_program):
                    step = send(self._draw_answer(step))
                elif step.objection is not None:
                    step = send(self._assume_answer(step))
                else:
                    self.open_ask = step
                    if self._apply_scheduled((self._replayed_count, 0), self._acting_side):
                        step = self._script.throw(TableChangedError())
                        continue
                    if log is not None:
                        self._record_round(len(log))  # an answer belongs to the round of its question
                    return
        except StopIteration as finished:
            self.open_ask = None
            self.result = finished.value
            self._apply_scheduled((self._replayed_count, 0), self._acting_side)

    def _record_round(self, log_index: int) -> None:
        """Record that a new round begins at this index of the log, if it does."""
        round = self.opponent.get_round(self.table)
        if not self._round_starts or self._round_starts[-1][1] != round:
            self._round_starts.append((log_index, round))

    def _find_round(self, log_index: int) -> int:
        n = bisect_right(self._round_starts, log_index, key=lambda start: start[0])
        return self._round_starts[n - 1][1] if n else 0

    def _draw_answer(self, ask: Ask) -> Any:
        """Roll or draw for the program: draw number k of the question's stream."""
        stream = ask.key
        k = self._draw_counts.get(stream, 0)
        self._draw_counts[stream] = k + 1
        value = ask.answer_type.draw_random(self.chance, stream, k)
        if self._log is not None:
            self._log.append(LoggedAnswer(ask, value, is_entered=False))
        if self.listener is not None:
            self.listener.on_answer(ask)
        return ask.answer_type.validate(value)

    @property
    def _open_question_key(self) -> str:
        """The key of the open question; empty when the game is over."""
        return "" if self.open_ask is None else self.open_ask.key

    def _count_entry(self) -> None:
        """Count one more replayed entry; assumptions made before it can't be corrected any more."""
        self._replayed_count += 1
        self._act_number = 0
        self._forget_assumptions()

    def _forget_assumptions(self) -> None:
        """Close all open assumptions: they can't be corrected any more."""
        self._assumption_count, self._assumptions_start = 0, self._replayed_count
        if self._open_assumptions:
            self._open_assumptions = {}

    def _assume_answer(self, ask: Ask) -> Any:
        """Return the default answer, unless the next journal entry or the sample player corrects the assumption."""
        self._assumption_count += 1
        path = f"{OBJECTION_PREFIX}{self._assumption_count}.{ask.key}"
        if self._replayed_count == self.journal.position and self.assumption_policy is not None:
            objection = self.assumption_policy(ask, self.table)
            if objection is not None:
                self.journal.append(("correct", path, objection))
        if self._replayed_count < self.journal.position and self.journal.entries[self._replayed_count][:2] == (
            "correct",
            path,
        ):
            value = self.journal.entries[self._replayed_count][2]
            try:
                checked = ask.validate(value)
            except BadAnswerError as error:
                raise self._make_replay_error(error) from None
            if self._log is not None:
                self._log.append(LoggedAnswer(ask, value, is_entered=True))
            if self.listener is not None:
                self.listener.on_answer(ask)
            self._replayed_count += 1
            self._act_number = 0
            if self.journal.header["rival"] == 1:  # format 1 allowed corrections in step order only
                self._forget_assumptions()
            return checked
        self._open_assumptions[path] = ask
        if self._log is not None:
            self._log.append(LoggedAssumption(ask, path))
        return ask.validate(ask.default_answer)

    def _correct_assumption(self, path: str, value: Json) -> None:
        """Replay the game with this answer in place of an assumption."""
        self._open_assumptions[path].validate(value)
        objections = self.journal.active_entries[self._assumptions_start :]
        earlier = sum(parse_step_number(name) < parse_step_number(path) for _kind, name, _value in objections)
        position = self._assumptions_start + earlier
        if position < self.position:
            self.journal.seek(position)
        self.journal.append(("correct", path, copy_answer(value)))
        self._replay_from(position)
        with suppress(BadAnswerError):  # later corrections that no longer fit are dropped
            for _kind, name, later_value in objections[earlier:]:
                if name in self._open_assumptions:
                    self._correct_assumption(name, later_value)

    def _is_next_entry_objection(self) -> bool:
        """Return whether the next entry to replay corrects an open assumption."""
        kind, path, _value = self.journal.entries[self._replayed_count]
        return kind == "correct" and path in self._open_assumptions

    def _replay_from(self, first_changed: int) -> None:
        """Replay all active entries; rendered transcript entries before position ``first_changed`` stay cached."""
        first_changed = find_earliest_position(self.journal.entries, first_changed)
        for entries in self._rendered_entries.values():
            for i in [i for i, entry in entries.items() if entry.position >= first_changed]:
                del entries[i]
        self._replay_all()

    # --- log and transcript -----------------------------------------------------------------------------------------

    @property
    def log(self) -> list[Because | LoggedAnswer | LoggedAssumption | LoggedChange]:
        """All steps of the script; for a game played without a log they come from a replay."""
        if self._log is None:
            replayed = Session(self.journal, self.opponent, self.lang)
            self._log, self._round_starts, self._acts = replayed._log or [], replayed._round_starts, replayed._acts
        return self._log

    def _list_pending_reasons(self) -> list[Because]:
        """Return the explanation lines after the last entry: they belong to the open question."""
        lines: list[Because] = []
        for item in reversed(self.log):
            if not isinstance(item, Because) or isinstance(item, Event):
                break
            lines.append(item)
        return lines[::-1]

    def _index_transcript(self) -> list[TranscriptIndex]:
        """Index the log by transcript entries; an explanation line belongs to the entry after it."""
        index = self._transcript_index
        first, position = (index[-1].last + 1, self._find_position_after(index[-1])) if index else (0, 0)
        if first == len(self.log):
            return index
        for number, item in enumerate(islice(self.log, first, None), start=first):
            if item.__class__ is not LoggedAssumption and not is_reason(item):
                mark = TranscriptIndex(first, number, position)
                index.append(mark)
                first, position = number + 1, self._find_position_after(mark)
        return index

    def count_entries_before(self, position: int) -> int:
        """Return how many entries of the transcript were made before ``position``."""
        return bisect_left(self._index_transcript(), position, key=lambda mark: mark.position)

    def _find_position_after(self, mark: TranscriptIndex) -> int:
        item = self.log[mark.last]
        if isinstance(item, LoggedAnswer):
            return mark.position + item.is_entered
        return item.position + 1 if isinstance(item, LoggedChange) else mark.position

    def _render_entry(self, mark: TranscriptIndex, number: int) -> Entry:
        preceding, item = self.log[mark.first : mark.last], self.log[mark.last]
        round, act = self._find_round(mark.last), self._find_act(mark.last)
        reasons = self._list_reasons(mark)
        if isinstance(item, LoggedAnswer):
            ask, lines = item.ask, render_reasons(reasons, self.catalogue)
            metadata = {"key": ask.key, "kind": ask.kind, "answer": item.value, **ask.metadata}
            if isinstance(ask.answer_type, Die):
                metadata["sides"] = ask.answer_type.sides
            text = self.render(ask.format_line(item.value))
            return Entry("answer", text, ask.cites, lines, ask.who, mark.position, metadata, round=round, act=act)
        if isinstance(item, LoggedChange):
            because = render_reasons(reasons, self.catalogue)
            return Entry(item.kind, self.render(item.text), (), because, "player", item.position, round=round, act=act)
        assert isinstance(item, Because)
        because = render_reasons([*self._list_question_reasons(number, act), *reasons], self.catalogue)
        granted = next((reason for reason in reversed(preceding) if isinstance(reason, LoggedAssumption)), None)
        objection = None if granted is None else OptionText(granted.path, self.render(get_objection_text(granted.ask)))
        metadata = to_json(item.text.args)
        step = item if isinstance(item, Event) else None
        shows = render_highlight(step.highlight(), self.catalogue) if step and step.highlight else None
        text, is_covered = self.render(item.text), step is not None and step.is_covered_by_question
        return Entry(
            item.kind, text, item.cites, because, "", mark.position, metadata, objection, shows, round, is_covered, act
        )

    def _list_reasons(self, mark: TranscriptIndex) -> list[Because]:
        """Return the reasons of an entry; those of an answer are also the reasons of its question."""
        item = self.log[mark.last]
        reasons = [reason for reason in self.log[mark.first : mark.last] if isinstance(reason, Because)]
        return [*reasons, *item.ask.because] if isinstance(item, LoggedAnswer) else reasons

    def _list_question_reasons(self, number: int, act: int | None) -> list[Because]:
        """Return the reasons of the questions that were answered just before entry ``number`` of the same act.

        They belong to the step, too: it is what the questions were asked for. What led to a roll belongs to the roll.
        """
        reasons: list[Because] = []
        for earlier_number in range(number - 1, -1, -1):
            mark = self._transcript_index[earlier_number]
            item = self.log[mark.last]
            if not isinstance(item, LoggedAnswer) or self._find_act(mark.last) != act:
                break
            reasons[:0] = item.ask.because if item.ask.who == "chance" else self._list_reasons(mark)
        return reasons

    def _find_act(self, log_index: int) -> int | None:
        n = bisect_right(self._acts, log_index, key=lambda act: act.log_index)
        return n - 1 if n else None

    def _render_line(self, step: Because) -> ReasonLine:
        return ReasonLine(self.render(step.text), step.cites)


def is_reason(item: object) -> bool:
    """Return whether an item of the log is a reason for the step after it."""
    return isinstance(item, Because) and not isinstance(item, Event)


def schedule_corrections(journal: Journal) -> dict[Checkpoint, list[int]]:
    """Return the active entries with backdated corrections, by the checkpoint they apply from."""
    scheduled: dict[Checkpoint, list[int]] = {}
    for n, (_kind, _name, value) in enumerate(islice(journal.entries, journal.position)):
        if isinstance(value, BackdatedValue):
            scheduled.setdefault(value.checkpoint, []).append(n)
    return scheduled


def parse_step_number(path: str) -> int:
    """Return the step number in the path of an assumption."""
    return int(path.split(".", 2)[1])


def find_earliest_position(entries: Sequence[journals.JournalEntry], position: int) -> int:
    """Return the first position affected by entries from ``position`` on; backdated corrections reach further back."""
    return min(
        [position, *(value.checkpoint[0] for _kind, _name, value in entries if isinstance(value, BackdatedValue))]
    )


def describe_correction(editable: EditableValue, value: Json) -> Text:
    """Return the line of the history for a correction."""
    return _("Corrected: {what}: {value}", what=editable.label, value=editable.answer_type.format_answer(value))


def describe_replay(fitting: int, problem: Text | None) -> Text:
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


def describe_correction_result(dropped: int, problem: Text | None) -> Text:
    """Describe what happened to the answers of the current act after a correction."""
    if not dropped or problem is None:
        return _("Corrected.")
    return n_(
        "Corrected. {n} answer in this part of the turn no longer fits: {problem}",
        "Corrected. {n} answers in this part of the turn no longer fit: {problem}",
        dropped,
        problem=problem,
    )


def describe_dropped_answers(dropped: int, problem: Text | None) -> Text:
    """Describe the answers that a change would drop, before it is made."""
    return n_(
        "With this change {n} later answer would no longer fit: {problem}",
        "With this change {n} later answers would no longer fit: {problem}",
        dropped,
        problem=problem or Name(""),
    )


def is_same_question(ask: Ask, other_ask: Ask | None) -> bool:
    """Return whether two questions are the same: same answerer, same key, same text."""
    return other_ask is not None and (ask.who, ask.key, str(ask.text)) == (
        other_ask.who,
        other_ask.key,
        str(other_ask.text),
    )


def get_objection_text(ask: Ask) -> Text:
    """Return the text of the correction that is offered for an assumption."""
    return ask.objection or ask.text


def ignore_assigned_value(_value: Any) -> None:
    """Do nothing: assumptions are corrected by answering them, not by setting a value."""


def parse_answer(answer_type: AnswerType, value: Json, catalogues: tuple[Catalogue, ...]) -> Json:
    """Parse an answer into ids; raise BadAnswerError if it can't be stored in a journal."""
    if not is_storable(value):
        raise BadAnswerError(
            _("This value can't be saved: it is nested too deeply, has invalid characters, or a number is too large.")
        )
    return answer_type.parse(value, catalogues)


def copy_answer(value: Json) -> Json:
    """Copy a list or dict, so that the journal does not change when the caller's object does."""
    if isinstance(value, dict):
        return dict(value)
    return list(value) if isinstance(value, list) else value


def validate_seed(seed: Any) -> int:
    """Return the seed; raise BadOptionError if it is not a whole number that a journal can store."""
    if type(seed) is not int or not is_storable(seed):
        raise BadOptionError(_("The seed must be a whole number, not {seed}.", seed=shorten_for_message(seed)))
    return seed


def validate_dice_mode(dice: Any) -> DiceMode:
    """Return the dice mode; raise BadOptionError if it is neither “program” nor “mine”."""
    if dice not in ("program", "mine"):
        raise BadOptionError(
            _("The dice mode must be “program” (Rival rolls) or “mine” (you roll), not {dice}.", dice=Name(repr(dice)))
        )
    return "mine" if dice == "mine" else "program"


def validate_language(lang: Any) -> str:
    """Return the language; raise BadOptionError if there is no translation for it."""
    if isinstance(lang, str) and lang in LANGUAGES:
        return lang
    raise BadOptionError(
        _(
            "There is no language {lang}. Choose one of: {langs}.",
            langs=Name(", ".join(LANGUAGES)),
            lang=Name(repr(lang)),
        )
    )
