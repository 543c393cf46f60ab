"""Corrections of the table, invariants, and the instructions for an undo."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Literal

from rival.games.pampero.asking import check_telling, part_shape, part_words
from rival.games.pampero.lines import tile_words
from rival.games.pampero.majorities import Side, catch_up, count_all, follow_correction, known_to_you
from rival.games.pampero.parts import describe_path, part, paths_of_section
from rival.games.pampero.phrases import listed
from rival.games.pampero.sites import sites_of, too_much
from rival.games.pampero.table import (
    BATTERIES,
    MOST_MONEY,
    BonusColumn,
    GridColumn,
    Pieces,
    Slot,
    Table,
    Tile,
    put_tower_back,
    take_tower,
)
from rival.games.pampero.tower_bonus import correct_printed, gain_list, gain_words, learn_column, tile_numbers
from rival.games.pampero.views import names
from rival.games.pampero.vj import ENERGY_CAP
from rival.games.pampero.words import write_part
from rival.kernel import (
    GONE,
    N_,
    BadAnswer,
    Choice,
    Joined,
    Json,
    Name,
    Number,
    Text,
    Tracked,
    _,
    moves,
    n_,
    option,
    tracked_number,
)
from rival.kernel.repairs import moved

# --- corrections ------------------------------------------------------------------------------------------

PIECES = {
    "farms": _("wind farms"),
    "towers": _("towers"),
    "transformers": _("transformers"),
    "farms_on_either": _("wind farms on dual-purpose sites"),
    "towers_on_either": _("towers on dual-purpose sites"),
    "on_farm_sites": _("bulldozers on wind-farm sites"),
    "on_tower_sites": _("bulldozers on tower sites"),
    "on_either_sites": _("bulldozers on dual-purpose sites"),
}
BUILDINGS = ("farms", "towers", "transformers")
ON_EITHER = ("farms_on_either", "towers_on_either", "on_either_sites")


def tracked(table: Table) -> Iterator[Tracked]:
    """Yield every value that can be corrected, with its label and answer type; markers move with it (PA-22)."""
    for one in values(table):
        one._assign = partial(assign_and_follow, table, one._assign)
        yield one


def assign_and_follow(table: Table, assign: Callable[[Any], None], value: Any) -> None:
    """Assign a corrected value, then move the majority markers by what it changed."""
    before = count_all(table)
    assign(value)
    follow_correction(table, before)


def values(table: Table) -> Iterator[Tracked]:
    """Yield every value that can be corrected, without the markers' reaction."""
    yield number("vj.money", _("VJ’s money"), table.vj, "money", least=-MOST_MONEY, most=MOST_MONEY)
    yield number("vj.energy", _("VJ’s energy"), table.vj, "energy", most=ENERGY_CAP)
    yield Tracked(
        "vj.batteries", _("VJ’s batteries"), table.vj.batteries, Number(0, BATTERIES), partial(set_batteries, table)
    )
    yield number("vj.chain", _("VJ’s chain tokens"), table.vj, "chain")
    yield number("vj.links", _("VJ’s link tokens"), table.vj, "links")
    yield number("your_links", _("your link tokens"), table, "your_links")
    yield number("your_specialists", _("your specialist cards"), table, "your_specialists")
    yield number("batteries", _("batteries in the supply"), table, "batteries", most=BATTERIES)
    for name, label in (("farms_left", _("wind farms in VJ’s supply")), ("towers_left", _("towers on VJ’s board"))):
        if getattr(table.vj, name) is not None:
            yield number(f"vj.{name}", label, table.vj, name)
    yield Tracked(
        "vj.skip_token",
        _("the skip-turn token is unused"),
        "yes" if table.vj.skip_token else "no",
        Choice([option("yes", _("yes"), value=1), option("no", _("no"), value=0)]),
        lambda new: setattr(table.vj, "skip_token", bool(new)),
    )
    for market in table.vj.markers:
        label = _("VJ’s income marker “{market}”, 0 for the first space", market=Text(market))
        yield number(f"vj.markers.{market}", label, table.vj.markers, market, most=30)
    for market in table.your_markers or {}:
        label = _("your income marker “{market}”, 0 for the first space", market=Text(market))
        yield number(f"your_markers.{market}", label, table.your_markers, market, most=30)
    scorings = [option(one, words) for one, words in SCORINGS.items()]
    yield Tracked("scoring", _("the next scoring"), table.scoring, Choice(scorings), partial(set_scoring, table))
    if 1 in table.slots:
        yield Tracked(
            "slots.1.face_up",
            _("the top VJ card is face up"),
            "yes" if table.slots[1].face_up else "no",
            Choice([option("yes", _("yes"), value=1), option("no", _("no"), value=0)]),
            partial(turn_top_card, table),
        )
    for n, slot in table.slots.items():
        yield marker(f"slots.{n}.yours", _("your majority marker {n}", n=n), slot, "yours")
        yield marker(f"slots.{n}.vjs", _("VJ’s majority marker {n}", n=n), slot, "vjs")
    yield from tracked_sectors(table)
    yield from tracked_boards(table)
    yield from tracked_cards(table)


