"""Convert errors to API responses, each with a message in the requested language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.requests import Request

from rival.engine import load_combined_catalogue
from rival.engine.api import build_refusal
from rival.engine.requests import (
    describe_invalid_json,
    describe_missing_field,
    describe_unexpected_field,
    describe_wrong_type,
)
from rival.engine.responses import State
from rival.kernel import Name, RivalError, Text, _, find_faulty_opponent
from rival.kernel.installed_opponents import describe_error
from rival.kernel.texts import LANGUAGES

MAX_LANGUAGES = 40
"""Number of languages in a browser's list that are read."""


def find_language(request: Request) -> str | None:
    """Return the language in ``?lang=``, else the first supported language in the browser's list, else None."""
    preferred = request.headers.get("accept-language", "").split(",", MAX_LANGUAGES)[:MAX_LANGUAGES]
    candidates = [request.query_params.get("lang", ""), *(code.split(";")[0].strip()[:2].lower() for code in preferred)]
    return next((code for code in candidates if code in LANGUAGES), None)


def make_error_response(request: Request, status: int, text: Text) -> JSONResponse:
    """Return an error response with this message."""
    return JSONResponse(
        {"message": text.render(load_combined_catalogue(find_language(request) or "en")), "proposal": None}, status
    )


STATUS_CODES = {"not there": 404, "not kept": 503, "refused": 422}


def handle_rival_error(request: Request, error: Exception) -> Response:
    """Return the response to an error that the user can correct. For an outdated request, return the current state."""
    if not isinstance(error, RivalError):
        raise error
    reason = build_refusal(error, find_language(request) or "en")
    if reason.state is not None:
        return Response(TypeAdapter(State).dump_json(reason.state), 409, media_type="application/json")
    return JSONResponse({"message": reason.message, "proposal": reason.proposal}, STATUS_CODES[reason.kind])


def handle_invalid_request(request: Request, error: Exception) -> Response:
    """Return the response to a request that does not match the API description."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    field = Name(".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0]))
    match first["type"]:
        case "json_invalid":
            return make_error_response(request, 422, describe_invalid_json())
        case "missing":
            return make_error_response(request, 422, describe_missing_field(field))
        case "extra_forbidden" | "unexpected_keyword_argument":
            return make_error_response(request, 422, describe_unexpected_field(field))
        case _:
            return make_error_response(request, 422, describe_wrong_type(field))


def handle_http_error(request: Request, error: Exception) -> Response:
    """Return the response to a wrong address, a wrong method, or a body that is too large or unreadable."""
    assert isinstance(error, HTTPException)
    match error.status_code:
        case 404:
            return make_error_response(
                request, 404, _("The address {address} does not exist.", address=Name(request.url.path))
            )
        case 405:
            return make_error_response(
                request, 405, _("This method is not allowed for {address}.", address=Name(request.url.path))
            )
        case 413:
            return make_error_response(
                request, 413, _("This is too large to send: the limit is {most} bytes.", most=error.detail)
            )
        case _:  # FastAPI can't read the body at all
            return make_error_response(request, 422, describe_invalid_json())


def handle_failure(request: Request, error: Exception) -> Response:
    """Return the response to an unexpected error. The saved game is unaffected."""
    if isinstance(error, OSError):
        reason = Name(error.strerror or str(error))
        return make_error_response(
            request, 500, _("This can't be saved: {problem}. The game has not changed.", problem=reason)
        )
    return make_error_response(request, 500, describe_failure(error))


def describe_failure(error: Exception) -> Text:
    """Return the message for an unexpected error. It names the opponent if the opponent's code raised the error."""
    opponent = find_faulty_opponent(error)
    if opponent is None:
        return _("An error occurred in Rival. Your saved game has not changed.")
    return _(
        "An error occurred in the opponent “{id}”: {problem}. Your saved game has not changed.",
        id=Name(opponent.id),
        problem=Name(describe_error(error)),
    )


ERROR_HANDLERS: dict[int | type[Exception], Callable[[Request, Any], Any]] = {
    RivalError: handle_rival_error,
    RequestValidationError: handle_invalid_request,
    HTTPException: handle_http_error,
    OSError: handle_failure,
    Exception: handle_failure,
}
