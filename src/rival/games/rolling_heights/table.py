"""What is known of the table: the town, its districts, the Mayor and the market."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from rival.kernel import BadAnswer, Catalogue, Joined, Json, Name, Text, _, column_letter

MATERIALS = {
    "wood": _("wood"),
    "glass": _("glass"),
    "concrete": _("concrete"),
    "steel": _("steel"),
    "orange": _("orange"),
}
COLOURS = tuple(MATERIALS)
COLOURS_WITHOUT_ORANGE = tuple(colour for colour in COLOURS if colour != "orange")
TYPES = {
    "park": _("park"),
    "civic": _("civic"),
    "residential": _("residential"),
    "commercial": _("commercial"),
    "industrial": _("industrial"),
}
ROW = 9
"""Plans in a market row."""


class Plot(NamedTuple):
    """One square of a district: letters for columns, numbers for rows, a1 at the top left."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{column_letter(self.x)}{self.y + 1}"


@dataclass(frozen=True, slots=True)
class Options:
    """Difficulty and rulings of this game; the first value of each is the default."""

    hard: bool
    full_district: Literal["act_if_possible", "strict_reroll"]
    centre_distance: Literal["straight", "steps"]
    empty_row: Literal["nothing", "reroll"]
    district_numbers: Literal["random", "chosen"]
    orange: Literal["apart", "material"]

    @property
    def materials(self) -> tuple[str, ...]:
        """RH-A18: the colours that plans require and that end the game."""
        return COLOURS if self.orange == "material" else COLOURS_WITHOUT_ORANGE


@dataclass(slots=True)
class Building:
    """A plan of the Mayor on a plot: what it requires, and the cubes on it so far."""

    level: int
    type: str
    needs: dict[str, int]
    cubes: dict[str, int]
    complete: bool = False

    @property
    def missing(self) -> dict[str, int]:
        cubes = self.cubes
        return {colour: n - cubes[colour] for colour, n in self.needs.items() if n > cubes[colour]}

    @property
    def size(self) -> int:
        return sum(self.needs.values())


@dataclass(slots=True)
class District:
    """A district board as its owner drew it, with everything that stands on it."""

    width: int
    height: int
    land: frozenset[Plot]
    bonuses: dict[Plot, dict[str, int]] = field(default_factory=dict)
    yours: set[Plot] = field(default_factory=set)
    buildings: dict[Plot, Building] = field(default_factory=dict)

    @property
    def full(self) -> bool:
        """RH-A1: no land is empty; water does not count."""
        return len(self.yours) + len(self.buildings) >= len(self.land)

    @property
    def free(self) -> frozenset[Plot]:
        """The empty land."""
        return self.land.difference(self.yours, self.buildings)

    @property
    def empty(self) -> list[Plot]:
        """The empty land, column by column."""
        free = self.free
        return [plot for plot in plots_by_name(self.land).values() if plot in free]

    def find(self, name: str) -> Plot | None:
        """The plot of this name, if it is empty land."""
        plot = plots_by_name(self.land).get(name)
        return None if plot in self.yours or plot in self.buildings else plot

    @property
    def unfinished(self) -> Building | None:
        """RH-D1: there is at most one."""
        for building in self.buildings.values():
            if not building.complete:
                return building
        return None

    def plot_of(self, building: Building) -> Plot:
        return next(plot for plot, one in self.buildings.items() if one is building)


@lru_cache(maxsize=64)
def plots_by_name(land: frozenset[Plot]) -> dict[str, Plot]:
    return {str(plot): plot for plot in sorted(land)}


@dataclass(slots=True)
class Mayor:
    """What the Mayor has: victory points on the track, and wild tokens in front of him."""

    vp: int = 0
    wild: int = 0


@dataclass(slots=True)
class Town:
    """Everything the program knows of the table."""

    options: Options
    districts: dict[int, District | None]
    rows: dict[int, list[int]]
    mayor: Mayor = field(default_factory=Mayor)
    round: int = 0
    numbers: list[int] = field(default_factory=list)
    out: set[str] = field(default_factory=set)
    empty_rows: set[int] = field(default_factory=set)
    last_round: int | None = None


def new_town(options: Mapping[str, Json], pack: Json) -> Town:
    """An empty table; the districts are those of the owner's pack, the others are asked for."""
    drawings: dict[str, list[str]] = (pack or {}).get("districts", {})
    districts = {n: read_district(drawings[str(n)]) if str(n) in drawings else None for n in range(1, 7)}
    return Town(Options(**options), districts, {level: [0] * ROW for level in (1, 2)})


