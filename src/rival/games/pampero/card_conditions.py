"""The conditions of VJ's cards, each with the reason why it holds or fails (PA-46, PA-53 to PA-55, PA-78).

If the game does not track contracts or foreign-market cards, these functions ask the player for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rival.games.pampero.card_questions import ask_board_part, ask_fact
from rival.games.pampero.icon_grammar import describe_icon
from rival.games.pampero.icon_rows import rate_candidate
from rival.games.pampero.symbols import (
    BlockedTransformers,
    ContractAvailable,
    ContractWithTwoSymbols,
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
from rival.games.pampero.vj import calculate_vj_payment
from rival.kernel import (
    Ask,
    Decision,
    Field,
    Form,
    JoinedText,
    MultiChoice,
    Name,
    Number,
    PackPhrase,
    Script,
    Text,
    _,
    n_,
)


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason why a condition fails or an action is impossible, as a sentence and in a few words for a list."""

    reason: Text
    summary: Text
    cites: tuple[str, ...] = ()


NO_SUMMARY = Name("")


@dataclass(frozen=True, slots=True)
class ConditionOutcome:
    """The outcome of a condition: whether it is met, the reason as a sentence, and a short reason if it fails."""

    is_met: bool
    reason: Text
    summary: Text = NO_SUMMARY


def check_condition(table: Table, decision: Decision, condition: Any) -> Script[ConditionOutcome]:
    """Return whether a card condition holds, and why; if two are stacked, one of them is enough (PA-84)."""
    match condition:
        case StackedSymbol(front, behind):
            outcome: ConditionOutcome = yield from check_condition(table, decision, front)
            return outcome if outcome.is_met else (yield from check_condition(table, decision, behind))
        case EnergyBelow(limit):
            return check_energy(table.vj.energy, limit)
        case BlockedTransformers():
            if (yield from is_every_transformer_blocked(table, decision)):
                return ConditionOutcome(True, ALL_TRANSFORMERS_BLOCKED)
            return ConditionOutcome(False, NOT_ALL_BLOCKED, _("transformers not all blocked"))
        case NotEnoughEnergy():
            return (yield from check_energy_for_contracts(table, decision))
        case ContractAvailable() | TwoSymbolContractAvailable() | SymbolContractAvailable():
            return (yield from check_contract_condition(table, decision, condition))
        case TowerInForeignMarket():
            cards = yield from find_payable_foreign_cards(table, decision)
            if isinstance(cards, Failure):
                return ConditionOutcome(False, cards.reason, cards.summary)
            return ConditionOutcome(True, _("VJ can make a sale with: {tiles}.", tiles=describe_cheapest(cards)))
        case _:
            words = PackPhrase(condition.words)
            text = _("Your card says “{words}”. Is this true now?", words=words)
            if (yield from ask_fact(decision, ("condition", condition.words), text, "PA-46")):
                return ConditionOutcome(True, _("“{words}” is true now.", words=words))
            return ConditionOutcome(False, _("“{words}” is not true now.", words=words), _("its condition is not met"))


def check_energy(energy: int, limit: int) -> ConditionOutcome:
    """Return whether VJ has less energy than the limit on a card."""
    values = {"energy": energy, "limit": limit}
    if energy < limit:
        return ConditionOutcome(True, _("VJ has {energy} energy, less than {limit}.", **values))
    return ConditionOutcome(False, _("VJ has {energy} energy, not less than {limit}.", **values), _("enough energy"))


def check_contract_condition(table: Table, decision: Decision, condition: Any) -> Script[ConditionOutcome]:
    """Return whether a contract of the required kind is available to VJ (PA-78, PA-G20)."""
    contracts = yield from search_available_contracts(table, decision)
    if isinstance(contracts, Failure):
        return ConditionOutcome(False, contracts.reason, contracts.summary)
    fitting = yield from filter_by_condition(table, decision, condition, contracts)
    if not fitting:
        text = _(
            "No contract at VJ’s towers is “{condition}”: {tiles}.",
            condition=describe_icon(condition),
            tiles=describe_cheapest(contracts),
        )
        return ConditionOutcome(False, text, _("no such contract"))
    return ConditionOutcome(True, _("VJ can fulfil: {tiles}.", tiles=describe_cheapest(fitting)))


MAX_TILES_NAMED = 3
"""The number of contracts that a line of VJ's reading lists by name; for the others, it gives their number."""


