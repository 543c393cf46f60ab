"""The state of the table in Rolling Heights: the town, its districts, the Mayor and the market."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from rival.games.rolling_heights.options import Options
from rival.kernel import N_, BadAnswerError, Catalogue, JoinedText, Json, Name, Text, _, format_square
from rival.kernel.answer_types import shorten_for_message
from rival.kernel.texts import NO_ARGS

MATERIALS = {
    "wood": _("wood"),
    "glass": _("glass"),
    "concrete": _("concrete"),
    "steel": _("steel"),
    "orange": _("orange"),
}
COLOURS = tuple(MATERIALS)
BUILDING_TYPES = {
    "park": _("park"),
    "civic": _("civic"),
    "residential": _("residential"),
    "commercial": _("commercial"),
    "industrial": _("industrial"),
}
BUILDING_PHRASES = {
    "park": _("a park"),
    "civic": _("a civic building"),
    "residential": _("a residential building"),
    "commercial": _("a commercial building"),
    "industrial": _("an industrial building"),
}
"""The building types with an article, for use in a sentence."""
ROW_LENGTH = 9
"""The number of plans in a full market row."""


PlanData = Mapping[str, Json]
"""A plan in the form that a pack stores: its type, and the number of required cubes by material."""


class Plot(NamedTuple):
    """A square in a district, with a letter for its column and a number for its row; a1 is at the top left."""

    x: int
    y: int

    def __str__(self) -> str:
        return format_square(self.x, self.y)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a plot quickly: `cache_view` compares the pickled bytes of a district on every answer."""
        return Plot, tuple(self)


@dataclass(slots=True)
class Building:
    """A plan of the Mayor on a plot: the required cubes, the cubes placed, and the VP that the plot gave."""

    level: int
    type: str
    needs: dict[str, int]
    cubes: dict[str, int]
    complete: bool = False
    bonus: int = 0

    @property
    def missing_cubes(self) -> dict[str, int]:
        """The cubes that the building still requires, by material."""
        cubes = self.cubes
        return {colour: n - cubes[colour] for colour, n in self.needs.items() if n > cubes[colour]}

    @property
    def size(self) -> int:
        """The total number of cubes that the building requires."""
        return sum(self.needs.values())


@dataclass(slots=True)
class District:
    """A district, which is a board as drawn by its owner, with the buildings on it.

    ``bonuses`` contains the VP that a plot shows, by building type. For a plot in ``partly``, only the listed building
    types are known, and a known type without VP is listed with 0.
    """

    width: int
    height: int
    land: frozenset[Plot]
    board: str = ""
    bonuses: dict[Plot, dict[str, int]] = field(default_factory=dict)
    yours: set[Plot] = field(default_factory=set)
    buildings: dict[Plot, Building] = field(default_factory=dict)
    partly: set[Plot] = field(default_factory=set)

    def get_bonus(self, plot: Plot, type: str) -> int | None:
        """Return the VP that a plot shows for a building type; None if they are unknown (RH-32, RH-A23)."""
        bonuses = self.bonuses.get(plot)
        if bonuses is None:
            return None
        return bonuses.get(type, None if plot in self.partly else 0)

    def learn_bonus(self, plot: Plot, type: str, vp: int) -> None:
        """Store the VP that a plot shows for one building type (RH-32).

        Once all building types are known, the plot is removed from ``partly``.
        """
        plot_bonuses = {**self.bonuses.get(plot, {}), type: vp}
        self.partly.add(plot)
        if plot_bonuses.keys() == BUILDING_TYPES.keys():
            self.partly.remove(plot)
            plot_bonuses = {type: vp for type, vp in plot_bonuses.items() if vp}
        self.bonuses[plot] = plot_bonuses

    @property
    def is_full(self) -> bool:
        """Whether the district has no empty land (RH-A1)."""
        return len(self.yours) + len(self.buildings) >= len(self.land)

    @property
    def empty_plots(self) -> list[Plot]:
        """The empty land plots, column by column."""
        free = self.land.difference(self.yours, self.buildings)
        return [plot for plot in index_plots_by_name(self.land).values() if plot in free]

    def find_first_empty_plot(self) -> Plot | None:
        """Return the first empty land plot, column by column; None if the district is full."""
        taken = self.yours | self.buildings.keys()
        return next((plot for plot in index_plots_by_name(self.land).values() if plot not in taken), None)

    def find_empty_plot(self, name: str) -> Plot | None:
        """Return the plot with this name if it is empty land; otherwise None."""
        plot = index_plots_by_name(self.land).get(name)
        return None if plot in self.yours or plot in self.buildings else plot

    @property
    def unfinished_building(self) -> Building | None:
        """The Mayor's only unfinished building in this district; None if there isn't one (RH-D1)."""
        for building in self.buildings.values():
            if not building.complete:
                return building
        return None

    def find_building_plot(self, building: Building) -> Plot:
        """Return the plot on which a building stands."""
        return next(plot for plot, candidate in self.buildings.items() if candidate is building)


