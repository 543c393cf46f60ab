"""The owner's box of Mombasa: map, bases, starting deck, cards of the display, bonus spaces. Every part is optional."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from heapq import heapify, heappop, heappush
from typing import Any, TypeAlias

from rival.games.mombasa.bases import full_base
from rival.games.mombasa.expansion import POSTS_OF_A_COMPANY
from rival.games.mombasa.posts import BASE_LEGEND, base_brushes
from rival.games.mombasa.rules import deck_question
from rival.games.mombasa.table import (
    BONUS_SPACES,
    BOUGHT,
    CARDS,
    COMPANIES,
    KINDS,
    MAX_TYPES,
    NUMBERED,
    OPEN,
    PROBABLE_DECK,
    TYPES,
    Board,
    Land,
    card_of,
    is_starting,
    read_land,
    whole_bases,
)
from rival.games.mombasa.views import BARE_POSTS, POSTS, bonus_spaces, laid, sign_of
from rival.games.mombasa.views import land as draw_land
from rival.kernel import (
    Ask,
    BadAnswer,
    BadPack,
    Box,
    BoxPart,
    Cards,
    Chart,
    Column,
    Columns,
    Disagreement,
    Drawing,
    Field,
    Form,
    Group,
    Joined,
    Json,
    Name,
    Network,
    Number,
    Remark,
    Several,
    Spot,
    Text,
    Words,
    _,
    n_,
    option,
)
from rival.kernel.box import HEAD, check_head
from rival.kernel.shapes import short

GAME = "mombasa"


KEYS = (
    "game",
    *HEAD,
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
    """Return the pack unchanged if it can be used; otherwise raise BadPack with the place and the reason."""
    if not isinstance(pack, dict) or pack.get("game") != GAME:
        raise BadPack(_('This is not a pack for Mombasa. Such a file has the line game = "mombasa".'))
    known_keys("", pack, KEYS)
    check_head(pack)
    check_bonus(pack)
    check_deck(pack)
    check_display(table_of(pack, "display"))
    for company, columns in table_of(pack, "bases").items():
        check_base(company, columns)
    check_map(table_of(pack, "map"))
    check_table(table_of(pack, "table"))
    return pack


def known_keys(where: str, data: Mapping[str, Any], keys: Collection[str]) -> None:
    """Raise BadPack if the table has a key that is not allowed; ``where`` is its place in the pack."""
    for key in data:
        if key not in keys:
            name = short(f"{where}.{key}" if where else key)
            raise BadPack(
                _("“{name}” is not a valid key here. Valid keys: {keys}.", name=name, keys=Joined(map(Name, keys)))
            )


def table_of(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the table of this name, empty if it is missing; raise BadPack if the value is no table."""
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise BadPack(_("“{name}” must be a table of keys and values, not a single value.", name=short(name)))
    return found


def is_line(value: Any, most: int = 60) -> bool:
    """Return whether the value is a single line of text without control characters."""
    return isinstance(value, str) and len(value) <= most and value.isprintable()


def is_card(value: Any) -> bool:
    """Return whether the value is the id of a kind of card."""
    return isinstance(value, str) and value in KINDS


def check_flag(name: str, value: Any) -> None:
    """Raise BadPack unless the value is true or false."""
    if type(value) is not bool:
        raise BadPack(_("“{name}” must be true or false, not {value}.", name=Name(name), value=short(value)))


def check_region(region: Any) -> None:
    """Raise BadPack unless the value can be the name of a region."""
    if not is_line(region) or not region.strip():
        raise BadPack(
            _("“{name}” can’t be the name of a region: enter 1 to 60 characters in one line.", name=short(region))
        )


def check_bonus(pack: Mapping[str, Any]) -> None:
    """Raise BadPack if the bonus spaces, the first-player space or the MAX types can't be so."""
    names = pack.get("bonus", [""] * BONUS_SPACES)
    if not isinstance(names, list) or len(names) != BONUS_SPACES or not all(map(is_line, names)):
        raise BadPack(_("“bonus” must be a list of {n} names: those of the bonus spaces without MAX.", n=BONUS_SPACES))
    first = pack.get("first_player_space", 1)
    if type(first) is not int or not 1 <= first <= BONUS_SPACES:
        raise BadPack(_("“first_player_space” must be a number from 1 to {n}.", n=BONUS_SPACES))
    types = pack.get("max", list(MAX_TYPES))
    if not isinstance(types, list) or not all(isinstance(one, str) and one in TYPES for one in types):
        raise BadPack(
            _(
                "“max” must be a list of the card types that have a MAX space. Possible types: {types}.",
                types=Joined(map(Name, TYPES)),
            )
        )
    if len(set(types)) < len(types):
        raise BadPack(_("“max” lists a card type twice."))


