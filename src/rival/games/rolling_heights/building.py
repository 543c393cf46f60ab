"""The Mayor's construction: step A takes and places a plan, step B adds cubes until the building is complete."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from rival.games.rolling_heights.market import CUBES, no_cube_left, ran_out, supply_now, take_from_row
from rival.games.rolling_heights.mayor import adjacent_plots, candidate_plots, plan_position
from rival.games.rolling_heights.table import (
    BUILDINGS,
    COLOURS,
    MATERIALS,
    MOST_POINTS,
    ROW,
    TYPES,
    Building,
    Counts,
    District,
    Plan,
    Plot,
    Town,
    buildings,
)
from rival.games.rolling_heights.views import (
    HIS_TOKEN,
    cubes_placed,
    district_id,
    plan_looked_at,
    plan_placed,
    plan_taken,
    plot_looked_at,
    row_refilled,
    sweetened,
    tokens_kept,
    track_moved,
)
from rival.kernel import (
    N_,
    Ask,
    BadAnswer,
    Because,
    Choice,
    Do,
    Field,
    Form,
    Group,
    Joined,
    Json,
    Met,
    Name,
    Number,
    Option,
    Piece,
    Say,
    Script,
    Text,
    _,
    ask,
    granted,
    n_,
    option,
)
from rival.kernel.steps import cited
from rival.kernel.views import Showing

NOT_SHORT: Mapping[str, int] = {}
FIRST_CUBES = 3
LATER_CUBES = 12

# --- step A: take, place, start -------------------------------------------------------------------------------


def level_for(district: District) -> int:
    """Return the level of the next plan: 2 if the Mayor completed a building in the district (RH-23, RH-D2)."""
    return 2 if any(building.complete for building in district.buildings.values()) else 1


def start_building(town: Town, number: int) -> Script[bool]:
    """Take a plan for free, place it and put the first cubes on it (RH-22 to RH-36).

    Return False if the row has no plan.
    """
    district = town.districts[number]
    assert district is not None
    yield Because(_("The Mayor has no unfinished building in district {n}: step A.", n=number), "RH-21")
    level = level_for(district)
    yield WHY_LEVEL[level]
    building = yield from take_plan(town, level, number)
    if building is None:
        return False
    placed = yield from place_plan(town, district, building)
    if placed is not None:
        yield from put_cubes(town, district, building, FIRST_CUBES, placed, told=bool(placed))
    return True


WHY_LEVEL = {
    1: Because(_("The Mayor has no completed building in this district: he takes a plan of level 1."), "RH-23"),
    2: Because(_("The Mayor has a completed building in this district: he takes a plan of level 2."), "RH-23"),
}


# --- taking a plan --------------------------------------------------------------------------------------------


def take_plan(town: Town, level: int, die: int) -> Script[Building | None]:
    """Take the plan that the die points at and ask what it shows; None if the row is empty (RH-22 to RH-26)."""
    wanted = plan_position(die)
    yield WHY_POSITION[wanted]
    yield from check_row(town, level, wanted)
    plan = None
    while plan is None:
        position = min(wanted, town.plans[level])
        if not position:
            yield Say(no_plan(town, level), "RH-A12")
            return None
        yield from tell_position(town, level, position, wanted)
        plan = yield from ask(partial(plan_question, town, level, die, position))
    yield from keep_tokens(town, plan["wild"])
    take_from_row(town, level, [position])
    town.taken[level].append(position)
    if wanted == 3:
        yield from sweeten(town, level, position - 1)
    yield refill_row(town, level)
    needs = {colour: plan[colour] for colour in COLOURS if plan[colour]}
    town.meet(level, {"type": plan["type"], **needs})
    return Building(level, plan["type"], needs, dict.fromkeys(needs, 0))


WHY_POSITION = {
    1: Because(_("On a 1 or 2 the Mayor takes the first plan of the row."), "RH-24"),
    2: Because(_("On a 3 or 4 the Mayor takes the second plan of the row, and no wild token is placed."), "RH-25"),
    3: Because(
        _("On a 5 or 6 the Mayor takes the third plan of the row, and each plan before it gets a wild token."), "RH-26"
    ),
}


def no_plan(town: Town, level: int) -> Text:
    """Return the text for an empty row, which depends on the option for it."""
    if town.options.empty_row == "reroll":
        return _("The level {level} row is empty: the die is rolled again.", level=level)
    return _("The level {level} row is empty: this roll has no effect.", level=level)


def refill_row(town: Town, level: int) -> Do | Say:
    """Return the step that moves the row up and refills it, as long as there are plans left (RH-17, RH-A25)."""
    if not town.plans[level]:
        return Say(_("The level {level} row is empty now.", level=level), "RH-17", "RH-A25")
    text = (
        _("Move the level {level} row up and refill it.", level=level)
        if town.plans[level] == ROW
        else _("Move the level {level} row up; there is no plan left to refill it with.", level=level)
    )
    shows = partial(row_refilled, level, tuple(town.rows[level]), town.plans[level])
    return Do(text, "RH-17", "RH-A25", "RH-A26", shows=shows)


def check_row(town: Town, level: int, wanted: int) -> Script[None]:
    """Store how many plans the row has: as many as known, unless the player objects (RH-A11, RH-A12)."""
    answer = yield from granted(lambda: row_question(town, level, wanted))
    there: int = answer["plans"]
    if there < wanted:
        town.shorten(level, there)
    elif town.plans[level] < wanted:
        town.plans[level] = ROW


def tell_position(town: Town, level: int, position: int, wanted: int) -> Script[None]:
    """Announce the plan that the Mayor takes: the last one if the row is shorter than needed (RH-A11)."""
    if position < wanted:
        yield Because(
            n_(
                "The row has only {n} plan: the Mayor takes it.",
                "The row has only {n} plans: the Mayor takes the last one.",
                position,
            ),
            "RH-A11",
        )
    yield Do(
        _("Take plan {k} of the level {level} row for the Mayor, for free.", k=position, level=level),
        "RH-22",
        "RH-A9",
        shows=partial(plan_taken, level, town.rows[level][:position]),
    )


def row_question(town: Town, level: int, wanted: int) -> Ask:
    """Return the question for the length of a row, with the known length as default."""
    return row_ask(level, wanted, min(wanted, town.plans[level]))


@lru_cache
def row_ask(level: int, wanted: int, there: int) -> Ask:
    """Return the question for the length of a row, with the default ``there``; it matters only up to ``wanted``."""
    label = _("plans in the level {level} row (0 to {n}; {n} means {n} or more)", level=level, n=wanted)
    return Ask(
        "table",
        "row",
        _("How many plans does the level {level} row have?", level=level),
        Form([Field("plans", label, Number(0, wanted), there, word=_("plans"))]),
        "RH-A11",
        "RH-A12",
        label=partial(line_of_row, level, there),
        about={"level": level},
        unless=_("the row has fewer plans, or none")
        if there == wanted
        else _("the row has a different number of plans"),
    )


def line_of_row(level: int, there: int, answer: Mapping[str, Any]) -> Text:
    """Describe the length of a row for the history."""
    plans = COUNT.check(answer.get("plans", there))
    return n_("The level {level} row has {n} plan.", "The level {level} row has {n} plans.", plans, level=level)


def plan_question(town: Town, level: int, die: int, position: int) -> Ask | None:
    """Return the question for a plan's print, None if a correction leaves him another plan (RH-22)."""
    if position != min(plan_position(die), town.plans[level]):
        return None
    wild = town.rows[level][position - 1]
    return Ask(
        "table",
        "plan",
        _("What is printed on the plan?"),
        Form(plan_fields(wild), met=lambda: plans_met(town, level)),
        "RH-22",
        test=some_cubes,
        label=partial(line_of_plan, wild),
        about={"district": die, "level": level, "position": position},
        shows=partial(plan_looked_at, level, position),
    )


