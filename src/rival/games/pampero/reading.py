"""VJ's card reading: check sections and conditions in order until an action is possible (PA-45 to PA-51).

Reading a card changes nothing on the table; it returns a `Plan`, which is carried out afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rival.games.pampero.asking import (
    action_rows,
    card_part,
    is_it_so,
    learn,
    part_words,
    place_words,
    section_of_kind,
    section_top,
    section_words,
)
from rival.games.pampero.cards import MAP, ZONES, BuildFarm, BuildTower, ForeignSale, FulfilContract, zone_of
from rival.games.pampero.icons import Search, read_row, settle, value
from rival.games.pampero.lines import (
    TILE_FIELDS,
    Kind,
    contract_parts,
    described,
    foreign_parts,
    in_words,
    known_tiles,
    named,
    read_tile,
    remember,
    tile_option,
    tile_phrase,
    tile_words,
)
from rival.games.pampero.parts import part
from rival.games.pampero.phrases import icon_words
from rival.games.pampero.sites import Building, free_sites
from rival.games.pampero.symbols import (
    ContractAvailable,
    EnergyBelow,
    NotEnoughEnergy,
    Other,
    Stacked,
    SymbolContract,
    TowerInForeignMarket,
    TransformersBlocked,
    TwoSymbolContract,
    TwoSymbols,
    contract_kind,
)
from rival.games.pampero.table import Table, Tile, known_tile
from rival.games.pampero.tile_symbols import know_symbols
from rival.games.pampero.vj import ENERGY_CAP, payment, reading_order
from rival.kernel import (
    N_,
    Ask,
    Criterion,
    Decision,
    Field,
    Form,
    Joined,
    Name,
    Number,
    Option,
    PackWords,
    Script,
    Several,
    Text,
    _,
    option,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """VJ's action of this turn: the section that triggers it, the kind of action, and its target."""

    slot: int
    section: str
    action: type
    target: Any
    amount: int = 0


# --- the cards, one after the other -----------------------------------------------------------------------


def read_cards(table: Table, mind: Decision, first: int) -> Script[Plan | None]:
    """Return the first possible plan of the cards in turn, None if no action is possible (PA-45 to PA-48, PA-G14)."""
    for n in reading_order(first, table.face_up):
        if n != first:
            mind.because(
                _("No section of this card was possible. VJ reads the card in slot {n} next.", n=n), "PA-47", "PA-48"
            )
        for position in (1, 2, 3):
            plan = yield from read_section(table, mind, n, f"section {position}")
            if plan is not None:
                return plan
    return None


def read_section(table: Table, mind: Decision, n: int, section: str) -> Script[Plan | None]:
    """Return the section's action as a plan; None if its condition fails or the action is impossible (PA-46)."""
    path = f"{section}, condition"
    yield from section_top(table, mind, n, section)
    condition = yield from card_part(table, mind, n, path)
    met = yield from holds(table, mind, condition)
    words = {"part": part_words(n, path), "condition": icon_words(condition)}
    if not met:
        last = section == "section 3"
        text = (
            _("{part}: {condition}: ✗", **words)
            if last
            else _("{part}: {condition}: ✗, on to the next section.", **words)
        )
        mind.because(text, "PA-46", *condition_cites(condition, met))
        return None
    mind.because(_("{part}: {condition}: ✓", **words), "PA-46", *condition_cites(condition, met))
    action = yield from card_part(table, mind, n, f"{section}, action")
    plan: Plan | None = yield from PLANNERS[type(action)](table, mind, n, section)
    if plan is None:
        where = section_words(n, section)
        mind.because(
            _("{part}: VJ can’t do this action now ({action}).", part=where, action=icon_words(action)), "PA-G4"
        )
    return plan


# --- conditions -------------------------------------------------------------------------------------------


