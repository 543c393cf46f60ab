"""The tower bonus: which column of the bonus board VJ takes, and what he gets from it (PA-72 to PA-77)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from rival.games.pampero.cards import Zone
from rival.games.pampero.contents import EFFECTS, EVENTS, NOTHING, UNKNOWN, plain_value
from rival.games.pampero.gains import gain_all
from rival.games.pampero.icons import Search, bonus_symbol, unstacked
from rival.games.pampero.markers import vj_marker
from rival.games.pampero.outside import is_number, shown
from rival.games.pampero.parts import GAIN
from rival.games.pampero.phrases import icon_words, kept, said, understood
from rival.games.pampero.symbols import Amount, EdgeMarker, HasSymbol, Link, Other, Stacked
from rival.games.pampero.table import Table
from rival.games.pampero.views import column_taken, tile_put, tiles_come
from rival.games.pampero.words import read_icon, wordings, write_icon
from rival.kernel import (
    N_,
    Act,
    Ask,
    BadAnswer,
    Choice,
    Decision,
    Do,
    Field,
    Form,
    Group,
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
    n_,
    option,
)
from rival.kernel.views import Showing

COLUMNS = [str(number) for number in range(1, 9)]
"""The columns of a zone that is not counted, numbered from the left."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A column that VJ takes: its name or number, its tiles and its visible printed bonuses."""

    column: str
    tiles: tuple[str, ...]
    printed: tuple[str, ...]


def tower_bonus(table: Table, search: Search, zone: Zone, sector: str) -> Script[Sequence[str]]:
    """Take one column of the bonus board in the zone of the new tower (PA-72, PA-73, PA-88).

    Return the tiles that VJ took.
    """
    yield Act(_("Tower bonus, zone {zone}", zone=Name(zone)), "PA-72")
    taken: Taken | None = yield from decide(lambda mind: which_column(table, mind, search, zone))
    if taken is None:
        yield Say(_("Zone {zone} of the bonus board is empty: there is no bonus.", zone=zone), "PA-G33", "PA-72")
        return ()
    if not taken.tiles and not taken.printed:
        text = _("Column {column} of zone {zone} is empty: VJ gets nothing.", column=Name(taken.column), zone=zone)
        yield Say(text, "PA-76", "PA-G47")
        return ()
    shows: Showing | None = partial(tiles_come, taken.tiles) if taken.tiles else None
    if taken.column in table.bonus:
        lying = table.bonus[taken.column]
        shows = partial(column_taken, taken.column, lying.copy())
        lying.take(taken.tiles)
    else:
        learn_printed(table, f"{zone}-{taken.column}", taken.printed)
    table.vj.tiles += taken.tiles
    yield Act.retitle(_("Tower bonus: column {column}", column=Name(taken.column)))
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
        shows=shows,
    )
    yield from learn_effects(table, [tile for tile in taken.tiles if effect_unknown(table, tile)])
    for tile in taken.tiles:
        yield from take_tile(table, tile, sector)
    yield from gain_all(table, [read_icon(one, GAIN) for one in taken.printed], sector, "PA-72")
    return taken.tiles


def gain_words(words: str) -> Text:
    """Return a bonus, as packs write it, in words."""
    return icon_words(read_icon(words, GAIN))


# --- the column -------------------------------------------------------------------------------------------


def which_column(table: Table, mind: Decision, search: Search, zone: Zone) -> Script[Taken | None]:
    """Return the column that VJ takes; None if the zone is empty (PA-74 to PA-76).

    It has a tile with the upper symbol, or a printed bonus like the lower one, or the most tiles.
    """
    columns = [name for name, column in table.bonus.items() if column.zone == zone]
    if columns and not any(table.bonus[name].tiles or table.bonus[name].printed for name in columns):
        yield from uncovered(table, mind, columns)
        if not any(table.bonus[name].printed for name in columns):
            return None
    if not columns:
        columns = COLUMNS
        if not (yield from look_at_zone(table, mind, search, zone)):
            return None
    upper = yield from bonus_symbol(table, mind, search, zone, "upper")
    found = yield from matching(table, mind, zone, columns, upper, "tiles")
    if not found:
        yield from uncovered(table, mind, columns)
        lower = yield from bonus_symbol(table, mind, search, zone, "lower")
        found = yield from matching(table, mind, zone, columns, lower, "printed")
    matched = bool(found)
    if not found:
        found = fullest(table, mind, zone, columns)
    return (yield from contents(table, mind, zone, max(found, key=columns.index), matched))


