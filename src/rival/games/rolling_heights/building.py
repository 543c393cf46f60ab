"""The Mayor's construction: step A takes and places a plan; step B adds cubes until the building is complete."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from math import sqrt
from typing import Any

from rival.games.rolling_heights.market import (
    CUBE_PIECES,
    describe_exhausted_colours,
    make_exhausted_field,
    record_exhausted_colours,
    remove_from_row,
)
from rival.games.rolling_heights.mayor import (
    choose_plan_position,
    find_adjacent_plots,
    find_candidate_plots,
    measure_distance,
)
from rival.games.rolling_heights.table import (
    BUILDING_PHRASES,
    BUILDING_TYPES,
    COLOURS,
    MATERIALS,
    MAX_BONUS,
    ROW_LENGTH,
    Building,
    CountedNames,
    District,
    PlanData,
    Plot,
    Town,
    iterate_buildings,
)
from rival.games.rolling_heights.turn_acts import (
    RollOutcome,
    RollResult,
    describe_missing_cubes,
    describe_plan_put_aside,
)
from rival.games.rolling_heights.views import (
    MAYOR_MARKER,
    get_district_id,
    highlight_completed_building,
    highlight_mayor_tokens,
    highlight_placed_cubes,
    highlight_placed_plan,
    highlight_plan,
    highlight_plot,
    highlight_refilled_row,
    highlight_taken_plan,
    highlight_track_move,
    highlight_wild_tokens,
)
from rival.kernel import (
    N_,
    Ask,
    BadAnswerError,
    Because,
    Choice,
    ComparedCandidate,
    ComparedCriterion,
    Comparison,
    ComparisonTable,
    Do,
    Exclusion,
    Field,
    FieldGroup,
    Form,
    JoinedText,
    Json,
    Name,
    Number,
    Option,
    Piece,
    Say,
    Script,
    Suggestion,
    TableChangedError,
    Text,
    _,
    ask,
    assume,
    make_option,
    n_,
)
from rival.kernel.criteria import NO_TEXT, YES_TEXT
from rival.kernel.steps import set_citations
from rival.kernel.views import HighlightFactory

NO_SHORTAGE: Mapping[str, int] = {}
MAX_FIRST_CUBES = 3
MAX_LATER_CUBES = 12

# --- step A: take, place, start --------------------------------------------------------------------------------


def choose_plan_level(district: District) -> int:
    """Return the next plan's level: 2 if the Mayor has a completed building in the district (RH-23, RH-D2)."""
    return 2 if any(building.complete for building in district.buildings.values()) else 1


def start_building(town: Town, number: int) -> Script[RollOutcome | None]:
    """Take a plan for free, place it and put the first cubes on it (RH-22 to RH-36).

    Return None if the market row has no plans.
    """
    district = town.get_district(number)
    yield explain_step_a(number)
    level = choose_plan_level(district)
    yield PLAN_LEVEL_REASONS[level]
    taken = yield from take_plan(town, level, number)
    if taken is None:
        return None
    building, wild_tokens = taken
    answer = yield from place_plan(town, district, building, number)
    if answer is None:
        return RollOutcome(describe_plan_put_aside(wild_tokens))
    _placed, ending_colours = yield from place_cubes(
        town, number, building, MAX_FIRST_CUBES, answer, is_covered_by_question=bool(answer)
    )
    return RollOutcome(RollResult(building, town.mayor.vp, wild_tokens, building.bonus), ending_colours)


@lru_cache
def explain_step_a(number: int) -> Because:
    """Return the reason for step A in a district (RH-21)."""
    return Because(_("The Mayor has no unfinished building in district {n}: he takes a new plan.", n=number), "RH-21")


PLAN_LEVEL_REASONS = {
    1: Because(_("The Mayor has no completed building in this district: he takes a plan of level 1."), "RH-23"),
    2: Because(_("The Mayor has a completed building in this district: he takes a plan of level 2."), "RH-23"),
}


# --- taking a plan ---------------------------------------------------------------------------------------------


def take_plan(town: Town, level: int, die: int) -> Script[tuple[Building, int] | None]:
    """Take the plan that the die selects, and ask what is printed on it (RH-22 to RH-26).

    Return the plan's building and the number of wild tokens on the plan; None if the row is empty.
    """
    target_position = choose_plan_position(die)
    yield PLAN_POSITION_REASONS[target_position]
    yield from record_row_length(town, level, target_position)
    plan = None
    while plan is None:
        position = min(target_position, town.plans[level])
        if not position:
            yield Say(describe_empty_row(town, level), "RH-A12")
            return None
        yield from announce_plan(town, level, position, target_position)
        plan = yield from ask(partial(make_plan_question, town, level, die, position))
    if plan["wild"]:
        yield collect_wild_tokens(town, plan["wild"])
    remove_from_row(town, level, [position])
    town.taken[level].append(position)
    if target_position == 3:
        yield from place_wild_tokens(town, level, position - 1)
    yield make_refill_step(town, level)
    needs = {colour: plan[colour] for colour in COLOURS if plan[colour]}
    town.add_known_plan(level, {"type": plan["type"], **needs})
    return Building(level, plan["type"], needs, dict.fromkeys(needs, 0)), plan["wild"]


PLAN_POSITION_REASONS = {
    1: Because(_("On a 1 or 2 the Mayor takes the first plan of the row."), "RH-24"),
    2: Because(_("On a 3 or 4 the Mayor takes the second plan of the row, and no wild token is placed."), "RH-25"),
    3: Because(_("On a 5 or 6 the Mayor takes the third plan of the row."), "RH-26"),
}


def describe_empty_row(town: Town, level: int) -> Text:
    """Return the message that a market row is empty."""
    if town.options.empty_row == "reroll":
        return _("The level {level} row is empty: the die is rolled again.", level=level)
    return _("The level {level} row is empty: this roll has no effect.", level=level)


def make_refill_step(town: Town, level: int) -> Do | Say:
    """Return the step that moves the row up and, if there are plans left, refills it (RH-17, RH-A25)."""
    plan_count = town.plans[level]
    if not plan_count:
        return Say(_("The level {level} row is empty now.", level=level), "RH-17", "RH-A25")
    highlight = partial(highlight_refilled_row, level, tuple(town.rows[level]), plan_count)
    text = describe_refill(level, plan_count == ROW_LENGTH)
    return Do(text, "RH-17", "RH-A25", "RH-A26", highlight=highlight)


