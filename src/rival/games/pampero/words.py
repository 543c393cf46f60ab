"""The text of every icon of `cards`: as an owner writes it in a pack, and as the program shows it.

A row is written the way it is read aloud: "most of your structures", "then most of your bulldozers", "then you
choose". A symbol with another behind it (PA-84) is "most tourism symbols, behind it most remote symbols"; an
icon without a name here is other("the owner's own description").

>>> row = Several(Name("a criterion"), (MostStructures, MostSymbols, YouChoose, Other))
>>> read_icon("then most residential symbols", row)
MostSymbols(symbol='residential')
>>> read_icon("most of your strutures", row)
Traceback (most recent call last):
    ...
rival.kernel.errors.BadPack: “most of your strutures” is not a criterion; did you mean “most of your structures”?
>>> write_icon(Other("three wavy lines"))
'other("three wavy lines")'
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeAlias

from rival.games.pampero.cards import (
    MAP,
    MARKETS,
    SECTORS,
    ZONES,
    Action,
    BuildFarm,
    BuildTower,
    Card,
    ForeignSale,
    FulfilContract,
    Section,
)
from rival.games.pampero.outside import is_number, legible, shown
from rival.games.pampero.parts import (
    Number,
    OneOf,
    PartValue,
    Places,
    Several,
    as_written,
    part,
    paths_of_section,
    sections,
    slot,
)
from rival.games.pampero.symbols import (
    Batteries,
    Battery,
    BonusTiles,
    Bulldozer,
    Bulldozers,
    BulldozersInZone,
    ChainTokens,
    Cheapest,
    ContractAvailable,
    Contracts,
    ContractsInZone,
    Dollars,
    EdgeMarker,
    Energy,
    EnergyBelow,
    Eye,
    FarmsInZone,
    ForeignMarket,
    HasSymbol,
    Icon,
    Income,
    Link,
    LinkTokens,
    Majority,
    MarketContracts,
    MarketTiles,
    MostBulldozers,
    MostStructures,
    MostSymbols,
    NamedSector,
    NotEnoughEnergy,
    Other,
    SecondFarm,
    Specialist,
    SpecialistCards,
    Stacked,
    SymbolContract,
    TowerInForeignMarket,
    Towers,
    TowersInZone,
    Transformers,
    TransformersBlocked,
    TransformersInZone,
    TwoSymbolContract,
    TwoSymbols,
    WindFarms,
    YouChoose,
)
from rival.kernel import N_, BadPack, Joined, Name, PackWords, Text, _

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
    TransformersBlocked: ("transformer", N_("all transformers blocked")),
    NotEnoughEnergy: ("energy", N_("not enough energy for a contract")),
    ContractAvailable: ("contract", N_("a contract is available")),
    TwoSymbolContract: ("contract", N_("a contract with two market symbols")),
    SymbolContract: ("contract", N_("a contract with the {symbol} symbol")),
    TowerInForeignMarket: ("tower", N_("a tower in a foreign-market sector")),
    BuildFarm: ("farm", "farm"),
    BuildTower: ("tower", "tower"),
    FulfilContract: ("contract", "contract"),
    ForeignSale: ("abroad", "foreign sale"),
    MostStructures: ("structures", N_("most of your structures")),
    MostBulldozers: ("bulldozer", N_("most of your bulldozers")),
    MostSymbols: ("symbol", N_("most {symbol} symbols")),
    Cheapest: ("contract", N_("cheapest contract")),
    NamedSector: ("sector", N_("sector {sector}")),
    ForeignMarket: ("abroad", N_("foreign-market sale")),
    EdgeMarker: ("income", N_("rightmost-or-lowest marker")),
    HasSymbol: ("symbol", N_("{symbol} symbol")),
    TwoSymbols: ("symbol", N_("two market symbols")),
    Eye: ("eye", "eye"),
    YouChoose: ("hand", N_("you choose")),
    Dollars: ("money", N_("${amount}")),
    Energy: ("energy", N_("energy {amount}")),
    Battery: ("battery", N_("battery {amount}")),
    Income: ("income", N_("income {amount}")),
    Bulldozer: ("bulldozer", N_("bulldozer {amount}")),
    Specialist: ("specialist", N_("specialist {amount}")),
    Link: ("link", N_("link {amount}")),
    SecondFarm: ("farm", N_("second wind farm")),
}
"""Every icon: its glyph, and its phrase in packs and on the screen. An amount may be left out: "energy"."""

PHRASES: dict[type, str] = {kind: words for kind, (_glyph, words) in ICONS.items()}


def glyph_of(icon: object) -> str:
    """Return the name of an icon's drawing."""
    return ICONS[type(icon)][0] if type(icon) in ICONS else "own"


