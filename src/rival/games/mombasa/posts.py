"""One trading post: out of its base, onto the map, and home again (MO-29, MO-33, MO-34)."""

from __future__ import annotations

from collections.abc import Sequence

from rival.games.mombasa.bases import (
    Base,
    Column,
    Space,
    arrivals,
    departures,
    posts_left,
    with_post,
    without_post,
)
from rival.games.mombasa.expansion import (
    POSTS_OF_A_COMPANY,
    price,
)
from rival.games.mombasa.table import COMPANIES, Board, position, under_way
from rival.kernel import (
    N_,
    Ask,
    BadAnswer,
    Because,
    Criterion,
    Do,
    Drawing,
    Field,
    Form,
    Name,
    Number,
    Option,
    Script,
    _,
    ask,
    n_,
    select,
)


def place_post(board: Board, region: str) -> Script[None]:
    """MO-29, MO-33, MO-34: a post leaves the base, the price is paid, a foreign post goes home."""
    now = under_way(board)
    displaced = board.posts.get(region)
    yield from known_base(board, now.company)
    if displaced:
        yield from known_base(board, displaced)
    space = yield from leaving(board, now.company)
    cost = price(*position(board), region)
    if space is None or cost is None or cost > now.points or board.posts.get(region) != displaced:
        return  # only after a correction
    board.bases[now.company] = without_post(board.bases[now.company], space)
    board.posts[region] = now.company
    now.points -= cost
    now.placed += 1
    board.done.posts += 1
    if displaced:
        yield Because(
            _(
                "{region} costs {n}, 1 of it for the post of {company} there.",
                region=Name(region),
                n=cost,
                company=COMPANIES[displaced],
            ),
            "MO-29",
        )
    else:
        yield Because(_("{region} costs {n}.", region=Name(region), n=cost), "MO-29")
    yield Do(
        _(
            "Put a post of {company} into {region}, from column {column} of its base. Points left: {n}.",
            company=COMPANIES[now.company],
            region=Name(region),
            column=space.column + 1,
            n=now.points,
        ),
        "MO-29",
        "MO-34",
        "MO-A20",
    )
    if displaced:
        yield from going_home(board, displaced)


def leaving(board: Board, company: str) -> Script[Space | None]:
    """MO-34, MO-A22, MO-A33: the post that leaves the fewest coins in sight; equal: at random."""
    return (
        yield from select(
            "chance",
            "departure",
            _(
                "Posts of these columns of {company} are equally good to take: choose one at random.",
                company=COMPANIES[company],
            ),
            lambda: list(departures(board.bases[company])),
            lambda: [
                Criterion(FEWEST, departures(board.bases[company]).get, ("MO-34", "MO-A22", "MO-A33"), best="least")
            ],
            "MO-34",
            "MO-A22",
            words=space_option,
            label=N_("The post that leaves, at random: {answer}."),
        )
    )


def going_home(board: Board, company: str) -> Script[None]:
    """MO-33, MO-A22, MO-A31: back to its base, over a coin if possible; without a space it is set aside."""
    space: Space | None = yield from select(
        "chance",
        "arrival",
        _("These spaces of {company} are equally good to cover: choose one at random.", company=COMPANIES[company]),
        lambda: list(arrivals(board.bases[company])),
        lambda: [Criterion(FEWEST, arrivals(board.bases[company]).get, ("MO-33", "MO-A22"), best="least")],
        "MO-33",
        "MO-A22",
        words=space_option,
        label=N_("The space it covers, at random: {answer}."),
    )
    board.done.sent_home += 1
    if space is None:
        board.aside[company] += 1
        yield Do(
            _(
                "The post of {company} finds no space on its base: set it aside for the rest of the game.",
                company=COMPANIES[company],
            ),
            "MO-A31",
        )
        return
    base = board.bases[company]
    board.bases[company] = with_post(base, space)
    coins = base[space.column].coins[space.row]
    board.done.coins += coins
    covered = n_("covers {n} coin", "covers {n} coins", coins) if coins else _("no coin there")
    yield Do(
        _(
            "Put the post of {company} back on its base: column {column}, space {row} ({covered}).",
            company=COMPANIES[company],
            column=space.column + 1,
            row=space.row + 1,
            covered=covered,
        ),
        "MO-33",
    )


