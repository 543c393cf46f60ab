"""A made-up table of Rolling Heights with a simple player, for samples and the lab; not official."""

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
"""The names of the sample's boards, marked for translation."""
REACH = 4
"""The number of plans in a row that the player can take, from the first."""
CUBES_A_TURN = 6
PRIZE = 4
"""The extra VP of a player's completed building, in place of the benefits printed on its plan."""

HOW_TO_PLAY: Sequence[Text] = (
    _("You build one building at a time and choose its plot. The Mayor can’t take a plan that you have taken."),
    _("If you have no building in progress, you may take one of the first {n} plans of a row and place it.", n=REACH),
    _("The level 2 row is open to you from round 4 on."),
    _(
        "Then, in each turn, up to {n} of the required cubes go on your building if the supply has them.",
        n=CUBES_A_TURN,
    ),
    _("A completed building gives you 1 VP for each cube and {n} more VP.", n=PRIZE),
    _("In the Mayor’s turn you make the choices that the rules leave to you: between equal plots, and between cubes."),
    _("When a colour runs out in the supply, you finish the round and play one more."),
    _("At the end up to 11 VP are added at random: they stand for your targets and ads."),
)

PROMPTS = {
    1: _("Your turn: which plan do you take?"),
    2: _("In which district do you build?"),
    3: _("On which plot?"),
    4: _("Which cubes go on your building?"),
}
"""The questions of the player's turn, by the number that `SampleTable.choosing` returns."""


@cache
def full_pack() -> dict[str, Any]:
    """Return the whole sample pack, with plans and supply."""
    return tomllib.loads((Path(__file__).parent / "pack.toml").read_text(encoding="utf-8"))


def pack() -> Json:
    """Return a copy of the sample pack for a journal's header: the boards, without plans and supply."""
    whole = full_pack()
    return {key: deepcopy(whole[key]) for key in ("game", "edition", "source", "sample", "boards")}


def completed(pack: Mapping[str, Any]) -> Json:
    """Return an owner's pack completed with made-up boards up to the six that a table needs.

    Plans are completed only if the pack has some that were learned during games.
    """
    boards = {name: rows for name, rows in boards_of(pack).items() if all_told(rows)}
    made_up = {name: rows for name, rows in boards_of(full_pack()).items() if name not in boards}
    more = dict(list(made_up.items())[: 6 - len(lying(boards))])
    rest = {key: value for key, value in pack.items() if key != "districts"}
    if "plans" in pack:
        rest["plans"] = pack_plans({level: playable(level, plans, pack) for level, plans in plans_of(pack).items()})
    return {**rest, "boards": pack_boards({**boards, **more})}


def playable(level: int, told: Sequence[Plan], pack: Mapping[str, Any]) -> list[Plan]:
    """Return the plans of a pack that a made-up supply has the cubes for.

    A pack learned during games has only some of the plans: made-up ones are added.
    """
    plans = [plan for plan in told if "orange" not in plan]
    if not pack.get("learned"):
        return plans
    made_up = plans_of(full_pack())[level]
    return [*plans, *(plan for plan in made_up if plan not in plans)][: max(len(made_up), len(plans))]


def lying(boards: Iterable[str]) -> list[str]:
    """Return six boards that can be on the table together: one side of each board."""
    found: dict[str, str] = {}
    for board in boards:
        found.setdefault(name_and_side(board)[0], board)
    return list(found.values())[:6]


class Tile:
    """A plan tile of the sample table: its level, its type and the cubes that it requires."""

    __slots__ = ("level", "needs", "size", "type")

    def __init__(self, level: int, tile: Mapping[str, Any]) -> None:
        self.level = level
        self.type: str = tile["type"]
        self.needs: dict[str, int] = {name: n for name, n in tile.items() if name != "type"}
        self.size = sum(self.needs.values())


def tiles(pack: Mapping[str, Any]) -> dict[int, list[Tile]]:
    """Return all tiles of a pack by level."""
    return {level: [Tile(level, plan) for plan in plans] for level, plans in plans_of(pack).items()}