@lru_cache(maxsize=64)
def index_plots_by_name(land: frozenset[Plot]) -> dict[str, Plot]:
    """Return the land plots indexed by name, column by column."""
    return {str(plot): plot for plot in sorted(land)}


@dataclass(slots=True)
class Mayor:
    """The Mayor's possessions: victory points on the track, and wild tokens."""

    vp: int = 0
    wild: int = 0


Phase = Literal["set-up", "yours", "mayor", "scoring"]
"""The phases of the game: set-up, the player's turn, the Mayor's turn and final scoring."""
SupplyState = tuple[frozenset[str], int | None, bool]
"""The exhausted colours, the last round, and whether the end is in doubt."""
RowState = tuple[tuple[int, ...], int]
"""The wild tokens on a row, and the row's number of plans."""


KnownBonuses = tuple[dict[Plot, dict[str, int]], frozenset[Plot]]
"""The plots' bonuses, and the plots whose bonuses are partly known."""
DrawingState = tuple[int, int, frozenset[Plot], frozenset[Plot], dict[Plot, dict[str, int]], frozenset[Plot]]
"""The facts that a drawing shows: the district's size, its land, the player's plots and the known bonuses."""


@dataclass
class Town:
    """The state of the game that the program tracks.

    - ``boards``: the drawings of all boards that the owner has described, by name, whether or not they are in play.
    - ``met``: all plans entered so far, by level.
    - ``places`` and ``numbers``: the boards and the number tokens on the table, row by row from the top left.
    - ``districts``: the districts by the number of their token.
    - ``plans``: the number of plans in each market row.
    - ``taken``: the row positions from which the Mayor took plans, in order.
    - ``placed``: the colours of the cubes that left the supply in the Mayor's last turn.
    - ``end_in_doubt``: whether a correction triggered the end while the turn in which the colour ran out is unknown.
    - ``phase``: the current phase of the game, shown in the header.
    """

    options: Options
    boards: dict[str, list[str]]
    districts: dict[int, District | None]
    rows: dict[int, list[int]]
    mayor: Mayor = field(default_factory=Mayor)
    round: int = 0
    across: int = 3
    places: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    out: set[str] = field(default_factory=set)
    placed: set[str] = field(default_factory=set)
    plans: dict[int, int] = field(default_factory=lambda: {1: ROW_LENGTH, 2: ROW_LENGTH})
    taken: dict[int, list[int]] = field(default_factory=lambda: {1: [], 2: []})
    met: dict[int, list[PlanData]] = field(default_factory=lambda: {1: [], 2: []})
    last_round: int | None = None
    end_in_doubt: bool = False
    phase: Phase = "set-up"

    def __post_init__(self) -> None:
        self.supply_before_correction: tuple[SupplyState, int, SupplyState] | None = None
        self.rows_before_correction: dict[int, tuple[RowState, int, RowState]] = {}
        self.drawings_before_correction: dict[int, tuple[KnownBonuses, int, DrawingState]] = {}

    @property
    def supply_state(self) -> SupplyState:
        """The exhausted colours, the last round, and whether the end is in doubt."""
        return frozenset(self.out), self.last_round, self.end_in_doubt

    @property
    def ending_colours(self) -> frozenset[str]:
        """The colours that trigger the end when their last cube is used (RH-41, RH-A18)."""
        return frozenset(COLOURS) - ({"orange"} if self.options.orange == "apart" else set())

    @property
    def exhausted_ending_colours(self) -> frozenset[str]:
        """The exhausted colours that trigger the end, except those removed during set-up (RH-41, RH-A31)."""
        return self.ending_colours & self.out - list_removed_colours(self.options)

    def get_row_state(self, level: int) -> RowState:
        """Return the wild tokens on a row, and the row's number of plans."""
        return tuple(self.rows[level]), self.plans[level]

    def get_district(self, number: int) -> District:
        """Return the district under a number token; its board must have a drawing."""
        district = self.districts[number]
        assert district is not None
        return district

    def find_district_number(self, district: District) -> int:
        """Return the number of a district's token."""
        return next(n for n, candidate in self.districts.items() if candidate is district)

    def place_board(self, number: int, district: District, board: str) -> None:
        """Place a board with a drawing under a number token, and add the drawing to the known boards."""
        district.board = board
        self.districts[number] = district
        if not is_drawing_complete(self.boards.get(board, [UNKNOWN_SQUARE])):
            self.boards[board] = format_board(district)

    def shorten_row(self, level: int, length: int) -> None:
        """Set the number of plans in a row, and remove the wild tokens beyond the last plan (RH-A11)."""
        self.plans[level] = length
        self.rows[level][length:] = [0] * (ROW_LENGTH - length)

    def add_known_plan(self, level: int, plan: PlanData) -> None:
        """Add a plan to the known plans of its level."""
        if plan not in self.met[level]:
            self.met[level].append(plan)


