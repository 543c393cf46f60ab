"""Rows of icons: apply them from left to right until no tie is left; an eye continues on the next cards (PA-57, PA-61).

Candidates are sectors (for a farm or a tower), contract tiles, or foreign-market cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rival.games.pampero.card_paths import get_part
from rival.games.pampero.card_questions import (
    ask_action_rows,
    ask_bonus_symbols,
    ask_card_part,
    ask_section_of_kind,
    describe_card_part,
    describe_place,
    describe_slot_card,
)
from rival.games.pampero.cards import MAP_PLACE, BuildTower, FulfilContract, Zone, get_zone
from rival.games.pampero.icon_grammar import describe_icon, write_icon
from rival.games.pampero.income_markers import find_vj_edge_market
from rival.games.pampero.symbols import (
    CheapestContract,
    ContractWithTwoSymbols,
    CustomIcon,
    EdgeMarkerSymbol,
    EyeIcon,
    ForeignMarket,
    MostBulldozers,
    MostStructures,
    MostSymbols,
    NamedSector,
    PlayerChoice,
    StackedSymbol,
    TileWithSymbol,
    to_contract_criterion,
)
from rival.games.pampero.table import MapToken, Table, Tile
from rival.games.pampero.tile_symbols import ask_unknown_symbols
from rival.games.pampero.tile_text import describe_tile
from rival.games.pampero.vj import get_reading_order
from rival.kernel import Criterion, Decision, Option, PackPhrase, Script, Text, _, make_option

PRICE_WITHOUT_CONTRACT = 10_000
"""The price that stands for a sector without a contract."""

RowEnd = Literal["open", "eye", "choose", "sale"]


@dataclass(frozen=True, slots=True)
class CandidateSearch:
    """A search for the sector, contract or foreign-market card that a card's icons select."""

    slot: int
    section: str
    kind: type
    to_option: Callable[[Any], Option] = lambda one: make_option(str(one), value=one)
    can_sell: Callable[[Decision], Script[bool]] | None = None


def get_sector(candidate: Any) -> str:
    """Return a candidate's sector: the candidate itself if it is a sector, or the sector of a contract."""
    return candidate if isinstance(candidate, str) else str(candidate.sector)


def select_candidates(
    table: Table, decision: Decision, search: CandidateSearch, place: str, candidates: Sequence[Any]
) -> Script[Any]:
    """Return the candidates that a card's icons select; the player breaks a tie (PA-G11)."""
    remaining, end = yield from apply_icon_row(table, decision, search, place, candidates)
    if end == "sale":
        return "sale"
    if len(remaining) > 1 and end == "open":
        decision.add_reason(_("The row ends with a tie, so you choose."), "PA-G23")
    return remaining


def apply_icon_row(
    table: Table, decision: Decision, search: CandidateSearch, place: str, candidates: Sequence[Any]
) -> Script[tuple[list[Any], RowEnd]]:
    """Return the candidates that a row's icons select, and how the row ends."""
    path = f"{search.section}, row {place}"
    icons = yield from ask_card_part(table, decision, search.slot, path)
    remaining, end = yield from apply_icons(table, decision, search, search.slot, path, icons, candidates)
    if len(remaining) > 1 and end == "open" and search.kind is FulfilContract:
        decision.add_reason(
            _("The row ends with a tie and shows no eye symbol. VJ reads the next card anyway."), "PA-81", "PA-G23"
        )
        end = "eye"
    if len(remaining) > 1 and end == "eye":
        remaining, end = yield from apply_next_cards(table, decision, search, place, remaining)
    return remaining, end


def apply_icons(
    table: Table,
    decision: Decision,
    search: CandidateSearch,
    slot_number: int,
    path: str,
    icons: Sequence[Any],
    candidates: Sequence[Any],
) -> Script[tuple[list[Any], RowEnd]]:
    """Return the candidates that these icons select, and how the row ends (PA-57)."""
    remaining = list(candidates)
    for icon in unstack_icons(icons):
        if len(remaining) == 1:
            break
        match icon:
            case EyeIcon():
                return remaining, "eye"
            case PlayerChoice():
                return remaining, "choose"
            case ForeignMarket():
                if (
                    slot_number == search.slot
                    and search.can_sell is not None
                    and (yield from search.can_sell(decision))
                ):
                    decision.add_reason(
                        _(
                            "{part}: the foreign-market icon is next, and VJ can sell, so he sells.",
                            part=describe_card_part(slot_number, path),
                        ),
                        "PA-55",
                        "PA-G11",
                    )
                    return remaining, "sale"
            case _:
                remaining = yield from apply_icon(table, decision, search, slot_number, path, icon, remaining)
    return remaining, "open"


