"""The rule book: contents that lead to a section, and a search that knows the forms of a word."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open


@pytest.mark.parametrize(("lang", "words"), [("en", "districts rolling"), ("ru", "районы бросками")])
def test_the_rule_book_has_contents_and_finds_forms_of_words(opened: Open, lang: str, words: str) -> None:
    page = opened("phone", lang, path="#/rules/rolling-heights")
    page.set_viewport_size({"width": 390, "height": 664})
    entries = page.locator("nav li button")
    entries.first.wait_for()
    headings = page.locator("main section h2")
    assert entries.count() == headings.count() > 3
    entries.last.tap()
    expect(headings.last).to_be_in_viewport()
    page.get_by_role("searchbox").fill(words)
    expect(page.locator("main nav")).to_have_count(0)
    expect(page.locator("main article").first).to_be_visible()
    page.get_by_role("searchbox").fill("xyzxyz")
    expect(page.locator("main article")).to_have_count(0)
