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

from rival.engine import LOCK_TIMEOUT
from rival.engine.requests import RequestBody
from rival.engine.responses import SAMPLE_PREFIX, State
from rival.kernel.caching import cache_by_identity
from rival.kernel.texts import LANGUAGES
from rival.server.api_types import Lang
from rival.server.error_responses import find_language
from rival.server.scheduler import THREADS, Scheduler, ThreadShare, current_caller

MAX_CACHED_STATES = 64
"""Number of game states that are cached as JSON: previews that a page is about to ask for again with its answer."""

Result = TypeVar("Result")
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


class CallExecutor:
    """Runs calls in threads, each in its share of the threads. Calls of one game run one after the other."""

    def __init__(self, threads: Mapping[ThreadShare, int] = THREADS, timeout: float = LOCK_TIMEOUT) -> None:
        self.threads, self.timeout = threads, timeout
        self._pool = ThreadPoolExecutor(sum(threads.values()), "rival-call")
        self._schedulers: WeakKeyDictionary[asyncio.AbstractEventLoop, Scheduler] = WeakKeyDictionary()

    async def run(self, game: str | None, call: Callable[[], Result], share: ThreadShare | None = None) -> Result:
        """Return the result of a call; raise BusyError if its game or its share stays occupied for too long.

        Without a ``share`` the call runs in the share of its caller.
        """
        loop = asyncio.get_running_loop()
        scheduler = self._schedulers.get(loop)
        if scheduler is None:
            scheduler = self._schedulers[loop] = Scheduler(self.threads, self.timeout)
        if share is None:
            share = "owner" if current_caller.get().is_owner else "guests"
        async with scheduler.reserve_thread(share, game):
            return await loop.run_in_executor(self._pool, call)


def use_share(share: ThreadShare) -> Callable[[Endpoint], Endpoint]:
    """Return a decorator that assigns a call to a share of the threads, independently of its caller."""

    def mark_call(call: Endpoint) -> Endpoint:
        call.share = share  # type: ignore[attr-defined]
        return call

    return mark_call


class ThreadedRoute(APIRoute):
    """A path whose synchronous function runs in a thread and whose result is encoded once, without another validation.

    FastAPI would build response schemas for the validation, which is slow. They are built for the description only.
    """

    executor: CallExecutor

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        is_synchronous = not asyncio.iscoroutinefunction(endpoint)
        if is_synchronous:
            endpoint = run_in_thread(self.executor, endpoint, options.get("status_code") or 200)
        self.make_full_route = partial(APIRoute, path, endpoint, **options)
        if is_synchronous:
            options |= {"response_model": None, "responses": None}
        super().__init__(path, endpoint, **options)
        body = find_body_parameter(endpoint)
        self.fast_call = None if body is None else FastCall(endpoint, body[0], TypeAdapter(body[1]).validate_python)


def make_route_class(executor: CallExecutor) -> type[ThreadedRoute]:
    """Return the route class whose functions run in this executor."""

    class Route(ThreadedRoute):
        pass

    Route.executor = executor
    return Route


def find_body_parameter(call: Callable[..., Any]) -> tuple[str, type[RequestBody]] | None:
    """Return name and type of a call's body parameter. Return None unless its parameters are id, lang and body."""
    parameters = {name: kind for name, kind in get_type_hints(call, include_extras=True).items() if name != "return"}
    if parameters.pop("id", None) is not str or parameters.pop("lang", None) != Lang or len(parameters) != 1:
        return None
    [(name, kind)] = parameters.items()
    return (name, kind) if isinstance(kind, type) and issubclass(kind, RequestBody) else None


class FastCall(NamedTuple):
    """A call about a game: its function, the name of its body parameter and the function that parses the body."""

    call: Callable[..., Awaitable[Response]]
    name: str
    parse: Callable[[Any], Any]


class FastPathMiddleware:
    """Middleware with a fast path for the calls of every turn: it bypasses FastAPI's routing.

    Malformed requests fall through to FastAPI, which reports the error.
    """

    def __init__(self, app: ASGIApp, routes: Sequence[BaseRoute], handlers: Mapping[Any, Any]) -> None:
        self.app, self.routes = app, routes
        # Starlette's outermost middleware handles Exception
        caught = {kind: handler for kind, handler in handlers.items() if kind is not Exception}
        self.catching_app = ExceptionMiddleware(self.answer_request, caught)

    @cached_property
    def fast_calls(self) -> Mapping[str, FastCall]:
        """Map the last segment of a path to its call."""
        fast_calls = {
            route.path: route.fast_call for route in self.routes if isinstance(route, ThreadedRoute) and route.fast_call
        }
        return {
            path.removeprefix(GAME_PREFIX): fast_call
            for path, fast_call in fast_calls.items()
            if path.startswith(GAME_PREFIX)
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a frequent call; pass everything else on."""
        if scope["type"] == "http" and scope["method"] == "POST" and (target := self.find_call(scope["path"])):
            await self.catching_app({**scope, "rival.call": target}, receive, send)
        else:
            await self.app(scope, receive, send)

    def find_call(self, path: str) -> tuple[str, FastCall] | None:
        """Return the id of the game and the call for a path, or None if the path has no fast call."""
        match path.split("/"):
            case ["", "api", "games", id, action] if id and action in self.fast_calls:
                return id, self.fast_calls[action]
        return None

    async def answer_request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on to FastAPI if it is malformed."""
        id, fast_call = scope["rival.call"]
        request = Request(scope, receive)
        lang = request.query_params.get("lang") if scope["query_string"] else None
        if request.headers.get("content-type") != "application/json" or lang not in (None, *LANGUAGES):
            await self.app(scope, receive, send)
            return
        try:
            body = fast_call.parse(json.loads(await request.body()))
        except (ValueError, RecursionError):
            await self.app(scope, replay_body(await request.body()), send)
            return
        except ClientDisconnect:
            return  # the client has left
        response = await fast_call.call(**{"id": id, fast_call.name: body, "lang": lang or find_language(request)})
        await response(scope, receive, send)


GAME_PREFIX = "/api/games/{id}/"


def replay_body(body: bytes) -> Receive:
    """Return a ``receive`` function for a body that has been read before."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


@cache
def make_encoder(kind: Any) -> Callable[[Any], bytes]:
    """Return the function that encodes values of a type as JSON.

    Encoders are cached, because creating one is slow. A game state is cached as JSON: a preview is sent again when the
    player gives that answer.
    """
    dump = TypeAdapter(kind).dump_json
    return cache_by_identity(MAX_CACHED_STATES)(dump) if kind is State else dump


def run_in_thread(executor: CallExecutor, call: Callable[..., Any], status: int) -> Callable[..., Any]:
    """Return a coroutine function that runs the call in a thread and encodes its result."""
    returned: Any = get_type_hints(call).get("return")
    has_no_body = returned is type(None) or (isinstance(returned, type) and issubclass(returned, Response))
    encode = None if has_no_body else make_encoder(returned)

    def run_call(**arguments: Any) -> Any:
        result = call(**arguments)
        if isinstance(result, Response):
            return result
        if encode is None:
            return Response(status_code=status)
        return Response(encode(result), status, media_type="application/json")

    share: ThreadShare | None = getattr(call, "share", None)

    @wraps(call)
    async def run(**arguments: Any) -> Any:
        game = arguments.get("id")
        sample_share: ThreadShare | None = "samples" if game is not None and game.startswith(SAMPLE_PREFIX) else None
        return await executor.run(game, partial(run_call, **arguments), share or sample_share)

    return run
