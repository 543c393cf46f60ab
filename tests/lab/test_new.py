"""``rival new``: the new opponent plays at once, fulfils the contract, and equals the one built in the tutorial."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rival.kernel import BadOptionError
from rival.lab.new_opponent import create_opponent, render_template
from rival.testing import CONTRACT

ROOT = Path(__file__).parents[2]
OWN = 7
"""Tests of its rules and its picture, beside those of the contract."""
TUTORIAL = ROOT / "docs" / "tutorial.md"
RIVAL = [sys.executable, "-m", "rival"]
BLOCK = re.compile(r"^`([\w./]+)`[^\n]*:\n\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def install_package(folder: Path, where: Path) -> dict[str, str]:
    """Install a package into a folder; return an environment that has it."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--target"]
    subprocess.run([*pip, str(where), str(folder)], check=True, capture_output=True)
    return {**os.environ, "PYTHONPATH": str(where), "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.fixture(scope="module")
def new_opponent_folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    folder = tmp_path_factory.mktemp("new")
    subprocess.run([*RIVAL, "new", "my-opponent", str(folder / "mine")], check=True, capture_output=True)
    return folder / "mine", install_package(folder / "mine", folder / "site-packages")


def run_installed(environment: dict[str, str], *command: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *command],
        input=typed,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_its_name_is_everywhere(new_opponent_folder: tuple[Path, dict[str, str]]) -> None:
    files = [
        file for file in new_opponent_folder[0].rglob("*") if file.is_file() and file.suffix not in (".mo", ".pyc")
    ]
    assert (new_opponent_folder[0] / "tests" / "test_my_opponent.py") in files
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    assert not re.search(r"five[-_]stalls|Five Stalls|FS-|_fs_", text)
    assert "test_mo_a1" in text


def test_its_own_tests_pass(new_opponent_folder: tuple[Path, dict[str, str]]) -> None:
    folder, environment = new_opponent_folder
    assert f"{OWN + len(CONTRACT)} passed" in run_installed(
        environment, "-m", "pytest", "-p", "no:cacheprovider", str(folder)
    )


def test_it_keeps_the_contract_of_all_opponents(new_opponent_folder: tuple[Path, dict[str, str]]) -> None:
    contract = str(ROOT / "tests" / "test_contract.py")
    told = run_installed(
        new_opponent_folder[1], "-m", "pytest", "-p", "no:cacheprovider", "-k", "my-opponent", contract
    )
    assert re.search(r"[23]\d passed", told)


LOOK = """
import json
from dataclasses import asdict
from rival.engine import Engine

engine = Engine()
state = engine.begin_game("my-opponent", seed=1)
state = engine.answer(state.id, state.at, True)
state = engine.answer(state.id, state.at, {"stall": "a", "tokens": 2})
print(json.dumps({"views": [asdict(view) for view in state.views], "art": engine.load_art("my-opponent").svg,
    "on": [target.view for target in state.question.look.on], "lit": [e.shows.lit for e in state.entries if e.shows],
    "figure": asdict(state.figure)}))
"""


def test_its_picture_comes_with_the_state_of_a_game(new_opponent_folder: tuple[Path, dict[str, str]]) -> None:
    """The views are the score and five tiles; the stall that a step changed is marked, and stalls can be tapped."""
    seen = json.loads(run_installed(new_opponent_folder[1], "-c", LOOK))
    score, stalls = seen["views"]
    assert [(spot["words"], spot["note"]) for spot in score["spots"]] == [("You", "2"), ("The trader", "0")]
    assert (stalls["kind"], stalls["across"], stalls["named"]) == ("cards", 5, True)
    assert [spot["words"] for spot in stalls["spots"]][:2] == ["stall a: 4 tokens", "stall b: 6 tokens"]
    assert [spot["pieces"][0]["glyph"] for spot in stalls["spots"]] == ["token"] * 5
    assert (seen["on"], seen["lit"]) == (["stalls"], [["a"]])
    assert seen["figure"]["note"] == "0"
    assert 'id="my-opponent.emblem"' in seen["art"]
    assert 'id="my-opponent.token"' in seen["art"]


def test_it_speaks_another_language_as_far_as_somebody_has_translated_it(tmp_path: Path) -> None:
    """The example of the tutorial: one message in Russian, the others in English."""
    create_opponent("five-stalls", tmp_path / "mine")
    path, code = re.findall(r"`(\S+\.po)`:\n\n```po\n(.*?)^```$", TUTORIAL.read_text(encoding="utf-8"), re.M | re.S)[0]
    file = tmp_path / "mine" / path
    file.parent.mkdir(parents=True)
    file.write_text(code, encoding="utf-8")
    environment = install_package(tmp_path / "mine", tmp_path / "site-packages")
    told = run_installed(environment, "-m", "rival", "--lang", "ru", "demo", "five-stalls", "--seed", "1", "--plain")
    assert re.search(r"Торговец берёт \d жетон\w* с прилавка", told)
    assert re.search(r"Take \d tokens? from stall", told)
    rules = run_installed(environment, "-m", "rival", "--lang", "ru", "rules", "five-stalls", "FS-1")
    assert "Six tokens lie on each of the five stalls." in rules


def test_it_plays_at_the_terminal_and_in_the_lab(new_opponent_folder: tuple[Path, dict[str, str]]) -> None:
    _folder, environment = new_opponent_folder
    assert "the trader (My Opponent)" in run_installed(environment, "-m", "rival", "opponents")
    played = run_installed(
        environment, "-m", "rival", "play", "my-opponent", "--plain", typed="\nstall b tokens 2\nquit\n"
    )
    assert "Take 2 tokens from stall b" in played
    shown = run_installed(environment, "-m", "rival", "play", "my-opponent", "--plain", typed="\nshow\nquit\n")
    assert re.search(r"The stalls\s+\[a\] \[b\] \[c\] \[d\] \[e\]\s+a stall a: 6 tokens\n", shown)
    report = run_installed(environment, "-m", "rival", "lab", "my-opponent", "--games", "30", "--set", "greedy=all")
    assert "greedy: true" in report


def test_it_is_clean(new_opponent_folder: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    folder, environment = new_opponent_folder
    run_installed(
        environment, "-m", "ruff", "check", "--no-cache", "--config", str(ROOT / "pyproject.toml"), str(folder / "src")
    )
    types = ["-m", "mypy", "--strict", "--cache-dir", str(tmp_path), "-p", "my_opponent"]
    subprocess.run([sys.executable, *types], env={**environment, "MYPYPATH": "src"}, cwd=folder, check=True)


def test_what_the_tutorial_builds_is_what_rival_new_writes() -> None:
    """All files are complete and in the order of the tutorial, so the tests above also test the tutorial's code."""
    told: dict[str, str] = {}
    for path, code in BLOCK.findall(TUTORIAL.read_text(encoding="utf-8")):
        told[path] = f"{told[path]}\n\n{code}" if path in told else code
    files = {str(path): text for path, text in render_template("five-stalls")}
    apart = {path for path in files if path.endswith((".po", "README.md"))}
    for path in files.keys() - apart:
        assert told[path].split() == files[path].split(), path
    assert told.keys() <= files.keys()


@pytest.mark.parametrize(
    "name", ["My Opponent", "5stalls", "", "rolling-heights", "a--b", "ёж", "json", "rival", "class", "numpy"]
)
def test_a_bad_name_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadOptionError):
        create_opponent(name, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    with pytest.raises(BadOptionError, match="not empty"):
        create_opponent("my-opponent", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
