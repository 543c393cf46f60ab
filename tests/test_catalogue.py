"""Rules that exist are cited, rules that are cited exist, and each has a test named after it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rival.kernel import opponent
from rival.kernel.catalogue import KINDS
from rival.kernel.texts import LANGUAGES
from tests.ours import OURS

TESTS = Path(__file__).parent
SHARED = ("kernel", "terminal")


def prefix(game: str) -> str:
    return next(iter(opponent(game).rules.by_id)).partition("-")[0]


@cache
def sources(folder: Path) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))


@cache
def cited_in(folder: Path, pattern: str) -> frozenset[str]:
    return frozenset(re.findall(pattern, sources(folder)))


@cache
def ids_in_test_names(game: str) -> set[str]:
    """The ids in the names of tests: ``test_rh_a12_nothing_is_taken`` shows RH-A12."""
    mark = prefix(game).lower()
    names = cited_in(TESTS, r"def (test_\w+)\(")
    return {f"{mark}-{one}".upper() for name in names for one in re.findall(rf"{mark}_([a-z]?\d+[a-z]?)(?=_|$)", name)}


@pytest.mark.parametrize("game", OURS)
def test_code_cites_only_rules_that_exist(game: str) -> None:
    ids = {one.upper() for one in opponent(game).rules.by_id}
    quoted = cited_in(opponent(game).folder, rf'"({prefix(game)}-\w+)"')
    assert {one.upper() for one in quoted} <= ids


@pytest.mark.parametrize("game", OURS)
def test_no_rule_is_without_code_or_test(game: str) -> None:
    mentioned = {one.upper() for one in cited_in(opponent(game).folder, rf"{prefix(game)}-\w+")}
    unused = [rule.id for rule in opponent(game).rules if rule.id.upper() not in mentioned | ids_in_test_names(game)]
    assert unused == []


@pytest.mark.parametrize("game", OURS)
def test_every_rule_has_a_test_named_with_its_id(game: str) -> None:
    missing = [rule.id for rule in opponent(game).rules if rule.id.upper() not in ids_in_test_names(game)]
    assert missing == []


@pytest.mark.parametrize("game", OURS)
def test_rules_are_complete_in_every_language(game: str) -> None:
    rules = opponent(game).rules
    for rule in rules:
        assert rule.kind in KINDS
        assert rule.section in rules.sections
        assert len(set(rule.text.values())) == len(LANGUAGES), rule.id  # else one is the English text
        assert len(rule.text["en"]) > 15
        assert re.search("[а-я]{3}", rule.text["ru"]), rule.id
        assert not re.search("[а-яА-Я]", rule.text["en"]), rule.id


@pytest.mark.parametrize("game", OURS)
def test_options_are_those_of_the_catalogue(game: str) -> None:
    against = opponent(game)
    named = {rule.option for rule in against.rules if rule.option}
    assert {setting.name for setting in against.settings} == named
    for setting in against.settings:
        assert set(setting.cites) <= set(against.rules.by_id)
