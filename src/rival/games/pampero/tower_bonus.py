"""The tower bonus: which column of the bonus board VJ takes, and what he gets from it (PA-72 to PA-77)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from rival.games.pampero.card_paths import GAIN
from rival.games.pampero.cards import ZONES, Zone
from rival.games.pampero.gains import apply_gains
from rival.games.pampero.icon_grammar import describe_icon, list_phrases, read_icon, write_icon
from rival.games.pampero.icon_rows import CandidateSearch, read_bonus_symbol, unstack_icons
from rival.games.pampero.icon_text import describe_phrase, normalize_icon_phrase, read_stored_phrase
from rival.games.pampero.income_markers import find_vj_edge_market
from rival.games.pampero.pack_model import EFFECTS, EVENTS, NOTHING, UNKNOWN, BonusColumnEntry, to_plain_value
from rival.games.pampero.safe_text import is_number, sanitize_text
from rival.games.pampero.symbols import Amount, CustomIcon, EdgeMarkerSymbol, LinkSymbol, StackedSymbol, TileWithSymbol
from rival.games.pampero.table import Table
from rival.games.pampero.views import show_gained_tiles, show_placed_bonus_tile, show_taken_column
from rival.kernel import (
    N_,
    Ask,
    BadAnswerError,
    Choice,
    Decision,
    Do,
    Field,
    Form,
    FreeText,
    JoinedText,
    MultiChoice,
    Name,
    Option,
    PackPhrase,
    Say,
    Script,
    Text,
    TextList,
    _,
    ask,
    decide,
    make_option,
    n_,
)
from rival.kernel.views import HighlightFactory

UNCOUNTED_COLUMNS = [str(number) for number in range(8, 0, -1)]
"""The columns of a zone that is not tracked, from left to right; the rules count them from the right (PA-74)."""


@dataclass(frozen=True, slots=True)
class ChosenColumn:
    """The bonus column that VJ takes, with its tiles and visible printed bonuses."""

    column: str
    tiles: tuple[str, ...]
    printed: tuple[str, ...]
    reason: Text


def take_tower_bonus(table: Table, search: CandidateSearch, zone: Zone, sector: str) -> Script[Sequence[str]]:
    """Give VJ the tiles or the bonus of one column in the new tower's zone (PA-72, PA-73, PA-88).

    Return the tiles that VJ took.
    """
    taken: ChosenColumn | None = yield from decide(
        lambda decision: choose_column_to_take(table, decision, search, zone)
    )
    if taken is None:
        yield Say(_("Zone {zone} of the bonus board is empty: there is no bonus.", zone=zone), "PA-G33", "PA-72")
        return ()
    yield Say(taken.reason, "PA-74", "PA-75", "PA-76", "PA-88", "PA-G47")
    if not taken.tiles and not taken.printed:
        text = _("Column {column} of zone {zone} is empty: VJ gets nothing.", column=Name(taken.column), zone=zone)
        yield Say(text, "PA-76", "PA-G47")
        return ()
    shows: HighlightFactory | None = partial(show_gained_tiles, taken.tiles) if taken.tiles else None
    if taken.column in table.bonus:
        board_column = table.bonus[taken.column]
        shows = partial(show_taken_column, taken.column, board_column.copy())
        board_column.remove_tiles(taken.tiles)
    else:
        save_printed_bonuses(table, get_column_name(table, zone, taken.column), taken.printed)
    table.vj.tiles += taken.tiles
    tiles = JoinedText([Name(tile) for tile in taken.tiles]) if taken.tiles else _("none")
    printed = JoinedText([format_bonus(bonus) for bonus in taken.printed]) if taken.printed else _("none")
    values: dict[str, Any] = {"column": Name(taken.column), "zone": zone, "tiles": tiles, "printed": printed}
    cites = ("PA-56", "PA-72", "PA-73", "PA-G27")
    if taken.tiles:
        text = _(
            "Clear column {column} of zone {zone} on the bonus board for VJ. "
            "Tiles: {tiles}; printed bonuses: {printed}.",
            **values,
        )
        yield Do(text, *cites, highlight=shows)
    else:
        text = _(
            "Column {column} of zone {zone} has no tiles. Its printed bonuses stay on the board, and VJ gets them: "
            "{printed}.",
            **values,
        )
        yield Say(text, *cites, highlight=shows)
    yield from ask_tile_effects(table, [tile for tile in taken.tiles if is_effect_unknown(table, tile)])
    for tile in taken.tiles:
        yield from place_bonus_tile(table, tile, sector)
    if taken.tiles and taken.printed:
        yield Say(_("Next come the printed bonuses of the column: {printed}.", printed=printed), "PA-72", "PA-G27")
    yield from apply_gains(table, [read_gain(bonus) for bonus in taken.printed], sector, "PA-72")
    return taken.tiles


@lru_cache(maxsize=1024)
def read_gain(bonus: str) -> Any:
    """Return the gain that a bonus gives."""
    return read_icon(bonus, GAIN)


@lru_cache(maxsize=1024)
def format_bonus(bonus: str) -> Text:
    """Return a bonus as text."""
    return describe_icon(read_gain(bonus))


# --- the column -------------------------------------------------------------------------------------------


def choose_column_to_take(
    table: Table, decision: Decision, search: CandidateSearch, zone: Zone
) -> Script[ChosenColumn | None]:
    """Choose the bonus column that VJ takes; None if the zone is empty (PA-74 to PA-76).

    VJ prefers a column with a tile showing the upper symbol, then one with the lower symbol as a printed bonus, then
    the one with the most tiles.
    """
    columns = [name for name, column in table.bonus.items() if column.zone == zone]
    if columns and not any(table.bonus[name].tiles or table.bonus[name].printed for name in columns):
        yield from ask_uncovered_bonuses(table, decision, columns)
        if not any(table.bonus[name].printed for name in columns):
            return None
    if not columns:
        columns = UNCOUNTED_COLUMNS
        if not (yield from ask_bonus_zone(table, decision, search, zone)):
            return None
    upper = yield from read_bonus_symbol(table, decision, search, zone, "upper")
    candidates = yield from find_matching_columns(table, decision, zone, columns, upper, "tiles")
    if not candidates:
        yield from ask_uncovered_bonuses(table, decision, columns)
        lower = yield from read_bonus_symbol(table, decision, search, zone, "lower")
        candidates = yield from find_matching_columns(table, decision, zone, columns, lower, "printed")
    is_match = bool(candidates)
    if not candidates:
        candidates = find_fullest_columns(table, decision, zone, columns)
    return (yield from find_column_contents(table, decision, zone, max(candidates, key=columns.index), is_match))


def ask_uncovered_bonuses(table: Table, decision: Decision, columns: Sequence[str]) -> Script[None]:
    """Ask which printed bonuses became visible when tiles were removed (PA-G27)."""
    unknown = [name for name in columns if name in table.bonus and table.bonus[name].uncovered]
    key = ("uncovered", tuple(columns))
    if not unknown and key not in decision.answers:
        return
    is_new = key not in decision.answers
    fields = [
        Field(name, _("column {name}: bonuses under the removed tiles", name=Name(name)), make_bonus_list(table), [])
        for name in unknown
    ]
    text = _("Which printed bonuses were uncovered when the tiles were taken? Enter them from the top.")
    answer = yield from decision.ask(key, lambda: Ask("table", "uncovered", text, Form(fields), "PA-G27"))
    if is_new:
        for name in unknown:
            save_covered_bonuses(table, name, answer[name])
            table.bonus[name].printed += answer[name]
            table.bonus[name].uncovered = []


def save_bonus_column(table: Table, name: str) -> None:
    """Save the tiles and bonuses of a column if none of its tiles has been taken."""
    column = table.bonus[name]
    if column.is_untouched:
        table.learn(f"bonus_column {name}, zone", column.zone)
        table.learn(f"bonus_column {name}, tiles", len(column.tiles))
        table.learn(f"bonus_column {name}, printed", column.printed)


def correct_printed_bonuses(table: Table, name: str) -> None:
    """Correct the saved printed bonuses of a column that has lost tiles.

    Only bonuses that were visible from the start are saved here. The other bonuses are saved with the tiles that
    covered them.
    """
    printed, column = to_plain_value(table.find_entry("bonus_column", name).printed) or [], table.bonus[name]
    if printed and not column.is_untouched and len(column.printed) >= len(printed):
        table.learn(f"bonus_column {name}, printed", column.printed[: len(printed)])


def save_covered_bonuses(table: Table, name: str, bonuses: Sequence[str]) -> None:
    """Save which bonus lies under which tile (PA-G27).

    If some of several tiles covered no bonus, save nothing, because the assignment is unknown.
    """
    column, path = table.bonus[name], f"bonus_column {name}, under_tiles"
    removed_tiles = [tile for tile in column.laid if tile in column.uncovered]
    bonuses = bonuses or [NOTHING] * len(removed_tiles)
    if len(bonuses) == len(removed_tiles):
        for tile, bonus in zip(removed_tiles, bonuses, strict=True):
            column.under[tile] = [] if bonus == NOTHING else [bonus]
        covered = to_plain_value(table.find_entry("bonus_column", name).under_tiles) or [UNKNOWN] * len(column.laid)
        by_tile = dict(zip(column.laid, covered, strict=False)) | dict(zip(removed_tiles, bonuses, strict=True))
        table.learn(path, list(by_tile.values()))


def find_matching_columns(
    table: Table, decision: Decision, zone: Zone, columns: Sequence[str], icon: Any, row: str
) -> Script[list[str]]:
    """Return the bonus columns that show a symbol (PA-84).

    A secondary symbol is searched for in the columns that match the main symbol. If no column matches the main symbol,
    all columns are searched.
    """
    if icon is None:
        return []
    if isinstance(icon, StackedSymbol):
        main = yield from find_matching_columns(table, decision, zone, columns, icon.front, row)
        if len(main) == 1:
            return main
        behind = yield from find_matching_columns(table, decision, zone, main or columns, icon.behind, row)
        return behind or main
    if isinstance(icon, EdgeMarkerSymbol):
        icon = TileWithSymbol((yield from find_vj_edge_market(table, decision)))
    if not any(name in table.bonus for name in columns) or isinstance(icon, CustomIcon):
        matches = yield from ask_matching_columns(table, decision, zone, columns, icon, row)
    elif row == "tiles":
        yield from ask_unknown_tile_symbols(table, decision, columns)
        matches = [
            name
            for name in columns
            if any(icon.symbol in get_tile_symbols(table, entry) for entry in table.bonus[name].tiles)
        ]
    else:
        matches = [name for name in columns if any(is_same_bonus(icon, entry) for entry in table.bonus[name].printed)]
    values = {
        "zone": zone,
        "icon": describe_icon(icon),
        "columns": JoinedText(map(Name, matches)) if matches else _("none"),
    }
    if row == "tiles" and not matches:
        text = _("No tile in zone {zone} shows the {icon}.", **values)
        decision.add_reason(text, "PA-74", "PA-88")
    elif row == "tiles":
        decision.add_reason(
            _("Zone {zone}, columns where a tile shows the {icon}: {columns}.", **values), "PA-74", "PA-88"
        )
    elif matches:
        text = _("Zone {zone}: no tile decides, so a printed bonus does: {icon} in {columns}.", **values)
        decision.add_reason(text, "PA-75", "PA-88")
    else:
        decision.add_reason(_("{icon} is printed nowhere in zone {zone}.", **values), "PA-75", "PA-88")
    return matches


def is_same_bonus(icon: Any, printed: str) -> bool:
    """Return whether a symbol matches a printed bonus (PA-75)."""
    other = read_gain(printed)
    if isinstance(icon, Amount) and isinstance(other, Amount):
        return type(icon) is type(other) and icon.amount in (None, other.count)
    return bool(icon == other)


def get_tile_symbols(table: Table, tile: str) -> tuple[str, ...]:
    """Return the known market symbols of a bonus tile."""
    tile_symbols: tuple[str, ...] | None = table.find_entry("bonus_tile", tile).symbols
    return tile_symbols or ()


def ask_matching_columns(
    table: Table, decision: Decision, zone: Zone, columns: Sequence[str], icon: Any, row: str
) -> Script[list[str]]:
    """Ask which bonus columns show a symbol.

    If the player has already entered the whole zone, use that answer instead.
    """
    if make_zone_key(zone) in decision.answers:
        matches = decision.answers[make_zone_key(zone)][row, icon]
        return [name for name in columns if name in matches]
    return (  # type: ignore[no-any-return]
        yield from decision.ask(
            ("columns", icon, row, tuple(columns)),
            lambda: Ask(
                "table",
                "columns",
                _("Zone {zone}: select the {columns}.", zone=zone, columns=describe_search_row(row, icon)),
                MultiChoice([make_option(name) for name in columns]),
                *(("PA-74",) if row == "tiles" else ("PA-75",)),
                metadata={"zone": zone, "line": row, "icon": write_icon(icon)},
            ),
        )
    )


def describe_search_row(row: str, icon: Any) -> Text:
    """Return a description of the columns that show a symbol."""
    if row == "tiles":
        return _("columns where a tile shows the {icon}", icon=describe_icon(icon))
    return _("columns where {icon} is printed", icon=describe_icon(icon))


# --- a zone of the bonus board that is not tracked --------------------------------------------------------


def make_zone_key(zone: Zone) -> tuple[str, Zone]:
    """Return the key that stores the answer about a zone."""
    return ("seen", zone)


def ask_bonus_zone(table: Table, decision: Decision, search: CandidateSearch, zone: Zone) -> Script[bool]:
    """Ask for everything in a zone that affects which column VJ takes (PA-74 to PA-76)."""
    searches = []
    for line, row in (("tiles", "upper"), ("printed", "lower")):
        icon = yield from read_bonus_symbol(table, decision, search, zone, row)
        for icon_layer in unstack_icons([icon] if icon is not None else []):
            market = (
                (yield from find_vj_edge_market(table, decision)) if isinstance(icon_layer, EdgeMarkerSymbol) else ""
            )
            search_key = (line, TileWithSymbol(market) if market else icon_layer)
            if search_key not in searches:  # an edge marker may mean a symbol that is already in the list
                searches.append(search_key)
    answer = yield from decision.ask(("zone", zone), lambda: make_zone_question(table, zone, searches))
    if answer == "empty":
        return False
    matches = {icon_layer: answer[f"{icon_layer[0]}{n}"] for n, icon_layer in enumerate(searches)}
    content = [*answer["tiles"], *answer["printed"]]
    decision.answers[make_zone_key(zone)] = {**matches, "most": answer["most"], "holds": content}
    for (line, icon), columns in matches.items():
        if line == "printed" and not isinstance(icon, CustomIcon):
            remember_printed_bonus(table, [get_column_name(table, zone, n) for n in columns], write_icon(icon))
    return True


def get_column_name(table: Table, zone: Zone, number: str) -> str:
    """Return a column's name in the pack; ``number`` counts from the right.

    If the pack has the complete board, the column's position gives the name. Otherwise, the column gets a new name.
    """
    columns = list_board_columns(table)
    if is_board_complete(columns):
        zone_columns = [column.id for column in columns if column.zone == zone]
        if int(number) <= len(zone_columns):
            return zone_columns[-int(number)]
    return f"{zone}{COLUMN_FROM_RIGHT}{number}"


COLUMN_FROM_RIGHT = "-right-"
"""The marker in the name of a column that was found in a game without a drawn bonus board."""


def list_board_columns(table: Table) -> list[BonusColumnEntry]:
    """Return the columns of the bonus board in the pack, from left to right."""
    return [column for column in table.pack.bonus_columns if COLUMN_FROM_RIGHT not in column.id]


def is_board_complete(columns: Sequence[BonusColumnEntry]) -> bool:
    """Return whether every zone has columns and all their printed bonuses are known."""
    return {column.zone for column in columns} == set(ZONES) and all(column.printed is not None for column in columns)


def remember_printed_bonus(table: Table, columns: Sequence[str], bonus: str) -> None:
    """Store that these columns show a printed bonus."""
    for name in columns:
        printed = get_printed_bonuses(table, name)
        if not any(is_same_bonus(read_gain(bonus), entry) for entry in printed):
            table.printed_seen[name] = [*printed, bonus]


def get_printed_bonuses(table: Table, name: str) -> list[str]:
    """Return a column's printed bonuses, as seen in this game or else as saved in the pack."""
    if name in table.printed_seen:
        return table.printed_seen[name]
    return to_plain_value(table.find_entry("bonus_column", name).printed) or []


