"""Corrections of the table, invariants, and the instructions for an undo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Literal

from rival.games.pampero.card_paths import describe_path, get_part, list_section_paths
from rival.games.pampero.card_questions import build_part_answer_type, check_entered_part, describe_card_part
from rival.games.pampero.construction_sites import find_overfull_sectors, get_site_counts
from rival.games.pampero.icon_grammar import write_part_value
from rival.games.pampero.icon_text import list_default_phrases
from rival.games.pampero.majorities import (
    Side,
    count_all_majorities,
    forget_pending_move,
    move_corrected_markers,
    update_slot_markers,
)
from rival.games.pampero.table import (
    MAX_MONEY,
    TOTAL_BATTERIES,
    BonusColumn,
    GridColumn,
    PieceCounts,
    Slot,
    Table,
    Tile,
    VjState,
    put_back_tower,
    remove_leftmost_tower,
)
from rival.games.pampero.tile_text import describe_tile
from rival.games.pampero.tower_bonus import (
    correct_printed_bonuses,
    format_bonus,
    make_bonus_list,
    make_tile_list,
    save_bonus_column,
)
from rival.games.pampero.views import join_names
from rival.games.pampero.vj import ENERGY_CAP
from rival.kernel import (
    MISSING,
    N_,
    BadAnswerError,
    Choice,
    EditableValue,
    JoinedText,
    Json,
    Name,
    Number,
    Text,
    _,
    describe_moves,
    make_editable_number,
    make_option,
    n_,
)
from rival.kernel.undo_instructions import compare_collections

# --- corrections ------------------------------------------------------------------------------------------

PIECE_NAMES = {
    "farms": _("wind farms"),
    "towers": _("towers"),
    "transformers": _("transformers"),
    "farms_on_either": _("wind farms on dual-purpose sites"),
    "towers_on_either": _("towers on dual-purpose sites"),
    "on_farm_sites": _("bulldozers on wind-farm sites"),
    "on_tower_sites": _("bulldozers on tower sites"),
    "on_either_sites": _("bulldozers on dual-purpose sites"),
}
SUPPLY_LABEL = _("batteries in the supply")
BUILDING_FIELDS = ("farms", "towers", "transformers")
DUAL_SITE_FIELDS = ("farms_on_either", "towers_on_either", "on_either_sites")


def list_editable_values(table: Table) -> Iterator[EditableValue]:
    """Yield every value that the player can correct, with its label and answer type (PA-22)."""
    for editable in list_values_without_marker_moves(table):
        editable._assign = partial(assign_and_move_markers, table, editable._assign)
        yield editable


def assign_and_move_markers(table: Table, assign: Callable[[Any], None], value: Any) -> None:
    """Assign a corrected value and update the majority markers accordingly."""
    before = count_all_majorities(table)
    assign(value)
    move_corrected_markers(table, before)


def list_values_without_marker_moves(table: Table) -> Iterator[EditableValue]:
    """Yield every correctable value; assigning one of these values does not move majority markers."""
    yield make_number_value("vj.money", _("VJ’s money"), table.vj, "money", minimum=-MAX_MONEY, maximum=MAX_MONEY)
    yield make_number_value("vj.energy", _("VJ’s energy"), table.vj, "energy", maximum=ENERGY_CAP)
    yield EditableValue(
        "vj.batteries",
        _("VJ’s batteries"),
        table.vj.batteries,
        Number(0, TOTAL_BATTERIES),
        partial(set_vj_batteries, table),
    )
    yield make_number_value("vj.chain", _("VJ’s chain tokens"), table.vj, "chain")
    yield make_number_value("vj.links", _("VJ’s link tokens"), table.vj, "links")
    yield make_number_value("your_links", _("your link tokens"), table, "your_links")
    yield make_number_value("your_specialists", _("your specialist cards"), table, "your_specialists")
    yield make_number_value("batteries", SUPPLY_LABEL, table, "batteries", maximum=TOTAL_BATTERIES)
    if table.vj.farms_left is not None:
        yield make_number_value("vj.farms_left", _("wind farms in VJ’s supply"), table.vj, "farms_left")
    if table.vj.towers_left is not None:
        towers_label = _("towers on VJ’s board")
        yield EditableValue(
            "vj.towers_left", towers_label, table.vj.towers_left, Number(0, 99), partial(set_towers_left, table)
        )
    yield EditableValue(
        "vj.skip_token",
        _("the skip-turn token is unused"),
        "yes" if table.vj.skip_token else "no",
        Choice([make_option("yes", _("yes"), value=1), make_option("no", _("no"), value=0)]),
        lambda new: setattr(table.vj, "skip_token", bool(new)),
    )
    for market in table.vj.markers:
        label = _("VJ’s income marker “{market}”, 0 for the first space", market=Text(market))
        yield make_number_value(f"vj.markers.{market}", label, table.vj.markers, market, maximum=30)
    for market in table.your_markers or {}:
        label = _("your income marker “{market}”, 0 for the first space", market=Text(market))
        yield make_number_value(f"your_markers.{market}", label, table.your_markers, market, maximum=30)
    scorings = [make_option(scoring, scoring_name) for scoring, scoring_name in SCORING_NAMES.items()]
    yield EditableValue(
        "scoring", _("the next scoring"), table.scoring, Choice(scorings), partial(set_next_scoring, table)
    )
    if 1 in table.slots:
        yield EditableValue(
            "slots.1.face_up",
            _("the top VJ card is face up"),
            "yes" if table.slots[1].face_up else "no",
            Choice([make_option("yes", _("yes"), value=1), make_option("no", _("no"), value=0)]),
            partial(flip_top_card, table),
        )
    for n, slot in table.slots.items():
        yield make_marker_value(f"slots.{n}.yours", _("your majority marker {n}", n=n), slot, "yours")
        yield make_marker_value(f"slots.{n}.vjs", _("VJ’s majority marker {n}", n=n), slot, "vjs")
    yield from list_editable_sectors(table)
    yield from list_editable_boards(table)
    yield from list_editable_cards(table)


def list_editable_cards(table: Table) -> Iterator[EditableValue]:
    """Yield the known parts of the opponent's cards as editable values."""
    for n in table.slots:
        card = table.get_card(n)
        for position, section in enumerate(card.sections, 1):
            for path in list_section_paths(f"section {position}", section):
                value = get_part(card, path)
                if value is not None:
                    yield EditableValue(
                        f"cards.{n}.{path.replace(', ', '.').replace(' ', '-')}",
                        describe_card_part(n, path),
                        partial(to_card_answer, value),
                        partial(build_part_answer_type, table, card, path, value),
                        make_part_setter(table, f"card {card.id}, {path}", value),
                    )


