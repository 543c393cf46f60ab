"""Permissions for requests from a network: the join key gives access to everything, a game's link to that game.

Requests from the machine that runs Rival need no key.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from hashlib import sha256
from ipaddress import IPv6Address, ip_address

from starlette.requests import Request

from rival.engine.calls import API_PATH, CallTable
from rival.engine.capabilities import Permissions
from rival.storage import SqlGameRepository

KEY_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits of a key, without those that look alike."""

JOIN_COOKIE = "rival-join"
GAME_COOKIE = "rival-game-"
COOKIE_SECONDS = 365 * 24 * 3600

MAX_WRONG_KEYS = 10
"""Number of different wrong keys after which an address has to wait."""

LOCKOUT_SECONDS = 60
MAX_THROTTLED_ADDRESSES = 10_000


class TooManyKeysError(Exception):
    """Raised for an address that sent too many wrong keys; ``seconds`` is the time until it may try again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def read_permissions(request: Request) -> Permissions:
    """Return the permissions that ``SecurityMiddleware`` has determined."""
    permissions: Permissions = request.state.rights
    return permissions


def is_allowed(permissions: Permissions, method: str, path: str, calls: CallTable) -> bool:
    """Return whether a request is allowed. API paths that are not calls require all permissions."""
    if path == "/api" or path.startswith(API_PATH):
        found = calls.find(method, path)
        if found is None:
            return permissions.allows_everything
        call, parameters = found
        return call.is_allowed(permissions, parameters.get("id", ""))
    if permissions.allows_everything:
        return True
    return bool(permissions.games) and method in ("GET", "HEAD")  # the files of the page contain no games


class LoginThrottle:
    """Counts the wrong keys from each address."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wrong_keys: OrderedDict[str, tuple[float, set[bytes]]] = OrderedDict()

    def check_address(self, address: str) -> None:
        """Raise TooManyKeysError if the address has to wait."""
        with self._lock:
            since, keys = self._wrong_keys.get(address, (0.0, set()))
            seconds_left = since + LOCKOUT_SECONDS - time.monotonic()
            if seconds_left <= 0:
                self._wrong_keys.pop(address, None)
            elif len(keys) >= MAX_WRONG_KEYS:
                raise TooManyKeysError(int(seconds_left) + 1)

    def count_wrong_key(self, address: str, key: str) -> None:
        """Count a wrong key. A repeated key counts once, because a page may keep sending an old key."""
        with self._lock:
            _since, keys = self._wrong_keys.pop(address, (0.0, set()))
            keys.add(sha256(key.encode(errors="replace")).digest())
            self._wrong_keys[address] = (time.monotonic(), keys)
            while len(self._wrong_keys) > MAX_THROTTLED_ADDRESSES:
                self._wrong_keys.popitem(last=False)


class Authenticator:
    """Checks the key of a request and determines its permissions.

    If ``trusts_this_machine`` is true, requests from this machine need no key. Behind a proxy it is false, because all
    requests seem to come from this machine. Without an ``address`` no other device can connect, so no request needs a
    key. Admitted devices may stay connected, so requests still need a key after ``withdraw_address``.
    """

    def __init__(
        self, repository: SqlGameRepository, key: str, address: str = "", trusts_this_machine: bool = True
    ) -> None:
        self.repository, self.key, self.trusts_this_machine = repository, key, trusts_this_machine
        self.address, self.requires_key = "", False
        self.throttle = LoginThrottle()
        if address:
            self.admit_devices(address)

    def admit_devices(self, address: str) -> None:
        """Let other devices connect at this address with a key."""
        self.requires_key = True
        self.address = address.rstrip("/")

    def withdraw_address(self) -> None:
        """Forget the address, so that no new links are shown. Requests still need a key."""
        self.address = ""

    @property
    def join_link(self) -> str:
        """The link that admits a device."""
        return f"{self.address}/join/{self.key}"

    @property
    def is_https(self) -> bool:
        """Whether other devices use https."""
        return self.address.startswith("https:")

    def is_owner(self, request: Request) -> bool:
        """Return whether a request has all permissions, because it comes from this machine or has the join key."""
        if not self.requires_key or (self.trusts_this_machine and is_from_this_machine(request)):
            return True
        join_key = request.cookies.get(JOIN_COOKIE)
        return join_key is not None and self.is_join_key(join_key)

    def needs_database(self, request: Request) -> bool:
        """Return whether ``get_permissions`` has to look up keys in the database."""
        return bool(read_game_keys(request)) and not self.is_owner(request)

    def get_permissions(self, request: Request) -> Permissions:
        """Return the permissions of a request; raise TooManyKeysError if its address has sent too many wrong keys."""
        if self.is_owner(request):
            return Permissions(allows_everything=True, is_at_machine=is_from_this_machine(request))
        levels = {id: self.repository.check_access(id, key) for id, key in list(read_game_keys(request).items())[:50]}
        games = {id: access for id, access in levels.items() if access is not None}
        join_key = request.cookies.get(JOIN_COOKIE)
        try:
            if join_key is not None:
                self.check_join_key(request, join_key)
        except TooManyKeysError:
            if not games:  # the link of a game works even if others try wrong keys from the same address
                raise
        return Permissions(games=games)

    def check_join_key(self, request: Request, key: str) -> bool:
        """Return whether this is the join key, and count a wrong key. The correct key works even after wrong keys."""
        if self.is_join_key(key):
            return True
        address = get_sender_address(request)
        self.throttle.check_address(address)
        self.throttle.count_wrong_key(address, key)
        return False

    def is_join_key(self, key: str) -> bool:
        """Return whether this is the join key, without counting wrong keys."""
        return secrets.compare_digest(normalize_key(key).encode(errors="replace"), normalize_key(self.key).encode())


def read_game_keys(request: Request) -> dict[str, str]:
    """Return the keys of game links in a request, by game id."""
    cookies = request.cookies.items()
    return {name.removeprefix(GAME_COOKIE): key for name, key in cookies if name.startswith(GAME_COOKIE)}


def generate_key() -> str:
    """Return a random 60-bit key: twelve characters in three groups, short enough to type."""
    characters = "".join(secrets.choice(KEY_ALPHABET) for _number in range(12))
    return "-".join((characters[:4], characters[4:8], characters[8:]))


def normalize_key(key: str) -> str:
    """Return a key in upper case, without spaces and hyphens."""
    return key.replace("-", "").replace(" ", "").upper()


def is_from_this_machine(request: Request) -> bool:
    """Return whether a request comes from this machine and was not forwarded by a proxy."""
    is_forwarded = any(name in request.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))
    return (
        not is_forwarded
        and is_loopback(request.client.host if request.client else "")
        and is_loopback(read_host(request))
    )


def read_host(request: Request) -> str:
    """Return the host name that a request was sent to, without the port."""
    host = request.headers.get("host", "")
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    return name.strip("[]").lower()


def is_loopback(name: str) -> bool:
    """Return whether a host name or address refers to this machine itself."""
    if name == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def get_sender_address(request: Request) -> str:
    """Return the network address of the sender."""
    return get_network_address(request.client.host if request.client else "")


def get_network_address(host: str) -> str:
    """Return the address of a device or, for IPv6, its network, in which a device can have many addresses."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return str(int(address) >> 64)
    return str(address)
