"""Request bodies. The server and the page without a server use the same definitions.

A server with pydantic validates by the schema of ``IntegerRange`` and ``MaxLength``; without pydantic, ``parse_value``
performs the same checks. Both report errors in the same sentences.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from rival.kernel import BadOptionError, Json, Name, Text, _
from rival.kernel.journal import DiceMode

MAX_SAFE_INTEGER = 2**53 - 1
"""The largest integer that every JSON parser represents exactly."""


@dataclass(frozen=True, slots=True)
class IntegerRange:
    """An integer from ``minimum`` to ``maximum``."""

    minimum: int
    maximum: int

    def allows(self, value: Any) -> bool:
        """Return whether a value is an integer in this range. Booleans and floats don't count as integers."""
        return type(value) is int and self.minimum <= value <= self.maximum

    @property
    def bounds(self) -> Mapping[str, int]:
        """The limits, by pydantic's names."""
        return {"ge": self.minimum, "le": self.maximum}

    def __get_pydantic_core_schema__(self, _kind: Any, _inner: Any) -> Mapping[str, Any]:
        return {"type": "int", **self.bounds, "strict": True}


@dataclass(frozen=True, slots=True)
class MaxLength:
    """A string or list with at most ``maximum`` elements."""

    maximum: int

    def allows(self, value: Any) -> bool:
        """Return whether a value is short enough."""
        return len(value) <= self.maximum

    def __get_pydantic_core_schema__(self, kind: Any, inner: Any) -> Mapping[str, Any]:
        return {**inner(kind), "max_length": self.maximum}


WholeNumber: TypeAlias = Annotated[int, IntegerRange(0, MAX_SAFE_INTEGER)]
SeedNumber: TypeAlias = Annotated[int, IntegerRange(-MAX_SAFE_INTEGER, MAX_SAFE_INTEGER)]
ShortId: TypeAlias = Annotated[str, MaxLength(80)]


class RequestBody:
    """A request body; undefined fields are rejected."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}


@dataclass(slots=True)
class NewGame(RequestBody):
    """A game to begin: the opponent's id, and the settings that differ from the defaults."""

    game: str
    seed: SeedNumber | None = None
    options: dict[str, Json] | None = None
    lang: str | None = None
    dice: DiceMode = "program"
    pack: dict[str, Json] | None = None
    own_pack: bool = True
    name: str = ""


@dataclass(slots=True)
class NewSample(RequestBody):
    """A sample game to watch."""

    game: str
    seed: SeedNumber | None = None
    lang: str | None = None


@dataclass(slots=True)
class PracticeRequest(RequestBody):
    """A practice game: the opponent, its options, and all moves made so far, in order."""

    game: str
    seed: SeedNumber | None = None
    options: dict[str, Json] | None = None
    moves: Annotated[list[ShortId], MaxLength(2000)] = field(default_factory=list)
    since: WholeNumber = 0


@dataclass(slots=True)
class JournalText(RequestBody):
    """The text of a journal."""

    text: str


@dataclass(slots=True)
class PackText(RequestBody):
    """The text of a pack file."""

    text: str


@dataclass(slots=True)
class InquiryRequest(RequestBody):
    """An inquiry: its name and its answer."""

    name: str
    value: Json


@dataclass(slots=True)
class Change(RequestBody):
    """A change to a game.

    ``at`` is the log length that the change is based on; ``since`` is the number of known entries. With ``since``, even
    if 0, the response contains only changed views; without ``since``, the full state.
    """

    at: WholeNumber
    since: WholeNumber | None = field(default=None, kw_only=True)


@dataclass(slots=True)
class Answer(Change):
    """An answer to the open question."""

    value: Json


@dataclass(slots=True)
class Correction(Change):
    """A corrected value. If ``drop`` is false and later answers would be dropped, nothing changes."""

    path: str
    value: Json
    drop: bool = field(default=True, kw_only=True)


@dataclass(slots=True)
class Rewind(Change):
    """A position to go to; ``start`` is the position that the table still shows, if different."""

    position: WholeNumber
    start: WholeNumber | None = field(default=None, kw_only=True)


@dataclass(slots=True)
class Amendment(Change):
    """A new answer at a position. If ``drop`` is false and later answers would be dropped, nothing changes."""

    position: WholeNumber
    value: Json
    drop: bool = field(default=True, kw_only=True)


@dataclass(slots=True)
class DiceChange(Change):
    """A new way to roll dice and draw cards."""

    dice: DiceMode


@dataclass(slots=True)
class Description(RequestBody):
    """New details of a game; omitted fields stay unchanged."""

    name: str | None = None
    note: str | None = None
    own_colour: str | None = None
    their_colour: str | None = None
    archived: bool | None = None


