"""Pack files: the data of an owner's copy of the game, as TOML that a person can read and edit.

A pack holds VJ cards, boards, tiles and contracts. Values that are absent are unknown. `read_pack_text` accepts a
damaged file and reports its errors; `parse_pack` raises BadPackError for any error; `format_pack` writes a file;
`replace_pack_part` changes one part. A part has a path such as "sector A1, farm_sites" or
"card wind-farms, section 1, condition".
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

from rival.games.pampero.card_paths import (
    GAIN,
    describe_path,
    find_sections_of_kind,
    has_part,
    quote_value,
    replace_part,
)
from rival.games.pampero.cards import (
    ZONES,
    BuildFarm,
    BuildTower,
    Card,
    CardSection,
    FulfilContract,
)
from rival.games.pampero.icon_grammar import (
    KnownNames,
    build_unknown_error,
    card_to_table,
    check_max_length,
    describe_icon,
    get_card_name,
    iterate_section_parts,
    make_list_expected_error,
    read_icon,
    read_part_value,
    suggest_names,
)
from rival.games.pampero.pack_model import (
    CARDS_IN_THE_BOX,
    EFFECTS,
    ENTRY_TYPES,
    EVENTS,
    GAME,
    HEADER_KEYS,
    NAME_FIELDS,
    NOTHING,
    SCHEMA,
    SINGLE_TABLES,
    UNKNOWN,
    BonusColumnEntry,
    Contract,
    GridColumnEntry,
    LinkPlace,
    MaybeCount,
    MaybeCounts,
    MaybeCovered,
    MaybeEffect,
    MaybeFlag,
    MaybeGains,
    MaybeText,
    MaybeTexts,
    MaybeTrigger,
    Pack,
    SimulationSettings,
    add_entry_ids,
    list_board_values,
    to_plain_value,
)
from rival.games.pampero.safe_text import is_legible, sanitize_text
from rival.kernel import BadPackError, JoinedText, Json, Name, Text, _, n_, toml
from rival.kernel.box import HEAD_KEYS

# Reading


@dataclass(frozen=True)
class PackReadResult:
    """The pack read from a pack file, with the errors and warnings found."""

    pack: Pack
    errors: tuple[Text, ...]
    warnings: tuple[Text, ...]


def read_pack_text(text: str) -> PackReadResult:
    """Read a pack file; values with errors stay unknown and are listed in the result."""
    try:
        return read_pack_document(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        return build_failed_result(_("This is not a TOML file: {problem}", problem=toml.describe_toml_error(error)))
    except ValueError:
        return build_failed_result(_("This is not a pack: a number in it has thousands of digits."))
    except RecursionError:
        return build_failed_result(_("This file can’t be used: its lists are nested too deeply."))


def build_failed_result(problem: Text) -> PackReadResult:
    """Return an empty pack with this problem as its only error."""
    return PackReadResult(Pack(), (problem,), ())


def parse_pack(text: str) -> Pack:
    """Parse the text of a pack file; raise BadPackError if it has any error."""
    reading = read_pack_text(text)
    if reading.errors:
        raise BadPackError(JoinedText(reading.errors, "\n"))
    return reading.pack


def read_pack_document(document: Mapping[str, Any]) -> PackReadResult:
    """Read a pack from parsed JSON."""
    if not isinstance(document, Mapping) or document.get("game") != GAME:
        return build_failed_result(NOT_A_PACK)
    if type(schema := document.get("schema")) is not int or not 1 <= schema <= SCHEMA:
        return build_failed_result(
            _("The pack needs the line schema = {n}. This version of Rival can’t read any other schema.", n=SCHEMA)
        )
    reader = _PackReader(Pack())
    pack = reader.read_pack(document)
    return PackReadResult(pack, tuple(reader.errors), tuple(_find_warnings(pack)))


NOT_A_PACK = _('This is not a Pampero pack: it needs the line game = "pampero".')


def read_cached_document(document: Json) -> PackReadResult:
    """Read a pack from parsed JSON and cache the result."""
    try:
        return _read_marshalled(marshal.dumps(document))
    except (ValueError, RecursionError):
        return build_failed_result(_("This file can’t be used: its lists are nested too deeply."))


@lru_cache(maxsize=8)
def _read_marshalled(document: bytes) -> PackReadResult:
    return read_pack_document(marshal.loads(document))


class _PackReader:
    """A reader of pack files that collects errors instead of stopping at the first one."""

    def __init__(self, pack: Pack) -> None:
        self.errors: list[Text] = []
        self.known_names: dict[str, tuple[str, ...]] = {
            "market": pack.names.markets,
            "sector": pack.names.sectors,
            "zone": ZONES,
            "place": _list_contract_places(pack.grid_columns),
        }

    def add_error(self, location: Text, problem: Text) -> None:
        """Add an error unless there are too many already."""
        if len(self.errors) < MAX_ERRORS:
            self.errors.append(format_problem(location, problem))

    def try_read(self, location: Text, function: Callable[..., Any], *args: Any, fallback: Any = None) -> Any:
        """Call a function; if it raises BadPackError, record the error and return the fallback value."""
        try:
            return function(*args)
        except BadPackError as error:
            self.add_error(location, error.text)
            return fallback

    def check_keys(self, location: Text, table: Mapping[str, Any], keys: Sequence[str]) -> None:
        """Record an error for each key that is not allowed in the table."""
        for key in table:
            if key not in keys:
                self.add_error(location, _explain_unknown_key(key, keys))

    def read_pack(self, document: Mapping[str, Any]) -> Pack:
        """Read the whole pack."""
        header_keys = (*HEADER_KEYS, *HEAD_KEYS, "to_check")
        self.check_keys(_("pack"), document, ("schema", "game", *header_keys, *SINGLE_TABLES, *ENTRY_TYPES, "card"))
        values = {key: self.try_read(Name(key), _read_line, document[key]) for key in HEADER_KEYS if key in document}
        values["sample"] = self.try_read(Name("sample"), _read_flag, document.get("sample", False), fallback=True)
        values["to_check"] = self.try_read(Name("to_check"), _read_lines, document.get("to_check", []), fallback=())
        for name in ENTRY_TYPES:
            values[f"{name}s"] = self.read_entries(name, document.get(name, []))
        for name, kind in SINGLE_TABLES.items():
            values[name] = self.read_fields(Name(name), document.get(name, {}), kind)
        names = KnownNames(self.known_names["market"], self.known_names["sector"])
        cards = self.iterate_tables("card", document.get("card", []))
        return Pack(**values, cards=tuple(self.read_card(id, table, names) for id, table in cards))

    def iterate_tables(self, name: str, tables: object) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the tables with their ids; record an error for each missing, invalid or duplicate id."""
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            problem = _("write each entry as its own table under [[{name}]].", name=Name(name))
            self.add_error(Name(name), problem)
            return
        if len(tables) > MAX_ENTRIES:
            self.add_error(
                Name(name), _("the list has {n} entries; at most {most} are allowed.", n=len(tables), most=MAX_ENTRIES)
            )
            return
        used_ids: set[str] = set()
        for number, table in enumerate(tables, 1):
            id = table.get("id")
            if not is_valid_id(name, id):
                self.add_error(_("{name} number {n}", name=Name(name), n=number), _explain_wrong_id(name, id))
            elif id in used_ids:
                self.add_error(_describe_entry(name, id), _("this id is used twice; each entry needs its own id."))
            else:
                used_ids.add(id)
                yield id, table

    def read_entries(self, name: str, tables: object) -> tuple[Any, ...]:
        """Read all entries of one kind, for instance all sectors."""
        result: list[Any] = []
        for id, table in self.iterate_tables(name, tables):
            result.append(self.read_fields(_describe_entry(name, id), table, ENTRY_TYPES[name], id=id))
        if name in ("sector", "market"):
            self.known_names[name] = add_entry_ids(self.known_names[name], result)
        if name == "grid_column":
            self.known_names["place"] = _list_contract_places(result)
        return tuple(result)

    def read_fields(self, location: Text, table: object, kind: type, **preset_fields: str) -> Any:
        """Read the fields of an entry from its table."""
        if not isinstance(table, dict):
            self.add_error(location, _("write it as a table under [{name}].", name=location))
            return kind(**preset_fields)
        self.check_keys(location, table, [field.name for field in fields(kind)])
        values = {
            field.name: self.try_read(
                join_location(location, Name(field.name)), self.read_value, table[field.name], field, kind
            )
            for field in fields(kind)
            if field.name in table and field.name not in preset_fields
        }
        return kind(**preset_fields, **values)

    def read_value(self, value: object, field: Field[Any], kind: type) -> Any:
        """Return the value of a field; raise BadPackError if it is wrong."""
        result = _READERS_BY_TYPE[field.type](value)
        if field.name in NAME_FIELDS:
            name_kind = NAME_FIELDS[field.name]
            for name in result if isinstance(result, tuple) else (result,):
                if name not in self.known_names[name_kind]:
                    raise build_unknown_error(
                        name, _NAME_LABELS[name_kind], suggest_names(name, self.known_names[name_kind])
                    )
        minimum, maximum = _LENGTH_LIMITS.get((kind, field.name), (0, 1000))
        if isinstance(result, tuple) and not minimum <= len(result) <= maximum:
            if minimum == maximum:
                raise BadPackError(_("the list has {n} entries; it needs {most}.", n=len(result), most=maximum))
            numbers = {"n": len(result), "least": minimum, "most": maximum}
            raise BadPackError(_("the list has {n} entries; it needs {least} to {most}.", **numbers))
        return result

    def read_card(self, id: str, table: dict[str, Any], names: KnownNames) -> Card:
        """Read one of the opponent's cards."""
        card = Card(id)
        for path in ("majority", "number"):
            if path in table:
                card = self.add_card_part(card, path, table[path], names)
        location = describe_card(card)
        self.check_keys(location, table, _CARD_KEYS)
        section_list = table.get("section", [])
        section_tables = section_list if isinstance(section_list, list) else [section_list]
        for number, section in enumerate(
            self.try_read(location, check_max_length, section_tables, MAX_SECTIONS, fallback=[]), 1
        ):
            card = self.read_section(card, number, section, names)
        provenance = {
            key: self.try_read(join_location(location, Name(key)), _READERS_BY_TYPE[kind], table[key])
            for key, kind in (
                ("owner", MaybeText),
                ("edition", MaybeText),
                ("checked", MaybeFlag),
                ("to_check", MaybeTexts),
            )
            if key in table
        }
        return replace(card, **{key: value for key, value in provenance.items() if value is not None})

    def read_section(self, card: Card, number: int, table: object, names: KnownNames) -> Card:
        """Add one section from a card's table and return the card."""
        location = join_location(describe_card(card), _("section {n}", n=number))
        if not isinstance(table, dict):
            self.add_error(location, _("write each section as a table under [[card.section]]."))
            return card
        self.check_keys(location, table, _SECTION_KEYS)
        match table.get("position", number):
            case position if _is_position_free(card, position):
                name = f"section {position}"
            case "unknown":
                card = replace(card, unplaced=(*card.unplaced, CardSection()))
                name = f"unplaced {len(card.unplaced)}"
            case position:
                problem = _(
                    "position {n} is not possible; use 1, 2 or 3, each once, or “unknown”.", n=quote_value(position)
                )
                self.add_error(location, problem)
                return card
        for path, plain in iterate_section_parts(name, table):
            card = self.add_card_part(card, path, plain, names)
        return card

    def add_card_part(self, card: Card, path: str, plain: object, names: KnownNames) -> Card:
        """Add one part and return the card; record an error if the part's value is wrong."""

        def read_and_replace() -> Card:
            return replace_part(card, path, read_part_value(card, path, plain, names))

        changed_card: Card = self.try_read(
            join_location(describe_card(card), describe_path(path)), read_and_replace, fallback=card
        )
        return changed_card


