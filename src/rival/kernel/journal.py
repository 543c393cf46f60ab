"""The journal: the save. A header and one line for each thing that was said; nothing is ever rewritten.

The seed in the header and the answers are the whole game. Going back is a line too, so a branch that was
left stays in the file. Each line ends with a short sum over all the lines so far: an edited file is noticed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from math import isfinite
from typing import Any, Literal, TypeAlias

from rival.kernel.errors import BadJournal
from rival.kernel.shapes import Json
from rival.kernel.texts import Text, _

FORMAT = 1
HEADER_KEYS = {"game": str, "rules": int, "seed": int, "options": dict, "dice": str, "lang": str}
LONGEST = 32 * 1024 * 1024
DEEPEST = 60
LARGEST = 2**63 - 1
"""The largest number, and with a minus the smallest, that a journal takes; a database does, too."""

Dice: TypeAlias = Literal["program", "mine"]

Entry: TypeAlias = tuple[str, str, Any]
"""What was said: ("answer", key, value), ("correct", path, value) or ("dice", "", mode)."""


@dataclass(slots=True)
class Journal:
    """Header, everything that was said, and where in it the game stands.

    ``line`` is the game as it stands; ``future`` is what undo took back and redo can bring again.
    """

    header: dict[str, Json]
    log: list[Entry | int] = field(default_factory=list)
    line: list[Entry] = field(default_factory=list)
    future: list[Entry] = field(default_factory=list)

    def say(self, entry: Entry) -> None:
        self.log.append(entry)
        self.line.append(entry)
        if self.future:
            self.future = []

    def goto(self, n: int) -> None:
        """Stand after the first n entries of the line and its future."""
        self.log.append(n)
        whole = self.line + self.future
        self.line, self.future = whole[:n], whole[n:]

    def lines(self, start: int = 0) -> Iterator[str]:
        """The lines of the file from line ``start`` on (0 is the header), each with its sum."""
        total = ""
        for number, content in enumerate(self._contents()):
            text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
            total = summed(total, text)
            if number >= start:
                yield f'{text[:-1]},"sum":"{total}"}}\n'

    def _contents(self) -> Iterator[dict[str, Json]]:
        yield self.header
        n = 0
        for entry in self.log:
            if isinstance(entry, int):
                n = entry
                yield {"goto": n}
            else:
                n += 1
                yield {"n": n, **said(entry)}

    def dumps(self) -> str:
        return "".join(self.lines())


def said(entry: Entry) -> dict[str, Json]:
    kind, name, value = entry
    if kind == "answer":
        return {"key": name, "answer": value}
    if kind == "correct":
        return {"correct": name, "value": value}
    return {"dice": value}


def writable(value: Json, depth: int = DEEPEST) -> bool:
    """Whether a value can stand in a journal: real characters, numbers with an end, no nesting without one.

    >>> writable({"a": [1, "x"]}), writable("half a character: \\ud800"), writable(float("nan")), writable(10**19)
    (True, False, False, False)
    """
    if isinstance(value, str):
        return value.isascii() or not any(0xD800 <= ord(one) <= 0xDFFF for one in value)
    if isinstance(value, int):
        return -LARGEST <= value <= LARGEST
    if isinstance(value, float):
        return isfinite(value)
    if isinstance(value, dict):
        return depth > 0 and all(writable(key) and writable(one, depth - 1) for key, one in value.items())
    if isinstance(value, list):
        return depth > 0 and all(writable(one, depth - 1) for one in value)
    return True


def summed(total: str, text: str) -> str:
    return blake2b((total + text).encode(), digest_size=4).hexdigest()


def loads(text: str) -> Journal:
    """Read a journal; BadJournal says which line is wrong."""
    if len(text) > LONGEST:
        raise BadJournal(_("This is too long for a journal: {size} characters.", size=len(text)))
    rows = text.split("\n")
    if rows[-1]:
        raise BadJournal(_("Line {line} is cut off in the middle; the lines before it are whole.", line=len(rows)))
    total = ""
    journal: Journal | None = None
    for number, row in enumerate(rows[:-1], start=1):
        content, total = parsed_line(number, row, total)
        if journal is None:
            journal = Journal(checked_header(content))
        else:
            add(journal, number, content)
    if journal is None:
        raise BadJournal(_("The file is empty; a journal begins with a header line."))
    return journal


def parsed_line(number: int, row: str, total: str) -> tuple[dict[str, Json], str]:
    try:
        content = json.loads(row)
    except (ValueError, RecursionError):
        raise broken(number, _("it is not JSON")) from None
    if not writable(content):
        raise broken(number, _("it is nested without end, or holds characters that are none or numbers too large"))
    if not isinstance(content, dict):
        raise broken(number, _("it is not a JSON object"))
    given = content.pop("sum", None)
    total = summed(total, json.dumps(content, ensure_ascii=False, separators=(",", ":")))
    if given is not None and given != total:
        raise broken(number, _("it, or a line before it, was changed after it was written (its sum does not fit)"))
    return content, total


def broken(number: int, problem: Text) -> BadJournal:
    return BadJournal(_("Line {line} of the journal can't be used: {problem}.", line=number, problem=problem))


def checked_header(content: dict[str, Json]) -> dict[str, Json]:
    version = content.get("rival")
    if not isinstance(version, int):
        raise BadJournal(_("This is not a journal of Rival: the first line has no “rival” in it."))
    if version > FORMAT:
        raise BadJournal(
            _(
                "This journal was written by a newer Rival (format {version}); this one reads up to {ours}.",
                version=version,
                ours=FORMAT,
            )
        )
    for key, kind in HEADER_KEYS.items():
        if type(content.get(key)) is not kind:
            raise broken(1, _("“{key}” is missing or not of the right kind", key=key))
    if content["rules"] < 1:
        raise broken(1, _("“{key}” is missing or not of the right kind", key="rules"))
    if content["dice"] not in ("program", "mine"):
        raise broken(1, _("“{key}” is missing or not of the right kind", key="dice"))
    return content


def add(journal: Journal, number: int, content: dict[str, Json]) -> None:
    """One line after the header."""
    keys = set(content)
    if keys == {"goto"}:
        n = content["goto"]
        if type(n) is not int or not 0 <= n <= len(journal.line) + len(journal.future):
            raise broken(number, _("it goes to an entry that is not there"))
        journal.goto(n)
        return
    if content.get("n") != len(journal.line) + 1 or type(content["n"]) is not int:
        raise broken(number, _("entry {expected} is expected here", expected=len(journal.line) + 1))
    if keys == {"n", "key", "answer"} and isinstance(content["key"], str):
        journal.say(("answer", content["key"], content["answer"]))
    elif keys == {"n", "correct", "value"} and isinstance(content["correct"], str):
        journal.say(("correct", content["correct"], content["value"]))
    elif keys == {"n", "dice"} and content["dice"] in ("program", "mine"):
        journal.say(("dice", "", content["dice"]))
    else:
        raise broken(number, _("it is neither an answer, a correction, a change of dice nor a step back"))
