"""Packs: reading, checking, writing, merging and learning."""

import json
import re
import tomllib
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rival.games.pampero import pack as packs
from rival.games.pampero import pack_model
from rival.games.pampero.box import BOX
from rival.games.pampero.card_paths import get_part, list_parts, replace_part
from rival.games.pampero.cards import MARKETS, SECTORS, BuildTower, Card, CardSection
from rival.games.pampero.icon_grammar import list_part_phrases, read_part_value
from rival.games.pampero.pack import (
    format_pack,
    load_shipped_pack,
    pack_to_document,
    parse_pack,
    parse_sample_pack,
    read_pack_document,
    read_pack_text,
    replace_pack_part,
)
from rival.games.pampero.pack_merging import PartConflict, combine_packs
from rival.games.pampero.pack_model import (
    ENTRY_TYPES,
    SINGLE_TABLES,
    BonusColumnEntry,
    BonusTile,
    Contract,
    GridBoard,
    GridColumnEntry,
    Market,
    Pack,
    Pieces,
    SectorEntry,
    list_board_values,
)
from rival.games.pampero.safe_text import ALLOWED_INVISIBLE, UNREADABLE_CATEGORIES
from rival.games.pampero.sample import CUSTOM_TEXTS, load_full_pack
from rival.games.pampero.symbols import (
    BlockedTransformers,
    ChainTokens,
    CheapestContract,
    ContractAvailable,
    CustomIcon,
    Dollars,
    EdgeMarkerSymbol,
    Energy,
    EnergyBelow,
    EyeIcon,
    MostSymbols,
    PlayerChoice,
    Specialist,
    StackedSymbol,
    WindFarms,
)
from rival.kernel import BadPackError, load_opponent

