"""Your turn: the fees for using VJ's pieces, and the report of what you did (PA-28 to PA-33)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from rival.games.pampero.cards import ZONES, zone_of
from rival.games.pampero.gains import token_option
from rival.games.pampero.lines import in_words, tile_option
from rival.games.pampero.majorities import counted, move_markers
from rival.games.pampero.phrases import phrases_in_forms
from rival.games.pampero.setting_up import (
    BULLDOZER,
    FARM,
    TOWER,
    TRANSFORMER,
    add_contracts,
    add_foreign,
    contract_list,
    foreign_list,
    foreign_sectors,
    site_option,
    site_options,
    tapped,
    with_either,
)
from rival.games.pampero.sites import Site, check_moved, move_bulldozer, put_up, standing
from rival.games.pampero.specialists import lay_out, scorer_list, scorer_option
from rival.games.pampero.symbols import LinkTokens, SpecialistCards
from rival.games.pampero.table import BATTERIES, Table
from rival.games.pampero.views import of_his
from rival.games.pampero.vj import PRICE_TO_VJ, SLOTS
from rival.games.pampero.words import card_name
from rival.kernel import (
    N_,
    Act,
    Ask,
    BadAnswer,
    Because,
    Choice,
    Do,
    Field,
    Form,
    Group,
    Joined,
    Name,
    Number,
    On,
    Phrases,
    Say,
    Script,
    Several,
    Text,
    _,
    ask,
    granted,
    n_,
    option,
)
from rival.kernel.repairs import moved

NO_YES = Choice([option("no", _("no"), value=0), option("yes", _("yes"), value=1)])


def your_turn(table: Table) -> Script[dict[str, Any]]:
    """Ask for the report of your turn, apply it and return the answer (PA-18, PA-19)."""
    table.turn += 1
    yield Act(_("Your turn {n}", n=table.turn), "PA-18", "PA-19", who="player")
    answer: dict[str, Any] = yield from ask(lambda: report(table))
    yield from pay_vj(table, (yield from zones_to_pay(table, answer)))
    count_pieces(table, answer)
    take_away(table, answer)
    count_markers(table, answer)
    yield from move_markers(table)
    return answer


def report(table: Table) -> Ask:
    """Return the question in which you report your turn."""
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
        Form(report_fields(table)),
        "PA-18",
        "PA-19",
        notes=[
            Because(prices, "PA-28", "PA-29", "PA-30", "PA-31"),
            Because(
                _("VJ’s virtual bulldozers don’t block yours. A contract needs a tower in its sector, yours or VJ’s."),
                "PA-32",
                "PA-G40",
            ),
        ],
        test=lambda answer: check_report(table, answer),
        label=N_("Your turn: {answer}."),
    )


def report_fields(table: Table) -> list[Field]:
    """Return the fields of the report for what this table counts."""
    pieces = "pieces" in table.topics
    fields = piece_fields(table) if pieces else []
    fields.append(Field("used", USED if pieces else USED_VJ, PAID, [], group=FEES))
    if table.contracts is not None:
        fields += contract_fields(table)
    fields += taken_fields(table)
    if table.bonus:
        tiles = tuple(tile for column in table.bonus.values() for tile in column.tiles)
        fields.append(Field("tiles", _("numbers of the bonus tiles you took"), any_of(tiles), [], group=TAKEN))
    if table.specialists is not None:
        fields += specialist_fields(table)
    if table.your_markers is not None:
        markets = steps_of(tuple(table.your_markers))
        label = _("your income markers that moved, one entry per step")
        fields.append(Field("income", label, markets, [], example=twice(table), group=INCOME))
    fields += marker_fields(table, table.face_up, MARKERS)
    fields.append(Field("batteries", _("batteries in the supply"), Number(0, 12), table.batteries, group=SUPPLY))
    if table.parking:
        free = tuple(cell for cell, who in table.parking.items() if not who)
        fields.append(Field("parked", _("parking cells you occupied"), any_of(free), [], group=PARKING))
    return [*fields, *course_fields(table)]


@lru_cache
def any_of(things: tuple[str | int, ...]) -> Several:
    """Return the field type for a choice of some of these things."""
    return Several([option(one) for one in things])


@lru_cache
def steps_of(markets: tuple[str, ...]) -> Phrases:
    """Return the field type for steps of income markers, one market a step."""
    return Phrases([option(name, Text(name)) for name in markets])


PAID = Phrases([option(zone) for zone in ZONES])

USED = _("other zones for which you paid VJ")

USED_VJ = _("zones where you used VJ’s bulldozer or tower")


def piece_fields(table: Table) -> list[Field]:
    """Return the fields for buildings you built and bulldozers you moved."""
    sectors = tuple(with_either(table).items())
    built, places = buildings(sectors), sites(sectors)
    return [
        told_there("built", _("what you built"), built, example=built.find("farm-B1").label),
        told_there("placed", _("sites where you put a bulldozer"), places, example=places.find("B1-farm").label),
        told_there("removed", _("sites from which you removed a bulldozer"), places),
    ]


def told_there(name: str, label: Text, shape: Phrases, example: Text | None = None) -> Field:
    """Return a field that is filled by tapping sectors."""
    return Field(name, label, shape, [], example=example, on=TAPPED[name], group=TAP)


TAP = Group(_("Choose what you did, then tap its sector."))

TAPPED: Mapping[str, Sequence[On]] = {
    "built": [
        tapped(_("Built a wind farm"), FARM, "farm-"),
        tapped(_("Built a tower"), TOWER, "tower-"),
        tapped(_("Placed a transformer"), TRANSFORMER, "transformer-"),
        tapped(_("Wind farm on a dual-purpose site"), FARM, "farm-", "-either"),
        tapped(_("Tower on a dual-purpose site"), TOWER, "tower-", "-either"),
    ],
    "placed": [
        tapped(_("Bulldozer placed on a wind-farm site"), BULLDOZER, suffix="-farm"),
        tapped(_("Bulldozer placed on a tower site"), BULLDOZER, suffix="-tower"),
        tapped(_("Bulldozer placed on a dual-purpose site"), BULLDOZER, suffix="-either"),
    ],
    "removed": [
        tapped(_("Bulldozer removed from a wind-farm site"), BULLDOZER, suffix="-farm"),
        tapped(_("Bulldozer removed from a tower site"), BULLDOZER, suffix="-tower"),
        tapped(_("Bulldozer removed from a dual-purpose site"), BULLDOZER, suffix="-either"),
    ],
}
"""The actions that a tap on a sector can enter."""


Sectors = tuple[tuple[str, bool], ...]
"""Each sector with whether it has sites for either building."""


@lru_cache
def buildings(sectors: Sectors) -> Phrases:
    """Return the field type for everything that can be built, sector by sector.

    Where a sector has sites for either, a building on such a site is an option of its own.
    """
    found = []
    for kind, words in BUILT_WORDS.items():
        for name, either in sectors:
            label = _("{kind} in {name}", kind=words, name=Name(name))
            found.append(option(f"{kind}-{name}", label, value=(kind, name, None)))
            if either and kind != "transformer":
                label = _("{kind} in {name} (dual-purpose site)", kind=words, name=Name(name))
                found.append(option(f"{kind}-{name}-either", label, value=(kind, name, "either")))
    return phrases_in_forms(found)


@lru_cache
def sites(sectors: Sectors) -> Phrases:
    """Return the field type for sites of bulldozers."""
    return Phrases(site_options(dict(sectors)))


BUILT_WORDS = {"farm": _("wind farm"), "tower": _("tower"), "transformer": _("transformer")}


def twice(table: Table) -> Text:
    """Return an example of a marker that moves two steps: its market, named twice."""
    return Joined([Text(next(iter(table.vj.markers)))] * 2)


def contract_fields(table: Table) -> list[Field]:
    """Return the fields for contracts, link tokens and foreign-market cards on the map."""
    tiles, tokens = list((table.contracts or {}).values()), list((table.links or {}).values())
    links = Several(lambda: [token_option(token) for token in tokens])
    lying = Several(lambda: [tile_option(tile) for tile in tiles])
    return [
        Field("fulfilled", _("contracts you fulfilled"), lying, [], group=CONTRACTS),
        Field(
            "new",
            _("new contracts on the map"),
            contract_list(table),
            [],
            example=in_words(table, "A1 4 tourism"),
            group=CONTRACTS,
        ),
        Field("links", _("link tokens you took"), links, [], group=CONTRACTS),
        *new_foreign_cards(table),
    ]


def taken_fields(table: Table) -> list[Field]:
    """Return the fields for link tokens and specialist cards that only a majority counts (PA-G48)."""
    counts = {type(table.card(n).majority) for n in table.face_up}
    fields = []
    if LinkTokens in counts and table.links is None:
        fields.append(Field("links_taken", _("number of link tokens you took"), Number(0, 20), 0, group=MARKERS))
    if SpecialistCards in counts:
        fields.append(Field("cards_taken", _("number of specialist cards you took"), Number(0, 20), 0, group=MARKERS))
    return fields


def new_foreign_cards(table: Table) -> list[Field]:
    """Return the field for new foreign-market cards, if a sector can hold one."""
    if not (sectors := foreign_sectors(table)):
        return []
    example = Name(f"{'B1' if 'B1' in sectors else sectors[0]} 3")
    label = _("new foreign-market cards")
    return [Field("foreign", label, foreign_list(table), [], example=example, group=CONTRACTS)]


FEES = Group(_("Paid to VJ"), folded=True)
CONTRACTS = Group(_("Contracts and links"), folded=True)
INCOME = Group(_("Your income markers"), folded=True)
PARKING = Group(_("Parking"), folded=True)
TAKEN = Group(_("Bonus tiles"), folded=True)
SCORERS = Group(_("Scoring cards"), folded=True)


def specialist_fields(table: Table) -> list[Field]:
    """Return the fields for scoring cards that left the row and those that came up."""
    cards = list((table.specialists or {}).values())
    lying = Several(lambda: [scorer_option(card) for card in cards])
    came = scorer_list(table)
    return [
        Field("taken", _("scoring cards that were taken or removed"), lying, [], group=SCORERS),
        Field("came", _("new face-up scoring cards"), came, [], group=SCORERS),
    ]


def marker_fields(table: Table, slots: Iterable[int], group: Group | None = None) -> list[Field]:
    """Return the fields for majority markers of these slots that Rival can't move by itself (PA-22)."""
    fields = []
    for n in sorted(slots):
        slot, words = table.slots[n], card_name(table.card(n))
        if counted(table, n, "yours") is None:
            label = _("your majority marker {n}: {what}", n=n, what=words)
            fields.append(Field(f"you{n}", label, Number(0, 99), slot.yours, group=group))
        if counted(table, n, "vjs") is None:
            label = _("VJ’s majority marker {n}: {what}", n=n, what=words)
            fields.append(Field(f"vj{n}", label, Number(0, 99), slot.vjs, group=group))
    return fields


