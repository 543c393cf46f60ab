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
from rival.engine import Engine, requests
from rival.engine.api import Api
from rival.engine.play_log import PlayLogEntry
from rival.engine.practice import PracticeState
from rival.engine.requests import (
    Amendment,
    Answer,
    Change,
    Correction,
    DiceChange,
    InquiryRequest,
    JournalText,
    NewGame,
    NewSample,
    PackText,
    PracticeRequest,
    Rewind,
)
from rival.engine.responses import (
    AmendedGame,
    Chapter,
    Curve,
    ImportedGame,
    OpponentOffer,
    OwnPack,
    RewoundGame,
    RuleBook,
    SampleComparison,
    State,
    TableCorrection,
    TrackedValue,
)
from rival.home import PackFolder
from rival.kernel import RivalError
from rival.kernel.question import Question, ReasonLine
from rival.server import login, routes_box, routes_games
from rival.server.api_types import (
    CHANGE_RESPONSES,
    INVALID_RESPONSE,
    NOT_FOUND_RESPONSE,
    SVG_RESPONSE,
    TEXT_RESPONSE,
    TOO_LARGE_RESPONSE,
    Lang,
    Since,
)
from rival.server.auth import Authenticator
from rival.server.error_responses import ERROR_HANDLERS
from rival.server.executor import CallExecutor, FastPathMiddleware, ThreadedRoute, make_route_class, use_share
from rival.server.live import ChangeNotifier, DatabaseWatcher
from rival.server.middleware import SecurityMiddleware
from rival.server.pages import OfflinePages, Pages
from rival.server.routes_games import (
    NetworkAccess,
    add_file_routes,
    add_management_routes,
    add_network_routes,
    add_sharing_routes,
)
from rival.storage import SqlGameRepository, open_repository

# --- the calls ---------------------------------------------------------------------------------------------


