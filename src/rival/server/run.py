"""Start the server: find a free port, show the address and open the browser."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from errno import EADDRINUSE
from functools import partial
from typing import Any

import uvicorn

from rival.engine import Engine
from rival.home import PackFolder
from rival.kernel import BadOptionError, Name, Text, _
from rival.server.auth import Authenticator, generate_key, is_loopback
from rival.server.limits import ServerConfig
from rival.server.live import ChangeNotifier
from rival.server.login import make_qr_text
from rival.storage import SqlGameRepository, open_repository

DEFAULT_PORT = 8181
PORT_TRIES = 50
LISTEN_QUEUE = 128
"""New connections that the system queues until they are accepted."""
ACCEPT_ITERATIONS = 4
"""Iterations of the event loop after which an accepted connection is surely known to the server."""
GC_THRESHOLDS = (5_000, 2, 2_000)
"""Thresholds of the cyclic garbage collector, which stops all threads while it runs.

It runs after this many new objects; every third run includes the objects of earlier runs. With Python's defaults a run
over 200,000 objects takes 50 ms and more.
"""

SWITCH_INTERVAL = 0.001
"""Seconds after which a thread must let others run.

A short call waits for this several times. With Python's default of 0.005 a long call at the same time, such as a sample
game, would delay it by that much each time.
"""


def open_socket(host: str, port: int | None) -> socket.socket:
    """Return a socket on the requested port or, without one, on the first free port from the default port on."""
    ports = range(DEFAULT_PORT, DEFAULT_PORT + PORT_TRIES) if port is None else (port,)
    for number in ports:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # asyncio sets TCP_NODELAY only if the protocol is given
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name == "posix":  # on Windows two programs could then share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen(LISTEN_QUEUE)
            return listener
        except (OSError, OverflowError) as error:
            listener.close()
            if port is not None or getattr(error, "errno", None) != EADDRINUSE:
                raise make_listen_error(host, number, error) from None
    raise BadOptionError(
        _("All ports from {first} to {last} are in use.", first=DEFAULT_PORT, last=DEFAULT_PORT + PORT_TRIES - 1)
    )


def make_listen_error(host: str, port: int, error: Exception) -> BadOptionError:
    """Return the error for an address at which Rival can't listen."""
    reason = getattr(error, "strerror", None) or str(error)
    return BadOptionError(
        _("Rival can't use the address {host}:{port}: {problem}.", host=Name(host), port=port, problem=Name(reason))
    )


class Server(uvicorn.Server):
    """A uvicorn server that also calls ``on_ready`` and ``on_shutdown`` and can listen at a second address."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None], on_shutdown: Callable[[], None]) -> None:
        super().__init__(config)
        self.on_ready, self.on_shutdown = on_ready, on_shutdown

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the server, tune the interpreter for short response times, and call ``on_ready``."""
        await super().startup(sockets)
        for listener in sockets or ():
            # asyncio has set it to ``backlog``, its number of accepted connections at a time
            listener.listen(LISTEN_QUEUE)
        tune_garbage_collector()
        sys.setswitchinterval(SWITCH_INTERVAL)
        if self.started:
            self.on_ready()

    async def add_listener(self, listener_socket: socket.socket) -> asyncio.Server:
        """Serve at an additional socket."""
        shared = {"server_state": self.server_state, "app_state": self.lifespan.state}
        protocol_class: Any = self.config.http_protocol_class
        protocol = partial(protocol_class, config=self.config, **shared)
        listener = await asyncio.get_running_loop().create_server(
            protocol, sock=listener_socket, backlog=self.config.backlog
        )
        listener_socket.listen(LISTEN_QUEUE)
        self.servers.append(listener)
        return listener

    async def remove_listener(self, listener: asyncio.Server) -> None:
        """Stop serving at a socket, and close its connections, including those that are just being accepted."""
        addresses = {listener_socket.getsockname() for listener_socket in listener.sockets}
        self.servers.remove(listener)
        with suppress(NotImplementedError):  # the event loop of Windows
            for listener_socket in listener.sockets:
                asyncio.get_running_loop().remove_reader(listener_socket.fileno())
        for _iteration in range(ACCEPT_ITERATIONS):
            await asyncio.sleep(0)
        listener.close()
        for connection in list(self.server_state.connections):
            transport = connection.transport
            if transport is not None and transport.get_extra_info("sockname") in addresses:
                transport.abort()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Call ``on_shutdown``, then shut down."""
        self.on_shutdown()
        await super().shutdown(sockets)


def tune_garbage_collector() -> None:
    """Let the garbage collector run rarely, because it stops all threads and games create hardly any cycles.

    Objects that exist now are permanently excluded from collection.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


