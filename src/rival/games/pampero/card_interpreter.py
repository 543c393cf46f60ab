"""VJ's card reading: check sections and conditions in order until an action is possible (PA-45 to PA-51).

Reading a card changes nothing on the table; it returns a `TurnPlan`, which is carried out afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rival.games.pampero.card_paths import get_part
from rival.games.pampero.card_questions import (
    ask_action_rows,
    ask_board_part,
    ask_card_part,
    ask_condition_and_action,
    ask_fact,
    ask_section_of_kind,
    describe_card_part,
    describe_card_section,
    describe_place,
)
from rival.games.pampero.cards import MAP_PLACE, ZONES, BuildFarm, BuildTower, ForeignSale, FulfilContract, get_zone
from rival.games.pampero.construction_sites import Building, count_usable_sites
from rival.games.pampero.icon_grammar import describe_icon
from rival.games.pampero.icon_rows import CandidateSearch, apply_icon_row, rate_candidate, select_candidates
from rival.games.pampero.symbols import (
    BlockedTransformers,
    ContractAvailable,
    ContractWithTwoSymbols,
    CustomIcon,
    EnergyBelow,
    NotEnoughEnergy,
    StackedSymbol,
    SymbolContractAvailable,
    TowerInForeignMarket,
    TwoSymbolContractAvailable,
    to_contract_criterion,
)
from rival.games.pampero.table import Table, Tile, complete_tile
from rival.games.pampero.tile_symbols import ask_unknown_symbols
from rival.games.pampero.tile_text import (
    TILE_FIELDS,
    TileKind,
    describe_line,
    describe_tile,
    format_tile,
    list_contract_buttons,
    list_foreign_card_buttons,
    list_known_tiles,
    make_tile_option,
    make_tile_phrases,
    name_tiles,
    read_tile,
    store_tile_details,
)
from rival.games.pampero.vj import ENERGY_CAP, calculate_vj_payment, get_reading_order
from rival.kernel import (
    N_,
    Ask,
    Criterion,
    Decision,
    Field,
    Form,
    JoinedText,
    MultiChoice,
    Name,
    Number,
    Option,
    PackPhrase,
    Script,
    Text,
    _,
    make_option,
)


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """VJ's action of this turn: the section that triggers it, the kind of action, and its target."""

    slot: int
    section: str
    action: type
    target: Any
    amount: int = 0


# --- the cards, one after the other -----------------------------------------------------------------------


def find_plan_on_cards(table: Table, decision: Decision, first: int) -> Script[TurnPlan | None]:
    """Return the first possible action of the cards in order; None if there is none (PA-45 to PA-48, PA-G14)."""
    for slot_number in get_reading_order(first, table.face_up_slots):
        if slot_number != first:
            decision.add_reason(
                _("VJ can’t carry out any section of this card. He reads the card in slot {n} next.", n=slot_number),
                "PA-47",
                "PA-48",
            )
        for position in (1, 2, 3):
            plan = yield from make_plan_from_section(table, decision, slot_number, f"section {position}")
            if plan is not None:
                return plan
    return None


def make_plan_from_section(table: Table, decision: Decision, slot_number: int, section: str) -> Script[TurnPlan | None]:
    """Return the action of a card section; None if its condition fails or it is impossible (PA-46)."""
    path = f"{section}, condition"
    yield from ask_condition_and_action(table, decision, slot_number, section)
    condition = yield from ask_card_part(table, decision, slot_number, path)
    is_met = yield from is_condition_met(table, decision, condition)
    placeholders = {"part": describe_card_part(slot_number, path), "condition": describe_icon(condition)}
    if not is_met:
        is_last_section = section == "section 3"
        text = (
            _("{part}: {condition}: ✗", **placeholders)
            if is_last_section
            else _("{part}: {condition}: ✗, on to the next section.", **placeholders)
        )
        decision.add_reason(text, "PA-46", *list_condition_rules(condition, is_met))
        return None
    decision.add_reason(_("{part}: {condition}: ✓", **placeholders), "PA-46", *list_condition_rules(condition, is_met))
    action = yield from ask_card_part(table, decision, slot_number, f"{section}, action")
    plan: TurnPlan | None = yield from PLANNERS[type(action)](table, decision, slot_number, section)
    if plan is None:
        section_label = describe_card_section(slot_number, section)
        decision.add_reason(
            _(
                "{part}: VJ can’t do this action now ({action}).",
                part=section_label,
                action=describe_icon(action),
            ),
            "PA-G4",
        )
    return plan


# --- conditions -------------------------------------------------------------------------------------------


