"""The log of a game: its steps, answers, corrections, acts and rounds, in order."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from rival.kernel.answer_types import Checklist, Json
from rival.kernel.journal import Checkpoint
from rival.kernel.steps import Act, ActUpdate, Ask, Because, Event
from rival.kernel.texts import Text
from rival.kernel.views import Spot


class StartedAct:
    """The start of an act: its index in the log, its checkpoint, and the game's status at that time."""

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
        """Copy the values from an update, except those that are None."""
        for name in ActUpdate.__slots__:
            value = getattr(update, name)
            if value is not None:
                setattr(self, name, value)


class LoggedAnswer:
    """A question and its answer in the log; ``is_entered`` is false for rolls and draws made by the program."""

    __slots__ = ("ask", "is_entered", "value")

    def __init__(self, ask: Ask, value: Json, is_entered: bool) -> None:
        self.ask = ask
        self.value = value
        self.is_entered = is_entered


class LoggedAssumption:
    """An assumption in the log: the skipped question, and the path by which the player can correct the assumption."""

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


LogItem: TypeAlias = Because | LoggedAnswer | LoggedAssumption | LoggedChange
"""An item of the log."""


class GameLog:
    """The log items of a game in order, and the items at which acts and rounds begin."""

    __slots__ = ("acts", "items", "round_starts")

    def __init__(self) -> None:
        self.items: list[LogItem] = []
        self.acts: list[StartedAct] = []
        self.round_starts: list[tuple[int, int]] = []

    def begin_act(self, act: Act, checkpoint: Checkpoint, heading: Sequence[Text], figure: Spot | None) -> None:
        """Log the start of an act with the current status of the game."""
        self.acts.append(StartedAct(act, len(self.items), checkpoint, heading, figure))

    def update_act(self, update: ActUpdate) -> None:
        """Apply an update to the current act."""
        for act in self.acts[-1:]:
            act.apply_update(update)

    def find_act(self, log_index: int) -> int | None:
        """Return the number of the act that contains an item; None before the first act."""
        n = bisect_right(self.acts, log_index, key=lambda act: act.log_index)
        return n - 1 if n else None

    def record_round(self, round: int) -> None:
        """Record that the next item belongs to this round."""
        if not self.round_starts or self.round_starts[-1][1] != round:
            self.round_starts.append((len(self.items), round))

    def find_round(self, log_index: int) -> int:
        """Return the round that contains an item; 0 before the first round."""
        n = bisect_right(self.round_starts, log_index, key=lambda start: start[0])
        return self.round_starts[n - 1][1] if n else 0

    def insert_change(self, change: LoggedChange) -> None:
        """Log a change in the current act, before the lines that explain the open question."""
        index = len(self.items) - len(self.list_pending_reasons())
        for act in self.acts:
            act.log_index = min(act.log_index, index)  # lines before a heading may explain the question after it
        self.items.insert(index, change)

    def list_pending_reasons(self) -> list[Because]:
        """Return the explanation lines after the last entry, which belong to the open question."""
        lines: list[Because] = []
        for item in reversed(self.items):
            if not isinstance(item, Because) or isinstance(item, Event):
                break
            lines.append(item)
        return lines[::-1]

    def list_answered_asks(self) -> list[Ask | None]:
        """Return the question for each journal entry: None for corrections and changes of the dice mode."""
        return [
            item.ask if isinstance(item, LoggedAnswer) else None
            for item in self.items
            if isinstance(item, LoggedChange) or (isinstance(item, LoggedAnswer) and item.is_entered)
        ]


def is_reason(item: object) -> bool:
    """Return whether a log item is a reason for the step that follows."""
    return isinstance(item, Because) and not isinstance(item, Event)


class StepListener(Protocol):
    """A listener that is notified of every step and every answer of a game."""

    def reset(self) -> None:
        """Discard all recorded data before the game is replayed from the start."""

    def on_step(self, step: Because) -> None:
        """Handle a step other than a question."""

    def on_answer(self, ask: Ask) -> None:
        """Handle a question that the player or the program has answered."""


class StepCounter:
    """A listener that counts questions and cited rules while a game is played."""

    __slots__ = ("answered_asks", "citation_counts", "question_counts")

    def __init__(self) -> None:
        self.question_counts: dict[tuple[str, str], int] = {}
        self.citation_counts: dict[tuple[str, ...], int] = {}  # a game has few distinct lists of rules
        self.answered_asks: list[Ask] = []

    def reset(self) -> None:
        """Set all counts to zero."""
        self.question_counts.clear()
        self.citation_counts.clear()
        self.answered_asks.clear()

    def on_step(self, step: Because) -> None:
        """Count the rules that a step cites."""
        self._count_citation(step.cites)

    def _count_citation(self, rules: tuple[str, ...]) -> None:
        self.citation_counts[rules] = self.citation_counts.get(rules, 0) + 1

    def on_answer(self, ask: Ask) -> None:
        """Count a question and all rules that the question cites."""
        question = (ask.who, ask.key)
        self.question_counts[question] = self.question_counts.get(question, 0) + 1
        self._count_citation(ask.cites)
        self.answered_asks.append(ask)  # reasons are counted later: some move to the step that they explain
        for reason in ask.reminders:
            self._count_citation(reason.cites)
        if isinstance(ask.answer_type, Checklist):
            for item in ask.answer_type.items:
                self._count_citation(item.cites)

    @property
    def rule_counts(self) -> Counter[str]:
        """The number of times each rule was cited."""
        counts: dict[str, int] = {}
        for cites, times in self.citation_counts.items():
            for rule in cites:
                counts[rule] = counts.get(rule, 0) + times
        for ask in self.answered_asks:
            for reason in ask.because:
                for rule in reason.cites:
                    counts[rule] = counts.get(rule, 0) + 1
        return Counter(counts)
