"""Corrections of the table: editable values, invariants and undo instructions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any

from rival.games.rolling_heights.market import COLOURS_ANSWER, record_exhausted_colours
from rival.games.rolling_heights.table import (
    BUILDING_PHRASES,
    BUILDING_TYPES,
    COLOURS,
    MATERIALS,
    MAX_NAME_LENGTH,
    ROW_LENGTH,
    Building,
    CountedNames,
    District,
    DrawingState,
    Plot,
    Town,
    format_district,
    iterate_buildings,
    make_name_taken_error,
    parse_board_name,
)
from rival.games.rolling_heights.views import DRAWING_ANSWER
from rival.kernel import (
    MISSING,
    N_,
    Choice,
    EditableValue,
    FreeText,
    JoinedText,
    MultiChoice,
    Name,
    Number,
    Option,
    PackPhrase,
    Text,
    _,
    make_editable_number,
    make_editable_value,
    make_option,
    n_,
    take_snapshot,
)

# --- corrections ----------------------------------------------------------------------------------------------


def list_editable_values(town: Town) -> Iterator[EditableValue]:
    """Yield every value that the player can correct, with its label and answer type."""
    yield make_editable_number("mayor.vp", _("the Mayor’s VP"), town.mayor, "vp", minimum=None)
    yield make_editable_number("mayor.wild", _("the Mayor’s wild tokens"), town.mayor, "wild")
    yield make_editable_number("round", _("round counter"), town, "round")
    yield make_last_round_value(town)
    yield make_exhausted_value(town)
    for level, row in town.rows.items():
        plans = _("plans in the level {level} row ({n} is a full row)", level=level, n=ROW_LENGTH)
        yield EditableValue(
            f"rows.{level}.plans",
            plans,
            town.plans[level],
            Number(0, ROW_LENGTH),
            partial(correct_row_length, town, level),
        )
        for k in range(town.plans[level]):
            label = _("wild tokens on plan {k} of the level {level} row", k=k + 1, level=level)
            yield make_editable_number(f"rows.{level}.{k + 1}", label, row, k)
    for n, district in town.districts.items():
        if district is not None:
            yield from list_district_values(town, n, district)


def correct_row_length(town: Town, level: int, length: int) -> None:
    """Correct the number of plans in a row.

    Consecutive corrections all start from the tokens before the first correction, so that undoing a correction does not
    lose any tokens.
    """
    memory, state = town.rows_before_correction.get(level), town.get_row_state(level)
    before = state if memory is None or memory[1:] != (town.round, state) else memory[0]
    town.rows[level][:] = before[0]
    town.shorten_row(level, length)
    town.rows_before_correction[level] = before, town.round, town.get_row_state(level)


def make_exhausted_value(town: Town) -> EditableValue:
    """Return the exhausted colours as an editable value (RH-A32).

    The game treats an added colour as running out now, and asks in whose turn this happened. Consecutive corrections
    all start from the colours before the first correction, so that undoing a correction does not end the game.
    """

    def assign(new: list[str]) -> None:
        supply = town.supply_state
        if town.supply_before_correction is None or town.supply_before_correction[1:] != (town.round, supply):
            town.supply_before_correction = supply, town.round, supply
        before = town.supply_before_correction[0]
        town.out, town.last_round, town.end_in_doubt = set(before[0]), *before[1:]
        mark_exhausted(new)
        town.supply_before_correction = before, town.round, town.supply_state

    def mark_exhausted(new: list[str]) -> None:
        if record_exhausted_colours(town, set(new)):
            town.end_in_doubt = True
        elif town.end_in_doubt and not town.exhausted_ending_colours:
            town.last_round, town.end_in_doubt = None, False

    exhausted = [colour for colour in COLOURS if colour in town.out]
    return EditableValue("supply.out", _("colours that ran out"), exhausted, COLOURS_ANSWER, assign)


def make_last_round_value(town: Town) -> EditableValue:
    """Return the last round as an editable value; 0 means that the end has not been triggered (RH-41)."""

    def assign(new: int) -> None:
        if (new or None) != town.last_round:
            town.last_round = new or None
            town.end_in_doubt = False

    label = _("the last round (0: the end has not been triggered)")
    return EditableValue("last_round", label, town.last_round or 0, Number(0, 999), assign)


def list_district_values(town: Town, n: int, district: District) -> Iterator[EditableValue]:
    """Yield the editable values of a district and its buildings."""
    path = f"districts.{n}"

    def list_plot_options() -> Iterator[Option]:
        return (make_option(str(plot), value=plot) for plot in sorted(district.land.difference(district.buildings)))

    yield EditableValue(
        f"{path}.yours",
        _("plots of district {n} that you built on", n=n),
        partial(take_snapshot, district.yours),
        MultiChoice(list_plot_options),
        lambda new: setattr(district, "yours", set(new)),
    )
    yield EditableValue(
        f"{path}.drawing",
        _("drawing of district {n}", n=n),
        partial(format_district, district),
        DRAWING_ANSWER,
        lambda new: correct_drawing(town, n, district, new),
    )
    if district.board:
        yield EditableValue(
            f"{path}.board",
            _("name of the board in district {n}", n=n),
            district.board,
            FreeText(MAX_NAME_LENGTH),
            lambda new: rename_board(town, district, new),
        )
    for plot, building in list(district.buildings.items()):
        yield from list_building_values(f"{path}.{plot}", n, district, plot, building)


def rename_board(town: Town, district: District, name: str) -> None:
    """Rename a district's board; raise BadAnswerError if the name is not valid or already in use."""
    old_name, new_name = district.board, parse_board_name(name)
    if new_name.casefold() in {
        board.casefold() for board in [*town.boards, *town.places] if board and board != old_name
    }:
        raise make_name_taken_error(name)
    town.boards = {new_name if board == old_name else board: rows for board, rows in town.boards.items()}
    town.places = [new_name if board == old_name else board for board in town.places]
    district.board = new_name


