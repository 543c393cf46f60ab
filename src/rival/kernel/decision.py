"""Decisions: find the best, then break ties, and say how.

Candidates run through ordered, named criteria; each keeps the best and writes its line of explanation. What remains
goes to chance or to the player, as the rule says. A criterion that needs a value nobody has told asks the smallest
question that settles it, and offers only the candidates that can still win.

A rule that compares, looks something up and compares again asks as it goes along. While it does, nothing on the
table changes; so when a value is corrected meanwhile, the whole decision is made again from the corrected table,
and what was already told is not asked twice.
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
    """The answers of one decision so far, and the lines that explain what comes next.

    ``shows`` is what its questions are about, where they say nothing else.
    """

    __slots__ = ("answers", "lines", "shows")

    def __init__(self, answers: dict[Hashable, Any]) -> None:
        self.answers = answers
        self.lines: list[Because] = []
        self.shows: Showing | None = None

    def because(self, text: Text, *cites: str) -> None:
        self.lines.append(cited(Because(text), cites))

    def ask(self, about: Hashable, build: Callable[[], Ask]) -> Script[Any]:
        """The answer to a question; ``about`` tells it from all others of this decision."""
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
        """What a criterion leaves of the candidates; asks only if an unknown value can decide."""
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
        """The one candidate there is, or the one that ``who`` picks."""
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
    """The one candidate that the criteria leave, or that ``who`` picks of those they leave; None if there is none.

    ``shows`` makes the picture of those that are left to pick from.
    """

    def make(mind: Decision) -> Script[C | None]:
        found = survivors = list(candidates())
        for criterion in criteria():
            if len(survivors) > 1:
                survivors = yield from mind.best(survivors, criterion, words)
        if len(found) == 1:
            mind.because(_("Only {name} comes into question.", name=words(found[0]).label), *cites)
        if not survivors:
            return None
        mind.shows = None if shows is None else shows(survivors)
        return (yield from mind.choose(who, key, text, survivors, *cites, words=words, label=label, on=on))

    return (yield from decide(make))
