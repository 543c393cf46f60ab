"""The interface between the page's worker and Python; data crosses it as text, which needs only one conversion.

>>> desk = Desk()
>>> desk.open("[]", "{}")
>>> kind, changes, given = desk.call("begin", '{"said": {"game": "rolling-heights", "seed": 7}}').split("\\n")
>>> kind, len(json.loads(changes)), json.loads(given)["at"]
('given', 1, 0)
"""

from __future__ import annotations

import json
import logging
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from rival.browser.shelf import BrowserPacks, BrowserShelf, Lacking
from rival.engine import Engine, NotKept
from rival.engine.calls import Calls, ExportedPart, called, from_json, refusal
from rival.engine.sent import not_json
from rival.kernel import BadOption, RivalError, Text, _
from rival.kernel.texts import LANGUAGES

log = logging.getLogger("rival.browser")

WITH_ALL_LINES = ("exported", "take_in")
"""Calls that need the journals of all games."""


class Desk:
    """The calls of the page, applied to the data that the browser stores."""

    def __init__(self) -> None:
        self.file: bytes | None = None
        """The file that the last call returned, if any."""
        self.open("[]", "{}")

    def open(self, rows: str, packs: str) -> None:
        """Start, or start again, with the stored data; unsaved changes are discarded."""
        self.shelf = BrowserShelf(json.loads(rows))
        self.packs = BrowserPacks(json.loads(packs), self.shelf.outbox.append)
        self.calls = Calls(Engine(self.shelf, self.packs))

    def know_packs(self, packs: str) -> None:
        """Replace the packs after another tab changed them."""
        self.packs.know(json.loads(packs))

    def know(self, rows: str, gone: str = "[]") -> None:
        """Update games that another tab changed, and remove the deleted ones."""
        for row in json.loads(rows):
            self.shelf.know(row)
        for id in json.loads(gone):
            self.shelf.rows.pop(id, None)

    def bring(self, texts: str) -> None:
        """Add the journal lines of games that a call needs."""
        self.shelf.texts.update(json.loads(texts))

    def call(self, name: str, arguments: str, file: Any = None) -> str:
        """Run a call; return three lines: the kind of the reply, the changes to store, and the reply.

        The worker must store the changes before the reply counts. The kind "lacking" lists games whose lines must be
        brought before the call is repeated.
        """
        self.file = None
        lang = "en"
        try:
            said = from_json(arguments)
            if not isinstance(said, dict):
                raise BadOption(not_json())
            lang = str(said["lang"]) if said.get("lang") in LANGUAGES else "en"
            if file is not None:
                said["file"] = file if isinstance(file, bytes) else file.to_bytes()
            if name in WITH_ALL_LINES:
                self.shelf.needs(self.shelf.rows)
            given = called(self.calls, name, said)
        except Lacking as lacking:
            self.shelf.take_back()
            return reply("lacking", [], lacking.ids)
        except RivalError as problem:
            return self.refused(problem, lang)
        except Exception:  # a bug: the worker opens the stored data again
            log.exception("The call %s failed", name)
            return reply("failed", [], {"message": spoken(FAILED, lang), "proposal": None})
        if isinstance(given, ExportedPart):
            self.file, given = given.file, {"more": given.more}
        return reply("given", self.shelf.sent(), given)

    def refused(self, problem: RivalError, lang: str) -> str:
        """Return the reply to a refused call, with the changes that were made before the refusal."""
        why = refusal(problem, lang)
        given = {"message": why.message, "proposal": why.proposal} if why.state is None else why.state
        return reply(why.kind, self.shelf.sent(), given)

    def not_kept(self, full: bool, lang: str) -> str:
        """Return the reply to a call whose changes the browser could not store."""
        return reply("not kept", [], {"message": spoken(FULL if full else DENIED, lang), "proposal": None})


FAILED = _("An unexpected error occurred. Nothing was changed. Reload the page; your saved games are still there.")
FULL = _(
    "The browser has no space left, so your answer was not saved. Free some space on the "
    "device, or save all games to a file and delete some of them. Then try again."
)
DENIED = _("The browser could not save your answer. Try again; if that does not help, reload the page.")


def spoken(text: Text, lang: str) -> str:
    """Return a storage error message in a language."""
    return refusal(NotKept(text), lang if lang in LANGUAGES else "en").message


def reply(kind: str, changes: Any, given: Any) -> str:
    """Return a reply as three lines: its kind, the changes and the result."""
    return f"{kind}\n{as_json(changes)}\n{as_json(given)}"


@cache
def names(kind: type) -> tuple[str, ...]:
    """Return the field names of a dataclass."""
    return tuple(one.name for one in fields(kind))


def plain(value: Any) -> Any:
    """Convert a value that JSON does not support."""
    if is_dataclass(value) and not isinstance(value, type):
        return {name: getattr(value, name) for name in names(type(value))}
    return dict(value) if hasattr(value, "keys") else list(value)


ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=plain)


def as_json(value: Any) -> str:
    """Encode a value as compact JSON."""
    return ENCODER.encode(value)
