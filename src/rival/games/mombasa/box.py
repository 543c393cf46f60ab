"""The owner's box of Mombasa: map, bases, starting deck, display cards and bonus spaces. Every part is optional."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from heapq import heapify, heappop, heappush
from typing import Any, TypeAlias

from rival.games.mombasa.bases import make_full_base
from rival.games.mombasa.expansion import POSTS_PER_COMPANY
from rival.games.mombasa.posts import BASE_LEGEND, make_base_brushes
from rival.games.mombasa.rules import make_deck_question
from rival.games.mombasa.table import (
    BONUS_SPACE_COUNT,
    BOUGHT_KIND,
    CARD_TYPES,
    CARDS_BY_KIND,
    COMPANIES,
    DISPLAY_CARD_COUNT,
    MAX_TYPES,
    NUMBERED_TYPES,
    OPEN_CARD,
    PROBABLE_DECK,
    Board,
    RegionMap,
    get_card,
    get_complete_bases,
    is_starting_card,
    parse_map,
)
from rival.games.mombasa.views import (
    BASE_CORNERS,
    POST_PIECES,
    make_bonus_spaces,
    make_card_piece,
    make_card_spots,
)
from rival.games.mombasa.views import make_map as draw_land
from rival.kernel import (
    Ask,
    BadAnswerError,
    BadPackError,
    Box,
    BoxPart,
    Cards,
    Column,
    Columns,
    Drawing,
    Field,
    FieldGroup,
    Form,
    FreeText,
    JoinedText,
    Json,
    MapDrawing,
    MultiChoice,
    Name,
    Network,
    Number,
    PartDifference,
    Remark,
    Spot,
    Text,
    _,
    make_option,
    n_,
)
from rival.kernel.answer_types import shorten_for_message
from rival.kernel.box import HEAD_KEYS, validate_pack_metadata

GAME_ID = "mombasa"


PACK_KEYS = (
    "game",
    *HEAD_KEYS,
    "bonus",
    "first_player_space",
    "deck",
    "max",
    "display",
    "bases",
    "map",
    "table",
)


def check_pack(pack: Json) -> Json:
    """Return the pack if it is valid; otherwise raise BadPackError."""
    if not isinstance(pack, dict) or pack.get("game") != GAME_ID:
        raise BadPackError(_('This is not a pack for Mombasa. Such a file has the line game = "mombasa".'))
    check_keys("", pack, PACK_KEYS)
    validate_pack_metadata(pack)
    check_bonus_spaces(pack)
    check_starting_deck(pack)
    check_display(get_table(pack, "display"))
    for company, columns in get_table(pack, "bases").items():
        check_base(company, columns)
    check_map(get_table(pack, "map"))
    check_table(get_table(pack, "table"))
    return pack


def check_keys(parent: str, data: Mapping[str, Any], keys: Collection[str]) -> None:
    """Raise BadPackError if a table in the pack has a key that is not allowed."""
    for key in data:
        if key not in keys:
            name = shorten_for_message(f"{parent}.{key}" if parent else key)
            raise BadPackError(
                _("“{name}” is not a valid key here. Valid keys: {keys}.", name=name, keys=JoinedText(map(Name, keys)))
            )


def get_table(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the table with this name, or an empty one if it is missing.

    Raise BadPackError if the value is not a table.
    """
    table = data.get(name, {})
    if not isinstance(table, dict):
        raise BadPackError(
            _("“{name}” must be a table of keys and values, not a single value.", name=shorten_for_message(name))
        )
    return table


def is_one_line(value: Any, max_length: int = 60) -> bool:
    """Return whether the value is a single line of text without control characters."""
    return isinstance(value, str) and len(value) <= max_length and value.isprintable()


def is_card_kind(value: Any) -> bool:
    """Return whether the value is the id of a card kind."""
    return isinstance(value, str) and value in CARDS_BY_KIND


def check_flag(name: str, value: Any) -> None:
    """Raise BadPackError unless the value is true or false."""
    if type(value) is not bool:
        raise BadPackError(
            _("“{name}” must be true or false, not {value}.", name=Name(name), value=shorten_for_message(value))
        )


def check_region(region: Any) -> None:
    """Raise BadPackError unless the value is a valid region name."""
    if not is_one_line(region) or not region.strip():
        raise BadPackError(
            _(
                "“{name}” can’t be the name of a region: enter 1 to 60 characters in one line.",
                name=shorten_for_message(region),
            )
        )


