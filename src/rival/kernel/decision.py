"""Decisions: find the best candidate, break ties, and explain how.

Candidates are compared by criteria in order. Each criterion keeps the best candidates and adds a line of explanation.
Chance or the player breaks a remaining tie, as the rule says. If an unknown value can decide, the smallest possible
question is asked, and only about candidates that can still win.

A rule can ask several questions during one decision. The table does not change during the decision. If the player
corrects a value, the decision starts again from the corrected table and reuses the answers already given.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, TypeVar

from rival.kernel.answer_types import Choice, MultiChoice, Option, make_option
from rival.kernel.comparison import ComparedCandidate, Comparison, ComparisonTable, Exclusion
from rival.kernel.criteria import (
    ComparisonLine,
    Criterion,
    RemainingCandidatesText,
    find_leaders,
    make_comparison_question,
)
from rival.kernel.steps import Answerer, Ask, Because, Event, Script, Step, TableChangedError, set_citations
from rival.kernel.texts import Text, _
from rival.kernel.views import HighlightFactory, TapTargets

T = TypeVar("T")
C = TypeVar("C", bound=Hashable)


class Decision:
    """The answers of one decision so far, and the lines that explain the next question or step.

    ``highlight`` is the subject of questions that have no highlight of their own. ``exclusions`` are candidates that
    could not be chosen. ``last_line`` is the line of the last criterion.
    """

    __slots__ = ("answers", "exclusions", "highlight", "last_line", "reasons")

    def __init__(self, answers: dict[Hashable, Any]) -> None:
        self.answers = answers
        self.reasons: list[Because] = []
        self.highlight: HighlightFactory | None = None
        self.exclusions: Sequence[Exclusion] = ()
        self.last_line: ComparisonLine | None = None

    def add_reason(self, text: Text, *cites: str) -> None:
        """Add a line to the explanation."""
        self.reasons.append(set_citations(Because(text), cites))

    def add_only_candidate(self, label: Text, *cites: str) -> None:
        """Add a line saying that there is only one candidate, and list the candidates that could not be chosen."""
        text, exclusions = _("{name} is the only candidate.", name=label), self.exclusions
        if exclusions:
            rows = [ComparedCandidate(label, (), is_winner=True)]
            reason: Because = Comparison(text, make_table=lambda: ComparisonTable((), rows, exclusions))
        else:
            reason = Because(text)
        self.reasons.append(set_citations(reason, cites))

    def ask(self, key: Hashable, build: Callable[[], Ask]) -> Script[Any]:
        """Return the answer to a question; ``key`` identifies the question within this decision."""
        if key not in self.answers:
            question = build()
            question.because = (*self.reasons, *question.because)
            question.highlight = question.highlight or self.highlight
            self.answers[key] = yield question
        self.reasons.clear()
        return self.answers[key]

    def keep_best(
        self,
        survivors: Sequence[C],
        criterion: Criterion[C],
        to_option: Callable[[C], Option] = lambda candidate: make_option(str(candidate), value=candidate),
    ) -> Script[list[C]]:
        """Return the best candidates by a criterion, asking the player only if an unknown value could decide."""
        leading, value, values = find_leaders(survivors, criterion)
        if value is None and len(leading) > 1:
            choices, text = leading, criterion.question or make_comparison_question(criterion)
            chosen = yield from self.ask(
                (criterion.text, tuple(choices)),
                lambda: Ask(
                    "table",
                    "compare",
                    text,
                    MultiChoice([to_option(candidate) for candidate in choices], minimum=1),
                    *criterion.cites,
                    metadata=criterion.metadata,
                ),
            )
            leading = [candidate for candidate in choices if candidate in chosen] or choices
        text = RemainingCandidatesText(criterion, leading, len(survivors), value, to_option)
        previous = self.last_line if self.last_line and self.last_line.text.survivors is survivors else None
        self.last_line = ComparisonLine(text, survivors, values, previous, self.exclusions)
        self.reasons.append(self.last_line)
        return leading

    def choose_candidate(
        self,
        who: Answerer,
        key: str,
        text: Text,
        candidates: Sequence[C],
        *cites: str,
        to_option: Callable[[C], Option] = lambda candidate: make_option(str(candidate), value=candidate),
        label: str = "",
        tap_targets: TapTargets = "",
    ) -> Script[C]:
        """Return the only candidate, or let ``who`` choose one."""
        if len(candidates) == 1:
            return candidates[0]
        chosen: C = yield from self.ask(
            (key, text, tuple(candidates)),
            lambda: Ask(
                who,
                key,
                text,
                Choice([to_option(candidate) for candidate in candidates]),
                *cites,
                label=label,
                tap_targets=tap_targets,
            ),
        )
        if self.last_line is not None:
            self.last_line.chosen, self.last_line.tie_breaker = chosen, who
        return chosen


def decide(make_decision: Callable[[Decision], Script[T]]) -> Script[T]:
    """Make a decision, starting over whenever the player corrects the table."""
    answers: dict[Hashable, Any] = {}
    while True:
        decision = Decision(answers)
        try:
            outcome = yield from make_decision(decision)
        except TableChangedError:
            continue
        yield from decision.reasons
        return outcome


def select(
    who: Answerer,
    key: str,
    text: Text,
    candidates: Callable[[], Sequence[C]],
    criteria: Callable[[], Sequence[Criterion[C]]],
    *cites: str,
    to_option: Callable[[C], Option] = lambda candidate: make_option(str(candidate), value=candidate),
    label: str = "",
    tap_targets: TapTargets = "",
    make_highlight: Callable[[Sequence[C]], HighlightFactory] | None = None,
    exclusions: Callable[[], Sequence[Exclusion]] = lambda: (),
) -> Script[C | None]:
    """Return the best candidate by the criteria; let ``who`` break a tie. Return None if there are no candidates.

    ``make_highlight`` returns the highlight of the question about the best candidates. ``exclusions`` returns the
    candidates that could not be chosen, for the explanation.
    """

    def make_decision(decision: Decision) -> Script[C | None]:
        all_candidates = survivors = list(candidates())
        decision.exclusions = exclusions()
        for criterion in criteria():
            if len(survivors) > 1:
                survivors = yield from decision.keep_best(survivors, criterion, to_option)
        if len(all_candidates) == 1:
            decision.add_only_candidate(to_option(all_candidates[0]).label, *cites)
        if not survivors:
            return None
        decision.highlight = None if make_highlight is None else make_highlight(survivors)
        return (
            yield from decision.choose_candidate(
                who, key, text, survivors, *cites, to_option=to_option, label=label, tap_targets=tap_targets
            )
        )

    return (yield from decide(make_decision))


def collect_reasons(script: Script[T]) -> Script[tuple[T, list[Because]]]:
    """Run a script and return its result together with the reasons for the step that follows.

    An open question shows the reasons so far. Once it is answered, these reasons belong only to the step.
    """
    reasons: list[Because] = []
    resume: Callable[[], Step] = partial(script.send, None)
    while True:
        try:
            step = resume()
        except StopIteration as finished:
            return finished.value, reasons
        if isinstance(step, Because) and not isinstance(step, Event):
            reasons.append(step)
            resume = partial(script.send, None)
            continue
        try:
            resume = partial(script.send, (yield step))
        except TableChangedError as changed:
            reasons.clear()
            resume = partial(script.throw, changed)
        else:
            if isinstance(step, Ask):
                reasons += step.because
                step.because = ()
