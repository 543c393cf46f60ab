"""The command ``rival``: a real server process, with kills and races."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

import rival
from rival.server.run import DEFAULT_PORT

MAYOR = "rolling-heights"
client = httpx2.Client(timeout=60)  # a busy machine is no reason to fail


def start_server(home: Path, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server; return its process and the address that it printed."""
    around = {**os.environ, "RIVAL_HOME": str(home), "RIVAL_LANG": "en", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "rival", "--no-browser", *arguments]
    process = subprocess.Popen(command, env=around, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "http://" in line, line + (process.stderr.read() if process.stderr else "")
    return process, line.partition(" at ")[2].partition(" ")[0]


@contextmanager
def run_server(home: Path, *arguments: str) -> Iterator[str]:
    process, address = start_server(home, *(arguments or ("--port", "0")))
    try:
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        _out, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
        assert errors == ""


def begin_game(address: str, **more: Any) -> dict[str, Any]:
    """Begin a game and return its state."""
    state: dict[str, Any] = client.post(f"{address}api/games", json={"game": MAYOR, "seed": 3, **more}).json()
    return state


def send_answer(address: str, state: dict[str, Any], value: Any) -> httpx2.Response:
    """Send an answer."""
    return client.post(f"{address}api/games/{state['id']}/answer", json={"at": state["at"], "value": value})


def test_it_shows_its_address_and_stops_cleanly_with_ctrl_c(tmp_path: Path) -> None:
    with run_server(tmp_path) as address:
        assert address.startswith("http://127.0.0.1:")
        assert client.get(f"{address}api/opponents").status_code == 200
        assert client.get(address).headers["content-security-policy"]


def test_a_second_one_takes_the_next_free_port(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", DEFAULT_PORT))
            taken.listen()
        except OSError:
            pass  # somebody has it already: all the better
        with run_server(tmp_path, "--lang", "en") as address:
            assert int(address.rstrip("/").rpartition(":")[2]) > DEFAULT_PORT


def test_a_port_that_is_taken_or_impossible_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        for port in (str(taken.getsockname()[1]), "99999"):
            command = [sys.executable, "-m", "rival", "--no-browser", "--port", port]
            refused = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
            assert refused.returncode == 2
            assert "can't use the address" in refused.stderr
            assert "Traceback" not in refused.stderr


def test_two_clients_racing_through_a_game_double_nothing(tmp_path: Path) -> None:
    journal = rival.play_demo(MAYOR, seed=3).journal
    with run_server(tmp_path) as address, ThreadPoolExecutor(2) as pool:
        state = begin_game(address, pack=journal.header["pack"])
        for _kind, _key, value in journal.active_entries[:20]:
            told = list(pool.map(lambda _n, s=state, v=value: send_answer(address, s, v), range(2)))
            assert sorted(one.status_code for one in told) == [200, 409]
            assert told[0].json() == told[1].json()
            state = told[0].json()
        kept = client.get(f"{address}api/games/{state['id']}/journal").text
    assert kept.count("\n") == 21
    assert rival.Session.load(kept).position == 20


def test_a_kill_at_any_moment_loses_no_answer_that_was_taken(tmp_path: Path) -> None:
    journal = rival.play_demo(MAYOR, seed=3).journal
    process, address = start_server(tmp_path, "--port", "0")
    state = begin_game(address, pack=journal.header["pack"])
    for _kind, _key, value in journal.active_entries[:2]:
        state = send_answer(address, state, value).json()
        process.kill()
        process.communicate()
        process, address = start_server(tmp_path, "--port", "0")
        assert client.get(f"{address}api/games/{state['id']}").json() == state
    process.kill()
    process.communicate()


def test_terminal_and_page_share_their_games(tmp_path: Path) -> None:
    with run_server(tmp_path) as address:
        state = begin_game(address)
        around = {**os.environ, "RIVAL_HOME": str(tmp_path), "RIVAL_LANG": "en"}
        command = [sys.executable, "-m", "rival", "play", "--resume", state["id"]]
        subprocess.run(command, input="\nquit\n", text=True, env=around, capture_output=True, check=True, timeout=60)
        stale = send_answer(address, state, True)
        assert stale.status_code == 409
        assert stale.json()["position"] == 1
