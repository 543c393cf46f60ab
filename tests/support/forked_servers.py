"""Start servers quickly: a process that has loaded everything forks one for each line of its input.

Each child is an independent server, as after a restart: with empty memory, its own connections and its own socket.
Run as ``python -m tests.support.forked_servers``, with RIVAL_DATABASE in its environment.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import create_connection, socket

ROOT = Path(__file__).parent.parent.parent


def main() -> None:
    from fastapi.testclient import TestClient

    from rival.engine import Engine
    from rival.server.app import make_app
    from rival.server.limits import ServerConfig
    from rival.server.live import ChangeNotifier
    from rival.server.run import Server, open_socket
    from rival.storage import open_repository

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever is killed is not waited for
    shelf, bell = open_repository(), ChangeNotifier()
    warm = TestClient(make_app(Engine(shelf)), base_url="http://127.0.0.1")
    warm.get("/api/opponents")  # what is loaded at the first request is loaded; its threads do not live on in a child
    app = make_app(Engine(shelf), notifier=bell)
    shelf.database.close()  # no connection may be shared by two processes
    Engine().begin_game("rolling-heights", seed=1)
    ServerConfig(app).load()
    print("ready", flush=True)
    for line in sys.stdin:
        child = os.fork()
        if child:
            print(child, flush=True)
            continue
        Server(ServerConfig(app), lambda: None, bell.end_streams).run(sockets=[open_socket("127.0.0.1", int(line))])
        os._exit(0)


def find_free_port() -> int:
    with socket() as place:
        place.bind(("127.0.0.1", 0))
        return int(place.getsockname()[1])


class ServerForker:
    """A helper that starts and kills servers on one database."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.alive: list[int] = []

    def start(self, port: int) -> int:
        """Start a server on a port, wait until it answers, and return its process id."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{port}\n")
        self.process.stdin.flush()
        child = int(self.process.stdout.readline())
        self.alive.append(child)
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with suppress(OSError), create_connection(("127.0.0.1", port), 1):
                return child
            time.sleep(0.002)
        raise TimeoutError(f"nothing answers on port {port}")

    def kill(self, child: int) -> None:
        """Kill a server without warning; return when it has ended and its port is free."""
        self.alive.remove(child)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
            while True:
                os.kill(child, 0)
                time.sleep(0.001)


@contextmanager
def start_server_forker(address: str, home: Path) -> Iterator[ServerForker]:
    around = {**os.environ, "RIVAL_HOME": str(home), "RIVAL_DATABASE": address}
    command = [sys.executable, "-m", "tests.support.forked_servers"]
    process = subprocess.Popen(command, cwd=ROOT, env=around, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    servers = ServerForker(process)
    try:
        yield servers
    finally:
        for child in list(servers.alive):
            servers.kill(child)
        process.communicate(timeout=20)


if __name__ == "__main__":
    main()
