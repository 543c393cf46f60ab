"""The documentation: its code runs, its commands exist, its links work, and its site builds."""

from __future__ import annotations

import dataclasses
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from rival.kernel import Opponent

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("*.md"))]
PAGES = list(dict.fromkeys(PAGES))
BUILT_BY_ANOTHER_TEST = {"tutorial.md"}  # tests/lab/test_new.py writes all of its files, and plays them
FENCE = re.compile(r"^```([a-z]*)$(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"!?\[[^\]\n]*\]\(([^)\s]+)\)")


def list_code_blocks(page: Path, language: str) -> list[str]:
    return [code for name, code in FENCE.findall(page.read_text(encoding="utf-8")) if name == language]


def get_page_id(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def list_pages_with(language: str) -> list[Path]:
    return [page for page in PAGES if page.name not in BUILT_BY_ANOTHER_TEST and list_code_blocks(page, language)]


@pytest.mark.parametrize("page", list_pages_with("python"), ids=get_page_id)
def test_the_code_of_a_page_runs_from_top_to_bottom(page: Path, tmp_path: Path) -> None:
    """Run the code in a separate process, as a reader would."""
    code = "\n".join(list_code_blocks(page, "python"))
    around = {**os.environ, "RIVAL_HOME": str(tmp_path), "PYTHONPATH": str(ROOT / "src")}
    process = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=around, capture_output=True, text=True, timeout=120, check=False
    )
    assert process.returncode == 0, process.stderr


@pytest.mark.parametrize("page", list_pages_with("console"), ids=get_page_id)
def test_the_commands_that_a_page_shows_run(page: Path, tmp_path: Path) -> None:
    around = {**os.environ, "RIVAL_HOME": str(tmp_path), "PYTHONPATH": str(ROOT / "src")}
    for block in list_code_blocks(page, "console"):
        for line in re.findall(r"^\$ (.+)$", block, re.MULTILINE):
            command = shlex.split(line, comments=True)
            assert command[0] == "rival", line
            process = subprocess.run(
                [sys.executable, "-m", "rival", *command[1:]],
                cwd=tmp_path,
                env=around,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            assert process.returncode == 0, f"{line}\n{process.stdout}{process.stderr}"
            assert process.stdout.strip(), line


def list_shown_commands() -> list[str]:
    """Return the commands on a page that depend on the reader's files or run until interrupted."""
    lines = [line for page in PAGES for block in list_code_blocks(page, "sh") for line in block.splitlines()]
    return sorted({line.partition("  #")[0].strip() for line in lines if line.startswith("rival ")})


@pytest.mark.parametrize("line", list_shown_commands())
def test_commands_and_options_on_a_page_exist(line: str) -> None:
    texts = shlex.split(line)[1:]
    options = [word for word in texts if word.startswith("--")]
    named = [word for word in texts if not word.startswith("-")]
    group = named[: 2 if named[:1] == ["pack"] else 1]
    asked = [sys.executable, "-m", "rival", *group, "--help"]
    around = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "200"}
    process = subprocess.run(asked, env=around, capture_output=True, text=True, timeout=60, check=False)
    assert process.returncode == 0, process.stderr
    for option in options:
        assert re.search(rf"{option}\b", process.stdout), f"{option} is no option of {' '.join(group)}"


def make_anchor(heading: str) -> str:
    """Return the anchor of a heading, as GitHub and MyST build it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=get_page_id)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue  # another site; nothing is fetched in a test
        path, _hash, part = target.partition("#")
        file = page if not path else (page.parent / path).resolve()
        assert file.exists(), f"{get_page_id(page)} names {target}, which is not there"
        if part:
            headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            assert part in {make_anchor(entry) for entry in headings}, (
                f"{get_page_id(page)} names {target}, which has no such part"
            )


def test_the_reference_names_every_field_of_an_opponent() -> None:
    reference = (ROOT / "docs" / "opponent.md").read_text(encoding="utf-8")
    required, optional = reference.split("## Optional", 1)
    for field in dataclasses.fields(Opponent):
        has_default = field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
        assert re.search(rf"^\|.*`{field.name}`.*\|", optional if has_default else required, re.MULTILINE), field.name


def test_the_reference_names_no_removed_field() -> None:
    tables = (ROOT / "docs" / "opponent.md").read_text(encoding="utf-8").partition("\n## Steps")[0]
    rows = [line.split("|")[1] for line in tables.splitlines() if line.startswith("| `")]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert named <= {field.name for field in dataclasses.fields(Opponent)}


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    around = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    folders = ["-d", str(tmp_path / "trees"), str(ROOT / "docs"), str(tmp_path / "site")]
    process = subprocess.run([*command, *folders], env=around, capture_output=True, text=True, timeout=300, check=False)
    assert process.returncode == 0, process.stderr
    built = {page.name for page in (tmp_path / "site").glob("*.html")}
    assert {f"{page.stem}.html" for page in ROOT.glob("docs/*.md")} <= built
    for html in (tmp_path / "site").rglob("*.html"):
        loaded = re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="(https?:[^"]+)"', html.read_text(encoding="utf-8"))
        assert not loaded, f"{html.name} would load {loaded}"
