"""The contract of opponents: every opponent passes the checks of `rival.testing`."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

import rival
from rival.kernel import load_opponent
from rival.testing import CONTRACT, Check, check_journal_is_reproducible, play_at_random

GAMES = sorted(rival.load_opponents())
SLOW_CHECKS = {
    "check_demos_finish_with_every_option": pytest.mark.games,
    "check_translations_are_complete": pytest.mark.games,
    "check_random_play_breaks_nothing": pytest.mark.fuzz,
    "check_journal_is_reproducible": pytest.mark.processes,
}
"""What makes a part of it slow."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("check", [pytest.param(one, marks=SLOW_CHECKS.get(one.__name__, ())) for one in CONTRACT])
def test_an_opponent_keeps_the_contract(check: Check, game: str) -> None:
    check(game)


def test_the_slow_checks_exist() -> None:
    assert set(SLOW_CHECKS) <= {entry.__name__ for entry in CONTRACT}


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(4, 12))
@pytest.mark.parametrize("game", GAMES)
def test_random_answers_break_nothing(game: str, seed: int) -> None:
    play_at_random(game, seed)


def find_newer_pythons() -> list[str]:
    """Return the newer Python versions that are installed here."""
    paths = [shutil.which(f"python3.{minor}") for minor in range(sys.version_info.minor + 1, 20)]
    return [path for path in paths if path and not subprocess.run([path, "-c", ""], capture_output=True).returncode]


@pytest.mark.processes
@pytest.mark.parametrize("game", GAMES)
def test_newer_pythons_give_the_same_journal(game: str) -> None:
    check_journal_is_reproducible(game, find_newer_pythons())


@pytest.mark.parametrize("game", ["mombasa", "pampero", "rolling-heights"])
def test_our_own_opponents_speak_russian(game: str) -> None:
    """The contract checks that existing languages are complete; this test checks that Russian exists."""
    assert "ru" in load_opponent(game).languages
