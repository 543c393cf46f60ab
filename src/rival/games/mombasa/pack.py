"""The owner's pack of Mombasa: map, base layouts, starting deck, names of the bonus spaces. All of it is optional."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rival.games.mombasa.expansion import POSTS_OF_A_COMPANY
from rival.games.mombasa.table import (
    BONUS_SPACES,
    BOUGHT,
    CARDS,
    COMPANIES,
    KINDS,
    MAX_TYPES,
    OPEN,
    PROBABLE_DECK,
    TYPES,
    Board,
    Land,
    read_land,
)
from rival.kernel import BadPack, Joined, Json, Name, Text, _
from rival.kernel.shapes import short

GAME = "mombasa"


KEYS = (
    "game",
    "edition",
    "source",
    "sample",
    "learned",
    "bonus",
    "first_player_space",
    "deck",
    "max",
    "bases",
    "map",
    "table",
)


def check_pack(pack: Json) -> Json:
    """The pack itself if it can be used; BadPack says what is wrong and where."""
    if not isinstance(pack, dict) or pack.get("game") != GAME:
        raise BadPack(_('This is not a pack of Mombasa: it must say game = "mombasa".'))
    known_keys("", pack, KEYS)
    check_head(pack)
    check_bonus(pack)
    check_deck(pack)
    for company, columns in table_of(pack, "bases").items():
        check_base(company, columns)
    check_map(table_of(pack, "map"))
    check_table(table_of(pack, "table"))
    return pack


def known_keys(where: str, data: Mapping[str, Any], keys: Collection[str]) -> None:
    for key in data:
        if key not in keys:
            name = short(f"{where}.{key}" if where else key)
            raise BadPack(_("“{name}” is not known here; what is: {keys}.", name=name, keys=Joined(map(Name, keys))))


def table_of(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise BadPack(_("“{name}” must be a table of entries, not a single value.", name=short(name)))
    return found


def is_line(value: Any, most: int = 60) -> bool:
    """Words in one line, without signs that steer a screen."""
    return isinstance(value, str) and len(value) <= most and value.isprintable()


def is_card(value: Any) -> bool:
    return isinstance(value, str) and value in KINDS


def check_head(pack: Mapping[str, Any]) -> None:
    for name in ("edition", "source"):
        if not is_line(pack.get(name, ""), 200):
            raise BadPack(_("“{name}” must be one line of at most {most} characters.", name=Name(name), most=200))
    for name in ("sample", "learned"):
        check_flag(name, pack.get(name, False))


def check_flag(name: str, value: Any) -> None:
    if type(value) is not bool:
        raise BadPack(_("“{name}” must be true or false, not {value}.", name=Name(name), value=short(value)))


def check_region(region: Any) -> None:
    if not is_line(region) or not region.strip():
        raise BadPack(_("“{name}” is no name of a region; use one of up to 60 characters.", name=short(region)))


def check_bonus(pack: Mapping[str, Any]) -> None:
    names = pack.get("bonus", [""] * BONUS_SPACES)
    if not isinstance(names, list) or len(names) != BONUS_SPACES or not all(map(is_line, names)):
        raise BadPack(_("“bonus” must be a list of {n} names, the spaces without MAX.", n=BONUS_SPACES))
    first = pack.get("first_player_space", 1)
    if type(first) is not int or not 1 <= first <= BONUS_SPACES:
        raise BadPack(_("“first_player_space” must be a number from 1 to {n}.", n=BONUS_SPACES))
    types = pack.get("max", list(MAX_TYPES))
    if not isinstance(types, list) or not all(isinstance(one, str) and one in TYPES for one in types):
        raise BadPack(
            _("“max” must be a list of card types with a MAX space, of: {types}.", types=Joined(map(Name, TYPES)))
        )
    if len(set(types)) < len(types):
        raise BadPack(_("“max” names a card type twice."))


def check_deck(pack: Mapping[str, Any]) -> None:
    deck = pack.get("deck", list(PROBABLE_DECK))
    if not isinstance(deck, list) or len(deck) != len(PROBABLE_DECK):
        raise BadPack(_("“deck” must be a list of the virtual player’s {n} cards.", n=len(PROBABLE_DECK)))
    for kind in deck:
        if not is_card(kind) and kind != OPEN:
            raise BadPack(
                _(
                    "“deck”: there is no card “{kind}”; there is for instance {kinds}.",
                    kind=short(kind),
                    kinds=Joined([Name("bananas-1"), Name("bookkeeper"), Name(OPEN)]),
                )
            )


def pack_notes(pack: Mapping[str, Any]) -> Sequence[Text]:
    """MO-07: what looks odd in a starting deck."""
    if BOUGHT not in pack.get("deck", ()):
        return ()
    return (_("“deck” has a diamond merchant among the starting cards, but those are only bought."),)


def check_company(company: str) -> None:
    if company not in COMPANIES:
        raise BadPack(
            _(
                "There is no company “{company}”; they are: {companies}.",
                company=short(company),
                companies=Joined(map(Name, COMPANIES)),
            )
        )


def check_base(company: str, columns: Any) -> None:
    check_company(company)
    words = COMPANIES[company]
    if not isinstance(columns, list) or not all(
        isinstance(column, list) and column and all(type(coins) is int and 0 <= coins <= 3 for coins in column)
        for column in columns
    ):
        raise BadPack(
            _(
                "Base of {company}: it must be a list of columns, each the coins of its spaces from the top, "
                "for instance [[0, 1, 2], [0, 0, 2]].",
                company=words,
            )
        )
    spaces = sum(map(len, columns))
    if spaces != POSTS_OF_A_COMPANY:
        raise BadPack(
            _(
                "Base of {company}: it has {n} spaces in all, not {told}.",
                company=words,
                n=POSTS_OF_A_COMPANY,
                told=spaces,
            )
        )


def check_map(land: Mapping[str, Any]) -> None:
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
                        "The border between {one} and {other}: it joins two regions and has one price.",
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
                _("The gate from {company} to {region}", company=COMPANIES[company], region=Name(region)), points
            )
    known = land.get("known", [])
    if not isinstance(known, list) or not all(isinstance(region, str) for region in known):
        raise BadPack(_("“known” must be a list of the regions whose neighbours are all told."))
    for region in known:
        check_region(region)
    for region, place in table_of(land, "places").items():
        check_region(region)
        if not isinstance(place, list) or len(place) != 2 or not all(type(n) is int and abs(n) <= FAR for n in place):
            raise BadPack(
                _(
                    "The place of {region} must be two whole numbers, [x, y], of at most {most}.",
                    region=Name(region),
                    most=FAR,
                )
            )
    problem = read_land(land).problem()
    if problem is not None:
        raise BadPack(problem)


FAR = 100_000
"""Where a region can be drawn at most."""


def check_price(what: Any, points: Any) -> None:
    if type(points) is not int or points not in (1, 2):
        raise BadPack(_("{what} has the price {points}: it must be 1 or 2.", what=what, points=short(points)))


# --- what only a sample table needs ------------------------------------------------------------------------------

NUMBERS = {"markers": 9, "active": 9, "steps": 99, "expansion": 99}
"""The largest that makes sense; the smallest is 1, for expansion 0."""
WORTH = ("max", "bookkeeper", "diamonds", "share", "post")


def check_table(table: Mapping[str, Any]) -> None:
    """The cards of the display, their prices, and the numbers of the player's side; all of it is optional."""
    for name in table:
        if name not in NUMBERS and name not in ("open", "cards", "prices", "worth"):
            raise BadPack(_("“table”: “{name}” is not known there.", name=short(name)))
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
    bonus = worth.get("bonus", [0] * BONUS_SPACES)
    if worth and (worth.keys() != {"bonus", *WORTH} or not isinstance(bonus, list) or len(bonus) != BONUS_SPACES):
        raise BadPack(
            _(
                "“table.worth” must have: bonus (a list of {n} numbers), {names}.",
                n=BONUS_SPACES,
                names=Name(", ".join(WORTH)),
            )
        )
    for points in (*bonus, *(worth[name] for name in WORTH if name in worth)):
        check_number("worth", points, 0, 99)


