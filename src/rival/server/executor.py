"""Run API calls in threads, so that the calls don't block the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from rival.engine import LOCK_TIMEOUT
from rival.server.scheduler import THREADS, Scheduler, ThreadShare, current_caller

Result = TypeVar("Result")


class CallExecutor:
    """Runs calls in threads. Each call uses one share of the threads, and calls of one game run one after another."""

    def __init__(self, threads: Mapping[ThreadShare, int] = THREADS, timeout: float = LOCK_TIMEOUT) -> None:
        self.threads, self.timeout = threads, timeout
        self._pool = ThreadPoolExecutor(sum(threads.values()), "rival-call")
        self._schedulers: WeakKeyDictionary[asyncio.AbstractEventLoop, Scheduler] = WeakKeyDictionary()
        self._thread = threading.local()

    async def run(self, game: str | None, call: Callable[[], Result], share: ThreadShare | None = None) -> Result:
        """Run a call and return its result; raise BusyError if its game or its share stays busy for too long.

        Without a ``share`` the call runs in its caller's share.
        """
        loop = asyncio.get_running_loop()
        scheduler = self._schedulers.get(loop)
        if scheduler is None:
            scheduler = self._schedulers[loop] = Scheduler(self.threads, self.timeout)
        if share is None:
            share = "owner" if current_caller.get().is_owner else "guests"
        async with scheduler.reserve_thread(share, game):
            return await loop.run_in_executor(self._pool, partial(self._call, loop, call))

    def _call(self, loop: asyncio.AbstractEventLoop, call: Callable[[], Result]) -> Result:
        self._thread.loop = loop
        return call()

    def run_on_loop(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """Run a coroutine in the event loop of this thread's call, and return the result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._thread.loop).result()
