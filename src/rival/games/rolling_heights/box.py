"""The owner's box of Rolling Heights: drawings of the boards, plans, and the supply for the lab."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from rival.games.rolling_heights.building import cubes_of, plan_shows, plan_words, some_cubes
from rival.games.rolling_heights.table import (
    COLOURS,
    LONGEST_NAME,
    MATERIALS,
    NOT_TOLD,
    PARTLY,
    SIDES,
    TYPES,
    UNTOLD,
    Plan,
    Plot,
    Town,
    all_told,
    board_name,
    boards_of,
    bonus_sign,
    draw_board,
    name_and_side,
    numbered_plans,
    pack_boards,
    pack_numbered,
    plans_of,
    read_district,
    signs,
)
from rival.games.rolling_heights.views import BOARD_BRUSHES, board_under, plan_card
from rival.games.rolling_heights.views import board as draw
from rival.kernel import (
    Ask,
    BadAnswer,
    BadPack,
    Box,
    BoxPart,
    Disagreement,
    Drawing,
    Form,
    Joined,
    Json,
    Name,
    PackWords,
    Text,
    _,
    n_,
)
from rival.kernel.shapes import short

GAME = "rolling-heights"
MOST_BOARDS = 60
MOST_PLANS = 300


def check_pack(pack: Json) -> Json:
    """Return the pack if it is valid; raise BadPack with the part that is not."""
    if not isinstance(pack, dict) or pack.get("game") != GAME:
        raise BadPack(_('This is not a pack of Rolling Heights: set game = "rolling-heights" in it.'))
    check_boards(pack.get("boards", {}))
    check_districts(pack.get("districts", {}))
    check_supply(pack.get("supply", FOUR))
    plans = pack.get("plans", {"level1": [], "level2": []})
    if not isinstance(plans, dict) or plans.keys() != {"level1", "level2"}:
        raise BadPack(_("“plans” in the pack must have two lists, level1 and level2."))
    for level, tiles in plans.items():
        listed = tiles if isinstance(tiles, list) else [tiles]
        if len(listed) > MOST_PLANS:
            raise BadPack(_("The list {level} can have at most {most} plans.", level=Name(level), most=MOST_PLANS))
        for k, tile in enumerate(listed, start=1):
            check_plan(level, k, tile)
        numbers = [tile["n"] for tile in tiles if "n" in tile]
        if len(set(numbers)) < len(numbers):
            raise BadPack(
                _(
                    "The list {level} has two plans with the same number: give each plan its own number.",
                    level=Name(level),
                )
            )
    return pack


# --- boards ---------------------------------------------------------------------------------------------------


def check_boards(boards: Any) -> None:
    """Raise BadPack unless each board has a valid name and drawings."""
    if not isinstance(boards, dict):
        raise BadPack(_("“boards” in the pack must be a table with the name and the drawing of each board."))
    if len(boards) > MOST_BOARDS:
        raise BadPack(_("A pack can have at most {most} boards.", most=MOST_BOARDS))
    for name, drawn in boards.items():
        check_name(name)
        if not isinstance(drawn, dict):
            check_drawing(Name(name), drawn)
            continue
        for side, rows in drawn.items():
            if side and side not in SIDES:
                raise BadPack(
                    _("The sides of board {board} must be called A and B, not “{side}”.", board=name, side=short(side))
                )
            check_drawing(Name(f"{name} {side}"), rows)


def check_name(name: str) -> None:
    """Raise BadPack unless this is a valid name for a board."""
    if not board_name(name):
        raise BadPack(
            _(
                "“{name}” can’t be the name of a board: use up to {most} characters on one line, without commas.",
                name=short(name),
                most=LONGEST_NAME,
            )
        )


def check_drawing(board: Text, rows: Any) -> None:
    """Raise BadPack unless the rows are a valid drawing; unknown squares are allowed."""
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        example = Name('[". . ~", ". . ."]')
        raise BadPack(
            _(
                "The drawing of board {board} must be a list of rows, for instance {example}.",
                board=board,
                example=example,
            )
        )
    try:
        read_board(rows)
    except BadAnswer as bad:
        raise BadPack(_("Board {board}: {problem}", board=board, problem=bad.text)) from None


def check_districts(districts: Any) -> None:
    """Raise BadPack unless the drawings by number token, which older packs have, are valid."""
    if not isinstance(districts, dict):
        raise BadPack(_("“districts” must be a table of drawings, one for each number from 1 to 6."))
    for number, rows in districts.items():
        if number not in ("1", "2", "3", "4", "5", "6"):
            raise BadPack(_("There is no district {n}: districts are numbered 1 to 6.", n=short(number)))
        check_drawing(Name(f"No. {number}"), rows)


# --- plans and supply for a sample table ----------------------------------------------------------------------

FOUR = dict.fromkeys([*tuple(MATERIALS)[:4], "wild"], 0)
"""The keys that a supply must have: the four materials and the wild tokens."""


def check_supply(supply: Any) -> None:
    """Raise BadPack unless the supply gives the cubes and wild tokens for the lab's sample table."""
    if not isinstance(supply, dict) or supply.keys() != FOUR.keys() or not all(map(whole_number, supply.values())):
        raise BadPack(
            _("“supply” must have a number from 0 to 999 for each of these: {names}.", names=Name(", ".join(FOUR)))
        )


