"""Measure the first start: ``make run`` in a fresh clone until the first page, in seconds and bytes.

    python tools/first_run.py [--in FOLDER] [--then quick test]

It is measured twice: with the Node.js of this machine, if there is one, and without. The caches of pip and npm are
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
AT = re.compile(r"http://127\.0\.0\.1:\d+/")
PART = re.compile(r'(?:src|href)="(\./[^"]+)"')
MEGABYTE = 1_000_000
LEFT_OUT = ("VIRTUAL_ENV", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "DISPLAY", "WAYLAND_DISPLAY")
NODE = {"node", "npm", "npx", "corepack"}


def main() -> None:
    """Measure with and without Node.js."""
    reading = argparse.ArgumentParser(description=__doc__)
    reading.add_argument("--in", dest="folder", type=Path, help="folder for the clones; default: a temporary folder")
    reading.add_argument("--then", nargs="*", default=[], metavar="TARGET", help="targets to make in the same clone")
    told = reading.parse_args()
    with tempfile.TemporaryDirectory(prefix="rival-first-run-", dir=told.folder) as folder:
        if shutil.which("node"):
            first_run(Path(folder) / "with-node", os.environ["PATH"], "with this machine's Node.js")
        without = path_without_node(Path(folder) / "path")
        first_run(Path(folder) / "without-node", without, "without Node.js", told.then)


def first_run(clone: Path, path: str, how: str, then: list[str] | None = None) -> None:
    """Clone, run ``make run``, load the page and print the measurements; then run the other targets."""
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    around = {
        **{key: value for key, value in os.environ.items() if key not in LEFT_OUT},
        "PATH": path,
        "PIP_CACHE_DIR": str(clone / ".caches" / "pip"),
        "npm_config_cache": str(clone / ".caches" / "npm"),
        "RIVAL_HOME": str(clone / ".home"),
        "PYTHONUNBUFFERED": "1",
    }
    before, busy, start = taken(clone), processors(), time.monotonic()
    with running(clone, around) as address:
        fetched = page(address)
        seconds = time.monotonic() - start
        first = taken(clone) - taken(clone / ".caches") - before
        last = all_of_it(f"{address}offline/") - start
        tidied(clone)
    worked = processors() - busy
    caches = taken(clone / ".caches")
    stays = taken(clone) - before - caches
    print(
        f"make run, {how}: {seconds:.0f} s and {first / MEGABYTE:.0f} MB to the first page ({fetched} files), "
        f"{last:.0f} s until the offline page is built, {worked:.0f} s of processor time; "
        f"{stays / MEGABYTE:.0f} MB remain, and {caches / MEGABYTE:.0f} MB of caches",
        flush=True,
    )
    for target in then or []:
        timed(target, clone, around)


def all_of_it(address: str) -> float:
    """Wait for the page that needs no server, and return the time."""
    for _try in range(1200):
        with suppress(HTTPError), urlopen(address):
            break
        time.sleep(0.25)
    return time.monotonic()


def tidied(clone: Path) -> None:
    """Wait until the build dependencies are deleted."""
    for _try in range(240):
        if not (clone / "web" / "node_modules").exists():
            return
        time.sleep(0.25)


def timed(target: str, clone: Path, around: dict[str, str]) -> None:
    """Run a target twice and print the times; the first run also installs what it needs."""
    for often in ("first run", "second run"):
        start = time.monotonic()
        with (clone / f"{target}.log").open("w") as log:
            done = subprocess.run(make(target), cwd=clone, env=around, stdout=log, stderr=log, check=False)
        print(f"make {target}, {often}: {time.monotonic() - start:.0f} s, exit code {done.returncode}", flush=True)
        if done.returncode:
            print((clone / f"{target}.log").read_text()[-4000:])
            return


def make(target: str) -> list[str]:
    """Return the command for a target."""
    return ["make", target, f"PYTHON={getattr(sys, '_base_executable', sys.executable)}"]


@contextmanager
def running(clone: Path, around: dict[str, str]) -> Iterator[str]:
    """Run ``make run`` and yield its address; pass its output on."""
    running = subprocess.Popen(
        make("run"), cwd=clone, env=around, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=os.name == "posix",
    )  # fmt: skip
    assert running.stdout is not None
    try:
        for line in running.stdout:
            print(f"    {line}", end="", flush=True)
            if found := AT.search(line):
                yield found[0]
                return
        raise SystemExit(f"make run ended with exit code {running.wait()} before it showed an address.")
    finally:
        if os.name == "posix":
            os.killpg(running.pid, signal.SIGINT)
        else:
            running.terminate()
        running.wait(20)


def page(address: str) -> int:
    """Load the page with its files; return their number."""
    with urlopen(address) as answer:
        parts = PART.findall(answer.read().decode())
    for part in parts:
        with urlopen(urljoin(address, part)) as answer:
            answer.read()
    return 1 + len(parts)


def processors() -> float:
    """Return the processor seconds used by child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def taken(folder: Path) -> int:
    """Return the size of a folder on the disk in bytes."""
    files = (os.lstat(os.path.join(at, name)) for at, _folders, names in os.walk(folder) for name in names)
    return sum(getattr(file, "st_blocks", -(-file.st_size // 512)) * 512 for file in files)


def path_without_node(shadow: Path) -> str:
    """Return the PATH of this machine without Node."""
    folders = []
    for number, folder in enumerate(os.environ["PATH"].split(os.pathsep)):
        names = set(os.listdir(folder)) if os.path.isdir(folder) else set()
        if names.isdisjoint(NODE):
            folders.append(folder)
            continue
        instead = shadow / str(number)
        instead.mkdir(parents=True)
        for name in names - NODE:
            (instead / name).symlink_to(Path(folder, name))
        folders.append(str(instead))
    return os.pathsep.join(folders)


if __name__ == "__main__":
    main()
