"""How long the server waits for a device, and for how many at once.

Whoever sends half a request, or does not take its answer, is left after a while; one address has only so many
connections, and all together fewer than this process may have files open, so that there is always room for the next.
What goes wrong again and again stands in the log once a minute.
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
"""Seconds for the head of a request, from its first byte or from the connection on."""

BODY = 60.0
"""Seconds for what comes after the head; the largest body in that time is as slow as a bad mobile network."""

TAKE = 60.0
"""Seconds in which a device must take something of an answer that is ready for it."""

KEEP_ALIVE = 30
"""Seconds that a connection stays open between two requests; one that is closed sooner may cross the next request."""

EACH = 100
"""Connections of one address; a browser has six."""

KEPT_BACK = 100
"""Files that are not for connections: the database, the page, what the system wants."""

WANTED = 16_384
"""Files that a process asks to have open at once; most systems give 1,024 unless asked."""

ACCEPTED = 8
"""New connections between two turns of the event loop; asyncio takes them from the argument “backlog”."""

READ = 4096
"""Bytes of one read. The event loop turns to the other connections after each."""

DISCARDED = bytearray(64 * 1024)
"""Where bytes go that nobody looks at."""

MOST_DISCARDED = 8 * 1024 * 1024
"""Bytes of a request that are thrown away at most."""

HEAD_BYTES = 64 * 1024
"""Bytes of a request besides its body, and as many more as the body has: the head, the frames of chunks, the trailer.
Chunks of a few bytes exceed this soon. An answered request may still send as many bytes of its body."""

FIELDS = 200
"""Header and trailer fields of one request."""

LINGER = 1.0
"""Seconds between an answer that came before the body, and the end of the connection."""

TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


# --- how many ----------------------------------------------------------------------------------------------


def files_at_once() -> int:
    """How many files this process may have open, after asking for more."""
    if sys.platform == "win32":
        return 2 * KEPT_BACK + EACH
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):  # some systems have a limit of their own below the one they name
            return soft
        return most
    return most if soft == resource.RLIM_INFINITY else soft


@dataclass(slots=True)
class Crowd:
    """The connections there are. Who comes when all places are taken gets that of whoever has waited longest without
    a request under way; if there is none, it must come again."""

    most: int
    each: int
    here: dict[Patient, str] = field(default_factory=dict)
    idle: dict[Patient, None] = field(default_factory=dict)
    of: dict[str, dict[Patient, None]] = field(default_factory=dict)

    def let_in(self, one: Patient, address: str) -> bool:
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
        address = self.here.pop(one, None)
        self.idle.pop(one, None)
        if address is not None:
            self.of[address].pop(one)
            if not self.of[address]:
                del self.of[address]


# --- how long, and how much --------------------------------------------------------------------------------


def drop_quoted_cookies(header: bytes) -> bytes:
    """Return a cookie header without its quoted values.

    Rival's cookies need no quotes, and Python before 3.11.10 and 3.12.6 unquotes in quadratic time.
    """
    return b";".join(cookie for cookie in header.split(b";") if b'"' not in cookie)


class TooManyFieldsError(Exception):
    """A request has more header and trailer fields than ``FIELDS``."""


class Flow(FlowControl):
    """Flow control that does not resume reading while parsed requests wait."""

    def __init__(self, transport: asyncio.Transport, pipeline: Sized) -> None:
        super().__init__(transport)
        self.pipeline = pipeline

    def resume_reading(self) -> None:
        if not self.pipeline:
            super().resume_reading()


class Patient(HttpToolsProtocol, asyncio.BufferedProtocol):
    """One connection of uvicorn, with limits of time and size for each part of a request and of its answer.

    Each read takes at most ``READ`` bytes, so that no device holds the event loop for long. A body is read when the
    application asks for it. If the application answers first, a long or chunked rest is never parsed.
    """

    config: Settings

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.buffer = bytearray(READ)
        self.part: Literal["head", "body"] | None = None
        """The unfinished part of the last request, if any."""
        self.fields = self.received = self.content = 0
        self.has_new_head = self.has_left = False
        self.waits_for: float | None = None
        self.until: asyncio.TimerHandle | None = None
        self.stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = Flow(transport, self.pipeline)
        if self.config.crowd.let_in(self, network_of(self.client[0] if self.client else "")):
            self.watch()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.crowd.let_out(self)
        self.wait_for(None)
        self.resume_writing()
        super().connection_lost(exc)

    # --- what comes ------------------------------------------------------------------------------------

    def get_buffer(self, sizehint: int) -> bytearray:
        return self.buffer

    def buffer_updated(self, nbytes: int) -> None:
        if self.has_left:
            self.discard(nbytes)
        else:
            self.data_received(bytes(memoryview(self.buffer)[:nbytes]))

    def data_received(self, data: bytes) -> None:
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
        super().on_message_begin()
        self.part = "head"
        self.fields = self.received = self.content = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        self.fields += 1
        if self.fields > FIELDS:
            raise TooManyFieldsError
        if self.part == "body":  # a trailer field is not a header field
            return
        super().on_header(name, drop_quoted_cookies(value) if name.lower() == b"cookie" else value)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self.part, self.has_new_head = "body", True
        if self.parser.should_upgrade():
            self.cycle.keep_alive = False  # the parser reads nothing after such a request

    def on_body(self, body: bytes) -> None:
        self.content += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.part = None

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing: curl offers an upgrade with every request, and the answer is the usual one."""

    # --- what is answered ------------------------------------------------------------------------------

    @property
    def is_answering(self) -> bool:
        """Whether a request waits for its answer, or gets it."""
        return self.cycle is not None and not self.cycle.response_complete

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            return
        if self.part == "body" and not self.is_answering and not self.has_short_rest():
            self.leave()
        else:
            self.watch()

    def has_short_rest(self) -> bool:
        """Whether the rest of an answered request may still be read: its length is known and small."""
        length = next((value for name, value in self.headers if name == b"content-length"), b"")
        return length.isdigit() and int(length) <= self.content + HEAD_BYTES

    def leave(self) -> None:
        """Tell the device that the answer is over, parse nothing more, and close the connection soon.

        The rest is thrown away meanwhile: a device that is still sending would lose the answer with the connection.
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
        self.received += nbytes
        if self.received > MOST_DISCARDED:
            self.flow.pause_reading()

    def send_400_response(self, msg: str) -> None:
        self.refuse(BAD_REQUEST)

    def refuse(self, answer: bytes) -> None:
        """Close the connection, with an answer unless another one is on its way."""
        if self.has_left:
            self.transport.abort()
            return
        if not self.pipeline and not (self.is_answering and self.cycle.response_started):
            self.transport.write(answer)
        self.transport.close()

    # --- how long it takes -----------------------------------------------------------------------------

    def watch(self) -> None:
        """Set the time limit for the part of a request that is awaited now."""
        self.watch_crowd()
        between = self.timeout_keep_alive_task is not None  # uvicorn itself ends what is silent after an answer
        if self.part == "body":
            self.wait_for(self.config.body)
        elif self.part == "head" or not (self.is_answering or between):
            self.wait_for(self.config.head)
        else:
            self.wait_for(None)

    def watch_crowd(self) -> None:
        """Note whether this connection may be closed to make room for another one."""
        crowd = self.config.crowd
        if self.is_answering:
            crowd.idle.pop(self, None)
        elif self in crowd.here:
            crowd.idle.setdefault(self)

    def wait_for(self, seconds: float | None) -> None:
        if seconds == self.waits_for:
            return  # more of the same part gives no more time
        if self.until is not None:
            self.until.cancel()
        self.waits_for = seconds
        self.until = None if seconds is None else self.loop.call_later(seconds, self.refuse, TOO_SLOW)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.stalled is None:
            self.stalled = self.loop.call_later(self.config.take, self.transport.abort)

    def resume_writing(self) -> None:
        if self.stalled is not None:
            self.stalled.cancel()
            self.stalled = None
        super().resume_writing()


class Settings(uvicorn.Config):
    """How Rival is served; behind a proxy the addresses are the proxy's, and it does the counting."""

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


# --- what is logged ----------------------------------------------------------------------------------------


class Seldom(logging.Filter):
    """Lets the same message through once a minute, with how often it came meanwhile."""

    AGAIN = 60
    KNOWN = 500

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
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
        """Which mistake it was, where one stands behind the message."""
        error = record.exc_info[1] if record.exc_info else None
        trace = error.__traceback__ if error else None
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        return (type(error), trace and trace.tb_frame.f_code, trace and trace.tb_lineno)


def seldom(logger: logging.Logger) -> None:
    if not any(isinstance(one, Seldom) for one in logger.filters):
        logger.addFilter(Seldom())
