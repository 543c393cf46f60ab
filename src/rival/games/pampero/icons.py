"""Rows of icons: apply them from left to right until no tie is left; an eye continues on the next cards (PA-57, PA-61).

Candidates are sectors (for a farm or a tower), contract tiles, or foreign-market cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rival.games.pampero.asking import (
    action_rows,
    bonus_cells,
    card_part,
    card_words,
    part_words,
    place_words,
    section_of_kind,
)
from rival.games.pampero.cards import MAP, BuildTower, FulfilContract, Zone, zone_of
from rival.games.pampero.markers import vj_marker
from rival.games.pampero.parts import part
from rival.games.pampero.phrases import icon_words
from rival.games.pampero.symbols import (
    Cheapest,
    EdgeMarker,
    Eye,
    ForeignMarket,
    HasSymbol,
    MostBulldozers,
    MostStructures,
    MostSymbols,
    NamedSector,
    Other,
    Stacked,
    TwoSymbols,
    YouChoose,
    contract_kind,
)
from rival.games.pampero.table import Table, Tile, Token
from rival.games.pampero.tile_symbols import know_symbols
from rival.games.pampero.vj import reading_order
from rival.games.pampero.words import write_icon
from rival.kernel import Criterion, Decision, Option, PackWords, Script, Text, _, option

NO_CONTRACT = 10_000
"""The price that stands for a sector without a contract."""

End = Literal["open", "eye", "choose", "sale"]


@dataclass(frozen=True, slots=True)
class Search:
    """A search for a target: the section in progress and the kind of candidates."""

    slot: int
    section: str
    kind: type
    words: Callable[[Any], Option] = lambda one: option(str(one), value=one)
    can_sell: Callable[[Decision], Script[bool]] | None = None


def sector_of(candidate: Any) -> str:
    """Return the sector of a candidate."""
    return candidate if isinstance(candidate, str) else str(candidate.sector)


def settle(table: Table, mind: Decision, search: Search, place: str, candidates: Sequence[Any]) -> Script[Any]:
    """Return the candidates that the row leaves; several if the player chooses; "sale" for a sale (PA-G11)."""
    left, end = yield from read_row(table, mind, search, place, candidates)
    if end == "sale":
        return "sale"
    if len(left) > 1 and end == "open":
        mind.because(_("The row ends with a tie, so you choose."), "PA-G23")
    return left


def read_row(
    table: Table, mind: Decision, search: Search, place: str, candidates: Sequence[Any]
) -> Script[tuple[list[Any], End]]:
    """Return the candidates that the row of this place leaves, and how the row ends."""
    path = f"{search.section}, row {place}"
    icons = yield from card_part(table, mind, search.slot, path)
    left, end = yield from by_row(table, mind, search, search.slot, path, icons, candidates)
    if len(left) > 1 and end == "open" and search.kind is FulfilContract:
        mind.because(_("The row ends with a tie and shows no eye. The next card is read anyway."), "PA-81", "PA-G23")
        end = "eye"
    if len(left) > 1 and end == "eye":
        left, end = yield from look_further(table, mind, search, place, left)
    return left, end


def by_row(
    table: Table, mind: Decision, search: Search, n: int, path: str, icons: Sequence[Any], candidates: Sequence[Any]
) -> Script[tuple[list[Any], End]]:
    """Return the candidates that these icons leave, and how the row ends (PA-57)."""
    left = list(candidates)
    for icon in unstacked(icons):
        if len(left) == 1:
            break
        match icon:
            case Eye():
                return left, "eye"
            case YouChoose():
                return left, "choose"
            case ForeignMarket():
                if n == search.slot and search.can_sell is not None and (yield from search.can_sell(mind)):
                    return left, "sale"
            case _:
                left = yield from by_icon(table, mind, search, n, path, icon, left)
    return left, "open"


def unstacked(icons: Sequence[Any]) -> Iterator[Any]:
    """Yield the icons one by one; a stacked symbol comes after the one in front of it (PA-84)."""
    for icon in icons:
        if isinstance(icon, Stacked):
            yield icon.front
            yield icon.behind
        else:
            yield icon


def by_icon(
    table: Table, mind: Decision, search: Search, n: int, path: str, icon: Any, left: Sequence[Any]
) -> Script[list[Any]]:
    """Return the candidates that rate best by this icon."""
    marker = None
    if isinstance(icon, EdgeMarker):
        marker = yield from vj_marker(table, mind)
    if isinstance(icon, EdgeMarker | HasSymbol | MostSymbols | TwoSymbols):
        left = yield from know_symbols(table, mind, left)
    words = icon_words(icon)
    compared = marker is not None and isinstance(left[0], str)
    criterion: Criterion[Any] = Criterion(
        _("{part}: {icon}", part=part_words(n, path), icon=words),
        lambda one: value(table, icon, marker, one),
        CITES.get(type(icon), ("PA-57",)),
        best="least" if isinstance(icon, Cheapest) else "most",
        question=question(icon, marker, left[0]),
        shown=isinstance(icon, MostStructures | MostBulldozers | MostSymbols) or compared,
        about={"icon": write_icon(icon), "marker": marker},
    )
    return (yield from mind.best(left, criterion, search.words))


def question(icon: Any, marker: str | None, one: Any) -> Text:
    """Return the question for candidates like this one, which the program can't rate by itself."""
    if isinstance(icon, EdgeMarker):
        icon = MostSymbols(marker or "") if isinstance(one, str) else HasSymbol(marker or "")
    match icon:
        case MostStructures():
            return _(
                "In which sector have you built the most wind farms, towers and transformers? (If "
                "tied, select several.)"
            )
        case MostBulldozers():
            return _("In which sector do you have the most bulldozers? (If tied, select several.)")
        case MostSymbols():
            words = icon_words(icon)
            return _("In which sector do contracts and link tokens show {icon}? (If tied, select several.)", icon=words)
        case Cheapest() if isinstance(one, str):
            return _("Which sector has the cheapest contract? (If tied, select several.)")
        case Cheapest():
            return _("Which of these is the cheapest? (If tied, select several.)")
        case HasSymbol():
            return _("Which of these show the {icon}?", icon=icon_words(icon))
        case TwoSymbols():
            return _("Which of these show two market symbols?")
        case Other(own):
            return _("Your card says “{words}”. Which of these match it?", words=PackWords(own))
        case _:
            return _("Which of these match “{icon}”? (If tied, select several.)", icon=icon_words(icon))


