"""Views of the table, and what a step shows on them.

The views are the virtual player, its cards, the display, the bonus spaces, the map and the bases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rival.games.mombasa.bases import Base, Space, posts_left, visible_coins
from rival.games.mombasa.maximum import MaxAtZero, needed
from rival.games.mombasa.table import (
    COLUMNS,
    COMPANIES,
    ROUNDS,
    SIDES,
    TYPES,
    Board,
    Card,
    Done,
)
from rival.kernel import (
    Border,
    Cards,
    Column,
    Columns,
    Facts,
    Joined,
    Motion,
    Name,
    Network,
    PackWords,
    Piece,
    Shows,
    Spot,
    Text,
    View,
    _,
    drawn_once,
    fact,
    n_,
)

INITIALS = {"mombasa": _("Mo"), "cape-town": _("CT"), "saint-louis": _("SL"), "cairo": _("Ca")}
POSTS = {
    company: Piece(company, _("post of {company}", company=words), company, sign=INITIALS[company])
    for company, words in COMPANIES.items()
}
BARE_POSTS = {company: Piece(one.glyph, one.words, one.colour) for company, one in POSTS.items()}
"""Pieces without initials, for views that show a single company."""
CARD = Piece("back", _("a card"), "back")
MARKERS_OF = {
    "you": Piece("your-marker", _("your marker"), "yours"),
    "ivp": Piece("its-marker", _("marker of the virtual player"), "opponent"),
}


def views(board: Board) -> Sequence[View]:
    """Return the views in the order in which a turn needs them; during an expansion the map moves up."""
    now, cards = board.expansion, [(name, board.cards[name]) for name in board.active]
    piles = len(board.deck), len(board.discard), board.stack
    facts = [it(board.round, board.first_player, board.markers, *piles)]
    if cards:
        facts.append(demanded(board.thresholds, board.max_types, board.options.max_at_zero))
    map = now_on_map(board, board.posts)
    spaces = active(cards), bonus_spaces(*markers(board), board.first_space), display(board.display)
    bases = [base(one, board.find_base(one), not is_current(board, one)) for one in COMPANIES]
    first, later = ([map], []) if now else ([], [map])
    return [*facts, *first, *spaces, tracks(board.tracks), *later, *bases, so_far(board.done)]


def heading(board: Board, key: str) -> list[Text]:
    """Return the round and the phase as texts for the status line."""
    if not board.round:
        return [_("set-up")]
    phase = _("expansion") if board.expansion else PHASES.get(key, _("the virtual player’s turn"))
    return [_("Round {n}/{all}", n=board.round, all=ROUNDS), phase]


PHASES = {
    "": _("scoring"),
    "final": _("scoring"),
    "planned": _("planning"),
    "draw": _("planning"),
    "card": _("planning"),
    "your-turn": _("your turn"),
    "report": _("expansion"),
    "company": _("expansion"),
    "taken": _("preparation"),
    "preparation": _("preparation"),
    "empty-spaces": _("preparation"),
}


# --- the virtual player -------------------------------------------------------------------------------------


@drawn_once
def it(round: int, first_player: str, markers: int, deck: int, discard: int, stack: int) -> Facts:
    """Build the view of the virtual player: round, first player, markers and piles."""
    facts = [
        fact("round", _("Round"), _("{n} / {all}", n=round, all=ROUNDS), "round"),
        fact("first", _("First player"), SIDES[first_player], "first_player"),
        fact("markers", _("Markers left"), Name(str(markers))),
        fact("deck", _("Deck"), Name(str(deck)), "deck" if deck or discard else ""),
        fact("discard", _("Discard pile"), Name(str(discard))),
        fact("stack", _("Cards left for the display"), Name(str(stack)), "stack"),
    ]
    return Facts("virtual-player", _("The virtual player"), facts)


@drawn_once
def so_far(done: Done) -> Facts:
    """Build the view of the running totals."""
    return Facts(
        "so-far",
        _("Totals so far"),
        [
            fact("blocked", _("Bonus spaces blocked"), Name(str(done.blocked))),
            fact("sent-home", _("Posts sent back to their bases"), Name(str(done.sent_home))),
            fact("coins", _("Coins covered by these posts"), Name(str(done.coins))),
        ],
    )


@drawn_once
def active(cards: Sequence[tuple[str, Card]]) -> Cards:
    """Build the view of the active cards; they are unknown until you have planned."""
    note = None if cards else _("face down until you have planned your round")
    return Cards("active", _("Active cards"), laid(cards), shape="card", named=True, note=note)


def laid(cards: Sequence[tuple[str, Card]]) -> list[Spot]:
    """Build a spot for each of these cards."""
    return [
        Spot(name, card.words, str(card.value or ""), "card", [sign_of(card)], type_words(card), f"cards.{name}")
        for name, card in cards
    ]


def sign_of(card: Card, counted: bool = False) -> Piece:
    """Build the piece for a card's type; ``counted`` adds the value where the card itself doesn't show it."""
    value = card.value if counted and card.value else None
    return Piece(card.type or "open", type_words(card), "opponent", value)


def type_words(card: Card) -> Text:
    """Return the name of the card's type as text."""
    return TYPES[card.type] if card.type else _("unknown")


