"""VJ's gains from tiles, printed bonuses and contracts (PA-91 to PA-97)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from rival.games.pampero.card_questions import ask_board_part
from rival.games.pampero.icon_grammar import describe_icon
from rival.games.pampero.income_markers import find_edge_market
from rival.games.pampero.specialists import take_specialist_cards
from rival.games.pampero.symbols import (
    Battery,
    Bulldozer,
    CustomIcon,
    Dollars,
    Energy,
    IncomeSteps,
    LinkSymbol,
    Specialist,
)
from rival.games.pampero.table import MapToken, Table, subtract
from rival.games.pampero.tile_text import format_token
from rival.games.pampero.views import (
    list_tiles_in_sector,
    show_energy_move,
    show_income_move,
    show_parked_bulldozer,
    show_possession,
    show_taken_link,
)
from rival.games.pampero.vj import ENERGY_CAP, calculate_energy_after_gain, find_parking_cell
from rival.kernel import (
    Decision,
    Do,
    JoinedText,
    Name,
    Number,
    Option,
    PackPhrase,
    Say,
    Script,
    Text,
    _,
    decide,
    make_option,
    n_,
)


def apply_gains(table: Table, gains: Sequence[Any], sector: str | None, *cites: str) -> Script[None]:
    """Apply several gains to VJ, one after the other."""
    for gain in gains:
        yield from apply_gain(table, gain, sector, *cites)


def apply_gain(table: Table, gain: Any, sector: str | None, *cites: str) -> Script[None]:
    """Apply one gain to VJ; add a note if he can't receive all of it (PA-G33)."""
    match gain:
        case Dollars(amount):
            yield from gain_money(table, amount, *cites)
        case Energy():
            yield from gain_energy(table, gain.count, *cites)
        case Battery():
            yield from gain_batteries(table, gain.count, *cites)
        case IncomeSteps():
            yield from gain_income_steps(table, gain.count)
        case Bulldozer():
            for _one in range(gain.count):
                yield from park_bulldozer(table)
        case Specialist():
            for _one in range(gain.count):
                yield from take_specialist_cards(table, end_of_track=False)
        case LinkSymbol():
            for _one in range(gain.count):
                yield from take_link_token(table, sector)
        case CustomIcon(text):
            yield Do(_("Carry out for VJ: {words}.", words=PackPhrase(text)), *cites)
        case _:  # a second wind farm that no tile of VJ's gives: only the player knows where
            yield Do(_("Carry out for VJ: {words}.", words=describe_icon(gain)), *cites)


def gain_money(table: Table, amount: int, *cites: str) -> Script[None]:
    """Add an amount to VJ's money."""
    table.vj.money += amount
    text = _("Give VJ ${amount}: he has ${total} now.", amount=amount, total=table.vj.money)
    yield Do(text, *cites, highlight=show_possession("money"))


def gain_energy(table: Table, amount: int, *cites: str, zone: str = "") -> Script[None]:
    """Raise VJ's energy, up to 10; ``zone`` is the zone of a new wind farm, if any (PA-27, PA-64)."""
    before = table.vj.energy
    table.vj.energy = calculate_energy_after_gain(before, amount)
    lost = before + amount - table.vj.energy
    values: dict[str, Any] = {"amount": amount, "total": table.vj.energy}
    text = n_(
        "Move VJ’s energy marker to space {total}: he gets {n} energy.",
        "Move VJ’s energy marker to space {total}: he gets {n} energy.",
        amount,
    )
    if lost:
        text = n_(
            "Move VJ’s energy marker to space {total}: he gets {n} energy, and the rest ({lost}) is ignored.",
            "Move VJ’s energy marker to space {total}: he gets {n} energy, and the rest ({lost}) is ignored.",
            amount,
        )
        values["lost"] = lost
    elif zone:
        text = n_(
            "Move VJ’s energy marker to space {total}: he gets {n} energy for zone {zone}.",
            "Move VJ’s energy marker to space {total}: he gets {n} energy for zone {zone}.",
            amount,
        )
        values["zone"] = zone
    text.args.update(values)
    shows = partial(show_energy_move, before, table.vj.energy)
    yield Do(text, *cites, *(("PA-27", "PA-G1") if before + amount > ENERGY_CAP else ()), highlight=shows)