def tracked_cards(table: Table) -> Iterator[Tracked]:
    """Yield the known parts of VJ's cards, so that a mistake can be corrected."""
    for n in table.slots:
        card = table.card(n)
        for position, section in enumerate(card.sections, 1):
            for path in paths_of_section(f"section {position}", section):
                value = part(card, path)
                if value is not None:
                    yield Tracked(
                        f"cards.{n}.{path.replace(', ', '.').replace(' ', '-')}",
                        part_words(n, path),
                        partial(card_answer, value),
                        partial(part_shape, table, card, path, value),
                        retell(table, f"card {card.id}, {path}", value),
                    )


def card_answer(value: Any) -> Json:
    """Return a part of a card in the form of an answer."""
    return value if isinstance(value, int) else listed(write_part(value))


def retell(table: Table, path: str, value: Any) -> Callable[[Any], None]:
    """Return the function that corrects a part of a card; it raises BadAnswer if the new value is impossible."""

    def assign(words: Any) -> None:
        if words == value or listed(words) == card_answer(value):
            return
        check_telling(table, path, words)
        table.tell(path, words)

    return assign


number = partial(tracked_number, most=99)


def set_batteries(table: Table, new: int) -> None:
    """Set VJ's batteries; the difference comes from the supply or goes back to it (PA-15).

    If the supply has too few, the rest comes from you.
    """
    table.batteries = max(table.batteries - (new - table.vj.batteries), 0)
    table.vj.batteries = new


def set_scoring(table: Table, new: Literal["1", "2", "final"]) -> None:
    """Set the next scoring; from the final one on the top card is face down (PA-44)."""
    if new != table.scoring:
        table.scoring = new
        if 1 in table.slots:
            show_top_card(table, new != "final")


def turn_top_card(table: Table, face_up: int) -> None:
    """Turn the top card over; face down means that scoring 2 is over (PA-44)."""
    if bool(face_up) != table.slots[1].face_up:
        show_top_card(table, bool(face_up))
        table.scoring = "2" if face_up else "final"


def show_top_card(table: Table, face_up: bool) -> None:
    """Set whether the top card is face up; turned up again, it counts on from its markers (PA-22)."""
    if face_up and not table.slots[1].face_up:
        catch_up(table, 1)
    table.slots[1].face_up = face_up


def marker(path: str, label: Text, slot: Slot, side: Side) -> Tracked:
    """Return a majority marker as a value that can be corrected."""

    def assign(new: int) -> None:
        if new != getattr(slot, side):
            setattr(slot, side, new)
            known_to_you(slot, side)

    return Tracked(path, label, getattr(slot, side), Number(0, 99), assign)


def vjs_building(table: Table, path: str, label: Text, pieces: Pieces, field: str) -> Tracked:
    """Return VJ's buildings in a sector as a value; a change moves them from or to his supply (PA-63, PA-70)."""

    def assign(new: int) -> None:
        more = new - getattr(pieces, field)
        setattr(pieces, field, new)
        if field == "towers":
            for _tower in range(abs(more)):
                take_tower(table) if more > 0 else put_tower_back(table)
        elif field == "farms" and table.vj.farms_left is not None:
            table.vj.farms_left -= more

    return Tracked(path, label, getattr(pieces, field), Number(0, 99), assign)