def is_condition_met(table: Table, decision: Decision, condition: Any) -> Script[bool]:
    """Return whether a card condition holds; of two stacked conditions, one is enough (PA-84)."""
    match condition:
        case StackedSymbol(front, behind):
            return (yield from is_condition_met(table, decision, front)) or (
                yield from is_condition_met(table, decision, behind)
            )
        case EnergyBelow(limit):
            return table.vj.energy < limit
        case BlockedTransformers():
            return (yield from is_every_transformer_blocked(table, decision))
        case NotEnoughEnergy():
            return (yield from has_too_little_energy(table, decision))
        case ContractAvailable():
            return bool((yield from find_available_contracts(table, decision)))
        case TwoSymbolContractAvailable() | SymbolContractAvailable():
            contracts = yield from find_available_contracts(table, decision)
            fitting = yield from filter_by_condition(table, decision, condition, contracts)
            if contracts and not fitting:
                tile_list = JoinedText([describe_tile(tile) for tile in contracts])
                text = _("No contract here meets the condition: {tiles}.", tiles=tile_list)
                add_reason_once(decision, text, "PA-78", "PA-G20")
            return bool(fitting)
        case TowerInForeignMarket():
            return bool((yield from find_payable_foreign_cards(table, decision)))
        case _:
            text = _("Your card says “{words}”. Is this true now?", words=PackPhrase(condition.words))
            return (yield from ask_fact(decision, ("condition", condition.words), text, "PA-46"))


def list_condition_rules(condition: Any, is_met: bool) -> tuple[str, ...]:
    """Return the ids of the rules that explain a condition."""
    front = condition.front if isinstance(condition, StackedSymbol) else condition
    rules = CONDITION_RULES.get(type(front), ())
    if isinstance(front, BlockedTransformers) and not is_met:
        rules = ("PA-66", "PA-71")
    return (*rules, "PA-84") if isinstance(condition, StackedSymbol) else rules


CONDITION_RULES: dict[type, tuple[str, ...]] = {
    EnergyBelow: ("PA-62",),
    BlockedTransformers: ("PA-53", "PA-66"),
    NotEnoughEnergy: ("PA-54", "PA-G18"),
    ContractAvailable: ("PA-78", "PA-G8"),
    TwoSymbolContractAvailable: ("PA-78", "PA-G20"),
    SymbolContractAvailable: ("PA-78", "PA-G20"),
    TowerInForeignMarket: ("PA-55", "PA-G11"),
}


def is_every_transformer_blocked(table: Table, decision: Decision) -> Script[bool]:
    """Return whether all of VJ's remaining transformers are blocked by towers (PA-66)."""
    if table.grid is None:
        text = _("Are all transformers on VJ’s grid board blocked? (Answer yes if none is left.)")
        return (yield from ask_fact(decision, "blocked", text, "PA-66"))
    return not any(column.is_open and column.transformers and column.free_places for column in table.grid.values())


def has_too_little_energy(table: Table, decision: Decision) -> Script[bool]:
    """Return whether VJ lacks the energy for the contracts at his towers (PA-54, PA-G18)."""
    if not table.vj_tower_sectors:
        decision.add_reason(_("VJ has no tower on the map."), "PA-54", "PA-G18")
        return False
    if table.contracts is None and has_nothing_to_pay(table):
        sector_names = Name(", ".join(table.vj_tower_sectors))
        text = _(
            "VJ has neither energy nor batteries. Is there an unclaimed contract in {sectors}?", sectors=sector_names
        )
        return (yield from ask_fact(decision, "contract there", text, "PA-54", "PA-G18"))
    tiles = yield from find_contracts_at_towers(table, decision)
    if not tiles:
        decision.add_reason(NO_CONTRACT_AT_TOWERS, "PA-54", "PA-G18")
    payable_tiles = yield from filter_payable_tiles(table, decision, tiles)
    if payable_tiles:
        decision.add_reason(
            _("VJ can pay for: {tiles}.", tiles=JoinedText([describe_tile(tile) for tile in payable_tiles])), "PA-G9"
        )
    if table.options.not_enough_energy == "some_unpayable":
        return len(payable_tiles) < len(tiles)
    return bool(tiles) and not payable_tiles


NO_CONTRACT_AT_TOWERS = _("There is no unclaimed contract in a sector with a VJ tower.")


def has_nothing_to_pay(table: Table) -> bool:
    """Return whether VJ has neither energy nor batteries."""
    return not table.vj.energy and not table.vj.batteries


# --- contracts that VJ could fulfil ---------------------------------------------------------------------------


def find_contracts_at_towers(table: Table, decision: Decision) -> Script[list[Tile]]:
    """Return the unclaimed contracts in sectors with VJ's towers, asking for them if they are not tracked."""
    sectors = table.vj_tower_sectors
    if not sectors:
        return []
    if table.contracts is not None:
        return [complete_tile(table, tile) for tile in table.contracts.values() if tile.sector in sectors]
    return (yield from ask_tiles_in_sectors(table, decision, "contract", sectors))


