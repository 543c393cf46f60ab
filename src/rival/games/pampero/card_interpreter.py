"""VJ's card reading: check sections and conditions in order until an action is possible (PA-45 to PA-51).

Reading a card changes nothing on the table; it returns a `TurnPlan`, which is carried out afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, TypeAlias

from rival.games.pampero.card_conditions import (
    TOO_EXPENSIVE,
    ConditionOutcome,
    Failure,
    ask_unknown_price,
    can_pay,
    check_condition,
    filter_by_condition,
    find_contracts_at_towers,
    find_payable_foreign_cards,
    list_condition_rules,
    search_available_contracts,
)
from rival.games.pampero.card_paths import get_part
from rival.games.pampero.card_questions import (
    ask_action_rows,
    ask_card_part,
    ask_condition_and_action,
    ask_fact,
    ask_section_of_kind,
    ask_tower_row,
    describe_place,
    describe_slot_card,
)
from rival.games.pampero.card_views import highlight_chosen_section
from rival.games.pampero.cards import MAP_PLACE, ZONES, BuildFarm, BuildTower, ForeignSale, FulfilContract, get_zone
from rival.games.pampero.construction_sites import Building, count_usable_sites
from rival.games.pampero.icon_rows import CandidateSearch, apply_icon_row, select_candidates, unstack_icons
from rival.games.pampero.symbols import (
    CustomIcon,
    ForeignMarket,
    StackedSymbol,
)
from rival.games.pampero.table import Table, Tile
from rival.games.pampero.tile_text import describe_contract, describe_foreign_card, describe_tile, make_tile_option
from rival.games.pampero.turn_acts import (
    ACTION_TITLES,
    TurnPlan,
    describe_cause,
    describe_choice,
    describe_tried_section,
    start_reading,
    tell,
)
from rival.games.pampero.vj import ENERGY_CAP, get_reading_order
from rival.kernel import (
    N_,
    Act,
    Ask,
    Choice,
    Criterion,
    Decision,
    Field,
    Form,
    JoinedText,
    Name,
    Number,
    Option,
    PackPhrase,
    Say,
    Script,
    Text,
    _,
    make_option,
)

Planned: TypeAlias = TurnPlan | Failure

# --- the cards, one after the other -----------------------------------------------------------------------


def find_possible_plan(table: Table, decision: Decision, first: int) -> Script[TurnPlan | Text]:
    """Return the plan for VJ's action.

    If the sector that VJ chose turns out to be full, he reads his cards again (PA-52).
    """
    while True:
        plan: TurnPlan | Text = yield from find_plan_on_cards(table, decision, first)
        kind = BUILDINGS.get(plan.action) if isinstance(plan, TurnPlan) else None
        if kind is None or (yield from confirm_free_site(table, decision, kind, plan.target)):  # type: ignore[union-attr]
            return plan
        start_reading(decision)


BUILDINGS: dict[type, Building] = {BuildFarm: "farm", BuildTower: "tower"}


def find_plan_on_cards(table: Table, decision: Decision, first: int) -> Script[TurnPlan | Text]:
    """Return the first possible action on VJ's cards, read in order (PA-45 to PA-48, PA-G14).

    If no action is possible, return the reason for each section.
    """
    failures: list[Text] = []
    for slot_number in get_reading_order(first, table.face_up_slots):
        if slot_number != first:
            yield from tell_next_card(table, decision, slot_number)
        summaries = []
        for position in (1, 2, 3):
            planned = yield from make_plan_from_section(table, decision, slot_number, f"section {position}")
            if isinstance(planned, TurnPlan):
                return planned
            summaries.append(_("section {n}: {reason}", n=position, reason=planned.summary))
        failures.append(_("Card {n}: {sections}.", n=slot_number, sections=JoinedText(summaries, "; ")))
    return JoinedText(failures, " ")


def tell_next_card(table: Table, decision: Decision, slot_number: int) -> Script[None]:
    """Report that VJ goes on to the next card, and update the title of his act."""
    card = describe_slot_card(table, slot_number)
    text = _("VJ can’t carry out any section of this card. Next he reads {card}.", card=card)
    yield from tell(decision, Say(text, "PA-47", "PA-48"))
    yield Act.retitle(_("VJ reads card {n}", n=slot_number), cause=describe_cause(table, slot_number))


def make_plan_from_section(table: Table, decision: Decision, slot_number: int, section: str) -> Script[Planned]:
    """Return the plan for a card section, or why its condition fails or its action is impossible (PA-46)."""
    decision.last_line = None
    yield from ask_condition_and_action(table, decision, slot_number, section)
    condition = yield from ask_card_part(table, decision, slot_number, f"{section}, condition")
    outcome: ConditionOutcome = yield from check_condition(table, decision, condition)
    if not outcome.is_met:
        failure = Failure(outcome.reason, outcome.summary, list_condition_rules(condition, outcome))
        yield from tell_section(table, decision, slot_number, section, failure)
        return failure
    action = yield from ask_card_part(table, decision, slot_number, f"{section}, action")
    missing = find_missing_piece(table, decision, type(action))
    if missing is not None:
        decision.add_reason(
            _("The condition is met: {reason}", reason=outcome.reason), *list_condition_rules(condition, outcome)
        )
        failure = replace(missing, cites=("PA-G4", *missing.cites))
        yield from tell_section(table, decision, slot_number, section, failure)
        return failure
    yield Act.retitle(ACTION_TITLES[type(action)], cause=describe_cause(table, slot_number, section))
    text = _("{part}: ✓ {reason}", part=describe_tried_section(table, slot_number, section), reason=outcome.reason)
    shows = partial(highlight_chosen_section, slot_number, section)
    cites = list_condition_rules(condition, outcome)
    yield from tell(decision, Say(text, "PA-45", "PA-46", *cites, highlight=shows))
    planned: Planned = yield from PLANNERS[type(action)](table, decision, slot_number, section)
    if isinstance(planned, Failure):
        yield from tell_section(
            table, decision, slot_number, section, replace(planned, cites=("PA-G4", *planned.cites))
        )
    return planned


def find_missing_piece(table: Table, decision: Decision, action: type) -> Failure | None:
    """Return why an action is impossible if VJ is known to have no piece left for it (PA-G4)."""
    if "pieces" in decision.answers:
        return None  # the planner has asked for the pieces and says it
    if action is BuildTower and table.vj.towers_left == 0:
        return NO_TOWER_LEFT
    return NO_FARM_LEFT if action is BuildFarm and table.vj.farms_left == 0 else None


NO_TOWER_LEFT = Failure(_("VJ has no tower left on his board."), _("no tower left"), ("PA-70",))
NO_FARM_LEFT = Failure(_("VJ has no wind farm left in his supply."), _("no wind farm left"), ("PA-63",))


def tell_section(table: Table, decision: Decision, slot_number: int, section: str, failure: Failure) -> Script[None]:
    """Report why a section fails."""
    part = describe_tried_section(table, slot_number, section)
    text = _("{part}: ✗ {reason}", part=part, reason=failure.reason)
    shows = partial(highlight_chosen_section, slot_number, section)
    yield from tell(decision, Say(text, "PA-46", *failure.cites, highlight=shows))


# --- plans: farm ------------------------------------------------------------------------------------------


def find_usable_sectors(table: Table, kind: Building, sectors: Sequence[str]) -> list[str]:
    """Return the sectors with a free site for this building (PA-52, PA-G6).

    If sites are not tracked, return every sector that has not been reported as full. `confirm_free_site` is called once
    VJ has chosen a sector.
    """
    free_counts = {name: count_usable_sites(table, kind, name) for name in sectors}
    return [
        name
        for name, free_count in free_counts.items()
        if (f"{kind} {name}" not in table.full_sectors if free_count is None else free_count > 0)
    ]


def confirm_free_site(table: Table, decision: Decision, kind: Building, sector: str) -> Script[bool]:
    """Return whether VJ can build in the sector that he chose (PA-52, PA-G6).

    If sites are not tracked, a free site is assumed. If there is no room for VJ's piece, the player corrects the
    assumption. Other full sectors need no check, because VJ did not choose them.
    """
    if count_usable_sites(table, kind, sector) is not None:
        return True
    question_key = ("free site", kind, sector)
    if question_key not in decision.answers:
        is_free = yield make_free_site_question(kind, sector)
        decision.answers[question_key] = is_free
        if not is_free:
            table.full_sectors.add(f"{kind} {sector}")
            decision.reasons.clear()
    return bool(decision.answers[question_key])


def make_free_site_question(kind: Building, sector: str) -> Ask:
    """Return the question that asks whether a sector has a free site for a building."""
    values = {"name": Name(sector)}
    text, objection = (
        (
            _("Does sector {name} have a free site for a wind farm?", **values),
            _("Sector {name} has no free site for a wind farm", **values),
        )
        if kind == "farm"
        else (
            _("Does sector {name} have a free site for a tower?", **values),
            _("Sector {name} has no free site for a tower", **values),
        )
    )
    shape = Choice(
        [make_option("yes", _("yes"), value=1), make_option("no", _("no, all are taken"), value=0)], default="yes"
    )
    return Ask(
        "table",
        "free-site",
        text,
        shape,
        "PA-52",
        "PA-G6",
        metadata={"kind": kind, "sector": sector},
        objection=objection,
    )


def explain_full_sectors(decision: Decision, kind: Building, sectors: Sequence[str], usable: Sequence[str]) -> None:
    """Add an explanation that lists the sectors without a free site."""
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
    """Return the question about the total number of wind farms and towers of one colour."""
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


@lru_cache(maxsize=256)
def make_sector_option(name: str) -> Option:
    """Return the answer option for a sector."""
    return make_option(name, _("sector {name}", name=Name(name)))


def make_candidate_search(
    table: Table, slot_number: int, section: str, kind: type, to_option: Callable[[Any], Option]
) -> CandidateSearch:
    """Return the search for a card section's target; the search may also end with a foreign sale."""

    def can_sell(decision: Decision) -> Script[bool]:
        """Return whether VJ can make a foreign sale."""
        return not isinstance((yield from find_payable_foreign_cards(table, decision)), Failure)

    return CandidateSearch(slot_number, section, kind, to_option, can_sell)


