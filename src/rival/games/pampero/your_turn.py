"""The player's turn: the report, and the fees for using VJ's pieces (PA-28 to PA-33)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from rival.games.pampero.cards import ZONES, get_zone
from rival.games.pampero.construction_sites import (
    Site,
    add_building,
    check_piece_moves,
    count_bulldozers_on,
    move_bulldozer,
)
from rival.games.pampero.gains import make_token_option
from rival.games.pampero.game_setup import (
    BULLDOZER_PIECE,
    FARM_PIECE,
    TOWER_PIECE,
    TRANSFORMER_PIECE,
    add_contracts,
    add_foreign_cards,
    find_dual_site_sectors,
    find_foreign_sectors,
    make_contract_list,
    make_foreign_card_list,
    make_sector_tap,
    make_site_option,
    make_site_options,
)
from rival.games.pampero.icon_grammar import get_card_name
from rival.games.pampero.icon_text import make_inflected_phrases
from rival.games.pampero.majorities import count_majority_items, get_counter, instruct_marker_moves
from rival.games.pampero.specialists import add_scoring_cards, make_scoring_card_list, make_scoring_card_option
from rival.games.pampero.symbols import LinkTokens, SpecialistCards
from rival.games.pampero.table import TOTAL_BATTERIES, Table
from rival.games.pampero.tile_text import describe_line, make_tile_option
from rival.games.pampero.turn_acts import record_earnings
from rival.games.pampero.views import show_possession
from rival.games.pampero.vj import PRICE_TO_VJ, SLOTS
from rival.kernel import (
    N_,
    Act,
    Ask,
    BadAnswerError,
    Because,
    Choice,
    Do,
    Field,
    FieldGroup,
    Form,
    JoinedText,
    MultiChoice,
    Name,
    Number,
    Say,
    Script,
    TapTarget,
    Text,
    TextList,
    _,
    ask,
    assume,
    make_option,
    n_,
)
from rival.kernel.undo_instructions import compare_collections

NO_YES = Choice([make_option("no", _("no"), value=0), make_option("yes", _("yes"), value=1)])


def play_player_turn(table: Table) -> Script[dict[str, Any]]:
    """Ask for the report on the player's turn, apply the report and return it (PA-18, PA-19)."""
    table.turn += 1
    table.phase = "yours"
    yield Act(_("Your turn {n}", n=table.turn), "PA-18", "PA-19", who="player")
    answer: dict[str, Any] = yield from ask(lambda: make_report_question(table))
    yield from pay_vj_fees(table, answer, (yield from confirm_fee_zones(table, answer)))
    apply_reported_pieces(table, answer)
    apply_reported_items(table, answer)
    apply_reported_markers(table, answer)
    yield from instruct_marker_moves(table)
    return answer


def make_report_question(table: Table) -> Ask:
    """Return the question in which the player reports a turn."""
    prices = _(
        "To build where you have no bulldozer, or to fulfil a contract where you have no tower: pay VJ ${a} in zone A, "
        "${b} in B, ${c} in C instead of the price of the space.",
        a=PRICE_TO_VJ["A"],
        b=PRICE_TO_VJ["B"],
        c=PRICE_TO_VJ["C"],
    )
    return Ask(
        "player",
        "your-turn",
        _("Turn {n}: play your turn, then report what you did.", n=table.turn),
        Form(make_report_fields(table)),
        "PA-18",
        "PA-19",
        reminders=[
            Because(prices, "PA-28", "PA-29", "PA-30", "PA-31"),
            Because(
                _("VJ’s virtual bulldozers don’t block yours. A contract needs a tower in its sector, yours or VJ’s."),
                "PA-32",
                "PA-G40",
            ),
        ],
        extra_check=lambda answer: check_report(table, answer),
        label=N_("Your turn: {answer}."),
    )


