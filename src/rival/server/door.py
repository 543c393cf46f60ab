"""Permissions when Rival listens on a network: the join key allows everything, the link of a game allows that game.

Requests from the machine that runs Rival need no key.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from ipaddress import IPv6Address, ip_address

from starlette.requests import Request

from rival.engine import Access
from rival.engine.states import SAMPLE
from rival.storage import SqlShelf

SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits of a key, without those that look alike."""

JOIN_COOKIE = "rival-join"
GAME_COOKIE = "rival-game-"
A_YEAR = 365 * 24 * 3600

WRONG_KEYS = 10
"""Number of different wrong keys after which an address has to wait."""

WAIT = 60
REMEMBERED = 10_000


class TooManyKeys(Exception):
    """Raised when too many wrong keys came from an address; ``seconds`` is the time it has to wait."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Rights:
    """Permissions of a device: everything, or an access level for some games."""

    everything: bool = False
    games: Mapping[str, Access] = field(default_factory=dict)

    def plays(self, id: str) -> bool:
        """Return whether the device may play the game."""
        return self.of(id) in ("play", "name")

    def of(self, id: str) -> Access | None:
        """Return the access level for a game, or None.

        Every guest may watch sample games: they contain nothing private.
        """
        if self.everything:
            return "name"
        if id.startswith(SAMPLE):
            return "watch" if self.games else None
        return self.games.get(id)


ALL = Rights(everything=True)


def may(rights: Rights, method: str, path: str) -> bool:
    """Return whether a request is allowed. A path of the API that is not listed here needs all permissions."""
    if rights.everything:
        return True
    if not rights.games:
        return False
    reading = method in ("GET", "HEAD")
    match path.split("/")[1:]:
        case ["api", "opponents" | "here" | "games"] | ["api", "rules" | "art", _]:
            return reading
        case ["api", "demos" | "practice"]:
            return method == "POST"
        case ["api", "games", id]:
            return (reading and rights.of(id) is not None) or (method == "PATCH" and rights.of(id) == "name")
        case ["api", "games", id, "at", _]:
            return reading and rights.of(id) is not None
        case ["api", "games", id, "course" | "chapters" | "par" | "play"]:
            return reading and rights.of(id) is not None
        case ["api", "games", id, "tracked" | "inquiries" | "journal" | "events"]:
            return reading and rights.of(id) is not None
        case ["api", "games", id, "inquire"]:
            return method == "POST" and rights.of(id) is not None
        case [
            "api",
            "games",
            id,
            "answer" | "foresee" | "correct" | "dice" | "undo" | "redo" | "rewind" | "amend" | "former",
        ]:
            return method == "POST" and rights.plays(id)
        case ["api", "games", id, "links"]:
            return reading and rights.plays(id)
        case ["api", *_]:
            return False
    return reading  # the files of the page contain no games


class Attempts:
    """Counts the wrong keys of each address."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wrong: OrderedDict[str, tuple[float, set[bytes]]] = OrderedDict()

    def check(self, address: str) -> None:
        """Raise TooManyKeys if the address has to wait."""
        with self._lock:
            since, keys = self._wrong.get(address, (0.0, set()))
            left = since + WAIT - time.monotonic()
            if left <= 0:
                self._wrong.pop(address, None)
            elif len(keys) >= WRONG_KEYS:
                raise TooManyKeys(int(left) + 1)

    def wrong(self, address: str, key: str) -> None:
        """Count a wrong key. Repeating the same one counts once, as a page with an old key would do that."""
        with self._lock:
            _since, keys = self._wrong.pop(address, (0.0, set()))
            keys.add(sha256(key.encode(errors="replace")).digest())
            self._wrong[address] = (time.monotonic(), keys)
            while len(self._wrong) > REMEMBERED:
                self._wrong.popitem(last=False)


