"""Set-up: the check list, VJ's three cards, and the pieces on the table at the start (PA-03 to PA-17)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain, count, takewhile
from string import ascii_lowercase, digits
from typing import Any

from rival.games.pampero.cards import ZONES, Card, Zone, zone_of
from rival.games.pampero.contents import plain_value
from rival.games.pampero.gains import token_option
from rival.games.pampero.lines import (
    TILE_FIELDS,
    TOKEN_FIELDS,
    ScoringTileNumber,
    contract_parts,
    described,
    foreign_parts,
    named,
    read_tile,
    read_token,
    remember,
    tile_in_pack,
    tile_option,
    token_parts,
)
from rival.games.pampero.majorities import counted, look
from rival.games.pampero.outside import is_number, shown
from rival.games.pampero.parts import GAIN, MAJORITY
from rival.games.pampero.phrases import OnePhrase, icon_meant, icon_words, kept, offered, understood
from rival.games.pampero.sites import Building, Site, check_fit, check_moved, move_bulldozer, put_up, sites_of
from rival.games.pampero.specialists import lay_out, scorer_list
from rival.games.pampero.symbols import Bulldozers, BulldozersInZone, ChainTokens, Other, Towers, WindFarms
from rival.games.pampero.table import (
    COUNTED,
    TOPICS,
    BonusColumn,
    Pieces,
    Slot,
    Table,
    open_grid,
    put_under,
    start_topics,
)
from rival.games.pampero.tower_bonus import learn_column, tile_numbers
from rival.games.pampero.views import markers_laid
from rival.games.pampero.vj import SLOTS
from rival.games.pampero.words import card_name, majority_words, read_icon, write_icon
from rival.kernel import (
    N_,
    Ask,
    BadAnswer,
    Brush,
    Choice,
    Do,
    Drawing,
    Field,
    Form,
    Group,
    Item,
    Joined,
    Name,
    Number,
    On,
    Option,
    Phrases,
    Piece,
    Proposal,
    Say,
    Script,
    Several,
    Shape,
    Text,
    _,
    ask,
    checklist,
    granted,
    n_,
    option,
)


def set_up(table: Table) -> Script[None]:
    """Run the set-up from the check list to the majority markers (PA-03 to PA-17)."""
    yield from checklist(
        "set-up",
        _("Set up the game for you and VJ."),
        lambda: set_up_list(table),
        "PA-03",
        label=N_("Set-up done."),
    )
    yield from choose_cards(table)
    yield from choose_topics(table)
    yield from start(table)
    yield from describe_boards(table)
    yield from place_income_markers(table)
    for n in SLOTS:
        slot = table.slots[n]
        yield Do(
            _(
                "Majority markers {n}: yours on space {yours}, VJ’s on space {vjs}.",
                n=n,
                yours=slot.yours,
                vjs=slot.vjs,
            ),
            "PA-16",
            "PA-21",
            shows=partial(markers_laid, n, slot.yours, slot.vjs),
        )


def set_up_list(table: Table) -> list[Item]:
    """Return the items of the check list."""

    def item(text: str, *cites: str) -> Item:
        return Item(_(text), cites)

    placed = table.options.final_slots == "a_then_b"
    return [
        item(N_("Set up a normal game, with the exceptions below."), "PA-03"),
        item(
            N_("VJ needs his grid board, the 18 VJ cards, six majority markers and the skip-turn token."),
            "PA-01",
            "PA-02",
        ),
        item(N_("Lay out the main board with the two-player side up."), "PA-04"),
        item(N_("You take a grid board and all pieces of a colour."), "PA-05"),
        item(N_("VJ gets the grid board with the red scale and the pieces of an unused colour."), "PA-06"),
        item(N_("Use the time track on the main board, and the normal scoring tiles of the base game only."), "PA-07"),
        item(
            N_(
                "Find the VJ cards with the majorities of scoring 2 and of final tiles A and B, and "
                "put them in slots 1, 2 and 3."
            )
            if placed
            else N_(
                "Find the VJ cards with the majorities of scoring 2 (for slot 1) and of the final "
                "tiles (for slots 2 and 3)."
            ),
            "PA-08",
            "PA-09",
            "PA-G17",
        ),
        item(N_("Your time disc goes on the first space of the time track; VJ has no disc."), "PA-10"),
        item(N_("Put a VJ wind farm on the starting space of sector A2."), "PA-11"),
        item(N_("VJ places no starting tower and no starting bulldozer."), "PA-12", "PA-G34"),
        item(N_("Place your own starting pieces as usual."), "PA-13"),
        item(N_("Both energy markers start on 1, all income markers on the first space."), "PA-14", "PA-G44"),
        item(N_("Use 12 batteries: one for you, one for VJ, 10 in the supply."), "PA-15"),
        item(
            N_("The six majority markers go on the red scale; Rival names their spaces at the end of the set-up."),
            "PA-16",
        ),
        item(N_("Put the skip-turn token next to VJ’s board, with the head side up."), "PA-17"),
    ]


# --- the three cards --------------------------------------------------------------------------------------


def choose_cards(table: Table) -> Script[None]:
    """Ask for the majorities in slots 1 to 3 and put a card into each (PA-08, PA-09, PA-G43).

    If two slots get the same majority, the answer must be confirmed.
    """
    while True:
        answer = yield from ask(lambda: cards_question(table))
        majorities = [answer[f"slot{n}"] for n in SLOTS]
        if len(set(majorities)) == len(majorities):
            break
        sure = yield from ask(
            lambda: Ask(
                "table",
                "same-majority",
                _("You entered the same majority for two slots. Is that correct?"),
                Choice([option("no", _("no, I’ll enter them again"), value=0), option("yes", _("yes"), value=1)]),
                "PA-G43",
            )
        )
        if sure:
            break
    for n, majority in zip(SLOTS, majorities, strict=True):
        table.slots[n] = Slot(card_with(table, majority))


def cards_question(table: Table) -> Ask:
    """Return the question about the majorities of VJ's three cards."""
    placed = table.options.final_slots == "a_then_b"
    labels = (
        _("slot 1, majority of scoring 2"),
        _("slot 2, majority of final scoring A") if placed else _("slot 2, a final majority"),
        _("slot 3, majority of final scoring B") if placed else _("slot 3, the other final majority"),
    )
    majorities = majority_options(table)
    shape = OnePhrase(majorities, MAJORITY, table)
    fields = [
        Field(f"slot{n}", label, shape, required=True, example=one.label)
        for n, label, one in zip(SLOTS, labels, majorities, strict=False)
    ]
    return Ask(
        "table",
        "cards",
        _("Which majorities do VJ’s three cards show? You can use your own words."),
        Form(fields),
        "PA-08",
        "PA-09",
        "PA-G17",
        label=N_("VJ’s cards: {answer}."),
    )