def make_report_fields(table: Table) -> list[Field]:
    """Return the fields of the report on the player's turn."""
    pieces = "pieces" in table.topics
    fields = [*make_piece_fields(tuple(find_dual_site_sectors(table).items()))] if pieces else []
    fields.append(EXTRA_FEE_FIELD if pieces else FEE_FIELD)
    if table.contracts is not None:
        fields += make_contract_fields(table)
    fields += make_gained_item_fields(table)
    if table.bonus:
        fields.append(make_bonus_tile_field(tuple(tile for column in table.bonus.values() for tile in column.tiles)))
    if table.specialists is not None:
        fields += make_specialist_fields(table)
    if table.your_markers is not None:
        fields.append(make_income_field(tuple(table.your_markers), next(iter(table.vj.markers))))
    fields += make_marker_fields(table, table.face_up_slots, MARKER_GROUP)
    fields.append(make_battery_field(table.batteries))
    if table.parking:
        fields.append(make_parking_field(tuple(cell for cell, owner in table.parking.items() if not owner)))
    return [*fields, *make_timing_fields(table)]


FEE_GROUP = FieldGroup(_("Paid to VJ"), is_collapsed=True)
CONTRACT_GROUP = FieldGroup(_("Contracts and links"), is_collapsed=True)
INCOME_GROUP = FieldGroup(_("Your income markers"), is_collapsed=True)
PARKING_GROUP = FieldGroup(_("Parking"), is_collapsed=True)
BONUS_TILE_GROUP = FieldGroup(_("Bonus tiles"), is_collapsed=True)
SCORING_CARD_GROUP = FieldGroup(_("Scoring cards"), is_collapsed=True)
SUPPLY_GROUP = FieldGroup(_("Batteries in the supply"), is_collapsed=True)

FEE_ZONE_LIST = TextList([make_option(zone) for zone in ZONES])
EXTRA_FEE_FIELD = Field("used", _("other zones for which you paid VJ"), FEE_ZONE_LIST, [], group=FEE_GROUP)
FEE_FIELD = Field("used", _("zones where you used VJ’s bulldozer or tower"), FEE_ZONE_LIST, [], group=FEE_GROUP)


@lru_cache
def make_bonus_tile_field(tiles: tuple[str, ...]) -> Field:
    """Return the field for the bonus tiles that the player took."""
    label = _("numbers of the bonus tiles you took")
    return Field("tiles", label, make_multi_choice(tiles), [], group=BONUS_TILE_GROUP)


@lru_cache
def make_income_field(markets: tuple[str, ...], example: str) -> Field:
    """Return the field for the player's income markers; in the example, a marker moves two steps."""
    steps = TextList([make_option(name, Text(name)) for name in markets])
    label = _("your income markers that moved, one entry per step")
    return Field("income", label, steps, [], example=JoinedText([Text(example)] * 2), group=INCOME_GROUP)


@lru_cache
def make_battery_field(supply: int) -> Field:
    """Return the field for the batteries in the supply."""
    return Field("batteries", _("batteries in the supply"), Number(0, 12), supply, group=SUPPLY_GROUP)


@lru_cache
def make_parking_field(free_cells: tuple[str, ...]) -> Field:
    """Return the field for the parking cells that the player occupied."""
    label = _("parking cells you occupied")
    return Field("parked", label, make_multi_choice(free_cells), [], group=PARKING_GROUP)


def make_multi_choice(items: tuple[str, ...]) -> MultiChoice:
    """Return the answer type for choosing any number of items."""
    return MultiChoice([make_option(item) for item in items])


SectorFlags = tuple[tuple[str, bool], ...]
"""Each sector, and whether it has sites for either kind of building."""


@lru_cache
def make_piece_fields(sectors: SectorFlags) -> Sequence[Field]:
    """Return the fields for new buildings and moved bulldozers."""
    built, places = make_building_list(sectors), make_site_list(sectors)
    return [
        make_sector_field("built", _("buildings you built"), built, example=built.get_option("farm-B1").label),
        make_sector_field(
            "placed", _("sites where you put a bulldozer"), places, example=places.get_option("B1-farm").label
        ),
        make_sector_field("removed", _("sites from which you removed a bulldozer"), places),
    ]


def make_sector_field(name: str, label: Text, shape: TextList, example: Text | None = None) -> Field:
    """Return a form field that is filled by tapping sectors."""
    return Field(name, label, shape, [], example=example, tap_targets=SECTOR_TAPS[name], group=TAP_GROUP)


