"""Build the API's routes from the declarations of the calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import cache, partial
from hashlib import sha256
from inspect import Parameter, Signature
from typing import Annotated, Any, get_args, get_origin

from fastapi import Depends, Path, Query
from fastapi.routing import APIRoute
from pydantic import AfterValidator, BaseModel, TypeAdapter
from starlette.requests import Request
from starlette.responses import Response

from rival.engine.api import Api, ExportedZip
from rival.engine.calls import API_PATH, Call, get_result_type, list_calls, list_parameters
from rival.engine.capabilities import SAMPLE_PREFIX, Permissions
from rival.engine.requests import Change, IntegerRange
from rival.engine.responses import State
from rival.kernel import Json
from rival.kernel.texts import LANGUAGES
from rival.server.auth import read_permissions
from rival.server.error_responses import find_language
from rival.server.executor import CallExecutor
from rival.server.scheduler import ThreadShare


class Problem(BaseModel):
    """An error for the user: ``message`` says what is wrong, where, and how to correct it.

    ``proposal`` is the answer that was probably meant.
    """

    message: str
    proposal: Json = None


# --- parameters --------------------------------------------------------------------------------------------


def check_language(lang: str) -> str:
    """Return the language if it has a catalogue; raise ValueError otherwise."""
    if lang not in LANGUAGES:
        raise ValueError(lang)
    return lang


LanguageCode = Annotated[str, AfterValidator(check_language)]
"""A language that has a catalogue."""


async def find_request_language(request: Request, lang: Annotated[LanguageCode | None, Query()] = None) -> str | None:
    """Return a request's language: from the query, else the first supported one of the browser's preferences."""
    return lang or find_language(request)


async def get_caller(request: Request) -> Permissions:
    """Return the device's permissions. Without authentication these are all permissions."""
    return read_permissions(request)


def make_parameter(call: Call, name: str, kind: Any, declared: Parameter) -> Parameter:
    """Return a call's parameter in the form that FastAPI uses to read requests."""
    default = declared.default
    if name == "lang":
        kind, default = Annotated[str | None, Depends(find_request_language)], Parameter.empty
    elif name == "caller":
        kind, default = Annotated[Permissions, Depends(get_caller)], Parameter.empty
    elif name == "file":
        name, kind = "request", Request
    elif name not in ("body", "request"):
        kind = make_address_type(kind, Path if f"{{{name}}}" in call.path else Query)
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def make_address_type(kind: Any, place: Callable[..., Any]) -> Any:
    """Return the type of an address parameter, which parses a number from text within the declared limits."""
    if get_origin(kind) is not Annotated:
        return Annotated[kind, place()]
    inner, *limits = get_args(kind)
    bounds = {key: value for limit in limits if isinstance(limit, IntegerRange) for key, value in limit.bounds.items()}
    return Annotated[inner, place(**bounds)]


# --- routes ------------------------------------------------------------------------------------------------


def make_routes(api: Api, executor: CallExecutor) -> list[APIRoute]:
    """Return the routes of all calls. FastAPI parses the requests; results are encoded once, without validation."""
    kind: type = type(api)
    calls = sorted(list_calls(kind), key=lambda call: "{id}" not in call.path)  # paths are compared in this order
    return [
        APIRoute(
            API_PATH + call.path,
            make_endpoint(api, call, executor),
            methods=[call.method],
            response_model=None,
            include_in_schema=False,
        )
        for call in calls
    ]


def make_endpoint(api: Api, call: Call, executor: CallExecutor) -> Callable[..., Any]:
    """Return the function that makes a call in a thread, with a signature for FastAPI."""
    kind: type = type(api)
    parameters = list_parameters(kind, call.name)
    method = getattr(api, call.name)
    encode = make_response_encoder(kind, call)

    def make_response(request: Request, arguments: Mapping[str, Any]) -> Response:
        return encode(method(**arguments), request)

    async def answer_request(request: Request, **arguments: Any) -> Response:
        if asyncio.iscoroutinefunction(method):
            response: Response = await method(request=request, **arguments)
            return response
        if "file" in parameters:
            arguments["file"] = await request.body()
        game = arguments.get("id")
        return await executor.run(game, partial(make_response, request, arguments), find_share(call, game))

    signature = [make_parameter(call, name, *entry) for name, entry in parameters.items()]
    if all(parameter.name != "request" for parameter in signature):
        signature.append(Parameter("request", Parameter.KEYWORD_ONLY, annotation=Request))
    answer_request.__signature__ = Signature(signature)  # type: ignore[attr-defined]
    return answer_request


