"""What the paths of the API have in common: languages, and what can be answered besides the answer."""

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
    """What is sent has these entries and no others."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """What is wrong, where, and what would be right; ``proposal`` is the whole answer that was probably meant."""

    message: str
    proposal: Json = None


# --- in which language -------------------------------------------------------------------------------------


def spoken(lang: str) -> str:
    if lang not in LANGUAGES:
        raise ValueError(lang)
    return lang


Language = Annotated[str, AfterValidator(spoken)]
"""One that is spoken here; which these are, the catalogues say."""


async def language(request: Request, lang: Annotated[Language | None, Query()] = None) -> str | None:
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