def describe_cheapest(tiles: Sequence[Tile]) -> Text:
    """Return contracts or foreign-market cards as text: the cheapest by name, the others as a number."""
    by_price = sorted(tiles, key=lambda tile: (tile.price is None, tile.price))
    named = JoinedText([describe_tile(tile) for tile in by_price[:MAX_TILES_NAMED]], "; ")
    others = len(tiles) - MAX_TILES_NAMED
    if others <= 0:
        return named
    text = n_("{named}; and {n} more", "{named}; and {n} more", others)
    text.args["named"] = named
    return text


def list_condition_rules(condition: Any, outcome: ConditionOutcome) -> tuple[str, ...]:
    """Return the ids of the rules that explain a condition."""
    front = condition.front if isinstance(condition, StackedSymbol) else condition
    rules = CONDITION_RULES.get(type(front), ())
    if isinstance(front, BlockedTransformers) and not outcome.is_met:
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


def check_energy_for_contracts(table: Table, decision: Decision) -> Script[ConditionOutcome]:
    """Return whether VJ lacks the energy for the contracts at his towers (PA-54, PA-G18)."""
    if not table.vj_tower_sectors:
        return ConditionOutcome(False, NO_TOWER_ON_MAP.reason, NO_TOWER_ON_MAP.summary)
    if table.contracts is None and has_nothing_to_pay(table):
        sector_names = Name(", ".join(table.vj_tower_sectors))
        text = _(
            "VJ has neither energy nor batteries. Is there an unclaimed contract in {sectors}?", sectors=sector_names
        )
        if (yield from ask_fact(decision, "contract there", text, "PA-54", "PA-G18")):
            return ConditionOutcome(True, NOTHING_TO_PAY.reason)
        return ConditionOutcome(False, NO_CONTRACT_AT_TOWERS.reason, NO_CONTRACT_AT_TOWERS.summary)
    tiles = yield from find_contracts_at_towers(table, decision)
    if not tiles:
        return ConditionOutcome(False, NO_CONTRACT_AT_TOWERS.reason, NO_CONTRACT_AT_TOWERS.summary)
    payable_tiles = yield from filter_payable_tiles(table, decision, tiles)
    lacks_some = table.options.not_enough_energy == "some_unpayable" and len(payable_tiles) < len(tiles)
    if payable_tiles and not lacks_some:
        text = _(
            "VJ has {purse}, so he can pay for: {tiles}.",
            purse=describe_purse(table),
            tiles=describe_cheapest(payable_tiles),
        )
        return ConditionOutcome(False, text, _("VJ can pay for a contract"))
    unpayable = [tile for tile in tiles if tile.name not in [payable.name for payable in payable_tiles]]
    text = _(
        "VJ has {purse}, so he can’t pay for: {tiles}.",
        purse=describe_purse(table),
        tiles=describe_cheapest(unpayable or tiles),
    )
    return ConditionOutcome(True, text)


def describe_unpayable(tiles: Sequence[Tile]) -> Text:
    """Return the sentence saying that VJ can't pay for these contracts."""
    return _("VJ can’t pay for any of these contracts: {tiles}.", tiles=describe_cheapest(tiles))


NO_TOWER_ON_MAP = Failure(_("VJ has no tower on the map."), _("no tower of VJ on the map"))
NO_CONTRACT_AT_TOWERS = Failure(
    _("There is no unclaimed contract in a sector with a VJ tower."), _("no contract at VJ’s towers")
)
NOTHING_TO_PAY = Failure(_("VJ has neither energy nor batteries to pay for a contract."), _("nothing to pay with"))


def describe_purse(table: Table) -> Text:
    """Return VJ's energy and batteries as text, including the value of a battery if it is known (PA-G9)."""
    value = table.pack.pieces.battery_energy
    if has_nothing_to_pay(table):
        return _("no energy and no batteries")
    price = format_price(table.vj.energy, table.vj.batteries)
    if not table.vj.batteries or value is None:
        return price
    return n_("{purse} (a battery replaces {n} energy)", "{purse} (a battery replaces {n} energy)", value, purse=price)


def format_price(energy: int, batteries: int) -> Text:
    """Return an amount of energy and batteries as text, leaving out zero amounts."""
    parts = [n_("{n} energy", "{n} energy", energy)] if energy else []
    parts += [n_("{n} battery", "{n} batteries", batteries)] if batteries else []
    return (
        _("{one} and {other}", one=parts[0], other=parts[1]) if len(parts) == 2 else parts[0] if parts else _("nothing")
    )


def has_nothing_to_pay(table: Table) -> bool:
    """Return whether VJ has neither energy nor batteries."""
    return not table.vj.energy and not table.vj.batteries


# --- contracts that VJ could fulfil ---------------------------------------------------------------------------


def find_contracts_at_towers(table: Table, decision: Decision) -> Script[list[Tile]]:
    """Return the unclaimed contracts in sectors with VJ's towers; ask the player if they are not tracked."""
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


