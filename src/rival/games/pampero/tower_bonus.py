"""The tower bonus: which column of the bonus board VJ takes, and what is in it (PA-72 to PA-77)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rival.games.pampero.asking import icon_words, said, understood
from rival.games.pampero.cards import Dollars, EdgeMarker, HasSymbol, Other, Stacked, Zone
from rival.games.pampero.contents import EFFECTS
from rival.games.pampero.gains import gain_all
from rival.games.pampero.icons import Search, bonus_symbol
from rival.games.pampero.markers import vj_marker
from rival.games.pampero.outside import is_number
from rival.games.pampero.parts import GAIN
from rival.games.pampero.table import Table
from rival.games.pampero.words import read_icon, wordings, write_icon
from rival.kernel import (
    Ask,
    Choice,
    Decision,
    Do,
    Field,
    Form,
    Joined,
    Name,
    Option,
    PackWords,
    Phrases,
    Say,
    Script,
    Several,
    Text,
    Words,
    _,
    ask,
    decide,
    option,
)

MOST_COLUMNS = 8


@dataclass(frozen=True, slots=True)
class Taken:
    """A column that VJ takes: its name or number, its tiles and its visible printed bonuses."""

    column: str
    tiles: tuple[str, ...]
    printed: tuple[str, ...]


def tower_bonus(table: Table, search: Search, zone: Zone, sector: str) -> Script[None]:
    """PA-72, PA-73, PA-88: one whole column of the zone built in; first the column, then everything in it."""
    taken: Taken | None = yield from decide(lambda mind: which_column(table, mind, search, zone))
    if taken is None:
        yield Say(_("Zone {zone} of the bonus board is empty: there is no bonus.", zone=zone), "PA-G33", "PA-72")
        return
    if taken.column in table.bonus:
        table.bonus[taken.column].tiles = []
    table.vj.tiles += taken.tiles
    tiles = Joined([Name(tile) for tile in taken.tiles]) if taken.tiles else _("none")
    printed = Joined([gain_words(one) for one in taken.printed]) if taken.printed else _("none")
    yield Do(
        _(
            "VJ takes column {column} of zone {zone}. Tiles: {tiles}; printed bonuses: {printed}.",
            column=Name(taken.column),
            zone=zone,
            tiles=tiles,
            printed=printed,
        ),
        "PA-56",
        "PA-72",
        "PA-73",
        "PA-G27",
    )
    for tile in taken.tiles:
        yield from take_tile(table, tile, sector)
    yield from gain_all(table, [read_icon(one, GAIN) for one in taken.printed], sector, "PA-72")


def gain_words(words: str) -> Text:
    return icon_words(read_icon(words, GAIN))


# --- the column -------------------------------------------------------------------------------------------


def which_column(table: Table, mind: Decision, search: Search, zone: Zone) -> Script[Taken | None]:
    """PA-74 to PA-76: a tile with the upper symbol, else a printed bonus like the lower one, else most tiles."""
    columns = [name for name, column in table.bonus.items() if column.zone == zone]
    yield from uncovered(table, mind, columns)
    if columns and not any(table.bonus[name].tiles or table.bonus[name].visible for name in columns):
        return None
    if not columns:
        columns = [str(number) for number in range(1, MOST_COLUMNS + 1)]
    upper = yield from bonus_symbol(table, mind, search, zone, "upper")
    found = yield from matching(table, mind, zone, columns, upper, "tiles")
    if not found:
        lower = yield from bonus_symbol(table, mind, search, zone, "lower")
        found = yield from matching(table, mind, zone, columns, lower, "printed")
    if not found:
        found = yield from fullest(table, mind, zone, columns)
    return (yield from contents(table, mind, zone, max(found, key=columns.index)))


def uncovered(table: Table, mind: Decision, columns: Sequence[str]) -> Script[None]:
    """PA-G27: what came to light when the last tile of a column went; asked once."""
    unknown = [name for name in columns if not table.bonus[name].tiles and table.bonus[name].covered is None]
    about = ("uncovered", tuple(columns))
    if not unknown and about not in mind.told:
        return
    fresh = about not in mind.told
    fields = [
        Field(name, _("column {name}, printed under its tiles", name=Name(name)), gain_list(table), [])
        for name in unknown
    ]
    text = _("Which printed bonuses came to light when the tiles were taken?")
    told = yield from mind.ask(about, lambda: Ask("table", "uncovered", text, Form(fields), "PA-G27"))
    if fresh:
        for name in unknown:
            table.bonus[name].covered = told[name]


def matching(
    table: Table, mind: Decision, zone: Zone, columns: Sequence[str], icon: Any, line: str
) -> Script[list[str]]:
    """The columns that show a symbol; a secondary one is looked for among those found, or among all (PA-84)."""
    if icon is None:
        return []
    if isinstance(icon, Stacked):
        main = yield from matching(table, mind, zone, columns, icon.front, line)
        if len(main) == 1:
            return main
        behind = yield from matching(table, mind, zone, main or columns, icon.behind, line)
        return behind or main
    if isinstance(icon, EdgeMarker):
        icon = HasSymbol((yield from vj_marker(table, mind)))
    if not any(name in table.bonus for name in columns) or isinstance(icon, Other):
        found = yield from told_columns(table, mind, zone, columns, icon, line)
    elif line == "tiles":
        yield from learn_symbols(table, mind, columns)
        found = [name for name in columns if any(icon.symbol in symbols(table, one) for one in table.bonus[name].tiles)]
    else:
        found = [name for name in columns if any(same_bonus(icon, one) for one in table.bonus[name].visible)]
    words = {"zone": zone, "icon": icon_words(icon), "columns": Joined(map(Name, found)) if found else _("none")}
    if line == "tiles":
        mind.because(_("Zone {zone}, columns with a tile “{icon}”: {columns}.", **words), "PA-74", "PA-88")
    else:
        mind.because(_("Zone {zone}, columns with a printed “{icon}”: {columns}.", **words), "PA-75", "PA-88")
    return found


def same_bonus(icon: Any, printed: str) -> bool:
    """PA-75: a sum of money must be the same, of everything else the kind."""
    other = read_icon(printed, GAIN)
    return bool(icon == other) if isinstance(icon, Dollars) else type(icon) is type(other)


def symbols(table: Table, tile: str) -> tuple[str, ...]:
    found: tuple[str, ...] | None = table.entry("bonus_tile", tile).symbols
    return found or ()


def told_columns(
    table: Table, mind: Decision, zone: Zone, columns: Sequence[str], icon: Any, line: str
) -> Script[list[str]]:
    """Columns that somebody reads off the bonus board, counted from the left where they have no name."""
    words = icon_words(icon)
    text = (
        _("Which columns of zone {zone}, from the left, have a tile “{icon}”?", zone=zone, icon=words)
        if line == "tiles"
        else _("Which columns of zone {zone}, from the left, have a printed “{icon}”?", zone=zone, icon=words)
    )
    return (  # type: ignore[no-any-return]
        yield from mind.ask(
            ("columns", icon, line, tuple(columns)),
            lambda: Ask(
                "table",
                "columns",
                text,
                Several([option(name) for name in columns]),
                *(("PA-74",) if line == "tiles" else ("PA-75",)),
                about={"zone": zone, "line": line, "icon": write_icon(icon)},
            ),
        )
    )


def learn_symbols(table: Table, mind: Decision, columns: Sequence[str]) -> Script[None]:
    """The symbols of tiles that nobody has told: asked once for each tile, together."""
    lying = [tile for name in columns for tile in table.bonus[name].tiles]
    unknown = [tile for tile in lying if table.entry("bonus_tile", tile).symbols is None]
    about = ("tile symbols", tuple(columns))
    if not unknown and about not in mind.told:
        return
    markets = Several([option(name, Text(name)) for name in table.vj.markers])
    fields = [Field(f"t{tile}", _("tile {n}", n=Name(tile)), markets, []) for tile in unknown]
    told = yield from mind.ask(
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
        table.tell(f"bonus_tile {tile}, symbols", told[f"t{tile}"] or [])


def fullest(table: Table, mind: Decision, zone: Zone, columns: Sequence[str]) -> Script[list[str]]:
    """PA-76: the columns with the most tiles."""
    if columns[0] in table.bonus:
        most = max(len(table.bonus[name].tiles) for name in columns)
        found = [name for name in columns if len(table.bonus[name].tiles) == most]
    else:
        found = yield from mind.ask(
            ("fullest", zone),
            lambda: Ask(
                "table",
                "columns",
                _("Which column of zone {zone}, from the left, has the most tiles? (Several, if equal.)", zone=zone),
                Several([option(name) for name in columns], least=1),
                "PA-76",
                about={"zone": zone, "line": "most", "icon": ""},
            ),
        )
    mind.because(_("Neither is there; most tiles: {columns}.", columns=Joined(map(Name, found))), "PA-76")
    return found


def contents(table: Table, mind: Decision, zone: Zone, column: str) -> Script[Taken]:
    mind.because(_("The rightmost of them: column {column}.", column=Name(column)), "PA-74", "PA-75", "PA-76")
    if column in table.bonus:
        lying = table.bonus[column]
        return Taken(column, tuple(lying.tiles), tuple(lying.visible))
    told: list[str] = yield from mind.ask(
        ("contents", zone, column),
        lambda: Ask(
            "table",
            "column",
            _(
                "What is in column {column} of zone {zone}? The numbers of its tiles, then the printed bonuses.",
                column=Name(column),
                zone=zone,
            ),
            Phrases(gain_options(), read=lambda words: tile_or_gain(table, words)),
            "PA-72",
            "PA-G27",
            about={"zone": zone, "column": column},
        ),
    )
    tiles = tuple(one for one in told if one.isdecimal())
    return Taken(column, tiles, tuple(one for one in told if not one.isdecimal()))


def gain_list(table: Table) -> Phrases:
    """Bonuses in words."""
    return Phrases(
        gain_options(), read=lambda words: understood(words, GAIN, table), say=lambda words: said(words, GAIN, table)
    )


def tile_or_gain(table: Table, words: str) -> str:
    return words if is_number(words, 3) else understood(words, GAIN, table)


def gain_options() -> list[Option]:
    return [option(words, gain_words(words)) for words in wordings(GAIN.kinds)]


# --- the tiles --------------------------------------------------------------------------------------------


def take_tile(table: Table, tile: str, sector: str) -> Script[None]:
    """PA-77, PA-91 to PA-93: the tile goes to VJ's board; what it does for him is asked once (PA-G28)."""
    if table.entry("bonus_tile", tile).effect is None:
        yield from learn_effect(table, tile)
    known = table.entry("bonus_tile", tile)
    if known.slot:
        yield Do(_("Put tile {n} on the slot of VJ’s board that matches it.", n=Name(tile)), "PA-77")
    else:
        yield Do(
            _("Put tile {n} on a free spot of VJ’s board; it may count in scorings.", n=Name(tile)), "PA-77", "PA-91"
        )
    if known.effect == "once now":
        yield from gain_all(table, known.gains or (), sector, "PA-93", "PA-92")
    elif known.effect == "lasting":
        yield Say(_("From now on: {words}", words=Name(known.words or "…")), "PA-92", "PA-G28")


