"""The acts in the Mayor's turn: a roll's cause and title, its result, or the reason that it has no effect."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rival.games.rolling_heights.table import COLOURS, MATERIALS, Building, CountedNames, Plot
from rival.kernel import Catalogue, Cause, DieValue, JoinedText, Text, _, n_
from rival.kernel.texts import NO_ARGS


@dataclass(frozen=True, slots=True)
class RollOutcome:
    """A roll's outcome: the result or, if ``is_idle`` is set, the reason that nothing changed.

    ``ending_colours`` contains the colours that ran out and triggered the end of the game.
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
    """Return the cause of the Mayor's action: the die, and the district that it selects (RH-18)."""
    return Cause(_("The die shows {n}", n=die), DieValue(6, die, _("district {n}", n=die)))


@lru_cache
def describe_new_plan(k: int, n: int, die: int) -> Text:
    """Return the title of a roll that begins a building (step A)."""
    if n == 1:
        return _("The Mayor rolls a {die}: new plan in district {die}", die=die)
    return _("Roll {k} of {n}, a {die}: new plan in district {die}", k=k, n=n, die=die)


@lru_cache
def describe_more_cubes(k: int, n: int, die: int) -> Text:
    """Return the title of a roll that continues a building (step B)."""
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
    """Return the title of a roll that is skipped because the Mayor can't act in any district (RH-A3)."""
    return _("The Mayor’s roll is skipped") if n == 1 else _("Roll {k} of {n} is skipped", k=k, n=n)


# --- result -------------------------------------------------------------------------------------------------------


class RollResult(Text):
    """A roll's result: each gain with its source, and the Mayor's new total. Rendered lazily.

    ``wild_tokens`` is the number of tokens on the plan. ``plot_vp`` is the number of VP from its plot. ``vp`` is the
    Mayor's new total. ``size`` is the building's number of cubes if the roll completed it; otherwise it is 0, and
    ``missing`` contains the cubes that the building lacks.
    """

    __slots__ = ("missing", "plot_vp", "size", "vp", "wild_tokens")

    def __init__(self, building: Building, vp: int, wild_tokens: int = 0, plot_vp: int = 0) -> None:
        self.msgid = ""
        self.args = NO_ARGS
        self.wild_tokens = wild_tokens
        self.plot_vp = plot_vp
        self.missing = building.missing_cubes
        self.size = 0 if self.missing else building.size
        self.vp = vp

    def render(self, catalogue: Catalogue) -> str:
        """Return the result in the catalogue's language."""
        return JoinedText([*describe_tokens(self.wild_tokens), *self.describe_gains()], "; ").render(catalogue)

    def describe_gains(self) -> Iterator[Text]:
        """Yield the VP for the plot and the cubes, or the missing cubes, followed by the Mayor's new total."""
        missing = CountedNames(MATERIALS, self.missing)
        if self.plot_vp:
            yield _("bonus of the plot: +{n} VP", n=self.plot_vp)
        if self.size:
            yield n_("complete: +{n} VP for its cube", "complete: +{n} VP, 1 for each of its {n} cubes", self.size)
        elif self.plot_vp:
            yield _("not complete: {cubes} missing", cubes=missing)
        else:
            yield _("not complete: {cubes} missing, so no VP yet", cubes=missing)
        if self.size or self.plot_vp:
            yield _("the Mayor has {n} VP", n=self.vp)


def describe_plan_put_aside(wild_tokens: int) -> Text:
    """Return the result of a roll whose plan could not be placed (RH-A28)."""
    return JoinedText([*describe_tokens(wild_tokens), _("the plan is put aside")], "; ")


def describe_tokens(count: int) -> Iterator[Text]:
    """Yield the number of wild tokens gained, if there are any."""
    if count:
        yield n_("+{n} wild token", "+{n} wild tokens", count)


# --- reasons for a roll without effect ----------------------------------------------------------------------------

NO_DISTRICT_REASON = _("he can’t act in any district")


def describe_missing_plan(level: int) -> Text:
    """Return the reason that the row has no plan (RH-A12)."""
    return _("the level {level} row has no plan left", level=level)


def describe_missing_cubes(plot: Plot, building: Building) -> Text:
    """Return the reason that no cubes are added: the supply has no cubes that the building needs (RH-A14)."""
    cubes = CountedNames(MATERIALS, building.missing_cubes)
    return _("his building on {plot} lacks {cubes}; the supply has none left", plot=plot, cubes=cubes)


# --- the end ------------------------------------------------------------------------------------------------------


def make_shortage_cause(exhausted: Collection[str]) -> Cause:
    """Return the cause of the end of the game, which is the colours that ran out (RH-41)."""
    colours = [MATERIALS[colour] for colour in COLOURS if colour in exhausted]
    return Cause(_("No cubes left: {colours}", colours=JoinedText(colours)) if colours else END_TRIGGERED)


END_TRIGGERED = _("The end of the game was triggered")
