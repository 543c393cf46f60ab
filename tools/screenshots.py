"""Screenshots of every main page: ``python tools/screenshots.py [NAME …]`` writes them to screenshots/.

Each is taken at the size of a phone and of a desktop, light in English and dark in Russian. ``--readme`` takes the
pictures of the README instead, into docs/pictures/.
"""

from __future__ import annotations

import sys
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, Page  # noqa: E402
from tests.support.page import make_sample_session, open_page, play_sample_until, run_chromium, run_server, store_game  # noqa: E402

from rival import load_opponents  # noqa: E402
from rival.kernel import Ask  # noqa: E402

THEMES = (("light", "en"), ("dark", "ru"))
SIZES = ("phone", "desktop")
Steps = Callable[[Page], None]


@dataclass
class Screenshot:
    """A screenshot: its name, its address and the steps to take there first."""

    name: str
    path: str
    prepare: Steps = lambda page: None


def match_nth(key: str, n: int = 1) -> Callable[[Ask], bool]:
    """Return a function that is true at the n-th question with this key."""
    seen = 0

    def is_nth(ask: Ask) -> bool:
        nonlocal seen
        seen += ask.key == key
        return seen == n

    return is_nth


def make_click(*names: str) -> Steps:
    """Return steps that click the elements with these selectors one after the other."""

    def click_all(page: Page) -> None:
        for name in names:
            page.locator(name).first.click()

    return click_all


def list_screenshots(page: Page, address: str, lang: str) -> Iterator[Screenshot]:
    """Yield every main page, in the order in which a person sees them."""

    def begin_at(game: str, key: str, n: int = 1, is_drawn: bool = True, seed: int = 7) -> str:
        return "#/play/" + store_game(page, address, play_sample_until(game, match_nth(key, n), seed, lang, is_drawn))

    yield Screenshot("start-first-time", "")
    yield Screenshot("new-game", "#/new/rolling-heights", make_click("button.why >> nth=0"))
    yield Screenshot("rh-set-up", begin_at("rolling-heights", "set-up"))
    yield Screenshot(
        "rh-your-turn", begin_at("rolling-heights", "your-turn", 9), make_click("summary >> text=/built|построил/i")
    )
    yield Screenshot("rh-plan", begin_at("rolling-heights", "plan", 3))
    yield Screenshot("rh-plot", begin_at("rolling-heights", "place", 5), make_click("button.open >> nth=1"))
    yield Screenshot("rh-cubes", begin_at("rolling-heights", "cubes", 6))
    yield Screenshot("rh-district", begin_at("rolling-heights", "district", 1, is_drawn=False), draw_district)
    busy = begin_at("rolling-heights", "cubes", 12)
    yield Screenshot("rh-after", begin_at("rolling-heights", "your-turn", 12), make_click("main summary"))
    yield Screenshot("rh-table", f"{busy}/table")
    yield Screenshot("menu", f"{busy}/menu")
    yield Screenshot("history", f"{busy}/history")
    yield Screenshot("look-back", f"{busy}/then:20")
    yield Screenshot("repairs", busy, make_click("main button.undo"))
    yield Screenshot("correct-list", f"{busy}/correct")
    yield Screenshot("correct-number", f"{busy}/correct:mayor.vp")
    yield Screenshot("correct-drawing", f"{busy}/correct:districts.3.drawing")
    yield Screenshot("rule-in-place", busy, make_click("main button.why", "main .cite"))
    yield Screenshot("rules", "#/rules/rolling-heights")
    yield Screenshot("rules-search", "#/rules/rolling-heights", lambda page: page.locator("input").fill("RH-2"))
    yield Screenshot("keys", "#/keys")
    yield Screenshot("settings", "#/settings")
    yield Screenshot("rh-final", begin_at("rolling-heights", "final"))
    yield Screenshot("rh-end", begin_at("rolling-heights", "never"))
    yield Screenshot("dice-mine", load_own_dice(page, address, lang))
    yield Screenshot("mo-your-turn", begin_at("mombasa", "your-turn", 9))
    yield Screenshot("mo-card", begin_at("mombasa", "card", 1), make_click("#question li .chip >> nth=1"))
    yield Screenshot("mo-report", begin_at("mombasa", "report", 2))
    yield Screenshot("mo-expanded", begin_at("mombasa", "preparation", 5))
    yield Screenshot("mo-table", begin_at("mombasa", "your-turn", 12) + "/table")
    yield Screenshot("mo-final", begin_at("mombasa", "final"))
    yield Screenshot("mo-end", begin_at("mombasa", "never"))
    yield Screenshot("mo-region", load_random_region(page, address, lang))
    yield Screenshot("pa-cards", begin_at("pampero", "cards"))
    yield Screenshot("pa-start", begin_at("pampero", "start"))
    yield Screenshot("pa-contracts", begin_at("pampero", "map-contracts"))
    yield Screenshot("pa-your-turn", begin_at("pampero", "your-turn", 6))
    yield Screenshot("pa-sector", begin_at("pampero", "tower-sector"), make_click("button.open >> nth=1"))
    yield Screenshot("pa-place", begin_at("pampero", "place"))
    yield Screenshot("pa-link", begin_at("pampero", "link-token"))
    yield Screenshot("pa-table", begin_at("pampero", "your-turn", 12) + "/table")
    yield Screenshot("pa-final", begin_at("pampero", "final"))
    yield Screenshot("pa-end", begin_at("pampero", "never"))
    yield Screenshot("start", "")
    yield Screenshot("game-sheet", f"#/game:{busy.rpartition('/')[2]}")
    yield Screenshot("deleted", "#/deleted")
    yield Screenshot("share", f"{busy}/share")
    yield Screenshot("records", "#/records", make_click("input[role=switch]"))
    for game in load_opponents():
        yield Screenshot(f"practice-{game}", f"#/practice/{game}.3")
    for game in load_opponents():
        yield Screenshot(f"watch-{game}", f"#/watch/sample.{game}.7", make_slider_step(14))
        yield Screenshot(f"watch-{game}-end", f"#/watch/sample.{game}.7", move_to_end)


