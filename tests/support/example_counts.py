"""The number of examples for property-based tests."""

from __future__ import annotations

from typing import Any

from hypothesis import settings

ALL, FEW = 60, 12
settings.register_profile("steady", deadline=None, derandomize=True, max_examples=ALL)
settings.register_profile("quick", settings.get_profile("steady"), max_examples=FEW)


def scale_examples(most: int) -> int:
    """Return this number in `make test`, and a fifth of it in `make quick`."""
    return max(1, most * settings().max_examples // ALL)


def limit_examples(most: int, **more: Any) -> settings:
    """Return Hypothesis settings with this number of examples, scaled as above."""
    return settings(max_examples=scale_examples(most), **more)