def correct_drawing(town: Town, number: int, district: District, drawing: District) -> None:
    """Correct the drawing of a district's board.

    Consecutive corrections all start from the bonuses before the first correction, so that undoing a correction does
    not lose any bonuses.
    """
    memory, state = town.drawings_before_correction.get(number), get_drawing_state(district)
    bonuses, partly = state[-2:] if memory is None or memory[1:] != (town.round, state) else memory[0]
    redraw_district(district, drawing, bonuses, partly)
    town.drawings_before_correction[number] = (bonuses, partly), town.round, get_drawing_state(district)


def get_drawing_state(district: District) -> DrawingState:
    """Return all facts about a district that its drawing shows."""
    land, yours = district.land, frozenset(district.yours)
    return district.width, district.height, land, yours, district.bonuses.copy(), frozenset(district.partly)


def redraw_district(
    district: District, drawing: District, bonuses: Mapping[Plot, dict[str, int]], partly: Collection[Plot]
) -> None:
    """Replace the drawing of a district's board.

    ``bonuses`` and ``partly`` contain the bonuses known before. Bonuses under a building are preserved, because the new
    drawing does not show them.
    """
    district.width, district.height = drawing.width, drawing.height
    district.land, district.yours = drawing.land, drawing.yours
    hidden_plots = (drawing.yours | district.buildings.keys()) - drawing.bonuses.keys()
    known_bonuses = {**{plot: bonuses[plot] for plot in bonuses if plot in hidden_plots}, **drawing.bonuses}
    district.partly = drawing.partly | hidden_plots.intersection(partly)
    district.bonuses = {plot: known_bonuses[plot] for plot in [*bonuses, *known_bonuses] if plot in known_bonuses}


def list_building_values(
    path: str, n: int, district: District, plot: Plot, building: Building
) -> Iterator[EditableValue]:
    """Yield the editable values of one of the Mayor's buildings."""
    building_label = _("the Mayor’s building on {plot} in district {n}", plot=plot, n=n)
    type_answer = Choice(lambda: [make_option(name, text) for name, text in BUILDING_TYPES.items()])
    yield make_editable_value(
        f"{path}.type", _("type of {building}", building=building_label), building, "type", type_answer
    )

    def list_plot_options() -> Iterator[Option]:
        return (make_option(str(free_plot), value=free_plot) for free_plot in sorted({plot, *district.empty_plots}))

    def move_building(new: Plot) -> None:
        district.buildings = {
            new if old_plot == plot else old_plot: moved_building
            for old_plot, moved_building in district.buildings.items()
        }

    yield EditableValue(
        f"{path}.plot",
        _("plot of {building}", building=building_label),
        str(plot),
        Choice(list_plot_options),
        move_building,
    )
    if not building.complete:
        for colour, needed in building.needs.items():
            label = _("{colour} cubes on {building}", colour=MATERIALS[colour], building=building_label)
            yield make_editable_number(f"{path}.{colour}", label, building.cubes, colour, maximum=needed)


