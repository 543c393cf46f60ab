"""The actions of VJ's cards: wind farm, tower, contract, foreign-market sale (PA-62 to PA-83a)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from rival.games.pampero.asking import card_words
from rival.games.pampero.cards import BuildFarm, BuildTower, ForeignSale, FulfilContract, zone_of
from rival.games.pampero.gains import contract_income, energy, gain_all
from rival.games.pampero.icons import Search
from rival.games.pampero.lines import tile_words
from rival.games.pampero.majorities import move_markers
from rival.games.pampero.parts import GAIN
from rival.games.pampero.reading import Gives, Plan, farm_place, his_payment, sector_option, tile_gives, usable_sectors
from rival.games.pampero.sites import Building, Site, put_up, room
from rival.games.pampero.symbols import Battery, Other, SecondFarm
from rival.games.pampero.table import GridColumn, Table, Tile, forget_seen, less, take_tower
from rival.games.pampero.tower_bonus import gain_list, tower_bonus
from rival.games.pampero.views import built_in, chained, contract_fulfilled, energy_moved, of_his
from rival.games.pampero.words import read_icon
from rival.kernel import (
    N_,
    Ask,
    Choice,
    Decision,
    Do,
    Field,
    Form,
    Json,
    Name,
    Number,
    Option,
    PackWords,
    Phrases,
    Say,
    Script,
    Several,
    Shows,
    Text,
    _,
    ask,
    decide,
    granted,
    n_,
    option,
)


def carry_out(table: Table, plan: Plan) -> Script[None]:
    """Carry out the action of this turn, its bonus and the lasting tiles it triggers (PA-45)."""
    table.vj.fresh_batteries = 0
    came: Sequence[str] = (yield from DONE_BY[plan.action](table, plan)) or ()
    if plan.action in EVENT_OF:
        before = [tile for tile in table.vj.tiles if tile not in came]
        yield from lasting(table, before, EVENT_OF[plan.action], plan)
    for _battery in range(table.vj.fresh_batteries):
        yield from lasting(table, list(table.vj.tiles), "battery", plan)
    table.vj.fresh_batteries = 0
    yield from move_markers(table)


EVENT_OF: dict[type, str] = {BuildFarm: "farm", BuildTower: "tower", FulfilContract: "contract", ForeignSale: "sale"}


def lasting(table: Table, tiles: Sequence[str], event: str, plan: Plan) -> Script[None]:
    """Apply the lasting tiles that this event triggers; a tile in the owner's words is shown (PA-77, PA-G28).

    A tile that came with the tower itself works from the next event on.
    """
    for tile in tiles:
        known = table.entry("bonus_tile", tile)
        if known.effect != "lasting" or known.when not in (None, event) or (known.when is None and event == "battery"):
            continue
        if known.when is None or not known.gains:
            if known.words:
                yield Say(_("VJ’s tile {n}: {words}.", n=Name(tile), words=PackWords(known.words)), "PA-G28", "PA-92")
            continue
        yield Say(_("VJ’s tile {n} takes effect now.", n=Name(tile)), "PA-77", "PA-G28")
        for gain in known.gains:
            if isinstance(gain, SecondFarm):
                yield from second_farm(table, plan)
            elif not (event == "battery" and isinstance(gain, Battery)):
                yield from gain_all(table, [gain], None, "PA-77", "PA-G28")


def second_farm(table: Table, plan: Plan) -> Script[None]:
    """Build another wind farm with its energy, if a site and a farm are left (PA-77, PA-G45)."""
    place = None
    if plan.action is BuildFarm and table.vj.farms_left != 0:
        place = yield from decide(lambda mind: second_place(table, mind, plan))
    if place is None:
        yield Say(
            _("VJ can’t build a second wind farm: he has no site or no wind farm left."), "PA-77", "PA-G33", "PA-G45"
        )
        return
    yield from build_farm(table, replace(plan, target=place[0], amount=place[1]))


def second_place(table: Table, mind: Decision, plan: Plan) -> Script[tuple[str, int] | None]:
    """Return the sector and energy of the second wind farm; None if there is no site (PA-G45)."""
    if table.options.second_farm == "same_sector":
        if (yield from usable_sectors(table, mind, "farm", [plan.target])):
            mind.because(_("The second wind farm goes to the same sector."), "PA-77", "PA-G45")
            return plan.target, plan.amount
        mind.because(_("That sector has no free site: the card chooses a sector again."), "PA-G45")
    found: tuple[str, int] | None = yield from farm_place(
        table, mind, Search(plan.slot, plan.section, BuildFarm, sector_option)
    )
    return found


# --- farm and tower ---------------------------------------------------------------------------------------


def build_farm(table: Table, plan: Plan) -> Script[None]:
    """Build a wind farm from VJ's supply, then gain energy for the zone (PA-63, PA-64)."""
    sector: str = plan.target
    site = yield from which_site(table, sector, "farm")
    put_up(table, sector, table.sectors[sector].vjs, "farm", site)
    table.vj.farms_left = less(table.vj.farms_left, 1)
    yield Do(
        _("Put a VJ wind farm in sector {name}, on {site}.", name=sector, site=site_words("farm", site)),
        "PA-63",
        "PA-52",
        "PA-G19",
        shows=partial(built_in, sector, "farms", table.sectors[sector].vjs.farms),
    )
    yield from energy(table, plan.amount, "PA-64", "PA-50")