_ID_PATTERN = re.compile(r"[A-Za-z0-9_.-]{1,40}"), "a-1"
_ID_PATTERNS_BY_KIND = {
    "sector": (re.compile(r"[ABC][0-9]?"), "B1"),
    "market": (re.compile(r"[a-z][a-z-]{0,39}"), "residential"),
}
"""Patterns of ids, each with an example. Sectors and markets have stricter ones: the text of cards contains them."""
MAX_LINE_LENGTH = 1000
MAX_COUNT = 10_000
MAX_ENTRIES = 200
MAX_SECTIONS = 12
MAX_ERRORS = 40
"""Limits that keep reading fast for any input; a complete copy of the game needs a fifth of them."""
_LENGTH_LIMITS = {(Contract, "symbols"): (1, 2), (LinkPlace, "between"): (2, 2), (SimulationSettings, "turns"): (3, 3)}
_NAME_LABELS = {"market": _("a market"), "sector": _("a sector"), "zone": _("a zone"), "place": _("a contract place")}
_CARD_KEYS = ("id", "majority", "number", "owner", "edition", "checked", "to_check", "section")
_SECTION_KEYS = ("position", "condition", "action", "order", "rows", "bonus")


def format_problem(location: Text, problem: Text) -> Text:
    """Return the message for a problem, prefixed with its location in the pack: `card “x”: problem`."""
    return _("{where}: {problem}", where=location, problem=problem)


