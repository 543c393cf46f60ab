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
from tests.support.page import browsing, load_game, on_the_sample, open_page, played, serving  # noqa: E402

from rival import opponents  # noqa: E402
from rival.kernel import Ask  # noqa: E402

LOOKS = (("light", "en"), ("dark", "ru"))
SIZES = ("phone", "desktop")
Steps = Callable[[Page], None]


@dataclass
class Shot:
    """A screenshot: its name, its address and the steps to take there first."""

    name: str
    path: str
    do: Steps = lambda page: None


def nth(key: str, n: int = 1) -> Callable[[Ask], bool]:
    """Return a function that is true at the n-th question with this key."""
    seen = 0

    def reached(ask: Ask) -> bool:
        nonlocal seen
        seen += ask.key == key
        return seen == n

    return reached


def click(*names: str) -> Steps:
    """Return steps that click the elements with these selectors one after the other."""

    def do(page: Page) -> None:
        for name in names:
            page.locator(name).first.click()

    return do


def shots(page: Page, address: str, lang: str) -> Iterator[Shot]:
    """Yield every main page, in the order in which a person sees them."""

    def at(game: str, key: str, n: int = 1, drawn: bool = True, seed: int = 7) -> str:
        return "#/play/" + load_game(page, address, played(game, nth(key, n), seed, lang, drawn))

    yield Shot("start-first-time", "")
    yield Shot("new-game", "#/new/rolling-heights", click("button.why >> nth=0"))
    yield Shot("rh-set-up", at("rolling-heights", "set-up"))
    yield Shot("rh-your-turn", at("rolling-heights", "your-turn", 9), click("summary >> text=/built|построил/i"))
    yield Shot("rh-plan", at("rolling-heights", "plan", 3))
    yield Shot("rh-plot", at("rolling-heights", "place", 5), click("button.open >> nth=1"))
    yield Shot("rh-cubes", at("rolling-heights", "cubes", 6))
    yield Shot("rh-district", at("rolling-heights", "district", 1, drawn=False), paint)
    busy = at("rolling-heights", "cubes", 12)
    yield Shot("rh-after", at("rolling-heights", "your-turn", 12), click("main summary"))
    yield Shot("rh-table", f"{busy}/table")
    yield Shot("menu", f"{busy}/menu")
    yield Shot("history", f"{busy}/history")
    yield Shot("look-back", f"{busy}/then:20")
    yield Shot("repairs", busy, click("main button.undo"))
    yield Shot("correct-list", f"{busy}/correct")
    yield Shot("correct-number", f"{busy}/correct:mayor.vp")
    yield Shot("correct-drawing", f"{busy}/correct:districts.3.drawing")
    yield Shot("rule-in-place", busy, click("main button.why", "main .cite"))
    yield Shot("rules", "#/rules/rolling-heights")
    yield Shot("rules-search", "#/rules/rolling-heights", lambda page: page.locator("input").fill("RH-2"))
    yield Shot("keys", "#/keys")
    yield Shot("settings", "#/settings")
    yield Shot("rh-final", at("rolling-heights", "final"))
    yield Shot("rh-end", at("rolling-heights", "never"))
    yield Shot("dice-mine", own_die(page, address, lang))
    yield Shot("mo-your-turn", at("mombasa", "your-turn", 9))
    yield Shot("mo-card", at("mombasa", "card", 1), click("#question li .chip >> nth=1"))
    yield Shot("mo-report", at("mombasa", "report", 2))
    yield Shot("mo-expanded", at("mombasa", "preparation", 5))
    yield Shot("mo-table", at("mombasa", "your-turn", 12) + "/table")
    yield Shot("mo-final", at("mombasa", "final"))
    yield Shot("mo-end", at("mombasa", "never"))
    yield Shot("mo-region", own_region(page, address, lang))
    yield Shot("pa-cards", at("pampero", "cards"))
    yield Shot("pa-start", at("pampero", "start"))
    yield Shot("pa-contracts", at("pampero", "map-contracts"))
    yield Shot("pa-your-turn", at("pampero", "your-turn", 6))
    yield Shot("pa-sector", at("pampero", "tower-sector"), click("button.open >> nth=1"))
    yield Shot("pa-place", at("pampero", "place"))
    yield Shot("pa-link", at("pampero", "link-token"))
    yield Shot("pa-table", at("pampero", "your-turn", 12) + "/table")
    yield Shot("pa-final", at("pampero", "final"))
    yield Shot("pa-end", at("pampero", "never"))
    yield Shot("start", "")
    yield Shot("game-sheet", f"#/game:{busy.rpartition('/')[2]}")
    yield Shot("deleted", "#/deleted")
    yield Shot("share", f"{busy}/share")
    yield Shot("records", "#/records", click("input[role=switch]"))
    for game in opponents():
        yield Shot(f"practice-{game}", f"#/practice/{game}.3")
    for game in opponents():
        yield Shot(f"watch-{game}", f"#/watch/sample.{game}.7", step(14))
        yield Shot(f"watch-{game}-end", f"#/watch/sample.{game}.7", to_the_end)


