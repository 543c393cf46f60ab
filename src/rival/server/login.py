"""Handle login by links with keys, or by a small page with a form for the key."""

from __future__ import annotations

import io
from functools import partial
from html import escape
from urllib.parse import parse_qs, quote

import segno
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from rival.engine import load_combined_catalogue
from rival.kernel import Text, _
from rival.server.auth import COOKIE_SECONDS, GAME_COOKIE, JOIN_COOKIE, Authenticator, TooManyKeysError
from rival.server.error_responses import find_language
from rival.server.executor import CallExecutor

LOGIN_POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
LOGIN_HEADERS = {
    "content-security-policy": LOGIN_POLICY,
    "referrer-policy": "same-origin",  # without it the browser sends no Origin with the form
    "cache-control": "no-store",
}
MAX_FORM_BYTES = 1000

LOGIN_PAGE = """<!doctype html>
<html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Rival</title><h1>Rival</h1><p>{words}</p>
<form method="post" action="/join"><label>{label} <input name="key" autocomplete="off" autocapitalize="characters"
 required></label> <button>{button}</button></form></html>
"""


def render_login_page(request: Request, status: int, text: Text) -> Response:
    """Return the login page with the form for the key."""
    lang = find_language(request) or "en"
    translations = load_combined_catalogue(lang)
    page = LOGIN_PAGE.format(
        lang=lang,
        words=escape(text.render(translations)),
        label=escape(_("Key:").render(translations)),
        button=escape(_("Join").render(translations)),
    )
    return HTMLResponse(page, status, headers=LOGIN_HEADERS)


def describe_lockout(request: Request, error: TooManyKeysError) -> Text:
    """Return the message for an address that has to wait."""
    return _("Too many wrong keys were entered on this network. Try again in {seconds} seconds.", seconds=error.seconds)


def describe_missing_key() -> Text:
    """Return the message for a device without a key."""
    return _("To use Rival, scan the code shown on the computer where it was started, or enter the key.")


def make_login_routes(executor: CallExecutor, authenticator: Authenticator | None) -> list[Route]:
    """Return the login routes, which set a cookie and redirect to the page."""

    async def log_in(request: Request) -> Response:
        """Log a device in by the link of the QR code, or by the key typed into the form."""
        key = request.path_params.get("key") or await read_typed_key(request)
        if authenticator is None or not authenticator.requires_key:
            return RedirectResponse("/", 303)
        try:
            if not authenticator.check_join_key(request, key):
                return render_login_page(
                    request, 403, _("Wrong key. You'll find the key in the window where Rival was started.")
                )
        except TooManyKeysError as error:
            return render_login_page(request, 429, describe_lockout(request, error))
        return set_key_cookie(RedirectResponse("/", 303), JOIN_COOKIE, authenticator.key, authenticator)

    async def open_game_link(request: Request) -> Response:
        """Open the link of one game, to play or to watch."""
        id, key = request.path_params["id"], request.path_params["key"]
        redirect = RedirectResponse(f"/#/play/{quote(id, safe='')}", 303)
        if authenticator is None or not authenticator.requires_key:
            return redirect
        access = await executor.run(None, partial(authenticator.repository.check_access, id, key), "keys")
        if access is None:  # these keys are too long to guess, so wrong ones are not counted
            return render_login_page(request, 403, _("This link is not valid: it doesn't open any game."))
        return set_key_cookie(redirect, GAME_COOKIE + id, key, authenticator)

    return [
        Route("/join/{key}", log_in, methods=["GET"]),
        Route("/join", log_in, methods=["POST"]),
        Route("/game/{id}/{key}", open_game_link, methods=["GET"]),
    ]


def set_key_cookie(response: Response, name: str, key: str, authenticator: Authenticator) -> Response:
    """Set the cookie of a key. Scripts can't read it, and other sites can't make the browser send it."""
    response.set_cookie(
        name, key, max_age=COOKIE_SECONDS, path="/", secure=authenticator.is_https, httponly=True, samesite="lax"
    )
    response.headers["cache-control"] = "no-store"
    return response


async def read_typed_key(request: Request) -> str:
    """Return the key typed into the form; empty if the form is too long or has no key."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_FORM_BYTES:
            return ""
    return parse_qs(body.decode(errors="replace")).get("key", [""])[0]


# --- QR codes ----------------------------------------------------------------------------------------------


def make_qr_image(link: str) -> str:
    """Return a QR code as a data URI of an image."""
    return str(segno.make(link, error="m").svg_data_uri(scale=8, border=3, dark="#000", light="#fff"))


def make_qr_text(link: str) -> str:
    """Return a QR code as lines of text."""
    buffer = io.StringIO()
    segno.make(link, error="l").terminal(buffer, border=2, compact=True)
    return buffer.getvalue()