def plan_wind_farm(table: Table, decision: Decision, slot_number: int, section: str) -> Script[Planned]:
    """Return a plan to build a wind farm (PA-62 to PA-64, PA-G5, PA-G19).

    The icons select the sector, and the sector's zone determines the energy.
    """
    place = yield from find_farm_sector_and_energy(
        table, decision, make_candidate_search(table, slot_number, section, BuildFarm, make_sector_option)
    )
    if isinstance(place, Failure):
        return place
    if place == "sale":
        return (yield from plan_foreign_sale(table, decision, slot_number, section))
    sector, energy, reason = place
    if table.options.surplus_energy == "contract" and table.vj.energy + energy > ENERGY_CAP:
        contract_plan = yield from plan_contract_at_energy_limit(table, decision, slot_number)
        if isinstance(contract_plan, TurnPlan):
            return contract_plan
    return TurnPlan(slot_number, section, BuildFarm, sector, energy, reason)


def find_farm_sector_and_energy(table: Table, decision: Decision, search: CandidateSearch) -> Script[Any]:
    """Return the sector for a wind farm, the energy that the farm gives, and why VJ builds there (PA-G11).

    Return a `Failure` if VJ can't build a farm, or "sale" if the icons lead to a foreign sale.
    """
    slot_number, section = search.slot, search.section
    if not (yield from count_pieces_left(table, decision, "farms")):
        return NO_FARM_LEFT
    usable = find_usable_sectors(table, "farm", list(table.sectors))
    if not usable:
        return Failure(_("No sector has a free site for a wind farm."), _("no free site"), ("PA-52",))
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
    sector, reason = yield from choose_farm_sector(table, decision, remaining, usable)
    energy = yield from ask_card_part(table, decision, slot_number, f"{section}, bonus {get_zone(sector)}")
    return sector, energy, reason


