"""Set-up: the check list, VJ's three cards, and the pieces on the table at the start (PA-03 to PA-17)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain, count, takewhile
from string import ascii_lowercase, digits
from typing import Any

from rival.games.pampero.card_paths import GAIN, MAJORITY
from rival.games.pampero.cards import ZONES, Card, Zone, get_zone
from rival.games.pampero.construction_sites import (
    Building,
    Site,
    add_building,
    check_piece_moves,
    get_site_counts,
    move_bulldozer,
)
from rival.games.pampero.gains import make_token_option
from rival.games.pampero.icon_grammar import describe_icon, describe_majority, get_card_name, read_icon, write_icon
from rival.games.pampero.icon_text import (
    SinglePhraseAnswer,
    list_icon_options,
    match_icon,
    normalize_icon_phrase,
    read_stored_phrase,
)
from rival.games.pampero.majorities import count_majority_items, store_current_counts
from rival.games.pampero.pack_model import Pack, to_plain_value
from rival.games.pampero.safe_text import is_number, sanitize_text
from rival.games.pampero.specialists import add_scoring_cards, make_scoring_card_list
from rival.games.pampero.symbols import Bulldozers, BulldozersInZone, ChainTokens, CustomIcon, Towers, WindFarms
from rival.games.pampero.table import (
    DEFAULT_TOPICS,
    TOPIC_SAVINGS,
    TOPICS,
    BonusColumn,
    MapToken,
    Slot,
    Table,
    map_covered_bonuses,
    set_up_grid_board,
    start_counting,
)
from rival.games.pampero.tile_text import (
    TILE_FIELDS,
    TOKEN_FIELDS,
    ScoringTileNumberAnswer,
    list_contract_buttons,
    list_foreign_card_buttons,
    list_token_buttons,
    make_tile,
    make_tile_option,
    make_tile_phrases,
    name_tiles,
    read_tile,
    read_token,
    store_tile_details,
)
from rival.games.pampero.tower_bonus import (
    is_board_complete,
    list_board_columns,
    make_tile_list,
    save_bonus_column,
)
from rival.games.pampero.views import show_markers_placed
from rival.games.pampero.vj import SLOTS
from rival.kernel import (
    N_,
    AnswerType,
    Ask,
    BadAnswerError,
    Because,
    Brush,
    ChecklistItem,
    Choice,
    DidYouMeanError,
    Do,
    Drawing,
    Field,
    FieldGroup,
    Form,
    JoinedText,
    MultiChoice,
    Name,
    Number,
    Option,
    Piece,
    Say,
    Script,
    TapTarget,
    Text,
    TextList,
    _,
    ask,
    ask_checklist,
    assume,
    make_option,
    n_,
)
from rival.kernel.caching import cache_by_identity


def run_setup(table: Table) -> Script[None]:
    """Guide the player through the set-up of the game (PA-03 to PA-17)."""
    yield from ask_checklist(
        "set-up",
        _("Set up the game for you and VJ."),
        lambda: make_checklist(table),
        "PA-03",
        label=N_("Set-up done."),
    )
    yield from ask_cards(table)
    yield from ask_reported_topics(table)
    yield from ask_starting_state(table)
    yield from ask_unknown_boards(table)
    yield from place_income_markers(table)
    for n in SLOTS:
        slot = table.slots[n]
        yield Do(
            _(
                "Put the majority markers {n} on the red scale: yours on space {yours}, VJ’s on space {vjs}.",
                n=n,
                yours=slot.yours,
                vjs=slot.vjs,
            ),
            "PA-16",
            "PA-21",
            highlight=partial(show_markers_placed, n, slot.yours, slot.vjs),
        )


def make_checklist(table: Table) -> list[ChecklistItem]:
    """Return the items of the set-up checklist."""

    def item(text: str, *cites: str) -> ChecklistItem:
        """Return an item of the checklist."""
        return ChecklistItem(_(text), cites)

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


def ask_cards(table: Table) -> Script[None]:
    """Ask which three cards the opponent uses (PA-08, PA-09, PA-G43).

    If two slots get the same majority, the player must confirm the answer.
    """
    while True:
        answer = yield from ask(lambda: make_cards_question(table))
        majorities = [answer[f"slot{n}"] for n in SLOTS]
        if len(set(majorities)) == len(majorities):
            break
        confirmed = yield from ask(
            lambda: Ask(
                "table",
                "same-majority",
                _("You entered the same majority for two slots. Is that correct?"),
                Choice(
                    [make_option("no", _("no, I’ll enter them again"), value=0), make_option("yes", _("yes"), value=1)]
                ),
                "PA-G43",
            )
        )
        if confirmed:
            break
    for n, majority in zip(SLOTS, majorities, strict=True):
        table.slots[n] = Slot(find_or_add_card(table, majority))


def make_cards_question(table: Table) -> Ask:
    """Return the question about the majorities on the opponent's three cards."""
    placed = table.options.final_slots == "a_then_b"
    labels = (
        _("slot 1, majority of scoring 2"),
        _("slot 2, majority of final scoring A") if placed else _("slot 2, a final majority"),
        _("slot 3, majority of final scoring B") if placed else _("slot 3, the other final majority"),
    )
    majorities = list_majority_options(table.pack)
    shape = SinglePhraseAnswer(majorities, MAJORITY, table)
    fields = [
        Field(f"slot{n}", label, shape, is_required=True, example=example.label)
        for n, label, example in zip(SLOTS, labels, majorities, strict=False)
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
        reminders=list_question_plan(table),
    )