def to_card_answer(value: Any) -> Json:
    """Convert a part of a card to an answer."""
    return value if isinstance(value, int) else list_default_phrases(write_part_value(value))


def make_part_setter(table: Table, path: str, value: Any) -> Callable[[Any], None]:
    """Return a function that corrects a part of a card; it raises BadAnswerError for an impossible value."""

    def assign(answer: Any) -> None:
        if answer == value or list_default_phrases(answer) == to_card_answer(value):
            return
        check_entered_part(table, path, answer)
        table.learn(path, answer)

    return assign


make_number_value = partial(make_editable_number, maximum=99)


def set_vj_batteries(table: Table, new: int) -> None:
    """Set VJ's number of batteries and adjust the supply (PA-15).

    Raise BadAnswerError if the supply has too few.
    """
    together = table.vj.batteries + table.batteries
    if new > together:
        raise BadAnswerError(
            n_(
                "VJ and the supply have {n} battery together. To enter more for VJ, correct “{what}” first.",
                "VJ and the supply have {n} batteries together. To enter more for VJ, correct “{what}” first.",
                together,
                what=SUPPLY_LABEL,
            )
        )
    table.batteries = together - new
    table.vj.batteries = new


def set_towers_left(table: Table, new: int) -> None:
    """Set the number of towers on VJ's board and update the board's columns if they are tracked (PA-70).

    Raise BadAnswerError if this puts back more towers than were removed.
    """
    more = new - (table.vj.towers_left or 0)
    for _tower in range(abs(more)):
        remove_leftmost_tower(table) if more < 0 else put_back_tower(table)
    if table.grid is not None and sum(column.towers for column in table.grid.values()) != new:
        raise BadAnswerError(_("VJ’s board has no room for {n} towers. Correct the towers of its columns.", n=new))


