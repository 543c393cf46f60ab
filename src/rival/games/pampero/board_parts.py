"""Boards, tiles, contracts and tokens as parts of the owner's box; each is a drawing to fill in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field as Entry
from dataclasses import fields, replace
from functools import partial
from typing import Any, NamedTuple

from rival.games.pampero import pack as packs
from rival.games.pampero.board_views import CHOICES, FIELDS, MARKET_WORDS, entry_view, remarks
from rival.games.pampero.cards import MARKETS, SECTORS, ZONES
from rival.games.pampero.contents import (
    EFFECTS,
    ENTRIES,
    EVENTS,
    NAMES_IN,
    NOTHING,
    SINGLES,
    UNKNOWN,
    Count,
    Counts,
    Covered,
    Effect,
    Flag,
    Gains,
    Line,
    Pack,
    When,
    plain_value,
)
from rival.games.pampero.parts import GAIN
from rival.games.pampero.phrases import icon_meant, icon_words
from rival.games.pampero.words import NAMES, glyph_of, read_icon, wordings, write_icon
from rival.kernel import (
    Ask,
    BadAnswer,
    BadPack,
    BoxPart,
    Choice,
    Field,
    Form,
    Json,
    Name,
    Number,
    Option,
    PackWords,
    Phrases,
    Piece,
    Shape,
    Text,
    Words,
    _,
    option,
)


class Kind(NamedTuple):
    """A kind of entry: its labels, the ids that every box has, and whether a game asks for missing values."""

    group: Text
    one: Text
    ids: Sequence[str] = ()
    needed: bool = True


BOARD = _("boards")
KINDS: Mapping[str, Kind] = {
    "sector": Kind(_("sectors"), _("sector {name}"), SECTORS),
    "market": Kind(_("income tracks"), _("income track: {name}"), MARKETS),
    "grid_column": Kind(_("columns of VJ’s grid board"), _("column {name} of VJ’s grid board")),
    "link_place": Kind(_("places for chain tokens"), _("place for a chain token {name}")),
    "bonus_column": Kind(_("columns of the tower-bonus board"), _("column {name} of the tower-bonus board")),
    "bonus_tile": Kind(_("tower-bonus tiles"), _("tower-bonus tile {name}")),
    "contract": Kind(_("contracts"), _("contract {name}")),
    "link_token": Kind(_("link tokens"), _("link token {name}")),
    "foreign_card": Kind(_("foreign-market cards"), _("foreign-market card {name}")),
    "specialist": Kind(_("specialist cards"), _("specialist card {name}"), needed=False),
    "parking_cell": Kind(_("parking cells"), _("parking cell {name}")),
    "grid": Kind(BOARD, _("VJ’s grid board")),
    "pieces": Kind(BOARD, _("the pieces")),
}


def board_parts(pack: Pack, doubts: Sequence[str]) -> list[BoxPart]:
    """Return single boards, then the entries of each kind, followed by an empty one to add."""
    found = [entry_part(pack, name, "", getattr(pack, name), doubts) for name in ("grid", "pieces")]
    for kind, about in KINDS.items():
        if kind in SINGLES:
            continue
        known = {one.id: one for one in getattr(pack, f"{kind}s")}
        ids = dict.fromkeys((*about.ids, *known))
        entry = ENTRIES[kind]
        found += [entry_part(pack, kind, id, known.get(id) or entry(id), doubts) for id in ids]
        if not about.ids:
            found.append(replace(entry_part(pack, kind, next_id(known), entry(next_id(known)), doubts), adds=True))
    return found


def next_id(known: Mapping[str, Any]) -> str:
    """Return the first free number as an id."""
    return next(str(n) for n in range(1, len(known) + 2) if str(n) not in known)


def entry_part(pack: Pack, kind: str, id: str, entry: Any, doubts: Sequence[str]) -> BoxPart:
    """Return an entry as a part of the box."""
    about, path = KINDS[kind], f"{kind} {id}".strip()
    value = entry_value(entry)
    wanted = [one.name for one in entry_fields(entry) if one.name not in OPTIONAL]
    words = _(about.one.msgid, name=entry_name(kind, id)) if id else about.one
    return BoxPart(
        path,
        words,
        about.group,
        partial(entry_question, pack, kind, id, words),
        value or None,
        partial(entry_view, kind, path, words, entry),
        sum(name in value for name in wanted),
        len(wanted),
        doubtful=bool(value) and any(one == path or one.startswith(f"{path}, ") for one in doubts),
        needed=about.needed,
        remarks=partial(remarks, kind, entry),
    )


# Fields that may stay empty.
OPTIONAL = (
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


def entry_name(kind: str, id: str) -> Text:
    """Return the name of an entry: a market's in the player's language, others as the owner wrote it."""
    return MARKET_WORDS[id] if kind == "market" and id in MARKET_WORDS else PackWords(id)


def entry_fields(entry: Any) -> list[Entry[Any]]:
    """Return the fields of an entry except its id."""
    return [one for one in fields(entry) if one.name != "id"]


def entry_value(entry: Any) -> dict[str, Json]:
    """Return the known values of an entry as the answers of its form."""
    told = {one.name: getattr(entry, one.name) for one in entry_fields(entry)}
    return {name: as_answer(plain_value(value)) for name, value in told.items() if value is not None}


def as_answer(plain: Any) -> Json:
    """Return a plain value as the answer of a field."""
    match plain:
        case bool():
            return "yes" if plain else "no"
        case list():
            return [str(one) for one in plain]
    return plain


def entry_question(pack: Pack, kind: str, id: str, words: Text, _told: Json) -> Ask:
    """Return the form of an entry."""
    entry = (SINGLES[kind] if kind in SINGLES else partial(ENTRIES[kind], id))()
    asked = [Field(one.name, FIELDS[one.name], shape(pack, one), spot=one.name) for one in entry_fields(entry)]
    test = partial(check_entry, pack, kind, id)
    return Ask(
        "table",
        "board-part",
        _("What does your copy of the game show: {part}?", part=words),
        Form(asked),
        "PA-45",
        test=test,
    )


def shape(pack: Pack, one: Entry[Any]) -> Shape:
    """Return the answer type of a field."""
    if one.type == Flag:
        return Choice([option("yes", _("yes")), option("no", _("no"))])
    if one.type == Count:
        return Number(0, 99)
    if one.type in (Effect, When):
        return Choice([option(id, CHOICES[id]) for id in (EFFECTS if one.type == Effect else EVENTS)])
    if one.type == Counts:
        return Phrases([option(str(n)) for n in range(21)], read=read_number)
    if one.type in (Gains, Covered):
        more = [option(NOTHING, _("nothing")), option(UNKNOWN, _("not known"))] if one.type == Covered else []
        return Phrases([*more, *gain_options()], read=read_gain, keep=read_gain)
    if one.name in NAMES_IN:
        options = [option(id, MARKET_WORDS.get(id, Name(id))) for id in names_of(pack, NAMES_IN[one.name])]
        return Choice(options) if one.type == Line else Phrases(options)
    return Words(200) if one.type == Line else Phrases([], read=read_line)


def names_of(pack: Pack, kind: str) -> Sequence[str]:
    """Return the names of one kind that the pack knows."""
    places = [place for column in pack.grid_columns for place in column.places or ()]
    return {"market": pack.names.markets, "sector": pack.names.sectors, "zone": ZONES, "place": places}[kind]


def read_number(words: str) -> str:
    """Return the number; raise BadAnswer if the text is no number."""
    if not words.isdecimal() or len(words) > 4:
        raise BadAnswer(_("“{words}” is not a number.", words=Name(words[:20])))
    return words


def read_line(words: str) -> str:
    """Return the text; raise BadAnswer if it is too long."""
    return Words(60).check(words)


def read_gain(words: str) -> str:
    """Return a bonus as a pack writes it; raise BadAnswer if the text names none."""
    try:
        return write_icon(read_icon(words, GAIN))
    except BadPack as bad:
        if meant := icon_meant(words, GAIN, NAMES):
            return meant
        raise BadAnswer(bad.text) from None


def gain_options() -> list[Option]:
    """Return an option for every bonus."""
    found = []
    for words in wordings(GAIN.kinds):
        icon = read_icon(words, GAIN)
        found.append(option(words, icon_words(icon), piece=Piece(glyph_of(icon), icon_words(icon), "vj")))
    return found


def check_entry(pack: Pack, kind: str, id: str, answer: Mapping[str, Any]) -> None:
    """Raise BadAnswer if the pack can't hold this answer."""
    try:
        with_entry(pack, kind, id, answer)
    except BadPack as bad:
        raise BadAnswer(bad.text) from None