def list_question_plan(table: Table) -> list[Because]:
    """Return which questions come now and which later, for an owner who has not described everything."""
    pack = table.pack
    unknown_cards = len([card for card in pack.cards if is_card_complete(card)]) < len(SLOTS)
    plan = []
    if not pack.grid_columns or pack.pieces.starting_money is None:
        plan.append(Because(_("Now, about 3 minutes: VJ’s cards, your starting pieces, his money and grid board.")))
    if unknown_cards:
        plan.append(
            Because(
                _(
                    "Later, when VJ reads them, a few seconds each: the sections of his cards, the tiles he takes, "
                    "what his contracts give, the income tracks."
                )
            )
        )
    if plan:
        plan.append(
            Because(_("Rival saves the printed details of your box and does not ask for them in the next game."))
        )
    return plan


def is_card_complete(card: Card) -> bool:
    """Return whether the condition and action of every section of a card are known."""
    return all(section.condition is not None and section.action is not None for section in card.sections)


@cache_by_identity(16)
def list_majority_options(pack: Pack) -> Sequence[Option]:
    """Return an option for each majority that a card can have."""
    by_name = {write_icon(card.majority): card.majority for card in pack.cards if card.majority is not None}
    for entry in list_icon_options(MAJORITY, pack.names):
        by_name.setdefault(str(entry.id), read_icon(entry.id, MAJORITY))
    return [make_option(majority, describe_majority(icon)) for majority, icon in by_name.items()]


def find_or_add_card(table: Table, majority_text: str) -> str:
    """Return the id of the card with this majority; if there is none, add a new card to the pack."""
    majority = read_icon(majority_text, MAJORITY)
    existing: Card | None = next((card for card in table.pack.cards if card.majority == majority), None)
    if existing is not None:
        return existing.id
    parts = (
        letter if letter in ascii_lowercase + digits else " "
        for letter in describe_majority(majority).msgid.lower()[:30]
    )
    plain = "-".join("".join(parts).split()) or "card"
    taken = [card.id for card in table.pack.cards]
    name = next(filter(lambda letter: letter not in taken, chain([plain], map(f"{plain}-{{}}".format, count(2)))))
    table.learn(f"card {name}, majority", majority_text)
    return name


# --- what is counted, and the starting values -------------------------------------------------------------


def ask_reported_topics(table: Table) -> Script[None]:
    """Ask which kinds of pieces the player will report during the game."""
    answer = yield from ask(
        lambda: Ask(
            "player",
            "topics",
            _(
                "What will you report with your turns? Your reports save questions; Rival asks about the rest "
                "when it matters."
            ),
            MultiChoice([make_topic_option(name) for name in TOPICS], default=DEFAULT_TOPICS),
            "PA-22",
            label=describe_topics,
        )
    )
    start_counting(table, answer)


def make_topic_option(name: str) -> Option:
    """Return the option to report a kind of pieces, with the benefit of reporting it."""
    return make_option(name, _("{what}: {saves}", what=TOPICS[name], saves=TOPIC_SAVINGS[name]))


