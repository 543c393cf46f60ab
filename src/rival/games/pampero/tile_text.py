"""Contracts, link tokens and scoring cards as lines of text, “k7 A1 4+1 tourism”, in any language and alphabet."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias

from rival.games.pampero.pack_model import TileNames
from rival.games.pampero.safe_text import is_number, load_catalogues, sanitize_text
from rival.games.pampero.table import MapToken, ScoringCard, Table, Tile
from rival.games.pampero.word_forms import identify_word
from rival.kernel import (
    BadAnswerError,
    DidYouMeanError,
    FreeText,
    JoinedText,
    Json,
    Name,
    Option,
    PhrasePart,
    Text,
    TextList,
    _,
    make_option,
    n_,
)
from rival.kernel.answer_types import OptionSource, make_suggestion_error
from rival.kernel.texts import render_in_all_languages
from rival.kernel.vocabulary import LOOKALIKE_LETTERS, Vocabulary, normalize_text

NEXT_TILE = _("next")
"""Marks a scoring card that fits the next scoring tile."""
SYMBOLS_UNKNOWN = _("symbols unknown")


@cache
def build_market_vocabulary(names: tuple[str, ...]) -> Vocabulary[str]:
    """Return the names of all markets in every language."""
    return Vocabulary((name, [name, *render_in_all_languages(Text(name), load_catalogues())]) for name in names)


def find_market(markets: tuple[str, ...], word: str) -> str | None:
    """Return the market that a word names in any language; None if there is none or more than one."""
    vocabulary = build_market_vocabulary(markets)
    if (concept := identify_word(word)) in markets:
        return concept
    matches = vocabulary.find(word) or (vocabulary.find_prefix(word) if len(word) >= 3 else [])
    return matches[0] if len(matches) == 1 else None


def make_tile_phrases(
    table: Table,
    options: OptionSource,
    read_tile_line: Callable[[str], Any],
    parts: Sequence[PhrasePart],
    maximum: int | None = None,
    *,
    kind: TileKind = "contract",
    default: Sequence[str] = (),
) -> TextList:
    """Return the answer type for a list of typed tiles such as “k7 A1 4+1 tourism”."""

    def read_line(line: str) -> Any:
        """Return the standard form of a typed tile."""
        try:
            return read_tile_line(line)
        except BadAnswerError:
            normalize_tile_line(table, line, kind)  # if a single word is wrong, this names it
            raise

    return TextList(
        options,
        maximum=maximum,
        default=default,
        parse_entry=read_line,
        parts=parts,
        format_entry=lambda line: describe_line(table, line),
        normalize_phrase=lambda line: normalize_tile_line(table, line, kind),
        is_continuation=lambda text_before, text_after: is_line_continued(table, text_before, text_after, kind),
    )


TileKind: TypeAlias = Literal["contract", "foreign_card", "link_token", "specialist"]

MAX_OFFERED_ENERGY, MAX_OFFERED_BATTERIES = 12, 3
"""The highest price offered as a button; the player can type a higher one."""


@lru_cache
def make_sector_buttons(names: tuple[str, ...]) -> PhrasePart:
    """Return the input buttons for a tile's sector."""
    return PhrasePart(_("Sector"), [make_option(name) for name in names])


@lru_cache
def make_symbol_buttons(names: tuple[str, ...], minimum: int, maximum: int) -> PhrasePart:
    """Return the input buttons for a tile's market symbols."""
    return PhrasePart(_("Symbols"), [make_option(name, Text(name)) for name in names], minimum, maximum)


PRICE_PARTS = (
    PhrasePart(_("Energy"), [make_option(str(n)) for n in range(1, MAX_OFFERED_ENERGY + 1)]),
    PhrasePart(
        _("Batteries"),
        [make_option(f"+{n}", Name(str(n))) for n in range(1, MAX_OFFERED_BATTERIES + 1)],
        0,
        has_no_space_before=True,
    ),
)
FITS_NEXT_TILE = _("fits the next scoring tile")
NEXT_PART = PhrasePart(_("Next scoring tile"), [make_option(NEXT_TILE.msgid, FITS_NEXT_TILE)], 0)

