"""Pure functions for the MAX spaces (MO-12), which require a card total to place a bonus marker.

>>> totals = sum_cards_by_type([("bananas", 1), ("bananas", 2), ("bookkeeper", 0), ("share", 0)])
>>> totals
{'bananas': 3, 'bookkeeper': 1, 'share': 1}
>>> can_place_marker(totals, "bananas", 3)
True
>>> can_place_marker(totals, "coffee", 0), can_place_marker(totals, "coffee", 0, "free")
(False, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

MaxAtZero: TypeAlias = Literal["one_card", "free"]
ActiveCards: TypeAlias = Iterable[tuple[str, int]]
"""The type and value of each active card; 0 for a card without a number."""


def sum_cards_by_type(active: ActiveCards) -> dict[str, int]:
    """Return the totals of these cards by type (MO-12, MO-A24); a card without a number counts as 1."""
    totals: dict[str, int] = {}
    for type, value in active:
        totals[type] = totals.get(type, 0) + (value or 1)
    return totals


def find_required_total(totals: Mapping[str, int], type: str, max_at_zero: MaxAtZero = "one_card") -> int:
    """Return the card total that the player needs for this type's MAX space (MO-12, MO-A30).

    If the opponent has no active card of the type, the option ``max_at_zero`` determines whether the result is 1 or 0.
    """
    return totals.get(type, 1 if max_at_zero == "one_card" else 0)


def can_place_marker(totals: Mapping[str, int], type: str, total: int, max_at_zero: MaxAtZero = "one_card") -> bool:
    """Return whether the player's card total is large enough for this type's MAX space (MO-12)."""
    return total >= find_required_total(totals, type, max_at_zero)
