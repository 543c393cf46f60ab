"""Upkeep of the table: what can be corrected, what can't be so, and what to put back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from rival.games.rolling_heights.table import (
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
    Choice,
    Joined,
    Json,
    Name,
    Number,
    Option,
    Several,
    Text,
    Tracked,
    Words,
    _,
    option,
    snapshot,
    tracked_number,
    tracked_value,
)

# --- corrections ----------------------------------------------------------------------------------------


def tracked(town: Town) -> Iterator[Tracked]:
    """Every value that can be set right, with its words and the answers it takes."""
    yield tracked_number("mayor.vp", _("the Mayor’s VP"), town.mayor, "vp", least=None)
    yield tracked_number("mayor.wild", _("the Mayor’s wild tokens"), town.mayor, "wild")
    yield tracked_number("round", _("round counter"), town, "round")
    yield last_round(town)
    yield several("supply.out", _("colours that ran out"), MATERIALS, town, "out", COLOURS)
    for level, row in town.rows.items():
        plans = _("plans in the level {level} row ({n}: full)", level=level, n=ROW)
        yield tracked_number(f"rows.{level}.plans", plans, town.plans, level, most=ROW)
        for k in range(len(row)):
            label = _("wild tokens on plan {k} of the level {level} row", k=k + 1, level=level)
            yield tracked_number(f"rows.{level}.{k + 1}", label, row, k)
    for n, district in town.districts.items():
        if district is not None:
            yield from tracked_district(town, n, district)


def several(path: str, label: Text, names: Any, owner: Any, name: str, offered: Sequence[Any]) -> Tracked:
    shape = Several(lambda: [option(one, names[one]) for one in offered])
    current = getattr(owner, name)
    return Tracked(
        path, label, [one for one in offered if one in current], shape, lambda new: setattr(owner, name, set(new))
    )


def last_round(town: Town) -> Tracked:
    """RH-41: 0 stands for "the end is not set off"."""

    def assign(new: int) -> None:
        town.last_round = new or None

    label = _("the last round (0: the end is not set off)")
    return Tracked("last_round", label, town.last_round or 0, Number(0, 999), assign)


def tracked_district(town: Town, n: int, district: District) -> Iterator[Tracked]:
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
    """Another name for a board, under which it is kept from now on."""
    old, new = district.board, read_board_name(name)
    if new.casefold() in {one.casefold() for one in [*town.boards, *town.places] if one and one != old}:
        raise name_taken(name)
    town.boards = {new if one == old else one: rows for one, rows in town.boards.items()}
    town.places = [new if one == old else one for one in town.places]
    district.board = new


def redraw(district: District, drawn: District) -> None:
    """A new drawing of the board under what stands on it."""
    district.width, district.height = drawn.width, drawn.height
    district.land, district.yours = drawn.land, drawn.yours
    under = {plot: bonus for plot, bonus in district.bonuses.items() if plot in district.yours | {*district.buildings}}
    district.bonuses = {**under, **drawn.bonuses}


def tracked_building(here: str, n: int, district: District, plot: Plot, building: Building) -> Iterator[Tracked]:
    where = _("his building on {plot} in district {n}", plot=plot, n=n)
    types = Choice(lambda: [option(name, text) for name, text in TYPES.items()])
    yield tracked_value(f"{here}.type", _("type of {building}", building=where), building, "type", types)

    def spots() -> Iterator[Option]:
        return (option(str(spot), value=spot) for spot in sorted({plot, *district.empty}))

    def move(new: Plot) -> None:
        del district.buildings[plot]
        district.buildings[new] = building

    yield Tracked(f"{here}.plot", _("plot of {building}", building=where), str(plot), Choice(spots), move)
    if not building.complete:
        for colour, needed in building.needs.items():
            label = _("{colour} cubes on {building}", colour=MATERIALS[colour], building=where)
            yield tracked_number(f"{here}.{colour}", label, building.cubes, colour, most=needed)


def problems(town: Town) -> Iterator[Text]:
    """What can't be so on any table; a correction that leads here is refused."""
    for n, district in town.districts.items():
        if district is None:
            continue
        for plot in sorted(district.buildings.keys() - district.land):
            yield _("District {n} must have land on {plot}: a building of the Mayor stands there.", n=n, plot=plot)
        for plot in sorted(district.buildings.keys() & district.yours):
            yield _("Plot {plot} of district {n} can’t be yours: a building of the Mayor stands there.", n=n, plot=plot)
    for n, plot, building in buildings(town):
        if not building.complete and not building.missing:
            yield _(
                "The building on {plot} in district {n} would be complete without having scored; "
                "correct the Mayor’s VP instead.",
                n=n,
                plot=plot,
            )
    if town.last_round is not None and town.last_round < town.round:
        yield _("The last round can’t lie before the present one ({round}).", round=town.round)


# --- repairs --------------------------------------------------------------------------------------------


def repair(path: tuple[str, ...], now: Json, was: Json) -> Text | None:
    """What to move so that the table shows ``was`` where it shows ``now``; None: only memory changes."""
    match path:
        case ("mayor", "vp"):
            return _("The Mayor’s VP marker: from {now} to {was}.", now=now, was=was)
        case ("mayor", "wild"):
            return _("The Mayor’s wild tokens: he has {was}, not {now}.", now=now, was=was)
        case ("round",):
            return _("The round counter: from {now} to {was}.", now=now, was=was)
        case ("rows", level):
            tokens = Joined([Name(str(n)) for n in was[: last_token(now, was)]])
            return _(
                "Level {level} row: restore it; wild tokens on its plans from the first: {tokens}.",
                level=level,
                tokens=tokens,
            )
        case ("numbers",):
            return (
                _("The numbered tokens on the districts, row by row from the top left: {was}.", was=Joined(was))
                if was
                else _("Take the numbered tokens off the districts.")
            )
        case ("districts", n, "yours"):
            return your_plots(n, now, was)
        case ("districts", n, "buildings", plot):
            return his_plan(n, plot, now, was)
        case ("districts", n, "buildings", plot, "cubes", colour):
            return _(
                "The building on plot {plot} of district {n}, {colour}: {was} cubes, not {now}.",
                n=n,
                plot=plot,
                colour=MATERIALS[colour],
                now=now,
                was=was,
            )
        case ("districts", n, "buildings", plot, "complete"):
            return _(
                "The building on plot {plot} of district {n} is {state}: move the ownership marker.",
                n=n,
                plot=plot,
                state=_("complete") if was else _("not complete"),
            )
        case _:
            return None


def last_token(now: list[int], was: list[int]) -> int:
    return max([k + 1 for k, tokens in enumerate(was) if tokens or now[k]], default=1)


def your_plots(n: str, now: list[str], was: list[str]) -> Text:
    plots = Joined(map(Name, was)) if was else _("none")
    return _("District {n}: your plots are {plots}.", n=n, plots=plots)


def his_plan(n: str, plot: str, now: Any, was: Any) -> Text:
    if was is GONE:
        return _(
            "Take the Mayor’s plan off plot {plot} of district {n}; its cubes go back to the supply.", n=n, plot=plot
        )
    cubes = Counts(MATERIALS, was["cubes"]) if any(was["cubes"].values()) else _("none")
    return _(
        "Put the Mayor’s plan back on plot {plot} of district {n}; cubes on it: {cubes}.", n=n, plot=plot, cubes=cubes
    )