def holds(table: Table, mind: Decision, condition: Any) -> Script[bool]:
    """Return whether a condition holds; of two stacked ones, one is enough (PA-84)."""
    match condition:
        case Stacked(front, behind):
            return (yield from holds(table, mind, front)) or (yield from holds(table, mind, behind))
        case EnergyBelow(limit):
            return table.vj.energy < limit
        case TransformersBlocked():
            return (yield from all_blocked(table, mind))
        case NotEnoughEnergy():
            return (yield from not_enough_energy(table, mind))
        case ContractAvailable():
            return bool((yield from available_contracts(table, mind)))
        case TwoSymbolContract() | SymbolContract():
            found = yield from available_contracts(table, mind)
            fitting = yield from of_kind(table, mind, condition, found)
            if found and not fitting:
                told = Joined([tile_words(tile) for tile in found])
                text = _("No contract here meets the condition: {tiles}.", tiles=told)
                explain_once(mind, text, "PA-78", "PA-G20")
            return bool(fitting)
        case TowerInForeignMarket():
            return bool((yield from foreign_cards(table, mind)))
        case _:
            text = _("Your card says “{words}”. Is this true now?", words=PackWords(condition.words))
            return (yield from is_it_so(mind, ("condition", condition.words), text, "PA-46"))


def condition_cites(condition: Any, met: bool) -> tuple[str, ...]:
    """Return the ids of the rules to cite for a condition."""
    front = condition.front if isinstance(condition, Stacked) else condition
    found = CONDITION_CITES.get(type(front), ())
    if isinstance(front, TransformersBlocked) and not met:
        found = ("PA-66", "PA-71")
    return (*found, "PA-84") if isinstance(condition, Stacked) else found


CONDITION_CITES: dict[type, tuple[str, ...]] = {
    EnergyBelow: ("PA-62",),
    TransformersBlocked: ("PA-53", "PA-66"),
    NotEnoughEnergy: ("PA-54", "PA-G18"),
    ContractAvailable: ("PA-78", "PA-G8"),
    TwoSymbolContract: ("PA-78", "PA-G20"),
    SymbolContract: ("PA-78", "PA-G20"),
    TowerInForeignMarket: ("PA-55", "PA-G11"),
}


def all_blocked(table: Table, mind: Decision) -> Script[bool]:
    """Return whether VJ has no unblocked transformer: each lies in a column with a tower, or none is left (PA-66)."""
    if table.grid is None:
        text = _("Are all transformers on VJ’s grid board blocked? (Answer yes if none is left.)")
        return (yield from is_it_so(mind, "blocked", text, "PA-66"))
    return not any(column.open and column.transformers and column.free for column in table.grid.values())


def not_enough_energy(table: Table, mind: Decision) -> Script[bool]:
    """Return whether VJ has contracts in reach and can pay for none of them, or not for all (PA-54, PA-G18)."""
    if not table.vj_towers:
        mind.because(_("VJ has no tower on the map."), "PA-54", "PA-G18")
        return False
    if table.contracts is None and has_nothing_to_pay(table):
        where = Name(", ".join(table.vj_towers))
        text = _("VJ has neither energy nor batteries. Is there an unclaimed contract in {sectors}?", sectors=where)
        return (yield from is_it_so(mind, "contract there", text, "PA-54", "PA-G18"))
    tiles = yield from contracts_at_towers(table, mind)
    if not tiles:
        mind.because(NO_CONTRACT_THERE, "PA-54", "PA-G18")
    payable = yield from those_payable(table, mind, tiles)
    if payable:
        mind.because(_("VJ can pay for: {tiles}.", tiles=Joined([tile_words(tile) for tile in payable])), "PA-G9")
    if table.options.not_enough_energy == "some_unpayable":
        return len(payable) < len(tiles)
    return bool(tiles) and not payable


NO_CONTRACT_THERE = _("There is no unclaimed contract in a sector with a VJ tower.")


def has_nothing_to_pay(table: Table) -> bool:
    """Return whether VJ has neither energy nor batteries."""
    return not table.vj.energy and not table.vj.batteries


# --- contracts that VJ could fulfil ---------------------------------------------------------------------------


def contracts_at_towers(table: Table, mind: Decision) -> Script[list[Tile]]:
    """Return the unclaimed contracts in sectors with VJ's towers; ask once a turn if the game does not track them."""
    sectors = table.vj_towers
    if not sectors:
        return []
    if table.contracts is not None:
        return [known_tile(table, tile) for tile in table.contracts.values() if tile.sector in sectors]
    return (yield from told_tiles(table, mind, "contract", sectors))