def draw_district(page: Page) -> None:
    """Draw a district."""
    page.locator("[data-act=rest]").click()
    for plot in ("a1", "b1", "d4"):
        page.locator(f".grid button[aria-label^='{plot}']").click()


def load_own_dice(page: Page, address: str, lang: str) -> str:
    """Load a game with the player's own dice, and return its address."""
    session = play_sample_until("rolling-heights", match_nth("your-turn", 4), 7, lang)
    session.use_dice("mine")
    session.answer({})
    return "#/play/" + store_game(page, address, session)


def load_random_region(page: Page, address: str, lang: str) -> str:
    """Load a game of Mombasa in which the player draws a random region, and return its address."""
    session, sample = make_sample_session("mombasa", 7, lang)
    first_report = match_nth("report", 1)
    while session.open_ask is not None and session.open_ask.key not in ("spread", "target"):
        if first_report(session.open_ask):
            session.use_dice("mine")
        if session.open_ask.who == "chance":
            session.answer(session.open_ask.answer_type.draw_random(session.chance, session.open_ask.key, 0))
        else:
            session.answer(sample.answer(session.open_ask, session.table))
    return "#/play/" + store_game(page, address, session)


def make_slider_step(n: int) -> Steps:
    """Return steps that move the slider of a watched game."""

    def move_slider(page: Page) -> None:
        page.locator("input[type=range]").fill(str(n))

    return move_slider


def move_to_end(page: Page) -> None:
    """Move the slider of a watched game to the end."""
    page.locator("input[type=range]").evaluate("one => { one.value = one.max; one.dispatchEvent(new Event('input')) }")
    page.locator("main table").first.wait_for()


def take_screenshots(browser: Browser, address: str, folder: Path, names: list[str]) -> None:
    """Take the screenshots with these names, or all."""
    for theme, lang in THEMES:
        for size in SIZES:
            page = open_page(browser, address, size, lang, theme)
            for screenshot in list_screenshots(page, address, lang):
                if names and screenshot.name not in names:
                    continue
                page.goto("about:blank")
                page.goto(address + screenshot.path)
                page.locator("main :is(h1, h2, h3, p, svg)").first.wait_for()
                page.wait_for_timeout(200)
                screenshot.prepare(page)
                page.wait_for_timeout(400)
                page.screenshot(path=folder / f"{screenshot.name}.{size}.{theme}.png")
            page.context.close()
            delete_games(address)


README_QUESTIONS = {"rolling-heights": ("place", 5), "mombasa": ("preparation", 5), "pampero": ("tower-sector", 1)}
"""The question at which each opponent is shown, and the number of its occurrence."""

# Desktop and phone on one sheet.
README_SHEET = """<body style="margin:0;background:#d8cfbf"><div style="position:relative;width:1600px;height:830px">
<img src="data:image/png;base64,{desktop}" style="{frame};left:40px;top:40px;width:1200px;border-radius:14px">
<img src="data:image/png;base64,{phone}" style="{frame};right:36px;bottom:44px;width:330px;border-radius:30px"></div>"""
FRAME = "position:absolute;box-shadow:0 4px 24px rgb(60 45 20 / .35)"


