"""Boards, tiles, contracts and tokens as parts of the owner's box; each is a drawing to fill in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field as Entry
from dataclasses import fields, replace
from functools import partial
from typing import Any, NamedTuple

from rival.games.pampero import pack as packs
from rival.games.pampero.box_board_views import (
    CHOICE_LABELS,
    FIELD_LABELS,
    MARKET_LABELS,
    build_entry_view,
    list_remarks,
)
from rival.games.pampero.card_paths import GAIN
from rival.games.pampero.cards import MARKETS, SECTORS, ZONES
from rival.games.pampero.icon_grammar import (
    DEFAULT_NAMES,
    describe_icon,
    get_icon_glyph,
    list_phrases,
    read_icon,
    write_icon,
)
from rival.games.pampero.icon_text import match_icon
from rival.games.pampero.pack_model import (
    EFFECTS,
    ENTRY_TYPES,
    EVENTS,
    NAME_FIELDS,
    NOTHING,
    SINGLE_TABLES,
    UNKNOWN,
    MaybeCount,
    MaybeCounts,
    MaybeCovered,
    MaybeEffect,
    MaybeFlag,
    MaybeGains,
    MaybeText,
    MaybeTrigger,
    Pack,
    to_plain_value,
)
from rival.games.pampero.tower_bonus import COLUMN_FROM_RIGHT
from rival.kernel import (
    AnswerType,
    Ask,
    BadAnswerError,
    BadPackError,
    BoxPart,
    Choice,
    Field,
    Form,
    FreeText,
    Json,
    Name,
    Number,
    Option,
    PackPhrase,
    Piece,
    Text,
    TextList,
    _,
    make_option,
)


class BoardKind(NamedTuple):
    """A kind of board component, such as sectors, with its labels, fixed ids and questions."""

    group: Text
    label: Text
    ids: Sequence[str] = ()
    is_needed: bool = True


BOARDS_GROUP = _("boards")
BOARD_KINDS: Mapping[str, BoardKind] = {
    "sector": BoardKind(_("sectors"), _("sector {name}"), SECTORS),
    "market": BoardKind(_("income tracks"), _("income track: {name}"), MARKETS),
    "grid_column": BoardKind(_("columns of VJ’s grid board"), _("column {name} of VJ’s grid board")),
    "link_place": BoardKind(_("places for chain tokens"), _("place for a chain token {name}")),
    "bonus_column": BoardKind(_("columns of the tower-bonus board"), _("column {name} of the tower-bonus board")),
    "bonus_tile": BoardKind(_("tower-bonus tiles"), _("tower-bonus tile {name}")),
    "contract": BoardKind(_("contracts"), _("contract {name}")),
    "link_token": BoardKind(_("link tokens"), _("link token {name}")),
    "foreign_card": BoardKind(_("foreign-market cards"), _("foreign-market card {name}")),
    "specialist": BoardKind(_("specialist cards"), _("specialist card {name}"), is_needed=False),
    "parking_cell": BoardKind(_("parking cells"), _("parking cell {name}")),
    "grid": BoardKind(BOARDS_GROUP, _("VJ’s grid board")),
    "pieces": BoardKind(BOARDS_GROUP, _("the pieces")),
}


def list_board_parts(pack: Pack, assumed_paths: Sequence[str]) -> list[BoxPart]:
    """Return descriptions of all board components, with a blank one for each kind that can have more entries."""
    box_parts = [build_entry_part(pack, name, "", getattr(pack, name), assumed_paths) for name in ("grid", "pieces")]
    for kind, board_kind in BOARD_KINDS.items():
        if kind in SINGLE_TABLES:
            continue
        known_entries = {known_entry.id: known_entry for known_entry in getattr(pack, f"{kind}s")}
        ids = dict.fromkeys((*board_kind.ids, *known_entries))
        entry = ENTRY_TYPES[kind]
        box_parts += [build_entry_part(pack, kind, id, known_entries.get(id) or entry(id), assumed_paths) for id in ids]
        if not board_kind.ids:
            box_parts.append(
                replace(
                    build_entry_part(
                        pack, kind, find_next_id(known_entries), entry(find_next_id(known_entries)), assumed_paths
                    ),
                    is_new_part=True,
                )
            )
    return box_parts


def find_next_id(known_entries: Mapping[str, Any]) -> str:
    """Return the smallest number that is not yet used as an id."""
    return next(str(n) for n in range(1, len(known_entries) + 2) if str(n) not in known_entries)


def build_entry_part(pack: Pack, kind: str, id: str, entry: Any, assumed_paths: Sequence[str]) -> BoxPart:
    """Return a sector, market or tile as an editable component of the game."""
    board_kind, path = BOARD_KINDS[kind], f"{kind} {id}".strip()
    value = collect_entry_answers(entry)
    field_names = [
        entry_field.name for entry_field in list_entry_fields(entry) if entry_field.name not in OPTIONAL_FIELDS
    ]
    label = _(board_kind.label.msgid, name=get_entry_name(kind, id)) if id else board_kind.label
    return BoxPart(
        path,
        label,
        board_kind.group,
        partial(build_entry_question, pack, kind, id, label),
        value or None,
        partial(build_entry_view, kind, path, label, entry),
        sum(name in value for name in field_names),
        len(field_names),
        has_assumptions=bool(value)
        and any(entry_field == path or entry_field.startswith(f"{path}, ") for entry_field in assumed_paths),
        is_needed=board_kind.is_needed,
        find_remarks=partial(list_remarks, kind, entry),
    )


# Fields that may stay empty.
OPTIONAL_FIELDS = (
    "words",
    "when",
    "slot",
    "sector",
    "gains",
    "parked_count",
    "starting_money",
    "under_tiles",
    "batteries",
    "bulldozers",
)


def get_entry_name(kind: str, id: str) -> Text:
    """Return an entry's display name; names of markets and of columns counted from the right are translated."""
    zone, from_right, number = id.partition(COLUMN_FROM_RIGHT)
    if from_right:
        return _("{n} of zone {zone}, counted from the right", n=Name(number), zone=Name(zone))
    return MARKET_LABELS[id] if kind == "market" and id in MARKET_LABELS else PackPhrase(id)


