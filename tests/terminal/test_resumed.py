"""Resuming a game that the present rules can replay only in part: no saved data is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from rival.commands import play
from rival.engine import Engine
from rival.terminal.screen import Screen

STOPS = next(iter(sorted((Path(__file__).parents[1] / "journals").glob("mombasa-rules1-*.jsonl"))))


@pytest.fixture
def went_on(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of games that were opened at the terminal."""
    opened: list[str] = []
    monkeypatch.setattr(play, "companion", lambda id, engine, screen: opened.append(id))
    return opened


def test_a_kept_game_stays_even_if_a_file_is_called_like_it(
    went_on: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Engine()
    id = engine.load(STOPS.read_text(encoding="utf-8")).id
    monkeypatch.chdir(tmp_path)
    Path(id).write_text("something else", encoding="utf-8")
    play.resume(id, engine, Screen("en", plain=True))
    assert {one.id for one in engine.games()} == {id, *went_on}
    assert went_on != [id]


def test_of_a_file_only_the_game_that_goes_on_is_kept(went_on: list[str]) -> None:
    engine = Engine()
    play.resume(str(STOPS), engine, Screen("en", plain=True))
    assert [one.id for one in engine.games()] == went_on
    assert STOPS.exists()
