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
INNER = ("__init__.py", "kernel", "games", "engine", "browser", "locale")
"""The part of Rival that needs only the standard library."""
HEAD_START = 5
"""Seconds to wait, so that the first page is served before this build occupies the processors."""
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.po", "*.pyi", "*.so", "*.schema.json", "py.typed")


def opponents() -> dict[str, str]:
    """Return the entry points of the installed opponents, including those of other packages."""
    return {one.name: one.value for one in sorted(entry_points(group="rival.opponents"), key=lambda one: one.name)}


def packages() -> dict[str, Path]:
    """Return the folders of the opponents' packages, by name."""
    names = sorted({where.partition(":")[0].partition(".")[0] for where in opponents().values()})
    found = {name: find_spec(name) for name in names}
    return {name: Path(spec.origin).parent for name, spec in found.items() if spec and spec.origin}


def sources() -> str:
    """Return a hash of all sources of the site."""
    total = blake2b(page.sources().encode(), digest_size=16)
    own = [Path(__file__), *(page.WEB / "site").rglob("*")]
    for folder in packages().values():
        own += [one for one in folder.rglob("*") if not {"__pycache__", "page", "offline"} & set(one.parts)]
    for file in sorted(own):
        if file.is_file() and file.suffix not in (".po", ".pyc"):
            total.update(file.name.encode() + b"\0" + file.read_bytes())
    return total.hexdigest()


def gathered(into: Path) -> None:
    """Copy the packages into a folder, as the browser needs them before they are compiled."""
    for name, folder in packages().items():
        for part in INNER if name == "rival" else [one.name for one in folder.iterdir()]:
            source = folder / part
            if source.is_dir() and part != "__pycache__":
                shutil.copytree(source, into / name / part, ignore=LEFT_OUT)
            elif source.is_file():
                (into / name).mkdir(parents=True, exist_ok=True)
                shutil.copy(source, into / name / part)
    (into / "rival" / "opponents.json").write_text(json.dumps(opponents()), encoding="utf-8")


def build(step: page.Step = page.quietly) -> None:
    """Build the site unless it is up to date."""
    wanted = sources()
    if page.says(STAMP, wanted):
        return
    command = page.npm(step)
    page.install(command, "site", step)
    with step("Building the offline page (about 15 seconds)"), TemporaryDirectory() as scratch:
        made, new = Path(scratch) / "python", Path(scratch) / "site"
        gathered(Path(scratch) / "packages")
        page.run(command, "run", "python", "--", str(Path(scratch) / "packages"), str(made))
        put_in_place(made, new, command, wanted)
        (new / STAMP.name).write_text(wanted, encoding="utf-8")
        beside = page.MODULES / f".site-{os.getpid()}"  # visitors get the old site or the new one, never a mixture
        shutil.copytree(new, beside)
        shutil.rmtree(SITE, ignore_errors=True)
        beside.rename(SITE)


def put_in_place(made: Path, new: Path, command: list[str], version: str) -> None:
    """Assemble the site: the page, the files of Python, and a service worker with the list of all files."""
    prepared = json.loads((made / "prepared.json").read_text(encoding="utf-8"))
    (made / "prepared.json").unlink()
    folder = f"python-{summed(made)}"
    counted = ("pyodide.asm.wasm", "python.wasm")
    prepared["python"] = {"folder": folder, "bytes": {name: (made / name).stat().st_size for name in counted}}
    told = json.dumps(prepared, ensure_ascii=False, separators=(",", ":"))
    name = f"prepared-{blake2b(told.encode(), digest_size=6).hexdigest()}.json"
    os.environ.update(RIVAL_SITE=str(new), RIVAL_SITE_PREPARED=f"assets/{name}", RIVAL_SITE_VERSION=version)
    page.run(command, "run", "build-site")
    for file in (page.WEB / "public" / "icon.svg", ROOT / "LICENSE"):
        shutil.copy(file, new)
    (new / "assets" / name).write_text(told, encoding="utf-8")
    shutil.move(made, new / "assets" / folder)
    files = {one.relative_to(new).as_posix(): integrity(one) for one in sorted(new.rglob("*")) if one.is_file()}
    service = new / "service.js"
    del files["service.js"]
    said = json.dumps({"version": version[:12], "files": files})
    text, found = re.subn(r"""["'`]THE LIST["'`]""", lambda _found: said, service.read_text(encoding="utf-8"))
    if found != 1:
        raise page.CantBuild("The service worker does not contain “THE LIST”, which the list of files replaces.")
    service.write_text(text, encoding="utf-8")


def summed(folder: Path) -> str:
    """Return a hash of the files in a folder."""
    total = blake2b(digest_size=6)
    for file in sorted(folder.iterdir()):
        total.update(file.name.encode() + file.read_bytes())
    return total.hexdigest()


def integrity(file: Path) -> str:
    """Return the hash of a file in the format that browsers check."""
    return f"sha256-{b64encode(sha256(file.read_bytes()).digest()).decode()}"


def main() -> int:
    """Build the site; return the exit code."""
    from tools.ready import step

    if "--later" in sys.argv:
        time.sleep(HEAD_START)
    try:
        with page.alone():
            build(step)
        page.tidy()
    except page.CantBuild as problem:
        print(problem, file=sys.stderr)
        return 1
    if "--say" in sys.argv:
        print(f"The site is in {SITE.relative_to(ROOT)}. Upload the folder to any web host.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