def markers_before_scoring(table: Table, slots: Iterable[int]) -> Script[None]:
    """Ask for majority markers that only you move, since VJ's last turn may have changed them.

    Rules: PA-22, PA-23.
    """
    if table.options.scoring_moment == "at_once" or not marker_fields(table, slots):
        return
    answer = yield from ask(lambda: markers_question(table, slots))
    count_markers(table, answer or {})


def markers_question(table: Table, slots: Iterable[int]) -> Ask | None:
    """Return the question about these markers; None if Rival counts all of them."""
    fields = marker_fields(table, slots)
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


MARKERS = Group(_("Majority scale"), folded=True)
SUPPLY = Group(_("Batteries in the supply"), folded=True)


def course_fields(table: Table) -> list[Field]:
    """Return the fields for the income step, the next scoring and VJ's skipped turn."""
    scoring = {
        "1": _("scoring 1 is reached"),
        "2": _("scoring 2 is reached"),
        "final": _("the end of the game is reached"),
    }
    fields = [
        Field("consolidation", _("you took your income step"), NO_YES, "no"),
        Field("scoring", scoring[table.scoring], NO_YES, "no"),
    ]
    if table.vj.skip_token:
        fields.append(Field("skip", _("VJ skips his turn now (once in the game)"), NO_YES, "no"))
    return fields


