"""VJ cards as data, their parts, and their words."""

from dataclasses import fields
from typing import Any, get_args

import pytest

from rival.games.pampero.card_paths import (
    CONDITION,
    PRINTED_BONUS,
    IconRow,
    SingleIcon,
    WholeNumber,
    describe_path,
    find_sections_of_kind,
    get_part,
    get_part_type,
    has_part,
    list_parts,
    replace_part,
)
from rival.games.pampero.cards import (
    MAP_PLACE,
    Action,
    BuildFarm,
    BuildTower,
    Card,
    CardSection,
    ForeignSale,
    FulfilContract,
    get_zone,
)
from rival.games.pampero.icon_grammar import (
    PHRASES_BY_ICON,
    SCREEN_PHRASES,
    KnownNames,
    describe_icon,
    get_card_name,
    list_part_phrases,
    list_phrases,
    read_icon,
    read_part_value,
    write_icon,
    write_part_value,
)
from rival.games.pampero.pack import load_shipped_pack, parse_sample_pack
from rival.games.pampero.symbols import (
    BlockedTransformers,
    ChainTokens,
    CheapestContract,
    ConditionIcon,
    ContractAvailable,
    ContractIcon,
    ContractWithTwoSymbols,
    CustomIcon,
    Dollars,
    EdgeMarkerSymbol,
    Energy,
    EnergyBelow,
    EyeIcon,
    ForeignMarket,
    Majority,
    MostBulldozers,
    MostStructures,
    MostSymbols,
    NamedSector,
    PlayerChoice,
    PrintedIcon,
    SectorIcon,
    StackedSymbol,
    SymbolContractAvailable,
    TileIcon,
    TileWithSymbol,
    TowerInForeignMarket,
    TwoSymbolContractAvailable,
    WindFarms,
    to_contract_criterion,
)
from rival.kernel import BadPackError, Name

SECTOR_ROW = IconRow(Name("a criterion"), get_args(SectorIcon))
CONTRACT_ROW = IconRow(Name("a criterion"), get_args(ContractIcon))
SAMPLE_CARDS = parse_sample_pack().cards


def make_card_from_parts(**values: object) -> Card:
    """Return a card from words, by path; `section_1__row_B` means "section 1, row B"."""
    card = Card("card")
    for key, words in values.items():
        path = key.replace("__", ", ").replace("_", " ")
        card = replace_part(card, path, read_part_value(card, path, words))
    return card


# Parts


def test_pa_45_a_card_has_a_majority_and_three_sections_all_unknown_at_first() -> None:
    card = Card("card")
    assert [path for path, _ in list_parts(card)] == [
        "majority",
        "number",
        "section 1, condition",
        "section 1, action",
        "section 2, condition",
        "section 2, action",
        "section 3, condition",
        "section 3, action",
    ]
    assert all(value is None for _, value in list_parts(card))


def test_pa_46_and_pa_49_a_section_is_a_condition_and_an_action() -> None:
    card = make_card_from_parts(section_2__condition="all transformers blocked", section_2__action="tower")
    assert card.sections[1] == CardSection(BlockedTransformers(), BuildTower())
    assert get_part(card, "section 2, action") == BuildTower()


def test_pa_50_the_bonus_belongs_to_the_action() -> None:
    farm = make_card_from_parts(section_1__action="farm")
    assert get_part(replace_part(farm, "section 1, bonus B", 3), "section 1, bonus B") == 3
    tower = make_card_from_parts(section_1__action="tower")
    tower = replace_part(tower, "section 1, bonus B upper", EdgeMarkerSymbol())
    assert get_part(tower, "section 1, bonus B upper") == EdgeMarkerSymbol()
    assert get_part(tower, "section 1, bonus B lower") is None
    with pytest.raises(BadPackError, match="a contract has the part “order” and a “row” for each place, but no bonus"):
        replace_part(make_card_from_parts(section_1__action="contract"), "section 1, bonus B", 3)


def test_pa_63_a_farm_has_one_row_for_the_whole_map() -> None:
    card = make_card_from_parts(section_1__action="farm")
    row = (MostStructures(), MostBulldozers(), PlayerChoice())
    assert get_part(replace_part(card, "section 1, row map", row), "section 1, row map") == row
    with pytest.raises(BadPackError, match="no row “B”; the rows here are: map"):
        replace_part(card, "section 1, row B", row)


