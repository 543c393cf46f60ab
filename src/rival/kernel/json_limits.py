"""Measure how deep a JSON text is nested before it is parsed: some parsers crash on deep nesting."""

from __future__ import annotations

import re
from itertools import accumulate

NO_BRACKETS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[^]["{}]++', re.DOTALL)
"""A string, closed or not, or a run of other characters. Every repeat is possessive, so a scan never backtracks."""
DEPTH_CHANGES = {"[": 1, "{": 1, "]": -1, "}": -1}


def exceeds_depth(text: str, max_depth: int) -> bool:
    """Return whether lists and objects are nested more than ``max_depth`` deep.

    In a text that is not JSON, the part before the error counts: a parser would read that far.

    >>> exceeds_depth('{"a": [1, "[[["]}', 2), exceeds_depth("[[[]]]", 2), exceeds_depth("[" * 100_000, 60)
    (False, True, True)
    """
    if text.count("[") + text.count("{") <= max_depth:
        return False
    brackets = NO_BRACKETS.sub("", text)
    return max(accumulate(map(DEPTH_CHANGES.__getitem__, brackets)), default=0) > max_depth
