"""Views of the table, and functions that show a step on them.

The views are the virtual player, its cards, the display, the bonus spaces, the map and the bases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rival.games.mombasa.bases import Base, BaseSpace, count_base_posts, count_visible_coins
from rival.games.mombasa.max_spaces import MaxAtZero, find_required_total
from rival.games.mombasa.table import (
    CARD_TYPES,
    COMPANIES,
    DISPLAY_COLUMNS,
    ROUND_COUNT,
    SIDE_LABELS,
    Board,
    Card,
    Statistics,
)
from rival.kernel import (
    Border,
    Cards,
    Column,
    Columns,
    FactList,
    Highlight,
    JoinedText,
    Motion,
    Name,
    Network,
    PackPhrase,
    Piece,
    Spot,
    Text,
    View,
    _,
    cache_view,
    make_fact,
    n_,
)

POST_PIECES = {
    company: Piece(company, _("post of {company}", company=words), company) for company, words in COMPANIES.items()
}
"""The post of each company. The posts differ in shape as well as colour."""
CARD_BACK = Piece("back", _("a card"), "back")
MARKER_PIECES = {
    "you": Piece("your-marker", _("your marker"), "yours"),
    "ivp": Piece("its-marker", _("virtual player’s marker"), "opponent"),
}


def make_views(board: Board) -> Sequence[View]:
    """Return all views of the board, in the order in which the player needs them during a turn."""
    expansion, cards = board.expansion, [(name, board.cards[name]) for name in board.active]
    piles = len(board.deck), len(board.discard), board.stack
    facts = [make_opponent_facts(board.round, board.first_player, board.markers_left, *piles)]
    if cards:
        facts.append(make_max_facts(board.thresholds, board.max_types, board.options.max_at_zero))
    map_view = make_current_map(board, board.posts)
    spaces = (
        make_active_cards(cards),
        make_bonus_spaces(*list_bonus_markers(board), board.first_space),
        make_display(board.display),
    )
    bases = [make_base(company, board.find_base(company), not is_base_current(board, company)) for company in COMPANIES]
    early_views, late_views = ([map_view], []) if expansion else ([], [map_view])
    return [
        *facts,
        *early_views,
        *spaces,
        make_track_facts(board.tracks),
        *late_views,
        *bases,
        make_statistics_facts(board.done),
    ]


def make_status_line(board: Board, key: str) -> list[Text]:
    """Return the texts of the status line, which are the round and the phase."""
    if not board.round:
        return [PHASE_LABELS["set-up"]]
    return [_("Round {n}/{all}", n=board.round, all=ROUND_COUNT), PHASE_LABELS[board.phase]]


PHASE_LABELS = {
    "set-up": _("set-up"),
    "planning": _("planning"),
    "yours": _("your turn"),
    "ivp": _("the virtual player’s turn"),
    "expansion": _("expansion"),
    "preparation": _("preparation"),
    "scoring": _("scoring"),
}


def list_turn_views(board: Board) -> list[str]:
    """Return the ids of the views that the player needs during a turn: the MAX space totals (MO-12)."""
    return ["needed"] if board.active else []


# --- the virtual player -------------------------------------------------------------------------------------


@cache_view
def make_opponent_facts(round: int, first_player: str, markers: int, deck: int, discard: int, stack: int) -> FactList:
    """Build the view of the virtual player: round, first player, markers and card piles."""
    facts = [
        make_fact("round", _("Round"), _("{n} / {all}", n=round, all=ROUND_COUNT), "round"),
        make_fact("first", _("First player"), SIDE_LABELS[first_player], "first_player"),
        make_fact("markers", _("Markers left"), Name(str(markers))),
        make_fact("deck", _("Deck"), Name(str(deck)), "deck" if deck or discard else ""),
        make_fact("discard", _("Discard pile"), Name(str(discard))),
        make_fact("stack", _("Cards left for the display"), Name(str(stack)), "stack"),
    ]
    return FactList("virtual-player", _("The virtual player"), facts)


@cache_view
def make_statistics_facts(statistics: Statistics) -> FactList:
    """Build the view with the running totals."""
    return FactList(
        "so-far",
        _("Totals so far"),
        [
            make_fact("blocked", _("Bonus spaces blocked"), Name(str(statistics.blocked))),
            make_fact("sent-home", _("Posts sent back to their bases"), Name(str(statistics.sent_home))),
            make_fact("coins", _("Coins covered by these posts"), Name(str(statistics.coins))),
        ],
    )


@cache_view
def make_active_cards(cards: Sequence[tuple[str, Card]]) -> Cards:
    """Build the view of the active cards, which are unknown until the player has planned."""
    note = None if cards else _("face down until you have planned your round")
    return Cards("active", _("Active cards"), make_card_spots(cards), shape="card", shows_notes=True, note=note)


def make_card_spots(cards: Sequence[tuple[str, Card]]) -> list[Spot]:
    """Build a spot for each of these cards."""
    return [
        Spot(
            name,
            card.label,
            str(card.value or ""),
            "card",
            [make_card_piece(card)],
            get_type_label(card),
            f"cards.{name}",
        )
        for name, card in cards
    ]


def make_card_piece(card: Card, show_value: bool = False) -> Piece:
    """Return the drawing of a card type."""
    value = card.value if show_value and card.value else None
    return Piece(card.type or "open", get_type_label(card), "opponent", value)


def get_type_label(card: Card) -> Text:
    """Return the name of a card's type as text."""
    return CARD_TYPES[card.type] if card.type else _("unknown")


