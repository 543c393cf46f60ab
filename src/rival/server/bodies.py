"""Common definitions of the API's paths: request bodies, languages and error responses."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Query, Request
from pydantic import AfterValidator, BaseModel, ConfigDict

from rival.engine.sent import LARGEST
from rival.engine.states import State
from rival.kernel import Json
from rival.kernel.texts import LANGUAGES
from rival.server.problems import asked_language


class Body(BaseModel):
    """A request body with exactly the declared fields: others are refused."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """An error for the user: ``message`` says what is wrong, where, and how to correct it.

    ``proposal`` is the answer that was probably meant.
    """

    message: str
    proposal: Json = None


# --- in which language -------------------------------------------------------------------------------------


def spoken(lang: str) -> str:
    """Return the language if there is a catalogue for it; raise ValueError otherwise."""
    if lang not in LANGUAGES:
        raise ValueError(lang)
    return lang


Language = Annotated[str, AfterValidator(spoken)]
"""A language that has a catalogue."""


async def language(request: Request, lang: Annotated[Language | None, Query()] = None) -> str | None:
    """Return the language of a request: from its query, else the first known one that the browser prefers."""
    return lang or asked_language(request)


Lang = Annotated[str | None, Depends(language)]
Since = Annotated[int, Query(ge=0, le=LARGEST)]


WRONG: dict[int | str, dict[str, Any]] = {422: {"model": Problem}}
MISSING: dict[int | str, dict[str, Any]] = {404: {"model": Problem}}
STALE: dict[int | str, dict[str, Any]] = {409: {"model": State, "description": "The game has moved on: the state now"}}
TOO_LARGE: dict[int | str, dict[str, Any]] = {413: {"model": Problem}}
PLAIN_TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}
DRAWINGS: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}}
CHANGES = {**WRONG, **MISSING, **STALE, **TOO_LARGE}