CITES: dict[type, tuple[str, ...]] = {
    MostStructures: ("PA-57", "PA-58"),
    MostBulldozers: ("PA-57", "PA-59"),
    MostSymbols: ("PA-57", "PA-89", "PA-G8"),
    Cheapest: ("PA-57", "PA-G25"),
    NamedSector: ("PA-57", "PA-90", "PA-G24"),
    EdgeMarker: ("PA-57", "PA-65", "PA-80"),
    HasSymbol: ("PA-57", "PA-84", "PA-G24"),
    TwoSymbols: ("PA-57", "PA-86e", "PA-G24"),
}


def value(table: Table, icon: Any, marker: str | None, one: Any) -> int | None:
    """Return the rating of a candidate by an icon; None if unknown, 0 if the icon doesn't apply (PA-G24)."""
    match icon:
        case MostStructures():
            yours = table.sectors[sector_of(one)].yours
            return None if yours is None else yours.structures
        case MostBulldozers():
            yours = table.sectors[sector_of(one)].yours
            return None if yours is None else yours.bulldozers
        case MostSymbols(symbol):
            return symbols_in(table, sector_of(one), symbol)
        case Cheapest():
            return cheapest_in(table, one) if isinstance(one, str) else one.price
        case NamedSector(sector):
            return int(sector_of(one) == sector)
        case EdgeMarker():
            return has_symbol(one, marker or "") if isinstance(one, Tile) else symbols_in(table, one, marker or "")
        case HasSymbol(symbol) if isinstance(one, Tile):
            return has_symbol(one, symbol)
        case TwoSymbols() if isinstance(one, Tile):
            return None if one.symbols is None else int(len(one.symbols) == 2)
        case Other():
            return None
        case _:
            return 0


def has_symbol(tile: Tile, symbol: str) -> int | None:
    """Return 1 if a tile has the symbol, 0 if not, None if its symbols are unknown."""
    return None if tile.symbols is None else int(symbol in tile.symbols)


def symbols_in(table: Table, sector: str, symbol: str) -> int | None:
    """Return the number of symbols on a sector's unclaimed contracts and link tokens, None if unknown (PA-89)."""
    if table.contracts is None or table.links is None:
        return None
    lying: list[Tile | Token] = [*table.contracts.values(), *table.links.values()]
    lying = [one for one in lying if one.sector == sector]
    if any(one.symbols is None for one in lying):
        return None
    return sum((one.symbols or ()).count(symbol) for one in lying)


def cheapest_in(table: Table, sector: str) -> int | None:
    """Return the price of the cheapest unclaimed contract of a sector, None if unknown (PA-90)."""
    if table.contracts is None:
        return None
    prices = [tile.price for tile in table.contracts.values() if tile.sector == sector]
    return None if None in prices else min((price for price in prices if price is not None), default=NO_CONTRACT)


# --- the eye ----------------------------------------------------------------------------------------------


