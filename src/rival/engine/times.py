"""Times in seconds since 1970, limited to the range that can be written as a date."""

from __future__ import annotations

import time
from datetime import datetime

LATEST = 253_370_764_799
"""The end of the year 9998 in UTC: in every time zone the year still has four digits."""


def bound_time(seconds: float) -> int:
    """Return the time itself, or the nearest one that can be written as a date.

    >>> bound_time(12.5), bound_time(-3), bound_time(10**15) == LATEST
    (12, 0, True)
    """
    return int(max(0, min(seconds, LATEST)))


def read_clock() -> int:
    """Return the current time in seconds, limited to the valid range."""
    return bound_time(time.time())


def local_time() -> datetime:
    """Return the time of day on this machine."""
    return datetime.fromtimestamp(read_clock())
