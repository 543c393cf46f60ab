"""The market rows and the cube supply, which both sides change."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from rival.games.rolling_heights.table import COLOURS, MATERIALS, ROW_LENGTH, Town
from rival.games.rolling_heights.turn_acts import make_shortage_cause
from rival.kernel import Act, Field, FieldGroup, JoinedText, MultiChoice, Piece, Say, Script, Text, _, make_option

CUBE_PIECES = {name: Piece("cube", words, name) for name, words in MATERIALS.items()}
COLOURS_ANSWER = MultiChoice([make_option(name, MATERIALS[name], piece=CUBE_PIECES[name]) for name in COLOURS])
EXHAUSTED_GROUP = FieldGroup(_("A colour ran out…"), is_collapsed=True)


@lru_cache
def make_exhausted_field(label: Text, exhausted: tuple[str, ...], folded: bool = True) -> Field:
    """Return the field for the exhausted colours, with those in ``exhausted`` preselected."""
    return Field(
        "out", label, COLOURS_ANSWER, list(exhausted), keyword=_("out"), group=EXHAUSTED_GROUP if folded else None
    )


def describe_exhausted_colours(colours: Sequence[str]) -> list[Text]:
    """Return a sentence about the colours that have run out in the supply; an empty list if there are none."""
    names = JoinedText([MATERIALS[colour] for colour in colours])
    return [_("The supply has no cubes left of: {colours}.", colours=names)] if colours else []


def remove_from_row(town: Town, level: int, positions: Sequence[int]) -> None:
    """Remove plans from a market row; wild tokens stay on their plans as the row moves up (RH-A26).

    ``positions`` count from 1. If the row cannot be refilled, it becomes shorter.
    """
    row = town.rows[level]
    for removed_count, position in enumerate(sorted(positions)):
        del row[position - 1 - removed_count]
        row.append(0)
    if town.plans[level] < ROW_LENGTH:
        town.plans[level] = max(0, town.plans[level] - len(positions))


def find_ending_colours(town: Town, exhausted: set[str]) -> set[str]:
    """Return the newly exhausted colours that trigger the end of the game (RH-41, RH-A18).

    Return an empty set if the end has already been triggered.
    """
    return (exhausted - town.out) & town.ending_colours if town.last_round is None else set()


def record_exhausted_colours(town: Town, exhausted: set[str]) -> set[str]:
    """Store the exhausted colours and trigger the end of the game, at most once (RH-41).

    Return the colours that trigger the end. If cubes return to the supply, the end is not cancelled.
    """
    ending_colours = find_ending_colours(town, exhausted)
    town.out = exhausted
    if ending_colours:
        town.last_round = max(1, town.round) + 1
    return ending_colours


def announce_end(ending_colours: Collection[str], ruling: str) -> Script[None]:
    """Announce, as a separate act, that colours have run out and one more round follows (RH-41)."""
    if ending_colours:
        cause = make_shortage_cause(ending_colours)
        yield Act(_("One more round after this one"), "RH-41", ruling, who="rules", cause=cause, is_banner=True)
        yield make_end_note(ending_colours, ruling)


def make_end_note(exhausted: Collection[str], ruling: str) -> Say:
    """Return the step that announces that one more round follows this one."""
    colours = JoinedText([MATERIALS[colour] for colour in COLOURS if colour in exhausted])
    return Say(
        _("The supply has no more cubes of: {colours}. Finish this round, then play one more.", colours=colours),
        "RH-41",
        ruling,
    )
