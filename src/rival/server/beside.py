"""Run the calls of the API in threads, so that they don't block the event loop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property, partial, wraps
from typing import Any, NamedTuple, TypeVar, get_type_hints
from weakref import WeakKeyDictionary

from fastapi.routing import APIRoute
from pydantic import TypeAdapter
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rival.engine import PATIENCE
from rival.engine.sent import Body
from rival.engine.states import SAMPLE, State
from rival.kernel.remembering import once_each
from rival.kernel.texts import LANGUAGES
from rival.server.bodies import Lang
from rival.server.problems import asked_language
from rival.server.scheduler import THREADS, Scheduler, Share, caller

FORESEEN = 64
"""Number of game states that are cached as JSON: previews that a page is about to ask for again with its answer."""

Made = TypeVar("Made")
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


class Beside:
    """Runs calls in threads, each in its share of the threads. Calls of one game run one after the other."""

    def __init__(self, threads: Mapping[Share, int] = THREADS, patience: float = PATIENCE) -> None:
        self.threads, self.patience = threads, patience
        self._pool = ThreadPoolExecutor(sum(threads.values()), "rival-call")
        self._schedulers: WeakKeyDictionary[asyncio.AbstractEventLoop, Scheduler] = WeakKeyDictionary()

    async def run(self, game: str | None, call: Callable[[], Made], share: Share | None = None) -> Made:
        """Return the result of a call; raise Busy if its game or its share of the threads stays occupied for too long.

        Without a ``share`` the call runs in the share of its caller.
        """
        loop = asyncio.get_running_loop()
        scheduler = self._schedulers.get(loop)
        if scheduler is None:
            scheduler = self._schedulers[loop] = Scheduler(self.threads, self.patience)
        if share is None:
            share = "owner" if caller.get().is_owner else "guests"
        async with scheduler.thread(share, game):
            return await loop.run_in_executor(self._pool, call)


def in_share(share: Share) -> Callable[[Endpoint], Endpoint]:
    """Return a decorator that assigns a call to a share of the threads, independently of its caller."""

    def mark(call: Endpoint) -> Endpoint:
        call.share = share  # type: ignore[attr-defined]
        return call

    return mark


class BesideRoute(APIRoute):
    """A path whose synchronous function runs in a thread and whose result is encoded once, without another validation.

    FastAPI would build response schemas for the validation, which is slow. They are built for the description only.
    """

    beside: Beside

    def __init__(self, path: str, endpoint: Callable[..., Any], **about: Any) -> None:
        plain = not asyncio.iscoroutinefunction(endpoint)
        if plain:
            endpoint = run_beside(self.beside, endpoint, about.get("status_code") or 200)
        self.in_full = partial(APIRoute, path, endpoint, **about)
        if plain:
            about |= {"response_model": None, "responses": None}
        super().__init__(path, endpoint, **about)
        body = body_of(endpoint)
        self.way = None if body is None else Way(endpoint, body[0], TypeAdapter(body[1]).validate_python)


def route_class(beside: Beside) -> type[BesideRoute]:
    """Return the route class whose functions run in this executor."""

    class Route(BesideRoute):
        pass

    Route.beside = beside
    return Route


def body_of(call: Callable[..., Any]) -> tuple[str, type[Body]] | None:
    """Return name and type of a call's body parameter. Return None unless its parameters are id, lang and body."""
    given = {name: kind for name, kind in get_type_hints(call, include_extras=True).items() if name != "return"}
    if given.pop("id", None) is not str or given.pop("lang", None) != Lang or len(given) != 1:
        return None
    [(name, kind)] = given.items()
    return (name, kind) if isinstance(kind, type) and issubclass(kind, Body) else None


class Way(NamedTuple):
    """A call about a game: its function, the name of its body parameter and the function that parses the body."""

    call: Callable[..., Awaitable[Response]]
    name: str
    read: Callable[[Any], Any]


class Straight:
    """Middleware with a fast path for the calls of every turn: it bypasses FastAPI's routing.

    Malformed requests fall through to FastAPI, which reports the error.
    """

    def __init__(self, app: ASGIApp, routes: Sequence[BaseRoute], handlers: Mapping[Any, Any]) -> None:
        self.app, self.routes = app, routes
        # Starlette's outermost middleware handles Exception
        here = {kind: one for kind, one in handlers.items() if kind is not Exception}
        self.guarded = ExceptionMiddleware(self.go, here)

    @cached_property
    def ways(self) -> Mapping[str, Way]:
        """Map the last segment of a path to its call."""
        ways = {one.path: one.way for one in self.routes if isinstance(one, BesideRoute) and one.way}
        return {path.removeprefix(OF_A_GAME): way for path, way in ways.items() if path.startswith(OF_A_GAME)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a frequent call; pass everything else on."""
        if scope["type"] == "http" and scope["method"] == "POST" and (found := self.found(scope["path"])):
            await self.guarded({**scope, "rival.call": found}, receive, send)
        else:
            await self.app(scope, receive, send)

    def found(self, path: str) -> tuple[str, Way] | None:
        """Return the id of the game and the call for a path, or None if the path has no fast call."""
        match path.split("/"):
            case ["", "api", "games", id, what] if id and what in self.ways:
                return id, self.ways[what]
        return None

    async def go(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on to FastAPI if it is malformed."""
        id, way = scope["rival.call"]
        request = Request(scope, receive)
        lang = request.query_params.get("lang") if scope["query_string"] else None
        if request.headers.get("content-type") != "application/json" or lang not in (None, *LANGUAGES):
            await self.app(scope, receive, send)
            return
        try:
            said = way.read(json.loads(await request.body()))
        except (ValueError, RecursionError):
            await self.app(scope, read_already(await request.body()), send)
            return
        except ClientDisconnect:
            return  # the client has left
        answer = await way.call(**{"id": id, way.name: said, "lang": lang or asked_language(request)})
        await answer(scope, receive, send)


OF_A_GAME = "/api/games/{id}/"


def read_already(body: bytes) -> Receive:
    """Return a ``receive`` function for a body that has been read before."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


@cache
def encoder(kind: Any) -> Callable[[Any], bytes]:
    """Return the function that encodes values of a type as JSON.

    Encoders are cached, because creating one is slow. A game state is cached as JSON: a preview is sent again when the
    player gives that answer.
    """
    dump = TypeAdapter(kind).dump_json
    return once_each(FORESEEN)(dump) if kind is State else dump


def run_beside(beside: Beside, call: Callable[..., Any], status: int) -> Callable[..., Any]:
    """Return a coroutine function that runs the call in a thread and encodes its result."""
    given: Any = get_type_hints(call).get("return")
    plain = given is type(None) or (isinstance(given, type) and issubclass(given, Response))
    encoded = None if plain else encoder(given)

    def work(**said: Any) -> Any:
        found = call(**said)
        if isinstance(found, Response):
            return found
        if encoded is None:
            return Response(status_code=status)
        return Response(encoded(found), status, media_type="application/json")

    share: Share | None = getattr(call, "share", None)

    @wraps(call)
    async def run(**said: Any) -> Any:
        game = said.get("id")
        made_up: Share | None = "samples" if game is not None and game.startswith(SAMPLE) else None
        return await beside.run(game, partial(work, **said), share or made_up)

    return run