def save_printed_bonuses(table: Table, name: str, printed: Sequence[str]) -> None:
    """Save the printed bonuses of a column that VJ takes for the first time."""
    if name not in table.taken_columns and table.find_entry("bonus_column", name).printed is None:
        table.learn(f"bonus_column {name}, printed", list(printed))
    table.taken_columns.add(name)
    table.printed_seen[name] = list(printed)


def make_zone_question(table: Table, zone: Zone, searches: Sequence[tuple[str, Any]]) -> Ask:
    """Return the question about a zone of the bonus board."""
    columns = MultiChoice([make_option(name) for name in UNCOUNTED_COLUMNS])
    rows = [row for row, _icon in searches]
    fields = [
        Field(f"{row}{n}", describe_zone_row(row, icon, rows), columns, []) for n, (row, icon) in enumerate(searches)
    ]
    fullest_label = (
        _("if there is none: the rightmost of the columns with the most tiles")
        if table.options.empty_column == "letter"
        else _("if there is none: the rightmost of the columns with the most tiles, except empty ones")
    )
    taken = tuple(sorted(table.vj.tiles))
    fields += [
        Field("most", fullest_label, columns, []),
        Field("tiles", _("numbers of the tiles in that column"), make_tile_list(taken), [], keyword=_("tiles")),
        Field("printed", _("its visible printed bonuses"), make_bonus_list(table), [], keyword=_("printed")),
    ]
    return Ask(
        "table",
        "bonus-zone",
        _(
            "VJ has built a tower in zone {zone}. Which column of this zone on the tower-bonus board fits? Start at "
            "the right: column 1 is the rightmost.",
            zone=zone,
        ),
        Form(fields, shortcuts=[make_option("empty", _("the zone is empty"))], minimum=1),
        "PA-74",
        "PA-75",
        "PA-76",
        "PA-72",
        "PA-G27",
        extra_check=check_zone_answer,
        label=N_("Tower-bonus board: {answer}."),
        metadata={
            "zone": zone,
            "sought": {f"{row}{n}": [row, write_icon(icon)] for n, (row, icon) in enumerate(searches)},
        },
    )