def check_plan(level: str, k: int, tile: Any) -> None:
    """Raise BadPack unless a plan has a type, required cubes by material, and perhaps a number."""
    told = {name: n for name, n in tile.items() if name != "type"} if isinstance(tile, dict) else {}
    cubes = told.keys() - {"n"}
    known = cubes <= MATERIALS.keys() and all(whole_number(n) and n for n in told.values())
    if not cubes or not known or not isinstance(tile.get("type"), str) or tile["type"] not in TYPES:
        example = Name('{ type = "park", wood = 2, steel = 1 }')
        raise BadPack(
            _("Plan {k} of {level} is not valid; write for instance {example}.", k=k, level=level, example=example)
        )


def whole_number(value: Any) -> bool:
    """Return whether a value is an integer from 0 to 999; booleans are not."""
    return type(value) is int and 0 <= value <= 999


# --- the parts of the box -------------------------------------------------------------------------------------

BOARDS = 6
BOARD = "board "


def parts(pack: Json) -> list[BoxPart]:
    """Return the parts of the box: the boards, then the plans of each level."""
    plans = numbered_plans(pack or {})
    return [*board_parts(pack), *(one for level, told in plans.items() for one in plan_parts(level, told))]


def board_parts(pack: Json) -> list[BoxPart]:
    """Return the sides of the six boards, and one more that can be added (RH-07).

    Boards with a name come first; the others are called by a number.
    """
    drawn = boards_of(pack or {})
    sides: dict[str, list[str]] = {}
    for board in drawn:
        sides.setdefault(name_and_side(board)[0], []).append(board)
    found = [side for name, known in sides.items() for side in both_sides(name, known)]
    numbers = [str(n) for n in range(1, 2 * BOARDS + len(sides)) if str(n) not in sides]
    missing = max(0, BOARDS - len(sides))
    found += [side for number in numbers[:missing] for side in both_sides(number, [])]
    return [*(board_part(one, drawn.get(one)) for one in found), board_part(f"{numbers[missing]} A", None, adds=True)]


def both_sides(name: str, known: Sequence[str]) -> list[str]:
    """Return the names of a board's sides; if one has no letter, the other side is B."""
    if name in known:
        return [name, *(one for one in known if one != name)] if len(known) > 1 else [name, f"{name} B"]
    return sorted({*known, *(f"{name} {side}" for side in "AB")})


