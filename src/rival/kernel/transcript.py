"""The transcript of a game in one language: its entries and its acts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import overload

from rival.kernel.answer_types import Die, Json
from rival.kernel.game_log import GameLog, LoggedAnswer, LoggedAssumption, LoggedChange, StartedAct, is_reason
from rival.kernel.question import OptionText, ReasonLine, render_reasons
from rival.kernel.rendered_views import HighlightView, SpotView, render_highlight, render_spots
from rival.kernel.script_run import ScriptRun, get_objection_text
from rival.kernel.steps import Because, Cause, EntryKind, Event, Side
from rival.kernel.texts import Catalogue, Text, to_json


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the transcript: a step, an answer or a correction, as text and as data.

    ``because`` explains the entry, ``metadata`` describes it for programs, and ``highlight`` contains the spots that
    the entry touches. ``position`` is the position in the game at that time. ``objection`` is the path and label of the
    correction that can still be made at this step. ``is_covered_by_question`` is true if the previous question already
    described the step. ``act`` is the index of the entry's act in ``Session.acts``; None before the first act.
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
    """A die that caused an act: its number of sides, its face, and the name of the thing that it decides."""

    sides: int
    value: int
    label: str


@dataclass(frozen=True, slots=True)
class CauseView:
    """The cause of an act: a text and the dice that were rolled."""

    text: str
    dice: tuple[DieView, ...]


@dataclass(frozen=True, slots=True)
class StepNumber:
    """The number of an act among acts of the same kind in the turn, such as the second of three rolls."""

    n: int
    of: int


@dataclass(frozen=True, slots=True)
class ActEntry:
    """A part of a turn in the transcript.

    ``title`` names the target, ``cause`` is the reason for the act, ``result`` is the change, and ``idle`` is the
    reason why nothing moved. ``banner`` marks an announcement. ``heading`` and ``figure`` are the status line and the
    headline score at the start of the act, and ``highlight`` contains the act's places. The act consists of ``count``
    entries from number ``first`` on.
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


class TranscriptIndex:
    """The log items that make up one transcript entry, and the position in the game at that time."""

    __slots__ = ("first", "last", "position")

    def __init__(self, first: int, last: int, position: int) -> None:
        self.first, self.last, self.position = first, last, position


class TranscriptCache:
    """The rendered entries of a game in one language, and the index of the game's log.

    The cache does not refer to the game, so an unused game is freed at once.
    """

    __slots__ = ("entries", "index", "indexed_log")

    def __init__(self) -> None:
        self.entries: dict[int, Entry] = {}
        self.index: list[TranscriptIndex] = []
        self.indexed_log: GameLog | None = None

    def copy(self) -> TranscriptCache:
        """Return the cache for a copy of the game, which has the same entries but a separate log."""
        copied = TranscriptCache()
        copied.entries = dict(self.entries)
        return copied

    def forget_since(self, position: int) -> None:
        """Discard the rendered entries from this position on, because a replay may change them."""
        for number in [number for number, entry in self.entries.items() if entry.position >= position]:
            del self.entries[number]


