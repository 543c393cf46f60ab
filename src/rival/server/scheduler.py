"""Schedule API calls: the threads are divided into shares, and the callers in a share take turns.

Calls of one game run one after the other. A waiting call occupies no thread, so a slow game delays only itself.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Literal, NamedTuple, TypeAlias

from rival.engine import BusyError

ThreadShare: TypeAlias = Literal["owner", "guests", "samples", "constants", "box", "keys", "streams"]

THREADS: Mapping[ThreadShare, int] = {
    "owner": 8,
    "guests": 2,
    "samples": 1,
    "constants": 1,
    "box": 2,
    "keys": 1,
    "streams": 1,
}
"""Calls of each share that run at the same time. More would only compete for the interpreter.

``owner`` and ``guests`` are calls about games; ``samples`` makes sample games and practice games for everybody;
``constants`` needs no database; ``box`` reads and writes the packs, not the database; ``keys`` looks up the keys of
links; ``streams`` checks games for live updates.
"""

MAX_QUEUE = 100
"""Waiting calls of one caller in a share; the next one is refused."""


class Caller(NamedTuple):
    """The sender of a request: the owner, a joined device or a guest. ``name`` distinguishes them."""

    is_owner: bool
    name: str


OWNER = Caller(True, "")
current_caller: ContextVar[Caller] = ContextVar("caller", default=OWNER)
"""The caller of the request that is being answered."""


class Waiter(NamedTuple):
    """A call that is waiting for a thread and for its game."""

    game: str | None
    ready: asyncio.Future[None]


class Scheduler:
    """Assigns the threads of one event loop to calls.

    When a thread becomes free, owners' calls run first; among equals, the caller that has waited longest since its last
    call is next. A caller with many waiting calls therefore delays any other caller by at most one call.
    """

    def __init__(self, threads: Mapping[ThreadShare, int], timeout: float) -> None:
        self.free_threads = dict(threads)
        self.timeout = timeout
        self.busy_games: set[str] = set()
        self.waiting: dict[ThreadShare, dict[Caller, deque[Waiter]]] = {share: {} for share in threads}

    @asynccontextmanager
    async def reserve_thread(self, share: ThreadShare, game: str | None) -> AsyncIterator[None]:
        """Wait for a thread of a share and for a game; raise BusyError if the wait is too long."""
        if (
            self.free_threads[share] and game not in self.busy_games
        ):  # no runnable call ever waits, so there is no queue
            self._start_call(share, game)
        else:
            await self._wait_for_thread(share, current_caller.get(), game)
        try:
            yield
        finally:
            self._end_call(share, game)

    async def _wait_for_thread(self, share: ThreadShare, sender: Caller, game: str | None) -> None:
        queue = self.waiting[share].setdefault(sender, deque())
        if len(queue) >= MAX_QUEUE:
            raise BusyError
        waiter = Waiter(game, asyncio.get_running_loop().create_future())
        queue.append(waiter)
        try:
            await asyncio.wait_for(waiter.ready, self.timeout)
        except BaseException as error:
            if waiter.ready.done() and not waiter.ready.cancelled():
                self._end_call(share, game)  # a thread was assigned at the last moment
            else:
                self._remove_waiter(share, sender, waiter)
            raise (BusyError if isinstance(error, TimeoutError) else error) from None

    def _start_call(self, share: ThreadShare, game: str | None) -> None:
        self.free_threads[share] -= 1
        if game is not None:
            self.busy_games.add(game)

    def _end_call(self, share: ThreadShare, game: str | None) -> None:
        self.free_threads[share] += 1
        if game is not None:
            self.busy_games.remove(game)
        for other_share in self.waiting:
            while self.free_threads[other_share] and (next_call := self._find_next(other_share)) is not None:
                self._start_call(other_share, next_call.game)
                next_call.ready.set_result(None)

    def _find_next(self, share: ThreadShare) -> Waiter | None:
        """Return the next call that can run, and move its caller to the end of the queue."""
        queues = self.waiting[share]
        for sender in sorted(queues, key=lambda candidate: not candidate.is_owner):  # stable: equals keep their order
            for waiter in queues[sender]:
                if waiter.game not in self.busy_games and not waiter.ready.done():
                    self._remove_waiter(share, sender, waiter)
                    if sender in queues:
                        queues[sender] = queues.pop(sender)
                    return waiter
        return None

    def _remove_waiter(self, share: ThreadShare, sender: Caller, waiter: Waiter) -> None:
        queues = self.waiting[share]
        queues[sender].remove(waiter)
        if not queues[sender]:
            del queues[sender]
