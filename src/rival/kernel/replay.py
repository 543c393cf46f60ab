"""Watch a replay to find the point from which a corrected value applies, and to find out who changed the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from rival.kernel.answer_types import Json
from rival.kernel.journal import Checkpoint
from rival.kernel.steps import Side
from rival.kernel.texts import Text
from rival.kernel.undo_instructions import (
    MISSING,
    DescribeChange,
    TablePath,
    UndoInstruction,
    find_differences,
    take_snapshot,
)

if TYPE_CHECKING:
    from rival.kernel.script_run import ScriptRun


ValueChange: TypeAlias = tuple[TablePath, Json, Json]
"""A path on the table, with the value after and before a change."""


class ReplayWatcher(Protocol):
    """A listener that is called whenever an act begins or a question is asked."""

    def on_checkpoint(self, run: ScriptRun, checkpoint: Checkpoint, side: Side) -> None:
        """Inspect the table; ``side`` is the side that has changed the table since the last call."""


# --- the point from which a corrected value applies -------------------------------------------------------------------


class ValueWatcher:
    """A listener that records the value at a path for each checkpoint of the current act."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.values: dict[Checkpoint, Json] = {}

    def on_checkpoint(self, run: ScriptRun, checkpoint: Checkpoint, side: Side) -> None:
        """Record the value; start over when another act begins."""
        if checkpoint[1] and checkpoint not in self.values:  # another act begins
            self.values = {checkpoint: None}
        if checkpoint[1] or self.values:
            self.values[checkpoint] = read_value(run, self.path)

    def find_checkpoints(self) -> list[Checkpoint]:
        """Return the checkpoints of the act after the last change of the value, earliest first."""
        checkpoints: list[Checkpoint] = []
        values = list(self.values.items())
        for checkpoint, value in reversed(values):
            if value != values[-1][1]:
                break
            checkpoints.append(checkpoint)
        return checkpoints[:0:-1]


def read_value(run: ScriptRun, path: str) -> Json:
    """Return the editable value at a path as plain JSON; ``MISSING`` if there is no such value."""
    for editable in run.opponent.list_editable_values(run.table):
        if editable.path == path:
            return take_snapshot(editable.value)
    return MISSING


# --- the side that changed the table -------------------------------------------------------------------


class MoveWatcher:
    """A listener that collects changes made by the opponent and the rules, starting at a given entry."""

    def __init__(self, first: int, start: Json = None) -> None:
        self.first = first
        self.changes: list[ValueChange] = []
        self._last_snapshot = start

    def on_checkpoint(self, run: ScriptRun, checkpoint: Checkpoint, side: Side) -> None:
        """Collect the changes since the last call, unless the player made them."""
        if checkpoint[0] < self.first:
            return
        now = take_snapshot(run.table)
        if self._last_snapshot is not None and side != "player":
            self.changes += [
                (difference.path, difference.now, difference.was)
                for difference in find_differences(now, self._last_snapshot)
            ]
        self._last_snapshot = now


@dataclass(frozen=True, slots=True)
class OpponentChanges:
    """The changes that the opponent made to a table in one or two versions of a game."""

    changes: Sequence[ValueChange]

    def split_by_side(self, instruction: UndoInstruction) -> Iterator[tuple[UndoInstruction, bool]]:
        """Split a correction into parts, and mark the parts that concern only changes reported by the player.

        If the opponent and the player changed different places in a list, the result has two instructions.
        """
        related = [change for change in self.changes if is_related(change[0], instruction.path)]
        if not related:
            yield instruction, True
            return
        between = self._merge_lists(related, instruction)
        if between is None or between == instruction.was:
            yield instruction, False
            return
        yield UndoInstruction(instruction.path, instruction.now, between), False
        yield UndoInstruction(instruction.path, between, instruction.was), True

    def _merge_lists(self, related: Sequence[ValueChange], instruction: UndoInstruction) -> Json:
        """Return a list with the player's changes but not the opponent's; None if the changes can't be separated."""
        lists = [instruction.now, instruction.was]
        for path, now, was in related:
            if path != instruction.path:
                return None
            lists += [now, was]
        if not all(isinstance(item, list) and len(item) == len(instruction.now) for item in lists):
            return None
        changed_indexes = {n for _path, now, was in related for n, item in enumerate(now) if item != was[n]}
        return [instruction.was[n] if n in changed_indexes else item for n, item in enumerate(instruction.now)]


def is_related(path: TablePath, other_path: TablePath) -> bool:
    """Return whether the paths are equal or one path contains the other."""
    shared = min(len(path), len(other_path))
    return path[:shared] == other_path[:shared]


def describe_differences(
    current: Json, previous: Json, changes: OpponentChanges, describe: DescribeChange, render: Callable[[Text], str]
) -> list[UndoInstruction]:
    """Return the differences, each with the opponent's sentence about it and a mark if only the player reported it."""
    instructions = []
    for difference in find_differences(current, previous):
        for instruction, is_reported in changes.split_by_side(difference):
            text = describe(instruction.path, instruction.now, instruction.was)
            instructions.append(
                UndoInstruction(
                    instruction.path,
                    instruction.now,
                    instruction.was,
                    None if text is None else render(text),
                    is_reported,
                )
            )
    return instructions