class Transcript:
    """The entries of a game in one language, in order. An entry is rendered the first time it is read."""

    __slots__ = ("_cache", "_catalogue", "_run")

    def __init__(self, run: ScriptRun, catalogue: Catalogue, cache: TranscriptCache) -> None:
        self._run = run
        self._catalogue = catalogue
        self._cache = cache

    def __len__(self) -> int:
        return len(self._update_index())

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> list[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | list[Entry]:
        marks = self._update_index()
        if isinstance(index, slice):
            return [self._load_entry(marks[number], number) for number in range(len(marks))[index]]
        return self._load_entry(marks[index], range(len(marks))[index])

    def _load_entry(self, mark: TranscriptIndex, number: int) -> Entry:
        entry = self._cache.entries.get(number)
        if entry is None:
            entry = self._cache.entries[number] = self._render_entry(mark, number)
        return entry

    def __iter__(self) -> Iterator[Entry]:
        return iter(self[:])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Transcript) and self[:] == other[:]

    __hash__ = None  # type: ignore[assignment]

    def iterate_acts_since(self, entry: int) -> Iterator[ActEntry]:
        """Yield the acts, latest first, back to the act that contains transcript entry number ``entry``."""
        index, acts = self._update_index(), self._run.game_log.acts
        end = len(index)
        for n in range(len(acts) - 1, -1, -1):
            act = acts[n]
            first = bisect_left(index, act.log_index, key=lambda mark: mark.last)
            yield self._render_act(n, act, first, end - first)
            if first <= entry:
                return
            end = first

    def _render_act(self, number: int, act: StartedAct, first: int, count: int) -> ActEntry:
        return ActEntry(
            number=number,
            title=self._render(act.title),
            who=act.act.who,
            cites=act.act.cites,
            cause=None if act.cause is None else self._render_cause(act.cause),
            step=None if act.step is None else StepNumber(*act.step),
            banner=act.is_banner,
            result=None if act.result is None else self._render(act.result),
            idle=None if act.idle is None else self._render(act.idle),
            heading=tuple(self._render(text) for text in act.heading),
            figure=None if act.figure is None else render_spots([act.figure], self._catalogue)[0],
            highlight=None if act.highlight is None else render_highlight(act.highlight(), self._catalogue),
            first=first,
            count=count,
        )

    def _render_cause(self, cause: Cause) -> CauseView:
        dice = (DieView(die.sides, die.value, self._render(die.label) if die.label else "") for die in cause.dice)
        return CauseView(self._render(cause.text), tuple(dice))

    def _update_index(self) -> list[TranscriptIndex]:
        """Return the log ranges that make up the entries. An explanation line belongs to the entry that follows it."""
        log, cache = self._run.game_log, self._cache
        if cache.indexed_log is not log:  # the game was replayed
            cache.index, cache.indexed_log = [], log
        index, items = cache.index, log.items
        first, position = (index[-1].last + 1, self._find_position_after(index[-1])) if index else (0, 0)
        if first == len(items):
            return index
        for number, item in enumerate(islice(items, first, None), start=first):
            if item.__class__ is not LoggedAssumption and not is_reason(item):
                mark = TranscriptIndex(first, number, position)
                index.append(mark)
                first, position = number + 1, self._find_position_after(mark)
        return index

    def count_entries_before(self, position: int) -> int:
        """Return the number of transcript entries before ``position``."""
        return bisect_left(self._update_index(), position, key=lambda mark: mark.position)

    def _find_position_after(self, mark: TranscriptIndex) -> int:
        item = self._run.log[mark.last]
        if isinstance(item, LoggedAnswer):
            return mark.position + item.is_entered
        return item.position + 1 if isinstance(item, LoggedChange) else mark.position

    def _render_entry(self, mark: TranscriptIndex, number: int) -> Entry:
        preceding, item = self._run.log[mark.first : mark.last], self._run.log[mark.last]
        log = self._run.game_log
        round, act = log.find_round(mark.last), log.find_act(mark.last)
        reasons = self._list_reasons(mark)
        if isinstance(item, LoggedAnswer):
            ask, lines = item.ask, render_reasons(reasons, self._catalogue)
            metadata = {"key": ask.key, "kind": ask.kind, "answer": item.value, **ask.metadata}
            if isinstance(ask.answer_type, Die):
                metadata["sides"] = ask.answer_type.sides
            text = self._render(ask.format_line(item.value))
            return Entry("answer", text, ask.cites, lines, ask.who, mark.position, metadata, round=round, act=act)
        if isinstance(item, LoggedChange):
            because = render_reasons(reasons, self._catalogue)
            return Entry(item.kind, self._render(item.text), (), because, "player", item.position, round=round, act=act)
        assert isinstance(item, Because)
        because = render_reasons([*self._list_question_reasons(number, act), *reasons], self._catalogue)
        granted = next((reason for reason in reversed(preceding) if isinstance(reason, LoggedAssumption)), None)
        objection = None if granted is None else OptionText(granted.path, self._render(get_objection_text(granted.ask)))
        metadata = to_json(item.text.args)
        step = item if isinstance(item, Event) else None
        shows = render_highlight(step.highlight(), self._catalogue) if step and step.highlight else None
        text, is_covered = self._render(item.text), step is not None and step.is_covered_by_question
        return Entry(
            item.kind, text, item.cites, because, "", mark.position, metadata, objection, shows, round, is_covered, act
        )

    def _list_reasons(self, mark: TranscriptIndex) -> list[Because]:
        """Return the reasons for an entry. An answer also has the reasons for its question."""
        item = self._run.log[mark.last]
        reasons = [reason for reason in self._run.log[mark.first : mark.last] if isinstance(reason, Because)]
        return [*reasons, *item.ask.because] if isinstance(item, LoggedAnswer) else reasons

    def _list_question_reasons(self, number: int, act: int | None) -> list[Because]:
        """Return the reasons for the questions that were answered just before entry ``number`` in the same act.

        These reasons also explain the step, because the questions were asked for its sake. The reasons for a roll
        belong only to the roll.
        """
        reasons: list[Because] = []
        for earlier_number in range(number - 1, -1, -1):
            mark = self._cache.index[earlier_number]
            item = self._run.log[mark.last]
            if not isinstance(item, LoggedAnswer) or self._run.game_log.find_act(mark.last) != act:
                break
            reasons[:0] = item.ask.because if item.ask.who == "chance" else self._list_reasons(mark)
        return reasons

    def _render(self, text: Text) -> str:
        return text.render(self._catalogue)
