"""Compiles the message catalogues (.po to .mo) and builds the page when the package is built or installed.

With ``RIVAL_COMPILED=1`` in the environment the kernel and the games are also compiled to machine code with mypyc:
the same sources, several times as fast, for simulations. Without it the package stays pure Python.
With ``RIVAL_PAGE=0`` the page is left to whoever installs the package; tools/ready.py builds it at the same time.
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

COMPILED = os.environ.get("RIVAL_COMPILED") == "1"
PAGE_APART = os.environ.get("RIVAL_PAGE") == "0"
OWN_CALLS_ARE_DIRECT = ["-fvisibility=hidden"]
"""For the C compiler, unless it is Microsoft's: nobody else replaces our functions, so it may call and inline them."""

LEFT_AS_THEY_ARE = (
    "rival/kernel/views.py",  # mypyc loses the functions that drawn_once makes inside itself,
    "rival/kernel/question.py",  # it forgets the annotations of fields, which describe the API …
    "rival/kernel/pictures.py",  # … of questions and of what they show,
    "rival/games/*/options.py",  # … name the values of an option,
    "rival/games/pampero/contents.py",  # … and tell how a pack is read,
    "rival/games/pampero/cards.py",  # and it can't compile a generic dataclass,
    "rival/games/pampero/symbols.py",  # of which there is one here, too
)


def compile_catalogues(root: Path) -> None:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in root.glob("src/rival/**/locale/*/LC_MESSAGES/rival.po"):
        with source.open("rb") as file:
            catalogue = read_po(file)
        with source.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)


def compile_modules(root: Path) -> Path:
    """Kernel and games as extension modules; returns the folder they are in, laid out as they are installed."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    work, ready, made_of = root / "build" / "mypyc", root / "build" / "compiled", root / "build" / "compiled-from.txt"
    sources = digest(root)
    if made_of.exists() and made_of.read_text() == sources:  # pip builds twice: first to look, then to install
        return ready
    for folder in (work, ready):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(root / "src", work, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    with chdir(work):
        modules = [str(file) for part in ("kernel", "games") for file in sorted(Path("rival", part).rglob("*.py"))]
        modules = [module for module in modules if not any(map(Path(module).match, LEFT_AS_THEY_ARE))]
        options = ["--strict", "--config-file="]
        extensions = mypycify(
            [*options, *modules],
            debug_level="0",
            group_name="rival",
            target_dir="c",
            multi_file=True,  # one file of all modules takes the C compiler several times as long
        )
        for extension in extensions:
            extension.extra_compile_args += [] if os.name == "nt" else OWN_CALLS_ARE_DIRECT
        command = build_ext(Distribution({"name": "rival", "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(ready), "objects"
        command.ensure_finalized()
        command.run()
    made_of.write_text(sources)
    return ready


def digest(root: Path) -> str:
    """What the compiled modules depend on, in one word."""
    found = sha256(sys.version.encode())
    for file in [Path(__file__), *sorted((root / "src" / "rival").rglob("*.py"))]:
        found.update(file.read_bytes())
    return found.hexdigest()


class Prepare(BuildHookInterface):  # type: ignore[type-arg]
    @property
    def page(self) -> ModuleType:
        sys.path.insert(0, str(Path(self.root) / "tools"))
        import page

        return page

    def dependencies(self) -> list[str]:
        """Node as a Python package, where the machine has none and the page must be built; a compiler on request."""
        needed = not (PAGE_APART or self.page.up_to_date() or self.page.npm_of_the_machine())
        node = [self.page.NODE_PACKAGE] if needed else []
        return [*node, *(["mypy>=1.10", "setuptools>=65"] if COMPILED else [])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues(Path(self.root))
        if not PAGE_APART:
            self.page.build()
        if COMPILED and version == "standard" and self.target_name == "wheel":
            ready = compile_modules(Path(self.root))
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            files = [file for file in ready.rglob("*") if file.is_file()]
            build_data["force_include"].update({str(file): str(file.relative_to(ready)) for file in files})