def describe_topics(names: Sequence[str]) -> Text:
    """Return the history line that lists the kinds of pieces that the player reports."""
    topics = JoinedText([TOPICS[name] for name in names]) if names else _("none")
    return _("Rival counts: {answer}.", answer=topics)


def ask_starting_state(table: Table) -> Script[None]:
    """Ask for the starting pieces, VJ's money and the majority markers (PA-13, PA-16, PA-16e, PA-G34)."""
    fields = make_starting_fields(table)
    answer: dict[str, Any] = {}
    if fields:
        answer = yield from ask(
            lambda: Ask(
                "table",
                "start",
                _("Enter what is on the table at the start of the game."),
                Form(make_starting_fields(table)),
                "PA-13",
                "PA-16",
                "PA-G34",
                label=N_("Start of the game: {answer}."),
                extra_check=partial(check_starting_pieces, table),
            )
        )
    set_starting_money(table, answer.get("money"))
    if "pieces" in table.topics:
        place_starting_pieces(table, answer)
    if answer.get("parked") is not None:
        table.learn("pieces, parked_count", bool(answer["parked"]))
    yield from set_majority_markers(table, answer)
    table.scoring_tiles = {tile: answer[f"tile{tile}"] for tile in ("1", "2", "A", "B") if answer.get(f"tile{tile}")}


def place_income_markers(table: Table) -> Script[None]:
    """Place VJ's income markers on their first spaces; the player can correct this (PA-G44)."""
    answer: dict[str, int] = yield from assume(lambda: make_income_question(table))
    table.vj.markers.update({market: answer[f"track-{market}"] - 1 for market in table.vj.markers})


def make_income_question(table: Table) -> Ask:
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
        objection=_("VJ’s income markers start on other spaces"),
    )


def set_starting_money(table: Table, entered: int | None) -> None:
    """Give VJ his starting money; if the player entered the amount, save it (PA-G34)."""
    if entered is not None:
        table.learn("pieces, starting_money", entered)
    amount = table.pack.pieces.starting_money if table.options.vj_start_money == "base" else None
    table.vj.money = amount or 0


def set_majority_markers(table: Table, answer: dict[str, Any]) -> Script[None]:
    """Set each majority marker to its starting value (PA-16, PA-16e)."""
    store_current_counts(table)
    for n in SLOTS:
        slot, majority = table.slots[n], table.get_card(n).majority
        for side, field in (("yours", f"you{n}"), ("vjs", f"vj{n}")):
            count = slot.seen[side]
            setattr(slot, side, answer.get(field, get_starting_count(table, n)) or 0 if count is None else count)
        if isinstance(majority, WindFarms):
            yield Say(
                _("You and VJ have one wind farm each: both majority markers {n} start on space 1.", n=n),
                "PA-16",
                "PA-16e",
            )
        if is_bulldozer_majority(majority):
            yield Say(
                _("Majority marker {n}: virtual bulldozers never count; wooden ones count by the base rules.", n=n),
                "PA-G38",
            )


def is_bulldozer_majority(majority: Any) -> bool:
    """Return whether a card's majority counts bulldozers."""
    if isinstance(majority, CustomIcon):
        return "bulldozer" in majority.words.lower() or "бульдозер" in majority.words.lower()
    return isinstance(majority, Bulldozers | BulldozersInZone)


def get_starting_count(table: Table, n: int) -> int:
    """Return the player's starting count for the majority of a card (PA-11 to PA-13)."""
    return int(isinstance(table.get_card(n).majority, WindFarms | Towers | Bulldozers))


