"""Answers per second through the server: a real process on this machine, one worker, every answer kept on the disk.

Each opponent's sample games are answered again over HTTP, by one page and by several pages at once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import cycle
from typing import Any

import rival
from rival.kernel import Journal

SECONDS = 4.0
PAGES = 4


@contextmanager
def server() -> Iterator[str]:
    """A server of its own, with a folder of its own; gives its host and port."""
    with tempfile.TemporaryDirectory() as home:
        around = {**os.environ, "RIVAL_HOME": home, "RIVAL_LANG": "en", "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "rival", "--no-browser", "--port", "0"]
        process = subprocess.Popen(command, env=around, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            yield process.stdout.readline().partition("//")[2].partition("/")[0]
        finally:
            process.terminate()
            process.wait()


def post(connection: HTTPConnection, path: str, body: Any) -> Any:
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    response = connection.getresponse()
    told = json.loads(response.read())
    assert response.status < 300, told
    return told


def play(host: str, journals: list[Journal]) -> list[float]:
    """Answer sample games until the time is over; how long each answer took, in milliseconds."""
    connection = HTTPConnection(host)
    taken: list[float] = []
    end = time.perf_counter() + SECONDS
    for journal in cycle(journals):
        if time.perf_counter() > end:
            break
        header = journal.header
        begin = {"game": header["game"], "seed": header["seed"], "pack": header["pack"]}
        state = post(connection, "/api/games", begin)
        for kind, name, value in journal.line:
            said = {"at": state["at"], "since": state["length"], "value": value}
            if kind == "correct":
                said["path"] = name
            start = time.perf_counter()
            state = post(connection, f"/api/games/{state['id']}/{kind}", said)
            taken.append((time.perf_counter() - start) * 1000)
            if time.perf_counter() > end:
                break
    connection.close()
    return taken


def report(name: str, taken: list[float], seconds: float) -> None:
    taken.sort()
    middle, late = taken[len(taken) // 2], taken[len(taken) * 95 // 100]
    print(f"{name:<36} {len(taken) / seconds:>7,.0f} answers a second   median {middle:5.1f} ms   95 % {late:5.1f} ms")


def main() -> None:
    with server() as host:
        for game in sorted(rival.opponents()):
            journals = [rival.demo(game, seed=seed).journal for seed in range(1, 5)]
            report(f"{game}, one page", play(host, journals), SECONDS)
            with ThreadPoolExecutor(PAGES) as pool:
                rows = pool.map(play, [host] * PAGES, [journals] * PAGES)
                report(f"{game}, {PAGES} pages at once", [one for row in rows for one in row], SECONDS)


if __name__ == "__main__":
    main()
