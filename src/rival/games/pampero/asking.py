"""What only the owner can tell: parts of cards, and how an answer in words is understood.

A part of a card is asked when VJ's turn reaches it, used at once and remembered; a part that the program only
assumes is shown for you to confirm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from rival.games.pampero import pack as packs
from rival.games.pampero.cards import MAP, ZONES, BuildFarm, BuildTower, Card, FulfilContract, Other
from rival.games.pampero.outside import is_number, legible, shown
from rival.games.pampero.parts import Number as WholeNumber
from rival.games.pampero.parts import (
    OneOf,
    Places,
    describe_path,
    describe_section,
    describe_within,
    part,
    sections_of_kind,
    slot,
)
from rival.games.pampero.parts import Several as IconRow
from rival.games.pampero.table import Reading, Scorer, Table, Tile, Token
from rival.games.pampero.words import (
    STACKED,
    Names,
    describe,
    majority_words,
    palette,
    read_icon,
    wordings,
    write_icon,
    write_part,
)
from rival.kernel import (
    N_,
    Ask,
    BadAnswer,
    BadPack,
    Choice,
    Decision,
    Field,
    Form,
    Joined,
    Json,
    Name,
    Number,
    Option,
    PackWords,
    Phrases,
    Proposal,
    Script,
    Shape,
    Text,
    _,
    n_,
    option,
)
from rival.kernel.shapes import Options
from rival.kernel.texts import every_catalogue, in_every_language
from rival.kernel.vocabulary import LETTERS, Vocabulary, folded

FOLDER = Path(__file__).parent
BEHIND = (_("behind it"),)
NEXT = _("next")
"""Said of a scoring card that fits the next scoring tile."""

# --- words ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def icon_words(icon: Any) -> Text:
    return describe(icon)


def card_words(table: Table, n: int) -> Text:
    """What to call a card: by its majority (PA-G43)."""
    card = table.card(n)
    if card.majority is None:
        return _("the card in slot {n}", n=n)
    return _("card {n} ({what})", n=n, what=majority_words(card.majority))


@lru_cache(maxsize=1024)
def part_words(n: int, path: str) -> Text:
    """Which part of which card: where a step comes from."""
    return _("card {n}, {part}", n=n, part=describe_path(path))


def section_words(n: int, section: str) -> Text:
    """Which section of which card."""
    return _("card {n}, {part}", n=n, part=describe_section(section))


def place_words(place: str) -> Text:
    """A place on a card: a zone, or a sector of its own."""
    if place in ZONES:
        return _("zone {name}", name=Name(place))
    return _("sector {name}", name=Name(place))


# --- parts of cards ---------------------------------------------------------------------------------------


def card_part(table: Table, mind: Decision, n: int, path: str) -> Script[Any]:
    """A part of the card in slot n; asked if nobody has told it, or if it is only assumed."""
    name = table.slots[n].card
    card = table.card_called(name)
    table.reading = Reading(n, path)
    about = ("part", name, path)
    known = part(card, path)
    if about in mind.told and known is None:  # told, and then corrected away
        del mind.told[about]
    if about not in mind.told and not unknown_part(card, path):
        return known
    fresh = about not in mind.told
    words = yield from mind.ask(about, lambda: part_question(table, n, path))
    if fresh:
        table.tell(f"card {name}, {path}", words)
    return part(table.card_called(name), path)


def unknown_part(card: Card, path: str) -> bool:
    """Whether nobody has told a part yet, or somebody only assumed it."""
    return part(card, path) is None or path in card.to_check


def parts_together(
    table: Table, mind: Decision, n: int, section: str, parts: Mapping[str, str], needed: Sequence[str]
) -> Script[None]:
    """Parts of a section that are read together, in one question; ``parts`` are fields and what stands there.

    It is asked if one that is ``needed`` isn't known; a part that may wait can be left out, and is asked then.
    """
    name = table.slots[n].card
    card = table.card_called(name)
    about = ("together", name, section, tuple(needed))
    if about in mind.told and any(part(card, f"{section}, {parts[field]}") is None for field in needed):
        del mind.told[about]  # told, and then corrected away
    fresh = about not in mind.told
    asked = {field: what for field, what in parts.items() if fresh and unknown_part(card, f"{section}, {what}")}
    if fresh and (len(asked) < 2 or not any(field in asked for field in needed)):
        return
    table.reading = Reading(n, f"{section}, {parts[needed[0]]}")
    told = yield from mind.ask(about, lambda: together_question(table, n, section, asked, needed))
    if fresh:
        for path, words in told_parts(section, asked, told):
            table.tell(f"card {name}, {path}", words)


def section_top(table: Table, mind: Decision, n: int, section: str) -> Script[None]:
    """PA-46: a section's condition and its action, which stand one above the other."""
    both = {"condition": "condition", "action": "action"}
    yield from parts_together(table, mind, n, section, both, ("condition", "action"))


