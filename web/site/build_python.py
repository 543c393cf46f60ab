"""Compile the Python files for the browser; build-python.mjs runs this inside Pyodide.

The needed modules of the standard library are found by making every call once; modules for error cases are listed.
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
    "encodings.cp437",  # file names in a zip
    "encodings.idna",
    "encodings.latin_1",
    "linecache",
    "stringprep",
    "tokenize",
    "traceback",
    "unicodedata",
]
STANDARD = "/lib/python314.zip"
PRECOMPILED = "/lib/precompiled.bin"
SITE = Path("/lib/python3.14/site-packages")


def find_used_modules(packages):
    """Make every call of the page once for each opponent and return the modules that are loaded then."""
    sys.path.insert(0, packages)
    from rival.browser.bridge import BrowserBridge
    from rival.kernel.texts import LANGUAGES

    bridge = BrowserBridge()

    def call(name, file=None, **arguments):
        kind, _changes, reply = bridge.call(name, json.dumps(arguments), file).split("\n")
        assert kind == "given", (name, reply)
        return json.loads(reply)

    texts = {}
    for offer in call("opponents", lang="en"):
        game = offer["id"]
        for lang in LANGUAGES:
            sample = call("sample", body={"game": game, "seed": 1}, lang=lang)
        call("rules", game=game)
        text = call("journal", id=sample["id"])
        loaded = call("load", body={"text": text}, lang="ru")
        for name in ("state", "tracked", "inquiries", "course", "play", "par", "duplicate"):
            # There is no storage here; load the lines as the worker does.
            bridge.add_journal_lines(json.dumps({loaded["id"]: text.splitlines()}))
            call(name, id=loaded["id"], lang="ru")
        call("undo", id=loaded["id"], body={"at": loaded["at"]})
        call("practice", body={"game": game})
        call("begin", body={"game": game})
        texts[loaded["id"]] = text
    for name in ("games", "records", "deleted"):
        call(name, lang="ru")
    for name in ("records_csv", "finished"):
        call(name, samples=True)
    bridge.call("take_in", "{}", zip_journals(texts))
    bridge.call("take_pack", json.dumps({"game": game, "body": {"text": "["}}))
    for name in [*ALSO, *list_imports(packages)]:
        importlib.import_module(name)
    return [
        module for module in list(sys.modules.values()) if getattr(module, "__file__", None) and not is_frozen(module)
    ]


def list_imports(packages):
    """Yield the modules of the standard library that our sources import anywhere in a file."""
    for file in Path(packages).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names if alias.name in sys.stdlib_module_names)
            elif isinstance(node, ast.ImportFrom) and node.module.partition(".")[0] in sys.stdlib_module_names:
                yield node.module


def is_frozen(module):
    """Return whether a module is built into Python."""
    return getattr(module.__spec__, "origin", None) == "frozen"


def zip_journals(texts):
    """Return the journals as a zip file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(f"{name}.jsonl", text)
    return out.getvalue()


def build_files(packages):
    """Return the bytes of every file by its path in the browser."""
    with record_dataclass_texts() as texts:
        names = {module.__name__ for module in find_used_modules(packages)}
    files = {STANDARD: zip_standard_library(names), PRECOMPILED: dump_precompiled(texts)}
    files[str(SITE / "precompiled.pyc")] = compile_file(
        Path("/site/precompiled.py").read_text(encoding="utf-8"), "precompiled.py"
    )
    for file in sorted(Path(packages).rglob("*")):
        if file.is_dir() or "__pycache__" in file.parts:
            continue
        there = SITE / file.relative_to(packages)
        if file.suffix == ".py":
            files[str(there.with_suffix(".pyc"))] = compile_file(
                add_docstrings(file.read_text(encoding="utf-8")), str(there)
            )
        else:
            files[str(there)] = file.read_bytes()
    return files


@contextmanager
def record_dataclass_texts():
    """Record the texts that dataclasses compile, with their code; see precompiled.py."""
    texts = {}

    def run(text, *names):
        texts[text] = compile(text, "<string>", "exec", dont_inherit=True, optimize=2)
        exec(text, *names)

    dataclasses.exec = run
    yield texts
    del dataclasses.exec


def dump_precompiled(texts):
    """Return the file that precompiled.py reads: the place of each code by the checksum of its text, and all codes."""
    places, codes = {}, io.BytesIO()
    for text, code in sorted(texts.items()):
        start = codes.tell()
        codes.write(marshal.dumps(strip_lines(code)))
        places[blake2b(text.encode(), digest_size=16).digest()] = (start, codes.tell())
    return marshal.dumps((places, codes.getvalue()))


def strip_lines(code):
    """Return a code object without line numbers; there is no source to show."""
    inner = tuple(strip_lines(item) if isinstance(item, CodeType) else item for item in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inner)


def zip_standard_library(names):
    """Return these modules of the standard library as an uncompressed zip; the transport compresses it better."""
    out = io.BytesIO()
    with zipfile.ZipFile(STANDARD) as archive, zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as reduced:
        for file in archive.namelist():
            name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            if file.endswith(".py") and name in names:
                entry = zipfile.ZipInfo(f"{file}c", (2026, 1, 1, 0, 0, 0))  # the same sources make the same file
                reduced.writestr(entry, compile_file(archive.read(file), file, lines=False))
    return out.getvalue()


def compile_file(tree, name, lines=True):
    """Return a .pyc file without docstrings, and without line numbers if ``lines`` is false."""
    from importlib._bootstrap_external import _code_to_hash_pyc

    code = compile(tree, name, "exec", dont_inherit=True, optimize=2)
    return bytes(_code_to_hash_pyc(code if lines else strip_lines(code), b"\0" * 8, False))


def add_docstrings(source):
    """Return the syntax tree of a source with a docstring for every dataclass.

    A dataclass without a docstring generates one with its signature, which takes a third of the loading time.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any("dataclass" in ast.dump(item) for item in node.decorator_list):
            node.body.append(ast.Assign([ast.Name("__doc__", ast.Store())], ast.Constant(".")))
    return ast.fix_missing_locations(tree)


def prepare_start_page():
    """Return the data of the start page as JSON."""
    from rival.browser.bridge import encode_json
    from rival.engine import Engine
    from rival.engine.capabilities import BROWSER_CAPABILITIES
    from rival.engine.errors import NotFoundError
    from rival.kernel.texts import LANGUAGES

    engine, art = Engine(), {}
    for opponent in engine.list_opponents():
        with suppress(NotFoundError):
            art[opponent.id] = engine.load_art(opponent.id).svg
    offers = {lang: engine.list_opponents(lang) for lang in LANGUAGES}
    return encode_json({"opponents": offers, "art": art, "here": BROWSER_CAPABILITIES})
