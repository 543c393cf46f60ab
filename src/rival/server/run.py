"""Start the server: find a free port, show the address, open the browser."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from errno import EADDRINUSE
from functools import partial
from typing import Any

import uvicorn

from rival.engine import Engine
from rival.home import PackFolder
from rival.kernel import BadOption, Name, Text, _
from rival.server.door import Door, loopback, new_key
from rival.server.joining import code_for_terminal
from rival.server.live import Bell
from rival.server.patience import Settings
from rival.storage import SqlShelf, open_shelf

PORT = 8181
TRIES = 50
WAITING = 128
"""New connections that the system queues until they are accepted."""
SELDOM = (5_000, 2, 2_000)
"""Thresholds of the cyclic garbage collector, which stops all threads while it runs.

It runs after this many new objects; every third run includes the objects of earlier runs. With Python's defaults a run
over 200,000 objects takes 50 ms and more.
"""

SWITCH = 0.001
"""Seconds after which a thread must let others run.

A short call waits for this several times. With Python's default of 0.005 a long call at the same time, such as a sample
game, would delay it by that much each time.
"""


def listening(host: str, port: int | None) -> socket.socket:
    """Return a socket on the requested port, else on the first free port from the default one on."""
    wanted = range(PORT, PORT + TRIES) if port is None else (port,)
    for number in wanted:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # asyncio sets TCP_NODELAY only if the protocol is given
        place = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":  # on Windows two programs could then share the port
            place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((host, number))
            place.listen(WAITING)
            return place
        except (OSError, OverflowError) as problem:
            place.close()
            if port is not None or getattr(problem, "errno", None) != EADDRINUSE:
                raise cant(host, number, problem) from None
    raise BadOption(_("All ports from {first} to {last} are in use.", first=PORT, last=PORT + TRIES - 1))


def cant(host: str, port: int, problem: Exception) -> BadOption:
    """Return the error for an address that Rival can't listen at."""
    reason = getattr(problem, "strerror", None) or str(problem)
    return BadOption(
        _("Rival can't use the address {host}:{port}: {problem}.", host=Name(host), port=port, problem=Name(reason))
    )


class Server(uvicorn.Server):
    """Uvicorn's server, which also calls ``ready`` and ``ending`` and can listen at a second address."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], ending: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready, self.ending = ready, ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the server, tune the interpreter for short response times, and call ``ready``."""
        await super().startup(sockets)
        for place in sockets or ():
            place.listen(WAITING)  # asyncio has set it to ``backlog``, its number of accepted connections at a time
        collect_seldom()
        sys.setswitchinterval(SWITCH)
        if self.started:
            self.ready()

    async def listen_also(self, place: socket.socket) -> asyncio.Server:
        """Serve at this socket as well."""
        shared = {"server_state": self.server_state, "app_state": self.lifespan.state}
        kind: Any = self.config.http_protocol_class
        protocol = partial(kind, config=self.config, **shared)
        listener = await asyncio.get_running_loop().create_server(protocol, sock=place, backlog=self.config.backlog)
        place.listen(WAITING)
        self.servers.append(listener)
        return listener

    async def stop_listening(self, listener: asyncio.Server) -> None:
        """Stop serving at a socket, and close its connections."""
        there = {place.getsockname() for place in listener.sockets}
        self.servers.remove(listener)
        listener.close()
        for connection in list(self.server_state.connections):
            transport = connection.transport
            if transport is not None and transport.get_extra_info("sockname") in there:
                transport.abort()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Call ``ending``, then shut down."""
        self.ending()
        await super().shutdown(sockets)


def collect_seldom() -> None:
    """Let the garbage collector run rarely: it stops all threads, and games create hardly any cycles.

    Objects that exist now are excluded for good.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


class OwnNetwork:
    """The local network of this machine, to which Rival can be opened and closed while it runs."""

    def __init__(self, door: Door, port: int, where: Callable[[], str]) -> None:
        self.door, self.port, self.where = door, port, where
        self.server: Server | None = None
        self._listener: asyncio.Server | None = None
        self._switching = asyncio.Lock()

    async def open(self) -> None:
        """Require keys, then listen in the network."""
        async with self._switching:
            if self._listener is None and self.server is not None:
                self._listener = await self._listen(self.server)

    async def _listen(self, server: Server) -> asyncio.Server:
        host = self.where()
        if not host:
            raise BadOption(_("This computer is not connected to a network, so other devices can't reach it."))
        try:
            place = listening(host, self.port)
        except BadOption:  # the port is in use at that address
            place = listening(host, None)
        self.door.open(f"http://{shown(host)}:{place.getsockname()[1]}")
        return await server.listen_also(place)

    async def close(self) -> None:
        """Stop listening in the network."""
        async with self._switching:
            if self._listener is not None and self.server is not None:
                listener, self._listener = self._listener, None
                self.door.close()
                await self.server.stop_listening(listener)


def in_the_network() -> str:
    """Return the address of this machine in its network; empty without a network."""
    host = shown("0.0.0.0")
    return "" if loopback(host) else host


@dataclass(frozen=True, slots=True)
class Opening:
    """How the server is reached: where it listens, its public address, and whether to make a new key."""

    host: str = "127.0.0.1"
    port: int | None = None
    address: str | None = None
    new_key: bool = False

    @property
    def asks(self) -> bool:
        """True if other devices can connect. They need a key then."""
        return self.address is not None or not loopback(self.host)


def serve(opening: Opening, browser: bool, say: Callable[[Text | str], None]) -> None:
    """Serve until Ctrl-C."""
    from rival.server.app import make_app

    shelf = open_shelf()
    place = listening(opening.host, opening.port)
    here = f"http://{shown(opening.host)}:{place.getsockname()[1]}/"
    bell = Bell()
    door = the_door(opening, shelf, here)
    network = None if opening.asks else OwnNetwork(door, place.getsockname()[1], in_the_network)

    def ready() -> None:
        say(_("Rival is running at {address} — press Ctrl-C to stop it; all answers are saved.", address=Name(here)))
        if door.address:
            say(_("On other devices scan this code, or open {address} and enter the key {key}:", **way_in(door)))
            say(code_for_terminal(door.link))
        if browser and has_screen():
            threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()

    app = make_app(Engine(shelf, PackFolder()), door=door, bell=bell, network=network)
    settings = Settings(app, proxied=opening.address is not None)
    server = Server(settings, ready, bell.close)
    if network is not None:
        network.server = server
    try:
        server.run(sockets=[place])
    except KeyboardInterrupt:  # uvicorn has closed everything by now
        pass
    finally:
        place.close()


def the_door(opening: Opening, shelf: SqlShelf, here: str) -> Door:
    """Return the authentication for this start.

    Its key is saved with the games, so devices stay logged in after a restart.
    """
    key = shelf.setting("join key", new_key, renew=opening.new_key)
    if opening.new_key:
        shelf.renew_links()
    return Door(shelf, key, (opening.address or here) if opening.asks else "", home=opening.address is None)


def way_in(door: Door) -> dict[str, Name]:
    """Return address and key for the message to the user."""
    return {"address": Name(f"{door.address}/"), "key": Name(door.key)}


def has_screen() -> bool:
    """Return whether a browser would open a window instead of running in the terminal."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in names)


def shown(host: str) -> str:
    """Return the host part of an address for users; for “all addresses” that of this machine in its network."""
    if host not in ("0.0.0.0", "::", ""):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; the system chooses the local address
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
