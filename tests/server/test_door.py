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
from rival.server import door as doors
from rival.server.app import make_app
from rival.server.beside import Beside
from rival.server.door import Door, Rights, may, new_key
from rival.server.run import Opening, the_door
from rival.server.scheduler import OWNER, Caller, caller
from rival.storage import Database, SqlShelf, open_shelf

MAYOR = "rolling-heights"
KEY = "ABCD-EFGH-JKMN"
LAN = "http://192.168.1.5:8181"
Dial = Callable[..., TestClient]


@pytest.fixture
def dial(tmp_path: Path) -> Dial:
    """Devices: each call returns a client without cookies, by default in the network."""
    shelf = open_shelf()
    built = tmp_path / "page"
    built.mkdir()
    (built / "index.html").write_text("<!doctype html><title>Rival</title>")
    app = make_app(Engine(shelf), page=built, door=Door(shelf, KEY, LAN))

    def call(address: str = "192.168.1.77", base: str = LAN) -> TestClient:
        return TestClient(app, base_url=base, client=(address, 5000), follow_redirects=False)

    return call


@pytest.fixture
def home(dial: Dial) -> TestClient:
    """Return a client on the machine that runs Rival."""
    return dial("127.0.0.1", "http://127.0.0.1:8181")


def begin(device: TestClient) -> dict[str, Any]:
    """Begin a game and return its state."""
    made = device.post("/api/games", json={"game": MAYOR, "seed": 7})
    assert made.status_code == 201, made.text
    return dict(made.json())


def joined(dial: Dial) -> TestClient:
    """Return a client that has the join key."""
    device = dial()
    assert device.get(f"/join/{KEY}").status_code == 303
    return device


def path_of(link: str) -> str:
    """Return the path of a link."""
    assert link.startswith(LAN)
    return link.removeprefix(LAN)


# --- the key -----------------------------------------------------------------------------------------------


def test_on_the_machine_itself_nothing_is_asked(home: TestClient) -> None:
    begin(home)
    here = home.get("/api/here").json()
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


def test_without_the_key_nothing_can_be_read_or_done(dial: Dial, home: TestClient) -> None:
    state = begin(home)
    stranger = dial()
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
    assert home.get(f"/api/games/{state['id']}").json() == state


def test_the_key_opens_everything_and_the_cookie_is_kept_from_scripts_and_other_sites(dial: Dial) -> None:
    device = dial()
    came_in = device.get(f"/join/{KEY}")
    cookie = came_in.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert begin(device)["at"] == 0
    assert device.get("/api/here").json()["everything"]


def test_the_key_can_be_typed_in_any_case_and_without_dashes(dial: Dial) -> None:
    device = dial()
    form = {"content-type": "application/x-www-form-urlencoded", "origin": LAN}
    assert device.post("/join", content="key=abcdefgh+jkmn", headers=form).status_code == 303
    assert device.get("/api/games").status_code == 200
    assert dial().post("/join", content="key=" + "A" * 5000, headers=form).status_code == 403
    assert dial().post("/join", content=b"\xff\xfe%%%", headers=form).status_code == 403


def test_after_some_wrong_keys_every_other_wrong_one_waits_and_the_right_one_passes(
    dial: Dial, monkeypatch: pytest.MonkeyPatch
) -> None:
    guesser, neighbour = dial("192.168.1.66"), joined(dial)
    for number in range(doors.WRONG_KEYS):
        assert guesser.get(f"/join/WRONG{number}").status_code == 403
    assert guesser.get("/join/ANOTHER").status_code == 429
    guesser.cookies.set(doors.JOIN_COOKIE, "ANOTHER")
    assert guesser.get("/api/games").status_code == 429
    assert neighbour.get("/api/games").status_code == 200
    same_address = dial("192.168.1.66")
    assert same_address.get(f"/join/{KEY}").status_code == 303
    assert same_address.get("/api/games").status_code == 200
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + doors.WAIT + 1)
    assert guesser.get("/api/games").status_code == 401


def test_keys_guessed_through_cookies_count_and_the_same_one_counts_once(dial: Dial) -> None:
    device = dial("192.168.1.60")
    device.cookies.set(doors.JOIN_COOKIE, "of-last-week")
    assert {device.get("/api/games").status_code for _again in range(30)} == {401}
    for number in range(doors.WRONG_KEYS):
        device.cookies.set(doors.JOIN_COOKIE, f"guess-{number}")
        device.get("/api/games")
    assert device.get("/api/games").status_code == 429


def test_a_device_of_ipv6_has_one_count_for_all_its_addresses(dial: Dial) -> None:
    for number in range(doors.WRONG_KEYS):
        dial(f"2001:db8::{number + 1}").get(f"/join/WRONG{number}")
    assert dial("2001:db8::ffff").get("/join/ANOTHER").status_code == 429
    assert dial("2001:db8:0:1::1").get("/join/ANOTHER").status_code == 403
    assert dial("2001:db8::ffff").get(f"/join/{KEY}").status_code == 303


