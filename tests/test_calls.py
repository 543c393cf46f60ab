"""API calls by name: the same arguments, messages and errors on a server and in the browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rival.engine import Engine, StaleStateError
from rival.engine.api import Api, build_refusal, dispatch, parse_json
from rival.kernel import BadJournalError, BadOptionError, RivalError, Session
from rival.kernel.json_limits import exceeds_depth


@pytest.fixture
def page() -> Api:
    return Api(Engine())


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("nonsense", {}, "Unknown request: “nonsense”."),
        ("__init__", {}, "Unknown request: “__init__”."),
        ("engine", {}, "Unknown request: “engine”."),
        ("state", {}, "The field “id” is missing."),
        ("state", {"id": 7}, "The field “id” has a value of the wrong type."),
        ("state", {"id": "x", "color": "red"}, "Unknown field “color”."),
        ("begin", {"body": {}}, "The field “body.game” is missing."),
        ("begin", {"body": []}, "The field “body” has a value of the wrong type."),
        ("begin", {"body": {"game": "mombasa", "seed": True}}, "The field “body.seed” has a value of the wrong type."),
        ("begin", {"body": {"game": "mombasa", "seed": 2**60}}, "The field “body.seed” has a value of the wrong type."),
        (
            "begin",
            {"body": {"game": "mombasa", "dice": "yours"}},
            "The field “body.dice” has a value of the wrong type.",
        ),
        ("begin", {"body": {"game": "mombasa", "colour": 1}}, "Unknown field “body.colour”."),
        (
            "practice",
            {"body": {"game": "mombasa", "moves": ["x" * 81]}},
            "The field “body.moves” has a value of the wrong type.",
        ),
        ("answer", {"id": "x", "body": {"at": -1, "value": 1}}, "The field “body.at” has a value of the wrong type."),
        ("state", {"id": "nobody's"}, "There is no saved game “nobody's”."),
        ("exported", {"part": 2}, "This exported game has no part 2."),
    ],
)
def test_a_wrong_call_gives_a_message(page: Api, name: str, arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOptionError) as refused:
        dispatch(page, name, arguments)
    assert str(refused.value) == sentence
    assert page.games() == []


def test_a_game_can_be_played_through_named_calls(page: Api) -> None:
    begun = dispatch(page, "begin", {"body": {"game": "rolling-heights", "seed": 7}, "lang": "ru"})
    message = {"id": begun.id, "body": {"at": 0, "value": True}}
    assert dispatch(page, "answer", message).at == 1
    with pytest.raises(StaleStateError) as refused:
        dispatch(page, "answer", message)
    why = build_refusal(refused.value, "ru")
    assert (why.kind, why.state and why.state.at) == ("stale", 1)
    assert dispatch(page, "undo", {"id": begun.id, "body": {"at": 1}}).state.at == 2
    file, more = dispatch(page, "exported", {})
    assert not more
    assert [entry.id for entry in dispatch(page, "take_in", {"file": file}).games] == [begun.id], "it is here already"
    dispatch(page, "remove", {"id": begun.id})
    [again] = dispatch(page, "take_in", {"file": file}).games
    assert (again.id != begun.id, again.at) == (True, 2)
    assert dispatch(page, "here", {}).home == "browser"


def test_results_of_games_are_listed_without_a_database(page: Api) -> None:
    session = Session.load(Path("tests/journals/rolling-heights-rules2-1.jsonl").read_text(encoding="utf-8"))
    if session.result is None:
        pytest.fail("the kept journal has no end")
    dispatch(page, "load", {"body": {"text": session.journal.format_text()}})
    records = dispatch(page, "records", {"samples": True})
    assert sum(entry.games for entry in records.standings) == 1
    assert dispatch(page, "records_csv", {"samples": True}).count("\r\n") == 2
    assert dispatch(page, "finished", {"samples": True})[0].opponent == "rolling-heights"


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
def test_nesting_depth_is_checked_before_json_is_parsed(text: str, most: int, deeper: bool) -> None:
    assert exceeds_depth(text, most) is deeper


def test_endlessly_nested_json_is_rejected() -> None:
    with pytest.raises(RivalError, match="nested too deeply"):
        parse_json('{"value":' + "[" * 5000)
    with pytest.raises(BadJournalError, match="nested too deeply"):
        Session.load('{"rival":1,"x":' + "[" * 5000 + "\n")
    with pytest.raises(RivalError, match="not valid JSON"):
        parse_json("{")