def uncovered(table: Table, mind: Decision, columns: Sequence[str]) -> Script[None]:
    """Ask once which printed bonuses became visible when tiles were removed (PA-G27)."""
    unknown = [name for name in columns if name in table.bonus and table.bonus[name].uncovered]
    about = ("uncovered", tuple(columns))
    if not unknown and about not in mind.answers:
        return
    fresh = about not in mind.answers
    fields = [
        Field(name, _("column {name}: bonuses under the removed tiles", name=Name(name)), gain_list(table), [])
        for name in unknown
    ]
    text = _("Which printed bonuses were uncovered when the tiles were taken? Enter them from the top.")
    answer = yield from mind.ask(about, lambda: Ask("table", "uncovered", text, Form(fields), "PA-G27"))
    if fresh:
        for name in unknown:
            learn_under(table, name, answer[name])
            table.bonus[name].printed += answer[name]
            table.bonus[name].uncovered = []


def learn_column(table: Table, name: str) -> None:
    """Save a column in the pack, if no tile of it has been taken yet."""
    column = table.bonus[name]
    if column.whole:
        table.tell(f"bonus_column {name}, zone", column.zone)
        table.tell(f"bonus_column {name}, tiles", len(column.tiles))
        table.tell(f"bonus_column {name}, printed", column.printed)


def correct_printed(table: Table, name: str) -> None:
    """Correct the printed bonuses that the pack has for a column some of whose tiles are gone.

    Only bonuses visible from the start are saved here; the others belong to the tiles that covered them.
    """
    known, column = plain_value(table.entry("bonus_column", name).printed) or [], table.bonus[name]
    if known and not column.whole and len(column.printed) >= len(known):
        table.tell(f"bonus_column {name}, printed", column.printed[: len(known)])


def learn_under(table: Table, name: str, bonuses: Sequence[str]) -> None:
    """Save which bonus was under which tile (PA-G27).

    Nothing is saved if some of several tiles covered nothing: it is unknown which.
    """
    column, path = table.bonus[name], f"bonus_column {name}, under_tiles"
    gone = [tile for tile in column.laid if tile in column.uncovered]
    bonuses = bonuses or [NOTHING] * len(gone)
    if len(bonuses) == len(gone):
        known = plain_value(table.entry("bonus_column", name).under_tiles) or [UNKNOWN] * len(column.laid)
        found = dict(zip(column.laid, known, strict=False)) | dict(zip(gone, bonuses, strict=True))
        table.tell(path, list(found.values()))


def matching(
    table: Table, mind: Decision, zone: Zone, columns: Sequence[str], icon: Any, line: str
) -> Script[list[str]]:
    """Return the columns that show a symbol (PA-84).

    A secondary symbol is looked for among the columns found for the main one, or among all if there were none.
    """
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
        found = [name for name in columns if any(same_bonus(icon, one) for one in table.bonus[name].printed)]
    words = {"zone": zone, "icon": icon_words(icon), "columns": Joined(map(Name, found)) if found else _("none")}
    if line == "tiles":
        mind.because(_("Zone {zone}, columns where a tile shows the {icon}: {columns}.", **words), "PA-74", "PA-88")
    else:
        mind.because(_("Zone {zone}, columns where {icon} is printed: {columns}.", **words), "PA-75", "PA-88")
    return found


def same_bonus(icon: Any, printed: str) -> bool:
    """Return whether a symbol matches a printed bonus; without an amount it matches any amount (PA-75)."""
    other = read_icon(printed, GAIN)
    if isinstance(icon, Amount) and isinstance(other, Amount):
        return type(icon) is type(other) and icon.amount in (None, other.n)
    return bool(icon == other)


def symbols(table: Table, tile: str) -> tuple[str, ...]:
    """Return the market symbols of a bonus tile; empty if the pack does not have them."""
    found: tuple[str, ...] | None = table.entry("bonus_tile", tile).symbols
    return found or ()