def majority_options(table: Table) -> list[Option]:
    """Return the majorities of the cards in the pack, then those that Rival knows by name."""
    found = {write_icon(card.majority): card.majority for card in table.pack.cards if card.majority is not None}
    for one in offered(MAJORITY, table.pack.names):
        found.setdefault(str(one.id), read_icon(one.id, MAJORITY))
    return [option(words, majority_words(icon)) for words, icon in found.items()]


def card_with(table: Table, words: str) -> str:
    """Return the id of the card with this majority; a card that the pack lacks is added to it."""
    majority = read_icon(words, MAJORITY)
    known: Card | None = next((card for card in table.pack.cards if card.majority == majority), None)
    if known is not None:
        return known.id
    letters = (one if one in ascii_lowercase + digits else " " for one in majority_words(majority).msgid.lower()[:30])
    plain = "-".join("".join(letters).split()) or "card"
    taken = [card.id for card in table.pack.cards]
    name = next(filter(lambda one: one not in taken, chain([plain], map(f"{plain}-{{}}".format, count(2)))))
    table.tell(f"card {name}, majority", words)
    return name


# --- what is counted, and the starting values -------------------------------------------------------------


def choose_topics(table: Table) -> Script[None]:
    """Ask which things the player will report, and start counting them."""
    answer = yield from ask(
        lambda: Ask(
            "player",
            "topics",
            _("What will you report, so that Rival can count it? Rival asks about the rest when it needs it."),
            Several([option(name, text) for name, text in TOPICS.items()], default=COUNTED),
            "PA-22",
            label=N_("Rival counts: {answer}."),
        )
    )
    start_topics(table, answer)