def describe_zone_row(row: str, icon: Any, rows: Sequence[str]) -> Text:
    """Return the label for the columns that show a symbol.

    If only one symbol is searched for, only the rightmost column matters (PA-74).
    """
    if rows.count(row) > 1:
        return describe_search_row(row, icon)
    if row == "tiles":
        return _("the rightmost column where a tile shows the {icon}", icon=describe_icon(icon))
    if "tiles" in rows:
        return _("if there is none: the rightmost column where {icon} is printed", icon=describe_icon(icon))
    return _("the rightmost column where {icon} is printed", icon=describe_icon(icon))


def check_zone_answer(answer: Any) -> None:
    """Raise BadAnswerError if the answer selects no column."""
    if answer != "empty" and not any(columns for field, columns in answer.items() if field not in ("tiles", "printed")):
        raise BadAnswerError(_("Select the columns that fit; if there are none, select those with the most tiles."))


def ask_unknown_tile_symbols(table: Table, decision: Decision, columns: Sequence[str]) -> Script[None]:
    """Ask for the unknown symbols of the tiles in these columns."""
    tiles = [tile for name in columns for tile in table.bonus[name].tiles]
    unknown = [tile for tile in tiles if table.find_entry("bonus_tile", tile).symbols is None]
    key = ("tile symbols", tuple(columns))
    if not unknown and key not in decision.answers:
        return
    markets = MultiChoice([make_option(name, Text(name)) for name in table.vj.markers])
    fields = [Field(f"t{tile}", _("tile {n}", n=Name(tile)), markets, []) for tile in unknown]
    answer = yield from decision.ask(
        ("tile symbols", tuple(unknown)),
        lambda: Ask(
            "table",
            "tile-symbols",
            _("Which market symbols do these bonus tiles show?"),
            Form(fields),
            "PA-74",
            "PA-G28",
        ),
    )
    for tile in unknown:
        table.learn(f"bonus_tile {tile}, symbols", answer[f"t{tile}"] or [])


