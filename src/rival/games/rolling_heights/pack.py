"""The owner's pack of Rolling Heights: the boards as drawings; for the lab the supply and the plans too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rival.games.rolling_heights.table import (
    LONGEST_NAME,
    MATERIALS,
    SIDES,
    TYPES,
    Town,
    board_name,
    boards_of,
    draw_board,
    pack_boards,
    read_district,
)
from rival.kernel import BadAnswer, BadPack, Disagreement, Joined, Json, Name, Text, _
from rival.kernel.shapes import short

GAME = "rolling-heights"
MOST_BOARDS = 60
MOST_PLANS = 300


def check_pack(pack: Json) -> Json:
    """The pack itself if it can be used; BadPack names the board that can't."""
    if not isinstance(pack, dict) or pack.get("game") != GAME:
        raise BadPack(_('This is not a pack of Rolling Heights: it must say game = "rolling-heights".'))
    check_boards(pack.get("boards", {}))
    check_districts(pack.get("districts", {}))
    check_supply(pack.get("supply", FOUR))
    plans = pack.get("plans", {"level1": [], "level2": []})
    if not isinstance(plans, dict) or plans.keys() != {"level1", "level2"}:
        raise BadPack(_("“plans” must have two lists, level1 and level2."))
    for level, tiles in plans.items():
        listed = tiles if isinstance(tiles, list) else [tiles]
        if len(listed) > MOST_PLANS:
            raise BadPack(_("{level} has at most {most} plans.", level=Name(level), most=MOST_PLANS))
        for k, tile in enumerate(listed, start=1):
            check_plan(level, k, tile)
    return pack


# --- boards ---------------------------------------------------------------------------------------------------


def check_boards(boards: Any) -> None:
    if not isinstance(boards, dict):
        raise BadPack(_("“boards” must be a table: the name of each board with its drawing."))
    if len(boards) > MOST_BOARDS:
        raise BadPack(_("A pack has at most {most} boards.", most=MOST_BOARDS))
    for name, drawn in boards.items():
        check_name(name)
        if not isinstance(drawn, dict):
            check_drawing(Name(name), drawn)
            continue
        for side, rows in drawn.items():
            if side and side not in SIDES:
                raise BadPack(
                    _("Board {board}: its sides are called A and B, not “{side}”.", board=name, side=short(side))
                )
            check_drawing(Name(f"{name} {side}"), rows)


def check_name(name: str) -> None:
    if not board_name(name):
        raise BadPack(
            _(
                "“{name}” is no name of a board; use one of up to {most} characters on one line.",
                name=short(name),
                most=LONGEST_NAME,
            )
        )


def check_drawing(board: Text, rows: Any) -> None:
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        example = Name('[". . ~", ". . ."]')
        raise BadPack(_("Board {board} must be a list of rows, for instance {example}.", board=board, example=example))
    try:
        read_district(rows)
    except BadAnswer as bad:
        raise BadPack(_("Board {board}: {problem}", board=board, problem=bad.text)) from None


def check_districts(districts: Any) -> None:
    """Drawings by number token, as earlier packs have them."""
    if not isinstance(districts, dict):
        raise BadPack(_("“districts” must be a table of drawings, one for each number from 1 to 6."))
    for number, rows in districts.items():
        if number not in ("1", "2", "3", "4", "5", "6"):
            raise BadPack(_("There is no district {n}: the numbers are 1 to 6.", n=short(number)))
        check_drawing(Name(f"No. {number}"), rows)


# --- what only a sample table needs ------------------------------------------------------------------------------

FOUR = dict.fromkeys([*tuple(MATERIALS)[:4], "wild"], 0)
"""What a supply must name: the four materials and the wild tokens."""


def check_supply(supply: Any) -> None:
    """The cubes and wild tokens at the start, as the lab's sample table needs them."""
    if not isinstance(supply, dict) or supply.keys() != FOUR.keys() or not all(map(whole_number, supply.values())):
        raise BadPack(_("“supply” must give a number for each of: {names}.", names=Name(", ".join(FOUR))))


def check_plan(level: str, k: int, tile: Any) -> None:
    """A plan: its type, and how many cubes of which material it requires."""
    cubes = {name: n for name, n in tile.items() if name != "type"} if isinstance(tile, dict) else {}
    known = cubes.keys() <= FOUR.keys() - {"wild"} and all(whole_number(n) and n for n in cubes.values())
    if not cubes or not known or not isinstance(tile.get("type"), str) or tile["type"] not in TYPES:
        example = Name('{ type = "park", wood = 2, steel = 1 }')
        raise BadPack(
            _("Plan {k} of {level} can't be read; write for instance {example}.", k=k, level=level, example=example)
        )


def whole_number(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 999


# --- what the owner told during a game ------------------------------------------------------------------------


def learned(known: Json, town: Town) -> Json:
    """The owner's pack with every board this game has drawn; where they differ, the later word counts."""
    old: Mapping[str, Any] = known or {}
    drawn = {one.board: draw_board(one) for one in town.districts.values() if one is not None and one.board}
    boards = {**boards_of(old), **town.boards, **drawn}
    if not boards:
        return known
    return {
        "game": GAME,
        "edition": old.get("edition", "own"),
        "source": old.get("source", "told at the table"),
        "learned": True,
        **{key: old[key] for key in ("supply", "plans") if key in old},
        "boards": pack_boards(boards),
    }


def merge_packs(mine: Json, theirs: Json) -> tuple[Json, Sequence[Disagreement]]:
    """Two packs as one: the boards of both; where their drawings differ, the first one stays."""
    ours, others = boards_of(mine), boards_of(theirs)
    differ = [
        Disagreement(_("board {board}", board=Name(board)), drawing(ours[board]), drawing(others[board]))
        for board in ours
        if board in others and ours[board] != others[board]
    ]
    rest = {key: value for key, value in {**theirs, **mine}.items() if key not in ("districts", "boards")}
    return {**rest, "boards": pack_boards({**others, **ours})}, differ


def drawing(rows: Sequence[str]) -> Text:
    return Name(" / ".join(rows))


def pack_notes(pack: Json) -> Sequence[Text]:
    """RH-07: drawings that an earlier pack has by number token are boards with names now."""
    numbers = pack.get("districts", {})
    if not numbers:
        return ()
    names = Joined([Name(f"“No. {number}”") for number in numbers])
    return (
        _(
            "This pack has its drawings by number token, and the tokens are dealt anew every game. "
            "They are boards with names now: {names}. Each game asks which board lies where.",
            names=names,
        ),
    )
