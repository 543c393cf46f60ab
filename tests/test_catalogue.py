"""The rule catalogue: every rule is cited and tested, and every citation names a rule that exists."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rival.kernel import Json, load_opponent, toml
from rival.kernel.rule_catalogue import RULE_KINDS, load_rules
from rival.kernel.texts import LANGUAGES
from tests.support.own_opponents import OURS

TESTS = Path(__file__).parent
SHARED = ("kernel", "terminal")


def get_rule_prefix(game: str) -> str:
    return next(iter(load_opponent(game).rules.by_id)).partition("-")[0]


@cache
def list_sources(folder: Path) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))


@cache
def find_citations(folder: Path, pattern: str) -> frozenset[str]:
    return frozenset(re.findall(pattern, list_sources(folder)))


@cache
def list_ids_in_test_names(game: str) -> set[str]:
    """Return the rule ids in names of tests: ``test_rh_a12_nothing_is_taken`` covers RH-A12."""
    mark = get_rule_prefix(game).lower()
    names = find_citations(TESTS, r"def (test_\w+)\(")
    return {
        f"{mark}-{entry}".upper() for name in names for entry in re.findall(rf"{mark}_([a-z]?\d+[a-z]?)(?=_|$)", name)
    }


@pytest.mark.parametrize("game", OURS)
def test_code_cites_only_rules_that_exist(game: str) -> None:
    ids = {entry.upper() for entry in load_opponent(game).rules.by_id}
    quoted = find_citations(load_opponent(game).folder, rf'"({get_rule_prefix(game)}-\w+)"')
    assert {entry.upper() for entry in quoted} <= ids


@pytest.mark.parametrize("game", OURS)
def test_no_rule_is_without_code_or_test(game: str) -> None:
    mentioned = {entry.upper() for entry in find_citations(load_opponent(game).folder, rf"{get_rule_prefix(game)}-\w+")}
    unused = [
        rule.id for rule in load_opponent(game).rules if rule.id.upper() not in mentioned | list_ids_in_test_names(game)
    ]
    assert unused == []


@pytest.mark.parametrize("game", OURS)
def test_every_rule_has_a_test_named_with_its_id(game: str) -> None:
    missing = [rule.id for rule in load_opponent(game).rules if rule.id.upper() not in list_ids_in_test_names(game)]
    assert missing == []


@pytest.mark.parametrize("game", OURS)
def test_rules_are_complete_in_every_language(game: str) -> None:
    rules = load_opponent(game).rules
    for rule in rules:
        assert rule.kind in RULE_KINDS
        assert rule.section in rules.sections
        assert len(set(rule.text.values())) == len(LANGUAGES), rule.id  # else one is the English text
        assert len(rule.text["en"]) > 15
        assert re.search("[а-я]{3}", rule.text["ru"]), rule.id
        assert not re.search("[а-яА-Я]", rule.text["en"]), rule.id


@pytest.mark.parametrize("game", OURS)
def test_options_match_the_catalogue(game: str) -> None:
    tested_opponent = load_opponent(game)
    named = {rule.option for rule in tested_opponent.rules if rule.option}
    assert {setting.name for setting in tested_opponent.settings} == named
    for setting in tested_opponent.settings:
        assert set(setting.cites) <= set(tested_opponent.rules.by_id)


VALID_RULE = {"id": "XY-1", "kind": "rule", "section": "turn", "where": "Your turn", "en": "You take a card."}


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        *(({key: None}, f"“{key}” is missing; it is ") for key in VALID_RULE if key != "id"),
        ({"id": None}, "rule number 2: “id” is missing; it is a name that no other rule has"),
        ({"where": 3}, "rule XY-2: “where” is missing; it is the caption that it stands under in the published rules"),
        ({"kind": "law"}, "rule XY-2: “law” is no kind; it is one of rule, ruling"),
        ({"section": "trun"}, "rule XY-2: there is no section “trun”; it is one of turn, end."),
        ({"id": "XY-1"}, "rule XY-1: another rule has this id"),
    ],
)
def test_an_invalid_rule_gives_a_message_with_the_correct_form(
    tmp_path: Path, entry: dict[str, Json], sentence: str
) -> None:
    wrong = {key: value for key, value in {**VALID_RULE, "id": "XY-2", **entry}.items() if value is not None}
    book = {"sections": {"turn": {"en": "Turn"}, "end": {"en": "End"}}, "rule": [VALID_RULE, wrong]}
    file = tmp_path / "rules.toml"
    file.write_text(toml.format_pack(book), encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(sentence)) as entered:
        load_rules(file)
    assert str(file) in str(entered.value)
