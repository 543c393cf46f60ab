"""The actions of VJ's cards: wind farm, tower, contract, foreign-market sale (PA-62 to PA-83a)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from rival.games.pampero.card_conditions import Failure, calculate_payment, format_price, has_nothing_to_pay
from rival.games.pampero.card_interpreter import (
    ContractYield,
    confirm_free_site,
    find_contract_gains_in_pack,
    find_farm_sector_and_energy,
    find_usable_sectors,
    make_sector_option,
)
from rival.games.pampero.card_paths import GAIN
from rival.games.pampero.card_questions import describe_slot_card
from rival.games.pampero.cards import BuildFarm, BuildTower, ForeignSale, FulfilContract, get_zone
from rival.games.pampero.construction_sites import Building, Site, add_building, find_free_sites
from rival.games.pampero.gains import apply_gains, gain_energy, move_contract_marker
from rival.games.pampero.icon_grammar import describe_icon, read_icon
from rival.games.pampero.icon_rows import CandidateSearch
from rival.games.pampero.majorities import instruct_marker_moves
from rival.games.pampero.symbols import Battery, CustomIcon, SecondFarm
from rival.games.pampero.table import GridColumn, Table, Tile, forget_seen_tile, remove_leftmost_tower, subtract
from rival.games.pampero.tile_text import describe_contract, describe_foreign_card
from rival.games.pampero.tower_bonus import make_bonus_list, take_tower_bonus
from rival.games.pampero.turn_acts import TurnPlan
from rival.games.pampero.views import (
    show_building,
    show_chain_token,
    show_energy_move,
    show_placed_contract,
    show_possession,
)
from rival.kernel import (
    N_,
    Ask,
    Choice,
    Decision,
    Do,
    Field,
    Form,
    Highlight,
    JoinedText,
    Json,
    MultiChoice,
    Name,
    Number,
    Option,
    PackPhrase,
    Say,
    Script,
    Suggestion,
    Text,
    TextList,
    _,
    ask,
    assume,
    decide,
    make_option,
    n_,
)


def execute_turn_plan(table: Table, plan: TurnPlan) -> Script[None]:
    """Carry out VJ's action for this turn, its bonus and the lasting tiles that it triggers (PA-45)."""
    table.vj.fresh_batteries = 0
    new_tiles: Sequence[str] = (yield from ACTION_SCRIPTS[plan.action](table, plan)) or ()
    if plan.action in ACTION_EVENTS:
        earlier_tiles = [tile for tile in table.vj.tiles if tile not in new_tiles]
        yield from apply_lasting_tiles(table, earlier_tiles, ACTION_EVENTS[plan.action], plan)
    for _battery in range(table.vj.fresh_batteries):
        yield from apply_lasting_tiles(table, list(table.vj.tiles), "battery", plan)
    table.vj.fresh_batteries = 0
    yield from instruct_marker_moves(table)


ACTION_EVENTS: dict[type, str] = {
    BuildFarm: "farm",
    BuildTower: "tower",
    FulfilContract: "contract",
    ForeignSale: "sale",
}


def apply_lasting_tiles(table: Table, tiles: Sequence[str], event: str, plan: TurnPlan) -> Script[None]:
    """Apply VJ's lasting bonus tiles that this event triggers (PA-77, PA-G28).

    A tile that VJ gained with the new tower takes effect from the next event on.
    """
    for tile in tiles:
        entry = table.find_entry("bonus_tile", tile)
        if entry.effect != "lasting" or entry.when not in (None, event) or (entry.when is None and event == "battery"):
            continue
        if entry.when is None or not entry.gains:
            if entry.words:
                yield Say(_("VJ’s tile {n}: {words}.", n=Name(tile), words=PackPhrase(entry.words)), "PA-G28", "PA-92")
            continue
        yield Say(_("VJ’s tile {n} takes effect now.", n=Name(tile)), "PA-77", "PA-G28")
        for gain in entry.gains:
            if isinstance(gain, SecondFarm):
                yield from build_second_farm(table, plan)
            elif not (event == "battery" and isinstance(gain, Battery)):
                yield from apply_gains(table, [gain], None, "PA-77", "PA-G28")