def make_starting_fields(table: Table) -> list[Field]:
    """Return the fields of the question about the starting position."""
    fields = []
    if "pieces" in table.topics:
        fields += [
            make_starting_piece_field("farm", _("sector of your wind farm"), make_building_options(table)),
            make_starting_piece_field("tower", _("sector of your tower"), make_building_options(table)),
            make_starting_piece_field(
                "bulldozer",
                _("sector and kind of site of your bulldozer"),
                make_site_options(find_dual_site_sectors(table)),
            ),
        ]
        fields += [make_dual_sites_field(name) for name in table.sectors if has_unknown_dual_sites(table, name)]
    if table.options.vj_start_money == "base" and table.pack.pieces.starting_money is None:
        fields.append(
            Field("money", _("VJ’s starting money (as in the base game)"), Number(0, 500), is_required_now=True)
        )
    for n in SLOTS:
        card_label, majority = get_card_name(table.get_card(n)), table.get_card(n).majority
        if count_majority_items(table, n, "yours") is None and not isinstance(majority, WindFarms | ChainTokens):
            default = get_starting_count(table, n)
            fields.append(
                Field(f"you{n}", _("your majority marker {n}: {what}", n=n, what=card_label), Number(0, 99), default)
            )
        if count_majority_items(table, n, "vjs") is None:
            fields.append(
                Field(f"vj{n}", _("VJ’s majority marker {n}: {what}", n=n, what=card_label), Number(0, 99), 0)
            )
    if (
        any(isinstance(table.get_card(n).majority, Bulldozers) for n in SLOTS)
        and table.pack.pieces.parked_count is None
    ):
        parked = _("do bulldozers in the parking and storage areas count for the majority?")
        fields.append(
            Field(
                "parked",
                parked,
                Choice([make_option("yes", _("yes"), 1), make_option("no", _("no"), 0)]),
                is_required=True,
            )
        )
    if "specialists" in table.topics:
        for tile in ("1", "2", "A", "B"):
            label = _("number printed on scoring tile {one}", one=Name(tile))
            fields.append(Field(f"tile{tile}", label, ScoringTileNumberAnswer(20), example=Name("1.1")))
    return fields


def make_starting_piece_field(name: str, label: Text, places: list[Option]) -> Field:
    """Return the field for one of the player's starting pieces, filled in by tapping a sector."""
    taps = [tap for tap in STARTING_PIECE_TAPS[name] if any(str(place.id).endswith(tap.suffix) for place in places)]
    return Field(name, label, Choice(places), is_required=True, tap_targets=taps, group=START_GROUP)


def make_sector_tap(label: Text, piece: Piece, prefix: str = "", suffix: str = "") -> TapTarget:
    """Return the answer that is entered by tapping a sector."""
    return TapTarget("sectors", prefix, suffix, label, piece)


START_GROUP = FieldGroup(_("Where are your starting pieces? Tap their sectors."))
FARM_PIECE, TOWER_PIECE = Piece("farm", _("wind farm")), Piece("tower", _("tower"))
TRANSFORMER_PIECE, BULLDOZER_PIECE = Piece("transformer", _("transformer")), Piece("bulldozer", _("bulldozer"))
STARTING_PIECE_TAPS: Mapping[str, Sequence[TapTarget]] = {
    "farm": [
        make_sector_tap(_("Your wind farm"), FARM_PIECE),
        make_sector_tap(_("Your wind farm on a dual-purpose site"), FARM_PIECE, suffix="-either"),
    ],
    "tower": [
        make_sector_tap(_("Your tower"), TOWER_PIECE),
        make_sector_tap(_("Your tower on a dual-purpose site"), TOWER_PIECE, suffix="-either"),
    ],
    "bulldozer": [
        make_sector_tap(_("Your bulldozer on a wind-farm site"), BULLDOZER_PIECE, suffix="-farm"),
        make_sector_tap(_("Your bulldozer on a tower site"), BULLDOZER_PIECE, suffix="-tower"),
        make_sector_tap(_("Your bulldozer on a dual-purpose site"), BULLDOZER_PIECE, suffix="-either"),
    ],
}
"""The pieces that a tap on a sector can enter at the start."""


def find_dual_site_sectors(table: Table) -> dict[str, bool]:
    """Return, for each sector, whether it may have sites for either kind of building."""
    counts = {name: get_site_counts(table, name) for name in table.sectors}
    return {name: sites is None or sites[2] > 0 for name, sites in counts.items()}


def make_building_options(table: Table) -> list[Option]:
    """Return an option for each sector or site where the player can build."""
    options = []
    for name in table.sectors:
        options.append(make_option(name, value=(name, None)))
        if table.find_entry("sector", name).either_sites:
            options.append(make_site_option(name, "either"))
    return options


def make_site_options(sectors: Mapping[str, bool]) -> list[Option]:
    """Return an option for each kind of site in these sectors."""
    kinds: tuple[Site, ...] = ("farm", "tower", "either")
    return [
        make_site_option(name, kind) for name, either in sectors.items() for kind in kinds if either or kind != "either"
    ]