def tracked_sectors(table: Table) -> Iterator[Tracked]:
    """Yield the pieces of both sides in each sector."""
    for name, sector in table.sectors.items():
        unused = () if (sites_of(table, name) or (0, 0, 0))[2] else ON_EITHER
        for field in (*BUILDINGS, *ON_EITHER[:2]):
            label = _("sector {name}, VJ’s pieces: {what}", name=Name(name), what=PIECES[field])
            if field not in unused:
                yield vjs_building(table, f"sectors.{name}.vjs.{field}", label, sector.vjs, field)
        if sector.yours is not None:
            for field, what in PIECES.items():
                label = _("sector {name}, your pieces: {what}", name=Name(name), what=what)
                if field not in unused:
                    yield number(f"sectors.{name}.yours.{field}", label, sector.yours, field)


def tracked_boards(table: Table) -> Iterator[Tracked]:
    """Yield the values of VJ's grid board, the parking, the bonus board and the map."""
    for name, column in (table.grid or {}).items():
        label = _("towers in column {name} of VJ’s board", name=Name(name))
        yield Tracked(f"grid.{name}.towers", label, column.towers, Number(0, 8), towers_setter(table, column))
        label = _("transformers in column {name} of VJ’s board", name=Name(name))
        yield number(f"grid.{name}.transformers", label, column, "transformers", most=8)
    for cell, who in table.parking.items():
        shape = Choice([option("free", _("free"), value=0), option("vj", Name("VJ")), option("you", _("you"))])
        yield Tracked(
            f"parking.{cell}",
            _("parking cell {cell}", cell=Name(cell)),
            who or "free",
            shape,
            parking_setter(table, cell),
        )
    for name, bonus in table.bonus.items():
        yield from tracked_column(table, name, bonus)
    yield Tracked(
        "vj.tiles", _("VJ’s bonus tiles"), list(table.vj.tiles), tile_numbers(), partial(setattr, table.vj, "tiles")
    )
    if table.your_tiles is not None:
        yours = partial(setattr, table, "your_tiles")
        yield Tracked("your_tiles", _("your bonus tiles"), list(table.your_tiles), tile_numbers(), yours)
    for name in table.contracts or {}:
        yield gone_or_there(
            f"contracts.{name}", _("contract {name} on the map", name=Name(name)), table.contracts, name
        )
    for name in table.links or {}:
        yield gone_or_there(f"links.{name}", _("link token {name} on the map", name=Name(name)), table.links, name)


def tracked_column(table: Table, name: str, column: BonusColumn) -> Iterator[Tracked]:
    """Yield the tiles and the visible printed bonuses of a bonus column (PA-G27).

    Removing a tile uncovers the bonus under it.
    """

    def lay(tiles: list[str]) -> None:
        """Set the tiles of the column; BadAnswer if a new one already lies elsewhere.

        A tile that was entered twice can still be corrected, one column at a time.
        """
        if tiles == column.tiles:
            return
        others = [tile for other in table.bonus.values() if other is not column for tile in other.tiles]
        for tile in tiles:
            if tile not in column.tiles and [*others, *tiles].count(tile) > 1:
                raise BadAnswer(_("Bonus tile {n} can’t be in two places: remove it from one of them.", n=Name(tile)))
        column.correct(tiles)
        learn_column(table, name)

    def see(printed: list[str]) -> None:
        if printed == column.printed:
            return
        column.printed = list(printed)
        learn_column(table, name)
        correct_printed(table, name)

    label = _("bonus column {name}: tiles, from the top", name=Name(name))
    yield Tracked(f"bonus.{name}.tiles", label, list(column.tiles), tile_numbers(), lay)
    label = _("bonus column {name}: visible printed bonuses", name=Name(name))
    yield Tracked(f"bonus.{name}.printed", label, list(column.printed), gain_list(table), see)


def parking_setter(table: Table, cell: str) -> Callable[[Any], None]:
    """Return the setter of a parking cell; a bulldozer of VJ's comes from his supply (PA-95)."""

    def assign(new: Any) -> None:
        more = (new == "vj") - (table.parking[cell] == "vj")
        table.parking[cell] = new or ""
        table.vj.parked = max(table.vj.parked + more, 0)
        if table.vj.bulldozers_left is not None:
            table.vj.bulldozers_left = max(table.vj.bulldozers_left - more, 0)

    return assign


