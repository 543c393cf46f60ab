"""The state of the table: cards, display, bonus spaces, tracks, map and bases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rival.games.mombasa.bases import Base, count_base_posts, count_visible_coins, make_full_base
from rival.games.mombasa.expansion import POSTS_PER_COMPANY, Atlas
from rival.games.mombasa.max_spaces import sum_cards_by_type
from rival.games.mombasa.options import Options
from rival.kernel import Json, Name, PackPhrase, Text, _

COMPANIES = {
    "mombasa": _("Mombasa"),
    "cape-town": _("Cape Town"),
    "saint-louis": _("Saint-Louis"),
    "cairo": _("Cairo"),
}
GOODS = {"bananas": _("bananas"), "coffee": _("coffee"), "cotton": _("cotton")}
NUMBERED_TYPES = {**GOODS, "expansion": _("expansion")}
CARD_TYPES = {
    **NUMBERED_TYPES,
    "bookkeeper": _("bookkeeper"),
    "diamonds": _("diamond merchant"),
    "share": _("share"),
}
MAX_TYPES = tuple(NUMBERED_TYPES)
"""The types that have a MAX space (MO-A24), unless the pack specifies others."""
MAX_CARD_VALUE = 4
DISPLAY_ROWS, DISPLAY_COLUMNS = 4, 3
DISPLAY_SPACE_COUNT = DISPLAY_ROWS * DISPLAY_COLUMNS
BONUS_SPACE_COUNT = 7
MARKER_COUNT = 3
ACTIVE_CARD_COUNT = 4
ROUND_COUNT = 7
DISPLAY_CARD_COUNT = 44

SIDE_LABELS = {"you": _("you"), "ivp": _("the virtual player")}


# --- cards ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the virtual player. An unnamed card has no type."""

    type: str = ""
    value: int = 0

    @property
    def id(self) -> str:
        """The id of the card's kind, such as "coffee-2" or "open"."""
        return f"{self.type}-{self.value}" if self.value else self.type or OPEN_CARD

    def to_json(self) -> str:
        """Return the card as plain JSON, which is its kind."""
        return self.id

    @property
    def label(self) -> Text:
        """The card's name as text."""
        if not self.type:
            return _("the unknown card")
        return (
            _("{type} {value}", type=CARD_TYPES[self.type], value=self.value) if self.value else CARD_TYPES[self.type]
        )


OPEN_CARD = "open"
CARDS_BY_KIND = {
    card.id: card
    for card in [
        *(Card(type, value) for type in NUMBERED_TYPES for value in range(1, MAX_CARD_VALUE + 1)),
        *(Card(type) for type in CARD_TYPES if type not in NUMBERED_TYPES),
    ]
}
PROBABLE_DECK = (
    "bananas-1",
    "bananas-2",
    "coffee-1",
    "coffee-2",
    "cotton-1",
    "cotton-2",
    "expansion-2",
    "bookkeeper",
    OPEN_CARD,
    "expansion-1",
)
"""The default starting deck (MO-07): nine cards of an unused colour, and the second player's expansion card."""
BOUGHT_KIND = "diamonds"
"""The card kind that is never a starting card (MO-07)."""


def is_starting_card(card_id: str) -> bool:
    """Return whether this card is one of the ten starting cards, which have the lowest numbers."""
    return int(card_id[1:]) <= len(PROBABLE_DECK)


UNNAMED_CARD = Card()


def get_card(kind: str) -> Card:
    """Return the card of this kind, or the unnamed card if the kind is unknown."""
    return CARDS_BY_KIND.get(kind, UNNAMED_CARD)


MAX_REGIONS = 80
MAX_BORDERS_PER_REGION = 4
"""Limit on the borders per region. A flat map averages fewer than three; the real map has about 40 regions."""


# --- the map ----------------------------------------------------------------------------------------------


