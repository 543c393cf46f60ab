"""Build hook: compile the message catalogues (.po to .mo) and build the page when the package is built or installed.

With ``RIVAL_COMPILED=1`` in the environment the kernel and the games are also compiled to machine code with mypyc. That
is several times as fast, which helps simulations. Without it the package is pure Python. With ``RIVAL_PAGE=0`` the page
is not built here; tools/ready.py then builds it in parallel.
"""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import chdir
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

IS_COMPILED = os.environ.get("RIVAL_COMPILED") == "1"
IS_PAGE_SEPARATE = os.environ.get("RIVAL_PAGE") == "0"
DIRECT_CALLS_OPTIONS = ["-fvisibility=hidden"]
"""Option for GCC and Clang: calls of our own functions may be direct and inlined, as nobody replaces them."""

UNCOMPILED_MODULES = (
    "rival/kernel/views.py",  # mypyc loses the nested functions of cache_view
    "rival/kernel/question.py",  # mypyc drops field annotations, which the API description is built from
    "rival/kernel/rendered_views.py",  # the same, for the views of a question
    "rival/games/*/options.py",  # the same, for the values of an option
    "rival/games/pampero/pack_model.py",  # the same, for the fields of a pack
    "rival/games/pampero/cards.py",  # mypyc can't compile its generic dataclass
    "rival/games/pampero/symbols.py",  # mypyc can't compile its generic dataclass
)


def compile_catalogues(root: Path) -> None:
    """Compile all translations."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in root.glob("src/rival/**/locale/*/LC_MESSAGES/rival.po"):
        with source.open("rb") as file:
            catalogue = read_po(file)
        with source.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)


def compile_modules(root: Path) -> Path:
    """Compile kernel and games to extension modules.

    Return their folder, which has the layout of the installed package.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    work, target, stamp = root / "build" / "mypyc", root / "build" / "compiled", root / "build" / "compiled-from.txt"
    sources = hash_sources(root)
    if stamp.exists() and stamp.read_text() == sources:  # pip builds twice: for the metadata and for the wheel
        return target
    for folder in (work, target):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(root / "src", work, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    with chdir(work):
        modules = [str(file) for part in ("kernel", "games") for file in sorted(Path("rival", part).rglob("*.py"))]
        modules = [module for module in modules if not any(map(Path(module).match, UNCOMPILED_MODULES))]
        options = ["--strict", "--config-file="]
        extensions = mypycify(
            [*options, *modules],
            debug_level="0",
            group_name="rival",
            target_dir="c",
            multi_file=True,  # a single C file takes several times as long to compile
        )
        for extension in extensions:
            extension.extra_compile_args += [] if os.name == "nt" else DIRECT_CALLS_OPTIONS
        command = build_ext(Distribution({"name": "rival", "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(target), "objects"
        command.ensure_finalized()
        command.run()
    stamp.write_text(sources)
    return target


def hash_sources(root: Path) -> str:
    """Return a hash of everything that the compiled modules depend on."""
    total = sha256(sys.version.encode())
    for file in [Path(__file__), *sorted((root / "src" / "rival").rglob("*.py"))]:
        total.update(file.read_bytes())
    return total.hexdigest()


class PackageBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """The build hook that hatchling calls."""

    @property
    def page(self) -> ModuleType:
        """The module tools/page.py."""
        sys.path.insert(0, str(Path(self.root) / "tools"))
        import page

        return page

    def dependencies(self) -> list[str]:
        """Return the packages needed for the build: Node if the machine has none, and a compiler on request."""
        needed = not (IS_PAGE_SEPARATE or self.page.is_up_to_date() or self.page.find_system_npm())
        node = [self.page.NODE_PACKAGE] if needed else []
        return [*node, *(["mypy>=1.10", "setuptools>=65"] if IS_COMPILED else [])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues, build the page, and add compiled modules to the wheel on request."""
        compile_catalogues(Path(self.root))
        if not IS_PAGE_SEPARATE:
            self.page.build_page()
        if IS_COMPILED and version == "standard" and self.target_name == "wheel":
            ready = compile_modules(Path(self.root))
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            files = [file for file in ready.rglob("*") if file.is_file()]
            build_data["force_include"].update({str(file): str(file.relative_to(ready)) for file in files})
