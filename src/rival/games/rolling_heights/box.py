"""The owner's box of Rolling Heights: board drawings, plans and the supply for the lab."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from rival.games.rolling_heights.building import (
    check_required_cubes,
    format_plan,
    get_required_cubes,
    make_printed_fields,
)
from rival.games.rolling_heights.table import (
    BUILDING_TYPES,
    COLOURS,
    MATERIALS,
    MAX_NAME_LENGTH,
    PARTIAL_BONUS_MARK,
    SIDE_LETTERS,
    UNKNOWN_SQUARE,
    UNKNOWN_SQUARE_LABEL,
    PlanData,
    Plot,
    Town,
    decode_boards,
    decode_numbered_plans,
    decode_plans,
    encode_boards,
    encode_numbered_plans,
    format_board,
    format_bonus_sign,
    is_drawing_complete,
    normalize_board_name,
    parse_district,
    split_board_name,
    split_signs,
)
from rival.games.rolling_heights.views import BOARD_BRUSHES, find_board_name, make_plan_card
from rival.games.rolling_heights.views import make_board_view as draw
from rival.kernel import (
    Ask,
    BadAnswerError,
    BadPackError,
    Box,
    BoxPart,
    Drawing,
    Form,
    JoinedText,
    Json,
    Name,
    PackPhrase,
    PartDifference,
    Text,
    _,
    n_,
)
from rival.kernel.answer_types import shorten_for_message

GAME_ID = "rolling-heights"
MAX_BOARDS = 60
MAX_PLANS = 300


def check_pack(pack: Json) -> Json:
    """Return the pack if it is valid; otherwise raise BadPackError, which names the invalid part."""
    if not isinstance(pack, dict) or pack.get("game") != GAME_ID:
        raise BadPackError(_('This is not a pack of Rolling Heights: set game = "rolling-heights" in it.'))
    check_boards(pack.get("boards", {}))
    check_districts(pack.get("districts", {}))
    check_supply(pack.get("supply", SUPPLY_KEYS))
    plans = pack.get("plans", {"level1": [], "level2": []})
    if not isinstance(plans, dict) or plans.keys() != {"level1", "level2"}:
        raise BadPackError(_("“plans” in the pack must have two lists, level1 and level2."))
    for level, tiles in plans.items():
        listed = tiles if isinstance(tiles, list) else [tiles]
        if len(listed) > MAX_PLANS:
            raise BadPackError(_("The list {level} can have at most {most} plans.", level=Name(level), most=MAX_PLANS))
        for index, tile in enumerate(listed, start=1):
            check_plan(level, index, tile)
        numbers = [tile["n"] for tile in tiles if "n" in tile]
        if len(set(numbers)) < len(numbers):
            raise BadPackError(
                _(
                    "The list {level} has two plans with the same number: give each plan its own number.",
                    level=Name(level),
                )
            )
    return pack


# --- boards ----------------------------------------------------------------------------------------------------


def check_boards(boards: Any) -> None:
    """Raise BadPackError unless each board has a valid name and drawings."""
    if not isinstance(boards, dict):
        raise BadPackError(_("“boards” in the pack must be a table with the name and the drawing of each board."))
    if len(boards) > MAX_BOARDS:
        raise BadPackError(_("A pack can have at most {most} boards.", most=MAX_BOARDS))
    for name, drawing_or_sides in boards.items():
        check_board_name(name)
        if not isinstance(drawing_or_sides, dict):
            check_drawing(Name(name), drawing_or_sides)
            continue
        for side, rows in drawing_or_sides.items():
            if side and side not in SIDE_LETTERS:
                raise BadPackError(
                    _(
                        "The sides of board {board} must be called A and B, not “{side}”.",
                        board=name,
                        side=shorten_for_message(side),
                    )
                )
            check_drawing(Name(f"{name} {side}"), rows)


def check_board_name(name: str) -> None:
    """Raise BadPackError unless this is a valid name for a board."""
    if not normalize_board_name(name):
        raise BadPackError(
            _(
                "“{name}” can’t be the name of a board: use up to {most} characters on one line, without commas.",
                name=shorten_for_message(name),
                most=MAX_NAME_LENGTH,
            )
        )


def check_drawing(board: Text, rows: Any) -> None:
    """Raise BadPackError unless the rows are a valid drawing of the board."""
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        example = Name('[". . ~", ". . ."]')
        raise BadPackError(
            _(
                "The drawing of board {board} must be a list of rows, for instance {example}.",
                board=board,
                example=example,
            )
        )
    try:
        parse_board(rows)
    except BadAnswerError as bad:
        raise BadPackError(_("Board {board}: {problem}", board=board, problem=bad.text)) from None


def check_districts(districts: Any) -> None:
    """Raise BadPackError if an older pack has invalid drawings."""
    if not isinstance(districts, dict):
        raise BadPackError(_("“districts” must be a table of drawings, one for each number from 1 to 6."))
    for number, rows in districts.items():
        if number not in ("1", "2", "3", "4", "5", "6"):
            raise BadPackError(
                _("There is no district {n}: districts are numbered 1 to 6.", n=shorten_for_message(number))
            )
        check_drawing(Name(f"No. {number}"), rows)


# --- plans and supply for a sample table -----------------------------------------------------------------------

SUPPLY_KEYS = dict.fromkeys([*tuple(MATERIALS)[:4], "wild"], 0)
"""The keys that a supply must have: four materials and the wild tokens."""


def check_supply(supply: Any) -> None:
    """Raise BadPackError if the supply has invalid numbers of cubes or wild tokens."""
    if not isinstance(supply, dict) or supply.keys() != SUPPLY_KEYS.keys() or not all(map(is_count, supply.values())):
        raise BadPackError(
            _(
                "“supply” must have a number from 0 to 999 for each of these: {names}.",
                names=Name(", ".join(SUPPLY_KEYS)),
            )
        )


def check_plan(level: str, index: int, tile: Any) -> None:
    """Raise BadPackError unless a plan has a type, the required cubes by material and, optionally, a number."""
    counts = {name: n for name, n in tile.items() if name != "type"} if isinstance(tile, dict) else {}
    cubes = counts.keys() - {"n"}
    is_valid = cubes <= MATERIALS.keys() and all(is_count(n) and n for n in counts.values())
    if not cubes or not is_valid or not isinstance(tile.get("type"), str) or tile["type"] not in BUILDING_TYPES:
        example = Name('{ type = "park", wood = 2, steel = 1 }')
        raise BadPackError(
            _("Plan {k} of {level} is not valid; write for instance {example}.", k=index, level=level, example=example)
        )


def is_count(value: Any) -> bool:
    """Return whether a value is an integer from 0 to 999; booleans are not."""
    return type(value) is int and 0 <= value <= 999


# --- parts of the box ------------------------------------------------------------------------------------------

BOARD_COUNT = 6
BOARD_PREFIX = "board "


def list_parts(pack: Json) -> list[BoxPart]:
    """Return the parts of the box: the boards, then the plans by level."""
    plans = decode_numbered_plans(pack or {})
    return [
        *list_board_parts(pack),
        *(part for level, level_plans in plans.items() for part in list_plan_parts(level, level_plans)),
    ]


def list_board_parts(pack: Json) -> list[BoxPart]:
    """Return the boards as editable game components, followed by an empty board to fill in (RH-07).

    Named boards come first; the others are identified by a number.
    """
    drawings = decode_boards(pack or {})
    sides: dict[str, list[str]] = {}
    for board in drawings:
        sides.setdefault(split_board_name(board)[0], []).append(board)
    board_names = [side for name, known_sides in sides.items() for side in list_both_sides(name, known_sides)]
    numbers = [str(n) for n in range(1, 2 * BOARD_COUNT + len(sides)) if str(n) not in sides]
    missing_count = max(0, BOARD_COUNT - len(sides))
    board_names += [side for number in numbers[:missing_count] for side in list_both_sides(number, [])]
    return [
        *(make_board_part(board_side, drawings.get(board_side)) for board_side in board_names),
        make_board_part(f"{numbers[missing_count]} A", None, is_new_part=True),
    ]


def list_both_sides(name: str, known_sides: Sequence[str]) -> list[str]:
    """Return the names of a board's sides; if the known side has no letter, the other side is B."""
    if name in known_sides:
        return (
            [name, *(other_side for other_side in known_sides if other_side != name)]
            if len(known_sides) > 1
            else [name, f"{name} B"]
        )
    return sorted({*known_sides, *(f"{name} {side}" for side in "AB")})