@lru_cache
def plan_fields(wild: int) -> tuple[Field, ...]:
    """Return the fields for a plan in the market: its print, and the wild tokens on it."""
    return *plan_shows(), Field("wild", _("wild tokens on the plan"), Number(0, 30), wild, word=_("wild"))


@lru_cache
def plan_shows() -> tuple[Field, ...]:
    """Return the fields for what is printed on a plan: its type, and the cubes that it requires."""
    return (
        Field("type", _("type of the building"), TYPE, required=True, word=_("type")),
        *(Field(name, words, Number(0, 60), 0, group=REQUIRED, piece=CUBES[name]) for name, words in MATERIALS.items()),
    )


def plans_met(town: Town, level: int) -> list[Met]:
    """Suggest the known plans of a level, by type and number of cubes.

    Plans that equal one already built come last.
    """
    lying = [{"type": one.type, **one.needs} for _n, _plot, one in buildings(town)]
    types = list(TYPES)
    met = sorted(town.met[level], key=lambda one: (one in lying, types.index(one["type"]), sum(cubes_of(one).values())))
    return [met_before(tuple(plan.items())) for plan in met]


@lru_cache(maxsize=512)
def met_before(plan: tuple[tuple[str, Json], ...]) -> Met:
    """Return the suggestion that fills the form with a known plan."""
    told = dict(plan)
    return Met(plan_words(told), {"type": told["type"], **dict.fromkeys(COLOURS, 0), **cubes_of(told)})


def plan_words(plan: Plan) -> Text:
    """Return the text for a plan: its type and the cubes that it requires."""
    return _("{type}: {cubes}", type=TYPES[plan["type"]], cubes=Counts(MATERIALS, cubes_of(plan)))


