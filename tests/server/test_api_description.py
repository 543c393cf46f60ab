"""Random requests, following the API description and violating it, never crash the server."""

from __future__ import annotations

from atexit import register
from copy import deepcopy
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import rival
from rival.engine import Engine
from rival.engine.calls import list_calls
from rival.server.app import make_app
from rival.server.server_api import ServerApi
from rival.storage import Database, SqlGameRepository

MAYOR = "rolling-heights"
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

folder = mkdtemp(prefix="rival-")
register(rmtree, folder)
engine = Engine(SqlGameRepository(Database(f"sqlite:///{folder}/rival.db")))
game = engine.begin_game(MAYOR, seed=7).id
engine.answer(game, 0, True)
app = make_app(engine)
schema = schemathesis.openapi.from_dict(app.openapi()).exclude(path_regex="/events$")  # that answer never ends
schema.app = app


@schemathesis.hook
def map_path_parameters(context: schemathesis.HookContext, path_parameters: dict[str, object]) -> dict[str, object]:
    """Use an existing game in half of the requests."""
    parameters = dict(path_parameters or {})
    if "id" in parameters and len(str(parameters["id"])) % 2:
        parameters["id"] = game
    if "game" in parameters and len(str(parameters["game"])) % 2:
        parameters["game"] = MAYOR
    return parameters


@schema.parametrize()
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_makes_the_server_fail(case: Any) -> None:
    case.call_and_validate(base_url="http://127.0.0.1", checks=CHECKS)


def test_the_description_names_every_call() -> None:
    calls = {operation.ok().label for operation in schema.get_all_operations() if isinstance(operation, Ok)}
    declared = [call for call in list_calls(ServerApi) if call.name != "follow"]  # a stream, excluded above
    assert calls == {f"{call.method} /api/{call.path}" for call in declared}
    assert rival.__version__ == schema.raw_schema["info"]["version"]


# --- one call after another --------------------------------------------------------------------------------


def link_calls() -> dict[str, Any]:
    """Return the API description with links: the game in a response is used in the next request."""
    description = deepcopy(app.openapi())
    description["components"]["schemas"]["NewGame"] = {  # else a thousand games that nobody has before one that begins
        "type": "object",
        "properties": {"game": {"enum": sorted(rival.load_opponents())}, "seed": {"enum": [1, 2, 3]}},
        "required": ["game"],
        "additionalProperties": False,
    }
    calls = [call for path in description["paths"].values() for call in path.values()]
    of_games = {
        call["operationId"]: {
            "operationId": call["operationId"],
            "parameters": {"id": "$response.body#/id"},
            **({"requestBody": {"at": "$response.body#/at"}} if has_position(call) else {}),
        }
        for path, ways in description["paths"].items()
        for call in ways.values()
        if "{id}" in path and not path.endswith("/events")
    }
    for call in calls:
        for answer in call["responses"].values():
            if find_schema_name(answer) == "State":
                answer["links"] = of_games
    return description


def has_position(call: dict[str, Any]) -> bool:
    """Return whether a call names the position in the log that it refers to."""
    body_schema = app.openapi()["components"]["schemas"].get(find_schema_name(call.get("requestBody", {})), {})
    return "at" in body_schema.get("properties", {})


def find_schema_name(content_holder: dict[str, Any]) -> str:
    """Return the name of the schema of a body or response."""
    content = content_holder.get("content", {}).get("application/json", {})
    return str(content.get("schema", {}).get("$ref", "")).rpartition("/")[2]


course = schemathesis.openapi.from_dict(link_calls()).exclude(path_regex="/events$")
course.app = app
succeeded: set[str] = set()


class RequestSequence(course.as_state_machine()):  # type: ignore[misc]
    def get_call_kwargs(self, case: Any) -> dict[str, Any]:
        return {"base_url": "http://127.0.0.1"}

    def validate_response(self, response: Any, case: Any, **_more: Any) -> None:
        if response.status_code < 300:
            succeeded.add(case.operation.label)
        case.validate_response(response, checks=CHECKS)


def test_no_sequence_of_requests_makes_the_server_fail() -> None:
    RequestSequence.TestCase.settings = settings(
        max_examples=25,
        stateful_step_count=12,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
    RequestSequence.TestCase("runTest").runTest()
    assert "POST /api/games" in succeeded
    # The links are followed: which calls come up depends on what other tests have loaded, so few are asked for.
    assert len([call for call in succeeded if "/games/{id}" in call]) >= 4
