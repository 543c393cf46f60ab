"""Common definitions of the API's paths: request bodies, languages and error responses."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Query, Request
from pydantic import AfterValidator, BaseModel, ConfigDict

from rival.engine.requests import MAX_SAFE_INTEGER
from rival.engine.responses import State
from rival.kernel import Json
from rival.kernel.texts import LANGUAGES
from rival.server.error_responses import find_language


class JsonBody(BaseModel):
    """A request body with exactly the declared fields: others are refused."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """An error for the user: ``message`` says what is wrong, where, and how to correct it.

    ``proposal`` is the answer that was probably meant.
    """

    message: str
    proposal: Json = None


# --- in which language -------------------------------------------------------------------------------------


def check_language(lang: str) -> str:
    """Return the language if there is a catalogue for it; raise ValueError otherwise."""
    if lang not in LANGUAGES:
        raise ValueError(lang)
    return lang


LanguageCode = Annotated[str, AfterValidator(check_language)]
"""A language that has a catalogue."""


async def find_request_language(request: Request, lang: Annotated[LanguageCode | None, Query()] = None) -> str | None:
    """Return the language of a request: from its query, else the first known one that the browser prefers."""
    return lang or find_language(request)


Lang = Annotated[str | None, Depends(find_request_language)]
Since = Annotated[int, Query(ge=0, le=MAX_SAFE_INTEGER)]


INVALID_RESPONSE: dict[int | str, dict[str, Any]] = {422: {"model": Problem}}
NOT_FOUND_RESPONSE: dict[int | str, dict[str, Any]] = {404: {"model": Problem}}
STALE_RESPONSE: dict[int | str, dict[str, Any]] = {
    409: {"model": State, "description": "The game has moved on: the state now"}
}
TOO_LARGE_RESPONSE: dict[int | str, dict[str, Any]] = {413: {"model": Problem}}
TEXT_RESPONSE: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}
SVG_RESPONSE: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}}
CHANGE_RESPONSES = {**INVALID_RESPONSE, **NOT_FOUND_RESPONSE, **STALE_RESPONSE, **TOO_LARGE_RESPONSE}