def make_town(options: Mapping[str, Json], pack: Json) -> Town:
    """Return the state of a new game with the owner's boards and plans."""
    boards = decode_boards(pack or {})
    game_options = Options(**options)
    rows = {level: [0] * ROW_LENGTH for level in (1, 2)}
    town = Town(game_options, boards, dict.fromkeys(range(1, 7)), rows, out=set(list_removed_colours(game_options)))
    for level, plans in decode_plans(pack or {}).items():
        for plan in plans:
            town.add_known_plan(level, plan)
    return town


def list_removed_colours(options: Options) -> frozenset[str]:
    """Return the colours whose cubes are all removed during set-up: orange, if it is a material (RH-A31)."""
    return frozenset({"orange"} if options.orange == "material" else ())


def decode_plans(pack: Mapping[str, Json]) -> dict[int, list[PlanData]]:
    """Return a pack's plans by level."""
    return {level: list(numbered.values()) for level, numbered in decode_numbered_plans(pack).items()}


def decode_numbered_plans(pack: Mapping[str, Json]) -> dict[int, dict[int, PlanData]]:
    """Return a pack's plans by level and by the number that the owner assigned.

    A plan without a number gets the next free number.
    """
    plans: dict[int, dict[int, PlanData]] = {}
    for level in (1, 2):
        tiles = pack.get("plans", {}).get(f"level{level}", ())
        used_numbers = {tile["n"] for tile in tiles if "n" in tile}
        free_numbers = (n for n in range(1, 2 * len(tiles) + 1) if n not in used_numbers)
        plans[level] = {
            tile.get("n") or next(free_numbers): {key: tile[key] for key in tile if key != "n"} for tile in tiles
        }
    return plans


def encode_plans(plans: Mapping[int, Sequence[PlanData]]) -> dict[str, Json]:
    """Convert plans by level to the form that a pack stores."""
    return {f"level{level}": list(level_plans) for level, level_plans in plans.items()}


def encode_numbered_plans(plans: Mapping[int, Mapping[int, PlanData]]) -> dict[str, Json]:
    """Convert numbered plans to the form that a pack stores, sorted by number.

    The numbers are stored only if the sequence has gaps.
    """
    listed: dict[int, list[PlanData]] = {}
    for level, numbered in plans.items():
        has_gaps = max(numbered, default=0) > len(numbered)
        listed[level] = [{"n": n, **plan} if has_gaps else plan for n, plan in sorted(numbered.items())]
    return encode_plans(listed)