def find_fullest_columns(table: Table, decision: Decision, zone: Zone, columns: Sequence[str]) -> list[str]:
    """Return the columns with the most bonus tiles (PA-76)."""
    if columns is UNCOUNTED_COLUMNS:
        candidates: list[str] = decision.answers[make_zone_key(zone)]["most"]
    else:
        if table.options.empty_column == "skip":
            columns = [name for name in columns if table.bonus[name].tiles or table.bonus[name].printed]
        max_tiles = max(len(table.bonus[name].tiles) for name in columns)
        candidates = [name for name in columns if len(table.bonus[name].tiles) == max_tiles]
    names = JoinedText(map(Name, candidates))
    decision.add_reason(
        _("No column fits the card’s symbols. Columns with the most tiles: {columns}.", columns=names),
        "PA-76",
        "PA-G47",
    )
    return candidates


def find_column_contents(
    table: Table, decision: Decision, zone: Zone, column: str, is_match: bool
) -> Script[ChosenColumn]:
    """Return the rightmost matching column with its tiles and printed bonuses.

    A column that matches a symbol on the card can't be empty.
    """
    found = [decision.reasons.pop().text] if decision.reasons else []
    reason = JoinedText([*found, _("VJ takes the rightmost of them: column {column}.", column=Name(column))], " ")
    if column in table.bonus:
        yield from ask_uncovered_bonuses(table, decision, [column])
        board_column = table.bonus[column]
        return ChosenColumn(column, tuple(board_column.tiles), tuple(board_column.printed), reason)
    content: list[str] = decision.answers[make_zone_key(zone)]["holds"]
    if content and all(entry.isdecimal() for entry in content):  # the printed bonuses were entered before
        content = [*content, *get_printed_bonuses(table, get_column_name(table, zone, column))]
    if not content:
        can_be_empty = not is_match and table.options.empty_column == "letter"
        make_question = partial(make_column_question, table, zone, column, can_be_empty)
        answer = yield from decision.ask(("holds", zone, column), make_question)
        content = [] if answer == "empty" else [*answer["tiles"], *answer["printed"]]
    tiles = tuple(entry for entry in content if entry.isdecimal())
    return ChosenColumn(column, tiles, tuple(entry for entry in content if not entry.isdecimal()), reason)


