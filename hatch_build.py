"""Build hook: compile the message catalogues (.po to .mo) and build the page when the package is built or installed.

With ``RIVAL_PAGE=0`` in the environment the page is not built here; tools/ready.py then builds it in parallel.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

IS_PAGE_SEPARATE = os.environ.get("RIVAL_PAGE") == "0"


def compile_catalogues(root: Path) -> None:
    """Compile all translations."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in root.glob("src/rival/**/locale/*/LC_MESSAGES/rival.po"):
        with source.open("rb") as file:
            catalogue = read_po(file)
        with source.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)


class PackageBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """The build hook that hatchling calls."""

    @property
    def page(self) -> ModuleType:
        """The module tools/page.py."""
        sys.path.insert(0, str(Path(self.root) / "tools"))
        import page

        return page

    def dependencies(self) -> list[str]:
        """Return the packages needed for the build: Node if the machine has none."""
        needed = not (IS_PAGE_SEPARATE or self.page.is_up_to_date() or self.page.find_system_npm())
        return [self.page.NODE_PACKAGE] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues and build the page."""
        compile_catalogues(Path(self.root))
        if not IS_PAGE_SEPARATE:
            self.page.build_page()