def board_part(board: str, rows: Sequence[str] | None, adds: bool = False) -> BoxPart:
    """Return the part of the box for one side of a board; ``rows`` is its drawing, if there is one."""
    name, side = name_and_side(board)
    words = _("board {name}, side {side}", name=PackWords(name), side=Name(side)) if side else board_words(name)
    squares = [one for row in rows or () for one in signs(row)]
    told = sum(one not in (UNTOLD, ".") and not one.endswith(PARTLY) for one in squares)
    return BoxPart(
        f"{BOARD}{board}",
        words,
        _("sides of the district boards"),
        partial(board_question, board, words),
        None if rows is None else list(rows),
        None if rows is None else partial(draw, board, list(rows)),
        told,
        len(squares) or 1,
        adds=adds,
        note=_("{n} of {all} squares described", n=told, all=len(squares)) if told < len(squares) else None,
    )


def board_words(name: str) -> Text:
    """Return the label of a board without a side."""
    return _("board {name}", name=PackWords(name))


def board_question(board: str, words: Text, rows: Json) -> Ask:
    """Return the question for the drawing of a board, with the present drawing as default."""
    return Ask(
        "table",
        "board",
        _("Draw {board}: every square as it is printed.", board=words),
        Drawing(read_board, BOARD_LEGEND, BOARD_BRUSHES, default=rows if isinstance(rows, list) else None),
        "RH-07",
        "RH-32",
        about={"board": board},
    )


BOARD_LEGEND = [
    (UNTOLD, NOT_TOLD),
    ("-", _("land")),
    ("~", _("water")),
    (
        "r2",
        _(
            "empty land with a bonus, here 2 VP for residential (other letters: p park, v civic, "
            "c commercial, i industrial)"
        ),
    ),
]


def read_board(rows: list[str]) -> list[str]:
    """Return a board's drawing in the form that a pack stores; it may have unknown squares."""
    cells = [signs(row) for row in rows]
    read_district([" ".join("." if one == UNTOLD else one for one in row) for row in cells])
    return [" ".join(row) for row in cells]


# --- plans

PLAN = "plan "


def plan_parts(level: int, told: Mapping[int, Plan]) -> list[BoxPart]:
    """Return the known plans of a level, and one more that can be added: their total is unknown (RH-22)."""
    more = next(n for n in range(1, len(told) + 2) if n not in told)
    return [*(plan_part(level, n, plan) for n, plan in told.items()), plan_part(level, more, None)]


def plan_part(level: int, n: int, plan: Plan | None) -> BoxPart:
    """Return the part of the box for a plan; a game needs none, but suggests the plans that it has."""
    another = _("a plan of level {level}", level=level)
    words = another if plan is None else _("level {level}, {plan}", level=level, plan=plan_words(plan))
    return BoxPart(
        f"{PLAN}{level}-{n}",
        words,
        _("plans of level {level}", level=level),
        lambda _told: Ask("table", "plan", PLAN_SHOWS, Form(plan_shows()), "RH-22", test=some_cubes),
        None if plan is None else {"type": plan["type"], **cubes_of(plan)},
        None if plan is None else partial(plan_card, f"box-plan-{level}-{n}", words, plan["type"], cubes_of(plan)),
        0 if plan is None else 1,
        needed=False,
        adds=plan is None,
    )


PLAN_SHOWS = _("What is printed on the plan?")


def level_and_number(id: str) -> tuple[int, int]:
    """Return the level and the number in a plan's part id; raise BadPack if it is not valid."""
    level, _line, n = id.removeprefix(PLAN).partition("-")
    if level not in ("1", "2") or not (n.isascii() and n.isdecimal() and 0 < int(n[:4]) <= 999):
        raise BadPack(_("There is no plan “{id}” in this box.", id=short(id)))
    return int(level), int(n[:4])


def with_plan(pack: Json, id: str, told: Mapping[str, Any] | None) -> Json:
    """Return the pack with this plan; None as ``told`` removes it."""
    level, n = level_and_number(id)
    plans = numbered_plans(pack or {})
    plans[level].pop(n, None)
    if told is not None:
        plans[level][n] = {"type": told["type"], **{name: told[name] for name in COLOURS if told[name]}}
    return with_plans(with_boards(pack, boards_of(pack or {})), plans)


