"""The text of every icon of `cards`: as the owner writes it in a pack, and as the program shows it.

A row is written the way it is read aloud: "most of your structures", "then most of your bulldozers", "then you
choose". A symbol with another behind it (PA-84) is "most tourism symbols, behind it most remote symbols"; an
icon without a name here is other("the owner's own description").

>>> row = IconRow(Name("a criterion"), (MostStructures, MostSymbols, PlayerChoice, CustomIcon))
>>> read_icon("then most residential symbols", row)
MostSymbols(symbol='residential')
>>> read_icon("most of your strutures", row)
Traceback (most recent call last):
    ...
rival.kernel.errors.BadPackError: “most of your strutures” is not a criterion; did you mean “most of your structures”?
>>> write_icon(CustomIcon("three wavy lines"))
'other("three wavy lines")'
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeAlias

from rival.games.pampero.card_paths import (
    IconRow,
    PartValue,
    PlaceOrder,
    SingleIcon,
    WholeNumber,
    get_part,
    get_part_type,
    list_section_paths,
    list_sections,
    quote_value,
)
from rival.games.pampero.cards import (
    MAP_PLACE,
    MARKETS,
    SECTORS,
    ZONES,
    Action,
    BuildFarm,
    BuildTower,
    Card,
    CardSection,
    ForeignSale,
    FulfilContract,
)
from rival.games.pampero.safe_text import is_legible, is_number, sanitize_text
from rival.games.pampero.symbols import (
    Batteries,
    Battery,
    BlockedTransformers,
    BonusTiles,
    Bulldozer,
    Bulldozers,
    BulldozersInZone,
    ChainTokens,
    CheapestContract,
    ContractAvailable,
    Contracts,
    ContractsInZone,
    ContractWithTwoSymbols,
    CustomIcon,
    Dollars,
    EdgeMarkerSymbol,
    Energy,
    EnergyBelow,
    EyeIcon,
    FarmsInZone,
    ForeignMarket,
    Icon,
    IncomeSteps,
    LinkSymbol,
    LinkTokens,
    Majority,
    MarketContracts,
    MarketTiles,
    MostBulldozers,
    MostStructures,
    MostSymbols,
    NamedSector,
    NotEnoughEnergy,
    PlayerChoice,
    SecondFarm,
    Specialist,
    SpecialistCards,
    StackedSymbol,
    SymbolContractAvailable,
    TileWithSymbol,
    TowerInForeignMarket,
    Towers,
    TowersInZone,
    Transformers,
    TransformersInZone,
    TwoSymbolContractAvailable,
    WindFarms,
)
from rival.kernel import N_, BadPackError, JoinedText, Name, PackPhrase, Text, _
from rival.kernel.caching import cache_by_identity

ICONS: dict[type, tuple[str, str]] = {
    WindFarms: ("farm", N_("wind farms")),
    Towers: ("tower", N_("towers")),
    Transformers: ("transformer", N_("transformers")),
    Contracts: ("contract", N_("contracts")),
    ChainTokens: ("chain", N_("chain tokens")),
    BonusTiles: ("tile", N_("bonus tiles")),
    Batteries: ("battery", N_("batteries")),
    Bulldozers: ("bulldozer", N_("bulldozers")),
    LinkTokens: ("link", N_("link tokens")),
    SpecialistCards: ("specialist", N_("specialist cards")),
    FarmsInZone: ("farm", N_("wind farms in zone {zone}")),
    TowersInZone: ("tower", N_("towers in zone {zone}")),
    TransformersInZone: ("transformer", N_("transformers in zone {zone}")),
    ContractsInZone: ("contract", N_("contracts in zone {zone}")),
    BulldozersInZone: ("bulldozer", N_("bulldozers in zone {zone}")),
    MarketContracts: ("contract", N_("contracts with the {symbol} symbol")),
    MarketTiles: ("symbol", N_("bonus tiles with the {symbol} symbol")),
    EnergyBelow: ("energy", N_("energy below {limit}")),
    BlockedTransformers: ("transformer", N_("all transformers blocked")),
    NotEnoughEnergy: ("energy", N_("not enough energy for a contract")),
    ContractAvailable: ("contract", N_("a contract is available")),
    TwoSymbolContractAvailable: ("contract", N_("a contract with two market symbols")),
    SymbolContractAvailable: ("contract", N_("a contract with the {symbol} symbol")),
    TowerInForeignMarket: ("tower", N_("a tower in a foreign-market sector")),
    BuildFarm: ("farm", "farm"),
    BuildTower: ("tower", "tower"),
    FulfilContract: ("contract", "contract"),
    ForeignSale: ("abroad", "foreign sale"),
    MostStructures: ("structures", N_("most of your structures")),
    MostBulldozers: ("bulldozer", N_("most of your bulldozers")),
    MostSymbols: ("symbol", N_("most {symbol} symbols")),
    CheapestContract: ("contract", N_("cheapest contract")),
    NamedSector: ("sector", N_("sector {sector}")),
    ForeignMarket: ("abroad", N_("foreign-market sale")),
    EdgeMarkerSymbol: ("income", N_("rightmost-or-lowest marker")),
    TileWithSymbol: ("symbol", N_("{symbol} symbol")),
    ContractWithTwoSymbols: ("symbol", N_("two market symbols")),
    EyeIcon: ("eye", "eye"),
    PlayerChoice: ("hand", N_("you choose")),
    Dollars: ("money", N_("${amount}")),
    Energy: ("energy", N_("energy {amount}")),
    Battery: ("battery", N_("battery {amount}")),
    IncomeSteps: ("income", N_("income {amount}")),
    Bulldozer: ("bulldozer", N_("bulldozer {amount}")),
    Specialist: ("specialist", N_("specialist {amount}")),
    LinkSymbol: ("link", N_("link {amount}")),
    SecondFarm: ("farm", N_("second wind farm")),
}
"""Every icon: its glyph, and its phrase in packs and on the screen. An amount may be left out: "energy"."""

PHRASES_BY_ICON: dict[type, str] = {kind: words for kind, (_glyph, words) in ICONS.items()}


def get_icon_glyph(icon: object) -> str:
    """Return the name of the drawing that shows an icon."""
    return ICONS[type(icon)][0] if type(icon) in ICONS else "own"


SCREEN_PHRASES: dict[type, str] = {
    BuildFarm: N_("build a wind farm"),
    BuildTower: N_("build a tower"),
    FulfilContract: N_("fulfil a contract"),
    ForeignSale: N_("make a foreign-market sale"),
    EyeIcon: N_("eye: look at the next VJ card"),
    CustomIcon: N_("“{words}”"),
}
"""Phrases for the screen, where the phrase of a pack would be too short."""

EVERYDAY_PHRASES: dict[type, tuple[str, ...]] = {
    ChainTokens: ("жетоны цены",),
    BonusTiles: ("bonus tiles", "жетоны бонусов"),
    SpecialistCards: ("specialists", "specialist scoring cards", "карты подсчёта специалистов"),
    EnergyBelow: ("less than {limit} energy", "менее {limit} энергии"),
    NotEnoughEnergy: (
        "not enough energy",
        "not enough energy for a contract",
        "недостаточно энергии на контракт",
        "недостаточно энергии",
        "недостаточно энергии, чтобы выполнить контракт",
        "lacks energy",
        "не хватает энергии",
    ),
    ContractAvailable: ("available contract", "доступный контракт"),
    TowerInForeignMarket: ("a tower in a sector with a foreign-market card", "вышка в секторе внешнего рынка"),
    BuildFarm: ("farm", "электростанция", "строительство ветряной электростанции"),
    BuildTower: ("tower", "вышка", "строительство электровышки"),
    FulfilContract: ("contract", "контракт", "выполнение контракта"),
    ForeignSale: ("foreign sale", "продажа на внешнем рынке", "внешний рынок"),
    ForeignMarket: ("foreign market", "внешний рынок", "карта внешнего рынка"),
    CheapestContract: ("cheapest", "самый дешёвый", "самый дешёвый доступный контракт"),
    MostSymbols: ("{symbol} symbols",),
    EdgeMarkerSymbol: (
        "rightmost or lowest",
        "крайний правый или нижний",
        "rightmost or lowest income marker",
        "крайний правый или нижний маркер дохода",
        "крайний правый или нижний контракт",
    ),
    EyeIcon: ("eye", "глаз", "next card", "следующая карта VJ"),
    PlayerChoice: ("player chooses", "по выбору игрока"),
    IncomeSteps: ("income marker {amount}", "маркер дохода {amount}"),
    Specialist: (
        "specialist card {amount}",
        "карта специалиста {amount}",
        "specialist scoring card {amount}",
        "карта подсчёта специалиста {amount}",
    ),
}
"""Other phrases for icons, including those of the published rules; inflected forms also match."""


def list_everyday_phrases(icon: Icon | Action) -> list[str]:
    """Return other phrases by which a player may call an icon."""
    has_no_amount = getattr(icon, "amount", 0) is None
    phrases = EVERYDAY_PHRASES.get(type(icon), ())
    return [phrase.removesuffix(" {amount}") if has_no_amount else phrase.format(**vars(icon)) for phrase in phrases]


STACKED_PHRASE = N_("{front}, behind it {behind}")

COMPOSED_WORDS = (
    N_("energy"),
    N_("battery"),
    N_("income"),
    N_("bulldozer"),
    N_("specialist"),
    N_("link"),
    N_("commercial"),
    N_("industrial"),
    N_("remote"),
    N_("residential"),
    N_("tourism"),
)
"""Amounts of one, and the markets: text that is composed at run time and needs a translation."""

MARKET_PHRASES = frozenset(
    (
        N_("most commercial symbols"),
        N_("commercial symbol"),
        N_("a contract with the commercial symbol"),
        N_("contracts with the commercial symbol"),
        N_("bonus tiles with the commercial symbol"),
        N_("most industrial symbols"),
        N_("industrial symbol"),
        N_("a contract with the industrial symbol"),
        N_("contracts with the industrial symbol"),
        N_("bonus tiles with the industrial symbol"),
        N_("most remote symbols"),
        N_("remote symbol"),
        N_("a contract with the remote symbol"),
        N_("contracts with the remote symbol"),
        N_("bonus tiles with the remote symbol"),
        N_("most residential symbols"),
        N_("residential symbol"),
        N_("a contract with the residential symbol"),
        N_("contracts with the residential symbol"),
        N_("bonus tiles with the residential symbol"),
        N_("most tourism symbols"),
        N_("tourism symbol"),
        N_("a contract with the tourism symbol"),
        N_("contracts with the tourism symbol"),
        N_("bonus tiles with the tourism symbol"),
    )
)
"""Whole phrases for the markets of the base game: other languages inflect the market's name."""

