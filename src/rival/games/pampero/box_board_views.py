"""Drawings of the boards, tiles and tokens in the owner's box; each place can be tapped to describe it.

The id of a spot is its field's name or begins with that name (``printed.2``). A spot with an unknown value shows a
question mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from rival.games.pampero.card_views import make_icon_cell
from rival.games.pampero.pack_model import NOTHING, UNKNOWN
from rival.kernel import (
    Cards,
    Column,
    Columns,
    Name,
    PackPhrase,
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

FIELD_LABELS: Mapping[str, Text] = {
    "energy_cap": _("maximum energy of VJ"),
    "markets": _("the markets from top to bottom"),
    "farms": _("wind farms per colour"),
    "towers": _("towers"),
    "bulldozers": _("bulldozers per colour"),
    "batteries": _("batteries"),
    "battery_energy": _("energy that one battery replaces"),
    "parked_count": _("parked bulldozers count for the majority"),
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
CHOICE_LABELS: Mapping[str, Text] = {
    "nothing now": _("nothing now"),
    "once now": _("once now"),
    "lasting": _("lasting"),
    "farm": _("VJ builds a wind farm"),
    "tower": _("VJ builds a tower"),
    "contract": _("VJ fulfils a contract"),
    "sale": _("VJ makes a foreign-market sale"),
    "battery": _("VJ gets a battery"),
}
MARKET_LABELS = {
    "commercial": _("commercial"),
    "industrial": _("industrial"),
    "remote": _("remote"),
    "residential": _("residential"),
    "tourism": _("tourism"),
}
NOT_ENTERED = _("not entered yet")

FIELD_GLYPHS: Mapping[str, str] = {
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
MAX_SEPARATE_PIECES = 5
"""The most pieces drawn one by one; a larger number is drawn as one piece with a count."""


def build_entry_view(kind: str, path: str, title: Text, entry: Any) -> View:
    """Return the drawing of a sector, track, board column or tile."""
    if (build_view := VIEW_BUILDERS.get(kind)) is None:
        return build_tile_view(path, title, entry)
    return build_view(f"box-{path}", title, entry)


# --- single places --------------------------------------------------------------------------------------------------


FIELD_NOTES: Mapping[str, Text] = {
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
"""Short labels for places that have no text in front of them."""


def make_unknown_spot(field: str) -> Spot:
    """Return a question mark for a field without a value."""
    return Spot(
        field, _("{what}: {value}", what=FIELD_LABELS[field], value=NOT_ENTERED), "?", note=FIELD_NOTES.get(field)
    )


def make_piece_spots(field: str, n: int | None) -> list[Spot]:
    """Return the drawings of ``n`` pieces side by side."""
    if n is None:
        return [make_unknown_spot(field)]
    label = _("{what}: {value}", what=FIELD_LABELS[field], value=n)
    if not n:
        return [Spot(field, label, "0", note=FIELD_NOTES.get(field))]
    piece = Piece(FIELD_GLYPHS[field], FIELD_LABELS[field], "vj")
    if n > MAX_SEPARATE_PIECES:
        return [Spot(field, label, pieces=[piece], note=Name(f"× {n}"))]
    return [Spot(f"{field}.{k}", label, pieces=[piece]) for k in range(1, n + 1)]


def make_icon_spots(field: str, values: Sequence[Any] | None, note: Text | None = None) -> list[Spot]:
    """Return a field's icons from top to bottom; each unknown icon is drawn as a question mark."""
    if values is None:
        return [make_unknown_spot(field)]
    if not values:
        return [Spot(field, _("{what}: {value}", what=FIELD_LABELS[field], value=_("nothing")), "–")]
    return [make_icon_spot(f"{field}.{k}", value, note) for k, value in enumerate(values, start=1)]


def make_icon_spot(id: str, value: Any, note: Text | None = None) -> Spot:
    """Return the drawing of one icon; a dash if there is none."""
    if value == NOTHING:
        return Spot(id, _("nothing"), "–", note=note)
    return make_icon_cell(id, None if value == UNKNOWN else value, note)


def make_name_spots(field: str, values: Sequence[str] | None) -> list[Spot]:
    """Return the names of markets, sectors or places as labels to draw."""
    if values is None:
        return [make_unknown_spot(field)]
    if not values:
        return [Spot(field, _("{what}: {value}", what=FIELD_LABELS[field], value=_("nothing")), "–")]
    return [make_name_spot(f"{field}.{k}", name) for k, name in enumerate(values, start=1)]


