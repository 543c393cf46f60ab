"""Whatever the description of the API allows, and much that it does not, is answered without a crash."""

from __future__ import annotations

from atexit import register
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
from rival.server.app import make_app
from rival.storage import Database, SqlShelf

MAYOR = "rolling-heights"
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

folder = mkdtemp(prefix="rival-")
register(rmtree, folder)
engine = Engine(SqlShelf(Database(f"sqlite:///{folder}/rival.db")))
game = engine.begin(MAYOR, seed=7).id
engine.answer(game, 0, True)
app = make_app(engine)
schema = schemathesis.openapi.from_dict(app.openapi()).exclude(path_regex="/events$")  # that answer never ends
schema.app = app


@schemathesis.hook
def map_path_parameters(context: schemathesis.HookContext, path_parameters: dict[str, object]) -> dict[str, object]:
    """Half of the requests speak of a game that is there."""
    found = dict(path_parameters or {})
    if "id" in found and len(str(found["id"])) % 2:
        found["id"] = game
    if "game" in found and len(str(found["game"])) % 2:
        found["game"] = MAYOR
    return found


@schema.parametrize()
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_no_request_makes_the_server_fail(case: Any) -> None:
    case.call_and_validate(base_url="http://127.0.0.1", checks=CHECKS)


def test_the_description_names_every_call() -> None:
    calls = {operation.ok().label for operation in schema.get_all_operations() if isinstance(operation, Ok)}
    assert len(calls) == 41
    assert rival.__version__ == schema.raw_schema["info"]["version"]