SEPARATORS = str.maketrans(dict.fromkeys(',;:()[]«»“”"', " "))
PLUS_PATTERN = re.compile(r"(?<!\s)\s*+\+\s*+")
"""A plus sign and the spaces around it. A match begins at the first space, so a long run is read only once."""


def split_into_words(line: str) -> list[str]:
    """Split a typed line into words without punctuation.

    For example, “4 + 1” becomes “4+1”, and “remote + tourism” becomes two words.
    """
    line_words = PLUS_PATTERN.sub("+", remove_remarks(line).translate(SEPARATORS)).split()
    return [part for word in line_words for part in ([word] if has_digit(word) else word.split("+")) if part]


def has_digit(word: str) -> bool:
    """Return whether a word contains a digit."""
    return any(character.isdecimal() for character in word)


@cache
def list_remarks() -> tuple[tuple[str, str], ...]:
    """Return the remarks that a line may contain in any language, each with its replacement word."""
    unknown = render_in_all_languages(SYMBOLS_UNKNOWN, load_catalogues())
    fitting = render_in_all_languages(FITS_NEXT_TILE, load_catalogues())
    return (*((remark, " ") for remark in unknown), *((remark, NEXT_TILE.msgid) for remark in fitting))


def remove_remarks(line: str) -> str:
    """Drop the remark “symbols unknown” from the line, and replace “fits the next scoring tile” with “next”."""
    for remark, replacement in list_remarks():
        line = line.replace(remark, replacement)
    return line


@lru_cache(maxsize=1024)
def normalize_tile_words(names: TileNames, line: str) -> tuple[str, ...]:
    """Return a line's words as stored in a journal, without filler words.

    “4 energy, 1 battery”, “energy 4, batteries 1” and “4 and 1 battery” become “4+1”. “tourism ×2” becomes “tourism
    tourism”.
    """
    result: list[str] = []
    price: dict[str, int] = {}
    line_words = drop_prepositions(names, split_into_words(line))
    unit_offset = -1 if is_unit_before_number(line_words) else 1
    price_position = 0
    for n, word in enumerate(line_words):
        normalized_word = normalize_word(names, word)
        unit = get_price_unit(line_words[n + unit_offset]) if 0 <= n + unit_offset < len(line_words) else None
        if is_number(word, 2) and unit is not None and unit not in price:
            if unit == "battery" and not price and result and is_number(result[-1], 2):
                price["energy"] = int(result.pop())
                price_position = len(result)
            price_position = price_position if price else len(result)
            price[unit] = int(word)
        elif normalized_word in names.tiles or not (
            is_unit_of_price(line_words, n, unit_offset) or is_filler(normalized_word)
        ):
            result.append(normalized_word)
    if price:
        batteries = price.get("battery", 0)
        result.insert(price_position, f"{price.get('energy', 0)}+{batteries}" if batteries else str(price["energy"]))
    return tuple(repeat_symbols(names, result))


PREPOSITIONS = frozenset(("и", "в", "к", "о", "у", "a"))
"""One-letter words that add nothing to a line."""


def drop_prepositions(names: TileNames, line_words: Sequence[str]) -> list[str]:
    """Drop one-letter words, so that the Russian preposition in «с символом» is not read as sector C."""
    sectors = [word for word in line_words if normalize_word(names, word) in names.sectors]
    remaining = []
    for n, word in enumerate(line_words):
        following = normalize_word(names, line_words[n + 1]) if n + 1 < len(line_words) else ""
        is_before_symbol = is_filler(following) or (len(sectors) > 1 and following in names.markets)
        if word not in PREPOSITIONS and not (word == "с" and is_before_symbol):
            remaining.append(word)
    return remaining


def is_unit_before_number(line_words: Sequence[str]) -> bool:
    """Return whether the units of a price come before their numbers, as in “energy 4”."""
    unit = next((n for n, word in enumerate(line_words) if get_price_unit(word)), len(line_words))
    return (
        unit + 1 < len(line_words)
        and is_number(line_words[unit + 1], 2)
        and not any(is_price(word) for word in line_words[:unit])
    )


