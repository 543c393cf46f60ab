"""What the Mayor does in a district: step A takes, places and starts a plan; cubes go on it until it stands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Any

from rival.games.rolling_heights.market import colours, supply_now, take_from_row
from rival.games.rolling_heights.mayor import adjacent_plots, distances_to_centre, plan_position
from rival.games.rolling_heights.table import (
    MATERIALS,
    TYPES,
    Building,
    Counts,
    District,
    Plot,
    Town,
)
from rival.games.rolling_heights.upkeep import district_grid
from rival.kernel import (
    N_,
    Ask,
    BadAnswer,
    Because,
    Choice,
    Criterion,
    Do,
    Field,
    Form,
    Number,
    Option,
    Say,
    Script,
    Several,
    _,
    ask,
    n_,
    option,
    select,
)

FIRST_CUBES = 3
LATER_CUBES = 12

# --- step A: take, place, start -------------------------------------------------------------------------


def level_for(district: District) -> int:
    """RH-23, RH-D2: level 1 until he has completed a building in the district, then level 2."""
    return 2 if any(building.complete for building in district.buildings.values()) else 1


def start_building(town: Town, number: int) -> Script[bool]:
    """RH-22 to RH-36: he takes a plan for free, places it and puts the first cubes on it. False: no plan there."""
    district = town.districts[number]
    assert district is not None
    yield Because(_("No unfinished building of his in district {n}: step A.", n=number), "RH-21")
    level = level_for(district)
    yield WHY_LEVEL[level]
    plan = yield from take_plan(town, district, level, number)
    if plan is None:
        return False
    building, barred = plan
    plot = yield from place_plan(town, district, building, barred)
    if plot is not None:
        yield from put_cubes(town, district, building, FIRST_CUBES)
    return True


WHY_LEVEL = {
    1: Because(_("He has no completed building there: a plan of level 1."), "RH-23"),
    2: Because(_("He has a completed building there: a plan of level 2."), "RH-23"),
}


def take_plan(town: Town, district: District, level: int, die: int) -> Script[tuple[Building, list[Plot]] | None]:
    """RH-22 to RH-26: which plan of the row; what it shows is read off the table. None: the row is empty."""
    told: Any = "empty"
    if level not in town.empty_rows:
        told = yield from ask(lambda: plan_question(town, district, level, die))
    if told == "empty":
        town.empty_rows.add(level)
        yield Say(no_plan(town, level), "RH-A12")
        return None
    plan: dict[str, Any] = told
    wanted = plan_position(die)
    position = min(wanted, plan.get("plans", wanted))
    yield WHY_POSITION[wanted]
    if position < wanted:
        yield Because(
            n_(
                "The row has only {n} plan: he takes the last one.",
                "The row has only {n} plans: he takes the last one.",
                position,
            ),
            "RH-A11",
        )
    yield Do(
        _("Take plan {k} of the level {level} row for the Mayor, for free.", k=position, level=level), "RH-22", "RH-A9"
    )
    yield from wild_tokens(town, level, position, plan.get("supply", 0) if die >= 5 else 0, plan["wild"])
    needs = {colour: plan[colour] for colour in town.options.materials if plan[colour]}
    return Building(level, plan["type"], needs, dict.fromkeys(needs, 0)), plan["barred"]


WHY_POSITION = {
    1: Because(_("A 1 or 2 takes the first plan of the row."), "RH-24"),
    2: Because(_("A 3 or 4 takes the second plan of the row, and no wild token is placed."), "RH-25"),
    3: Because(_("A 5 or 6 takes the third plan of the row, and the plans before it get a wild token each."), "RH-26"),
}


def no_plan(town: Town, level: int) -> Any:
    if town.options.empty_row == "reroll":
        return _("The level {level} row is empty: the die is rolled again.", level=level)
    return _("The level {level} row is empty: this roll does nothing.", level=level)


def plan_question(town: Town, district: District, level: int, die: int) -> Ask:
    k = plan_position(die)
    return plan_ask(town.options.materials, level, die, k, town.rows[level][k - 1], district.land)


@lru_cache(maxsize=512)
def plan_ask(materials: tuple[str, ...], level: int, die: int, k: int, wild: int, land: frozenset[Plot]) -> Ask:
    return Ask(
        "table",
        "plan",
        _("He takes plan {k} of the level {level} row. What does it show?", k=k, level=level),
        plan_form(materials, k, wild, land),
        "RH-18",
        *WHY_POSITION[k].cites,
        test=some_cubes,
        label=N_("The plan: {answer}."),
        about={"district": die, "level": level, "position": k},
    )


def plan_form(materials: tuple[str, ...], k: int, wild: int, land: frozenset[Plot]) -> Form:
    fields = [Field("type", _("type of the building"), TYPE, required=True)]
    fields += [Field(name, MATERIALS[name], Number(0, 60), 0) for name in materials]
    fields.append(Field("wild", _("wild tokens on it"), Number(0, 30), wild))
    if k > 1:
        fields.append(Field("plans", _("plans in the row, if fewer than {k}", k=k), Number(1, k), k))
    if k == 3:
        fields.append(Field("supply", _("wild tokens in the supply, if fewer than 2"), Number(0, 2), 2))
    barred = Several(lambda: [option(str(plot), value=plot) for plot in sorted(land)])
    fields.append(Field("barred", _("plots where the rules forbid this plan"), barred, []))
    return Form(fields, [Option("empty", _("the row is empty and can’t be refilled"), "empty")])


TYPE = Choice([option(name, text) for name, text in TYPES.items()])


def some_cubes(told: Any) -> None:
    if told != "empty" and not any(told[colour] for colour in MATERIALS if colour in told):
        raise BadAnswer(_("A plan requires at least one cube: tell how many of each material."))


def wild_tokens(town: Town, level: int, position: int, supply: int, found: int) -> Script[None]:
    """RH-26, RH-A10, RH-A11, RH-A13: he keeps those on his plan; on a 5 or 6 the plans before it get one each."""
    row = town.rows[level]
    if found:
        town.mayor.wild += found
        yield Do(
            n_(
                "The Mayor keeps the {n} wild token that lies on it.",
                "The Mayor keeps the {n} wild tokens that lie on it.",
                found,
            ),
            "RH-A10",
            "RH-A27",
        )
    sweetened = range(1, min(position - 1, supply) + 1)
    for place in sweetened:
        row[place - 1] += 1
        yield Do(
            _("Put a wild token from the supply on plan {k} of the level {level} row.", k=place, level=level),
            "RH-26",
            "RH-A27",
        )
    if supply < 2 and len(sweetened) < position - 1 and position == 3:
        yield Because(_("The supply has no more wild tokens."), "RH-A13")
    take_from_row(town, level, [position])
    yield Do(_("Move the level {level} row up and refill it.", level=level), "RH-17", "RH-A25", "RH-A26")


def place_plan(town: Town, district: District, building: Building, barred: Sequence[Plot]) -> Script[Plot | None]:
    """RH-27 to RH-30: next to his own if possible, otherwise as near to the centre as possible; ties are yours."""

    plot: Plot | None = yield from select(
        "player",
        "plot",
        CHOOSE_PLOT,
        lambda: [plot for plot in district.empty if plot not in barred],
        lambda: placement_criteria(town, district, barred),
        "RH-29",
        words=plot_words,
        label=N_("You choose plot {answer}."),
        picture=lambda plots: district_grid(town, district, plots),
    )
    if plot is None:
        yield Say(_("No plot is left where this plan may stand: it is put aside and the roll is over."), "RH-A28")
        return None
    district.buildings[plot] = building
    yield Do(
        _("Place the plan on plot {plot} with the Mayor’s ownership marker. He pays nothing.", plot=plot),
        "RH-31",
        "RH-33",
        "RH-A21",
    )
    return plot


def placement_criteria(town: Town, district: District, barred: Sequence[Plot]) -> list[Criterion[Plot]]:
    """RH-27, RH-28, RH-30, RH-A5: adjacency or closeness to the centre, never both."""
    beside = adjacent_plots(district.free.difference(barred), district.buildings)
    if beside:
        return [Criterion(BESIDE, beside.__contains__, ("RH-28", "RH-A5", "RH-A6"), shown=False)]
    distance = distances_to_centre(district.land, district.width, district.height, town.options.centre_distance)
    rule = "RH-30" if district.buildings else "RH-27"
    return [Criterion(NEAREST, distance.__getitem__, (rule, "RH-A4"), best="least", shown=False)]


CHOOSE_PLOT = _("Several plots are equally good: choose one for the Mayor’s plan.")


@lru_cache
def plot_words(plot: Plot) -> Option:
    return option(str(plot), value=plot)


NEAREST = _("empty land nearest to the centre of the district")
BESIDE = _("empty land next to a building of his")


# --- cubes, completion ----------------------------------------------------------------------------------


def continue_building(town: Town, district: District, building: Building) -> Script[None]:
    """RH-37 to RH-40: step B, up to 12 more cubes on the unfinished building."""
    plot = district.plot_of(building)
    yield Because(_("He has an unfinished building on plot {plot}: step B, no plan is taken.", plot=plot), "RH-20")
    yield from put_cubes(town, district, building, LATER_CUBES)


def put_cubes(town: Town, district: District, building: Building, most: int) -> Script[None]:
    """RH-32 to RH-40: the plot's bonus, then as many required cubes as allowed and there are; you choose the mix."""
    first = most == FIRST_CUBES
    told: dict[str, Any] = {"out": town.out}
    if reachable(town, building) or (first and plot_bonus(district, building) is None):
        told = yield from ask(lambda: cubes_question(town, district, building, most))
    plot = district.plot_of(building)
    if first:
        yield from score_plot(town, plot, building, told.get("bonus") or plot_bonus(district, building) or 0)
    placed = {colour: told[colour] for colour in building.needs if told.get(colour)}
    for colour, n in placed.items():
        building.cubes[colour] += n
    yield WHY_CAP[most]
    yield from tell_cubes(plot, placed)
    yield from finish(town, plot, building, first)
    yield from supply_now(town, set(told["out"]), "RH-A16")