def make_board_part(board: str, rows: Sequence[str] | None, is_new_part: bool = False) -> BoxPart:
    """Return one side of a board as an editable game component."""
    name, side = split_board_name(board)
    label = _("board {name}, side {side}", name=PackPhrase(name), side=Name(side)) if side else format_board_label(name)
    squares = [sign for row in rows or () for sign in split_signs(row)]
    described_count = sum(
        sign not in (UNKNOWN_SQUARE, ".") and not sign.endswith(PARTIAL_BONUS_MARK) for sign in squares
    )
    return BoxPart(
        f"{BOARD_PREFIX}{board}",
        label,
        _("sides of the district boards"),
        partial(make_board_question, board, label),
        None if rows is None else list(rows),
        None if rows is None else partial(draw, board, list(rows)),
        described_count,
        len(squares) or 1,
        is_new_part=is_new_part,
        note=_("{n} of {all} squares described", n=described_count, all=len(squares))
        if described_count < len(squares)
        else None,
    )


def format_board_label(name: str) -> Text:
    """Return the label of a board that has no side letter."""
    return _("board {name}", name=PackPhrase(name))


def make_board_question(board: str, label: Text, rows: Json) -> Ask:
    """Return the question for a board's drawing, with the current drawing as the default."""
    return Ask(
        "table",
        "board",
        _("Draw {board}: every square as it is printed.", board=label),
        Drawing(parse_board, BOARD_LEGEND, BOARD_BRUSHES, default=rows if isinstance(rows, list) else None),
        "RH-07",
        "RH-32",
        metadata={"board": board},
    )


