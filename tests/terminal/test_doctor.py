"""``rival doctor`` and ``--version``: one line for each check, with a remedy, in both languages."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import rival
from rival.commands import doctor
from rival.kernel import BrokenOpponentError, load_opponent
from rival.server import pages, run
from rival.storage import Database
from rival.terminal.screen import Screen


def run_check(check: str, lang: str = "en", capsys: pytest.CaptureFixture[str] | None = None) -> list[str]:
    """Return the lines that one check prints."""
    assert capsys is not None
    for finding in getattr(doctor, check)():
        doctor.show_finding(finding, Screen(lang, plain=True))
    return capsys.readouterr().out.splitlines()


@pytest.fixture
def free_port(monkeypatch: pytest.MonkeyPatch) -> int:
    """Return a free port, which replaces the default one."""
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        number = int(place.getsockname()[1])
    monkeypatch.setattr(run, "DEFAULT_PORT", number)
    return number


@pytest.mark.processes
def test_the_version_is_said() -> None:
    told = subprocess.run([sys.executable, "-m", "rival", "--version"], capture_output=True, text=True, check=True)
    assert told.stdout == f"Rival {rival.__version__}\n"


@pytest.mark.processes
@pytest.mark.parametrize(("lang", "good"), [("en", "OK: "), ("ru", "В порядке: ")])
def test_on_a_healthy_machine_every_line_is_good(lang: str, good: str) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "rival", "doctor", "--plain", "--lang", lang],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    lines = told.stdout.splitlines()
    assert len(lines) >= 8 + len(rival.load_opponents())
    assert all(line.startswith(good) for line in lines)
    assert rival.__version__ in lines[0]


def test_the_page_that_is_not_built_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pages, "PAGE", tmp_path)
    monkeypatch.setattr(rival, "__file__", str(tmp_path / "src" / "rival" / "__init__.py"))
    [line] = run_check("check_page", capsys=capsys)
    assert line.startswith("Problem: The web page has not been built")
    assert "pip install" in line
    (tmp_path / "Makefile").touch()  # a clone of the repository
    [line] = run_check("check_page", capsys=capsys)
    assert f"“make setup” in {tmp_path}" in line
    [line] = run_check("check_page", "ru", capsys)
    assert line.startswith("Проблема: Веб-страница не собрана")


def test_a_taken_port_names_the_next(free_port: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_check("check_port", capsys=capsys) == [f"OK: Port {free_port} is free."]
    with run.open_socket("127.0.0.1", free_port):
        [line] = run_check("check_port", capsys=capsys)
    assert line.startswith(f"OK: Port {free_port} is in use")
    assert "The next start will use port" in line


def test_the_data_folder_is_the_one_that_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_check("check_data_folder", capsys=capsys) == [f"OK: Data folder (set by RIVAL_HOME): {tmp_path}."]
    monkeypatch.setenv("RIVAL_HOME", str(tmp_path / "new"))
    [line] = run_check("check_data_folder", capsys=capsys)
    assert line.endswith("new. It will be created when Rival first saves something.")
    assert not (tmp_path / "new").exists()
    (tmp_path / "file").touch()
    monkeypatch.setenv("RIVAL_HOME", str(tmp_path / "file"))
    [line] = run_check("check_data_folder", capsys=capsys)
    assert line.startswith("Problem: ")
    assert "set another one in RIVAL_HOME" in line


def test_the_database_is_named_with_its_games_and_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_check("check_database", capsys=capsys) == [
        "OK: Database: SQLite. It will be created with the first saved game."
    ]
    assert not (tmp_path / "rival.db").exists()
    Database().close()
    assert run_check("check_database", capsys=capsys) == [f"OK: Database: SQLite, {tmp_path / 'rival.db'}, 0 games."]


def test_a_database_that_can_t_be_used_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rival.db").write_bytes(b"no database at all" * 100)
    [line] = run_check("check_database", capsys=capsys)
    assert line.startswith("Problem: Database: ")
    assert "is damaged or is not a Rival database" in line
    monkeypatch.setenv("RIVAL_DATABASE", "mysql://somewhere")
    [line] = run_check("check_database", capsys=capsys)
    assert "must look like" in line


def test_absent_broken_and_working_extras_are_distinguished(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def import_module(name: str) -> None:
        if name == "ray":
            raise ModuleNotFoundError(name)
        if name == "gymnasium":
            raise RuntimeError("built for another machine")

    monkeypatch.setattr(doctor, "import_module", import_module)
    lab, ray, gym, _authors, postgresql = run_check("check_extras", capsys=capsys)
    assert lab == "OK: The optional package lab (simulations and their reports) works."
    assert ray.startswith("Not installed: ")
    assert ray.endswith("pip install 'rival-solo[ray]'")
    assert gym.startswith("Problem: ")
    assert "built for another machine" in gym
    assert postgresql.startswith("OK: ")


def test_an_opponent_that_can_t_be_loaded_leaves_the_others_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = load_opponent

    def broken(game: str) -> object:
        if game == "mombasa":
            raise BrokenOpponentError(game, "rival.games.mombasa:opponent", ImportError("no such module"))
        return real(game)

    monkeypatch.setattr(doctor, "load_opponent", broken)
    lines = run_check("check_opponents", capsys=capsys)
    assert [line.partition(":")[0] for line in lines].count("Problem") == 1
    assert any("the Mayor (Rolling Heights)" in line for line in lines)


def test_a_terminal_with_a_limited_encoding_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(encoding="cp1252"))
    [finding] = doctor.check_terminal()
    assert finding.severity == "bad"
    assert "PYTHONUTF8" in str(finding.remedy)
