"""Start the companion: find a free port, say the address, open the browser."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable
from errno import EADDRINUSE

import uvicorn

from rival.kernel import BadOption, Name, Text, _

PORT = 8181
TRIES = 50


def listening(host: str, port: int | None) -> socket.socket:
    """A socket on the port asked for, else on the first free one from the usual on."""
    wanted = range(PORT, PORT + TRIES) if port is None else (port,)
    for number in wanted:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        place = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, so that answers go out at once
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((host, number))
            place.listen(128)
            return place
        except (OSError, OverflowError) as problem:
            place.close()
            if port is not None or getattr(problem, "errno", None) != EADDRINUSE:
                raise cant(host, number, problem) from None
    raise BadOption(_("Every port from {first} to {last} is taken.", first=PORT, last=PORT + TRIES - 1))


def cant(host: str, port: int, problem: Exception) -> BadOption:
    reason = getattr(problem, "strerror", None) or str(problem)
    return BadOption(
        _("Rival can't listen at {host}:{port}: {problem}.", host=Name(host), port=port, problem=Name(reason))
    )


class Server(uvicorn.Server):
    """Tells when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()


def serve(host: str, port: int | None, browser: bool, say: Callable[[Text], None]) -> None:
    """Serve until Ctrl-C."""
    from rival.server.app import make_app

    place = listening(host, port)
    address = f"http://{shown(host)}:{place.getsockname()[1]}/"

    def ready() -> None:
        say(_("Rival is at {address} — Ctrl-C ends it; every answer is kept.", address=Name(address)))
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    config = uvicorn.Config(make_app(), log_level="warning", access_log=False, timeout_graceful_shutdown=2)
    try:
        Server(config, ready).run(sockets=[place])
    except KeyboardInterrupt:  # uvicorn has closed everything by now
        pass
    finally:
        place.close()


def shown(host: str) -> str:
    """The address to type: for “everywhere” that of this machine in its network."""
    if host not in ("0.0.0.0", "::", ""):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only asks which way the network lies
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
