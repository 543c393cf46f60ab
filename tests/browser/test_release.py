"""The release: wheel and sdist contain the page, need no Node and no compiler, and work in a browser."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.mayor_by_hand import answer_question, begin_game, load_game_state, tap_main_button
from tests.support.page import open_page, run_server, step_to_question

ROOT = Path(__file__).parents[2]
PIP = [sys.executable, "-m", "pip"]


def run_command(command: list[str], **around: str) -> str:
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **around}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def empty_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a PATH without programs, so without Node and without a compiler."""
    return str(tmp_path_factory.mktemp("nothing"))


@pytest.fixture(scope="module")
def release_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("released")
    run_command([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(folder)])
    return folder


@pytest.fixture(scope="module")
def sdist_wheel(release_folder: Path, empty_path: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of the sdist with pip on a machine that has only Python."""
    [sdist] = release_folder.glob("rival_solo-*.tar.gz")
    folder = tmp_path_factory.mktemp("from-sdist")
    run_command(
        [*PIP, "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(folder), str(sdist)], PATH=empty_path
    )
    [wheel] = folder.glob("rival_solo-*.whl")
    return wheel


def test_wheel_and_sdist_contain_the_page_and_the_translations(release_folder: Path, sdist_wheel: Path) -> None:
    [wheel], [sdist] = release_folder.glob("*.whl"), release_folder.glob("*.tar.gz")
    files = set(zipfile.ZipFile(wheel).namelist())
    assert "rival/server/page/index.html" in files
    assert any(name.startswith("rival/server/page/assets/") and name.endswith(".js") for name in files)
    assert "rival/locale/ru/LC_MESSAGES/rival.mo" in files
    assert any(name.endswith("licenses/LICENSE") for name in files)
    assert set(zipfile.ZipFile(sdist_wheel).namelist()) == files
    with tarfile.open(sdist) as archive:
        assert not [name for name in archive.getnames() if "node_modules" in name or "/.venv" in name]


def test_an_empty_environment_plays_a_game_in_a_browser(
    sdist_wheel: Path, empty_path: str, tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    run_command([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "empty")])
    python = tmp_path / "empty" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    install = [*PIP, "--python", str(python), "install", "--quiet", "--no-compile", "-c", "constraints.txt"]
    run_command([*install, "--disable-pip-version-check", str(sdist_wheel)], PATH=empty_path)
    assert str(tmp_path) in run_command([str(python), "-c", "import rival; print(rival.__file__)"])
    doctor = run_command([str(python), "-m", "rival", "doctor", "--plain"], PATH=empty_path, PYTHONUTF8="1")
    assert "OK: The web page is built." in doctor
    assert "Not installed: The optional package lab" in doctor
    with run_server(tmp_path / "games", python=str(python), path=empty_path) as address:
        page = open_page(browser, address, "phone", "en")
        begin_game(page)
        tap_main_button(page)
        for _answer in range(6):
            answer_question(page, address)
        assert load_game_state(page, address)["position"] == 7
        step_to_question(page)
        expect(page.locator("#question")).to_be_visible()
        page.context.close()
