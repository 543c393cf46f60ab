"""Contracts, link tokens and scoring cards as lines of words, “k7 A1 4+1 tourism”, in any language and alphabet."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias, get_args

from rival.games.pampero.outside import is_number, shown, spoken
from rival.games.pampero.table import Scorer, Table, Tile, Token
from rival.games.pampero.word_forms import thing_named
from rival.kernel import BadAnswer, Joined, Json, Name, Option, Part, Phrases, Text, Words, _, n_, option
from rival.kernel.shapes import Options, did_you_mean
from rival.kernel.texts import in_every_language
from rival.kernel.vocabulary import LETTERS, Vocabulary, folded

NEXT = _("next")
"""Said of a scoring card that fits the next scoring tile."""
NOT_TOLD = _("symbols not told")


@cache
def market_words(names: tuple[str, ...]) -> Vocabulary[str]:
    """Every market under its name in every language."""
    return Vocabulary((name, [name, *in_every_language(Text(name), spoken())]) for name in names)


def market_called(markets: tuple[str, ...], word: str) -> str | None:
    """The market that a word means: its name in any language and form, or the beginning of it."""
    known = market_words(markets)
    if (form := thing_named(word)) in markets:
        return form
    found = known.called(word) or (known.begun(word) if len(word) >= 3 else [])
    return found[0] if len(found) == 1 else None


def described(
    table: Table,
    known: Options,
    read: Callable[[str], Any],
    parts: Sequence[Part],
    most: int | None = None,
    *,
    kind: Kind = "contract",
    default: Sequence[str] = (),
) -> Phrases:
    """Tiles in lines such as “k7 A1 4+1 tourism”: picked where they are known, else read word by word."""

    def read_line(words: str) -> Any:
        try:
            return read(words)
        except BadAnswer:
            tile_line(table, words, kind)  # where one word is a slip, it says which
            raise

    return Phrases(
        known,
        most=most,
        default=default,
        read=read_line,
        parts=parts,
        say=lambda words: in_words(table, words),
        keep=lambda words: tile_line(table, words, kind),
        continues=lambda before, behind: goes_on(table, before, behind, kind),
    )


Kind: TypeAlias = Literal["contract", "foreign_card", "link_token", "specialist"]

MOST_ENERGY, MOST_BATTERIES = 12, 3
"""What a tile costs at most, to be tapped; more can be written."""


@lru_cache
def sector_part(names: tuple[str, ...]) -> Part:
    return Part(_("Sector"), [option(name) for name in names])


@lru_cache
def symbol_part(names: tuple[str, ...], least: int, most: int) -> Part:
    return Part(_("Symbols"), [option(name, Text(name)) for name in names], least, most)


PRICE_PARTS = (
    Part(_("Energy"), [option(str(n)) for n in range(1, MOST_ENERGY + 1)]),
    Part(_("Batteries"), [option(f"+{n}", Name(str(n))) for n in range(1, MOST_BATTERIES + 1)], 0, tight=True),
)
NEXT_PART = Part(_("Next scoring tile"), [option(NEXT.msgid, _("fits the next scoring tile"))], 0)

SIGNS = str.maketrans(dict.fromkeys(',;:()[]«»“”"', " "))
PLUS = re.compile(r"\s*\+\s*")


def words_in(phrase: str) -> list[str]:
    return PLUS.sub("+", without_remarks(phrase).translate(SIGNS)).split()


def without_remarks(phrase: str) -> str:
    """The phrase without “symbols not told”, which says nothing of a card."""
    for remark in in_every_language(NOT_TOLD, spoken()):
        phrase = phrase.replace(remark, " ")
    return phrase


def tile_words_in(table: Table, phrase: str) -> list[str]:
    """The words of a line as a journal keeps them; “4 energy, 1 battery” is “4+1”, and words that say no more go."""
    found: list[str] = []
    price: dict[str, int] = {}
    words = words_in(phrase)
    place = 0
    for n, word in enumerate(words):
        meant = word_meant(table, word)
        unit = unit_of(words[n + 1]) if n + 1 < len(words) else None
        if is_number(word, 2) and unit is not None and unit not in price:
            place = place if price else len(found)
            price[unit] = int(word)
        elif is_name_in_box(table, meant) or not (unit_follows_price(words[:n], word) or says_nothing(meant)):
            found.append(meant)
    if price:
        batteries = price.get("battery", 0)
        found.insert(place, f"{price.get('energy', 0)}+{batteries}" if batteries else str(price["energy"]))
    return found


def unit_follows_price(before: Sequence[str], word: str) -> bool:
    return unit_of(word) is not None and bool(before) and is_price(before[-1])


def is_name_in_box(table: Table, word: str) -> bool:
    return any(word in table.pack.by_id[kind] for kind in get_args(Kind))


def unit_of(word: str) -> str | None:
    unit = thing_named(word)
    return unit if unit in ("energy", "battery") else None


SAYS_NOTHING = ("", "contract", "card", "score", "link", "foreign")


def says_nothing(word: str) -> bool:
    """Whether a word only says what is described anyway: “contract”, “sector”, “symbol”."""
    return len(word) > 1 and not is_label(word) and thing_named(word) in SAYS_NOTHING


def word_meant(table: Table, word: str) -> str:
    """A word of such a line as a journal keeps it, whatever the language and the letters it was typed in."""
    plain = word.translate(LETTERS)
    if plain.upper() in table.sectors:
        return plain.upper()
    if is_price(word) or is_scoring_tile(word):
        return word
    if folded(word) in said_of_next() or thing_named(word) == "next":
        return NEXT.msgid
    if is_label(plain):  # k07, typed with a Cyrillic к
        return plain
    return market_called(table.pack.names.markets, word) or word


def is_label(word: str) -> bool:
    """Whether a word can be the name of a tile that nobody knows yet: it holds a digit."""
    return NAME.fullmatch(word) is not None and any(one.isdecimal() for one in word)


@cache
def said_of_next() -> frozenset[str]:
    return frozenset(folded(one) for one in in_every_language(NEXT, spoken()))


def in_words(table: Table, phrase: str) -> Text:
    """Such a line in the history: what has words of its own under them, all the rest as it is written."""
    spoken = {NEXT.msgid: NEXT} | {market: Text(market) for market in table.pack.names.markets}
    found = [word_meant(table, word) for word in words_in(phrase)]
    return Joined([spoken.get(word) or Name(word) for word in found], " ")


def split_words(table: Table, phrase: str) -> tuple[list[str], list[str], list[str], list[str]]:
    """What stands in a line such as “k7 A1 4+1 tourism”: names, sectors, prices, markets."""
    names, sectors, prices, symbols = [], [], [], []
    for meant in tile_words_in(table, phrase):
        if meant in table.sectors:
            sectors.append(meant)
        elif is_price(meant):
            prices.append(meant)
        elif meant in table.pack.names.markets:
            symbols.append(meant)
        else:
            names.append(meant)
    return names, sectors, prices, symbols


def tile_line(table: Table, phrase: str, kind: Kind) -> str:
    """Return a line that somebody types now as a journal keeps it; a word that is only near to a market is asked about.

    A new name holds a digit: any other word that is not known is a slip.
    """
    words = tile_words_in(table, with_points(phrase) if kind == "specialist" else phrase)
    for n, word in enumerate(words):
        if is_known_word(table, word, kind):
            continue
        markets = market_words(table.pack.names.markets)
        if near := markets.near(word, 1):
            corrected = " ".join([*words[:n], near[0], *words[n + 1 :]])
            raise did_you_mean(word, [Text(near[0])], corrected)
        raise unknown_word(word)
    return " ".join(words)


def is_known_word(table: Table, word: str, kind: Kind) -> bool:
    return (
        word in table.sectors
        or word in table.pack.names.markets
        or is_price(word)
        or is_label(word)
        or is_name_in_box(table, word)
        or (kind == "specialist" and (word == NEXT.msgid or is_scoring_tile(word)))
    )


def unknown_word(word: str) -> BadAnswer:
    return BadAnswer(
        _("“{name}” is neither a market nor a sector; a name holds a digit, for instance “k7”.", name=shown(word))
    )


LONGEST_BEFORE = 100
"""Characters of a line that may go on behind a comma."""


def goes_on(table: Table, before: str, behind: str, kind: Kind) -> bool:
    """Whether a line goes on behind a comma: in parentheses, behind “A1, 4 energy”, or inside “1,1”."""
    if len(before) > LONGEST_BEFORE or len(behind) > LONGEST_BEFORE:
        return False
    if before.count("(") > before.count(")"):
        return True
    if kind == "specialist":
        return before.rpartition(" ")[2].isdecimal() and behind[:1].isdecimal()
    more = split_words(table, behind)
    names, sectors, prices, symbols = split_words(table, f"{before}, {behind}")
    one_of_each = len(names) <= 1 and len(sectors) == 1 and len(prices) <= 1 and len(symbols) <= 2
    return one_of_each and bool(split_words(table, before)[1]) and not more[0]


def is_price(word: str) -> bool:
    """“4”, or “4+1” for four energy and a battery."""
    energy, plus, batteries = word.partition("+")
    return all(one and is_number(one, 2) for one in ([energy, batteries] if plus else [energy]))


def read_tile(table: Table, phrase: str, among: Sequence[str], kind: str = "contract") -> Tile:
    """A contract or foreign-market card in words: a name if it has one, sector, energy (+batteries), symbols."""
    names, sectors, prices, symbols = split_words(table, phrase)
    entry = table.entry(kind, names[0]) if names else None
    sector = sectors[0] if sectors else entry.sector if entry else None
    if sector is None and len(among) == 1:
        sector = among[0]
    if sector is not None and sector not in among:
        raise BadAnswer(
            _("“{phrase}”: only {sectors} are asked about.", phrase=shown(phrase), sectors=Name(", ".join(among)))
        )
    if len(names) > 1 or len(sectors) > 1 or len(prices) > 1 or len(symbols) > 2 or sector is None:
        raise BadAnswer(
            _(
                "“{phrase}” is not understood: write a contract as sector, energy, symbols: “A1 4 tourism” "
                "or, with a battery, “A1 4+1 tourism”; a name may stand before it.",
                phrase=shown(phrase),
            )
        )
    energy, _plus, batteries = (prices[0] if prices else "").partition("+")
    return Tile(
        checked_name(names[0]) if names else "",
        sector,
        int(energy) if energy else entry.energy if entry else None,
        int(batteries or 0) if energy else entry.batteries if entry else None,
        tuple(symbols) or getattr(entry, "symbols", None),
    )


NAME = re.compile(r"#?[A-Za-z0-9_.-]{1,30}")
"""What a tile can be called; a number behind # is one that the program gave it."""