BOARD_LEGEND = [
    (UNKNOWN_SQUARE, UNKNOWN_SQUARE_LABEL),
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


def parse_board(rows: list[str]) -> list[str]:
    """Return a board's drawing in the form that a pack stores; unknown squares are allowed."""
    cells = [split_signs(row) for row in rows]
    parse_district([" ".join("." if sign == UNKNOWN_SQUARE else sign for sign in row) for row in cells])
    return [" ".join(row) for row in cells]


# --- plans

PLAN_PREFIX = "plan "


def list_plan_parts(level: int, level_plans: Mapping[int, PlanData]) -> list[BoxPart]:
    """Return a level's known plans as editable game components, followed by an empty plan to fill in (RH-22)."""
    next_number = next(n for n in range(1, len(level_plans) + 2) if n not in level_plans)
    return [
        *(make_plan_part(level, n, plan) for n, plan in level_plans.items()),
        make_plan_part(level, next_number, None),
    ]


def make_plan_part(level: int, n: int, plan: PlanData | None) -> BoxPart:
    """Return a building plan as an editable game component."""
    new_plan_label = _("a level {level} plan", level=level)
    label = new_plan_label if plan is None else _("level {level}, {plan}", level=level, plan=format_plan(plan))
    return BoxPart(
        f"{PLAN_PREFIX}{level}-{n}",
        label,
        _("plans of level {level}", level=level),
        lambda _value: Ask(
            "table", "plan", PLAN_QUESTION_TEXT, Form(make_printed_fields()), "RH-22", extra_check=check_required_cubes
        ),
        None if plan is None else {"type": plan["type"], **get_required_cubes(plan)},
        None
        if plan is None
        else partial(make_plan_card, f"box-plan-{level}-{n}", label, plan["type"], get_required_cubes(plan)),
        0 if plan is None else 1,
        is_needed=False,
        is_new_part=plan is None,
    )


PLAN_QUESTION_TEXT = _("What is printed on the plan?")


def parse_plan_id(id: str) -> tuple[int, int]:
    """Return the level and number in a plan's part id; raise BadPackError if the id is not valid."""
    level, _line, n = id.removeprefix(PLAN_PREFIX).partition("-")
    if level not in ("1", "2") or not (n.isascii() and n.isdecimal() and 0 < int(n[:4]) <= 999):
        raise BadPackError(_("There is no plan “{id}” in this box.", id=shorten_for_message(id)))
    return int(level), int(n[:4])


def set_plan(pack: Json, id: str, plan: Mapping[str, Any] | None) -> Json:
    """Return the pack with one plan replaced; None removes it."""
    level, n = parse_plan_id(id)
    plans = decode_numbered_plans(pack or {})
    plans[level].pop(n, None)
    if plan is not None:
        plans[level][n] = {"type": plan["type"], **{name: plan[name] for name in COLOURS if plan[name]}}
    return set_plans(set_boards(pack, decode_boards(pack or {})), plans)


def set_plans(pack: Json, plans: Mapping[int, Mapping[int, PlanData]]) -> Json:
    """Return the pack with its plans replaced."""
    rest = {key: value for key, value in pack.items() if key != "plans"}
    return {**rest, "plans": encode_numbered_plans(plans)} if any(plans.values()) else rest


def renumber_pack_plans(mine: Json, theirs: Json) -> Json:
    """Return their pack with its plans renumbered so that equal plans have the same numbers as in mine."""
    if mine is None or "plans" not in theirs:
        return theirs
    return set_plans(theirs, renumber_plans(decode_numbered_plans(mine), decode_plans(theirs)))


def renumber_plans(
    mine: Mapping[int, Mapping[int, PlanData]], theirs: Mapping[int, Sequence[PlanData]]
) -> dict[int, dict[int, PlanData]]:
    """Return their plans with numbers; a plan that is also in mine gets the number that it has there."""
    numbered: dict[int, dict[int, PlanData]] = {1: {}, 2: {}}
    for level, plans in theirs.items():
        unmatched = dict(mine[level])
        free_numbers = (n for n in range(1, len(unmatched) + len(plans) + 1) if n not in mine[level])
        for plan in plans:
            n = next((n for n, own_plan in unmatched.items() if own_plan == plan), None)
            if n is None:
                n = next(free_numbers)
            unmatched.pop(n, None)
            numbered[level][n] = plan
    return numbered


def set_part(pack: Json, id: str, value: Any) -> Json:
    """Return the pack with one component replaced; None removes it."""
    return set_plan(pack, id, value) if id.startswith(PLAN_PREFIX) else set_board(pack, id, value)


def set_board(pack: Json, id: str, rows: list[str] | None) -> Json:
    """Return the pack with this board's drawing replaced; None removes it."""
    boards = decode_boards(pack or {})
    name = normalize_board_name(id.removeprefix(BOARD_PREFIX))
    if not id.startswith(BOARD_PREFIX) or not name:
        raise BadPackError(_("There is no board “{id}” in this box.", id=shorten_for_message(id)))
    if rows is None:
        boards.pop(name, None)
    else:
        boards[name] = rows
    return set_boards(pack, boards)


def list_missing(pack: Json) -> list[Text]:
    """Return sentences about the boards whose drawings a game would ask for."""
    described_count = sum(part.is_complete for part in list_board_parts(pack))
    if described_count >= 2 * BOARD_COUNT:
        return []
    if not described_count:
        return [
            _("No board is described yet: Rival asks you to draw a district when the Mayor’s die first points at it.")
        ]
    return [
        n_(
            "{n} side of the boards is described. Rival asks you to draw another one when the "
            "Mayor’s die first points at it.",
            "{n} sides of the boards are described. Rival asks you to draw another one when the "
            "Mayor’s die first points at it.",
            described_count,
        )
    ]


def apply_to_game(town: Town, pack: Json) -> None:
    """Add a pack's boards and plans to a running game.

    Boards that already have a complete drawing in the game are not changed.
    """
    for level, plans in decode_plans(pack).items():
        for plan in plans:
            town.add_known_plan(level, plan)
    for board, rows in decode_boards(pack).items():
        if not is_drawing_complete(town.boards.get(board, [UNKNOWN_SQUARE])):
            town.boards[board] = rows
    for number, district in town.districts.items():
        rows = town.boards.get(find_board_name(town, number), [UNKNOWN_SQUARE])
        if district is None and is_drawing_complete(rows):
            town.place_board(number, parse_district(rows), find_board_name(town, number))


# --- learning from a game, merging packs -----------------------------------------------------------------------


def learn_pack(own_pack: Json, town: Town) -> Json:
    """Return the owner's pack, extended by the boards and plans that were entered during this game.

    If two drawings of a board differ, the drawing from the game replaces the old one.
    """
    old_pack: Mapping[str, Any] = own_pack or {}
    drawn_boards = {
        district.board: format_board(district)
        for district in town.districts.values()
        if district is not None and district.board
    }
    boards = {**decode_boards(old_pack), **town.boards, **drawn_boards}
    plans = merge_plans(decode_numbered_plans(old_pack), town.met)
    if any(plans.values()):
        return set_plans(set_boards(own_pack, boards), plans)
    return set_boards(own_pack, boards) if boards else own_pack


def merge_plans(
    mine: Mapping[int, Mapping[int, PlanData]], theirs: Mapping[int, Sequence[PlanData]]
) -> dict[int, dict[int, PlanData]]:
    """Merge two collections of plans, with the larger of the two numbers of copies of each plan.

    Plans from the first collection keep their numbers.
    """
    merged = {level: {**numbered, **mine[level]} for level, numbered in renumber_plans(mine, theirs).items()}
    return {level: dict(sorted(plans.items())[:MAX_PLANS]) for level, plans in merged.items()}


def set_boards(own_pack: Json, boards: Mapping[str, list[str]]) -> Json:
    """Return the owner's pack with its boards replaced by these."""
    old_pack: Mapping[str, Any] = own_pack or {}
    return {
        "game": GAME_ID,
        "edition": "own",
        "source": "told at the table",
        **{key: value for key, value in old_pack.items() if key not in ("game", "boards", "districts")},
        "learned": True,
        "boards": encode_boards(boards),
    }


def merge_packs(mine: Json, theirs: Json) -> tuple[Json, Sequence[PartDifference]]:
    """Merge two packs and list the boards on which they disagree.

    If each pack has part of a board, the two parts are combined into one drawing.
    """
    my_boards, their_boards = decode_boards(mine), decode_boards(theirs)
    merged, disagreements = {**their_boards, **my_boards}, []
    for board in my_boards:
        if board in their_boards and my_boards[board] != their_boards[board]:
            merged_rows = merge_drawings(my_boards[board], their_boards[board])
            if merged_rows is not None:
                merged[board] = merged_rows
                continue
            label = _("board {board}", board=Name(board))
            disagreements.append(
                PartDifference(
                    label,
                    format_drawing(my_boards[board]),
                    format_drawing(their_boards[board]),
                    f"{BOARD_PREFIX}{board}",
                )
            )
    rest = {key: value for key, value in {**theirs, **mine}.items() if key not in ("districts", "boards")}
    plans = merge_plans(decode_numbered_plans(mine), decode_plans(theirs))
    return set_plans({**rest, "boards": encode_boards(merged)}, plans), disagreements


def merge_drawings(mine: Sequence[str], theirs: Sequence[str]) -> list[str] | None:
    """Merge two drawings of a board; return None if the drawings contradict each other."""
    rows = [
        list(zip(split_signs(my_item), split_signs(their_item), strict=False))
        for my_item, their_item in zip(mine, theirs, strict=False)
    ]
    sizes = [[len(split_signs(row)) for row in board] for board in (mine, theirs)]
    merged = [[merge_signs(my_item, their_item) for my_item, their_item in row] for row in rows]
    if sizes[0] != sizes[1] or any(sign is None for row in merged for sign in row):
        return None
    return [" ".join(sign for sign in row if sign is not None) for row in merged]


def merge_signs(first_sign: str, second_sign: str) -> str | None:
    """Merge a square's signs from two drawings; return None if the signs contradict each other."""
    for vaguer_sign, clearer_sign in ((first_sign, second_sign), (second_sign, first_sign)):
        if vaguer_sign in (clearer_sign, UNKNOWN_SQUARE) or (vaguer_sign == "." and clearer_sign != "~"):
            return clearer_sign
    if "~" in (first_sign, second_sign):
        return None
    square = Plot(0, 0)
    boards = [parse_district([sign]) for sign in (first_sign, second_sign)]
    known_bonuses = [{type: board.get_bonus(square, type) for type in BUILDING_TYPES} for board in boards]
    merged = {
        type: vp if known_bonuses[1][type] is None else known_bonuses[1][type] for type, vp in known_bonuses[0].items()
    }
    if any(side_bonuses[type] not in (None, vp) for side_bonuses in known_bonuses for type, vp in merged.items()):
        return None
    bonuses = {type: vp for type, vp in merged.items() if vp is not None}
    return format_bonus_sign(bonuses, len(bonuses) < len(merged))


def format_drawing(rows: Sequence[str]) -> Text:
    """Return a drawing as one line of text."""
    return Name(" / ".join(rows))


def find_pack_oddities(pack: Json) -> Sequence[Text]:
    """Return a note if the pack is an older one whose drawings were converted to named boards (RH-07)."""
    numbers = pack.get("districts", {})
    if not numbers:
        return ()
    names = JoinedText([Name(f"“No. {number}”") for number in numbers])
    return (
        _(
            "This pack stores its drawings by number token, but the tokens change in every game. "
            "The drawings are now boards with names: {names}. Each game asks for the place of "
            "each board.",
            names=names,
        ),
    )


def make_named_part(_pack: Json, id: str) -> BoxPart | None:
    """Return a part for a new board named in this id; None if the name is not valid."""
    name = normalize_board_name(id.removeprefix(BOARD_PREFIX))
    return make_board_part(name, None) if id.startswith(BOARD_PREFIX) and name else None


BOX = Box(list_parts, set_part, list_missing, apply_to_game, make_named_part, renumber_pack_plans)