PlainValue: TypeAlias = "str | int | list[str]"
"""The value of a card's part in a pack file or a journal."""


@dataclass(frozen=True)
class KnownNames:
    """The market and sector names that may occur in an icon's phrase."""

    markets: tuple[str, ...] = MARKETS
    sectors: tuple[str, ...] = SECTORS


DEFAULT_NAMES = KnownNames()

# From phrases to icons.

MAX_ICON_LENGTH = 700
"""The maximum length of an icon's text: the longest answer, with a backslash before every character."""
MAX_ROW_LENGTH = 20

_PHRASE_WORDS: dict[type, list[list[str]]] = {
    kind: [one.split() for one in dict.fromkeys((phrase, phrase.removesuffix(" {amount}")))]
    for kind, phrase in PHRASES_BY_ICON.items()
}
"""The words of each kind's phrases; an amount may be left out."""


def read_icon(text: object, part_type: SingleIcon | IconRow, names: KnownNames = DEFAULT_NAMES) -> Any:
    """Return the icon that a phrase names; if it names none, raise BadPackError with a similar phrase."""
    if not isinstance(text, str):
        raise BadPackError(
            _("{value} is not {what}; enter text in quotation marks.", value=quote_value(text), what=part_type.name)
        )
    if len(text) > MAX_ICON_LENGTH or not is_legible(text):
        raise BadPackError(
            _(
                "{words} can’t be read: enter at most {most} visible characters.",
                words=sanitize_text(text),
                most=MAX_ICON_LENGTH,
            )
        )
    phrase = _remove_leading_then(text.strip())
    can_stack = isinstance(part_type, IconRow) or part_type.can_stack
    if can_stack and (stacked_phrases := _split_stacked(phrase)):
        return StackedSymbol(
            _read_single_icon(stacked_phrases[0], part_type, names),
            _read_single_icon(stacked_phrases[1], part_type, names),
        )
    return _read_single_icon(phrase, part_type, names)