FOLDER = Path(packs.__file__).parent
SCHEMA = json.loads((FOLDER / "pack.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
HEAD = 'schema = 1\ngame = "pampero"\n'


def make_pack_text(sections: str, about: str = 'majority = "chain tokens"') -> str:
    return f'{HEAD}\n[[card]]\nid = "c1"\n{about}\n{sections}'


# Made-up packs for the properties

CHARACTERS = st.characters(exclude_categories=UNREADABLE_CATEGORIES) | st.sampled_from(sorted(ALLOWED_INVISIBLE))
WORDS = st.text(CHARACTERS, min_size=1, max_size=12).filter(str.strip)
IDS = st.sampled_from(["1", "b-2", "C.3", "d_4"])  # few, so that two packs have entries in common
COUNTS = st.integers(0, 99)
PLACES = st.lists(st.sampled_from(["A", "B", "C", *SECTORS[:-1]]), min_size=1, max_size=4, unique=True)


@st.composite
def draw_part_text(draw: Any, card: Any, path: Any) -> Any:
    """Draw words for a part of a card: from the palette, sometimes stacked, sometimes the owner's own."""
    offered = list_part_phrases(card, path)
    if not offered:
        return draw(st.integers(1, 3))
    if path.endswith(", order"):
        return draw(PLACES)
    own = WORDS.map(lambda words: f"other({json.dumps(words, ensure_ascii=False)})")
    single = st.sampled_from(offered) | own
    if path.endswith(", action") or path == "majority":
        return draw(single)
    icon = single | st.tuples(single, single).map(", behind it ".join)
    return draw(st.lists(icon, max_size=3) if " row " in path else icon)


@st.composite
def draw_card(draw: Any, id: Any = IDS) -> Any:
    """Draw a card of which some parts are known."""
    card = Card(draw(id), unplaced=draw(st.sampled_from([(), (), (CardSection(),)])))
    for _ in range(draw(st.integers(0, 14))):
        paths = [path for path, _ in list_parts(card) if "position" not in path]
        paths += [path.replace("order", "row B") for path in paths if path.endswith(", order")]
        path = draw(st.sampled_from(paths))
        try:
            card = replace_part(card, path, read_part_value(card, path, draw(draw_part_text(card, path))))
        except ValueError:  # an order that leaves out a row told before, a row that the order leaves out
            continue
    known = [path for path, value in list_parts(card) if value is not None]
    return replace(
        card,
        owner=draw(st.none() | WORDS),
        checked=draw(st.booleans()),
        to_check=tuple(draw(st.lists(st.sampled_from(known), unique=True))) if known else (),
    )


GAINS = st.sampled_from([Dollars(5), Energy(2), Specialist(), CustomIcon("a wave")])
VALUES: dict[Any, st.SearchStrategy[Any]] = {
    pack_model.MaybeText: WORDS,
    pack_model.MaybeCount: COUNTS,
    pack_model.MaybeFlag: st.booleans(),
    pack_model.MaybeEffect: st.sampled_from(pack_model.EFFECTS),
    pack_model.MaybeTrigger: st.sampled_from(pack_model.EVENTS),
    pack_model.MaybeTexts: st.lists(WORDS, max_size=3).map(tuple),
    pack_model.MaybeCounts: st.lists(COUNTS, max_size=3).map(tuple),
    pack_model.MaybeGains: st.lists(GAINS, max_size=3).map(tuple),
    pack_model.MaybeCovered: st.lists(st.sampled_from(["nothing", "unknown"]) | GAINS, max_size=3).map(tuple),
}
NAMED: dict[str, st.SearchStrategy[Any]] = {
    "symbols": st.lists(st.sampled_from(MARKETS), min_size=1, max_size=2).map(tuple),
    "markets": st.lists(st.sampled_from(MARKETS), unique=True).map(tuple),
    "income": st.lists(st.sampled_from(MARKETS), max_size=2).map(tuple),
    "sector": st.sampled_from(SECTORS),
    "zone": st.sampled_from("ABC"),
    "between": st.none(),
    "turns": st.tuples(COUNTS, COUNTS, COUNTS),
}


def make_entry_strategy(kind: Any, id: Any = IDS) -> Any:
    given_id = {"id": id} if "id" in {one.name for one in fields(kind)} else {}
    told = {
        one.name: NAMED[one.name] if one.name in NAMED else VALUES[one.type] for one in fields(kind) if one.name != "id"
    }
    return st.builds(kind, **given_id, **{name: st.none() | value for name, value in told.items()})


@st.composite
def draw_pack(draw: Any) -> Any:
    ids = {"sector": st.sampled_from(SECTORS), "market": st.sampled_from(MARKETS)}
    found = {name: draw(make_entry_strategy(kind)) for name, kind in SINGLE_TABLES.items()}
    for name in draw(st.lists(st.sampled_from(sorted(ENTRY_TYPES)), max_size=3, unique=True)):
        listed = st.lists(
            make_entry_strategy(ENTRY_TYPES[name], ids.get(name, IDS)), max_size=3, unique_by=lambda entry: entry.id
        )
        found[f"{name}s"] = tuple(draw(listed))
    made = tuple(draw(st.lists(draw_card(), max_size=3, unique_by=lambda card: card.id)))
    pack = Pack(edition=draw(st.none() | WORDS), note=draw(st.none() | WORDS), cards=made, **found)
    known = sorted(list_board_values(pack))
    return replace(pack, to_check=tuple(draw(st.lists(st.sampled_from(known), unique=True)) if known else ()))


slow_settings = settings(suppress_health_check=[HealthCheck.too_slow])


@slow_settings
@given(draw_pack())
def test_a_pack_that_is_written_is_read_back_the_same(pack: Any) -> None:
    assert parse_pack(format_pack(pack)) == pack
    assert format_pack(parse_pack(format_pack(pack))) == format_pack(pack)
    assert read_pack_document(json.loads(json.dumps(pack_to_document(pack)))).pack == pack


@slow_settings
@given(draw_pack())
def test_what_is_written_fits_the_schema(pack: Any) -> None:
    VALIDATOR.validate(pack_to_document(pack))


@slow_settings
@given(draw_pack())
def test_merging_a_pack_with_itself_or_with_nothing_changes_nothing(pack: Any) -> None:
    assert combine_packs(pack, pack) == (pack, [])
    assert combine_packs(pack, Pack()) == (pack, [])
    assert combine_packs(Pack(), pack) == (pack, [])


@slow_settings
@given(draw_pack(), draw_pack())
def test_merging_overwrites_nothing(mine: Any, theirs: Any) -> None:
    merged, conflicts = combine_packs(mine, theirs)
    known = list_board_values(merged)
    for path, value in list_board_values(mine).items():
        assert known[path] == value or path == "grid, markets" or only_adds_values(known[path], value)
    for path, value in list_board_values(theirs).items():
        told_otherwise = path in {conflict.path for conflict in conflicts}
        assert known[path] == value or told_otherwise or path == "grid, markets" or only_adds_values(known[path], value)
    for card, old in zip(merged.cards, mine.cards, strict=False):
        assert card.id == old.id
        if not old.unplaced:
            assert all(get_part(card, path) == value for path, value in list_parts(old) if value is not None)
    assert len({card.id for card in merged.cards}) == len(merged.cards)
    assert combine_packs(merged, theirs)[0] == merged


def only_adds_values(whole: Any, known: Any) -> bool:
    """Return whether only unknown places of a column have changed; a place that isn't listed covers nothing."""
    if "unknown" not in (*whole, *known) and "nothing" not in (*whole, *known):
        return False
    places = [*known, *["nothing"] * (len(whole) - len(known))]
    return all(one in ("unknown", now) for one, now in zip(places, whole, strict=True))


# Packs that come with the program


@pytest.mark.parametrize("file", ["shipped.toml", "sample/pack.toml"])
def test_the_packs_of_the_program_have_no_errors_and_no_warnings(file: Path) -> None:
    text = (FOLDER / file).read_text(encoding="utf-8")
    reading = read_pack_text(text)
    assert (reading.errors, reading.warnings) == ((), ())
    VALIDATOR.validate(tomllib.loads(text))
    assert parse_pack(format_pack(reading.pack)) == reading.pack


def test_the_sample_says_that_it_is_one() -> None:
    assert parse_sample_pack().sample
    assert "made-up" in str(parse_sample_pack().note)
    assert not load_shipped_pack().sample


def test_the_sample_file_stands_as_it_is_written() -> None:
    text = (FOLDER / "sample/pack.toml").read_text(encoding="utf-8")
    assert "".join(line for line in text.splitlines(True) if not line.startswith("#")).lstrip() == format_pack(
        parse_sample_pack()
    )


def test_what_the_sample_says_in_its_own_words_is_translated() -> None:
    icons = [icon for card in parse_sample_pack().cards for _, value in list_parts(card) for icon in list_icons(value)]
    said = {icon.words for icon in icons if isinstance(icon, CustomIcon)} | {
        tile.words for tile in parse_sample_pack().bonus_tiles
    }
    assert said - {None} == set(CUSTOM_TEXTS)


def list_icons(value: Any) -> Any:
    """Yield the icons at a part of a card, with those behind them."""
    for icon in value if isinstance(value, tuple) else (value,):
        yield from (icon.front, icon.behind) if isinstance(icon, StackedSymbol) else (icon,)


def test_the_sample_knows_everything() -> None:
    unknown = [
        f"{card.id}, {path}" for card in parse_sample_pack().cards for path, value in list_parts(card) if value is None
    ]
    assert unknown == []
    assert all(getattr(parse_sample_pack(), f"{name}s") for name in ENTRY_TYPES)


def test_pa_45e_the_shipped_wind_farm_card() -> None:
    card = load_shipped_pack().cards[0]
    assert card.majority == WindFarms()
    assert get_part(card, "section 1, condition") == EnergyBelow(10)
    assert get_part(card, "section 2, condition") == BlockedTransformers()
    assert get_part(card, "section 2, order") is None
    assert get_part(card, "section 2, bonus A upper") is None


def test_pa_74e_the_shipped_bonus_under_b() -> None:
    card = load_shipped_pack().cards[0]
    assert get_part(card, "section 2, bonus B upper") == EdgeMarkerSymbol()
    assert get_part(card, "section 2, bonus B lower") == Dollars(5)


def test_what_is_assumed_of_the_shipped_cards_is_to_be_checked() -> None:
    wind_farms, chain_tokens = load_shipped_pack().cards
    sure = {path for path, value in list_parts(wind_farms) if value is not None} - set(wind_farms.to_check)
    assert sure == {
        "majority",
        "section 1, condition",
        "section 1, action",
        "section 2, condition",
        "section 2, action",
        "section 2, bonus B upper",
        "section 2, bonus B lower",
    }
    assert not wind_farms.checked
    assert chain_tokens.to_check == ("unplaced 1, order",)


def test_pa_89_and_pa_90_the_shipped_chain_token_card() -> None:
    card = load_shipped_pack().cards[1]
    assert card.majority == ChainTokens()
    assert get_part(card, "unplaced 1, condition") == BlockedTransformers()
    first: Any = get_part(card, "unplaced 1, row A")
    assert first[0] == MostSymbols("residential")
    assert first[2] == PlayerChoice()
    assert get_part(card, "unplaced 1, row B") == (CheapestContract(), EyeIcon())
    assert get_part(card, "unplaced 1, row C") is None


# Errors and warnings

RUSSIAN = load_opponent("pampero").load_catalogue("ru")


def translate_to_english(sentences: Any) -> Any:
    """Return the sentences in English, after checking that each has a Russian translation."""
    before = set(RUSSIAN.missing)
    assert all(re.search("[а-я]", sentence.render(RUSSIAN)) for sentence in sentences)
    assert before == RUSSIAN.missing
    return tuple(map(str, sentences))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("schema = ", "This is not a TOML file: the file ends too early"),
        ('game = "mombasa"\nschema = 1', "not a Pampero pack: it needs the line game"),
        (
            'game = "pampero"\nschema = 2',
            "needs the line schema = 1. This version of Rival can’t read any other schema.",
        ),
        ('game = "pampero"', "needs the line schema = 1"),
        ("x = " + "[" * 5000, "This file can’t be used: its lists are nested too deeply."),
        (HEAD + "sampel = true", "pack: “sampel” is not allowed here; did you mean “sample”?"),
        (HEAD + 'sample = "yes"', 'sample: "yes" must be true or false.'),
        (HEAD + "sector = 3", "sector: write each entry as its own table under [[sector]]."),
        (HEAD + '[[sector]]\nname = "A1"', "sector number 1: the id is missing; add one such as “B1”."),
        (HEAD + '[[sector]]\nid = "D"', 'sector number 1: the id "D" is not valid; use one'),
        (HEAD + '[[sector]]\nid = "C"\n[[sector]]\nid = "C"', "sector “C”: this id is used twice"),
        (
            HEAD + '[[sector]]\nid = "C"\nfarm_sites = -1',
            "sector “C”, farm_sites: -1 must be a whole number, 0 or more.",
        ),
        (HEAD + '[[sector]]\nid = "C"\nfarm_site = 1', "did you mean “farm_sites”?"),
        (HEAD + "pieces = 4", "pieces: write it as a table"),
        (HEAD + '[[contract]]\nid = "k"\nsymbols = ["residental"]', "did you mean “residential”?"),
        (HEAD + '[[contract]]\nid = "k"\nsymbols = []', "the list has 0 entries; it needs 1 to 2."),
        (HEAD + '[[contract]]\nid = "k"\nsector = "B4"', "contract “k”, sector: “B4” is not a sector"),
        (
            HEAD + '[[link_place]]\nid = "l"\nbetween = ["1a", "2a"]',
            "“1a” is not a contract place; no possible value is known yet.",
        ),
        (HEAD + '[[bonus_tile]]\nid = "7"\neffect = "once"', "did you mean “once now”?"),
        (HEAD + '[[bonus_tile]]\nid = "7"\ngains = ["5 $"]', "“5 $” is not a bonus"),
        (HEAD + '[[bonus_tile]]\nid = "7"\ngains = "$5"', '"$5" is not a list'),
    ],
)
def test_a_wrong_pack_gets_a_sentence(text: str, sentence: str) -> None:
    errors = translate_to_english(read_pack_text(text).errors)
    assert len(errors) == 1
    assert sentence in errors[0]
    with pytest.raises(BadPackError) as error:
        parse_pack(text)
    assert str(error.value) == errors[0]


