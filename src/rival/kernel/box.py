"""The owner's box: the things of a game that only an owner knows, as a list of parts.

An owner can describe a part when a game asks for it, before a game, or by importing a file. The question is the same
each time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from rival.kernel.errors import BadAnswer, BadPack
from rival.kernel.shapes import Json, Shape, short
from rival.kernel.steps import Ask
from rival.kernel.texts import Joined, Name, Text, _
from rival.kernel.tracking import Tracked
from rival.kernel.views import View


@dataclass(frozen=True, slots=True)
class Remark:
    """A note on something odd in a part, and the spot of its view that it is about; without a spot, the whole part."""

    text: Text
    spot: str = ""


def no_remarks() -> Sequence[Remark]:
    """Return no remarks."""
    return ()


@dataclass(frozen=True, slots=True)
class BoxPart:
    """One thing of the box: a board, the map, a card.

    ``ask`` builds the question for this part, independent of any game; it gets the answer so far, because some fields
    depend on others. ``value`` is the answer that contains what is known of the part; None if nothing is known.
    ``told`` of its ``of`` places are known, and ``note`` says so as text; it is ``doubtful`` if some of them were only
    assumed. ``group`` is its group in the list. A part that ``adds`` does not exist yet: describing it creates it.
    Describing a part that is not ``needed`` saves no questions in a game. ``costs`` returns the cost of the way from
    each entrance of a map to each place.
    """

    id: str
    words: Text
    group: Text
    ask: Callable[[Json], Ask]
    value: Json = None
    view: Callable[[], View] | None = None
    told: int = 0
    of: int = 1
    doubtful: bool = False
    needed: bool = True
    adds: bool = False
    note: Text | None = None
    remarks: Callable[[], Sequence[Remark]] = field(default=no_remarks)
    costs: Callable[[], Mapping[str, Mapping[str, int]]] = field(default=dict)

    def checked(self, value: Json, ask: Ask | None = None) -> Any:
        """Return an answer's value for the box; raise BadAnswer if it does not fit. ``ask`` is the part's question."""
        ask = self.ask(value) if ask is None else ask
        found = ask.shape.check(value)
        if ask.test is not None:
            ask.test(found)
        return found

    @property
    def whole(self) -> bool:
        """Whether all of it is known."""
        return self.told >= self.of


@dataclass(frozen=True, slots=True)
class Box:
    """The functions with which an opponent reads and changes a pack. A pack may be None: nothing is described yet.

    ``parts`` returns the parts that the pack describes and those that it lacks. ``tell`` returns the pack with one part
    changed to the checked answer, or removed (None). ``lacking`` returns sentences that name what a game will have to
    ask. ``take`` applies a pack to the table of a running game. ``named`` returns a new part whose name the owner has
    chosen; None if parts can't be named. ``aligned`` returns the second pack with its parts renamed like the same parts
    of the first one.
    """

    parts: Callable[[Json], Sequence[BoxPart]]
    tell: Callable[[Json, str, Any], Json]
    lacking: Callable[[Json], Sequence[Text]] = field(default=lambda pack: ())
    take: Callable[[Any, Json], None] | None = None
    named: Callable[[Json, str], BoxPart | None] = field(default=lambda pack, id: None)
    aligned: Callable[[Json, Json], Json] = field(default=lambda mine, theirs: theirs)

    def part(self, pack: Json, id: str) -> BoxPart:
        """Return the part with this id; raise BadPack if there is none."""
        found = self.parts(pack)
        for one in found:
            if one.id == id:
                return one
        if (new := self.named(pack, id)) is not None:
            return new
        names = Joined([Name(one.id) for one in found[:12]])
        raise BadPack(_("This box has no part “{id}”. Its parts are: {names}.", id=short(id), names=names))


# --- a pack in a running game ----------------------------------------------------------------------------------

IN_THE_BOX = "box"
"""The path of the correction that applies a pack to the table."""


class WholePack(Shape):
    """A pack of an owner as an answer; ``check`` validates it."""

    kind = "form"

    def __init__(self, check: Callable[[Json], Json]) -> None:
        self.checked = check

    def check(self, value: Json) -> Json:
        """Return the checked pack; raise BadAnswer if it can't be used."""
        try:
            return self.checked(value)
        except BadPack as bad:
            raise BadAnswer(bad.text) from None

    def show(self, value: Json) -> Text:
        """Return a description for the history."""
        return _("everything that you have described so far")


def from_the_box(box: Box, check: Callable[[Json], Json], table: Any) -> Tracked | None:
    """Return the editable value that applies a pack to the table; None if the opponent does not support that."""
    if box.take is None:
        return None
    return Tracked(IN_THE_BOX, _("your box"), None, WholePack(check), partial(box.take, table))


# --- the descriptive keys of a pack -----------------------------------------------------------------------------

Head: TypeAlias = Mapping[str, Json]

LINES = ("name", "edition", "author", "source", "licence")
"""The keys of a pack that describe it, each with one line of text."""
FLAGS = ("sample", "learned")
ORIGINS = "told"
"""The key of a pack under which the origin of each part is stored, by the part's id."""
HEAD = (*LINES, *FLAGS, ORIGINS)
LONGEST_LINE = 1000
WAYS = ("game", "file", "link", "typed")
"""How a part was described: during a game, by a file, by a link, or typed in."""


def check_head(pack: Head) -> None:
    """Raise BadPack if a descriptive key of a pack has a value of the wrong type."""
    for name in LINES:
        if name in pack and not is_line(pack[name]):
            raise BadPack(
                _("“{name}” must be one line of at most {most} characters.", name=Name(name), most=LONGEST_LINE)
            )
    for name in FLAGS:
        if type(pack.get(name, False)) is not bool:
            raise BadPack(_("“{name}” must be true or false, not {value}.", name=Name(name), value=short(pack[name])))
    origins = pack.get(ORIGINS, {})
    if not isinstance(origins, dict) or not all(map(is_origin, origins.values())):
        raise BadPack(
            _(
                "“{name}” must give the origin of each part, for example {example}.",
                name=Name(ORIGINS),
                example=ONE,
            )
        )


ONE = Name('{ how = "typed", on = "2026-11-17" }')


def is_line(value: Json, most: int = LONGEST_LINE) -> bool:
    """Return whether a value is one line of text without control characters."""
    return isinstance(value, str) and len(value) <= most and value.isprintable()


def is_origin(origin: Json) -> bool:
    """Return whether a value is a valid origin: how and when a part was described, its file, whether it was checked."""
    if not isinstance(origin, dict) or not origin.keys() <= {"how", "on", "name", "checked"}:
        return False
    lines = all(is_line(origin.get(name, ""), 200) for name in ("how", "on", "name"))
    return lines and origin.get("how") in WAYS and type(origin.get("checked", False)) is bool
