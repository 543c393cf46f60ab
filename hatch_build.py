"""Compiles the message catalogues (.po to .mo) and builds the page when the package is built or installed."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_catalogues(root: Path) -> None:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in root.glob("src/rival/**/locale/*/LC_MESSAGES/rival.po"):
        with source.open("rb") as file:
            catalogue = read_po(file)
        with source.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)


class Prepare(BuildHookInterface):  # type: ignore[type-arg]
    @property
    def page(self) -> ModuleType:
        sys.path.insert(0, str(Path(self.root) / "tools"))
        import page

        return page

    def dependencies(self) -> list[str]:
        """Node as a Python package, where the machine has none and the page must be built."""
        needed = not (self.page.up_to_date() or self.page.npm_of_the_machine())
        return [self.page.NODE_PACKAGE] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        compile_catalogues(Path(self.root))
        self.page.build()
