"""What must always hold of the Mayor's plots, on any board."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rival.games.rolling_heights.mayor import candidate_plots, neighbours

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
    beside = {plot for plot in empty if any(one in mayors for one in neighbours(plot))}
    centre = ((width - 1) / 2, (height - 1) / 2)
    distance = {plot: round((plot[0] - centre[0]) ** 2 + (plot[1] - centre[1]) ** 2, 6) for plot in empty}
    nearest = {plot for plot in empty if distance[plot] == min(distance.values())}
    assert candidate_plots(land, taken, mayors, width, height) == (beside or nearest)


@given(boards())
def test_rh_a4_both_measures_agree_on_the_plot_nearest_to_the_centre(
    board: tuple[set[Plot], set[Plot], set[Plot], int, int],
) -> None:
    land, taken, mayors, width, height = board
    straight = candidate_plots(land, taken, mayors, width, height)
    steps = candidate_plots(land, taken, mayors, width, height, "steps")
    assert bool(straight) == bool(land - taken)
    assert not straight or straight & steps