def is_unit_of_price(line_words: Sequence[str], n: int, unit_offset: int) -> bool:
    """Return whether a word is the unit of the adjacent price."""
    price_position = n - unit_offset
    return (
        get_price_unit(line_words[n]) is not None
        and 0 <= price_position < len(line_words)
        and is_price(line_words[price_position])
    )


MULTIPLIER_PATTERN = re.compile(r"[x×х*]([2-5])|([2-5])[x×х*]", re.IGNORECASE)


def repeat_symbols(names: TileNames, line_words: Sequence[str]) -> list[str]:
    """Repeat the symbols that have a count: “tourism ×2” and “2x tourism” become “tourism tourism”."""
    markets = names.markets
    result: list[str] = []
    times = 1
    for n, word in enumerate(line_words):
        multiplier = None if word in names.tiles else MULTIPLIER_PATTERN.fullmatch(word)
        if multiplier and multiplier[1] and n and line_words[n - 1] in markets:
            result += [line_words[n - 1]] * (int(multiplier[1]) - 1)
        elif multiplier and multiplier[2] and n + 1 < len(line_words) and line_words[n + 1] in markets:
            times = int(multiplier[2])
        else:
            result += [word] * times
            times = 1
    return result


def get_price_unit(word: str) -> str | None:
    """Return "energy" or "battery" if the word names that unit; otherwise return None."""
    unit = identify_word(word)
    return unit if unit in ("energy", "battery") else None


FILLER_CONCEPTS = ("", "contract", "card", "score", "link", "foreign", "price")


def is_filler(word: str) -> bool:
    """Return whether a word such as “contract” or “sector” can be ignored."""
    return len(word) > 1 and not is_tile_label(word) and identify_word(word) in FILLER_CONCEPTS


@lru_cache(maxsize=4096)
def normalize_word(names: TileNames, word: str) -> str:
    """Return a word in the language-independent form in which it is stored."""
    latin_word = word.translate(LOOKALIKE_LETTERS)
    if (sector := latin_word.upper().replace("-", "")) in names.sectors:
        return sector
    if is_price(word) or is_scoring_tile_number(word):
        return word
    if normalize_text(word) in list_next_words() or identify_word(word) == "next":
        return NEXT_TILE.msgid
    if is_tile_label(latin_word):  # for instance k07, typed with a Cyrillic к
        return latin_word
    return find_market(names.markets, word) or word


def is_tile_label(word: str) -> bool:
    """Return whether a word can name a new tile: it contains a digit but is not just a number."""
    is_name = TILE_NAME_PATTERN.fullmatch(word) is not None and has_digit(word)
    return is_name and (word.startswith("#") or any(character.isalpha() for character in word))


@cache
def list_next_words() -> frozenset[str]:
    """Return the word for “next” in every language."""
    return frozenset(
        normalize_text(translation) for translation in render_in_all_languages(NEXT_TILE, load_catalogues())
    )


def describe_line(table: Table, line: str) -> Text:
    """Return a typed tile as text in the player's language."""
    return describe_words(table.pack.tile_names, line)


@lru_cache(maxsize=1024)
def describe_words(names: TileNames, line: str) -> Text:
    """Return a typed line as text in the player's language."""
    translated_words = {NEXT_TILE.msgid: NEXT_TILE} | {market: Text(market) for market in names.markets}
    line_words = [normalize_word(names, word) for word in split_into_words(line)]
    return JoinedText([translated_words.get(word) or Name(word) for word in line_words], " ")


def classify_words(table: Table, line: str) -> tuple[list[str], list[str], list[str], list[str]]:
    """Split a typed tile into its names, sectors, prices and markets."""
    names, sectors, prices, symbols = [], [], [], []
    for normalized_word in normalize_tile_words(table.pack.tile_names, line):
        if normalized_word in table.sectors:
            sectors.append(normalized_word)
        elif is_price(normalized_word):
            prices.append(normalized_word)
        elif normalized_word in table.pack.names.markets:
            symbols.append(normalized_word)
        else:
            names.append(normalized_word)
    return names, sectors, prices, symbols


