"""The journal: a game's save file, with a header and one line for each entry. Lines are only ever appended.

The seed in the header and the answers determine the whole game. An undo is also a line, so the undone entries stay in
the file. Each line ends with a short checksum of all the lines so far, which reveals edits to the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from math import isfinite
from typing import Any, Literal, TypeAlias

from rival.kernel.answer_types import Json
from rival.kernel.errors import BadJournalError
from rival.kernel.json_limits import exceeds_depth
from rival.kernel.texts import Text, _

FORMAT_VERSION = 2
"""The version of the format. Format 2 adds ``since`` to corrections, and rolls dice again that show an invalid face."""
HEADER_KEYS = {"game": str, "rules": int, "seed": int, "options": dict, "dice": str, "lang": str}
MAX_JOURNAL_LENGTH = 32 * 1024 * 1024
MAX_DEPTH = 60
MAX_INTEGER = 2**63 - 1
"""The largest number that both a journal and a database can store; the smallest is its negative."""

NO_CHECKSUMS_WARNING = _("This journal has no checksums, so Rival can't tell whether it was edited.")

DiceMode: TypeAlias = Literal["program", "mine"]

JournalEntry: TypeAlias = tuple[str, str, Any]
"""An entry: ("answer", key, value), ("correct", path, value) or ("dice", "", mode).

The value of a correction is a ``Since`` if it applies from an earlier point of the game.
"""

Checkpoint: TypeAlias = tuple[int, int]
"""A point of a game: the number of entries before it, and the number of acts since the last of these entries.

The act number is 0 at the question that follows these entries.
"""


@dataclass(frozen=True, slots=True)
class BackdatedValue:
    """A corrected value that takes effect at an earlier point of the game."""

    value: Json
    checkpoint: Checkpoint


@dataclass(frozen=True, slots=True)
class ReplacedEntries:
    """Entries that were replaced when the game continued differently from ``position`` on."""

    position: int
    entries: tuple[JournalEntry, ...]

    @property
    def answer_count(self) -> int:
        """The number of replaced answers."""
        return sum(kind == "answer" for kind, _name, _value in self.entries)


class ChecksumState:
    """A running checksum: the number of lines, their checksum, and the position in the game after them."""

    __slots__ = ("checksum", "line_count", "position")

    def __init__(self, line_count: int = 0, checksum: str = "", position: int = 0) -> None:
        self.line_count, self.checksum, self.position = line_count, checksum, position


class Journal:
    """The saved history of a game: its header, all entries, and the current position.

    The first ``position`` of the ``entries`` are active; the others were undone and can be redone. ``replaced_entries``
    are the most recently replaced entries. Adding an entry takes constant time.
    """

    __slots__ = ("_checksum_state", "entries", "header", "lacks_checksums", "log", "position", "replaced_entries")

    def __init__(
        self,
        header: dict[str, Json],
        log: Iterable[JournalEntry | int] = (),
        active_entries: Iterable[JournalEntry] = (),
    ) -> None:
        self.header = header
        self.log = list(log)
        self.entries = list(active_entries)
        self.position = len(self.entries)
        self.replaced_entries: ReplacedEntries | None = None
        self.lacks_checksums = False  # true for a file without checksums, which may have been edited
        self._checksum_state = ChecksumState()

    @property
    def active_entries(self) -> list[JournalEntry]:
        """The entries that have not been undone."""
        return self.entries[: self.position]

    @property
    def undone_entries(self) -> list[JournalEntry]:
        """The entries that were undone and can be redone."""
        return self.entries[self.position :]

    def copy(self) -> Journal:
        """Return a copy that can be changed independently."""
        copied = Journal(self.header, self.log, self.entries)
        copied.position = self.position
        copied.replaced_entries = self.replaced_entries
        copied.lacks_checksums = self.lacks_checksums
        copied._checksum_state = self._checksum_state
        return copied

    def append(self, entry: JournalEntry) -> None:
        """Append an entry. Undone entries become the replaced entries, so they can still be restored."""
        if self.position < len(self.entries):
            self.replaced_entries = ReplacedEntries(self.position, tuple(self.entries[self.position :]))
            del self.entries[self.position :]
        self.log.append(entry)
        self.entries.append(entry)
        self.position += 1

    def pop(self, future: list[JournalEntry], former: ReplacedEntries | None) -> None:
        """Remove the last entry and restore the earlier ``future`` and ``former``."""
        self.replaced_entries = former
        self.log.pop()
        self.position -= 1
        self.entries[self.position :] = future

    def seek(self, position: int) -> None:
        """Move back or forward to the point after the first ``position`` entries."""
        self.log.append(position)
        self.position = position

    def format_lines(self, start: int = 0) -> Iterator[str]:
        """Yield the lines of the file from line ``start`` on (0 is the header), each with its checksum.

        The checksum continues from the last call, so adding a line takes constant time.
        """
        state = self._checksum_state
        if state.line_count > start:
            state = ChecksumState()
        number, checksum = state.line_count, state.checksum
        for position, content in self._iterate_contents(number, state.position):
            text = format_line(content)
            checksum = update_checksum(checksum, text)
            number += 1
            self._checksum_state = ChecksumState(number, checksum, position)
            if number > start:  # lines that continue a file without checksums have no checksum, either
                yield f"{text}\n" if start and self.lacks_checksums else f'{text[:-1]},"sum":"{checksum}"}}\n'

    def _iterate_contents(self, first: int, position: int) -> Iterator[tuple[int, dict[str, Json]]]:
        """Yield the content of each line from ``first`` on, with the position after the line.

        ``position`` is the position before the first line.
        """
        if not first:
            yield 0, self.header
        for entry in islice(self.log, max(0, first - 1), None):
            if isinstance(entry, int):
                position = entry
                yield position, {"goto": position}
            else:
                position += 1
                yield position, {"n": position, **serialize_entry(entry)}

    def set_checksum(self, line_count: int, checksum: str) -> None:
        """Set the checksum after reading lines from a file."""
        self._checksum_state = ChecksumState(line_count, checksum, self.position)

    def format_text(self) -> str:
        """Return the text of the file."""
        return "".join(self.format_lines())


def format_line(content: dict[str, Json]) -> str:
    """Return a line of the file without its checksum."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def serialize_entry(entry: JournalEntry) -> dict[str, Json]:
    """Return an entry as the data for one line of the file."""
    kind, name, value = entry
    if kind == "answer":
        return {"key": name, "answer": value}
    if kind == "correct":
        if isinstance(value, BackdatedValue):
            return {"correct": name, "value": value.value, "since": [*value.checkpoint]}
        return {"correct": name, "value": value}
    return {"dice": value}


