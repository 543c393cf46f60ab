"""Icons in words: as shown, in every language; the owner's own words only when confirmed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rival.games.pampero.card_paths import (
    ACTION,
    CONDITION,
    GAIN,
    MAJORITY,
    PRINTED_BONUS,
    TILE_SYMBOL,
    IconRow,
    SingleIcon,
    has_part,
)
from rival.games.pampero.card_questions import build_part_answer_type
from rival.games.pampero.cards import MARKETS
from rival.games.pampero.gains import make_token_option
from rival.games.pampero.game_setup import (
    format_bonus_column,
    make_contract_list,
    make_foreign_card_list,
    make_token_list,
    normalize_bonus_column,
)
from rival.games.pampero.icon_grammar import describe_icon, list_phrases, read_icon, write_icon
from rival.games.pampero.icon_text import match_icon_by_word_forms, normalize_icon_phrase
from rival.games.pampero.specialists import make_scoring_card_list
from rival.games.pampero.symbols import (
    CheapestContract,
    ContractIcon,
    CustomIcon,
    Dollars,
    Energy,
    EnergyBelow,
    MarketContracts,
    MostStructures,
    MostSymbols,
    PlayerChoice,
    SectorIcon,
    SymbolContractAvailable,
    TileWithSymbol,
)
from rival.games.pampero.table import MapToken, ScoringCard, Tile
from rival.games.pampero.tile_text import (
    ScoringTileNumberAnswer,
    describe_line,
    describe_scoring_card,
    describe_tile,
    format_scoring_card,
    format_tile,
    format_token,
)
from rival.games.pampero.your_turn import make_building_list
from rival.kernel import (
    AnswerType,
    BadAnswerError,
    BadPackError,
    DidYouMeanError,
    Field,
    Form,
    Name,
    Session,
    Text,
    TextList,
    load_opponent,
)
from rival.kernel.texts import KERNEL_LOCALE, LANGUAGES, Catalogue, load_translations, render_in_all_languages
from rival.terminal.input_parser import parse_answer

EMPTY_PACK = {"schema": 1, "game": "pampero"}
TABLE_WITHOUT_TILES = Session.new("pampero", seed=1).table
SECTOR_ROW = IconRow(Name("an icon"), get_args(SectorIcon))
CONTRACT_ROW = IconRow(Name("an icon"), get_args(ContractIcon))
SLOTS: dict[str, SingleIcon | IconRow] = {
    "majority": MAJORITY,
    "condition": CONDITION,
    "action": ACTION,
    "sectors": SECTOR_ROW,
    "contracts": CONTRACT_ROW,
    "tile symbol": TILE_SYMBOL,
    "printed bonus": PRINTED_BONUS,
    "gain": GAIN,
}
ROW = IconRow(
    Name("an icon"),
    (CheapestContract, EnergyBelow, Energy, Dollars, MostStructures, MostSymbols, PlayerChoice, CustomIcon),
)
TABLE = Session.new("pampero", seed=1, pack=load_opponent("pampero").make_sample_pack()).table
SPOKEN = Session.new("pampero", seed=1).catalogues
SPOKEN_RUSSIAN = Session.new("pampero", seed=1, lang="ru").catalogues[0]


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
    assert normalize_icon_phrase(typed, ROW, TABLE) == written


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("а1 4 туристический", "A1 4 tourism"),
        ("В2 4+1 ТУРИСТ. удаленный", "B2 4+1 tourism remote"),
        ("к07 С 3 жилищный", "k07 C 3 residential"),
        ("A1, 4, tourism", "A1 4 tourism"),
        ("A1 4 + 1 tourism", "A1 4+1 tourism"),
        ("A1, 4 energy, tourism", "A1 4 tourism"),
        ("k7 (A1, 4 energy, 1 battery, tourism)", "k7 A1 4+1 tourism"),
        ("A1, 4 энергии, 2 батареи, жилищный", "A1 4+2 residential"),
        ("сектор А1 4 жильё", "A1 4 residential"),
        ("A1 4, символ жилищного рынка", "A1 4 residential"),
        ("B2 5 energy commercial and tourism symbols", "B2 5 commercial tourism"),
        ("A1 4 and 1 battery, tourism", "A1 4+1 tourism"),
        ("A1 4 и 1 батарея жильё", "A1 4+1 residential"),
        ("A1 4 энергии и 1 батарея, жильё", "A1 4+1 residential"),
        ("A1 энергия 4, батареи 1, туризм", "A1 4+1 tourism"),
        ("A1 energy 4 tourism", "A1 4 tourism"),
        ("сектор B1, цена 4 энергии, символы: жильё, туризм", "B1 4 residential tourism"),
        ("в секторе B1 контракт за 4 энергии с символом жилья", "B1 4 residential"),
        ("С 5 промышленный ×2", "C 5 industrial industrial"),
        ("C 5 industrial x2", "C 5 industrial industrial"),
        ("x2 C 5 industrial", "x2 C 5 industrial"),
    ],
)
def test_a_contract_in_any_alphabet_is_kept_in_ids(typed: str, kept: str) -> None:
    shape = make_contract_list(TABLE)
    assert shape.parse([typed], SPOKEN) == [kept]
    assert format_tile(*shape.validate([typed])) == kept


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("next, tourism", ["next tourism"]),
        ("1,1, жильё", ["1.1 residential"]),
        ("next tourism, remote", ["next tourism", "remote"]),
        ("жилищный и туристический", ["residential tourism"]),
        ("карта с символом жилья", ["residential"]),
        ("жильё ×2, 2x remote", ["residential residential", "remote remote"]),
        ("fits the next scoring tile, tourism", ["next tourism"]),
        ("подходит к следующему жетону подсчёта, жильё", ["next residential"]),
    ],
)
def test_pa_35_a_scoring_card_is_understood_in_common_words(typed: str, kept: list[str]) -> None:
    shape = make_scoring_card_list(TABLE)
    assert parse_typed_line(shape, typed, SPOKEN) == kept
    assert shape.validate(kept)


@pytest.mark.parametrize("typed", ["подходит", "card", "tourism, карта"])
def test_pa_35_a_scoring_card_without_a_symbol_or_a_name_is_refused(typed: str) -> None:
    shape = make_scoring_card_list(TABLE)
    with pytest.raises(BadAnswerError):
        shape.validate(parse_typed_line(shape, typed, SPOKEN))


def test_a_scoring_card_and_a_bonus_column_are_kept_in_ids() -> None:
    assert make_scoring_card_list(TABLE).parse(["след. туристический"], SPOKEN) == ["next tourism"]
    assert normalize_bonus_column(TABLE, "7 12 $5 энергия 2 связь") == "7 12 $5 energy 2 link"
    assert normalize_bonus_column(TABLE, "7 12 5 $ 2 энергии жетон связи") == "7 12 $5 energy 2 link"
    with pytest.raises(DidYouMeanError, match="Did you mean “energy 2”") as doubt:
        normalize_bonus_column(TABLE, "7 enrgy 2 $5")
    assert doubt.value.answer == "7 energy 2 $5"


def test_a_near_miss_is_proposed_and_own_words_are_asked_about() -> None:
    with pytest.raises(DidYouMeanError, match="Did you mean “most of your structures”") as doubt:
        normalize_icon_phrase("most of your strutures", ROW, TABLE)
    assert doubt.value.answer == "most of your structures"
    with pytest.raises(DidYouMeanError, match="To save it as your own description") as doubt:
        normalize_icon_phrase("шшш щщщ", ROW, TABLE)
    assert doubt.value.answer == 'other("шшш щщщ")'


CONDITION_WITH_SECONDARY = "a contract with two market symbols, behind it a contract with the residential symbol"
FARM_ROW = ["most tourism symbols, behind it most remote symbols", "you choose"]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_pa_84_a_symbol_with_another_behind_it_is_typed_back_as_it_is_shown(lang: str) -> None:
    """Alone, in a row, and in a form with other entries around it."""
    spoken = Session.new("pampero", seed=1, lang=lang).catalogues
    card = TABLE.pack.cards[0]
    condition = build_part_answer_type(TABLE, card, "section 1, condition", None)
    row: AnswerType = TextList([])
    for position in (1, 2, 3):
        if has_part(card, f"section {position}, row map"):
            row = build_part_answer_type(TABLE, card, f"section {position}, row map", None)
    shown = (
        condition.format_answer([CONDITION_WITH_SECONDARY]).render(spoken[0]),
        row.format_answer(FARM_ROW).render(spoken[0]),
    )
    form = Form([Field("condition", Name("condition"), condition), Field("row", Name("row"), row)])
    assert parse_typed_line(condition, shown[0], spoken) == [CONDITION_WITH_SECONDARY]
    assert parse_typed_line(row, shown[1], spoken) == FARM_ROW
    told = parse_typed_line(form, f"condition {shown[0]} row {shown[1]}", spoken)
    assert told == {"condition": [CONDITION_WITH_SECONDARY], "row": FARM_ROW}


def parse_typed_line(shape: AnswerType, line: str, spoken: Any) -> Any:
    return shape.parse(parse_answer(shape, line, spoken), spoken)


@pytest.mark.parametrize("market", MARKETS)
def test_what_is_said_of_a_market_has_no_quotation_marks_within_others(market: str) -> None:
    russian = Session.new("pampero", seed=1, lang="ru").catalogues[0]
    for icon in (MostSymbols(market), TileWithSymbol(market), SymbolContractAvailable(market), MarketContracts(market)):
        assert "«" not in describe_icon(icon).render(russian)
    assert "«" in describe_icon(MostSymbols("harbour")).render(russian)


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_a_sentence_of_the_kernel_has_one_translation(lang: str) -> None:
    kernel, own = Catalogue(lang, [KERNEL_LOCALE]), Catalogue(lang, [load_opponent("pampero").folder / "locale"])
    shared = [one for one in list_translated_sentences(KERNEL_LOCALE, lang) if own.translate_pack_text(one) != one]
    assert [one for one in shared if own.translate_pack_text(one) != kernel.translate_pack_text(one)] == []


def list_translated_sentences(folder: Path, lang: str) -> list[str]:
    found = load_translations(folder, lang)
    assert found is not None
    return [one for one in vars(found)["_catalog"] if isinstance(one, str) and one]


# --- words of the published rules, in their common forms ---------------------------------------------------

NOUNS = {
    "wind farms": "ветряные электростанции, ветряных электростанций, ветряным электростанциям, "
    "ветряная электростанция, ветряную электростанцию, ветряной электростанции, "
    "электростанции, электростанций, электростанцию",
    "towers": "электровышки, электровышек, электровышкам, электровышками, электровышка, электровышку, электровышкой, "
    "вышки, вышек, вышкам, вышками, вышку, вышка, вышкой",
    "transformers": "трансформаторы, трансформаторов, трансформаторам, трансформаторами, трансформатор, трансформатора",
    "contracts": "контракты, контрактов, контрактам, контрактами, контракт, контракта, жетоны контрактов",
    "chain tokens": "жетоны цепи, жетонов цепи, жетон цепи, жетонами цепи, цепь, цепи, цепей, цепью, жетоны цены",
    "bonus tiles": "жетоны бонусов, жетонов бонусов, жетоны бонусов вышек, жетонов бонусов вышек, жетон бонуса вышки",
    "batteries": "батареи, батарей, батареям, батареями, батарея, батарею",
    "bulldozers": "бульдозеры, бульдозеров, бульдозерам, бульдозерами, бульдозер, бульдозера",
}
MARKET_FORMS = {
    "residential": "жилищный, жилищного, жилищному, жилищным, жилищном, жилищные, жилищных, жилищными, жилищная, "
    "жильё, жилье, жилья, жилью, жильём, жилой, жилого",
    "commercial": "коммерческий, коммерческого, коммерческому, коммерческим, коммерческие, коммерческих",
    "industrial": "промышленный, промышленного, промышленному, промышленным, промышленные, промышленных",
    "remote": "удалённый, удаленного, удалённому, удалённым, удалённые, удалённых",
    "tourism": "туристический, туристического, туристическому, туристическим, туристические, туристических, туризм",
}


@pytest.mark.parametrize("written", NOUNS)
def test_pa_08_a_majority_is_understood_in_the_words_and_forms_of_the_published_rules(written: str) -> None:
    for noun in NOUNS[written].split(", "):
        for typed in (noun, f"Большинство {noun}", f"большинство: {noun.upper()}", noun.replace("е", "ё")):
            assert normalize_icon_phrase(typed, MAJORITY, TABLE) == written


@pytest.mark.parametrize("market", MARKET_FORMS)
def test_a_market_is_understood_in_every_form(market: str) -> None:
    for word in MARKET_FORMS[market].split(", "):
        assert make_contract_list(TABLE).parse([f"B2 4 {word}"], SPOKEN) == [f"B2 4 {market}"]
        assert make_scoring_card_list(TABLE).parse([f"след. {word}"], SPOKEN) == [f"next {market}"]
        assert normalize_icon_phrase(f"символ {word} рынка", CONTRACT_ROW, TABLE) == f"{market} symbol"
        assert normalize_icon_phrase(f"больше всего {word} символов", SECTOR_ROW, TABLE) == f"most {market} symbols"
        assert (
            normalize_icon_phrase(f"контракты с символом {word}", MAJORITY, TABLE)
            == f"contracts with the {market} symbol"
        )


@pytest.mark.parametrize(
    ("where", "typed", "written"),
    [
        ("condition", "менее 10 энергии", "energy below 10"),
        ("condition", "энергия < 8", "energy below 8"),
        ("condition", "трансформаторы заблокированы", "all transformers blocked"),
        ("condition", "недостаточно энергии, чтобы выполнить контракт", "not enough energy for a contract"),
        ("condition", "доступные контракты", "a contract is available"),
        ("condition", "контракт с двумя символами рынка", "a contract with two market symbols"),
        ("condition", "контракт с символом жилья", "a contract with the residential symbol"),
        ("condition", "вышка в секторе с картой внешнего рынка", "a tower in a foreign-market sector"),
        ("action", "Строительство ветряной электростанции", "farm"),
        ("action", "Строительство электровышки", "tower"),
        ("action", "Выполнение контракта", "contract"),
        ("action", "Продажа на внешнем рынке", "foreign sale"),
        ("sectors", "больше всего построенных объектов", "most of your structures"),
        ("sectors", "больше всего бульдозеров", "most of your bulldozers"),
        ("sectors", "самый дешёвый доступный контракт", "cheapest contract"),
        ("sectors", "крайний правый или нижний маркер дохода", "rightmost-or-lowest marker"),
        ("sectors", "символ глаза", "eye"),
        ("sectors", "по выбору игрока", "you choose"),
        ("sectors", "В1", "sector B1"),
        ("contracts", "самый дешёвый", "cheapest contract"),
        ("contracts", "крайний правый или нижний контракт", "rightmost-or-lowest marker"),
        ("contracts", "два символа рынка", "two market symbols"),
        ("gain", "2 энергии", "energy 2"),
        ("gain", "5 $", "$5"),
        ("gain", "2-я электростанция", "second wind farm"),
        ("gain", "карта подсчёта специалиста", "specialist"),
        ("gain", "жетон связи", "link"),
        ("gain", "бульдозер", "bulldozer"),
        ("majority", "вышки в зоне В", "towers in zone B"),
        ("majority", "электростанций в зоне с", "wind farms in zone C"),
        ("majority", "wind-farm majority", "wind farms"),
        ("majority", "majority of tower-bonus tiles", "bonus tiles"),
        ("majority", "Карта VJ «Большинство электростанций»", "wind farms"),
        ("majority", "VJ card “towers”", "towers"),
        ("majority", "карты подсчёта специалистов", "specialist cards"),
        ("condition", "имеет ли VJ менее 10 энергии", "energy below 10"),
        ("condition", "если все трансформаторы заблокированы", "all transformers blocked"),
        ("sectors", "B-1", "sector B1"),
        ("gain", "income +1", "income 1"),
        ("gain", "+2 energy", "energy 2"),
    ],
)
def test_an_icon_is_understood_in_the_words_of_the_published_rules(where: str, typed: str, written: str) -> None:
    assert normalize_icon_phrase(typed, SLOTS[where], TABLE) == written


@pytest.mark.parametrize(
    ("where", "typed", "near"),
    [
        ("majority", "жильё", "bonus tiles with the residential symbol"),
        ("condition", "foreign market", "a tower in a foreign-market sector"),
        ("condition", "внешний рынок", "a tower in a foreign-market sector"),
        ("condition", "10 energy", "energy below 10"),
        ("sectors", "бульдозеры", "most of your bulldozers"),
    ],
)
def test_an_icon_that_is_named_in_part_is_proposed(where: str, typed: str, near: str) -> None:
    with pytest.raises(DidYouMeanError) as doubt:
        normalize_icon_phrase(typed, SLOTS[where], TABLE)
    assert doubt.value.answer == near


@pytest.mark.parametrize("where", SLOTS)
def test_no_two_icons_of_a_part_share_their_words(where: str) -> None:
    """Words that could mean two icons are proposed, not accepted; the program's own words mean one icon each."""
    kinds = SLOTS[where].kinds
    for words in list_phrases(kinds, TABLE.pack.names):
        for one in render_in_all_languages(describe_icon(read_icon(words, SLOTS[where])), SPOKEN):
            meant = match_icon_by_word_forms(one, kinds, TABLE.pack.names)
            assert meant in ([], [words]), (one, meant)