TAP_GROUP = FieldGroup(_("Choose what you did, then tap its sector."))

SECTOR_TAPS: Mapping[str, Sequence[TapTarget]] = {
    "built": [
        make_sector_tap(_("Built a wind farm"), FARM_PIECE, "farm-"),
        make_sector_tap(_("Built a tower"), TOWER_PIECE, "tower-"),
        make_sector_tap(_("Placed a transformer"), TRANSFORMER_PIECE, "transformer-"),
        make_sector_tap(_("Wind farm on a dual-purpose site"), FARM_PIECE, "farm-", "-either"),
        make_sector_tap(_("Tower on a dual-purpose site"), TOWER_PIECE, "tower-", "-either"),
    ],
    "placed": [
        make_sector_tap(_("Bulldozer placed on a wind-farm site"), BULLDOZER_PIECE, suffix="-farm"),
        make_sector_tap(_("Bulldozer placed on a tower site"), BULLDOZER_PIECE, suffix="-tower"),
        make_sector_tap(_("Bulldozer placed on a dual-purpose site"), BULLDOZER_PIECE, suffix="-either"),
    ],
    "removed": [
        make_sector_tap(_("Bulldozer removed from a wind-farm site"), BULLDOZER_PIECE, suffix="-farm"),
        make_sector_tap(_("Bulldozer removed from a tower site"), BULLDOZER_PIECE, suffix="-tower"),
        make_sector_tap(_("Bulldozer removed from a dual-purpose site"), BULLDOZER_PIECE, suffix="-either"),
    ],
}
"""The actions that a tap on a sector can enter."""


def make_building_list(sectors: SectorFlags) -> TextList:
    """Return the answer type for a list of new buildings.

    If a sector has sites for either kind of building, building on such a site is a separate option.
    """
    options = []
    for kind, building_name in BUILDING_NAMES.items():
        for name, either in sectors:
            label = _("{kind} in {name}", kind=building_name, name=Name(name))
            options.append(make_option(f"{kind}-{name}", label, value=(kind, name, None)))
            if either and kind != "transformer":
                label = _("{kind} in {name} (dual-purpose site)", kind=building_name, name=Name(name))
                options.append(make_option(f"{kind}-{name}-either", label, value=(kind, name, "either")))
    return make_inflected_phrases(options)


def make_site_list(sectors: SectorFlags) -> TextList:
    """Return the answer type for a list of bulldozer sites."""
    return TextList(make_site_options(dict(sectors)))


BUILDING_NAMES = {"farm": _("wind farm"), "tower": _("tower"), "transformer": _("transformer")}


def make_contract_fields(table: Table) -> list[Field]:
    """Return the form fields for contracts, link tokens and foreign-market cards."""
    tiles, tokens = list((table.contracts or {}).values()), list((table.links or {}).values())
    links = MultiChoice(lambda: [make_token_option(token) for token in tokens])
    contracts = MultiChoice(lambda: [make_tile_option(tile) for tile in tiles])
    return [
        Field("fulfilled", _("contracts you fulfilled"), contracts, [], group=CONTRACT_GROUP),
        Field(
            "new",
            _("new contracts on the map"),
            make_contract_list(table),
            [],
            example=describe_line(table, "A1 4 tourism"),
            group=CONTRACT_GROUP,
        ),
        Field("links", _("link tokens you took"), links, [], group=CONTRACT_GROUP),
        *make_foreign_card_fields(table),
    ]


def make_gained_item_fields(table: Table) -> list[Field]:
    """Return the form fields for link tokens and specialist cards that the player gained (PA-G48)."""
    counts = {type(table.get_card(n).majority) for n in table.face_up_slots}
    fields = []
    if LinkTokens in counts and table.links is None:
        fields.append(Field("links_taken", _("number of link tokens you took"), Number(0, 20), 0, group=MARKER_GROUP))
    if SpecialistCards in counts:
        fields.append(
            Field("cards_taken", _("number of specialist cards you took"), Number(0, 20), 0, group=MARKER_GROUP)
        )
    return fields