def set_next_scoring(table: Table, new: Literal["1", "2", "final"]) -> None:
    """Set the next scoring; before the final scoring, turn the top card face down (PA-44)."""
    if new != table.scoring:
        table.scoring, table.scoring_of_turned_card = new, "2"
        if 1 in table.slots:
            set_top_card_face_up(table, new != "final")


def flip_top_card(table: Table, face_up: int) -> None:
    """Turn the top card face up or face down (PA-44)."""
    if bool(face_up) != table.slots[1].face_up:
        set_top_card_face_up(table, bool(face_up))
        if face_up:
            table.scoring, table.scoring_of_turned_card = table.scoring_of_turned_card, "2"
        else:
            table.scoring_of_turned_card = "1" if table.scoring == "1" else "2"
            table.scoring = "final"


def set_top_card_face_up(table: Table, face_up: bool) -> None:
    """Set whether the top card is face up (PA-22)."""
    if face_up and not table.slots[1].face_up:
        update_slot_markers(table, 1)
    table.slots[1].face_up = face_up


def make_marker_value(path: str, label: Text, slot: Slot, side: Side) -> EditableValue:
    """Return a majority marker as an editable value."""

    def assign(new: int) -> None:
        if new != getattr(slot, side):
            setattr(slot, side, new)
            forget_pending_move(slot, side)

    return EditableValue(path, label, getattr(slot, side), Number(0, 99), assign)


def make_vj_building_value(table: Table, path: str, label: Text, pieces: PieceCounts, field: str) -> EditableValue:
    """Return the number of VJ's buildings in a sector as an editable value (PA-63, PA-70)."""

    def assign(new: int) -> None:
        more = new - getattr(pieces, field)
        setattr(pieces, field, new)
        if field == "towers":
            for _tower in range(abs(more)):
                remove_leftmost_tower(table) if more > 0 else put_back_tower(table)
        elif field == "farms" and table.vj.farms_left is not None:
            table.vj.farms_left -= more

    return EditableValue(path, label, getattr(pieces, field), Number(0, 99), assign)


def list_editable_sectors(table: Table) -> Iterator[EditableValue]:
    """Yield the pieces of both players in each sector as editable values."""
    for name, sector in table.sectors.items():
        unused = () if (get_site_counts(table, name) or (0, 0, 0))[2] else DUAL_SITE_FIELDS
        for field in (*BUILDING_FIELDS, *DUAL_SITE_FIELDS[:2]):
            label = _("sector {name}, VJ’s pieces: {what}", name=Name(name), what=PIECE_NAMES[field])
            if field not in unused:
                yield make_vj_building_value(table, f"sectors.{name}.vjs.{field}", label, sector.vjs, field)
        if sector.yours is not None:
            for field, piece_name in PIECE_NAMES.items():
                label = _("sector {name}, your pieces: {what}", name=Name(name), what=piece_name)
                if field not in unused:
                    yield make_number_value(f"sectors.{name}.yours.{field}", label, sector.yours, field)


def list_editable_boards(table: Table) -> Iterator[EditableValue]:
    """Yield the editable values of the grid board, the parking, the bonus board and the map."""
    for name, column in (table.grid or {}).items():
        label = _("towers in column {name} of VJ’s board", name=Name(name))
        yield EditableValue(
            f"grid.{name}.towers", label, column.towers, Number(0, 8), make_towers_setter(table, name, column)
        )
        label = _("transformers in column {name} of VJ’s board", name=Name(name))
        transformers = make_transformers_setter(table, name, column)
        yield EditableValue(f"grid.{name}.transformers", label, column.transformers, Number(0, 8), transformers)
    for cell, owner in table.parking.items():
        shape = Choice(
            [make_option("free", _("free"), value=0), make_option("vj", Name("VJ")), make_option("you", _("you"))]
        )
        yield EditableValue(
            f"parking.{cell}",
            _("parking cell {cell}", cell=Name(cell)),
            owner or "free",
            shape,
            make_parking_setter(table, cell),
        )
    for name, bonus in table.bonus.items():
        yield from list_editable_column(table, name, bonus)
    vjs = partial(set_owned_tiles, table, table.vj, "tiles")
    yield EditableValue("vj.tiles", _("VJ’s bonus tiles"), list(table.vj.tiles), make_tile_list(), vjs)
    if table.your_tiles is not None:
        yours = partial(set_owned_tiles, table, table, "your_tiles")
        yield EditableValue("your_tiles", _("your bonus tiles"), list(table.your_tiles), make_tile_list(), yours)
    for name in list_pieces_on_map(table, "contracts"):
        label = _("contract {name} on the map", name=Name(name))
        yield make_presence_value(table, "contracts", table.contracts, label, name)
    for name in list_pieces_on_map(table, "links"):
        label = _("link token {name} on the map", name=Name(name))
        yield make_presence_value(table, "links", table.links, label, name)