def find_share(call: Call, game: str | None) -> ThreadShare | None:
    """Return the share of the threads that runs a call; None means its caller's share."""
    if call.share != "games":
        return call.share
    return "samples" if game is not None and game.startswith(SAMPLE_PREFIX) else None


def make_response_encoder(api: type, call: Call) -> Callable[[Any, Request], Response]:
    """Return the function that converts the result of a call to a response."""
    returned = get_result_type(api, call.name)
    if returned is type(None):
        return lambda _result, _request: Response(status_code=call.status)
    if call.media_type == "application/json":
        encode = make_encoder(returned)
        return lambda result, _request: Response(encode(result), call.status, media_type=call.media_type)
    return partial(make_file_response, call)


@cache
def make_encoder(kind: Any) -> Callable[[Any], bytes]:
    """Return a function that encodes values of a type as JSON; creating the function is slow."""
    return TypeAdapter(kind).dump_json


def make_file_response(call: Call, result: str | ExportedZip, request: Request) -> Response:
    """Return a text or a zip as a response; the header “rival-next” has the number of the next part, if any."""
    headers: dict[str, str] = {}
    name = call.file_name
    content = result.file if isinstance(result, ExportedZip) else result.encode()
    if isinstance(result, ExportedZip):
        part = int(request.query_params.get("part", 1))
        name = name if part == 1 else name.replace(".", f"-{part}.")
        headers |= {"rival-next": str(part + 1)} if result.more else {}
    if name:
        headers["content-disposition"] = f'attachment; filename="{name}"'
    if call.is_cached:
        headers |= {"etag": f'"{sha256(content).hexdigest()[:16]}"', "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(status_code=304, headers=headers)
    return Response(content, media_type=call.media_type, headers=headers)


# --- API description ---------------------------------------------------------------------------------------


def describe_routes(api: Api, executor: CallExecutor) -> list[APIRoute]:
    """Return the routes with all details for the API description; this is slow."""
    kind: type = type(api)
    return [describe_route(api, call, executor) for call in list_calls(kind)]


def describe_route(api: Api, call: Call, executor: CallExecutor) -> APIRoute:
    """Return the route of a call with its description."""
    kind: type = type(api)
    is_json = call.media_type == "application/json"
    file_schema = {"schema": {"type": "string", "format": "binary"}}
    parameters = list_parameters(kind, call.name)
    more: dict[str, Any] = {} if is_json else {"response_class": Response}
    if "file" in parameters:
        more["openapi_extra"] = {"requestBody": {"content": {"application/octet-stream": file_schema}}}
    return APIRoute(
        API_PATH + call.path,
        make_endpoint(api, call, executor),
        methods=[call.method],
        operation_id=call.name,
        description=getattr(api, call.name).__doc__,
        status_code=call.status,
        response_model=get_result_type(kind, call.name) if is_json and call.status != 204 else None,
        responses=describe_responses(call, parameters),
        **more,
    )


def describe_responses(call: Call, parameters: Mapping[str, Any]) -> dict[int | str, dict[str, Any]]:
    """Return the description of a call's responses other than its JSON result."""
    body = parameters["body"][0] if "body" in parameters else None
    responses: dict[int | str, dict[str, Any]] = {422: {"model": Problem}}
    if "{" in call.path or "part" in parameters:
        responses[404] = {"model": Problem}
    if body is not None and issubclass(body, Change):
        responses[409] = {"model": State, "description": "The game has moved on: the state now"}
    if body is not None or "file" in parameters:
        responses[413] = {"model": Problem}
    if call.media_type != "application/json":
        responses[200] = {"content": {call.media_type: {"schema": {"type": "string"}}}}
    return responses
