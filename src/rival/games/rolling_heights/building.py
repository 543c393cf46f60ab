"""The Mayor's construction: step A takes and places a plan, step B adds cubes until the building is complete."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from rival.games.rolling_heights.market import (
    CUBE_PIECES,
    describe_exhausted_colours,
    make_exhausted_field,
    remove_from_row,
    update_supply,
)
from rival.games.rolling_heights.mayor import choose_plan_position, find_adjacent_plots, find_candidate_plots
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
from rival.games.rolling_heights.views import (
    MAYOR_MARKER,
    get_district_id,
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
    Do,
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
    Text,
    _,
    ask,
    assume,
    make_option,
    n_,
)
from rival.kernel.steps import set_citations
from rival.kernel.views import HighlightFactory

NO_SHORTAGE: Mapping[str, int] = {}
MAX_FIRST_CUBES = 3
MAX_LATER_CUBES = 12

# --- step A: take, place, start -------------------------------------------------------------------------------


def choose_plan_level(district: District) -> int:
    """Return the level of the next plan: 2 if the Mayor completed a building in the district (RH-23, RH-D2)."""
    return 2 if any(building.complete for building in district.buildings.values()) else 1


def start_building(town: Town, number: int) -> Script[bool]:
    """Take a plan for free, place it and put the first cubes on it (RH-22 to RH-36).

    Return False if the row has no plan.
    """
    district = town.districts[number]
    assert district is not None
    yield Because(_("The Mayor has no unfinished building in district {n}: step A.", n=number), "RH-21")
    level = choose_plan_level(district)
    yield PLAN_LEVEL_REASONS[level]
    building = yield from take_plan(town, level, number)
    if building is None:
        return False
    placed = yield from place_plan(town, district, building)
    if placed is not None:
        yield from place_cubes(town, district, building, MAX_FIRST_CUBES, placed, is_covered_by_question=bool(placed))
    return True


PLAN_LEVEL_REASONS = {
    1: Because(_("The Mayor has no completed building in this district: he takes a plan of level 1."), "RH-23"),
    2: Because(_("The Mayor has a completed building in this district: he takes a plan of level 2."), "RH-23"),
}


# --- taking a plan --------------------------------------------------------------------------------------------


def take_plan(town: Town, level: int, die: int) -> Script[Building | None]:
    """Take the plan that the die points at and ask what it shows; None if the row is empty (RH-22 to RH-26)."""
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
    yield from collect_wild_tokens(town, plan["wild"])
    remove_from_row(town, level, [position])
    town.taken[level].append(position)
    if target_position == 3:
        yield from place_wild_tokens(town, level, position - 1)
    yield make_refill_step(town, level)
    needs = {colour: plan[colour] for colour in COLOURS if plan[colour]}
    town.add_known_plan(level, {"type": plan["type"], **needs})
    return Building(level, plan["type"], needs, dict.fromkeys(needs, 0))


PLAN_POSITION_REASONS = {
    1: Because(_("On a 1 or 2 the Mayor takes the first plan of the row."), "RH-24"),
    2: Because(_("On a 3 or 4 the Mayor takes the second plan of the row, and no wild token is placed."), "RH-25"),
    3: Because(
        _("On a 5 or 6 the Mayor takes the third plan of the row, and each plan before it gets a wild token."), "RH-26"
    ),
}


def describe_empty_row(town: Town, level: int) -> Text:
    """Return the message that a market row is empty."""
    if town.options.empty_row == "reroll":
        return _("The level {level} row is empty: the die is rolled again.", level=level)
    return _("The level {level} row is empty: this roll has no effect.", level=level)


def make_refill_step(town: Town, level: int) -> Do | Say:
    """Return the step that moves the row up and refills it, as long as there are plans left (RH-17, RH-A25)."""
    if not town.plans[level]:
        return Say(_("The level {level} row is empty now.", level=level), "RH-17", "RH-A25")
    text = (
        _("Move the level {level} row up and refill it.", level=level)
        if town.plans[level] == ROW_LENGTH
        else _("Move the level {level} row up; there is no plan left to refill it with.", level=level)
    )
    highlight = partial(highlight_refilled_row, level, tuple(town.rows[level]), town.plans[level])
    return Do(text, "RH-17", "RH-A25", "RH-A26", highlight=highlight)


def record_row_length(town: Town, level: int, target_position: int) -> Script[None]:
    """Store how many plans the market row has (RH-A11, RH-A12)."""
    answer = yield from assume(lambda: make_row_question(town, level, target_position))
    plan_count: int = answer["plans"]
    if plan_count < target_position:
        town.shorten_row(level, plan_count)
    elif town.plans[level] < target_position:
        town.plans[level] = ROW_LENGTH


def announce_plan(town: Town, level: int, position: int, target_position: int) -> Script[None]:
    """Announce which plan of the market row the Mayor takes (RH-A11)."""
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
        _("Take plan {k} of the level {level} row for the Mayor, for free.", k=position, level=level),
        "RH-22",
        "RH-A9",
        highlight=partial(highlight_taken_plan, level, town.rows[level][:position]),
    )


def make_row_question(town: Town, level: int, target_position: int) -> Ask:
    """Return the question about the number of plans in a market row."""
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
    """Return the entered number of plans in a market row as text."""
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
    """Return the fields for a plan in the market: its print, and the wild tokens on it."""
    return *make_printed_fields(), Field("wild", _("wild tokens on the plan"), Number(0, 30), wild, keyword=_("wild"))


@lru_cache
def make_printed_fields() -> tuple[Field, ...]:
    """Return the fields for what is printed on a plan: its type, and the cubes that it requires."""
    return (
        Field("type", _("type of the building"), BUILDING_TYPE_ANSWER, is_required=True, keyword=_("type")),
        *(
            Field(name, label, Number(0, 60), 0, group=REQUIRED_CUBES_GROUP, piece=CUBE_PIECES[name])
            for name, label in MATERIALS.items()
        ),
    )


def suggest_plans(town: Town, level: int) -> list[Suggestion]:
    """Suggest the known plans of a level, by type and number of cubes.

    Plans that equal one already built come last.
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
    """Return the suggestion that fills the form with a known plan."""
    plan_data = dict(plan)
    return Suggestion(
        format_plan(plan_data),
        {"type": plan_data["type"], **dict.fromkeys(COLOURS, 0), **get_required_cubes(plan_data)},
    )