def check_deck(pack: Mapping[str, Any]) -> None:
    """Raise BadPack if the starting deck can't be so."""
    deck = pack.get("deck", list(PROBABLE_DECK))
    if not isinstance(deck, list) or len(deck) != len(PROBABLE_DECK):
        raise BadPack(_("“deck” must be a list of the virtual player’s {n} cards.", n=len(PROBABLE_DECK)))
    for kind in deck:
        if not is_card(kind) and kind != OPEN:
            raise BadPack(
                _(
                    "“deck”: there is no card “{kind}”. Valid cards are, for example, {kinds}.",
                    kind=short(kind),
                    kinds=Joined([Name("bananas-1"), Name("bookkeeper"), Name(OPEN)]),
                )
            )


def check_display(cards: Mapping[str, Any]) -> None:
    """Raise BadPack if the counts of the display cards are impossible, by kind or in all."""
    for kind, n in cards.items():
        if not is_card(kind):
            raise BadPack(_("“display”: there is no card “{kind}”.", kind=short(kind)))
        if type(n) is not int or not 0 < n <= CARDS:
            raise BadPack(
                _(
                    "“display”: the number of {card} cards must be 1 to {most}, not {n}.",
                    card=Name(kind),
                    most=CARDS,
                    n=short(n),
                )
            )
    if sum(cards.values()) > CARDS:
        raise BadPack(too_many_cards(sum(cards.values())))


def too_many_cards(told: int) -> Text:
    """Return the message that there are more cards than the display has."""
    return _("There are {most} cards for the display in all, but you entered {n}.", most=CARDS, n=told)


def pack_notes(pack: Mapping[str, Any]) -> Sequence[Text]:
    """Return notes on unusual contents of a pack: a starting deck with a bought card (MO-07)."""
    if BOUGHT not in pack.get("deck", ()):
        return ()
    return (
        _(
            "“deck” has a diamond merchant among the starting cards. Diamond merchants are never "
            "starting cards; they can only be bought."
        ),
    )


def check_company(company: str) -> None:
    """Raise BadPack unless the value is the id of a company."""
    if company not in COMPANIES:
        raise BadPack(
            _(
                "There is no company “{company}”. The companies are: {companies}.",
                company=short(company),
                companies=Joined(map(Name, COMPANIES)),
            )
        )


def check_base(company: str, columns: Any) -> None:
    """Raise BadPack if the layout of a base can't be so."""
    check_company(company)
    words = COMPANIES[company]
    if not isinstance(columns, list) or not all(
        isinstance(column, list) and column and all(type(coins) is int and 0 <= coins <= 3 for coins in column)
        for column in columns
    ):
        raise BadPack(
            _(
                "Base of {company}: enter a list of columns, each with the coins of its spaces from "
                "the top, for example [[0, 1, 2], [0, 0, 2]].",
                company=words,
            )
        )
    spaces = sum(map(len, columns))
    if spaces > POSTS_OF_A_COMPANY:
        raise BadPack(
            _(
                "Base of {company}: a base has {n} spaces in all, but {told} are listed.",
                company=words,
                n=POSTS_OF_A_COMPANY,
                told=spaces,
            )
        )


