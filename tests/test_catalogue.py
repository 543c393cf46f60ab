"""The rule catalogue: every rule is cited and tested, and every citation names a rule that exists."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rival.kernel import Json, opponent, toml
from rival.kernel.catalogue import KINDS, load_rules
from rival.kernel.texts import LANGUAGES
from tests.support.own_opponents import OURS

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
    """Return the rule ids in names of tests: ``test_rh_a12_nothing_is_taken`` covers RH-A12."""
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


GOOD = {"id": "XY-1", "kind": "rule", "section": "turn", "where": "Your turn", "en": "You take a card."}


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        *(({key: None}, f"“{key}” is missing; it is ") for key in GOOD if key != "id"),
        ({"id": None}, "rule number 2: “id” is missing; it is a name that no other rule has"),
        ({"where": 3}, "rule XY-2: “where” is missing; it is the caption that it stands under in the published rules"),
        ({"kind": "law"}, "rule XY-2: “law” is no kind; it is one of rule, ruling"),
        ({"section": "trun"}, "rule XY-2: there is no section “trun”; it is one of turn, end."),
        ({"id": "XY-1"}, "rule XY-1: another rule has this id"),
    ],
)
def test_a_rule_that_cannot_be_used_is_told_with_what_would_be_right(
    tmp_path: Path, entry: dict[str, Json], sentence: str
) -> None:
    wrong = {key: value for key, value in {**GOOD, "id": "XY-2", **entry}.items() if value is not None}
    book = {"sections": {"turn": {"en": "Turn"}, "end": {"en": "End"}}, "rule": [GOOD, wrong]}
    file = tmp_path / "rules.toml"
    file.write_text(toml.dumps(book), encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(sentence)) as told:
        load_rules(file)
    assert str(file) in str(told.value)