def build_second_farm(table: Table, plan: TurnPlan) -> Script[None]:
    """Build the second wind farm that a bonus tile grants, if a site and a farm are left (PA-77, PA-G45)."""
    place = None
    if plan.action is BuildFarm and table.vj.farms_left != 0:
        place = yield from decide(lambda decision: choose_second_farm_sector(table, decision, plan))
    if place is None:
        yield Say(
            _("VJ can’t build a second wind farm: he has no site or no wind farm left."), "PA-77", "PA-G33", "PA-G45"
        )
        return
    yield from build_farm(table, replace(plan, target=place[0], amount=place[1]))


def choose_second_farm_sector(table: Table, decision: Decision, plan: TurnPlan) -> Script[tuple[str, int] | None]:
    """Return the sector and energy of the second wind farm; None if no sector has a free site (PA-G45)."""
    if table.options.second_farm == "same_sector":
        if find_usable_sectors(table, "farm", [plan.target]) and (
            yield from confirm_free_site(table, decision, "farm", plan.target)
        ):
            decision.add_reason(_("The second wind farm goes to the same sector."), "PA-77", "PA-G45")
            return plan.target, plan.amount
        decision.add_reason(_("That sector has no free site: the card chooses a sector again."), "PA-G45")
    search = CandidateSearch(plan.slot, plan.section, BuildFarm, make_sector_option)
    while True:
        choice: Any = yield from find_farm_sector_and_energy(table, decision, search)
        if isinstance(choice, Failure):
            return None
        sector, energy, _reason = choice
        if (yield from confirm_free_site(table, decision, "farm", sector)):
            return sector, energy


# --- farm and tower ---------------------------------------------------------------------------------------


def build_farm(table: Table, plan: TurnPlan) -> Script[None]:
    """Build a wind farm from VJ's supply, then gain energy for the zone (PA-63, PA-64)."""
    sector: str = plan.target
    site = yield from choose_building_site(table, sector, "farm")
    add_building(table, sector, table.sectors[sector].vjs, "farm", site)
    table.vj.farms_left = subtract(table.vj.farms_left, 1)
    yield Do(
        _("Put a VJ wind farm in sector {name}, on {site}.", name=sector, site=describe_free_site("farm", site)),
        "PA-63",
        "PA-52",
        "PA-G19",
        highlight=partial(show_building, sector, "farms", table.sectors[sector].vjs.farms),
    )
    yield from gain_energy(table, plan.amount, "PA-64", "PA-50", zone=get_zone(sector))


def build_tower(table: Table, plan: TurnPlan) -> Script[Sequence[str]]:
    """Build the leftmost tower of VJ's board, then take the tower bonus (PA-67, PA-70, PA-88).

    Return the bonus tiles that VJ gained with the tower.
    """
    sector: str = plan.target
    site = yield from choose_building_site(table, sector, "tower")
    add_building(table, sector, table.sectors[sector].vjs, "tower", site)
    remove_leftmost_tower(table)
    yield Do(
        _("Put VJ’s leftmost tower in sector {name}, on {site}.", name=sector, site=describe_free_site("tower", site)),
        "PA-70",
        "PA-52",
        "PA-G19",
        highlight=partial(show_building, sector, "towers", table.sectors[sector].vjs.towers),
    )
    return (
        yield from take_tower_bonus(
            table, CandidateSearch(plan.slot, plan.section, BuildTower), get_zone(sector), sector
        )
    )


def choose_building_site(table: Table, sector: str, building: Building) -> Script[Site | None]:
    """Return the kind of site on which VJ builds; None if sites are not tracked (PA-G19).

    By default, VJ uses a site reserved for this kind of building. The player can correct this.
    """
    free_sites = find_free_sites(table, sector)
    if free_sites is None:
        return None
    kinds: tuple[Site, Site] = (building, "either")
    free = [kind for kind in kinds if free_sites.count(kind) > 0] or [kinds[1]]
    text = (
        _("You choose: on which site in sector {name} does VJ build his wind farm?", name=sector)
        if building == "farm"
        else _("You choose: on which site in sector {name} does VJ build his tower?", name=sector)
    )
    if len(free) == 1:
        return free[0]
    shape = Choice([make_site_kind_option(kind) for kind in free], default=free[0])
    objection = _("VJ builds on a dual-purpose site")
    return (  # type: ignore[no-any-return]
        yield from assume(lambda: Ask("player", "site", text, shape, "PA-G19", "PA-G6", objection=objection))
    )