def check_bonus_spaces(pack: Mapping[str, Any]) -> None:
    """Raise BadPackError if the bonus spaces are invalid."""
    names = pack.get("bonus", [""] * BONUS_SPACE_COUNT)
    if not isinstance(names, list) or len(names) != BONUS_SPACE_COUNT or not all(map(is_one_line, names)):
        raise BadPackError(
            _("“bonus” must be a list of {n} names: those of the bonus spaces without MAX.", n=BONUS_SPACE_COUNT)
        )
    first_space = pack.get("first_player_space", 1)
    if type(first_space) is not int or not 1 <= first_space <= BONUS_SPACE_COUNT:
        raise BadPackError(_("“first_player_space” must be a number from 1 to {n}.", n=BONUS_SPACE_COUNT))
    types = pack.get("max", list(MAX_TYPES))
    if not isinstance(types, list) or not all(
        isinstance(card_type, str) and card_type in CARD_TYPES for card_type in types
    ):
        raise BadPackError(
            _(
                "“max” must be a list of the card types that have a MAX space. Possible types: {types}.",
                types=JoinedText(map(Name, CARD_TYPES)),
            )
        )
    if len(set(types)) < len(types):
        raise BadPackError(_("“max” lists a card type twice."))


def check_starting_deck(pack: Mapping[str, Any]) -> None:
    """Raise BadPackError if the starting deck is invalid."""
    deck = pack.get("deck", list(PROBABLE_DECK))
    if not isinstance(deck, list) or len(deck) != len(PROBABLE_DECK):
        raise BadPackError(_("“deck” must be a list of the virtual player’s {n} cards.", n=len(PROBABLE_DECK)))
    for kind in deck:
        if not is_card_kind(kind) and kind != OPEN_CARD:
            raise BadPackError(
                _(
                    "“deck”: there is no card “{kind}”. Valid cards are, for example, {kinds}.",
                    kind=shorten_for_message(kind),
                    kinds=JoinedText([Name("bananas-1"), Name("bookkeeper"), Name(OPEN_CARD)]),
                )
            )


def check_display(cards: Mapping[str, Any]) -> None:
    """Raise BadPackError if the display has an impossible number of cards."""
    for kind, n in cards.items():
        if not is_card_kind(kind):
            raise BadPackError(_("“display”: there is no card “{kind}”.", kind=shorten_for_message(kind)))
        if type(n) is not int or not 0 < n <= DISPLAY_CARD_COUNT:
            raise BadPackError(
                _(
                    "“display”: the number of {card} cards must be 1 to {most}, not {n}.",
                    card=Name(kind),
                    most=DISPLAY_CARD_COUNT,
                    n=shorten_for_message(n),
                )
            )
    if sum(cards.values()) > DISPLAY_CARD_COUNT:
        raise BadPackError(describe_card_excess(sum(cards.values())))


def describe_card_excess(count: int) -> Text:
    """Return the error message for more cards than the display holds."""
    return _("There are {most} cards for the display in all, but you entered {n}.", most=DISPLAY_CARD_COUNT, n=count)


def find_pack_oddities(pack: Mapping[str, Any]) -> Sequence[Text]:
    """Return notes about unusual values in a pack, such as a purchased card in the starting deck (MO-07)."""
    if BOUGHT_KIND not in pack.get("deck", ()):
        return ()
    return (
        _(
            "“deck” has a diamond merchant among the starting cards. Diamond merchants are never "
            "starting cards; they can only be bought."
        ),
    )


def check_company(company: str) -> None:
    """Raise BadPackError unless the value is a company id."""
    if company not in COMPANIES:
        raise BadPackError(
            _(
                "There is no company “{company}”. The companies are: {companies}.",
                company=shorten_for_message(company),
                companies=JoinedText(map(Name, COMPANIES)),
            )
        )


def check_base(company: str, columns: Any) -> None:
    """Raise BadPackError if the layout of a base is invalid."""
    check_company(company)
    company_name = COMPANIES[company]
    if not isinstance(columns, list) or not all(
        isinstance(column, list) and column and all(type(coins) is int and 0 <= coins <= 3 for coins in column)
        for column in columns
    ):
        raise BadPackError(
            _(
                "Base of {company}: enter a list of columns, each with the coins of its spaces from "
                "the top, for example [[0, 1, 2], [0, 0, 2]].",
                company=company_name,
            )
        )
    spaces = sum(map(len, columns))
    if spaces > POSTS_PER_COMPANY:
        raise BadPackError(
            _(
                "Base of {company}: a base has {n} spaces in all, but {told} are listed.",
                company=company_name,
                n=POSTS_PER_COMPANY,
                told=spaces,
            )
        )