def check_map(land: Mapping[str, Any]) -> None:
    """Raise BadPack if the map has a wrong key, name, price or place, contradicts itself or is too large."""
    known_keys("map", land, ("whole", "known", "borders", "gates", "places"))
    check_flag("map.whole", land.get("whole", False))
    borders = table_of(land, "borders")
    for region in borders:
        check_region(region)
        for other, points in table_of(borders, region).items():
            check_region(other)
            check_price(_("The border between {one} and {other}", one=Name(region), other=Name(other)), points)
            back = borders.get(other, {}).get(region, points) if isinstance(borders.get(other, {}), dict) else points
            if region == other or back != points:
                raise BadPack(
                    _(
                        "The border between {one} and {other} must join two different regions and have one price.",
                        one=Name(region),
                        other=Name(other),
                    )
                )
    gates = table_of(land, "gates")
    for company in gates:
        check_company(company)
        for region, points in table_of(gates, company).items():
            check_region(region)
            check_price(
                _("The gate from the base of {company} to {region}", company=COMPANIES[company], region=Name(region)),
                points,
            )
    known = land.get("known", [])
    if not isinstance(known, list) or not all(isinstance(region, str) for region in known):
        raise BadPack(_("“known” must be a list of the regions whose neighbours are all listed."))
    for region in known:
        check_region(region)
    for region, place in table_of(land, "places").items():
        check_region(region)
        if not isinstance(place, list) or len(place) != 2 or not all(type(n) is int and abs(n) <= FAR for n in place):
            raise BadPack(
                _(
                    "The position of {region} on the map must be two whole numbers, [x, y], each at most {most}.",
                    region=Name(region),
                    most=FAR,
                )
            )
    problem = read_land(land).problem()
    if problem is not None:
        raise BadPack(problem)


FAR = 100_000
"""Limit on the coordinates of a region."""


def check_price(what: Any, points: Any) -> None:
    """Raise BadPack unless the price is 1 or 2; ``what`` names the border or gate."""
    if type(points) is not int or points not in (1, 2):
        raise BadPack(_("{what} has the price {points}, but a price must be 1 or 2.", what=what, points=short(points)))


# --- numbers for a sample table --------------------------------------------------------------------------------

NUMBERS = {"markers": 9, "active": 9, "steps": 99, "expansion": 99}
"""The maximum of each number; the minimum is 1, for expansion 0."""
WORTH = ("max", "bookkeeper", "diamonds", "share", "post")


def check_table(table: Mapping[str, Any]) -> None:
    """Raise BadPack if the numbers for the sample player's side are wrong: cards, prices, worth. All are optional."""
    for name in table:
        if name not in NUMBERS and name not in ("open", "cards", "prices", "worth"):
            raise BadPack(_("“table”: “{name}” is not a valid key there.", name=short(name)))
    for name, most in NUMBERS.items():
        check_number(name, table.get(name, 1), 0 if name == "expansion" else 1, most)
    if not is_card(table.get("open", "share")):
        raise BadPack(_("“table”: there is no card “{kind}”.", kind=short(table["open"])))
    backs = table_of(table, "cards")
    for back, cards in backs.items():
        if not isinstance(cards, list) or not all(map(is_card, cards)):
            raise BadPack(_("“table.cards”: {back} must be a list of cards such as coffee-2.", back=short(back)))
    if backs and sum(map(len, backs.values())) != CARDS:
        raise BadPack(_("“table.cards” must have {n} cards in all.", n=CARDS))
    prices = table_of(table, "prices")
    if "prices" in table and prices.keys() != KINDS.keys():
        raise BadPack(_("“table.prices” must give a price for each of: {kinds}.", kinds=Name(", ".join(KINDS))))
    for kind, price in prices.items():
        check_number(f"prices.{kind}", price, 0, 99)
    check_worth(table_of(table, "worth"))


def check_worth(worth: Mapping[str, Any]) -> None:
    """Raise BadPack if the table of points per action is incomplete or has a wrong number."""
    bonus = worth.get("bonus", [0] * BONUS_SPACES)
    if worth and (worth.keys() != {"bonus", *WORTH} or not isinstance(bonus, list) or len(bonus) != BONUS_SPACES):
        raise BadPack(
            _(
                "“table.worth” must have these keys: bonus (a list of {n} numbers), {names}.",
                n=BONUS_SPACES,
                names=Name(", ".join(WORTH)),
            )
        )
    for points in (*bonus, *(worth[name] for name in WORTH if name in worth)):
        check_number("worth", points, 0, 99)


def check_number(name: str, value: Any, least: int, most: int) -> None:
    """Raise BadPack unless the value is a whole number in this range."""
    if type(value) is not int or not least <= value <= most:
        raise BadPack(
            _(
                "“table”: {name} must be a whole number from {least} to {most}, not {value}.",
                name=Name(name),
                least=least,
                most=most,
                value=short(value),
            )
        )


# --- parts learned during a game --------------------------------------------------------------------------


