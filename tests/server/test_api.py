"""The API, call by call, as the page uses it."""

from __future__ import annotations

import io
import json
import re
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import rival
from rival.engine import Engine
from rival.home import PackFolder
from rival.kernel import Journal, Session
from rival.kernel.texts import LANGUAGES
from rival.server.app import make_app
from rival.server.middleware import IMPORT_PATHS, MAX_BODY_BYTES, MAX_IMPORT_BYTES
from rival.storage import Database, SqlGameRepository, SqlStoredGame

GAMES = sorted(rival.load_opponents())
MAYOR = "rolling-heights"


@pytest.fixture
def page(tmp_path: Path) -> TestClient:
    return make_client(tmp_path)


@pytest.fixture(scope="module")
def refusing_client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    """Return a shared server for requests that are refused. They change nothing, and starting a server is slow."""
    return make_client(tmp_path_factory.mktemp("refusing"))


def make_client(folder: Path) -> TestClient:
    """Return a client of a server with a small page."""
    built = folder / "page"
    (built / "assets").mkdir(parents=True)
    (built / "index.html").write_text("<!doctype html><title>Rival</title>")
    (built / "assets" / "index-abc.js").write_text("export {}")
    engine = Engine(SqlGameRepository(Database(f"sqlite:///{folder / 'rival.db'}")), PackFolder())
    return TestClient(make_app(engine, page=built), base_url="http://127.0.0.1:8181")


def begin_game(page: TestClient, game: str = MAYOR, **more: Any) -> dict[str, Any]:
    """Begin a game and return its state."""
    response = send_post(page, "/api/games", {"game": game, "seed": 7, **more})
    assert response.status_code == 201, response.text
    state: dict[str, Any] = response.json()
    return state


def send_change(page: TestClient, state: dict[str, Any], action: str, **more: Any) -> Any:
    """Send a change of a game."""
    return send_post(page, f"/api/games/{state['id']}/{action}", {"at": state["at"], **more})


def send_post(page: TestClient, path: str, body: Any) -> Any:
    """Send a request as a browser does: half a character becomes an escape sequence."""
    return page.post(path, content=json.dumps(body), headers={"content-type": "application/json"})


# --- every call --------------------------------------------------------------------------------------------


def test_opponents_in_the_language_asked_for(page: TestClient) -> None:
    russian = page.get("/api/opponents", params={"lang": "ru"}).json()
    assert {one["id"] for one in russian} == set(GAMES)
    mayor = next(one for one in russian if one["id"] == MAYOR)
    assert mayor["name"] == "мэр"
    assert mayor["settings"][0]["values"][0] == {"value": False, "label": mayor["settings"][0]["values"][0]["label"]}
    assert page.get("/api/opponents", headers={"Accept-Language": "xx, ru;q=0.8, en"}).json() == russian
    assert page.get("/api/opponents").json() != russian


@pytest.mark.parametrize("game", GAMES)
def test_rules_in_both_languages(page: TestClient, game: str) -> None:
    book = page.get(f"/api/rules/{game}").json()
    assert [rule["id"] for rule in book["rules"]] == [rule.id for rule in rival.load_opponents()[game].rules]
    for rule in book["rules"]:
        assert set(rule["text"]) == set(LANGUAGES)
        assert rule["section"] in book["sections"]
    assert page.get("/api/rules/chess").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_answer_by_answer(page: TestClient, game: str) -> None:
    expected = rival.play_demo(game, seed=7)
    state = begin_game(page, game, pack=expected.journal.header["pack"])
    entries = state["entries"]
    for kind, name, value in expected.journal.active_entries:
        path = {"path": name} if kind == "correct" else {}
        told = send_change(page, state, kind, value=value, since=len(entries), **path)
        assert told.status_code == 200, told.text
        state = told.json()["state"] if kind == "correct" else told.json()
        entries = entries[: state["length"] - len(state["entries"])] + state["entries"]
    assert state["over"]
    assert state["question"] is None
    assert [one["index"] for one in entries] == list(range(state["length"]))
    assert [one["text"] for one in entries] == [one.text for one in expected.transcript]
    assert page.get(f"/api/games/{state['id']}/journal").text == expected.journal.format_text()