def check_number(name: str, value: Any, least: int, most: int) -> None:
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


# --- what the owner told during a game ------------------------------------------------------------------------


def learned(known: Json, board: Board) -> Json:
    """The owner's pack with everything this game has told; where they differ, the later word counts."""
    if board.pack.get("sample") or not board.cards:
        return known
    old: Mapping[str, Any] = known or {}
    layouts = {company: [list(column.coins) for column in base] for company, base in board.bases.items()}
    return {
        "game": GAME,
        "edition": old.get("edition", "own"),
        "source": old.get("source", "told at the table"),
        "learned": True,
        "first_player_space": board.first_space + 1,
        "bonus": [space.name for space in board.bonus],
        "max": list(board.max_types),
        "deck": [card.id for card in list(board.cards.values())[: len(PROBABLE_DECK)]],
        "bases": {**old.get("bases", {}), **layouts},
        "map": write_land(merged(read_land(old.get("map", {})), board.land)),
    }


def merged(old: Land, new: Land) -> Land:
    """What is known of the map from earlier games, and from this one."""
    for region, near in sorted(new.borders.items()):
        complete = new.whole or region in new.known
        if complete or region not in old.known:
            old.tell_neighbours(region, near if complete else {**old.borders.get(region, {}), **near}, complete)
    old.gates.update(new.gates)
    old.places.update(new.places)
    old.whole = old.whole or new.whole
    return old


def write_land(land: Land) -> dict[str, Any]:
    """The map as a pack has it: each border once."""
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