def test_keys_are_long_and_never_the_same() -> None:
    keys = {new_key() for _number in range(200)}
    assert len(keys) == 200
    assert all(re.fullmatch(r"[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}", key) for key in keys)


# --- links of games ----------------------------------------------------------------------------------------


def test_an_owner_link_opens_one_game_to_play_and_no_other(dial: Dial, home: TestClient) -> None:
    mine, other = begin(home), begin(home)
    link = home.get(f"/api/games/{mine['id']}/links").json()["play"]["link"]
    guest = dial()
    there = guest.get(path_of(link))
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


def entered(dial: Dial, link: str, address: str = "192.168.1.77") -> TestClient:
    """Return a client that has opened the link of a game."""
    guest = dial(address)
    assert guest.get(path_of(link)).status_code == 303
    return guest


def test_a_play_link_renames_only_if_the_owner_allows_it_and_never_archives(dial: Dial, home: TestClient) -> None:
    id = begin(home)["id"]
    links = home.get(f"/api/games/{id}/links").json()
    assert not links["rename"]
    guest, watcher = entered(dial, links["play"]["link"]), entered(dial, links["watch"]["link"])
    assert guest.patch(f"/api/games/{id}", json={"name": "Ours"}).status_code == 403
    assert home.put(f"/api/games/{id}/guests", json={"rename": True}).json()["rename"]
    assert guest.get("/api/here").json()["games"] == {id: "name"}
    assert guest.patch(f"/api/games/{id}", json={"name": "Ours"}).json()["name"] == "Ours"
    assert guest.patch(f"/api/games/{id}", json={"archived": True}).status_code == 422
    assert guest.delete(f"/api/games/{id}").status_code == 403
    assert watcher.patch(f"/api/games/{id}", json={"name": "Mine"}).status_code == 403
    assert guest.post(f"/api/games/{id}/answer", json={"at": 0, "value": True}).status_code == 200
    home.put(f"/api/games/{id}/guests", json={"rename": False})
    assert guest.patch(f"/api/games/{id}", json={"name": "Theirs"}).status_code == 403


def test_links_that_were_renewed_open_nothing_and_those_of_other_games_stay(dial: Dial, home: TestClient) -> None:
    one, other = begin(home)["id"], begin(home)["id"]
    old = {id: home.get(f"/api/games/{id}/links").json()["play"]["link"] for id in (one, other)}
    guest, second = entered(dial, old[one]), entered(dial, old[other])
    fresh = home.post(f"/api/games/{one}/links").json()
    assert guest.get(f"/api/games/{one}").status_code == 401
    assert dial().get(path_of(old[one])).status_code == 403
    assert second.get(f"/api/games/{other}").status_code == 200
    assert entered(dial, fresh["play"]["link"]).get(f"/api/games/{one}").status_code == 200


def test_a_new_key_shuts_out_the_links_of_games_too(dial: Dial, home: TestClient) -> None:
    id = begin(home)["id"]
    guest = entered(dial, home.get(f"/api/games/{id}/links").json()["watch"]["link"])
    assert guest.get(f"/api/games/{id}").status_code == 200
    door = the_door(Opening(host="0.0.0.0", new_key=True), open_shelf(), LAN)
    assert door.key != KEY
    assert guest.get(f"/api/games/{id}").status_code == 401


def test_an_outsider_can_not_learn_whether_a_game_exists(dial: Dial, home: TestClient) -> None:
    """Neither from responses nor from the moment when they are limited."""
    there = begin(home)["id"]
    gone = begin(home)["id"]
    home.delete(f"/api/games/{gone}")
    answers = {}
    for number, id in enumerate((there, gone, "nothing")):
        guest = dial(f"192.168.9.{number + 1}")
        told = [guest.get(f"/game/{id}/wrong{n}") for n in range(doors.WRONG_KEYS + 3)]
        guest.cookies.set(doors.GAME_COOKIE + id, "wrong")
        told += [guest.get(f"/api/games/{id}"), guest.get(f"/api/games/{id}/events"), guest.delete(f"/api/games/{id}")]
        answers[id] = [(one.status_code, one.text) for one in told]
    assert answers[there] == answers[gone] == answers["nothing"]


def test_pictures_on_other_sites_try_no_keys(dial: Dial) -> None:
    device = dial("192.168.1.61")
    picture = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}
    frame = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}
    for number in range(2 * doors.WRONG_KEYS):
        for headers in (picture, frame):
            assert device.get(f"/join/WRONG{number}", headers=headers).status_code == 403
    assert device.get("/join/WRONG").status_code == 403
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert device.get(f"/join/{KEY}", headers=link).status_code == 303


def test_a_watch_link_shows_the_game_and_changes_nothing(dial: Dial, home: TestClient) -> None:
    game = begin(home)
    links = home.get(f"/api/games/{game['id']}/links").json()
    guest = dial()
    assert guest.get(path_of(links["watch"]["link"])).status_code == 303
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
    assert home.get(f"/api/games/{game['id']}").json() == game


