"""Security checks of every request: its origin, its permissions and its size; and the security headers of responses."""

from __future__ import annotations

import socket
from contextlib import suppress
from functools import lru_cache, partial
from ipaddress import ip_address

from fastapi import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rival.kernel import RivalError, Text, _
from rival.kernel.journal import LONGEST
from rival.server.beside import Beside
from rival.server.door import Door, Rights, TooManyKeys, address_of, from_this_machine, may
from rival.server.joining import ask_for_key, no_key, too_many
from rival.server.problems import problem, refused
from rival.server.scheduler import OWNER, Caller, caller

LARGEST_BODY = 4 * 1024 * 1024
"""Bytes of a request body. A journal of a long game has about ten thousand characters, a pack not many more."""

LARGEST_JOURNALS = 2 * LONGEST
"""Bytes of an import, for the owner only: everything that the kernel can read can be sent."""

TAKING_IN = ("/api/journals", "/api/journals/take", "/api/import")

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",  # a photo under a drawing is a blob of the page's own
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)

HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
]


class Guard:
    """Middleware that refuses requests from other sites, without a key, or too large, and adds the security headers."""

    def __init__(self, app: ASGIApp, beside: Beside, door: Door | None = None) -> None:
        self.app, self.beside, self.door = app, beside, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request or pass it on, with its body limited and the security headers added."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        answer: ASGIApp = self.app
        if not (at_home(request.headers.get("host", "")) or self.under_its_name(request)):
            answer = problem(request, 403, _("Open Rival under the address of the computer where it runs."))
        elif not same_site(request):
            answer = problem(request, 403, _("Other websites can't send requests to Rival."))
        elif self.door is not None and self.door.asks:
            answer = await self.let_in(request, self.door) or self.app
        with suppress(ClientDisconnect):  # the client has left
            await answer(scope, limited(request, receive), guarded(scope, send))

    def under_its_name(self, request: Request) -> bool:
        """Return whether a request was sent to the address that other devices use."""
        name = "" if self.door is None else self.door.address.partition(":")[2]
        return bool(name) and f"//{request.headers.get('host')}" == name

    async def let_in(self, request: Request, door: Door) -> Response | None:
        """Return None if the request is allowed, else the refusal."""
        path, address = request.scope["path"], address_of(request)
        caller.set(Caller(False, address))
        open_to_all = is_entrance(path)
        try:
            rights = Rights() if open_to_all else await self.rights_of(request, door)
        except TooManyKeys as limit:
            return self.refusal(request, 429, too_many(request, limit))
        except RivalError as error:
            return refused(request, error)
        request.state.rights = rights
        if rights.everything:
            caller.set(OWNER if from_this_machine(request) else Caller(True, address))
        elif rights.games:
            caller.set(Caller(False, " ".join(sorted(rights.games))))
        if open_to_all or may(rights, request.method, path):
            return None
        if rights.games:
            return problem(request, 403, _("Your link doesn't let you do this."))
        return self.refusal(request, 401, no_key())

    async def rights_of(self, request: Request, door: Door) -> Rights:
        """Return the permissions of a request. Only links of games need the database."""
        if door.needs_shelf(request):
            return await self.beside.run(None, partial(door.rights, request), "keys")
        return door.rights(request)

    def refusal(self, request: Request, status: int, text: Text) -> Response:
        """Return the refusal: JSON for the API, a page with a form for the key otherwise."""
        answer = problem if request.url.path.startswith("/api") else ask_for_key
        return answer(request, status, text)


def is_entrance(path: str) -> bool:
    """Return whether a path checks its key itself."""
    match path.split("/"):
        case ["", "join"] | ["", "join", _] | ["", "game", _, _]:
            return True
    return False


def at_home(host: str) -> bool:
    """Return whether a request was sent to this machine's name. Refusing other names prevents DNS rebinding."""
    return names(host, socket.gethostname())


@lru_cache(64)
def names(host: str, own: str) -> bool:
    """Return whether ``host`` is this machine's name or an IP address. Cached: a page sends the same name each time."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    name, own = name.strip("[]").lower(), own.lower()
    if name in ("localhost", own, f"{own}.local"):
        return True
    try:
        return bool(ip_address(name))
    except ValueError:
        return False


def same_site(request: Request) -> bool:
    """Return whether the request comes from Rival's own page or from no page. Other sites may only link to Rival."""
    headers = request.headers
    if headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        link = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") in (None, "document")
        if request.method not in ("GET", "HEAD") or not link:  # for instance an image there that tries a key here
            return False
    origin = headers.get("origin")
    return origin is None or origin.partition("//")[2] == headers.get("host")


def limited(request: Request, receive: Receive) -> Receive:
    """Return a ``receive`` function that raises status 413 for a body above the limit."""
    most = LARGEST_JOURNALS if request.scope["path"] in TAKING_IN else LARGEST_BODY
    declared = request.headers.get("content-length", "")
    read = 0

    async def receive_some() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most or (declared.isdecimal() and int(declared) > most):
            raise HTTPException(413, most)
        return message

    return receive_some


def guarded(scope: Scope, send: Send) -> Send:
    """Return a ``send`` function that adds the security headers to every response."""
    stored = b"no-store" if scope["path"].startswith("/api/") else b"no-cache"
    guarding = [*HEADERS, (b"cache-control", stored)]

    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name.lower() for name, _value in message["headers"]}  # the form for the key has its own policy
            message["headers"] = [*message["headers"], *(one for one in guarding if one[0] not in own)]
        await send(message)

    return send_guarded