@pytest.mark.parametrize(
    ("section", "sentence"),
    [
        (
            'position = 2\naction = "tower"\nrows.B = ["most of your strutures"]',
            "card “chain tokens”, section 2, row B: “most of your strutures” is not a criterion; "
            "did you mean “most of your structures”?",
        ),
        (
            'action = "tower"\nbonus.B.lower = "$"',
            "card “chain tokens”, section 1, lower bonus symbol of zone B: “$” is not a printed bonus",
        ),
        ('conditon = "eye"', "card “chain tokens”, section 1: “conditon” is not allowed here; did you mean"),
        ('condition = "energy bellow 9"', "section 1, condition: “energy bellow 9” is not a condition; did you mean"),
        ('action = "farms"', "section 1, action: “farms” is not an action; did you mean “farm”?"),
        ('action = "farm"\nrows.B = ["eye"]', "section 1, row B: there is no row “B”; the rows here are: map."),
        ('rows.B = ["eye"]', "section 1, row B: this section has no part “row B”: its action is not known yet."),
        ('action = "tower"\norder = ["A"]\nrows.B = ["eye"]', "section 1, row B: there is no row “B”"),
        ('action = "tower"\nrows = ["eye"]', "section 1, rows: this section has no part “rows”: a tower has"),
        ('action = "farm"\nbonus.D = 3', "section 1, bonus D: this section has no part “bonus D”"),
        ("position = 4", "section 1: position 4 is not possible; use 1, 2 or 3, each once, or “unknown”."),
    ],
)
def test_a_wrong_card_gets_a_sentence_that_names_card_section_and_row(section: str, sentence: str) -> None:
    errors = translate_to_english(read_pack_text(make_pack_text(f"[[card.section]]\n{section}\n")).errors)
    assert len(errors) == 1
    assert sentence in errors[0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "schema = one",
            "Это не файл TOML: ошибка в строке 1, место 10; возможно, не хватает кавычки, скобки или знака =.",
        ),
        ('game = "pampero"', "В наборе нужна строка schema = 1: другие схемы эта версия Rival не читает."),
        (HEAD + "sampel = true", "набор: «sampel» здесь не допускается; может быть, «sample»?"),
        (HEAD + '[[sector]]\nid = "D"', 'sector, номер 1: id "D" не годится; нужен такой, как «B1».'),
        (
            HEAD + '[[contract]]\nid = "k"\nsector = "B4"',
            "contract «k», sector: «B4» — не сектор; возможные значения: A1, A2, A3, B1, B2, C.",
        ),
        (
            make_pack_text('[[card.section]]\naction = "tower"\nrows.B = ["most of your strutures"]\n'),
            "карта «жетоны цепи», секция 1, ряд B: «most of your strutures» — не критерий; "
            "может быть, «most of your structures»?",
        ),
        (
            make_pack_text('[[card.section]]\naction = "farm"\nbonus.D = 3\n'),
            "карта «жетоны цепи», секция 1, bonus D: у этой секции нет части «bonus D»: у ветряной "
            "электростанции есть один ряд для всего поля и бонусы от «bonus A» до «bonus C».",
        ),
    ],
)
def test_a_wrong_pack_gets_a_sentence_in_russian(text: str, sentence: str) -> None:
    (error,) = read_pack_text(text).errors
    assert error.render(RUSSIAN) == sentence


