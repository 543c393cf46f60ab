"""Sets up .venv, once, with what a task needs and nothing else: ``python tools/ready.py [run|test|bench]``.

``run`` is what playing needs, ``test`` adds what the tests need, ``bench`` the programs that speed is measured beside.
Everything comes from the package index by name: for ``run`` the files whose sums are in run.lock, build.lock and
node.lock, for the others the versions of constraints.txt. Packages and page are made at the same time. Nothing is done
twice: what stands there already is left alone. With ``--site-later`` the page that needs no server is made after this,
in the background; with ``--without-site`` it is left as it is.
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

if sys.version_info < (3, 11):  # noqa: UP036  (whoever runs `make run` with an older one is told)
    sys.exit("Rival needs Python 3.11 or newer; name one: make PYTHON=python3.12")

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tools import page  # noqa: E402

VENV, PYTHON = page.VENV, page.PYTHON
STAMP = VENV / ".ready"
TEXTS = VENV / ".texts"
LEVELS = {"run": "", "test": "[test]", "bench": "[bench]"}
"""What can be set up, and the extra of the package that it is; each has all of those before it."""

DEPENDS = ("pyproject.toml", "constraints.txt", "tools/run.lock", "tools/build.lock")
SITES = {"--site-later": "later", "--without-site": "never"}
COMPILE = "from pathlib import Path; from hatch_build import compile_catalogues; compile_catalogues(Path())"
SAID = {
    "run": "The packages that running needs (about 15 seconds)",
    "test": "The packages that testing needs (about two minutes)",
    "bench": "The packages that measuring needs (about two minutes)",
}


class CantSetUp(Exception):
    """Something could not be fetched or made; the sentence says what."""


@contextmanager
def step(doing: str) -> Iterator[None]:
    """Says what is done, and how long it took."""
    print(f"  {doing} ...", flush=True)
    start = time.monotonic()
    yield
    print(f"  {doing.partition(' (')[0]}: {time.monotonic() - start:.1f} s", flush=True)


def summed(files: list[Path]) -> str:
    """A sum over the contents of files, and over the Python that they are for."""
    total = blake2b(sys.version.encode(), digest_size=16)
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()


def run(command: list[str], **around: str) -> None:
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **around}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CantSetUp(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def environment() -> None:
    if not PYTHON.exists():
        with step(f"A Python environment in {VENV.name} (a moment)"):
            run([sys.executable, "-m", "venv", str(VENV), *(["--without-pip"] if page.has_pip() else [])])


def wanted(level: str) -> tuple[str, str]:
    """The level to set up, never less than there is, and the sum of what it depends on."""
    told = STAMP.read_text().split() if STAMP.exists() else []
    had = told[0] if told and told[0] in LEVELS else "run"
    order = list(LEVELS)
    return max(level, had, key=order.index), summed([ROOT / name for name in DEPENDS])


def packages(level: str) -> None:
    """The package itself, so that changes of its sources count at once, and what it needs."""
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
    """Install the package itself, in place; what builds it is fetched for that alone."""
    with TemporaryDirectory() as builders:
        run([*page.pip_locked("build"), "--target", builders])
        run([*page.pip(), "--no-deps", "--no-build-isolation", "-e", "."], RIVAL_PAGE="0", PYTHONPATH=builders)


def texts() -> str:
    return summed([ROOT / "hatch_build.py", *sorted((ROOT / "src").rglob("*.po"))])


def catalogues() -> None:
    """The translations in the form that Python reads; a new set-up has made them already."""
    if TEXTS.exists() and TEXTS.read_text() == texts():
        return
    with step("The translations (a few seconds)"):
        if STAMP.read_text().startswith("run"):  # what compiles them is nowhere but where the package is built
            sources()
        else:
            run([str(PYTHON), "-c", COMPILE])
    TEXTS.write_text(texts())


def site_later() -> None:
    """The page that needs no server, while the first page is looked at already; /offline/ says that it is coming."""
    subprocess.Popen(
        [str(PYTHON), "tools/site.py", "--later"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # whoever stops the server soon has it next time
    )


def site() -> None:
    """The page that needs no server. Whoever only plays can do without it, so nothing ends when it can't be built."""
    done = subprocess.run([str(PYTHON), "tools/site.py"], cwd=ROOT, text=True, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        print(f"  The page without a server could not be built; all else works.\n{done.stderr}", flush=True)


def set_up(level: str, sites: str = "now") -> None:
    """All that a level needs, and the page that needs no server now, later or not at all."""
    with ThreadPoolExecutor() as both:
        if not page.npm_of_the_machine():
            environment()  # brings Node, too
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
    level = sys.argv[1] if len(sys.argv) > 1 else "run"
    if level not in LEVELS:
        print(f"There is {', '.join(LEVELS)}, not {level}.", file=sys.stderr)
        return 2
    fresh, start = not STAMP.exists(), time.monotonic()
    if fresh:
        print("Rival is set up, once:", flush=True)
    try:
        set_up(level, next((when for flag, when in SITES.items() if flag in sys.argv), "now"))
    except (CantSetUp, page.CantBuild) as problem:
        print(problem, file=sys.stderr)
        return 1
    if fresh:
        print(f"Set up after {time.monotonic() - start:.0f} seconds.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
