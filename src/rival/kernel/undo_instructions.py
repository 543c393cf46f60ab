"""The differences between two states of a table, as a list of pieces to move."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rival.kernel.answer_types import Json
from rival.kernel.texts import JoinedText, Text

TablePath = tuple[str, ...]


def take_snapshot(table: Any) -> Json:
    """Convert a table to plain JSON that can be compared, sent and stored."""
    cls = table.__class__
    if cls in PLAIN_TYPES:
        return table
    converter = CONVERTERS.get(cls)
    if converter is None:
        converter = CONVERTERS[cls] = find_converter(cls)
    return converter(table)


def find_converter(cls: type) -> Callable[[Any], Json]:
    """Return the function that converts objects of a class to plain JSON. The function is cached for each class."""
    if issubclass(cls, bool | int | str):
        return lambda table: table
    if hasattr(cls, "to_json"):  # the class defines its own conversion
        return lambda table: take_snapshot(table.to_json())
    if dataclasses.is_dataclass(cls):
        return make_dataclass_converter(tuple(field.name for field in dataclasses.fields(cls)))
    if issubclass(cls, dict):
        return lambda table: {
            key if key.__class__ is str else format_key(key): value
            if value.__class__ in PLAIN_TYPES
            else take_snapshot(value)
            for key, value in table.items()
        }
    if issubclass(cls, set | frozenset):
        return lambda table: sorted(str(value) for value in table)
    if issubclass(cls, list | tuple) and not hasattr(cls, "_fields"):
        return lambda table: [value if value.__class__ in PLAIN_TYPES else take_snapshot(value) for value in table]
    return str  # named places, such as plots, and everything else


def make_dataclass_converter(names: tuple[str, ...]) -> Callable[[Any], Json]:
    """Return the function that converts a dataclass with these fields to plain JSON."""
    return lambda table: {
        name: value if value.__class__ in PLAIN_TYPES else take_snapshot(value)
        for name, value in zip(names, [getattr(table, name) for name in names], strict=True)
    }


@lru_cache(maxsize=4096, typed=True)
def format_key(key: Any) -> str:
    """Return a key of a dict as a string."""
    return str(key)


PLAIN_TYPES = frozenset({bool, int, str, type(None)})
CONVERTERS: dict[type, Callable[[Any], Json]] = {}


@dataclass(frozen=True, slots=True)
class MissingValue:
    """A marker for an entry that does not exist."""

    def __repr__(self) -> str:
        return "GONE"


MISSING = MissingValue()


@dataclass(frozen=True, slots=True)
class UndoInstruction:
    """One difference between two tables: the value at ``path`` is ``now`` and must be changed back to ``was``.

    ``text`` says which pieces to move, or is None if only the program's internal data changes. ``is_reported`` is true
    if the change was only reported by the player, so the pieces stay in place.
    """

    path: TablePath
    now: Any
    was: Any
    text: str | None = None
    is_reported: bool = False


def find_differences(current: Json, previous: Json, path: TablePath = ()) -> Iterator[UndoInstruction]:
    """Yield the differences between two snapshots. An added or removed entry counts as a single difference."""
    if isinstance(current, dict) and isinstance(previous, dict):
        for key in [*current, *(key for key in previous if key not in current)]:
            yield from find_differences(current.get(key, MISSING), previous.get(key, MISSING), (*path, key))
    elif current != previous:
        yield UndoInstruction(path, current, previous)


def compare_collections(current: Iterable[Any], previous: Iterable[Any]) -> tuple[list[Any], list[Any]]:
    """Return the items to remove from a collection and the items to add in order to restore it, ignoring the order.

    >>> compare_collections(["7", "12", "3"], ["12", "12"])
    (['7', '3'], ['12'])
    """
    surplus, missing = list(current), []
    for item in previous:
        if item in surplus:
            surplus.remove(item)
        else:
            missing.append(item)
    return surplus, missing


def describe_moves(
    current: Iterable[Any],
    previous: Iterable[Any],
    describe_surplus: Callable[[list[Any]], Text],
    describe_missing: Callable[[list[Any]], Text],
) -> Text | None:
    """Return sentences that describe the items to remove and the items to add; None if there are no differences."""
    sentences = [
        describe(items)
        for items, describe in zip(
            compare_collections(current, previous), (describe_surplus, describe_missing), strict=True
        )
        if items
    ]
    return JoinedText(sentences, " ") if sentences else None


DescribeChange = Callable[[TablePath, Any, Any], Text | None]


def apply_instructions(table: Json, instructions: Iterable[UndoInstruction]) -> Json:
    """Return a copy of a snapshot after applying these instructions."""
    changed = copy.deepcopy(table)
    for instruction in instructions:
        container = changed
        for key in instruction.path[:-1]:
            container = container[key]
        if instruction.was is MISSING:
            del container[instruction.path[-1]]
        else:
            container[instruction.path[-1]] = copy.deepcopy(instruction.was)
    return changed
