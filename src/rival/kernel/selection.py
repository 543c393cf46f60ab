"""Criteria: how a rule compares candidates, which ones remain, and the line that explains it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from rival.kernel.shapes import Json, Option
from rival.kernel.steps import NOTHING
from rival.kernel.texts import NO_ARGS, Catalogue, Joined, Text, _

C = TypeVar("C", bound=Hashable)


class Criterion(Generic[C]):
    """One comparison of a rule: ``value`` of a candidate (None if unknown), and whether the highest or lowest is best.

    ``question`` is asked if unknown values decide. ``shown`` is true if the value means something to a reader (a
    distance does, a mere yes does not), and ``unit`` formats it ("3 coins"). ``about`` describes the comparison for
    programs.
    """

    __slots__ = ("about", "best", "cites", "question", "shown", "text", "unit", "value")

    def __init__(
        self,
        text: Text,
        value: Callable[[C], int | None],
        cites: tuple[str, ...],
        best: Literal["most", "least"] = "most",
        question: Text | None = None,
        shown: bool = True,
        about: Mapping[str, Json] = NOTHING,
        unit: Callable[[int], Text] | None = None,
    ) -> None:
        self.unit = unit
        self.text = text
        self.value = value
        self.cites = cites
        self.best = best
        self.question = question
        self.shown = shown
        self.about = about


class Remaining(Text):
    """The explanation of a criterion: the candidates that remain, and their value. It is composed when rendered."""

    __slots__ = ("criterion", "of", "survivors", "value", "words")

    def __init__(
        self,
        criterion: Criterion[Any],
        survivors: Sequence[Any],
        of: int,
        value: int | None,
        words: Callable[[Any], Option],
    ) -> None:
        self.msgid = ""
        self.args = NO_ARGS
        self.criterion = criterion
        self.survivors = survivors
        self.of = of
        self.value = value
        self.words = words

    def render(self, catalogue: Catalogue) -> str:
        """Return the explanation in one language."""
        names = Joined([self.words(one).label for one in self.survivors])
        shown = self.value is not None and self.criterion.shown
        if len(self.survivors) == self.of:
            text = (
                _("{criterion}: tie between {names} ({value})")
                if shown
                else _("{criterion}: no difference between {names}")
            )
        else:
            text = _("{criterion}: {names} ({value})") if shown else _("{criterion}: {names}")
        value = self.value if self.value is None or self.criterion.unit is None else self.criterion.unit(self.value)
        text.args.update(criterion=self.criterion.text, names=names, value=value)
        return Text.render(text, catalogue)


def leaders(candidates: Sequence[C], criterion: Criterion[C]) -> tuple[list[C], int | None]:
    """Return the candidates that can still be the best, and their value; None for the value if some are unknown."""
    values = [criterion.value(one) for one in candidates]
    known = [value for value in values if value is not None]
    best = None if not known else max(known) if criterion.best == "most" else min(known)
    kept = [one for n, one in enumerate(candidates) if values[n] is None or values[n] == best]
    return kept, best if len(known) == len(values) else None


def which_is_best(criterion: Criterion[Any]) -> Text:
    """Return the question for the best candidates when their values are unknown."""
    return _("Which is best: {criterion}? If several are equal, choose all of them.", criterion=criterion.text)