def format_plan(plan: PlanData) -> Text:
    """Return the text for a plan: its type and the cubes that it requires."""
    return _(
        "{type}: {cubes}", type=BUILDING_TYPES[plan["type"]], cubes=CountedNames(MATERIALS, get_required_cubes(plan))
    )


def get_required_cubes(plan: PlanData) -> dict[str, int]:
    """Return the cubes that a plan requires, by material."""
    return {name: plan[name] for name in COLOURS if plan.get(name)}


BUILDING_TYPE_ANSWER = Choice(
    [make_option(name, text, piece=Piece(name, text)) for name, text in BUILDING_TYPES.items()]
)
REQUIRED_CUBES_GROUP = FieldGroup(_("Required cubes"), shows_sum=True)


def describe_plan(wild: int, answer: Mapping[str, Any]) -> Text:
    """Describe what the plan shows, for the history."""
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
    """Raise BadAnswerError if a plan requires no cubes."""
    if not any(answer[colour] for colour in COLOURS):
        raise BadAnswerError(_("A plan requires at least one cube: enter how many of each material."))


def collect_wild_tokens(town: Town, token_count: int) -> Script[None]:
    """Give the Mayor the wild tokens on his plan (RH-A10, RH-A27)."""
    if token_count:
        town.mayor.wild += token_count
        yield Do(
            n_(
                "The Mayor takes the wild token from the plan.",
                "The Mayor takes the {n} wild tokens from the plan.",
                token_count,
            ),
            "RH-A10",
            "RH-A27",
            highlight=highlight_mayor_tokens,
        )


