"""A made-up table of Rolling Heights with a simple player. A sample, nothing official."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from rival.games.rolling_heights.table import (
    MATERIALS,
    TYPES,
    Counts,
    District,
    Plan,
    Plot,
    Town,
    all_told,
    boards_of,
    bonus_words,
    buildings,
    name_and_side,
    pack_boards,
    pack_plans,
    plans_of,
)
from rival.games.rolling_heights.views import district_id, views
from rival.kernel import N_, Ask, Chance, Choice, Form, Json, Move, Name, Number, Option, Text, View, _, reply_to

POLICIES = ("sensible", "random")
NAMES = (N_("Old Town"), N_("Docks"), N_("Hillside"), N_("Market"), N_("Mill Row"), N_("Park Side"))
"""The boards of the sample, so that their names are translated."""
REACH = 4
"""How many plans of a row the player can reach."""
CUBES_A_TURN = 6
PRIZE = 4
"""What a completed building of the player is worth besides its cubes: stands for all that a plan promises."""

HOW_TO_PLAY: Sequence[Text] = (
    _("You build one building at a time; where it stands is up to you, and what you take is gone for the Mayor."),
    _("Without a building under way you may take one of the first {n} plans of a row and place it.", n=REACH),
    _("The level 2 row is open to you from round 4 on."),
    _(
        "Then up to {n} of the required cubes go on your building, each turn, while the supply has them.",
        n=CUBES_A_TURN,
    ),
    _("A completed building gives you 1 VP a cube and {n} VP more.", n=PRIZE),
    _("In the Mayor’s turn you choose where the rules leave it to you: equal plots, and which cubes."),
    _("When a colour of the supply is gone, the round is finished and one more is played."),
    _("At the end up to 11 VP are added at random: they stand for your targets and ads."),
)

PROMPTS = {
    1: _("Your turn: which plan do you take?"),
    2: _("In which district do you build?"),
    3: _("On which plot?"),
    4: _("Which cubes go on your building?"),
}
"""What the player chooses in a turn of the small game."""


@cache
def full_pack() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "pack.toml").read_text(encoding="utf-8"))


def pack() -> Json:
    """What goes into a journal's header: the boards, copied. Plans and supply stay on the sample table."""
    whole = full_pack()
    return {key: deepcopy(whole[key]) for key in ("game", "edition", "source", "sample", "boards")}


def completed(pack: Mapping[str, Any]) -> Json:
    """An owner's pack with as many made-up boards as a table needs more; and plans, where it has those it has met."""
    boards = {name: rows for name, rows in boards_of(pack).items() if all_told(rows)}
    made_up = {name: rows for name, rows in boards_of(full_pack()).items() if name not in boards}
    more = dict(list(made_up.items())[: 6 - len(lying(boards))])
    rest = {key: value for key, value in pack.items() if key != "districts"}
    if "plans" in pack:
        rest["plans"] = pack_plans({level: playable(level, plans, pack) for level, plans in plans_of(pack).items()})
    return {**rest, "boards": pack_boards({**boards, **more})}


def playable(level: int, told: Sequence[Plan], pack: Mapping[str, Any]) -> list[Plan]:
    """The plans of a pack that a made-up supply has the cubes for; where they are only those met, others besides."""
    plans = [plan for plan in told if "orange" not in plan]
    if not pack.get("learned"):
        return plans
    made_up = plans_of(full_pack())[level]
    return [*plans, *(plan for plan in made_up if plan not in plans)][: max(len(made_up), len(plans))]


def lying(boards: Iterable[str]) -> list[str]:
    """Six boards that can lie on the table together: of each board one side."""
    found: dict[str, str] = {}
    for board in boards:
        found.setdefault(name_and_side(board)[0], board)
    return list(found.values())[:6]


class Tile:
    """A plan tile of the sample table: its level, its type and the cubes it requires."""

    __slots__ = ("level", "needs", "size", "type")

    def __init__(self, level: int, tile: Mapping[str, Any]) -> None:
        self.level = level
        self.type: str = tile["type"]
        self.needs: dict[str, int] = {name: n for name, n in tile.items() if name != "type"}
        self.size = sum(self.needs.values())


def tiles(pack: Mapping[str, Any]) -> dict[int, list[Tile]]:
    """All tiles of a pack by level."""
    return {level: [Tile(level, plan) for plan in plans] for level, plans in plans_of(pack).items()}