def make_site_option(name: str, kind: Site) -> Option:
    """Return the option for one kind of site in a sector."""
    return make_option(f"{name}-{kind}", _(SITE_LABELS[kind], name=Name(name)), value=(name, kind))


SITE_LABELS: dict[Site, str] = {
    "farm": N_("{name} (wind-farm site)"),
    "tower": N_("{name} (tower site)"),
    "either": N_("{name} (dual-purpose site)"),
}


def place_starting_pieces(table: Table, answer: dict[str, Any]) -> None:
    """Save the entered numbers of sites and place the player's starting pieces (PA-13)."""
    for name in table.sectors:
        if answer.get(f"{name}e") is not None:
            table.learn(f"sector {name}, either_sites", answer[f"{name}e"])
    count_starting_pieces(table, answer)


def check_starting_pieces(table: Table, answer: dict[str, Any]) -> None:
    """Raise BadAnswerError if the player's starting pieces don't fit on the sites (PA-G6).

    Skip the check if the answer itself contains numbers of sites.
    """
    if "pieces" in table.topics and all(answer.get(f"{name}e") is None for name in table.sectors):
        sectors = {answer[piece][0] for piece in ("farm", "tower", "bulldozer")}
        check_piece_moves(table, sectors, lambda after: count_starting_pieces(after, answer))


def count_starting_pieces(table: Table, answer: dict[str, Any]) -> None:
    """Add the player's starting wind farm, tower and bulldozer to their sectors."""
    buildings: tuple[Building, Building] = ("farm", "tower")
    for building in buildings:
        name, site = answer[building]
        if (yours := table.sectors[name].yours) is not None:
            add_building(table, name, yours, building, site)
    name, site = answer["bulldozer"]
    if (yours := table.sectors[name].yours) is not None:
        move_bulldozer(yours, site, 1)


# --- boards that only the owner knows ---------------------------------------------------------------------


def ask_unknown_boards(table: Table) -> Script[None]:
    """Ask for every board that the game tracks but the pack lacks.

    These are VJ's grid board, the contracts, the bonus tiles and the scoring cards.
    """
    if "grid" in table.topics and table.grid is None:
        yield from ask_grid_board(table)
    if "contracts" in table.topics:
        yield from ask_map_contents(table)
    if "bonus" in table.topics:
        yield from ask_bonus_board(table)
    if "specialists" in table.topics:
        text = _(
            "Which specialist scoring cards are face up? Enter the symbols of each, and “next” "
            "if it fits the next scoring tile."
        )
        label = N_("Face-up scoring cards: {answer}.")
        add_scoring_cards(
            table,
            (
                yield from ask_setup_fact(
                    "face-up-now", text, lambda: make_scoring_card_list(table), "PA-35", label=label
                )
            ),
        )


def ask_setup_fact(key: str, text: Text, shape: Callable[[], AnswerType], *cites: str, label: str = "") -> Script[Any]:
    """Ask a question about the set-up and return the answer."""
    return (yield from ask(lambda: Ask("table", key, text, shape(), *cites, label=label)))


def has_unknown_sites(table: Table, name: str) -> bool:
    """Return whether the pack lacks a sector's numbers of sites."""
    return get_site_counts(table, name) is None


def has_unknown_dual_sites(table: Table, name: str) -> bool:
    """Return whether the pack lacks a sector's number of sites for either building, as older packs do."""
    return (
        not table.pack.sample
        and not has_unknown_sites(table, name)
        and table.find_entry("sector", name).either_sites is None
    )


def make_dual_sites_field(name: str) -> Field:
    """Return the field for a sector's number of sites that take either kind of building."""
    label = _("{name}: dual-purpose sites (wind farm or tower)", name=Name(name))
    return Field(f"{name}e", label, Number(0, 20), 0)


GRID_LEGEND: list[tuple[str, Text]] = [
    ("o", _("a place for a contract, with a transformer")),
    ("T", _("a tower in the column; each line is a column, for example “T o o”")),
]
GRID_BRUSHES = [
    Brush("o", GRID_LEGEND[0][1], "space", Piece("transformer", GRID_LEGEND[0][1], "vj")),
    Brush("T", _("a tower in the column"), "space", Piece("tower", _("tower"), "vj")),
]