def learned(known: Json, board: Board) -> Json:
    """Return the owner's pack with everything learned from this game; where they differ, the game counts."""
    if board.pack.get("sample") or not board.cards:
        return known
    old: Mapping[str, Any] = known or {}
    bases = {**board.outdated, **board.bases}
    layouts = {company: [list(column.coins) for column in base] for company, base in bases.items()}
    return {
        "game": GAME,
        "edition": old.get("edition", "own"),
        "source": old.get("source", "told at the table"),
        "learned": True,
        "first_player_space": board.first_space + 1,
        "bonus": [space.name for space in board.bonus],
        "max": list(board.max_types),
        "deck": [card.id for card in list(board.cards.values())[: len(PROBABLE_DECK)]],
        **display_entry(both_displays(old.get("display", {}), cards_taken(board))),
        "bases": {**old.get("bases", {}), **layouts},
        **{key: old[key] for key in ("table",) if key in old},
        "map": write_land(merged_land(read_land(old.get("map", {})), board.land)),
    }


def cards_taken(board: Board) -> Mapping[str, int]:
    """Return the named cards of the display that the virtual player has taken, counted by kind (MO-18)."""
    return Counter(card.id for name, card in board.cards.items() if card.type and not is_starting(name))


def both_displays(mine: Mapping[str, int], theirs: Mapping[str, int]) -> Mapping[str, int]:
    """Return the larger count for each kind of card; only mine if the total would exceed the display."""
    both = {kind: max(mine.get(kind, 0), theirs.get(kind, 0)) for kind in KINDS if kind in mine or kind in theirs}
    return both if sum(both.values()) <= CARDS else mine


def display_entry(cards: Mapping[str, int]) -> dict[str, Any]:
    """Return the pack entry for the display cards, empty if there are none."""
    return {"display": dict(cards)} if cards else {}


def merged_land(old: Land, new: Land) -> Land:
    """Return the known map of earlier games with the map of this game merged in; ``old`` is changed."""
    for region, near in sorted(new.borders.items()):
        complete = new.whole or region in new.known
        if complete or region not in old.known:
            old.tell_neighbours(region, near if complete else {**old.borders.get(region, {}), **near}, complete)
    old.gates.update(new.gates)
    old.places.update(new.places)
    old.whole = old.whole or new.whole
    return old


def write_land(land: Land) -> dict[str, Any]:
    """Return the map as it is written in a pack, each border once."""
    borders = {
        region: {other: points for other, points in sorted(near.items()) if region < other}
        for region, near in sorted(land.borders.items())
    }
    return {
        "whole": land.whole,
        "known": sorted(land.known),
        "borders": {region: near for region, near in borders.items() if near},
        "gates": {company: dict(sorted(gates.items())) for company, gates in sorted(land.gates.items())},
        "places": dict(sorted(land.places.items())),
    }


# --- the parts of the box -------------------------------------------------------------------------------------

MAP_PART, DECK_PART, DISPLAY_PART, BONUS_PART, BASE = "map", "deck", "display", "bonus spaces", "base "
ABOUT_THE_BOARD = _("board")


def parts(pack: Json) -> list[BoxPart]:
    """Return the parts of the box: map, four bases, starting deck, display cards, bonus spaces."""
    data: Mapping[str, Any] = pack or {}
    bases = data.get("bases", {})
    return [
        map_part(data.get("map")),
        *(base_part(company, bases.get(company)) for company in COMPANIES),
        deck_part(data.get("deck")),
        display_part(data.get("display", {})),
        bonus_part(data),
    ]


def tell(pack: Json, id: str, value: Any) -> Json:
    """Return the pack with this part replaced; a value of None removes the part."""
    new = {"game": GAME, "edition": "own", "source": "told at the table", **(pack or {}), "learned": True}
    company = id.removeprefix(BASE)
    if id == MAP_PART:
        known = read_land(new.get("map", {})).known
        return with_entry(new, "map", None if value is None else told_land(value, known))
    if id == DECK_PART:
        deck = None if value is None else [value[f"card{n}"] for n in range(1, len(PROBABLE_DECK) + 1)]
        return with_entry(new, "deck", deck)
    if id == DISPLAY_PART:
        return with_entry(new, "display", {key: n for key, n in (value or {}).items() if n} or None)
    if id == BONUS_PART:
        return with_bonus(new, value)
    check_company(company)
    bases = {one: columns for one, columns in new.get("bases", {}).items() if one != company}
    return with_entry(new, "bases", bases if value is None else {**bases, company: value})


def with_entry(pack: Mapping[str, Any], name: str, value: Any) -> dict[str, Any]:
    """Return the pack with this entry replaced, or removed for None."""
    rest = {key: one for key, one in pack.items() if key != name}
    return rest if value is None else {**rest, name: value}