# --- what the program prints is understood when it is typed back -------------------------------------------


def make_tile_strategy() -> st.SearchStrategy[Tile]:
    prices = st.tuples(st.integers(0, 12), st.integers(0, 3)) | st.just((None, None))
    symbols = st.lists(st.sampled_from(MARKETS), min_size=1, max_size=2).map(tuple) | st.none()
    names = st.sampled_from(["k7", "#1", "7-b", "x.9"])
    return st.builds(
        lambda name, sector, price, symbols: Tile(name, sector, price[0], price[1], symbols),
        names,
        st.sampled_from(sorted(TABLE.sectors)),
        prices,
        symbols,
    )


def type_shown_text(shape: AnswerType, text: Text, lang: str, *rest: str) -> Any:
    """Return the value if the text that the program shows is typed, in the terminal and in a field."""
    spoken = Session.new("pampero", seed=1, lang=lang).catalogues
    words = text.render(spoken[0])
    there = parse_typed_line(shape, ", ".join([words, *rest]), spoken)
    assert shape.parse([words, *rest], spoken) == there
    return shape.validate(there)


@given(tile=make_tile_strategy(), lang=st.sampled_from(LANGUAGES))
def test_a_contract_is_understood_as_it_is_printed(tile: Tile, lang: str) -> None:
    found = type_shown_text(make_contract_list(TABLE), describe_tile(tile), lang, "k99 B2 3")
    assert found == [replace(tile, name="" if tile.name == "#1" else tile.name), Tile("k99", "B2", 3, 0, None)]
    kept_line = describe_line(TABLE, format_tile(tile))
    assert type_shown_text(make_contract_list(TABLE), kept_line, lang) == [tile]


