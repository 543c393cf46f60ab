"""Criteria: how a rule compares candidates, which ones remain, and the line that explains it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from rival.kernel.answer_types import Json, Option
from rival.kernel.steps import NO_METADATA
from rival.kernel.texts import NO_ARGS, Catalogue, JoinedText, Text, _

C = TypeVar("C", bound=Hashable)


class Criterion(Generic[C]):
    """One comparison of a rule: the value of each candidate, and whether the highest or lowest is best.

    ``get_value`` returns the value of a candidate; None if it is unknown. ``question`` is asked if unknown values
    decide. ``shows_value`` is true if the value means something to a reader (a distance does, a mere yes does not), and
    ``format_value`` formats it ("3 coins"). ``metadata`` describes the comparison for programs.
    """

    __slots__ = ("best", "cites", "format_value", "get_value", "metadata", "question", "shows_value", "text")

    def __init__(
        self,
        text: Text,
        get_value: Callable[[C], int | None],
        cites: tuple[str, ...],
        best: Literal["most", "least"] = "most",
        question: Text | None = None,
        shows_value: bool = True,
        metadata: Mapping[str, Json] = NO_METADATA,
        format_value: Callable[[int], Text] | None = None,
    ) -> None:
        self.format_value = format_value
        self.text = text
        self.get_value = get_value
        self.cites = cites
        self.best = best
        self.question = question
        self.shows_value = shows_value
        self.metadata = metadata


class RemainingCandidatesText(Text):
    """The text that explains which candidates a criterion leaves, and their value."""

    __slots__ = ("criterion", "survivors", "to_option", "total_count", "value")

    def __init__(
        self,
        criterion: Criterion[Any],
        survivors: Sequence[Any],
        total_count: int,
        value: int | None,
        to_option: Callable[[Any], Option],
    ) -> None:
        self.msgid = ""
        self.args = NO_ARGS
        self.criterion = criterion
        self.survivors = survivors
        self.total_count = total_count
        self.value = value
        self.to_option = to_option

    def render(self, catalogue: Catalogue) -> str:
        """Return the explanation in one language."""
        names = JoinedText([self.to_option(candidate).label for candidate in self.survivors])
        has_value = self.value is not None and self.criterion.shows_value
        if len(self.survivors) == self.total_count:
            text = (
                _("{criterion}: tie between {names} ({value})")
                if has_value
                else _("{criterion}: no difference between {names}")
            )
        else:
            text = _("{criterion}: {names} ({value})") if has_value else _("{criterion}: {names}")
        value = (
            self.value
            if self.value is None or self.criterion.format_value is None
            else self.criterion.format_value(self.value)
        )
        text.args.update(criterion=self.criterion.text, names=names, value=value)
        return Text.render(text, catalogue)


def find_leaders(candidates: Sequence[C], criterion: Criterion[C]) -> tuple[list[C], int | None]:
    """Return the candidates that can still be the best, and their value; None for the value if some are unknown."""
    values = [criterion.get_value(candidate) for candidate in candidates]
    known_values = [value for value in values if value is not None]
    best = None if not known_values else max(known_values) if criterion.best == "most" else min(known_values)
    leading = [candidate for n, candidate in enumerate(candidates) if values[n] is None or values[n] == best]
    return leading, best if len(known_values) == len(values) else None


def make_comparison_question(criterion: Criterion[Any]) -> Text:
    """Return the question for the best candidates when their values are unknown."""
    return _("Which is best: {criterion}? If several are equal, choose all of them.", criterion=criterion.text)
