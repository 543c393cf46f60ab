"""Import of journals: a copy is not duplicated, a longer copy continues its game, a different one is a new game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING

from rival.engine.refusals import Busy, Overtaken
from rival.engine.states import About, Taken
from rival.kernel import RivalError
from rival.kernel import journal as journals

if TYPE_CHECKING:
    from rival.engine.engine import Engine, Lang

TRIES = 50
"""How often an import starts again because another process changed the same games."""


class Alike:
    """Stored games with the same first line: their number, and the id for each prefix and for each whole journal."""

    def __init__(self) -> None:
        self.count = 0
        self.beginnings: dict[bytes, str] = {}
        self.wholes: dict[bytes, str] = {}

    def add(self, id: str, marks: Sequence[bytes], goes_on: bool = True) -> None:
        """Add a game by the hashes of its prefixes; ``goes_on``: a longer copy can continue it."""
        for mark in marks:
            self.beginnings.setdefault(mark, id)
        if goes_on:
            self.wholes.setdefault(marks[-1], id)


class Importer:
    """Imports journals one after the other; stored games with the same first line are read once for all of them.

    This data may be out of date when it is used, so it serves only to find the game that a journal belongs to. The
    journals are compared and lines are added under the lock of that game, on condition that it still has the same
    length.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.known: dict[str, Alike] = {}

    def take(self, text: str, lang: Lang = None, about: About | None = None) -> Taken:
        """Import one journal.

        Lines are compared as they are written here, with their checksums, so a copy without checksums is the same
        journal.
        """
        theirs = list(journals.loads(text).lines())
        first = theirs[0]
        with self.engine.lock_import(first):
            for _try in range(TRIES):
                alike = self.known.get(first) or self._look_up(first)
                try:
                    return self._take(text, theirs, alike, lang, about)
                except Overtaken:  # another process was faster
                    self.known.pop(first, None)
        raise Busy

    def _take(self, text: str, theirs: Sequence[str], alike: Alike, lang: Lang, about: About | None) -> Taken:
        marks = list(prefixes(theirs))
        same = alike.beginnings.get(marks[-1])
        if same is not None:
            if self.engine.shelf.find(same) is None:
                raise Overtaken
            return Taken(self.engine.state(same, lang), "same")
        shorter = next((mark for mark in reversed(marks) if mark in alike.wholes), None)
        if shorter is not None:
            taken = self.engine.lengthen(alike.wholes[shorter], text, theirs, lang)
            alike.add(alike.wholes.pop(shorter), marks)
            return taken
        fork = sum(mark in alike.beginnings for mark in marks)
        state = self.engine.load(text, lang, about, beside=alike.count)
        alike.add(state.id, marks)
        alike.count += 1
        return Taken(state, "forked" if fork else "new", fork or None)

    def _look_up(self, first: str) -> Alike:
        alike = self.known[first] = Alike()
        for id in self.engine.shelf.beginning(first):
            alike.count += 1
            with suppress(RivalError):  # skip games that can't be read or were just deleted
                text = self.engine.text(id)[0]
                lines = list(journals.loads(text).lines())
                goes_on = text == "".join(lines)  # otherwise new checksums would not continue its own
                alike.add(id, list(prefixes(lines)), goes_on)
        return alike


def prefixes(lines: Sequence[str]) -> Iterator[bytes]:
    """Yield a hash of the first line, of the first two lines, and so on."""
    total = b""
    for line in lines:
        total = blake2b(total + line.encode(), digest_size=16).digest()
        yield total
