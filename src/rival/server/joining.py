"""Login: links with keys, and a small page with a form for the key."""

from __future__ import annotations

import io
from functools import partial
from html import escape
from urllib.parse import parse_qs, quote

import segno
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from rival.engine import catalogue
from rival.kernel import Text, _
from rival.server.beside import Beside
from rival.server.door import A_YEAR, GAME_COOKIE, JOIN_COOKIE, Door, TooManyKeys
from rival.server.problems import asked_language

POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
OWN_HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "same-origin",  # without it the browser sends no Origin with the form
    "cache-control": "no-store",
}
LONGEST_FORM = 1000

PAGE = """<!doctype html>
<html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Rival</title><h1>Rival</h1><p>{words}</p>
<form method="post" action="/join"><label>{label} <input name="key" autocomplete="off" autocapitalize="characters"
 required></label> <button>{button}</button></form></html>
"""


def ask_for_key(request: Request, status: int, text: Text) -> Response:
    """Return the page with the form for the key."""
    lang = asked_language(request) or "en"
    words = catalogue(lang)
    page = PAGE.format(
        lang=lang,
        words=escape(text.render(words)),
        label=escape(_("Key:").render(words)),
        button=escape(_("Join").render(words)),
    )
    return HTMLResponse(page, status, headers=OWN_HEADERS)


def too_many(request: Request, limit: TooManyKeys) -> Text:
    """Return the message for an address that has to wait."""
    return _("Too many wrong keys were entered on this network. Try again in {seconds} seconds.", seconds=limit.seconds)


def no_key() -> Text:
    """Return the message for a device without a key."""
    return _("To use Rival, scan the code shown on the computer where it was started, or enter the key.")


def routes(beside: Beside, door: Door | None) -> list[Route]:
    """Return the paths that set a cookie and redirect to the page."""

    async def join(request: Request) -> Response:
        """Log a device in by the link of the QR code, or by the key typed into the form."""
        key = request.path_params.get("key") or await typed_key(request)
        if door is None or not door.asks:
            return RedirectResponse("/", 303)
        try:
            if not door.fits(request, key):
                return ask_for_key(
                    request, 403, _("Wrong key. You'll find the key in the window where Rival was started.")
                )
        except TooManyKeys as limit:
            return ask_for_key(request, 429, too_many(request, limit))
        return remembered(RedirectResponse("/", 303), JOIN_COOKIE, door.key, door)

    async def enter(request: Request) -> Response:
        """Open the link of one game, to play or to watch."""
        id, key = request.path_params["id"], request.path_params["key"]
        there = RedirectResponse(f"/#/play/{quote(id, safe='')}", 303)
        if door is None or not door.asks:
            return there
        access = await beside.run(None, partial(door.shelf.allowed, id, key), "keys")
        if access is None:  # these keys are too long to guess, so wrong ones are not counted
            return ask_for_key(request, 403, _("This link is not valid: it doesn't open any game."))
        return remembered(there, GAME_COOKIE + id, key, door)

    return [
        Route("/join/{key}", join, methods=["GET"]),
        Route("/join", join, methods=["POST"]),
        Route("/game/{id}/{key}", enter, methods=["GET"]),
    ]


def remembered(response: Response, name: str, key: str, door: Door) -> Response:
    """Set the cookie of a key. Scripts can't read it, and other sites can't make the browser send it."""
    response.set_cookie(name, key, max_age=A_YEAR, path="/", secure=door.secure, httponly=True, samesite="lax")
    response.headers["cache-control"] = "no-store"
    return response


async def typed_key(request: Request) -> str:
    """Return the key typed into the form; empty if the form is too long or has no key."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_FORM:
            return ""
    return parse_qs(body.decode(errors="replace")).get("key", [""])[0]


# --- codes to scan -----------------------------------------------------------------------------------------


def code_for_page(link: str) -> str:
    """Return a QR code as a data URI of an image."""
    return str(segno.make(link, error="m").svg_data_uri(scale=8, border=3, dark="#000", light="#fff"))


def code_for_terminal(link: str) -> str:
    """Return a QR code as lines of text."""
    out = io.StringIO()
    segno.make(link, error="l").terminal(out, border=2, compact=True)
    return out.getvalue()