def check_map(map_data: Mapping[str, Any]) -> None:
    """Raise BadPackError if the map has invalid values, contradicts itself or is too large."""
    check_keys("map", map_data, ("whole", "known", "borders", "gates", "places"))
    check_flag("map.whole", map_data.get("whole", False))
    borders = get_table(map_data, "borders")
    for region in borders:
        check_region(region)
        for neighbour, points in get_table(borders, region).items():
            check_region(neighbour)
            check_price(_("The border between {one} and {other}", one=Name(region), other=Name(neighbour)), points)
            reverse_price = (
                borders.get(neighbour, {}).get(region, points)
                if isinstance(borders.get(neighbour, {}), dict)
                else points
            )
            if region == neighbour or reverse_price != points:
                raise BadPackError(
                    _(
                        "The border between {one} and {other} must join two different regions and have one price.",
                        one=Name(region),
                        other=Name(neighbour),
                    )
                )
    gates = get_table(map_data, "gates")
    for company in gates:
        check_company(company)
        for region, points in get_table(gates, company).items():
            check_region(region)
            check_price(
                _("The gate from the base of {company} to {region}", company=COMPANIES[company], region=Name(region)),
                points,
            )
    known_regions = map_data.get("known", [])
    if not isinstance(known_regions, list) or not all(isinstance(region, str) for region in known_regions):
        raise BadPackError(_("“known” must be a list of the regions whose neighbours are all listed."))
    for region in known_regions:
        check_region(region)
    for region, place in get_table(map_data, "places").items():
        check_region(region)
        if (
            not isinstance(place, list)
            or len(place) != 2
            or not all(type(n) is int and abs(n) <= MAX_COORDINATE for n in place)
        ):
            raise BadPackError(
                _(
                    "The position of {region} on the map must be two whole numbers, [x, y], each at most {most}.",
                    region=Name(region),
                    most=MAX_COORDINATE,
                )
            )
    problem = parse_map(map_data).describe_map_excess()
    if problem is not None:
        raise BadPackError(problem)


MAX_COORDINATE = 100_000
"""Limit on the coordinates of a region."""


def check_price(subject: Any, points: Any) -> None:
    """Raise BadPackError unless the price is 1 or 2."""
    if type(points) is not int or points not in (1, 2):
        raise BadPackError(
            _(
                "{what} has the price {points}, but a price must be 1 or 2.",
                what=subject,
                points=shorten_for_message(points),
            )
        )


# --- numbers for a sample table --------------------------------------------------------------------------------

MAX_NUMBERS = {"markers": 9, "active": 9, "steps": 99, "expansion": 99}
"""The maximum of each number; the minimum is 1, or 0 for expansion."""
WORTH_KEYS = ("max", "bookkeeper", "diamonds", "share", "post")


def check_table(table: Mapping[str, Any]) -> None:
    """Raise BadPackError if the numbers for the simulated player are invalid."""
    for name in table:
        if name not in MAX_NUMBERS and name not in ("open", "cards", "prices", "worth"):
            raise BadPackError(_("“table”: “{name}” is not a valid key there.", name=shorten_for_message(name)))
    for name, maximum in MAX_NUMBERS.items():
        check_number(name, table.get(name, 1), 0 if name == "expansion" else 1, maximum)
    if not is_card_kind(table.get("open", "share")):
        raise BadPackError(_("“table”: there is no card “{kind}”.", kind=shorten_for_message(table["open"])))
    backs = get_table(table, "cards")
    for back, cards in backs.items():
        if not isinstance(cards, list) or not all(map(is_card_kind, cards)):
            raise BadPackError(
                _("“table.cards”: {back} must be a list of cards such as coffee-2.", back=shorten_for_message(back))
            )
    if backs and sum(map(len, backs.values())) != DISPLAY_CARD_COUNT:
        raise BadPackError(_("“table.cards” must have {n} cards in all.", n=DISPLAY_CARD_COUNT))
    prices = get_table(table, "prices")
    if "prices" in table and prices.keys() != CARDS_BY_KIND.keys():
        raise BadPackError(
            _("“table.prices” must give a price for each of: {kinds}.", kinds=Name(", ".join(CARDS_BY_KIND)))
        )
    for kind, price in prices.items():
        check_number(f"prices.{kind}", price, 0, 99)
    check_action_points(get_table(table, "worth"))


def check_action_points(worth: Mapping[str, Any]) -> None:
    """Raise BadPackError if the table that gives the points per action is invalid."""
    bonus = worth.get("bonus", [0] * BONUS_SPACE_COUNT)
    if worth and (
        worth.keys() != {"bonus", *WORTH_KEYS} or not isinstance(bonus, list) or len(bonus) != BONUS_SPACE_COUNT
    ):
        raise BadPackError(
            _(
                "“table.worth” must have these keys: bonus (a list of {n} numbers), {names}.",
                n=BONUS_SPACE_COUNT,
                names=Name(", ".join(WORTH_KEYS)),
            )
        )
    for points in (*bonus, *(worth[name] for name in WORTH_KEYS if name in worth)):
        check_number("worth", points, 0, 99)


def check_number(name: str, value: Any, minimum: int, maximum: int) -> None:
    """Raise BadPackError unless the value is an integer in this range."""
    if type(value) is not int or not minimum <= value <= maximum:
        raise BadPackError(
            _(
                "“table”: {name} must be a whole number from {least} to {most}, not {value}.",
                name=Name(name),
                least=minimum,
                most=maximum,
                value=shorten_for_message(value),
            )
        )


# --- parts learned during a game --------------------------------------------------------------------------


