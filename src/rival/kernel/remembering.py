"""A cache for functions of objects that never change."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import islice
from typing import Any, ParamSpec, TypeVar

Made = TypeVar("Made")
Given = ParamSpec("Given")


def once_each(most: int) -> Callable[[Callable[Given, Made]], Callable[Given, Made]]:
    """Cache up to ``most`` results of a function of immutable objects; the oldest are dropped first.

    Keys are object identities, not values, so nothing is compared or hashed. The cache keeps the arguments alive, so
    that an id is never reused.
    """

    def remembering(make: Callable[Given, Made]) -> Callable[Given, Made]:
        known: dict[tuple[int, ...], tuple[tuple[Any, ...], Made]] = {}

        @wraps(make)
        def made(*given: Given.args, **named: Given.kwargs) -> Made:
            if named:  # the key has no room for keyword arguments
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
