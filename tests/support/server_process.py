"""Start the server for clients that misbehave."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from rival.server.limits import ServerConfig
from rival.server.run import Server, open_socket


@contextmanager
def run_configured_server(settings: ServerConfig) -> Iterator[tuple[str, int]]:
    place = open_socket("127.0.0.1", 0)
    ready = threading.Event()
    server = Server(settings, ready.set, lambda: None)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [place]}, daemon=True)
    thread.start()
    assert ready.wait(30)
    try:
        yield "127.0.0.1", place.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(30)
        place.close()