def normalize_tile_line(table: Table, line: str, kind: TileKind) -> str:
    """Return a typed tile in the form in which it is stored; raise BadAnswerError for a misspelt market.

    A new name must contain a digit. Any other unknown word raises BadAnswerError, and so does a tile that already lies
    elsewhere.
    """
    text = replace_number_commas(line) if kind == "specialist" else line
    known_names = table.pack.tile_names
    line_words = [
        word if word in known_names.tiles else known_names.tiles_by_folded_name.get(word.casefold(), word)
        for word in normalize_tile_words(known_names, text)
    ]
    for n, word in enumerate(line_words):
        require_free_name(table, word, kind)
        if is_known_word(table, word, kind):
            continue
        markets = build_market_vocabulary(table.pack.names.markets)
        if similar := markets.find_similar(word, 1):
            corrected_line = " ".join([*line_words[:n], similar[0], *line_words[n + 1 :]])
            raise make_suggestion_error(word, [Text(similar[0])], corrected_line)
        raise build_unknown_word_error(word)
    return " ".join(line_words)


def is_known_word(table: Table, word: str, kind: TileKind) -> bool:
    """Return whether a word is allowed in the text for this kind of tile."""
    return (
        word in table.sectors
        or word in table.pack.names.markets
        or is_price(word)
        or is_tile_label(word)
        or word in table.pack.tile_names.tiles
        or (kind == "specialist" and (word == NEXT_TILE.msgid or is_scoring_tile_number(word)))
    )


def require_free_name(table: Table, name: str, kind: TileKind) -> None:
    """Raise DidYouMeanError if a named tile is already on the map, in the row or with a side."""
    in_view: Collection[str] = {
        "contract": table.contracts,
        "foreign_card": table.foreign,
        "link_token": table.links,
        "specialist": table.specialists,
    }[kind] or ()
    text = None
    if name in in_view:
        text = _("“{name}” is already face up.") if kind == "specialist" else _("“{name}” is already on the map.")
    elif name in list_vj_tile_names(table, kind):
        text = _("VJ already has “{name}”.")
    elif kind == "contract" and any(name == tile.name for tile in table.your_contracts or ()):
        text = _("You already have “{name}”.")
    if text is not None:
        hint = _("Enter another name, or leave the name out.")
        raise DidYouMeanError(JoinedText([_(text.msgid, name=sanitize_text(name)), hint], " "))


def list_vj_tile_names(table: Table, kind: TileKind) -> Collection[str]:
    """Return the names of VJ's contracts, foreign-market cards or scoring cards."""
    if kind == "contract":
        return [tile.name for tile in table.vj.contracts]
    return {"foreign_card": table.vj.sales, "specialist": table.vj.specialists}.get(kind, [])


def build_unknown_word_error(word: str) -> BadAnswerError:
    """Return the error for a word that the program does not know."""
    if any(character.isalpha() for character in word) and has_digit(word):
        return build_name_error(word)
    if has_digit(word):
        return BadAnswerError(
            _("“{name}” is not a price. Enter energy and batteries as “4+1”.", name=sanitize_text(word))
        )
    return BadAnswerError(
        _(
            "“{name}” is not a market or a sector. A name must contain a digit, for instance “k7”.",
            name=sanitize_text(word),
        )
    )


MAX_CONTINUED_LENGTH = 100
"""The maximum length of a line that can continue after a comma."""


def is_line_continued(table: Table, text_before: str, text_after: str, kind: TileKind) -> bool:
    """Return whether the text after a comma still belongs to the same tile."""
    if len(text_before) > MAX_CONTINUED_LENGTH or len(text_after) > MAX_CONTINUED_LENGTH:
        return False
    if text_before.count("(") > text_before.count(")"):
        return True
    if kind == "specialist":
        is_number_split = text_before.rpartition(" ")[2].isdecimal() and text_after[:1].isdecimal()
        return is_number_split or is_scoring_tile_alone(table, text_before, text_after)
    words_after = classify_words(table, text_after)
    names, sectors, prices, symbols = classify_words(table, f"{text_before}, {text_after}")
    is_single_tile = len(names) <= 1 and len(sectors) == 1 and len(prices) <= 1 and len(symbols) <= 2
    return is_single_tile and bool(classify_words(table, text_before)[1]) and not words_after[0]