# the map


def map_part(data: Mapping[str, Any] | None) -> BoxPart:
    """Build the part for the map."""
    land = read_land(data or {})
    borders = sum(map(len, land.borders.values())) // 2
    note = _("{regions} regions, {borders} borders", regions=len(land.regions), borders=borders)
    return BoxPart(
        MAP_PART,
        _("the map"),
        ABOUT_THE_BOARD,
        map_question,
        map_value(land) if land.regions else None,
        partial(map_view, land) if land.regions else None,
        borders + len(land.gates) if borders else 0,
        borders + len(COMPANIES) if land.whole and borders else borders + len(COMPANIES) + 1,
        note=note if land.regions else None,
        remarks=partial(map_remarks, land),
        costs=partial(points_needed, land),
    )


def map_question(_told: Json) -> Ask:
    """Build the question for the map: a drawing of regions, borders and gates."""
    text = _(
        "Draw your map: a dot for each region, a line for each border, and the gates from the four bases into regions."
    )
    gates = [option(company, words, piece=POSTS[company]) for company, words in COMPANIES.items()]
    return Ask("table", "map", text, Chart(gates), "MO-29")


def map_value(land: Land) -> Json:
    """Return the map as an answer to `map_question`."""
    written = write_land(land)
    return {key: written[key] for key in ("places", "borders", "gates", "whole")}


def map_view(land: Land) -> Network:
    """Build the view of the map without posts."""
    return draw_land(land.regions, land.borders, land.gates, land.places, {}, None)


def told_land(value: Mapping[str, Any], known: Collection[str]) -> dict[str, Any]:
    """Return the drawn map as pack data; regions that remain keep their known neighbours."""
    land = read_land(value)
    land.known = {region for region in known if region in land.regions} if not land.whole else set()
    return write_land(land)


NEAR = 12
"""Dots at a smaller distance are probably the same region."""


def map_remarks(land: Land) -> list[Remark]:
    """Return remarks on doubtful places of the map: unreachable regions, two dots in nearly the same place."""
    reached = {region for found in points_needed(land).values() for region in found}
    found: list[Remark] = []
    if any(land.gates.values()):
        found += [
            Remark(_("{region} can’t be reached from any base.", region=Name(region)), region)
            for region in land.regions
            if region not in reached
        ]
    placed = sorted(land.places.items())
    for n, (region, at) in enumerate(placed):
        for other, there in placed[n + 1 :]:
            if abs(at[0] - there[0]) + abs(at[1] - there[1]) <= NEAR:
                text = _("{region} and {other} are drawn in the same place.", region=Name(region), other=Name(other))
                found.append(Remark(text, other))
    return found


def points_needed(land: Land) -> dict[str, dict[str, int]]:
    """Return for each company the points to reach every region on an empty map, with all on the way (MO-29)."""
    found: dict[str, dict[str, int]] = {}
    for company, gates in land.gates.items():
        cost: dict[str, int] = {}
        ways = [(points, region) for region, points in gates.items()]
        heapify(ways)
        while ways:
            points, region = heappop(ways)
            if region not in cost:
                cost[region] = points
                for other, more in land.borders.get(region, {}).items():
                    heappush(ways, (points + more, other))
        found[company] = cost
    return found


# the bases


def base_part(company: str, columns: Sequence[Sequence[int]] | None) -> BoxPart:
    """Build the part for the base of a company."""
    spaces = sum(map(len, columns or ()))
    note = _("{n} of {all} spaces", n=spaces, all=POSTS_OF_A_COMPANY)
    return BoxPart(
        f"{BASE}{company}",
        _("base of {company}", company=COMPANIES[company]),
        _("bases"),
        partial(layout_question, company),
        [" ".join(map(str, column)) for column in columns] if columns else None,
        partial(layout_view, company, columns) if columns else None,
        spaces,
        POSTS_OF_A_COMPANY,
        note=note if 0 < spaces < POSTS_OF_A_COMPANY else None,
    )


def layout_question(company: str, _told: Json) -> Ask:
    """Build the question for the layout of a base."""
    text = _(
        "Draw the base of {company}: column by column, each from the top, the coins of every "
        "space, also those under a post. At the start of a game every space has a post.",
        company=COMPANIES[company],
    )
    brushes = base_brushes(company)
    shape = Drawing(read_layout, BASE_LEGEND, brushes, upright=True, total=POSTS_OF_A_COMPANY)
    return Ask("table", "layout", text, shape, "MO-A23", about={"company": company})