def search_available_contracts(table: Table, decision: Decision) -> Script[list[Tile] | Failure]:
    """Return the contracts that VJ can fulfil, or the reason why there are none (PA-G8)."""
    if not table.vj_tower_sectors:
        return NO_TOWER_ON_MAP
    if table.grid is not None and (yield from is_every_transformer_blocked(table, decision)):
        return NO_FREE_TRANSFORMER
    must_be_payable = table.options.available_contract == "payable"
    if must_be_payable and has_nothing_to_pay(table):
        return NOTHING_TO_PAY
    placed_tiles = yield from find_contracts_at_towers(table, decision)
    if not placed_tiles:
        return NO_CONTRACT_AT_TOWERS
    tiles = (yield from filter_payable_tiles(table, decision, placed_tiles)) if must_be_payable else placed_tiles
    if not tiles:
        return Failure(describe_unpayable(placed_tiles), TOO_EXPENSIVE)
    return NO_FREE_TRANSFORMER if (yield from is_every_transformer_blocked(table, decision)) else tiles


ALL_TRANSFORMERS_BLOCKED = _("All transformers on VJ’s board are blocked.")
NOT_ALL_BLOCKED = _("Not all transformers on VJ’s board are blocked.")
TOO_EXPENSIVE = _("too expensive")
NO_FREE_TRANSFORMER = Failure(ALL_TRANSFORMERS_BLOCKED, _("all transformers blocked"))


def filter_payable_tiles(table: Table, decision: Decision, tiles: Sequence[Tile]) -> Script[list[Tile]]:
    """Return the contracts or cards that VJ can pay for."""
    payable_tiles = []
    for tile in tiles:
        priced_tile = yield from ask_unknown_price(table, decision, tile)
        if (yield from can_pay(table, decision, priced_tile)):
            payable_tiles.append(priced_tile)
    return payable_tiles


def ask_unknown_price(table: Table, decision: Decision, tile: Tile) -> Script[Tile]:
    """Return the tile with its price; ask the player if the price is unknown."""
    if tile.price is not None:
        return tile
    fields = [
        Field("energy", _("energy"), Number(0, 20), tile.energy, is_required=tile.energy is None),
        Field("batteries", _("batteries"), Number(0, 12), tile.batteries or 0),
    ]
    text = _("What does {tile} cost?", tile=describe_tile(tile))
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
    """Return the energy and batteries that VJ pays; None if he can't pay (PA-G9).

    VJ pays with energy first, then with batteries. The player is asked for the value of a battery once, when it first
    matters.
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
    """Return the contracts that meet a condition, including any stacked second symbol (PA-G20, PA-84)."""
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
    """Return the contracts with these market symbols; ask the player about unknown symbols."""
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


# --- foreign-market cards that VJ could use ----------------------------------------------------------------


def find_payable_foreign_cards(table: Table, decision: Decision) -> Script[list[Tile] | Failure]:
    """Return the foreign-market cards at VJ's towers that he can pay for, or why there are none (PA-55, PA-G11)."""
    sectors = [name for name in table.vj_tower_sectors if table.find_entry("sector", name).foreign_market is not False]
    if not sectors:
        return Failure(_("VJ has no tower in a sector with a foreign market."), _("no tower at a foreign market"))
    if table.contracts is not None:
        cards = [get_foreign_card(table, name) for name, sector in table.foreign.items() if sector in sectors]
    else:
        cards = yield from ask_tiles_in_sectors(table, decision, "foreign_card", sectors)
        cards = [replace(get_foreign_card(table, card.name, card), sector=card.sector) for card in cards]
    payable = yield from filter_payable_tiles(table, decision, cards)
    if not cards:
        text = _("There is no foreign-market card in a sector with a VJ tower.")
        return Failure(text, _("no foreign-market card at VJ’s towers"))
    if not payable:
        text = _("VJ can’t pay for any foreign-market card there: {tiles}.", tiles=describe_cheapest(cards))
        return Failure(text, TOO_EXPENSIVE, ("PA-G9",))
    return payable


def get_foreign_card(table: Table, name: str, answer: Tile | None = None) -> Tile:
    """Return a foreign-market card with its price, taken from the player's answer or from the pack."""
    entry = table.find_entry("foreign_card", name)
    sector = table.foreign.get(name) or entry.sector or ""
    card = answer or Tile(name, sector, *table.foreign_prices.get(name, (None, None)))
    return replace(
        card,
        energy=entry.energy if card.energy is None else card.energy,
        batteries=entry.batteries if card.batteries is None else card.batteries,
    )
