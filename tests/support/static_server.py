"""The built site behind a static web server that can be stopped, and calls to its worker."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, Page
from tools.site import SITE

from tests.support.page import find_free_port

URL_PREFIX = "/club/rival/"
"""The site is served from a folder, not from the root."""

WORKER = """
({ worker, python }) => {
  const own = new Worker(worker, { type: "module" });
  const waiting = new Map();
  let number = 0;
  const ready = new Promise((good, bad) => {
    own.onmessage = ({ data }) => {
      if ("ready" in data) good(true);
      else if ("number" in data) waiting.get(data.number).good(data);
      else if ("dead" in data) {
        const error = new Error(`${data.dead}: ${data.why}`);
        bad(error);
        for (const call of waiting.values()) call.bad(error); // no call waits for a worker that has ended
      }
    };
  });
  own.postMessage({ start: python });
  window.rival = {
    end: () => own.terminate(),
    call: (name, parameters, file) => new Promise((resolve, bad) => {
      number += 1;
      const good = ({ kind, text, file }) => resolve({ kind, text, file: file ? [...file] : null });
      waiting.set(number, { good, bad });
      own.postMessage({ number, name, parameters, file: file ? new Uint8Array(file) : undefined });
    }),
  };
  return ready;
}
"""


class SiteHandler(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012  (so it is declared there)
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix(URL_PREFIX.rstrip("/")))

    def log_message(self, format: str, *args: Any) -> None:
        """Don't log requests."""


class StaticSite:
    """The built site; its address stays the same when it is stopped and started again."""

    def __init__(self, folder: Path = SITE) -> None:
        assert (folder / "index.html").exists(), "the site is not built: run “make site”"
        self.folder, self.port = folder, find_free_port()
        self.server: ThreadingHTTPServer | None = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        return f"{self.origin}{URL_PREFIX}"

    def start(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", self.port), partial(SiteHandler, directory=str(self.folder)))
        threading.Thread(target=self.server.serve_forever, args=[0.05], daemon=True).start()

    def stop(self) -> None:
        if self.server is not None:
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    def list_worker_files(self) -> dict[str, Any]:
        """Return the addresses that the page passes to its worker."""
        [prepared] = self.folder.glob("assets/prepared-*.json")
        python = json.loads(prepared.read_text(encoding="utf-8"))["python"]
        [worker] = self.folder.glob("assets/worker-*.js")
        return {
            "worker": f"{self.address}assets/{worker.name}",
            "python": {**python, "folder": f"{self.address}assets/{python['folder']}/"},
        }


@contextmanager
def serve_site(folder: Path = SITE) -> Iterator[StaticSite]:
    site = StaticSite(folder)
    site.start()
    try:
        yield site
    finally:
        site.stop()


class WorkerReply(NamedTuple):
    """The reply to a call: its kind, its text, and a file if there is one."""

    kind: str
    text: str
    file: bytes | None = None

    @property
    def given(self) -> Any:
        return json.loads(self.text)


class WorkerClient:
    """A worker of the site, running in a page of the same origin."""

    def __init__(self, context: BrowserContext, site: StaticSite) -> None:
        self.site, self.page = site, context.new_page()
        self.page.goto(f"{site.address}icon.svg")
        self.start_worker()

    def start_worker(self) -> None:
        self.page.evaluate(WORKER, self.site.list_worker_files())

    def stop_worker(self) -> None:
        self.page.evaluate("() => rival.end()")

    def call_worker(self, name: str, file: bytes | None = None, **said: Any) -> WorkerReply:
        asked = [name, said, list(file) if file is not None else None]
        told = self.page.evaluate("([name, said, file]) => rival.call(name, said, file)", asked)
        return WorkerReply(told["kind"], told["text"], bytes(told["file"]) if told["file"] is not None else None)


def wait_for_python(page: Page) -> None:
    """Wait until Python has started."""
    page.locator("[role=progressbar]").wait_for(state="detached", timeout=90_000)