@drawn_once
def demanded(totals: Mapping[str, int], types: Sequence[str], at_zero: MaxAtZero) -> Facts:
    """Build the view of the totals that you need on the MAX spaces, by type (MO-12, MO-A24, MO-A30)."""
    return Facts(
        "needed",
        _("Needed for MAX"),
        [
            Spot(
                type,
                TYPES[type],
                pieces=[Piece(type, TYPES[type], "opponent" if type in totals else "")],
                note=Name(str(totals[type]))
                if type in totals
                else n_("{n} card", "{n} cards", needed(totals, type, at_zero)),
            )
            for type in types
        ],
    )


@drawn_once
def tracks(told: Mapping[str, int]) -> Facts:
    """Build the view of your markers on the company tracks; ``told`` has the markers reported so far."""
    return Facts(
        "tracks",
        _("Your markers on the company tracks"),
        [
            Spot(
                company,
                words,
                pieces=[BARE_POSTS[company]],
                note=Name(str(told[company])) if company in told else _("not entered yet"),
                corrects=f"tracks.{company}",
            )
            for company, words in COMPANIES.items()
        ],
    )


# --- display and bonus spaces -------------------------------------------------------------------------------


@drawn_once
def display(cards: Sequence[bool]) -> Cards:
    """Build the view of the display."""
    return Cards("display", _("Display"), spaces(cards), COLUMNS, "card", corrects="display")


def spaces(cards: Sequence[bool]) -> list[Spot]:
    """Build the spots of the display, row by row from the top left; what the cards are is not recorded."""
    return [
        Spot(
            str(n),
            _("space {n}: a card", n=n) if lies else _("space {n}: empty", n=n),
            str(n) if lies else "·",
            "back" if lies else "",
            note=Name(str(n)),
        )
        for n, lies in enumerate(cards, start=1)
    ]


Markers = tuple[Sequence[str], Sequence[str]]
"""The names of the bonus spaces, and the holders of the markers on them."""


def markers(board: Board) -> Markers:
    """Return the names of the bonus spaces and the holders of the markers on them."""
    return [space.name for space in board.bonus], [space.holder for space in board.bonus]


@drawn_once
def bonus_spaces(names: Sequence[str], holders: Sequence[str], first: int) -> Cards:
    """Build the view of the bonus spaces; ``first`` is the index of the first-player space."""
    return Cards("bonus", _("Bonus spaces"), occupied(names, holders, first), shape="slot", named=True)


def occupied(names: Sequence[str], holders: Sequence[str], first: int) -> list[Spot]:
    """Build the spots of the seven bonus spaces without MAX (MO-20), each with its name or its number."""
    return [
        bonus_space(n, FIRST if n - 1 == first and not name else PackWords(name) if name else None, holder)
        for n, (name, holder) in enumerate(zip(names, holders, strict=True), start=1)
    ]


FIRST = _("First player")


def bonus_space(n: int, name: Text | None, holder: str) -> Spot:
    """Build the spot of one bonus space."""
    said = HELD[holder] if name is None else Joined([name, HELD[holder]])
    pieces = [MARKERS_OF[holder]] if holder else ()
    return Spot(str(n), _("{n}: {words}", n=n, words=said), str(n), "space", pieces, name, f"bonus.{n}")


HELD = {"": _("free"), "you": _("yours"), "ivp": _("blocked by the virtual player")}


# --- the map ------------------------------------------------------------------------------------------------


def now_on_map(board: Board, posts: Mapping[str, str]) -> Network:
    """Build the view of the map with these posts; during an expansion its title has the points left."""
    told, now = board.land, board.expansion
    goes_on = (now.company, now.points) if now else None
    return land(sorted({*board.regions, *posts}), told.borders, told.gates, told.places, posts, goes_on)


@drawn_once
def land(
    regions: Sequence[str],
    borders: Mapping[str, Mapping[str, int]],
    gates: Mapping[str, Mapping[str, int]],
    places: Mapping[str, Sequence[int]],
    posts: Mapping[str, str],
    now: tuple[str, int] | None,
) -> Network:
    """Build the view of the known part of the map, with the posts on it and the bases next to their gates."""
    bases = [company for company in COMPANIES if gates.get(company)]
    lines = [Border(one, other, price) for one in borders for other, price in borders[one].items() if one < other]
    lines += [Border(gate_id(one), other, price) for one in bases for other, price in gates[one].items()]
    title = _("Map")
    if now is not None:
        company, points = now
        title = n_("Map: {company} expands, {n} point left", "Map: {company} expands, {n} points left", points)
        title.args["company"] = COMPANIES[company]
    return Network(
        MAP,
        title,
        [*(region(one, posts.get(one, "")) for one in regions), *(gate(one) for one in bases)],
        lines,
        {one: (x, y) for one, (x, y) in places.items()},
        _("Thin line: 1 point. Thick line: 2 points. A region with another company’s post costs 1 point more.")
        if regions
        else _("The map is still empty: Rival asks for regions and borders when they matter."),
        "posts" if regions else "",
        [gate_id(one) for one in bases],
    )