def read_layout(rows: list[str]) -> list[list[int]]:
    """Parse the coins of each space, column by column; columns may still be missing.

    A point after the coins, which marks an empty space, is ignored: a layout has no posts.
    """
    columns = [[sign.removesuffix(".") for sign in row.split()] for row in rows if row.strip()]
    if any(sign not in ("0", "1", "2", "3") for column in columns for sign in column):
        raise BadAnswer(_("Enter 0 to 3 coins for each space of a base."))
    if (n := sum(map(len, columns))) > POSTS_OF_A_COMPANY:
        raise BadAnswer(_("A base has {n} spaces in all, but you entered {told}.", n=POSTS_OF_A_COMPANY, told=n))
    return [[int(sign) for sign in column] for column in columns]


def layout_view(company: str, columns: Sequence[Sequence[int]]) -> Columns:
    """Build the view of a base at the start of a game: a post on every space, with the coins under it."""
    spots = [
        Column(
            _("column {n}", n=x), [layout_space(company, x, y, n) for y, n in enumerate(coins, start=1)], sign=str(x)
        )
        for x, coins in enumerate(columns, start=1)
    ]
    return Columns(f"box-base-{company}", COMPANIES[company], spots)


def layout_space(company: str, x: int, y: int, coins: int) -> Spot:
    """Build the spot of one space of a layout."""
    words = n_("a post on {n} coin", "a post on {n} coins", coins)
    return Spot(f"{x}.{y}", words, str(coins), "space", [replace(BARE_POSTS[company], count=coins or None)])


# its cards and the bonus spaces


def deck_part(deck: Sequence[str] | None) -> BoxPart:
    """Build the part for the starting deck; the probable deck is assumed until the owner has checked it (MO-07)."""
    value = None if deck is None else {f"card{n}": kind for n, kind in enumerate(deck, start=1)}
    return BoxPart(
        DECK_PART,
        _("the virtual player’s ten starting cards"),
        _("cards"),
        lambda _told: deck_question(),
        value,
        partial(deck_view, deck or PROBABLE_DECK),
        0 if deck is None else sum(kind != OPEN for kind in deck),
        len(PROBABLE_DECK),
        doubtful=deck is None,
        note=_("one card is unknown: Rival asks for it when it comes up") if deck and OPEN in deck else None,
    )


def deck_view(deck: Sequence[str]) -> Cards:
    """Build the view of the starting deck."""
    cards = [(f"c{n}", card_of(kind)) for n, kind in enumerate(deck, start=1)]
    return Cards(
        "box-deck", _("the virtual player’s ten starting cards"), laid(cards), across=5, shape="card", named=True
    )


def display_part(cards: Mapping[str, int]) -> BoxPart:
    """Build the part for the cards of the display.

    A game still asks which cards the virtual player took; the answers add to this part.
    """
    told = sum(cards.values())
    return BoxPart(
        DISPLAY_PART,
        _("the cards of the display"),
        _("cards"),
        lambda _told: DISPLAY_QUESTION,
        dict(cards) or None,
        partial(display_view, dict(cards)) if cards else None,
        told,
        CARDS,
        needed=False,
        note=_("{n} of {all} cards", n=told, all=CARDS) if 0 < told < CARDS else None,
    )


OTHER_CARDS = Group(_("Others"))


def display_fields() -> Iterator[Field]:
    """Yield a number field for each kind of card."""
    groups = {type: Group(words) for type, words in NUMBERED.items()}
    for id, card in KINDS.items():
        group = groups.get(card.type, OTHER_CARDS)
        yield Field(id, card.words, Number(0, CARDS), 0, group=group, piece=sign_of(card, counted=True))


def no_more_than_there_are(answer: Mapping[str, int]) -> None:
    """Raise BadAnswer if there are more cards than the display has."""
    if (told := sum(answer.values())) > CARDS:
        raise BadAnswer(too_many_cards(told))


DISPLAY_QUESTION = Ask(
    "table",
    "display-cards",
    _("How many of each card are among the {n} cards for the display? Enter those you know.", n=CARDS),
    Form(list(display_fields())),
    "MO-18",
    test=no_more_than_there_are,
)