def cubes_of(plan: Plan) -> dict[str, int]:
    """Return the cubes that a plan requires, by material."""
    return {name: plan[name] for name in COLOURS if plan.get(name)}


TYPE = Choice([option(name, text, piece=Piece(name, text)) for name, text in TYPES.items()])
REQUIRED = Group(_("Required cubes"), adds=True)


def line_of_plan(wild: int, answer: Mapping[str, Any]) -> Text:
    """Describe what the plan shows, for the history."""
    said: list[Text] = [
        _(
            "The plan shows {building}: {cubes}.",
            building=BUILDINGS[answer["type"]],
            cubes=Counts(MATERIALS, {colour: COUNT.check(answer.get(colour, 0)) for colour in COLOURS}),
        )
    ]
    if tokens := COUNT.check(answer.get("wild", wild)):
        said.append(n_("There is {n} wild token on the plan.", "There are {n} wild tokens on the plan.", tokens))
    return Joined(said, " ")


COUNT = Number(0)


def some_cubes(answer: dict[str, Any]) -> None:
    """Raise BadAnswer if a plan requires no cubes."""
    if not any(answer[colour] for colour in COLOURS):
        raise BadAnswer(_("A plan requires at least one cube: enter how many of each material."))


def keep_tokens(town: Town, found: int) -> Script[None]:
    """Give the Mayor the wild tokens on his plan (RH-A10, RH-A27)."""
    if found:
        town.mayor.wild += found
        yield Do(
            n_(
                "The Mayor takes the wild token from the plan.",
                "The Mayor takes the {n} wild tokens from the plan.",
                found,
            ),
            "RH-A10",
            "RH-A27",
            shows=tokens_kept,
        )


def sweeten(town: Town, level: int, plans: int) -> Script[None]:
    """Put a wild token on each plan before the Mayor's, as long as the supply has any (RH-26, RH-A13).

    ``plans`` is the number of these plans; in a short row it may be 0 (RH-A11).
    """
    if not plans:
        yield Because(_("There is no plan before the Mayor’s plan, so no wild token is placed."), "RH-A11")
        return
    answer = yield from granted(lambda: wild_ask(plans))
    tokens: int = answer["tokens"]
    for place in range(tokens):
        town.rows[level][place] += 1
    if 0 < tokens < plans:
        yield Because(_("The supply has no more wild tokens."), "RH-A13")
    rules = ("RH-26", "RH-A27") if tokens == plans else ("RH-26", "RH-A27", "RH-A13")
    shows = partial(sweetened, level, town.rows[level][:tokens])
    if tokens == 1:
        text = _("Put a wild token from the supply on the first plan of the level {level} row.", level=level)
        yield Do(text, *rules, shows=shows)
    elif tokens:
        yield Do(
            _(
                "Put a wild token from the supply on each of the first {n} plans of the level {level} row.",
                n=tokens,
                level=level,
            ),
            *rules,
            shows=shows,
        )
    else:
        yield Say(_("The supply has no wild tokens left: place no tokens."), "RH-A13")


@lru_cache
def wild_ask(plans: int) -> Ask:
    """Return the question for the wild tokens in the supply; by default there are enough."""
    return Ask(
        "table",
        "wild-supply",
        _("How many wild tokens does the supply have?"),
        Form([Field("tokens", _("wild tokens in the supply"), Number(0, plans), plans, word=_("tokens"))]),
        "RH-A13",
        label=lambda answer: _("Wild tokens in the supply: {n}.", n=COUNT.check(answer.get("tokens", plans))),
        unless=_("the supply has fewer wild tokens"),
    )


# --- placement ------------------------------------------------------------------------------------------------


def place_plan(town: Town, district: District, building: Building) -> Script[dict[str, Any] | None]:
    """Place a plan next to the Mayor's buildings if possible, otherwise near the centre (RH-27 to RH-30).

    The player chooses between equal plots. Return the answer, which may hold the first cubes too; None if no plot is
    left for this plan (RH-A28).
    """
    barred: set[Plot] = set()
    while plots := candidates(town, district, barred):
        answer: Any = {}
        if anything_to_ask(town, district, building, plots):
            answer = yield from ask(lambda: place_question(town, district, building, barred))
            if answer is None:
                continue
        else:
            yield from why_here(district, plots, barred)
            answer = {} if (yield from granted(barred_ask)) else NOWHERE
        plots = candidates(town, district, barred)
        if answer == NOWHERE:
            barred.update(plots)
            continue
        plot = answer.get("plot", plots[0])
        known = district.bonus_for(plot, building.type)
        bonus = answer.get("bonus", 0) if known is None else known
        if known is None:
            district.learn_bonus(plot, building.type, bonus)
        if not bonus:
            nothing = _("Plot {plot} shows no VP for {building}.", plot=plot, building=BUILDINGS[building.type])
            yield Because(nothing, "RH-32", "RH-A28")
        district.buildings[plot] = building
        yield Do(
            _(
                "Place the plan on plot {plot} of district {n}, with the Mayor’s ownership marker. He pays nothing.",
                plot=plot,
                n=town.number_of(district),
            ),
            "RH-31",
            "RH-33",
            "RH-A21",
            shows=partial(plan_placed, town, district, plot, building),
            told=bool(answer),
        )
        if bonus:
            yield from score_plot(town, plot, building, bonus)
        return answer  # type: ignore[no-any-return]
    yield Say(_("No plot is left for this plan: put it aside. The roll is over."), "RH-A28")
    return None


