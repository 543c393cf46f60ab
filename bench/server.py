"""Answers per second through the server: a real process on this machine, one worker, every answer kept on the disk.

    python bench/server.py [GAME ...] [--seconds 4] [--pages 8] [--attacks | --no-attacks]

Each opponent's sample games are answered again over HTTP by several pages at once. Beside it, by the same pages in
turns, the same stack with nothing of Rival: one durable insert for each answer (bench/bare.py). The ratio of processor
time says the same as that of answers, and says it on a busy machine, too.

Then the owner's answers are timed while a guest asks for sample games, and while a stranger sends chunks of one byte
(bench/attacks.py). With ``--attacks`` only this is done, with ``--no-attacks`` all but this.
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
    """A server of its own, with a folder of its own."""
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
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    response = connection.getresponse()
    told = json.loads(response.read())
    assert response.status < 300, told
    return told


def play(host: str, journals: list[Journal], seconds: float) -> list[float]:
    """Answer sample games until the time is over; how long each answer took, in milliseconds."""
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
            state = told.get("state", told)  # a correction tells more than the state
            if time.perf_counter() > end:
                break
    connection.close()
    return taken


class Measured(NamedTuple):
    """How long each answer took, in milliseconds, over how many seconds, and the processor time of one."""

    taken: list[float]
    seconds: float
    worked: float

    @property
    def rate(self) -> float:
        return len(self.taken) / self.seconds

    def late(self, share: float) -> float:
        return self.taken[int(len(self.taken) * share)]


def measured(one: Running, journals: list[Journal], pages: int, seconds: float) -> Measured:
    """Two rounds: the first warms up."""
    for some in (seconds / 4, seconds):
        before = one.worked()
        with ThreadPoolExecutor(pages) as pool:
            rows = list(pool.map(play, [one.host] * pages, [journals] * pages, [some] * pages))
    taken = sorted(took for row in rows for took in row)
    return Measured(taken, seconds, 1000 * (one.worked() - before) / len(taken))


def main() -> None:
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
    """Time the owner's answers while others are rude."""
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; the owner's answers, {seconds:g} s each")
    print(f"{'meanwhile':56}{'median ms':>10}{'99 % ms':>9}")
    for meanwhile, taken in measure_owner(seconds):
        print(f"{meanwhile:56}{taken[len(taken) // 2]:10.1f}{taken[int(len(taken) * 0.99)]:9.1f}", flush=True)


def compare(chosen: argparse.Namespace) -> None:
    """Measure Rival beside the bare stack."""
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
    print(
        f"{name:28}{one.rate:10.0f}{one.late(0.5):11.1f}{one.late(0.99):9.1f}{one.worked:8.2f}"
        f"{one.rate / least.rate:18.2f}{least.worked / one.worked:6.2f}"
    )


if __name__ == "__main__":
    main()
