"""``rival new``: create a small working opponent as a starting point for a new one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from rival.kernel import BadOptionError, Name, _
from rival.kernel.installed_opponents import find_installed

TEMPLATE = Path(__file__).parent / "template"
NAME_PATTERN = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def render_template(name: str) -> Iterator[tuple[Path, str]]:
    """Yield the path and text of each file of a new opponent, replacing the template's name with the new name."""
    parts = name.split("-")
    prefix = "".join(word[0] for word in parts).upper() if len(parts) > 1 else name[:2].upper()
    replacements = {
        "five-stalls": name,
        "five_stalls": name.replace("-", "_"),
        "Five Stalls": " ".join(word.capitalize() for word in parts),
        "FS-": f"{prefix}-",
        "fs_": f"{prefix.lower()}_",
    }
    pattern = re.compile("five[-_]stalls|Five Stalls|FS-|(?<=_)fs_")

    def replace_names(text: str) -> str:
        return pattern.sub(lambda match: replacements[match.group()], text)

    for file in sorted(TEMPLATE.rglob("*.txt")):
        path = Path(*(replace_names(part) for part in file.relative_to(TEMPLATE).with_suffix("").parts))
        yield path, replace_names(file.read_text(encoding="utf-8"))


def is_used_as_module(name: str) -> bool:
    """Return whether a module of this name would hide another module or could not be imported."""
    return iskeyword(name) or name in sys.stdlib_module_names or name == "rival" or is_installed_elsewhere(name)


def is_installed_elsewhere(name: str) -> bool:
    """Return whether an installed module that is not an opponent has this name."""
    opponents = {location.partition(":")[0] for location in find_installed().values()}
    return name not in opponents and find_spec(name) is not None


def create_opponent(name: str, folder: Path) -> list[Path]:
    """Write the files of a new opponent and return their paths; raise BadOptionError if the folder is not empty."""
    if not NAME_PATTERN.fullmatch(name):
        raise BadOptionError(
            _(
                "“{name}” can't be used as a name. Use lower-case letters, digits and hyphens, for "
                "instance my-opponent.",
                name=Name(name),
            )
        )
    if is_used_as_module(name.replace("-", "_")):
        raise BadOptionError(
            _(
                "“{name}” can't be used as a name: there is already a Python module of that name. Choose another, for "
                "instance {name}-opponent.",
                name=Name(name),
            )
        )
    if name in find_installed():
        raise BadOptionError(_("An opponent named “{name}” already exists. Choose another name.", name=Name(name)))
    if folder.exists() and any(folder.iterdir()):
        raise BadOptionError(_("The folder {folder} is not empty. Choose a new folder.", folder=Name(str(folder))))
    paths = []
    for path, text in render_template(name):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        paths.append(file)
    return paths