class Door:
    """Checks the keys and determines the permissions of a request.

    ``home`` admits requests from this machine without a key. It is off behind a proxy, where all requests seem to come
    from this machine. Without an ``address`` no other device can connect, so no request needs a key. Devices that were
    admitted may stay connected, so after ``close`` requests still need a key.
    """

    def __init__(self, shelf: SqlShelf, key: str, address: str = "", home: bool = True) -> None:
        self.shelf, self.key, self.home = shelf, key, home
        self.address, self.asks = "", False
        self.attempts = Attempts()
        if address:
            self.open(address)

    def open(self, address: str) -> None:
        """Admit other devices under this address, with a key."""
        self.asks = True
        self.address = address.rstrip("/")

    def close(self) -> None:
        """Forget the address, so that no new links are shown. Requests still need a key."""
        self.address = ""

    @property
    def link(self) -> str:
        """The link that admits a device."""
        return f"{self.address}/join/{self.key}"

    @property
    def secure(self) -> bool:
        """True if other devices use https."""
        return self.address.startswith("https:")

    def is_owner(self, request: Request) -> bool:
        """Return whether a request may do everything: it comes from this machine, or has the join key."""
        if not self.asks or (self.home and from_this_machine(request)):
            return True
        joined = request.cookies.get(JOIN_COOKIE)
        return joined is not None and self.is_key(joined)

    def needs_shelf(self, request: Request) -> bool:
        """Return whether ``rights`` has to look up keys in the database."""
        return bool(game_keys(request)) and not self.is_owner(request)

    def rights(self, request: Request) -> Rights:
        """Return the permissions of a request; raise TooManyKeys if its address has tried too many wrong keys."""
        if self.is_owner(request):
            return ALL
        found = {id: self.shelf.allowed(id, key) for id, key in list(game_keys(request).items())[:50]}
        games = {id: access for id, access in found.items() if access is not None}
        joined = request.cookies.get(JOIN_COOKIE)
        try:
            if joined is not None:
                self.fits(request, joined)
        except TooManyKeys:
            if not games:  # the link of a game works even if others try wrong keys from the same address
                raise
        return Rights(games=games)

    def fits(self, request: Request, key: str) -> bool:
        """Return whether this is the join key. A wrong key is counted; the right one works even after wrong ones."""
        if self.is_key(key):
            return True
        whose = address_of(request)
        self.attempts.check(whose)
        self.attempts.wrong(whose, key)
        return False

    def is_key(self, key: str) -> bool:
        """Return whether this is the join key, without counting."""
        return secrets.compare_digest(plain_key(key).encode(errors="replace"), plain_key(self.key).encode())


def game_keys(request: Request) -> dict[str, str]:
    """Return the keys of game links that a request has, by the id of the game."""
    cookies = request.cookies.items()
    return {name.removeprefix(GAME_COOKIE): key for name, key in cookies if name.startswith(GAME_COOKIE)}


def new_key() -> str:
    """Return a new random key of twelve characters in three groups: sixty bits, and short enough to type."""
    signs = "".join(secrets.choice(SIGNS) for _number in range(12))
    return "-".join((signs[:4], signs[4:8], signs[8:]))


def plain_key(key: str) -> str:
    """Return a key in upper case, without spaces and hyphens."""
    return key.replace("-", "").replace(" ", "").upper()


def from_this_machine(request: Request) -> bool:
    """Return whether a request comes from this machine and was not forwarded by a proxy."""
    passed_on = any(name in request.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))
    return not passed_on and loopback(request.client.host if request.client else "") and loopback(host_of(request))


def host_of(request: Request) -> str:
    """Return the host name that a request was sent to, without the port."""
    host = request.headers.get("host", "")
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    return name.strip("[]").lower()


def loopback(name: str) -> bool:
    """Return whether a host name or address means this machine."""
    if name == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def address_of(request: Request) -> str:
    """Return the network address of the sender."""
    return network_of(request.client.host if request.client else "")


def network_of(host: str) -> str:
    """Return the address of a device. For IPv6 return its network, because a device can have many addresses in it."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(int(address) >> 64)
    return str(address)