@cache
def sample_tiles() -> dict[int, list[Tile]]:
    return tiles(full_pack())


class Offered:
    """A tile in the market, with the wild tokens that lie on it."""

    __slots__ = ("tile", "wild")

    def __init__(self, tile: Tile) -> None:
        self.tile = tile
        self.wild = 0


class SampleTable:
    """Market, supply and the player's side of a made-up table; every cube and tile is accounted for.

    What a pack says of districts, supply and plans is used; the rest is invented.
    """

    how_to_play: ClassVar[Sequence[Text]] = HOW_TO_PLAY

    def __init__(
        self, seed: int, options: Mapping[str, Json], policy: str = "sensible", pack: Mapping[str, Any] | None = None
    ) -> None:
        self.pack = {**full_pack(), **(completed(pack) if pack else {})}
        self.boards = boards_of(self.pack)
        self.policy = policy
        self.chance = Chance(seed)
        self.drawn = 0
        self.supply: dict[str, int] = {name: n for name, n in self.pack["supply"].items() if name != "wild"}
        self.wild: int = self.pack["supply"]["wild"]
        stacks = sample_tiles() if pack is None else tiles(self.pack)
        self.stacks: dict[int, list[Tile]] = {level: list(stack) for level, stack in stacks.items()}
        self.rows: dict[int, list[Offered]] = {1: [], 2: []}
        self.refill(1)
        self.refill(2)
        self.site: dict[str, int] = {}
        self.site_size = 0
        self.score = 0
        self.your_cubes = dict.fromkeys(self.supply, 0)
        self.taken: dict[str, dict[int, int]] = {who: {1: 0, 2: 0} for who in ("you", "mayor")}
        self.chosen: Offered | None = None
        self.district = 0
        self.plot = ""
        self.level = 1
        self.report: dict[str, Json] = {}
        self.planned: dict[str, Json] = {}
        self.short: list[str] = []

    def random(self, n: int) -> int:
        self.drawn += 1
        return self.chance.below(n, "sample/player", self.drawn)

    def refill(self, level: int) -> None:
        row, stack = self.rows[level], self.stacks[level]
        while len(row) < 9 and stack:
            drawn = self.random(len(stack))
            stack[drawn], stack[-1] = stack[-1], stack[drawn]
            row.append(Offered(stack.pop()))

    def take(self, level: int, position: int, who: str) -> Offered:
        plan = self.rows[level].pop(position - 1)
        self.taken[who][level] += 1
        self.refill(level)
        return plan

    @property
    def out(self) -> list[str]:
        return [name for name, n in self.supply.items() if n == 0]

    def gone(self, town: Town) -> list[str]:
        """The colours of which no cube is left, those included of which this table never had one (RH-A31)."""
        return [*self.out, *(name for name in sorted(town.out) if name not in self.supply)]

    def answer(self, ask: Ask, town: Town) -> Json:
        """What this table shows, or what its player decides."""
        if ask.who == "player" and self.policy == "random":
            return self.at_random(ask, town)
        answer: Json = getattr(self, reply_to(ask.key))(ask, town)
        return answer

    def at_random(self, ask: Ask, town: Town) -> Json:
        while True:
            moves = self.moves(ask, town)
            answer = self.play(moves[self.random(len(moves))].id, ask, town)
            if answer is not None:
                return answer

    # --- what the table shows --------------------------------------------------------------------------

    def on_set_up(self, ask: Ask, town: Town) -> Json:
        return True

    def on_boards(self, ask: Ask, town: Town) -> Json:
        numbers = {} if town.options.district_numbers == "random" else {"numbers": [1, 2, 3, 4, 5, 6]}
        return {"boards": lying(self.boards), **numbers}

    def on_start(self, ask: Ask, town: Town) -> Json:
        """The starting plan of the player, on a plot somewhere."""
        plots = [one.id for one in choice_of(ask).options if one.value is not None]
        return plots[self.random(len(plots))]

    def on_district(self, ask: Ask, town: Town) -> Json:
        """The boards as they lie, the first under the number 1: so they are told where nothing was known before."""
        return self.boards[lying(self.boards)[ask.about["district"] - 1]]

    def objection(self, ask: Ask, town: Town) -> Json:
        """What the Mayor's steps take for granted, and this table has less of."""
        if ask.key == "cubes":
            answer = self.on_cubes(ask, town)
            preset = {field.name: field.default for field in form_of(ask).fields}
            return None if answer == preset else answer
        if ask.key == "wild-supply":
            wanted = form_of(ask).fields[0].default
            tokens = min(wanted, self.wild)
            self.wild -= tokens
            for plan in self.rows[self.level][:tokens]:
                plan.wild += 1
            return None if tokens == wanted else {"tokens": tokens}
        if ask.key == "row":
            wanted = form_of(ask).fields[0].default
            there = len(self.rows[ask.about["level"]])
            return {"plans": there} if there < wanted else None
        return None

    def on_plan(self, ask: Ask, town: Town) -> Json:
        self.level = ask.about["level"]
        plan = self.take(self.level, ask.about["position"], "mayor")
        return {"type": plan.tile.type, "wild": plan.wild, **plan.tile.needs}

    def on_whose_turn(self, ask: Ask, town: Town) -> Json:
        """A colour that a correction added ran out in the player's turn."""
        return "yours"

    def on_final(self, ask: Ask, town: Town) -> Json:
        return {"ads": self.random(9) - 2, "yours": self.score + self.random(12)}

    # --- what the sensible player decides --------------------------------------------------------------

    def on_place(self, ask: Ask, town: Town) -> Json:
        """Any of the plots; cubes the first colours first."""
        plots = plots_offered(ask)
        chosen = {"plot": plots[self.random(len(plots))].id} if plots else {}
        return self.told_short(ask, {**chosen, **self.first_cubes(ask, cube_fields(ask), town)})

    def first_cubes(self, ask: Ask, order: Sequence[str], town: Town) -> dict[str, Json]:
        return self.his_cubes(ask, order, town) if order else {}

    def on_cubes(self, ask: Ask, town: Town) -> Json:
        """As many as allowed, the first colours first, as far as the supply goes."""
        if ask.about["short"]:
            return self.other_cubes(ask)
        return self.told_short(ask, self.his_cubes(ask, cube_fields(ask), town))

    def other_cubes(self, ask: Ask) -> Json:
        """The rest of what was planned, after one colour was told to be short."""
        if self.short:
            return self.short.pop(0)
        return {name: self.planned[name] for name in (*cube_fields(ask), "out")}

    def his_cubes(self, ask: Ask, order: Iterable[str], town: Town) -> dict[str, Json]:
        most = {field.name: field.shape.most for field in form_of(ask).fields if isinstance(field.shape, Number)}
        left: int = ask.about["most"]
        answer: dict[str, Json] = {}
        for name in order:
            if name in self.supply:
                n = min(most[name] or 0, min(self.supply[name], left))
                answer[name] = n
                self.supply[name] -= n
                left -= n
        answer["out"] = sorted(self.gone(town))
        return answer

    def told_short(self, ask: Ask, answer: dict[str, Json]) -> Json:
        """Where the supply runs out of something and a tap can say so: what it has of that, one colour at a time."""
        offered = {one.id for one in form_of(ask).instead}
        before = next((field.default for field in form_of(ask).fields if field.name == "out"), ())
        gone = [name for name in cube_fields(ask) if name in answer.get("out", ()) and name not in before]
        self.planned = answer
        self.short = [f"{name}-{answer[name]}" for name in gone]
        return self.short.pop(0) if self.short and self.short[0] in offered else answer

    def on_your_turn(self, ask: Ask, town: Town) -> Json:
        """Take a plan when there is none, begin it on a free plot somewhere, and put up to six cubes on it."""
        self.report = {}
        if not self.site:
            self.begin_somewhere(town)
        return self.bring_cubes(list(self.site), town)

    def begin_somewhere(self, town: Town) -> None:
        level = 2 if town.round > 3 and self.rows[2] else 1
        place = self.free_plot(town)
        if place is None or not self.rows[level]:
            return
        position = 1 + self.random(min(REACH, len(self.rows[level])))
        self.begin(level, position, place)

    def free_plot(self, town: Town) -> str | None:
        known = open_districts(town)
        if not known:
            return None
        n, district = known[self.random(len(known))]
        plots: list[Plot] = district.empty
        return f"{n}{plots[self.random(len(plots))]}"

    # --- the player's side as a small game -------------------------------------------------------------

    def moves(self, ask: Ask, town: Town) -> list[Move]:
        """Plan, district, plot, cubes: each a choice of its own; and the choices of the Mayor's turn."""
        if ask.who != "player":
            return []
        if ask.key == "place" and not self.plot and plots_offered(ask):
            return [Move(str(one.id), one.label) for one in plots_offered(ask)]
        if ask.key in ("place", "cubes"):
            return cube_moves([name for name in cube_fields(ask) if name in self.supply])
        if self.district:
            district = town.districts[self.district]
            assert district is not None
            return [Move(str(plot), plot_words(self.district, plot, district)) for plot in district.empty]
        if self.chosen is not None:
            return [Move(str(n), _("district {n}", n=n)) for n, _district in open_districts(town)]
        if not self.site and "built" not in self.report:
            return [*self.plan_moves(town), Move("pass", _("take no plan"))]
        wanted = [name for name in self.site if self.supply[name]]
        return [*cube_moves(wanted), Move("wait", _("bring no cubes"))]

    def plan_moves(self, town: Town) -> list[Move]:
        if not open_districts(town):
            return []
        levels = (1, 2) if town.round > 3 else (1,)
        return [
            Move(f"{level}-{k}", plan_words(plan, k))
            for level in levels
            for k, plan in enumerate(self.rows[level][:REACH], start=1)
        ]

    def play(self, move: str, ask: Ask, town: Town) -> Json | None:
        """Take a move; the answer to the open question once it is made up."""
        if ask.key == "place":
            return self.place(move, ask, town)
        if ask.key == "cubes":
            return self.his_cubes(ask, first(move, cube_fields(ask)), town)
        if self.district:
            assert self.chosen is not None
            position = 1 + self.rows[self.chosen.tile.level].index(self.chosen)
            self.begin(self.chosen.tile.level, position, f"{self.district}{move}")
            self.chosen, self.district = None, 0
        elif self.chosen is not None:
            self.district = int(move)
        elif move == "pass":
            return self.bring_cubes([], town)
        elif not self.site and "built" not in self.report:
            level, position = map(int, move.split("-"))
            self.chosen = self.rows[level][position - 1]
        else:
            return self.bring_cubes([] if move == "wait" else first(move, list(self.site)), town)
        return None

    def place(self, move: str, ask: Ask, town: Town) -> Json | None:
        """The plot of the Mayor's plan, then its first cubes, as far as they are to be chosen."""
        cubes = cube_fields(ask)
        if not self.plot and plots_offered(ask):
            self.plot = move
            return None if cubes else self.placed(ask, {})
        return self.placed(ask, self.his_cubes(ask, first(move, cubes), town))

    def placed(self, ask: Ask, cubes: dict[str, Json]) -> Json:
        plot, self.plot = self.plot, ""
        return {"plot": plot, **cubes} if plot else cubes

    def begin(self, level: int, position: int, place: str) -> None:
        plan = self.take(level, position, "you")
        self.wild += plan.wild  # spent at once, back to the supply
        self.site, self.site_size = dict(plan.tile.needs), plan.tile.size + PRIZE
        self.report[f"plans{level}"] = [position]
        self.report["built"] = [place]

    def bring_cubes(self, order: Sequence[str], town: Town) -> Json:
        """Cubes on the building under way, in this order of colours; the turn is told."""
        left = CUBES_A_TURN
        for name in order:
            n = min(self.site[name], min(self.supply[name], left))
            self.supply[name] -= n
            self.your_cubes[name] += n
            self.site[name] -= n
            left -= n
            if not self.site[name]:
                del self.site[name]
        if self.site_size and not self.site:
            self.score += self.site_size
            self.site_size = 0
        answer, self.report = {**self.report, "out": self.gone(town)}, {}
        return answer

    def observe(self, ask: Ask | None, town: Town) -> Mapping[str, int]:
        """The player's side, the supply and the plans within reach, in numbers."""
        plans = {
            (level, k): row[k].tile.size if k < len(row) else 0
            for level, row in self.rows.items()
            for k in range(REACH)
        }
        return {
            "choosing": self.choosing(ask),
            "your_score": self.score,
            "your_site": self.site_size,
            **{f"missing_{name}": self.site.get(name, 0) for name in self.supply},
            **{f"supply_{name}": n for name, n in self.supply.items()},
            **{f"plan_{level}_{k + 1}": size for (level, k), size in plans.items()},
        }

    def prompt(self, ask: Ask, town: Town) -> Text:
        return PROMPTS.get(self.choosing(ask), ask.text)

    def picture(self, ask: Ask, town: Town) -> View | None:
        """The district where your plan, or the Mayor's, will stand."""
        his = [place.view for place in form_of(ask).fields[0].on] if self.choosing(ask) == 5 else []
        wanted = [district_id(self.district)] if self.district else his
        return next((one for one in views(town) if one.id in wanted), None)

    def choosing(self, ask: Ask | None) -> int:
        """What is chosen now: 1 a plan, 2 its district, 3 its plot, 4 your cubes, 5 his plot, 6 his cubes; or 0."""
        if ask is None or ask.who != "player":
            return 0
        if ask.key != "your-turn":
            return 5 if ask.key == "place" and not self.plot and plots_offered(ask) else 6
        if self.chosen is not None:
            return 3 if self.district else 2
        return 4 if self.site or "built" in self.report else 1

    # --- every piece is somewhere ----------------------------------------------------------------------

    def problems(self, town: Town) -> Iterator[str]:
        """What is not accounted for between two turns: cubes, plans, wild tokens."""
        his = list(buildings(town))
        start = self.pack["supply"]
        for name, n in self.supply.items():
            placed = sum(one.cubes.get(name, 0) for _n, _plot, one in his)
            if n < 0 or n + placed + self.your_cubes[name] != start[name]:
                yield f"{start[name]} {name} cubes: {n} in the supply, {placed} his, {self.your_cubes[name]} yours"
        for level, row in self.rows.items():
            his_plans = sum(one.level == level for _n, _plot, one in his)
            if his_plans != self.taken["mayor"][level]:
                yield f"level {level}: he took {self.taken['mayor'][level]} plans, {his_plans} are on the boards"
            everywhere = len(self.stacks[level]) + len(row) + his_plans + self.taken["you"][level]
            if everywhere != len(self.pack["plans"][f"level{level}"]):
                yield f"level {level}: {everywhere} plans in all"
            if [plan.wild for plan in row] != town.rows[level][: len(row)]:
                yield f"level {level}: wild tokens of the row are {town.rows[level]}"
        wild = self.wild + town.mayor.wild + sum(plan.wild for row in self.rows.values() for plan in row)
        if self.wild < 0 or wild != start["wild"]:
            yield f"{start['wild']} wild tokens: {wild} found, {self.wild} of them in the supply"


