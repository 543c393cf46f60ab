"""Resuming a game that the present rules can replay only in part: no saved data is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from rival.commands import play
from rival.engine import Engine
from rival.terminal.screen import Screen

STOPS = next(iter(sorted((Path(__file__).parents[1] / "journals").glob("mombasa-rules1-*.jsonl"))))


@pytest.fixture
def opened_games(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of games that were opened at the terminal."""
    opened: list[str] = []
    monkeypatch.setattr(play, "play_game", lambda id, engine, screen: opened.append(id))
    return opened


def test_a_kept_game_stays_even_if_a_file_is_called_like_it(
    opened_games: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Engine()
    id = engine.load_journal(STOPS.read_text(encoding="utf-8")).id
    monkeypatch.chdir(tmp_path)
    Path(id).write_text("something else", encoding="utf-8")
    play.resume_game(id, engine, Screen("en", plain=True))
    assert {one.id for one in engine.list_games()} == {id, *opened_games}
    assert opened_games != [id]


def test_of_an_imported_file_only_the_continued_game_is_saved(opened_games: list[str]) -> None:
    engine = Engine()
    play.resume_game(str(STOPS), engine, Screen("en", plain=True))
    assert [one.id for one in engine.list_games()] == opened_games
    assert STOPS.exists()
