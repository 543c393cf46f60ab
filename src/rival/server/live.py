"""Send live updates: notify each device with an open game of changes, including those made by other processes."""

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

from rival.kernel import BadOptionError, RivalError, _
from rival.storage import Database
from rival.storage.repository import CHANNEL

HEARTBEAT_SECONDS = 15
"""Seconds after which a silent stream sends a comment, so that no proxy closes the connection."""

POLL_SECONDS = 0.25
"""Seconds between two checks of an SQLite file for changes by other programs."""

MAX_STREAMS = 500
MAX_STREAMS_PER_ADDRESS = 40
"""Streams of one address. Several devices can share it, and one address must not use up all streams."""


class ChangeNotifier:
    """Notifies the streams of a game when the game changes. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscribers: dict[str, set[tuple[asyncio.AbstractEventLoop, asyncio.Event]]] = {}
        self._streams_by_address: Counter[str] = Counter()
        self.is_closed = False

    @property
    def stream_count(self) -> int:
        """The number of open streams."""
        with self._lock:
            return sum(map(len, self._subscribers.values()))

    @contextmanager
    def count_stream(self, address: str) -> Iterator[None]:
        """Count an address's stream while the stream is open; raise BadOptionError if there are too many streams."""
        with self._lock:
            if (
                self._streams_by_address.total() >= MAX_STREAMS
                or self._streams_by_address[address] >= MAX_STREAMS_PER_ADDRESS
            ):
                raise BadOptionError(
                    _(
                        "Too many devices have games open at once: at most {most} in total and {each} per address.",
                        most=MAX_STREAMS,
                        each=MAX_STREAMS_PER_ADDRESS,
                    )
                )
            self._streams_by_address[address] += 1
        try:
            yield
        finally:
            with self._lock:
                self._streams_by_address[address] -= 1
                self._streams_by_address += Counter()  # removes addresses without a stream

    @contextmanager
    def subscribe(self, id: str) -> Iterator[asyncio.Event]:
        """Yield an event that is set whenever the game changes."""
        changed = asyncio.Event()
        subscriber = (asyncio.get_running_loop(), changed)
        with self._lock:
            self._subscribers.setdefault(id, set()).add(subscriber)
        try:
            yield changed
        finally:
            with self._lock:
                self._subscribers[id].discard(subscriber)
                if not self._subscribers[id]:
                    del self._subscribers[id]

    def notify(self, id: str) -> None:
        """Notify the streams of a game."""
        with self._lock:
            subscribers = list(self._subscribers.get(id, ()))
        set_events(subscribers)

    def notify_all(self) -> None:
        """Notify the streams of all games."""
        with self._lock:
            subscribers = [subscriber for group in self._subscribers.values() for subscriber in group]
        set_events(subscribers)

    def end_streams(self) -> None:
        """End all streams before the server stops."""
        self.is_closed = True
        self.notify_all()


def set_events(subscribers: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]]) -> None:
    """Set asyncio events that belong to other event loops."""
    for loop, changed in subscribers:
        with suppress(RuntimeError):  # its loop has just ended
            loop.call_soon_threadsafe(changed.set)


# --- streams -----------------------------------------------------------------------------------------------


class EventStream(StreamingResponse):
    """A stream of server-sent events, counted from just before its first byte until its end."""

    def __init__(self, notifier: ChangeNotifier, address: str, content: AsyncIterator[str]) -> None:
        super().__init__(content, media_type="text/event-stream")
        self.notifier, self.address = notifier, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the stream while it is counted."""
        with self.notifier.count_stream(self.address):
            await super().__call__(scope, receive, send)


Stamp: TypeAlias = tuple[int, int]
"""The length of a game's log, and how often its name and the like changed."""


async def stream_changes(
    notifier: ChangeNotifier, id: str, read_stamp: Callable[[], Awaitable[Stamp | None]]
) -> AsyncIterator[str]:
    """Yield server-sent events: ``moved`` with the length of the log and the number of renames, and finally ``gone``.

    ``read_stamp`` returns both numbers, or None if the game is deleted or the device may no longer watch it. The first
    event is sent at once, so that a device that was disconnected can detect missed changes.
    """
    yield "retry: 1000\n\n"
    announced: Stamp | None = None
    with notifier.subscribe(id) as changed:
        while not notifier.is_closed:
            changed.clear()
            try:
                stamp = await read_stamp()
            except RivalError:  # the database is not available: try again soon
                await asyncio.sleep(1)
                continue
            if stamp is None:
                yield "event: gone\ndata: {}\n\n"
                return
            if stamp != announced:
                yield f"event: moved\ndata: {json.dumps({'at': stamp[0], 'edition': stamp[1]})}\n\n"
            announced = stamp
            try:
                await asyncio.wait_for(changed.wait(), HEARTBEAT_SECONDS)
            except TimeoutError:
                yield ": still here\n\n"


# --- changes by other processes ----------------------------------------------------------------------------


class DatabaseWatcher(threading.Thread):
    """A thread that notifies streams of changes that other processes made in the same database."""

    def __init__(self, database: Database, notifier: ChangeNotifier) -> None:
        super().__init__(daemon=True, name="rival-watch")
        self.database, self.notifier = database, notifier
        self.stopping = threading.Event()

    def run(self) -> None:
        """Watch the database until ``stop``; reconnect after a failure."""
        while not self.stopping.is_set():
            with suppress(Exception):  # after any failure: reconnect, and notify all streams
                self._poll_sqlite() if self.database.is_sqlite else self._listen_postgresql()
            self.notifier.notify_all()
            self.stopping.wait(1)

    def stop(self) -> None:
        """Stop the thread and wait briefly for it to finish."""
        self.stopping.set()
        self.join(3)

    def _poll_sqlite(self) -> None:
        """Poll SQLite's number for changes from other connections, and notify the streams if it differs."""
        with self.database.open_reader() as connection:
            query = text("PRAGMA data_version")
            last_version = connection.execute(query).scalar()
            connection.commit()
            while not self.stopping.wait(POLL_SECONDS):
                if self.notifier.stream_count:
                    version = connection.execute(query).scalar()
                    connection.commit()
                    if version != last_version:
                        self.notifier.notify_all()
                    last_version = version

    def _listen_postgresql(self) -> None:
        """Receive the id of each changed game from PostgreSQL."""
        with self.database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f"LISTEN {CHANNEL}"))
            self.notifier.notify_all()
            driver = connection.connection.driver_connection
            assert driver is not None
            while not self.stopping.is_set():
                for notification in driver.notifies(timeout=0.5):
                    self.notifier.notify(notification.payload)