def ask_tiles_in_sectors(
    table: Table, decision: Decision, kind: TileKind, sectors: Sequence[str]
) -> Script[list[Tile]]:
    """Ask which contracts or foreign-market cards are in these sectors."""
    sector_names = Name(", ".join(sectors))
    example = describe_line(table, f"{sectors[0]} 4 tourism" if kind == "contract" else f"{sectors[0]} 3")
    text = (
        _(
            "Which unclaimed contracts are in {sectors}? Enter energy and symbols, for instance “{one}”.",
            sectors=sector_names,
            one=example,
        )
        if kind == "contract"
        else _(
            "Which foreign-market cards are in {sectors}? Enter their price, for instance “{one}”.",
            sectors=sector_names,
            one=example,
        )
    )
    question_key = (kind, tuple(sectors))
    is_new = question_key not in decision.answers
    defaults = [format_typed_tile(tile) for tile in table.seen.get(kind, ()) if tile.sector in sectors]
    if defaults:
        text = JoinedText([text, _("Your last answer is filled in. Is it still correct?")], " ")
    answer = yield from decision.ask(
        question_key,
        lambda: Ask(
            "table",
            f"{kind}s-there",
            text,
            make_tile_phrases(
                table,
                list_known_tiles(table, kind, sectors),
                lambda line: read_tile(table, line, sectors, kind),
                list_contract_buttons(table, sectors) if kind == "contract" else list_foreign_card_buttons(sectors),
                default=defaults,
                kind=kind,
            ),
            *(("PA-78", "PA-G8") if kind == "contract" else ("PA-55", "PA-G11")),
            metadata={"sectors": list(sectors)},
        ),
    )
    tiles: list[Tile] = list(name_tiles(answer, []).values())
    if is_new:
        other_tiles = [tile for tile in table.seen.get(kind, ()) if tile.sector not in sectors]
        table.seen[kind] = [*other_tiles, *tiles]
        fields = TILE_FIELDS if kind == "contract" else TILE_FIELDS[:2]
        for tile in tiles:
            store_tile_details(table, kind, tile, fields)
    return tiles


def format_typed_tile(tile: Tile) -> str:
    """Return a tile as the player would type it."""
    return format_tile(replace(tile, name="") if tile.name.startswith("#") else tile)


def find_available_contracts(table: Table, decision: Decision) -> Script[list[Tile]]:
    """Return the contracts that VJ can fulfil; add an explanation if there are none (PA-G8)."""
    tiles, reason = yield from search_available_contracts(table, decision)
    if reason is not None:
        add_reason_once(decision, reason, "PA-78", "PA-G8")
    return tiles


def add_reason_once(decision: Decision, text: Text, *cites: str) -> None:
    """Add an explanation to the decision unless it is there already (PA-84)."""
    if all(reason.text != text for reason in decision.reasons):
        decision.add_reason(text, *cites)


def search_available_contracts(table: Table, decision: Decision) -> Script[tuple[list[Tile], Text | None]]:
    """Return the contracts that VJ can fulfil, or the reason why there are none."""
    if not table.vj_tower_sectors:
        return [], _("VJ has no tower on the map.")
    if table.grid is not None and (yield from is_every_transformer_blocked(table, decision)):
        return [], ALL_TRANSFORMERS_BLOCKED
    must_be_payable = table.options.available_contract == "payable"
    if must_be_payable and has_nothing_to_pay(table):
        return [], _("VJ has neither energy nor batteries to pay for a contract.")
    placed_tiles = yield from find_contracts_at_towers(table, decision)
    if not placed_tiles:
        return [], NO_CONTRACT_AT_TOWERS
    tiles = (yield from filter_payable_tiles(table, decision, placed_tiles)) if must_be_payable else placed_tiles
    if not tiles:
        return [], _(
            "VJ can’t pay for any of these contracts: {tiles}.",
            tiles=JoinedText([describe_tile(tile) for tile in placed_tiles]),
        )
    return (
        ([], ALL_TRANSFORMERS_BLOCKED) if (yield from is_every_transformer_blocked(table, decision)) else (tiles, None)
    )


ALL_TRANSFORMERS_BLOCKED = _("All transformers on VJ’s board are blocked.")


def filter_payable_tiles(table: Table, decision: Decision, tiles: Sequence[Tile]) -> Script[list[Tile]]:
    """Return the contracts or cards that VJ can pay for."""
    payable_tiles = []
    for tile in tiles:
        priced_tile = yield from ask_unknown_price(table, decision, tile)
        if (yield from can_pay(table, decision, priced_tile)):
            payable_tiles.append(priced_tile)
    return payable_tiles


def ask_unknown_price(table: Table, decision: Decision, tile: Tile) -> Script[Tile]:
    """Return the tile with its price; ask for a price that is unknown."""
    if tile.price is not None:
        return tile
    fields = [
        Field("energy", _("energy"), Number(0, 20), tile.energy, is_required=tile.energy is None),
        Field("batteries", _("batteries"), Number(0, 12), tile.batteries or 0),
    ]
    text = _("What does this cost? {tile}", tile=describe_tile(tile))
    answer = yield from decision.ask(
        ("price", tile), lambda: Ask("table", "price", text, Form(fields), "PA-G9", metadata={"name": tile.name})
    )
    priced_tile = replace(tile, energy=answer["energy"], batteries=answer["batteries"])
    store_price(table, priced_tile)
    return priced_tile


def store_price(table: Table, tile: Tile) -> None:
    """Store the price of a contract for this game, and in the owner's pack if the contract has a name."""
    if table.contracts is not None and tile.name in table.contracts:
        table.contracts[tile.name] = replace(table.contracts[tile.name], energy=tile.energy, batteries=tile.batteries)
        store_tile_details(table, "contract", tile, TILE_FIELDS[:2])
    elif tile.name in table.foreign:
        table.foreign_prices[tile.name] = (tile.energy, tile.batteries)
        store_tile_details(table, "foreign_card", tile, TILE_FIELDS[:2])