@cache
def sample_tiles() -> dict[int, list[Tile]]:
    """Return all tiles of the sample pack by level, cached."""
    return tiles(full_pack())


class Offered:
    """A tile in the market, with the wild tokens on it."""

    __slots__ = ("tile", "wild")

    def __init__(self, tile: Tile) -> None:
        self.tile = tile
        self.wild = 0


class SampleTable:
    """The market, the supply and the player's side of a made-up table; every cube and tile is accounted for.

    Boards, supply and plans come from the pack if it has them; the rest is invented.
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
        """Return a random number from 0 to ``n`` - 1."""
        self.drawn += 1
        return self.chance.below(n, "sample/player", self.drawn)

    def refill(self, level: int) -> None:
        """Fill a market row up to 9 plans, as long as its stack has any."""
        row, stack = self.rows[level], self.stacks[level]
        while len(row) < 9 and stack:
            drawn = self.random(len(stack))
            stack[drawn], stack[-1] = stack[-1], stack[drawn]
            row.append(Offered(stack.pop()))

    def take(self, level: int, position: int, who: str) -> Offered:
        """Take a plan from a market row for ``you`` or the ``mayor``, and refill the row."""
        plan = self.rows[level].pop(position - 1)
        self.taken[who][level] += 1
        self.refill(level)
        return plan

    @property
    def out(self) -> list[str]:
        """The colours of which the supply has no cube."""
        return [name for name, n in self.supply.items() if n == 0]

    def gone(self, town: Town) -> list[str]:
        """Return the colours that the supply has no cube of, also those that it never had (RH-A31)."""
        return [*self.out, *(name for name in sorted(town.out) if name not in self.supply)]

    def answer(self, ask: Ask, town: Town) -> Json:
        """Answer a question with what this table shows or what its player decides."""
        if ask.who == "player" and self.policy == "random":
            return self.at_random(ask, town)
        answer: Json = getattr(self, reply_to(ask.key))(ask, town)
        return answer

    def at_random(self, ask: Ask, town: Town) -> Json:
        """Answer a question of the player with random moves."""
        while True:
            moves = self.moves(ask, town)
            answer = self.play(moves[self.random(len(moves))].id, ask, town)
            if answer is not None:
                return answer

    # --- answers that the table shows -------------------------------------------------------------------------

    def on_set_up(self, ask: Ask, town: Town) -> Json:
        """Confirm the set-up checklist."""
        return True

    def on_boards(self, ask: Ask, town: Town) -> Json:
        """Place the boards of the pack in their order, and the number tokens in order if asked for."""
        numbers = {} if town.options.district_numbers == "random" else {"numbers": [1, 2, 3, 4, 5, 6]}
        return {"boards": lying(self.boards), **numbers}

    def on_start(self, ask: Ask, town: Town) -> Json:
        """Place the player's starting plan on a random plot."""
        plots = [one.id for one in choice_of(ask).options if one.value is not None]
        return plots[self.random(len(plots))]

    def on_district(self, ask: Ask, town: Town) -> Json:
        """Return the drawing of the board at this place, the first under number 1."""
        return self.boards[lying(self.boards)[ask.about["district"] - 1]]

    def objection(self, ask: Ask, town: Town) -> Json:
        """Return the answer to an assumption of the Mayor's steps if this table has less; else None."""
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
        """Return the print of the plan that the Mayor takes."""
        self.level = ask.about["level"]
        plan = self.take(self.level, ask.about["position"], "mayor")
        return {"type": plan.tile.type, "wild": plan.wild, **plan.tile.needs}

    def on_whose_turn(self, ask: Ask, town: Town) -> Json:
        """Return that a colour added by a correction ran out in the player's turn."""
        return "yours"

    def on_final(self, ask: Ask, town: Town) -> Json:
        """Return random VP for the ads, and the player's score."""
        return {"ads": self.random(9) - 2, "yours": self.score + self.random(12)}

    # --- decisions of the sensible player ---------------------------------------------------------------------

    def on_place(self, ask: Ask, town: Town) -> Json:
        """Place the Mayor's plan on a random one of the plots, with cubes in the order of the colours."""
        plots = plots_offered(ask)
        chosen = {"plot": plots[self.random(len(plots))].id} if plots else {}
        return self.told_short(ask, {**chosen, **self.first_cubes(ask, cube_fields(ask), town)})

    def first_cubes(self, ask: Ask, order: Sequence[str], town: Town) -> dict[str, Json]:
        """Return the first cubes of a plan in this order of colours; subclasses choose otherwise."""
        return self.his_cubes(ask, order, town) if order else {}

    def on_cubes(self, ask: Ask, town: Town) -> Json:
        """Place as many cubes as allowed, in the order of the colours, as long as the supply lasts."""
        if ask.about["short"]:
            return self.other_cubes(ask)
        return self.told_short(ask, self.his_cubes(ask, cube_fields(ask), town))

    def other_cubes(self, ask: Ask) -> Json:
        """Return the rest of the planned cubes after one colour was reported as short."""
        if self.short:
            return self.short.pop(0)
        return {name: self.planned[name] for name in (*cube_fields(ask), "out")}

    def his_cubes(self, ask: Ask, order: Iterable[str], town: Town) -> dict[str, Json]:
        """Take cubes for the Mayor's building from the supply, in this order of colours."""
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
        """Return the answer, split into shortcuts if it exhausts colours that have one.

        A shortcut reports the cubes that the supply has of one colour; the next questions get the rest.
        """
        offered = {one.id for one in form_of(ask).instead}
        before = next((field.default for field in form_of(ask).fields if field.name == "out"), ())
        gone = [name for name in cube_fields(ask) if name in answer.get("out", ()) and name not in before]
        self.planned = answer
        self.short = [f"{name}-{answer[name]}" for name in gone]
        return self.short.pop(0) if self.short and self.short[0] in offered else answer

    def on_your_turn(self, ask: Ask, town: Town) -> Json:
        """Begin a random building if there is none, and put up to six cubes on it."""
        self.report = {}
        if not self.site:
            self.begin_somewhere(town)
        return self.bring_cubes(list(self.site), town)

    def begin_somewhere(self, town: Town) -> None:
        """Take a random plan and place it on a random empty plot, if there is one."""
        level = 2 if town.round > 3 and self.rows[2] else 1
        place = self.free_plot(town)
        if place is None or not self.rows[level]:
            return
        position = 1 + self.random(min(REACH, len(self.rows[level])))
        self.begin(level, position, place)

    def free_plot(self, town: Town) -> str | None:
        """Return a random empty plot, None if there is none."""
        known = open_districts(town)
        if not known:
            return None
        n, district = known[self.random(len(known))]
        plots: list[Plot] = district.empty
        return f"{n}{plots[self.random(len(plots))]}"

    # --- the player's side as a small game --------------------------------------------------------------------

    def moves(self, ask: Ask, town: Town) -> list[Move]:
        """Return the moves of the player: plan, district, plot and cubes one by one, and the Mayor's choices."""
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
        return [*cube_moves(wanted), Move("wait", _("place no cubes"))]

    def plan_moves(self, town: Town) -> list[Move]:
        """Return a move for each plan within reach; the level 2 row opens in round 4."""
        if not open_districts(town):
            return []
        levels = (1, 2) if town.round > 3 else (1,)
        return [
            Move(f"{level}-{k}", plan_words(plan, k))
            for level in levels
            for k, plan in enumerate(self.rows[level][:REACH], start=1)
        ]

    def play(self, move: str, ask: Ask, town: Town) -> Json | None:
        """Make a move; return the answer to the open question once the moves complete it, else None."""
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
        """Choose the plot of the Mayor's plan, then its first cubes, where there is a choice."""
        cubes = cube_fields(ask)
        if not self.plot and plots_offered(ask):
            self.plot = move
            return None if cubes else self.placed(ask, {})
        return self.placed(ask, self.his_cubes(ask, first(move, cubes), town))

    def placed(self, ask: Ask, cubes: dict[str, Json]) -> Json:
        """Return the answer for the Mayor's plan, and forget the chosen plot."""
        plot, self.plot = self.plot, ""
        return {"plot": plot, **cubes} if plot else cubes

    def begin(self, level: int, position: int, place: str) -> None:
        """Take a plan for the player and begin its building on a plot."""
        plan = self.take(level, position, "you")
        self.wild += plan.wild  # the player spends them at once, so they return to the supply
        self.site, self.site_size = dict(plan.tile.needs), plan.tile.size + PRIZE
        self.report[f"plans{level}"] = [position]
        self.report["built"] = [place]

    def bring_cubes(self, order: Sequence[str], town: Town) -> Json:
        """Put cubes on the player's building in this order of colours, and return the report of the turn."""
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
        """Return the player's side, the supply and the plans within reach as numbers."""
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
        """Return the text for the present choice of the player."""
        return PROMPTS.get(self.choosing(ask), ask.text)

    def picture(self, ask: Ask, town: Town) -> View | None:
        """Return the view of the district where the player's or the Mayor's plan will be placed."""
        his = [place.view for place in form_of(ask).fields[0].on] if self.choosing(ask) == 5 else []
        wanted = [district_id(self.district)] if self.district else his
        return next((one for one in views(town) if one.id in wanted), None)

    def choosing(self, ask: Ask | None) -> int:
        """Return the number of the present choice, 0 if there is none.

        1 is a plan, 2 its district, 3 its plot, 4 the player's cubes, 5 the Mayor's plot, 6 the Mayor's cubes.
        """
        if ask is None or ask.who != "player":
            return 0
        if ask.key != "your-turn":
            return 5 if ask.key == "place" and not self.plot and plots_offered(ask) else 6
        if self.chosen is not None:
            return 3 if self.district else 2
        return 4 if self.site or "built" in self.report else 1

    # --- accounting of every piece ----------------------------------------------------------------------------

    def problems(self, town: Town) -> Iterator[str]:
        """Yield the cubes, plans and wild tokens that are not accounted for between two turns."""
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
    """Return the colours that a question about cubes asks for."""
    return [field.name for field in form_of(ask).fields if field.name in MATERIALS]