def ask_grid_board(table: Table) -> Script[None]:
    """Ask for the layout of VJ's grid board and save it."""
    text = _(
        "Draw VJ’s grid board as it is at the start, column by column from the left: the "
        "towers in each column and its places for contracts, each with a transformer."
    )
    label = N_("VJ’s grid board: {answer}.")
    shape = Drawing(parse_grid_board, GRID_LEGEND, GRID_BRUSHES, format_grid_board, has_columns=True)
    answer = yield from ask_setup_fact("grid", text, lambda: shape, "PA-66", "PA-82", label=label)
    for number, (towers, places) in enumerate(answer, start=1):
        column_places = [f"{number}{letter}" for letter in "abcdefgh"[:places]]
        table.learn(f"grid_column {number}, towers", towers)
        table.learn(f"grid_column {number}, transformers", places)
        table.learn(f"grid_column {number}, places", column_places)
    set_up_grid_board(table)


def parse_grid_board(rows: Sequence[str]) -> list[tuple[int, int]]:
    """Return the towers and places in each column of a drawn grid board; raise BadAnswerError if it is invalid."""
    if len(rows) > 12:
        raise BadAnswerError(_("VJ’s grid board has at most 12 columns."))
    columns = []
    for number, row in enumerate(rows, start=1):
        signs = row.replace(" ", "").lower()
        if not signs or set(signs) - {"t", "o"} or signs.count("o") > 8 or signs.count("t") > 8:
            raise BadAnswerError(
                _(
                    "Column {n}: “{row}” has too many signs, or signs other than T and o.",
                    n=number,
                    row=sanitize_text(row),
                )
            )
        columns.append((signs.count("t"), signs.count("o")))
    return columns


def format_grid_board(rows: Sequence[str]) -> Text:
    """Return a drawn grid board as text."""
    columns = [
        _(
            "column {k}: {towers}, {places}",
            k=k,
            towers=n_("{n} tower", "{n} towers", towers),
            places=n_("{n} place for a contract", "{n} places for contracts", places),
        )
        for k, (towers, places) in enumerate(parse_grid_board(rows), start=1)
    ]
    return JoinedText(columns, "; ")


def ask_map_contents(table: Table) -> Script[None]:
    """Ask for the contracts, link tokens and foreign-market cards on the map."""
    text = _(
        "Which contracts are on the map? Enter sector, energy (+batteries) and symbols, for example “A1 4 tourism”."
    )
    label = N_("Contracts on the map: {answer}.")
    answer = yield from ask_setup_fact("map-contracts", text, lambda: make_contract_list(table), "PA-78", label=label)
    add_contracts(table, answer)
    text = _("Which link tokens are on the map? Enter sector and symbols, for example “B1 tourism”.")
    label = N_("Link tokens on the map: {answer}.")
    answer = yield from ask_setup_fact("map-links", text, lambda: make_token_list(table), "PA-89", label=label)
    for token in name_tiles(answer, []).values():
        if table.links is not None:
            table.links[token.name] = token
            store_tile_details(table, "link_token", token, TOKEN_FIELDS)
    if not table.foreign and find_foreign_sectors(table):
        text = _("Which foreign-market cards are on the map? Enter sector and energy, for example “B1 3”.")
        label = N_("Foreign-market cards on the map: {answer}.")
        answer = yield from ask_setup_fact(
            "map-foreign", text, lambda: make_foreign_card_list(table), "PA-55", label=label
        )
        add_foreign_cards(table, answer)


def make_contract_list(table: Table) -> TextList:
    """Return the answer type for a list of contracts."""
    everywhere = list(table.sectors)
    taken = {*(table.contracts or {}), *(tile.name for tile in table.vj.contracts)}
    return make_tile_phrases(
        table,
        lambda: [option for option in list_contract_options(table.pack) if option.id not in taken],
        lambda text: read_tile(table, text, everywhere),
        list_contract_buttons(table, everywhere),
    )


@cache_by_identity(64)
def list_contract_options(pack: Pack) -> Sequence[Option]:
    """Return an option for each known contract, with its sector."""
    return [make_tile_option(make_tile(entry)) for entry in pack.contracts if entry.sector]