def paint(page: Page) -> None:
    """Draw a district."""
    page.locator("[data-act=rest]").click()
    for plot in ("a1", "b1", "d4"):
        page.locator(f".grid button[aria-label^='{plot}']").click()


def own_die(page: Page, address: str, lang: str) -> str:
    """Load a game with the player's own dice, and return its address."""
    session = played("rolling-heights", nth("your-turn", 4), 7, lang)
    session.use_dice("mine")
    session.answer({})
    return "#/play/" + load_game(page, address, session)


def own_region(page: Page, address: str, lang: str) -> str:
    """Load a game of Mombasa in which the player draws a random region, and return its address."""
    session, sample = on_the_sample("mombasa", 7, lang)
    first_report = nth("report", 1)
    while session.open is not None and session.open.key not in ("spread", "target"):
        if first_report(session.open):
            session.use_dice("mine")
        if session.open.who == "chance":
            session.answer(session.open.shape.draw(session.chance, session.open.key, 0))
        else:
            session.answer(sample.answer(session.open, session.table))
    return "#/play/" + load_game(page, address, session)


def step(n: int) -> Steps:
    """Return steps that move the slider of a watched game."""

    def do(page: Page) -> None:
        page.locator("input[type=range]").fill(str(n))

    return do


def to_the_end(page: Page) -> None:
    """Move the slider of a watched game to the end."""
    page.locator("input[type=range]").evaluate("one => { one.value = one.max; one.dispatchEvent(new Event('input')) }")
    page.locator("main table").first.wait_for()


def take(browser: Browser, address: str, folder: Path, wanted: list[str]) -> None:
    """Take the screenshots with these names, or all."""
    for theme, lang in LOOKS:
        for size in SIZES:
            page = open_page(browser, address, size, lang, theme)
            for shot in shots(page, address, lang):
                if wanted and shot.name not in wanted:
                    continue
                page.goto("about:blank")
                page.goto(address + shot.path)
                page.locator("main :is(h1, h2, h3, p, svg)").first.wait_for()
                page.wait_for_timeout(200)
                shot.do(page)
                page.wait_for_timeout(400)
                page.screenshot(path=folder / f"{shot.name}.{size}.{theme}.png")
            page.context.close()
            clear(address)


README = {"rolling-heights": ("place", 5), "mombasa": ("preparation", 5), "pampero": ("tower-sector", 1)}
"""The question at which each opponent is shown, and the number of its occurrence."""

# Desktop and phone on one sheet.
SHEET = """<body style="margin:0;background:#d8cfbf"><div style="position:relative;width:1600px;height:830px">
<img src="data:image/png;base64,{desktop}" style="{frame};left:40px;top:40px;width:1200px;border-radius:14px">
<img src="data:image/png;base64,{phone}" style="{frame};right:36px;bottom:44px;width:330px;border-radius:30px"></div>"""
FRAME = "position:absolute;box-shadow:0 4px 24px rgb(60 45 20 / .35)"


