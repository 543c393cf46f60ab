"""The checksum of the code that plays a run's games, which prevents mixing results of different versions."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path

from rival.engine import player_policies, simulation
from rival.kernel import Opponent
from rival.kernel.percentiles import CURVES_FILE

IRRELEVANT_FOLDERS = {"__pycache__", "locale", "art"}
"""Folders of an opponent that can't change a game, such as translations and drawings."""


def compute_code_checksum(opponent: Opponent, policy: str) -> str:
    """Return a checksum of the kernel, the simulation, the opponent's package and the policy."""
    total = sha256()
    for name, file in sorted(iterate_code_files(opponent, policy)):
        content = file.read_bytes()
        total.update(f"{name} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()[:16]


def iterate_code_files(opponent: Opponent, policy: str) -> Iterator[tuple[str, Path]]:
    """Yield the files that can change a game, with names that are the same in every installation."""
    kernel = Path(inspect.getfile(Opponent)).parent
    for folder in (kernel, opponent.folder):
        for file in folder.rglob("*"):
            path = file.relative_to(folder)
            if file.is_file() and not IRRELEVANT_FOLDERS & set(path.parts) and path.name != CURVES_FILE:
                yield f"{folder.name}/{path.as_posix()}", file
    for module in (simulation, player_policies):
        yield module.__name__, Path(inspect.getfile(module))
    if player_policies.is_outside_policy(policy) and not policy.startswith(player_policies.LOCAL_PREFIX):
        module_name = policy.partition(":")[0]
        source = inspect.getsourcefile(import_module(module_name))
        if source is not None:
            yield module_name, Path(source)
