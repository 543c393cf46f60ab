"""Describe, check, clear, compare and share the parts of the owner's box, as plain data.

A part is described with the same question that a game would ask for it. The pack also stores where each description
comes from, when it was entered, and whether somebody has compared it with the printed original.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from rival.engine import packs
from rival.engine.packs import PackStore
from rival.kernel import (
    BadAnswerError,
    BadPackError,
    Box,
    BoxPart,
    Json,
    Name,
    Opponent,
    PartDifference,
    Question,
    RivalError,
    Session,
    _,
    load_opponents,
)
from rival.kernel.answer_types import shorten_for_message
from rival.kernel.box import MAX_LINE_LENGTH, ORIGINS_KEY, TEXT_KEYS, is_single_line
from rival.kernel.localized_game import parse_answer
from rival.kernel.question import build_question
from rival.kernel.rendered_views import RenderedView, render_view
from rival.kernel.texts import Catalogue

KnowledgeLevel: TypeAlias = Literal["unknown", "assumed", "told", "checked"]
OriginKind: TypeAlias = Literal["game", "file", "link", "typed"]
BoxChangeKind: TypeAlias = Literal[
    "told", "checked", "unchecked", "forgot", "took", "learned", "corrected", "kept", "described"
]

OWN_EDITION = "own"
"""The edition of a pack that was entered during games; it is not shown."""
MAX_UNDOABLE_CHANGES = 20
"""Changes of a box that can be undone."""


@dataclass(frozen=True, slots=True)
class PartState:
    """A component in the owner's box: its label, its origin, its picture, and the completeness of its description."""

    id: str
    words: str
    group: str
    known: KnowledgeLevel
    told: int
    of: int
    needed: bool
    adds: bool
    note: str
    origin: str
    picture: RenderedView | None


@dataclass(frozen=True, slots=True)
class Progress:
    """The number of described parts in a group, and the number of all its parts."""

    words: str
    told: int
    of: int


@dataclass(frozen=True, slots=True)
class PackMetadata:
    """General data of a pack that the owner can edit."""

    name: str
    edition: str
    author: str
    source: str
    licence: str
    sample: bool


@dataclass(frozen=True, slots=True)
class BoxChange:
    """A change to a box: its date, its kind, and the labels of the changed parts."""

    on: str
    did: BoxChangeKind
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoxState:
    """The owner's box of a game: its parts, the missing parts (``lacking``), and the ``next`` part to describe.

    ``history`` lists the last changes, newest first. Only the newest change can be undone.
    """

    game: str
    title: str
    head: PackMetadata
    parts: tuple[PartState, ...]
    progress: tuple[Progress, ...]
    lacking: tuple[str, ...]
    notes: tuple[str, ...]
    next: str
    history: tuple[BoxChange, ...]


@dataclass(frozen=True, slots=True)
class BoxUpdate:
    """The effect of a change on a box: the changed ``parts``, and the counts of all parts.

    If ``is_relisted`` is true, parts were added, removed or moved, so the page reloads the whole box. A part that was
    just described has no picture, because the page has already drawn that part.
    """

    game: str
    head: PackMetadata
    parts: tuple[PartState, ...]
    progress: tuple[Progress, ...]
    lacking: tuple[str, ...]
    notes: tuple[str, ...]
    next: str
    history: tuple[BoxChange, ...]
    is_relisted: bool


@dataclass(frozen=True, slots=True)
class RemarkView:
    """A remark about a possible error in a part, and the affected spot; the spot is empty for the whole part."""

    text: str
    spot: str


@dataclass(frozen=True, slots=True)
class PartDraft:
    """A preview of a part's description: the question, the answer so far, and remarks.

    For a map, ``costs`` has the cost from each entrance to each place. ``problem`` says why the answer can't be saved;
    for a valid answer ``problem`` is empty.
    """

    part: PartState
    question: Question
    value: Json
    remarks: tuple[RemarkView, ...]
    costs: Mapping[str, Mapping[str, int]]
    problem: str


