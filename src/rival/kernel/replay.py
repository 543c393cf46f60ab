"""Watch a replay: find the point from which a corrected value applies, and who changed the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from rival.kernel.journal import Place
from rival.kernel.repairs import GONE, Path, Repair, Tell, differences, snapshot
from rival.kernel.shapes import Json
from rival.kernel.steps import Side
from rival.kernel.texts import Text

if TYPE_CHECKING:
    from rival.kernel.session import Session


Change: TypeAlias = tuple[Path, Json, Json]
"""A path of the table with its value after and before a change."""


class Watcher(Protocol):
    """A listener that is called at each point of a game where an act begins or a question is asked."""

    def reach(self, session: Session, place: Place, by: Side) -> None:
        """Look at the table; ``by`` is the side that changed it since the last call."""


# --- the point from which a corrected value applies -------------------------------------------------------------------


class ValueWatcher:
    """A listener that records the value at a path at each point of the current act."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.seen: dict[Place, Json] = {}

    def reach(self, session: Session, place: Place, by: Side) -> None:
        """Record the value; start over when another act begins."""
        if place[1] and place not in self.seen:  # another act begins
            self.seen = {place: None}
        if place[1] or self.seen:
            self.seen[place] = read_value(session, self.path)

    def places(self) -> list[Place]:
        """Return the points since which the value has not changed, the earliest first, without the last point."""
        found: list[Place] = []
        values = list(self.seen.items())
        for place, value in reversed(values):
            if value != values[-1][1]:
                break
            found.append(place)
        return found[:0:-1]


def read_value(session: Session, path: str) -> Json:
    """Return the editable value at a path as plain JSON; GONE if there is none."""
    for one in session.opponent.tracked(session.table):
        if one.path == path:
            return snapshot(one.value)
    return GONE


# --- the side that changed the table -------------------------------------------------------------------


class MoveWatcher:
    """A listener that collects the changes that the opponent and the rules made from an entry on."""

    def __init__(self, first: int, start: Json = None) -> None:
        self.first = first
        self.moved: list[Change] = []
        self._last = start

    def reach(self, session: Session, place: Place, by: Side) -> None:
        """Collect the changes since the last call, unless the player made them."""
        if place[0] < self.first:
            return
        now = snapshot(session.table)
        if self._last is not None and by != "player":
            self.moved += [(one.path, one.now, one.was) for one in differences(now, self._last)]
        self._last = now


@dataclass(frozen=True, slots=True)
class Moves:
    """The changes of a table that the opponent made, in one or two versions of a game."""

    changes: Sequence[Change]

    def split(self, repair: Repair) -> Iterator[tuple[Repair, bool]]:
        """Yield the repair, and whether it concerns only what the player reported.

        A list in which the opponent changed some places and the player others becomes two repairs.
        """
        related = [one for one in self.changes if is_related(one[0], repair.path)]
        if not related:
            yield repair, True
            return
        between = self._merge(related, repair)
        if between is None or between == repair.was:
            yield repair, False
            return
        yield Repair(repair.path, repair.now, between), False
        yield Repair(repair.path, between, repair.was), True

    def _merge(self, related: Sequence[Change], repair: Repair) -> Json:
        """Return the list without the opponent's moves but with the player's; None if they can't be separated."""
        lists = [repair.now, repair.was]
        for path, now, was in related:
            if path != repair.path:
                return None
            lists += [now, was]
        if not all(isinstance(one, list) and len(one) == len(repair.now) for one in lists):
            return None
        moved = {n for _path, now, was in related for n, one in enumerate(now) if one != was[n]}
        return [repair.was[n] if n in moved else one for n, one in enumerate(repair.now)]


def is_related(one: Path, other: Path) -> bool:
    """Return whether one path is the other or leads to it."""
    shared = min(len(one), len(other))
    return one[:shared] == other[:shared]


def describe_repairs(now: Json, was: Json, moves: Moves, describe: Tell, render: Callable[[Text], str]) -> list[Repair]:
    """Return the differences, each with the opponent's sentence for it and a mark if the player only reported it."""
    found = []
    for difference in differences(now, was):
        for one, reported in moves.split(difference):
            text = describe(one.path, one.now, one.was)
            found.append(Repair(one.path, one.now, one.was, None if text is None else render(text), reported))
    return found