def make_token_list(table: Table) -> TextList:
    """Return the answer type for a list of link tokens."""
    return make_tile_phrases(
        table,
        list_token_options(table.pack),
        lambda text: read_token(table, text),
        list_token_buttons(table),
        kind="link_token",
    )


def add_contracts(table: Table, tiles: Sequence[Any]) -> None:
    """Add contracts to the map and save their known details."""
    if table.contracts is None:
        return
    taken = [*table.contracts, *(tile.name for tile in table.vj.contracts)]
    for tile in name_tiles(tiles, taken).values():
        table.contracts[tile.name] = tile
        store_tile_details(table, "contract", tile, TILE_FIELDS)


@cache_by_identity(16)
def list_token_options(pack: Pack) -> Sequence[Option]:
    """Return an option for each known link token."""
    tokens = [MapToken(entry.id, entry.sector, entry.symbols) for entry in pack.link_tokens if entry.sector]
    return [make_token_option(token) for token in tokens]


def find_foreign_sectors(table: Table) -> list[str]:
    """Return the sectors that can hold a foreign-market card."""
    return list(table.pack.foreign_sectors)


def make_foreign_card_list(table: Table) -> TextList:
    """Return the answer type for a list of foreign-market cards."""
    sectors = find_foreign_sectors(table)
    read = partial(read_tile, table, allowed_sectors=sectors, kind="foreign_card")
    return make_tile_phrases(table, [], read, list_foreign_card_buttons(sectors), kind="foreign_card")


def add_foreign_cards(table: Table, cards: Sequence[Any]) -> None:
    """Add foreign-market cards to the map and save their prices."""
    for card in name_tiles(cards, list(table.foreign)).values():
        table.foreign[card.name] = card.sector
        table.foreign_prices[card.name] = (card.energy, card.batteries)
        store_tile_details(table, "foreign_card", card, TILE_FIELDS[:2])


def ask_bonus_board(table: Table) -> Script[None]:
    """Ask for the tiles of each bonus column and for printed bonuses that are unknown."""
    columns = list_board_columns(table)
    if is_board_complete(columns):
        column_text = N_("column {name}, tiles from the top")
        tap = FieldGroup(_("Choose a column, then tap the numbers of its tiles."), is_exclusive=True)
        fields = [
            Field(entry.id, _(column_text, name=Name(entry.id)), make_tile_list(), [], group=tap) for entry in columns
        ]
        text = _("Which tiles are on the tower-bonus board?")
        label = N_("Tower-bonus board: {answer}.")
        answer = yield from ask_setup_fact("bonus-tiles", text, lambda: Form(fields), "PA-72", "PA-74", label=label)
        for column in columns:
            printed = [write_icon(entry) for entry in column.printed or ()]
            zone: Zone = get_zone(column.zone or "A")
            tiles = answer[column.id]
            covered_bonuses = map_covered_bonuses(tiles, to_plain_value(column.under_tiles))
            table.bonus[column.id] = BonusColumn(zone, tiles, printed, covered_bonuses)
        yield from report_duplicate_tiles(table)
        return
    shape = TextList(
        [],
        minimum=1,
        parse_entry=lambda column_text: parse_bonus_column(table, column_text),
        normalize_phrase=lambda column_text: normalize_bonus_column(table, column_text),
        format_entry=lambda column_text: format_bonus_column(table, column_text),
    )
    fields = [
        Field(zone, _("zone {zone}: its columns from the left", zone=zone), shape, is_required=True) for zone in ZONES
    ]
    text = _(
        "What is on the tower-bonus board? For each column enter tile numbers and visible "
        "bonuses, for example “7 12 $5”; separate columns with commas."
    )
    label = N_("Tower-bonus board: {answer}.")
    answer = yield from ask_setup_fact("bonus-board", text, lambda: Form(fields), "PA-72", "PA-74", label=label)
    for zone in ZONES:
        for number, (tiles, printed) in enumerate(answer[zone], start=1):
            name = f"{zone}-{number}"
            covered = table.find_entry("bonus_column", name).under_tiles
            table.bonus[name] = BonusColumn(zone, tiles, printed, map_covered_bonuses(tiles, to_plain_value(covered)))
            save_bonus_column(table, name)
    yield from report_duplicate_tiles(table)