def towers_setter(table: Table, column: GridColumn) -> Callable[[int], None]:
    """Return the setter for the towers in a column of VJ's board."""

    def assign(new: int) -> None:
        if table.vj.towers_left is not None:
            table.vj.towers_left = max(table.vj.towers_left + new - column.towers, 0)
        column.towers = new

    return assign


def gone_or_there(path: str, label: Text, owner: Any, name: str) -> Tracked:
    """Return a contract or token on the map as a value that can be set to “gone”."""
    shape = Choice([option("there", _("on the map")), option("gone", _("removed from the map"))])

    def assign(new: str) -> None:
        if new == "gone":
            owner.pop(name, None)

    return Tracked(path, label, "there", shape, assign)


# --- invariants -------------------------------------------------------------------------------------------


def problems(table: Table) -> Iterator[Text]:
    """Yield what is impossible on this table; a correction that leads here is refused."""
    if not 0 <= table.vj.energy <= ENERGY_CAP:
        yield _("VJ’s energy is always from 0 to 10.")
    if table.vj.batteries + table.batteries > 12:
        yield _("There are only 12 batteries: VJ and the supply can’t have more together.")
    yield from too_much(table)
    for left, what in ((table.vj.farms_left, PIECES["farms"]), (table.vj.towers_left, PIECES["towers"])):
        if left is not None and left < 0:
            yield _("VJ has too few pieces for this: {what}.", what=what)
    for name, sector in table.sectors.items():
        for side in (sector.vjs, sector.yours or Pieces()):
            if side.farms_on_either > side.farms or side.towers_on_either > side.towers:
                yield _(
                    "Sector {name}: it can’t have more buildings on dual-purpose sites than in total.", name=Name(name)
                )


# --- instructions for an undo -----------------------------------------------------------------------------


def repair(path: tuple[str, ...], now: Json, was: Json) -> Text | None:
    """Describe what to move so that the table shows the earlier value again; None if only memory changes."""
    match path:
        case ("vj", *rest):
            return repair_vj(tuple(rest), now, was)
        case ("slots", n, *rest):
            return repair_slot(n, tuple(rest), was)
        case ("sectors", name, side, kind):
            return repair_sector(name, side, kind, now, was)
        case ("grid", *rest):
            return repair_grid(tuple(rest), now, was)
        case ("bonus", name, *rest):
            return repair_column(name, tuple(rest), was)
        case ("contracts" | "links" | "foreign" | "specialists", name):
            return repair_lying(path[0], name, now, was)
        case ("your_tiles",) if now is not None and was is not None:
            return your_tiles_repair(now, was)
        case ("your_markers", market) if GONE not in (now, was):
            return _("Your income marker “{market}”: back to space {n}.", market=Text(market), n=was + 1)
        case ("parking", cell):
            return _("Parking cell {cell}: {who}.", cell=cell, who=PARKED.get(was, _("free")))
        case (("batteries" | "your_links" | "your_specialists") as what,):
            return counted_repair(SUPPLIES[what], now, was)
        case ("scoring",):
            return _("The next scoring: {which}.", which=SCORINGS[was])
        case _:
            return repair_knowledge(path, now, was)


SUPPLIES = {
    "batteries": _("Batteries in the supply"),
    "your_links": _("Your link tokens"),
    "your_specialists": _("Your specialist cards"),
    "chain": _("Chain tokens on VJ’s board"),
    "links": _("VJ’s link tokens"),
    "farms_left": _("Wind farms in VJ’s supply"),
    "towers_left": _("Towers on VJ’s board"),
    "bulldozers_left": _("Bulldozers in VJ’s supply"),
    "parked": _("VJ’s bulldozers in the parking and storage areas"),
}
SCORINGS = {"1": _("scoring 1"), "2": _("scoring 2"), "final": _("the final scoring")}
PARKED = {"vj": Name("VJ"), "you": _("you")}


def counted_repair(what: Text, now: Json, was: Json) -> Text:
    """Describe the number of things before the undo, or that it is unknown again."""
    if was is None:
        return _("{what}: no longer known.", what=what)
    if now is None:
        return _("{what}: {was}.", what=what, was=was)
    return _("{what}: {was}, not {now}.", what=what, was=was, now=now)


