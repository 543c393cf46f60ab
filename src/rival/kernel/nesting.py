"""How deep a JSON text is nested, known before it is read: some readers don't survive a text that goes on nesting."""

from __future__ import annotations

import re

STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
BRACKETS = re.compile(r"[^][{}]+")


def nested_deeper(text: str, most: int) -> bool:
    """Whether lists and objects stand inside each other more than ``most`` deep.

    What a reader would take for nesting is counted, in a text that is no JSON, too, as far as one would read it.

    >>> nested_deeper('{"a": [1, "[[["]}', 2), nested_deeper("[[[]]]", 2), nested_deeper("[" * 100_000, 60)
    (False, True, True)
    """
    if text.count("[") + text.count("{") <= most:
        return False
    left = BRACKETS.sub("", STRING.sub("", text)).replace("{", "[").replace("}", "]")
    for _level in range(most):
        if "[[" not in left:
            return False
        left = left.replace("[]", "")
    return "[" in left
