"""Live: whoever has a game open hears at once that it moved, wherever the change was made."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress

from sqlalchemy import text
from starlette.concurrency import run_in_threadpool

from rival.kernel import RivalError
from rival.storage import Database, SqlShelf
from rival.storage.shelf import CHANNEL

HEARTBEAT = 15
"""Seconds after which a silent stream says that it is still there, so that nobody on the way closes it."""

LOOK = 0.25
"""Seconds between two looks at an SQLite file for what other programs wrote."""

MOST_STREAMS = 500
MOST_OF_ONE = 40
"""Streams of one address: a table of devices behind it, but never all there are."""


class Bell:
    """Wakes those who wait for news of a game; rung from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = {}
        self._of: Counter[str] = Counter()
        self.closed = False

    @property
    def streams(self) -> int:
        with self._lock:
            return sum(map(len, self._waiting.values()))

    def has_room(self, whose: str) -> bool:
        with self._lock:
            return self._of.total() < MOST_STREAMS and self._of[whose] < MOST_OF_ONE

    @contextmanager
    def listening(self, id: str, whose: str = "") -> Iterator[asyncio.Event]:
        rung = asyncio.Event()
        one = (asyncio.get_running_loop(), rung)
        with self._lock:
            self._waiting.setdefault(id, set()).add(one)
            self._of[whose] += 1
        try:
            yield rung
        finally:
            with self._lock:
                self._of[whose] -= 1
                self._of += Counter()  # forgets those who have none
                self._waiting[id].discard(one)
                if not self._waiting[id]:
                    del self._waiting[id]

    def ring(self, id: str) -> None:
        with self._lock:
            waiting = list(self._waiting.get(id, ()))
        wake(waiting)

    def ring_all(self) -> None:
        with self._lock:
            waiting = [one for some in self._waiting.values() for one in some]
        wake(waiting)

    def close(self) -> None:
        """The server ends: so does every stream."""
        self.closed = True
        self.ring_all()


def wake(waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]]) -> None:
    for loop, rung in waiting:
        with suppress(RuntimeError):  # its loop has just ended
            loop.call_soon_threadsafe(rung.set)


# --- a stream to one device --------------------------------------------------------------------------------


async def events(
    shelf: SqlShelf, bell: Bell, id: str, whose: str = "", may_look: Callable[[], bool] = lambda: True
) -> AsyncIterator[str]:
    """Server-sent events: ``moved`` with the length of the log and how often the name changed, ``gone`` at the end.

    The end is that of the game, or of the right to look at it. It begins with how things stand: so whoever was away
    knows whether something was missed.
    """
    yield "retry: 1000\n\n"
    announced: tuple[int, int] | None = None
    with bell.listening(id, whose) as rung:
        while not bell.closed:
            rung.clear()
            try:
                now = await run_in_threadpool(shelf.stamp, id) if await run_in_threadpool(may_look) else None
            except RivalError:  # the database is away for a moment: look again soon
                await asyncio.sleep(1)
                continue
            if now is None:
                yield "event: gone\ndata: {}\n\n"
                return
            if now != announced:
                yield f"event: moved\ndata: {json.dumps({'at': now[0], 'edition': now[1]})}\n\n"
            announced = now
            try:
                await asyncio.wait_for(rung.wait(), HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"


# --- what other processes do -------------------------------------------------------------------------------


class Watch(threading.Thread):
    """Rings the bell for what other processes wrote into the same database."""

    def __init__(self, database: Database, bell: Bell) -> None:
        super().__init__(daemon=True, name="rival-watch")
        self.database, self.bell = database, bell
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.is_set():
            with suppress(Exception):  # whatever happened to the connection: begin anew, and let everybody look
                self._look() if self.database.is_sqlite else self._listen()
            self.bell.ring_all()
            self.over.wait(1)

    def stop(self) -> None:
        self.over.set()
        self.join(3)

    def _look(self) -> None:
        """SQLite tells by a number whether another connection has changed the file."""
        with self.database.reading() as connection:
            number = text("PRAGMA data_version")
            before = connection.execute(number).scalar()
            connection.commit()
            while not self.over.wait(LOOK):
                if self.bell.streams:
                    now = connection.execute(number).scalar()
                    connection.commit()
                    if now != before:
                        self.bell.ring_all()
                    before = now

    def _listen(self) -> None:
        """PostgreSQL tells which game it was."""
        with self.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f"LISTEN {CHANNEL}"))
            self.bell.ring_all()
            driver = connection.connection.driver_connection
            assert driver is not None
            while not self.over.is_set():
                for note in driver.notifies(timeout=0.5):
                    self.bell.ring(note.payload)
