"""Corrections of the table: editable values, the invariants they must keep, and instructions for undo."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from rival.games.rolling_heights.market import ALL_COLOURS, note_supply
from rival.games.rolling_heights.table import (
    BUILDINGS,
    COLOURS,
    LONGEST_NAME,
    MATERIALS,
    ROW,
    TYPES,
    Building,
    Counts,
    District,
    Plot,
    Town,
    buildings,
    draw_district,
    name_taken,
    read_board_name,
)
from rival.games.rolling_heights.views import DRAWING
from rival.kernel import (
    GONE,
    N_,
    Choice,
    Joined,
    Name,
    Number,
    Option,
    PackWords,
    Several,
    Text,
    Tracked,
    Words,
    _,
    n_,
    option,
    snapshot,
    tracked_number,
    tracked_value,
)

# --- corrections ----------------------------------------------------------------------------------------------


def tracked(town: Town) -> Iterator[Tracked]:
    """Yield every value that the player can correct, with its label and its answer type."""
    yield tracked_number("mayor.vp", _("the Mayor’s VP"), town.mayor, "vp", least=None)
    yield tracked_number("mayor.wild", _("the Mayor’s wild tokens"), town.mayor, "wild")
    yield tracked_number("round", _("round counter"), town, "round")
    yield last_round(town)
    yield colours_out(town)
    for level, row in town.rows.items():
        plans = _("plans in the level {level} row ({n} is a full row)", level=level, n=ROW)
        yield Tracked(f"rows.{level}.plans", plans, town.plans[level], Number(0, ROW), partial(town.shorten, level))
        for k in range(town.plans[level]):
            label = _("wild tokens on plan {k} of the level {level} row", k=k + 1, level=level)
            yield tracked_number(f"rows.{level}.{k + 1}", label, row, k)
    for n, district in town.districts.items():
        if district is not None:
            yield from tracked_district(town, n, district)


def colours_out(town: Town) -> Tracked:
    """Return the exhausted colours as an editable value (RH-A32).

    An added colour counts as running out now; the game then asks in whose turn it ran out.
    """

    def assign(new: list[str]) -> None:
        if note_supply(town, set(new)):
            town.end_in_doubt = True
        elif town.end_in_doubt and not town.ended_by:
            town.last_round, town.end_in_doubt = None, False

    gone = [colour for colour in COLOURS if colour in town.out]
    return Tracked("supply.out", _("colours that ran out"), gone, ALL_COLOURS, assign)


def last_round(town: Town) -> Tracked:
    """Return the last round as an editable value; 0 means that the end has not been triggered (RH-41)."""

    def assign(new: int) -> None:
        if (new or None) != town.last_round:
            town.last_round = new or None
            town.end_in_doubt = False

    label = _("the last round (0: the end has not been triggered)")
    return Tracked("last_round", label, town.last_round or 0, Number(0, 999), assign)


def tracked_district(town: Town, n: int, district: District) -> Iterator[Tracked]:
    """Yield the editable values of a district and of the Mayor's buildings in it."""
    here = f"districts.{n}"

    def free() -> Iterator[Option]:
        return (option(str(plot), value=plot) for plot in sorted(district.land.difference(district.buildings)))

    yield Tracked(
        f"{here}.yours",
        _("plots of district {n} that you built on", n=n),
        partial(snapshot, district.yours),
        Several(free),
        lambda new: setattr(district, "yours", set(new)),
    )
    yield Tracked(
        f"{here}.drawing",
        _("drawing of district {n}", n=n),
        partial(draw_district, district),
        DRAWING,
        lambda new: redraw(district, new),
    )
    if district.board:
        yield Tracked(
            f"{here}.board",
            _("name of the board in district {n}", n=n),
            district.board,
            Words(LONGEST_NAME),
            lambda new: rename(town, district, new),
        )
    for plot, building in list(district.buildings.items()):
        yield from tracked_building(f"{here}.{plot}", n, district, plot, building)


def rename(town: Town, district: District, name: str) -> None:
    """Rename the board of a district; raise BadAnswer if the name is not valid or another board has it."""
    old, new = district.board, read_board_name(name)
    if new.casefold() in {one.casefold() for one in [*town.boards, *town.places] if one and one != old}:
        raise name_taken(name)
    town.boards = {new if one == old else one: rows for one, rows in town.boards.items()}
    town.places = [new if one == old else one for one in town.places]
    district.board = new