def action_rows(table: Table, mind: Decision, n: int, section: str) -> Script[None]:
    """PA-57, PA-64, PA-67: the rows of a section's action, with the bonus below them (PA-50)."""
    action = part(table.card(n), f"{section}, action")
    if isinstance(action, BuildFarm):
        farm = {"row": f"row {MAP}"} | {str(zone): f"bonus {zone}" for zone in ZONES}
        yield from parts_together(table, mind, n, section, farm, ("row",))
    elif isinstance(action, BuildTower | FulfilContract):
        order: Any = part(table.card(n), f"{section}, order")
        rows = {f"row{place}": f"row {place}" for place in order or ZONES}
        bonus = {f"{line}{zone}": f"bonus {zone} {line}" for zone in ZONES for line in ("upper", "lower")}
        below = bonus if isinstance(action, BuildTower) else {}
        yield from parts_together(table, mind, n, section, {"order": "order", **rows, **below}, ("order",))


def bonus_cells(table: Table, mind: Decision, n: int, section: str, zone: str) -> Script[None]:
    """PA-74, PA-75: the two symbols of a zone in a tower's bonus table."""
    both = {"upper": f"bonus {zone} upper", "lower": f"bonus {zone} lower"}
    yield from parts_together(table, mind, n, section, both, ("upper", "lower"))


def told_parts(section: str, asked: Mapping[str, str], told: Mapping[str, Json]) -> list[tuple[str, Json]]:
    """What a form tells, by path, in an order in which it can be told."""
    return [(f"{section}, {what}", told[field]) for field, what in asked.items() if told[field] is not None]


def together_question(table: Table, n: int, section: str, asked: Mapping[str, str], needed: Sequence[str]) -> Ask:
    card = table.card(n)
    paths = {field: f"{section}, {what}" for field, what in asked.items()}
    return Ask(
        "table",
        "card-section",
        _("What does {card} show in {section}?", card=card_words(table, n), section=describe_section(section)),
        Form([part_field(table, card, field, path, field in needed) for field, path in paths.items()]),
        *dict.fromkeys(one for path in paths.values() for one in part_cites(path)),
        test=lambda told: check_tellings(table, card, told_parts(section, asked, told)),
        label=N_("Your card: {answer}."),
        about={"card": card.id, "slot": n, "section": section, "paths": paths},
    )


def part_field(table: Table, card: Card, field: str, path: str, needed: bool) -> Field:
    """A part of a card in a form; what is only assumed is its preset."""
    assumed = part(card, path)
    default = None if assumed is None else write_part(assumed)
    shape = part_shape(table, card, path, None)
    return Field(
        field,
        describe_within(path.partition(", ")[2]),
        shape,
        default if default is None or isinstance(default, int) else listed(default),
        required=needed,
    )


def check_tellings(table: Table, card: Card, told: Sequence[tuple[str, Json]]) -> None:
    """The same for several parts, told one after the other."""
    pack = table.pack
    for path, words in told:
        try:
            pack = packs.tell(pack, f"card {card.id}, {path}", words)
        except BadPack as bad:
            where = describe_within(path.partition(", ")[2])
            raise BadAnswer(_("{field}: {problem}", field=where, problem=bad.text)) from None


def part_question(table: Table, n: int, path: str) -> Ask:
    card = table.card(n)
    assumed = part(card, path)
    what = describe_path(path)
    text = (
        _("What does {card} show: {part}?", card=card_words(table, n), part=what)
        if assumed is None
        else _("Is this what {card} shows: {part}?", card=card_words(table, n), part=what)
    )
    shape = part_shape(table, card, path, assumed)
    single = isinstance(slot(card, path), OneOf)
    return Ask(
        "table",
        "card-part",
        text,
        shape,
        *part_cites(path),
        test=lambda words: check_telling(table, f"card {card.id}, {path}", words),
        label=N_("Your card: {answer}."),
        about={"card": card.id, "path": path, "slot": n, "single": single},
    )


