"""Where the engine runs, and which actions are possible there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Access: TypeAlias = Literal["watch", "play", "name"]
"""Rights that the link of a game grants: watch it, play it, or play and rename it."""

InstallationKind: TypeAlias = Literal["server", "browser"]

Feature: TypeAlias = Literal["links", "open", "carry", "keep"]
"""Features that only some installations have.

``links``: invite other devices by links. ``open``: open and close access from the network. ``carry``: move a game to
the page that needs no server. ``keep``: store games in the browser, which may need the user's permission.
"""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """Rights of this device and features of this installation.

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
