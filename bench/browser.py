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
from tests.support.page import SIZES, open_page, run_chromium, run_server, store_game

import rival
from rival import Session, make_sample_pack
from rival.kernel import Journal

SLOWDOWN = 4
ANSWERS = 100
PAINT_LIMIT = 100
READY_LIMIT = 1000
STARTS = 7
IDLE_MILLISECONDS = 2000
"""Milliseconds until the page of a game is idle after it was opened; players need longer to read the set-up."""
READING_MILLISECONDS = 1100
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


def slow_down(page: Page, times: int = SLOWDOWN) -> None:
    """Slow the processor of the page down."""
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def restart_game(journal: Journal) -> Session:
    """Return a game with the header of this journal, without its entries."""
    header = journal.header
    return Session.new(header["game"], seed=header["seed"], pack=make_sample_pack(header["game"]))


def answer_question(page: Page) -> None:
    """Walk through the steps of the turn, and answer its question."""
    while page.locator("footer [data-act=look]").count():
        tap_main_button(page)
    tap_main_button(page)


def tap_main_button(page: Page) -> None:
    """Tap the main button as a player does: after a pause for reading, when the page is idle.

    Return when the next state is painted.
    """
    page.evaluate("() => void nextPainted()")
    page.wait_for_timeout(READING_MILLISECONDS)
    box = page.locator("footer .primary:enabled").bounding_box()
    assert box is not None
    centre = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*centre)
    page.evaluate(AT_REST)
    page.mouse.click(*centre)  # by position: searching the button again would be work for the page
    page.evaluate("window.painted")


def measure_answers(browser: Browser, address: str, game: str, size: str) -> tuple[list[float], list[float]]:
    """Return the times of each answer in milliseconds: until painted, and until complete."""
    page = open_page(browser, address, size, "en")
    page.emulate_media(reduced_motion="reduce")
    page.add_init_script(PREFILL + WATCH)
    slow_down(page)
    painted_times: list[float] = []
    complete_times: list[float] = []
    for seed in range(7, 20):
        journal = rival.play_demo(game, seed=seed).journal
        values = [value for _kind, _key, value in takewhile(lambda entry: entry[0] == "answer", journal.active_entries)]
        id = store_game(page, address, restart_game(journal))
        page.add_init_script(f"window.answers = {json.dumps(values)};")
        page.goto("about:blank")
        page.goto(f"{address}#/play/{id}")
        page.locator("#question").wait_for()
        page.wait_for_timeout(IDLE_MILLISECONDS)
        for _answer in values[: ANSWERS - len(painted_times)]:
            answer_question(page)
        page.wait_for_timeout(READING_MILLISECONDS)
        painted_times += page.evaluate("window.taken")
        complete_times += page.evaluate("window.whole")
        assert not page.evaluate("window.unseen"), page.evaluate("window.unseen[0]")
        if len(painted_times) >= ANSWERS:
            break
    page.context.close()
    return painted_times, complete_times


def measure_start(browser: Browser, address: str, slowdown: int) -> list[float]:
    """Return the milliseconds until the start page can be used, in browsers with empty caches."""
    times = []
    for _start in range(STARTS):
        page = open_page(browser, "about:blank", "phone", "en")
        slow_down(page, slowdown)
        page.goto(address)
        times.append(page.evaluate(READY))
        page.context.close()
    return times


def compute_spread(times: list[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile."""
    times = sorted(times)
    return times[len(times) // 2], times[len(times) * 95 // 100]


def print_row(name: str, durations: list[float], limit: float, suffix: str = "") -> None:
    """Print one row of the results table."""
    middle, slowest = compute_spread(durations)
    verdict = "within" if slowest < limit else "over"
    times = f"{len(durations):>3} times   median {middle:5.0f} ms   95 % {slowest:5.0f} ms"
    print(f"{name:<36} {times}   {verdict} {limit} ms{suffix}", flush=True)


def main() -> None:
    """Measure the start page and the chosen games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(rival.load_opponents()))
    parser.add_argument("--size", choices=list(SIZES), action="append")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home, run_server(Path(home)) as address, run_chromium() as browser:
        for slower in (1, SLOWDOWN):
            print_row(f"start page ready, {slower} x slower", measure_start(browser, address, slower), READY_LIMIT)
        for game, size in product(arguments.games, arguments.size or SIZES):
            painted_times, complete_times = measure_answers(browser, address, game, size)
            all_of_it = "; all drawn {:.0f} and {:.0f}".format(*compute_spread(complete_times))
            print_row(f"{game}, {size}, {SLOWDOWN} x slower", painted_times, PAINT_LIMIT, all_of_it)
        print(f"Others on this machine count: load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")


if __name__ == "__main__":
    main()