def part_shape(table: Table, card: Any, path: str, assumed: Any) -> Shape:
    default = None if assumed is None else write_part(assumed)
    match slot(card, path):
        case WholeNumber(low, high):
            return Number(low, high, default if isinstance(default, int) else None)
        case Places():
            return Phrases(
                [option(place) for place in palette(card, path, table.pack.names)], least=1, default=listed(default)
            )
        case IconRow() as row:
            return Phrases(
                offered(row, table.pack.names),
                read=lambda words: understood(words, row, table),
                keep=lambda words: kept(words, row, table),
                links=BEHIND,
                default=listed(default),
                say=lambda words: said(words, row, table),
            )
        case OneOf() as single:
            return OnePhrase(offered(single, table.pack.names), single, table, listed(default))


class OnePhrase(Phrases):
    """Exactly one phrase; the script gets the phrase itself."""

    def __init__(self, options: Any, where: OneOf, table: Table, default: Sequence[str] = ()) -> None:
        super().__init__(
            options,
            1,
            1,
            read=lambda words: understood(words, where, table),
            keep=lambda words: kept(words, where, table),
            default=default,
            say=lambda words: said(words, where, table),
            links=BEHIND if where.may_stack else (),
        )

    def check(self, value: Json) -> Any:
        return super().check(value)[0]


def listed(default: Json) -> list[str]:
    if default is None:
        return []
    words = default if isinstance(default, list) else [default]
    return [str(one).removeprefix("then ") for one in words]


def offered(where: OneOf | IconRow, names: Names) -> list[Option]:
    """The palette: every icon the vocabulary has for this part, in its words."""
    found = []
    for words in wordings(where.kinds, names):
        found.append(option(words, icon_words(read_icon(words, where, names))))
    return found


def understood(words: str, where: OneOf | IconRow, table: Table) -> str:
    """What an owner typed, as it stands in a pack; words that are near to known ones are taken for a slip."""
    try:
        return write_icon(read_icon(words, where, table.pack.names))
    except BadPack as bad:
        if not legible(words):
            raise BadAnswer(bad.text) from None
        near = get_close_matches(words.lower(), list(wordings(where.kinds, table.pack.names)), n=1, cutoff=0.75)
        if near or words.lower().startswith("other("):
            raise BadAnswer(
                _(
                    '“{words}” is not known here; perhaps “{near}”? An icon of its own is written other("…").',
                    words=shown(words),
                    near=Name(near[0] if near else 'other("…")'),
                )
            ) from None
        return write_icon(Other(words))


def kept(words: str, where: OneOf | IconRow, table: Table) -> str:
    """What somebody types now, in whatever language, as it stands in a pack.

    An icon in words of one's own is kept only if that is said: other("…").
    """
    names = table.pack.names
    try:
        return write_icon(read_icon(words, where, names))
    except BadPack as bad:
        meant = icon_meant(words, where, names)
        if meant is not None:
            return meant
        if not legible(words) or words.lower().startswith("other("):
            raise BadAnswer(bad.text) from None
    near = phrase_book(where.kinds, names).near(words, 1)
    if near:
        likely = icon_words(read_icon(near[0], where, names))
        text = _("“{words}” is not one of the known icons; did you mean “{near}”?", words=shown(words), near=likely)
        raise Proposal(_('{text} Your own words are written other("…").', text=text), near[0])
    own = write_icon(Other(words))
    raise Proposal(
        _(
            "“{words}” is not one of the known icons. Keep your own words? Then write {own}.",
            words=shown(words),
            own=shown(own),
        ),
        own,
    )


@cache
def phrase_book(kinds: tuple[type, ...], names: Names) -> Vocabulary[str]:
    """The words of a pack for these icons, by what is shown for them in every language; any number stands as #."""
    spoken = every_catalogue("en", FOLDER / "locale")
    where = IconRow(Name(""), kinds)
    found: list[tuple[str, list[str]]] = []
    for words in wordings(kinds, names):
        for written in dict.fromkeys((words, f"{words} 2", f"{words} 5")):
            try:
                icon = read_icon(written, where, names)
            except BadPack:
                continue
            found.append((written, [numberless(one) for one in (written, *in_every_language(describe(icon), spoken))]))
    return Vocabulary(found)