# --- boards ----------------------------------------------------------------------------------------------------

MAX_NAME_LENGTH = 40
SIDE_LETTERS = frozenset("ABCDАБВГ")
"""The letters that follow a board's name to distinguish its two sides."""


def split_board_name(board: str) -> tuple[str, str]:
    """Split a board's full name into the name and the side letter, which is empty if there is none.

    >>> split_board_name("Harbour A"), split_board_name("Old Town")
    (('Harbour', 'A'), ('Old Town', ''))
    """
    name, _space, side = board.rpartition(" ")
    return (name, side) if name and side in SIDE_LETTERS else (board, "")


def normalize_board_name(text: str) -> str:
    """Return a board name with single spaces; an empty string if the name is not valid."""
    name = " ".join(text.split())
    return name if 0 < len(name) <= MAX_NAME_LENGTH and name.isprintable() and "," not in name and name != "?" else ""


def parse_board_name(text: str) -> str:
    """Return a typed board name with single spaces; raise BadAnswerError if the name is not valid."""
    name = normalize_board_name(text)
    if not name:
        raise BadAnswerError(
            _(
                "“{name}” can’t be the name of a board: use up to 40 characters, without commas.",
                name=shorten_for_message(text),
            )
        )
    return name


def make_name_taken_error(name: str) -> BadAnswerError:
    """Return the error for a board name that is already in use."""
    return BadAnswerError(
        _(
            "There is already a board “{name}”. To distinguish its sides, add A or B after the name.",
            name=shorten_for_message(name),
        )
    )


def decode_boards(pack: Mapping[str, Json]) -> dict[str, list[str]]:
    """Return a pack's drawings by the full names of their boards, including the side.

    An older pack stores its drawings by number token. Because the tokens are shuffled for each game, each drawing is
    converted to a board with a name.
    """
    boards = {f"No. {number}": list(rows) for number, rows in pack.get("districts", {}).items()}
    for name, drawings in pack.get("boards", {}).items():
        sides = drawings if isinstance(drawings, dict) else {"": drawings}
        boards |= {f"{name} {side}".strip(): list(rows) for side, rows in sides.items()}
    return boards


def encode_boards(boards: Mapping[str, list[str]]) -> dict[str, Json]:
    """Convert boards to the form that a pack stores: each name with a drawing, or with one drawing per side."""
    encoded: dict[str, Json] = {}
    for board, rows in boards.items():
        name, side = split_board_name(board)
        if not side and not isinstance(encoded.get(name), dict):
            encoded[name] = list(rows)
        elif isinstance(encoded.get(name), list):
            encoded[board] = list(rows)  # the name is already in use for a drawing without a side
        else:
            encoded.setdefault(name, {})[side] = list(rows)
    return encoded


UNKNOWN_SQUARE = "?"
"""The sign for a square not yet described. A board with such squares can be saved, but not used in a game."""
UNKNOWN_SQUARE_LABEL = _("not entered yet")


def is_drawing_complete(rows: Iterable[str]) -> bool:
    """Return whether a drawing has no unknown squares."""
    return not any(UNKNOWN_SQUARE in row for row in rows)


TYPES_BY_LETTER = {name[0]: name for name in BUILDING_TYPES if name != "civic"} | {"v": "civic"}
"""The building types, by their letters in a drawing: p, v (civic), r, c, i."""
MAX_DISTRICT_SIZE = 12
"""The maximum number of rows or columns on a board."""
MAX_BONUS = 20