def _remove_leading_then(phrase: str) -> str:
    first, *rest = phrase.split(None, 1) or [""]
    return rest[0] if rest and first.lower() == "then" else phrase


def _split_stacked(phrase: str) -> tuple[str, str] | None:
    """Split a phrase into the front icon and the one behind it; return None if there is only one icon."""
    is_quoted = is_escaped = False
    for position, character in enumerate(phrase):
        if is_escaped:
            is_escaped = False
        elif character == '"':
            is_quoted = not is_quoted
        elif is_quoted:
            is_escaped = character == "\\"
        elif character == ",":
            match phrase[position + 1 :].split(None, 2):
                case [behind, it, rest] if (behind.lower(), it.lower()) == ("behind", "it"):
                    return phrase[:position], rest
    return None


def _read_single_icon(phrase: str, part_type: SingleIcon | IconRow, names: KnownNames) -> object:
    if phrase[:6].lower() == "other(" and phrase.endswith(")"):
        return CustomIcon(_read_quoted_text(phrase[6:-1].strip()))
    phrase_words = phrase.split()
    for kind in part_type.kinds:
        for expected_words in _PHRASE_WORDS.get(kind, ()):
            gaps = _match_placeholders(expected_words, phrase_words, names)
            if gaps is not None:
                return kind(**gaps)
    raise build_unknown_error(phrase, part_type.name, _suggest_icons(phrase, part_type, names))


