"""The owner's box as plain data: describe, check, clear, compare and share its parts.

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
from typing import Literal, TypeAlias

from rival.engine import packs
from rival.engine.packs import Packs
from rival.kernel import (
    BadAnswer,
    BadPack,
    Box,
    BoxPart,
    Disagreement,
    Json,
    Name,
    Opponent,
    Question,
    RivalError,
    Session,
    _,
    opponents,
)
from rival.kernel.box import LINES, LONGEST_LINE, ORIGINS, is_line
from rival.kernel.pictures import Picture, drawn
from rival.kernel.question import question
from rival.kernel.session import understood
from rival.kernel.shapes import short
from rival.kernel.texts import Catalogue

Known: TypeAlias = Literal["unknown", "assumed", "told", "checked"]
How: TypeAlias = Literal["game", "file", "link", "typed"]
Did: TypeAlias = Literal["told", "checked", "unchecked", "forgot", "took", "learned", "corrected", "kept", "described"]

OWN = "own"
"""The edition of a pack that was entered during games; it is not shown."""
MOST_REMEMBERED = 20
"""Changes of a box that can be undone."""


@dataclass(frozen=True, slots=True)
class PartState:
    """A part of the box: its label, how well it is described, the origin of the description, and its picture."""

    id: str
    words: str
    group: str
    known: Known
    told: int
    of: int
    needed: bool
    adds: bool
    note: str
    origin: str
    picture: Picture | None


@dataclass(frozen=True, slots=True)
class Progress:
    """Number of described parts in a group, out of all parts of that group."""

    words: str
    told: int
    of: int


@dataclass(frozen=True, slots=True)
class PackHead:
    """General data of a pack that the owner can edit."""

    name: str
    edition: str
    author: str
    source: str
    licence: str
    sample: bool


@dataclass(frozen=True, slots=True)
class BoxChange:
    """A change of a box: its date, its kind, and the labels of the parts that it changed."""

    on: str
    did: Did
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoxState:
    """The box of a game. ``lacking`` lists what a game will have to ask for; ``next`` is the part to describe next.

    ``history`` has the last changes, the newest first; that one can be undone.
    """

    game: str
    title: str
    head: PackHead
    parts: tuple[PartState, ...]
    progress: tuple[Progress, ...]
    lacking: tuple[str, ...]
    notes: tuple[str, ...]
    next: str
    history: tuple[BoxChange, ...]


@dataclass(frozen=True, slots=True)
class RemarkView:
    """A remark about a part that looks wrong, and the spot it refers to; empty for the whole part."""

    text: str
    spot: str


@dataclass(frozen=True, slots=True)
class PartDraft:
    """A part as it would be with an answer: the question that describes it, the answer so far, and remarks.

    ``costs`` are the costs from each entrance of a map to its places. ``problem`` says why the answer can't be saved;
    it is empty if the answer is valid.
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
    """A part of another person's pack, compared with the owner's; ``differs``: the two descriptions contradict."""

    id: str
    agreement: Agreement
    mine: PartState | None
    theirs: PartState
    differences: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class OfferedPack:
    """Another person's pack, before it is imported."""

    game: str
    title: str
    head: PackHead
    parts: tuple[OfferedPart, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SharedPack:
    """A pack to share: the text of its file, and the same data as a code for a link."""

    text: str
    code: str


# --- looking ---------------------------------------------------------------------------------------------------


def box_of(against: Opponent) -> Box:
    """Return the box of an opponent; raise BadPack if there is nothing to describe before a game."""
    if against.box is None:
        raise BadPack(_("{game}: there is nothing to describe before a game.", game=against.game))
    return against.box


def box_state(store: Packs, against: Opponent, catalogue: Catalogue) -> BoxState:
    """Return the owner's box as plain data, in a language."""
    box, pack = box_of(against), store.own(against)
    found = box.parts(pack)
    lacking = [one for one in found if one.needed and not one.adds and not one.whole]
    doubtful = [one for one in found if known(one, pack) == "assumed"]
    return BoxState(
        against.id,
        against.game.render(catalogue),
        head_of(pack),
        tuple(part_state(one, pack, catalogue) for one in found),
        tuple(progress(found, catalogue)),
        tuple(text.render(catalogue) for text in box.lacking(pack)),
        tuple(note.render(catalogue) for note in ([] if pack is None else against.pack_notes(pack))),
        next((one.id for one in (*begun(lacking), *lacking, *doubtful)), ""),
        tuple(change(one, found, catalogue) for one in reversed(store.past(against))),
    )


def begun(parts: Iterable[BoxPart]) -> list[BoxPart]:
    """Return the parts whose description is incomplete; they come before parts that are not described at all."""
    return [one for one in parts if one.told]


def head_of(pack: Json) -> PackHead:
    """Return the general data of a pack."""
    said = pack or {}
    lines = {name: str(said.get(name, "")) for name in LINES}
    if lines["edition"] == OWN:
        lines["edition"] = ""
    return PackHead(sample=bool(said.get("sample", False)), **lines)


def progress(parts: Sequence[BoxPart], catalogue: Catalogue) -> Iterable[Progress]:
    """Count the described parts of each group, in the order of the groups."""
    there = [one for one in parts if not one.adds]
    for words in dict.fromkeys(one.group.render(catalogue) for one in there):
        group = [one for one in there if one.group.render(catalogue) == words]
        yield Progress(words, sum(one.whole for one in group), len(group))


def part_state(part: BoxPart, pack: Json, catalogue: Catalogue) -> PartState:
    """Return a part as plain data, in a language."""
    return PartState(
        part.id,
        part.words.render(catalogue),
        part.group.render(catalogue),
        known(part, pack),
        part.told,
        part.of,
        part.needed,
        part.adds,
        "" if part.note is None else part.note.render(catalogue),
        origin_words(origins_of(pack).get(part.id), part, catalogue),
        None if part.view is None else drawn(part.view(), catalogue),
    )


def known(part: BoxPart, pack: Json) -> Known:
    """Return how well a part is described; an assumption stays one until somebody has checked it."""
    if part.value is None:
        return "assumed" if part.doubtful else "unknown"
    if origins_of(pack).get(part.id, {}).get("checked"):
        return "checked"
    return "assumed" if part.doubtful else "told"


def origins_of(pack: Json) -> Mapping[str, Mapping[str, Json]]:
    """Return the origins stored in a pack, by the id of the part."""
    found: Mapping[str, Mapping[str, Json]] = (pack or {}).get(ORIGINS, {})
    return found


def origin_words(origin: Mapping[str, Json] | None, part: BoxPart, catalogue: Catalogue) -> str:
    """Return a sentence that says where the description of a part comes from; empty if that is unknown."""
    if origin is None or part.value is None:
        return ""
    on, name = Name(str(origin.get("on", ""))), Name(str(origin.get("name", "")))
    match origin["how"]:
        case "game":
            text = _("entered during a game, {day}", day=on)
        case "file" if "name" in origin:
            text = _("imported from the file {name}, {day}", name=name, day=on)
        case "file":
            text = _("imported from a file, {day}", day=on)
        case "link":
            text = _("imported from a link, {day}", day=on)
        case _typed:
            text = _("entered by hand, {day}", day=on)
    return text.render(catalogue)


def change(entry: Mapping[str, Json], parts: Sequence[BoxPart], catalogue: Catalogue) -> BoxChange:
    """Return a stored change as plain data, with the labels of its parts."""
    words = {one.id: one.words.render(catalogue) for one in parts}
    return BoxChange(entry["on"], entry["did"], tuple(words.get(id, id) for id in entry["parts"]))


def draft(store: Packs, against: Opponent, id: str, catalogue: Catalogue, value: Json = None) -> PartDraft:
    """Return a part as it is, or as it would be with this answer; nothing is saved."""
    box, pack = box_of(against), store.own(against)
    part, problem = box.part(pack, id), ""
    if value is not None:
        try:
            pack = told(against, pack, part, value, catalogue)
            part = replace(box.part(pack, id), adds=part.adds)
        except RivalError as bad:
            problem = bad.text.render(catalogue)
    return PartDraft(
        part_state(part, pack, catalogue),
        question(part.ask(part.value), catalogue, ()),
        part.value if value is None or not problem else value,
        tuple(RemarkView(one.text.render(catalogue), one.spot) for one in part.remarks()),
        part.costs(),
        problem,
    )


def told(against: Opponent, pack: Json, part: BoxPart, value: Json, catalogue: Catalogue) -> Json:
    """Return the pack with the description of a part, validated like any answer and any pack."""
    ask = part.ask(value)
    meant = understood(ask.shape, value, (catalogue, *against.spoken("en")))
    try:
        checked = part.checked(meant, ask if meant == value else None)
    except BadAnswer as bad:
        raise bad.spoken(catalogue) from None
    return against.checked_pack(box_of(against).tell(pack, part.id, checked))


# --- changing --------------------------------------------------------------------------------------------------


def tell(store: Packs, against: Opponent, id: str, value: Json, day: str, catalogue: Catalogue) -> None:
    """Save the description of a part that was entered by hand."""
    pack = store.own(against)
    part = box_of(against).part(pack, id)
    new = told(against, pack, part, value, catalogue)
    keep(store, against, with_origins(new, [id], {"how": "typed", "on": day}), "told", [id], day)


def check_off(store: Packs, against: Opponent, id: str, checked: bool, day: str) -> None:
    """Mark whether a part was compared with the printed original."""
    box, pack = box_of(against), store.own(against)
    part = box.part(pack, id)
    if part.value is None:
        raise BadPack(_("{part} is not described yet. Describe it before you check it.", part=part.words))
    if checked and part.doubtful:
        again = part.checked(part.value)
        pack = against.checked_pack(box.tell(pack, id, again))  # saved again, it is no longer an assumption
    old = origins_of(pack).get(id, {"how": "typed", "on": day})
    rest = {key: value for key, value in old.items() if key != "checked"}
    new = with_origins(pack, [id], {**rest, **({"checked": True} if checked else {})})
    keep(store, against, new, "checked" if checked else "unchecked", [id], day)


def forget(store: Packs, against: Opponent, id: str, day: str) -> None:
    """Remove the description of a part."""
    box, pack = box_of(against), store.own(against)
    if box.part(pack, id).value is None:
        raise BadPack(_("This part is not described yet."))
    keep(store, against, with_origins(against.checked_pack(box.tell(pack, id, None)), [id], None), "forgot", [id], day)


def describe(store: Packs, against: Opponent, said: Mapping[str, str], day: str) -> None:
    """Change the name, edition, author, source or licence of a pack."""
    pack = store.own(against)
    if pack is None:
        raise BadPack(_("You have not described anything in your copy of {game} yet.", game=against.game))
    for name, words in said.items():
        if name not in LINES or not is_line(words):
            raise BadPack(
                _("“{name}” must be one line of at most {most} characters.", name=short(name), most=LONGEST_LINE)
            )
    rest = {key: value for key, value in pack.items() if key not in said}
    keep(store, against, {**{key: words for key, words in said.items() if words}, **rest}, "described", [], day)


def undo(store: Packs, against: Opponent) -> None:
    """Undo the last change of a box; a game that corrected these parts does not change them again."""
    past = store.past(against)
    if not past:
        raise BadAnswer(_("There is nothing to undo."))
    last = past[-1]
    before = last["before"]
    if before is None:
        store.forget(against)
    else:
        store.keep(against, before)
    kept = [{**last, "did": "kept"}] if last["did"] == "corrected" else []
    store.remember(against, [*past[:-1], *kept])


def with_origins(pack: Json, ids: Iterable[str], origin: Mapping[str, Json] | None) -> Json:
    """Return the pack with the origin of these parts replaced; None removes it."""
    rest = {id: one for id, one in origins_of(pack).items() if id not in set(ids)}
    new = {} if origin is None else {id: dict(origin) for id in ids}
    without = {key: value for key, value in pack.items() if key != ORIGINS}
    return {**without, ORIGINS: {**rest, **new}} if rest or new else without


def keep(
    store: Packs, against: Opponent, pack: Json, did: Did, parts: Sequence[str], day: str, seed: int | None = None
) -> None:
    """Save a pack and add the change to its history; facts from one game and day count as one change.

    ``seed`` identifies the game in which parts were corrected.
    """
    before, past = store.own(against), store.past(against)
    store.keep(against, {**pack, "learned": True})
    last = past[-1] if past else None
    if did == "learned" and last is not None and last["did"] == did and last["on"] == day:
        past = [*past[:-1], {**last, "parts": [*dict.fromkeys([*last["parts"], *parts])]}]
    else:
        whose = {} if seed is None else {"seed": seed}
        past = [*past, {"on": day, "did": did, "parts": list(parts), "before": before, **whose}]
    store.remember(against, past[-MOST_REMEMBERED:])


def learn(store: Packs, session: Session, day: str, did: Did = "learned") -> None:
    """Save the facts that a game has taught about the box, unless the game began with another person's pack.

    The changed parts get the game as their origin. A correction ("corrected") is a separate change.
    """
    against, begun_with = session.opponent, session.journal.header.get("pack")
    before = store.own(against)
    pack = against.learned(before, session.table) if begun_with is None or packs.is_own(begun_with) else None
    if pack is None:
        return
    new = with_head(pack, before)
    if against.box is None:
        if new != before:
            store.keep(against, new)
        return
    seed = session.journal.header["seed"]
    new = keep_parts(against, new, before, parts_kept(store.past(against), seed))
    if new == before:
        return
    changed = changed_parts(against.box, before, new)
    origins = with_origins(new, changed, {"how": "game", "on": day})
    keep(store, against, origins, did, changed, day, seed if did == "corrected" else None)


def parts_kept(past: Iterable[Mapping[str, Json]], seed: int) -> set[str]:
    """Return the parts whose correction by this game was undone: they stay as the owner has them."""
    return {part for one in past if one["did"] == "kept" and one.get("seed") == seed for part in one["parts"]}


def keep_parts(against: Opponent, pack: Json, before: Json, ids: set[str]) -> Json:
    """Return the pack with these parts restored from the pack before."""
    box = box_of(against)
    now = {one.id: one.value for one in box.parts(pack)} if ids else {}
    for part in box.parts(before) if ids else ():
        if part.id in ids and part.value != now.get(part.id):
            value = None if part.value is None else part.checked(part.value)
            pack = against.checked_pack(box.tell(pack, part.id, value))
    return pack


def without_origins(pack: Json) -> Json:
    """Return a pack without its origins, as a game needs it."""
    return None if pack is None else {key: value for key, value in pack.items() if key != ORIGINS}


def with_head(pack: Json, before: Json) -> Json:
    """Return the pack with the general data and origins of the pack before, which a game doesn't know."""
    kept = {key: value for key, value in (before or {}).items() if key in (*LINES, ORIGINS)}
    return {**pack, **kept}


def changed_parts(box: Box, before: Json, after: Json) -> list[str]:
    """Return the ids of the parts that are new or different in the second pack."""
    old = {one.id: one.value for one in box.parts(before)}
    return [one.id for one in box.parts(after) if one.value is not None and one.value != old.get(one.id)]


# --- sharing ---------------------------------------------------------------------------------------------------

PREFIX = "1"
"""Version of the code format; every code begins with it."""
LONGEST_CODE = 100_000
CODE = re.compile(rf"{PREFIX}[A-Za-z0-9_-]+")


def share(store: Packs, against: Opponent, ids: Sequence[str]) -> SharedPack:
    """Return the pack, or some of its parts, to share."""
    pack = store.own(against)
    if pack is None:
        raise BadPack(_("You have not described anything in your copy of {game} yet.", game=against.game))
    chosen = only(against, pack, ids) if ids else pack
    plain = {key: value for key, value in chosen.items() if key not in ("learned", ORIGINS)}
    return SharedPack(packs.written(plain), coded(plain))


def only(against: Opponent, pack: Json, ids: Sequence[str]) -> Json:
    """Return a pack of these parts alone, with the general data of the whole pack."""
    box = box_of(against)
    found: Json = None
    for id in ids:
        part = box.part(pack, id)
        if part.value is None:
            raise BadPack(_("{part} is not described yet.", part=part.words))
        found = box.tell(found, id, part.checked(part.value))
    return against.checked_pack({**found, **{key: pack[key] for key in (*LINES, "sample") if key in pack}})


def coded(pack: Json) -> str:
    """Encode a pack as text for a link."""
    plain = json.dumps(pack, ensure_ascii=False, separators=(",", ":")).encode()
    return PREFIX + base64.urlsafe_b64encode(zlib.compress(plain, 9)).decode().rstrip("=")


def decoded(code: str) -> Json:
    """Decode a pack from the code of a link; raise BadPack if it is invalid or too large."""
    if len(code) > LONGEST_CODE or not CODE.fullmatch(code):
        raise BadPack(NO_CODE)
    try:
        packed = base64.urlsafe_b64decode(code[1:] + "=" * (-len(code[1:]) % 4))
        reader = zlib.decompressobj()
        plain = reader.decompress(packed, 4 * packs.LONGEST)
        if not reader.eof:
            raise BadPack(NO_CODE)
        found = packs.read_json(plain.decode())
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise BadPack(NO_CODE) from None
    return found


NO_CODE = _("This link is incomplete or mistyped. Ask for it to be sent again.")


def how_received(text: str) -> How:
    """Return whether a text is the code of a link or the content of a file."""
    return "link" if CODE.fullmatch(text) else "file"


def received(text: str) -> tuple[Opponent, Json]:
    """Parse another person's pack from a file or a code; return its opponent and the pack."""
    plain = decoded(text) if CODE.fullmatch(text) else packs.parsed(text)
    game = plain.get("game")
    if not isinstance(game, str) or game not in opponents():
        raise BadPack(_("This data is for a different game: {game}.", game=short(game)))
    against = opponents()[game]
    return against, against.checked_pack(plain)


def offered(store: Packs, text: str, spoken: Callable[[Opponent], Catalogue]) -> OfferedPack:
    """Compare a pack with the owner's, part by part, before it is imported."""
    against, theirs = received(text)
    box, mine, catalogue = box_of(against), store.own(against), spoken(against)
    theirs = box.aligned(mine, theirs)
    own = {one.id: one for one in box.parts(mine)}
    known_anyway = {one.id: one.value for one in box.parts(None)}
    apart: dict[str, list[tuple[str, str, str]]] = {}
    if mine is not None and not theirs.get("sample"):
        for one in packs.merged(against, mine, theirs)[1]:
            words = tuple(text.render(catalogue) for text in (one.where, one.mine, one.theirs))
            apart.setdefault(one.part, []).append((words[0], words[1], words[2]))

    def beside(part: BoxPart) -> OfferedPart:
        known = own.get(part.id)
        differences = apart.get(part.id, [])
        mine_there = known is not None and known.value is not None
        agreement: Agreement = "differs" if differences else "more"
        if known is None or known.value is None:
            agreement = "new"
        elif known.value == part.value:
            agreement = "same"
        ours = part_state(known, mine, catalogue) if known is not None and mine_there else None
        return OfferedPart(part.id, agreement, ours, part_state(part, theirs, catalogue), tuple(differences))

    return OfferedPack(
        against.id,
        against.game.render(catalogue),
        head_of(theirs),
        tuple(beside(one) for one in box.parts(theirs) if one.value not in (None, known_anyway.get(one.id))),
        tuple(note.render(catalogue) for note in against.pack_notes(theirs)),
    )


def take(
    store: Packs, against: Opponent, theirs: Json, how: How, name: str, day: str, chosen: Sequence[str] = ()
) -> Sequence[Disagreement]:
    """Import a pack and return the contradictions; the owner's values win, except for the ``chosen`` parts."""
    packs.refuse_sample(theirs, name or against.id)
    mine = store.own(against)
    if against.box is not None:
        theirs = against.box.aligned(mine, theirs)
    pack = theirs
    differ: Sequence[Disagreement] = ()
    if mine is not None:
        pack, differ = packs.merged(against, mine, theirs)
    if against.box is None:
        store.keep(against, {**pack, "learned": True})
        return differ
    for id in chosen:
        part = against.box.part(theirs, id)
        if part.value is not None:
            pack = against.box.tell(pack, id, part.checked(part.value))
    pack = with_head(against.checked_pack(pack), mine)
    changed = changed_parts(against.box, mine, pack)
    origin = {"how": how, "on": day, **({"name": name[:200]} if name and is_line(name[:200]) else {})}
    keep(store, against, with_origins(pack, changed, origin), "took", changed, day)
    return differ
