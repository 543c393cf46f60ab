"""The owner's packs: descriptions of components, reused in later games. ``PackStore`` is the storage interface."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from typing import Protocol

from rival.kernel import BadPackError, Json, Name, Opponent, PartDifference, _, toml
from rival.kernel.answer_types import shorten_for_message
from rival.kernel.journal import is_storable
from rival.kernel.json_limits import exceeds_depth

MAX_PACK_LENGTH = 200_000
"""Characters in a pack; the largest known pack has a third of that."""


class PackStore(Protocol):
    """Storage for the owner's packs, at most one per opponent."""

    def load_pack(self, opponent: Opponent) -> Json:
        """Return the owner's pack, validated; None if there is none."""

    def save_pack(self, opponent: Opponent, pack: Json) -> Json:
        """Replace the owner's pack atomically, and return the pack as it will be loaded."""

    def delete_pack(self, opponent: Opponent) -> None:
        """Delete the pack and its change history."""

    def load_changes(self, opponent: Opponent) -> list[Json]:
        """Return the changes to the owner's pack that can be undone, newest last."""

    def save_changes(self, opponent: Opponent, changes: Sequence[Json]) -> None:
        """Replace the changes that can be undone."""


class InMemoryPackStore:
    """Storage that keeps packs only while the program runs."""

    def __init__(self) -> None:
        self.packs: dict[str, Json] = {}
        self.changes: dict[str, list[Json]] = {}

    def load_pack(self, opponent: Opponent) -> Json:
        """Return the owner's pack; None if there is none."""
        return self.packs.get(opponent.id)

    def save_pack(self, opponent: Opponent, pack: Json) -> Json:
        """Replace the owner's pack, and return the pack as it will be loaded."""
        self.packs[opponent.id] = parse_pack(serialize_pack(pack), opponent)
        return self.packs[opponent.id]

    def delete_pack(self, opponent: Opponent) -> None:
        """Delete the pack and its change history."""
        self.packs.pop(opponent.id, None)
        self.changes.pop(opponent.id, None)

    def load_changes(self, opponent: Opponent) -> list[Json]:
        """Return the changes that can be undone, newest last."""
        return list(self.changes.get(opponent.id, ()))

    def save_changes(self, opponent: Opponent, changes: Sequence[Json]) -> None:
        """Replace the changes that can be undone."""
        self.changes[opponent.id] = list(changes)


def parse_changes(text: str) -> list[Json]:
    """Parse the stored changes that can be undone; return an empty list if they are invalid."""
    try:
        changes = json.loads(text)
    except (ValueError, RecursionError):
        return []
    return changes if isinstance(changes, list) and all(map(is_box_change, changes)) else []


def serialize_changes(changes: Sequence[Json]) -> str:
    """Serialize the changes that can be undone."""
    return json.dumps(list(changes), ensure_ascii=False)


def is_box_change(entry: Json) -> bool:
    """Return whether an entry has the keys of a stored change."""
    return isinstance(entry, dict) and entry.keys() - {"seed"} == {"on", "did", "parts", "before"}


def is_own_pack(pack: Json) -> bool:
    """Return whether a pack is the owner's own pack."""
    return isinstance(pack, dict) and bool(pack.get("learned"))


def parse_pack(text: str, opponent: Opponent) -> Json:
    """Parse the text of a pack file and validate it for this opponent; raise BadPackError if it is invalid."""
    pack = parse_pack_toml(text)
    if pack.get("game", opponent.id) != opponent.id:
        raise BadPackError(_("This data is for a different game: {game}.", game=shorten_for_message(pack["game"])))
    return opponent.validate_pack(pack)


def parse_pack_toml(text: str) -> Json:
    """Parse the text of a pack file for any game; raise BadPackError if it is too long or invalid."""
    text = text.partition(PHOTOS_MARKER)[0]
    if len(text) > MAX_PACK_LENGTH:
        raise BadPackError(
            _("This file is too long: it has {n} characters, the maximum is {most}.", most=MAX_PACK_LENGTH, n=len(text))
        )
    if line := toml.find_overlong_key(text):
        raise BadPackError(
            _(
                "Line {line}: this key has too many parts separated by dots; the maximum is {most}.",
                line=line,
                most=toml.MAX_KEY_PARTS,
            )
        )
    try:
        return require_plain_pack(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadPackError(
            _("This is not a valid TOML file: {problem}", problem=toml.describe_toml_error(error))
        ) from None
    except RecursionError:
        raise BadPackError(_("This is not a pack: its lists are nested far too deep.")) from None
    except ValueError:  # Python reads no number of thousands of digits
        raise BadPackError(NOT_PLAIN_MESSAGE) from None


PHOTOS_MARKER = "\n# --- photos ---\n"
"""Marks the end of the pack in a file; the owner's photos follow (``web/src/lib/photo-storage.ts``)."""

NOT_PLAIN_MESSAGE = _(
    "A pack can contain only text, numbers of at most 18 digits, and lists of these. Put dates in quotation marks."
)


def require_plain_pack(pack: Json) -> dict[str, Json]:
    """Return the parsed data as a dict; raise BadPackError if it contains anything but plain data."""
    if not isinstance(pack, dict) or not is_plain_data(pack) or not is_storable(pack):
        raise BadPackError(NOT_PLAIN_MESSAGE)
    return dict(pack)


def parse_pack_json(text: str) -> dict[str, Json]:
    """Parse a pack from the JSON in a link; raise BadPackError if the pack is invalid."""
    if exceeds_depth(text, MAX_NESTING):
        raise BadPackError(_("This is not a pack: its lists are nested far too deep."))
    try:
        return require_plain_pack(json.loads(text))
    except ValueError:
        raise BadPackError(NOT_PLAIN_MESSAGE) from None


MAX_NESTING = 40
"""Maximum nesting of lists; a real pack needs only a few levels."""


def is_plain_data(value: Json) -> bool:
    """Return whether a value consists only of strings, numbers, lists and tables.

    A TOML file may also contain dates.
    """
    if isinstance(value, dict):
        return all(is_plain_data(item) for item in value.values())
    if isinstance(value, list):
        return all(is_plain_data(item) for item in value)
    return isinstance(value, str | int | float)


def merge_packs(opponent: Opponent, mine: Json, theirs: Json) -> tuple[Json, Sequence[PartDifference]]:
    """Merge two packs; return the result and the contradictions."""
    if opponent.merge_packs is None:
        raise BadPackError(_("You can use only one description of {game} at a time. Choose one.", game=opponent.game))
    return opponent.merge_packs(mine, theirs)


def reject_sample_pack(pack: Json, name: str) -> None:
    """Raise BadPackError if a pack is a made-up sample."""
    if pack.get("sample"):
        raise BadPackError(
            _("{file} is a made-up sample, so it can't be imported as your own copy of the game.", file=Name(name))
        )


def serialize_pack(pack: Json) -> str:
    """Return the text of a pack file, verified by parsing it again; raise BadPackError if that fails."""
    try:
        text = toml.format_pack(pack)
        is_identical = parse_pack_toml(text) == json.loads(json.dumps(pack))
    except BadPackError as error:
        raise BadPackError(_("This description can't be saved: {problem}", problem=error.text)) from None
    except (TypeError, ValueError, AttributeError, RecursionError):
        is_identical = False
    if not is_identical:
        raise BadPackError(_("This description can't be saved: some of its values would be lost in the file."))
    return text
