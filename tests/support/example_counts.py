"""How many examples a property is tried with."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

ALL, FEW = 60, 12
settings.register_profile("steady", deadline=None, derandomize=True, max_examples=ALL)
settings.register_profile("quick", settings.get_profile("steady"), max_examples=FEW)


def times(most: int) -> int:
    """So many in `make test`; in `make quick`, which has the profile of that name, a fifth of them."""
    return max(1, most * settings().max_examples // ALL)


def examples(most: int, **more: Any) -> settings:
    """A property tried so many times, as above."""
    return settings(max_examples=times(most), **more)