@dataclass(slots=True)
class Branch(RequestBody):
    """The number of answers to copy into a new game."""

    position: WholeNumber


@dataclass(slots=True)
class PartAnswer(RequestBody):
    """A part of a box and its new description, if there is one."""

    part: str
    value: Json = None


@dataclass(slots=True)
class PartCheck(RequestBody):
    """A part, and whether the part has been compared with the printed original."""

    part: str
    checked: bool = True


@dataclass(slots=True)
class PartReference(RequestBody):
    """A part of a box."""

    part: str


@dataclass(slots=True)
class PackDescription(RequestBody):
    """New general data of a pack; omitted fields stay unchanged."""

    name: str | None = None
    edition: str | None = None
    author: str | None = None
    source: str | None = None
    licence: str | None = None


@dataclass(slots=True)
class PartSelection(RequestBody):
    """Parts of a box; an empty list means all parts."""

    parts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class ReceivedPack(RequestBody):
    """Another person's pack: the text of its file, or the code of a link."""

    text: str


@dataclass(slots=True)
class PackImport(RequestBody):
    """A pack to import. In the ``chosen`` parts its description replaces the owner's."""

    text: str
    name: str = ""
    chosen: list[str] = field(default_factory=list)


@dataclass(slots=True)
class GuestPermissions(RequestBody):
    """Additional permissions for players who use a link."""

    rename: bool


@dataclass(slots=True)
class NetworkSwitch(RequestBody):
    """Whether other devices in the network can connect."""

    open: bool


def list_subclasses(kind: type) -> list[type]:
    """Return all direct and indirect subclasses."""
    direct: list[type] = kind.__subclasses__()
    return [*direct, *(descendant for subclass in direct for descendant in list_subclasses(subclass))]


REQUEST_BODY_NAMES = frozenset(one.__name__ for one in list_subclasses(RequestBody))


# --- error messages ----------------------------------------------------------------------------------------


def describe_missing_field(field: Text) -> Text:
    """Return the message for a missing field."""
    return _("The field “{field}” is missing.", field=field)


def describe_unexpected_field(field: Text) -> Text:
    """Return the message for an unknown field."""
    return _("Unknown field “{field}”.", field=field)


def describe_wrong_type(field: Text) -> Text:
    """Return the message for a value of the wrong type."""
    return _("The field “{field}” has a value of the wrong type.", field=field)


def describe_invalid_json() -> Text:
    """Return the message for a request that is not JSON."""
    return _("The request is not valid JSON.")


# --- parsing without pydantic ------------------------------------------------------------------------------


@cache
def list_fields(kind: type) -> Mapping[str, tuple[Any, bool]]:
    """Return the type of each field of a class, and whether it is required."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        item.name: (hints[item.name], item.default is MISSING and item.default_factory is MISSING)
        for item in fields(kind)
    }


def parse_value(kind: Any, value: Any, path: Sequence[str] = ()) -> Any:
    """Convert a JSON value to a type; raise BadOptionError with the path of an invalid field."""
    if isinstance(kind, type) and is_dataclass(kind):
        return parse_object(kind, value, path)
    if not has_type(kind, value, path):
        raise BadOptionError(describe_wrong_type(Name(".".join(path))))
    return value


def parse_object(kind: type, value: Any, path: Sequence[str]) -> Any:
    """Convert a JSON object to a dataclass; raise BadOptionError for missing, unknown or invalid fields."""
    if not isinstance(value, dict):
        raise BadOptionError(describe_wrong_type(Name(".".join(path))))
    known_fields = list_fields(kind)
    for name, (_wanted, is_required) in known_fields.items():
        if is_required and name not in value:
            raise BadOptionError(describe_missing_field(Name(".".join((*path, name)))))
    for name in value:
        if name not in known_fields:
            raise BadOptionError(describe_unexpected_field(Name(".".join((*path, name)))))
    return kind(**{name: parse_value(known_fields[name][0], item, (*path, name)) for name, item in value.items()})


def has_type(kind: Any, value: Any, path: Sequence[str] = ()) -> bool:
    """Return whether a value has the given type, which is not a dataclass."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:  # any JSON
        return True
    if kind is None or kind is type(None):
        return value is None
    if origin is Annotated:
        return has_type(inner[0], value, path) and all(item.allows(value) for item in inner[1:])
    if origin in (Union, types.UnionType):
        return any(has_type(item, value, path) for item in inner)
    if origin is Literal:
        return value in inner
    if origin is list:
        return isinstance(value, list) and all(has_type(inner[0], item, path) for item in value)
    if origin is dict:
        return isinstance(value, dict) and all(isinstance(name, str) for name in value)
    return type(value) is kind