def unstack_icons(icons: Sequence[Any]) -> Iterator[Any]:
    """Yield the icons one by one; a stacked symbol follows the icon in front of it (PA-84)."""
    for icon in icons:
        if isinstance(icon, StackedSymbol):
            yield icon.front
            yield icon.behind
        else:
            yield icon


def apply_icon(
    table: Table,
    decision: Decision,
    search: CandidateSearch,
    slot_number: int,
    path: str,
    icon: Any,
    remaining: Sequence[Any],
) -> Script[list[Any]]:
    """Return the candidates that rate best for this icon."""
    marker = None
    if isinstance(icon, EdgeMarkerSymbol):
        marker = yield from find_vj_edge_market(table, decision)
    if isinstance(icon, EdgeMarkerSymbol | TileWithSymbol | MostSymbols | ContractWithTwoSymbols):
        remaining = yield from ask_unknown_symbols(table, decision, remaining)
    icon_label = describe_icon(icon)
    is_compared = marker is not None and isinstance(remaining[0], str)
    criterion: Criterion[Any] = Criterion(
        _("{part}: {icon}", part=describe_card_part(slot_number, path), icon=icon_label),
        lambda candidate: rate_candidate(table, icon, marker, candidate),
        ICON_RULES.get(type(icon), ("PA-57",)),
        best="least" if isinstance(icon, CheapestContract) else "most",
        question=build_icon_question(icon, marker, remaining[0]),
        shows_value=isinstance(icon, MostStructures | MostBulldozers | MostSymbols) or is_compared,
        metadata={"icon": write_icon(icon), "marker": marker},
    )
    best = yield from decision.keep_best(remaining, criterion, search.to_option)
    if isinstance(icon, CheapestContract) and len(best) == 1 and isinstance(best[0], str):
        explain_cheapest_contract(table, decision, best[0])
    return best


def explain_cheapest_contract(table: Table, decision: Decision, sector: str) -> None:
    """Add the name of the contract that gives a sector the cheapest price (PA-90, PA-G25)."""
    tiles = [tile for tile in (table.contracts or {}).values() if tile.sector == sector]
    prices = {tile.price: tile for tile in tiles if tile.price is not None}
    if prices and None not in [tile.price for tile in tiles]:
        cheapest = prices[min(prices)]
        text = _("The cheapest contract of these sectors: {tile}.", tile=describe_tile(cheapest))
        decision.add_reason(text, "PA-90", "PA-G25")


def build_icon_question(icon: Any, marker: str | None, candidate: Any) -> Text:
    """Return the question in which the player compares candidates by an icon."""
    if isinstance(icon, EdgeMarkerSymbol):
        icon = MostSymbols(marker or "") if isinstance(candidate, str) else TileWithSymbol(marker or "")
    match icon:
        case MostStructures():
            return _(
                "In which sector have you built the most wind farms, towers and transformers? (If "
                "tied, select several.)"
            )
        case MostBulldozers():
            return _("In which sector do you have the most bulldozers? (If tied, select several.)")
        case MostSymbols():
            icon_label = describe_icon(icon)
            return _(
                "In which sector do contracts and link tokens show {icon}? (If tied, select several.)", icon=icon_label
            )
        case CheapestContract() if isinstance(candidate, str):
            return _("Which sector has the cheapest contract? (If tied, select several.)")
        case CheapestContract():
            return _("Which of these is the cheapest? (If tied, select several.)")
        case TileWithSymbol():
            return _("Which of these show the {icon}?", icon=describe_icon(icon))
        case ContractWithTwoSymbols():
            return _("Which of these show two market symbols?")
        case CustomIcon(description):
            return _("Your card says “{words}”. Which of these match it?", words=PackPhrase(description))
        case _:
            return _("Which of these match “{icon}”? (If tied, select several.)", icon=describe_icon(icon))


ICON_RULES: dict[type, tuple[str, ...]] = {
    MostStructures: ("PA-57", "PA-58"),
    MostBulldozers: ("PA-57", "PA-59"),
    MostSymbols: ("PA-57", "PA-89", "PA-G8"),
    CheapestContract: ("PA-57", "PA-G25"),
    NamedSector: ("PA-57", "PA-90", "PA-G24"),
    EdgeMarkerSymbol: ("PA-57", "PA-65", "PA-80"),
    TileWithSymbol: ("PA-57", "PA-84", "PA-G24"),
    ContractWithTwoSymbols: ("PA-57", "PA-86e", "PA-G24"),
}