def learn_pack(own_pack: Json, board: Board) -> Json:
    """Return the owner's pack, extended by everything that was entered during this game."""
    if board.pack.get("sample") or not board.cards:
        return own_pack
    old_pack: Mapping[str, Any] = own_pack or {}
    bases = {**board.outdated, **board.bases}
    layouts = {company: [list(column.coins) for column in base] for company, base in bases.items()}
    return {
        "game": GAME_ID,
        "edition": old_pack.get("edition", "own"),
        "source": old_pack.get("source", "told at the table"),
        "learned": True,
        "first_player_space": board.first_space + 1,
        "bonus": [space.name for space in board.bonus],
        "max": list(board.max_types),
        "deck": [card.id for card in list(board.cards.values())[: len(PROBABLE_DECK)]],
        **make_display_entry(merge_display_cards(old_pack.get("display", {}), count_taken_cards(board))),
        "bases": {**old_pack.get("bases", {}), **layouts},
        **{key: old_pack[key] for key in ("table",) if key in old_pack},
        "map": serialize_map(merge_maps(parse_map(old_pack.get("map", {})), board.land)),
    }


def count_taken_cards(board: Board) -> Mapping[str, int]:
    """Return how many cards of each kind the virtual player has taken from the display (MO-18)."""
    return Counter(card.id for name, card in board.cards.items() if card.type and not is_starting_card(name))


def merge_display_cards(mine: Mapping[str, int], theirs: Mapping[str, int]) -> Mapping[str, int]:
    """Return the larger number for each card kind, or only my numbers if the total would exceed the display."""
    merged = {
        kind: max(mine.get(kind, 0), theirs.get(kind, 0)) for kind in CARDS_BY_KIND if kind in mine or kind in theirs
    }
    return merged if sum(merged.values()) <= DISPLAY_CARD_COUNT else mine


def make_display_entry(cards: Mapping[str, int]) -> dict[str, Any]:
    """Return the display cards in the form that a pack stores."""
    return {"display": dict(cards)} if cards else {}


def merge_maps(old: RegionMap, new: RegionMap) -> RegionMap:
    """Merge this game's map into the map known from earlier games."""
    for region, neighbours in sorted(new.borders.items()):
        complete = new.whole or region in new.known
        if complete or region not in old.known:
            old.set_neighbours(
                region, neighbours if complete else {**old.borders.get(region, {}), **neighbours}, complete
            )
    old.gates.update(new.gates)
    old.places.update(new.places)
    old.whole = old.whole or new.whole
    return old


def serialize_map(region_map: RegionMap) -> dict[str, Any]:
    """Convert the map to the form that a pack stores, with each border listed once."""
    borders = {
        region: {neighbour: points for neighbour, points in sorted(neighbours.items()) if region < neighbour}
        for region, neighbours in sorted(region_map.borders.items())
    }
    return {
        "whole": region_map.whole,
        "known": sorted(region_map.known),
        "borders": {region: neighbours for region, neighbours in borders.items() if neighbours},
        "gates": {company: dict(sorted(gates.items())) for company, gates in sorted(region_map.gates.items())},
        "places": dict(sorted(region_map.places.items())),
    }


# --- parts of the box -------------------------------------------------------------------------------------

MAP_PART, DECK_PART, DISPLAY_PART, BONUS_PART, BASE_PREFIX = "map", "deck", "display", "bonus spaces", "base "
BOARD_GROUP = _("board")


def list_parts(pack: Json) -> list[BoxPart]:
    """Return the game components that the owner can describe: map, bases, deck, cards and bonus spaces."""
    data: Mapping[str, Any] = pack or {}
    bases = data.get("bases", {})
    return [
        make_map_part(data.get("map")),
        *(make_base_part(company, bases.get(company)) for company in COMPANIES),
        make_deck_part(data.get("deck")),
        make_display_part(data.get("display", {})),
        make_bonus_part(data),
    ]


def set_part(pack: Json, id: str, value: Any) -> Json:
    """Return the pack with one component replaced; None removes it."""
    new_pack = {"game": GAME_ID, "edition": "own", "source": "told at the table", **(pack or {}), "learned": True}
    company = id.removeprefix(BASE_PREFIX)
    if id == MAP_PART:
        known_regions = parse_map(new_pack.get("map", {})).known
        return replace_entry(new_pack, "map", None if value is None else read_drawn_map(value, known_regions))
    if id == DECK_PART:
        deck = None if value is None else [value[f"card{n}"] for n in range(1, len(PROBABLE_DECK) + 1)]
        return replace_entry(new_pack, "deck", deck)
    if id == DISPLAY_PART:
        return replace_entry(new_pack, "display", {key: n for key, n in (value or {}).items() if n} or None)
    if id == BONUS_PART:
        return replace_bonus_spaces(new_pack, value)
    check_company(company)
    bases = {other: columns for other, columns in new_pack.get("bases", {}).items() if other != company}
    return replace_entry(new_pack, "bases", bases if value is None else {**bases, company: value})


