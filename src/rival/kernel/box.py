"""The owner's box: what only an owner of the game knows, as a list of parts.

A part is told in one of three ways: when a game asks for it, before a game, or from somebody's file. It is the same
question each time, so whoever can answer a game can fill a box.
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
    """What looks odd in a part, and the spot of its view where that is; none: all of it."""

    text: Text
    spot: str = ""


def no_remarks() -> Sequence[Remark]:
    return ()


@dataclass(frozen=True, slots=True)
class BoxPart:
    """One thing of the box: a board, the map, a card.

    ``ask`` is the question that tells it, with nothing of a game in it; it gets the answer so far, as what can be told
    may depend on what was. ``value`` is the answer that would tell what is known of it; None if that is nothing.
    ``told`` of ``of`` of its places are known, ``note`` says so in words; ``doubtful``: some of them were only assumed.
    ``group`` is what it is counted among. One that ``adds`` is not there yet: when it is told, the next one can be
    added. Without those that are not ``needed`` a game asks no more than with them. ``costs`` are what it takes to get
    from each entrance of a map to its places.
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
        """The answer as the box takes it; BadAnswer if it is none. ``ask`` is its question, where that is known."""
        ask = self.ask(value) if ask is None else ask
        found = ask.shape.check(value)
        if ask.test is not None:
            ask.test(found)
        return found

    @property
    def whole(self) -> bool:
        return self.told >= self.of


@dataclass(frozen=True, slots=True)
class Box:
    """What an opponent says of its box. A pack of it may be None: nothing is told yet.

    ``parts`` are those that the pack tells, and those that it lacks; ``tell`` gives the pack with a part told by the
    checked answer to its question, or forgotten (None); ``lacking`` says what a game will have to ask, in sentences.
    ``take`` brings a pack to the table of a game under way. ``named`` gives a part that nobody has told yet and that is
    called as its owner likes; None if nothing can be called so. ``aligned`` gives the second pack with its parts called
    as the same parts of the first one are.
    """

    parts: Callable[[Json], Sequence[BoxPart]]
    tell: Callable[[Json, str, Any], Json]
    lacking: Callable[[Json], Sequence[Text]] = field(default=lambda pack: ())
    take: Callable[[Any, Json], None] | None = None
    named: Callable[[Json, str], BoxPart | None] = field(default=lambda pack, id: None)
    aligned: Callable[[Json, Json], Json] = field(default=lambda mine, theirs: theirs)

    def part(self, pack: Json, id: str) -> BoxPart:
        """The part of this id; BadPack if there is none."""
        found = self.parts(pack)
        for one in found:
            if one.id == id:
                return one
        if (new := self.named(pack, id)) is not None:
            return new
        names = Joined([Name(one.id) for one in found[:12]])
        raise BadPack(_("There is no part “{id}” in this box; there is: {names}.", id=short(id), names=names))


# --- a pack in a game under way ----------------------------------------------------------------------------------

IN_THE_BOX = "box"
"""The path of the correction that brings a pack to the table."""


class WholePack(Shape):
    """An owner's pack as an answer; ``check`` is how its opponent checks it."""

    kind = "form"

    def __init__(self, check: Callable[[Json], Json]) -> None:
        self.checked = check

    def check(self, value: Json) -> Json:
        try:
            return self.checked(value)
        except BadPack as bad:
            raise BadAnswer(bad.text) from None

    def show(self, value: Json) -> Text:
        return _("everything that is told of it now")


def from_the_box(box: Box, check: Callable[[Json], Json], table: Any) -> Tracked | None:
    """What can be corrected so; None if a game of this opponent takes nothing over."""
    if box.take is None:
        return None
    return Tracked(IN_THE_BOX, _("your box"), None, WholePack(check), partial(box.take, table))


# --- what every pack says of itself -----------------------------------------------------------------------------

Head: TypeAlias = Mapping[str, Json]

LINES = ("name", "edition", "author", "source", "licence")
"""What a person may say of a pack, each in one line."""
FLAGS = ("sample", "learned")
ORIGINS = "told"
"""Where the parts of a pack come from: a table of their ids."""
HEAD = (*LINES, *FLAGS, ORIGINS)
LONGEST_LINE = 1000
WAYS = ("game", "file", "link", "typed")
"""How a part can be told: at the table of a game, by somebody's file or link, by hand."""


def check_head(pack: Head) -> None:
    """BadPack if what a pack says of itself is not of the right kind."""
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
                "“{name}” must say of each part how it was told, for instance {example}.",
                name=Name(ORIGINS),
                example=ONE,
            )
        )


ONE = Name('{ how = "typed", on = "2026-11-17" }')


def is_line(value: Json, most: int = LONGEST_LINE) -> bool:
    """Words in one line, without signs that steer a screen."""
    return isinstance(value, str) and len(value) <= most and value.isprintable()


def is_origin(origin: Json) -> bool:
    """Where a part comes from: how, on which day, from what file, and whether it was checked against the cardboard."""
    if not isinstance(origin, dict) or not origin.keys() <= {"how", "on", "name", "checked"}:
        return False
    lines = all(is_line(origin.get(name, ""), 200) for name in ("how", "on", "name"))
    return lines and origin.get("how") in WAYS and type(origin.get("checked", False)) is bool
