"""Run coroutines in tests whose thread already has an event loop of the browser driver."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Given = TypeVar("Given")


def run_coroutine(work: Coroutine[Any, Any, Given]) -> Given:
    """Return the result of a coroutine, run in another thread with its own event loop."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()
