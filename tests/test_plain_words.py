"""Names and sentences are plain: a short list of banned phrases, and rules for names that a program can check."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "rival"
MODULES = sorted(SOURCE.rglob("*.py"))
PAGES = sorted(
    page for folder in (ROOT, ROOT / "docs") for page in folder.glob("*.md") if not page.stem.endswith(".ru")
)

BANNED = re.compile(
    r"\b(whoever|whosoever|be it|anew|in one go|for itself|so many|none of the|goes without saying|set right)\b"
    r"|(?<!\bthere )\bis no (?!longer\b|more\b|better\b)\w+"
    r"|^(What|Who|Whoever|So many)\b(?![^.\n]*\?)",
    re.IGNORECASE,
)
"""Phrases that made a riddle of a sentence. “There is no …” is plain; a question may begin with “What” or “Who”."""

PARTICIPLES = {"begun", "built", "done", "drawn", "found", "given", "gone", "kept", "known", "made", "meant", "met"}
PARTICIPLES |= {"put", "read", "said", "sent", "shown", "spoken", "stood", "taken", "taught", "told", "worn", "written"}
VERBS_LIKE_PARTICIPLES = {"feed", "heed", "need", "proceed", "read", "put", "seed", "shed", "speed", "embed"}
"""Verbs that look like a participle."""

SEVERAL_CLASSES = {
    "Options": "the settings of each game",
    "SampleTable": "the sample table of each game",
    "HumanPlayer": "the person's side of the sample table of two games",
    "Card": "a card of each game: Mombasa's action cards, VJ's cards",
}
"""Class names that more than one module defines, each with its reason. Keep this list short."""

API_CALLS = {"deleted", "exported", "finished", "tracked"}
"""Methods of `Api` whose names are part of the API: the page calls them by these names."""


def iterate_docstrings(file: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                yield getattr(node, "lineno", 1), text


def iterate_messages(file: Path) -> Iterator[tuple[int, str]]:
    keywords = {"_": None, "N_": None, "n_": (1, 2)}
    for line, message, _comments, _context in extract_from_file("python", file, keywords=keywords):
        for text in (message,) if isinstance(message, str) else message:
            yield line, text


def iterate_sentences(page: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a page outside its blocks of code."""
    inside = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        inside ^= line.startswith("```")
        if not inside:
            yield number, re.sub(r"`[^`]*`", "", line)


def find_banned_phrases(texts: Iterator[tuple[int, str]], file: Path) -> list[str]:
    return [
        f"{file.relative_to(ROOT)}:{line}: “{match[0]}” in {text!r}"
        for line, text in texts
        if (match := BANNED.search(text))
    ]


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_docstrings_and_messages_are_plain(file: Path) -> None:
    assert not find_banned_phrases(iterate_docstrings(file), file)
    assert not find_banned_phrases(iterate_messages(file), file)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_documents_are_plain(page: Path) -> None:
    assert not find_banned_phrases(iterate_sentences(page), page)


def test_the_texts_of_the_page_are_plain() -> None:
    for file in (ROOT / "web" / "src" / "locales" / "en.ts", ROOT / "web" / "src" / "offline" / "locales" / "en.ts"):
        texts = re.findall(r'"((?:[^"\\]|\\.)*)"', file.read_text(encoding="utf-8"))
        assert not find_banned_phrases(((0, text) for text in texts), file)


@pytest.mark.parametrize("file", sorted(SOURCE.glob("games/*/rules.toml")), ids=lambda file: file.parent.name)
def test_the_rules_are_plain(file: Path) -> None:
    rules = tomllib.loads(file.read_text(encoding="utf-8"))["rule"]
    assert not find_banned_phrases(((0, rule["en"]) for rule in rules), file)


def is_participle(word: str) -> bool:
    """Return whether a name consists of a participle only."""
    word = word.lower()
    if "_" in word:
        return False
    if word in VERBS_LIKE_PARTICIPLES:
        return False
    return word in PARTICIPLES or (len(word) > 4 and word.endswith("ed"))


def iterate_definitions(kind: type[ast.AST] | tuple[type[ast.AST], ...]) -> Iterator[tuple[Path, ast.AST]]:
    for file in MODULES:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, kind):
                yield file, node


def test_no_public_function_is_named_by_a_bare_participle() -> None:
    """A function is a verb with its object: `load_rules`, not `loaded`. A property may be an adjective."""
    for file, node in iterate_definitions((ast.FunctionDef, ast.AsyncFunctionDef)):
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        is_property = any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
        is_api_call = node.name in API_CALLS and file == SOURCE / "engine" / "api.py"
        if not is_property and not is_api_call and not node.name.startswith("_"):
            assert not is_participle(node.name), f"{file.relative_to(SOURCE)}:{node.lineno}: {node.name}"


def test_a_class_is_a_noun_and_an_exception_ends_in_error() -> None:
    for file, node in iterate_definitions(ast.ClassDef):
        assert isinstance(node, ast.ClassDef)
        assert not is_participle(node.name), f"{file.relative_to(SOURCE)}:{node.lineno}: {node.name}"
        bases = [ast.unparse(base) for base in node.bases]
        if any(base.endswith(("Error", "Exception")) for base in bases):
            assert node.name.endswith("Error"), f"{file.relative_to(SOURCE)}:{node.lineno}: {node.name}"


def test_a_class_name_has_one_meaning() -> None:
    places = defaultdict(list)
    for file, node in iterate_definitions(ast.ClassDef):
        assert isinstance(node, ast.ClassDef)
        if not node.name.startswith("_"):
            places[node.name].append(str(file.relative_to(SOURCE)))
    several = {name: files for name, files in places.items() if len(files) > 1}
    assert set(several) == set(SEVERAL_CLASSES), several