def rate_candidate(table: Table, icon: Any, marker: str | None, candidate: Any) -> int | None:
    """Return a candidate's rating for an icon: None if unknown, 0 if the icon doesn't apply (PA-G24)."""
    match icon:
        case MostStructures():
            your_pieces = table.sectors[get_sector(candidate)].yours
            return None if your_pieces is None else your_pieces.structures
        case MostBulldozers():
            your_pieces = table.sectors[get_sector(candidate)].yours
            return None if your_pieces is None else your_pieces.bulldozers
        case MostSymbols(symbol):
            return count_symbols(table, get_sector(candidate), symbol)
        case CheapestContract():
            return find_cheapest_price(table, candidate) if isinstance(candidate, str) else candidate.price
        case NamedSector(sector):
            return int(get_sector(candidate) == sector)
        case EdgeMarkerSymbol():
            return (
                has_symbol(candidate, marker or "")
                if isinstance(candidate, Tile)
                else count_symbols(table, candidate, marker or "")
            )
        case TileWithSymbol(symbol) if isinstance(candidate, Tile):
            return has_symbol(candidate, symbol)
        case ContractWithTwoSymbols() if isinstance(candidate, Tile):
            return None if candidate.symbols is None else int(len(candidate.symbols) == 2)
        case CustomIcon():
            return None
        case _:
            return 0


def has_symbol(tile: Tile, symbol: str) -> int | None:
    """Return 1 if a tile has the symbol, 0 if it does not, and None if its symbols are unknown."""
    return None if tile.symbols is None else int(symbol in tile.symbols)


def count_symbols(table: Table, sector: str, symbol: str) -> int | None:
    """Return how often a symbol occurs on a sector's contracts and link tokens; None if unknown (PA-89)."""
    if table.contracts is None or table.links is None:
        return None
    placed_tiles: list[Tile | MapToken] = [*table.contracts.values(), *table.links.values()]
    placed_tiles = [tile for tile in placed_tiles if tile.sector == sector]
    if any(tile.symbols is None for tile in placed_tiles):
        return None
    return sum((tile.symbols or ()).count(symbol) for tile in placed_tiles)


def find_cheapest_price(table: Table, sector: str) -> int | None:
    """Return the price of a sector's cheapest unclaimed contract; None if unknown (PA-90)."""
    if table.contracts is None:
        return None
    prices = [tile.price for tile in table.contracts.values() if tile.sector == sector]
    return (
        None
        if None in prices
        else min((price for price in prices if price is not None), default=PRICE_WITHOUT_CONTRACT)
    )


# --- the eye ----------------------------------------------------------------------------------------------


def apply_next_cards(
    table: Table, decision: Decision, search: CandidateSearch, place: str, candidates: Sequence[Any]
) -> Script[tuple[list[Any], RowEnd]]:
    """Break a tie with the next face-up cards; the player breaks any remaining tie (PA-61, PA-G22)."""
    remaining, end = list(candidates), "eye"
    for slot_number in list_next_slots(table, search.slot):
        if len(remaining) == 1:
            break
        section = yield from ask_section_of_kind(table, decision, slot_number, search.kind)
        if section is None:
            decision.add_reason(
                _("{card} has no such section and is skipped.", card=describe_slot_card(table, slot_number)), "PA-G22"
            )
            continue
        decision.add_reason(
            _("The eye symbol leads to {card}.", card=describe_slot_card(table, slot_number)),
            *list_eye_icon_rules(search),
        )
        remaining, end = yield from apply_next_card(table, decision, search, slot_number, section, place, remaining)
        if end == "choose":
            break
    return remaining, "choose" if end == "choose" else "eye"


def list_next_slots(table: Table, slot_number: int) -> tuple[int, ...]:
    """Return the slots of the other face-up cards in reading order."""
    return get_reading_order(slot_number, table.face_up_slots | {slot_number})[1:]


def list_eye_icon_rules(search: CandidateSearch) -> tuple[str, ...]:
    """Return the ids of the rules that explain an eye icon."""
    if search.kind is FulfilContract:
        return ("PA-61", "PA-81", "PA-85", "PA-86", "PA-G21", "PA-G22")
    return ("PA-61", "PA-87", "PA-G22")


