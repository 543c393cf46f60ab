"""``make soak``: a load test with eight devices, restarts, undos and imports; nothing may grow or get lost.

It takes an hour; ``python -m tests.soak SECONDS`` sets another time. CI runs two minutes of it.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import httpx2

import rival
from rival.kernel import Session
from tests.support.forked_servers import ServerForker, find_free_port, start_server_forker
from tests.support.random_clients import RandomClient, check_log, stop_clients

DEVICES = 8
GAMES = 4
SECONDS_PER_WINDOW = 60.0
"""Seconds between two measurements, fewer in a short run."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """A measurement of the server: memory in MB, open files, the fastest of thirty requests for a game in ms."""

    memory: float
    files: int
    shortest: float

    def __str__(self) -> str:
        return f"{self.memory:6.1f} MB   {self.files:3d} files   {self.shortest:6.2f} ms"


def measure_server(process: int, port: int, id: str) -> Measurement:
    status = Path(f"/proc/{process}/status").read_text()
    memory = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024
    times = []
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
        for _number in range(30):
            started_at = time.perf_counter()
            assert client.get(f"/api/games/{id}?since=1000000").status_code == 200
            times.append(1000 * (time.perf_counter() - started_at))
    return Measurement(memory, len(list(Path(f"/proc/{process}/fd").iterdir())), min(times))


def import_and_delete(port: int, journal: str) -> None:
    """Import a game, list all games, and delete the game for good."""
    address = f"http://127.0.0.1:{port}/api"
    id = httpx2.post(f"{address}/journals", json={"text": journal}, timeout=60).json()["id"]
    httpx2.get(f"{address}/games", timeout=60)
    httpx2.delete(f"{address}/games/{id}", timeout=60)
    httpx2.delete(f"{address}/deleted/{id}", timeout=60)


def run_soak(seconds: float, address: str, home: Path, is_verbose: bool = True) -> list[Measurement]:
    """Run the load, check that every acknowledged answer is stored once, and return the measurements."""
    port = find_free_port()
    journal = rival.play_demo("rolling-heights", seed=3).journal.format_text()
    measurements: list[Measurement] = []
    with start_server_forker(address, home) as servers:
        server = servers.start(port)
        api = f"http://127.0.0.1:{port}/api"
        responses = [httpx2.post(f"{api}/games", json={"game": "rolling-heights", "seed": n}) for n in range(GAMES)]
        ids = [item.json()["id"] for item in responses]
        idle_game = httpx2.post(f"{api}/journals", json={"text": journal}).json()["id"]
        all_devices: list[RandomClient] = []
        windows = max(4, round(seconds / SECONDS_PER_WINDOW))
        for number in range(windows):
            devices = start_devices(port, ids, number)
            window_end = time.monotonic() + seconds / windows
            while time.monotonic() < window_end:
                import_and_delete(port, journal)
                time.sleep(0.5)
            stop_clients(devices)
            all_devices += devices
            measurements.append(measure_server(server, port, idle_game))
            if is_verbose:
                answer_count = sum(len(item.acknowledged) for item in all_devices)
                print(f"{number + 1:3d} of {windows}   {measurements[-1]}   {answer_count} answers", flush=True)
            if number % 4 == 3:
                server = restart_server(servers, server, port)
        check_games(api, ids, all_devices)
    return measurements


def start_devices(port: int, ids: list[str], number: int) -> list[RandomClient]:
    stop_event = threading.Event()
    devices = [RandomClient([port], ids[n % len(ids)], 1000 * number + n, stop_event) for n in range(DEVICES)]
    for device in devices:
        device.start()
    return devices


def restart_server(servers: ServerForker, server: int, port: int) -> int:
    servers.kill(server)
    return servers.start(port)


def check_games(api: str, ids: list[str], devices: list[RandomClient]) -> None:
    for id in ids:
        session = Session.load(httpx2.get(f"{api}/games/{id}/journal", timeout=60).text)
        check_log(session.journal.log, [device for device in devices if device.addresses[0].endswith(f"/{id}")])


def check_growth(measurements: list[Measurement]) -> None:
    """Raise AssertionError if the last measurement without a restart is much worse than the first."""
    first, last = measurements[0], measurements[3]
    assert last.files <= first.files + 20, (first, last)
    assert last.memory <= first.memory * 1.3 + 20, (first, last)
    assert measurements[-1].shortest <= 2 * first.shortest + 3, (first, measurements[-1])


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3600.0
    with tempfile.TemporaryDirectory(prefix="rival-soak-") as folder:
        measurements = run_soak(seconds, f"sqlite:///{folder}/rival.db", Path(folder))
    check_growth(measurements)
    print("Nothing was lost, nothing stands twice; memory, files and times at the end as at the beginning.")


if __name__ == "__main__":
    main()
