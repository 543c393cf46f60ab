"""Export and import of games as files, and protection against malicious files."""

from __future__ import annotations

import io
import json
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

import rival
from rival.engine import Engine, zip_files
from rival.engine.zip_files import export_first_zip, import_zip, unpack_journals
from rival.kernel import BadJournalError, Session
from rival.server.app import make_app
from rival.server.middleware import MAX_IMPORT_BYTES
from tests.support.command_line import run_rival

MAYOR = "rolling-heights"
JOURNAL = rival.play_demo(MAYOR, seed=3).journal.format_text()


def make_zip(contents: dict[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, content in contents.items():
            whole.writestr(name, content)
    return out.getvalue()


def test_exported_games_are_imported_unchanged() -> None:
    here, there = Engine(), Engine()
    for seed in (1, 2, 3):
        id = here.begin_game(MAYOR, seed=seed).id
        here.answer(id, 0, True)
        here.update_details(
            id, {"name": f"Game {seed}", "note": "Line\nline", "own_colour": "red", "archived": seed == 2}
        )
    states, refused = import_zip(there, export_first_zip(here))
    assert (len(states), refused) == (3, [])
    assert [(one.name, one.note, one.own_colour, one.archived) for one in there.list_games()] == [
        (one.name, one.note, one.own_colour, one.archived) for one in here.list_games()
    ]
    assert [there.export_journal(one.id) for one in there.list_games()] == [
        here.export_journal(one.id) for one in here.list_games()
    ]


def test_a_large_export_is_split_into_importable_zips(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(zip_files, "FULL_ZIP_BYTES", 1500)
    here, there = TestClient(make_app(), base_url="http://127.0.0.1"), Engine()
    ids = [here.post("/api/games", json={"game": MAYOR, "seed": seed}).json()["id"] for seed in range(8)]
    taken, part = 0, 1
    while True:
        told = here.get(f"/api/export?part={part}")
        states, refused = import_zip(there, told.content)
        assert refused == []
        taken += len(states)
        if "rival-next" not in told.headers:
            break
        part = int(told.headers["rival-next"])
    assert part > 1
    assert taken == len(ids) == len({one.id for one in there.list_games()})
    assert here.get(f"/api/export?part={part + 1}").status_code == 404


def test_member_names_of_a_zip_are_never_used_as_paths(tmp_path: Path) -> None:
    evil: dict[str, str | bytes] = {
        "../../etc/cron.d/x.jsonl": JOURNAL,
        "/abs.jsonl": JOURNAL,
        "C:\\x.jsonl": JOURNAL,
        "..": "x",
    }
    before = sorted(tmp_path.rglob("*"))
    engine = Engine()
    states, refused = import_zip(engine, make_zip(evil))
    assert (len(states), refused) == (3, [])
    assert all("/" not in one.id and "\\" not in one.id and ".." not in one.id for one in states)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_bad_journal_in_a_zip_is_reported_and_skipped() -> None:
    index = json.dumps({"good.jsonl": {"name": 5, "note": "kept", "archived": "yes", "evil": 1}, "bad.jsonl": []})
    states, refused = import_zip(Engine(), make_zip({"good.jsonl": JOURNAL, "bad.jsonl": "{}\n", "games.json": index}))
    assert [(one.name, one.note, one.archived) for one in states] == [("", "kept", False)]
    assert [one.file for one in refused] == ["bad.jsonl"]


@pytest.mark.parametrize("index", ["", "[]", "nonsense", "[" * 100_000, '{"a.jsonl": {"name": "\\ud800"}}'])
def test_a_broken_index_is_ignored(index: str) -> None:
    states, _refused = import_zip(Engine(), make_zip({"a.jsonl": JOURNAL, "games.json": index}))
    assert len(states) == 1


def test_a_zip_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadJournalError, match="too large"):
        unpack_journals(make_zip({"bomb.jsonl": b"0" * (zip_files.MAX_FILE_BYTES + 1)}))
    monkeypatch.setattr(zip_files, "MAX_UNPACKED_BYTES", 1000)
    with pytest.raises(BadJournalError, match="too large"):
        unpack_journals(make_zip({"a.jsonl": "0" * 600, "b.jsonl": "0" * 600}))
    monkeypatch.setattr(zip_files, "MAX_FILES", 2)
    with pytest.raises(BadJournalError, match="too many files"):
        unpack_journals(make_zip({f"{n}.jsonl": "" for n in range(3)}))


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"PK\x03\x04nonsense", b"no zip at all", make_zip({})[:-3], make_zip({"a": "b"})]
)
def test_a_file_that_is_not_a_zip_gets_an_error_message(data: bytes) -> None:
    with pytest.raises(BadJournalError):
        unpack_journals(data)


@pytest.mark.parametrize("position", range(40, 120, 4))
def test_a_damaged_lzma_member_gets_an_error_message(position: int) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_LZMA) as file:
        file.writestr("game.jsonl", "x" * 400)
    data = bytearray(buffer.getvalue())
    data[min(position, len(data) - 1)] ^= 0xFF
    with suppress(rival.RivalError):
        unpack_journals(bytes(data))