@lru_cache
def describe_refill(level: int, is_full: bool) -> Text:
    """Return the instruction to move a row up and, if there are plans left, to refill it."""
    if is_full:
        return _("Move the level {level} row up and refill it.", level=level)
    return _("Move the level {level} row up; there is no plan left to refill it with.", level=level)


def record_row_length(town: Town, level: int, target_position: int) -> Script[None]:
    """Store the number of plans in the market row (RH-A11, RH-A12)."""
    answer = yield from assume(lambda: make_row_question(town, level, target_position))
    plan_count: int = answer["plans"]
    if plan_count < target_position:
        town.shorten_row(level, plan_count)
    elif town.plans[level] < target_position:
        town.plans[level] = ROW_LENGTH


def announce_plan(town: Town, level: int, position: int, target_position: int) -> Script[None]:
    """Announce which plan in the market row the Mayor takes (RH-A11)."""
    if position < target_position:
        yield Because(
            n_(
                "The row has only {n} plan: the Mayor takes it.",
                "The row has only {n} plans: the Mayor takes the last one.",
                position,
            ),
            "RH-A11",
        )
    yield Do(
        describe_taken_plan(level, position),
        "RH-22",
        "RH-A9",
        highlight=partial(highlight_taken_plan, level, town.rows[level][:position]),
    )


@lru_cache
def describe_taken_plan(level: int, position: int) -> Text:
    """Return the instruction to take a plan."""
    return _("Take plan {k} of the level {level} row for the Mayor, for free.", k=position, level=level)


def make_row_question(town: Town, level: int, target_position: int) -> Ask:
    """Return the question about the number of plans in a market row, based on what is known."""
    return make_row_length_question(level, target_position, min(target_position, town.plans[level]))


@lru_cache
def make_row_length_question(level: int, target_position: int, plan_count: int) -> Ask:
    """Return the question about the number of plans in a market row, up to a limit.

    ``plan_count`` is the default.
    """
    label = _("plans in the level {level} row (0 to {n}; {n} means {n} or more)", level=level, n=target_position)
    return Ask(
        "table",
        "row",
        _("How many plans does the level {level} row have?", level=level),
        Form([Field("plans", label, Number(0, target_position), plan_count, keyword=_("plans"))]),
        "RH-A11",
        "RH-A12",
        label=partial(describe_row_length, level, plan_count),
        metadata={"level": level},
        objection=_("the row has fewer plans, or none")
        if plan_count == target_position
        else _("the row has a different number of plans"),
    )


def describe_row_length(level: int, default_count: int, answer: Mapping[str, Any]) -> Text:
    """Return the number of plans entered for a market row as text."""
    plans = COUNT_ANSWER.validate(answer.get("plans", default_count))
    return n_("The level {level} row has {n} plan.", "The level {level} row has {n} plans.", plans, level=level)


def make_plan_question(town: Town, level: int, die: int, position: int) -> Ask | None:
    """Return the question about the plan that the Mayor takes (RH-22)."""
    if position != min(choose_plan_position(die), town.plans[level]):
        return None
    wild = town.rows[level][position - 1]
    return Ask(
        "table",
        "plan",
        _("What is printed on the plan?"),
        Form(make_plan_fields(wild), find_suggestions=lambda: suggest_plans(town, level)),
        "RH-22",
        extra_check=check_required_cubes,
        label=partial(describe_plan, wild),
        metadata={"district": die, "level": level, "position": position},
        highlight=partial(highlight_plan, level, position),
    )


@lru_cache
def make_plan_fields(wild: int) -> tuple[Field, ...]:
    """Return the fields for a plan in the market: the printed values, and the wild tokens on the plan."""
    return *make_printed_fields(), Field("wild", _("wild tokens on the plan"), Number(0, 30), wild, keyword=_("wild"))


@lru_cache
def make_printed_fields() -> tuple[Field, ...]:
    """Return the fields for the values printed on a plan: its type and the required cubes."""
    return (
        Field("type", _("type of the building"), BUILDING_TYPE_ANSWER, is_required=True, keyword=_("type")),
        *(
            Field(name, label, Number(0, 60), 0, group=REQUIRED_CUBES_GROUP, piece=CUBE_PIECES[name])
            for name, label in MATERIALS.items()
        ),
    )


def suggest_plans(town: Town, level: int) -> list[Suggestion]:
    """Suggest the known plans of a level, sorted by type and number of cubes.

    Plans equal to one that the Mayor has already built come last.
    """
    built_plans = [{"type": known_plan.type, **known_plan.needs} for _n, _plot, known_plan in iterate_buildings(town)]
    types = list(BUILDING_TYPES)
    known_plans = sorted(
        town.met[level],
        key=lambda known_plan: (
            known_plan in built_plans,
            types.index(known_plan["type"]),
            sum(get_required_cubes(known_plan).values()),
        ),
    )
    return [make_plan_suggestion(tuple(plan.items())) for plan in known_plans]


@lru_cache(maxsize=512)
def make_plan_suggestion(plan: tuple[tuple[str, Json], ...]) -> Suggestion:
    """Return the suggestion that fills in the form with a known plan."""
    plan_data = dict(plan)
    return Suggestion(
        format_plan(plan_data),
        {"type": plan_data["type"], **dict.fromkeys(COLOURS, 0), **get_required_cubes(plan_data)},
    )


def format_plan(plan: PlanData) -> Text:
    """Return a plan as text: its type and the required cubes."""
    return _(
        "{type}: {cubes}", type=BUILDING_TYPES[plan["type"]], cubes=CountedNames(MATERIALS, get_required_cubes(plan))
    )


def get_required_cubes(plan: PlanData) -> dict[str, int]:
    """Return the cubes required by a plan, by material."""
    return {name: plan[name] for name in COLOURS if plan.get(name)}


BUILDING_TYPE_ANSWER = Choice(
    [make_option(name, text, piece=Piece(name, text)) for name, text in BUILDING_TYPES.items()]
)
REQUIRED_CUBES_GROUP = FieldGroup(_("Required cubes"), shows_sum=True)


