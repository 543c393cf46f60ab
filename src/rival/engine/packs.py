"""The owner's packs: what was told at the table of a game, kept for the next one. Where, says whoever keeps them."""

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
"""Characters in a pack; the largest known has a third of that."""


class Packs(Protocol):
    """One pack of one's own for each opponent."""

    def own(self, against: Opponent) -> Json:
        """The owner's pack, checked; None if there is none."""

    def keep(self, against: Opponent, pack: Json) -> None:
        """Put a pack in the place of the owner's, all of it or nothing."""

    def forget(self, against: Opponent) -> None:
        """The pack, and all that is remembered of it."""

    def past(self, against: Opponent) -> list[Json]:
        """The changes of the owner's pack that can be taken back, the last one at the end."""

    def remember(self, against: Opponent, past: Sequence[Json]) -> None: ...


class PacksInMemory:
    """Packs that last as long as the program."""

    def __init__(self) -> None:
        self.packs: dict[str, Json] = {}
        self.changes: dict[str, list[Json]] = {}

    def own(self, against: Opponent) -> Json:
        return self.packs.get(against.id)

    def keep(self, against: Opponent, pack: Json) -> None:
        self.packs[against.id] = read(written(pack), against)

    def forget(self, against: Opponent) -> None:
        self.packs.pop(against.id, None)
        self.changes.pop(against.id, None)

    def past(self, against: Opponent) -> list[Json]:
        return list(self.changes.get(against.id, ()))

    def remember(self, against: Opponent, past: Sequence[Json]) -> None:
        self.changes[against.id] = list(past)


def changes_read(text: str) -> list[Json]:
    """The changes that can be taken back, from what was kept of them; where that can't be read, there are none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return []
    return found if isinstance(found, list) and all(map(is_change, found)) else []


def changes_written(past: Sequence[Json]) -> str:
    return json.dumps(list(past), ensure_ascii=False)


def is_change(entry: Json) -> bool:
    return isinstance(entry, dict) and entry.keys() - {"seed"} == {"on", "did", "parts", "before"}


def is_own(pack: Json) -> bool:
    return isinstance(pack, dict) and bool(pack.get("learned"))


def read(text: str, against: Opponent) -> Json:
    """A pack from the text of its file: data for this opponent, nothing else."""
    pack = parsed(text)
    if pack.get("game", against.id) != against.id:
        raise BadPack(_("This pack is for another game: {game}.", game=short(pack["game"])))
    return against.checked_pack(pack)


def parsed(text: str) -> Json:
    """What the file of a pack holds, whatever game it is for. How much there is to read is known before it is read."""
    text = text.partition(PHOTOS)[0]
    if len(text) > LONGEST:
        raise BadPack(_("A pack has at most {most} characters; this has {n}.", most=LONGEST, n=len(text)))
    if line := toml.long_key(text):
        raise BadPack(_("Line {line}: a name of a pack has at most {most} parts.", line=line, most=toml.MOST_PARTS))
    try:
        return usable(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadPack(_("This is not a TOML file: {problem}", problem=toml.problem(error))) from None
    except RecursionError:
        raise BadPack(_("This is not a pack: its lists are nested far too deep.")) from None
    except ValueError:  # Python reads no number of thousands of digits
        raise BadPack(NOT_PLAIN) from None


PHOTOS = "\n# --- photos ---\n"
"""Below this line of a file stand an owner's photos (``web/src/lib/photos.ts``), which are no part of the pack."""

NOT_PLAIN = _("A pack holds words, numbers of at most 18 digits and lists of them; write a date in quotation marks.")


def usable(pack: Json) -> dict[str, Json]:
    """What was read, if it is a pack's kind of thing."""
    if not isinstance(pack, dict) or not plain(pack) or not writable(pack):
        raise BadPack(NOT_PLAIN)
    return dict(pack)


def read_json(text: str) -> dict[str, Json]:
    """The same from JSON, as a link has it."""
    if nested_deeper(text, DEEPEST):
        raise BadPack(_("This is not a pack: its lists are nested far too deep."))
    try:
        return usable(json.loads(text))
    except ValueError:
        raise BadPack(NOT_PLAIN) from None


DEEPEST = 40
"""Lists in lists; a pack has a handful."""


def plain(value: Json) -> bool:
    """Whether this is words, numbers and lists of them; a TOML file may hold dates as well."""
    if isinstance(value, dict):
        return all(plain(one) for one in value.values())
    if isinstance(value, list):
        return all(plain(one) for one in value)
    return isinstance(value, str | int | float)


def merged(against: Opponent, mine: Json, theirs: Json) -> tuple[Json, Sequence[Disagreement]]:
    if against.merge_packs is None:
        raise BadPack(_("Packs of {game} can't be merged; keep one of the two.", game=against.game))
    return against.merge_packs(mine, theirs)


def refuse_sample(pack: Json, name: str) -> None:
    if pack.get("sample"):
        raise BadPack(_("{file} is a made-up sample; it can't become your own pack.", file=Name(name)))


def written(pack: Json) -> str:
    """The text of a pack's file, read back before anybody relies on it."""
    try:
        text = toml.dumps(pack)
        same = parsed(text) == json.loads(json.dumps(pack))
    except BadPack as bad:
        raise BadPack(_("This can't be kept as a pack: {problem}", problem=bad.text)) from None
    except (TypeError, ValueError, AttributeError, RecursionError):
        same = False
    if not same:
        raise BadPack(_("This can't be kept as a pack: what is written would not be read again as it is."))
    return text
