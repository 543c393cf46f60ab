"""The interface between the page's worker and Python. Data is passed as text, which needs only one conversion.

>>> bridge = BrowserBridge()
>>> bridge.open("[]", "{}")
>>> kind, changes, given = bridge.call("begin", '{"body": {"game": "rolling-heights", "seed": 7}}').split("\\n")
>>> kind, len(json.loads(changes)), json.loads(given)["at"]
('given', 1, 0)
"""

from __future__ import annotations

import json
import logging
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from rival.browser.repository import BrowserPackStore, BrowserRepository, MissingLinesError
from rival.engine import Engine, StorageError
from rival.engine.api import Api, ExportedZip, build_refusal, dispatch, parse_json
from rival.engine.requests import describe_invalid_json
from rival.kernel import BadOptionError, Name, RivalError, Text, _, find_faulty_opponent
from rival.kernel.installed_opponents import describe_error
from rival.kernel.texts import LANGUAGES

logger = logging.getLogger("rival.browser")

CALLS_WITH_ALL_LINES = ("exported", "take_in")
"""Calls that need the journals of all games."""


class BrowserBridge:
    """The interface for JavaScript. It runs the page's calls on the data that the browser stores."""

    def __init__(self, api: type[Api] = Api) -> None:
        self.api = api
        self.file: bytes | None = None
        """The file that the last call returned, if any."""
        self.open("[]", "{}")

    def open(self, rows: str, packs: str) -> None:
        """Load the stored data, and discard unsaved changes."""
        self.shelf = BrowserRepository(json.loads(rows))
        self.packs = BrowserPackStore(json.loads(packs), self.shelf.outbox.append)
        self.calls = self.api(Engine(self.shelf, self.packs))

    def replace_packs(self, packs: str) -> None:
        """Replace the packs after another tab changed them."""
        self.packs.replace_packs(json.loads(packs))

    def update_games(self, rows: str, gone: str = "[]") -> None:
        """Update games that another tab changed, and remove the deleted ones."""
        for row in json.loads(rows):
            self.shelf.update_row(row)
        for id in json.loads(gone):
            self.shelf.rows.pop(id, None)

    def add_journal_lines(self, texts: str) -> None:
        """Add the journal lines that a call needs."""
        self.shelf.lines_by_id.update(json.loads(texts))

    def call(self, name: str, arguments: str, file: Any = None) -> str:
        """Run a call; return three lines: the kind of the reply, the changes to store, and the reply.

        The worker must store the changes before it delivers the reply. A reply of kind "lacking" lists games whose
        lines must be loaded before the call is repeated.
        """
        self.file = None
        lang = "en"
        try:
            request = parse_json(arguments)
            if not isinstance(request, dict):
                raise BadOptionError(describe_invalid_json())
            lang = str(request["lang"]) if request.get("lang") in LANGUAGES else "en"
            if file is not None:
                request["file"] = file if isinstance(file, bytes) else file.to_bytes()
            if name in CALLS_WITH_ALL_LINES:
                self.shelf.require_lines(self.shelf.rows)
            given = dispatch(self.calls, name, request)
        except MissingLinesError as lacking:
            self.shelf.discard_outbox()
            return format_reply("lacking", [], lacking.ids)
        except RivalError as problem:
            return self.format_refusal(problem, lang)
        except Exception as error:  # a bug: the worker opens the stored data again
            logger.exception("The call %s failed", name)
            message = translate_message(describe_failure(error), lang)
            return format_reply("failed", [], {"message": message, "proposal": None})
        if isinstance(given, ExportedZip):
            self.file, given = given.file, {"more": given.more}
        return format_reply("given", self.shelf.drain_outbox(), given)

    def format_refusal(self, problem: RivalError, lang: str) -> str:
        """Return the reply to a refused call, with the changes made before the refusal."""
        why = build_refusal(problem, lang)
        given = {"message": why.message, "proposal": why.proposal} if why.state is None else why.state
        return format_reply(why.kind, self.shelf.drain_outbox(), given)

    def format_storage_failure(self, full: bool, lang: str) -> str:
        """Return the reply to a call whose changes the browser could not store."""
        return format_reply(
            "not kept",
            [],
            {"message": translate_message(FULL_MESSAGE if full else DENIED_MESSAGE, lang), "proposal": None},
        )


FAILED_MESSAGE = _(
    "An unexpected error occurred. Nothing was changed. Reload the page; your saved games are still there."
)
FULL_MESSAGE = _(
    "The browser has no space left, so your answer was not saved. Free some space on the "
    "device, or save all games to a file and delete some of them. Then try again."
)
DENIED_MESSAGE = _("The browser could not save your answer. Try again; if that does not help, reload the page.")


def describe_failure(error: Exception) -> Text:
    """Return the message for an unexpected error. It names the opponent if the opponent's code raised the error."""
    opponent = find_faulty_opponent(error)
    if opponent is None:
        return FAILED_MESSAGE
    return _(
        "An error occurred in the opponent “{id}”: {problem}. Nothing was changed; reload the page.",
        id=Name(opponent.id),
        problem=Name(describe_error(error)),
    )


def translate_message(text: Text, lang: str) -> str:
    """Translate the message of a storage error."""
    return build_refusal(StorageError(text), lang if lang in LANGUAGES else "en").message


def format_reply(kind: str, changes: Any, result: Any) -> str:
    """Return a reply as three lines: its kind, the changes and the result."""
    return f"{kind}\n{encode_json(changes)}\n{encode_json(result)}"


@cache
def list_field_names(kind: type) -> tuple[str, ...]:
    """Return the field names of a dataclass."""
    return tuple(item.name for item in fields(kind))


def to_plain_data(value: Any) -> Any:
    """Convert a value that JSON does not support to plain data."""
    if is_dataclass(value) and not isinstance(value, type):
        return {name: getattr(value, name) for name in list_field_names(type(value))}
    return dict(value) if hasattr(value, "keys") else list(value)


ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=to_plain_data)


def encode_json(value: Any) -> str:
    """Encode a value as compact JSON."""
    return ENCODER.encode(value)
