"""The HTTP side of the engine. It holds no rules: each path is one call of the engine and its plain answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Query, Request
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.middleware import Middleware

import rival
from rival.engine import Engine
from rival.kernel import Json
from rival.kernel.journal import Dice
from rival.kernel.texts import Language
from rival.server.guard import Guard
from rival.server.pages import Pages
from rival.server.problems import HANDLERS, asked_language
from rival.states import Curve, Moved, OpponentOffer, RuleBook, State, Summary
from rival.store import Folder

LARGEST = 2**53 - 1
"""The largest whole number that every reader of JSON understands."""

Whole = Annotated[int, Field(ge=0, le=LARGEST, strict=True)]
SeedNumber = Annotated[int, Field(ge=-LARGEST, le=LARGEST, strict=True)]


# --- what a page sends -------------------------------------------------------------------------------------


class Body(BaseModel):
    """What is sent has these entries and no others."""

    model_config = ConfigDict(extra="forbid")


class NewGame(Body):
    """A game to begin: the opponent's id, and what differs from the usual."""

    game: str
    seed: SeedNumber | None = None
    options: dict[str, Json] | None = None
    lang: Language | None = None
    dice: Dice = "program"
    pack: dict[str, Json] | None = None
    name: str = ""


class NewSample(Body):
    """A sample game to watch."""

    game: str
    seed: SeedNumber | None = None
    lang: Language | None = None


class JournalText(Body):
    """A journal to go on with."""

    text: str


class Change(Body):
    """A change of a game: ``at`` is the length of the log it was made for, ``since`` the entries already known."""

    at: Whole
    since: Whole = 0


class Answer(Change):
    """An answer to the open question."""

    value: Json


class Correction(Change):
    """A tracked value set right."""

    path: str
    value: Json


class Rewind(Change):
    """Where to go back, or forward, to."""

    position: Whole


class DiceChange(Change):
    """Who rolls and draws from now on."""

    dice: Dice


SENT = {one.__name__ for one in (NewGame, NewSample, JournalText, Change, Answer, Correction, Rewind, DiceChange)}


class Problem(BaseModel):
    """What is wrong, where, and what would be right."""

    message: str


# --- in which language -------------------------------------------------------------------------------------


def language(request: Request, lang: Annotated[Language | None, Query()] = None) -> Language | None:
    return lang or asked_language(request)


Lang = Annotated[Language | None, Depends(language)]
Since = Annotated[int, Query(ge=0, le=LARGEST)]


# --- the calls ---------------------------------------------------------------------------------------------

WRONG: dict[int | str, dict[str, Any]] = {422: {"model": Problem}}
MISSING: dict[int | str, dict[str, Any]] = {404: {"model": Problem}}
STALE: dict[int | str, dict[str, Any]] = {409: {"model": State, "description": "The game has moved on: the state now"}}
TOO_LARGE: dict[int | str, dict[str, Any]] = {413: {"model": Problem}}
PLAIN_TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}
CHANGES = {**WRONG, **MISSING, **STALE, **TOO_LARGE}


def calls(engine: Engine) -> APIRouter:
    """Every path of the API."""
    api = APIRouter(prefix="/api")

    @api.get("/opponents")
    def opponents(lang: Lang) -> list[OpponentOffer]:
        return engine.opponents(lang)

    @api.get("/rules/{game}", responses={**MISSING})
    def rules(game: str) -> RuleBook:
        return engine.rules(game)

    @api.get("/games")
    def games(lang: Lang) -> list[Summary]:
        return engine.games(lang)

    @api.post("/games", status_code=201, responses={**TOO_LARGE})
    def begin(new: NewGame, lang: Lang) -> State:
        wanted = new.model_dump()
        return engine.begin(wanted.pop("game"), **{**wanted, "lang": new.lang or lang})

    @api.post("/demos", status_code=201, responses={**TOO_LARGE})
    def sample(new: NewSample, lang: Lang) -> State:
        return engine.sample(new.game, new.seed, new.lang or lang)

    @api.post("/journals", status_code=201, responses={**TOO_LARGE})
    def load(journal: JournalText, lang: Lang) -> State:
        return engine.load(journal.text, lang)

    @api.get("/games/{id}", responses={**MISSING})
    def state(id: str, lang: Lang, since: Since = 0) -> State:
        return engine.state(id, lang, since)

    @api.delete("/games/{id}", status_code=204, responses={**MISSING})
    def delete(id: str) -> None:
        engine.delete(id)

    @api.get("/games/{id}/at/{position}", responses={**MISSING})
    def past(id: str, position: int, lang: Lang, since: Since = 0) -> State:
        return engine.past(id, position, lang, since)

    @api.get("/games/{id}/course", responses={**MISSING})
    def course(id: str, lang: Lang) -> list[Curve]:
        return engine.course(id, lang)

    @api.get("/games/{id}/journal", response_class=Response, responses={**MISSING, **PLAIN_TEXT})
    def journal(id: str) -> Response:
        return PlainTextResponse(engine.journal(id))

    @api.post("/games/{id}/answer", responses=CHANGES)
    def answer(id: str, said: Answer, lang: Lang) -> State:
        return engine.answer(id, said.at, said.value, lang, said.since)

    @api.post("/games/{id}/correct", responses=CHANGES)
    def correct(id: str, said: Correction, lang: Lang) -> State:
        return engine.correct(id, said.at, said.path, said.value, lang, said.since)

    @api.post("/games/{id}/dice", responses=CHANGES)
    def dice(id: str, said: DiceChange, lang: Lang) -> State:
        return engine.dice(id, said.at, said.dice, lang, said.since)

    @api.post("/games/{id}/undo", responses=CHANGES)
    def undo(id: str, said: Change, lang: Lang) -> Moved:
        return engine.undo(id, said.at, lang, said.since)

    @api.post("/games/{id}/redo", responses=CHANGES)
    def redo(id: str, said: Change, lang: Lang) -> Moved:
        return engine.redo(id, said.at, lang, said.since)

    @api.post("/games/{id}/rewind", responses=CHANGES)
    def rewind(id: str, said: Rewind, lang: Lang) -> Moved:
        return engine.rewind(id, said.at, said.position, lang, said.since)

    return api


# --- the whole ---------------------------------------------------------------------------------------------


def make_app(engine: Engine | None = None, page: Path | None = None) -> FastAPI:
    """The whole server: the API under /api, the page at /."""
    app = FastAPI(
        title="Rival",
        summary="The automated opponents of solo board games.",
        version=rival.__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        exception_handlers=HANDLERS,
        middleware=[Middleware(Guard)],
        responses=WRONG,
    )
    app.include_router(calls(engine or Engine(Folder())))
    app.mount("/", Pages(page))
    app.openapi = partial(described, app.openapi)  # type: ignore[method-assign]
    return app


def described(describe: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The description of the API, with every entry of an answer marked as always there."""
    description = describe()
    for name, schema in description["components"]["schemas"].items():
        if name not in SENT:
            schema["required"] = list(schema["properties"])
    return description
