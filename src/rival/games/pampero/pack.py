"""Packs: what only an owner of the game knows, as a TOML file that a person can read and edit.

A pack holds VJ cards and the boards, tiles and contracts, as far as they are known: what is absent is unknown.
`read` takes what it understands and says in sentences what it doesn't; `loads` insists; `dumps` writes; `merge`
joins two packs and lists what they disagree about; `tell` adds one part. A part of a pack has a path, such as
"sector A1, farm_sites" or "card wind-farms, section 1, condition".
"""

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, fields, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from rival.games.pampero.cards import (
    MARKETS,
    SECTORS,
    ZONES,
    BuildFarm,
    BuildTower,
    Card,
    FulfilContract,
    Gain,
    OneOf,
    Other,
    Section,
    has_part,
    part,
    parts,
    sections,
    sections_of_kind,
    with_part,
)
from rival.games.pampero.words import (
    Names,
    card_name,
    card_table,
    read_icon,
    read_part,
    section_parts,
    suggestion,
    write_part,
)
from rival.kernel import toml

GAME = "pampero"
SCHEMA = 1
CARDS_IN_THE_BOX = 18

Text: TypeAlias = str | None
Count: TypeAlias = int | None
Flag: TypeAlias = bool | None
Texts: TypeAlias = tuple[str, ...] | None
Counts: TypeAlias = tuple[int, ...] | None
Gains: TypeAlias = tuple[Gain, ...] | None
Effect: TypeAlias = Literal["nothing now", "once now", "lasting"] | None
EFFECTS = ("nothing now", "once now", "lasting")

NAMES_IN = {
    "markets": "market",
    "symbols": "market",
    "income": "market",
    "sector": "sector",
    "zone": "zone",
    "between": "place",
}
"""The fields that hold names, and of what."""

# What a pack holds besides cards. Everything but an id may be unknown.


@dataclass(frozen=True)
class Grid:
    """VJ's grid board. `markets`: top to bottom, those whose order is known (PA-65)."""

    energy_cap: Count = None
    markets: Texts = None


@dataclass(frozen=True)
class Pieces:
    """Numbers of pieces: of each colour, and of batteries in the solo game (PA-15)."""

    farms: Count = None
    towers: Count = None
    bulldozers: Count = None
    batteries: Count = None
    battery_energy: Count = None
    """What a battery is worth in energy (PA-G9)."""


@dataclass(frozen=True)
class Sector:
    id: str
    farm_sites: Count = None
    tower_sites: Count = None
    foreign_market: Flag = None
    """Whether a foreign-market card lies there (PA-55)."""


@dataclass(frozen=True)
class Market:
    """A market and its income track: how many spaces it has, and the money each space brings."""

    id: str
    spaces: Count = None
    money: Counts = None


@dataclass(frozen=True)
class GridColumn:
    """A column of VJ's grid board, left to right: what stands in it at the start, and its contract places."""

    id: str
    towers: Count = None
    transformers: Count = None
    places: Texts = None


@dataclass(frozen=True)
class LinkPlace:
    """A place for a chain token, between two contract places (PA-83)."""

    id: str
    between: Texts = None


@dataclass(frozen=True)
class BonusColumn:
    """A column of the tower-bonus board, left to right; `under_tiles`: printed bonuses that tiles cover."""

    id: str
    zone: Text = None
    tiles: Count = None
    printed: Gains = None
    under_tiles: Gains = None


@dataclass(frozen=True)
class BonusTile:
    """A tower-bonus tile by its number; its effect for VJ (PA-G28); whether it has a slot of its own (PA-77)."""

    id: str
    symbols: Texts = None
    effect: Effect = None
    gains: Gains = None
    words: Text = None
    slot: Flag = None


@dataclass(frozen=True)
class Contract:
    """A contract tile; `income`: the markets whose marker it moves, one step for each time it is named."""

    id: str
    energy: Count = None
    batteries: Count = None
    symbols: Texts = None
    sector: Text = None
    gains: Gains = None
    income: Texts = None


@dataclass(frozen=True)
class LinkToken:
    id: str
    symbols: Texts = None
    sector: Text = None


@dataclass(frozen=True)
class ForeignCard:
    """A foreign-market card: what a sale asks for and gives (PA-G11)."""

    id: str
    energy: Count = None
    batteries: Count = None
    sector: Text = None
    gains: Gains = None