def make_name_spot(id: str, name: str) -> Spot:
    """Return one name as a label to draw; a market is drawn as its symbol."""
    if name in MARKET_LABELS:
        return Spot(
            id, MARKET_LABELS[name], pieces=[Piece("symbol", MARKET_LABELS[name], "vj")], note=MARKET_LABELS[name]
        )
    return Spot(id, PackPhrase(name), name)


def make_value_spots(field: str, value: Any) -> list[Spot]:
    """Return a number, a choice or a yes/no value as a label to draw."""
    if value is None:
        return [make_unknown_spot(field)]
    if isinstance(value, bool):
        return [Spot(field, FIELD_LABELS[field], "✓" if value else "–", note=_("yes") if value else _("no"))]
    if isinstance(value, int):
        label = _("{what}: {value}", what=FIELD_LABELS[field], value=value)
        piece = [Piece(FIELD_GLYPHS[field], FIELD_LABELS[field], "vj")] if field in FIELD_GLYPHS else []
        return [Spot(field, label, str(value), pieces=piece, note=Name(str(value)) if piece else None)]
    return [
        Spot(field, FIELD_LABELS[field], note=CHOICE_LABELS.get(value) or MARKET_LABELS.get(value) or PackPhrase(value))
    ]


def make_field_spots(field: str, value: Any) -> list[Spot]:
    """Return the drawing of a field according to the type of its value."""
    if field in ("printed", "under_tiles", "gains"):
        return make_icon_spots(field, value)
    if field == "money":
        return [make_unknown_spot(field)] if value is None else make_money_spots(value)
    if isinstance(value, tuple):
        return make_name_spots(field, value)
    return make_piece_spots(field, value) if field in COUNTED_FIELDS else make_value_spots(field, value)


COUNTED_FIELDS = ("farm_sites", "tower_sites", "either_sites", "transformers", "batteries", "tiles")


def make_money_spots(money: Sequence[int]) -> list[Spot]:
    """Return the spaces of an income track with the money that each one brings."""
    return [
        Spot(f"money.{k}", _("space {k}: {n}", k=k, n=n), str(n), note=Name(f"{k}."))
        for k, n in enumerate(money, start=1)
    ]


# --- whole entries --------------------------------------------------------------------------------------------------


def build_sector_view(id: str, title: Text, entry: Any) -> Cards:
    """Return the view of a sector: its sites side by side, then its foreign-market card (PA-G6)."""
    sites = ("farm_sites", "tower_sites", "either_sites", "foreign_market")
    return Cards(
        id,
        title,
        [spot for field in sites for spot in make_field_spots(field, getattr(entry, field))],
        shows_notes=True,
    )


def build_income_track_view(id: str, title: Text, entry: Any) -> Cards:
    """Return the view of an income track with the money of each space (PA-24)."""
    known_money, spaces = entry.money or (), entry.spaces
    unknown_spaces = [
        Spot(f"money.{k}", _("space {k}: {n}", k=k, n=NOT_ENTERED), "?", note=Name(f"{k}."))
        for k in range(len(known_money) + 1, (spaces or len(known_money) + 1) + 1)
    ]
    length_spot = Spot(
        "spaces", _("{what}: {value}", what=FIELD_LABELS["spaces"], value=spaces or NOT_ENTERED), str(spaces or "?")
    )
    return Cards(
        id,
        title,
        [replace(length_spot, note=_("spaces")), *make_money_spots(known_money), *unknown_spaces],
        cards_per_row=8,
        shows_notes=True,
    )


def build_grid_column_view(id: str, title: Text, entry: Any) -> Columns:
    """Return the view of a grid column: towers, transformers and contract places from the top (PA-66)."""
    column_spots = [
        *make_piece_spots("towers", entry.towers),
        *make_piece_spots("transformers", entry.transformers),
        *make_name_spots("places", entry.places),
    ]
    return Columns(id, title, [Column(title, column_spots, sign=entry.id)])


