"""Drive Firefox by its built-in protocol (Marionette), without a separate driver."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tools.needed_programs import find_firefox

from tests.support.page import find_free_port

UNTIL = """
const [look, given, patience, done] = arguments;
const ask = new Function(...Object.keys(given), `return (${look})`);
const end = Date.now() + patience;
const again = () => {
  let found = null;
  try { found = ask(...Object.values(given)); } catch (error) { console.error(error); }
  if (found || Date.now() > end) done(found);
  else setTimeout(again, 50);
};
again();
"""


class Firefox:
    """A window of Firefox, controlled by JavaScript."""

    def __init__(self, port: int) -> None:
        self.wire = socket.create_connection(("127.0.0.1", port), timeout=180)
        self.number = 0
        self._read()  # the greeting
        self.send("WebDriver:NewSession", {})
        self.send("WebDriver:SetTimeouts", {"script": 150_000, "pageLoad": 60_000})

    def send(self, name: str, said: dict[str, Any]) -> Any:
        self.number += 1
        text = json.dumps([0, self.number, name, said])
        self.wire.sendall(f"{len(text.encode())}:{text}".encode())
        _kind, _number, wrong, given = self._read()
        assert wrong is None, wrong
        return given

    def _read(self) -> Any:
        length = b""
        while (one := self.wire.recv(1)) != b":":
            assert one, "Firefox hung up"
            length += one
        body = b""
        while len(body) < int(length):
            body += self.wire.recv(int(length) - len(body))
        return json.loads(body)

    def open(self, address: str) -> None:
        self.send("WebDriver:Navigate", {"url": address})

    def reload(self) -> None:
        """Reload the page like a person; the protocol's own reload bypasses the cache."""
        self.run_script("window.before = true; setTimeout(() => location.reload())")
        for _try in range(200):
            with suppress(AssertionError):  # asked while one document goes and the other comes
                if not self.run_script("return window.before"):
                    return
            time.sleep(0.05)
        raise AssertionError("the page was not loaded again")

    def wait_for_value(self, look: str, patience: float = 60, **given: Any) -> Any:
        """Wait until an expression has a true value and return it."""
        asked = {"script": UNTIL, "args": [look, given, patience * 1000], "newSandbox": False}
        value = self.send("WebDriver:ExecuteAsyncScript", asked)["value"]
        assert value, f"in {patience} seconds never: {look}"
        return value

    def run_script(self, work: str) -> Any:
        return self.send("WebDriver:ExecuteScript", {"script": work, "args": [], "newSandbox": False})["value"]

    def take_screenshot(self) -> str:
        """Return a screenshot as PNG in base64."""
        value: str = self.send("WebDriver:TakeScreenshot", {"full": False})["value"]
        return value


@contextmanager
def run_firefox(profile: Path) -> Iterator[Firefox]:
    path, port = find_firefox(), find_free_port()
    profile.mkdir(exist_ok=True)
    # Its own port, no page of its own at the start, and English.
    prefs = {
        "marionette.port": port,
        "datareporting.policy.dataSubmissionEnabled": False,
        "intl.accept_languages": "en",
    }
    text = "".join(f'user_pref("{name}", {json.dumps(value)});\n' for name, value in prefs.items())
    (profile / "user.js").write_text(text, encoding="utf-8")
    command = [path, "--headless", "--marionette", "--no-remote", "--profile", str(profile), "about:blank"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            firefox = Firefox(wait_for_port(port, process))
            yield firefox
            with suppress(AssertionError, OSError):
                firefox.send("Marionette:Quit", {"flags": ["eForceQuit"]})
            process.wait(30)
        finally:
            process.kill()


def wait_for_port(port: int, process: subprocess.Popen[bytes]) -> int:
    """Wait until Firefox listens on the port and return the port."""
    for _try in range(600):
        assert process.poll() is None, "Firefox came to an end"
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return port
        time.sleep(0.1)
    raise AssertionError("Firefox does not answer")
