"""VJ's gains from tiles, printed bonuses and contracts (PA-91 to PA-97)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Any

from rival.games.pampero.asking import learn
from rival.games.pampero.lines import token_phrase
from rival.games.pampero.markers import edge, know_tracks
from rival.games.pampero.specialists import take_specialists
from rival.games.pampero.symbols import Battery, Bulldozer, Dollars, Energy, Income, Link, Other, Specialist
from rival.games.pampero.table import Table, Token, less
from rival.games.pampero.views import energy_moved, income_moved, lies_in, link_taken, of_his, parked_on
from rival.games.pampero.vj import ENERGY_CAP, energy_after, parking_cell
from rival.games.pampero.words import describe
from rival.kernel import Decision, Do, Joined, Name, Number, Option, PackWords, Say, Script, Text, _, decide, n_, option


def gain_all(table: Table, gains: Sequence[Any], sector: str | None, *cites: str) -> Script[None]:
    """Apply several gains, one after the other."""
    for gain in gains:
        yield from gain_one(table, gain, sector, *cites)


def gain_one(table: Table, gain: Any, sector: str | None, *cites: str) -> Script[None]:
    """Apply one gain; if VJ can't get all of it, say so (PA-G33)."""
    match gain:
        case Dollars(amount):
            yield from money(table, amount, *cites)
        case Energy():
            yield from energy(table, gain.n, *cites)
        case Battery():
            yield from batteries(table, gain.n, *cites)
        case Income():
            yield from income_bonus(table, gain.n)
        case Bulldozer():
            for _one in range(gain.n):
                yield from bulldozer(table)
        case Specialist():
            for _one in range(gain.n):
                yield from take_specialists(table, end_of_track=False)
        case Link():
            for _one in range(gain.n):
                yield from link_token(table, sector)
        case Other(words):
            yield Do(_("Carry out for VJ: {words}.", words=PackWords(words)), *cites)
        case _:  # a second wind farm without a tile of his: only the player knows where
            yield Do(_("Carry out for VJ: {words}.", words=describe(gain)), *cites)


def money(table: Table, amount: int, *cites: str) -> Script[None]:
    """Add money to VJ's."""
    table.vj.money += amount
    text = _("VJ gets ${amount}; he has ${total} now.", amount=amount, total=table.vj.money)
    yield Do(text, *cites, shows=of_his("money"))


def energy(table: Table, amount: int, *cites: str) -> Script[None]:
    """Add energy to VJ's, up to 10; the rest is ignored (PA-27, PA-64)."""
    before = table.vj.energy
    table.vj.energy = energy_after(before, amount)
    lost = before + amount - table.vj.energy
    words = {"amount": amount, "total": table.vj.energy}
    text = n_(
        "VJ gets {n} energy: his energy marker moves to space {total}.",
        "VJ gets {n} energy: his energy marker moves to space {total}.",
        amount,
    )
    if lost:
        text = n_(
            "VJ gets {n} energy: his energy marker moves to space {total}, the rest ({lost}) is ignored.",
            "VJ gets {n} energy: his energy marker moves to space {total}, the rest ({lost}) is ignored.",
            amount,
        )
        words["lost"] = lost
    text.args.update(words)
    shows = partial(energy_moved, before, table.vj.energy)
    yield Do(text, *cites, *(("PA-27", "PA-G1") if before + amount > ENERGY_CAP else ()), shows=shows)


def batteries(table: Table, amount: int, *cites: str) -> Script[None]:
    """Give VJ batteries, at most those in the supply (PA-15, PA-G33)."""
    taken = min(amount, table.batteries)
    table.batteries -= taken
    table.vj.batteries += taken
    table.vj.fresh_batteries += taken
    if taken:
        total = n_("{n} battery", "{n} batteries", table.vj.batteries)
        text = n_("VJ gets {n} battery; he has {total} now.", "VJ gets {n} batteries; he has {total} now.", taken)
        text.args["total"] = total
        yield Do(text, *cites, shows=of_his("batteries"))
    if taken < amount:
        none = _("The supply has no batteries: VJ gets none.")
        last = _("The supply has no more batteries: VJ gets fewer than the bonus says.")
        yield Say(last if taken else none, "PA-G33", "PA-15")


