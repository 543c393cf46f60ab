"""Look for accessibility problems on the page with axe."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def enlarge_window(page: Page) -> None:
    """Make the window as high as the page needs, so that the bar at the bottom covers nothing."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    height = page.evaluate(
        "Math.max(...[document.documentElement, ...document.querySelectorAll('main, section, dialog, dialog *')]"
        ".map(one => one.scrollHeight)) + innerHeight"
    )
    page.set_viewport_size({"width": width, "height": height})


def find_serious_problems(page: Page) -> list[str]:
    """Return the serious problems that axe finds on a page."""
    assert AXE.exists(), "axe-core is missing: run “make setup”, which installs the page's packages."
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    enlarge_window(page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(
        "standards => axe.run(document, { runOnly: { type: 'tag', values: standards }, resultTypes: ['violations'] })",
        STANDARDS,
    )["violations"]
    told = [f"{one['impact']} {one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]
    return [one for one in told if one.startswith(("serious", "critical", "moderate"))]
