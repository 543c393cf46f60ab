"""Drawings of the opponents: emblem and glyphs as symbols of one SVG, and named colours.

The folder ``art`` next to the script contains ``glyphs.svg`` with a symbol for each glyph, one of them the emblem,
and ``colours.toml`` with each colour for light and dark mode. A page inserts the symbols into its own document, so
only shapes and their fills are allowed: no scripts, links or styles.
"""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from rival.kernel import Opponent

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"symbol", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
SAID = {
    *("id", "viewBox", "d", "points", "transform", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry"),
    *("width", "height", "fill", "fill-rule", "opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"),
    "stroke-dasharray",
}
HARMLESS = re.compile(r"[\w\s.,%#()+-]*")
NAME = re.compile(r"[a-z][a-z0-9-]*")
COLOUR = re.compile(r"#[0-9a-f]{6}")


class BadArt(ValueError):
    """An error in the drawings of an opponent, for the author of the opponent."""


@dataclass(frozen=True, slots=True)
class Art:
    """One SVG with all symbols and colours, and a hash that changes with it."""

    svg: str
    edition: str


def art_of(against: Opponent) -> Art | None:
    """Return the drawings of an opponent; None if it has no drawings."""
    folder = against.folder / "art"
    return read(folder, against.id) if folder.is_dir() else None


@cache
def read(folder: Path, prefix: str) -> Art:
    """Return the checked drawings of a folder, with the prefix added to the id of each symbol."""
    symbols = "".join(shape(one, prefix) for one in drawings(folder / "glyphs.svg"))
    colours = json.dumps(named_colours(folder / "colours.toml"), separators=(",", ":")).replace('"', "&quot;")
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" data-colours="{colours}">{symbols}</svg>'
    return Art(svg, sha256(svg.encode()).hexdigest()[:16])


def drawings(file: Path) -> list[Element]:
    """Return the symbols of an SVG file; raise BadArt if the file contains anything else."""
    text = file.read_text(encoding="utf-8")
    if "<!" in text.replace("<!--", ""):
        raise BadArt(f"{file}: no declarations")
    from xml.etree import ElementTree  # imported late: the page without a server uses prepared drawings

    found = list(ElementTree.fromstring(text))
    for one in found:
        if one.tag != f"{SVG}symbol" or not NAME.fullmatch(one.get("id", "")):
            raise BadArt(f"{file}: symbols with a name each, and nothing beside them")
    return found


def shape(one: Element, prefix: str) -> str:
    """Return an element as text, rebuilt from allowed tags and attributes; raise BadArt for others."""
    tag = one.tag.removeprefix(SVG)
    if tag not in SHAPES or (one.text or "").strip() or (one.tail or "").strip():
        raise BadArt(f"{tag} is no shape that a glyph may have")
    said = dict(one.items())
    for name, value in said.items():
        if name not in SAID or not HARMLESS.fullmatch(value) or "url" in value.lower():
            raise BadArt(f"{name}={value!r} may not stand in a glyph")
    if "id" in said:
        said["id"] = f"{prefix}.{said['id']}"
    attributes = "".join(f' {name}="{value}"' for name, value in said.items())
    return f"<{tag}{attributes}>{''.join(shape(inner, prefix) for inner in one)}</{tag}>"


def named_colours(file: Path) -> dict[str, list[str]]:
    """Return each colour for light and dark mode; a single value is used for both."""
    if not file.exists():
        return {}
    found: dict[str, list[str]] = {}
    for name, said in tomllib.loads(file.read_text(encoding="utf-8")).items():
        pair = [said, said] if isinstance(said, str) else said
        if len(pair) != 2 or not all(isinstance(one, str) and COLOUR.fullmatch(one) for one in pair):
            raise BadArt(f"{file}: {name} needs a colour such as #0f6b66, or one by day and one by night")
        found[name] = pair
    return found
