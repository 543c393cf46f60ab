"""Every call of the engine in both installations: with a database, and in the browser with the browser's storage."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any, Protocol

import pytest

import rival
from rival.browser.bridge import encode_json
from rival.engine import Engine
from rival.engine.api import Api, ExportedZip, build_refusal, dispatch
from rival.engine.calls import list_calls
from rival.home import PackFolder
from rival.kernel import RivalError, Session
from rival.storage import Database, SqlGameRepository
from tests.support.static_server import WorkerClient, WorkerReply

GAMES = list(rival.load_opponents())
MAYOR = "rolling-heights"
PART = "board 1 A"
OLD = sorted((Path(__file__).parent.parent / "journals").glob("*.jsonl"))


class Installation(Protocol):
    """An installation whose calls are made by name."""

    def call_worker(self, name: str, file: bytes | None = None, **said: Any) -> WorkerReply: ...


class DatabaseInstallation:
    def __init__(self, folder: Path) -> None:
        self.calls = Api(Engine(SqlGameRepository(Database(f"sqlite:///{folder / 'rival.db'}")), PackFolder()))

    def call_worker(self, name: str, file: bytes | None = None, **said: Any) -> WorkerReply:
        try:
            given = dispatch(self.calls, name, said if file is None else {**said, "file": file})
        except RivalError as problem:
            why = build_refusal(problem, said.get("lang") or "en")
            told = {"message": why.message, "proposal": why.proposal} if why.state is None else why.state
            return WorkerReply(why.kind, encode_json(told))
        if isinstance(given, ExportedZip):
            return WorkerReply("given", encode_json({"more": given.more}), given.file)
        return WorkerReply("given", encode_json(given))


class StrictCaller:
    """Makes calls that must succeed."""

    def __init__(self, home: Installation) -> None:
        self.home = home

    def call_worker(self, name: str, file: bytes | None = None, **said: Any) -> WorkerReply:
        return self.home.call_worker(name, file, **said)

    def call_for_result(self, name: str, file: bytes | None = None, **said: Any) -> Any:
        reply = self.call_worker(name, file, **said)
        assert reply.kind == "given", reply.text
        return reply.given


@pytest.fixture(params=["database", "browser"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> StrictCaller:
    if request.param == "database":
        return StrictCaller(DatabaseInstallation(tmp_path))
    worker: WorkerClient = request.getfixturevalue("worker")
    return StrictCaller(worker)


def begin_game(home: StrictCaller, game: str = MAYOR, **more: Any) -> Any:
    return home.call_for_result("begin", body={"game": game, "seed": 7, **more}, lang="en")


def send_change(home: StrictCaller, state: Any, name: str, **said: Any) -> Any:
    return home.call_for_result(name, id=state["id"], body={"at": state["at"], **said}, lang="en")


def play_game(home: StrictCaller, game: str, seed: int, most: int = 10_000) -> Any:
    """Give the answers of a sample game one by one."""
    journal = rival.play_demo(game, seed=seed).journal
    state = home.call_for_result("begin", body={"game": game, "seed": seed, "pack": journal.header["pack"]}, lang="en")
    for kind, name, value in journal.active_entries[:most]:
        if kind == "correct":
            state = send_change(home, state, "correct", path=name, value=value, since=state["length"])["state"]
        else:
            state = send_change(home, state, "answer", value=value, since=state["length"])
    return state


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_with_undo_and_correction(home: StrictCaller, game: str) -> None:
    state = play_game(home, game, 3)
    expected = rival.play_demo(game, seed=3)
    assert expected.result is not None
    assert state["result"]["text"] == expected.render(expected.result.text)
    back = send_change(home, state, "undo")["state"]
    assert not back["over"]
    forth = send_change(home, back, "redo")["state"]
    assert forth["result"] == state["result"]
    there = send_change(home, forth, "rewind", position=5)["state"]
    assert there["position"] == 5
    amended = send_change(
        home, there, "amend", position=0, value=rival.play_demo(game, seed=3).journal.active_entries[0][2]
    )
    amended = amended["state"]
    there = send_change(home, amended, "former")["state"]
    assert isinstance(home.call_for_result("corrections", id=state["id"], position=2, lang="ru"), list)
    tracked = home.call_for_result("tracked", id=state["id"], lang="ru")
    number = next(one for one in tracked if one["field"]["kind"] == "number" and isinstance(one["value"], int))
    put = send_change(home, there, "correct", path=number["path"], value=number["value"])["state"]
    assert put["at"] == there["at"] + 1
    journal = home.call_for_result("journal", id=state["id"])
    assert Session.load(journal).position == put["position"]
    assert home.call_for_result("state", id=state["id"], lang="ru")["lang"] == "ru"
    assert home.call_for_result("past", id=state["id"], position=2, lang="en")["position"] == 2
    assert home.call_for_result("chapters", id=state["id"], lang="en")
    home.call_for_result("course", id=state["id"], lang="en")
    home.call_for_result("par", id=state["id"], lang="en")
    home.call_for_result("play", id=state["id"], lang="en")
    for one in home.call_for_result("inquiries", id=state["id"], lang="en"):
        home.call_worker("inquire", id=state["id"], body={"name": one["key"], "value": None}, lang="en")


def test_a_preview_equals_the_state_after_the_answer(home: StrictCaller) -> None:
    state = begin_game(home)
    said = {"at": 0, "value": True, "since": state["length"]}
    seen = home.call_for_result("foresee", id=state["id"], body=said, lang="en")
    assert home.call_for_result("journal", id=state["id"]).count("\n") == 1
    at = home.call_for_result("confirm", id=state["id"], body={"at": 0, "value": True}, lang="en")
    assert at == seen["at"]
    taken = home.call_for_result("state", id=state["id"], since=state["length"], lang="en")
    shown = ("at", "position", "entries", "acts", "question", "heading", "result", "laid")
    assert [taken[key] for key in shown] == [seen[key] for key in shown]


def test_a_stale_change_gets_the_current_state(home: StrictCaller) -> None:
    state = begin_game(home)
    send_change(home, state, "answer", value=True)
    late = home.call_worker("answer", id=state["id"], body={"at": 0, "value": True}, lang="ru")
    assert late.kind == "stale"
    assert (late.given["at"], late.given["lang"]) == (1, "ru")


def test_errors_have_the_same_message_in_both(home: StrictCaller, tmp_path: Path) -> None:
    state = begin_game(home)
    other = DatabaseInstallation(tmp_path / "..")
    twin = other.call_worker("begin", body={"game": MAYOR, "seed": 7}).given
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("answer", {"body": {"at": 0, "value": "nonsense"}}),
        ("answer", {"body": {"at": 0}}),
        ("correct", {"body": {"at": 0, "path": "nowhere", "value": 1}}),
        ("undo", {"body": {"at": 0}}),
        ("rewind", {"body": {"at": 0, "position": 99}}),
        ("describe", {"body": {"name": "x" * 81}}),
        ("dice", {"body": {"at": 0, "dice": "theirs"}}),
    ]
    for name, said in wrong:
        for lang in ("en", "ru"):
            here = home.call_worker(name, id=state["id"], lang=lang, **said)
            there = other.call_worker(name, id=twin["id"], lang=lang, **said)
            assert (here.kind, here.text) == (there.kind, there.text), name
            assert here.kind == "refused"
    assert home.call_worker("state", id="nobody's", lang="ru").kind == "not there"
    assert home.call_worker("begin", body={"game": "chess"}).kind == "refused"
    assert home.call_worker("load", body={"text": '{"rival":1,"x":' + "[" * 5000 + "\n"}).kind == "refused"
    assert home.call_worker("take_pack", game=MAYOR, body={"text": "x = " + "[" * 5000}).kind == "refused"
    assert home.call_worker("take_in", b"no zip").kind == "refused"
    assert home.call_for_result("state", id=state["id"])["at"] == 0


def test_details_copies_and_restoring(home: StrictCaller) -> None:
    state = begin_game(home, name="Saturday")
    id = state["id"]
    listed = home.call_for_result("describe", id=id, body={"name": "Sunday", "note": "x", "archived": True}, lang="en")
    assert (listed["name"], listed["archived"]) == ("Sunday", True)
    copy = home.call_for_result("duplicate", id=id, lang="en")
    assert copy["id"] != id
    send_change(home, state, "dice", dice="mine")
    branch = home.call_for_result("branch", id=id, body={"position": 0}, lang="en")
    names = {one["id"]: one["name"] for one in home.call_for_result("games", lang="ru")}
    assert {names[one] for one in (id, copy["id"], branch["id"])} == {"Sunday"}
    home.call_for_result("remove", id=id)
    assert id not in {one["id"] for one in home.call_for_result("games", lang="en")}
    assert id in {one["id"] for one in home.call_for_result("deleted", lang="en")}
    assert home.call_worker("state", id=id).kind == "not there"
    assert home.call_for_result("restore", id=id, lang="en")["name"] == "Sunday"
    home.call_for_result("remove", id=id)
    home.call_for_result("purge", id=id)
    assert id not in {one["id"] for one in home.call_for_result("deleted", lang="en")}


def test_files_and_records(home: StrictCaller) -> None:
    journal = rival.play_demo(MAYOR, seed=5).journal.format_text()
    loaded = home.call_for_result("load", body={"text": journal}, lang="en")
    assert home.call_for_result("journal", id=loaded["id"]) == journal
    games = home.call_for_result("games", lang="en")
    reply = home.call_worker("exported", part=1)
    assert reply.file is not None
    with zipfile.ZipFile(io.BytesIO(reply.file)) as whole:
        assert whole.read(f"{loaded['id']}.jsonl").decode() == journal
        assert len(whole.namelist()) == len(games) + 1
    taken = home.call_for_result("take_in", reply.file, lang="en")
    assert {one["id"] for one in taken["games"]} <= {one["id"] for one in games}
    assert home.call_for_result("games", lang="en") == games, "nothing is doubled"
    assert taken["problems"] == []
    records = home.call_for_result("records", samples=True, lang="en")
    assert sum(one["games"] for one in records["standings"]) >= 1
    finished = home.call_for_result("finished", samples=True, lang="en")
    assert home.call_for_result("records_csv", samples=True).count("\r\n") == len(finished) + 1


def test_a_transferred_game_returns_as_the_same_game(home: StrictCaller) -> None:
    away = Engine()

    def take(text: str) -> Any:
        return home.call_for_result("take", body={"text": text}, lang="en")

    begun_away = away.begin_game(MAYOR, seed=4711)
    first = take(away.export_journal(begun_away.id))
    assert first["how"] == "new"
    id = first["state"]["id"]
    away.answer(begun_away.id, 0, True)
    longer = take(away.export_journal(begun_away.id))
    assert (longer["how"], longer["state"]["id"], longer["state"]["at"]) == ("longer", id, 1)
    assert take(away.export_journal(begun_away.id))["how"] == "same"
    send_change(home, longer["state"], "undo")
    assert take(away.export_journal(begun_away.id))["how"] == "same", "the one here went on further"
    away.use_dice(begun_away.id, 1, "mine")
    forked = take(away.export_journal(begun_away.id))
    assert (forked["how"], forked["fork"], forked["state"]["id"] != id) == ("forked", 2, True)
    assert home.call_for_result("journal", id=id).count("\n") == 3
    assert home.call_worker("take", body={"text": "nonsense"}, lang="ru").kind == "refused"
    assert home.call_worker("take", body={"text": ""}, lang="ru").kind == "refused"


def test_learned_parts_are_used_in_the_next_game(home: StrictCaller) -> None:
    home.call_for_result("forget_pack", game=MAYOR)
    assert home.call_for_result("pack", game=MAYOR, lang="en")["there"] is False
    text = 'game = "rolling-heights"\n[boards.1]\nA = ["....", "....", "....", "~..."]\n'
    taken = home.call_worker("take_pack", game=MAYOR, body={"text": text}, lang="ru")
    if taken.kind != "given":
        assert re.search("[а-я]", taken.given["message"]), "the sentence is in the language asked for"
    learned = play_game(home, MAYOR, 3)
    assert learned["over"]
    state = begin_game(home)
    assert home.call_worker("pack_file", game=MAYOR, lang="en").kind in ("given", "not there")
    assert state["question"]
    home.call_for_result("forget_pack", game=MAYOR)


def test_the_owners_box(home: StrictCaller) -> None:
    board, better = ["- - ~", "r2 ? -"], ["- - ~", "r2 c1 -"]
    home.call_for_result("forget_pack", game=MAYOR)

    def known() -> str:
        return str(
            next(one for one in home.call_for_result("box", game=MAYOR, lang="ru")["parts"] if one["id"] == PART)[
                "known"
            ]
        )

    assert home.call_for_result("box_part", game=MAYOR, body={"part": PART, "value": board}, lang="en")["problem"] == ""
    assert known() == "unknown", "a draft is kept nowhere"
    state = begin_game(home)
    home.call_for_result("tell_part", game=MAYOR, body={"part": PART, "value": board}, lang="en")
    home.call_for_result("describe_pack", game=MAYOR, body={"name": "Ours"}, lang="en")
    home.call_for_result("check_part", game=MAYOR, body={"part": PART}, lang="en")
    assert known() == "checked"
    assert send_change(home, state, "take_over")["at"] == state["at"] + 1
    shared = home.call_for_result("share_parts", game=MAYOR, body={"parts": [PART]}, lang="en")
    home.call_for_result("forget_part", game=MAYOR, body={"part": PART}, lang="en")
    assert known() == "unknown"
    home.call_for_result("tell_part", game=MAYOR, body={"part": PART, "value": better}, lang="en")
    offer = home.call_for_result("offered_pack", body={"text": shared["code"]}, lang="ru")
    assert [(one["id"], one["agreement"]) for one in offer["parts"]] == [(PART, "more")]
    home.call_for_result("take_parts", body={"text": shared["text"], "name": "ours.toml", "chosen": [PART]}, lang="en")
    assert home.call_for_result("box_part", game=MAYOR, body={"part": PART}, lang="en")["value"] == board
    done = [one["did"] for one in home.call_for_result("undo_box", game=MAYOR, lang="en")["history"]]
    assert done == ["told", "forgot", "checked", "described", "told"]
    assert home.call_for_result("box_part", game=MAYOR, body={"part": PART}, lang="en")["value"] == better
    refused = home.call_worker("tell_part", game=MAYOR, body={"part": PART, "value": ["- q"]}, lang="ru")
    assert refused.kind == "refused"
    assert re.search("[а-я]", refused.given["message"])
    home.call_for_result("forget_pack", game=MAYOR)
    assert home.call_for_result("box", game=MAYOR, lang="en")["history"] == []


def test_the_opponents_their_rules_and_drawings(home: StrictCaller) -> None:
    other = Api(Engine())
    for lang in ("en", "ru"):
        assert home.call_worker("opponents", lang=lang).text == encode_json(other.opponents(lang))
    for game in GAMES:
        assert home.call_worker("rules", game=game).text == encode_json(other.rules(game))
        assert home.call_for_result("art", game=game) == other.art(game)
    assert home.call_for_result("here")["everything"] is True


@pytest.mark.parametrize("game", GAMES)
def test_practice_and_samples(home: StrictCaller, game: str) -> None:
    assert home.call_for_result("sample", body={"game": game, "seed": 4}, lang="ru")["over"]
    practice = home.call_for_result("practice", body={"game": game, "seed": 4}, lang="ru")
    moves = [practice["choice"]["options"][0]["id"]]
    after = home.call_for_result("practice", body={"game": game, "seed": 4, "moves": moves}, lang="ru")
    assert after["choices"] == 1


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
def test_games_of_earlier_versions_open(home: StrictCaller, file: Path, tmp_path: Path) -> None:
    text = file.read_text(encoding="utf-8")
    here = home.call_for_result("load", body={"text": text}, lang="en")
    there = DatabaseInstallation(tmp_path / "..").call_worker("load", body={"text": text}, lang="en").given
    assert {**here, "id": ""} == {**there, "id": ""}


CALLED = (r'''(?:call_worker|call_for_result)\(\s*"(\w+)"''', r'send_change\(\s*home, \w+, "(\w+)"')


def test_every_call_is_covered_by_these_tests() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    made = {found for one in CALLED for found in re.findall(one, text)}
    assert {call.name for call in list_calls(Api)} <= made