def test_pa_51_what_is_odd_is_said_in_russian() -> None:
    (warning,) = read_pack_text(make_pack_text('[[card.section]]\naction = "tower"\n' * 2)).warnings
    assert warning.render(RUSSIAN) == (
        "карта «жетоны цепи»: 2 секции с действием «построить электровышку»; "
        "на карте должно быть по одной секции каждого вида (PA-51)."
    )


def test_a_card_with_sections_that_are_no_tables() -> None:
    assert "section 1: write each section as a table" in str(read_pack_text(make_pack_text("section = 7")).errors[0])
    twice = '[[card.section]]\nposition = 2\ncondition = "energy below 3"\n' * 2
    assert "position 2 is not possible" in str(read_pack_text(make_pack_text(twice)).errors[0])


def test_what_can_be_understood_is_kept_beside_an_error() -> None:
    reading = read_pack_text(make_pack_text('[[card.section]]\ncondition = "energy below 9"\naction = "towre"\n'))
    assert len(reading.errors) == 1
    assert reading.pack.cards[0].sections[0] == CardSection(EnergyBelow(9), None)


def test_pa_51_a_card_without_one_section_of_each_kind_is_warned_about_not_refused() -> None:
    two_towers = '[[card.section]]\naction = "tower"\n' * 2
    reading = read_pack_text(make_pack_text(two_towers))
    assert reading.errors == ()
    assert translate_to_english(reading.warnings) == (
        "card “chain tokens”: 2 sections with the action “build a tower”; "
        "a card should have one section of each kind (PA-51).",
    )
    sale = "".join(f'[[card.section]]\naction = "{kind}"\n' for kind in ("farm", "tower", "foreign sale"))
    assert "no section with the action “fulfil a contract”" in str(read_pack_text(make_pack_text(sale)).warnings[0])


