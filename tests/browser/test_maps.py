"""A map by finger: it is moved and zoomed at any time, and its places stay tappable."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.support.page import play_sample_until, step_to_question, store_game

MAP = ".board .surface"
PLACES = f"{MAP} [data-place]"
Point = tuple[float, float]


def touch(page: Page, *paths: Sequence[Point], steps: int = 8) -> None:
    """Move one finger along each path, all at the same time."""
    devtools = page.context.new_cdp_session(page)

    def send(kind: str, share: float) -> None:
        points = [
            {"x": start[0] + share * (end[0] - start[0]), "y": start[1] + share * (end[1] - start[1]), "id": n}
            for n, (start, end) in enumerate(paths)
        ]
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [] if kind == "touchEnd" else points})

    send("touchStart", 0)
    for step in range(1, steps + 1):
        send("touchMove", step / steps)
    send("touchEnd", 1)
    devtools.detach()


def find_middle(element: Locator) -> Point:
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def open_report(page: Page, address: str, drawn: bool = True) -> str:
    """Open the report before an expansion, with the posts unfolded."""
    session = play_sample_until("mombasa", lambda ask: ask.key == "report", drawn=drawn)
    id = store_game(page, address, session)
    page.goto(f"{address}#/play/{id}")
    step_to_question(page)
    return id


def open_posts(page: Page, wait: bool = True) -> None:
    page.locator("#question summary", has_text="osts you moved").click()
    if wait:
        page.locator("#question [role=radiogroup]").last.wait_for()


def tap_place(page: Page, name: str) -> None:
    page.touchscreen.tap(*find_middle(page.locator(f"{MAP} [data-place='{name}'] .ground")))


def test_a_map_is_moved_and_zoomed_between_two_taps(opened: Open, address: str) -> None:
    page = opened("phone", path=None)
    page.set_viewport_size({"width": 390, "height": 664})
    open_report(page, address)
    open_posts(page)
    page.locator("#question label, #question [role=radio]").filter(has_text="Cairo").last.click()
    tap_place(page, "Mallowdale")
    expect(page.locator(f"{PLACES}[aria-label*='Mallowdale'][aria-label*='Cairo']")).to_have_count(1)
    x, y = find_middle(page.locator(MAP))
    touch(page, [(x - 30, y), (x - 60, y)], [(x + 30, y), (x + 60, y)])  # two fingers apart
    zoom = float(page.locator(MAP).get_attribute("data-zoom") or 1)
    assert 1.5 < zoom < 3
    place = page.locator(f"{MAP} [data-place='Amberreach'] .ground")
    before = find_middle(place)
    touch(page, [(x, y), (x - 40, y + 25)])  # one finger
    after = find_middle(place)
    assert (round(after[0] - before[0]), round(after[1] - before[1])) == (-40, 25)
    expect(page.locator(MAP)).to_have_attribute("data-zoom", f"{zoom:.2f}")
    tap_place(page, "Amberreach")
    expect(page.locator(f"{PLACES}[aria-label*='Amberreach'][aria-label*='Cairo']")).to_have_count(1)
    expect(page.locator(f"{PLACES}[aria-label*='Mallowdale'][aria-label*='Cairo']")).to_have_count(1)
    assert find_middle(place) == after, "a tap moved the map"


def choose_value(page: Page, text: str) -> None:
    page.locator("#question [role=radio]").filter(has_text=text).last.click()


def list_pairs(page: Page) -> list[str]:
    """Return the names with their values, as the list under the map shows them."""
    return [" ".join(text.split()) for text in page.locator("#question .pair .standing").all_inner_texts()]


def test_three_posts_are_reported_in_a_row(opened: Open, address: str) -> None:
    """The chosen company stays chosen; the list names each region and its company."""
    page = opened("phone", path=None)
    page.set_viewport_size({"width": 390, "height": 664})
    id = open_report(page, address)
    open_posts(page)
    choose_value(page, "Cairo")
    tap_place(page, "Mallowdale")
    tap_place(page, "Amberreach")
    choose_value(page, "Mombasa")
    x, y = find_middle(page.locator(MAP))
    touch(page, [(x, y), (x + 35, y - 20)])  # the map is moved between two taps
    tap_place(page, "Greywater")
    expect(page.locator("#question .pair")).to_have_count(3)
    assert list_pairs(page) == ["Mallowdale Cairo", "Amberreach Cairo", "Greywater Mombasa"]
    tap_place(page, "Greywater")  # the same company again removes the entry
    expect(page.locator("#question .pair")).to_have_count(2)
    tap_place(page, "Greywater")
    open_posts(page, wait=False)  # folds them again
    page.locator("#question input").nth(3).wait_for()
    for n in range(4):
        page.locator("#question input").nth(n).fill("1")
    page.locator("footer .btn.primary").last.click()
    page.locator("#question", has_text="your marker on each track").wait_for(state="detached")
    assert "Mallowdale (Cairo), Amberreach (Cairo), Greywater (Mombasa)" in str(
        page.request.get(f"{address}api/games/{id}?since=0").json()
    )


def test_a_new_region_needs_no_typing(opened: Open, address: str) -> None:
    """Each gets the next number and the chosen price; the next question begins with that price (MO-29)."""
    page = opened("phone", path=None)
    page.set_viewport_size({"width": 390, "height": 664})
    session = play_sample_until("mombasa", lambda ask: ask.key in ("gates", "neighbours"), drawn=False)
    page.goto(f"{address}#/play/{store_game(page, address, session)}")
    step_to_question(page)
    choose_value(page, "2")
    new = page.locator("#question button", has_text="Add A")
    first = new.inner_text().split()[-1]
    new.tap()
    choose_value(page, "1")
    new.tap()
    second = new.inner_text().split()[-1]
    expect(page.locator("#question .pair")).to_have_count(2)
    assert list_pairs(page)[0] == f"{first} 2"
    assert list_pairs(page)[1].endswith(" 1")
    assert second not in " ".join(list_pairs(page))
    page.locator("#question summary", has_text="By name").click()
    page.locator("#question .pair ~ * input.field, #question details input.field").last.fill("by the river")
    page.locator("#question .btn.add").click()
    assert list_pairs(page)[2] == "by the river 1"