UNKNOWN_BONUS_LABEL = _("empty land (enter its bonus later)")
DISTRICT_LEGEND: list[tuple[str, Text]] = [
    (UNKNOWN_SQUARE, UNKNOWN_SQUARE_LABEL),
    (".", UNKNOWN_BONUS_LABEL),
    ("~", _("water")),
    ("x", _("land you built on")),
    ("-", _("empty land without a bonus")),
    (
        "r2",
        _(
            "empty land with a bonus, here 2 VP for residential (other letters: p park, v civic, "
            "c commercial, i industrial)"
        ),
    ),
    ("v0+", _("empty land, known so far: 0 VP for civic")),
]
PARTIAL_BONUS_MARK = "+"
"""The end of a plot's sign if the bonus is known only for some building types."""


def parse_district(rows: list[str]) -> District:
    """Parse a district from rows of signs such as ``. . ~`` or ``..~`` (RH-32, RH-A1).

    Raise BadAnswerError if the drawing is not valid or has unknown squares.
    """
    if not 1 <= len(rows) <= MAX_DISTRICT_SIZE:
        raise BadAnswerError(DISTRICT_SIZE_MESSAGE)
    if not is_drawing_complete(rows):
        raise BadAnswerError(_("Some squares are not described yet (“?”). Enter for each whether it is land or water."))
    parsed = parse_rows(tuple(rows))
    bonuses, yours, partly = parsed.bonuses.copy(), parsed.yours.copy(), parsed.partly.copy()
    return District(parsed.width, parsed.height, parsed.land, "", bonuses, yours, partly=partly)


DISTRICT_SIZE_MESSAGE = _("A district has 1 to 12 rows and columns.")


@lru_cache(maxsize=64)
def parse_rows(rows: tuple[str, ...]) -> District:
    """Parse complete rows into a district, cached; the caller must copy the district before changing it."""
    cells = [split_signs(row) for row in rows]
    width = len(cells[0])
    if not 1 <= width <= MAX_DISTRICT_SIZE:
        raise BadAnswerError(DISTRICT_SIZE_MESSAGE)
    district = District(width, len(cells), frozenset())
    land = set()
    for y, row in enumerate(cells):
        if len(row) != width:
            raise BadAnswerError(
                _("Row {row} has {count} plots, but the first row has {width}.", row=y + 1, count=len(row), width=width)
            )
        for x, sign in enumerate(row):
            if sign != "~":
                land.add(Plot(x, y))
                apply_drawing_sign(district, Plot(x, y), sign)
    if not land:
        raise BadAnswerError(_("A district needs at least one plot of land (“.”)."))
    district.land = frozenset(land)
    return district


def split_signs(row: str) -> list[str]:
    """Split a row into its signs, with or without spaces between them: ``. r2 ~`` or ``.r2~``."""
    row = row.strip()
    if len(row) > MAX_DISTRICT_SIZE * len(BUILDING_TYPES) * 4:
        raise BadAnswerError(DISTRICT_SIZE_MESSAGE)
    if " " in row:
        return row.split()
    split: list[str] = []
    for character in row:
        if split and (
            is_ascii_number(character)
            or character == PARTIAL_BONUS_MARK
            or (character in TYPES_BY_LETTER and is_ascii_number(split[-1][-1]))
        ):
            split[-1] += character  # r2 is one sign, and so are r2c1 and v0+
        else:
            split.append(character)
    return split


def is_ascii_number(sign: str) -> bool:
    """Return whether a text consists of ASCII digits."""
    return sign.isascii() and sign.isdecimal()


def apply_drawing_sign(district: District, plot: Plot, sign: str) -> None:
    """Store the bonus that a sign in a drawing gives to a plot."""
    if sign == "x":
        district.yours.add(plot)
    elif sign == "-":
        district.bonuses[plot] = {}
    elif sign != "." and sign not in MAYOR_SIGNS:
        district.bonuses[plot] = parse_bonus(sign, plot)
        if sign.endswith(PARTIAL_BONUS_MARK):
            district.partly.add(plot)


