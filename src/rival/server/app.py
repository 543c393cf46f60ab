"""The HTTP API of the engine. It contains no rules: each path calls one function of the engine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from pathlib import Path
from threading import Thread
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import PlainTextResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware

import rival
from rival.engine import Engine, sent
from rival.engine.calls import Calls
from rival.engine.plays import LoggedPlay
from rival.engine.practice import PracticeState
from rival.engine.sent import (
    Amendment,
    Answer,
    Change,
    Correction,
    DiceChange,
    InBetween,
    JournalText,
    NewGame,
    NewSample,
    PackText,
    Practice,
    Rewind,
)
from rival.engine.states import (
    AmendedGame,
    Chapter,
    Curve,
    Moved,
    OpponentOffer,
    OwnPack,
    ParView,
    RuleBook,
    State,
    Taken,
    TrackedValue,
)
from rival.home import PackFolder
from rival.kernel import RivalError
from rival.kernel.question import Line, Question
from rival.server import boxes, housekeeping, joining
from rival.server.beside import Beside, BesideRoute, Straight, in_share, route_class
from rival.server.bodies import (
    CHANGES,
    DRAWINGS,
    MISSING,
    PLAIN_TEXT,
    TOO_LARGE,
    WRONG,
    Lang,
    Since,
)
from rival.server.door import Door
from rival.server.guard import Guard
from rival.server.housekeeping import Network, about_games, files_and_records, opened, shared
from rival.server.live import Bell, Watch
from rival.server.pages import OfflinePages, Pages
from rival.server.problems import HANDLERS
from rival.storage import SqlShelf, open_shelf

# --- the calls ---------------------------------------------------------------------------------------------


def games(api: APIRouter, calls: Calls) -> None:
    """Add the paths of a game. Those used in every turn come first, because paths are compared in this order."""

    @api.post("/games/{id}/foresee", responses=CHANGES)
    def foresee(id: str, said: Answer, lang: Lang) -> State:
        return calls.foresee(id, said, lang)

    @api.post("/games/{id}/answer", responses=CHANGES)
    def answer(id: str, said: Answer, lang: Lang) -> State:
        return calls.answer(id, said, lang)

    @api.post("/games/{id}/correct", responses=CHANGES)
    def correct(id: str, said: Correction, lang: Lang) -> AmendedGame:
        return calls.correct(id, said, lang)

    @api.post("/games/{id}/box", responses=CHANGES)
    def take_over(id: str, said: Change, lang: Lang) -> State:
        return calls.take_over(id, said, lang)

    @api.post("/games/{id}/dice", responses=CHANGES)
    def dice(id: str, said: DiceChange, lang: Lang) -> State:
        return calls.dice(id, said, lang)

    @api.post("/games/{id}/undo", responses=CHANGES)
    def undo(id: str, said: Change, lang: Lang) -> Moved:
        return calls.undo(id, said, lang)

    @api.post("/games/{id}/redo", responses=CHANGES)
    def redo(id: str, said: Change, lang: Lang) -> Moved:
        return calls.redo(id, said, lang)

    @api.post("/games/{id}/rewind", responses=CHANGES)
    def rewind(id: str, said: Rewind, lang: Lang) -> Moved:
        return calls.rewind(id, said, lang)

    @api.post("/games/{id}/amend", responses=CHANGES)
    def amend(id: str, said: Amendment, lang: Lang) -> AmendedGame:
        return calls.amend(id, said, lang)

    @api.post("/games/{id}/former", responses=CHANGES)
    def former(id: str, said: Change, lang: Lang) -> AmendedGame:
        """Restore the course of the game before the last change of an earlier answer."""
        return calls.former(id, said, lang)

    @api.get("/opponents")
    @in_share("constants")
    def opponents(lang: Lang) -> list[OpponentOffer]:
        return calls.opponents(lang)

    @api.get("/rules/{game}", responses={**MISSING})
    @in_share("constants")
    def rules(game: str) -> RuleBook:
        return calls.rules(game)

    @api.get("/art/{game}", response_class=Response, responses={**MISSING, **DRAWINGS})
    @in_share("constants")
    def art(game: str, request: Request) -> Response:
        found = calls.art(game)
        headers = {"etag": f'"{found.edition}"', "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(found.svg, media_type="image/svg+xml", headers=headers)

    @api.post("/games", status_code=201, responses={**TOO_LARGE})
    def begin(new: NewGame, lang: Lang) -> State:
        return calls.begin(new, lang)

    @api.post("/demos", status_code=201, responses={**TOO_LARGE})
    @in_share("samples")
    def sample(new: NewSample, lang: Lang) -> State:
        return calls.sample(new, lang)

    @api.post("/practice", responses={**TOO_LARGE})
    @in_share("samples")
    def practice(wanted: Practice, lang: Lang) -> PracticeState:
        return calls.practice(wanted, lang)

    @api.post("/journals", status_code=201, responses={**TOO_LARGE})
    def load(journal: JournalText, lang: Lang) -> State:
        return calls.load(journal, lang)

    @api.post("/journals/take", status_code=201, responses={**TOO_LARGE})
    def take(journal: JournalText, lang: Lang) -> Taken:
        return calls.take(journal, lang)

    @api.get("/games/{id}", responses={**MISSING})
    def state(id: str, lang: Lang, since: Since = 0) -> State:
        return calls.state(id, lang, since)

    @api.get("/games/{id}/at/{position}", responses={**MISSING})
    def past(id: str, position: int, lang: Lang, since: Since = 0) -> State:
        return calls.past(id, position, lang, since)

    @api.get("/games/{id}/tracked", responses={**MISSING})
    def tracked(id: str, lang: Lang) -> list[TrackedValue]:
        return calls.tracked(id, lang)

    @api.get("/games/{id}/inquiries", responses={**MISSING})
    def inquiries(id: str, lang: Lang) -> list[Question]:
        return calls.inquiries(id, lang)

    @api.post("/games/{id}/inquire", responses={**MISSING, **TOO_LARGE})
    def inquire(id: str, asked: InBetween, lang: Lang) -> Line:
        return calls.inquire(id, asked, lang)

    @api.get("/games/{id}/play", responses={**MISSING})
    def play(id: str, lang: Lang) -> LoggedPlay | None:
        return calls.play(id, lang)

    @api.get("/games/{id}/course", responses={**MISSING})
    def course(id: str, lang: Lang) -> list[Curve]:
        return calls.course(id, lang)

    @api.get("/games/{id}/chapters", responses={**MISSING})
    def chapters(id: str, lang: Lang) -> list[Chapter]:
        return calls.chapters(id, lang)

    @api.get("/games/{id}/par", responses={**MISSING})
    def par(id: str, lang: Lang) -> ParView | None:
        return calls.par(id, lang)

    @api.get("/games/{id}/journal", response_class=Response, responses={**MISSING, **PLAIN_TEXT})
    def journal(id: str) -> Response:
        return PlainTextResponse(calls.journal(id))


def own_packs(api: APIRouter, calls: Calls) -> None:
    """Add the paths of an owner's packs, which describe parts of the box for the next games."""

    @api.get("/packs/{game}", responses={**MISSING})
    def pack(game: str, lang: Lang) -> OwnPack:
        return calls.pack(game, lang)

    @api.get("/packs/{game}/file", response_class=Response, responses={**MISSING, **PLAIN_TEXT})
    def pack_text(game: str) -> Response:
        return PlainTextResponse(calls.pack_file(game))

    @api.put("/packs/{game}", responses={**MISSING, **TOO_LARGE})
    def take_pack(game: str, file: PackText, lang: Lang) -> OwnPack:
        return calls.take_pack(game, file, lang)

    @api.delete("/packs/{game}", status_code=204, responses={**MISSING})
    def forget_pack(game: str) -> None:
        calls.forget_pack(game)


