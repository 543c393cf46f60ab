"""Comparison of a game with the sample games of the lab."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rival
from rival.commands.lab import write_score_curves
from rival.engine import Engine
from rival.games.rolling_heights import opponent as mayor
from rival.kernel import BadOptionError, load_opponent
from rival.kernel.percentiles import (
    compare_round_score,
    compare_score,
    compute_score_thresholds,
    count_games_below,
    describe_comparison,
    load_curves,
)
from rival.kernel.texts import ENGLISH
from rival.lab.run import make_experiment, play_locally
from rival.terminal.screen import Screen
from rival.terminal.terminal_game import TerminalGame


@given(st.lists(st.integers(-5, 90), min_size=10, max_size=300), st.integers(-10, 100))
def test_ahead_of_seven_means_higher_than_seven_of_ten_games(scores: list[int], score: int) -> None:
    below = sum(one < score for one in scores)
    assert count_games_below(score, compute_score_thresholds(scores)) == 10 * below // len(scores)


@pytest.mark.parametrize("game", sorted(rival.load_opponents()))
def test_the_shipped_curves_rise_and_say_that_they_are_samples(game: str) -> None:
    against = load_opponent(game)
    data = load_curves(against.folder)
    assert data is not None
    assert data["sample"] is True
    changes = [{}, *({one.name: value} for one in against.settings for value, _words in one.values[1:])]
    assert [one["options"] for one in data["curves"]] == changes
    for one in data["curves"]:
        for curve in [*one["rounds"].values(), one["final"]]:
            assert len(curve) == 10
            assert curve == sorted(curve)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (
            "mombasa",
            "After round 3, cards the virtual player took: 99. That is more than in 10 of 10 sample games.",
        ),
        ("pampero", "After turn 3 VJ has 999. That is more than in 10 of 10 sample games."),
        ("rolling-heights", "After round 3 the Mayor has 99. That is more than in 10 of 10 sample games."),
    ],
)
def test_par_is_told_in_the_words_of_each_opponent(game: str, told: str) -> None:
    against = load_opponent(game)
    found = compare_score(against, against.resolve_options(None), 3, 999 if game == "pampero" else 99)
    assert found is not None
    assert describe_comparison(against, found).render(ENGLISH) == told
    end = compare_score(against, against.resolve_options(None), None, -1)
    assert end is not None
    lowest = describe_comparison(against, end).render(ENGLISH)
    assert "one of the lowest" in lowest
    assert lowest.endswith("among the sample games.")


@pytest.mark.parametrize("game", sorted(rival.load_opponents()))
def test_par_speaks_from_round_three_on_and_never_of_none_of_ten(game: str) -> None:
    against = load_opponent(game)
    assert [compare_score(against, against.resolve_options(None), round, 5) for round in (1, 2)] == [None, None]
    for round in (3, 4, None):
        for score in (-5, 0, 3, 500):
            found = compare_score(against, against.resolve_options(None), round, score)
            for lang in ("en", "ru"):
                told = "" if found is None else describe_comparison(against, found).render(against.load_catalogue(lang))
                assert "0 of 10" not in told.replace("10 of 10", "")
                assert "0 из 10" not in told.replace("10 из 10", "")
                assert score < 500 or found is None or "10" in told


def test_a_high_score_is_ahead_of_more_games_than_a_low_one() -> None:
    low, high = (compare_score(mayor, mayor.resolve_options(None), 8, score) for score in (10, 60))
    assert low is not None
    assert high is not None
    assert (low.games_below, high.games_below) == (0, 10)
    told = describe_comparison(mayor, high).render(ENGLISH)
    assert told == "After round 8 the Mayor has 60. That is more than in 10 of 10 sample games."


def test_options_without_a_curve_of_their_own_are_compared_with_the_usual_ones_and_it_says_so() -> None:
    both = mayor.resolve_options({"hard": True, "centre_distance": "steps"})
    found = compare_score(mayor, both, 8, 30)
    assert found is not None
    assert not found.has_same_options
    assert "default options" in describe_comparison(mayor, found).render(ENGLISH)
    hard = compare_score(mayor, mayor.resolve_options({"hard": True}), 8, 30)
    assert hard is not None
    assert hard.has_same_options


def test_where_no_curve_is_there_is_no_par() -> None:
    assert compare_score(mayor, mayor.resolve_options(None), 400, 30) is None
    session = rival.Session.new(mayor, seed=1)
    assert compare_round_score(mayor, session.options, session.table, is_over=False) is None


def test_the_companion_shows_par_after_each_round_and_at_the_end(tmp_path: Path) -> None:
    journal = rival.play_demo("rolling-heights", seed=3).journal
    end = journal.active_entries[-1][2]
    file = tmp_path / "game.jsonl"
    session = rival.Session.load(journal.format_text())
    session.undo()
    file.write_text(session.journal.format_text())
    played = subprocess.run(
        [sys.executable, "-m", "rival", "play", "--resume", str(file), "--plain"],
        input=f"ads {end['ads']} yours {end['yours']}\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "At the end the Mayor has" in played.stdout


def test_a_real_game_is_compared_only_if_that_is_switched_on_and_it_is_remembered(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def play_lines(lines: list[str]) -> str:
        engine = Engine()
        id = engine.begin_game(mayor.id, seed=3).id
        session = engine.load_session(id)
        sample = mayor.make_sample_player(3, session.options)

        def go_on() -> None:
            assert session.open_ask is not None
            said = sample.answer(session.open_ask, session.table)
            engine.change_session(id, len(session.journal.log), lambda here: here.answer_by_id(said))

        while (
            session.opponent.get_round(session.table) < 3
            or session.open_ask is None
            or session.open_ask.key != "your-turn"
        ):
            assert session.open_ask is not None
            go_on()

        def typed(prompt: str) -> str:
            if lines:
                return lines.pop(0)
            if mayor.get_round(session.table) > 4 or session.open_ask is None:
                return "quit"
            go_on()
            return "history"

        TerminalGame(engine, id, Screen("en", plain=True), typed).play()
        return capsys.readouterr().out

    assert not re.search("(of 10|among the) sample games", play_lines([]))
    assert "After round 3" in play_lines(["par"])
    assert "After round 3" in play_lines([])
    assert not re.search("(of 10|among the) sample games", play_lines(["par"]))


def test_the_lab_makes_the_curves(tmp_path: Path) -> None:
    out = tmp_path / "par.json"
    command = ["lab", "rolling-heights", "--par", "--games", "20", "--out", str(out)]
    subprocess.run([sys.executable, "-m", "rival", *command], capture_output=True, check=True)
    made = load_curves(tmp_path)
    assert made is not None
    assert [one["options"] for one in made["curves"]] == [one["options"] for one in load_curves(mayor.folder)["curves"]]  # type: ignore[index]


def test_an_opponent_that_measures_nothing_has_no_par(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(mayor, measure_table=None, measure_labels={})
    monkeypatch.setattr("rival.lab.run.load_opponent", lambda game: bare)
    with pytest.raises(BadOptionError, match="has no score"):
        write_score_curves(make_experiment("rolling-heights", 1), play_locally, None, "en")
    assert compare_round_score(bare, bare.resolve_options(None), None, is_over=True) is None
