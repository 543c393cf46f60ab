"""A call is declared once: its method with a decorator is a path, a call by name and a function of the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import pytest
from fastapi.testclient import TestClient
from tools import openapi

from rival.browser.bridge import BrowserBridge
from rival.engine import Engine
from rival.engine.api import Api, Lang
from rival.engine.calls import AccessLevel, CallTable, call
from rival.engine.capabilities import Permissions
from rival.engine.requests import Branch, IntegerRange
from rival.kernel.question import ReasonLine
from rival.server.app import make_app
from rival.server.auth import Authenticator
from rival.server.server_api import ServerApi
from rival.storage import Database, SqlGameRepository

MAYOR, KEY, LAN = "rolling-heights", "ABCD-EFGH-JKMN", "http://192.168.1.5:8181"


class AgeCalls(Api):
    """A new call, as a contributor adds it to ``Api``."""

    @call("POST", "games/{id}/age/{unit}", "play")
    def measure_age(
        self, id: str, unit: str, body: Branch, lang: Lang = None, times: Annotated[int, IntegerRange(1, 9)] = 1
    ) -> ReasonLine:
        """Return the age of a game."""
        return ReasonLine(f"{times * (self.engine.load_state(id, lang).at + body.position)} {unit}", ())


class LargerServerApi(AgeCalls, ServerApi):
    pass


@pytest.fixture
def owner(tmp_path: Path) -> TestClient:
    repository = SqlGameRepository(Database(f"sqlite:///{tmp_path / 'rival.db'}"))
    app = make_app(Engine(repository), authenticator=Authenticator(repository, KEY, LAN), api=LargerServerApi)
    return TestClient(app, base_url="http://127.0.0.1:8181", client=("127.0.0.1", 5000), follow_redirects=False)


def invite(owner: TestClient, id: str, way: str) -> TestClient:
    """Return a device with a link of the game."""
    guest = TestClient(owner.app, base_url=LAN, client=("192.168.1.77", 5000), follow_redirects=False)
    guest.get(owner.get(f"/api/games/{id}/links").json()[way]["link"].removeprefix(LAN))
    return guest


def test_a_new_call_is_reached_over_http(owner: TestClient) -> None:
    id = owner.post("/api/games", json={"game": MAYOR}).json()["id"]
    path = f"/api/games/{id}/age/days"
    assert owner.post(path, json={"position": 7}).json()["text"] == "7 days"
    assert owner.post(f"{path}?times=3", json={"position": 7}).json()["text"] == "21 days"
    for query, body, problem in (
        ("?times=10", {"position": 7}, "The field “times” has a value of the wrong type."),
        ("", {"position": -1}, "The field “position” has a value of the wrong type."),
        ("", {}, "The field “position” is missing."),
    ):
        refused = owner.post(path + query, json=body, headers={"accept-language": "en"})
        assert (refused.status_code, refused.json()["message"]) == (422, problem)


def test_a_new_call_is_reached_in_the_worker() -> None:
    bridge = BrowserBridge(AgeCalls)
    id = json.loads(bridge.call("begin", json.dumps({"body": {"game": MAYOR}})).split("\n")[2])["id"]
    arguments = {"id": id, "unit": "days", "body": {"position": 7}}
    kind, _changes, result = bridge.call("measure_age", json.dumps({**arguments, "times": 3})).split("\n")
    assert (kind, json.loads(result)["text"]) == ("given", "21 days")
    wrong_arguments: list[dict[str, Any]] = [
        {"times": 10},
        {"times": "3"},
        {"caller": {}},
        {"unit": 1},
        {"body": {"position": -1}},
    ]
    for wrong in wrong_arguments:
        assert bridge.call("measure_age", json.dumps({**arguments, **wrong})).startswith("refused")


def test_a_new_call_is_refused_to_those_whom_its_declaration_does_not_name(owner: TestClient) -> None:
    id, other = (owner.post("/api/games", json={"game": MAYOR}).json()["id"] for _number in range(2))
    stranger = TestClient(owner.app, base_url=LAN, client=("192.168.1.78", 5000))
    for device, mine, others in (
        (stranger, 401, 401),
        (invite(owner, id, "watch"), 403, 403),
        (invite(owner, id, "play"), 200, 403),
    ):
        answers = [device.post(f"/api/games/{game}/age/days", json={"position": 7}) for game in (id, other)]
        assert [answer.status_code for answer in answers] == [mine, others]


def test_a_new_call_is_described_and_is_a_function_of_the_page(owner: TestClient) -> None:
    description = owner.get("/api/openapi.json").json()
    operation = description["paths"]["/api/games/{id}/age/{unit}"]["post"]
    assert (operation["operationId"], operation["description"]) == ("measure_age", "Return the age of a game.")
    written = openapi.format_calls(LargerServerApi, description)
    signature = "measureAge(id: string, unit: string, body: Branch, lang: string, times?: number): Promise<ReasonLine>;"
    assert signature in written
    assert 'measureAge: "POST games/{id}/age/{unit} body lang times",' in written


OWNER = Permissions(allows_everything=True, is_at_machine=True)
DEVICE = Permissions(allows_everything=True)


@pytest.mark.parametrize(
    ("level", "allowed"),
    [
        ("owner", []),
        ("device", []),
        ("rename", ["name"]),
        ("play", ["name", "play"]),
        ("watch", ["name", "play", "watch"]),
        ("guest", ["name", "play", "watch", "other"]),
    ],
)
def test_each_level_of_access_names_its_callers(level: AccessLevel, allowed: list[str]) -> None:
    class OneCall:
        @call("GET", "games/{id}/x", level)
        def x(self, id: str) -> None:
            """Do nothing."""

    found = CallTable(OneCall).find("GET", "/api/games/mine/x")
    assert found is not None
    declared, parameters = found
    guests = {
        "name": Permissions(games={"mine": "name"}),
        "play": Permissions(games={"mine": "play"}),
        "watch": Permissions(games={"mine": "watch"}),
        "other": Permissions(games={"other": "name"}),
        "stranger": Permissions(),
    }
    assert [name for name, caller in guests.items() if declared.is_allowed(caller, parameters["id"])] == allowed
    assert declared.is_allowed(OWNER, "mine")
    assert declared.is_allowed(DEVICE, "mine") is (level != "owner")