def choose_farm_sector(
    table: Table, decision: Decision, remaining: Sequence[str], usable: Sequence[str]
) -> Script[tuple[str, Text | None]]:
    """Choose the sector for a wind farm; on a tie the player decides (PA-60, PA-G5, PA-G19).

    The candidates come first, then the other sectors. Return the sector, and why VJ chooses it if he does.
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
    reason = None
    if len(usable) == 1:
        reason = _("VJ chooses {name}: no other sector has a free site.", name=make_sector_option(sector).label)
    elif len(remaining) == 1 and choices == list(remaining):
        reason = describe_choice(decision, CHOSEN_SECTOR, make_sector_option(sector).label)
    return sector, reason


CHOSEN_SECTOR = N_("VJ chooses {name}: {why}.")


def plan_contract_at_energy_limit(table: Table, decision: Decision, slot_number: int) -> Script[Planned | None]:
    """Return a plan to fulfil a contract if a farm would take VJ above 10 energy, or why he can't (PA-G1)."""
    section = yield from ask_section_of_kind(table, decision, slot_number, FulfilContract)
    if section is None:
        return None
    start_reading(decision)
    decision.add_reason(
        _("VJ’s energy would exceed 10, so VJ tries the contract section of this card first."), "PA-27", "PA-G1"
    )
    return (yield from make_plan_from_section(table, decision, slot_number, section))