@given(tile=make_tile_strategy(), lang=st.sampled_from(LANGUAGES))
def test_a_foreign_market_card_is_understood_as_it_is_printed(tile: Tile, lang: str) -> None:
    card = replace(tile, symbols=None, sector="B2" if tile.sector != "B1" else "B1")
    found = type_shown_text(make_foreign_card_list(TABLE), describe_tile(card), lang)
    assert found == [replace(card, name="" if card.name == "#1" else card.name)]


@given(
    symbols=st.lists(st.sampled_from(MARKETS), max_size=3).map(tuple),
    sector=st.sampled_from(sorted(TABLE.sectors)),
    lang=st.sampled_from(LANGUAGES),
)
def test_a_link_token_is_understood_as_it_is_printed(symbols: tuple[str, ...], sector: str, lang: str) -> None:
    token = MapToken("x99", sector, symbols or None)
    assert type_shown_text(make_token_list(TABLE), describe_line(TABLE, format_token(token)), lang) == [token]
    printed = type_shown_text(make_token_list(TABLE), make_token_option(token).label, lang)
    assert [(one.sector, one.symbols) for one in printed] == [(sector, symbols or None)]


@given(
    tile=st.sampled_from([None, "@1", "2.3", "11.2"]),
    symbols=st.lists(st.sampled_from(MARKETS), max_size=3).map(tuple),
    lang=st.sampled_from(LANGUAGES),
)
def test_a_scoring_card_is_understood_as_it_is_printed(tile: str | None, symbols: tuple[str, ...], lang: str) -> None:
    card = ScoringCard("x99", tile, symbols or None)
    unsaid = "@not 1" if symbols else None
    assert type_shown_text(make_scoring_card_list(TABLE), describe_line(TABLE, format_scoring_card(card)), lang) == [
        replace(card, tile=tile or unsaid)
    ]
    assert type_shown_text(make_scoring_card_list(TABLE), describe_scoring_card(card), lang) == [
        replace(card, tile=unsaid)
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_bonus_column_is_understood_as_it_is_printed(lang: str) -> None:
    spoken = Session.new("pampero", seed=1, lang=lang).catalogues
    for column in ("7 12 $5 energy 2 link", "$5 $3", "30", '4 battery other("three waves") income'):
        shown = format_bonus_column(TABLE, column).render(spoken[0])
        assert normalize_bonus_column(TABLE, shown) == column
    assert format_bonus_column(TABLE, "7 energy 2").render(SPOKEN_RUSSIAN) == "7 энергия 2"


@pytest.mark.parametrize(
    "typed", ["вышка в В1", "вышку в B1", "построил электровышку в секторе В1", "tower B1", "B1 tower"]
)
def test_what_you_built_is_understood_in_everyday_words(typed: str) -> None:
    shape = make_building_list(tuple((name, True) for name in TABLE.sectors))
    assert shape.parse([typed], SPOKEN) == ["tower-B1"]
    assert shape.validate(shape.parse([typed], SPOKEN)) == [("tower", "B1", None)]
    with pytest.raises(BadAnswerError):
        shape.validate(["a castle in B1"])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("where", SLOTS)
def test_an_icon_is_understood_as_it_is_printed(where: str, lang: str) -> None:
    russian = Session.new("pampero", seed=1, lang=lang).catalogues[0]
    for words in list_phrases(SLOTS[where].kinds, TABLE.pack.names):
        for written in (words, f"{words} 2", words.replace("5", "17")):
            try:
                icon = read_icon(written, SLOTS[where], TABLE.pack.names)
            except BadPackError:
                continue
            assert normalize_icon_phrase(describe_icon(icon).render(russian), SLOTS[where], TABLE) == write_icon(icon)


# --- slips -------------------------------------------------------------------------------------------------


def test_a_word_of_a_contract_that_is_near_to_a_market_is_proposed() -> None:
    for typed, answer in (("A1 4 residental", "A1 4 residential"), ("A1 4 турестический", "A1 4 tourism")):
        with pytest.raises(DidYouMeanError, match="Did you mean") as doubt:
            make_contract_list(TABLE_WITHOUT_TILES).parse([typed], SPOKEN)
        assert doubt.value.answer == [answer]


@pytest.mark.parametrize("typed", ["north A1 4 tourism", "A1 4 xyzzy", "A1 4 щщщ"])
def test_a_new_name_holds_a_digit(typed: str) -> None:
    with pytest.raises(BadAnswerError, match="must contain a digit"):
        make_contract_list(TABLE_WITHOUT_TILES).parse([typed], SPOKEN)
    with pytest.raises(BadAnswerError, match="must contain a digit"):
        make_scoring_card_list(TABLE_WITHOUT_TILES).parse([typed.replace("A1 4 ", "")], SPOKEN)


def test_a_name_of_the_box_needs_no_digit() -> None:
    table = Session.new("pampero", seed=1, pack={**EMPTY_PACK, "contract": [{"id": "north", "sector": "A1"}]}).table
    assert make_contract_list(table).parse(["north 4 tourism"], SPOKEN) == ["north 4 tourism"]
    assert make_contract_list(table).validate(["north 4 tourism"]) == [Tile("north", "A1", 4, 0, ("tourism",))]


def test_a_contract_that_an_old_journal_holds_is_read_as_before() -> None:
    assert make_contract_list(TABLE_WITHOUT_TILES).validate(["north A1 4 tourism"]) == [
        Tile("north", "A1", 4, 0, ("tourism",))
    ]


@pytest.mark.parametrize("typed", ["1,1", "1.1", " 1, 1 "])
def test_a_scoring_tile_with_a_comma_is_the_one_with_a_point(typed: str) -> None:
    assert ScoringTileNumberAnswer(20).validate(typed) == "1.1"
    assert make_scoring_card_list(TABLE).parse([f"{typed.strip()} tourism"], SPOKEN) == ["1.1 tourism"]
    found = parse_typed_line(make_scoring_card_list(TABLE), f"{typed.strip()} tourism, 2,3 remote", SPOKEN)
    assert found == ["1.1 tourism", "2.3 remote"]
