"""The journal: the save. A header and one line for each thing that was said; nothing is ever rewritten.

The seed in the header and the answers are the whole game. Going back is a line too, so a branch that was
left stays in the file. Each line ends with a short sum over all the lines so far: an edited file is noticed.
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
"""Format 2 adds ``since`` to corrections, and a die is drawn among all its faces until one counts."""
HEADER_KEYS = {"game": str, "rules": int, "seed": int, "options": dict, "dice": str, "lang": str}
LONGEST = 32 * 1024 * 1024
DEEPEST = 60
LARGEST = 2**63 - 1
"""The largest number, and with a minus the smallest, that a journal takes; a database does, too."""

UNSUMMED = _("This journal came without its sums: nobody can tell whether it was changed.")

Dice: TypeAlias = Literal["program", "mine"]

Entry: TypeAlias = tuple[str, str, Any]
"""What was said: ("answer", key, value), ("correct", path, value) or ("dice", "", mode).

The value of a correction is a ``Since`` where it counts from an earlier place of the game on.
"""

Place: TypeAlias = tuple[int, int]
"""A place of a game: how many entries came before, and which act since the last of them begins there.

The act number is 0 at the question that follows these entries.
"""


@dataclass(frozen=True, slots=True)
class Since:
    """A corrected value that counts from an earlier place of the game on."""

    value: Json
    place: Place


@dataclass(frozen=True, slots=True)
class FormerCourse:
    """Entries that were left: the game went on in another way from the place ``at`` on."""

    at: int
    entries: tuple[Entry, ...]

    @property
    def answers(self) -> int:
        """How many answers were left."""
        return sum(kind == "answer" for kind, _name, _value in self.entries)


class Summed:
    """How far a journal was summed up: so many lines, their sum, and the place where the game stood then."""

    __slots__ = ("at", "lines", "total")

    def __init__(self, lines: int = 0, total: str = "", at: int = 0) -> None:
        self.lines, self.total, self.at = lines, total, at


class Journal:
    """Header, everything that was said, and where in it the game stands.

    ``whole`` is the game as it stands, its first ``at`` entries, and behind them what undo took back and redo can
    bring again. ``former`` is the course that was left last: another entry was said in place of its first. Whatever is
    said, however long the journal is, costs the same.
    """

    __slots__ = ("_summed", "at", "former", "header", "log", "unsummed", "whole")

    def __init__(self, header: dict[str, Json], log: Iterable[Entry | int] = (), line: Iterable[Entry] = ()) -> None:
        self.header = header
        self.log = list(log)
        self.whole = list(line)
        self.at = len(self.whole)
        self.former: FormerCourse | None = None
        self.unsummed = False  # read from a file without sums: nobody can tell whether it was changed
        self._summed = Summed()

    @property
    def line(self) -> list[Entry]:
        """The game as it stands."""
        return self.whole[: self.at]

    @property
    def future(self) -> list[Entry]:
        """What undo took back and redo can bring again."""
        return self.whole[self.at :]

    def copy(self) -> Journal:
        twin = Journal(self.header, self.log, self.whole)
        twin.at = self.at
        twin.former = self.former
        twin.unsummed = self.unsummed
        twin._summed = self._summed
        return twin

    def say(self, entry: Entry) -> None:
        if self.at < len(self.whole):
            self.former = FormerCourse(self.at, tuple(self.whole[self.at :]))
            del self.whole[self.at :]
        self.log.append(entry)
        self.whole.append(entry)
        self.at += 1

    def unsay(self, future: list[Entry], former: FormerCourse | None) -> None:
        """Take the last entry out; ``future`` and ``former`` are what they were before it."""
        self.former = former
        self.log.pop()
        self.at -= 1
        self.whole[self.at :] = future

    def goto(self, n: int) -> None:
        """Stand after the first n entries of the line and its future."""
        self.log.append(n)
        self.at = n

    def lines(self, start: int = 0) -> Iterator[str]:
        """The lines of the file from line ``start`` on (0 is the header), each with its sum.

        The sum goes on from the last time, so that one more line costs the same in a long journal as in a short one.
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
        """What the lines say from the first one asked for, and where the game stands then; ``at``: before it."""
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
        """These lines were summed up by whoever read them, as they stand in the file."""
        self._summed = Summed(lines, total, self.at)

    def dumps(self) -> str:
        return "".join(self.lines())


def as_line(content: dict[str, Json]) -> str:
    """A line of the file without its sum."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def said(entry: Entry) -> dict[str, Json]:
    kind, name, value = entry
    if kind == "answer":
        return {"key": name, "answer": value}
    if kind == "correct":
        if isinstance(value, Since):
            return {"correct": name, "value": value.value, "since": [*value.place]}
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
        return depth > 0 and writable([*value], 1) and writable([*value.values()], depth)
    if isinstance(value, list):
        if depth <= 0:
            return False
        for one in value:  # a journal has thousands, most of them plain words: a loop is the quickest
            if not (one.__class__ is str and one.isascii()) and not writable(one, depth - 1):
                return False
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
        content, total, has_sum = parsed_line(number, row, total)
        if journal is None:
            journal = Journal(checked_header(content))
            journal.unsummed = not has_sum
            continue
        add(journal, number, content)
        if has_sum == journal.unsummed:
            raise broken(number, _("some lines have a sum and others have none, so lines were changed"))
    if journal is None:
        raise BadJournal(_("The file is empty; a journal begins with a header line."))
    journal.sum_goes_on(len(rows) - 1, total)
    return journal


def parsed_line(number: int, row: str, total: str) -> tuple[dict[str, Json], str, bool]:
    """What a line says, the sum up to it, and whether it has one."""
    deep = nested_deeper(row, 2 * DEEPEST)
    try:
        content = None if deep else json.loads(row)
    except (ValueError, RecursionError):
        raise broken(number, _("it is not JSON")) from None
    if deep or not writable(content):
        raise broken(number, _("it is nested without end, or holds characters that are none or numbers too large"))
    if not isinstance(content, dict):
        raise broken(number, _("it is not a JSON object"))
    given = content.pop("sum", None)
    total = summed(total, as_line(content))
    if given is not None and given != total:
        raise broken(number, _("it, or a line before it, was changed after it was written (its sum does not fit)"))
    return content, total, given is not None


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
        if type(n) is not int or not 0 <= n <= len(journal.whole):
            raise broken(number, _("it goes to an entry that is not there"))
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
        raise broken(number, _("it is neither an answer, a correction, a change of dice nor a step back"))


def read_place(journal: Journal, number: int, content: dict[str, Json]) -> Place:
    """Return the place from which a correction counts; it must not be behind the correction itself."""
    match content["since"]:
        case [int(at), int(act)] if 0 <= at <= journal.at and 0 <= act <= LARGEST:
            if type(at) is int and type(act) is int:
                return at, act
    raise broken(number, _("it counts from an entry that is not there"))
