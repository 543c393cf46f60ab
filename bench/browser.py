"""Time from a tap on the main button until the next question is painted, in Chromium slowed down four times.

It also measures when the start page is ready. “Painted” means that the texts and controls of the next turn are on the
screen; the time until the rest of the page is complete is measured separately.

The server is real, and Chromium runs at the sizes of a phone and of a desktop. The controls are prefilled with the
answers of the sample game. ``browser.py mombasa --size phone`` measures one combination only.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from itertools import product, takewhile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page
from tests.support.page import SIZES, browsing, load_game, open_page, serving

import rival
from rival import Session, sample_pack
from rival.kernel import Journal

SLOWER = 4
ANSWERS = 100
LIMIT = 100
READY_LIMIT = 1000
STARTS = 7
THE_SET_UP = 2000
"""Milliseconds until the page of a game is idle after it was opened; players need longer to read the set-up."""
A_LOOK = 1100
"""Milliseconds between a question and the tap; players need longer to read it."""

# Prefills the controls with the answers of the sample game, and sends these answers.
PREFILL = """
const parse = Response.prototype.json;
Response.prototype.json = async function () {
  const told = await parse.call(this);
  const said = window.answers?.[told?.position];
  if (told?.question && said !== undefined) {
    told.question.default = said;
    if (told.question.kind === "form") told.question.least = null; // what stands there has been told
    for (const field of told.question.fields) if (said?.[field.key] !== undefined) field.default = said[field.key];
  }
  return told;
};
const send = window.fetch;
window.fetch = (address, wish) => {
  if (/\\/(answer|foresee)/.test(address)) {
    const said = JSON.parse(wish.body);
    wish = { ...wish, body: JSON.stringify({ ...said, value: window.answers[said.at] }) };
  }
  return send(address, wish);
};
"""

# Painted: the first task after the frame in which the new state was put into the page. Nothing polls meanwhile:
# that would be work for the page, too.
WATCH = """
window.taken = [];
window.whole = [];
window.unseen = [];
let tapped = 0;
let since = 0;
let tell;
// What was painted was there to be seen, and the turn it came after was not.
const unseen = () => [...document.querySelectorAll("main :is(article, h2, button, label)")]
  .filter((one) => !one.closest("details:not([open]), .dots")) // many dots have no room on a phone: words say it
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) === one.matches(".ahead *"))
  .map((one) => one.outerHTML.slice(0, 200));
window.nextPainted = () => (window.painted = new Promise((done) => (tell = done)));
const shown = (change) => [...change.addedNodes].some((node) => node.nodeType === Node.ELEMENT_NODE);
const later = new MutationObserver((changes) => {
  if (changes.some(shown)) window.whole[window.whole.length - 1] = performance.now() - since;
});
addEventListener("click", (event) => {
  if (!event.target.closest?.("footer .primary")) return;
  later.disconnect();
  tapped = event.timeStamp;
}, true);
const painted = () => {
  if (!tapped) return;
  since = tapped;
  tapped = 0;
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      window.taken.push(performance.now() - since);
      window.whole.push(performance.now() - since);
      window.unseen.push(...unseen());
      later.observe(document.querySelector("main"), { childList: true, subtree: true });
      tell();
    };
    port2.postMessage(0);
  });
};
addEventListener("DOMContentLoaded", () =>
  new MutationObserver(painted).observe(document.body, { attributeFilter: ["data-at", "data-beat"], subtree: true }));
"""

# A player who reads first taps when the page is idle.
AT_REST = "new Promise((done) => requestIdleCallback(() => done(), { timeout: 2000 }))"

READY = """() => new Promise((done) => {
  const look = () => document.querySelectorAll("a[href^='#/new/']").length >= 3
    ? requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))
    : requestAnimationFrame(look);
  look();
})"""


def slow(page: Page, times: int = SLOWER) -> None:
    """Slow the processor of the page down."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def begun(journal: Journal) -> Session:
    """Return a game with the header of this journal, without its entries."""
    header = journal.header
    return Session.new(header["game"], seed=header["seed"], pack=sample_pack(header["game"]))


def answer(page: Page) -> None:
    """Walk through the steps of the turn, and answer its question."""
    while page.locator("footer [data-act=look]").count():
        tap(page)
    tap(page)


def tap(page: Page) -> None:
    """Tap the main button as a player does: after a pause for reading, when the page is idle.

    Return when the next state is painted.
    """
    page.evaluate("() => void nextPainted()")
    page.wait_for_timeout(A_LOOK)
    box = page.locator("footer .primary:enabled").bounding_box()
    assert box is not None
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*place)
    page.evaluate(AT_REST)
    page.mouse.click(*place)  # by position: searching the button again would be work for the page
    page.evaluate("window.painted")


def measured(browser: Browser, address: str, game: str, size: str) -> tuple[list[float], list[float]]:
    """Return the times of each answer in milliseconds: until painted, and until complete."""
    page = open_page(browser, address, size, "en")
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(PREFILL + WATCH)
    slow(page)
    taken: list[float] = []
    whole: list[float] = []
    for seed in range(7, 20):
        journal = rival.demo(game, seed=seed).journal
        said = [value for _kind, _key, value in takewhile(lambda entry: entry[0] == "answer", journal.line)]
        id = load_game(page, address, begun(journal))
        page.add_init_script(f"window.answers = {json.dumps(said)};")
        page.goto("about:blank")
        page.goto(f"{address}#/play/{id}")
        page.locator("#question").wait_for()
        page.wait_for_timeout(THE_SET_UP)
        for _answer in said[: ANSWERS - len(taken)]:
            answer(page)
        page.wait_for_timeout(A_LOOK)
        taken += page.evaluate("window.taken")
        whole += page.evaluate("window.whole")
        assert not page.evaluate("window.unseen"), page.evaluate("window.unseen[0]")
        if len(taken) >= ANSWERS:
            break
    page.context.close()
    return taken, whole


def ready(browser: Browser, address: str, slower: int) -> list[float]:
    """Return the milliseconds until the start page can be used, in browsers with empty caches."""
    taken = []
    for _start in range(STARTS):
        page = open_page(browser, "about:blank", "phone", "en")
        slow(page, slower)
        page.goto(address)
        taken.append(page.evaluate(READY))
        page.context.close()
    return taken


def spread(taken: list[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile."""
    taken = sorted(taken)
    return taken[len(taken) // 2], taken[len(taken) * 95 // 100]


def report(name: str, taken: list[float], limit: float, more: str = "") -> None:
    """Print one row of results."""
    middle, late = spread(taken)
    verdict = "within" if late < limit else "over"
    times = f"{len(taken):>3} times   median {middle:5.0f} ms   95 % {late:5.0f} ms"
    print(f"{name:<36} {times}   {verdict} {limit} ms{more}", flush=True)


def main() -> None:
    """Measure the start page and the chosen games."""
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("games", nargs="*", default=sorted(rival.opponents()))
    wanted.add_argument("--size", choices=list(SIZES), action="append")
    given = wanted.parse_args()
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as address, browsing() as browser:
        for slower in (1, SLOWER):
            report(f"start page ready, {slower} x slower", ready(browser, address, slower), READY_LIMIT)
        for game, size in product(given.games, given.size or SIZES):
            taken, whole = measured(browser, address, game, size)
            all_of_it = "; all drawn {:.0f} and {:.0f}".format(*spread(whole))
            report(f"{game}, {size}, {SLOWER} x slower", taken, LIMIT, all_of_it)
        print(f"Others on this machine count: load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")


if __name__ == "__main__":
    main()
