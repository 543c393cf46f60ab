"""Writes packs as TOML; the standard library only reads it.

>>> print(dumps({"game": "mombasa", "map": {"known": ["Gao"], "borders": {"Gao": {"Kano": 1}}}}), end="")
game = "mombasa"
<BLANKLINE>
[map]
known = ["Gao"]
<BLANKLINE>
[map.borders]
<BLANKLINE>
[map.borders.Gao]
Kano = 1
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from rival.kernel.shapes import Json

BARE = re.compile(r"[A-Za-z0-9_-]+")


def dumps(pack: Mapping[str, Json]) -> str:
    return "\n".join([*table(pack, ()), ""]).lstrip("\n")


def table(content: Mapping[str, Json], path: tuple[str, ...]) -> Iterator[str]:
    """A table: its heading, its values, then the tables in it."""
    if path:
        yield ""
        yield f"[{'.'.join(map(key, path))}]"
    for name, value in content.items():
        if not isinstance(value, Mapping):
            yield f"{key(name)} = {written(value)}"
    for name, value in content.items():
        if isinstance(value, Mapping):
            yield from table(value, (*path, name))


def key(name: str) -> str:
    return name if BARE.fullmatch(name) else written(name)


def written(value: Json) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