def gain_batteries(table: Table, amount: int, *cites: str) -> Script[None]:
    """Give VJ batteries, but no more than the supply holds (PA-15, PA-G33)."""
    taken = min(amount, table.batteries)
    table.batteries -= taken
    table.vj.batteries += taken
    table.vj.fresh_batteries += taken
    if taken:
        total = n_("{n} battery", "{n} batteries", table.vj.batteries)
        text = n_(
            "Give VJ {n} battery from the supply: he has {total} now.",
            "Give VJ {n} batteries from the supply: he has {total} now.",
            taken,
        )
        text.args["total"] = total
        yield Do(text, *cites, highlight=show_possession("batteries"))
    if taken < amount:
        none = _("The supply has no batteries: VJ gets none.")
        too_few = _("The supply has no more batteries: VJ gets fewer than the bonus says.")
        yield Say(too_few if taken else none, "PA-G33", "PA-15")


# --- income -----------------------------------------------------------------------------------------------


def gain_income_steps(table: Table, steps: int) -> Script[None]:
    """Move VJ's rightmost or lowest income marker, one step at a time (PA-94, PA-G12)."""
    for _step in range(steps):
        market = yield from decide(lambda decision: choose_income_marker_to_move(table, decision))
        if market is None:
            yield Say(_("VJ has no income marker that can move: the step is lost."), "PA-G12")
            return
        yield from advance_marker(table, market, "PA-94", "PA-65")


def move_contract_marker(table: Table, market: str) -> Script[None]:
    """Move the income marker that a contract names, or another if that track is full (PA-G26, PA-G46)."""
    moving = yield from decide(lambda decision: choose_income_marker_for_contract(table, decision, market))
    if moving is None:
        yield Say(
            _("VJ’s {market} marker is on its last space: the step is lost.", market=Text(market)), *LOST_STEP_RULES
        )
    else:
        yield from advance_marker(table, moving, "PA-G26", *(() if moving == market else ("PA-G46",)))


LOST_STEP_RULES = ("PA-G12", "PA-G46")


def choose_income_marker_for_contract(table: Table, decision: Decision, market: str) -> Script[str | None]:
    """Return the income marker that a contract moves; None if none can move."""
    spaces = yield from ask_track_length(table, decision, market)
    if table.vj.markers[market] < spaces - 1:
        return market
    if table.options.income_full == "lost":
        return None
    decision.add_reason(_("The {market} marker is on its last space.", market=Text(market)), "PA-G46", "PA-G12")
    others = {name: space for name, space in table.vj.markers.items() if name != market}
    return (yield from find_movable_marker(table, decision, others))


def choose_income_marker_to_move(table: Table, decision: Decision) -> Script[str | None]:
    """Return the income marker that an income bonus moves; None if none can move."""
    return (yield from find_movable_marker(table, decision, dict(table.vj.markers)))


def find_movable_marker(table: Table, decision: Decision, markers: dict[str, int]) -> Script[str | None]:
    """Return the rightmost or lowest income marker that can move; None if none can.

    Rules: PA-65, PA-G12.
    """
    while markers:
        market = yield from find_edge_market(table, decision, markers)
        spaces = yield from ask_track_length(table, decision, market)
        if markers[market] < spaces - 1:
            return market
        if table.options.income_full == "lost":
            return None
        decision.add_reason(_("The {market} marker is on its last space.", market=Text(market)), "PA-G12")
        del markers[market]
    return None


def ask_track_length(table: Table, decision: Decision, market: str) -> Script[int]:
    """Return the number of spaces on an income track; ask the player once if it is unknown."""
    spaces: int | None = table.find_entry("market", market).spaces
    if spaces is not None and ("learn", f"market {market}, spaces") not in decision.answers:
        return spaces
    text = _("How many spaces does the income track “{market}” have, including the first one?", market=Text(market))
    shape = Number(2, 30, guess_track_length(table))
    answer: int = yield from ask_board_part(table, decision, f"market {market}, spaces", text, shape, "PA-38", "PA-94")
    return answer


def guess_track_length(table: Table) -> int | None:
    """Return the most recently entered track length as a default for other tracks."""
    pack_lengths = [market.spaces for market in table.pack.markets if market.spaces is not None]
    entered_lengths = [
        value for path, value in table.told.items() if path.startswith("market ") and path.endswith(", spaces")
    ]
    return entered_lengths[-1] if entered_lengths else pack_lengths[-1] if pack_lengths else None


