"""Start the companion: find a free port, say the address, open the browser."""

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
"""New connections that the system keeps until they are accepted."""
SELDOM = (5_000, 2, 2_000)
"""When the cyclic collector looks: at this many new objects, every third time at those of the last times, too, and at
all every 6,000th. Everybody waits meanwhile: a look at 200,000 objects, as it had been, takes 50 ms and more."""

SWITCH = 0.001
"""Seconds that a thread keeps the interpreter while others wait for it. A short answer waits for it several times, and
a long call beside it, such as a sample game, would use up Python's default of 0.005 each time."""


def listening(host: str, port: int | None) -> socket.socket:
    """A socket on the port asked for, else on the first free one from the usual on."""
    wanted = range(PORT, PORT + TRIES) if port is None else (port,)
    for number in wanted:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        place = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, so that answers go out at once
        if os.name == "posix":  # elsewhere it would let two programs share the port
            place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((host, number))
            place.listen(WAITING)
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
    """Tells when it is ready, and when it is about to end; listens at another place, too, for as long as is wanted."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], ending: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready, self.ending = ready, ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for place in sockets or ():
            place.listen(WAITING)  # asyncio has set it to the number of connections that it accepts at a time
        collect_seldom()
        sys.setswitchinterval(SWITCH)
        if self.started:
            self.ready()

    async def listen_also(self, place: socket.socket) -> asyncio.Server:
        """Answer at this place as well."""
        shared = {"server_state": self.server_state, "app_state": self.lifespan.state}
        kind: Any = self.config.http_protocol_class
        protocol = partial(kind, config=self.config, **shared)
        listener = await asyncio.get_running_loop().create_server(protocol, sock=place, backlog=self.config.backlog)
        place.listen(WAITING)
        self.servers.append(listener)
        return listener

    async def stop_listening(self, listener: asyncio.Server) -> None:
        """No longer answer there, nor those who came by it."""
        there = {place.getsockname() for place in listener.sockets}
        self.servers.remove(listener)
        listener.close()
        for connection in list(self.server_state.connections):
            transport = connection.transport
            if transport is not None and transport.get_extra_info("sockname") in there:
                transport.abort()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.ending()
        await super().shutdown(sockets)


def collect_seldom() -> None:
    """Everybody waits while the cyclic collector looks at all there is, and there is next to nothing to find.

    A game makes thousands of small objects and hardly a cycle among them. What was loaded by now is never looked at.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


class OwnNetwork:
    """The network this machine is in: other devices are let in and shut out while Rival runs."""

    def __init__(self, door: Door, port: int, where: Callable[[], str]) -> None:
        self.door, self.port, self.where = door, port, where
        self.server: Server | None = None
        self._listener: asyncio.Server | None = None
        self._switching = asyncio.Lock()

    async def open(self) -> None:
        """The door asks before anybody can come."""
        async with self._switching:
            if self._listener is None and self.server is not None:
                self._listener = await self._listen(self.server)

    async def _listen(self, server: Server) -> asyncio.Server:
        host = self.where()
        if not host:
            raise BadOption(_("This machine is in no network just now, so no other device can reach it."))
        try:
            place = listening(host, self.port)
        except BadOption:  # somebody has this port there
            place = listening(host, None)
        self.door.open(f"http://{shown(host)}:{place.getsockname()[1]}")
        return await server.listen_also(place)

    async def close(self) -> None:
        async with self._switching:
            if self._listener is not None and self.server is not None:
                listener, self._listener = self._listener, None
                self.door.close()
                await self.server.stop_listening(listener)


def in_the_network() -> str:
    """The address of this machine in its network; empty if it is in none."""
    host = shown("0.0.0.0")
    return "" if loopback(host) else host


@dataclass(frozen=True, slots=True)
class Opening:
    """How the server is reached: where it listens, under which address others know it, and whether the key is new."""

    host: str = "127.0.0.1"
    port: int | None = None
    address: str | None = None
    new_key: bool = False

    @property
    def asks(self) -> bool:
        """Whether devices other than this machine can come; they need a key then."""
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
        say(_("Rival is at {address} — Ctrl-C ends it; every answer is kept.", address=Name(here)))
        if door.address:
            say(_("Other devices scan this, or open {address} and type the key {key}:", **way_in(door)))
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
    """The key is kept with the games: devices that joined once come in again after a restart."""
    key = shelf.setting("join key", new_key, renew=opening.new_key)
    if opening.new_key:
        shelf.renew_links()
    return Door(shelf, key, (opening.address or here) if opening.asks else "", home=opening.address is None)


def way_in(door: Door) -> dict[str, Name]:
    return {"address": Name(f"{door.address}/"), "key": Name(door.key)}


def has_screen() -> bool:
    """Whether a browser would open a window, rather than take over the terminal."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in names)


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
