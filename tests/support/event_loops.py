"""Event loops of one's own: a browser that is driven from the same thread has one there already."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Given = TypeVar("Given")


def run(work: Coroutine[Any, Any, Given]) -> Given:
    """What a coroutine gives, in a thread with a loop of its own."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()