def look_further(
    table: Table, mind: Decision, search: Search, place: str, candidates: Sequence[Any]
) -> Script[tuple[list[Any], End]]:
    """Continue on the next face-up cards, each once; the player decides a remaining tie (PA-61, PA-G22)."""
    left, end = list(candidates), "eye"
    for n in reading_order(search.slot, table.face_up)[1:]:
        if len(left) == 1:
            break
        section = yield from section_of_kind(table, mind, n, search.kind)
        if section is None:
            mind.because(_("{card} has no such section and is skipped.", card=card_words(table, n)), "PA-G22")
            continue
        mind.because(_("The eye leads to {card}.", card=card_words(table, n)), *eye_cites(search))
        left, end = yield from on_next_card(table, mind, search, n, section, place, left)
        if end == "choose":
            break
    return left, "choose" if end == "choose" else "eye"


def eye_cites(search: Search) -> tuple[str, ...]:
    """Return the ids of the rules to cite for an eye."""
    if search.kind is FulfilContract:
        return ("PA-61", "PA-81", "PA-85", "PA-86", "PA-G21", "PA-G22")
    return ("PA-61", "PA-87", "PA-G22")


def on_next_card(
    table: Table, mind: Decision, search: Search, n: int, section: str, place: str, left: list[Any]
) -> Script[tuple[list[Any], End]]:
    """Return the candidates that the next card leaves, and how its rows end (PA-85 to PA-87).

    For contracts the top condition counts first; then the rows of the same zone from the top.
    """
    whole_card = search.kind is FulfilContract and table.options.contract_tie == "first_zone"
    if search.kind is FulfilContract and not whole_card:
        left = yield from by_top_condition(table, mind, search, n, section, left)
    places = yield from rows_to_read(table, mind, n, section, None if whole_card else place)
    end: End = "open"
    for row in places:
        here = left if row == MAP else [one for one in left if sector_of(one) in table.at(row)]
        if len(left) == 1 or not here:
            continue
        if len(here) < len(left):
            mind.because(
                _("{part}: only {row} is considered first.", part=card_words(table, n), row=place_words(row)),
                "PA-86",
                "PA-87",
                "PA-90",
            )
        left = here
        if len(left) > 1:
            path = f"{section}, row {row}"
            icons = yield from card_part(table, mind, n, path)
            left, end = yield from by_row(table, mind, search, n, path, icons, left)
        if end != "open":
            break
    return left, end


def rows_to_read(table: Table, mind: Decision, n: int, section: str, place: str | None) -> Script[tuple[str, ...]]:
    """Return the places of a section in the zone of this place, in printed order; all of them if it is None."""
    if place == MAP:
        return (MAP,)
    yield from action_rows(table, mind, n, section)
    order: tuple[str, ...] = yield from card_part(table, mind, n, f"{section}, order")
    zone: Zone | None = None if place is None else zone_of(place)
    return tuple(row for row in order if zone is None or zone_of(row) == zone)


def by_top_condition(
    table: Table, mind: Decision, search: Search, n: int, section: str, left: list[Any]
) -> Script[list[Any]]:
    """Return the contracts that meet the next card's condition; one that is not about contracts is skipped (PA-85)."""
    path = f"{section}, condition"
    condition = yield from card_part(table, mind, n, path)
    asked = [kind for one in unstacked([condition]) if (kind := of_contract(one)) is not None]
    if not asked:
        mind.because(_("{part} says nothing about a contract.", part=part_words(n, path)), "PA-85")
    for icon in asked:
        if len(left) > 1:
            left = yield from by_icon(table, mind, search, n, path, icon, left)
    return left


def of_contract(condition: Any) -> Any:
    """Return the criterion that a condition sets for contracts, None if it sets none."""
    return condition if isinstance(condition, Other) else contract_kind(condition)


# --- symbols of a bonus table -----------------------------------------------------------------------------


def bonus_symbol(table: Table, mind: Decision, search: Search, zone: Zone, line: str) -> Script[Any]:
    """Return a symbol of the section's bonus table, None if unknown; an eye continues on the next cards (PA-88)."""
    path = f"{search.section}, bonus {zone} {line}"
    action = part(table.card(search.slot), f"{search.section}, action")
    if action is not None and not isinstance(action, BuildTower):
        return None  # the action was corrected: the section has no bonus table now
    yield from bonus_cells(table, mind, search.slot, search.section, zone)
    icon = yield from card_part(table, mind, search.slot, path)
    for n in reading_order(search.slot, table.face_up)[1:]:
        if not isinstance(icon, Eye):
            break
        section = yield from section_of_kind(table, mind, n, search.kind)
        if section is not None:
            mind.because(_("The eye leads to {card}.", card=card_words(table, n)), "PA-61", "PA-G22")
            yield from bonus_cells(table, mind, n, section, zone)
            icon = yield from card_part(table, mind, n, f"{section}, bonus {zone} {line}")
    return None if isinstance(icon, Eye) else icon