def start(table: Table) -> Script[None]:
    """Ask for the starting pieces, VJ's money and the majority markers (PA-13, PA-16, PA-16e, PA-G34)."""
    fields = start_fields(table)
    answer: dict[str, Any] = {}
    if fields:
        answer = yield from ask(
            lambda: Ask(
                "table",
                "start",
                _("Enter how the game starts."),
                Form(start_fields(table)),
                "PA-13",
                "PA-16",
                "PA-G34",
                label=N_("Start of the game: {answer}."),
                test=partial(check_start, table),
            )
        )
    take_starting_money(table, answer.get("money"))
    if "pieces" in table.topics:
        place_yours(table, answer)
    if answer.get("parked") is not None:
        table.tell("pieces, parked_count", bool(answer["parked"]))
    yield from first_markers(table, answer)
    table.scoring_tiles = {one: answer[f"tile{one}"] for one in ("1", "2", "A", "B") if answer.get(f"tile{one}")}


def place_income_markers(table: Table) -> Script[None]:
    """Place VJ's income markers on the first space unless the player corrects it (PA-G44)."""
    answer: dict[str, int] = yield from granted(lambda: income_question(table))
    table.vj.markers.update({market: answer[f"track-{market}"] - 1 for market in table.vj.markers})


def income_question(table: Table) -> Ask:
    """Return the question about the starting spaces of VJ's income markers."""
    fields = [
        Field(f"track-{market}", _("space of the income marker “{market}”", market=Text(market)), Number(1, 30), 1)
        for market in table.vj.markers
    ]
    return Ask(
        "table",
        "income-start",
        _("On which spaces do VJ’s income markers start? 1 is the first space of a track."),
        Form(fields),
        "PA-G44",
        label=N_("VJ’s income markers: {answer}."),
        unless=_("VJ’s income markers start on other spaces"),
    )


def take_starting_money(table: Table, told: int | None) -> None:
    """Give VJ his starting money; a sum that was entered is saved in the pack (PA-G34)."""
    if told is not None:
        table.tell("pieces, starting_money", told)
    known = table.pack.pieces.starting_money if table.options.vj_start_money == "base" else None
    table.vj.money = known or 0


def first_markers(table: Table, answer: dict[str, Any]) -> Script[None]:
    """Set each majority marker to the current value of what its card counts (PA-16, PA-16e)."""
    look(table)
    for n in SLOTS:
        slot, majority = table.slots[n], table.card(n).majority
        for side, field in (("yours", f"you{n}"), ("vjs", f"vj{n}")):
            known = slot.seen[side]
            setattr(slot, side, answer.get(field, at_the_start(table, n)) or 0 if known is None else known)
        if isinstance(majority, WindFarms):
            yield Say(
                _("You and VJ have one wind farm each: both majority markers {n} start on space 1.", n=n),
                "PA-16",
                "PA-16e",
            )
        if counts_bulldozers(majority):
            yield Say(
                _("Majority marker {n}: virtual bulldozers never count; wooden ones count by the base rules.", n=n),
                "PA-G38",
            )


def counts_bulldozers(majority: Any) -> bool:
    """Return whether a majority counts bulldozers; one in the owner's words is searched for the word."""
    if isinstance(majority, Other):
        return "bulldozer" in majority.words.lower() or "бульдозер" in majority.words.lower()
    return isinstance(majority, Bulldozers | BulldozersInZone)


def at_the_start(table: Table, n: int) -> int:
    """Return your number of what a card counts at the start, if your pieces are not counted (PA-11 to PA-13)."""
    return int(isinstance(table.card(n).majority, WindFarms | Towers | Bulldozers))