def build_tower(table: Table, plan: Plan) -> Script[Sequence[str]]:
    """Build the leftmost tower of VJ's board, then take its bonus by the same card (PA-67, PA-70, PA-88).

    Return the tiles that came with it.
    """
    sector: str = plan.target
    site = yield from which_site(table, sector, "tower")
    put_up(table, sector, table.sectors[sector].vjs, "tower", site)
    take_tower(table)
    yield Do(
        _("Put VJ’s leftmost tower in sector {name}, on {site}.", name=sector, site=site_words("tower", site)),
        "PA-70",
        "PA-52",
        "PA-G19",
        shows=partial(built_in, sector, "towers", table.sectors[sector].vjs.towers),
    )
    return (yield from tower_bonus(table, Search(plan.slot, plan.section, BuildTower), zone_of(sector), sector))


def which_site(table: Table, sector: str, what: Building) -> Script[Site | None]:
    """Return the kind of site for a building of VJ's; None if sites are not counted (PA-G19).

    A site of the building's own kind is assumed; the player can correct it.
    """
    here = room(table, sector)
    if here is None:
        return None
    kinds: tuple[Site, Site] = (what, "either")
    free = [kind for kind in kinds if here.of(kind) > 0] or [kinds[1]]
    text = (
        _("You choose: on which site in sector {name} does VJ build his wind farm?", name=sector)
        if what == "farm"
        else _("You choose: on which site in sector {name} does VJ build his tower?", name=sector)
    )
    if len(free) == 1:
        return free[0]
    shape = Choice([site_option(kind) for kind in free], default=free[0])
    other = _("VJ builds on a dual-purpose site")
    return (  # type: ignore[no-any-return]
        yield from granted(lambda: Ask("player", "site", text, shape, "PA-G19", "PA-G6", unless=other))
    )


def site_option(kind: Site) -> Option:
    """Return the option for a kind of site."""
    return option(kind, SITE_WORDS[kind])


SITE_WORDS: dict[Site, Text] = {
    "farm": _("a site for wind farms only"),
    "tower": _("a site for towers only"),
    "either": _("a dual-purpose site (wind farm or tower)"),
}


def site_words(what: Building, site: Site | None) -> Text:
    """Describe the free site on which the player puts VJ's building."""
    if site == "either":
        return _("a free dual-purpose site without your bulldozer")
    if what == "farm":
        return _("any free site for wind farms without your bulldozer")
    return _("any free site for towers without your bulldozer")


# --- contract ---------------------------------------------------------------------------------------------


def fulfil_contract(table: Table, plan: Plan) -> Script[None]:
    """Fulfil a contract: payment, tile, transformer, chain tokens and gains (PA-82 to PA-83a, PA-G26)."""
    tile: Tile = plan.target
    yield from pay(table, tile)
    if table.contracts is not None:
        table.contracts.pop(tile.name, None)
    table.vj.contracts.append(tile)
    forget_seen(table, "contract", tile)
    place = yield from put_on_board(table, tile)
    yield from chain_tokens(table, place)
    gains, income = yield from contract_gives(table, tile)
    yield from gain_all(table, gains, tile.sector, "PA-83a", "PA-G26")
    for market in income:
        yield from contract_income(table, market)


def pay(table: Table, tile: Tile, contract: bool = True) -> Script[None]:
    """Pay the energy and batteries of a contract or a sale to the bank (PA-33, PA-G9)."""
    paid = yield from decide(lambda mind: his_payment(table, mind, tile))
    spent, batteries = paid or (min(table.vj.energy, tile.energy or 0), 0)
    table.vj.energy -= spent
    table.vj.batteries -= batteries
    table.batteries += batteries
    words = {"what": fulfilled(tile) if contract else sold(tile), "price": amounts(spent, batteries)}
    left = amounts(table.vj.energy, table.vj.batteries)
    yield Do(
        _("{what} He pays {price} to the bank and has {left} left.", **words, left=left)
        if table.vj.energy or table.vj.batteries
        else _("{what} He pays {price} to the bank and has nothing left.", **words),
        "PA-33",
        "PA-25",
        "PA-G9",
        shows=partial(energy_moved, table.vj.energy + spent, table.vj.energy) if spent else of_his("batteries"),
    )