def test_pa_51_a_card_that_is_not_known_yet_is_not_odd() -> None:
    assert read_pack_text(make_pack_text('[[card.section]]\naction = "tower"\n')).warnings == ()


def test_pa_g43_the_same_majority_twice_is_warned_about() -> None:
    text = make_pack_text("") + '\n[[card]]\nid = "c2"\nmajority = "chain tokens"\n'
    reading = read_pack_text(text)
    assert reading.errors == ()
    assert translate_to_english(reading.warnings) == (
        "cards “c1” and “c2” have the same majority, “chain tokens” (PA-G43).",
    )


def test_marks_on_parts_that_do_not_exist_and_too_many_cards_are_warned_about() -> None:
    text = HEAD + 'to_check = ["sector A1"]\n' + "".join(f'[[card]]\nid = "c{n}"\n' for n in range(19))
    text += 'to_check = ["section 1, row B"]\n'
    assert translate_to_english(read_pack_text(text).warnings) == (
        "card “c18”: to_check lists “section 1, row B”, but the card has no such part.",
        "the pack has 19 cards, but the game has 18.",
        "to_check lists “sector A1”, but the pack has no value for it.",
    )


def test_sections_without_a_position_stand_in_the_order_of_the_file() -> None:
    conditions = ("energy below 3", "a contract is available")
    text = make_pack_text("".join(f'[[card.section]]\ncondition = "{words}"\n' for words in conditions))
    assert [section.condition for section in parse_pack(text).cards[0].sections] == [
        EnergyBelow(3),
        ContractAvailable(),
        None,
    ]


def test_names_of_the_pack_may_stand_in_its_words() -> None:
    text = HEAD + '[[market]]\nid = "mining"\n[[card]]\nid = "c"\n[[card.section]]\naction = "farm"\n'
    text += 'rows.map = ["most mining symbols"]\n'
    assert get_part(parse_pack(text).cards[0], "section 1, row map") == (MostSymbols("mining"),)


# The schema


def test_the_schema_knows_the_same_tables_and_fields() -> None:
    VALIDATOR.check_schema(SCHEMA)
    for name, kind in {**SINGLE_TABLES, **ENTRY_TYPES}.items():
        table = SCHEMA["properties"][name]
        assert list(table.get("items", table)["properties"]) == [one.name for one in fields(kind)]


@pytest.mark.parametrize(
    ("definition", "path"),
    [
        ("majority", "majority"),
        ("condition", "section 1, condition"),
        ("action", "section 1, action"),
        ("sector_criterion", "section 1, row B"),
        ("contract_criterion", "section 2, row B"),
        ("tile_symbol", "section 1, bonus B upper"),
        ("printed_bonus", "section 1, bonus B lower"),
    ],
)
def test_the_schema_offers_the_same_words(definition: str, path: Any) -> None:
    card = Card("c")
    for section, kind in (("section 1", "tower"), ("section 2", "contract")):
        card = replace_part(card, f"{section}, action", read_part_value(card, f"{section}, action", kind))
    offered = SCHEMA["$defs"][definition]["anyOf"][0]["enum"]
    assert [words for words in offered if not words.startswith("then ")] == list(list_part_phrases(card, path))
    validator = VALIDATOR.evolve(schema=SCHEMA["$defs"][definition])
    assert all(validator.is_valid(words) for words in (*list_part_phrases(card, path), 'other("a wave")'))
    assert not validator.is_valid("banana")