def learn_effect(table: Table, tile: str) -> Script[None]:
    fields = [
        Field(
            "effect",
            _("what it does for VJ"),
            Choice([option(one, EFFECT_WORDS[one]) for one in EFFECTS]),
            required=True,
        ),
        Field("gains", _("what he gets once, now"), gain_list(table), []),
        Field("words", _("what it does from now on, in your words"), Words()),
    ]
    told = yield from ask(
        lambda: Ask(
            "table",
            "tile-effect",
            _("Tile {n}: what does it do for VJ? (A tile with a link token: energy, $3, link.)", n=Name(tile)),
            Form(fields),
            "PA-G28",
            "PA-97",
            about={"tile": tile},
        )
    )
    table.tell(f"bonus_tile {tile}, effect", told["effect"])
    table.tell(f"bonus_tile {tile}, gains", told["gains"])
    if told["words"]:
        table.tell(f"bonus_tile {tile}, words", told["words"])


EFFECT_WORDS = {
    "nothing now": _("nothing now"),
    "once now": _("something once, now"),
    "lasting": _("something lasting"),
}


def reminders(table: Table) -> Script[None]:
    """PA-G28: what lasting tiles say, whenever VJ has done something."""
    lasting = [table.entry("bonus_tile", tile) for tile in table.vj.tiles]
    words = [PackWords(one.words) for one in lasting if one.effect == "lasting" and one.words]
    if words:
        yield Say(_("VJ’s lasting tiles: {words}.", words=Joined(words, "; ")), "PA-G28", "PA-92")