def display_view(cards: Mapping[str, int]) -> Cards:
    """Build the view of the display cards: every kind once, with its count."""
    spots = [
        Spot(
            kind,
            _("{n} × {card}", n=n, card=card.words),
            str(card.value or ""),
            "card",
            [sign_of(card)],
            Name(f"× {n}"),
        )
        for kind, n in cards.items()
        for card in [card_of(kind)]
    ]
    return Cards("box-display", _("the cards of the display"), spots, across=5, shape="card", named=True)


def bonus_part(data: Mapping[str, Any]) -> BoxPart:
    """Build the part for the bonus spaces."""
    names = data.get("bonus")
    first, types = data.get("first_player_space", 1), data.get("max", MAX_TYPES)
    value = {"first": first, "max": list(types)}
    value |= {f"space{n}": name for n, name in enumerate(names or (), 1) if name}
    holders = [""] * BONUS_SPACES
    return BoxPart(
        BONUS_PART,
        _("the bonus spaces"),
        ABOUT_THE_BOARD,
        bonus_question,
        None if names is None else value,
        None if names is None else partial(bonus_spaces, list(names), holders, first - 1),
        0 if names is None else 1,
    )


def bonus_question(_told: Json) -> Ask:
    """Build the question for the bonus spaces: names, first-player space, MAX types."""
    spaces = range(1, BONUS_SPACES + 1)
    types = [option(type, words) for type, words in TYPES.items()]
    fields = [
        Field("first", _("number of the “first player” space"), Number(1, BONUS_SPACES), 1),
        Field("max", _("card types that have a MAX space"), Several(types, default=list(MAX_TYPES)), list(MAX_TYPES)),
        *(Field(f"space{n}", _("bonus space {n}", n=n), Words(60)) for n in spaces),
    ]
    text = _(
        "The 7 bonus spaces without MAX are numbered from 1 to 7. Name them if you like; numbers alone are enough."
    )
    return Ask("table", "bonus-spaces", text, Form(fields), "MO-A1", "MO-A24")