def check_report(table: Table, answer: dict[str, Any]) -> None:
    """Raise BadAnswer if the report can't be true.

    Examples are more pieces than sites, too many batteries, or a contract where nobody has a tower (PA-G40).
    """
    if answer["batteries"] + table.vj.batteries > BATTERIES:
        raise BadAnswer(_("There are only 12 batteries: VJ and the supply can’t have more together."))
    check_bulldozers(table, answer)
    check_sites(table, answer)
    for name in fulfilled_in(answer):
        sector = table.sectors[name]
        new = any(one[:2] == ("tower", name) for one in answer.get("built") or ())
        if sector.yours is not None and not (sector.yours.towers or sector.vjs.towers or new):
            raise BadAnswer(
                _("No contract can be fulfilled in {name}: neither you nor VJ has a tower there.", name=Name(name))
            )


def check_bulldozers(table: Table, answer: dict[str, Any]) -> None:
    """Raise BadAnswer if a bulldozer was taken from a site where you have none."""
    removed = answer.get("removed") or []
    for name, site in removed:
        yours = table.sectors[name].yours
        if yours is not None and removed.count((name, site)) > standing(yours, site):
            raise BadAnswer(_("You have no bulldozer on this site: {site}.", site=site_option(name, site).label))


def check_sites(table: Table, answer: dict[str, Any]) -> None:
    """Raise BadAnswer if your buildings and bulldozers don't fit on the sites (PA-G6)."""
    check_moved(table, lambda after: move_pieces(after, answer))


