"""The owner's box: a list of the board game components that the owner can describe.

The owner can describe a part before a game, when a game asks for it, or by importing a file. The question is the same
in each case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from rival.kernel.answer_types import AnswerType, Json, shorten_for_message
from rival.kernel.editable_values import EditableValue
from rival.kernel.errors import BadAnswerError, BadPackError
from rival.kernel.steps import Ask
from rival.kernel.texts import JoinedText, Name, Text, _
from rival.kernel.views import View


@dataclass(frozen=True, slots=True)
class Remark:
    """A warning about a part that looks wrong, with the spot concerned (None for the whole part)."""

    text: Text
    spot: str = ""


def return_no_remarks() -> Sequence[Remark]:
    """Return an empty list of remarks, the default for parts without checks."""
    return ()


@dataclass(frozen=True, slots=True)
class BoxPart:
    """A component of a board game that its owner can describe: a board, the map, a card.

    ``ask`` builds the question for this part, independent of any game. The function receives the answer so far, because
    some fields depend on others. ``value`` holds the known facts about the part in the form of an answer, or None if
    nothing is known. ``described_count`` of the part's ``total_count`` places are known, and ``note`` says so as text.
    ``has_assumptions`` is true if some of these places were only assumed. ``group`` is the part's group in the list. If
    ``is_new_part`` is true, the part does not exist yet, and describing it creates it. If ``is_needed`` is false,
    describing the part saves no questions in a game. ``find_costs`` returns the cost of travelling from each entrance
    of a map to each place.
    """

    id: str
    label: Text
    group: Text
    build_ask: Callable[[Json], Ask]
    value: Json = None
    make_view: Callable[[], View] | None = None
    described_count: int = 0
    total_count: int = 1
    has_assumptions: bool = False
    is_needed: bool = True
    is_new_part: bool = False
    note: Text | None = None
    find_remarks: Callable[[], Sequence[Remark]] = field(default=return_no_remarks)
    find_costs: Callable[[], Mapping[str, Mapping[str, int]]] = field(default=dict)

    def validate(self, value: Json, ask: Ask | None = None) -> Any:
        """Return the value of an answer for the box; raise BadAnswerError if the answer is not valid.

        ``ask`` is the question for the part.
        """
        ask = self.build_ask(value) if ask is None else ask
        checked_value = ask.answer_type.validate(value)
        if ask.extra_check is not None:
            ask.extra_check(checked_value)
        return checked_value

    @property
    def is_complete(self) -> bool:
        """Whether the owner has described this part completely."""
        return self.described_count >= self.total_count


@dataclass(frozen=True, slots=True)
class Box:
    """The functions with which an opponent reads and changes a pack. The pack is None if nothing has been described.

    ``list_parts`` returns both the parts that the pack describes and the missing ones. ``set_part`` returns the pack
    after changing one part to the validated answer, or after removing the part if the answer is None. ``list_missing``
    returns sentences about the facts that a game will have to ask for. ``apply_to_game`` applies a pack to the table of
    a running game. ``new_part`` returns a new part with a name chosen by the owner; it is None if parts can't be named.
    ``rename_like`` returns the second pack after renaming its parts to match the first pack.
    """

    list_parts: Callable[[Json], Sequence[BoxPart]]
    set_part: Callable[[Json, str, Any], Json]
    list_missing: Callable[[Json], Sequence[Text]] = field(default=lambda pack: ())
    apply_to_game: Callable[[Any, Json], None] | None = None
    new_part: Callable[[Json, str], BoxPart | None] = field(default=lambda pack, id: None)
    rename_like: Callable[[Json, Json], Json] = field(default=lambda mine, theirs: theirs)

    def get_part(self, pack: Json, id: str) -> BoxPart:
        """Return the part with this id; raise BadPackError if it does not exist."""
        parts = self.list_parts(pack)
        for part in parts:
            if part.id == id:
                return part
        if (new_part := self.new_part(pack, id)) is not None:
            return new_part
        names = JoinedText([Name(part.id) for part in parts[:12]])
        raise BadPackError(
            _("This box has no part “{id}”. Its parts are: {names}.", id=shorten_for_message(id), names=names)
        )


# --- a pack in a running game ----------------------------------------------------------------------------------

BOX_PATH = "box"
"""The path of the editable value that applies a pack to the table."""


class PackAnswer(AnswerType):
    """An answer type for a pack; ``validate_pack`` checks it."""

    kind = "form"

    def __init__(self, validate_pack: Callable[[Json], Json]) -> None:
        self.validate_pack = validate_pack

    def validate(self, value: Json) -> Json:
        """Return the validated pack; raise BadAnswerError if the pack can't be used."""
        try:
            return self.validate_pack(value)
        except BadPackError as error:
            raise BadAnswerError(error.text) from None

    def format_answer(self, value: Json) -> Text:
        """Return a short text for the history."""
        return _("everything that you have described so far")


