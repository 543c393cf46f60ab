"""The calls of a server: the calls of the page, and calls about other devices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from starlette.requests import Request
from starlette.responses import Response

from rival.engine import Engine, make_missing_game_error
from rival.engine.api import Api, Lang
from rival.engine.calls import call
from rival.engine.capabilities import ALL_PERMISSIONS, Capabilities, Feature, Permissions
from rival.engine.requests import GuestPermissions, NetworkSwitch
from rival.kernel import BadOptionError, _
from rival.server.auth import Authenticator, get_sender_address
from rival.server.executor import CallExecutor
from rival.server.live import ChangeNotifier, EventStream, stream_changes
from rival.server.login import make_qr_image
from rival.server.pages import OFFLINE
from rival.storage import SqlGameRepository


@dataclass(frozen=True, slots=True)
class Link:
    """An address to share, and its QR code as an image."""

    link: str
    code: str


@dataclass(frozen=True, slots=True)
class Links:
    """A game's two links: one to play, one only to watch.

    ``rename`` is true if players with the link may rename the game.
    """

    play: Link
    watch: Link
    rename: bool


class NetworkAccess(Protocol):
    """Opens Rival to the local network, and closes it again, while Rival runs."""

    async def open(self) -> None:
        """Let other devices connect; raise BadOptionError if there is no network or no free port."""

    async def close(self) -> None:
        """Stop accepting other devices."""


def make_not_open_error() -> BadOptionError:
    """Return the error for a request for links while no other device can connect."""
    return BadOptionError(
        _("Other devices can't connect yet. Open Rival to the network first, or start it with --lan.")
    )


class ServerApi(Api):
    """The calls of a server. Without an ``authenticator`` no request needs a key."""

    def __init__(
        self,
        engine: Engine,
        executor: CallExecutor,
        notifier: ChangeNotifier,
        authenticator: Authenticator | None = None,
        network: NetworkAccess | None = None,
    ) -> None:
        super().__init__(engine)
        self.executor, self.notifier, self.network_access = executor, notifier, network
        self.stored_authenticator = authenticator

    @property
    def repository(self) -> SqlGameRepository:
        """The games in the database; raises BadOptionError if the games are stored elsewhere."""
        if not isinstance(self.engine.repository, SqlGameRepository):
            raise make_not_open_error()
        return self.engine.repository

    @property
    def authenticator(self) -> Authenticator:
        """The authenticator, which checks the access keys of other devices."""
        return self.stored_authenticator or Authenticator(self.repository, "")

    def here(self, *, caller: Permissions = ALL_PERMISSIONS) -> Capabilities:
        """Return this device's rights and this installation's features."""
        if not caller.allows_everything:
            return Capabilities(False, caller.games, None, None, None, "server", ())
        abilities = list(self._list_abilities(caller))
        authenticator = self.stored_authenticator
        if authenticator is None or not authenticator.address:
            return Capabilities(True, {}, None, None, None, "server", abilities)
        link = authenticator.join_link
        return Capabilities(True, {}, link, authenticator.key, make_qr_image(link), "server", ["links", *abilities])

    def _list_abilities(self, caller: Permissions) -> Sequence[Feature]:
        can_open: list[Feature] = ["open"] if self.network_access is not None and caller.is_at_machine else []
        return [*can_open, "carry"] if (OFFLINE / "index.html").exists() else can_open

    @call("PUT", "network", "device")
    def network(self, body: NetworkSwitch, lang: Lang = None, *, caller: Permissions = ALL_PERMISSIONS) -> Capabilities:
        """Open or close access from the network. Only a browser on the machine that runs Rival may do this."""
        network = self.network_access
        if network is None or not caller.is_at_machine:
            raise BadOptionError(_("Rival can be opened to the network or closed only on the computer where it runs."))
        self.executor.run_on_loop(network.open() if body.open else network.close())
        return self.here(caller=caller)

    @call("GET", "games/{id}/links", "play")
    def links(self, id: str, lang: Lang = None) -> Links:
        """Return the links of a game."""
        authenticator = self.authenticator
        if not authenticator.address:
            raise make_not_open_error()
        *keys, rename = self.repository.get_link_keys(id)
        play, watch = (f"{authenticator.address}/game/{id}/{key}" for key in keys)
        return Links(Link(play, make_qr_image(play)), Link(watch, make_qr_image(watch)), rename)

    @call("POST", "games/{id}/links", "device")
    def renew_links(self, id: str, lang: Lang = None) -> Links:
        """Replace the links of a game. The old links stop working."""
        self.repository.get_link_keys(id)
        self.repository.renew_links(id)
        return self.links(id)

    @call("PUT", "games/{id}/guests", "device")
    def let_guests_rename(self, id: str, body: GuestPermissions, lang: Lang = None) -> Links:
        """Change whether players who use a link may rename the game."""
        self.repository.get_link_keys(id)
        self.repository.allow_guest_rename(id, body.rename)
        return self.links(id)

    @call("GET", "games/{id}/events", "watch", media_type="text/event-stream")
    async def follow(self, id: str, request: Request) -> Response:
        """Stream server-sent events of a game.

        “moved” with {at, edition} is sent at the start and whenever the game or its name changes; “gone” is sent when
        the game is deleted.
        """
        repository, authenticator = self.repository, self.authenticator

        async def read_stamp() -> Any:
            return await self.executor.run(None, read_stamp_if_allowed, "streams")

        def read_stamp_if_allowed() -> tuple[int, int] | None:
            permissions = authenticator.get_permissions(request)
            return repository.get_version(id) if permissions.access_to(id) is not None else None

        if await self.executor.run(None, partial(repository.get_version, id), "streams") is None:
            raise make_missing_game_error(id)
        return EventStream(self.notifier, get_sender_address(request), stream_changes(self.notifier, id, read_stamp))
