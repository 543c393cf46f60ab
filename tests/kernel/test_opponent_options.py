"""The options of an opponent are defined by one dataclass."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import pytest

from rival.kernel import BadOptionError, Name, define_setting
from tests.support.toy_opponent import start_toy_game

TOY = start_toy_game({"a": 1}).opponent


@dataclass(frozen=True, slots=True)
class Options:
    hard: bool = define_setting(Name("Hard"), Name("no"), Name("yes"), cites=("T-1",), difficulty=True)
    ties: Literal["first", "last"] = define_setting(
        Name("Ties"), Name("the first"), Name("the last"), cites=("T-2", "T-3")
    )


@dataclass(frozen=True)
class TooFew:
    ties: Literal["first", "last"] = define_setting(Name("Ties"), Name("the first"), cites=("T-2",))


def test_one_dataclass_defines_names_values_labels_rules_and_defaults() -> None:
    hard, ties = replace(TOY, options_type=Options).settings
    assert (hard.name, hard.default, hard.difficulty, hard.cites) == ("hard", False, True, ("T-1",))
    assert [(value, str(words)) for value, words in ties.values] == [("first", "the first"), ("last", "the last")]
    assert replace(TOY, options_type=Options).resolve_options({"hard": True}) == {"hard": True, "ties": "first"}


def test_an_unknown_value_is_refused() -> None:
    with pytest.raises(BadOptionError, match="ties can't be middle"):
        replace(TOY, options_type=Options).resolve_options({"ties": "middle"})


def test_every_value_needs_a_label() -> None:
    with pytest.raises(TypeError, match=r"TooFew\.ties has 2 values: 1 texts"):
        assert replace(TOY, options_type=TooFew).settings
