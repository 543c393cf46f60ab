"""Test helpers for opponents: a contract that every opponent fulfils, random players, and a game at the table.

They are plain functions that raise AssertionError, to be called from any test. With pytest, the whole contract is

    @pytest.mark.parametrize("check", rival.testing.CONTRACT)
    def test_it_keeps_the_contract(check: rival.testing.Check) -> None:
        check("five-stalls")

and ``pytest.register_assert_rewrite("rival.testing")`` in ``conftest.py`` gives more detailed failures.
"""

from rival.testing.contract import CONTRACT, Check, demos, option_sets, state, the_same_journal_everywhere
from rival.testing.fuzz import answer_at_random, correct_at_random, random_answer, stranger
from rival.testing.pictures import Looking, looked_at
from rival.testing.table import AtTheTable

__all__ = [
    "CONTRACT",
    "AtTheTable",
    "Check",
    "Looking",
    "answer_at_random",
    "correct_at_random",
    "demos",
    "looked_at",
    "option_sets",
    "random_answer",
    "state",
    "stranger",
    "the_same_journal_everywhere",
]