def can_pay(table: Table, decision: Decision, tile: Tile) -> Script[bool]:
    """Return whether VJ can pay for a contract or card."""
    return (yield from calculate_payment(table, decision, tile)) is not None


def calculate_payment(table: Table, decision: Decision, tile: Tile) -> Script[tuple[int, int] | None]:
    """Return the energy and batteries that VJ pays, None if he can't (PA-G9).

    Energy comes first, batteries cover the rest. The value of a battery is asked once, when it matters.
    """
    price = (tile.energy or 0, tile.batteries or 0)
    supply = (table.vj.energy, table.vj.batteries)
    battery_value = table.pack.pieces.battery_energy
    was_asked = ("learn", "pieces, battery_energy") in decision.answers
    if price[0] > supply[0] and supply[1] > price[1] and (battery_value is None or was_asked):
        text = _("How much energy does one battery replace when VJ pays for a contract?")
        battery_value = yield from ask_board_part(
            table, decision, "pieces, battery_energy", text, Number(0, 10), "PA-G9"
        )
    return calculate_vj_payment(*supply, price, battery_value or 0)


def filter_by_condition(table: Table, decision: Decision, condition: Any, tiles: Sequence[Tile]) -> Script[list[Tile]]:
    """Return the contracts that meet a condition, including its second, stacked symbol (PA-G20, PA-84)."""
    if not isinstance(condition, StackedSymbol):
        return (yield from filter_by_simple_condition(table, decision, condition, tiles))
    main_tiles = yield from filter_by_simple_condition(table, decision, condition.front, tiles)
    if len(main_tiles) == 1:
        return main_tiles
    narrowed_tiles = yield from filter_by_simple_condition(table, decision, condition.behind, main_tiles or tiles)
    return narrowed_tiles or main_tiles


def filter_by_simple_condition(
    table: Table, decision: Decision, condition: Any, tiles: Sequence[Tile]
) -> Script[list[Tile]]:
    """Return the contracts that meet a condition, ignoring its second symbol."""
    criterion = to_contract_criterion(condition)
    return list(tiles) if criterion is None else (yield from filter_by_symbols(table, decision, criterion, tiles))


def filter_by_symbols(table: Table, decision: Decision, criterion: Any, tiles: Sequence[Tile]) -> Script[list[Tile]]:
    """Return the contracts with these market symbols, asking for symbols that are unknown."""
    tiles = yield from ask_unknown_symbols(table, decision, tiles)
    values = {tile: rate_candidate(table, criterion, None, tile) for tile in tiles}
    unknown_tiles = [tile for tile in tiles if values[tile] is None]
    chosen_tiles: list[Tile] = []
    if unknown_tiles:
        text = (
            _("Which of these show two market symbols?")
            if isinstance(criterion, ContractWithTwoSymbols)
            else _("Which of these show the {icon}?", icon=describe_icon(criterion))
        )
        chosen_tiles = yield from decision.ask(
            ("symbols", criterion, tuple(unknown_tiles)),
            lambda: Ask(
                "table",
                "which-fit",
                text,
                MultiChoice([make_tile_option(tile) for tile in unknown_tiles]),
                "PA-84",
                metadata={"icon": repr(criterion)},
            ),
        )
    return [tile for tile in tiles if values[tile] or tile in chosen_tiles]


# --- plans: farm ------------------------------------------------------------------------------------------


def find_usable_sectors(table: Table, decision: Decision, kind: Building, sectors: Sequence[str]) -> Script[list[str]]:
    """Return the sectors with a free site for this building (PA-52, PA-G6)."""
    free_counts = {name: count_usable_sites(table, kind, name) for name in sectors}
    unknown_sectors = [name for name, free_count in free_counts.items() if free_count is None]
    chosen_sectors: list[str] = []
    if unknown_sectors:
        text = (
            _("Which sectors have a free wind-farm site without your bulldozer?")
            if kind == "farm"
            else _("Which sectors have a free tower site without your bulldozer?")
        )
        chosen_sectors = yield from decision.ask(
            ("sites", kind, tuple(unknown_sectors)),
            lambda: Ask(
                "table",
                "free-sites",
                text,
                MultiChoice([make_option(name) for name in unknown_sectors], default=unknown_sectors),
                "PA-52",
                "PA-G6",
                metadata={"kind": kind},
            ),
        )
    return [name for name in sectors if (free_counts[name] or 0) > 0 or name in chosen_sectors]


def explain_full_sectors(decision: Decision, kind: Building, sectors: Sequence[str], usable: Sequence[str]) -> None:
    """Add an explanation that names the sectors without a free site."""
    full_sectors = [Name(name) for name in sectors if name not in usable]
    if full_sectors and kind == "farm":
        decision.add_reason(
            _("No free site for a wind farm in {sectors}.", sectors=JoinedText(full_sectors)), "PA-52", "PA-G5"
        )
    elif full_sectors:
        decision.add_reason(
            _("No free site for a tower in {sectors}.", sectors=JoinedText(full_sectors)), "PA-52", "PA-67a"
        )


