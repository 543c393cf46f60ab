"""Check how deeply a JSON text is nested before parsing, because some parsers crash on deep nesting."""

from __future__ import annotations

import re
from itertools import accumulate

NO_BRACKETS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[^]["{}]++', re.DOTALL)
"""Matches a string, closed or not, or a run of other characters. Possessive quantifiers prevent backtracking."""
DEPTH_CHANGES = {"[": 1, "{": 1, "]": -1, "}": -1}


def exceeds_depth(text: str, max_depth: int) -> bool:
    """Return whether lists and objects are nested more than ``max_depth`` deep.

    If the text is not valid JSON, the part before the error is checked, because a parser would read that part.

    >>> exceeds_depth('{"a": [1, "[[["]}', 2), exceeds_depth("[[[]]]", 2), exceeds_depth("[" * 100_000, 60)
    (False, True, True)
    """
    if text.count("[") + text.count("{") <= max_depth:
        return False
    brackets = NO_BRACKETS.sub("", text)
    return max(accumulate(map(DEPTH_CHANGES.__getitem__, brackets)), default=0) > max_depth
