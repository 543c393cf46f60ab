"""The market rows and the supply of cubes, as both sides change them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from rival.games.rolling_heights.table import COLOURS, MATERIALS, ROW, Town
from rival.kernel import Field, Group, Joined, Piece, Say, Script, Several, Text, _, option

CUBES = {name: Piece("cube", words, name) for name, words in MATERIALS.items()}
ALL_COLOURS = Several([option(name, MATERIALS[name], piece=CUBES[name]) for name in COLOURS])
RAN_OUT = Group(_("A colour ran out…"), folded=True)


@lru_cache
def ran_out(words: Text, out: tuple[str, ...], folded: bool = True) -> Field:
    """Return the field for the exhausted colours; those in ``out`` are selected already."""
    return Field("out", words, ALL_COLOURS, list(out), word=_("out"), group=RAN_OUT if folded else None)


def no_cube_left(colours: Sequence[str]) -> list[Text]:
    """Return a sentence about the colours that the supply has no cubes of; an empty list if there are none."""
    names = Joined([MATERIALS[one] for one in colours])
    return [_("The supply has no cubes left of: {colours}.", colours=names)] if colours else []


def take_from_row(town: Town, level: int, positions: Sequence[int]) -> None:
    """Remove plans from a market row; wild tokens stay on their plans as the row moves up (RH-A26).

    ``positions`` count from 1. A row that cannot be refilled gets shorter.
    """
    row = town.rows[level]
    for gone, position in enumerate(sorted(positions)):
        del row[position - 1 - gone]
        row.append(0)
    if town.plans[level] < ROW:
        town.plans[level] = max(0, town.plans[level] - len(positions))


def ends_the_game(town: Town, out: set[str]) -> set[str]:
    """Return the newly exhausted colours that trigger the end of the game (RH-41, RH-A18).

    Returns an empty set if the end has been triggered already.
    """
    return (out - town.out) & town.ending if town.last_round is None else set()


def note_supply(town: Town, out: set[str]) -> set[str]:
    """Store the exhausted colours and trigger the end of the game, at most once (RH-41).

    Return the colours that trigger it. Cubes that return to the supply do not cancel the end.
    """
    new = ends_the_game(town, out)
    town.out = out
    if new:
        town.last_round = max(1, town.round) + 1
    return new


def supply_now(town: Town, out: set[str], ruling: str) -> Script[None]:
    """Store the exhausted colours, and announce the last round if they trigger the end (RH-41)."""
    if new := note_supply(town, out):
        yield one_more_round(new, ruling)


def one_more_round(gone: Collection[str], ruling: str) -> Say:
    """Return the step that announces one more round after this one."""
    colours = Joined([MATERIALS[colour] for colour in COLOURS if colour in gone])
    return Say(
        _("The supply has no more cubes of: {colours}. Finish this round, then play one more.", colours=colours),
        "RH-41",
        ruling,
    )
