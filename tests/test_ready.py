"""The set-up of `make run`, `make test` and `make bench`: each installs only what it needs, and only once."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tools import page, ready

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture
def done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the commands that set-up would run in an existing, empty environment."""
    ran: list[str] = []
    python = tmp_path / "python"
    python.touch()
    monkeypatch.setattr(ready, "PYTHON", python)
    monkeypatch.setattr(ready, "STAMP", tmp_path / ".ready")
    monkeypatch.setattr(ready, "TEXTS", tmp_path / ".texts")
    monkeypatch.setattr(ready, "run", lambda command, **around: ran.append(" ".join(command)))
    monkeypatch.setattr(page, "build", lambda step, need: ran.append(f"the page, for the {need}"))
    monkeypatch.setattr(ready, "site", lambda: ran.append("the site"))
    monkeypatch.setattr(ready, "site_later", lambda: ran.append("the site, later"))
    return ran


def test_running_installs_the_package_alone_from_files_with_known_sums(done: list[str]) -> None:
    ready.set_up("run")
    installed = [command for command in done if " install " in command]
    assert [command.split()[-1] for command in installed[::2]] == ["tools/run.lock", "."]
    assert "-r tools/build.lock --target " in installed[1]
    assert all("--require-hashes --no-deps" in command for command in installed[:2])
    assert "--no-deps --no-build-isolation -e ." in installed[2]
    assert len(installed) == 3


def test_who_runs_it_does_not_wait_for_the_page_without_a_server(done: list[str]) -> None:
    ready.set_up("run", "later")
    assert done[-1] == "the site, later"
    assert "the page, for the page" in done


def test_who_checks_all_day_does_not_wait_for_it_at_all(done: list[str]) -> None:
    ready.set_up("test", "never")
    assert not any("site" in command for command in done)


def test_what_stands_there_is_left_alone_and_never_made_less(done: list[str]) -> None:
    ready.set_up("test")
    assert any(command.endswith(" .[test]") for command in done)
    done.clear()
    ready.set_up("test")
    ready.set_up("run")
    assert done == ["the page, for the checks", "the site", "the page, for the site", "the site"]
    ready.set_up("bench")
    assert any(command.endswith(" .[bench]") for command in done)


@pytest.mark.parametrize(
    ("level", "by"), [("run", "--no-deps --no-build-isolation -e ."), ("test", "compile_catalogues")]
)
def test_changed_translations_are_compiled_without_asking_for_packages(
    level: str, by: str, done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ready.set_up(level)
    done.clear()
    monkeypatch.setattr(ready, "texts", lambda: "others")
    ready.set_up(level)
    [command] = [command for command in done if not command.startswith("the ") and "build.lock" not in command]
    assert by in command


def test_a_step_says_what_it_does_and_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    with ready.step("The page itself (about 5 seconds)"):
        pass
    began, ended = capsys.readouterr().out.splitlines()
    assert "about 5 seconds" in began
    assert ended == "  The page itself: 0.0 s"


def test_what_fails_is_told_with_what_it_said() -> None:
    with pytest.raises(ready.CantSetUp, match="it broke"):
        ready.run([sys.executable, "-c", "print('it broke'); exit(1)"])


def test_an_unknown_level_is_refused() -> None:
    told = subprocess.run([sys.executable, ready.__file__, "everything"], capture_output=True, text=True, check=False)
    assert told.returncode == 2
    assert "run, test, bench" in told.stderr


def test_heavy_packages_are_only_in_the_extras_that_need_them() -> None:
    names = {extra: " ".join(wanted) for extra, wanted in PROJECT["optional-dependencies"].items()}
    running = " ".join(PROJECT["dependencies"])
    for heavy in ("ray", "open_spiel", "chess", "mypy", "playwright", "polars"):
        assert heavy not in running
    assert "open_spiel" not in names["test"]
    assert PROJECT["name"] == "rival-solo"
    assert set(ready.LEVELS.values()) <= {"", *(f"[{extra}]" for extra in names)}