def test_pa_67_rows_have_an_order_which_is_known_apart_from_them() -> None:
    card = make_card_from_parts(section_1__action="tower", section_1__row_B=["sector B1", "then you choose"])
    assert get_part(card, "section 1, order") is None
    card = replace_part(card, "section 1, order", ("C", "B", "A"))
    assert [path for path, _ in list_parts(card) if " row " in path] == [f"section 1, row {zone}" for zone in "CBA"]
    with pytest.raises(BadPackError, match="the card has a row for B, which this order leaves out"):
        replace_part(card, "section 1, order", ("A", "C"))
    with pytest.raises(BadPackError, match="no row “B2”"):
        replace_part(card, "section 1, row B2", ())


def get_rows(section: CardSection) -> Any:
    """Return the rows of a section whose action has rows."""
    assert section.action is not None
    assert not isinstance(section.action, CustomIcon)
    return section.action.rows


def test_pa_86_and_pa_87_the_rows_of_a_zone_top_one_first() -> None:
    card = make_card_from_parts(section_1__action="contract", section_1__order=["B2", "A", "B"])
    assert get_rows(card.sections[0]).list_places_in_zone("B") == ("B2", "B")
    assert get_rows(card.sections[0]).list_places_in_zone("C") == ()
    assert get_zone("B2") == "B"


def test_pa_g22_an_eye_in_a_farm_section_finds_the_one_row_of_the_next_farm_section() -> None:
    card = make_card_from_parts(section_1__action="farm")
    assert get_rows(card.sections[0]).list_places_in_zone("B") == (MAP_PLACE,)


def test_an_eye_can_find_a_section_of_a_kind_even_if_its_place_is_unknown() -> None:
    wind_farms, chain_tokens = load_shipped_pack().cards
    assert find_sections_of_kind(wind_farms, BuildTower) == ("section 2",)
    assert find_sections_of_kind(chain_tokens, BuildTower) == ("unplaced 1",)
    assert find_sections_of_kind(chain_tokens, FulfilContract) == ()


def test_pa_85_what_a_condition_asks_of_a_contract() -> None:
    assert to_contract_criterion(TwoSymbolContractAvailable()) == ContractWithTwoSymbols()
    assert to_contract_criterion(SymbolContractAvailable("remote")) == TileWithSymbol("remote")
    assert to_contract_criterion(ContractAvailable()) is None


def test_telling_a_part_takes_it_off_the_list_to_check() -> None:
    card = load_shipped_pack().cards[0]
    assert "section 3, row A" in card.to_check
    card = replace_part(card, "section 3, row A", get_part(card, "section 3, row A"))
    assert "section 3, row A" not in card.to_check
    assert "section 3, row B" in card.to_check


def test_another_action_drops_the_rows_and_bonus_of_the_old_one() -> None:
    card = replace_part(load_shipped_pack().cards[0], "section 3, action", BuildFarm())
    assert get_part(card, "section 3, row map") is None
    assert get_part(card, "section 3, condition") == ContractAvailable()
    assert not any(path.startswith("section 3, row") for path in card.to_check)


def test_the_same_action_told_again_keeps_its_rows() -> None:
    card = load_shipped_pack().cards[0]
    assert replace_part(card, "section 3, action", FulfilContract()).sections == card.sections


def test_a_part_can_become_unknown_again() -> None:
    card = replace_part(load_shipped_pack().cards[0], "section 1, row map", None)
    assert get_part(card, "section 1, row map") is None


def test_a_section_without_a_place_is_put_in_its_place() -> None:
    card = load_shipped_pack().cards[1]
    placed = replace_part(card, "unplaced 1, position", 2)
    assert placed.unplaced == ()
    assert placed.sections[1] == card.unplaced[0]
    assert placed.to_check == ("section 2, order",)


def test_a_section_is_not_put_where_something_else_is_known() -> None:
    card = replace_part(load_shipped_pack().cards[1], "section 1, action", BuildFarm())
    with pytest.raises(BadPackError, match="the section can’t be there: section 1, action already has another value"):
        replace_part(card, "unplaced 1, position", 1)
    beside = replace_part(card, "section 2, condition", BlockedTransformers())
    assert replace_part(beside, "unplaced 1, position", 2).sections[1] == card.unplaced[0]