def checked_name(name: str) -> str:
    if not NAME.fullmatch(name):
        raise BadAnswer(
            _("“{name}” is neither a market nor a sector, nor a name (letters, digits, dots).", name=shown(name))
        )
    return name


def tile_phrase(tile: Tile) -> str:
    """A contract as it is typed."""
    price = [] if tile.energy is None else [f"{tile.energy}+{tile.batteries}" if tile.batteries else str(tile.energy)]
    return " ".join([tile.name, tile.sector, *price, *(tile.symbols or ())]).strip()


def tile_words(tile: Tile) -> Text:
    """A contract as it is shown."""
    parts: list[Text] = [Name(tile.sector)]
    if tile.energy is not None:
        parts.append(n_("{n} energy", "{n} energy", tile.energy))
    if tile.batteries:
        parts.append(n_("{n} battery", "{n} batteries", tile.batteries))
    parts += [Text(symbol) for symbol in tile.symbols or ()]
    if tile.name.startswith("#"):
        return Joined(parts)
    return _("{name} ({about})", name=Name(tile.name), about=Joined(parts))


@lru_cache(maxsize=1024)
def tile_option(tile: Tile) -> Option:
    return option(tile.name, tile_words(tile), value=tile)


def read_token(table: Table, phrase: str) -> Token:
    """A link token in words: its sector and symbols, a name before it if you like."""
    names, sectors, prices, symbols = split_words(table, phrase)
    entry = table.entry("link_token", names[0]) if names else None
    sector = sectors[0] if sectors else entry.sector if entry else None
    if len(names) > 1 or len(sectors) > 1 or prices or sector is None:
        raise BadAnswer(
            _(
                "“{phrase}” is not understood: write a link token as sector and symbols, for instance “B1 tourism”.",
                phrase=shown(phrase),
            )
        )
    name = checked_name(names[0]) if names else ""
    return Token(name, sector, tuple(symbols) or (entry.symbols if entry else None))