def fulfilled(tile: Tile) -> Text:
    """Describe that VJ fulfils this contract."""
    if tile.name.startswith("#"):
        return _("VJ fulfils a contract: {tile}.", tile=tile_words(tile))
    return _("VJ fulfils contract {tile}.", tile=tile_words(tile))


def sold(card: Tile) -> Text:
    """Describe that VJ sells to this foreign-market card."""
    return _("VJ makes a foreign-market sale: {tile}.", tile=tile_words(card))


def amounts(energy: int, batteries: int) -> Text:
    """Return energy and batteries in words; an amount of zero is left out."""
    some = [n_("{n} energy", "{n} energy", energy)] if energy else []
    some += [n_("{n} battery", "{n} batteries", batteries)] if batteries else []
    return _("{one} and {other}", one=some[0], other=some[1]) if len(some) == 2 else some[0] if some else _("nothing")


def put_on_board(table: Table, tile: Tile) -> Script[str | None]:
    """Put the contract on VJ's board and move a transformer to the map (PA-82, PA-G26).

    The column is the leftmost one with a free place and no tower; the player chooses among several places. Return the
    place, or None if the grid board is not counted or has no room.
    """
    column = next((one for one in (table.grid or {}).values() if one.open and one.free and one.transformers), None)
    if column is None:
        if table.grid is None:
            text = _("Put the contract tile on VJ’s board, in the leftmost column that has a free place and no tower.")
            yield Do(text, "PA-82", "PA-G26", shows=of_his("contracts"))
        else:
            yield Say(
                _("VJ’s board has no free place in a column without a tower: put the contract tile next to the board."),
                "PA-82",
            )
        text = _("Move the transformer from that place to the contract’s space in sector {name}.", name=tile.sector)
        yield Do(
            text, "PA-G26", shows=partial(built_in, tile.sector, "transformers", one_more_transformer(table, tile))
        )
        return None
    chosen = len(column.free) > 1
    place = yield from decide(lambda mind: which_place(column, tile.sector, mind))
    column.places[place] = tile.name
    column.transformers -= 1
    text = _(
        "Put the contract tile on place {place} of VJ’s board. Move the transformer from "
        "there to the contract’s space in sector {name}.",
        place=Name(place),
        name=tile.sector,
    )
    shows = partial(contract_fulfilled, place, tile, one_more_transformer(table, tile))
    yield Do(text, "PA-82", "PA-G26", shows=shows, told=chosen)
    return place


def one_more_transformer(table: Table, tile: Tile) -> int:
    """Add a transformer of VJ's to the sector of a contract and return their number there."""
    vjs = table.sectors[tile.sector].vjs
    vjs.transformers += 1
    return vjs.transformers


def which_place(column: GridColumn, sector: str, mind: Decision) -> Script[str]:
    """Ask on which free place of a column the contract goes."""
    text = _(
        "You choose: on which place of VJ’s board does the contract tile go? The transformer "
        "from there moves to the contract’s space in sector {name}.",
        name=sector,
    )
    label = N_("You choose place {answer} of VJ’s board.")
    return (yield from mind.choose("player", "place", text, column.free, "PA-82", "PA-G26", label=label, on="grid"))


def chain_tokens(table: Table, place: str | None) -> Script[None]:
    """Put a chain token on each link between two contracts that this contract completes (PA-83, PA-26b)."""
    shows = of_his("chain")
    if place is None:
        new = yield from told_chain(table)
    else:
        yield from decide(lambda mind: know_links(table, mind))
        filled = {one for column in (table.grid or {}).values() for one, tile in column.places.items() if tile}
        pairs = [link.between or () for link in table.pack.link_places]
        linked = [pair for pair in pairs if place in pair and set(pair) <= filled]
        new, shows = len(linked), partial(chained, [*dict.fromkeys(one for pair in linked for one in pair)])
    if new:
        table.vj.chain += new
        yield Do(
            n_(
                "Put {n} chain token on VJ’s board, between two contract tiles.",
                "Put {n} chain tokens on VJ’s board, each between two contract tiles.",
                new,
            ),
            "PA-83",
            "PA-G16",
            "PA-26b",
            shows=shows,
        )


def told_chain(table: Table) -> Script[int]:
    """Ask for the number of new chain tokens, if the grid board is not counted."""
    if len(table.vj.contracts) < 2:
        return 0
    text = _("How many more links on VJ’s board now have a contract on both sides? Each gets a chain token.")
    return (  # type: ignore[no-any-return]
        yield from ask(lambda: Ask("table", "chain", text, Number(0, 6, 0), "PA-83", "PA-26b"))
    )