# --- plans: tower -----------------------------------------------------------------------------------------


def plan_tower(table: Table, decision: Decision, slot_number: int, section: str) -> Script[Planned]:
    """Return a plan to build a tower (PA-67 to PA-69).

    Sectors without one of VJ's towers come first, zone by zone in the printed order. The sectors with the fewest of his
    towers come next.
    """
    if not (yield from count_pieces_left(table, decision, "towers")):
        return NO_TOWER_LEFT
    yield from ask_action_rows(table, decision, slot_number, section)
    order: tuple[str, ...] = yield from ask_card_part(table, decision, slot_number, f"{section}, order")
    explain_order(decision, order, "PA-67")
    search = make_candidate_search(table, slot_number, section, BuildTower, make_sector_option)
    for place in order:
        empty_sectors = [name for name in table.list_sectors_at(place) if not table.sectors[name].vjs.towers]
        candidates = find_usable_sectors(table, "tower", empty_sectors)
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
            values = {"name": make_sector_option(candidates[0]).label, "place": describe_place(place)}
            reason = _("VJ chooses {name}: in {place} no other sector has a free site and no VJ tower.", **values)
            if place == candidates[0]:
                reason = _(
                    "VJ chooses {name}: it is next on the card, with a free site and no VJ tower.", name=values["name"]
                )
            return TurnPlan(slot_number, section, BuildTower, candidates[0], reason=reason)
        return (yield from plan_tower_by_icons(table, decision, search, place, candidates))
    return (yield from plan_second_tower(table, decision, search, order))


def explain_order(decision: Decision, order: Sequence[str], cite: str) -> None:
    """Explain the order in which the rows of a section are read."""
    if len(order) > 1:
        places = JoinedText([describe_place(place) for place in order])
        decision.add_reason(_("Order of the card’s rows: {places}.", places=places), cite)


def plan_tower_by_icons(
    table: Table, decision: Decision, search: CandidateSearch, place: str, candidates: Sequence[str]
) -> Script[Planned]:
    """Return a plan to build a tower in the sector that the icons of a row select."""
    yield from ask_tower_row(table, decision, search.slot, search.section, place)
    remaining = yield from select_candidates(table, decision, search, place, candidates)
    if remaining == "sale":
        return (yield from plan_foreign_sale(table, decision, search.slot, search.section))
    return (yield from plan_tower_in_one(decision, search, remaining, "PA-60", "PA-67a", "PA-89", "PA-G19"))


def plan_tower_in_one(
    decision: Decision, search: CandidateSearch, remaining: Sequence[str], *cites: str
) -> Script[TurnPlan]:
    """Return a plan to build a tower in the remaining sector; if several remain, the player chooses one."""
    text = _("You choose: in which sector does VJ build his tower?")
    sector = yield from decision.choose_candidate(
        "player", "tower-sector", text, remaining, *cites, to_option=make_sector_option, tap_targets="sectors"
    )
    label = make_sector_option(sector).label
    reason = describe_choice(decision, CHOSEN_SECTOR, label) if len(remaining) == 1 else None
    return TurnPlan(search.slot, search.section, BuildTower, sector, reason=reason)