def place_wild_tokens(town: Town, level: int, plan_count: int) -> Script[None]:
    """Put a wild token on each plan before the Mayor's, as long as the supply has any (RH-26, RH-A13).

    ``plan_count`` is the number of these plans; in a short row it may be 0 (RH-A11).
    """
    if not plan_count:
        yield Because(_("There is no plan before the Mayor’s plan, so no wild token is placed."), "RH-A11")
        return
    answer = yield from assume(lambda: make_wild_supply_question(plan_count))
    tokens: int = answer["tokens"]
    for place in range(tokens):
        town.rows[level][place] += 1
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


@lru_cache
def make_wild_supply_question(token_count: int) -> Ask:
    """Return the question for the wild tokens in the supply; by default there are enough."""
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


# --- placement ------------------------------------------------------------------------------------------------


def place_plan(town: Town, district: District, building: Building) -> Script[dict[str, Any] | None]:
    """Place a plan next to the Mayor's buildings if possible, otherwise near the centre (RH-27 to RH-30).

    The player chooses between equal plots. Return the answer, which may hold the first cubes too; None if no plot is
    left for this plan (RH-A28).
    """
    forbidden: set[Plot] = set()
    while plots := list_candidate_plots(town, district, forbidden):
        answer: Any = {}
        if has_open_question(town, district, building, plots):
            answer = yield from ask(lambda: make_placement_question(town, district, building, forbidden))
            if answer is None:
                continue
        else:
            yield from explain_candidates(district, plots, forbidden)
            answer = {} if (yield from assume(make_plan_allowed_question)) else NOWHERE_ID
        plots = list_candidate_plots(town, district, forbidden)
        if answer == NOWHERE_ID:
            forbidden.update(plots)
            continue
        plot = answer.get("plot", plots[0])
        known_bonus = district.get_bonus(plot, building.type)
        bonus = answer.get("bonus", 0) if known_bonus is None else known_bonus
        if known_bonus is None:
            district.learn_bonus(plot, building.type, bonus)
        if not bonus:
            no_bonus_text = _(
                "Plot {plot} shows no VP for {building}.", plot=plot, building=BUILDING_PHRASES[building.type]
            )
            yield Because(no_bonus_text, "RH-32", "RH-A28")
        district.buildings[plot] = building
        yield Do(
            _(
                "Place the plan on plot {plot} of district {n}, with the Mayor’s ownership marker. He pays nothing.",
                plot=plot,
                n=town.find_district_number(district),
            ),
            "RH-31",
            "RH-33",
            "RH-A21",
            highlight=partial(highlight_placed_plan, town, district, plot, building, building.type),
            is_covered_by_question=bool(answer),
        )
        if bonus:
            yield from score_plot(town, plot, building, bonus)
        return answer  # type: ignore[no-any-return]
    yield Say(_("There is no plot left for this plan: put it aside. The roll is over."), "RH-A28")
    return None


NOWHERE_ID = "nowhere"


def list_candidate_plots(town: Town, district: District, forbidden: Collection[Plot]) -> list[Plot]:
    """Return the plots that the rules allow for the next plan, column by column (RH-27, RH-28, RH-30)."""
    occupied = district.yours.union(forbidden)
    size, measure = (district.width, district.height), town.options.centre_distance
    allowed = find_candidate_plots(district.land, occupied, district.buildings, *size, measure)
    return [plot for plot in district.empty_plots if plot in allowed]


