"""The views of the town: the Mayor, the VP track, the market, the six districts; and what each step shows on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from rival.games.rolling_heights.table import (
    BONUS_LATER,
    BUILDINGS,
    LEGEND,
    LETTERS,
    MATERIALS,
    MOST_POINTS,
    NOT_TOLD,
    TYPES,
    UNTOLD,
    Building,
    Counts,
    District,
    Mayor,
    Plot,
    Town,
    bonus_words,
    read_district,
    sign_at,
    signs,
)
from rival.kernel import (
    Brush,
    Cards,
    Drawing,
    Facts,
    Grid,
    Joined,
    Marker,
    Motion,
    Name,
    On,
    PackWords,
    Piece,
    Scale,
    Shows,
    Spot,
    Text,
    View,
    _,
    drawn_once,
    fact,
    n_,
)

WILD = Piece("wild", _("wild token"), "wild")
PLAN = Piece("plan", _("plan"))
HIS_TOKEN = Piece("token", _("the Mayor’s VP marker"), "mayor")
COUNTER = Piece("counter", _("round counter"))


def views(town: Town) -> Sequence[View]:
    """Return the views of the table: the Mayor, the track, the market and the districts.

    Before round 1 they include the places of the town, and every board until the layout of the boards is known.
    """
    rows = [row(level, town.rows[level], town.plans[level]) for level in town.rows]
    return [
        mayor(town.mayor, town.round, town.last_round, town.out),
        track(town.mayor.vp, town.round),
        *rows,
        *boards(town),
    ]


@drawn_once
def mayor(him: Mayor, round: int, last_round: int | None, ran_out: set[str]) -> Facts:
    """Return the view of the Mayor's values and of the round."""
    end = _("none") if last_round is None else Name(str(last_round))
    out = Joined([MATERIALS[one] for one in sorted(ran_out)]) if ran_out else _("none")
    return Facts(
        "mayor",
        _("The Mayor"),
        [
            fact("vp", _("The Mayor’s VP"), Name(str(him.vp)), "mayor.vp"),
            fact("wild", _("The Mayor’s wild tokens"), Name(str(him.wild)), "mayor.wild"),
            fact("round", _("Round"), Name(str(round)), "round"),
            fact("last-round", _("Last round"), end, "last_round"),
            fact("out", _("Colours that ran out"), out, "supply.out"),
        ],
    )


STRETCH = 25
"""The step by which the drawn track grows, in VP; its length in the box is unknown."""


