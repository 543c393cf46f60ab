"""Runs of the lab: the same results wherever they are played; no game is lost or played twice."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import rival
from rival.engine.simulation import InvariantError, derive_game_seed, simulate_game
from rival.home import read_pack
from rival.kernel import BadOptionError, Checklist, load_opponent
from rival.kernel.game_log import LoggedAnswer
from rival.kernel.steps import Because
from rival.lab import run as lab
from rival.lab.code_checksum import compute_code_checksum, iterate_code_files
from rival.lab.report import make_report
from rival.lab.run import TABLES, Results, RunFolder, collect_results, get_table_file, make_experiment

GAMES = sorted(rival.load_opponents())
RIVAL = [sys.executable, "-m", "rival"]
HARD = {"hard": [False, True]}


def collect_tables(results: Results) -> dict[str, pl.DataFrame]:
    """Return the tables of results."""
    return {name: getattr(results, name).collect() for name in TABLES}


def read_tables(out: Path) -> dict[str, pl.DataFrame]:
    """Return the tables in the files of a run."""
    return {name: pl.read_parquet(get_table_file(out, name)) for name in TABLES}


def are_equal(first: dict[str, pl.DataFrame], second: dict[str, pl.DataFrame]) -> bool:
    """Return whether the tables and their types are equal."""
    return all(first[name].equals(second[name]) and first[name].schema == second[name].schema for name in TABLES)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pl.DataFrame]:
    """250 games with two option sets, played in this process."""
    plan = make_experiment("rolling-heights", 250, 3, HARD)
    return collect_tables(collect_results(lab.run_experiment(plan, tmp_path_factory.mktemp("lab") / "parts")))


def make_command(out: Path, *more: str) -> list[str]:
    """Return the command of a run."""
    settings = ["--games", "250", "--seed", "3", "--set", "hard=false,true", "--out", str(out)]
    return [*RIVAL, "lab", "rolling-heights", *settings, *more]


PLANS = {
    "rolling-heights": ("250", "hard=false,true"),
    "mombasa": ("60", "target_reach=adjacent,path"),
    "pampero": ("52", "scoring_moment=after_vj,at_once"),
}
"""Small runs of every opponent, each of two chunks or more."""


@pytest.fixture(scope="module", params=sorted(PLANS))
def small_run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Path]:
    """Return the command of a small run, and its files when played by a single process."""
    games, vary = PLANS[request.param]
    out = tmp_path_factory.mktemp(request.param) / "results.parquet"
    command = [*RIVAL, "lab", request.param, "--games", games, "--seed", "3", "--set", vary]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    subprocess.run([*command, "--out", str(out)], check=True, capture_output=True, env=environment, timeout=300)
    return command, out


@pytest.mark.processes
def test_two_workers_and_another_hash_seed_give_the_same_files(
    small_run: tuple[list[str], Path], tmp_path: Path
) -> None:
    command, alone = small_run
    out = tmp_path / "results.parquet"
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    two = [*command, "--out", str(out), "--workers", "2"]
    subprocess.run(two, check=True, capture_output=True, env=environment, timeout=300)
    assert are_equal(read_tables(out), read_tables(alone))
    assert sorted(path.name for path in tmp_path.glob("results*")) == sorted(
        get_table_file(out, n).name for n in TABLES
    )


@pytest.mark.cluster
def test_a_real_ray_gives_the_same_files(small_run: tuple[list[str], Path], tmp_path: Path) -> None:
    command, alone = small_run
    out = tmp_path / "results.parquet"
    subprocess.run([*command, "--out", str(out), "--ray"], check=True, capture_output=True, timeout=300)
    assert are_equal(read_tables(out), read_tables(alone))


def wait_for_chunks(folder: Path, chunks: int) -> None:
    """Wait until this many chunks are finished."""
    for _attempt in range(1200):
        if len(list(folder.glob("0*[0-9]"))) >= chunks:
            return
        time.sleep(0.05)
    raise AssertionError("no chunk was ever finished")


@pytest.mark.kills
@pytest.mark.posix
@pytest.mark.parametrize(("how", "workers"), [("SIGINT", "1"), ("SIGINT", "2"), ("SIGKILL", "1")])
def test_a_run_that_was_ended_goes_on_with_resume(
    how: str, workers: str, expected: dict[str, pl.DataFrame], tmp_path: Path
) -> None:
    out = tmp_path / "results.parquet"
    folder = tmp_path / "results.parquet.parts"
    begun = make_command(out, "--workers", workers)
    with subprocess.Popen(
        begun, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        wait_for_chunks(folder, 1)
        os.killpg(running.pid, signal.Signals[how])  # as a terminal does it
        _out, told = running.communicate(timeout=60)
    assert running.returncode == (130 if how == "SIGINT" else -signal.SIGKILL)
    assert ("Stopped after" in told) == (how == "SIGINT")
    assert not out.exists()
    refused = subprocess.run(make_command(out), capture_output=True, text=True, check=False, timeout=60)
    assert refused.returncode == 2
    assert "Continue it with --resume" in refused.stderr
    other = subprocess.run(
        make_command(out, "--resume", "--policy", "random"), capture_output=True, text=True, check=False
    )
    assert other.returncode == 2
    assert "other settings" in other.stderr
    subprocess.run(make_command(out, "--resume"), check=True, capture_output=True, timeout=300)
    assert are_equal(read_tables(out), expected)
    assert not folder.exists()


@pytest.mark.games
def test_all_options_are_played_with_the_same_dice(expected: dict[str, pl.DataFrame]) -> None:
    """Before round 10 the harder variant makes no difference in any game."""
    early = expected["rounds"].filter((pl.col("round") < 10) & ~pl.col("over")).drop("set_hard")
    normal, hard = (early.filter(pl.col("arm") == f"hard={value}").drop("arm") for value in ("false", "true"))
    assert normal.equals(hard)
    assert expected["games"]["seed"].n_unique() == 250


@pytest.mark.games
def test_a_round_has_a_row_and_the_last_is_the_end(expected: dict[str, pl.DataFrame]) -> None:
    rounds = expected["rounds"].group_by("game", "arm", maintain_order=True).agg(pl.all())
    for row in rounds.iter_rows(named=True):
        assert row["round"] == list(range(1, len(row["round"]) + 1))
        assert row["over"] == [False] * (len(row["round"]) - 1) + [True]
        assert row["score"] == sorted(row["score"]) or row["score"][-1] < row["score"][-2]  # ads may cost him VP
    games = expected["games"]
    assert (games["opponents"] == games["score"]).all()
    assert (games["vp_plots"] + games["vp_buildings"] + games["vp_end"] == games["score"]).all()


@pytest.mark.games
@pytest.mark.parametrize("game", GAMES)
def test_hundreds_of_games_violate_no_invariant(game: str) -> None:
    against = load_opponent(game)
    for policy in against.policies:
        for number in range(40 if game == "pampero" else 150):
            played = simulate_game(against, derive_game_seed(7, number), {}, policy)
            assert played.game["rounds"] == len(played.rounds)
            assert set(played.rules) <= set(against.rules.by_id)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_explanations_counts_the_same_rules_and_questions(game: str) -> None:
    """The counts of the lab equal those in the log of the same game, and the transcript shows the same rules."""
    opponent = load_opponent(game)
    for number in range(3):
        seed = derive_game_seed(5, number)
        quick = simulate_game(opponent, seed, {}, opponent.policies[0])
        assert quick == simulate_game(opponent, seed, {}, opponent.policies[0], explain=True)
        session = rival.Session.new(opponent, seed=seed, pack=opponent.make_sample_pack())
        session.play_to_end(opponent.make_sample_player(seed, session.options))
        logged: Counter[str] = Counter()
        not_in_entries = set()  # reminders and the items of a checklist are shown with their question only
        for item in session.log:
            if isinstance(item, LoggedAnswer):
                ask = item.ask
                logged.update([*ask.cites, *(rule for reason in ask.because for rule in reason.cites)])
                with_question = [rule for line in ask.reminders for rule in line.cites]
                if isinstance(ask.answer_type, Checklist):
                    with_question += [rule for line in ask.answer_type.items for rule in line.cites]
                logged.update(with_question)
                not_in_entries.update(with_question)
            elif isinstance(item, Because):
                logged.update(item.cites)
        assert quick.rules == logged
        shown = {rule for entry in session.transcript for rule in entry.cites}
        shown |= {rule for entry in session.transcript for line in entry.because for rule in line.cites}
        assert shown | not_in_entries == set(logged)
        assert quick.asked.total() == sum(entry.kind == "answer" for entry in session.transcript)


CRAMPED = {
    "mombasa": {},
    "rolling-heights": {"full_district": ["act_if_possible", "strict_reroll"], "empty_row": ["nothing", "reroll"]},
}


@pytest.mark.games
@pytest.mark.parametrize("game", CRAMPED)
def test_every_ruling_that_needs_little_room_fires_on_the_cramped_table(game: str, tmp_path: Path) -> None:
    against = load_opponent(game)
    pack = read_pack(against.folder / "sample" / "cramped.toml")
    results = collect_results(
        lab.run_experiment(make_experiment(game, 60, 1, CRAMPED[game], pack=pack), tmp_path / "parts")
    )
    fired = set(results.rules.collect()["rule"])
    waiting = {rule.id for rule in against.rules if rule.rare_reasons and "--pack cramped" in rule.rare_reasons["en"]}
    assert waiting
    assert waiting <= fired


def test_a_first_game_asks_more_than_one_whose_boards_are_known(tmp_path: Path) -> None:
    asked = {}
    for unread in (False, True):
        results = collect_results(
            lab.run_experiment(make_experiment("pampero", 4, unread=unread), tmp_path / str(unread))
        )
        games = results.games.collect()
        asked[unread] = games["asked_table"].sum()
        assert set(games["table"]) == {"sample, unread" if unread else "sample"}
        assert ("without any description" in str(make_report(results).intro[-1])) == unread
    assert asked[True] > 2 * asked[False]


def test_a_broken_table_is_reported_with_its_journal() -> None:
    against = load_opponent("rolling-heights")
    from rival.kernel import Name

    broken = replace(against, check_invariants=lambda town: [Name("a cube is lost")] if town.round == 3 else [])
    with pytest.raises(InvariantError, match="a cube is lost") as problem:
        simulate_game(broken, 1, {}, "sensible")
    assert rival.Session.load(problem.value.journal).table.round == 3


@pytest.mark.processes
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--policy", "greedy"], "no strategy “greedy”"),
        (["--set", "hard=perhaps"], "hard can't be perhaps"),
        (["--set", "hard"], "name=value,value"),
        (["--games", "0"], "must be at least 1"),
        (["--resume"], "--resume needs --out"),
        (["--pack", "nowhere.toml"], "can't be read"),
    ],
)
def test_bad_settings_get_a_sentence(arguments: list[str], told: str) -> None:
    refused = subprocess.run(
        [*RIVAL, "lab", "rolling-heights", *arguments], capture_output=True, text=True, check=False, timeout=60
    )
    assert refused.returncode == 2
    assert told in refused.stderr
    assert "Traceback" not in refused.stderr


def test_other_settings_make_another_experiment(tmp_path: Path) -> None:
    plan = make_experiment("rolling-heights", 3)
    parts = RunFolder(tmp_path / "parts", plan)
    parts.prepare(resume=True)
    with pytest.raises(BadOptionError, match="unfinished"):
        RunFolder(tmp_path / "parts", plan).prepare(resume=False)


# --- runs of a million games ------------------------------------------------------------------------------


@pytest.mark.parametrize(("games", "varied"), [(1, {}), (49, HARD), (250, HARD), (7001, {}), (1_000_000, HARD)])
def test_every_game_is_in_one_chunk_and_a_million_games_are_few_chunks(games: int, varied: dict[str, Any]) -> None:
    plan = make_experiment("rolling-heights", games, vary=varied)
    games_by_chunk = [plan.list_games(n) for n in plan.chunks]
    assert list(chain.from_iterable(games_by_chunk)) == list(range(games))
    assert len(plan.chunks) <= max(100, plan.total_games // 1000) + 1
    assert len(plan.list_games(0)) * len(plan.arms) <= 1000


def test_the_manifest_of_a_run_names_its_code_and_other_code_is_refused(tmp_path: Path) -> None:
    plan = make_experiment("rolling-heights", 3)
    RunFolder(tmp_path, plan).prepare(resume=False)
    RunFolder(tmp_path, plan).prepare(resume=True)
    assert json.loads((tmp_path / "experiment.json").read_text())["code"] == plan.code
    with pytest.raises(BadOptionError, match="another version"):
        RunFolder(tmp_path, replace(plan, code="0123456789abcdef")).prepare(resume=True)


def test_a_worker_with_other_code_refuses_to_play() -> None:
    plan = make_experiment("rolling-heights", 3)
    with pytest.raises(BadOptionError, match="Install the same version everywhere"):
        lab.play_chunk(replace(plan, code="0123456789abcdef"), 0)


@pytest.mark.parametrize(
    ("changed", "is_refused"),
    [("rules.py", True), ("sample/pack.toml", True), ("new_module.py", True), ("art/glyphs.svg", False)],
)
def test_results_of_a_changed_plugin_are_refused(
    changed: str, is_refused: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    original = load_opponent("rolling-heights")
    folder = tmp_path / original.folder.name
    shutil.copytree(original.folder, folder)
    plugin = replace(original, folder=folder)
    before = compute_code_checksum(plugin, "sensible")
    assert before == compute_code_checksum(original, "sensible")
    with (folder / changed).open("a") as file:
        file.write("\n")
    assert (compute_code_checksum(plugin, "sensible") != before) == is_refused


def test_the_checksum_covers_the_kernel_the_simulation_and_a_policy_from_outside(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opponent = load_opponent("mombasa")
    names = {name for name, _file in iterate_code_files(opponent, "tests.lab.test_library:choose_last")}
    assert {"kernel/session.py", "kernel/chance.py", "mombasa/rules.py", "rival.engine.simulation"} <= names
    assert "tests.lab.test_library" in names
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "changing_bot.py").write_text("def choose(moves, observation):\n    return 0\n")
    before = compute_code_checksum(opponent, "changing_bot:choose")
    (tmp_path / "changing_bot.py").write_text("def choose(moves, observation):\n    return -1\n")
    assert compute_code_checksum(opponent, "changing_bot:choose") != before