def test_the_schema_refuses_a_contract_icon_in_a_tower_row() -> None:
    file = make_pack_text('[[card.section]]\naction = "tower"\nrows.B = ["two market symbols"]\n')
    assert not VALIDATOR.is_valid(tomllib.loads(file))


# Merging


def make_one_card_pack(id: Any = "c", **told: Any) -> Any:
    """Return a pack with one card, given by path; `section_1__row_A` means "section 1, row A"."""
    pack = Pack(cards=(Card(id),))
    for key, words in told.items():
        pack = replace_pack_part(pack, f"card {id}, {key.replace('__', ', ').replace('_', ' ')}", words)
    return pack


def test_parts_that_only_one_side_knows_are_merged() -> None:
    mine = make_one_card_pack(majority="chain tokens", section_1__condition="energy below 4")
    theirs = make_one_card_pack("d", majority="chain tokens", section_1__action="farm", section_1__bonus_A=2)
    merged, conflicts = combine_packs(mine, theirs)
    assert conflicts == []
    assert [card.id for card in merged.cards] == ["c"]
    assert get_part(merged.cards[0], "section 1, condition") == EnergyBelow(4)
    assert get_part(merged.cards[0], "section 1, bonus A") == 2


def test_packs_that_disagree_are_shown_side_by_side_and_mine_stays() -> None:
    mine = make_one_card_pack(
        section_1__action="tower", section_1__row_A=["eye"], section_2__condition="energy below 4"
    )
    theirs = make_one_card_pack(
        section_1__action="tower", section_1__row_A=["you choose"], section_2__condition="energy below 5"
    )
    mine, theirs = (
        replace_pack_part(mine, "card c, section 1, row B", []),
        replace_pack_part(theirs, "card c, section 1, row B", ["eye"]),
    )
    merged, conflicts = combine_packs(mine, theirs)
    assert merged == mine
    assert conflicts == [
        PartConflict("card c, section 1, row A", ["eye"], ["you choose"]),
        PartConflict("card c, section 1, row B", [], ["eye"]),
        PartConflict("card c, section 2, condition", "energy below 4", "energy below 5"),
    ]


def test_rows_of_another_action_are_not_merged() -> None:
    mine = make_one_card_pack(section_1__action="tower")
    theirs = make_one_card_pack(section_1__action="contract", section_1__row_A=["cheapest contract"])
    merged, conflicts = combine_packs(mine, theirs)
    assert merged == mine
    assert [conflict.path for conflict in conflicts] == ["card c, section 1, action"]


def test_an_order_that_leaves_out_a_known_row_is_a_conflict() -> None:
    mine = make_one_card_pack(section_1__action="tower", section_1__row_A=["eye"])
    theirs = make_one_card_pack(section_1__action="tower", section_1__order=["B", "C"])
    merged, conflicts = combine_packs(mine, theirs)
    assert merged == mine
    assert conflicts == [PartConflict("card c, section 1, order", None, ["B", "C"])]


def test_pa_g43_cards_are_matched_by_majority_and_a_taken_id_is_changed() -> None:
    mine = make_one_card_pack("c1", majority="chain tokens")
    theirs = make_one_card_pack("c1", majority="wind farms", section_1__condition="energy below 4")
    merged, conflicts = combine_packs(mine, theirs)
    assert conflicts == []
    assert [(card.id, card.majority) for card in merged.cards] == [("c1", ChainTokens()), ("c1-2", WindFarms())]


def test_a_section_learned_at_the_table_finds_the_shipped_one() -> None:
    learned = make_one_card_pack(
        "mine", majority="chain tokens", section_1__action="tower", section_1__row_C=["you choose"]
    )
    merged, conflicts = combine_packs(learned, load_shipped_pack())
    card = merged.cards[0]
    assert conflicts == []
    assert card.unplaced == ()
    row: Any = get_part(card, "section 1, row A")
    assert row[0] == MostSymbols("residential")
    assert get_part(card, "section 1, row C") == (PlayerChoice(),)
    assert card.to_check == ("section 1, order",)
    other_way, _ = combine_packs(load_shipped_pack(), learned)
    assert other_way.cards[1].sections == card.sections


def test_a_shipped_section_waits_until_its_place_is_known() -> None:
    learned = make_one_card_pack("mine", majority="chain tokens", section_1__condition="energy below 4")
    merged, conflicts = combine_packs(learned, load_shipped_pack())
    assert conflicts == []
    assert merged.cards[0].unplaced == load_shipped_pack().cards[1].unplaced
    assert merged.cards[0].to_check == ("unplaced 1, order",)


def test_a_card_with_two_towers_stays_as_odd_as_it_is() -> None:
    odd = Card(
        "odd",
        sections=(CardSection(), CardSection(None, BuildTower()), CardSection()),
        unplaced=(CardSection(None, BuildTower()),),
    )
    assert combine_packs(Pack(cards=(odd,)), Pack(cards=(odd,))) == (Pack(cards=(odd,)), [])


