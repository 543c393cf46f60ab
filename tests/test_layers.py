"""The layers of the design: each imports only the layers below it, and inner ones need only the standard library."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "rival"

ALLOWED_IMPORTS: dict[str, set[str]] = {
    "kernel": set(),
    "games": {"kernel"},
    "engine": {"kernel"},
    "browser": {"kernel", "engine"},
    "home": {"kernel", "engine"},
    "storage": {"kernel", "engine", "home"},
    "terminal": {"kernel", "engine", "home"},
    "server": {"kernel", "engine", "home", "storage"},
    "lab": {"kernel", "engine", "home"},
    "testing": {"kernel", "engine"},
}
"""The layers that each one may import. The commands import all of them, and nothing imports the commands."""

INNER_LAYERS = ("kernel", "games", "engine", "browser")
"""Layers that also run in the browser, with only the standard library."""


def list_modules(layer: str) -> list[Path]:
    folder = SOURCE / layer
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]


def list_imports(file: Path) -> Iterator[str]:
    """Yield the modules that a file imports, also inside functions."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, file
            yield node.module or ""
            if node.module == "rival":
                yield from (f"rival.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("layer", ALLOWED_IMPORTS)
def test_a_layer_imports_only_what_lies_below_it(layer: str) -> None:
    parts = {entry.stem for entry in SOURCE.iterdir()} - {"__init__", "__main__", "__pycache__"}
    for file in list_modules(layer):
        for name in list_imports(file):
            top, _dot, rest = name.partition(".")
            part = rest.partition(".")[0]
            if top == "rival" and part in parts and part != layer:
                assert part in ALLOWED_IMPORTS[layer], f"{file.relative_to(SOURCE)} imports {name}"


def test_every_part_has_its_layer() -> None:
    parts = {entry.stem for entry in SOURCE.iterdir() if entry.suffix == ".py" or (entry / "__init__.py").exists()}
    assert parts - {"__init__", "__main__"} == {*ALLOWED_IMPORTS, "commands"}


def test_no_game_imports_another() -> None:
    for file in list_modules("games"):
        folder = file.relative_to(SOURCE / "games").parts[0]
        for name in list_imports(file):
            if name.startswith("rival.games."):
                assert name.split(".")[2] == folder, f"{file} imports {name}"


@pytest.mark.parametrize("layer", INNER_LAYERS)
def test_the_inner_layers_need_nothing_installed(layer: str) -> None:
    for file in list_modules(layer):
        for name in list_imports(file):
            assert name.partition(".")[0] in {*sys.stdlib_module_names, "rival"}, f"{file} imports {name}"


ROOT = Path(__file__).parent.parent
SHARED_HELPERS = ("tests.support",)
"""Helpers that benchmarks and tools may use, too."""


def test_tests_import_no_benchmark_and_no_other_test() -> None:
    for file in sorted((ROOT / "tests").rglob("*.py")):
        for name in list_imports(file):
            assert not name.startswith("bench"), f"{file.relative_to(ROOT)} imports {name}"
            assert ".test_" not in name, f"{file.relative_to(ROOT)} imports {name}: move the helper to tests/support"


def test_benchmarks_and_tools_use_only_the_shared_helpers_of_the_tests() -> None:
    for folder in ("bench", "tools"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for name in list_imports(file):
                assert not name.startswith("tests") or name.startswith(SHARED_HELPERS), (
                    f"{file.relative_to(ROOT)} imports {name}"
                )


def test_the_shared_helpers_import_no_test_folder() -> None:
    for file in sorted((ROOT / "tests" / "support").rglob("*.py")):
        for name in list_imports(file):
            assert not name.startswith("tests") or name.startswith(SHARED_HELPERS), (
                f"{file.relative_to(ROOT)} imports {name}"
            )
