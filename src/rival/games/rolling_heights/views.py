"""Views of the Mayor, the VP track, the market and the six districts, and functions that show a step on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from rival.games.rolling_heights.table import (
    BUILDING_PHRASES,
    BUILDING_TYPES,
    DISTRICT_LEGEND,
    MATERIALS,
    MAX_BONUS,
    TYPES_BY_LETTER,
    UNKNOWN_SQUARE,
    UNKNOWN_SQUARE_LABEL,
    Building,
    CountedNames,
    District,
    Mayor,
    Plot,
    Town,
    format_bonus,
    get_plot_sign,
    parse_district,
    split_signs,
)
from rival.kernel import (
    Brush,
    Cards,
    Drawing,
    FactList,
    Grid,
    Highlight,
    JoinedText,
    Marker,
    Motion,
    Name,
    PackPhrase,
    Piece,
    Scale,
    Spot,
    TapTarget,
    Text,
    View,
    _,
    cache_view,
    make_fact,
    n_,
)

WILD_TOKEN = Piece("wild", _("wild token"), "wild")
PLAN_PIECE = Piece("plan", _("plan"))
MAYOR_MARKER = Piece("token", _("the Mayor’s VP marker"), "mayor")
OWNERSHIP_MARKER = Piece("token", _("the Mayor’s ownership marker"), "mayor")
ROUND_COUNTER = Piece("counter", _("round counter"))


def make_views(town: Town) -> Sequence[View]:
    """Return the views of the table: the Mayor, the track, the market and the districts.

    Before round 1, the views also show the places of the town. Until the layout of the boards is known, they show every
    board.
    """
    rows = [make_row_view(level, town.rows[level], town.plans[level]) for level in town.rows]
    return [
        make_mayor_view(town.mayor, town.round, town.last_round, town.out),
        make_track_view(town.mayor.vp, town.round),
        *rows,
        *iterate_board_views(town),
    ]


@cache_view
def make_mayor_view(mayor_state: Mayor, round: int, last_round: int | None, exhausted: set[str]) -> FactList:
    """Return the view of the Mayor's values and the round."""
    last_round_text = _("none") if last_round is None else Name(str(last_round))
    exhausted_text = JoinedText([MATERIALS[colour] for colour in sorted(exhausted)]) if exhausted else _("none")
    return FactList(
        "mayor",
        _("The Mayor"),
        [
            make_fact("vp", _("The Mayor’s VP"), Name(str(mayor_state.vp)), "mayor.vp"),
            make_fact("wild", _("The Mayor’s wild tokens"), Name(str(mayor_state.wild)), "mayor.wild"),
            make_fact("round", _("Round"), Name(str(round)), "round"),
            make_fact("last-round", _("Last round"), last_round_text, "last_round"),
            make_fact("out", _("Colours that ran out"), exhausted_text, "supply.out"),
        ],
    )


TRACK_STEP = 25
"""The number of VP by which the drawn track grows, because the length of the real track is unknown."""