def replace_entry(pack: Mapping[str, Any], name: str, value: Any) -> dict[str, Any]:
    """Return the pack with one entry replaced; None removes it."""
    rest = {key: entry for key, entry in pack.items() if key != name}
    return rest if value is None else {**rest, name: value}


# the map


def make_map_part(data: Mapping[str, Any] | None) -> BoxPart:
    """Return the map as an editable game component."""
    region_map = parse_map(data or {})
    borders = sum(map(len, region_map.borders.values())) // 2
    note = _("{regions} regions, {borders} borders", regions=len(region_map.regions), borders=borders)
    return BoxPart(
        MAP_PART,
        _("the map"),
        BOARD_GROUP,
        make_map_question,
        get_map_value(region_map) if region_map.regions else None,
        partial(make_map_view, region_map) if region_map.regions else None,
        borders + len(region_map.gates) if borders else 0,
        borders + len(COMPANIES) if region_map.whole and borders else borders + len(COMPANIES) + 1,
        note=note if region_map.regions else None,
        find_remarks=partial(find_map_remarks, region_map),
        find_costs=partial(find_entry_costs, region_map),
    )


def make_map_question(_value: Json) -> Ask:
    """Return the question in which the owner draws the map."""
    text = _(
        "Draw your map: a dot for each region, a line for each border, and the gates from the four bases into regions."
    )
    gates = [
        make_option(company, company_name, piece=POST_PIECES[company]) for company, company_name in COMPANIES.items()
    ]
    return Ask("table", "map", text, MapDrawing(gates, corners=BASE_CORNERS), "MO-29")


def get_map_value(region_map: RegionMap) -> Json:
    """Convert the map to an answer of `make_map_question`."""
    map_data = serialize_map(region_map)
    return {key: map_data[key] for key in ("places", "borders", "gates", "whole")}


def make_map_view(region_map: RegionMap) -> Network:
    """Return the view of the map, without posts."""
    return draw_land(region_map.regions, region_map.borders, region_map.gates, region_map.places, {}, None)


def read_drawn_map(value: Mapping[str, Any], known_regions: Collection[str]) -> dict[str, Any]:
    """Convert a drawn map to the form that a pack stores."""
    region_map = parse_map(value)
    region_map.known = (
        {region for region in known_regions if region in region_map.regions} if not region_map.whole else set()
    )
    return serialize_map(region_map)


MIN_DOT_DISTANCE = 12
"""Dots that are closer together than this are probably the same region."""


def find_map_remarks(region_map: RegionMap) -> list[Remark]:
    """Return remarks about unusual properties of the map, such as unreachable regions."""
    reachable = {region for remarks in find_entry_costs(region_map).values() for region in remarks}
    remarks: list[Remark] = []
    if any(region_map.gates.values()):
        remarks += [
            Remark(_("{region} can’t be reached from any base.", region=Name(region)), region)
            for region in region_map.regions
            if region not in reachable
        ]
    positions = sorted(region_map.places.items())
    for n, (region, position) in enumerate(positions):
        for other_region, other_position in positions[n + 1 :]:
            if abs(position[0] - other_position[0]) + abs(position[1] - other_position[1]) <= MIN_DOT_DISTANCE:
                text = _(
                    "{region} and {other} are drawn in the same place.", region=Name(region), other=Name(other_region)
                )
                remarks.append(Remark(text, other_region))
    return remarks


def find_entry_costs(region_map: RegionMap) -> dict[str, dict[str, int]]:
    """Return the points that each company needs to reach each region if the map has no posts (MO-29)."""
    costs: dict[str, dict[str, int]] = {}
    for company, gates in region_map.gates.items():
        company_costs: dict[str, int] = {}
        queue = [(points, region) for region, points in gates.items()]
        heapify(queue)
        while queue:
            points, region = heappop(queue)
            if region not in company_costs:
                company_costs[region] = points
                for neighbour, border_points in region_map.borders.get(region, {}).items():
                    heappush(queue, (points + border_points, neighbour))
        costs[company] = company_costs
    return costs


# the bases


def make_base_part(company: str, columns: Sequence[Sequence[int]] | None) -> BoxPart:
    """Return a company's base as an editable game component."""
    spaces = sum(map(len, columns or ()))
    note = _("{n} of {all} spaces", n=spaces, all=POSTS_PER_COMPANY)
    return BoxPart(
        f"{BASE_PREFIX}{company}",
        _("base of {company}", company=COMPANIES[company]),
        _("bases"),
        partial(make_layout_question, company),
        [" ".join(map(str, column)) for column in columns] if columns else None,
        partial(make_layout_view, company, columns) if columns else None,
        spaces,
        POSTS_PER_COMPANY,
        note=note if 0 < spaces < POSTS_PER_COMPANY else None,
    )