def told_tiles(table: Table, mind: Decision, kind: Kind, sectors: Sequence[str]) -> Script[list[Tile]]:
    """Ask for the contracts or foreign-market cards in these sectors."""
    where = Name(", ".join(sectors))
    first = in_words(table, f"{sectors[0]} 4 tourism" if kind == "contract" else f"{sectors[0]} 3")
    text = (
        _(
            "Which unclaimed contracts are in {sectors}? Enter energy and symbols, for instance “{one}”.",
            sectors=where,
            one=first,
        )
        if kind == "contract"
        else _(
            "Which foreign-market cards are in {sectors}? Enter their price, for instance “{one}”.",
            sectors=where,
            one=first,
        )
    )
    about = (kind, tuple(sectors))
    fresh = about not in mind.answers
    last = [typed(tile) for tile in table.seen.get(kind, ()) if tile.sector in sectors]
    if last:
        text = Joined([text, _("Your last answer is filled in. Is it still correct?")], " ")
    answer = yield from mind.ask(
        about,
        lambda: Ask(
            "table",
            f"{kind}s-there",
            text,
            described(
                table,
                known_tiles(table, kind, sectors),
                lambda words: read_tile(table, words, sectors, kind),
                contract_parts(table, sectors) if kind == "contract" else foreign_parts(sectors),
                default=last,
                kind=kind,
            ),
            *(("PA-78", "PA-G8") if kind == "contract" else ("PA-55", "PA-G11")),
            about={"sectors": list(sectors)},
        ),
    )
    found: list[Tile] = list(named(answer, []).values())
    if fresh:
        elsewhere = [tile for tile in table.seen.get(kind, ()) if tile.sector not in sectors]
        table.seen[kind] = [*elsewhere, *found]
        fields = TILE_FIELDS if kind == "contract" else TILE_FIELDS[:2]
        for tile in found:
            remember(table, kind, tile, fields)
    return found


def typed(tile: Tile) -> str:
    """Return a tile as the player types it: without a number that the program assigned."""
    return tile_phrase(replace(tile, name="") if tile.name.startswith("#") else tile)


def available_contracts(table: Table, mind: Decision) -> Script[list[Tile]]:
    """Return the contracts that VJ could fulfil, and explain if there are none (PA-G8)."""
    tiles, lacking = yield from look_for_contracts(table, mind)
    if lacking is not None:
        explain_once(mind, lacking, "PA-78", "PA-G8")
    return tiles


def explain_once(mind: Decision, text: Text, *cites: str) -> None:
    """Add a reason unless it is there already: two stacked symbols may share one (PA-84)."""
    if str(text) not in [str(line.text) for line in mind.lines]:
        mind.because(text, *cites)


def look_for_contracts(table: Table, mind: Decision) -> Script[tuple[list[Tile], Text | None]]:
    """Return the contracts that VJ could fulfil and, if there are none, the reason."""
    if not table.vj_towers:
        return [], _("VJ has no tower on the map.")
    if table.grid is not None and (yield from all_blocked(table, mind)):
        return [], ALL_BLOCKED
    payable = table.options.available_contract == "payable"
    if payable and has_nothing_to_pay(table):
        return [], _("VJ has neither energy nor batteries to pay for a contract.")
    lying = yield from contracts_at_towers(table, mind)
    if not lying:
        return [], NO_CONTRACT_THERE
    tiles = (yield from those_payable(table, mind, lying)) if payable else lying
    if not tiles:
        return [], _(
            "VJ can’t pay for any of these contracts: {tiles}.", tiles=Joined([tile_words(tile) for tile in lying])
        )
    return ([], ALL_BLOCKED) if (yield from all_blocked(table, mind)) else (tiles, None)


ALL_BLOCKED = _("All transformers on VJ’s board are blocked.")


def those_payable(table: Table, mind: Decision, tiles: Sequence[Tile]) -> Script[list[Tile]]:
    """Return the tiles that VJ can pay for, with their prices."""
    found = []
    for tile in tiles:
        priced = yield from with_price(table, mind, tile)
        if (yield from can_pay(table, mind, priced)):
            found.append(priced)
    return found


def with_price(table: Table, mind: Decision, tile: Tile) -> Script[Tile]:
    """Return the tile with its price; ask for a price that is unknown."""
    if tile.price is not None:
        return tile
    fields = [
        Field("energy", _("energy"), Number(0, 20), tile.energy, required=tile.energy is None),
        Field("batteries", _("batteries"), Number(0, 12), tile.batteries or 0),
    ]
    text = _("What does this cost? {tile}", tile=tile_words(tile))
    answer = yield from mind.ask(
        ("price", tile), lambda: Ask("table", "price", text, Form(fields), "PA-G9", about={"name": tile.name})
    )
    priced = replace(tile, energy=answer["energy"], batteries=answer["batteries"])
    keep_price(table, priced)
    return priced