def test_undo_redo_and_rewind_come_with_repairs(page: TestClient) -> None:
    state = begin_game(page)
    state = send_change(page, state, "answer", value=True).json()
    moved = send_change(page, state, "undo").json()
    assert moved["state"]["position"] == 0
    assert isinstance(moved["repairs"], list)
    moved = send_change(page, moved["state"], "redo").json()
    assert moved["state"]["position"] == 1
    moved = send_change(page, moved["state"], "rewind", position=0).json()
    assert moved["state"]["position"] == 0
    beyond = send_change(page, moved["state"], "rewind", position=99)
    assert beyond.status_code == 422
    assert "choose one from 0 to 1" in beyond.json()["message"]


def test_corrections_and_dice(page: TestClient) -> None:
    state = begin_game(page)
    state = send_change(page, state, "correct", path="mayor.vp", value=12).json()["state"]
    tracked = {one["path"]: one for one in page.get(f"/api/games/{state['id']}/tracked").json()}
    assert tracked["mayor.vp"]["value"] == 12
    assert tracked["mayor.vp"]["field"]["kind"] == "number"
    assert page.get("/api/games/nothing/tracked").status_code == 404
    assert send_change(page, state, "correct", path="nothing", value=1).status_code == 422
    assert send_change(page, state, "dice", dice="mine").json()["dice"] == "mine"
    assert send_change(page, state, "dice", dice="loaded").status_code == 422


def drop_views(entry: dict[str, Any]) -> dict[str, Any]:
    """Return an entry without its views."""
    return {**entry, "shows": None}


def test_looking_back_and_the_course(page: TestClient) -> None:
    state = page.post("/api/demos", json={"game": MAYOR, "seed": 3, "lang": "ru"}).json()
    assert state["over"]
    assert state["sample"]
    assert state["lang"] == "ru"
    then = page.get(f"/api/games/{state['id']}/at/5", params={"lang": "ru"}).json()
    assert (then["position"], then["live"]) == (5, False)
    assert [drop_views(one) for one in then["entries"]] == [
        drop_views(one) for one in state["entries"][: then["length"]]
    ]
    assert any(one["shows"] for one in then["entries"])  # of a whole game the last entries alone have pictures
    assert page.get(f"/api/games/{state['id']}/at/9999").status_code == 404
    course = page.get(f"/api/games/{state['id']}/course").json()
    assert "mayor.vp" in {one["path"] for one in course}
    assert send_change(page, state, "undo").status_code == 422


def test_a_sample_without_a_seed_is_one_of_many(page: TestClient) -> None:
    ids = {page.post("/api/demos", json={"game": MAYOR}).json()["id"] for _attempt in range(3)}
    assert len(ids) > 1


def test_the_list_of_games_and_deleting(page: TestClient) -> None:
    first, second = begin_game(page, name="one"), begin_game(page, name="two")
    rows = page.get("/api/games").json()
    assert [row["name"] for row in rows] == ["two", "one"]
    assert page.delete(f"/api/games/{second['id']}").status_code == 204
    assert [row["id"] for row in page.get("/api/games").json()] == [first["id"]]
    assert page.delete(f"/api/games/{second['id']}").status_code == 404


def test_an_almost_valid_answer_gets_a_complete_proposal(page: TestClient) -> None:
    """Accepting one proposal after the other leads to a valid answer."""
    state = send_change(page, begin_game(page, "pampero"), "answer", value=True).json()
    response = {"slot1": ["lighthouses"], "slot2": ["chain tokns"], "slot3": ["towers"]}
    refused = send_change(page, state, "answer", value=response)
    assert refused.status_code == 422
    assert "is not a known icon. To save it as your own description, enter" in refused.json()["message"]
    response["slot1"] = ['other("lighthouses")']
    assert refused.json()["proposal"] == response
    refused = send_change(page, state, "answer", value=response).json()
    assert "Did you mean “chain tokens”?" in refused["message"]
    assert send_change(page, state, "answer", value=refused["proposal"]).status_code == 200
    assert send_change(page, begin_game(page), "answer", value="no").json()["proposal"] is None


