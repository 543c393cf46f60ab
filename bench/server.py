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
from bench.bare import RunningServer, start_bare_server
from rival.kernel import Journal


@contextmanager
def start_server() -> Iterator[RunningServer]:
    """Start a server with its own data folder."""
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "RIVAL_HOME": home, "RIVAL_LANG": "en", "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "rival", "--no-browser", "--port", "0"]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            host = process.stdout.readline().partition("//")[2].partition("/")[0]
            yield RunningServer(host, process.pid)
        finally:
            process.terminate()
            process.wait()


def send_request(connection: HTTPConnection, path: str, body: Any) -> Any:
    """Send a request and return its response."""
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    response = connection.getresponse()
    result = json.loads(response.read())
    assert response.status < 300, result
    return result


def replay_games(host: str, journals: list[Journal], seconds: float) -> list[float]:
    """Replay sample games until the time is over; return the response times in milliseconds."""
    connection = HTTPConnection(host)
    times: list[float] = []
    end = time.perf_counter() + seconds
    for journal in cycle(journals):
        if time.perf_counter() > end:
            break
        header = journal.header
        begin = {"game": header["game"], "seed": header["seed"], "pack": header["pack"]}
        state = send_request(connection, "/api/games", begin)
        for kind, name, value in journal.active_entries:
            body = {"at": state["at"], "since": state["length"], "value": value}
            if kind == "correct":
                body["path"] = name
            start = time.perf_counter()
            result = send_request(connection, f"/api/games/{state['id']}/{kind}", body)
            times.append((time.perf_counter() - start) * 1000)
            state = result.get("state", result)  # the response to a correction contains more than the state
            if time.perf_counter() > end:
                break
    connection.close()
    return times


class Measurement(NamedTuple):
    """Response times in milliseconds, the duration in seconds, and the processor time per answer in milliseconds."""

    times: list[float]
    seconds: float
    processor_milliseconds: float

    @property
    def rate(self) -> float:
        """Answers per second."""
        return len(self.times) / self.seconds

    def percentile(self, share: float) -> float:
        """Return the percentile of the response times for this share."""
        return self.times[int(len(self.times) * share)]


def measure_server(
    server_under_test: RunningServer, journals: list[Journal], pages: int, seconds: float
) -> Measurement:
    """Measure a server in two rounds; the first is a warm-up."""
    for duration in (seconds / 4, seconds):
        before = server_under_test.read_processor_seconds()
        with ThreadPoolExecutor(pages) as pool:
            rows = list(
                pool.map(replay_games, [server_under_test.host] * pages, [journals] * pages, [duration] * pages)
            )
    times = sorted(time_of_answer for row in rows for time_of_answer in row)
    return Measurement(times, seconds, 1000 * (server_under_test.read_processor_seconds() - before) / len(times))


def main() -> None:
    """Run the measurements chosen on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", default=sorted(rival.load_opponents()))
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--pages", type=int, default=8, help="pages that answer at once")
    action = argparse.BooleanOptionalAction
    parser.add_argument("--attacks", action=action, help="time the owner's answers under attack: only, or not at all")
    arguments = parser.parse_args()
    if not arguments.attacks:
        compare_servers(arguments)
    if arguments.attacks is not False:
        time_attacks(arguments.seconds)


def time_attacks(seconds: float) -> None:
    """Print the response times of the owner under load."""
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; the owner's answers, {seconds:g} s each")
    print(f"{'meanwhile':56}{'median ms':>10}{'99 % ms':>9}")
    for meanwhile, times in measure_owner(seconds):
        print(f"{meanwhile:56}{times[len(times) // 2]:10.1f}{times[int(len(times) * 0.99)]:9.1f}", flush=True)


def compare_servers(arguments: argparse.Namespace) -> None:
    """Print Rival's speed compared with the bare server."""
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {arguments.pages} pages, {arguments.seconds:g} s each"
    )
    print(f"{'':28}{'answers/s':>10}{'median ms':>11}{'99 % ms':>9}{'CPU ms':>8}{'of bare: answers':>18}{'CPU':>6}")
    with (
        start_server() as rival_server,
        start_bare_server() as bare_server,
        start_bare_server("sqlalchemy") as sqlalchemy_server,
    ):
        others = {"bare stack, SQLAlchemy": sqlalchemy_server, "Rival": rival_server}
        for game in arguments.games:
            journals = [rival.play_demo(game, seed=seed).journal for seed in range(1, 5)]
            baseline = measure_server(bare_server, journals, arguments.pages, arguments.seconds)
            print_row(f"{game}: bare stack", baseline, baseline)
            for name, contender in others.items():
                print_row(
                    f"{'':4}{name}", measure_server(contender, journals, arguments.pages, arguments.seconds), baseline
                )


def print_row(name: str, measurement: Measurement, baseline: Measurement) -> None:
    """Print one row of the results table."""
    processor = measurement.processor_milliseconds
    print(
        f"{name:28}{measurement.rate:10.0f}{measurement.percentile(0.5):11.1f}{measurement.percentile(0.99):9.1f}"
        f"{processor:8.2f}"
        f"{measurement.rate / baseline.rate:18.2f}{baseline.processor_milliseconds / processor:6.2f}"
    )


if __name__ == "__main__":
    main()