def list_entry_fields(entry: Any) -> list[Entry[Any]]:
    """Return an entry's fields except the id."""
    return [entry_field for entry_field in fields(entry) if entry_field.name != "id"]


def collect_entry_answers(entry: Any) -> dict[str, Json]:
    """Return an entry's known values as default answers for its form."""
    values = {entry_field.name: getattr(entry, entry_field.name) for entry_field in list_entry_fields(entry)}
    return {name: to_field_answer(to_plain_value(value)) for name, value in values.items() if value is not None}


def to_field_answer(plain: Any) -> Json:
    """Convert a JSON value to the answer of a form field."""
    match plain:
        case bool():
            return "yes" if plain else "no"
        case list():
            return [str(entry) for entry in plain]
    return plain


def build_entry_question(pack: Pack, kind: str, id: str, label: Text, _told: Json) -> Ask:
    """Return the form in which the owner describes a sector, market, tile or other entry."""
    entry = (SINGLE_TABLES[kind] if kind in SINGLE_TABLES else partial(ENTRY_TYPES[kind], id))()
    form_fields = [
        Field(
            entry_field.name,
            FIELD_LABELS[entry_field.name],
            make_field_answer_type(pack, entry_field),
            spot_prefix=entry_field.name,
        )
        for entry_field in list_entry_fields(entry)
    ]
    validate = partial(check_entry, pack, kind, id)
    return Ask(
        "table",
        "board-part",
        _("What does your copy of the game show ({part})?", part=label),
        Form(form_fields),
        "PA-45",
        extra_check=validate,
    )


def make_field_answer_type(pack: Pack, entry_field: Entry[Any]) -> AnswerType:
    """Return the answer type of a field."""
    if entry_field.type == MaybeFlag:
        return Choice([make_option("yes", _("yes")), make_option("no", _("no"))])
    if entry_field.type == MaybeCount:
        return Number(0, 99)
    if entry_field.type in (MaybeEffect, MaybeTrigger):
        return Choice(
            [make_option(id, CHOICE_LABELS[id]) for id in (EFFECTS if entry_field.type == MaybeEffect else EVENTS)]
        )
    if entry_field.type == MaybeCounts:
        return TextList([make_option(str(n)) for n in range(21)], parse_entry=parse_number)
    if entry_field.type in (MaybeGains, MaybeCovered):
        extra_options = (
            [make_option(NOTHING, _("nothing")), make_option(UNKNOWN, _("not known"))]
            if entry_field.type == MaybeCovered
            else []
        )
        return TextList(
            [*extra_options, *list_gain_options()], parse_entry=parse_gain_text, normalize_phrase=parse_gain_text
        )
    if entry_field.name in NAME_FIELDS:
        options = [
            make_option(id, MARKET_LABELS.get(id, Name(id))) for id in list_names(pack, NAME_FIELDS[entry_field.name])
        ]
        return Choice(options) if entry_field.type == MaybeText else TextList(options)
    return FreeText(200) if entry_field.type == MaybeText else TextList([], parse_entry=check_line_length)


