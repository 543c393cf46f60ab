"""Every rule and ruling that can be applied is applied; the others have a reason of their own."""

from __future__ import annotations

import pytest

from rival.kernel import opponent
from rival.kernel.texts import LANGUAGES
from rival.lab.coverage import coverage, option_sets, settings, tables
from rival.lab.run import experiment
from rival.lab.stats import why_never
from tests.support.own_opponents import OURS

GAMES = {"mombasa": 126, "pampero": 160, "rolling-heights": 336}
"""How many games show all rules; each a few for every option, policy and table."""


def test_every_opponent_is_covered() -> None:
    assert sorted(GAMES) == OURS


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_rule_fires_or_says_why_not(game: str) -> None:
    found = coverage(opponent(game), GAMES[game])
    assert [rule.id for rule in found.never if not rule.rare] == []
    assert found.fired.keys() <= opponent(game).rules.by_id.keys()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_reasons_are_not_all_the_same(game: str) -> None:
    against = opponent(game)
    reasons = [rule.rare["en"] for rule in against.rules if rule.rare and rule.kind in ("derived", "example")]
    assert len(set(reasons)) > len(reasons) // 2
    for rule in against.rules:
        if rule.rare:
            assert set(rule.rare) == set(LANGUAGES)
            assert str(why_never(experiment(game, 1), rule)) == rule.rare["en"]


def test_all_options_policies_and_tables_are_played() -> None:
    against = opponent("rolling-heights")
    every = list(settings(against))
    assert len(tables(against)) == 2
    assert {policy for _options, policy, _pack, _unread in every} == set(against.policies)
    assert [options for options, *_rest in every[: len(option_sets(against))]] == option_sets(against)
    assert any(unread for *_rest, unread in every)
