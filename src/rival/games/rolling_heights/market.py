"""The rows of the market and the supply of cubes, as both sides change them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rival.games.rolling_heights.table import MATERIALS, Town
from rival.kernel import Field, Joined, Say, Script, Several, _, option


@lru_cache
def ran_out(materials: tuple[str, ...], out: tuple[str, ...]) -> Field:
    return Field("out", _("colours of which the supply has no cube left"), colours(materials), list(out))


@lru_cache
def colours(materials: tuple[str, ...]) -> Several:
    return Several([option(name, MATERIALS[name]) for name in materials])


def take_from_row(town: Town, level: int, positions: Sequence[int]) -> None:
    """RH-A26: wild tokens stay on their plans when the row moves up and is refilled."""
    row = town.rows[level]
    for gone, position in enumerate(sorted(positions)):
        del row[position - 1 - gone]
        row.append(0)


def supply_now(town: Town, out: set[str], ruling: str) -> Script[None]:
    """RH-41: the last cube of a colour sets off the end, once; what comes back changes nothing."""
    new = out - town.out
    town.out = out
    if new and town.last_round is None:
        town.last_round = town.round + 1
        gone = Joined([MATERIALS[colour] for colour in sorted(new)])
        yield Say(
            _("No cube left of: {colours}. This round is finished, then one more is played.", colours=gone),
            "RH-41",
            ruling,
        )
