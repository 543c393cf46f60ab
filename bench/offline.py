"""The page without a server: bytes of the first visit, time until the first question, time of an answer.

    python bench/offline.py [--times 4]

The throttling of DevTools does not affect workers. A slow device is simulated by pausing every process of the browser
for three quarters of the time, in slices of some milliseconds. The site is served on this machine, so the network takes
no time; the compressed sizes of the files are computed with Node.
"""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tests.support.page import ARGUMENTS, chromium  # noqa: E402
from tests.support.static_server import WORKER, Site, served  # noqa: E402
from tests.support.worker_game import PLAYED  # noqa: E402

import rival  # noqa: E402

SLICE = 0.016
WEIGH = """
const zlib = require("node:zlib"), fs = require("node:fs");
const brotli = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 } };
let [plain, gzip, br] = [0, 0, 0];
for (const file of process.argv.slice(1)) {
  const bytes = fs.readFileSync(file);
  plain += bytes.length;
  gzip += Math.min(bytes.length, zlib.gzipSync(bytes, { level: 9 }).length);
  br += Math.min(bytes.length, zlib.brotliCompressSync(bytes, brotli).length);
}
console.log(JSON.stringify([plain, gzip, br]));
"""
BEGIN = """
() => new Promise((good) => {
  const look = () => {
    if (document.querySelector("main[data-at='0']")) return good(performance.now());
    const begin = document.querySelector("footer .primary:not([disabled])");
    if (begin && location.hash.startsWith("#/new/") && !window.begun) {
      window.begun = true;
      begin.click();
    }
    requestAnimationFrame(look);
  };
  look();
})
"""
# The time of the first text on the screen, even if the browser reports it later.
PAINTED = """
() => new Promise((good) => new PerformanceObserver((list) => {
  const [one] = list.getEntriesByName("first-contentful-paint");
  if (one) good(one.startTime);
}).observe({ type: "paint", buffered: true }))
"""


# --- a slow device -----------------------------------------------------------------------------------------


def family(folder: str) -> list[int]:
    """Return the process ids of the browser with this profile and of its child processes."""
    parents, found = {}, set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError, IndexError):
                pid = int(entry.name)
                parents[pid] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                if f"--user-data-dir={folder}".encode() in (entry / "cmdline").read_bytes():
                    found.add(pid)
    grown = -1
    while grown != len(found):
        grown = len(found)
        found |= {pid for pid, parent in parents.items() if parent in found}
    return sorted(found)


@contextmanager
def slowed(folder: str, times: int) -> Iterator[None]:
    """Pause all processes of the browser so that they run 1/``times`` of the time."""
    if times <= 1:
        yield
        return
    over = threading.Event()

    def tell(pids: list[int], what: signal.Signals) -> None:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, what)

    def pause() -> None:
        pids, looked = family(folder), time.monotonic()
        while not over.is_set():
            if time.monotonic() - looked > 0.2:
                pids, looked = family(folder), time.monotonic()
            tell(pids, signal.SIGSTOP)
            time.sleep(SLICE * (times - 1) / times)
            tell(pids, signal.SIGCONT)
            time.sleep(SLICE / times)

    pausing = threading.Thread(target=pause, daemon=True)
    pausing.start()
    try:
        yield
    finally:
        over.set()
        pausing.join()
        tell(family(folder), signal.SIGCONT)


# --- measurements ------------------------------------------------------------------------------------------


def weighed(files: list[str]) -> tuple[int, int, int]:
    """Return the size of files: plain, with gzip, with Brotli."""
    told = subprocess.run(["node", "-e", WEIGH, *files], capture_output=True, text=True, check=True).stdout
    plain, gzip, brotli = json.loads(told)
    return plain, gzip, brotli


def bytes_of_a_visit(site: Site) -> None:
    """Print the size of a first visit."""
    every = [str(one) for one in site.folder.rglob("*") if one.is_file() and one.name != "built-from.txt"]
    plain, gzip, brotli = weighed(every)
    print(f"first visit, every file once: {plain / 1e6:.2f} MB, gzip {gzip / 1e6:.2f} MB, brotli {brotli / 1e6:.2f} MB")


def visit(context: BrowserContext, site: Site, what: str) -> None:
    """Print the time until the first question."""
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{site.address}#/new/rolling-heights", wait_until="commit")
    asked = page.evaluate(BEGIN)
    painted = page.evaluate(PAINTED)
    print(f"{what}: painted after {painted / 1000:.2f} s, first question after {asked / 1000:.2f} s")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.close()


def start_page(context: BrowserContext, site: Site) -> None:
    """Print the time until the start page shows its opponents."""
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(site.address, wait_until="commit")
    shown = page.evaluate(
        "() => new Promise((good) => { const look = () => document.querySelector('article.card')"
        " ? good(performance.now()) : requestAnimationFrame(look); look(); })"
    )
    painted = page.evaluate(PAINTED)
    print(f"start page: painted after {painted / 1000:.2f} s, with its opponents after {shown / 1000:.2f} s")
    page.close()


def answers(page: Page, game: str) -> None:
    """Print the times of the answers of a game."""
    journal = rival.demo(game, seed=7).journal
    entries = [list(entry) for entry in journal.line if entry[0] in ("answer", "correct")]
    took = sorted(page.evaluate(PLAYED, [game, 7, journal.header["pack"], entries]))
    nearly_all = took[int(len(took) * 0.95)]
    print(
        f"{game}: {len(took)} answers, commit included: median {statistics.median(took):.0f} ms, "
        f"95 % {nearly_all:.0f} ms, slowest {took[-1]:.0f} ms"
    )


def main() -> None:
    """Measure visits, the start page and the answers of every opponent."""
    times = int(sys.argv[sys.argv.index("--times") + 1]) if "--times" in sys.argv else 4
    with served() as site, sync_playwright() as playwright, TemporaryDirectory() as folder:
        bytes_of_a_visit(site)
        print(f"at {times}x, by pausing the browser:")
        context = playwright.chromium.launch_persistent_context(folder, executable_path=chromium(), args=ARGUMENTS)
        with slowed(folder, times):
            visit(context, site, "first visit")
            visit(context, site, "next visit")
            visit(context, site, "the visit after")
            start_page(context, site)
            page = context.new_page()
            page.set_default_timeout(600_000)
            page.goto(f"{site.address}icon.svg")
            page.evaluate(WORKER, site.files())
            for game in rival.opponents():
                answers(page, game)
        context.close()


if __name__ == "__main__":
    main()