def take_readme_pictures(browser: Browser, address: str, folder: Path) -> None:
    """Take one picture for each opponent, at a small file size."""
    folder.mkdir(parents=True, exist_ok=True)
    for game, (key, n) in README_QUESTIONS.items():
        seen = {}
        for size in SIZES:
            page = open_page(browser, address, size, "en")
            page.goto(f"{address}#/play/{store_game(page, address, play_sample_until(game, match_nth(key, n)))}")
            page.locator("#question").wait_for()
            page.wait_for_timeout(800)
            seen[size] = b64encode(page.screenshot()).decode()
            page.context.close()
        sheet = browser.new_page(viewport={"width": 1600, "height": 830})
        sheet.set_content(README_SHEET.format(**seen, frame=FRAME))
        sheet.wait_for_timeout(300)
        parameters = {"format": "webp", "quality": 80}
        capture = sheet.context.new_cdp_session(sheet).send("Page.captureScreenshot", parameters)
        (folder / f"{game}.webp").write_bytes(b64decode(capture["data"]))
        sheet.close()


STRIP_TURNS = {"rolling-heights": 3, "mombasa": 12, "pampero": 2}
"""The turn of each opponent that is shown as a film strip."""
MAX_FRAMES = 6

STRIP = """<body style="margin:0;background:#d8cfbf"><div style="display:flex;gap:14px;padding:18px;width:max-content">
{frames}</div>"""


def take_film_strip(browser: Browser, address: str, folder: Path, game: str) -> None:
    """Take pictures of a whole turn of an opponent, step by step, on a phone."""
    session, sample = make_sample_session(game, 7, "en")
    begins = match_nth("your-turn", STRIP_TURNS[game])
    while session.open_ask is not None and not begins(session.open_ask):
        session.answer(sample.answer(session.open_ask, session.table))
    page = open_page(browser, address, "phone", "en")
    id = store_game(page, address, session)
    page.goto(f"{address}#/play/{id}")
    page.locator("#question").wait_for()
    frames: list[str] = []
    while session.open_ask is not None and len(frames) < MAX_FRAMES:
        length = page.locator("main").get_attribute("data-at") or "0"
        value = sample.answer(session.open_ask, session.table)
        session.answer(value)
        page.request.post(f"{address}api/games/{id}/answer", data={"at": int(length), "value": value})
        page.locator(f"main:not([data-at='{length}'])").wait_for()
        while page.locator("footer [data-act=look]").count() and len(frames) < MAX_FRAMES:
            frames.append(capture_frame(page))
            page.evaluate("document.querySelector('footer [data-act=look]').click()")
        if session.open_ask is None or session.open_ask.key == "your-turn":
            break
        frames.append(capture_frame(page))
    frames.append(capture_frame(page))
    page.context.close()
    sheet = browser.new_page(viewport={"width": 18 + 254 * len(frames[:MAX_FRAMES]), "height": 556})
    sheet.set_content(STRIP.format(frames="".join(FRAME_IMAGE.format(image) for image in frames[:MAX_FRAMES])))
    sheet.wait_for_timeout(300)
    parameters = {"format": "webp", "quality": 80}
    capture = sheet.context.new_cdp_session(sheet).send("Page.captureScreenshot", parameters)
    (folder / f"{game}-turn.webp").write_bytes(b64decode(capture["data"]))
    sheet.close()


FRAME_IMAGE = (
    '<img src="data:image/png;base64,{}" style="width:240px;border-radius:22px;box-shadow:0 3px 16px #4a3a2055">'
)


def capture_frame(page: Page) -> str:
    """Return a screenshot in base64."""
    page.wait_for_timeout(800)
    return b64encode(page.screenshot()).decode()


def delete_games(address: str) -> None:
    """Delete all games, so that every round begins with an empty list."""
    import json
    from urllib.request import Request, urlopen

    with urlopen(address + "api/games") as response:
        games = json.load(response)
    for game in games:
        urlopen(Request(f"{address}api/games/{game['id']}", method="DELETE")).close()


def main() -> None:
    """Take the pictures."""
    if sys.argv[1:] == ["--readme"]:
        with tempfile.TemporaryDirectory() as home, run_server(Path(home)) as address, run_chromium() as browser:
            take_readme_pictures(browser, address, ROOT / "docs" / "pictures")
            for game in STRIP_TURNS:
                take_film_strip(browser, address, ROOT / "docs" / "pictures", game)
        return
    folder = ROOT / "screenshots"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home, run_server(Path(home)) as address, run_chromium() as browser:
        take_screenshots(browser, address, folder, sys.argv[1:])
    print(f"{len(list(folder.glob('*.png')))} screenshots in {folder}")


if __name__ == "__main__":
    main()
