"""Set up .venv with the packages that a task needs: ``python tools/ready.py [run|test|bench]``.

``run`` is for playing, ``test`` adds the packages of the tests, ``bench`` the programs that Rival's speed is compared
with. uv installs the packages from the package index with the checksums of requirements.lock. Packages and page are
prepared in parallel, and finished steps are not repeated. ``--site-later`` builds the page that needs no server
afterwards in the background; ``--without-site`` skips it.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036  (`make run` may be called with an older Python)
    sys.exit("Rival needs Python 3.11 or newer. If you have one, name it: make PYTHON=python3.12")

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tools import page  # noqa: E402

VENV, PYTHON = page.VENV, page.PYTHON
STAMP = VENV / ".ready"
TEXTS_STAMP = VENV / ".texts"
LEVELS = {"run": "", "test": "[test]", "bench": "[bench]"}
"""The levels of a set-up and the package's extra for each; every level includes those before it."""

DEPENDENCY_FILES = ("pyproject.toml", page.LOCKED)
REINSTALL = ("--reinstall-package", "rival-solo")
"""Arguments that build Rival even if uv has a build of this folder in its cache: the build compiles the texts."""

SITE_FLAGS = {"--site-later": "later", "--without-site": "never"}
COMPILE_SCRIPT = "from pathlib import Path; from hatch_build import compile_catalogues; compile_catalogues(Path())"
STEP_TEXTS = {
    "run": "Installing the packages for playing (about 5 seconds)",
    "test": "Installing the packages for the tests (about one minute)",
    "bench": "Installing the packages for the benchmarks (about one minute)",
}


@contextmanager
def report_step(text: str) -> Iterator[None]:
    """Print what is being done, and how long it took."""
    print(f"  {text} ...", flush=True)
    start = time.monotonic()
    yield
    print(f"  {text.partition(' (')[0]}: {time.monotonic() - start:.1f} s", flush=True)


def hash_files(files: list[Path]) -> str:
    """Return a hash of the contents of files and of the Python version."""
    total = blake2b(sys.version.encode(), digest_size=16)
    for file in files:
        total.update(file.read_bytes())
    return total.hexdigest()


def create_environment() -> None:
    """Create .venv unless it exists."""
    if PYTHON.exists():
        return
    with report_step(f"Creating a Python environment in {VENV.name} (a moment)"):
        without_pip = ["--without-pip"] if find_spec("pip") else []  # it takes longer than everything else here
        page.run_installer([sys.executable, "-m", "venv", *without_pip, str(VENV)])
        page.install_uv()


def choose_level(level: str) -> tuple[str, str]:
    """Return the set-up level, never lower than the installed one, and a hash of the files that it depends on."""
    parts = STAMP.read_text().split() if STAMP.exists() else []
    present = parts[0] if parts and parts[0] in LEVELS else "run"
    order = list(LEVELS)
    return max(level, present, key=order.index), hash_files([ROOT / name for name in DEPENDENCY_FILES])


def install_packages(level: str) -> None:
    """Install Rival in place, so that changes of its sources take effect at once, and the packages that it needs."""
    level, dependency_hash = choose_level(level)
    if STAMP.exists() and STAMP.read_text() == f"{level} {dependency_hash}":
        return
    with report_step(STEP_TEXTS[level]):
        page.install(*REINSTALL, "--editable", f".{LEVELS[level]}")
    STAMP.write_text(f"{level} {dependency_hash}")
    TEXTS_STAMP.write_text(hash_texts())


def hash_texts() -> str:
    """Return a hash of the translations and of the code that compiles them."""
    return hash_files([ROOT / "hatch_build.py", *sorted((ROOT / "src").rglob("*.po"))])


def compile_texts() -> None:
    """Compile the translations unless they are up to date."""
    if TEXTS_STAMP.exists() and TEXTS_STAMP.read_text() == hash_texts():
        return
    with report_step("Compiling the translations (a few seconds)"):
        if STAMP.read_text().startswith("run"):  # at this level the compiler of translations isn't installed
            page.install(*REINSTALL, "--no-deps", "--editable", ".")
        else:
            page.run_installer([str(PYTHON), "-c", COMPILE_SCRIPT])
    TEXTS_STAMP.write_text(hash_texts())


def start_site_build() -> None:
    """Start to build the page that needs no server in the background; /offline/ shows a hint until it is ready."""
    subprocess.Popen(
        [str(PYTHON), "tools/site.py", "--later"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # it continues if the server is stopped soon
    )


def build_site() -> None:
    """Build the page that needs no server. If that fails, everything else still works."""
    completed = subprocess.run([str(PYTHON), "tools/site.py"], cwd=ROOT, text=True, stderr=subprocess.PIPE, check=False)
    if completed.returncode:
        print(f"  The offline page could not be built; everything else works.\n{completed.stderr}", flush=True)


def set_up(level: str, sites: str = "now") -> None:
    """Prepare everything for a level. ``sites`` says when to build the page without a server: now, later or never."""
    with ThreadPoolExecutor() as pool:
        if not page.find_system_npm():
            create_environment()  # Node will be installed into it
        need = "checks" if level != "run" else "site" if sites == "now" else "page"
        page_build = pool.submit(page.build_page, report_step, need)
        create_environment()
        install_packages(level)
        compile_texts()
        page_build.result()
    if sites == "now":
        build_site()
    elif sites == "later":
        start_site_build()


def main() -> int:
    """Set up the level named on the command line; return the exit code."""
    level = sys.argv[1] if len(sys.argv) > 1 else "run"
    if level not in LEVELS:
        print(f"Unknown level “{level}”. Choose one of: {', '.join(LEVELS)}.", file=sys.stderr)
        return 2
    is_first, start = not STAMP.exists(), time.monotonic()
    if is_first:
        print("Setting up Rival (only the first time):", flush=True)
    try:
        set_up(level, next((when for flag, when in SITE_FLAGS.items() if flag in sys.argv), "now"))
    except page.BuildError as error:
        print(error, file=sys.stderr)
        return 1
    if is_first:
        print(f"Rival was set up in {time.monotonic() - start:.0f} seconds.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
