"""``rival --reload``: run the server in another process, and restart it when the sources of an opponent change."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from rival.kernel.installed_opponents import find_installed

WATCHED_SUFFIXES = (".py", ".toml", ".mo", ".svg")
CHECK_INTERVAL = 0.5
"""The number of seconds between two checks of the sources."""
STOP_TIMEOUT = 5.0
"""The number of seconds that the server has to close its connections."""

FileTimes = dict[Path, int]


def list_source_folders() -> list[Path]:
    """Return the folders of all opponents, including opponents that can't be imported."""
    folders = []
    for location in find_installed().values():
        package = location.partition(":")[0]
        try:
            spec = find_spec(package)
        except Exception:  # a third-party parent package may raise any exception
            spec = find_spec(package.partition(".")[0])
        if spec is not None and spec.origin is not None:
            folders.append(Path(spec.origin).parent)
    return folders


def read_file_times(folders: Iterable[Path]) -> FileTimes:
    """Return the modification time of every source file."""
    files = (file for folder in folders for file in folder.rglob("*") if file.suffix in WATCHED_SUFFIXES)
    return {file: file.stat().st_mtime_ns for file in files if file.exists()}


def run_with_reload(arguments: list[str]) -> None:
    """Run the server with these arguments until Ctrl-C, restarting it after every change."""
    folders = list_source_folders()
    times = read_file_times(folders)
    command = [sys.executable, "-m", "rival", *arguments]
    server = subprocess.Popen(command)
    try:
        while True:
            time.sleep(CHECK_INTERVAL)
            now = read_file_times(folders)
            if now != times:
                times = now
                stop_server(server)
                server = subprocess.Popen([*command, "--no-browser"])
    except KeyboardInterrupt:  # the server receives the signal, too
        server.wait(STOP_TIMEOUT)
    finally:
        stop_server(server)


def stop_server(server: subprocess.Popen[bytes]) -> None:
    """Stop the server, killing it if it does not exit in time."""
    server.terminate()
    try:
        server.wait(STOP_TIMEOUT)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
