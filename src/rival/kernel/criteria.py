"""Criteria: how a rule compares candidates, which candidates remain, and the line that explains the comparison."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from rival.kernel.answer_types import Json, Option
from rival.kernel.comparison import ComparedCandidate, ComparedCriterion, Comparison, ComparisonTable, Exclusion
from rival.kernel.steps import NO_METADATA, Answerer
from rival.kernel.texts import NO_ARGS, Catalogue, JoinedText, Name, Text, _

C = TypeVar("C", bound=Hashable)


class Criterion(Generic[C]):
    """One comparison of a rule: how to get a candidate's value, and whether the highest or lowest value is best.

    ``get_value`` returns the value of a candidate, or None if the value is unknown. ``question`` is asked if unknown
    values would decide. ``shows_value`` is true if the value is informative for a reader (a distance is, a plain yes is
    not), and ``format_value`` formats the value ("3 coins"). ``metadata`` describes the comparison for programs.
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
    """The text that explains which candidates remain after a criterion, with their value."""

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


class ComparisonLine(Comparison):
    """The reason that a criterion adds to a decision, with the comparison so far.

    ``candidates`` and ``values`` are the compared candidates with their values, ``survivors`` are the candidates that
    remain, and ``previous`` is the line of the previous criterion. ``chosen`` is set when ``tie_breaker`` has broken a
    tie between the survivors.
    """

    __slots__ = ("candidates", "chosen", "exclusions", "previous", "tie_breaker", "values")

    text: RemainingCandidatesText

    def __init__(
        self,
        text: RemainingCandidatesText,
        candidates: Sequence[Any],
        values: Sequence[int | None],
        previous: ComparisonLine | None,
        exclusions: Sequence[Exclusion],
    ) -> None:
        self.text = text
        self.cites = text.criterion.cites
        self.candidates = candidates
        self.values = values
        self.previous = previous
        self.exclusions = exclusions
        self.chosen: Any = None
        self.tie_breaker: Answerer | None = None

    def make_table(self) -> ComparisonTable:
        """Return the table of all candidates, with their values for each criterion up to this one."""
        lines = self.list_lines()
        chosen = self.text.survivors[0] if len(self.text.survivors) == 1 else self.chosen
        deciding = next((n for n, line in enumerate(lines) if len(line.text.survivors) == 1), None)
        rows = [
            ComparedCandidate(
                self.text.to_option(candidate).label,
                tuple(line.format_value(candidate) for line in lines),
                candidate == chosen,
            )
            for candidate in lines[0].candidates
        ]
        columns = [ComparedCriterion(line.text.criterion.text, line.cites) for line in lines]
        return ComparisonTable(columns, rows, self.exclusions, deciding, self.tie_breaker)

    def list_lines(self) -> list[ComparisonLine]:
        """Return the lines of the decision up to this one."""
        return [*(self.previous.list_lines() if self.previous else ()), self]

    def format_value(self, candidate: Any) -> Text | None:
        """Return the value of a candidate as text; None if this criterion did not compare the candidate."""
        if candidate not in self.candidates:
            return None
        criterion, value = self.text.criterion, self.values[self.candidates.index(candidate)]
        if value is None:
            return BEST_TEXT if candidate in self.text.survivors else UNKNOWN_TEXT
        if not criterion.shows_value:
            return YES_TEXT if value else NO_TEXT
        return Name(str(value)) if criterion.format_value is None else criterion.format_value(value)


YES_TEXT, NO_TEXT = _("yes"), _("no")
BEST_TEXT, UNKNOWN_TEXT = _("best"), _("not the best")


def find_leaders(candidates: Sequence[C], criterion: Criterion[C]) -> tuple[list[C], int | None, Sequence[int | None]]:
    """Return the candidates that can still be the best, the best value, and the value of each candidate.

    The best value is None if some values are unknown.
    """
    values = [criterion.get_value(candidate) for candidate in candidates]
    known_values = [value for value in values if value is not None]
    best = None if not known_values else max(known_values) if criterion.best == "most" else min(known_values)
    leading = [candidate for n, candidate in enumerate(candidates) if values[n] is None or values[n] == best]
    return leading, best if len(known_values) == len(values) else None, values


def make_comparison_question(criterion: Criterion[Any]) -> Text:
    """Return the question that asks for the best candidates when their values are unknown."""
    return _("Which is best ({criterion})? If several are equally good, choose all of them.", criterion=criterion.text)