def make_box_value(box: Box, check: Callable[[Json], Json], table: Any) -> EditableValue | None:
    """Return the editable value that applies a pack to the table; None if the opponent does not support packs."""
    if box.apply_to_game is None:
        return None
    return EditableValue(BOX_PATH, _("your box"), None, PackAnswer(check), partial(box.apply_to_game, table))


# --- the descriptive keys of a pack -----------------------------------------------------------------------------

PackHeader: TypeAlias = Mapping[str, Json]

TEXT_KEYS = ("name", "edition", "author", "source", "licence")
"""The keys of a pack's metadata. Each value is one line of text."""
FLAG_KEYS = ("sample", "learned")
ORIGINS_KEY = "told"
"""The key under which a pack stores the origin of each part by the part's id."""
HEAD_KEYS = (*TEXT_KEYS, *FLAG_KEYS, ORIGINS_KEY)
MAX_LINE_LENGTH = 1000
ORIGIN_KINDS = ("game", "file", "link", "typed")
"""The ways in which a part can be described: during a game, from a file, from a link, or by typing."""


def validate_pack_metadata(pack: PackHeader) -> None:
    """Check a pack's name, author and other metadata; raise BadPackError if a value has the wrong type."""
    for name in TEXT_KEYS:
        if name in pack and not is_single_line(pack[name]):
            raise BadPackError(
                _("“{name}” must be one line of at most {most} characters.", name=Name(name), most=MAX_LINE_LENGTH)
            )
    for name in FLAG_KEYS:
        if type(pack.get(name, False)) is not bool:
            raise BadPackError(
                _(
                    "“{name}” must be true or false, not {value}.",
                    name=Name(name),
                    value=shorten_for_message(pack[name]),
                )
            )
    origins = pack.get(ORIGINS_KEY, {})
    if not isinstance(origins, dict) or not all(map(is_valid_origin, origins.values())):
        raise BadPackError(
            _(
                "“{name}” must give the origin of each part, for example {example}.",
                name=Name(ORIGINS_KEY),
                example=ORIGIN_EXAMPLE,
            )
        )


ORIGIN_EXAMPLE = Name('{ how = "typed", on = "2026-11-17" }')


def is_single_line(value: Json, max_length: int = MAX_LINE_LENGTH) -> bool:
    """Return whether a value is a single line of text without control characters."""
    return isinstance(value, str) and len(value) <= max_length and value.isprintable()


def is_valid_origin(origin: Json) -> bool:
    """Return whether a value is a valid origin: how and when a part was described, the file, and the check mark."""
    if not isinstance(origin, dict) or not origin.keys() <= {"how", "on", "name", "checked"}:
        return False
    lines = all(is_single_line(origin.get(name, ""), 200) for name in ("how", "on", "name"))
    return lines and origin.get("how") in ORIGIN_KINDS and type(origin.get("checked", False)) is bool
