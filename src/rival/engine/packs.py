"""The owner's packs: descriptions of a game's components for the next game; ``Packs`` is the storage interface."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from typing import Protocol

from rival.kernel import BadPack, Disagreement, Json, Name, Opponent, _, toml
from rival.kernel.journal import writable
from rival.kernel.nesting import nested_deeper
from rival.kernel.shapes import short

LONGEST = 200_000
"""Characters in a pack; the largest known pack has a third of that."""


class Packs(Protocol):
    """Storage of the owner's packs, at most one for each opponent."""

    def own(self, against: Opponent) -> Json:
        """Return the owner's pack, validated; None if there is none."""

    def keep(self, against: Opponent, pack: Json) -> None:
        """Replace the owner's pack atomically."""

    def forget(self, against: Opponent) -> None:
        """Delete the pack and its change history."""

    def past(self, against: Opponent) -> list[Json]:
        """Return the changes of the owner's pack that can be undone, the latest last."""

    def remember(self, against: Opponent, past: Sequence[Json]) -> None:
        """Replace the changes that can be undone."""


class PacksInMemory:
    """Packs that last as long as the program."""

    def __init__(self) -> None:
        self.packs: dict[str, Json] = {}
        self.changes: dict[str, list[Json]] = {}

    def own(self, against: Opponent) -> Json:
        """Return the owner's pack; None if there is none."""
        return self.packs.get(against.id)

    def keep(self, against: Opponent, pack: Json) -> None:
        """Replace the owner's pack."""
        self.packs[against.id] = read(written(pack), against)

    def forget(self, against: Opponent) -> None:
        """Delete the pack and its change history."""
        self.packs.pop(against.id, None)
        self.changes.pop(against.id, None)

    def past(self, against: Opponent) -> list[Json]:
        """Return the changes that can be undone, the latest last."""
        return list(self.changes.get(against.id, ()))

    def remember(self, against: Opponent, past: Sequence[Json]) -> None:
        """Replace the changes that can be undone."""
        self.changes[against.id] = list(past)


def changes_read(text: str) -> list[Json]:
    """Parse the stored changes that can be undone; return an empty list if they are invalid."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return []
    return found if isinstance(found, list) and all(map(is_change, found)) else []


def changes_written(past: Sequence[Json]) -> str:
    """Serialize the changes that can be undone."""
    return json.dumps(list(past), ensure_ascii=False)


def is_change(entry: Json) -> bool:
    """Return whether an entry has the keys of a stored change."""
    return isinstance(entry, dict) and entry.keys() - {"seed"} == {"on", "did", "parts", "before"}


def is_own(pack: Json) -> bool:
    """Return whether a pack comes from the owner."""
    return isinstance(pack, dict) and bool(pack.get("learned"))


def read(text: str, against: Opponent) -> Json:
    """Parse the text of a pack file and validate it for this opponent; raise BadPack if it is invalid."""
    pack = parsed(text)
    if pack.get("game", against.id) != against.id:
        raise BadPack(_("This data is for a different game: {game}.", game=short(pack["game"])))
    return against.checked_pack(pack)


def parsed(text: str) -> Json:
    """Parse the text of a pack file for any game; raise BadPack if it is too long or invalid."""
    text = text.partition(PHOTOS)[0]
    if len(text) > LONGEST:
        raise BadPack(
            _("This file is too long: it has {n} characters, the maximum is {most}.", most=LONGEST, n=len(text))
        )
    if line := toml.long_key(text):
        raise BadPack(
            _(
                "Line {line}: this key has too many parts separated by dots; the maximum is {most}.",
                line=line,
                most=toml.MOST_PARTS,
            )
        )
    try:
        return usable(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadPack(_("This is not a valid TOML file: {problem}", problem=toml.problem(error))) from None
    except RecursionError:
        raise BadPack(_("This is not a pack: its lists are nested far too deep.")) from None
    except ValueError:  # Python reads no number of thousands of digits
        raise BadPack(NOT_PLAIN) from None


PHOTOS = "\n# --- photos ---\n"
"""Marks the end of the pack in a file; the owner's photos follow (``web/src/lib/photos.ts``)."""

NOT_PLAIN = _(
    "A pack can contain only text, numbers of at most 18 digits, and lists of these. Put dates in quotation marks."
)


def usable(pack: Json) -> dict[str, Json]:
    """Return the parsed data as a dict; raise BadPack if it contains anything but plain data."""
    if not isinstance(pack, dict) or not plain(pack) or not writable(pack):
        raise BadPack(NOT_PLAIN)
    return dict(pack)


def read_json(text: str) -> dict[str, Json]:
    """Parse a pack from JSON, as a link contains it; raise BadPack if it is invalid."""
    if nested_deeper(text, DEEPEST):
        raise BadPack(_("This is not a pack: its lists are nested far too deep."))
    try:
        return usable(json.loads(text))
    except ValueError:
        raise BadPack(NOT_PLAIN) from None


DEEPEST = 40
"""Maximum nesting of lists; a real pack needs only a few levels."""


def plain(value: Json) -> bool:
    """Return whether a value consists of strings, numbers, lists and tables; a TOML file may also contain dates."""
    if isinstance(value, dict):
        return all(plain(one) for one in value.values())
    if isinstance(value, list):
        return all(plain(one) for one in value)
    return isinstance(value, str | int | float)


def merged(against: Opponent, mine: Json, theirs: Json) -> tuple[Json, Sequence[Disagreement]]:
    """Merge two packs; return the result and the contradictions."""
    if against.merge_packs is None:
        raise BadPack(_("Two descriptions of {game} can't be combined. Choose one of them.", game=against.game))
    return against.merge_packs(mine, theirs)


def refuse_sample(pack: Json, name: str) -> None:
    """Raise BadPack if a pack is a made-up sample."""
    if pack.get("sample"):
        raise BadPack(
            _("{file} is a made-up sample, so it can't be imported as your own copy of the game.", file=Name(name))
        )


def written(pack: Json) -> str:
    """Return the text of a pack file, verified by parsing it again; raise BadPack if that fails."""
    try:
        text = toml.dumps(pack)
        same = parsed(text) == json.loads(json.dumps(pack))
    except BadPack as bad:
        raise BadPack(_("This description can't be saved: {problem}", problem=bad.text)) from None
    except (TypeError, ValueError, AttributeError, RecursionError):
        same = False
    if not same:
        raise BadPack(_("This description can't be saved: some of its values would be lost in the file."))
    return text