def make_layout_question(company: str, _value: Json) -> Ask:
    """Return the question about a base's layout."""
    text = _(
        "Draw the base of {company}: column by column, from the top, with the coins of every space, including "
        "those under posts. At the start of a game every space has a post.",
        company=COMPANIES[company],
    )
    brushes = make_base_brushes(company)
    shape = Drawing(parse_layout, BASE_LEGEND, brushes, has_columns=True, total_signs=POSTS_PER_COMPANY)
    return Ask("table", "layout", text, shape, "MO-A23", metadata={"company": company})


def parse_layout(rows: list[str]) -> list[list[int]]:
    """Parse the coins on each space of a base, column by column.

    A dot after the coins, which marks an empty space, is ignored, because a layout has no posts.
    """
    columns = [[sign.removesuffix(".") for sign in row.split()] for row in rows if row.strip()]
    if any(sign not in ("0", "1", "2", "3") for column in columns for sign in column):
        raise BadAnswerError(_("Enter 0 to 3 coins for each space of a base."))
    if (n := sum(map(len, columns))) > POSTS_PER_COMPANY:
        raise BadAnswerError(_("A base has {n} spaces in all, but you entered {told}.", n=POSTS_PER_COMPANY, told=n))
    return [[int(sign) for sign in column] for column in columns]


def make_layout_view(company: str, columns: Sequence[Sequence[int]]) -> Columns:
    """Return the view of a full base that shows the coins under its posts."""
    spots = [
        Column(
            _("column {n}", n=x),
            [make_layout_spot(company, x, y, n) for y, n in enumerate(coins, start=1)],
            sign=str(x),
        )
        for x, coins in enumerate(columns, start=1)
    ]
    return Columns(f"box-base-{company}", COMPANIES[company], spots)


def make_layout_spot(company: str, x: int, y: int, coins: int) -> Spot:
    """Return the drawing of one space in a base's layout."""
    label = n_("a post on {n} coin", "a post on {n} coins", coins)
    return Spot(f"{x}.{y}", label, str(coins), "space", [replace(POST_PIECES[company], count=coins or None)])


# the cards and the bonus spaces


def make_deck_part(deck: Sequence[str] | None) -> BoxPart:
    """Return the starting deck as an editable game component (MO-07)."""
    value = None if deck is None else {f"card{n}": kind for n, kind in enumerate(deck, start=1)}
    return BoxPart(
        DECK_PART,
        _("the virtual player’s ten starting cards"),
        _("cards"),
        lambda _value: make_deck_question(),
        value,
        partial(make_deck_view, deck or PROBABLE_DECK),
        0 if deck is None else sum(kind != OPEN_CARD for kind in deck),
        len(PROBABLE_DECK),
        has_assumptions=deck is None,
        note=_("one card is unknown: Rival asks for it when it comes up") if deck and OPEN_CARD in deck else None,
    )


def make_deck_view(deck: Sequence[str]) -> Cards:
    """Return the view of the starting deck."""
    cards = [(f"c{n}", get_card(kind)) for n, kind in enumerate(deck, start=1)]
    return Cards(
        "box-deck",
        _("the virtual player’s ten starting cards"),
        make_card_spots(cards),
        cards_per_row=5,
        shape="card",
        shows_notes=True,
    )


def make_display_part(cards: Mapping[str, int]) -> BoxPart:
    """Return the display cards as an editable game component.

    During a game, the program still asks which cards the virtual player has taken. The answers are added to this part.
    """
    described_count = sum(cards.values())
    return BoxPart(
        DISPLAY_PART,
        _("the cards of the display"),
        _("cards"),
        lambda _value: DISPLAY_QUESTION,
        dict(cards) or None,
        partial(make_display_view, dict(cards)) if cards else None,
        described_count,
        DISPLAY_CARD_COUNT,
        is_needed=False,
        note=_("{n} of {all} cards", n=described_count, all=DISPLAY_CARD_COUNT)
        if 0 < described_count < DISPLAY_CARD_COUNT
        else None,
    )


OTHER_CARDS_GROUP = FieldGroup(_("Others"))


def make_display_fields() -> Iterator[Field]:
    """Yield a form field for the number of cards of each kind."""
    groups = {type: FieldGroup(label) for type, label in NUMBERED_TYPES.items()}
    for id, card in CARDS_BY_KIND.items():
        group = groups.get(card.type, OTHER_CARDS_GROUP)
        yield Field(
            id, card.label, Number(0, DISPLAY_CARD_COUNT), 0, group=group, piece=make_card_piece(card, show_value=True)
        )


def check_display_count(answer: Mapping[str, int]) -> None:
    """Raise BadAnswerError if there are more cards than the display holds."""
    if (count := sum(answer.values())) > DISPLAY_CARD_COUNT:
        raise BadAnswerError(describe_card_excess(count))


DISPLAY_QUESTION = Ask(
    "table",
    "display-cards",
    _("How many of each card are among the {n} cards for the display? Enter those you know.", n=DISPLAY_CARD_COUNT),
    Form(list(make_display_fields())),
    "MO-18",
    extra_check=check_display_count,
)


