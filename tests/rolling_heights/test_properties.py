"""Properties of the Mayor's plots and cubes, on random boards and with random supplies."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from rival.games.rolling_heights.mayor import find_candidate_plots, list_neighbours
from rival.games.rolling_heights.table import COLOURS
from rival.kernel import Json, Question
from tests.rolling_heights.game_driver import Table

Plot = tuple[int, int]


@st.composite
def boards(draw: st.DrawFn) -> tuple[set[Plot], set[Plot], set[Plot], int, int]:
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    plots = [(x, y) for x in range(width) for y in range(height)]
    land = draw(st.sets(st.sampled_from(plots), min_size=1))
    mayors = draw(st.sets(st.sampled_from(sorted(land)), max_size=3))
    others = draw(st.sets(st.sampled_from(sorted(land)), max_size=6))
    return land, others | mayors, mayors, width, height


@given(boards())
def test_rh_27_rh_28_rh_30_candidates_are_exactly_those_of_the_rules(
    board: tuple[set[Plot], set[Plot], set[Plot], int, int],
) -> None:
    land, taken, mayors, width, height = board
    empty = land - taken
    beside = {plot for plot in empty if any(one in mayors for one in list_neighbours(plot))}
    centre = ((width - 1) / 2, (height - 1) / 2)
    distance = {plot: round((plot[0] - centre[0]) ** 2 + (plot[1] - centre[1]) ** 2, 6) for plot in empty}
    nearest = {plot for plot in empty if distance[plot] == min(distance.values())}
    assert find_candidate_plots(land, taken, mayors, width, height) == (beside or nearest)


@given(boards())
def test_rh_a4_both_measures_agree_on_the_plot_nearest_to_the_centre(
    board: tuple[set[Plot], set[Plot], set[Plot], int, int],
) -> None:
    land, taken, mayors, width, height = board
    straight = find_candidate_plots(land, taken, mayors, width, height)
    steps = find_candidate_plots(land, taken, mayors, width, height, "steps")
    assert bool(straight) == bool(land - taken)
    assert not straight or straight & steps


# --- cubes, with a supply that only the player knows ---------------------------------------------------------------


@given(st.randoms(use_true_random=False))
def test_rh_a14_rh_a15_he_gets_as_many_cubes_as_the_supply_has(dice: random.Random) -> None:
    """The player reports the true supply with shortcuts or numbers, at once or colour by colour."""
    needs = {colour: dice.randint(1, 9) for colour in dice.sample(COLOURS, dice.randint(1, 4))}
    supply = {colour: dice.choice([0, 1, 2, 3, 5, 40, 40, 40]) for colour in COLOURS}
    table = Table({1: ["-"]}, orange="ends").report_turn().roll(1).enter_plan("park", **needs)
    answer_truthfully(table, supply, dice)
    first = dict(table.get_last_building(1).cubes)
    assert sum(first.values()) == min(3, sum(min(n, supply[colour]) for colour, n in needs.items()))
    left = {colour: n - first.get(colour, 0) for colour, n in supply.items()}
    assert all(n >= 0 for n in left.values())
    assert all(left[colour] == 0 for colour in table.town.out)
    assert (table.town.last_round is not None) == bool(table.town.out)
    if table.get_last_building(1).complete or table.key != "your-turn":
        return
    table.report_turn(out=sorted(table.town.out)).roll(1)
    answer_truthfully(table, left, dice)
    second = table.get_last_building(1).cubes
    missing = {colour: n - first[colour] for colour, n in needs.items()}
    assert sum(second.values()) - sum(first.values()) == min(12, sum(min(n, left[c]) for c, n in missing.items()))
    assert all(second[colour] <= supply[colour] for colour in second)


def answer_truthfully(table: Table, supply: dict[str, int], dice: random.Random) -> None:
    """Answer every question and correct every assumption about the cubes of one roll truthfully."""
    while table.key in ("place", "cubes"):
        assert table.session.ask is not None
        assert table.session.open_ask is not None
        table.say(choose_true_cubes(table.session.ask, int(table.session.open_ask.metadata["most"]), supply, dice))
    for one in table.session.list_open_assumptions():
        wanted = {field.key: field.default for field in one.fields if field.key in COLOURS}
        if one.key.endswith(".cubes") and any(supply[colour] < n for colour, n in wanted.items()):
            table.session.correct(one.key, choose_true_cubes(one, sum(wanted.values()), supply, dice))
            answer_truthfully(table, supply, dice)
            return


def choose_true_cubes(question: Question, most: int, supply: dict[str, int], dice: random.Random) -> Json:
    wanted = {field.key: field.most or 0 for field in question.fields if field.key in COLOURS}
    offered = {one.id for one in question.instead}
    short = [f"{name}-{supply[name]}" for name, n in wanted.items() if supply[name] < min(n, most)]
    if words := [one for one in short if one in offered and dice.random() < 0.6]:
        return dice.choice(words)
    there = [name for name, n in wanted.items() for _cube in range(min(n, supply[name]))]
    placed = dice.sample(there, min(most, len(there)))
    mix: dict[str, Json] = {name: placed.count(name) for name in wanted}
    before = next(field.default for field in question.fields if field.key == "out")
    return {**mix, "out": sorted({*before, *(name for name in wanted if mix[name] == supply[name])})}
