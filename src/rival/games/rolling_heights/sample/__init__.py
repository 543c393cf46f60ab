"""A sample table of Rolling Heights with made-up components and a simple player; not official material."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from rival.games.rolling_heights.table import (
    BUILDING_TYPES,
    MATERIALS,
    CountedNames,
    District,
    PlanData,
    Plot,
    Town,
    decode_boards,
    decode_plans,
    encode_boards,
    encode_plans,
    format_bonus,
    is_drawing_complete,
    iterate_buildings,
    split_board_name,
)
from rival.games.rolling_heights.views import get_district_id, make_views
from rival.kernel import (
    N_,
    Ask,
    Chance,
    Choice,
    Form,
    Json,
    Name,
    Number,
    Option,
    PlayerMove,
    Text,
    View,
    _,
    get_handler_name,
)

POLICIES = ("sensible", "random")
BOARD_NAMES = (N_("Old Town"), N_("Docks"), N_("Hillside"), N_("Market"), N_("Mill Row"), N_("Park Side"))
"""The names of the sample boards, marked for translation."""
PLANS_IN_REACH = 4
"""The number of plans that the player can take from a row, counted from the first."""
CUBES_PER_TURN = 6
COMPLETION_BONUS = 4
"""The extra VP for the player's completed building, in place of the benefits printed on its plan."""