def form_of(ask: Ask) -> Form:
    """Return the form of a question; the question must have one."""
    assert isinstance(ask.shape, Form)
    return ask.shape


def plots_offered(ask: Ask) -> tuple[Option, ...]:
    """Return the plots offered for the Mayor's plan; none if there is no choice."""
    plot = form_of(ask).shapes.get("plot")
    return plot.options if isinstance(plot, Choice) else ()


def choice_of(ask: Ask) -> Choice:
    """Return the choice of a question; the question must be one."""
    assert isinstance(ask.shape, Choice)
    return ask.shape


def first(colour: str, colours: Sequence[str]) -> list[str]:
    """Return the colours with this one moved to the front."""
    return [colour, *(one for one in colours if one != colour)]


def cube_moves(colours: Sequence[str]) -> list[Move]:
    """Return a move for each colour: its cubes first, then the others."""
    return [Move(name, _("{colour} first, then the others", colour=MATERIALS[name])) for name in colours]


def open_districts(town: Town) -> list[tuple[int, District]]:
    """Return the districts with empty land, by number."""
    return [(n, one) for n, one in town.districts.items() if one is not None and not one.full]


def plan_words(plan: Offered, position: int) -> Text:
    """Return the label of a plan in the market."""
    return _(
        "plan {k} of level {level}: {type}, {cubes}",
        k=position,
        level=plan.tile.level,
        type=TYPES[plan.tile.type],
        cubes=Counts(MATERIALS, plan.tile.needs),
    )


def plot_words(n: int, plot: Plot, district: District) -> Text:
    """Return the label of a plot, with the VP that it would give the Mayor."""
    bonus = district.bonuses.get(plot, {})
    if not any(bonus.values()):
        return Name(f"{n}{plot}")
    return _("{plot}, which would give the Mayor {bonus}", plot=Name(f"{n}{plot}"), bonus=bonus_words(bonus))
