"""Icons in words: as shown, in every language; words of one's own only when that is said."""

from __future__ import annotations

import pytest

from rival.games.pampero.asking import kept
from rival.games.pampero.cards import (
    Cheapest,
    Dollars,
    Energy,
    EnergyBelow,
    MostStructures,
    MostSymbols,
    Other,
    YouChoose,
)
from rival.games.pampero.parts import Several
from rival.kernel import Name, Proposal, Session, opponent

ROW = Several(Name("an icon"), (Cheapest, EnergyBelow, Energy, Dollars, MostStructures, MostSymbols, YouChoose, Other))
TABLE = Session.new("pampero", seed=1, pack=opponent("pampero").sample_pack()).table


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("Most of your STRUCTURES", "most of your structures"),
        ("больше всего ваших построенных объектов", "most of your structures"),
        ("самый дешевый контракт", "cheapest contract"),
        ("энергия 2", "energy 2"),
        ("энергия", "energy"),
        ("$7", "$7"),
        ("then you choose", "you choose"),
        ('other("three wavy lines")', 'other("three wavy lines")'),
    ],
)
def test_an_icon_is_understood_as_it_is_shown(typed: str, written: str) -> None:
    assert kept(typed, ROW, TABLE) == written


def test_a_near_miss_is_proposed_and_own_words_are_asked_about() -> None:
    with pytest.raises(Proposal, match="did you mean “most of your structures”") as doubt:
        kept("most of your strutures", ROW, TABLE)
    assert doubt.value.answer == "most of your structures"
    with pytest.raises(Proposal, match="Keep your own words") as doubt:
        kept("шшш щщщ", ROW, TABLE)
    assert doubt.value.answer == 'other("шшш щщщ")'