WHY_CAP = {
    FIRST_CUBES: Because(_("Up to 3 of the required cubes go on a new plan."), "RH-33", "RH-A15"),
    LATER_CUBES: Because(_("Up to 12 of the cubes it still requires go on an unfinished building."), "RH-37", "RH-A15"),
}


def plot_bonus(district: District, building: Building) -> int | None:
    """RH-32, RH-A23: the VP that its plot shows for this type; None if nobody has told."""
    bonuses = district.bonuses.get(district.plot_of(building))
    return None if bonuses is None else bonuses.get(building.type, 0)


def reachable(town: Town, building: Building) -> dict[str, int]:
    """RH-A14: what is missing of each material that the supply still has."""
    missing = building.missing
    return {colour: n for colour, n in missing.items() if colour not in town.out} if town.out else missing


def cubes_question(town: Town, district: District, building: Building, most: int) -> Ask:
    """RH-34, RH-37, RH-A14, RH-A15: the mix is yours, the number is not; the supply may be short."""
    plot = district.plot_of(building)
    reach = reachable(town, building)
    ask_bonus = most == FIRST_CUBES and plot not in district.bonuses
    shape, test = cubes_form(
        tuple(reach.items()), most, tuple(sorted(town.out)), town.options.materials, building.type if ask_bonus else ""
    )
    yours = len(reach) > 1 and sum(reach.values()) > most
    if not yours:
        text = _("Put these cubes on the building on plot {plot}. Tell if the supply falls short.", plot=plot)
    else:
        text = _("Which cubes go on the building on plot {plot}? Choose {n} in all.", plot=plot, n=most)
    return Ask(
        "player" if yours else "table",
        "cubes",
        text,
        shape,
        "RH-34" if most == FIRST_CUBES else "RH-37",
        "RH-A14",
        test=test,
        label=N_("Cubes: {answer}."),
        about={"most": most},
    )


