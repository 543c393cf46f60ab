"""The options of an opponent are defined by one dataclass."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import pytest

from rival.kernel import BadOption, Name, setting
from tests.support.toy_opponent import toy

TOY = toy({"a": 1}).opponent


@dataclass(frozen=True, slots=True)
class Options:
    hard: bool = setting(Name("Hard"), Name("no"), Name("yes"), cites=("T-1",), difficulty=True)
    ties: Literal["first", "last"] = setting(Name("Ties"), Name("the first"), Name("the last"), cites=("T-2", "T-3"))


@dataclass(frozen=True)
class TooFew:
    ties: Literal["first", "last"] = setting(Name("Ties"), Name("the first"), cites=("T-2",))


def test_names_values_words_rules_and_defaults_stand_in_one_place() -> None:
    hard, ties = replace(TOY, options=Options).settings
    assert (hard.name, hard.default, hard.difficulty, hard.cites) == ("hard", False, True, ("T-1",))
    assert [(value, str(words)) for value, words in ties.values] == [("first", "the first"), ("last", "the last")]
    assert replace(TOY, options=Options).resolve({"hard": True}) == {"hard": True, "ties": "first"}


def test_a_value_that_is_none_is_refused() -> None:
    with pytest.raises(BadOption, match="ties can't be middle"):
        replace(TOY, options=Options).resolve({"ties": "middle"})


def test_every_value_has_words() -> None:
    with pytest.raises(TypeError, match=r"TooFew\.ties has 2 values: 1 texts"):
        assert replace(TOY, options=TooFew).settings