NOWHERE = "nowhere"


def candidates(town: Town, district: District, barred: Collection[Plot]) -> list[Plot]:
    """Return the plots that the rules allow for the next plan, column by column (RH-27, RH-28, RH-30)."""
    taken = district.yours.union(barred)
    size, measure = (district.width, district.height), town.options.centre_distance
    found = candidate_plots(district.land, taken, district.buildings, *size, measure)
    return [plot for plot in district.empty if plot in found]


def why_here(district: District, plots: Sequence[Plot], barred: Collection[Plot]) -> Iterator[Because]:
    """Yield the rule behind these plots: adjacency or closeness to the centre, never both (RH-A5)."""
    if barred:
        yield Because(_("The rules forbid this plan on these plots: {plots}.", plots=Joined(sorted(barred))), "RH-A28")
    only = len(district.empty) == 1
    cites: tuple[str, ...]
    if adjacent_plots(plots, district.buildings):
        text, cites = N_("Empty land next to a building of the Mayor: {plots}."), ("RH-28", "RH-A5", "RH-A6")
    elif district.buildings:
        text = N_("No empty land is next to a building of the Mayor. Empty land nearest to the centre: {plots}.")
        cites = ("RH-30", "RH-A4")
    else:
        text, cites = N_("Empty land nearest to the centre of the district: {plots}."), ("RH-27", "RH-A4")
    if only:
        text = N_("Only plot {plots} is empty.")
    yield cited(Because(_(text, plots=Joined(plots))), cites)


def anything_to_ask(town: Town, district: District, building: Building, plots: Sequence[Plot]) -> bool:
    """Return whether the player has a plot, cubes or an unknown bonus to enter (RH-29, RH-32, RH-34)."""
    if not plots:
        return False
    mix = mix_is_yours(town, building, FIRST_CUBES)
    return len(plots) > 1 or mix or bool(untold_bonuses(district, building, plots))


def place_question(town: Town, district: District, building: Building, barred: Collection[Plot]) -> Ask | None:
    """Return one question for the plot, its bonus and the first cubes (RH-29, RH-34).

    Return None if there is nothing to enter.
    """
    plots = candidates(town, district, barred)
    if not anything_to_ask(town, district, building, plots):
        return None
    untold = untold_bonuses(district, building, plots)
    fields: list[Field] = []
    if len(plots) > 1:
        shape = Choice(lambda: [plot_words(plot) for plot in plots])
        on = district_id(town.number_of(district))
        fields.append(Field("plot", _("plot"), shape, required=True, on=on))
    if untold:
        label = bonus_label(building, plots, untold)
        fields.append(Field("bonus", label, Number(0, MOST_POINTS), 0, word=_("bonus")))
    yours = mix_is_yours(town, building, FIRST_CUBES)
    cubes, test = cubes_form(tuple(reachable(town, building).items()), FIRST_CUBES, tuple(sorted(town.out)), yours)
    if yours:
        fields += cubes.fields
    nowhere = Option(NOWHERE, FORBIDDEN if len(plots) == 1 else ALL_FORBIDDEN, NOWHERE)
    short = cubes.instead if yours and len(plots) == 1 and not untold else ()
    cites = [rule for rule, asked in (("RH-29", len(plots) > 1), ("RH-34", yours), ("RH-32", untold)) if asked]
    return cited(
        Ask(
            "player" if yours or len(plots) > 1 else "table",
            "place",
            place_text(town.number_of(district), plots, yours, cubes),
            Form(fields, [*short, nowhere], rare=SHORT_OF),
            label=partial(line_of_place, plots, untold, cubes, tuple(fields)),
            because=tuple(why_here(district, plots, barred)),
            test=(lambda answer: None if answer == NOWHERE else test(answer)) if yours else None,
            about={"most": FIRST_CUBES},
            shows=partial(plot_looked_at, town, district, plots[0]) if len(plots) == 1 else None,
        ),
        (*cites, "RH-A28"),
    )


FORBIDDEN = _("the rules forbid the plan on this plot")
ALL_FORBIDDEN = _("the rules forbid the plan on all these plots")


