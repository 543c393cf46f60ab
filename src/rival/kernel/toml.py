"""Write packs as TOML, and describe the errors of the standard library's TOML reader in any language.

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
SIGN = re.compile(r"\"\"\"|'''|[\"'#.\n=,{}\[\]]")
MOST_PARTS = 40
"""The most parts that a dotted key may have; the time to read one grows with their square."""


def dumps(pack: Mapping[str, Json]) -> str:
    """Return a pack as the text of a TOML file."""
    return "\n".join(lines(pack, ())).strip() + "\n"


def lines(table: Mapping[str, Json], path: tuple[str, ...]) -> Iterator[str]:
    """Yield the values of a table, then its tables under headings; a table inside an entry is written inline."""
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
    """Return a key, quoted if necessary."""
    return key if BARE.fullmatch(key) else escaped(key)


def has_heading(value: Json, inside: bool) -> bool:
    """Return whether a value is written as a table with its own heading."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(one, dict) for one in value)
    return isinstance(value, dict) and not inside


def written(value: Json) -> str:
    """Return a value as TOML."""
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return repr(value)
        case str():
            return quoted(value)
        case dict():
            return f"{{ {', '.join(f'{name(key)} = {written(one)}' for key, one in value.items())} }}"
        case list() | tuple():
            words = [written(one) for one in value]
            line = f"[{', '.join(words)}]"
            return line if len(line) <= 90 else "[\n" + "".join(f"    {one},\n" for one in words) + "]"
        case _:
            raise TypeError(f"TOML has no {type(value).__name__}")


def quoted(text: str) -> str:
    """Return a text in single or double quotation marks, whichever needs less escaping."""
    if '"' in text and "'" not in text and text.isprintable():
        return f"'{text}'"
    return escaped(text)


def escaped(text: str) -> str:
    """Return a text in double quotation marks; characters that can't be printed are written as their numbers."""
    plain = json.dumps(text, ensure_ascii=False)
    return plain if plain.isprintable() else "".join(map(printable, plain))


def printable(sign: str) -> str:
    """Return a character, or its number if it can't be printed."""
    return sign if sign.isprintable() else f"\\U{ord(sign):08x}" if ord(sign) > 0xFFFF else f"\\u{ord(sign):04x}"


def long_key(text: str) -> int | None:
    """Return the line of the first key with too many parts; text in quotation marks is skipped.

    >>> long_key('a."b.c.d" = 1 # x.y.z'), long_key("a = 1\\n" + "b." * 50 + "c = 1")
    (None, 2)
    """
    place, dots = 0, 0
    while found := SIGN.search(text, place):
        sign, place = found[0], found.end()
        if sign == ".":
            dots += 1
            if dots >= MOST_PARTS:
                return text.count("\n", 0, place) + 1
        elif sign == "#":
            place = end_of(text, place, "\n") - 1
        elif sign[0] in "\"'":
            place = end_of(text, place, sign)
        else:
            dots = 0
    return None


def end_of(text: str, place: int, sign: str) -> int:
    """Return the index after a closing sign; a quotation mark after a backslash does not close."""
    while (end := text.find(sign, place)) >= 0:
        before = end
        while sign[0] == '"' and before > place and text[before - 1] == "\\":
            before -= 1
        if (end - before) % 2 == 0:
            more = (
                text[end + len(sign) : end + len(sign) + 2] if len(sign) == 3 else ""
            )  # the text may end with two quotation marks before the closing three
            return end + len(sign) + len(more) - len(more.lstrip(sign[0]))
        place = end + 1
    return len(text) + 1


def problem(error: tomllib.TOMLDecodeError) -> Text:
    """Return a message that says where a file stops being valid TOML.

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
    return _("the file ends too early; a quotation mark or a bracket may be missing.")
