"""Practice games and comparisons by the engine: the moves define the whole game."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from fastapi.testclient import TestClient

import rival
from rival.engine import Engine
from rival.engine.practice import PracticeState
from rival.engine.states import can_be_practised
from rival.kernel import BadAnswer, BadOption, par
from rival.server.app import make_app

MAYOR = "rolling-heights"
SIDES = [game for game in sorted(rival.opponents()) if can_be_practised(game)]


def finished(engine: Engine, game: str, seed: int = 3) -> tuple[list[str], PracticeState]:
    """Return the moves and the state of a game in which always the last option was chosen."""
    moves: list[str] = []
    now = engine.practice(game, seed=seed)
    while now.choice is not None:
        moves.append(str(now.choice.options[-1].id))
        now = engine.practice(game, moves, seed=seed)
    return moves, now


def test_the_mayor_can_be_practised_against() -> None:
    assert MAYOR in SIDES
    offered = {one.id: one.practice for one in Engine().opponents()}
    assert offered == {game: game in SIDES for game in rival.opponents()}


@pytest.mark.parametrize("game", SIDES)
def test_the_choices_are_the_whole_game_wherever_it_is_asked_for(game: str) -> None:
    moves, now = finished(Engine(), game)
    assert now.state.over
    assert now.choices == len(moves)
    assert now.compared is not None
    assert {one.path for one in now.course} <= set(rival.opponents()[game].followed)
    assert now.course or game != MAYOR  # the others' numbers need not change in such a game
    assert Engine().practice(game, moves, seed=3) == now


@pytest.mark.parametrize("game", SIDES)
def test_going_back_is_asking_with_fewer_choices(game: str) -> None:
    engine = Engine()
    moves, _now = finished(engine, game)
    then = engine.practice(game, moves[:2], seed=3)
    assert then == Engine().practice(game, moves[:2], seed=3)
    assert then.choice is not None
    assert len(then.choice.options) > 1


def test_what_came_of_the_last_choice_is_news() -> None:
    moves, _now = finished(Engine(), MAYOR)
    engine = Engine()
    before = engine.practice(MAYOR, [], seed=3)
    for place in range(1, 8):
        now = engine.practice(MAYOR, moves[:place], seed=3)
        assert now.news == before.state.length
        before = now


def test_only_the_entries_that_are_missing_come() -> None:
    engine = Engine()
    whole = engine.practice(MAYOR, seed=3)
    part = engine.practice(MAYOR, seed=3, since=whole.state.length - 1)
    assert part.state.entries == whole.state.entries[-1:]


def test_a_choice_of_the_mayors_is_put_as_it_is_and_one_of_your_own_in_its_words() -> None:
    engine = Engine()
    moves, _now = finished(engine, MAYOR)
    asked = [engine.practice(MAYOR, moves[:place], seed=3).choice for place in range(len(moves))]
    keys = {one.key for one in asked if one is not None}
    assert keys >= {"move"}
    assert all(one is not None and one.kind == "choice" and one.who == "player" for one in asked)


def test_a_plot_of_ones_own_is_tapped_on_its_district() -> None:
    engine = Engine()
    now = engine.practice(MAYOR, ["1-1"], seed=3)
    assert now.choice is not None
    district = str(now.choice.options[0].id)
    plots = engine.practice(MAYOR, ["1-1", district], seed=3).choice
    assert plots is not None
    assert plots.look is not None
    assert [place.view for place in plots.look.on] == ["district-1"]
    assert all(len(str(one.id)) == 2 for one in plots.options)


def test_what_is_no_choice_gets_a_sentence() -> None:
    engine = Engine()
    with pytest.raises(BadAnswer, match="You can't choose “nonsense” now"):
        engine.practice(MAYOR, ["nonsense"], seed=3)
    with pytest.raises(BadOption, match="no opponent"):
        engine.practice("chess")
    with pytest.raises(BadOption, match="has no option"):
        engine.practice(MAYOR, options={"nonsense": True})


@cache
def page() -> TestClient:
    """Return a shared client. Practising saves nothing, and starting a server is slow."""
    return TestClient(make_app(Engine()), base_url="http://127.0.0.1")


def asked(body: dict[str, Any], lang: str = "en") -> Any:
    """Request the state of a practice game."""
    return page().post(f"/api/practice?lang={lang}", json=body)


def test_practice_over_http_in_both_languages() -> None:
    english, russian = (asked({"game": MAYOR, "seed": 3}, lang).json() for lang in ("en", "ru"))
    assert english["choice"]["text"] != russian["choice"]["text"]
    assert [one["id"] for one in english["choice"]["options"]] == [one["id"] for one in russian["choice"]["options"]]
    assert english["how_to_play"] != russian["how_to_play"]
    assert english["state"]["sample"]
    assert english["state"]["live"] is False


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": "chess"},
        {"game": MAYOR, "moves": ["x" * 100]},
        {"game": MAYOR, "moves": [1]},
        {"game": MAYOR, "moves": ["1-1"] * 3000},
        {"game": MAYOR, "moves": ["nonsense"], "seed": 1},
        {"game": MAYOR, "extra": 1},
    ],
)
def test_a_misshapen_wish_is_refused_with_a_sentence(body: dict[str, Any]) -> None:
    answer = asked(body)
    assert answer.status_code == 422
    assert answer.json()["message"]


# --- par ---------------------------------------------------------------------------------------------------


def test_par_stands_beside_the_game_round_by_round() -> None:
    engine = Engine()
    sample = engine.sample(MAYOR, seed=7)
    found = engine.par(sample.id)
    assert found is not None
    assert sample.result is not None
    assert found.score == sample.result.scores["mayor"]
    assert found.text is not None
    assert "Compared with sample games" in found.text
    rounds = [round for round, _score in found.course]
    assert rounds == sorted(rounds)
    assert [band.round for band in found.bands] == sorted(band.round for band in found.bands)
    assert all(len(band.scores) == 10 for band in found.bands)
    assert len(found.final) == 10


def test_before_the_first_round_has_ended_there_are_only_the_sample_games() -> None:
    engine = Engine()
    found = engine.par(engine.begin(MAYOR, seed=7).id)
    assert found is not None
    assert found.text is None
    assert found.course == ()
    assert found.bands


def test_an_opponent_without_sample_games_has_no_par(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(par, "load", lambda folder: None)
    engine = Engine()
    assert engine.par(engine.begin(MAYOR, seed=7).id) is None