def start_fields(table: Table) -> list[Field]:
    """Return the fields of the question about the start that this table needs."""
    fields = []
    if "pieces" in table.topics:
        fields += [
            yours("farm", _("sector of your wind farm"), building_options(table)),
            yours("tower", _("sector of your tower"), building_options(table)),
            yours("bulldozer", _("sector and kind of site of your bulldozer"), site_options(with_either(table))),
        ]
        fields += [either_field(name) for name in table.sectors if either_unknown(table, name)]
    if table.options.vj_start_money == "base" and table.pack.pieces.starting_money is None:
        fields.append(Field("money", _("VJ’s starting money (as in the base game)"), Number(0, 500), wanted=True))
    for n in SLOTS:
        what, majority = card_name(table.card(n)), table.card(n).majority
        if counted(table, n, "yours") is None and not isinstance(majority, WindFarms | ChainTokens):
            known = at_the_start(table, n)
            fields.append(Field(f"you{n}", _("your majority marker {n}: {what}", n=n, what=what), Number(0, 99), known))
        if counted(table, n, "vjs") is None:
            fields.append(Field(f"vj{n}", _("VJ’s majority marker {n}: {what}", n=n, what=what), Number(0, 99), 0))
    if any(isinstance(table.card(n).majority, Bulldozers) for n in SLOTS) and table.pack.pieces.parked_count is None:
        parked = _("do bulldozers in the parking and storage areas count for the majority?")
        fields.append(
            Field("parked", parked, Choice([option("yes", _("yes"), 1), option("no", _("no"), 0)]), required=True)
        )
    if "specialists" in table.topics:
        for one in ("1", "2", "A", "B"):
            label = _("number printed on scoring tile {one}", one=Name(one))
            fields.append(Field(f"tile{one}", label, ScoringTileNumber(20), example=Name("1.1")))
    return fields


def yours(name: str, label: Text, places: list[Option]) -> Field:
    """Return the field for one of your starting pieces; it is filled by tapping its sector."""
    on = [one for one in STARTING[name] if any(str(place.id).endswith(one.suffix) for place in places)]
    return Field(name, label, Choice(places), required=True, on=on, group=START)


def tapped(words: Text, piece: Piece, prefix: str = "", suffix: str = "") -> On:
    """Return what a tap on a sector enters: a piece, with the prefix and suffix of the option's id."""
    return On("sectors", prefix, suffix, words, piece)


START = Group(_("Where are your starting pieces? Tap their sectors."))
FARM, TOWER = Piece("farm", _("wind farm")), Piece("tower", _("tower"))
TRANSFORMER, BULLDOZER = Piece("transformer", _("transformer")), Piece("bulldozer", _("bulldozer"))
STARTING: Mapping[str, Sequence[On]] = {
    "farm": [
        tapped(_("Your wind farm"), FARM),
        tapped(_("Your wind farm on a dual-purpose site"), FARM, suffix="-either"),
    ],
    "tower": [tapped(_("Your tower"), TOWER), tapped(_("Your tower on a dual-purpose site"), TOWER, suffix="-either")],
    "bulldozer": [
        tapped(_("Your bulldozer on a wind-farm site"), BULLDOZER, suffix="-farm"),
        tapped(_("Your bulldozer on a tower site"), BULLDOZER, suffix="-tower"),
        tapped(_("Your bulldozer on a dual-purpose site"), BULLDOZER, suffix="-either"),
    ],
}
"""The pieces that a tap on a sector can enter at the start."""


def with_either(table: Table) -> dict[str, bool]:
    """Return each sector with whether it has, or may have, sites for either building."""
    known = {name: sites_of(table, name) for name in table.sectors}
    return {name: sites is None or sites[2] > 0 for name, sites in known.items()}


def building_options(table: Table) -> list[Option]:
    """Return the sectors, and their sites for either, as places for a building of yours."""
    found = []
    for name in table.sectors:
        found.append(option(name, value=(name, None)))
        if table.entry("sector", name).either_sites:
            found.append(site_option(name, "either"))
    return found


def site_options(sectors: Mapping[str, bool]) -> list[Option]:
    """Return the sectors with each kind of site, as places for a bulldozer."""
    kinds: tuple[Site, ...] = ("farm", "tower", "either")
    return [site_option(name, kind) for name, either in sectors.items() for kind in kinds if either or kind != "either"]


def site_option(name: str, kind: Site) -> Option:
    """Return the option for one kind of site in a sector."""
    return option(f"{name}-{kind}", _(SITES[kind], name=Name(name)), value=(name, kind))


SITES: dict[Site, str] = {
    "farm": N_("{name} (wind-farm site)"),
    "tower": N_("{name} (tower site)"),
    "either": N_("{name} (dual-purpose site)"),
}


