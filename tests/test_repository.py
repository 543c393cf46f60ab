"""Files for contributors are correct: links work, make targets exist, and each tool has one version."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from tools.page import VENV

import rival
from rival.kernel import load_opponent
from tests.conftest import TYPICAL_SECONDS
from tests.support.own_opponents import OURS

ROOT = Path(__file__).parent.parent
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
GUIDES = ["README.md", "CONTRIBUTING.md", ".github/pull_request_template.md"]
EXPECTED_FILES = ["LICENSE", "CONTRIBUTING.md", "CHANGELOG.md", ".editorconfig", ".pre-commit-config.yaml", *GUIDES]


def read_file_text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", EXPECTED_FILES)
def test_expected_files_exist(path: str) -> None:
    assert len(read_file_text(path)) > 200


@pytest.mark.parametrize("guide", GUIDES)
def test_links_lead_to_files(guide: str) -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", read_file_text(guide)):
        assert (ROOT / guide).parent.joinpath(link).exists(), link


WORKFLOWS = [f".github/workflows/{name}.yml" for name in ("test", "pages", "release")]


@pytest.mark.parametrize("guide", [*GUIDES, *WORKFLOWS, ".ci/run"])
def test_targets_that_are_named_exist(guide: str) -> None:
    named = set(re.findall(r"(?:`|run: |^)make ([a-z-]+)", read_file_text(guide), re.MULTILINE))
    assert named <= TARGETS


def test_commit_hooks_run_the_tools_of_make_lint() -> None:
    lint = MAKEFILE.partition("\nlint:")[2].partition("\n\n")[0]
    tools = {line.split("/")[-1] if "tools/" in line else line for line in re.findall(r"\$\(BIN\)/(.*)", lint)}
    hooks = yaml.safe_load(read_file_text(".pre-commit-config.yaml"))["repos"][0]["hooks"]
    entries = " ".join(hook["entry"] for hook in hooks)
    for tool in tools:
        name = re.sub(r" (\.|--test)$", "", tool)
        assert name.removesuffix(" .") in entries, tool


def test_commit_hooks_find_their_tools_on_every_system() -> None:
    """Hooks don't name a folder that differs on Windows; their first command runs the Python of .venv."""
    for hook in yaml.safe_load(read_file_text(".pre-commit-config.yaml"))["repos"][0]["hooks"]:
        command = hook["entry"].split()
        assert command[:2] == ["python", "tools/in_venv.py"]
        assert hook["language"] == "python"
    asked = [sys.executable, *command[1:2], "-c", "import sys; print(sys.prefix); sys.exit(3)"]
    process = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (Path(process.stdout.strip()), process.returncode) == (VENV, 3)


def test_the_workflow_runs_the_test_levels_on_every_system() -> None:
    jobs = yaml.safe_load(read_file_text(".github/workflows/test.yml"))["jobs"]
    matrix = jobs["quick"]["strategy"]["matrix"]
    assert [system.partition("-")[0] for system in matrix["system"]] == ["ubuntu", "macos", "windows"]
    assert matrix["python"][0] == "3.11"
    assert any(step.get("run", "").startswith("make quick") for step in jobs["quick"]["steps"])
    assert any(step.get("run") == ".ci/run" for step in jobs["test"]["steps"])


@pytest.mark.parametrize("workflow", WORKFLOWS)
def test_actions_are_pinned_by_commit(workflow: str) -> None:
    used = re.findall(r"uses: (\S+)", read_file_text(workflow))
    assert used
    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", action) for action in used)


def test_the_pages_hold_the_offline_page_and_the_documentation() -> None:
    steps = yaml.safe_load(read_file_text(".github/workflows/pages.yml"))["jobs"]["publish"]["steps"]
    commands = "\n".join(step.get("run", "") for step in steps)
    assert "make site" in commands
    assert "make docs" in commands
    for folder in ("src/rival/server/offline", "docs/_site"):
        assert folder in commands


def test_a_release_has_notes_and_the_version_of_the_package() -> None:
    changes = read_file_text("CHANGELOG.md")
    assert f"## {rival.__version__} (" in changes
    assert all(len(line) <= 160 for line in changes.splitlines())


def test_a_bug_report_asks_for_the_journal() -> None:
    form = yaml.safe_load(read_file_text(".github/ISSUE_TEMPLATE/bug.yml"))
    expected = {part["id"] for part in form["body"] if part.get("validations", {}).get("required")}
    assert {"journal", "doctor"} <= expected


def test_make_quick_leaves_out_every_mark_of_slow_tests() -> None:
    slow = re.search(r"^SLOW := (.*)$", MAKEFILE, re.MULTILINE)
    assert slow is not None
    assert set(slow[1].split(" or ")) == set(TYPICAL_SECONDS)


def test_no_file_names_a_registry() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    hosts = re.compile(rb"registry\.npmjs|pypi\.org|files\.pythonhosted|/opt/(?:pypi|wheels)")
    for name in filter(None, listed.split(b"\0")):
        file = ROOT / name.decode()
        if file.is_file() and file != Path(__file__):
            assert not hosts.search(file.read_bytes()), file


def test_the_page_names_no_game() -> None:
    """The page draws views: it contains no text, colours or rules of a single game."""
    named = [load_opponent(entry) for entry in OURS]
    texts = [word for entry in named for word in (entry.id, str(entry.game), str(entry.name).removeprefix("the "))]
    rules = [next(iter(entry.rules)).id.partition("-")[0] + "-" for entry in named]
    result = re.compile("|".join(map(re.escape, [*texts, *rules])), re.IGNORECASE)
    for file in sorted((ROOT / "web" / "src").rglob("*.*")):
        for line in file.read_text(encoding="utf-8").splitlines():
            assert not result.search(line), (file, line)