# --- what the report changes ------------------------------------------------------------------------------


def pay_vj(table: Table, zones: Sequence[str]) -> Script[None]:
    """Add VJ's fee for each zone to his money (PA-31, PA-33, PA-G41)."""
    for zone in zones:
        fee = PRICE_TO_VJ[zone]  # type: ignore[index]
        table.vj.money += fee
        text = _("Pay VJ ${fee} (zone {zone}); he has ${total} now.", fee=fee, zone=zone, total=table.vj.money)
        yield Do(text, "PA-31", "PA-33", "PA-G41", shows=of_his("money"))


def zones_to_pay(table: Table, answer: dict[str, Any]) -> Script[list[str]]:
    """Return the zones for which you paid VJ (PA-28 to PA-31, PA-G41).

    Fees that follow from the pieces are assumed and can be corrected; fees you entered are added.
    """
    shown, told = fees(table, answer), list(answer["used"])
    untold, extra = moved(shown, told)
    if not untold:
        return told
    return (yield from granted(lambda: fee_question([*shown, *extra])))  # type: ignore[no-any-return]


def fee_question(zones: Sequence[str]) -> Ask:
    """Return the question about the zones for which you paid VJ."""
    return Ask(
        "player",
        "fee",
        _("For which zones did you pay VJ for using his bulldozer or tower?"),
        Phrases([option(zone) for zone in ZONES], default=zones),
        "PA-28",
        "PA-29",
        "PA-30",
        "PA-31",
        "PA-G41",
        label=N_("Paid to VJ: {answer}."),
        unless=_("I paid for other zones"),
    )


