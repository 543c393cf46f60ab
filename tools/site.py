"""Build the page that needs no server: ``python tools/site.py`` (``make site``).

It is the same page, with Python in the browser: Pyodide runs kernel, games and engine, compiled by its own Python. The
result is a folder of static files for any web host, in any sub-folder. Rival also serves it under /offline/.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import time
from base64 import b64encode
from hashlib import blake2b, sha256
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from tools import page  # noqa: E402

SITE = ROOT / "src" / "rival" / "server" / "offline"
STAMP = SITE / "built-from.txt"
RUNTIME_PARTS = ("__init__.py", "kernel", "games", "engine", "browser", "locale")
"""The part of Rival that needs only the standard library."""
DELAY_SECONDS = 5
"""Seconds to wait, so that the first page is served before this build occupies the processors."""
ignore_unused = shutil.ignore_patterns("__pycache__", "*.po", "*.pyi", "*.schema.json", "py.typed")


def list_opponents() -> dict[str, str]:
    """Return the entry points of the installed opponents, including those of other packages."""
    return {
        entry.name: entry.value for entry in sorted(entry_points(group="rival.opponents"), key=lambda entry: entry.name)
    }


def find_packages() -> dict[str, Path]:
    """Return the folders of the opponents' packages, by name."""
    names = sorted({target.partition(":")[0].partition(".")[0] for target in list_opponents().values()})
    specs = {name: find_spec(name) for name in names}
    return {name: Path(spec.origin).parent for name, spec in specs.items() if spec and spec.origin}


def hash_sources() -> str:
    """Return a hash of all sources of the site."""
    total = blake2b(page.hash_sources().encode(), digest_size=16)
    own = [Path(__file__), *(page.WEB / "site").rglob("*")]
    for folder in find_packages().values():
        own += [path for path in folder.rglob("*") if not {"__pycache__", "page", "offline"} & set(path.parts)]
    for file in sorted(own):
        if file.is_file() and file.suffix not in (".po", ".pyc"):
            total.update(file.name.encode() + b"\0" + file.read_bytes())
    return total.hexdigest()


def copy_packages(into: Path) -> None:
    """Copy the packages into a folder, as the browser needs them before they are compiled."""
    for name, folder in find_packages().items():
        for part in RUNTIME_PARTS if name == "rival" else [child.name for child in folder.iterdir()]:
            source = folder / part
            if source.is_dir() and part != "__pycache__":
                shutil.copytree(source, into / name / part, ignore=ignore_unused)
            elif source.is_file():
                (into / name).mkdir(parents=True, exist_ok=True)
                shutil.copy(source, into / name / part)
    (into / "rival" / "opponents.json").write_text(json.dumps(list_opponents()), encoding="utf-8")


def build_site(step: page.Step = page.report_nothing) -> None:
    """Build the site unless it is up to date."""
    sources_hash = hash_sources()
    if page.has_stamp(STAMP, sources_hash):
        return
    command = page.find_npm(step)
    page.install_packages(command, "site", step)
    with step("Building the offline page (about 15 seconds)"), TemporaryDirectory() as scratch:
        compiled, new = Path(scratch) / "python", Path(scratch) / "site"
        copy_packages(Path(scratch) / "packages")
        page.run_npm(command, "run", "python", "--", str(Path(scratch) / "packages"), str(compiled))
        assemble_site(compiled, new, command, sources_hash)
        (new / STAMP.name).write_text(sources_hash, encoding="utf-8")
        staging = page.MODULES / f".site-{os.getpid()}"  # visitors get the old site or the new one, never a mixture
        shutil.copytree(new, staging)
        shutil.rmtree(SITE, ignore_errors=True)
        staging.rename(SITE)


def assemble_site(compiled: Path, new: Path, command: list[str], version: str) -> None:
    """Assemble the site: the page, the files of Python, and a service worker with the list of all files."""
    prepared = json.loads((compiled / "prepared.json").read_text(encoding="utf-8"))
    (compiled / "prepared.json").unlink()
    folder = f"python-{hash_folder(compiled)}"
    measured_files = ("pyodide.asm.wasm", "python.wasm")
    prepared["python"] = {
        "folder": folder,
        "bytes": {name: (compiled / name).stat().st_size for name in measured_files},
    }
    prepared_text = json.dumps(prepared, ensure_ascii=False, separators=(",", ":"))
    name = f"prepared-{blake2b(prepared_text.encode(), digest_size=6).hexdigest()}.json"
    os.environ.update(RIVAL_SITE=str(new), RIVAL_SITE_PREPARED=f"assets/{name}", RIVAL_SITE_VERSION=version)
    page.run_npm(command, "run", "build-site")
    for file in (page.WEB / "public" / "icon.svg", ROOT / "LICENSE"):
        shutil.copy(file, new)
    (new / "assets" / name).write_text(prepared_text, encoding="utf-8")
    shutil.move(compiled, new / "assets" / folder)
    files = {
        path.relative_to(new).as_posix(): format_integrity(path) for path in sorted(new.rglob("*")) if path.is_file()
    }
    service = new / "service.js"
    del files["service.js"]
    listing = json.dumps({"version": version[:12], "files": files})
    text, replaced = re.subn(r"""["'`]THE LIST["'`]""", lambda _found: listing, service.read_text(encoding="utf-8"))
    if replaced != 1:
        raise page.BuildError("The service worker does not contain “THE LIST”, which the list of files replaces.")
    service.write_text(text, encoding="utf-8")


def hash_folder(folder: Path) -> str:
    """Return a hash of the files in a folder."""
    total = blake2b(digest_size=6)
    for file in sorted(folder.iterdir()):
        total.update(file.name.encode() + file.read_bytes())
    return total.hexdigest()


def format_integrity(file: Path) -> str:
    """Return the hash of a file in the format that browsers check."""
    return f"sha256-{b64encode(sha256(file.read_bytes()).digest()).decode()}"


def main() -> int:
    """Build the site; return the exit code."""
    from tools.ready import report_step

    if "--later" in sys.argv:
        time.sleep(DELAY_SECONDS)
    try:
        with page.lock_build():
            build_site(report_step)
        page.delete_build_tools()
    except page.BuildError as problem:
        print(problem, file=sys.stderr)
        return 1
    if "--say" in sys.argv:
        print(f"The site is in {SITE.relative_to(ROOT)}. Upload the folder to any web host.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