@dataclass
class RegionMap:
    """The known part of the map, with its borders and gates.

    ``known`` contains the regions whose neighbours have all been entered. ``whole`` means that the whole map has been
    entered.
    """

    borders: dict[str, dict[str, int]] = field(default_factory=dict)
    gates: dict[str, dict[str, int]] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)
    whole: bool = False
    places: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._atlas: Atlas | None = None

    @property
    def atlas(self) -> Atlas:
        """The map in the form used by the region search, cached."""
        if self._atlas is None:
            self._atlas = self._make_atlas()
        return self._atlas

    def _make_atlas(self) -> Atlas:
        pairs = {
            (region, neighbour): points
            for region, neighbours in self.borders.items()
            for neighbour, points in neighbours.items()
        }
        return Atlas(pairs, self.gates, None if self.whole else frozenset(self.known))

    def describe_map_excess(self) -> Text | None:
        """Return the error message for a map that is too large; None if its size is allowed."""
        regions, borders = len(self.regions), sum(map(len, self.borders.values())) // 2
        if regions > MAX_REGIONS:
            return _("A map can have at most {most} regions, but this would make {n}.", most=MAX_REGIONS, n=regions)
        if borders > MAX_BORDERS_PER_REGION * regions:
            text = _(
                "A map with {n} regions can’t have {borders} borders: that is too many neighbours "
                "for each region. Remove borders that don’t exist."
            )
            text.args.update(borders=borders, n=regions)
            return text
        return None

    @property
    def regions(self) -> list[str]:
        """The regions of the map, sorted by name."""
        return sorted({*self.borders, *self.known, *self.places, *(r for gates in self.gates.values() for r in gates)})

    def set_neighbours(self, region: str, neighbours: Mapping[str, int], complete: bool = True) -> None:
        """Replace a region's neighbours; ``complete`` means that the region has no others."""
        for neighbour in self.borders.pop(region, {}):
            self.borders[neighbour].pop(region, None)
            if not self.borders[neighbour] and not self.whole and neighbour not in self.known:
                del self.borders[neighbour]
        self.borders[region] = dict(neighbours)
        for neighbour, points in neighbours.items():
            self.borders.setdefault(neighbour, {})[region] = points
        if complete and not self.whole:
            self.known.add(region)
        self._atlas = None

    def set_gates(self, company: str, gates: Mapping[str, int]) -> None:
        """Replace the regions that can be entered from a company's base."""
        self.gates[company] = dict(gates)
        self._atlas = None


# --- the table ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class BonusSpace:
    """One of the seven bonus spaces, with its name and the side that has a marker there."""

    name: str = ""
    holder: str = ""


@dataclass(slots=True)
class EnteredRegion:
    """An entered region: its cost, the points left, and the company whose post is displaced.

    Until the posts move, the map still shows the region's earlier post.
    """

    region: str
    cost: int
    left: int
    displaced: str


@dataclass(slots=True)
class Expansion:
    """An expansion in progress: the company, its targets and the points left.

    ``uncovered`` counts the coins that its posts uncovered on its base, ``due`` are the regions entered whose posts
    have still to be moved (MO-A33).
    """

    company: str
    targets: list[str]
    points: int
    spent: int = 0
    placed: int = 0
    sent_home: int = 0
    uncovered: int = 0
    due: list[EnteredRegion] = field(default_factory=list)


@dataclass(slots=True)
class Statistics:
    """Running totals of the virtual player's moves."""

    turns: int = 0
    blocked: int = 0
    posts: int = 0
    sent_home: int = 0
    coins: int = 0