BONUS = re.compile(r"([a-z])(\d{1,2})")
LETTERS = {name[0]: name for name in TYPES if name != "civic"} | {"v": "civic"}
"""How a drawing abbreviates the building types: p, v (civic), r, c, i."""

LEGEND: list[tuple[str, Text]] = [
    (".", _("empty land")),
    ("~", _("water")),
    ("x", _("land you built on")),
    ("-", _("empty land without a bonus (then nothing is asked about it later)")),
    ("r2", _("empty land with a bonus: 2 VP for residential (p park, v civic, c commercial, i industrial)")),
]


def read_district(rows: list[str]) -> District:
    """RH-32, RH-A1: a district from rows of characters, for instance ``. . ~`` or ``..~``."""
    drawn = read_rows(tuple(rows))
    return District(drawn.width, drawn.height, drawn.land, drawn.bonuses.copy(), drawn.yours.copy())


@lru_cache(maxsize=64)
def read_rows(rows: tuple[str, ...]) -> District:
    cells = [row.split() if " " in row.strip() else list(BONUS_OR_SIGN.findall(row.strip())) for row in rows]
    width = len(cells[0])
    if not 1 <= width <= 12 or not 1 <= len(cells) <= 12:
        raise BadAnswer(_("A district has 1 to 12 rows and columns."))
    district = District(width, len(cells), frozenset())
    land = set()
    for y, row in enumerate(cells):
        if len(row) != width:
            raise BadAnswer(
                _("Row {row} has {count} plots, the first row has {width}.", row=y + 1, count=len(row), width=width)
            )
        for x, sign in enumerate(row):
            if sign != "~":
                land.add(Plot(x, y))
                note(district, Plot(x, y), sign)
    if not land:
        raise BadAnswer(_("A district needs at least one plot of land (“.”)."))
    district.land = frozenset(land)
    return district


BONUS_OR_SIGN = re.compile(r"(?:[a-z]\d{1,2})+|.")


def note(district: District, plot: Plot, sign: str) -> None:
    """What one sign of a drawing says about a land plot."""
    if sign == "x":
        district.yours.add(plot)
    elif sign == "-":
        district.bonuses[plot] = {}
    elif sign != "." and sign not in HIS_SIGNS:
        marks = BONUS.findall(sign)
        if "".join(letter + points for letter, points in marks) != sign or any(one not in LETTERS for one, _n in marks):
            raise BadAnswer(
                _(
                    "“{sign}” at {plot} is not a sign of a drawing; use . ~ x - or a bonus like r2.",
                    sign=Name(sign),
                    plot=plot,
                )
            )
        district.bonuses[plot] = {LETTERS[letter]: int(points) for letter, points in marks}


HIS_SIGNS = ("M", "m")
"""How a drawing shows the Mayor's buildings, complete and not; when it is read they are land like any other."""


def draw_district(district: District) -> list[str]:
    """The drawing of a district as it stands, in the signs of the legend and of his buildings."""
    return [" ".join(sign_at(district, Plot(x, y)) for x in range(district.width)) for y in range(district.height)]


def sign_at(district: District, plot: Plot) -> str:
    if plot not in district.land:
        return "~"
    if plot in district.yours:
        return "x"
    if plot in district.buildings:
        return "M" if district.buildings[plot].complete else "m"
    if plot not in district.bonuses:
        return "."
    letters = {name: letter for letter, name in LETTERS.items()}
    return "".join(f"{letters[kind]}{vp}" for kind, vp in district.bonuses[plot].items()) or "-"


def buildings(town: Town) -> Iterator[tuple[int, Plot, Building]]:
    for number, district in town.districts.items():
        if district is not None:
            for plot, building in district.buildings.items():
                yield number, plot, building


class Counts(Text):
    """``wood 2, steel 1``: names with their counts, the empty ones left out. Written only when it is read."""

    __slots__ = ("counts", "names")

    def __init__(self, names: Mapping[str, Text], counts: Mapping[str, int]) -> None:
        super().__init__("")
        self.names = names
        self.counts = counts

    def told(self) -> Joined:
        return Joined([_("{name} {n}", name=self.names[name], n=n) for name, n in self.counts.items() if n])

    def render(self, catalogue: Catalogue) -> str:
        return self.told().render(catalogue)

    def plain(self) -> Any:
        return self.told().plain()
