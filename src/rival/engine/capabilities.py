"""The engine's location, the features available there, and the caller's permissions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Access: TypeAlias = Literal["watch", "play", "name"]
"""Rights that the link of a game grants: watch it, play it, or play and rename it."""

InstallationKind: TypeAlias = Literal["server", "browser"]

Feature: TypeAlias = Literal["links", "open", "carry", "keep"]
"""Features that only some installations have.

``links``: invite other devices by links. ``open``: open and close access from the network. ``carry``: move a game to
the page that needs no server. ``keep``: store games in the browser, which may need the user's permission.
"""


SAMPLE_PREFIX = "sample."
"""Prefix of the id of a sample game, which can only be watched."""


@dataclass(frozen=True, slots=True)
class Permissions:
    """A caller's permissions: everything, or an access level for some games.

    ``is_at_machine`` is true if the caller uses the machine that runs Rival.
    """

    allows_everything: bool = False
    games: Mapping[str, Access] = field(default_factory=dict)
    is_at_machine: bool = False

    def can_play(self, id: str) -> bool:
        """Return whether the caller may play the game."""
        return self.access_to(id) in ("play", "name")

    def access_to(self, id: str) -> Access | None:
        """Return the access level for a game, or None.

        Every guest may watch sample games, which contain no private data.
        """
        if self.allows_everything:
            return "name"
        if id.startswith(SAMPLE_PREFIX):
            return "watch" if self.games else None
        return self.games.get(id)


ALL_PERMISSIONS = Permissions(allows_everything=True, is_at_machine=True)
"""The permissions of the owner at the machine, and of everybody where nothing asks for a key."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """This device's rights and this installation's features.

    The owner also gets the link, the key and the QR code by which other devices connect; ``code`` is a picture.
    """

    everything: bool
    games: Mapping[str, Access]
    link: str | None
    key: str | None
    code: str | None
    home: InstallationKind
    can: Sequence[Feature]


BROWSER_CAPABILITIES = Capabilities(True, {}, None, None, None, "browser", ("keep",))
