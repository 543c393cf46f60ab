"""How a VJ card looks: its sections with their rows of icons, as far as they are known, and the part that is in use."""

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
    """PA-45: a card in its slot; face down, only its back."""
    what = UNKNOWN if shown.majority is None else majority_words(shown.majority)
    title = _("Majority: {what}", what=what)
    if not face_up:
        return Sheet(card_id(n), title, (), str(n), _("face down"), group=CARDS)
    told = [section(shown, where, one) for where, one in sections(shown)]
    return Sheet(card_id(n), title, told, str(n), group=CARDS)


def card_id(n: int) -> str:
    return f"card-{n}"


def section_id(where: str) -> str:
    """``2`` for section 2, ``unplaced-1`` for one whose place is unknown."""
    return where.removeprefix("section ").replace(" ", "-")


def section(shown: Card, where: str, one: Part) -> Section:
    placed = where.startswith("section ")
    words = _("Section {n}", n=Name(section_id(where))) if placed else _("place on the card unknown")
    doubtful = any(path.startswith(f"{where},") for path in shown.to_check)
    rows = list(rows_of(section_id(where), one))
    return Section(section_id(where), words, rows, _("to be checked") if doubtful else None)


def rows_of(id: str, one: Part) -> Iterator[Row]:
    """PA-46, PA-49, PA-50: the condition, the action with its rows of icons, its bonus."""
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
    """PA-57: the icons of each place, in the order in which they are read."""
    for place in rows.places() or ("?",):
        icons = rows.at(place)
        words: Text = _("whole map") if place == MAP else Name(place)
        if icons:
            found = [cell(f"{id}.row-{place}.{k}", icon) for k, icon in enumerate(icons, start=1)]
        else:
            found = [cell(f"{id}.row-{place}.1", None) if icons is None else Spot(f"{id}.row-{place}.1", _("none"))]
        yield Row(words, found, steps=True)


def cell(id: str, icon: Any, note: Text | None = None) -> Spot:
    """An icon with its words; one that nobody has told yet is a question mark."""
    if icon is None:
        return Spot(id, UNKNOWN, "?", note=note)
    return Spot(id, describe(icon), pieces=list(pieces(icon)), note=note)


def pieces(icon: Any) -> Iterator[Piece]:
    """A secondary icon stands behind the first (PA-84)."""
    if isinstance(icon, Stacked):
        yield from pieces(icon.front)
        yield Piece(glyph_of(icon.behind), _("behind it: {what}", what=describe(icon.behind)), "vj")
    else:
        words = PackWords(icon.words) if isinstance(icon, Other) else describe(icon)
        yield Piece(glyph_of(icon), words, "vj")


# --- what is in use ---------------------------------------------------------------------------------------


def in_use(table: Table) -> Shows:
    """The part of a card that VJ's turn has come to: marked on the table, while a question asks for something else."""
    n, part = table.reading.slot or 1, table.reading.part
    where, _comma, what = part.partition(", ")
    return Shows(card_id(n), lit=lit(table, n, where, [what]), quiet=True)


def asked_of(table: Table, n: int, where: str, *parts: str) -> Shows:
    """The parts of a section that a question asks for."""
    return Shows(card_id(n), lit=lit(table, n, where, parts))


def lit(table: Table, n: int, where: str, parts: Iterable[str]) -> list[str]:
    """A section, and the cells in it where these parts stand."""
    shown = card(n, table.card(n), table.slots[n].face_up)
    begin = tuple(f"{section_id(where)}.{what.replace(' ', '-')}" for what in parts)
    here = next((one for one in shown.sections if one.id == section_id(where)), None)
    if here is None:
        return []
    spots = [spot.id for row in here.rows for spot in row.spots]
    return [here.id, *(id for id in spots if any(id == one or id.startswith(f"{one}.") for one in begin))]


def chosen(n: int, where: str) -> Shows:
    """The section that VJ's turn comes from: those above it came to nothing."""
    id = section_id(where)
    passed = [str(k) for k in range(1, int(id))] if id.isdecimal() else []
    return Shows(card_id(n), lit=[id], passed=passed)