def token_phrase(token: Token) -> str:
    return " ".join([token.name, token.sector, *(token.symbols or ())]).strip()


def read_scorer(table: Table, phrase: str) -> Scorer:
    """A specialist scoring card in words: a name, its symbols, and “next” if it fits the next scoring tile."""
    tile, rest = None, []
    for word in tile_words_in(table, with_points(phrase)):
        if word == NEXT.msgid:
            tile = f"@{table.scoring}"
        elif is_scoring_tile(word):
            tile = word
        else:
            rest.append(word)
    names, sectors, prices, symbols = split_words(table, " ".join(rest))
    if len(names) > 1 or sectors or prices:
        raise BadAnswer(
            _(
                "“{phrase}” is not understood: write a scoring card as its symbols, with “next” if it fits the next "
                "scoring tile, for instance “next tourism remote”; a name may stand before it.",
                phrase=shown(phrase),
            )
        )
    entry = table.entry("specialist", names[0]) if names else None
    name = checked_name(names[0]) if names else ""
    tile = tile or (not_next(table) if symbols else entry.scoring_tile if entry else None)
    return Scorer(name, tile, tuple(symbols) or (entry and entry.symbols))


def not_next(table: Table) -> str:
    """Said of a scoring card that does not fit the next scoring tile."""
    return f"@not {table.scoring}"


