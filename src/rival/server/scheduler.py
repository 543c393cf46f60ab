"""Scheduling of API calls: threads are divided into shares, and the callers of one share take turns.

Calls of one game run one after the other. A waiting call occupies no thread, so a slow game delays only itself.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Literal, NamedTuple, TypeAlias

from rival.engine import Busy

Share: TypeAlias = Literal["owner", "guests", "samples", "constants", "keys", "streams"]

THREADS: Mapping[Share, int] = {"owner": 8, "guests": 2, "samples": 1, "constants": 1, "keys": 1, "streams": 1}
"""Calls of each share that run at the same time. More would only compete for the interpreter.

``owner`` and ``guests`` are calls about games; ``samples`` makes sample games and practice games for everybody;
``constants`` needs no database; ``keys`` looks up the keys of links; ``streams`` checks games for live updates.
"""

LONGEST_QUEUE = 100
"""Waiting calls of one caller in a share; the next one is refused."""


class Caller(NamedTuple):
    """The sender of a request: the owner, a joined device or a guest. ``name`` distinguishes them."""

    is_owner: bool
    name: str


OWNER = Caller(True, "")
caller: ContextVar[Caller] = ContextVar("caller", default=OWNER)
"""The caller of the request that is being answered."""


class Waiter(NamedTuple):
    """A call that waits for a thread and for its game."""

    game: str | None
    ready: asyncio.Future[None]


class Scheduler:
    """Assigns the threads of one event loop.

    When a thread becomes free, calls of owners run first; among equals, the caller served longest ago. A caller with
    many waiting calls therefore delays each other caller by one call at most.
    """

    def __init__(self, threads: Mapping[Share, int], patience: float) -> None:
        self.free = dict(threads)
        self.patience = patience
        self.busy_games: set[str] = set()
        self.waiting: dict[Share, dict[Caller, deque[Waiter]]] = {share: {} for share in threads}

    @asynccontextmanager
    async def thread(self, share: Share, game: str | None) -> AsyncIterator[None]:
        """Wait for a thread of a share and for a game; raise Busy if that takes too long."""
        if self.free[share] and game not in self.busy_games:  # no runnable call ever waits, so there is no queue
            self._start(share, game)
        else:
            await self._wait(share, caller.get(), game)
        try:
            yield
        finally:
            self._end(share, game)

    async def _wait(self, share: Share, who: Caller, game: str | None) -> None:
        queue = self.waiting[share].setdefault(who, deque())
        if len(queue) >= LONGEST_QUEUE:
            raise Busy
        waiter = Waiter(game, asyncio.get_running_loop().create_future())
        queue.append(waiter)
        try:
            await asyncio.wait_for(waiter.ready, self.patience)
        except BaseException as problem:
            if waiter.ready.done() and not waiter.ready.cancelled():
                self._end(share, game)  # a thread was assigned at the last moment
            else:
                self._remove(share, who, waiter)
            raise (Busy if isinstance(problem, TimeoutError) else problem) from None

    def _start(self, share: Share, game: str | None) -> None:
        self.free[share] -= 1
        if game is not None:
            self.busy_games.add(game)

    def _end(self, share: Share, game: str | None) -> None:
        self.free[share] += 1
        if game is not None:
            self.busy_games.remove(game)
        for each in self.waiting:
            while self.free[each] and (following := self._find_next(each)) is not None:
                self._start(each, following.game)
                following.ready.set_result(None)

    def _find_next(self, share: Share) -> Waiter | None:
        """Return the next call that can run, and put its caller behind the others."""
        queues = self.waiting[share]
        for who in sorted(queues, key=lambda one: not one.is_owner):  # stable: equals keep their order
            for waiter in queues[who]:
                if waiter.game not in self.busy_games and not waiter.ready.done():
                    self._remove(share, who, waiter)
                    if who in queues:
                        queues[who] = queues.pop(who)
                    return waiter
        return None

    def _remove(self, share: Share, who: Caller, waiter: Waiter) -> None:
        queues = self.waiting[share]
        queues[who].remove(waiter)
        if not queues[who]:
            del queues[who]