def keep_price(table: Table, tile: Tile) -> None:
    """Store a price for the rest of the game, and for a named tile in the owner's box as well."""
    if table.contracts is not None and tile.name in table.contracts:
        table.contracts[tile.name] = replace(table.contracts[tile.name], energy=tile.energy, batteries=tile.batteries)
        remember(table, "contract", tile, TILE_FIELDS[:2])
    elif tile.name in table.foreign:
        table.foreign_prices[tile.name] = (tile.energy, tile.batteries)
        remember(table, "foreign_card", tile, TILE_FIELDS[:2])


def can_pay(table: Table, mind: Decision, tile: Tile) -> Script[bool]:
    """Return whether VJ can pay for a tile."""
    return (yield from his_payment(table, mind, tile)) is not None


def his_payment(table: Table, mind: Decision, tile: Tile) -> Script[tuple[int, int] | None]:
    """Return the energy and batteries that VJ pays, None if he can't (PA-G9).

    Energy comes first, batteries cover the rest. The value of a battery is asked once, when it matters.
    """
    price = (tile.energy or 0, tile.batteries or 0)
    have = (table.vj.energy, table.vj.batteries)
    worth = table.pack.pieces.battery_energy
    asked = ("learn", "pieces, battery_energy") in mind.answers
    if price[0] > have[0] and have[1] > price[1] and (worth is None or asked):
        text = _("How much energy does one battery replace when VJ pays for a contract?")
        worth = yield from learn(table, mind, "pieces, battery_energy", text, Number(0, 10), "PA-G9")
    return payment(*have, price, worth or 0)


def of_kind(table: Table, mind: Decision, condition: Any, tiles: Sequence[Tile]) -> Script[list[Tile]]:
    """Return the tiles that meet a condition; a second, stacked symbol narrows the result (PA-G20, PA-84)."""
    if not isinstance(condition, Stacked):
        return (yield from of_one_kind(table, mind, condition, tiles))
    main = yield from of_one_kind(table, mind, condition.front, tiles)
    if len(main) == 1:
        return main
    second = yield from of_one_kind(table, mind, condition.behind, main or tiles)
    return second or main


def of_one_kind(table: Table, mind: Decision, condition: Any, tiles: Sequence[Tile]) -> Script[list[Tile]]:
    """Return the tiles that meet a condition without a second symbol."""
    kind = contract_kind(condition)
    return list(tiles) if kind is None else (yield from with_symbols(table, mind, kind, tiles))


def with_symbols(table: Table, mind: Decision, kind: Any, tiles: Sequence[Tile]) -> Script[list[Tile]]:
    """Return the tiles with these market symbols; ask about tiles with unknown symbols."""
    tiles = yield from know_symbols(table, mind, tiles)
    values = {tile: value(table, kind, None, tile) for tile in tiles}
    unknown = [tile for tile in tiles if values[tile] is None]
    answer: list[Tile] = []
    if unknown:
        text = (
            _("Which of these show two market symbols?")
            if isinstance(kind, TwoSymbols)
            else _("Which of these show the {icon}?", icon=icon_words(kind))
        )
        answer = yield from mind.ask(
            ("symbols", kind, tuple(unknown)),
            lambda: Ask(
                "table",
                "which-fit",
                text,
                Several([tile_option(tile) for tile in unknown]),
                "PA-84",
                about={"icon": repr(kind)},
            ),
        )
    return [tile for tile in tiles if values[tile] or tile in answer]


# --- plans: farm ------------------------------------------------------------------------------------------


def usable_sectors(table: Table, mind: Decision, kind: Building, sectors: Sequence[str]) -> Script[list[str]]:
    """Return the sectors with a free site for this building and without your bulldozer on it (PA-52, PA-G6)."""
    room = {name: free_sites(table, kind, name) for name in sectors}
    unknown = [name for name, free in room.items() if free is None]
    answer: list[str] = []
    if unknown:
        text = (
            _("Which sectors have a free wind-farm site without your bulldozer?")
            if kind == "farm"
            else _("Which sectors have a free tower site without your bulldozer?")
        )
        answer = yield from mind.ask(
            ("sites", kind, tuple(unknown)),
            lambda: Ask(
                "table",
                "free-sites",
                text,
                Several([option(name) for name in unknown], default=unknown),
                "PA-52",
                "PA-G6",
                about={"kind": kind},
            ),
        )
    return [name for name in sectors if (room[name] or 0) > 0 or name in answer]