def test_an_offset_beyond_every_file_gets_an_error_message() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("game.jsonl", "x")
    data = bytearray(buffer.getvalue())
    entry = data.index(b"PK\x01\x02")
    extra = b"\x01\x00\x08\x00" + (2**63).to_bytes(8, "little")
    data[entry + 42 : entry + 46] = b"\xff\xff\xff\xff"
    name_end = entry + 46 + len("game.jsonl")
    data[entry + 30 : entry + 32] = len(extra).to_bytes(2, "little")
    data[name_end:name_end] = extra
    size = data.index(b"PK\x05\x06") + 12
    data[size : size + 4] = (int.from_bytes(data[size : size + 4], "little") + len(extra)).to_bytes(4, "little")
    with pytest.raises(rival.BadJournalError):
        unpack_journals(bytes(data))


@given(st.data())
def test_a_damaged_zip_always_gets_an_error_message(data: st.DataObject) -> None:
    whole = bytearray(make_zip({"a.jsonl": JOURNAL, "games.json": "{}"}))
    for place in data.draw(st.lists(st.integers(0, len(whole) - 1), min_size=1, max_size=8)):
        whole[place] = data.draw(st.integers(0, 255))
    try:
        found = unpack_journals(bytes(whole))
    except BadJournalError:
        return
    assert all(isinstance(text, str) for _name, text, _about in found)


def test_export_and_import_over_http() -> None:
    page = TestClient(make_app(), base_url="http://127.0.0.1:8181")
    assert page.post("/api/journals", json={"text": JOURNAL}).status_code == 201
    out = page.get("/api/export")
    assert out.headers["content-type"] == "application/zip"
    taken = page.post("/api/import", content=out.content)
    assert (taken.status_code, len(taken.json()["games"]), taken.json()["problems"]) == (201, 1, [])
    assert page.post("/api/import", content=b"x").status_code == 422
    assert page.post("/api/import", content=b"PK" + b"0" * 5_000_000).status_code == 422  # large, and no zip
    pieces = (b"PK" + b"0" * 1024 * 1024 for _piece in range(MAX_IMPORT_BYTES // 1024 // 1024))
    assert page.post("/api/import", content=pieces).status_code == 413
    assert page.get("/api/records?samples=true").json()["standings"][0]["games"] == 1, "it was here already"
    assert page.get("/api/records.csv?samples=true").text.count("\r\n") == 2
    assert len(page.get("/api/records.json?samples=true").json()) == 1


def test_details_copies_and_restoring_over_http() -> None:
    page = TestClient(make_app(), base_url="http://127.0.0.1:8181")
    id = page.post("/api/games", json={"game": MAYOR, "seed": 7, "name": "../../etc/passwd"}).json()["id"]
    assert page.patch(f"/api/games/{id}", json={"note": "Rain", "archived": True}).json()["note"] == "Rain"
    assert page.get(f"/api/games/{id}").json()["name"] == "../../etc/passwd"  # a name is words, nothing else
    for bad in ({"name": "x" * 81}, {"own_colour": "javascript:1"}, {"nme": "x"}, {"archived": "perhaps"}):
        assert page.patch(f"/api/games/{id}", json=bad).status_code == 422
    assert page.post(f"/api/games/{id}/duplicate").json()["name"] == "../../etc/passwd"
    assert page.post(f"/api/games/{id}/branch", json={"position": 0}).status_code == 201
    assert page.post(f"/api/games/{id}/branch", json={"position": 5}).status_code == 422
    assert page.delete(f"/api/games/{id}").status_code == 204
    assert [one["id"] for one in page.get("/api/deleted").json()] == [id]
    assert page.post(f"/api/games/{id}/restore").json()["archived"]
    assert page.delete(f"/api/deleted/{id}").status_code == 404
    page.delete(f"/api/games/{id}")
    assert page.delete(f"/api/deleted/{id}").status_code == 204
    assert page.post(f"/api/games/{id}/restore").status_code == 404


def test_export_and_import_in_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(JOURNAL)
    assert "1 game imported" in run_rival("import", str(file), home=tmp_path).stdout
    assert run_rival("export", str(tmp_path / "all.zip"), home=tmp_path).returncode == 0
    assert "1 game imported" in run_rival("import", str(tmp_path / "all.zip"), home=tmp_path).stdout
    assert "1 game finished" in run_rival("records", "--samples", home=tmp_path).stdout, "it was here already"
    file.write_text(rival.play_demo(MAYOR, seed=4).journal.format_text())
    assert "1 game imported" in run_rival("import", str(file), home=tmp_path).stdout
    shown = run_rival("records", "--samples", home=tmp_path)
    assert "2 games finished" in shown.stdout
    assert "Your scores, oldest first" in shown.stdout
    assert "You haven't finished a game" in run_rival("records", home=tmp_path).stdout
    run_rival(
        "records", "--samples", "--csv", str(tmp_path / "r.csv"), "--json", str(tmp_path / "r.json"), home=tmp_path
    )
    assert (tmp_path / "r.csv").read_text().count("\n") == 3
    assert len(json.loads((tmp_path / "r.json").read_text())) == 2
    refused = run_rival("export", str(tmp_path / "no" / "folder"), home=tmp_path)
    assert refused.returncode == 2
    assert "can't be opened" in refused.stderr
    assert Session.load(JOURNAL).result is not None