def redraw(district: District, drawn: District) -> None:
    """Replace the drawing of a district's board.

    Bonuses under buildings stay, because the new drawing does not show them.
    """
    district.width, district.height = drawn.width, drawn.height
    district.land, district.yours = drawn.land, drawn.yours
    built = district.yours | {*district.buildings}
    under = {plot: bonus for plot, bonus in district.bonuses.items() if plot in built}
    known = {**under, **drawn.bonuses}
    district.partly = drawn.partly | (district.partly & under.keys() - drawn.bonuses.keys())
    district.bonuses = {plot: known[plot] for plot in [*district.bonuses, *known] if plot in known}


def tracked_building(here: str, n: int, district: District, plot: Plot, building: Building) -> Iterator[Tracked]:
    """Yield the editable values of a Mayor's building."""
    where = _("the Mayor’s building on {plot} in district {n}", plot=plot, n=n)
    types = Choice(lambda: [option(name, text) for name, text in TYPES.items()])
    yield tracked_value(f"{here}.type", _("type of {building}", building=where), building, "type", types)

    def spots() -> Iterator[Option]:
        return (option(str(spot), value=spot) for spot in sorted({plot, *district.empty}))

    def move(new: Plot) -> None:
        district.buildings = {new if one == plot else one: his for one, his in district.buildings.items()}

    yield Tracked(f"{here}.plot", _("plot of {building}", building=where), str(plot), Choice(spots), move)
    if not building.complete:
        for colour, needed in building.needs.items():
            label = _("{colour} cubes on {building}", colour=MATERIALS[colour], building=where)
            yield tracked_number(f"{here}.{colour}", label, building.cubes, colour, most=needed)


def problems(town: Town) -> Iterator[Text]:
    """Yield the invariants that the table violates; a correction that leads to one is rejected."""
    for n, district in town.districts.items():
        if district is None:
            continue
        for plot in sorted(district.buildings.keys() - district.land):
            yield _("District {n} must have land on {plot}: the Mayor has a building there.", n=n, plot=plot)
        for plot in sorted(district.buildings.keys() & district.yours):
            yield _("Plot {plot} of district {n} can’t be yours: the Mayor has a building there.", n=n, plot=plot)
    for n, plot, building in buildings(town):
        if not building.complete and not building.missing:
            yield _(
                "The building on {plot} in district {n} would be complete, but its VP would not be "
                "scored; correct the Mayor’s VP instead.",
                n=n,
                plot=plot,
            )
    if town.last_round is not None and town.last_round < town.round:
        yield _("The last round can’t be before the current round ({round}).", round=town.round)
    if town.last_round is None and town.ended_by:
        yield _(
            "The end of the game has been triggered because a colour has run out: {colours}. "
            "First correct the colours that ran out.",
            colours=Joined([MATERIALS[colour] for colour in COLOURS if colour in town.ended_by]),
        )


# --- undo -----------------------------------------------------------------------------------------------------


def repair(path: tuple[str, ...], now: Any, was: Any) -> Text | None:
    """Describe how to restore a value of the table to ``was`` after undo; None if nothing moves on the table."""
    match path:
        case ("mayor", "vp"):
            return _("Move the Mayor’s VP marker from {now} to {was}.", now=now, was=was)
        case ("mayor", "wild"):
            return _("The Mayor must have {was} wild tokens, not {now}.", now=now, was=was)
        case ("round",):
            return _("Move the round counter from {now} to {was}.", now=now, was=was)
        case ("last_round",):
            return (
                _("The end of the game has not been triggered.")
                if was is None
                else _("The last round is {was}.", was=was)
            )
        case ("out",):
            colours = Joined([MATERIALS[one] for one in was]) if was else _("none")
            return _("Colours that ran out: {colours}.", colours=colours)
        case ("rows", level):
            tokens = Joined([Name(str(n)) for n in was[: last_token(now, was)]])
            return _("Wild tokens on the level {level} row, plan by plan: {tokens}.", level=level, tokens=tokens)
        case ("taken", level):
            return market_row(level, now, was)
        case ("plans", level):
            return row_length(level, was)
        case ("numbers",):
            return (
                _("The numbered tokens on the districts, row by row from the top left: {was}.", was=Joined(was))
                if was
                else _("Take the numbered tokens off the districts.")
            )
        case ("across",):
            return _("Districts in each row of the town: {was}.", was=was)
        case ("places",):
            return boards_lying(was)
        case ("boards", name):
            return drawing_words(_("Board {name}", name=PackWords(name)), now, was)
        case ("districts", n):
            return drawing_words(_("District {n}", n=n), now, was)
        case ("districts", n, *rest):
            return repair_district(n, tuple(rest), now, was)
        case _:
            return None


