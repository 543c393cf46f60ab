"""Check the origin, permissions and size of every request, and add security headers to every response."""

from __future__ import annotations

import socket
from contextlib import suppress
from functools import lru_cache, partial
from ipaddress import ip_address

from fastapi import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rival.engine.calls import CallTable
from rival.engine.capabilities import Permissions
from rival.kernel import RivalError, Text, _
from rival.kernel.journal import MAX_JOURNAL_LENGTH
from rival.server.auth import (
    Authenticator,
    TooManyKeysError,
    get_sender_address,
    is_allowed,
    is_from_this_machine,
    read_permissions,
)
from rival.server.error_responses import handle_rival_error, make_error_response
from rival.server.executor import CallExecutor
from rival.server.login import describe_lockout, describe_missing_key, render_login_page
from rival.server.scheduler import OWNER, Caller, current_caller

MAX_BODY_BYTES = 4 * 1024 * 1024
"""Bytes of a request body. A journal of a long game has about ten thousand characters, a pack not many more."""

MAX_GUEST_BODY_BYTES = 64 * 1024
"""Bytes of a request body of a guest. Parsing JSON stops all other requests: 4 MB of lists take 0.1 s."""

MAX_IMPORT_BYTES = 2 * MAX_JOURNAL_LENGTH
"""Bytes of an import, for the owner only: everything that the kernel can read can be sent."""

IMPORT_PATHS = ("/api/journals", "/api/journals/take", "/api/import")

PAGE_POLICY = "; ".join(
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

SECURITY_HEADERS = [
    (b"content-security-policy", PAGE_POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
]


class SecurityMiddleware:
    """Middleware that adds security headers and refuses oversized requests, other sites, and requests without a key."""

    def __init__(
        self, app: ASGIApp, executor: CallExecutor, calls: CallTable, authenticator: Authenticator | None = None
    ) -> None:
        self.app, self.executor, self.calls, self.authenticator = app, executor, calls, authenticator

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request or pass it on, with its body limited and the security headers added."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        request.state.rights = Permissions(allows_everything=True, is_at_machine=is_from_this_machine(request))
        response: ASGIApp = self.app
        if not (is_own_host(request.headers.get("host", "")) or self.is_public_address(request)):
            response = make_error_response(
                request, 403, _("Open Rival under the address of the computer where it runs.")
            )
        elif not is_same_site(request):
            response = make_error_response(request, 403, _("Other websites can't send requests to Rival."))
        elif self.authenticator is not None and self.authenticator.requires_key:
            response = await self.authorize(request, self.authenticator) or self.app
        with suppress(ClientDisconnect):  # the client has left
            await response(scope, limit_body(request, receive), add_security_headers(scope, send))

    def is_public_address(self, request: Request) -> bool:
        """Return whether a request was sent to the address that other devices use."""
        name = "" if self.authenticator is None else self.authenticator.address.partition(":")[2]
        return bool(name) and f"//{request.headers.get('host')}" == name

    async def authorize(self, request: Request, authenticator: Authenticator) -> Response | None:
        """Return None if the request is allowed, else the refusal."""
        path, address = request.scope["path"], get_sender_address(request)
        current_caller.set(Caller(False, address))
        is_public = is_login_path(path)
        try:
            permissions = Permissions() if is_public else await self.find_permissions(request, authenticator)
        except TooManyKeysError as lockout:
            return self.refuse_request(request, 429, describe_lockout(request, lockout))
        except RivalError as error:
            return handle_rival_error(request, error)
        request.state.rights = permissions
        if permissions.allows_everything:
            current_caller.set(OWNER if permissions.is_at_machine else Caller(True, address))
        elif permissions.games:
            current_caller.set(Caller(False, " ".join(sorted(permissions.games))))
        if is_public or is_allowed(permissions, request.method, path, self.calls):
            return None
        if permissions.games:
            return make_error_response(request, 403, _("Your link doesn't let you do this."))
        return self.refuse_request(request, 401, describe_missing_key())

    async def find_permissions(self, request: Request, authenticator: Authenticator) -> Permissions:
        """Return the permissions of a request, using the database only for game links."""
        if authenticator.needs_database(request):
            return await self.executor.run(None, partial(authenticator.get_permissions, request), "keys")
        return authenticator.get_permissions(request)

    def refuse_request(self, request: Request, status: int, text: Text) -> Response:
        """Return the refusal: JSON for the API, otherwise the login page."""
        make_response = make_error_response if request.url.path.startswith("/api") else render_login_page
        return make_response(request, status, text)


def is_login_path(path: str) -> bool:
    """Return whether a path is a login path, which checks its own key."""
    match path.split("/"):
        case ["", "join"] | ["", "join", _] | ["", "game", _, _]:
            return True
    return False


def is_own_host(host: str) -> bool:
    """Return whether a request was sent to this machine's own name. Refusing other names prevents DNS rebinding."""
    return is_known_host(host, socket.gethostname())


@lru_cache(64)
def is_known_host(host: str, own: str) -> bool:
    """Return whether ``host`` is this machine's name or an IP address; cached, because requests repeat the name."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    name, own = name.strip("[]").lower(), own.lower()
    if name in ("localhost", own, f"{own}.local"):
        return True
    try:
        return bool(ip_address(name))
    except ValueError:
        return False


def is_same_site(request: Request) -> bool:
    """Return whether no other site's page made the request. Other sites may only link to Rival."""
    headers = request.headers
    if headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        is_link = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") in (None, "document")
        if request.method not in ("GET", "HEAD") or not is_link:  # for instance an image there that tries a key here
            return False
    origin = headers.get("origin")
    return origin is None or origin.partition("//")[2] == headers.get("host")


def limit_body(request: Request, receive: Receive) -> Receive:
    """Return a ``receive`` function that raises status 413 for a body above the limit."""
    max_bytes = MAX_IMPORT_BYTES if request.scope["path"] in IMPORT_PATHS else MAX_BODY_BYTES
    if not read_permissions(request).allows_everything:
        max_bytes = MAX_GUEST_BODY_BYTES
    declared = request.headers.get("content-length", "")
    read = 0

    async def receive_limited() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > max_bytes or (declared.isdecimal() and int(declared) > max_bytes):
            raise HTTPException(413, max_bytes)
        return message

    return receive_limited


def add_security_headers(scope: Scope, send: Send) -> Send:
    """Return a ``send`` function that adds the security headers to every response."""
    cache_control = b"no-store" if scope["path"].startswith("/api/") else b"no-cache"
    headers = [*SECURITY_HEADERS, (b"cache-control", cache_control)]

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            own_names = {name.lower() for name, _value in message["headers"]}  # the form for the key has its own policy
            message["headers"] = [*message["headers"], *(header for header in headers if header[0] not in own_names)]
        await send(message)

    return send_with_headers