Agreement: TypeAlias = Literal["new", "same", "more", "differs"]


@dataclass(frozen=True, slots=True)
class OfferedPart:
    """A part of another person's pack next to the owner's part; ``differs`` is true if the two contradict."""

    id: str
    agreement: Agreement
    mine: PartState | None
    theirs: PartState
    differences: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class OfferedPack:
    """Another person's pack, shown before it is imported."""

    game: str
    title: str
    head: PackMetadata
    parts: tuple[OfferedPart, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SharedPack:
    """A pack to share, both as the text of a file and as a code for a link."""

    text: str
    code: str


# --- reading ---------------------------------------------------------------------------------------------------


def require_box(opponent: Opponent) -> Box:
    """Return the box of an opponent; raise BadPackError if the box has nothing to describe before a game."""
    if opponent.box is None:
        raise BadPackError(_("{game}: there is nothing to describe before a game.", game=opponent.game))
    return opponent.box


def build_box_state(store: PackStore, opponent: Opponent, catalogue: Catalogue) -> BoxState:
    """Return the owner's box as plain data, in a language."""
    box, pack = require_box(opponent), store.load_pack(opponent)
    parts = box.list_parts(pack)
    return BoxState(
        opponent.id,
        opponent.game.render(catalogue),
        build_pack_metadata(pack),
        tuple(build_part_state(item, pack, catalogue) for item in parts),
        tuple(count_progress(parts, catalogue)),
        tuple(text.render(catalogue) for text in box.list_missing(pack)),
        list_notes(opponent, pack, catalogue),
        find_next_part(parts, pack),
        list_changes(store, opponent, parts, catalogue),
    )


def build_box_update(
    store: PackStore, opponent: Opponent, before: Json, pack: Json, catalogue: Catalogue, with_pictures: bool = True
) -> BoxUpdate:
    """Return the effect of a change to the owner's pack on the box, in a language."""
    box = require_box(opponent)
    parts, old_parts = box.list_parts(pack), {item.id: item for item in box.list_parts(before)}
    changed_parts = [
        item
        for item in parts
        if item.id not in old_parts or list_shown_facts(item, pack) != list_shown_facts(old_parts[item.id], before)
    ]
    return BoxUpdate(
        opponent.id,
        build_pack_metadata(pack),
        tuple(build_part_state(item, pack, catalogue, with_pictures) for item in changed_parts),
        tuple(count_progress(parts, catalogue)),
        tuple(text.render(catalogue) for text in box.list_missing(pack)),
        list_notes(opponent, pack, catalogue),
        find_next_part(parts, pack),
        list_changes(store, opponent, parts, catalogue),
        is_relisted=[item.id for item in parts] != list(old_parts),
    )


def list_shown_facts(part: BoxPart, pack: Json) -> tuple[object, ...]:
    """Return everything that the box shows about a part, before drawing and translation."""
    counts = part.described_count, part.total_count, part.has_assumptions, part.is_needed, part.is_new_part
    return part.value, part.label, part.group, part.note, *counts, read_origins(pack).get(part.id)


def list_notes(opponent: Opponent, pack: Json, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the remarks about a pack."""
    return () if pack is None else tuple(note.render(catalogue) for note in opponent.find_pack_oddities(pack))


def find_next_part(parts: Sequence[BoxPart], pack: Json) -> str:
    """Return the id of the part to describe next; empty if there is none."""
    missing_parts = [item for item in parts if item.is_needed and not item.is_new_part and not item.is_complete]
    assumed_parts = [item for item in parts if assess_part(item, pack) == "assumed"]
    return next((item.id for item in (*select_begun_parts(missing_parts), *missing_parts, *assumed_parts)), "")


def list_changes(
    store: PackStore, opponent: Opponent, parts: Sequence[BoxPart], catalogue: Catalogue
) -> tuple[BoxChange, ...]:
    """Return the last changes to a box, newest first."""
    labels = {part.id: part.label for part in parts}
    return tuple(
        BoxChange(
            entry["on"],
            entry["did"],
            tuple(labels[id].render(catalogue) if id in labels else id for id in entry["parts"]),
        )
        for entry in reversed(store.load_changes(opponent))
    )


def select_begun_parts(parts: Iterable[BoxPart]) -> list[BoxPart]:
    """Return the parts with an incomplete description; the player completes these parts before starting new ones."""
    return [part for part in parts if part.described_count]


def build_pack_metadata(pack: Json) -> PackMetadata:
    """Return the general data of a pack."""
    content = pack or {}
    lines = {name: str(content.get(name, "")) for name in TEXT_KEYS}
    if lines["edition"] == OWN_EDITION:
        lines["edition"] = ""
    return PackMetadata(sample=bool(content.get("sample", False)), **lines)


def count_progress(parts: Sequence[BoxPart], catalogue: Catalogue) -> Iterable[Progress]:
    """Count the described parts of each group, in the order of the groups."""
    fixed_parts = [part for part in parts if not part.is_new_part]
    for label in dict.fromkeys(part.group.render(catalogue) for part in fixed_parts):
        group = [part for part in fixed_parts if part.group.render(catalogue) == label]
        yield Progress(label, sum(part.is_complete for part in group), len(group))


def build_part_state(part: BoxPart, pack: Json, catalogue: Catalogue, with_picture: bool = True) -> PartState:
    """Return a part as plain data, in a language."""
    return PartState(
        part.id,
        part.label.render(catalogue),
        part.group.render(catalogue),
        assess_part(part, pack),
        part.described_count,
        part.total_count,
        part.is_needed,
        part.is_new_part,
        "" if part.note is None else part.note.render(catalogue),
        describe_origin(read_origins(pack).get(part.id), part, catalogue),
        render_view(part.make_view(), catalogue) if with_picture and part.make_view is not None else None,
    )


def assess_part(part: BoxPart, pack: Json) -> KnowledgeLevel:
    """Return the completeness of a part's description. An assumption counts as such until somebody has checked it."""
    if part.value is None:
        return "assumed" if part.has_assumptions else "unknown"
    if read_origins(pack).get(part.id, {}).get("checked"):
        return "checked"
    return "assumed" if part.has_assumptions else "told"


def read_origins(pack: Json) -> Mapping[str, Mapping[str, Json]]:
    """Return the origins stored in a pack, by part id."""
    origins: Mapping[str, Mapping[str, Json]] = (pack or {}).get(ORIGINS_KEY, {})
    return origins


def describe_origin(origin: Mapping[str, Json] | None, part: BoxPart, catalogue: Catalogue) -> str:
    """Return a sentence about the origin of a part's description; empty if the origin is unknown."""
    if origin is None or part.value is None:
        return ""
    date, name = Name(str(origin.get("on", ""))), Name(str(origin.get("name", "")))
    match origin["how"]:
        case "game":
            text = _("entered during a game, {day}", day=date)
        case "file" if "name" in origin:
            text = _("imported from the file {name}, {day}", name=name, day=date)
        case "file":
            text = _("imported from a file, {day}", day=date)
        case "link":
            text = _("imported from a link, {day}", day=date)
        case _typed:
            text = _("entered by hand, {day}", day=date)
    return text.render(catalogue)


def preview_part(store: PackStore, opponent: Opponent, id: str, catalogue: Catalogue, value: Json = None) -> PartDraft:
    """Preview a part of the box with an answer, without saving the answer."""
    box, pack = require_box(opponent), store.load_pack(opponent)
    part, problem = box.get_part(pack, id), ""
    if value is not None:
        try:
            pack = set_part(opponent, pack, part, value, catalogue)
            part = replace(box.get_part(pack, id), is_new_part=part.is_new_part)
        except RivalError as error:
            problem = error.text.render(catalogue)
    return PartDraft(
        build_part_state(part, pack, catalogue),
        build_question(part.build_ask(part.value), catalogue, ()),
        part.value if value is None or not problem else value,
        tuple(RemarkView(remark.text.render(catalogue), remark.spot) for remark in part.find_remarks()),
        part.find_costs(),
        problem,
    )


def set_part(opponent: Opponent, pack: Json, part: BoxPart, value: Json, catalogue: Catalogue) -> Json:
    """Set the description of a part in a pack, with the usual checks of answers and packs, and return the new pack."""
    ask = part.build_ask(value)
    answer = parse_answer(ask.answer_type, value, (catalogue, *opponent.load_catalogues("en")))
    try:
        checked = part.validate(answer, ask if answer == value else None)
    except BadAnswerError as error:
        raise error.translate(catalogue) from None
    return opponent.validate_pack(require_box(opponent).set_part(pack, part.id, checked))


# --- changes ---------------------------------------------------------------------------------------------------


class BoxEdit(NamedTuple):
    """A change to the owner's box: the old pack, the storage for the new pack, and the date."""

    store: PackStore
    opponent: Opponent
    before: Json
    day: str


def save_part(edit: BoxEdit, id: str, value: Json, catalogue: Catalogue) -> Json:
    """Save a part's description that was entered by hand; return the pack."""
    part = require_box(edit.opponent).get_part(edit.before, id)
    changed_pack = set_part(edit.opponent, edit.before, part, value, catalogue)
    return save_change(edit, set_origins(changed_pack, [id], {"how": "typed", "on": edit.day}), "told", [id])


def mark_part_checked(edit: BoxEdit, id: str, checked: bool) -> Json:
    """Record whether a part has been compared with the printed original; return the pack."""
    _store, opponent, pack, day = edit
    box = require_box(opponent)
    part = box.get_part(pack, id)
    if part.value is None:
        raise BadPackError(_("{part} is not described yet. Describe it before you check it.", part=part.label))
    if checked and part.has_assumptions:
        confirmed_value = part.validate(part.value)
        pack = opponent.validate_pack(
            box.set_part(pack, id, confirmed_value)
        )  # saved again, it is no longer an assumption
    origin = read_origins(pack).get(id, {"how": "typed", "on": day})
    rest = {key: value for key, value in origin.items() if key != "checked"}
    changed_pack = set_origins(pack, [id], {**rest, **({"checked": True} if checked else {})})
    return save_change(edit, changed_pack, "checked" if checked else "unchecked", [id])


def clear_part(edit: BoxEdit, id: str) -> Json:
    """Remove the description of a part; return the pack."""
    box = require_box(edit.opponent)
    if box.get_part(edit.before, id).value is None:
        raise BadPackError(_("This part is not described yet."))
    changed_pack = edit.opponent.validate_pack(box.set_part(edit.before, id, None))
    return save_change(edit, set_origins(changed_pack, [id], None), "forgot", [id])


def update_pack_metadata(edit: BoxEdit, lines: Mapping[str, str]) -> Json:
    """Change the name, edition, author, source or licence of a pack; return the pack."""
    pack = edit.before
    if pack is None:
        raise BadPackError(_("You have not described anything in your copy of {game} yet.", game=edit.opponent.game))
    for name, text in lines.items():
        if name not in TEXT_KEYS or not is_single_line(text):
            raise BadPackError(
                _(
                    "“{name}” must be one line of at most {most} characters.",
                    name=shorten_for_message(name),
                    most=MAX_LINE_LENGTH,
                )
            )
    rest = {key: value for key, value in pack.items() if key not in lines}
    return save_change(edit, {**{key: text for key, text in lines.items() if text}, **rest}, "described", [])


def undo_change(edit: BoxEdit) -> Json:
    """Undo the last change to a box and return the pack. A game that corrected these parts keeps its corrections."""
    store, opponent = edit.store, edit.opponent
    changes = store.load_changes(opponent)
    if not changes:
        raise BadAnswerError(_("There is nothing to undo."))
    last = changes[-1]
    before = last["before"]
    if before is None:
        store.delete_pack(opponent)
    else:
        before = store.save_pack(opponent, before)
    protection = [{**last, "did": "kept"}] if last["did"] == "corrected" else []
    store.save_changes(opponent, [*changes[:-1], *protection])
    return before


def set_origins(pack: Json, ids: Iterable[str], origin: Mapping[str, Json] | None) -> Json:
    """Return the pack with the origin of these parts replaced; None removes it."""
    rest = {id: old_origin for id, old_origin in read_origins(pack).items() if id not in set(ids)}
    new_origins = {} if origin is None else {id: dict(origin) for id in ids}
    without = {key: value for key, value in pack.items() if key != ORIGINS_KEY}
    return {**without, ORIGINS_KEY: {**rest, **new_origins}} if rest or new_origins else without


def save_change(edit: BoxEdit, pack: Json, kind: BoxChangeKind, parts: Sequence[str], seed: int | None = None) -> Json:
    """Save a pack, add the change to its history, and return the pack as it will be loaded.

    All facts that one game adds in a day count as one change. ``seed`` identifies the game in which parts were
    corrected.
    """
    store, opponent, before, day = edit
    changes = store.load_changes(opponent)
    saved_pack = store.save_pack(opponent, {**pack, "learned": True})
    last = changes[-1] if changes else None
    if kind == "learned" and last is not None and last["did"] == kind and last["on"] == day:
        changes = [*changes[:-1], {**last, "parts": [*dict.fromkeys([*last["parts"], *parts])]}]
    else:
        seed_entry = {} if seed is None else {"seed": seed}
        changes = [*changes, {"on": day, "did": kind, "parts": list(parts), "before": before, **seed_entry}]
    store.save_changes(opponent, changes[-MAX_UNDOABLE_CHANGES:])
    return saved_pack


def save_learned_parts(store: PackStore, session: Session, day: str, kind: BoxChangeKind = "learned") -> None:
    """Save the facts about the box that were entered in a game, unless the game began with another person's pack.

    The game is recorded as the origin of the changed parts. A correction ("corrected") is a separate change.
    """
    opponent, initial_pack = session.opponent, session.journal.header.get("pack")
    before = store.load_pack(opponent)
    pack = (
        opponent.learn_pack(before, session.table) if initial_pack is None or packs.is_own_pack(initial_pack) else None
    )
    if pack is None:
        return
    changed_pack = copy_pack_metadata(pack, before)
    if opponent.box is None:
        if changed_pack != before:
            store.save_pack(opponent, changed_pack)
        return
    seed = session.journal.header["seed"]
    changed_pack = restore_parts(
        opponent, changed_pack, before, find_protected_parts(store.load_changes(opponent), seed)
    )
    if changed_pack == before:
        return
    changed = find_changed_parts(opponent.box, before, changed_pack)
    origins = set_origins(changed_pack, changed, {"how": "game", "on": day})
    save_change(BoxEdit(store, opponent, before, day), origins, kind, changed, seed if kind == "corrected" else None)


def find_protected_parts(changes: Iterable[Mapping[str, Json]], seed: int) -> set[str]:
    """Return the parts for which this game's correction was undone, so that the game does not correct them again."""
    return {
        part for change in changes if change["did"] == "kept" and change.get("seed") == seed for part in change["parts"]
    }


def restore_parts(opponent: Opponent, pack: Json, before: Json, ids: set[str]) -> Json:
    """Return the pack with these parts restored from the old pack."""
    box = require_box(opponent)
    values = {current_part.id: current_part.value for current_part in box.list_parts(pack)} if ids else {}
    for part in box.list_parts(before) if ids else ():
        if part.id in ids and part.value != values.get(part.id):
            value = None if part.value is None else part.validate(part.value)
            pack = opponent.validate_pack(box.set_part(pack, part.id, value))
    return pack


def remove_origins(pack: Json) -> Json:
    """Return a pack without its origins, for use in a game."""
    return None if pack is None else {key: value for key, value in pack.items() if key != ORIGINS_KEY}


def copy_pack_metadata(pack: Json, before: Json) -> Json:
    """Copy the general data and origins from an older pack; a game's own pack does not contain them."""
    head = {key: value for key, value in (before or {}).items() if key in (*TEXT_KEYS, ORIGINS_KEY)}
    return {**pack, **head}


def find_changed_parts(box: Box, before: Json, after: Json) -> list[str]:
    """Return the ids of the parts that are new or different in the second pack."""
    old_values = {part.id: part.value for part in box.list_parts(before)}
    return [
        part.id for part in box.list_parts(after) if part.value is not None and part.value != old_values.get(part.id)
    ]


# --- sharing ---------------------------------------------------------------------------------------------------

CODE_PREFIX = "1"
"""Version of the code format; every code begins with it."""
MAX_CODE_LENGTH = 100_000
CODE_PATTERN = re.compile(rf"{CODE_PREFIX}[A-Za-z0-9_-]+")


def share_pack(store: PackStore, opponent: Opponent, ids: Sequence[str]) -> SharedPack:
    """Return the owner's pack, or some of its parts, for sharing."""
    pack = store.load_pack(opponent)
    if pack is None:
        raise BadPackError(_("You have not described anything in your copy of {game} yet.", game=opponent.game))
    chosen = select_parts(opponent, pack, ids) if ids else pack
    shared_pack = {key: value for key, value in chosen.items() if key not in ("learned", ORIGINS_KEY)}
    return SharedPack(packs.serialize_pack(shared_pack), encode_pack(shared_pack))


def select_parts(opponent: Opponent, pack: Json, ids: Sequence[str]) -> Json:
    """Return a pack with only these parts and the general data of the whole pack."""
    box = require_box(opponent)
    selection: Json = None
    for id in ids:
        part = box.get_part(pack, id)
        if part.value is None:
            raise BadPackError(_("{part} is not described yet.", part=part.label))
        selection = box.set_part(selection, id, part.validate(part.value))
    return opponent.validate_pack({**selection, **{key: pack[key] for key in (*TEXT_KEYS, "sample") if key in pack}})


def encode_pack(pack: Json) -> str:
    """Encode a pack as text for a link."""
    plain = json.dumps(pack, ensure_ascii=False, separators=(",", ":")).encode()
    return CODE_PREFIX + base64.urlsafe_b64encode(zlib.compress(plain, 9)).decode().rstrip("=")


def decode_pack(code: str) -> Json:
    """Decode a pack from the code of a link; raise BadPackError if it is invalid or too large."""
    if len(code) > MAX_CODE_LENGTH or not CODE_PATTERN.fullmatch(code):
        raise BadPackError(INVALID_CODE_MESSAGE)
    try:
        packed = base64.urlsafe_b64decode(code[1:] + "=" * (-len(code[1:]) % 4))
        reader = zlib.decompressobj()
        plain = reader.decompress(packed, 4 * packs.MAX_PACK_LENGTH)
        if not reader.eof:
            raise BadPackError(INVALID_CODE_MESSAGE)
        pack = packs.parse_pack_json(plain.decode())
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise BadPackError(INVALID_CODE_MESSAGE) from None
    return pack


INVALID_CODE_MESSAGE = _("This link is incomplete or mistyped. Ask for it to be sent again.")


def detect_origin_kind(text: str) -> OriginKind:
    """Return whether a text is the code of a link or the content of a file."""
    return "link" if CODE_PATTERN.fullmatch(text) else "file"


def parse_received_pack(text: str) -> tuple[Opponent, Json]:
    """Parse another person's pack from a file or a code; return its opponent and the pack."""
    pack = decode_pack(text) if CODE_PATTERN.fullmatch(text) else packs.parse_pack_toml(text)
    game = pack.get("game")
    if not isinstance(game, str) or game not in load_opponents():
        raise BadPackError(_("This data is for a different game: {game}.", game=shorten_for_message(game)))
    opponent = load_opponents()[game]
    return opponent, opponent.validate_pack(pack)


def compare_packs(store: PackStore, text: str, choose_catalogue: Callable[[Opponent], Catalogue]) -> OfferedPack:
    """Compare a pack with the owner's pack, part by part, before the import."""
    opponent, theirs = parse_received_pack(text)
    box, mine, catalogue = require_box(opponent), store.load_pack(opponent), choose_catalogue(opponent)
    theirs = box.rename_like(mine, theirs)
    own_parts = {item.id: item for item in box.list_parts(mine)}
    default_values = {item.id: item.value for item in box.list_parts(None)}
    differences_by_part: dict[str, list[tuple[str, str, str]]] = {}
    if mine is not None and not theirs.get("sample"):
        for item in packs.merge_packs(opponent, mine, theirs)[1]:
            texts = tuple(text.render(catalogue) for text in (item.place, item.mine, item.theirs))
            differences_by_part.setdefault(item.part, []).append((texts[0], texts[1], texts[2]))

    def compare_part(part: BoxPart) -> OfferedPart:
        own_part = own_parts.get(part.id)
        differences = differences_by_part.get(part.id, [])
        is_described = own_part is not None and own_part.value is not None
        agreement: Agreement = "differs" if differences else "more"
        if own_part is None or own_part.value is None:
            agreement = "new"
        elif own_part.value == part.value:
            agreement = "same"
        own_state = build_part_state(own_part, mine, catalogue) if own_part is not None and is_described else None
        return OfferedPart(part.id, agreement, own_state, build_part_state(part, theirs, catalogue), tuple(differences))

    return OfferedPack(
        opponent.id,
        opponent.game.render(catalogue),
        build_pack_metadata(theirs),
        tuple(
            compare_part(item)
            for item in box.list_parts(theirs)
            if item.value not in (None, default_values.get(item.id))
        ),
        tuple(note.render(catalogue) for note in opponent.find_pack_oddities(theirs)),
    )


def import_pack(
    store: PackStore,
    opponent: Opponent,
    theirs: Json,
    origin_kind: OriginKind,
    name: str,
    day: str,
    chosen: Sequence[str] = (),
) -> Sequence[PartDifference]:
    """Import a pack and return the contradictions. The owner's values win, except in the ``chosen`` parts."""
    packs.reject_sample_pack(theirs, name or opponent.id)
    mine = store.load_pack(opponent)
    if opponent.box is not None:
        theirs = opponent.box.rename_like(mine, theirs)
    pack = theirs
    disagreements: Sequence[PartDifference] = ()
    if mine is not None:
        pack, disagreements = packs.merge_packs(opponent, mine, theirs)
    if opponent.box is None:
        store.save_pack(opponent, {**pack, "learned": True})
        return disagreements
    for id in chosen:
        part = opponent.box.get_part(theirs, id)
        if part.value is not None:
            pack = opponent.box.set_part(pack, id, part.validate(part.value))
    pack = copy_pack_metadata(opponent.validate_pack(pack), mine)
    changed = find_changed_parts(opponent.box, mine, pack)
    origin = {"how": origin_kind, "on": day, **({"name": name[:200]} if name and is_single_line(name[:200]) else {})}
    save_change(BoxEdit(store, opponent, mine, day), set_origins(pack, changed, origin), "took", changed)
    return disagreements