@dataclass(frozen=True)
class Specialist:
    """A specialist scoring card: the scoring tile it belongs to, and its symbols (PA-35)."""

    id: str
    scoring_tile: Text = None
    symbols: Texts = None


@dataclass(frozen=True)
class ParkingCell:
    """A parking cell; columns count from the left, rows from the bottom (PA-95)."""

    id: str
    column: Count = None
    row: Count = None


@dataclass(frozen=True)
class Pack:
    """All that is told of one copy of the game. `to_check` lists the paths of what was only assumed."""

    edition: Text = None
    source: Text = None
    note: Text = None
    sample: bool = False
    to_check: tuple[str, ...] = ()
    grid: Grid = Grid()
    pieces: Pieces = Pieces()
    sectors: tuple[Sector, ...] = ()
    markets: tuple[Market, ...] = ()
    grid_columns: tuple[GridColumn, ...] = ()
    link_places: tuple[LinkPlace, ...] = ()
    bonus_columns: tuple[BonusColumn, ...] = ()
    bonus_tiles: tuple[BonusTile, ...] = ()
    contracts: tuple[Contract, ...] = ()
    link_tokens: tuple[LinkToken, ...] = ()
    foreign_cards: tuple[ForeignCard, ...] = ()
    specialists: tuple[Specialist, ...] = ()
    parking_cells: tuple[ParkingCell, ...] = ()
    cards: tuple[Card, ...] = ()

    @property
    def names(self) -> Names:
        """The names that the words of this pack may contain."""
        return Names(_and(MARKETS, self.markets), _and(SECTORS, self.sectors))


SINGLES: dict[str, type] = {"grid": Grid, "pieces": Pieces}
ENTRIES: dict[str, type] = {
    "sector": Sector,
    "market": Market,
    "grid_column": GridColumn,
    "link_place": LinkPlace,
    "bonus_column": BonusColumn,
    "bonus_tile": BonusTile,
    "contract": Contract,
    "link_token": LinkToken,
    "foreign_card": ForeignCard,
    "specialist": Specialist,
    "parking_cell": ParkingCell,
}
"""The tables of a pack file; a Pack has them under the plural of the name."""

_ABOUT = ("edition", "source", "note")


def _and(known: tuple[str, ...], entries: Sequence[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *(entry.id for entry in entries))))


# Reading


@dataclass(frozen=True)
class Reading:
    """What could be understood of a pack; what could not (`errors`); what looks odd (`warnings`)."""

    pack: Pack
    errors: tuple[str, ...]
    warnings: tuple[str, ...]


class PackError(ValueError):
    """A pack that can't be used as it is; `sentences` say why."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = tuple(sentences)


def read(text: str) -> Reading:
    """What can be understood of a pack file."""
    try:
        return read_document(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        return Reading(Pack(), (f"This is not a TOML file: {error}.",), ())
    except RecursionError:
        return Reading(Pack(), ("This is not a pack: its lists are nested far too deep.",), ())


def loads(text: str) -> Pack:
    """The pack in a file; PackError if any of it can't be understood."""
    reading = read(text)
    if reading.errors:
        raise PackError(reading.errors)
    return reading.pack


def read_document(document: Mapping[str, Any]) -> Reading:
    """The same for a pack that is already plain data, as a journal holds it."""
    if (game := document.get("game")) != GAME:
        return Reading(Pack(), (f"This is not a pack for Pampero: game is {game!r}, not '{GAME}'.",), ())
    if not isinstance(schema := document.get("schema"), int) or not 1 <= schema <= SCHEMA:
        wrong = f"schema is {schema!r}; this version of Rival reads packs of schema {SCHEMA}."
        return Reading(Pack(), (wrong,), ())
    reader = _Reader(Pack())
    pack = reader.pack(document)
    return Reading(pack, tuple(reader.errors), tuple(_warnings(pack)))


def read_again(document: Mapping[str, Any]) -> Reading:
    """The same, kept: a game reads its pack anew whenever it goes back a step."""
    return _read_text(json.dumps(document))


@lru_cache(maxsize=8)
def _read_text(text: str) -> Reading:
    return read_document(json.loads(text))