@cache_view
def make_max_facts(totals: Mapping[str, int], types: Sequence[str], max_at_zero: MaxAtZero) -> FactList:
    """Build the view of the totals that the player needs for the MAX spaces, by type (MO-12, MO-A24, MO-A30)."""
    return FactList(
        "needed",
        _("Needed for MAX"),
        [
            Spot(
                type,
                CARD_TYPES[type],
                pieces=[Piece(type, CARD_TYPES[type], "opponent" if type in totals else "")],
                note=Name(str(totals[type]))
                if type in totals
                else n_("{n} card", "{n} cards", find_required_total(totals, type, max_at_zero)),
            )
            for type in types
        ],
    )


@cache_view
def make_track_facts(positions: Mapping[str, int]) -> FactList:
    """Build the view of the player's markers on the company tracks."""
    return FactList(
        "tracks",
        _("Your markers on the company tracks"),
        [
            Spot(
                company,
                company_name,
                pieces=[POST_PIECES[company]],
                note=Name(str(positions[company])) if company in positions else _("not entered yet"),
                edit_path=f"tracks.{company}",
            )
            for company, company_name in COMPANIES.items()
        ],
    )


# --- display and bonus spaces -------------------------------------------------------------------------------


@cache_view
def make_display(cards: Sequence[bool]) -> Cards:
    """Build the view of the display."""
    return Cards("display", _("Display"), make_display_spots(cards), DISPLAY_COLUMNS, "card", edit_path="display")


def make_display_spots(cards: Sequence[bool]) -> list[Spot]:
    """Build the spots of the display, row by row from the top left.

    The spots don't show the kinds of the cards, because they are not recorded.
    """
    return [
        Spot(
            str(n),
            _("space {n}: a card", n=n) if has_card else _("space {n}: empty", n=n),
            str(n) if has_card else "·",
            "back" if has_card else "",
            note=Name(str(n)),
        )
        for n, has_card in enumerate(cards, start=1)
    ]


BonusMarkers = tuple[Sequence[str], Sequence[str]]
"""The names of the bonus spaces, and the sides that have markers there."""


def list_bonus_markers(board: Board) -> BonusMarkers:
    """Return the names of the bonus spaces, and the sides that have markers there."""
    return [space.name for space in board.bonus], [space.holder for space in board.bonus]


@cache_view
def make_bonus_spaces(names: Sequence[str], holders: Sequence[str], first_space: int) -> Cards:
    """Build the view of the bonus spaces; ``first_space`` is the index of the first-player space."""
    return Cards(
        "bonus", _("Bonus spaces"), make_bonus_spots(names, holders, first_space), shape="slot", shows_notes=True
    )


def make_bonus_spots(names: Sequence[str], holders: Sequence[str], first_space: int) -> list[Spot]:
    """Build the spots of the seven bonus spaces without MAX (MO-20), each with its name or number."""
    return [
        make_bonus_spot(
            n, FIRST_PLAYER_LABEL if n - 1 == first_space and not name else PackPhrase(name) if name else None, holder
        )
        for n, (name, holder) in enumerate(zip(names, holders, strict=True), start=1)
    ]