def set_owned_tiles(table: Table, owner: Table | VjState, name: str, tiles: list[str]) -> None:
    """Set a side's bonus tiles; raise BadAnswerError if a new tile already lies elsewhere."""
    check_tile_places(table, getattr(owner, name), tiles)
    setattr(owner, name, tiles)


def check_tile_places(table: Table, before: Sequence[str], after: Sequence[str]) -> None:
    """Raise BadAnswerError if a correction would put a tile in two places at once.

    A tile's place is a bonus column, VJ's board or the player's board.
    """
    places = [*(column.tiles for column in table.bonus.values()), table.vj.tiles, table.your_tiles or []]
    elsewhere = Counter(tile for tiles in places for tile in tiles) - Counter(before)
    for tile in after:
        if tile not in before and elsewhere[tile] + after.count(tile) > 1:
            raise BadAnswerError(_("Bonus tile {n} can’t be in two places: remove it from one of them.", n=Name(tile)))


def list_editable_column(table: Table, name: str, column: BonusColumn) -> Iterator[EditableValue]:
    """Yield a bonus column's tiles and printed bonuses as editable values (PA-G27).

    Removing a tile uncovers the bonus under it.
    """

    def set_tiles(tiles: list[str]) -> None:
        """Set the tiles of the column; raise BadAnswerError if a new tile already lies elsewhere.

        A tile that was entered twice can still be corrected, one column at a time.
        """
        if tiles == column.tiles:
            return
        check_tile_places(table, column.tiles, tiles)
        column.correct_tiles(tiles)
        save_bonus_column(table, name)

    def set_printed(printed: list[str]) -> None:
        if printed == column.printed:
            return
        column.printed = list(printed)
        save_bonus_column(table, name)
        correct_printed_bonuses(table, name)

    label = _("bonus column {name}: tiles, from the top", name=Name(name))
    yield EditableValue(f"bonus.{name}.tiles", label, list(column.tiles), make_tile_list(), set_tiles)
    label = _("bonus column {name}: visible printed bonuses", name=Name(name))
    yield EditableValue(f"bonus.{name}.printed", label, list(column.printed), make_bonus_list(table), set_printed)


def make_parking_setter(table: Table, cell: str) -> Callable[[Any], None]:
    """Return the function that sets a parking cell (PA-95)."""

    def assign(new: Any) -> None:
        more = (new == "vj") - (table.parking[cell] == "vj")
        table.parking[cell] = new or ""
        table.vj.parked = max(table.vj.parked + more, 0)
        if table.vj.bulldozers_left is not None:
            table.vj.bulldozers_left -= more

    return assign


def make_towers_setter(table: Table, name: str, column: GridColumn) -> Callable[[int], None]:
    """Return the setter for the towers in a column of VJ's board.

    Before VJ builds his first tower, the column shows the printed number, so the number is also saved in the pack.
    """

    def assign(new: int) -> None:
        if new == column.towers:
            return
        if table.vj.towers_left is not None:
            table.vj.towers_left += new - column.towers
        column.towers = new
        if not any(sector.vjs.towers for sector in table.sectors.values()):
            table.learn(f"grid_column {name}, towers", new)

    return assign


def make_transformers_setter(table: Table, name: str, column: GridColumn) -> Callable[[int], None]:
    """Return the setter for the transformers in a column of VJ's board.

    Before VJ places his first transformer, the number is also saved in the pack.
    """

    def assign(new: int) -> None:
        if new == column.transformers:
            return
        column.transformers = new
        if not any(sector.vjs.transformers for sector in table.sectors.values()):
            table.learn(f"grid_column {name}, transformers", new)

    return assign


def list_pieces_on_map(table: Table, kind: Literal["contracts", "links"]) -> list[str]:
    """Return the contracts or link tokens on the map, and any that a correction removed."""
    removed = [path.removeprefix(f"{kind}.") for path in table.taken_off if path.startswith(f"{kind}.")]
    return list(dict.fromkeys([*(getattr(table, kind) or {}), *removed]))


