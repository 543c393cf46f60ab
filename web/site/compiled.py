"""Run by python.mjs inside Pyodide: compiles what the browser needs, and no more.

What of the standard library is used shows when everything is used once; what only trouble needs is named.
"""

import importlib
import io
import json
import sys
import zipfile
from contextlib import suppress
from pathlib import Path

ALSO = [
    "_strptime",
    "encodings.ascii",
    "encodings.cp437",  # names of files in a zip
    "encodings.idna",
    "encodings.latin_1",
    "linecache",
    "stringprep",
    "tokenize",
    "traceback",
    "unicodedata",
]
STANDARD = "/lib/python314.zip"
SITE = Path("/lib/python3.14/site-packages")


def used(packages):
    """Everything that a page asks for, once, for every opponent; the modules that are loaded then."""
    sys.path.insert(0, packages)
    from rival.browser.desk import Desk
    from rival.kernel.texts import LANGUAGES

    desk = Desk()

    def call(name, file=None, **said):
        kind, _changes, given = desk.call(name, json.dumps(said), file).split("\n")
        assert kind == "given", (name, given)
        return json.loads(given)

    texts = {}
    for offer in call("opponents", lang="en"):
        game = offer["id"]
        for lang in LANGUAGES:
            sample = call("sample", said={"game": game, "seed": 1}, lang=lang)
        call("rules", game=game)
        text = call("journal", id=sample["id"])
        loaded = call("load", said={"text": text}, lang="ru")
        for name in ("state", "tracked", "inquiries", "course", "play", "par", "duplicate"):
            # What is kept is in no storage here; the lines are at hand again, as a worker brings them.
            desk.bring(json.dumps({loaded["id"]: text.splitlines()}))
            call(name, id=loaded["id"], lang="ru")
        call("undo", id=loaded["id"], said={"at": loaded["at"]})
        call("practice", said={"game": game})
        call("begin", said={"game": game})
        texts[loaded["id"]] = text
    for name in ("games", "records", "deleted"):
        call(name, lang="ru")
    call("records_file", kind="csv", samples=True)
    desk.call("take_in", "{}", zipped(texts))
    desk.call("take_pack", json.dumps({"game": game, "said": {"text": "["}}))
    for name in ALSO:
        importlib.import_module(name)
    return [module for module in list(sys.modules.values()) if getattr(module, "__file__", None)]


def zipped(texts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, text in texts.items():
            whole.writestr(f"{name}.jsonl", text)
    return out.getvalue()


def compiled(packages):
    """Every file by the path that it has in the browser."""
    names = {module.__name__ for module in used(packages)}
    files = {STANDARD: standard(names)}
    for file in sorted(Path(packages).rglob("*")):
        if file.is_dir() or "__pycache__" in file.parts:
            continue
        there = SITE / file.relative_to(packages)
        if file.suffix == ".py":
            files[str(there.with_suffix(".pyc"))] = code(file.read_text(encoding="utf-8"), str(there))
        else:
            files[str(there)] = file.read_bytes()
    return files


def standard(names):
    """The modules of the standard library with these names, as a zip; whatever carries it compresses better."""
    out = io.BytesIO()
    with zipfile.ZipFile(STANDARD) as whole, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as less:
        for file in whole.namelist():
            name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            if file.endswith(".py") and name in names:
                always = zipfile.ZipInfo(f"{file}c", (2026, 1, 1, 0, 0, 0))  # the same sources make the same file
                less.writestr(always, code(whole.read(file), file))
    return out.getvalue()


def code(source, name):
    """As py_compile writes it, without docstrings; nobody will look for the source."""
    from importlib._bootstrap_external import _code_to_hash_pyc

    return bytes(_code_to_hash_pyc(compile(source, name, "exec", dont_inherit=True, optimize=2), b"\0" * 8, False))


def prepared():
    """What a start page shows, as JSON."""
    from rival.browser.desk import as_json
    from rival.engine import Engine
    from rival.engine.refusals import NotThere
    from rival.kernel.texts import LANGUAGES

    engine, art = Engine(), {}
    for one in engine.opponents():
        with suppress(NotThere):
            art[one.id] = engine.art(one.id).svg
    return as_json({"opponents": {lang: engine.opponents(lang) for lang in LANGUAGES}, "art": art})
