"""The server application: the API under /api, the page at /."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from pathlib import Path
from threading import Thread
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware

import rival
from rival.engine import Engine, requests
from rival.engine.calls import CallTable
from rival.home import PackFolder
from rival.kernel import RivalError
from rival.server import login
from rival.server.auth import Authenticator
from rival.server.error_responses import ERROR_HANDLERS
from rival.server.executor import CallExecutor
from rival.server.live import ChangeNotifier, DatabaseWatcher
from rival.server.middleware import SecurityMiddleware
from rival.server.pages import OfflinePages, Pages
from rival.server.routes import describe_routes, make_routes
from rival.server.server_api import NetworkAccess, ServerApi
from rival.storage import SqlGameRepository, open_repository

TITLE, SUMMARY = "Rival", "The automated opponents of solo board games."


def make_app(
    engine: Engine | None = None,
    page: Path | None = None,
    authenticator: Authenticator | None = None,
    notifier: ChangeNotifier | None = None,
    network: NetworkAccess | None = None,
    api: type[ServerApi] = ServerApi,
) -> FastAPI:
    """Return the server application: the calls of ``api`` under /api, the page at /.

    Without an ``authenticator`` no request needs a key. With a ``network`` the page has a switch that admits other
    devices.
    """
    engine = engine or Engine(open_repository(), PackFolder())
    notifier = notifier or ChangeNotifier()
    executor = CallExecutor()
    calls = api(engine, executor, notifier, authenticator, network)
    app = FastAPI(
        title=TITLE,
        summary=SUMMARY,
        version=rival.__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        exception_handlers=ERROR_HANDLERS,
        middleware=[
            Middleware(SecurityMiddleware, executor=executor, calls=CallTable(api), authenticator=authenticator)
        ],
        lifespan=partial(watch_database, engine, notifier),
    )
    if isinstance(engine.repository, SqlGameRepository):
        engine.repository.on_change = notifier.notify
    app.router.routes += [*make_routes(calls, executor), *login.make_login_routes(executor, authenticator)]
    app.router.add_route("/offline", lambda _request: RedirectResponse("offline/"))
    app.mount("/offline", OfflinePages())
    app.mount("/", Pages(page))
    app.openapi = cache(partial(describe_api, calls, executor))  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def watch_database(engine: Engine, notifier: ChangeNotifier, _app: FastAPI) -> AsyncIterator[None]:
    """Watch for changes that other processes make while the server runs; close the database at the end."""
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


def describe_api(calls: ServerApi, executor: CallExecutor) -> dict[str, Any]:
    """Return the OpenAPI description, with every property of a response marked as required."""
    description = get_openapi(
        title=TITLE,
        summary=SUMMARY,
        version=rival.__version__,
        routes=describe_routes(calls, executor),
    )
    for name, schema in description["components"]["schemas"].items():
        if name not in requests.REQUEST_BODY_NAMES:
            schema["required"] = list(schema["properties"])
    return description
