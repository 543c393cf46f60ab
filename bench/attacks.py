"""Response times of the owner's requests under load: guests request sample games, strangers send tiny chunks.

Everything runs on this machine, for a few seconds each. The attackers are separate processes.
"""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from multiprocessing import get_context
from threading import Thread
from typing import Any, NamedTuple

import rival

KEY = re.compile(r"[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}")
MAYOR = "rolling-heights"
GUESTS = 64
STRANGERS = 8
PAUSE = 0.02
"""Seconds that the owner waits before each answer."""


class Visitor(NamedTuple):
    """A device with its cookie, and the server that it uses."""

    host: str
    cookie: str

    def send_request(self, connection: HTTPConnection, method: str, path: str, body: Any = None) -> Any:
        """Send a request and return its response; raise HTTPException for an error status."""
        headers = {"content-type": "application/json", "cookie": self.cookie}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        response = connection.getresponse()
        text = response.read()
        if response.status >= 300:
            raise HTTPException(f"{response.status} {text[:200]!r}")
        return json.loads(text)


@contextmanager
def start_locked_server() -> Iterator[Visitor]:
    """Start a server that requires a key; yield a visitor who has it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "RIVAL_HOME": home, "RIVAL_LANG": "en", "PYTHONUNBUFFERED": "1"}
        address = ["--port", str(port), "--address", f"http://127.0.0.1:{port}"]
        command = [sys.executable, "-m", "rival", "--no-browser", *address]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            keys = (KEY.search(line) for line in process.stdout)
            key = next(key[0] for key in keys if key)
            yield Visitor(f"127.0.0.1:{port}", f"rival-join={key}")
        finally:
            process.terminate()
            process.wait()


# --- the owner ---------------------------------------------------------------------------------------------


def time_answers(owner: Visitor, seconds: float) -> list[float]:
    """Answer questions of a game; return the response times in milliseconds, sorted."""
    journal = rival.play_demo(MAYOR, seed=1).journal
    connection = HTTPConnection(owner.host, timeout=30)
    begin = {"game": MAYOR, "seed": journal.header["seed"], "pack": journal.header["pack"]}
    state = owner.send_request(connection, "POST", "/api/games", begin)
    times: list[float] = []
    end = time.perf_counter() + seconds
    for kind, name, value in journal.active_entries:
        body = {"at": state["at"], "since": state["length"], "value": value}
        if kind == "correct":
            body["path"] = name
        start = time.perf_counter()
        result = owner.send_request(connection, "POST", f"/api/games/{state['id']}/{kind}", body)
        times.append((time.perf_counter() - start) * 1000)
        state = result.get("state", result)  # the response to a correction contains more than the state
        if time.perf_counter() > end:
            break
        time.sleep(PAUSE)
    connection.close()
    return sorted(times)


# --- guests and strangers ----------------------------------------------------------------------------------


def invite_guest(owner: Visitor) -> Visitor:
    """Return a device that has the watch link of a game."""
    connection = HTTPConnection(owner.host, timeout=30)
    id = owner.send_request(connection, "POST", "/api/games", {"game": MAYOR})["id"]
    link = owner.send_request(connection, "GET", f"/api/games/{id}/links")["watch"]["link"]
    return Visitor(owner.host, f"rival-game-{id}={link.rpartition('/')[2]}")


def request_samples(guest: Visitor) -> None:
    """Request one sample game after the other."""
    connection = HTTPConnection(guest.host, timeout=60)
    while True:
        for game in rival.load_opponents():
            try:
                guest.send_request(connection, "POST", "/api/demos", {"game": game})
            except (OSError, HTTPException):  # refused, or closed: try again
                connection.close()


def send_chunks(stranger: Visitor) -> None:
    """Send a body in chunks of one byte; start again whenever the connection is closed."""
    host, _colon, port = stranger.host.partition(":")
    head = f"POST /api/games HTTP/1.1\r\nhost: {stranger.host}\r\ntransfer-encoding: chunked\r\n\r\n"
    while True:
        with suppress(OSError), socket.create_connection((host, int(port)), 10) as connection:
            connection.sendall(head.encode())
            while True:
                connection.sendall(b"1\r\nx\r\n" * 10_000)


def run_attack(action: Callable[[Visitor], None], visitor: Visitor, count: int) -> None:
    """Run an action in many threads until this process is ended."""
    threads = [Thread(target=action, args=[visitor], daemon=True) for _number in range(count)]
    for thread in threads:
        thread.start()
    threads[0].join()


@contextmanager
def run_under_attack(action: Callable[[Visitor], None], visitor: Visitor, count: int) -> Iterator[None]:
    """Run an action in another process during the ``with`` block."""
    process = get_context("spawn").Process(target=run_attack, args=[action, visitor, count], daemon=True)
    process.start()
    try:
        time.sleep(1.5)  # until it has begun
        yield
    finally:
        process.kill()
        process.join()


def measure_owner(seconds: float) -> Iterator[tuple[str, list[float]]]:
    """Yield each kind of load with the response times of the owner; each load gets a new server."""
    with start_locked_server() as owner:
        time_answers(owner, seconds / 4)
        yield "nobody else", time_answers(owner, seconds)
    with start_locked_server() as owner, run_under_attack(request_samples, invite_guest(owner), GUESTS):
        time_answers(owner, seconds / 4)
        yield f"{GUESTS} connections of sample games from a guest", time_answers(owner, seconds)
    with start_locked_server() as owner, run_under_attack(send_chunks, Visitor(owner.host, ""), STRANGERS):
        time_answers(owner, seconds / 4)
        yield f"{STRANGERS} connections of one-byte chunks from a stranger", time_answers(owner, seconds)