def make_foreign_card_fields(table: Table) -> list[Field]:
    """Return the form field for new foreign-market cards."""
    if not (sectors := find_foreign_sectors(table)):
        return []
    example = Name(f"{'B1' if 'B1' in sectors else sectors[0]} 3")
    label = _("new foreign-market cards")
    return [Field("foreign", label, make_foreign_card_list(table), [], example=example, group=CONTRACT_GROUP)]


def make_specialist_fields(table: Table) -> list[Field]:
    """Return the form fields for scoring cards that were taken and revealed."""
    cards = list((table.specialists or {}).values())
    face_up_cards = MultiChoice(lambda: [make_scoring_card_option(card) for card in cards])
    new_cards = make_scoring_card_list(table)
    return [
        Field("taken", _("scoring cards that were taken or removed"), face_up_cards, [], group=SCORING_CARD_GROUP),
        Field("came", _("new face-up scoring cards"), new_cards, [], group=SCORING_CARD_GROUP),
    ]


def make_marker_fields(table: Table, slots: Iterable[int], group: FieldGroup | None = None) -> list[Field]:
    """Return the form fields for majority markers that the program can't move (PA-22)."""
    fields = []
    for n in sorted(slots):
        slot, card_label = table.slots[n], get_card_name(table.get_card(n))
        count = get_counter(table, n)
        if count(table, "yours") is None:
            label = _("your majority marker {n}: {what}", n=n, what=card_label)
            fields.append(Field(f"you{n}", label, Number(0, 99), slot.yours, group=group))
        if count(table, "vjs") is None:
            label = _("VJ’s majority marker {n}: {what}", n=n, what=card_label)
            fields.append(Field(f"vj{n}", label, Number(0, 99), slot.vjs, group=group))
    return fields


def ask_markers_before_scoring(table: Table, slots: Iterable[int]) -> Script[None]:
    """Ask, before a scoring, for the positions of the majority markers that the program can't move.

    Rules: PA-22, PA-23.
    """
    if table.options.scoring_moment == "at_once" or not make_marker_fields(table, slots):
        return
    answer = yield from ask(lambda: make_markers_question(table, slots))
    apply_reported_markers(table, answer or {})


def make_markers_question(table: Table, slots: Iterable[int]) -> Ask | None:
    """Return the question about the positions of these markers; None if the program knows them all."""
    fields = make_marker_fields(table, slots)
    if not fields:
        return None
    return Ask(
        "table",
        "markers-now",
        _("On which spaces are these majority markers now, after VJ’s turn? Rival can’t count their values."),
        Form(fields),
        "PA-22",
        "PA-23",
        label=N_("Majority markers: {answer}."),
    )


MARKER_GROUP = FieldGroup(_("Majority scale"), is_collapsed=True)


CONSOLIDATION_FIELD = Field("consolidation", _("you took your income"), NO_YES, "no")
SCORING_FIELDS = {
    "1": Field("scoring", _("scoring 1 is reached"), NO_YES, "no"),
    "2": Field("scoring", _("scoring 2 is reached"), NO_YES, "no"),
    "final": Field("scoring", _("the end of the game is reached"), NO_YES, "no"),
}
SKIP_FIELD = Field("skip", _("VJ skips his turn now (once in the game)"), NO_YES, "no")


def make_timing_fields(table: Table) -> list[Field]:
    """Return the form fields for taking income, for the next scoring and for a skipped turn."""
    return [
        CONSOLIDATION_FIELD,
        SCORING_FIELDS[table.scoring],
        *([SKIP_FIELD] if table.vj.skip_token else []),
    ]


def check_report(table: Table, answer: dict[str, Any]) -> None:
    """Raise BadAnswerError if the report on the player's turn is impossible.

    Examples are more pieces than sites, too many batteries, or a contract in a sector without a tower (PA-G40).
    """
    if answer["batteries"] + table.vj.batteries > TOTAL_BATTERIES:
        raise BadAnswerError(_("There are only 12 batteries: VJ and the supply can’t have more together."))
    check_bulldozers(table, answer)
    check_sites(table, answer)
    for name in list_fulfilled_sectors(answer):
        sector = table.sectors[name]
        new = any(building[:2] == ("tower", name) for building in answer.get("built") or ())
        if sector.yours is not None and not (sector.yours.towers or sector.vjs.towers or new):
            raise BadAnswerError(
                _("No contract can be fulfilled in {name}: neither you nor VJ has a tower there.", name=Name(name))
            )


