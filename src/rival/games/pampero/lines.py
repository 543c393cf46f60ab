"""Contracts, link tokens and scoring cards as lines of text, “k7 A1 4+1 tourism”, in any language and alphabet."""

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
"""Marks a scoring card that fits the next scoring tile."""
NOT_TOLD = _("symbols unknown")


@cache
def market_words(names: tuple[str, ...]) -> Vocabulary[str]:
    """Return the vocabulary of the markets: the name of each in every language."""
    return Vocabulary((name, [name, *in_every_language(Text(name), spoken())]) for name in names)


def market_called(markets: tuple[str, ...], word: str) -> str | None:
    """Return the market that a word names, in any language or form or by its beginning; None if it is ambiguous."""
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
    """Return an answer of tiles in lines such as “k7 A1 4+1 tourism”; known tiles are options."""

    def read_line(words: str) -> Any:
        try:
            return read(words)
        except BadAnswer:
            tile_line(table, words, kind)  # if a single word is wrong, this names it
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
"""The highest price offered as buttons; a higher one can be typed."""


@lru_cache
def sector_part(names: tuple[str, ...]) -> Part:
    """Return the buttons for the sector of a line."""
    return Part(_("Sector"), [option(name) for name in names])


@lru_cache
def symbol_part(names: tuple[str, ...], least: int, most: int) -> Part:
    """Return the buttons for the market symbols of a line."""
    return Part(_("Symbols"), [option(name, Text(name)) for name in names], least, most)


PRICE_PARTS = (
    Part(_("Energy"), [option(str(n)) for n in range(1, MOST_ENERGY + 1)]),
    Part(_("Batteries"), [option(f"+{n}", Name(str(n))) for n in range(1, MOST_BATTERIES + 1)], 0, tight=True),
)
NEXT_PART = Part(_("Next scoring tile"), [option(NEXT.msgid, _("fits the next scoring tile"))], 0)

SIGNS = str.maketrans(dict.fromkeys(',;:()[]«»“”"', " "))
PLUS = re.compile(r"\s*\+\s*")


def words_in(phrase: str) -> list[str]:
    """Return the words of a line without punctuation; “4 + 1” becomes “4+1”."""
    return PLUS.sub("+", without_remarks(phrase).translate(SIGNS)).split()


def without_remarks(phrase: str) -> str:
    """Return the line without the remark “symbols not told”."""
    for remark in in_every_language(NOT_TOLD, spoken()):
        phrase = phrase.replace(remark, " ")
    return phrase


def tile_words_in(table: Table, phrase: str) -> list[str]:
    """Return the words of a line as a journal stores them: “4 energy, 1 battery” is “4+1”; drop filler words."""
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
    """Return whether a word is the unit of the price before it."""
    return unit_of(word) is not None and bool(before) and is_price(before[-1])


def is_name_in_box(table: Table, word: str) -> bool:
    """Return whether a word is the id of a tile in the pack."""
    return any(word in table.pack.by_id[kind] for kind in get_args(Kind))


def unit_of(word: str) -> str | None:
    """Return "energy" or "battery" if a word names one of them, otherwise None."""
    unit = thing_named(word)
    return unit if unit in ("energy", "battery") else None


SAYS_NOTHING = ("", "contract", "card", "score", "link", "foreign")


def says_nothing(word: str) -> bool:
    """Return whether a word adds nothing to the line: “contract”, “sector”, “symbol”."""
    return len(word) > 1 and not is_label(word) and thing_named(word) in SAYS_NOTHING


def word_meant(table: Table, word: str) -> str:
    """Return a word as a journal stores it, from any language and alphabet."""
    plain = word.translate(LETTERS)
    if plain.upper() in table.sectors:
        return plain.upper()
    if is_price(word) or is_scoring_tile(word):
        return word
    if folded(word) in said_of_next() or thing_named(word) == "next":
        return NEXT.msgid
    if is_label(plain):  # for instance k07, typed with a Cyrillic к
        return plain
    return market_called(table.pack.names.markets, word) or word


def is_label(word: str) -> bool:
    """Return whether a word can be the name of a new tile: it contains a digit."""
    return NAME.fullmatch(word) is not None and any(one.isdecimal() for one in word)


@cache
def said_of_next() -> frozenset[str]:
    """Return “next” in every language, normalised."""
    return frozenset(folded(one) for one in in_every_language(NEXT, spoken()))


