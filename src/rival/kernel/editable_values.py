"""Table values that the player can correct at any time, with their labels and answer types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from operator import setitem
from typing import Any

from rival.kernel.answer_types import AnswerType, Json, Number
from rival.kernel.steps import NO_METADATA
from rival.kernel.texts import Name, Text


class EditableValue:
    """A table value that the player can correct at any time; ``metadata`` describes the value for programs.

    ``on_change`` is called after a correction and applies its consequences, for instance the end of the game. The value
    and the answer type can be functions, which are called when the value is read.
    """

    __slots__ = ("_answer_type", "_assign", "_value", "label", "metadata", "on_change", "path")

    def __init__(
        self,
        path: str,
        label: Text,
        value: Json | Callable[[], Json],
        answer_type: AnswerType | Callable[[], AnswerType],
        assign: Callable[[Any], None],
        metadata: Mapping[str, Json] = NO_METADATA,
        on_change: Callable[[], None] | None = None,
    ) -> None:
        self.path = path
        self.label = label
        self._value = value
        self._answer_type = answer_type
        self._assign = assign
        self.metadata = metadata
        self.on_change = on_change

    def assign_value(self, value: Any) -> None:
        """Set the value and apply the consequences."""
        self._assign(value)
        if self.on_change is not None:
            self.on_change()

    @property
    def value(self) -> Json:
        """The value as JSON."""
        if callable(self._value):
            self._value = self._value()
        return self._value

    @property
    def answer_type(self) -> AnswerType:
        """The type of the answer that corrects the value."""
        if not isinstance(self._answer_type, AnswerType):
            self._answer_type = self._answer_type()
        return self._answer_type

    @property
    def value_text(self) -> Text:
        """The value as text."""
        return Name("—") if self.value is None else self.answer_type.format_answer(self.value)


def make_editable_value(
    path: str,
    label: Text,
    owner: Any,
    name: Any,
    answer_type: AnswerType | Callable[[], AnswerType],
    on_change: Callable[[], None] | None = None,
) -> EditableValue:
    """Make an attribute, a list entry or a dict entry editable by the player.

    >>> row, label = [3, 1], Text("tokens on the second plan")
    >>> second = make_editable_value("row.2", label, row, 1, Number(0, 9))
    >>> second.assign_value(4)
    >>> row
    [3, 4]
    """
    if isinstance(owner, dict | list):
        value = owner.get(name) if isinstance(owner, dict) else owner[name]
        return EditableValue(path, label, value, answer_type, partial(setitem, owner, name), on_change=on_change)
    return EditableValue(
        path, label, getattr(owner, name), answer_type, partial(setattr, owner, name), on_change=on_change
    )


def make_editable_number(
    path: str, label: Text, owner: Any, name: Any, minimum: int | None = 0, maximum: int | None = 999
) -> EditableValue:
    """Make a number editable by the player, within limits."""
    return make_editable_value(path, label, owner, name, Number(minimum, maximum))