def with_plans(pack: Json, plans: Mapping[int, Mapping[int, Plan]]) -> Json:
    """Return the pack with these plans instead of its own."""
    rest = {key: value for key, value in pack.items() if key != "plans"}
    return {**rest, "plans": pack_numbered(plans)} if any(plans.values()) else rest


def aligned(mine: Json, theirs: Json) -> Json:
    """Return the second pack with its plans renumbered, so that equal plans have the numbers of the first pack."""
    if mine is None or "plans" not in theirs:
        return theirs
    return with_plans(theirs, as_mine_are_numbered(numbered_plans(mine), plans_of(theirs)))


def as_mine_are_numbered(
    mine: Mapping[int, Mapping[int, Plan]], theirs: Mapping[int, Sequence[Plan]]
) -> dict[int, dict[int, Plan]]:
    """Return the second plans with the numbers of equal plans in the first; others get free numbers."""
    found: dict[int, dict[int, Plan]] = {1: {}, 2: {}}
    for level, plans in theirs.items():
        ours = dict(mine[level])
        more = (n for n in range(1, len(ours) + len(plans) + 1) if n not in mine[level])
        for plan in plans:
            n = next((n for n, one in ours.items() if one == plan), None)
            if n is None:
                n = next(more)
            ours.pop(n, None)
            found[level][n] = plan
    return found


def tell(pack: Json, id: str, told: Any) -> Json:
    """Return the pack with this value for a part of the box; None removes the part."""
    return with_plan(pack, id, told) if id.startswith(PLAN) else with_board(pack, id, told)


def with_board(pack: Json, id: str, rows: list[str] | None) -> Json:
    """Return the pack with this drawing for a board; None removes it."""
    boards = boards_of(pack or {})
    name = board_name(id.removeprefix(BOARD))
    if not id.startswith(BOARD) or not name:
        raise BadPack(_("There is no board “{id}” in this box.", id=short(id)))
    if rows is None:
        boards.pop(name, None)
    else:
        boards[name] = rows
    return with_boards(pack, boards)


def lacking(pack: Json) -> list[Text]:
    """Return sentences about the boards that a game would ask for."""
    told = sum(part.whole for part in board_parts(pack))
    if told >= 2 * BOARDS:
        return []
    if not told:
        return [
            _("No board is described yet: Rival asks you to draw a district when the Mayor’s die first points at it.")
        ]
    return [
        n_(
            "{n} side of the boards is described. Rival asks you to draw another one when the "
            "Mayor’s die first points at it.",
            "{n} sides of the boards are described. Rival asks you to draw another one when the "
            "Mayor’s die first points at it.",
            told,
        )
    ]


def take(town: Town, pack: Json) -> None:
    """Add the boards and plans of a pack to a game in progress.

    Boards with a complete drawing in the game stay as they are.
    """
    for level, plans in plans_of(pack).items():
        for plan in plans:
            town.meet(level, plan)
    for board, rows in boards_of(pack).items():
        if not all_told(town.boards.get(board, [UNTOLD])):
            town.boards[board] = rows
    for number, district in town.districts.items():
        rows = town.boards.get(board_under(town, number), [UNTOLD])
        if district is None and all_told(rows):
            town.lay(number, read_district(rows), board_under(town, number))


# --- learning from a game, merging packs ----------------------------------------------------------------------


def learned(known: Json, town: Town) -> Json:
    """Return the owner's pack with the boards and plans that this game has learned.

    Where the drawing of a board differs, that of the game replaces the old one.
    """
    old: Mapping[str, Any] = known or {}
    drawn = {one.board: draw_board(one) for one in town.districts.values() if one is not None and one.board}
    boards = {**boards_of(old), **town.boards, **drawn}
    plans = all_plans(numbered_plans(old), town.met)
    if any(plans.values()):
        return with_plans(with_boards(known, boards), plans)
    return with_boards(known, boards) if boards else known