def make_site_kind_option(kind: Site) -> Option:
    """Return the answer option for a kind of building site."""
    return make_option(kind, SITE_KIND_LABELS[kind])


SITE_KIND_LABELS: dict[Site, Text] = {
    "farm": _("a site for wind farms only"),
    "tower": _("a site for towers only"),
    "either": _("a dual-purpose site (wind farm or tower)"),
}


def describe_free_site(building: Building, site: Site | None) -> Text:
    """Return the instruction to put VJ's building on a free site of this kind."""
    if site == "either":
        return _("a free dual-purpose site without your bulldozer")
    if building == "farm":
        return _("any free site for wind farms without your bulldozer")
    return _("any free site for towers without your bulldozer")


# --- contract ---------------------------------------------------------------------------------------------


def fulfil_contract(table: Table, plan: TurnPlan) -> Script[None]:
    """Fulfil a contract for VJ: pay, place the tile and a transformer, apply the gains (PA-82 to PA-83a, PA-G26)."""
    tile: Tile = plan.target
    yield from pay_price(table, tile)
    if table.contracts is not None:
        table.contracts.pop(tile.name, None)
    table.vj.contracts.append(tile)
    forget_seen_tile(table, "contract", tile)
    place = yield from place_contract(table, tile)
    yield from place_chain_tokens(table, place)
    gains, income = yield from get_or_ask_contract_gains(table, tile)
    if gains or income:
        steps = [_("{market} marker +1", market=Text(market)) for market in income]
        text = _("The contract gives: {gains}.", gains=JoinedText([*map(describe_icon, gains), *steps]))
        yield Say(text, "PA-83a", "PA-G26")
    yield from apply_gains(table, gains, tile.sector, "PA-83a", "PA-G26")
    for market in income:
        yield from move_contract_marker(table, market)


def pay_price(table: Table, tile: Tile, contract: bool = True) -> Script[None]:
    """Deduct the energy and batteries that VJ pays for a contract or a sale (PA-33, PA-G9)."""
    paid = yield from decide(lambda decision: calculate_payment(table, decision, tile))
    spent, batteries = paid or (min(table.vj.energy, tile.energy or 0), 0)
    table.vj.energy -= spent
    table.vj.batteries -= batteries
    table.batteries += batteries
    values = {
        "price": format_price(spent, batteries),
        "what": describe_contract(tile) if contract else describe_foreign_card(tile),
        "left": _("no energy and no batteries")
        if has_nothing_to_pay(table)
        else format_price(table.vj.energy, table.vj.batteries),
    }
    yield Do(
        _("Pay {price} from VJ’s supply to the bank for {what}: he has {left} left.", **values),
        "PA-33",
        "PA-25",
        "PA-G9",
        highlight=partial(show_energy_move, table.vj.energy + spent, table.vj.energy)
        if spent
        else show_possession("batteries"),
    )


def place_contract(table: Table, tile: Tile) -> Script[str | None]:
    """Put the contract on VJ's board and move a transformer to the map (PA-82, PA-G26).

    The contract goes in the leftmost column that has a free place and no tower. If the column has several free places,
    the player chooses one. Return the place, or None if the grid board is not tracked or has no room.
    """
    column = next(
        (
            candidate
            for candidate in (table.grid or {}).values()
            if candidate.is_open and candidate.free_places and candidate.transformers
        ),
        None,
    )
    if column is None:
        if table.grid is None:
            text = _("Put the contract tile on VJ’s board, in the leftmost column that has a free place and no tower.")
            yield Do(text, "PA-82", "PA-G26", highlight=show_possession("contracts"))
        else:
            yield Say(
                _("VJ’s board has no free place in a column without a tower: put the contract tile next to the board."),
                "PA-82",
            )
        text = _("Move the transformer from that place to the contract’s space in sector {name}.", name=tile.sector)
        yield Do(
            text, "PA-G26", highlight=partial(show_building, tile.sector, "transformers", add_transformer(table, tile))
        )
        return None
    was_asked = len(column.free_places) > 1
    place = yield from decide(lambda decision: choose_contract_place(column, tile.sector, decision))
    column.places[place] = tile.name
    column.transformers -= 1
    values = {"place": Name(place), "name": tile.sector}
    text = _("Put the contract tile from sector {name} on place {place} of VJ’s board.", **values)
    shows = partial(show_placed_contract, place, tile)
    yield Do(text, "PA-82", "PA-G26", highlight=shows, is_covered_by_question=was_asked)
    text = _("Move the transformer from place {place} to the contract’s space in sector {name}.", **values)
    shows = partial(show_building, tile.sector, "transformers", add_transformer(table, tile))
    yield Do(text, "PA-82", "PA-G26", highlight=shows)
    return place


