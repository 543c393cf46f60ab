"""The HTTP side of the engine. It holds no rules: each path is one call of the engine and its plain answer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from pathlib import Path
from threading import Thread
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import PlainTextResponse, Response
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware

import rival
from rival.engine import Engine
from rival.engine.plays import LoggedPlay
from rival.engine.practice import PracticeState
from rival.engine.states import Curve, Moved, OpponentOffer, OwnPack, ParView, RuleBook, State, TrackedValue
from rival.home import PackFolder
from rival.kernel import Json, RivalError
from rival.kernel.journal import Dice
from rival.kernel.question import Line, Question
from rival.server import housekeeping, joining
from rival.server.beside import Beside, BesideRoute, route_class
from rival.server.bodies import (
    CHANGES,
    DRAWINGS,
    MISSING,
    PLAIN_TEXT,
    TOO_LARGE,
    WRONG,
    Body,
    Lang,
    Language,
    SeedNumber,
    Since,
    Whole,
)
from rival.server.door import Door
from rival.server.guard import Guard
from rival.server.housekeeping import about_games, files_and_records, shared
from rival.server.live import Bell, Watch
from rival.server.pages import Pages
from rival.server.problems import HANDLERS
from rival.storage import SqlShelf, open_shelf

# --- what a page sends -------------------------------------------------------------------------------------


class NewGame(Body):
    """A game to begin: the opponent's id, and what differs from the usual."""

    game: str
    seed: SeedNumber | None = None
    options: dict[str, Json] | None = None
    lang: Language | None = None
    dice: Dice = "program"
    pack: dict[str, Json] | None = None
    own_pack: bool = True
    name: str = ""


class NewSample(Body):
    """A sample game to watch."""

    game: str
    seed: SeedNumber | None = None
    lang: Language | None = None


class Practice(Body):
    """A game on the player's side of a sample table: what was chosen so far, in order."""

    game: str
    seed: SeedNumber | None = None
    options: dict[str, Json] | None = None
    moves: list[Annotated[str, Field(max_length=80)]] = Field(default=[], max_length=2000)
    since: Whole = 0


class JournalText(Body):
    """A journal to go on with."""

    text: str


class PackText(Body):
    """The file of a pack."""

    text: str


class InBetween(Body):
    """A question in between, by its name, and what it needs to know."""

    name: str
    value: Json


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


SENT = {
    one.__name__ for one in (NewGame, NewSample, Practice, JournalText, Change, Answer, Correction, Rewind, DiceChange)
}


# --- the calls ---------------------------------------------------------------------------------------------