def _match_placeholders(
    expected_words: Sequence[str], phrase_words: Sequence[str], names: KnownNames
) -> dict[str, str | int] | None:
    """Return the values for a phrase's placeholders; None if the phrase does not match."""
    if len(expected_words) != len(phrase_words):
        return None
    values: dict[str, str | int] = {}
    for expected, actual in zip(expected_words, phrase_words, strict=True):
        prefix, brace, gap = expected.partition("{")
        if not brace:
            if expected.lower() != actual.lower():
                return None
            continue
        value = (
            _read_placeholder(gap.removesuffix("}"), actual.removeprefix(prefix), names)
            if actual.startswith(prefix)
            else None
        )
        if value is None:
            return None
        values[gap.removesuffix("}")] = value
    return values


def _read_placeholder(gap: str, word: str, names: KnownNames) -> str | int | None:
    match gap:
        case "symbol":
            return word.lower() if word.lower() in names.markets else None
        case "sector":
            return word.upper() if word.upper() in names.sectors else None
        case "zone":
            return word.upper() if word.upper() in ZONES else None
        case _:
            return int(word) if is_number(word, 3) and not word.startswith("0") else None


def build_unknown_error(value: object, expected: Text, hint: Text) -> BadPackError:
    """Return the error for a phrase that is not allowed, suggesting a valid phrase."""
    quoted_value = sanitize_text(value) if isinstance(value, str) else quote_value(value)
    return BadPackError(_("“{words}” is not {what}; {hint}", words=quoted_value, what=expected, hint=hint))


def _read_quoted_text(text: str) -> str:
    try:
        unquoted = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        unquoted = None
    if not isinstance(unquoted, str) or not is_legible(unquoted):
        raise BadPackError(_('{words} can’t be read; use a backslash only before " or \\.', words=sanitize_text(text)))
    if not unquoted.strip():
        raise BadPackError(_('other("") is empty; describe the icon between the quotation marks.'))
    return unquoted


def _suggest_icons(phrase: str, part_type: SingleIcon | IconRow, names: KnownNames) -> Text:
    known_phrases = list(list_phrases(part_type.kinds, names))
    return suggest_similar(phrase, known_phrases) or _(
        'possible values: {known}; enter anything else as other("your description").',
        known=JoinedText(map(Name, known_phrases)),
    )


def suggest_similar(word: str, known_words: Iterable[str]) -> Text | None:
    """Return a “did you mean” question with the most similar known word; None if no word is similar."""
    original_spelling = {known_word.lower(): known_word for known_word in known_words}
    similar = get_close_matches(word[:MAX_ICON_LENGTH].lower(), original_spelling, n=1, cutoff=0.6)
    return _("did you mean “{words}”?", words=Name(original_spelling[similar[0]])) if similar else None