class _Reader:
    """Reads piece by piece; a piece that can't be understood becomes a sentence and stays unknown."""

    def __init__(self, pack: Pack) -> None:
        self.errors: list[str] = []
        self.known: dict[str, tuple[str, ...]] = {
            "market": pack.names.markets,
            "sector": pack.names.sectors,
            "zone": ZONES,
            "place": _places(pack.grid_columns),
        }

    def attempt(self, where: str, piece: Callable[..., Any], *args: Any, otherwise: Any = None) -> Any:
        try:
            return piece(*args)
        except ValueError as error:
            self.errors.append(f"{where}: {error}")
            return otherwise

    def check_keys(self, where: str, table: Mapping[str, Any], keys: Sequence[str]) -> None:
        for key in table:
            if key not in keys:
                self.errors.append(f"{where}: '{key}' is not known here; {_right_one(key, keys)}")

    def pack(self, document: Mapping[str, Any]) -> Pack:
        head = (*_ABOUT, "sample", "learned", "to_check")
        self.check_keys("pack", document, ("schema", "game", *head, *SINGLES, *ENTRIES, "card"))
        found = {key: self.attempt(key, _text, document[key]) for key in _ABOUT if key in document}
        found["sample"] = self.attempt("sample", _flag, document.get("sample", False), otherwise=True)
        found["to_check"] = self.attempt("to_check", _texts, document.get("to_check", []), otherwise=())
        for name in ENTRIES:
            found[f"{name}s"] = self.entries(name, document.get(name, []))
        for name, kind in SINGLES.items():
            found[name] = self.fields(name, document.get(name, {}), kind)
        names = Names(self.known["market"], self.known["sector"])
        cards = self.tables("card", document.get("card", []))
        return Pack(**found, cards=tuple(self.card(id, table, names) for id, table in cards))

    def tables(self, name: str, tables: object) -> Iterator[tuple[str, dict[str, Any]]]:
        """The tables of a list by id; one without an id, or with an id that is taken, is refused."""
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            self.errors.append(f"{name}: each one is a table of its own, written under [[{name}]].")
            return
        taken: set[str] = set()
        for number, table in enumerate(tables, 1):
            id = table.get("id")
            if not _is_id(name, id):
                example = _IDS.get(name, _ID)[1]
                self.errors.append(f"{name} number {number}: its id is {id!r}; it needs one such as '{example}'.")
            elif id in taken:
                self.errors.append(f"{name} '{id}' is there twice; each needs an id of its own.")
            else:
                taken.add(id)
                yield id, table

    def entries(self, name: str, tables: object) -> tuple[Any, ...]:
        found: list[Any] = []
        for id, table in self.tables(name, tables):
            found.append(self.fields(f"{name} '{id}'", table, ENTRIES[name], id=id))
        if name in ("sector", "market"):
            self.known[name] = _and(self.known[name], found)
        if name == "grid_column":
            self.known["place"] = _places(found)
        return tuple(found)

    def fields(self, where: str, table: object, kind: type, **given: str) -> Any:
        if not isinstance(table, dict):
            self.errors.append(f"{where}: it is a table, written under [{where}].")
            return kind(**given)
        self.check_keys(where, table, [one.name for one in fields(kind)])
        told = {
            one.name: self.attempt(f"{where}, {one.name}", self.value, table[one.name], one, kind)
            for one in fields(kind)
            if one.name in table and one.name not in given
        }
        return kind(**given, **told)

    def value(self, value: object, one: Field[Any], kind: type) -> Any:
        found = _READERS[one.type](value)
        if one.name in NAMES_IN:
            of = NAMES_IN[one.name]
            for name in found if isinstance(found, tuple) else (found,):
                if name not in self.known[of]:
                    raise ValueError(f"'{name}' is not a {of}; {_right_one(name, self.known[of])}")
        least, most = _HOW_MANY.get((kind, one.name), (0, 1000))
        if isinstance(found, tuple) and not least <= len(found) <= most:
            raise ValueError(f"it lists {len(found)}; from {least} to {most} are possible.")
        return found

    def card(self, id: str, table: dict[str, Any], names: Names) -> Card:
        card = Card(id)
        for path in ("majority", "number"):
            if path in table:
                card = self.told(card, path, table[path], names)
        where = f"card '{card_name(card)}'"
        self.check_keys(where, table, _CARD_KEYS)
        tables = table.get("section", [])
        for number, section in enumerate(tables if isinstance(tables, list) else [tables], 1):
            card = self.section(card, number, section, names)
        provenance = {
            key: self.attempt(f"{where}, {key}", _READERS[kind], table[key])
            for key, kind in (("owner", Text), ("edition", Text), ("checked", Flag), ("to_check", Texts))
            if key in table
        }
        return replace(card, **{key: value for key, value in provenance.items() if value is not None})

    def section(self, card: Card, number: int, table: object, names: Names) -> Card:
        where = f"card '{card_name(card)}', section {number}"
        if not isinstance(table, dict):
            self.errors.append(f"{where}: a section is a table, written under [[card.section]].")
            return card
        self.check_keys(where, table, _SECTION_KEYS)
        match table.get("position", number):
            case 1 | 2 | 3 as position if card.sections[position - 1] == Section():
                name = f"section {position}"
            case "unknown":
                card = replace(card, unplaced=(*card.unplaced, Section()))
                name = f"unplaced {len(card.unplaced)}"
            case position:
                wrong = f"position {position!r} is not free; it is 1, 2, 3, each once, or 'unknown'."
                self.errors.append(f"{where}: {wrong}")
                return card
        for path, plain in section_parts(name, table):
            card = self.told(card, path, plain, names)
        return card

    def told(self, card: Card, path: str, plain: object, names: Names) -> Card:
        def tell() -> Card:
            return with_part(card, path, read_part(card, path, plain, names))

        told: Card = self.attempt(f"card '{card_name(card)}', {path}", tell, otherwise=card)
        return told


