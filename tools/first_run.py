"""Measure the first start: ``make run`` in a fresh clone until the first page, in seconds and bytes.

    python tools/first_run.py [--in FOLDER] [--then quick test]

It is measured twice: with the Node.js of this machine, if there is one, and without. The caches of pip, uv and npm are
empty. The clone contains committed files only. ``--then`` continues with other targets in the clone without Node. If
the machine is busy, look at the processor seconds instead.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
PAGE_FILE = re.compile(r'(?:src|href)="(\./[^"]+)"')
MEGABYTE = 1_000_000
REMOVED_VARIABLES = ("VIRTUAL_ENV", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "DISPLAY", "WAYLAND_DISPLAY")
NODE = {"node", "npm", "npx", "corepack"}


def main() -> None:
    """Measure with and without Node.js."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--in", dest="folder", type=Path, help="folder for the clones; default: a temporary folder")
    parser.add_argument("--then", nargs="*", default=[], metavar="TARGET", help="targets to make in the same clone")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rival-first-run-", dir=arguments.folder) as folder:
        if shutil.which("node"):
            measure_first_run(Path(folder) / "with-node", os.environ["PATH"], "with this machine's Node.js")
        path = make_path_without_node(Path(folder) / "path")
        measure_first_run(Path(folder) / "without-node", path, "without Node.js", arguments.then)


def measure_first_run(clone: Path, path: str, label: str, then: list[str] | None = None) -> None:
    """Clone, run ``make run``, load the page and print the measurements; then run the other targets."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    environment = {
        **{key: value for key, value in os.environ.items() if key not in REMOVED_VARIABLES},
        "PATH": path,
        "PIP_CACHE_DIR": str(clone / ".caches" / "pip"),
        "UV_CACHE_DIR": str(clone / ".caches" / "uv"),
        "npm_config_cache": str(clone / ".caches" / "npm"),
        "RIVAL_HOME": str(clone / ".home"),
        "PYTHONUNBUFFERED": "1",
    }
    before, processor_seconds, start = measure_folder(clone), get_processor_seconds(), time.monotonic()
    with run_make(clone, environment) as address:
        fetched = load_page(address)
        seconds = time.monotonic() - start
        first = measure_folder(clone) - measure_folder(clone / ".caches") - before
        offline_seconds = wait_for_offline_page(f"{address}offline/") - start
        wait_for_cleanup(clone)
    used_seconds = get_processor_seconds() - processor_seconds
    caches = measure_folder(clone / ".caches")
    remaining = measure_folder(clone) - before - caches
    print(
        f"make run, {label}: {seconds:.0f} s and {first / MEGABYTE:.0f} MB to the first page ({fetched} files), "
        f"{offline_seconds:.0f} s until the offline page is built, {used_seconds:.0f} s of processor time; "
        f"{remaining / MEGABYTE:.0f} MB remain, and {caches / MEGABYTE:.0f} MB of caches",
        flush=True,
    )
    for target in then or []:
        time_target(target, clone, environment)


def wait_for_offline_page(address: str) -> float:
    """Wait for the page that needs no server, and return the time."""
    for _try in range(1200):
        with suppress(HTTPError), urlopen(address):
            break
        time.sleep(0.25)
    return time.monotonic()


def wait_for_cleanup(clone: Path) -> None:
    """Wait until the build dependencies are deleted."""
    for _try in range(240):
        if not (clone / "web" / "node_modules").exists():
            return
        time.sleep(0.25)


def time_target(target: str, clone: Path, environment: dict[str, str]) -> None:
    """Run a target twice and print the times; the first run also installs what it needs."""
    for label in ("first run", "second run"):
        start = time.monotonic()
        with (clone / f"{target}.log").open("w") as log:
            completed = subprocess.run(
                make_command(target), cwd=clone, env=environment, stdout=log, stderr=log, check=False
            )
        print(f"make {target}, {label}: {time.monotonic() - start:.0f} s, exit code {completed.returncode}", flush=True)
        if completed.returncode:
            print((clone / f"{target}.log").read_text()[-4000:])
            return


def make_command(target: str) -> list[str]:
    """Return the command for a target."""
    return ["make", target, f"PYTHON={getattr(sys, '_base_executable', sys.executable)}"]


@contextmanager
def run_make(clone: Path, environment: dict[str, str]) -> Iterator[str]:
    """Run ``make run`` and yield its address; pass its output on."""
    process = subprocess.Popen(
        make_command("run"), cwd=clone, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=os.name == "posix",
    )  # fmt: skip
    assert process.stdout is not None
    try:
        for line in process.stdout:
            print(f"    {line}", end="", flush=True)
            if match := ADDRESS.search(line):
                yield match[0]
                return
        raise SystemExit(f"make run ended with exit code {process.wait()} before it showed an address.")
    finally:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.terminate()
        process.wait(20)


def load_page(address: str) -> int:
    """Load the page with its files; return their number."""
    with urlopen(address) as response:
        parts = PAGE_FILE.findall(response.read().decode())
    for part in parts:
        with urlopen(urljoin(address, part)) as response:
            response.read()
    return 1 + len(parts)


def get_processor_seconds() -> float:
    """Return the processor seconds used by child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def measure_folder(folder: Path) -> int:
    """Return the size of a folder on the disk in bytes."""
    files = (os.lstat(os.path.join(root, name)) for root, _folders, names in os.walk(folder) for name in names)
    return sum(getattr(file, "st_blocks", -(-file.st_size // 512)) * 512 for file in files)


def make_path_without_node(shadow: Path) -> str:
    """Return the PATH of this machine without Node."""
    folders = []
    for number, folder in enumerate(os.environ["PATH"].split(os.pathsep)):
        names = set(os.listdir(folder)) if os.path.isdir(folder) else set()
        if names.isdisjoint(NODE):
            folders.append(folder)
            continue
        replacement = shadow / str(number)
        replacement.mkdir(parents=True)
        for name in names - NODE:
            (replacement / name).symlink_to(Path(folder, name))
        folders.append(str(replacement))
    return os.pathsep.join(folders)


if __name__ == "__main__":
    main()
