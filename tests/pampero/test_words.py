"""Icons in words: as shown, in every language; words of one's own only when that is said."""

from __future__ import annotations

import pytest

from rival.games.pampero.asking import kept, tile_phrase
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
from rival.games.pampero.setting_up import contract_list, kept_column
from rival.games.pampero.specialists import scorer_list
from rival.kernel import Name, Proposal, Session, opponent

ROW = Several(Name("an icon"), (Cheapest, EnergyBelow, Energy, Dollars, MostStructures, MostSymbols, YouChoose, Other))
TABLE = Session.new("pampero", seed=1, pack=opponent("pampero").sample_pack()).table
SPOKEN = Session.new("pampero", seed=1).spoken


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


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("а1 4 туристический", "A1 4 tourism"),
        ("В2 4+1 ТУРИСТ. удаленный", "B2 4+1 tourism remote"),
        ("к07 С 3 жилищный", "k07 C 3 residential"),
        ("A1, 4, tourism", "A1 4 tourism"),
    ],
)
def test_a_contract_in_any_alphabet_is_kept_in_ids(typed: str, kept: str) -> None:
    shape = contract_list(TABLE)
    assert shape.understood([typed], SPOKEN) == [kept]
    assert tile_phrase(*shape.check([typed])) == kept


def test_a_scoring_card_and_a_bonus_column_are_kept_in_ids() -> None:
    assert scorer_list(TABLE).understood(["след. туристический"], SPOKEN) == ["next tourism"]
    assert kept_column(TABLE, "7 12 $5 энергия 2 связь") == "7 12 $5 energy 2 link"
    with pytest.raises(Proposal, match="did you mean “energy 2”") as doubt:
        kept_column(TABLE, "7 enrgy 2 $5")
    assert doubt.value.answer == "7 energy 2 $5"


def test_a_near_miss_is_proposed_and_own_words_are_asked_about() -> None:
    with pytest.raises(Proposal, match="did you mean “most of your structures”") as doubt:
        kept("most of your strutures", ROW, TABLE)
    assert doubt.value.answer == "most of your structures"
    with pytest.raises(Proposal, match="Keep your own words") as doubt:
        kept("шшш щщщ", ROW, TABLE)
    assert doubt.value.answer == 'other("шшш щщщ")'
