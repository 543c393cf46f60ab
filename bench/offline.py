"""Measure the page without a server: bytes of the first visit, time until the first question, time of an answer.

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
from tests.support.page import ARGUMENTS  # noqa: E402
from tests.support.static_server import WORKER, StaticSite, serve_site  # noqa: E402
from tests.support.worker_game import PLAYED  # noqa: E402
from tools.needed_programs import find_chromium  # noqa: E402

import rival  # noqa: E402
from bench.figures import print_figure  # noqa: E402

SLICE_SECONDS = 0.016
FIRST_VISIT_SECONDS, NEXT_VISIT_SECONDS, ANSWER_MILLISECONDS = 6, 3, 50
"""The targets at four times slower: the first question, and 95 % of the answers with commit."""
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


def find_processes(folder: str) -> list[int]:
    """Return the process ids of the browser with this profile and of its child processes."""
    parents, pids = {}, set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError, IndexError):
                pid = int(entry.name)
                parents[pid] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                if f"--user-data-dir={folder}".encode() in (entry / "cmdline").read_bytes():
                    pids.add(pid)
    last_count = -1
    while last_count != len(pids):
        last_count = len(pids)
        pids |= {pid for pid, parent in parents.items() if parent in pids}
    return sorted(pids)


@contextmanager
def slow_browser(folder: str, times: int) -> Iterator[None]:
    """Pause all processes of the browser so that they run 1/``times`` of the time."""
    if times <= 1:
        yield
        return
    is_over = threading.Event()

    def send_signal(pids: list[int], kind: signal.Signals) -> None:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, kind)

    def pause_in_turns() -> None:
        pids, last_look = find_processes(folder), time.monotonic()
        while not is_over.is_set():
            if time.monotonic() - last_look > 0.2:
                pids, last_look = find_processes(folder), time.monotonic()
            send_signal(pids, signal.SIGSTOP)
            time.sleep(SLICE_SECONDS * (times - 1) / times)
            send_signal(pids, signal.SIGCONT)
            time.sleep(SLICE_SECONDS / times)

    pausing = threading.Thread(target=pause_in_turns, daemon=True)
    pausing.start()
    try:
        yield
    finally:
        is_over.set()
        pausing.join()
        send_signal(find_processes(folder), signal.SIGCONT)


# --- measurements ------------------------------------------------------------------------------------------


def measure_files(files: list[str]) -> tuple[int, int, int]:
    """Return the size of files: plain, with gzip, with Brotli."""
    output = subprocess.run(["node", "-e", WEIGH, *files], capture_output=True, text=True, check=True).stdout
    plain, gzip, brotli = json.loads(output)
    return plain, gzip, brotli


def print_visit_size(site: StaticSite) -> None:
    """Print the size of a first visit."""
    files = [str(file) for file in site.folder.rglob("*") if file.is_file() and file.name != "built-from.txt"]
    plain, gzip, brotli = measure_files(files)
    print(f"first visit, every file once: {plain / 1e6:.2f} MB, gzip {gzip / 1e6:.2f} MB, brotli {brotli / 1e6:.2f} MB")


def time_visit(context: BrowserContext, site: StaticSite, label: str, target: float) -> None:
    """Print the time until the first question beside its target."""
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{site.address}#/new/rolling-heights", wait_until="commit")
    question_time = page.evaluate(BEGIN)
    painted = page.evaluate(PAINTED)
    note = f"painted after {painted / 1000:.2f} s"
    print_figure(f"first question, {label}", question_time / 1000, "s", target, "at most", note)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.close()


def time_start_page(context: BrowserContext, site: StaticSite) -> None:
    """Print the time until the start page shows its opponents."""
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(site.address, wait_until="commit")
    ready_time = page.evaluate(
        "() => new Promise((good) => { const look = () => document.querySelector('article.card')"
        " ? good(performance.now()) : requestAnimationFrame(look); look(); })"
    )
    painted = page.evaluate(PAINTED)
    print(f"start page: painted after {painted / 1000:.2f} s, with its opponents after {ready_time / 1000:.2f} s")
    page.close()


def time_answers(page: Page, game: str) -> None:
    """Print the times of the answers of a game."""
    journal = rival.play_demo(game, seed=7).journal
    entries = [list(entry) for entry in journal.active_entries if entry[0] in ("answer", "correct")]
    times = sorted(page.evaluate(PLAYED, [game, 7, journal.header["pack"], entries]))
    percentile = times[int(len(times) * 0.95)]
    note = f"median of {len(times)}: {statistics.median(times):.0f} ms, slowest {times[-1]:.0f} ms"
    print_figure(f"answer with commit, 95 %, {game}", percentile, "ms", ANSWER_MILLISECONDS, "at most", note)


def main() -> None:
    """Measure visits, the start page and the answers of every opponent."""
    times = int(sys.argv[sys.argv.index("--times") + 1]) if "--times" in sys.argv else 4
    with serve_site() as site, sync_playwright() as playwright, TemporaryDirectory() as folder:
        print_visit_size(site)
        print(f"at {times}x, by pausing the browser:")
        context = playwright.chromium.launch_persistent_context(folder, executable_path=find_chromium(), args=ARGUMENTS)
        with slow_browser(folder, times):
            time_visit(context, site, "first visit", FIRST_VISIT_SECONDS)
            time_visit(context, site, "next visit", NEXT_VISIT_SECONDS)
            time_visit(context, site, "the visit after", NEXT_VISIT_SECONDS)
            time_start_page(context, site)
            page = context.new_page()
            page.set_default_timeout(600_000)
            page.goto(f"{site.address}icon.svg")
            page.evaluate(WORKER, site.list_worker_files())
            for game in rival.load_opponents():
                time_answers(page, game)
        context.close()


if __name__ == "__main__":
    main()