class LocalNetwork:
    """Opens Rival to this machine's local network, and closes it again, while Rival runs."""

    def __init__(self, authenticator: Authenticator, port: int, find_host: Callable[[], str]) -> None:
        self.authenticator, self.port, self.find_host = authenticator, port, find_host
        self.server: Server | None = None
        self._listener: asyncio.Server | None = None
        self._switching = asyncio.Lock()

    async def open(self) -> None:
        """Require keys, then start listening on the network."""
        async with self._switching:
            if self._listener is None and self.server is not None:
                self._listener = await self._listen(self.server)

    async def _listen(self, server: Server) -> asyncio.Server:
        host = self.find_host()
        if not host:
            raise BadOptionError(_("This computer is not connected to a network, so other devices can't reach it."))
        try:
            listener_socket = open_socket(host, self.port)
        except BadOptionError:  # the port is in use at that address
            listener_socket = open_socket(host, None)
        self.authenticator.admit_devices(f"http://{display_host(host)}:{listener_socket.getsockname()[1]}")
        return await server.add_listener(listener_socket)

    async def close(self) -> None:
        """Stop listening on the network."""
        async with self._switching:
            if self._listener is not None and self.server is not None:
                listener, self._listener = self._listener, None
                self.authenticator.withdraw_address()
                await self.server.remove_listener(listener)


def find_network_host() -> str:
    """Return the address of this machine in its network; empty without a network."""
    host = display_host("0.0.0.0")
    return "" if is_loopback(host) else host


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """Options for access to the server: where it listens, its public address, and whether to generate a new key."""

    host: str = "127.0.0.1"
    port: int | None = None
    address: str | None = None
    new_key: bool = False

    @property
    def requires_key(self) -> bool:
        """Whether other devices can connect, which then need a key."""
        return self.address is not None or not is_loopback(self.host)


def serve(options: ServerOptions, browser: bool, show_message: Callable[[Text | str], None]) -> None:
    """Run the server until Ctrl-C."""
    from rival.server.app import make_app

    repository = open_repository()
    listener = open_socket(options.host, options.port)
    local_url = f"http://{display_host(options.host)}:{listener.getsockname()[1]}/"
    notifier = ChangeNotifier()
    authenticator = make_authenticator(options, repository, local_url)
    network = (
        None if options.requires_key else LocalNetwork(authenticator, listener.getsockname()[1], find_network_host)
    )

    def announce() -> None:
        show_message(
            _(
                "Rival is running at {address} — press Ctrl-C to stop it; all answers are saved.",
                address=Name(local_url),
            )
        )
        if authenticator.address:
            show_message(
                _(
                    "On other devices scan this code, or open {address} and enter the key {key}:",
                    **describe_access(authenticator),
                )
            )
            show_message(make_qr_text(authenticator.join_link))
        if browser and has_window_system():
            threading.Thread(target=webbrowser.open, args=(local_url,), daemon=True).start()

    app = make_app(Engine(repository, PackFolder()), authenticator=authenticator, notifier=notifier, network=network)
    config = ServerConfig(app, proxied=options.address is not None)
    server = Server(config, announce, notifier.end_streams)
    if network is not None:
        network.server = server
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:  # uvicorn has closed everything by now
        pass
    finally:
        listener.close()


def make_authenticator(options: ServerOptions, repository: SqlGameRepository, local_url: str) -> Authenticator:
    """Create the authenticator. Its key is saved with the games, so that devices stay logged in after a restart."""
    key = repository.load_setting("join key", generate_key, renew=options.new_key)
    if options.new_key:
        repository.renew_links()
    return Authenticator(
        repository,
        key,
        (options.address or local_url) if options.requires_key else "",
        trusts_this_machine=options.address is None,
    )


def describe_access(authenticator: Authenticator) -> dict[str, Name]:
    """Return the address and the key, as used in messages to the user."""
    return {"address": Name(f"{authenticator.address}/"), "key": Name(authenticator.key)}


def has_window_system() -> bool:
    """Return whether a browser would open in a window rather than in the terminal."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in names)


def display_host(host: str) -> str:
    """Return the host name to show to users; for “all addresses”, this machine's address in its network."""
    if host not in ("0.0.0.0", "::", ""):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; the system chooses the local address
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
