"""The lock files: every pinned package has its version and a checksum for each file, and no download address."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tools import page

ROOT = Path(__file__).parent.parent
UNLOCKED = {"types-jsonschema", "uv"}
"""Stubs, which no extra of the package asks for, and uv, which has a lock file of its own."""
LOCKS = ["requirements", "installer"]
SYSTEMS = [
    {"sys_platform": sys, "platform_system": platform, "os_name": name}
    for sys, platform, name in [("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt")]
]


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


def test_the_lock_has_every_package_that_an_installation_or_its_build_needs() -> None:
    """A package outside the lock would be installed without a checksum."""
    lock = read_pinned_versions((ROOT / "tools" / "requirements.lock").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    open_requirements = [f"rival-solo[{extra}]" for extra in project["project"]["optional-dependencies"]]
    open_requirements += [*project["build-system"]["requires"], "editables", page.NODE_PACKAGE]
    seen: set[tuple[str, str]] = set()
    while open_requirements:
        requirement = Requirement(open_requirements.pop())
        name = canonicalize_name(requirement.name)
        assert name in {*lock, "rival-solo"}, name
        for extra in {"", *requirement.extras} - {extra for known, extra in seen if known == name}:
            seen.add((name, extra))
            open_requirements += find_dependencies(name, extra)


def find_dependencies(name: str, extra: str) -> list[str]:
    """Return the requirements of an installed package on any system; those of other packages aren't known."""
    try:
        requirements = [Requirement(text) for text in requires(name) or []]
    except PackageNotFoundError:
        return []
    return [
        f"{entry.name}[{','.join(entry.extras)}]"
        for entry in requirements
        if entry.marker is None or any(entry.marker.evaluate({**system, "extra": extra}) for system in SYSTEMS)
    ]


def test_uv_has_the_version_of_the_constraints() -> None:
    constraints = read_pinned_versions((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    installer = read_pinned_versions((ROOT / "tools" / "installer.lock").read_text(encoding="utf-8"))
    assert installer == {"uv": constraints["uv"]}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_file_has_a_checksum_and_no_address(lock: str) -> None:
    text = (ROOT / "tools" / f"{lock}.lock").read_text(encoding="utf-8")
    for line in text.replace("\\\n", " ").splitlines():
        name, *sums = line.split("--hash=")
        assert re.fullmatch(r"[\w.-]+==[\w.]+ *(;[^#@/]+)?", name.strip()), line[:80]
        assert sums, name
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", entry.strip()) for entry in sums), name
    assert "://" not in text