def check_bulldozers(table: Table, answer: dict[str, Any]) -> None:
    """Raise BadAnswerError if a bulldozer leaves a site where the player has none."""
    removed = answer.get("removed") or []
    for name, site in removed:
        yours = table.sectors[name].yours
        if yours is not None and removed.count((name, site)) > count_bulldozers_on(yours, site):
            raise BadAnswerError(
                _("You have no bulldozer on this site: {site}.", site=make_site_option(name, site).label)
            )


def check_sites(table: Table, answer: dict[str, Any]) -> None:
    """Raise BadAnswerError if the player's buildings and bulldozers don't fit on the sites (PA-G6)."""
    sectors = {building[1] for building in answer.get("built") or ()}
    sectors |= {name for field in ("placed", "removed") for name, _site in answer.get(field) or ()}
    if sectors:
        check_piece_moves(table, sectors, lambda after: apply_reported_moves(after, answer))


# --- what the report changes ------------------------------------------------------------------------------


def pay_vj_fees(table: Table, answer: dict[str, Any], zones: Sequence[str]) -> Script[None]:
    """Pay VJ his fee for each of these zones and report the reason (PA-29 to PA-31, PA-33, PA-G41)."""
    before = table.vj.money
    uses = list_paid_uses(table, derive_player_moves(table, answer)[2])
    for zone in zones:
        use = next((use for use in uses if use[1] == zone), None)
        if use is not None:
            uses.remove(use)
        reason = VJ_USES[use[0] if use is not None else ""]
        fee = PRICE_TO_VJ[zone]  # type: ignore[index]
        table.vj.money += fee
        record_earnings(table, "fees", fee)
        values = {"fee": fee, "zone": zone, "reason": reason, "total": table.vj.money}
        text = _("Pay VJ ${fee} for {reason} (zone {zone}): he has ${total} now.", **values)
        yield Do(text, "PA-31", "PA-33", "PA-G41", highlight=show_possession("money"))
    if zones:
        yield Act.conclude(_("You pay VJ ${paid}; he has ${total}", paid=table.vj.money - before, total=table.vj.money))


VJ_USES: dict[str, Text] = {
    "farm": _("his bulldozer under your wind farm"),
    "tower": _("his bulldozer under your tower"),
    "contract": _("his tower at your contract"),
    "": _("using his bulldozer or tower"),
}
"""The pieces of VJ that the player can use, by their purpose (PA-29, PA-30)."""


def confirm_fee_zones(table: Table, answer: dict[str, Any]) -> Script[list[str]]:
    """Return the zones for which the player paid VJ a fee, asking if this is unclear (PA-28 to PA-31, PA-G41).

    Fees that follow from the pieces are assumed, and the player can correct them. Fees that the player entered are
    added.
    """
    derived, entered = derive_fee_zones(table, answer), list(answer["used"])
    not_entered, extra = compare_collections(derived, entered)
    if not not_entered:
        return entered
    return (yield from assume(lambda: make_fee_question([*derived, *extra])))  # type: ignore[no-any-return]


def make_fee_question(zones: Sequence[str]) -> Ask:
    """Return the question about the zones for which the player paid VJ a fee."""
    return Ask(
        "player",
        "fee",
        _("For which zones did you pay VJ for using his bulldozer or tower?"),
        TextList([make_option(zone) for zone in ZONES], default=zones),
        "PA-28",
        "PA-29",
        "PA-30",
        "PA-31",
        "PA-G41",
        label=N_("Paid to VJ: {answer}."),
        objection=_("I paid for other zones"),
    )


def derive_fee_zones(table: Table, answer: dict[str, Any]) -> list[str]:
    """Return the zones whose fees follow from the player's report."""
    return list_fee_zones(table, derive_player_moves(table, answer)[2])


BuiltPiece = tuple[str, str, Site | None]
VjUse = tuple[str, str]
"""One use of VJ's pieces: for a farm, a tower or a contract, and in which zone."""