@lru_cache(maxsize=2048)
def cubes_form(
    reach: tuple[tuple[str, int], ...], most: int, out: tuple[str, ...], materials: tuple[str, ...], bonus_for: str
) -> tuple[Form, Callable[[dict[str, Any]], None]]:
    """The form for the cubes, and the test of the whole answer."""
    fields = []
    if bonus_for:
        label = _("VP that the plot shows for this type ({type})", type=TYPES[bonus_for])
        fields.append(Field("bonus", label, Number(0, 20), 0))
    left = most
    for colour, n in reach:
        fields.append(Field(colour, MATERIALS[colour], Number(0, n), min(n, left)))
        left -= min(n, left)
    fields.append(Field("out", _("colours that have now run out in the supply"), colours(materials), list(out)))
    return Form(fields), lambda told: right_number(told, reach, most, out)


def right_number(
    told: dict[str, Any], reach: Sequence[tuple[str, int]], most: int, out_before: Collection[str]
) -> None:
    """RH-A14, RH-A15: exactly as many as the cap, the plan and the supply allow."""
    placed = sum(told[colour] for colour, _n in reach)
    newly_out = [colour for colour in told["out"] if colour not in out_before]
    expected = min(most, sum(told[colour] if colour in newly_out else n for colour, n in reach))
    if placed != expected:
        raise BadAnswer(
            _(
                "{expected} cubes must go on the building, not {placed}. "
                "If the supply was short, say which colour has run out.",
                expected=expected,
                placed=placed,
            )
        )