def make_display_view(cards: Mapping[str, int]) -> Cards:
    """Return the view of the display cards, with the number of cards of each kind."""
    spots = [
        Spot(
            kind,
            _("{n} × {card}", n=n, card=card.label),
            str(card.value or ""),
            "card",
            [make_card_piece(card)],
            Name(f"× {n}"),
        )
        for kind, n in cards.items()
        for card in [get_card(kind)]
    ]
    return Cards("box-display", _("the cards of the display"), spots, cards_per_row=5, shape="card", shows_notes=True)


def make_bonus_part(data: Mapping[str, Any]) -> BoxPart:
    """Return the bonus spaces as an editable game component."""
    names = data.get("bonus")
    first_space, types = data.get("first_player_space", 1), data.get("max", MAX_TYPES)
    value = {"first": first_space, "max": list(types)}
    value |= {f"space{n}": name for n, name in enumerate(names or (), 1) if name}
    holders = [""] * BONUS_SPACE_COUNT
    return BoxPart(
        BONUS_PART,
        _("the bonus spaces"),
        BOARD_GROUP,
        make_bonus_question,
        None if names is None else value,
        None if names is None else partial(make_bonus_spaces, list(names), holders, first_space - 1),
        0 if names is None else 1,
    )


def make_bonus_question(_value: Json) -> Ask:
    """Return the question about the bonus spaces on the board."""
    spaces = range(1, BONUS_SPACE_COUNT + 1)
    types = [make_option(type, label) for type, label in CARD_TYPES.items()]
    fields = [
        Field("first", _("number of the “first player” space"), Number(1, BONUS_SPACE_COUNT), 1),
        Field(
            "max", _("card types that have a MAX space"), MultiChoice(types, default=list(MAX_TYPES)), list(MAX_TYPES)
        ),
        *(Field(f"space{n}", _("bonus space {n}", n=n), FreeText(60)) for n in spaces),
    ]
    text = _(
        "The 7 bonus spaces without MAX are numbered from 1 to 7. Name them if you like; numbers alone are enough."
    )
    return Ask("table", "bonus-spaces", text, Form(fields), "MO-A1", "MO-A24")


