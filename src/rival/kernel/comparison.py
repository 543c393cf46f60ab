"""Comparisons: tables that explain a decision by its candidates and the criteria of its rule.

A table is built only when the player opens the explanation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rival.kernel.steps import Answerer, Because
from rival.kernel.texts import Catalogue, Text


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A candidate that the rule does not compare, with the reason, such as a full sector or a costly card."""

    label: Text
    reason: Text
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparedCriterion:
    """A column of a comparison: a criterion and its rules."""

    text: Text
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ComparedCandidate:
    """A row of a comparison: a candidate with its value for each criterion, or None if it was not compared."""

    label: Text
    values: tuple[Text | None, ...]
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class ComparisonTable:
    """The candidates of a decision, compared by criteria in the order of the rule.

    ``exclusions`` are candidates that could not be chosen. ``deciding`` is the index of the criterion that left only
    one candidate, or None if no criterion did. ``tie_breaker`` says who chose among tied candidates: chance or the
    player.
    """

    criteria: Sequence[ComparedCriterion]
    candidates: Sequence[ComparedCandidate]
    exclusions: Sequence[Exclusion] = ()
    deciding: int | None = None
    tie_breaker: Answerer | None = None


class Comparison(Because):
    """A reason with a table of the candidates; ``make_table`` is called only when the player opens the table."""

    __slots__ = ("make_table",)

    def __init__(self, text: Text, *cites: str, make_table: Callable[[], ComparisonTable]) -> None:
        self.text = text
        self.cites = cites
        self.make_table = make_table


@dataclass(frozen=True, slots=True)
class CriterionView:
    """A column of a comparison in one language; ``decides`` marks the criterion that left only one candidate."""

    text: str
    cites: tuple[str, ...]
    decides: bool


@dataclass(frozen=True, slots=True)
class CandidateView:
    """A row of a comparison in one language; a value is None if the candidate had already been eliminated.

    ``excluded`` is the reason why the candidate could not be chosen, and ``cites`` names the rules behind this reason.
    """

    label: str
    values: tuple[str | None, ...]
    excluded: str | None
    cites: tuple[str, ...]
    winner: bool


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """A comparison in one language: the criteria in the order of the rule, and the candidates, excluded ones first.

    ``tie`` says who chose among tied candidates: "chance", "player", "table", or None.
    """

    criteria: tuple[CriterionView, ...]
    candidates: tuple[CandidateView, ...]
    tie: Answerer | None


def render_comparison(table: ComparisonTable, catalogue: Catalogue) -> ComparisonView:
    """Return a comparison in one language."""
    empty_row = (None,) * len(table.criteria)
    excluded = (
        CandidateView(
            exclusion.label.render(catalogue), empty_row, exclusion.reason.render(catalogue), exclusion.cites, False
        )
        for exclusion in table.exclusions
    )
    compared = (
        CandidateView(
            candidate.label.render(catalogue),
            tuple(None if value is None else value.render(catalogue) for value in candidate.values),
            None,
            (),
            candidate.is_winner,
        )
        for candidate in table.candidates
    )
    return ComparisonView(
        tuple(
            CriterionView(criterion.text.render(catalogue), criterion.cites, n == table.deciding)
            for n, criterion in enumerate(table.criteria)
        ),
        (*excluded, *compared),
        table.tie_breaker,
    )