def told_columns(
    table: Table, mind: Decision, zone: Zone, columns: Sequence[str], icon: Any, line: str
) -> Script[list[str]]:
    """Return the columns that the player reads off the bonus board.

    The whole zone may have been entered before; otherwise this asks about one symbol.
    """
    if zone_seen(zone) in mind.answers:
        found = mind.answers[zone_seen(zone)][line, icon]
        return [name for name in columns if name in found]
    return (  # type: ignore[no-any-return]
        yield from mind.ask(
            ("columns", icon, line, tuple(columns)),
            lambda: Ask(
                "table",
                "columns",
                _("Zone {zone}: select the {columns}.", zone=zone, columns=line_words(line, icon)),
                Several([option(name) for name in columns]),
                *(("PA-74",) if line == "tiles" else ("PA-75",)),
                about={"zone": zone, "line": line, "icon": write_icon(icon)},
            ),
        )
    )


def line_words(line: str, icon: Any) -> Text:
    """Return the description of the columns with a symbol, for a question or a label."""
    if line == "tiles":
        return _("columns where a tile shows the {icon}", icon=icon_words(icon))
    return _("columns where {icon} is printed", icon=icon_words(icon))


# --- a zone of the bonus board that is not counted --------------------------------------------------------


def zone_seen(zone: Zone) -> tuple[str, Zone]:
    """Return the key under which a decision stores the answer about a whole zone."""
    return ("seen", zone)


def look_at_zone(table: Table, mind: Decision, search: Search, zone: Zone) -> Script[bool]:
    """Ask for everything in a zone that decides the column; False if the zone is empty (PA-74 to PA-76)."""
    sought = []
    for line, row in (("tiles", "upper"), ("printed", "lower")):
        icon = yield from bonus_symbol(table, mind, search, zone, row)
        for one in unstacked([icon] if icon is not None else []):
            market = (yield from vj_marker(table, mind)) if isinstance(one, EdgeMarker) else ""
            what = (line, HasSymbol(market) if market else one)
            if what not in sought:  # an edge marker may mean a symbol that is already in the list
                sought.append(what)
    answer = yield from mind.ask(("zone", zone), lambda: zone_question(table, zone, sought))
    if answer == "empty":
        return False
    found = {one: answer[f"{one[0]}{n}"] for n, one in enumerate(sought)}
    mind.answers[zone_seen(zone)] = {**found, "most": answer["most"], "holds": answer["holds"]}
    for (line, icon), columns in found.items():
        if line == "printed" and not isinstance(icon, Other):
            see_printed(table, [f"{zone}-{n}" for n in columns], write_icon(icon))
    return True


def see_printed(table: Table, columns: Sequence[str], bonus: str) -> None:
    """Remember a printed bonus that was reported in these columns."""
    for name in columns:
        known = printed_known(table, name)
        if not any(same_bonus(read_icon(bonus, GAIN), one) for one in known):
            table.printed_seen[name] = [*known, bonus]


def printed_known(table: Table, name: str) -> list[str]:
    """Return the printed bonuses of a column as they were seen in this game, or else as the pack has them."""
    if name in table.printed_seen:
        return table.printed_seen[name]
    return plain_value(table.entry("bonus_column", name).printed) or []


def learn_printed(table: Table, name: str, printed: Sequence[str]) -> None:
    """Save the printed bonuses of a column that VJ takes for the first time; later ones lay under its tiles."""
    if name not in table.taken_columns and table.entry("bonus_column", name).printed is None:
        table.tell(f"bonus_column {name}, printed", list(printed))
    table.taken_columns.add(name)
    table.printed_seen[name] = list(printed)


def zone_question(table: Table, zone: Zone, sought: Sequence[tuple[str, Any]]) -> Ask:
    """Return the question about a zone of the bonus board that is not counted."""
    columns = Several([option(name) for name in COLUMNS])
    fields = [Field(f"{line}{n}", line_words(line, icon), columns, []) for n, (line, icon) in enumerate(sought)]
    most = (
        _("if there are none: columns with the most tiles")
        if table.options.empty_column == "letter"
        else _("if there are none: columns with the most tiles, except empty ones")
    )
    fields.append(Field("most", most, columns, []))
    holds = Phrases(
        gain_options(),
        read=lambda words: tile_or_gain(table, words),
        keep=lambda words: tile_or_gain(table, words, kept),
    )
    about_it = _("what is in the column VJ takes: numbers of tiles, then printed bonuses")
    example = Joined([Name("7"), Name("12"), gain_words("$5")])
    fields.append(Field("holds", about_it, holds, [], example=example, group=AT_ONCE, word=_("holds")))
    return Ask(
        "table",
        "bonus-zone",
        _(
            "VJ has built a tower in zone {zone}. What is on the tower-bonus board in this zone? "
            "Columns are numbered from the left.",
            zone=zone,
        ),
        Form(fields, instead=[option("empty", _("the zone is empty"))], least=1),
        "PA-74",
        "PA-75",
        "PA-76",
        "PA-72",
        "PA-G27",
        test=check_zone,
        label=N_("Tower-bonus board: {answer}."),
        about={
            "zone": zone,
            "sought": {f"{line}{n}": [line, write_icon(icon)] for n, (line, icon) in enumerate(sought)},
        },
    )