def add_transformer(table: Table, tile: Tile) -> int:
    """Add one of VJ's transformers to the contract's sector and return their new number there."""
    vjs = table.sectors[tile.sector].vjs
    vjs.transformers += 1
    return vjs.transformers


def choose_contract_place(column: GridColumn, sector: str, decision: Decision) -> Script[str]:
    """Choose a free place for a contract in the grid column; if there are several, the player decides."""
    text = _(
        "You choose: which place on VJ’s board does the contract tile go to? The transformer from this place "
        "moves to the contract’s space in sector {name}.",
        name=sector,
    )
    label = N_("You choose place {answer} on VJ’s board.")
    return (
        yield from decision.choose_candidate(
            "player", "place", text, column.free_places, "PA-82", "PA-G26", label=label, tap_targets="grid"
        )
    )


def place_chain_tokens(table: Table, place: str | None) -> Script[None]:
    """Put a chain token between the new contract and each contract linked to its place (PA-83, PA-26b)."""
    shows = show_possession("chain")
    if place is None:
        new = yield from ask_chain_tokens(table)
    else:
        yield from decide(lambda decision: ask_linked_places(table, decision))
        filled = {cell for column in (table.grid or {}).values() for cell, tile in column.places.items() if tile}
        pairs = [link.between or () for link in table.pack.link_places]
        linked = [pair for pair in pairs if place in pair and set(pair) <= filled]
        new, shows = len(linked), partial(show_chain_token, [*dict.fromkeys(cell for pair in linked for cell in pair)])
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
            highlight=shows,
        )


def ask_chain_tokens(table: Table) -> Script[int]:
    """Ask how many chain tokens VJ gained, if the grid board is not tracked."""
    if len(table.vj.contracts) < 2:
        return 0
    text = _("How many more links on VJ’s board now have a contract on both sides? Each gets a chain token.")
    return (  # type: ignore[no-any-return]
        yield from ask(lambda: Ask("table", "chain", text, Number(0, 6, 0), "PA-83", "PA-26b"))
    )


def ask_linked_places(table: Table, decision: Decision) -> Script[None]:
    """Ask which contract places on VJ's board are linked; the question comes once VJ has two contracts."""
    if len(table.vj.contracts) < 2 or "links" in table.lacking:
        return
    if table.pack.link_places and "links" not in decision.answers:
        return
    is_new = "links" not in decision.answers
    answer = yield from decision.ask("links", lambda: make_links_question(table))
    if is_new:
        for a, b in answer["links"]:
            table.learn(f"link_place {a}-{b}, between", [a, b])
        if not answer["links"]:
            table.lacking.add("links")


def make_links_question(table: Table) -> Ask:
    """Return the question about which places on VJ's grid board are linked (PA-83).

    Regular patterns can be entered with one tap.
    """
    columns = [list(column.places) for column in (table.grid or {}).values()]
    pairs = pair_neighbouring_places(columns)
    across = [(a, b) for a, b in pairs if not any(a in column and b in column for column in columns)]
    options = MultiChoice([make_option(f"{a}-{b}", value=(a, b)) for a, b in pairs])

    def list_patterns() -> list[Suggestion]:
        """Return the links that a board with a regular pattern has."""
        return [
            Suggestion(label, {"links": [f"{a}-{b}" for a, b in linked]})
            for label, linked in (
                (_("each place with its neighbour in the next column"), across),
                (_("each place with all its neighbours"), pairs),
            )
        ]

    return Ask(
        "table",
        "links",
        _("Which places on VJ’s board have a link between them for a chain token?"),
        Form([Field("links", _("places with a link between them"), options, [])], find_suggestions=list_patterns),
        "PA-83",
        "PA-26b",
        label=N_("Links: {answer}."),
    )


