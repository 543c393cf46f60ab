"""Live updates: each device with an open game is notified of changes, also of changes by other processes."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeAlias

from sqlalchemy import text
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from rival.kernel import BadOption, RivalError, _
from rival.storage import Database
from rival.storage.shelf import CHANNEL

HEARTBEAT = 15
"""Seconds after which a silent stream sends a comment, so that no proxy closes the connection."""

LOOK = 0.25
"""Seconds between two checks of an SQLite file for changes by other programs."""

MOST_STREAMS = 500
MOST_OF_ONE = 40
"""Streams of one address. Several devices can share it, and one address must not use up all streams."""


class Bell:
    """Notifies the streams of a game of its changes; may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = {}
        self._of: Counter[str] = Counter()
        self.closed = False

    @property
    def streams(self) -> int:
        """The number of open streams."""
        with self._lock:
            return sum(map(len, self._waiting.values()))

    @contextmanager
    def place(self, whose: str) -> Iterator[None]:
        """Count a stream of an address while it is open; raise BadOption if there are too many already."""
        with self._lock:
            if self._of.total() >= MOST_STREAMS or self._of[whose] >= MOST_OF_ONE:
                raise BadOption(
                    _(
                        "Too many devices have games open at once: the limit is {most}, and {each} from one address.",
                        most=MOST_STREAMS,
                        each=MOST_OF_ONE,
                    )
                )
            self._of[whose] += 1
        try:
            yield
        finally:
            with self._lock:
                self._of[whose] -= 1
                self._of += Counter()  # removes addresses without a stream

    @contextmanager
    def listening(self, id: str) -> Iterator[asyncio.Event]:
        """Yield an event that is set whenever the game changes."""
        rung = asyncio.Event()
        one = (asyncio.get_running_loop(), rung)
        with self._lock:
            self._waiting.setdefault(id, set()).add(one)
        try:
            yield rung
        finally:
            with self._lock:
                self._waiting[id].discard(one)
                if not self._waiting[id]:
                    del self._waiting[id]

    def ring(self, id: str) -> None:
        """Notify the streams of a game."""
        with self._lock:
            waiting = list(self._waiting.get(id, ()))
        wake(waiting)

    def ring_all(self) -> None:
        """Notify the streams of all games."""
        with self._lock:
            waiting = [one for some in self._waiting.values() for one in some]
        wake(waiting)

    def close(self) -> None:
        """End all streams, because the server stops."""
        self.closed = True
        self.ring_all()


def wake(waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]]) -> None:
    """Set events of other event loops."""
    for loop, rung in waiting:
        with suppress(RuntimeError):  # its loop has just ended
            loop.call_soon_threadsafe(rung.set)


# --- a stream to one device --------------------------------------------------------------------------------


class EventStream(StreamingResponse):
    """A stream of server-sent events. It is counted from before its first byte until its end."""

    def __init__(self, bell: Bell, whose: str, content: AsyncIterator[str]) -> None:
        super().__init__(content, media_type="text/event-stream")
        self.bell, self.whose = bell, whose

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream while it is counted."""
        with self.bell.place(self.whose):
            await super().__call__(scope, receive, send)


Stamp: TypeAlias = tuple[int, int]
"""The length of a game's log, and how often its name and the like changed."""


async def events(bell: Bell, id: str, look: Callable[[], Awaitable[Stamp | None]]) -> AsyncIterator[str]:
    """Yield server-sent events: ``moved`` with the length of the log and the number of renames, ``gone`` at the end.

    ``look`` returns both numbers, or None if the game is deleted or the device may no longer watch it. The first event
    is sent at once, so that a device that was away knows whether it missed something.
    """
    yield "retry: 1000\n\n"
    announced: Stamp | None = None
    with bell.listening(id) as rung:
        while not bell.closed:
            rung.clear()
            try:
                now = await look()
            except RivalError:  # the database is not available: try again soon
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
    """A thread that notifies streams of changes that other processes made in the same database."""

    def __init__(self, database: Database, bell: Bell) -> None:
        super().__init__(daemon=True, name="rival-watch")
        self.database, self.bell = database, bell
        self.over = threading.Event()

    def run(self) -> None:
        """Watch the database until ``stop``; reconnect after a failure."""
        while not self.over.is_set():
            with suppress(Exception):  # after any failure: reconnect, and notify all streams
                self._look() if self.database.is_sqlite else self._listen()
            self.bell.ring_all()
            self.over.wait(1)

    def stop(self) -> None:
        """Stop the thread, and wait a moment for its end."""
        self.over.set()
        self.join(3)

    def _look(self) -> None:
        """Compare the number by which SQLite marks changes from other connections."""
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
        """Receive from PostgreSQL the id of each game that changed."""
        with self.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f"LISTEN {CHANNEL}"))
            self.bell.ring_all()
            driver = connection.connection.driver_connection
            assert driver is not None
            while not self.over.is_set():
                for note in driver.notifies(timeout=0.5):
                    self.bell.ring(note.payload)
