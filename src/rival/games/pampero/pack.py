"""Pack files: the data of an owner's copy of the game, as TOML that a person can read and edit.

A pack holds VJ cards, boards, tiles and contracts. Values that are absent are unknown. `read` accepts a damaged file
and reports its errors; `loads` raises BadPack for any error; `dumps` writes a file; `tell` changes one part. A part has
a path such as "sector A1, farm_sites" or "card wind-farms, section 1, condition".
"""

import marshal
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, fields, replace
from functools import cache, lru_cache
from pathlib import Path
from string import digits
from typing import Any

from rival.games.pampero.cards import (
    ZONES,
    BuildFarm,
    BuildTower,
    Card,
    FulfilContract,
    Section,
)
from rival.games.pampero.contents import (
    ABOUT,
    CARDS_IN_THE_BOX,
    EFFECTS,
    ENTRIES,
    EVENTS,
    GAME,
    NAMES_IN,
    NOTHING,
    SCHEMA,
    SINGLES,
    UNKNOWN,
    BonusColumn,
    Contract,
    Count,
    Counts,
    Covered,
    Effect,
    Flag,
    Gains,
    GridColumn,
    Lab,
    Line,
    Lines,
    LinkPlace,
    Pack,
    When,
    board_parts,
    plain_value,
    with_ids,
)
from rival.games.pampero.outside import legible, shown
from rival.games.pampero.parts import (
    GAIN,
    as_written,
    describe_path,
    has_part,
    sections_of_kind,
    with_part,
)
from rival.games.pampero.words import (
    Names,
    at_most,
    card_name,
    card_table,
    describe,
    no_list,
    read_icon,
    read_part,
    right_one,
    section_parts,
    unknown,
)
from rival.kernel import BadPack, Joined, Json, Name, Text, _, n_, toml
from rival.kernel.box import HEAD

# Reading


@dataclass(frozen=True)
class Reading:
    """The result of reading a pack: the pack, errors (parts that were left out), and warnings (unlikely values)."""

    pack: Pack
    errors: tuple[Text, ...]
    warnings: tuple[Text, ...]


