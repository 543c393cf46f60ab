"""The owner's box without a server: describe a part, save it in the browser, undo, and begin a game with it."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, expect

from tests.support.box_page import BoxDriver
from tests.support.static_server import StaticSite

BOARD = ["- ~ - -", "- r2 - -", "~ - - -", "- - - -"]


def test_a_described_board_survives_a_reload_and_can_be_undone(context: BrowserContext, site: StaticSite) -> None:
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(site.address)
    hand = BoxDriver(page, site.address)
    hand.open_part("rolling-heights", "board 1 A")
    assert hand.draw_board(BOARD) <= 25
    page.goto(f"{site.address}#/box/rolling-heights")
    page.reload()
    expect(page.get_by_role("button", name="Matches the cardboard")).to_have_count(1)
    hand.tap(page.get_by_role("button", name="Matches the cardboard"))
    expect(page.get_by_role("button", name="Remove the check mark")).to_have_count(1)
    hand.tap(page.get_by_text("Change history"))
    hand.tap(page.get_by_role("button", name="Undo the last change"))
    expect(page.get_by_role("button", name="Matches the cardboard")).to_have_count(1)
    hand.tap(page.get_by_role("button", name="Undo the last change"))
    expect(page.get_by_role("button", name="Matches the cardboard")).to_have_count(0)