def replace_bonus_spaces(pack: Mapping[str, Any], value: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the pack with the bonus spaces replaced; None removes them."""
    rest = {key: entry for key, entry in pack.items() if key not in ("bonus", "first_player_space", "max")}
    if value is None:
        return rest
    names = [value.get(f"space{n}") or "" for n in range(1, BONUS_SPACE_COUNT + 1)]
    return {**rest, "bonus": names, "first_player_space": value["first"], "max": list(value["max"])}


# --- merging packs, and applying a pack to a running game -----------------------------------------------------------


PACK_PARTS = ("bonus", "first_player_space", "max", "deck", "display", "bases", "map")
OWNER_KEYS = frozenset(PACK_PARTS) | frozenset(HEAD_KEYS)
"""The keys that are not copied from another pack: parts are compared, and the header is always mine."""


def merge_packs(mine: Json, theirs: Json) -> tuple[Json, Sequence[PartDifference]]:
    """Merge two packs and list the components on which they disagree.

    If the two maps don't contradict each other, the merged map has the borders of both.
    """
    my_parts, their_parts = ({part.id: part for part in list_parts(pack)} for pack in (mine, theirs))
    rest = {key: value for key, value in theirs.items() if key not in OWNER_KEYS}
    merged, disagreements = {**rest, **mine}, list[PartDifference]()
    for id, their_part in their_parts.items():
        my_part = my_parts[id]
        if their_part.value is None or my_part.value == their_part.value:
            continue
        if my_part.value is None or (
            id.startswith(BASE_PREFIX) and is_beginning_of_base(my_part.value, their_part.value)
        ):
            merged = set_part(merged, id, their_part.validate(their_part.value))
        elif id == MAP_PART:
            merged, map_disagreements = merge_pack_maps(merged, theirs)
            disagreements += map_disagreements
        elif (
            id == DISPLAY_PART
            and (merged_display := merge_display_cards(my_part.value, their_part.value)) != my_part.value
        ):
            merged = set_part(merged, id, merged_display)
        elif not (
            is_beginning_of_base(their_part.value, my_part.value)
            or (id == DISPLAY_PART and has_all_cards(my_part.value, their_part.value))
        ):
            disagreements.append(PartDifference(my_part.label, describe_part(my_part), describe_part(their_part), id))
    return {**merged, **({"learned": True} if mine.get("learned") else {})}, disagreements


def is_beginning_of_base(beginning: Json, continuation: Json) -> bool:
    """Return whether a partly drawn base matches the beginning of another base."""
    if not isinstance(beginning, list) or not isinstance(continuation, list) or len(beginning) > len(continuation):
        return False
    return beginning[:-1] == continuation[: len(beginning) - 1] and continuation[len(beginning) - 1].startswith(
        beginning[-1]
    )


def has_all_cards(cards: Mapping[str, int], others: Mapping[str, int]) -> bool:
    """Return whether the first set has at least as many cards of each kind as the second."""
    return all(n <= cards.get(kind, 0) for kind, n in others.items())


def describe_part(part: BoxPart) -> Text:
    """Return the description of a component as text."""
    return part.build_ask(part.value).answer_type.format_answer(part.value)


def merge_pack_maps(pack: dict[str, Any], theirs: Mapping[str, Any]) -> tuple[dict[str, Any], list[PartDifference]]:
    """Return the pack with the other pack's map merged in, unless the two maps contradict each other.

    A contradiction can mean that the two owners named the regions differently.
    """
    my_map, their_map = parse_map(pack["map"]), parse_map(theirs["map"])
    disagreements = [
        PartDifference(
            _("border between {one} and {other}", one=Name(region), other=Name(neighbour)), *prices, MAP_PART
        )
        for (region, neighbour), prices in sorted(
            find_border_conflicts(
                my_map.borders, their_map.borders, get_complete_regions(my_map), get_complete_regions(their_map)
            )
        )
    ]
    for company in COMPANIES:
        my_gates, their_gates = my_map.gates.get(company, {}), their_map.gates.get(company, {})
        if my_gates and their_gates and my_gates != their_gates:
            subject = _("gates from the base of {company}", company=COMPANIES[company])
            disagreements.append(PartDifference(subject, format_gates(my_gates), format_gates(their_gates), MAP_PART))
    if not disagreements:
        pack = {**pack, "map": serialize_map(merge_maps(their_map, my_map))}
    return pack, disagreements


def get_complete_regions(region_map: RegionMap) -> Collection[str]:
    """Return the regions whose neighbours have all been entered."""
    return region_map.regions if region_map.whole else region_map.known


BorderConflict: TypeAlias = tuple[tuple[str, str], tuple[Text, Text]]


def find_border_conflicts(
    mine: Any, theirs: Any, my_complete: Collection[str], their_complete: Collection[str]
) -> Iterator[BorderConflict]:
    """Yield the borders on which two maps disagree, with both prices.

    Either the prices differ, or one map lacks the border although all neighbours of a region are known there.
    """
    for region in sorted({*mine, *theirs}):
        for neighbour in sorted({*mine.get(region, {}), *theirs.get(region, {})}):
            my_price, their_price = mine.get(region, {}).get(neighbour), theirs.get(region, {}).get(neighbour)
            complete_regions = my_complete if my_price is None else their_complete if their_price is None else (region,)
            if (
                region < neighbour
                and my_price != their_price
                and (region in complete_regions or neighbour in complete_regions)
            ):
                yield (region, neighbour), (format_price(my_price), format_price(their_price))


def format_price(points: int | None) -> Text:
    """Return a border's price as text."""
    return _("none") if points is None else n_("{n} point", "{n} points", points)


def format_gates(gates: Mapping[str, int]) -> Text:
    """Return the regions next to a base as text, with their prices."""
    return JoinedText([JoinedText([Name(region), points], " ") for region, points in sorted(gates.items())])


def apply_to_game(board: Board, pack: Json) -> None:
    """Apply a pack to a running game without overwriting values that were entered in the game."""
    board.land = merge_maps(parse_map(pack.get("map", {})), board.land)
    for company, columns in get_complete_bases(pack).items():
        if board.find_base(company) is None:
            # if posts are elsewhere, the posts in each column are unknown, so the program asks for them
            bases = board.outdated if board.count_posts_elsewhere(company) else board.bases
            bases[company] = make_full_base(columns)


def list_missing(pack: Json) -> list[Text]:
    """Return the components that the player will have to describe during a game."""
    texts: list[Text] = []
    region_map = parse_map((pack or {}).get("map", {}))
    borders = sum(map(len, region_map.borders.values())) // 2
    if not region_map.whole or not borders:
        text = n_(
            "The map has {n} border so far. Rival asks for others when an expansion needs them.",
            "The map has {n} borders so far. Rival asks for others when an expansion needs them.",
            borders,
        )
        empty_map_text = _("The map is not described yet: Rival asks for its borders when an expansion needs them.")
        texts.append(text if borders else empty_map_text)
    missing_bases = [
        company_name for company, company_name in COMPANIES.items() if company not in get_complete_bases(pack or {})
    ]
    if missing_bases:
        texts.append(
            _(
                "Not described yet: the bases of {companies}. Rival asks you to draw each when it is first needed.",
                companies=JoinedText(missing_bases),
            )
        )
    deck = (pack or {}).get("deck")
    if deck is None:
        texts.append(
            _(
                "Rival assumes which ten starting cards the virtual player has; your first game asks "
                "you to confirm them."
            )
        )
    elif OPEN_CARD in deck:
        texts.append(
            _("One of the virtual player’s ten starting cards is unknown; Rival asks for it when it comes up.")
        )
    return texts


BOX = Box(list_parts, set_part, list_missing, apply_to_game)