SPOKEN: dict[type, str] = {
    BuildFarm: N_("build a wind farm"),
    BuildTower: N_("build a tower"),
    FulfilContract: N_("fulfil a contract"),
    ForeignSale: N_("make a foreign-market sale"),
    Eye: N_("eye: look at the next VJ card"),
    Other: N_("“{words}”"),
}
"""Phrases for the screen, where the phrase of a pack would be too short."""

EVERYDAY: dict[type, tuple[str, ...]] = {
    ChainTokens: ("жетоны цены",),
    BonusTiles: ("bonus tiles", "жетоны бонусов"),
    SpecialistCards: ("specialists",),
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
    Cheapest: ("cheapest", "самый дешёвый", "самый дешёвый доступный контракт"),
    MostSymbols: ("{symbol} symbols",),
    EdgeMarker: (
        "rightmost or lowest",
        "крайний правый или нижний",
        "rightmost or lowest income marker",
        "крайний правый или нижний маркер дохода",
        "крайний правый или нижний контракт",
    ),
    Eye: ("eye", "глаз", "next card", "следующая карта VJ"),
    YouChoose: ("player chooses", "по выбору игрока"),
    Income: ("income marker {amount}", "маркер дохода {amount}"),
    Specialist: (
        "specialist card {amount}",
        "карта специалиста {amount}",
        "specialist scoring card {amount}",
        "карта подсчёта специалиста {amount}",
    ),
}
"""Other phrases for icons, including those of the published rules; inflected forms also match."""


def everyday_words(icon: Icon | Action) -> list[str]:
    """Return other phrases for an icon."""
    without = getattr(icon, "amount", 0) is None
    phrases = EVERYDAY.get(type(icon), ())
    return [one.removesuffix(" {amount}") if without else one.format(**vars(icon)) for one in phrases]


STACKED = N_("{front}, behind it {behind}")