# --- income -----------------------------------------------------------------------------------------------


def income_bonus(table: Table, steps: int) -> Script[None]:
    """Move the rightmost-or-lowest income marker, one step at a time (PA-94, PA-G12)."""
    for _step in range(steps):
        market = yield from decide(lambda mind: marker_to_move(table, mind))
        if market is None:
            yield Say(_("VJ has no income marker that can move: the step is lost."), "PA-G12")
            return
        yield from advance(table, market, "PA-94", "PA-65")


def contract_income(table: Table, market: str) -> Script[None]:
    """Move the income marker that a contract names, or the next one if its track is full (PA-G26, PA-G46)."""
    moving = yield from decide(lambda mind: marker_of_contract(table, mind, market))
    if moving is None:
        yield Say(_("VJ’s {market} marker is on its last space: the step is lost.", market=Text(market)), *LOST)
    else:
        yield from advance(table, moving, "PA-G26", *(() if moving == market else ("PA-G46",)))


LOST = ("PA-G12", "PA-G46")


def marker_of_contract(table: Table, mind: Decision, market: str) -> Script[str | None]:
    """Return the marker that takes the step of a contract; None if the step is lost."""
    spaces = yield from spaces_of(table, mind, market)
    if table.vj.markers[market] < spaces - 1:
        return market
    if table.options.income_full == "lost":
        return None
    mind.because(_("The {market} marker is on its last space.", market=Text(market)), "PA-G46", "PA-G12")
    others = {name: space for name, space in table.vj.markers.items() if name != market}
    return (yield from first_with_room(table, mind, others))


def marker_to_move(table: Table, mind: Decision) -> Script[str | None]:
    """Return the marker that takes a step of an income bonus; None if the step is lost."""
    return (yield from first_with_room(table, mind, dict(table.vj.markers)))


def first_with_room(table: Table, mind: Decision, markers: dict[str, int]) -> Script[str | None]:
    """Return the rightmost-or-lowest of these markers that can move; None if the step is lost.

    Rules: PA-65, PA-G12.
    """
    while markers:
        market = yield from edge(table, mind, markers)
        spaces = yield from spaces_of(table, mind, market)
        if markers[market] < spaces - 1:
            return market
        if table.options.income_full == "lost":
            return None
        mind.because(_("The {market} marker is on its last space.", market=Text(market)), "PA-G12")
        del markers[market]
    return None


def spaces_of(table: Table, mind: Decision, market: str) -> Script[int]:
    """Return how many spaces an income track has; asked once."""
    if table.entry("market", market).spaces is None or "tracks" in mind.answers:
        yield from know_tracks(table, mind)
    known: int | None = table.entry("market", market).spaces
    if known is not None and ("learn", f"market {market}, spaces") not in mind.answers:
        return known
    text = _("How many spaces does the income track “{market}” have, including the first one?", market=Text(market))
    shape = Number(2, 30, length_of_last_track(table))
    answer: int = yield from learn(table, mind, f"market {market}, spaces", text, shape, "PA-38", "PA-94")
    return answer


def length_of_last_track(table: Table) -> int | None:
    """Return the length of the track that was entered last, as a default for the others."""
    told = [one.spaces for one in table.pack.markets if one.spaces is not None]
    last = [value for path, value in table.told.items() if path.startswith("market ") and path.endswith(", spaces")]
    return last[-1] if last else told[-1] if told else None