def explain_candidates(district: District, plots: Sequence[Plot], forbidden: Collection[Plot]) -> Iterator[Because]:
    """Yield the rules that limit the choice to these plots (RH-A5)."""
    if forbidden:
        yield Because(
            _("The rules forbid this plan on these plots: {plots}.", plots=JoinedText(sorted(forbidden))), "RH-A28"
        )
    is_only_plot = len(district.empty_plots) == 1
    cites: tuple[str, ...]
    if find_adjacent_plots(plots, district.buildings):
        text, cites = N_("Empty land next to a building of the Mayor: {plots}."), ("RH-28", "RH-A5", "RH-A6")
    elif district.buildings:
        text = N_("No empty land is next to a building of the Mayor. Empty land nearest to the centre: {plots}.")
        cites = ("RH-30", "RH-A4")
    else:
        text, cites = N_("Empty land nearest to the centre of the district: {plots}."), ("RH-27", "RH-A4")
    if is_only_plot:
        text = N_("Only plot {plots} is empty.")
    yield set_citations(Because(_(text, plots=JoinedText(plots))), cites)


def has_open_question(town: Town, district: District, building: Building, plots: Sequence[Plot]) -> bool:
    """Return whether the player has to choose a plot or cubes, or enter a bonus (RH-29, RH-32, RH-34)."""
    if not plots:
        return False
    has_mix = can_choose_materials(town, building, MAX_FIRST_CUBES)
    return len(plots) > 1 or has_mix or bool(find_unknown_bonuses(district, building, plots))


def make_placement_question(
    town: Town, district: District, building: Building, forbidden: Collection[Plot]
) -> Ask | None:
    """Return one question for the plot, its bonus and the first cubes (RH-29, RH-34).

    Return None if there is nothing to enter.
    """
    plots = list_candidate_plots(town, district, forbidden)
    if not has_open_question(town, district, building, plots):
        return None
    unknown_plots = find_unknown_bonuses(district, building, plots)
    fields: list[Field] = []
    if len(plots) > 1:
        plot_answer = Choice(lambda: [make_district_plot_option(plot) for plot in plots])
        view_id = get_district_id(town.find_district_number(district))
        fields.append(Field("plot", _("plot"), plot_answer, is_required=True, tap_targets=view_id))
    if unknown_plots:
        label = make_bonus_label(building, plots, unknown_plots)
        fields.append(Field("bonus", label, Number(0, MAX_BONUS), 0, keyword=_("bonus")))
    has_mix = can_choose_materials(town, building, MAX_FIRST_CUBES)
    cubes, test = make_cubes_form(
        tuple(count_available_cubes(town, building).items()), MAX_FIRST_CUBES, tuple(sorted(town.out)), has_mix
    )
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
            make_placement_text(town.find_district_number(district), plots, has_mix, cubes),
            Form(fields, [*shortage_options, nowhere_option], shortcut_group=SHORTAGE_GROUP),
            label=partial(describe_placement, plots, unknown_plots, cubes, tuple(fields)),
            because=tuple(explain_candidates(district, plots, forbidden)),
            extra_check=(lambda answer: None if answer == NOWHERE_ID else test(answer)) if has_mix else None,
            metadata={"most": MAX_FIRST_CUBES},
            highlight=partial(highlight_plot, town, district, plots[0]) if len(plots) == 1 else None,
        ),
        (*cites, "RH-A28"),
    )


FORBIDDEN_LABEL = _("the rules forbid the plan on this plot")
ALL_FORBIDDEN_LABEL = _("the rules forbid the plan on all these plots")