def test_two_sections_without_a_place_keep_their_marks_apart() -> None:
    tower, farm = CardSection(None, BuildTower()), CardSection(EnergyBelow(5), BuildFarm())
    card = Card("card", unplaced=(tower, farm), to_check=("unplaced 1, action", "unplaced 2, condition"))
    first = replace_part(card, "unplaced 1, position", 3)
    assert first.unplaced == (farm,)
    assert first.to_check == ("section 3, action", "unplaced 1, condition")
    second = replace_part(card, "unplaced 2, position", 3)
    assert second.unplaced == (tower,)
    assert second.to_check == ("unplaced 1, action", "section 3, condition")


@pytest.mark.parametrize("card", [*SAMPLE_CARDS, *load_shipped_pack().cards], ids=lambda card: card.id)
def test_every_part_of_a_card_can_be_read_and_told(card: Any) -> None:
    again = Card(card.id, unplaced=(CardSection(),) * len(card.unplaced))
    for path, value in list_parts(card):
        assert get_part(card, path) == value
        if value is not None:
            assert replace_part(card, path, value).sections == card.sections
            again = replace_part(again, path, value)
    assert (again.majority, again.sections, again.unplaced) == (card.majority, card.sections, card.unplaced)


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("section 4, condition", None, "no part “section 4, condition”"),
        ("colour", None, "no part “colour”"),
        ("section 1, row B", (), "its action is not known yet"),
        ("section 2, rows", (), "a tower has the part “order”, a “row” for each place"),
        ("section 1, condition", MostStructures(), "is not a condition"),
        ("section 2, row A", (EnergyBelow(3),), "each entry of the row must be a criterion"),
        ("section 2, row A", MostStructures(), "each entry of the row must be a criterion"),
        ("section 2, row map", (), "neither a zone"),
        ("section 2, order", (), "an order is a list"),
        ("section 2, order", ("A", "A"), "contains a place twice"),
        ("section 2, order", ("A", "D"), "“D” is neither a zone"),
        ("section 2, bonus B lower", EdgeMarkerSymbol(), "is not a printed bonus"),
        (
            "section 2, action",
            BuildTower(lower=BuildTower().lower.replace_zone_value("A", Dollars(5))),
            "enter only the kind of action",
        ),
        ("section 3, bonus B", 11, "a whole number from 0 to 10"),
        ("section 3, bonus B", True, "a whole number from 0 to 10"),
        ("number", "3", "a whole number from 1 to 99"),
        ("majority", StackedSymbol(WindFarms(), ChainTokens()), "is not a majority"),
        ("unplaced 1, position", 1, "no part “unplaced 1, position”"),
    ],
)
def test_what_does_not_fit_gets_a_sentence(path: Any, value: Any, sentence: str) -> None:
    card = make_card_from_parts(section_2__action="tower", section_3__action="farm")
    with pytest.raises(BadPackError, match=sentence):
        replace_part(card, path, value)
    if "position" in path:
        assert not has_part(card, path)


# Words


@pytest.mark.parametrize(
    ("words", "icon"),
    [
        ("most of your structures", MostStructures()),
        ("then most of your bulldozers", MostBulldozers()),
        ("then you choose", PlayerChoice()),
        ("Most  Residential symbols", MostSymbols("residential")),
        ("sector b1", NamedSector("B1")),
        ("foreign-market sale", ForeignMarket()),
        ('other("three wavy lines")', CustomIcon("three wavy lines")),
        ('then other("a \\"quoted\\", behind it word")', CustomIcon('a "quoted", behind it word')),
    ],
)
def test_words_of_sector_rows(words: Any, icon: Any) -> None:
    assert read_icon(words, SECTOR_ROW) == icon


def test_pa_84_any_symbol_may_have_a_secondary_one_behind_it() -> None:
    words = "a contract with two market symbols, behind it a contract with the residential symbol"
    icon = StackedSymbol(TwoSymbolContractAvailable(), SymbolContractAvailable("residential"))
    assert read_icon(words, CONDITION) == icon
    assert write_icon(icon) == words
    row = read_icon('then other("a, behind it b"), behind it eye', SECTOR_ROW)
    assert row == StackedSymbol(CustomIcon("a, behind it b"), EyeIcon())
    assert read_icon("specialist, behind it $5", PRINTED_BONUS).behind == Dollars(5)