def list_fee_zones(table: Table, uses: Sequence[VjUse]) -> list[str]:
    """Return the zone of each fee that the player owes (PA-G41)."""
    return [zone for _kind, zone in list_paid_uses(table, uses)]


def list_paid_uses(table: Table, uses: Sequence[VjUse]) -> list[VjUse]:
    """Return the uses that cost a fee: every use, or one of each kind per zone (PA-G41)."""
    return list(uses if table.options.vj_fee == "per_use" else dict.fromkeys(uses))


def derive_player_moves(
    table: Table, answer: dict[str, Any]
) -> tuple[list[BuiltPiece], list[tuple[str, Site]], list[VjUse]]:
    """Return the player's new buildings, the bulldozers that left, and the uses of VJ's pieces (PA-28 to PA-30).

    The player's bulldozer leaves when the player builds on its site, even if this was not entered. If the player paid
    VJ more than the rest of the turn explains, the bulldozer stays.
    """
    built_on_sites = match_bulldozers(table, answer)
    towers_used = find_contracts_at_vj_towers(table, answer)
    for zone in answer["used"]:
        uses = [*find_builds_without_bulldozer(built_on_sites), *towers_used]
        index = next(
            (n for n in reversed(range(len(built_on_sites))) if can_bulldozer_stay(built_on_sites[n], zone, answer)),
            None,
        )
        if index is not None and list(answer["used"]).count(zone) > list_fee_zones(table, uses).count(zone):
            built_on_sites[index] = (built_on_sites[index][0], None)
    removed = list(answer.get("removed") or ())
    built: list[BuiltPiece] = []
    leaving = list(removed)
    for (kind, name, site), on in built_on_sites:
        built.append((kind, name, site or ("either" if on == "either" else None)))
        if on is None or kind == "transformer":
            continue
        if (name, on) in removed:
            removed.remove((name, on))
        else:
            leaving.append((name, on))
    return built, leaving, [*find_builds_without_bulldozer(built_on_sites), *towers_used]


BuiltOnSite = tuple[BuiltPiece, Site | None]
"""A new building, and the kind of site where the player's bulldozer was; None if there was no bulldozer."""


def match_bulldozers(table: Table, answer: dict[str, Any]) -> list[BuiltOnSite]:
    """Return the player's new buildings, each with the site that a bulldozer freed for it.

    Bulldozers that the player entered as removed are used first, then any other bulldozer on such a site.
    """
    removed = list(answer.get("removed") or ())
    matches: list[BuiltOnSite] = []
    taken: list[tuple[str, Site]] = []
    for building in answer.get("built") or ():
        kind, name, site = building
        yours = table.sectors[name].yours
        if yours is None:
            continue
        if kind == "transformer":
            matches.append((building, None))
            continue
        kinds: tuple[Site, Site] = (site or kind, "either")
        on = next((place for place in kinds if removed.count((name, place)) > taken.count((name, place))), None)
        if on is None:
            on = next(
                (place for place in kinds if count_bulldozers_on(yours, place) > taken.count((name, place))), None
            )
        taken += [] if on is None else [(name, on)]
        matches.append((building, on))
    return matches


def can_bulldozer_stay(built_on_site: BuiltOnSite, zone: str, answer: dict[str, Any]) -> bool:
    """Return whether the player's bulldozer may have stayed where it was."""
    (_kind, name, _site), on = built_on_site
    return on is not None and get_zone(name) == zone and (name, on) not in (answer.get("removed") or ())


def find_builds_without_bulldozer(built_on_sites: Sequence[BuiltOnSite]) -> list[VjUse]:
    """Return the buildings that the player built without a bulldozer (PA-29)."""
    return [
        (kind, get_zone(name)) for (kind, name, _site), on in built_on_sites if on is None and kind != "transformer"
    ]


def find_contracts_at_vj_towers(table: Table, answer: dict[str, Any]) -> list[VjUse]:
    """Return the player's contracts in sectors where only VJ has a tower (PA-30)."""
    new = [name for kind, name, _site in answer.get("built") or () if kind == "tower"]
    uses: list[VjUse] = []
    for name in list_fulfilled_sectors(answer):
        yours = table.sectors[name].yours
        if yours is not None and not yours.towers and name not in new and table.sectors[name].vjs.towers:
            uses.append(("contract", get_zone(name)))
    return uses


