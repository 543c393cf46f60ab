"""What a page sends with its calls, described once: the server and the browser read it by the same description.

A server that checks with pydantic does so by what ``Within`` and ``Longest`` say of themselves; where there is none,
``read`` checks the same. Both say what is wrong in the same sentences.
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
"""The largest whole number that every reader of JSON understands."""


@dataclass(frozen=True, slots=True)
class Within:
    """A whole number from ``least`` to ``most``, written as one."""

    least: int
    most: int

    def allows(self, value: Any) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def __get_pydantic_core_schema__(self, _kind: Any, _inner: Any) -> Mapping[str, Any]:
        return {"type": "int", "ge": self.least, "le": self.most, "strict": True}


@dataclass(frozen=True, slots=True)
class Longest:
    """A text or a list of at most so many."""

    most: int

    def allows(self, value: Any) -> bool:
        return len(value) <= self.most

    def __get_pydantic_core_schema__(self, kind: Any, inner: Any) -> Mapping[str, Any]:
        return {**inner(kind), "max_length": self.most}


Whole: TypeAlias = Annotated[int, Within(0, LARGEST)]
SeedNumber: TypeAlias = Annotated[int, Within(-LARGEST, LARGEST)]
Id: TypeAlias = Annotated[str, Longest(80)]


class Body:
    """What is sent has these entries and no others."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}


@dataclass(slots=True)
class NewGame(Body):
    """A game to begin: the opponent's id, and what differs from the usual."""

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
    """A game on the player's side of a sample table: what was chosen so far, in order."""

    game: str
    seed: SeedNumber | None = None
    options: dict[str, Json] | None = None
    moves: Annotated[list[Id], Longest(2000)] = field(default_factory=list)
    since: Whole = 0


@dataclass(slots=True)
class JournalText(Body):
    """A journal to go on with."""

    text: str


@dataclass(slots=True)
class PackText(Body):
    """The file of a pack."""

    text: str


@dataclass(slots=True)
class InBetween(Body):
    """A question in between, by its name, and what it needs to know."""

    name: str
    value: Json


@dataclass(slots=True)
class Change(Body):
    """A change of a game: ``at`` is the length of the log it was made for, ``since`` the entries already known.

    Whoever says ``since``, be it 0, has the table as it was; whoever does not gets all of it.
    """

    at: Whole
    since: Whole | None = field(default=None, kw_only=True)


@dataclass(slots=True)
class Answer(Change):
    """An answer to the open question."""

    value: Json


@dataclass(slots=True)
class Correction(Change):
    """A tracked value to correct; without ``drop`` nothing is changed where answers would be dropped."""

    path: str
    value: Json
    drop: bool = field(default=True, kw_only=True)


@dataclass(slots=True)
class Rewind(Change):
    """The position to go to; what to put back is listed from the position ``start`` on, where that is given."""

    position: Whole
    start: Whole | None = field(default=None, kw_only=True)


@dataclass(slots=True)
class Amendment(Change):
    """Another answer at a position; without ``drop`` nothing is changed where later answers would be dropped."""

    position: Whole
    value: Json
    drop: bool = field(default=True, kw_only=True)


@dataclass(slots=True)
class DiceChange(Change):
    """Who rolls and draws from now on."""

    dice: Dice


@dataclass(slots=True)
class Description(Body):
    """What is to be said of a game from now on; what is left out stays."""

    name: str | None = None
    note: str | None = None
    own_colour: str | None = None
    their_colour: str | None = None
    archived: bool | None = None


@dataclass(slots=True)
class Branch(Body):
    """Where a new game leaves the old one: after so many answers."""

    position: Whole


@dataclass(slots=True)
class PartAnswer(Body):
    """A part of a box, and what is told of it; without an answer, as it is."""

    part: str
    value: Json = None


@dataclass(slots=True)
class PartChecked(Body):
    """Whether a part was compared with the cardboard."""

    part: str
    checked: bool = True


@dataclass(slots=True)
class PartNamed(Body):
    """A part of a box."""

    part: str


@dataclass(slots=True)
class PackSaid(Body):
    """What an owner says of a pack; what is not sent stays as it is."""

    name: str | None = None
    edition: str | None = None
    author: str | None = None
    source: str | None = None
    licence: str | None = None


@dataclass(slots=True)
class PartsNamed(Body):
    """Parts of a box; none: all of them."""

    parts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class PackReceived(Body):
    """Somebody else's pack: the text of its file, or the code of a link."""

    text: str


@dataclass(slots=True)
class PackTaken(Body):
    """The same, to be taken in; ``chosen`` are the parts where theirs counts."""

    text: str
    name: str = ""
    chosen: list[str] = field(default_factory=list)


def subclasses(kind: type) -> list[type]:
    direct: list[type] = kind.__subclasses__()
    return [*direct, *(inner for one in direct for inner in subclasses(one))]


SENT = frozenset(one.__name__ for one in subclasses(Body))


# --- what is wrong with it ---------------------------------------------------------------------------------


def missing(field: Text) -> Text:
    return _("“{field}” is missing.", field=field)


def unexpected(field: Text) -> Text:
    return _("“{field}” is not expected here.", field=field)


def misfit(field: Text) -> Text:
    return _("“{field}” is not of the right kind.", field=field)


def not_json() -> Text:
    return _("The request is not JSON.")


# --- reading it without pydantic ---------------------------------------------------------------------------


@cache
def parts(kind: type) -> Mapping[str, tuple[Any, bool]]:
    """The fields of what is sent, each with its kind and whether it must be there."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        one.name: (hints[one.name], one.default is MISSING and one.default_factory is MISSING) for one in fields(kind)
    }


def read(kind: Any, value: Any, where: Sequence[str] = ()) -> Any:
    """A value from JSON as the kind wants it; BadOption says what is wrong, and where."""
    if isinstance(kind, type) and is_dataclass(kind):
        return read_entries(kind, value, where)
    if not fits(kind, value, where):
        raise BadOption(misfit(Name(".".join(where))))
    return value


def read_entries(kind: type, value: Any, where: Sequence[str]) -> Any:
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
    """Whether a value is of a kind that is none of the classes above."""
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
