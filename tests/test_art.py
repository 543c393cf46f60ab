"""Drawings of opponents: they contain only shapes and colours, and no active content."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from rival.engine import Engine, NotFoundError
from rival.engine.art import ArtError, find_art, load_art
from rival.kernel import load_opponents
from rival.server.app import make_app

SVG = '<svg xmlns="http://www.w3.org/2000/svg">{}</svg>'
DRAWING = [one for one in load_opponents().values() if find_art(one) is not None]


def write_folder(path: Path, glyphs: str, colours: str = "") -> Path:
    (path / "glyphs.svg").write_text(glyphs, encoding="utf-8")
    (path / "colours.toml").write_text(colours, encoding="utf-8")
    return path


def test_symbols_are_named_after_their_opponent_and_colours_have_light_and_dark_variants(tmp_path: Path) -> None:
    symbol = '<symbol id="house" viewBox="0 0 16 16"><path d="M2 14V7z" fill="currentColor"/></symbol>'
    art = load_art(
        write_folder(tmp_path, SVG.format(symbol), 'wall = "#0f6b66"\nroof = ["#ffffff", "#000000"]'), "five-stalls"
    )
    root = ElementTree.fromstring(art.svg)
    assert [entry.get("id") for entry in root] == ["five-stalls.house"]
    assert root.get("data-colours") == '{"wall":["#0f6b66","#0f6b66"],"roof":["#ffffff","#000000"]}'


@pytest.mark.parametrize(
    "inner",
    [
        "<script>alert(1)</script>",
        '<symbol id="a"><script>alert(1)</script></symbol>',
        '<symbol id="a" onload="alert(1)"/>',
        '<symbol id="a"><path d="M0 0" style="background:url(http://example.org)"/></symbol>',
        '<symbol id="a"><path fill="url(http://example.org)"/></symbol>',
        '<symbol id="a"><image href="http://example.org/a.png"/></symbol>',
        '<symbol id="a"><a href="javascript:alert(1)"/></symbol>',
        '<symbol id="a"><foreignObject/></symbol>',
        '<symbol id="a">words</symbol>',
        '<symbol id="../a"/>',
        "<path/>",
    ],
)
def test_elements_that_are_not_shapes_are_rejected(inner: str, tmp_path: Path) -> None:
    with pytest.raises(ArtError):
        load_art(write_folder(tmp_path, SVG.format(inner)), "five-stalls")


def test_xml_declarations_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(ArtError):
        load_art(write_folder(tmp_path, '<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format("")), "five-stalls")


@pytest.mark.parametrize("colours", ['a = "red"', 'a = ["#000000"]', 'a = "#00000g"', "a = [1, 2]"])
def test_values_that_are_not_colours_are_rejected(colours: str, tmp_path: Path) -> None:
    with pytest.raises(ArtError):
        load_art(write_folder(tmp_path, SVG.format(""), colours), "five-stalls")


@pytest.mark.parametrize("against", DRAWING, ids=lambda one: one.id)
def test_an_opponent_with_drawings_has_an_emblem_and_a_colour(against: object) -> None:
    art = find_art(against)  # type: ignore[arg-type]
    assert art is not None
    assert ".emblem" in art.svg
    assert "&quot;opponent&quot;:" in art.svg


def test_the_drawings_are_served_as_an_image_and_sent_again_only_if_they_changed() -> None:
    page = TestClient(make_app(Engine()), base_url="http://localhost")
    answer = page.get("/api/art/rolling-heights")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")
    again = page.get("/api/art/rolling-heights", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")
    assert page.get("/api/art/nothing").status_code == 404
    with pytest.raises(NotFoundError):
        Engine().load_art("../rolling_heights")
