"""Limit the web server's clients: timeouts, request sizes, and numbers of connections.

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

from rival.server.auth import get_network_address

HEADER_TIMEOUT = 10.0
"""Seconds for the headers of a request, from its first byte or from the connection on."""

BODY_TIMEOUT = 60.0
"""Seconds for the body of a request. The largest body in that time is as slow as a bad mobile network."""

WRITE_TIMEOUT = 60.0
"""Seconds in which a client must read some bytes of a response that is ready."""

KEEP_ALIVE_SECONDS = 30
"""Seconds that a connection stays open between two requests. If it closed sooner, the next request might get lost."""

MAX_CONNECTIONS_PER_ADDRESS = 100
"""Connections of one address. A browser opens six."""

RESERVED_FILES = 100
"""Open files reserved for the database, the page and the system."""

REQUESTED_FILES = 16_384
"""Open files that the process requests from the system; the default is mostly 1,024."""

ACCEPT_BATCH = 8
"""New connections in one iteration of the event loop; asyncio reads this from the argument “backlog”."""

READ_BYTES = 4096
"""Bytes of one read. The event loop handles other connections after each read."""

DISCARD_BUFFER = bytearray(64 * 1024)
"""Buffer for bytes that are thrown away."""

MAX_DISCARDED_BYTES = 8 * 1024 * 1024
"""Bytes of a request that are thrown away at most."""

MAX_OVERHEAD_BYTES = 64 * 1024
"""Bytes that a request may have besides twice its body: headers, frames of chunks, trailer.

