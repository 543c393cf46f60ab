"""The acts of the Mayor's turn: the cause and the title of a roll, its result, or the reason why it changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rival.games.rolling_heights.table import COLOURS, MATERIALS, Building, CountedNames, Plot
from rival.kernel import Cause, DieValue, JoinedText, Text, _, n_


@dataclass(frozen=True, slots=True)
class RollOutcome:
    """The outcome of a roll: its result, or with ``is_idle`` the reason why nothing moved.

    ``ending_colours`` are the colours that ran out and triggered the end of the game.
    """

    text: Text
    ending_colours: Collection[str] = ()
    is_idle: bool = False


# --- cause and title ----------------------------------------------------------------------------------------------


@lru_cache
def name_roll(k: int, n: int) -> Text:
    """Return the title of a roll before the die is rolled."""
    return _("The Mayor’s roll") if n == 1 else _("Roll {k} of {n}", k=k, n=n)


@lru_cache
def make_roll_cause(die: int) -> Cause:
    """Return the cause of what the Mayor does: the die, and the district that it selects (RH-18)."""
    return Cause(_("The die shows {n}", n=die), DieValue(6, die, _("district {n}", n=die)))


@lru_cache
def describe_new_plan(k: int, n: int, die: int) -> Text:
    """Return the title of a roll that begins a building: step A."""
    if n == 1:
        return _("The Mayor rolls a {die}: new plan in district {die}", die=die)
    return _("Roll {k} of {n}, a {die}: new plan in district {die}", k=k, n=n, die=die)


@lru_cache
def describe_more_cubes(k: int, n: int, die: int) -> Text:
    """Return the title of a roll that continues a building: step B."""
    if n == 1:
        return _("The Mayor rolls a {die}: more cubes in district {die}", die=die)
    return _("Roll {k} of {n}, a {die}: more cubes in district {die}", k=k, n=n, die=die)


@lru_cache
def describe_no_effect(k: int, n: int, die: int) -> Text:
    """Return the title of a roll that changes nothing in its district."""
    if n == 1:
        return _("The Mayor rolls a {die}: nothing in district {die}", die=die)
    return _("Roll {k} of {n}, a {die}: nothing in district {die}", k=k, n=n, die=die)


@lru_cache
def describe_skipped_roll(k: int, n: int) -> Text:
    """Return the title of a roll that is skipped because the Mayor can act in no district (RH-A3)."""
    return _("The Mayor’s roll is skipped") if n == 1 else _("Roll {k} of {n} is skipped", k=k, n=n)


# --- result -------------------------------------------------------------------------------------------------------


def describe_new_building(building: Building, wild_tokens: int, vp: int) -> Text:
    """Return the result of a roll that began a building: each gain with its source, and the Mayor's new total.

    ``wild_tokens`` were on its plan, ``vp`` are the Mayor's VP now.
    """
    return JoinedText([*describe_tokens(wild_tokens), *describe_gains(building, building.bonus, vp)], "; ")


def describe_continued_building(building: Building, vp: int) -> Text:
    """Return the result of a roll that continued a building; ``vp`` are the Mayor's VP now."""
    return JoinedText(describe_gains(building, 0, vp), "; ")


def describe_plan_put_aside(wild_tokens: int) -> Text:
    """Return the result of a roll whose plan could not be placed (RH-A28)."""
    return JoinedText([*describe_tokens(wild_tokens), _("the plan is put aside")], "; ")


def describe_tokens(count: int) -> Iterator[Text]:
    """Yield the gain of wild tokens, if there are any."""
    if count:
        yield n_("+{n} wild token", "+{n} wild tokens", count)


def describe_gains(building: Building, plot_vp: int, vp: int) -> Iterator[Text]:
    """Yield the VP for the plot and for the cubes, or what the building lacks, and the Mayor's new total."""
    if plot_vp:
        yield _("bonus of the plot: +{n} VP", n=plot_vp)
    if building.complete:
        yield n_("complete: +{n} VP for its cube", "complete: +{n} VP, 1 for each cube", building.size)
    elif plot_vp:
        yield _("not complete: {cubes} missing", cubes=CountedNames(MATERIALS, building.missing_cubes))
    else:
        yield _("not complete: {cubes} missing, so no VP yet", cubes=CountedNames(MATERIALS, building.missing_cubes))
    if building.complete or plot_vp:
        yield _("the Mayor has {n} VP", n=vp)


# --- reasons for a roll without effect ----------------------------------------------------------------------------

NO_DISTRICT_REASON = _("he can’t act in any district")


def describe_missing_plan(level: int) -> Text:
    """Return the reason that the row has no plan (RH-A12)."""
    return _("the level {level} row has no plan left", level=level)


def describe_missing_cubes(plot: Plot, building: Building) -> Text:
    """Return the reason that no cube goes on a building: the supply lacks all that it needs (RH-A14)."""
    cubes = CountedNames(MATERIALS, building.missing_cubes)
    return _("his building on {plot} lacks {cubes}; the supply has none left", plot=plot, cubes=cubes)


# --- the end ------------------------------------------------------------------------------------------------------


def make_shortage_cause(exhausted: Collection[str]) -> Cause:
    """Return the cause of the end of the game: the colours that ran out (RH-41)."""
    colours = [MATERIALS[colour] for colour in COLOURS if colour in exhausted]
    return Cause(_("No cubes left: {colours}", colours=JoinedText(colours)) if colours else END_TRIGGERED)


END_TRIGGERED = _("The end of the game was triggered")
