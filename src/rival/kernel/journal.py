"""The journal: the save file of a game. It has a header and one line for each entry, and no line is ever changed.

The seed in the header and the answers determine the whole game. Undo is a line, too, so the entries before it stay in
the file. Each line ends with a short checksum of all the lines so far, so an edited file is noticed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from math import isfinite
from typing import Any, Literal, TypeAlias

from rival.kernel.errors import BadJournal
from rival.kernel.nesting import nested_deeper
from rival.kernel.shapes import Json
from rival.kernel.texts import Text, _

FORMAT = 2
"""The version of the format. Format 2 adds ``since`` to corrections and redraws dice with faces that don't count."""
HEADER_KEYS = {"game": str, "rules": int, "seed": int, "options": dict, "dice": str, "lang": str}
LONGEST = 32 * 1024 * 1024
DEEPEST = 60
LARGEST = 2**63 - 1
"""The largest number that a journal and a database can store; the smallest is its negative."""

UNSUMMED = _("This journal has no checksums, so Rival can't tell whether it was edited.")

Dice: TypeAlias = Literal["program", "mine"]

Entry: TypeAlias = tuple[str, str, Any]
"""An entry: ("answer", key, value), ("correct", path, value) or ("dice", "", mode).

The value of a correction is a ``Since`` if it applies from an earlier point of the game.
"""

Place: TypeAlias = tuple[int, int]
"""A point of a game: the number of entries before it, and the number of acts since the last of them.

The act number is 0 at the question that follows these entries.
"""


@dataclass(frozen=True, slots=True)
class Since:
    """A corrected value that applies from an earlier point of the game."""

    value: Json
    place: Place


@dataclass(frozen=True, slots=True)
class FormerCourse:
    """Entries that were replaced: the game continued in another way from position ``at``."""

    at: int
    entries: tuple[Entry, ...]

    @property
    def answers(self) -> int:
        """How many answers were replaced."""
        return sum(kind == "answer" for kind, _name, _value in self.entries)


class Summed:
    """The checksum so far: the number of lines, their checksum, and the position in the game after them."""

    __slots__ = ("at", "lines", "total")

    def __init__(self, lines: int = 0, total: str = "", at: int = 0) -> None:
        self.lines, self.total, self.at = lines, total, at


class Journal:
    """The header, all entries, and the position in the game.

    ``whole`` has the entries of the game: the first ``at`` are active, those after them were undone and can be redone.
    ``former`` are the entries that were replaced last. Adding an entry takes the same time in a long journal as in a
    short one.
    """

    __slots__ = ("_summed", "at", "former", "header", "log", "unsummed", "whole")

    def __init__(self, header: dict[str, Json], log: Iterable[Entry | int] = (), line: Iterable[Entry] = ()) -> None:
        self.header = header
        self.log = list(log)
        self.whole = list(line)
        self.at = len(self.whole)
        self.former: FormerCourse | None = None
        self.unsummed = False  # true for a file without checksums: it may have been edited
        self._summed = Summed()

    @property
    def line(self) -> list[Entry]:
        """The active entries."""
        return self.whole[: self.at]

    @property
    def future(self) -> list[Entry]:
        """The entries that were undone and can be redone."""
        return self.whole[self.at :]

    def copy(self) -> Journal:
        """Return a copy that can be changed independently."""
        twin = Journal(self.header, self.log, self.whole)
        twin.at = self.at
        twin.former = self.former
        twin.unsummed = self.unsummed
        twin._summed = self._summed
        return twin

    def say(self, entry: Entry) -> None:
        """Append an entry; entries that were undone become the replaced ones."""
        if self.at < len(self.whole):
            self.former = FormerCourse(self.at, tuple(self.whole[self.at :]))
            del self.whole[self.at :]
        self.log.append(entry)
        self.whole.append(entry)
        self.at += 1

    def unsay(self, future: list[Entry], former: FormerCourse | None) -> None:
        """Remove the last entry; ``future`` and ``former`` are the values from before it."""
        self.former = former
        self.log.pop()
        self.at -= 1
        self.whole[self.at :] = future

    def goto(self, n: int) -> None:
        """Go to the position after the first n entries, back or forward."""
        self.log.append(n)
        self.at = n

    def lines(self, start: int = 0) -> Iterator[str]:
        """Yield the lines of the file from line ``start`` on (0 is the header), each with its checksum.

        The checksum continues from the last call, so one more line takes the same time in a long journal as in a short
        one.
        """
        known = self._summed
        if known.lines > start:
            known = Summed()
        number, total = known.lines, known.total
        for at, content in self._contents(number, known.at):
            text = as_line(content)
            total = summed(total, text)
            number += 1
            self._summed = Summed(number, total, at)
            if number > start:  # lines that continue a file without checksums have none, either
                yield f"{text}\n" if start and self.unsummed else f'{text[:-1]},"sum":"{total}"}}\n'

    def _contents(self, first: int, at: int) -> Iterator[tuple[int, dict[str, Json]]]:
        """Yield each line's content from ``first`` on, with the position after it; ``at`` is the one before it."""
        if not first:
            yield 0, self.header
        for entry in islice(self.log, max(0, first - 1), None):
            if isinstance(entry, int):
                at = entry
                yield at, {"goto": at}
            else:
                at += 1
                yield at, {"n": at, **said(entry)}

    def sum_goes_on(self, lines: int, total: str) -> None:
        """Set the checksum of the lines that were read from a file."""
        self._summed = Summed(lines, total, self.at)

    def dumps(self) -> str:
        """Return the text of the file."""
        return "".join(self.lines())