def make_presence_value(table: Table, kind: str, on_map: Any, label: Text, name: str) -> EditableValue:
    """Return the presence of a contract or token on the map as an editable value.

    A removed contract or token can be put back.
    """
    shape = Choice([make_option("there", _("on the map")), make_option("gone", _("removed from the map"))])
    path = f"{kind}.{name}"

    def assign(new: str) -> None:
        if new == "gone" and name in on_map:
            table.taken_off[path] = on_map.pop(name)
        elif new == "there" and name not in on_map:
            on_map[name] = table.taken_off.pop(path)

    return EditableValue(path, label, "there" if name in on_map else "gone", shape, assign)


# --- invariants -------------------------------------------------------------------------------------------


def check_invariants(table: Table) -> Iterator[Text]:
    """Yield a message for each impossible state of the game."""
    if not 0 <= table.vj.energy <= ENERGY_CAP:
        yield _("VJ’s energy is always from 0 to 10.")
    if table.vj.batteries + table.batteries > 12:
        yield _("There are only 12 batteries: VJ and the supply can’t have more together.")
    yield from find_overfull_sectors(table, table.sectors)
    for number_left, piece_name in (
        (table.vj.farms_left, PIECE_NAMES["farms"]),
        (table.vj.towers_left, PIECE_NAMES["towers"]),
        (table.vj.bulldozers_left, _("bulldozers")),
    ):
        if number_left is not None and number_left < 0:
            yield _("VJ has too few pieces for this: {what}.", what=piece_name)
    for name, sector in table.sectors.items():
        for side in (sector.vjs, sector.yours or PieceCounts()):
            if side.farms_on_either > side.farms or side.towers_on_either > side.towers:
                yield _(
                    "Sector {name}: it can’t have more buildings on dual-purpose sites than in total.", name=Name(name)
                )


# --- instructions for an undo -----------------------------------------------------------------------------


def describe_change(path: tuple[str, ...], current: Json, previous: Json) -> Text | None:
    """Return the instruction that restores an earlier value on the table; None if nothing has to be moved."""
    match path:
        case ("vj", *rest):
            return describe_vj_change(tuple(rest), current, previous)
        case ("slots", n, *rest):
            return describe_slot_change(n, tuple(rest), previous)
        case ("sectors", name, side, kind):
            return describe_sector_change(name, side, kind, current, previous)
        case ("grid", *rest):
            return describe_grid_change(tuple(rest), current, previous)
        case ("bonus", name, *rest):
            return describe_column_change(name, tuple(rest), previous)
        case ("contracts" | "links" | "foreign" | "specialists", name):
            return describe_placement_change(path[0], name, current, previous)
        case ("your_tiles",) if current is not None and previous is not None:
            return describe_your_tiles_change(current, previous)
        case ("your_markers", market) if MISSING not in (current, previous):
            return _("Your income marker “{market}”: back to space {n}.", market=Text(market), n=previous + 1)
        case ("parking", cell):
            return _("Parking cell {cell}: {who}.", cell=cell, who=PARKING_OWNERS.get(previous, _("free")))
        case (("batteries" | "your_links" | "your_specialists") as counted,):
            return describe_count_change(COUNT_LABELS[counted], current, previous)
        case ("scoring",):
            return _("The next scoring: {which}.", which=SCORING_NAMES[previous])
        case _:
            return describe_knowledge_change(path, current, previous)


