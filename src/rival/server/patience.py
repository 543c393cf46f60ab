"""Limits of the web server: timeouts for slow clients, sizes of requests, numbers of connections.

A client that sends half a request or doesn't read its response is disconnected after a while. Each address may have a
limited number of connections, and all together fewer than the process may have open files, so that new clients can
always connect. A repeated error is logged once a minute.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Sized
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from rival.server.door import network_of

HEAD = 10.0
"""Seconds for the headers of a request, from its first byte or from the connection on."""

BODY = 60.0
"""Seconds for the body of a request. The largest body in that time is as slow as a bad mobile network."""

TAKE = 60.0
"""Seconds in which a client must read some bytes of a response that is ready."""

KEEP_ALIVE = 30
"""Seconds that a connection stays open between two requests. If it closed sooner, the next request might get lost."""

EACH = 100
"""Connections of one address. A browser opens six."""

KEPT_BACK = 100
"""Open files reserved for the database, the page and the system."""

WANTED = 16_384
"""Open files that the process requests from the system; the default is mostly 1,024."""

ACCEPTED = 8
"""New connections in one iteration of the event loop; asyncio reads this from the argument “backlog”."""

READ = 4096
"""Bytes of one read. The event loop handles other connections after each read."""

DISCARDED = bytearray(64 * 1024)
"""Buffer for bytes that are thrown away."""

MOST_DISCARDED = 8 * 1024 * 1024
"""Bytes of a request that are thrown away at most."""

HEAD_BYTES = 64 * 1024
"""Bytes that a request may have besides twice its body: headers, frames of chunks, trailer.