def list_names(pack: Pack, kind: str) -> Sequence[str]:
    """Return the names of all entries of one kind in the pack."""
    contract_places = [place for column in pack.grid_columns for place in column.places or ()]
    return {"market": pack.names.markets, "sector": pack.names.sectors, "zone": ZONES, "place": contract_places}[kind]


def parse_number(text: str) -> str:
    """Return the number; raise BadAnswerError if the text is not a number."""
    if not text.isdecimal() or len(text) > 4:
        raise BadAnswerError(_("“{words}” is not a number.", words=Name(text[:20])))
    return text


def check_line_length(text: str) -> str:
    """Return the text; raise BadAnswerError if it is too long."""
    return FreeText(60).validate(text)


def parse_gain_text(text: str) -> str:
    """Return the bonus that a text describes; raise BadAnswerError if it describes none."""
    try:
        return write_icon(read_icon(text, GAIN))
    except BadPackError as error:
        if phrase := match_icon(text, GAIN, DEFAULT_NAMES):
            return phrase
        raise BadAnswerError(error.text) from None


def list_gain_options() -> list[Option]:
    """Return an answer option for every bonus."""
    options = []
    for phrase in list_phrases(GAIN.kinds):
        icon = read_icon(phrase, GAIN)
        options.append(
            make_option(phrase, describe_icon(icon), piece=Piece(get_icon_glyph(icon), describe_icon(icon), "vj"))
        )
    return options


def check_entry(pack: Pack, kind: str, id: str, answer: Mapping[str, Any]) -> None:
    """Raise BadAnswerError if the values entered for an entry are impossible."""
    try:
        replace_entry(pack, kind, id, answer)
    except BadPackError as error:
        raise BadAnswerError(error.text) from None


def replace_entry(pack: Pack, kind: str, id: str, answer: Mapping[str, Any]) -> Pack:
    """Return the pack with an entry replaced; values missing from the answer become unknown."""
    path = f"{kind} {id}".strip()
    former_entry = getattr(pack, kind) if kind in SINGLE_TABLES else pack.entries_by_id[kind].get(id)
    values = {key: answer_value for key, answer_value in answer.items() if answer_value is not None}
    is_unchanged = former_entry is not None and collect_entry_answers(former_entry) == values
    assumed_paths = [
        answer_value
        for answer_value in pack.to_check
        if not (is_unchanged and (answer_value == path or answer_value.startswith(f"{path}, ")))
    ]
    pack = clear_entry(pack, kind, id) if values and former_entry is not None else remove_entry(pack, kind, id)
    for name, value in values.items():
        pack = packs.replace_pack_part(pack, f"{path}, {name}", serialize_field_answer(kind, name, value))
    remaining_paths = [
        answer_value
        for answer_value in assumed_paths
        if not answer_value.startswith(f"{path}, ") or is_value_unchanged(former_entry, pack, kind, id, answer_value)
    ]
    return replace(pack, to_check=tuple(remaining_paths))


def is_value_unchanged(former_entry: Any, pack: Pack, kind: str, id: str, path: str) -> bool:
    """Return whether the owner left an assumed value unchanged."""
    name = path.partition(", ")[2]
    new_entry = getattr(pack, kind) if kind in SINGLE_TABLES else pack.entries_by_id[kind].get(id)
    return (
        former_entry is not None
        and new_entry is not None
        and getattr(former_entry, name, None) == getattr(new_entry, name, None)
    )


def serialize_field_answer(kind: str, name: str, value: Any) -> Any:
    """Convert the answer of a form field to the JSON that a pack stores."""
    entry_field = next(
        entry_field for entry_field in fields(SINGLE_TABLES.get(kind) or ENTRY_TYPES[kind]) if entry_field.name == name
    )
    if entry_field.type == MaybeFlag:
        return value == "yes"
    return [int(number) for number in value] if entry_field.type == MaybeCounts else value


def clear_entry(pack: Pack, kind: str, id: str) -> Pack:
    """Return the pack with an entry's values removed; the entry keeps its position in the list."""
    if kind in SINGLE_TABLES:
        return remove_entry(pack, kind, id)
    entries = tuple(ENTRY_TYPES[kind](id) if other.id == id else other for other in getattr(pack, f"{kind}s"))
    changes: dict[str, Any] = {f"{kind}s": entries}
    return replace(pack, **changes)


def remove_entry(pack: Pack, kind: str, id: str) -> Pack:
    """Return the pack without an entry."""
    if kind in SINGLE_TABLES:
        return replace(pack, **{kind: SINGLE_TABLES[kind]()})
    changes: dict[str, Any] = {f"{kind}s": tuple(other for other in getattr(pack, f"{kind}s") if other.id != id)}
    return replace(pack, **changes)