def join_location(whole: Text, part: Text) -> Text:
    """Join two locations in a pack: "card “x”" and "section 1"."""
    return _("{whole}, {part}", whole=whole, part=part)


def _describe_entry(name: str, id: str) -> Text:
    return _("{name} “{id}”", name=Name(name), id=Name(id))


def describe_card(card: Card) -> Text:
    """Return the name by which error messages refer to a card."""
    return _("card “{name}”", name=get_card_name(card))


def is_valid_id(name: str, id: object) -> bool:
    """Return whether a value is a valid id for this kind of entry."""
    return isinstance(id, str) and _ID_PATTERNS_BY_KIND.get(name, _ID_PATTERN)[0].fullmatch(id) is not None


def _is_position_free(card: Card, position: object) -> bool:
    """Return whether the card has no section at this position yet."""
    return type(position) is int and 1 <= position <= 3 and card.sections[position - 1] == CardSection()


def _list_contract_places(columns: Iterable[GridColumnEntry]) -> tuple[str, ...]:
    return tuple(place for column in columns for place in column.places or ())


def _explain_wrong_id(name: str, id: object) -> Text:
    example = Name(_ID_PATTERNS_BY_KIND.get(name, _ID_PATTERN)[1])
    if id is None:
        return _("the id is missing; add one such as “{example}”.", example=example)
    return _("the id {id} is not valid; use one such as “{example}”.", id=quote_value(id), example=example)


