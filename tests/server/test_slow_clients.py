"""Clients that send half a request or don't read the response: they are disconnected, and nobody else has to wait."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx2
import pytest

from rival.engine import Engine
from rival.server import limits
from rival.server.app import make_app
from rival.server.limits import RateLimitFilter, ServerConfig
from tests.support.server_process import run_configured_server

resource = pytest.importorskip("resource", reason="limits of a process are POSIX")

HALF_A_HEAD = b"GET /api/opponents HTTP/1.1\r\nhost: 127.0.0.1\r\n"
HALF_A_BODY = b"POST /api/journals HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 90\r\n\r\n{"


def make_config(**more: float) -> ServerConfig:
    """Return a server configuration with short timeouts."""
    timeouts = {"header_timeout": 0.4, "body_timeout": 0.4, "write_timeout": 0.4, **more}
    return ServerConfig(make_app(Engine()), **timeouts)  # type: ignore[arg-type]


def time_until_closed(device: socket.socket, timeout: float = 10) -> tuple[float, bytes]:
    """Return the seconds until the server closed the connection, and its response."""
    start = time.monotonic()
    device.settimeout(timeout)
    response = b""
    with suppress(ConnectionResetError):
        while chunk := device.recv(65536):
            response += chunk
    return time.monotonic() - start, response


@pytest.mark.parametrize("sent", [b"", b"G", HALF_A_HEAD, HALF_A_BODY])
def test_half_a_request_times_out(sent: bytes) -> None:
    with run_configured_server(make_config()) as place, socket.create_connection(place) as device:
        device.sendall(sent)
        waited, said = time_until_closed(device)
    assert 0.2 < waited < 5
    assert said.startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("sent", [HALF_A_HEAD, HALF_A_BODY])
def test_sending_byte_by_byte_does_not_extend_the_timeout(sent: bytes) -> None:
    with (
        run_configured_server(make_config(header_timeout=1, body_timeout=1)) as place,
        socket.create_connection(place) as device,
    ):
        device.sendall(sent)
        begun = time.monotonic()
        with suppress(OSError):
            while time.monotonic() - begun < 8:
                device.sendall(b"x")
                time.sleep(0.05)
        assert time.monotonic() - begun < 5


def test_a_client_that_reads_no_response_is_disconnected() -> None:
    with run_configured_server(make_config()) as place, socket.create_connection(place) as device:
        device.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asked = b"GET /api/rules/mombasa HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n"
        with pytest.raises(OSError):  # noqa: PT012  (it is cut off while it still asks, or soon after)
            for _again in range(400):
                device.sendall(asked)
            time.sleep(2)
            device.sendall(asked)
            time.sleep(0.2)
            device.sendall(asked)
        assert httpx2.get(f"http://127.0.0.1:{place[1]}/api/opponents").status_code == 200


def test_a_client_that_sends_in_time_is_not_disconnected() -> None:
    with (
        run_configured_server(make_config(header_timeout=1)) as place,
        httpx2.Client(base_url=f"http://127.0.0.1:{place[1]}") as device,
    ):
        for _again in range(4):
            assert device.get("/api/opponents").status_code == 200
            time.sleep(0.5)


def test_a_new_connection_replaces_the_longest_idle_one_of_its_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MAX_CONNECTIONS_PER_ADDRESS", 20)
    with run_configured_server(make_config(header_timeout=60)) as place, ExitStack() as open_ones:
        devices = [open_ones.enter_context(socket.create_connection(place)) for _number in range(60)]
        for one in devices:
            with suppress(OSError):
                one.sendall(HALF_A_HEAD)
        assert httpx2.get(f"http://127.0.0.1:{place[1]}/api/opponents", timeout=10).status_code == 200
        assert time_until_closed(devices[0], 2)[0] < 2
        with pytest.raises(TimeoutError):
            time_until_closed(devices[-1], 0.3)


# --- a process of its own ----------------------------------------------------------------------------------


@contextmanager
def start_limited_server(home: Path, soft: int, hard: int) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Start ``rival`` with a limited number of open files."""
    command = [sys.executable, "-m", "rival", "--no-browser", "--port", "0"]
    around = {**os.environ, "RIVAL_HOME": str(home), "PYTHONUNBUFFERED": "1"}
    with (home / "errors").open("w") as errors:
        process = subprocess.Popen(
            command,
            env=around,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)),
        )
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        yield process, int(line.partition("127.0.0.1:")[2].partition("/")[0])
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def test_half_sent_requests_neither_stop_the_server_nor_fill_its_log(tmp_path: Path) -> None:
    """As 1,060 connections once did to a server with 1,024 file descriptors."""
    with start_limited_server(tmp_path, 256, 256) as (_process, port), ExitStack() as open_ones:
        for _number in range(600):
            device = open_ones.enter_context(socket.create_connection(("127.0.0.1", port), 20))
            with suppress(OSError):
                device.sendall(HALF_A_HEAD)
        begun = time.monotonic()
        assert httpx2.get(f"http://127.0.0.1:{port}/api/games", timeout=20).status_code == 200
        assert time.monotonic() - begun < 10
        time.sleep(1)
    assert (tmp_path / "errors").stat().st_size < 10_000


@pytest.mark.linux
def test_the_soft_limit_of_open_files_is_raised_at_the_start(tmp_path: Path) -> None:
    with start_limited_server(tmp_path, 200, 2000) as (process, _port):
        limits = Path(f"/proc/{process.pid}/limits").read_text()
    assert next(line for line in limits.splitlines() if line.startswith("Max open files")).split()[3] == "2000"


def test_the_same_message_is_logged_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    sieve = RateLimitFilter()

    def logged(text: str, *args: object) -> str | None:
        record = logging.LogRecord("x", logging.WARNING, "", 0, text, args, None)
        return record.getMessage() if sieve.filter(record) else None

    assert logged("no %s", "a") == "no a"
    assert [logged("no %s", number) for number in range(1000)] == [None] * 1000
    assert logged("another") == "another"
    now += 61
    assert logged("no %s", "b") == "no b (and 1000 times more in the last minute)"
    for number in range(2000):
        logged(f"text {number}")
    assert len(sieve.seen) <= RateLimitFilter.MAX_MESSAGES