HOW_TO_PLAY: Sequence[Text] = (
    _("You build one building at a time and choose its plot. The Mayor can’t take a plan that you have taken."),
    _(
        "If you have no building in progress, you may take one of the first {n} plans of a row and place it.",
        n=PLANS_IN_REACH,
    ),
    _("The level 2 row is open to you from round 4 on."),
    _(
        "Then, in each turn, up to {n} of the required cubes go on your building if the supply has them.",
        n=CUBES_PER_TURN,
    ),
    _("A completed building gives you 1 VP for each cube and {n} more VP.", n=COMPLETION_BONUS),
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
"""The questions in the player's turn, by the number that `SampleTable.get_choice_number` returns."""


@cache
def load_full_pack() -> dict[str, Any]:
    """Return the whole sample pack, including plans and supply."""
    return tomllib.loads((Path(__file__).parent / "pack.toml").read_text(encoding="utf-8"))


def make_sample_pack() -> Json:
    """Return a copy of the sample pack for a journal's header, with the boards but without plans or supply."""
    full_sample = load_full_pack()
    return {key: deepcopy(full_sample[key]) for key in ("game", "edition", "source", "sample", "boards")}


def complete_pack(pack: Mapping[str, Any]) -> Json:
    """Return an owner's pack, completed with made-up boards to the six that a table needs.

    Plans are completed only if the pack has some plans that were learned during games.
    """
    boards = {name: rows for name, rows in decode_boards(pack).items() if is_drawing_complete(rows)}
    made_up = {name: rows for name, rows in decode_boards(load_full_pack()).items() if name not in boards}
    added_boards = dict(list(made_up.items())[: 6 - len(select_boards(boards))])
    rest = {key: value for key, value in pack.items() if key != "districts"}
    if "plans" in pack:
        rest["plans"] = encode_plans(
            {level: select_playable_plans(level, plans, pack) for level, plans in decode_plans(pack).items()}
        )
    return {**rest, "boards": encode_boards({**boards, **added_boards})}


def select_playable_plans(level: int, known_plans: Sequence[PlanData], pack: Mapping[str, Any]) -> list[PlanData]:
    """Return the pack's plans for which a made-up supply has the cubes.

    A pack learned during games has only some of the plans, so made-up plans are added.
    """
    plans = [plan for plan in known_plans if "orange" not in plan]
    if not pack.get("learned"):
        return plans
    made_up = decode_plans(load_full_pack())[level]
    return [*plans, *(plan for plan in made_up if plan not in plans)][: max(len(made_up), len(plans))]


def select_boards(boards: Iterable[str]) -> list[str]:
    """Return six boards that can be on the table together, which means one side of each board."""
    selected: dict[str, str] = {}
    for board in boards:
        selected.setdefault(split_board_name(board)[0], board)
    return list(selected.values())[:6]


class PlanTile:
    """A plan tile of the sample table: its level, type and required cubes."""

    __slots__ = ("level", "needs", "size", "type")

    def __init__(self, level: int, tile: Mapping[str, Any]) -> None:
        self.level = level
        self.type: str = tile["type"]
        self.needs: dict[str, int] = {name: n for name, n in tile.items() if name != "type"}
        self.size = sum(self.needs.values())


def make_tiles(pack: Mapping[str, Any]) -> dict[int, list[PlanTile]]:
    """Return all tiles in a pack, by level."""
    return {level: [PlanTile(level, plan) for plan in plans] for level, plans in decode_plans(pack).items()}


@cache
def load_sample_tiles() -> dict[int, list[PlanTile]]:
    """Return all tiles in the sample pack by level, cached."""
    return make_tiles(load_full_pack())


class MarketPlan:
    """A plan tile in the market, with the wild tokens on it."""

    __slots__ = ("tile", "wild")

    def __init__(self, tile: PlanTile) -> None:
        self.tile = tile
        self.wild = 0


class SampleTable:
    """A simulated game table with a simulated player that answers the program's questions.

    Boards, supply and plans come from the pack if present. Missing parts are made up.
    """

    how_to_play: ClassVar[Sequence[Text]] = HOW_TO_PLAY

    def __init__(
        self, seed: int, options: Mapping[str, Json], policy: str = "sensible", pack: Mapping[str, Any] | None = None
    ) -> None:
        self.pack = {**load_full_pack(), **(complete_pack(pack) if pack else {})}
        self.boards = decode_boards(self.pack)
        self.policy = policy
        self.chance = Chance(seed)
        self.draw_count = 0
        self.supply: dict[str, int] = {name: n for name, n in self.pack["supply"].items() if name != "wild"}
        self.wild: int = self.pack["supply"]["wild"]
        stacks = load_sample_tiles() if pack is None else make_tiles(self.pack)
        self.stacks: dict[int, list[PlanTile]] = {level: list(stack) for level, stack in stacks.items()}
        self.rows: dict[int, list[MarketPlan]] = {1: [], 2: []}
        self.refill_row(1)
        self.refill_row(2)
        self.site_needs: dict[str, int] = {}
        self.site_vp = 0
        self.score = 0
        self.your_cubes = dict.fromkeys(self.supply, 0)
        self.taken: dict[str, dict[int, int]] = {who: {1: 0, 2: 0} for who in ("you", "mayor")}
        self.chosen_plan: MarketPlan | None = None
        self.chosen_district = 0
        self.chosen_plot = ""
        self.last_level = 1
        self.report: dict[str, Json] = {}
        self.planned_answer: dict[str, Json] = {}
        self.pending_shortcuts: list[str] = []

    def draw_number(self, n: int) -> int:
        """Return a random number from 0 to ``n - 1``."""
        self.draw_count += 1
        return self.chance.draw_below(n, "sample/player", self.draw_count)

    def refill_row(self, level: int) -> None:
        """Fill a market row up to 9 plans, until its stack runs out."""
        row, stack = self.rows[level], self.stacks[level]
        while len(row) < 9 and stack:
            position = self.draw_number(len(stack))
            stack[position], stack[-1] = stack[-1], stack[position]
            row.append(MarketPlan(stack.pop()))

    def take_plan(self, level: int, position: int, who: str) -> MarketPlan:
        """Take a plan from a market row for ``you`` (the player) or the ``mayor``, and refill the row."""
        plan = self.rows[level].pop(position - 1)
        self.taken[who][level] += 1
        self.refill_row(level)
        return plan

    @property
    def exhausted_colours(self) -> list[str]:
        """The colours that have run out in the supply."""
        return [name for name, n in self.supply.items() if n == 0]

    def list_exhausted_colours(self, town: Town) -> list[str]:
        """Return the colours that the supply doesn't have, including those removed during set-up (RH-A31)."""
        return [*self.exhausted_colours, *(name for name in sorted(town.out) if name not in self.supply)]

    def answer(self, ask: Ask, town: Town) -> Json:
        """Answer a question from the state of this table, or by the simulated player's choice."""
        if ask.who == "player" and self.policy == "random":
            return self.answer_at_random(ask, town)
        answer: Json = getattr(self, get_handler_name(ask.key))(ask, town)
        return answer

    def answer_at_random(self, ask: Ask, town: Town) -> Json:
        """Answer, with random moves, a question put to the player."""
        while True:
            moves = self.list_moves(ask, town)
            answer = self.play_move(moves[self.draw_number(len(moves))].id, ask, town)
            if answer is not None:
                return answer

    # --- answers from the state of the table -------------------------------------------------------------------

    def on_set_up(self, ask: Ask, town: Town) -> Json:
        """Confirm the set-up checklist."""
        return True

    def on_boards(self, ask: Ask, town: Town) -> Json:
        """Place the pack's boards in their order, and if asked, the number tokens in numerical order."""
        numbers = {} if town.options.district_numbers == "random" else {"numbers": [1, 2, 3, 4, 5, 6]}
        return {"boards": select_boards(self.boards), **numbers}

    def on_start(self, ask: Ask, town: Town) -> Json:
        """Place the player's starting plan on a random plot."""
        plots = [option.id for option in get_choice(ask).options if option.value is not None]
        return plots[self.draw_number(len(plots))]

    def on_district(self, ask: Ask, town: Town) -> Json:
        """Return the drawing of the board in this district; the first board is under number 1."""
        return self.boards[select_boards(self.boards)[ask.metadata["district"] - 1]]

    def objection(self, ask: Ask, town: Town) -> Json:
        """Return the answer that corrects the program's wrong assumption; None if the assumption is right."""
        if ask.key == "cubes":
            answer = self.on_cubes(ask, town)
            default_cubes = {field.name: field.default for field in get_form(ask).fields}
            return None if answer == default_cubes else answer
        if ask.key == "wild-supply":
            default_count = get_form(ask).fields[0].default
            tokens = min(default_count, self.wild)
            self.wild -= tokens
            for plan in self.rows[self.last_level][:tokens]:
                plan.wild += 1
            return None if tokens == default_count else {"tokens": tokens}
        if ask.key == "row":
            default_count = get_form(ask).fields[0].default
            row_length = len(self.rows[ask.metadata["level"]])
            return {"plans": row_length} if row_length < default_count else None
        return None

    def on_plan(self, ask: Ask, town: Town) -> Json:
        """Return the values printed on the plan that the Mayor takes."""
        self.last_level = ask.metadata["level"]
        plan = self.take_plan(self.last_level, ask.metadata["position"], "mayor")
        return {"type": plan.tile.type, "wild": plan.wild, **plan.tile.needs}

    def on_whose_turn(self, ask: Ask, town: Town) -> Json:
        """Answer that the colour ran out in the player's turn."""
        return "yours"

    def on_final(self, ask: Ask, town: Town) -> Json:
        """Return random VP for the ads, and the player's score plus a random number of VP."""
        return {"ads": self.draw_number(9) - 2, "yours": self.score + self.draw_number(12)}

    # --- decisions of the sensible player ----------------------------------------------------------------------

    def on_place(self, ask: Ask, town: Town) -> Json:
        """Place the Mayor's plan on one of the plots at random, and place cubes in the order of the colours."""
        plots = list_offered_plots(ask)
        chosen = {"plot": plots[self.draw_number(len(plots))].id} if plots else {}
        return self.split_into_shortcuts(ask, {**chosen, **self.choose_first_cubes(ask, list_cube_fields(ask), town)})

    def choose_first_cubes(self, ask: Ask, order: Sequence[str], town: Town) -> dict[str, Json]:
        """Return the first cubes for a plan, preferring colours in this order."""
        return self.choose_mayor_cubes(ask, order, town) if order else {}

    def on_cubes(self, ask: Ask, town: Town) -> Json:
        """Place as many cubes as the limit and the supply allow, in the order of the colours."""
        if ask.metadata["short"]:
            return self.choose_remaining_cubes(ask)
        return self.split_into_shortcuts(ask, self.choose_mayor_cubes(ask, list_cube_fields(ask), town))

    def choose_remaining_cubes(self, ask: Ask) -> Json:
        """Return the remaining cubes after one colour has run out."""
        if self.pending_shortcuts:
            return self.pending_shortcuts.pop(0)
        return {name: self.planned_answer[name] for name in (*list_cube_fields(ask), "out")}

    def choose_mayor_cubes(self, ask: Ask, order: Iterable[str], town: Town) -> dict[str, Json]:
        """Choose cubes for the Mayor's building, preferring colours in this order."""
        answer_types = get_form(ask).answer_types
        left: int = ask.metadata["most"]
        answer: dict[str, Json] = {}
        for name in order:
            if name in self.supply:
                answer_type = answer_types[name]
                assert isinstance(answer_type, Number)
                n = min(answer_type.maximum or 0, self.supply[name], left)
                answer[name] = n
                self.supply[name] -= n
                left -= n
        answer["out"] = sorted(self.list_exhausted_colours(town))
        return answer

    def split_into_shortcuts(self, ask: Ask, answer: dict[str, Json]) -> Json:
        """Convert the answer to shortcuts if it uses up a colour.

        A shortcut reports the cubes that the supply has of one colour. The answers to the next questions contain the
        rest.
        """
        self.planned_answer, self.pending_shortcuts = answer, []
        if not answer.get("out"):
            return answer
        shortcut_ids = {option.id for option in get_form(ask).shortcuts}
        exhausted_before = next((field.default for field in get_form(ask).fields if field.name == "out"), ())
        newly_exhausted = [
            name for name in list_cube_fields(ask) if name in answer["out"] and name not in exhausted_before
        ]
        self.pending_shortcuts = [f"{name}-{answer[name]}" for name in newly_exhausted]
        return (
            self.pending_shortcuts.pop(0)
            if self.pending_shortcuts and self.pending_shortcuts[0] in shortcut_ids
            else answer
        )

    def on_your_turn(self, ask: Ask, town: Town) -> Json:
        """Begin a random building if the player has none in progress, and put up to six cubes on it."""
        self.report = {}
        if not self.site_needs:
            self.begin_random_building(town)
        return self.place_your_cubes(list(self.site_needs), town)

    def begin_random_building(self, town: Town) -> None:
        """Take a random plan and place it on a random empty plot, if there is one."""
        level = 2 if town.round > 3 and self.rows[2] else 1
        place = self.pick_free_plot(town)
        if place is None or not self.rows[level]:
            return
        position = 1 + self.draw_number(min(PLANS_IN_REACH, len(self.rows[level])))
        self.begin_building(level, position, place)

    def pick_free_plot(self, town: Town) -> str | None:
        """Return a random empty plot; None if there is none."""
        districts = list_unfilled_districts(town)
        if not districts:
            return None
        n, district = districts[self.draw_number(len(districts))]
        plots: list[Plot] = district.empty_plots
        return f"{n}{plots[self.draw_number(len(plots))]}"

    # --- the player's side as a small game ---------------------------------------------------------------------

    def list_moves(self, ask: Ask, town: Town) -> list[PlayerMove]:
        """Return the player's moves: plan, district, plot and cubes one by one, and the choices for the Mayor."""
        if ask.who != "player":
            return []
        if ask.key == "place" and not self.chosen_plot and list_offered_plots(ask):
            return [PlayerMove(str(option.id), option.label) for option in list_offered_plots(ask)]
        if ask.key in ("place", "cubes"):
            return make_cube_moves([name for name in list_cube_fields(ask) if name in self.supply])
        if self.chosen_district:
            district = town.districts[self.chosen_district]
            assert district is not None
            return [
                PlayerMove(str(plot), describe_plot(self.chosen_district, plot, district))
                for plot in district.empty_plots
            ]
        if self.chosen_plan is not None:
            return [PlayerMove(str(n), _("district {n}", n=n)) for n, _district in list_unfilled_districts(town)]
        if not self.site_needs and "built" not in self.report:
            return [*self.list_plan_moves(town), PlayerMove("pass", _("take no plan"))]
        missing_colours = [name for name in self.site_needs if self.supply[name]]
        return [*make_cube_moves(missing_colours), PlayerMove("wait", _("place no cubes"))]

    def list_plan_moves(self, town: Town) -> list[PlayerMove]:
        """Return a move for each plan within reach; the level 2 row becomes available in round 4."""
        if not list_unfilled_districts(town):
            return []
        levels = (1, 2) if town.round > 3 else (1,)
        return [
            PlayerMove(f"{level}-{k}", describe_market_plan(plan, k))
            for level in levels
            for k, plan in enumerate(self.rows[level][:PLANS_IN_REACH], start=1)
        ]

    def play_move(self, move: str, ask: Ask, town: Town) -> Json | None:
        """Make a move; return the answer to the open question if the move completes it, else None."""
        if ask.key == "place":
            return self.choose_placement(move, ask, town)
        if ask.key == "cubes":
            return self.choose_mayor_cubes(ask, move_to_front(move, list_cube_fields(ask)), town)
        if self.chosen_district:
            assert self.chosen_plan is not None
            position = 1 + self.rows[self.chosen_plan.tile.level].index(self.chosen_plan)
            self.begin_building(self.chosen_plan.tile.level, position, f"{self.chosen_district}{move}")
            self.chosen_plan, self.chosen_district = None, 0
        elif self.chosen_plan is not None:
            self.chosen_district = int(move)
        elif move == "pass":
            return self.place_your_cubes([], town)
        elif not self.site_needs and "built" not in self.report:
            level, position = map(int, move.split("-"))
            self.chosen_plan = self.rows[level][position - 1]
        else:
            return self.place_your_cubes([] if move == "wait" else move_to_front(move, list(self.site_needs)), town)
        return None

    def choose_placement(self, move: str, ask: Ask, town: Town) -> Json | None:
        """Choose the plot for the Mayor's plan, then the first cubes, where there is a choice."""
        cubes = list_cube_fields(ask)
        if not self.chosen_plot and list_offered_plots(ask):
            self.chosen_plot = move
            return None if cubes else self.finish_placement(ask, {})
        return self.finish_placement(ask, self.choose_mayor_cubes(ask, move_to_front(move, cubes), town))

    def finish_placement(self, ask: Ask, cubes: dict[str, Json]) -> Json:
        """Return the answer for the Mayor's plan, and discard the stored plot."""
        plot, self.chosen_plot = self.chosen_plot, ""
        return {"plot": plot, **cubes} if plot else cubes

    def begin_building(self, level: int, position: int, place: str) -> None:
        """Take a plan for the player, and begin a building with it on a plot."""
        plan = self.take_plan(level, position, "you")
        self.wild += plan.wild  # the player spends them at once, so they return to the supply
        self.site_needs, self.site_vp = dict(plan.tile.needs), plan.tile.size + COMPLETION_BONUS
        self.report[f"plans{level}"] = [position]
        self.report["built"] = [place]

    def place_your_cubes(self, order: Sequence[str], town: Town) -> Json:
        """Put cubes on the player's building, in this order of colours, and return the report on the turn."""
        left = CUBES_PER_TURN
        for name in order:
            n = min(self.site_needs[name], min(self.supply[name], left))
            self.supply[name] -= n
            self.your_cubes[name] += n
            self.site_needs[name] -= n
            left -= n
            if not self.site_needs[name]:
                del self.site_needs[name]
        if self.site_vp and not self.site_needs:
            self.score += self.site_vp
            self.site_vp = 0
        answer, self.report = {**self.report, "out": self.list_exhausted_colours(town)}, {}
        return answer

    def observe(self, ask: Ask | None, town: Town) -> Mapping[str, int]:
        """Return the player's situation, the supply and the plans within reach as numbers."""
        plans = {
            (level, k): row[k].tile.size if k < len(row) else 0
            for level, row in self.rows.items()
            for k in range(PLANS_IN_REACH)
        }
        return {
            "choosing": self.get_choice_number(ask),
            "your_score": self.score,
            "your_site": self.site_vp,
            **{f"missing_{name}": self.site_needs.get(name, 0) for name in self.supply},
            **{f"supply_{name}": n for name, n in self.supply.items()},
            **{f"plan_{level}_{k + 1}": size for (level, k), size in plans.items()},
        }

    def describe_choice(self, ask: Ask, town: Town) -> Text:
        """Return the text for the player's current choice."""
        return PROMPTS.get(self.get_choice_number(ask), ask.text)

    def make_view(self, ask: Ask, town: Town) -> View | None:
        """Return the view of the district where the player's or the Mayor's plan will be placed."""
        mayor_views = (
            [place.view_id for place in get_form(ask).fields[0].tap_targets] if self.get_choice_number(ask) == 5 else []
        )
        view_ids = [get_district_id(self.chosen_district)] if self.chosen_district else mayor_views
        return next((view for view in make_views(town) if view.id in view_ids), None)

    def get_choice_number(self, ask: Ask | None) -> int:
        """Return the number of the current choice; 0 if there is none.

        1 stands for a plan, 2 for its district, 3 for its plot, 4 for the player's cubes, 5 for the Mayor's plot, and 6
        for the Mayor's cubes.
        """
        if ask is None or ask.who != "player":
            return 0
        if ask.key != "your-turn":
            return 5 if ask.key == "place" and not self.chosen_plot and list_offered_plots(ask) else 6
        if self.chosen_plan is not None:
            return 3 if self.chosen_district else 2
        return 4 if self.site_needs or "built" in self.report else 1

    # --- accounting of every piece -----------------------------------------------------------------------------

    def find_lost_pieces(self, town: Town) -> Iterator[str]:
        """Yield a message for each cube, plan or token that is missing or duplicated."""
        mayor_buildings = list(iterate_buildings(town))
        start = self.pack["supply"]
        for name, n in self.supply.items():
            placed = sum(building.cubes.get(name, 0) for _n, _plot, building in mayor_buildings)
            if n < 0 or n + placed + self.your_cubes[name] != start[name]:
                yield f"{start[name]} {name} cubes: {n} in the supply, {placed} his, {self.your_cubes[name]} yours"
        for level, row in self.rows.items():
            his_plans = sum(building.level == level for _n, _plot, building in mayor_buildings)
            if his_plans != self.taken["mayor"][level]:
                yield f"level {level}: he took {self.taken['mayor'][level]} plans, {his_plans} are on the boards"
            plan_total = len(self.stacks[level]) + len(row) + his_plans + self.taken["you"][level]
            if plan_total != len(self.pack["plans"][f"level{level}"]):
                yield f"level {level}: {plan_total} plans in all"
            if [plan.wild for plan in row] != town.rows[level][: len(row)]:
                yield f"level {level}: wild tokens of the row are {town.rows[level]}"
        wild = self.wild + town.mayor.wild + sum(plan.wild for row in self.rows.values() for plan in row)
        if self.wild < 0 or wild != start["wild"]:
            yield f"{start['wild']} wild tokens: {wild} found, {self.wild} of them in the supply"


def list_cube_fields(ask: Ask) -> list[str]:
    """Return the colours in a question about cubes."""
    return [field.name for field in get_form(ask).fields if field.name in MATERIALS]


def get_form(ask: Ask) -> Form:
    """Return a question's form; the question must have one."""
    assert isinstance(ask.answer_type, Form)
    return ask.answer_type


def list_offered_plots(ask: Ask) -> tuple[Option, ...]:
    """Return the plots offered for the Mayor's plan; an empty list if there is no choice."""
    plot = get_form(ask).answer_types.get("plot")
    return plot.options if isinstance(plot, Choice) else ()


def get_choice(ask: Ask) -> Choice:
    """Return a question's choice; the question must be a choice."""
    assert isinstance(ask.answer_type, Choice)
    return ask.answer_type


def move_to_front(colour: str, colours: Sequence[str]) -> list[str]:
    """Return the colours with the given one moved to the front."""
    return [colour, *(other for other in colours if other != colour)]


def make_cube_moves(colours: Sequence[str]) -> list[PlayerMove]:
    """Return a move for each colour that the player may place first."""
    return [PlayerMove(name, _("{colour} first, then the others", colour=MATERIALS[name])) for name in colours]


def list_unfilled_districts(town: Town) -> list[tuple[int, District]]:
    """Return the districts with empty land, sorted by number."""
    return [(n, district) for n, district in town.districts.items() if district is not None and not district.is_full]


def describe_market_plan(plan: MarketPlan, position: int) -> Text:
    """Return the label for a plan in the market."""
    return _(
        "plan {k} of level {level}: {type}, {cubes}",
        k=position,
        level=plan.tile.level,
        type=BUILDING_TYPES[plan.tile.type],
        cubes=CountedNames(MATERIALS, plan.tile.needs),
    )


def describe_plot(n: int, plot: Plot, district: District) -> Text:
    """Return the label for a plot, with the VP that the Mayor would get for it."""
    bonus = district.bonuses.get(plot, {})
    if not any(bonus.values()):
        return Name(f"{n}{plot}")
    return _("{plot}, which would give the Mayor {bonus}", plot=Name(f"{n}{plot}"), bonus=format_bonus(bonus))