def build_bonus_column_view(id: str, title: Text, entry: Any) -> Columns:
    """Return the view of a bonus column: each tile above its covered bonus, then the printed bonuses (PA-72)."""
    tile_spots = make_piece_spots("tiles", entry.tiles)
    if entry.tiles and entry.tiles <= MAX_SEPARATE_PIECES:
        tile_spots = [
            Spot(f"tiles.{k}", _("tile {n}", n=k), pieces=[Piece("tile", FIELD_LABELS["tiles"], "vj")])
            for k in range(1, entry.tiles + 1)
        ]
    covered_spots = make_icon_spots("under_tiles", entry.under_tiles, _("under the tile"))
    pair_spots = [spot for pair in zip_longest(tile_spots, covered_spots) for spot in pair if spot is not None]
    return Columns(
        id,
        title,
        [
            Column(
                title,
                [*make_value_spots("zone", entry.zone), *pair_spots, *make_icon_spots("printed", entry.printed)],
                sign=entry.id,
            )
        ],
    )


def build_tile_view(path: str, title: Text, entry: Any) -> Sheet:
    """Return the view of a tile, card or token with its printed symbols."""
    values = {name: value for name, value in vars(entry).items() if name != "id"}
    rows = [Row(FIELD_LABELS[name], make_field_spots(name, value)) for name, value in values.items()]
    return Sheet(f"box-{path}", title, [Section(f"box-{path}", title, rows)])


VIEW_BUILDERS: Mapping[str, Callable[[str, Text, Any], View]] = {
    "sector": build_sector_view,
    "market": build_income_track_view,
    "grid_column": build_grid_column_view,
    "bonus_column": build_bonus_column_view,
}


# --- unlikely values ------------------------------------------------------------------------------------------------


def list_remarks(kind: str, entry: Any) -> list[Remark]:
    """Return remarks about unusual values of an entry."""
    return list(REMARK_FINDERS[kind](entry)) if kind in REMARK_FINDERS else []


def find_track_remarks(entry: Any) -> Iterator[Remark]:
    """Yield remarks about unusual values of an income track."""
    if entry.spaces is not None and entry.money is not None and len(entry.money) != entry.spaces:
        yield Remark(
            _("The track has {n} spaces, but money is entered for {m}.", n=entry.spaces, m=len(entry.money)), "money"
        )
    if entry.money and list(entry.money) != sorted(entry.money):
        yield Remark(_("A later space gives less money than an earlier one."), "money")


def find_bonus_column_remarks(entry: Any) -> Iterator[Remark]:
    """Yield remarks about unusual values of a bonus column."""
    if entry.tiles is not None and entry.under_tiles is not None and len(entry.under_tiles) > entry.tiles:
        text = _(
            "The column has {n} tiles, but bonuses are entered under {m}.", n=entry.tiles, m=len(entry.under_tiles)
        )
        yield Remark(text, "under_tiles")


def find_sector_remarks(entry: Any) -> Iterator[Remark]:
    """Yield remarks about unusual values of a sector."""
    if entry.farm_sites == 0 and entry.tower_sites == 0 and not entry.either_sites:
        yield Remark(_("Does this sector really have no building site?"), "farm_sites")


def find_grid_column_remarks(entry: Any) -> Iterator[Remark]:
    """Yield remarks about unusual values of a grid column."""
    if entry.places and len(set(entry.places)) < len(entry.places):
        yield Remark(_("The same place is named twice."), "places")


def find_link_place_remarks(entry: Any) -> Iterator[Remark]:
    """Yield remarks about an unusual place for a chain token."""
    if entry.between is not None and len(set(entry.between)) != 2:
        yield Remark(_("A place for a chain token must be between two contract places."), "between")


def find_bonus_tile_remarks(entry: Any) -> Iterator[Remark]:
    """Yield remarks about unusual values of a bonus tile."""
    if entry.effect == "lasting" and entry.when is None:
        yield Remark(_("Enter the event that triggers the lasting effect of this tile."), "when")
    if entry.effect in ("once now", "lasting") and entry.gains is None and entry.words is None:
        yield Remark(_("The tile has an effect, but its bonuses are not entered."), "gains")


REMARK_FINDERS: Mapping[str, Callable[[Any], Iterator[Remark]]] = {
    "sector": find_sector_remarks,
    "market": find_track_remarks,
    "bonus_column": find_bonus_column_remarks,
    "grid_column": find_grid_column_remarks,
    "link_place": find_link_place_remarks,
    "bonus_tile": find_bonus_tile_remarks,
}
