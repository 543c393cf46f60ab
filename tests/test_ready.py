"""The set-up of `make run`, `make test` and `make bench`: each installs only what it needs, and only once."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tools import page, ready

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


PACKAGE = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "example"
version = "1"
dependencies = ["segno"]
"""


@pytest.fixture
def commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the commands that set-up would run in an existing, empty environment."""
    ran: list[str] = []
    python = tmp_path / "python"
    python.touch()
    monkeypatch.setattr(ready, "PYTHON", python)
    monkeypatch.setattr(ready, "STAMP", tmp_path / ".ready")
    monkeypatch.setattr(ready, "TEXTS_STAMP", tmp_path / ".texts")
    monkeypatch.setattr(page, "install_uv", lambda: "uv")
    monkeypatch.setattr(page, "run_installer", lambda command: ran.append(" ".join(command)))
    monkeypatch.setattr(page, "build_page", lambda step, need: ran.append(f"the page, for the {need}"))
    monkeypatch.setattr(ready, "build_site", lambda: ran.append("the site"))
    monkeypatch.setattr(ready, "start_site_build", lambda: ran.append("the site, later"))
    return ran


@pytest.mark.parametrize(("level", "package"), [("run", "."), ("test", ".[test]"), ("bench", ".[bench]")])
def test_each_level_installs_its_packages_with_checksums(level: str, package: str, commands_run: list[str]) -> None:
    ready.set_up(level)
    [installed] = [command for command in commands_run if " install " in command]
    assert installed.startswith("uv pip install ")
    assert installed.endswith(f" --editable {package}")
    assert "--constraints tools/requirements.lock --build-constraints tools/requirements.lock" in installed
    assert "--reinstall-package rival-solo" in installed


@pytest.mark.processes
@pytest.mark.parametrize("option", ["--constraints", "--build-constraints"])
def test_a_package_with_another_checksum_is_refused(option: str, tmp_path: Path) -> None:
    """The lock files are constraints: this shows that uv compares the checksums of constraints."""
    lock = re.sub(r"sha256:\w{8}", "sha256:00000000", (ROOT / page.LOCKED).read_text(encoding="utf-8"))
    (tmp_path / "wrong.lock").write_text(lock, encoding="utf-8")
    package = tmp_path / "package"
    package.mkdir()
    (package / "pyproject.toml").write_text(PACKAGE, encoding="utf-8")
    target = ["--target", str(tmp_path / "target"), "--no-cache"]
    command = [page.install_uv(), "pip", "install", *target, option, str(tmp_path / "wrong.lock"), str(package)]
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert refused.returncode
    assert "Hash mismatch" in refused.stderr


def test_set_up_for_run_builds_the_offline_page_in_the_background(commands_run: list[str]) -> None:
    ready.set_up("run", "later")
    assert commands_run[-1] == "the site, later"
    assert "the page, for the page" in commands_run


def test_set_up_for_tests_can_leave_out_the_offline_page(commands_run: list[str]) -> None:
    ready.set_up("test", "never")
    assert not any("site" in command for command in commands_run)


def test_an_existing_installation_is_reused_and_never_reduced(commands_run: list[str]) -> None:
    ready.set_up("test")
    assert any(command.endswith(" .[test]") for command in commands_run)
    commands_run.clear()
    ready.set_up("test")
    ready.set_up("run")
    assert commands_run == ["the page, for the checks", "the site", "the page, for the site", "the site"]
    ready.set_up("bench")
    assert any(command.endswith(" .[bench]") for command in commands_run)


@pytest.mark.parametrize(("level", "by"), [("run", "--no-deps --editable ."), ("test", "compile_catalogues")])
def test_changed_translations_are_compiled_without_asking_for_packages(
    level: str, by: str, commands_run: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ready.set_up(level)
    commands_run.clear()
    monkeypatch.setattr(ready, "hash_texts", lambda: "others")
    ready.set_up(level)
    [command] = [command for command in commands_run if not command.startswith("the ")]
    assert by in command


def test_a_step_says_what_it_does_and_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    with ready.report_step("The page itself (about 5 seconds)"):
        pass
    began, ended = capsys.readouterr().out.splitlines()
    assert "about 5 seconds" in began
    assert ended == "  The page itself: 0.0 s"


def test_a_failed_command_is_reported_with_its_output() -> None:
    with pytest.raises(page.BuildError, match="it broke"):
        page.run_installer([sys.executable, "-c", "print('it broke'); exit(1)"])


def test_an_unknown_level_is_refused() -> None:
    entered = subprocess.run(
        [sys.executable, ready.__file__, "everything"], capture_output=True, text=True, check=False
    )
    assert entered.returncode == 2
    assert "run, test, bench" in entered.stderr


def test_heavy_packages_are_only_in_the_extras_that_need_them() -> None:
    names = {extra: " ".join(expected) for extra, expected in PROJECT["optional-dependencies"].items()}
    running = " ".join(PROJECT["dependencies"])
    for heavy in ("ray", "open_spiel", "chess", "mypy", "playwright", "polars"):
        assert heavy not in running
    assert "open_spiel" not in names["test"]
    assert PROJECT["name"] == "rival-solo"
    assert set(ready.LEVELS.values()) <= {"", *(f"[{extra}]" for extra in names)}
