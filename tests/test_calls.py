"""API calls by name: the same arguments, messages and errors on a server and in the browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rival.engine import Engine, Stale
from rival.engine.calls import Calls, called, from_json, refusal, wanted
from rival.kernel import BadJournal, BadOption, RivalError, Session
from rival.kernel.nesting import nested_deeper

INTERFACE = Path(__file__).parent.parent / "web" / "src" / "lib" / "engine.ts"
OF_A_SERVER = {"follow", "network", "links", "renew_links", "let_guests_rename"}
"""What the page asks of those who let other devices in."""


@pytest.fixture
def page() -> Calls:
    return Calls(Engine())


def test_the_page_calls_what_there_is() -> None:
    interface = INTERFACE.read_text(encoding="utf-8").partition("export interface Engine {")[2].partition("\n}")[0]
    names = re.findall(r"^  (\w+)\(", interface, re.MULTILINE)
    called_by_the_page = {re.sub("[A-Z]", lambda found: f"_{found[0].lower()}", name) for name in names}
    assert {name for name in called_by_the_page if wanted(name) is None} <= OF_A_SERVER


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("nonsense", {}, "Unknown request: “nonsense”."),
        ("__init__", {}, "Unknown request: “__init__”."),
        ("engine", {}, "Unknown request: “engine”."),
        ("state", {}, "The field “id” is missing."),
        ("state", {"id": 7}, "The field “id” has a value of the wrong type."),
        ("state", {"id": "x", "color": "red"}, "Unknown field “color”."),
        ("begin", {"said": {}}, "The field “said.game” is missing."),
        ("begin", {"said": []}, "The field “said” has a value of the wrong type."),
        ("begin", {"said": {"game": "mombasa", "seed": True}}, "The field “said.seed” has a value of the wrong type."),
        ("begin", {"said": {"game": "mombasa", "seed": 2**60}}, "The field “said.seed” has a value of the wrong type."),
        (
            "begin",
            {"said": {"game": "mombasa", "dice": "yours"}},
            "The field “said.dice” has a value of the wrong type.",
        ),
        ("begin", {"said": {"game": "mombasa", "colour": 1}}, "Unknown field “said.colour”."),
        (
            "practice",
            {"said": {"game": "mombasa", "moves": ["x" * 81]}},
            "The field “said.moves” has a value of the wrong type.",
        ),
        ("answer", {"id": "x", "said": {"at": -1, "value": 1}}, "The field “said.at” has a value of the wrong type."),
        ("state", {"id": "nobody's"}, "There is no saved game “nobody's”."),
        ("exported", {"part": 2}, "This export has no part 2."),
    ],
)
def test_what_is_wrong_with_a_call_is_a_sentence(
    page: Calls, name: str, arguments: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadOption) as refused:
        called(page, name, arguments)
    assert str(refused.value) == sentence
    assert page.games() == []


def test_a_game_by_names(page: Calls) -> None:
    begun = called(page, "begin", {"said": {"game": "rolling-heights", "seed": 7}, "lang": "ru"})
    said = {"id": begun.id, "said": {"at": 0, "value": True}}
    assert called(page, "answer", said).at == 1
    with pytest.raises(Stale) as refused:
        called(page, "answer", said)
    why = refusal(refused.value, "ru")
    assert (why.kind, why.state and why.state.at) == ("stale", 1)
    assert called(page, "undo", {"id": begun.id, "said": {"at": 1}}).state.at == 2
    file, more = called(page, "exported", {})
    assert not more
    assert [one.id for one in called(page, "take_in", {"file": file}).games] == [begun.id], "it is here already"
    called(page, "remove", {"id": begun.id})
    [again] = called(page, "take_in", {"file": file}).games
    assert (again.id != begun.id, again.at) == (True, 2)
    assert called(page, "here", {}).home == "browser"


def test_the_ends_of_games_are_told_without_a_database(page: Calls) -> None:
    session = Session.load(Path("tests/journals/rolling-heights-rules2-1.jsonl").read_text(encoding="utf-8"))
    if session.result is None:
        pytest.fail("the kept journal has no end")
    called(page, "load", {"said": {"text": session.journal.dumps()}})
    records = called(page, "records", {"samples": True})
    assert sum(one.games for one in records.standings) == 1
    assert called(page, "records_file", {"kind": "csv", "samples": True}).count("\r\n") == 2
    assert (
        json.loads(called(page, "records_file", {"kind": "json", "samples": True}))[0]["opponent"] == "rolling-heights"
    )


# --- texts that no reader should begin with ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "most", "deeper"),
    [
        ("[" * 5000, 70, True),
        ('{"a":' * 5000, 70, True),
        ("[" * 70 + "]" * 70, 70, False),
        ("[" * 71 + "]" * 71, 70, True),
        ("[[],[],{}]" * 1000, 2, False),
        (json.dumps(["[" * 1000, {"x\\": "]]]"}]), 2, False),
        ('"' + "[" * 1000, 70, False),  # a parser stops at the string without an end
    ],
)
def test_how_deep_a_text_is_nested_is_known_before_it_is_read(text: str, most: int, deeper: bool) -> None:
    assert nested_deeper(text, most) is deeper


def test_what_is_nested_without_end_is_not_read() -> None:
    with pytest.raises(RivalError, match="nested too deeply"):
        from_json('{"value":' + "[" * 5000)
    with pytest.raises(BadJournal, match="nested too deeply"):
        Session.load('{"rival":1,"x":' + "[" * 5000 + "\n")
    with pytest.raises(RivalError, match="not valid JSON"):
        from_json("{")
