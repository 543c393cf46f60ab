"""Drawings of VJ cards: their sections with rows of icons, and highlights of the parts in use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rival.games.pampero.card_paths import list_sections
from rival.games.pampero.cards import (
    MAP_PLACE,
    ZONES,
    ActionRows,
    BuildFarm,
    BuildTower,
    Card,
    ForeignSale,
    FulfilContract,
)
from rival.games.pampero.cards import CardSection as Part
from rival.games.pampero.icon_grammar import describe_icon, describe_majority, get_icon_glyph
from rival.games.pampero.symbols import CustomIcon, Energy, StackedSymbol
from rival.games.pampero.table import Table
from rival.kernel import Highlight, Name, PackPhrase, Piece, Row, Section, Sheet, Spot, Text, _, cache_by_identity

CARDS_GROUP = _("VJ’s cards")
NOT_KNOWN_YET = _("not known yet")


@cache_by_identity(256)
def build_card_sheet(n: int, vj_card: Card, face_up: bool) -> Sheet:
    """Return the view of the card in a slot; a face-down card shows only its back (PA-45)."""
    majority_label = NOT_KNOWN_YET if vj_card.majority is None else describe_majority(vj_card.majority)
    title = _("Majority: {what}", what=majority_label)
    if not face_up:
        return Sheet(get_card_id(n), title, (), str(n), _("face down"), group=CARDS_GROUP)
    section_views = [
        build_section(vj_card, section_name, card_section) for section_name, card_section in list_sections(vj_card)
    ]
    return Sheet(get_card_id(n), title, section_views, str(n), group=CARDS_GROUP)


def get_card_id(n: int) -> str:
    """Return the id of the view of the card in slot n."""
    return f"card-{n}"


def get_section_id(section_name: str) -> str:
    """Return the id of a card section's view, such as ``2``, or ``unplaced-1`` if its position is unknown."""
    return section_name.removeprefix("section ").replace(" ", "-")


def build_section(vj_card: Card, section_name: str, card_section: Part) -> Section:
    """Return the view of one section of a card."""
    is_placed = section_name.startswith("section ")
    label = _("Section {n}", n=Name(get_section_id(section_name))) if is_placed else _("unknown place on the card")
    is_doubtful = any(path.startswith(f"{section_name},") for path in vj_card.to_check)
    rows = list(build_section_rows(get_section_id(section_name), card_section))
    return Section(get_section_id(section_name), label, rows, _("still to be checked") if is_doubtful else None)


def build_section_rows(id: str, card_section: Part) -> Iterator[Row]:
    """Yield the rows of a section's view: condition, action, icons, bonus (PA-46, PA-49, PA-50)."""
    yield Row(_("if"), [make_icon_cell(f"{id}.condition", card_section.condition)])
    yield Row(_("then"), [make_icon_cell(f"{id}.action", card_section.action)])
    match card_section.action:
        case BuildFarm(rows=rows, energy=energy):
            yield from build_criteria_rows(id, rows)
            cells = [(zone, energy.get(zone)) for zone in ZONES]
            bonus = [(f"bonus-{zone}", None if n is None else Energy(n), Name(zone)) for zone, n in cells]
            yield Row(_("bonus"), [make_icon_cell(f"{id}.{part}", icon, note) for part, icon, note in bonus])
        case BuildTower(rows=rows, upper=upper, lower=lower):
            yield from build_criteria_rows(id, rows)
            for zone in ZONES:
                tile = make_icon_cell(f"{id}.bonus-{zone}-upper", upper.get(zone), _("tile"))
                below = make_icon_cell(f"{id}.bonus-{zone}-lower", lower.get(zone), _("printed"))
                yield Row(_("bonus {zone}", zone=Name(zone)), [tile, below])
        case FulfilContract(rows=rows) | ForeignSale(rows=rows):
            yield from build_criteria_rows(id, rows)


def build_criteria_rows(id: str, rows: ActionRows) -> Iterator[Row]:
    """Yield one row of icons for each zone or sector, from top to bottom (PA-57)."""
    for place in rows.list_places() or ("?",):
        icons = rows.find_icons(place)
        label: Text = _("whole map") if place == MAP_PLACE else Name(place)
        if icons:
            cells = [make_icon_cell(f"{id}.row-{place}.{k}", icon) for k, icon in enumerate(icons, start=1)]
        else:
            cells = [
                make_icon_cell(f"{id}.row-{place}.1", None) if icons is None else Spot(f"{id}.row-{place}.1", _("none"))
            ]
        yield Row(label, cells, is_sequence=True)


def make_icon_cell(id: str, icon: Any, note: Text | None = None) -> Spot:
    """Return the view of an icon with its label, or a question mark if the icon is unknown."""
    if icon is None:
        return Spot(id, NOT_KNOWN_YET, "?", note=note)
    return Spot(id, describe_icon(icon), pieces=list(make_icon_pieces(icon)), note=note)


def make_icon_pieces(icon: Any) -> Iterator[Piece]:
    """Yield the drawings that make up an icon, with any secondary symbol last (PA-84)."""
    if isinstance(icon, StackedSymbol):
        yield from make_icon_pieces(icon.front)
        yield Piece(get_icon_glyph(icon.behind), _("behind it: {what}", what=describe_icon(icon.behind)), "vj")
    else:
        label = PackPhrase(icon.words) if isinstance(icon, CustomIcon) else describe_icon(icon)
        yield Piece(get_icon_glyph(icon), label, "vj")


# --- highlights -------------------------------------------------------------------------------------------


def highlight_part_in_use(table: Table) -> Highlight:
    """Highlight the part of the card that the opponent is carrying out."""
    n, part = table.reading.slot or 1, table.reading.part
    section_name, _comma, part_name = part.partition(", ")
    return Highlight(
        get_card_id(n), highlighted_ids=find_highlighted_ids(table, n, section_name, [part_name]), is_quiet=True
    )


def highlight_asked_parts(table: Table, n: int, section_name: str, *parts: str) -> Highlight:
    """Highlight the parts of a card section that a question asks for."""
    return Highlight(get_card_id(n), highlighted_ids=find_highlighted_ids(table, n, section_name, parts))


def find_highlighted_ids(table: Table, n: int, section_name: str, parts: Iterable[str]) -> list[str]:
    """Return the view ids of a card section and of its given parts."""
    card_sheet = build_card_sheet(n, table.get_card(n), table.slots[n].face_up)
    id_prefixes = tuple(f"{get_section_id(section_name)}.{part_name.replace(' ', '-')}" for part_name in parts)
    section_view = next((item for item in card_sheet.sections if item.id == get_section_id(section_name)), None)
    if section_view is None:
        return []
    spots = [spot.id for row in section_view.rows for spot in row.spots]
    return [
        section_view.id,
        *(id for id in spots if any(id == item or id.startswith(f"{item}.") for item in id_prefixes)),
    ]


def highlight_chosen_section(n: int, section_name: str) -> Highlight:
    """Highlight the card section that the opponent carries out."""
    id = get_section_id(section_name)
    passed_sections = [str(k) for k in range(1, int(id))] if id.isdecimal() else []
    return Highlight(get_card_id(n), highlighted_ids=[id], skipped_ids=passed_sections)
