"""Fixed tasks of every opponent stay within the budget of function calls that was recorded for them."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

import rival
from tests.support import call_counts as calls

BUDGET = calls.load_budget()

pytestmark = [
    pytest.mark.games,
    pytest.mark.skipif(
        BUDGET["python"] != calls.PYTHON_VERSION,
        reason=f"the budget was recorded with Python {BUDGET['python']}, and the standard library differs",
    ),
]
if sys.implementation.name != "cpython":
    pytestmark.append(pytest.mark.skip(reason="only CPython counts calls this way"))


@pytest.mark.parametrize("task", ["lab", "explained", "preview", "box"])
@pytest.mark.parametrize("game", sorted(BUDGET["opponents"]))
def test_a_task_needs_at_most_a_tenth_more_calls_than_recorded(game: str, task: str) -> None:
    counted = calls.count_calls(calls.list_tasks(game)[task])
    excess = calls.describe_excess(counted, BUDGET["opponents"][game][task])
    assert excess is None, f"{game}, {task}: {excess}"


def test_every_opponent_has_a_budget_and_its_reason() -> None:
    assert set(BUDGET["opponents"]) == set(rival.load_opponents())
    assert all(record["reason"] for record in BUDGET["opponents"].values())


def test_an_excess_names_the_functions_that_are_called_more_often() -> None:
    record = {"calls": 1000, "functions": {"rules.py: move": 600, "rules.py: draw": 400}}
    assert calls.describe_excess(Counter({"rules.py: move": 690, "rules.py: draw": 410}), record) is None
    excess = calls.describe_excess(
        Counter({"rules.py: move": 600, "rules.py: draw": 400, "copy.py: copy": 101}), record
    )
    assert excess is not None
    assert "1,101 calls, 10% more than the budget of 1,000" in excess
    assert "+101            0 ->        101   copy.py: copy" in excess


def test_a_new_budget_of_one_opponent_keeps_the_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "calls.json"
    file.write_text(json.dumps({"python": calls.PYTHON_VERSION, "opponents": {"mombasa": {"reason": "as it was"}}}))
    monkeypatch.setattr(calls, "BUDGET_FILE", file)
    monkeypatch.setattr(calls, "list_tasks", lambda game: {"lab": lambda: lambda: [abs(n) for n in (1, 2, 3)]})
    calls.record_budget(["pampero"], "a faster map")
    recorded = json.loads(file.read_text())["opponents"]
    assert recorded["mombasa"] == {"reason": "as it was"}
    assert recorded["pampero"]["reason"] == "a faster map"
    assert recorded["pampero"]["lab"]["functions"]["built-in method builtins.abs"] == 3
