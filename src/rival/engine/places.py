"""Where the engine is at home, and what can be done there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Access: TypeAlias = Literal["watch", "play", "name"]
"""What the link of a game allows: to watch, to play, or to play and to say what the game is called."""

Home: TypeAlias = Literal["server", "browser"]

Ability: TypeAlias = Literal["links", "open", "carry", "keep"]
"""What not every home can do: let other devices in by links; be opened to the network, and closed again; hand a game
over to the page that needs no server; keep the games in the browser, which may have to be asked to."""


@dataclass(frozen=True, slots=True)
class Here:
    """What this device may do and this home can; and for those who may do everything, how others come in (``code`` is a
    picture)."""

    everything: bool
    games: Mapping[str, Access]
    link: str | None
    key: str | None
    code: str | None
    home: Home
    can: Sequence[Ability]


IN_THE_BROWSER = Here(True, {}, None, None, None, "browser", ("keep",))