@drawn_once
def track(vp: int, round: int) -> Scale:
    """Return the VP track with the Mayor's marker and the round counter (RH-08, RH-09)."""
    least, most = min(0, vp), max(vp, round)
    markers = [Marker(HIS_TOKEN, vp, "mayor.vp"), Marker(COUNTER, round, "round")]
    return Scale("track", _("VP track"), least, (most // STRETCH + 2) * STRETCH, markers)


@drawn_once
def row(level: int, tokens: Sequence[int], plans: int) -> Cards:
    """Return the view of a market row; ``tokens`` are the wild tokens on each plan."""
    spots = [plan(level, k, lying, k <= plans) for k, lying in enumerate(tokens, start=1)]
    return Cards(row_id(level), _("Level {level} row", level=level), spots)


def row_id(level: int) -> str:
    """Return the id of the view of a market row."""
    return f"row-{level}"


def plan(level: int, k: int, lying: int, there: bool = True) -> Spot:
    """Return the spot of a plan in a market row, with its wild tokens.

    Its print is entered only when the Mayor takes it, so the spot does not show it.
    """
    words: Text = _("plan {n}", n=k)
    if lying:
        words = n_("plan {k}, {n} wild token", "plan {k}, {n} wild tokens", lying, k=k)
    elif not there:
        words = _("there is no plan {n}", n=k)
    pieces = [Piece(WILD.glyph, WILD.words, WILD.colour, lying)] if lying else []
    ground = "card" if there else ""
    corrects = f"rows.{level}.{k}" if there else f"rows.{level}.plans"
    return Spot(str(k), words, str(k), ground, pieces, Name(str(k)), corrects)


def plan_card(id: str, title: Text, type: str, cubes: Mapping[str, int]) -> Cards:
    """Return the card of a plan: its type, and the cubes that it requires."""
    spots = [Spot("type", TYPES[type], "", "card", [Piece(type, TYPES[type])], TYPES[type])]
    spots += [
        Spot(name, Counts(MATERIALS, {name: n}), "", "card", [Piece("cube", MATERIALS[name], name, n)], MATERIALS[name])
        for name, n in cubes.items()
    ]
    return Cards(id, title, spots, named=True)


def heading(town: Town, key: str) -> list[Text]:
    """Return the round and whose turn it is; ``key`` is the key of the open question."""
    if not town.round:
        return [_("set-up")]
    turn = {"final": _("scoring"), "": _("scoring"), "your-turn": _("your turn")}.get(key, _("the Mayor’s turn"))
    return [_("Round {n}", n=town.round), turn]


def figure(town: Town) -> Spot:
    """Return the Mayor's VP, the figure that is always shown."""
    return fact("vp", _("VP"), Name(str(town.mayor.vp)), "mayor.vp")


# --- districts ------------------------------------------------------------------------------------------------


def boards(town: Town) -> Iterator[View]:
    """Yield the views of the boards: by district once their layout is known, otherwise by name."""
    if not town.round:
        yield places(town.numbers, town.across)
    numbers = town.numbers if len(town.numbers) == len(town.districts) else list(town.districts)
    if town.round or any(town.districts.values()):
        yield from (district(number, town.districts[number], board_under(town, number)) for number in numbers)
    if not town.round and not town.places:
        yield from (board(name, rows) for name, rows in town.boards.items())


@drawn_once
def places(numbers: Sequence[int], across: int) -> Cards:
    """Return the six places of the town with their number tokens, if they are known (RH-07)."""
    return Cards("town", _("The town"), numbered(numbers or [0] * ROW_OF_SIX), across)


ROW_OF_SIX = 6


def numbered(numbers: Sequence[int]) -> list[Spot]:
    """Return a spot for each place of the town; number 0 stands for an unknown token."""
    return [
        Spot(
            str(k),
            _("place {k}: number {n}", k=k, n=n) if n else _("place {k}", k=k),
            str(n or "?"),
            "land",
            [Piece("number", _("number {n}", n=n), "mayor", n)] if n else (),
        )
        for k, n in enumerate(numbers, start=1)
    ]


@drawn_once
def district(number: int, here: District | None, under: str) -> Grid:
    """Return the view of a district; ``under`` is its board's name, and without a drawing the grid is empty."""
    name = here.board if here else under
    title = _("District {n}: {board}", n=number, board=PackWords(name)) if name else _("District {n}", n=number)
    if here is None:
        return Grid(district_id(number), title, (), str(number), _("not described yet"))
    rows = [[plot(here, Plot(x, y)) for x in range(here.width)] for y in range(here.height)]
    return Grid(district_id(number), title, rows, str(number), corrects=f"districts.{number}.drawing")


def district_id(number: int) -> str:
    """Return the id of the view of a district."""
    return f"district-{number}"


def board_under(town: Town, number: int) -> str:
    """Return the name of the board under a number token, empty if it is unknown."""
    return town.places[town.numbers.index(number)] if town.places and number in town.numbers else ""


@drawn_once
def board(name: str, rows: list[str]) -> Grid:
    """Return the view of a board alone, so that the owner can recognise it."""
    cells = [signs(row) for row in rows]
    drawn = read_district([" ".join("." if one == UNTOLD else one for one in row) for row in cells])
    spots = [
        [untold(Plot(x, y)) if one == UNTOLD else plot(drawn, Plot(x, y)) for x, one in enumerate(row)]
        for y, row in enumerate(cells)
    ]
    return Grid(f"board-{name}", _("Board {name}", name=PackWords(name)), spots)


def untold(at: Plot) -> Spot:
    """Return the spot of a square that the owner has not described."""
    return Spot(str(at), NOT_TOLD, UNTOLD, note=Name(UNTOLD))


GROUNDS = {"~": "water"}
MEANINGS = {"~": _("water"), "x": _("yours"), ".": _("empty land"), "-": _("empty land, no bonus")}


def plot(here: District, at: Plot) -> Spot:
    """Return the spot of a plot, with the building on it."""
    if at in here.buildings:
        building = here.buildings[at]
        return built(at, building, building.cubes)
    sign = sign_at(here, at)
    if sign == "x":
        return Spot(str(at), MEANINGS[sign], sign, "land", [Piece("house", MEANINGS[sign])], MEANINGS[sign])
    bonus = {type: vp for type, vp in here.bonuses.get(at, {}).items() if vp} if sign != "~" else {}
    words = _("empty land: {bonus}", bonus=bonus_words(bonus)) if bonus else MEANINGS.get(sign, MEANINGS["."])
    shown = [Piece(type, bonus_words({type: vp}), count=vp) for type, vp in bonus.items()]
    return Spot(str(at), words, sign, GROUNDS.get(sign, "land"), shown)


BONUSES = tuple(
    Brush(sign, words, "land", Piece(type, words), group=_("Bonus"), most=MOST_POINTS)
    for sign, type in LETTERS.items()
    for words in [TYPES[type]]
)
BOARD_BRUSHES = (
    Brush(UNTOLD, NOT_TOLD, note=Name(UNTOLD)),
    Brush("-", _("land"), "land"),
    Brush("~", MEANINGS["~"], "water"),
    *BONUSES,
)
"""The brushes for a board alone: all of it is visible, so land without a bonus is drawn as such."""
BRUSHES = (
    Brush(UNTOLD, NOT_TOLD, note=Name(UNTOLD)),
    Brush(".", BONUS_LATER, "land"),
    Brush("~", MEANINGS["~"], "water"),
    Brush("x", MEANINGS["x"], "land", Piece("house", MEANINGS["x"]), MEANINGS["x"]),
    *BONUSES,
    Brush("-", MEANINGS["-"], "land", Piece("nothing", MEANINGS["-"])),
    Brush("M", _("the Mayor’s building"), "land", Piece("token", _("the Mayor’s building"), "mayor"), fixed=True),
    Brush("m", _("the Mayor’s unfinished building"), "land", Piece("counter", _("the Mayor’s building")), fixed=True),
)
"""The brushes for a district in a game, with the buildings on it."""


def drawn_words(rows: list[str]) -> Text:
    """Describe a drawing: its size, its water, its bonuses and your plots."""
    drawn = read_district(rows)
    water, bonuses = (
        drawn.width * drawn.height - len(drawn.land),
        sum(any(one.values()) for one in drawn.bonuses.values()),
    )
    parts = [
        (water, n_("{n} square of water", "{n} squares of water", water)),
        (bonuses, n_("{n} bonus", "{n} bonuses", bonuses)),
        (len(drawn.yours), n_("{n} plot of yours", "{n} plots of yours", len(drawn.yours))),
    ]
    size = _("{columns} by {rows} plots", columns=drawn.width, rows=drawn.height)
    return Joined([size, *(words for n, words in parts if n)])


DRAWING = Drawing(read_district, LEGEND, BRUSHES, drawn_words)


def built(at: Plot, building: Building, cubes: Mapping[str, int]) -> Spot:
    """Return the spot of a Mayor's building with these cubes on it."""
    there = sum(cubes.values())
    whole = Piece(building.type, BUILDINGS[building.type], "mayor", there, building.size)
    on_it = [Piece("cube", MATERIALS[one], one, cubes[one], needed) for one, needed in building.needs.items()]
    words = _("the Mayor’s building: {what}", what=building_words(building, cubes))
    return Spot(str(at), words, "M" if there == building.size else "m", "land", [whole, *on_it])


def building_words(building: Building, cubes: Mapping[str, int]) -> Text:
    """Describe a building with these cubes on it: level, type and missing cubes."""
    missing = {one: needed - cubes[one] for one, needed in building.needs.items() if needed > cubes[one]}
    state = _("missing {cubes}", cubes=Counts(MATERIALS, missing)) if missing else _("complete")
    return _("level {level}, {type}, {state}", level=building.level, type=TYPES[building.type], state=state)


# --- what a step shows ----------------------------------------------------------------------------------------


def drawn_districts(town: Town) -> tuple[On, ...]:
    """Return the districts whose empty plots can be tapped: option ``3b2`` is b2 in district 3."""
    return in_districts(tuple(n for n, one in town.districts.items() if one is not None and not one.full))


@lru_cache
def in_districts(numbers: tuple[int, ...]) -> tuple[On, ...]:
    """Return the links from option ids to the views of these districts."""
    return tuple(On(district_id(n), str(n)) for n in numbers)


def numbers_laid(numbers: Sequence[int]) -> Shows:
    """Show the number tokens on the places of the town."""
    return Shows("town", numbered(numbers))


def plan_taken(level: int, tokens: Sequence[int]) -> Shows:
    """Show how the plan at the last of these positions goes to the Mayor."""
    spots = [plan(level, k, lying) for k, lying in enumerate(tokens, start=1)]
    return Shows(row_id(level), spots, [Motion(PLAN, start=spots[-1].id)], [spots[-1].id])


def plan_looked_at(level: int, k: int) -> Shows:
    """Highlight a plan in its row."""
    return Shows(row_id(level), lit=[str(k)])


def sweetened(level: int, tokens: Sequence[int]) -> Shows:
    """Show how wild tokens are put on the first plans of a row."""
    spots = [plan(level, k, lying) for k, lying in enumerate(tokens, start=1)]
    return Shows(row_id(level), spots, [Motion(WILD, end=one.id) for one in spots])


def row_refilled(level: int, tokens: Sequence[int], plans: int) -> Shows:
    """Show a row after it moved up, with the wild tokens in their new places."""
    spots = [plan(level, k, lying, k <= plans) for k, lying in enumerate(tokens, start=1)]
    return Shows(row_id(level), spots, lit=[spots[-1].id], quiet=not any(tokens))


def tokens_kept() -> Shows:
    """Highlight the Mayor's wild tokens."""
    return Shows("mayor", lit=["wild"], quiet=True)


def plot_looked_at(town: Town, here: District, at: Plot) -> Shows:
    """Highlight a plot."""
    return Shows(district_id(town.number_of(here)), lit=[str(at)])


def plan_placed(town: Town, here: District, at: Plot, building: Building) -> Shows:
    """Show how a plan is placed on its plot."""
    spot = built(at, building, dict.fromkeys(building.needs, 0))
    return Shows(district_id(town.number_of(here)), [spot], [Motion(spot.pieces[0], end=spot.id)])


def cubes_placed(
    town: Town, here: District, at: Plot, building: Building, cubes: Mapping[str, int], placed: Mapping[str, int]
) -> Shows:
    """Show how cubes are placed on a building; ``cubes`` are all cubes on it afterwards."""
    motions = [Motion(Piece("cube", MATERIALS[one], one, n), end=str(at)) for one, n in placed.items()]
    return Shows(district_id(town.number_of(here)), [built(at, building, cubes)], motions)


def track_moved(token: Piece, before: int, after: int) -> Shows:
    """Show how a token moves along the VP track."""
    return Shows("track", motions=[Motion(token, str(before), str(after))])