def in_words(table: Table, phrase: str) -> Text:
    """Return a line as the history shows it: markets and “next” are translated, all else is unchanged."""
    spoken = {NEXT.msgid: NEXT} | {market: Text(market) for market in table.pack.names.markets}
    found = [word_meant(table, word) for word in words_in(phrase)]
    return Joined([spoken.get(word) or Name(word) for word in found], " ")


def split_words(table: Table, phrase: str) -> tuple[list[str], list[str], list[str], list[str]]:
    """Return the names, sectors, prices and markets of a line such as “k7 A1 4+1 tourism”."""
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
    """Return a typed line as a journal stores it; a word that resembles a market raises a question.

    A new name contains a digit: any other unknown word raises BadAnswer.
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
    """Return whether a word can occur in a line about this kind of tile."""
    return (
        word in table.sectors
        or word in table.pack.names.markets
        or is_price(word)
        or is_label(word)
        or is_name_in_box(table, word)
        or (kind == "specialist" and (word == NEXT.msgid or is_scoring_tile(word)))
    )


def unknown_word(word: str) -> BadAnswer:
    """Return the error for a word that names nothing."""
    return BadAnswer(
        _(
            "“{name}” is not a market or a sector. A name must contain a digit, for instance “k7”.",
            name=shown(word),
        )
    )


LONGEST_BEFORE = 100
"""Most characters of a line that can continue after a comma."""


def goes_on(table: Table, before: str, behind: str, kind: Kind) -> bool:
    """Return whether a line continues after a comma: in parentheses, after “A1, 4 energy”, or inside “1,1”."""
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
    """Return whether a word is a price: “4”, or “4+1” for four energy and a battery."""
    energy, plus, batteries = word.partition("+")
    return all(one and is_number(one, 2) for one in ([energy, batteries] if plus else [energy]))


def read_tile(table: Table, phrase: str, among: Sequence[str], kind: str = "contract") -> Tile:
    """Return the contract or foreign-market card that a line describes: name (optional), sector, price, symbols."""
    names, sectors, prices, symbols = split_words(table, phrase)
    entry = table.entry(kind, names[0]) if names else None
    sector = sectors[0] if sectors else entry.sector if entry else None
    if sector is None and len(among) == 1:
        sector = among[0]
    if sector is not None and sector not in among:
        raise BadAnswer(
            _(
                "“{phrase}”: this question is only about {sectors}.",
                phrase=shown(phrase),
                sectors=Name(", ".join(among)),
            )
        )
    if len(names) > 1 or len(sectors) > 1 or len(prices) > 1 or len(symbols) > 2 or sector is None:
        raise BadAnswer(
            _(
                "“{phrase}” can’t be read. Enter a contract as sector, energy, symbols: “A1 4 "
                "tourism” or, with a battery, “A1 4+1 tourism”. You can put a name first.",
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
"""Names of tiles; the program itself assigns names such as #1."""


def checked_name(name: str) -> str:
    """Return the name; raise BadAnswer if it has a wrong form."""
    if not NAME.fullmatch(name):
        raise BadAnswer(
            _("“{name}” is not a market, a sector or a valid name (letters, digits, dots).", name=shown(name))
        )
    return name


def tile_phrase(tile: Tile) -> str:
    """Return a tile as a typed line."""
    price = [] if tile.energy is None else [f"{tile.energy}+{tile.batteries}" if tile.batteries else str(tile.energy)]
    return " ".join([tile.name, tile.sector, *price, *(tile.symbols or ())]).strip()


def tile_words(tile: Tile) -> Text:
    """Return a tile as text for the screen."""
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
    """Return a tile as an option."""
    return option(tile.name, tile_words(tile), value=tile)


def read_token(table: Table, phrase: str) -> Token:
    """Return the link token that a line describes: name (optional), sector, symbols."""
    names, sectors, prices, symbols = split_words(table, phrase)
    entry = table.entry("link_token", names[0]) if names else None
    sector = sectors[0] if sectors else entry.sector if entry else None
    if len(names) > 1 or len(sectors) > 1 or prices or sector is None:
        raise BadAnswer(
            _(
                "“{phrase}” can’t be read. Enter a link token as sector and symbols, for instance “B1 tourism”.",
                phrase=shown(phrase),
            )
        )
    name = checked_name(names[0]) if names else ""
    return Token(name, sector, tuple(symbols) or (entry.symbols if entry else None))