def make_bonus_label(building: Building, plots: Sequence[Plot], unknown_plots: Sequence[Plot]) -> Text:
    """Return the label for the bonus field, which names the plots with unknown bonuses if others are known."""
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
    plots: Sequence[Plot], unknown_plots: Sequence[Plot], form: Form, fields: Sequence[Field], answer: Any
) -> Text:
    """Describe the plot, its bonus and its first cubes for the history."""
    if answer == NOWHERE_ID:
        return _("The rules forbid this plan on these plots: {plots}.", plots=JoinedText(plots))
    answer = expand_answer(form, answer)
    if SHORT_COLOUR_KEY in answer:
        return describe_shortage(answer, fields)
    sentences: list[Text] = []
    cubes, plot = CountedNames(MATERIALS, get_answer_cubes(fields, answer)), Name(answer.get("plot", str(plots[0])))
    if "plot" in answer:
        template = N_("You choose plot {plot} and these cubes: {cubes}.")
        sentences.append(_(template if cubes.counts else N_("You choose plot {plot}."), plot=plot, cubes=cubes))
    elif cubes.counts:
        sentences.append(_("You choose these cubes: {cubes}.", cubes=cubes))
    if str(plot) in map(str, unknown_plots):
        vp = COUNT_ANSWER.validate(answer.get("bonus", 0))
        sentences.append(
            _("The plot shows {vp} VP for the building.", vp=vp) if vp else _("The plot shows no VP for the building.")
        )
    return JoinedText([*sentences, *describe_newly_exhausted_colours(fields, answer)], " ")


def describe_cubes(has_mix: bool, form: Form, answer: Any) -> Text:
    """Describe for the history which cubes you chose, or which the supply still had."""
    fields, answer = form.fields, expand_answer(form, answer)
    if SHORT_COLOUR_KEY in answer:
        return describe_shortage(answer, fields)
    cubes, sentences = get_answer_cubes(fields, answer), describe_newly_exhausted_colours(fields, answer)
    counts = CountedNames(MATERIALS, cubes) if any(cubes.values()) else _("none")
    if has_mix:
        sentences.insert(0, _("You choose these cubes: {cubes}.", cubes=counts))
    elif any(cubes[field.name] != field.default for field in fields if field.name in cubes):
        sentences.insert(0, _("The supply has only these cubes for the building: {cubes}.", cubes=counts))
    return JoinedText(sentences or [_("The supply has enough cubes for the building.")], " ")


def describe_shortage(answer: Mapping[str, Any], fields: Sequence[Field]) -> Text:
    """Describe what the supply still had of a colour that ran short."""
    colour = answer[SHORT_COLOUR_KEY]
    cubes = {colour: answer[colour]}
    sentences = (
        [_("The supply has only these cubes for the building: {cubes}.", cubes=CountedNames(MATERIALS, cubes))]
        if cubes[colour]
        else []
    )
    return JoinedText([*sentences, *describe_newly_exhausted_colours(fields, answer)], " ")


def expand_answer(form: Form, answer: Any) -> Mapping[str, Any]:
    """Return the answer as a mapping, with a shortcut replaced by the values it stands for."""
    expanded: Mapping[str, Any] = answer if isinstance(answer, dict) else form.validate(answer)
    return expanded


def get_answer_cubes(fields: Sequence[Field], answer: Mapping[str, Any]) -> dict[str, int]:
    """Return the cubes of an answer by material, with the defaults of fields that it leaves out."""
    return {
        field.name: COUNT_ANSWER.validate(answer.get(field.name, field.default))
        for field in fields
        if field.name in MATERIALS
    }


def describe_newly_exhausted_colours(fields: Sequence[Field], answer: Mapping[str, Any]) -> list[Text]:
    """Return sentences about the colours that ran out with this answer."""
    exhausted_before = [colour for field in fields if field.name == "out" for colour in field.default]
    return describe_exhausted_colours([colour for colour in answer.get("out", ()) if colour not in exhausted_before])


def make_placement_text(number: int, plots: Sequence[Plot], has_mix: bool, cubes: Form) -> Text:
    """Return the text of the question for a placement (RH-29, RH-31, RH-33).

    It contains every instruction, so that no further step is needed once the player has answered.
    """
    default_cubes = {field.name: field.default for field in cubes.fields if field.name in MATERIALS}
    arguments: dict[str, Any] = {
        "district": number,
        "plot": plots[0],
        "n": MAX_FIRST_CUBES,
        "cubes": CountedNames(MATERIALS, default_cubes),
    }
    if len(plots) == 1:
        return _(SINGLE_PLOT_TEXTS[has_mix, bool(default_cubes)], **arguments)
    return _(PLOT_CHOICE_TEXTS[has_mix, bool(default_cubes)], **arguments)


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
    """Return the option for a plot within a known district."""
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
    """Return the question whether the rules allow the plan on its plot; by default they do."""
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