def list_phrases(kinds: Iterable[type], names: KnownNames = DEFAULT_NAMES) -> Iterator[str]:
    """Yield every phrase that names an icon of these kinds."""
    for kind in kinds:
        phrase = PHRASES_BY_ICON.get(kind, "")
        if "{symbol}" in phrase:
            yield from (phrase.format(symbol=market) for market in names.markets)
        elif "{sector}" in phrase:
            yield from (phrase.format(sector=sector) for sector in names.sectors)
        elif "{zone}" in phrase:
            yield from (phrase.format(zone=zone) for zone in ZONES)
        elif phrase:
            yield phrase.removesuffix(" {amount}").format(limit=10, amount=5)


# From icons to phrases.


def _get_phrase(icon: object) -> str:
    phrase = PHRASES_BY_ICON[type(icon)]
    return phrase.removesuffix(" {amount}") if getattr(icon, "amount", None) is None else phrase


@cache_by_identity(1024)
def write_icon(icon: Icon | Action | StackedSymbol[Any]) -> str:
    """Return the phrase by which a pack stores an icon."""
    match icon:
        case StackedSymbol(front, behind):
            return STACKED_PHRASE.format(front=write_icon(front), behind=write_icon(behind))
        case CustomIcon(description):
            return f"other({json.dumps(description, ensure_ascii=False)})"
        case _:
            return _get_phrase(icon).format(**vars(icon))


@cache_by_identity(1024)
def describe_icon(icon: Icon | Action | StackedSymbol[Any]) -> Text:
    """Return an icon's phrase as translatable text.

    >>> str(describe_icon(MostSymbols("tourism")))
    'most tourism symbols'
    """
    if isinstance(icon, StackedSymbol):
        return Text(STACKED_PHRASE, front=describe_icon(icon.front), behind=describe_icon(icon.behind))
    phrase = SCREEN_PHRASES.get(type(icon)) or _get_phrase(icon)
    if (market_phrase := phrase.replace("{symbol}", str(getattr(icon, "symbol", "")))) in MARKET_PHRASES:
        return Text(market_phrase)
    gaps = {name: value for name, value in vars(icon).items() if f"{{{name}}}" in phrase}
    return Text(phrase, **{name: _GAP_TEXT_TYPES.get(name, Name)(str(value)) for name, value in gaps.items()})


_GAP_TEXT_TYPES: dict[str, type[Text]] = {"symbol": Text, "words": PackPhrase}
"""Placeholders whose values are translated; numbers and sectors are the same in every language."""


def describe_part_value(value: PartValue) -> Text:
    """Return the value of a card part as text."""
    match value:
        case None:
            return _("not known yet")
        case ():
            return _("nothing")
        case tuple():
            return JoinedText(
                [Name(entry) if isinstance(entry, str) else describe_icon(entry) for entry in value], " > "
            )
        case int():
            return Name(str(value))
        case icon:
            return describe_icon(icon)


# Parts of a card.


def read_part_value(card: Card, path: str, plain: object, names: KnownNames = DEFAULT_NAMES) -> Any:
    """Parse the value of a card part; raise BadPackError if it is not allowed there."""
    match get_part_type(card, path):
        case WholeNumber():
            return plain
        case PlaceOrder():
            return tuple(_read_place(place, names) for place in _check_row_list(plain))
        case IconRow() as row_type:
            if (place := path.rpartition(" ")[2]) != MAP_PLACE:
                _read_place(place, names)
            return tuple(read_icon(phrase, row_type, names) for phrase in _check_row_list(plain))
        case SingleIcon() as icon_type:
            return read_icon(plain, icon_type, names)


def _check_row_list(plain: object) -> list[object]:
    if isinstance(plain, list):
        return check_max_length(plain, MAX_ROW_LENGTH)
    raise make_list_expected_error(plain)


def check_max_length(entries: list[object], maximum: int) -> list[object]:
    """Return the list; raise BadPackError if it is too long."""
    if len(entries) > maximum:
        raise BadPackError(_("the list has {n} entries; at most {most} are allowed.", n=len(entries), most=maximum))
    return entries


def make_list_expected_error(value: object) -> BadPackError:
    """Return the error for a value that should be a list."""
    return BadPackError(_("{value} is not a list; write it in square brackets.", value=quote_value(value)))