def read(text: str) -> Reading:
    """Read the text of a pack file; parts with errors stay unknown and are listed in the result."""
    try:
        return read_document(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        return nothing_read(_("This is not a TOML file: {problem}", problem=toml.problem(error)))
    except ValueError:
        return nothing_read(_("This is not a pack: a number in it has thousands of digits."))
    except RecursionError:
        return nothing_read(_("This file can’t be used: its lists are nested too deeply."))


def nothing_read(problem: Text) -> Reading:
    """Return an empty pack with this problem as its only error."""
    return Reading(Pack(), (problem,), ())


def loads(text: str) -> Pack:
    """Return the pack in the text of a file; raise BadPack if it has any error."""
    reading = read(text)
    if reading.errors:
        raise BadPack(Joined(reading.errors, "\n"))
    return reading.pack


def read_document(document: Mapping[str, Any]) -> Reading:
    """Read a pack that is already plain data, as a journal holds it."""
    if not isinstance(document, Mapping) or document.get("game") != GAME:
        return nothing_read(NO_PACK)
    if type(schema := document.get("schema")) is not int or not 1 <= schema <= SCHEMA:
        return nothing_read(
            _("The pack needs the line schema = {n}. This version of Rival can’t read any other schema.", n=SCHEMA)
        )
    reader = _Reader(Pack())
    pack = reader.pack(document)
    return Reading(pack, tuple(reader.errors), tuple(_warnings(pack)))


NO_PACK = _('This is not a Pampero pack: it needs the line game = "pampero".')


def read_again(document: Json) -> Reading:
    """Read a pack from plain data and cache the result: a game reads its pack again for every step that is undone."""
    try:
        return _read_kept(marshal.dumps(document))
    except (ValueError, RecursionError):
        return nothing_read(_("This file can’t be used: its lists are nested too deeply."))


@lru_cache(maxsize=8)
def _read_kept(document: bytes) -> Reading:
    return read_document(marshal.loads(document))


class _Reader:
    """A reader of pack data that collects errors; a part with an error stays unknown."""

    def __init__(self, pack: Pack) -> None:
        self.errors: list[Text] = []
        self.known: dict[str, tuple[str, ...]] = {
            "market": pack.names.markets,
            "sector": pack.names.sectors,
            "zone": ZONES,
            "place": _places(pack.grid_columns),
        }

    def wrong(self, where: Text, problem: Text) -> None:
        """Add an error, unless the list of errors is full."""
        if len(self.errors) < MOST_ERRORS:
            self.errors.append(problem_at(where, problem))

    def attempt(self, where: Text, piece: Callable[..., Any], *args: Any, otherwise: Any = None) -> Any:
        """Call the function; if it raises BadPack, add the error and return the fallback value."""
        try:
            return piece(*args)
        except BadPack as bad:
            self.wrong(where, bad.text)
            return otherwise

    def check_keys(self, where: Text, table: Mapping[str, Any], keys: Sequence[str]) -> None:
        """Add an error for each key of the table that is not allowed."""
        for key in table:
            if key not in keys:
                self.wrong(where, _not_known(key, keys))

    def pack(self, document: Mapping[str, Any]) -> Pack:
        """Read the whole pack."""
        head = (*ABOUT, *HEAD, "to_check")
        self.check_keys(_("pack"), document, ("schema", "game", *head, *SINGLES, *ENTRIES, "card"))
        found = {key: self.attempt(Name(key), _line, document[key]) for key in ABOUT if key in document}
        found["sample"] = self.attempt(Name("sample"), _flag, document.get("sample", False), otherwise=True)
        found["to_check"] = self.attempt(Name("to_check"), _lines, document.get("to_check", []), otherwise=())
        for name in ENTRIES:
            found[f"{name}s"] = self.entries(name, document.get(name, []))
        for name, kind in SINGLES.items():
            found[name] = self.fields(Name(name), document.get(name, {}), kind)
        names = Names(self.known["market"], self.known["sector"])
        cards = self.tables("card", document.get("card", []))
        return Pack(**found, cards=tuple(self.card(id, table, names) for id, table in cards))

    def tables(self, name: str, tables: object) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the tables of a list with their ids; add an error for a missing, invalid or duplicate id."""
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            headed = _("write each entry as its own table under [[{name}]].", name=Name(name))
            self.wrong(Name(name), headed)
            return
        if len(tables) > MOST_ENTRIES:
            self.wrong(
                Name(name), _("the list has {n} entries; at most {most} are allowed.", n=len(tables), most=MOST_ENTRIES)
            )
            return
        taken: set[str] = set()
        for number, table in enumerate(tables, 1):
            id = table.get("id")
            if not is_id(name, id):
                self.wrong(_("{name} number {n}", name=Name(name), n=number), _no_id(name, id))
            elif id in taken:
                self.wrong(_entry_words(name, id), _("this id is used twice; each entry needs its own id."))
            else:
                taken.add(id)
                yield id, table

    def entries(self, name: str, tables: object) -> tuple[Any, ...]:
        """Read all entries of one kind, for instance all sectors."""
        found: list[Any] = []
        for id, table in self.tables(name, tables):
            found.append(self.fields(_entry_words(name, id), table, ENTRIES[name], id=id))
        if name in ("sector", "market"):
            self.known[name] = with_ids(self.known[name], found)
        if name == "grid_column":
            self.known["place"] = _places(found)
        return tuple(found)

    def fields(self, where: Text, table: object, kind: type, **given: str) -> Any:
        """Read the fields of an entry from its table; keyword arguments are fields that have a value already."""
        if not isinstance(table, dict):
            self.wrong(where, _("write it as a table under [{name}].", name=where))
            return kind(**given)
        self.check_keys(where, table, [one.name for one in fields(kind)])
        told = {
            one.name: self.attempt(part_of(where, Name(one.name)), self.value, table[one.name], one, kind)
            for one in fields(kind)
            if one.name in table and one.name not in given
        }
        return kind(**given, **told)

    def value(self, value: object, one: Field[Any], kind: type) -> Any:
        """Return the value of a field; raise BadPack if it has the wrong type, an unknown name or a wrong length."""
        found = _READERS[one.type](value)
        if one.name in NAMES_IN:
            of = NAMES_IN[one.name]
            for name in found if isinstance(found, tuple) else (found,):
                if name not in self.known[of]:
                    raise unknown(name, _NAMED[of], right_one(name, self.known[of]))
        least, most = _HOW_MANY.get((kind, one.name), (0, 1000))
        if isinstance(found, tuple) and not least <= len(found) <= most:
            if least == most:
                raise BadPack(_("the list has {n} entries; it needs {most}.", n=len(found), most=most))
            how_many = {"n": len(found), "least": least, "most": most}
            raise BadPack(_("the list has {n} entries; it needs {least} to {most}.", **how_many))
        return found

    def card(self, id: str, table: dict[str, Any], names: Names) -> Card:
        """Read a VJ card."""
        card = Card(id)
        for path in ("majority", "number"):
            if path in table:
                card = self.told(card, path, table[path], names)
        where = card_words(card)
        self.check_keys(where, table, _CARD_KEYS)
        tables = table.get("section", [])
        listed = tables if isinstance(tables, list) else [tables]
        for number, section in enumerate(self.attempt(where, at_most, listed, MOST_SECTIONS, otherwise=[]), 1):
            card = self.section(card, number, section, names)
        provenance = {
            key: self.attempt(part_of(where, Name(key)), _READERS[kind], table[key])
            for key, kind in (("owner", Line), ("edition", Line), ("checked", Flag), ("to_check", Lines))
            if key in table
        }
        return replace(card, **{key: value for key, value in provenance.items() if value is not None})

    def section(self, card: Card, number: int, table: object, names: Names) -> Card:
        """Return the card with one section of its table added."""
        where = part_of(card_words(card), _("section {n}", n=number))
        if not isinstance(table, dict):
            self.wrong(where, _("write each section as a table under [[card.section]]."))
            return card
        self.check_keys(where, table, _SECTION_KEYS)
        match table.get("position", number):
            case position if _free(card, position):
                name = f"section {position}"
            case "unknown":
                card = replace(card, unplaced=(*card.unplaced, Section()))
                name = f"unplaced {len(card.unplaced)}"
            case position:
                taken = _(
                    "position {n} is not possible; use 1, 2 or 3, each once, or “unknown”.", n=as_written(position)
                )
                self.wrong(where, taken)
                return card
        for path, plain in section_parts(name, table):
            card = self.told(card, path, plain, names)
        return card

    def told(self, card: Card, path: str, plain: object, names: Names) -> Card:
        """Return the card with one part changed; if the value is wrong, add an error and return the card unchanged."""

        def tell() -> Card:
            return with_part(card, path, read_part(card, path, plain, names))

        told: Card = self.attempt(part_of(card_words(card), describe_path(path)), tell, otherwise=card)
        return told


_ID = re.compile(r"[A-Za-z0-9_.-]{1,40}"), "a-1"
_IDS = {"sector": (re.compile(r"[ABC][0-9]?"), "B1"), "market": (re.compile(r"[a-z][a-z-]{0,39}"), "residential")}
"""Patterns of ids, each with an example. Sectors and markets have stricter ones: the text of cards contains them."""
LONGEST_LINE = 1000
HIGHEST = 10_000
MOST_ENTRIES = 200
MOST_SECTIONS = 12
MOST_ERRORS = 40
"""Limits that keep reading fast for any input; a complete copy of the game needs a fifth of them."""
_HOW_MANY = {(Contract, "symbols"): (1, 2), (LinkPlace, "between"): (2, 2), (Lab, "turns"): (3, 3)}
_NAMED = {"market": _("a market"), "sector": _("a sector"), "zone": _("a zone"), "place": _("a contract place")}
_CARD_KEYS = ("id", "majority", "number", "owner", "edition", "checked", "to_check", "section")
_SECTION_KEYS = ("position", "condition", "action", "order", "rows", "bonus")


def problem_at(where: Text, problem: Text) -> Text:
    """Return a problem with its location in the pack: "card “x”: problem"."""
    return _("{where}: {problem}", where=where, problem=problem)


def part_of(whole: Text, part: Text) -> Text:
    """Return the location of a part within a larger part: "card “x”, section 1"."""
    return _("{whole}, {part}", whole=whole, part=part)


def _entry_words(name: str, id: str) -> Text:
    return _("{name} “{id}”", name=Name(name), id=Name(id))


def card_words(card: Card) -> Text:
    """Return how error messages refer to a card."""
    return _("card “{name}”", name=card_name(card))


def is_id(name: str, id: object) -> bool:
    """Return whether a value is a valid id for this kind of entry."""
    return isinstance(id, str) and _IDS.get(name, _ID)[0].fullmatch(id) is not None


def _free(card: Card, position: object) -> bool:
    """Return whether the section at this position of the card is still empty; a bool is not a position."""
    return type(position) is int and 1 <= position <= 3 and card.sections[position - 1] == Section()


def _places(columns: Iterable[GridColumn]) -> tuple[str, ...]:
    return tuple(place for column in columns for place in column.places or ())


def _no_id(name: str, id: object) -> Text:
    example = Name(_IDS.get(name, _ID)[1])
    if id is None:
        return _("the id is missing; add one such as “{example}”.", example=example)
    return _("the id {id} is not valid; use one such as “{example}”.", id=as_written(id), example=example)


def _not_known(key: str, keys: Iterable[str]) -> Text:
    return _("“{key}” is not allowed here; {hint}", key=shown(key), hint=right_one(key, keys))


def _line(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise BadPack(_("{value} must be text in quotation marks.", value=as_written(value)))
    if len(value) > LONGEST_LINE or not legible(value):
        raise BadPack(
            _(
                "{words} can’t be read: enter at most {most} visible characters.",
                words=shown(value),
                most=LONGEST_LINE,
            )
        )
    return value


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise BadPack(_("{value} must be a whole number, 0 or more.", value=as_written(value)))
    if value > HIGHEST:
        raise BadPack(_("{value} is too high; the maximum is {most}.", value=as_written(value), most=HIGHEST))
    return value


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise BadPack(_("{value} must be true or false.", value=as_written(value)))


def _each(one: Callable[[object], Any]) -> Callable[[object], tuple[Any, ...]]:
    def read_list(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise no_list(value)
        return tuple(one(entry) for entry in at_most(value, MOST_ENTRIES))

    return read_list


def _effect(value: object) -> str:
    if isinstance(value, str) and value in EFFECTS:
        return value
    raise unknown(value, _("an effect"), right_one(value, EFFECTS))


def _event(value: object) -> str:
    if isinstance(value, str) and value in EVENTS:
        return value
    raise unknown(value, _("an action of VJ"), right_one(value, EVENTS))


def _gain(value: object) -> Any:
    return read_icon(value, GAIN)


def _covered(value: object) -> Any:
    return value if value in (NOTHING, UNKNOWN) else _gain(value)


_lines = _each(_line)
_READERS: dict[Any, Callable[[object], Any]] = {
    Line: _line,
    Count: _count,
    Flag: _flag,
    Effect: _effect,
    When: _event,
    Lines: _lines,
    Counts: _each(_count),
    Gains: _each(_gain),
    Covered: _each(_covered),
}


# Checking


def _warnings(pack: Pack) -> Iterator[Text]:
    seen: dict[object, str] = {}
    for card in pack.cards:
        if card.majority is not None and card.majority in seen:
            yield _(
                "cards “{one}” and “{other}” have the same majority, “{name}” (PA-G43).",
                one=Name(seen[card.majority]),
                other=Name(card.id),
                name=card_name(card),
            )
        seen.setdefault(card.majority, card.id)
        yield from (problem_at(card_words(card), problem) for problem in _odd_about(card))
    if (n := len(pack.cards)) > CARDS_IN_THE_BOX:
        yield n_(
            "the pack has {n} card, but the game has {all}.",
            "the pack has {n} cards, but the game has {all}.",
            n,
            all=CARDS_IN_THE_BOX,
        )
    known = board_parts(pack)
    for path in pack.to_check:
        if path not in known:
            yield _("to_check lists “{path}”, but the pack has no value for it.", path=shown(path))


def _odd_about(card: Card) -> Iterator[Text]:
    if odd := _odd_sections(card):
        yield _("{odd}; a card should have one section of each kind (PA-51).", odd=Joined(odd))
    for path in card.to_check:
        if not has_part(card, path):
            yield _("to_check lists “{path}”, but the card has no such part.", path=shown(path))


def _odd_sections(card: Card) -> list[Text]:
    counts = {kind: len(sections_of_kind(card, kind)) for kind in (BuildFarm, BuildTower, FulfilContract)}
    all_known = all(section.action is not None for section in card.sections)
    odd: list[Text] = [_sections_with(kind, n) for kind, n in counts.items() if n > 1]
    lacking = [kind for kind, n in counts.items() if n == 0 and all_known]
    return odd or [_("no section with the action “{action}”", action=describe(kind())) for kind in lacking]


def _sections_with(kind: type, n: int) -> Text:
    action = describe(kind())
    return n_("{n} section with the action “{action}”", "{n} sections with the action “{action}”", n, action=action)


# Writing


def document(pack: Pack) -> dict[str, Any]:
    """Return a pack as plain data, in the layout of its file."""
    head = {key: getattr(pack, key) for key in ABOUT}
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
    return {name: plain_value(value) for name, value in told.items() if value is not None}


def dumps(pack: Pack) -> str:
    """Return the text of a pack file; equal packs give the same text."""
    return toml.dumps(document(pack))


# Changing one part


def tell(pack: Pack, path: str, plain: object) -> Pack:
    """Return the pack with the part at this path changed, e.g. "card wind-farms, section 1, condition".

    A card or an entry that the pack lacks is added. Raise BadPack if the value is not allowed there.
    """
    name, _comma, what = path.partition(", ")
    kind, _space, id = name.partition(" ")
    if kind == "card" and is_id(kind, id):
        card = _entry(pack.cards, id) or Card(id)
        card = with_part(card, what, read_part(card, what, plain, pack.names))
        return replace(pack, cards=_with_entry(pack.cards, card))
    if name in SINGLES:
        entry = _told(getattr(pack, name), what, plain, pack)
        changed: dict[str, Any] = {name: entry}
    elif kind in ENTRIES and is_id(kind, id):
        entries = getattr(pack, f"{kind}s")
        entry = _told(_entry(entries, id) or ENTRIES[kind](id), what, plain, pack)
        changed = {f"{kind}s": _with_entry(entries, entry)}
    else:
        known = Joined([*map(Name, SINGLES), *(Name(f"{one} (id)") for one in (*ENTRIES, "card"))])
        raise BadPack(
            _(
                "a pack has no part “{path}”; the name of a part begins with one of: {known}.",
                path=shown(path),
                known=known,
            )
        )
    return replace(pack, **changed, to_check=tuple(mark for mark in pack.to_check if mark not in (name, path)))


def _entry(entries: Iterable[Any], id: str) -> Any:
    return next((one for one in entries if one.id == id), None)


def _with_entry(entries: tuple[Any, ...], entry: Any) -> tuple[Any, ...]:
    if _entry(entries, entry.id) is None:
        return in_board_order((*entries, entry))
    return in_board_order(tuple(entry if one.id == entry.id else one for one in entries))


def in_board_order(entries: tuple[Any, ...]) -> tuple[Any, ...]:
    """Sort numbered columns of a board from the left; return other entries in their order."""
    if not all(isinstance(one, GridColumn | BonusColumn) and _NUMBERED.fullmatch(one.id) for one in entries):
        return entries
    return tuple(sorted(entries, key=lambda one: (one.id.rstrip(digits), int(_NUMBERED.sub(r"\1", one.id)))))


_NUMBERED = re.compile(r"(?:[A-C]-)?([0-9]{1,4})")
"""Ids that the program gives to the columns of a board: “2”, “B-1”."""


def _told(entry: Any, what: str, plain: object, pack: Pack) -> Any:
    known = {one.name: one for one in fields(entry) if one.name != "id"}
    if what not in known:
        raise BadPack(_not_known(what, known))
    return replace(entry, **{what: _Reader(pack).value(plain, known[what], type(entry))})


# Packs that come with the program


@cache
def shipped() -> Pack:
    """Return the pack that comes with Rival: two cards from the published rules, and facts about the boards."""
    return loads((_FOLDER / "shipped.toml").read_text(encoding="utf-8"))


def sample() -> Pack:
    """Return an invented pack for trying out the program."""
    return loads((_FOLDER / "sample" / "pack.toml").read_text(encoding="utf-8"))


_FOLDER = Path(__file__).parent