def numberless(words: str) -> str:
    return " ".join("#" if one.isdecimal() else one for one in words.replace("$", " $ ").split())


def icon_meant(words: str, where: OneOf | IconRow, names: Names) -> str | None:
    """The icon that words name in any language, as a pack writes it; None if they name none."""
    spoken = every_catalogue("en", FOLDER / "locale")
    tidy = " ".join(words.lower().split())
    for behind in in_every_language(Text(STACKED, front=Name(""), behind=Name("")), spoken):
        front, between, rear = tidy.partition(behind.strip().lower())
        if between:
            parts = [icon_meant(one, where, names) for one in (front, rear)]
            return None if None in parts else STACKED.format(front=parts[0], behind=parts[1])
    found = phrase_book(where.kinds, names).called(numberless(tidy))
    numbers = [one for one in tidy.replace("$", " ").split() if one.isdecimal()]
    if not found:
        return None
    words_of = found[0].replace("$", "$ ").split()
    written = " ".join(numbers[0] if one.isdecimal() and numbers else one for one in words_of)
    try:
        return write_icon(read_icon(written.replace("$ ", "$"), where, names))
    except BadPack:
        return None


def said(words: str, where: OneOf | IconRow, table: Table) -> Text:
    """What an owner typed, in the history; what is no icon of the vocabulary stands as it is."""
    try:
        icon = read_icon(words, where, table.pack.names)
    except BadPack:
        return PackWords(words)
    return PackWords(icon.words) if isinstance(icon, Other) else icon_words(icon)


def check_telling(table: Table, path: str, words: Json) -> None:
    """A part that contradicts what is known of the card is refused, with a sentence."""
    try:
        packs.tell(table.pack, path, words)
    except BadPack as bad:
        raise BadAnswer(_("That does not fit this card: {problem}", problem=bad.text)) from None


def part_cites(path: str) -> tuple[str, ...]:
    what = path.rpartition(", ")[2].split()[0]
    return {
        "condition": ("PA-46",),
        "action": ("PA-49",),
        "order": ("PA-67",),
        "row": ("PA-57",),
        "bonus": ("PA-50",),
        "majority": ("PA-08",),
    }.get(what, ("PA-45",))


def section_of_kind(table: Table, mind: Decision, n: int, kind: type) -> Script[str | None]:
    """The section of a card with this kind of action: what an eye looks at; None if the card has none."""
    card = table.card(n)
    about = ("section", card.id, kind.__name__)
    found = sections_of_kind(card, kind)
    if found and about not in mind.told:
        return found[0]
    unknown = [i for i, section in enumerate(card.sections, 1) if section.action is None]
    lacking = f"{card.id}: {kind.__name__}"
    if about not in mind.told and (not unknown or lacking in table.lacking):
        return None
    fresh = about not in mind.told
    position = yield from mind.ask(
        about,
        lambda: Ask(
            "table",
            "which-section",
            _("Which section says “{action}”: {card}?", card=card_words(table, n), action=icon_words(kind())),
            Choice([*(option(i, _("section {n}", n=i)) for i in unknown), option(0, _("none"))]),
            "PA-51",
            "PA-G22",
            about={"card": card.id, "kind": kind.__name__},
        ),
    )
    if fresh and position:
        table.tell(f"card {card.id}, section {position}, action", write_icon(kind()))
    elif fresh:
        table.lacking.add(lacking)
    found = sections_of_kind(table.card(n), kind)
    return found[0] if found else None


# --- small questions --------------------------------------------------------------------------------------

YES_NO = Choice([option("yes", _("yes"), value=1), option("no", _("no"), value=0)])


def is_it_so(mind: Decision, about: Any, text: Text, *cites: str) -> Script[bool]:
    """A fact that stands on the table: yes or no."""
    told = yield from mind.ask(
        ("fact", about), lambda: Ask("table", "fact", text, YES_NO, *cites, about={"fact": list_of(about)})
    )
    return bool(told)


def list_of(about: Any) -> Json:
    return list(about) if isinstance(about, tuple) else about


def learn(table: Table, mind: Decision, path: str, text: Text, shape: Shape, *cites: str) -> Script[Any]:
    """A part of the owner's boards, asked once for all games."""
    fresh = ("learn", path) not in mind.told
    told = yield from mind.ask(
        ("learn", path),
        lambda: Ask("table", "board-part", text, shape, *cites, about={"path": path}),
    )
    if fresh:
        table.tell(path, told)
    return told