def is_scoring_tile_alone(table: Table, text_before: str, text_after: str) -> bool:
    """Return whether the text before a comma is just a scoring tile, and only symbols follow.

    The scoring tile is either “next” or a number.
    """
    names = table.pack.tile_names
    before = normalize_tile_words(names, replace_number_commas(text_before))
    after = normalize_tile_words(names, replace_number_commas(text_after))
    has_only_tile = all(word == NEXT_TILE.msgid or is_scoring_tile_number(word) for word in before)
    return bool(before) and has_only_tile and bool(after) and set(after) <= set(names.markets)


def is_price(word: str) -> bool:
    """Return whether a word is a price such as “4” or “4+1”."""
    energy, plus, batteries = word.partition("+")
    return all(number and is_number(number, 2) for number in ([energy, batteries] if plus else [energy]))


def read_tile(table: Table, line: str, allowed_sectors: Sequence[str], kind: str = "contract") -> Tile:
    """Parse a typed contract or foreign-market card: name, sector, price and symbols."""
    names, sectors, prices, symbols = classify_words(table, line)
    entry = table.find_entry(kind, names[0]) if names else None
    sector = sectors[0] if sectors else entry.sector if entry else None
    if sector is None and len(allowed_sectors) == 1:
        sector = allowed_sectors[0]
    if sector is not None and sector not in allowed_sectors:
        raise BadAnswerError(
            _(
                "“{phrase}”: this question is only about {sectors}.",
                phrase=sanitize_text(line),
                sectors=Name(", ".join(allowed_sectors)),
            )
        )
    if len(names) > 1 or len(sectors) > 1 or len(prices) > 1 or len(symbols) > 2 or sector is None:
        raise BadAnswerError(
            _(
                "“{phrase}” can’t be read. Enter a contract as sector, energy, symbols: “A1 4 "
                "tourism” or, with a battery, “A1 4+1 tourism”. You can put a name first.",
                phrase=sanitize_text(line),
            )
        )
    energy, _plus, batteries = (prices[0] if prices else "").partition("+")
    return Tile(
        check_tile_name(names[0]) if names else "",
        sector,
        int(energy) if energy else entry.energy if entry else None,
        int(batteries or 0) if energy else entry.batteries if entry else None,
        tuple(symbols) or getattr(entry, "symbols", None),
    )


TILE_NAME_PATTERN = re.compile(r"#?[A-Za-z0-9_.-]{1,30}")
"""Names of tiles; the program itself assigns names such as #1."""


def check_tile_name(name: str) -> str:
    """Return the name of a tile; raise BadAnswerError if it is not valid."""
    if not TILE_NAME_PATTERN.fullmatch(name):
        raise build_name_error(name)
    return name


def build_name_error(name: str) -> BadAnswerError:
    """Return the error for a word that can't be the name of a tile."""
    return BadAnswerError(
        _("“{name}” is not a market, a sector or a valid name (letters, digits, dots).", name=sanitize_text(name))
    )


def format_tile(tile: Tile) -> str:
    """Return a tile as a player would type it."""
    price = [] if tile.energy is None else [f"{tile.energy}+{tile.batteries}" if tile.batteries else str(tile.energy)]
    return " ".join([tile.name, tile.sector, *price, *(tile.symbols or ())]).strip()


@lru_cache(maxsize=1024)
def describe_tile(tile: Tile) -> Text:
    """Return a tile as text for the screen."""
    parts: list[Text] = [Name(tile.sector)]
    if tile.energy is not None:
        parts.append(n_("{n} energy", "{n} energy", tile.energy))
    if tile.batteries:
        parts.append(n_("{n} battery", "{n} batteries", tile.batteries))
    parts += [Text(symbol) for symbol in tile.symbols or ()]
    if tile.name.startswith("#"):
        return JoinedText(parts)
    return _("{name} ({about})", name=Name(tile.name), about=JoinedText(parts))