def fees(table: Table, answer: dict[str, Any]) -> list[str]:
    """Return the zones of the fees that follow from the pieces in the report."""
    return zones_of(table, worked_out(table, answer)[2])


Built = tuple[str, str, Site | None]
Use = tuple[str, str]
"""One use of VJ's pieces: for a farm, a tower or a contract, and in which zone."""


def zones_of(table: Table, uses: Sequence[Use]) -> list[str]:
    """Return the zone of each fee: one fee per action or per use, as the option says (PA-G41)."""
    return [zone for _kind, zone in (uses if table.options.vj_fee == "per_use" else dict.fromkeys(uses))]


def worked_out(table: Table, answer: dict[str, Any]) -> tuple[list[Built], list[tuple[str, Site]], list[Use]]:
    """Return where you built, the bulldozers that leave, and what you used of VJ's (PA-28 to PA-30).

    A bulldozer of yours leaves when you build on it, whether it was entered or not. If you paid VJ for more than the
    rest of the turn explains, the bulldozer stays.
    """
    under = bulldozers_built_on(table, answer)
    towers_used = tower_uses(table, answer)
    for zone in answer["used"]:
        uses = [*uses_of(under), *towers_used]
        at = next((n for n in reversed(range(len(under))) if can_stay(under[n], zone, answer)), None)
        if at is not None and list(answer["used"]).count(zone) > zones_of(table, uses).count(zone):
            under[at] = (under[at][0], None)
    removed = list(answer.get("removed") or ())
    built: list[Built] = []
    left = list(removed)
    for (kind, name, site), on in under:
        built.append((kind, name, site or ("either" if on == "either" else None)))
        if on is None or kind == "transformer":
            continue
        if (name, on) in removed:
            removed.remove((name, on))
        else:
            left.append((name, on))
    return built, left, [*uses_of(under), *towers_used]


BuiltOn = tuple[Built, Site | None]
"""A building of yours, and the kind of site where your bulldozer was; None if you had no bulldozer there."""


def bulldozers_built_on(table: Table, answer: dict[str, Any]) -> list[BuiltOn]:
    """Return what you built, each with the kind of site where your bulldozer made room for it.

    Bulldozers that you entered as removed are used first, then any other on such a site.
    """
    named = list(answer.get("removed") or ())
    found: list[BuiltOn] = []
    taken: list[tuple[str, Site]] = []
    for one in answer.get("built") or ():
        kind, name, site = one
        yours = table.sectors[name].yours
        if yours is None:
            continue
        if kind == "transformer":
            found.append((one, None))
            continue
        kinds: tuple[Site, Site] = (site or kind, "either")
        on = next((place for place in kinds if named.count((name, place)) > taken.count((name, place))), None)
        if on is None:
            on = next((place for place in kinds if standing(yours, place) > taken.count((name, place))), None)
        taken += [] if on is None else [(name, on)]
        found.append((one, on))
    return found


def can_stay(one: BuiltOn, zone: str, answer: dict[str, Any]) -> bool:
    """Return whether your bulldozer may have stayed in the zone although you built in its sector."""
    (_kind, name, _site), on = one
    return on is not None and zone_of(name) == zone and (name, on) not in (answer.get("removed") or ())


def uses_of(under: Sequence[BuiltOn]) -> list[Use]:
    """Return the buildings you built without a bulldozer of yours (PA-29)."""
    return [(kind, zone_of(name)) for (kind, name, _site), on in under if on is None and kind != "transformer"]


def tower_uses(table: Table, answer: dict[str, Any]) -> list[Use]:
    """Return the contracts in sectors where VJ has a tower and you have none (PA-30)."""
    new = [name for kind, name, _site in answer.get("built") or () if kind == "tower"]
    found: list[Use] = []
    for name in fulfilled_in(answer):
        yours = table.sectors[name].yours
        if yours is not None and not yours.towers and name not in new and table.sectors[name].vjs.towers:
            found.append(("contract", zone_of(name)))
    return found