def bonus_label(building: Building, plots: Sequence[Plot], untold: Sequence[Plot]) -> Text:
    """Return the label for the bonus field, which names the plots with unknown bonuses if others are known."""
    if len(untold) == len(plots):
        return _("VP that the plot shows for {building}", building=BUILDINGS[building.type])
    return n_(
        "VP that plot {plots} shows for {building}, if you choose it",
        "VP that the plot shows for {building}, if you choose one of these: {plots}",
        len(untold),
        plots=Joined(untold),
        building=BUILDINGS[building.type],
    )


def line_of_place(
    plots: Sequence[Plot], untold: Sequence[Plot], form: Form, fields: Sequence[Field], answer: Any
) -> Text:
    """Describe the plot, its bonus and its first cubes for the history."""
    if answer == NOWHERE:
        return _("The rules forbid this plan on these plots: {plots}.", plots=Joined(plots))
    answer = in_full(form, answer)
    if SHORT_OF_ONE in answer:
        return line_of_short(answer, fields)
    said: list[Text] = []
    cubes, plot = Counts(MATERIALS, cubes_in(fields, answer)), Name(answer.get("plot", str(plots[0])))
    if "plot" in answer:
        both = N_("You choose plot {plot} and these cubes: {cubes}.")
        said.append(_(both if cubes.counts else N_("You choose plot {plot}."), plot=plot, cubes=cubes))
    elif cubes.counts:
        said.append(_("You choose these cubes: {cubes}.", cubes=cubes))
    if str(plot) in map(str, untold):
        vp = COUNT.check(answer.get("bonus", 0))
        said.append(
            _("The plot shows {vp} VP for the building.", vp=vp) if vp else _("The plot shows no VP for the building.")
        )
    return Joined([*said, *gone_with_them(fields, answer)], " ")


def line_of_cubes(yours: bool, form: Form, answer: Any) -> Text:
    """Describe for the history which cubes you chose, or which the supply still had."""
    fields, answer = form.fields, in_full(form, answer)
    if SHORT_OF_ONE in answer:
        return line_of_short(answer, fields)
    cubes, said = cubes_in(fields, answer), gone_with_them(fields, answer)
    counts = Counts(MATERIALS, cubes) if any(cubes.values()) else _("none")
    if yours:
        said.insert(0, _("You choose these cubes: {cubes}.", cubes=counts))
    elif any(cubes[one.name] != one.default for one in fields if one.name in cubes):
        said.insert(0, _("The supply has only these cubes for the building: {cubes}.", cubes=counts))
    return Joined(said or [_("The supply has enough cubes for the building.")], " ")


def line_of_short(answer: Mapping[str, Any], fields: Sequence[Field]) -> Text:
    """Describe what the supply still had of a colour that ran short."""
    colour = answer[SHORT_OF_ONE]
    cubes = {colour: answer[colour]}
    said = (
        [_("The supply has only these cubes for the building: {cubes}.", cubes=Counts(MATERIALS, cubes))]
        if cubes[colour]
        else []
    )
    return Joined([*said, *gone_with_them(fields, answer)], " ")


def in_full(form: Form, answer: Any) -> Mapping[str, Any]:
    """Return an answer as a mapping; the id of a shortcut is expanded into the answer that it means."""
    found: Mapping[str, Any] = answer if isinstance(answer, dict) else form.check(answer)
    return found


def cubes_in(fields: Sequence[Field], answer: Mapping[str, Any]) -> dict[str, int]:
    """Return the cubes of an answer by material, with the defaults of fields that it leaves out."""
    return {one.name: COUNT.check(answer.get(one.name, one.default)) for one in fields if one.name in MATERIALS}


def gone_with_them(fields: Sequence[Field], answer: Mapping[str, Any]) -> list[Text]:
    """Return sentences about the colours that ran out with this answer."""
    before = [colour for one in fields if one.name == "out" for colour in one.default]
    return no_cube_left([colour for colour in answer.get("out", ()) if colour not in before])


def place_text(number: int, plots: Sequence[Plot], yours: bool, cubes: Form) -> Text:
    """Return the text of the question for a placement (RH-29, RH-31, RH-33).

    It contains every instruction, so that no further step is needed once the player has answered.
    """
    preset = {field.name: field.default for field in cubes.fields if field.name in MATERIALS}
    where: dict[str, Any] = {"district": number, "plot": plots[0], "n": FIRST_CUBES, "cubes": Counts(MATERIALS, preset)}
    if len(plots) == 1:
        return _(ON_THIS_PLOT[yours, bool(preset)], **where)
    return _(ON_A_PLOT[yours, bool(preset)], **where)