def place_yours(table: Table, answer: dict[str, Any]) -> None:
    """Save the numbers of sites for either that were entered, then place your starting pieces (PA-13)."""
    for name in table.sectors:
        if answer.get(f"{name}e") is not None:
            table.tell(f"sector {name}, either_sites", answer[f"{name}e"])
    put_yours(table, answer)


def check_start(table: Table, answer: dict[str, Any]) -> None:
    """Raise BadAnswer if your starting pieces don't fit on the sites (PA-G6).

    The check is skipped if the answer itself contains numbers of sites.
    """
    if "pieces" in table.topics and all(answer.get(f"{name}e") is None for name in table.sectors):
        check_moved(table, lambda after: put_yours(after, answer))


def put_yours(table: Table, answer: dict[str, Any]) -> None:
    """Count your starting wind farm, tower and bulldozer in their sectors."""
    buildings: tuple[Building, Building] = ("farm", "tower")
    for what in buildings:
        name, site = answer[what]
        if (yours := table.sectors[name].yours) is not None:
            put_up(table, name, yours, what, site)
    name, site = answer["bulldozer"]
    if (yours := table.sectors[name].yours) is not None:
        move_bulldozer(yours, site, 1)


# --- boards that only the owner knows ---------------------------------------------------------------------


def describe_boards(table: Table) -> Script[None]:
    """Ask for every board that is counted and not yet in the pack.

    These are the sites, VJ's grid board, the contracts, the bonus tiles and the scoring cards.
    """
    if "pieces" in table.topics and any(sites_unknown(table, name) for name in table.sectors):
        yield from describe_sites(table)
    if "grid" in table.topics and table.grid is None:
        yield from describe_grid(table)
    if "contracts" in table.topics:
        yield from describe_map(table)
    if "bonus" in table.topics:
        yield from describe_bonus_board(table)
    if "specialists" in table.topics:
        text = _(
            "Which specialist scoring cards are face up? Enter the symbols of each, and “next” "
            "if it fits the next scoring tile."
        )
        label = N_("Face-up scoring cards: {answer}.")
        lay_out(table, (yield from told_once("face-up-now", text, lambda: scorer_list(table), "PA-35", label=label)))


def told_once(key: str, text: Text, shape: Callable[[], Shape], *cites: str, label: str = "") -> Script[Any]:
    """Ask for something on the table that is entered once in a game, and return the answer."""
    return (yield from ask(lambda: Ask("table", key, text, shape(), *cites, label=label)))


def sites_unknown(table: Table, name: str) -> bool:
    """Return whether the sites of a sector are not in the pack."""
    return sites_of(table, name) is None


def either_unknown(table: Table, name: str) -> bool:
    """Return whether the owner's pack lacks the sites for either building, as older packs do."""
    return not table.pack.sample and not sites_unknown(table, name) and table.entry("sector", name).either_sites is None


def either_field(name: str, cell: tuple[Text, Text] | None = None) -> Field:
    """Return the field for the number of sites for either building in a sector."""
    label = _("{name}: dual-purpose sites (wind farm or tower)", name=Name(name))
    return Field(f"{name}e", label, Number(0, 20), 0, cell=cell, group=SITES_IN_ALL if cell else None)


SITES_IN_ALL = Group(_("Sites of each sector"))


def describe_sites(table: Table) -> Script[None]:
    """Ask for the sites of each sector, three numbers a sector, and save them in the pack (PA-G6)."""
    unknown = [name for name in table.sectors if sites_unknown(table, name)]
    fields = []
    for name in unknown:
        sector, sites = Name(name), Number(0, 20)
        farms, towers = (
            _("{name}: sites for wind farms only", name=sector),
            _("{name}: sites for towers only", name=sector),
        )
        fields += [
            Field(f"{name}f", farms, sites, None, True, piece=FARM, cell=(sector, FARM.words), group=SITES_IN_ALL),
            Field(f"{name}t", towers, sites, None, True, piece=TOWER, cell=(sector, TOWER.words), group=SITES_IN_ALL),
            either_field(name, (sector, _("either"))),
        ]
    text = _("How many construction sites does each sector have in total, including occupied ones?")
    cites = ("PA-28", "PA-52", "PA-G6")
    answer = yield from ask(
        lambda: Ask("table", "sites", text, Form(fields), *cites, test=lambda answer: enough_sites(table, answer))
    )
    for name in unknown:
        for letter, kind in (("f", "farm_sites"), ("t", "tower_sites"), ("e", "either_sites")):
            table.tell(f"sector {name}, {kind}", answer[f"{name}{letter}"])