def make_column_question(table: Table, zone: Zone, column: str, can_be_empty: bool) -> Ask:
    """Return the question about the contents of the column that VJ takes (PA-72, PA-G47)."""
    values: dict[str, Any] = {"column": Name(column), "zone": zone}
    taken, printed = tuple(sorted(table.vj.tiles)), get_printed_bonuses(table, get_column_name(table, zone, column))
    in_sight = _("its visible printed bonuses")
    return Ask(
        "table",
        "bonus-column",
        _("VJ takes column {column} of zone {zone} of the tower-bonus board. What is in it?", **values),
        Form(
            [
                Field("tiles", _("numbers of its tiles"), make_tile_list(taken), [], keyword=_("tiles")),
                Field("printed", in_sight, make_bonus_list(table), printed, keyword=_("printed")),
            ],
            shortcuts=[make_option("empty", _("the column is empty"))] if can_be_empty else [],
            minimum=None if printed else 1,
        ),
        "PA-72",
        "PA-G27",
        "PA-G47",
        extra_check=check_column_not_empty,
        label=N_("In that column: {answer}."),
        metadata={"zone": zone, "column": column},
    )


def check_column_not_empty(answer: Any) -> None:
    """Raise BadAnswerError if no content was entered for a column that can't be empty."""
    if answer != "empty" and not answer["tiles"] and not answer["printed"]:
        raise BadAnswerError(_("This column can’t be empty: enter its tiles or its printed bonuses."))