def parse_bonus(sign: str, plot: Plot) -> dict[str, int]:
    """Parse a bonus sign; raise BadAnswerError if the sign is not a bonus.

    ``r2c1`` means 2 VP for residential and 1 VP for commercial buildings. ``v0+`` means 0 VP for civic buildings and
    unknown VP for other types.
    """
    bonus: dict[str, int] = {}
    rest = sign.removesuffix(PARTIAL_BONUS_MARK)
    minimum = 0 if sign.endswith(PARTIAL_BONUS_MARK) else 1
    while rest and rest[0] in TYPES_BY_LETTER and TYPES_BY_LETTER[rest[0]] not in bonus:
        digit_count = next((n for n, character in enumerate(rest[1:]) if not is_ascii_number(character)), len(rest) - 1)
        if not 1 <= digit_count <= 2 or not minimum <= int(rest[1 : 1 + digit_count]) <= MAX_BONUS:
            break
        bonus[TYPES_BY_LETTER[rest[0]]] = int(rest[1 : 1 + digit_count])
        rest = rest[1 + digit_count :]
    if rest or not bonus:
        raise BadAnswerError(
            _(
                "“{sign}” at {plot} is not a valid sign; use . ~ x - or a bonus such as r2.",
                sign=Name(sign[:20]),
                plot=plot,
            )
        )
    return bonus


MAYOR_SIGNS = ("M", "m")
"""The signs for the Mayor's complete and unfinished buildings; the parser treats them as plain land."""


def format_district(district: District) -> list[str]:
    """Return the rows of a district's drawing, including both sides' buildings."""
    return [
        " ".join(get_plot_sign(district, Plot(x, y)) for x in range(district.width)) for y in range(district.height)
    ]


def get_plot_sign(district: District, plot: Plot) -> str:
    """Return a plot's sign, with buildings taken into account."""
    if plot in district.yours:
        return "x"
    if plot in district.buildings:
        return "M" if district.buildings[plot].complete else "m"
    return get_printed_sign(district, plot)


def format_board(district: District) -> list[str]:
    """Return the rows of a board's drawing, without buildings."""
    return [
        " ".join(get_printed_sign(district, Plot(x, y)) for x in range(district.width)) for y in range(district.height)
    ]


def get_printed_sign(district: District, plot: Plot) -> str:
    """Return the sign for a plot's print: water, a bonus, no bonus, or land with an unknown bonus."""
    if plot not in district.land:
        return "~"
    if plot not in district.bonuses:
        return "."
    return format_bonus_sign(district.bonuses[plot], plot in district.partly)


def format_bonus_sign(bonuses: Mapping[str, int], is_partial: bool) -> str:
    """Return the sign for a plot with these bonuses; ``is_partial`` means that other types are unknown."""
    letters = {name: letter for letter, name in TYPES_BY_LETTER.items()}
    sign = "".join(f"{letters[building_type]}{vp}" for building_type, vp in bonuses.items() if vp or is_partial) or "-"
    return sign + PARTIAL_BONUS_MARK if is_partial else sign


def iterate_buildings(town: Town) -> Iterator[tuple[int, Plot, Building]]:
    """Yield each of the Mayor's buildings, with its district number and plot."""
    for number, district in town.districts.items():
        if district is not None:
            for plot, building in district.buildings.items():
                yield number, plot, building


class CountedNames(Text):
    """A list of names with their counts, such as ``2 wood, 1 steel``, without zero counts. Rendered lazily."""

    __slots__ = ("counts", "each", "names")

    def __init__(self, names: Mapping[str, Text], counts: Mapping[str, int], each: str = N_("{n} {name}")) -> None:
        self.msgid = ""
        self.args = NO_ARGS
        self.names = names
        self.counts = counts
        self.each = each

    def join(self) -> JoinedText:
        """Return the list as a single joined text."""
        return JoinedText([_(self.each, name=self.names[name], n=n) for name, n in self.counts.items() if n])

    def render(self, catalogue: Catalogue) -> str:
        """Return the list in the catalogue's language."""
        return self.join().render(catalogue)

    def to_json(self) -> Any:
        """Return the list as plain JSON."""
        return self.join().to_json()


def format_bonus(bonus: Mapping[str, int]) -> CountedNames:
    """Return a plot's VP as text: ``2 VP for a residential building``."""
    return CountedNames(BUILDING_PHRASES, bonus, N_("{n} VP for {name}"))