# --- contracts, link tokens and specialists in words ------------------------------------------------------


@cache
def market_words(names: tuple[str, ...]) -> Vocabulary[str]:
    """Every market under its name in every language."""
    spoken = every_catalogue("en", FOLDER / "locale")
    return Vocabulary((name, [name, *in_every_language(Text(name), spoken)]) for name in names)


def market_called(markets: tuple[str, ...], word: str) -> str | None:
    """The market that a word means: its name in any language, or the beginning of it."""
    known = market_words(markets)
    found = known.called(word) or (known.begun(word) if len(word) >= 3 else [])
    return found[0] if len(found) == 1 else None


def described(table: Table, known: Options, read: Callable[[str], Any], most: int | None = None) -> Phrases:
    """Tiles in lines such as “k7 A1 4+1 tourism”: picked where they are known, else read word by word."""
    return Phrases(
        known,
        most=most,
        read=read,
        say=lambda words: in_words(table, words),
        keep=lambda words: " ".join(word_meant(table, word) for word in words_in(words)),
    )


def words_in(phrase: str) -> list[str]:
    return phrase.replace(",", " ").split()


def word_meant(table: Table, word: str) -> str:
    """A word of such a line as a journal keeps it, whatever the language and the letters it was typed in."""
    plain = word.translate(LETTERS)
    if plain.upper() in table.sectors:
        return plain.upper()
    if is_price(word) or is_scoring_tile(word):
        return word
    if folded(word) in said_of_next():
        return NEXT.msgid
    market = market_called(table.pack.names.markets, word)
    is_label = NAME.fullmatch(plain) and any(one.isdecimal() for one in plain)  # k07, typed with a Cyrillic к
    return market or (plain if is_label else word)


@cache
def said_of_next() -> frozenset[str]:
    return frozenset(folded(one) for one in in_every_language(NEXT, every_catalogue("en", FOLDER / "locale")))


def in_words(table: Table, phrase: str) -> Text:
    """Such a line in the history: what has words of its own under them, all the rest as it is written."""
    spoken = {NEXT.msgid: NEXT} | {market: Text(market) for market in table.pack.names.markets}
    found = [word_meant(table, word) for word in words_in(phrase)]
    return Joined([spoken.get(word) or Name(word) for word in found], " ")


def split_words(table: Table, phrase: str) -> tuple[list[str], list[str], list[str], list[str]]:
    """What stands in a line such as “k7 A1 4+1 tourism”: names, sectors, prices, markets."""
    names, sectors, prices, symbols = [], [], [], []
    for word in words_in(phrase):
        meant = word_meant(table, word)
        if meant in table.sectors:
            sectors.append(meant)
        elif is_price(meant):
            prices.append(meant)
        elif meant in table.pack.names.markets:
            symbols.append(meant)
        else:
            names.append(meant)
    return names, sectors, prices, symbols


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
    for word in words_in(phrase):
        if word_meant(table, word) == NEXT.msgid:
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
    return Scorer(name, tile or (entry.scoring_tile if entry else None), tuple(symbols) or (entry and entry.symbols))


def is_scoring_tile(word: str) -> bool:
    """“3.1”."""
    before, dot, after = word.partition(".")
    return bool(dot and before and after) and is_number(before, 3) and is_number(after, 3)


def scorer_phrase(scorer: Scorer) -> str:
    tile = [] if scorer.tile is None else [NEXT.msgid if scorer.tile.startswith("@") else scorer.tile]
    return " ".join([scorer.name, *tile, *(scorer.symbols or ())]).strip()


def scorer_words(scorer: Scorer) -> Text:
    symbols = Joined([Text(symbol) for symbol in scorer.symbols or ()]) if scorer.symbols else _("symbols not told")
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
    entries = [one for one in getattr(table.pack, f"{kind}s") if one.sector in among]
    return [tile_option(tile_in_pack(one)) for one in entries]


@lru_cache(maxsize=256)
def tile_in_pack(entry: Any) -> Tile:
    """A contract or a foreign-market card as the pack tells of it."""
    return Tile(entry.id, entry.sector, entry.energy, entry.batteries, getattr(entry, "symbols", None))