def add_game_routes(api: APIRouter, calls: Api) -> None:
    """Add the paths of a game. Those used in every turn come first, because paths are compared in this order."""

    @api.post("/games/{id}/foresee", responses=CHANGE_RESPONSES)
    def preview_answer(id: str, body: Answer, lang: Lang) -> State:
        return calls.foresee(id, body, lang)

    @api.post("/games/{id}/answer", responses=CHANGE_RESPONSES)
    def submit_answer(id: str, body: Answer, lang: Lang) -> State:
        return calls.answer(id, body, lang)

    @api.post("/games/{id}/correct", responses=CHANGE_RESPONSES)
    def correct_value(id: str, body: Correction, lang: Lang) -> AmendedGame:
        return calls.correct(id, body, lang)

    @api.post("/games/{id}/box", responses=CHANGE_RESPONSES)
    def apply_box(id: str, body: Change, lang: Lang) -> State:
        return calls.take_over(id, body, lang)

    @api.post("/games/{id}/dice", responses=CHANGE_RESPONSES)
    def switch_dice(id: str, body: DiceChange, lang: Lang) -> State:
        return calls.dice(id, body, lang)

    @api.post("/games/{id}/undo", responses=CHANGE_RESPONSES)
    def undo_answer(id: str, body: Change, lang: Lang) -> RewoundGame:
        return calls.undo(id, body, lang)

    @api.post("/games/{id}/redo", responses=CHANGE_RESPONSES)
    def redo_answer(id: str, body: Change, lang: Lang) -> RewoundGame:
        return calls.redo(id, body, lang)

    @api.post("/games/{id}/rewind", responses=CHANGE_RESPONSES)
    def rewind_game(id: str, body: Rewind, lang: Lang) -> RewoundGame:
        return calls.rewind(id, body, lang)

    @api.post("/games/{id}/amend", responses=CHANGE_RESPONSES)
    def replace_answer(id: str, body: Amendment, lang: Lang) -> AmendedGame:
        return calls.amend(id, body, lang)

    @api.post("/games/{id}/former", responses=CHANGE_RESPONSES)
    def restore_former_course(id: str, body: Change, lang: Lang) -> AmendedGame:
        """Restore the course of the game before the last change of an earlier answer."""
        return calls.former(id, body, lang)

    @api.get("/opponents")
    @use_share("constants")
    def list_opponents(lang: Lang) -> list[OpponentOffer]:
        return calls.opponents(lang)

    @api.get("/rules/{game}", responses={**NOT_FOUND_RESPONSE})
    @use_share("constants")
    def get_rules(game: str) -> RuleBook:
        return calls.rules(game)

    @api.get("/art/{game}", response_class=Response, responses={**NOT_FOUND_RESPONSE, **SVG_RESPONSE})
    @use_share("constants")
    def get_drawings(game: str, request: Request) -> Response:
        drawings = calls.art(game)
        headers = {"etag": f'"{drawings.edition}"', "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
        return Response(drawings.svg, media_type="image/svg+xml", headers=headers)

    @api.post("/games", status_code=201, responses={**TOO_LARGE_RESPONSE})
    def begin_game(body: NewGame, lang: Lang) -> State:
        return calls.begin(body, lang)

    @api.post("/demos", status_code=201, responses={**TOO_LARGE_RESPONSE})
    @use_share("samples")
    def begin_sample(body: NewSample, lang: Lang) -> State:
        return calls.sample(body, lang)

    @api.post("/practice", responses={**TOO_LARGE_RESPONSE})
    @use_share("samples")
    def play_practice(body: PracticeRequest, lang: Lang) -> PracticeState:
        return calls.practice(body, lang)

    @api.post("/journals", status_code=201, responses={**TOO_LARGE_RESPONSE})
    def load_journal(journal: JournalText, lang: Lang) -> State:
        return calls.load(journal, lang)

    @api.post("/journals/take", status_code=201, responses={**TOO_LARGE_RESPONSE})
    def import_journal(journal: JournalText, lang: Lang) -> ImportedGame:
        return calls.take(journal, lang)

    @api.get("/games/{id}", responses={**NOT_FOUND_RESPONSE})
    def get_state(id: str, lang: Lang, since: Since = 0) -> State:
        return calls.state(id, lang, since)

    @api.get("/games/{id}/at/{position}", responses={**NOT_FOUND_RESPONSE})
    def get_past_state(id: str, position: int, lang: Lang, since: Since = 0) -> State:
        return calls.past(id, position, lang, since)

    @api.get("/games/{id}/corrections/{position}", responses={**NOT_FOUND_RESPONSE})
    def list_undo_corrections(id: str, position: int, lang: Lang) -> list[TableCorrection]:
        return calls.corrections(id, position, lang)

    @api.get("/games/{id}/tracked", responses={**NOT_FOUND_RESPONSE})
    def list_tracked_values(id: str, lang: Lang) -> list[TrackedValue]:
        return calls.tracked(id, lang)

    @api.get("/games/{id}/inquiries", responses={**NOT_FOUND_RESPONSE})
    def list_inquiries(id: str, lang: Lang) -> list[Question]:
        return calls.inquiries(id, lang)

    @api.post("/games/{id}/inquire", responses={**NOT_FOUND_RESPONSE, **TOO_LARGE_RESPONSE})
    def answer_inquiry(id: str, body: InquiryRequest, lang: Lang) -> ReasonLine:
        return calls.inquire(id, body, lang)

    @api.get("/games/{id}/play", responses={**NOT_FOUND_RESPONSE})
    def get_logged_play(id: str, lang: Lang) -> PlayLogEntry | None:
        return calls.play(id, lang)

    @api.get("/games/{id}/course", responses={**NOT_FOUND_RESPONSE})
    def get_score_curves(id: str, lang: Lang) -> list[Curve]:
        return calls.course(id, lang)

    @api.get("/games/{id}/chapters", responses={**NOT_FOUND_RESPONSE})
    def list_chapters(id: str, lang: Lang) -> list[Chapter]:
        return calls.chapters(id, lang)

    @api.get("/games/{id}/par", responses={**NOT_FOUND_RESPONSE})
    def get_comparison(id: str, lang: Lang) -> SampleComparison | None:
        return calls.par(id, lang)

    @api.get("/games/{id}/journal", response_class=Response, responses={**NOT_FOUND_RESPONSE, **TEXT_RESPONSE})
    def get_journal(id: str) -> Response:
        return PlainTextResponse(calls.journal(id))


def add_pack_routes(api: APIRouter, calls: Api) -> None:
    """Add the paths of an owner's packs, which describe parts of the box for the next games."""

    @api.get("/packs/{game}", responses={**NOT_FOUND_RESPONSE})
    @use_share("box")
    def get_pack(game: str, lang: Lang) -> OwnPack:
        return calls.pack(game, lang)

    @api.get("/packs/{game}/file", response_class=Response, responses={**NOT_FOUND_RESPONSE, **TEXT_RESPONSE})
    @use_share("box")
    def get_pack_file(game: str) -> Response:
        return PlainTextResponse(calls.pack_file(game))

    @api.put("/packs/{game}", responses={**NOT_FOUND_RESPONSE, **TOO_LARGE_RESPONSE})
    @use_share("box")
    def import_pack(game: str, file: PackText, lang: Lang) -> OwnPack:
        return calls.take_pack(game, file, lang)

    @api.delete("/packs/{game}", status_code=204, responses={**NOT_FOUND_RESPONSE})
    @use_share("box")
    def forget_pack(game: str) -> None:
        calls.forget_pack(game)


# --- the whole ---------------------------------------------------------------------------------------------


def make_app(
    engine: Engine | None = None,
    page: Path | None = None,
    authenticator: Authenticator | None = None,
    notifier: ChangeNotifier | None = None,
    network: NetworkAccess | None = None,
) -> FastAPI:
    """Return the whole server: the API under /api, the page at /.

    Without an ``authenticator`` no request needs a key. With a ``network`` the page has a switch that admits other
    devices.
    """
    engine = engine or Engine(open_repository(), PackFolder())
    notifier = notifier or ChangeNotifier()
    executor = CallExecutor()
    api = APIRouter(prefix="/api", route_class=make_route_class(executor), responses=INVALID_RESPONSE)
    app = FastAPI(
        title="Rival",
        summary="The automated opponents of solo board games.",
        version=rival.__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        exception_handlers=ERROR_HANDLERS,
        middleware=[
            Middleware(SecurityMiddleware, executor=executor, authenticator=authenticator),
            Middleware(FastPathMiddleware, routes=api.routes, handlers=ERROR_HANDLERS),
        ],
        lifespan=partial(watch_database, engine, notifier),
    )
    calls = Api(engine)
    add_game_routes(api, calls)
    add_pack_routes(api, calls)
    routes_box.add_box_routes(api, calls)
    add_management_routes(api, calls)
    add_file_routes(api, calls, executor)
    if isinstance(engine.repository, SqlGameRepository):
        engine.repository.on_change = notifier.notify
        link_authenticator = authenticator or Authenticator(engine.repository, "")
        add_network_routes(api, link_authenticator, network)
        add_sharing_routes(api, engine.repository, notifier, link_authenticator, executor)
    app.router.routes += [
        *api.routes,
        *login.make_login_routes(executor, authenticator),
    ]  # not include_router: it would build every path a second time
    app.router.add_route("/offline", lambda _request: RedirectResponse("offline/"))
    app.mount("/offline", OfflinePages())
    app.mount("/", Pages(page))
    app.openapi = cache(partial(describe_api, app))  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def watch_database(engine: Engine, notifier: ChangeNotifier, _app: FastAPI) -> AsyncIterator[None]:
    """Watch for changes of the games by other processes while the server runs; close the database at the end."""
    if not isinstance(engine.repository, SqlGameRepository):
        yield
        return
    watcher = DatabaseWatcher(engine.repository.database, notifier)
    watcher.start()
    Thread(target=check_results, args=[engine.repository], daemon=True, name="rival-count").start()
    try:
        yield
    finally:
        await run_in_threadpool(watcher.stop)
        engine.repository.database.close()


def check_results(repository: SqlGameRepository) -> None:
    """Check the results of finished games in the background."""
    with suppress(RivalError):  # the next request to the database reports the same error
        repository.check_all_journals()


def describe_api(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI description, with every entry of a response marked as required."""
    routes = [route.make_full_route() if isinstance(route, ThreadedRoute) else route for route in app.routes]
    description = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=routes)
    for name, schema in description["components"]["schemas"].items():
        if name not in requests.REQUEST_BODY_NAMES | routes_games.REQUEST_MODELS:
            schema["required"] = list(schema["properties"])
    return description
