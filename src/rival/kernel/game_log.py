"""The log of a game: its steps, answers and corrections, its acts and its rounds, in order."""

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


LogItem: TypeAlias = Because | LoggedAnswer | LoggedAssumption | LoggedChange
"""An item of the log."""


class GameLog:
    """The items of a game in order, with the acts and the rounds that begin at them."""

    __slots__ = ("acts", "items", "round_starts")

    def __init__(self) -> None:
        self.items: list[LogItem] = []
        self.acts: list[StartedAct] = []
        self.round_starts: list[tuple[int, int]] = []

    def begin_act(self, act: Act, checkpoint: Checkpoint, heading: Sequence[Text], figure: Spot | None) -> None:
        """Log the start of an act, with the status of the game at its beginning."""
        self.acts.append(StartedAct(act, len(self.items), checkpoint, heading, figure))

    def update_act(self, update: ActUpdate) -> None:
        """Change the current act."""
        for act in self.acts[-1:]:
            act.apply_update(update)

    def find_act(self, log_index: int) -> int | None:
        """Return the number of the act to which an item belongs; None before the first act."""
        n = bisect_right(self.acts, log_index, key=lambda act: act.log_index)
        return n - 1 if n else None

    def record_round(self, round: int) -> None:
        """Record that the next item belongs to this round."""
        if not self.round_starts or self.round_starts[-1][1] != round:
            self.round_starts.append((len(self.items), round))

    def find_round(self, log_index: int) -> int:
        """Return the round to which an item belongs; 0 before the first."""
        n = bisect_right(self.round_starts, log_index, key=lambda start: start[0])
        return self.round_starts[n - 1][1] if n else 0

    def insert_change(self, change: LoggedChange) -> None:
        """Log a change in the current act, before the lines that explain the open question."""
        index = len(self.items) - len(self.list_pending_reasons())
        for act in self.acts:
            act.log_index = min(act.log_index, index)  # lines before a heading may explain the question after it
        self.items.insert(index, change)

    def list_pending_reasons(self) -> list[Because]:
        """Return the explanation lines after the last entry: they belong to the open question."""
        lines: list[Because] = []
        for item in reversed(self.items):
            if not isinstance(item, Because) or isinstance(item, Event):
                break
            lines.append(item)
        return lines[::-1]

    def list_answered_asks(self) -> list[Ask | None]:
        """Return the question of each answer that was entered; None for corrections and changes of the dice mode."""
        return [
            item.ask if isinstance(item, LoggedAnswer) else None
            for item in self.items
            if isinstance(item, LoggedChange) or (isinstance(item, LoggedAnswer) and item.is_entered)
        ]


def is_reason(item: object) -> bool:
    """Return whether an item of the log is a reason for the step after it."""
    return isinstance(item, Because) and not isinstance(item, Event)


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

    __slots__ = ("answered_asks", "citation_counts", "question_counts")

    def __init__(self) -> None:
        self.question_counts: dict[tuple[str, str], int] = {}
        self.citation_counts: dict[tuple[str, ...], int] = {}  # a game has few different lists of rules
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
        """Count a question and all rules that it cites."""
        question = (ask.who, ask.key)
        self.question_counts[question] = self.question_counts.get(question, 0) + 1
        self._count_citation(ask.cites)
        self.answered_asks.append(ask)  # its reasons are counted later: some move to the step that they explain
        for reason in ask.reminders:
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
        for ask in self.answered_asks:
            for reason in ask.because:
                for rule in reason.cites:
                    counts[rule] = counts.get(rule, 0) + 1
        return Counter(counts)
