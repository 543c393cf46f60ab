"""Drawings of VJ cards: their sections with rows of icons, and highlights of the parts in use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rival.games.pampero.cards import MAP, ZONES, BuildFarm, BuildTower, Card, ForeignSale, FulfilContract, Rows
from rival.games.pampero.cards import Section as Part
from rival.games.pampero.parts import sections
from rival.games.pampero.symbols import Energy, Other, Stacked
from rival.games.pampero.table import Table
from rival.games.pampero.words import describe, glyph_of, majority_words
from rival.kernel import Name, PackWords, Piece, Row, Section, Sheet, Shows, Spot, Text, _, once_each

CARDS = _("VJ’s cards")
UNKNOWN = _("not known yet")


@once_each(256)
def card(n: int, shown: Card, face_up: bool) -> Sheet:
    """Return a card in its slot; face down, only its back (PA-45)."""
    what = UNKNOWN if shown.majority is None else majority_words(shown.majority)
    title = _("Majority: {what}", what=what)
    if not face_up:
        return Sheet(card_id(n), title, (), str(n), _("face down"), group=CARDS)
    told = [section(shown, where, one) for where, one in sections(shown)]
    return Sheet(card_id(n), title, told, str(n), group=CARDS)


def card_id(n: int) -> str:
    """Return the id of a card's view."""
    return f"card-{n}"


def section_id(where: str) -> str:
    """Return the id of a section: ``2`` for section 2, ``unplaced-1`` for one whose place is unknown."""
    return where.removeprefix("section ").replace(" ", "-")


def section(shown: Card, where: str, one: Part) -> Section:
    """Return one section of a card, marked if parts of it are only assumed."""
    placed = where.startswith("section ")
    words = _("Section {n}", n=Name(section_id(where))) if placed else _("unknown place on the card")
    doubtful = any(path.startswith(f"{where},") for path in shown.to_check)
    rows = list(rows_of(section_id(where), one))
    return Section(section_id(where), words, rows, _("still to be checked") if doubtful else None)


def rows_of(id: str, one: Part) -> Iterator[Row]:
    """Yield the rows of a section: condition, action, rows of icons, bonus (PA-46, PA-49, PA-50)."""
    yield Row(_("if"), [cell(f"{id}.condition", one.condition)])
    yield Row(_("then"), [cell(f"{id}.action", one.action)])
    match one.action:
        case BuildFarm(rows=rows, energy=energy):
            yield from criteria(id, rows)
            cells = [(zone, energy.at(zone)) for zone in ZONES]
            bonus = [(f"bonus-{zone}", None if n is None else Energy(n), Name(zone)) for zone, n in cells]
            yield Row(_("bonus"), [cell(f"{id}.{part}", icon, note) for part, icon, note in bonus])
        case BuildTower(rows=rows, upper=upper, lower=lower):
            yield from criteria(id, rows)
            for zone in ZONES:
                tile = cell(f"{id}.bonus-{zone}-upper", upper.at(zone), _("tile"))
                below = cell(f"{id}.bonus-{zone}-lower", lower.at(zone), _("printed"))
                yield Row(_("bonus {zone}", zone=Name(zone)), [tile, below])
        case FulfilContract(rows=rows) | ForeignSale(rows=rows):
            yield from criteria(id, rows)


def criteria(id: str, rows: Rows) -> Iterator[Row]:
    """Yield the icons of each place in reading order (PA-57)."""
    for place in rows.places() or ("?",):
        icons = rows.at(place)
        words: Text = _("whole map") if place == MAP else Name(place)
        if icons:
            found = [cell(f"{id}.row-{place}.{k}", icon) for k, icon in enumerate(icons, start=1)]
        else:
            found = [cell(f"{id}.row-{place}.1", None) if icons is None else Spot(f"{id}.row-{place}.1", _("none"))]
        yield Row(words, found, steps=True)


def cell(id: str, icon: Any, note: Text | None = None) -> Spot:
    """Return an icon with its label, or a question mark if it is unknown."""
    if icon is None:
        return Spot(id, UNKNOWN, "?", note=note)
    return Spot(id, describe(icon), pieces=list(pieces(icon)), note=note)


def pieces(icon: Any) -> Iterator[Piece]:
    """Yield the pieces of an icon; the secondary icon follows the one in front of it (PA-84)."""
    if isinstance(icon, Stacked):
        yield from pieces(icon.front)
        yield Piece(glyph_of(icon.behind), _("behind it: {what}", what=describe(icon.behind)), "vj")
    else:
        words = PackWords(icon.words) if isinstance(icon, Other) else describe(icon)
        yield Piece(glyph_of(icon), words, "vj")


# --- highlights -------------------------------------------------------------------------------------------


def in_use(table: Table) -> Shows:
    """Highlight the part of a card that VJ's turn has reached, while a question asks about something else."""
    n, part = table.reading.slot or 1, table.reading.part
    where, _comma, what = part.partition(", ")
    return Shows(card_id(n), lit=lit(table, n, where, [what]), quiet=True)


def asked_of(table: Table, n: int, where: str, *parts: str) -> Shows:
    """Highlight the parts of a section that a question asks for."""
    return Shows(card_id(n), lit=lit(table, n, where, parts))


def lit(table: Table, n: int, where: str, parts: Iterable[str]) -> list[str]:
    """Return the ids of a section and of its cells with these parts."""
    shown = card(n, table.card(n), table.slots[n].face_up)
    begin = tuple(f"{section_id(where)}.{what.replace(' ', '-')}" for what in parts)
    here = next((one for one in shown.sections if one.id == section_id(where)), None)
    if here is None:
        return []
    spots = [spot.id for row in here.rows for spot in row.spots]
    return [here.id, *(id for id in spots if any(id == one or id.startswith(f"{one}.") for one in begin))]


def chosen(n: int, where: str) -> Shows:
    """Highlight the section that VJ carries out; the sections before it are shown as passed."""
    id = section_id(where)
    passed = [str(k) for k in range(1, int(id))] if id.isdecimal() else []
    return Shows(card_id(n), lit=[id], passed=passed)