MAX_OFFERED_TILE = 30
"""The highest number offered as a button; the player can type higher ones."""


@lru_cache
def make_tile_list(taken: tuple[str, ...] = ()) -> TextList:
    """Return the answer type for a list of bonus-tile numbers."""

    def read(text: str) -> str:
        """Return the number of a bonus tile."""
        if is_number(text, 3):
            return text
        raise BadAnswerError(_("“{words}” is not the number of a tile.", words=sanitize_text(text)))

    return TextList(
        [make_option(str(n)) for n in range(1, MAX_OFFERED_TILE + 1) if str(n) not in taken], parse_entry=read
    )


def make_bonus_list(table: Table) -> TextList:
    """Return the answer type for a list of bonuses."""
    return TextList(
        list_bonus_options(),
        parse_entry=lambda text: read_stored_phrase(text, GAIN, table),
        format_entry=lambda text: describe_phrase(text, GAIN, table),
        normalize_phrase=lambda text: normalize_icon_phrase(text, GAIN, table),
    )


def parse_tile_or_bonus(
    table: Table, text: str, parse_gain: Callable[[str, Any, Table], str] = read_stored_phrase
) -> str:
    """Parse a typed word as the number of a tile or as a bonus."""
    return text if is_number(text, 3) else parse_gain(text, GAIN, table)