def find_violations(town: Town) -> Iterator[Text]:
    """Yield a message for each impossible state of the game."""
    for n, district in town.districts.items():
        if district is None:
            continue
        for plot in sorted(district.buildings.keys() - district.land):
            yield _("District {n} must have land on {plot}: the Mayor has a building there.", n=n, plot=plot)
        for plot in sorted(district.buildings.keys() & district.yours):
            yield _("Plot {plot} of district {n} can’t be yours: the Mayor has a building there.", n=n, plot=plot)
    for n, plot, building in iterate_buildings(town):
        if not building.complete and not building.missing_cubes:
            yield _(
                "This would complete the building on {plot} in district {n} without scoring it. Leave a cube out, "
                "or correct the Mayor’s VP.",
                n=n,
                plot=plot,
            )
    if town.last_round is not None and town.last_round < town.round:
        yield _("The last round can’t be before the current round ({round}).", round=town.round)
    if town.last_round is None and town.exhausted_ending_colours:
        yield _(
            "The end of the game has been triggered because a colour has run out: {colours}. "
            "First correct the colours that ran out.",
            colours=JoinedText([MATERIALS[colour] for colour in COLOURS if colour in town.exhausted_ending_colours]),
        )


# --- undo -----------------------------------------------------------------------------------------------------


def describe_undo(path: tuple[str, ...], now: Any, was: Any) -> Text | None:
    """Return the instruction that restores an earlier value on the table; None if nothing needs to be moved."""
    match path:
        case ("mayor", "vp"):
            return _("Move the Mayor’s VP marker from {now} to {was}.", now=now, was=was)
        case ("mayor", "wild"):
            return _("The Mayor’s wild tokens: change {now} back to {was}.", now=now, was=was)
        case ("round",):
            return _("Move the round counter from {now} to {was}.", now=now, was=was)
        case ("last_round",):
            return (
                _("The end of the game has not been triggered.")
                if was is None
                else _("The last round is {was}.", was=was)
            )
        case ("out",):
            colours = JoinedText([MATERIALS[colour] for colour in was]) if was else _("none")
            return _("Colours that ran out: {colours}.", colours=colours)
        case ("rows", level):
            tokens = JoinedText([Name(str(n)) for n in was[: find_last_token(now, was)]])
            return _("Wild tokens on the level {level} row, plan by plan: {tokens}.", level=level, tokens=tokens)
        case ("taken", level):
            return describe_row_undo(level, now, was)
        case ("plans", level):
            return describe_row_change(level, was)
        case ("numbers",):
            return (
                _("The numbered tokens on the districts, row by row from the top left: {was}.", was=JoinedText(was))
                if was
                else _("Take the numbered tokens off the districts.")
            )
        case ("across",):
            return _("Districts in each row of the town: {was}.", was=was)
        case ("places",):
            return describe_layout(was)
        case ("boards", name):
            return describe_drawing_change(_("Board {name}", name=PackPhrase(name)), now, was)
        case ("districts", n):
            return describe_drawing_change(_("District {n}", n=n), now, was)
        case ("districts", n, *rest):
            return describe_district_undo(n, tuple(rest), now, was)
        case _:
            return None


def describe_district_undo(n: str, path: tuple[str, ...], now: Any, was: Any) -> Text | None:
    """Return the instruction that restores an earlier value in a district."""
    match path:
        case ("yours",):
            return describe_your_plots(n, was)
        case ("board",):
            return _("The board in district {n} is called “{name}”.", n=n, name=Name(was))
        case ("width" | "height" | "land" | "partly",):
            return describe_drawing_change(_("District {n}", n=n), now, was)
        case ("bonuses", plot, *_type):
            return _("Plot {plot} in district {n} has its previous bonus again.", plot=plot, n=n)
        case ("buildings", plot):
            return describe_plan_undo(n, plot, was)
        case ("buildings", plot, *rest):
            return describe_building_undo({"n": n, "plot": plot}, tuple(rest), now, was)
        case _:
            return None