def with_bonus(pack: Mapping[str, Any], value: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the pack with the bonus spaces replaced, or removed for None."""
    rest = {key: one for key, one in pack.items() if key not in ("bonus", "first_player_space", "max")}
    if value is None:
        return rest
    names = [value.get(f"space{n}") or "" for n in range(1, BONUS_SPACES + 1)]
    return {**rest, "bonus": names, "first_player_space": value["first"], "max": list(value["max"])}


# --- two packs as one, and a pack in a game under way -----------------------------------------------------------


PARTS_OF_A_PACK = ("bonus", "first_player_space", "max", "deck", "display", "bases", "map")
OF_ONE_OWNER = frozenset(PARTS_OF_A_PACK) | frozenset(HEAD)
"""Keys of another pack that are not copied: parts are compared, and the head is always mine."""


def merge_packs(mine: Json, theirs: Json) -> tuple[Json, Sequence[Disagreement]]:
    """Return my pack with the parts that only theirs has, and the parts on which the two disagree.

    If two maps don't contradict each other, the result has the borders of both.
    """
    ours, others = ({one.id: one for one in parts(pack)} for pack in (mine, theirs))
    rest = {key: value for key, value in theirs.items() if key not in OF_ONE_OWNER}
    merged, differ = {**rest, **mine}, list[Disagreement]()
    for id, other in others.items():
        own = ours[id]
        if other.value is None or own.value == other.value:
            continue
        if own.value is None or (id.startswith(BASE) and goes_on(own.value, other.value)):
            merged = tell(merged, id, other.checked(other.value))
        elif id == MAP_PART:
            merged, apart = with_their_map(merged, theirs)
            differ += apart
        elif id == DISPLAY_PART and (both := both_displays(own.value, other.value)) != own.value:
            merged = tell(merged, id, both)
        elif not (goes_on(other.value, own.value) or (id == DISPLAY_PART and covers(own.value, other.value))):
            differ.append(Disagreement(own.words, in_words(own), in_words(other), id))
    return {**merged, **({"learned": True} if mine.get("learned") else {})}, differ


def goes_on(begun: Json, more: Json) -> bool:
    """Return whether a base that is drawn in part is the beginning of another one."""
    if not isinstance(begun, list) or not isinstance(more, list) or len(begun) > len(more):
        return False
    return begun[:-1] == more[: len(begun) - 1] and more[len(begun) - 1].startswith(begun[-1])


def covers(cards: Mapping[str, int], others: Mapping[str, int]) -> bool:
    """Return whether the first counts are at least as large as the second for every kind."""
    return all(n <= cards.get(kind, 0) for kind, n in others.items())


def in_words(part: BoxPart) -> Text:
    """Return the value of a part as text."""
    return part.ask(part.value).shape.show(part.value)


def with_their_map(pack: dict[str, Any], theirs: Mapping[str, Any]) -> tuple[dict[str, Any], list[Disagreement]]:
    """Return the pack with their map merged in; if the maps contradict each other, mine stays unchanged.

    Contradictions can mean that the regions have other names.
    """
    mine, other = read_land(pack["map"]), read_land(theirs["map"])
    differ = [
        Disagreement(_("border between {one} and {other}", one=Name(one), other=Name(near)), *prices, MAP_PART)
        for (one, near), prices in sorted(contradictions(mine.borders, other.borders, complete(mine), complete(other)))
    ]
    for company in COMPANIES:
        ours, gates = mine.gates.get(company, {}), other.gates.get(company, {})
        if ours and gates and ours != gates:
            said = _("gates from the base of {company}", company=COMPANIES[company])
            differ.append(Disagreement(said, gate_words(ours), gate_words(gates), MAP_PART))
    if not differ:
        pack = {**pack, "map": write_land(merged_land(other, mine))}
    return pack, differ


def complete(land: Land) -> Collection[str]:
    """Return the regions whose neighbours are all known."""
    return land.regions if land.whole else land.known


Pair: TypeAlias = tuple[tuple[str, str], tuple[Text, Text]]


def contradictions(mine: Any, theirs: Any, ours_all: Collection[str], theirs_all: Collection[str]) -> Iterator[Pair]:
    """Yield the borders on which two maps disagree, with both prices.

    The prices may differ, or one map may lack the border although it knows all neighbours of a region.
    """
    for one in sorted({*mine, *theirs}):
        for near in sorted({*mine.get(one, {}), *theirs.get(one, {})}):
            here, there = mine.get(one, {}).get(near), theirs.get(one, {}).get(near)
            silent = ours_all if here is None else theirs_all if there is None else (one,)
            if one < near and here != there and (one in silent or near in silent):
                yield (one, near), (price_words(here), price_words(there))


def price_words(points: int | None) -> Text:
    """Return a price as text, "none" without a border."""
    return _("none") if points is None else n_("{n} point", "{n} points", points)


def gate_words(gates: Mapping[str, int]) -> Text:
    """Return the regions next to a base with their prices as text."""
    return Joined([Joined([Name(region), points], " ") for region, points in sorted(gates.items())])


def take(board: Board, pack: Json) -> None:
    """Apply a pack to a game under way; values entered in the game itself stay."""
    board.land = merged_land(read_land(pack.get("map", {})), board.land)
    for company, columns in whole_bases(pack).items():
        if board.find_base(company) is None:
            # with posts elsewhere, the posts in each column are not known and have to be asked for
            known = board.outdated if board.elsewhere(company) else board.bases
            known[company] = full_base(columns)


def lacking(pack: Json) -> list[Text]:
    """Return the parts that a game will have to ask for, as texts."""
    found: list[Text] = []
    land = read_land((pack or {}).get("map", {}))
    borders = sum(map(len, land.borders.values())) // 2
    if not land.whole or not borders:
        text = n_(
            "The map has {n} border so far. Rival asks for others when an expansion needs them.",
            "The map has {n} borders so far. Rival asks for others when an expansion needs them.",
            borders,
        )
        nothing = _("The map is not described yet: Rival asks for its borders when an expansion needs them.")
        found.append(text if borders else nothing)
    missing = [words for company, words in COMPANIES.items() if company not in whole_bases(pack or {})]
    if missing:
        found.append(
            _(
                "Not described yet: the bases of {companies}. Rival asks you to draw each when it is first needed.",
                companies=Joined(missing),
            )
        )
    deck = (pack or {}).get("deck")
    if deck is None:
        found.append(
            _(
                "Rival assumes which ten starting cards the virtual player has; your first game asks "
                "you to confirm them."
            )
        )
    elif OPEN in deck:
        found.append(
            _("One of the virtual player’s ten starting cards is unknown; Rival asks for it when it comes up.")
        )
    return found


BOX = Box(parts, tell, lacking, take)