def is_storable(value: Json, depth: int = MAX_DEPTH) -> bool:
    """Return whether a journal can store a value: its characters, numbers and nesting depth must be valid.

    >>> is_storable({"a": [1, "x"]})
    True
    >>> is_storable("half a character: \\ud800"), is_storable(float("nan")), is_storable(10**19)
    (False, False, False)
    """
    if isinstance(value, str):
        return value.isascii() or not any(0xD800 <= ord(item) <= 0xDFFF for item in value)
    if isinstance(value, int):
        return -MAX_INTEGER <= value <= MAX_INTEGER
    if isinstance(value, float):
        return isfinite(value)
    if isinstance(value, dict):
        return depth > 0 and are_storable(value, 0) and are_storable(value.values(), depth - 1)
    return not isinstance(value, list) or (depth > 0 and are_storable(value, depth - 1))


def are_storable(values: Iterable[Json], depth: int) -> bool:
    """Return whether a journal can store all of these values."""
    for value in values:
        kind = value.__class__
        is_plain = value.isascii() if kind is str else value is None  # most values of a pack are short strings
        if not is_plain and not is_storable(value, depth):
            return False
    return True


def update_checksum(checksum: str, line: str) -> str:
    """Return the checksum of the lines so far followed by one more line."""
    return blake2b((checksum + line).encode(), digest_size=4).hexdigest()


def parse_journal(text: str) -> Journal:
    """Parse the text of a journal; raise BadJournalError, naming the line, if a line is invalid."""
    if len(text) > MAX_JOURNAL_LENGTH:
        raise BadJournalError(_("This journal is too long: {size} characters.", size=len(text)))
    lines = text.split("\n")
    if lines[-1]:
        raise BadJournalError(_("Line {line} is incomplete; the lines before it are intact.", line=len(lines)))
    checksum = ""
    journal: Journal | None = None
    for number, line in enumerate(lines[:-1], start=1):
        content, checksum, has_sum = parse_line(number, line, checksum)
        if journal is None:
            journal = Journal(validate_header(content))
            journal.lacks_checksums = not has_sum
            continue
        append_parsed_line(journal, number, content)
        if has_sum == journal.lacks_checksums:
            raise make_line_error(number, _("some lines have a checksum and others don't, so the file was edited"))
    if journal is None:
        raise BadJournalError(_("The file is empty; a journal begins with a header line."))
    journal.set_checksum(len(lines) - 1, checksum)
    return journal