def test_a_forgotten_pack_is_not_restored_by_the_game_in_progress(page: TestClient) -> None:
    state = send_change(page, begin_game(page, "pampero"), "answer", value=True).json()
    cards = {"slot1": ['other("lighthouses")'], "slot2": ["towers"], "slot3": ["contracts"]}
    assert send_change(page, state, "answer", value=cards).status_code == 200
    assert page.delete("/api/packs/pampero").status_code == 204
    assert not page.get("/api/packs/pampero").json()["there"]


def test_journals_out_and_in(page: TestClient) -> None:
    state = send_change(page, begin_game(page), "answer", value=True).json()
    journal = page.get(f"/api/games/{state['id']}/journal")
    assert journal.headers["content-type"].startswith("text/plain")
    loaded = page.post("/api/journals", json={"text": journal.text})
    assert loaded.status_code == 201
    assert loaded.json()["question"] == state["question"]
    assert loaded.json()["id"] != state["id"]
    refused = page.post("/api/journals?lang=ru", json={"text": journal.text[:-4]})
    assert refused.status_code == 422
    assert re.search("[а-я]{4}", refused.json()["message"])


def test_games_are_there_after_a_restart(page: TestClient) -> None:
    state = send_change(page, begin_game(page), "answer", value=True).json()
    again = TestClient(make_app(), base_url="http://localhost")
    assert again.get(f"/api/games/{state['id']}").json() == state


def test_the_language_switches_in_the_middle_of_a_game(page: TestClient) -> None:
    state = send_change(page, begin_game(page, lang="en"), "answer", value=True).json()
    russian = page.get(f"/api/games/{state['id']}", params={"lang": "ru"}).json()
    assert russian["lang"] == "ru"
    assert russian["question"]["text"] != state["question"]["text"]
    assert russian["laid"] == state["laid"]
    assert russian["views"] != state["views"]
    assert page.get(f"/api/games/{state['id']}").json() == state


# --- who is first ------------------------------------------------------------------------------------------


def test_a_stale_change_gets_409_and_the_present_state(page: TestClient) -> None:
    state = begin_game(page)
    now = send_change(page, state, "answer", value=True).json()
    for what, more in (
        ("answer", {"value": True}),
        ("foresee", {"value": True}),
        ("undo", {}),
        ("redo", {}),
        ("rewind", {"position": 0}),
        ("correct", {"path": "mayor.vp", "value": 1}),
        ("dice", {"dice": "mine"}),
    ):
        stale = send_change(page, state, what, **more)
        assert stale.status_code == 409
        assert stale.json() == now


def test_two_pages_answering_at_once_one_wins_and_the_other_gets_the_truth(page: TestClient) -> None:
    journal = rival.play_demo(MAYOR, seed=3).journal
    state = begin_game(page, seed=3, pack=journal.header["pack"])
    with ThreadPoolExecutor(2) as pool:
        for _kind, _key, value in journal.active_entries[:15]:
            told = list(pool.map(lambda _n, s=state, v=value: send_change(page, s, "answer", value=v), range(2)))
            assert sorted(one.status_code for one in told) == [200, 409]
            assert told[0].json() == told[1].json()
            state = told[0].json()
    assert state["at"] == state["position"] == 15


# --- bad requests ------------------------------------------------------------------------------------------

WRONG: list[tuple[str, Any, str]] = [
    ("/api/games", {"game": "chess"}, "no opponent “chess”"),
    ("/api/games", {}, "“game” is missing"),
    ("/api/games", {"game": 3}, "“game” has a value of the wrong type"),
    ("/api/games", [], "has a value of the wrong type"),
    ("/api/games", {"game": MAYOR, "color": "red"}, "Unknown field “color”"),
    ("/api/games", {"game": MAYOR, "seed": "x"}, "“seed” has a value of the wrong type"),
    ("/api/games", {"game": MAYOR, "seed": 2**60}, "“seed” has a value of the wrong type"),
    ("/api/games", {"game": MAYOR, "options": {"hard": "perhaps"}}, "hard can't be perhaps"),
    ("/api/games", {"game": MAYOR, "pack": {"game": "other"}}, "not a pack of Rolling Heights"),
    ("/api/games", {"game": MAYOR, "name": "x" * 81}, "at most 80"),
    ("/api/games", {"game": MAYOR, "name": "\ud800"}, "nested too deeply, has invalid characters"),
    ("/api/games?lang=tlh", {"game": MAYOR}, "“lang” has a value of the wrong type"),
    ("/api/demos", {"game": "chess"}, "no opponent “chess”"),
    ("/api/journals", {"text": "x"}, "Line 1 is incomplete"),
]