def apply_next_card(
    table: Table,
    decision: Decision,
    search: CandidateSearch,
    slot_number: int,
    section: str,
    place: str,
    remaining: list[Any],
) -> Script[tuple[list[Any], RowEnd]]:
    """Return the candidates that the next card selects (PA-85 to PA-87).

    For contracts, the card's top condition is applied first. The rows of the same zone follow from top to bottom.
    """
    whole_card = search.kind is FulfilContract and table.options.contract_tie == "first_zone"
    if search.kind is FulfilContract and not whole_card:
        remaining = yield from apply_top_condition(table, decision, search, slot_number, section, remaining)
    places = yield from list_rows_to_read(table, decision, slot_number, section, None if whole_card else place)
    end: RowEnd = "open"
    for row in places:
        candidates_here = (
            remaining
            if row == MAP_PLACE
            else [candidate for candidate in remaining if get_sector(candidate) in table.list_sectors_at(row)]
        )
        if len(remaining) == 1 or not candidates_here:
            continue
        if len(candidates_here) < len(remaining):
            decision.add_reason(
                _(
                    "{part} first considers only the candidates in {row}.",
                    part=describe_slot_card(table, slot_number),
                    row=describe_place(row),
                ),
                "PA-86",
                "PA-87",
                "PA-90",
            )
        remaining = candidates_here
        if len(remaining) > 1:
            path = f"{section}, row {row}"
            icons = yield from ask_card_part(table, decision, slot_number, path)
            remaining, end = yield from apply_icons(table, decision, search, slot_number, path, icons, remaining)
        if end != "open":
            break
    return remaining, end


def list_rows_to_read(
    table: Table, decision: Decision, slot_number: int, section: str, place: str | None
) -> Script[tuple[str, ...]]:
    """Return the zones and sectors whose rows on a card apply to this place."""
    if place == MAP_PLACE:
        return (MAP_PLACE,)
    yield from ask_action_rows(table, decision, slot_number, section)
    order: tuple[str, ...] = yield from ask_card_part(table, decision, slot_number, f"{section}, order")
    zone: Zone | None = None if place is None else get_zone(place)
    return tuple(row for row in order if zone is None or get_zone(row) == zone)


def apply_top_condition(
    table: Table, decision: Decision, search: CandidateSearch, slot_number: int, section: str, remaining: list[Any]
) -> Script[list[Any]]:
    """Return the contracts that meet the next card's top condition (PA-85)."""
    path = f"{section}, condition"
    condition = yield from ask_card_part(table, decision, slot_number, path)
    criteria = [
        criterion
        for icon_part in unstack_icons([condition])
        if (criterion := get_contract_criterion(icon_part)) is not None
    ]
    if not criteria:
        decision.add_reason(
            _("{part} says nothing about a contract.", part=describe_card_part(slot_number, path)), "PA-85"
        )
    for icon in criteria:
        if len(remaining) > 1:
            remaining = yield from apply_icon(table, decision, search, slot_number, path, icon, remaining)
    return remaining


def get_contract_criterion(condition: Any) -> Any:
    """Return the part of a condition that a single contract can meet; None if there is none."""
    return condition if isinstance(condition, CustomIcon) else to_contract_criterion(condition)


# --- symbols of a bonus table -----------------------------------------------------------------------------


def read_bonus_symbol(table: Table, decision: Decision, search: CandidateSearch, zone: Zone, line: str) -> Script[Any]:
    """Return a symbol from the card's bonus table; an eye icon refers to the next cards (PA-88)."""
    path = f"{search.section}, bonus {zone} {line}"
    action = get_part(table.get_card(search.slot), f"{search.section}, action")
    if action is not None and not isinstance(action, BuildTower):
        return None  # the action was corrected: the section has no bonus table now
    yield from ask_bonus_symbols(table, decision, search.slot, search.section, zone)
    icon = yield from ask_card_part(table, decision, search.slot, path)
    for slot_number in list_next_slots(table, search.slot):
        if not isinstance(icon, EyeIcon):
            break
        section = yield from ask_section_of_kind(table, decision, slot_number, search.kind)
        if section is not None:
            decision.add_reason(
                _("The eye symbol leads to {card}.", card=describe_slot_card(table, slot_number)), "PA-61", "PA-G22"
            )
            yield from ask_bonus_symbols(table, decision, slot_number, section, zone)
            icon = yield from ask_card_part(table, decision, slot_number, f"{section}, bonus {zone} {line}")
    return None if isinstance(icon, EyeIcon) else icon