Chunks of a few bytes exceed this soon. An answered request may still send as many bytes of its body.
"""

FIELDS = 200
"""Header and trailer fields of one request."""

LINGER = 1.0
"""Seconds between a response that was sent before the end of the body, and the end of the connection."""

TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


# --- numbers of connections --------------------------------------------------------------------------------


def files_at_once() -> int:
    """Return the number of files that this process may open, after requesting more."""
    if sys.platform == "win32":
        return 2 * KEPT_BACK + EACH
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):  # some systems have a lower limit than the one they report
            return soft
        return most
    return most if soft == resource.RLIM_INFINITY else soft


@dataclass(slots=True)
class Crowd:
    """The open connections. A new one may replace the longest idle one; if all are busy, the new one is refused."""

    most: int
    each: int
    here: dict[Patient, str] = field(default_factory=dict)
    idle: dict[Patient, None] = field(default_factory=dict)
    of: dict[str, dict[Patient, None]] = field(default_factory=dict)

    def let_in(self, one: Patient, address: str) -> bool:
        """Add a connection and return whether there was room for it."""
        same = self.of.get(address, {})
        if len(same) >= self.each and not self._make_room(same):
            return False
        if len(self.here) >= self.most and not self._make_room(self.idle):
            return False
        self.here[one] = address
        self.of.setdefault(address, {})[one] = None
        return True

    def _make_room(self, among: dict[Patient, None]) -> bool:
        leaves = next((one for one in among if one in self.idle), None)
        if leaves is not None:
            self.let_out(leaves)
            leaves.transport.abort()
        return leaves is not None

    def let_out(self, one: Patient) -> None:
        """Remove a connection."""
        address = self.here.pop(one, None)
        self.idle.pop(one, None)
        if address is not None:
            self.of[address].pop(one)
            if not self.of[address]:
                del self.of[address]


# --- timeouts and sizes ------------------------------------------------------------------------------------


class TooManyFieldsError(Exception):
    """Raised for a request with more header and trailer fields than ``FIELDS``."""


class Flow(FlowControl):
    """Flow control that does not resume reading while parsed requests wait."""

    def __init__(self, transport: asyncio.Transport, pipeline: Sized) -> None:
        super().__init__(transport)
        self.pipeline = pipeline

    def resume_reading(self) -> None:
        """Resume reading unless parsed requests wait."""
        if not self.pipeline:
            super().resume_reading()


class Patient(HttpToolsProtocol, asyncio.BufferedProtocol):
    """A connection of uvicorn with limits of time and size for each part of a request and of its response.

    Each read gets at most ``READ`` bytes, so that no client blocks the event loop for long. A body is read when the
    application asks for it. If the application answers first, the rest of a long or chunked body is never parsed.
    """

    config: Settings

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.buffer = bytearray(READ)
        self.part: Literal["head", "body"] | None = None
        """Part of the current request that is still incomplete."""
        self.fields = self.received = self.content = 0
        self.has_new_head = self.has_left = False
        self.waits_for: float | None = None
        self.until: asyncio.TimerHandle | None = None
        self.stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, or abort it if there are too many."""
        super().connection_made(transport)
        self.flow = Flow(transport, self.pipeline)
        if self.config.crowd.let_in(self, network_of(self.client[0] if self.client else "")):
            self.watch()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers and remove the connection from the count."""
        self.config.crowd.let_out(self)
        self.wait_for(None)
        self.resume_writing()
        super().connection_lost(exc)

    # --- requests --------------------------------------------------------------------------------------

    def get_buffer(self, sizehint: int) -> bytearray:
        """Return the buffer for the next read."""
        return self.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Parse the bytes just read, or discard them after ``leave``."""
        if self.has_left:
            self.discard(nbytes)
        else:
            self.data_received(bytes(memoryview(self.buffer)[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Parse received bytes and check the size of the request."""
        if self.transport.is_closing():
            return
        self.received += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self.part is not None and self.received - 2 * self.content > HEAD_BYTES:
            self.send_400_response("The request is too long.")
            return
        if self.part == "body" and self.has_new_head:
            self.flow.pause_reading()  # until the application asks for the body
        self.has_new_head = False
        self.watch()

    def on_message_begin(self) -> None:
        """Start counting for a new request."""
        super().on_message_begin()
        self.part = "head"
        self.fields = self.received = self.content = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header field; raise TooManyFieldsError if there are too many."""
        self.fields += 1
        if self.fields > FIELDS:
            raise TooManyFieldsError
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Expect the body from now on."""
        super().on_headers_complete()
        self.part, self.has_new_head = "body", True
        if self.parser.should_upgrade():
            self.cycle.keep_alive = False  # the parser reads nothing after such a request

    def on_body(self, body: bytes) -> None:
        """Count the bytes of the body."""
        self.content += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that the request is complete."""
        super().on_message_complete()
        self.part = None

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing: curl offers an upgrade with every request, and the answer is the usual one."""

    # --- responses -------------------------------------------------------------------------------------

    @property
    def is_answering(self) -> bool:
        """True while a request waits for its response or receives it."""
        return self.cycle is not None and not self.cycle.response_complete

    def on_response_complete(self) -> None:
        """Read the rest of the request if it is short; close the connection otherwise."""
        super().on_response_complete()
        if self.transport.is_closing():
            return
        if self.part == "body" and not self.is_answering and not self.has_short_rest():
            self.leave()
        else:
            self.watch()

    def has_short_rest(self) -> bool:
        """Return whether the rest of an answered request may still be read: its length is known and small."""
        length = next((value for name, value in self.headers if name == b"content-length"), b"")
        return length.isdigit() and int(length) <= self.content + HEAD_BYTES

    def leave(self) -> None:
        """End the response, parse nothing more, and close the connection soon.

        Until then the rest of the request is thrown away: a client that is still sending would lose the response if the
        connection were closed at once.
        """
        self._unset_keepalive_if_required()
        self.wait_for(LINGER)
        self.buffer, self.received = DISCARDED, 0
        self.flow.resume_reading()
        self.has_left = True
        self.watch_crowd()
        with suppress(OSError):  # the device has left first
            self.transport.write_eof()

    def discard(self, nbytes: int) -> None:
        """Throw bytes away, up to a limit."""
        self.received += nbytes
        if self.received > MOST_DISCARDED:
            self.flow.pause_reading()

    def send_400_response(self, msg: str) -> None:
        """Refuse a malformed request."""
        self.refuse(BAD_REQUEST)

    def refuse(self, answer: bytes) -> None:
        """Close the connection, with this response unless another one is being sent."""
        if self.has_left:
            self.transport.abort()
            return
        if not self.pipeline and not (self.is_answering and self.cycle.response_started):
            self.transport.write(answer)
        self.transport.close()

    # --- timers ----------------------------------------------------------------------------------------

    def watch(self) -> None:
        """Set the timeout for the part of a request that is expected now."""
        self.watch_crowd()
        between = self.timeout_keep_alive_task is not None  # uvicorn itself closes idle connections after a response
        if self.part == "body":
            self.wait_for(self.config.body)
        elif self.part == "head" or not (self.is_answering or between):
            self.wait_for(self.config.head)
        else:
            self.wait_for(None)

    def watch_crowd(self) -> None:
        """Record whether this connection may be closed to make room for another one."""
        crowd = self.config.crowd
        if self.is_answering:
            crowd.idle.pop(self, None)
        elif self in crowd.here:
            crowd.idle.setdefault(self)

    def wait_for(self, seconds: float | None) -> None:
        """Start, replace or stop the timer that ends the request."""
        if seconds == self.waits_for:
            return  # bytes of the same part do not extend the time
        if self.until is not None:
            self.until.cancel()
        self.waits_for = seconds
        self.until = None if seconds is None else self.loop.call_later(seconds, self.refuse, TOO_SLOW)

    def pause_writing(self) -> None:
        """Start the timer for a client that doesn't read its response."""
        super().pause_writing()
        if self.stalled is None:
            self.stalled = self.loop.call_later(self.config.take, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timer: the client reads again."""
        if self.stalled is not None:
            self.stalled.cancel()
            self.stalled = None
        super().resume_writing()


class Settings(uvicorn.Config):
    """The configuration of uvicorn.

    Behind a proxy all addresses are the proxy's, so they are not limited one by one.
    """

    def __init__(
        self, app: Any, proxied: bool = False, head: float = HEAD, body: float = BODY, take: float = TAKE
    ) -> None:
        super().__init__(
            app,
            http=Patient,
            ws="none",
            log_level="warning",
            access_log=False,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=2,
            backlog=ACCEPTED,
            proxy_headers=proxied,
        )
        self.head, self.body, self.take = head, body, take
        most = max(EACH // 2, files_at_once() - KEPT_BACK)
        self.crowd = Crowd(most, most if proxied else min(EACH, most // 2))
        for name in ("uvicorn.error", "asyncio", "rival.engine"):
            seldom(logging.getLogger(name))


# --- logging -----------------------------------------------------------------------------------------------


class Seldom(logging.Filter):
    """Logging filter that passes the same message once a minute, with the number of repetitions."""

    AGAIN = 60
    KNOWN = 500

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether the record is logged."""
        kind = (record.name, record.msg, *self.place(record))
        since, missed = self.seen.get(kind, (-float(self.AGAIN), 0))
        now = time.monotonic()
        if now - since < self.AGAIN:
            self.seen[kind] = (since, missed + 1)
            return False
        if len(self.seen) >= self.KNOWN:
            self.seen.clear()
        self.seen[kind] = (now, 0)
        if missed:
            record.msg, record.args = f"{record.getMessage()} (and {missed} times more in the last minute)", ()
        return True

    def place(self, record: logging.LogRecord) -> tuple[object, ...]:
        """Return the type and the place of the error in the record, if it has one."""
        error = record.exc_info[1] if record.exc_info else None
        trace = error.__traceback__ if error else None
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        return (type(error), trace and trace.tb_frame.f_code, trace and trace.tb_lineno)


def seldom(logger: logging.Logger) -> None:
    """Add the filter to a logger unless it has one."""
    if not any(isinstance(one, Seldom) for one in logger.filters):
        logger.addFilter(Seldom())
