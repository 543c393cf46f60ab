"""Permissions: everything that is refused, and that nothing else is."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from rival.engine import Engine
from rival.engine.calls import CallTable
from rival.engine.capabilities import Permissions
from rival.server import auth as doors
from rival.server.app import make_app
from rival.server.auth import Authenticator, generate_key, is_allowed
from rival.server.executor import CallExecutor
from rival.server.middleware import MAX_GUEST_BODY_BYTES
from rival.server.run import ServerOptions, make_authenticator
from rival.server.scheduler import OWNER, Caller, current_caller
from rival.server.server_api import ServerApi
from rival.storage import Database, SqlGameRepository, open_repository

MAYOR = "rolling-heights"
KEY = "ABCD-EFGH-JKMN"
LAN = "http://192.168.1.5:8181"
Dial = Callable[..., TestClient]


@pytest.fixture
def connect(tmp_path: Path) -> Dial:
    """Devices: each call returns a client without cookies, by default in the network."""
    shelf = open_repository()
    built = tmp_path / "page"
    built.mkdir()
    (built / "index.html").write_text("<!doctype html><title>Rival</title>")
    app = make_app(Engine(shelf), page=built, authenticator=Authenticator(shelf, KEY, LAN))

    def make_device(address: str = "192.168.1.77", base: str = LAN) -> TestClient:
        return TestClient(app, base_url=base, client=(address, 5000), follow_redirects=False)

    return make_device


@pytest.fixture
def own_machine(connect: Dial) -> TestClient:
    """Return a client on the machine that runs Rival."""
    return connect("127.0.0.1", "http://127.0.0.1:8181")


def begin_game(device: TestClient) -> dict[str, Any]:
    """Begin a game and return its state."""
    response = device.post("/api/games", json={"game": MAYOR, "seed": 7})
    assert response.status_code == 201, response.text
    return dict(response.json())


def join(dial: Dial) -> TestClient:
    """Return a client that has the join key."""
    device = dial()
    assert device.get(f"/join/{KEY}").status_code == 303
    return device


def get_path(link: str) -> str:
    """Return the path of a link."""
    assert link.startswith(LAN)
    return link.removeprefix(LAN)


# --- the key -----------------------------------------------------------------------------------------------


def test_the_own_machine_needs_no_key(own_machine: TestClient) -> None:
    begin_game(own_machine)
    here = own_machine.get("/api/here").json()
    assert here["everything"]
    assert here["link"] == f"{LAN}/join/{KEY}"
    assert here["code"].startswith("data:image/svg+xml")


EVERYTHING = [
    ("GET", "/api/games"),
    ("GET", "/api/opponents"),
    ("GET", f"/api/rules/{MAYOR}"),
    ("GET", "/api/games/{id}"),
    ("GET", "/api/games/{id}/journal"),
    ("GET", "/api/games/{id}/events"),
    ("GET", "/api/games/{id}/at/0"),
    ("GET", "/api/games/{id}/course"),
    ("GET", "/api/games/{id}/par"),
    ("GET", "/api/games/{id}/play"),
    ("GET", "/api/games/{id}/tracked"),
    ("GET", "/api/games/{id}/links"),
    ("GET", "/api/here"),
    ("GET", "/api/deleted"),
    ("GET", "/api/export"),
    ("GET", "/api/records"),
    ("GET", "/api/records.csv"),
    ("GET", "/api/openapi.json"),
    ("GET", "/"),
    ("GET", "/index.html"),
    ("GET", "/nowhere"),
    ("POST", "/api/games"),
    ("POST", "/api/demos"),
    ("POST", "/api/practice"),
    ("POST", "/api/journals"),
    ("POST", "/api/import"),
    ("POST", "/api/games/{id}/answer"),
    ("POST", "/api/games/{id}/undo"),
    ("POST", "/api/games/{id}/duplicate"),
    ("PATCH", "/api/games/{id}"),
    ("DELETE", "/api/games/{id}"),
]


def test_without_the_key_nothing_can_be_read_or_done(connect: Dial, own_machine: TestClient) -> None:
    state = begin_game(own_machine)
    stranger = connect()
    for method, path in EVERYTHING:
        refused = stranger.request(
            method, path.format(id=state["id"]), json={} if method in ("POST", "PATCH") else None
        )
        assert refused.status_code == 401, (method, path)
        assert "key" in refused.text
        assert state["id"] not in refused.text
    page = stranger.get("/", headers={"accept-language": "ru"})
    assert "Ключ" in page.text
    assert "form-action 'self'" in page.headers["content-security-policy"]
    assert own_machine.get(f"/api/games/{state['id']}").json() == state


def test_the_key_opens_everything_and_the_cookie_is_kept_from_scripts_and_other_sites(connect: Dial) -> None:
    device = connect()
    came_in = device.get(f"/join/{KEY}")
    cookie = came_in.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert begin_game(device)["at"] == 0
    assert device.get("/api/here").json()["everything"]


def test_the_key_can_be_typed_in_any_case_and_without_dashes(connect: Dial) -> None:
    device = connect()
    form = {"content-type": "application/x-www-form-urlencoded", "origin": LAN}
    assert device.post("/join", content="key=abcdefgh+jkmn", headers=form).status_code == 303
    assert device.get("/api/games").status_code == 200
    assert connect().post("/join", content="key=" + "A" * 5000, headers=form).status_code == 403
    assert connect().post("/join", content=b"\xff\xfe%%%", headers=form).status_code == 403


def test_after_some_wrong_keys_only_the_right_one_works(connect: Dial, monkeypatch: pytest.MonkeyPatch) -> None:
    guesser, neighbour = connect("192.168.1.66"), join(connect)
    for number in range(doors.MAX_WRONG_KEYS):
        assert guesser.get(f"/join/WRONG{number}").status_code == 403
    assert guesser.get("/join/ANOTHER").status_code == 429
    guesser.cookies.set(doors.JOIN_COOKIE, "ANOTHER")
    assert guesser.get("/api/games").status_code == 429
    assert neighbour.get("/api/games").status_code == 200
    same_address = connect("192.168.1.66")
    assert same_address.get(f"/join/{KEY}").status_code == 303
    assert same_address.get("/api/games").status_code == 200
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + doors.LOCKOUT_SECONDS + 1)
    assert guesser.get("/api/games").status_code == 401


def test_keys_guessed_through_cookies_count_and_the_same_one_counts_once(connect: Dial) -> None:
    device = connect("192.168.1.60")
    device.cookies.set(doors.JOIN_COOKIE, "of-last-week")
    assert {device.get("/api/games").status_code for _again in range(30)} == {401}
    for number in range(doors.MAX_WRONG_KEYS):
        device.cookies.set(doors.JOIN_COOKIE, f"guess-{number}")
        device.get("/api/games")
    assert device.get("/api/games").status_code == 429


def test_a_device_of_ipv6_has_one_count_for_all_its_addresses(connect: Dial) -> None:
    for number in range(doors.MAX_WRONG_KEYS):
        connect(f"2001:db8::{number + 1}").get(f"/join/WRONG{number}")
    assert connect("2001:db8::ffff").get("/join/ANOTHER").status_code == 429
    assert connect("2001:db8:0:1::1").get("/join/ANOTHER").status_code == 403
    assert connect("2001:db8::ffff").get(f"/join/{KEY}").status_code == 303


def test_keys_are_long_and_never_the_same() -> None:
    keys = {generate_key() for _number in range(200)}
    assert len(keys) == 200
    assert all(re.fullmatch(r"[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}", key) for key in keys)


# --- links of games ----------------------------------------------------------------------------------------


def test_an_owner_link_opens_one_game_to_play_and_no_other(connect: Dial, own_machine: TestClient) -> None:
    mine, other = begin_game(own_machine), begin_game(own_machine)
    link = own_machine.get(f"/api/games/{mine['id']}/links").json()["play"]["link"]
    guest = connect()
    there = guest.get(get_path(link))
    assert (there.status_code, there.headers["location"]) == (303, f"/#/play/{mine['id']}")
    state = guest.post(f"/api/games/{mine['id']}/answer", json={"at": 0, "value": True})
    assert (state.status_code, state.json()["at"]) == (200, 1)
    assert [one["id"] for one in guest.get("/api/games").json()] == [mine["id"]]
    assert guest.get("/api/here").json() == {
        "everything": False, "games": {mine["id"]: "play"}, "link": None, "key": None, "code": None,
        "home": "server", "can": [],
    }  # fmt: skip
    for method, path in [
        ("GET", f"/api/games/{other['id']}"),
        ("GET", f"/api/games/{other['id']}/journal"),
        ("GET", f"/api/games/{other['id']}/events"),
        ("POST", f"/api/games/{other['id']}/answer"),
        ("DELETE", f"/api/games/{other['id']}"),
        ("GET", "/api/games/no-such-game"),
        ("GET", "/api/export"),
        ("GET", "/api/records"),
        ("GET", "/api/deleted"),
        ("POST", "/api/games"),
        ("POST", "/api/journals"),
        ("POST", "/api/import"),
        ("POST", f"/api/games/{mine['id']}/duplicate"),
        ("DELETE", f"/api/games/{mine['id']}"),
        ("PATCH", f"/api/games/{mine['id']}"),
        ("POST", f"/api/games/{mine['id']}/links"),
        ("PUT", f"/api/games/{mine['id']}/guests"),
    ]:
        assert guest.request(method, path).status_code == 403, (method, path)
    assert guest.get("/").status_code == 200
    assert guest.get("/api/opponents").status_code == 200
    assert guest.post("/api/demos", json={"game": MAYOR, "seed": 1}).status_code == 201
    assert guest.get(f"/api/games/sample.{MAYOR}.1").status_code == 200


def open_link(dial: Dial, link: str, address: str = "192.168.1.77") -> TestClient:
    """Return a client that has opened the link of a game."""
    guest = dial(address)
    assert guest.get(get_path(link)).status_code == 303
    return guest


def test_a_play_link_renames_only_if_the_owner_allows_it_and_never_archives(
    connect: Dial, own_machine: TestClient
) -> None:
    id = begin_game(own_machine)["id"]
    links = own_machine.get(f"/api/games/{id}/links").json()
    assert not links["rename"]
    guest, watcher = open_link(connect, links["play"]["link"]), open_link(connect, links["watch"]["link"])
    assert guest.patch(f"/api/games/{id}", json={"name": "Ours"}).status_code == 403
    assert own_machine.put(f"/api/games/{id}/guests", json={"rename": True}).json()["rename"]
    assert guest.get("/api/here").json()["games"] == {id: "name"}
    assert guest.patch(f"/api/games/{id}", json={"name": "Ours"}).json()["name"] == "Ours"
    assert guest.patch(f"/api/games/{id}", json={"archived": True}).status_code == 422
    assert guest.delete(f"/api/games/{id}").status_code == 403
    assert watcher.patch(f"/api/games/{id}", json={"name": "Mine"}).status_code == 403
    assert guest.post(f"/api/games/{id}/answer", json={"at": 0, "value": True}).status_code == 200
    own_machine.put(f"/api/games/{id}/guests", json={"rename": False})
    assert guest.patch(f"/api/games/{id}", json={"name": "Theirs"}).status_code == 403


def test_links_that_were_renewed_open_nothing_and_those_of_other_games_stay(
    connect: Dial, own_machine: TestClient
) -> None:
    one, other = begin_game(own_machine)["id"], begin_game(own_machine)["id"]
    old = {id: own_machine.get(f"/api/games/{id}/links").json()["play"]["link"] for id in (one, other)}
    guest, second = open_link(connect, old[one]), open_link(connect, old[other])
    fresh = own_machine.post(f"/api/games/{one}/links").json()
    assert guest.get(f"/api/games/{one}").status_code == 401
    assert connect().get(get_path(old[one])).status_code == 403
    assert second.get(f"/api/games/{other}").status_code == 200
    assert open_link(connect, fresh["play"]["link"]).get(f"/api/games/{one}").status_code == 200


def test_a_new_key_also_invalidates_the_links_of_games(connect: Dial, own_machine: TestClient) -> None:
    id = begin_game(own_machine)["id"]
    guest = open_link(connect, own_machine.get(f"/api/games/{id}/links").json()["watch"]["link"])
    assert guest.get(f"/api/games/{id}").status_code == 200
    door = make_authenticator(ServerOptions(host="0.0.0.0", new_key=True), open_repository(), LAN)
    assert door.key != KEY
    assert guest.get(f"/api/games/{id}").status_code == 401


def test_an_outsider_can_not_learn_whether_a_game_exists(connect: Dial, own_machine: TestClient) -> None:
    """Neither from responses nor from the moment when they are limited."""
    there = begin_game(own_machine)["id"]
    gone = begin_game(own_machine)["id"]
    own_machine.delete(f"/api/games/{gone}")
    answers = {}
    for number, id in enumerate((there, gone, "nothing")):
        guest = connect(f"192.168.9.{number + 1}")
        told = [guest.get(f"/game/{id}/wrong{n}") for n in range(doors.MAX_WRONG_KEYS + 3)]
        guest.cookies.set(doors.GAME_COOKIE + id, "wrong")
        told += [guest.get(f"/api/games/{id}"), guest.get(f"/api/games/{id}/events"), guest.delete(f"/api/games/{id}")]
        answers[id] = [(one.status_code, one.text) for one in told]
    assert answers[there] == answers[gone] == answers["nothing"]


def test_pictures_on_other_sites_try_no_keys(connect: Dial) -> None:
    device = connect("192.168.1.61")
    picture = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}
    frame = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}
    for number in range(2 * doors.MAX_WRONG_KEYS):
        for headers in (picture, frame):
            assert device.get(f"/join/WRONG{number}", headers=headers).status_code == 403
    assert device.get("/join/WRONG").status_code == 403
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert device.get(f"/join/{KEY}", headers=link).status_code == 303


def test_a_watch_link_shows_the_game_and_changes_nothing(connect: Dial, own_machine: TestClient) -> None:
    game = begin_game(own_machine)
    links = own_machine.get(f"/api/games/{game['id']}/links").json()
    guest = connect()
    assert guest.get(get_path(links["watch"]["link"])).status_code == 303
    assert guest.get(f"/api/games/{game['id']}").json() == game
    for what in ("course", "chapters", "par", "play", "tracked", "journal", "at/0"):
        assert guest.get(f"/api/games/{game['id']}/{what}").status_code == 200, what
    for what, body in [
        ("answer", {"at": 0, "value": True}),
        ("correct", {"at": 0, "path": "mayor.vp", "value": 9}),
        ("dice", {"at": 0, "dice": "mine"}),
        ("undo", {"at": 0}),
        ("redo", {"at": 0}),
        ("rewind", {"at": 0, "position": 0}),
        ("amend", {"at": 0, "position": 0, "value": True}),
        ("restore", {}),
        ("branch", {"position": 0}),
    ]:
        assert guest.post(f"/api/games/{game['id']}/{what}", json=body).status_code == 403, what
    assert guest.patch(f"/api/games/{game['id']}", json={"name": "Mine"}).status_code == 403
    assert guest.delete(f"/api/games/{game['id']}").status_code == 403
    assert guest.get(f"/api/games/{game['id']}/links").status_code == 403
    assert own_machine.get(f"/api/games/{game['id']}").json() == game


def test_the_link_of_another_game_or_a_made_up_one_opens_nothing(connect: Dial, own_machine: TestClient) -> None:
    mine, other = begin_game(own_machine), begin_game(own_machine)
    key = own_machine.get(f"/api/games/{mine['id']}/links").json()["play"]["link"].rpartition("/")[2]
    guest = connect()
    for path in (f"/game/{other['id']}/{key}", f"/game/{mine['id']}/x", f"/game/nothing/{key}", "/game/a%2F..%2Fb/c"):
        refused = guest.get(path)
        assert refused.status_code in (401, 403, 404), path
        assert "set-cookie" not in refused.headers
    guest.cookies.set(doors.GAME_COOKIE + other["id"], key)
    assert guest.get(f"/api/games/{other['id']}").status_code == 401


@pytest.mark.parametrize("access", ["watch", "play"])
def test_a_link_allows_only_the_listed_paths(access: Any) -> None:
    rights = Permissions(games={"mine": access})
    for path in ("/api", "/api/new-thing", "/api/games/mine/new-thing", "/api/games//", "/api/deleted/mine"):
        for method in ("GET", "POST", "PUT", "DELETE"):
            assert not is_allowed(rights, method, path, CallTable(ServerApi)), (method, path)
    assert not is_allowed(rights, "POST", "/", CallTable(ServerApi))


# --- other sites, proxies, names ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://192.168.1.5:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"host": "evil.example"},
    ],
)
def test_what_another_site_makes_the_browser_send_changes_nothing(
    connect: Dial, own_machine: TestClient, headers: dict[str, str]
) -> None:
    for device in (join(connect), own_machine):
        game = begin_game(device)
        refused = device.post(f"/api/games/{game['id']}/answer", json={"at": 0, "value": True}, headers=headers)
        assert refused.status_code == 403
        assert device.delete(f"/api/games/{game['id']}", headers=headers).status_code == 403
        assert device.get(f"/api/games/{game['id']}").json()["at"] == 0


def test_a_proxy_on_the_machine_is_not_taken_for_the_person_at_it(own_machine: TestClient, connect: Dial) -> None:
    for header in ("x-forwarded-for", "forwarded", "x-real-ip", "via"):
        assert own_machine.get("/api/games", headers={header: "203.0.113.9"}).status_code == 401
    assert connect("127.0.0.1", LAN).get("/api/games").status_code == 401
    assert connect("203.0.113.9", "http://127.0.0.1:8181").get("/api/games").status_code == 401


def test_behind_a_proxy_the_key_is_asked_even_on_the_machine_and_cookies_are_for_https(tmp_path: Path) -> None:
    shelf = open_repository()
    app = make_app(
        Engine(shelf), authenticator=Authenticator(shelf, KEY, "https://rival.club.example", trusts_this_machine=False)
    )
    device = TestClient(app, base_url="http://127.0.0.1:8181", client=("127.0.0.1", 1), follow_redirects=False)
    assert device.get("/api/games").status_code == 401
    named = {"host": "rival.club.example", "origin": "https://rival.club.example"}
    came_in = device.get(f"/join/{KEY}", headers=named)
    assert came_in.status_code == 303
    assert "secure" in came_in.headers["set-cookie"].lower()
    assert device.get("/join/x", headers={"host": "evil.example"}).status_code == 403


def test_without_authentication_there_are_no_links(tmp_path: Path) -> None:
    device = TestClient(make_app(), base_url="http://127.0.0.1:8181")
    game = begin_game(device)
    refused = device.get(f"/api/games/{game['id']}/links")
    assert refused.status_code == 422
    assert "--lan" in refused.json()["message"]
    assert device.get("/api/here").json()["link"] is None


# --- ways around the key -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/join/%2e%2e/index.html",
        "/join/x/%2e%2e/%2e%2e/index.html",
        "/join/%2e%2e/api/games",
        "/joined/%2e%2e/index.html",
        "/game/%2e%2e/%2e%2e/index.html",
        "/game/x/y/%2e%2e/%2e%2e/%2e%2e/index.html",
        "/game//%2e%2e/index.html",
        "/join//index.html",
    ],
)
def test_l9_no_path_around_the_entrance_leads_to_the_page(connect: Dial, path: str) -> None:
    for method in ("GET", "HEAD"):
        answer = connect().request(method, path)
        assert answer.status_code in (401, 403, 404), answer.text
        assert "<title>Rival</title><h1>" in answer.text or not answer.text or answer.status_code == 404


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ("owner", OWNER),
        ("device", Caller(True, "192.168.1.77")),
        ("guest", Caller(False, "{id}")),
    ],
)
def test_m2_each_caller_is_known_by_key_or_link(
    connect: Dial, own_machine: TestClient, monkeypatch: pytest.MonkeyPatch, who: str, expected: Caller
) -> None:
    id = begin_game(own_machine)["id"]
    guest = connect()
    guest.get(get_path(own_machine.get(f"/api/games/{id}/links").json()["watch"]["link"]))
    callers: list[Caller] = []
    run = CallExecutor.run

    async def note(self: CallExecutor, *told: Any) -> Any:
        callers.append(current_caller.get())
        return await run(self, *told)

    monkeypatch.setattr(CallExecutor, "run", note)
    device = {"owner": own_machine, "device": join(connect), "guest": guest}[who]
    assert device.get("/api/games").status_code == 200
    assert callers[-1] == expected._replace(name=expected.name.format(id=id))


def test_m2_a_guest_sends_no_large_body(connect: Dial, own_machine: TestClient) -> None:
    """Parsing 4 MB of JSON takes a tenth of a second, in which the server answers nobody."""
    id = begin_game(own_machine)["id"]
    guest = connect()
    guest.get(get_path(own_machine.get(f"/api/games/{id}/links").json()["watch"]["link"]))
    body = {"name": "x", "value": [[]] * (MAX_GUEST_BODY_BYTES // 3)}
    for path, given in (
        (f"/api/games/{id}/inquire", body),
        ("/api/practice", {"game": MAYOR, "moves": ["x" * MAX_GUEST_BODY_BYTES]}),
    ):
        refused = guest.post(path, json=given)
        assert (refused.status_code, str(MAX_GUEST_BODY_BYTES) in refused.json()["message"]) == (413, True)
    assert own_machine.post(f"/api/games/{id}/inquire", json=body).status_code == 422
    assert guest.post("/api/practice", json={"game": MAYOR}).status_code == 200


def test_l6_requests_without_the_database_are_answered_while_it_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rival.storage.database.WRITE_TIMEOUT", 3)
    shelf = SqlGameRepository(Database(f"sqlite:///{tmp_path / 'rival.db'}"))
    id = Engine(shelf).begin_game(MAYOR, seed=7).id
    home = {"base_url": "http://127.0.0.1:8181", "client": ("127.0.0.1", 5000)}
    with TestClient(make_app(Engine(shelf)), **home) as device, ThreadPoolExecutor(40) as crowd:  # type: ignore[arg-type]
        with closing(sqlite3.connect(tmp_path / "rival.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            writing = [
                crowd.submit(device.post, "/api/games", json={"game": MAYOR, "seed": seed}) for seed in range(30)
            ]
            writing += [crowd.submit(device.patch, f"/api/games/{id}", json={"name": "x"})]
            time.sleep(0.5)
            begun = time.monotonic()
            constants = ("/", "/api/here", "/api/opponents", f"/api/rules/{MAYOR}", f"/api/art/{MAYOR}")
            for path in (*constants, f"/api/box/{MAYOR}", f"/api/packs/{MAYOR}"):
                assert device.get(path).status_code in (200, 503 if path == "/" else 200)  # it need not be built
            assert device.post("/api/demos", json={"game": MAYOR, "seed": 1}).status_code == 201
            assert device.post("/api/practice", json={"game": MAYOR, "seed": 1}).status_code == 200
            assert time.monotonic() - begun < 2.5
            other.execute("ROLLBACK")
        assert {one.result().status_code for one in writing} <= {200, 201, 503}