def test_two_cards_of_one_majority_are_matched_by_id() -> None:
    first = Card("first", ChainTokens(), sections=(CardSection(EnergyBelow(1)), CardSection(), CardSection()))
    second = Card("second", ChainTokens(), sections=(CardSection(EnergyBelow(2)), CardSection(), CardSection()))
    assert combine_packs(Pack(cards=(first, second)), Pack(cards=(second, first)))[1] == []


def test_an_assumption_that_the_other_side_is_sure_of_is_confirmed() -> None:
    card = load_shipped_pack().cards[0]
    sure = Pack(cards=(replace(card, to_check=()),))
    assert combine_packs(load_shipped_pack(), sure)[0].cards[0].to_check == ()
    assert combine_packs(sure, load_shipped_pack())[0].cards[0].to_check == ()
    assert combine_packs(load_shipped_pack(), Pack(pieces=Pieces(farms=11)))[0].to_check[0] == "pieces, towers"


def test_boards_are_merged_entry_by_entry() -> None:
    mine = Pack(sectors=(SectorEntry("A1", farm_sites=3),), bonus_columns=(BonusColumnEntry("B-2", "B"),))
    theirs = Pack(
        sectors=(SectorEntry("A1", farm_sites=4, tower_sites=2), SectorEntry("C")),
        bonus_columns=(
            BonusColumnEntry("B-1", "B"),
            BonusColumnEntry("B-2", "B", printed=(Dollars(5),)),
            BonusColumnEntry("C-1"),
        ),
    )
    merged, conflicts = combine_packs(mine, theirs)
    assert merged.sectors == (SectorEntry("A1", 3, 2), SectorEntry("C"))
    assert [column.id for column in merged.bonus_columns] == ["B-1", "B-2", "C-1"]
    assert merged.bonus_columns[1].printed == (Dollars(5),)
    assert conflicts == [PartConflict("sector A1, farm_sites", 3, 4)]


def test_pa_g27_what_lies_under_tiles_is_taken_place_by_place_from_whoever_knows_it() -> None:
    def make_columns(*places: Any) -> Pack:
        return Pack(bonus_columns=(BonusColumnEntry("B-1", "B", under_tiles=places),))

    merged, conflicts = combine_packs(
        make_columns("unknown", Dollars(5), "unknown"), make_columns("nothing", "unknown", "unknown")
    )
    assert (merged.bonus_columns[0].under_tiles, conflicts) == (("nothing", Dollars(5), "unknown"), [])
    assert parse_pack(format_pack(merged)) == merged
    merged, conflicts = combine_packs(make_columns("nothing"), make_columns(Dollars(5)))
    assert (merged.bonus_columns[0].under_tiles, len(conflicts)) == (("nothing",), 1)


def test_a_longer_order_of_markets_takes_in_a_shorter_one() -> None:
    few, many = (
        GridBoard(markets=("commercial", "residential")),
        GridBoard(markets=("commercial", "remote", "residential")),
    )
    assert combine_packs(Pack(grid=few), Pack(grid=many)) == (Pack(grid=many), [])
    assert combine_packs(Pack(grid=many), Pack(grid=few)) == (Pack(grid=many), [])
    turned = GridBoard(markets=("residential", "commercial"))
    assert combine_packs(Pack(grid=turned), Pack(grid=many))[1][0].path == "grid, markets"


def test_different_editions_are_pointed_out() -> None:
    merged, conflicts = combine_packs(Pack(edition="2023"), Pack(edition="2024"))
    assert merged.edition == "2023"
    assert conflicts == [PartConflict("edition", "2023", "2024")]


def test_a_sample_is_never_merged_into_a_real_pack() -> None:
    with pytest.raises(BadPackError, match="invented values would look like printed ones"):
        combine_packs(load_shipped_pack(), parse_sample_pack())


# Teaching


def test_a_part_that_is_told_is_in_the_pack_from_then_on() -> None:
    pack = replace_pack_part(load_shipped_pack(), "card wind-farms, section 2, row C", ["you choose"])
    assert get_part(parse_pack(format_pack(pack)).cards[0], "section 2, row C") == (PlayerChoice(),)
    pack = replace_pack_part(pack, "card new, majority", 'other("most batteries")')
    assert pack.cards[-1] == Card("new", CustomIcon("most batteries"))


def test_a_part_of_a_board_is_told() -> None:
    pack = replace_pack_part(load_shipped_pack(), "sector A1, farm_sites", 4)
    assert pack.sectors[0] == SectorEntry("A1", farm_sites=4)
    assert "sector A1" not in pack.to_check
    assert replace_pack_part(pack, "pieces, battery_energy", 2).pieces.battery_energy == 2
    assert replace_pack_part(pack, "bonus_tile 7, gains", ["$5"]).bonus_tiles[-1] == BonusTile("7", gains=(Dollars(5),))
    pack = replace_pack_part(pack, "grid_column 1, places", ["1a", "1b"])
    assert replace_pack_part(pack, "link_place l, between", ["1a", "1b"]).link_places[0].between == ("1a", "1b")