def repair_district(n: str, path: tuple[str, ...], now: Any, was: Any) -> Text | None:
    """Describe how to restore a value of a district; the path begins below the district."""
    match path:
        case ("yours",):
            return your_plots(n, was)
        case ("board",):
            return _("The board in district {n} is called “{name}”.", n=n, name=Name(was))
        case ("width" | "height" | "land" | "partly",):
            return drawing_words(_("District {n}", n=n), now, was)
        case ("bonuses", plot, *_type):
            return _("Plot {plot} in district {n} has its previous bonus again.", plot=plot, n=n)
        case ("buildings", plot):
            return his_plan(n, plot, was)
        case ("buildings", plot, *rest):
            return repair_building({"n": n, "plot": plot}, tuple(rest), now, was)
        case _:
            return None


def repair_building(where: dict[str, Any], path: tuple[str, ...], now: Any, was: Any) -> Text | None:
    """Describe how to restore a value of a Mayor's building; the path begins below the building."""
    match path:
        case ("cubes", colour):
            words = MATERIALS[colour]
            return _(
                "Cubes on the building on plot {plot} of district {n}, {colour}: {was}, not {now}.",
                colour=words,
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
            return _("The building on plot {plot} of district {n} is {building}.", building=BUILDINGS[was], **where)
        case _:
            return None


def last_token(now: list[int], was: list[int]) -> int:
    """Return the number of the last plan whose wild tokens were there before or are there now, at least 1."""
    return max([k + 1 for k, tokens in enumerate(was) if tokens or now[k]], default=1)


def market_row(level: str, now: list[int], was: list[int]) -> Text:
    """Describe which of the Mayor's plans go back to the row, the last first, and which he takes again."""
    same = next(
        (k for k, (one, other) in enumerate(zip(now, was, strict=False)) if one != other), min(len(now), len(was))
    )
    return Joined([*plans_back(level, now[same:][::-1]), *plans_again(level, was[same:])], " ")


def plans_back(level: str, places: list[int]) -> Iterator[Text]:
    """Yield the instruction to put the Mayor's plans back into a row, if there are any."""
    if places:
        yield n_(
            "Put the Mayor’s last plan back into the level {level} row as plan {places}; the "
            "plan that refilled the row goes back on its stack.",
            "Put the Mayor’s last {n} plans back into the level {level} row, the last one first, "
            "as plans {places}; the plans that refilled the row go back on their stack.",
            len(places),
            places=Joined(places),
            level=level,
        )


def plans_again(level: str, places: list[int]) -> Iterator[Text]:
    """Yield the instruction to take plans for the Mayor again, if there are any."""
    if places:
        yield n_(
            "Take plan {places} of the level {level} row for the Mayor again, then move the row up and refill it.",
            "Take plans {places} of the level {level} row for the Mayor again, one after the other; "
            "move the row up and refill it after each.",
            len(places),
            places=Joined(places),
            level=level,
        )


def row_length(level: str, was: int) -> Text:
    """Describe the length of a row."""
    if was == ROW:
        return _("The level {level} row is full.", level=level)
    return n_("The level {level} row has {n} plan.", "The level {level} row has {n} plans.", was, level=level)


def boards_lying(was: list[str]) -> Text:
    """Describe the layout of the boards."""
    if not was:
        return _("The layout of the boards is not known any more.")
    boards = Joined([PackWords(name) for name in was])
    return _("The boards, row by row from the top left: {boards}.", boards=boards)


def drawing_words(what: Text, now: Any, was: Any) -> Text:
    """Describe the change of a drawing; only Rival stores it, so nothing moves."""
    if was in (GONE, None):
        return _("{what}: Rival has no drawing of it any more.", what=what)
    if now in (GONE, None):
        return _("{what}: Rival has its drawing again.", what=what)
    return _("{what}: Rival has its previous drawing again.", what=what)


def your_plots(n: str, was: list[str]) -> Text:
    """Describe your plots in a district."""
    plots = Joined(map(Name, was)) if was else _("none")
    return _("District {n}: your plots are {plots}.", n=n, plots=plots)


def his_plan(n: str, plot: str, was: Any) -> Text:
    """Describe how to remove the Mayor's plan from a plot or put it back."""
    if was is GONE:
        return _(
            "Take the Mayor’s plan off plot {plot} of district {n}; its cubes go back to the supply.", n=n, plot=plot
        )
    cubes = Counts(MATERIALS, was["cubes"]) if any(was["cubes"].values()) else _("none")
    return _(
        "Put the Mayor’s plan back on plot {plot} of district {n}; cubes on it: {cubes}.", n=n, plot=plot, cubes=cubes
    )
