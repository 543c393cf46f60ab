"""The opponents' drawings: emblems and glyphs as symbols in one SVG, and named colours.

The folder ``art`` next to the script contains ``glyphs.svg`` with a symbol for each glyph, one of them the emblem, and
``colours.toml`` with each colour for light and dark mode. A page inserts the symbols into its own document, so only
shapes and their fills are allowed: no scripts, links or styles.
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

SVG_NAMESPACE = "{http://www.w3.org/2000/svg}"
ALLOWED_TAGS = {"symbol", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
ALLOWED_ATTRIBUTES = {
    *("id", "viewBox", "d", "points", "transform", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry"),
    *("width", "height", "fill", "fill-rule", "opacity", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"),
    "stroke-dasharray",
}
SAFE_VALUE_PATTERN = re.compile(r"[\w\s.,%#()+-]*")
NAME_PATTERN = re.compile(r"[a-z][a-z0-9-]*")
COLOUR_PATTERN = re.compile(r"#[0-9a-f]{6}")


class ArtError(ValueError):
    """An error in the drawings of an opponent, for the author of the opponent."""


@dataclass(frozen=True, slots=True)
class Art:
    """An opponent's drawings: one SVG with all symbols, the colours, and a hash of the content."""

    svg: str
    edition: str


def find_art(opponent: Opponent) -> Art | None:
    """Return the drawings of an opponent; None if it has no drawings."""
    folder = opponent.folder / "art"
    return load_art(folder, opponent.id) if folder.is_dir() else None


@cache
def load_art(folder: Path, prefix: str) -> Art:
    """Load and check the drawings in a folder; add the prefix to each symbol's id."""
    symbols = "".join(sanitize_element(symbol, prefix) for symbol in read_symbols(folder / "glyphs.svg"))
    colours = json.dumps(read_colours(folder / "colours.toml"), separators=(",", ":")).replace('"', "&quot;")
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" data-colours="{colours}">{symbols}</svg>'
    return Art(svg, sha256(svg.encode()).hexdigest()[:16])


def read_symbols(file: Path) -> list[Element]:
    """Return the symbols in an SVG file; raise ArtError if the file contains anything else."""
    text = file.read_text(encoding="utf-8")
    if "<!" in text.replace("<!--", ""):
        raise ArtError(f"{file}: no declarations")
    from xml.etree import ElementTree  # imported late: the page without a server uses prepared drawings

    symbols = list(ElementTree.fromstring(text))
    for symbol in symbols:
        if symbol.tag != f"{SVG_NAMESPACE}symbol" or not NAME_PATTERN.fullmatch(symbol.get("id", "")):
            raise ArtError(f"{file}: symbols with a name each, and nothing beside them")
    return symbols


def sanitize_element(element: Element, prefix: str) -> str:
    """Return an element as text, rebuilt from allowed tags and attributes; raise ArtError for anything else."""
    tag = element.tag.removeprefix(SVG_NAMESPACE)
    if tag not in ALLOWED_TAGS or (element.text or "").strip() or (element.tail or "").strip():
        raise ArtError(f"{tag} is no shape that a glyph may have")
    attributes_by_name = dict(element.items())
    for name, value in attributes_by_name.items():
        if name not in ALLOWED_ATTRIBUTES or not SAFE_VALUE_PATTERN.fullmatch(value) or "url" in value.lower():
            raise ArtError(f"{name}={value!r} may not stand in a glyph")
    if "id" in attributes_by_name:
        attributes_by_name["id"] = f"{prefix}.{attributes_by_name['id']}"
    attributes = "".join(f' {name}="{value}"' for name, value in attributes_by_name.items())
    return f"<{tag}{attributes}>{''.join(sanitize_element(child, prefix) for child in element)}</{tag}>"


def read_colours(file: Path) -> dict[str, list[str]]:
    """Return each colour's values for light and dark mode; a single value is used for both."""
    if not file.exists():
        return {}
    colours: dict[str, list[str]] = {}
    for name, value in tomllib.loads(file.read_text(encoding="utf-8")).items():
        pair = [value, value] if isinstance(value, str) else value
        if len(pair) != 2 or not all(isinstance(colour, str) and COLOUR_PATTERN.fullmatch(colour) for colour in pair):
            raise ArtError(f"{file}: {name} needs a colour such as #0f6b66, or one by day and one by night")
        colours[name] = pair
    return colours
