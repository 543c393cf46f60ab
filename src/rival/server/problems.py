"""Error responses of the API: every error becomes one sentence in the requested language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.requests import Request

from rival.engine import catalogue
from rival.engine.calls import refusal
from rival.engine.sent import misfit, missing, not_json, unexpected
from rival.engine.states import State
from rival.kernel import Name, RivalError, Text, _
from rival.kernel.texts import LANGUAGES

MOST_LIKED = 40
"""Number of languages in a browser's list that are read."""


def asked_language(request: Request) -> str | None:
    """Return the language of ``?lang=``, else the first known one in the browser's list, else None."""
    liked = request.headers.get("accept-language", "").split(",", MOST_LIKED)[:MOST_LIKED]
    wanted = [request.query_params.get("lang", ""), *(one.split(";")[0].strip()[:2].lower() for one in liked)]
    return next((one for one in wanted if one in LANGUAGES), None)


def problem(request: Request, status: int, text: Text) -> JSONResponse:
    """Return an error response with this message."""
    return JSONResponse({"message": text.render(catalogue(asked_language(request) or "en")), "proposal": None}, status)


STATUS = {"not there": 404, "not kept": 503, "refused": 422}


def refused(request: Request, error: Exception) -> Response:
    """Return the response to an error that the user can correct, or the current state for an outdated request."""
    if not isinstance(error, RivalError):
        raise error
    why = refusal(error, asked_language(request) or "en")
    if why.state is not None:
        return Response(TypeAdapter(State).dump_json(why.state), 409, media_type="application/json")
    return JSONResponse({"message": why.message, "proposal": why.proposal}, STATUS[why.kind])


def misshapen(request: Request, error: Exception) -> Response:
    """Return the response to a request that does not have the shape that the API describes."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = Name(".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0]))
    match first["type"]:
        case "json_invalid":
            return problem(request, 422, not_json())
        case "missing":
            return problem(request, 422, missing(where))
        case "extra_forbidden" | "unexpected_keyword_argument":
            return problem(request, 422, unexpected(where))
        case _:
            return problem(request, 422, misfit(where))


def unknown(request: Request, error: Exception) -> Response:
    """Return the response to a wrong address, a wrong method, or a body that is too large or unreadable."""
    assert isinstance(error, HTTPException)
    match error.status_code:
        case 404:
            return problem(request, 404, _("The address {address} does not exist.", address=Name(request.url.path)))
        case 405:
            return problem(request, 405, _("This method is not allowed for {address}.", address=Name(request.url.path)))
        case 413:
            return problem(request, 413, _("This is too large to send: the limit is {most} bytes.", most=error.detail))
        case _:  # FastAPI can't read the body at all
            return problem(request, 422, not_json())


def failed(request: Request, error: Exception) -> Response:
    """Return the response to an unexpected error. The saved game is unaffected."""
    if isinstance(error, OSError):
        reason = Name(error.strerror or str(error))
        return problem(request, 500, _("This can't be saved: {problem}. The game has not changed.", problem=reason))
    return problem(request, 500, _("An error occurred in Rival. Your saved game has not changed."))


HANDLERS: dict[int | type[Exception], Callable[[Request, Any], Any]] = {
    RivalError: refused,
    RequestValidationError: misshapen,
    HTTPException: unknown,
    OSError: failed,
    Exception: failed,
}
