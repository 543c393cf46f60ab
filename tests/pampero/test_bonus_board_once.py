"""The tower-bonus board as it is told at the start of a game."""

from __future__ import annotations

import pytest

from rival.games.pampero.setting_up import each_tile_once, each_tile_once_by_zone
from rival.kernel import BadAnswer


def test_pa_72_a_tile_that_is_named_in_two_columns_is_refused_and_both_are_named() -> None:
    with pytest.raises(BadAnswer, match="Tile 7 is named in the columns A-1, B-1"):
        each_tile_once_by_zone({"A": [(["7", "12"], [])], "B": [(["7"], [])], "C": [(["9"], [])]})
    with pytest.raises(BadAnswer, match="Tile 3 is named in the columns 1, 1"):
        each_tile_once({"1": ["3", "3"], "2": []})
    each_tile_once({"1": ["1", "2"], "2": ["3"]})