def explain_full(mind: Decision, kind: Building, sectors: Sequence[str], usable: Sequence[str]) -> None:
    """Add a reason that names the sectors without a free site."""
    full = [Name(name) for name in sectors if name not in usable]
    if full and kind == "farm":
        mind.because(_("No free site for a wind farm in {sectors}.", sectors=Joined(full)), "PA-52", "PA-G5")
    elif full:
        mind.because(_("No free site for a tower in {sectors}.", sectors=Joined(full)), "PA-52", "PA-67a")


def pieces_left(table: Table, mind: Decision, kind: str) -> Script[int]:
    """Return the number of farms or towers that VJ has left; ask once how many pieces a colour has."""
    fresh = "pieces" not in mind.answers
    unknown = [what for what in ("farms", "towers") if getattr(table.vj, f"{what}_left") is None]
    if kind in unknown or not fresh:
        answer = yield from mind.ask("pieces", lambda: pieces_question(table, unknown))
        for what in unknown if fresh else ():
            table.tell(f"pieces, {what}", answer[what])
            standing = sum(getattr(one.vjs, what) for one in table.sectors.values())
            setattr(table.vj, f"{what}_left", max(answer[what] - standing, 0))
    found: int = getattr(table.vj, f"{kind}_left")
    return found


def pieces_question(table: Table, unknown: Sequence[str]) -> Ask:
    """Return the question about the numbers of pieces; assumed numbers are filled in."""
    assumed = {what: getattr(table.pack.pieces, what) for what in unknown}
    text = _("How many pieces of one colour are there in total?")
    if any(assumed.values()):
        text = Joined([text, _("The numbers filled in are assumed. Count your own pieces.")], " ")
    fields = [Field(what, PIECES[what], Number(1, 30), assumed[what], required=True) for what in unknown]
    return Ask("table", "pieces", text, Form(fields), "PA-63", "PA-70", label=N_("Pieces of one colour: {answer}."))


PIECES = {"farms": _("wind farms"), "towers": _("towers")}


def sector_option(name: str) -> Option:
    """Return a sector as an option."""
    return option(name, _("sector {name}", name=Name(name)))


def search_for(table: Table, n: int, section: str, kind: type, words: Callable[[Any], Option]) -> Search:
    """Return the search among these candidates, with a foreign sale as a possible result."""

    def can_sell(mind: Decision) -> Script[bool]:
        return bool((yield from foreign_cards(table, mind)))

    return Search(n, section, kind, words, can_sell)


def plan_farm(table: Table, mind: Decision, n: int, section: str) -> Script[Plan | None]:
    """Return a plan to build a wind farm (PA-62 to PA-64, PA-G5, PA-G19).

    The icons decide the sector, and the zone of the sector decides the energy.
    """
    place = yield from farm_place(table, mind, search_for(table, n, section, BuildFarm, sector_option))
    if place is None:
        return None
    if place == "sale":
        return (yield from plan_sale(table, mind, n, section))
    sector, energy = place
    if table.options.surplus_energy == "contract" and table.vj.energy + energy > ENERGY_CAP:
        instead = yield from contract_instead(table, mind, n)
        if instead is not None:
            return instead
    return Plan(n, section, BuildFarm, sector, energy)


def farm_place(table: Table, mind: Decision, search: Search) -> Script[Any]:
    """Return the sector of a wind farm and the energy of its zone; None if impossible, "sale" for a sale (PA-G11)."""
    n, section = search.slot, search.section
    if not (yield from pieces_left(table, mind, "farms")):
        mind.because(_("VJ has no wind farm left in his supply."), "PA-G4", "PA-63")
        return None
    usable = yield from usable_sectors(table, mind, "farm", list(table.sectors))
    if not usable:
        mind.because(_("No sector has a free site for a wind farm."), "PA-G4", "PA-52")
        return None
    explain_full(mind, "farm", list(table.sectors), usable)
    yield from action_rows(table, mind, n, section)
    everywhere = table.options.farm_sector == "all"
    candidates = list(table.sectors) if everywhere else usable
    left = candidates if len(candidates) == 1 else (yield from settle(table, mind, search, MAP, candidates))
    if left == "sale":
        return "sale"
    sector = yield from farm_sector(table, mind, left, usable)
    energy = yield from card_part(table, mind, n, f"{section}, bonus {zone_of(sector)}")
    return sector, energy