def for_the_readme(browser: Browser, address: str, folder: Path) -> None:
    """Take one picture for each opponent, at a small file size."""
    folder.mkdir(parents=True, exist_ok=True)
    for game, (key, n) in README.items():
        seen = {}
        for size in SIZES:
            page = open_page(browser, address, size, "en")
            page.goto(f"{address}#/play/{load_game(page, address, played(game, nth(key, n)))}")
            page.locator("#question").wait_for()
            page.wait_for_timeout(800)
            seen[size] = b64encode(page.screenshot()).decode()
            page.context.close()
        sheet = browser.new_page(viewport={"width": 1600, "height": 830})
        sheet.set_content(SHEET.format(**seen, frame=FRAME))
        sheet.wait_for_timeout(300)
        wish = {"format": "webp", "quality": 80}
        taken = sheet.context.new_cdp_session(sheet).send("Page.captureScreenshot", wish)
        (folder / f"{game}.webp").write_bytes(b64decode(taken["data"]))
        sheet.close()


TURNS = {"rolling-heights": 3, "mombasa": 12, "pampero": 2}
"""The turn of each opponent that is shown as a film strip."""
MOST_FRAMES = 6

STRIP = """<body style="margin:0;background:#d8cfbf"><div style="display:flex;gap:14px;padding:18px;width:max-content">
{frames}</div>"""


def strip(browser: Browser, address: str, folder: Path, game: str) -> None:
    """Take pictures of a whole turn of an opponent, step by step, on a phone."""
    session, sample = on_the_sample(game, 7, "en")
    begins = nth("your-turn", TURNS[game])
    while session.open is not None and not begins(session.open):
        session.answer(sample.answer(session.open, session.table))
    page = open_page(browser, address, "phone", "en")
    id = load_game(page, address, session)
    page.goto(f"{address}#/play/{id}")
    page.locator("#question").wait_for()
    frames: list[str] = []
    while session.open is not None and len(frames) < MOST_FRAMES:
        at = page.locator("main").get_attribute("data-at") or "0"
        value = sample.answer(session.open, session.table)
        session.answer(value)
        page.request.post(f"{address}api/games/{id}/answer", data={"at": int(at), "value": value})
        page.locator(f"main:not([data-at='{at}'])").wait_for()
        while page.locator("footer [data-act=look]").count() and len(frames) < MOST_FRAMES:
            frames.append(frame(page))
            page.evaluate("document.querySelector('footer [data-act=look]').click()")
        if session.open is None or session.open.key == "your-turn":
            break
        frames.append(frame(page))
    frames.append(frame(page))
    page.context.close()
    sheet = browser.new_page(viewport={"width": 18 + 254 * len(frames[:MOST_FRAMES]), "height": 556})
    sheet.set_content(STRIP.format(frames="".join(FRAMED.format(one) for one in frames[:MOST_FRAMES])))
    sheet.wait_for_timeout(300)
    wish = {"format": "webp", "quality": 80}
    taken = sheet.context.new_cdp_session(sheet).send("Page.captureScreenshot", wish)
    (folder / f"{game}-turn.webp").write_bytes(b64decode(taken["data"]))
    sheet.close()


FRAMED = '<img src="data:image/png;base64,{}" style="width:240px;border-radius:22px;box-shadow:0 3px 16px #4a3a2055">'


def frame(page: Page) -> str:
    """Return a screenshot in base64."""
    page.wait_for_timeout(800)
    return b64encode(page.screenshot()).decode()


def clear(address: str) -> None:
    """Delete all games, so that every round begins with an empty list."""
    import json
    from urllib.request import Request, urlopen

    with urlopen(address + "api/games") as answer:
        games = json.load(answer)
    for one in games:
        urlopen(Request(f"{address}api/games/{one['id']}", method="DELETE")).close()


def main() -> None:
    """Take the pictures."""
    if sys.argv[1:] == ["--readme"]:
        with tempfile.TemporaryDirectory() as home, serving(Path(home)) as address, browsing() as browser:
            for_the_readme(browser, address, ROOT / "docs" / "pictures")
            for game in TURNS:
                strip(browser, address, ROOT / "docs" / "pictures", game)
        return
    folder = ROOT / "screenshots"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as address, browsing() as browser:
        take(browser, address, folder, sys.argv[1:])
    print(f"{len(list(folder.glob('*.png')))} screenshots in {folder}")


if __name__ == "__main__":
    main()
