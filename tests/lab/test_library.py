"""The lab as a library: the same results as the command, with policies from outside."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rival.lab
from rival.engine import player_policies
from rival.kernel import BadAnswerError, BadOptionError, PlayerMove
from tests.support.command_line import run_rival

GAME = "rolling-heights"


class FirstMove:
    """A policy that always makes the first move."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose_move(self, moves: Sequence[PlayerMove], observation: Mapping[str, int]) -> PlayerMove:
        assert observation["round"] >= 0
        return moves[0]


def choose_last(moves: Sequence[PlayerMove], observation: Mapping[str, int]) -> str:
    return moves[-1].id


class FirstAction:
    """An agent like those of Stable-Baselines3."""

    def predict(self, observation: Any, *, action_masks: Any) -> tuple[int, None]:
        assert action_masks.sum() > 1
        return int(action_masks.nonzero()[0][0]), None


def collect_games(results: Any) -> pl.DataFrame:
    games = results.games.collect()
    assert isinstance(games, pl.DataFrame)
    return games


def test_it_gives_the_results_of_the_command(tmp_path: Path) -> None:
    out = tmp_path / "results.parquet"
    done = run_rival("lab", GAME, "--games", "7", "--seed", "3", "--set", "hard=true", "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert collect_games(rival.lab.play(GAME, 7, 3, {"hard": True})).equals(pl.read_parquet(out))


def test_compare_returns_the_difference_of_each_value() -> None:
    effects = rival.lab.compare(GAME, {"hard": [False, True]}, games=5)
    assert {(effect.option, effect.base, effect.value) for effect in effects} == {("hard", "false", "true")}
    assert "opponents" in [effect.column for effect in effects]


def test_a_function_a_class_and_an_agent_choose_the_moves() -> None:
    own = collect_games(rival.lab.play(GAME, 4))
    by_class = collect_games(rival.lab.play(GAME, 4, policy=FirstMove))
    by_agent = collect_games(rival.lab.play(GAME, 4, policy=FirstAction()))
    by_name = collect_games(rival.lab.play(GAME, 4, policy=f"{__name__}:FirstMove"))
    by_function = collect_games(rival.lab.play(GAME, 4, policy=choose_last))
    scores = [table["yours"].to_list() for table in (own, by_class, by_agent, by_name, by_function)]
    assert scores[1] == scores[2] == scores[3]
    assert len({tuple(score) for score in (scores[0], scores[1], scores[4])}) == 3
    assert set(by_name["policy"]) == {f"{__name__}:FirstMove"}


def test_a_policy_that_is_not_there_or_chooses_nonsense_is_named() -> None:
    with pytest.raises(BadOptionError, match="can't be loaded"):
        rival.lab.play(GAME, 1, policy="nowhere:Policy")
    with pytest.raises(BadAnswerError, match="not a possible move"):
        rival.lab.play(GAME, 1, policy=lambda moves, observation: "nonsense")
    with pytest.raises(BadOptionError, match="several processes"):
        rival.lab.play(GAME, 1, policy=lambda moves, observation: 0, workers=2)
    player_policies.LOCAL_POLICIES.clear()


@pytest.mark.processes
def test_the_command_plays_a_policy_of_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text("def choose(moves, observation):\n    return 0\n")
    command = [sys.executable, "-P", "-m", "rival", "lab", GAME, "--games", "2", "--policy", "mybot:choose"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "mybot:choose" in done.stdout


RUN_LAB = "from rival.commands.main import main; sys.argv = ['rival', 'lab', 'mombasa']; main()"


@pytest.mark.processes
@pytest.mark.parametrize(
    ("missing", "code", "extra"), [("polars", RUN_LAB, "lab"), ("gymnasium", "import rival.lab.env", "gym")]
)
def test_a_missing_extra_is_named_in_one_sentence(missing: str, code: str, extra: str) -> None:
    hidden = f"import sys; sys.modules[{missing!r}] = None; {code}"
    done = subprocess.run([sys.executable, "-c", hidden], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert last.endswith(f"The package “{missing}” is missing. Install it with: pip install 'rival-solo[{extra}]'")
    assert ("Traceback" in done.stderr) == (missing == "gymnasium")


def test_the_last_round_is_shown_and_the_heading_fits_the_turns() -> None:
    from rival.kernel.texts import ENGLISH
    from rival.lab import html_report, stats
    from rival.lab.report import make_report

    results = rival.lab.play("mombasa", 4)
    points = next(iter(stats.compute_curves(results, results.plan.opponent.charted_measures[0]).values()))
    assert (points[-1].is_end, points[-1].games) == (True, 4)
    assert points[-1].round == points[-2].round + 1
    report = make_report(results)
    page = html_report.render_page(report, ENGLISH)
    assert '<td class="n">end</td>' in page
    titles = [str(section.title) for section in report.sections]
    has_turns = "turns" in results.plan.opponent.measure_labels
    assert ("Questions in each turn of the opponent" in titles) == has_turns
    assert ("Questions in each round" in titles) != has_turns
