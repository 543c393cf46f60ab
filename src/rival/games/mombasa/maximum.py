"""The MAX spaces (MO-12): what you need to place a bonus marker on one, as pure functions.

>>> may_place({"bananas": 3}, "bananas", 3)
True
>>> may_place({"bananas": 3}, "coffee", 0), may_place({"bananas": 3}, "coffee", 0, "free")
(False, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

MaxAtZero: TypeAlias = Literal["one_card", "free"]


def needed(thresholds: Mapping[str, int], type: str, max_at_zero: MaxAtZero = "one_card") -> int:
    """MO-12, MO-A30: the total you need; where it has no active card of the type, at least one of yours."""
    return thresholds.get(type, 1 if max_at_zero == "one_card" else 0)


def may_place(thresholds: Mapping[str, int], type: str, total: int, max_at_zero: MaxAtZero = "one_card") -> bool:
    """MO-12, MO-A24: a total EQUAL to that of its active cards is enough."""
    return total >= needed(thresholds, type, max_at_zero)
