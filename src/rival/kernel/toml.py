"""Write packs as TOML, and describe errors from the standard library's TOML parser in any language.

>>> print(format_pack({"game": "mombasa", "map": {"known": ["Gao"], "borders": {"Gao": {"Kano": 1}}}}), end="")
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

from rival.kernel.answer_types import Json
from rival.kernel.texts import Text, _

ERROR_POSITION = re.compile(r"\(at line (\d+), column (\d+)\)")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
DELIMITER = re.compile(r"\"\"\"|'''|[\"'#.\n=,{}\[\]]")
MAX_KEY_PARTS = 40
"""The maximum number of parts in a dotted key. The time to parse a key grows with the square of this number."""


def format_pack(pack: Mapping[str, Json]) -> str:
    """Return a pack as the text of a TOML file."""
    return "\n".join(format_table(pack, ())).strip() + "\n"


def format_table(table: Mapping[str, Json], path: tuple[str, ...]) -> Iterator[str]:
    """Yield the values of a table, then its subtables under headings. A table inside a value is written inline."""
    tables = {key: value for key, value in table.items() if has_heading(value, is_nested=bool(path))}
    for key, value in table.items():
        if key in tables:
            continue
        if isinstance(value, dict) and value:
            yield from (
                f"{format_key(key)}.{format_key(inner)} = {format_value(item)}" for inner, item in value.items()
            )
        else:
            yield f"{format_key(key)} = {format_value(value)}"
    for key, value in tables.items():
        heading = ".".join(map(format_key, (*path, key)))
        for item in value if isinstance(value, list) else [value]:
            yield from ("", f"[[{heading}]]" if isinstance(value, list) else f"[{heading}]")
            yield from format_table(item, (*path, key))


def format_key(key: str) -> str:
    """Return a key, quoted if necessary."""
    return key if BARE_KEY.fullmatch(key) else escape_text(key)


def has_heading(value: Json, is_nested: bool) -> bool:
    """Return whether a value is written as a table with its own heading."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, dict) for item in value)
    return isinstance(value, dict) and not is_nested


def format_value(value: Json) -> str:
    """Return a value as TOML."""
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return repr(value)
        case str():
            return quote_text(value)
        case dict():
            return f"{{ {', '.join(f'{format_key(key)} = {format_value(item)}' for key, item in value.items())} }}"
        case list() | tuple():
            items = [format_value(item) for item in value]
            line = f"[{', '.join(items)}]"
            return line if len(line) <= 90 else "[\n" + "".join(f"    {item},\n" for item in items) + "]"
        case _:
            raise TypeError(f"TOML has no {type(value).__name__}")


def quote_text(text: str) -> str:
    """Return a text in single or double quotation marks, depending on which needs less escaping."""
    if '"' in text and "'" not in text and text.isprintable():
        return f"'{text}'"
    return escape_text(text)


def escape_text(text: str) -> str:
    """Return a text in double quotation marks, with unprintable characters written as their code points."""
    plain = json.dumps(text, ensure_ascii=False)
    return plain if plain.isprintable() else "".join(map(escape_character, plain))


def escape_character(character: str) -> str:
    """Return a character, or an escape sequence if it can't be printed."""
    return (
        character
        if character.isprintable()
        else f"\\U{ord(character):08x}"
        if ord(character) > 0xFFFF
        else f"\\u{ord(character):04x}"
    )


def find_overlong_key(text: str) -> int | None:
    """Return the line number of the first key with too many parts, ignoring text in quotation marks.

    >>> find_overlong_key('a."b.c.d" = 1 # x.y.z'), find_overlong_key("a = 1\\n" + "b." * 50 + "c = 1")
    (None, 2)
    """
    position, dots = 0, 0
    while match := DELIMITER.search(text, position):
        sign, position = match[0], match.end()
        if sign == ".":
            dots += 1
            if dots >= MAX_KEY_PARTS:
                return text.count("\n", 0, position) + 1
        elif sign == "#":
            position = find_closing_delimiter(text, position, "\n") - 1
        elif sign[0] in "\"'":
            position = find_closing_delimiter(text, position, sign)
        else:
            dots = 0
    return None


def find_closing_delimiter(text: str, position: int, delimiter: str) -> int:
    """Return the index after the closing delimiter, ignoring quotation marks that follow a backslash."""
    while (end := text.find(delimiter, position)) >= 0:
        before = end
        while delimiter[0] == '"' and before > position and text[before - 1] == "\\":
            before -= 1
        if (end - before) % 2 == 0:
            extra_quotes = (
                text[end + len(delimiter) : end + len(delimiter) + 2] if len(delimiter) == 3 else ""
            )  # the text may end with two quotation marks before the closing three
            return end + len(delimiter) + len(extra_quotes) - len(extra_quotes.lstrip(delimiter[0]))
        position = end + 1
    return len(text) + 1


def describe_toml_error(error: tomllib.TOMLDecodeError) -> Text:
    """Return a message that says where a file is not valid TOML.

    >>> try:
    ...     tomllib.loads("a = 1\\nb = what")
    ... except tomllib.TOMLDecodeError as error:
    ...     print(describe_toml_error(error))
    line 2, column 5 can't be understood; a quotation mark, a bracket or = may be missing.
    """
    if match := ERROR_POSITION.search(str(error)):
        return _(
            "line {line}, column {column} can't be understood; a quotation mark, a bracket or = may be missing.",
            line=int(match[1]),
            column=int(match[2]),
        )
    return _("the file ends too early; a quotation mark or a bracket may be missing.")
