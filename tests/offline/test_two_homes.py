"""Every call of the engine in both installations: with a database, and in the browser with the browser's storage."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any, Protocol

import pytest

import rival
from rival.browser.desk import as_json
from rival.engine import Engine
from rival.engine.calls import Calls, ExportedPart, called, refusal
from rival.home import PackFolder
from rival.kernel import RivalError, Session
from rival.storage import Database, SqlShelf
from tests.support.static_server import InTheBrowser, Reply

GAMES = list(rival.opponents())
MAYOR = "rolling-heights"
PART = "board 1 A"
OLD = sorted((Path(__file__).parent.parent / "journals").glob("*.jsonl"))


class AtHome(Protocol):
    """An installation whose calls are made by name."""

    def call(self, name: str, file: bytes | None = None, **said: Any) -> Reply: ...


class BesideADatabase:
    def __init__(self, folder: Path) -> None:
        self.calls = Calls(Engine(SqlShelf(Database(f"sqlite:///{folder / 'rival.db'}")), PackFolder()))

    def call(self, name: str, file: bytes | None = None, **said: Any) -> Reply:
        try:
            given = called(self.calls, name, said if file is None else {**said, "file": file})
        except RivalError as problem:
            why = refusal(problem, said.get("lang") or "en")
            told = {"message": why.message, "proposal": why.proposal} if why.state is None else why.state
            return Reply(why.kind, as_json(told))
        if isinstance(given, ExportedPart):
            return Reply("given", as_json({"more": given.more}), given.file)
        return Reply("given", as_json(given))


class Caller:
    """Makes calls that must succeed."""

    def __init__(self, home: AtHome) -> None:
        self.home = home

    def call(self, name: str, file: bytes | None = None, **said: Any) -> Reply:
        return self.home.call(name, file, **said)

    def given(self, name: str, file: bytes | None = None, **said: Any) -> Any:
        reply = self.call(name, file, **said)
        assert reply.kind == "given", reply.text
        return reply.given


@pytest.fixture(params=["database", "browser"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Caller:
    if request.param == "database":
        return Caller(BesideADatabase(tmp_path))
    worker: InTheBrowser = request.getfixturevalue("worker")
    return Caller(worker)


def begun(home: Caller, game: str = MAYOR, **more: Any) -> Any:
    return home.given("begin", said={"game": game, "seed": 7, **more}, lang="en")


def change(home: Caller, state: Any, name: str, **said: Any) -> Any:
    return home.given(name, id=state["id"], said={"at": state["at"], **said}, lang="en")


def played(home: Caller, game: str, seed: int, most: int = 10_000) -> Any:
    """Give the answers of a sample game one by one."""
    journal = rival.demo(game, seed=seed).journal
    state = home.given("begin", said={"game": game, "seed": seed, "pack": journal.header["pack"]}, lang="en")
    for kind, name, value in journal.line[:most]:
        if kind == "correct":
            state = change(home, state, "correct", path=name, value=value, since=state["length"])["state"]
        else:
            state = change(home, state, "answer", value=value, since=state["length"])
    return state


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_with_undo_and_correction(home: Caller, game: str) -> None:
    state = played(home, game, 3)
    expected = rival.demo(game, seed=3)
    assert expected.result is not None
    assert state["result"]["text"] == expected.words(expected.result.text)
    back = change(home, state, "undo")["state"]
    assert not back["over"]
    forth = change(home, back, "redo")["state"]
    assert forth["result"] == state["result"]
    there = change(home, forth, "rewind", position=5)["state"]
    assert there["position"] == 5
    amended = change(home, there, "amend", position=0, value=rival.demo(game, seed=3).journal.line[0][2])
    amended = amended["state"]
    there = change(home, amended, "former")["state"]
    tracked = home.given("tracked", id=state["id"], lang="ru")
    number = next(one for one in tracked if one["field"]["kind"] == "number" and isinstance(one["value"], int))
    put = change(home, there, "correct", path=number["path"], value=number["value"])["state"]
    assert put["at"] == there["at"] + 1
    journal = home.given("journal", id=state["id"])
    assert Session.load(journal).at == put["position"]
    assert home.given("state", id=state["id"], lang="ru")["lang"] == "ru"
    assert home.given("past", id=state["id"], position=2, lang="en")["position"] == 2
    assert home.given("chapters", id=state["id"], lang="en")
    home.given("course", id=state["id"], lang="en")
    home.given("par", id=state["id"], lang="en")
    home.given("play", id=state["id"], lang="en")
    for one in home.given("inquiries", id=state["id"], lang="en"):
        home.call("inquire", id=state["id"], said={"name": one["key"], "value": None}, lang="en")


def test_what_an_answer_would_lead_to_is_what_it_leads_to(home: Caller) -> None:
    state = begun(home)
    said = {"at": 0, "value": True, "since": state["length"]}
    seen = home.given("foresee", id=state["id"], said=said, lang="en")
    assert home.given("journal", id=state["id"]).count("\n") == 1
    taken = home.given("answer", id=state["id"], said=said, lang="en")
    assert {**taken, "name": ""} == {**seen, "name": ""}


def test_who_comes_late_gets_the_present_state(home: Caller) -> None:
    state = begun(home)
    change(home, state, "answer", value=True)
    late = home.call("answer", id=state["id"], said={"at": 0, "value": True}, lang="ru")
    assert late.kind == "stale"
    assert (late.given["at"], late.given["lang"]) == (1, "ru")


def test_what_is_wrong_is_the_same_sentence(home: Caller, tmp_path: Path) -> None:
    state = begun(home)
    other = BesideADatabase(tmp_path / "..")
    twin = other.call("begin", said={"game": MAYOR, "seed": 7}).given
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("answer", {"said": {"at": 0, "value": "nonsense"}}),
        ("answer", {"said": {"at": 0}}),
        ("correct", {"said": {"at": 0, "path": "nowhere", "value": 1}}),
        ("undo", {"said": {"at": 0}}),
        ("rewind", {"said": {"at": 0, "position": 99}}),
        ("describe", {"said": {"name": "x" * 81}}),
        ("dice", {"said": {"at": 0, "dice": "theirs"}}),
    ]
    for name, said in wrong:
        for lang in ("en", "ru"):
            here = home.call(name, id=state["id"], lang=lang, **said)
            there = other.call(name, id=twin["id"], lang=lang, **said)
            assert (here.kind, here.text) == (there.kind, there.text), name
            assert here.kind == "refused"
    assert home.call("state", id="nobody's", lang="ru").kind == "not there"
    assert home.call("begin", said={"game": "chess"}).kind == "refused"
    assert home.call("load", said={"text": '{"rival":1,"x":' + "[" * 5000 + "\n"}).kind == "refused"
    assert home.call("take_pack", game=MAYOR, said={"text": "x = " + "[" * 5000}).kind == "refused"
    assert home.call("take_in", b"no zip").kind == "refused"
    assert home.given("state", id=state["id"])["at"] == 0


def test_names_copies_and_ways_back(home: Caller) -> None:
    state = begun(home, name="Saturday")
    id = state["id"]
    listed = home.given("describe", id=id, said={"name": "Sunday", "note": "x", "archived": True}, lang="en")
    assert (listed["name"], listed["archived"]) == ("Sunday", True)
    copy = home.given("duplicate", id=id, lang="en")
    assert copy["id"] != id
    change(home, state, "dice", dice="mine")
    branch = home.given("branch", id=id, said={"position": 0}, lang="en")
    names = {one["id"]: one["name"] for one in home.given("games", lang="ru")}
    assert {names[one] for one in (id, copy["id"], branch["id"])} == {"Sunday"}
    home.given("remove", id=id)
    assert id not in {one["id"] for one in home.given("games", lang="en")}
    assert id in {one["id"] for one in home.given("deleted", lang="en")}
    assert home.call("state", id=id).kind == "not there"
    assert home.given("restore", id=id, lang="en")["name"] == "Sunday"
    home.given("remove", id=id)
    home.given("purge", id=id)
    assert id not in {one["id"] for one in home.given("deleted", lang="en")}


def test_files_and_records(home: Caller) -> None:
    journal = rival.demo(MAYOR, seed=5).journal.dumps()
    loaded = home.given("load", said={"text": journal}, lang="en")
    assert home.given("journal", id=loaded["id"]) == journal
    games = home.given("games", lang="en")
    reply = home.call("exported", part=1)
    assert reply.file is not None
    with zipfile.ZipFile(io.BytesIO(reply.file)) as whole:
        assert whole.read(f"{loaded['id']}.jsonl").decode() == journal
        assert len(whole.namelist()) == len(games) + 1
    taken = home.given("take_in", reply.file, lang="en")
    assert {one["id"] for one in taken["games"]} <= {one["id"] for one in games}
    assert home.given("games", lang="en") == games, "nothing is doubled"
    assert taken["problems"] == []
    records = home.given("records", samples=True, lang="en")
    assert sum(one["games"] for one in records["standings"]) >= 1
    finished = home.given("finished", samples=True, lang="en")
    assert json.loads(home.given("records_file", kind="json", samples=True)) == finished
    assert home.given("records_file", kind="csv", samples=True).count("\r\n") == len(finished) + 1


def test_a_game_goes_away_and_comes_back_as_one_game(home: Caller) -> None:
    away = Engine()

    def take(text: str) -> Any:
        return home.given("take", said={"text": text}, lang="en")

    begun_away = away.begin(MAYOR, seed=4711)
    first = take(away.journal(begun_away.id))
    assert first["how"] == "new"
    id = first["state"]["id"]
    away.answer(begun_away.id, 0, True)
    longer = take(away.journal(begun_away.id))
    assert (longer["how"], longer["state"]["id"], longer["state"]["at"]) == ("longer", id, 1)
    assert take(away.journal(begun_away.id))["how"] == "same"
    change(home, longer["state"], "undo")
    assert take(away.journal(begun_away.id))["how"] == "same", "the one here went on further"
    away.dice(begun_away.id, 1, "mine")
    forked = take(away.journal(begun_away.id))
    assert (forked["how"], forked["fork"], forked["state"]["id"] != id) == ("forked", 2, True)
    assert home.given("journal", id=id).count("\n") == 3
    assert home.call("take", said={"text": "nonsense"}, lang="ru").kind == "refused"
    assert home.call("take", said={"text": ""}, lang="ru").kind == "refused"


def test_what_was_told_is_kept_for_the_next_game(home: Caller) -> None:
    home.given("forget_pack", game=MAYOR)
    assert home.given("pack", game=MAYOR, lang="en")["there"] is False
    text = 'game = "rolling-heights"\n[boards.1]\nA = ["....", "....", "....", "~..."]\n'
    taken = home.call("take_pack", game=MAYOR, said={"text": text}, lang="ru")
    if taken.kind != "given":
        assert re.search("[а-я]", taken.given["message"]), "the sentence is in the language asked for"
    learned = played(home, MAYOR, 3)
    assert learned["over"]
    state = begun(home)
    assert home.call("pack_file", game=MAYOR, lang="en").kind in ("given", "not there")
    assert state["question"]
    home.given("forget_pack", game=MAYOR)


def test_the_owners_box(home: Caller) -> None:
    board, better = ["- - ~", "r2 ? -"], ["- - ~", "r2 c1 -"]
    home.given("forget_pack", game=MAYOR)

    def known() -> str:
        return str(next(one for one in home.given("box", game=MAYOR, lang="ru")["parts"] if one["id"] == PART)["known"])

    assert home.given("box_part", game=MAYOR, said={"part": PART, "value": board}, lang="en")["problem"] == ""
    assert known() == "unknown", "a draft is kept nowhere"
    state = begun(home)
    home.given("tell_part", game=MAYOR, said={"part": PART, "value": board}, lang="en")
    home.given("describe_pack", game=MAYOR, said={"name": "Ours"}, lang="en")
    home.given("check_part", game=MAYOR, said={"part": PART}, lang="en")
    assert known() == "checked"
    assert change(home, state, "take_over")["at"] == state["at"] + 1
    shared = home.given("share_parts", game=MAYOR, said={"parts": [PART]}, lang="en")
    home.given("forget_part", game=MAYOR, said={"part": PART}, lang="en")
    assert known() == "unknown"
    home.given("tell_part", game=MAYOR, said={"part": PART, "value": better}, lang="en")
    offer = home.given("offered_pack", said={"text": shared["code"]}, lang="ru")
    assert [(one["id"], one["agreement"]) for one in offer["parts"]] == [(PART, "more")]
    home.given("take_parts", said={"text": shared["text"], "name": "ours.toml", "chosen": [PART]}, lang="en")
    assert home.given("box_part", game=MAYOR, said={"part": PART}, lang="en")["value"] == board
    done = [one["did"] for one in home.given("undo_box", game=MAYOR, lang="en")["history"]]
    assert done == ["told", "forgot", "checked", "described", "told"]
    assert home.given("box_part", game=MAYOR, said={"part": PART}, lang="en")["value"] == better
    refused = home.call("tell_part", game=MAYOR, said={"part": PART, "value": ["- q"]}, lang="ru")
    assert refused.kind == "refused"
    assert re.search("[а-я]", refused.given["message"])
    home.given("forget_pack", game=MAYOR)
    assert home.given("box", game=MAYOR, lang="en")["history"] == []


def test_the_opponents_their_rules_and_drawings(home: Caller) -> None:
    other = Calls(Engine())
    for lang in ("en", "ru"):
        assert home.call("opponents", lang=lang).text == as_json(other.opponents(lang))
    for game in GAMES:
        assert home.call("rules", game=game).text == as_json(other.rules(game))
        assert home.given("art", game=game)["svg"] == other.art(game).svg
    assert home.given("here")["everything"] is True


@pytest.mark.parametrize("game", GAMES)
def test_practice_and_samples(home: Caller, game: str) -> None:
    assert home.given("sample", said={"game": game, "seed": 4}, lang="ru")["over"]
    practice = home.given("practice", said={"game": game, "seed": 4}, lang="ru")
    moves = [practice["choice"]["options"][0]["id"]]
    after = home.given("practice", said={"game": game, "seed": 4, "moves": moves}, lang="ru")
    assert after["choices"] == 1


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
def test_games_of_earlier_versions_open(home: Caller, file: Path, tmp_path: Path) -> None:
    text = file.read_text(encoding="utf-8")
    here = home.given("load", said={"text": text}, lang="en")
    there = BesideADatabase(tmp_path / "..").call("load", said={"text": text}, lang="en").given
    assert {**here, "id": ""} == {**there, "id": ""}


CALLED = (r'''(?:call|given)\(\s*"(\w+)"''', r'change\(home, \w+, "(\w+)"')


def test_every_call_is_made_above() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    made = {found for one in CALLED for found in re.findall(one, text)}
    assert {name for name in vars(Calls) if not name.startswith("_")} <= made