def describe_contract(tile: Tile) -> Text:
    """Return a contract as text that can be the object of a sentence."""
    if tile.name.startswith("#"):
        return _("the contract ({tile})", tile=describe_tile(tile))
    return _("contract {tile}", tile=describe_tile(tile))


def describe_foreign_card(card: Tile) -> Text:
    """Return a foreign-market card as text that can be the object of a sentence."""
    return _("foreign-market card {tile}", tile=describe_tile(card))


@lru_cache(maxsize=1024)
def make_tile_option(tile: Tile) -> Option:
    """Return the answer option for a tile."""
    return make_option(tile.name, describe_tile(tile), value=tile)


def read_token(table: Table, line: str) -> MapToken:
    """Parse a typed link token: name, sector and symbols."""
    names, sectors, prices, symbols = classify_words(table, line)
    entry = table.find_entry("link_token", names[0]) if names else None
    sector = sectors[0] if sectors else entry.sector if entry else None
    if len(names) > 1 or len(sectors) > 1 or prices or sector is None:
        raise BadAnswerError(
            _(
                "“{phrase}” can’t be read. Enter a link token as sector and symbols, for instance “B1 tourism”.",
                phrase=sanitize_text(line),
            )
        )
    name = check_tile_name(names[0]) if names else ""
    return MapToken(name, sector, tuple(symbols) or (entry.symbols if entry else None))


def format_token(token: MapToken) -> str:
    """Return a link token as a player would type it."""
    return " ".join([token.name, token.sector, *(token.symbols or ())]).strip()


def read_scoring_card(table: Table, line: str) -> ScoringCard:
    """Parse a typed scoring card: name and symbols, and whether it fits the next scoring."""
    tile, other_words = None, []
    for word in normalize_tile_words(table.pack.tile_names, replace_number_commas(line)):
        if word == NEXT_TILE.msgid:
            tile = f"@{table.scoring}"
        elif is_scoring_tile_number(word):
            tile = word
        else:
            other_words.append(word)
    names, sectors, prices, symbols = classify_words(table, " ".join(other_words))
    if len(names) > 1 or sectors or prices or not (names or symbols or tile):
        raise BadAnswerError(
            _(
                "“{phrase}” can’t be read. Enter a scoring card as its symbols, with “next” if it "
                "fits the next scoring tile, for instance “next tourism remote”. You can put a name "
                "first.",
                phrase=sanitize_text(line),
            )
        )
    entry = table.find_entry("specialist", names[0]) if names else None
    name = check_tile_name(names[0]) if names else ""
    tile = tile or (get_other_scoring_tile(table) if symbols else entry.scoring_tile if entry else None)
    return ScoringCard(name, tile, tuple(symbols) or (entry and entry.symbols))


def get_other_scoring_tile(table: Table) -> str:
    """Return the scoring tile to store for a card that does not match the next scoring."""
    return f"@not {table.scoring}"


def is_scoring_tile_number(word: str) -> bool:
    """Return whether a word is the number of a scoring tile, such as “3.1”."""
    before, dot, after = word.partition(".")
    return bool(dot and before and after) and is_number(before, 3) and is_number(after, 3)


COMMA_IN_NUMBER_PATTERN = re.compile(r"(?<![\w.,+])([0-9]{1,3}) ?[,.] ?([0-9]{1,3})(?![\w+]|, ?[0-9])")


class ScoringTileNumberAnswer(FreeText):
    """An answer type for the number of a scoring tile, such as “1.1”."""

    def validate(self, value: Json) -> str:
        """Return the number with a point."""
        return replace_number_commas(super().validate(value))

    def format_answer(self, value: Json) -> Text:
        """Return the number as text."""
        return Name(self.validate(value))