def count_pieces_left(table: Table, decision: Decision, kind: str) -> Script[int]:
    """Return how many wind farms or towers VJ has left to build."""
    is_new = "pieces" not in decision.answers
    unknown_kinds = [
        piece_kind for piece_kind in ("farms", "towers") if getattr(table.vj, f"{piece_kind}_left") is None
    ]
    if kind in unknown_kinds or not is_new:
        answer = yield from decision.ask("pieces", lambda: build_pieces_question(table, unknown_kinds))
        for piece_kind in unknown_kinds if is_new else ():
            table.learn(f"pieces, {piece_kind}", answer[piece_kind])
            setattr(table.vj, f"{piece_kind}_left", answer[piece_kind] - count_placed_pieces(table, piece_kind))
    pieces_left_count: int = getattr(table.vj, f"{kind}_left")
    return pieces_left_count


def count_placed_pieces(table: Table, kind: str) -> int:
    """Return the number of VJ's farms or towers on the map."""
    return sum(getattr(sector.vjs, kind) for sector in table.sectors.values())


def build_pieces_question(table: Table, unknown_kinds: Sequence[str]) -> Ask:
    """Return the question about how many wind farms and towers a player has."""
    assumed = {piece_kind: getattr(table.pack.pieces, piece_kind) for piece_kind in unknown_kinds}
    text = _("How many pieces of one colour are there in total?")
    if any(assumed.values()):
        text = JoinedText([text, _("These numbers are an assumption. Count your own pieces.")], " ")
    fields = [
        Field(
            piece_kind,
            PIECE_LABELS[piece_kind],
            Number(max(count_placed_pieces(table, piece_kind), 1), 30),
            assumed[piece_kind],
            is_required=True,
        )
        for piece_kind in unknown_kinds
    ]
    return Ask("table", "pieces", text, Form(fields), "PA-63", "PA-70", label=N_("Pieces of one colour: {answer}."))


PIECE_LABELS = {"farms": _("wind farms"), "towers": _("towers")}


def make_sector_option(name: str) -> Option:
    """Return the answer option for a sector."""
    return make_option(name, _("sector {name}", name=Name(name)))


def make_candidate_search(
    table: Table, slot_number: int, section: str, kind: type, to_option: Callable[[Any], Option]
) -> CandidateSearch:
    """Return a search among these candidates that may also end with a foreign sale."""

    def can_sell(decision: Decision) -> Script[bool]:
        """Return whether VJ can make a foreign sale."""
        return bool((yield from find_payable_foreign_cards(table, decision)))

    return CandidateSearch(slot_number, section, kind, to_option, can_sell)


def plan_wind_farm(table: Table, decision: Decision, slot_number: int, section: str) -> Script[TurnPlan | None]:
    """Return a plan to build a wind farm (PA-62 to PA-64, PA-G5, PA-G19).

    The icons decide the sector, and the zone of the sector decides the energy.
    """
    place = yield from find_farm_sector_and_energy(
        table, decision, make_candidate_search(table, slot_number, section, BuildFarm, make_sector_option)
    )
    if place is None:
        return None
    if place == "sale":
        return (yield from plan_foreign_sale(table, decision, slot_number, section))
    sector, energy = place
    if table.options.surplus_energy == "contract" and table.vj.energy + energy > ENERGY_CAP:
        contract_plan = yield from plan_contract_at_energy_limit(table, decision, slot_number)
        if contract_plan is not None:
            return contract_plan
    return TurnPlan(slot_number, section, BuildFarm, sector, energy)


def find_farm_sector_and_energy(table: Table, decision: Decision, search: CandidateSearch) -> Script[Any]:
    """Return where VJ builds a wind farm and the energy it gives; None if impossible (PA-G11)."""
    slot_number, section = search.slot, search.section
    if not (yield from count_pieces_left(table, decision, "farms")):
        decision.add_reason(_("VJ has no wind farm left in his supply."), "PA-G4", "PA-63")
        return None
    usable = yield from find_usable_sectors(table, decision, "farm", list(table.sectors))
    if not usable:
        decision.add_reason(_("No sector has a free site for a wind farm."), "PA-G4", "PA-52")
        return None
    explain_full_sectors(decision, "farm", list(table.sectors), usable)
    yield from ask_action_rows(table, decision, slot_number, section)
    may_be_anywhere = table.options.farm_sector == "all"
    candidates = list(table.sectors) if may_be_anywhere else usable
    remaining = (
        candidates
        if len(candidates) == 1
        else (yield from select_candidates(table, decision, search, MAP_PLACE, candidates))
    )
    if remaining == "sale":
        return "sale"
    sector = yield from choose_farm_sector(table, decision, remaining, usable)
    energy = yield from ask_card_part(table, decision, slot_number, f"{section}, bonus {get_zone(sector)}")
    return sector, energy