def plan_second_tower(
    table: Table, decision: Decision, search: CandidateSearch, order: Sequence[str]
) -> Script[Planned]:
    """Return a plan to build a tower in a sector with the fewest of VJ's towers (PA-68, PA-69, PA-G7)."""
    usable = find_usable_sectors(table, "tower", list(table.sectors))
    if not usable:
        return Failure(_("No sector has a free site for a tower."), _("no free site"), ("PA-52",))
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
        ]  # for some zones, the card may name only a sector
        place = next(
            next_place for next_place in places if any(name in remaining for name in table.list_sectors_at(next_place))
        )
        remaining = [name for name in remaining if name in table.list_sectors_at(place)]
        decision.add_reason(_("The card’s order starts with {place}.", place=describe_place(place)), "PA-69", "PA-G7")
        if len(remaining) > 1 and place in order:
            return (yield from plan_tower_by_icons(table, decision, search, place, remaining))
    return (yield from plan_tower_in_one(decision, search, remaining, "PA-60", "PA-69", "PA-G7", "PA-G19"))


# --- plans: contract --------------------------------------------------------------------------------------


def plan_contract(table: Table, decision: Decision, slot_number: int, section: str) -> Script[Planned]:
    """Return a plan to fulfil a contract (PA-78 to PA-81).

    The card's rows are read one by one. In each row, the icons choose among the contracts available in the row's zone
    or sector.
    """
    available = yield from search_available_contracts(table, decision)
    if isinstance(available, Failure):
        return available
    all_tiles = tiles = available
    if table.options.contract_condition == "filter":
        condition = yield from ask_card_part(table, decision, slot_number, f"{section}, condition")
        tiles = yield from filter_by_condition(table, decision, condition, tiles)
        if isinstance(condition, StackedSymbol) and 0 < len(tiles) < len(all_tiles):
            tile_list = JoinedText([describe_tile(tile) for tile in tiles])
            decision.add_reason(_("Contracts that meet the condition: {tiles}.", tiles=tile_list), "PA-84", "PA-G20")
    if not tiles:
        return NO_CONTRACT_OF_THE_CARD
    if (
        len(remove_duplicate_contracts(table, tiles)) == 1
        and get_part(table.get_card(slot_number), f"{section}, order") is None
    ):
        text = _("VJ fulfils {name}: no other contract is possible for him.", name=describe_contract(tiles[0]))
        return (yield from plan_payable_contract(table, decision, slot_number, section, tiles[0], text))
    yield from ask_action_rows(table, decision, slot_number, section)
    order: tuple[str, ...] = yield from ask_card_part(table, decision, slot_number, f"{section}, order")
    explain_order(decision, order, "PA-79")
    search = make_candidate_search(table, slot_number, section, FulfilContract, make_tile_option)
    for place in order:
        candidates = remove_duplicate_contracts(
            table, [tile for tile in tiles if tile.sector in table.list_sectors_at(place)]
        )
        if not candidates:
            yield from explain_place_without_contract(table, decision, place, all_tiles)
            continue
        if len(candidates) == 1:
            values = {"name": describe_contract(candidates[0]), "place": describe_place(place)}
            text = _("VJ fulfils {name}: in {place} no other contract is possible for him.", **values)
            explain_unread_sale(table, decision, slot_number, section, place)
            return (yield from plan_payable_contract(table, decision, slot_number, section, candidates[0], text))
        remaining = yield from select_candidates(table, decision, search, place, candidates)
        if remaining == "sale":
            return (yield from plan_foreign_sale(table, decision, slot_number, section))
        text = _("You choose: which contract does VJ fulfil?")
        tile = yield from decision.choose_candidate(
            "player", "contract", text, remaining, "PA-81", "PA-60", to_option=make_tile_option
        )
        chosen = N_("VJ fulfils {name}: {why}.")
        reason = describe_choice(decision, chosen, describe_contract(tile)) if len(remaining) == 1 else None
        return (yield from plan_payable_contract(table, decision, slot_number, section, tile, reason))
    return NO_CONTRACT_OF_THE_CARD