ON_A_PLOT = {
    (True, True): N_(
        "On which plot of district {district} do you place the plan with the Mayor’s "
        "ownership marker, and which {n} cubes go on it?"
    ),
    (False, True): N_(
        "On which plot of district {district} do you place the plan with the Mayor’s "
        "ownership marker and these cubes: {cubes}? Several plots qualify."
    ),
    (False, False): N_(
        "On which plot of district {district} do you place the plan with the Mayor’s "
        "ownership marker? Several plots qualify."
    ),
}
ON_THIS_PLOT = {
    (True, True): N_(
        "Place the plan on plot {plot} of district {district}, with the Mayor’s ownership "
        "marker. Which {n} cubes go on it?"
    ),
    (False, True): N_(
        "Place the plan on plot {plot} of district {district}, with the Mayor’s ownership "
        "marker and these cubes: {cubes}. How many VP does the plot show for the building?"
    ),
    (False, False): N_(
        "Place the plan on plot {plot} of district {district}, with the Mayor’s ownership "
        "marker. How many VP does the plot show for the building?"
    ),
}
"""The texts by two facts: the player chooses the mix, and there are cubes to place."""


@lru_cache
def plot_words(plot: Plot) -> Option:
    """Return the option for a plot within a known district."""
    return option(str(plot), value=plot)


BARRED = Choice(
    [
        Option("allowed", _("the plan is allowed on this plot"), True),
        Option("barred", _("the rules forbid it: choose another plot"), False),
    ],
    "allowed",
)


@lru_cache
def barred_ask() -> Ask:
    """Return the question whether the rules allow the plan on its plot; by default they do."""
    return Ask(
        "table",
        "barred",
        _("Do the rules allow the plan on this plot?"),
        BARRED,
        "RH-A28",
        label=lambda answer: (
            _("The rules allow the plan on this plot.")
            if answer == "allowed"
            else _("The rules forbid the plan on this plot.")
        ),
        unless=FORBIDDEN,
    )


# --- cubes and completion -------------------------------------------------------------------------------------


def continue_building(town: Town, district: District, building: Building) -> Script[None]:
    """Add up to 12 cubes to the unfinished building: step B (RH-37 to RH-40)."""
    where: dict[str, Any] = {"plot": district.plot_of(building), "n": town.number_of(district)}
    yield Because(
        _("The Mayor has an unfinished building on plot {plot} of district {n}: step B, he takes no plan.", **where),
        "RH-20",
    )
    answer: dict[str, Any] = {}
    if mix_is_yours(town, building, LATER_CUBES):
        answer = yield from ask(lambda: cubes_question(town, district, building, LATER_CUBES))
    yield from put_cubes(town, district, building, LATER_CUBES, answer, told=bool(answer))


def put_cubes(
    town: Town, district: District, building: Building, most: int, answer: dict[str, Any], told: bool
) -> Script[None]:
    """Put as many required cubes on a building as the limit and the supply allow (RH-33 to RH-40).

    ``answer`` holds the cubes if the player has entered them; without a choice of cubes nothing is asked. ``told``: the
    question contained the instruction already.
    """
    first, chosen = most == FIRST_CUBES, "out" in answer
    if not chosen:
        answer = {"out": town.out}
        if reachable(town, building):
            yield WHY_CAP[most]
            answer = yield from granted(lambda: cubes_question(town, district, building, most))
    else:
        yield WHY_CAP[most]
    if SHORT_OF_ONE in answer:
        told = False
        answer = yield from short_of_others(town, district, building, most, answer)
    elif not chosen:
        answer = {**answer, "out": {*answer["out"], *fell_short(town, building, most, answer)}}
    plot = district.plot_of(building)
    placed = {colour: answer[colour] for colour in building.needs if answer.get(colour)}
    for colour, n in placed.items():
        building.cubes[colour] += n
    town.placed.update(placed)
    shows = partial(cubes_placed, town, district, plot, building, dict(building.cubes), placed)
    number = town.number_of(district)
    yield from tell_cubes(number, plot, placed, RULES_OF_CUBES[first, chosen], shows, told)
    yield from finish(town, number, plot, building, first, told)
    yield from supply_now(town, set(answer["out"]), "RH-A16")


WHY_CAP = {
    FIRST_CUBES: Because(_("Up to 3 of the required cubes go on a new plan."), "RH-33", "RH-A15"),
    LATER_CUBES: Because(_("Up to 12 of the missing cubes go on an unfinished building."), "RH-37", "RH-A15"),
}


def untold_bonuses(district: District, building: Building, plots: Sequence[Plot]) -> list[Plot]:
    """Return the plots whose bonus for this building is unknown (RH-32)."""
    return [plot for plot in plots if district.bonus_for(plot, building.type) is None]


