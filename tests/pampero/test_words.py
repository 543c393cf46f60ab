"""Icons in words: as shown, in every language; words of one's own only when that is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rival.games.pampero.asking import part_shape
from rival.games.pampero.cards import MARKETS
from rival.games.pampero.lines import tile_phrase
from rival.games.pampero.parts import Several, has_part
from rival.games.pampero.phrases import kept
from rival.games.pampero.setting_up import contract_list, kept_column
from rival.games.pampero.specialists import scorer_list
from rival.games.pampero.symbols import (
    Cheapest,
    Dollars,
    Energy,
    EnergyBelow,
    HasSymbol,
    MarketContracts,
    MostStructures,
    MostSymbols,
    Other,
    SymbolContract,
    YouChoose,
)
from rival.games.pampero.words import describe
from rival.kernel import Field, Form, Name, Phrases, Proposal, Session, Shape, opponent
from rival.kernel.texts import KERNEL_LOCALE, LANGUAGES, Catalogue, translations
from rival.terminal.typed import parse

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


CONDITION = "a contract with two market symbols, behind it a contract with the residential symbol"
ROW_OF_A_FARM = ["most tourism symbols, behind it most remote symbols", "you choose"]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_pa_84_a_symbol_with_another_behind_it_is_typed_back_as_it_is_shown(lang: str) -> None:
    """Alone, in a row, and in a form with other entries around it."""
    spoken = Session.new("pampero", seed=1, lang=lang).spoken
    card = TABLE.pack.cards[0]
    condition = part_shape(TABLE, card, "section 1, condition", None)
    row: Shape = Phrases([])
    for position in (1, 2, 3):
        if has_part(card, f"section {position}, row map"):
            row = part_shape(TABLE, card, f"section {position}, row map", None)
    shown = condition.show([CONDITION]).render(spoken[0]), row.show(ROW_OF_A_FARM).render(spoken[0])
    form = Form([Field("condition", Name("condition"), condition), Field("row", Name("row"), row)])
    assert meant(condition, shown[0], spoken) == [CONDITION]
    assert meant(row, shown[1], spoken) == ROW_OF_A_FARM
    told = meant(form, f"condition {shown[0]} row {shown[1]}", spoken)
    assert told == {"condition": [CONDITION], "row": ROW_OF_A_FARM}


def meant(shape: Shape, line: str, spoken: Any) -> Any:
    return shape.understood(parse(shape, line, spoken), spoken)


@pytest.mark.parametrize("market", MARKETS)
def test_what_is_said_of_a_market_has_no_quotation_marks_within_others(market: str) -> None:
    russian = Session.new("pampero", seed=1, lang="ru").spoken[0]
    for icon in (MostSymbols(market), HasSymbol(market), SymbolContract(market), MarketContracts(market)):
        assert "«" not in describe(icon).render(russian)
    assert "«" in describe(MostSymbols("harbour")).render(russian)


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_a_sentence_of_the_kernel_has_one_translation(lang: str) -> None:
    kernel, own = Catalogue(lang, [KERNEL_LOCALE]), Catalogue(lang, [opponent("pampero").folder / "locale"])
    shared = [one for one in sentences(KERNEL_LOCALE, lang) if own.pack_words(one) != one]
    assert [one for one in shared if own.pack_words(one) != kernel.pack_words(one)] == []


def sentences(folder: Path, lang: str) -> list[str]:
    found = translations(folder, lang)
    assert found is not None
    return [one for one in vars(found)["_catalog"] if isinstance(one, str) and one]
