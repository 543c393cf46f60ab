"""Test helpers for opponents: a contract that every opponent fulfils, random players, and a game at the table.

They are plain functions that raise AssertionError, to be called from any test. With pytest, the whole contract is

    @pytest.mark.parametrize("check", rival.testing.CONTRACT)
    def test_it_keeps_the_contract(check: rival.testing.Check) -> None:
        check("five-stalls")

and ``pytest.register_assert_rewrite("rival.testing")`` in ``conftest.py`` gives more detailed failures.
"""

from rival.testing.contract import (
    CONTRACT,
    Check,
    capture_state,
    list_option_sets,
    play_demos,
    the_same_journal_everywhere,
)
from rival.testing.fuzz import answer_at_random, correct_at_random, make_random_answer, play_at_random
from rival.testing.pictures import ViewChecker, check_views
from rival.testing.table import AtTheTable

__all__ = [
    "CONTRACT",
    "AtTheTable",
    "Check",
    "ViewChecker",
    "answer_at_random",
    "capture_state",
    "check_views",
    "correct_at_random",
    "list_option_sets",
    "make_random_answer",
    "play_at_random",
    "play_demos",
    "the_same_journal_everywhere",
]