def repair_vj(path: tuple[str, ...], now: Json, was: Json) -> Text | None:
    """Describe what VJ gives back or gets back."""
    match path:
        case ("energy",):
            return _("VJ’s energy marker: from space {now} to {was}.", now=now, was=was)
        case ("money",):
            return _("VJ’s money: ${was}, not ${now}.", now=now, was=was)
        case ("batteries",):
            return _("VJ’s batteries: {was}, not {now}.", now=now, was=was)
        case ("markers", market):
            space = (was if was is not GONE else 0) + 1
            return _("VJ’s income marker “{market}”: back to space {n}.", market=Text(market), n=space)
        case ("tiles",):
            return tiles_repair(now, was)
        case ("specialists",):
            return specialists_repair(now, was)
        case ("contracts",):
            return contracts_repair(now, was)
        case ("sales",):
            return sales_repair(now, was)
        case ("skip_token",):
            return _("The skip-turn token: head up again.") if was else _("The skip-turn token: turned over.")
        case (what,) if what in SUPPLIES:
            return counted_repair(SUPPLIES[what], now, was)
        case _:
            return None


def repair_slot(n: str, path: tuple[str, ...], was: Json) -> Text | None:
    """Describe the position of a VJ card or of its markers."""
    match path:
        case ():
            return _("VJ card {n}: no longer known.", n=n) if was is GONE else None
        case ("face_up",):
            return _("VJ card {n}: face up.", n=n) if was else _("VJ card {n}: face down.", n=n)
        case ("yours",):
            return _("Your majority marker {n}: back to space {was}.", n=n, was=was)
        case ("vjs",):
            return _("VJ’s majority marker {n}: back to space {was}.", n=n, was=was)
        case _:
            return None


def repair_sector(name: str, side: str, kind: str, now: Json, was: Json) -> Text:
    """Describe the pieces of one side in a sector."""
    words = {"name": name, "what": PIECES[kind], "was": was, "now": now}
    if side == "vjs":
        return _("Sector {name}, VJ’s {what}: {was}, not {now}.", **words)
    return _("Sector {name}, your {what}: {was}, not {now}.", **words)


def repair_grid(path: tuple[str, ...], now: Json, was: Json) -> Text | None:
    """Describe a column of VJ's grid board."""
    match path:
        case ():
            return _("VJ’s grid board: no longer known.") if was is None else None
        case (name, "towers"):
            return _("Towers in column {name} of VJ’s board: {was}, not {now}.", name=Name(name), was=was, now=now)
        case (name, "transformers"):
            words = {"name": Name(name), "was": was, "now": now}
            return _("Transformers in column {name} of VJ’s board: {was}, not {now}.", **words)
        case (_name, "places", place):
            if was:
                return _("Place {place} of VJ’s board: contract {tile} again.", place=Name(place), tile=Name(was))
            return _("Place {place} of VJ’s board: free again.", place=Name(place))
        case _:
            return None


def repair_column(name: str, path: tuple[str, ...], was: Json) -> Text | None:
    """Describe a column of the bonus board."""
    column = Name(name)
    match path:
        case ():
            return _("Column {name} of the bonus board: no longer known.", name=column) if was is GONE else None
        case ("tiles",):
            tiles = names(was) if was else _("none")
            return _("Column {name} of the bonus board, tiles from the top: {tiles}.", name=column, tiles=tiles)
        case ("printed",):
            printed = Joined([gain_words(one) for one in was]) if was else _("none")
            return _("Column {name} of the bonus board, visible printed bonuses: {seen}.", name=column, seen=printed)
        case _:
            return None


def repair_lying(kind: str, name: str, now: Json, was: Json) -> Text | None:
    """Describe what returns to the map or to the row of scoring cards, or leaves it."""
    if GONE not in (now, was):
        return None
    one = now if was is GONE else was
    words = {"name": titled(name, one), "sector": Name(one if isinstance(one, str) else one.get("sector") or "")}
    back, away = LYING[kind]
    return _(away if was is GONE else back, **words)


LYING = {
    "contracts": (
        N_("Contract {name}: put it back in sector {sector}."),
        N_("Contract {name}: remove it from sector {sector}."),
    ),
    "links": (
        N_("Link token {name}: put it back in sector {sector}."),
        N_("Link token {name}: remove it from sector {sector}."),
    ),
    "foreign": (
        N_("Foreign-market card {name}: put it back in sector {sector}."),
        N_("Foreign-market card {name}: remove it from sector {sector}."),
    ),
    "specialists": (
        N_("Specialist scoring card {name}: put it back in the row, face up."),
        N_("Specialist scoring card {name}: put it back on the deck."),
    ),
}


