"""A cache for functions whose arguments are immutable objects."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import islice
from typing import Any, ParamSpec, TypeVar

ReturnType = TypeVar("ReturnType")
Parameters = ParamSpec("Parameters")


def cache_by_identity(max_size: int) -> Callable[[Callable[Parameters, ReturnType]], Callable[Parameters, ReturnType]]:
    """Cache up to ``max_size`` results of a function of immutable objects, dropping the oldest first.

    Keys are object identities, not values, so nothing is compared or hashed. The cache keeps the arguments alive, so
    that an id is never reused.
    """

    def decorate(function: Callable[Parameters, ReturnType]) -> Callable[Parameters, ReturnType]:
        cache: dict[tuple[int, ...], tuple[tuple[Any, ...], ReturnType]] = {}

        @wraps(function)
        def cached_function(*args: Parameters.args, **kwargs: Parameters.kwargs) -> ReturnType:
            if kwargs:  # the key does not support keyword arguments
                return function(*args, **kwargs)
            key = tuple(map(id, args))
            cached = cache.get(key)
            if cached is None:
                cached = args, function(*args, **kwargs)
                if len(cache) >= max_size:
                    for oldest in list(islice(cache, max_size // 4)):
                        cache.pop(oldest, None)
                cache[key] = cached
            return cached[1]

        return cached_function

    return decorate