def list_bonus_options() -> list[Option]:
    """Return an option for every known bonus."""
    return [make_option(bonus, format_bonus(bonus)) for bonus in list_phrases(GAIN.kinds)]


# --- the tiles --------------------------------------------------------------------------------------------


def place_bonus_tile(table: Table, tile: str, sector: str) -> Script[None]:
    """Put a bonus tile on VJ's board and apply the tile's immediate gain (PA-77, PA-91 to PA-93)."""
    entry = table.find_entry("bonus_tile", tile)
    gains = (entry.gains or get_custom_gains(entry)) if entry.effect == "once now" else ()
    once = ("PA-93",) if entry.effect == "once now" else ()
    rules = ("PA-77", *once) if entry.slot else ("PA-77", "PA-91", *once)
    values = {"n": Name(tile), "gains": JoinedText(map(describe_icon, gains))}
    if entry.slot and gains:
        text = _("Put tile {n} in the matching slot of VJ’s board. It gives now: {gains}.", **values)
    elif entry.slot:
        text = _("Put tile {n} in the matching slot of VJ’s board.", **values)
    elif gains:
        text = _(
            "Put tile {n} on a free spot of VJ’s board. It gives now: {gains}. It may count in scorings.", **values
        )
    else:
        text = _("Put tile {n} on a free spot of VJ’s board; it may count in scorings.", **values)
    yield Do(text, *rules, highlight=partial(show_placed_bonus_tile, tile))
    if entry.effect == "once now":
        cites = ("PA-97",) if any(isinstance(gain, LinkSymbol) for gain in gains) else ("PA-93", "PA-92")
        yield from apply_gains(table, gains, sector, *cites)
    elif entry.effect == "lasting":
        yield Say(describe_lasting_tile(tile, entry), "PA-92", "PA-G28")


def get_custom_gains(tile: Any) -> list[CustomIcon]:
    """Return the gain of a tile whose effect the owner described in words."""
    return [CustomIcon(tile.words)] if tile.words else []


def is_effect_unknown(table: Table, tile: str) -> bool:
    """Return whether the effect of a bonus tile is unknown."""
    entry = table.find_entry("bonus_tile", tile)
    return entry.effect is None or (entry.effect == "once now" and not entry.gains and not entry.words)


def ask_tile_effects(table: Table, tiles: Sequence[str]) -> Script[None]:
    """Ask for the effects of these bonus tiles and save them (PA-G28)."""
    if not tiles:
        return
    answer = yield from ask(lambda: make_effects_question(table, tiles))
    for tile in tiles:
        table.learn(f"bonus_tile {tile}, effect", answer[f"effect{tile}"])
        table.learn(f"bonus_tile {tile}, gains", answer[f"gains{tile}"])
        for field in ("words", "when"):
            if answer[f"{field}{tile}"]:
                table.learn(f"bonus_tile {tile}, {field}", answer[f"{field}{tile}"])


