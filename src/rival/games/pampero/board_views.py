"""Drawings of the boards, tiles and tokens in the owner's box; each place can be tapped to describe it.

The spots of a field have its name, or begin with it (``printed.2``); an unknown one shows a question mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from rival.games.pampero.contents import NOTHING, UNKNOWN
from rival.games.pampero.sheets import cell
from rival.kernel import (
    Cards,
    Column,
    Columns,
    Name,
    PackWords,
    Piece,
    Remark,
    Row,
    Section,
    Sheet,
    Spot,
    Text,
    View,
    _,
)

FIELDS: Mapping[str, Text] = {
    "energy_cap": _("maximum energy of VJ"),
    "markets": _("the markets from top to bottom"),
    "farms": _("wind farms per colour"),
    "towers": _("towers"),
    "bulldozers": _("bulldozers per colour"),
    "batteries": _("batteries"),
    "battery_energy": _("energy that one battery replaces"),
    "parked_count": _("parked bulldozers count towards a majority"),
    "starting_money": _("VJ’s starting money"),
    "farm_sites": _("sites for wind farms"),
    "tower_sites": _("sites for towers"),
    "either_sites": _("sites for a wind farm or a tower"),
    "foreign_market": _("has a foreign-market card"),
    "spaces": _("number of spaces on the track"),
    "money": _("money for each space, from the start"),
    "transformers": _("transformers"),
    "places": _("contract places, from the top"),
    "between": _("the two contract places that it connects"),
    "zone": _("zone"),
    "tiles": _("tiles at the start"),
    "printed": _("printed bonuses, from the top"),
    "under_tiles": _("bonuses under the tiles, from the top"),
    "symbols": _("market symbols"),
    "effect": _("effect for VJ"),
    "when": _("event that triggers it"),
    "gains": _("bonuses that it gives"),
    "words": _("description in your own words"),
    "slot": _("has its own slot on VJ’s board"),
    "energy": _("energy"),
    "sector": _("sector"),
    "income": _("income markers that it moves"),
    "scoring_tile": _("the scoring tile it belongs to"),
    "column": _("column, from the left"),
    "row": _("row, from the bottom"),
}
CHOICES: Mapping[str, Text] = {
    "nothing now": _("nothing now"),
    "once now": _("once now"),
    "lasting": _("lasting"),
    "farm": _("VJ builds a wind farm"),
    "tower": _("VJ builds a tower"),
    "contract": _("VJ fulfils a contract"),
    "sale": _("VJ makes a foreign-market sale"),
    "battery": _("VJ gets a battery"),
}
MARKET_WORDS = {
    "commercial": _("commercial"),
    "industrial": _("industrial"),
    "remote": _("remote"),
    "residential": _("residential"),
    "tourism": _("tourism"),
}
NOT_TOLD = _("not entered yet")

PIECES: Mapping[str, str] = {
    "farm_sites": "farm",
    "tower_sites": "tower",
    "either_sites": "structures",
    "foreign_market": "abroad",
    "farms": "farm",
    "towers": "tower",
    "transformers": "transformer",
    "bulldozers": "bulldozer",
    "batteries": "battery",
    "battery_energy": "energy",
    "energy": "energy",
    "energy_cap": "energy",
    "tiles": "tile",
    "slot": "tile",
    "sector": "sector",
    "zone": "sector",
    "money": "money",
    "starting_money": "money",
}
"""The glyph for the things that a field counts or names."""
LAID_OUT = 5
"""Most pieces drawn one by one; more are one piece with a number."""


def entry_view(kind: str, path: str, title: Text, entry: Any) -> View:
    """Return the drawing of an entry: a row of sites, a track, a column, or a tile with its printed symbols."""
    if (draw := LOOKS.get(kind)) is None:
        return as_tile(path, title, entry)
    return draw(f"box-{path}", title, entry)


# --- single places --------------------------------------------------------------------------------------------------


NOTES: Mapping[str, Text] = {
    "farm_sites": _("wind farms"),
    "tower_sites": _("towers"),
    "either_sites": _("either"),
    "foreign_market": _("foreign market"),
    "towers": _("towers"),
    "transformers": _("transformers"),
    "places": _("places"),
    "zone": _("zone"),
    "tiles": _("tiles"),
    "under_tiles": _("under the tiles"),
    "printed": _("printed"),
}
"""Short labels for places without a text in front of them."""


def unknown(field: str) -> Spot:
    """Return a question mark for a field without a value."""
    return Spot(field, _("{what}: {value}", what=FIELDS[field], value=NOT_TOLD), "?", note=NOTES.get(field))


def several(field: str, n: int | None) -> list[Spot]:
    """Return pieces side by side for a number of things."""
    if n is None:
        return [unknown(field)]
    words = _("{what}: {value}", what=FIELDS[field], value=n)
    if not n:
        return [Spot(field, words, "0", note=NOTES.get(field))]
    piece = Piece(PIECES[field], FIELDS[field], "vj")
    if n > LAID_OUT:
        return [Spot(field, words, pieces=[piece], note=Name(f"× {n}"))]
    return [Spot(f"{field}.{k}", words, pieces=[piece]) for k in range(1, n + 1)]


def icons(field: str, told: Sequence[Any] | None, note: Text | None = None) -> list[Spot]:
    """Return icons from the top; an unknown one is a question mark, nothing is a dash."""
    if told is None:
        return [unknown(field)]
    if not told:
        return [Spot(field, _("{what}: {value}", what=FIELDS[field], value=_("nothing")), "–")]
    return [icon(f"{field}.{k}", one, note) for k, one in enumerate(told, start=1)]


def icon(id: str, one: Any, note: Text | None = None) -> Spot:
    """Return one icon, or a dash for nothing."""
    if one == NOTHING:
        return Spot(id, _("nothing"), "–", note=note)
    return cell(id, None if one == UNKNOWN else one, note)


def names(field: str, told: Sequence[str] | None) -> list[Spot]:
    """Return named things: markets, sectors, places."""
    if told is None:
        return [unknown(field)]
    if not told:
        return [Spot(field, _("{what}: {value}", what=FIELDS[field], value=_("nothing")), "–")]
    return [named(f"{field}.{k}", one) for k, one in enumerate(told, start=1)]


def named(id: str, name: str) -> Spot:
    """Return one named thing; a market has its symbol."""
    if name in MARKET_WORDS:
        return Spot(id, MARKET_WORDS[name], pieces=[Piece("symbol", MARKET_WORDS[name], "vj")], note=MARKET_WORDS[name])
    return Spot(id, PackWords(name), name)


def single(field: str, told: Any) -> list[Spot]:
    """Return one value: a number with its sign, a choice, yes or no."""
    if told is None:
        return [unknown(field)]
    if isinstance(told, bool):
        return [Spot(field, FIELDS[field], "✓" if told else "–", note=_("yes") if told else _("no"))]
    if isinstance(told, int):
        words = _("{what}: {value}", what=FIELDS[field], value=told)
        piece = [Piece(PIECES[field], FIELDS[field], "vj")] if field in PIECES else []
        return [Spot(field, words, str(told), pieces=piece, note=Name(str(told)) if piece else None)]
    return [Spot(field, FIELDS[field], note=CHOICES.get(told) or MARKET_WORDS.get(told) or PackWords(told))]


def spots(field: str, told: Any) -> list[Spot]:
    """Return the spots of a field, depending on the kind of its value."""
    if field in ("printed", "under_tiles", "gains"):
        return icons(field, told)
    if field == "money":
        return [unknown(field)] if told is None else track(told)
    if isinstance(told, tuple):
        return names(field, told)
    return several(field, told) if field in COUNTED else single(field, told)


COUNTED = ("farm_sites", "tower_sites", "either_sites", "transformers", "batteries", "tiles")


def track(money: Sequence[int]) -> list[Spot]:
    """Return the spaces of an income track with their money."""
    return [
        Spot(f"money.{k}", _("space {k}: {n}", k=k, n=n), str(n), note=Name(f"{k}."))
        for k, n in enumerate(money, start=1)
    ]


# --- whole entries --------------------------------------------------------------------------------------------------


def sector(id: str, title: Text, one: Any) -> Cards:
    """Return the sites of a sector side by side, then its foreign-market card (PA-G6)."""
    sites = ("farm_sites", "tower_sites", "either_sites", "foreign_market")
    return Cards(id, title, [spot for field in sites for spot in spots(field, getattr(one, field))], named=True)


def income_track(id: str, title: Text, one: Any) -> Cards:
    """Return the spaces of an income track from the start, with their money (PA-24)."""
    told, spaces = one.money or (), one.spaces
    more = [
        Spot(f"money.{k}", _("space {k}: {n}", k=k, n=NOT_TOLD), "?", note=Name(f"{k}."))
        for k in range(len(told) + 1, (spaces or len(told) + 1) + 1)
    ]
    count = Spot("spaces", _("{what}: {value}", what=FIELDS["spaces"], value=spaces or NOT_TOLD), str(spaces or "?"))
    return Cards(id, title, [replace(count, note=_("spaces")), *track(told), *more], across=8, named=True)


def grid_column(id: str, title: Text, one: Any) -> Columns:
    """Return a column of the grid board: towers, transformers, contract places, from the top (PA-66)."""
    laid = [*several("towers", one.towers), *several("transformers", one.transformers), *names("places", one.places)]
    return Columns(id, title, [Column(title, laid, sign=one.id)])


def bonus_column(id: str, title: Text, one: Any) -> Columns:
    """Return a column of the bonus board: each tile with the bonus under it, then the printed bonuses (PA-72)."""
    tiles = several("tiles", one.tiles)
    if one.tiles and one.tiles <= LAID_OUT:
        tiles = [
            Spot(f"tiles.{k}", _("tile {n}", n=k), pieces=[Piece("tile", FIELDS["tiles"], "vj")])
            for k in range(1, one.tiles + 1)
        ]
    under = icons("under_tiles", one.under_tiles, _("under the tile"))
    told = [spot for pair in zip_longest(tiles, under) for spot in pair if spot is not None]
    return Columns(
        id, title, [Column(title, [*single("zone", one.zone), *told, *icons("printed", one.printed)], sign=one.id)]
    )


def as_tile(path: str, title: Text, entry: Any) -> Sheet:
    """Return a tile, card or token with its printed symbols, row by row."""
    told = {name: value for name, value in vars(entry).items() if name != "id"}
    rows = [Row(FIELDS[name], spots(name, value)) for name, value in told.items()]
    return Sheet(f"box-{path}", title, [Section(f"box-{path}", title, rows)])


LOOKS: Mapping[str, Callable[[str, Text, Any], View]] = {
    "sector": sector,
    "market": income_track,
    "grid_column": grid_column,
    "bonus_column": bonus_column,
}


# --- unlikely values ------------------------------------------------------------------------------------------------


def remarks(kind: str, entry: Any) -> list[Remark]:
    """Return remarks about values that are allowed but unlikely, each at its place."""
    return list(ODD[kind](entry)) if kind in ODD else []


def odd_track(one: Any) -> Iterator[Remark]:
    """Yield remarks about an income track."""
    if one.spaces is not None and one.money is not None and len(one.money) != one.spaces:
        yield Remark(
            _("The track has {n} spaces, but money is entered for {m}.", n=one.spaces, m=len(one.money)), "money"
        )
    if one.money and list(one.money) != sorted(one.money):
        yield Remark(_("A later space gives less money than an earlier one."), "money")


def odd_bonus_column(one: Any) -> Iterator[Remark]:
    """Yield remarks about a column of the bonus board."""
    if one.tiles is not None and one.under_tiles is not None and len(one.under_tiles) > one.tiles:
        text = _("The column has {n} tiles, but bonuses are entered under {m}.", n=one.tiles, m=len(one.under_tiles))
        yield Remark(text, "under_tiles")


def odd_sector(one: Any) -> Iterator[Remark]:
    """Yield remarks about a sector."""
    if one.farm_sites == 0 and one.tower_sites == 0 and not one.either_sites:
        yield Remark(_("Does this sector really have no building site?"), "farm_sites")


def odd_grid_column(one: Any) -> Iterator[Remark]:
    """Yield remarks about a column of the grid board."""
    if one.places and len(set(one.places)) < len(one.places):
        yield Remark(_("The same place is named twice."), "places")


def odd_link(one: Any) -> Iterator[Remark]:
    """Yield remarks about a place for a chain token."""
    if one.between is not None and len(set(one.between)) != 2:
        yield Remark(_("A place for a chain token must be between two contract places."), "between")


def odd_tile(one: Any) -> Iterator[Remark]:
    """Yield remarks about a bonus tile."""
    if one.effect == "lasting" and one.when is None:
        yield Remark(_("Enter the event that triggers this lasting tile."), "when")
    if one.effect in ("once now", "lasting") and one.gains is None and one.words is None:
        yield Remark(_("The tile has an effect, but its bonuses are not entered."), "gains")


ODD: Mapping[str, Callable[[Any], Iterator[Remark]]] = {
    "sector": odd_sector,
    "market": odd_track,
    "bonus_column": odd_bonus_column,
    "grid_column": odd_grid_column,
    "link_place": odd_link,
    "bonus_tile": odd_tile,
}
