"""Practice at the terminal: a person plays the player's side of the sample table."""

from __future__ import annotations

import subprocess
import sys

import pytest

import rival
from rival.kernel import can_practice, load_opponent
from rival.terminal.screen import Screen
from rival.terminal.terminal_practice import TerminalPractice

SIDES = [
    game
    for game in sorted(rival.load_opponents())
    if can_practice(load_opponent(game).make_sample_player(1, load_opponent(game).resolve_options(None)))
]


def run_practice(*arguments: str, typed: str) -> str:
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
    shown = run_practice("rolling-heights", "--seed", "3", typed=typed)
    for expected in (
        "This is a sample table",
        "simplified rules of its own",
        "plan 1 of level 1",
        "district 2",
        "District 2",
        "first, then the others",
        "is not one of the options",
        "roll again until",
        "Random seed of this game: 3",
    ):
        assert expected in shown, expected


def test_bad_practice_options_give_an_error() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rival", "practice", "chess"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "no opponent “chess”" in done.stderr


@pytest.mark.parametrize("game", SIDES)
def test_a_whole_game_of_first_choices_ends_with_a_comparison(game: str) -> None:
    shown = run_practice(game, "--seed", "5", typed="1\n" * 400)
    assert "In the same game with the same dice, the strategy" in shown


@pytest.mark.parametrize("game", SIDES)
def test_undo_returns_to_the_moment_before_the_choice(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    against = load_opponent(game)
    practice = TerminalPractice(against, 2, against.resolve_options(None), Screen("ru", plain=True), lambda prompt: "")
    before = []
    for _choice in range(12):
        if not practice.game.moves:
            break
        before.append((practice.game.moves, practice.game.session.journal.format_text()))
        practice.handle_line("1")
    while before:
        practice.handle_line("undo")
        moves, journal = before.pop()
        assert [one.id for one in practice.game.moves] == [one.id for one in moves]
        assert practice.game.session.journal.format_text() == journal
    with pytest.raises(rival.BadAnswerError):
        practice.handle_line("undo")
    practice.show_moves()
    assert capsys.readouterr().out