def as_line(content: dict[str, Json]) -> str:
    """Return a line of the file without its checksum."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def said(entry: Entry) -> dict[str, Json]:
    """Return an entry as the content of a line."""
    kind, name, value = entry
    if kind == "answer":
        return {"key": name, "answer": value}
    if kind == "correct":
        if isinstance(value, Since):
            return {"correct": name, "value": value.value, "since": [*value.place]}
        return {"correct": name, "value": value}
    return {"dice": value}


def writable(value: Json, depth: int = DEEPEST) -> bool:
    """Return whether a journal can store a value: valid characters, finite numbers, limited nesting.

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
        return depth > 0 and writable([*value], 1) and writable([*value.values()], depth)
    if isinstance(value, list):
        if depth <= 0:
            return False
        for one in value:  # a loop is fastest: a journal has thousands of short strings
            if not (one.__class__ is str and one.isascii()) and not writable(one, depth - 1):
                return False
    return True


def summed(total: str, text: str) -> str:
    """Return the checksum of the lines so far and one more line."""
    return blake2b((total + text).encode(), digest_size=4).hexdigest()


def loads(text: str) -> Journal:
    """Read a journal from its text; raise BadJournal that names the line if one is wrong."""
    if len(text) > LONGEST:
        raise BadJournal(_("This journal is too long: {size} characters.", size=len(text)))
    rows = text.split("\n")
    if rows[-1]:
        raise BadJournal(_("Line {line} is incomplete; the lines before it are intact.", line=len(rows)))
    total = ""
    journal: Journal | None = None
    for number, row in enumerate(rows[:-1], start=1):
        content, total, has_sum = parsed_line(number, row, total)
        if journal is None:
            journal = Journal(checked_header(content))
            journal.unsummed = not has_sum
            continue
        add(journal, number, content)
        if has_sum == journal.unsummed:
            raise broken(number, _("some lines have a checksum and others don't, so the file was edited"))
    if journal is None:
        raise BadJournal(_("The file is empty; a journal begins with a header line."))
    journal.sum_goes_on(len(rows) - 1, total)
    return journal


def parsed_line(number: int, row: str, total: str) -> tuple[dict[str, Json], str, bool]:
    """Return the content of a line, the checksum up to it, and whether the line has one."""
    deep = nested_deeper(row, 2 * DEEPEST)
    try:
        content = None if deep else json.loads(row)
    except (ValueError, RecursionError):
        raise broken(number, _("it is not JSON")) from None
    if deep or not writable(content):
        raise broken(number, _("it is nested too deeply, has invalid characters, or has a number that is too large"))
    if not isinstance(content, dict):
        raise broken(number, _("it is not a JSON object"))
    given = content.pop("sum", None)
    total = summed(total, as_line(content))
    if given is not None and given != total:
        raise broken(number, _("this line or an earlier one was edited (the checksum does not match)"))
    return content, total, given is not None


def broken(number: int, problem: Text) -> BadJournal:
    """Return the error for a line of the journal."""
    return BadJournal(_("Line {line} of the journal is not valid: {problem}.", line=number, problem=problem))


def checked_header(content: dict[str, Json]) -> dict[str, Json]:
    """Return the header; raise BadJournal if it is not one of a supported version."""
    version = content.get("rival")
    if not isinstance(version, int):
        raise BadJournal(_("This is not a Rival journal: its first line has no key “rival”."))
    if version > FORMAT:
        raise BadJournal(
            _(
                "This journal was written by a newer version of Rival (format {version}). This "
                "version reads formats up to {ours}.",
                version=version,
                ours=FORMAT,
            )
        )
    for key, kind in HEADER_KEYS.items():
        if type(content.get(key)) is not kind:
            raise broken(1, _("“{key}” is missing or has the wrong type", key=key))
    if content["rules"] < 1:
        raise broken(1, _("“{key}” is missing or has the wrong type", key="rules"))
    if content["dice"] not in ("program", "mine"):
        raise broken(1, _("“{key}” is missing or has the wrong type", key="dice"))
    return content


def add(journal: Journal, number: int, content: dict[str, Json]) -> None:
    """Append the entry of one line; raise BadJournal if it is not valid at this position."""
    keys = set(content)
    if keys == {"goto"}:
        n = content["goto"]
        if type(n) is not int or not 0 <= n <= len(journal.whole):
            raise broken(number, _("it refers to an entry that does not exist"))
        journal.goto(n)
        return
    if content.get("n") != journal.at + 1 or type(content["n"]) is not int:
        raise broken(number, _("entry {expected} is expected here", expected=journal.at + 1))
    if keys == {"n", "key", "answer"} and isinstance(content["key"], str):
        journal.say(("answer", content["key"], content["answer"]))
    elif keys == {"n", "correct", "value"} and isinstance(content["correct"], str):
        journal.say(("correct", content["correct"], content["value"]))
    elif keys == {"n", "correct", "value", "since"} and isinstance(content["correct"], str):
        journal.say(("correct", content["correct"], Since(content["value"], read_place(journal, number, content))))
    elif keys == {"n", "dice"} and content["dice"] in ("program", "mine"):
        journal.say(("dice", "", content["dice"]))
    else:
        raise broken(number, _("it is not an answer, a correction, a change of the dice mode, or an undo"))


def read_place(journal: Journal, number: int, content: dict[str, Json]) -> Place:
    """Return the point from which a correction applies; raise BadJournal if it is after the correction."""
    match content["since"]:
        case [int(at), int(act)] if 0 <= at <= journal.at and 0 <= act <= LARGEST:
            if type(at) is int and type(act) is int:
                return at, act
    raise broken(number, _("it applies from an entry that does not exist"))