@dataclass
class Board:
    """The state of the game, limited to what the virtual player needs.

    Texts count display spaces and bonus spaces from 1; the lists here count from 0. ``thresholds`` contains the totals
    of the active cards by type. ``tracks`` contains the player's markers as reported in round ``reported``. ``bases``
    contains the bases with known posts. ``outdated`` contains the bases whose posts the player has moved since they
    were last entered.
    """

    options: Options
    phase: Literal["set-up", "planning", "yours", "ivp", "expansion", "preparation", "scoring"] = "set-up"
    round: int = 0
    first_player: str = "you"
    cards: dict[str, Card] = field(default_factory=dict)
    deck: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    active: list[str] = field(default_factory=list)
    thresholds: dict[str, int] = field(default_factory=dict)
    display: list[bool] = field(default_factory=lambda: [True] * DISPLAY_SPACE_COUNT)
    stack: int = DISPLAY_CARD_COUNT - DISPLAY_SPACE_COUNT
    bonus: list[BonusSpace] = field(default_factory=list)
    first_space: int = 0
    max_types: list[str] = field(default_factory=lambda: list(MAX_TYPES))
    tracks: dict[str, int] = field(default_factory=dict)
    reported: int = 0
    land: RegionMap = field(default_factory=RegionMap)
    posts: dict[str, str] = field(default_factory=dict)
    bases: dict[str, Base] = field(default_factory=dict)
    outdated: dict[str, Base] = field(default_factory=dict)
    aside: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COMPANIES, 0))
    expansion: Expansion | None = None
    done: Statistics = field(default_factory=Statistics)
    pack: dict[str, Json] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.piles_before_correction: tuple[list[str], list[str]] | None = None
        self.bases_before_correction: dict[str, tuple[set[str], int, Base]] = {}

    # --- cards and markers

    @property
    def markers_left(self) -> int:
        """The number of the virtual player's markers that are not on a space (MO-A10)."""
        return MARKER_COUNT - sum(space.holder == "ivp" for space in self.bonus)

    @property
    def filled_display_spaces(self) -> list[int]:
        """The display spaces that hold a card, counted from 1."""
        return [n + 1 for n, card in enumerate(self.display) if card]

    @property
    def free_bonus_spaces(self) -> list[int]:
        """The bonus spaces without a marker, counted from 1 (MO-22)."""
        return [n + 1 for n, space in enumerate(self.bonus) if not space.holder]

    def calculate_max_totals(self) -> None:
        """Update the totals of the active cards, by type (MO-12, MO-A24)."""
        cards = [self.cards[name] for name in self.active]
        totals = sum_cards_by_type((card.type, card.value) for card in cards if card.type)
        self.thresholds = {type: totals[type] for type in CARD_TYPES if type in totals}

    def describe_bonus_space(self, n: int) -> Text:
        """Return a bonus space's number and name as text."""
        name = self.bonus[n - 1].name
        if name:
            return _("{n} ({name})", n=n, name=PackPhrase(name))
        return _("{n} (first player)", n=n) if n - 1 == self.first_space else Name(str(n))

    # --- posts and bases

    @property
    def regions(self) -> list[str]:
        """The regions named so far, sorted by name."""
        return sorted({*self.land.regions, *self.posts})

    def mark_bases_outdated(self, companies: Iterable[str]) -> None:
        """Mark these companies' bases as outdated, so that the program asks for them again."""
        for company in companies:
            self.bases_before_correction.pop(company, None)
            if company in self.bases:
                self.outdated[company] = self.bases.pop(company)

    def mark_bases_doubtful(self, companies: Iterable[str]) -> None:
        """Mark bases as outdated because of a correction.

        If the correction is undone, `restore_bases` marks them as known again.
        """
        for company in companies:
            if company in self.bases:
                self.outdated[company] = base = self.bases.pop(company)
                self.bases_before_correction[company] = self.list_held_regions(company), self.aside[company], base

    def restore_bases(self) -> None:
        """Mark bases as known again if their posts elsewhere are the same as before a correction."""
        for company, (regions, aside, base) in list(self.bases_before_correction.items()):
            if company in self.bases:
                del self.bases_before_correction[company]
            elif (self.list_held_regions(company), self.aside[company]) == (regions, aside):
                self.bases[company] = base
                del self.outdated[company], self.bases_before_correction[company]

    def list_held_regions(self, company: str) -> set[str]:
        """Return the regions that have a post of this company."""
        return {region for region, holder in self.posts.items() if holder == company}

    def find_base(self, company: str) -> Base | None:
        """Return the last known state of a company's base; None if it was never entered."""
        return self.bases.get(company) or self.outdated.get(company)

    def count_base_spaces(self, company: str) -> int:
        """Return the number of spaces on a company's base, which equals the number of its posts."""
        base = self.find_base(company)
        return sum(len(column.coins) for column in base) if base else POSTS_PER_COMPANY

    @property
    def posts_with_entered(self) -> dict[str, str]:
        """The posts on the map, including posts for entered regions that have yet to be moved."""
        if self.expansion is None or not self.expansion.due:
            return self.posts
        return {**self.posts, **dict.fromkeys((entry.region for entry in self.expansion.due), self.expansion.company)}

    def count_posts_on_map(self, company: str) -> int:
        """Return the number of a company's posts on the map."""
        return sum(holder == company for holder in self.posts.values())

    def count_posts_elsewhere(self, company: str) -> int:
        """Return the number of a company's posts that are not on its base: on the map or set aside."""
        return self.count_posts_on_map(company) + self.aside[company]

    def count_leaving_posts(self, company: str) -> int:
        """Return how many of a company's posts must still leave its base in this expansion."""
        expansion = self.expansion
        if expansion is None or company != expansion.company:
            return 0
        return len(expansion.due)

    def count_expected_posts(self, company: str) -> int:
        """Return the number of posts that must be on a company's base."""
        return max(0, self.count_base_spaces(company) - self.count_posts_elsewhere(company))

    def count_supply(self, company: str) -> int:
        """Return the number of posts that a company can still place from its base."""
        base = self.bases.get(company)
        posts = self.count_expected_posts(company) if base is None else count_base_posts(base)
        return posts - self.count_leaving_posts(company)

    def find_share_value(self, company: str) -> int | None:
        """Return the number of visible coins on a base (MO-39).

        Return None if the player may have moved the base's posts since it was last entered.
        """
        base = self.bases.get(company)
        return count_visible_coins(base) if base is not None and self.reported == self.round else None