FIRST_PLAYER_LABEL = _("First player")


def make_bonus_spot(n: int, name: Text | None, holder: str) -> Spot:
    """Build the spot for one bonus space."""
    label = HOLDER_LABELS[holder] if name is None else JoinedText([name, HOLDER_LABELS[holder]])
    pieces = [MARKER_PIECES[holder]] if holder else ()
    return Spot(str(n), _("{n}: {words}", n=n, words=label), str(n), "space", pieces, name, f"bonus.{n}")


HOLDER_LABELS = {"": _("free"), "you": _("yours"), "ivp": _("blocked by the virtual player")}


# --- the map ------------------------------------------------------------------------------------------------


def make_current_map(board: Board, posts: Mapping[str, str]) -> Network:
    """Build the view of the map with these posts; during an expansion, its title shows the points left."""
    region_map, expansion = board.land, board.expansion
    expanding = (expansion.company, expansion.points) if expansion else None
    return make_map(
        sorted({*board.regions, *posts}), region_map.borders, region_map.gates, region_map.places, posts, expanding
    )


@cache_view
def make_map(
    regions: Sequence[str],
    borders: Mapping[str, Mapping[str, int]],
    gates: Mapping[str, Mapping[str, int]],
    places: Mapping[str, Sequence[int]],
    posts: Mapping[str, str],
    expanding: tuple[str, int] | None,
) -> Network:
    """Build the view of the known part of the map, with posts, and with bases next to their gates."""
    bases = list(COMPANIES) if regions else []
    border_lines = [
        Border(start, end, price) for start in borders for end, price in borders[start].items() if start < end
    ]
    border_lines += [
        Border(get_gate_id(start), end, price) for start in bases for end, price in gates.get(start, {}).items()
    ]
    title = _("Map")
    if expanding is not None:
        company, points = expanding
        title = n_("Map: {company} expands, {n} point left", "Map: {company} expands, {n} points left", points)
        title.args["company"] = COMPANIES[company]
    return Network(
        MAP_VIEW_ID,
        title,
        [
            *(make_region_spot(start, posts.get(start, "")) for start in regions),
            *(make_gate_spot(start) for start in bases),
        ],
        border_lines,
        {start: (x, y) for start, (x, y) in places.items()},
        _("Thin line: 1 point. Thick line: 2 points. A region with another company’s post costs 1 point more.")
        if regions
        else _("The map is still empty: Rival asks for regions and borders when they matter."),
        "posts" if regions else "",
        [get_gate_id(start) for start in bases],
        corners={get_gate_id(start): BASE_CORNERS[start] for start in bases},
    )


MAP_VIEW_ID = "map"
BASE_CORNERS = {"saint-louis": (0, 0), "cairo": (1, 0), "cape-town": (0, 1), "mombasa": (1, 1)}
"""The map corner of each company's base: 0 or 1 from the left, and 0 or 1 from the top."""


def make_region_spot(name: str, holder: str) -> Spot:
    """Build the spot for a region, with its holder's post."""
    if not holder:
        return Spot(name, _("{region}, no post", region=Name(name)), name, "space")
    label = _("{region}, post of {company}", region=Name(name), company=COMPANIES[holder])
    return Spot(name, label, name, "space", [POST_PIECES[holder]])


def make_gate_spot(company: str) -> Spot:
    """Return the drawing of a company's base on the map."""
    label = _("base of {company}", company=COMPANIES[company])
    return Spot(get_gate_id(company), label, "", company, [POST_PIECES[company]], COMPANIES[company])


def get_gate_id(company: str) -> str:
    """Return the id of a company's base in the map drawing."""
    return f"\n{company}"


# --- bases --------------------------------------------------------------------------------------------------


def is_base_current(board: Board, company: str) -> bool:
    """Return whether the base's state in this round is known."""
    return board.reported == board.round and company in board.bases