AT_ONCE = Group(_("If you already see which column VJ takes: what is in it …"), folded=True)


def check_zone(answer: Any) -> None:
    """Raise BadAnswer if the answer names no column."""
    if answer != "empty" and not any(columns for field, columns in answer.items() if field != "holds"):
        raise BadAnswer(_("Select the columns that fit; if there are none, select those with the most tiles."))


def learn_symbols(table: Table, mind: Decision, columns: Sequence[str]) -> Script[None]:
    """Ask for the symbols of tiles whose symbols are unknown, all in one question."""
    lying = [tile for name in columns for tile in table.bonus[name].tiles]
    unknown = [tile for tile in lying if table.entry("bonus_tile", tile).symbols is None]
    about = ("tile symbols", tuple(columns))
    if not unknown and about not in mind.answers:
        return
    markets = Several([option(name, Text(name)) for name in table.vj.markers])
    fields = [Field(f"t{tile}", _("tile {n}", n=Name(tile)), markets, []) for tile in unknown]
    answer = yield from mind.ask(
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
        table.tell(f"bonus_tile {tile}, symbols", answer[f"t{tile}"] or [])


def fullest(table: Table, mind: Decision, zone: Zone, columns: Sequence[str]) -> list[str]:
    """Return the columns with the most tiles (PA-76)."""
    if columns is COLUMNS:
        found: list[str] = mind.answers[zone_seen(zone)]["most"]
    else:
        if table.options.empty_column == "skip":
            columns = [name for name in columns if table.bonus[name].tiles or table.bonus[name].printed]
        most = max(len(table.bonus[name].tiles) for name in columns)
        found = [name for name in columns if len(table.bonus[name].tiles) == most]
    names = Joined(map(Name, found))
    mind.because(
        _("No column fits the card’s symbols. Columns with the most tiles: {columns}.", columns=names),
        "PA-76",
        "PA-G47",
    )
    return found


def contents(table: Table, mind: Decision, zone: Zone, column: str, matched: bool) -> Script[Taken]:
    """Return the rightmost column with what is in it.

    A column that fits a symbol of the card can't be empty.
    """
    mind.because(_("The rightmost of them: column {column}.", column=Name(column)), "PA-74", "PA-75", "PA-76")
    if column in table.bonus:
        yield from uncovered(table, mind, [column])
        lying = table.bonus[column]
        return Taken(column, tuple(lying.tiles), tuple(lying.printed))
    holds: list[str] = mind.answers[zone_seen(zone)]["holds"]
    if not holds:
        can_be_empty = not matched and table.options.empty_column == "letter"
        build = partial(column_question, table, zone, column, can_be_empty)
        answer = yield from mind.ask(("holds", zone, column), build)
        holds = [] if answer == "empty" else [*answer["tiles"], *answer["printed"]]
    tiles = tuple(one for one in holds if one.isdecimal())
    return Taken(column, tiles, tuple(one for one in holds if not one.isdecimal()))


def column_question(table: Table, zone: Zone, column: str, can_be_empty: bool) -> Ask:
    """Return the question about what is in the column that VJ takes (PA-72, PA-G47)."""
    where: dict[str, Any] = {"column": Name(column), "zone": zone}
    taken, printed = tuple(sorted(table.vj.tiles)), printed_known(table, f"{zone}-{column}")
    in_sight = _("its visible printed bonuses")
    return Ask(
        "table",
        "bonus-column",
        _("VJ takes column {column} of zone {zone} of the tower-bonus board. What is in it?", **where),
        Form(
            [
                Field("tiles", _("numbers of its tiles"), tile_numbers(taken), [], word=_("tiles")),
                Field("printed", in_sight, gain_list(table), printed, word=_("printed")),
            ],
            instead=[option("empty", _("the column is empty"))] if can_be_empty else [],
            least=None if printed else 1,
        ),
        "PA-72",
        "PA-G27",
        "PA-G47",
        test=something_in_it,
        label=N_("In that column: {answer}."),
        about={"zone": zone, "column": column},
    )


def something_in_it(answer: Any) -> None:
    """Raise BadAnswer if a column that can't be empty has neither tiles nor printed bonuses."""
    if answer != "empty" and not answer["tiles"] and not answer["printed"]:
        raise BadAnswer(_("This column can’t be empty: enter its tiles or its printed bonuses."))


MOST_TILES = 30
"""The highest number that is offered for a tap; higher ones can be typed."""


@lru_cache
def tile_numbers(taken: tuple[str, ...] = ()) -> Phrases:
    """Return the field type for numbers of tiles; taken ones are not offered but can be typed."""

    def read(words: str) -> str:
        if is_number(words, 3):
            return words
        raise BadAnswer(_("“{words}” is not the number of a tile.", words=shown(words)))

    return Phrases([option(str(n)) for n in range(1, MOST_TILES + 1) if str(n) not in taken], read=read)


def gain_list(table: Table) -> Phrases:
    """Return the field type for a list of bonuses."""
    return Phrases(
        gain_options(),
        read=lambda words: understood(words, GAIN, table),
        say=lambda words: said(words, GAIN, table),
        keep=lambda words: kept(words, GAIN, table),
    )


def tile_or_gain(table: Table, words: str, gain: Callable[[str, Any, Table], str] = understood) -> str:
    """Return a typed word as the number of a tile or as a bonus."""
    return words if is_number(words, 3) else gain(words, GAIN, table)


def gain_options() -> list[Option]:
    """Return the bonuses that Rival knows as options."""
    return [option(words, gain_words(words)) for words in wordings(GAIN.kinds)]


# --- the tiles --------------------------------------------------------------------------------------------


def take_tile(table: Table, tile: str, sector: str) -> Script[None]:
    """Put a tile on VJ's board and apply what it gives at once (PA-77, PA-91 to PA-93)."""
    known = table.entry("bonus_tile", tile)
    once = ("PA-93",) if known.effect == "once now" else ()
    if known.slot:
        text = _("Put tile {n} in the matching slot of VJ’s board.", n=Name(tile))
        yield Do(text, "PA-77", *once, shows=partial(tile_put, tile))
    else:
        text = _("Put tile {n} on a free spot of VJ’s board; it may count in scorings.", n=Name(tile))
        yield Do(text, "PA-77", "PA-91", *once, shows=partial(tile_put, tile))
    if known.effect == "once now":
        gains = known.gains or own_gain(known)
        cites = ("PA-97",) if any(isinstance(one, Link) for one in gains) else ("PA-93", "PA-92")
        yield from gain_all(table, gains, sector, *cites)
    elif known.effect == "lasting":
        yield Say(lasting_words(tile, known), "PA-92", "PA-G28")


def own_gain(tile: Any) -> list[Other]:
    """Return the gain of a tile that is described only in the owner's words."""
    return [Other(tile.words)] if tile.words else []


def effect_unknown(table: Table, tile: str) -> bool:
    """Return whether the effect of a tile, or what it gives at once, is unknown."""
    known = table.entry("bonus_tile", tile)
    return known.effect is None or (known.effect == "once now" and not known.gains and not known.words)


def learn_effects(table: Table, tiles: Sequence[str]) -> Script[None]:
    """Ask for the effects of these tiles and save them (PA-G28)."""
    if not tiles:
        return
    answer = yield from ask(lambda: effects_question(table, tiles))
    for tile in tiles:
        table.tell(f"bonus_tile {tile}, effect", answer[f"effect{tile}"])
        table.tell(f"bonus_tile {tile}, gains", answer[f"gains{tile}"])
        for field in ("words", "when"):
            if answer[f"{field}{tile}"]:
                table.tell(f"bonus_tile {tile}, {field}", answer[f"{field}{tile}"])


def effects_question(table: Table, tiles: Sequence[str]) -> Ask:
    """Return the question about the effects of these tiles."""
    text: Text = n_(
        "Tile {tiles}: what does it do for VJ? (For a tile with a link token, enter: energy, $3, link.)",
        "Tiles {tiles}: what do they do for VJ? (For a tile with a link token, enter: energy, $3, link.)",
        len(tiles),
        tiles=Joined(map(Name, tiles)),
    )
    named = [tile for tile in tiles if tile in WITH_A_SLOT]
    if named:
        hint = n_(
            "By the published rules, tile {tiles} is either “$2 / battery” or “second wind "
            "farm”. The matching slot of VJ’s board shows which.",
            "By the published rules, tiles {tiles} are “$2 / battery” or “second wind farm”. The "
            "matching slots of VJ’s board show which.",
            len(named),
            tiles=Joined(map(Name, named)),
        )
        text = Joined([text, hint], " ")
    return Ask(
        "table",
        "tile-effects",
        text,
        Form([field for tile in tiles for field in effect_fields(table, tile)]),
        "PA-G28",
        "PA-97",
        *(["PA-77"] if named else []),
        test=partial(check_effects, tiles),
        label=N_("Bonus tiles: {answer}."),
        about={"tiles": list(tiles)},
    )


WITH_A_SLOT = ("2", "3", "30")
"""The tiles with their own slot on VJ's board, named in the published rules (PA-77)."""


def check_effects(tiles: Sequence[str], answer: Mapping[str, Any]) -> None:
    """Raise BadAnswer if a tile has an effect but neither a gain nor a description."""
    for tile in tiles:
        effect, gains = answer[f"effect{tile}"], answer[f"gains{tile}"]
        if effect == "once now" and not gains:
            raise BadAnswer(_("Tile {n}: enter what VJ gets once, or choose “nothing now”.", n=Name(tile)))
        if effect == "lasting" and not answer[f"words{tile}"] and not (gains and answer[f"when{tile}"]):
            raise BadAnswer(
                _("Tile {n}: describe what it does from now on, or enter when it works and what VJ gets.", n=Name(tile))
            )


def effect_fields(table: Table, tile: str) -> list[Field]:
    """Return the fields for the effect of one tile."""
    n, known = Name(tile), table.entry("bonus_tile", tile)
    effects = Choice([option(one, EFFECT_WORDS[one]) for one in EFFECTS])
    events = Choice([option(one, EVENT_WORDS[one]) for one in EVENTS])
    some, lasting = (f"effect{tile}", ("once now", "lasting")), (f"effect{tile}", ("lasting",))
    gets = _("tile {n}: what VJ gets (once, or each time)", n=n)
    from_now_on = _("tile {n}: what it does from now on, in your words", n=n)
    return [
        Field(f"effect{tile}", _("tile {n}: what it does for VJ", n=n), effects, known.effect, required=True),
        Field(f"gains{tile}", gets, gain_list(table), [], depends=some),
        Field(f"when{tile}", _("tile {n}: when its lasting effect works", n=n), events, depends=lasting),
        Field(f"words{tile}", from_now_on, Words(), depends=lasting),
    ]


def lasting_words(name: str, tile: Any) -> Text:
    """Describe a lasting tile: in the owner's words, or when it works and what it gives."""
    if tile.words:
        return _("From now on: {words}", words=PackWords(tile.words))
    if tile.when is None or not tile.gains:
        return _("Tile {n} works from now on.", n=Name(name))
    return _(WHENEVER[tile.when], gains=Joined([icon_words(one) for one in tile.gains]))


EVENT_WORDS = {
    "farm": _("VJ builds a wind farm"),
    "tower": _("VJ builds a tower"),
    "contract": _("VJ fulfils a contract"),
    "sale": _("VJ makes a foreign-market sale"),
    "battery": _("VJ gets a battery"),
}
WHENEVER = {
    "farm": N_("Whenever VJ builds a wind farm from now on: {gains}."),
    "tower": N_("Whenever VJ builds a tower from now on: {gains}."),
    "contract": N_("Whenever VJ fulfils a contract from now on: {gains}."),
    "sale": N_("Whenever VJ makes a foreign-market sale from now on: {gains}."),
    "battery": N_("Whenever VJ gets a battery from now on: {gains}."),
}
EFFECT_WORDS = {
    "nothing now": _("nothing now"),
    "once now": _("a single effect, now"),
    "lasting": _("a lasting effect"),
}