def reachable(town: Town, building: Building, short: Collection[str] = ()) -> dict[str, int]:
    """Return the cubes that the building lacks and the supply still has, by material (RH-A14).

    ``short`` are colours reported as short in this step.
    """
    missing = building.missing
    if not town.out and not short:
        return missing
    return {colour: n for colour, n in missing.items() if colour not in town.out and colour not in short}


def mix_is_yours(town: Town, building: Building, most: int, short: Mapping[str, int] = NOT_SHORT) -> bool:
    """Return whether the player can choose between materials: several fit, and not all cubes (RH-34, RH-37)."""
    reach, left = reachable(town, building, short), most - sum(short.values())
    return len(reach) > 1 and sum(reach.values()) > left > 0


def cubes_question(
    town: Town, district: District, building: Building, most: int, short: Mapping[str, int] = NOT_SHORT
) -> Ask:
    """Return the question for the cubes; the mix is the player's choice, the number is not (RH-34, RH-37).

    ``short`` are the colours reported as short in this step, with the cubes placed of each: the question is about the
    other colours (RH-A14, RH-A15). Once a colour has run out, others soon follow, so the choices for that are shown
    next to the step.
    """
    plot = district.plot_of(building)
    yours, left = mix_is_yours(town, building, most, short), most - sum(short.values())
    gone = tuple(sorted(town.out.union(short)))
    shape, test = cubes_form(tuple(reachable(town, building, short).items()), left, gone, yours)
    where: dict[str, Any] = {"plot": plot, "district": town.number_of(district)}
    text = (
        n_(
            "Which other cubes go on the building on plot {plot} of district {district}? Choose {n} more.",
            "Which other cubes go on the building on plot {plot} of district {district}? Choose {n} more.",
            left,
            **where,
        )
        if short
        else _(
            "Which cubes go on the building on plot {plot} of district {district}? Choose {n} in all.", n=left, **where
        )
    )
    return Ask(
        "player" if yours else "table",
        "cubes",
        text,
        shape,
        "RH-34" if most == FIRST_CUBES else "RH-37",
        "RH-A14",
        test=test if yours else None,
        label=partial(line_of_cubes, yours, shape),
        about={"most": left, "short": list(short), "along": bool(gone)},
        unless=None if yours else SHORT,
        shows=partial(plot_looked_at, town, district, plot),
    )


def short_of_others(
    town: Town, district: District, building: Building, most: int, answer: dict[str, Any]
) -> Script[dict[str, Any]]:
    """Ask for the remaining cubes after one colour was reported as short; another may be short too (RH-A14).

    The mix of the remaining colours is the player's choice (RH-34).
    """
    short: dict[str, int] = {}
    while colour := answer.get(SHORT_OF_ONE):
        short[colour] = answer[colour]
        if not reachable(town, building, short):
            return {**short, "out": {*town.out, *short}}
        yours = mix_is_yours(town, building, most, short)
        answer = yield from (ask if yours else granted)(
            partial(cubes_question, town, district, building, most, dict(short))
        )
    fell = set() if yours else fell_short(town, building, most - sum(short.values()), answer)
    return {**answer, **short, "out": {*answer["out"], *fell, *short}}


def fell_short(town: Town, building: Building, most: int, answer: dict[str, Any]) -> set[str]:
    """Return the colours of which fewer cubes were placed than possible: they have run out (RH-A14)."""
    reach = reachable(town, building)
    return {colour for colour, n in reach.items() if colour in answer and answer[colour] < min(n, most)}


SHORT = _("the supply has fewer of these cubes, or these were the last of a colour")


@lru_cache(maxsize=2048)
def cubes_form(
    reach: tuple[tuple[str, int], ...], most: int, out: tuple[str, ...], yours: bool = True
) -> tuple[Form, Callable[[dict[str, Any]], None]]:
    """Return the form for the cubes, and the function that checks the whole answer."""
    fields = []
    placing = Group(_("Cubes to place"), adds=True, total=min(most, sum(n for _colour, n in reach)))
    left = most
    for colour, n in reach:
        preset = min(n, left)
        shape = Number(0, n if yours else preset)
        fields.append(Field(colour, MATERIALS[colour], shape, preset, group=placing, piece=CUBES[colour]))
        left -= preset
    fields.append(ran_out(NOW_OUT, out, folded=yours))
    short = tuple(short_answers(reach, most, out))
    return Form(fields, short, rare=SHORT_OF), lambda answer: right_number(answer, reach, most, out)


def short_answers(reach: Sequence[tuple[str, int]], most: int, out: Sequence[str]) -> Iterator[Option]:
    """Yield a shortcut for each number of cubes that one colour may have left; others fill up (RH-A14)."""
    for colour, n in reach:
        for there in range(0 if colour in out else min(n, most) + 1):
            answer: dict[str, Any] = {}
            left = most
            for other, wanted in reach:
                answer[other] = min(there if other == colour else wanted, left)
                left -= answer[other]
            if answer[colour] == there:
                label = _("{colour}: only {n}", colour=MATERIALS[colour], n=there)
                piece = Piece("cube", MATERIALS[colour], colour, count=there)
                value = {**answer, "out": [*out, colour], SHORT_OF_ONE: colour}
                yield Option(f"{colour}-{there}", label, value, piece)