def replace_number_commas(line: str) -> str:
    """Return the line with decimal points instead of decimal commas: “1,1” becomes “1.1”."""
    return COMMA_IN_NUMBER_PATTERN.sub(r"\1.\2", line)


def format_scoring_card(scorer: ScoringCard) -> str:
    """Return a scoring card as a player would type it."""
    has_scoring_tile = scorer.tile is not None and not scorer.tile.startswith("@not")
    tile = [NEXT_TILE.msgid if (scorer.tile or "").startswith("@") else scorer.tile or ""] if has_scoring_tile else []
    return " ".join([scorer.name, *tile, *(scorer.symbols or ())]).strip()


def describe_scoring_card(scorer: ScoringCard) -> Text:
    """Return a scoring card as text for the screen."""
    symbols = JoinedText([Text(symbol) for symbol in scorer.symbols or ()]) if scorer.symbols else SYMBOLS_UNKNOWN
    return _("{name} ({about})", name=Name(scorer.name), about=symbols)


def name_tiles(tiles: Sequence[Any], used_names: Sequence[str]) -> dict[str, Any]:
    """Return the tiles by name; unnamed tiles get numbers as names."""
    tiles_by_name: dict[str, Any] = {}
    for tile in tiles:
        number = 1
        name = tile.name
        while not name or name in tiles_by_name or (not tile.name and name in used_names):
            name = f"#{number}"
            number += 1
        tiles_by_name[name] = tile if name == tile.name else replace(tile, name=name)
    return tiles_by_name


def store_tile_details(table: Table, kind: str, tile: Any, fields: Sequence[tuple[str, str]]) -> None:
    """Save a named tile's details in the owner's pack, unless the pack already has them."""
    if tile.name.startswith("#"):
        return
    entry = table.find_entry(kind, tile.name)
    for attribute, field in fields:
        value = getattr(tile, attribute)
        value = list(value) if isinstance(value, tuple) else value
        if value is not None and getattr(entry, field) is None:
            table.learn(f"{kind} {tile.name}, {field}", value)


TILE_FIELDS = (("energy", "energy"), ("batteries", "batteries"), ("symbols", "symbols"))
SCORER_FIELDS = (("symbols", "symbols"),)
TOKEN_FIELDS = (("symbols", "symbols"),)


def list_known_tiles(table: Table, kind: str, allowed_sectors: Sequence[str]) -> list[Option]:
    """Return an option for each known tile that may still be in these sectors."""
    removed_names = {tile.name for tile in table.vj.contracts} if kind == "contract" else set(table.vj.sales)
    entries = [
        entry
        for entry in getattr(table.pack, f"{kind}s")
        if entry.sector in allowed_sectors and entry.id not in removed_names
    ]
    return [make_tile_option(make_tile(entry)) for entry in entries]


@lru_cache(maxsize=256)
def make_tile(entry: Any) -> Tile:
    """Convert a pack entry to a contract or foreign-market card."""
    return Tile(entry.id, entry.sector, entry.energy, entry.batteries, getattr(entry, "symbols", None))


# The parts of a line as buttons.


def list_contract_buttons(table: Table, allowed_sectors: Sequence[str]) -> list[PhrasePart]:
    """Return the input buttons for typing a contract."""
    return [
        make_sector_buttons(tuple(allowed_sectors)),
        *PRICE_PARTS,
        make_symbol_buttons(tuple(table.vj.markers), 0, 2),
    ]


def list_foreign_card_buttons(allowed_sectors: Sequence[str]) -> list[PhrasePart]:
    """Return the input buttons for typing a foreign-market card."""
    return [make_sector_buttons(tuple(allowed_sectors)), *PRICE_PARTS]


def list_token_buttons(table: Table) -> list[PhrasePart]:
    """Return the input buttons for typing a link token."""
    return [make_sector_buttons(tuple(table.sectors)), make_symbol_buttons(tuple(table.vj.markers), 0, 5)]


def list_scoring_card_buttons(table: Table) -> list[PhrasePart]:
    """Return the input buttons for typing a scoring card."""
    return [NEXT_PART, make_symbol_buttons(tuple(table.vj.markers), 1, 5)]
