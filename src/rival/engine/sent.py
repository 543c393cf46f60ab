"""Request bodies, defined once: the server and the page without a server parse them by the same definitions.

A server with pydantic validates by the schema of ``Within`` and ``Longest``; without pydantic, ``read`` performs the
same checks. Both report errors in the same sentences.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from rival.kernel import BadOption, Json, Name, Text, _
from rival.kernel.journal import Dice

LARGEST = 2**53 - 1
"""The largest integer that every JSON parser represents exactly."""


@dataclass(frozen=True, slots=True)
class Within:
    """An integer from ``least`` to ``most``."""

    least: int
    most: int

    def allows(self, value: Any) -> bool:
        """Return whether a value is an integer in this range; booleans and floats are not."""
        return type(value) is int and self.least <= value <= self.most

    def __get_pydantic_core_schema__(self, _kind: Any, _inner: Any) -> Mapping[str, Any]:
        return {"type": "int", "ge": self.least, "le": self.most, "strict": True}


@dataclass(frozen=True, slots=True)
class Longest:
    """A string or list with at most ``most`` elements."""

    most: int

    def allows(self, value: Any) -> bool:
        """Return whether a value is short enough."""
        return len(value) <= self.most

    def __get_pydantic_core_schema__(self, kind: Any, inner: Any) -> Mapping[str, Any]:
        return {**inner(kind), "max_length": self.most}


Whole: TypeAlias = Annotated[int, Within(0, LARGEST)]
SeedNumber: TypeAlias = Annotated[int, Within(-LARGEST, LARGEST)]
Id: TypeAlias = Annotated[str, Longest(80)]


class Body:
    """A request body; fields that it does not define are rejected."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}


@dataclass(slots=True)
class NewGame(Body):
    """A game to begin: the opponent's id, and settings that differ from the default."""

    game: str
    seed: SeedNumber | None = None
    options: dict[str, Json] | None = None
    lang: str | None = None
    dice: Dice = "program"
    pack: dict[str, Json] | None = None
    own_pack: bool = True
    name: str = ""


@dataclass(slots=True)
class NewSample(Body):
    """A sample game to watch."""

    game: str
    seed: SeedNumber | None = None
    lang: str | None = None


@dataclass(slots=True)
class Practice(Body):
    """A practice game: the opponent, its options, and all moves made so far, in order."""

    game: str
    seed: SeedNumber | None = None
    options: dict[str, Json] | None = None
    moves: Annotated[list[Id], Longest(2000)] = field(default_factory=list)
    since: Whole = 0


@dataclass(slots=True)
class JournalText(Body):
    """The text of a journal."""

    text: str


@dataclass(slots=True)
class PackText(Body):
    """The text of a pack file."""

    text: str


@dataclass(slots=True)
class InBetween(Body):
    """An inquiry: its name and its answer."""

    name: str
    value: Json


@dataclass(slots=True)
class Change(Body):
    """A change of a game: ``at`` is the length of the log it was made for, ``since`` the number of known entries.

    With ``since``, also with 0, only changed views are returned; without it, the full state.
    """

    at: Whole
    since: Whole | None = field(default=None, kw_only=True)


@dataclass(slots=True)
class Answer(Change):
    """An answer to the open question."""

    value: Json


@dataclass(slots=True)
class Correction(Change):
    """A corrected value; with ``drop`` false nothing changes if later answers would be dropped."""

    path: str
    value: Json
    drop: bool = field(default=True, kw_only=True)


@dataclass(slots=True)
class Rewind(Change):
    """A position to go to; ``start`` is the position that the table still shows, if it is another one."""

    position: Whole
    start: Whole | None = field(default=None, kw_only=True)


@dataclass(slots=True)
class Amendment(Change):
    """A new answer at a position; with ``drop`` false nothing changes if later answers would be dropped."""

    position: Whole
    value: Json
    drop: bool = field(default=True, kw_only=True)


@dataclass(slots=True)
class DiceChange(Change):
    """How dice are rolled and cards are drawn from now on."""

    dice: Dice


@dataclass(slots=True)
class Description(Body):
    """New details of a game; omitted fields stay unchanged."""

    name: str | None = None
    note: str | None = None
    own_colour: str | None = None
    their_colour: str | None = None
    archived: bool | None = None