@pytest.mark.parametrize(("path", "body", "sentence"), WRONG)
def test_a_bad_request_gets_422_and_a_sentence(
    refusing_client: TestClient, path: str, body: Any, sentence: str
) -> None:
    before = refusing_client.get("/api/games").json()
    refused = send_post(refusing_client, path, body)
    assert refused.status_code == 422
    assert set(refused.json()) == {"message", "proposal"}
    assert sentence in refused.json()["message"]
    assert refusing_client.get("/api/games").json() == before


@pytest.mark.parametrize("value", [None, "nonsense", -1, 2.5, [], {"x": 1}, "\ud800", [[[[]]]], "9" * 5000, 10**400])
def test_an_answer_that_does_not_fit_changes_nothing(refusing_client: TestClient, value: Any) -> None:
    state = begin_game(refusing_client)
    refused = send_change(refusing_client, state, "answer", value=value)
    assert refused.status_code == 422
    assert len(refused.json()["message"]) > 10
    assert refusing_client.get(f"/api/games/{state['id']}").json() == state


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"nul", b'{"at": 1e999}', b'{"at":' + b"9" * 9000]
)
def test_a_body_that_is_no_json_is_refused(refusing_client: TestClient, body: bytes) -> None:
    state = begin_game(refusing_client)
    for what in ("answer", "undo"):
        path = f"/api/games/{state['id']}/{what}"
        refused = refusing_client.post(path, content=body, headers={"content-type": "application/json"})
        assert refused.status_code == 422
        assert refused.json()["message"]


@pytest.mark.parametrize(
    ("query", "kind", "body", "status"),
    [
        ("", "application/json", '{"at": 0, "value": false}', 422),
        ("?lang=ru", "application/json", '{"at": 0, "value": false}', 422),
        ("?lang=xx", "application/json", '{"at": 0, "value": true}', 422),
        ("?lang=", "application/json", '{"at": 0, "value": true}', 422),
        ("", "application/json; charset=utf-8", '{"at": 7, "value": true}', 409),
        ("", "application/json", '{"at": 7, "value": true}', 409),
        ("", "text/plain", '{"at": 0, "value": true}', 422),
        ("", "application/json", '{"at": true, "value": true}', 422),
        ("", "application/json", '{"at": 0, "value": true, "more": 1}', 422),
        ("", "application/json", "[" * 100_000, 422),
        ("", "application/json", "", 422),
    ],
)
def test_an_odd_request_is_refused_with_a_sentence(
    refusing_client: TestClient, query: str, kind: str, body: str, status: int
) -> None:
    id = refusing_client.post("/api/games", json={"game": MAYOR, "seed": 7}).json()["id"]
    headers = {"content-type": kind, "accept-language": "en"}
    refused = refusing_client.post(f"/api/games/{id}/answer{query}", content=body, headers=headers)
    assert refused.status_code == status
    assert refused.json()["at"] == 0 if status == 409 else refused.json()["message"].endswith(".")


def test_refusals_speak_russian(refusing_client: TestClient) -> None:
    for refused in (
        refusing_client.post("/api/games?lang=ru", json={}),
        refusing_client.post("/api/games", json={"game": "chess"}, headers={"Accept-Language": "ru-RU"}),
        refusing_client.get("/api/nothing?lang=ru"),
        refusing_client.put("/api/games?lang=ru"),
        refusing_client.get("/api/games/nothing?lang=ru"),
    ):
        assert refused.status_code in (404, 405, 422)
        assert re.search("[а-я]{4}", refused.json()["message"]), refused.text