def is_scoring_tile(word: str) -> bool:
    """“3.1”."""
    before, dot, after = word.partition(".")
    return bool(dot and before and after) and is_number(before, 3) and is_number(after, 3)


COMMA_IN_NUMBER = re.compile(r"(?<![\w.,+])([0-9]{1,3}) ?[,.] ?([0-9]{1,3})(?![\w,+])")


class ScoringTileNumber(Words):
    """The number of a scoring tile, “1.1”."""

    def check(self, value: Json) -> str:
        return with_points(super().check(value))

    def show(self, value: Json) -> Text:
        return Name(self.check(value))


def with_points(phrase: str) -> str:
    """The numbers of scoring tiles with a point: “1,1” is “1.1”."""
    return COMMA_IN_NUMBER.sub(r"\1.\2", phrase)


def scorer_phrase(scorer: Scorer) -> str:
    fits = scorer.tile is not None and not scorer.tile.startswith("@not")
    tile = [NEXT.msgid if (scorer.tile or "").startswith("@") else scorer.tile or ""] if fits else []
    return " ".join([scorer.name, *tile, *(scorer.symbols or ())]).strip()


def scorer_words(scorer: Scorer) -> Text:
    symbols = Joined([Text(symbol) for symbol in scorer.symbols or ()]) if scorer.symbols else NOT_TOLD
    return _("{name} ({about})", name=Name(scorer.name), about=symbols)


def named(found: Sequence[Any], taken: Sequence[str]) -> dict[str, Any]:
    """Tiles by name; one without a name gets a number."""
    by_name: dict[str, Any] = {}
    for one in found:
        number = 1
        name = one.name
        while not name or name in by_name or (not one.name and name in taken):
            name = f"#{number}"
            number += 1
        by_name[name] = one if name == one.name else replace(one, name=name)
    return by_name


def remember(table: Table, kind: str, one: Any, fields: Sequence[tuple[str, str]]) -> None:
    """What was told of a tile that has a name goes into the owner's pack."""
    if one.name.startswith("#"):
        return
    entry = table.entry(kind, one.name)
    for attribute, field in fields:
        value = getattr(one, attribute)
        value = list(value) if isinstance(value, tuple) else value
        if value is not None and getattr(entry, field) is None:
            table.tell(f"{kind} {one.name}, {field}", value)


TILE_FIELDS = (("energy", "energy"), ("batteries", "batteries"), ("symbols", "symbols"))
SCORER_FIELDS = (("symbols", "symbols"),)
TOKEN_FIELDS = (("symbols", "symbols"),)


def known_tiles(table: Table, kind: str, among: Sequence[str]) -> list[Option]:
    """The tiles of some sectors that the pack knows by name: to be picked instead of described."""
    gone = {tile.name for tile in table.vj.contracts} if kind == "contract" else set(table.vj.sales)
    entries = [one for one in getattr(table.pack, f"{kind}s") if one.sector in among and one.id not in gone]
    return [tile_option(tile_in_pack(one)) for one in entries]


@lru_cache(maxsize=256)
def tile_in_pack(entry: Any) -> Tile:
    """A contract or a foreign-market card as the pack tells of it."""
    return Tile(entry.id, entry.sector, entry.energy, entry.batteries, getattr(entry, "symbols", None))


# What a tile shows, part by part, for whoever taps it together.


def contract_parts(table: Table, among: Sequence[str]) -> list[Part]:
    return [sector_part(tuple(among)), *PRICE_PARTS, symbol_part(tuple(table.vj.markers), 0, 2)]


def foreign_parts(among: Sequence[str]) -> list[Part]:
    return [sector_part(tuple(among)), *PRICE_PARTS]


def token_parts(table: Table) -> list[Part]:
    return [sector_part(tuple(table.sectors)), symbol_part(tuple(table.vj.markers), 0, 5)]


def scorer_parts(table: Table) -> list[Part]:
    return [NEXT_PART, symbol_part(tuple(table.vj.markers), 1, 5)]