# --- cubes and completion -------------------------------------------------------------------------------------


def continue_building(town: Town, district: District, building: Building) -> Script[None]:
    """Add up to 12 cubes to the unfinished building: step B (RH-37 to RH-40)."""
    arguments: dict[str, Any] = {
        "plot": district.find_building_plot(building),
        "n": town.find_district_number(district),
    }
    yield Because(
        _(
            "The Mayor has an unfinished building on plot {plot} of district {n}: step B, he takes no plan.",
            **arguments,
        ),
        "RH-20",
    )
    answer: dict[str, Any] = {}
    if can_choose_materials(town, building, MAX_LATER_CUBES):
        answer = yield from ask(lambda: make_cubes_question(town, district, building, MAX_LATER_CUBES))
    yield from place_cubes(town, district, building, MAX_LATER_CUBES, answer, is_covered_by_question=bool(answer))


def place_cubes(
    town: Town,
    district: District,
    building: Building,
    max_cubes: int,
    answer: dict[str, Any],
    is_covered_by_question: bool,
) -> Script[None]:
    """Put as many required cubes on a building as the limit and the supply allow (RH-33 to RH-40).

    ``answer`` holds the cubes if the player has entered them; without a choice of cubes nothing is asked.
    ``is_covered_by_question``: the question contained the instruction already.
    """
    is_new_plan, is_chosen = max_cubes == MAX_FIRST_CUBES, "out" in answer
    if not is_chosen:
        answer = {"out": town.out}
        if count_available_cubes(town, building):
            yield CUBE_LIMIT_REASONS[max_cubes]
            answer = yield from assume(lambda: make_cubes_question(town, district, building, max_cubes))
    else:
        yield CUBE_LIMIT_REASONS[max_cubes]
    if SHORT_COLOUR_KEY in answer:
        is_covered_by_question = False
        answer = yield from ask_remaining_cubes(town, district, building, max_cubes, answer)
    elif not is_chosen:
        answer = {**answer, "out": {*answer["out"], *find_short_colours(town, building, max_cubes, answer)}}
    plot = district.find_building_plot(building)
    placed = {colour: answer[colour] for colour in building.needs if answer.get(colour)}
    for colour, n in placed.items():
        building.cubes[colour] += n
    town.placed.update(placed)
    highlight = partial(
        highlight_placed_cubes, town, district, plot, building, building.type, dict(building.cubes), placed
    )
    number = town.find_district_number(district)
    yield from announce_cubes(
        number, plot, placed, CUBE_RULES[is_new_plan, is_chosen], highlight, is_covered_by_question
    )
    yield from finish_building(town, number, plot, building, is_new_plan, is_covered_by_question)
    yield from update_supply(town, set(answer["out"]), "RH-A16")


CUBE_LIMIT_REASONS = {
    MAX_FIRST_CUBES: Because(_("Up to 3 of the required cubes go on a new plan."), "RH-33", "RH-A15"),
    MAX_LATER_CUBES: Because(_("Up to 12 of the missing cubes go on an unfinished building."), "RH-37", "RH-A15"),
}


def find_unknown_bonuses(district: District, building: Building, plots: Sequence[Plot]) -> list[Plot]:
    """Return the plots whose bonus for this building is unknown (RH-32)."""
    return [plot for plot in plots if district.get_bonus(plot, building.type) is None]