def explain_unread_sale(table: Table, decision: Decision, slot_number: int, section: str, place: str) -> None:
    """Explain that VJ does not sell if he does not read the row's foreign-market icon (PA-57, PA-G11)."""
    icons: Any = get_part(table.get_card(slot_number), f"{section}, row {place}") or ()
    if any(isinstance(icon, ForeignMarket) for icon in unstack_icons(icons)):
        text = _(
            "{place}: a single contract needs no icon, so the row’s foreign-market icon is not read "
            "and VJ doesn’t sell.",
            place=describe_place(place),
        )
        decision.add_reason(text, "PA-57", "PA-G11")


NO_CONTRACT_OF_THE_CARD = Failure(_("No contract fits the zones of this section."), _("no such contract"))


def explain_place_without_contract(
    table: Table, decision: Decision, place: str, available: Sequence[Tile]
) -> Script[None]:
    """Add the reason why VJ fulfils no contract here, such as a missing tower or too high a price."""
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
    """Return the tiles, keeping only one of each set of equal contracts in a sector."""
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
    """Return a contract's gains, or those of an equal contract, from the pack (PA-83a, PA-G26)."""
    entry = table.find_entry("contract", tile.name)
    if entry.gains is not None and entry.income is not None:
        return entry.gains, entry.income
    if tile.energy is None or tile.batteries is None or tile.symbols is None:
        return None
    return table.pack.contract_yields.get((tile.energy, tile.batteries, tuple(sorted(tile.symbols))))


def plan_payable_contract(
    table: Table, decision: Decision, slot_number: int, section: str, tile: Tile, reason: Text | None
) -> Script[Planned]:
    """Return a plan to fulfil this contract, or why VJ can't pay for it (PA-G8, PA-G4)."""
    priced_tile = yield from ask_unknown_price(table, decision, tile)
    if (yield from can_pay(table, decision, priced_tile)):
        return TurnPlan(slot_number, section, FulfilContract, priced_tile, reason=reason)
    return Failure(_("{tile}: VJ can’t pay for it.", tile=describe_tile(priced_tile)), TOO_EXPENSIVE, ("PA-G8",))


# --- plans: foreign sale, and actions in own words --------------------------------------------------------


def plan_foreign_sale(table: Table, decision: Decision, slot_number: int, section: str) -> Script[Planned]:
    """Return a plan for a foreign sale.

    The card is chosen by icons, then by the lowest price, then by the player (PA-55, PA-G11).
    """
    payable = yield from find_payable_foreign_cards(table, decision)
    if isinstance(payable, Failure):
        return payable
    remaining: Sequence[Tile] = payable
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
    reason = None
    if len(payable) == 1:
        reason = _("VJ uses {name} for the sale: no other card is possible for him.", name=describe_foreign_card(card))
    elif len(remaining) == 1:
        reason = describe_choice(decision, N_("VJ uses {name} for the sale: {why}."), describe_foreign_card(card))
    return TurnPlan(slot_number, section, ForeignSale, card, reason=reason)


def plan_custom_action(table: Table, decision: Decision, slot_number: int, section: str) -> Script[Planned]:
    """Return a plan for an action described in the owner's words, if the player confirms that it is possible."""
    action = yield from ask_card_part(table, decision, slot_number, f"{section}, action")
    text = _("Your card says “{words}”. Can VJ do this now?", words=PackPhrase(action.words))
    if (yield from ask_fact(decision, ("action", action.words), text, "PA-49", "PA-G4")):
        return TurnPlan(slot_number, section, CustomIcon, action.words)
    return Failure(_("VJ can’t do “{words}” now.", words=PackPhrase(action.words)), _("not possible now"))


PLANNERS: dict[type, Callable[[Table, Decision, int, str], Script[Planned]]] = {
    BuildFarm: plan_wind_farm,
    BuildTower: plan_tower,
    FulfilContract: plan_contract,
    ForeignSale: plan_foreign_sale,
    CustomIcon: plan_custom_action,
}
