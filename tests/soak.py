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
from tests.support.forked_servers import Nursery, free_port, nursery
from tests.support.random_clients import Device, check_log, finish

DEVICES = 8
GAMES = 4
WINDOW = 60.0
"""Seconds between two measurements, fewer in a short run."""


@dataclass(frozen=True, slots=True)
class Look:
    """A measurement of the server: memory in MB, open files, the fastest of thirty requests for a game in ms."""

    memory: float
    files: int
    shortest: float

    def __str__(self) -> str:
        return f"{self.memory:6.1f} MB   {self.files:3d} files   {self.shortest:6.2f} ms"


def look(process: int, port: int, id: str) -> Look:
    status = Path(f"/proc/{process}/status").read_text()
    memory = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024
    times = []
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
        for _number in range(30):
            begun = time.perf_counter()
            assert client.get(f"/api/games/{id}?since=1000000").status_code == 200
            times.append(1000 * (time.perf_counter() - begun))
    return Look(memory, len(list(Path(f"/proc/{process}/fd").iterdir())), min(times))


def take_in(port: int, journal: str) -> None:
    """Import a game, list all games, and delete the game for good."""
    address = f"http://127.0.0.1:{port}/api"
    id = httpx2.post(f"{address}/journals", json={"text": journal}, timeout=60).json()["id"]
    httpx2.get(f"{address}/games", timeout=60)
    httpx2.delete(f"{address}/games/{id}", timeout=60)
    httpx2.delete(f"{address}/deleted/{id}", timeout=60)


def soak(seconds: float, address: str, home: Path, say: bool = True) -> list[Look]:
    """Run the load, check that every acknowledged answer is stored once, and return the measurements."""
    port = free_port()
    journal = rival.demo("rolling-heights", seed=3).journal.dumps()
    looks: list[Look] = []
    with nursery(address, home) as servers:
        server = servers.start(port)
        api = f"http://127.0.0.1:{port}/api"
        made = [httpx2.post(f"{api}/games", json={"game": "rolling-heights", "seed": n}) for n in range(GAMES)]
        ids = [one.json()["id"] for one in made]
        quiet = httpx2.post(f"{api}/journals", json={"text": journal}).json()["id"]
        everybody: list[Device] = []
        windows = max(4, round(seconds / WINDOW))
        for number in range(windows):
            devices = devices_of(port, ids, number)
            until = time.monotonic() + seconds / windows
            while time.monotonic() < until:
                take_in(port, journal)
                time.sleep(0.5)
            finish(devices)
            everybody += devices
            looks.append(look(server, port, quiet))
            if say:
                taken = sum(len(one.acknowledged) for one in everybody)
                print(f"{number + 1:3d} of {windows}   {looks[-1]}   {taken} answers", flush=True)
            if number % 4 == 3:
                server = restarted(servers, server, port)
        check(api, ids, everybody)
    return looks


def devices_of(port: int, ids: list[str], number: int) -> list[Device]:
    over = threading.Event()
    devices = [Device([port], ids[n % len(ids)], 1000 * number + n, over) for n in range(DEVICES)]
    for one in devices:
        one.start()
    return devices


def restarted(servers: Nursery, server: int, port: int) -> int:
    servers.kill(server)
    return servers.start(port)


def check(api: str, ids: list[str], devices: list[Device]) -> None:
    for id in ids:
        session = Session.load(httpx2.get(f"{api}/games/{id}/journal", timeout=60).text)
        check_log(session.journal.log, [one for one in devices if one.addresses[0].endswith(f"/{id}")])


def steady(looks: list[Look]) -> None:
    """Raise AssertionError if the last measurement without a restart is much worse than the first."""
    first, last = looks[0], looks[3]
    assert last.files <= first.files + 20, (first, last)
    assert last.memory <= first.memory * 1.3 + 20, (first, last)
    assert looks[-1].shortest <= 2 * first.shortest + 3, (first, looks[-1])


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3600.0
    with tempfile.TemporaryDirectory(prefix="rival-soak-") as folder:
        looks = soak(seconds, f"sqlite:///{folder}/rival.db", Path(folder))
    steady(looks)
    print("Nothing was lost, nothing stands twice; memory, files and times at the end as at the beginning.")


if __name__ == "__main__":
    main()