def with_entry(pack: Pack, kind: str, id: str, answer: Mapping[str, Any]) -> Pack:
    """Return the pack with an entry replaced; values that the answer lacks become unknown."""
    path = f"{kind} {id}".strip()
    before = getattr(pack, kind) if kind in SINGLES else pack.by_id[kind].get(id)
    told = {key: one for key, one in answer.items() if one is not None}
    unchanged = before is not None and entry_value(before) == told
    doubts = [one for one in pack.to_check if not (unchanged and (one == path or one.startswith(f"{path}, ")))]
    pack = with_blank_entry(pack, kind, id) if told and before is not None else without_entry(pack, kind, id)
    for name, value in told.items():
        pack = packs.tell(pack, f"{path}, {name}", as_plain(kind, name, value))
    still = [one for one in doubts if not one.startswith(f"{path}, ") or same(before, pack, kind, id, one)]
    return replace(pack, to_check=tuple(still))


def same(before: Any, pack: Pack, kind: str, id: str, path: str) -> bool:
    """Return whether an assumed value is unchanged."""
    name = path.partition(", ")[2]
    after = getattr(pack, kind) if kind in SINGLES else pack.by_id[kind].get(id)
    return before is not None and after is not None and getattr(before, name, None) == getattr(after, name, None)


def as_plain(kind: str, name: str, value: Any) -> Any:
    """Return a field's answer as a pack has it."""
    one = next(one for one in fields(SINGLES.get(kind) or ENTRIES[kind]) if one.name == name)
    if one.type == Flag:
        return value == "yes"
    return [int(each) for each in value] if one.type == Counts else value


def with_blank_entry(pack: Pack, kind: str, id: str) -> Pack:
    """Return the pack with an entry emptied in its place: columns have an order."""
    if kind in SINGLES:
        return without_entry(pack, kind, id)
    entries = tuple(ENTRIES[kind](id) if one.id == id else one for one in getattr(pack, f"{kind}s"))
    changed: dict[str, Any] = {f"{kind}s": entries}
    return replace(pack, **changed)


def without_entry(pack: Pack, kind: str, id: str) -> Pack:
    """Return the pack without an entry."""
    if kind in SINGLES:
        return replace(pack, **{kind: SINGLES[kind]()})
    rest: dict[str, Any] = {f"{kind}s": tuple(one for one in getattr(pack, f"{kind}s") if one.id != id)}
    return replace(pack, **rest)
