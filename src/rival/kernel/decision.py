"""Decisions: find the best candidate, break ties, and explain how.

Candidates are compared by criteria in order; each criterion keeps the best ones and adds a line of explanation. The
remaining tie is decided by chance or by the player, as the rule says. If an unknown value can decide, the smallest
possible question is asked, and only for candidates that can still win.

A rule can ask several questions during one decision. The table does not change meanwhile; if a value is corrected, the
decision starts again from the corrected table and reuses the answers it already has.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from rival.kernel.selection import Criterion, Remaining, leaders, which_is_best
from rival.kernel.shapes import Choice, Option, Several, option
from rival.kernel.steps import Ask, Because, Corrected, Script, Who, cited
from rival.kernel.texts import Text, _
from rival.kernel.views import Place, Showing

T = TypeVar("T")
C = TypeVar("C", bound=Hashable)


class Decision:
    """The answers of one decision so far, and the lines that explain its next question or step.

    ``shows`` is the subject of its questions, unless they have their own.
    """

    __slots__ = ("answers", "lines", "shows")

    def __init__(self, answers: dict[Hashable, Any]) -> None:
        self.answers = answers
        self.lines: list[Because] = []
        self.shows: Showing | None = None

    def because(self, text: Text, *cites: str) -> None:
        """Add a line to the explanation."""
        self.lines.append(cited(Because(text), cites))

    def ask(self, about: Hashable, build: Callable[[], Ask]) -> Script[Any]:
        """Return the answer to a question; ``about`` identifies the question within this decision."""
        if about not in self.answers:
            question = build()
            question.because = (*self.lines, *question.because)
            question.shows = question.shows or self.shows
            self.answers[about] = yield question
        self.lines.clear()
        return self.answers[about]

    def best(
        self,
        survivors: Sequence[C],
        criterion: Criterion[C],
        words: Callable[[C], Option] = lambda one: option(str(one), value=one),
    ) -> Script[list[C]]:
        """Return the candidates that a criterion leaves; ask only if an unknown value can decide."""
        kept, value = leaders(survivors, criterion)
        if value is None and len(kept) > 1:
            offered, text = kept, criterion.question or which_is_best(criterion)
            best = yield from self.ask(
                (criterion.text, tuple(offered)),
                lambda: Ask(
                    "table",
                    "compare",
                    text,
                    Several([words(one) for one in offered], least=1),
                    *criterion.cites,
                    about=criterion.about,
                ),
            )
            kept = [one for one in offered if one in best] or offered
        self.lines.append(cited(Because(Remaining(criterion, kept, len(survivors), value, words)), criterion.cites))
        return kept

    def choose(
        self,
        who: Who,
        key: str,
        text: Text,
        candidates: Sequence[C],
        *cites: str,
        words: Callable[[C], Option] = lambda one: option(str(one), value=one),
        label: str = "",
        on: Place = "",
    ) -> Script[C]:
        """Return the only candidate, or the one that ``who`` chooses."""
        if len(candidates) == 1:
            return candidates[0]
        return (  # type: ignore[no-any-return]
            yield from self.ask(
                (key, text, tuple(candidates)),
                lambda: Ask(
                    who,
                    key,
                    text,
                    Choice([words(one) for one in candidates]),
                    *cites,
                    label=label,
                    on=on,
                ),
            )
        )


def decide(make: Callable[[Decision], Script[T]]) -> Script[T]:
    """Make a decision, again from the start whenever the table is corrected meanwhile."""
    answers: dict[Hashable, Any] = {}
    while True:
        decision = Decision(answers)
        try:
            found = yield from make(decision)
        except Corrected:
            continue
        yield from decision.lines
        return found


def select(
    who: Who,
    key: str,
    text: Text,
    candidates: Callable[[], Sequence[C]],
    criteria: Callable[[], Sequence[Criterion[C]]],
    *cites: str,
    words: Callable[[C], Option] = lambda one: option(str(one), value=one),
    label: str = "",
    on: Place = "",
    shows: Callable[[Sequence[C]], Showing] | None = None,
) -> Script[C | None]:
    """Return the candidate that the criteria leave, or that ``who`` chooses of the best; None if there is none.

    ``shows`` returns the subject of the question for the best candidates.
    """

    def make(mind: Decision) -> Script[C | None]:
        found = survivors = list(candidates())
        for criterion in criteria():
            if len(survivors) > 1:
                survivors = yield from mind.best(survivors, criterion, words)
        if len(found) == 1:
            mind.because(_("{name} is the only candidate.", name=words(found[0]).label), *cites)
        if not survivors:
            return None
        mind.shows = None if shows is None else shows(survivors)
        return (yield from mind.choose(who, key, text, survivors, *cites, words=words, label=label, on=on))

    return (yield from decide(make))
