"""Every rule and ruling that can be applied is applied; the others have a reason of their own."""

from __future__ import annotations

import pytest

from rival.kernel import load_opponent
from rival.kernel.texts import LANGUAGES
from rival.lab.coverage import list_option_sets, list_sample_packs, list_settings, measure_coverage
from rival.lab.run import make_experiment
from rival.lab.stats import explain_unfired
from tests.support.own_opponents import OURS

GAMES = {"mombasa": 126, "pampero": 160, "rolling-heights": 336}
"""How many games show all rules; each a few for every option, policy and table."""


def test_every_opponent_is_covered() -> None:
    assert sorted(GAMES) == OURS


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_rule_is_applied_or_has_a_reason_why_not(game: str) -> None:
    found = measure_coverage(load_opponent(game), GAMES[game])
    assert [rule.id for rule in found.never_fired if not rule.rare_reasons] == []
    assert found.fired.keys() <= load_opponent(game).rules.by_id.keys()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_reasons_are_not_all_the_same(game: str) -> None:
    against = load_opponent(game)
    reasons = [
        rule.rare_reasons["en"] for rule in against.rules if rule.rare_reasons and rule.kind in ("derived", "example")
    ]
    assert len(set(reasons)) > len(reasons) // 2
    for rule in against.rules:
        if rule.rare_reasons:
            assert set(rule.rare_reasons) == set(LANGUAGES)
            assert str(explain_unfired(make_experiment(game, 1), rule)) == rule.rare_reasons["en"]


def test_all_options_policies_and_tables_are_played() -> None:
    against = load_opponent("rolling-heights")
    every = list(list_settings(against))
    assert len(list_sample_packs(against)) == 2
    assert {policy for _options, policy, _pack, _unread in every} == set(against.policies)
    assert [options for options, *_rest in every[: len(list_option_sets(against))]] == list_option_sets(against)
    assert any(unread for *_rest, unread in every)
