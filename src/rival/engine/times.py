"""Handle times in seconds since 1970, limited to the range that can be written as a date."""

from __future__ import annotations

import time
from datetime import datetime

MAX_TIME = 253_370_764_799
"""The end of the year 9998 in UTC: in every time zone the year still has four digits."""


def clamp_time(seconds: float) -> int:
    """Return the time, limited to the range that can be written as a date.

    >>> clamp_time(12.5), clamp_time(-3), clamp_time(10**15) == MAX_TIME
    (12, 0, True)
    """
    return int(max(0, min(seconds, MAX_TIME)))


def read_clock() -> int:
    """Return the current time in seconds, limited to the valid range."""
    return clamp_time(time.time())


def read_local_time() -> datetime:
    """Return the time of day on this machine."""
    return datetime.fromtimestamp(read_clock())