@cache_view
def make_track_view(vp: int, round: int) -> Scale:
    """Return the view of the VP track, with the Mayor's marker and the round counter (RH-08, RH-09)."""
    minimum, maximum = min(0, vp), max(vp, round)
    markers = [Marker(MAYOR_MARKER, vp, "mayor.vp"), Marker(ROUND_COUNTER, round, "round")]
    return Scale("track", _("VP track"), minimum, (maximum // TRACK_STEP + 2) * TRACK_STEP, markers)


@cache_view
def make_row_view(level: int, tokens: Sequence[int], plans: int) -> Cards:
    """Return the view of a market row; ``tokens`` contains the number of wild tokens on each plan."""
    spots = [make_plan_spot(level, k, token_count, k <= plans) for k, token_count in enumerate(tokens, start=1)]
    return Cards(get_row_id(level), _("Level {level} row", level=level), spots)


def get_row_id(level: int) -> str:
    """Return the id of a market row's view."""
    return f"row-{level}"


def make_plan_spot(level: int, position: int, token_count: int, is_present: bool = True) -> Spot:
    """Return the spot for a plan in a market row, with its wild tokens.

    The spot doesn't show the plan's printed values, because they are entered only when the Mayor takes the plan.
    """
    label: Text = _("plan {n}", n=position)
    if token_count:
        label = n_("plan {k}, {n} wild token", "plan {k}, {n} wild tokens", token_count, k=position)
    elif not is_present:
        label = _("there is no plan {n}", n=position)
    pieces = [Piece(WILD_TOKEN.glyph, WILD_TOKEN.label, WILD_TOKEN.colour, token_count)] if token_count else []
    ground = "card" if is_present else ""
    corrects = f"rows.{level}.{position}" if is_present else f"rows.{level}.plans"
    return Spot(str(position), label, str(position), ground, pieces, Name(str(position)), corrects)


def make_plan_card(id: str, title: Text, type: str, cubes: Mapping[str, int]) -> Cards:
    """Return the card for a plan, with its type and the required cubes."""
    spots = [Spot("type", BUILDING_TYPES[type], "", "card", [Piece(type, BUILDING_TYPES[type])], BUILDING_TYPES[type])]
    spots += [
        Spot(
            name,
            CountedNames(MATERIALS, {name: n}),
            "",
            "card",
            [Piece("cube", MATERIALS[name], name, n)],
            MATERIALS[name],
        )
        for name, n in cubes.items()
    ]
    return Cards(id, title, spots, shows_notes=True)


def list_turn_views(_town: Town) -> list[str]:
    """Return the ids of the views that the player needs during a turn: the scores and the market."""
    return ["mayor", get_row_id(1), get_row_id(2)]


PHASES: Mapping[str, Text] = {
    "set-up": _("set-up"),
    "yours": _("your turn"),
    "mayor": _("the Mayor’s turn"),
    "scoring": _("scoring"),
}


def make_status_line(town: Town, _key: str) -> list[Text]:
    """Return the round and the side whose turn it is, as text."""
    return [_("Round {n}", n=town.round), PHASES[town.phase]] if town.round else [PHASES[town.phase]]


def make_headline_score(town: Town) -> Spot:
    """Return the Mayor's VP, which are always displayed."""
    return make_fact("vp", _("VP"), Name(str(town.mayor.vp)), "mayor.vp")


# --- districts ------------------------------------------------------------------------------------------------


def iterate_board_views(town: Town) -> Iterator[View]:
    """Yield the views of the boards: by district once the layout is known, otherwise by name."""
    if not town.round:
        yield make_town_view(town.numbers, town.across)
    numbers = town.numbers if len(town.numbers) == len(town.districts) else list(town.districts)
    if town.round or any(town.districts.values()):
        yield from (
            make_district_view(number, town.districts[number], find_board_name(town, number)) for number in numbers
        )
    if not town.round and not town.places:
        yield from (make_board_view(name, rows) for name, rows in town.boards.items())


@cache_view
def make_town_view(numbers: Sequence[int], across: int) -> Cards:
    """Return the view of the town's six places, with their number tokens if they are known (RH-07)."""
    return Cards("town", _("The town"), make_place_spots(numbers or [0] * DISTRICT_COUNT), across)


DISTRICT_COUNT = 6


def make_place_spots(numbers: Sequence[int]) -> list[Spot]:
    """Return a spot for each place in the town; number 0 stands for an unknown token."""
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


@cache_view
def make_district_view(number: int, drawn_district: District | None, board_below: str) -> Grid:
    """Return the view of a district, which has an empty grid if there is no drawing.

    ``board_below`` is the name of the district's board.
    """
    name = drawn_district.board if drawn_district else board_below
    title = _("District {n}: {board}", n=number, board=PackPhrase(name)) if name else _("District {n}", n=number)
    if drawn_district is None:
        return Grid(get_district_id(number), title, (), str(number), _("not described yet"))
    rows = [
        [make_plot_spot(drawn_district, Plot(x, y)) for x in range(drawn_district.width)]
        for y in range(drawn_district.height)
    ]
    return Grid(get_district_id(number), title, rows, str(number), edit_path=f"districts.{number}.drawing")


def get_district_id(number: int) -> str:
    """Return the id of a district's view."""
    return f"district-{number}"


def find_board_name(town: Town, number: int) -> str:
    """Return the name of the board under a number token; an empty string if the name is unknown."""
    return town.places[town.numbers.index(number)] if town.places and number in town.numbers else ""


@cache_view
def make_board_view(name: str, rows: list[str]) -> Grid:
    """Return the view of a board without buildings, so that the owner can recognise it."""
    cells = [split_signs(row) for row in rows]
    district = parse_district([" ".join("." if sign == UNKNOWN_SQUARE else sign for sign in row) for row in cells])
    spots = [
        [
            make_unknown_spot(Plot(x, y)) if sign == UNKNOWN_SQUARE else make_plot_spot(district, Plot(x, y))
            for x, sign in enumerate(row)
        ]
        for y, row in enumerate(cells)
    ]
    return Grid(f"board-{name}", _("Board {name}", name=PackPhrase(name)), spots)


def make_unknown_spot(position: Plot) -> Spot:
    """Return the spot for a square that the owner has not described."""
    return Spot(str(position), UNKNOWN_SQUARE_LABEL, UNKNOWN_SQUARE, note=Name(UNKNOWN_SQUARE))


GROUNDS_BY_SIGN = {"~": "water"}
SIGN_LABELS = {"~": _("water"), "x": _("yours"), ".": _("empty land"), "-": _("empty land, no bonus")}


def make_plot_spot(district: District, position: Plot) -> Spot:
    """Return the spot for a plot, with the building on it."""
    if position in district.buildings:
        building = district.buildings[position]
        return make_building_spot(position, building, building.cubes)
    sign = get_plot_sign(district, position)
    if sign == "x":
        return Spot(
            str(position), SIGN_LABELS[sign], sign, "land", [Piece("house", SIGN_LABELS[sign])], SIGN_LABELS[sign]
        )
    bonus = {type: vp for type, vp in district.bonuses.get(position, {}).items() if vp} if sign != "~" else {}
    label = _("empty land: {bonus}", bonus=format_bonus(bonus)) if bonus else SIGN_LABELS.get(sign, SIGN_LABELS["."])
    pieces = [Piece(type, format_bonus({type: vp}), count=vp) for type, vp in bonus.items()]
    return Spot(str(position), label, sign, GROUNDS_BY_SIGN.get(sign, "land"), pieces)


BONUS_BRUSHES = tuple(
    Brush(sign, words, "land", Piece(type, words), max_number=MAX_BONUS)
    for sign, type in TYPES_BY_LETTER.items()
    for words in [BUILDING_TYPES[type]]
)
UNKNOWN_SQUARE_BRUSH = Brush(UNKNOWN_SQUARE, UNKNOWN_SQUARE_LABEL, note=Name(UNKNOWN_SQUARE))
PLAIN_LAND_BRUSH = Brush(
    "-",
    _("plain land"),
    "land",
    fills=[(UNKNOWN_SQUARE, _("The rest is plain land")), (".", _("The rest has no bonus"))],
)
WATER_BRUSH = Brush("~", SIGN_LABELS["~"], "water")
UNKNOWN_BONUS_BRUSH = Brush(
    ".",
    _("land, bonus unknown"),
    "land",
    note=Name(UNKNOWN_SQUARE),
    fills=[(UNKNOWN_SQUARE, _("The rest is land, bonuses later"))],
)
BOARD_BRUSHES = (UNKNOWN_SQUARE_BRUSH, PLAIN_LAND_BRUSH, WATER_BRUSH, *BONUS_BRUSHES, UNKNOWN_BONUS_BRUSH)
"""The brushes for a board without buildings."""
DISTRICT_BRUSHES = (
    UNKNOWN_SQUARE_BRUSH,
    PLAIN_LAND_BRUSH,
    WATER_BRUSH,
    Brush("x", SIGN_LABELS["x"], "land", Piece("house", SIGN_LABELS["x"])),
    *BONUS_BRUSHES,
    UNKNOWN_BONUS_BRUSH,
    Brush("M", _("the Mayor’s building"), "land", Piece("token", _("the Mayor’s building"), "mayor"), is_fixed=True),
    Brush(
        "m", _("the Mayor’s unfinished building"), "land", Piece("counter", _("the Mayor’s building")), is_fixed=True
    ),
)
"""The brushes for a district in a game, including the buildings on it."""


def describe_drawing(rows: list[str]) -> Text:
    """Describe a drawing: its size, water, bonuses and the player's plots."""
    district = parse_district(rows)
    water, bonuses = (
        district.width * district.height - len(district.land),
        sum(any(plot_bonuses.values()) for plot_bonuses in district.bonuses.values()),
    )
    parts = [
        (water, n_("{n} square of water", "{n} squares of water", water)),
        (bonuses, n_("{n} bonus", "{n} bonuses", bonuses)),
        (len(district.yours), n_("{n} plot of yours", "{n} plots of yours", len(district.yours))),
    ]
    size = _("{columns} by {rows} plots", columns=district.width, rows=district.height)
    return JoinedText([size, *(text for n, text in parts if n)])


DRAWING_ANSWER = Drawing(parse_district, DISTRICT_LEGEND, DISTRICT_BRUSHES, describe_drawing)


def make_building_spot(position: Plot, building: Building, cubes: Mapping[str, int]) -> Spot:
    """Return the spot for one of the Mayor's buildings with these cubes on it."""
    cube_count = sum(cubes.values())
    building_piece = Piece(building.type, BUILDING_PHRASES[building.type], "mayor", cube_count, building.size)
    cube_pieces = [
        Piece("cube", MATERIALS[colour], colour, cubes[colour], needed) for colour, needed in building.needs.items()
    ]
    label = _("the Mayor’s building: {what}", what=describe_building(building, cubes))
    return Spot(
        str(position), label, "M" if cube_count == building.size else "m", "land", [building_piece, *cube_pieces]
    )


def describe_building(building: Building, cubes: Mapping[str, int]) -> Text:
    """Describe a building with these cubes on it: its level, type and missing cubes."""
    missing = {colour: needed - cubes[colour] for colour, needed in building.needs.items() if needed > cubes[colour]}
    state = _("missing {cubes}", cubes=CountedNames(MATERIALS, missing)) if missing else _("complete")
    return _("level {level}, {type}, {state}", level=building.level, type=BUILDING_TYPES[building.type], state=state)


# --- what a step shows ----------------------------------------------------------------------------------------


def list_tap_targets(town: Town) -> tuple[TapTarget, ...]:
    """Return the districts whose empty plots can be tapped; for example, option ``3b2`` is b2 in district 3."""
    return make_tap_targets(
        tuple(n for n, district in town.districts.items() if district is not None and not district.is_full)
    )


@lru_cache
def make_tap_targets(numbers: tuple[int, ...]) -> tuple[TapTarget, ...]:
    """Return the links from option ids to these districts' views."""
    return tuple(TapTarget(get_district_id(n), str(n)) for n in numbers)


def highlight_number_tokens(numbers: Sequence[int]) -> Highlight:
    """Show the number tokens on the town's places."""
    return Highlight("town", make_place_spots(numbers))


def highlight_taken_plan(level: int, tokens: Sequence[int]) -> Highlight:
    """Show the plan at the last of these positions going to the Mayor."""
    spots = [make_plan_spot(level, k, token_count) for k, token_count in enumerate(tokens, start=1)]
    return Highlight(get_row_id(level), spots, [Motion(PLAN_PIECE, start=spots[-1].id)], [spots[-1].id])


def highlight_plan(level: int, position: int) -> Highlight:
    """Highlight a plan in its market row."""
    return Highlight(get_row_id(level), highlighted_ids=[str(position)])


def highlight_wild_tokens(level: int, tokens: Sequence[int]) -> Highlight:
    """Show wild tokens being put on the first plans in a row."""
    spots = [make_plan_spot(level, k, token_count) for k, token_count in enumerate(tokens, start=1)]
    return Highlight(get_row_id(level), spots, [Motion(WILD_TOKEN, end=spot.id) for spot in spots])


def highlight_refilled_row(level: int, tokens: Sequence[int], plans: int) -> Highlight:
    """Show a row after it has moved up, with the wild tokens in their new places."""
    spots = [make_plan_spot(level, k, token_count, k <= plans) for k, token_count in enumerate(tokens, start=1)]
    return Highlight(get_row_id(level), spots, highlighted_ids=[spots[-1].id], is_quiet=not any(tokens))


def highlight_mayor_tokens() -> Highlight:
    """Highlight the Mayor's wild tokens."""
    return Highlight("mayor", highlighted_ids=["wild"], is_quiet=True)


def highlight_district(number: int) -> Highlight:
    """Show a district."""
    return Highlight(get_district_id(number))


def highlight_plot(town: Town, district: District, position: Plot) -> Highlight:
    """Highlight a plot."""
    return Highlight(get_district_id(town.find_district_number(district)), highlighted_ids=[str(position)])


def highlight_placed_plan(town: Town, district: District, position: Plot, building: Building, type: str) -> Highlight:
    """Show a plan being placed on its plot.

    ``type`` is the plan's type at that step, since a correction can change the type later.
    """
    spot = make_building_spot(position, replace(building, type=type), dict.fromkeys(building.needs, 0))
    return Highlight(
        get_district_id(town.find_district_number(district)), [spot], [Motion(spot.pieces[0], end=spot.id)]
    )


def highlight_placed_cubes(
    town: Town,
    district: District,
    position: Plot,
    building: Building,
    type: str,
    cubes: Mapping[str, int],
    placed: Mapping[str, int],
) -> Highlight:
    """Show cubes being placed on a building.

    ``type`` is the building's type at that step. ``cubes`` contains all cubes on the building afterwards.
    """
    motions = [Motion(Piece("cube", MATERIALS[colour], colour, n), end=str(position)) for colour, n in placed.items()]
    spot = make_building_spot(position, replace(building, type=type), cubes)
    return Highlight(get_district_id(town.find_district_number(district)), [spot], motions)


def highlight_completed_building(
    town: Town, district: District, position: Plot, building: Building, type: str
) -> Highlight:
    """Show the ownership marker being put on top of a completed building.

    ``type`` is the building's type at that step.
    """
    spot = make_building_spot(position, replace(building, type=type), dict(building.needs))
    return Highlight(
        get_district_id(town.find_district_number(district)), [spot], [Motion(OWNERSHIP_MARKER, end=spot.id)]
    )


def highlight_track_move(token: Piece, before: int, after: int) -> Highlight:
    """Show a token moving along the VP track."""
    return Highlight("track", motions=[Motion(token, str(before), str(after))])