def enough_sites(table: Table, answer: dict[str, int]) -> None:
    """Raise BadAnswer if the pieces of a sector don't fit on the sites that were entered."""
    for name, sector in table.sectors.items():
        if f"{name}f" in answer:
            sites = answer[f"{name}f"], answer[f"{name}t"], answer[f"{name}e"]
            check_fit(name, sites, sector.vjs, sector.yours or Pieces())


GRID_LEGEND: list[tuple[str, Text]] = [
    ("o", _("a place for a contract, with a transformer")),
    ("T", _("a tower in the column; each line is a column, for example “T o o”")),
]
GRID_BRUSHES = [
    Brush("o", GRID_LEGEND[0][1], "space", Piece("transformer", GRID_LEGEND[0][1], "vj")),
    Brush("T", _("a tower in the column"), "space", Piece("tower", _("tower"), "vj")),
]


def describe_grid(table: Table) -> Script[None]:
    """Ask for a drawing of VJ's grid board and save it in the pack."""
    text = _(
        "Draw VJ’s grid board as it is at the start, column by column from the left: the "
        "towers in each column and its places for contracts, each with a transformer."
    )
    label = N_("VJ’s grid board: {answer}.")
    shape = Drawing(read_grid, GRID_LEGEND, GRID_BRUSHES, grid_words, upright=True)
    answer = yield from told_once("grid", text, lambda: shape, "PA-66", "PA-82", label=label)
    for number, (towers, places) in enumerate(answer, start=1):
        here = [f"{number}{letter}" for letter in "abcdefgh"[:places]]
        table.tell(f"grid_column {number}, towers", towers)
        table.tell(f"grid_column {number}, transformers", places)
        table.tell(f"grid_column {number}, places", here)
    open_grid(table)


def read_grid(rows: Sequence[str]) -> list[tuple[int, int]]:
    """Return the numbers of towers and places of each column in a drawing; BadAnswer if a column is wrong."""
    if len(rows) > 12:
        raise BadAnswer(_("VJ’s grid board has at most 12 columns."))
    found = []
    for number, row in enumerate(rows, start=1):
        signs = row.replace(" ", "").lower()
        if not signs or set(signs) - {"t", "o"} or signs.count("o") > 8 or signs.count("t") > 8:
            raise BadAnswer(
                _("Column {n}: “{row}” has too many signs, or signs other than T and o.", n=number, row=shown(row))
            )
        found.append((signs.count("t"), signs.count("o")))
    return found


def grid_words(rows: Sequence[str]) -> Text:
    """Describe a drawing of the grid board in words."""
    told = [
        _(
            "column {k}: {towers}, {places}",
            k=k,
            towers=n_("{n} tower", "{n} towers", towers),
            places=n_("{n} place for a contract", "{n} places for contracts", places),
        )
        for k, (towers, places) in enumerate(read_grid(rows), start=1)
    ]
    return Joined(told, "; ")


def describe_map(table: Table) -> Script[None]:
    """Ask for the contracts, link tokens and foreign-market cards on the map."""
    text = _(
        "Which contracts are on the map? Enter sector, energy (+batteries) and symbols, for example “A1 4 tourism”."
    )
    label = N_("Contracts on the map: {answer}.")
    answer = yield from told_once("map-contracts", text, lambda: contract_list(table), "PA-78", label=label)
    add_contracts(table, answer)
    text = _("Which link tokens are on the map? Enter sector and symbols, for example “B1 tourism”.")
    label = N_("Link tokens on the map: {answer}.")
    answer = yield from told_once("map-links", text, lambda: token_list(table), "PA-89", label=label)
    for token in named(answer, []).values():
        if table.links is not None:
            table.links[token.name] = token
            remember(table, "link_token", token, TOKEN_FIELDS)
    if not table.foreign and foreign_sectors(table):
        text = _("Which foreign-market cards are on the map? Enter sector and energy, for example “B1 3”.")
        label = N_("Foreign-market cards on the map: {answer}.")
        answer = yield from told_once("map-foreign", text, lambda: foreign_list(table), "PA-55", label=label)
        add_foreign(table, answer)