def _read_place(place: object, names: KnownNames) -> str:
    known_places = tuple(dict.fromkeys((*ZONES, *names.sectors)))
    if isinstance(place, str) and place.upper() in known_places:
        return place.upper()
    raise build_unknown_error(place, _("a zone or a sector"), suggest_names(place, known_places))


def suggest_names(word: object, known_names: Iterable[str]) -> Text:
    """Return a hint with the most similar known name, or else with all known names."""
    names = list(known_names)
    return (suggest_similar(word, names) if isinstance(word, str) else None) or list_available_names(names)


def list_available_names(known_names: Iterable[str]) -> Text:
    """Return a hint that lists all known names."""
    names = [Name(name) for name in known_names]
    return _("possible values: {names}.", names=JoinedText(names)) if names else _("no possible value is known yet.")


def write_part_value(value: object) -> PlainValue:
    """Return the value of a card part as a pack stores it."""
    match value:
        case int() | str():
            return value
        case tuple():
            phrases = [str(write_part_value(entry)) for entry in value]
            is_icon_row = not any(isinstance(entry, str) for entry in value)
            return [f"then {entry}" if is_icon_row and n else entry for n, entry in enumerate(phrases)]
        case _:
            return write_icon(value)  # type: ignore[arg-type]


def list_part_phrases(card: Card, path: str, names: KnownNames = DEFAULT_NAMES) -> tuple[str, ...]:
    """Return the phrases that a card part accepts; a number has none."""
    match get_part_type(card, path):
        case WholeNumber():
            return ()
        case PlaceOrder():
            return tuple(dict.fromkeys((*ZONES, *names.sectors)))
        case IconRow(kinds=kinds) | SingleIcon(kinds=kinds):
            return tuple(list_phrases(kinds, names))


def get_card_name(card: Card) -> Text:
    """Return a card's name for use in a sentence: its majority, or else its id (PA-G43)."""
    return Name(card.id) if card.majority is None else describe_majority(card.majority)


@cache_by_identity(256)
def describe_majority(majority: Majority) -> Text:
    """Return a card's majority as text."""
    return PackPhrase(majority.words) if isinstance(majority, CustomIcon) else describe_icon(majority)


# Cards and whole packs as tables.


def iterate_section_parts(name: str, table: dict[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield the paths and values of a card section in the order in which they must be read."""
    for key in ("condition", "action", "order"):
        if key in table:
            yield f"{name}, {key}", table[key]
    for key in ("rows", "bonus"):
        if not isinstance(table.get(key, {}), dict):
            yield f"{name}, {key}", table[key]
            return
    for place, value in table.get("rows", {}).items():
        yield f"{name}, row {place}", value
    for zone, zone_value in table.get("bonus", {}).items():
        sides = zone_value.items() if isinstance(zone_value, dict) else [("", zone_value)]
        yield from ((f"{name}, bonus {zone} {side}".rstrip(), value) for side, value in sides)


def card_to_table(card: Card) -> dict[str, Any]:
    """Convert a card to a table of the pack file."""
    identity = {"id": card.id, "majority": card.majority, "number": card.number}
    table = {key: write_part_value(value) for key, value in identity.items() if value is not None}
    provenance = {"owner": card.owner, "edition": card.edition, "checked": card.checked}
    table |= {key: value for key, value in provenance.items() if value is not None}
    if card.to_check:
        table["to_check"] = list(card.to_check)
    section_tables = [_section_to_table(card, section_name, section) for section_name, section in list_sections(card)]
    return table | {"section": [section for section in section_tables if section]}


def _section_to_table(card: Card, section_name: str, section: CardSection) -> dict[str, Any]:
    kind, number = section_name.split()
    if kind == "section" and section == CardSection():
        return {}
    table: dict[str, Any] = {"position": int(number) if kind == "section" else "unknown"}
    for path in list_section_paths(section_name, section):
        if (value := get_part(card, path)) is None:
            continue
        match path.removeprefix(f"{section_name}, ").split():
            case ["row", place]:
                table.setdefault("rows", {})[place] = write_part_value(value)
            case ["bonus", zone]:
                table.setdefault("bonus", {})[zone] = write_part_value(value)
            case ["bonus", zone, side]:
                table.setdefault("bonus", {}).setdefault(zone, {})[side] = write_part_value(value)
            case [key]:
                table[key] = write_part_value(value)
    return table