def know_links(table: Table, mind: Decision) -> Script[None]:
    """Ask once which places of VJ's board are linked, when he has two contracts."""
    if len(table.vj.contracts) < 2 or "links" in table.lacking:
        return
    if table.pack.link_places and "links" not in mind.answers:
        return
    fresh = "links" not in mind.answers
    pairs = neighbours([list(column.places) for column in (table.grid or {}).values()])
    answer = yield from mind.ask(
        "links",
        lambda: Ask(
            "table",
            "links",
            _("Between which places of VJ’s board is there a link for a chain token?"),
            Several([option(f"{a}-{b}", value=(a, b)) for a, b in pairs]),
            "PA-83",
            "PA-26b",
        ),
    )
    if fresh:
        for a, b in answer:
            table.tell(f"link_place {a}-{b}, between", [a, b])
        if not answer:
            table.lacking.add("links")


def neighbours(columns: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    """Return the pairs of places that are next to each other in a column or in neighbouring columns."""
    found = []
    for x, column in enumerate(columns):
        found += list(pairwise(column))
        if x + 1 < len(columns):
            found += list(zip(column, columns[x + 1], strict=False))
    return found


def contract_gives(table: Table, tile: Tile) -> Script[Gives]:
    """Return the gains and income steps of a contract, from the pack or by asking (PA-83a, PA-G26)."""
    known = tile_gives(table, tile)
    if known is not None:
        return known
    markets = Phrases([option(name, Text(name)) for name in table.vj.markers])
    fields = [
        Field("gains", _("what the contract gives at once"), gain_list(table), []),
        Field("income", _("VJ’s income markers that move, one entry per step"), markets, []),
    ]
    text = _("What does this contract give? {tile}", tile=tile_words(tile))
    answer = yield from ask(
        lambda: Ask("table", "contract-gives", text, Form(fields), "PA-83a", "PA-G26", about={"name": tile.name})
    )
    remember_contract(table, tile, {"gains": answer["gains"], "income": answer["income"]})
    return [read_icon(one, GAIN) for one in answer["gains"]], answer["income"]


def remember_contract(table: Table, tile: Tile, answer: dict[str, Json]) -> None:
    """Save what a contract gives; one without a name is identified by its price and symbols."""
    name = tile.name
    if name.startswith("#"):
        if tile.price is None or tile.symbols is None:
            return
        name = "-".join([str(tile.energy), str(tile.batteries), *sorted(tile.symbols)])
        answer = {"energy": tile.energy, "batteries": tile.batteries, "symbols": list(tile.symbols), **answer}
    remember_gains(table, "contract", name, answer)


def remember_gains(table: Table, kind: str, name: str, answer: dict[str, Json]) -> None:
    """Save these fields of an entry in the pack, if the entry has a name."""
    if not name.startswith("#"):
        for field, words in answer.items():
            table.tell(f"{kind} {name}, {field}", words)


# --- foreign sale, and actions in the owner's words --------------------------------------------------------


def foreign_sale(table: Table, plan: Plan) -> Script[None]:
    """Sell on the foreign market by the base rules; the card gives no further bonus (PA-55, PA-G11)."""
    card: Tile = plan.target
    yield from pay(table, card, contract=False)
    table.foreign.pop(card.name, None)
    table.vj.sales.append(card.name)
    forget_seen(table, "foreign_card", card)
    gains = table.entry("foreign_card", card.name).gains
    if gains is None:
        gains = yield from sale_gives(table, card)
    yield from gain_all(table, gains, card.sector, "PA-55", "PA-G11")
    shows = partial(Shows, "sectors", lit=[card.sector])
    text = _("Handle the foreign-market card in sector {name} by the base rules.", name=card.sector)
    yield Do(text, "PA-55", shows=shows)


def sale_gives(table: Table, card: Tile) -> Script[Sequence[Any]]:
    """Ask what a foreign-market card gives and save it."""
    text = _("What does this foreign-market card give? {tile}", tile=tile_words(card))
    answer = yield from ask(
        lambda: Ask("table", "sale-gives", text, gain_list(table), "PA-55", "PA-G11", about={"name": card.name})
    )
    remember_gains(table, "foreign_card", card.name, {"gains": answer})
    return [read_icon(one, GAIN) for one in answer]


def as_the_card_says(table: Table, plan: Plan) -> Script[None]:
    """Ask the player to carry out an action that is in the owner's own words."""
    yield Do(
        _("Carry out for VJ what {card} says: {words}.", card=card_words(table, plan.slot), words=Name(plan.target)),
        "PA-49",
    )


DONE_BY: dict[type, Callable[[Table, Plan], Script[Sequence[str] | None]]] = {
    BuildFarm: build_farm,
    BuildTower: build_tower,
    FulfilContract: fulfil_contract,
    ForeignSale: foreign_sale,
    Other: as_the_card_says,
}