def contract_list(table: Table) -> Phrases:
    """Return the field type for a list of contracts, with those of the pack that are not placed yet."""
    everywhere = list(table.sectors)
    taken = {*(table.contracts or {}), *(tile.name for tile in table.vj.contracts)}
    known = [one for one in table.pack.contracts if one.sector and one.id not in taken]
    return described(
        table,
        lambda: [tile_option(tile_in_pack(one)) for one in known],
        lambda words: read_tile(table, words, everywhere),
        contract_parts(table, everywhere),
    )


def token_list(table: Table) -> Phrases:
    """Return the field type for a list of link tokens."""
    return described(
        table, known_tokens(table), lambda words: read_token(table, words), token_parts(table), kind="link_token"
    )


def add_contracts(table: Table, tiles: Sequence[Any]) -> None:
    """Add contracts to the map and save in the pack what is known about them."""
    if table.contracts is None:
        return
    taken = [*table.contracts, *(tile.name for tile in table.vj.contracts)]
    for tile in named(tiles, taken).values():
        table.contracts[tile.name] = tile
        remember(table, "contract", tile, TILE_FIELDS)


def known_tokens(table: Table) -> list[Option]:
    """Return the link tokens of the pack as options."""
    return [token_option(read_token(table, one.id)) for one in table.pack.link_tokens if one.sector]


def foreign_sectors(table: Table) -> list[str]:
    """Return the sectors that can hold a foreign-market card, according to the pack."""
    return [name for name in table.sectors if table.entry("sector", name).foreign_market is not False]


def foreign_list(table: Table) -> Phrases:
    """Return the field type for a list of foreign-market cards."""
    sectors = foreign_sectors(table)
    read = partial(read_tile, table, among=sectors, kind="foreign_card")
    return described(table, [], read, foreign_parts(sectors), kind="foreign_card")


def add_foreign(table: Table, cards: Sequence[Any]) -> None:
    """Add foreign-market cards to the map and save their prices."""
    for card in named(cards, list(table.foreign)).values():
        table.foreign[card.name] = card.sector
        table.foreign_prices[card.name] = (card.energy, card.batteries)
        remember(table, "foreign_card", card, TILE_FIELDS[:2])


def describe_bonus_board(table: Table) -> Script[None]:
    """Ask for the tiles of each column; if the pack lacks the columns, for the printed bonuses too."""
    known = table.pack.bonus_columns
    whole = all(column.zone and column.printed is not None for column in known)
    if whole and {column.zone for column in known} == set(ZONES):
        words = N_("column {name}, tiles from the top")
        tap = Group(_("Choose a column, then tap the numbers of its tiles."), once=True)
        fields = [Field(one.id, _(words, name=Name(one.id)), tile_numbers(), [], group=tap) for one in known]
        text = _("Which tiles are on the tower-bonus board?")
        label = N_("Tower-bonus board: {answer}.")
        answer = yield from told_once("bonus-tiles", text, lambda: Form(fields), "PA-72", "PA-74", label=label)
        for column in known:
            printed = [write_icon(one) for one in column.printed or ()]
            zone: Zone = zone_of(column.zone or "A")
            tiles = answer[column.id]
            under = put_under(tiles, plain_value(column.under_tiles))
            table.bonus[column.id] = BonusColumn(zone, tiles, printed, under)
        yield from say_what_lies_twice(table)
        return
    shape = Phrases(
        [],
        least=1,
        read=lambda words: read_column(table, words),
        keep=lambda words: kept_column(table, words),
        say=lambda words: column_words(table, words),
    )
    fields = [
        Field(zone, _("zone {zone}: its columns from the left", zone=zone), shape, required=True) for zone in ZONES
    ]
    text = _(
        "What is on the tower-bonus board? For each column enter tile numbers and visible "
        "bonuses, for example “7 12 $5”; separate columns with commas."
    )
    label = N_("Tower-bonus board: {answer}.")
    answer = yield from told_once("bonus-board", text, lambda: Form(fields), "PA-72", "PA-74", label=label)
    for zone in ZONES:
        for number, (tiles, printed) in enumerate(answer[zone], start=1):
            name = f"{zone}-{number}"
            covered = table.entry("bonus_column", name).under_tiles
            table.bonus[name] = BonusColumn(zone, tiles, printed, put_under(tiles, plain_value(covered)))
            learn_column(table, name)
    yield from say_what_lies_twice(table)