def report_duplicate_tiles(table: Table) -> Script[None]:
    """Warn about bonus tiles that were entered in two columns."""
    placed_tiles = [(tile, name) for name, column in table.bonus.items() for tile in column.tiles]
    for tile, times in Counter(tile for tile, _name in placed_tiles).items():
        if times > 1:
            names = JoinedText([Name(name) for other, name in placed_tiles if other == tile])
            text = _(
                "Tile {tile} was entered in the columns {columns}. If it is in only one of them, correct the others.",
                tile=Name(tile),
                columns=names,
            )
            yield Say(text, "PA-72")


COLUMN_WORD_PATTERN = re.compile(r'other\("(?:[^"\\]|\\.)*+"\)|\S++')
"""Matches a word of a column; an icon in the owner's own words, other("…"), counts as a single word."""


MONEY_PATTERN = re.compile(r"\b([0-9]++) ?\$(?![0-9])")


def split_bonus_column(text: str) -> tuple[list[str], list[str]]:
    """Split a typed bonus column into tile numbers and the words for printed bonuses.

    “5 $” with a space is also read as a sum of money.
    """
    parts = COLUMN_WORD_PATTERN.findall(MONEY_PATTERN.sub(r"$\1", text))
    tiles = list(takewhile(lambda part: is_number(part, 3), parts))
    return tiles, parts[len(tiles) :]


def parse_bonus_column(table: Table, text: str) -> tuple[list[str], list[str]]:
    """Parse a typed bonus column such as “7 12 $5 energy 2” into its tiles and printed bonuses.

    Numbers before the first bonus are tiles. A number after a bonus is the amount of that bonus. Raise BadAnswerError
    if a part is unknown.
    """
    tiles, remaining = split_bonus_column(text)
    printed: list[str] = []
    while remaining:
        bonus_words = find_bonus_words(table, remaining) or collect_unknown_words(table, remaining)
        if bonus_words[0][:1].isdecimal():
            raise BadAnswerError(_("“{words}” is not the number of a tile.", words=sanitize_text(bonus_words[0])))
        text = " ".join(bonus_words)
        printed.append(match_icon(text, GAIN, table.pack.names) or read_stored_phrase(text, GAIN, table))
        remaining = remaining[len(bonus_words) :]
    return tiles, printed


MAX_BONUS_WORDS = 5
"""The maximum number of words in the name of a bonus, in any language."""


def normalize_bonus_column(table: Table, text: str) -> str:
    """Return a typed bonus column in the language-independent form in which it is stored."""
    normalized, remaining = split_bonus_column(text)
    while remaining:
        bonus_words = find_bonus_words(table, remaining) or collect_unknown_words(table, remaining)
        remaining = remaining[len(bonus_words) :]
        try:
            normalized.append(normalize_icon_phrase(" ".join(bonus_words), GAIN, table))
        except DidYouMeanError as doubt:
            raise doubt.wrap(" ".join([*normalized, str(doubt.answer), *remaining])) from None
    return " ".join(normalized)


def format_bonus_column(table: Table, text: str) -> Text:
    """Return a stored bonus column as text."""
    tiles, printed = parse_bonus_column(table, text)
    icons = [read_icon(icon, GAIN) for icon in printed]
    gains = [Name(write_icon(icon)) if isinstance(icon, CustomIcon) else describe_icon(icon) for icon in icons]
    return JoinedText([*map(Name, tiles), *gains], " ")


def find_bonus_words(table: Table, words: Sequence[str]) -> Sequence[str]:
    """Return the longest sequence of leading words that names a bonus."""
    runs = (words[:n] for n in range(min(len(words), MAX_BONUS_WORDS), 0, -1))
    return next((run for run in runs if match_icon(" ".join(run), GAIN, table.pack.names)), [])


def collect_unknown_words(table: Table, words: Sequence[str]) -> Sequence[str]:
    """Return the words before the next known bonus."""
    end = next(
        (n for n in range(1, len(words)) if find_bonus_words(table, words[n:]) or is_custom_icon(words[n])), len(words)
    )
    return words[:1] if is_custom_icon(words[0]) else words[:end]


def is_custom_icon(word: str) -> bool:
    """Return whether a word describes an icon in the owner's own words."""
    return word.startswith("other(")