def farm_sector(table: Table, mind: Decision, left: Sequence[str], usable: Sequence[str]) -> Script[str]:
    """Return the sector of a wind farm; on a tie the player chooses (PA-60, PA-G5, PA-G19).

    The candidates come first, then the other sectors.
    """
    offered = [name for name in left if name in usable]
    if len(left) > 1 and table.options.farm_choice == "anywhere":
        offered = list(usable)
    if not offered:
        mind.because(_("VJ has no site there. Choose among the other sectors."), "PA-60", "PA-G5")
        offered = list(usable)
    text = _("You choose: in which sector does VJ build his wind farm?")
    sector: str = yield from mind.choose(
        "player", "farm-sector", text, offered, "PA-60", "PA-63", "PA-G19", words=sector_option, on="sectors"
    )
    if len(left) == 1 and offered == list(left):
        mind.because(_("Only sector {name} remains.", name=sector), "PA-63")
    return sector


def contract_instead(table: Table, mind: Decision, n: int) -> Script[Plan | None]:
    """Return a plan to fulfil a contract instead of exceeding 10 energy, None if VJ can't (PA-G1)."""
    section = yield from section_of_kind(table, mind, n, FulfilContract)
    if section is None:
        return None
    mind.because(
        _("VJ’s energy would exceed 10, so VJ tries the contract section of this card first."), "PA-27", "PA-G1"
    )
    return (yield from read_section(table, mind, n, section))


# --- plans: tower -----------------------------------------------------------------------------------------


def plan_tower(table: Table, mind: Decision, n: int, section: str) -> Script[Plan | None]:
    """Return a plan to build a tower (PA-67 to PA-69).

    Sectors without a tower of VJ's come first, zone by zone as printed, then the sectors where he has the fewest.
    """
    if not (yield from pieces_left(table, mind, "towers")):
        mind.because(_("VJ has no tower left on his board."), "PA-G4", "PA-70")
        return None
    yield from action_rows(table, mind, n, section)
    order: tuple[str, ...] = yield from card_part(table, mind, n, f"{section}, order")
    search = search_for(table, n, section, BuildTower, sector_option)
    for place in order:
        empty = [name for name in table.at(place) if not table.sectors[name].vjs.towers]
        candidates = yield from usable_sectors(table, mind, "tower", empty)
        explain_full(mind, "tower", empty, candidates)
        if not candidates:
            where = place_words(place)
            mind.because(_("{place}: no free site in a sector without a VJ tower.", place=where), "PA-67", "PA-67a")
            continue
        if len(candidates) == 1:
            only = sector_option(candidates[0]).label
            mind.because(_("{name} is the only candidate.", name=only), "PA-67a")
            return Plan(n, section, BuildTower, candidates[0])
        return (yield from tower_by_row(table, mind, search, place, candidates))
    return (yield from second_tower(table, mind, search, order))


def tower_by_row(
    table: Table, mind: Decision, search: Search, place: str, candidates: Sequence[str]
) -> Script[Plan | None]:
    """Return a plan to build a tower in the candidate that the icons of this row select."""
    left = yield from settle(table, mind, search, place, candidates)
    if left == "sale":
        return (yield from plan_sale(table, mind, search.slot, search.section))
    sector = yield from tower_sector(table, mind, left, "PA-60", "PA-67a", "PA-89", "PA-G19")
    return Plan(search.slot, search.section, BuildTower, sector)


def tower_sector(table: Table, mind: Decision, left: Sequence[str], *cites: str) -> Script[str]:
    """Return the sector that the player chooses among the remaining candidates."""
    text = _("You choose: in which sector does VJ build his tower?")
    return (yield from mind.choose("player", "tower-sector", text, left, *cites, words=sector_option, on="sectors"))


