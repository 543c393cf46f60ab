"""What is made of a thing once, as long as it is the very same thing."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import islice
from typing import Any, ParamSpec, TypeVar

Made = TypeVar("Made")
Given = ParamSpec("Given")


def once_each(most: int) -> Callable[[Callable[Given, Made]], Callable[Given, Made]]:
    """Remembers what a function makes of things that never change, for so many of them; the oldest are forgotten.

    They are known by being the same, not by being equal: nothing has to be compared or summed up for that. What is
    remembered keeps its things, so that no other comes to stand in their place.
    """

    def remembering(make: Callable[Given, Made]) -> Callable[Given, Made]:
        known: dict[tuple[int, ...], tuple[tuple[Any, ...], Made]] = {}

        @wraps(make)
        def made(*given: Given.args, **named: Given.kwargs) -> Made:
            if named:  # a name says nothing of the order in which things are known
                return make(*given, **named)
            key = tuple(map(id, given))
            found = known.get(key)
            if found is None:
                found = given, make(*given, **named)
                if len(known) >= most:
                    for old in list(islice(known, most // 4)):
                        known.pop(old, None)
                known[key] = found
            return found[1]

        return made

    return remembering