FEWEST = _("fewest coins in sight afterwards")


def space_option(space: Space) -> Option:
    return Option(f"{space.column + 1}", _("column {n}", n=space.column + 1), space)


# --- bases -------------------------------------------------------------------------------------------------


def known_base(board: Board, company: str) -> Script[None]:
    """MO-A23: the base as it stands now: its layout is asked once, its columns when you moved posts of it."""
    if company not in board.bases:
        board.bases[company] = yield from ask(lambda: base_question(board, company))
        board.stale.discard(company)
    if company in board.stale:
        told = yield from ask(lambda: columns_question(board, company))
        board.bases[company] = with_columns(board.bases[company], list(told.values()))
        board.stale.discard(company)
        short = board.spaces_of(company) - board.on_map(company) - posts_left(board.bases[company])
        board.aside[company] = max(0, short)


def base_question(board: Board, company: str) -> Ask:
    text = _(
        "Draw the base of {company} as it stands: one line for each column, from the top to its end.",
        company=COMPANIES[company],
    )
    return Ask(
        "table",
        "base",
        text,
        Drawing(read_base, BASE_LEGEND),
        "MO-A23",
        about={"company": company},
        label=N_("The base: {answer}"),
        test=lambda base: posts_fit(board, company, posts_left(base)),
    )


BASE_LEGEND = [
    ("0", _("a post, no coin under it (1, 2: a post on so many coins)")),
    ("1.", _("an empty space that shows 1 coin (0. and 2. likewise)")),
]


def columns_question(board: Board, company: str) -> Ask:
    base = board.bases[company]
    fields = [
        Field(
            f"column{n}",
            _("column {n}", n=n),
            Number(0, len(column.coins) if column.posts[-1] else len(column.coins) - 1),
            sum(column.posts),
        )
        for n, column in enumerate(base, start=1)
    ]
    text = _(
        "You moved posts of {company}. How many posts are in each column of its base now?", company=COMPANIES[company]
    )
    return Ask(
        "table",
        "columns",
        text,
        Form(fields),
        "MO-A23",
        about={"company": company},
        label=N_("Posts on the base: {answer}."),
        test=lambda told: posts_fit(board, company, sum(told.values())),
    )


def posts_fit(board: Board, company: str, told: int) -> None:
    most = board.spaces_of(company) - board.on_map(company)
    if told > most:
        raise BadAnswer(
            _(
                "{company} has {n} posts on the map, so at most {most} on its base, not {told}.",
                company=COMPANIES[company],
                n=board.on_map(company),
                most=most,
                told=told,
            )
        )


def with_columns(base: Base, counts: Sequence[int]) -> Base:
    """MO-A23: posts stand at the lower end of their columns; an end space that is empty stays so."""
    return tuple(column_with(column, n) for column, n in zip(base, counts, strict=True))


def column_with(column: Column, n: int) -> Column:
    size = len(column.coins)
    end = size if column.posts[-1] else size - 1
    return Column(column.coins, tuple(end - n <= row < end for row in range(size)))


def read_base(rows: list[str]) -> Base:
    """A base from one line for each column, for instance ``0. 1 0 2``."""
    columns = []
    for number, row in enumerate(rows, start=1):
        signs = row.split()
        if not signs or any(sign.rstrip(".") not in ("0", "1", "2", "3") or len(sign) > 2 for sign in signs):
            raise BadAnswer(
                _("Column {n}: write the coins of each space from the top, for instance 0. 1 0 2.", n=number)
            )
        coins = tuple(int(sign[0]) for sign in signs)
        columns.append(Column(coins, tuple(not sign.endswith(".") for sign in signs)))
    spaces = sum(len(column.coins) for column in columns)
    if spaces != POSTS_OF_A_COMPANY:
        raise BadAnswer(_("A base has {n} spaces in all, not {told}.", n=POSTS_OF_A_COMPANY, told=spaces))
    return tuple(columns)


def draw_base(base: Base) -> list[str]:
    """The drawing of a base as it stands."""
    return [
        " ".join(f"{coins}{'' if post else '.'}" for coins, post in zip(column.coins, column.posts, strict=True))
        for column in base
    ]
