"""Repairs: the difference between two states of a table, as a list of things to move."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rival.kernel.shapes import Json
from rival.kernel.texts import Joined, Text

Path = tuple[str, ...]


def snapshot(table: Any) -> Json:
    """Return a table as plain JSON, which can be compared, sent and stored."""
    kind = table.__class__
    if kind in LEAVES:
        return table
    known = KNOWN.get(kind)
    if known is None:
        known = KNOWN[kind] = way_of(kind)
    return known(table)


def way_of(kind: type) -> Callable[[Any], Json]:
    """Return the function that converts objects of a class to plain JSON; looked up once for each class."""
    if issubclass(kind, bool | int | str):
        return lambda table: table
    if hasattr(kind, "plain"):  # the class defines its own conversion
        return lambda table: snapshot(table.plain())
    if dataclasses.is_dataclass(kind):
        return of_dataclass(tuple(field.name for field in dataclasses.fields(kind)))
    if issubclass(kind, dict):
        return lambda table: {
            key if key.__class__ is str else as_key(key): one if one.__class__ in LEAVES else snapshot(one)
            for key, one in table.items()
        }
    if issubclass(kind, set | frozenset):
        return lambda table: sorted(str(one) for one in table)
    if issubclass(kind, list | tuple) and not hasattr(kind, "_fields"):
        return lambda table: [one if one.__class__ in LEAVES else snapshot(one) for one in table]
    return str  # named places, such as plots, and everything else


def of_dataclass(names: tuple[str, ...]) -> Callable[[Any], Json]:
    """Return the function that converts a dataclass with these fields to plain JSON."""
    return lambda table: {
        name: one if one.__class__ in LEAVES else snapshot(one)
        for name, one in zip(names, [getattr(table, name) for name in names], strict=True)
    }


@lru_cache(maxsize=4096, typed=True)
def as_key(key: Any) -> str:
    """Return a key of a dict as a string."""
    return str(key)


LEAVES = frozenset({bool, int, str, type(None)})
KNOWN: dict[type, Callable[[Any], Json]] = {}


@dataclass(frozen=True, slots=True)
class Gone:
    """The value of an entry that does not exist."""

    def __repr__(self) -> str:
        return "GONE"


GONE = Gone()


@dataclass(frozen=True, slots=True)
class Repair:
    """One difference: at ``path`` the table has ``now`` and must have ``was``.

    ``text`` says what to move; it is None if only the program's own data changes. ``reported`` is true if the player
    only reported the change, so the pieces stay in place.
    """

    path: Path
    now: Any
    was: Any
    text: str | None = None
    reported: bool = False


def differences(now: Json, was: Json, path: Path = ()) -> Iterator[Repair]:
    """Yield the differences between two snapshots; an entry that is added or removed is a single difference."""
    if isinstance(now, dict) and isinstance(was, dict):
        for key in [*now, *(key for key in was if key not in now)]:
            yield from differences(now.get(key, GONE), was.get(key, GONE), (*path, key))
    elif now != was:
        yield Repair(path, now, was)


def moved(now: Iterable[Any], was: Iterable[Any]) -> tuple[list[Any], list[Any]]:
    """Return what to remove from a collection and what to add, to restore it; the order does not matter.

    >>> moved(["7", "12", "3"], ["12", "12"])
    (['7', '3'], ['12'])
    """
    away, back = list(now), []
    for one in was:
        if one in away:
            away.remove(one)
        else:
            back.append(one)
    return away, back


def moves(
    now: Iterable[Any], was: Iterable[Any], away: Callable[[list[Any]], Text], back: Callable[[list[Any]], Text]
) -> Text | None:
    """Return the sentences for everything to remove and to add; None if nothing moves."""
    said = [words(some) for some, words in zip(moved(now, was), (away, back), strict=True) if some]
    return Joined(said, " ") if said else None


Tell = Callable[[Path, Any, Any], Text | None]


def repaired(table: Json, todo: Iterable[Repair]) -> Json:
    """Return a snapshot after these repairs."""
    mended = copy.deepcopy(table)
    for one in todo:
        place = mended
        for key in one.path[:-1]:
            place = place[key]
        if one.was is GONE:
            del place[one.path[-1]]
        else:
            place[one.path[-1]] = copy.deepcopy(one.was)
    return mended