NUMBERLESS = (
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

WITH_A_MARKET = frozenset(
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

Plain: TypeAlias = "str | int | list[str]"
"""The value of a card's part in a pack file or a journal."""


@dataclass(frozen=True)
class Names:
    """The market and sector names that phrases may contain; a pack can add its own."""

    markets: tuple[str, ...] = MARKETS
    sectors: tuple[str, ...] = SECTORS


NAMES = Names()

# From phrases to icons.

LONGEST = 700
"""Most characters of an icon's text: the longest answer, with a backslash before every character."""
MOST_IN_A_ROW = 20

_PRINTED: dict[type, list[list[str]]] = {
    kind: [one.split() for one in dict.fromkeys((phrase, phrase.removesuffix(" {amount}")))]
    for kind, phrase in PHRASES.items()
}
"""The words of each kind's phrases; an amount may be left out."""


def read_icon(text: object, where: OneOf | Several, names: Names = NAMES) -> Any:
    """Return the icon that a phrase names; if it names none, raise BadPack with the most similar phrase."""
    if not isinstance(text, str):
        raise BadPack(
            _("{value} is not {what}; enter text in quotation marks.", value=as_written(text), what=where.name)
        )
    if len(text) > LONGEST or not legible(text):
        raise BadPack(
            _("{words} can’t be read: enter at most {most} visible characters.", words=shown(text), most=LONGEST)
        )
    words = _after_then(text.strip())
    may_stack = isinstance(where, Several) or where.may_stack
    if may_stack and (found := _parted(words)):
        return Stacked(_read_one(found[0], where, names), _read_one(found[1], where, names))
    return _read_one(words, where, names)


def _after_then(words: str) -> str:
    first, *rest = words.split(None, 1) or [""]
    return rest[0] if rest and first.lower() == "then" else words


def _parted(words: str) -> tuple[str, str] | None:
    """Return the text before and after “, behind it”, outside quotation marks; None if it does not occur."""
    quoted = escaped = False
    for at, sign in enumerate(words):
        if escaped:
            escaped = False
        elif sign == '"':
            quoted = not quoted
        elif quoted:
            escaped = sign == "\\"
        elif sign == ",":
            match words[at + 1 :].split(None, 2):
                case [behind, it, rest] if (behind.lower(), it.lower()) == ("behind", "it"):
                    return words[:at], rest
    return None


def _read_one(words: str, where: OneOf | Several, names: Names) -> object:
    if words[:6].lower() == "other(" and words.endswith(")"):
        return Other(_quoted(words[6:-1].strip()))
    told = words.split()
    for kind in where.kinds:
        for printed in _PRINTED.get(kind, ()):
            gaps = _gaps(printed, told, names)
            if gaps is not None:
                return kind(**gaps)
    raise unknown(words, where.name, _what_would_be_right(words, where, names))


def _gaps(printed: Sequence[str], told: Sequence[str], names: Names) -> dict[str, str | int] | None:
    """Return the values for the gaps of a phrase; None if the words differ or a name is unknown."""
    if len(printed) != len(told):
        return None
    found: dict[str, str | int] = {}
    for word, said in zip(printed, told, strict=True):
        before, brace, gap = word.partition("{")
        if not brace:
            if word.lower() != said.lower():
                return None
            continue
        value = _gap(gap.removesuffix("}"), said.removeprefix(before), names) if said.startswith(before) else None
        if value is None:
            return None
        found[gap.removesuffix("}")] = value
    return found


def _gap(gap: str, said: str, names: Names) -> str | int | None:
    match gap:
        case "symbol":
            return said.lower() if said.lower() in names.markets else None
        case "sector":
            return said.upper() if said.upper() in names.sectors else None
        case "zone":
            return said.upper() if said.upper() in ZONES else None
        case _:
            return int(said) if is_number(said, 3) and not said.startswith("0") else None


def unknown(words: object, what: Text, hint: Text) -> BadPack:
    """Return the error for a phrase that is not allowed at its place, with a hint at a valid one."""
    said = shown(words) if isinstance(words, str) else as_written(words)
    return BadPack(_("“{words}” is not {what}; {hint}", words=said, what=what, hint=hint))


def _quoted(text: str) -> str:
    try:
        words = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        words = None
    if not isinstance(words, str) or not legible(words):
        raise BadPack(_('{words} can’t be read; use a backslash only before " or \\.', words=shown(text)))
    if not words.strip():
        raise BadPack(_('other("") is empty; describe the icon between the quotation marks.'))
    return words


def _what_would_be_right(words: str, where: OneOf | Several, names: Names) -> Text:
    known = list(wordings(where.kinds, names))
    return suggestion(words, known) or _(
        'possible values: {known}; enter anything else as other("your description").', known=Joined(map(Name, known))
    )


def suggestion(word: str, known: Iterable[str]) -> Text | None:
    """Return a “did you mean” question with the most similar known word; None if there is none."""
    spelt = {one.lower(): one for one in known}
    near = get_close_matches(word[:LONGEST].lower(), spelt, n=1, cutoff=0.6)
    return _("did you mean “{words}”?", words=Name(spelt[near[0]])) if near else None


def wordings(kinds: Iterable[type], names: Names = NAMES) -> Iterator[str]:
    """Yield all phrases of these kinds of icons; a number is filled in as an example."""
    for kind in kinds:
        phrase = PHRASES.get(kind, "")
        if "{symbol}" in phrase:
            yield from (phrase.format(symbol=market) for market in names.markets)
        elif "{sector}" in phrase:
            yield from (phrase.format(sector=sector) for sector in names.sectors)
        elif "{zone}" in phrase:
            yield from (phrase.format(zone=zone) for zone in ZONES)
        elif phrase:
            yield phrase.removesuffix(" {amount}").format(limit=10, amount=5)


# From icons to phrases.


def _phrase(icon: object) -> str:
    phrase = PHRASES[type(icon)]
    return phrase.removesuffix(" {amount}") if getattr(icon, "amount", None) is None else phrase


def write_icon(icon: Icon | Action | Stacked[Any]) -> str:
    """Return an icon's phrase in a pack."""
    match icon:
        case Stacked(front, behind):
            return STACKED.format(front=write_icon(front), behind=write_icon(behind))
        case Other(words):
            return f"other({json.dumps(words, ensure_ascii=False)})"
        case _:
            return _phrase(icon).format(**vars(icon))


def describe(icon: Icon | Action | Stacked[Any]) -> Text:
    """Return an icon's phrase, translated when it is shown.

    >>> str(describe(MostSymbols("tourism")))
    'most tourism symbols'
    """
    if isinstance(icon, Stacked):
        return Text(STACKED, front=describe(icon.front), behind=describe(icon.behind))
    phrase = SPOKEN.get(type(icon)) or _phrase(icon)
    if (whole := phrase.replace("{symbol}", str(getattr(icon, "symbol", "")))) in WITH_A_MARKET:
        return Text(whole)
    gaps = {name: value for name, value in vars(icon).items() if f"{{{name}}}" in phrase}
    return Text(phrase, **{name: _GAP_WORDS.get(name, Name)(str(value)) for name, value in gaps.items()})


_GAP_WORDS: dict[str, type[Text]] = {"symbol": Text, "words": PackWords}
"""Gaps whose value is translated; numbers and sectors are the same in every language."""


def describe_part(value: PartValue) -> Text:
    """Return the value of a card's part as text."""
    match value:
        case None:
            return _("not known yet")
        case ():
            return _("nothing")
        case tuple():
            return Joined([Name(one) if isinstance(one, str) else describe(one) for one in value], " > ")
        case int():
            return Name(str(value))
        case icon:
            return describe(icon)


# Parts of a card.


def read_part(card: Card, path: str, plain: object, names: Names = NAMES) -> Any:
    """Return the typed value of a part from a pack or an answer; raise BadPack if it is not allowed there."""
    match slot(card, path):
        case Number():
            return plain
        case Places():
            return tuple(_read_place(place, names) for place in _listed(plain))
        case Several() as row:
            if (place := path.rpartition(" ")[2]) != MAP:
                _read_place(place, names)
            return tuple(read_icon(words, row, names) for words in _listed(plain))
        case OneOf() as single:
            return read_icon(plain, single, names)


def _listed(plain: object) -> list[object]:
    if isinstance(plain, list):
        return at_most(plain, MOST_IN_A_ROW)
    raise no_list(plain)


def at_most(entries: list[object], most: int) -> list[object]:
    """Return the entries; raise BadPack if there are too many."""
    if len(entries) > most:
        raise BadPack(_("the list has {n} entries; at most {most} are allowed.", n=len(entries), most=most))
    return entries


def no_list(value: object) -> BadPack:
    """Return the error for a value that should be a list."""
    return BadPack(_("{value} is not a list; write it in square brackets.", value=as_written(value)))


def _read_place(place: object, names: Names) -> str:
    known = tuple(dict.fromkeys((*ZONES, *names.sectors)))
    if isinstance(place, str) and place.upper() in known:
        return place.upper()
    raise unknown(place, _("a zone or a sector"), right_one(place, known))


def right_one(word: object, known: Iterable[str]) -> Text:
    """Return a hint at the correct name: the most similar one, or else all known names."""
    names = list(known)
    return (suggestion(word, names) if isinstance(word, str) else None) or there_are(names)


def there_are(known: Iterable[str]) -> Text:
    """Return a hint that lists all known names."""
    names = [Name(one) for one in known]
    return _("possible values: {names}.", names=Joined(names)) if names else _("no possible value is known yet.")


def write_part(value: object) -> Plain:
    """Return a part's value as a pack holds it: a number, a phrase, or a list of phrases."""
    match value:
        case int() | str():
            return value
        case tuple():
            words = [str(write_part(one)) for one in value]
            row = not any(isinstance(one, str) for one in value)
            return [f"then {one}" if row and n else one for n, one in enumerate(words)]
        case _:
            return write_icon(value)  # type: ignore[arg-type]


def palette(card: Card, path: str, names: Names = NAMES) -> tuple[str, ...]:
    """Return the phrases to offer for a part, none for a number; a part with icons also accepts other("…")."""
    match slot(card, path):
        case Number():
            return ()
        case Places():
            return tuple(dict.fromkeys((*ZONES, *names.sectors)))
        case Several(kinds=kinds) | OneOf(kinds=kinds):
            return tuple(wordings(kinds, names))


def card_name(card: Card) -> Text:
    """Return the name of a card in a sentence: its majority, which identifies it (PA-G43), or else its id."""
    return Name(card.id) if card.majority is None else majority_words(card.majority)


def majority_words(majority: Majority) -> Text:
    """Return a majority as text."""
    return PackWords(majority.words) if isinstance(majority, Other) else describe(majority)


# Cards and whole packs as tables.


def section_parts(name: str, table: dict[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield the paths and values in a section's table, in an order in which they can be read."""
    for key in ("condition", "action", "order"):
        if key in table:
            yield f"{name}, {key}", table[key]
    for key in ("rows", "bonus"):
        if not isinstance(table.get(key, {}), dict):
            yield f"{name}, {key}", table[key]
            return
    for place, words in table.get("rows", {}).items():
        yield f"{name}, row {place}", words
    for zone, cell in table.get("bonus", {}).items():
        sides = cell.items() if isinstance(cell, dict) else [("", cell)]
        yield from ((f"{name}, bonus {zone} {side}".rstrip(), words) for side, words in sides)


def card_table(card: Card) -> dict[str, Any]:
    """Return a card as a table of the pack file."""
    about = {"id": card.id, "majority": card.majority, "number": card.number}
    found = {key: write_part(value) for key, value in about.items() if value is not None}
    provenance = {"owner": card.owner, "edition": card.edition, "checked": card.checked}
    found |= {key: value for key, value in provenance.items() if value is not None}
    if card.to_check:
        found["to_check"] = list(card.to_check)
    told = [_section_table(card, where, section) for where, section in sections(card)]
    return found | {"section": [section for section in told if section]}


def _section_table(card: Card, where: str, section: Section) -> dict[str, Any]:
    kind, number = where.split()
    if kind == "section" and section == Section():
        return {}
    found: dict[str, Any] = {"position": int(number) if kind == "section" else "unknown"}
    for path in paths_of_section(where, section):
        if (value := part(card, path)) is None:
            continue
        match path.removeprefix(f"{where}, ").split():
            case ["row", place]:
                found.setdefault("rows", {})[place] = write_part(value)
            case ["bonus", zone]:
                found.setdefault("bonus", {})[zone] = write_part(value)
            case ["bonus", zone, side]:
                found.setdefault("bonus", {}).setdefault(zone, {})[side] = write_part(value)
            case [key]:
                found[key] = write_part(value)
    return found