def second_tower(table: Table, mind: Decision, search: Search, order: Sequence[str]) -> Script[Plan | None]:
    """Return a plan for a sector with the fewest towers of VJ's among all usable sectors (PA-68, PA-69, PA-G7)."""
    usable = yield from usable_sectors(table, mind, "tower", list(table.sectors))
    if not usable:
        mind.because(_("No sector has a free site for a tower."), "PA-G4", "PA-52")
        return None
    fewest: Criterion[str] = Criterion(
        _("fewest VJ towers among the sectors with a free site"),
        lambda name: table.sectors[name].vjs.towers,
        ("PA-68", "PA-69", "PA-G7"),
        best="least",
    )
    left = yield from mind.best(usable, fewest, sector_option)
    if len(left) > 1 and table.options.second_tower == "card_order":
        places = [
            *order,
            *(zone for zone in ZONES if zone not in order),
        ]  # of some zones the card may name only a sector
        place = next(one for one in places if any(name in left for name in table.at(one)))
        left = [name for name in left if name in table.at(place)]
        mind.because(_("The card’s order starts with {place}.", place=place_words(place)), "PA-69", "PA-G7")
        if len(left) > 1 and place in order:
            return (yield from tower_by_row(table, mind, search, place, left))
    sector = yield from tower_sector(table, mind, left, "PA-60", "PA-69", "PA-G7", "PA-G19")
    return Plan(search.slot, search.section, BuildTower, sector)


# --- plans: contract --------------------------------------------------------------------------------------


def plan_contract(table: Table, mind: Decision, n: int, section: str) -> Script[Plan | None]:
    """Return a plan to fulfil a contract (PA-78 to PA-81).

    Row by row of the card, the icons choose among the available contracts of its place.
    """
    tiles = yield from available_contracts(table, mind)
    if table.options.contract_condition == "filter":
        condition = yield from card_part(table, mind, n, f"{section}, condition")
        several, tiles = tiles, (yield from of_kind(table, mind, condition, tiles))
        if isinstance(condition, Stacked) and 0 < len(tiles) < len(several):
            fitting = Joined([tile_words(tile) for tile in tiles])
            mind.because(_("Contracts that meet the condition: {tiles}.", tiles=fitting), "PA-84", "PA-G20")
    if not tiles:
        return None
    if len(different(table, tiles)) == 1 and part(table.card(n), f"{section}, order") is None:
        mind.because(_("{name} is the only candidate.", name=tile_words(tiles[0])), "PA-79")
        return (yield from contract_or_none(table, mind, n, section, tiles[0]))
    yield from action_rows(table, mind, n, section)
    order: tuple[str, ...] = yield from card_part(table, mind, n, f"{section}, order")
    search = search_for(table, n, section, FulfilContract, tile_option)
    for place in order:
        candidates = different(table, [tile for tile in tiles if tile.sector in table.at(place)])
        if not candidates:
            mind.because(_("{place}: no contract that VJ can fulfil.", place=place_words(place)), "PA-79")
            continue
        if len(candidates) == 1:
            only = tile_words(candidates[0])
            mind.because(_("{name} is the only candidate.", name=only), "PA-79")
            return (yield from contract_or_none(table, mind, n, section, candidates[0]))
        left = yield from settle(table, mind, search, place, candidates)
        if left == "sale":
            return (yield from plan_sale(table, mind, n, section))
        text = _("You choose: which contract does VJ fulfil?")
        tile = yield from mind.choose("player", "contract", text, left, "PA-81", "PA-60", words=tile_option)
        return (yield from contract_or_none(table, mind, n, section, tile))
    return None


def different(table: Table, tiles: Sequence[Tile]) -> list[Tile]:
    """Return the tiles without duplicates: between equal contracts of a sector there is no choice."""
    found: list[Tile] = []
    seen = []
    for tile in tiles:
        about = (tile.sector, tile.price, sorted(tile.symbols or ()), tile_gives(table, tile))
        if None in (tile.price, tile.symbols) or about not in seen:
            found.append(tile)
            seen.append(about)
    return found


Gives = tuple[Sequence[Any], Sequence[str]]
"""The gains of a contract, and the income markers that it moves."""