def _explain_unknown_key(key: str, keys: Iterable[str]) -> Text:
    return _("“{key}” is not allowed here; {hint}", key=sanitize_text(key), hint=suggest_names(key, keys))


def _read_line(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise BadPackError(_("{value} must be text in quotation marks.", value=quote_value(value)))
    if len(value) > MAX_LINE_LENGTH or not is_legible(value):
        raise BadPackError(
            _(
                "{words} can’t be read: enter at most {most} visible characters.",
                words=sanitize_text(value),
                most=MAX_LINE_LENGTH,
            )
        )
    return value


def _read_count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise BadPackError(_("{value} must be a whole number, 0 or more.", value=quote_value(value)))
    if value > MAX_COUNT:
        raise BadPackError(_("{value} is too high; the maximum is {most}.", value=quote_value(value), most=MAX_COUNT))
    return value


def _read_flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise BadPackError(_("{value} must be true or false.", value=quote_value(value)))


def _make_list_reader(read_entry: Callable[[object], Any]) -> Callable[[object], tuple[Any, ...]]:
    def read_list(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise make_list_expected_error(value)
        return tuple(read_entry(entry) for entry in check_max_length(value, MAX_ENTRIES))

    return read_list


def _read_effect(value: object) -> str:
    if isinstance(value, str) and value in EFFECTS:
        return value
    raise build_unknown_error(value, _("an effect"), suggest_names(value, EFFECTS))


def _read_event(value: object) -> str:
    if isinstance(value, str) and value in EVENTS:
        return value
    raise build_unknown_error(value, _("an action of VJ"), suggest_names(value, EVENTS))


def _read_gain(value: object) -> Any:
    return read_icon(value, GAIN)


def _read_covered_bonuses(value: object) -> Any:
    return value if value in (NOTHING, UNKNOWN) else _read_gain(value)


_read_lines = _make_list_reader(_read_line)
_READERS_BY_TYPE: dict[Any, Callable[[object], Any]] = {
    MaybeText: _read_line,
    MaybeCount: _read_count,
    MaybeFlag: _read_flag,
    MaybeEffect: _read_effect,
    MaybeTrigger: _read_event,
    MaybeTexts: _read_lines,
    MaybeCounts: _make_list_reader(_read_count),
    MaybeGains: _make_list_reader(_read_gain),
    MaybeCovered: _make_list_reader(_read_covered_bonuses),
}


# Checking


def _find_warnings(pack: Pack) -> Iterator[Text]:
    seen: dict[object, str] = {}
    for card in pack.cards:
        if card.majority is not None and card.majority in seen:
            yield _(
                "cards “{one}” and “{other}” have the same majority, “{name}” (PA-G43).",
                one=Name(seen[card.majority]),
                other=Name(card.id),
                name=get_card_name(card),
            )
        seen.setdefault(card.majority, card.id)
        yield from (format_problem(describe_card(card), problem) for problem in _find_card_warnings(card))
    if (n := len(pack.cards)) > CARDS_IN_THE_BOX:
        yield n_(
            "the pack has {n} card, but the game has {all}.",
            "the pack has {n} cards, but the game has {all}.",
            n,
            all=CARDS_IN_THE_BOX,
        )
    known_paths = list_board_values(pack)
    for path in pack.to_check:
        if path not in known_paths:
            yield _("to_check lists “{path}”, but the pack has no value for it.", path=sanitize_text(path))


def _find_card_warnings(card: Card) -> Iterator[Text]:
    if unexpected := _find_unexpected_sections(card):
        yield _("{odd}; a card should have one section of each kind (PA-51).", odd=JoinedText(unexpected))
    for path in card.to_check:
        if not has_part(card, path):
            yield _("to_check lists “{path}”, but the card has no such part.", path=sanitize_text(path))


def _find_unexpected_sections(card: Card) -> list[Text]:
    counts = {kind: len(find_sections_of_kind(card, kind)) for kind in (BuildFarm, BuildTower, FulfilContract)}
    all_known = all(section.action is not None for section in card.sections)
    unexpected: list[Text] = [_describe_section_count(kind, n) for kind, n in counts.items() if n > 1]
    missing_kinds = [kind for kind, n in counts.items() if n == 0 and all_known]
    return unexpected or [
        _("no section with the action “{action}”", action=describe_icon(kind())) for kind in missing_kinds
    ]


def _describe_section_count(kind: type, n: int) -> Text:
    action = describe_icon(kind())
    return n_("{n} section with the action “{action}”", "{n} sections with the action “{action}”", n, action=action)


# Writing


def pack_to_document(pack: Pack) -> dict[str, Any]:
    """Convert a pack to JSON data with the layout of a pack file."""
    header = {key: getattr(pack, key) for key in HEADER_KEYS}
    singles = {name: _collect_known_fields(getattr(pack, name)) for name in SINGLE_TABLES}
    entries = {name: [_collect_known_fields(entry) for entry in getattr(pack, f"{name}s")] for name in ENTRY_TYPES}
    values = {
        "schema": SCHEMA,
        "game": GAME,
        **{key: value for key, value in header.items() if value is not None},
        "sample": pack.sample,
        "to_check": list(pack.to_check),
        **singles,
        **entries,
        "card": [card_to_table(card) for card in pack.cards],
    }
    return {key: value for key, value in values.items() if value not in ([], {})}


def _collect_known_fields(entry: Any) -> dict[str, Any]:
    values = {field.name: getattr(entry, field.name) for field in fields(entry)}
    return {name: to_plain_value(value) for name, value in values.items() if value is not None}


def format_pack(pack: Pack) -> str:
    """Return the text of a pack file."""
    return toml.format_pack(pack_to_document(pack))


# Changing one part


def replace_pack_part(pack: Pack, path: str, plain: object) -> Pack:
    """Return the pack with the value at this path replaced.

    An example of a path is "card wind-farms, section 1, condition". If the pack lacks the card or entry, it is added.
    Raise BadPackError if the value is not allowed at this path.
    """
    name, _comma, part_name = path.partition(", ")
    kind, _space, id = name.partition(" ")
    if kind == "card" and is_valid_id(kind, id):
        card = _find_entry(pack.cards, id) or Card(id)
        card = replace_part(card, part_name, read_part_value(card, part_name, plain, pack.names))
        return replace(pack, cards=_replace_entry(pack.cards, card))
    if name in SINGLE_TABLES:
        entry = _replace_field(getattr(pack, name), part_name, plain, pack)
        changed: dict[str, Any] = {name: entry}
    elif kind in ENTRY_TYPES and is_valid_id(kind, id):
        entries = getattr(pack, f"{kind}s")
        entry = _replace_field(_find_entry(entries, id) or ENTRY_TYPES[kind](id), part_name, plain, pack)
        changed = {f"{kind}s": _replace_entry(entries, entry)}
    else:
        known_names = JoinedText(
            [*map(Name, SINGLE_TABLES), *(Name(f"{kind_name} (id)") for kind_name in (*ENTRY_TYPES, "card"))]
        )
        raise BadPackError(
            _(
                "a pack has no part “{path}”; the name of a part begins with one of: {known}.",
                path=sanitize_text(path),
                known=known_names,
            )
        )
    return replace(
        pack,
        **changed,
        to_check=tuple(checked_path for checked_path in pack.to_check if checked_path not in (name, path)),
    )


def _find_entry(entries: Iterable[Any], id: str) -> Any:
    return next((entry for entry in entries if entry.id == id), None)


def _replace_entry(entries: tuple[Any, ...], entry: Any) -> tuple[Any, ...]:
    if _find_entry(entries, entry.id) is None:
        return sort_columns((*entries, entry))
    return sort_columns(tuple(entry if other.id == entry.id else other for other in entries))


def sort_columns(entries: tuple[Any, ...]) -> tuple[Any, ...]:
    """Sort the numbered columns of a board from left to right."""
    if not all(
        isinstance(column, GridColumnEntry | BonusColumnEntry) and _NUMBERED_COLUMN.fullmatch(column.id)
        for column in entries
    ):
        return entries
    return tuple(
        sorted(entries, key=lambda column: (column.id.rstrip(digits), int(_NUMBERED_COLUMN.sub(r"\1", column.id))))
    )


_NUMBERED_COLUMN = re.compile(r"(?:[A-C]-)?([0-9]{1,4})")
"""Ids that the program gives to the columns of a board: “2”, “B-1”."""


def _replace_field(entry: Any, field_name: str, plain: object, pack: Pack) -> Any:
    known_fields = {field.name: field for field in fields(entry) if field.name != "id"}
    if field_name not in known_fields:
        raise BadPackError(_explain_unknown_key(field_name, known_fields))
    return replace(entry, **{field_name: _PackReader(pack).read_value(plain, known_fields[field_name], type(entry))})


# Packs that come with the program


@cache
def load_shipped_pack() -> Pack:
    """Load the pack that comes with Rival: two cards and some facts about the boards."""
    return parse_pack((_FOLDER / "shipped.toml").read_text(encoding="utf-8"))


def parse_sample_pack() -> Pack:
    """Return an invented pack for trying out the program."""
    return parse_pack((_FOLDER / "sample" / "pack.toml").read_text(encoding="utf-8"))


_FOLDER = Path(__file__).parent