def test_pa_75_an_amount_may_be_left_out() -> None:
    assert (read_icon("energy", PRINTED_BONUS), Energy().count) == (Energy(), 1)
    assert read_icon("energy 3", PRINTED_BONUS) == Energy(3)
    assert [write_icon(icon) for icon in (Energy(), Energy(1), Dollars(1))] == ["energy", "energy 1", "$1"]


@pytest.mark.parametrize(
    ("words", "where", "sentence"),
    [
        ("most of your strutures", SECTOR_ROW, "is not a criterion; did you mean “most of your structures”?"),
        ("most residental symbols", SECTOR_ROW, "did you mean “most residential symbols”?"),
        ("sector D1", SECTOR_ROW, "did you mean “sector"),
        ("energy below ten", CONDITION, "did you mean “energy below 10”?"),
        ("energy below 0", CONDITION, "did you mean “energy below 10”?"),
        ("banana", SECTOR_ROW, r"possible values: most of your structures, .*enter anything else as other"),
        ("most of your structures", CONTRACT_ROW, "is not a criterion"),
        ("eye, behind it eye, behind it eye", SECTOR_ROW, "“eye, behind it eye” is not a criterion"),
        ('other("")', SECTOR_ROW, "is empty"),
        ('other("\\x")', SECTOR_ROW, "backslash"),
        ('other("\\ud800")', SECTOR_ROW, "can’t be read"),
        (7, SECTOR_ROW, "enter text in quotation marks"),
        ("", CONDITION, "is not a condition"),
    ],
)
def test_wrong_words_get_a_sentence_with_the_right_ones(words: Any, where: Any, sentence: str) -> None:
    with pytest.raises(BadPackError, match=sentence):
        read_icon(words, where)


def test_names_of_a_pack_widen_the_words() -> None:
    names = KnownNames(markets=("mining",), sectors=("C2",))
    assert read_icon("most mining symbols", SECTOR_ROW, names) == MostSymbols("mining")
    assert read_icon("sector C2", SECTOR_ROW, names) == NamedSector("C2")
    with pytest.raises(BadPackError, match="is not a criterion"):
        read_icon("most mining symbols", SECTOR_ROW)


@pytest.mark.parametrize("union", [Majority, ConditionIcon, SectorIcon, ContractIcon, TileIcon, PrintedIcon, Action])
def test_every_kind_of_icon_has_words_that_are_read_back(union: Any) -> None:
    where = SingleIcon(Name("a thing"), get_args(union))
    assert set(where.kinds) - {CustomIcon} <= set(PHRASES_BY_ICON)
    for words in list_phrases(where.kinds):
        assert write_icon(read_icon(words, where)) == words


@pytest.mark.parametrize("kind", [*PHRASES_BY_ICON, *SCREEN_PHRASES], ids=lambda kind: kind.__name__)
def test_the_gaps_of_every_phrase_are_filled(kind: Any) -> None:
    gaps = {"limit": 7, "amount": 2, "symbol": "remote", "sector": "B1", "zone": "B", "words": "a wave"}
    icon = kind(**{one.name: gaps[one.name] for one in fields(kind) if one.name in gaps})
    assert "{" not in str(describe_icon(icon))


def test_a_stacked_icon_is_described_by_both() -> None:
    assert (
        str(describe_icon(StackedSymbol(TileWithSymbol("remote"), EyeIcon())))
        == "remote symbol, behind it eye: look at the next VJ card"
    )


@pytest.mark.parametrize(
    "path", sorted({path for card in (*SAMPLE_CARDS, *load_shipped_pack().cards) for path, _ in list_parts(card)})
)
def test_every_path_can_be_said(path: Any) -> None:
    words = describe_path(path)
    assert words.msgid != "{section}, {key}"
    assert path.startswith(("majority", "number")) or "section" in words.args