@cache_view
def make_base(company: str, known_base: Base | None, is_outdated: bool) -> Columns:
    """Build the view of a base (MO-A23).

    Each column runs from the top to its end space. Empty spaces show their coins. ``known_base`` is the base as last
    entered. ``is_outdated`` means that its posts may have moved since then.
    """
    if known_base is None:
        return Columns(get_base_id(company), COMPANIES[company], (), _("not entered yet"))
    columns = [
        Column(
            _("column {n}", n=x + 1),
            [make_base_spot(company, known_base, BaseSpace(x, y)) for y in range(len(column.coins))],
            sign=str(x + 1),
        )
        for x, column in enumerate(known_base)
    ]
    facts: list[Text] = [
        n_("{n} coin", "{n} coins", count_visible_coins(known_base)),
        n_("{n} post", "{n} posts", count_base_posts(known_base)),
    ]
    note = JoinedText([*facts, _("as last entered")] if is_outdated else facts, " · ")
    return Columns(get_base_id(company), COMPANIES[company], columns, note, f"bases.{company}")


def get_base_id(company: str) -> str:
    """Return the id of a base's view."""
    return f"base-{company}"


def get_space_id(space: BaseSpace) -> str:
    """Return the spot id for a space on a base, with both numbers counted from 1."""
    return f"{space.column + 1}.{space.row + 1}"


def make_base_spot(company: str, known_base: Base, space: BaseSpace) -> Spot:
    """Build the spot for one space on a base."""
    column = known_base[space.column]
    coins, is_end = column.coins[space.row], space.row == len(column.coins) - 1
    ground, id = "end" if is_end else "space", get_space_id(space)
    if column.posts[space.row]:
        return Spot(id, _("post"), "", ground, [POST_PIECES[company]])
    if not coins:
        return Spot(id, _("empty"), "", ground)
    label = n_("{n} coin", "{n} coins", coins)
    return Spot(id, label, "", ground, [Piece("coin", label, "coin", coins)])


# --- what a step shows --------------------------------------------------------------------------------------


def show_active_cards(cards: Sequence[tuple[str, Card]]) -> Highlight:
    """Show these cards as active."""
    return Highlight("active", make_card_spots(cards), highlighted_ids=[])


def show_taken_card(cards: Sequence[bool], space: int) -> Highlight:
    """Show a card leaving the display; ``cards`` is the display before the move."""
    return Highlight("display", make_display_spots(cards), [Motion(CARD_BACK, start=str(space))], [str(space)])


def show_placed_marker(bonus_markers: BonusMarkers, first_space: int, space: int) -> Highlight:
    """Show one of the virtual player's markers arriving on a bonus space."""
    return Highlight(
        "bonus",
        make_bonus_spots(*bonus_markers, first_space),
        [Motion(MARKER_PIECES["ivp"], end=str(space))],
        [str(space)],
    )


def show_placed_post(region_name: str, company: str, base_left: Base, space: BaseSpace) -> Highlight:
    """Show a post arriving on the map, and the base space that it has left."""
    spot = make_base_spot(company, base_left, space)
    departure = Highlight(get_base_id(company), [spot], [Motion(POST_PIECES[company], start=spot.id)])
    return Highlight(
        MAP_VIEW_ID,
        [make_region_spot(region_name, company)],
        [Motion(POST_PIECES[company], end=region_name)],
        other_view=departure,
    )


def show_base(company: str, known_base: Base, best_spaces: Sequence[BaseSpace] = ()) -> Highlight:
    """Show a base with the equally good spaces highlighted."""
    spots = [
        make_base_spot(company, known_base, BaseSpace(x, y))
        for x, column in enumerate(known_base)
        for y in range(len(column.coins))
    ]
    return Highlight(get_base_id(company), spots, highlighted_ids=[get_space_id(space) for space in best_spaces])


def show_removed_post(region_name: str, company: str, known_base: Base, space: BaseSpace | None = None) -> Highlight:
    """Show a post leaving the map, and the base space where it arrives, if there is one."""
    arrival = None
    if space is not None:
        spot = make_base_spot(company, known_base, space)
        arrival = Highlight(get_base_id(company), [spot], [Motion(POST_PIECES[company], end=spot.id)])
    return Highlight(
        MAP_VIEW_ID,
        [make_region_spot(region_name, "")],
        [Motion(POST_PIECES[company], start=region_name)],
        other_view=arrival,
    )
