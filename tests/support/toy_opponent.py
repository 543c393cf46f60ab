"""A toy opponent for kernel tests: it picks the tallest of three towers, whose heights may be unknown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rival.games.rolling_heights import opponent as mayor
from rival.kernel import (
    Ask,
    Criterion,
    Do,
    EditableValue,
    Name,
    Number,
    Opponent,
    Result,
    Script,
    Session,
    Text,
    ask,
    roll,
    select,
)


@dataclass
class Towers:
    heights: dict[str, int | None]
    doors: dict[str, int | None]
    chosen: list[str] = field(default_factory=list)
    rolled: list[int] = field(default_factory=list)


def play_script(table: Towers) -> Script[Result]:
    for _turn in range(3):
        found = yield from select(
            "player",
            "tower",
            Name("Which tower?"),
            lambda: sorted(set(table.heights) - set(table.chosen)),
            lambda: [
                Criterion(Name("tallest"), lambda one: table.heights[one], ("RH-27",)),
                Criterion(Name("fewest doors"), lambda one: table.doors[one], ("RH-28",), best="least"),
            ],
            "RH-29",
        )
        if found is None:
            break
        table.chosen.append(found)
        yield Do(Name(f"take {found}"), "RH-22")
        die = yield from roll("die", Name("Roll."), 6, "RH-18", label="die {answer}")
        table.rolled.append(die)
    total = yield from ask(lambda: Ask("table", "total", Name("Total?"), Number(0, 99), "RH-46"))
    return Result(Name("over"), {"you": total})


def list_editable_values(table: Towers) -> Iterator[EditableValue]:
    for name in table.heights:

        def assign(new: Any, name: str = name) -> None:
            table.heights[name] = new

        yield EditableValue(f"heights.{name}", Name(f"height of {name}"), table.heights[name], Number(0, 9), assign)


def check_invariants(table: Towers) -> Iterator[Text]:
    if any(height == 7 for height in table.heights.values()):
        yield Name("No tower is 7 high.")


def start_toy_game(heights: dict[str, int | None], doors: dict[str, int | None] | None = None) -> Session:
    against = Opponent(
        id="toy",
        name=Name("toy"),
        game=Name("Toy"),
        folder=Path(mayor.folder),
        rules_version=1,
        make_table=lambda options, pack: Towers(dict(heights), dict(doors or dict.fromkeys(heights, 1))),
        script=play_script,
        list_editable_values=list_editable_values,
        check_invariants=check_invariants,
        describe_change=lambda path, now, was: Name(f"{'.'.join(path)}: {was}"),
        make_views=lambda table: [],
        make_sample_player=mayor.make_sample_player,
        make_sample_pack=lambda: None,
    )
    return Session.new(against, seed=1)