def make_effects_question(table: Table, tiles: Sequence[str]) -> Ask:
    """Return the question about the effects of these bonus tiles."""
    text: Text = n_(
        "Tile {tiles}: what does it do for VJ? (For a tile with a link token, enter: energy, $3, link.)",
        "Tiles {tiles}: what do they do for VJ? (For a tile with a link token, enter: energy, $3, link.)",
        len(tiles),
        tiles=JoinedText(map(Name, tiles)),
    )
    slot_tiles = [tile for tile in tiles if tile in SLOT_TILES]
    if slot_tiles:
        hint = n_(
            "By the published rules, tile {tiles} is either “$2 / battery” or “second wind "
            "farm”. The matching slot of VJ’s board shows which.",
            "By the published rules, tiles {tiles} are “$2 / battery” or “second wind farm”. The "
            "matching slots of VJ’s board show which.",
            len(slot_tiles),
            tiles=JoinedText(map(Name, slot_tiles)),
        )
        text = JoinedText([text, hint], " ")
    return Ask(
        "table",
        "tile-effects",
        text,
        Form([field for tile in tiles for field in make_effect_fields(table, tile)]),
        "PA-G28",
        "PA-97",
        *(["PA-77"] if slot_tiles else []),
        extra_check=partial(check_tile_effects, tiles),
        label=N_("Bonus tiles: {answer}."),
        metadata={"tiles": list(tiles)},
    )


SLOT_TILES = ("2", "3", "30")
"""The tiles with their own slot on VJ's board, named in the published rules (PA-77)."""


def check_tile_effects(tiles: Sequence[str], answer: Mapping[str, Any]) -> None:
    """Raise BadAnswerError if a tile has an effect but neither a gain nor a description."""
    for tile in tiles:
        effect, gains = answer[f"effect{tile}"], answer[f"gains{tile}"]
        if effect == "once now" and not gains:
            raise BadAnswerError(_("Tile {n}: enter what VJ gets once, or choose “nothing now”.", n=Name(tile)))
        if effect == "lasting" and not answer[f"words{tile}"] and not (gains and answer[f"when{tile}"]):
            raise BadAnswerError(
                _("Tile {n}: describe what it does from now on, or enter when it works and what VJ gets.", n=Name(tile))
            )


def make_effect_fields(table: Table, tile: str) -> list[Field]:
    """Return the fields for the effect of one bonus tile."""
    n, entry = Name(tile), table.find_entry("bonus_tile", tile)
    effects = Choice([make_option(name, EFFECT_LABELS[name]) for name in EFFECTS])
    usual_effect = "lasting" if tile in SLOT_TILES else "once now"
    events = Choice([make_option(name, EVENT_NAMES[name]) for name in EVENTS])
    if_it_gives, if_lasting = (f"effect{tile}", ("once now", "lasting")), (f"effect{tile}", ("lasting",))
    gains_label = _("tile {n}: what VJ gets (once, or each time)", n=n)
    words_label = _("tile {n}: what it does from now on, in your words", n=n)
    return [
        Field(
            f"effect{tile}",
            _("tile {n}: what it does for VJ", n=n),
            effects,
            entry.effect or usual_effect,
            is_required=True,
        ),
        Field(f"gains{tile}", gains_label, make_bonus_list(table), [], depends_on=if_it_gives),
        Field(f"when{tile}", _("tile {n}: when its lasting effect works", n=n), events, depends_on=if_lasting),
        Field(f"words{tile}", words_label, FreeText(), depends_on=if_lasting),
    ]


def describe_lasting_tile(name: str, tile: Any) -> Text:
    """Return a description of a bonus tile with a lasting effect."""
    if tile.words:
        return _("From now on: {words}", words=PackPhrase(tile.words))
    if tile.when is None or not tile.gains:
        return _("Tile {n} works from now on.", n=Name(name))
    return _(LASTING_TEXTS[tile.when], gains=JoinedText([describe_icon(gain) for gain in tile.gains]))


EVENT_NAMES = {
    "farm": _("VJ builds a wind farm"),
    "tower": _("VJ builds a tower"),
    "contract": _("VJ fulfils a contract"),
    "sale": _("VJ makes a foreign-market sale"),
    "battery": _("VJ gets a battery"),
}
LASTING_TEXTS = {
    "farm": N_("Whenever VJ builds a wind farm from now on: {gains}."),
    "tower": N_("Whenever VJ builds a tower from now on: {gains}."),
    "contract": N_("Whenever VJ fulfils a contract from now on: {gains}."),
    "sale": N_("Whenever VJ makes a foreign-market sale from now on: {gains}."),
    "battery": N_("Whenever VJ gets a battery from now on: {gains}."),
}
EFFECT_LABELS = {
    "nothing now": _("nothing now"),
    "once now": _("a one-time effect, now"),
    "lasting": _("a lasting effect"),
}