def describe_plan(wild: int, answer: Mapping[str, Any]) -> Text:
    """Describe the plan's printed values and wild tokens, for the history."""
    sentences: list[Text] = [
        _(
            "The plan shows {building}: {cubes}.",
            building=BUILDING_PHRASES[answer["type"]],
            cubes=CountedNames(MATERIALS, {colour: COUNT_ANSWER.validate(answer.get(colour, 0)) for colour in COLOURS}),
        )
    ]
    if tokens := COUNT_ANSWER.validate(answer.get("wild", wild)):
        sentences.append(n_("There is {n} wild token on the plan.", "There are {n} wild tokens on the plan.", tokens))
    return JoinedText(sentences, " ")


COUNT_ANSWER = Number(0)


def check_required_cubes(answer: dict[str, Any]) -> None:
    """Raise BadAnswerError if a plan doesn't require any cubes."""
    if not any(answer[colour] for colour in COLOURS):
        raise BadAnswerError(_("A plan requires at least one cube: enter how many of each material."))


def collect_wild_tokens(town: Town, token_count: int) -> Do:
    """Give the Mayor the wild tokens on his plan, and return the step that reports this (RH-A10, RH-A27)."""
    town.mayor.wild += token_count
    text = n_(
        "Give the Mayor the wild token from the plan: he has {total} now.",
        "Give the Mayor the {n} wild tokens from the plan: he has {total} now.",
        token_count,
        total=town.mayor.wild,
    )
    return Do(text, "RH-A10", "RH-A27", highlight=highlight_mayor_tokens)


def place_wild_tokens(town: Town, level: int, plan_count: int) -> Script[None]:
    """Put a wild token on each plan before the Mayor's, until the supply runs out (RH-26, RH-A13).

    ``plan_count`` is the number of these plans. In a short row it may be 0 (RH-A11).
    """
    if not plan_count:
        yield Because(_("There is no plan before the Mayor’s plan, so no wild token is placed."), "RH-A11")
        return
    answer = yield from assume(lambda: make_wild_supply_question(plan_count))
    tokens: int = answer["tokens"]
    for place in range(tokens):
        town.rows[level][place] += 1
    yield WILD_TOKENS_REASON
    if 0 < tokens < plan_count:
        yield Because(_("The supply has no more wild tokens."), "RH-A13")
    rules = ("RH-26", "RH-A27") if tokens == plan_count else ("RH-26", "RH-A27", "RH-A13")
    highlight = partial(highlight_wild_tokens, level, town.rows[level][:tokens])
    if tokens == 1:
        text = _("Put a wild token from the supply on the first plan of the level {level} row.", level=level)
        yield Do(text, *rules, highlight=highlight)
    elif tokens:
        yield Do(
            _(
                "Put a wild token from the supply on each of the first {n} plans of the level {level} row.",
                n=tokens,
                level=level,
            ),
            *rules,
            highlight=highlight,
        )
    else:
        yield Say(_("The supply has no wild tokens left: place no tokens."), "RH-A13")


WILD_TOKENS_REASON = Because(_("On a 5 or 6 each plan before the Mayor’s plan gets a wild token."), "RH-26")


@lru_cache
def make_wild_supply_question(token_count: int) -> Ask:
    """Return the question about the wild tokens in the supply; by default, there are enough."""
    return Ask(
        "table",
        "wild-supply",
        _("How many wild tokens does the supply have?"),
        Form(
            [Field("tokens", _("wild tokens in the supply"), Number(0, token_count), token_count, keyword=_("tokens"))]
        ),
        "RH-A13",
        label=lambda answer: _(
            "Wild tokens in the supply: {n}.", n=COUNT_ANSWER.validate(answer.get("tokens", token_count))
        ),
        objection=_("the supply has fewer wild tokens"),
    )


# --- placement -------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Placement:
    """The choice of a plot for one of the Mayor's plans.

    ``forbidden`` contains the plots that the rules forbid for this plan. ``plots`` contains the plots that the plan can
    be placed on. ``chosen`` is the plan's plot.
    """

    town: Town
    district: District
    building: Building
    number: int
    forbidden: set[Plot] = field(default_factory=set)
    plots: Sequence[Plot] = ()
    chosen: Plot | None = None

    def find_plots(self) -> None:
        """Find the plots allowed by the rules, column by column (RH-27, RH-28, RH-30)."""
        district = self.district
        allowed = find_candidate_plots(
            district.land,
            district.yours | self.forbidden if self.forbidden else district.yours,
            district.buildings,
            district.width,
            district.height,
            self.town.options.centre_distance,
        )
        self.plots = sorted(allowed)


def place_plan(town: Town, district: District, building: Building, number: int) -> Script[dict[str, Any] | None]:
    """Place a plan next to the Mayor's buildings if possible, otherwise near the centre (RH-27 to RH-30).

    The player chooses among equally good plots. Return the answer, which may include the first cubes; None if there is
    no plot left for this plan (RH-A28).
    """
    placement = Placement(town, district, building, number)
    while True:
        placement.find_plots()
        if not placement.plots:
            yield Say(_("There is no plot left for this plan: put it aside. The roll is over."), "RH-A28")
            return None
        question = make_placement_question(placement)
        answer: Any = {}
        if question is not None:
            try:
                answer = yield question
            except TableChangedError:
                continue
        else:
            yield from explain_candidates(placement)
            answer = {} if (yield from assume(make_plan_allowed_question)) else NOWHERE_ID
        if answer != NOWHERE_ID:
            yield from put_plan_on_plot(placement, answer)
            return answer  # type: ignore[no-any-return]
        placement.forbidden.update(placement.plots)


def put_plan_on_plot(placement: Placement, answer: Mapping[str, Any]) -> Script[None]:
    """Put the plan on the chosen plot, and score the plot's VP (RH-31, RH-32)."""
    town, district, building = placement.town, placement.district, placement.building
    plot = placement.chosen = answer.get("plot", placement.plots[0])
    bonus = district.get_bonus(plot, building.type)
    if bonus is None:
        bonus = answer.get("bonus", 0)
        district.learn_bonus(plot, building.type, bonus)
    if not bonus:
        yield explain_missing_bonus(plot, building.type)
    district.buildings[plot] = building
    yield Do(
        describe_placed_plan(placement.number, plot),
        "RH-31",
        "RH-33",
        "RH-A21",
        highlight=partial(highlight_placed_plan, town, district, plot, building, building.type),
        is_covered_by_question=bool(answer),
    )
    if bonus:
        yield score_plot(town, plot, building, bonus)