Chunks of a few bytes exceed this soon. An answered request may still send as many bytes of its body.
"""

MAX_FIELDS = 200
"""Header and trailer fields of one request."""

LINGER_SECONDS = 1.0
"""Seconds between a response that was sent before the end of the body, and the end of the connection."""

TIMEOUT_RESPONSE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
BAD_REQUEST_RESPONSE = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


# --- numbers of connections --------------------------------------------------------------------------------


def raise_file_limit() -> int:
    """Raise this process's limit of open files, and return the limit."""
    if sys.platform == "win32":
        return 2 * RESERVED_FILES + MAX_CONNECTIONS_PER_ADDRESS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = REQUESTED_FILES if hard == resource.RLIM_INFINITY else min(REQUESTED_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        except (OSError, ValueError):  # some systems have a lower limit than the one they report
            return soft
        return limit
    return limit if soft == resource.RLIM_INFINITY else soft


@dataclass(slots=True)
class ConnectionLimiter:
    """Limits the number of open connections.

    A new connection replaces the one that has been idle longest; if all are busy, the new connection is refused.
    """

    max_total: int
    max_per_address: int
    addresses: dict[LimitedProtocol, str] = field(default_factory=dict)
    idle: dict[LimitedProtocol, None] = field(default_factory=dict)
    by_address: dict[str, dict[LimitedProtocol, None]] = field(default_factory=dict)

    def add(self, connection: LimitedProtocol, address: str) -> bool:
        """Add a connection and return whether there was room for it."""
        neighbors = self.by_address.get(address, {})
        if len(neighbors) >= self.max_per_address and not self._make_room(neighbors):
            return False
        if len(self.addresses) >= self.max_total and not self._make_room(self.idle):
            return False
        self.addresses[connection] = address
        self.by_address.setdefault(address, {})[connection] = None
        return True

    def _make_room(self, candidates: dict[LimitedProtocol, None]) -> bool:
        oldest = next((connection for connection in candidates if connection in self.idle), None)
        if oldest is not None:
            self.remove(oldest)
            oldest.transport.abort()
        return oldest is not None

    def remove(self, connection: LimitedProtocol) -> None:
        """Remove a connection."""
        address = self.addresses.pop(connection, None)
        self.idle.pop(connection, None)
        if address is not None:
            self.by_address[address].pop(connection)
            if not self.by_address[address]:
                del self.by_address[address]


# --- timeouts and sizes ------------------------------------------------------------------------------------


class TooManyFieldsError(Exception):
    """Raised for a request with more header and trailer fields than ``MAX_FIELDS``."""


def drop_quoted_cookies(header: bytes) -> bytes:
    """Return a cookie header without its quoted values.

    Rival's cookies contain no quotes, and Python before 3.11.10 and 3.12.6 needs quadratic time to remove quotes.
    """
    return b";".join(cookie for cookie in header.split(b";") if b'"' not in cookie)


class PipelineFlowControl(FlowControl):
    """Flow control that does not resume reading while parsed requests wait."""

    def __init__(self, transport: asyncio.Transport, pipeline: Sized) -> None:
        super().__init__(transport)
        self.pipeline = pipeline

    def resume_reading(self) -> None:
        """Resume reading unless parsed requests wait."""
        if not self.pipeline:
            super().resume_reading()


class LimitedProtocol(HttpToolsProtocol, asyncio.BufferedProtocol):
    """A uvicorn connection with time and size limits for each part of a request and its response.

    Each read gets at most ``READ_BYTES`` bytes, so that no client blocks the event loop for long. A body is read when
    the application asks for it. If the application responds before the body is read, the rest of a long or chunked body
    is never parsed.
    """

    config: ServerConfig

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.buffer = bytearray(READ_BYTES)
        self.expected_part: Literal["head", "body"] | None = None
        """Part of the current request that is still incomplete."""
        self.field_count = self.received_bytes = self.body_bytes = 0
        self.has_new_head = self.is_discarding = False
        self.timeout_seconds: float | None = None
        self.read_timer: asyncio.TimerHandle | None = None
        self.write_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, or abort it if there are too many."""
        super().connection_made(transport)
        self.flow = PipelineFlowControl(transport, self.pipeline)
        if self.config.limiter.add(self, get_network_address(self.client[0] if self.client else "")):
            self.update_timeout()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers and remove the connection from the count."""
        self.config.limiter.remove(self)
        self.set_timeout(None)
        self.resume_writing()
        super().connection_lost(exc)

    # --- requests --------------------------------------------------------------------------------------

    def get_buffer(self, sizehint: int) -> bytearray:
        """Return the buffer for the next read."""
        return self.buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Parse the bytes just read, or discard them after ``close_soon``."""
        if self.is_discarding:
            self.discard_bytes(nbytes)
        else:
            self.data_received(bytes(memoryview(self.buffer)[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Parse received bytes and check the size of the request."""
        if self.transport.is_closing():
            return
        self.received_bytes += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self.expected_part is not None and self.received_bytes - 2 * self.body_bytes > MAX_OVERHEAD_BYTES:
            self.send_400_response("The request is too long.")
            return
        if self.expected_part == "body" and self.has_new_head:
            self.flow.pause_reading()  # until the application asks for the body
        self.has_new_head = False
        self.update_timeout()

    def on_message_begin(self) -> None:
        """Start counting for a new request."""
        super().on_message_begin()
        self.expected_part = "head"
        self.field_count = self.received_bytes = self.body_bytes = 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header or trailer field, ignoring trailer fields; raise TooManyFieldsError if there are too many."""
        self.field_count += 1
        if self.field_count > MAX_FIELDS:
            raise TooManyFieldsError
        if self.expected_part == "body":  # a trailer field
            return
        super().on_header(name, drop_quoted_cookies(value) if name.lower() == b"cookie" else value)

    def on_headers_complete(self) -> None:
        """Expect the body from now on."""
        super().on_headers_complete()
        self.expected_part, self.has_new_head = "body", True
        if self.parser.should_upgrade():
            self.cycle.keep_alive = False  # the parser reads nothing after such a request

    def on_body(self, body: bytes) -> None:
        """Count the bytes of the body."""
        self.body_bytes += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Note that the request is complete."""
        super().on_message_complete()
        self.expected_part = None

    def _unsupported_upgrade_warning(self) -> None:
        """Suppress uvicorn's warning: curl offers an upgrade with every request, which needs no special response."""

    # --- responses -------------------------------------------------------------------------------------

    @property
    def is_answering(self) -> bool:
        """Whether a request is waiting for its response or is receiving it."""
        return self.cycle is not None and not self.cycle.response_complete

    def on_response_complete(self) -> None:
        """Read the rest of the request if the rest is short; otherwise close the connection."""
        super().on_response_complete()
        if self.transport.is_closing():
            return
        if self.expected_part == "body" and not self.is_answering and not self.has_short_rest():
            self.close_soon()
        else:
            self.update_timeout()

    def has_short_rest(self) -> bool:
        """Return whether the rest of an answered request may still be read: its length is known and small."""
        length = next((value for name, value in self.headers if name == b"content-length"), b"")
        return length.isdigit() and int(length) <= self.body_bytes + MAX_OVERHEAD_BYTES

    def close_soon(self) -> None:
        """End the response, stop parsing, and close the connection after a delay.

        Until then the rest of the request is discarded: if the connection were closed at once, a client that is still
        sending would lose the response.
        """
        self._unset_keepalive_if_required()
        self.set_timeout(LINGER_SECONDS)
        self.buffer, self.received_bytes = DISCARD_BUFFER, 0
        self.flow.resume_reading()
        self.is_discarding = True
        self.update_idle()
        with suppress(OSError):  # the device has left first
            self.transport.write_eof()

    def discard_bytes(self, nbytes: int) -> None:
        """Discard received bytes, up to a limit."""
        self.received_bytes += nbytes
        if self.received_bytes > MAX_DISCARDED_BYTES:
            self.flow.pause_reading()

    def send_400_response(self, msg: str) -> None:
        """Refuse a malformed request."""
        self.refuse_request(BAD_REQUEST_RESPONSE)

    def refuse_request(self, response: bytes) -> None:
        """Send this response, unless another one is being sent, and close the connection."""
        if self.is_discarding:
            self.transport.abort()
            return
        if not self.pipeline and not (self.is_answering and self.cycle.response_started):
            self.transport.write(response)
        self.transport.close()

    # --- timers ----------------------------------------------------------------------------------------

    def update_timeout(self) -> None:
        """Set the timeout for the part of the request that is expected next."""
        self.update_idle()
        is_between_requests = (
            self.timeout_keep_alive_task is not None
        )  # uvicorn itself closes idle connections after a response
        if self.expected_part == "body":
            self.set_timeout(self.config.body_timeout)
        elif self.expected_part == "head" or not (self.is_answering or is_between_requests):
            self.set_timeout(self.config.header_timeout)
        else:
            self.set_timeout(None)

    def update_idle(self) -> None:
        """Record whether this connection may be closed to make room for another one."""
        limiter = self.config.limiter
        if self.is_answering:
            limiter.idle.pop(self, None)
        elif self in limiter.addresses:
            limiter.idle.setdefault(self)

    def set_timeout(self, seconds: float | None) -> None:
        """Start, replace or stop the timer that ends the request."""
        if seconds == self.timeout_seconds:
            return  # bytes of the same part do not extend the time
        if self.read_timer is not None:
            self.read_timer.cancel()
        self.timeout_seconds = seconds
        self.read_timer = (
            None if seconds is None else self.loop.call_later(seconds, self.refuse_request, TIMEOUT_RESPONSE)
        )

    def pause_writing(self) -> None:
        """Start the timer for a client that doesn't read its response."""
        super().pause_writing()
        if self.write_timer is None:
            self.write_timer = self.loop.call_later(self.config.write_timeout, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the timer, because the client has resumed reading."""
        if self.write_timer is not None:
            self.write_timer.cancel()
            self.write_timer = None
        super().resume_writing()


class ServerConfig(uvicorn.Config):
    """The configuration of uvicorn.

    Behind a proxy all requests have the proxy's address, so there is no limit for each address.
    """

    def __init__(
        self,
        app: Any,
        proxied: bool = False,
        header_timeout: float = HEADER_TIMEOUT,
        body_timeout: float = BODY_TIMEOUT,
        write_timeout: float = WRITE_TIMEOUT,
    ) -> None:
        super().__init__(
            app,
            http=LimitedProtocol,
            ws="none",
            log_level="warning",
            access_log=False,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=2,
            backlog=ACCEPT_BATCH,
            proxy_headers=proxied,
        )
        self.header_timeout, self.body_timeout, self.write_timeout = header_timeout, body_timeout, write_timeout
        max_total = max(MAX_CONNECTIONS_PER_ADDRESS // 2, raise_file_limit() - RESERVED_FILES)
        self.limiter = ConnectionLimiter(
            max_total, max_total if proxied else min(MAX_CONNECTIONS_PER_ADDRESS, max_total // 2)
        )
        for name in ("uvicorn.error", "asyncio", "rival.engine"):
            rate_limit(logging.getLogger(name))


# --- logging -----------------------------------------------------------------------------------------------


class RateLimitFilter(logging.Filter):
    """Logging filter that passes a repeated message once a minute, with the number of repetitions."""

    INTERVAL = 60
    MAX_MESSAGES = 500

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log the record."""
        key = (record.name, record.msg, *self.locate_error(record))
        since, repeated = self.seen.get(key, (-float(self.INTERVAL), 0))
        now = time.monotonic()
        if now - since < self.INTERVAL:
            self.seen[key] = (since, repeated + 1)
            return False
        if len(self.seen) >= self.MAX_MESSAGES:
            self.seen.clear()
        self.seen[key] = (now, 0)
        if repeated:
            record.msg, record.args = f"{record.getMessage()} (and {repeated} times more in the last minute)", ()
        return True

    def locate_error(self, record: logging.LogRecord) -> tuple[object, ...]:
        """Return the type and the location of the error in a log record, if there is one."""
        error = record.exc_info[1] if record.exc_info else None
        trace = error.__traceback__ if error else None
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        return (type(error), trace and trace.tb_frame.f_code, trace and trace.tb_lineno)


def rate_limit(logger: logging.Logger) -> None:
    """Add a RateLimitFilter to a logger that has none yet."""
    if not any(isinstance(existing, RateLimitFilter) for existing in logger.filters):
        logger.addFilter(RateLimitFilter())
