"""Kill the server again and again while clients answer: every acknowledged change is stored exactly once."""

from __future__ import annotations

import os
import random
import threading
import time
from pathlib import Path

import httpx2
import pytest

from rival.kernel import Session
from tests.support.forked_servers import find_free_port, start_server_forker
from tests.support.random_clients import RandomClient, check_log, stop_clients, wait_for_changes

KILLS = int(os.environ.get("RIVAL_KILLS", "100"))
"""``make kills`` has a thousand."""

DEVICES = 4


@pytest.mark.posix
def test_killed_servers_lose_and_duplicate_nothing(address: str, tmp_path: Path) -> None:
    dice = random.Random(address.partition(":")[0])
    port = find_free_port()
    with start_server_forker(address, tmp_path) as servers:
        server = servers.start(port)
        made = httpx2.post(f"http://127.0.0.1:{port}/api/games", json={"game": "rolling-heights", "seed": 7})
        id = made.json()["id"]
        over = threading.Event()
        devices = [RandomClient([port], id, seed, over) for seed in range(DEVICES)]
        for one in devices:
            one.start()
        for _number in range(KILLS):
            wait_for_changes(devices, dice.randint(0, 2))
            time.sleep(dice.uniform(0, 0.02))
            servers.kill(server)
            server = servers.start(port)
        stop_clients(devices)
        journal = httpx2.get(f"http://127.0.0.1:{port}/api/games/{id}/journal").text
        state = httpx2.get(f"http://127.0.0.1:{port}/api/games/{id}").json()
        on = httpx2.post(f"http://127.0.0.1:{port}/api/games/{id}/dice", json={"at": state["at"], "dice": "mine"})
        assert on.status_code == 200
    session = Session.load(journal)
    assert len(session.journal.log) == state["at"]
    check_log(session.journal.log, devices)
    assert sum(len(one.acknowledged) for one in devices) > KILLS // 2