def cube_fields(ask: Ask) -> list[str]:
    """The colours that a question about cubes asks for."""
    return [field.name for field in form_of(ask).fields if field.name in MATERIALS]


def form_of(ask: Ask) -> Form:
    assert isinstance(ask.shape, Form)
    return ask.shape


def plots_offered(ask: Ask) -> tuple[Option, ...]:
    """The plots that a question about the Mayor's plan offers; none where there is no choice."""
    plot = form_of(ask).shapes.get("plot")
    return plot.options if isinstance(plot, Choice) else ()


def choice_of(ask: Ask) -> Choice:
    assert isinstance(ask.shape, Choice)
    return ask.shape


def first(colour: str, colours: Sequence[str]) -> list[str]:
    return [colour, *(one for one in colours if one != colour)]


def cube_moves(colours: Sequence[str]) -> list[Move]:
    return [Move(name, _("{colour} first, then the others", colour=MATERIALS[name])) for name in colours]


def open_districts(town: Town) -> list[tuple[int, District]]:
    return [(n, one) for n, one in town.districts.items() if one is not None and not one.full]


def plan_words(plan: Offered, position: int) -> Text:
    return _(
        "plan {k} of level {level}: {type}, {cubes}",
        k=position,
        level=plan.tile.level,
        type=TYPES[plan.tile.type],
        cubes=Counts(MATERIALS, plan.tile.needs),
    )


def plot_words(n: int, plot: Plot, district: District) -> Text:
    bonus = district.bonuses.get(plot, {})
    if not any(bonus.values()):
        return Name(f"{n}{plot}")
    return _("{plot}, which would give the Mayor {bonus}", plot=Name(f"{n}{plot}"), bonus=bonus_words(bonus))
