"""Repairs: the difference of two tables, as the list of what to put back."""

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
    """A table as plain JSON: comparable, and what a page or a file gets."""
    kind = table.__class__
    if kind in LEAVES:
        return table
    known = KNOWN.get(kind)
    if known is None:
        known = KNOWN[kind] = way_of(kind)
    return known(table)


def way_of(kind: type) -> Callable[[Any], Json]:
    """How things of a kind are made plain; looked up once for each. Most of what a table holds is plain already."""
    if issubclass(kind, bool | int | str):
        return lambda table: table
    if hasattr(kind, "plain"):  # a table that says itself what a reader needs
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
    return str  # a named place, such as a plot, and everything else


def of_dataclass(names: tuple[str, ...]) -> Callable[[Any], Json]:
    return lambda table: {
        name: one if one.__class__ in LEAVES else snapshot(one)
        for name, one in zip(names, [getattr(table, name) for name in names], strict=True)
    }


@lru_cache(maxsize=4096, typed=True)
def as_key(key: Any) -> str:
    """A place is called the same every time."""
    return str(key)


LEAVES = frozenset({bool, int, str, type(None)})
KNOWN: dict[type, Callable[[Any], Json]] = {}


@dataclass(frozen=True, slots=True)
class Gone:
    """Stands for an entry that is not there."""

    def __repr__(self) -> str:
        return "GONE"


GONE = Gone()


@dataclass(frozen=True, slots=True)
class Repair:
    """One difference: at ``path`` the table has ``now`` and must have ``was``.

    ``text`` says what to move; it is None where only the program's own memory changes. ``reported``: the player only
    reported the change, so the pieces stay on the table.
    """

    path: Path
    now: Any
    was: Any
    text: str | None = None
    reported: bool = False


def differences(now: Json, was: Json, path: Path = ()) -> Iterator[Repair]:
    """Where two snapshots differ; an entry that appears or disappears is one difference, not many."""
    if isinstance(now, dict) and isinstance(was, dict):
        for key in [*now, *(key for key in was if key not in now)]:
            yield from differences(now.get(key, GONE), was.get(key, GONE), (*path, key))
    elif now != was:
        yield Repair(path, now, was)


def moved(now: Iterable[Any], was: Iterable[Any]) -> tuple[list[Any], list[Any]]:
    """What to take away and what to put back, so that a collection is as it was, whatever its order.

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
    """The same in words: what is said of all that goes away, and of all that comes back; None if nothing moves."""
    said = [words(some) for some, words in zip(moved(now, was), (away, back), strict=True) if some]
    return Joined(said, " ") if said else None


Tell = Callable[[Path, Any, Any], Text | None]


def repaired(table: Json, todo: Iterable[Repair]) -> Json:
    """A snapshot after the repairs were carried out."""
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