def advance(table: Table, market: str, *cites: str) -> Script[None]:
    """Move an income marker by one step; the last space brings a specialist card (PA-38)."""
    spaces = yield from decide(lambda mind: spaces_of(table, mind, market))
    table.vj.markers[market] += 1
    place = table.vj.markers[market]
    yield Do(
        _("Move VJ’s income marker “{market}” forward one space, to space {n}.", market=Text(market), n=place + 1),
        "PA-24",
        *cites,
        shows=partial(income_moved, market, place),
    )
    if place == spaces - 1:
        yield Say(_("That is the last space: VJ takes a specialist scoring card."), "PA-38")
        yield from take_specialists(table, end_of_track=True)


# --- bulldozers and link tokens ---------------------------------------------------------------------------


def bulldozer(table: Table) -> Script[None]:
    """Put a bulldozer on the leftmost, then lowest free parking cell, or in the storage (PA-95, PA-G15)."""
    if table.vj.bulldozers_left == 0:
        yield Say(_("VJ has no bulldozer left, so he places none."), "PA-G33")
        return
    table.vj.bulldozers_left = less(table.vj.bulldozers_left, 1)
    table.vj.parked += 1
    cells = {
        (cell.column or 0, cell.row or 0): cell.id
        for cell in table.pack.parking_cells
        if not table.parking.get(cell.id)
    }
    shows = of_his("bulldozers_left")
    if not table.parking:
        text = _(
            "Put a VJ bulldozer on the leftmost free parking cell (of several, the lowest). If "
            "no cell is free, put it in the storage area."
        )
    elif cell := parking_cell(list(cells)):
        table.parking[cells[cell]] = "vj"
        shows = partial(parked_on, cells[cell])
        text = _("Put a VJ bulldozer on parking cell {cell}.", cell=Name(cells[cell]))
    else:
        text = _("The parking area is full: put a VJ bulldozer in the storage area to its right.")
    yield Do(text, "PA-95", "PA-G15", shows=shows)


def link_token(table: Table, sector: str | None) -> Script[None]:
    """Take a link token from the map; the player chooses which one (PA-97, PA-G29)."""
    if table.links is None:
        table.vj.links += 1
        here = sector if table.options.link_token == "built_sector" else None
        text = (
            _("Take a link token from sector {sector} for VJ. If there is none, take any link token.", sector=here)
            if here
            else _("Take a link token for VJ; you choose which.")
        )
        yield Do(text, "PA-97", "PA-G29", shows=of_his("links"))
        return
    chosen = len(links_to_take(table, sector)) > 1
    token = yield from decide(lambda mind: which_link(table, mind, sector))
    if token is None:
        yield Say(_("There is no link token on the map: VJ gets none."), "PA-G33")
        return
    lying = lies_in(table, token.sector)
    del table.links[token.name]
    table.vj.links += 1
    text = _("Put the link token from {token} in VJ’s play area.", token=token_option(token).label)
    shows = of_his("links") if table.contracts is None else partial(link_taken, token.sector, *lying)
    yield Do(text, "PA-97", "PA-G29", shows=shows, told=chosen)


def links_to_take(table: Table, sector: str | None) -> list[Token]:
    """Return the link tokens among which the player chooses."""
    tokens = list((table.links or {}).values())
    here = [token for token in tokens if token.sector == sector]
    return here if here and table.options.link_token == "built_sector" else tokens


def which_link(table: Table, mind: Decision, sector: str | None) -> Script[Token | None]:
    """Ask which link token VJ takes; None if there is none on the map."""
    tokens = links_to_take(table, sector)
    if not tokens:
        return None
    text = _("You choose: which link token goes to VJ’s play area?")
    return (yield from mind.choose("player", "link-token", text, tokens, "PA-97", "PA-G29", words=token_option))


@lru_cache(maxsize=256)
def token_option(token: Token) -> Option:
    """Return a link token as an option."""
    symbols = [Text(symbol) for symbol in token.symbols or ()]
    label = _("{sector} ({symbols})", sector=Name(token.sector), symbols=Joined(symbols)) if symbols else None
    return option(token.name, label or Name(token_phrase(token)), value=token)