@pytest.mark.parametrize(
    ("path", "words", "sentence"),
    [
        ("card wind-farms, section 1, row map", ["banana"], "“banana” is not a criterion"),
        ("sector A1, colour", 4, "“colour” is not allowed here"),
        ("sector A1, id", "A2", "“id” is not allowed here"),
        ("sector D, farm_sites", 4, "a pack has no part “sector D, farm_sites”"),
        ("weather, wind", 4, "a pack has no part “weather, wind”"),
        ("pieces, farms", "many", '"many" must be a whole number'),
    ],
)
def test_a_wrong_part_gets_a_sentence(path: Any, words: Any, sentence: str) -> None:
    with pytest.raises(BadPackError, match=sentence):
        replace_pack_part(load_shipped_pack(), path, words)


def test_pa_g9_pa_g28_what_the_game_asks_once_has_a_place_in_the_pack() -> None:
    pack = Pack(pieces=Pieces(battery_energy=2), bonus_tiles=(BonusTile("2", effect="lasting", words="$2", slot=True),))
    assert parse_pack(format_pack(pack)) == pack


@pytest.mark.parametrize(
    "words", ["tab\there", 'line\n"break"', "'", "\\", "жилищный “рынок”", "👩\u200d🌾", "x" * 300, "\\" * 300]
)
def test_any_words_can_be_written_and_read_back(words: Any) -> None:
    pack = Pack(note=words, cards=(Card("c", CustomIcon(words)),))
    assert parse_pack(format_pack(pack)) == pack


def test_words_typed_with_a_tab_are_understood() -> None:
    assert parse_pack(make_pack_text("", "majority = 'other(\"a\tb\")'")).cards[0].majority == CustomIcon("a\tb")


def test_writing_is_plain_to_read() -> None:
    pack = Pack(
        note='He said "no"',
        markets=(Market("remote", 2, (0, 1)),),
        grid_columns=(GridColumnEntry("1", places=()),),
        contracts=(Contract("k1", symbols=("remote", "tourism"), gains=(Dollars(4), Energy(2))),),
        cards=(
            Card(
                "towers",
                CustomIcon('it\'s "tall"'),
                sections=(CardSection(None, BuildTower()), CardSection(), CardSection(EnergyBelow(3))),
            ),
        ),
    )
    assert (
        format_pack(pack)
        == """schema = 1
game = "pampero"
note = 'He said "no"'
sample = false

[[market]]
id = "remote"
spaces = 2
money = [0, 1]

[[grid_column]]
id = "1"
places = []

[[contract]]
id = "k1"
symbols = ["remote", "tourism"]
gains = ["$4", "energy 2"]

[[card]]
id = "towers"
majority = "other(\\"it's \\\\\\"tall\\\\\\"\\")"
checked = false

[[card.section]]
position = 1
action = "tower"

[[card.section]]
position = 3
condition = "energy below 3"
"""
    )
    assert parse_pack(format_pack(pack)) == pack


def list_column_ids(pack: Any, kind: str = "grid_column") -> list[str]:
    return [one["id"] for one in pack[kind]]


@pytest.mark.parametrize("kind", ["grid_column", "bonus_column"])
def test_a_column_saved_in_the_box_keeps_its_place_on_the_board(kind: str) -> None:
    """Every “leftmost” and “rightmost” of the next game depends on it (PA-70, PA-74, PA-82)."""
    before = {**load_full_pack(), "sample": False}
    ids = list_column_ids(before, kind)
    for id in ids:
        part = next(one for one in BOX.list_parts(before) if one.id == f"{kind} {id}")
        assert list_column_ids(BOX.set_part(before, part.id, part.value), kind) == ids
        without = BOX.set_part(before, part.id, None)
        assert list_column_ids(BOX.set_part(without, part.id, part.value), kind) == ids


def test_columns_that_were_named_by_hand_stay_where_they_are() -> None:
    named = [{"id": id, "towers": 1, "transformers": 1, "places": [id]} for id in ("west", "middle", "east")]
    pack = {"schema": 1, "game": "pampero", "grid_column": named}
    value = {"towers": 2, "transformers": 1, "places": ["west"]}
    assert list_column_ids(BOX.set_part(pack, "grid_column west", value)) == ["west", "middle", "east"]


def test_a_box_whose_columns_were_mixed_up_is_put_in_order_when_one_of_them_is_saved() -> None:
    mixed = [{"id": str(n), "towers": 1, "transformers": 0, "places": []} for n in (2, 3, 10, 1)]
    pack = {"schema": 1, "game": "pampero", "grid_column": mixed}
    assert list_column_ids(BOX.set_part(pack, "grid_column 3", {"towers": 0})) == ["1", "2", "3", "10"]
