"""Practice games and comparisons by the engine: the moves define the whole game."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from fastapi.testclient import TestClient

import rival
from rival.engine import Engine
from rival.engine.practice import PracticeState
from rival.engine.responses import can_be_practised
from rival.kernel import BadAnswerError, BadOptionError, percentiles
from rival.server.app import make_app

MAYOR = "rolling-heights"
SIDES = [game for game in sorted(rival.load_opponents()) if can_be_practised(game)]


def play_last_options(engine: Engine, game: str, seed: int = 3) -> tuple[list[str], PracticeState]:
    """Return the moves and the state of a game in which always the last option was chosen."""
    moves: list[str] = []
    now = engine.load_practice_state(game, seed=seed)
    while now.choice is not None:
        moves.append(str(now.choice.options[-1].id))
        now = engine.load_practice_state(game, moves, seed=seed)
    return moves, now


def test_the_mayor_can_be_practised_against() -> None:
    assert MAYOR in SIDES
    offered = {one.id: one.practice for one in Engine().list_opponents()}
    assert offered == {game: game in SIDES for game in rival.load_opponents()}


@pytest.mark.parametrize("game", SIDES)
def test_the_choices_are_the_whole_game_wherever_it_is_asked_for(game: str) -> None:
    moves, now = play_last_options(Engine(), game)
    assert now.state.over
    assert now.choices == len(moves)
    assert now.compared is not None
    assert {one.path for one in now.course} <= set(rival.load_opponents()[game].charted_values)
    assert now.course or game != MAYOR  # the others' numbers need not change in such a game
    assert Engine().load_practice_state(game, moves, seed=3) == now


@pytest.mark.parametrize("game", SIDES)
def test_going_back_is_asking_with_fewer_choices(game: str) -> None:
    engine = Engine()
    moves, _now = play_last_options(engine, game)
    then = engine.load_practice_state(game, moves[:2], seed=3)
    assert then == Engine().load_practice_state(game, moves[:2], seed=3)
    assert then.choice is not None
    assert len(then.choice.options) > 1


def test_the_results_of_the_last_choice_are_marked_as_news() -> None:
    moves, _now = play_last_options(Engine(), MAYOR)
    engine = Engine()
    before = engine.load_practice_state(MAYOR, [], seed=3)
    for place in range(1, 8):
        now = engine.load_practice_state(MAYOR, moves[:place], seed=3)
        assert now.news == before.state.length
        before = now


def test_only_the_entries_that_are_missing_come() -> None:
    engine = Engine()
    whole = engine.load_practice_state(MAYOR, seed=3)
    part = engine.load_practice_state(MAYOR, seed=3, since=whole.state.length - 1)
    assert part.state.entries == whole.state.entries[-1:]


def test_choices_for_the_mayor_and_for_your_side_have_their_own_texts() -> None:
    engine = Engine()
    moves, _now = play_last_options(engine, MAYOR)
    asked = [engine.load_practice_state(MAYOR, moves[:place], seed=3).choice for place in range(len(moves))]
    keys = {one.key for one in asked if one is not None}
    assert keys >= {"move"}
    assert all(one is not None and one.kind == "choice" and one.who == "player" for one in asked)


def test_a_plot_of_ones_own_is_tapped_on_its_district() -> None:
    engine = Engine()
    now = engine.load_practice_state(MAYOR, ["1-1"], seed=3)
    assert now.choice is not None
    district = str(now.choice.options[0].id)
    plots = engine.load_practice_state(MAYOR, ["1-1", district], seed=3).choice
    assert plots is not None
    assert plots.look is not None
    assert [place.view for place in plots.look.on] == ["district-1"]
    assert all(len(str(one.id)) == 2 for one in plots.options)


def test_an_impossible_choice_gives_an_error() -> None:
    engine = Engine()
    with pytest.raises(BadAnswerError, match="You can't choose “nonsense” now"):
        engine.load_practice_state(MAYOR, ["nonsense"], seed=3)
    with pytest.raises(BadOptionError, match="no opponent"):
        engine.load_practice_state("chess")
    with pytest.raises(BadOptionError, match="has no option"):
        engine.load_practice_state(MAYOR, options={"nonsense": True})


@cache
def make_client() -> TestClient:
    """Return a shared client. Practising saves nothing, and starting a server is slow."""
    return TestClient(make_app(Engine()), base_url="http://127.0.0.1")


def request_practice(body: dict[str, Any], lang: str = "en") -> Any:
    """Request the state of a practice game."""
    return make_client().post(f"/api/practice?lang={lang}", json=body)


def test_practice_over_http_in_both_languages() -> None:
    english, russian = (request_practice({"game": MAYOR, "seed": 3}, lang).json() for lang in ("en", "ru"))
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
def test_a_malformed_request_gives_an_error(body: dict[str, Any]) -> None:
    answer = request_practice(body)
    assert answer.status_code == 422
    assert answer.json()["message"]


# --- par ---------------------------------------------------------------------------------------------------


def test_the_game_is_compared_with_samples_round_by_round() -> None:
    engine = Engine()
    sample = engine.open_sample(MAYOR, seed=7)
    found = engine.compare_with_sample_games(sample.id)
    assert found is not None
    assert sample.result is not None
    assert found.score == sample.result.scores["mayor"]
    assert found.text is not None
    assert "sample games" in found.text
    rounds = [round for round, _score in found.course]
    assert rounds == sorted(rounds)
    assert [band.round for band in found.bands] == sorted(band.round for band in found.bands)
    assert all(len(band.scores) == 10 for band in found.bands)
    assert len(found.final) == 10


def test_before_the_first_round_has_ended_there_are_only_the_sample_games() -> None:
    engine = Engine()
    found = engine.compare_with_sample_games(engine.begin_game(MAYOR, seed=7).id)
    assert found is not None
    assert found.text is None
    assert found.course == ()
    assert found.bands


def test_an_opponent_without_sample_games_has_no_par(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(percentiles, "load_curves", lambda folder: None)
    engine = Engine()
    assert engine.compare_with_sample_games(engine.begin_game(MAYOR, seed=7).id) is None
