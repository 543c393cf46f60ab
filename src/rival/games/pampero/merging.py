"""Merge two packs: add what only one of them knows, and list the differences; no value is overwritten."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import zip_longest
from typing import Any, TypeAlias

from rival.games.pampero.cards import Card, Section
from rival.games.pampero.contents import ABOUT, ENTRIES, NOTHING, SINGLES, UNKNOWN, Pack, board_parts, plain_value
from rival.games.pampero.parts import has_part, part, parts, sections, with_part
from rival.games.pampero.symbols import Other
from rival.games.pampero.words import write_part
from rival.kernel import BadPack, _

# Merging


@dataclass(frozen=True)
class Conflict:
    """A part that has different values in two packs."""

    path: str
    mine: Any
    theirs: Any


def merge(mine: Pack, theirs: Pack) -> tuple[Pack, list[Conflict]]:
    """Return my pack with the parts that only theirs knows, and the conflicts; in a conflict my value stays."""
    if mine.sample != theirs.sample:
        raise BadPack(_("A sample pack can’t be merged with a real one: invented values would look like printed ones."))
    conflicts: list[Conflict] = []
    found: dict[str, Any] = {key: getattr(mine, key) or getattr(theirs, key) for key in ABOUT}
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
        together = _TOGETHER.get(one.name) if None not in (known, told) else None
        both = together(known, told) if together else None
        if known is None or both is not None:
            taken[one.name] = told if both is None else both
        elif told not in (None, known):
            conflicts.append(Conflict(f"{path}, {one.name}", plain_value(known), plain_value(told)))
    return replace(mine, **taken)


def _longer_order(mine: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, ...] | None:
    return theirs if _within(mine, theirs) else mine if _within(theirs, mine) else None


def _within(few: tuple[str, ...], many: tuple[str, ...]) -> bool:
    """Return whether the short order agrees with the long one and only leaves out entries."""
    return few == tuple(one for one in many if one in few)


def _filled(mine: tuple[Any, ...], theirs: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Return the bonuses under the tiles with each unknown one from the other side; None if the two disagree."""
    pairs = list(zip_longest(mine, theirs, fillvalue=NOTHING))
    if any(UNKNOWN not in pair and pair[0] != pair[1] for pair in pairs):
        return None
    return tuple(told if known == UNKNOWN else known for known, told in pairs)


_TOGETHER = {"markets": _longer_order, "under_tiles": _filled}
"""Merge functions for lists that each side may know in part."""


def _merged_entries(
    name: str, mine: tuple[Any, ...], theirs: tuple[Any, ...], conflicts: list[Conflict]
) -> tuple[Any, ...]:
    """Return my entries and theirs; a new one follows its predecessor in their pack, since columns have an order."""
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
"""The values of one pack by path, and the paths to be checked."""


def _still_to_check(merged: Mapping[str, Any], sides: Sequence[_Side]) -> tuple[str, ...]:
    """Return the paths that every pack with this value marks as uncertain."""
    marked = dict.fromkeys(path for _told, marks in sides for path in marks if merged.get(path) is not None)
    return tuple(
        path for path in marked if all(path in marks for told, marks in sides if told.get(path) == merged[path])
    )


def _merged_cards(mine: tuple[Card, ...], theirs: tuple[Card, ...], conflicts: list[Conflict]) -> tuple[Card, ...]:
    found = {card.id: card for card in mine}
    for card in as_mine_call_them(mine, theirs):
        known = found.get(card.id)
        found[card.id] = card if known is None else _merged_card(known, card, conflicts)
    return tuple(found.values())


def as_mine_call_them(mine: Sequence[Card], theirs: Sequence[Card]) -> list[Card]:
    """Return their cards with the ids that the same cards have in mine; other cards get ids that mine doesn't use."""
    found: list[Card] = []
    left = list(mine)
    for card in theirs:
        same = [one for one in left if _same_card(one, card)]
        if same:
            twin = min(same, key=lambda one: one.id != card.id)
            left.remove(twin)
            found.append(replace(card, id=twin.id))
        else:
            found.append(replace(card, id=_fresh(card.id, [one.id for one in (*mine, *found)])))
    return found


def _same_card(mine: Card, theirs: Card) -> bool:
    """Return whether two cards have the same majority, or the same id if a majority is unknown (PA-G43)."""
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
            continue  # it depends on a part with a conflict
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
    """Return whether the path is a row or bonus of an action that this card doesn't have."""
    where, _comma, what = path.partition(", ")
    action = f"{where}, action"
    return what not in ("", "condition", "action") and part(card, action) != told[action]


def _can_tell(card: Card, path: str, value: Any) -> bool:
    try:
        with_part(card, path, value)
    except BadPack:  # an order without a row that is known
        return False
    return True


def _settled(card: Card, other: Card) -> Card:
    """Return the card with unplaced sections placed where the other card has the only section of that kind."""
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
    """Return my card with a section for each unplaced one of theirs, and a map from their names to mine."""
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


def with_section_placed(pack: Pack, id: str, path: str) -> Pack:
    """Return the pack with a card's unplaced section moved to the place whose action was just entered."""
    where = path.partition(", ")[0]
    return replace(pack, cards=tuple(_placed(card, where) if card.id == id else card for card in pack.cards))


def _placed(card: Card, where: str) -> Card:
    told = dict(sections(card)).get(where)
    if told is None or not where.startswith("section "):
        return card
    for number, section in enumerate(card.unplaced, 1):
        position = f"unplaced {number}, position"
        if _alike(section, told) and _can_tell(card, position, int(where[-1])):
            return with_part(card, position, int(where[-1]))
    return card