def calls(api: APIRouter, engine: Engine) -> None:
    """The paths of a game; those of every turn stand first, as each path is looked for from the first on."""

    @api.post("/games/{id}/foresee", responses=CHANGES)
    def foresee(id: str, said: Answer, lang: Lang) -> State:
        return engine.foresee(id, said.at, said.value, lang, said.since)

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

    @api.get("/opponents")
    def opponents(lang: Lang) -> list[OpponentOffer]:
        return engine.opponents(lang)

    @api.get("/rules/{game}", responses={**MISSING})
    def rules(game: str) -> RuleBook:
        return engine.rules(game)

    @api.get("/art/{game}", response_class=Response, responses={**MISSING, **DRAWINGS})
    def art(game: str, request: Request) -> Response:
        found = engine.art(game)
        headers = {"etag": f'"{found.edition}"', "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(found.svg, media_type="image/svg+xml", headers=headers)

    @api.post("/games", status_code=201, responses={**TOO_LARGE})
    def begin(new: NewGame, lang: Lang) -> State:
        wanted = new.model_dump()
        return engine.begin(wanted.pop("game"), **{**wanted, "lang": new.lang or lang})

    @api.post("/demos", status_code=201, responses={**TOO_LARGE})
    def sample(new: NewSample, lang: Lang) -> State:
        return engine.sample(new.game, new.seed, new.lang or lang)

    @api.post("/practice", responses={**TOO_LARGE})
    def practice(wanted: Practice, lang: Lang) -> PracticeState:
        return engine.practice(
            wanted.game, wanted.moves, seed=wanted.seed, options=wanted.options, lang=lang, since=wanted.since
        )

    @api.post("/journals", status_code=201, responses={**TOO_LARGE})
    def load(journal: JournalText, lang: Lang) -> State:
        return engine.load(journal.text, lang)

    @api.get("/games/{id}", responses={**MISSING})
    def state(id: str, lang: Lang, since: Since = 0) -> State:
        return engine.state(id, lang, since)

    @api.get("/games/{id}/at/{position}", responses={**MISSING})
    def past(id: str, position: int, lang: Lang, since: Since = 0) -> State:
        return engine.past(id, position, lang, since)

    @api.get("/games/{id}/tracked", responses={**MISSING})
    def tracked(id: str, lang: Lang) -> list[TrackedValue]:
        return engine.tracked(id, lang)

    @api.get("/games/{id}/inquiries", responses={**MISSING})
    def inquiries(id: str, lang: Lang) -> list[Question]:
        return engine.inquiries(id, lang)

    @api.post("/games/{id}/inquire", responses={**MISSING, **TOO_LARGE})
    def inquire(id: str, asked: InBetween, lang: Lang) -> Line:
        return engine.inquire(id, asked.name, asked.value, lang)

    @api.get("/games/{id}/play", responses={**MISSING})
    def play(id: str, lang: Lang) -> LoggedPlay | None:
        return engine.play(id, lang)

    @api.get("/games/{id}/course", responses={**MISSING})
    def course(id: str, lang: Lang) -> list[Curve]:
        return engine.course(id, lang)

    @api.get("/games/{id}/par", responses={**MISSING})
    def par(id: str, lang: Lang) -> ParView | None:
        return engine.par(id, lang)

    @api.get("/games/{id}/journal", response_class=Response, responses={**MISSING, **PLAIN_TEXT})
    def journal(id: str) -> Response:
        return PlainTextResponse(engine.journal(id))


def own_packs(api: APIRouter, engine: Engine) -> None:
    """What the owner has told of a game, kept for the next one."""

    @api.get("/packs/{game}", responses={**MISSING})
    def pack(game: str, lang: Lang) -> OwnPack:
        return engine.pack(game, lang)

    @api.get("/packs/{game}/file", response_class=Response, responses={**MISSING, **PLAIN_TEXT})
    def pack_text(game: str) -> Response:
        return PlainTextResponse(engine.pack_text(game))

    @api.put("/packs/{game}", responses={**MISSING, **TOO_LARGE})
    def take_pack(game: str, file: PackText, lang: Lang) -> OwnPack:
        return engine.take_pack(game, file.text, lang)

    @api.delete("/packs/{game}", status_code=204, responses={**MISSING})
    def forget_pack(game: str) -> None:
        engine.forget_pack(game)


# --- the whole ---------------------------------------------------------------------------------------------


def make_app(
    engine: Engine | None = None, page: Path | None = None, door: Door | None = None, bell: Bell | None = None
) -> FastAPI:
    """The whole server: the API under /api, the page at /. Without a door nobody is asked for a key."""
    engine = engine or Engine(open_shelf(), PackFolder())
    bell = bell or Bell()
    app = FastAPI(
        title="Rival",
        summary="The automated opponents of solo board games.",
        version=rival.__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        exception_handlers=HANDLERS,
        middleware=[Middleware(Guard, door=door)],
        lifespan=partial(watching, engine, bell),
    )
    api = APIRouter(prefix="/api", route_class=route_class(Beside()), responses=WRONG)
    calls(api, engine)
    own_packs(api, engine)
    about_games(api, engine)
    if isinstance(engine.shelf, SqlShelf):
        engine.shelf.ring = bell.ring
        files_and_records(api, engine, engine.shelf)
        shared(api, engine.shelf, bell, door)
    app.router.routes += [*api.routes, *joining.routes(door)]  # as they are: including a router makes every path anew
    app.mount("/", Pages(page))
    app.openapi = cache(partial(described, app))  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def watching(engine: Engine, bell: Bell, _app: FastAPI) -> AsyncIterator[None]:
    """While the server runs, it hears what other processes do with the same games."""
    if not isinstance(engine.shelf, SqlShelf):
        yield
        return
    watch = Watch(engine.shelf.database, bell)
    watch.start()
    Thread(target=looked_over, args=[engine.shelf], daemon=True, name="rival-count").start()
    try:
        yield
    finally:
        await run_in_threadpool(watch.stop)
        engine.shelf.database.close()


def looked_over(shelf: SqlShelf) -> None:
    with suppress(RivalError):  # whatever is wrong with the database, the next who asks it is told
        shelf.look_over()


def described(app: FastAPI) -> dict[str, Any]:
    """The description of the API, with every entry of an answer marked as always there."""
    routes = [one.in_full() if isinstance(one, BesideRoute) else one for one in app.routes]
    description = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=routes)
    for name, schema in description["components"]["schemas"].items():
        if name not in SENT | housekeeping.SENT:
            schema["required"] = list(schema["properties"])
    return description