def choose_farm_sector(
    table: Table, decision: Decision, remaining: Sequence[str], usable: Sequence[str]
) -> Script[str]:
    """Choose the sector for a wind farm; on a tie the player decides (PA-60, PA-G5, PA-G19).

    The candidates come first, then the other sectors.
    """
    choices = [name for name in remaining if name in usable]
    if len(remaining) > 1 and table.options.farm_choice == "anywhere":
        choices = list(usable)
    if not choices:
        decision.add_reason(_("VJ has no site there. Choose among the other sectors."), "PA-60", "PA-G5")
        choices = list(usable)
    text = _("You choose: in which sector does VJ build his wind farm?")
    sector: str = yield from decision.choose_candidate(
        "player",
        "farm-sector",
        text,
        choices,
        "PA-60",
        "PA-63",
        "PA-G19",
        to_option=make_sector_option,
        tap_targets="sectors",
    )
    if len(remaining) == 1 and choices == list(remaining):
        decision.add_reason(_("Only sector {name} remains.", name=sector), "PA-63")
    return sector


def plan_contract_at_energy_limit(table: Table, decision: Decision, slot_number: int) -> Script[TurnPlan | None]:
    """Return a plan to fulfil a contract if VJ would exceed 10 energy; None if he can't (PA-G1)."""
    section = yield from ask_section_of_kind(table, decision, slot_number, FulfilContract)
    if section is None:
        return None
    decision.add_reason(
        _("VJ’s energy would exceed 10, so VJ tries the contract section of this card first."), "PA-27", "PA-G1"
    )
    return (yield from make_plan_from_section(table, decision, slot_number, section))


# --- plans: tower -----------------------------------------------------------------------------------------


def plan_tower(table: Table, decision: Decision, slot_number: int, section: str) -> Script[TurnPlan | None]:
    """Return a plan to build a tower (PA-67 to PA-69).

    Sectors without a tower of VJ's come first, zone by zone as printed, then the sectors where he has the fewest.
    """
    if not (yield from count_pieces_left(table, decision, "towers")):
        decision.add_reason(_("VJ has no tower left on his board."), "PA-G4", "PA-70")
        return None
    yield from ask_action_rows(table, decision, slot_number, section)
    order: tuple[str, ...] = yield from ask_card_part(table, decision, slot_number, f"{section}, order")
    search = make_candidate_search(table, slot_number, section, BuildTower, make_sector_option)
    for place in order:
        empty_sectors = [name for name in table.list_sectors_at(place) if not table.sectors[name].vjs.towers]
        candidates = yield from find_usable_sectors(table, decision, "tower", empty_sectors)
        explain_full_sectors(decision, "tower", empty_sectors, candidates)
        if not candidates:
            place_label = describe_place(place)
            text = (
                _("{place}: no free site in a sector without a VJ tower.", place=place_label)
                if empty_sectors
                else _("{place}: VJ already has a tower there.", place=place_label)
                if len(table.list_sectors_at(place)) == 1
                else _("{place}: VJ already has a tower in every sector.", place=place_label)
            )
            decision.add_reason(text, "PA-67", "PA-67a")
            continue
        if len(candidates) == 1:
            sector_label = make_sector_option(candidates[0]).label
            decision.add_reason(_("{name} is the only candidate.", name=sector_label), "PA-67a")
            return TurnPlan(slot_number, section, BuildTower, candidates[0])
        return (yield from plan_tower_by_icons(table, decision, search, place, candidates))
    return (yield from plan_second_tower(table, decision, search, order))


def plan_tower_by_icons(
    table: Table, decision: Decision, search: CandidateSearch, place: str, candidates: Sequence[str]
) -> Script[TurnPlan | None]:
    """Return a plan to build a tower in the sector that the icons of this row select."""
    remaining = yield from select_candidates(table, decision, search, place, candidates)
    if remaining == "sale":
        return (yield from plan_foreign_sale(table, decision, search.slot, search.section))
    sector = yield from choose_tower_sector(table, decision, remaining, "PA-60", "PA-67a", "PA-89", "PA-G19")
    return TurnPlan(search.slot, search.section, BuildTower, sector)


def choose_tower_sector(table: Table, decision: Decision, remaining: Sequence[str], *cites: str) -> Script[str]:
    """Choose the sector for a tower among the remaining candidates; the player decides a tie."""
    text = _("You choose: in which sector does VJ build his tower?")
    return (
        yield from decision.choose_candidate(
            "player", "tower-sector", text, remaining, *cites, to_option=make_sector_option, tap_targets="sectors"
        )
    )


def plan_second_tower(
    table: Table, decision: Decision, search: CandidateSearch, order: Sequence[str]
) -> Script[TurnPlan | None]:
    """Return a plan to build a tower in a sector with the fewest of VJ's towers (PA-68, PA-69, PA-G7)."""
    usable = yield from find_usable_sectors(table, decision, "tower", list(table.sectors))
    if not usable:
        decision.add_reason(_("No sector has a free site for a tower."), "PA-G4", "PA-52")
        return None
    fewest: Criterion[str] = Criterion(
        _("fewest VJ towers among the sectors with a free site"),
        lambda name: table.sectors[name].vjs.towers,
        ("PA-68", "PA-69", "PA-G7"),
        best="least",
    )
    remaining = yield from decision.keep_best(usable, fewest, make_sector_option)
    if len(remaining) > 1 and table.options.second_tower == "card_order":
        places = [
            *order,
            *(zone for zone in ZONES if zone not in order),
        ]  # of some zones the card may name only a sector
        place = next(
            next_place for next_place in places if any(name in remaining for name in table.list_sectors_at(next_place))
        )
        remaining = [name for name in remaining if name in table.list_sectors_at(place)]
        decision.add_reason(_("The card’s order starts with {place}.", place=describe_place(place)), "PA-69", "PA-G7")
        if len(remaining) > 1 and place in order:
            return (yield from plan_tower_by_icons(table, decision, search, place, remaining))
    sector = yield from choose_tower_sector(table, decision, remaining, "PA-60", "PA-69", "PA-G7", "PA-G19")
    return TurnPlan(search.slot, search.section, BuildTower, sector)


