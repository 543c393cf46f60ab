"""Values that are set right in the middle of a game, and what undo tells to put back."""

from __future__ import annotations

import pytest

from rival.games.pampero.majorities import look
from rival.kernel import BadAnswer
from tests.pampero.at_the_table import Game, cards, contract, farm, tower


def of_batteries() -> Game:
    """A game in which card 1 counts batteries."""
    three = cards(farm(row=["sector A2"]), tower(), contract())
    three[0]["majority"] = "batteries"
    return Game(three)


def test_pa_15_pa_22_a_battery_that_vj_has_more_comes_from_the_supply_not_from_you() -> None:
    game = of_batteries().majority(1, 1, 1)
    game.session.correct("vj.batteries", 3)
    slot = game.table.slots[1]
    assert (game.table.vj.batteries, game.table.batteries, slot.yours, slot.vjs) == (3, 8, 1, 3)
    game.session.correct("vj.batteries", 0)
    slot = game.table.slots[1]
    assert (game.table.vj.batteries, game.table.batteries, slot.yours, slot.vjs) == (0, 11, 1, 0)


def test_pa_15_what_the_supply_lacks_comes_from_you() -> None:
    game = of_batteries()
    game.session.correct("vj.batteries", 12)
    assert (game.table.vj.batteries, game.table.batteries) == (12, 0)
    with pytest.raises(BadAnswer, match="only 12 batteries"):
        game.session.correct("batteries", 1)


def test_pa_44_a_forgotten_scoring_is_set_right_and_the_top_card_with_it() -> None:
    game = Game()
    assert game.session.tracked()["scoring"].value == "1"
    game.session.correct("scoring", "final")
    assert (game.table.scoring, game.table.face_up) == ("final", {2, 3})
    game.session.correct("scoring", "final")
    assert game.table.face_up == {2, 3}
    assert [field.text for field in game.session.ask.fields if field.key == "scoring"] == [  # type: ignore[union-attr]
        "the end of the game is reached"
    ]
    game.session.correct("scoring", "2")
    assert (game.table.scoring, game.table.face_up) == ("2", {1, 2, 3})


def test_pa_44_a_card_that_lies_face_down_means_that_scoring_2_is_over() -> None:
    game = Game()
    game.session.correct("slots.1.face_up", "no")
    assert (game.table.scoring, game.table.face_up) == ("final", {2, 3})
    game.session.correct("slots.1.face_up", "yes")
    assert (game.table.scoring, game.table.face_up) == ("2", {1, 2, 3})
    game.session.correct("scoring", "1")
    game.session.correct("slots.1.face_up", "yes")
    assert (game.table.scoring, game.table.face_up) == ("1", {1, 2, 3})


def test_pa_22_pa_44_a_card_turned_up_again_counts_on_from_where_its_markers_stood() -> None:
    game = Game().majority(1, 1, 1)
    look(game.table)
    game.session.correct("slots.1.face_up", "no")
    game.session.correct("sectors.B1.yours.farms", 2)
    assert game.table.slots[1].yours == 1
    game.session.correct("slots.1.face_up", "yes")
    assert game.table.slots[1].yours == 3