def test_the_link_of_another_game_or_a_made_up_one_opens_nothing(dial: Dial, home: TestClient) -> None:
    mine, other = begin(home), begin(home)
    key = home.get(f"/api/games/{mine['id']}/links").json()["play"]["link"].rpartition("/")[2]
    guest = dial()
    for path in (f"/game/{other['id']}/{key}", f"/game/{mine['id']}/x", f"/game/nothing/{key}", "/game/a%2F..%2Fb/c"):
        refused = guest.get(path)
        assert refused.status_code in (401, 403, 404), path
        assert "set-cookie" not in refused.headers
    guest.cookies.set(doors.GAME_COOKIE + other["id"], key)
    assert guest.get(f"/api/games/{other['id']}").status_code == 401


@pytest.mark.parametrize("access", ["watch", "play"])
def test_whatever_is_not_named_is_refused_to_a_link(access: Any) -> None:
    rights = Rights(games={"mine": access})
    for path in ("/api", "/api/new-thing", "/api/games/mine/new-thing", "/api/games//", "/api/deleted/mine"):
        for method in ("GET", "POST", "PUT", "DELETE"):
            assert not may(rights, method, path), (method, path)
    assert not may(rights, "POST", "/")


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
    dial: Dial, home: TestClient, headers: dict[str, str]
) -> None:
    for device in (joined(dial), home):
        game = begin(device)
        refused = device.post(f"/api/games/{game['id']}/answer", json={"at": 0, "value": True}, headers=headers)
        assert refused.status_code == 403
        assert device.delete(f"/api/games/{game['id']}", headers=headers).status_code == 403
        assert device.get(f"/api/games/{game['id']}").json()["at"] == 0


def test_a_proxy_on_the_machine_is_not_taken_for_the_person_at_it(home: TestClient, dial: Dial) -> None:
    for header in ("x-forwarded-for", "forwarded", "x-real-ip", "via"):
        assert home.get("/api/games", headers={header: "203.0.113.9"}).status_code == 401
    assert dial("127.0.0.1", LAN).get("/api/games").status_code == 401
    assert dial("203.0.113.9", "http://127.0.0.1:8181").get("/api/games").status_code == 401


def test_behind_a_proxy_the_key_is_asked_even_on_the_machine_and_cookies_are_for_https(tmp_path: Path) -> None:
    shelf = open_shelf()
    app = make_app(Engine(shelf), door=Door(shelf, KEY, "https://rival.club.example", home=False))
    device = TestClient(app, base_url="http://127.0.0.1:8181", client=("127.0.0.1", 1), follow_redirects=False)
    assert device.get("/api/games").status_code == 401
    named = {"host": "rival.club.example", "origin": "https://rival.club.example"}
    came_in = device.get(f"/join/{KEY}", headers=named)
    assert came_in.status_code == 303
    assert "secure" in came_in.headers["set-cookie"].lower()
    assert device.get("/join/x", headers={"host": "evil.example"}).status_code == 403


def test_without_a_door_there_are_no_links(tmp_path: Path) -> None:
    device = TestClient(make_app(), base_url="http://127.0.0.1:8181")
    game = begin(device)
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
def test_l9_no_path_around_the_entrance_leads_to_the_page(dial: Dial, path: str) -> None:
    for method in ("GET", "HEAD"):
        answer = dial().request(method, path)
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
    dial: Dial, home: TestClient, monkeypatch: pytest.MonkeyPatch, who: str, expected: Caller
) -> None:
    id = begin(home)["id"]
    guest = dial()
    guest.get(path_of(home.get(f"/api/games/{id}/links").json()["watch"]["link"]))
    found: list[Caller] = []
    run = Beside.run

    async def note(self: Beside, *told: Any) -> Any:
        found.append(caller.get())
        return await run(self, *told)

    monkeypatch.setattr(Beside, "run", note)
    device = {"owner": home, "device": joined(dial), "guest": guest}[who]
    assert device.get("/api/games").status_code == 200
    assert found[-1] == expected._replace(name=expected.name.format(id=id))


def test_l6_with_a_locked_database_what_needs_none_is_answered_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rival.storage.database.WAIT", 3)
    shelf = SqlShelf(Database(f"sqlite:///{tmp_path / 'rival.db'}"))
    id = Engine(shelf).begin(MAYOR, seed=7).id
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
            for path in ("/", "/api/here", "/api/opponents", f"/api/rules/{MAYOR}", f"/api/art/{MAYOR}"):
                assert device.get(path).status_code in (200, 503 if path == "/" else 200)  # it need not be built
            assert device.post("/api/demos", json={"game": MAYOR, "seed": 1}).status_code == 201
            assert device.post("/api/practice", json={"game": MAYOR, "seed": 1}).status_code == 200
            assert time.monotonic() - begun < 2.5
            other.execute("ROLLBACK")
        assert {one.result().status_code for one in writing} <= {200, 201, 503}
