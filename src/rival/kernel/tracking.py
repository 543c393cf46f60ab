"""Values of the table that can be corrected at any time, with their labels and answer types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from operator import setitem
from typing import Any

from rival.kernel.shapes import Json, Number, Shape
from rival.kernel.steps import NOTHING
from rival.kernel.texts import Name, Text


class Tracked:
    """A value of the table that can be corrected at any time; ``about`` describes it for programs.

    ``then`` is called after a correction and applies its consequences, for instance the end of the game. Value and
    shape may be functions, which are called when the value is read.
    """

    __slots__ = ("_assign", "_shape", "_value", "about", "label", "path", "then")

    def __init__(
        self,
        path: str,
        label: Text,
        value: Json | Callable[[], Json],
        shape: Shape | Callable[[], Shape],
        assign: Callable[[Any], None],
        about: Mapping[str, Json] = NOTHING,
        then: Callable[[], None] | None = None,
    ) -> None:
        self.path = path
        self.label = label
        self._value = value
        self._shape = shape
        self._assign = assign
        self.about = about
        self.then = then

    def assign(self, value: Any) -> None:
        """Set the value, and apply its consequences."""
        self._assign(value)
        if self.then is not None:
            self.then()

    @property
    def value(self) -> Json:
        """The value as JSON."""
        if callable(self._value):
            self._value = self._value()
        return self._value

    @property
    def shape(self) -> Shape:
        """The type of the answer that corrects the value."""
        if not isinstance(self._shape, Shape):
            self._shape = self._shape()
        return self._shape

    @property
    def words(self) -> Text:
        """The value as text."""
        return Name("—") if self.value is None else self.shape.show(self.value)


def tracked_value(
    path: str,
    label: Text,
    owner: Any,
    name: Any,
    shape: Shape | Callable[[], Shape],
    then: Callable[[], None] | None = None,
) -> Tracked:
    """Return the editable value of an attribute of an object, or of an entry of a list or dict.

    >>> row, words = [3, 1], Text("tokens on the second plan")
    >>> second = tracked_value("row.2", words, row, 1, Number(0, 9))
    >>> second.assign(4)
    >>> row
    [3, 4]
    """
    if isinstance(owner, dict | list):
        value = owner.get(name) if isinstance(owner, dict) else owner[name]
        return Tracked(path, label, value, shape, partial(setitem, owner, name), then=then)
    return Tracked(path, label, getattr(owner, name), shape, partial(setattr, owner, name), then=then)


def tracked_number(
    path: str, label: Text, owner: Any, name: Any, least: int | None = 0, most: int | None = 999
) -> Tracked:
    """Return the editable value of a number."""
    return tracked_value(path, label, owner, name, Number(least, most))