def token_phrase(token: Token) -> str:
    """Return a link token as a typed line."""
    return " ".join([token.name, token.sector, *(token.symbols or ())]).strip()


def read_scorer(table: Table, phrase: str) -> Scorer:
    """Return the specialist scoring card that a line describes: name (optional), symbols, perhaps “next”."""
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
                "“{phrase}” can’t be read. Enter a scoring card as its symbols, with “next” if it "
                "fits the next scoring tile, for instance “next tourism remote”. You can put a name "
                "first.",
                phrase=shown(phrase),
            )
        )
    entry = table.entry("specialist", names[0]) if names else None
    name = checked_name(names[0]) if names else ""
    tile = tile or (not_next(table) if symbols else entry.scoring_tile if entry else None)
    return Scorer(name, tile, tuple(symbols) or (entry and entry.symbols))


def not_next(table: Table) -> str:
    """Return the scoring tile to store for a card that does not fit the next one."""
    return f"@not {table.scoring}"


def is_scoring_tile(word: str) -> bool:
    """Return whether a word is the number of a scoring tile, such as “3.1”."""
    before, dot, after = word.partition(".")
    return bool(dot and before and after) and is_number(before, 3) and is_number(after, 3)


COMMA_IN_NUMBER = re.compile(r"(?<![\w.,+])([0-9]{1,3}) ?[,.] ?([0-9]{1,3})(?![\w,+])")


class ScoringTileNumber(Words):
    """An answer type for the number of a scoring tile, such as “1.1”."""

    def check(self, value: Json) -> str:
        """Return the number with a point."""
        return with_points(super().check(value))

    def show(self, value: Json) -> Text:
        """Return the number as text."""
        return Name(self.check(value))


def with_points(phrase: str) -> str:
    """Return the line with points in the numbers of scoring tiles: “1,1” becomes “1.1”."""
    return COMMA_IN_NUMBER.sub(r"\1.\2", phrase)


def scorer_phrase(scorer: Scorer) -> str:
    """Return a scoring card as a typed line."""
    fits = scorer.tile is not None and not scorer.tile.startswith("@not")
    tile = [NEXT.msgid if (scorer.tile or "").startswith("@") else scorer.tile or ""] if fits else []
    return " ".join([scorer.name, *tile, *(scorer.symbols or ())]).strip()


def scorer_words(scorer: Scorer) -> Text:
    """Return a scoring card as text for the screen."""
    symbols = Joined([Text(symbol) for symbol in scorer.symbols or ()]) if scorer.symbols else NOT_TOLD
    return _("{name} ({about})", name=Name(scorer.name), about=symbols)


def named(found: Sequence[Any], taken: Sequence[str]) -> dict[str, Any]:
    """Return the tiles by name; a tile without a name gets a number."""
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
    """Store the entered details of a named tile in the owner's pack, unless the pack has them."""
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
    """Return options for the tiles of these sectors that the pack knows by name and that are still available."""
    gone = {tile.name for tile in table.vj.contracts} if kind == "contract" else set(table.vj.sales)
    entries = [one for one in getattr(table.pack, f"{kind}s") if one.sector in among and one.id not in gone]
    return [tile_option(tile_in_pack(one)) for one in entries]


@lru_cache(maxsize=256)
def tile_in_pack(entry: Any) -> Tile:
    """Return the contract or foreign-market card of a pack entry."""
    return Tile(entry.id, entry.sector, entry.energy, entry.batteries, getattr(entry, "symbols", None))


# The parts of a line as buttons.


def contract_parts(table: Table, among: Sequence[str]) -> list[Part]:
    """Return the buttons for a contract."""
    return [sector_part(tuple(among)), *PRICE_PARTS, symbol_part(tuple(table.vj.markers), 0, 2)]


def foreign_parts(among: Sequence[str]) -> list[Part]:
    """Return the buttons for a foreign-market card."""
    return [sector_part(tuple(among)), *PRICE_PARTS]


def token_parts(table: Table) -> list[Part]:
    """Return the buttons for a link token."""
    return [sector_part(tuple(table.sectors)), symbol_part(tuple(table.vj.markers), 0, 5)]


def scorer_parts(table: Table) -> list[Part]:
    """Return the buttons for a scoring card."""
    return [NEXT_PART, symbol_part(tuple(table.vj.markers), 1, 5)]
