"""Answers per second of a real server process on this machine; every answer is saved to the disk.

    python bench/server.py [GAME ...] [--seconds 4] [--pages 8] [--attacks | --no-attacks]

Several clients replay sample games of each opponent over HTTP at the same time. For comparison they do the same with
the bare server: one durable insert for each answer (bench/bare.py). The ratio of processor times is meaningful even on
a busy machine.

Then the response times of the owner are measured under load (bench/attacks.py). ``--attacks`` does only this,
``--no-attacks`` everything else.
"""

from __future__ import annotations

import argparse
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
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

import rival
from bench.attacks import measure_owner
from bench.bare import Running, bare
from rival.kernel import Journal


@contextmanager
def server() -> Iterator[Running]:
    """Start a server with its own data folder."""
    with tempfile.TemporaryDirectory() as home:
        around = {**os.environ, "RIVAL_HOME": home, "RIVAL_LANG": "en", "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "rival", "--no-browser", "--port", "0"]
        process = subprocess.Popen(command, env=around, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            host = process.stdout.readline().partition("//")[2].partition("/")[0]
            yield Running(host, process.pid)
        finally:
            process.terminate()
            process.wait()


def post(connection: HTTPConnection, path: str, body: Any) -> Any:
    """Send a request and return its response."""
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    response = connection.getresponse()
    told = json.loads(response.read())
    assert response.status < 300, told
    return told


def play(host: str, journals: list[Journal], seconds: float) -> list[float]:
    """Replay sample games until the time is over; return the response times in milliseconds."""
    connection = HTTPConnection(host)
    taken: list[float] = []
    end = time.perf_counter() + seconds
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
            told = post(connection, f"/api/games/{state['id']}/{kind}", said)
            taken.append((time.perf_counter() - start) * 1000)
            state = told.get("state", told)  # the response to a correction contains more than the state
            if time.perf_counter() > end:
                break
    connection.close()
    return taken


class Measured(NamedTuple):
    """Response times in milliseconds, the duration in seconds, and the processor time per answer in milliseconds."""

    taken: list[float]
    seconds: float
    worked: float

    @property
    def rate(self) -> float:
        """Answers per second."""
        return len(self.taken) / self.seconds

    def late(self, share: float) -> float:
        """Return the percentile of the response times for this share."""
        return self.taken[int(len(self.taken) * share)]


def measured(one: Running, journals: list[Journal], pages: int, seconds: float) -> Measured:
    """Measure a server in two rounds; the first is a warm-up."""
    for some in (seconds / 4, seconds):
        before = one.worked()
        with ThreadPoolExecutor(pages) as pool:
            rows = list(pool.map(play, [one.host] * pages, [journals] * pages, [some] * pages))
    taken = sorted(took for row in rows for took in row)
    return Measured(taken, seconds, 1000 * (one.worked() - before) / len(taken))


def main() -> None:
    """Run the measurements chosen on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=sorted(rival.opponents()))
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--pages", type=int, default=8, help="pages that answer at once")
    action = argparse.BooleanOptionalAction
    parser.add_argument("--attacks", action=action, help="time the owner's answers under attack: only, or not at all")
    chosen = parser.parse_args()
    if not chosen.attacks:
        compare(chosen)
    if chosen.attacks is not False:
        time_attacks(chosen.seconds)


def time_attacks(seconds: float) -> None:
    """Print the response times of the owner under load."""
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; the owner's answers, {seconds:g} s each")
    print(f"{'meanwhile':56}{'median ms':>10}{'99 % ms':>9}")
    for meanwhile, taken in measure_owner(seconds):
        print(f"{meanwhile:56}{taken[len(taken) // 2]:10.1f}{taken[int(len(taken) * 0.99)]:9.1f}", flush=True)


def compare(chosen: argparse.Namespace) -> None:
    """Print Rival's speed compared with the bare server."""
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {chosen.pages} pages, {chosen.seconds:g} s each")
    print(f"{'':28}{'answers/s':>10}{'median ms':>11}{'99 % ms':>9}{'CPU ms':>8}{'of bare: answers':>18}{'CPU':>6}")
    with server() as rivals, bare() as plain, bare("sqlalchemy") as through:
        beside = {"bare stack, SQLAlchemy": through, "Rival": rivals}
        for game in chosen.games:
            journals = [rival.demo(game, seed=seed).journal for seed in range(1, 5)]
            least = measured(plain, journals, chosen.pages, chosen.seconds)
            row(f"{game}: bare stack", least, least)
            for name, one in beside.items():
                row(f"{'':4}{name}", measured(one, journals, chosen.pages, chosen.seconds), least)


def row(name: str, one: Measured, least: Measured) -> None:
    """Print one row of results."""
    print(
        f"{name:28}{one.rate:10.0f}{one.late(0.5):11.1f}{one.late(0.99):9.1f}{one.worked:8.2f}"
        f"{one.rate / least.rate:18.2f}{least.worked / one.worked:6.2f}"
    )


if __name__ == "__main__":
    main()