# --- plans: contract --------------------------------------------------------------------------------------


def plan_contract(table: Table, decision: Decision, slot_number: int, section: str) -> Script[TurnPlan | None]:
    """Return a plan to fulfil a contract (PA-78 to PA-81).

    Row by row of the card, the icons choose among the available contracts of its place.
    """
    all_tiles = tiles = yield from find_available_contracts(table, decision)
    if table.options.contract_condition == "filter":
        condition = yield from ask_card_part(table, decision, slot_number, f"{section}, condition")
        tiles = yield from filter_by_condition(table, decision, condition, tiles)
        if isinstance(condition, StackedSymbol) and 0 < len(tiles) < len(all_tiles):
            tile_list = JoinedText([describe_tile(tile) for tile in tiles])
            decision.add_reason(_("Contracts that meet the condition: {tiles}.", tiles=tile_list), "PA-84", "PA-G20")
    if not tiles:
        return None
    if (
        len(remove_duplicate_contracts(table, tiles)) == 1
        and get_part(table.get_card(slot_number), f"{section}, order") is None
    ):
        decision.add_reason(_("{name} is the only candidate.", name=describe_tile(tiles[0])), "PA-79")
        return (yield from plan_payable_contract(table, decision, slot_number, section, tiles[0]))
    yield from ask_action_rows(table, decision, slot_number, section)
    order: tuple[str, ...] = yield from ask_card_part(table, decision, slot_number, f"{section}, order")
    search = make_candidate_search(table, slot_number, section, FulfilContract, make_tile_option)
    for place in order:
        candidates = remove_duplicate_contracts(
            table, [tile for tile in tiles if tile.sector in table.list_sectors_at(place)]
        )
        if not candidates:
            yield from explain_place_without_contract(table, decision, place, all_tiles)
            continue
        if len(candidates) == 1:
            tile_label = describe_tile(candidates[0])
            decision.add_reason(_("{name} is the only candidate.", name=tile_label), "PA-79")
            return (yield from plan_payable_contract(table, decision, slot_number, section, candidates[0]))
        remaining = yield from select_candidates(table, decision, search, place, candidates)
        if remaining == "sale":
            return (yield from plan_foreign_sale(table, decision, slot_number, section))
        text = _("You choose: which contract does VJ fulfil?")
        tile = yield from decision.choose_candidate(
            "player", "contract", text, remaining, "PA-81", "PA-60", to_option=make_tile_option
        )
        return (yield from plan_payable_contract(table, decision, slot_number, section, tile))
    return None


def explain_place_without_contract(
    table: Table, decision: Decision, place: str, available: Sequence[Tile]
) -> Script[None]:
    """Add the reason why VJ fulfils no contract here: no tower, no contract, too expensive, or the condition."""
    values = {"place": describe_place(place)}
    if not set(table.list_sectors_at(place)) & set(table.vj_tower_sectors):
        decision.add_reason(_("{place}: VJ has no tower there.", **values), "PA-79")
        return
    placed = yield from find_contracts_at_towers(table, decision)
    tiles = [tile for tile in placed if tile.sector in table.list_sectors_at(place)]
    names = [tile.name for tile in available]
    for reason, cite, shown in (
        (N_("{place}: VJ can’t pay for {tiles}."), "PA-G9", [tile for tile in tiles if tile.name not in names]),
        (N_("{place}: the condition excludes {tiles}."), "PA-G20", [tile for tile in tiles if tile.name in names]),
    ):
        if shown:
            tile_list = JoinedText([describe_tile(tile) for tile in shown])
            decision.add_reason(_(reason, **values, tiles=tile_list), "PA-79", cite)
    if not tiles:
        text = _("{place}: there is no unclaimed contract in a sector with a VJ tower.", **values)
        decision.add_reason(text, "PA-79")


def remove_duplicate_contracts(table: Table, tiles: Sequence[Tile]) -> list[Tile]:
    """Return the tiles without duplicates: between equal contracts of a sector there is no choice."""
    different_tiles: list[Tile] = []
    known_details = []
    for tile in tiles:
        details = (tile.sector, tile.price, sorted(tile.symbols or ()), find_contract_gains_in_pack(table, tile))
        if None in (tile.price, tile.symbols) or details not in known_details:
            different_tiles.append(tile)
            known_details.append(details)
    return different_tiles


ContractYield = tuple[Sequence[Any], Sequence[str]]
"""The gains of a contract, and the income markers that it moves."""