@dataclass(slots=True)
class Branch(Body):
    """The number of answers that a new game copies from the old one."""

    position: Whole


@dataclass(slots=True)
class PartAnswer(Body):
    """A part of a box and its description; without a value, the part as it is."""

    part: str
    value: Json = None


@dataclass(slots=True)
class PartChecked(Body):
    """Whether a part was compared with the printed original."""

    part: str
    checked: bool = True


@dataclass(slots=True)
class PartNamed(Body):
    """A part of a box."""

    part: str


@dataclass(slots=True)
class PackSaid(Body):
    """New general data of a pack; omitted fields stay unchanged."""

    name: str | None = None
    edition: str | None = None
    author: str | None = None
    source: str | None = None
    licence: str | None = None


@dataclass(slots=True)
class PartsNamed(Body):
    """Parts of a box; an empty list means all parts."""

    parts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class PackReceived(Body):
    """Another person's pack: the text of its file, or the code of a link."""

    text: str


@dataclass(slots=True)
class PackTaken(Body):
    """A pack to import; ``chosen`` are the parts for which its description replaces the owner's."""

    text: str
    name: str = ""
    chosen: list[str] = field(default_factory=list)


def subclasses(kind: type) -> list[type]:
    """Return all direct and indirect subclasses."""
    direct: list[type] = kind.__subclasses__()
    return [*direct, *(inner for one in direct for inner in subclasses(one))]


SENT = frozenset(one.__name__ for one in subclasses(Body))


# --- error messages ----------------------------------------------------------------------------------------


def missing(field: Text) -> Text:
    """Return the message for a missing field."""
    return _("The field “{field}” is missing.", field=field)


def unexpected(field: Text) -> Text:
    """Return the message for an unknown field."""
    return _("Unknown field “{field}”.", field=field)


def misfit(field: Text) -> Text:
    """Return the message for a value of the wrong type."""
    return _("The field “{field}” has a value of the wrong type.", field=field)


def not_json() -> Text:
    """Return the message for a request that is not JSON."""
    return _("The request is not valid JSON.")


# --- parsing without pydantic ------------------------------------------------------------------------------


@cache
def parts(kind: type) -> Mapping[str, tuple[Any, bool]]:
    """Return the type of each field of a class, and whether it is required."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        one.name: (hints[one.name], one.default is MISSING and one.default_factory is MISSING) for one in fields(kind)
    }


def read(kind: Any, value: Any, where: Sequence[str] = ()) -> Any:
    """Convert a JSON value to a type; raise BadOption with the path of the wrong field."""
    if isinstance(kind, type) and is_dataclass(kind):
        return read_entries(kind, value, where)
    if not fits(kind, value, where):
        raise BadOption(misfit(Name(".".join(where))))
    return value


def read_entries(kind: type, value: Any, where: Sequence[str]) -> Any:
    """Convert a JSON object to a dataclass; raise BadOption for missing, unknown or wrong fields."""
    if not isinstance(value, dict):
        raise BadOption(misfit(Name(".".join(where))))
    known = parts(kind)
    for name, (_wanted, needed) in known.items():
        if needed and name not in value:
            raise BadOption(missing(Name(".".join((*where, name)))))
    for name in value:
        if name not in known:
            raise BadOption(unexpected(Name(".".join((*where, name)))))
    return kind(**{name: read(known[name][0], one, (*where, name)) for name, one in value.items()})


def fits(kind: Any, value: Any, where: Sequence[str] = ()) -> bool:
    """Return whether a value has a type that is not a dataclass."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:  # any JSON
        return True
    if kind is None or kind is type(None):
        return value is None
    if origin is Annotated:
        return fits(inner[0], value, where) and all(one.allows(value) for one in inner[1:])
    if origin in (Union, types.UnionType):
        return any(fits(one, value, where) for one in inner)
    if origin is Literal:
        return value in inner
    if origin is list:
        return isinstance(value, list) and all(fits(inner[0], one, where) for one in value)
    if origin is dict:
        return isinstance(value, dict) and all(isinstance(name, str) for name in value)
    return type(value) is kind