def all_plans(
    mine: Mapping[int, Mapping[int, Plan]], theirs: Mapping[int, Sequence[Plan]]
) -> dict[int, dict[int, Plan]]:
    """Return the plans of two sources, each as often as in the source that has more of it.

    Plans of the first source keep their numbers.
    """
    both = {level: {**new, **mine[level]} for level, new in as_mine_are_numbered(mine, theirs).items()}
    return {level: dict(sorted(plans.items())[:MOST_PLANS]) for level, plans in both.items()}


def with_boards(known: Json, boards: Mapping[str, list[str]]) -> Json:
    """Return the owner's pack with these boards instead of its own."""
    old: Mapping[str, Any] = known or {}
    return {
        "game": GAME,
        "edition": "own",
        "source": "told at the table",
        **{key: value for key, value in old.items() if key not in ("game", "boards", "districts")},
        "learned": True,
        "boards": pack_boards(boards),
    }


def merge_packs(mine: Json, theirs: Json) -> tuple[Json, Sequence[Disagreement]]:
    """Merge two packs, and return the boards on which they disagree: there the first pack's drawing stays.

    A board that each pack knows in part becomes one drawing.
    """
    ours, others = boards_of(mine), boards_of(theirs)
    both, differ = {**others, **ours}, []
    for board in ours:
        if board in others and ours[board] != others[board]:
            whole = joined(ours[board], others[board])
            if whole is not None:
                both[board] = whole
                continue
            words = _("board {board}", board=Name(board))
            differ.append(Disagreement(words, drawing(ours[board]), drawing(others[board]), f"{BOARD}{board}"))
    rest = {key: value for key, value in {**theirs, **mine}.items() if key not in ("districts", "boards")}
    plans = all_plans(numbered_plans(mine), plans_of(theirs))
    return with_plans({**rest, "boards": pack_boards(both)}, plans), differ


def joined(mine: Sequence[str], theirs: Sequence[str]) -> list[str] | None:
    """Merge two drawings of a board; return None if they contradict each other."""
    rows = [list(zip(signs(one), signs(other), strict=False)) for one, other in zip(mine, theirs, strict=False)]
    sizes = [[len(signs(row)) for row in board] for board in (mine, theirs)]
    merged = [[merge_signs(one, other) for one, other in row] for row in rows]
    if sizes[0] != sizes[1] or any(sign is None for row in merged for sign in row):
        return None
    return [" ".join(sign for sign in row if sign is not None) for row in merged]


def merge_signs(one: str, other: str) -> str | None:
    """Return the sign of a square that two drawings know in part; None if they contradict each other."""
    for less, more in ((one, other), (other, one)):
        if less in (more, UNTOLD) or (less == "." and more != "~"):
            return more
    if "~" in (one, other):
        return None
    square = Plot(0, 0)
    boards = [read_district([sign]) for sign in (one, other)]
    known = [{type: board.bonus_for(square, type) for type in TYPES} for board in boards]
    both = {type: vp if known[1][type] is None else known[1][type] for type, vp in known[0].items()}
    if any(told[type] not in (None, vp) for told in known for type, vp in both.items()):
        return None
    bonuses = {type: vp for type, vp in both.items() if vp is not None}
    return bonus_sign(bonuses, len(bonuses) < len(both))


def drawing(rows: Sequence[str]) -> Text:
    """Return a drawing as one line of text."""
    return Name(" / ".join(rows))


def pack_notes(pack: Json) -> Sequence[Text]:
    """Return a note that the drawings by number token in an older pack have become named boards (RH-07)."""
    numbers = pack.get("districts", {})
    if not numbers:
        return ()
    names = Joined([Name(f"“No. {number}”") for number in numbers])
    return (
        _(
            "This pack stores its drawings by number token, but the tokens change in every game. "
            "The drawings are now boards with names: {names}. Each game asks for the place of "
            "each board.",
            names=names,
        ),
    )


def named(_pack: Json, id: str) -> BoxPart | None:
    """Return a part for a new board with the name in this id; None if the name is not valid."""
    name = board_name(id.removeprefix(BOARD))
    return board_part(name, None) if id.startswith(BOARD) and name else None


BOX = Box(parts, tell, lacking, take, named, aligned)
