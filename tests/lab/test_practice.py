"""Practice at the terminal: a person plays the player's side of the sample table."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rival
from rival.kernel import has_players_side, opponent
from rival.terminal.practising import Practice
from rival.terminal.screen import Screen

SIDES = [
    game
    for game in sorted(rival.opponents())
    if has_players_side(opponent(game).sample(1, opponent(game).resolve(None)))
]


def practised(*arguments: str, typed: str) -> str:
    """Run ``rival practice`` with these lines; return its output."""
    done = subprocess.run(
        [sys.executable, "-m", "rival", "practice", *arguments, "--plain"],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_turn_in_practice() -> None:
    typed = "?\nhow\n1\n2\n1\nshow\nnonsense\nrules RH-19\nundo\nquit\n"
    shown = practised("rolling-heights", "--seed", "3", typed=typed)
    for expected in (
        "This is a sample table",
        "a simplified game with its own rules",
        "plan 1 of level 1",
        "district 2",
        "District 2",
        "first, then the others",
        "is not one of the options",
        "roll again until",
        "Seed of this game: 3",
    ):
        assert expected in shown, expected


def test_a_bad_seat_gets_a_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rival", "practice", "chess"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "no opponent “chess”" in done.stderr


@pytest.mark.parametrize("game", SIDES)
def test_a_whole_game_of_first_choices_ends_with_a_comparison(game: str) -> None:
    shown = practised(game, "--seed", "5", typed="1\n" * 400)
    assert "With the same seed, the strategy" in shown


@pytest.mark.parametrize("game", SIDES)
def test_undo_stands_where_the_choice_was_made(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    against = opponent(game)
    practice = Practice(against, 2, against.resolve(None), Screen("ru", plain=True), lambda prompt: "")
    before = []
    for _choice in range(12):
        if not practice.seat.moves:
            break
        before.append((practice.seat.moves, practice.seat.session.journal.dumps()))
        practice.take("1")
    while before:
        practice.take("undo")
        moves, journal = before.pop()
        assert [one.id for one in practice.seat.moves] == [one.id for one in moves]
        assert practice.seat.session.journal.dumps() == journal
    with pytest.raises(rival.BadAnswer):
        practice.take("undo")
    practice.show_choice()
    assert capsys.readouterr().out