def tile_gives(table: Table, tile: Tile) -> Gives | None:
    """Return the gains of a contract from its pack entry, or from one with equal price and symbols (PA-83a, PA-G26)."""
    about = (tile.energy, tile.batteries, sorted(tile.symbols or ()))
    alike = [one for one in table.pack.contracts if (one.energy, one.batteries, sorted(one.symbols or ())) == about]
    for entry in (table.entry("contract", tile.name), *(() if None in (tile.price, tile.symbols) else alike)):
        if entry.gains is not None and entry.income is not None:
            return entry.gains, entry.income
    return None


def contract_or_none(table: Table, mind: Decision, n: int, section: str, tile: Tile) -> Script[Plan | None]:
    """Return a plan for the chosen contract; None if VJ can't pay for it after all (PA-G8, PA-G4)."""
    priced = yield from with_price(table, mind, tile)
    if (yield from can_pay(table, mind, priced)):
        return Plan(n, section, FulfilContract, priced)
    mind.because(_("{tile}: VJ can’t pay for it.", tile=tile_words(priced)), "PA-G8", "PA-G4")
    return None


# --- plans: foreign sale, and what the vocabulary lacks ---------------------------------------------------


def foreign_cards(table: Table, mind: Decision) -> Script[list[Tile]]:
    """Return the foreign-market cards that VJ can pay for in sectors with his towers (PA-55, PA-G11)."""
    sectors = [name for name in table.vj_towers if table.entry("sector", name).foreign_market is not False]
    if not sectors:
        mind.because(_("VJ has no tower in a sector with a foreign market."), "PA-55", "PA-G11")
        return []
    if table.contracts is not None:
        cards = [foreign_card(table, name) for name, sector in table.foreign.items() if sector in sectors]
    else:
        cards = yield from told_tiles(table, mind, "foreign_card", sectors)
        cards = [replace(foreign_card(table, card.name, card), sector=card.sector) for card in cards]
    payable = yield from those_payable(table, mind, cards)
    if not cards:
        mind.because(_("There is no foreign-market card in a sector with a VJ tower."), "PA-55", "PA-G11")
    elif not payable:
        mind.because(_("VJ can’t pay for any foreign-market card there."), "PA-G11", "PA-G9")
    return payable


def foreign_card(table: Table, name: str, answer: Tile | None = None) -> Tile:
    """Return a foreign-market card; its price comes from the answer, from earlier in the game, or from the pack."""
    entry = table.entry("foreign_card", name)
    sector = table.foreign.get(name) or entry.sector or ""
    known = answer or Tile(name, sector, *table.foreign_prices.get(name, (None, None)))
    return replace(
        known,
        energy=entry.energy if known.energy is None else known.energy,
        batteries=entry.batteries if known.batteries is None else known.batteries,
    )


def plan_sale(table: Table, mind: Decision, n: int, section: str) -> Script[Plan | None]:
    """Return a plan for a foreign sale: by the icons, then the cheapest card, then your choice (PA-55, PA-G11)."""
    left = yield from foreign_cards(table, mind)
    if not left:
        return None
    action, end = (yield from card_part(table, mind, n, f"{section}, action")), ""
    if len(left) > 1 and isinstance(action, ForeignSale):
        left, end = yield from read_row(table, mind, Search(n, section, ForeignSale, tile_option), MAP, left)
    if len(left) > 1 and end != "choose":
        cheapest: Criterion[Tile] = Criterion(
            _("cheapest foreign-market card"), lambda card: card.price, ("PA-G11", "PA-G25"), best="least", shown=False
        )
        left = yield from mind.best(left, cheapest, tile_option)
    text = _("You choose: which foreign-market card does VJ use for the sale?")
    card = yield from mind.choose("player", "foreign-card", text, left, "PA-G11", words=tile_option)
    return Plan(n, section, ForeignSale, card)


def plan_other(table: Table, mind: Decision, n: int, section: str) -> Script[Plan | None]:
    """Return a plan for an action in the owner's words; ask whether it is possible now."""
    action = yield from card_part(table, mind, n, f"{section}, action")
    text = _("Your card says “{words}”. Can VJ do this now?", words=PackWords(action.words))
    if (yield from is_it_so(mind, ("action", action.words), text, "PA-49", "PA-G4")):
        return Plan(n, section, Other, action.words)
    return None


PLANNERS: dict[type, Callable[[Table, Decision, int, str], Script[Plan | None]]] = {
    BuildFarm: plan_farm,
    BuildTower: plan_tower,
    FulfilContract: plan_contract,
    ForeignSale: plan_sale,
    Other: plan_other,
}
