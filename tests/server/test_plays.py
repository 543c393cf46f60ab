"""Logging a finished game in a play log: the link for BG Stats, and the same as text."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from rival.engine import Engine
from rival.engine.plays import LoggedPlay, logged
from rival.kernel import Json, Session
from tests.support.page import played

ENDED = 1_800_000_000  # 2027-01-15 08:00 in UTC


def finished(game: str, lang: str = "en", options: dict[str, Json] | None = None) -> Session:
    """Return a finished game whose pack is not marked as a sample."""
    made_up = Session.new(game, seed=7, lang=lang, options=options)
    sample = made_up.opponent.sample(7, made_up.options)
    while made_up.open is not None:
        made_up.answer(sample.answer(made_up.open, made_up.table))
    return made_up


def data_of(play: LoggedPlay | None) -> dict[str, Any]:
    """Return the data in the link."""
    assert play is not None
    address = urlsplit(play.link)
    assert (address.scheme, address.netloc, address.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    asked = parse_qs(address.query, strict_parsing=True)
    assert list(asked) == ["data"]
    found: dict[str, Any] = json.loads(asked["data"][0])
    return found


def test_a_play_against_the_mayor_to_the_letter() -> None:
    session = finished("rolling-heights", options={"hard": True})
    result = session.result
    assert result is not None
    data = data_of(logged(session, "a-game", ENDED - 5400, ENDED))
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
def test_a_game_is_known_by_its_number_or_by_its_name(game: str, number: int | None) -> None:
    data = data_of(logged(finished(game), "a-game", ENDED - 60, ENDED))
    assert data["game"].get("bggId") == number
    assert all(isinstance(one["winner"], bool) for one in data["players"])


def test_where_nobody_can_be_beaten_a_level_is_the_win() -> None:
    session = finished("mombasa")
    result = session.result
    assert result is not None
    data = data_of(logged(session, "a-game", ENDED - 60, ENDED))
    assert [one["winner"] for one in data["players"]] == [result.level is not None]
    assert ("Level: " in data["comments"]) == (result.level is not None)


def test_the_text_says_the_same_in_the_language_of_the_reader() -> None:
    play = logged(finished("rolling-heights", "ru", {"orange": "material"}), "a-game", ENDED - 5400, ENDED)
    assert play is not None
    lines = play.text.splitlines()
    assert lines[0].endswith("одиночная партия, соперник — мэр")
    assert lines[1].endswith("90 мин")
    assert lines[2].startswith("Вы: ")
    assert "Level" not in play.text
    assert "Rulings" not in play.text


@pytest.mark.parametrize("begun", [ENDED - 13 * 3600, ENDED, ENDED + 100])
def test_a_game_that_lay_overnight_or_a_clock_that_jumped_gives_no_duration(begun: int) -> None:
    data = data_of(logged(finished("mombasa"), "a-game", begun, ENDED))
    assert "durationMin" not in data


def test_a_game_that_goes_on_and_a_made_up_table_are_not_logged() -> None:
    assert logged(Session.new("mombasa", seed=1), "a-game", 0, 60) is None
    assert logged(played("rolling-heights", lambda ask: False), "a-game", 0, 60) is None


def test_the_engine_tells_it_of_a_kept_game() -> None:
    engine = Engine()
    session = finished("rolling-heights")
    state = engine.load(session.journal.dumps())
    data = data_of(engine.play(state.id, "en"))
    assert data["sourcePlayId"] == state.id
    assert engine.play(engine.begin("mombasa").id) is None
    assert engine.play(engine.sample("mombasa", seed=3).id) is None