def score_plot(town: Town, plot: Plot, building: Building, bonus: int) -> Script[None]:
    """RH-32, RH-A23, RH-A28: VP shown on the plot for this type; another type is no obstacle, only no VP."""
    kind = TYPES[building.type]
    if bonus:
        town.mayor.vp += bonus
        yield Because(
            _("Plot {plot} shows {vp} VP for this type: {type}.", plot=plot, vp=bonus, type=kind), "RH-32", "RH-A23"
        )
        yield Do(
            _("The Mayor scores {vp} VP; his marker moves to {total}.", vp=bonus, total=town.mayor.vp), "RH-32", "RH-D6"
        )
    else:
        yield Because(_("Plot {plot} gives nothing for this type: {type}.", plot=plot, type=kind), "RH-32", "RH-A28")


def tell_cubes(plot: Plot, placed: dict[str, int]) -> Script[None]:
    if placed:
        cubes = Counts(MATERIALS, placed)
        yield Do(_("Put cubes on the building on {plot}: {cubes}.", plot=plot, cubes=cubes), "RH-33", "RH-34", "RH-37")
    else:
        yield Say(_("The supply has none of the cubes it requires: nothing is placed."), "RH-A14")


def finish(town: Town, plot: Plot, building: Building, first: bool) -> Script[None]:
    """RH-35, RH-36, RH-38 to RH-40: a completed building scores 1 VP for every cube of it, and nothing else."""
    missing = building.missing
    if missing:
        left = Counts(MATERIALS, missing)
        yield Say(_("Not complete yet: still required {cubes}. This roll is over.", cubes=left), "RH-40")
        return
    building.complete = True
    town.mayor.vp += building.size
    yield WHY_SCORED[first]
    yield NOT_FOR_HIM[first]
    yield Do(
        n_(
            "Complete: marker on top of {plot}. The Mayor scores {n} VP; his marker moves to {total}.",
            "Complete: marker on top of {plot}. The Mayor scores {n} VP; his marker moves to {total}.",
            building.size,
            plot=plot,
            total=town.mayor.vp,
        ),
        "RH-35" if first else "RH-38",
        "RH-A21",
    )


SCORED_TEXT = _("All cubes are there: 1 VP for each cube of the building.")
WHY_SCORED = {True: Because(SCORED_TEXT, "RH-35"), False: Because(SCORED_TEXT, "RH-38")}
NOT_FOR_HIM_TEXT = _("The workers and VP printed on the plan are not for him.")
NOT_FOR_HIM = {
    True: Because(NOT_FOR_HIM_TEXT, "RH-36", "RH-A29"),
    False: Because(NOT_FOR_HIM_TEXT, "RH-39", "RH-A29"),
}
