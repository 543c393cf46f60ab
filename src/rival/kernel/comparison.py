"""Comparisons: the candidates of a decision and the criteria of its rule, as a table that explains the choice.

The table is built when somebody opens the explanation; a script that only plays never builds it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rival.kernel.steps import Answerer, Because
from rival.kernel.texts import Catalogue, Text


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A candidate that the rule does not compare, and why: the sector is full, the card is too expensive."""

    label: Text
    reason: Text
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparedCriterion:
    """A column of a comparison: the criterion and its rules."""

    text: Text
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ComparedCandidate:
    """A row of a comparison: a candidate with its value for each criterion; None where it was not compared."""

    label: Text
    values: tuple[Text | None, ...]
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class ComparisonTable:
    """The candidates of a decision, compared by criteria in the order of the rule.

    ``exclusions`` are candidates that could not be chosen. ``deciding`` is the index of the criterion that left one
    candidate; None if there is none. ``tie_breaker`` is who chose among equal candidates: chance or the player.
    """

    criteria: Sequence[ComparedCriterion]
    candidates: Sequence[ComparedCandidate]
    exclusions: Sequence[Exclusion] = ()
    deciding: int | None = None
    tie_breaker: Answerer | None = None


class Comparison(Because):
    """A reason with a table of the candidates; ``make_table`` is called only when somebody looks."""

    __slots__ = ("make_table",)

    def __init__(self, text: Text, *cites: str, make_table: Callable[[], ComparisonTable]) -> None:
        self.text = text
        self.cites = cites
        self.make_table = make_table


@dataclass(frozen=True, slots=True)
class CriterionView:
    """A column of a comparison in one language; ``decides`` marks the criterion that left one candidate."""

    text: str
    cites: tuple[str, ...]
    decides: bool


@dataclass(frozen=True, slots=True)
class CandidateView:
    """A row of a comparison in one language; a value is None where the candidate was not compared any more.

    ``excluded`` is the reason why the candidate could not be chosen, with its rules in ``cites``.
    """

    label: str
    values: tuple[str | None, ...]
    excluded: str | None
    cites: tuple[str, ...]
    winner: bool


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """A comparison in one language: its criteria in the order of the rule, its candidates, the excluded ones first.

    ``tie`` is who chose among equal candidates: "chance", "player", "table", or None.
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