MAP = "map"


def region(name: str, holder: str) -> Spot:
    """Build the spot of a region, with the post of its holder."""
    if not holder:
        return Spot(name, _("{region}, no post", region=Name(name)), name, "space")
    words = _("{region}, post of {company}", region=Name(name), company=COMPANIES[holder])
    return Spot(name, words, name, "space", [POSTS[holder]])


def gate(company: str) -> Spot:
    """Build the spot of a company's base on the map."""
    words = _("base of {company}", company=COMPANIES[company])
    return Spot(gate_id(company), words, "", company, note=COMPANIES[company])


def gate_id(company: str) -> str:
    """Return the spot id of a base on the map; no region can have it, since names have no line break."""
    return f"\n{company}"


# --- bases --------------------------------------------------------------------------------------------------


def is_current(board: Board, company: str) -> bool:
    """Return whether the base is known and you have reported in this round."""
    return board.reported == board.round and company in board.bases


@drawn_once
def base(company: str, told: Base | None, stale: bool) -> Columns:
    """Build the view of a base (MO-A23): columns from the top to the end space; empty spaces show their coins.

    ``told`` is the base as last entered; ``stale`` says that its posts may have moved since.
    """
    if told is None:
        return Columns(base_id(company), COMPANIES[company], (), _("not entered yet"))
    columns = [
        Column(
            _("column {n}", n=x + 1),
            [base_space(company, told, Space(x, y)) for y in range(len(column.coins))],
            sign=str(x + 1),
        )
        for x, column in enumerate(told)
    ]
    said: list[Text] = [
        n_("{n} coin", "{n} coins", visible_coins(told)),
        n_("{n} post", "{n} posts", posts_left(told)),
    ]
    note = Joined([*said, _("as last entered")] if stale else said, " · ")
    return Columns(base_id(company), COMPANIES[company], columns, note, f"bases.{company}")


def base_id(company: str) -> str:
    """Return the id of the view of a base."""
    return f"base-{company}"


def space_id(at: Space) -> str:
    """Return the spot id of a space of a base, both numbers from 1."""
    return f"{at.column + 1}.{at.row + 1}"


def base_space(company: str, told: Base, at: Space) -> Spot:
    """Build the spot of one space of a base."""
    column = told[at.column]
    coins, is_end = column.coins[at.row], at.row == len(column.coins) - 1
    ground, id = "end" if is_end else "space", space_id(at)
    if column.posts[at.row]:
        return Spot(id, _("post"), "", ground, [BARE_POSTS[company]])
    if not coins:
        return Spot(id, _("empty"), "", ground)
    words = n_("{n} coin", "{n} coins", coins)
    return Spot(id, words, "", ground, [Piece("coin", words, "coin", coins)])


# --- what a step touches --------------------------------------------------------------------------------------


def cards_laid(cards: Sequence[tuple[str, Card]]) -> Shows:
    """Show these cards as the active ones."""
    return Shows("active", laid(cards), lit=[])


def card_taken(cards: Sequence[bool], n: int) -> Shows:
    """Show a card leaving the display; ``cards`` is the display before that."""
    return Shows("display", spaces(cards), [Motion(CARD, start=str(n))], [str(n)])


def marker_placed(now: Markers, first: int, n: int) -> Shows:
    """Show a marker of the virtual player arriving on a bonus space."""
    return Shows("bonus", occupied(*now, first), [Motion(MARKERS_OF["ivp"], end=str(n))], [str(n)])


def post_placed(name: str, company: str, left: Base, at: Space) -> Shows:
    """Show a post arriving on the map, and the space of its base that it has left."""
    spot = base_space(company, left, at)
    leaves = Shows(base_id(company), [spot], [Motion(BARE_POSTS[company], start=spot.id)])
    return Shows(MAP, [region(name, company)], [Motion(POSTS[company], end=name)], also=leaves)


def base_shown(company: str, told: Base, best: Sequence[Space] = ()) -> Shows:
    """Show a base as it is, with the equally good spaces highlighted."""
    spots = [base_space(company, told, Space(x, y)) for x, column in enumerate(told) for y in range(len(column.coins))]
    return Shows(base_id(company), spots, lit=[space_id(one) for one in best])


def post_home(company: str, told: Base, at: Space) -> Shows:
    """Show a post arriving on its base."""
    spot = base_space(company, told, at)
    return Shows(base_id(company), [spot], [Motion(BARE_POSTS[company], end=spot.id)])