COUNT_LABELS = {
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
SCORING_NAMES = {"1": _("scoring 1"), "2": _("scoring 2"), "final": _("the final scoring")}
PARKING_OWNERS = {"vj": Name("VJ"), "you": _("you")}


def describe_count_change(label: Text, current: Json, previous: Json) -> Text:
    """Return the instruction that restores an earlier number of pieces."""
    if previous is None:
        return _("{what}: no longer known.", what=label)
    if current is None:
        return _("{what}: {was} again.", what=label, was=previous)
    return _("{what}: change {now} back to {was}.", what=label, was=previous, now=current)


def describe_vj_change(path: tuple[str, ...], current: Json, previous: Json) -> Text | None:
    """Return the instruction that restores an earlier value of VJ's possessions."""
    match path:
        case ("energy",):
            return _("VJ’s energy marker: from space {now} to {was}.", now=current, was=previous)
        case ("money",):
            return _("VJ’s money: change ${now} back to ${was}.", now=current, was=previous)
        case ("batteries",):
            return _("VJ’s batteries: change {now} back to {was}.", now=current, was=previous)
        case ("markers", market):
            space = (previous if previous is not MISSING else 0) + 1
            return _("VJ’s income marker “{market}”: back to space {n}.", market=Text(market), n=space)
        case ("tiles",):
            return describe_vj_tiles_change(current, previous)
        case ("specialists",):
            return describe_specialists_change(current, previous)
        case ("contracts",):
            return describe_contracts_change(current, previous)
        case ("sales",):
            return describe_sales_change(current, previous)
        case ("skip_token",):
            return _("The skip-turn token: head up again.") if previous else _("The skip-turn token: turned over.")
        case (counted,) if counted in COUNT_LABELS:
            return describe_count_change(COUNT_LABELS[counted], current, previous)
        case _:
            return None


def describe_slot_change(n: str, path: tuple[str, ...], previous: Json) -> Text | None:
    """Return the instruction that restores a card slot or its markers."""
    match path:
        case ():
            return _("VJ card {n}: no longer known.", n=n) if previous is MISSING else None
        case ("face_up",):
            return _("VJ card {n}: face up.", n=n) if previous else _("VJ card {n}: face down.", n=n)
        case ("yours",):
            return _("Your majority marker {n}: back to space {was}.", n=n, was=previous)
        case ("vjs",):
            return _("VJ’s majority marker {n}: back to space {was}.", n=n, was=previous)
        case _:
            return None


def describe_sector_change(name: str, side: str, kind: str, current: Json, previous: Json) -> Text:
    """Return the instruction that restores a player's pieces in a sector."""
    values = {"name": name, "what": PIECE_NAMES[kind], "was": previous, "now": current}
    if side == "vjs":
        return _("Sector {name}, VJ’s {what}: change {now} back to {was}.", **values)
    return _("Sector {name}, your {what}: change {now} back to {was}.", **values)


def describe_grid_change(path: tuple[str, ...], current: Json, previous: Json) -> Text | None:
    """Return the instruction that restores a column of the grid board."""
    match path:
        case ():
            return _("VJ’s grid board: no longer known.") if previous is None else None
        case (name, "towers"):
            return _(
                "Towers in column {name} of VJ’s board: change {now} back to {was}.",
                name=Name(name),
                was=previous,
                now=current,
            )
        case (name, "transformers"):
            values = {"name": Name(name), "was": previous, "now": current}
            return _("Transformers in column {name} of VJ’s board: change {now} back to {was}.", **values)
        case (_name, "places", place):
            if previous:
                return _("Place {place} of VJ’s board: contract {tile} again.", place=Name(place), tile=Name(previous))
            return _("Place {place} of VJ’s board: free again.", place=Name(place))
        case _:
            return None


def describe_column_change(name: str, path: tuple[str, ...], previous: Json) -> Text | None:
    """Return the instruction that restores a column of the bonus board."""
    column = Name(name)
    match path:
        case ():
            return _("Column {name} of the bonus board: no longer known.", name=column) if previous is MISSING else None
        case ("tiles",):
            tiles = join_names(previous) if previous else _("none")
            return _("Column {name} of the bonus board, tiles from the top: {tiles}.", name=column, tiles=tiles)
        case ("printed",):
            printed = JoinedText([format_bonus(bonus) for bonus in previous]) if previous else _("none")
            return _("Column {name} of the bonus board, visible printed bonuses: {seen}.", name=column, seen=printed)
        case _:
            return None


def describe_placement_change(kind: str, name: str, current: Json, previous: Json) -> Text | None:
    """Return the instruction that puts tiles or cards back in their places."""
    if MISSING not in (current, previous):
        return None
    piece = current if previous is MISSING else previous
    values = {
        "name": format_piece_name(name, piece),
        "sector": Name(piece if isinstance(piece, str) else piece.get("sector") or ""),
    }
    return_text, removal_text = PLACEMENT_CHANGE_TEXTS[kind]
    return _(removal_text if previous is MISSING else return_text, **values)


PLACEMENT_CHANGE_TEXTS = {
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


def format_piece_name(name: str, piece: Json) -> Text:
    """Return the name of a tile, token or card, or its printed content if it has no name."""
    if not name.startswith("#") or not isinstance(piece, dict):
        return Name(name)
    if "energy" in piece:
        return describe_tile(to_tile(piece))
    return JoinedText([Text(symbol) for symbol in piece.get("symbols") or ()]) if piece.get("symbols") else Name(name)


def to_tile(entry: Any) -> Tile:
    """Return the tile that a JSON entry describes."""
    symbols = entry["symbols"]
    return Tile(entry["name"], entry["sector"], entry["energy"], entry["batteries"], symbols and tuple(symbols))


def describe_knowledge_change(path: tuple[str, ...], current: Json, previous: Json) -> Text | None:
    """Return the note saying that an entered fact is undone; None if the player can't see the fact."""
    match path:
        case ("topics",):
            return _("You have not chosen yet which values Rival counts.") if not previous else None
        case ("cards", n, *rest) if rest:
            if len(str(previous)) < len(str(current)):
                return _("VJ card {n}: the part entered last is no longer known.", n=n)
            return _("VJ card {n}: its previous description is restored.", n=n)
        case ("told", entry) if previous is MISSING and entry.startswith("market ") and entry.endswith(", spaces"):
            market = entry.removeprefix("market ").partition(",")[0]
            return _("Length of the income track “{market}”: no longer known.", market=Text(market))
        case ("reading", "slot") if previous is None:
            return _("VJ is not reading a card now.")
        case ("reading", "part") if previous:
            return _("VJ reads his card again from here: {part}.", part=describe_path(previous))
        case _:
            return None


def describe_vj_tiles_change(current: list[str], previous: list[str]) -> Text | None:
    """Return the instruction that restores VJ's bonus tiles."""
    return describe_moves(
        current,
        previous,
        lambda removed: _("Put these bonus tiles of VJ’s back on the bonus board: {tiles}.", tiles=join_names(removed)),
        lambda returned: _("Put these bonus tiles back on VJ’s board: {tiles}.", tiles=join_names(returned)),
    )


def describe_your_tiles_change(current: list[str], previous: list[str]) -> Text | None:
    """Return the instruction that restores the player's bonus tiles."""
    return describe_moves(
        current,
        previous,
        lambda removed: _(
            "Put these bonus tiles of yours back on the bonus board: {tiles}.", tiles=join_names(removed)
        ),
        lambda returned: _("Take these bonus tiles again: {tiles}.", tiles=join_names(returned)),
    )


def describe_specialists_change(current: list[str], previous: list[str]) -> Text | None:
    """Return the instruction that puts scoring cards back in the row or on the deck."""
    removed, returned = compare_collections(current, previous)
    sentences = []
    if named_cards := [card for card in removed if card]:
        sentences.append(
            _("Put these scoring cards of VJ’s back in the row, face up: {cards}.", cards=join_names(named_cards))
        )
    if n := removed.count(""):
        sentences.append(
            n_(
                "Put {n} scoring card of VJ’s back on top of the deck.",
                "Put {n} scoring cards of VJ’s back on top of the deck.",
                n,
            )
        )
    if returned:
        sentences.append(
            n_("VJ has {n} specialist scoring card again.", "VJ has {n} specialist scoring cards again.", len(previous))
        )
    return JoinedText(sentences, " ") if sentences else None


def describe_contracts_change(current: list[Any], previous: list[Any]) -> Text | None:
    """Return the instruction that restores the contracts on VJ's board."""
    return describe_moves(
        current,
        previous,
        lambda removed: _(
            "Put these contracts back on the map, and their transformers on VJ’s board: {tiles}.",
            tiles=format_tiles(removed),
        ),
        lambda returned: _("Put these contracts back on VJ’s board: {tiles}.", tiles=format_tiles(returned)),
    )


def describe_sales_change(current: list[str], previous: list[str]) -> Text | None:
    """Return the instruction that restores VJ's foreign-market sales."""
    return describe_moves(
        current,
        previous,
        lambda removed: _("Undo VJ’s foreign-market sale: {cards}.", cards=join_names(removed)),
        lambda returned: _("VJ’s foreign-market sale counts again: {cards}.", cards=join_names(returned)),
    )


def format_tiles(tiles: Sequence[Any]) -> Text:
    """Return a list of contracts as text."""
    return JoinedText([describe_tile(to_tile(tile)) for tile in tiles])
