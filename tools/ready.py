"""Set up .venv with the packages that a task needs: ``python tools/ready.py [run|test|bench]``.

``run`` is for playing, ``test`` adds the packages of the tests, ``bench`` the programs that Rival's speed is compared
with. Packages come from the package index: for ``run`` with the checksums of run.lock, build.lock and node.lock, for
the others in the versions of constraints.txt. Packages and page are prepared in parallel, and finished steps are not
repeated. ``--site-later`` builds the page that needs no server afterwards in the background; ``--without-site`` skips
it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

if sys.version_info < (3, 11):  # noqa: UP036  (`make run` may be called with an older Python)
    sys.exit("Rival needs Python 3.11 or newer. If you have one, name it: make PYTHON=python3.12")

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tools import page  # noqa: E402

VENV, PYTHON = page.VENV, page.PYTHON
STAMP = VENV / ".ready"
TEXTS = VENV / ".texts"
LEVELS = {"run": "", "test": "[test]", "bench": "[bench]"}
"""The levels of a set-up and the package's extra for each; every level includes those before it."""

DEPENDS = ("pyproject.toml", "constraints.txt", "tools/run.lock", "tools/build.lock")
SITES = {"--site-later": "later", "--without-site": "never"}
COMPILE = "from pathlib import Path; from hatch_build import compile_catalogues; compile_catalogues(Path())"
SAID = {
    "run": "Installing the packages for playing (about 15 seconds)",
    "test": "Installing the packages for the tests (about two minutes)",
    "bench": "Installing the packages for the benchmarks (about two minutes)",
}


class CantSetUp(Exception):
    """Raised when a step of the set-up fails; the message says which."""


@contextmanager
def step(doing: str) -> Iterator[None]:
    """Print what is being done, and how long it took."""
    print(f"  {doing} ...", flush=True)
    start = time.monotonic()
    yield
    print(f"  {doing.partition(' (')[0]}: {time.monotonic() - start:.1f} s", flush=True)


def summed(files: list[Path]) -> str:
    """Return a hash of the contents of files and of the Python version."""
    total = blake2b(sys.version.encode(), digest_size=16)
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()


def run(command: list[str], **around: str) -> None:
    """Run a command; raise CantSetUp with its output if it fails."""
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **around}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CantSetUp(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def environment() -> None:
    """Create .venv unless it exists."""
    if not PYTHON.exists():
        with step(f"Creating a Python environment in {VENV.name} (a moment)"):
            run([sys.executable, "-m", "venv", str(VENV), *(["--without-pip"] if page.has_pip() else [])])


def wanted(level: str) -> tuple[str, str]:
    """Return the level to set up, at least the present one, and the hash of the files that it depends on."""
    told = STAMP.read_text().split() if STAMP.exists() else []
    had = told[0] if told and told[0] in LEVELS else "run"
    order = list(LEVELS)
    return max(level, had, key=order.index), summed([ROOT / name for name in DEPENDS])


def packages(level: str) -> None:
    """Install Rival in place, so that changes of its sources take effect at once, and the packages that it needs."""
    level, depends = wanted(level)
    if STAMP.exists() and STAMP.read_text() == f"{level} {depends}":
        return
    with step(SAID[level]):
        if level == "run":
            run(page.pip_locked("run"))
            sources()
        else:
            run([*page.pip(), "-c", "constraints.txt", "-e", f".{LEVELS[level]}"], RIVAL_PAGE="0")
    STAMP.write_text(f"{level} {depends}")
    TEXTS.write_text(texts())


def sources() -> None:
    """Install Rival itself, in place. The packages that build it are installed temporarily."""
    with TemporaryDirectory() as builders:
        run([*page.pip_locked("build"), "--target", builders])
        run([*page.pip(), "--no-deps", "--no-build-isolation", "-e", "."], RIVAL_PAGE="0", PYTHONPATH=builders)


def texts() -> str:
    """Return a hash of the translations and of the code that compiles them."""
    return summed([ROOT / "hatch_build.py", *sorted((ROOT / "src").rglob("*.po"))])


def catalogues() -> None:
    """Compile the translations unless they are up to date."""
    if TEXTS.exists() and TEXTS.read_text() == texts():
        return
    with step("Compiling the translations (a few seconds)"):
        if STAMP.read_text().startswith("run"):  # at this level the compiler of translations isn't installed
            sources()
        else:
            run([str(PYTHON), "-c", COMPILE])
    TEXTS.write_text(texts())


def site_later() -> None:
    """Start to build the page that needs no server in the background; /offline/ shows a hint until it is ready."""
    subprocess.Popen(
        [str(PYTHON), "tools/site.py", "--later"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # it continues if the server is stopped soon
    )


def site() -> None:
    """Build the page that needs no server. If that fails, everything else still works."""
    done = subprocess.run([str(PYTHON), "tools/site.py"], cwd=ROOT, text=True, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        print(f"  The offline page could not be built; everything else works.\n{done.stderr}", flush=True)


def set_up(level: str, sites: str = "now") -> None:
    """Prepare everything for a level. ``sites`` says when to build the page without a server: now, later or never."""
    with ThreadPoolExecutor() as both:
        if not page.npm_of_the_machine():
            environment()  # Node will be installed into it
        need = "checks" if level != "run" else "site" if sites == "now" else "page"
        pages = both.submit(page.build, step, need)
        environment()
        packages(level)
        catalogues()
        pages.result()
    if sites == "now":
        site()
    elif sites == "later":
        site_later()


def main() -> int:
    """Set up the level named on the command line; return the exit code."""
    level = sys.argv[1] if len(sys.argv) > 1 else "run"
    if level not in LEVELS:
        print(f"Unknown level “{level}”. Choose one of: {', '.join(LEVELS)}.", file=sys.stderr)
        return 2
    fresh, start = not STAMP.exists(), time.monotonic()
    if fresh:
        print("Setting up Rival (only the first time):", flush=True)
    try:
        set_up(level, next((when for flag, when in SITES.items() if flag in sys.argv), "now"))
    except (CantSetUp, page.CantBuild) as problem:
        print(problem, file=sys.stderr)
        return 1
    if fresh:
        print(f"Rival was set up in {time.monotonic() - start:.0f} seconds.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
