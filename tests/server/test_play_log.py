"""Logging a finished game in a play log: the link for BG Stats, and the same as text."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from rival.engine import Engine
from rival.engine.play_log import PlayLogEntry, build_play_log_entry
from rival.kernel import Json, Session
from tests.support.page import play_sample_until

ENDED = 1_800_000_000  # 2027-01-15 08:00 in UTC


def play_to_end(game: str, lang: str = "en", options: dict[str, Json] | None = None) -> Session:
    """Return a finished game whose pack is not marked as a sample."""
    made_up = Session.new(game, seed=7, lang=lang, options=options)
    sample = made_up.opponent.make_sample_player(7, made_up.options)
    while made_up.open_ask is not None:
        made_up.answer(sample.answer(made_up.open_ask, made_up.table))
    return made_up


def read_link_data(play: PlayLogEntry | None) -> dict[str, Any]:
    """Return the data in the link."""
    assert play is not None
    address = urlsplit(play.link)
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    asked = parse_qs(address.query, strict_parsing=True)
    assert list(asked) == ["data"]
    data: dict[str, Any] = json.loads(asked["data"][0])
    return data


def test_a_play_against_the_mayor_to_the_letter() -> None:
    session = play_to_end("rolling-heights", options={"hard": True})
    result = session.result
    assert result is not None
    data = read_link_data(build_play_log_entry(session, "a-game", ENDED - 5400, ENDED))
    assert data == {
        "sourceName": "Rival",
        "sourcePlayId": "a-game",
        "playDate": "2027-01-15 08:00:00",
        "durationMin": 90,
        "comments": "Harder variant: yes: three rolls already from round 10. Standard rulings.",
        "game": {
            "name": "Rolling Heights",
            "sourceGameId": "rolling-heights",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": {"you": "You", "mayor": "The Mayor"}[side],
                "sourcePlayerId": side,
                "score": score,
                "winner": side == result.winner,
                "startPlayer": side == "you",
            }
            for side, score in result.scores.items()
        ],
    }
    assert {one["sourcePlayerId"] for one in data["players"]} == {"you", "mayor"}


@pytest.mark.parametrize(("game", "number"), [("mombasa", 172386), ("pampero", 304510), ("rolling-heights", None)])
def test_a_game_is_identified_by_its_number_or_its_name(game: str, number: int | None) -> None:
    data = read_link_data(build_play_log_entry(play_to_end(game), "a-game", ENDED - 60, ENDED))
    assert data["game"].get("bggId") == number
    assert all(isinstance(one["winner"], bool) for one in data["players"])


def test_where_nobody_can_be_beaten_a_level_is_the_win() -> None:
    session = play_to_end("mombasa")
    result = session.result
    assert result is not None
    data = read_link_data(build_play_log_entry(session, "a-game", ENDED - 60, ENDED))
    assert [one["winner"] for one in data["players"]] == [result.level is not None]
    assert ("Level: " in data["comments"]) == (result.level is not None)


def test_the_text_says_the_same_in_the_language_of_the_reader() -> None:
    play = build_play_log_entry(
        play_to_end("rolling-heights", "ru", {"orange": "material"}), "a-game", ENDED - 5400, ENDED
    )
    assert play is not None
    lines = play.text.splitlines()
    assert lines[0].endswith("одиночная партия, соперник — мэр")
    assert lines[1].endswith("90 мин")
    assert lines[2].startswith("Вы: ")
    assert "Level" not in play.text
    assert "Rulings" not in play.text


@pytest.mark.parametrize("begun", [ENDED - 13 * 3600, ENDED, ENDED + 100])
def test_a_game_that_lay_overnight_or_a_clock_that_jumped_gives_no_duration(begun: int) -> None:
    data = read_link_data(build_play_log_entry(play_to_end("mombasa"), "a-game", begun, ENDED))
    assert "durationMin" not in data


def test_a_game_that_goes_on_and_a_made_up_table_are_not_logged() -> None:
    assert build_play_log_entry(Session.new("mombasa", seed=1), "a-game", 0, 60) is None
    assert build_play_log_entry(play_sample_until("rolling-heights", lambda ask: False), "a-game", 0, 60) is None


def test_the_engine_returns_the_play_of_a_saved_game() -> None:
    engine = Engine()
    session = play_to_end("rolling-heights")
    state = engine.load_journal(session.journal.format_text())
    data = read_link_data(engine.export_play(state.id, "en"))
    assert data["sourcePlayId"] == state.id
    assert engine.export_play(engine.begin_game("mombasa").id) is None
    assert engine.export_play(engine.open_sample("mombasa", seed=3).id) is None