def say_what_lies_twice(table: Table) -> Script[None]:
    """Point out tiles that were entered in two columns; there may be two tiles of one number."""
    lying = [(tile, name) for name, column in table.bonus.items() for tile in column.tiles]
    for tile, times in Counter(tile for tile, _name in lying).items():
        if times > 1:
            names = Joined([Name(name) for one, name in lying if one == tile])
            text = _(
                "Tile {tile} was entered in the columns {columns}. If it is in only one of them, correct the others.",
                tile=Name(tile),
                columns=names,
            )
            yield Say(text, "PA-72")


WORD_OF_A_COLUMN = re.compile(r'other\("(?:[^"\\]|\\.)*+"\)|\S++')
"""Matches a word of a column; an icon in the owner's own words, other("…"), counts as a single word."""


SUM_OF_MONEY = re.compile(r"\b([0-9]++) ?\$(?![0-9])")


def words_of_column(words: str) -> tuple[list[str], list[str]]:
    """Split a column as it was typed into its tiles and the words that follow the first bonus.

    “5 $” is read as a sum of money, too.
    """
    answer = WORD_OF_A_COLUMN.findall(SUM_OF_MONEY.sub(r"$\1", words))
    tiles = list(takewhile(lambda one: is_number(one, 3), answer))
    return tiles, answer[len(tiles) :]


def read_column(table: Table, words: str) -> tuple[list[str], list[str]]:
    """Read a column such as “7 12 $5 energy 2” into its tiles and printed bonuses.

    Numbers before the first bonus are tiles, a number behind a bonus is its amount. BadAnswer if a part is unknown.
    """
    tiles, left = words_of_column(words)
    printed: list[str] = []
    while left:
        meant = known_gain(table, left) or own_words(table, left)
        if meant[0][:1].isdecimal():
            raise BadAnswer(_("“{words}” is not the number of a tile.", words=shown(meant[0])))
        words = " ".join(meant)
        printed.append(icon_meant(words, GAIN, table.pack.names) or understood(words, GAIN, table))
        left = left[len(meant) :]
    return tiles, printed


WORDS_OF_A_GAIN = 5
"""The maximum number of words in the name of a bonus, in any language."""


def kept_column(table: Table, words: str) -> str:
    """Return a column in the form in which journals and packs store it, whatever its language was."""
    found, left = words_of_column(words)
    while left:
        meant = known_gain(table, left) or own_words(table, left)
        left = left[len(meant) :]
        try:
            found.append(kept(" ".join(meant), GAIN, table))
        except Proposal as doubt:
            raise doubt.within(" ".join([*found, str(doubt.answer), *left])) from None
    return " ".join(found)


def column_words(table: Table, words: str) -> Text:
    """Describe a column in words for the history: its tiles, then its bonuses."""
    tiles, printed = read_column(table, words)
    icons = [read_icon(one, GAIN) for one in printed]
    gains = [Name(write_icon(one)) if isinstance(one, Other) else icon_words(one) for one in icons]
    return Joined([*map(Name, tiles), *gains], " ")


def known_gain(table: Table, words: Sequence[str]) -> Sequence[str]:
    """Return the longest run of words, from the first one on, that names a bonus; empty if there is none."""
    runs = (words[:n] for n in range(min(len(words), WORDS_OF_A_GAIN), 0, -1))
    return next((one for one in runs if icon_meant(" ".join(one), GAIN, table.pack.names)), [])


def own_words(table: Table, words: Sequence[str]) -> Sequence[str]:
    """Return the words before the next known bonus: an icon in the owner's own words, or a typing error."""
    end = next((n for n in range(1, len(words)) if known_gain(table, words[n:]) or is_own(words[n])), len(words))
    return words[:1] if is_own(words[0]) else words[:end]


def is_own(word: str) -> bool:
    """Return whether a word is an icon in the owner's own words."""
    return word.startswith("other(")