_ID = r"[A-Za-z0-9_.-]+", "a-1"
_IDS = {"sector": (r"[ABC][0-9]?", "B1"), "market": (r"[a-z][a-z-]*", "residential")}
"""What an id looks like, with an example: sectors and markets are named inside the words of cards."""
_HOW_MANY = {(Contract, "symbols"): (1, 2), (LinkPlace, "between"): (2, 2)}
_CARD_KEYS = ("id", "majority", "number", "owner", "edition", "checked", "to_check", "section")
_SECTION_KEYS = ("position", "condition", "action", "order", "rows", "bonus")


def _is_id(name: str, id: object) -> bool:
    return isinstance(id, str) and re.fullmatch(_IDS.get(name, _ID)[0], id) is not None


def _places(columns: Iterable[GridColumn]) -> tuple[str, ...]:
    return tuple(place for column in columns for place in column.places or ())


def _right_one(name: object, known: Iterable[str]) -> str:
    return suggestion(str(name), known) or f"known are: {', '.join(known) or 'none'}."


def _text(value: object) -> str:
    if isinstance(value, str) and value.strip():
        return value
    raise ValueError(f"{value!r} is not text in quotation marks.")


def _count(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise ValueError(f"{value!r} is not a whole number from 0.")


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError(f"{value!r} is neither true nor false.")


def _each(one: Callable[[object], Any]) -> Callable[[object], tuple[Any, ...]]:
    def read_list(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise ValueError(f"{value!r} is not a list; write it in square brackets.")
        return tuple(one(entry) for entry in value)

    return read_list


def _effect(value: object) -> str:
    if value in EFFECTS:
        return str(value)
    raise ValueError(f"{value!r} is not an effect; {_right_one(value, EFFECTS)}")


def _gain(value: object) -> Any:
    return read_icon(value, OneOf("a bonus", get_args(Gain), may_stack=False))


_texts = _each(_text)
_READERS: dict[Any, Callable[[object], Any]] = {
    Text: _text,
    Count: _count,
    Flag: _flag,
    Effect: _effect,
    Texts: _texts,
    Counts: _each(_count),
    Gains: _each(_gain),
}


# Checking


def _warnings(pack: Pack) -> Iterator[str]:
    seen: dict[object, str] = {}
    for card in pack.cards:
        name = card_name(card)
        if card.majority is not None and card.majority in seen:
            yield f"cards '{seen[card.majority]}' and '{card.id}' have the same majority, '{name}' (PA-G43)."
        seen.setdefault(card.majority, card.id)
        if odd := _odd_sections(card):
            yield f"card '{name}': {odd}; a card should have one section of each kind (PA-51)."
        for path in card.to_check:
            if not has_part(card, path):
                yield f"card '{name}': '{path}' is to be checked, but the card has no such part."
    if len(pack.cards) > CARDS_IN_THE_BOX:
        yield f"there are {len(pack.cards)} cards; the game has {CARDS_IN_THE_BOX}."
    known = board_parts(pack)
    yield from (
        f"'{path}' is to be checked, but the pack says nothing of it." for path in pack.to_check if path not in known
    )


def _odd_sections(card: Card) -> str:
    counts = {word: len(sections_of_kind(card, kind)) for word, kind in _KINDS.items()}
    all_known = all(section.action is not None for section in card.sections)
    odd = [f"{n} {word} sections" for word, n in counts.items() if n > 1]
    return ", ".join(odd or [f"no {word} section" for word, n in counts.items() if n == 0 and all_known])


_KINDS = {"farm": BuildFarm, "tower": BuildTower, "contract": FulfilContract}


# Writing


def document(pack: Pack) -> dict[str, Any]:
    """A pack as plain data: what its file holds."""
    head = {key: getattr(pack, key) for key in _ABOUT}
    singles = {name: _known_fields(getattr(pack, name)) for name in SINGLES}
    entries = {name: [_known_fields(entry) for entry in getattr(pack, f"{name}s")] for name in ENTRIES}
    found = {
        "schema": SCHEMA,
        "game": GAME,
        **{key: value for key, value in head.items() if value is not None},
        "sample": pack.sample,
        "to_check": list(pack.to_check),
        **singles,
        **entries,
        "card": [card_table(card) for card in pack.cards],
    }
    return {key: value for key, value in found.items() if value not in ([], {})}


def _known_fields(entry: Any) -> dict[str, Any]:
    told = {one.name: getattr(entry, one.name) for one in fields(entry)}
    return {name: _plain(value) for name, value in told.items() if value is not None}


def _plain(value: Any) -> Any:
    """A value of an entry as it stands in the file; a list of bonuses is not a row, so it has no "then"."""
    return [write_part(one) for one in value] if isinstance(value, tuple) else value


def dumps(pack: Pack) -> str:
    """The text of a pack file, the same for equal packs."""
    return toml.dumps(document(pack))


# Merging


@dataclass(frozen=True)
class Conflict:
    """A part that two packs tell differently, in the words of each."""

    path: str
    mine: Any
    theirs: Any


def board_parts(pack: Pack) -> dict[str, Any]:
    """All that is told besides cards, by path; "sector A1" says that there is such a sector."""
    found: dict[str, Any] = {}
    entries = [(name, getattr(pack, name)) for name in SINGLES]
    for name in ENTRIES:
        entries += [(f"{name} {entry.id}", entry) for entry in getattr(pack, f"{name}s")]
        found |= {f"{name} {entry.id}": True for entry in getattr(pack, f"{name}s")}
    for path, entry in entries:
        found |= {f"{path}, {one.name}": getattr(entry, one.name) for one in fields(entry) if one.name != "id"}
    return {path: value for path, value in found.items() if value is not None}


def merge(mine: Pack, theirs: Pack) -> tuple[Pack, list[Conflict]]:
    """My pack with the parts that only theirs knows, and what the two disagree about; there, mine stays."""
    if mine.sample != theirs.sample:
        raise ValueError("A sample can't be merged with a real pack: made-up parts would pass for printed ones.")
    conflicts: list[Conflict] = []
    found: dict[str, Any] = {key: getattr(mine, key) or getattr(theirs, key) for key in _ABOUT}
    if theirs.edition not in (None, found["edition"]):
        conflicts.append(Conflict("edition", mine.edition, theirs.edition))
    for name in SINGLES:
        found[name] = _merged_fields(name, getattr(mine, name), getattr(theirs, name), conflicts)
    for name in ENTRIES:
        both = getattr(mine, f"{name}s"), getattr(theirs, f"{name}s")
        found[f"{name}s"] = _merged_entries(name, *both, conflicts)
    found["cards"] = _merged_cards(mine.cards, theirs.cards, conflicts)
    merged = replace(mine, **found)
    sides: list[_Side] = [(board_parts(pack), pack.to_check) for pack in (mine, theirs)]
    return replace(merged, to_check=_still_to_check(board_parts(merged), sides)), conflicts


def _merged_fields(path: str, mine: Any, theirs: Any, conflicts: list[Conflict]) -> Any:
    taken = {}
    for one in fields(mine):
        known, told = getattr(mine, one.name), getattr(theirs, one.name)
        if known is None or (one.name == "markets" and told and _within(known, told)):
            taken[one.name] = told
        elif one.name == "markets" and told and _within(told, known):
            continue
        elif told not in (None, known):
            conflicts.append(Conflict(f"{path}, {one.name}", _plain(known), _plain(told)))
    return replace(mine, **taken)


def _within(few: tuple[str, ...], many: tuple[str, ...]) -> bool:
    """Whether the order of a few is part of an order of more: it tells less, and nothing else."""
    return few == tuple(one for one in many if one in few)


def _merged_entries(
    name: str, mine: tuple[Any, ...], theirs: tuple[Any, ...], conflicts: list[Conflict]
) -> tuple[Any, ...]:
    """Mine, and among them theirs, each behind the one it follows in their pack: columns have an order."""
    found, last = list(mine), -1
    for entry in theirs:
        ids = [one.id for one in found]
        if entry.id in ids:
            last = ids.index(entry.id)
            found[last] = _merged_fields(f"{name} {entry.id}", found[last], entry, conflicts)
        else:
            last += 1
            found.insert(last, entry)
    return tuple(found)


_Side: TypeAlias = tuple[Mapping[str, Any], tuple[str, ...]]
"""What one side tells, by path, and which of it is to be checked."""


def _still_to_check(merged: Mapping[str, Any], sides: Sequence[_Side]) -> tuple[str, ...]:
    """The parts that nobody who tells them is sure of."""
    marked = dict.fromkeys(path for _, marks in sides for path in marks if merged.get(path) is not None)
    return tuple(
        path for path in marked if all(path in marks for told, marks in sides if told.get(path) == merged[path])
    )


def _merged_cards(mine: tuple[Card, ...], theirs: tuple[Card, ...], conflicts: list[Conflict]) -> tuple[Card, ...]:
    found, left = list(mine), list(range(len(mine)))
    for card in theirs:
        same = [index for index in left if _same_card(mine[index], card)]
        if same:
            index = min(same, key=lambda index: mine[index].id != card.id)
            left.remove(index)
            found[index] = _merged_card(found[index], card, conflicts)
        else:
            found.append(replace(card, id=_fresh(card.id, [one.id for one in found])))
    return tuple(found)


def _same_card(mine: Card, theirs: Card) -> bool:
    """PA-G43: a card is known by its majority; where one side does not tell it, by its id."""
    if mine.majority is None or theirs.majority is None:
        return mine.id == theirs.id
    return mine.majority == theirs.majority


def _fresh(id: str, taken: Sequence[str]) -> str:
    return next(one for one in (id, *(f"{id}-{n}" for n in range(2, len(taken) + 3))) if one not in taken)


def _merged_card(mine: Card, theirs: Card, conflicts: list[Conflict]) -> Card:
    mine, theirs = _settled(mine, theirs), _settled(theirs, mine)
    merged, moved = _with_room(mine, theirs)
    told = {_moved(path, moved): value for path, value in parts(theirs) if value is not None}
    marks = tuple(_moved(path, moved) for path in theirs.to_check)
    sides: list[_Side] = [(dict(parts(mine)), mine.to_check), (told, marks)]
    for path, value in told.items():
        if _of_another_action(path, merged, told) or not has_part(merged, path):
            continue  # it hangs on a part about which the two disagree
        known = part(merged, path)
        if known is None and _can_tell(merged, path, value):
            merged = with_part(merged, path, value)
        elif known != value:
            my_words = None if known is None else write_part(known)
            conflicts.append(Conflict(f"card {mine.id}, {path}", my_words, write_part(value)))
    return replace(
        merged,
        owner=mine.owner or theirs.owner,
        edition=mine.edition or theirs.edition,
        checked=mine.checked and (theirs.checked or merged == mine),
        to_check=_still_to_check(dict(parts(merged)), sides),
    )


def _of_another_action(path: str, card: Card, told: Mapping[str, Any]) -> bool:
    """Whether the path is a row or bonus of an action that is another one on this card."""
    where, _, what = path.partition(", ")
    action = f"{where}, action"
    return what not in ("", "condition", "action") and part(card, action) != told[action]


def _can_tell(card: Card, path: str, value: Any) -> bool:
    try:
        with_part(card, path, value)
    except ValueError:  # an order that leaves out a row which is known
        return False
    return True


def _settled(card: Card, other: Card) -> Card:
    """The card with its unplaced sections put where the other card has the only one of the kind."""
    for number in range(len(card.unplaced), 0, -1):
        section, path = card.unplaced[number - 1], f"unplaced {number}, position"
        spots = [n for n, placed in enumerate(other.sections, 1) if _alike(section, placed)]
        free = not any(_alike(section, placed) for placed in card.sections)
        if len(spots) == 1 and free and _can_tell(card, path, spots[0]):
            card = with_part(card, path, spots[0])
    return card


def _alike(one: Section, another: Section) -> bool:
    kinds = type(one.action), type(another.action)
    return one.action is not None and kinds[0] is kinds[1] and not isinstance(one.action, Other)


def _with_room(mine: Card, theirs: Card) -> tuple[Card, dict[str, str]]:
    """My card with a section for each unplaced one of theirs, and what theirs are called there."""
    moved: dict[str, str] = {}
    for number, section in enumerate(theirs.unplaced, 1):
        same = [
            f"unplaced {n}"
            for n, known in enumerate(mine.unplaced, 1)
            if (known == section or _alike(known, section)) and f"unplaced {n}" not in moved.values()
        ]
        if not same:
            mine = replace(mine, unplaced=(*mine.unplaced, Section()))
        moved[f"unplaced {number}"] = same[0] if same else f"unplaced {len(mine.unplaced)}"
    return mine, moved


def _moved(path: str, moved: Mapping[str, str]) -> str:
    where, comma, what = path.partition(", ")
    return moved.get(where, where) + comma + what


# Telling one part


def tell(pack: Pack, path: str, plain: object) -> Pack:
    """The pack with one part told in words: "card wind-farms, section 1, condition", "sector A1, farm_sites".

    A card or an entry that the pack does not have yet is added. ValueError if the words can't stand there.
    """
    name, _, what = path.partition(", ")
    kind, _, id = name.partition(" ")
    if kind == "card" and _is_id(kind, id):
        card = _entry(pack.cards, id) or Card(id)
        card = with_part(card, what, read_part(card, what, plain, pack.names))
        return replace(pack, cards=_with_entry(pack.cards, card))
    if name in SINGLES:
        entry = _told(getattr(pack, name), what, plain, pack)
        changed: dict[str, Any] = {name: entry}
    elif kind in ENTRIES and _is_id(kind, id):
        entries = getattr(pack, f"{kind}s")
        entry = _told(_entry(entries, id) or ENTRIES[kind](id), what, plain, pack)
        changed = {f"{kind}s": _with_entry(entries, entry)}
    else:
        known = ", ".join([*SINGLES, *(f"{one} (id)" for one in (*ENTRIES, "card"))])
        raise ValueError(f"a pack has no part '{path}'; a path begins with one of: {known}.")
    return replace(pack, **changed, to_check=tuple(mark for mark in pack.to_check if mark not in (name, path)))


def with_section_placed(pack: Pack, id: str, path: str) -> Pack:
    """The pack with a card's section put where its kind of action was just told, if its place was unknown."""
    card = _entry(pack.cards, id)
    where = path.partition(", ")[0]
    told = dict(sections(card)).get(where) if card else None
    if told is None or not where.startswith("section "):
        return pack
    for number, section in enumerate(card.unplaced, 1):
        position = f"unplaced {number}, position"
        if _alike(section, told) and _can_tell(card, position, int(where[-1])):
            return replace(pack, cards=_with_entry(pack.cards, with_part(card, position, int(where[-1]))))
    return pack


def _entry(entries: Iterable[Any], id: str) -> Any:
    return next((one for one in entries if one.id == id), None)


def _with_entry(entries: tuple[Any, ...], entry: Any) -> tuple[Any, ...]:
    if _entry(entries, entry.id) is None:
        return (*entries, entry)
    return tuple(entry if one.id == entry.id else one for one in entries)


def _told(entry: Any, what: str, plain: object, pack: Pack) -> Any:
    known = {one.name: one for one in fields(entry) if one.name != "id"}
    if what not in known:
        raise ValueError(f"'{what}' is not known here; {_right_one(what, known)}")
    return replace(entry, **{what: _Reader(pack).value(plain, known[what], type(entry))})


# Packs that come with the program


@cache
def shipped() -> Pack:
    """The two cards that the published rules show in part, and what is generally known of the boards."""
    return loads((_FOLDER / "shipped.toml").read_text(encoding="utf-8"))


def sample() -> Pack:
    """A made-up pack, for trying the program out."""
    return loads((_FOLDER / "sample" / "pack.toml").read_text(encoding="utf-8"))


_FOLDER = Path(__file__).parent