@lru_cache(maxsize=1024)
def explain_missing_bonus(plot: Plot, type: str) -> Because:
    """Return the reason that a plot doesn't give VP for a building type."""
    text = _("Plot {plot} shows no VP for {building}.", plot=plot, building=BUILDING_PHRASES[type])
    return Because(text, "RH-32", "RH-A28")


@lru_cache(maxsize=1024)
def describe_placed_plan(number: int, plot: Plot) -> Text:
    """Return the instruction to place a plan on its plot."""
    return _(
        "Place the plan on plot {plot} of district {n}, with the Mayor’s ownership marker. He pays nothing.",
        plot=plot,
        n=number,
    )


NOWHERE_ID = "nowhere"


# --- reasons for the choice of a plot --------------------------------------------------------------------------


def explain_candidates(placement: Placement) -> Iterator[Because]:
    """Yield the rules that limit the choice to these plots, with a table of all land plots (RH-A5)."""
    district, plots, forbidden = placement.district, placement.plots, placement.forbidden
    if forbidden:
        yield Because(
            _("The rules forbid this plan on these plots: {plots}.", plots=JoinedText(sorted(forbidden))), "RH-A28"
        )
    is_only_plot = len(plots) == 1 and len(district.yours) + len(district.buildings) + 1 == len(district.land)
    cites: tuple[str, ...]
    is_adjacent = bool(district.buildings) and bool(find_adjacent_plots(plots, district.buildings))
    if is_adjacent:
        text, cites = N_("Empty land next to a building of the Mayor: {plots}."), ("RH-28", "RH-A5", "RH-A6")
    elif district.buildings:
        text = N_("No empty land is next to a building of the Mayor. Empty land nearest to the centre: {plots}.")
        cites = ("RH-30", "RH-A4")
    else:
        text, cites = N_("Empty land nearest to the centre of the district: {plots}."), ("RH-27", "RH-A4")
    if is_only_plot:
        text = N_("Only plot {plots} is empty.")
    make_table = PlotComparison(placement, plots, is_adjacent).make_table
    sentence = describe_plots(text, tuple(plots))
    if len(plots) > 1:
        sentence, cites = JoinedText([sentence, FREE_CHOICE_TEXT], " "), (*cites, "RH-29")
    yield set_citations(Comparison(sentence, make_table=make_table), cites)


FREE_CHOICE_TEXT = _("All of them fit equally well, so you choose.")


@lru_cache(maxsize=1024)
def describe_plots(template: str, plots: tuple[Plot, ...]) -> Text:
    """Return a sentence about several plots."""
    return _(template, plots=JoinedText(plots))