def count_available_cubes(town: Town, building: Building, short_colours: Collection[str] = ()) -> dict[str, int]:
    """Return the cubes that the building lacks and the supply still has, by material (RH-A14).

    ``short_colours`` are colours reported as short in this step.
    """
    missing = building.missing_cubes
    if not town.out and not short_colours:
        return missing
    return {colour: n for colour, n in missing.items() if colour not in town.out and colour not in short_colours}


def can_choose_materials(
    town: Town, building: Building, max_cubes: int, shortages: Mapping[str, int] = NO_SHORTAGE
) -> bool:
    """Return whether the player can choose which materials to place (RH-34, RH-37)."""
    available, left = count_available_cubes(town, building, shortages), max_cubes - sum(shortages.values())
    return len(available) > 1 and sum(available.values()) > left > 0


def make_cubes_question(
    town: Town, district: District, building: Building, max_cubes: int, shortages: Mapping[str, int] = NO_SHORTAGE
) -> Ask:
    """Return the question about which cubes the player places for the Mayor (RH-34, RH-37).

    ``shortages`` are the colours reported as short in this step, with the cubes placed of each: the question is about
    the other colours (RH-A14, RH-A15). Once a colour has run out, others soon follow, so the choices for that are shown
    next to the step.
    """
    plot = district.find_building_plot(building)
    has_mix, left = can_choose_materials(town, building, max_cubes, shortages), max_cubes - sum(shortages.values())
    exhausted = tuple(sorted(town.out.union(shortages)))
    form, check_answer = make_cubes_form(
        tuple(count_available_cubes(town, building, shortages).items()), left, exhausted, has_mix
    )
    arguments: dict[str, Any] = {"plot": plot, "district": town.find_district_number(district)}
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
        label=partial(describe_cubes, has_mix, form),
        metadata={"most": left, "short": list(shortages), "along": bool(exhausted)},
        objection=None if has_mix else SHORTAGE_OBJECTION,
        highlight=partial(highlight_plot, town, district, plot),
    )


def ask_remaining_cubes(
    town: Town, district: District, building: Building, max_cubes: int, answer: dict[str, Any]
) -> Script[dict[str, Any]]:
    """Ask for the remaining cubes after one colour was reported as short; another may be short too (RH-A14).

    The mix of the remaining colours is the player's choice (RH-34).
    """
    shortages: dict[str, int] = {}
    while colour := answer.get(SHORT_COLOUR_KEY):
        shortages[colour] = answer[colour]
        if not count_available_cubes(town, building, shortages):
            return {**shortages, "out": {*town.out, *shortages}}
        has_mix = can_choose_materials(town, building, max_cubes, shortages)
        answer = yield from (ask if has_mix else assume)(
            partial(make_cubes_question, town, district, building, max_cubes, dict(shortages))
        )
    newly_short = set() if has_mix else find_short_colours(town, building, max_cubes - sum(shortages.values()), answer)
    return {**answer, **shortages, "out": {*answer["out"], *newly_short, *shortages}}


def find_short_colours(town: Town, building: Building, max_cubes: int, answer: dict[str, Any]) -> set[str]:
    """Return the colours that must have run out, since too few of their cubes were placed (RH-A14)."""
    available = count_available_cubes(town, building)
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
    """Yield a shortcut answer for each number of cubes that one colour may have left (RH-A14)."""
    for colour, n in available:
        for supply_count in range(0 if colour in exhausted else min(n, max_cubes) + 1):
            answer: dict[str, Any] = {}
            left = max_cubes
            for other_colour, required_count in available:
                answer[other_colour] = min(supply_count if other_colour == colour else required_count, left)
                left -= answer[other_colour]
            if answer[colour] == supply_count:
                label = _("{colour}: only {n}", colour=MATERIALS[colour], n=supply_count)
                piece = Piece("cube", MATERIALS[colour], colour, count=supply_count)
                value = {**answer, "out": [*exhausted, colour], SHORT_COLOUR_KEY: colour}
                yield Option(f"{colour}-{supply_count}", label, value, piece)


