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
from dataclasses import dataclass, field
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from rival.server.door import network_of

HEAD = 10.0
"""Seconds for the head of a request, from its first byte or from the connection on."""

BODY = 60.0
"""Seconds for what comes after the head; the largest body in that time is as slow as a bad mobile network."""

TAKE = 60.0
"""Seconds in which a device must take something of an answer that is ready for it."""

EACH = 100
"""Connections of one address; a browser has six."""

KEPT_BACK = 100
"""Files that are not for connections: the database, the page, what the system wants."""

WANTED = 16_384
"""Files that a process asks to have open at once; most systems give 1,024 unless asked."""

TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


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


# --- how long ----------------------------------------------------------------------------------------------


class Patient(H11Protocol):
    """One connection of uvicorn, with limits of time for each part of a request and of its answer."""

    config: Settings

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.waits_for: float | None = None
        self.until: asyncio.TimerHandle | None = None
        self.stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.config.crowd.let_in(self, network_of(self.client[0] if self.client else "")):
            self.watch()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.config.crowd.let_out(self)
        self.wait_for(None)
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.watch()

    def watch(self) -> None:
        """What is awaited now: the rest of a head, of a body, or nothing of the device."""
        crowd, theirs = self.config.crowd, self.conn.their_state
        if theirs is not h11.IDLE:
            crowd.idle.pop(self, None)
        elif self in crowd.here:
            crowd.idle.setdefault(self)
        between = self.timeout_keep_alive_task is not None  # uvicorn itself ends what is silent after an answer
        limits = {h11.IDLE: None if between else self.config.head, h11.SEND_BODY: self.config.body}
        self.wait_for(limits.get(theirs))

    def wait_for(self, seconds: float | None) -> None:
        if seconds == self.waits_for:
            return  # more of the same part gives no more time
        if self.until is not None:
            self.until.cancel()
        self.waits_for = seconds
        self.until = None if seconds is None else self.loop.call_later(seconds, self.give_up)

    def give_up(self) -> None:
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(TOO_SLOW)
        self.transport.close()

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
            timeout_graceful_shutdown=2,
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
