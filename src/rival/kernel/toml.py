"""Writes packs as TOML; the standard library only reads it, and says in English what it can't read.

>>> print(dumps({"game": "mombasa", "map": {"known": ["Gao"], "borders": {"Gao": {"Kano": 1}}}}), end="")
game = "mombasa"
<BLANKLINE>
[map]
known = ["Gao"]
borders.Gao = { Kano = 1 }
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping

from rival.kernel.shapes import Json
from rival.kernel.texts import Text, _

PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
BARE = re.compile(r"[A-Za-z0-9_-]+")


def dumps(pack: Mapping[str, Json]) -> str:
    """A pack as the text of a TOML file."""
    return "\n".join(lines(pack, ())).strip() + "\n"


def lines(table: Mapping[str, Json], path: tuple[str, ...]) -> Iterator[str]:
    """A table's values, then the tables under headings of their own; a table inside an entry stays in its lines."""
    headed = {key: value for key, value in table.items() if has_heading(value, inside=bool(path))}
    for key, value in table.items():
        if key in headed:
            continue
        if isinstance(value, dict) and value:
            yield from (f"{name(key)}.{name(inner)} = {written(one)}" for inner, one in value.items())
        else:
            yield f"{name(key)} = {written(value)}"
    for key, value in headed.items():
        heading = ".".join(map(name, (*path, key)))
        for one in value if isinstance(value, list) else [value]:
            yield from ("", f"[[{heading}]]" if isinstance(value, list) else f"[{heading}]")
            yield from lines(one, (*path, key))


def name(key: str) -> str:
    return key if BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def has_heading(value: Json, inside: bool) -> bool:
    if isinstance(value, list):
        return any(isinstance(one, dict) for one in value)
    return isinstance(value, dict) and not inside


def written(value: Json) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case str():
            return quoted(value)
        case dict():
            return f"{{ {', '.join(f'{name(key)} = {written(one)}' for key, one in value.items())} }}"
        case _:
            words = [written(one) for one in value]
            line = f"[{', '.join(words)}]"
            return line if len(line) <= 90 else "[\n" + "".join(f"    {one},\n" for one in words) + "]"


def quoted(text: str) -> str:
    if '"' in text and "'" not in text and text.isprintable():
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def problem(error: tomllib.TOMLDecodeError) -> Text:
    """Where a file stops being TOML, in any language.

    >>> try:
    ...     tomllib.loads("a = 1\\nb = what")
    ... except tomllib.TOMLDecodeError as error:
    ...     print(problem(error))
    line 2, column 5 can't be understood; a quotation mark, a bracket or = may be missing.
    """
    if place := PLACE.search(str(error)):
        return _(
            "line {line}, column {column} can't be understood; a quotation mark, a bracket or = may be missing.",
            line=int(place[1]),
            column=int(place[2]),
        )
    return _("it breaks off before its end; a quotation mark or a bracket may be missing.")