def fulfilled_in(answer: dict[str, Any]) -> list[str]:
    """Return the sector of each contract you fulfilled; contract and transformer together count once."""
    tiles = [tile.sector for tile in answer.get("fulfilled") or ()]
    placed = [name for kind, name, _site in answer.get("built") or () if kind == "transformer"]
    return [*tiles, *(name for n, name in enumerate(placed) if placed[: n + 1].count(name) > tiles.count(name))]


def count_pieces(table: Table, answer: dict[str, Any]) -> None:
    """Apply the pieces of the report, including one transformer for each contract."""
    move_pieces(table, answer)
    for name in fulfilled_in(answer):
        if (yours := table.sectors[name].yours) is not None:
            yours.transformers += 1


def move_pieces(table: Table, answer: dict[str, Any]) -> None:
    """Apply buildings and bulldozers; bulldozers leave first, so that you can build where they stood."""
    built, left, _uses = worked_out(table, answer)
    for name, site in left:
        if (yours := table.sectors[name].yours) is not None:
            move_bulldozer(yours, site, -1)
    build(table, built)
    for name, site in answer.get("placed") or ():
        if (yours := table.sectors[name].yours) is not None:
            move_bulldozer(yours, site, 1)


def build(table: Table, built: Sequence[Built]) -> None:
    """Count your new wind farms and towers in their sectors."""
    for kind, name, site in built:
        yours = table.sectors[name].yours
        if yours is not None and kind != "transformer":
            put_up(table, name, yours, "farm" if kind == "farm" else "tower", site)


def take_away(table: Table, answer: dict[str, Any]) -> None:
    """Apply everything else in the report: contracts, tokens, tiles, cards, parking cells and batteries."""
    for tile in answer.get("fulfilled") or ():
        (table.contracts or {}).pop(tile.name, None)
        if table.your_contracts is not None:
            table.your_contracts.append(tile)
    add_contracts(table, answer.get("new") or ())
    for token in answer.get("links") or ():
        (table.links or {}).pop(token.name, None)
    table.your_links += len(answer.get("links") or ()) + (answer.get("links_taken") or 0)
    table.your_specialists += answer.get("cards_taken") or 0
    add_foreign(table, answer.get("foreign") or ())
    taken = answer.get("tiles") or ()
    if table.your_tiles is not None:
        table.your_tiles += taken
    for column in table.bonus.values():
        column.take(taken)
    for card in answer.get("taken") or ():
        (table.specialists or {}).pop(card.name, None)
    lay_out(table, answer.get("came") or ())
    table.gaps = max(table.gaps + len(answer.get("taken") or ()) - len(answer.get("came") or ()), 0)
    for cell in answer.get("parked") or ():
        table.parking[cell] = "you"
    table.batteries = answer["batteries"]


def count_markers(table: Table, answer: dict[str, Any]) -> None:
    """Apply the steps of your income markers and the majority markers that you entered."""
    for market in answer.get("income") or ():
        if table.your_markers is not None:
            table.your_markers[market] += 1
    for n in SLOTS:
        slot = table.slots[n]
        slot.yours = answer.get(f"you{n}", slot.yours)
        slot.vjs = answer.get(f"vj{n}", slot.vjs)


def reminder(table: Table) -> Script[None]:
    """Remind the player of majority markers that only they can move (PA-22)."""
    by_hand = [Name(str(n)) for n in sorted(table.face_up) if counted(table, n, "vjs") is None]
    if by_hand:
        text = n_(
            "Rival can’t count VJ’s majority marker {markers}. If its value has changed, report it with your turn.",
            "Rival can’t count VJ’s majority markers {markers}. If their values have changed, "
            "report them with your turn.",
            len(by_hand),
            markers=Joined(by_hand),
        )
        yield Say(text, "PA-22")