# --- the whole ---------------------------------------------------------------------------------------------


def make_app(
    engine: Engine | None = None,
    page: Path | None = None,
    door: Door | None = None,
    bell: Bell | None = None,
    network: Network | None = None,
) -> FastAPI:
    """Return the whole server: the API under /api, the page at /.

    Without a ``door`` no request needs a key. With a ``network`` the page has a switch that admits other devices.
    """
    engine = engine or Engine(open_shelf(), PackFolder())
    bell = bell or Bell()
    beside = Beside()
    api = APIRouter(prefix="/api", route_class=route_class(beside), responses=WRONG)
    app = FastAPI(
        title="Rival",
        summary="The automated opponents of solo board games.",
        version=rival.__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        exception_handlers=HANDLERS,
        middleware=[
            Middleware(Guard, beside=beside, door=door),
            Middleware(Straight, routes=api.routes, handlers=HANDLERS),
        ],
        lifespan=partial(watching, engine, bell),
    )
    calls = Calls(engine)
    games(api, calls)
    own_packs(api, calls)
    boxes.routes(api, calls)
    about_games(api, calls)
    files_and_records(api, calls, beside)
    if isinstance(engine.shelf, SqlShelf):
        engine.shelf.ring = bell.ring
        way_in = door or Door(engine.shelf, "")
        opened(api, way_in, network)
        shared(api, engine.shelf, bell, way_in, beside)
    app.router.routes += [
        *api.routes,
        *joining.routes(beside, door),
    ]  # not include_router: it would build every path a second time
    app.router.add_route("/offline", lambda _request: RedirectResponse("offline/"))
    app.mount("/offline", OfflinePages())
    app.mount("/", Pages(page))
    app.openapi = cache(partial(described, app))  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def watching(engine: Engine, bell: Bell, _app: FastAPI) -> AsyncIterator[None]:
    """Watch for changes of the games by other processes while the server runs; close the database at the end."""
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
    """Check the results of finished games in the background."""
    with suppress(RivalError):  # the next request to the database reports the same error
        shelf.look_over()


def described(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI description, with every entry of a response marked as required."""
    routes = [one.in_full() if isinstance(one, BesideRoute) else one for one in app.routes]
    description = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=routes)
    for name, schema in description["components"]["schemas"].items():
        if name not in sent.SENT | housekeeping.SENT:
            schema["required"] = list(schema["properties"])
    return description