def test_requests_that_are_too_large_are_refused(refusing_client: TestClient) -> None:
    text = {"game": "x" * MAX_BODY_BYTES}
    refused = refusing_client.post("/api/games", json=text)
    assert refused.status_code == 413
    assert str(MAX_BODY_BYTES) in refused.json()["message"]
    pieces = (b"x" * 65536 for _piece in range(MAX_BODY_BYTES // 65536 + 2))
    assert (
        refusing_client.post("/api/games", content=pieces, headers={"content-type": "application/json"}).status_code
        == 413
    )
    for place in IMPORT_PATHS:
        declared = {"content-type": "application/json", "content-length": str(MAX_IMPORT_BYTES + 1)}
        told = refusing_client.post(place, content=b"{}", headers=declared)
        assert (told.status_code, str(MAX_IMPORT_BYTES) in told.text) == (413, True)


def test_a_large_journal_is_imported(refusing_client: TestClient) -> None:
    journal = Session.new("rolling-heights", seed=7).journal.format_text()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as whole:
        whole.writestr("large.jsonl", journal)
        whole.writestr("beside", b"x" * MAX_BODY_BYTES)
    taken = refusing_client.post("/api/import", content=out.getvalue())
    assert (taken.status_code, len(taken.json()["games"])) == (201, 1)
    told = refusing_client.post("/api/journals", json={"text": journal + "x" * MAX_BODY_BYTES})
    assert told.status_code == 422  # it was read to its end, and that is none


def test_an_answer_that_cannot_be_saved_is_discarded(page: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = TestClient(page.app, base_url="http://127.0.0.1", raise_server_exceptions=False)
    state = begin_game(quiet)

    def full(self: SqlStoredGame, journal: Journal) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(SqlStoredGame, "save_session", full)
        refused = send_change(quiet, state, "answer", value=True)
        assert refused.status_code == 500
        assert "No space left on device" in refused.json()["message"]
    assert quiet.get(f"/api/games/{state['id']}").json() == state


def test_an_error_in_an_opponent_is_reported_and_the_game_is_unchanged(
    page: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet = TestClient(page.app, base_url="http://127.0.0.1", raise_server_exceptions=False)
    state = begin_game(quiet)
    with monkeypatch.context() as broken:
        broken.setattr(rival.Session, "answer", lambda self, value: 1 // 0)
        refused = send_change(quiet, state, "answer", value=True)
        assert refused.status_code == 500
        assert "saved game has not changed" in refused.json()["message"]
    assert quiet.get(f"/api/games/{state['id']}").json() == state


# --- the page, and who may ask -----------------------------------------------------------------------------


def test_the_page_may_load_nothing_from_elsewhere(page: TestClient) -> None:
    for path in ("/", "/assets/index-abc.js", "/api/games", "/nothing"):
        policy = page.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
    assert page.get("/").headers["cache-control"] == "no-cache"
    assert "immutable" in page.get("/assets/index-abc.js").headers["cache-control"]
    assert page.get("/api/games").headers["cache-control"] == "no-store"


def test_nothing_outside_the_page_is_served(page: TestClient) -> None:
    for path in ("/../app.py", "/%2e%2e/app.py", "/assets/../../run.py", "/assets", "/app.py"):
        assert page.get(path).status_code == 404


def test_a_page_that_is_not_built_says_so(tmp_path: Path) -> None:
    bare = TestClient(make_app(page=tmp_path / "nowhere"), base_url="http://127.0.0.1")
    answer = bare.get("/")
    assert answer.status_code == 503
    assert "make setup" in answer.text


def test_other_sites_are_refused(page: TestClient) -> None:
    assert page.get("/api/games", headers={"Host": "rival.evil.example"}).status_code == 403
    assert page.get("/api/games", headers={"Host": ""}).status_code == 403
    assert page.get("/api/games", headers={"Origin": "http://evil.example"}).status_code == 403
    assert page.get("/api/games", headers={"Origin": "http://127.0.0.1:8181"}).status_code == 200
    for host in ("localhost:8181", "192.168.1.5:8181", "[::1]:8181"):
        assert page.get("/api/games", headers={"Host": host}).status_code == 200
    sent = page.post("/api/games", content=b'{"game":"rolling-heights"}', headers={"content-type": "text/plain"})
    assert sent.status_code == 422


def test_the_description_and_the_types_of_the_page_are_up_to_date() -> None:
    from tools import openapi

    for path, text in openapi.make_files().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is out of date: run “make api”"