def test_the_palette_offers_what_a_part_can_hold() -> None:
    card = make_card_from_parts(section_1__action="tower", section_2__action="contract", section_3__action="farm")
    assert "most of your structures" in list_part_phrases(card, "section 1, row B")
    assert "most of your structures" not in list_part_phrases(card, "section 2, row B")
    assert "rightmost-or-lowest marker" in list_part_phrases(card, "section 2, row B")
    assert list_part_phrases(card, "section 1, order")[:4] == ("A", "B", "C", "A1")
    assert list_part_phrases(card, "section 3, bonus A") == ()
    assert get_part_type(card, "section 3, bonus A") == WholeNumber(0, 10)
    assert list_part_phrases(card, "majority")[:2] == ("wind farms", "towers")
    assert {"contracts in zone C", "bonus tiles with the remote symbol"} <= set(list_part_phrases(card, "majority"))


def test_a_row_is_written_as_it_is_read_aloud() -> None:
    row = (MostStructures(), MostBulldozers(), PlayerChoice())
    assert write_part_value(row) == ["most of your structures", "then most of your bulldozers", "then you choose"]
    assert write_part_value(("A", "B1")) == ["A", "B1"]
    assert write_part_value(()) == []


def test_a_row_of_a_place_that_is_no_sector_is_refused() -> None:
    card = make_card_from_parts(section_1__action="tower")
    with pytest.raises(BadPackError, match="“B7” is not a zone or a sector"):
        read_part_value(card, "section 1, row B7", ["you choose"])
    with pytest.raises(BadPackError, match="did you mean “B1”"):
        read_part_value(card, "section 1, order", ["A", "B11"])
    with pytest.raises(BadPackError, match="is not a list"):
        read_part_value(card, "section 1, order", "ABC")


def test_pa_g43_a_card_is_called_by_its_majority() -> None:
    assert str(get_card_name(Card("x", ChainTokens()))) == "chain tokens"
    assert str(get_card_name(Card("x", CustomIcon("most batteries")))) == "most batteries"
    assert str(get_card_name(Card("x"))) == "x"


# The sample uses the whole vocabulary


def list_icons_at(where: Any) -> Any:
    """Yield all icons at the parts of the sample's cards whose slot has this name, with those behind them."""
    for card in SAMPLE_CARDS:
        for path, value in list_parts(card):
            if value is not None and str(getattr(get_part_type(card, path), "name", "")) == where:
                for icon in value if isinstance(value, tuple) else (value,):
                    yield from (icon.front, icon.behind) if isinstance(icon, StackedSymbol) else (icon,)


@pytest.mark.parametrize(
    ("where", "union"),
    [
        ("a condition", ConditionIcon),
        ("a criterion", SectorIcon | ContractIcon),
        ("a tile symbol", TileIcon),
        ("a printed bonus", PrintedIcon),
    ],
)
def test_the_sample_uses_the_whole_vocabulary(where: Any, union: Any) -> None:
    assert {type(icon) for icon in list_icons_at(where)} == set(get_args(union))


def test_pa_51_each_sample_card_has_one_section_of_each_kind_in_varying_orders() -> None:
    orders = {tuple(type(section.action) for section in card.sections) for card in SAMPLE_CARDS}
    assert len(SAMPLE_CARDS) == 18
    assert all(set(order) == {BuildFarm, BuildTower, FulfilContract} for order in orders)
    assert len(orders) == 6


def test_pa_61_the_sample_has_eyes_in_tower_and_contract_rows_and_named_sectors_as_rows() -> None:
    eyes = {
        type(section.action)
        for card in SAMPLE_CARDS
        for section in card.sections
        for row in get_rows(section).known
        if EyeIcon() in row.criteria
    }
    assert {BuildTower, FulfilContract} <= eyes
    places = {row.place for card in SAMPLE_CARDS for section in card.sections for row in get_rows(section).known}
    assert {MAP_PLACE, "A", "B", "C", "B1", "A2"} <= places


def test_pa_55_the_foreign_sale_of_a_section_is_condition_and_action_in_one() -> None:
    card = make_card_from_parts(
        section_1__condition="a tower in a foreign-market sector", section_1__action="foreign sale"
    )
    assert card.sections[0] == CardSection(TowerInForeignMarket(), ForeignSale())
    card = replace_part(card, "section 1, row map", (CheapestContract(), EdgeMarkerSymbol(), PlayerChoice()))
    assert not has_part(card, "section 1, bonus A upper")
