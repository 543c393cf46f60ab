"""Run by build-python.mjs inside Pyodide: compiles what the browser needs, and no more.

What of the standard library is used shows when everything is used once; what only trouble needs is named.
"""

import ast
import dataclasses
import importlib
import io
import json
import marshal
import sys
import zipfile
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from types import CodeType

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
AHEAD = "/lib/precompiled.bin"
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
    for name in [*ALSO, *named(packages)]:
        importlib.import_module(name)
    return [module for module in list(sys.modules.values()) if getattr(module, "__file__", None) and not inside(module)]


def named(packages):
    """What our sources import of the standard library, wherever in a file: some of it only when it is needed."""
    for file in Path(packages).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (one.name for one in node.names if one.name in sys.stdlib_module_names)
            elif isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] in sys.stdlib_module_names:
                yield node.module


def inside(module):
    """Whether Python has it in itself."""
    return getattr(module.__spec__, "origin", None) == "frozen"


def zipped(texts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, text in texts.items():
            whole.writestr(f"{name}.jsonl", text)
    return out.getvalue()


def compiled(packages):
    """Every file by the path that it has in the browser."""
    with noted() as texts:
        names = {module.__name__ for module in used(packages)}
    files = {STANDARD: standard(names), AHEAD: ahead(texts)}
    files[str(SITE / "precompiled.pyc")] = code(Path("/site/precompiled.py").read_text(encoding="utf-8"), "precompiled.py")
    for file in sorted(Path(packages).rglob("*")):
        if file.is_dir() or "__pycache__" in file.parts:
            continue
        there = SITE / file.relative_to(packages)
        if file.suffix == ".py":
            files[str(there.with_suffix(".pyc"))] = code(marked(file.read_text(encoding="utf-8")), str(there))
        else:
            files[str(there)] = file.read_bytes()
    return files


@contextmanager
def noted():
    """What dataclasses let Python compile meanwhile, each text with what it came to; see precompiled.py."""
    texts = {}

    def run(text, *names):
        texts[text] = compile(text, "<string>", "exec", dont_inherit=True, optimize=2)
        exec(text, *names)

    dataclasses.exec = run
    yield texts
    del dataclasses.exec


def ahead(texts):
    """As precompiled.py reads it: where each lies, by a sum over its text, and all of them one after the other."""
    places, codes = {}, io.BytesIO()
    for text, made in sorted(texts.items()):
        start = codes.tell()
        codes.write(marshal.dumps(without_lines(made)))
        places[blake2b(text.encode(), digest_size=16).digest()] = (start, codes.tell())
    return marshal.dumps((places, codes.getvalue()))


def without_lines(made):
    """There is no source whose lines anybody could look at."""
    inner = tuple(without_lines(one) if isinstance(one, CodeType) else one for one in made.co_consts)
    return made.replace(co_linetable=b"", co_consts=inner)


def standard(names):
    """The modules of the standard library with these names, as a zip; whatever carries it compresses better."""
    out = io.BytesIO()
    with zipfile.ZipFile(STANDARD) as whole, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as less:
        for file in whole.namelist():
            name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            if file.endswith(".py") and name in names:
                always = zipfile.ZipInfo(f"{file}c", (2026, 1, 1, 0, 0, 0))  # the same sources make the same file
                less.writestr(always, code(whole.read(file), file, lines=False))
    return out.getvalue()


def code(tree, name, lines=True):
    """As py_compile writes it, without docstrings; of the standard library nobody will look for a line either."""
    from importlib._bootstrap_external import _code_to_hash_pyc

    made = compile(tree, name, "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_hash_pyc(made if lines else without_lines(made), b"\0" * 8, False))


def marked(source):
    """Our own sources, in which every class says that it has a docstring.

    A dataclass that has none writes itself one with its signature: a third of the time that it takes to start.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any("dataclass" in ast.dump(one) for one in node.decorator_list):
            node.body.append(ast.Assign([ast.Name("__doc__", ast.Store())], ast.Constant(".")))
    return ast.fix_missing_locations(tree)


def prepared():
    """What a start page shows, as JSON."""
    from rival.browser.desk import as_json
    from rival.engine import Engine
    from rival.engine.places import IN_THE_BROWSER
    from rival.engine.refusals import NotThere
    from rival.kernel.texts import LANGUAGES

    engine, art = Engine(), {}
    for one in engine.opponents():
        with suppress(NotThere):
            art[one.id] = engine.art(one.id).svg
    offers = {lang: engine.opponents(lang) for lang in LANGUAGES}
    return as_json({"opponents": offers, "art": art, "here": IN_THE_BROWSER})