def list_fulfilled_sectors(answer: dict[str, Any]) -> list[str]:
    """Return the sector of each contract that the player fulfilled."""
    tiles = [tile.sector for tile in answer.get("fulfilled") or ()]
    placed = [name for kind, name, _site in answer.get("built") or () if kind == "transformer"]
    return [*tiles, *(name for n, name in enumerate(placed) if placed[: n + 1].count(name) > tiles.count(name))]


def apply_reported_pieces(table: Table, answer: dict[str, Any]) -> None:
    """Apply the player's reported pieces, including one transformer for each contract."""
    apply_reported_moves(table, answer)
    for name in list_fulfilled_sectors(answer):
        if (yours := table.sectors[name].yours) is not None:
            yours.transformers += 1


def apply_reported_moves(table: Table, answer: dict[str, Any]) -> None:
    """Apply the player's reported buildings and bulldozer moves."""
    built, leaving, _uses = derive_player_moves(table, answer)
    for name, site in leaving:
        table.full_sectors -= {f"farm {name}", f"tower {name}"}
        if (yours := table.sectors[name].yours) is not None:
            move_bulldozer(yours, site, -1)
    count_buildings(table, built)
    for name, site in answer.get("placed") or ():
        if (yours := table.sectors[name].yours) is not None:
            move_bulldozer(yours, site, 1)


def count_buildings(table: Table, built: Sequence[BuiltPiece]) -> None:
    """Add the player's new wind farms and towers to their sectors."""
    for kind, name, site in built:
        yours = table.sectors[name].yours
        if yours is not None and kind != "transformer":
            add_building(table, name, yours, "farm" if kind == "farm" else "tower", site)


def apply_reported_items(table: Table, answer: dict[str, Any]) -> None:
    """Apply the contracts, tokens, tiles, cards and batteries of the player's report."""
    for tile in answer.get("fulfilled") or ():
        (table.contracts or {}).pop(tile.name, None)
        if table.your_contracts is not None:
            table.your_contracts.append(tile)
    add_contracts(table, answer.get("new") or ())
    for token in answer.get("links") or ():
        (table.links or {}).pop(token.name, None)
    table.your_links += len(answer.get("links") or ()) + (answer.get("links_taken") or 0)
    table.your_specialists += answer.get("cards_taken") or 0
    add_foreign_cards(table, answer.get("foreign") or ())
    taken = answer.get("tiles") or ()
    if table.your_tiles is not None:
        table.your_tiles += taken
    for column in table.bonus.values():
        column.remove_tiles(taken)
    for card in answer.get("taken") or ():
        (table.specialists or {}).pop(card.name, None)
    add_scoring_cards(table, answer.get("came") or ())
    table.gaps = max(table.gaps + len(answer.get("taken") or ()) - len(answer.get("came") or ()), 0)
    for cell in answer.get("parked") or ():
        table.parking[cell] = "you"
    table.batteries = answer["batteries"]


def apply_reported_markers(table: Table, answer: dict[str, Any]) -> None:
    """Apply the income steps and marker positions of the player's report."""
    for market in answer.get("income") or ():
        if table.your_markers is not None:
            table.your_markers[market] += 1
    for n in SLOTS:
        slot = table.slots[n]
        slot.yours = answer.get(f"you{n}", slot.yours)
        slot.vjs = answer.get(f"vj{n}", slot.vjs)


def remind_of_markers(table: Table) -> Script[None]:
    """Remind the player to move the majority markers that the program can't move (PA-22)."""
    by_hand = [Name(str(n)) for n in sorted(table.face_up_slots) if count_majority_items(table, n, "vjs") is None]
    if by_hand:
        text = n_(
            "Rival can’t count VJ’s majority marker {markers}. If its value has changed, report it with your turn.",
            "Rival can’t count VJ’s majority markers {markers}. If their values have changed, "
            "report them with your turn.",
            len(by_hand),
            markers=JoinedText(by_hand),
        )
        yield Say(text, "PA-22")