SHORT_OF_ONE = "short"
SHORT_OF = Group(_("The supply has only …"), folded=True)
NOW_OUT = _("colours that have now run out in the supply")


def right_number(
    answer: dict[str, Any], reach: Sequence[tuple[str, int]], most: int, out_before: Collection[str]
) -> None:
    """Raise BadAnswer unless the cubes are as many as limit, plan and supply allow (RH-A14, RH-A15)."""
    placed = sum(answer[colour] for colour, _n in reach)
    newly_out = [colour for colour in answer["out"] if colour not in out_before]
    expected = min(most, sum(answer[colour] if colour in newly_out else n for colour, n in reach))
    if placed != expected:
        raise BadAnswer(
            n_(
                "{n} cube must go on the building, not {placed}. If the supply was short, select the "
                "colour that has run out.",
                "{n} cubes must go on the building, not {placed}. If the supply was short, select "
                "the colour that has run out.",
                expected,
                placed=placed,
            )
        )


def score_plot(town: Town, plot: Plot, building: Building, bonus: int) -> Script[None]:
    """Score the VP that the plot shows for this type (RH-32, RH-A23)."""
    building.bonus = bonus
    town.mayor.vp += bonus
    yield Do(
        _(
            "The Mayor scores {vp} VP, which plot {plot} shows for {building}; his VP marker moves to {total}.",
            plot=plot,
            vp=bonus,
            building=BUILDINGS[building.type],
            total=town.mayor.vp,
        ),
        "RH-32",
        "RH-A23",
        "RH-D6",
        shows=partial(track_moved, HIS_TOKEN, town.mayor.vp - bonus, town.mayor.vp),
    )


RULES_OF_CUBES = {
    (True, False): ("RH-33",),
    (True, True): ("RH-33", "RH-34"),
    (False, False): ("RH-37",),
    (False, True): ("RH-37",),
}
"""The rules behind the placed cubes, by two facts: a new plan, and a mix chosen by the player."""


def tell_cubes(
    number: int, plot: Plot, placed: dict[str, int], rules: tuple[str, ...], shows: Showing, told: bool
) -> Script[None]:
    """Announce the cubes to place, or that the supply has none."""
    if placed:
        text = _(
            "Put cubes on the building on plot {plot} of district {n}: {cubes}.",
            plot=plot,
            n=number,
            cubes=Counts(MATERIALS, placed),
        )
        yield cited(Do(text, shows=shows, told=told), rules)
    else:
        yield Say(_("The supply has no cubes that the building requires: place nothing."), "RH-A14")


def finish(town: Town, number: int, plot: Plot, building: Building, first: bool, told: bool) -> Script[None]:
    """Score a completed building at 1 VP for each of its cubes, or report what it lacks (RH-35, RH-38, RH-40).

    The Mayor gets nothing else for it (RH-36, RH-39).
    """
    missing = building.missing
    if missing:
        left = Counts(MATERIALS, missing)
        rule = "RH-33" if first else "RH-40"
        yield Say(_("The building is not complete yet; it still needs {cubes}.", cubes=left), rule, told=told)
        return
    building.complete = True
    town.mayor.vp += building.size
    yield WHY_SCORED[first]
    yield NOT_FOR_HIM[first]
    yield Do(
        n_(
            "The building on plot {plot} of district {district} is complete: put his ownership marker on top. "
            "The Mayor scores {n} VP for its cube; his VP marker moves to {total}.",
            "The building on plot {plot} of district {district} is complete: put his ownership marker on top. "
            "The Mayor scores {n} VP, 1 for each cube; his VP marker moves to {total}.",
            building.size,
            district=number,
            plot=plot,
            total=town.mayor.vp,
        ),
        "RH-35" if first else "RH-38",
        "RH-A21",
        shows=partial(track_moved, HIS_TOKEN, town.mayor.vp - building.size, town.mayor.vp),
    )


SCORED_TEXT = _("The building has all its cubes: it scores 1 VP for each.")
WHY_SCORED = {True: Because(SCORED_TEXT, "RH-35"), False: Because(SCORED_TEXT, "RH-38")}
NOT_FOR_HIM_TEXT = _("The Mayor does not get the workers and VP printed on the plan.")
NOT_FOR_HIM = {
    True: Because(NOT_FOR_HIM_TEXT, "RH-36", "RH-A29"),
    False: Because(NOT_FOR_HIM_TEXT, "RH-39", "RH-A29"),
}