SHORT_COLOUR_KEY = "short"
SHORTAGE_GROUP = FieldGroup(_("The supply has only …"), is_collapsed=True)
NEWLY_EXHAUSTED_LABEL = _("colours that have now run out in the supply")


def check_cube_count(
    answer: dict[str, Any], available: Sequence[tuple[str, int]], max_cubes: int, exhausted_before: Collection[str]
) -> None:
    """Raise BadAnswerError unless the cubes are as many as limit, plan and supply allow (RH-A14, RH-A15)."""
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


def score_plot(town: Town, plot: Plot, building: Building, bonus: int) -> Script[None]:
    """Score the VP that the plot shows for this type (RH-32, RH-A23)."""
    building.bonus = bonus
    town.mayor.vp += bonus
    yield Do(
        _(
            "The Mayor scores {vp} VP, which plot {plot} shows for {building}; his VP marker moves to {total}.",
            plot=plot,
            vp=bonus,
            building=BUILDING_PHRASES[building.type],
            total=town.mayor.vp,
        ),
        "RH-32",
        "RH-A23",
        "RH-D6",
        highlight=partial(highlight_track_move, MAYOR_MARKER, town.mayor.vp - bonus, town.mayor.vp),
    )


CUBE_RULES = {
    (True, False): ("RH-33",),
    (True, True): ("RH-33", "RH-34"),
    (False, False): ("RH-37",),
    (False, True): ("RH-37",),
}
"""The rules behind the placed cubes, by two facts: a new plan, and a mix chosen by the player."""


def announce_cubes(
    number: int,
    plot: Plot,
    placed: dict[str, int],
    rules: tuple[str, ...],
    highlight: HighlightFactory,
    is_covered_by_question: bool,
) -> Script[None]:
    """Announce the cubes to place, or that the supply has none."""
    if placed:
        text = _(
            "Put cubes on the building on plot {plot} of district {n}: {cubes}.",
            plot=plot,
            n=number,
            cubes=CountedNames(MATERIALS, placed),
        )
        yield set_citations(Do(text, highlight=highlight, is_covered_by_question=is_covered_by_question), rules)
    else:
        yield Say(_("The supply has no cubes that the building requires: place nothing."), "RH-A14")


def finish_building(
    town: Town, number: int, plot: Plot, building: Building, is_new_plan: bool, is_covered_by_question: bool
) -> Script[None]:
    """Score a completed building at 1 VP for each of its cubes, or report what it lacks (RH-35, RH-38, RH-40).

    The Mayor gets nothing else for it (RH-36, RH-39).
    """
    missing = building.missing_cubes
    if missing:
        left = CountedNames(MATERIALS, missing)
        rule = "RH-33" if is_new_plan else "RH-40"
        yield Say(
            _("The building is not complete yet; it still needs {cubes}.", cubes=left),
            rule,
            is_covered_by_question=is_covered_by_question,
        )
        return
    building.complete = True
    town.mayor.vp += building.size
    yield SCORING_REASONS[is_new_plan]
    yield IGNORED_BENEFITS_REASONS[is_new_plan]
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
        "RH-35" if is_new_plan else "RH-38",
        "RH-A21",
        highlight=partial(highlight_track_move, MAYOR_MARKER, town.mayor.vp - building.size, town.mayor.vp),
    )


SCORING_TEXT = _("The building has all its cubes: the Mayor scores 1 VP for each.")
SCORING_REASONS = {True: Because(SCORING_TEXT, "RH-35"), False: Because(SCORING_TEXT, "RH-38")}
IGNORED_BENEFITS_TEXT = _("The Mayor does not get the workers and VP printed on the plan.")
IGNORED_BENEFITS_REASONS = {
    True: Because(IGNORED_BENEFITS_TEXT, "RH-36", "RH-A29"),
    False: Because(IGNORED_BENEFITS_TEXT, "RH-39", "RH-A29"),
}