def pair_neighbouring_places(columns: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    """Return all pairs of neighbouring places, in the same column or in adjacent columns."""
    pairs = []
    for index, column in enumerate(columns):
        pairs += list(pairwise(column))
        if index + 1 < len(columns):
            pairs += list(zip(column, columns[index + 1], strict=False))
    return pairs


def get_or_ask_contract_gains(table: Table, tile: Tile) -> Script[ContractYield]:
    """Return a contract's gains and income steps, from the pack or else from the player (PA-83a, PA-G26)."""
    gains = find_contract_gains_in_pack(table, tile)
    if gains is not None:
        return gains
    markets = TextList([make_option(name, Text(name)) for name in table.vj.markers])
    fields = [
        Field("gains", _("immediate gains of the contract"), make_bonus_list(table), []),
        Field("income", _("VJ’s income markers that move, one entry per step"), markets, []),
    ]
    text = _("What does {tile} give?", tile=describe_contract(tile))
    answer = yield from ask(
        lambda: Ask("table", "contract-gives", text, Form(fields), "PA-83a", "PA-G26", metadata={"name": tile.name})
    )
    save_contract_gains(table, tile, {"gains": answer["gains"], "income": answer["income"]})
    return [read_icon(icon, GAIN) for icon in answer["gains"]], answer["income"]


def save_contract_gains(table: Table, tile: Tile, answer: dict[str, Json]) -> None:
    """Save a contract's gains; a contract without a name is identified by its price and symbols."""
    name = tile.name
    if name.startswith("#"):
        if tile.price is None or tile.symbols is None:
            return
        name = "-".join([str(tile.energy), str(tile.batteries), *sorted(tile.symbols)])
        answer = {"energy": tile.energy, "batteries": tile.batteries, "symbols": list(tile.symbols), **answer}
    save_gains(table, "contract", name, answer)


def save_gains(table: Table, kind: str, name: str, answer: dict[str, Json]) -> None:
    """Save the entered gains in the owner's pack if the contract or card has a name."""
    if not name.startswith("#"):
        for field, value in answer.items():
            table.learn(f"{kind} {name}, {field}", value)


# --- foreign sale, and actions in the owner's words --------------------------------------------------------


def sell_on_foreign_market(table: Table, plan: TurnPlan) -> Script[None]:
    """Sell on the foreign market by the rules of the base game (PA-55, PA-G11)."""
    card: Tile = plan.target
    yield from pay_price(table, card, contract=False)
    table.foreign.pop(card.name, None)
    table.vj.sales.append(card.name)
    forget_seen_tile(table, "foreign_card", card)
    gains = table.find_entry("foreign_card", card.name).gains
    if gains is None:
        gains = yield from ask_sale_gains(table, card)
    if gains:
        yield Say(_("The card gives: {gains}.", gains=JoinedText(map(describe_icon, gains))), "PA-55", "PA-G11")
    yield from apply_gains(table, gains, card.sector, "PA-55", "PA-G11")
    shows = partial(Highlight, "sectors", highlighted_ids=[card.sector])
    text = _("Handle the foreign-market card in sector {name} by the base rules.", name=card.sector)
    yield Do(text, "PA-55", highlight=shows)


def ask_sale_gains(table: Table, card: Tile) -> Script[Sequence[Any]]:
    """Ask what VJ gains from selling to a foreign-market card, and save the answer."""
    text = _("What does {tile} give?", tile=describe_foreign_card(card))
    answer = yield from ask(
        lambda: Ask(
            "table", "sale-gives", text, make_bonus_list(table), "PA-55", "PA-G11", metadata={"name": card.name}
        )
    )
    save_gains(table, "foreign_card", card.name, {"gains": answer})
    return [read_icon(icon, GAIN) for icon in answer]


def request_custom_action(table: Table, plan: TurnPlan) -> Script[None]:
    """Ask the player to carry out an action that the owner described in words."""
    yield Do(
        _(
            "Carry out for VJ what {card} says: {words}.",
            card=describe_slot_card(table, plan.slot),
            words=Name(plan.target),
        ),
        "PA-49",
    )


ACTION_SCRIPTS: dict[type, Callable[[Table, TurnPlan], Script[Sequence[str] | None]]] = {
    BuildFarm: build_farm,
    BuildTower: build_tower,
    FulfilContract: fulfil_contract,
    ForeignSale: sell_on_foreign_market,
    CustomIcon: request_custom_action,
}