class PlotComparison:
    """A district's land at the time when a plan was placed, and the criteria for choosing the plot.

    ``plots`` contains the plots allowed by the rule. If there are several, the player chooses one.
    """

    __slots__ = ("buildings", "forbidden", "is_adjacent", "placement", "plots", "yours")

    def __init__(self, placement: Placement, plots: Sequence[Plot], is_adjacent: bool) -> None:
        district = placement.district
        self.placement = placement
        self.plots = plots
        self.is_adjacent = is_adjacent
        self.yours = tuple(district.yours)
        self.buildings = tuple(district.buildings)
        self.forbidden = tuple(placement.forbidden)

    def make_table(self) -> ComparisonTable:
        """Return the empty plots with their values, and the other land plots with the reason that excludes each."""
        reasons: dict[Plot, tuple[Text, tuple[str, ...]]] = {
            **dict.fromkeys(self.yours, (_("your building is there"), ("RH-27",))),
            **dict.fromkeys(self.buildings, (_("the Mayor’s building is there"), ("RH-27",))),
            **dict.fromkeys(self.forbidden, (_("the rules forbid the plan there"), ("RH-A28",))),
        }
        exclusions = [Exclusion(Name(str(plot)), *reasons[plot]) for plot in sorted(reasons)]
        empty = sorted(self.placement.district.land.difference(reasons))
        criteria: list[ComparedCriterion] = []
        columns: list[list[Text | None]] = []
        if self.buildings:
            criteria.append(ComparedCriterion(_("next to a building of the Mayor"), ("RH-28", "RH-A6")))
            adjacent = find_adjacent_plots(empty, self.buildings)
            columns.append([YES_TEXT if plot in adjacent else NO_TEXT for plot in empty])
        if not self.is_adjacent:
            rule = "RH-30" if self.buildings else "RH-27"
            criteria.append(ComparedCriterion(_("distance from the centre, in plots"), (rule, "RH-A4")))
            columns.append([self.format_distance(plot) for plot in empty])
        winner = self.placement.chosen if len(self.plots) > 1 else self.plots[0]
        rows = [
            ComparedCandidate(Name(str(plot)), tuple(values), plot == winner)
            for plot, *values in zip(empty, *columns, strict=True)
        ]
        deciding = len(criteria) - 1 if len(self.plots) < len(empty) else None
        return ComparisonTable(criteria, rows, exclusions, deciding, "player" if len(self.plots) > 1 else None)

    def format_distance(self, plot: Plot) -> Text:
        """Return a plot's distance from the centre, with one decimal place (RH-A4)."""
        district, measure = self.placement.district, self.placement.town.options.centre_distance
        distance = measure_distance(plot, district.width, district.height, measure)
        tenths = distance * 5 if measure == "steps" else round(sqrt(distance) * 5)
        return _("{whole}.{tenths}", whole=tenths // 10, tenths=tenths % 10)


# --- the question for a placement ------------------------------------------------------------------------------


def make_placement_question(placement: Placement) -> Ask | None:
    """Return a single question for the plot, its bonus and the first cubes (RH-29, RH-32, RH-34).

    Return None if there is nothing to enter.
    """
    town, district, building, plots = placement.town, placement.district, placement.building, placement.plots
    unknown_plots = [plot for plot in plots if district.get_bonus(plot, building.type) is None]
    available = count_available_cubes(town, building)
    has_mix = can_choose_materials(available, MAX_FIRST_CUBES)
    if len(plots) == 1 and not unknown_plots and not has_mix:
        return None
    fields: list[Field] = []
    if len(plots) > 1:
        plot_answer = Choice(lambda: [make_district_plot_option(plot) for plot in plots])
        view_id = get_district_id(placement.number)
        fields.append(Field("plot", _("plot"), plot_answer, is_required=True, tap_targets=view_id))
    if unknown_plots:
        label = make_bonus_label(building, plots, unknown_plots)
        fields.append(Field("bonus", label, Number(0, MAX_BONUS), 0, keyword=_("bonus")))
    cubes, check_cubes = make_cubes_form(tuple(available.items()), MAX_FIRST_CUBES, tuple(sorted(town.out)), has_mix)
    default_cubes = tuple((field.name, field.default) for field in cubes.fields if field.name in MATERIALS)
    if has_mix:
        fields += cubes.fields
    nowhere_option = Option(NOWHERE_ID, FORBIDDEN_LABEL if len(plots) == 1 else ALL_FORBIDDEN_LABEL, NOWHERE_ID)
    shortage_options = cubes.shortcuts if has_mix and len(plots) == 1 and not unknown_plots else ()
    cites = [
        rule for rule, is_asked in (("RH-29", len(plots) > 1), ("RH-34", has_mix), ("RH-32", unknown_plots)) if is_asked
    ]
    return set_citations(
        Ask(
            "player" if has_mix or len(plots) > 1 else "table",
            "place",
            make_placement_text(placement.number, plots[0], len(plots) == 1, has_mix, default_cubes),
            Form(fields, [*shortage_options, nowhere_option], shortcut_group=SHORTAGE_GROUP),
            label=partial(describe_placement, plots, unknown_plots, available, cubes, tuple(fields)),
            because=(
                *explain_candidates(placement),
                *((NEW_PLAN_MIX_REASON, *explain_absent_cubes(town, building)) if has_mix else ()),
            ),
            extra_check=(lambda answer: None if answer == NOWHERE_ID else check_cubes(answer)) if has_mix else None,
            metadata={"most": MAX_FIRST_CUBES},
            highlight=partial(highlight_plot, town, district, plots[0]) if len(plots) == 1 else None,
        ),
        (*cites, "RH-A28"),
    )


FORBIDDEN_LABEL = _("the rules forbid the plan on this plot")
ALL_FORBIDDEN_LABEL = _("the rules forbid the plan on all these plots")


def make_bonus_label(building: Building, plots: Sequence[Plot], unknown_plots: Sequence[Plot]) -> Text:
    """Return the label for the bonus field.

    If some bonuses are known, the label names the plots with unknown bonuses.
    """
    if len(unknown_plots) == len(plots):
        return _("VP that the plot shows for {building}", building=BUILDING_PHRASES[building.type])
    return n_(
        "VP that plot {plots} shows for {building}, if you choose it",
        "VP that the plot shows for {building}, if you choose one of these: {plots}",
        len(unknown_plots),
        plots=JoinedText(unknown_plots),
        building=BUILDING_PHRASES[building.type],
    )


def describe_placement(
    plots: Sequence[Plot],
    unknown_plots: Sequence[Plot],
    available: Mapping[str, int],
    form: Form,
    fields: Sequence[Field],
    answer: Any,
) -> Text:
    """Describe the plot, its bonus and the first cubes, for the history."""
    if answer == NOWHERE_ID:
        return _("The rules forbid this plan on these plots: {plots}.", plots=JoinedText(plots))
    answer = expand_answer(form, answer)
    has_mix = can_choose_materials(available, MAX_FIRST_CUBES)
    if SHORT_COLOUR_KEY in answer:
        return JoinedText(describe_supply(has_mix, available, fields, answer), " ")
    sentences: list[Text] = []
    cubes, plot = CountedNames(MATERIALS, get_answer_cubes(fields, answer)), Name(answer.get("plot", str(plots[0])))
    if "plot" in answer:
        template = N_("You choose plot {plot} and these cubes: {cubes}.")
        sentences.append(_(template if cubes.counts else N_("You choose plot {plot}."), plot=plot, cubes=cubes))
    elif cubes.counts:
        sentences.append(_("The plan goes on plot {plot}; you choose these cubes: {cubes}.", plot=plot, cubes=cubes))
    if str(plot) in map(str, unknown_plots):
        vp = COUNT_ANSWER.validate(answer.get("bonus", 0))
        sentences.append(
            _("The plot shows {vp} VP for the building.", vp=vp) if vp else _("The plot shows no VP for the building.")
        )
    return JoinedText([*sentences, *describe_supply(has_mix, available, fields, answer)], " ")


def describe_cubes(has_mix: bool, available: Mapping[str, int], form: Form, answer: Any) -> Text:
    """Describe the cubes that the player chose or that were left in the supply, for the history."""
    fields, answer = form.fields, expand_answer(form, answer)
    sentences = describe_supply(has_mix, available, fields, answer)
    if has_mix and SHORT_COLOUR_KEY not in answer:
        cubes = get_answer_cubes(fields, answer)
        counts = CountedNames(MATERIALS, cubes) if any(cubes.values()) else _("none")
        sentences.insert(0, _("You choose these cubes: {cubes}.", cubes=counts))
    return JoinedText(sentences or [_("The supply has enough cubes for the building.")], " ")


def describe_supply(
    has_mix: bool, available: Mapping[str, int], fields: Sequence[Field], answer: Mapping[str, Any]
) -> list[Text]:
    """Return sentences about the colours that run out with this answer, before the cubes are placed.

    ``available`` contains the cubes that the building lacks, without the colours already known to have run out
    (RH-A14). If the player can't choose a mix, fewer cubes than the default mean that the supply has run out of the
    colour.
    """
    cubes = get_answer_cubes(fields, answer)
    exhausted_before = {colour for field in fields if field.name == "out" for colour in field.default}
    exhausted = [colour for colour in answer.get("out", ()) if colour not in exhausted_before]
    if not has_mix and SHORT_COLOUR_KEY not in answer:
        exhausted += [field.name for field in fields if field.name in cubes and cubes[field.name] < field.default]
    sentences: list[Text] = []
    last_colours: list[Text] = []
    absent_colours: list[str] = []
    for colour in sorted(set(exhausted), key=COLOURS.index):
        needed, left = available.get(colour, 0), cubes.get(colour, 0)
        if not needed:
            absent_colours.append(colour)
        elif left == needed:
            last_colours.append(MATERIALS[colour])
        else:
            sentences.append(describe_shortage(colour, needed, left))
    if last_colours:
        sentences.append(
            _(
                "The building gets the last cubes of: {colours}.",
                colours=JoinedText(last_colours),
            )
        )
    return [*sentences, *describe_exhausted_colours(absent_colours)]


def describe_shortage(colour: str, needed: int, left: int) -> Text:
    """Return a sentence saying that the supply has fewer cubes of a colour than the building needs."""
    arguments = {"needed": needed, "colour": MATERIALS[colour]}
    if not left:
        return _("The building needs {needed} {colour}; the supply has none.", **arguments)
    return _("The building needs {needed} {colour}; the supply has only {left}.", left=left, **arguments)


def expand_answer(form: Form, answer: Any) -> Mapping[str, Any]:
    """Return the answer as a mapping, with a shortcut replaced by the values that it represents."""
    expanded: Mapping[str, Any] = answer if isinstance(answer, dict) else form.validate(answer)
    return expanded


def get_answer_cubes(fields: Sequence[Field], answer: Mapping[str, Any]) -> dict[str, int]:
    """Return the cubes in an answer by material, with defaults for missing fields."""
    return {
        field.name: COUNT_ANSWER.validate(answer.get(field.name, field.default))
        for field in fields
        if field.name in MATERIALS
    }


@lru_cache(maxsize=1024)
def make_placement_text(
    number: int, plot: Plot, is_only_plot: bool, has_mix: bool, cubes: tuple[tuple[str, int], ...]
) -> Text:
    """Return the text of the placement question (RH-29, RH-31, RH-33).

    The text contains every instruction, so that no further step is needed after the player's answer. ``cubes`` contains
    the cubes to place if the player can't choose them.
    """
    texts = SINGLE_PLOT_TEXTS if is_only_plot else PLOT_CHOICE_TEXTS
    return _(
        texts[has_mix, bool(cubes)],
        district=number,
        plot=plot,
        n=MAX_FIRST_CUBES,
        cubes=CountedNames(MATERIALS, dict(cubes)),
    )


PLOT_CHOICE_TEXTS = {
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
SINGLE_PLOT_TEXTS = {
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
def make_district_plot_option(plot: Plot) -> Option:
    """Return the option for a plot in a known district."""
    return make_option(str(plot), value=plot)


PLAN_ALLOWED_ANSWER = Choice(
    [
        Option("allowed", _("the plan is allowed on this plot"), True),
        Option("barred", _("the rules forbid it: choose another plot"), False),
    ],
    "allowed",
)


@lru_cache
def make_plan_allowed_question() -> Ask:
    """Return the question whether the rules allow the plan on its plot; the default answer is yes."""
    return Ask(
        "table",
        "barred",
        _("Do the rules allow the plan on this plot?"),
        PLAN_ALLOWED_ANSWER,
        "RH-A28",
        label=lambda answer: (
            _("The rules allow the plan on this plot.")
            if answer == "allowed"
            else _("The rules forbid the plan on this plot.")
        ),
        objection=FORBIDDEN_LABEL,
    )


# --- cubes and completion --------------------------------------------------------------------------------------


def continue_building(town: Town, number: int, building: Building) -> Script[RollOutcome]:
    """Add up to 12 cubes to the unfinished building: step B (RH-37 to RH-40)."""
    plot = town.get_district(number).find_building_plot(building)
    yield explain_step_b(number, plot)
    answer: dict[str, Any] = {}
    if can_choose_materials(count_available_cubes(town, building), MAX_LATER_CUBES):
        yield LATER_MIX_REASON
        yield from explain_absent_cubes(town, building)
        answer = yield from ask(lambda: make_cubes_question(town, number, building, MAX_LATER_CUBES))
    placed, ending_colours = yield from place_cubes(
        town, number, building, MAX_LATER_CUBES, answer, is_covered_by_question=bool(answer)
    )
    if not placed:
        return RollOutcome(describe_missing_cubes(plot, building), ending_colours, is_idle=True)
    return RollOutcome(RollResult(building, town.mayor.vp), ending_colours)


@lru_cache(maxsize=1024)
def explain_step_b(number: int, plot: Plot) -> Because:
    """Return the reason for step B in a district (RH-20)."""
    text = _(
        "The Mayor has an unfinished building on plot {plot} of district {n}: it gets more cubes, and he takes no "
        "new plan.",
        plot=plot,
        n=number,
    )
    return Because(text, "RH-20")


def place_cubes(
    town: Town,
    number: int,
    building: Building,
    max_cubes: int,
    answer: dict[str, Any],
    is_covered_by_question: bool,
) -> Script[tuple[dict[str, int], set[str]]]:
    """Put as many required cubes on a building as the limit and the supply allow (RH-33 to RH-40).

    ``answer`` contains the cubes if the player has already entered them. If there is no choice of cubes, the player is
    not asked. ``is_covered_by_question`` means that the question already contained the instruction. Return the placed
    cubes, and the colours that ran out and triggered the end.
    """
    is_new_plan, is_chosen = max_cubes == MAX_FIRST_CUBES, "out" in answer
    if not is_chosen:
        answer = {"out": town.out}
        available = count_available_cubes(town, building)
        if available:
            yield CUBE_LIMIT_REASONS[max_cubes]
            yield from explain_absent_cubes(town, building)
            answer = yield from assume(lambda: make_cubes_question(town, number, building, max_cubes))
    elif is_new_plan:
        yield NEW_PLAN_MIX_REASON
        yield from explain_absent_cubes(town, building)
    if SHORT_COLOUR_KEY in answer:
        is_covered_by_question = False
        answer = yield from ask_remaining_cubes(town, number, building, max_cubes, answer)
    elif not is_chosen:
        answer = {**answer, "out": {*answer["out"], *find_short_colours(available, max_cubes, answer)}}
    district = town.get_district(number)
    plot = district.find_building_plot(building)
    placed = {colour: answer[colour] for colour in building.needs if answer.get(colour)}
    for colour, n in placed.items():
        building.cubes[colour] += n
    town.placed.update(placed)
    highlight = partial(
        highlight_placed_cubes, town, district, plot, building, building.type, dict(building.cubes), placed
    )
    yield announce_cubes(number, plot, placed, CUBE_RULES[is_new_plan, is_chosen], highlight, is_covered_by_question)
    if last_colours := [MATERIALS[colour] for colour in placed if colour in answer["out"] and colour not in town.out]:
        yield Say(_("These were the last cubes of the supply: {colours}.", colours=JoinedText(last_colours)), "RH-A14")
    if placed:
        yield from finish_building(town, number, plot, is_new_plan, is_covered_by_question)
    return placed, record_exhausted_colours(town, set(answer["out"]))


CUBE_LIMIT_REASONS = {
    MAX_FIRST_CUBES: Because(_("Up to 3 of the required cubes go on a new plan."), "RH-33", "RH-A15"),
    MAX_LATER_CUBES: Because(_("Up to 12 of the missing cubes go on an unfinished building."), "RH-37", "RH-A15"),
}

NEW_PLAN_MIX_REASON = Because(
    _("A new plan gets 3 of its cubes; several mixes are possible, so you choose."), "RH-33", "RH-34", "RH-A15"
)
LATER_MIX_REASON = Because(
    _("An unfinished building gets 12 of its missing cubes; several mixes are possible, so you choose."),
    "RH-37",
    "RH-A15",
)


def explain_absent_cubes(town: Town, building: Building) -> Iterator[Because]:
    """Yield as a reason for the placed cubes which others the building lacks and the supply no longer has (RH-A14)."""
    if absent := {colour: n for colour, n in building.missing_cubes.items() if colour in town.out}:
        cubes = CountedNames(MATERIALS, absent)
        yield Because(_("The building also needs {cubes}; the supply has none left.", cubes=cubes), "RH-A14")


def count_available_cubes(town: Town, building: Building, short_colours: Collection[str] = ()) -> dict[str, int]:
    """Return the cubes that the building lacks and the supply still has, by material (RH-A14).

    ``short_colours`` contains the colours reported as short in this step.
    """
    missing = building.missing_cubes
    if not town.out and not short_colours:
        return missing
    return {colour: n for colour, n in missing.items() if colour not in town.out and colour not in short_colours}


def can_choose_materials(available: Mapping[str, int], max_cubes: int) -> bool:
    """Return whether the player can choose which of the available cubes to place (RH-34, RH-37)."""
    return len(available) > 1 and sum(available.values()) > max_cubes > 0


def make_cubes_question(
    town: Town, number: int, building: Building, max_cubes: int, shortages: Mapping[str, int] = NO_SHORTAGE
) -> Ask:
    """Return the question about which cubes the player places for the Mayor (RH-34, RH-37).

    ``shortages`` contains the colours reported as short in this step, with the number of cubes placed of each. The
    question is about the other colours (RH-A14, RH-A15). Once one colour has run out, others soon follow. So the
    options for further shortages are shown next to the step.
    """
    district = town.get_district(number)
    plot = district.find_building_plot(building)
    left = max_cubes - sum(shortages.values())
    available = count_available_cubes(town, building, shortages)
    has_mix = can_choose_materials(available, left)
    exhausted = tuple(sorted(town.out.union(shortages)))
    form, check_answer = make_cubes_form(tuple(available.items()), left, exhausted, has_mix)
    arguments: dict[str, Any] = {"plot": plot, "district": number}
    text = (
        n_(
            "Which other cubes go on the building on plot {plot} of district {district}? Choose {n} more.",
            "Which other cubes go on the building on plot {plot} of district {district}? Choose {n} more.",
            left,
            **arguments,
        )
        if shortages
        else _(
            "Which cubes go on the building on plot {plot} of district {district}? Choose {n} in all.",
            n=left,
            **arguments,
        )
    )
    return Ask(
        "player" if has_mix else "table",
        "cubes",
        text,
        form,
        "RH-34" if max_cubes == MAX_FIRST_CUBES else "RH-37",
        "RH-A14",
        extra_check=check_answer if has_mix else None,
        label=partial(describe_cubes, has_mix, available, form),
        metadata={"most": left, "short": list(shortages), "along": bool(exhausted)},
        objection=None if has_mix else SHORTAGE_OBJECTION,
        highlight=partial(highlight_plot, town, district, plot),
    )


def ask_remaining_cubes(
    town: Town, number: int, building: Building, max_cubes: int, answer: dict[str, Any]
) -> Script[dict[str, Any]]:
    """Ask for the remaining cubes after a colour was reported as short, as others may be short too (RH-A14).

    The player chooses the mix of the remaining colours (RH-34).
    """
    shortages: dict[str, int] = {}
    while colour := answer.get(SHORT_COLOUR_KEY):
        shortages[colour] = answer[colour]
        available = count_available_cubes(town, building, shortages)
        if not available:
            return {**shortages, "out": {*town.out, *shortages}}
        has_mix = can_choose_materials(available, max_cubes - sum(shortages.values()))
        answer = yield from (ask if has_mix else assume)(
            partial(make_cubes_question, town, number, building, max_cubes, dict(shortages))
        )
    left = max_cubes - sum(shortages.values())
    newly_short = set() if has_mix else find_short_colours(count_available_cubes(town, building), left, answer)
    return {**answer, **shortages, "out": {*answer["out"], *newly_short, *shortages}}


def find_short_colours(available: Mapping[str, int], max_cubes: int, answer: dict[str, Any]) -> set[str]:
    """Return the colours that must have run out, because too few of the available cubes were placed (RH-A14)."""
    return {colour for colour, n in available.items() if colour in answer and answer[colour] < min(n, max_cubes)}


SHORTAGE_OBJECTION = _("the supply has fewer of these cubes, or these were the last of a colour")


@lru_cache(maxsize=2048)
def make_cubes_form(
    available: tuple[tuple[str, int], ...], max_cubes: int, exhausted: tuple[str, ...], has_mix: bool = True
) -> tuple[Form, Callable[[dict[str, Any]], None]]:
    """Return the form for the cubes, and the function that checks the whole answer."""
    fields = []
    cubes_group = FieldGroup(
        _("Cubes to place"), shows_sum=True, total=min(max_cubes, sum(n for _colour, n in available))
    )
    left = max_cubes
    for colour, n in available:
        default_count = min(n, left)
        count_answer = Number(0, n if has_mix else default_count)
        fields.append(
            Field(colour, MATERIALS[colour], count_answer, default_count, group=cubes_group, piece=CUBE_PIECES[colour])
        )
        left -= default_count
    fields.append(make_exhausted_field(NEWLY_EXHAUSTED_LABEL, exhausted, folded=has_mix))
    shortage_options = tuple(make_shortage_options(available, max_cubes, exhausted))
    return Form(fields, shortage_options, shortcut_group=SHORTAGE_GROUP), lambda answer: check_cube_count(
        answer, available, max_cubes, exhausted
    )


def make_shortage_options(
    available: Sequence[tuple[str, int]], max_cubes: int, exhausted: Sequence[str]
) -> Iterator[Option]:
    """Yield a shortcut answer for each possible number of cubes left of one colour (RH-A14)."""
    for colour, n in available:
        for supply_count in range(0 if colour in exhausted else min(n, max_cubes) + 1):
            answer: dict[str, Any] = {}
            left = max_cubes
            for other_colour, required_count in available:
                answer[other_colour] = min(supply_count if other_colour == colour else required_count, left)
                left -= answer[other_colour]
            if answer[colour] == supply_count:
                value = {**answer, "out": [*exhausted, colour], SHORT_COLOUR_KEY: colour}
                label, piece = describe_remaining_cubes(colour, supply_count)
                yield Option(f"{colour}-{supply_count}", label, value, piece)


@lru_cache
def describe_remaining_cubes(colour: str, count: int) -> tuple[Text, Piece]:
    """Return the label and picture for the last cubes of a colour."""
    label = _("{colour}: only {n}", colour=MATERIALS[colour], n=count)
    return label, Piece("cube", MATERIALS[colour], colour, count=count)


SHORT_COLOUR_KEY = "short"
SHORTAGE_GROUP = FieldGroup(_("The supply has only …"), is_collapsed=True)
NEWLY_EXHAUSTED_LABEL = _("colours that have now run out in the supply")


def check_cube_count(
    answer: dict[str, Any], available: Sequence[tuple[str, int]], max_cubes: int, exhausted_before: Collection[str]
) -> None:
    """Raise BadAnswerError unless as many cubes are placed as limit, plan and supply allow (RH-A14, RH-A15)."""
    placed = sum(answer[colour] for colour, _n in available)
    newly_exhausted = [colour for colour in answer["out"] if colour not in exhausted_before]
    expected = min(max_cubes, sum(answer[colour] if colour in newly_exhausted else n for colour, n in available))
    if placed != expected:
        raise BadAnswerError(
            n_(
                "{n} cube must go on the building, not {placed}. If the supply was short, select the "
                "colour that has run out.",
                "{n} cubes must go on the building, not {placed}. If the supply was short, select "
                "the colour that has run out.",
                expected,
                placed=placed,
            )
        )


def score_plot(town: Town, plot: Plot, building: Building, vp: int) -> Do:
    """Score the plot's VP for this building type, and return the step that reports this (RH-32, RH-A23)."""
    building.bonus = vp
    town.mayor.vp += vp
    text = _(
        "Move the Mayor’s VP marker from {was} to {total}: plot {plot} shows {vp} VP for {building}.",
        was=town.mayor.vp - vp,
        total=town.mayor.vp,
        plot=plot,
        vp=vp,
        building=BUILDING_PHRASES[building.type],
    )
    return Do(text, "RH-32", "RH-A23", "RH-D6", highlight=show_vp_gain(town, vp))


def show_vp_gain(town: Town, vp: int) -> HighlightFactory:
    """Return a function that shows the Mayor's VP marker moving by the VP just scored."""
    return partial(highlight_track_move, MAYOR_MARKER, town.mayor.vp - vp, town.mayor.vp)


CUBE_RULES = {
    (True, False): ("RH-33",),
    (True, True): ("RH-33", "RH-34"),
    (False, False): ("RH-37",),
    (False, True): ("RH-37",),
}
"""The rules for the placed cubes, by two facts: the plan is new, and the player chose the mix."""


def announce_cubes(
    number: int,
    plot: Plot,
    placed: dict[str, int],
    rules: tuple[str, ...],
    highlight: HighlightFactory,
    is_covered_by_question: bool,
) -> Do | Say:
    """Return the step that announces the cubes to place, or reports that the supply has none."""
    if not placed:
        return Say(_("The supply has no cubes that the building requires: place nothing."), "RH-A14")
    text = _(
        "Put cubes on the building on plot {plot} of district {n}: {cubes}.",
        plot=plot,
        n=number,
        cubes=CountedNames(MATERIALS, placed),
    )
    return Do(text, *rules, highlight=highlight, is_covered_by_question=is_covered_by_question)


def finish_building(
    town: Town, number: int, plot: Plot, is_new_plan: bool, is_covered_by_question: bool
) -> Script[None]:
    """Score a completed building at 1 VP per cube, or report the missing cubes (RH-35, RH-38, RH-40).

    The Mayor gets no other benefits from the building (RH-36, RH-39).
    """
    district = town.get_district(number)
    building = district.buildings[plot]
    if missing := building.missing_cubes:
        yield Say(
            _("The building is not complete yet; it still needs {cubes}.", cubes=CountedNames(MATERIALS, missing)),
            "RH-33" if is_new_plan else "RH-40",
            is_covered_by_question=is_covered_by_question,
        )
        return
    scoring_rule, ignoring_rule = ("RH-35", "RH-36") if is_new_plan else ("RH-38", "RH-39")
    building.complete = True
    yield Do(
        describe_completion(number, plot),
        scoring_rule,
        "RH-A21",
        highlight=partial(highlight_completed_building, town, district, plot, building, building.type),
    )
    town.mayor.vp += building.size
    yield IGNORED_BENEFITS_REASONS[ignoring_rule]
    yield Do(
        n_(
            "Move the Mayor’s VP marker from {was} to {total}: he scores {n} VP for the cube of the building.",
            "Move the Mayor’s VP marker from {was} to {total}: he scores {n} VP, 1 for each of the building’s {n} "
            "cubes.",
            building.size,
            was=town.mayor.vp - building.size,
            total=town.mayor.vp,
        ),
        scoring_rule,
        highlight=show_vp_gain(town, building.size),
    )


@lru_cache(maxsize=1024)
def describe_completion(number: int, plot: Plot) -> Text:
    """Return the instruction for a completed building."""
    return _(
        "Put the Mayor’s ownership marker on top: the building on plot {plot} of district {n} is complete.",
        plot=plot,
        n=number,
    )


IGNORED_BENEFITS_TEXT = _("The Mayor does not get the workers and VP printed on the plan.")
IGNORED_BENEFITS_REASONS = {rule: Because(IGNORED_BENEFITS_TEXT, rule, "RH-A29") for rule in ("RH-36", "RH-39")}