def titled(name: str, one: Json) -> Text:
    """Return the name of a piece; a piece without a name is described by what it shows."""
    if not name.startswith("#") or not isinstance(one, dict):
        return Name(name)
    if "energy" in one:
        return tile_words(as_tile(one))
    return Joined([Text(symbol) for symbol in one.get("symbols") or ()]) if one.get("symbols") else Name(name)


def as_tile(one: Any) -> Tile:
    """Return the tile of an entry in plain JSON."""
    symbols = one["symbols"]
    return Tile(one["name"], one["sector"], one["energy"], one["batteries"], symbols and tuple(symbols))


def repair_knowledge(path: tuple[str, ...], now: Json, was: Json) -> Text | None:
    """Describe knowledge that is undone, if the player can see it."""
    match path:
        case ("topics",):
            return _("What Rival counts: not chosen yet.") if not was else None
        case ("cards", n, *rest) if rest:
            if len(str(was)) < len(str(now)):
                return _("VJ card {n}: the part entered last is no longer known.", n=n)
            return _("VJ card {n}: as it was entered before.", n=n)
        case ("told", what) if was is GONE and what.startswith("market ") and what.endswith(", spaces"):
            market = what.removeprefix("market ").partition(",")[0]
            return _("Length of the income track “{market}”: no longer known.", market=Text(market))
        case ("reading", "slot") if was is None:
            return _("VJ is not reading a card now.")
        case ("reading", "part") if was:
            return _("VJ reads his card again from here: {part}.", part=describe_path(was))
        case _:
            return None


def tiles_repair(now: list[str], was: list[str]) -> Text | None:
    """Describe which bonus tiles move back to or from VJ's board."""
    return moves(
        now,
        was,
        lambda away: _("Put these bonus tiles of VJ’s back on the bonus board: {tiles}.", tiles=names(away)),
        lambda back: _("Put these bonus tiles back on VJ’s board: {tiles}.", tiles=names(back)),
    )


def your_tiles_repair(now: list[str], was: list[str]) -> Text | None:
    """Describe which bonus tiles of yours move back."""
    return moves(
        now,
        was,
        lambda away: _("Put these bonus tiles of yours back on the bonus board: {tiles}.", tiles=names(away)),
        lambda back: _("Take these bonus tiles again: {tiles}.", tiles=names(back)),
    )


def specialists_repair(now: list[str], was: list[str]) -> Text | None:
    """Describe where scoring cards return to; a card without a name came from the deck."""
    away, back = moved(now, was)
    found = []
    if some := [one for one in away if one]:
        found.append(_("Put these scoring cards of VJ’s back in the row, face up: {cards}.", cards=names(some)))
    if n := away.count(""):
        found.append(
            n_(
                "Put {n} scoring card of VJ’s back on top of the deck.",
                "Put {n} scoring cards of VJ’s back on top of the deck.",
                n,
            )
        )
    if back:
        found.append(
            n_("VJ has {n} specialist scoring card again.", "VJ has {n} specialist scoring cards again.", len(was))
        )
    return Joined(found, " ") if found else None


def contracts_repair(now: list[Any], was: list[Any]) -> Text | None:
    """Describe which contracts move back to or from VJ's board."""
    return moves(
        now,
        was,
        lambda away: _(
            "Put these contracts back on the map, and their transformers on VJ’s board: {tiles}.", tiles=titles(away)
        ),
        lambda back: _("Put these contracts back on VJ’s board: {tiles}.", tiles=titles(back)),
    )


def sales_repair(now: list[str], was: list[str]) -> Text | None:
    """Describe which foreign-market sales of VJ's are undone or count again."""
    return moves(
        now,
        was,
        lambda away: _("Undo VJ’s foreign-market sale: {cards}.", cards=names(away)),
        lambda back: _("VJ’s foreign-market sale counts again: {cards}.", cards=names(back)),
    )


def titles(tiles: Sequence[Any]) -> Text:
    """Return a list of contracts in words."""
    return Joined([tile_words(as_tile(one)) for one in tiles])