def find_contract_gains_in_pack(table: Table, tile: Tile) -> ContractYield | None:
    """Return the gains of a contract that the pack knows, or those of an equal contract (PA-83a, PA-G26)."""
    details = (tile.energy, tile.batteries, sorted(tile.symbols or ()))
    equal_contracts = [
        contract
        for contract in table.pack.contracts
        if (contract.energy, contract.batteries, sorted(contract.symbols or ())) == details
    ]
    for entry in (
        table.find_entry("contract", tile.name),
        *(() if None in (tile.price, tile.symbols) else equal_contracts),
    ):
        if entry.gains is not None and entry.income is not None:
            return entry.gains, entry.income
    return None


def plan_payable_contract(
    table: Table, decision: Decision, slot_number: int, section: str, tile: Tile
) -> Script[TurnPlan | None]:
    """Return a plan to fulfil this contract; None if VJ can't pay for it (PA-G8, PA-G4)."""
    priced_tile = yield from ask_unknown_price(table, decision, tile)
    if (yield from can_pay(table, decision, priced_tile)):
        return TurnPlan(slot_number, section, FulfilContract, priced_tile)
    decision.add_reason(_("{tile}: VJ can’t pay for it.", tile=describe_tile(priced_tile)), "PA-G8", "PA-G4")
    return None


# --- plans: foreign sale, and what the vocabulary lacks ---------------------------------------------------


def find_payable_foreign_cards(table: Table, decision: Decision) -> Script[list[Tile]]:
    """Return the foreign-market cards that VJ can pay for in sectors with his towers (PA-55, PA-G11)."""
    sectors = [name for name in table.vj_tower_sectors if table.find_entry("sector", name).foreign_market is not False]
    if not sectors:
        decision.add_reason(_("VJ has no tower in a sector with a foreign market."), "PA-55", "PA-G11")
        return []
    if table.contracts is not None:
        cards = [get_foreign_card(table, name) for name, sector in table.foreign.items() if sector in sectors]
    else:
        cards = yield from ask_tiles_in_sectors(table, decision, "foreign_card", sectors)
        cards = [replace(get_foreign_card(table, card.name, card), sector=card.sector) for card in cards]
    payable = yield from filter_payable_tiles(table, decision, cards)
    if not cards:
        decision.add_reason(_("There is no foreign-market card in a sector with a VJ tower."), "PA-55", "PA-G11")
    elif not payable:
        decision.add_reason(_("VJ can’t pay for any foreign-market card there."), "PA-G11", "PA-G9")
    return payable


def get_foreign_card(table: Table, name: str, answer: Tile | None = None) -> Tile:
    """Return a foreign-market card with its price, which may come from the player's answer or the pack."""
    entry = table.find_entry("foreign_card", name)
    sector = table.foreign.get(name) or entry.sector or ""
    card = answer or Tile(name, sector, *table.foreign_prices.get(name, (None, None)))
    return replace(
        card,
        energy=entry.energy if card.energy is None else card.energy,
        batteries=entry.batteries if card.batteries is None else card.batteries,
    )


def plan_foreign_sale(table: Table, decision: Decision, slot_number: int, section: str) -> Script[TurnPlan | None]:
    """Return a plan for a foreign sale: by icons, then lowest price, then the player's choice (PA-55, PA-G11)."""
    remaining = yield from find_payable_foreign_cards(table, decision)
    if not remaining:
        return None
    action, end = (yield from ask_card_part(table, decision, slot_number, f"{section}, action")), ""
    if len(remaining) > 1 and isinstance(action, ForeignSale):
        remaining, end = yield from apply_icon_row(
            table, decision, CandidateSearch(slot_number, section, ForeignSale, make_tile_option), MAP_PLACE, remaining
        )
    if len(remaining) > 1 and end != "choose":
        cheapest: Criterion[Tile] = Criterion(
            _("cheapest foreign-market card"),
            lambda card: card.price,
            ("PA-G11", "PA-G25"),
            best="least",
            shows_value=False,
        )
        remaining = yield from decision.keep_best(remaining, cheapest, make_tile_option)
    text = _("You choose: which foreign-market card does VJ use for the sale?")
    card = yield from decision.choose_candidate(
        "player", "foreign-card", text, remaining, "PA-G11", to_option=make_tile_option
    )
    return TurnPlan(slot_number, section, ForeignSale, card)


def plan_custom_action(table: Table, decision: Decision, slot_number: int, section: str) -> Script[TurnPlan | None]:
    """Return a plan for an action described in the owner's words, if the player says that it is possible."""
    action = yield from ask_card_part(table, decision, slot_number, f"{section}, action")
    text = _("Your card says “{words}”. Can VJ do this now?", words=PackPhrase(action.words))
    if (yield from ask_fact(decision, ("action", action.words), text, "PA-49", "PA-G4")):
        return TurnPlan(slot_number, section, CustomIcon, action.words)
    return None


PLANNERS: dict[type, Callable[[Table, Decision, int, str], Script[TurnPlan | None]]] = {
    BuildFarm: plan_wind_farm,
    BuildTower: plan_tower,
    FulfilContract: plan_contract,
    ForeignSale: plan_foreign_sale,
    CustomIcon: plan_custom_action,
}