COPIED_PACK_KEYS = ("edition", "source", "sample", "learned", "bonus", "deck", "max")
"""The pack keys that are copied to the board unchanged."""


def make_board(options: Mapping[str, Json], pack: Json) -> Board:
    """Return the board at the start of a game, with the owner's pack applied."""
    board = Board(Options(**options))
    data: Mapping[str, Any] = pack or {}
    names = data.get("bonus", [""] * BONUS_SPACE_COUNT)
    board.bonus = [BonusSpace(name) for name in names]
    board.first_space = data.get("first_player_space", 1) - 1
    board.max_types = list(data.get("max", MAX_TYPES))
    board.pack = {key: data[key] for key in COPIED_PACK_KEYS if key in data}
    board.bases = {company: make_full_base(coins) for company, coins in get_complete_bases(data).items()}
    board.land = parse_map(data.get("map", {}))
    return board


def get_complete_bases(pack: Mapping[str, Any]) -> dict[str, list[list[int]]]:
    """Return the complete base layouts in a pack."""
    bases = pack.get("bases", {})
    return {company: columns for company, columns in bases.items() if sum(map(len, columns)) == POSTS_PER_COMPANY}


def parse_map(data: Mapping[str, Any]) -> RegionMap:
    """Return a pack's map: regions, borders, gates and drawing positions."""
    region_map = RegionMap(whole=data.get("whole", False))
    for region, neighbours in data.get("borders", {}).items():
        for neighbour, points in neighbours.items():
            region_map.borders.setdefault(region, {})[neighbour] = points
            region_map.borders.setdefault(neighbour, {})[region] = points
    region_map.known = set(data.get("known", ()))
    region_map.gates = {company: dict(gates) for company, gates in data.get("gates", {}).items()}
    region_map.places = {region: list(place) for region, place in data.get("places", {}).items()}
    return region_map


def get_expansion(board: Board) -> Expansion:
    """Return the expansion in progress."""
    assert board.expansion is not None
    return board.expansion


def get_search_position(board: Board) -> tuple[Any, Any, str]:
    """Return the starting position of a search: the map, its posts and the expanding company.

    Entered regions count as held by the company.
    """
    return board.land.atlas, board.posts_with_entered, get_expansion(board).company