def describe_building_undo(where: dict[str, Any], path: tuple[str, ...], now: Any, was: Any) -> Text | None:
    """Return the instruction that restores an earlier value of one of the Mayor's buildings."""
    match path:
        case ("cubes", colour):
            material = MATERIALS[colour]
            return _(
                "Cubes on the building on plot {plot} of district {n}, {colour}: change {now} back to {was}.",
                colour=material,
                now=now,
                was=was,
                **where,
            )
        case ("complete",) if was:
            return _(
                "The building on plot {plot} of district {n} is complete: put the ownership marker on top.", **where
            )
        case ("complete",):
            text = N_(
                "The building on plot {plot} of district {n} is not complete: put the ownership marker on the plan."
            )
            return _(text, **where)
        case ("type",):
            return _(
                "The building on plot {plot} of district {n} is {building}.", building=BUILDING_PHRASES[was], **where
            )
        case _:
            return None


def find_last_token(now: list[int], was: list[int]) -> int:
    """Return the number of the last plan that had wild tokens before or has them now; 1 if there is none."""
    return max([k + 1 for k, tokens in enumerate(was) if tokens or now[k]], default=1)


def describe_row_undo(level: str, now: list[int], was: list[int]) -> Text:
    """Return the instructions that restore the plans in a market row."""
    equal_count = next(
        (
            k
            for k, (current_place, previous_place) in enumerate(zip(now, was, strict=False))
            if current_place != previous_place
        ),
        min(len(now), len(was)),
    )
    return JoinedText(
        [*describe_returned_plans(level, now[equal_count:][::-1]), *describe_retaken_plans(level, was[equal_count:])],
        " ",
    )


def describe_returned_plans(level: str, places: list[int]) -> Iterator[Text]:
    """Yield the instruction to return the Mayor's plans to a row, if there are any."""
    if places:
        yield n_(
            "Put the Mayor’s last plan back into the level {level} row as plan {places}; the "
            "plan that refilled the row goes back on its stack.",
            "Put the Mayor’s last {n} plans back into the level {level} row, the last one first, "
            "as plans {places}; the plans that refilled the row go back on their stack.",
            len(places),
            places=JoinedText(places),
            level=level,
        )


def describe_retaken_plans(level: str, places: list[int]) -> Iterator[Text]:
    """Yield the instruction to take plans for the Mayor again, if there are any."""
    if places:
        yield n_(
            "Take plan {places} of the level {level} row for the Mayor again, then move the row up and refill it.",
            "Take plans {places} of the level {level} row for the Mayor again, one after the other; "
            "move the row up and refill it after each.",
            len(places),
            places=JoinedText(places),
            level=level,
        )


def describe_row_change(level: str, was: int) -> Text:
    """Return the note that a market row has its earlier length again."""
    if was == ROW_LENGTH:
        return _("The level {level} row is full.", level=level)
    return n_("The level {level} row has {n} plan.", "The level {level} row has {n} plans.", was, level=level)


def describe_layout(was: list[str]) -> Text:
    """Return the note that restores the earlier layout of the boards."""
    if not was:
        return _("The layout of the boards is no longer known.")
    boards = JoinedText([PackPhrase(name) for name in was])
    return _("The boards, row by row from the top left: {boards}.", boards=boards)


def describe_drawing_change(subject: Text, now: Any, was: Any) -> Text:
    """Describe a change in a drawing, which is stored only in Rival, so that nothing needs to be moved."""
    if was in (MISSING, None):
        return _("{what}: its drawing is no longer known.", what=subject)
    if now in (MISSING, None):
        return _("{what}: its drawing is restored.", what=subject)
    return _("{what}: its previous drawing is restored.", what=subject)


def describe_your_plots(n: str, was: list[str]) -> Text:
    """Describe the player's plots in a district."""
    plots = JoinedText(map(Name, was)) if was else _("none")
    return _("District {n}: your plots are {plots}.", n=n, plots=plots)


def describe_plan_undo(n: str, plot: str, was: Any) -> Text:
    """Describe how to remove the Mayor's plan from a plot or put it back."""
    if was is MISSING:
        return _(
            "Remove the Mayor’s plan from plot {plot} of district {n} and put its cubes back in the supply.",
            n=n,
            plot=plot,
        )
    cubes = CountedNames(MATERIALS, was["cubes"]) if any(was["cubes"].values()) else _("none")
    return _(
        "Put the Mayor’s plan back on plot {plot} of district {n}; cubes on it: {cubes}.", n=n, plot=plot, cubes=cubes
    )
