"""Every call of the API description, made by every kind of user: calls without permission are refused."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rival.engine import Engine
from rival.server.app import make_app
from rival.server.auth import Authenticator
from rival.storage import Database, SqlGameRepository

MAYOR, KEY, LAN = "rolling-heights", "ABCD-EFGH-JKMN", "http://192.168.1.5:8181"

READ = {
    "GET /api/games/{id}", "GET /api/games/{id}/at/{position}", "GET /api/games/{id}/corrections/{position}",
    "GET /api/games/{id}/tracked",
    "GET /api/games/{id}/inquiries", "POST /api/games/{id}/inquire", "GET /api/games/{id}/course",
    "GET /api/games/{id}/chapters",
    "GET /api/games/{id}/par", "GET /api/games/{id}/journal", "GET /api/games/{id}/play", "GET /api/games/{id}/events",
}  # fmt: skip
COMMON = {
    "GET /api/opponents",
    "GET /api/rules/{game}",
    "GET /api/art/{game}",
    "GET /api/here",
    "GET /api/games",
    "POST /api/demos",
    "POST /api/practice",
}
CHANGES = ("foresee", "answer", "answer-preview", "correct", "dice", "undo", "redo", "rewind", "amend", "former")
PLAY = {f"POST /api/games/{{id}}/{what}" for what in CHANGES}
ALLOWED = {
    "stranger": set(),
    "watcher": COMMON | READ,
    "player": COMMON | READ | PLAY | {"GET /api/games/{id}/links"},
    "namer": COMMON | READ | PLAY | {"GET /api/games/{id}/links", "PATCH /api/games/{id}"},
}
"""The calls that each link allows. The calls declare this, too; the table reveals an accidental change."""


@pytest.fixture(scope="module")
def refusing_server(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return a shared server for calls that are refused. They change nothing, and starting a server is slow."""
    return make_server(tmp_path_factory.mktemp("refusing"))


@pytest.fixture
def changing_server(tmp_path: Path) -> dict[str, Any]:
    return make_server(tmp_path)


def make_server(folder: Path) -> dict[str, Any]:
    shelf = SqlGameRepository(Database(f"sqlite:///{folder / 'rival.db'}"))
    app = make_app(Engine(shelf), authenticator=Authenticator(shelf, KEY, LAN))

    def device(address: str = "192.168.1.77", base: str = LAN) -> TestClient:
        return TestClient(app, base_url=base, client=(address, 5000), follow_redirects=False)

    owner = device("127.0.0.1", "http://127.0.0.1:8181")
    game, named, other = (
        owner.post("/api/games", json={"game": MAYOR, "seed": seed}).json()["id"] for seed in (1, 2, 3)
    )
    owner.put(f"/api/games/{named}/guests", json={"rename": True})
    who = {"owner": (owner, game), "key": (device(), game), "stranger": (device(), game)}
    who["key"][0].get(f"/join/{KEY}")
    for name, id, way in (("watcher", game, "watch"), ("player", game, "play"), ("namer", named, "play")):
        who[name] = (device(), id)
        link = owner.get(f"/api/games/{id}/links").json()[way]["link"]
        assert who[name][0].get(link.removeprefix(LAN)).status_code == 303
    return {"who": who, "other": other, "kept": lambda: list_saved_games(shelf)}


@cache
def list_described_calls() -> list[tuple[str, str]]:
    """Return the calls in the API description. Making it is slow."""
    paths = make_app(Engine()).openapi()["paths"]
    return [(method.upper(), path) for path, methods in paths.items() for method in methods]


def list_saved_games(shelf: SqlGameRepository) -> list[Any]:
    return [repr(row) for deleted in (False, True) for row in shelf.list_games(deleted)]


def send_call(device: TestClient, method: str, path: str, id: str) -> int:
    address = path.format(id=id, game=MAYOR, position=0)
    if path.endswith("/events"):  # an answer that never ends: another method tells who may come so far
        return 200
    body = {"at": 10**9} if method in ("POST", "PATCH", "PUT") else None
    return device.request(method, address, json=body).status_code


@pytest.mark.parametrize("name", sorted(ALLOWED))
def test_calls_without_permission_are_refused_and_change_nothing(refusing_server: dict[str, Any], name: str) -> None:
    device, own = refusing_server["who"][name]
    before = refusing_server["kept"]()
    refused = 0
    for method, path in list_described_calls():
        for id in (own, refusing_server["other"], "nothing"):
            mine = id == own or "{id}" not in path
            if mine and f"{method} {path}" in ALLOWED[name]:
                continue
            if path.endswith("/events"):
                assert device.get(path.format(id=id)).status_code == (401 if name == "stranger" else 403)
                continue
            assert send_call(device, method, path, id) == (401 if name == "stranger" else 403), (method, path, id)
            refused += 1
    assert refused > 20
    assert refusing_server["kept"]() == before


@pytest.mark.parametrize("name", ["owner", "key", "watcher", "player", "namer"])
def test_permitted_calls_are_not_refused(changing_server: dict[str, Any], name: str) -> None:
    device, own = changing_server["who"][name]
    calls = [(method, path) for method, path in list_described_calls() if method in ("GET", "POST", "PATCH", "PUT")]
    allowed = ALLOWED.get(name)
    asked = 0
    for method, path in calls:
        if allowed is not None and f"{method} {path}" not in allowed:
            continue
        assert send_call(device, method, path, own) not in (401, 403, 429, 500), (method, path)
        asked += 1
    assert asked >= len(COMMON | READ) - 1