def parse_line(number: int, line: str, checksum: str) -> tuple[dict[str, Json], str, bool]:
    """Return the content of a line, the checksum up to the line, and whether the line contains a checksum."""
    is_too_deep = exceeds_depth(line, 2 * MAX_DEPTH)
    try:
        content = None if is_too_deep else json.loads(line)
    except (ValueError, RecursionError):
        raise make_line_error(number, _("it is not JSON")) from None
    if is_too_deep or not is_storable(content):
        raise make_line_error(
            number, _("it is nested too deeply, has invalid characters, or has a number that is too large")
        )
    if not isinstance(content, dict):
        raise make_line_error(number, _("it is not a JSON object"))
    stored_checksum = content.pop("sum", None)
    checksum = update_checksum(checksum, format_line(content))
    if stored_checksum is not None and stored_checksum != checksum:
        raise make_line_error(number, _("this line or an earlier one was edited (the checksum does not match)"))
    return content, checksum, stored_checksum is not None


def make_line_error(number: int, problem: Text) -> BadJournalError:
    """Return the error for an invalid line of a saved game."""
    return BadJournalError(_("Line {line} of the journal is not valid: {problem}.", line=number, problem=problem))


def validate_header(content: dict[str, Json]) -> dict[str, Json]:
    """Return the header; raise BadJournalError if it is invalid or its version is not supported."""
    version = content.get("rival")
    if not isinstance(version, int):
        raise BadJournalError(_("This is not a Rival journal: its first line has no key “rival”."))
    if version > FORMAT_VERSION:
        raise BadJournalError(
            _(
                "This journal was written by a newer version of Rival (format {version}). This "
                "version reads formats up to {ours}.",
                version=version,
                ours=FORMAT_VERSION,
            )
        )
    for key, kind in HEADER_KEYS.items():
        if type(content.get(key)) is not kind:
            raise make_line_error(1, _("“{key}” is missing or has the wrong type", key=key))
    if content["rules"] < 1:
        raise make_line_error(1, _("“{key}” is missing or has the wrong type", key="rules"))
    if content["dice"] not in ("program", "mine"):
        raise make_line_error(1, _("“{key}” is missing or has the wrong type", key="dice"))
    return content


def append_parsed_line(journal: Journal, number: int, content: dict[str, Json]) -> None:
    """Append the entry from one line; raise BadJournalError if the entry is not valid at this position."""
    keys = set(content)
    if keys == {"goto"}:
        n = content["goto"]
        if type(n) is not int or not 0 <= n <= len(journal.entries):
            raise make_line_error(number, _("it refers to an entry that does not exist"))
        journal.seek(n)
        return
    if content.get("n") != journal.position + 1 or type(content["n"]) is not int:
        raise make_line_error(number, _("entry {expected} is expected here", expected=journal.position + 1))
    if keys == {"n", "key", "answer"} and isinstance(content["key"], str):
        journal.append(("answer", content["key"], content["answer"]))
    elif keys == {"n", "correct", "value"} and isinstance(content["correct"], str):
        journal.append(("correct", content["correct"], content["value"]))
    elif keys == {"n", "correct", "value", "since"} and isinstance(content["correct"], str):
        journal.append(
            (
                "correct",
                content["correct"],
                BackdatedValue(content["value"], parse_checkpoint(journal, number, content)),
            )
        )
    elif keys == {"n", "dice"} and content["dice"] in ("program", "mine"):
        journal.append(("dice", "", content["dice"]))
    else:
        raise make_line_error(number, _("it is not an answer, a correction, a change of the dice mode, or an undo"))


def parse_checkpoint(journal: Journal, number: int, content: dict[str, Json]) -> Checkpoint:
    """Return the checkpoint from which a correction applies; raise BadJournalError if it lies after the correction."""
    match content["since"]:
        case [int(position), int(act)] if 0 <= position <= journal.position and 0 <= act <= MAX_INTEGER:
            if type(position) is int and type(act) is int:
                return position, act
    raise make_line_error(number, _("it applies from an entry that does not exist"))