def advance_marker(table: Table, market: str, *cites: str) -> Script[None]:
    """Move an income marker by one step; reaching the last space brings a specialist card (PA-38)."""
    spaces = yield from decide(lambda decision: ask_track_length(table, decision, market))
    table.vj.markers[market] += 1
    place = table.vj.markers[market]
    yield Do(
        _("Move VJ’s income marker “{market}” forward one space, to space {n}.", market=Text(market), n=place + 1),
        "PA-24",
        *cites,
        highlight=partial(show_income_move, market, place),
    )
    if place == spaces - 1:
        yield Say(_("That is the last space: VJ takes a specialist scoring card."), "PA-38")
        yield from take_specialist_cards(table, end_of_track=True)


# --- bulldozers and link tokens ---------------------------------------------------------------------------


def park_bulldozer(table: Table) -> Script[None]:
    """Put VJ's bulldozer on the leftmost, then lowest free parking cell (PA-95, PA-G15)."""
    if table.vj.bulldozers_left == 0:
        yield Say(_("VJ has no bulldozer left, so he places none."), "PA-G33")
        return
    table.vj.bulldozers_left = subtract(table.vj.bulldozers_left, 1)
    table.vj.parked += 1
    cells = {
        (cell.column or 0, cell.row or 0): cell.id
        for cell in table.pack.parking_cells
        if not table.parking.get(cell.id)
    }
    shows = show_possession("bulldozers_left")
    if not table.parking:
        text = _(
            "Put a VJ bulldozer on the leftmost free parking cell (the lowest if there are several). If "
            "no cell is free, put it in the storage area."
        )
    elif cell := find_parking_cell(list(cells)):
        table.parking[cells[cell]] = "vj"
        shows = partial(show_parked_bulldozer, cells[cell])
        text = _("Put a VJ bulldozer on parking cell {cell}.", cell=Name(cells[cell]))
    else:
        text = _("The parking area is full: put a VJ bulldozer in the storage area to its right.")
    yield Do(text, "PA-95", "PA-G15", highlight=shows)


def take_link_token(table: Table, sector: str | None) -> Script[None]:
    """Take a link token from the map for VJ; the player chooses which one (PA-97, PA-G29)."""
    if table.links is None:
        table.vj.links += 1
        built_sector = sector if table.options.link_token == "built_sector" else None
        text = (
            _(
                "Take a link token from sector {sector} for VJ. If there is none, take any link token.",
                sector=built_sector,
            )
            if built_sector
            else _("Take a link token for VJ; you choose which.")
        )
        yield Do(text, "PA-97", "PA-G29", highlight=show_possession("links"))
        return
    was_asked = len(list_link_tokens(table, sector)) > 1
    token = yield from decide(lambda decision: choose_link_token(table, decision, sector))
    if token is None:
        yield Say(_("There is no link token on the map: VJ gets none."), "PA-G33")
        return
    board_pieces = list_tiles_in_sector(table, token.sector)
    del table.links[token.name]
    table.vj.links += 1
    text = _("Put the link token from {token} in VJ’s play area.", token=make_token_option(token).label)
    shows = (
        show_possession("links") if table.contracts is None else partial(show_taken_link, token.sector, *board_pieces)
    )
    yield Do(text, "PA-97", "PA-G29", highlight=shows, is_covered_by_question=was_asked)


def list_link_tokens(table: Table, sector: str | None) -> list[MapToken]:
    """Return the link tokens from which the player can choose."""
    tokens = list((table.links or {}).values())
    sector_tokens = [token for token in tokens if token.sector == sector]
    return sector_tokens if sector_tokens and table.options.link_token == "built_sector" else tokens


def choose_link_token(table: Table, decision: Decision, sector: str | None) -> Script[MapToken | None]:
    """Ask which link token VJ takes; return None if the map has none."""
    tokens = list_link_tokens(table, sector)
    if not tokens:
        return None
    text = _("You choose: which link token goes to VJ’s play area?")
    return (
        yield from decision.choose_candidate(
            "player", "link-token", text, tokens, "PA-97", "PA-G29", to_option=make_token_option
        )
    )


@lru_cache(maxsize=256)
def make_token_option(token: MapToken) -> Option:
    """Return the answer option for a link token."""
    symbols = [Text(symbol) for symbol in token.symbols or ()]
    label = _("{sector} ({symbols})", sector=Name(token.sector), symbols=JoinedText(symbols)) if symbols else None
    return make_option(token.name, label or Name(format_token(token)), value=token)
