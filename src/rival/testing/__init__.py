"""Test helpers for opponents: a contract that every opponent must fulfil, random players, and a game driver.

The helpers are plain functions that raise AssertionError and can be called from any test. With pytest, this test checks
the whole contract:

    @pytest.mark.parametrize("check", rival.testing.CONTRACT)
    def test_it_keeps_the_contract(check: rival.testing.Check) -> None:
        check("five-stalls")

and ``pytest.register_assert_rewrite("rival.testing")`` in ``conftest.py`` gives more detailed failures.
"""

from rival.testing.contract import (
    CONTRACT,
    Check,
    capture_state,
    check_journal_is_reproducible,
    list_option_sets,
    play_demos,
)
from rival.testing.fuzz import answer_at_random, correct_at_random, make_random_answer, play_at_random
from rival.testing.table import GameDriver
from rival.testing.view_checks import ViewChecker, check_views

__all__ = [
    "CONTRACT",
    "Check",
    "GameDriver",
    "ViewChecker",
    "answer_at_random",
    "capture_state",
    "check_journal_is_reproducible",
    "check_views",
    "correct_at_random",
    "list_option_sets",
    "make_random_answer",
    "play_at_random",
    "play_demos",
]
